# SPDX-License-Identifier: Apache-2.0
"""The sections of a sampled resume: each builds flowables with labels and adds what it prints to the gold."""
import random
import re

import lexicon as lx
import phrases
from dates import Dates
from flow import BOLD, ITALIC, PLAIN, Fmt, Meter, Para, Row
from forms import Forms
from heads import Form, Labelled, separator, SEPARATORS

BULLETS = ['•', '•', '•', '•', '-', '-', '–', '●', '▪', '■', '*', '►', '◦', '○', '»', '·', '➢', '✓', '❖', '→', '+', '▸', '', '']
MON = {}


class Builder(Forms):
    """What all sections of one document share."""

    def __init__(self, rng, world, style, held):
        self.rng, self.w, self.lang, self.style, self.held = rng, world, world.lang, style, held
        self.size, self.lead = style['size'], style['lead']
        self.items, self.heads = 0, 0
        self.heading, self.narrow = -1, False
        self.gold = {'personal_info': {'name': None, 'label': None, 'email': None, 'phone': None, 'location': {'city': None, 'region': None, 'country': None, 'country_code': None}},
                     'summary': None, 'experience': [], 'education': [], 'skills': [], 'certifications': [], 'languages': []}
        self.dates = Dates(rng, self.lang)
        self.job_form = self.edu_form = None
        self.edu_dates, self.edu_date_form = 'span', self.dates
        self.now = rng.randint(2012, 2025)
        self.country = world.country(rng)
        self.bullet_sign = rng.choice(BULLETS)
        self.bullet_mode = rng.choices(['text', 'text', 'drawn', 'square', 'big', 'small'], [60, 10, 12, 2, 6, 5])[0]
        self.body = rng.choices(['bullets', 'prose', 'mixed', 'lines', 'none', 'dash-run'], [58, 12, 12, 6, 8, 4])[0]
        self.gap = rng.choice([0, 0, 2, 4, 6, 8, 10, 14, 18])
        self.label_mode = rng.random()
        self.in_entry = phrases.IN_ENTRY.get(self.lang) or phrases.IN_ENTRY['en']
        self.resp_word = rng.choice(self.in_entry[0])
        self.tech_word = rng.choice(self.in_entry[1])
        self.colon = rng.choice([':', ':', ':', ' :', '', ' -']) if self.lang not in ('zh', 'ja') else rng.choice(['：', ':', ''])
        self.mask_pair, self.place_form, self.highlight_kind = None, rng.random(), 'skills'

    def chance(self, p):
        return self.rng.random() < p

    def item(self):
        self.items += 1
        return self.items - 1

    def lab(self, role, section, item=-1):
        return (role, section, item, self.heading)

    def para(self, text, label, **kw):
        runs = text if isinstance(text, list) else [(text, None, None, None)]
        kw.setdefault('size', self.size)
        return Para(runs, label, lead=kw.pop('lead', self.lead), **kw)

    def bulleted(self, text, label, **kw):
        """A paragraph with the document's bullet, or none."""
        sign, hang = self.bullet_sign, self.size * self.style['hang']
        indent = kw.pop('indent', self.style['indent'])
        if self.bullet_mode in ('drawn', 'square'):
            bullet = ('•', self.bullet_mode, None)
        elif sign:
            bullet = (sign, self.bullet_mode, None)
        else:
            return self.para(text, label, indent=indent, hang=0, **kw)
        return self.para(text, label, indent=indent, hang=hang, bullet=bullet, **kw)

    # --- summary and prose --------------------------------------------------------------------

    def summary(self, section='summary'):
        label = self.lab('summary', section)
        n = self.rng.choice([1, 2, 3, 3, 4, 5, 7])
        texts = [self.w.sentence(self.rng) for _ in range(n)]
        joiner = '' if self.lang in ('zh', 'ja') else ' '
        if not self.gold['summary']:
            self.gold['summary'] = joiner.join(texts)
        if self.chance(0.22):
            return [self.bulleted(t, label) for t in texts]
        if self.chance(0.08):
            return [self.para(t, label) for t in texts]
        return [self.para(joiner.join(texts), label, fmt=ITALIC if self.chance(0.08) else PLAIN, align='center' if self.chance(0.05) else 'left')]

    def objective(self):
        return self.summary('objective')

    # --- jobs ---------------------------------------------------------------------------------

    def timeline(self, n, back=0):
        """n periods, the latest first: [(start, end, current)]"""
        rng, out = self.rng, []
        y, m = self.now - back, rng.randint(1, 12)
        current = self.chance(0.62) and not back
        for k in range(n):
            months = rng.choice([3, 6, 9, 12, 14, 18, 24, 30, 36, 48, 60, 84])
            total = y * 12 + m - 1 - months
            start = (total // 12, total % 12 + 1)
            out.append((start, (y, m), current))
            current = self.chance(0.04)
            total -= rng.choice([0, 0, 1, 2, 6])
            y, m = total // 12, total % 12 + 1
        if self.chance(0.08):
            out.reverse()
        return out

    def job_values(self, span, same=None):
        rng, w = self.rng, self.w
        dates, start, end, current = self.dates.span(*span)
        v = {'title': w.title(rng), 'company': same or w.employer(rng), 'place': w.place(rng, self.country, self.place_form) if not self.chance(0.12) else None, 'date': dates}
        if self.chance(0.05):
            v['place'] = rng.choice({'en': ['Remote', 'Remote, USA', 'Hybrid', 'Various locations', 'Remote (EMEA)'], 'de': ['Remote', 'Homeoffice']}.get(self.lang, ['Remote']))
        if self.chance(0.05):
            v['date'] = None
        if self.chance(0.025):
            v['company'] = None
        if self.chance(0.02):
            v['title'] = None
        if self.mask_pair and self.chance(0.8):
            v['company'], v['place'] = self.mask_pair
        kinds = {'en': ['Full-time', 'Internship', 'Part-time', 'Contract', 'Freelance', 'Temporary', 'Full Time', 'Permanent'], 'de': ['Vollzeit', 'Teilzeit', 'Praktikum', 'Werkstudent', 'Befristet', 'Minijob'],
                 'fr': ['CDI', 'CDD', 'Stage', 'Alternance', 'Intérim'], 'es': ['Jornada completa', 'Prácticas', 'Media jornada', 'Temporal'], 'nl': ['Fulltime', 'Parttime', 'Stage', 'Bijbaan'], 'it': ['Tempo pieno', 'Tirocinio', 'Part-time'],
                 'zh': ['全职', '实习', '兼职'], 'ja': ['正社員', '契約社員', 'アルバイト', '派遣社員'], 'ko': ['정규직', '계약직', '인턴'], 'pt': ['CLT', 'Estágio', 'Tempo integral']}.get(self.lang, ['Full-time', 'Part-time'])
        v['type'] = rng.choice(kinds) if self.chance(0.8) else None
        depts = {'en': ['Marketing Department', 'Human Resources', 'IT', 'Emergency Department', 'Finance', 'Operations', 'Customer Service', 'Research & Development', 'Sales Division', 'Surgical Ward', 'Global Markets', 'Consumer Products'],
                 'de': ['Abteilung Einkauf', 'Vertrieb', 'Personalabteilung', 'Konstruktion', 'IT', 'Innere Medizin'], 'fr': ['Service comptabilité', 'Direction commerciale', 'Ressources humaines'], 'zh': ['技术部', '市场部', '人力资源部', '财务部', '研发中心'],
                 'ja': ['営業部', '開発部', '人事部', '経理課', '第一営業部', 'システム開発部'], 'ko': ['개발팀', '영업부', '인사팀', '마케팅팀']}.get(self.lang)
        v['tags'] = w.skills(rng, rng.randint(2, 9)) if self.chance(0.8) else None
        v['dept'] = rng.choice(depts) if depts and self.chance(0.7) else None
        return v, start, end, current

    def printed(self, form, values):
        """The slots that the form prints."""
        if isinstance(form, Labelled):
            return {s for s, _ in form.slots}
        out = {s for line in form.lines for s in line} | {s for line in form.rights.values() for s in line}
        if form.where in ('rail', 'right-rail'):
            out.add('date')
            if form.place == 'rail':
                out.add('place')
        return out

    def gold_job(self, form, v, start, end, current, texts, kind='full-time'):
        has = self.printed(form, v) if form else {'title', 'company', 'date', 'place'}
        date = 'date' in has and v.get('date')
        job = {'type': kind, 'company': v['company'] if 'company' in has else None, 'title': v['title'] if 'title' in has else None, 'start_date': start if date else None, 'end_date': end if date else None,
               'current': bool(current and date), 'location': v.get('place') if 'place' in has else None, 'highlights': texts, 'description': None}
        self.gold['experience'].append(job)

    def job_text(self, item, section):
        """(flowables, texts) of what a job was about."""
        rng, label = self.rng, self.lab('job_text', section, item)
        facts = self.job_facts(label)
        body = self.body if self.body != 'mixed' else rng.choice(['bullets', 'prose', 'both'])
        n = rng.choice([0, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8]) if not self.narrow else rng.choice([0, 0, 1, 2, 3])
        texts = [self.w.duty(rng) for _ in range(n)]
        out = []
        joiner = '' if self.lang in ('zh', 'ja') else ' '
        said = []
        if body == 'none' or not texts:
            return facts, []
        out += facts
        if body in ('prose', 'both'):
            first = texts[:rng.randint(1, 3)] if body == 'both' else texts
            out.append(self.para(joiner.join(t if t[-1:] in '.。；;' else t + ('。' if joiner == '' else '.') for t in first), label, before=1))
            said += first
            texts = texts[len(first):] if body == 'both' else []
        if body == 'dash-run':
            out.append(self.para(' - '.join(texts), label))
            said += texts
            texts = []
        if texts and self.label_mode < 0.18:
            look = rng.choice([BOLD, ITALIC, PLAIN])
            word = self.resp_word if self.chance(0.75) else rng.choice(self.in_entry[0])
            out.append(self.para([(word + self.colon, None, look, None)], label, keep=self.size, before=rng.choice([0, 2])))
        for t in texts:
            if body == 'lines':
                out.append(self.para(t, label, indent=self.style['indent']))
            elif self.style['stray'] and self.chance(0.12) and len(t.split()) > 3:
                a = t.split(' ')
                k = rng.randint(0, len(a) - 1)
                runs = [(' '.join(a[:k]) + ' ', None, None, None)] if k else []
                runs += [(a[k], None, BOLD, None), (' ' + ' '.join(a[k + 1:]), None, None, None)]
                out.append(self.bulleted(runs, label))
            else:
                out.append(self.bulleted(t, label, after=self.style['bullet_gap']))
            said.append(t)
        if self.label_mode > 0.8 and self.chance(0.7):
            skills = self.w.skills(rng, rng.randint(2, 9))
            look = rng.choice([BOLD, BOLD, ITALIC, PLAIN])
            runs = [(self.tech_word + (self.colon or ':') + ' ', None, look, None), (rng.choice([', ', ', ', ' | ', ' · ']).join(skills), None, ITALIC if self.chance(0.2) else None, None)]
            out.append(self.para(runs, label, before=1, indent=rng.choice([0, 0, self.style['indent']])))
        return out, said

    def job_facts(self, label):
        """Lines of facts below a head: client, project, team, the firm's business."""
        rng, w = self.rng, self.w
        if self.lang == 'ja' and self.chance(0.3):
            text = rng.choice(['事業内容：', '業種：', '事業内容: ']) + rng.choice(['ソフトウェア開発', '食品の製造・販売', '人材サービス', '通信販売', '不動産賃貸']) + rng.choice(['', f'　従業員数：{rng.randint(10, 3000)}名', f'　資本金：{rng.randint(1, 90)}億円']).replace('　', ' ')
            return [self.para(text, label)]
        if not self.chance(0.05):
            return []
        word, value = rng.choice({'en': [('Client', 'C'), ('Project', 'F'), ('Team size', 'N'), ('Reports to', 'T'), ('Industry', 'F'), ('Role', 'T'), ('Reason for leaving', 'S'), ('Supervisor', 'M'), ('Hours per week', 'N'), ('Project Description', 'S')],
                                  'de': [('Branche', 'F'), ('Projekt', 'F'), ('Kunde', 'C'), ('Teamgröße', 'N'), ('Arbeitszeugnis', 'S')], 'fr': [('Client', 'C'), ('Projet', 'F'), ('Contexte', 'S'), ('Secteur', 'F')], 'es': [('Sector', 'F'), ('Cliente', 'C'), ('Proyecto', 'F')],
                                  'zh': [('项目名称', 'F'), ('汇报对象', 'T'), ('所属行业', 'F'), ('下属人数', 'N')], 'ko': [('프로젝트', 'F'), ('부서', 'F')]}.get(self.lang, [('Tel.', 'N'), ('Project', 'F')]))
        text = {'C': lambda: w.employer(rng), 'F': lambda: w.field(rng), 'N': lambda: str(rng.randint(2, 60)), 'T': lambda: w.title(rng), 'S': lambda: w.duty(rng), 'M': lambda: w.person(rng)[0]}[value]()
        return [self.para([(word + (self.colon or ':') + ' ', None, rng.choice([None, BOLD, ITALIC]), None), (text, None, None, None)], label)]

    def new_form(self, kind):
        make = Labelled if self.chance(0.05 if self.lang not in ('it', 'pl', 'ro', 'es') else 0.12) else Form
        self.rng.accent = self.style['accent']
        return make(self.rng, self.lang, kind, self.held, self.narrow)

    def place_item(self, form, rail, paras, body, first):
        """One item as flowables: a rail beside the head, cards, or lines one after another."""
        gap = self.gap if not first else 0
        if rail:
            share = self.style['rail']
            inside = paras + (body if form.body_rail else [])
            mark = self.style['accent'] if self.style['timeline'] else None
            row = Row([(share, rail), (1 - share, inside)] if form.where == 'rail' else [(1 - share, inside), (share, rail)], gap=self.style['rail_gap'], before=gap, mark=mark if form.where == 'rail' else None)
            return [row] + ([] if form.body_rail else body)
        return ([gap] if gap else []) + paras + body

    def jobs(self, section='experience', count=None, kind='full-time', back=0):
        rng = self.rng
        self.place_form = rng.random()
        if rng.random() < 0.06 and self.lang in ('zh', 'ja', 'ko'):
            return self.job_sentences(section)
        if self.lang in ('ja', 'zh', 'ko') and section == 'experience' and self.chance({'ja': 0.4, 'zh': 0.08, 'ko': 0.1}[self.lang]):
            return self.event_rows(section)
        x = rng.random()
        n = count or (rng.choice([1, 2, 2, 3, 3, 4, 4, 5, 6, 8]) if not self.narrow else rng.choice([1, 2, 3]))
        if self.fresh():
            return self.more_jobs(section, n, kind)
        if x < 0.06 and not self.narrow:
            return self.job_table(section, n, kind)
        if x < 0.115:
            return self.job_sentences(section)
        if x < 0.175:
            return self.job_bullets(section)
        form = self.job_form if self.job_form and self.chance(0.9) else self.new_form('job')
        self.job_form = form
        if x < 0.225 and not self.narrow and section == 'experience':
            return self.job_cards(form, section, n, kind)
        if x < 0.31 and isinstance(form, Form):
            return self.job_groups(section, n, kind)
        out = []
        for k, span in enumerate(self.timeline(n, back)):
            v, start, end, current = self.job_values(span)
            v['n'] = k + 1
            item = self.item()
            body, texts = self.job_text(item, section)
            rail, paras = form.render(v, self.lab('job_head', section, item), self.size, self.lead)
            out += self.place_item(form, rail, paras, body, not k)
            self.gold_job(form, v, start, end, current, texts, kind)
        return out

    def job_cards(self, form, section, n, kind):
        """Jobs side by side."""
        out, row = [], []
        per = self.rng.choice([2, 2, 3])
        narrow, self.narrow = self.narrow, True
        form = Form(self.rng, self.lang, 'job', self.held, True)
        while form.where in ('rail', 'right-rail'):
            form = Form(self.rng, self.lang, 'job', self.held, True)
        for k, span in enumerate(self.timeline(max(2, n))):
            v, start, end, current = self.job_values(span)
            item = self.item()
            body, texts = self.job_text(item, section)
            _, paras = form.render(v, self.lab('job_head', section, item), self.size, self.lead)
            row.append((1, paras + body))
            self.gold_job(form, v, start, end, current, texts, kind)
            if len(row) == per:
                out.append(Row(row, gap=14, before=self.gap))
                row = []
        if row:
            out.append(Row(row + [(1, [])] * (per - len(row)), gap=14, before=self.gap))
        self.narrow = narrow
        return out

    def job_groups(self, section, n, kind):
        """Several roles under one employer."""
        rng, out = self.rng, []
        look = rng.choice([BOLD, BOLD, PLAIN, Fmt(True, False, self.style['accent'], 1), Fmt(False, False, None, 1.1)])
        role_look = rng.choice([ITALIC, PLAIN, BOLD, PLAIN])
        sep = rng.choice([', ', ' | ', ' - ', ' – ', '\t', ' (', ' · '])
        total_right, own_total = self.chance(0.5), self.chance(0.4)
        date_mode = rng.choice(['right', 'right', 'sep', 'line', 'before'])
        place_right = self.chance(0.4)
        spans = self.timeline(n + 2)
        k = 0
        while k < len(spans) and k < n + 1:
            size = min(rng.choice([1, 1, 2, 2, 3]), len(spans) - k)
            company, place = self.w.employer(rng), self.w.place(rng, self.country, self.place_form) if self.chance(0.7) else None
            item = self.item()
            group = spans[k:k + size]
            dates = self.dates.span(group[-1][0], group[0][1], group[0][2])[0] if own_total else None
            runs = [(company, 'company', look, None)]
            right = []
            if place and place_right:
                right = [(place, 'location', None, None)]
            elif place:
                runs += [(sep, None, None, None), (place, 'location', None, None)] + ([(')', None, None, None)] if sep == ' (' else [])
            if dates and not right and total_right:
                right = [(''.join(dates), 'date', None, None)]
            elif dates:
                runs += [(' | ' if sep != ' | ' else ', ', None, None, None), (''.join(dates), 'date', None, None)]
            out.append(self.para(runs, self.lab('job_head', section, item), right=right or None, before=self.gap if k else 0, keep=self.size * 2.4))
            for j, span in enumerate(group):
                item = item if j == 0 else self.item()
                pieces, start, end, current = self.dates.span(*span)
                title, date = (self.w.title(rng), 'title', role_look, None), (''.join(pieces), 'date', None, None)
                label = self.lab('job_head', section, item)
                pad = rng.choice([0, 0, 0, 8])
                if date_mode == 'right':
                    out.append(self.para([title], label, right=[date], indent=pad, keep=self.size))
                elif date_mode == 'line':
                    out += [self.para([title], label, indent=pad, keep=self.size), self.para([date], label, indent=pad)]
                elif date_mode == 'before':
                    out.append(self.para([date, (' ', None, None, None), title], label, indent=pad, keep=self.size))
                else:
                    out.append(self.para([title, (sep if sep != ' (' else ' (', None, None, None), date] + ([(')', None, None, None)] if sep == ' (' else []), label, indent=pad, keep=self.size))
                body, texts = self.job_text(item, section)
                out += body
                self.gold['experience'].append({'type': kind, 'company': company, 'title': title[0], 'start_date': start, 'end_date': end, 'current': bool(current), 'location': place, 'highlights': texts, 'description': None})
            k += size
        return out

    def job_table(self, section, n, kind):
        """Jobs as the rows of a table, with or without a row of column names."""
        rng, out = self.rng, []
        slots = rng.choice([['date', 'title', 'company'], ['date', 'company', 'title'], ['company', 'title', 'date'], ['date', 'company', 'title', 'place'], ['title', 'company', 'place', 'date'], ['date', 'title+company', 'place'], ['company', 'place', 'title', 'date'], ['date', 'company+title']])
        from heads import labels
        names = {'date': 'dates', 'title': 'title', 'company': 'company', 'place': 'place'}
        shares = [{'date': 0.22, 'place': 0.18}.get(s, 0.3 if len(slots) > 2 else 0.7) for s in slots]
        grid = rng.choice([None, None, (0.6, 0.6, 0.6), (0, 0, 0)])
        if self.chance(0.65):
            look = rng.choice([BOLD, BOLD, PLAIN])
            out.append(Row([(sh, [self.para([(rng.choice(labels(names[s.split('+')[0]], self.lang)), None, look, None)], self.lab('other', section))]) for s, sh in zip(slots, shares)], gap=8, grid=grid, keep=self.size * 3))
        with_text = self.chance(0.35)
        for span in self.timeline(n + 1):
            v, start, end, current = self.job_values(span)
            item = self.item()
            label, cells = self.lab('job_head', section, item), []
            for s, sh in zip(slots, shares):
                paras = []
                for part in s.split('+'):
                    value = ''.join(v[part]) if part == 'date' and v['date'] else v[part]
                    if value:
                        paras.append(self.para([(value, {'place': 'location'}.get(part, part), BOLD if part == 'title' and '+' in s else None, None)], label))
                cells.append((sh, paras))
            body, texts = self.job_text(item, section) if with_text else ([], [])
            if body and self.chance(0.5) and len(slots) < 4:
                cells[-1][1].extend(body)
                body = []
            out.append(Row(cells, gap=8, before=rng.choice([0, 2]), grid=grid))
            out += body
            self.gold['experience'].append({'type': kind, 'company': v['company'] if any('company' in s for s in slots) else None, 'title': v['title'] if any('title' in s for s in slots) else None,
                                            'start_date': start if v['date'] else None, 'end_date': end if v['date'] else None, 'current': bool(current and v['date']), 'location': v['place'] if 'place' in slots else None, 'highlights': texts, 'description': None})
        return out

    def job_sentences(self, section):
        """Jobs told in sentences."""
        rng = self.rng
        forms = {'en': [['From ', 'D', ' I worked as ', 'T', ' at ', 'C', ' in ', 'P', '.'], ['D', ': ', 'T', ' at ', 'C', ', ', 'P', '.'], ['Worked as ', 'T', ' for ', 'C', ' (', 'D', ')', '.'], ['T', ' with ', 'C', ', ', 'D', '. '], ['C', ', ', 'P', ': ', 'T', ' ', 'D']],
                 'de': [['D', ' ', 'T', ' bei ', 'C', ', ', 'P'], ['D', ' bei ', 'C', ' als ', 'T'], ['Tätigkeit als ', 'T', ' bei der ', 'C', ', ', 'P', ' (', 'D', ')']], 'fr': [['D', ' : ', 'T', ' chez ', 'C', ', ', 'P'], ['D', ' ', 'T', ' à ', 'P', ' (', 'C', ')'], ['T', ' au sein de ', 'C', ' ', 'D']],
                 'es': [['D', ': ', 'T', ' en ', 'C', ', ', 'P', '.'], ['T', ' en la empresa ', 'C', ' (', 'D', ')']], 'it': [['D', ': ', 'T', ' presso ', 'C', ', ', 'P'], ['T', ' presso ', 'C', ' (', 'D', ')']], 'nl': [['D', ' ', 'T', ' bij ', 'C', ', ', 'P']],
                 'zh': [['D', '在', 'C', '担任', 'T', '。'], ['D', ' ', 'C', ' ', 'T'], ['D', ' 就职于', 'C', '，任', 'T', '一职。']], 'ja': [['D', ' ', 'C', 'に', 'T', 'として勤務'], ['D', ' ', 'C', ' ', 'T']], 'ko': [['D', ' ', 'C', ' ', 'T', ' 근무'], ['D', ' ', 'C', '에서 ', 'T', '로 근무']]}
        form = rng.choice(forms.get(self.lang) or [['D', ' ', 'T', ', ', 'C', ', ', 'P'], ['T', ' – ', 'C', ' (', 'D', ')']])
        as_bullets, out = self.chance(0.5), []
        for span in self.timeline(rng.choice([2, 3, 4, 5, 6])):
            v, start, end, current = self.job_values(span)
            item = self.item()
            text, texts = [], []
            for k, part in enumerate(form):
                after = form[k + 1] if k + 1 < len(form) else ''
                if after in ('D', 'T', 'C', 'P') and not {'D': v['date'], 'T': v['title'], 'C': v['company'], 'P': v['place']}[after] and part not in ('D', 'T', 'C', 'P'):
                    continue
                value = {'D': ''.join(v['date'] or []), 'T': v['title'], 'C': v['company'], 'P': v['place']}.get(part, part)
                text.append((value or '', {'D': 'date', 'T': 'title', 'C': 'company', 'P': 'location'}.get(part), BOLD if part == 'C' and self.gap > 8 else None, None))
            if self.chance(0.35):
                more = self.w.duty(rng)
                texts = [more]
                text.append((('' if self.lang in ('zh', 'ja') else ' ') + more, None, None, self.lab('job_text', section, item)))
            make = self.bulleted if as_bullets else self.para
            out.append(make(text, self.lab('job_head', section, item), before=self.gap / 2))
            v['place'] = v['place'] if 'P' in form else None
            self.gold_job(None, v, start, end, current, texts)
        return out

    def job_bullets(self, section):
        """Each job a bullet, its duties deeper bullets or none."""
        rng, out = self.rng, []
        form = Form(rng, self.lang, 'job', self.held)
        form.lines, form.rights, form.prefix = [[s for line in form.lines for s in line]], {k: v for k, v in form.rights.items() if k == 0}, False
        if form.where in ('rail', 'right-rail') or 'date' not in form.lines[0] + form.rights.get(0, []):
            form.lines[0].insert(rng.choice([0, len(form.lines[0])]), 'date')
            form.where = 'end'
        with_text = self.chance(0.5)
        for span in self.timeline(rng.choice([2, 3, 4, 5])):
            v, start, end, current = self.job_values(span)
            item = self.item()
            _, paras = form.render(v, self.lab('job_head', section, item), self.size, self.lead)
            if not paras:
                continue
            sign = self.bullet_sign or '•'
            p = paras[0]
            p.bullet, p.hang, p.indent, p.before, p.size = (sign, 'text', None), self.size * 1.1, 4, self.gap / 2, self.size
            out.append(p)
            body, texts = self.job_text(item, section) if with_text else ([], [])
            for b in body:
                b.indent += 14
            out += body
            self.gold_job(form, v, start, end, current, texts)
        return out

    def event_rows(self, section):
        """Year, month, event: the rows of East Asian forms (entered, left, as of now)."""
        rng, out, w = self.rng, [], self.w
        words = {'ja': (['入社', '入社', '就職'], ['一身上の都合により退社', '退社', '退職', '一身上の都合により退職'], ['現在に至る', '現在にいたる']), 'zh': (['入职', '加入'], ['离职'], ['至今']), 'ko': (['입사'], ['퇴사', '퇴직'], ['재직 중'])}[self.lang]
        grid = rng.choice([None, (0.5, 0.5, 0.5), (0, 0, 0)])
        masked = self.chance(0.12)
        era = self.lang == 'ja' and self.chance(0.3)
        spans = sorted(self.timeline(rng.choice([1, 2, 2, 3, 4])))
        columns = self.chance(0.8)

        def row(point, runs, label):
            y = ('20XX' if masked else (f'令和{point[0] - 2018}' if point[0] > 2019 else f'平成{point[0] - 1988}') if era else str(point[0])) if point else ''
            m = ('X' if masked and self.chance(0.3) else str(point[1])) if point else ''
            unit = rng.choice([('', ''), ('년', '월') if self.lang == 'ko' else ('年', '月')]) if point else ('', '')
            if columns:
                cells = [(0.12, [self.para([(y + unit[0], 'date', None, None)], label, align='center')] if y else []), (0.08, [self.para([(m + unit[1], 'date', None, None)], label, align='center')] if m else []), (0.8, [self.para(runs, label)])]
                return Row(cells, gap=6, grid=grid, before=2)
            return self.para(([(f'{y}년 {m}월' if self.lang == 'ko' else f'{y}年{m}月', 'date', None, None), (rng.choice([' ', '\t']), None, None, None)] if y else []) + runs, label)
        for k, (start, end, current) in enumerate(spans):
            item = self.item()
            label = self.lab('job_head', section, item)
            company = w.employer(rng)
            joined = rng.choice(words[0])
            gap = rng.choice([' ', ' ', ''])
            title = w.title(rng) if self.chance(0.35) else None
            out.append(row(start, [(company, 'company', None, None), (gap + joined, None, None, None)], label))
            if title or self.chance(0.25):
                dept = rng.choice(['営業部', '開発部', '人事部', '総務課', '東京支店']) if self.lang == 'ja' else rng.choice(['技术部', '市场部', '财务部']) if self.lang == 'zh' else '개발팀'
                runs = [(dept, 'department', None, None)] + ([(' ', None, None, None), (title, 'title', None, None)] if title else []) + [(rng.choice([' 配属', 'に配属', '']) if self.lang == 'ja' else '', None, None, None)]
                out.append(row(start if self.chance(0.3) else None, runs, label))
            if self.chance(0.3):
                body, texts = self.job_text(item, section)
                if body and columns:
                    out.append(Row([(0.2, []), (0.8, body)], gap=6))
                else:
                    out += body
            else:
                texts = []
            last = k == len(spans) - 1
            if last and current:
                out.append(row(None, [(rng.choice(words[2]), 'date', None, None)], label))
            else:
                again = rng.choice([(company + gap, 'company'), ('', None), ('同社 ', None), ('同 ', None)]) if self.lang == 'ja' else rng.choice([(company + ' ', 'company'), ('', None)])
                out.append(row(end, ([(again[0], again[1], None, None)] if again[0] else []) + [(rng.choice(words[1]), None, None, None)], label))
            iso = lambda p: None if masked else f'{p[0]}-{p[1]:02d}'
            now = last and current
            self.gold['experience'].append({'type': 'full-time', 'company': company, 'title': title, 'start_date': iso(start), 'end_date': None if now else iso(end), 'current': bool(now), 'location': None, 'highlights': texts, 'description': None})
        if self.lang == 'ja' and self.chance(0.6):
            out.append(self.para('以上', self.lab('other', section), align='right'))
        return out

    def field_jobs(self, section='experience'):
        """The heads of a portal's anonymised resumes: dates, title, "Company Name", "City , State" in one line."""
        rng, out = self.rng, []
        co, pl = rng.choice([('Company Name', 'City , State'), ('Company Name', 'City'), ('Company Name', 'City , State , Country')])
        bar = rng.choice([' - ', ' － ', ' ', ' – ', ' ï¼​ '])
        order = rng.choice([['D', ' ', 'C', bar, 'P', ' ', 'T'], ['D', ' ', 'T', ' ', 'C', bar, 'P'], ['T', ' ', 'D', ' ', 'C', bar, 'P'], ['C', bar, 'P', ' ', 'T', ' ', 'D'], ['T', '\n', 'D', ' ', 'C', bar, 'P'], ['C', ' ', 'D', ' ', 'T', '\n', 'P'],
                            ['S', '\n', 'C', bar, 'P', ' ', 'T'], ['C', ' ', 'P', '\n', 'T', '\n', 'D'], ['T', '\n', 'C', bar, 'P', ' ', 'D'], ['D', '\n', 'T', bar, 'C', '\n']])
        dates = Dates(rng, 'en', 0)
        dates.kind, dates.sep, dates.present, dates.since, dates.duration, dates.mask, dates.from_word = rng.choice(['mm/', 'mm/', 'month', 'mon', 'year']), ' to ', 'Current', '', False, None, ''
        if self.chance(0.15):
            co, pl = None, None
        look = rng.choice([PLAIN, PLAIN, BOLD])
        for k, span in enumerate(self.timeline(rng.choice([2, 3, 4, 5, 6]))):
            pieces, start, end, current = dates.span(*span)
            company, place = co or self.w.employer(rng), pl or self.w.place(rng, self.country, 0.1)
            if self.chance(0.1):
                place = None
            title = self.w.title(rng)
            item = self.item()
            label = self.lab('job_head', section, item)
            line = []
            for part in order + ['\n']:
                if part == '\n':
                    if any(t.strip() for t, _, _, _ in line):
                        out.append(self.para(line, label, before=self.gap if k else 0, keep=self.size))
                    line = []
                elif part == 'S':
                    out += [self.para([(t, 'date', None, None)], label, keep=self.size) for t in (pieces[0], 'to', pieces[-1])]
                else:
                    value = {'D': ''.join(pieces), 'T': title, 'C': company, 'P': place}.get(part, part)
                    if value:
                        line.append((value, {'D': 'date', 'T': 'title', 'C': 'company', 'P': 'location'}.get(part), look if part in 'TC' else None, None))
            body, texts = self.job_text(item, section)
            out += body
            has = {p for p in order}
            self.gold['experience'].append({'type': 'full-time', 'company': company, 'title': title, 'start_date': start, 'end_date': end, 'current': bool(current), 'location': place if 'P' in has else None, 'highlights': texts, 'description': None})
        return out

    def volunteer(self):
        rng, w = self.rng, self.w
        old_title, old_employer = w.title, w.employer
        keep = self.body
        self.body = rng.choice(['bullets', 'none', 'none', 'prose'])
        try:
            if w.p.get('vol_titles'):
                titles, orgs = w.p['vol_titles'], w.p.get('vol_orgs') or ['Red Cross']
                w.title = lambda r: r.choice(titles) if r.random() < 0.7 else r.choice(['Volunteer', 'Board Member', 'Mentor', 'Tutor', 'Coach', 'Treasurer'])
                w.employer = lambda r: r.choice(orgs) if r.random() < 0.5 else old_employer(r)
            return self.jobs('volunteer', rng.choice([1, 1, 2, 3]), 'volunteer')
        finally:
            w.__dict__.pop('title', None)
            w.__dict__.pop('employer', None)
            self.body = keep

    def military(self):
        rng = self.rng
        item = self.item()
        rank = rng.choice(['Sergeant', 'E-5', 'Petty Officer Second Class', 'Corporal', 'Captain', 'Specialist', 'Wehrdienst', 'Zivildienst', 'Er'])
        force = rng.choice(['United States Army', 'U.S. Navy', 'US Marine Corps', 'Bundeswehr', 'Royal Air Force', 'Army National Guard', 'Österreichisches Bundesheer'])
        pieces, start, end, current = self.dates.span(*self.timeline(1, 8)[0])
        parts = [(rank, 'title'), (force, 'company'), (''.join(pieces), 'date')]
        rng.shuffle(parts)
        runs = []
        for t, f in parts:
            runs += ([(', ', None, None, None)] if runs else []) + [(t, f, None, None)]
        self.gold['experience'].append({'type': 'full-time', 'company': force, 'title': rank, 'start_date': start, 'end_date': end, 'current': bool(current), 'location': None, 'highlights': [], 'description': None})
        return [self.para(runs, self.lab('job_head', 'military', item))]

    # --- education ------------------------------------------------------------------------------

    def grade(self):
        rng = self.rng
        words = lx.WORDS.get(self.lang, {}).get('grade') or ['']
        value = rng.choice({'en': ['3.8', '3.67/4.0', '3.9/4.00', '85%', 'First Class Honours', '2:1', 'magna cum laude', '8.4/10', 'Distinction', 'CGPA 8.1', 'summa cum laude', '72.5%'], 'de': ['1,7', '2,3', 'sehr gut', 'gut (2,0)', '1,3'], 'fr': ['Mention bien', 'mention très bien', '15/20'],
                            'es': ['8,5', '9,1/10', 'Sobresaliente'], 'it': ['110/110 e lode', '105/110', '98/110', '85/100'], 'nl': ['7,8', 'cum laude'], 'pt': ['16 valores', '8,7'], 'zh': ['3.7/4.0', '专业前10%', '3.6'], 'ko': ['4.1/4.5', '3.9/4.5'], 'ja': ['3.5']}.get(self.lang, ['4.5/5', '3.8']))
        return (rng.choice(words), value)

    def study_values(self, k):
        rng, w = self.rng, self.w
        y = self.now - rng.choice([0, 1, 2, 4, 6, 10, 15]) - 3 * k
        length = rng.choice([1, 2, 3, 3, 4, 5])
        m = rng.choice([5, 6, 7, 9, 12, rng.randint(1, 12)])
        only_end = self.edu_dates == 'end'
        if self.chance(0.06):
            v_date, s, e, c = None, None, None, False
        elif self.chance(0.08) and not k:
            v_date, s, e, c = self.edu_date_form.span((y - 1, 9), None, True)
        else:
            v_date, s, e, c = self.edu_date_form.span(None if only_end else (y - length, 9), (y, m), False)
        expected = ''
        if v_date and only_end and self.chance(0.1):
            words = lx.WORDS.get(self.lang, {}).get('expected') or ['Expected ']
            v_date = [rng.choice(words + (['Expected graduation: ', 'Graduated: ', 'Graduation: ', 'Awarded '] if self.lang == 'en' else []))] + v_date
        v = {'degree': w.degree(rng) if not self.chance(0.06) else None, 'field': w.field(rng) if self.chance(0.78) else None, 'school': w.school(rng) if not self.chance(0.03) else None,
             'place': w.place(rng, self.country, self.place_form) if self.chance(0.7) else None, 'date': v_date, 'grade': self.grade() if self.chance(0.5) else None}
        v['tags'] = [w.field(rng) for _ in range(rng.randint(2, 6))] if self.chance(0.6) else None
        if self.mask_pair and self.chance(0.7):
            v['place'] = self.mask_pair[1]
        if self.fresh() and not w.blank:
            self.degree_pair(v)
        return v, s, e, c

    def gold_study(self, form, v, s, e, c):
        has = self.printed(form, v) if form else {'degree', 'field', 'school', 'date'}
        if isinstance(form, Form) and 'degree' in has:
            has.add('field')
        date = 'date' in has and v.get('date')
        self.gold['education'].append({'institution': v['school'] if 'school' in has else None, 'degree': v['degree'] if 'degree' in has else None, 'field_of_study': v['field'] if 'field' in has else None,
                                       'graduation_date': (e or (s if not c else None)) if date else None})

    def education(self, section='education'):
        rng = self.rng
        self.place_form = rng.random()
        self.edu_date_form = self.dates if self.chance(0.75) else Dates(rng, self.lang, 0)
        if self.chance(0.3) and not self.edu_date_form.mask:
            import copy
            self.edu_date_form = copy.copy(self.edu_date_form)
            self.edu_date_form.kind = 'year'
        self.edu_dates = 'end' if self.chance(0.45) else 'span'
        n = rng.choice([1, 1, 2, 2, 2, 3, 3, 4])
        x = rng.random()
        if self.fresh() and not (self.lang == 'ja' and x < 0.3):
            return self.more_studies(section, n)
        if self.lang in ('ja', 'zh', 'ko') and x < {'ja': 0.4, 'zh': 0.06, 'ko': 0.08}[self.lang]:
            return self.study_rows(section, n)
        if x < 0.5 and self.lang in ('zh', 'ko') and x > 0.2 or x > 0.93:
            return self.study_strings(section, n)
        if x < 0.07:
            return self.study_groups(section, n)
        if x < 0.14:
            return self.study_alternating(section, n)
        if x < 0.2:
            return self.study_bullets(section, n)
        if x > 0.88 and not self.narrow:
            return self.study_table(section, n)
        if 0.2 < x < 0.26 and not self.narrow and n > 1:
            return self.study_cards(section, n)
        form = self.edu_form = self.new_form('edu')
        if isinstance(form, Form) and isinstance(self.job_form, Form) and self.chance(0.6):
            self.align_forms(form)
        out = []
        for k in range(n):
            v, s, e, c = self.study_values(k)
            item = self.item()
            rail, paras = form.render(v, self.lab('edu_head', section, item), self.size, self.lead)
            out += self.place_item(form, rail, paras, self.study_text(item, section), not k)
            self.gold_study(form, v, s, e, c)
        return out

    def align_forms(self, form):
        """Education looks like the jobs: dates in the same place."""
        job = self.job_form
        if job.where in ('rail', 'right-rail'):
            form.lines = [[s for s in line if s != 'date'] for line in form.lines]
            form.lines = [line for line in form.lines if line]
            form.rights = {k: [s for s in v if s != 'date'] for k, v in form.rights.items() if k < len(form.lines)}
            form.where, form.date_stack, form.body_rail = job.where, job.date_stack, job.body_rail
        form.sep, form.minor, form.sep_name, form.lead_size, form.prefix = job.sep, job.minor, job.sep_name, job.lead_size, False

    def study_text(self, item, section):
        rng, label, out = self.rng, self.lab('edu_text', section, item), []
        x = rng.random()
        if self.fresh():
            return self.more_study_text(item, section)
        if 0.4 < x < 0.44 and not self.narrow:
            words = lx.WORDS.get(self.lang, {}).get('courses') or ['Courses']
            names = [self.w.field(rng) for _ in range(rng.choice([4, 6, 6]))]
            per = rng.choice([2, 3])
            return [self.para([(rng.choice(words) + rng.choice(['', ':']), None, BOLD if self.chance(0.5) else None, None)], label)] + [Row([(1, [self.para(t, label)]) for t in names[k:k + per]] + [(1, [])] * (per - len(names[k:k + per])), gap=8) for k in range(0, len(names), per)]
        if x < 0.14:
            words = lx.WORDS.get(self.lang, {}).get('courses') or ['Courses']
            out.append(self.para([(rng.choice(words) + ': ', None, BOLD if self.chance(0.4) else None, None), (', '.join(self.w.field(rng) for _ in range(rng.randint(3, 7))), None, None, None)], label))
        elif x < 0.22:
            thesis = {'de': 'Abschlussarbeit: ', 'fr': 'Mémoire : ', 'es': 'Tesis: ', 'it': 'Tesi: ', 'nl': 'Scriptie: ', 'zh': '毕业论文：', 'ja': '卒業論文：', 'ko': '졸업논문: '}.get(self.lang, rng.choice(['Thesis: ', 'Dissertation: ', 'Minor: ', 'Focus: ', 'Specialization: ', 'Activities: ']))
            out.append(self.bulleted([(thesis, None, None, None), (self.w.field(rng) + rng.choice([' and ', ' in ', ': ', ' & ']) + self.w.field(rng), None, ITALIC if self.chance(0.2) else None, None)], label))
        elif x < 0.33:
            out += [self.bulleted(self.w.duty(rng) if self.lang != 'en' else rng.choice(self.w.fb.get('awards') or [self.w.duty(rng)]), label) for _ in range(rng.randint(1, 3))]
        elif x < 0.4:
            g = self.grade()
            out.append(self.para([(g[0] or 'GPA: ', None, None, None), (g[1], 'grade', None, self.lab('edu_head', section, item))], label))
        return out

    def study_alternating(self, section, n):
        """Degrees and schools in turn, every line alike."""
        out, first = [], self.chance(0.5)
        for k in range(n):
            v, s, e, c = self.study_values(k)
            v['degree'] = v['degree'] or self.w.degree(self.rng)
            v['school'] = v['school'] or self.w.school(self.rng)
            item = self.item()
            label = self.lab('edu_head', section, item)
            degree = [(v['degree'], 'degree', None, None)] + ([(self.style['in_sep'], None, None, None), (v['field'], 'field', None, None)] if v['field'] else [])
            school = [(v['school'], 'institution', None, None)]
            if v['date']:
                (school if self.style['alt'] else degree).extend([(', ', None, None, None), (''.join(v['date']), 'date', None, None)])
            for runs in ((degree, school) if first else (school, degree)):
                out.append(self.bulleted(runs, label) if self.style['alt_bullets'] else self.para(runs, label))
            self.gold['education'].append({'institution': v['school'], 'degree': v['degree'], 'field_of_study': v['field'], 'graduation_date': e or (s if not c else None)})
        return out

    def study_groups(self, section, n):
        """Several degrees under one school."""
        rng, out = self.rng, []
        look, mode = rng.choice([BOLD, BOLD, PLAIN]), rng.choice(['right', 'comma', 'brackets', 'front'])
        for k in range(rng.choice([1, 1, 2])):
            school, place, item = self.w.school(rng), self.w.place(rng, self.country, self.place_form) if self.chance(0.6) else None, self.item()
            runs = [(school, 'institution', look, None)] + ([(', ', None, None, None), (place, 'location', None, None)] if place else [])
            out.append(self.para(runs, self.lab('edu_head', section, item), before=self.gap if k else 0, keep=self.size * 2))
            for j in range(rng.choice([1, 2, 2, 3])):
                v, s, e, c = self.study_values(2 * k + j)
                item = item if j == 0 else self.item()
                label, date = self.lab('edu_head', section, item), (''.join(v['date'] or []), 'date', None, None)
                runs = [(v['degree'] or self.w.degree(rng), 'degree', None, None)] + ([(self.style['in_sep'], None, None, None), (v['field'], 'field', None, None)] if v['field'] else [])
                v['degree'] = runs[0][0]
                right = [date] if mode == 'right' and v['date'] else None
                if v['date'] and mode == 'front':
                    runs = [date, (' ', None, None, None)] + runs
                elif v['date'] and not right:
                    runs += [(', ' if mode == 'comma' else ' (', None, None, None), date] + ([(')', None, None, None)] if mode == 'brackets' else [])
                out.append((self.bulleted if self.style['alt_bullets'] and not right else self.para)(runs, label, right=right))
                out += self.study_text(item, section) if self.chance(0.3) else []
                self.gold['education'].append({'institution': school, 'degree': v['degree'], 'field_of_study': v['field'], 'graduation_date': (e or (s if not c else None)) if v['date'] else None})
        return out

    def study_cards(self, section, n):
        """Studies side by side."""
        form = Form(self.rng, self.lang, 'edu', self.held, True)
        while form.where in ('rail', 'right-rail'):
            form = Form(self.rng, self.lang, 'edu', self.held, True)
        cells, fill = [], self.rng.random() < 0.3
        for k in range(n):
            v, s, e, c = self.study_values(k)
            item = self.item()
            _, paras = form.render(v, self.lab('edu_head', section, item), self.size, self.lead)
            cells.append((1, paras + self.study_text(item, section)))
            self.gold_study(form, v, s, e, c)
        per = self.rng.choice([2, 2, 3])
        cells += [(1, [])] * (-len(cells) % per)
        return [Row(cells[k:k + per], gap=14, before=self.gap, grid=(0.8, 0.8, 0.8) if fill else None) for k in range(0, len(cells), per)]

    def numbers(self):
        """Figures of an info-graphic: a large number above its meaning."""
        rng = self.rng
        label = self.lab('other', 'strengths')
        words = {'de': ['Jahre Erfahrung', 'Projekte', 'Kunden', 'Länder'], 'fr': ['ans d’expérience', 'projets', 'clients'], 'es': ['años de experiencia', 'proyectos', 'clientes'], 'zh': ['年经验', '个项目', '家客户'], 'ja': ['年の経験', '件の案件'], 'ko': ['년 경력', '개 프로젝트']}.get(self.lang, ['Years of experience', 'Projects', 'Publications', 'Patents', 'Happy clients', 'Countries', 'Awards'])
        cells = [(1, [self.para(str(rng.choice([3, 5, 8, 12, 25, 32, 40, 100])) + rng.choice(['', '+', '%']), label, size=self.size * rng.choice([1.3, 1.8]), fmt=BOLD), self.para(t, label, size=self.size * 0.9)]) for t in rng.sample(words, min(len(words), rng.randint(2, 4)))]
        return [Row(cells, gap=8)] if not self.narrow else [x for _, c in cells for x in c]

    def study_bullets(self, section, n):
        """Each study one line, often a bullet, in any order of the fields."""
        rng, out = self.rng, []
        form = Form(rng, self.lang, 'edu', self.held)
        line = [s for line in form.lines for s in line]
        if 'date' not in line:
            line.insert(rng.choice([0, len(line)]), 'date')
        form.lines, form.rights, form.where, form.prefix, form.place = [line], {}, 'end', False, 'none'
        bullets = self.chance(0.6)
        for k in range(n):
            v, s, e, c = self.study_values(k)
            item = self.item()
            _, paras = form.render(v, self.lab('edu_head', section, item), self.size, self.lead)
            for p in paras:
                p.before = self.gap / 2
                if bullets and self.bullet_sign:
                    p.bullet, p.hang, p.indent = (self.bullet_sign, 'text', None), self.size * 1.1, 4
            out += paras
            self.gold_study(form, v, s, e, c)
        return out

    def study_strings(self, section, n):
        """School, department, degree in one string with little or nothing between."""
        rng, out = self.rng, []
        gap = rng.choice([' ', ' ', '', '  ']) if self.lang in ('zh', 'ko', 'ja') else rng.choice([' ', ' ', ', ', ' : '])
        order = rng.choice([['date', 'school', 'faculty', 'field', 'degree'], ['school', 'field', 'degree', 'date'], ['date', 'school', 'field', 'degree'], ['school', 'faculty', 'field', 'degree', 'date'], ['date', 'school', 'degree', 'field'], ['degree', 'field', 'date', 'school', 'place'], ['degree', 'field', 'school', 'date'], ['school', 'date', 'degree', 'field']])
        for k in range(n):
            v, s, e, c = self.study_values(k)
            item, runs = self.item(), []
            v['faculty'] = rng.choice(phrases.FACULTY[self.lang]) if self.lang in phrases.FACULTY and self.chance(0.6) else None
            suffix = {'zh': '专业', 'ja': '専攻', 'ko': '과'}.get(self.lang, '')
            for part in order:
                value = ''.join(v['date']) if part == 'date' and v['date'] else v.get(part)
                if value:
                    runs += [(' ' if 'date' in (part, last) else gap, None, None, None)] if runs else []
                    runs.append((value + (suffix if part == 'field' and gap == '' else ''), {'school': 'institution', 'faculty': 'department', 'place': 'location'}.get(part, part), None, None))
                    last = part
            out.append(self.para(runs, self.lab('edu_head', section, item), before=self.gap if k else 0))
            self.gold['education'].append({'institution': v['school'], 'degree': v['degree'], 'field_of_study': v['field'], 'graduation_date': (e or (s if not c else None)) if v['date'] else None})
        return out

    def study_rows(self, section, n):
        rng, out = self.rng, []
        words = {'ja': (['入学'], ['卒業', '卒業', '修了', '中退']), 'zh': (['入学'], ['毕业']), 'ko': (['입학'], ['졸업'])}[self.lang]
        grid = rng.choice([None, (0.5, 0.5, 0.5), (0, 0, 0)])
        y = self.now - rng.randint(3, 20)
        both = self.chance(0.65)
        for k in range(n):
            item = self.item()
            label = self.lab('edu_head', section, item)
            school, faculty, field = self.w.school(rng), rng.choice(phrases.FACULTY[self.lang]) if self.chance(0.6) else None, self.w.field(rng) if self.chance(0.7) else None
            gap, again = rng.choice([' ', '', ' ']), both and self.chance(0.3)
            degree = rng.choice(['修士課程', '博士前期課程', '修士', '博士後期課程']) if self.lang == 'ja' and self.chance(0.15) else None
            field = field and (field if self.lang != 'ja' or field.endswith(('学', '科')) else field + '学科')
            study = rng.choice(['', ' ']).join(t for t in (faculty, field) if t) if not degree else faculty and faculty.replace('学部', '学研究科' if self.chance(0.3) else '研究科')
            field = (study or None) if self.lang == 'ja' else field
            rows = ([(y - 4, 4, words[0][0])] if both else []) + [(y, 3, rng.choice(words[1]))]
            for r, (yy, mm, event) in enumerate(rows):
                runs = [(school, 'institution', None, None)]
                if r == 0 or self.chance(0.5):
                    runs += ([(gap, None, None, None), (study, 'field', None, None)] if study else []) if self.lang == 'ja' else ([(gap, None, None, None), (faculty, 'department', None, None)] if faculty else []) + ([(gap, None, None, None), (field, 'field', None, None)] if field else [])
                    runs += [(rng.choice([gap, ' ']), None, None, None), (degree, 'degree', None, None)] if degree else []
                elif self.lang == 'ja' and again:
                    runs = [(rng.choice(['同', '同校', '同上']), None, None, None)]
                runs.append((rng.choice([' ', gap]) + event, None, None, None))
                out.append(Row([(0.12, [self.para([(str(yy), 'date', None, None)], label, align='center')]), (0.08, [self.para([(str(mm), 'date', None, None)], label, align='center')]), (0.8, [self.para(runs, label)])], gap=6, grid=grid, before=2))
            self.gold['education'].append({'institution': school, 'degree': degree, 'field_of_study': field, 'graduation_date': f'{y}-03'})
            y += 4
        return out

    def study_table(self, section, n):
        rng, out = self.rng, []
        slots = rng.choice([['degree', 'school', 'date'], ['date', 'degree', 'school'], ['school', 'degree', 'date', 'grade'], ['degree', 'field', 'school', 'date'], ['degree', 'school', 'date', 'grade'], ['date', 'school', 'degree']])
        from heads import labels
        names = {'date': 'dates', 'degree': 'degree', 'school': 'school', 'field': 'study'}
        grid = rng.choice([None, (0.6, 0.6, 0.6), (0, 0, 0)])
        if self.chance(0.7):
            out.append(Row([(1, [self.para([(rng.choice(labels(names[s], self.lang)) if s in names else rng.choice(['Grade', 'CGPA', '%', 'Result']), None, BOLD if self.chance(0.7) else None, None)], self.lab('other', section))]) for s in slots], gap=8, grid=grid, keep=self.size * 3))
        for k in range(n):
            v, s, e, c = self.study_values(k)
            item = self.item()
            label = self.lab('edu_head', section, item)
            cells = []
            for slot in slots:
                value = ''.join(v['date']) if slot == 'date' and v['date'] else v[slot][1] if slot == 'grade' and v['grade'] else v.get(slot)
                runs = [(value, {'school': 'institution'}.get(slot, slot), None, None)] if value and isinstance(value, str) else []
                if slot == 'degree' and 'field' not in slots and v['field'] and runs:
                    runs += [(self.style['in_sep'], None, None, None), (v['field'], 'field', None, None)]
                cells.append((1, [self.para(runs, label)] if runs else []))
            out.append(Row(cells, gap=8, grid=grid, before=1))
            self.gold['education'].append({'institution': v['school'], 'degree': v['degree'], 'field_of_study': v['field'] if v['degree'] or 'field' in slots else None, 'graduation_date': (e or (s if not c else None)) if v['date'] else None})
        return out

    # --- lists ----------------------------------------------------------------------------------

    def skills(self, section='skills', names=None):
        rng = self.rng
        if self.fresh() and rng.random() < (0.25 if self.lang in ('de', 'fr', 'it', 'pl', 'cs') else 0.1):
            return self.knowledge(section)
        if rng.random() < 0.06:
            return getattr(self, rng.choice(['skills_percent', 'skills_percent', 'skills_by_level'] + ([] if self.narrow else ['skills_matrix'])))(section, names)
        if self.narrow:
            form = rng.choices(['lines', 'bullets', 'meters', 'chips', 'groups', 'commas', 'levels'], [24, 24, 22, 8, 10, 10, 8])[0]
        else:
            form = rng.choices(['commas', 'groups', 'grid', 'bullets', 'columns', 'chips', 'meters', 'prose', 'levels', 'bars', 'lines', 'group-bullets', 'group-lines'], [16, 24, 10, 8, 8, 4, 6, 4, 4, 5, 3, 6, 5])[0]
        made = getattr(self, 'skills_' + form.replace('-', '_'))(section, names)
        return made

    def noted(self, skills):
        self.gold['skills'] += [s for s in skills if s not in self.gold['skills']]
        return skills

    def list_runs(self, items, seps=None):
        sep = self.rng.choice(seps or [', ', ', ', ', ', ' | ', ' • ', ' · ', '; ', ' / ', ',']) if self.lang not in ('zh', 'ja') or self.chance(0.4) else self.rng.choice(['、', '，', ' / ', '、'])
        runs = []
        for s in items:
            runs += ([(sep, None, None, None)] if runs else []) + [(s, 'skill', None, None)]
        if self.chance(0.1):
            runs.append(('.', None, None, None))
        return runs

    def skills_commas(self, section, names=None):
        skills = self.noted(self.w.skills(self.rng, self.rng.choice([4, 6, 8, 12, 18, 26])))
        return [self.para(self.list_runs(skills), self.lab('skill', section, self.item()))]

    def skills_lines(self, section, names=None):
        item = self.item()
        return [self.para([(s, 'skill', None, None)], self.lab('skill', section, item)) for s in self.noted(self.w.skills(self.rng, self.rng.randint(3, 10)))]

    def skills_bullets(self, section, names=None):
        item = self.item()
        out = []
        for s in self.noted(self.w.skills(self.rng, self.rng.randint(3, 10))):
            runs = [(s, 'skill', None, None)]
            if self.chance(0.06):
                runs += [(' - ' + self.w.duty(self.rng), None, None, None)]
            out.append(self.bulleted(runs, self.lab('skill', section, item)))
        return out

    def group_names(self, n):
        pool = {'en': ['Languages', 'Programming Languages', 'Frameworks', 'Tools', 'Databases', 'Software', 'Technical', 'Soft Skills', 'Cloud', 'Office', 'Design', 'Operating Systems', 'Methods', 'Other', 'Libraries', 'Platforms', 'Machine Learning', 'Finance', 'Clinical', 'Laboratory', 'Management', 'Hardware', 'Backend', 'Frontend', 'DevOps', 'Proficient', 'Familiar', 'Expert', 'Working knowledge', 'Interpersonal'],
                'de': ['EDV', 'Programmiersprachen', 'Office', 'Betriebssysteme', 'Datenbanken', 'Werkzeuge', 'Methoden', 'Sonstiges', 'Software', 'Persönliche Stärken', 'CAD'], 'fr': ['Langages', 'Bureautique', 'Logiciels', 'Outils', 'Bases de données', 'Systèmes', 'Méthodes', 'Autres'], 'es': ['Lenguajes', 'Ofimática', 'Herramientas', 'Bases de datos', 'Sistemas', 'Otros', 'Software'],
                'it': ['Linguaggi', 'Software', 'Strumenti', 'Database', 'Sistemi operativi', 'Altro'], 'nl': ['Programmeertalen', 'Software', 'Tools', 'Databases', 'Overig'], 'pt': ['Linguagens', 'Ferramentas', 'Bancos de dados', 'Sistemas', 'Outros'], 'zh': ['编程语言', '框架', '数据库', '工具', '办公软件', '其他'], 'ja': ['言語', 'フレームワーク', 'データベース', 'ツール', 'OS', 'その他'], 'ko': ['언어', '프레임워크', '데이터베이스', '도구', '기타']}
        names = list(pool.get(self.lang, pool['en']))
        self.rng.shuffle(names)
        return names[:n]

    def groups(self):
        rng = self.rng
        names = self.group_names(rng.randint(2, 6))
        if self.chance(0.3) and self.w.p.get('groups'):
            names = rng.sample(self.w.p['groups'], min(len(self.w.p['groups']), len(names)))
        return [(n, self.noted(self.w.skills(rng, rng.choice([1, 2, 3, 4, 5, 6, 8])))) for n in names]

    def skills_groups(self, section, names=None):
        rng, out = self.rng, []
        look = rng.choice([BOLD, BOLD, BOLD, ITALIC, PLAIN, Fmt(True, False, self.style['accent'], 1)])
        colon = rng.choice([': ', ': ', ': ', ' - ', ' – ', '\t', ' : ', '  '])
        table, bullets = self.chance(0.25), self.chance(0.2)
        seps = [rng.choice([', ', ', ', ', ', ' | ', ' · ', '; ', '/ '])]
        for name, skills in self.groups():
            label = self.lab('skill', section, self.item())
            if self.chance(0.05):
                out.append(self.other_row(look, colon, bullets))
                continue
            if table:
                share = 0.4 if self.narrow else 0.24
                out.append(Row([(share, [self.para([(name + rng.choice(['', ':']), 'group', look, None)], label)]), (1 - share, [self.para(self.list_runs(skills, seps), label)])], gap=8, before=1))
            else:
                out.append((self.bulleted if bullets else self.para)([(name, 'group', look, None), (colon, None, look if colon[0] == ':' else None, None)] + self.list_runs(skills, seps), label))
        return out

    def other_row(self, look, colon, bullets):
        """A row of a skills list that is none: spoken languages, certificates, interests."""
        rng, w = self.rng, self.w
        kind = rng.choice(['languages', 'languages', 'languages', 'certifications', 'interests'])
        make = self.bulleted if bullets else self.para
        name = rng.choice(w.headings(kind)[:6] or ['Languages'])
        runs, role = [], {'languages': 'language', 'certifications': 'cert', 'interests': 'interest'}[kind]
        for k in range(rng.randint(1, 4)):
            label = self.lab(role, kind, self.item() if role != 'interest' else -1)
            runs += [(rng.choice([', ', ', ', '; ']), None, None, label)] if k else [(name, 'group', look, label), (colon, None, look if colon[0] == ':' else None, label)]
            if kind == 'languages':
                language = rng.choice(w.language_names()[:40])
                self.gold['languages'].append({'language': language, 'proficiency': None})
                runs.append((language, 'language', None, label))
                if self.chance(0.6):
                    runs += [(' (', None, None, label), (rng.choice(w.levels('language')), 'level', None, label), (')', None, None, label)]
            elif kind == 'certifications':
                cert = w.cert(rng)
                self.gold['certifications'].append({'name': cert})
                runs.append((cert, 'cert', None, label))
            else:
                runs.append((rng.choice(phrases.HOBBIES.get(self.lang, phrases.HOBBIES['en'])), None, None, label))
        return make(runs, runs[0][3])

    def skills_group_bullets(self, section, names=None):
        rng, out = self.rng, []
        look = rng.choice([BOLD, BOLD, PLAIN, ITALIC])
        for name, skills in self.groups()[:4]:
            label = self.lab('skill', section, self.item())
            out.append(self.para([(name, 'group', look, None)], label, keep=self.size, before=2))
            out += [self.bulleted([(s, 'skill', None, None)], label) for s in skills]
        return out

    def skills_group_lines(self, section, names=None):
        rng, cells = self.rng, []
        per = rng.choice([2, 3, 4])
        for name, skills in self.groups():
            label = self.lab('skill', section, self.item())
            cells.append((1, [self.para([(name, 'group', BOLD, None)], label, keep=self.size)] + [self.para([(s, 'skill', None, None)], label) for s in skills]))
        cells += [(1, [])] * (-len(cells) % per)
        return [Row(cells[k:k + per], gap=10, before=4 if k else 0) for k in range(0, len(cells), per)]

    def skills_grid(self, section, names=None):
        rng = self.rng
        per = rng.choice([2, 2, 3, 3, 4])
        skills = self.noted(self.w.skills(rng, per * rng.randint(2, 5)))
        item, bullets = self.item(), self.chance(0.5)
        grid = (0.7, 0.7, 0.7) if self.chance(0.15) else None
        middle = {'align': 'center'} if not bullets and self.chance(0.25) else {}
        cell = lambda s: (1, [(self.bulleted if bullets else self.para)([(s, 'skill', None, None)], self.lab('skill', section, item), **middle)])
        rows = [skills[k:k + per] for k in range(0, len(skills), per)]
        return [Row([cell(s) for s in r] + [(1, [])] * (per - len(r)), gap=8, grid=grid) for r in rows]

    def skills_columns(self, section, names=None):
        """Bulleted columns, filled from top to bottom; cells may wrap."""
        rng = self.rng
        per = rng.choice([2, 2, 3])
        skills = self.noted(self.w.skills(rng, per * rng.randint(2, 6)))
        item = self.item()
        each = (len(skills) + per - 1) // per
        return [Row([(1, [self.bulleted([(s, 'skill', None, None)], self.lab('skill', section, item)) for s in skills[k * each:(k + 1) * each]]) for k in range(per)], gap=12)]

    def skills_chips(self, section, names=None):
        item = self.item()
        label = self.lab('skill', section, item)
        runs = []
        for s in self.noted(self.w.skills(self.rng, self.rng.randint(4, 14))):
            runs += ([('\t', None, None, None)] if runs else []) + [(s.replace(' ', '\u00a0') if False else s, 'skill', None, None)]
        return [self.para(runs, label, lead=1.7, size=self.size * 0.95)]

    def skills_meters(self, section, names=None):
        rng, out = self.rng, []
        kind = rng.choice(['bar', 'dots', 'under', 'bar'])
        item = self.item()
        for s in self.noted(self.w.skills(rng, rng.randint(3, 8))):
            out.append(self.para([(s, 'skill', None, None)], self.lab('skill', section, item), lead=1.4))
            out.append(Meter(kind, rng.choice([0.4, 0.6, 0.8, 1, 0.7, 0.9]), self.style['accent'], width=rng.choice([50, 50, 70]), up=self.size * 0.95, left=None if self.narrow else 130))
        return out

    def skills_levels(self, section, names=None):
        rng, out = self.rng, []
        levels = self.w.levels('skill')
        form = rng.choice(['right', 'brackets', 'dash', 'stars', 'percent', 'dots', 'colon'])
        item = self.item()
        label = self.lab('skill', section, item)
        for s in self.noted(self.w.skills(rng, rng.randint(3, 8))):
            level = rng.choice(levels)
            n = rng.randint(2, 5)
            if form in ('stars', 'dots'):
                a, b = ('★', '☆') if form == 'stars' else ('●', '○')
                level = a * n + b * (5 - n)
            elif form == 'percent':
                level = f'{n * 20 - rng.choice([0, 5, 10])}%'
            if form in ('right', 'stars', 'dots', 'percent'):
                out.append(self.para([(s, 'skill', None, None)], label, right=[(level, 'level', None, None)]))
            elif form == 'brackets':
                out.append(self.bulleted([(s, 'skill', None, None), (' (', None, None, None), (level, 'level', None, None), (')', None, None, None)], label))
            else:
                out.append(self.para([(s, 'skill', None, None), (' - ' if form == 'dash' else ': ', None, None, None), (level, 'level', None, None)], label))
        return out

    def skills_bars(self, section, names=None):
        skills = self.noted(self.w.skills(self.rng, self.rng.randint(5, 14)))
        return [self.para(self.list_runs(skills, [' | ', ' • ', ' · ', ' ∙ ', '  |  ', ' ● ']), self.lab('skill', section, self.item()), align='center' if self.chance(0.4) else 'left')]

    def skills_prose(self, section, names=None):
        rng = self.rng
        skills = self.noted(self.w.skills(rng, rng.randint(3, 6)))
        open_words = {'en': ['Proficient in ', 'Experience with ', 'Working knowledge of ', 'Skilled in '], 'de': ['Gute Kenntnisse in ', 'Erfahrung mit ', 'Sicherer Umgang mit '], 'fr': ['Maîtrise de ', 'Bonne connaissance de '], 'es': ['Manejo de ', 'Conocimientos de '], 'zh': ['熟练掌握', '熟悉', '了解'], 'ja': ['使用経験：'], 'ko': ['활용 가능: ']}.get(self.lang, [''])
        runs = [(rng.choice(open_words), None, None, None)]
        for k, s in enumerate(skills):
            if k:
                sep = '、' if self.lang in ('zh', 'ja') else ', ' if k < len(skills) - 1 else {'en': ' and ', 'de': ' und ', 'fr': ' et ', 'es': ' y '}.get(self.lang, ', ')
                runs.append((sep, None, None, None))
            runs.append((s, 'skill', None, None))
        runs.append(('。' if self.lang in ('zh', 'ja') else '.', None, None, None))
        return [(self.bulleted if self.chance(0.5) else self.para)(runs, self.lab('skill', section, self.item()))]

    def strengths(self):
        rng = self.rng
        pool = [n[0] for s, names in _taxonomy() if s == '56' for n in names] if self.lang == 'en' else [t.rstrip('.') for t in phrases.BANK.get(self.lang, phrases.BANK['en'])['about']]
        item = self.item()
        return [self.bulleted([(self.w.fill(rng, s), 'skill', None, None)], self.lab('skill', 'strengths', item)) for s in rng.sample(pool, min(len(pool), rng.randint(3, 6)))]

    def languages(self):
        rng, out, w = self.rng, [], self.w
        names, levels = w.language_names(), w.levels('language')
        top = names[:60]
        n = rng.choice([1, 2, 2, 3, 3, 4])
        form = rng.choice(['brackets', 'dash', 'colon', 'right', 'gap', 'inline', 'inline', 'bare', 'dots', 'meter', 'lines', 'plain-line', 'comma', 'table', 'dash2'])
        cefr = self.chance(0.35)
        chosen = []
        for _ in range(n):
            name = rng.choice(top) if self.chance(0.7) else rng.choice(names)
            name = name[:1].upper() + name[1:] if self.chance(0.7) else name
            if name not in chosen:
                chosen.append(name)
        line = []
        for k, name in enumerate(chosen):
            level = rng.choice(['A1', 'A2', 'B1', 'B2', 'C1', 'C2']) if cefr and k else rng.choice(levels)
            if form == 'bare' or self.chance(0.06):
                level = None
            label = self.lab('language', 'languages', self.item())
            self.gold['languages'].append({'language': name, 'proficiency': None})
            a, b = (name, 'language', BOLD if self.chance(0.1) else None, label), (level, 'level', None, label)
            if form in ('inline', 'bare', 'comma'):
                line += ([(rng.choice([', ', ', ', '; ']) if form != 'comma' else ', ', None, None, label)] if line else []) + [a] + ([(' (' if form != 'comma' else ' ', None, None, label), b, (')' if form != 'comma' else '', None, None, label)] if level else [])
                continue
            if form in ('dots', 'meter'):
                out.append(self.para([a], label, lead=1.4))
                if form == 'meter':
                    out.append(Meter(rng.choice(['bar', 'dots']), rng.choice([0.4, 0.6, 0.8, 1]), self.style['accent'], width=50, up=self.size * 0.95, left=None if self.narrow else 110))
                else:
                    m = rng.randint(2, 5)
                    out[-1].right = [('●' * m + '○' * (5 - m), 'level', None, label)]
            elif not level:
                out.append(self.para([a], label))
            elif form == 'right':
                out.append(self.para([a], label, right=[b]))
            elif form == 'lines':
                out += [self.para([a], label), self.para([b], label, size=self.size * 0.9)]
            elif form == 'table':
                out.append(Row([(0.4, [self.para([a], label)]), (0.6, [self.para([b], label)])]))
            else:
                sep = {'brackets': ' (', 'dash': ' - ', 'colon': ': ', 'gap': '\t', 'plain-line': ' ', 'dash2': ' – '}[form]
                make = self.bulleted if self.style['alt_bullets'] else self.para
                out.append(make([a, (sep, None, None, label), b] + ([(')', None, None, label)] if form == 'brackets' else []), label))
        if line:
            out.append(self.para(line, line[0][3]))
        return out

    def certs(self, section='certifications'):
        rng, w, out = self.rng, self.w, []
        if self.fresh() or self.fresh():
            return self.more_certs(section)
        n = rng.choice([1, 1, 2, 2, 3, 4, 5, 7])
        order = rng.choice([['cert', 'issuer', 'date'], ['cert', 'date'], ['cert', 'issuer'], ['cert'], ['cert'], ['date', 'cert', 'issuer'], ['date', 'cert'], ['issuer', 'cert'], ['cert', 'date', 'issuer'], ['issuer', 'cert', 'date']])
        sep = SEPARATORS[separator(rng, self.lang, self.held)] or ', '
        mode = rng.choice(['line', 'line', 'bullet', 'bullet', 'right', 'two', 'rail', 'run'])
        dates = self.dates
        look = rng.choice([PLAIN, PLAIN, BOLD])
        line = []
        for _ in range(n):
            item = self.item()
            label = self.lab('cert', section, item)
            cert = w.cert(rng) if section == 'certifications' or self.chance(0.3) else rng.choice([w.field(rng), w.cert(rng), w.duty(rng)[:60]])
            issuer = w.issuer(rng) if self.chance(0.85) else None
            y = self.now - rng.randint(0, 12)
            date = (dates.mask[0] if dates.mask else dates.point(y, rng.randint(1, 12)) if self.chance(0.6) else str(y)) if self.chance(0.9) else None
            if section == 'certifications':
                self.gold['certifications'].append({'name': cert})
            values = {'cert': (cert, 'cert', look, label), 'issuer': (issuer, 'issuer', None, label), 'date': (date, 'date', None, label)}
            parts = [values[p] for p in order if values[p][0]]
            if mode == 'rail' and date and 'date' in order:
                out.append(Row([(self.style['rail'], [self.para([values['date']], label)]), (1 - self.style['rail'], [self.para(self.join([p for p in parts if p[1] != 'date'], sep), label)])], before=1))
            elif mode == 'right' and date and 'date' in order:
                out.append(self.para(self.join([p for p in parts if p[1] != 'date'], sep), label, right=[values['date']]))
            elif mode == 'two' and len(parts) > 1:
                out += [self.para([parts[0]], label, keep=self.size), self.para(self.join(parts[1:], rng.choice([', ', ' | ', ' · '])), label, size=self.size * 0.95)]
            elif mode == 'run':
                line += ([(rng.choice([', ', ' • ', '; ', ' | ']), None, None, label)] if line else []) + [values['cert']]
            else:
                runs = self.join(parts, sep)
                if len(parts) > 1 and self.chance(0.2):
                    runs = self.join(parts[:-1], sep) + [(' (', None, None, label), parts[-1], (')', None, None, label)]
                out.append((self.bulleted if mode == 'bullet' else self.para)(runs, label))
                if self.chance(0.05):
                    out.append(self.para(w.duty(rng), label, indent=8))
        if line:
            out.append(self.para(line, line[0][3]))
        return out

    def courses(self):
        if self.chance(0.45):
            label = self.lab('edu_text', 'courses')
            return [self.para(', '.join(self.w.field(self.rng) for _ in range(self.rng.randint(4, 9))), label)] if self.chance(0.6) else [self.bulleted(self.w.field(self.rng), label) for _ in range(self.rng.randint(3, 6))]
        return self.certs('courses')

    def join(self, parts, sep):
        runs = []
        for p in parts:
            runs += ([(sep, None, None, p[3])] if runs else []) + [p]
        return runs

    def entries(self, role, section, kinds):
        """Projects, publications, awards and the like: a title with company, date and url, and a text."""
        rng, w, out = self.rng, self.w, []
        n = rng.choice([1, 2, 2, 3, 3, 4, 6])
        order = rng.choice(kinds)
        sep = SEPARATORS[separator(rng, self.lang, self.held)] or ', '
        mode = rng.choice(['line', 'line', 'bullet', 'right', 'right', 'rail', 'two'])
        cards = role in ('project', 'award') and not self.narrow and self.chance(0.12)
        if cards:
            mode = rng.choice(['line', 'two'])
        elif isinstance(self.job_form, Form) and self.job_form.where == 'rail' and self.chance(0.7):
            mode = 'rail'
        look = rng.choice([PLAIN, BOLD, BOLD, ITALIC])
        text_mode = rng.choice(['none', 'bullets', 'prose', 'prose']) if role in ('project', 'award', 'member') else 'none'
        if role == 'award' and self.chance(0.7) or role == 'member':
            text_mode = 'none'
        rows = []
        numbered = role == 'publication' and self.chance(0.25)
        for k in range(n):
            item = self.item()
            label = self.lab(role, section, item)
            values = self.entry_values(role, label, look)
            parts = [values[p] for p in order if values.get(p) and values[p][0]]
            date = values.get('date')
            has_date = date and date[0] and 'date' in order
            rest = [p for p in parts if p[1] != 'date']
            before = self.gap / 2 if k else 0
            if numbered and parts:
                parts = [(f'[{k + 1}] ', None, None, label), parts[0]] + parts[1:]
                runs = [parts[0]] + self.join(parts[1:], sep)
            else:
                runs = self.join(parts, sep)
            if mode == 'rail' and has_date and rest:
                body = self.entry_text(role, text_mode, label)
                out.append(Row([(self.style['rail'], [self.para([date], label)]), (1 - self.style['rail'], [self.para(self.join(rest, sep), label)] + body)], before=before, gap=self.style['rail_gap']))
                continue
            if mode == 'right' and has_date and rest:
                out.append(self.para(self.join(rest, sep), label, right=[date], before=before))
            elif mode == 'two' and len(parts) > 1:
                out += [self.para([parts[0]], label, before=before, keep=self.size), self.para(self.join(parts[1:], rng.choice([', ', ' | '])), label)]
            else:
                out.append((self.bulleted if mode == 'bullet' else self.para)(runs, label, before=before, hang=0) if mode != 'bullet' else self.bulleted(runs, label, before=before))
            out += self.entry_text(role, text_mode, label)
            if cards:
                rows.append((1, out))
                out = []
        if cards and rows:
            per = rng.choice([2, 2, 3])
            rows += [(1, [])] * (-len(rows) % per)
            return [Row(rows[k:k + per], gap=14, before=self.gap / 2) for k in range(0, len(rows), per)]
        return out

    def entry_values(self, role, label, look):
        rng, w = self.rng, self.w
        y = self.now - rng.randint(0, 10)
        date = self.dates.point(y, rng.randint(1, 12)) if self.chance(0.5) and not self.dates.mask else str(y)
        if role in ('member', 'project') and self.chance(0.5):
            date = ''.join(self.dates.span((y - rng.randint(0, 4), 3), (y + 1, 8), self.chance(0.5))[0])
        v = {'date': (date if self.chance(0.85) else None, 'date', None, label), 'url': (f'https://{rng.choice(["github.com/", "www.", ""])}{w.coin(rng, "employer").lower() if not w.own else "demo"}{rng.choice([".example", "/app", ".example/paper"])}' if self.chance(0.6) else None, 'url', None, label)}
        if role == 'project':
            title = w.native_or(rng, 'projects', lambda: rng.choice([f'{w.coin(rng, "employer") if not w.own else w.field(rng)}', w.field(rng) + ' ' + {'zh': '系统', 'ja': 'システム', 'ko': '시스템', 'de': 'App'}.get(self.lang, rng.choice(['App', 'Platform', 'System', 'Bot', 'Website', 'Study', 'Tracker', 'Dashboard', 'Game'])), w.skills(rng, 1)[0] + ' ' + rng.choice(['Project', 'Clone', 'Prototype', 'Tool'])]))
            tech = ', '.join(w.skills(rng, rng.randint(2, 4)))
            v.update(title=(title, 'title', look, label), company=(tech if self.chance(0.5) else w.employer(rng), None if self.chance(0.999) else 'company', ITALIC if self.chance(0.4) else None, label), role=(w.title(rng), None, ITALIC if self.chance(0.3) else None, label))
            if v['company'][0] != tech:
                v['company'] = (v['company'][0], 'company', v['company'][2], label)
        elif role == 'publication':
            title = w.native_or(rng, 'publications', lambda: f'{w.field(rng)} {rng.choice(["and", "in", "for", "of"])} {w.field(rng)}: {rng.choice(["a review", "evidence from practice", "a case study", "new methods"])}' if not w.own else w.field(rng) + rng.choice(['的研究', '与应用'] if self.lang == 'zh' else ['に関する研究'] if self.lang == 'ja' else [' 연구']))
            names = [f'{w.coin(rng, "family") if not w.own else w.person(rng)[0]}, {rng.choice("ABCDEJKLMRST")}.' for _ in range(rng.randint(1, 4))]
            v.update(place=(w.place(rng), 'location', None, label), title=(title, 'title', look, label), company=(w.native_or(rng, 'publishers', lambda: 'Journal of ' + w.field(rng)), 'company', ITALIC if self.chance(0.6) else None, label), authors=(', '.join(names), None, None, label), pages=(f'{rng.randint(1, 40)}({rng.randint(1, 9)}), {rng.randint(1, 200)}-{rng.randint(201, 400)}', None, None, label))
        elif role == 'award':
            title = w.native_or(rng, 'awards', lambda: rng.choice(['Employee of the Month', "Dean's List", 'Best Paper Award', 'Scholarship', '1st place, Hackathon', 'Academic Excellence Award', 'Top Performer'] if self.lang == 'en' else {'zh': ['国家奖学金', '校级三好学生', '优秀毕业生', '数学建模竞赛二等奖', '优秀员工'], 'ja': ['社長賞受賞', '優秀社員賞', 'MVP受賞'], 'ko': ['우수사원상', '최우수상', '장학금'], 'de': ['Deutschlandstipendium', 'Jahrgangsbester', 'Innovationspreis'], 'fr': ['Prix du jury', 'Lauréat du concours', 'Bourse d’excellence'], 'es': ['Premio extraordinario', 'Beca de excelencia']}.get(self.lang, ['Premium Award', 'Erasmus'])))
            title = self.honour() if self.fresh() else title
            v.update(title=(title, 'title', look, label), company=(w.native_or(rng, 'awarders', lambda: w.school(rng) if self.chance(0.5) else w.employer(rng)) if self.chance(0.7) else None, 'company', None, label))
        elif role == 'member':
            v.update(company=(w.native_or(rng, 'vol_orgs', lambda: rng.choice([f'Association of {w.field(rng)}', f'{w.city(rng)[0]} {rng.choice(["Club", "Society", "Chamber of Commerce", "Verein"])}', w.employer(rng)])), 'company', look, label), title=(rng.choice({'en': ['Member', 'Associate Member', 'Fellow', 'Student member'], 'de': ['Mitglied'], 'fr': ['Membre'], 'es': ['Miembro'], 'zh': ['会员'], 'ja': ['会員'], 'ko': ['회원']}.get(self.lang, ['Member'])), 'title', None, label))
        return v

    def entry_text(self, role, mode, label):
        rng = self.rng
        if mode == 'bullets':
            return [self.bulleted(self.w.duty(rng), label) for _ in range(rng.randint(1, 3))]
        if mode == 'prose':
            return [self.para(self.w.native_or(rng, 'project_text', lambda: self.w.duty(rng)) if role == 'project' else self.w.duty(rng), label)]
        return []

    def projects(self):
        if self.fresh():
            return self.labelled_projects() if self.chance(0.6) or self.narrow else self.entries_as_jobs('project', 'projects')
        return self.entries('project', 'projects', [['title', 'date'], ['title'], ['title', 'company', 'date'], ['title', 'company'], ['title', 'url'], ['title', 'date', 'url'], ['date', 'title'], ['title', 'role', 'date'], ['title', 'url', 'date'], ['company', 'title', 'date']])

    def publications(self):
        return self.entries('publication', 'publications', [['authors', 'title', 'company', 'date'], ['title', 'company', 'date'], ['authors', 'date', 'title', 'company', 'pages'], ['date', 'title', 'company'], ['title', 'authors', 'company', 'date', 'url'], ['title', 'date']])

    def patents(self):
        label = self.lab('publication', 'patents', self.item())
        return [self.para([(f'{self.w.field(self.rng)} {self.rng.choice(["Device", "Method", "System"])}', 'title', None, label), (', ', None, None, label), (f'US {self.rng.randint(7, 11)},{self.rng.randint(100, 999)},{self.rng.randint(100, 999)} B2', None, None, label)], label)]

    def awards(self):
        if self.fresh() and self.chance(0.4) and not self.narrow:
            return self.entries_as_jobs('award', 'awards')
        if self.chance(0.3):
            pool = self.w.fb.get('awards') or [self.w.duty(self.rng) for _ in range(6)]
            out = []
            for t in self.rng.sample(pool, min(len(pool), self.rng.randint(1, 5))):
                out.append(self.bulleted(t, self.lab('award', 'awards', self.item())))
            return out
        return self.entries('award', 'awards', [['title', 'company', 'date'], ['title', 'date'], ['date', 'title'], ['title'], ['date', 'title', 'company'], ['title', 'company'], ['company', 'title', 'date']])

    def memberships(self):
        if self.fresh() and not self.narrow:
            return self.entries_as_jobs('member', 'memberships')
        return self.entries('member', 'memberships', [['company'], ['company', 'date'], ['title', 'company'], ['title', 'company', 'date'], ['company', 'title'], ['date', 'company']])

    def talks(self):
        return self.entries('publication', 'publications', [['title', 'company', 'place', 'date'], ['title', 'company', 'date'], ['date', 'title', 'company'], ['company', 'date', 'title']])

    def reading(self):
        """Lists of things read or followed: no class of its own."""
        rng, w = self.rng, self.w
        label = self.lab('other', 'additional')
        return [self.bulleted([(w.field(rng) + rng.choice([' Weekly', ' Today', ': An Introduction', ' Digest', ' in Practice', '']), None, None, None), (rng.choice([', ', ' by ', ' - ']), None, None, None), (w.person(rng)[0], None, None, None)]
                              + ([(', ' + ''.join(self.dates.span((self.now - 3, 2), (self.now, 4), self.chance(0.5))[0]), None, None, None)] if self.chance(0.4) else []), label) for _ in range(rng.randint(2, 5))]

    def highlights(self):
        """Bullets before the jobs that look like duties: qualifications, accomplishments or phrases for skills."""
        rng, w = self.rng, self.w
        kind = self.highlight_kind
        if kind == 'skills':
            return rng.choice([self.skills_bullets, self.skills_columns, self.skills_columns, self.skills_commas])('skills')
        pool = {'summary': lambda: w.sentence(rng), 'awards': lambda: rng.choice(w.fb['awards']) if w.fb.get('awards') and self.chance(0.5) else w.duty(rng), 'strengths': lambda: w.duty(rng)}[kind]
        texts = [pool() for _ in range(rng.randint(3, 7))]
        role = {'summary': 'summary', 'awards': 'award', 'strengths': 'other'}[kind]
        label = lambda: self.lab(role, kind, self.item() if role == 'award' else -1)
        if kind == 'summary':
            self.gold['summary'] = self.gold['summary'] or ' '.join(texts)
        if self.chance(0.25) and not self.narrow:
            half = (len(texts) + 1) // 2
            return [Row([(1, [self.bulleted(t, label()) for t in part]) for part in (texts[:half], texts[half:])], gap=12)]
        if kind != 'summary' and self.chance(0.35):
            sub = rng.choice([w.employer(rng), 'Accomplishments at ' + w.employer(rng), rng.choice(self.group_names(3)), w.title(rng)])
            at = rng.choice([0, 0, len(texts) // 2])
            out = [self.bulleted(t, label()) for t in texts[:at]]
            self.heads += 1
            self.heading = self.heads - 1
            out.append(self.para([(sub + rng.choice(['', ':']), None, rng.choice([BOLD, BOLD, ITALIC, PLAIN]), None)], self.lab('heading', kind), keep=self.size * 2))
            return out + [self.bulleted(t, label()) for t in texts[at:]]
        return [self.bulleted(t, label()) for t in texts]

    def functional(self):
        """Achievements grouped by ability instead of by job."""
        self.highlight_kind = 'strengths'
        return self.highlights() + (self.highlights() if self.chance(0.5) else [])

    def interests(self):
        rng = self.rng
        pool = phrases.HOBBIES.get(self.lang, phrases.HOBBIES['en'])
        items = rng.sample(pool, min(len(pool), rng.randint(2, 6)))
        label = self.lab('interest', 'interests')
        if self.chance(0.6):
            return [self.para(rng.choice([', ', ', ', ' | ', ' • ', ' · ', '; ']).join(items), label)]
        return [(self.bulleted if self.chance(0.6) else self.para)(t, label) for t in items]

    def references(self):
        rng, w, out = self.rng, self.w, []
        if self.chance(0.35):
            text = {'en': ['Available upon request', 'References available upon request.', 'Available on request'], 'de': ['Auf Anfrage'], 'fr': ['Sur demande', 'Disponibles sur demande'], 'es': ['Disponibles a petición'], 'nl': ['Op aanvraag beschikbaar'], 'it': ['Disponibili su richiesta'], 'pt': ['Disponíveis mediante solicitação']}.get(self.lang, ['On request'])
            return [self.para(rng.choice(text), self.lab('reference', 'references'))]
        cells = []
        for _ in range(rng.choice([1, 2, 2, 3])):
            label = self.lab('reference', 'references', self.item())
            name, g, f = w.person(rng)
            lines = [[(name, 'title', BOLD if self.chance(0.6) else None, None)], [(w.title(rng), None, None, None), (', ', None, None, None), (w.employer(rng), 'company', None, None)]]
            if self.chance(0.7):
                lines.append([(rng.choice(['', 'Phone: ', 'T: ', 'Tel. ']), None, None, None), (w.phone(rng, self.country), 'phone', None, None)])
            if self.chance(0.6):
                lines.append([(rng.choice(['', 'Email: ', 'E: ']), None, None, None), (mail(rng, g, f), 'email', None, None)])
            if self.chance(0.15) and self.lang == 'en':
                lines = [[('“' + w.sentence(rng).rstrip('.') + '”', None, ITALIC, None)], lines[0] + [(', ', None, None, None)] + lines[1]]
            cells.append((1, [self.para(runs, label) for runs in lines]))
        if len(cells) > 1 and not self.narrow and self.chance(0.6):
            return [Row(cells, gap=12)]
        for k, (_, paras) in enumerate(cells):
            out += ([5] if k else []) + paras
        return out

    def additional(self):
        rng = self.rng
        if self.chance(0.35):
            rows = [self.other_row(self.rng.choice([BOLD, None]), ': ', False) for _ in range(self.rng.randint(1, 3))]
            return rows + ([self.para([(self.rng.choice(lx.WORDS.get(self.lang, lx.WORDS['en']).get('drivingLicence') or ['Driving licence']) + ': B', None, None, None)], self.lab('contact', 'personal'))] if self.chance(0.5) else [])
        pool = self.w.fb.get('additional') or phrases.BANK.get(self.lang, phrases.BANK['en'])['about']
        label = self.lab('other', 'additional')
        return [self.bulleted(self.w.fill(rng, t), label) for t in rng.sample(pool, min(len(pool), rng.randint(1, 4)))]

    def declaration(self):
        text = phrases.DECLARATION.get(self.lang, phrases.DECLARATION['en'])
        return [self.para(self.rng.choice(text.split('|')), self.lab('other', 'declaration'))]

    def personal(self):
        """Rows of personal data: birth, nationality and so on; belongs to the contact."""
        rng = self.rng
        words = lx.WORDS.get(self.lang, lx.WORDS['en'])
        get = lambda k: rng.choice(words.get(k) or lx.WORDS['en'][k])
        y = self.now - rng.randint(20, 55)
        rows = [(get('birthDate'), rng.choice([f'{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.{y}', f'{rng.randint(1, 28)} {self.dates.months[3][0] if self.dates.months else 4} {y}', f'{rng.randint(1, 28):02d}/{rng.randint(1, 12):02d}/{y}', str(y)]) if self.lang not in ('zh', 'ja', 'ko') else f'{y}{"年" if self.lang != "ko" else "년 "}{rng.randint(1, 12)}{"月" if self.lang != "ko" else "월"}'),
                (get('nationality'), rng.choice({'en': ['American', 'British', 'Indian', 'EU citizen'], 'de': ['deutsch', 'österreichisch', 'italienisch'], 'fr': ['Française', 'Belge'], 'es': ['Española', 'Mexicana'], 'it': ['Italiana'], 'nl': ['Nederlandse'], 'pt': ['Brasileira', 'Portuguesa'], 'zh': ['中国'], 'ja': ['日本'], 'ko': ['대한민국'], 'tr': ['T.C.'], 'ru': ['РФ']}.get(self.lang, ['EU']))),
                (get('maritalStatus'), rng.choice({'en': ['Single', 'Married'], 'de': ['ledig', 'verheiratet, 2 Kinder', 'verheiratet'], 'fr': ['Célibataire', 'Marié(e), 2 enfants'], 'es': ['Soltero', 'Casada'], 'it': ['Coniugato', 'Nubile'], 'nl': ['Gehuwd', 'Ongehuwd'], 'zh': ['未婚', '已婚'], 'pt': ['Solteiro', 'Casado'], 'tr': ['Evli', 'Bekar']}.get(self.lang, ['Single']))),
                (get('drivingLicence'), rng.choice(['B', 'A, B', 'B, BE', 'Full', 'AM/B'])), (get('birthPlace'), self.w.city(rng)[0])]
        rng.shuffle(rows)
        rows = rows[:rng.randint(1, 5)]
        label = self.lab('contact', 'personal')
        if self.chance(0.15) and len(rows) > 1 and not self.narrow:
            cells = [(1, [self.para(t, label)]) for row in rows for t in row]
            cells += [(1, [])] * (-len(cells) % 4)
            return [Row(cells[k:k + 4], gap=6, grid=self.rng.choice([None, (0.5, 0.5, 0.5)])) for k in range(0, len(cells), 4)]
        if self.chance(0.35):
            return [Row([(0.35, [self.para([(k + rng.choice([':', '']), None, BOLD if self.style['alt'] else None, None)], label)]), (0.65, [self.para(v, label)])]) for k, v in rows]
        return [self.para([(k + (self.colon or ':') + ' ', None, BOLD if self.style['alt'] else None, None), (v, None, None, None)], label) for k, v in rows]


def mail(rng, g, f):
    import persona
    return persona.email(rng, g, f) if g not in ('x', 'j', 'k', 'ivan') else rng.choice(['zhang', 'li.w', 'wangx', 'tanaka', 'kimjh', 'petrov.a', 'info', 'ms', 'yj', 'hello']) + str(rng.randint(1, 999)) + '@' + rng.choice(['example.com', 'mail.example', 'example.org', 'post.example'])


def _taxonomy():
    import world
    return world.taxonomy()
