// SPDX-License-Identifier: Apache-2.0
// Usage: balance, the month, a chart of days. Transactions: the rows of the ledger.
import * as api from './api.js';
import { h, svg, button, icon, table, time, day, count, labelled, select, empty, notify, plural } from './dom.js';

export async function render(context) {
  return context.page === 'transactions' ? transactions(context) : usage(context);
}

// ---- usage ----

function card(name, value, note) {
  return h('div.card.stat', h('h2', name), h('p.big-number', value), note && h('p.soft', note));
}

async function usage(context) {
  const days = Number(context.query.get('days')) || 30;
  const from = new Date(Date.now() - (days - 1) * 86400000).toISOString().slice(0, 10);
  const [now, history] = await Promise.all([api.get('usage'), allDays(from)]);
  const b = now.credit_balance, m = now.current_month;
  context.setBalance(b.total);
  const cycle = now.billing_cycle, next = now.next_expiration;
  const packs = 'welcome' in b;
  return h('div', h('div.title-row', h('h1', { tabindex: '-1' }, 'Usage'),
    h('div.row', [7, 30, 90].map((n) => h('a.button' + (n === days ? '.on' : ''), { href: '#/usage?days=' + n, 'aria-current': n === days && 'true' }, `${n} days`)))),
  h('div.stats',
    card('Credits left', count(b.total), cycle ? `${count(cycle.monthly_allowance)} a month, next on ${day(cycle.reset_date)}` : next ? `${count(next.amount)} ${next.type} expire on ${day(next.date)}` : 'they do not expire'),
    card('Requests this month', count(m.api_calls), `${plural(m.average_per_parse, 'credit')} each`),
    card('Credits this month', count(m.credits_consumed), cycle && `${cycle.plan} plan`),
    card('Success rate', m.api_calls ? `${m.success_rate} %` : '–', 'of finished requests')),
  packs && h('div.stats', card('Welcome', count(b.welcome)), card('Bought', count(b.regular)), card('Promotion', count(b.promo))),
  h('section.card', h('h2', 'Requests per day'), history.length ? chart(from, days, history) : empty('Nothing yet', `No requests in the last ${days} days.`)),
  history.length > 0 && h('section.card', h('h2', 'Days'), table('Requests per day', ['Day', ['Requests', 'num'], ['Credits', 'num'], 'Breakdown'],
    history.map((d) => h('tr', h('td', day(d.date)), h('td.num', count(d.parse_count)), h('td.num', count(d.credits_consumed)),
      h('td', Object.entries(d.breakdown || {}).map(([k, n]) => h('span.pill', `${k} ${count(n)}`))))))));
}

async function allDays(from) {
  const out = [];
  for (let offset = 0; offset < 100; offset += 100) {
    const page = await api.get('usage/history' + api.query({ start_date: from, limit: 100 }) + (offset ? `&offset=${offset}` : ''));
    out.push(...page.history);
    if (out.length >= page.pagination.total) break;
  }
  return out;
}

const TIERS = ['basic', 'standard', 'premium'];

