# SPDX-License-Identifier: Apache-2.0
"""What the persons of the sampled resumes are made of: names, employers, schools, titles, duties, skills by language.

Listed entities stand beside invented ones (a letter model), so that no list is ever complete."""
import functools
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import bank as real  # noqa: E402
import lexicon as lx  # noqa: E402
import persona as people  # noqa: E402
import phrases  # noqa: E402

ROOT = lx.ROOT
SCRIPT = {'zh': '[\u4e00-\u9fff]', 'ja': '[\u3040-\u30ff\u4e00-\u9fff]', 'ko': '[\uac00-\ud7af]', 'ru': '[\u0400-\u04ff]', 'uk': '[\u0400-\u04ff]'}
ORIGIN = {'sv': 'se', 'da': 'dk', 'cs': 'cz'}
MORE_WORDS = {'sv': dict(tech=['Tekniker'], resp=['Arbetsuppgifter']), }


class Letters:
    """Invents words that look like those of a list: three letters foretell the next."""

    def __init__(self, words):
        self.next = {}
        for w in words:
            w = '^^' + w + '$'
            for i in range(2, len(w)):
                self.next.setdefault(w[i - 2:i], []).append(w[i])

    def word(self, rng, least=4, most=11):
        for _ in range(12):
            s = '^^'
            while len(s) < most + 3:
                c = rng.choice(self.next.get(s[-2:]) or ['$'])
                if c == '$':
                    break
                s += c
            if least <= len(s) - 2 <= most:
                return s[2:]
        return s[2:] or 'Aro'


def sheet(name, folder=None):
    for base in ([folder] if folder else ['data/lexicon', '../shared/gazetteer', 'data/gazetteer']):
        path = os.path.join(ROOT, base, name + '.tsv')
        if os.path.exists(path):
            with open(path, encoding='utf-8') as f:
                return [line.rstrip('\n').split('\t') for line in f if line.strip() and not line.startswith('#')]
    return []


@functools.lru_cache(None)
def persona_bank():
    """{language: {kind: [values]}} of the fictional people."""
    out = {}
    for _, p in people.load():
        b = out.setdefault(p['x-style']['language'], {})

        def add(kind, value):
            if value:
                b.setdefault(kind, []).append(value)
        add('labels', p['basics'].get('label'))
        add('summary', p['basics'].get('summary'))
        for j in p.get('work') or []:
            add('titles', j.get('position'))
            add('employers', j.get('name'))
            add('text', j.get('summary'))
            for h in j.get('highlights') or []:
                add('duties', h)
        for e in p.get('education') or []:
            add('schools', e.get('institution'))
            add('degrees', e.get('studyType'))
            add('fields', e.get('area'))
            add('grades', e.get('score'))
        for s in p.get('skills') or []:
            add('groups', s.get('name'))
            for k in s.get('keywords') or []:
                add('skills', k)
        for c in p.get('certificates') or []:
            add('certs', c.get('name'))
            add('issuers', c.get('issuer'))
        for c in p.get('awards') or []:
            add('awards', c.get('title'))
            add('awarders', c.get('awarder'))
        for c in p.get('publications') or []:
            add('publications', c.get('name'))
            add('publishers', c.get('publisher'))
        for c in p.get('projects') or []:
            add('projects', c.get('name'))
            add('project_text', c.get('description'))
        for c in p.get('volunteer') or []:
            add('vol_orgs', c.get('organization'))
            add('vol_titles', c.get('position'))
        for c in p.get('interests') or []:
            add('interests', c.get('name'))
    return out


@functools.lru_cache(None)
def field_bank():
    return real.load(os.path.join(ROOT, '../shared/field'), os.environ.get('VITAE', os.path.join(ROOT, 'build/src/cli/vitae')))


@functools.lru_cache(None)
def taxonomy():
    """[(sheet, [names])] of the skills."""
    out = []
    for path in sorted(glob.glob(os.path.join(lx.find_folder(['data/taxonomy', '../shared/taxonomy']), '*.tsv'))):
        if os.path.basename(path)[0].isdigit():
            with open(path, encoding='utf-8') as f:
                rows = [line.rstrip('\n').split('\t') for line in f if line.startswith('VSK')]
            out.append((os.path.basename(path)[:2], [[r[1]] + [s for s in (r[4].split('|') if len(r) > 4 else []) if s] for r in rows]))
    return out


def native(lang, name):
    """The forms of a list's name in the script of the language."""
    return [x for x in name if x and re.search(SCRIPT[lang], x) and (lang == 'zh' or not re.search('[\u0e00-\u0e7f]', x))]


