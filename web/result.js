// SPDX-License-Identifier: Apache-2.0
// One answer: the document beside what was read from it, tied by the answer's evidence.
import * as api from './api.js';
import { h, icon, svg, button, tabs, status, stateOf, foreign, visible, copy, download, duration, size, percent, plural, checkbox, count, named, when, notify, select, splitter, confirm } from './dom.js';
import { LOW, label, itemOf, valueAt, kindOf, faultOf, reasonText } from './review.js';
import { profile } from './profile.js';

const SKILL_HEADS = ['Skill', 'Level', 'Years', 'Found by'];
const METHODS = { exact: 'name', alias: 'other name', fuzzy: 'similar spelling', implied: 'implied' };
const EXPORTS = [['json', 'JSON', 'json'], ['jsonresume', 'JSON Resume', 'resume.json'], ['csv', 'CSV', 'csv'], ['markdown', 'Markdown', 'md']];
const STAGE = { queued: 'waiting', extract: 'reading the text', validate: 'checking the text', parse: 'parsing', matching: 'matching' };
const FAILURES = {
  scan_needs_ocr: 'The document has pictures but no text. Parse it again with OCR.',
  encrypted: 'The document is protected by a password. Save it without one.',
  corrupt: 'The document is damaged and cannot be opened.',
  empty: 'The document has no content.',
  unsupported_type: 'This kind of document is not supported.',
  too_many_pages: 'The document has more pages than the plan allows.',
  download_failed: 'No document could be downloaded from this address.',
  download_blocked: 'This address is private or not allowed.',
  limit: 'The document is too large or too complex.',
};

// options: pictures (a promise of pages), review (a Review, where values may be corrected), curl,
// name (of the file), actions (buttons beside the title), ontitle (told what the page is called).
export function resultView(answer, options = {}) {
  const view = answer.status === 'failed' ? null : new View(answer, options);
  const title = h('h1', { tabindex: '-1' });
  const name = () => {
    const who = view?.redacted ? 'Candidate' : view?.result?.personal_info?.name || options.name || answer.request_id;
    title.replaceChildren(h('span.eyebrow', 'Result '), foreign(who));
    options.ontitle?.(visible(who));
  };
  name();
  if (view) view.rename = name;
  const top = h('div.title-row', title, h('div.row', view?.exportMenu(), options.actions));
  if (!view) return h('div.result', top, summaryLine(answer), failure(answer), answer.raw_text && rawText(answer.raw_text));
  return h('div.result', top, summaryLine(answer), ...notes(answer), view.el);
}

function fact(label, value) {
  return h('div', h('dt', label), h('dd', value));
}

function summaryLine(answer) {
  const m = answer.metadata || {};
  const tier = m.parse?.model_tier, score = m.parse?.confidence_score;
  return h('dl.facts',
    fact('Status', status(stateOf(answer))),
    fact('Time', duration(answer.duration_ms)),
    fact('Credits', count(answer.credits_consumed)),
    m.extract?.source_format && fact('Format', m.extract.source_format.toUpperCase()),
    m.extract?.page_count && fact('Pages', count(m.extract.page_count)),
    m.file_size_bytes && fact('Size', size(m.file_size_bytes)),
    tier && fact('Tier', tier),
    typeof score === 'number' && fact('Confidence', percent(score)),
    m.redacted && fact('Left out', m.redacted.join(', ')),
    fact('Created', when(answer.created_at, true)),
    fact('Request', h('button.link.mono', { type: 'button', title: 'Copy the id', onclick: () => copy(answer.request_id, 'Request id copied') }, answer.request_id)));
}

function failure(answer) {
  const detail = answer.error_detail || '';
  return h('div.card.fault', { role: 'alert' },
    h('h2', FAILURES[detail] || answer.error || 'The request failed'),
    h('p', answer.error), h('p.soft', 'It ended while ', STAGE[answer.error_stage] || answer.error_stage || 'processing', '. Code ',
      h('code', answer.error_code), detail && [' / ', h('code', detail)], '. You were not charged.'));
}

const REASONS = { insufficient_text: 'There is too little text to parse (under 50 letters or 10 words).', garbled_text: 'The text is garbled: its font does not say which letters it shows. OCR can read it.' };

function notes(answer) {
  const out = [];
  const text = answer.checks?.text_validation, prompt = answer.checks?.prompt;
  if (text && !text.passed)
    out.push(h('div.card.fault', h('h2', 'The text check stopped this request'), h('ul', (text.reasons || []).map((r) => h('li', REASONS[r] || r)))));
  if (prompt && !prompt.passed)
    out.push(h('div.card.fault', h('h2', 'Instruction-like text was found'), h('p', 'The prompt check stopped this request before parsing.'),
      h('ul', (prompt.detections || []).map((d) => h('li', `Line ${d.line}: `, foreign(d.phrase, 'strong'), ' in ', foreign(d.context, 'q'))))));
  for (const w of [...(answer.notes || []), ...(answer.warnings || [])])
    out.push(h('p.note', icon('warn'), String(w)));
  return out;
}

function rawText(text) {
  return h('pre.raw', { tabindex: '0', dir: 'auto', 'aria-label': 'Raw text' }, visible(text));
}

// ---- the view ----

class View {
  constructor(answer, options) {
    this.answer = answer;
    this.options = options;
    this.review = options.review || null;
    this.editing = false;
    this.at = null; // the row of the review that is looked at
    this.tab = this.review?.opensFirst() ? 'review' : 'fields';
    this.review?.onchange((what) => this.reviewed(what));
    this.chars = Array.from(answer.raw_text || '');
    this.links = new Map(); // pointer → {fields: [], marks: []}
    this.redacted = false;
    this.pages = [];
    this.document = h('section.document', { 'aria-label': 'Document' });
    this.data = h('section.data', { 'aria-label': 'What was read' });
    this.el = h('div.split', this.document, null, this.data);
    this.document.after(splitter(this.el, 'Width of the document'));
    this.active = null;
    this.draw();
    Promise.resolve(options.pictures || []).then((pages) => {
      if (!pages.length) return;
      this.pages = pages;
      this.drawDocument();
    });
  }

  get result() { return this.review ? this.review.result : this.answer.result; }
  get evidence() { return { ...this.answer.evidence, ...this.review?.places }; }
  get canEdit() { return Boolean(this.review) && !this.redacted; }

  // The review has changed, is being stored, or could not be.
  reviewed(what) {
    if (what === 'change' || what === 'reload') {
      this.drawDocument();
      this.drawData();
      this.rename?.();
    }
    this.word = what === 'change' ? 'Not saved yet' : what === 'saving' ? 'Saving…' : what === 'saved' ? (this.review.complete ? 'Finished' : 'Saved') : what instanceof Error ? what.message : '';
    for (const el of this.el.querySelectorAll('.save-state')) el.textContent = this.word;
    if (what instanceof Error && what.code === 'review_changed') this.meet();
    else if (what instanceof Error) notify(what.message, 'bad');
  }

  async meet() {
    if (await confirm('Somebody else changed this review', 'Load their version? Your last change was not saved. You need to make it again.', 'Load it', 'primary'))
      this.review.reload().catch((e) => notify(e.message, 'bad'));
  }

