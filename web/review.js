// SPDX-License-Identifier: Apache-2.0
// A review: the machine's result, what a person made of it, and its way to the service. Entries of
// lists keep the places they have in the machine's result while they are shown; entries that were
// taken out stay in `removed`, new ones stand behind them.
import * as api from './api.js';

export const LOW = 0.7;
const REASONS = {
  doubtful: 'vitae is not sure about this value.',
  field_missing: 'The other entries have this, this one has not.',
  dates_in_no_item: 'These dates are in no entry.',
  degree_in_no_study: 'This degree is in no entry.',
  head_in_no_value: 'This line looks like part of a job or study, but no value was taken from it.',
  language_in_no_value: 'This language is in no entry.',
  skill_in_no_value: 'No skill was taken from this line.',
  email_in_no_value: 'This e-mail address is in no value.',
  section_without_items: 'This section has no entries.',
};
const WORDS = {
  'experience/type': ['full-time', 'part-time', 'contract', 'freelance', 'internship', 'apprenticeship', 'temporary', 'volunteer', 'self-employed', 'seasonal'],
  'languages/proficiency': ['', 'native', 'full-professional', 'professional-working', 'limited-working', 'elementary'],
  'skills/proficiency': ['', 'expert', 'advanced', 'intermediate', 'basic'],
};
const DATES = /(^|\/)(start_date|end_date|graduation_date|date|expires)$/;
const NEW = {
  experience: () => ({ type: 'full-time', company: null, title: null, start_date: null, end_date: null, current: false, description: null, highlights: [] }),
  education: () => ({ institution: null, degree: null, field_of_study: null, graduation_date: null }),
  languages: () => ({ language: null, proficiency: null }),
  skills: (list) => ({ skill: null, ...(list.some((s) => 'normalized' in s) ? { normalized: null } : { skill_id: null, synonyms: [], implied_by: null }),
    proficiency: null, proficiency_score: null, category: null, skill_type: null, years_experience: null, confidence: 1, match_method: null }),
  certifications: () => ({ name: null, issuer: null, date: null, expires: null, credential_id: null, url: null }),
};

export const reasonText = (reason) => REASONS[reason] || reason;

// What one entry of a list is called, and the parts that are the entry itself.
const ENTRIES = { experience: 'Job', education: 'Study', skills: 'Skill', languages: 'Language', certifications: 'Certificate', links: 'Link', projects: 'Project', publications: 'Publication', awards: 'Award', references: 'Reference', interests: 'Interest', highlights: 'highlight', emails: 'e-mail', phones: 'phone' };
const SELF = /^\/(skills\/\d+\/skill|languages\/\d+\/language|certifications\/\d+\/name|(?:interests|links|awards|projects|publications|references)\/\d+(?:\/(?:name|title|url))?)$/;

