// SPDX-License-Identifier: Apache-2.0
// Requests of the account: a list that pages by cursor, and one opened again.
import * as api from './api.js';
import { h, button, table, status, time, duration, count, size, labelled, select, empty, confirm, notify } from './dom.js';
import { resultView } from './result.js';

const LIMIT = 25;
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.toLowerCase();
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
      labelled('Up to day (UTC)', h('input', { type: 'date', value: until, onchange: (e) => go({ until: e.target.value }) })),
      h('form.control', { role: 'search', onsubmit: (e) => { e.preventDefault(); if (search.value.trim()) context.go('requests/' + encodeURIComponent(search.value.trim())); } },
        h('label', { for: 'find-id' }, 'Find by id'), h('div.row', Object.assign(search, { id: 'find-id' }), h('button', { type: 'submit' }, 'Open')))),
    holder);
  await show(idAfter(until));
  return page;

  async function show(cursor) {
    const answer = await api.get('parse' + api.query({ limit: LIMIT, status: state, cursor }));
    if (!answer.requests.length) {
      holder.replaceChildren(state || until || cursor
        ? empty('Nothing here', 'No request fits the filter.', button('Show all', { onclick: () => context.go('requests') }))
        : empty('No requests yet', 'Parse a first document, here or through the API.', h('a.button.primary', { href: '#/try' }, 'Try it')));
      return;
    }
    const rows = answer.requests.map((r) => h('tr',
      h('td', h('a.mono', { href: '#/requests/' + r.request_id }, r.request_id)),
      h('td', status(r.status)), h('td', time(r.created_at)), h('td', r.input_type || '–'), h('td.num', size(r.file_size_bytes)), h('td.num', duration(r.duration_ms)),
      h('td.num', r.credits_consumed === undefined ? '–' : count(r.credits_consumed)),
      h('td', r.error_code ? h('span', { title: r.error_code }, CODES[r.error_code] || r.error_code) : r.test ? h('span.pill', 'test') : ''),
      h('td.num', button('Delete', { icon: 'trash', kind: 'quiet.small', 'aria-label': `Delete ${r.request_id}`, onclick: async () => { if (await erase(r.request_id)) show(cursor); } }))));
    const back = button('Newer', { disabled: trail.length === 0, onclick: () => show(trail.pop()) });
    const next = button('Older', { disabled: !answer.next_cursor, onclick: () => { trail.push(cursor); show(answer.next_cursor); } });
    holder.replaceChildren(
      table('Requests', ['Request', 'Status', 'Created', 'Input', ['Size', 'num'], ['Time', 'num'], ['Credits', 'num'], 'Note', ['', 'num']], rows),
      h('div.row.between', h('p.soft', `Page ${trail.length + 1}`), h('div.row', back, next)));
  }
}

async function erase(id) {
  if (!await confirm('Delete this request?', 'Its document, text and result are erased. The ledger row stays.', 'Delete')) return false;
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
  not_found: 'There is no request of this id in your account. It may have been deleted.',
  result_expired: 'The result was erased when its retention time was over. The ledger keeps what it cost.',
};

async function one(context, id) {
  const holder = h('div');
  const page = h('div', h('p', h('a', { href: '#/requests' }, '← Requests')), holder);
  try {
    const answer = await api.get('parse/' + encodeURIComponent(id));
    show(answer);
  } catch (e) {
    if (!MISSING[e.code]) throw e;
    holder.replaceChildren(h('h1', { tabindex: '-1' }, 'Request'), h('div.card.fault', { role: 'alert' }, h('h2', e.status === 410 ? 'Expired' : 'Not found'), h('p', MISSING[e.code]), h('p.mono.soft', id)));
  }
  return page;

  function show(answer) {
    const ended = answer.status === 'completed' || answer.status === 'failed';
    holder.replaceChildren(
      h('div.title-row', h('h1', { tabindex: '-1' }, 'Request'), h('div.row',
        h('a.button', { href: '#/transactions?request=' + id }, 'Transactions'),
        button('Delete', { icon: 'trash', kind: 'danger', onclick: async () => { if (await erase(id)) context.go('requests'); } }))),
      ended ? resultView(answer) : h('section.card', h('p', { role: 'status' }, status(answer.status), ` ${answer.current_stage}, ${answer.progress_percentage} %`), h('progress', { max: 100, value: answer.progress_percentage, 'aria-label': 'Progress' })));
    if (!ended) follow();
  }
  async function follow() {
    try {
      const answer = await api.get('parse/' + id, { wait: 5 });
      if (holder.isConnected) show(answer);
    } catch (e) {
      notify(e.message, 'bad');
    }
  }
}
