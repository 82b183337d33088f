# SPDX-License-Identifier: Apache-2.0
"""Loads the fictional resumes and makes new ones of them by recombination.

A recombined resume takes names, employers, titles, schools, places and whole jobs from the word
lists and from other resumes of the same split, kind and language, so that a model learns the form
of a resume and not the words of these few hundred people."""
import copy
import glob
import hashlib
import json
import os
import re
import unicodedata

import lexicon as lx

HOME = {'en': ['US', 'US', 'US', 'GB', 'GB', 'CA', 'AU', 'IN', 'IE', 'SG', 'ZA', 'NG'], 'de': ['DE', 'DE', 'DE', 'AT', 'CH'],
        'fr': ['FR', 'FR', 'BE', 'CH', 'CA'], 'es': ['ES', 'MX', 'AR', 'CO', 'CL'], 'it': ['IT'], 'pt': ['PT', 'BR', 'BR'],
        'nl': ['NL', 'NL', 'BE'], 'pl': ['PL'], 'sv': ['SE'], 'no': ['NO'], 'da': ['DK'], 'fi': ['FI'], 'cs': ['CZ'], 'sk': ['SK'],
        'hu': ['HU'], 'ro': ['RO'], 'tr': ['TR'], 'ru': ['RU'], 'uk': ['UA'], 'el': ['GR'], 'bg': ['BG'], 'hr': ['HR'],
        'zh': ['CN'], 'ja': ['JP'], 'ko': ['KR'], 'ar': ['EG', 'AE'], 'hi': ['IN'], 'vi': ['VN'], 'id': ['ID'], 'ca': ['ES']}
LATIN_NAMES = ['en', 'en', 'en', 'en', 'es', 'fr', 'de', 'it', 'pt', 'in', 'in', 'ng', 'pl', 'nl', 'tr', 'se', 'ph', 'gh', 'cz', 'fi', 'no', 'hu', 'ro', 'ke']
FIXED_NAMES = {'zh', 'ja', 'ko', 'ar', 'hi', 'ru', 'uk', 'el', 'bg', 'vi'}  # scripts: the lists are Latin
SECTIONS = ('work', 'volunteer', 'education', 'skills', 'certificates', 'languages', 'projects', 'publications', 'awards', 'interests', 'references')


def stable(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], 'big')


def load():
    """[(id, persona)] sorted by id; empty values are dropped."""
    folder = lx.find_folder(['data/personas', '../shared/personas'])
    out = []
    for path in sorted(glob.glob(os.path.join(folder, '*.json'))):
        with open(path, encoding='utf-8') as f:
            p = json.load(f)
        p.setdefault('x-style', {}).setdefault('language', 'en')
        out.append((os.path.basename(path)[:-5], p))
    return out


def split_of(ident):
    n = stable('persona ' + ident) % 100
    return 'train' if n < 74 else 'tune' if n < 84 else 'test'


def latin(text):
    return all(ord(c) < 0x250 or not c.isalpha() or 0x1E00 <= ord(c) < 0x1F00 for c in text)


def slug(text, joiner=''):
    text = unicodedata.normalize('NFKD', text)
    return re.sub(r'[^a-z0-9]+', joiner, text.encode('ascii', 'ignore').decode().lower()).strip(joiner)


# --- invented names ---------------------------------------------------------------------------

EN_WORDS = ('Summit Harbor Northgate Blue Cedar Lakeview Silver Granite Pioneer Keystone Maple Beacon Copper Iron Willow Redwood Clear Bright '
            'Cobalt Crest Delta Ember Falcon Horizon Juniper Lumen Meridian Nova Orchard Prairie Quarry River Sable Tidal Union Vertex West Zephyr Arc Polar').split()
EN_KIND = ('Logistics Consulting Health Systems Foods Engineering Partners Media Capital Software Labs Studios Group Construction Dental '
           'Retail Electric Motors Solutions Analytics Hotels Pharmacy Insurance Plumbing Landscaping Robotics Marketing Freight Bakery Schools').split()