class World:
    """All that is drawn for one language."""

    def __init__(self, lang):
        self.lang, self.blank = lang, None
        self.own = lang in SCRIPT
        pb = persona_bank()
        self.p = pb.get(lang, {})
        self.fb = field_bank() if lang == 'en' else {}
        self.w = lx.WORDS.get(lang, {})
        occupations = [r[0] for r in sheet('occupations') if len(r) > 1 and lang in r[1].split('|')]
        intl = [r[0] for r in (sheet('job_titles') if lang == 'en' else sheet('job_titles_intl')) if lang == 'en' or len(r) > 1 and lang in r[1].split('|')]
        self.titles = occupations + intl or self.p.get('titles') or ['Manager']
        self.real_titles = self.fb.get('titles') or self.p.get('titles') or []
        self.degrees = [r[0] for r in sheet('degrees') if len(r) > 3 and lang in r[3].split('|') and r[2] != 'high-school'] or (phrases.RU_DEGREES if lang == 'ru' else [])
        self.school_degrees = [r[0] for r in sheet('degrees') if len(r) > 3 and lang in r[3].split('|') and r[2] == 'high-school']
        self.fields = [r[0] for r in sheet('fields_of_study') if len(r) > 2 and lang in r[2].split('|')]
        if self.own:
            self.fields = sum([native(lang, [r[0]] + r[1].split('|')) for r in sheet('fields_of_study') if len(r) > 1], []) + self.p.get('fields', [])
            if lang in phrases.FIELDS:
                self.fields = phrases.FIELDS[lang] * 2 + self.p.get('fields', []) + (self.fields if lang == 'zh' else [])
            if lang == 'ru':
                self.fields += phrases.RU_FIELDS
        if lang == 'ko':
            self.degrees = self.degrees or ['학사', '석사', '박사', '전문학사', '고등학교 졸업']
        self.degrees = self.degrees or self.p.get('degrees') or ['Bachelor', 'Master', 'Diploma', 'MBA']
        self.fields = self.fields or self.p.get('fields') or ['Economics']
        self.countries = people.HOME.get(lang, ['US'])
        self.letters = {}

    def country(self, rng):
        return rng.choice(self.countries)

    def coin(self, rng, kind):
        """An invented word of the kind: employer, family, city or title."""
        if kind not in self.letters:
            origin = ORIGIN.get(self.lang, self.lang)
            words = {'family': lx.family_names(origin) or lx.family_names('en'), 'city': [c for k in self.countries for c, _ in lx.cities(k)],
                     'employer': [w for k in self.countries for e in lx.employers(k) for w in e.split() if len(w) > 4] or ['Acme', 'Nordia', 'Velora']}[kind]
            self.letters[kind] = Letters([w for w in words if w.isalpha() and w[0].isupper()] or ['Marina', 'Corda', 'Velora'])
        return self.letters[kind].word(rng)

    # --- persons ------------------------------------------------------------------------------

    def person(self, rng):
        """(name as printed, given, family)"""
        lang = self.lang
        if lang == 'zh' and rng.random() < 0.95:
            f = rng.choice(phrases.NAMES['zh'][0])
            g = ''.join(rng.choice(phrases.NAMES['zh'][1]) for _ in range(rng.choice([1, 2, 2])))
            return f + g, 'x', 'y'
        if lang == 'ko' and rng.random() < 0.95:
            f = rng.choice(phrases.NAMES['ko'][0])
            g = ''.join(rng.choice(phrases.NAMES['ko'][1]) for _ in range(2))
            return f + rng.choice(['', '', '', ' ']) + g, 'k', 'm'
        if lang == 'ja' and rng.random() < 0.95:
            f, g = (rng.choice(x.split()) for x in phrases.NAMES['ja'])
            return f + rng.choice(['', ' ', ' ', '　']).replace('　', ' ') + g, 'j', 't'
        if lang == 'ru':
            f, g = (rng.choice(x.split()) for x in phrases.NAMES['ru'])
            if rng.random() < 0.4:
                return f'{f} {g} {rng.choice(phrases.RU_FATHERS)}', 'ivan', 'petrov'
            return rng.choice([f'{g} {f}', f'{f} {g}']), 'ivan', 'petrov'
        name, g, f = people.person(rng, lang if lang not in SCRIPT else 'en')
        if rng.random() < 0.12:                            # a family name that no list has
            new = self.coin(rng, 'family')
            name, f = name.replace(f, new), new
        return name, g, f

    def city(self, rng, country=None):
        """(city, region or '', abbreviation or '', country code)"""
        country = country or self.country(rng)
        if self.lang == 'ru':
            return rng.choice(phrases.RU_CITIES), '', '', 'RU'
        if self.own:
            names = sum([native(self.lang, [r[0]] + r[1].split('|'))[:2] for r in city_rows(country)], [])
            return (rng.choice(names) if names else '北京'), '', '', country
        have = lx.cities(country)
        if not have or rng.random() < 0.08:
            return self.coin(rng, 'city'), '', '', country
        city, region = rng.choice(have)
        return city, region, lx.regions(country).get(region, ''), country

    def place(self, rng, country=None, form=None):
        """A place as printed."""
        city, region, short, code = self.city(rng, country if rng.random() < 0.85 else rng.choice(['US', 'GB', 'DE', 'FR', 'IN', 'ES', 'CN', 'BR']) if not self.own else None)
        form = form if form is not None else rng.random()
        if self.blank:
            return self.blank['place'][int(form * 997) % len(self.blank['place'])]
        names = lx.countries().get(code, [code])
        if self.own:
            return city if form < 0.8 else city + rng.choice(['市', '']) if self.lang == 'zh' else city
        if code in ('US', 'CA', 'AU') and (short or region):
            if form < 0.65:
                return f'{city}, {short or region}'
            if form < 0.78:
                return f'{city}, {region}'
            if form < 0.85:
                return f'{city}, {short or region}, {"USA" if code == "US" else names[0]}'
            return city
        if form < 0.45:
            return city
        if form < 0.75:
            return f'{city}, {names[0] if self.lang == "en" or len(names) < 2 else names[0]}'
        if form < 0.85 and region and region != city:
            return f'{city}, {region}'
        if form < 0.9:
            return f'{city} ({code})'
        return city

    def street(self, rng):
        n = rng.randint(1, 240)
        lang = self.lang
        w = self.coin(rng, 'family') if not self.own else ''
        if lang == 'en':
            return f'{n * rng.choice([1, 7, 13])} {w} {rng.choice(["Street", "St", "Ave", "Avenue", "Road", "Rd.", "Lane", "Drive", "Dr.", "Blvd", "Court", "Way"])}' + rng.choice(['', '', '', ', Apt 4B', ' #12', ', Suite 200'])
        if lang in ('de', 'da', 'sv', 'no', 'nl', 'cs', 'pl'):
            kind = {'de': ['straße', 'weg', 'str.', 'platz', 'allee', 'gasse'], 'nl': ['straat', 'laan', 'weg', 'plein'], 'da': ['vej', 'gade'], 'sv': ['gatan', 'vägen'], 'no': ['veien', 'gata'],
                    'cs': ['ova', 'ská'], 'pl': ['a', 'ska']}[lang]
            return ('ul. ' if lang == 'pl' else '') + f'{w}{rng.choice(kind)} {n}' + rng.choice(['', '', 'a', ' b'])
        if lang == 'fr':
            return f'{n} {rng.choice(["rue", "avenue", "bd", "boulevard", "allée", "place"])} {rng.choice(["de ", "du ", "des ", ""])}{w}'
        if lang in ('es', 'pt', 'it', 'ro'):
            return rng.choice({'es': ['Calle', 'C/', 'Av.', 'Avenida', 'Plaza'], 'pt': ['Rua', 'Av.', 'Avenida', 'Travessa'], 'it': ['Via', 'Viale', 'Corso', 'Piazza'], 'ro': ['Str.', 'Bd.']}[lang]) + f' {w}, {n}'
        if lang == 'tr':
            return f'{w} Mah. {self.coin(rng, "family")} Sok. No: {n}'
        if lang == 'zh':
            return ''.join(rng.choice(phrases.ZH_SYLLABLES) for _ in range(2)) + rng.choice(phrases.ADDRESS['zh']) + f'{n}号'
        if lang == 'ja':
            return ''.join(rng.choice('桜本青山東西南北川島松竹梅谷原') for _ in range(2)) + rng.choice(phrases.ADDRESS['ja']) + f'{rng.randint(1, 9)}-{rng.randint(1, 30)}-{rng.randint(1, 20)}'
        if lang == 'ko':
            return ''.join(rng.choice(phrases.KO_SYLLABLES) for _ in range(2)) + rng.choice(phrases.ADDRESS['ko']) + f' {n}'
        if lang == 'ru':
            return f'ул. {rng.choice(phrases.NAMES["ru"][0].split())[:-1]}а, д. {n}, кв. {rng.randint(1, 99)}'
        return f'{w} {n}'

    def postcode(self, rng, country):
        d = lambda n: ''.join(rng.choice('0123456789') for _ in range(n))
        a = lambda n: ''.join(rng.choice('ABCEGHJKLMNPRSTVWXY') for _ in range(n))
        form = {'GB': lambda: f'{a(2)}{d(1)} {d(1)}{a(2)}', 'CA': lambda: f'{a(1)}{d(1)}{a(1)} {d(1)}{a(1)}{d(1)}', 'NL': lambda: f'{rng.randint(1000, 9999)} {a(2)}', 'CH': lambda: str(rng.randint(1000, 9658)),
                'AT': lambda: str(rng.randint(1010, 9990)), 'BE': lambda: str(rng.randint(1000, 9990)), 'DK': lambda: str(rng.randint(1000, 9990)), 'NO': lambda: d(4), 'AU': lambda: str(rng.randint(2000, 7999)),
                'PL': lambda: f'{d(2)}-{d(3)}', 'PT': lambda: f'{rng.randint(1000, 9999)}-{d(3)}', 'BR': lambda: f'{d(5)}-{d(3)}', 'SE': lambda: f'{d(3)} {d(2)}', 'CZ': lambda: f'{d(3)} {d(2)}', 'JP': lambda: f'{d(3)}-{d(4)}',
                'IN': lambda: f'{rng.randint(1, 8)}{d(5)}', 'CN': lambda: d(6), 'RU': lambda: d(6), 'RO': lambda: d(6), 'SG': lambda: d(6)}.get(country)
        return form() if form else d(5)

    def phone(self, rng, country):
        d = lambda n: ''.join(rng.choice('0123456789') for _ in range(n))
        if country in ('US', 'CA'):
            a, b, c = f'{rng.randint(201, 989)}', d(3), d(4)
            return rng.choice([f'({a}) {b}-{c}', f'{a}-{b}-{c}', f'{a}.{b}.{c}', f'+1 {a} {b} {c}', f'+1 ({a}) {b}-{c}', f'{a}{b}{c}', f'1-{a}-{b}-{c}'])
        code = {'GB': '44', 'DE': '49', 'FR': '33', 'ES': '34', 'IT': '39', 'NL': '31', 'BE': '32', 'CH': '41', 'AT': '43', 'PT': '351', 'BR': '55', 'PL': '48', 'SE': '46', 'DK': '45', 'NO': '47', 'CZ': '420', 'TR': '90', 'RO': '40',
                'RU': '7', 'CN': '86', 'JP': '81', 'KR': '82', 'IN': '91', 'AU': '61', 'IE': '353', 'SG': '65', 'ZA': '27', 'NG': '234', 'MX': '52', 'AR': '54', 'CO': '57', 'CL': '56'}.get(country, '44')
        if country == 'CN':
            return rng.choice(['1' + rng.choice('3578') + d(9), f'(+86) 1{d(2)}-{d(4)}-{d(4)}', f'1{d(2)} {d(4)} {d(4)}'])
        if country in ('JP', 'KR'):
            return f'0{rng.choice("789") if country == "JP" else "1"}0-{d(4)}-{d(4)}'
        body = rng.choice([f'{d(3)} {d(3)} {d(3)}', f'{d(2)} {d(2)} {d(2)} {d(2)} {d(1)}', f'{d(3)} {d(6)}', f'{d(9)}', f'{d(3)}-{d(3)}-{d(3)}', f'{d(3)} {d(7)}', f'{d(3)}/{d(6)}'])
        return rng.choice([f'+{code} {body}', f'0{body}', f'+{code} (0){body}', f'00{code} {body}', f'+{code}{d(10)}', f'0{body}'])

    # --- employers, titles, schools ------------------------------------------------------------

    def employer(self, rng):
        if self.blank:
            return rng.choice(self.blank['company'] + ([f'Company {rng.choice("ABCXYZ123")}', f'COMPANY {rng.choice("ABC")}', f'Employer {rng.choice("123")}'] if lang_en(self) else []))
        lang, x = self.lang, rng.random()
        if lang == 'en' and rng.random() < 0.1:
            return plain_employer(rng)
        if x < 0.18 and self.p.get('employers'):
            return rng.choice(self.p['employers'])
        if lang == 'zh':
            if x < 0.4:
                names = sum([native('zh', [r[0]] + r[1].split('|'))[:1] for r in employer_rows('CN')], [])
                if names:
                    return rng.choice(names) + rng.choice(['', '', '有限公司', '集团', '（中国）有限公司'])
            core = ''.join(rng.choice(phrases.ZH_SYLLABLES) for _ in range(rng.choice([2, 2, 3])))
            return rng.choice(['', '', self.city(rng)[0].rstrip('市')]) + core + rng.choice(phrases.ZH_ORG[0]) + rng.choice(phrases.ZH_ORG[1])
        if lang == 'ja':
            core = rng.choice([rng.choice(phrases.NAMES['ja'][0].split()), ''.join(rng.choice('東西南北日本中央大和富士光栄新星海山') for _ in range(2)), rng.choice(['アルファ', 'ネクスト', 'サンライズ', 'グローバル', 'ミライ', 'テックス', 'ブリッジ', 'リンク', 'ノヴァ'])])
            name = core + rng.choice(phrases.JA_ORG)
            return rng.choice(['株式会社' + name, name + '株式会社', '有限会社' + name, '㈱' + name, '（株）' + name, '株式会社' + name, name, '医療法人' + core + '会'])
        if lang == 'ko':
            name = ''.join(rng.choice(phrases.KO_SYLLABLES) for _ in range(2)) + rng.choice(phrases.KO_ORG)
            return rng.choice(['(주)' + name, '주식회사 ' + name, '㈜' + name, name, name + '(주)', name])
        if lang == 'ru':
            n = rng.choice(phrases.NAMES['ru'][0].split())[:-2] + rng.choice(['строй', 'торг', 'софт', 'сервис', 'групп', 'транс', 'банк', 'медиа', 'пром'])
            return rng.choice([f'ООО «{n}»', f'АО «{n}»', n, f'ИП {rng.choice(phrases.NAMES["ru"][0].split())}', f'ПАО «{n}»', f'ООО "{n}"'])
        if x < 0.5:
            return people.employer(rng, lang, self.country(rng)) or self.coin(rng, 'employer')
        kinds, ends = people.LOCAL.get(lang, (people.EN_KIND, ['', '', '', ' Inc.', ' LLC', ' Ltd', ' Group', ' Corp', ', Inc.', ' Co.', ' Partners', ' Holdings', ' Technologies', ' Solutions', ' Services']))
        coined = self.coin(rng, 'employer')
        end = rng.choice(ends)
        end = end if not end or end[0] in ' ,' else ' ' + end
        forms = [coined, coined, f'{coined} {rng.choice(kinds)}', f'{rng.choice(kinds)} {coined}' if lang not in ('en',) else f'{coined} & {self.coin(rng, "family")}', f'{self.coin(rng, "family")} {rng.choice(kinds)}',
                 coined.upper()[:rng.randint(3, 5)], f'{coined} {self.city(rng)[0]}']
        return rng.choice(forms) + (end if rng.random() < 0.6 else '')

    def title(self, rng):
        if self.blank:
            return rng.choice(self.blank['title'] + ([f'Position {rng.choice("ABCXYZ123")}', f'Job Title {rng.choice("123")}', f'Role {rng.choice("XYZ")}'] if lang_en(self) else []))
        x = rng.random()
        if x > 0.96 and not self.own:
            return odd_title(rng, self)
        if x < 0.3 and self.real_titles:
            t = rng.choice(self.real_titles)
        elif x < 0.42 and self.p.get('titles'):
            t = rng.choice(self.p['titles'])
        else:
            t = rng.choice(self.titles)
        if self.lang == 'en' and rng.random() < 0.1:
            t = rng.choice(['Senior ', 'Junior ', 'Lead ', 'Assistant ', 'Associate ', 'Head ', 'Acting ', 'Interim ', 'Chief ']) + t
        elif self.lang == 'en' and rng.random() < 0.05:
            t += rng.choice([' I', ' II', ' III', ' - Night Shift', ' (Contract)', ', EMEA', ' – Product Development', ' / Team Lead', ', Special Projects', ' (Part-Time)'])
        elif rng.random() < 0.06:
            t = self.joined_title(rng, t)
        return t[:90]

    def joined_title(self, rng, t):
        """A title with a second part: its field, another title, the forms of both sexes."""
        x = rng.random()
        if x < 0.5:
            return t + (rng.choice([', ', ', ', ' - ', ' – ', ' / ', ': ']) if not self.own else rng.choice([' / ', '·', ' '])) + self.field(rng)
        if x < 0.75:
            return t + rng.choice([' / ', ', ', ' & ', ' und ' if self.lang == 'de' else ' & ', '/']) + rng.choice(self.titles)
        return t + rng.choice({'de': [' (m/w/d)', ' (w/m)', ' in Teilzeit', ' i. V.', ' – Schwerpunkt ' + self.field(rng)], 'fr': [' (H/F)', ' H/F', ' en alternance', ' – secteur ' + self.field(rng)], 'es': [' (suplencia)', ' Jr.', ' Sr.', ' de turno'], 'it': [' (sostituzione)', ' Jr', ' Senior'], 'nl': [' (m/v)', ' (32 uur)', ' ad interim'], 'pt': [' Pleno', ' Sênior', ' Jr.'],
                               'en': [', Global', ', North America', ' (Remote)', ' (Co-op)', ' (Acting)', ' to the CEO', ' of ' + self.field(rng), ' - ' + self.field(rng) + ' Team'], 'zh': ['（实习）', '（兼职）', '助理', '组长'], 'ja': ['（リーダー）', ' 主任', '補佐', '（アルバイト）'], 'ko': [' (인턴)', ' 팀장', ' 대리']}.get(self.lang, [' Jr.', ' Senior']))

    def school(self, rng):
        name = self.any_school(rng)
        return re.sub(r'[\s　]+\S*(学部|研究科|学科|学院|专业|系).*$', '', name) or name if self.lang in ('ja', 'zh') else name   # faculties belong to the field of study

    def any_school(self, rng):
        if self.blank:
            return rng.choice(self.blank['school'])
        lang, x = self.lang, rng.random()
        if x < 0.2 and self.p.get('schools'):
            return rng.choice(self.p['schools'])
        if self.own:
            if lang == 'ru':
                return rng.choice(phrases.RU_SCHOOLS)
            country = {'zh': 'CN', 'ja': 'JP', 'ko': 'KR'}.get(lang, 'CN')
            names = sum([native(lang, r[1].split('|'))[:1] for r in school_rows(country)], [])
            pool = names + {'zh': phrases.ZH_SCHOOLS, 'ja': phrases.JA_SCHOOLS, 'ko': phrases.KO_SCHOOLS}.get(lang, [])
            if rng.random() < 0.4:
                city = self.city(rng)[0].rstrip('市')
                return city + rng.choice({'zh': ['大学', '师范大学', '理工学院', '职业技术学院', '第一中学', '财经学院'], 'ja': ['大学', '工業大学', '高等学校', '県立高等学校', '専門学校', '女子大学'], 'ko': ['대학교', '고등학교', '전문대학', '과학기술대학교']}[lang])
            return rng.choice(pool)
        country = self.country(rng)
        have = lx.institutions(country)
        if x < 0.55 and have:
            return rng.choice(have)
        city = self.city(rng, country)[0]
        w = self.coin(rng, 'family')
        forms = {'en': [f'University of {city}', f'{city} University', f'{w} College', f'{w} University', f'{city} Community College', f'{w} High School', f'{city} State University', f'{w} Institute of Technology', f'St. {w} School', f'{city} Technical College', f'{w} School of Business', f'{city} College of Art'],
                 'de': [f'Universität {city}', f'Technische Universität {city}', f'Hochschule {city}', f'FH {city}', f'{w}-Gymnasium {city}', f'{w}-Realschule', f'Berufsschule {city}', f'IHK {city}', f'Berufskolleg {w}', f'Grundschule {city}'],
                 'fr': [f'Université de {city}', f'Lycée {w}', f'IUT de {city}', f'École supérieure {w}', f'Université {w}', f'CFA {city}', f'Institut {w}'], 'es': [f'Universidad de {city}', f'Universidad {w}', f'IES {w}', f'Instituto {w}', f'Colegio {w}', f'Escuela Superior de {city}'],
                 'it': [f'Università degli Studi di {city}', f'Liceo Scientifico {w}', f'Politecnico di {city}', f'I.T.I.S. {w}', f'Istituto Tecnico {w}'], 'nl': [f'Universiteit {city}', f'Hogeschool {city}', f'ROC {city}', f'{w} College', f'{w} Lyceum'],
                 'pt': [f'Universidade de {city}', f'Universidade Federal de {city}', f'Faculdade {w}', f'Escola {w}', f'Instituto Federal de {city}', f'SENAI {city}'], 'pl': [f'Uniwersytet w {city}', f'Politechnika {city}', f'Liceum im. {w}', f'Technikum {city}'],
                 'sv': [f'{city} universitet', f'Högskolan i {city}', f'{w}gymnasiet'], 'da': [f'{city} Universitet', f'{city} Gymnasium', f'{w} Handelsskole'], 'no': [f'Universitetet i {city}', f'Høgskolen i {city}', f'{w} videregående skole'], 'cs': [f'Univerzita {w}', f'Gymnázium {city}', f'VŠ {city}'],
                 'tr': [f'{w} Üniversitesi', f'{city} Üniversitesi', f'{w} Anadolu Lisesi'], 'ro': [f'Universitatea din {city}', f'Colegiul Național {w}', f'Universitatea {w}']}.get(lang) or [f'{city} University']
        return rng.choice(forms)

    def degree(self, rng):
        if self.blank and rng.random() < 0.7:
            return rng.choice(self.blank['degree'])
        if rng.random() < 0.3 and (self.p.get('degrees') or self.fb.get('degrees')):
            return rng.choice((self.fb.get('degrees') if rng.random() < 0.5 else None) or self.p.get('degrees') or self.degrees)
        if rng.random() < 0.1 and self.school_degrees:
            return rng.choice(self.school_degrees)
        return rng.choice(self.degrees)

    def field(self, rng):
        x = rng.random()
        if x < 0.25 and self.p.get('fields'):
            return rng.choice(self.p['fields'])
        if x < 0.4 and self.fb.get('fields'):
            return rng.choice(self.fb['fields'])
        return rng.choice(self.fields)

    # --- texts --------------------------------------------------------------------------------

    def fill(self, rng, text):
        return re.sub(r'\{n\}', lambda m: str(rng.choice([2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60, 120, 200])), text)

    def duty(self, rng):
        x = rng.random()
        if self.blank and x < 0.8:
            return lorem(rng)
        if self.fb.get('duties') and x < 0.75:
            return rng.choice(self.fb['duties'])
        if self.p.get('duties') and x < (0.86 if self.lang == 'en' else 0.35):
            return rng.choice(self.p['duties'])
        b = phrases.BANK.get(self.lang) or phrases.BANK['en']
        joiner = '' if self.lang in ('zh', 'ja') else ' '
        return self.fill(rng, rng.choice(b['verb']) + joiner + rng.choice(b['thing']) + rng.choice(b['tail']))

    def sentence(self, rng):
        if self.blank and rng.random() < 0.7:
            return lorem(rng) + '.'
        if self.fb.get('summary') and rng.random() < 0.75:
            return rng.choice(self.fb['summary'])
        if self.p.get('summary') and rng.random() < 0.3:
            return rng.choice(self.p['summary'])
        b = phrases.BANK.get(self.lang) or phrases.BANK['en']
        s = self.fill(rng, rng.choice(b['about']))
        return s if s[-1] in '.。' else s + ('。' if self.lang in ('zh', 'ja') else '.')

    def skills(self, rng, count):
        """Skills that belong together, as printed."""
        if self.blank and self.lang == 'en' and rng.random() < 0.5:
            return [f'Skill {c}' for c in rng.choice(['ABCDEFGH', 'XYZ', '123456'])[:count]]
        out = []
        sheets = rng.sample(taxonomy(), 2)
        while len(out) < count:
            x = rng.random()
            if self.lang != 'en' and x < 0.45 and self.p.get('skills'):
                s = rng.choice(self.p['skills'])
            elif x < 0.3 and self.fb.get('skills'):
                s = rng.choice(self.fb['skills'])
            elif x < 0.36 and self.lang != 'en':
                s = rng.choice(self.fields)
            else:
                names = rng.choice(rng.choice(sheets)[1])
                s = names[0] if rng.random() < 0.75 else rng.choice(names)
            if len(s) < 45 and s not in out:
                out.append(s)
            elif rng.random() < 0.02:
                break
        return out

    def cert(self, rng):
        if self.lang != 'en' and phrases.CERTS.get(self.lang) and rng.random() < 0.65:
            return rng.choice(phrases.CERTS[self.lang])
        x = rng.random()
        if x < 0.35 and self.p.get('certs'):
            return rng.choice(self.p['certs'])
        if x < 0.5 and self.fb.get('certs'):
            return rng.choice(self.fb['certs'])
        sheet60 = [n for s, n in taxonomy() if s == '60'][0]
        names = rng.choice(sheet60)
        return names[0] if rng.random() < 0.7 else rng.choice(names)

    def issuer(self, rng):
        if rng.random() < 0.4 and self.p.get('issuers'):
            return rng.choice(self.p['issuers'])
        if rng.random() < 0.5 or self.own:
            return rng.choice(['Coursera', 'Microsoft', 'Google', 'Udemy', 'Amazon Web Services', 'Scrum Alliance', 'PMI', 'Cisco', 'IBM', 'LinkedIn Learning', 'Oracle', 'American Red Cross', 'CompTIA', 'edX', 'HubSpot Academy', 'Cambridge English', 'IHK', 'TÜV', 'Salesforce', 'Adobe', 'SAP'])
        return self.employer(rng)

    def native_or(self, rng, kind, fallback):
        have = self.p.get(kind)
        if have and rng.random() < 0.6:
            return rng.choice(have)
        return fallback()

    @functools.lru_cache(None)
    def language_names(self):
        return [r[0] for r in sheet('language_names') if len(r) > 2 and self.lang in r[2].split('|')] or ['English', 'German', 'French', 'Spanish']

    @functools.lru_cache(None)
    def levels(self, kind):
        return [r[0] for r in sheet('proficiency_words') if len(r) > 3 and self.lang in r[3].split('|') and kind in r[1].split('|') and len(r[0]) < 30] or ['B2', 'C1', 'A2']

    @functools.lru_cache(None)
    def headings(self, section):
        return [r[0] for r in sheet('section_headings') if len(r) > 2 and r[1] == section and self.lang in r[2].split('|')]


