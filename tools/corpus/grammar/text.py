# SPDX-License-Identifier: Apache-2.0
"""Writes a sampled document as plain text, Markdown or a web page; its labels are laid onto the engine's own words."""
import html
import json
import os
import subprocess
import textwrap

import flow

SIGNS = set('•-–●▪■*►◦○»·➢✓❖→+▸')
BOLD_FIELDS = {'title': ('title', 'degree'), 'company': ('company', 'institution'), 'date': ('date',)}


def lines_of(rows):
    """The rows of a document in lines, each a list of cells (what wide gaps part)."""
    lines, last = [], None
    for r in rows:
        if last is None or r[0] != last[0] or abs(r[4] - last[4]) > 2 or r[1] < last[3] - 1:
            lines.append([[]])
        elif r[1] - last[3] > 12:
            lines[-1].append([])
        lines[-1][-1].append(r)
        last = r
    return lines


def join(cell):
    """The words of a cell; East Asian words that touch stay together."""
    s = ''
    for k, r in enumerate(cell):
        s += (' ' if k and r[1] - cell[k - 1][3] > 0.6 else '') + r[10]
    return s


def gaps_before(lines):
    """True for each line before which the page has a wider gap, or which is a heading."""
    out, before = [], None
    for line in lines:
        r = line[0][0]
        out.append(before is not None and (r[5] == 'heading' or r[0] == before[0] and r[2] - before[4] > 0.55 * (r[4] - r[2])))
        before = r
    return out


def whole_headings(lines):
    """The lines with each heading on one."""
    out = []
    for line in lines:
        last, first = out[-1] if out else None, line[0][0]
        if last and first[5] == last[0][0][5] == 'heading' and first[8] == last[0][0][8] and first[0] == last[0][0][0] and len(last) == len(line) == 1 and first[2] - last[0][-1][4] < first[4] - first[2]:
            far = last[0][-1][3] + 4 - first[1]
            out[-1] = [last[0] + [r[:1] + (r[1] + far, r[2], r[3] + far, r[4]) + r[5:] for r in line[0]]]
        else:
            out.append(line)
    return out


def unwrapped(lines):
    """The lines with those joined that go on in the next: what a file has that nobody wrapped."""
    out, wide = [], max((line[-1][-1][3] for line in lines), default=0)
    for line in lines:
        last = out[-1] if out else None
        a, b = last and last[-1][-1], line[0][0]
        if last and len(last) == len(line) == 1 and a[5:9] == b[5:9] and b[5] not in ('heading', 'name', 'contact') and b[10][:1] not in SIGNS and a[3] > 0.8 * wide and len(last[0]) > 5:
            b = last[0][-1]
            shift = line[0][0][1] - b[3] - 3
            out[-1] = [last[0] + [r[:1] + (r[1] - shift, b[2], r[3] - shift, b[4]) + r[5:] for r in line[0]]]
        else:
            out.append(line)
    return out


class Plain:
    """Text with one line a printed line; cells part at tabs, spaces or line ends."""
    ext = 'txt'

    def __init__(self, rng, doc):
        self.rng, self.doc = rng, doc
        self.gap = rng.choice(['\t', ' ' * 8, '  ', 'pad', '\n', '\n', ' | '])
        self.blank = rng.random() < 0.75
        self.rule = rng.choice(['', '', '', '-', '=', '_', '-' * 40])
        self.upper = rng.random() < 0.1
        self.unwrap = rng.random() < 0.5
        self.dress = rng.choice(['{}'] * 12 + ['== {} ==', '[{}]', '*** {} ***', '{}:', '--- {} ---', '# {}', '<< {} >>', '{} -', '~ {} ~', '+ {}'])
        self.small = rng.random() < 0.06
        self.bullet = rng.choice([None, None, '-', '*', '+', '•', '>', '·'])
        self.indent = rng.choice(['', '', '', '', '  ', '    ', '\t'])
        self.width = rng.choice([0, 0, 0, 0, 60, 72, 80])

    def wrap(self, s):
        """The lines of a text that is wrapped at a width, later ones indented."""
        if not self.width or len(s) <= self.width or ' ' not in s:
            return s
        return '\n'.join(textwrap.wrap(s, self.width, subsequent_indent=self.indent + '  ', break_long_words=False, break_on_hyphens=False))

    def text(self, lines):
        out = []
        for line, gap in zip(lines, gaps_before(lines)):
            if gap and self.blank:
                out.append('')
            cells = [join(c) for c in line]
            s = cells[0]
            for c in cells[1:]:
                s += (' ' * max(2, 70 - len(s)) if self.gap == 'pad' else self.gap) + c
            head = line[0][0][5] == 'heading'
            if self.bullet and s[:1] in SIGNS and s[1:2] == ' ':
                s = self.bullet + s[1:]
            if head:
                s = self.dress.format(s.upper() if self.upper else s.casefold() if self.small else s)
            elif line[0][0][5] in ('job_text', 'edu_text', 'job_head', 'edu_head', 'project'):
                s = self.indent * (2 if line[0][0][5].endswith('text') and self.rule else 1) + s
            out.append(self.wrap(s) if len(line) == 1 else s)
            if head and self.rule:
                out.append(self.rule if len(self.rule) > 1 else self.rule * len(s))
        return '\n'.join(out) + '\n'