  draw() {
    this.secrets = this.redacted ? secretsOf(this.result) : [];
    this.rename?.();
    this.links.clear();
    this.drawDocument();
    this.drawData();
  }

  // ---- both ways ----

  link(pointer, kind, el) {
    if (!this.links.has(pointer)) this.links.set(pointer, { fields: [], marks: [] });
    this.links.get(pointer)[kind].push(el);
  }

  activate(pointer, from) {
    if (this.active === pointer) return;
    this.release();
    this.active = pointer;
    const link = this.links.get(pointer);
    if (!link) return;
    for (const el of [...link.fields, ...link.marks]) el.classList.add('active');
    const others = from === 'field' ? link.marks : link.fields;
    if (others[0]) reveal(others[0]);
  }

  release() {
    const link = this.active && this.links.get(this.active);
    this.active = null;
    if (link) for (const el of [...link.fields, ...link.marks]) el.classList.remove('active');
  }

  listen(el, pointer, from) {
    el.addEventListener('mouseenter', () => this.activate(pointer, from));
    el.addEventListener('focus', () => this.activate(pointer, from));
    el.addEventListener('click', () => { this.active = null; this.activate(pointer, from); });
    el.addEventListener('mouseleave', () => this.release());
    el.addEventListener('blur', () => this.release());
  }

  // ---- the document ----

  drawDocument() {
    for (const link of this.links.values()) link.marks = [];
    const scrolled = this.document.querySelector('.pages, .doc-body')?.scrollTop;
    const hasBoxes = this.pages.length > 0;
    const views = [];
    if (hasBoxes) views.push({ id: 'pages', label: 'Pages', make: () => this.pictures() });
    views.push({ id: 'text', label: 'Text', make: () => this.text() });
    const redact = checkbox('Hide personal data', { checked: this.redacted, onchange: (e) => { this.redacted = e.target.checked; this.editing = false; this.draw(); this.el.querySelector('.redact input').focus(); } });
    redact.classList.add('redact');
    this.docTabs = views.length > 1 ? tabs('View of the document', views, { selected: this.docTab, onchange: (id) => { this.docTab = id; } }) : h('div.doc-body', views[0].make());
    this.document.replaceChildren(h('div.doc-head', h('h2', 'Document'), hasBoxes && this.zoomer(), redact), this.docTabs);
    if (scrolled) { const box = this.document.querySelector('.pages, .doc-body'); if (box) box.scrollTop = scrolled; }
    if (!Object.keys(this.evidence).length)
      this.document.append(h('p.hint', 'To see where values stand, set config.parse.evidence in the request.'));
  }

  zoomer() {
    const steps = [1, 1.25, 1.5, 2, 3];
    const go = (to) => {
      this.zoom = steps[Math.max(0, Math.min(steps.length - 1, to))];
      this.document.style.setProperty('--zoom', this.zoom);
      word.textContent = percent(this.zoom);
    };
    const word = h('span.soft.zoom', { 'aria-live': 'polite' }, percent(this.zoom || 1));
    return h('div.row.zoomer', button('−', { kind: 'small', 'aria-label': 'Smaller', onclick: () => go(steps.indexOf(this.zoom || 1) - 1) }), word,
      button('+', { kind: 'small', 'aria-label': 'Larger', onclick: () => go(steps.indexOf(this.zoom || 1) + 1) }));
  }

  pictures() {
    const list = h('div.pages', { tabindex: this.zoom > 1 ? '0' : null });
    this.pages.forEach((page, i) => {
      const layer = h('div.marks', { role: 'group', 'aria-label': `Values on page ${i + 1}` });
      const marks = (page.plain ? [] : Object.entries(this.evidence)).filter(([p, e]) => e.page === i + 1 && !isPart(p))
        .sort(([, a], [, b]) => area(b.box) - area(a.box));
      // places of a picture that was turned before it was read fit nothing here
      if (marks.some(([, e]) => e.box[2] > page.width_pt + 4 || e.box[3] > page.height_pt + 4)) marks.length = 0;
      for (const [pointer, e] of marks) layer.append(this.mark(pointer, e, page));
      rove(layer);
      const figure = h('figure.page', { style: { 'aspect-ratio': `${page.width_pt} / ${page.height_pt}` } },
        h('img', { src: page.url, alt: `Page ${i + 1} of the document`, width: page.width_px, height: page.height_px }), layer);
      figure.addEventListener('pointerdown', (e) => this.drag(e, figure, page, i + 1));
      list.append(figure);
    });
    return list;
  }

  mark(pointer, e, page) {
    const [x0, y0, x1, y1] = e.box, pad = 1.2;
    const pos = (v, of) => `${((v / of) * 100).toFixed(3)}%`;
    const value = shownAt(this.result, pointer);
    const state = this.review?.state(pointer);
    const hidden = this.redacted && isPersonal(pointer);
    const el = h('button.mark' + (hidden ? '.cover' : '') + (state ? '.' + state : e.confidence < LOW ? '.low' : ''), {
      type: 'button', tabindex: '-1', 'aria-label': `${label(pointer)}: ${hidden ? 'hidden' : short(value)}`,
      style: { left: pos(x0 - pad, page.width_pt), top: pos(y0 - pad, page.height_pt), width: pos(x1 - x0 + 2 * pad, page.width_pt), height: pos(y1 - y0 + 2 * pad, page.height_pt) },
    });
    this.link(pointer, 'marks', el);
    this.listen(el, pointer, 'mark');
    return el;
  }

  // ---- marking ----

  // By pointer: a box is drawn on the page, or text selected. By keyboard: a box that arrows move, or
  // words that are looked up in the text.
  startMark(pointer) {
    this.stopMark();
    this.marking = pointer;
    this.markFrom = document.activeElement;
    this.document.classList.add('marking');
    const page = this.document.querySelector('.panel-body:not([hidden]) .page');
    const box = page && this.keyBox(pointer);
    this.markBar = h('div.note.mark-bar', { role: 'group', 'aria-label': 'Mark in the document', onkeydown: (e) => { if (e.key === 'Escape') this.stopMark(true); } },
      h('p', { role: 'status' }, `Mark “${label(pointer)}”: `, page ? 'draw a box on the page. Or move the box with the arrow keys, change its size with Shift and arrows, and press Enter.' : 'select it in the text.'),
      this.finder(), button('Cancel', { kind: 'small', onclick: () => this.stopMark(true) }));
    this.document.querySelector('.doc-head').after(this.markBar);
    this.markBar.scrollIntoView({ block: 'nearest' });
    (box || this.markBar.querySelector('input'))?.focus();
  }

  stopMark(back) {
    const from = this.markFrom;
    this.marking = this.markFrom = null;
    this.document.classList.remove('marking');
    this.markBar?.remove();
    this.keyed?.remove();
    if (back && from?.isConnected) from.focus();
  }

