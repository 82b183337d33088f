#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Word documents of make.py saved again by LibreOffice as Word, ODT, RTF, PDF and HTML: another program's
structure and breaks each time, with a label for each word.

    python3 tools/corpus/office.py --corpus corpus --out DIR [--each 2] [--seed 1] [--vitae ...]"""
import argparse
import collections
import glob
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import label
import words

FORMATS = {'docx': 'docx:MS Word 2007 XML', 'doc': 'doc:MS Word 97', 'odt': 'odt', 'rtf': 'rtf', 'pdf': 'pdf', 'html': 'html:HTML (StarWriter)'}
BATCH = 30


def convert(paths, form, profile, out, more=()):
    subprocess.run(['soffice', '-env:UserInstallation=file://' + profile, '--headless', *more, '--convert-to', FORMATS[form], '--outdir', out] + paths, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=900)


def one(path, made, form, args):
    """Labels a saved document; was enough of it found?"""
    with open(path[:-5] + '.json', encoding='utf-8') as f:
        gold = json.load(f)
    doc = label.dump(args.vitae, made) if os.path.exists(made) else None
    if not doc or not doc.get('lines'):
        return False
    T, blocks, share, _ = label.align(doc, gold['_order'])
    rows = words.rows(doc, T, blocks)
    if min(share, len(rows) / max(1, sum(len(l['tokens']) for l in doc['lines']))) < args.least:
        return False
    split = 'held' if os.path.basename(os.path.dirname(path)) == 'test' else 'train'
    words.write(args.out, os.path.basename(path)[:-5] + '_' + form, rows, made, {'maker': 'own/' + gold['_layout'], 'saved': form, 'split': split, 'language': gold['_language'], 'result': gold['result']})
    return True


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    ap.add_argument('--corpus', default='corpus')
    ap.add_argument('--out', required=True)
    ap.add_argument('--each', type=int, default=2, help='formats a document')
    ap.add_argument('--seed', default='1')
    ap.add_argument('--least', type=float, default=0.85)
    ap.add_argument('--vitae')
    args = ap.parse_args()
    args.vitae = args.vitae or label.find_vitae(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    os.makedirs(args.out, exist_ok=True)
    todo = collections.defaultdict(list)
    for path in sorted(p for split in ('train', 'tune', 'test') for p in glob.glob(os.path.join(args.corpus, split, '*.docx'))):
        rng = random.Random('%s %s' % (args.seed, os.path.basename(path)))
        for form in rng.sample(sorted(FORMATS), args.each):
            todo[form].append(path)
    profile = tempfile.mkdtemp(prefix='corpus-office-')
    for form, paths in sorted(todo.items()):
        good = 0
        for i in range(0, len(paths), BATCH):
            work = tempfile.mkdtemp(prefix='corpus-saved-')
            convert(paths[i:i + BATCH], form, profile, work)
            good += sum(one(p, os.path.join(work, os.path.basename(p)[:-4] + form), form, args) for p in paths[i:i + BATCH])
            shutil.rmtree(work)
        print('%-5s %d documents, %d left out' % (form, good, len(paths) - good), flush=True)
    shutil.rmtree(profile, ignore_errors=True)


if __name__ == '__main__':
    main()
