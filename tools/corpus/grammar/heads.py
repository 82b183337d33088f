# SPDX-License-Identifier: Apache-2.0
"""The forms of an item's head: which field stands on which line, in which order, with which separators and looks.

A form is drawn once for a section of a document; `Form.render` prints one item with it and leaves out what is missing."""
import lexicon as lx
import world as w
from flow import Fmt, Para

SEPARATORS = {'comma': ', ', 'dash': ' - ', 'endash': ' – ', 'emdash': ' — ', 'bar': ' | ', 'bullet': ' • ', 'dot': ' · ', 'slash': ' / ', 'gap': '\t', 'space': ' ', 'colon': ': ', 'at': None,
              'semicolon': '; ', 'at-sign': ' @ ', 'tilde': ' ~ ', 'double-slash': ' // ', 'guillemet': ' » ', 'double-bar': ' || ', 'diamond': ' ♦ ', 'star': ' * ', 'tight-bar': '|', 'tight-slash': '/', 'full-bar': '｜', 'bullet2': ' ∙ ',
              'arrow': ' › ', 'comma2': ' , ', 'tight-dash': '-'}
WEIGHTS = {'comma': 22, 'dash': 10, 'endash': 8, 'emdash': 4, 'bar': 12, 'bullet': 4, 'dot': 4, 'slash': 3, 'gap': 8, 'space': 7, 'colon': 2, 'at': 7, 'semicolon': 1, 'at-sign': 1.5, 'tilde': 0.4, 'double-slash': 0.6, 'guillemet': 0.4,
           'double-bar': 0.4, 'diamond': 0.4, 'star': 0.4, 'tight-bar': 0.7, 'tight-slash': 0.5, 'full-bar': 0.2, 'bullet2': 0.5, 'arrow': 0.4, 'comma2': 0.8, 'tight-dash': 0.4}
HELD_SEPARATORS = {'guillemet', 'double-bar', 'diamond', 'arrow'}
AT = {'en': ' at ', 'de': ' bei ', 'fr': ' chez ', 'es': ' en ', 'it': ' presso ', 'pt': ' na ', 'nl': ' bij ', 'pl': ' w ', 'sv': ' på ', 'no': ' hos ', 'da': ' hos ', 'cs': ' v ', 'ro': ' la ', 'ru': ' в '}
IN = {'en': [' in ', ' in ', ' in ', ', ', ' - ', ' of ', ' (', ': ', ' – ', ' | '], 'de': [' in ', ' ', ', ', ' (', ' – ', ': '], 'fr': [' en ', ' ', ', ', ' - ', ' : ', ' (', ' de '], 'es': [' en ', ' en ', ', ', ' - ', ' de ', ' ('], 'it': [' in ', ' in ', ', ', ' - ', ' ('],
      'pt': [' em ', ' em ', ', ', ' - ', ' ('], 'nl': [' ', ' in ', ', ', ' - ', ' ('], 'zh': [' ', '（', ' | ', '·', ''], 'ja': [' ', '（', ''], 'ko': [' ', ' (', '/']}


def separator(rng, lang, held):
    names = [n for n in WEIGHTS if (n in HELD_SEPARATORS) <= held]
    weights = [WEIGHTS[n] * (6 if held and n in HELD_SEPARATORS else 1) for n in names]
    if lang in ('zh', 'ja', 'ko'):
        weights = [v * (4 if n in ('gap', 'space') else 0.3 if n == 'comma' else 0 if n == 'at' else 1) for n, v in zip(names, weights)]
    name = rng.choices(names, weights)[0]
    if name == 'at' and lang not in AT:
        name = 'comma'
    return name


TAG = Fmt(False, False, (0.35, 0.35, 0.35), 0.9)