  // The box of the keyboard: where the value was read, or in the middle of the first page.
  keyBox(pointer) {
    const e = this.evidence[pointer], number = e?.box && this.pages[e.page - 1] ? e.page : 1, page = this.pages[number - 1];
    const figure = this.document.querySelectorAll('.page')[number - 1];
    if (!figure || page.plain) return null;
    const w = page.width_pt, t = page.height_pt;
    let [x0, y0, x1, y1] = e?.box && e.page === number ? e.box : [w * 0.35, t * 0.45, w * 0.65, t * 0.48];
    const el = this.keyed = h('div.drawn.keyed', { tabindex: '0', role: 'application', 'aria-label': 'Box. Arrow keys move it, Shift and arrow keys change its size, Enter saves, Escape cancels.' });
    const put = () => {
      for (const [k, v, of] of [['left', x0, w], ['top', y0, t], ['width', x1 - x0, w], ['height', y1 - y0, t]]) el.style.setProperty(k, `${(v / of) * 100}%`);
      el.scrollIntoView({ block: 'nearest' });
    };
    const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
    el.addEventListener('keydown', (ev) => {
      const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[ev.key] || [0, 0];
      const step = ev.ctrlKey || ev.metaKey ? 1 : 6;
      if (dx || dy) {
        if (ev.shiftKey) [x1, y1] = [clamp(x1 + dx * step, x0 + 4, w), clamp(y1 + dy * step, y0 + 4, t)];
        else {
          const mx = clamp(dx * step, -x0, w - x1), my = clamp(dy * step, -y0, t - y1);
          [x0, x1, y0, y1] = [x0 + mx, x1 + mx, y0 + my, y1 + my];
        }
        put();
      } else if (ev.key === 'Enter') {
        const back = this.markFrom, round = (v) => Math.round(v * 10) / 10;
        this.stopMark();
        this.review.mark(pointer, { page: number, box: [x0, y0, x1, y1].map(round), start: 0, end: 0 });
        this.refocus(back, pointer);
      } else if (ev.key === 'Escape') this.stopMark(true);
      else return;
      ev.preventDefault();
      ev.stopPropagation();
    });
    figure.append(el);
    put();
    return el;
  }

  // After a change the rows are drawn again: the focus goes where it was.
  refocus(el, pointer) {
    if (el?.isConnected) el.focus();
    else if (this.tab === 'review' && this.at !== null) this.look(this.at);
    else this.data.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`)?.focus();
  }

  // Words are looked up in the text: Enter marks the place that is shown, arrows go to the next.
  finder() {
    const hay = this.chars.join('').toLowerCase();
    if (!hay || hay.length !== this.chars.join('').length) return null;
    const shown = h('span.found', { 'aria-live': 'polite' });
    let places = [], at = 0;
    const show = () => {
      const place = places[at];
      if (!place) { shown.replaceChildren(input.value.trim() ? 'Not in the text' : ''); return; }
      const piece = (a, b) => visible(this.chars.slice(Math.max(0, a), b).join('').replace(/\s+/g, ' '));
      shown.replaceChildren(`${at + 1} of ${places.length}: `, h('span.soft', piece(place[0] - 20, place[0])), h('strong', piece(...place)), h('span.soft', piece(place[1], place[1] + 20)));
    };
    const find = () => {
      const words = input.value.trim().toLowerCase();
      places = [];
      at = 0;
      for (let i = words ? hay.indexOf(words) : -1; i >= 0 && places.length < 99; i = hay.indexOf(words, i + 1)) {
        const start = Array.from(hay.slice(0, i)).length;
        places.push([start, start + Array.from(words).length]);
      }
      show();
    };
    const input = h('input', { type: 'search', placeholder: 'Find in the text', 'aria-label': 'Find in the text; Enter marks it, up and down go through the places', oninput: find,
      onkeydown: (e) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
        if (step && places.length) { at = (at + step + places.length) % places.length; show(); } else if (e.key === 'Enter' && places[at]) { const back = this.markFrom, pointer = this.marking; this.markText(...places[at]); this.refocus(back, pointer); } else return;
        e.preventDefault();
      } });
    return [input, shown];
  }

  drag(e, figure, page, number) {
    if (!this.marking) return;
    e.preventDefault();
    this.keyed?.remove();
    const area = figure.getBoundingClientRect();
    const at = (ev) => [Math.max(0, Math.min(area.width, ev.clientX - area.left)), Math.max(0, Math.min(area.height, ev.clientY - area.top))];
    const from = at(e), box = h('div.drawn');
    figure.append(box);
    const span = (ev) => { const to = at(ev); return [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])]; };
    const move = (ev) => {
      const [x0, y0, x1, y1] = span(ev);
      for (const [k, v] of [['left', x0], ['top', y0], ['width', x1 - x0], ['height', y1 - y0]]) box.style.setProperty(k, v + 'px');
    };
    figure.setPointerCapture(e.pointerId);
    figure.addEventListener('pointermove', move);
    figure.addEventListener('pointerup', (ev) => {
      figure.removeEventListener('pointermove', move);
      box.remove();
      const [x0, y0, x1, y1] = span(ev), pointer = this.marking;
      if (x1 - x0 < 4 || y1 - y0 < 4) return;
      const x = (v) => Math.round((v / area.width) * page.width_pt * 10) / 10, y = (v) => Math.round((v / area.height) * page.height_pt * 10) / 10;
      this.stopMark();
      this.review.mark(pointer, { page: number, box: [x(x0), y(y0), x(x1), y(y1)], start: 0, end: 0 });
    }, { once: true });
  }

  // A selection in the text says where a value stands and, when it is missing, what it is.
  selectText() {
    const s = window.getSelection();
    if (!this.marking || !s.rangeCount || s.isCollapsed) return;
    const range = s.getRangeAt(0);
    const offset = (node, at) => {
      const piece = node.parentElement?.closest('[data-at]');
      return piece ? Number(piece.dataset.at) + Array.from(node.textContent.slice(0, at)).length : -1;
    };
    const start = offset(range.startContainer, range.startOffset), end = offset(range.endContainer, range.endOffset);
    if (start < 0 || end <= start) return;
    s.removeAllRanges();
    this.markText(start, end);
  }

  // The place is that of the words; what was not stated gets them as its value.
  markText(start, end) {
    const pointer = this.marking, text = this.chars.slice(start, end).join('').trim();
    this.stopMark();
    if (this.review.value(pointer) === null && ['text', 'long'].includes(kindOf(pointer).kind)) this.review.set(pointer, text);
    const old = this.evidence[pointer];
    this.review.mark(pointer, { page: old?.page ?? null, box: old?.page ? old.box : null, start, end });
  }

  // Raw text, cut where an evidence begins or ends; a piece belongs to the narrowest around it.
  text() {
    const spans = Object.entries(this.evidence).filter(([p, e]) => e.end > e.start && !isPart(p));
    for (const r of this.review?.rows || []) if (r.pointer === null && r.end > r.start) spans.push([`#${r.start}`, { ...r, missed: true }]);
    const cuts = new Set([0, this.chars.length]);
    for (const [, e] of spans) cuts.add(e.start).add(e.end);
    const points = [...cuts].filter((p) => p <= this.chars.length).sort((a, b) => a - b);
    const pre = h('pre.raw.doc-body.readable', { onmouseup: () => this.selectText(), dir: 'auto', tabindex: '0', 'aria-label': 'Text of the document with the values that were read' });
    for (let i = 0; i + 1 < points.length; i++) {
      const over = spans.filter(([, e]) => e.start <= points[i] && e.end >= points[i + 1])
        .sort(([, a], [, b]) => (a.end - a.start) - (b.end - b.start));
      const piece = this.chars.slice(points[i], points[i + 1]).join('');
      if (!over.length) { pre.append(h('span', { data: { at: points[i] } }, this.mask(visible(piece)))); continue; }
      const hidden = this.redacted && over.some(([p]) => isPersonal(p));
      const state = this.review?.state(over[0][0]);
      const el = h('span.tmark' + (over[0][1].missed ? '.missed' : state ? '.' + state : over[0][1].confidence < LOW ? '.low' : '') + (hidden ? '.cover' : ''), { data: { at: points[i] } }, hidden ? blocks(piece) : this.mask(visible(piece)));
      for (const [p] of over) this.link(p, 'marks', el);
      this.listen(el, over[0][0], 'mark');
      pre.append(el);
    }
    return pre;
  }