BLANKS = {'en': dict(company=['Company Name', 'Organization', 'Company', 'Employer', '[Company]', 'Company, Inc.', 'Company Name Here', 'Name of Employer', 'Organization Name'], title=['Position Title', 'Job Title', 'Title', 'Role', '[Job Title]', 'Your Position', 'Position', 'Job Title Here'],
                   school=['University of Location', 'School Name', 'University Name', 'Name of University', '[University]', 'College Name', 'Graduation College', 'Institution'], degree=['Degree Name', 'Degree', '[Degree]', 'Degree Obtained', 'Degree Name (B.S.)', 'Bachelor of Something'],
                   place=['City, State', 'City, ST', 'Location', 'City, Country', 'Anytown, USA', '[City]'], name=['Your Name', 'First Last', 'FIRST LASTNAME', 'Firstname Lastname', 'John Doe', 'Jane Doe', 'Name Surname']),
          'de': dict(company=['Musterfirma GmbH', 'Firma', 'Unternehmen', 'Arbeitgeber'], title=['Position', 'Berufsbezeichnung', 'Tätigkeit'], school=['Musteruniversität', 'Universität Musterstadt', 'Schule'], degree=['Abschluss', 'Studiengang'], place=['Musterstadt', 'Ort'], name=['Max Mustermann', 'Erika Musterfrau', 'Vorname Nachname']),
          'fr': dict(company=['Nom de l’entreprise', 'Entreprise', 'Société'], title=['Intitulé du poste', 'Poste'], school=['Établissement', 'Université', 'Nom de l’école'], degree=['Diplôme', 'Nom du diplôme'], place=['Ville', 'Ville, Pays'], name=['Prénom Nom', 'Prénom NOM', 'Jean Dupont']),
          'es': dict(company=['Nombre de la empresa', 'Empresa'], title=['Puesto', 'Cargo'], school=['Universidad', 'Centro de estudios'], degree=['Título', 'Nombre del título'], place=['Ciudad', 'Ciudad, País'], name=['Nombre Apellido', 'Nombre Apellidos']),
          'zh': dict(company=['XX公司', '某某科技有限公司', 'XXX有限公司', '公司名称'], title=['XX工程师', '职位名称', '岗位'], school=['XX大学', '某某大学', '学校名称'], degree=['本科', '学历'], place=['城市', 'XX市'], name=['姓名', 'XXX', '张三']),
          'ja': dict(company=['株式会社〇〇', '株式会社△△', '〇〇株式会社'], title=['〇〇担当', '役職'], school=['〇〇大学', '〇〇高等学校'], degree=['学士'], place=['〇〇市', '東京都'], name=['山田 太郎', '氏名', '〇〇 〇〇']),
          'ko': dict(company=['OO회사', '(주)OO', '회사명'], title=['직책', '담당'], school=['OO대학교', 'OO고등학교'], degree=['학사'], place=['서울', 'OO시'], name=['홍길동', '이름'])}
