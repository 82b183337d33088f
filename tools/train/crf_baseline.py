#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a simpler reader would be worth: conditional random fields, or the network without its attention, trained on
the same documents as the network for as long, and measured alike (docs/decisions.md, "One network reads the document").

    python3 tools/train/crf_baseline.py crf|alone|network --held-names FILE [--minutes 6] [--out MODEL.pt] FILE.features[:WEIGHT]...

crf: a linear chain over the cells in reading order for the role, which tells also whether an item begins (as B- and I-),
and one for the section, each score linear in the features of the cell, of its words, of its first and last word, and of
two cells before and behind; a chain over the words of each cell for the field, linear in the features of the word and of
two before and behind, the sign between words, and what the chains say of the cell.
alone: the network of reader.py without layers of attention: a cell sees itself only. network: reader.py's.
Minutes are of the processor, one thread; `network --start data/models/reader.net --minutes 0` measures the release, and
`alone --start data/models/reader.net --rate 1e-3` adapts it without its layers. Needs Debian's python3-torch."""
import argparse
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import reader
from export import FIELDS, ROLES, SECTIONS, state_of

FAR = 2                            # cells or words that are looked at on each side
SPAN = 2 * FAR + 1
CHAINS = (2 * ROLES, SECTIONS)     # the role (again for a cell that begins an item), the section
LABELS, ALL = max(CHAINS), sum(CHAINS)
NEVER = -1e4
JOB, EDUCATION = (6, 7), (8, 9)    # the roles of one item (src/parse/reader/reading.def)


def windowed(x):
    """[b, n, SPAN, labels] -> [b, n, labels]: what each place and its neighbours say of it."""
    n = x.shape[1]
    x = F.pad(x, (0, 0, 0, 0, FAR, FAR))
    return sum(x[:, o:o + n, o] for o in range(SPAN))


def log_z(scores, moves, lengths, price=None):
    """The logarithm of the sum over all paths of each chain: scores [kinds, chains, n, labels], moves [kinds, labels,
    labels], lengths [chains] from the longest to the shortest; price [chains, n] of another label than the one before."""
    scores = scores.unbind(2)
    step, a = moves.exp(), scores[0]
    stay = torch.diagonal(step, dim1=1, dim2=2)[:, None]
    for t in range(1, int(lengths[0])):
        some = int((lengths > t).sum())
        top = a[:, :some].amax(-1, keepdim=True).detach()
        e = (a[:, :some] - top).exp()
        s = e @ step
        if price is not None:
            s = e * stay + (s - e * stay) * (-price[None, :some, t, None]).exp()
        a = torch.cat([s.clamp(min=1e-30).log() + top + scores[t][:, :some], a[:, some:]], 1)
    return a.logsumexp(-1)