COINED_A = 'Ver Nex Zyn Lum Qua Tri Om Ax Cor Vel Pix Strat Dyn Inno Omni Syn Aero Bio Cy Data Eco Flex Gen Hyper Kin Lex Mod Neo Opti Pro'.split()
COINED_B = 'ora ix ify eo on ium ica ara ent is ity era os tek soft logic wave bridge point stack nova sense flow worx mind'.split()
LOCAL = {'de': (['Maschinenbau', 'Bau', 'Logistik', 'Elektrotechnik', 'Gebäudetechnik', 'Systeme', 'Apotheke', 'Autohaus', 'Verlag', 'Steuerberatung', 'Bäckerei', 'Metallbau', 'Hotel', 'Klinik'], ['GmbH', 'AG', 'GmbH & Co. KG', 'KG', 'e.K.', 'SE', 'e. V.']),
         'fr': (['Transports', 'Conseil', 'Industries', 'Bâtiment', 'Services', 'Boulangerie', 'Clinique', 'Cabinet', 'Groupe', 'Hôtel', 'Assurances'], ['SA', 'SARL', 'SAS', 'SASU', '']),
         'es': (['Construcciones', 'Grupo', 'Transportes', 'Clínica', 'Consultores', 'Hotel', 'Talleres', 'Servicios', 'Alimentos'], ['S.A.', 'S.L.', 'S.A. de C.V.', 'SAS', '']),
         'it': (['Costruzioni', 'Gruppo', 'Studio', 'Officine', 'Servizi', 'Trasporti', 'Clinica', 'Hotel'], ['S.r.l.', 'S.p.A.', 'Srl', 's.n.c.', '']),
         'pt': (['Construções', 'Grupo', 'Transportes', 'Clínica', 'Consultoria', 'Comércio', 'Serviços'], ['Ltda.', 'S.A.', 'Lda.', 'ME', '']),
         'nl': (['Bouw', 'Groep', 'Transport', 'Zorg', 'Advies', 'Techniek', 'Installaties'], ['B.V.', 'BV', 'N.V.', '']),
         'pl': (['Budowa', 'Grupa', 'Transport', 'Usługi', 'Doradztwo', 'Hurtownia'], ['Sp. z o.o.', 'S.A.', 's.c.', '']),
         'sv': (['Bygg', 'Gruppen', 'Transport', 'Konsult'], ['AB', '']), 'no': (['Bygg', 'Gruppen', 'Transport'], ['AS', '']),
         'da': (['Byg', 'Gruppen', 'Transport'], ['A/S', 'ApS', '']), 'fi': (['Rakennus', 'Palvelut'], ['Oy', 'Oyj', ''])}


def employer(rng, lang, country):
    """An employer: from the list, or invented."""
    if lang in FIXED_NAMES:
        have = [e for e in lx.employers(country) if True]
        return rng.choice(have) if have else None
    x = rng.random()
    have = lx.employers(country)
    if x < 0.35 and have:
        return rng.choice(have)
    family = lambda: rng.choice(lx.family_names(lang if lang in LOCAL else rng.choice(['en', 'en', 'de', 'fr', 'it', 'in'])) or ['Miller'])
    if lang in LOCAL:
        kinds, ends = LOCAL[lang]
        city = rng.choice(lx.cities(country) or [('Centrum', '')])[0]
        forms = [f'{family()} {rng.choice(kinds)}', f'{rng.choice(kinds)} {family()}', f'{rng.choice(kinds)} {city}', f'{family()} & {family()}',
                 rng.choice(COINED_A) + rng.choice(COINED_B), family()]
        return (rng.choice(forms) + ' ' + rng.choice(ends)).strip()
    end = rng.choice(['', '', '', '', ' Inc.', ', Inc.', ' LLC', ' Ltd', ' Ltd.', ' Limited', ' Corp.', ' Pvt. Ltd.', ' Pty Ltd', ' Co.', ' & Co.', ' Group', ' PLC', ' Corporation'])
    city = rng.choice(lx.cities(country) or [('Springfield', '')])[0]
    w, k = (lambda: rng.choice(EN_WORDS)), (lambda: rng.choice(EN_KIND))
    forms = [f'{w()} {k()}', f'{w()}{w().lower()} {k()}', f'{family()} {k()}', f'{family()} & {family()}', f'{family()}, {family()} & {family()}',
             rng.choice(COINED_A) + rng.choice(COINED_B), f'The {w()} {k()}', f'{city} {rng.choice(["General Hospital", "Public Schools", "School District", "Community College", "City Council", "Medical Center", "Police Department", "Times", "Public Library"])}',
             f"{family()}'s {k()}", f'{w()} & {w()} {k()}', ''.join(rng.choice('ABCDEFGHIKLMNOPRSTVWX') for _ in range(rng.choice([2, 3, 3, 4]))) + rng.choice(['', ' ' + k()]),
             f'{w()}{rng.choice([".io", ".ai", "HQ", "Hub", "Works", "Labs"])}', f'City of {city}', f'University of {city}', f'{k()} {rng.choice(["One", "Direct", "Plus", "360", "First", "International", "USA", "of America"])}']
    name = rng.choice(forms)
    return name if len(name) < 4 or name.startswith(('City of', 'University')) else name + end


