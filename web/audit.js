// SPDX-License-Identifier: Apache-2.0
// The audit trail: which key saw, exported and changed what.
import * as api from './api.js';
import { h, icon, button, count, empty, labelled, notify, select, table, time } from './dom.js';

const ACTIONS = {
  'result.read': 'Result read', 'result.export': 'Result exported', 'request.create': 'Request created', 'batch.create': 'Batch created', 'batch.delete': 'Batch deleted', 'request.list': 'Requests listed',
  'request.delete': 'Request deleted', 'review.put': 'Result corrected', 'review.read': 'Review read', 'review.delete': 'Review deleted', 'document.read': 'Document shown', 'key.create': 'Key created', 'key.revoke': 'Key revoked', 'phrase.add': 'Phrase added',
  'phrase.remove': 'Phrase removed', 'webhook.add': 'Webhook added', 'webhook.remove': 'Webhook removed', 'webhook.enable': 'Webhook enabled',
  'webhook.disable': 'Webhook disabled', 'webhook.rotate': 'Webhook secret rotated', 'webhook.test': 'Webhook tested', 'webhook.resend': 'Event sent again',
  'session.open': 'Signed in', 'account.create': 'Account created', 'account.set': 'Account changed', 'credits.add': 'Credits added',
  'review.read': 'Review read', 'review.put': 'Result corrected', 'review.delete': 'Review deleted', 'audit.read': 'Audit trail read', 'audit.export': 'Audit trail exported',
};
const ACTORS = { api: 'API', dashboard: 'Dashboard', operator: 'Operator', command: 'Command on the server' };

export async function render(context) {
  const filter = { action: context.query.get('action') || '', subject: context.query.get('subject') || '', key_id: context.query.get('key_id') || '' };
  const holder = h('div');
  const trail = [];
  const go = (change) => context.go('audit' + api.query({ ...filter, ...change }));
  const chip = (label, name) => filter[name] && h('p.chip', label + ' ', h('span.mono', filter[name]),
    h('a', { href: '#/audit' + api.query({ ...filter, [name]: '' }), 'aria-label': 'Remove the filter' }, icon('cross')));
  const page = h('div',
    h('div.title-row', h('h1', { tabindex: '-1' }, 'Audit trail'), button('Export CSV', { icon: 'down', onclick: exportCsv })),
    h('p.soft', 'Who saw, exported and changed what. Nothing of a document is in it.'),
    h('div.filters', labelled('Action', select([['', 'All'], ...Object.entries(ACTIONS)].map(([v, l]) => [v, l, v === filter.action]), { onchange: (e) => go({ action: e.target.value }) })),
      chip('About', 'subject'), chip('Key', 'key_id')),
    holder);
  await show('');
  return page;

  async function show(cursor) {
    const answer = await api.get('audit' + api.query({ ...filter, cursor, limit: 50 }));
    if (!answer.entries.length) {
      holder.replaceChildren(empty('No entries', 'Nothing fits the filter.'));
      return;
    }
    const rows = answer.entries.map((e) => h('tr', h('td', time(e.at)),
      h('td', ACTIONS[e.action] || e.action, e.times > 1 && h('span.soft', ` × ${count(e.times)}`)),
      h('td', e.subject ? (e.subject.startsWith('prs_') ? h('a.mono', { href: '#/requests/' + e.subject }, e.subject) : h('span.mono', e.subject)) : '–'),
      h('td', e.key_id ? h('a', { href: '#/audit' + api.query({ ...filter, key_id: e.key_id }) }, e.key_name || e.key_id) : '–'),
      h('td', ACTORS[e.actor] || e.actor), h('td.mono', e.address || '–')));
    holder.replaceChildren(table('Audit trail', ['Time', 'Action', 'About', 'Key', 'Through', 'Address'], rows),
      h('div.row.between', h('p.soft', `Page ${trail.length + 1}`), h('div.row',
        button('Newer', { disabled: !trail.length, onclick: () => show(trail.pop()) }),
        button('Older', { disabled: !answer.next_cursor, onclick: () => { trail.push(cursor); show(answer.next_cursor); } }))));
  }

  async function exportCsv() {
    try {
      const response = await api.get('audit' + api.query({ ...filter, format: 'csv' }), { raw: true });
      const url = URL.createObjectURL(await response.blob());
      const a = h('a', { href: url, download: 'audit.csv' });
      document.body.append(a);
      a.click();
      a.remove();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    } catch (e) {
      notify(e.message, 'bad');
    }
  }
}
