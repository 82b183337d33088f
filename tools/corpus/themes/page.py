# SPDX-License-Identifier: Apache-2.0
"""From the pieces of a rendered page (page.js) to the blocks that label.py aligns, and to the gold result."""
import functools
import itertools
import re

import compose as co
import lexicon as lx
from check import fold

SECTIONS = {'work': 'experience', 'volunteer': 'volunteer', 'education': 'education', 'awards': 'awards', 'certificates': 'certifications', 'publications': 'publications', 'skills': 'skills',
            'languages': 'languages', 'interests': 'interests', 'references': 'references', 'projects': 'projects'}
TEXT_ROLE = {'work': 'job_text', 'volunteer': 'job_text', 'education': 'edu_text', 'awards': 'award', 'certificates': 'cert', 'publications': 'publication', 'skills': 'skill', 'languages': 'language',
             'interests': 'interest', 'references': 'reference', 'projects': 'project'}
HEAD_ROLE = {'work': 'job_head', 'volunteer': 'job_head', 'education': 'edu_head'}
KEY_DATES = {'awards': ('date',), 'certificates': ('date',), 'publications': ('releaseDate',)}
HEADINGS = '''About|About me|Me|Profile|Professional profile|Summary|Professional summary|Bio|Biography|Experience|Work|Work experience|Work history|Professional experience|Employment|Employment history|Career|Career history|Jobs
Volunteer|Volunteering|Volunteer work|Volunteer experience|Education|Academic background|Education & training|Skills|Technical skills|Key skills|Skills & tools|Skillset|Expertise|Core competencies|Competencies|Technologies
Languages|Interests|Hobbies|Hobbies & interests|Personal interests|References|Testimonials|Recommendations|Awards|Awards & honors|Honors|Achievements|Recognition|Publications|Writing|Certificates|Certifications|Licenses
Projects|Personal projects|Side projects|Open source|Portfolio|Contact|Contact me|Contact details|Contact information|Contacts|Get in touch|Profiles|Social|Social profiles|Links|Find me online|Elsewhere|Online|Info|Personal information|Personal details|Details|Basics'''
LABELS = {fold(x) for x in 'email mail phone telephone tel mobile website site web url address location home linkedin github twitter blog name fullname job city country e-mail cell skype homepage born age'.split()}
PRESENT = r"present|current(?:ly)?|now|today|ongoing|to date|till date|aujourd['’]hui|heute|actualidad|presente|heden|oggi|atual|现在|至今|現在|현재"
LINK = r'to|until|till|since|from|bis|seit|ab|à|au|de|du|depuis|al|a|hasta|desde|tot|vanaf'


@functools.lru_cache(None)
def headings():
    known = {fold(x) for x in HEADINGS.replace('\n', '|').split('|')}
    return known | {fold(r[0]) for r in lx.rows('section_headings')}


@functools.lru_cache(None)
def date_word():
    names = {f.rstrip('.') for r in lx.rows('date_words') if r[1].startswith('month:') for f in [r[0]]}
    month = '|'.join(sorted(map(re.escape, names), key=len, reverse=True))
    year = r"(?:\d{4}|[’']\d\d)(?!\d)"
    day = r"\d{1,2}(?:st|nd|rd|th)?"
    unit = '|'.join([r"(?:%s[\s.]+)?(?:%s)(?![^\W\d_])\.?,?(?:\s+%s,)?(?:[\s\-]*%s|-\d\d(?!\d))?" % (day, month, day, year), r"\d{1,4}[./\-]\d{1,2}[./\-]\d{2,4}(?!\d)", r"\d{4}\s?[./\-]\s?\d{1,2}(?![\d])", r"\d{1,2}\s?[./\-]\s?(?:\d{4}|\d\d)(?!\d)",
                     r"(?:spring|summer|fall|autumn|winter)\s+%s" % year, r"\d{4}\s?[年년](?:\s?\d{1,2}[月월])?", year, PRESENT])
    glue = r"\s*(?:[\-–—~→|/,]|\b(?:%s)\b|\s)*\s*" % LINK
    return re.compile(r"(?<![\w@$€£])(?:\b(?:%s)\s+)?(?:%s)(?:%s(?:%s))*" % (LINK, unit, glue, unit), re.I)