LOREM = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum fugiat nulla pariatur'.split()
HINTS = ['Describe your responsibilities here', 'Achievement or responsibility with numbers', 'Use action verbs to begin each bullet', 'Add a short description of what you did', 'Description of job duties and results', 'List computer software and programming languages', 'Accomplishment', 'Bullet point about your work']
NOUNS = 'Bread Stone River Market Garden Harbor Light Bridge Ocean Paper Fox Apple Window Corner Mothers Parents Neighbors Writers Runners Farmers Artists Travelers Kitchen Coffee Bicycle Museum Theatre Forest Cloud Rocket Anchor Lantern Compass Orchard Village Island Summit Puzzle'.split()
ROLES = 'Ninja Wizard Guru Evangelist Hero Champion Keeper Herder Wrangler Whisperer Hunter Captain Maker Gardener Mechanic Poet Philosopher Magician Overlord Sorcerer Juggler Explorer Inventor Fixer Ambassador Storyteller Navigator Alchemist Detective Janitor King'.split()


def lang_en(world):
    return world.lang == 'en'


def lorem(rng):
    if rng.random() < 0.35:
        return rng.choice(HINTS)
    if rng.random() < 0.2:
        x = lambda: rng.choice('ABCXYZ')
        return rng.choice([f'Achieved {x()}% growth for {x()}{x()}{x()} using {x()}, {x()}, and {x()} skills.', f'Led {x()}{x()}{x()} which led to {x()}% of improvement in {x()}{x()}{x()}', f'Developed {x()}{x()}{x()} that did {x()}, {x()}, and {x()} using {x()} and {x()}.', f'Responsible for {x()} and {x()}'])
    return ' '.join(rng.choice(LOREM) for _ in range(rng.randint(5, 22))).capitalize()