class Form:
    """lines: [[slot]], rights: {line: [slot]}, seps: {slot: separator before it}."""

    def __init__(self, rng, lang, kind, held, narrow=False):
        self.rng, self.lang, self.kind = rng, lang, kind
        self.sep_name = separator(rng, lang, held)
        self.sep = SEPARATORS[self.sep_name] or AT[lang]
        self.minor = SEPARATORS[rng.choice(['comma', 'comma', 'comma', 'dash', 'bar', 'gap', 'endash', 'dot', 'space'])] if rng.random() < 0.6 else self.sep
        if self.minor in AT.values():
            self.minor = ', '
        self.rights, self.lines, self.brackets = {}, [], set()
        self.looks, self.date_stack, self.body_rail = {}, 0, True
        self.layout = self.draw_layout(rng, narrow)
        self.where = self.draw_date(rng, narrow)
        self.draw_rest(rng, narrow)
        self.draw_looks(rng)
        self.tags = rng.choices([None, 'line', 'right', 'end'], [90, 4, 3, 3])[0]
        self.tag_sep = rng.choice([' ', ' ', ', ', ' · ', '\t', ' | '])
        self.in_sep = rng.choice(IN.get(lang, [', ', ' - ', ' (', ' ']))
        self.field_first = rng.random() < 0.06
        self.date_brackets = rng.choice([None] * 6 + ['()', '()', '[]', '（）' if lang in ('zh', 'ja') else '()'])
        self.lead_size = rng.choice([1, 1, 1, 1, 1, 1.08, 1.1, 1.15, 1.2, 1.3])
        self.prefix = rng.random() < 0.05 and rng.choice(['• ', '- ', '▪ ', '» ', '1'])
        self.name = '/'.join('+'.join(line) for line in self.lines) + '@' + self.where + (':' + '+'.join(f'{k}{"".join(v)}' for k, v in self.rights.items()) if self.rights else '')

    def draw_layout(self, rng, narrow):
        """The lines of the two chief slots."""
        a, b = ('title', 'company') if self.kind == 'job' else ('degree', 'school')
        if rng.random() < (0.45 if self.kind == 'job' else 0.42):
            a, b = b, a
        x = rng.random()
        if x < (0.2 if narrow else 0.42):
            self.lines = [[a, b]]
        elif x < 0.93:
            self.lines = [[a], [b]]
        else:
            self.lines = [[a]] if rng.random() < 0.5 else [[a], [b]]
        return len(self.lines)

    def draw_date(self, rng, narrow):
        kinds = {'right': 36, 'rail': 14, 'own-after': 9, 'own-before': 9, 'end': 13, 'front': 7, 'middle': 5, 'right-rail': 4, 'between': 4, 'end2': 5, 'none': 2}
        if narrow:
            kinds.update({'right': 10, 'rail': 4, 'right-rail': 0, 'own-after': 25, 'own-before': 18})
        where = rng.choices(list(kinds), list(kinds.values()))[0]
        n = len(self.lines)
        if where == 'right':
            self.rights[rng.choice([0] * 4 + [n - 1] * 2)] = ['date']
        elif where == 'own-after':
            self.lines.append(['date'])
        elif where == 'own-before':
            self.lines.insert(0, ['date'])
        elif where == 'between':
            self.lines.insert(1, ['date'])
        elif where == 'end':
            self.lines[0].append('date')
        elif where == 'end2':
            self.lines[-1].append('date')
        elif where == 'front':
            self.lines[0].insert(0, 'date')
        elif where == 'middle':
            self.lines[0].insert(1, 'date')
        if where == 'own-before' and rng.random() < 0.15 or where == 'rail' and rng.random() < 0.33 or where == 'right-rail' and rng.random() < 0.4:
            self.date_stack = rng.choice([2, 3])
        if where in ('rail', 'right-rail'):
            self.body_rail = rng.random() < 0.75
        return where

    def draw_rest(self, rng, narrow):
        place = rng.choices(['after', 'line', 'right', 'with-date', 'own', 'bracket', 'none', 'front', 'rail', 'anywhere', 'after-title'], [34, 6, 14, 7, 4, 7, 16, 3, 5, 3, 4])[0]
        chief = 'company' if self.kind == 'job' else 'school'
        row = next((line for line in self.lines if chief in line), self.lines[-1])
        self.place = place
        if place in ('after', 'bracket'):
            row.insert(row.index(chief) + 1 if chief in row else len(row), 'place')
            if place == 'bracket':
                self.brackets.add('place')
        elif place == 'after-title':
            self.lines[0].append('place')
        elif place == 'line':
            self.lines.insert(rng.randint(1, len(self.lines)), ['place'])
        elif place == 'own':
            self.lines.append(['place'])
        elif place == 'right':
            free = [k for k in range(len(self.lines)) if k not in self.rights] or [0]
            self.rights.setdefault(rng.choice(free), []).append('place')
        elif place == 'with-date' and self.where in ('own-after', 'own-before', 'between'):
            line = next(line for line in self.lines if line == ['date'])
            line.insert(rng.choice([0, 1, 1]), 'place')
        elif place == 'front':
            row.insert(0, 'place')
        elif place == 'anywhere':
            line = rng.choice(self.lines)
            line.insert(rng.randint(0, len(line)), 'place')
        if rng.random() < 0.22:
            line = rng.choice(self.lines)
            slot = 'type' if self.kind == 'job' else 'grade'
            line.append(slot)
            if rng.random() < 0.5:
                self.brackets.add(slot)
        if self.kind == 'job' and rng.random() < 0.18:
            row.insert(row.index('company') + rng.choice([0, 1, 1, 1]) if 'company' in row else 0, 'dept')
        elif self.kind == 'edu' and rng.random() < 0.3:
            k = next((k for k, line in enumerate(self.lines) if 'degree' in line), 0)   # the field of study apart from the degree
            line = self.lines[k]
            at = line.index('degree') if 'degree' in line else 0
            if rng.random() < 0.2:
                self.lines.insert(k + 1, ['field'])
            else:
                line.insert(rng.choice([at, at + 1, at + 1, at + 1, len(line)]), 'field')
        if rng.random() < 0.1 and not narrow:
            flat = [s for line in self.lines for s in line]                                # anything anywhere
            rng.shuffle(flat)
            self.lines = []
            while flat:
                n = rng.choice([1, 1, 2, 2, 3, 4])
                self.lines.append(flat[:n])
                flat = flat[n:]
            self.rights = {k: v for k, v in self.rights.items() if k < len(self.lines)}

    def draw_looks(self, rng):
        chief = self.lines[0][0]
        style = rng.choices(['bold-first', 'bold-title', 'bold-company', 'bold-line', 'none', 'all-bold', 'italic-second', 'color'], [26, 18, 14, 14, 12, 5, 8, 8])[0]
        t, c = ('title', 'company') if self.kind == 'job' else ('degree', 'school')
        accent = getattr(rng, 'accent', None)
        bold = Fmt(True, False, None, 1)
        if style in ('bold-first', 'italic-second', 'color', 'bold-line'):
            self.looks[chief] = Fmt(True, False, accent if style == 'color' else None, 1)
            if style == 'bold-line':
                for s in self.lines[0]:
                    self.looks[s] = bold
        elif style == 'bold-title':
            self.looks[t] = bold
        elif style == 'bold-company':
            self.looks[c] = bold
        elif style == 'all-bold':
            for s in ('title', 'company', 'degree', 'school', 'date', 'place'):
                self.looks[s] = bold
        if style == 'italic-second' or rng.random() < 0.25:
            other = [s for line in self.lines[1:] for s in line if s != 'date'] or [c if chief == t else t]
            for s in other:
                if s not in self.looks:
                    self.looks[s] = Fmt(False, True, None, 1)
        if rng.random() < 0.22:
            self.looks['date'] = Fmt(rng.random() < 0.3, rng.random() < 0.4, rng.choice([None, (0.45, 0.45, 0.45), accent]), rng.choice([1, 1, 0.9]))
        if rng.random() < 0.15:
            self.looks['place'] = Fmt(False, True, rng.choice([None, (0.4, 0.4, 0.4)]), 1)
        self.caps = rng.choice([None] * 9 + [chief, t, c])

    # --- printing -----------------------------------------------------------------------------

    def runs(self, slots, values):
        """Runs of a line's slots; what is missing goes with its separator."""
        out = []
        for slot in slots:
            runs = self.slot(slot, values)
            if not runs:
                continue
            brackets = slot in self.brackets
            if out:
                sep = ' ' if brackets else self.between(slot, out)
                out.append((sep, 'none', None, None))
            if brackets:
                runs = [('(', runs[0][1], runs[0][2], None)] + runs + [(')', runs[-1][1], runs[-1][2], None)]
            out += runs
        return out

    def between(self, slot, out):
        if slot in ('title', 'company', 'school', 'degree') and out[-1][1] in ('title', 'company', 'degree', 'institution', 'field'):
            if self.sep in AT.values() and slot not in ('company', 'school'):
                return ', '
            return self.sep
        if self.sep in AT.values():
            return ', ' if slot != 'date' else self.minor
        return self.minor if slot in ('place', 'date', 'type', 'grade', 'dept', 'field') else self.sep

    def slot(self, slot, values):
        look = self.looks.get(slot)
        if slot == 'date':
            pieces = values.get('date')
            if not pieces:
                return []
            b = self.date_brackets or '  '
            text = ''.join(pieces)
            text = (b[0] + text + b[1]) if b.strip() and len(self.lines) else text
            return [(text, 'date', look, None)]
        if slot == 'degree' and self.kind == 'edu':
            return self.degree(values, look)
        value = values.get(slot)
        if not value:
            return []
        if self.caps == slot:
            value = value.upper()
        field = {'company': 'company', 'place': 'location', 'dept': 'department', 'school': 'institution'}.get(slot, slot)
        if field == 'grade':
            label, value = value if isinstance(value, tuple) else ('', value)
            return ([(label, 'none', look, None)] if label else []) + [(value, 'grade', look, None)]
        return [(value, field, look, None)]

    def degree(self, values, look):
        degree, field = values.get('degree'), values.get('field')
        apart = any('field' in line for line in self.lines)
        if values.get('pair') and not apart and self.caps != 'degree':
            return [(t, f or 'none', look, None) for t, f in values['pair']]
        if self.caps == 'degree':
            degree, field = degree and degree.upper(), field and field.upper()
        if not degree or not field or apart:
            return [(degree, 'degree', look, None)] if degree else ([(field, 'field', look, None)] if field and not apart else [])
        if self.field_first:
            return [(field, 'field', look, None), (', ', 'none', look, None), (degree, 'degree', look, None)]
        out = [(degree, 'degree', look, None), (self.in_sep, 'none', look, None), (field, 'field', look, None)]
        if self.in_sep.strip() in ('(', '（'):
            out.append((')' if '(' in self.in_sep else '）', 'none', look, None))
        return out

    def render(self, values, label, size, lead=1.2):
        """(rail runs or None, head paragraphs)"""
        paras, number = [], 0
        for k, line in enumerate(self.lines):
            runs = self.runs(line, values)
            right = self.runs(self.rights.get(k, []), values)
            if values.get('tags') and (self.tags == 'right' and k == 0 or self.tags == 'end' and k == len(self.lines) - 1):
                runs += [('\t' if self.tags == 'right' else ' ', 'none', None, None), (self.tag_sep.join(values['tags']), 'none', TAG, None)]
            if k == 0 and self.prefix and runs:
                runs = [(self.prefix if self.prefix != '1' else f'{values.get("n", 1)}. ', 'none', None, None)] + runs
            if self.date_stack and line == ['date'] and values.get('date') and len(values['date']) == 3:
                paras += self.stack(values, label, size, lead)
                continue
            if not runs and right:
                runs, right = right, None
            if runs:
                paras.append(Para(runs, label, size * (self.lead_size if number == 0 else 1), lead=lead, right=right or None, keep=size * 1.2))
                number += 1
        if self.tags == 'line' and values.get('tags'):
            paras.append(Para([(self.tag_sep.join(values['tags']), 'none', TAG, (label[0].replace('head', 'text'),) + label[1:])], label, size, lead=lead))
        rail = None
        if self.where in ('rail', 'right-rail') and values.get('date'):
            rail = self.stack(values, label, size, lead) if self.date_stack and len(values['date']) == 3 else [Para([(''.join(values['date']), 'date', self.looks.get('date'), None)], label, size, lead=lead)]
            if self.place == 'rail' and values.get('place'):
                rail.append(Para([(values['place'], 'location', self.looks.get('place'), None)], label, size, lead=lead))
        return rail, paras

    def stack(self, values, label, size, lead):
        a, sep, b = values['date']
        rows = [a, sep.strip(), b] if self.date_stack == 3 else [a + ' ' + sep.strip(), b]
        return [Para([(t, 'date', self.looks.get('date'), None)], label, size, lead=lead) for t in rows if t]


