#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Real resumes as training documents: shows what the reader makes of them, takes corrections by a person, and puts the
labels into a file of features.

    python3 tools/train/corrections.py sheet  --vitae VITAE --out SHEETS DOCUMENT...
    python3 tools/train/corrections.py labels --sheets SHEETS --fixes FIXES --out LABELS
    python3 tools/train/corrections.py apply  --labels LABELS --features ALL.features --out LABELLED.features [--rest REST.features]

`sheet` writes SHEETS/NAME.txt, a line a cell: its number, `@` and the cell that begins its item or `-`, role, section, and
its words with their fields in brackets. A `?` marks doubt. A person writes FIXES/NAME.fix with the lines that are wrong:

    76 @76 edu_head education: degree=Bachelor of Science | field=Physics | date=2003 | institution=York College
    77-79 @76 edu_text education
    12 = = =: title=Arts Instructor | company=Company Name
    90 !

`=` keeps what stands, N-M is a range, `!` is a cell that nothing is to be learned from; a line with a colon names the fields of
all its words anew. An empty file says that the sheet is right. `labels` turns this into numbers only, without a word of the
documents: LABELS can be shared where the documents cannot. `apply` looks the documents up in a file that `vitae features`
wrote of them; one that has other cells by now is left out. REST.features gets those without labels."""
import argparse
import glob
import json
import os
import re
import struct
import subprocess
import sys

DEFINITIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src')
UNKNOWN = 255
PROSE = {'job_text', 'edu_text', 'summary', 'award', 'interest', 'other', 'project', 'publication', 'reference'}
LONG = 9  # words of prose that a sheet shows


def defined(path, macro):
    """The words of a list of definitions, in the order of their codes."""
    with open(os.path.join(DEFINITIONS, path), encoding='utf-8') as f:
        return re.findall(r'^%s\(\w+, "([\w-]*)"\)' % macro, f.read(), re.M)


ROLES = defined('parse/reader/reading.def', 'VT_CELL')
FIELDS = defined('parse/reader/reading.def', 'VT_WORD_IS')
SECTIONS = ['none'] + defined('text/lex_kinds.def', 'VT_SECTION')[1:]


# ---- sheets ---------------------------------------------------------------------------------------------------------

def read_cells(vitae, path):
    """What the reader says of a document: [{role, section, anchor, sure, words: [[text, field]]}]"""
    shown = subprocess.run([vitae, 'features', '-', path], capture_output=True).stdout.decode('utf-8', 'replace')
    out = []
    for line in shown.split('\n'):
        m = re.match(r'^ *\d+ +(-?\d+)  (\S+) +(.*?)p\d+ x(-?\d+) *(\*?) *<? *(\d\.\d\d) ?(.*)$', line)
        if not m:
            continue
        anchor, role, section, _, _, sure, text = m.groups()
        words = []
        for w in text.split():
            word, _, field = w.rpartition('/')
            words.append([word, field] if word and field in FIELDS else [w, 'none'])
        out.append({'role': role, 'section': section.strip() or 'none', 'anchor': int(anchor), 'sure': float(sure), 'words': words})
    return out


def show(number, cell):
    words = cell['words']
    if cell['role'] in PROSE and len(words) > LONG and all(f == 'none' for _, f in words):
        text = ' '.join(w for w, _ in words[:LONG]) + ' ...'
    else:
        parts, before = [], 'none'
        for word, field in words:
            if field != before:
                parts.append(('>' if before != 'none' else '') + (' <' + field if field != 'none' else ''))
            parts.append(' ' + word)
            before = field
        text = ''.join(parts).strip() + ('>' if before != 'none' else '')
    return '%d%s %s %s %s: %s' % (number, '?' if cell['sure'] < 0.9 else '', '@%d' % cell['anchor'] if cell['anchor'] >= 0 else '-', cell['role'], cell['section'], text)


def sheet(a):
    os.makedirs(a.out, exist_ok=True)
    for path in a.documents:
        cells = read_cells(a.vitae, path)
        name = os.path.join(a.out, os.path.splitext(os.path.basename(path))[0])
        with open(name + '.json', 'w', encoding='utf-8') as f:
            json.dump(cells, f, ensure_ascii=False)
        with open(name + '.txt', 'w', encoding='utf-8') as f:
            f.writelines(show(i, c) + '\n' for i, c in enumerate(cells))


# ---- corrections ----------------------------------------------------------------------------------------------------

def plain(text):
    return re.sub(r'\W', '', text).lower()


def named(words, text):
    """The fields of a cell's words by `field=its words | field=...`."""
    fields, spelt, at = ['none'] * len(words), [plain(w) for w, _ in words], 0
    for part in re.split(r'\s+\|\s+', text.strip()):
        field, _, value = part.partition('=')
        wanted = [w for w in map(plain, value.split()) if w]
        if field.strip() not in FIELDS or not wanted:
            raise ValueError('no field in "%s"' % part)
        seen = [(i, w) for i, w in enumerate(spelt) if w]
        starts = [k for k in range(len(seen) - len(wanted) + 1) if [w for _, w in seen[k:k + len(wanted)]] == wanted]
        if not starts:
            raise ValueError('no words "%s"' % value)
        start = next((k for k in starts if seen[k][0] >= at), starts[0])
        first, at = seen[start][0], seen[start + len(wanted) - 1][0] + 1
        fields[first:at] = [field.strip()] * (at - first)
    return fields


