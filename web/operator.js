// SPDX-License-Identifier: Apache-2.0
// For those who run the service: its state, all accounts, credits.
import * as api from './api.js';
import { h, button, table, status, time, count, duration, labelled, select, notify, copy, visible, confirm } from './dom.js';

const LAYERS = ['no new privileges', 'seccomp', 'Landlock', 'no network', 'resource limits', 'no files'];

export async function render(context) {
  const holder = h('div.stack');
  await draw();
  const timer = setInterval(() => { if (!holder.isConnected) clearInterval(timer); else refresh(); }, 5000);
  return h('div', h('h1', { tabindex: '-1' }, 'Operator'), holder);

  async function refresh() {
    try {
      const state = await api.get('operator');
      holder.querySelector('.state')?.replaceWith(stateCard(state));
    } catch { /* the next turn tries again */ }
  }

  async function draw() {
    const [state, { accounts }] = await Promise.all([api.get('operator'), api.get('accounts')]);
    holder.replaceChildren(stateCard(state), accountsCard(accounts), creditsForm(accounts), accountForm());
  }

  async function act(work, done) {
    try {
      const out = await work();
      notify(done);
      await draw();
      return out;
    } catch (e) {
      notify([e.message, ...(e.faults || []).map((f) => `${f.pointer} ${f.detail}`)].join(' · '), 'bad');
      return null;
    }
  }

  function accountsCard(accounts) {
    return h('section.card', h('h2', 'Accounts'), table('Accounts', ['Name', 'Plan', 'Billing', ['Balance', 'num'], ['Allowance', 'num'], 'State', 'Created', ['', 'num']],
      accounts.map((a) => h('tr', h('td', h('bdi', visible(a.name))), h('td', a.plan), h('td', a.billing), h('td.num', count(a.balance)), h('td.num', a.billing === 'plan' ? count(a.allowance) : '–'), h('td', status(a.active ? 'active' : 'disabled')), h('td', time(a.created_at)),
        h('td.num', h('div.row.end', button(a.active ? 'Suspend' : 'Activate', { kind: 'quiet.small', 'aria-label': `${a.active ? 'Suspend' : 'Activate'} ${a.name}`, onclick: () => activity(a) }),
          button(a.plan === 'beginner' ? 'Move to professional' : 'Move to beginner', { kind: 'quiet.small', 'aria-label': `${a.plan === 'beginner' ? 'Move to professional' : 'Move to beginner'}: ${a.name}`, onclick: () => plan(a) })))))));
  }

  // Each change asks and names what follows.
  function own(a) { return a.id === context.session.account.id ? ' This is the account you are signed in with.' : ''; }
  async function activity(a) {
    const text = a.active ? `New requests from ${a.name} are refused with 402 until you activate the account again. Running requests finish.` : `Requests from ${a.name} are accepted and charged again.`;
    if (await confirm(`${a.active ? 'Suspend' : 'Activate'} ${a.name}?`, text + own(a), a.active ? 'Suspend' : 'Activate', a.active ? 'danger' : 'primary'))
      await act(() => api.post('accounts/update', { id: a.id, active: !a.active }), 'Saved');
  }
  async function plan(a) {
    const to = a.plan === 'beginner' ? 'professional' : 'beginner';
    if (await confirm(`Change ${a.name} to ${to}?`, `From the next request on, documents of this account may have ${to === 'beginner' ? 'fewer' : 'more'} pages. Its credits stay.${own(a)}`, `Change to ${to}`, 'primary'))
      await act(() => api.post('accounts/update', { id: a.id, plan: to }), 'Saved');
  }

  function creditsForm(accounts) {
    const account = select(accounts.map((a) => [a.id, a.name]));
    const kind = select([['regular', 'Purchase'], ['promo', 'Promotion'], ['welcome', 'Welcome']]);
    const credits = h('input', { type: 'number', min: 1, max: 1000000000, required: true, value: 1000 });
    const days = h('input', { type: 'number', min: 0, max: 36500, value: 0 });
    const note = h('input', { maxlength: 70 });
    return h('form.card', { onsubmit: (e) => { e.preventDefault(); confirm('Add credits?', `${count(Number(credits.value))} credits go to ${account.selectedOptions[0].text}. You cannot undo this.`, 'Add them', 'primary').then((yes) => yes && act(() => api.post('credits', { account: account.value, kind: kind.value, credits: Number(credits.value), days: Number(days.value), note: note.value }), 'Credits added')); } },
      h('h2', 'Add credits'), h('div.grid', labelled('Account', account), labelled('Kind', kind), labelled('Credits', credits), labelled('Expire after days', days, '0: they do not expire'), labelled('Note', note)),
      h('div.row.end', h('button.primary', { type: 'submit' }, 'Add credits')));
  }

  function accountForm() {
    const name = h('input', { required: true, maxlength: 60, pattern: '[A-Za-z0-9_.\\-]+', title: 'Letters, digits, dot, dash and underscore; no spaces', oninput: () => name.setCustomValidity(/^[A-Za-z0-9_.\-]*$/.test(name.value) ? '' : 'Use letters, digits, dot, dash and underscore, and no spaces.') });
    const plan = select([['professional', 'Professional'], ['beginner', 'Beginner']]);
    const billing = select([['plan', 'Monthly allowance'], ['packs', 'Credit packs']]);
    const allowance = h('input', { type: 'number', min: 0, max: 1000000000, value: 1000 });
    return h('form.card', { onsubmit: async (e) => {
      e.preventDefault();
      const made = await act(() => api.post('accounts', { name: name.value.trim(), plan: plan.value, billing: billing.value, allowance: Number(allowance.value) }), 'Account created');
      if (made) showKey(made);
    } },
    h('h2', 'New account'), h('div.grid', labelled('Name', name, 'Letters, digits, dot, dash and underscore'), labelled('Plan', plan), labelled('Billing', billing), labelled('Credits a month', allowance)), h('div.row.end', h('button.primary', { type: 'submit' }, 'Create account')));
  }
}

function showKey(made) {
  const dialog = h('dialog', { 'aria-labelledby': 'key-title' }, h('h2', { id: 'key-title' }, 'First key of the account'), h('p', 'Copy it now. It is shown only once.'), h('pre.code.secret', { tabindex: '0' }, made.secret),
    h('div.row.end', button('Copy', { icon: 'copy', onclick: () => copy(made.secret) }), button('Done', { kind: 'primary', onclick: () => dialog.close() })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function stateCard(s) {
  const stat = (name, value) => h('div', h('dt', name), h('dd', value));
  return h('section.card.state', h('h2', 'Now'),
    h('dl.facts', stat('Version', s.version), stat('Queue', count(s.queue)), stat('Workers', `${s.workers.busy} of ${s.workers.total} busy`), stat('Mean time', duration(s.mean_ms)),
      stat('Completed', count(s.completed)), stat('Failed', count(s.failed)), stat('Timeouts', count(s.timeouts)), stat('Crashes', count(s.workers.crashes)), stat('Over a limit', count(s.workers.limits)), stat('Workers started', count(s.workers.spawned))),
    h('p.row', h('span.soft', 'Sandbox'), LAYERS.map((name, i) => h('span.pill.' + (s.workers.sandbox & (1 << i) ? 'good' : 'bad'), name))));
}
