# SPDX-License-Identifier: Apache-2.0
"""From a persona to the content of a document: what is printed, in which words and order.

A *run* is a piece of text with the field it is of and what it adds to the gold result. Nodes
(lines, paragraphs, bullets, items ...) hold runs; sections hold nodes. A backend (html, latex, docx,
plain) prints nodes, and calls Doc.record() for each line or paragraph at the moment it prints it:
gold result and reading order hold what was printed, and nothing else."""
import re
from types import SimpleNamespace as NS

import lexicon as lx

TODAY = (2025, 11)


def R(text, field=None, gold=None, **kw):
    """A run: its text, its field, and [(path, value)] for the gold result."""
    return NS(text=str(text), field=field, gold=gold or [], **kw)


def M(text, mark):
    """A run whose words are of a field, without the look of one."""
    return R(text, mark=mark)


def text_of(runs):
    return ''.join(r.text for r in runs)


def entry_key(r):
    """What a run says of a language or certificate belongs to that one."""
    return next((path[:2] for path, _ in r.gold if path[0] in ('languages', 'certifications')), None)


class Doc:
    """Collects, while a backend prints, the reading order and the gold result."""

    def __init__(self):
        self.order = []
        self.result = {'personal_info': {'name': None, 'label': None, 'email': None, 'phone': None,
                                         'location': {'city': None, 'region': None, 'country': None, 'country_code': None}},
                       'summary': None, 'experience': [], 'education': [], 'skills': [], 'certifications': [], 'languages': []}
        self.index = {}
        self.groups = {}

    def group(self, key):
        """A number unique in the document for a job, school, project, list of skills ..."""
        return None if key is None else self.groups.setdefault(key, len(self.groups))

    def fields_of(self, r):
        """[{field, text, group}] of one run: its parts, else its field."""
        out = [{'field': f, 'text': t.strip()} for f, t in getattr(r, 'parts', None) or [(r.field or getattr(r, 'mark', None), r.text)] if f and t.strip()]
        own = entry_key(r)
        for f in out if own else ():
            f['group'] = self.group(own)
        return out

    def number(self, kind, key):
        """The position in the result of a job, school ... : they are numbered as they are printed."""
        if (kind, key) not in self.index:
            self.index[kind, key] = sum(1 for k, _ in self.index if k == kind)
            blank = {'experience': lambda: {'type': 'full-time', 'company': None, 'title': None, 'start_date': None, 'end_date': None,
                                            'current': False, 'location': None, 'highlights': [], 'description': None},
                     'education': lambda: {'institution': None, 'degree': None, 'field_of_study': None, 'graduation_date': None},
                     'certifications': lambda: {'name': None, 'issuer': None, 'date': None},
                     'languages': lambda: {'language': None, 'proficiency': None}}.get(kind)
            if blank:
                self.result[kind].append(blank())
        return self.index[kind, key]

    def apply(self, path, value):
        head = path[0]
        if head in ('experience', 'education', 'certifications', 'languages'):
            item = self.result[head][self.number(head, path[1])]
            key = path[2]
            if key == 'highlights':
                item[key].append(value)
            elif key == 'description' and item[key]:
                item[key] += '\n' + value
            elif item[key] in (None, False) or key == 'type':
                item[key] = value
        elif head == 'skills':
            if value not in self.result['skills']:
                self.result['skills'].append(value)
        elif head == 'summary':
            self.result['summary'] = value if not self.result['summary'] else self.result['summary'] + '\n' + value
        elif head == 'location':
            loc = self.result['personal_info']['location']
            loc[path[1]] = loc[path[1]] or value
        elif self.result['personal_info'][head] is None:
            self.result['personal_info'][head] = value

    def record(self, role, left, right=(), item=None, **extra):
        """Notes one printed line or paragraph. `item` is (kind, key) of the job, school ... it belongs to."""
        runs = list(left) + ([R(' ')] if left and right else []) + list(right)
        text = re.sub(r'\s+', ' ', text_of(runs)).strip()
        if not text:
            return
        number = self.number(*item) if item else None
        for r in runs:
            for path, value in r.gold:
                self.apply(path, value)
        entry = {'text': text, 'role': role}
        if number is not None:
            entry['item'] = number
        fields = [f for r in runs for f in self.fields_of(r)]
        if fields:
            entry['fields'] = fields
        place = next((r.place for r in runs if hasattr(r, 'place')), None)
        if place:
            entry['part'], entry['section'] = place
        group = self.group(item or next((k for k in (entry_key(r) or getattr(r, 'group', None) for r in runs) if k), None))
        if group is not None:
            entry['group'] = group
        entry.update(extra)
        self.order.append(entry)


# --- nodes -----------------------------------------------------------------------------------------

def line(role, left, right=(), item=None, cls=''):
    return NS(t='line', role=role, left=list(left), right=list(right), item=item, cls=cls)


def para(role, runs, item=None, cls=''):
    return NS(t='para', role=role, runs=list(runs), item=item, cls=cls)


def bullets(role, entries, item=None, glyph=True):
    return NS(t='bullets', role=role, entries=entries, item=item, glyph=glyph)


def block(side, head, body, what):
    """One job, school, project: lines beside it (dates), header lines, body."""
    return NS(t='item', side=side, head=head, body=body, what=what)


# --- dates -----------------------------------------------------------------------------------------

DATE_FORMS = ['Mon YYYY'] * 6 + ['Month YYYY'] * 4 + ['MM/YYYY'] * 5 + ['YYYY'] * 6 + ['MM.YYYY'] + ['YYYY-MM'] + ['YYYY/MM'] + ["Mon 'YY"] + \
    ['Mon. YYYY'] + ['M/YYYY'] + ['MM/YY'] + ['MON YYYY'] + ['D Month YYYY'] + ['DD/MM/YYYY'] + ['YYYY.MM'] + ['Month, YYYY'] + ['MM-YYYY', "Mon-YY", 'Mon, YYYY', 'Season YYYY']
LOCAL_FORMS = {'de': ['MM/YYYY'] * 5 + ['MM.YYYY'] * 4 + ['DD.MM.YYYY'] * 2 + ['Month YYYY'] * 2 + ['Mon YYYY', 'YYYY', 'YYYY'],
               'zh': ['YYYY.MM', 'YYYY年M月', 'YYYY/MM', 'YYYY-MM', 'YYYY'], 'ja': ['YYYY年M月', 'YYYY年M月', 'YYYY/MM', 'YYYY'], 'ko': ['YYYY.MM', 'YYYY년 M월', 'YYYY.MM']}
PERSONA_FORMS = {'2019': 'YYYY', 'Mar 2019': 'Mon YYYY', '03/2019': 'MM/YYYY', 'March 2019': 'Month YYYY', "Mar '19": "Mon 'YY", '03.2019': 'MM.YYYY', '2019-03': 'YYYY-MM', 'Spring 2019': 'Season YYYY'}
SEASON = {'en': ['Winter', 'Spring', 'Summer', 'Fall']}