class Fields(nn.Module):
    """The conditional random fields. Called like reader.Reader, it answers with logarithms of marginals."""

    def __init__(self, word_rows, cell_rows, signs):
        super().__init__()
        self.words = nn.EmbeddingBag(word_rows, (SPAN + 2) * ALL + SPAN * FIELDS, mode='sum')
        self.cells = nn.EmbeddingBag(cell_rows, SPAN * ALL, mode='sum')
        self.base, self.moves = nn.Parameter(torch.zeros(ALL)), nn.Parameter(torch.zeros(len(CHAINS), LABELS, LABELS))
        self.field_base, self.field_moves = nn.Parameter(torch.zeros(FIELDS)), nn.Parameter(torch.zeros(1, FIELDS, FIELDS))
        self.told, self.price = nn.Linear(ROLES + SECTIONS, FIELDS, bias=False), nn.Parameter(torch.zeros(16))
        self.signs = signs  # first row of the signs before a word
        for t in (self.words, self.cells, self.told):
            nn.init.zeros_(t.weight)

    def cell_scores(self, x):
        """[chains' kinds, documents, cells, labels], and what each word says of the fields around it."""
        words = self.words(x.word_ids, x.word_starts, per_sample_weights=x.word_noise)
        around, first, last, field = words.split([SPAN * ALL, ALL, ALL, SPAN * FIELDS], 1)
        cells, some = len(x.lengths), (x.lengths > 0)[:, None]
        sums = words.new_zeros(cells, SPAN * ALL).index_add(0, x.cell_of_word, around)
        c = self.cells(x.cell_ids, x.cell_starts, per_sample_weights=x.cell_noise) + sums / x.lengths.clamp(min=1).sqrt()[:, None]
        ends = torch.where(some, first[x.first] + last[x.last], torch.zeros(()))
        c = torch.cat([c[:, :FAR * ALL], c[:, FAR * ALL:(FAR + 1) * ALL] + ends, c[:, (FAR + 1) * ALL:]], 1)
        b = len(x.docs)
        c = windowed(c.new_zeros(b * x.n, SPAN * ALL).index_copy(0, x.rows, c).view(b, x.n, SPAN, ALL)) + self.base
        kinds = [F.pad(k, (0, LABELS - k.shape[-1]), value=NEVER) for k in c.split(CHAINS, -1)]
        return torch.stack(kinds), field

    def field_scores(self, x, field, told):
        """[1, cells, words, fields] and prices, the cells with the most words first, and their order."""
        flat = field.new_zeros(x.flat_size, SPAN * FIELDS).index_copy(0, x.flat, field).view(1, -1, SPAN, FIELDS)
        scores = windowed(flat)[0][x.flat] + self.field_base + self.told(told)[x.cell_of_word]
        sign = torch.zeros(len(field), dtype=torch.long)
        of_word = torch.repeat_interleave(torch.diff(x.word_starts, append=torch.tensor([len(x.word_ids)])))
        is_sign = (x.word_ids >= self.signs) & (x.word_ids < self.signs + 16)
        sign[of_word[is_sign]] = x.word_ids[is_sign] - self.signs
        at, lengths, order = places(x)
        return scores[at][None], self.price[sign][at], lengths, order, at

    def look(self, x):
        scores, field = self.cell_scores(x)
        order = torch.tensor(sorted(range(len(x.docs)), key=lambda i: -x.docs[i].cells))
        lengths = torch.tensor([x.docs[i].cells for i in order])
        return scores[:, order], lengths, order, field

    def marginals(self, x, scores, z, order):
        """Of the cells of the batch, in a row: roles, roles that begin an item, sections."""
        m, = torch.autograd.grad(z.sum(), scores, retain_graph=True)
        m = m[:, torch.argsort(order)].reshape(len(CHAINS), -1, LABELS)[:, x.rows].detach()
        rest, begins = m[0, :, :ROLES], m[0, :, ROLES:2 * ROLES]
        return rest + begins, begins, m[1, :, :SECTIONS]

    def loss(self, x):
        scores, lengths, order, field = self.look(x)
        begins = torch.from_numpy(np.concatenate([d.anchor == np.arange(d.cells) for d in x.docs]))
        role = torch.where(x.role < 0, x.role, x.role + ROLES * begins)
        wanted = torch.stack([spread(x, role), spread(x, x.section)])[:, order]
        z = log_z(torch.cat([scores, clamped(scores, wanted)]), self.moves.repeat(2, 1, 1), lengths)
        role, _, section = self.marginals(x, scores, z[:2], order)
        weight = torch.tensor([d.weight for d in x.docs])[order]
        cell_loss = ((z[:2] - z[2:]) * weight).sum() / len(x.lengths)
        scores, price, lengths, order, at = self.field_scores(x, field, torch.cat([role, section], 1))
        z = log_z(torch.cat([scores, clamped(scores, x.field[at][None])]), self.field_moves.repeat(2, 1, 1), lengths, price)
        return cell_loss + ((z[0] - z[1]) * x.weight[order]).sum() / len(x.cell_of_word)

    @torch.autocast('cpu', enabled=False)
    @torch.enable_grad()
    def forward(self, x):
        scores, lengths, order, field = self.look(x)
        role, begins, section = self.marginals(x, scores, log_z(scores, self.moves, lengths), order)
        scores, price, lengths, _, at = self.field_scores(x, field, torch.cat([role, section], 1))
        m, = torch.autograd.grad(log_z(scores, self.field_moves, lengths, price).sum(), scores)
        field, real = torch.zeros(len(x.cell_of_word), FIELDS), torch.arange(at.shape[1]) < lengths[:, None]
        field[at[real]] = m[0][real]
        points, first = torch.full((len(role), x.n), NEVER), 0
        for d in x.docs:
            rows = slice(first, first + d.cells)
            points[rows, :d.cells] = point(role[rows], begins[rows])
            first += d.cells
        return log(role), log(section), points, log(field)


def log(p):
    return p.clamp(min=1e-6).log()


def places(x):
    """[cells, words]: the number of each word of the cells that have any, the longest cell first; lengths; their order."""
    order = torch.argsort(x.lengths, descending=True, stable=True)
    order = order[x.lengths[order] > 0]
    lengths = x.lengths[order]
    at = x.first[order][:, None] + torch.minimum(torch.arange(int(lengths[0])), lengths[:, None] - 1)
    return at, lengths, order


def spread(x, labels):
    """Labels of the cells as [documents, cells]; -1 behind the last."""
    return torch.full((len(x.docs) * x.n,), -1).index_copy(0, x.rows, labels.long()).view(len(x.docs), x.n)


def clamped(scores, wanted):
    """Scores that allow no label but the wanted one, where it is known (0 and more)."""
    other = torch.ones_like(scores, dtype=torch.bool).scatter(-1, wanted.clamp(min=0)[..., None], False)
    return scores.masked_fill(other & (wanted >= 0)[..., None], NEVER)