function chart(from, days, history) {
  const narrow = window.innerWidth < 700, W = narrow ? 420 : 900, H = 240, left = 44, bottom = 24, top = 10;
  const by = new Map(history.map((d) => [d.date, d]));
  const list = Array.from({ length: days }, (_, i) => new Date(Date.parse(from) + i * 86400000).toISOString().slice(0, 10));
  const peak = Math.max(1, ...history.map((d) => d.parse_count));
  const unit = 10 ** Math.floor(Math.log10(peak));
  const step = [1, 2, 5, 10].map((s) => (s * unit) / 4).find((s) => s * 4 >= peak && Number.isInteger(s)) || Math.ceil(peak / 4);
  const high = step * 4, y = (n) => top + (H - top - bottom) * (1 - n / high);
  const width = (W - left) / days;
  const el = svg('svg', { class: 'chart', viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `Requests per day, at most ${peak}. The table below has the numbers.` });
  for (let i = 0; i <= 4; i++)
    el.append(svg('line', { x1: left, x2: W, y1: y(i * step), y2: y(i * step), class: 'grid-line' }), svg('text', { x: left - 8, y: y(i * step) + 4, 'text-anchor': 'end' }, count(i * step)));
  list.forEach((date, i) => {
    const d = by.get(date);
    if (i % Math.ceil(days / (narrow ? 4 : 8)) === 0)
      el.append(svg('text', { x: left + (i + 0.5) * width, y: H - 6, 'text-anchor': 'middle' }, day(date).replace(/ \d{4}$/, '')));
    if (!d) return;
    const known = TIERS.map((t) => d.breakdown?.[t] || 0);
    const rest = Math.max(0, d.parse_count - known.reduce((a, b) => a + b, 0));
    let at = 0;
    const group = svg('g', {}, svg('title', {}, `${day(date)}: ${count(d.parse_count)} requests, ${count(d.credits_consumed)} credits`));
    [...known, rest].forEach((n, k) => {
      if (!n) return;
      group.append(svg('rect', { x: left + i * width + width * 0.14, width: width * 0.72, y: y(at + n), height: y(at) - y(at + n), class: 'bar-' + (TIERS[k] || 'rest'), rx: 1.5 }));
      at += n;
    });
    el.append(group);
  });
  const legend = ['basic', 'standard', 'premium', 'rest'].filter((k) => k !== 'rest' || history.some((d) => TIERS.reduce((a, t) => a + (d.breakdown?.[t] || 0), 0) < d.parse_count));
  return h('figure.chart-box', el, h('figcaption', legend.map((k) => h('span.key', h('span.swatch.' + k), k === 'rest' ? 'not parsed' : k))));
}

// ---- transactions ----

const KINDS = { reserve: 'Reserved', consume: 'Consumed', release: 'Released', grant: 'Allowance', purchase: 'Purchase', promo: 'Promotion', expire: 'Expired' };

async function transactions(context) {
  const kind = context.query.get('kind') || '', request = context.query.get('request') || '';
  const holder = h('div');
  const trail = [];
  const page = h('div',
    h('div.title-row', h('h1', { tabindex: '-1' }, 'Transactions'), button('Export CSV', { icon: 'down', onclick: exportCsv })),
    h('div.filters', labelled('Kind', select([['', 'All'], ...Object.entries(KINDS)].map(([v, l]) => [v, l, v === kind]), { onchange: (e) => context.go('transactions' + api.query({ kind: e.target.value, request })) })),
      request && h('p.chip', 'Request ', h('span.mono', request), h('a', { href: '#/transactions' + api.query({ kind }), 'aria-label': 'Remove the filter' }, icon('cross')))),
    holder);
  await show('');
  return page;

  async function show(cursor) {
    const answer = await api.get('transactions' + api.query({ kind, request, cursor, limit: 50 }));
    if (!answer.transactions.length) {
      holder.replaceChildren(kind || request ? empty('Nothing here', 'No transaction matches the filter.', h('a.button', { href: '#/transactions' }, 'Show all')) : empty('No transactions yet', 'Each change of your credits will be listed here.'));
      return;
    }
    const rows = answer.transactions.map((t) => h('tr', h('td', time(t.at)), h('td', h('span.pill.kind-' + t.kind, KINDS[t.kind] || t.kind)),
      h('td.num' + (t.amount < 0 ? '' : '.plus'), (t.amount > 0 ? '+' : t.amount < 0 ? '−' : '') + count(Math.abs(t.amount))), h('td.num', count(t.balance)), h('td', t.pack),
      h('td', t.request_id ? h('a.mono', { href: '#/requests/' + t.request_id }, t.request_id) : t.note || '–')));
    holder.replaceChildren(table('Transactions', ['Time', 'Kind', ['Credits', 'num'], ['Balance after', 'num'], 'Source', 'Request or note'], rows),
      h('div.row.between', h('p.soft', `Page ${trail.length + 1}`), h('div.row',
        button('Newer', { disabled: !trail.length, onclick: () => show(trail.pop()) }),
        button('Older', { disabled: !answer.next_cursor, onclick: () => { trail.push(cursor); show(answer.next_cursor); } }))));
  }

  async function exportCsv() {
    try {
      const response = await api.get('transactions' + api.query({ kind, request, format: 'csv' }), { raw: true });
      const url = URL.createObjectURL(await response.blob());
      const a = h('a', { href: url, download: 'transactions.csv' });
      document.body.append(a);
      a.click();
      a.remove();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    } catch (e) {
      notify(e.message, 'bad');
    }
  }
}