def joined(pieces):
    """The text of pieces; words of two elements do not grow together where only the style sheet parts them."""
    out, before = '', None
    for p in pieces:
        if before is not None and p['inside'][0] != before and out[-1:].isalnum() and p['text'][:1].isalnum():
            out += ' '
        out, before = out + p['text'], p['inside'][0]
    return out


class Run:
    """Text of one block that is of no marked value, or of one."""

    def __init__(self, pieces, values):
        p = pieces[0]
        self.text = re.sub(r'\s+', ' ', joined(pieces))
        self.value = values[p['value']] if p['value'] >= 0 else None
        self.block, self.tag, self.inside, self.at = p['block'], p['tag'], p['inside'], p['at']


def runs_of(pieces, values):
    for k, p in enumerate(pieces):
        p['at'] = k
    return [Run(list(g), values) for _, g in itertools.groupby(pieces, key=lambda p: (p['block'], p['value']))]


def owners(runs):
    """{element: set of the items below it}"""
    out = {}
    for r in runs:
        if r.value:
            for e in r.inside:
                out.setdefault(e, set()).add(r.value.item())
    return out


def dates_of(person, item):
    s, k = item
    x = (person.get(s) or [{}])[k] if s != 'basics' else {}
    return [x.get(d) for d in KEY_DATES.get(s, ('startDate', 'endDate'))]


def says_year(text, date):
    return bool(date) and (date[:4] in text or re.search(r"['’]%s\b|/%s\b" % (date[2:4], date[2:4]), text) is not None)


