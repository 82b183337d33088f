// SPDX-License-Identifier: Apache-2.0
// Elements, formats and small widgets. Text reaches the page as text nodes only: nothing here or
// elsewhere parses markup, so that what a resume says can never act.

const SVG = 'http://www.w3.org/2000/svg';

function put(el, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'data') Object.assign(el.dataset, value);
    else if (key === 'style') for (const [k, v] of Object.entries(value)) el.style.setProperty(k, v);
    else if (key === 'value' || key === 'checked' || key === 'disabled') el[key] = value;
    else el.setAttribute(key, value === true ? '' : value);
  }
  el.append(...children.flat(9).filter((c) => c !== null && c !== undefined && c !== false && c !== ''));
  return el;
}

// h('p.note', {title: 'x'}, 'text', child): an element; classes after dots, properties optional.
export function h(spec, props, ...children) {
  const plain = props && props.constructor === Object;
  const [tag, ...classes] = spec.split('.');
  const el = document.createElement(tag || 'div');
  if (classes.length) el.className = classes.join(' ');
  return put(el, plain ? props : null, plain ? children : [props, ...children]);
}

export function svg(tag, props, ...children) {
  return put(document.createElementNS(SVG, tag), props, children);
}

const ICONS = {
  try: 'M12 3v12m0-12 4.5 4.5M12 3 7.5 7.5M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  chart: 'M4 20V10m5.5 10V4m5.5 16v-7M20 20V8',
  ledger: 'M5 3h14v18l-3.5-2-3.5 2-3.5-2L5 21zM9 8h6M9 12h6',
  gear: 'M4 7h10m4 0h2M4 17h2m4 0h10M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM6 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0z',
  scale: 'M12 4v16M7 20h10M5 8l14-2M5 8l-3 6a3 3 0 0 0 6 0zm14-2-3 6a3 3 0 0 0 6 0z',
  server: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
  book: 'M4 5a2 2 0 0 1 2-2h14v16H6a2 2 0 0 0-2 2zM4 19V5m4 2h8',
  out: 'M9 4H5v16h4M15 8l4 4-4 4m4-4H9',
  file: 'M6 2h8l5 5v15H6zM14 2v5h5',
  shield: 'M12 3 5 6v6c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zm-3 9 2.2 2.2L15.5 10',
  text: 'M4 6h16M4 11h16M4 16h10',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1',
  copy: 'M9 9h11v12H9zM5 15H4V3h11v2',
  down: 'M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 20h16',
  trash: 'M4 7h16M9 7V4h6v3m-8 0 1 14h8l1-14',
  plus: 'M12 5v14M5 12h14',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm7 0a3 3 0 1 0 6 0 3 3 0 0 0-6 0',
  check: 'm5 13 4.5 4.5L19 7',
  cross: 'M6 6l12 12M18 6 6 18',
  warn: 'M12 4 2.5 20h19zM12 10v4m0 3h.01',
  again: 'M4 11a8 8 0 0 1 14-4.5L20 9m0-5v5h-5M20 13a8 8 0 0 1-14 4.5L4 15m0 5v-5h5',
};

export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: ICONS[name] }));
}

export function button(label, props = {}) {
  const { icon: name, kind, ...rest } = props;
  return h('button' + (kind ? '.' + kind : ''), { type: 'button', ...rest }, name && icon(name), h('span', label));
}

// A string of somebody else: its own direction never reaches its surroundings.
export function foreign(text, spec = 'bdi') {
  return h(spec, { dir: 'auto' }, visible(text));
}

// Controls that reorder or hide text are shown as what they are.
export function visible(text) {
  return String(text).replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u0000-\u0008\u000b\u000c\u000e-\u001f]/g,
    (c) => '\u27e8U+' + c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '\u27e9');
}

const number = new Intl.NumberFormat('en');
export const count = (n) => number.format(n ?? 0);
export const plural = (n, one, many = one + 's') => `${count(n)} ${n === 1 ? one : many}`;