// A place in the result in words: "Job 2, title", "Skill 3", "E-mail".
export function label(pointer) {
  const parts = (SELF.test(pointer) ? itemOf(pointer) : pointer.replace(/^\/personal_info/, '')).split('/').filter(Boolean), words = [];
  for (let i = 0; i < parts.length; i++) {
    if (/^\d+$/.test(parts[i + 1])) words.push(`${ENTRIES[parts[i]] || plain(parts[i])} ${Number(parts[++i]) + 1}`);
    else words.push(plain(parts[i]));
  }
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
const plain = (part) => ({ email: 'e-mail', label: 'title', url: 'web address', cefr: 'CEFR level', credential_id: 'number' })[part] || part.replaceAll('_', ' ');

// The entry of a list that this value names: without the value there would be no entry. Or null.
export function itemOf(pointer) {
  return SELF.test(pointer || '') ? pointer.split('/').slice(0, 3).join('/') : null;
}

export function valueAt(tree, pointer) {
  let at = tree;
  for (const part of pointer.split('/').slice(1)) at = at?.[part];
  return at;
}

// What an editor has to offer for a value: {kind: text | long | date | number | words | flag, words}.
export function kindOf(pointer, value) {
  const words = WORDS[pointer.replace(/^\//, '').replace(/\/\d+\//, '/')];
  if (words) return { kind: 'words', words };
  if (typeof value === 'boolean') return { kind: 'flag' };
  if (/\/years_experience$/.test(pointer)) return { kind: 'number' };
  if (DATES.test(pointer) && !/^\/(projects|publications|awards|references)/.test(pointer)) return { kind: 'date' };
  return { kind: /(summary|description|highlights\/\d+)$/.test(pointer) ? 'long' : 'text' };
}

export function faultOf(pointer, text) {
  const { kind } = kindOf(pointer);
  if (kind === 'number' && text && !/^\d{1,2}([.,]\d)?$/.test(text)) return 'Write a number of years, such as 3 or 2.5.';
  if (kind === 'date' && text && !/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text)) return 'Write the date as YYYY-MM or YYYY.';
  return '';
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const NAMES = ['skill', 'name', 'company', 'title', 'institution', 'degree', 'language', 'url'];
const alike = (a, b) => a && b && typeof a === 'object' && NAMES.some((k) => typeof a[k] === 'string' && a[k] && a[k] === b[k]);
// A new entry that nothing was written into.
const blank = (item) => item && typeof item === 'object' && !Object.entries(item).some(([k, v]) => k !== 'type' && k !== 'confidence' && (typeof v === 'string' ? v : Array.isArray(v) ? v.length : v));

// For each item of `now` the item of `was` that it was, or -1: first those that are the same, then,
// between two of them, as many as there were one by one, others by what they are called.
function pair(was, now) {
  const from = now.map(() => -1);
  let next = 0;
  now.forEach((item, i) => {
    const at = was.findIndex((w, k) => k >= next && same(w, item));
    if (at >= 0) { from[i] = at; next = at + 1; }
  });
  const anchors = from.slice();
  let begin = 0, first = 0; // of the gap before the next anchor, in `was` and in `now`
  for (let i = 0; i <= now.length; i++) {
    if (i < now.length && anchors[i] < 0) continue;
    const end = i < now.length ? anchors[i] : was.length, equal = end - begin === i - first;
    for (let k = first, free = begin; k < i; k++) {
      from[k] = equal ? begin + k - first : was.findIndex((w, x) => x >= free && x < end && alike(w, now[k]));
      if (from[k] >= 0) free = from[k] + 1;
    }
    begin = end + 1;
    first = i + 1;
  }
  return from;
}

export class Review {
  constructor(answer, stored) {
    this.id = answer.request_id;
    this.machine = answer.result;
    this.rows = (answer.metadata?.parse?.review || []).map((r) => ({ ...r }));
    for (const [pointer, e] of Object.entries(answer.evidence || {}))
      if (e.confidence < LOW && !this.rows.some((r) => r.pointer === pointer) && typeof valueAt(answer.result, pointer) === 'string')
        this.rows.push({ pointer, reason: 'doubtful' });
    this.listeners = [];
    this.take(stored);
  }

  take(stored) {
    this.version = stored?.version || 0;
    this.complete = stored ? stored.complete : false;
    this.result = structuredClone(this.machine);
    this.removed = new Set();
    this.confirmed = new Set();
    this.dismissed = new Set(stored?.dismissed || []);
    this.places = {};
    if (!stored) return;
    const moved = {};
    for (const [key, value] of Object.entries(stored.result)) {
      if (!Array.isArray(value) || !Array.isArray(this.machine[key])) { this.result[key] = value; continue; }
      const was = this.machine[key], from = pair(was, value), list = was.slice();
      moved[key] = value.map((item, i) => {
        const at = from[i] >= 0 ? from[i] : list.length;
        list[at] = item;
        return at;
      });
      was.forEach((_, k) => { if (!from.includes(k)) this.removed.add(`/${key}/${k}`); });
      this.result[key] = structuredClone(list);
    }
    const back = (pointer) => pointer.replace(/^\/([^/]+)\/(\d+)/, (all, key, i) => (moved[key]?.[i] === undefined ? all : `/${key}/${moved[key][i]}`));
    for (const p of stored.confirmed) this.confirmed.add(back(p));
    for (const [p, place] of Object.entries(stored.places)) this.places[back(p)] = place;
  }

  onchange(fn) { this.listeners.push(fn); }
  tell(what) { for (const fn of this.listeners) fn(what); }

  gone(pointer) { return [...this.removed].some((r) => pointer === r || pointer.startsWith(r + '/')); }
  value(pointer) { return valueAt(this.result, pointer); }
  changed(pointer) {
    if (this.gone(pointer)) return true;
    return !same(this.value(pointer) ?? null, valueAt(this.machine, pointer) ?? null);
  }
  state(pointer) {
    if (this.changed(pointer)) return 'corrected';
    return this.confirmed.has(pointer) ? 'confirmed' : '';
  }
  rowState(row) {
    if (row.pointer === null || row.pointer === undefined) return this.dismissed.has(row.start) ? 'seen' : 'open';
    return this.state(row.pointer) || 'open';
  }
  open() { return this.rows.filter((r) => this.rowState(r) === 'open').length; }
  // More is open than skills, of which a resume often has one or two that are doubtful.
  opensFirst() { return this.rows.some((r) => this.rowState(r) === 'open' && !/^\/skills\/\d+/.test(r.pointer)); }

  // Several values of one item at once.
  assign(pointer, values) {
    Object.assign(this.value(pointer), values);
    for (const key of Object.keys(values)) this.confirmed.delete(`${pointer}/${key}`);
    this.later();
  }
  set(pointer, value) {
    const parts = pointer.split('/').slice(1), last = parts.pop();
    let at = this.result;
    for (const part of parts) at = at[part];
    at[last] = value;
    this.confirmed.delete(pointer);
    this.later();
  }
  confirm(pointer, on = true) {
    if (on) this.confirmed.add(pointer); else this.confirmed.delete(pointer);
    this.later();
  }
  dismiss(start, on = true) {
    if (on) this.dismissed.add(start); else this.dismissed.delete(start);
    this.later();
  }
  mark(pointer, place) {
    this.places[pointer] = place;
    this.later();
  }
  remove(pointer, on = true) {
    if (on) this.removed.add(pointer); else this.removed.delete(pointer);
    this.later();
  }
  add(key) {
    this.result[key].push(NEW[key](this.result[key]));
    this.later();
    return `/${key}/${this.result[key].length - 1}`;
  }

  // What the service stores: without the entries that were taken out, and new ones without a value.
  body(complete) {
    const result = structuredClone(this.result), moved = {};
    for (const [key, list] of Object.entries(result)) {
      if (!Array.isArray(list)) continue;
      const kept = list.map((_, i) => i).filter((i) => !this.removed.has(`/${key}/${i}`) && (i < (this.machine[key]?.length || 0) || !blank(list[i])));
      moved[key] = new Map(kept.map((i, k) => [String(i), k]));
      result[key] = kept.map((i) => list[i]);
    }
    const there = (pointer) => pointer.replace(/^\/([^/]+)\/(\d+)/, (all, key, i) => (moved[key] ? `/${key}/${moved[key].get(i)}` : all));
    const still = (pointer) => !this.gone(pointer) && this.value(pointer) !== undefined;
    return {
      result, complete, dismissed: [...this.dismissed],
      confirmed: [...this.confirmed].filter(still).map(there),
      places: Object.fromEntries(Object.entries(this.places).filter(([p]) => still(p)).map(([p, place]) => [there(p), place])),
    };
  }

  // Stored a moment after the last change; a save that runs is waited for.
  later() {
    this.complete = false;
    this.tell('change');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(false), 700);
  }

  async save(complete) {
    clearTimeout(this.timer);
    while (this.saving) await this.saving.catch(() => {});
    this.tell('saving');
    this.saving = api.call('PUT', `parse/${this.id}/review`, {
      json: this.body(complete), headers: this.version ? { 'If-Match': `"${this.id}-r${this.version}"` } : {},
    });
    try {
      const stored = await this.saving;
      this.version = stored.version;
      this.complete = stored.complete;
      this.tell('saved');
    } catch (e) {
      this.tell(e);
    } finally {
      this.saving = null;
    }
  }

  async reload() {
    this.take(await api.get(`parse/${this.id}/review`));
    this.tell('reload');
  }

  async drop() {
    clearTimeout(this.timer);
    await api.remove(`parse/${this.id}/review`);
    this.take(null);
    this.tell('reload');
  }
}

// The stored review of a request, or null.
export async function find(id) {
  try {
    return await api.get(`parse/${id}/review`);
  } catch (e) {
    if (e.code === 'not_reviewed') return null;
    throw e;
  }
}
