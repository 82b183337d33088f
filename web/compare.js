// SPDX-License-Identifier: Apache-2.0
// Candidates of finished requests against one job: a ranked table with the reasons.
import * as api from './api.js';
import { h, button, table, foreign, labelled, checkbox, count, empty, notify, plural, time, percent } from './dom.js';

const MOST = 100; // pairs that the service matches in one request
const kept = { job: '', chosen: new Set(), ranked: null };

// What another page wants compared.
export function choose(ids, job) {
  Object.assign(kept, { chosen: new Set(ids), ranked: null, job: job || kept.job });
}

export async function render(context) {
  const found = [];
  let cursor = '';
  for (let i = 0; i < 4; i++) {
    const page = await api.get('parse' + api.query({ limit: 100, status: 'completed', cursor }));
    found.push(...page.requests.filter((r) => r.headline && r.headline.checks_passed !== false && (r.headline.name || r.headline.label)));
    cursor = page.next_cursor;
    if (!cursor || found.length >= MOST) break;
  }
  const all = found.slice(0, MOST), by = new Map(all.map((r) => [r.request_id, r]));
  for (const id of [...kept.chosen]) if (!by.has(id)) kept.chosen.delete(id);
  if (!all.length)
    return h('div', h('h1', { tabindex: '-1' }, 'Compare'), empty('No candidates yet', 'Parse some resumes first. You can then compare all that are finished.', h('a.button.primary', { href: '#/try' }, 'Try it')));

  const out = h('div.stack', { 'aria-live': 'polite' });
  const go = h('button.primary', { type: 'submit' }, 'Compare');
  const hint = h('span');
  const job = h('textarea', { rows: 8, value: kept.job, placeholder: 'Paste the job description', oninput: () => { kept.job = job.value; ready(); } });
  const boxes = all.map((r) => {
    const box = checkbox(h('span', foreign(r.headline.name || r.headline.filename || r.request_id), h('span.hint.under', r.headline.label && [foreign(r.headline.label), ' · '], time(r.created_at))),
      { value: r.request_id, checked: kept.chosen.has(r.request_id), onchange: (e) => { if (e.target.checked) kept.chosen.add(r.request_id); else kept.chosen.delete(r.request_id); ready(); } });
    return box;
  });
  const everyone = button('Select all', { kind: 'small', onclick: () => {
    const on = kept.chosen.size < all.length;
    for (const b of boxes) { b.input.checked = on; if (on) kept.chosen.add(b.input.value); else kept.chosen.delete(b.input.value); }
    ready();
  } });
  ready();
  if (kept.ranked) show();
  return h('div', h('h1', { tabindex: '-1' }, 'Compare'), h('p.lead', 'Rank candidates for one job. This is free: nothing is parsed again.'),
    h('form.stack', { onsubmit: run }, h('div.try-grid',
      h('section.card', { 'aria-label': 'Job' }, labelled('Job description', job, hint)),
      h('section.card', h('div.title-row', h('h2', 'Candidates'), everyone), h('fieldset.candidates', h('legend.offscreen', 'Candidates'), boxes))),
    h('div.row.end', go)), out);

  function ready() {
    const n = [...job.value].length, wrong = n > 0 && (n < 100 || n > 30000);
    hint.textContent = n ? `${count(n)} characters; 100 to 30,000 are allowed` : '100 to 30,000 characters';
    hint.className = wrong ? 'bad' : '';
    go.disabled = !n || wrong || !kept.chosen.size;
    go.textContent = kept.chosen.size ? `Compare ${plural(kept.chosen.size, 'candidate')}` : 'Compare';
    everyone.firstChild.textContent = kept.chosen.size < all.length ? 'Select all' : 'Select none';
  }

  async function run(e) {
    e.preventDefault();
    go.disabled = true;
    out.replaceChildren(h('p', { role: 'status' }, 'Matching…'));
    const ids = [...kept.chosen];
    try {
      const { matches } = await api.post('match', { candidates: ids.map((request_id) => ({ request_id })), jobs: [{ job_description: job.value }], top_skills: 5 });
      kept.ranked = matches.map((m) => ({ ...m, request: by.get(ids[m.candidate]) })).sort((a, b) => (b.matching?.score ?? -1) - (a.matching?.score ?? -1));
      show();
    } catch (problem) {
      out.replaceChildren();
      notify([problem.message, ...(problem.faults || []).map((f) => `${f.pointer} ${f.detail}`)].join(' · '), 'bad');
    } finally {
      ready();
    }
  }

  function show() {
    const rows = kept.ranked.map((m, i) => h('tr',
      h('td.num', m.matching ? String(1 + kept.ranked.findIndex((x) => x.matching?.score === m.matching.score)) : '–'),
      h('td.who-cell', h('a', { href: '#/requests/' + m.request.request_id }, foreign(m.request.headline.name || m.request.headline.filename || m.request.request_id)), m.request.headline.label && h('div.soft', foreign(m.request.headline.label))),
      h('td.num', h('strong.score', m.matching ? String(m.matching.score) : '–')),
      h('td', m.matching && h('ul.plain.reasons', m.matching.matched_skills.map((s) => h('li', { title: s.reason }, foreign(s.skill), h('span.soft', ' ', foreign(s.reason)))))),
      h('td', m.matching && h('ul.plain.reasons', m.matching.missing_skills.map((s) => h('li' + (s.criticality >= 0.7 ? '.bad' : ''), foreign(s.requirement), h('span.soft', ` ${percent(s.criticality)}`)))))));
    out.replaceChildren(h('section.card.ranking', h('div.title-row', h('h2', 'Ranking'), button('Export CSV', { icon: 'down', onclick: save })),
      table('Ranking', [['Rank', 'num'], 'Candidate', ['Score', 'num'], 'Matched', 'Missing (importance)'], rows)));
  }

  async function save() {
    const { download } = await import('./dom.js');
    const cell = (x) => { const text = String(x ?? ''); return `"${(/^[=+\-@\t\r]/.test(text) ? "'" : '') + text.replaceAll('"', '""')}"`; };
    const lines = [['rank', 'candidate', 'title', 'score', 'fits', 'missing', 'request_id'], ...kept.ranked.map((m, i) => [i + 1, m.request.headline.name, m.request.headline.label, m.matching?.score,
      m.matching?.matched_skills.map((s) => s.skill).join('; '), m.matching?.missing_skills.map((s) => s.requirement).join('; '), m.request.request_id])];
    download('ranking.csv', '\ufeff' + lines.map((l) => l.map(cell).join(',')).join('\r\n') + '\r\n', 'text/csv');
  }
}
