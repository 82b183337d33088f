#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the reader: the network that says of every cell of a document what it is, which item it belongs to and,
of every word, which field it is of.

    python3 tools/train/reader.py --out MODEL [--epochs 6] [--hours H] FILE.features...

FILE.features are written by `vitae features` (src/cli/features.c); next to each document ID of a folder lies ID.json,
which tells its maker and split. Needs Debian's python3-torch. The seed is fixed; every epoch writes a checkpoint
(MODEL.pt), from which --resume goes on. The network is described in docs/reader.md; src/ml/net.c computes the same."""
import argparse
import json
import math
import os
import random
import struct
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from export import CELL, FIELDS, HEADS, HIDDEN, PLACE_TABLES, POINT, ROLES, SECTIONS, WORD, state_of

LAYERS = 4
WINDOW = 64          # cells that a cell looks at, on each side
MAX_CELLS = 400      # of a document in training: longer ones are cut anywhere
ORDER = [-33, -17, -9, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 9, 17, 33]  # lower bounds of the buckets
DX = [-20, -6, -1, 2, 7, 21]
DY = [-60, -20, -8, -4, -2, 0, 1, 3, 5, 9, 21, 61]
ORDERS, DXS, DYS, SAMES = PLACE_TABLES
assert (ORDERS, DXS, DYS) == (len(ORDER), 3 * (len(DX) + 1), len(DY) + 2)
PLACES = ORDERS * DXS * DYS * SAMES  # of two cells; PLACES itself: out of sight
HASHED = 16384 + 4096 + 4096  # rows of the word table that know a spelling


# ---- documents ----------------------------------------------------------------------------------------------------

class Document:
    __slots__ = ('name', 'cells', 'words', 'cell_offset', 'first_word', 'word_offset', 'cell_ids', 'word_ids', 'place',
                 'role', 'section', 'anchor', 'field', 'weight')


def read_file(path):
    """The documents of a file of `vitae features`."""
    data = np.fromfile(path, dtype=np.uint8)
    at, out = 0, []

    def take(dtype, n):
        nonlocal at
        size = np.dtype(dtype).itemsize * n
        value = data[at:at + size].view(dtype)
        at += (size + 3) // 4 * 4
        return value
    while at < len(data):
        magic, cells, words, cell_ids, word_ids, name = take(np.uint32, 6).tolist()
        if magic != 0x31465456:
            raise SystemExit(f'{path}: no features at byte {at}')
        d = Document()
        d.name = bytes(take(np.uint8, name)).decode()
        d.cells, d.words, d.weight = cells, words, 1.0
        d.cell_offset, d.first_word = take(np.uint32, cells + 1).astype(np.int64), take(np.uint32, cells + 1).astype(np.int64)
        d.word_offset = take(np.uint32, words + 1).astype(np.int64)
        d.cell_ids, d.word_ids = take(np.uint16, cell_ids), take(np.uint16, word_ids)
        d.place = take(np.int16, 4 * cells).reshape(cells, 4)
        d.role, d.section = take(np.uint8, cells), take(np.uint8, cells)
        d.anchor, d.field = take(np.int32, cells), take(np.uint8, words)
        if cells >= 3:
            out.append(d)
    return out


def cut(d, first, count):
    """Cells [first, first + count) of a document."""
    p = Document()
    last = first + count
    w0, w1 = d.first_word[first], d.first_word[last]
    p.name, p.cells, p.words, p.weight = d.name, count, int(w1 - w0), d.weight
    p.cell_offset = d.cell_offset[first:last + 1] - d.cell_offset[first]
    p.cell_ids = d.cell_ids[d.cell_offset[first]:d.cell_offset[last]]
    p.first_word = d.first_word[first:last + 1] - w0
    p.word_offset = d.word_offset[w0:w1 + 1] - d.word_offset[w0]
    p.word_ids = d.word_ids[d.word_offset[w0]:d.word_offset[w1]]
    p.place, p.role, p.section = d.place[first:last], d.role[first:last], d.section[first:last]
    p.field = d.field[w0:w1]
    a = d.anchor[first:last] - first
    p.anchor = np.where((d.anchor[first:last] < 0) | (a < 0) | (a >= count), -1, a).astype(np.int32)
    return p


def blocks(rows, sizes):
    """For each row of a table the number of its block."""
    out, at = np.zeros(rows, dtype=np.int64), 0
    for i, s in enumerate(sizes):
        out[at:at + s] = i
        at += s
    return out


def read_block_sizes(source, name):
    """The sizes of the blocks of a table, from the list in src/parse/reader/features.c."""
    import re
    text = open(source, encoding='utf-8').read()
    body = re.search(r'#define %s_BLOCKS\(X\)((?:.*\\\n)*.*\n)' % name, text).group(1)
    return [(n, int(s)) for n, s in re.findall(r'X\((\w+), (\d+)\)', body)]


class Batch:
    """Documents side by side, as tensors."""

    def __init__(self, docs, noise=None):
        n = max(d.cells for d in docs)
        self.docs, self.n, b = docs, n, len(docs)
        word_base = np.cumsum([0] + [d.words for d in docs])
        cell_row = [i * n + np.arange(d.cells) for i, d in enumerate(docs)]
        self.rows = torch.from_numpy(np.concatenate(cell_row))

        def bag(ids, offsets):
            starts, base = [], 0
            for i, o in zip(ids, offsets):
                starts.append(o[:-1] + base)
                base += len(i)
            return (torch.from_numpy(np.concatenate(ids).astype(np.int64)), torch.from_numpy(np.concatenate(starts)))
        self.word_ids, self.word_starts = bag([d.word_ids for d in docs], [d.word_offset for d in docs])
        self.cell_ids, self.cell_starts = bag([d.cell_ids for d in docs], [d.cell_offset for d in docs])
        lengths = np.concatenate([np.diff(d.first_word) for d in docs])
        cell = np.repeat(np.arange(len(lengths)), lengths)
        self.lengths = torch.from_numpy(lengths)
        self.cell_of_word = torch.from_numpy(cell)                       # among all cells of the batch, in a row
        self.flat = torch.from_numpy(np.arange(len(cell)) + 2 * cell + 2)  # words with two blanks before each cell
        self.flat_size = len(cell) + 2 * len(lengths) + 4
        starts = np.concatenate([[0], np.cumsum(lengths)])
        self.first = torch.from_numpy(np.minimum(starts[:-1], max(len(cell) - 1, 0)))
        self.last = torch.from_numpy(np.maximum(starts[1:] - 1, 0))
        mask = torch.zeros(b, n, n, dtype=torch.bool)
        for i, d in enumerate(docs):
            mask[i, :, :d.cells] = True
        order = torch.arange(n)
        mask &= (order[:, None] - order[None, :]).abs() <= WINDOW
        mask |= torch.eye(n, dtype=torch.bool)
        self.pairs = pair_buckets(docs, n).masked_fill_(~mask, PLACES)

        def labels(values, none):
            return torch.from_numpy(np.concatenate([np.where(v == none, -1, v).astype(np.int64) for v in values]))
        self.role, self.section = labels([d.role for d in docs], 255), labels([d.section for d in docs], 255)
        self.field, self.anchor = labels([d.field for d in docs], 255), labels([d.anchor for d in docs], -1)
        far = (self.anchor - torch.from_numpy(np.concatenate([np.arange(d.cells) for d in docs]))).abs() > WINDOW
        self.anchor[far & (self.anchor >= 0)] = -1
        self.weight = torch.from_numpy(np.repeat(np.array([d.weight for d in docs], dtype=np.float32), [d.cells for d in docs]))
        self.word_noise, self.cell_noise = noise(self) if noise else (None, None)
        assert word_base[-1] == len(cell)


def bucket(values, bounds):
    return torch.bucketize(values, torch.tensor(bounds), right=True)


def pair_buckets(docs, n):
    """[b, n, n]: order, sideways with the page, up and down, same look and edge as one number (row i looks at j)."""
    b = len(docs)
    place = torch.zeros(b, n, 4, dtype=torch.int64)
    for i, d in enumerate(docs):
        place[i, :d.cells] = torch.from_numpy(d.place.astype(np.int64))
    page, x, y, style = place.unbind(-1)

    def delta(v):
        return v[:, None, :] - v[:, :, None]
    order = torch.arange(n)
    od = (bucket(order[None, :] - order[:, None], ORDER) - 1).clamp(min=0).expand(b, n, n)
    pd = delta(page).sign() + 1
    dx = bucket(delta(x), DX) + (len(DX) + 1) * pd
    dy = torch.where(pd == 1, bucket(delta(y), DY), torch.tensor(len(DY) + 1))
    same = (delta(style) == 0).long() + 2 * (delta(x).abs() <= 1).long()
    return ((od * DXS + dx) * DYS + dy) * SAMES + same


# ---- the network --------------------------------------------------------------------------------------------------

class Convolution(nn.Module):
    """x + relu(W [x before, x, x behind] + b) over the words of a cell."""

    def __init__(self, width, far):
        super().__init__()
        self.far, self.line = far, nn.Linear(3 * width, width)

    def forward(self, flat, keep):
        before = F.pad(flat, (0, 0, self.far, 0))[:flat.shape[0]]
        behind = F.pad(flat, (0, 0, 0, self.far))[self.far:]
        return (flat + F.relu(self.line(torch.cat([before, flat, behind], dim=-1))).float()) * keep


class Look(torch.autograd.Function):
    """table[:, index] for a large index and a small table."""

    @staticmethod
    def forward(ctx, table, index):
        ctx.save_for_backward(index)
        ctx.places = table.shape[1]
        return table.index_select(1, index)

    @staticmethod
    def backward(ctx, grad):
        index, = ctx.saved_tensors
        return torch.stack([torch.bincount(index, g, ctx.places) for g in grad]).to(grad.dtype), None


class Bias(nn.Module):
    """What the places of two cells say, for each head; cells out of sight get so little that they do not count."""

    def __init__(self, heads):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(size, heads) for size in (ORDERS, DXS, DYS, SAMES))
        for t in self.tables:
            nn.init.zeros_(t.weight)

    def forward(self, pairs):
        order, dx, dy, same = (t.weight.t() for t in self.tables)
        table = order[:, :, None, None, None] + dx[:, None, :, None, None] + dy[:, None, None, :, None] + same[:, None, None, None, :]
        table = F.pad(table.reshape(len(order), PLACES), (0, 1), value=-1e4)
        return Look.apply(table, pairs.reshape(-1)).view(len(order), *pairs.shape)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(CELL), nn.LayerNorm(CELL)
        self.qkv, self.out = nn.Linear(CELL, 3 * CELL), nn.Linear(CELL, CELL)
        self.up, self.down = nn.Linear(CELL, HIDDEN), nn.Linear(HIDDEN, CELL)

    def forward(self, c, bias):
        b, n, _ = c.shape
        q, k, v = self.qkv(self.norm1(c)).view(b, n, 3, HEADS, CELL // HEADS).permute(2, 0, 3, 1, 4)
        att = ((q @ k.transpose(-1, -2)).float() / math.sqrt(CELL // HEADS) + bias.transpose(0, 1)).softmax(-1)
        mixed = (att.to(v.dtype) @ v).transpose(1, 2).reshape(b, n, CELL)
        c = c + F.dropout(self.out(mixed).float(), 0.1, self.training)
        return c + F.dropout(self.down(F.relu(self.up(self.norm2(c)))).float(), 0.1, self.training)


class Reader(nn.Module):
    def __init__(self, word_rows, cell_rows):
        super().__init__()
        self.word_table, self.cell_table = nn.EmbeddingBag(word_rows, WORD, mode='sum'), nn.EmbeddingBag(cell_rows, CELL, mode='sum')
        nn.init.normal_(self.word_table.weight, std=0.2)
        nn.init.normal_(self.cell_table.weight, std=0.1)
        self.word_norm, self.field_norm, self.cell_norm = nn.LayerNorm(WORD), nn.LayerNorm(WORD), nn.LayerNorm(CELL)
        self.near, self.far = Convolution(WORD, 1), Convolution(WORD, 2)
        self.pool = nn.Linear(4 * WORD, CELL)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.role, self.section = nn.Linear(CELL, ROLES), nn.Linear(CELL, SECTIONS)
        self.point_from, self.point_to = nn.Linear(CELL, POINT), nn.Linear(CELL, POINT)
        self.bias = Bias(LAYERS * HEADS + 1)  # of the layers' heads, and of the pointer
        self.spread = nn.Linear(CELL, WORD)
        self.field_near, self.field_far = Convolution(WORD, 1), Convolution(WORD, 2)
        self.field = nn.Linear(WORD, FIELDS)

    def forward(self, x):
        words = self.word_norm(self.word_table(x.word_ids, x.word_starts, per_sample_weights=x.word_noise))
        flat = words.new_zeros(x.flat_size, WORD).index_copy(0, x.flat, words)
        keep = flat.new_zeros(x.flat_size, 1).index_fill(0, x.flat, 1.0)
        flat = self.far(self.near(flat, keep), keep)
        words = flat[x.flat]
        cells = len(x.lengths)
        sums = words.new_zeros(cells, WORD).index_add(0, x.cell_of_word, words)
        mean = sums / x.lengths.clamp(min=1)[:, None]
        top = words.new_full((cells, WORD), -1e4).scatter_reduce(0, x.cell_of_word[:, None].expand(-1, WORD), words, 'amax')
        some = (x.lengths > 0)[:, None]
        top = torch.where(some, top, torch.zeros(()))
        ends = torch.where(some, torch.cat([words[x.first], words[x.last]], -1), torch.zeros(()))
        c = self.cell_table(x.cell_ids, x.cell_starts, per_sample_weights=x.cell_noise) + self.pool(torch.cat([mean, top, ends], -1)).float()
        b = len(x.docs)
        c = c.new_zeros(b * x.n, CELL).index_copy(0, x.rows, c).view(b, x.n, CELL)
        *heads, pointer = self.bias(x.pairs).split([HEADS] * LAYERS + [1])
        for layer, bias in zip(self.layers, heads):
            c = layer(c, bias)
        c = self.cell_norm(c)
        points = (self.point_from(c) @ self.point_to(c).transpose(1, 2)).float() / math.sqrt(POINT) + pointer[0]
        points = points.view(b * x.n, x.n)[x.rows]
        c = c.view(b * x.n, CELL)[x.rows]
        words = self.field_norm(words + self.spread(c).float()[x.cell_of_word])
        flat = words.new_zeros(x.flat_size, WORD).index_copy(0, x.flat, words)
        flat = self.field_far(self.field_near(flat, keep), keep)
        return self.role(c).float(), self.section(c).float(), points, self.field(flat[x.flat]).float()


def load(path, *rows):
    """The reader of a checkpoint or an image. One of fewer layers gets more behind its last that change nothing yet."""
    state, model = state_of(path), Reader(*rows)
    fresh = model.state_dict()
    known = 1 + max(int(k.split('.')[1]) for k in state if k.startswith('layers.'))
    for k in range(known, LAYERS):
        for name in fresh:
            if name.startswith(f'layers.{k}.'):
                part = name.split('.')[2]
                state[name] = torch.zeros_like(fresh[name]) if part in ('out', 'down') else fresh[name]
    for name in [n for n in fresh if n.startswith('bias.tables.')]:
        old, new = state[name], torch.zeros_like(fresh[name])
        new[:, :HEADS * known], new[:, -1] = old[:, :HEADS * known], old[:, -1]
        state[name] = new
    model.load_state_dict(state)
    return model


# ---- training -----------------------------------------------------------------------------------------------------

def make_noise(word_blocks, cell_blocks, names, share):
    """Words become unknown, and now and then a document's headings, lexicons or looks are not known at all."""
    groups = [({'SECTION'}, {'HEADING', 'HEADING_PREV', 'HEADING_ABOVE'}), ({'LEX', 'DOUBT', 'TITLE_PART', 'ORG_PART', 'TITLE_LEVEL'}, {'TITLE', 'ORG', 'SCHOOL', 'STUDY', 'PERSON'}),
              ({'LOOK', 'CHANGE'}, {'BOLD', 'SIZE', 'STYLE_SHARE', 'STYLE_PREV', 'STYLE_NEXT'}), (set(), {'X0', 'X1', 'Y', 'INDENT', 'COLUMN'}),
              ({'WORD'}, set()), ({'PREFIX', 'SUFFIX'}, set())]
    wnames, cnames = names
    wgroup, cgroup = np.full(len(wnames), -1), np.full(len(cnames), -1)
    for g, (w, c) in enumerate(groups):
        for i, n in enumerate(wnames):
            if n in w:
                wgroup[i] = g
        for i, n in enumerate(cnames):
            if n in c:
                cgroup[i] = g
    wgroup, cgroup = wgroup[word_blocks], cgroup[cell_blocks]

    def noise(x):
        ids, starts = x.word_ids.numpy(), x.word_starts.numpy()
        per_word = np.diff(np.append(starts, len(ids)))
        drop = np.zeros((len(x.docs), len(groups) + 1), dtype=bool)
        drop[:, :-1] = np.random.rand(len(x.docs), len(groups)) < share * np.array([1, 0.7, 0.7, 0.7, 0.5, 0.3])
        of_word = np.repeat(np.arange(len(x.docs)), [d.words for d in x.docs])
        unknown = np.random.rand(len(of_word)) < share * 1.3
        keep = ~(np.repeat(unknown, per_word) & (ids < HASHED)) & ~drop[np.repeat(of_word, per_word), wgroup[ids]]
        keep &= np.random.rand(len(ids)) >= 0.03
        cids = x.cell_ids.numpy()
        per_cell = np.diff(np.append(x.cell_starts.numpy(), len(cids)))
        of_cell = np.repeat(np.arange(len(x.docs)), [d.cells for d in x.docs])
        ckeep = ~drop[np.repeat(of_cell, per_cell), cgroup[cids]] & (np.random.rand(len(cids)) >= 0.03)
        return torch.from_numpy(keep.astype(np.float32)), torch.from_numpy(ckeep.astype(np.float32))
    return noise