export function when(iso, withSeconds) {
  if (!iso) return '–';
  const d = new Date(iso);
  return d.toLocaleString('en-GB', { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit',
    minute: '2-digit', second: withSeconds ? '2-digit' : undefined });
}
export function time(iso) {
  return iso ? h('time', { datetime: iso, title: iso }, when(iso)) : '–';
}
export function day(iso) {
  return new Date(iso + 'T00:00:00Z').toLocaleDateString('en-GB',
    { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
}
export function duration(ms) {
  if (ms === null || ms === undefined) return '–';
  return ms < 1000 ? `${ms} ms` : ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60000)} min`;
}
export function size(bytes) {
  if (bytes === null || bytes === undefined) return '–';
  return bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(0)} kB` : `${(bytes / 1048576).toFixed(1)} MB`;
}
export const percent = (x) => `${Math.round(x * 100)} %`;

export function notify(text, kind = '') {
  const el = h('p.notice' + (kind ? '.' + kind : ''), text);
  document.getElementById('notice').append(el);
  setTimeout(() => el.remove(), kind === 'bad' ? 9000 : 4000);
}

export async function copy(text, what = 'Copied') {
  try {
    await navigator.clipboard.writeText(text);
    notify(what);
  } catch {
    const area = h('textarea.offscreen', { value: text, 'aria-hidden': 'true' });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    notify(what);
  }
}

