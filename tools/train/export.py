#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the image of the reader's network (docs/formats.md) from a checkpoint of reader.py, or from the mean of several
of one training.

    python3 tools/train/export.py CHECKPOINT.pt... data/models/reader.net
"""
import struct
import sys

import numpy as np
import torch

QUANTUM = 2047
MASK = (1 << 64) - 1


def checksum(data):
    """vt_checksum of src/base/hash.c."""
    prime = 0x9E3779B97F4A7C15
    words = np.frombuffer(data + b'\0' * (-len(data) % 8), dtype='<u8').tolist()
    whole = len(data) // 32 * 4
    lanes = [1, 2, 3, 4]

    def mix(lane, word):
        x = ((lane ^ word) * prime) & MASK
        return x ^ (x >> 29)
    a, b, c, d = lanes
    for i in range(0, whole, 4):
        a, b, c, d = mix(a, words[i]), mix(b, words[i + 1]), mix(c, words[i + 2]), mix(d, words[i + 3])
    lanes = [a, b, c, d]
    for k, word in enumerate(words[whole:]):
        lanes[k] = mix(lanes[k], word)
    h = 0
    for lane in lanes:
        h = mix(h, lane)
    return h


class Image:
    def __init__(self):
        self.parts = []

    def put(self, array, dtype):
        data = np.ascontiguousarray(array, dtype=dtype).tobytes()
        self.parts.append(data + b'\0' * (-len(data) % 32))

    def table(self, weight):
        """A table of embeddings: whole numbers; gives its scale."""
        scale = np.abs(weight).max() / 32767
        self.put(np.rint(weight / scale), '<i2')
        return scale

    def linear(self, state, name):
        w = state[name + '.weight']
        scale = np.maximum(np.abs(w).max(axis=1), 1e-12) / QUANTUM
        self.put(np.rint(w / scale[:, None]), '<i2')
        self.put(scale, '<f4')
        self.put(state[name + '.bias'], '<f4')

    def norm(self, state, name):
        self.put(state[name + '.weight'], '<f4')
        self.put(state[name + '.bias'], '<f4')

    def bias(self, state, first, count):
        """The columns of some heads."""
        for k in range(4):
            self.put(state[f'bias.tables.{k}.weight'][:, first:first + count], '<f4')


def image_of(state):
    state = {k: v.float().numpy() for k, v in state.items()}
    out = Image()
    scales = [out.table(state['word_table.weight']), out.table(state['cell_table.weight'])]
    out.put(scales, '<f4')
    for name in ('word_norm', 'field_norm', 'cell_norm'):
        out.norm(state, name)
    for name in ('near.line', 'far.line', 'pool'):
        out.linear(state, name)
    layers = 1 + max(int(k.split('.')[1]) for k in state if k.startswith('layers.'))
    for k in range(layers):
        layer = f'layers.{k}.'
        out.norm(state, layer + 'norm1')
        out.norm(state, layer + 'norm2')
        for name in ('qkv', 'out', 'up', 'down'):
            out.linear(state, layer + name)
        out.bias(state, 4 * k, 4)
    for name in ('role', 'section', 'point_from', 'point_to'):
        out.linear(state, name)
    out.bias(state, 4 * layers, 1)
    for name in ('spread', 'field_near.line', 'field_far.line', 'field'):
        out.linear(state, name)
    body = b''.join(out.parts)
    rows = (state['word_table.weight'].shape[0], state['cell_table.weight'].shape[0])
    tail = struct.pack('<IIII', rows[0], rows[1], 32 + len(body), 0) + body
    return struct.pack('<4sIQ', b'VTNR', 2, checksum(tail)) + tail


def mean(paths):
    """The mean of the weights of checkpoints that went on from each other (as in "model soups", arXiv 2203.05482)."""
    states = [torch.load(p, map_location='cpu')['model'] for p in paths]
    return {k: sum(s[k] for s in states) / len(states) for k in states[0]}


def main():
    *checkpoints, target = sys.argv[1:]
    data = image_of(mean(checkpoints))
    with open(target, 'wb') as f:
        f.write(data)
    print(f'{target}: {len(data)} bytes')


if __name__ == '__main__':
    main()