def point(role, begins):
    """[cells, cells]: the logarithm of how likely a cell is of the item that begins there: the nearest before it of its kind."""
    kind = torch.eye(ROLES)
    for head, text in (JOB, EDUCATION):
        kind[text] = kind[head]
    hit = ((role @ kind) @ (begins @ kind).t()).clamp(max=1 - 1e-6)
    miss = torch.log1p(-hit).cumsum(1)
    out = log(hit) + torch.diagonal(miss)[:, None] - miss
    return out.masked_fill(torch.ones_like(out).triu(1) > 0, NEVER)


def documents(files, held_names):
    """Those to train on, one that is named twice twice, and by file those to measure on."""
    held_names, train, held = set(open(held_names).read().split('\n')), [], {}
    for f in files:
        path, _, weight = f.partition(':')
        docs = reader.read_file(path)
        for d in docs:
            d.weight = float(weight or 1)
        train += [d for d in docs if d.name not in held_names]
        held[os.path.basename(path)] = [d for d in docs if d.name in held_names]
    return train, held


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('kind', choices=('crf', 'alone', 'network'))
    ap.add_argument('files', nargs='+', metavar='FILE.features[:WEIGHT]')
    ap.add_argument('--held-names', required=True, help='a file with the names of documents that are measured on (held_names.py)')
    ap.add_argument('--minutes', type=float, default=6, help='of the processor; 0: measure only')
    ap.add_argument('--rate', type=float, help='default: 2e-3 for the networks, 2e-2 for the random fields')
    ap.add_argument('--noise', type=float, default=0.12)
    ap.add_argument('--batch', type=int, default=3000, help='cells')
    ap.add_argument('--seed', type=int, default=7)
    ap.add_argument('--start', help='begin with the weights of this checkpoint or image (data/models/reader.net)')
    ap.add_argument('--out')
    a = ap.parse_args()
    random.seed(a.seed), np.random.seed(a.seed), torch.manual_seed(a.seed)
    torch.set_num_threads(1)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/parse/reader/features.c')
    sizes = [reader.read_block_sizes(source, name) for name in ('WORD', 'CELL')]
    rows = [sum(s for _, s in table) for table in sizes]
    signs = sum(s for _, s in sizes[0][:[n for n, _ in sizes[0]].index('BEFORE')])
    noise = reader.make_noise(*(reader.blocks(n, [s for _, s in t]) for n, t in zip(rows, sizes)), [[n for n, _ in t] for t in sizes], a.noise)
    train, held = documents(a.files, a.held_names)
    if a.kind == 'alone':
        reader.LAYERS = 0
    model = Fields(*rows, signs) if a.kind == 'crf' else reader.Reader(*rows)
    if a.start:  # a network without its layers keeps the rest: of the biases, the last column is the pointer's
        state = state_of(a.start)
        model.load_state_dict({k: state[k][:, -v.shape[1]:] if k.startswith('bias.') else state[k] for k, v in model.state_dict().items()})
    tables = [p for p in model.parameters() if a.kind != 'crf' and len(p) in rows]
    rest = [p for p in model.parameters() if not any(p is t for t in tables)]
    decay = 0 if a.kind == 'crf' else 0.01
    opt = torch.optim.AdamW([{'params': p, 'weight_decay': w} for p, w in ((tables, 0), (rest, decay)) if p], betas=(0.9, 0.98))
    base, warm = a.rate or (2e-2 if a.kind == 'crf' else 2e-3), 50 if a.kind == 'crf' else 200
    print(f'{a.kind}: {len(train)} documents, {sum(map(len, held.values()))} held out, {sum(p.numel() for p in model.parameters())} weights', flush=True)
    began, step, share, seen, read = time.process_time(), 0, 0.0, [], 0
    while share < 1 and a.minutes:
        for docs in reader.shuffled(train, a.batch):
            share = (time.process_time() - began) / 60 / a.minutes
            if share >= 1:
                break
            for g in opt.param_groups:
                g['lr'] = base * min(1, (step + 1) / warm) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
            x = reader.Batch(docs, noise)
            if a.kind == 'crf':
                loss = model.loss(x)
            else:
                with torch.autocast('cpu', dtype=torch.bfloat16):
                    loss, _ = reader.losses(model, x)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            if a.kind != 'crf':
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            seen.append(loss.item())
            step, read = step + 1, read + len(docs)
            if step % 50 == 0:
                print(f'{step:6d} {share * 100:5.1f} %  {read / len(train):5.2f} passes  loss {np.mean(seen):.4f}', flush=True)
                seen = []
    if a.out:
        torch.save({'model': model.state_dict()}, a.out)
    for name, docs in held.items():
        random.seed(a.seed)  # long documents are cut alike
        print(f'{a.kind} {name} ({len(docs)}): role section anchor word field ' + ' '.join(f'{v:.4f}' for v in reader.measure(model, docs)), flush=True)


if __name__ == '__main__':
    main()
