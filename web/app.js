// SPDX-License-Identifier: Apache-2.0
// Start, sign-in, navigation. Pages are modules with render(context) → element, loaded on demand.
import * as api from './api.js';
import { h, icon, button, notify, count, labelled } from './dom.js';

const PAGES = [
  { id: 'try', label: 'Try it', icon: 'try', load: () => import('./try.js') },
  { id: 'requests', label: 'Requests', icon: 'list', load: () => import('./requests.js') },
  { id: 'compare', label: 'Compare', icon: 'scale', load: () => import('./compare.js') },
  { id: 'usage', label: 'Usage', icon: 'chart', load: () => import('./usage.js') },
  { id: 'transactions', label: 'Transactions', icon: 'ledger', load: () => import('./usage.js') },
  { id: 'audit', label: 'Audit trail', icon: 'shield', load: () => import('./audit.js') },
  { id: 'settings', label: 'Settings', icon: 'gear', load: () => import('./settings.js') },
  { id: 'operator', label: 'Operator', icon: 'server', load: () => import('./operator.js'), operator: true },
];

const app = document.getElementById('app');
let session = null;
let drawn = 0;

function brand() {
  return h('a.brand', { href: '#/try' }, h('img', { src: api.ROOT + 'assets/icon.svg', alt: '', width: 28, height: 28 }), h('span', 'vitae'));
}

// ---- sign-in ----

function showSignIn(message) {
  session = null;
  document.title = 'Sign in · vitae';
  const error = h('p.error', { role: 'alert', id: 'sign-in-error' }, message || '');
  const key = h('input.mono', { type: 'password', name: 'key', autocomplete: 'current-password', required: true, placeholder: 'vt_live_…', spellcheck: 'false', 'aria-describedby': 'sign-in-error' });
  const send = h('button.primary.wide', { type: 'submit' }, 'Sign in');
  const form = h('form.card', {
    onsubmit: async (e) => {
      e.preventDefault();
      error.textContent = '';
      send.disabled = true;
      try {
        session = await api.signIn(key.value.trim());
        start();
      } catch (problem) {
        error.textContent = problem.code === 'invalid_api_key' ? 'This key is unknown, revoked or expired.' : problem.message;
        key.focus();
        key.select();
      } finally {
        send.disabled = false;
      }
    },
  },
  h('h1', 'Sign in'),
  h('p.soft', 'Use an API key of your account. The first one was printed when the service started.'),
  labelled('API key', key), error, send,
  h('details', h('summary', 'Where is my key?'),
    h('p', 'A key is shown once, when it is made. Make another on the machine that runs the service:'),
    h('pre.code', { tabindex: '0' }, 'vitae key create')));
  app.replaceChildren(h('div.gate',
    h('header', brand()),
    h('main', { id: 'main' }, form,
      h('section.pitch', h('h2', 'Resumes in, structured data out'),
        h('ul',
          h('li', icon('check'), h('span', 'Every value is tied to its place on the page: see it, check it, trust it.')),
          h('li', icon('check'), h('span', 'Milliseconds a document, on your own machine. Nothing is sent anywhere.')),
          h('li', icon('check'), h('span', 'PDF, Word, web pages, Markdown, text and scans.'))))),
    h('footer.soft', h('a', { href: api.ROOT + 'docs' }, 'Documentation'), h('a', { href: api.ROOT + 'openapi.json' }, 'OpenAPI'))));
  key.focus();
}

// ---- frame ----

function drawFrame() {
  const pages = PAGES.filter((p) => !p.operator || session.operator);
  const nav = h('nav', { 'aria-label': 'Pages' }, h('ul', pages.map((p) =>
    h('li', h('a', { href: '#/' + p.id, data: { page: p.id } }, icon(p.icon), h('span', p.label))))));
  const out = button('Sign out', { icon: 'out', kind: 'quiet', onclick: async () => {
    try { await api.signOut(); } catch (e) { if (e.status !== 401) return notify(e.message, 'bad'); }
    location.hash = '';
    showSignIn('');
  } });
  app.replaceChildren(h('div.frame',
    h('header.side', brand(), nav,
      h('div.side-foot',
        h('a.side-link', { href: api.ROOT + 'docs' }, icon('book'), h('span', 'Documentation')),
        h('div.who', h('strong', session.account.name), h('span.soft.plan', session.account.plan + ' plan'),
          h('span.soft', { id: 'balance' }, balanceText())), out)),
    h('main', { id: 'main', tabindex: '-1' })));
}

function balanceText() {
  return `${count(session.account.balance)} credits` + (session.key.test ? ' · test key' : '');
}

const context = {
  get session() { return session; },
  setBalance(n) {
    session.account.balance = n;
    const el = document.getElementById('balance');
    if (el) el.textContent = balanceText();
  },
  setTitle(text) { document.title = `${text} · vitae`; },
  go(path) { location.hash = '#/' + path; },
};

// ---- pages ----

async function route() {
  if (!session) return;
  const [path, search] = location.hash.replace(/^#\/?/, '').split('?');
  const [id, ...rest] = (path || 'try').split('/');
  const page = PAGES.find((p) => p.id === id && (!p.operator || session.operator)) || PAGES[0];
  const turn = ++drawn;
  for (const a of document.querySelectorAll('nav a'))
    if (a.dataset.page === page.id) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
  context.setTitle(page.label);
  const main = document.getElementById('main');
  let content;
  const slow = setTimeout(() => { if (turn === drawn) main.replaceChildren(h('p.boot', { role: 'status' }, 'Loading…')); }, 250);
  try {
    const module = await page.load();
    content = await module.render({ ...context, session, page: page.id, rest: rest.map(decodeURIComponent), query: new URLSearchParams(search || '') });
  } catch (e) {
    if (!session) return;
    content = h('div', h('h1', page.label), h('div.card.fault', { role: 'alert' }, h('h2', 'This page could not be loaded'),
      h('p', e.message), button('Try again', { icon: 'again', onclick: route })));
    if (!(e instanceof api.Problem)) console.error(e);
  } finally {
    clearTimeout(slow);
  }
  if (turn !== drawn) return;
  main.replaceChildren(content);
  if (!route.first) main.focus({ preventScroll: true });
  route.first = false;
  window.scrollTo(0, 0);
}

function start() {
  drawFrame();
  route.first = true;
  route();
}

window.addEventListener('hashchange', () => {
  if (location.hash.startsWith('#/') || location.hash === '') route();
});
window.addEventListener('session-ended', () => {
  if (session) showSignIn('Your session has ended. Sign in again to go on.');
});
document.querySelector('.skip').addEventListener('click', (e) => {
  e.preventDefault();
  const main = document.getElementById('main');
  if (main) { main.tabIndex = -1; main.focus(); }
});

try {
  session = await api.session();
  start();
} catch (e) {
  showSignIn(e.status === 401 ? '' : e.message);
}