  // ---- the data ----

  drawData() {
    for (const link of this.links.values()) link.fields = [];
    const a = this.answer, r = this.result;
    const selected = this.tab;
    const old = this.data.querySelector('.panel-body:not([hidden])');
    const scrolled = old?.scrollTop, focused = this.data.contains(document.activeElement) ? document.activeElement.closest('[data-pointer]')?.dataset.pointer : null;
    const panels = [
      this.review && { id: 'review', label: 'Review', badge: this.review.open() || null, make: () => this.reviewPanel() },
      r && { id: 'fields', label: 'Fields', make: () => this.fields(r) },
      r && { id: 'skills', label: 'Skills', badge: r.skills?.length ?? 0, make: () => this.skills(r.skills || []) },
      a.matching && { id: 'matching', label: 'Matching', badge: a.matching.score, make: () => this.matching(a.matching) },
      { id: 'json', label: 'JSON', make: () => this.json() },
      { id: 'raw', label: 'Raw text', make: () => this.raw() },
    ].filter(Boolean);
    this.data.replaceChildren(tabs('What was read', panels, { selected, onchange: (id) => { this.tab = id; } }));
    if (scrolled) this.data.querySelector('.panel-body:not([hidden])').scrollTop = scrolled;
    if (focused) this.data.querySelector(`[data-pointer="${CSS.escape(focused)}"]`)?.focus();
  }

  // ---- review ----

  reviewPanel() {
    const rows = this.review.rows;
    const rest = this.review.open();
    const list = h('ol.plain.review-list', rows.map((row, i) => this.reviewRow(row, i)));
    const move = (step) => {
      const next = Math.max(0, Math.min(rows.length - 1, (this.at ?? (step > 0 ? -1 : rows.length)) + step));
      if (rows.length) this.look(next);
    };
    const el = h('div.review', { onkeydown: (e) => this.reviewKey(e, move) },
      h('div.review-head',
        h('p', h('strong', rest ? `${count(rest)} of ${plural(rows.length, 'value')} to check` : rows.length ? 'All values are checked' : 'Nothing to check: vitae is sure about every value'), ' ', h('span.soft.save-state', { 'aria-live': 'polite' }, this.word || (this.review.complete ? 'Finished' : this.review.version ? 'Saved' : ''))),
        h('div.row', rows.length > 0 && [button('Previous', { kind: 'small', onclick: () => move(-1) }), button('Next', { kind: 'small', onclick: () => move(1) })],
          button('Correct other values', { kind: 'small', onclick: () => { this.editing = true; this.tab = 'fields'; this.drawData(); } }),
          button(this.review.complete ? 'Finished' : 'Finish review', { kind: 'small.primary', icon: 'check', disabled: this.review.complete || !this.canEdit, onclick: () => this.review.save(true).then(() => this.drawData()) }),
          this.review.version > 0 && button('Discard', { kind: 'small.quiet', disabled: !this.canEdit, onclick: () => this.discard() }))),
      rows.length > 0 && h('p.hint.keys', 'Keys: ', h('kbd', 'N'), ' next, ', h('kbd', 'P'), ' previous, ', h('kbd', 'C'), ' confirm, ', h('kbd', 'E'), ' edit, ', h('kbd', 'R'), ' remove, ', h('kbd', 'M'), ' mark it in the document, ', h('kbd', 'U'), ' undo.'),
      list);
    this.reviewList = list;
    return el;
  }

  async discard() {
    if (!await confirm('Discard the review?', 'This deletes all corrections and confirmations. The original result stays.', 'Discard')) return;
    this.review.drop().then(() => notify('Discarded')).catch((e) => notify(e.message, 'bad'));
  }

  reviewRow(row, i) {
    const state = this.review.rowState(row), here = i === this.at;
    const text = row.pointer === null || row.pointer === undefined ? this.chars.slice(row.start, row.end).join('').trim() : this.review.gone(row.pointer) ? null : this.review.value(row.pointer);
    const gone = row.pointer && this.review.gone(row.pointer);
    const word = { open: '', corrected: gone ? 'removed' : 'corrected', confirmed: 'confirmed', seen: 'seen' }[state];
    return h('li.review-row' + (state === 'open' ? '.open' : ''), { 'aria-current': here && 'true', data: { row: i } },
      h('button.review-what', { type: 'button', tabindex: here || (this.at === null && i === 0) ? '0' : '-1', onclick: () => this.look(i), onfocus: () => { if (this.at !== i) this.look(i); } },
        h('span.soft', row.pointer ? label(row.pointer) : 'In the text'), text === null || text === undefined ? h('em', 'not stated') : this.show(typeof text === 'object' ? shownAt(this.result, row.pointer) : text, row.pointer || '#'),
        word && h('span.pill.good', word)),
      here && h('div.review-do', h('p.hint', reasonText(row.reason)),
        this.canEdit && h('div.row',
          !gone && button(row.pointer ? (state === 'confirmed' ? 'Not confirmed' : 'Confirm') : state === 'seen' ? 'Not seen' : 'Seen', { kind: 'small', icon: 'check', tabindex: '-1', onclick: () => this.accept(i) }),
          row.pointer && !gone && (text === null || typeof text !== 'object') && button('Edit', { kind: 'small', tabindex: '-1', onclick: () => this.editRow(i) }),
          row.pointer && !gone && button('Mark in the document', { kind: 'small', tabindex: '-1', onclick: () => this.startMark(row.pointer) }),
          itemOf(row.pointer) && state !== 'corrected' && button('Remove', { kind: 'small', icon: 'cross', tabindex: '-1', onclick: () => this.takeOut(i) }),
          state === 'corrected' && button('Undo', { kind: 'small.quiet', tabindex: '-1', onclick: () => this.undo(i) }))));
  }

  look(i, focus = true) {
    const row = this.review.rows[i];
    this.at = i;
    this.reviewList.replaceChildren(...this.review.rows.map((r, k) => this.reviewRow(r, k)));
    const pointer = row.pointer ?? `#${row.start}`;
    if (!this.links.get(pointer)?.marks.length && this.docTabs.select) this.docTabs.select('text');
    this.active = null;
    this.activate(pointer, 'field');
    const el = this.reviewList.children[i];
    if (focus) el.querySelector('.review-what').focus();
    el.scrollIntoView({ block: 'nearest' });
  }