class Markdown(Plain):
    """Headings with hashes, bullets with dashes, tables of rows of cells, bold fields."""
    ext = 'md'

    def __init__(self, rng, doc):
        super().__init__(rng, doc)
        self.bold = BOLD_FIELDS.get(rng.choice([None, 'title', 'company', 'title', 'date']), ())
        self.tables, self.item_heads = rng.random() < 0.45, rng.random() < 0.35
        self.level = rng.choice(['## ', '## ', '# ', '### '])
        self.sign = rng.choice('-*+')
        self.breaks = rng.random() < 0.5
        self.rules = rng.random() < 0.15
        self.links = rng.random() < 0.5
        self.emoji = rng.random() < 0.08
        self.quote = rng.random() < 0.08

    def cell(self, cell):
        parts, k = [], 0
        while k < len(cell):
            n = k + 1
            while n < len(cell) and cell[n][9] == cell[k][9]:
                n += 1
            s = join(cell[k:n])
            if cell[k][9] in self.bold and cell[k][5] in ('job_head', 'edu_head') and '*' not in s:
                s = f'**{s}**'
            if self.links and cell[k][9] == 'email' and ' ' not in s:
                s = f'[{s}](mailto:{s})' if self.breaks else f'<{s}>'
            elif self.links and cell[k][9] == 'url' and '://' in s and ' ' not in s:
                s = f'[{s}]({s})'
            parts.append((' ' if k and cell[k][1] - cell[k - 1][3] > 0.6 else '') + s)
            k = n
        return ''.join(parts)

    def text(self, lines):
        out, table, item = [], 0, None
        for line, gap in zip(lines, gaps_before(lines)):
            first = line[0][0]
            if self.tables and len(line) > 1 and first[5] not in ('name', 'heading', 'contact', 'label'):
                if table != len(line):
                    out.append('')
                out.append('| ' + ' | '.join(self.cell(c).replace('|', '/') for c in line) + ' |')
                if table != len(line):
                    out.append('|' + '---|' * len(line))
                table = len(line)
                continue
            if table:
                out.append('')
            table = 0
            s = self.cell(line[0])
            new = first[5] in ('job_head', 'edu_head') and first[7] != item
            item = first[7] if first[5] in ('job_head', 'edu_head') else item
            if first[5] == 'name':
                s = '# ' + s
            elif first[5] == 'heading':
                s = ('---\n\n' if self.rules and out else '') + self.level + (self.rng.choice(['💼 ', '🎓 ', '🛠 ', '📫 ', '🏆 ', '🌍 ']) if self.emoji else '') + s
            elif self.quote and first[5] == 'summary':
                s = '> ' + s
            elif s[:1] in SIGNS and s[1:2] == ' ':
                s = self.sign + s[1:]
            elif self.item_heads and new:
                s = '### ' + s.replace('*', '')
            if gap and (self.blank or first[5] in ('name', 'heading')):
                out.append('')
            out.append(s)
            for c in line[1:]:
                if self.gap in ('\n',):
                    out += ['', self.cell(c)]
                else:
                    out[-1] += (' ' if self.gap == 'pad' else self.gap) + self.cell(c)
            if self.breaks and s[:1] not in '-*+#':
                out.append('')
        return '\n'.join(out) + '\n'