# --- entries with labels ------------------------------------------------------------------------

KO = {'title': ['직위', '직책', '담당업무'], 'company': ['회사명', '근무처'], 'dates': ['근무기간', '기간', '재직기간'], 'place': ['소재지'], 'degree': ['학위', '학력'], 'school': ['학교명'], 'study': ['전공']}


def labels(kind, lang):
    if lang == 'ko':
        return KO[kind]
    group = {'sv': 'sv|da|no', 'da': 'sv|da|no', 'no': 'sv|da|no', 'tr': 'tr', 'cs': 'cs', 'ro': 'ro', 'fi': 'fi'}.get(lang, lang)
    out = [r[0] for r in w.sheet('entry_labels') if len(r) > 2 and r[1] == kind and (group == r[2] or lang in r[2].split('|'))]
    return out or [r[0] for r in w.sheet('entry_labels') if len(r) > 2 and r[1] == kind and r[2] == 'en']


class Labelled:
    """A head of lines "Position: X"; the labels stand in a column of their own or before the value."""

    def __init__(self, rng, lang, kind, held, narrow=False):
        self.kind = kind
        self.column = rng.random() < 0.5 and not narrow
        self.colon = rng.choice([':', ':', ':', '', ' :', ' -'])
        slots = ['date', 'title', 'company', 'place'] if kind == 'job' else ['date', 'degree', 'school', 'place']
        if rng.random() < 0.5:
            rng.shuffle(slots)
        if rng.random() < 0.4:
            slots.remove('place')
        if kind == 'edu' and rng.random() < 0.5:
            slots.insert(slots.index('degree') + 1, 'field')
        if rng.random() < 0.25:
            slots.append('type' if kind == 'job' else 'grade')
        names = {'date': 'dates', 'title': 'title', 'company': 'company', 'place': 'place', 'degree': 'degree', 'school': 'school', 'field': 'study'}
        own = {'type': ['Type'], 'grade': ['Grade']}
        self.slots = [(s, rng.choice(labels(names[s], lang) if s in names else own[s])) for s in slots]
        self.bold = rng.choice([Fmt(True, False, None, 1), None, None, Fmt(False, True, None, 1)])
        self.value_bold = Fmt(True, False, None, 1) if rng.random() < 0.25 else None
        self.where, self.body_rail, self.sep_name = 'labels', True, 'label'
        self.grid = rng.choice([None, (0.6, 0.6, 0.6), (0, 0, 0)]) if self.column else None
        self.plain_first = rng.random() < 0.2
        self.name = 'labelled:' + '+'.join(s for s, _ in self.slots) + ('/column' if self.column else '')

    def render(self, values, label, size, lead=1.2):
        from flow import Row
        out = []
        for k, (slot, name) in enumerate(self.slots):
            value = values.get(slot)
            if not value:
                continue
            if slot == 'date':
                value = ''.join(value)
            elif isinstance(value, tuple):
                value = value[1]
            field = {'place': 'location', 'school': 'institution'}.get(slot, slot)
            head = [(name + self.colon, 'none', self.bold, None)]
            runs = [(value, field, self.value_bold, None)]
            if k == 0 and self.plain_first:
                out.append(Para(runs, label, size, lead=lead, keep=size))
            elif self.column:
                out.append(Row([(0.32, [Para(head, label, size, lead=lead)]), (0.68, [Para(runs, label, size, lead=lead)])], grid=self.grid))
            else:
                out.append(Para(head + [(' ', 'none', None, None)] + runs, label, size, lead=lead, keep=size))
        return None, out
