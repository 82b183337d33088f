#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Samples resumes of a grammar of layouts and writes them as PDF (or text) with a label for every word.

    make.py --out DIR [--docs 1000] [--seed 1] [--jobs 1] [--first 0] [--text 10] [--forms 0.3] [--languages en=50,de=8,...]

Each document is DIR/ID.pdf (or ID.txt, ID.md), ID.words and ID.json; the forms are in docs/corpus.md. The same seed,
word lists and number of a document give the same document."""
import argparse
import json
import multiprocessing
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import document  # noqa: E402
import flow  # noqa: E402
import forms  # noqa: E402
import noise  # noqa: E402
import text  # noqa: E402

LANGUAGES = 'en=47,de=9,fr=8,es=8,nl=5,it=5,pt=5,pl=1,sv=0.7,da=0.5,no=0.4,cs=0.5,tr=0.6,ro=0.4,ru=0.9,zh=5,ja=5,ko=3'


def pick_language(seed, shares):
    import random
    return random.Random(f'language {seed}').choices(list(shares), list(shares.values()))[0]


def make_one(args):
    n, opts = args
    lang = pick_language(f'{opts.seed}-{n}', opts.shares)
    forms.SHARE = opts.forms
    ident = f'g{opts.seed}-{n:06d}'
    for attempt in range(4):
        try:
            doc = document.Document(f'{opts.seed}-{n}-{attempt}', lang)
            doc.noise = noise.draw(doc.rng, lang)
            doc.sample()
            break
        except (IndexError, KeyError, ValueError, ZeroDivisionError, TypeError, AttributeError, StopIteration, UnboundLocalError) as e:
            if opts.strict:
                raise
            last = e
    else:
        return (n, lang, f'failed: {last!r}')
    form = 'pdf'
    if n % 100 < opts.text:
        form = text.write(doc, opts.out, ident, opts.vitae)
    else:
        doc.writer.write(os.path.join(opts.out, ident + '.pdf'))
        flow.save_words(os.path.join(opts.out, ident + '.words'), doc.setter.rows())
    with open(os.path.join(opts.out, ident + '.json'), 'w', encoding='utf-8') as f:
        json.dump({'maker': 'grammar/' + doc.family, 'split': 'held' if doc.held else 'train', 'language': lang, 'format': form, 'result': doc.b.gold}, f, ensure_ascii=False)
    return (n, lang, form)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--out', required=True)
    ap.add_argument('--docs', type=int, default=1000)
    ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--jobs', type=int, default=1)
    ap.add_argument('--first', type=int, default=0, help='number of the first document')
    ap.add_argument('--text', type=float, default=10, help='how many of 100 documents become text files')
    ap.add_argument('--forms', type=float, default=forms.SHARE, help='how often the forms of forms.py are drawn, 0 to 1')
    ap.add_argument('--languages', default=LANGUAGES)
    ap.add_argument('--vitae', default=os.environ.get('VITAE') or os.path.join(HERE, '../../../build/src/cli/vitae'))
    ap.add_argument('--strict', action='store_true', help='stop at the first fault')
    opts = ap.parse_args()
    opts.shares = {k: float(v) for k, v in (x.split('=') for x in opts.languages.split(','))}
    os.makedirs(opts.out, exist_ok=True)
    begin, kinds, failed = time.time(), {}, []
    work = [(n, opts) for n in range(opts.first, opts.first + opts.docs)]
    with multiprocessing.Pool(opts.jobs) as pool:
        for n, lang, form in pool.imap_unordered(make_one, work, 16) if opts.jobs > 1 else map(make_one, work):
            kinds[form.split(':')[0]] = kinds.get(form.split(':')[0], 0) + 1
            if form.startswith('failed'):
                failed.append((n, lang, form))
    print(f'{opts.docs} documents in {time.time() - begin:.1f} s: ' + ', '.join(f'{v} {k}' for k, v in sorted(kinds.items())))
    for n, lang, form in failed[:20]:
        print(f'document {n} ({lang}): {form}')


if __name__ == '__main__':
    main()
