#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks for labels that contradict each other, in any labelled documents (ID.words beside ID.json).

    python3 tools/corpus/labels.py DIR [--docs N] [--show 5]

It needs no engine. A fault is a row with too few columns or an unknown word, a field that its role cannot have, an
item of two kinds, a heading that no row prints, two words on one spot, or a title, employer, school, degree or
certificate of the result that no label shows."""
import argparse
import collections
import glob
import json
import os
import random
import re

ROLES = set('other heading name label contact summary job_head job_text edu_head edu_text skill language cert project publication award reference interest member furniture'.split())
SECTIONS = set('none contact summary objective experience volunteer military education courses skills strengths languages certifications projects publications patents awards memberships interests references personal additional declaration'.split())
PERSON = set('email phone url street city postcode region country location date'.split())
ENTRY = set('title company location date url email phone degree institution'.split())
MAY = {'name': {'name'}, 'label': {'label'}, 'contact': PERSON, 'job_head': set('title company department location date type url'.split()), 'edu_head': set('institution department degree field grade date location url'.split()), 'skill': set('skill group level'.split()),
       'language': set('language level group cert date issuer'.split()), 'cert': set('cert issuer date group location url'.split()), 'heading': set(), 'furniture': set(), 'summary': set(), 'other': set(), 'job_text': set(), 'edu_text': {'grade'}, 'interest': {'group'},
       'project': ENTRY, 'publication': ENTRY, 'award': ENTRY, 'reference': ENTRY, 'member': ENTRY}
KIND = {'job_head': 'job', 'job_text': 'job', 'edu_head': 'study', 'edu_text': 'study'}


def fold(text):
    return re.sub(r'[\W_]+', '', str(text).casefold())


def faults(rows, gold):
    """(kind, example) of each fault of a document's rows."""
    kinds, headings, used, spots = {}, set(), set(), {}
    for r in rows:
        if len(r) != 11:
            yield 'columns', '\t'.join(r)[:60]
            continue
        role, section, item, heading, field, word = r[5], r[6], r[7], r[8], r[9], r[10]
        if role not in ROLES or section not in SECTIONS:
            yield 'unknown word', f'{role} {section}'
        elif field != 'none' and field not in MAY[role]:
            yield 'field of another role', f'{role} {field} {word}'
        if item != '-1':
            kind = KIND.get(role, role)
            if kinds.setdefault(item, kind) != kind:
                yield 'item of two kinds', f'{item}: {kinds[item]}, {kind} ({word})'
        if role in ('job_head', 'edu_head') and item == '-1':
            yield 'head without an item', word
        if role == 'heading':
            headings.add(heading)
        else:
            used.add(heading)
        spot = (r[0],) + tuple(round(float(x)) for x in r[1:5])
        if spots.setdefault(spot, word) != word:
            yield 'two words on one spot', f'{word} / {spots[spot]}'
    for h in sorted(used - headings - {'-1'}):
        yield 'heading that no row prints', h
    yield from unseen(rows, gold)


def unseen(rows, gold):
    """Values of the result that no label shows."""
    said = collections.defaultdict(str)
    for r in rows:
        if len(r) == 11:
            said[r[9]] += fold(r[10])
    wanted = [('title', j.get('title')) for j in gold.get('experience') or []] + [('company', j.get('company')) for j in gold.get('experience') or []]
    wanted += [('institution', s.get('institution')) for s in gold.get('education') or []] + [('degree', s.get('degree')) for s in gold.get('education') or []] + [('field', s.get('field_of_study')) for s in gold.get('education') or []]
    wanted += [('cert', c if isinstance(c, str) else c.get('name')) for c in gold.get('certifications') or []]
    for field, value in wanted:
        if value and fold(value) and fold(value) not in said[field]:
            yield 'value that no label shows', f'{field}: {value}'


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('folder')
    ap.add_argument('--docs', type=int, default=1000)
    ap.add_argument('--show', type=int, default=4)
    a = ap.parse_args()
    paths = sorted(glob.glob(os.path.join(a.folder, '*.words')))
    random.Random(1).shuffle(paths)
    count, seen, bad = collections.Counter(), collections.defaultdict(list), 0
    for path in paths[:a.docs]:
        with open(path, encoding='utf-8') as f:
            rows = [line.rstrip('\n').split('\t') for line in f]
        with open(path[:-5] + 'json', encoding='utf-8') as f:
            gold = json.load(f).get('result') or {}
        kinds = set()
        for kind, example in faults(rows, gold):
            count[kind] += 1
            if kind not in kinds and len(seen[kind]) < a.show:
                seen[kind].append(f'{os.path.basename(path)}: {example}')
            kinds.add(kind)
        bad += bool(kinds)
    print(f'{len(paths[:a.docs])} documents, {bad} with a fault')
    for kind, n in count.most_common():
        print(f'{n:7d} {kind}')
        for line in seen[kind]:
            print('        ', line)


if __name__ == '__main__':
    main()
