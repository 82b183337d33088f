// SPDX-License-Identifier: Apache-2.0
// A profile of one candidate for the browser's printer, which makes a PDF of it.
import { h, foreign } from './dom.js';

const span = (from, to, current) => [from, to || (current ? 'today' : '')].filter(Boolean).join(' – ');

function section(name, items) {
  return items?.length > 0 && h('section', h('h2', name), items);
}

function entry(head, when, ...rest) {
  return h('article', h('h3', foreign(head.filter(Boolean).join(', '))), when && h('p.soft', when), ...rest);
}

// The page that is printed. Without personal data: no name, contact, place, link or reference, and
// no free text, which may hold any of them.
export function profilePage(r, review, personal) {
  const p = r.personal_info || {}, place = p.location || {};
  const kept = (key) => (r[key] || []).filter((_, i) => !review?.gone(`/${key}/${i}`));
  const contact = [p.email, p.phone, [place.city, place.region, place.country].filter(Boolean).join(', ')].filter(Boolean);
  const skills = kept('skills').filter((s) => !s.implied_by && s.skill).map((s) => (s.proficiency ? `${s.skill} (${s.proficiency})` : s.skill));
  return h('div.print-profile',
    h('h1', personal && p.name ? foreign(p.name) : 'Candidate'),
    p.label && h('p.lead', foreign(p.label)),
    personal && contact.length > 0 && h('p', contact.map((c, i) => [i ? ' · ' : '', foreign(c)])),
    personal && r.summary && section('Summary', [h('p', foreign(r.summary))]),
    section('Experience', kept('experience').map((j) => entry([j.title, j.company], span(j.start_date, j.end_date, j.current),
      personal && j.description && h('p', foreign(j.description)), personal && j.highlights?.length > 0 && h('ul', j.highlights.map((t) => h('li', foreign(t))))))),
    section('Education', kept('education').map((e) => entry([[e.degree, e.field_of_study].filter(Boolean).join(' in '), e.institution], span(e.start_date, e.graduation_date)))),
    skills.length > 0 && section('Skills', [h('p', foreign(skills.join(', ')))]),
    section('Certifications', kept('certifications').map((c) => entry([c.name, c.issuer], c.date))),
    section('Languages', kept('languages').map((l) => h('p', foreign([l.language, l.proficiency].filter(Boolean).join(': '))))));
}

export function profile(result, review, personal) {
  const page = profilePage(result, review, personal), title = document.title;
  document.body.append(page);
  document.body.classList.add('prints-profile');
  document.title = personal && result.personal_info?.name ? `Profile ${result.personal_info.name}` : 'Profile';
  window.addEventListener('afterprint', () => {
    page.remove();
    document.body.classList.remove('prints-profile');
    document.title = title;
  }, { once: true });
  window.print();
}
