// SPDX-License-Identifier: Apache-2.0
// Settings of the account: keys, prompt phrases, webhooks, retention.
import * as api from './api.js';
import { h, button, table, status, time, count, labelled, checkbox, select, empty, confirm, notify, copy, plural, tabs, visible } from './dom.js';

const SCOPES = [['parse', 'Create, correct and delete requests'], ['read', 'Read results'], ['usage', 'Read usage'], ['admin', 'Manage keys, phrases and webhooks over the API']];
const EVENTS = [['parse.completed', 'A result is ready'], ['parse.failed', 'A request failed; it costs nothing'], ['parse.reviewed', 'A person finished a review'],
  ['batch.completed', 'All documents of a batch are done'], ['credits.low', 'The balance fell below your mark (Settings, Data)']];

export async function render(context) {
  if (context.session.key.scopes)
    return h('div', h('h1', { tabindex: '-1' }, 'Settings'), empty('This key cannot change settings', 'The key you signed in with is limited to some scopes. Sign in with an unlimited key.'));
  const pages = [['keys', 'API keys', keys], ['phrases', 'Prompt phrases', phrases], ['webhooks', 'Webhooks', webhooks], ['data', 'Data', data]];
  return h('div', h('h1', { tabindex: '-1' }, 'Settings'),
    tabs('Settings', pages.map(([id, label, make]) => ({ id, label, make: () => live(context, make) })),
      { selected: context.rest[0] || 'keys', onchange: (id) => history.replaceState(null, '', '#/settings/' + id) }));
}

// A part that draws itself again after a change.
function live(context, make) {
  const holder = h('div.stack', h('p.soft', 'Loading…'));
  const draw = async () => {
    try {
      holder.replaceChildren(...[await make(context, draw)].flat().filter(Boolean));
    } catch (e) {
      holder.replaceChildren(h('div.card.fault', { role: 'alert' }, h('h2', e.message), button('Try again', { onclick: draw })));
    }
  };
  draw();
  return holder;
}

async function act(work, done) {
  try {
    const out = await work();
    if (done) notify(done);
    return out || true;
  } catch (e) {
    notify([e.message, ...(e.faults || []).map((f) => `${f.pointer} ${f.detail}`)].join(' · '), 'bad');
    return null;
  }
}

