#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Goes on training the reader with documents of other makers whose gold is a result only.

    python3 tools/train/adapt.py --start READER.pt --gold GOLD.features --names NAMES --out OUT.pt FILE.features...

GOLD.features come from align_gold.py and `vitae features`: words that no value of the gold explains have no label
there. The reader itself fills these in, except where its answer is a field that the gold would hold: then it was wrong,
and the word is of no field. NAMES lists the documents to train with, one a line (in cross-validation: those of other
makers). FILE.features is the corpus, which goes on beside them so that nothing is forgotten."""
import argparse
import math
import os
import random
import sys
import time

import numpy as np
import torch
import torch.nn as nn

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import corrections as C  # noqa: E402
import reader as R  # noqa: E402

UNKNOWN = 255


def fill(model, d, roles, fields):
    """Labels for what the gold leaves open."""
    told = [roles.index(r) for r in ('job_head', 'job_text', 'edu_head', 'edu_text', 'skill', 'language', 'cert', 'summary', 'name', 'label')]
    values = [fields.index(f) for f in ('title', 'company', 'institution', 'degree', 'field', 'name', 'label', 'cert')]
    with torch.no_grad():
        x = R.Batch([d])
        role, section, points, field = (v.argmax(-1).numpy() for v in model(x))
    d.role, d.section, d.anchor, d.field = d.role.copy(), d.section.copy(), d.anchor.copy(), d.field.copy()
    known = d.role != UNKNOWN
    item_cells = {int(a) for a in d.anchor[known] if a >= 0}
    heads = {roles.index('job_head'), roles.index('edu_head')}
    begun = begin_items(d, known, role, section, points, heads)
    for i in range(d.cells):
        w0, w1 = d.first_word[i], d.first_word[i + 1]
        if not known[i]:
            a = int(points[i])
            # a date or a place beside a known head belongs to it; another item that the gold does not know is doubtful
            beside = role[i] in told and known[a] and int(d.anchor[a]) in item_cells and d.role[a] in heads
            if role[i] in told and not beside:
                continue
            d.role[i], d.section[i] = role[i], section[i]
            d.anchor[i] = d.anchor[a] if beside else (a if role[i] not in told else -1)
        for w in range(w0, w1):
            if d.field[w] == UNKNOWN and not (i in begun and field[w] in values):
                d.field[w] = 0 if field[w] in values and d.role[i] in (heads | {roles.index('name'), roles.index('label')}) else field[w]
    return d


def begin_items(d, known, role, section, points, heads):
    """Begins items of the gold earlier, where the reader sees lines of their head before the first one that was found: an
    employer's name that also stands in a link further down, say. Gives the cells that were added."""
    begun = set()
    for a in sorted({int(x) for x in d.anchor[known] if x >= 0}):
        cells = np.flatnonzero(known & (d.anchor == a))
        b = np.bincount(points[cells]).argmax()
        if not (a - 6 <= b < a) or known[b:a].any() or role[b] not in heads:
            continue
        d.anchor[cells] = b
        before = np.arange(b, a)[(points[b:a] == b) & np.isin(role[b:a], list(heads))]
        d.role[before], d.section[before], d.anchor[before] = role[before], section[before], b
        known[before] = True
        begun.update(before.tolist())
    return begun


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('files', nargs='+', metavar='FILE.features')
    ap.add_argument('--start', required=True)
    ap.add_argument('--gold', required=True)
    ap.add_argument('--names', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--minutes', type=float, default=4)
    ap.add_argument('--rate', type=float, default=5e-4)
    ap.add_argument('--share', type=float, default=0.5, help='of the batches that are of the corpus')
    ap.add_argument('--batch', type=int, default=3000)
    ap.add_argument('--noise', type=float, default=0.15)
    ap.add_argument('--seed', type=int, default=11)
    ap.add_argument('--threads', type=int, default=2)
    a = ap.parse_args()
    random.seed(a.seed), np.random.seed(a.seed), torch.manual_seed(a.seed)
    torch.set_num_threads(a.threads)
    here = os.path.dirname(os.path.abspath(__file__))
    source = os.path.join(here, '../../src/parse/reader/features.c')
    words, cells = R.read_block_sizes(source, 'WORD'), R.read_block_sizes(source, 'CELL')
    rows = sum(s for _, s in words), sum(s for _, s in cells)
    noise = R.make_noise(R.blocks(rows[0], [s for _, s in words]), R.blocks(rows[1], [s for _, s in cells]), ([n for n, _ in words], [n for n, _ in cells]), a.noise)
    roles, fields = C.ROLES, C.FIELDS
    model = R.load(a.start, *rows)
    model.eval()
    names = set(open(a.names, encoding='utf-8').read().split('\n'))
    gold = [fill(model, d, roles, fields) for d in R.read_file(a.gold) if d.name in names]
    corpus = [d for f in a.files for d in R.read_file(f)]
    print(f'{len(gold)} documents with gold, {len(corpus)} of the corpus', flush=True)
    model.train()
    opt = torch.optim.AdamW(model.parameters(), lr=a.rate, weight_decay=0.01, betas=(0.9, 0.98))
    began, step, queues = time.time(), 0, {True: [], False: []}
    while True:
        share = (time.time() - began) / 60 / a.minutes
        if share >= 1:
            break
        own = random.random() < a.share
        if not queues[own]:
            queues[own] = R.shuffled(corpus if own else gold, a.batch)
        for g in opt.param_groups:
            g['lr'] = a.rate * min(1, (step + 1) / 50) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        with torch.autocast('cpu', dtype=torch.bfloat16):
            loss, _ = R.losses(model, R.Batch(queues[own].pop(), noise))
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        step += 1
        if step % 50 == 0:
            print(f'{step} {(time.time() - began) / 60:.1f} min {loss.item():.3f}', flush=True)
    torch.save({'model': model.state_dict()}, a.out)


if __name__ == '__main__':
    main()