def place(rng, country, lang):
    """(text, dict) of a place as resumes print it; dict has city, region, country, country_code as stated."""
    have = lx.cities(country)
    if not have:
        return None
    city, region = rng.choice(have)
    abbr = lx.regions(country).get(region, '')
    names = lx.countries().get(country, [country])
    cname = names[0]
    x = rng.random()
    if country in ('US', 'CA', 'AU'):
        if abbr and x < 0.65:
            return f'{city}, {abbr}', dict(city=city, region=abbr)
        if region and x < 0.8:
            return f'{city}, {region}', dict(city=city, region=region)
        if x < 0.9 and abbr:
            c = {'US': rng.choice(['USA', 'United States', 'US']), 'CA': 'Canada', 'AU': 'Australia'}[country]
            return f'{city}, {abbr}, {c}', dict(city=city, region=abbr, country=c)
        return city, dict(city=city)
    if lang == 'en' and x < 0.35:
        return f'{city}, {cname}', dict(city=city, country=cname)
    if x < 0.42 and region and region != city:
        return f'{city}, {region}', dict(city=city, region=region)
    if x < 0.47 and lang == 'en' and country == 'GB':
        return f'{city}, UK', dict(city=city, country='UK')
    return city, dict(city=city)


def person(rng, lang):
    """(name, slug parts)"""
    origin = lang if lang in ('de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'fi', 'no', 'hu', 'ro', 'id') else {'sv': 'se', 'da': 'dk', 'cs': 'cz', 'ca': 'es', 'hr': 'hr'}.get(lang)
    if not origin or rng.random() < 0.12:
        origin = rng.choice(LATIN_NAMES)
    given = [g for g in lx.given_names(origin) if latin(g)] or lx.given_names('en')
    family = [f for f in lx.family_names(origin) if latin(f)] or lx.family_names('en')
    g, f = rng.choice(given), rng.choice(family)
    x = rng.random()
    if origin in ('es', 'pt') and x < 0.6:
        name = f'{g} {f} {rng.choice(family)}'
    elif x < 0.10:
        name = f'{g} {rng.choice("ABCDEFGHJKLMNPRST")}. {f}'
    elif x < 0.17:
        name = f'{g} {rng.choice(given)} {f}'
    elif x < 0.22:
        name = f'{g} {f}-{rng.choice(family)}'
    elif x < 0.24:
        name = f'{f} {g}' if lang in ('hu',) else f'{f}, {g}'
    elif x < 0.25:
        name = g
    elif x < 0.27 and origin == 'in':
        name = f'{g} {f[0]}'
    else:
        name = f'{g} {f}'
    y = rng.random()
    if y < 0.04:
        name = rng.choice(['Dr. ', 'Prof. Dr. ', 'Dr ', 'Ing. ', 'Dipl.-Ing. '] if lang == 'de' else ['Dr. ', 'Dr ', 'Mr. ', 'Ms. ']) + name
    elif y < 0.10 and lang == 'en':
        name += rng.choice([', PhD', ', MBA', ', CPA', ', RN', ' Jr.', ', PMP', ' III', ', BSN, RN', ', P.E.', ', M.Ed.', ', CFA', ', Esq.'])
    return name, g, f


def email(rng, g, f):
    g, f = slug(g) or 'mail', slug(f) or 'cv'
    box = rng.choice([f'{g}.{f}', f'{g}{f}', f'{g[0]}{f}', f'{g}_{f}', f'{f}.{g}', f'{g}{rng.randint(70, 99)}', f'{g}.{f}{rng.randint(1, 99)}', f'{g}-{f}', f'contact', f'{g[0]}.{f}'])
    return box + '@' + rng.choice(['example.com', 'example.com', 'example.org', 'example.net', 'mail.example', f'{f}.example', 'post.example', 'inbox.example.com'])


# --- recombination ------------------------------------------------------------------------------

def kind_of(ident):
    return ident.rsplit('-', 1)[0]


def shift_years(p, years):
    """Moves all dates of the resume into the past by whole years."""
    def walk(o):
        if isinstance(o, dict):
            for k, v in o.items():
                if k in ('startDate', 'endDate', 'date', 'releaseDate') and isinstance(v, str) and re.match(r'\d{4}', v):
                    o[k] = '%04d%s' % (int(v[:4]) - years, v[4:])
                else:
                    walk(v)
        elif isinstance(o, list):
            for v in o:
                walk(v)
    walk(p)


def recombine(ident, persona, pool, rng):
    """A new resume of `persona` and of `pool`, [(id, persona)] of the same split."""
    p = copy.deepcopy(persona)
    lang = p['x-style']['language']
    b = p['basics']
    same = [q for i, q in pool if q['x-style']['language'] == lang]
    near = [q for i, q in pool if q['x-style']['language'] == lang and kind_of(i) == kind_of(ident)] or same
    country = b.get('location', {}).get('countryCode') or rng.choice(HOME.get(lang, ['US']))
    if rng.random() < 0.3:
        country = rng.choice(HOME.get(lang, ['US']))
    fixed = lang in FIXED_NAMES

    if not fixed:
        b['name'], g, f = person(rng, lang)
        if rng.random() < 0.12:
            b['name'] = b['name'].upper()
        if b.get('email'):
            b['email'] = email(rng, g, f)
        for prof in b.get('profiles', []):
            prof['username'] = slug(g + ' ' + f, rng.choice(['', '-']))
            host = re.match(r'(https?://[^/]+/(?:in/|profile/)?)', prof.get('url', ''))
            if host:
                prof['url'] = host.group(1) + prof['username']
        spot = place(rng, country, lang)
        if spot and b.get('location') and rng.random() < 0.75:
            old = b['location']
            text, parts = spot
            b['location'] = {k: v for k, v in (('address', old.get('address')), ('postalCode', old.get('postalCode')), ('city', parts['city']), ('region', parts.get('region'))) if v}
            b['location']['countryCode'] = country
        donors = [q['basics'] for q in near if q['basics'].get('label')]
        if donors and rng.random() < 0.5:
            b['label'] = rng.choice(donors)['label']
        elif rng.random() < 0.3 and lx.titles(lang):
            b['label'] = rng.choice(lx.titles(lang))
    if b.get('label') and rng.random() < 0.15:
        del b['label']
    donors = [q['basics'] for q in near if q['basics'].get('summary')]
    if donors and rng.random() < 0.35:
        b['summary'] = rng.choice(donors)['summary']

    jobs = p.get('work') or []
    if jobs and rng.random() < 0.4:                       # bodies of other people's jobs in these date slots
        source = [j for q in near for j in q.get('work') or []]
        for k, j in enumerate(jobs):
            if rng.random() < 0.7:
                new = copy.deepcopy(rng.choice(source))
                for d in ('startDate', 'endDate'):
                    new.pop(d, None)
                    if d in j:
                        new[d] = j[d]
                jobs[k] = new
    swap, titles = {}, [j['position'] for q in near for j in q.get('work') or [] if j.get('position')]
    for j in jobs:
        if rng.random() < 0.65 and j.get('name'):
            if j['name'] not in swap:
                swap[j['name']] = employer(rng, lang, country if rng.random() < 0.7 else rng.choice(HOME.get(lang, ['US']))) or j['name']
            j['name'] = swap[j['name']]
        if rng.random() < 0.45 and j.get('position'):
            j['position'] = rng.choice(lx.titles(lang)) if rng.random() < 0.45 and len(lx.titles(lang)) > 80 else rng.choice(titles or [j['position']])
        if rng.random() < 0.5 and j.get('location') and not fixed:
            spot = place(rng, country if rng.random() < 0.8 else rng.choice(['US', 'GB', 'DE', 'FR', 'IN']), lang)
            if spot:
                j['location'] = spot[0] + rng.choice([''] * 14 + [' (Remote)', ' (Hybrid)'])
        elif rng.random() < 0.05:
            j['location'] = rng.choice({'en': ['Remote', 'Remote, USA', 'Hybrid', 'Various locations'], 'de': ['Remote', 'bundesweit']}.get(lang, ['Remote']))
        h = j.get('highlights') or []
        if h and rng.random() < 0.3:
            rng.shuffle(h)
            j['highlights'] = h[:rng.randint(min(2, len(h)), len(h))]
        if len(h) < 3 and rng.random() < 0.5:              # short jobs borrow bullets of like jobs
            more = [x for q in near for k in q.get('work') or [] for x in k.get('highlights') or []]
            j['highlights'] = h + rng.sample(more, min(len(more), rng.randint(1, 5)))
    schools = [e['institution'] for q in same for e in q.get('education') or [] if e.get('institution')]
    pairs = [(e.get('studyType'), e.get('area')) for q in same for e in q.get('education') or [] if e.get('studyType')]
    for e in p.get('education') or []:
        if rng.random() < 0.5:
            have = lx.institutions(country)
            e['institution'] = rng.choice(have) if have and rng.random() < 0.6 else rng.choice(schools)
        if rng.random() < 0.3 and pairs:
            e['studyType'], e['area'] = rng.choice(pairs)
        elif rng.random() < 0.25 and lx.degrees(lang, True):
            e['studyType'] = rng.choice(lx.degrees(lang, rng.random() < 0.5) or lx.degrees(lang, True))
            if lx.fields(lang):
                e['area'] = rng.choice(lx.fields(lang))
        if e.get('location') and rng.random() < 0.5 and not fixed:
            spot = place(rng, country, lang)
            e['location'] = spot[0] if spot else e['location']
    if rng.random() < 0.35:
        donors = [q['skills'] for q in near if q.get('skills')]
        if donors:
            p['skills'] = copy.deepcopy(rng.choice(donors))
    for sec in ('certificates', 'languages', 'awards', 'projects', 'references', 'interests', 'publications'):
        x = rng.random()
        if x < 0.1:
            p.pop(sec, None)
        elif x < 0.4:
            donors = [q[sec] for q in (near if sec != 'languages' else same) if q.get(sec)]
            if donors:
                p[sec] = copy.deepcopy(rng.choice(donors))
    for sec in ('volunteer', 'certificates', 'awards', 'references', 'projects', 'publications'):
        if p.get(sec) and len(p[sec]) > 1 and rng.random() < 0.5:
            p[sec] = p[sec][:rng.randint(1, len(p[sec]))]
    if len(jobs) > 2 and rng.random() < 0.25:
        p['work'] = jobs[:rng.randint(1, len(jobs))]
    if b.get('summary') and rng.random() < 0.2:
        del b['summary']
    shift_years(p, rng.choice([0, 0, 0, 1, 1, 2, 3, 4, 6]))
    return p


def clean(p):
    """Drops empty strings and empty items; sections become lists."""
    def walk(o):
        if isinstance(o, dict):
            out = {k: walk(v) for k, v in o.items()}
            return {k: v for k, v in out.items() if v not in (None, '', {}) or k == 'name' and v == ''}
        if isinstance(o, list):
            return [v for v in (walk(v) for v in o) if v not in (None, '', {})]
        if isinstance(o, str):
            o = re.sub(r'\s+', ' ', o).strip()
            return o if any(c.isalnum() for c in o) else ''
        return o
    out = walk(p)
    for s in SECTIONS:
        out[s] = out.get(s) or []
    return out