export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = h('a', { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// A question in a modal dialog; resolves to true or false.
export function confirm(title, text, yes, kind = 'danger') {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-labelledby': 'confirm-title' },
      h('form', { method: 'dialog' },
        h('h2', { id: 'confirm-title' }, title), h('p', text),
        h('div.row.end',
          h('button.quiet', { value: 'no', type: 'submit' }, 'Cancel'),
          h('button.' + kind, { value: 'yes', type: 'submit' }, yes))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

// A bar between two columns of `box` that is dragged, or moved by arrows; it stays where it was put.
export function splitter(box, label) {
  const KEY = 'vitae-split';
  const bar = h('div.splitter', { role: 'separator', tabindex: '0', 'aria-orientation': 'vertical', 'aria-label': label, 'aria-valuemin': 20, 'aria-valuemax': 80 });
  const put = (percent) => {
    const to = Math.round(Math.max(20, Math.min(80, percent)));
    box.style.setProperty('--left', to + '%');
    bar.setAttribute('aria-valuenow', to);
    return to;
  };
  const keep = (to) => { try { localStorage.setItem(KEY, to); } catch { /* it is only convenience */ } };
  let at = 50;
  try { at = Number(localStorage.getItem(KEY)) || 50; } catch { /* the same */ }
  at = put(at);
  bar.addEventListener('keydown', (e) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[e.key];
    if (!step) return;
    e.preventDefault();
    keep(at = put(at + step));
  });
  bar.addEventListener('pointerdown', (e) => {
    e.preventDefault();
    bar.setPointerCapture(e.pointerId);
    const move = (ev) => { const r = box.getBoundingClientRect(); at = put(((ev.clientX - r.left) / r.width) * 100); };
    bar.addEventListener('pointermove', move);
    bar.addEventListener('pointerup', () => { bar.removeEventListener('pointermove', move); keep(at); }, { once: true });
  });
  bar.addEventListener('dblclick', () => keep(at = put(50)));
  return bar;
}

let ids = 0;
export const newId = (prefix = 'i') => `${prefix}${++ids}`;

// A labelled control: label above, hint below, tied together.
export function labelled(label, control, hint) {
  const id = control.id || (control.id = newId('f'));
  const hintId = hint && id + '-hint';
  if (hint) control.setAttribute('aria-describedby', hintId);
  return h('div.control', h('label', { for: id }, label), control, hint && h('p.hint', { id: hintId }, hint));
}

export function checkbox(label, props, hint) {
  const id = newId('c');
  const input = h('input', { type: 'checkbox', id, ...props });
  const el = h('div.check', input, h('label', { for: id }, label, hint && h('span.hint', ' ' + hint)));
  el.input = input;
  return el;
}

export function select(options, props) {
  return h('select', props, options.map(([value, label, selected]) => {
    const option = h('option', { value }, label);
    option.selected = Boolean(selected);
    return option;
  }));
}

// Tabs after the ARIA pattern: arrows move, one tab stop. items: [{id, label, badge, make()}].
export function tabs(label, items, { onchange, selected } = {}) {
  const base = newId('tab');
  const bar = h('div.tabs', { role: 'tablist', 'aria-label': label });
  const holder = h('div.tab-holder');
  let current = null;
  function show(index, focus) {
    items.forEach((item, i) => {
      item.tab.setAttribute('aria-selected', i === index);
      item.tab.tabIndex = i === index ? 0 : -1;
      if (item.panel) item.panel.hidden = i !== index;
    });
    const item = items[index];
    if (!item.panel) {
      item.panel = h('div.panel-body', { role: 'tabpanel', id: `${base}-p${index}`, 'aria-labelledby': `${base}-t${index}`, tabindex: '0' }, item.make());
      holder.append(item.panel);
    }
    if (focus) item.tab.focus();
    if (current !== index && onchange) onchange(item.id);
    current = index;
  }
  items.forEach((item, i) => {
    item.tab = h('button.tab', { role: 'tab', type: 'button', id: `${base}-t${i}`, 'aria-controls': `${base}-p${i}`, onclick: () => show(i) },
      item.label, item.badge !== undefined && item.badge !== null && h('span.badge', String(item.badge)));
    bar.append(item.tab);
  });
  bar.addEventListener('keydown', (e) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (step) show((current + step + items.length) % items.length, true);
    else if (e.key === 'Home') show(0, true);
    else if (e.key === 'End') show(items.length - 1, true);
    else return;
    e.preventDefault();
  });
  const el = h('div.tabbed', bar, holder);
  el.select = (id) => show(Math.max(0, items.findIndex((i) => i.id === id)));
  el.refresh = () => {
    items.forEach((item) => { if (item.panel) item.panel.remove(); item.panel = null; });
    show(current);
  };
  show(Math.max(0, items.findIndex((i) => i.id === selected)));
  return el;
}

// What became of a request: a check that stopped it is no success, whatever its status says.
export function stateOf(r) {
  const stopped = r.headline?.checks_passed === false || r.checks?.text_validation?.passed === false || r.checks?.prompt?.passed === false;
  return r.status === 'completed' && stopped ? 'check failed' : r.status;
}

export function status(word) {
  const kind = { completed: 'good', reviewed: 'good', 'check failed': 'warn', failed: 'bad', delivered: 'good', active: 'good', revoked: 'bad', expired: 'bad', disabled: 'bad' }[word] || 'busy';
  return h('span.pill.' + kind, word);
}

export function empty(title, text, ...actions) {
  return h('div.empty', h('h2', title), h('p', text), ...actions);
}

// On a narrow screen each row becomes a card whose cells carry the words of their columns.
export function named(row, heads) {
  [...row.children].forEach((cell, i) => { cell.dataset.label = heads[i] || ''; });
  return row;
}

export function table(caption, heads, rows) {
  for (const row of rows) named(row, heads.map((t) => (Array.isArray(t) ? t[0] : t)));
  return h('div.scroll.stacks', { tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', h('caption.offscreen', caption),
      h('thead', h('tr', heads.map((t) => {
        const [text, kind] = Array.isArray(t) ? t : [t];
        return h('th' + (kind ? '.' + kind : ''), { scope: 'col' }, text || h('span.offscreen', 'Actions'));
      }))),
      h('tbody', rows)));
}