  reviewKey(e, move) {
    if (e.target.matches('input, select, textarea') || e.ctrlKey || e.metaKey || e.altKey) return;
    const row = this.review.rows[this.at];
    const does = { n: () => move(1), j: () => move(1), ArrowDown: () => move(1), p: () => move(-1), k: () => move(-1), ArrowUp: () => move(-1) };
    if (row && this.canEdit && row.pointer && this.review.gone(row.pointer)) does.u = () => this.undo(this.at);
    else if (row && this.canEdit)
      Object.assign(does, { c: () => this.accept(this.at), u: () => this.undo(this.at) }, row.pointer && { e: () => this.editRow(this.at), m: () => this.startMark(row.pointer) }, itemOf(row.pointer) && { r: () => this.takeOut(this.at), Delete: () => this.takeOut(this.at) });
    if (e.key === 'Escape' && this.marking) { this.stopMark(); return; }
    const run = does[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!run) return;
    e.preventDefault();
    run();
  }

  // Confirmed, and on to the next one that is open.
  accept(i) {
    const row = this.review.rows[i], state = this.review.rowState(row);
    if (row.pointer) this.review.confirm(row.pointer, state !== 'confirmed'); else this.review.dismiss(row.start, state !== 'seen');
    if (state !== 'open') this.look(i); else this.lookOn(i);
  }

  lookOn(i) {
    const next = this.review.rows.findIndex((r, k) => k > i && this.review.rowState(r) === 'open');
    this.look(next >= 0 ? next : i);
  }

  // The entry is none: taken out whole, and on to the next one that is open.
  takeOut(i) {
    this.review.remove(itemOf(this.review.rows[i].pointer));
    this.lookOn(i);
  }

  undo(i) {
    const { pointer } = this.review.rows[i];
    if (!pointer || this.review.state(pointer) !== 'corrected') return;
    if (this.review.gone(pointer)) {
      if (!itemOf(pointer)) return; // with an entry that another row, or Fields, took out
      this.review.remove(itemOf(pointer), false);
    } else this.review.set(pointer, valueAt(this.review.machine, pointer) ?? null);
    this.look(i);
  }

  editRow(i) {
    const { pointer } = this.review.rows[i];
    const what = this.reviewList.children[i].querySelector('.review-what');
    what.replaceWith(h('div.soft', label(pointer)), this.editor(pointer, () => this.look(i)));
    this.reviewList.children[i].querySelector('.review-do .row')?.remove();
    this.reviewList.querySelector('.editor :is(input, select, textarea)').focus();
  }

  // A form for one value; done() follows when it was stored or left.
  editor(pointer, done) {
    const now = this.review.value(pointer), { kind, words } = kindOf(pointer, now);
    const named = { 'aria-label': label(pointer) };
    const control = kind === 'words' ? select(words.map((w) => [w, w || 'not stated', w === (now ?? '')]), named)
      : kind === 'flag' ? select([['true', 'yes', now], ['false', 'no', !now]], named)
        : kind === 'long' ? h('textarea', { rows: 4, value: now ?? '', ...named }) : h('input', { value: now ?? '', placeholder: kind === 'date' ? 'YYYY-MM' : '', inputmode: kind === 'number' ? 'decimal' : null, list: /^\/skills\/\d+\/skill$/.test(pointer) ? this.skillList() : null, oninput: (e) => this.suggest(e.target), ...named });
    const fault = h('p.bad', { role: 'alert' });
    const leave = () => { form.replaceWith(h('span')); done(); };
    const form = h('form.editor', {
      onsubmit: (e) => {
        e.preventDefault();
        const text = control.value.trim();
        fault.textContent = faultOf(pointer, text);
        if (fault.textContent) { control.focus(); return; }
        this.store(pointer, kind, text);
        done();
      },
      onkeydown: (e) => {
        e.stopPropagation();
        if (e.key === 'Escape') leave();
        if (e.key === 'Enter' && kind === 'long' && (e.ctrlKey || e.metaKey)) form.requestSubmit();
      },
    }, control, h('div.row', h('button.small.primary', { type: 'submit' }, 'Save'), button('Cancel', { kind: 'small.quiet', onclick: leave }),
      (this.chars.length > 0 || this.pages.length > 0) && button('Mark in the document', { kind: 'small.quiet', onclick: () => this.startMark(pointer) })), fault);
    return form;
  }

  // Names of the taxonomy that begin like what is typed.
  skillList() {
    this.names = h('datalist', { id: 'skill-names' });
    document.getElementById('skill-names')?.remove();
    this.data.append(this.names);
    return 'skill-names';
  }

  suggest(input) {
    clearTimeout(this.asking);
    if (!input.getAttribute('list') || input.value.trim().length < 2) return;
    this.asking = setTimeout(async () => {
      const found = await api.get('skills' + api.query({ q: input.value.trim(), limit: 8 })).catch(() => ({ skills: [] }));
      this.names.replaceChildren(...found.skills.map((s) => h('option', { value: s.skill })));
    }, 150);
  }

  store(pointer, kind, text) {
    const skill = /^(\/skills\/\d+)\/(\w+)$/.exec(pointer);
    if (skill?.[2] === 'skill' && text && text !== this.review.value(pointer)) this.nameSkill(skill[1], text);
    else if (skill?.[2] === 'proficiency') this.review.assign(skill[1], { proficiency: text || null, proficiency_score: null, ...('proficiency_basis' in this.review.value(skill[1]) ? { proficiency_basis: null } : {}) });
    else this.review.set(pointer, kind === 'flag' ? text === 'true' : kind === 'number' ? (text ? Number(text.replace(',', '.')) : null) : text || null);
  }

  mask(text) {
    if (!this.redacted) return text;
    for (const s of this.secrets) text = text.split(s).join(blocks(s));
    return text;
  }

  show(value, pointer) {
    if (this.redacted && pointer && isPersonal(pointer)) return h('span.hidden-value', 'hidden');
    return foreign(this.mask(String(value)), 'span.value');
  }

  // A value tied to its place: focusable when it has one.
  field(name, value, pointer, spec = 'div.field') {
    const none = value === null || value === undefined || value === '';
    const raw = valueAt(this.result, pointer);
    const edits = this.editing && this.canEdit && raw !== undefined && (raw === null || typeof raw !== 'object');
    if (none && !edits) return null;
    const e = this.evidence[pointer], state = this.review?.state(pointer);
    const low = e && e.confidence < LOW && !state;
    const was = state === 'corrected' ? valueAt(this.review.machine, pointer) : null;
    const hint = state === 'corrected' ? `vitae read: ${was ?? 'nothing'}` : e && e.confidence !== undefined ? `Confidence ${percent(e.confidence)}` : null;
    const el = h(spec + (e ? '.linked' : '') + (low ? '.doubt' : '') + (edits ? '.editable' : ''),
      { tabindex: e || edits ? '0' : null, title: hint && visible(hint), role: edits ? 'button' : null, data: { pointer } },
      name && h('span.name', name), none ? h('em.soft', `${name ? '' : label('/' + pointer.split('/').pop()) + ' '}not stated`) : this.show(value, pointer),
      low && h('span.pill.warn', `check: ${percent(e.confidence)}`), state && h('span.pill.good', state));
    if (edits) {
      el.setAttribute('aria-description', `Edit ${label(pointer)}`);
      const open = () => { el.replaceWith(this.editor(pointer, () => this.drawData())); this.data.querySelector('.editor :is(input, select, textarea)')?.focus(); };
      el.addEventListener('click', open);
      el.addEventListener('keydown', (ev) => { if (ev.key === 'Enter' || ev.key === ' ') { ev.preventDefault(); open(); } });
    }
    if (e) {
      this.link(pointer, 'fields', el);
      this.listen(el, pointer, 'field');
    }
    return el;
  }