class Page:
    """What stands on the page, block by block."""

    def __init__(self, pieces, values, person):
        self.person, self.values = person, values
        self.runs = [r for r in runs_of(pieces, values) if fold(r.text)]
        self.below = owners(self.runs)
        self.first, self.printed = {}, {}
        for k, r in enumerate(self.runs):
            r.k = k
            if r.value:
                self.first.setdefault(r.value.item(), k)
                self.first.setdefault(r.value.section, k)
                self.printed.setdefault(id(r.value), []).append(r)
        self.date_text = {}
        self.contact, self.name_seen = {}, False
        self.literals = self.literal_list()
        self.keyless = {v.item() for v in values if v.section == 'skills'} - {v.item() for v in values if v.key == 'keywords' and id(v) in self.printed}

    # --- bare values -------------------------------------------------------------------------
    def literal_list(self):
        b = self.person['basics']
        loc = b.get('location') or {}
        strip = lambda u: re.sub(r'^https?://(www\.)?|/$', '', u)
        out = [('name', b.get('name')), ('email', b.get('email')), ('phone', b.get('phone'))]
        for u in [b.get('url')] + [p.get('url') for p in b.get('profiles') or []]:
            if u:
                out += [('url', u), ('url', re.sub(r'^https?://', '', u)), ('url', strip(u))]
        out += [('url', '@' + p['username']) for p in b.get('profiles') or [] if p.get('username')] + [('url', p['username']) for p in b.get('profiles') or [] if p.get('username')]
        out += [('street', loc.get('address')), ('city', loc.get('city')), ('region', loc.get('region')), ('postcode', loc.get('postalCode')), ('country', loc.get('countryCode'))]
        code = loc.get('countryCode')
        out += [('country', n) for n in lx.countries().get(code, [])[:3]]
        return [(f, t) for f, t in out if t]

    def cut(self, text, wanted):
        """[(text, field or None)] of a text by the literals that stand in it."""
        spans = []
        for f, t in wanted:
            for m in re.finditer(r'(?<!\w)%s(?!\w)' % re.escape(t), text, 0 if len(t) < 4 else re.I):
                if all(m.end() <= a or m.start() >= z for a, z, _ in spans):
                    spans.append((m.start(), m.end(), f))
                    break
        return spread(text, spans)

    def dated(self, text, dates):
        """Spans of dates in a text of an item."""
        spans = []
        for m in date_word().finditer(text):
            t = m.group(0)
            if any(says_year(t, d) for d in dates) or re.fullmatch(r'(?:\b(?:%s)\s+)?(?:%s)' % (LINK, PRESENT), t, re.I) or dates[-1:] == [None] and re.search(PRESENT, t, re.I):
                spans.append((m.start(), m.end(), 'date'))
        return spans

    # --- context of what bears no mark ----------------------------------------------------------
    def near(self, run):
        """(items of the smallest element around the text that holds any, that element's items)"""
        for e in run.inside:
            if e in self.below:
                return self.below[e]
        return set()

    def neighbours(self, run):
        before = next((r.value.item() for r in reversed(self.runs[:run.k]) if r.value), None)
        after = next((r.value.item() for r in self.runs[run.k + 1:] if r.value), None)
        return [x for x in (before, after) if x]

    def item_of(self, run):
        """The item that a bare text belongs to, or None."""
        around = {x for x in self.near(run) if x[0] != 'basics'}
        if len(around) == 1 and not any(x[0] == 'basics' for x in self.near(run)):
            return next(iter(around))
        sides = [x for x in self.neighbours(run) if x[0] != 'basics' and (not around or x in around)]
        for x in sides:
            dates = [d for d in dates_of(self.person, x) if d]
            spans = self.dated(run.text, dates_of(self.person, x))
            if dates and spans and all(says_year(run.text, d) for d in dates):
                return x
        for x in sides:
            if self.dated(run.text, [d for d in dates_of(self.person, x) if d]):
                return x
        same = self.block_item(run)
        return same

    def block_item(self, run):
        """The item of a value in the same block: the one whose bare values stand here, else the one before."""
        mine = lambda rs: [r.value.item() for r in rs if r.block == run.block and r.value and r.value.section != 'basics']
        sides = mine(reversed(self.runs[max(0, run.k - 4):run.k]))[:1] + mine(self.runs[run.k + 1:run.k + 5])[:1]
        for s, k in sides:
            x = self.person[s][k]
            if any(x.get(n) and x[n].lower() in run.text.lower() for n in ('score', 'fluency', 'level', 'url')):
                return s, k
        return sides[0] if sides else None

    def literal_in(self, run):
        return any(f for _, f in self.cut(run.text, self.literals)) or len(fold(run.text)) > 1 and fold(run.text) in fold(self.person['basics'].get('name') or '')

    def is_heading(self, run):
        t = fold(run.text)
        if len(run.text) > 60 or self.block_item(run) or t in LABELS or sum(c.isalpha() for c in t) < 2:
            return False
        around = self.near(run)
        sections = {x[0] for x in around}
        known = t in headings()
        big = run.tag in ('H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'LEGEND')
        if not known and self.literal_in(run):
            return False
        follow = self.runs[run.k + 1] if run.k + 1 < len(self.runs) else None
        opens = follow is not None and follow.value is not None and follow.block != run.block and self.first.get(follow.value.section) == follow.k and follow.value.section != 'basics'
        if opens and not item_like(run.text) and not any(self.dated(run.text, dates_of(self.person, follow.value.item()))):
            return True
        if not known and not big:
            return False
        if len(sections) == 1 and 'basics' not in sections:
            s = next(iter(sections))
            return run.k < self.first[s] or known and len(around) > 1
        if known:
            return True
        follow = next((r.value for r in self.runs[run.k + 1:] if r.value), None)
        return big and run.tag != 'H1' and follow is not None and follow.section != 'basics' and run.k < self.first[follow.section] and not self.dated(run.text, dates_of(self.person, follow.item()))

    # --- blocks ---------------------------------------------------------------------------------
    def spans_of(self, run):
        """[{text, field, role, section, group}] of a run."""
        if run.value:
            v = run.value
            field = 'skill' if v.field == 'group' and v.item() in self.keyless else v.field
            return [self.span(run.text, field, v.role, v.item())]
        if self.is_heading(run):
            return [dict(text=run.text, role='heading')]
        item = self.item_of(run)
        if item:
            return self.item_spans(run, item)
        return self.contact_spans(run)

    def span(self, text, field, role, item):
        s, k = item
        if s == 'basics':
            return dict(text=text, field=field, role=role)
        return dict(text=text, field=field, role=role, group='%s %d' % item if s != 'interests' else None, part=s)

    def item_spans(self, run, item):
        s, k = item
        x = self.person[s][k]
        spans = self.dated(run.text, dates_of(self.person, item))
        if not spans:                                      # a date of the theme's own making is still one
            alone = run.text.strip(' |-–—·•()')
            if re.search(r'\d{4}', alone) and date_word().fullmatch(alone):
                at = run.text.find(alone)
                spans = [(at, at + len(alone), 'date')]
        else:
            self.date_text[item] = self.date_text.get(item, '') + ' ' + ' '.join(run.text[a:b] for a, b, _ in spans)
        extra = [(f, x.get(n)) for n, f in (('score', 'grade'), ('fluency', 'level'), ('level', 'level'), ('url', 'url')) if x.get(n)]
        for f, t in extra:
            at = run.text.lower().find(t.lower())
            if at >= 0 and all(at + len(t) <= a or at >= b for a, b, _ in spans):
                spans.append((at, at + len(t), f))
                self.contact.setdefault((item, f), t)
        beside = [r.value.role for r in self.runs[max(0, run.k - 4):run.k + 5] if r.block == run.block and r.value and r.value.item() == item]
        role = beside[0] if beside else HEAD_ROLE.get(s) if spans else None
        return [self.span(t, f, role or TEXT_ROLE[s], item) for t, f in spread(run.text, spans)]

    def contact_spans(self, run):
        parts = self.cut(run.text, self.literals)
        name = fold(self.person['basics'].get('name') or '')
        t = fold(run.text)
        if not any(f for _, f in parts) and name and len(t) > 1 and (name.startswith(t) or name.endswith(t)):
            parts = [(run.text, 'name')]
        found = {f for _, f in parts if f}
        for p, f in parts:
            if f:
                self.contact.setdefault(('basics', f), p)
        if found:
            role = 'name' if found == {'name'} else 'contact'
            return [dict(text=p, field=f, role='name' if f == 'name' else role) for p, f in parts]
        networks = {fold(p.get('network') or '') for p in self.person['basics'].get('profiles') or []}
        if t in LABELS or t in networks:
            return [dict(text=run.text, role='contact')]
        return [dict(text=run.text, role='other')]

    def blocks(self):
        out, groups = [], {}
        for _, g in itertools.groupby(self.runs, key=lambda r: r.block):
            spans = [s for r in g for s in self.spans_of(r)]
            for s in spans:
                key = s.pop('group', None)
                if key:
                    s['group'] = groups.setdefault(key, len(groups))
            spans = [{k: v for k, v in s.items() if v is not None} for s in spans]
            weight = {}
            for s in spans:
                weight[s['role']] = weight.get(s['role'], 0) + len(s['text'])
            role = max(weight, key=weight.get)
            block = dict(text=' '.join(s['text'] for s in spans), role=role, spans=spans)
            part = next((s['part'] for s in spans if s.get('part')), None)
            for s in spans:
                own = s.pop('part', None)
                if own:
                    s['section'] = SECTIONS[own]
            if part:
                block['part'], block['section'] = part, SECTIONS[part]
            elif role in ('name', 'label', 'contact', 'summary'):
                block['part'] = 'contact' if role == 'contact' else role
            out.append(block)
        return out


def item_like(text):
    return len(text.split()) > 5 or text.rstrip().endswith(':') and len(text) < 12 or re.search(r'\d{4}', text) is not None or fold(text) in LABELS


def spread(text, spans):
    out, at = [], 0
    for a, b, f in sorted(spans):
        out += [(text[at:a], None)] if text[at:a].strip() else []
        out.append((text[a:b], f))
        at = b
    return out + ([(text[at:], None)] if text[at:].strip() else [])


# --- gold ---------------------------------------------------------------------------------------

def month_said(text, month):
    names = {f for r in lx.rows('date_words') if r[1] == 'month:%d' % month for f in [r[0].rstrip('.')]}
    if any(re.search(r'(?<![^\W\d_])%s(?![^\W\d_])' % re.escape(n), text, re.I) for n in names):
        return True
    return re.search(r"(?:^|[^\d])0?%d\s*[./\-年월]|[./\-년年]\s*0?%d(?!\d)" % (month, month), text) is not None


def printed_date(text, iso):
    if not iso or not says_year(text, iso):
        return None
    month = int(iso[5:7]) if len(iso) >= 7 else 1
    return '%s-%02d' % (iso[:4], month) if month_said(text, month) else iso[:4]


def result_of(page, blocks):
    """The gold result: of the person what the page shows."""
    person, shown = page.person, page.printed
    b, lit = person['basics'], page.contact
    doc = co.Doc()
    R = doc.result
    seen = lambda v: id(v) in shown
    by = {}
    for v in page.values:
        if seen(v):
            by.setdefault(v.item(), {}).setdefault(v.key, []).append(v.text)
    order = sorted(by, key=lambda i: page.first[i])
    info = R['personal_info']
    info['name'] = b.get('name') if any(s.get('field') == 'name' for x in blocks for s in x['spans']) else None
    info['label'] = (by.get(('basics', 0)) or {}).get('label', [None])[0]
    for k in ('email', 'phone'):
        info[k] = lit.get(('basics', k))
    for k in ('city', 'region', 'country'):
        info['location'][k] = lit.get(('basics', k))
    code = (b.get('location') or {}).get('countryCode')
    info['location']['country_code'] = code if lit.get(('basics', 'country')) or info['location']['region'] and code in ('US', 'CA', 'AU') else None
    R['summary'] = (by.get(('basics', 0)) or {}).get('summary', [None])[0]
    one = lambda x, k: x.get(k, [None])[0]
    for item in order:
        s, k = item
        x, source, text = by[item], person[s][k] if s != 'basics' else {}, page.date_text.get(item, '')
        if s in ('work', 'volunteer'):
            title, company = one(x, 'position'), one(x, 'name') or one(x, 'organization')
            start, end = printed_date(text, source.get('startDate')), printed_date(text, source.get('endDate'))
            current = not source.get('endDate') and re.search(PRESENT, text, re.I) is not None
            R['experience'].append({'type': 'volunteer' if s == 'volunteer' else co.title_type(title, company, source.get('x-type')), 'company': company, 'title': title, 'start_date': start,
                                    'end_date': end if end != start or len(re.findall(r'\d{4}', text)) > 1 else None, 'current': current, 'location': one(x, 'location'), 'highlights': x.get('highlights', []), 'description': one(x, 'summary')})
        elif s == 'education':
            dates = [printed_date(text, source.get(d)) for d in ('startDate', 'endDate')]
            R['education'].append({'institution': one(x, 'institution'), 'degree': one(x, 'studyType'), 'field_of_study': one(x, 'area'), 'graduation_date': dates[1]})
        elif s == 'skills':
            R['skills'] += [t for t in (x.get('keywords') or x.get('name') or []) if t not in R['skills']]
        elif s == 'languages':
            R['languages'].append({'language': one(x, 'language'), 'proficiency': lit.get((item, 'level'))})
        elif s == 'certificates':
            R['certifications'].append({'name': one(x, 'name'), 'issuer': one(x, 'issuer'), 'date': printed_date(text, source.get('date'))})
    return R