def losses(model, x):
    role, section, points, field = model(x)

    def loss(logits, labels, weight, smooth=0.01):
        known = labels >= 0
        if not known.any():
            return logits.sum() * 0
        each = F.cross_entropy(logits[known], labels[known], reduction='none', label_smoothing=smooth)
        return (each * weight[known]).mean()
    w = x.weight
    return (loss(role, x.role, w) + 0.4 * loss(section, x.section, w) + 0.5 * loss(points, x.anchor, w, 0) +
            1.5 * loss(field, x.field, w[x.cell_of_word])), (role, section, points, field)


@torch.no_grad()
def measure(model, docs):
    """Shares that are right: roles, sections, anchors, words, and words that are of a field or taken for one."""
    model.eval()
    right, all_ = np.zeros(5), np.zeros(5)
    for docs_ in batches(docs, 4000):
        x = Batch(docs_)
        with torch.autocast('cpu', dtype=torch.bfloat16):
            out = model(x)
        for k, (logits, labels) in enumerate(zip(out, (x.role, x.section, x.anchor, x.field))):
            known = labels >= 0
            got = logits.argmax(-1)
            right[k] += (got == labels)[known].sum()
            all_[k] += known.sum()
            if k == 3:
                some = known & ((labels > 0) | (got > 0))
                right[4] += (got == labels)[some].sum()
                all_[4] += some.sum()
    model.train()
    return right / np.maximum(all_, 1)