def correct(cells, line):
    """Changes what a line of corrections says."""
    m = re.match(r'^(\d+)(?:-(\d+))?\??\s+(.*)$', line)
    if not m:
        raise ValueError('no number')
    first, last, rest = int(m[1]), int(m[2] or m[1]), m[3].strip()
    head, colon, tail = rest.partition(':')
    head = (head.split() + ['='] * 3)[:3]
    for cell in cells[first:last + 1]:
        if rest == '!':
            cell.update(role=None, section=None, anchor=-1, words=[[w, None] for w, _ in cell['words']])
            continue
        before = cell['role']
        if head[0] != '=':
            cell['anchor'] = -1 if head[0] == '-' else int(head[0].lstrip('@'))
        if head[1] != '=':
            cell['role'] = ROLES[ROLES.index(head[1])]
        if head[2] != '=':
            cell['section'] = SECTIONS[SECTIONS.index(head[2])]
        if colon and tail.strip():
            fields = named(cell['words'], tail)
        elif cell['role'] != before:  # a cell that becomes a list or a label is one as a whole
            fields = [cell['role'] if cell['role'] in ('skill', 'cert', 'label') else 'none'] * len(cell['words'])
        else:
            continue
        cell['words'] = [[w, f] for (w, _), f in zip(cell['words'], fields)]


def code(words, word):
    return UNKNOWN if word is None else words.index(word)


def labels(a):
    """LABELS: a line a document: name, words, then a cell each: role.section.anchor and the fields of its words, `NxCOUNT`."""
    faults, out = 0, []
    for path in sorted(glob.glob(os.path.join(a.fixes, '*.fix'))):
        name = os.path.splitext(os.path.basename(path))[0]
        with open(os.path.join(a.sheets, name + '.json'), encoding='utf-8') as f:
            cells = json.load(f)
        with open(path, encoding='utf-8') as f:
            lines = f.read().split('\n')
        for line in lines:
            if line.strip() and not line.startswith('skip'):
                try:
                    correct(cells, line.strip())
                except ValueError as e:
                    faults += 1
                    print('%s: %s: %s' % (path, line.strip(), e), file=sys.stderr)
        out.append('\t'.join([name, str(sum(len(c['words']) for c in cells))] + [written(c) for c in cells]))
    with open(a.out, 'w', encoding='utf-8') as f:
        f.writelines(l + '\n' for l in out)
    print('%d documents, %d faults' % (len(out), faults))


def written(cell):
    runs = []
    for _, field in cell['words']:
        n = code(FIELDS, field)
        if runs and runs[-1][0] == n:
            runs[-1][1] += 1
        else:
            runs.append([n, 1])
    return '%d.%d.%d %s' % (code(ROLES, cell['role']), code(SECTIONS, cell['section']), cell['anchor'], ' '.join('%dx%d' % tuple(r) for r in runs))


# ---- features -------------------------------------------------------------------------------------------------------

def records(data):
    """(name, first byte, last byte, cells, words, where the labels begin) of each record of `vitae features`."""
    at, even = 0, lambda n: (n + 3) // 4 * 4
    while at < len(data):
        start = at
        _, cells, words, cell_ids, word_ids, name = struct.unpack_from('<6I', data, at)
        at += 24
        title = data[at:at + name].decode()
        at += even(name) + 8 * (cells + 1) + 4 * (words + 1) + even(2 * cell_ids) + even(2 * word_ids) + 8 * cells
        first = at
        at += 2 * even(cells) + 4 * cells + even(words)
        yield title, start, at, cells, words, first


def apply(a):
    known = {}
    with open(a.labels, encoding='utf-8') as f:
        for line in f:
            name, words, *cells = line.rstrip('\n').split('\t')
            known[name] = (int(words), cells)
    with open(a.features, 'rb') as f:
        data = f.read()
    out, rest, other = [], [], 0
    for name, start, end, cells, words, first in records(data):
        if name not in known:
            rest.append(data[start:end])
            continue
        if known[name][0] != words or len(known[name][1]) != cells:
            other += 1
            continue
        heads = [tuple(map(int, c.split(' ', 1)[0].split('.'))) for c in known[name][1]]
        fields = [int(r.split('x')[0]) for c in known[name][1] for r in c.split()[1:] for _ in range(int(r.split('x')[1]))]
        roles, sections, anchors = ([h[k] for h in heads] for k in range(3))
        packed = [bytes(roles), bytes(sections), struct.pack('<%di' % cells, *anchors), bytes(fields)]
        out.append(data[start:first] + b''.join(p + b'\0' * (-len(p) % 4) for p in packed))
    for path, parts in ((a.out, out), (a.rest, rest)):
        if path:
            with open(path, 'wb') as f:
                f.write(b''.join(parts))
    print('%d documents with labels, %d have other cells by now' % (len(out), other))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = ap.add_subparsers(required=True)
    p = parts.add_parser('sheet')
    p.add_argument('--vitae', required=True)
    p.add_argument('--out', required=True)
    p.add_argument('documents', nargs='+', metavar='DOCUMENT')
    p.set_defaults(run=sheet)
    p = parts.add_parser('labels')
    for option in ('--sheets', '--fixes', '--out'):
        p.add_argument(option, required=True)
    p.set_defaults(run=labels)
    p = parts.add_parser('apply')
    for option in ('--labels', '--features', '--out'):
        p.add_argument(option, required=True)
    p.add_argument('--rest')
    p.set_defaults(run=apply)
    a = ap.parse_args()
    a.run(a)


if __name__ == '__main__':
    main()
