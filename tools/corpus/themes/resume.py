# SPDX-License-Identifier: Apache-2.0
"""A person as a JSON Resume whose values carry invisible marks: a theme prints them with the value, and the page tells
by them which words are of which value. Values that themes reckon with (dates, links, levels) stay bare."""
import re

BEGIN, END = '\u2061', '\u2064'
# (section, key) -> (field, role); None: no field
MARKED = {
    'basics': {'label': ('label', 'label'), 'summary': (None, 'summary')},
    'work': {'name': ('company', 'job_head'), 'position': ('title', 'job_head'), 'location': ('location', 'job_head'), 'summary': (None, 'job_text'), 'highlights': (None, 'job_text')},
    'volunteer': {'organization': ('company', 'job_head'), 'position': ('title', 'job_head'), 'location': ('location', 'job_head'), 'summary': (None, 'job_text'), 'highlights': (None, 'job_text')},
    'education': {'institution': ('institution', 'edu_head'), 'area': ('field', 'edu_head'), 'studyType': ('degree', 'edu_head'), 'location': ('location', 'edu_head'), 'courses': (None, 'edu_text')},
    'awards': {'title': ('title', 'award'), 'awarder': ('company', 'award'), 'summary': (None, 'award')},
    'certificates': {'name': ('cert', 'cert'), 'issuer': ('issuer', 'cert')},
    'publications': {'name': ('title', 'publication'), 'publisher': ('company', 'publication'), 'summary': (None, 'publication')},
    'skills': {'name': ('group', 'skill'), 'keywords': ('skill', 'skill')},
    'languages': {'language': ('language', 'language')},
    'interests': {'name': (None, 'interest'), 'keywords': (None, 'interest')},
    'references': {'name': ('title', 'reference'), 'reference': (None, 'reference')},
    'projects': {'name': ('title', 'project'), 'description': (None, 'project'), 'highlights': (None, 'project'), 'keywords': (None, 'project'), 'roles': (None, 'project'), 'entity': ('company', 'project')},
}
# names of the same values in the schema before 1.0
OLD = {'work': {'name': 'company', 'url': 'website'}, 'volunteer': {'url': 'website'}, 'publications': {'url': 'website'}, 'languages': {'language': 'name'}, 'basics': {'url': 'website', 'label': 'title'}}
BARE = {'work': ('startDate', 'endDate'), 'volunteer': ('startDate', 'endDate'), 'education': ('startDate', 'endDate', 'score'), 'awards': ('date',), 'certificates': ('date',), 'publications': ('releaseDate',),
        'skills': ('level',), 'languages': ('fluency',), 'projects': ('startDate', 'endDate', 'url')}


class Value:
    def __init__(self, section, index, key, text):
        self.section, self.index, self.key, self.text = section, index, key, text
        self.field, self.role = MARKED[section][key]

    def item(self):
        return self.section, self.index


def mark(values, value):
    bits = '{:011b}'.format(len(values)).replace('0', '\u2062').replace('1', '\u2063')
    values.append(value)
    return BEGIN + bits + value.text + END


def marked(person, rng, old=True):
    """(JSON Resume with marks, [Value]); `old`: also under the names of the schema before 1.0."""
    values = []

    def entry(section, index, source):
        out = {k: source[k] for k in BARE.get(section, ()) if source.get(k)}
        for k in MARKED[section]:
            v = source.get(k)
            if isinstance(v, list):
                out[k] = [mark(values, Value(section, index, k, x)) for x in v]
            elif v:
                out[k] = mark(values, Value(section, index, k, v))
        for new, before in OLD.get(section, {}).items() if old else ():
            if new in out:
                out[before] = out[new]
        if not old and section in ('volunteer', 'education'):
            out.pop('location', None)
        return out
    b = person['basics']
    basics = dict(entry('basics', 0, b), **{k: b[k] for k in ('name', 'email', 'phone', 'url') if b.get(k)})
    if 'url' in basics and old:
        basics['website'] = basics['url']
    basics.setdefault('name', '')
    basics['location'] = dict(b.get('location') or {})
    basics['profiles'] = [dict(p) for p in b.get('profiles') or []]
    out = {'basics': basics, 'meta': {'palette': {}}} if old else {'basics': basics}
    for section in MARKED:
        if section != 'basics':
            out[section] = [entry(section, k, x) for k, x in enumerate(person.get(section) or [])]
    for section in ('work', 'volunteer', 'education', 'projects', 'skills', 'interests'):
        for x in out[section]:
            for k in ('highlights', 'keywords', 'courses'):
                if k in MARKED[section] and k not in x and old:
                    x[k] = []
    if rng.random() < 0.5:                                 # some documents have no empty lists at all
        out = {k: v for k, v in out.items() if v}
    return out, values


