# SPDX-License-Identifier: Apache-2.0
"""How one document writes its dates."""
import lexicon as lx

KINDS = ['mon', 'month', 'mm/', 'mm.', 'year', 'iso', 'y/m', 'y.m', 'mon.', "mon'", 'mm/yy', 'dd.mm', 'mdy', 'season', 'mm-', 'MON']
WEIGHTS = [20, 16, 16, 6, 16, 3, 2, 3, 3, 3, 3, 3, 2, 2, 2, 3]
SEASONS = {'en': ['Winter', 'Spring', 'Summer', 'Fall'], 'de': ['Winter', 'Frühjahr', 'Sommer', 'Herbst'], 'fr': ['Hiver', 'Printemps', 'Été', 'Automne']}
MASKS = [('20XX', '20XX'), ('MM/YYYY', 'MM/YYYY'), ('XX/20XX', 'XX/20XX'), ('Month Year', 'Month Year'), ('Month YYYY', 'Month YYYY'), ('Start Date', 'End Date'), ('20XX', 'Present'), ('YYYY', 'YYYY'), ('Jan 20XX', 'Dec 20XX'),
         ('XXXX', 'XXXX'), ('mm/yyyy', 'mm/yyyy'), ('20__', '20__')]
UP_TO = {'en': ['to', 'until', 'through', 'till'], 'de': ['bis'], 'fr': ['à', 'au', 'jusqu’à'], 'es': ['a', 'hasta'], 'it': ['a', 'al'], 'pt': ['a', 'até'], 'nl': ['tot', 't/m'], 'pl': ['do'], 'sv': ['till'], 'no': ['til'], 'da': ['til'],
         'ro': ['-'], 'ru': ['по'], 'cs': ['do'], 'tr': ['-'], 'zh': ['至', '到'], 'ja': ['～', '〜'], 'ko': ['~']}
SINCE = {'en': ['Since', 'since', 'From'], 'de': ['seit', 'Seit', 'ab'], 'fr': ['Depuis', 'depuis', 'Depuis le'], 'es': ['Desde', 'desde'], 'it': ['Dal', 'Da'], 'pt': ['Desde'], 'nl': ['sinds', 'vanaf'], 'pl': ['od'], 'sv': ['Sedan', 'fr.o.m.'], 'no': ['Siden'],
         'da': ['Siden'], 'ru': ['с'], 'cs': ['od'], 'ro': ['din'], 'tr': [], 'zh': [], 'ja': [], 'ko': []}


