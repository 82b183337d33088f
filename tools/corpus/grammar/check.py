#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts how many of the engine's words stand where the labels say.

    check.py DIR [--docs N] [--vitae PATH] [--worst]

For each document of DIR: the share of the engine's words whose box overlaps a label's box and whose text agrees, and
the share of labels that some word of the engine claims."""
import argparse
import glob
import json
import os
import subprocess


def read_words(path):
    with open(path, encoding='utf-8') as f:
        for line in f:
            r = line.rstrip('\n').split('\t')
            yield int(r[0]), [float(x) for x in r[1:5]], r[10]


def overlap(a, b):
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    return w * h if w > 0 and h > 0 else 0


def compare(dump, labels):
    """(words found, words, labels found, labels, examples)"""
    by_page, used, found, odd = {}, set(), 0, []
    for k, (page, box, text) in enumerate(labels):
        by_page.setdefault((page, int(box[1] // 20)), []).append((k, box, text))
        if int(box[3] // 20) != int(box[1] // 20):
            by_page.setdefault((page, int(box[3] // 20)), []).append((k, box, text))
    for w in dump['words']:
        box = w['box']
        near = {k: (b, t) for y in range(int(box[1] // 20), int(box[3] // 20) + 1) for k, b, t in by_page.get((w['page'], y), [])}
        hits = [(overlap(box, b), k) for k, (b, t) in near.items()]
        hits = [(o, k) for o, k in hits if o > 0.25 * (box[2] - box[0]) * (box[3] - box[1]) or o > 0.5 * (near[k][0][2] - near[k][0][0]) * (near[k][0][3] - near[k][0][1])]
        if hits:
            good = [k for o, k in hits if near[k][1] in w['text'] or w['text'] in near[k][1] or near[k][1][:2] == w['text'][:2]]
            used.update(k for _, k in hits)
            found += bool(good)
            if not good and len(odd) < 5:
                odd.append((w['text'], [near[k][1] for _, k in hits][:3]))
        elif len(odd) < 5:
            odd.append((w['text'], w['box']))
    return found, len(dump['words']), len(used), len(labels), odd


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('folder')
    ap.add_argument('--docs', type=int, default=200)
    ap.add_argument('--vitae', default=os.environ.get('VITAE', 'build/src/cli/vitae'))
    ap.add_argument('--worst', action='store_true')
    a = ap.parse_args()
    total, rows = [0, 0, 0, 0], []
    for path in sorted(glob.glob(os.path.join(a.folder, '*.words')))[:a.docs]:
        doc = next((path[:-5] + e for e in ('pdf', 'txt', 'md', 'html') if os.path.exists(path[:-5] + e)), None)
        done = subprocess.run([a.vitae, 'parse', '--dump', 'doc', doc], capture_output=True)
        try:
            dump = json.loads(done.stdout)
        except ValueError:
            rows.append((0, doc, done.stderr[:100]))
            continue
        *counts, odd = compare(dump, list(read_words(path)))
        total = [x + y for x, y in zip(total, counts)]
        rows.append((min(counts[0] / max(1, counts[1]), counts[2] / max(1, counts[3])), doc, odd))
    print(f'{len(rows)} documents: {100 * total[0] / max(1, total[1]):.2f} % of {total[1]} words have their label, {100 * total[2] / max(1, total[3]):.2f} % of {total[3]} labels a word')
    for share, doc, odd in sorted(rows, key=lambda r: r[0])[:15 if a.worst else 0]:
        print(f'{share:.3f} {doc} {odd}')


if __name__ == '__main__':
    main()