def complete(person, rng):
    """What some themes cannot do without: dates, levels, well-known networks, an address."""
    p, b = person, person['basics']
    slug = re.sub(r'[^a-z]', '', b.get('name', '').lower()) or 'someone'
    known = ('GitHub', 'LinkedIn', 'Twitter')
    b['profiles'] = [{'network': n, 'username': slug, 'url': 'https://%s.com/%s' % (n.lower(), slug)} for n in rng.sample(known, rng.randint(1, 3))]
    b['location'] = dict({'address': '%d Mill Lane' % rng.randint(1, 90), 'postalCode': '%05d' % rng.randint(10000, 99999), 'city': 'Springfield', 'region': 'IL', 'countryCode': 'US'}, **(b.get('location') or {}))
    b.setdefault('url', 'https://%s.example' % slug)
    b.setdefault('phone', '+1 555 %03d %04d' % (rng.randint(200, 999), rng.randint(1000, 9999)))
    b.setdefault('email', slug + '@example.com')
    for e in p.get('education') or []:
        e.setdefault('endDate', '%d-06' % rng.randint(2000, 2023))
        e.setdefault('startDate', '%d-09' % (int(e['endDate'][:4]) - rng.randint(1, 4)))
    for x in (p.get('work') or []) + (p.get('volunteer') or []) + (p.get('projects') or []):
        x.setdefault('startDate', '%d-%02d' % (rng.randint(2005, 2022), rng.randint(1, 12)))
    for s, k in (('awards', 'date'), ('certificates', 'date'), ('publications', 'releaseDate')):
        for x in p.get(s) or []:
            x[k] = (x.get(k) or str(rng.randint(2005, 2024))).ljust(7, 'x').replace('xxx', '-%02d' % rng.randint(1, 12))
    for x in (p.get('work') or []) + (p.get('volunteer') or []) + (p.get('education') or []) + (p.get('projects') or []):
        for k in ('startDate', 'endDate'):
            if len(x.get(k) or '7777777') < 7:
                x[k] = x[k][:4] + '-%02d' % rng.randint(1, 12)
    for x in p.get('skills') or []:
        x.setdefault('level', rng.choice(['Master', 'Advanced', 'Intermediate', 'Beginner']))
        x.setdefault('name', rng.choice(['Tools', 'Methods', 'Technical', 'General']))
    return p


def vary(person, rng):
    """Long and short, with and without parts: what people leave out."""
    p, chance = person, lambda x: rng.random() < x
    if chance(0.25):
        p['basics'].pop('summary', None)
    if chance(0.15):
        p['basics'].pop('label', None)
    if chance(0.3):
        for j in p.get('work') or []:
            j.pop('location', None)
    if chance(0.15):
        for j in p.get('work') or []:
            j['highlights'] = []
    if chance(0.3):
        most = rng.randint(1, 3)
        p['work'] = (p.get('work') or [])[:most]
    if chance(0.2):
        for j in p.get('work') or []:
            if j.get('highlights') and not j.get('summary'):
                j['summary'] = ' '.join(h if re.search(r'[.!?。]$', h) else h + '.' for h in j['highlights'])
                j['highlights'] = []
    for s in ('volunteer', 'projects', 'publications', 'awards', 'interests', 'references', 'languages', 'certificates', 'skills', 'education'):
        if chance(0.12):
            p[s] = []
    if chance(0.2):
        for s in p.get('skills') or []:
            if s.get('keywords') and chance(0.5):
                s.pop('name', None)
    if chance(0.1):
        p['skills'] = [{'name': k} for s in p.get('skills') or [] for k in s.get('keywords') or []][:14] or p.get('skills')
    for s in p.get('skills') or []:
        if s.get('level') is None and chance(0.15):
            s['level'] = rng.choice(['Master', 'Advanced', 'Intermediate', 'Beginner'])
    if chance(0.1):
        p['basics'].pop('phone', None)
    if chance(0.1):
        p['basics'].pop('email', None)
    if chance(0.15):
        p['basics'].pop('location', None)
    return p