def batches(docs, cells):
    out, n = [], 0
    for d in docs:
        if out and (len(out) + 1) * max(d.cells, n) > cells:
            yield out
            out, n = [], 0
        if d.cells > MAX_CELLS:
            d = cut(d, random.randrange(d.cells - MAX_CELLS + 1), MAX_CELLS)
        out.append(d)
        n = max(n, d.cells)
    if out:
        yield out


def shuffled(docs, cells):
    """Batches of documents of like length, in any order."""
    docs = sorted(docs, key=lambda d: min(d.cells, MAX_CELLS) * random.uniform(0.8, 1.25))
    out = list(batches(docs, cells))
    random.shuffle(out)
    return out


@torch.no_grad()
def label(model, docs, least):
    """Labels for documents without: what the network says of them with a probability of at least LEAST."""
    model.eval()
    for d in docs:
        role, section, points, field = (F.softmax(logits, -1).max(-1) for logits in model(Batch([d])))

        def sure(best, none, dtype):
            return torch.where(best.values >= least, best.indices, torch.tensor(none)).numpy().astype(dtype)
        d.role, d.section, d.field = sure(role, 255, np.uint8), sure(section, 255, np.uint8), sure(field, 255, np.uint8)
        d.anchor = sure(points, -1, np.int32)
    model.train()


