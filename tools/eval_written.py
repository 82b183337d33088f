#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scores answers about written documents value by value: is each name, title, employer, school ... right as a whole?

    tools/corpus/written.py --out DIR --variants 1 --templates 0
    vitae parse -q -o ANSWERS DIR/*.pdf DIR/*.html DIR/*.md DIR/*.txt DIR/*.docx
    tools/eval_written.py DIR ANSWERS [--held] [--language zh ...] [--errors FIELD]

The gold comes from the words' labels (DIR/ID.words, docs/corpus.md). --held takes only documents that no training sees.
Skills are left out: their labels do not say where one ends. Case, accents, signs and spaces do not count."""
import argparse
import collections
import glob
import json
import os
import re
import unicodedata

FIELDS = ['name', 'label', 'title', 'company', 'start year', 'institution', 'degree', 'field of study', 'certificate', 'language']


def fold(text):
    text = unicodedata.normalize('NFKD', text or '').casefold()
    return ''.join(c for c in text if c.isalnum())


def year_of(text):
    found = re.search(r'(?:19|20)\d\d', text or '')
    return found.group() if found else ''


def read_gold(path):
    """Values of the labels: one of each field an item."""
    items, person, languages = collections.OrderedDict(), collections.defaultdict(str), []
    with open(path, encoding='utf-8') as f:
        for line in f:
            role, _, item, _, field, text = line.rstrip('\n').split('\t')[5:11]
            if role in ('job_head', 'edu_head', 'cert') and item != '-1':
                items.setdefault((role, item), collections.defaultdict(str))[field] += ' ' + text
            elif role in ('name', 'label'):
                person[field] += ' ' + text
            elif role == 'language' and field == 'language':
                languages.append(text)
    of = {role: [v for (r, _), v in items.items() if r == role] for role in ('job_head', 'edu_head', 'cert')}
    jobs = [{'title': v['title'], 'company': v['company'], 'start year': year_of(v['date'])} for v in of['job_head']]
    studies = [{'institution': v['institution'], 'degree': v['degree'], 'field of study': v['field']} for v in of['edu_head']]
    return {'person': {f: person[f] for f in ('name', 'label')}, 'jobs': [j for j in jobs if j['title'] or j['company']],
            'studies': [s for s in studies if s['institution'] or s['degree']],
            'certificate': [v['cert'] for v in of['cert'] if v['cert']], 'language': languages}


def read_answer(path):
    with open(path, encoding='utf-8') as f:
        answer = json.load(f)
    answer = answer.get('result', answer) or {}
    person = answer.get('personal_info') or {}
    jobs = [{'title': j['title'], 'company': j['company'], 'start year': year_of(j['start_date'])} for j in answer.get('experience') or []]
    studies = [{'institution': s['institution'], 'degree': s['degree'], 'field of study': s['field_of_study']} for s in answer.get('education') or []]
    return {'person': {f: person.get(f) for f in ('name', 'label')}, 'jobs': jobs, 'studies': studies,
            'certificate': [c['name'] for c in answer.get('certifications') or []], 'language': [v['language'] for v in answer.get('languages') or []]}


class Tally:
    def __init__(self, errors):
        self.right, self.wrong, self.missing, self.errors = collections.Counter(), collections.Counter(), collections.Counter(), errors

    def add(self, document, field, gold, got):
        if gold and got and fold(gold) == fold(got):
            self.right[field] += 1
            return
        self.missing[field] += bool(gold)
        self.wrong[field] += bool(got)
        if field == self.errors and (gold or got):
            print('%s: %s | %s' % (document, (gold or '-').strip(), got or '-'))

    def f1(self, fields):
        right, rest = sum(self.right[f] for f in fields), sum(self.wrong[f] + self.missing[f] for f in fields)
        return 2 * right / max(1, 2 * right + rest)


def pairs(golds, gots):
    """Items that are alike, the most alike first; the rest alone."""
    def alike(a, b):
        return sum(bool(a[k]) and fold(a[k]) == fold(b[k]) for k in a)
    ranked = sorted(((alike(a, b), -i, -k) for i, a in enumerate(golds) for k, b in enumerate(gots)), reverse=True)
    left, right, out = set(range(len(golds))), set(range(len(gots))), []
    for score, i, k in ranked:
        if score and -i in left and -k in right:
            left.remove(-i)
            right.remove(-k)
            out.append((golds[-i], gots[-k]))
    return out + [(golds[i], {}) for i in sorted(left)] + [({}, gots[k]) for k in sorted(right)]


def compare(document, gold, got, tally):
    for field in gold['person']:
        tally.add(document, field, gold['person'][field], got['person'][field])
    for kind, fields in (('jobs', FIELDS[2:5]), ('studies', FIELDS[5:8])):
        for a, b in pairs(gold[kind], got[kind]):
            for field in fields:
                if field != 'start year' or (a.get(field) and b):
                    tally.add(document, field, a.get(field), b.get(field))
    for field in ('certificate', 'language'):
        for a, b in pairs([{'it': v} for v in gold[field]], [{'it': v} for v in got[field]]):
            tally.add(document, field, a.get('it'), b.get('it'))


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    ap.add_argument('words', metavar='DIR')
    ap.add_argument('answers', metavar='ANSWERS')
    ap.add_argument('--held', action='store_true')
    ap.add_argument('--language', nargs='+')
    ap.add_argument('--errors', choices=FIELDS, metavar='FIELD')
    args = ap.parse_args()
    tally, n = Tally(args.errors), 0
    for path in sorted(glob.glob(os.path.join(args.words, '*.words'))):
        document = os.path.basename(path)[:-len('.words')]
        answer = os.path.join(args.answers, document + '.json')
        with open(path[:-len('.words')] + '.json', encoding='utf-8') as f:
            about = json.load(f)
        if not os.path.exists(answer) or (args.held and about['split'] != 'held') or (args.language and about['language'] not in args.language):
            continue
        compare(document, read_gold(path), read_answer(answer), tally)
        n += 1
    for field in FIELDS:
        print('%-16s %.3f  (%d)' % (field, tally.f1([field]), tally.right[field] + tally.missing[field]))
    print('all %.4f of %d documents' % (tally.f1(FIELDS), n))


if __name__ == '__main__':
    main()