  fields(r) {
    const p = r.personal_info || {}, at = '/personal_info/';
    const place = p.location || {};
    const placeText = [place.city, place.region, place.country].filter(Boolean).join(', ');
    const placePointer = ['city', 'region', 'country'].map((k) => `${at}location/${k}`).find((k) => this.evidence[k]) || `${at}location`;
    const part = (name, k) => this.field(name, place[k], `${at}location/${k}`);
    const edits = this.editing && this.canEdit;
    return h('div.fields',
      this.review && h('div.row.between.correct', h('span.soft.save-state', { 'aria-live': 'polite' }, this.word || ''),
        button(edits ? 'Done' : 'Correct values', { kind: 'small', 'aria-pressed': String(Boolean(edits)), disabled: !this.canEdit, onclick: () => { this.editing = !this.editing; this.drawData(); this.data.querySelector('.correct button').focus(); } })),
      this.answer.ai_features?.summary && h('section.glance', h('h3', 'At a glance'), h('p', this.show(this.answer.ai_features.summary)), this.totals()),
      h('section', h('h3', 'Person'),
        this.field('Name', p.name, at + 'name'), this.field('Title', p.label, at + 'label'), this.field('E-mail', p.email, at + 'email'),
        this.field('Phone', p.phone, at + 'phone'), edits ? [part('City', 'city'), part('Region', 'region'), part('Country', 'country')] : this.field('Location', placeText, placePointer),
        (r.links || []).map((l, i) => this.field('Link', typeof l === 'string' ? l : l.url, this.pointerOf(`/links/${i}`, 'url')))),
      (r.summary || edits) && h('section', h('h3', 'Summary'), this.field(null, r.summary, '/summary', 'div.field.prose')),
      this.list('Experience', 'experience', r.experience, (j, i) => this.job(j, `/experience/${i}`)),
      this.list('Education', 'education', r.education, (e, i) => this.school(e, `/education/${i}`)),
      this.list('Certifications', 'certifications', r.certifications, (c, i) => this.item(c, `/certifications/${i}`, 'name', ['issuer', 'date', 'expires', 'credential_id', 'url'])),
      this.list('Languages', 'languages', r.languages, (l, i) => this.item(l, `/languages/${i}`, 'language', ['proficiency', 'cefr'])),
      ['projects', 'publications', 'awards', 'references', 'interests'].map((k) =>
        this.list(title(k), k, r[k], (x, i) => this.item(typeof x === 'string' ? { name: x } : x, `/${k}/${i}`, null, null))));
  }

  list(name, key, items, make) {
    const edits = this.editing && this.canEdit, adds = edits && ['experience', 'education', 'certifications', 'languages'].includes(key);
    if (!items?.length && !adds) return null;
    return h('section', h('h3', name), h('ol.plain', (items || []).map((x, i) => {
      const at = `/${key}/${i}`, gone = this.review?.gone(at), entry = make(x, i);
      if (gone) { entry.classList.add('gone'); entry.prepend(h('span.pill.bad', 'removed')); }
      if (edits) entry.append(button(gone ? 'Put back' : 'Remove', { kind: 'small.quiet', 'aria-label': `${gone ? 'Put back' : 'Remove'} ${label(at)}`, onclick: () => this.review.remove(at, !gone) }));
      return entry;
    })), adds && button('Add', { kind: 'small', icon: 'plus', 'aria-label': `Add to ${name}`, onclick: () => { const at = this.review.add(key); this.data.querySelector(`[data-pointer^="${at}/"]`)?.focus(); } }));
  }

  totals() {
    const t = this.answer.ai_features.experience_summary || {};
    return h('dl.facts.small', fact('Experience', plural(t.total_years ?? 0, 'year')), fact('Positions', count(t.total_positions)), fact('Employers', count(t.companies)),
      fact('Skills', count(this.answer.ai_features.skills_aggregation?.total_skills)));
  }

  pointerOf(base, key) {
    return this.evidence[`${base}/${key}`] ? `${base}/${key}` : base;
  }

  dates(from, to, current, base) {
    if (this.editing && this.canEdit)
      return h('span.dates', this.field(null, from, base + '/start_date', 'span.field.inline'), ' – ', this.field(null, to, base + '/end_date', 'span.field.inline'), ' current: ', this.field(null, current ? 'yes' : 'no', base + '/current', 'span.field.inline'));
    if (!from && !to && !current) return null;
    return h('span.dates', this.field(null, from, base + '/start_date', 'span.field.inline'), (from && (to || current)) ? ' – ' : '',
      to ? this.field(null, to, base + '/end_date', 'span.field.inline') : current ? 'present' : '');
  }

  job(j, base) {
    return h('li.entry',
      h('div.entry-head', this.field(null, j.title, base + '/title', 'strong.field.inline'), j.title && j.company ? ' at ' : '', this.field(null, j.company, base + '/company', 'span.field.inline'),
        this.dates(j.start_date, j.end_date, j.current, base)),
      this.editing && this.canEdit && h('p', this.field('Kind', j.type, base + '/type', 'span.field.inline')),
      (j.type !== 'full-time' || j.location) && h('p.soft', j.type !== 'full-time' && h('span.pill', j.type), ' ', placeOf(j.location) && this.field(null, placeOf(j.location), this.pointerOf(base + '/location', 'city'), 'span.field.inline')),
      this.field(null, j.description, base + '/description', 'div.field.prose'),
      j.highlights?.length > 0 && h('ul.highlights', j.highlights.map((t, i) => h('li', this.field(null, t, `${base}/highlights/${i}`, 'span.field.inline')))));
  }

  school(e, base) {
    return h('li.entry',
      h('div.entry-head', this.field(null, e.degree, base + '/degree', 'strong.field.inline'), e.degree && e.field_of_study ? ' in ' : '', this.field(null, e.field_of_study, base + '/field_of_study', 'strong.field.inline'),
        h('span.dates', e.start_date && this.field(null, e.start_date, base + '/start_date', 'span.field.inline'), e.start_date && e.graduation_date ? ' – ' : '', this.field(null, e.graduation_date, base + '/graduation_date', 'span.field.inline'))),
      h('p', this.field(null, e.institution, base + '/institution', 'span.field.inline'), e.grade && [' · ', this.field(null, e.grade, base + '/grade', 'span.field.inline')]),
      this.field(null, e.description, base + '/description', 'div.field.prose'));
  }

  item(x, base, main, rest) {
    const edits = this.editing && this.canEdit;
    const keys = main ? [main] : Object.keys(x).filter((k) => typeof x[k] === 'string').slice(0, 1);
    const others = (rest || Object.keys(x).filter((k) => !keys.includes(k))).filter((k) => (typeof x[k] === 'string' && x[k]) || (edits && x[k] === null));
    return h('li.entry', h('div', keys.map((k) => this.field(null, x[k], this.pointerOf(base, k), 'strong.field.inline')),
      others.map((k) => [' · ', this.field(null, x[k], `${base}/${k}`, 'span.field.inline')])));
  }