class Web(Plain):
    """A plain web page: headings, paragraphs, lists, now and then tables or spans at the right."""
    ext = 'html'

    def __init__(self, rng, doc):
        super().__init__(rng, doc)
        self.tables, self.right = rng.random() < 0.3, rng.choice(['span', 'div', 'nbsp', 'p'])
        self.head = rng.choice(['h2', 'h2', 'h3', 'h1', 'p', 'div', 'strong'])
        self.bold = BOLD_FIELDS.get(rng.choice([None, 'title', 'company', 'title']), ())
        self.list, self.item_tag = rng.choice(['ul', 'ul', 'ul', 'ol', 'div']), rng.choice(['p', 'p', 'div', 'h3', 'h4', 'dt', 'span', 'br'])
        self.pairs = rng.choice(['p', 'p', 'dl', 'table', 'strong', 'div'])

    def cell(self, cell):
        s = html.escape(join(cell), quote=False)
        return f'<b>{s}</b>' if cell[0][9] in self.bold and cell[0][5] in ('job_head', 'edu_head') else s

    def text(self, lines):
        out, listing = ['<!DOCTYPE html><html><head><meta charset="utf-8"><title>Document</title></head><body>'], False
        item = None
        for line in lines:
            first, cells = line[0][0], [self.cell(c) for c in line]
            bullet = first[10] in SIGNS and len(line[0]) > 1
            if listing and not bullet:
                out.append(f'</{self.list}>')
                listing = False
            if bullet:
                if not listing:
                    out.append(f'<{self.list}>')
                    listing = True
                tag = 'li' if self.list != 'div' else 'p'
                out.append(f'<{tag}>' + html.escape(join(line[0][1:]), quote=False) + ' '.join([''] + cells[1:]) + f'</{tag}>')
                continue
            if first[5] == 'heading':
                out.append(f'<{self.head}>{cells[0]}</{self.head}>')
                cells = cells[1:]
            elif first[5] == 'name':
                out.append(f'<h1>{cells[0]}</h1>')
                cells = cells[1:]
            if not cells:
                continue
            new = first[5] in ('job_head', 'edu_head') and first[7] != item
            item = first[7] if first[5] in ('job_head', 'edu_head') else item
            label, colon, value = cells[0].partition(': ')
            if len(cells) == 1 and new and self.item_tag not in ('p', 'br'):
                out.append(f'<{self.item_tag}>{cells[0]}</{self.item_tag}>')
                continue
            if len(cells) == 1 and colon and value and len(label) < 30 and self.pairs != 'p' and '<' not in label:
                out.append({'dl': f'<dl><dt>{label}</dt><dd>{value}</dd></dl>', 'table': f'<table><tr><th>{label}</th><td>{value}</td></tr></table>', 'strong': f'<p><strong>{label}:</strong> {value}</p>', 'div': f'<div class="row"><span>{label}</span> <span>{value}</span></div>'}[self.pairs])
                continue
            if self.item_tag == 'br' and first[5] in ('job_head', 'edu_head', 'contact') and len(cells) == 1:
                out.append(cells[0] + '<br>')
                continue
            if self.tables and len(cells) > 1:
                out.append('<table><tr>' + ''.join(f'<td>{c}</td>' for c in cells) + '</tr></table>')
            elif self.right == 'nbsp' or len(cells) == 1:
                out.append('<p>' + ' &nbsp; '.join(cells) + '</p>')
            else:
                tag = self.right if self.right != 'p' else 'div'
                out.append('<div>' + ''.join(f'<{tag}>{c}</{tag}> ' for c in cells) + '</div>')
        return '\n'.join(out + [f'</{self.list}>' if listing else '', '</body></html>']) + '\n'


KEYS = {'title': ['title', 'position', 'role', 'name'], 'company': ['company', 'employer', 'organization', 'name'], 'date': ['date', 'period', 'dates', 'duration'], 'location': ['location', 'city', 'place'], 'degree': ['degree', 'studyType', 'title'], 'institution': ['school', 'institution', 'university'], 'field': ['area', 'field', 'major'],
        'grade': ['gpa', 'score', 'grade'], 'cert': ['name', 'title', 'certificate'], 'issuer': ['issuer', 'organization', 'by'], 'language': ['language', 'name'], 'level': ['level', 'fluency'], 'department': ['team', 'department'], 'type': ['type'], 'email': ['email', 'mail'], 'phone': ['phone', 'tel'], 'url': ['url', 'website', 'link'],
        'name': ['name', 'full_name'], 'label': ['label', 'headline', 'title'], 'city': ['city', 'location'], 'street': ['street', 'address'], 'postcode': ['postcode', 'zip', 'postalCode'], 'country': ['country'], 'region': ['region', 'state']}


