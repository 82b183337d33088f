# SPDX-License-Identifier: Apache-2.0
"""Writes a sampled document as plain text, Markdown or a web page; its labels are laid onto the engine's own words."""
import html
import json
import os
import subprocess

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


class Plain:
    """Text with one line a printed line; cells part at tabs, spaces or line ends."""
    ext = 'txt'

    def __init__(self, rng, doc):
        self.rng, self.doc = rng, doc
        self.gap = rng.choice(['\t', ' ' * 8, '  ', 'pad', '\n', '\n', ' | '])
        self.blank = rng.random() < 0.75
        self.rule = rng.choice(['', '', '', '-', '=', '_', '-' * 40])
        self.upper = rng.random() < 0.1

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
            out.append(s.upper() if head and self.upper else s)
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

    def cell(self, cell):
        parts, k = [], 0
        while k < len(cell):
            n = k + 1
            while n < len(cell) and cell[n][9] == cell[k][9]:
                n += 1
            s = join(cell[k:n])
            if cell[k][9] in self.bold and cell[k][5] in ('job_head', 'edu_head') and '*' not in s:
                s = f'**{s}**'
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
                s = self.level + s
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

    def cell(self, cell):
        s = html.escape(join(cell), quote=False)
        return f'<b>{s}</b>' if cell[0][9] in self.bold and cell[0][5] in ('job_head', 'edu_head') else s

    def text(self, lines):
        out, listing = ['<!DOCTYPE html><html><head><meta charset="utf-8"><title>Document</title></head><body>'], False
        for line in lines:
            first, cells = line[0][0], [self.cell(c) for c in line]
            bullet = first[10] in SIGNS and len(line[0]) > 1
            if listing and not bullet:
                out.append('</ul>')
                listing = False
            if bullet:
                if not listing:
                    out.append('<ul>')
                    listing = True
                out.append('<li>' + html.escape(join(line[0][1:]), quote=False) + ' '.join([''] + cells[1:]) + '</li>')
                continue
            if first[5] == 'heading':
                out.append(f'<{self.head}>{cells[0]}</{self.head}>')
                cells = cells[1:]
            elif first[5] == 'name':
                out.append(f'<h1>{cells[0]}</h1>')
                cells = cells[1:]
            if not cells:
                continue
            if self.tables and len(cells) > 1:
                out.append('<table><tr>' + ''.join(f'<td>{c}</td>' for c in cells) + '</tr></table>')
            elif self.right == 'nbsp' or len(cells) == 1:
                out.append('<p>' + ' &nbsp; '.join(cells) + '</p>')
            else:
                tag = self.right if self.right != 'p' else 'div'
                out.append('<div>' + ''.join(f'<{tag}>{c}</{tag}> ' for c in cells) + '</div>')
        return '\n'.join(out + ['</ul>' if listing else '', '</body></html>']) + '\n'


def write(doc, out, ident, vitae):
    """Writes ID.txt, ID.md or ID.html with ID.words; returns the form."""
    rows = doc.setter.rows()
    lines = lines_of(rows)
    writer = doc.rng.choices([Plain, Markdown, Web], [45, 30, 25])[0](doc.rng, doc)
    path = os.path.join(out, ident + '.' + writer.ext)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(writer.text(lines))
    done = subprocess.run([vitae, 'parse', '--dump', 'doc', path], capture_output=True)
    try:
        tokens = json.loads(done.stdout)['words']
    except (ValueError, KeyError):
        tokens = []
    flow.save_words(os.path.join(out, ident + '.words'), align(tokens, [r for line in lines for cell in line for r in cell]))
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
        if not s and row:                                    # a sign alone goes with what stands before it
            out.append((t['page'], *t['box'], *row[5:9], 'none', t['text']))
        if not s:
            continue
        hit = letters.find(s, at, at + len(s) + 160)
        if hit < 0:
            continue
        if hit - at > 40 and len(s) < 4:
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
    return ''.join('•' if c in SIGNS else c for c in text.casefold() if c not in '*_#|\\`')
