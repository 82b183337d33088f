#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the training corpus: fictional resumes in many layouts and formats, each with its gold result.

    python3 tools/corpus/make.py --out corpus [--docs N] [--jobs J] [--seed S] [--layouts a,b] [--split train]

Writes OUT/SPLIT/ID.EXT and OUT/SPLIT/ID.json for the splits train, tune and test, and OUT/report.json.
The same seed, personas, word lists and fonts give the same documents. See docs/corpus.md."""
import argparse
import collections
import json
import multiprocessing
import os
import random
import shutil
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check
import classes
import compose as co
import docx
import latex
import pages
import persona as pe
import plain
from types import SimpleNamespace as NS


def layouts():
    """name -> NS(name, maker, ext, hints, split, columns, format, weight)"""
    out = {}
    for name, (fn, margin, hints, split, columns) in pages.LAYOUTS.items():
        out[name] = NS(name=name, maker='chromium', fn=fn, margin=margin, ext='pdf', hints=hints, split=split, columns=columns, format='pdf-html', weight=1.0)
    for module in (latex, classes, docx, plain):
        for name, row in module.LAYOUTS.items():
            out[name] = NS(name=name, **row)
    return out


SHARE = {'train': 0.80, 'tune': 0.08, 'test': 0.12}


def plan(args, table):
    """[(id, split, layout, persona id, variant)]"""
    people = pe.load()
    by_split = collections.defaultdict(list)
    for ident, p in people:
        by_split[pe.split_of(ident)].append((ident, p))
    rows = []
    for split, share in SHARE.items():
        rng = random.Random('%s %s' % (args.seed, split))
        mine = [l for l in table.values() if l.split == split]
        if args.layouts:
            mine = [l for l in mine if l.name in args.layouts]
        if not mine or args.split and split != args.split:
            continue
        n = max(1, round(args.docs * share)) if not args.layouts else args.docs * len(mine) // max(1, sum(1 for l in table.values() if l.name in args.layouts))
        total = sum(l.weight for l in mine)
        count = {l.name: max(1, round(n * l.weight / total)) for l in mine}
        for l in mine:
            fit = [(i, p) for i, p in by_split[split] if not l.__dict__.get('scripts') or p['x-style']['language'] in l.scripts]
            if l.__dict__.get('prefer'):
                fit = [(i, p) for i, p in fit if rng.random() < l.prefer(i, p)] or fit
            order = []
            for k in range(count[l.name]):
                if not order:
                    order = fit[:]
                    rng.shuffle(order)
                ident, _ = order.pop()
                rows.append(('%s_%04d' % (l.name, k), split, l.name, ident, rng.randrange(1 << 30)))
    return rows, by_split


class Worker:
    """Makes the documents of one process; keeps its Chromium."""

    def __init__(self, args, by_split):
        self.args, self.by_split, self.chromium, self.table = args, by_split, None, layouts()
        self.pool = {s: {i: p for i, p in v} for s, v in by_split.items()}

    def browser(self):
        if not self.chromium:
            import chromium
            self.chromium = chromium.Chromium()
        return self.chromium

    def make(self, row):
        ident, split, lname, who, variant = row
        layout = self.table[lname]
        for attempt in range(3):
            rng = random.Random('%s %s %d' % (ident, variant, attempt))
            source = self.pool[split][who]
            p = pe.recombine(who, source, self.by_split[split], rng) if rng.random() < 0.8 or attempt else source
            p = pe.clean(p)
            p['x-style'] = source['x-style']
            S = co.complete_style(co.make_style(p, rng, layout))
            doc = co.Doc()
            folder = os.path.join(self.args.out, split)
            path = os.path.join(folder, ident + '.' + layout.ext)
            try:
                if layout.maker == 'chromium':
                    html, footer = pages.render(doc, S, p, layout.fn, layout.margin)
                    with open(path, 'wb') as f:
                        f.write(self.browser().pdf(html, footer))
                    if self.args.keep:
                        with open(path + '.html', 'w', encoding='utf-8') as f:
                            f.write(html)
                else:
                    layout.make(doc, S, p, path, self)
                gone = check.missing(doc.order, path) if not layout.__dict__.get('late') else []
            except Exception:
                gone = ['error: ' + traceback.format_exc()]
            if not gone:
                out = {'result': doc.result, '_layout': lname, '_format': layout.format, '_persona': who, '_language': S.lang, '_columns': layout.columns, '_file': os.path.basename(path), '_order': doc.order}
                with open(os.path.join(folder, ident + '.json'), 'w', encoding='utf-8') as f:
                    json.dump(out, f, ensure_ascii=False, indent=1)
                return lname, attempt, None if not attempt else self.last
            self.last = gone
            if os.path.exists(path) and not self.args.keep:
                os.unlink(path)
        return lname, -1, gone

    def close(self):
        if self.chromium:
            self.chromium.close()


worker = None


def work(rows, args, by_split, queue):
    os.nice(10)
    w = Worker(args, by_split)
    for row in rows:
        queue.put(w.make(row))
    w.close()
    queue.put(None)


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    ap.add_argument('--out', default='corpus')
    ap.add_argument('--docs', type=int, default=2600)
    ap.add_argument('--jobs', type=int, default=2)
    ap.add_argument('--seed', default='1')
    ap.add_argument('--layouts', type=lambda s: s.split(','), default=None)
    ap.add_argument('--split')
    ap.add_argument('--keep', action='store_true', help='keep sources and failed documents')
    args = ap.parse_args()
    table = layouts()
    rows, by_split = plan(args, table)
    for s in ('train', 'tune', 'test'):
        shutil.rmtree(os.path.join(args.out, s), ignore_errors=True)
        os.makedirs(os.path.join(args.out, s))
    start = time.time()
    queue = multiprocessing.Queue()
    procs = [multiprocessing.Process(target=work, args=(rows[j::args.jobs], args, by_split, queue)) for j in range(args.jobs)]
    for p in procs:
        p.start()
    made, again, dropped, why = collections.Counter(), collections.Counter(), collections.Counter(), {}
    left, n = len(procs), 0
    while left:
        got = queue.get()
        if got is None:
            left -= 1
            continue
        n += 1
        name, attempt, gone = got
        (dropped if attempt < 0 else made)[name] += 1
        if attempt > 0:
            again[name] += 1
        if gone and len(why.setdefault(name, [])) < 5:
            why[name].append(gone[:3])
        if n % 200 == 0:
            print('%d of %d, %.0f s' % (n, len(rows), time.time() - start), flush=True)
    for p in procs:
        p.join()
    late = docx.convert_late(args, [r for r in rows if table[r[2]].__dict__.get('late')], table)
    for name, k in late.items():
        made[name] -= k
        dropped[name] += k
    report = {'seconds': round(time.time() - start, 1), 'made': dict(made), 'second_try': dict(again), 'dropped': dict(dropped), 'missing': why}
    with open(os.path.join(args.out, 'report.json'), 'w', encoding='utf-8') as f:
        json.dump(report, f, ensure_ascii=False, indent=1)
    print('%d documents of %d layouts in %.0f s; second try %d; dropped %d' % (sum(made.values()), len(made), report['seconds'], sum(again.values()), sum(dropped.values())))
    for name in sorted(set(again) | set(dropped)):
        print('  %-18s made %d, second try %d, dropped %d; %s' % (name, made[name], again[name], dropped[name], (why.get(name) or [['']])[0][0][-300:].replace('\n', ' ')))


if __name__ == '__main__':
    main()
