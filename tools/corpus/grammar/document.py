# SPDX-License-Identifier: Apache-2.0
"""Draws one document: its look, its plan (columns, bands, rails), its header, headings and the order of sections."""
import hashlib
import random

import forms
import world as worlds
import lexicon as lx
import pdf
import phrases
from flow import BOLD, ITALIC, PLAIN, Cursor, Fmt, Frames, Para, Row, Setter
from sections import Builder, mail
from dates import Dates

COLORS = [(0.1, 0.3, 0.55), (0.0, 0.45, 0.45), (0.55, 0.1, 0.15), (0.2, 0.2, 0.2), (0.35, 0.35, 0.35), (0.1, 0.45, 0.25), (0.75, 0.35, 0.05), (0.35, 0.2, 0.5), (0.15, 0.15, 0.4), (0.85, 0.2, 0.3), (0.2, 0.6, 0.85)]
BLACK, WHITE, GREY = (0, 0, 0), (1, 1, 1), (0.45, 0.45, 0.45)
ODD = {'en': ['My Story', 'What I Have Done', 'Where I Have Worked', 'The Toolbox', 'Things I Know', 'My Journey', 'Roles', 'Track Record', 'Chapters', 'Milestones', 'Impact', 'Capabilities', 'In a nutshell', 'Who I Am', 'Studies', 'Background', 'Snapshot', 'Life & Work', 'Hello', 'Know-how', 'Engagements', 'Dossier'],
       'de': ['Mein Weg', 'Was ich kann', 'Stationen', 'Kurz gesagt', 'Über mich', 'Rüstzeug', 'Wissen', 'Werdegang', 'Im Überblick'], 'fr': ['Mon parcours', 'Ce que je sais faire', 'En bref', 'Savoir-faire', 'Mes étapes'], 'es': ['Mi historia', 'Lo que sé hacer', 'En resumen', 'Trayectoria', 'Mis pasos'],
       'zh': ['我的经历', '关于我', '成长轨迹', '核心能力'], 'ja': ['私について', '歩み', 'できること'], 'ko': ['나의 이야기', '할 수 있는 것', '발자취'], 'it': ['Il mio percorso', 'Cosa so fare'], 'nl': ['Mijn verhaal', 'Wat ik kan'], 'pt': ['Minha trajetória', 'O que sei fazer']}
HIGHLIGHTS = {'en': dict(skills=['Highlights', 'Core Qualifications', 'Skill Highlights', 'Areas of Expertise', 'Core Competencies', 'Key Skills', 'Qualifications'], summary=['Summary of Qualifications', 'Qualifications', 'Highlights', 'Career Highlights', 'Professional Highlights', 'Profile'],
                           awards=['Accomplishments', 'Achievements', 'Key Achievements', 'Selected Accomplishments', 'Core Accomplishments', 'Career Highlights', 'Highlights'])}
HIGHLIGHTS.update(de=dict(skills=['Kernkompetenzen', 'Schwerpunkte'], summary=['Kurzprofil', 'Qualifikationen'], awards=['Erfolge', 'Ausgewählte Erfolge']), fr=dict(skills=['Compétences clés', 'Points forts'], summary=['Atouts', 'Profil'], awards=['Réalisations', 'Réalisations clés']),
                  es=dict(skills=['Competencias clave', 'Fortalezas'], summary=['Perfil', 'Aptitudes'], awards=['Logros', 'Logros destacados']), zh=dict(skills=['核心能力', '专业特长'], summary=['个人优势', '自我评价'], awards=['主要业绩', '工作业绩']), ja=dict(skills=['活かせる経験・知識・技術'], summary=['自己PR', '職務要約'], awards=['実績']),
                  ko=dict(skills=['핵심역량'], summary=['자기소개', '핵심역량'], awards=['주요성과']))
SECTION_OF = {'work': 'experience', 'certs': 'certifications', 'publications': 'publications', 'memberships': 'memberships'}
ICONS = {'email': ['✉', '\uf0e0', '@', '✉'], 'phone': ['☎', '\uf095', '✆', '📞'], 'address': ['⌂', '\uf041', '📍', '⚲'], 'url': ['\uf0ac', '🔗', '⚭', '\uf0e1']}


def stable(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], 'big')


def dates_masks():
    import dates
    return dates.MASKS + [('Month Year', 'Month Year'), ('Month YYYY', 'Present'), ('Date', 'Date')]


def held_word(text):
    return stable('heading ' + text.casefold()) % 8 == 0