  skills(all) {
    const rows = h('tbody');
    const search = h('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter skills', oninput: fill });
    const implied = checkbox('Show implied', { checked: false, onchange: fill });
    const n = h('p.hint', { 'aria-live': 'polite' });
    const self = this, edits = this.editing && this.canEdit;
    fill();
    return h('div', h('div.row.between', search, implied, this.review && h('span.soft.save-state', { 'aria-live': 'polite' }, this.word || ''), this.review && button(edits ? 'Done' : 'Correct skills', { kind: 'small', 'aria-pressed': String(Boolean(edits)), disabled: !this.canEdit, onclick: () => { this.editing = !this.editing; this.drawData(); } })), n,
      h('div.scroll.stacks', { tabindex: '0', role: 'region', 'aria-label': 'Skills' }, h('table', h('caption.offscreen', 'Skills'), h('thead', h('tr', SKILL_HEADS.map((t) => h('th' + (t === 'Years' ? '.num' : ''), { scope: 'col' }, t)))), rows)),
      edits && button('Add a skill', { kind: 'small', icon: 'plus', onclick: () => { const at = this.review.add('skills'); this.data.querySelector(`[data-pointer="${at}/skill"]`)?.click(); } }));

    function fill() {
      const want = search.value.toLowerCase();
      const shown = all.map((s, i) => [s, i]).filter(([s]) => (implied.input.checked || !s.implied_by) && (!want || `${s.skill} ${s.category} ${(s.synonyms || []).join(' ')}`.toLowerCase().includes(want)));
      n.textContent = `${count(shown.length)} of ${plural(all.length, 'skill')}${implied.input.checked ? '' : '; those that follow from others are hidden'}`;
      rows.replaceChildren(...shown.map(([s, i]) => self.skill(s, `/skills/${i}`)));
    }
  }

  skill(s, base) {
    const gone = this.review?.gone(base), edits = this.editing && this.canEdit;
    const pointer = edits ? base + '/skill' : this.pointerOf(base, 'skill');
    const level = s.proficiency_score;
    const changed = !edits && !gone && this.review?.state(pointer) !== 'corrected' && ['skill', 'proficiency', 'years_experience'].some((k) => this.review?.state(`${base}/${k}`) === 'corrected');
    return named(h('tr' + (gone ? '.gone' : ''),
      h('td', h('div', this.field(null, s.skill, pointer, 'span.field.inline'), (s.category || s.skill_type) && h('div.soft.small-text', [s.category, s.skill_type === 'soft' && 'soft skill'].filter(Boolean).join(' · ')),
        s.confidence !== null && s.confidence < LOW && !this.evidence[pointer] && h('span.pill.warn', `check: ${percent(s.confidence)}`), changed && h('span.pill.good', 'corrected'),
        edits && button(gone ? 'Put back' : 'Remove', { kind: 'small.quiet', 'aria-label': `${gone ? 'Put back' : 'Remove'} ${s.skill ?? 'the new skill'}`, onclick: () => this.review.remove(base, !gone) }))),
      h('td', edits ? this.field(null, s.proficiency, base + '/proficiency', 'span.field.inline') : s.proficiency && h('span.level', { title: level === null || level === undefined ? null : percent(level) }, typeof level === 'number' && h('span.bar', h('span', { style: { width: percent(level).replace(' ', '') } })), s.proficiency)),
      h('td.num', edits ? this.field(null, s.years_experience, base + '/years_experience', 'span.field.inline') : s.years_experience ?? '–'),
      h('td' + (s.implied_by ? '' : '.nowrap'), s.implied_by ? ['implied by ', foreign(s.implied_by)] : METHODS[s.match_method] || (s.match_method ? s.match_method : 'as written'))), SKILL_HEADS);
  }

  // A skill by another name is another entry of the taxonomy, or none.
  async nameSkill(base, text) {
    let found = null;
    try {
      const { skills } = await api.get('skills' + api.query({ q: text, limit: 20 }));
      found = skills.find((s) => s.skill.toLowerCase() === text.toLowerCase()) || null;
    } catch { /* the name alone is stored */ }
    const now = this.review.value(base), values = { skill: found ? found.skill : text, category: found?.category ?? null, skill_type: found?.skill_type ?? null, match_method: found ? 'exact' : null };
    for (const [k, v] of [['normalized', found?.skill ?? null], ['skill_id', found?.skill_id ?? null], ['implied_by', null]]) if (k in now) values[k] = v;
    if ('synonyms' in now) values.synonyms = [];
    this.review.assign(base, values);
  }

  matching(m) {
    const parts = Object.entries(m.parts || {}).map(([k, v]) => [k, typeof v === 'number' ? v : v?.value]).filter(([, v]) => typeof v === 'number');
    return h('div.matching',
      h('div.match-head', ring(m.score), h('div', h('h3', 'Fit'), h('p', this.show(m.summary || '')))),
      parts.length > 0 && h('section', h('h3', 'Parts of the score'), h('dl.parts', parts.map(([k, v]) => {
        const x = v > 1 ? v / 100 : v;
        return h('div', h('dt', title(k)), h('dd', h('span.bar', h('span', { style: { width: `${Math.round(x * 100)}%` } })), percent(x)));
      }))),
      h('section', h('h3', 'Matched'), m.matched_skills?.length ? h('ul.plain', m.matched_skills.map((s) => h('li.match', icon('check'),
        h('div', foreign(s.skill, 'strong'), h('p', h('span.soft', 'Asked for: '), foreign(s.requirement)), h('p', h('span.soft', 'Evidence: '), this.show(s.reason)))))) : h('p.soft', 'None of the required skills were found.')),
      h('section', h('h3', 'Missing'), m.missing_skills?.length ? h('ul.plain', m.missing_skills.map((s) => h('li.match.missing', icon('cross'),
        h('div', foreign(s.requirement, 'strong'), h('span.pill' + (s.criticality >= 0.7 ? '.bad' : ''), `importance ${percent(s.criticality)}`),
          s.transferable_skills?.length > 0 && h('p', h('span.soft', 'Related: '), s.transferable_skills.map((t, i) => [i ? ', ' : '', foreign(t)])))))) : h('p.soft', 'Nothing.')));
  }

  shownAnswer() {
    const { notes: _, ...plain } = this.answer;
    if (!this.redacted) return plain;
    return redactTree(plain, this.secrets, this.evidence, this.chars);
  }

  json() {
    const text = JSON.stringify(this.shownAnswer(), null, 2);
    const curl = this.options.curl || `curl ${location.origin}${api.ROOT}v1/parse/${this.answer.request_id} -H "Authorization: Bearer $VITAE_KEY"`;
    return h('div.json', h('div.row',
      button('Copy', { icon: 'copy', onclick: () => copy(text, 'JSON copied') }),
      button('Download', { icon: 'down', onclick: () => download(`${this.answer.request_id}.json`, text, 'application/json') }),
      button('Copy as curl', { icon: 'copy', onclick: () => copy(curl, 'Command copied') })),
    h('details.after', h('summary', 'The same request with curl'), h('pre.code.curl', { tabindex: '0', 'aria-label': 'The same request with curl' }, visible(curl))),
    h('pre.code.tall', { tabindex: '0', 'aria-label': 'JSON' }, visible(text)));
  }

  // Of what is stored: nothing is hidden in these files, so they wait while person data is. The
  // profile is what the browser prints.
  exportMenu() {
    if (!this.answer.result || !this.answer.request_id) return null;
    const items = h('div.menu-items');
    const menu = h('details.menu', { ontoggle: () => { if (menu.open) fill(); }, onkeydown: (e) => { if (e.key === 'Escape') { menu.open = false; menu.firstChild.focus(); } } },
      h('summary.button', icon('down'), h('span', 'Export')), items);
    document.addEventListener('click', (e) => { if (menu.isConnected && !menu.contains(e.target)) menu.open = false; });
    const fill = () => {
      const has = this.review?.version > 0;
      const wait = this.redacted && 'Personal data is hidden here, but this file would show it';
      const which = select([['reviewed', 'Corrected result', has], ['machine', 'Original result', !has]], { 'aria-label': 'Version' });
      items.replaceChildren(...[has && which,
        ...EXPORTS.map(([format, name, ending]) => button(name, { kind: 'quiet', disabled: Boolean(wait), title: wait || null, onclick: () => this.save(format, ending, has ? which.value : 'machine') })),
        button('PDF profile', { kind: 'quiet', disabled: Boolean(wait), title: wait || null, onclick: () => profile(this.result, this.review, true) }),
        button('PDF profile without personal data', { kind: 'quiet', onclick: () => profile(this.result, this.review, false) })].filter(Boolean));
    };
    return menu;
  }

  async save(format, ending, version) {
    try {
      const response = await api.get(`parse/${this.answer.request_id}${api.query({ format, version: version === 'reviewed' ? version : '' })}`, { raw: true });
      const mark = format === 'csv' ? '\ufeff' : ''; // by which spreadsheets know UTF-8
      download(`${this.answer.request_id}.${ending}`, mark + await response.text(), response.headers.get('Content-Type'));
    } catch (e) {
      notify(e.message, 'bad');
    }
  }

  raw() {
    if (this.answer.raw_text === null || this.answer.raw_text === undefined) return h('p.soft', 'This request has no text.');
    const text = this.redacted ? redactText(this.answer.raw_text, this.secrets, this.evidence, this.chars) : this.answer.raw_text;
    return h('div', h('div.row', button('Copy', { icon: 'copy', onclick: () => copy(text, 'Text copied') })), rawText(text));
  }
}