def plain_employer(rng):
    """An employer made of everyday words, or one that looks like a title."""
    a, b = rng.choice(NOUNS), rng.choice(NOUNS)
    return rng.choice([f'The {a} {rng.choice(["Network", "Company", "Project", "Foundation", "Collective", "Store", "Factory", "Club", "School", "Group"])}', f'{a} & {b}', f'{a}{b.lower()}', a, f'{a} {b}', f'{a} House', f'Friends of the {a}', f'{a} Direct', f'Creative {a} Studio',
                       f'{a} Engineering', f'Senior {rng.choice(["Care", "Living", "Services"])}', f'{a} Management Consulting', f'{rng.choice(["Master", "Head", "Chief"])} {a}', f'{a}ly', f'{a}.com', 'Self-employed', 'Freelance', f'Department of {a}s', f'{a} City Council', 'Various clients', f'Dr. {a}'])


def odd_title(rng, world):
    a = rng.choice(NOUNS + ['Code', 'Happiness', 'Data', 'Pixel', 'Chaos', 'Growth', 'Customer', 'Product', 'Word', 'Cake', 'Dream', 'Brand', 'People', 'Idea'])
    return rng.choice([f'{a} {rng.choice(ROLES)}', f'Head {a} {rng.choice(ROLES)}', f'Chief {a} Officer', f'{a} Engineer', f'{rng.choice(ROLES)} of {a}', f'Professional {rng.choice(ROLES)}', world.coin(rng, 'family') + ' ' + rng.choice(['Operator', 'Specialist', 'Technician', 'Manager'])])


@functools.lru_cache(None)
def city_rows(country):
    return [r for r in sheet('cities') if len(r) > 3 and r[3] == country]


@functools.lru_cache(None)
def employer_rows(country):
    return [r for r in sheet('employers') if len(r) > 2 and r[2] == country]


@functools.lru_cache(None)
def school_rows(country):
    return [r for r in sheet('institutions') if len(r) > 4 and r[3] == country]


@functools.lru_cache(None)
def world(lang):
    return World(lang)