function secretDialog(title, text, secret) {
  const dialog = h('dialog', { 'aria-labelledby': 'secret-title' }, h('h2', { id: 'secret-title' }, title), h('p', text),
    h('pre.code.secret', { tabindex: '0' }, secret),
    h('div.row.end', button('Copy', { icon: 'copy', onclick: () => copy(secret, 'Copied') }), button('Done', { kind: 'primary', onclick: () => dialog.close() })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// ---- keys ----

async function keys(context, draw) {
  const { keys: all } = await api.get('keys');
  const now = new Date().toISOString();
  const state = (k) => (k.revoked_at ? 'revoked' : k.expires_at && k.expires_at < now ? 'expired' : 'active');
  const name = h('input', { required: true, maxlength: 60, placeholder: 'Applicant tracking, production' });
  const days = select([['', 'Never', true], ['30', 'In 30 days'], ['90', 'In 90 days'], ['365', 'In a year']]);
  const test = checkbox('Test key', {}, 'parses like a live key and is never charged');
  const scopes = SCOPES.map(([id, label]) => checkbox(id, { checked: id !== 'admin', value: id }, label));
  const whole = checkbox('Unlimited', { onchange: () => { for (const s of scopes) s.input.disabled = whole.input.checked; } }, 'may do everything, including these settings');
  const form = h('form.card', { onsubmit: create }, h('h2', 'New key'),
    h('div.grid', h('div', labelled('Name', name), labelled('Expires', days), test),
      h('fieldset', h('legend', 'Scopes'), scopes, whole)),
    h('div.row.end', h('button.primary', { type: 'submit' }, 'Create key')));
  return [h('section.card', h('h2', 'Keys'), table('API keys', ['Name', 'Key', 'State', 'Scopes', 'Created', 'Expires', ['', 'num']],
    all.map((k) => h('tr', h('td', h('bdi', visible(k.name) || '–'), k.id === context.session.key.id && h('span.pill', 'this session')), h('td', h('code', k.hint + '…'), k.test && h('span.pill', 'test')),
      h('td', status(state(k))), h('td', k.scopes || 'all'), h('td', time(k.created_at)), h('td', k.expires_at ? time(k.expires_at) : 'never'),
      h('td.num', state(k) === 'active' && button('Revoke', { kind: 'quiet.small', 'aria-label': `Revoke ${k.name || k.hint}`, onclick: () => revoke(k) })))))), form];

  async function create(e) {
    e.preventDefault();
    const chosen = scopes.filter((s) => s.input.checked).map((s) => s.input.value);
    if (!chosen.length && !whole.input.checked) return notify('Choose at least one scope', 'bad');
    if (whole.input.checked && !await confirm('Create an unlimited key?', 'Anyone who has it can read and delete everything in this account, and create more keys.', 'Create it', 'primary')) return;
    const made = await act(() => api.post('keys', { name: name.value.trim(), test: test.input.checked, scopes: whole.input.checked ? '' : chosen.join(' '), days: Number(days.value) || 0 }));
    if (!made) return;
    secretDialog('Your new key', 'Copy it now. vitae stores only its hash, so it cannot be shown again.', made.secret);
    draw();
  }
  async function revoke(k) {
    const own = k.id === context.session.key.id;
    if (!await confirm('Revoke this key?', `Requests with ${k.hint}… are refused from now on.` + (own ? ' You are signed in with it, so your session ends too.' : ''), 'Revoke')) return;
    if (await act(() => api.remove('keys/' + k.id), 'Revoked')) draw();
  }
}

// ---- phrases ----

async function phrases(context, draw) {
  const { phrases: all, defaults } = await api.get('phrases');
  const phrase = h('input', { required: true, maxlength: 200, placeholder: 'ignore previous instructions' });
  const items = all.length ? all : defaults;
  return h('section.card', h('h2', 'Prompt phrases'),
    h('p', 'The prompt check finds these phrases in a resume and stops the request before parsing. Case, accents, spacing and line breaks do not matter. It runs only when a request sets ', h('code', 'config.validate.prompt.skip'), ' to false.'),
    h('form.row', { onsubmit: add }, h('div.grow', labelled('New phrase', phrase)), h('button.primary.low', { type: 'submit' }, 'Add')),
    !all.length && h('p.note', 'You have no phrases of your own, so the default list below is used. When you add your first phrase, the list becomes yours to edit.'),
    h('ul.plain.lines', items.map((p) => h('li.row.between', h('bdi', visible(p)), all.length > 0 && button('Remove', { kind: 'quiet.small', 'aria-label': `Remove ${p}`, onclick: async () => { if (await act(() => api.post('phrases/remove', { phrase: p }), 'Removed')) draw(); } })))),
    all.length > 0 && button('Back to the default list', { onclick: async () => { if (await confirm('Remove all your phrases?', 'The prompt check uses the default list again.', 'Remove them')) { for (const p of all) if (!await act(() => api.post('phrases/remove', { phrase: p }))) break; draw(); } } }));

  async function add(e) {
    e.preventDefault();
    if (await act(() => api.post('phrases', { phrase: phrase.value.trim(), with_defaults: true }), 'Added')) draw();
  }
}

// ---- webhooks ----

async function webhooks(context, draw) {
  const [{ webhooks: all }, { deliveries }] = await Promise.all([api.get('webhooks'), api.get('deliveries')]);
  const url = h('input', { type: 'url', required: true, placeholder: 'https://example.com/hooks/vitae' });
  const events = EVENTS.map(([e, meaning]) => checkbox(e, { checked: true, value: e }, meaning));
  return [h('section.card', h('h2', 'Endpoints'),
    all.length ? table('Webhook endpoints', ['Address', 'Events', 'State', 'Created', ['', 'num']], all.map((w) => h('tr', h('td.break', visible(w.url)), h('td', w.events || 'all'), h('td', status(w.disabled_at ? 'disabled' : 'active')), h('td', time(w.created_at)),
      h('td.num', h('div.row.end', button(w.disabled_at ? 'Enable' : 'Disable', { kind: 'quiet.small', 'aria-label': `${w.disabled_at ? 'Enable' : 'Disable'} ${w.url}`, onclick: async () => { if (await act(() => api.post('webhooks/state', { id: w.id, enabled: Boolean(w.disabled_at) }))) draw(); } }),
        button('Delete', { kind: 'quiet.small', 'aria-label': `Delete ${w.url}`, onclick: async () => { if (await confirm('Delete this endpoint?', 'Its delivery log is deleted too.', 'Delete') && await act(() => api.remove('webhooks/' + w.id), 'Deleted')) draw(); } })))))) : empty('No endpoints', 'vitae calls an endpoint when a request ends. Calls are signed as Standard Webhooks.')),
  h('form.card', { onsubmit: add }, h('h2', 'New endpoint'), labelled('Address', url), h('fieldset', h('legend', 'Events'), events), h('div.row.end', h('button.primary', { type: 'submit' }, 'Add endpoint'))),
  h('section.card', h('div.title-row', h('h2', 'Deliveries'), button('Refresh', { icon: 'again', kind: 'quiet', onclick: draw })),
    deliveries.length ? table('Deliveries', ['Time', 'Event', 'State', ['Tries', 'num'], 'Last answer', 'Next try', ['', 'num']], deliveries.map((d) => h('tr', h('td', time(d.created_at)), h('td', h('code', d.event)), h('td', status(d.state)), h('td.num', count(d.tries)),
      h('td', d.last_status || visible(d.last_error || '–')), h('td', d.state === 'pending' ? time(d.next_at) : '–'),
      h('td.num', d.state !== 'pending' && button('Resend', { kind: 'quiet.small', 'aria-label': `Resend ${d.id}`, onclick: async () => { if (await act(() => api.post('deliveries/resend', { id: d.id }), 'Queued')) draw(); } }))))) : h('p.soft', 'Nothing has been sent yet.'))];

  async function add(e) {
    e.preventDefault();
    const chosen = events.filter((x) => x.input.checked).map((x) => x.input.value);
    const made = await act(() => api.post('webhooks', { url: url.value.trim(), events: chosen.length === EVENTS.length ? '' : chosen.join(' ') }));
    if (!made) return;
    secretDialog('Signing secret', 'Your endpoint checks signatures with it. Copy it now: it is shown only once.', made.secret);
    draw();
  }
}

// ---- data ----

async function data(context, draw) {
  const s = context.session;
  const low = h('input', { type: 'number', min: 0, max: 1000000000, value: s.account.low_credits });
  return [h('section.card', h('h2', 'Retention'), h('p', s.keep_documents ? 'Documents are kept as long as their results, so that their pages can be shown again. Results are kept for ' : 'A document is deleted when its processing ends. Results are kept for ', h('strong', plural(Math.round(s.retention_seconds / 86400), 'day')), ' and then erased. Transactions stay.'),
    h('p', 'A request can ask for less: ', h('code', '"config": {"retention_seconds": 3600}'), '. You can erase any request at once from its page. Pictures of pages are never stored: they exist only in this browser tab.')),
  h('form.card', { onsubmit: async (e) => { e.preventDefault(); if (await act(() => api.post('account', { low_credits: Number(low.value) }), 'Saved')) s.account.low_credits = Number(low.value); } },
    h('h2', 'Low credits'), labelled('Send the event credits.low when the balance falls below', low, '0: it is never sent.'), h('div.row.end', h('button.primary', { type: 'submit' }, 'Save')))];
}
