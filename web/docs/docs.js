// SPDX-License-Identifier: Apache-2.0
// The documentation's pages: copy buttons, language tabs, search. Without it they read as they are.
'use strict';
document.documentElement.classList.add('js');

const root = new URL('../..', document.currentScript.src).href;

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// ---- copy ----

for (const block of document.querySelectorAll('.code')) {
  const button = make('button', { className: 'copy', type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    const text = block.querySelector('code').textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch { // a page over plain http has no clipboard: the text is selected instead
      getSelection().selectAllChildren(block.querySelector('code'));
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  block.append(button);
  block.classList.toggle('long', block.querySelector('code').textContent.split('\n', 2).some((line) => line.length > 80));
}

// ---- tabs: one choice for all pages ----

const groups = [...document.querySelectorAll('.tabs')];
const remembered = () => {
  try {
    return localStorage.getItem('docs-language');
  } catch {
    return null;
  }
};

function choose(language) {
  for (const { panels, buttons } of groups.map((group) => group.tabs)) {
    if (!panels.has(language)) continue;
    for (const [name, panel] of panels) panel.hidden = name !== language;
    for (const [name, button] of buttons) {
      button.setAttribute('aria-selected', String(name === language));
      button.tabIndex = name === language ? 0 : -1;
    }
  }
}

for (const group of groups) {
  const panels = new Map([...group.querySelectorAll('[data-language]')].map((p) => [p.dataset.language, p]));
  const list = make('div', { role: 'tablist' });
  list.setAttribute('role', 'tablist');
  const buttons = new Map();
  for (const [name, panel] of panels) {
    const button = make('button', { type: 'button', textContent: name });
    button.setAttribute('role', 'tab');
    panel.setAttribute('role', 'tabpanel');
    button.addEventListener('click', () => {
      try {
        localStorage.setItem('docs-language', name);
      } catch { /* not remembered */ }
      choose(name);
    });
    button.addEventListener('keydown', (event) => {
      const names = [...panels.keys()];
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = buttons.get(names[(names.indexOf(name) + step + names.length) % names.length]);
      next.focus();
      next.click();
    });
    buttons.set(name, button);
    list.append(button);
  }
  group.prepend(list);
  group.tabs = { panels, buttons };
}
for (const group of groups) choose(group.tabs.panels.keys().next().value);
if (remembered()) choose(remembered());

// ---- search ----

const input = document.querySelector('.find input');
const results = make('ul', { hidden: true });
input.closest('.find').hidden = false;
input.after(results);
let index;

const words = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);

// Every word must stand in the entry; a title counts more than its text, a whole word more than a part.
function score(entry, asked) {
  let sum = 0;
  for (const word of asked) {
    const title = entry.title.toLowerCase();
    const inTitle = title.includes(word);
    if (!inTitle && !entry.text.toLowerCase().includes(word)) return 0;
    sum += inTitle ? 10 + 10 * words(title).includes(word) - title.length / 100 : 1;
  }
  return sum;
}

async function search() {
  const asked = words(input.value);
  index ??= await (await fetch(root + 'docs/assets/search.json')).json();
  if (!asked.length) {
    results.hidden = true;
    return;
  }
  const found = index.map((entry) => [score(entry, asked), entry]).filter(([s]) => s > 0);
  found.sort((a, b) => b[0] - a[0]);
  results.replaceChildren(...found.slice(0, 10).map(([, entry]) =>
    make('li', {}, make('a', { href: root + entry.url.slice(1) }, entry.title, make('small', { textContent: `${entry.page} · ${entry.text}` })))));
  if (!found.length) results.replaceChildren(make('li', { className: 'dim', textContent: 'Nothing found' }));
  results.hidden = false;
}

input.addEventListener('input', search);
input.addEventListener('keydown', (event) => {
  const first = results.querySelector('a');
  if (event.key === 'Enter' && first) first.click();
  if (event.key === 'ArrowDown' && first) first.focus();
  if (event.key === 'Escape') results.hidden = true;
});
results.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') input.focus();
  if (!step) return;
  event.preventDefault();
  (links[links.indexOf(document.activeElement) + step] ?? input).focus();
});
document.addEventListener('click', (event) => { if (!event.target.closest('.find')) results.hidden = true; });
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  }
});