class Average:
    """The mean of the weights of a model at several steps."""

    def __init__(self):
        self.sums, self.count = {}, 0

    def add(self, model):
        for name, value in model.state_dict().items():
            self.sums[name] = self.sums[name] + value.double() if name in self.sums else value.double()
        self.count += 1

    def state(self):
        return {name: (value / self.count).float() for name, value in self.sums.items()}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('files', nargs='+', metavar='FILE.features', help='FILE.features, or FILE.features:WEIGHT')
    ap.add_argument('--out', required=True)
    ap.add_argument('--held', action='append', default=[], help='a file that is only measured on')
    ap.add_argument('--unlabelled', help='FILE.features of documents without labels: --start labels what it is sure of (as in "noisy student")')
    ap.add_argument('--held-names', help='a file with the names of documents that are held out, one a line')
    ap.add_argument('--epochs', type=float, default=6)
    ap.add_argument('--minutes', type=float, default=0, help='end after so many: the plan of the rates follows it')
    ap.add_argument('--batch', type=int, default=3000, help='cells')
    ap.add_argument('--rate', type=float, default=2e-3)
    ap.add_argument('--noise', type=float, default=0.12)
    ap.add_argument('--average', type=float, default=0, metavar='SHARE',
                    help='hold the rate after a third of the time and give the mean of the weights of the last SHARE of it (arXiv 1803.05407)')
    ap.add_argument('--start', help='begin with the weights of this checkpoint or image (data/models/reader.net)')
    ap.add_argument('--seed', type=int, default=7)
    ap.add_argument('--threads', type=int, default=2)
    a = ap.parse_args()
    random.seed(a.seed), np.random.seed(a.seed), torch.manual_seed(a.seed)
    torch.set_num_threads(a.threads)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/parse/reader/features.c')
    word_sizes, cell_sizes = read_block_sizes(source, 'WORD'), read_block_sizes(source, 'CELL')
    word_rows, cell_rows = sum(s for _, s in word_sizes), sum(s for _, s in cell_sizes)
    noise = make_noise(blocks(word_rows, [s for _, s in word_sizes]), blocks(cell_rows, [s for _, s in cell_sizes]),
                       ([n for n, _ in word_sizes], [n for n, _ in cell_sizes]), a.noise)
    held_names = set(open(a.held_names).read().split('\n')) if a.held_names else set()
    train, held = [], {}
    for f in a.files:
        path, _, weight = f.partition(':')
        docs = read_file(path)
        for d in docs:
            d.weight = float(weight or 1)
            if d.name in held_names:
                held.setdefault(os.path.basename(path), []).append(d)
            else:
                train.append(d)
    for path in a.held:
        held[os.path.basename(path)] = read_file(path)
    model = load(a.start, word_rows, cell_rows) if a.start else Reader(word_rows, cell_rows)
    if a.unlabelled:
        path, _, weight = a.unlabelled.partition(':')
        more = read_file(path)
        label(model, more, 0.8)
        for d in more:
            d.weight = float(weight or 1)
        train += more
    tables = [model.word_table.weight, model.cell_table.weight]
    rest = [p for p in model.parameters() if not any(p is t for t in tables)]
    opt = torch.optim.AdamW([{'params': tables, 'weight_decay': 0.0}, {'params': rest, 'weight_decay': 0.01}], lr=a.rate, betas=(0.9, 0.98))
    per_epoch = len(shuffled(train, a.batch))
    total = int(a.epochs * per_epoch)
    print(f'{len(train)} documents, {sum(map(len, held.values()))} held out, {per_epoch} batches an epoch, {sum(p.numel() for p in model.parameters())} weights', flush=True)
    began, step, seen, average = time.time(), 0, [], Average()
    done = False
    while not done:
        for docs in shuffled(train, a.batch):
            share = (time.time() - began) / 60 / a.minutes if a.minutes else step / max(total, 1)
            if share >= 1:
                done = True
                break
            fall = min(share, 1 / 3) if a.average else share
            rate = a.rate * min(1, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * fall)))
            for g in opt.param_groups:
                g['lr'] = rate
            with torch.autocast('cpu', dtype=torch.bfloat16):
                loss, _ = losses(model, Batch(docs, noise))
            opt.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            seen.append(loss.item())
            step += 1
            if share > 1 - a.average and step % 10 == 0:
                average.add(model)
            if step % 100 == 0:
                print(f'{step:6d} {share * 100:5.1f} %  {(time.time() - began) / 60:5.1f} min  loss {sum(seen) / len(seen):.4f}', flush=True)
                seen = []
            if step % 500 == 0:
                torch.save({'model': model.state_dict()}, a.out + '.pt')
                for name, docs_ in held.items():
                    print(f'       {name}: ' + ' '.join(f'{v:.4f}' for v in measure(model, docs_[:200])), flush=True)
    if average.count:
        model.load_state_dict(average.state())
    torch.save({'model': model.state_dict()}, a.out + '.pt')
    for name, docs_ in held.items():
        print(f'{name}: role section anchor word field ' + ' '.join(f'{v:.4f}' for v in measure(model, docs_)), flush=True)


if __name__ == '__main__':
    main()