class Document:
    """One sampled document; `sample` fills it, `write` writes its files."""

    def __init__(self, seed, lang):
        self.rng = random.Random(seed)
        self.lang = lang
        self.world = worlds.world(lang)

    # --- look -----------------------------------------------------------------------------------

    def draw_style(self):
        rng = self.rng
        letter = rng.random() < (0.6 if self.lang == 'en' else 0.05)
        self.width, self.height = (612, 792) if letter else (595, 842)
        family = rng.choice(list(pdf.FAMILIES)) if self.lang not in pdf.CJK_FAMILIES or rng.random() < 0.3 else rng.choice(pdf.CJK_FAMILIES[self.lang])
        accent = rng.choice(COLORS) if rng.random() < 0.6 else BLACK
        self.style = dict(size=rng.choice([8, 8.5, 9, 9, 9.5, 9.5, 10, 10, 10, 10.5, 11, 11, 11, 12, 12]), lead=rng.choice([1.1, 1.15, 1.2, 1.2, 1.25, 1.3, 1.35, 1.45, 1.6]), accent=accent, family=family,
                          hang=rng.choice([0.9, 1.1, 1.3, 1.6, 2]), indent=rng.choice([0, 0, 4, 8, 12, 18, 24]), bullet_gap=rng.choice([0, 0, 0, 0, 1, 2, 3]), rail=rng.choice([0.16, 0.18, 0.2, 0.22, 0.25, 0.3]),
                          rail_gap=rng.choice([6, 10, 14, 20]), timeline=rng.random() < 0.15, in_sep=rng.choice([' in ', ', ', ' - ', ' ']) if self.lang not in ('zh', 'ja', 'ko') else ' ', alt=rng.random() < 0.5, alt_bullets=rng.random() < 0.25,
                          stray=rng.random() < 0.05)
        self.plain = rng.random() < 0.1
        self.head_family = rng.choice(list(pdf.FAMILIES)) if rng.random() < 0.22 else None
        self.margin = rng.choice([28, 36, 42, 50, 54, 60, 72, 72])
        self.top, self.bottom = rng.choice([28, 36, 42, 50, 60, 72]), rng.choice([30, 40, 50, 60, 72])
        self.section_gap = rng.choice([2, 5, 8, 10, 12, 14, 18, 24])

    def draw_heading(self):
        """The look of section headings; its name is part of the family's."""
        rng = self.rng
        mode = rng.choices(['above', 'rail', 'inline', 'none'], [84, 7, 4, 5])[0]
        like_body = rng.random() < 0.05 or self.plain and rng.random() < 0.5
        h = dict(mode=mode, scale=1 if like_body else rng.choice([1, 1, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 1.7]), bold=not like_body and rng.random() < 0.75, caps=not like_body and rng.random() < 0.48, italic=rng.random() < 0.04,
                 color=None if like_body else rng.choice([None, None, self.style['accent']]), rule=None if like_body or mode != 'above' else rng.choices([None, 'below', 'above', 'both', 'short', 'side', 'left'], [45, 30, 7, 3, 4, 6, 4])[0],
                 box=None if like_body or mode != 'above' or rng.random() > 0.1 else rng.choice(['full', 'full', 'tight', 'frame', 'pale']), align='center' if rng.random() < 0.1 and mode == 'above' else 'left',
                 spaced=None if rng.random() > 0.06 else rng.choice(['tc', 'letters', 'tc']), colon=rng.random() < 0.09, small=rng.random() < 0.04, icon=rng.choice(['■ ', '● ', '\uf0b1 ', '» ', '★ ', '▌ ', '◆ ', '1. ', '§ ']) if rng.random() < 0.06 else '', split=None if like_body or rng.random() > 0.07 else rng.choice(['drop', 'color', 'caps']))
        if not (h['bold'] or h['caps'] or h['rule'] or h['box'] or h['scale'] > 1.1 or h['color']) and not like_body:
            h['bold'] = True
        if h['box'] in ('full', 'tight'):
            h['rule'] = None
        self.head = h
        bits = [mode] + [k for k in ('bold', 'caps', 'italic', 'colon') if h[k]] + [h[k] for k in ('rule', 'box', 'spaced') if h[k]] + (['big'] if h['scale'] >= 1.2 else []) + (['icon'] if h['icon'] else [])
        self.head_name = '-'.join(bits)

    def wording(self, section):
        """What the heading says: usual, any listed, odd, of another section."""
        rng = self.rng
        x = rng.random()
        words = self.world.headings(section) or self.world.headings('additional') or [section.title()]
        ok = lambda ws: [h for h in ws if held_word(h) == self.held] if self.held and rng.random() < 0.5 else [h for h in ws if not held_word(h)]
        if x < 0.03:
            other = rng.choice(['experience', 'education', 'skills', 'projects', 'additional', 'publications', 'awards', 'summary'])
            words = self.world.headings(other)[:10] or words
        elif x < 0.07 and self.lang in ODD:
            words = ODD[self.lang]
        elif x < 0.5:
            words = ok(words[:10]) or words[:10]
        elif x < 0.93:
            words = ok(words) or words
        else:
            others = [h for s in ('experience', 'education', 'skills', 'certifications', 'interests', 'awards', 'projects', 'languages') for h in self.world.headings(s)[:6]]
            return rng.choice(words[:8]) + rng.choice([' & ', ' / ', ' and ' if self.lang == 'en' else ' & ']) + rng.choice(others)
        text = rng.choice(words)
        return text

    def heading_runs(self, text):
        h = self.head
        if h['caps']:
            text = text.upper()
        elif h['small']:
            text = text.casefold()
        elif self.rng.random() < 0.5:
            text = text[:1].upper() + text[1:]
        if h['split'] and len(text) > 5 and not h['spaced']:
            return self.split_runs(text)
        if h['spaced'] == 'letters' and len(text) < 24:
            text = '   '.join(' '.join(w) for w in text.split())
        if h['colon']:
            text += ':'
        return [(h['icon'] + text, None, None, None)]

    def split_runs(self, text):
        """A heading drawn in pieces: a larger first letter, small capitals, first letters in a colour."""
        h, base = self.head, Fmt(self.head['bold'], self.head['italic'], self.head['color'], 1)
        if h['split'] == 'color':
            return [(text[:3], None, base._replace(color=self.style['accent'] if self.style['accent'] != BLACK else (0.8, 0.2, 0.2)), None), (text[3:], None, base, None)]
        runs = []
        for k, word in enumerate(text.upper().split(' ')):
            runs += [(' ', None, base, None)] if k else []
            runs += [(word[:1], None, base, None), (word[1:], None, base._replace(scale=0.78), None)] if h['split'] == 'caps' or k == 0 else [(word, None, base, None)]
        return [r for r in runs if r[0]]

    def heading(self, section, b, text=None):
        """A heading's paragraph; counts it."""
        h, rng = self.head, self.rng
        b.heads += 1
        b.heading = b.heads - 1
        text = text or self.wording(section)
        size = b.size * h['scale']
        color = h['color']
        box, rules = None, []
        accent = self.style['accent']
        if b.dark:
            color = WHITE if color or rng.random() < 0.7 else None
            accent = WHITE
        if h['box'] == 'full':
            box, color = (accent if not b.dark else (0.3, 0.3, 0.3), 3, 'full'), WHITE
        elif h['box'] == 'tight':
            box, color = (accent if not b.dark else (0.3, 0.3, 0.3), 3, 'tight'), WHITE
        elif h['box'] == 'frame':
            box = (accent, 3, 'frame')
        elif h['box'] == 'pale' and not b.dark:
            box = ((0.9, 0.92, 0.95), 3, 'full')
        kinds = {'both': ['above', 'below']}.get(h['rule'], [h['rule']] if h['rule'] else [])
        rules = [(k, accent if rng.random() < 0.7 else (0.5, 0.5, 0.5), rng.choice([0.4, 0.6, 1, 1.5])) for k in kinds]
        return Para(self.heading_runs(text), b.lab('heading', section), size, Fmt(h['bold'], h['italic'], color, 1), h['align'] if not b.narrow or rng.random() < 0.9 else 'center', before=self.section_gap, after=self.head_gap, lead=1.25, keep=b.size * 3.2, box=box,
                    family=self.head_family, rules=rules, space=size * 0.15 if h['spaced'] == 'tc' else 0)

    # --- sections ---------------------------------------------------------------------------------

    KINDS = {'summary': 'summary', 'objective': 'objective', 'work': 'experience', 'education': 'education', 'skills': 'skills', 'languages': 'languages', 'certs': 'certifications', 'projects': 'projects', 'publications': 'publications',
             'awards': 'awards', 'volunteer': 'volunteer', 'memberships': 'memberships', 'interests': 'interests', 'references': 'references', 'courses': 'courses', 'personal': 'personal', 'military': 'military', 'strengths': 'strengths',
             'additional': 'additional', 'declaration': 'declaration', 'patents': 'patents', 'internships': 'experience', 'talks': 'publications', 'reading': 'additional', 'highlights': 'strengths', 'functional': 'strengths', 'numbers': 'strengths', 'wishes': 'objective', 'rirekisho': 'experience', 'brief': 'personal'}

    def draw_sections(self):
        """Which sections there are, in their order."""
        rng, lang = self.rng, self.lang
        en = lang == 'en'
        p = dict(summary=0.58, objective=0.08, work=0.95, education=0.93, skills=0.84, languages=0.3 if en else 0.62, certs=0.36, projects=0.26, publications=0.09, awards=0.2, volunteer=0.14, memberships=0.08, interests=0.26 if en else 0.4,
                 references=0.13, courses=0.1, personal=0.05 if en else 0.35 if lang == 'de' else 0.22, military=0.02, strengths=0.05, additional=0.08, declaration=0.04 if en else 0.05, patents=0.01, internships=0.06, talks=0.03, reading=0.02, highlights=0.13 if not self.portal else 0.5, functional=0.025, numbers=0.015)
        have = [k for k, v in p.items() if rng.random() < v]
        if self.short:                                                        # a few lines, one job, seldom more
            have = [k for k in have if k in ('work', 'education', 'skills', 'languages') and rng.random() < 0.6] or ['work']
        elif not self.portal and rng.random() < forms.SHARE * {'zh': 0.6, 'ja': 0.2, 'ko': 0.25, 'de': 0.1}.get(lang, 0.06):
            have.append('wishes' if lang not in ('zh', 'ko') or rng.random() < 0.7 else 'brief')
        if lang == 'ja' and rng.random() < forms.SHARE * 0.7 and 'work' in have:
            have = [k for k in have if k not in ('work', 'education')] + ['rirekisho']
        if 'objective' in have and 'summary' in have and rng.random() < 0.7:
            have.remove('objective')
        usual = ['personal', 'summary', 'objective', 'highlights', 'strengths', 'numbers', 'functional', 'work', 'internships', 'military', 'projects', 'education', 'certs', 'courses', 'skills', 'languages', 'publications', 'patents', 'talks', 'awards', 'memberships', 'volunteer', 'reading', 'interests', 'references', 'additional', 'declaration']
        for k, near in (('wishes', 'summary'), ('brief', 'summary'), ('rirekisho', 'work')):
            usual.insert(usual.index(near), k)
        x = rng.random()
        if x < 0.35 or self.short:
            order = usual
        elif x < 0.6:
            order = ['personal', 'summary', 'objective', 'education', 'skills', 'highlights', 'numbers', 'functional', 'work', 'internships', 'projects', 'certs', 'courses', 'military', 'strengths', 'publications', 'talks', 'reading', 'patents', 'awards', 'volunteer', 'memberships', 'languages', 'interests', 'references', 'additional', 'declaration']
        elif x < 0.75:
            order = ['summary', 'highlights', 'objective', 'skills', 'strengths', 'certs', 'numbers', 'functional', 'work', 'internships', 'projects', 'education', 'personal', 'languages', 'military', 'courses', 'publications', 'patents', 'talks', 'reading', 'awards', 'volunteer', 'memberships', 'interests', 'references', 'additional', 'declaration']
        else:
            order = usual[:]
            rng.shuffle(order)
            if rng.random() < 0.7:
                order = [k for k in order if k in ('summary', 'objective')] + [k for k in order if k not in ('summary', 'objective')]
        return [k for k in order if k in have] + [k for k in have if k not in order]

    def build(self, kind, b, first=False):
        """One section with its heading, as flowables."""
        rng = self.rng
        section = self.KINDS[kind]
        text = None
        if kind == 'highlights':
            b.highlight_kind = section = rng.choice(['skills', 'skills', 'summary', 'awards', 'awards'])
            text = rng.choice(HIGHLIGHTS.get(self.lang, HIGHLIGHTS['en'])[section]) if rng.random() < 0.8 else None
        elif kind == 'functional' and rng.random() < 0.7:
            text = rng.choice([self.world.title(rng), self.world.field(rng)]) + {'en': rng.choice([' Experience', ' Skills', '', ' Achievements'])}.get(self.lang, '')
        elif kind == 'wishes' and rng.random() < 0.7:
            text = {'zh': '求职意向', 'ja': '希望条件', 'ko': '희망근무조건', 'de': 'Berufliche Ziele', 'fr': 'Objectif', 'es': 'Objetivo laboral'}.get(self.lang)
        elif kind == 'rirekisho':
            text = rng.choice(['学歴・職歴', '学歴・職歴', '学歴・職歴（各別にまとめて書く）', '学 歴 ・ 職 歴'])
        elif kind in ('talks', 'reading') and self.lang in ('en', 'de', 'fr', 'es'):
            text = rng.choice(['Talks', 'Speaking', 'Presentations', 'Invited Talks', 'Conferences'] if kind == 'talks' else ['Reading', 'Blogs', 'Books', 'Following', 'Subscriptions'])
        mode = self.head['mode']
        named = mode != 'none' and not (kind in ('summary', 'objective', 'declaration') and rng.random() < (0.35 if first else 0.12)) and rng.random() > 0.015
        b.heading = -1
        head = self.heading(section, b, text) if named else None
        call = {'work': b.jobs if not self.portal else b.field_jobs, 'certs': b.certs, 'internships': lambda: b.jobs('experience', rng.choice([1, 2]), 'internship', 5)}.get(kind) or getattr(b, kind)
        items = call()
        if kind == 'work' and rng.random() < 0.06 and named:                 # a group name inside the section
            extra = Para(self.heading_runs(rng.choice(self.world.headings('experience')[10:60] or ['Earlier career'])), b.lab('heading', section), b.size, BOLD, before=4, keep=b.size * 2)
            items = items + [extra] + b.jobs('experience', rng.choice([1, 2]), back=12)
        if kind in ('skills', 'certs', 'languages') and rng.random() < 0.05:      # two sections under one heading
            items += getattr(b, {'skills': 'languages', 'certs': 'skills', 'languages': 'interests'}[kind])()
        if rng.random() < 0.012 and named and kind not in ('work',):                               # an empty section before this one
            b.heading = b.heads
            items = items + [self.heading(rng.choice(['awards', 'projects', 'references']), b)]
        if rng.random() < 0.006 and named and kind in ('skills', 'summary', 'interests'):
            items = items + [head] + items
        if rng.random() < (0.08 if self.portal else 0.006):                   # a sign that stands alone
            stray = Para([(rng.choice(['â', 'Â', '•', '-', '|', 'ï¼', '·', '_', '*', ',']), None, None, None)], ('other', 'none', -1, b.heading), b.size)
            items = items[:1] + [stray] + items[1:] if rng.random() < 0.5 else items + [stray]
        return self.with_heading(head, items, b)

    def with_heading(self, head, items, b):
        if head is None:
            return [self.section_gap] + items
        if self.head['mode'] == 'rail' and not b.narrow:
            head.after = 0
            share = self.rail_share
            cells = [(share, [head]), (1 - share, items)] if not self.rail_right else [(1 - share, items), (share, [head])]
            before, head.before = head.before, 0
            return [Row(cells, gap=12, before=before, keep=40)]
        if self.head['mode'] == 'inline' and items and isinstance(items[0], Para) and not items[0].bullet:
            first = items[0]
            fmt = head.fmt
            first.runs = [(t if t.rstrip().endswith(':') else t + ':', f, fmt, head.label) for t, f, _, _ in head.runs] + [(' ', None, None, head.label)] + first.runs
            first.before = head.before
            return items
        if self.icon_rail and not b.narrow:                                   # an icon left of heading and content
            icon = Para([(self.rng.choice(['\uf0b1', '\uf19d', '\uf013', '★', '■', '◆', '\uf02d', '\uf007']), None, None, None)], ('heading', head.label[1], -1, head.label[3]), head.size, head.fmt)
            before, head.before = head.before, 0
            return [Row([(0.07, [icon]), (0.93, [head] + items)], gap=4, before=before, keep=40)]
        return [head] + items

    # --- header -----------------------------------------------------------------------------------

    def draw_person(self, b):
        rng, w = self.rng, self.world
        name, g, f = w.person(rng)
        if w.blank and rng.random() < 0.7:
            name = rng.choice(w.blank['name'])
        self.person_name = name
        city, region, short, code = w.city(rng, b.country)
        names = lx.countries().get(code, [code])
        country = rng.choice(names[:4]) if not w.own and rng.random() < 0.25 else None
        region_text = (short or region) if code in ('US', 'CA', 'AU', 'IN', 'BR') and rng.random() < 0.75 else region if rng.random() < 0.08 else None
        full = rng.random() < (0.3 if self.lang == 'en' else 0.5)
        self.contact = {}
        masked = rng.random() < 0.02
        if rng.random() > 0.12:
            self.contact['email'] = [(mail(rng, g, f), 'email')]
        if rng.random() > 0.15:
            phone = w.phone(rng, code)
            if masked:
                phone = phone[:-5] + 'XXXXX'
            self.contact['phone'] = [(phone, 'phone')]
            if rng.random() < 0.08:
                self.contact['phone'] += [(rng.choice([' / ', ', ', ' | ']), None), (w.phone(rng, code), 'phone')]
        if rng.random() > 0.2:
            self.contact['address'] = self.address(b, full, city, region_text, country, code)
        if rng.random() < 0.45:
            user = f'{g}{rng.choice(["", "-", "."])}{f}'.lower().encode('ascii', 'ignore').decode().replace(' ', '') or 'cv'
            urls = rng.sample(['linkedin.com/in/', 'github.com/', 'www.', 'https://', 'https://www.linkedin.com/in/', 'twitter.com/', 'behance.net/', 'LinkedIn: '], rng.choice([1, 1, 2]))
            self.contact['url'] = [(u + user + ('.example' if u in ('www.', 'https://') else ''), 'url') for u in urls]
        if rng.random() < (0.04 if self.lang == 'en' else 0.2):
            y = b.now - rng.randint(20, 50)
            self.contact['birthDate'] = [(f'{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.{y}' if not w.own else f'{y}.{rng.randint(1, 12)}', None)]
        if rng.random() < 0.03:
            self.contact['nationality'] = [(rng.choice(['EU', 'US citizen', 'deutsch', 'Spanish', 'Indian']), None)]
        gold = b.gold['personal_info']
        printed_phone = self.contact.get('phone')
        if 'email' in self.contact:
            gold['email'] = self.contact['email'][0][0]
        if printed_phone and not masked:
            gold['phone'] = printed_phone[0][0]
        if 'address' in self.contact:
            gold['location'].update(city=city, region=region_text, country=country, country_code=code if country or code in ('US', 'CA', 'AU') and region_text or printed_phone and printed_phone[0][0].startswith('+') else None)

    def address(self, b, full, city, region, country, code):
        rng, w = self.rng, self.world
        runs = []
        sep = rng.choice([', ', ', ', ', ', ' · ', ' - ']) if not w.own else rng.choice(['', ' '])
        if w.own and self.lang != 'ru':
            if full and rng.random() < 0.4:
                runs += [('〒' if self.lang == 'ja' else '', None), (w.postcode(rng, code), 'postcode'), (' ', None)]
            runs += [(city, 'city')] + ([(w.street(rng), 'street')] if full else [])
            return [r for r in runs if r[0]]
        if full:
            runs += [(w.street(rng), 'street'), (sep, None)]
        post = w.postcode(rng, code) if full or rng.random() < 0.12 else None
        before = code not in ('US', 'GB', 'CA', 'AU', 'IN', 'IE', 'SG', 'NG', 'ZA')
        if post and before:
            runs += [(post, 'postcode'), (' ', None)]
        runs.append((city, 'city'))
        if region:
            runs += [(', ', None), (region, 'region')]
        if post and not before:
            runs += [(' ' if region else ', ', None), (post, 'postcode')]
        if country:
            runs += [(', ', None), (country, 'country')]
        return runs

    def contact_lines(self, b, form):
        """The contact as paragraphs in a form: one line, labels, icons, lines."""
        rng = self.rng
        label = b.lab('contact', 'contact')
        parts = []
        words = lx.WORDS.get(self.lang, lx.WORDS['en'])
        order = list(self.contact)
        if rng.random() < 0.6:
            rng.shuffle(order)
        marks = rng.choices(['none', 'labels', 'icons', 'some'], [46, 30, 18, 6])[0]
        look = rng.choice([None, None, BOLD])
        for kind in order:
            value = [(t, f, None, label) for t, f in self.contact[kind]]
            entries = [[v] for v in value] if kind == 'url' else [value]
            for e in entries:
                if marks == 'labels' or marks == 'some' and rng.random() < 0.5 or kind in ('birthDate', 'nationality') and rng.random() < 0.7:
                    word = rng.choice(words.get(kind) or lx.WORDS['en'][kind])
                    if not (kind == 'url' and e[0][0].startswith('LinkedIn')):
                        e = [(word + rng.choice([': ', ': ', ' ', '：' if self.lang in ('zh', 'ja') else ': ']), None, look, label)] + e
                elif marks == 'icons' and kind in ICONS:
                    e = [(rng.choice(ICONS[kind]) + ' ', None, None, label)] + e
                parts.append(e)
        if not parts:
            return []
        size = b.size * rng.choice([1, 1, 0.95, 0.9])
        if form == 'line':
            sep = rng.choice([' | ', ' | ', ' • ', ' · ', '\t', ', ', ' - ', ' / ', '   ', ' ◆ ', ' – ', '; '])
            runs = []
            for e in parts:
                runs += ([(sep, None, None, label)] if runs else []) + e
            return [Para(runs, label, size, align=self.header_align, lead=1.3)]
        if form == 'two-lines' and len(parts) > 2:
            sep = rng.choice([' | ', ' • ', ' · ', '\t', ', '])
            half = (len(parts) + 1) // 2
            out = []
            for chunk in (parts[:half], parts[half:]):
                runs = []
                for e in chunk:
                    runs += ([(sep, None, None, label)] if runs else []) + e
                out.append(Para(runs, label, size, align=self.header_align, lead=1.3))
            return out
        out = []
        for e in parts:
            if form == 'label-above' and len(e) > 1:
                out += [Para(e[:1], label, size, BOLD, lead=1.3), Para(e[1:], label, size, lead=1.3, after=3)]
            else:
                out.append(Para(e, label, size, align=self.header_align if form != 'column' else 'left', lead=1.3, after=rng.choice([0, 0, 1]) if b.narrow else 0))
        return out

    def name_paras(self, b, with_label=True):
        rng, gold = self.rng, b.gold['personal_info']
        out = []
        name = self.person_name
        accent = self.style['accent'] if not b.dark else WHITE
        if self.has_name:
            gold['name'] = name
            label = b.lab('name', 'none')
            shown = name.upper() if rng.random() < 0.28 else name
            scale = rng.choice([1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.6, 3]) if not b.narrow else rng.choice([1.3, 1.6, 1.8, 2])
            fmt = Fmt(rng.random() < 0.6, False, rng.choice([None, None, accent]), 1)
            family = self.head_family if rng.random() < 0.7 else None
            parts = shown.split()
            x = rng.random()
            if x < 0.06 and len(parts) == 2:
                out += [Para([(t, 'name', None, None)], label, b.size * scale, Fmt(fmt.bold if k else rng.random() < 0.5, False, fmt.color, 1), self.header_align, lead=1.1) for k, t in enumerate(parts)]
            elif x < 0.1 and len(parts) > 1:
                out.append(Para([(parts[0] + (' ' if rng.random() < 0.85 else ''), 'name', PLAIN, None), (' '.join(parts[1:]), 'name', BOLD, None)], label, b.size * scale, fmt, self.header_align, lead=1.2))
            elif x < 0.13 and len(shown) < 24 and not self.world.own:
                out.append(Para([('   '.join(' '.join(p) for p in parts), 'name', None, None)], label, b.size * scale, fmt, self.header_align, lead=1.2))
            elif x < 0.17:
                word = rng.choice((lx.WORDS.get(self.lang, {}).get('name') or ['Name']))
                out.append(Para([(word + rng.choice([': ', '：' if self.lang in ('zh', 'ja') else ': ']), None, None, None), (shown, 'name', None, None)], label, b.size * rng.choice([1, 1, 1.3]), fmt, self.header_align))
            elif x < 0.19:
                cv = rng.choice(lx.WORDS.get(self.lang, lx.WORDS['en'])['cv'])
                runs = [(shown, 'name', None, None), (rng.choice([' - ', ' – ', ', ', ' | ']) + cv, None, None, b.lab('other', 'none'))]
                out.append(Para(runs if rng.random() < 0.5 else [(cv + rng.choice([' - ', ' ', ': ']), None, None, b.lab('other', 'none')), (shown, 'name', None, None)], label, b.size * min(scale, 1.8), fmt, self.header_align))
            else:
                out.append(Para([(shown, 'name', None, None)], label, b.size * scale, fmt, self.header_align, lead=1.2, family=family, space=b.size * 0.2 if rng.random() < 0.05 else 0))
        if self.has_label and with_label:
            title = self.job_label
            gold['label'] = title
            shown = title.upper() if rng.random() < 0.2 else title
            scale = rng.choice([1, 1, 1.1, 1.2, 1.3, 1.5])
            if self.label_beside and out and len(out) == 1 and not b.narrow:
                sep = rng.choice([' | ', ' – ', ', ', ' - ', '\t'])
                out[0].runs += [(sep, None, PLAIN, b.lab('other', 'none')), (shown, 'label', Fmt(False, False, None, 0.7), b.lab('label', 'none'))]
            else:
                out.append(Para([(shown, 'label', None, None)], b.lab('label', 'none'), b.size * scale, Fmt(rng.random() < 0.25, rng.random() < 0.15, rng.choice([None, accent, None if b.dark else GREY]), 1), self.header_align, lead=1.3))
        return out

    def title_para(self, b):
        """The document's title: "Curriculum Vitae"."""
        cv = self.rng.choice(lx.WORDS.get(self.lang, lx.WORDS['en'])['cv'])
        if self.lang == 'ja' and self.rng.random() < 0.5:
            cv = self.rng.choice(['履 歴 書', '履歴書', '職務経歴書'])
        return Para([(cv, None, None, None)], b.lab('other', 'none'), b.size * self.rng.choice([1, 1.3, 1.6, 2]), Fmt(self.rng.random() < 0.6, False, None, 1), self.rng.choice(['left', 'center', 'center', 'right']), after=4)

    # --- the whole ----------------------------------------------------------------------------------

    def sample(self):
        rng = self.rng
        self.draw_style()
        self.draw_heading()
        self.held = False
        self.portal = self.lang == 'en' and rng.random() < 0.08
        self.short = not self.portal and rng.random() < forms.SHARE * 0.1
        if self.short and rng.random() < 0.6:
            self.head['mode'] = 'none'
        plan = 'one' if self.portal else rng.choices(['one', 'side-left', 'side-right', 'two', 'newspaper', 'bands'], [50, 15, 12, 8, 4, 11])[0]
        if self.head['mode'] == 'rail':
            plan = 'one'
        self.plan = plan
        probe = Builder(rng, self.world, self.style, False)
        form = probe.new_form('job')
        date_form = form.where if form.where != 'labels' else 'labels'
        order = form.name.split('@')[0]
        heads = 'portal' if self.portal else self.head_name
        self.family = f'{plan}/{heads}/{order}@{date_form}/{form.sep_name}'
        self.held = stable('head ' + plan + heads) % 100 < 7 or stable('form ' + order + '@' + date_form) % 100 < 7 or form.sep_name in ('guillemet', 'double-bar', 'diamond', 'arrow')
        if not self.held:
            form.held = False
        b = self.b = Builder(rng, self.world, self.style, self.held)
        b.job_form = form
        b.dark = False
        self.head_gap = rng.choice([0, 1, 2, 3, 4, 6, 8])
        self.icon_rail = self.head['mode'] == 'above' and rng.random() < 0.04
        self.rail_share, self.rail_right = rng.choice([0.18, 0.22, 0.25, 0.3]), rng.random() < 0.08
        self.header_align = rng.choices(['left', 'center', 'right'], [50, 40, 10])[0]
        self.has_name, self.has_label = rng.random() > 0.08, rng.random() < 0.45
        self.label_beside = rng.random() < 0.08
        self.job_label = self.world.title(rng) if rng.random() < 0.6 or not self.world.p.get('labels') else rng.choice(self.world.p['labels'])
        if rng.random() < 0.1:
            self.job_label += rng.choice([' | ', ' & ', ' / ', ' • ']) + self.world.title(rng)
        if self.portal:
            self.has_name, self.has_label = False, rng.random() < 0.92
            b.mask_pair = ('Company Name', 'City , State')
        elif rng.random() < 0.01:
            b.mask_pair = (rng.choice(['Company Name', 'XX公司' if self.world.own else 'Company', 'Company', 'XXX']), rng.choice(['City, State', 'City', 'Location']))
        self.world.blank = worlds.BLANKS.get(self.lang) if rng.random() < 0.03 and not self.portal else None
        if self.world.blank and rng.random() < 0.6:
            b.dates.mask = rng.choice(dates_masks())
        self.draw_person(b)
        if self.portal:
            self.portal_look(b)
        if self.portal:
            self.contact = {}
            b.gold['personal_info'].update(email=None, phone=None)
            b.gold['personal_info']['location'] = {'city': None, 'region': None, 'country': None, 'country_code': None}
        self.writer = pdf.Writer(self.width, self.height, rng.choice(['', '', 'ABCDEF+', 'BCDEEE+', 'XYZABC+']), False)
        self.setter = s = Setter(self.writer, self.style['family'], BLACK if rng.random() < 0.7 else rng.choice([(0.15, 0.15, 0.15), (0.25, 0.25, 0.3), (0.2, 0.2, 0.2)]), rng.choices(['spaces', 'words', 'char'], [72, 22, 6])[0], rng)
        s.justify = rng.random() < 0.15
        s.noise = getattr(self, 'noise', None)
        s.links = rng.random() < 0.35
        if self.plain:
            s.plain = self.style['size']
        self.first_page, self.flat = 0, False
        if rng.random() < (0.08 if self.lang == 'de' else 0.025) and self.lang in phrases.LETTER and not self.portal:
            self.letter(b)
        self.flat = plan == 'one' and not self.portal and rng.random() < 0.07
        s.flat = self.flat
        if self.flat:
            self.header_align, s.plain = 'left', self.style['size']
            self.head.update(align='left', mode='above', box=None, rule=None)
        {'one': self.plan_one, 'side-left': self.plan_side, 'side-right': self.plan_side, 'two': self.plan_two, 'newspaper': self.plan_newspaper, 'bands': self.plan_bands}[plan]()
        self.furniture(b)
        self.paint(rng)
        return self

    def portal_look(self, b):
        """The usual print of a portal: Times, narrow margins, one size, drawn bullets."""
        rng = self.rng
        if rng.random() < 0.75:
            self.style.update(family='TimesNewRoman', size=rng.choice([9, 9.5, 10, 11.4]), lead=1.1, indent=15, hang=0.9)
            b.size, b.lead, b.bullet_mode, b.gap = self.style['size'], 1.1, 'drawn', 0
            self.plain = rng.random() < 0.8
            self.margin, self.top, self.bottom, self.section_gap, self.head_gap = 33, 28, 36, rng.choice([0, 0, 2]), 0
            self.width, self.height = 595, 842

    def frame(self, x, w, top0):
        """Frames of a column: `top0` on the first page, the margin on later ones."""
        first = self.first_page
        return Frames(lambda i: (first + i, x, w, top0 if i == 0 else self.top, self.height - self.bottom))

    def header(self, b, inside=None):
        """The header over the full width: name, label, contact. Returns the y below it."""
        rng, s = self.rng, self.setter
        first, b.heading = self.first_page, -1
        x, w = self.margin, self.width - 2 * self.margin
        band = rng.random() < 0.14 and not self.portal
        where = rng.choices(['top', 'top', 'split', 'contact-first', 'split-left'], [60, 0, 14, 4, 4])[0] if inside is None else 'name-only'
        title = [self.title_para(b)] if rng.random() < (0.07 if self.lang == 'en' else 0.2) and not self.portal else []
        form = rng.choices(['line', 'two-lines', 'lines', 'label-above'], [50, 20, 26, 4])[0]
        color = s.color
        start_shapes = len(self.writer.page(first).shapes)
        if band:
            b.dark = True
            s.color = WHITE
        table = inside is None and not band and not self.portal and rng.random() < {'zh': 0.3, 'ja': 0.35, 'ko': 0.3, 'tr': 0.12, 'de': 0.1}.get(self.lang, 0.045)
        names = self.name_paras(b) if not table else self.data_grid(b)
        contact = self.contact_lines(b, form) if where != 'name-only' and not table else []
        where = 'top' if table else where
        for p in contact:
            if where == 'split':
                p.align = 'right'
            elif where == 'split-left':
                p.align = 'left'
        if where in ('split', 'split-left') and names:
            k = rng.choice([0.5, 0.6])
            items = title + [Row([(k, names), (1 - k, contact)] if where == 'split' or rng.random() < 0.6 else [(1 - k, contact), (k, names)], gap=10)]
        elif where == 'contact-first':
            items = title + contact + names
        else:
            items = title + names + ([rng.choice([0, 2, 4, 8])] if names else []) + contact
            if rng.random() < 0.06 and title:
                items = names + title + contact
        if rng.random() < 0.1 and not self.portal:                       # a place for a photo
            p = self.writer.page(first)
            (p.rect(self.width - self.margin - 70, self.top, 70, 85, (0.8, 0.8, 0.8)) if rng.random() < 0.6 else p.circle(self.width - self.margin - 38, self.top + 40, 38, (0.8, 0.8, 0.8)))
            w -= 84
        cur = s.flow(items, self.frame(x, w, self.top), Cursor(0, self.top))
        y = cur.y + rng.choice([2, 4, 8, 14])
        if band:
            p = self.writer.page(first)
            p.rect(0, 0, self.width, y, self.style['accent'] if self.style['accent'] != BLACK else (0.2, 0.2, 0.25))
            p.shapes.insert(start_shapes, p.shapes.pop())
            b.dark, s.color = False, color
            y += 6
        elif rng.random() < 0.2 and items:
            self.writer.page(first).line(x, y, x + w, y, self.style['accent'], rng.choice([0.5, 1, 2]))
            y += 4
        return y if cur.frame == 0 else self.top + 80

    def data_grid(self, b):
        """The person as a table of labels and values: two or four cells a row, perhaps with a photo."""
        rng, w, lang = self.rng, self.world, self.lang
        words = lx.WORDS.get(lang, lx.WORDS['en'])
        get = lambda k, other: rng.choice(words.get(k) or lx.WORDS['en'].get(k) or [other])
        contact, plain = b.lab('contact', 'personal'), None
        extra = {'zh': [('性别', ['男', '女']), ('学历', ['本科', '硕士', '大专']), ('民族', ['汉族']), ('政治面貌', ['中共党员', '共青团员', '群众']), ('工作年限', ['3年', '5年', '8年']), ('年龄', ['26', '31岁'])],
                 'ja': [('性別', ['男', '女']), ('年齢', ['満28歳', '34歳']), ('ふりがな', ['たなか たろう', 'すずき はなこ', 'さとう けん']), ('最寄駅', ['渋谷駅', '大宮駅'])], 'ko': [('성별', ['남', '여']), ('나이', ['29세']), ('병역', ['군필', '해당없음'])],
                 'de': [('Familienstand', ['ledig', 'verheiratet']), ('Konfession', ['röm.-kath.'])], 'tr': [('Askerlik', ['Yapıldı', 'Tecilli'])]}.get(lang, [('Gender', ['Female', 'Male']), ('Status', ['Single'])])
        want = {'zh': ['求职意向', '应聘职位', '期望职位', '求职岗位'], 'ja': ['希望職種', '応募職種'], 'ko': ['지원분야', '희망직무'], 'de': ['Beruf', 'Angestrebte Position'], 'tr': ['Meslek']}.get(lang, ['Profession', 'Desired position', 'Job applied for'])
        pairs = []
        gold = b.gold['personal_info']
        if self.has_name:
            gold['name'] = self.person_name
            pairs.append((get('name', 'Name'), [(self.person_name, 'name', plain, b.lab('name', 'none'))]))
        pairs += [(k, [(rng.choice(v), None, plain, contact)]) for k, v in rng.sample(extra, min(len(extra), rng.randint(0, 3)))]
        if rng.random() < 0.7:
            y = b.now - rng.randint(20, 50)
            pairs.append((get('birthDate', 'Born'), [(f'{y}年{rng.randint(1, 12)}月' if lang in ('zh', 'ja') else f'{y}.{rng.randint(1, 12):02d}' if w.own else f'{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.{y}', None, plain, contact)]))
        for kind, runs in self.contact.items():
            pairs.append((get(kind, kind.title()), [(t, f, plain, contact) for t, f in runs]))
        if self.has_label:
            gold['label'] = self.job_label
            pairs.append((rng.choice(want), [(self.job_label, 'label', plain, b.lab('label', 'none'))]))
        if rng.random() < 0.5:
            rng.shuffle(pairs)
        colon = rng.choice(['', '：' if lang in ('zh', 'ja') else ':', ''])
        look = rng.choice([BOLD, PLAIN, PLAIN])
        per = rng.choice([1, 2, 2, 2, 3]) if not self.flat else 1
        grid = rng.choice([None, (0.5, 0.5, 0.5), (0, 0, 0)])
        if rng.random() < 0.3:                                   # label and value in one cell
            cells = [(1, [Para([(k + (colon or '：' if w.own else ': '), None, look, contact)] + v, contact, b.size, lead=b.lead)]) for k, v in pairs]
        else:
            cells = [c for k, v in pairs for c in ((0.5, [Para([(k + colon, None, look, contact)], contact, b.size, lead=b.lead)]), (1, [Para(v, contact, b.size, lead=b.lead)]))]
            per *= 2
        cells += [(1, [])] * (-len(cells) % per)
        return [Row(cells[k:k + per], gap=6, grid=grid, before=2) for k in range(0, len(cells), per)] + ([Para([(rng.choice(['写真をはる位置', '写真貼付']) if lang == 'ja' else '照片' if lang == 'zh' else 'Foto', None, None, None)], b.lab('other', 'none'), b.size, align='right')] if rng.random() < 0.08 else [])

    def letter(self, b):
        """A cover letter on the page before."""
        rng, w, s = self.rng, self.world, self.setter
        opening, sentences, closing = (x.split('|') for x in phrases.LETTER[self.lang])
        other = ('other', 'none', -1, -1)
        para = lambda t, **kw: Para([(t, None, None, None)], other, b.size, lead=b.lead, **kw)
        self.header_align = rng.choice(['left', 'right'])
        items = [Para([(self.person_name, 'name', None, None)], ('name', 'none', -1, -1), b.size * rng.choice([1, 1.4]), align=self.header_align)] if self.has_name else []
        items += self.contact_lines(b, 'lines') + [20, para(w.employer(rng)), para(w.street(rng)), para(w.place(rng)), 20]
        items += [para(f'{w.city(rng)[0]}, {b.dates.point(b.now, 4)}', align='right'), 12]
        if rng.random() < 0.7:
            items += [para(rng.choice({'de': ['Bewerbung als '], 'fr': ['Objet : candidature '], 'es': ['Candidatura: '], 'nl': ['Sollicitatie '], 'it': ['Candidatura: ']}.get(self.lang, ['Application for the position of '])) + w.title(rng), fmt=BOLD), 10]
        items += [para(rng.choice(opening)), 8]
        for _ in range(rng.randint(3, 5)):
            items += [para('. '.join(rng.sample(sentences, min(len(sentences), 2)) + [w.sentence(rng).rstrip('.')]) + '.'), 8]
        items += [10, para(rng.choice(closing)), 24, para(self.person_name)]
        s.flow(items, self.frame(self.margin, self.width - 2 * self.margin, self.top), Cursor(0, self.top))
        self.first_page = s.last_page + 1
        s.last_page = self.first_page

    def end_block(self, b):
        """Place, date and signature at the end."""
        clause = b.clause() if not self.portal and self.rng.random() < {'it': 0.45, 'pl': 0.5}.get(self.lang, 0.1) * forms.SHARE * 2 else []
        if self.rng.random() > (0.06 if self.lang != 'de' else 0.3) or self.portal:
            return clause
        text = f'{self.world.city(self.rng)[0]}, {b.dates.point(b.now, 5)}'
        other = ('other', 'none', -1, -1)
        out = [14, Para([(text, None, None, None)], other, b.size)]
        if self.rng.random() < 0.6 and self.has_name:
            out += [10, Para([(self.person_name, None, None, None)], other, b.size, align=self.rng.choice(['left', 'right']))]
        return clause + out

    def plan_one(self):
        b, s = self.b, self.setter
        y = self.header(b)
        x, w = self.margin, self.width - 2 * self.margin
        items = []
        for k, kind in enumerate(self.draw_sections()):
            items += self.build(kind, b, k == 0)
        items += self.end_block(b)
        s.flow(items, self.frame(x, w, y), Cursor(0, y))

    def side_kinds(self, kinds):
        """Parts the sections between a sidebar and the body."""
        rng = self.rng
        small = {'numbers': 0.8, 'highlights': 0.4, 'skills': 0.8, 'languages': 0.85, 'certs': 0.5, 'interests': 0.8, 'personal': 0.8, 'references': 0.35, 'awards': 0.4, 'education': 0.3, 'courses': 0.4, 'strengths': 0.7, 'memberships': 0.4, 'summary': 0.25, 'objective': 0.3, 'projects': 0.12, 'work': 0.05, 'additional': 0.3,
                 'volunteer': 0.2}
        side = [k for k in kinds if rng.random() < small.get(k, 0.05)]
        main = [k for k in kinds if k not in side]
        if not main:
            main, side = side[-1:], side[:-1]
        return side, main

    def plan_side(self):
        """A sidebar and a body, each going on over the pages by itself."""
        rng, b, s = self.rng, self.b, self.setter
        share = rng.choice([0.26, 0.28, 0.3, 0.32, 0.33, 0.36, 0.4, 0.55, 0.6])
        left = self.plan == 'side-left'
        filled = rng.random() < 0.55
        dark = filled and rng.random() < 0.5
        fill = (self.style['accent'] if sum(self.style['accent']) < 1.4 and self.style['accent'] != BLACK else (0.2, 0.25, 0.3)) if dark else rng.choice([(0.94, 0.94, 0.94), (0.9, 0.93, 0.96), (0.96, 0.94, 0.9)])
        full_bleed = rng.random() < 0.6
        above = rng.random() < 0.4
        top = self.header(b, 'name-only' if rng.random() < 0.7 else None) if above else self.top
        contact_done = above and any(w[3][3][0] == 'contact' for w in s.words)
        side_w = share * self.width
        pad = 14
        if left:
            side_x, main_x = (pad + 8 if full_bleed else self.margin), side_w + pad
            side_in, main_w = side_w - side_x - pad / 2, self.width - main_x - self.margin
        else:
            main_x, main_w = self.margin, self.width - side_w - self.margin - pad
            side_x, side_in = self.width - side_w + pad / 2, side_w - (pad / 2 + (pad if full_bleed else self.margin))
        if main_w < 120 or side_in < 80:
            side_x, side_in, main_x, main_w = (self.margin, 150, self.margin + 170, self.width - 2 * self.margin - 170) if left else (self.width - self.margin - 150, 150, self.margin, self.width - 2 * self.margin - 170)
            share = 0.3
        side, main = self.side_kinds(self.draw_sections())
        name_in_side = not above and rng.random() < 0.35
        page_shapes = lambda: len(self.writer.page(self.first_page).shapes)
        shape_at = page_shapes()
        wide_later = rng.random() < 0.2

        def do_side():
            b.narrow, b.dark, b.heading = share < 0.45, dark, -1
            keep_color, keep_align = s.color, self.header_align
            if dark:
                s.color = WHITE
            self.header_align = rng.choice(['left', 'left', 'center'])
            items = []
            if not above and name_in_side:
                items += self.name_paras(b)
            if self.contact and not contact_done and self.contact_in_side:
                b.heading = -1
                head = self.heading('contact', b) if rng.random() < 0.7 and self.head['mode'] != 'none' else None
                items += ([head] if head else [10]) + self.contact_lines(b, rng.choice(['column', 'lines', 'label-above', 'lines']))
            for kind in side:
                items += self.build(kind, b)
            cur = s.flow(items, self.frame(side_x, side_in, top + (20 if filled else 0)), Cursor(0, top + (20 if filled else 0)))
            b.narrow, b.dark, s.color, self.header_align = False, False, keep_color, keep_align
            return cur

        def do_main():
            items, b.heading = [], -1
            if not above and not name_in_side:
                items += self.name_paras(b)
            if self.contact and not contact_done and not self.contact_in_side:
                items += self.contact_lines(b, rng.choice(['line', 'two-lines', 'lines']))
            for k, kind in enumerate(main):
                items += self.build(kind, b, k == 0)
            items += self.end_block(b)
            first = self.first_page

            def at(i):
                if i and wide_later and i > side_end.frame:
                    return first + i, self.margin, self.width - 2 * self.margin, self.top, self.height - self.bottom
                return first + i, main_x, main_w, top if i == 0 else self.top, self.height - self.bottom
            s.flow(items, Frames(at), Cursor(0, top))
        self.contact_in_side = rng.random() < 0.8
        side_end = Cursor(0, 0)
        if rng.random() < 0.7 or wide_later:
            side_end = do_side()
            do_main()
        else:
            do_main()
            side_end = do_side()
        if filled:
            pages = range(self.first_page, (s.last_page if rng.random() < 0.5 else self.first_page + side_end.frame) + 1)
            for n in pages:
                if wide_later and n > self.first_page + side_end.frame:
                    continue
                p = self.writer.page(n)
                y = top if n == self.first_page else 0
                if full_bleed:
                    p.rect(0 if left else self.width - side_w, y if above else 0, side_w, self.height - (y if above else 0), fill)
                else:
                    p.rect(side_x - 6, y + 10, side_in + 12, self.height - y - 30, fill)
                p.shapes.insert(shape_at if n == self.first_page else 0, p.shapes.pop())

    def plan_two(self):
        """A header, perhaps a full-width section, then two columns of sections."""
        rng, b, s = self.rng, self.b, self.setter
        y = self.header(b)
        kinds = self.draw_sections()
        x, w = self.margin, self.width - 2 * self.margin
        gap = rng.choice([14, 18, 24, 30])
        cur = Cursor(0, y)
        if kinds and kinds[0] in ('summary', 'objective') and rng.random() < 0.6:
            s.flow(self.build(kinds[0], b, True), self.frame(x, w, y), cur)
            kinds = kinds[1:]
        share = rng.choice([0.35, 0.4, 0.5, 0.5, 0.6, 0.65])
        small, big = self.side_kinds(kinds)
        a, c = (small, big) if share < 0.5 else (big, small)
        if rng.random() < 0.2:
            a, c = kinds[::2], kinds[1::2]
        if cur.frame:
            cur = Cursor(0, y)
        top = cur.y
        for part, px, pw in ((a, x, share * w - gap / 2), (c, x + share * w + gap / 2, (1 - share) * w - gap / 2)):
            b.narrow = pw < 220
            items = []
            for kind in part:
                items += self.build(kind, b)
            s.flow(items, self.frame(px, pw, top), Cursor(0, top))
        b.narrow = False
        if rng.random() < 0.2:
            self.writer.page(self.first_page).line(x + share * w, top, x + share * w, self.height - self.bottom, (0.7, 0.7, 0.7), 0.6)

    def plan_newspaper(self):
        """Sections flow down the left column, then down the right one."""
        rng, b, s = self.rng, self.b, self.setter
        y = self.header(b)
        x, w, gap, first = self.margin, self.width - 2 * self.margin, 22, self.first_page
        items = []
        b.narrow = rng.random() < 0.5
        for k, kind in enumerate(self.draw_sections()):
            items += self.build(kind, b, k == 0)

        def at(i):
            page = i // 2
            return first + page, x + (i % 2) * (w + gap) / 2, (w - gap) / 2, y if page == 0 else self.top, self.height - self.bottom
        s.flow(items, Frames(at), Cursor(0, y))
        b.narrow = False

    def plan_bands(self):
        """Some sections over the full width, others beside each other."""
        rng, b, s = self.rng, self.b, self.setter
        y = self.header(b)
        x, w = self.margin, self.width - 2 * self.margin
        kinds, items = self.draw_sections(), []
        while kinds:
            small = [k for k in kinds[:3] if k not in ('work', 'publications')]
            n = rng.choice([2, 2, 3])
            if len(small) >= 2 and kinds[0] in small and rng.random() < 0.6:
                group = small[:n]
                cells = []
                b.narrow = True
                for k in group:
                    flow = self.build(k, b)
                    if flow and isinstance(flow[0], Para):
                        flow[0].before = 0
                    elif flow and isinstance(flow[0], (int, float)):
                        flow = flow[1:]
                    cells.append((1, flow))
                b.narrow = False
                items.append(Row(cells, gap=16, before=self.section_gap, keep=60))
                kinds = [k for k in kinds if k not in group]
            else:
                items += self.build(kinds.pop(0), b)
        s.flow(items + self.end_block(b), self.frame(x, w, y), Cursor(0, y))

    # --- after the flow -------------------------------------------------------------------------------

    def furniture(self, b):
        """Running headers and footers, page numbers."""
        rng, s = self.rng, self.setter
        label = ('furniture', 'none', -1, -1)
        pages = s.last_page + 1
        if rng.random() > 0.22 or self.portal:
            return
        template = lx.WORDS.get(self.lang, lx.WORDS['en']).get('page', 'Page {0} of {1}')
        form = rng.choice([template, '{0}', '{0} / {1}', '- {0} -', '{name} - ' + template, '{0}/{1}'])
        align = rng.choice(['left', 'center', 'right', 'center'])
        head = rng.random() < 0.25
        for n in range(pages):
            text = form.replace('{0}', str(n + 1)).replace('{1}', str(pages)).replace('{name}', self.person_name)
            y = self.height - self.bottom * 0.65 if not head else max(6, self.top * 0.3)
            if head and n == 0:
                continue
            frames = Frames(lambda i, n=n, y=y: (n, self.margin, self.width - 2 * self.margin, y, self.height))
            s.flow([Para([(text, None, None, None)], label, min(b.size * 0.9, 9), Fmt(False, False, GREY, 1), align)], frames, Cursor(0, y))

    def paint(self, rng):
        """What makers do to the order and number of drawn texts."""
        x = rng.random()
        for p in self.writer.pages:
            if x < 0.05:
                rng.shuffle(p.texts)
            elif x < 0.09:
                p.texts.reverse()
            elif x < 0.12:
                p.texts = [t for t in p.texts if '-' not in t[:3]] + []
                heavy = [t for k, t in enumerate(p.texts) if k % 3 == 0]
                p.texts += heavy                                            # painted twice
