#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The labelled documents once more as text, as other programs and people give it: the text of pdftotext, of mutool,
of vitae, wrapped, quoted in a mail, with and without blank lines. Their labels are carried over by the letters.

    python3 tools/corpus/text_forms.py --from DIR,DIR --out DIR [--share 0.5] [--jobs 2] [--seed 1] [--vitae ...]"""
import argparse
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import label
import words


def said(*command):
    r = subprocess.run(command, capture_output=True, timeout=60)
    return r.stdout.decode('utf-8', 'replace').replace('\r\n', '\n')


PDF = {'pdftotext': lambda v, p: said('pdftotext', '-enc', 'UTF-8', p, '-'),
       'layout': lambda v, p: said('pdftotext', '-layout', '-enc', 'UTF-8', p, '-'),
       'mutool': lambda v, p: said('mutool', 'draw', '-q', '-F', 'text', p)}
ANY = {'raw': lambda v, p: said(v, 'parse', '--raw', '-q', p)}


def paragraphs(text):
    """The lines of a text joined where one goes on in the next: what an editor shows without wrapping."""
    out = []
    for line in text.split('\n'):
        before = out[-1] if out else ''
        if line.strip() and len(before) > 60 and not re.search(r'[.:!?]$', before) and re.match(r'[^\W\d_A-Z]', line.strip()):
            out[-1] = before + ' ' + line.strip()
        else:
            out.append(line.rstrip())
    return '\n'.join(out)


def wrapped(text, width):
    lines = []
    for line in paragraphs(text).split('\n'):
        lines += textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) if len(line) > width else [line]
    return '\n'.join(lines)


def blank_lines(text, form):
    if form == 'none':
        return re.sub(r'\n\s*\n+', '\n', text)
    if form == 'double':
        return re.sub(r'\n', '\n\n', re.sub(r'\n\s*\n+', '\n', text))
    return re.sub(r'\n\s*\n\s*\n+', '\n\n', text)


MAIL = ['From: Recruiting <jobs@example.com>\nTo: Hiring <team@example.com>\nSubject: Application\n\n', '-----Original Message-----\nSubject: CV\n\n', 'Hello,\n\nplease find the resume below.\n\n', '']


def varied(text, rng):
    """(text, what was done to it)"""
    done = []
    text = text.replace('\f', '\n')
    if rng.random() < 0.45:
        width = rng.choice([60, 64, 68, 72, 76, 80, 90, 100])
        text = wrapped(text, width)
        done.append('wrap%d' % width)
    elif rng.random() < 0.25:
        text = paragraphs(text)
        done.append('joined')
    form = rng.choice(['as is', 'as is', 'one', 'none', 'double'])
    if form != 'as is':
        text = blank_lines(text, form)
        done.append('blank-' + form)
    if rng.random() < 0.2:
        text = text.replace('\u2022', rng.choice(['-', '*', 'o', '\u00b7']))
    if rng.random() < 0.15:
        text = '\n'.join(l.strip() for l in text.split('\n'))
        done.append('stripped')
    if rng.random() < 0.15:
        quote = rng.choice(['> ', '> ', '>', '| '])
        text = rng.choice(MAIL) + '\n'.join((quote + l).rstrip() for l in text.split('\n'))
        done.append('quoted')
    return text.strip('\n') + '\n', done


def blocks_of(path):
    """The rows of a labelled document as blocks that label.py aligns, a line each, with all that is known of them."""
    with open(path, encoding='utf-8') as f:
        rows = [l.rstrip('\n').split('\t') for l in f]
    out, key = [], None
    for page, _, y0, _, _, role, section, item, heading, field, text in rows:
        now = (page, round(float(y0) / 3), role, item, heading)
        if now != key:
            key = now
            out.append(dict(text='', role=role, section=section, spans=[]))
        spans = out[-1]['spans']
        if not spans or spans[-1]['field'] != field:
            spans.append(dict(text='', field=field, role=role, section=section, group=int(item), heading=int(heading)))
        spans[-1]['text'] += text + ' '
        out[-1]['text'] += text + ' '
    return out


def one(path, args):
    ident = os.path.basename(path)[:-6]
    rng = random.Random('%s %s' % (args.seed, ident))
    if rng.random() >= args.share:
        return None
    with open(path[:-6] + '.json', encoding='utf-8') as f:
        gold = json.load(f)
    source = next((p for p in glob.glob(glob.escape(path[:-6]) + '.*') if not p.endswith(('.words', '.json'))), None)
    forms = dict(ANY, **PDF) if source and source.endswith('.pdf') else ANY
    form = rng.choice(sorted(forms))
    text = forms[form](args.vitae, source) if source else ''
    if len(text) < 200:
        return form, False
    text, done = varied(text, rng)
    target = os.path.join(args.out, ident + '_' + form + '.txt')
    with open(target, 'w', encoding='utf-8') as f:
        f.write(text)
    doc = label.dump(args.vitae, target)
    rows, total = [], 1
    if doc and doc.get('lines'):
        T, blocks, share, _ = label.align(doc, blocks_of(path))
        rows = words.rows(doc, T, blocks)
        total = sum(len(l['tokens']) for l in doc['lines'])
        good = len(rows) / total >= args.least and share >= args.least
    if not rows or not good:
        os.unlink(target)
        return form, False
    words.write(args.out, ident + '_' + form, rows, target, dict(gold, form=[form] + done))
    return form, True


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    ap.add_argument('--from', dest='source', type=lambda s: s.split(','), required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--share', type=float, default=1.0, help='share of the documents')
    ap.add_argument('--jobs', type=int, default=2)
    ap.add_argument('--seed', default='1')
    ap.add_argument('--least', type=float, default=0.85)
    ap.add_argument('--vitae')
    args = ap.parse_args()
    args.vitae = args.vitae or label.find_vitae(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    os.makedirs(args.out, exist_ok=True)
    paths = sorted(p for d in args.source for p in glob.glob(os.path.join(d, '*.words')))
    count = collections.Counter()
    with ThreadPoolExecutor(args.jobs) as ex:
        for r in ex.map(lambda p: one(p, args), paths):
            if r:
                count[r] += 1
    for form in sorted({f for f, _ in count}):
        print('%-10s %d documents, %d left out' % (form, count[form, True], count[form, False]))


if __name__ == '__main__':
    main()
