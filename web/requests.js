// SPDX-License-Identifier: Apache-2.0
// Requests of the account: a list that pages by cursor, and one opened again.
import * as api from './api.js';
import { h, button, table, status, stateOf, foreign, time, duration, count, labelled, select, empty, confirm, notify } from './dom.js';
import { resultView } from './result.js';
import { Review, find } from './review.js';
import { storedPages } from './pages.js';

const LIMIT = 25;
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.toLowerCase();
const NAMES = { text: 'Text', url: 'Web page', file: 'Document', result: 'Result' };
const CODES = {
  EXTRACTION_FAILED: 'The text could not be read from the document',
  OCR_FAILED: 'OCR could not read the pages',
  PARSE_FAILED: 'The parser failed',
  LLM_ERROR: 'The language model failed',
  TIMEOUT: 'It took longer than allowed',
};

// Ids begin with their instant, so a day is a cursor: the first id after it.
function idAfter(dayText) {
  if (!dayText) return '';
  let ms = Date.parse(dayText + 'T00:00:00Z') + 86400000, out = '';
  for (let i = 0; i < 10; i++, ms = Math.floor(ms / 32)) out = BASE32[ms % 32] + out;
  return 'prs_' + out + '0'.repeat(16);
}

export async function render(context) {
  if (context.rest[0]) return one(context, context.rest[0]);
  return listing(context);
}

async function listing(context) {
  const state = context.query.get('status') || '', until = context.query.get('until') || '';
  const trail = []; // cursors of the pages before
  const holder = h('div');
  const go = (changes) => context.go('requests' + api.query({ status: state, until, ...changes }));
  const search = h('input.mono', { type: 'search', name: 'id', placeholder: 'prs_…', spellcheck: 'false' });
  const page = h('div',
    h('h1', { tabindex: '-1' }, 'Requests'),
    h('div.filters',
      labelled('Status', select([['', 'All'], ['completed', 'Completed'], ['failed', 'Failed'], ['parsing', 'Parsing'], ['created', 'Created']].map(([v, l]) => [v, l, v === state]), { onchange: (e) => go({ status: e.target.value }) })),
      labelled('Created up to (UTC)', h('input', { type: 'date', value: until, onchange: (e) => go({ until: e.target.value }) })),
      h('form.control', { role: 'search', onsubmit: (e) => { e.preventDefault(); if (search.value.trim()) context.go('requests/' + encodeURIComponent(search.value.trim())); } },
        h('label', { for: 'find-id' }, 'Request id'), h('div.row', Object.assign(search, { id: 'find-id' }), h('button', { type: 'submit' }, 'Open')))),
    holder);
  await show(idAfter(until));
  return page;

  async function show(cursor) {
    const answer = await api.get('parse' + api.query({ limit: LIMIT, status: state, cursor }));
    if (!answer.requests.length) {
      holder.replaceChildren(state || until || cursor
        ? empty('Nothing here', 'No request matches the filter.', button('Show all', { onclick: () => context.go('requests') }))
        : empty('No requests yet', 'Parse your first document here or through the API.', h('a.button.primary', { href: '#/try' }, 'Try it')));
      return;
    }
    const rows = answer.requests.map((r) => h('tr',
      h('td.who-cell', h('a', { href: '#/requests/' + r.request_id }, foreign(r.headline?.name || r.headline?.filename || NAMES[r.input_type] || 'Request')),
        r.headline?.label && h('div.soft', foreign(r.headline.label)),
        h('div.soft.small-text', r.headline?.name && r.headline?.filename && [foreign(r.headline.filename), ' · '], h('span.mono', r.request_id))),
      h('td', status(stateOf(r)), r.review_version && h('span.pill.good', 'reviewed'), r.test && h('span.pill', 'test'),
        r.error_code && h('div.soft', { title: r.error_code }, CODES[r.error_code] || r.error_code)),
      h('td.num', r.headline?.score ?? '–'), h('td', time(r.created_at)), h('td.num', duration(r.duration_ms)),
      h('td.num', r.credits_consumed === undefined ? '–' : count(r.credits_consumed)),
      h('td.num', button('Delete', { icon: 'trash', kind: 'quiet.small', 'aria-label': `Delete ${r.request_id}`, onclick: async () => { if (await erase(r.request_id)) show(cursor); } }))));
    const back = button('Newer', { disabled: trail.length === 0, onclick: () => show(trail.pop()) });
    const next = button('Older', { disabled: !answer.next_cursor, onclick: () => { trail.push(cursor); show(answer.next_cursor); } });
    holder.replaceChildren(
      table('Requests', ['Candidate', 'Status', ['Score', 'num'], 'Created', ['Time', 'num'], ['Credits', 'num'], ['', 'num']], rows),
      h('div.row.between', h('p.soft', `Page ${trail.length + 1}`), h('div.row', back, next)));
  }
}

async function erase(id) {
  if (!await confirm('Delete this request?', 'Its document, text and result are erased. Its transactions stay.', 'Delete')) return false;
  try {
    await api.remove('parse/' + id);
    notify('Deleted');
    return true;
  } catch (e) {
    notify(e.message, 'bad');
    return false;
  }
}

const MISSING = {
  not_found: 'Your account has no request with this id. It may have been deleted.',
  result_expired: 'The result was erased at the end of its retention time. Its transactions stay.',
};

async function one(context, id) {
  const holder = h('div');
  const page = h('div', h('p', h('a', { href: '#/requests' }, '← Requests')), holder);
  try {
    const answer = await api.get('parse/' + encodeURIComponent(id));
    await show(answer);
  } catch (e) {
    if (!MISSING[e.code]) throw e;
    holder.replaceChildren(h('h1', { tabindex: '-1' }, 'Request'), h('div.card.fault', { role: 'alert' }, h('h2', e.status === 410 ? 'Expired' : 'Not found'), h('p', MISSING[e.code]), h('p.mono.soft', id)));
  }
  return page;

  async function show(answer) {
    const actions = [h('a.button', { href: '#/transactions?request=' + id }, 'Transactions'),
      button('Delete', { icon: 'trash', kind: 'danger', onclick: async () => { if (await erase(id)) context.go('requests'); } })];
    const ended = answer.status === 'completed' || answer.status === 'failed';
    if (ended) {
      holder.replaceChildren(resultView(answer, await viewOptions(context, answer, { actions })));
      return;
    }
    holder.replaceChildren(h('div.title-row', h('h1', { tabindex: '-1' }, 'Request'), h('div.row', actions)), h('section.card', h('p', { role: 'status' }, status(answer.status), ` ${answer.current_stage}, ${answer.progress_percentage} %`), h('progress', { max: 100, value: answer.progress_percentage, 'aria-label': 'Progress' })));
    follow();
  }
  async function follow() {
    try {
      const answer = await api.get('parse/' + id, { wait: 5 });
      if (holder.isConnected) await show(answer);
    } catch (e) {
      notify(e.message, 'bad');
    }
  }
}

// What a result is shown with: its review where the key may make one, its pages where they are kept.
export async function viewOptions(context, answer, given = {}) {
  const scopes = context.session.key.scopes, may = !scopes || scopes.split(' ').includes('parse');
  const reviews = may && answer.status === 'completed' && answer.result && answer.request_id;
  return {
    ontitle: (text) => context.setTitle(text),
    review: reviews ? new Review(answer, await find(answer.request_id)) : null,
    pictures: context.session.keep_documents && !answer.metadata?.redacted && answer.metadata?.extract?.source_format ? storedPages(answer.request_id) : null,
    ...given,
  };
}
