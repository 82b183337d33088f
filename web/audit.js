// SPDX-License-Identifier: Apache-2.0
// The audit trail: which key saw, exported and changed what.
import * as api from './api.js';
import { h, icon, button, count, empty, labelled, notify, select, table, time } from './dom.js';

const ACTIONS = {
  'request.create': 'Request created', 'request.list': 'Requests listed', 'request.delete': 'Request deleted',
  'batch.create': 'Batch created', 'batch.delete': 'Batch deleted',
  'result.read': 'Result opened', 'result.export': 'Result exported', 'document.read': 'Document opened', 'document.draw': 'Document drawn',
  'review.read': 'Review opened', 'review.put': 'Result corrected', 'review.delete': 'Review deleted',
  'match.run': 'Candidates compared', 'job.read': 'Job description read',
  'key.create': 'Key created', 'key.revoke': 'Key revoked', 'phrase.add': 'Phrase added', 'phrase.remove': 'Phrase removed',
  'webhook.add': 'Webhook added', 'webhook.remove': 'Webhook removed', 'webhook.enable': 'Webhook enabled', 'webhook.disable': 'Webhook disabled',
  'webhook.rotate': 'Webhook secret changed', 'webhook.test': 'Webhook tested', 'webhook.resend': 'Event sent again',
  'session.open': 'Signed in', 'session.close': 'Signed out', 'account.create': 'Account created', 'account.set': 'Account changed', 'credits.add': 'Credits added',
  'audit.read': 'Audit trail opened', 'audit.export': 'Audit trail exported',
};
const ACTORS = { api: 'API', dashboard: 'Dashboard', operator: 'Operator', command: 'Command line' };

export async function render(context) {
  const filter = { action: context.query.get('action') || '', subject: context.query.get('subject') || '', key_id: context.query.get('key_id') || '' };
  const holder = h('div');
  const trail = [];
  const go = (change) => context.go('audit' + api.query({ ...filter, ...change }));
  const chip = (label, name) => filter[name] && h('p.chip', label + ' ', h('span.mono', filter[name]),
    h('a', { href: '#/audit' + api.query({ ...filter, [name]: '' }), 'aria-label': 'Remove the filter' }, icon('cross')));
  const page = h('div',
    h('div.title-row', h('h1', { tabindex: '-1' }, 'Audit trail'), button('Export CSV', { icon: 'down', onclick: exportCsv })),
    h('p.soft', 'Who opened, exported or changed what, and when. It holds nothing from documents.'),
    h('div.filters', labelled('Action', select([['', 'All'], ...Object.entries(ACTIONS)].map(([v, l]) => [v, l, v === filter.action]), { onchange: (e) => go({ action: e.target.value }) })),
      chip('Object', 'subject'), chip('Key', 'key_id')),
    holder);
  await show('');
  return page;

  async function show(cursor) {
    const answer = await api.get('audit' + api.query({ ...filter, cursor, limit: 50 }));
    if (!answer.entries.length) {
      holder.replaceChildren(Object.values(filter).some(Boolean) ? empty('Nothing here', 'No entry matches the filter.', h('a.button', { href: '#/audit' }, 'Show all')) : empty('No entries yet', 'Each look at a result, each export and each change will be listed here.'));
      return;
    }
    const rows = answer.entries.map((e) => h('tr', h('td', time(e.at)),
      h('td', ACTIONS[e.action] || e.action, e.times > 1 && h('span.soft', ` × ${count(e.times)}`)),
      h('td', e.subject ? (e.subject.startsWith('prs_') ? h('a.mono', { href: '#/requests/' + e.subject }, e.subject) : h('span.mono', e.subject)) : '–'),
      h('td', e.key_id ? h('a', { href: '#/audit' + api.query({ ...filter, key_id: e.key_id }) }, e.key_name || e.key_id) : '–'),
      h('td', ACTORS[e.actor] || e.actor), h('td', h('span.mono', e.address || '–'))));
    holder.replaceChildren(table('Audit trail', ['Time', 'Action', 'Object', 'Key', 'Via', 'IP address'], rows),
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
