#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Labels the lines and words that the engine reads from the corpus documents.

    python3 tools/corpus/label.py [--corpus corpus] [--vitae build/.../vitae] [--split train] [--jobs 2] [--words DIR]

Runs `vitae parse --dump doc` on each document, aligns the printed blocks of the gold (`_order`) with the
dumped lines by their letters and digits, and writes OUT/SPLIT/ID.labels.json (docs/formats.md). Prints per layout
how much of the gold was found and how much of the text got a label; a document below --least is left out.
With --words it writes DIR/ID.words, a row of labels for each word, with the document and its gold beside it."""
import argparse
import bisect
import collections
import glob
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import words
from check import fold

ROLE_FIELDS = {'title', 'company', 'location', 'date', 'type', 'institution', 'degree', 'field', 'grade', 'name', 'label', 'email', 'phone', 'url'}
ROLE_OF_PART = {'city': 'location', 'region': 'location', 'country': 'location'}
HEADS = {'job_begin', 'job_head', 'edu_begin', 'edu_head', 'name', 'label', 'contact'}


def dump(vitae, path):
    r = subprocess.run([vitae, 'parse', '--dump', 'doc', path], capture_output=True)
    try:
        return json.loads(r.stdout)
    except ValueError:
        return None


class Text:
    """The letters of a dumped document in its order, and which of them are already spoken for."""

    def __init__(self, doc):
        self.where, parts = [], []
        for i, l in enumerate(doc['lines']):
            for j, t in enumerate(l['tokens']):
                f = fold(t['text'])
                parts.append(f)
                self.where += [(i, j)] * len(f)
        self.s = ''.join(parts)
        self.owner = [None] * len(self.s)

    def free(self, a, b):
        return all(o is None for o in self.owner[a:b])

    def word_start(self, a):
        return a == 0 or self.where[a - 1] != self.where[a]

    def word_end(self, b):
        return b == len(self.s) or self.where[b - 1] != self.where[b]

    def find(self, piece, near, loose=False):
        """Start of the free occurrence of `piece` nearest to the positions `near`, whole words first."""
        best, at = None, self.s.find(piece)
        while at >= 0:
            end = at + len(piece)
            if self.free(at, end):
                gap = min((abs(at - n) for n in near), default=at)
                bad = (not self.word_start(at)) + (not self.word_end(end))
                key = (bad, gap)
                if best is None or key < best[0]:
                    best = (key, at)
            at = self.s.find(piece, at + 1)
        return best[1] if best and (loose or best[0][0] == 0 or len(piece) >= 8) else None

    def take(self, a, b, owner):
        for k in range(a, b):
            self.owner[k] = owner


class Span:
    """A piece of a block: its folded text, its field or None, and what the gold says of it besides."""

    def __init__(self, text, field=None, **more):
        self.text, self.field, self.more = fold(text), field, more


def segments(entry):
    """The spans of a block: its fields and what stands between them. An entry may bring its own `spans`."""
    if 'spans' in entry:
        return [s for s in (Span(**x) for x in entry['spans']) if s.text]
    text, out, at = entry['text'], [], 0
    for f in entry.get('fields') or []:
        want = re.sub(r'\s+', ' ', f['text']).strip()
        k = text.find(want, at)
        if k < 0:
            continue
        if k > at:
            out.append(Span(text[at:k]))
        out.append(Span(want, f['field'], **({'group': f['group']} if 'group' in f else {})))
        at = k + len(want)
    out.append(Span(text[at:]))
    return [s for s in out if s.text]


def align(doc, order):
    """(Text, share of the gold letters found, [start of each block or None])"""
    T = Text(doc)
    blocks = [e for e in order if not e.get('repeat')]
    segs = [segments(e) for e in blocks]
    whole = [''.join(s.text for s in g) for g in segs]
    start, end = [None] * len(blocks), [None] * len(blocks)

    def paint(i, at, parts):
        k = at
        for s, span in parts:
            T.take(k, k + len(s), (i, span))
            k += len(s)
        if start[i] is None:
            start[i] = at
        end[i] = k

    # 1. long blocks that stand once: anchors
    for i, w in enumerate(whole):
        if len(w) >= 14 and T.s.count(w) == 1:
            at = T.s.find(w)
            if T.free(at, at + len(w)):
                paint(i, at, [(x.text, x) for x in segs[i]])
    # 2. the others, nearest to their neighbours in reading order
    for i, w in enumerate(whole):
        if start[i] is None and w:
            at = T.find(w, neighbours(i, start, end))
            if at is not None:
                paint(i, at, [(x.text, x) for x in segs[i]])
    # 3. what is torn apart: field by field, then the longest pieces
    for i, w in enumerate(whole):
        if start[i] is not None or not w:
            continue
        for span in segs[i]:
            s = span.text
            near = [end[i]] if end[i] is not None else neighbours(i, start, end)
            while s:
                at, n = longest(T, s, near)
                if at is None:
                    break
                paint(i, at, [(s[:n], span)])
                near, s = [end[i]], s[n:]
    total = sum(map(len, whole))
    found = sum(1 for o in T.owner if o is not None)
    # 4. running headers and footers, on each page
    for k, e in enumerate(order):
        if e.get('repeat'):
            w = re.sub(r'\d', '', fold(e['text']))
            for n, l in enumerate(doc['lines']):
                t = re.sub(r'\d', '', fold(l['text']))
                if t == w or len(w) >= 12 and w in t and len(t) < 2 * len(w):
                    mine = [c for c in range(len(T.s)) if T.where[c][0] == n and T.owner[c] is None]
                    for c in mine:
                        T.owner[c] = ('furniture', None)
    return T, blocks, (found / total if total else 0.0), start


def neighbours(i, start, end):
    out = []
    for k in range(i - 1, -1, -1):
        if end[k] is not None:
            out.append(end[k])
            break
    for k in range(i + 1, len(start)):
        if start[k] is not None:
            out.append(start[k])
            break
    return out


def longest(T, s, near):
    """The longest free beginning of `s`, cut at the end of a word, near by: (position, length) or (None, 0)."""
    lo, hi, best = 1, len(s), (None, 0)
    while lo <= hi:
        mid = (lo + hi) // 2
        at = T.find(s[:mid], near, loose=True)
        if at is not None:
            best, lo = (at, mid), mid + 1
        else:
            hi = mid - 1
    at, n = best
    while n and not T.word_end(at + n):
        n -= 1
    if not n:
        return None, 0
    gap = min((abs(at - k) for k in near), default=0)
    return (at, n) if T.word_start(at) and (n >= 8 or gap <= 120) else (None, 0)


def label(doc, T, blocks):
    """[{role, item, tokens}] for each dumped line, and the share of letters without a label."""
    votes = collections.defaultdict(collections.Counter)
    tok = collections.defaultdict(collections.Counter)
    first = {}
    for c, o in enumerate(T.owner):
        i, j = T.where[c]
        if o is None:
            votes[i]['?'] += 1
            tok[i, j][None] += 1
            continue
        b, span = o
        votes[i][b] += 1
        tok[i, j][span and ROLE_OF_PART.get(span.field, span.field)] += 1
    out, seen = [], set()
    heads_seen = [fold(e['text']) for e in blocks if e['role'] in ('name', 'label', 'contact')]   # repeated on later pages
    for i, l in enumerate(doc['lines']):
        v = votes.get(i)
        n = len(l['tokens'])
        if not v:                                          # no letters: belongs to the line before
            out.append({'role': out[-1]['role'] if out and out[-1]['role'] not in ('heading',) and not re.search(r'\d', l['text']) else 'other', 'item': out[-1].get('item') if out else None, 'tokens': ['none'] * n})
            continue
        known = [(b, k) for b, k in v.items() if b != '?']
        if not known:
            again = any(fold(l['text']) in h for h in heads_seen)
            role, item = ('furniture' if again or re.fullmatch(r'\W*\d{1,2}(\W+\d{1,2})?\W*', l['text']) else 'other'), None
        else:
            b = max(known, key=lambda x: x[1])[0]
            if b == 'furniture':
                role, item = 'furniture', None
            else:
                role, item = blocks[b]['role'], blocks[b].get('item')
                heads = [x for x, _ in known if x != 'furniture' and blocks[x]['role'] in ('job_begin', 'job_head', 'edu_begin', 'edu_head')]
                if role in ('job_text', 'edu_text') and heads and sum(k for x, k in known if x in heads) * 3 >= sum(k for _, k in known):
                    role, item = blocks[heads[0]]['role'], blocks[heads[0]].get('item')
        kind = role[:3]
        if role in ('job_begin', 'job_head', 'edu_begin', 'edu_head'):
            key = (kind, item)
            role = kind + ('_head' if key in seen else '_begin')
            seen.add(key)
        names = []
        for j in range(n):
            c = tok.get((i, j))
            f = c.most_common(1)[0][0] if c else ''
            names.append(f if f is None or f == '' or f in ROLE_FIELDS and (role in HEADS or f in ('date', 'url')) else None)
        for j in range(n):                                  # signs between two words of one field belong to it
            if names[j] == '':
                left = next((names[k] for k in range(j - 1, -1, -1) if names[k] != ''), None)
                right = next((names[k] for k in range(j + 1, n) if names[k] != ''), None)
                names[j] = left if left and left == right else None
        out.append({'role': role, 'item': item, 'tokens': [x or 'none' for x in names]})
    lost = sum(1 for o in T.owner if o is None) / max(1, len(T.owner))
    return out, lost


def order_score(start):
    """(share of pairs of blocks in the right order, share of blocks followed by their successor)"""
    seq = [s for s in start if s is not None]
    n = len(seq)
    if n < 2:
        return 1.0, 1.0
    inv, done = 0, []
    for s in seq:
        inv += len(done) - bisect.bisect_left(done, s)
        bisect.insort(done, s)
    rank = {s: k for k, s in enumerate(sorted(seq))}
    follow = sum(1 for a, b in zip(seq, seq[1:]) if rank[b] == rank[a] + 1)
    return 1 - inv / (n * (n - 1) / 2), follow / (n - 1)


def find_vitae(root):
    for p in ('build/src/cli/vitae', 'build/src/vitae', 'build/vitae'):
        if os.path.exists(os.path.join(root, p)):
            return os.path.join(root, p)
    found = [p for p in glob.glob(os.path.join(root, 'build/**/vitae'), recursive=True) if os.path.isfile(p)]
    if not found:
        raise SystemExit('no vitae binary under build/; name it by --vitae')
    return found[0]


def one(args, path):
    with open(path, encoding='utf-8') as f:
        gold = json.load(f)
    folder, ident = os.path.dirname(path), os.path.basename(path)[:-5]
    gold['_split'] = os.path.basename(folder)
    doc = dump(args.vitae, os.path.join(folder, gold['_file']))
    if not doc or not doc.get('lines'):
        return gold['_layout'], gold['_format'], 0.0, 1.0, (0.0, 0.0), ident, False
    T, blocks, share, start = align(doc, gold['_order'])
    lines, lost = label(doc, T, blocks)
    good = share >= args.least and lost <= 1 - args.least
    target = os.path.join(folder, ident + '.labels.json')
    if not args.score_only:
        if good:
            for l, d in zip(lines, doc['lines']):
                l['text'] = d['text']
                if l['item'] is None:
                    del l['item']
            with open(target, 'w', encoding='utf-8') as f:
                json.dump({'file': gold['_file'], 'layout': gold['_layout'], 'language': gold['_language'], 'lines': lines}, f, ensure_ascii=False, separators=(',', ':'))
            if args.words:
                words.write(args.words, ident, words.rows(doc, T, blocks), os.path.join(folder, gold['_file']),
                            {'maker': 'own/' + gold['_layout'], 'split': 'held' if gold['_split'] == 'test' else 'train', 'language': gold['_language'], 'result': gold['result']})
        elif os.path.exists(target):
            os.unlink(target)
    return gold['_layout'], gold['_format'], share, lost, order_score(start), ident, good


def run(args):
    paths = sorted(p for s in args.split.split(',') for p in glob.glob(os.path.join(args.corpus, s, '*.json')) if not p.endswith('.labels.json'))
    with ThreadPoolExecutor(args.jobs) as ex:
        return list(ex.map(lambda p: one(args, p), paths))


def main(score_only=False):
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    ap.add_argument('--corpus', default='corpus')
    ap.add_argument('--vitae')
    ap.add_argument('--split', default='train,tune,test')
    ap.add_argument('--jobs', type=int, default=2)
    ap.add_argument('--least', type=float, default=0.85, help='least share of gold found and of text labelled')
    ap.add_argument('--words', help='folder for the documents with a label for each word')
    args = ap.parse_args()
    if args.words:
        os.makedirs(args.words, exist_ok=True)
    args.score_only = score_only
    args.vitae = args.vitae or find_vitae(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    rows = run(args)
    by = collections.defaultdict(list)
    for r in rows:
        by[r[0]].append(r)
    print('%-20s %5s %7s %7s %7s %7s %5s' % ('layout', 'docs', 'found', 'unlab.', 'order', 'follow', 'left'))
    for name in sorted(by) + ['all']:
        rs = by.get(name) or rows
        mean = lambda f: sum(map(f, rs)) / max(1, len(rs))
        print('%-20s %5d %7.3f %7.3f %7.3f %7.3f %5d' % (name, len(rs), mean(lambda r: r[2]), mean(lambda r: r[3]), mean(lambda r: r[4][0]), mean(lambda r: r[4][1]), sum(not r[6] for r in rs)))
    bad = [r[5] for r in rows if not r[6]]
    if bad:
        print('left out:', ' '.join(bad[:40]))


if __name__ == '__main__':
    main()