class Dates:
    """The date form of a document (or of one of its sections)."""

    def __init__(self, rng, lang, masked=0.03):
        self.lang, self.rng = lang, rng
        self.cjk = lang in ('zh', 'ja', 'ko')
        if self.cjk and rng.random() < 0.55:
            self.kind = rng.choice(['年月', '年月', '年 月', '年'] + (['era'] if lang == 'ja' else [])) if lang != 'ko' else rng.choice(['년월', '년월', '년'])
        elif self.cjk:
            self.kind = rng.choice(['y.m', 'y.mm', 'y/m', 'iso', 'year', 'y.mm'])
        else:
            self.kind = rng.choices(KINDS, WEIGHTS)[0]
            if lang == 'de' and rng.random() < 0.4:
                self.kind = rng.choice(['mm/', 'mm.', 'dd.mm', 'mm/yy'])
        self.mask = rng.choice(MASKS) if rng.random() < masked and not self.cjk else None
        self.year_mask = not self.cjk and rng.random() < masked * 0.5
        self.sep = rng.choices([' – ', ' - ', '–', '-', ' — ', ' to ', ' / ', '~', '→', ' bis '], [28, 24, 10, 8, 5, 14, 0.5, 0.5, 0.5, 0])[0]
        if self.sep == ' to ':
            self.sep = ' ' + rng.choice(UP_TO.get(lang, ['-'])) + ' '
        if self.cjk:
            self.sep = rng.choice(['-', ' - ', '–', ' – ', '~', ' ~ ', '～', '至', ' 至 '] if lang == 'zh' else ['～', ' ～ ', '〜', ' - ', '-', '–'] if lang == 'ja' else [' ~ ', '~', ' - ', '-', '–'])
        self.present = rng.choice(lx.PRESENT.get(lang) or lx.PRESENT['en'])
        self.since = rng.choice(SINCE.get(lang) or ['']) if rng.random() < 0.2 else ''
        self.from_word = (rng.choice(SINCE[lang]) + ' ') if rng.random() < 0.04 and SINCE.get(lang) and not self.since else ''
        self.months = lx.months(lang) if not self.cjk else []
        self.duration = rng.random() < 0.06
        self.caps = rng.random() < 0.05
        self.forms = rng.randint(0, 3)
        self.short = rng.random() < 0.05 and self.kind == 'year'
        self.share_year = rng.random() < 0.2

    def month(self, m, short):
        forms = self.months[m - 1]
        long_forms = [f for f in forms if not f.endswith('.')]
        if short:
            cut = [f for f in forms if len(f) <= 5] or forms
            f = cut[self.forms % len(cut)]
        else:
            f = max(long_forms or forms, key=len) if len(forms[0]) < 5 else forms[0]
        return f[:1].upper() + f[1:] if self.lang in ('en', 'de') else f

    def point(self, y, m):
        k = self.kind
        m = m or 1
        if self.year_mask:
            y = self.rng.choice(['YYYY', 'YYYY', '20XX', '20XX', '20__', 'XXXX']) if self.forms % 2 else 'YYYY'
            return f'{self.month(m, k != "month")} {y}' if self.exact() else y
        if k == 'mon':
            return f'{self.month(m, True)} {y}'
        if k == 'MON':
            return f'{self.month(m, True)} {y}'.upper()
        if k == 'mon.':
            return f'{self.month(m, True).rstrip(".")}. {y}'
        if k == "mon'":
            return f"{self.month(m, True).rstrip('.')}{self.rng.choice([' ', ''])}{chr(39) if self.forms % 2 else '’'}{y % 100:02d}"
        if k == 'month':
            return f'{self.month(m, False)} {y}'
        if k == 'season' and self.lang in SEASONS:
            return f'{SEASONS[self.lang][m % 12 // 3]} {y}'
        if k == 'mdy' and self.lang == 'en':
            return f'{self.month(m, False)} {1 + (y * m) % 28}, {y}'
        if k in ('mm/', 'mm.', 'mm-'):
            return f'{m:02d}{k[2]}{y}'
        if k == 'mm/yy':
            return f'{m:02d}/{y % 100:02d}'
        if k in ('dd.mm', 'mdy'):
            return f'{1 + (y * m) % 28:02d}{"/" if self.lang in ("fr", "es", "it", "pt") else "."}{m:02d}{"/" if self.lang in ("fr", "es", "it", "pt") else "."}{y}'
        if k == 'iso':
            return f'{y}-{m:02d}'
        if k == 'y/m':
            return f'{y}/{m:02d}'
        if k == 'y.m':
            return f'{y}.{m}'
        if k == 'y.mm':
            return f'{y}.{m:02d}'
        if k == '年月':
            return f'{y}年{m}月'
        if k == '年 月':
            return f'{y} 年 {m:02d} 月'
        if k == '年':
            return f'{y}年'
        if k == '년월':
            return f'{y}년 {m}월'
        if k == '년':
            return f'{y}년'
        if k == 'era':
            return (f'令和{y - 2018 if y > 2019 else "元"}年{m}月' if y >= 2019 else f'平成{y - 1988}年{m}月')
        return str(y)

    def shared(self, start, end):
        """A range within one year that names it once: "May – August 2010", "03–07/2019"."""
        if not (self.share_year and not self.year_mask and start and start[0] == end[0] and start[1] and end[1] and start[1] < end[1]):
            return None
        if self.kind in ('mon', 'month', 'mon.'):
            return [self.month(start[1], self.kind != 'month'), self.sep, self.point(*end)]
        if self.kind in ('mm/', 'mm.', 'mm-'):
            return [f'{start[1]:02d}', self.rng.choice(['–', '-', ' - ']), self.point(*end)]
        return None

    def exact(self):
        """True when months are printed."""
        return self.kind not in ('year', 'season', '年', '년')

    def gold(self, y, m):
        if y is None or self.mask or self.year_mask:
            return None
        return f'{y}-{m:02d}' if self.exact() and m else str(y)

    def span(self, start, end, current=False):
        """(pieces: what stands before, between and after; gold start, gold end, current)"""
        if self.mask:
            return [self.mask[0], self.sep, self.present if current else self.mask[1]], None, None, current
        a = self.from_word + self.point(*start) if start else ''
        if current:
            if self.since and start:
                return [self.since + ' ' + self.point(*start)], self.gold(*start), None, True
            pieces = [a, self.sep, self.present]
        elif end:
            b = self.point(*end)
            if self.short and not self.year_mask and start and end[0] // 100 == start[0] // 100 and end[0] > start[0]:
                b = f'{end[0] % 100:02d}'
            if not start:
                return [b], None, self.gold(*end), False
            if start == end or a == b:
                return [a], self.gold(*start), None, False
            pieces = self.shared(start, end) or [a, self.sep, b]
        else:
            return [a], self.gold(*start) if start else None, None, False
        if self.caps:
            pieces = [p.upper() for p in pieces]
        if self.duration and start and self.lang == 'en':
            y, m = end or (2025, 6)
            n = max(1, (y - start[0]) * 12 + (m or 1) - (start[1] or 1) + 1)
            text = (f'{n // 12} yr{"s" if n >= 24 else ""} ' if n >= 12 else '') + (f'{n % 12} mo{"s" if n % 12 > 1 else ""}' if n % 12 else '')
            pieces[-1] += self.rng.choice([' (%s)', ' · %s', ' · %s']) % text.strip()
        return pieces, self.gold(*start), None if current else self.gold(*end), current