// ---- helpers ----

const area = ([x0, y0, x1, y1]) => (x1 - x0) * (y1 - y0);
const title = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
const short = (value) => { const t = visible(value ?? ''); return t.length > 80 ? t.slice(0, 79) + '…' : t; };
const blocks = (text) => text.replace(/\S/gu, '\u2588');

function placeOf(location) {
  if (!location || typeof location === 'string') return location;
  return [location.city, location.region, location.country].filter(Boolean).join(', ');
}

function shownAt(tree, pointer) {
  const at = valueAt(tree, pointer);
  return at && typeof at === 'object' ? at.skill || at.name || at.url || '' : at;
}

function reveal(el) {
  const box = el.closest('.pages, .raw, .panel-body');
  if (!box || !el.offsetParent) return;
  const a = el.getBoundingClientRect(), b = box.getBoundingClientRect();
  if (box.scrollHeight > box.clientHeight + 4 && (a.top < b.top || a.bottom > b.bottom))
    box.scrollTo({ top: box.scrollTop + a.top - b.top - b.height / 3, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

// One tab stop for all marks of a page; arrows go through them in reading order.
function rove(layer) {
  const items = [...layer.children].sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top) || parseFloat(a.style.left) - parseFloat(b.style.left));
  if (items[0]) items[0].tabIndex = 0;
  layer.addEventListener('keydown', (e) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
    const at = items.indexOf(document.activeElement);
    if (!step || at < 0) return;
    const next = items[(at + step + items.length) % items.length];
    items[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    e.preventDefault();
  });
}

function ring(score) {
  const r = 34, length = 2 * Math.PI * r;
  return svg('svg', { class: 'ring', viewBox: '0 0 80 80', role: 'img', 'aria-label': `Score ${score} of 100` },
    svg('circle', { cx: 40, cy: 40, r, class: 'ring-back' }),
    svg('circle', { cx: 40, cy: 40, r, class: 'ring-front', 'stroke-dasharray': `${(length * score) / 100} ${length}`, transform: 'rotate(-90 40 40)' }),
    svg('text', { x: 40, y: 48, 'text-anchor': 'middle' }, document.createTextNode(String(score))));
}

// ---- person data ----

function isPersonal(pointer) {
  return (pointer.startsWith('/personal_info/') && pointer !== '/personal_info/label') || pointer.startsWith('/links/') || pointer.startsWith('/references/');
}

// Parts and repetitions of values that have a mark of their own.
function isPart(pointer) {
  return /^\/personal_info\/(given_name|family_name|emails|phones)(\/|$)/.test(pointer);
}

// What identifies the person, wherever it stands: longest first, so that parts do not leave rests.
function secretsOf(result) {
  const p = result?.personal_info || {};
  const words = [p.name, p.email, p.phone, p.phone_raw, p.given_name, p.family_name, p.street, p.postcode, ...(p.emails || []), ...(p.phones || []), p.location?.city, ...(result?.links || []).map((l) => (typeof l === 'string' ? l : l.url))];
  for (const part of (p.name || '').split(/[\s,]+/)) if (part.length > 2) words.push(part);
  for (const x of result?.references || []) words.push(...Object.values(x || {}).filter((v) => typeof v === 'string'));
  return [...new Set(words.filter((w) => typeof w === 'string' && w.length > 2))].sort((a, b) => b.length - a.length);
}

function redactText(text, secrets, evidence, chars) {
  const out = [...chars];
  for (const [pointer, e] of Object.entries(evidence))
    if (isPersonal(pointer)) for (let i = e.start; i < e.end && i < out.length; i++) if (out[i].trim()) out[i] = '\u2588';
  let masked = out.join('');
  for (const s of secrets) masked = masked.split(s).join(blocks(s));
  return masked;
}

function redactTree(answer, secrets, evidence, chars) {
  const walk = (x) => {
    if (typeof x === 'string') { for (const s of secrets) x = x.split(s).join('[hidden]'); return x; }
    if (Array.isArray(x)) return x.map(walk);
    if (x && typeof x === 'object') return Object.fromEntries(Object.entries(x).map(([k, v]) => [k, walk(v)]));
    return x;
  };
  const { raw_text: raw, ...rest } = answer;
  const out = walk(rest);
  if (out.result?.personal_info) {
    const p = out.result.personal_info;
    for (const k of ['name', 'email', 'phone', 'phone_raw', 'given_name', 'family_name', 'street', 'postcode']) if (p[k]) p[k] = '[hidden]';
    for (const k of ['emails', 'phones']) if (p[k]) p[k] = p[k].map(() => '[hidden]');
    for (const k of Object.keys(p.location || {})) if (p.location[k]) p.location[k] = '[hidden]';
  }
  return { ...out, raw_text: raw === null || raw === undefined ? raw : redactText(raw, secrets, evidence, chars) };
}
