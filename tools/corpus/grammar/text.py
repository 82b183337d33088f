# SPDX-License-Identifier: Apache-2.0
"""Writes a sampled document as plain text or Markdown; its labels are laid onto the engine's own words."""
import json
import os
import subprocess

import flow


def lines_of(rows):
    """Rows of a document, grouped into lines in reading order of their making."""
    lines, last = [], None
    for r in rows:
        key = (r[0], round(r[4] - 0.2 * 0, 0), r[5] if False else 0)
        if last is None or key[0] != last[0] or abs(key[1] - last[1]) > 2 or r[1] < lines[-1][-1][3] - 1:
            lines.append([])
        lines[-1].append(r)
        last = key
    return lines


def write(doc, out, ident, vitae):
    """Writes ID.txt or ID.md with ID.words; returns the form, or says why it was left as PDF."""
    rng = doc.rng
    rows = doc.setter.rows()
    form = 'md' if rng.random() < 0.25 else 'txt'
    words, text = [], []
    wrap = rng.choice([0, 0, 72, 80, 100])
    gap_style = rng.choice(['tab', 'spaces', 'two', 'pad'])
    blank = rng.random() < 0.7
    previous, bold_field = None, rng.choice([None, 'title', 'company', 'title', 'date'])
    for line in lines_of(rows):
        head = line[0][5] in ('heading',)
        if previous and blank and (head or line[0][4] - line[0][2] + previous[2] < line[0][2] - 6):
            text.append('')
        s, end = '', None
        for r in line:
            word = r[10]
            gap = r[1] - end if end is not None else 0
            if end is not None:
                wide_gap = gap > 12
                s += {'tab': '\t', 'spaces': ' ' * 8, 'two': '  ', 'pad': ' ' * max(2, 70 - len(s))}[gap_style] if wide_gap else ' '
            s += word
            words.append((word, r))
            end = r[3]
        if form == 'md' and s[:2] in tuple(c + ' ' for c in SIGNS):
            s = '- ' + s[2:]
        if form == 'md' and bold_field and line[0][5] in ('job_head', 'edu_head'):
            s = bolden(s, line, bold_field)
        if form == 'md' and head:
            s = '## ' + s
            words[-len(line):-len(line)] = [('##', None)]
        elif form == 'md' and line[0][5] == 'name':
            s = '# ' + s
            words[-len(line):-len(line)] = [('#', None)]
        elif head and rng.random() < 0.05:
            s = s.upper()
        text.append(s)
        if head and form == 'txt' and doc.head['rule'] and rng.random() < 0.9:
            text.append('-=_'[len(doc.head_name) % 3] * (len(s) if rng.random() < 0.5 else 40))
        previous = line[0]
    path = os.path.join(out, ident + '.' + form)
    with open(path, 'w', encoding='utf-8') as f:
        f.write('\n'.join(text) + '\n')
    done = subprocess.run([vitae, 'parse', '--dump', 'doc', path], capture_output=True)
    try:
        tokens = json.loads(done.stdout)['words']
    except (ValueError, KeyError):
        tokens = []
    rows = align(tokens, words)
    flow.save_words(os.path.join(out, ident + '.words'), rows)
    return form


def bolden(s, line, field):
    """Markdown's bold around the words of a field."""
    field = {'title': ('title', 'degree'), 'company': ('company', 'institution')}.get(field, (field,))
    run = ' '.join(r[10] for r in line if r[9] in field)
    return s.replace(run, '**' + run + '**', 1) if run and run in s and '*' not in s else s


def align(tokens, words):
    """Rows of the engine's words, each with the label of the written word it is."""
    out, k = [], 0
    for t in tokens:
        for ahead in range(0, 6):
            if k + ahead < len(words) and same(words[k + ahead][0], t['text']):
                k += ahead
                row = words[k][1]
                if row:
                    x0, y0, x1, y1 = t['box']
                    out.append((t['page'], x0, y0, x1, y1, *row[5:10], t['text']))
                k += 1
                break
    return out


SIGNS = set('•-–●▪■*►◦○»·➢✓❖→+▸')


def same(a, b):
    if a in SIGNS and b in SIGNS:
        return True
    return a == b or a.upper() == b or a.strip('*_#') == b.strip('*_#') and b