class Records(Plain):
    """Entries of keys and values, as people write them who feed a program: "title: Clerk"."""
    ext = 'md'

    def __init__(self, rng, doc):
        super().__init__(rng, doc)
        self.ext = rng.choice(['md', 'md', 'txt'])
        self.names = {k: rng.choice(v) for k, v in KEYS.items()}
        self.split, self.fence = rng.random() < 0.5, rng.random() < 0.35 and self.ext == 'md'
        self.sign, self.title = rng.choice(['- ', '- ', '* ', '']), rng.random() < 0.3
        self.points, self.form = rng.choice(['highlights', 'summary', 'details', 'tasks']), rng.choice(['{}: ', '{}: ', '{} = ', '**{}:** ' if self.ext == 'md' else '{}: ', '{}:\t'])
        self.rows = []

    def put(self, out, text, like):
        """A line of words that no page has: they get the role of a row, and no field."""
        for word in text.split():
            self.rows.append(like[:9] + ('none', word))
        out.append(text)

    def pair(self, out, key, rows, lead):
        key = self.names.get(key, key)
        self.rows.append(rows[0][:9] + ('none', key))
        self.rows += rows
        out.append(lead + self.form.format(key.title() if self.title else key) + join(rows))

    def dates(self, out, rows, lead):
        """A range as two entries where a sign parts it."""
        at = next((k for k, r in enumerate(rows) if r[10] in '-–—~～→' and 0 < k < len(rows) - 1), None)
        if self.split and at:
            self.pair(out, 'start', rows[:at], lead)
            self.pair(out, 'end', rows[at + 1:], ' ' * len(lead))
        else:
            self.pair(out, 'date', rows, lead)

    def text(self, lines):
        out, item, fenced, points = [], None, False, False
        for line in lines:
            words = [r for cell in line for r in cell]
            first = words[0]
            role = first[5]
            if role == 'heading':
                if fenced:
                    out.append('```')
                out += ['', ('# ' if self.ext == 'md' else '') + join(words) + ('' if self.ext == 'md' else ':')]
                self.rows += words
                fenced, item = self.fence, None
                out += ['```yaml'] if fenced else []
                continue
            fields = {r[9] for r in words} & set(self.names)
            if not fields or role.endswith('_text') or role == 'skill':
                if role.endswith('_text') and not points:
                    self.put(out, '  ' + self.points + ':', first)
                    points = True
                words = words[1:] if first[10] in SIGNS and len(words) > 1 else words
                out.append(('    - ' if role.endswith('_text') else '- ' if role == 'skill' else '') + join(words))
                self.rows += words
                continue
            new, item = first[7] != item, first[7]
            points, lead = False, (self.sign if new else ' ' * len(self.sign)) if role not in ('name', 'label', 'contact') else ''
            if new and not self.sign and out:
                out.append('')
            k = 0
            while k < len(words):
                n = k + 1
                while n < len(words) and words[n][9] == words[k][9]:
                    n += 1
                if words[k][9] in self.names:
                    (self.dates(out, words[k:n], lead) if words[k][9] == 'date' else self.pair(out, words[k][9], words[k:n], lead))
                    lead = ' ' * len(lead)
                k = n
        return '\n'.join(out + (['```'] if fenced else [])) + '\n'


def write(doc, out, ident, vitae):
    """Writes ID.txt, ID.md or ID.html with ID.words; returns the form."""
    rows = doc.setter.rows()
    lines = whole_headings(lines_of(rows))
    writer = doc.rng.choices([Plain, Markdown, Web, Records], [42, 28, 24, 6])[0](doc.rng, doc)
    if writer.unwrap:
        lines = unwrapped(lines)
    path = os.path.join(out, ident + '.' + writer.ext)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(writer.text(lines))
    done = subprocess.run([vitae, 'parse', '--dump', 'doc', path], capture_output=True)
    try:
        tokens = json.loads(done.stdout)['words']
    except (ValueError, KeyError):
        tokens = []
    flow.save_words(os.path.join(out, ident + '.words'), align(tokens, getattr(writer, 'rows', None) or [r for line in lines for cell in line for r in cell]))
    return writer.ext


def align(tokens, rows):
    """Rows of the engine's words: each word of the engine takes the label of the letters it is made of."""
    letters, owner = '', []
    for k, r in enumerate(rows):
        s = fold(r[10])
        letters += s
        owner += [k] * len(s)
    out, at, row = [], 0, None
    for t in tokens:
        s = fold(t['text'])
        if s.endswith(':') and not letters.startswith(s, at) and letters.startswith(s[:-1], at):
            s = s[:-1]
        if not s and row:                                    # a sign alone goes with what stands before it
            out.append((t['page'], *t['box'], *row[5:9], 'none', t['text']))
        if not s:
            continue
        hit = letters.find(s, at, at + len(s) + (20 if len(s) < 4 else 60 if len(s) < 7 else 160))
        if hit < 0 or hit > at and not s.strip('•'):
            if len(s) < 4 and at < len(owner) and not (s.isalpha() and s.isascii()):   # a sign of the form goes with what comes next
                out.append((t['page'], *t['box'], *rows[owner[at]][5:9], 'none', t['text']))
            continue
        counts = {}
        for k in owner[hit:hit + len(s)]:
            counts[k] = counts.get(k, 0) + 1
        row = rows[max(counts, key=counts.get)]
        out.append((t['page'], *t['box'], *row[5:10], t['text']))
        at = hit + len(s)
    return out


def fold(text):
    """A text without case, signs of emphasis and forms of bullets."""
    return ''.join('•' if c in SIGNS else c for c in text.casefold() if c not in '*_#|\\`[]<>=~')