def one_date(iso, form, lang):
    """(text, gold) of YYYY or YYYY-MM in a form."""
    year, month = iso[:4], int(iso[5:7]) if len(iso) >= 7 else 0
    if form == 'YYYY' or not month:
        return year, year
    gold = iso[:7]
    forms = lx.months(lang)[month - 1]
    full = forms[0]
    short = next((f for f in forms[1:] if not f.endswith('.') and len(f) <= min(5, 0.75 * len(full))), full)
    dotted = next((f for f in forms[1:] if f.endswith('.')), short)
    day = (int(year) * 7 + month * 3) % 28 + 1
    mm = '%02d' % month
    if form == 'Season YYYY':
        return ('%s %s' % (SEASON['en'][month % 12 // 3], year), year) if lang == 'en' else (year, year)
    table = {'Mon YYYY': f'{short} {year}', 'Month YYYY': f'{full} {year}', 'MM/YYYY': f'{mm}/{year}', 'MM.YYYY': f'{mm}.{year}', 'YYYY-MM': f'{year}-{mm}',
             'YYYY/MM': f'{year}/{mm}', "Mon 'YY": f"{short} \u2019{year[2:]}" if int(year) % 2 else f"{short} '{year[2:]}", 'Mon. YYYY': f'{dotted} {year}',
             'M/YYYY': f'{month}/{year}', 'MM/YY': f'{mm}/{year[2:]}', 'MON YYYY': f'{short.upper()} {year}', 'D Month YYYY': f'{day} {full} {year}',
             'DD/MM/YYYY': f'{day:02d}/{mm}/{year}', 'DD.MM.YYYY': f'{day:02d}.{mm}.{year}', 'YYYY.MM': f'{year}.{mm}', 'Month, YYYY': f'{full}, {year}',
             'MM-YYYY': f'{mm}-{year}', 'Mon-YY': f'{short}-{year[2:]}', 'Mon, YYYY': f'{short}, {year}', 'YYYY年M月': f'{year}年{month}月', 'YYYY년 M월': f'{year}년 {month}월'}
    return table[form], gold


def months_between(a, b):
    ya, ma = int(a[:4]), int(a[5:7] or 1) if len(a) >= 7 else 1
    yb, mb = int(b[:4]), int(b[5:7] or 1) if len(b) >= 7 else 1
    return max(1, (yb - ya) * 12 + mb - ma + 1)


def duration(S, a, b):
    n = months_between(a, b or '%d-%02d' % TODAY)
    y, m = divmod(n, 12)
    long = 'l' if S.long_durations and S.lang == 'en' else ''
    w = lambda k: lx.word(S.lang, k + long) or lx.word('en', k + long)
    parts = [w('years' if y > 1 else 'year').format(y)] if y else []
    if m or not y:
        parts.append(w('months' if m > 1 else 'month').format(m))
    return ' '.join(parts)


def range_text(S, start, end, current):
    """(text, start gold, end gold, current gold) of a period as this document prints it."""
    a, ga = one_date(start, S.date_form, S.lang) if start else (None, None)
    if current and a:
        if S.since and S.lang in lx.SINCE:
            return lx.SINCE[S.lang] + a, ga, None, True
        return a + S.range_sep + S.present, ga, None, True
    if not end:
        return a, ga, None, False
    b, gb = one_date(end, S.date_form, S.lang)
    if not a:
        return b, gb, None, False
    if a == b:
        return a, ga, None, False
    if S.same_year and ga[:4] == gb[:4] and len(ga) == 7 and S.date_form in ('Mon YYYY', 'Month YYYY'):
        return a[:-5] + S.range_sep + b, ga, gb, False
    if S.short_year and S.date_form == 'YYYY' and ga[:2] == gb[:2]:
        return a + S.range_sep.strip() + b[2:], ga, gb, False
    if S.from_to and S.lang in lx.FROM_TO:
        pre, mid = lx.FROM_TO[S.lang]
        return pre + a + mid + b, ga, gb, False
    return a + S.range_sep + b, ga, gb, False


# --- style -----------------------------------------------------------------------------------------

JOB_PLANS = ['title>date/company,location', 'title>date/company>location', 'company>location/title>date', 'company>date/title>location', 'company,location>date/title',
             'title,company>date', 'title,company,location>date', 'company,title>date', 'title/company,location/date', 'title/company/date,location', 'company/title/date,location',
             'date/title/company,location', 'date,title,company,location', 'title,company,date', 'company,location/title,date', 'title,date/company,location', 'company,location,date/title',
             'title,company/date,location', 'title,company/location>date', 'company,title,location,date', 'company/title>date', 'title,company,location/date', 'company,location/date/title',
             'company,title/date', 'title>location/company>date', 'title/company>date', 'date,company/title', 'date>location/title,company', 'company,date,location/title', 'title,type/company/date/location']
EDU_PLANS = ['school>date/degree', 'degree>date/school,location', 'school>location/degree>date', 'degree,school>date', 'degree/school/date', 'school,location>date/degree', 'degree,school,date',
             'school,degree>date', 'degree/school,location/date', 'date/degree/school', 'school,location,date/degree', 'degree>date/school>location', 'date,degree,school', 'school/degree,date',
             'degree/school,date', 'school/date/degree', 'degree,school/date,location', 'school,degree,date', 'degree>school/date', 'date,school/degree']
SEPS = [', ', ', ', ' | ', ' | ', ' – ', ' - ', ' · ', ' • ', ' — ', ' / ', ' / ', ': ', ' // ', '   ']
HEAD_SEPS = [' | ', ' | ', ' • ', ' · ', ' / ', ', ', ' – ', '   ', ' ◆ ', ' ∙ ', ' || ', '\u2003']


def parse_plan(text):
    """'title>date/company,location' -> [(left fields, right fields)]"""
    out = []
    for part in text.split('/'):
        left, _, right = part.partition('>')
        out.append(([f for f in left.split(',') if f], [f for f in right.split(',') if f]))
    return out


def persona_plan(order, rng):
    names = {'dates': 'date'}
    out = []
    for part in order.split(';'):
        fs = [names.get(f, f) for f in part.split(',') if f]
        right = []
        if len(fs) > 1 and fs[-1] in ('date', 'location') and rng.random() < 0.6:
            right = [fs.pop()]
        out.append((fs, right))
    return out


def choose_heading(S, rng, kind):
    own = S.persona['x-style'].get('headings', {}).get(kind)
    lang = getattr(S, 'heading_lang', S.lang)
    have = lx.headings(kind, lang)
    own = own if lang == S.lang else None
    x = rng.random()
    if own and x < 0.3 or not have:
        text = own or lx.headings(kind, 'en')[0]
    elif x < 0.8:
        text = have[min(int(rng.expovariate(0.28)), len(have) - 1)]
    else:
        text = rng.choice(have)
    return text


def make_style(persona, rng, layout):
    """All choices of one document, drawn once."""
    S = NS(persona=persona, lang=persona['x-style'].get('language', 'en'), rng=rng, layout=layout)
    lang, own = S.lang, persona['x-style']
    S.heading_lang = 'en' if rng.random() < 0.05 else lang   # some write English headings over their own language
    pick = rng.choice
    chance = lambda p: rng.random() < p
    forms = LOCAL_FORMS.get(lang, DATE_FORMS)
    S.date_form = PERSONA_FORMS.get(own.get('date_format'), 'Mon YYYY') if chance(0.25) else pick(forms)
    nameless = lang != 'en' and lx.months(lang) is lx.months('en')
    if (nameless or lang in ('zh', 'ja', 'ko', 'ar', 'hi')) and 'M' in S.date_form and S.date_form[:2] in ('Mo', 'MO', 'D '):
        S.date_form = pick(forms) if lang in LOCAL_FORMS else pick(['MM/YYYY', 'YYYY', 'MM.YYYY'])
    S.edu_date_form = S.date_form if chance(0.75) else 'YYYY'
    S.range_sep = pick([' – ', ' – ', ' – ', '–', ' - ', ' - ', '-', ' — ', '—'] + lx.TO.get(lang, [])[:2])
    if S.date_form in ('YYYY-MM', 'Mon-YY', 'MM-YYYY') and S.range_sep in ('-',):
        S.range_sep = ' - '
    S.present = pick(lx.PRESENT.get(lang, lx.PRESENT['en']))
    S.since, S.same_year, S.short_year, S.from_to = chance(0.05), chance(0.12), chance(0.05), chance(0.03)
    S.long_durations, S.durations = chance(0.5), chance(0.05)
    S.date_paren, S.loc_paren = chance(0.2), chance(0.12)
    S.plan = persona_plan(own['header_order'], rng) if own.get('header_order') and chance(0.25) else parse_plan(pick(JOB_PLANS))
    S.edu_plan = parse_plan(pick(EDU_PLANS))
    S.sep, S.edu_sep, S.loc_sep, S.date_sep = pick(SEPS), pick(SEPS), pick([', ', ', ', ' | ', ' – ', ' · ', ' - ']), pick([', ', ' | ', ' – ', '  ', ' · ', ' | ', ' / '])
    if chance(0.35):
        S.edu_sep = S.sep
    S.at = chance(0.12)
    S.degree_join = pick(['in', 'in', ', ', ', ', ' - ', ' – ', ' (', ': ', ' '])
    S.grade_at = pick(['line', 'degree', 'degree', 'paren', 'body'])
    S.grade_word = lx.word(lang, 'grade', rng)
    S.expected = pick(lx.WORDS.get(lang, {}).get('expected') or [''])
    S.edu_range, S.edu_dates = chance(0.65), chance(0.9)
    S.show_location, S.show_type, S.type_form = chance(0.82), chance(0.4), pick([' ({})', ', {}', ' – {}', ' | {}', ' · {}'])
    S.group_roles = chance(0.45)
    S.group_total = chance(0.25)
    S.bullet = pick(['•', '•', '•', '•', '-', '–', '▪', '*', '◦', '■', '►', '➢', '✓', '‣', '→', '·', 'none'])
    S.body = 'prose' if (not own.get('bullets', True) and chance(0.5)) or chance(0.05) else 'bullets'
    S.resp = lx.word(lang, 'resp', rng) if chance(0.1) and lang in lx.WORDS and 'resp' in lx.WORDS[lang] else None
    S.tech = lx.word(lang, 'tech', rng) if chance(0.15) and 'tech' in lx.WORDS.get(lang, {}) else None
    S.split_jobs, S.job_tags, S.strengths = chance(0.07), chance(0.06), chance(0.06) and lang == 'en'
    S.max_jobs, S.max_bullets = pick([3, 4, 6, 8, 20, 20]), pick([3, 4, 5, 6, 9, 9])
    S.skills_form = pick(['comma', 'comma', 'comma', 'lines', 'lines', 'bullets', 'chips', 'grid', 'table', 'meters', 'levels', 'pipes'])
    S.skills_flat = chance(0.35)
    S.lang_form = pick([' ({})', ' ({})', ' – {}', ': {}', ' - {}', ', {}', ' | {}', '\u2003{}'])
    S.lang_layout = pick(['lines', 'lines', 'bullets', 'comma', 'comma', 'meters', 'table', 'plain'])
    S.cert_form = pick(['{n}, {i} ({d})', '{n} – {i}, {d}', '{n} | {i} | {d}', '{d}: {n}, {i}', '{n} ({i}) {d}', '{n}>{d}', '{n}, {i}>{d}', '{n}/{i}, {d}', '{n}/{i} | {d}', '{d} {n} ({i})', '{n} ({d})', '{n} - {i} - {d}'])
    S.cert_bullets = chance(0.45)
    S.interests_form = pick(['comma', 'comma', 'bullets', 'lines', 'pipes', 'chips'])
    S.upper_headings = chance(0.4)
    S.colon_headings = chance(0.06)
    S.combine = chance(0.14)
    S.summary_heading = chance(0.75)
    S.contact_form = pick(['line', 'line', 'lines', 'labelled', 'icons', 'icons', 'two', 'labelled-line'])
    S.contact_sep = pick(HEAD_SEPS)
    S.address = pick(['full', 'city', 'city', 'city', 'none'])
    S.upper_name, S.show_label = chance(0.35), chance(0.85)
    S.cv_title = lx.word(lang, 'cv', rng) if chance(0.12 if lang == 'en' else 0.3) else None
    S.personal = chance(0.85)
    S.contact_heading = choose_heading(S, rng, 'contact')
    S.order = list(own.get('order') or [])
    if chance(0.45):
        rest = ['work', 'education', 'skills', 'certificates', 'projects', 'volunteer', 'languages', 'awards', 'publications', 'interests', 'references']
        if chance(0.3):
            rest[0], rest[1] = rest[1], rest[0]
        if chance(0.3):
            rest.remove('skills')
            rest.insert(0, 'skills')
        S.order = ['summary'] + rest
    for k in ('summary', 'work', 'education', 'skills', 'certificates', 'projects', 'volunteer', 'languages', 'awards', 'publications', 'interests', 'references'):
        if k not in S.order:
            S.order.append(k)
    S.heading = {k: choose_heading(S, rng, k) for k in S.order + ['personal', 'additional']}
    S.footer = pick(['none'] * 5 + ['page', 'page', 'name-page', 'of'])
    for k, v in (layout.hints or {}).items():
        setattr(S, k, v(rng) if callable(v) else v)
    return S


# --- runs of header lines ------------------------------------------------------------------------------

def join_fields(S, names, runs_of, sep):
    """Joins the fields of one side of a header line; runs_of: field -> [runs] or None."""
    out, before = [], None
    for name in names:
        runs = runs_of.get(name)
        if not runs:
            continue
        if not out:
            out += runs
        elif name == 'date' and S.date_paren:
            out += [R(' (')] + runs + [R(')')]
        elif name == 'location' and S.loc_paren and not text_of(runs).endswith(')'):
            out += [R(' (')] + runs + [R(')')]
        elif before == 'date' and name != 'location':
            out += [R(S.date_first_sep)] + runs
        elif name == 'date':
            out += [R(S.date_sep)] + runs
        elif name == 'location' and before in ('company', 'school'):
            out += [R(S.loc_sep)] + runs
        elif before == 'title' and name == 'company' and S.at:
            out += [R(lx.word(S.lang, 'at'))] + runs
        else:
            out += [R(sep)] + runs
        before = name
    return out


def header_lines(S, plan, fields, sep, roles, item):
    """The header lines of an item by its plan; `roles` = (begin, further)."""
    S.date_first_sep = S.__dict__.get('date_first_sep') or S.rng.choice([' ', ': ', ' – ', '  ', ' | ', '\u2003'])
    out = []
    for left, right in plan:
        l, r = join_fields(S, left, fields, sep), join_fields(S, right, fields, sep)
        if l or r:
            out.append(line(roles[0] if not out else roles[1], l or r, r if l else [], item, cls='head%d' % min(len(out), 3)))
    return out


def side_plan(plan, take):
    """Takes fields out of the plan for a column of their own: (side fields, rest of the plan)."""
    side, rest = [], []
    for left, right in plan:
        side += [f for f in left + right if f in take]
        l, r = [f for f in left if f not in take], [f for f in right if f not in take]
        if l or r:
            rest.append((l, r) if l else (r, []))
    return side or list(take)[:1], rest


def title_type(title, company, xtype):
    """The kind of employment where the printed words say it."""
    if not xtype or xtype == 'full-time':
        return 'full-time'
    hay = ' %s ' % re.sub(r'[^\w-]+', ' ', ((title or '') + ' ' + (company or '')).casefold())
    if xtype == 'internship' and re.search(r'\bintern|praktik|stagiaire|becari|tirocin|estagi', hay):
        return xtype
    for form, kind in lx.employment():
        if kind == xtype and ' %s ' % form in hay:
            return xtype
    return 'full-time'


def job_fields(S, key, job, volunteer, extra_company=None):
    """field -> runs of one job; gold goes with them."""
    g = lambda k, v: (('experience', key, k), v)
    f = {}
    xtype = job.get('x-type')
    kind = 'volunteer' if volunteer else title_type(job.get('position'), job.get('name'), xtype)
    base = [g('type', kind)] + ([g('company', extra_company)] if extra_company else [])
    type_word = None
    if S.show_type and not volunteer and xtype and (xtype != 'full-time' or S.show_all_types):
        forms = lx.employment_forms(xtype, S.lang)[:4]
        if forms:
            type_word = S.rng.choice(forms)
    if job.get('position'):
        f['title'] = [R(job['position'], 'title', [g('title', job['position'])] + base)]
    if type_word:
        typed = R(type_word, 'type', [g('type', xtype)])
        pre, post = S.type_form.split('{}')
        if any('type' in l + r for l, r in S.plan):
            f['type'] = [typed]
        elif 'title' in f:
            f['title'] = f['title'] + [R(pre), typed, R(post)]
    if job.get('name') and not extra_company:
        f['company'] = [R(job['name'], 'company', [g('company', job['name'])] + base)]
    if job.get('location') and S.show_location:
        f['location'] = [R(job['location'], 'location', [g('location', job['location'])])]
    if job.get('startDate') or job.get('endDate'):
        text, a, b, cur = range_text(S, job.get('startDate'), job.get('endDate'), not job.get('endDate'))
        gold = [g('start_date', a), g('end_date', b)] + ([g('current', True)] if cur else [])
        f['date'] = [R(text, 'date', gold)]
        if S.durations and job.get('startDate'):
            f['date'].append(R(S.duration_form.format(duration(S, job['startDate'], job.get('endDate')))))
    return f


def edu_fields(S, key, e):
    g = lambda k, v: (('education', key, k), v)
    f = {}
    if e.get('institution'):
        f['school'] = [R(e['institution'], 'institution', [g('institution', e['institution'])])]
    deg, area = e.get('studyType'), e.get('area')
    runs = []
    if deg:
        runs.append(R(deg, 'degree', [g('degree', deg)]))
    if area:
        field = R(area, 'field', [g('field_of_study', area)])
        if not deg:
            runs.append(field)
        else:
            j = S.degree_join
            j = lx.word(S.lang, 'in_') if j == 'in' else j
            if j.strip() == '(' and '(' in area:
                j = ', '
            runs += [R(j), field] + ([R(')')] if j == ' (' else [])
    grade = [R(S.grade_word + e['score'], 'grade')] if e.get('score') else []
    if grade and S.grade_at == 'degree' and runs:
        runs += [R(', ')] + grade
    elif grade and S.grade_at == 'paren' and runs and '(' not in grade[0].text:
        runs += [R(' (')] + grade + [R(')')]
    if runs:
        f['degree'] = runs
    if e.get('location') and S.show_location:
        f['location'] = [R(e['location'], 'location')]
    form, S.date_form = S.date_form, S.edu_date_form
    start, end = e.get('startDate'), e.get('endDate')
    if not S.edu_dates:
        pass
    elif start and end and S.edu_range:
        text, a, b, _ = range_text(S, start, end, False)
        f['date'] = [R(text, 'date', [g('graduation_date', b or a)])]
    elif end:
        text, a = one_date(end, S.date_form, S.lang)
        future = (end + '-12')[:7] > '%d-%02d' % TODAY
        f['date'] = [R((S.expected if future else '') + text, 'date', [g('graduation_date', a)])]
    elif start:
        text, a, b, _ = range_text(S, start, None, True)
        f['date'] = [R(text, 'date')]
    S.date_form = form
    return f, grade if S.grade_at == 'line' or not runs else [], grade if S.grade_at == 'body' and runs else []


# --- sections --------------------------------------------------------------------------------------

def prose(items):
    return ' '.join(h if h.endswith(('.', '!', '?', '。')) else h + '.' for h in items)


def job_body(S, key, job, item):
    g = lambda k, v: (('experience', key, k), v)
    out, hl = [], (job.get('highlights') or [])[:S.max_bullets]
    if S.no_bodies:
        return out
    if job.get('summary'):
        out.append(para('job_text', [R(job['summary'], None, [g('description', job['summary'])])], item, 'desc'))
    if hl and S.resp:
        out.append(para('job_text', [R(S.resp + ':')], item, 'resp'))
    if hl and S.body == 'prose':
        t = prose(hl)
        out.append(para('job_text', [R(t, None, [g('description', t)])], item, 'desc'))
    elif hl:
        out.append(bullets('job_text', [[R(h, None, [g('highlights', h)])] for h in hl], item))
    if S.tech and S.all_skills:
        n = S.rng.randint(2, min(6, max(2, len(S.all_skills))))
        t = S.tech + ': ' + ', '.join(S.rng.sample(S.all_skills, min(n, len(S.all_skills))))
        out.append(para('job_text', [R(t, None, [g('description', t)])], item, 'tech'))
    elif S.job_tags and len(S.all_skills) > 3:
        out.append(NS(t='chips', role='job_text', cells=[[R(x)] for x in S.rng.sample(S.all_skills, S.rng.randint(2, 4))]))
    return out


def sec_jobs(S, jobs, volunteer):
    nodes, k = [], 0
    take = S.side_fields
    plan = S.plan
    while k < len(jobs):
        run = 1
        while S.group_roles and not volunteer and k + run < len(jobs) and jobs[k].get('name') and jobs[k + run].get('name') == jobs[k]['name'] and jobs[k].get('position'):
            run += 1
        if run > 1:
            nodes += grouped_jobs(S, jobs[k:k + run], take, plan)
        else:
            nodes.append(one_job(S, jobs[k], volunteer, take, plan))
        k += run
    return nodes


def one_job(S, job, volunteer, take, plan):
    key = id(job)
    item = ('experience', key)
    f = job_fields(S, key, job, volunteer)
    side = []
    if take:
        names, plan = side_plan(plan, take)
        side = [line('job_begin' if not i else 'job_head', f[n], (), item, 'side') for i, n in enumerate(n for n in names if f.get(n))]
        roles = ('job_head', 'job_head') if side and S.side_first else ('job_begin', 'job_head')
        if side and not S.side_first:
            for l in side:
                l.role = 'job_head'
    else:
        roles = ('job_begin', 'job_head')
    return block(side, header_lines(S, plan, f, S.sep, roles, item), job_body(S, key, job, item), 'job')


def grouped_jobs(S, jobs, take, plan):
    """Several roles under one employer: the employer once, then each role."""
    out, first = [], jobs[0]
    item = ('experience', id(first))
    f0 = job_fields(S, id(first), first, False)
    head = list(f0['company'])
    same_place = len({j.get('location') for j in jobs}) == 1
    right = f0.get('location', []) if same_place else []
    total = []
    if S.group_total and jobs[-1].get('startDate'):
        total = [R(duration(S, jobs[-1]['startDate'], first.get('endDate')))]
    out.append(block([], [line('job_begin', head, right or total, item, 'head0 employer')], [], 'employer'))
    for n, j in enumerate(jobs):
        f = job_fields(S, id(j), j, False, extra_company=None if n == 0 else first['name'])
        f.pop('company', None)
        if same_place:
            if n and f.get('location') and right:
                f['title'][0].gold.append((('experience', id(j), 'location'), j['location']))
            f.pop('location', None)
        it = ('experience', id(j))
        p = [(['title'], ['date'])] if any('date' in r for _, r in plan) else [(['title', 'date'], [])] if n % 2 == 0 and len(plan) < 3 else [(['title'], []), (['date'], [])]
        if not same_place:
            p[-1][0].append('location')
        side = []
        if take:
            p = [(['title'] + ([] if same_place else ['location']), [])]
            side = [line('job_head' if n == 0 else 'job_begin', f['date'], (), it, 'side')] if f.get('date') else []
        begin = 'job_head' if n == 0 or (side and S.side_first) else 'job_begin'
        if side and not S.side_first and n:
            side[0].role = 'job_head'
        out.append(block(side, header_lines(S, p, f, S.sep, (begin, 'job_head'), it), job_body(S, id(j), j, it), 'role'))
    return out


def sec_education(S, items):
    out = []
    for e in items:
        key = id(e)
        item = ('education', key)
        f, grade_line, grade_body = edu_fields(S, key, e)
        plan, side = S.edu_plan, []
        roles = ('edu_begin', 'edu_head')
        if S.side_fields:
            names, plan = side_plan(plan, S.side_fields)
            side = [line('edu_begin' if not i else 'edu_head', f[n], (), item, 'side') for i, n in enumerate(n for n in names if f.get(n))]
            if side and S.side_first:
                roles = ('edu_head', 'edu_head')
            else:
                for l in side:
                    l.role = 'edu_head'
        head = header_lines(S, plan, f, S.edu_sep, roles, item)
        if grade_line:
            head.append(line('edu_head', grade_line, (), item, 'grade'))
        body = [para('edu_text', grade_body, item, 'desc')] if grade_body else []
        if e.get('courses'):
            c = e['courses']
            if len(c) > 1 and S.rng.random() < 0.3:
                body.append(bullets('edu_text', [[R(x)] for x in c], item))
            else:
                body.append(para('edu_text', [R('%s: %s' % (lx.word(S.lang, 'courses', S.rng), ', '.join(c)))], item, 'desc'))
        out.append(block(side, head, body, 'edu'))
    return out


LEVELS = [('expert', 5), ('excellent', 5), ('sehr gut', 5), ('native', 5), ('mutter', 5), ('matern', 5), ('nativ', 5), ('madre', 5), ('ojczyst', 5), ('modersm', 5), ('moedert', 5),
          ('c2', 5), ('fluent', 4), ('fließend', 4), ('verhandl', 4), ('courant', 4), ('advanced', 4), ('c1', 4), ('gut', 4), ('professional', 4), ('fluido', 4), ('b2', 3), ('good', 3),
          ('intermediate', 3), ('b1', 3), ('conversat', 3), ('a2', 2), ('basic', 2), ('grund', 2), ('notion', 2), ('a1', 1), ('little', 1), ('beginner', 1)]


def level_of(text, rng):
    low = (text or '').casefold()
    for w, n in LEVELS:
        if w in low:
            return n
    return rng.randint(2, 5)


def skill_groups(p):
    """[(group or None, [(item, level or None)])]"""
    out, loose = [], []
    for s in p.get('skills') or []:
        if s.get('keywords'):
            out.append((s.get('name') or None, [(k, None) for k in s['keywords']]))
        elif s.get('name'):
            loose.append((s['name'], s.get('level')))
    if loose:
        out.insert(0, (None, loose))
    return out


def skill_run(text):
    return R(text, 'skill', [(('skills',), text)])


def sec_skills(S, p):
    groups, rng = skill_groups(p), S.rng
    if S.skills_flat and len(groups) > 1:
        groups = [(None, [x for _, items in groups for x in items])]
    form = S.skills_form
    n = sum(len(i) for _, i in groups)
    if form == 'meters' and n > 14:
        form = 'grid'
    if form == 'levels' and not any(l for _, items in groups for _, l in items):
        form = 'bullets'
    longest = max((len(x) for _, items in groups for x, _ in items), default=0)
    if form in ('grid', 'chips') and longest > 34:
        form = 'bullets'
    sep = {'pipes': rng.choice([' | ', ' • ', ' · ', ' / ', '; '])}.get(form, ', ')
    out = []
    for name, items in groups:
        label = R(name, 'group') if name else None
        listed = []
        for x, _ in items:
            listed += ([R(sep)] if listed else []) + [skill_run(x)]
        if form in ('comma', 'pipes', 'lines'):
            if label and form == 'lines':
                out.append(line('skill', [label], (), None, 'sub'))
                out.append(para('skill', listed))
            elif label:
                out.append(para('skill', [NS(text=name + S.group_colon, field='group', gold=[], b=True), R(' ')] + listed))
            else:
                out.append(para('skill', listed))
        elif form == 'table' and label:
            out.append(NS(t='kv', role='skill', label=[label], value=listed, item=None))
        else:
            if label:
                out.append(line('skill', [label], (), None, 'sub'))
            if form in ('bullets', 'levels', 'table'):
                entries = [[skill_run(x)] + ([R(S.level_form.format(l), 'level')] if l and form == 'levels' else []) for x, l in items]
                out.append(bullets('skill', entries) if form != 'table' else NS(t='grid', role='skill', cells=entries, cols=S.grid_cols, item=None))
            elif form == 'meters':
                out.append(NS(t='meters', role='skill', cells=[([skill_run(x)], level_of(l, rng)) for x, l in items], shape=S.meter))
            elif form == 'chips':
                out.append(NS(t='chips', role='skill', cells=[[skill_run(x)] for x, _ in items]))
            else:
                out.append(NS(t='grid', role='skill', cells=[[skill_run(x)] for x, _ in items], cols=S.grid_cols, item=None))
    return out


def language_runs(S, key, l, level=True):
    runs = [R(l['language'], 'language', [(('languages', key, 'language'), l['language'])])]
    if l.get('fluency') and level:
        pre, post = S.lang_form.split('{}')
        runs += [R(pre), R(l['fluency'], 'level', [(('languages', key, 'proficiency'), l['fluency'])]), R(post)]
    return runs


def sec_languages(S, items):
    form = S.lang_layout
    if form == 'comma':
        runs = []
        for l in items:
            runs += ([R(', ' if S.lang_form != ', {}' else '; ')] if runs else []) + language_runs(S, id(l), l)
        return [para('language', runs)]
    if form == 'meters':
        return [NS(t='meters', role='language', cells=[(language_runs(S, id(l), l, False), level_of(l.get('fluency'), S.rng)) for l in items], shape=S.meter)]
    if form == 'table':
        out = []
        for l in items:
            r = language_runs(S, id(l), l)
            out.append(NS(t='kv', role='language', label=r[:1], value=r[2:3], item=None))
        return out
    if form == 'bullets':
        return [bullets('language', [language_runs(S, id(l), l) for l in items])]
    return [line('language', language_runs(S, id(l), l, form != 'plain')) for l in items]


def cert_node(S, c):
    key = id(c)
    g = lambda k, v: (('certifications', key, k), v)
    parts = {'n': [R(c['name'], 'cert', [g('name', c['name'])])]}
    if c.get('issuer'):
        parts['i'] = [R(c['issuer'], 'issuer', [g('issuer', c['issuer'])])]
    if c.get('date'):
        t, iso = one_date(c['date'], S.edu_date_form, S.lang)
        parts['d'] = [R(t, 'date', [g('date', iso)])]
    return fill(S.cert_form, parts)


def fill(form, parts):
    """Fills '{n}, {i}>{d}/...' with runs, dropping separators around what is missing: [(left, right)]."""
    out = []
    for row in form.split('/') if '/' in form.replace(' / ', '') else [form]:
        sides = []
        for side in row.split('>'):
            runs = []
            for tok in re.findall(r'\(?\{\w\}\)?:?|[^{}()]+', side):
                m = re.search(r'\{(\w)\}', tok)
                if not m:
                    if runs:
                        runs.append(R(tok))
                elif parts.get(m.group(1)):
                    if tok.startswith('('):
                        runs.append(R('('))
                    runs += parts[m.group(1)]
                    post = tok[tok.index('}') + 1:]
                    if post:
                        runs.append(R(post))
            while runs and not runs[-1].field and not runs[-1].text.strip(' ,–-|:(/·') and ')' not in runs[-1].text:
                runs.pop()
            clean = []
            for r in runs:                               # two separators in a row: keep the last
                if clean and not clean[-1].field and not r.field and not re.search(r'[()]', clean[-1].text + r.text):
                    clean[-1] = r
                else:
                    clean.append(r)
            sides.append(clean)
        if any(sides):
            out.append((sides[0], sides[1] if len(sides) > 1 else []))
    return out


def sec_certs(S, items):
    rows = [cert_node(S, c) for c in items]
    if S.cert_bullets and all(len(r) == 1 and not r[0][1] for r in rows):
        return [bullets('cert', [r[0][0] for r in rows])]
    return [block([], [line('cert', l or r, r if l else [], None, 'head%d' % min(i, 3)) for i, (l, r) in enumerate(row)], [], 'cert') for row in rows]


def sec_projects(S, items):
    out = []
    for p in items:
        item = ('project', id(p))
        left = [M(p['name'], 'title')]
        role = (p.get('roles') or [None])[0]
        if role and S.rng.random() < 0.7:
            left += [R(S.sep), R(role)]
        right = []
        if p.get('startDate'):
            t = range_text(S, p['startDate'], p.get('endDate'), not p.get('endDate') and S.rng.random() < 0.4)[0]
            right = [R(t, 'date')]
        if S.rng.random() < 0.3 and right:
            left, right = left + [R(' (')] + right + [R(')')], []
        head = [line('project', left, right, item, 'head0')]
        body = []
        if p.get('url') and S.rng.random() < 0.7:
            head.append(line('project', [R(p['url'], 'url')], (), item, 'head1'))
        if p.get('description'):
            body.append(para('project', [R(p['description'])], item, 'desc'))
        if p.get('highlights'):
            body.append(bullets('project', [[R(h)] for h in p['highlights']], item))
        if p.get('keywords') and S.rng.random() < 0.6:
            body.append(para('project', [R((S.tech or lx.word(S.lang, 'tech')) + ': ' + ', '.join(p['keywords']))], item, 'tech'))
        out.append(block([], head, body, 'project'))
    return out


def simple_entries(S, role, entries):
    """[(main runs, date text or None, detail or None)] as bullets or lines."""
    form = S.rng.choice(['bullets', 'lines', 'lines-right', 'lines'])
    rows = []
    for main, date, detail in entries:
        d = [R(date, 'date')] if date else []
        if form == 'lines-right':
            rows.append((main, d))
        else:
            rows.append((main + ([R(S.rng.choice([', ', ' (']))] if d else []) + d, []))
            if d and rows[-1][0][-2].text == ' (':
                rows[-1][0].append(R(')'))
    if form == 'bullets':
        return [bullets(role, [m + ([R('. ' + det)] if det else []) for (m, _), (_, _, det) in zip(rows, entries)])]
    return [block([], [line(role, m, r, None, 'head0')], [para(role, [R(det)], None, 'desc')] if det else [], role) for (m, r), (_, _, det) in zip(rows, entries)]


def sec_awards(S, items):
    return simple_entries(S, 'award', [([M(a['title'], 'title')] + ([R(S.rng.choice([', ', ' – ', ' | '])), M(a['awarder'], 'company')] if a.get('awarder') else []),
                                        one_date(a['date'], S.edu_date_form, S.lang)[0] if a.get('date') else None, a.get('summary')) for a in items if a.get('title')])


def sec_publications(S, items):
    return simple_entries(S, 'publication', [(([R(a['summary'] + ' ')] if a.get('summary') and a['summary'].endswith('.') else []) + [M(a['name'], 'title')] + ([R('. ' if not a['name'].endswith(('.', '?')) else ' '), M(a['publisher'], 'company')] if a.get('publisher') else []),
                                              one_date(a['releaseDate'], 'YYYY', S.lang)[0] if a.get('releaseDate') else None, None) for a in items if a.get('name')])


def sec_references(S, items):
    out = []
    for a in items:
        name = a.get('name')
        if name and name.casefold() not in ('references', 'referees', 'referenzen'):
            out.append(line('reference', [M(name, 'title')], (), None, 'head0'))
        if a.get('reference'):
            out.append(para('reference', [R(a['reference'])]))
    return out


def sec_interests(S, items):
    texts = []
    for i in items:
        kw = i.get('keywords') or []
        texts.append((i.get('name') or '') + ((' (%s)' if i.get('name') else '%s') % ', '.join(kw) if kw else ''))
    texts = [t for t in texts if t]
    form = S.interests_form
    if form == 'bullets':
        return [bullets('interest', [[R(t)] for t in texts])]
    if form == 'lines':
        return [line('interest', [R(t)]) for t in texts]
    if form == 'chips' and max(map(len, texts), default=0) < 30:
        return [NS(t='chips', role='interest', cells=[[R(t)] for t in texts])]
    return [para('interest', [R((' | ' if form == 'pipes' else ', ').join(texts))])] if texts else []


def summary_nodes(S, p):
    t = p['basics'].get('summary')
    if not t:
        return []
    parts = [t]
    if S.summary_bullets and t.count('. ') > 1:
        parts = re.split(r'(?<=[.!?]) ', t)
        return [bullets('summary', [[R(x, None, [(('summary',), x)])] for x in parts])]
    return [para('summary', [R(t, None, [(('summary',), t)])])]


def personal_rows(S, p):
    """[(key, label, runs, role)]: birth date, nationality ..."""
    x, out = p.get('x-personal') or {}, []
    for k in ('birthDate', 'birthPlace', 'nationality', 'maritalStatus', 'drivingLicence'):
        v = x.get(k)
        if not v:
            continue
        if k == 'birthDate' and re.match(r'\d{4}-\d\d-\d\d', v):
            y, m, d = v.split('-')
            v = S.rng.choice([f'{d}.{m}.{y}', f'{d}/{m}/{y}', f'{int(d)}. {lx.months(S.lang)[int(m) - 1][0]} {y}'])
        out.append((lx.word(S.lang, k, S.rng), v))
    return out


def contacts(S, p):
    """[(kind, runs)] of the contact data, in the order of this document."""
    b = p['basics']
    out = []
    if b.get('email'):
        out.append(('email', [R(b['email'], 'email', [(('email',), b['email'])])]))
    if b.get('phone'):
        t = b['phone']
        if S.phone_dots:
            t = re.sub(r'(?<=\d)[ -](?=\d)', S.phone_dots, t)
        out.append(('phone', [R(t, 'phone', [(('phone',), t)])]))
    loc = b.get('location') or {}
    if loc.get('city') and S.address != 'none':
        code = loc.get('countryCode')
        gold = [(('location', 'city'), loc['city'])]
        text, parts = loc['city'], [('city', loc['city'])]
        stated = False
        if loc.get('region') and loc['region'] != loc['city'] and (code in ('US', 'CA', 'AU', 'IN', 'GB', 'BR', 'MX') or S.rng.random() < 0.25):
            text += ', ' + loc['region']
            parts.append(('region', loc['region']))
            gold.append((('location', 'region'), loc['region']))
            stated = code in ('US', 'CA', 'AU')
        tail = []
        if S.address == 'full' and loc.get('postalCode') and S.rng.random() < 0.8:
            if code in ('US', 'CA', 'AU', 'GB', 'IN'):
                tail = [M(' ' + loc['postalCode'], 'postcode')]
        if code and S.country and not tail:
            cname = lx.countries().get(code, [code])[0]
            cname = {'US': S.rng.choice(['USA', 'United States'])}.get(code, cname)
            if S.lang != 'en' and len(lx.countries().get(code, [])) > 1 and S.lang == 'de':
                cname = {'DE': 'Deutschland', 'AT': 'Österreich', 'CH': 'Schweiz'}.get(code, cname)
            text += ', ' + cname
            parts.append(('country', cname))
            gold.append((('location', 'country'), cname))
            stated = True
        if stated and code:
            gold.append((('location', 'country_code'), code))
        runs = [R(text, 'location', gold, parts=parts)] + tail
        if S.address == 'full' and loc.get('address'):
            street = loc['address']
            if loc['city'] in street:
                street = None
            pre = loc['postalCode'] + ' ' if loc.get('postalCode') and not tail and code not in ('US', 'CA', 'AU', 'GB', 'IN', 'SG') else ''
            runs = ([M(street, 'street'), R(', ')] if street else []) + ([M(pre, 'postcode')] if pre else []) + runs
        out.append(('location', runs))
    links = [pr.get('url') for pr in b.get('profiles', []) if pr.get('url')]
    if b.get('url'):
        links.insert(0, b['url'])
    for u in links[:S.max_links]:
        shown = re.sub(r'^https?://(www\.)?', '', u) if S.short_urls else u
        out.append(('url', [R(shown, 'url')]))
    S.rng.shuffle(out) if S.shuffle_contacts else out.sort(key=lambda c: S.contact_order.index(c[0]))
    return out


ICONS = {'fa': {'email': '\uf0e0', 'phone': '\uf095', 'location': '\uf041', 'url': '\uf0ac'},
         'sym': {'email': '✉', 'phone': '☎', 'location': '⌂', 'url': '🔗'},
         'emoji': {'email': '📧', 'phone': '📞', 'location': '📍', 'url': '🌐'}}


def contact_lines(S, p, form=None):
    """The contact data as line nodes. Runs with icon=True are glyphs of an icon font."""
    form = form or S.contact_form
    rows = contacts(S, p)
    extra = personal_rows(S, p) if S.personal and S.personal_in == 'contact' else []
    out = []

    def lab(kind):
        key = {'location': 'address'}.get(kind, kind)
        return lx.word(S.lang, key, S.rng)

    if form in ('line', 'two', 'labelled-line', 'icons-line'):
        groups = [rows] if form != 'two' or len(rows) < 3 else [rows[:len(rows) // 2], rows[len(rows) // 2:]]
        for group in groups:
            runs = []
            for kind, r in group:
                if runs:
                    runs.append(R(S.contact_sep))
                if form == 'labelled-line':
                    runs.append(R(lab(kind) + ': '))
                elif form == 'icons-line' and S.icons:
                    runs += [R(ICONS[S.icons][kind] + ' ', icon=S.icons)]
                runs += r
            if runs:
                out.append(line('contact', runs, (), None, 'contact'))
    else:
        for kind, r in rows:
            pre = []
            if form == 'labelled':
                pre = [R(lab(kind) + S.label_colon)]
            elif form == 'icons' and S.icons:
                pre = [R(ICONS[S.icons][kind] + ' ', icon=S.icons)]
            out.append(line('contact', pre + r, (), None, 'contact'))
    for k, v in extra:
        out.append(line('contact', [R(f'{k}: {v}')], (), None, 'contact'))
    return out


def personal_section(S, p):
    """Name, address, birth date as label and value: the head of a tabular CV."""
    rows = []
    name = p['basics']['name']
    if S.personal_name:
        rows.append((lx.word(S.lang, 'name', S.rng), [R(name, 'name', [(('name',), name)])], 'name'))
    for kind, r in contacts(S, p):
        rows.append((lx.word(S.lang, {'location': 'address'}.get(kind, kind), S.rng), r, 'contact'))
    for k, v in personal_rows(S, p):
        rows.append((k, [R(v)], 'contact'))
    return [NS(t='kv', role=role, label=[R(k + S.kv_colon)], value=r, item=None) for k, r, role in rows]


def functional_nodes(S, p):
    """A functional resume tells achievements by theme, away from the jobs."""
    pool = [h for j in p.get('work') or [] for h in (j.get('highlights') or [])][:12]
    names = [g for g, _ in skill_groups(p) if g][:3] or ['Leadership', 'Operations', 'Communication'][:3]
    out = []
    for i, n in enumerate(names):
        part = pool[i::len(names)][:4]
        if part:
            out.append(line('other', [R(n)], (), None, 'sub'))
            out.append(bullets('other', [[R(h)] for h in part]))
    return out


def build_sections(S, p):
    """{kind: section}: heading text and nodes, in S.order."""
    S.all_skills = [x for _, items in skill_groups(p) for x, _ in items if len(x) < 30]
    out = {}

    def add(kind, nodes, heading=True):
        if nodes:
            text = S.heading.get(kind) or choose_heading(S, S.rng, kind)
            out[kind] = NS(kind=kind, heading=text if heading else None, nodes=nodes)

    if S.functional:
        S.no_bodies = True
    for kind in S.order:
        items = p.get(kind) or []
        if kind == 'summary':
            add('summary', summary_nodes(S, p), S.summary_heading)
        elif kind == 'work':
            if S.functional:
                nodes = functional_nodes(S, p)
                if nodes:
                    out['functional'] = NS(kind='functional', heading=S.rng.choice(['Relevant Skills', 'Professional Accomplishments', 'Areas of Expertise', 'Summary of Qualifications', 'Key Skills & Achievements', 'Selected Achievements'])
                                           if S.lang == 'en' else S.heading.get('skills'), nodes=nodes)
            shown = items[:S.max_jobs]
            cut = S.rng.randint(1, len(shown) - 1) if S.split_jobs and len(shown) > 2 else len(shown)
            add('work', sec_jobs(S, shown[:cut], False))
            if cut < len(shown):
                more = S.rng.choice(lx.headings('work', S.lang))
                out['work2'] = NS(kind='work', heading=S.rng.choice(['Other Experience', 'Additional Experience', 'Earlier Career', 'Previous Experience', more]) if S.lang == 'en' else more, nodes=sec_jobs(S, shown[cut:], False))
        elif kind == 'volunteer':
            add('volunteer', sec_jobs(S, items, True))
        elif kind == 'education':
            add('education', sec_education(S, items))
        elif kind == 'skills':
            add('skills', sec_skills(S, p))
        elif kind in ('languages', 'certificates', 'projects', 'awards', 'publications', 'references', 'interests') and items:
            add(kind, {'languages': sec_languages, 'certificates': sec_certs, 'projects': sec_projects, 'awards': sec_awards, 'publications': sec_publications,
                       'references': sec_references, 'interests': sec_interests}[kind](S, items))
        elif kind == 'personal' and S.personal and S.personal_in == 'section' and p.get('x-personal'):
            rows = personal_rows(S, p)
            add('personal', [NS(t='kv', role='contact', label=[R(k + S.kv_colon)], value=[R(v)], item=None) for k, v in rows])
    if S.combine:
        combine_sections(S, p, out)
    if S.strengths:
        pool = [h for j in p.get('work') or [] for h in (j.get('highlights') or [])]
        heads = S.rng.sample(['Leadership', 'Communication', 'Problem Solving', 'Time Management', 'Attention to Detail', 'Team Player', 'Customer Focus', 'Creativity', 'Adaptability', 'Negotiation', 'Reliability', 'Mentoring'], S.rng.randint(2, 4))
        nodes = []
        for h in heads:
            nodes.append(line('other', [R(h)], (), None, 'sub'))
            if pool and S.rng.random() < 0.7:
                nodes.append(para('other', [R(S.rng.choice(pool))]))
        out['strengths'] = NS(kind='strengths', heading=S.rng.choice(['Strengths', 'My Strengths', 'Key Strengths', 'Personal Strengths', 'Key Achievements', 'What I Bring']), nodes=nodes)
    consent = (p.get('x-personal') or {}).get('consent')
    if consent:
        out['consent'] = NS(kind='consent', heading=None, nodes=[para('other', [R(consent)], None, 'small')])
    place_runs(out)
    return out


SECTION = {'work': 'experience', 'certificates': 'certifications', 'functional': 'strengths', 'consent': 'declaration'}
BY_ROLE = {'skill': 'skills', 'language': 'languages', 'interest': 'interests'}   # in a section of several kinds


def run_lists(n):
    """The lists of runs of a node of text."""
    if n.t in ('bullets', 'chips', 'grid', 'meters'):
        return n.entries if n.t == 'bullets' else [c[0] for c in n.cells] if n.t == 'meters' else n.cells
    return [n.left, n.right] if n.t == 'line' else [n.label, n.value] if n.t == 'kv' else [n.runs]


def leaves(nodes):
    """(node of text, number of the entry it is in)"""
    for k, n in enumerate(nodes):
        if n.t == 'item':
            for m, _ in leaves(n.side + n.head + n.body):
                yield m, k
        else:
            yield n, k


def place_runs(secs):
    """Tells each run of the sections its place, (number of the section, kind), and the entry or list it belongs to."""
    for serial, sec in enumerate(secs.values()):
        kind = SECTION.get(sec.kind, sec.kind)
        entry = before = None
        for n, k in leaves(sec.nodes):
            begins = n.t == 'line' and ('sub' in n.cls.split() or 'head0' in n.cls.split())
            if n.role in ('skill', 'reference'):            # a list below its name, a statement below the person
                entry = entry if before and not begins else k
                before = begins or (before and n.role == 'skill')
            else:
                entry = k
            for j, runs in enumerate(run_lists(n)):
                own = n.role in ('project', 'publication', 'award', 'reference') and n.t == 'bullets'
                for r in runs:
                    r.place = (serial, BY_ROLE.get(n.role, kind) if kind == 'additional' else kind)
                    if n.role in ('skill', 'reference', 'project', 'publication', 'award') and not getattr(n, 'item', None):
                        r.group = (serial, entry, j if own else 0)


def combine_sections(S, p, out):
    """'Skills & Interests': skills, languages, interests as labelled lines of one section."""
    kinds = [k for k in ('skills', 'languages', 'interests') if k in out]
    if len(kinds) < 2:
        return
    nodes = []
    for k in kinds:
        head = NS(text=(lx.headings(k, S.lang) or [k])[0] + ': ', field=None, gold=[], b=True)
        if k == 'skills':
            runs = []
            for x in [i for _, items in skill_groups(p) for i, _ in items]:
                runs += ([R(', ')] if runs else []) + [skill_run(x)]
            nodes.append(para('skill', [head] + runs))
        elif k == 'languages':
            runs = []
            for l in p['languages']:
                runs += ([R('; ')] if runs else []) + language_runs(S, id(l), l)
            nodes.append(para('language', [head] + runs))
        else:
            texts = [i['name'] for i in p['interests'] if i.get('name')]
            if texts:
                nodes.append(para('interest', [head, R(', '.join(texts))]))
        del out[k]
    out['additional'] = NS(kind='additional', heading=S.heading.get('additional') or 'Additional Information', nodes=nodes)


DEFAULTS = dict(side_fields=(), side_first=True, show_all_types=False, no_bodies=False, functional=False, summary_bullets=False, personal_in='contact', personal_name=False,
                max_links=2, icons='fa', meter='bars', grid_cols=3, kv_colon=':', duration_form=' ({})')


def complete_style(S):
    """The choices that layouts may have fixed get their defaults here."""
    rng = S.rng
    for k, v in DEFAULTS.items():
        if not hasattr(S, k):
            setattr(S, k, v)
    draw = dict(group_colon=rng.choice([':', ':', ':', ' –', ' -']), level_form=rng.choice([' ({})', ' – {}', ': {}', ' - {}']), phone_dots=rng.choice(['', '', '', '', '.', '-', ' ']),
                country=rng.random() < 0.2, short_urls=rng.random() < 0.7, shuffle_contacts=rng.random() < 0.25, label_colon=rng.choice([': ', ': ', ' ', '. ']),
                contact_order=rng.choice([['location', 'phone', 'email', 'url'], ['email', 'phone', 'location', 'url'], ['phone', 'email', 'url', 'location']]))
    for k, v in draw.items():
        if not hasattr(S, k):
            setattr(S, k, v)
    return S
