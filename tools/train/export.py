#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the image of the reader's network (docs/formats.md) from a checkpoint of reader.py, or from the mean of several
that went on from each other. An image may stand for a checkpoint.

    python3 tools/train/export.py CHECKPOINT.pt|IMAGE.net... data/models/reader.net
"""
import struct
import sys

import numpy as np
import torch

QUANTUM = 2047
HEADER = 32  # bytes before the body
# the sizes of the network, for reader.py, too
WORD, CELL, HIDDEN, POINT = 64, 128, 256, 64
ROLES, SECTIONS, FIELDS, HEADS = 20, 23, 27, 4
PLACE_TABLES = (17, 21, 14, 4)  # rows of the tables of places (Bias of reader.py)
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


class Writer:
    """Puts tensors behind each other, each at a multiple of 32 bytes."""

    def __init__(self, state):
        self.state, self.parts = {k: v.float().numpy() for k, v in state.items()}, []

    def put(self, array, dtype):
        data = np.ascontiguousarray(array, dtype=dtype).tobytes()
        self.parts.append(data + b'\0' * (-len(data) % 32))

    def tables(self, shapes):
        scales = []
        for name in shapes:
            weight = self.state[name]
            scales.append(np.abs(weight).max() / 32767)
            self.put(np.rint(weight / scales[-1]), '<i2')
        self.put(scales, '<f4')

    def linear(self, name, rows, columns):
        w = self.state[name + '.weight']
        assert w.shape == (rows, columns), name
        scale = np.maximum(np.abs(w).max(axis=1), 1e-12) / QUANTUM
        self.put(np.rint(w / scale[:, None]), '<i2')
        self.put(scale, '<f4')
        self.put(self.state[name + '.bias'], '<f4')

    def norm(self, name, width):
        for part in ('.weight', '.bias'):
            assert self.state[name + part].shape == (width,), name
            self.put(self.state[name + part], '<f4')

    def bias(self, first, count):
        """The columns of some heads."""
        for k in range(len(PLACE_TABLES)):
            self.put(self.state[f'bias.tables.{k}.weight'][:, first:first + count], '<f4')


class Reader:
    """Takes the same tensors out of an image again."""

    def __init__(self, body):
        self.state, self.body, self.at, self.columns = {}, body, 0, [[] for _ in PLACE_TABLES]

    def take(self, shape, dtype):
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        value = np.frombuffer(self.body, dtype, int(np.prod(shape)), self.at).reshape(shape)
        self.at += (size + 31) // 32 * 32
        return torch.from_numpy(value.astype(np.float32))

    def tables(self, shapes):
        for name, shape in shapes.items():
            self.state[name] = self.take(shape, '<i2')
        for name, scale in zip(shapes, self.take((len(shapes),), '<f4')):
            self.state[name] = self.state[name] * scale

    def linear(self, name, rows, columns):
        weight = self.take((rows, columns), '<i2')
        self.state[name + '.weight'] = weight * self.take((rows, 1), '<f4')
        self.state[name + '.bias'] = self.take((rows,), '<f4')

    def norm(self, name, width):
        for part in ('.weight', '.bias'):
            self.state[name + part] = self.take((width,), '<f4')

    def bias(self, first, count):
        for k, rows in enumerate(PLACE_TABLES):
            self.columns[k].append(self.take((rows, count), '<f4'))
            self.state[f'bias.tables.{k}.weight'] = torch.cat(self.columns[k], 1)


def walk(io, rows, layers):
    """All tensors of the network, in the order of the image."""
    io.tables({'word_table.weight': (rows[0], WORD), 'cell_table.weight': (rows[1], CELL)})
    for name, width in (('word_norm', WORD), ('field_norm', WORD), ('cell_norm', CELL)):
        io.norm(name, width)
    for name in ('near.line', 'far.line'):
        io.linear(name, WORD, 3 * WORD)
    io.linear('pool', CELL, 4 * WORD)
    for k in range(layers):
        layer = f'layers.{k}.'
        io.norm(layer + 'norm1', CELL)
        io.norm(layer + 'norm2', CELL)
        for name, height, width in (('qkv', 3 * CELL, CELL), ('out', CELL, CELL), ('up', HIDDEN, CELL), ('down', CELL, HIDDEN)):
            io.linear(layer + name, height, width)
        io.bias(HEADS * k, HEADS)
    for name, height in (('role', ROLES), ('section', SECTIONS), ('point_from', POINT), ('point_to', POINT)):
        io.linear(name, height, CELL)
    io.bias(HEADS * layers, 1)
    io.linear('spread', WORD, CELL)
    for name in ('field_near.line', 'field_far.line'):
        io.linear(name, WORD, 3 * WORD)
    io.linear('field', FIELDS, WORD)


def image_of(state):
    rows = (state['word_table.weight'].shape[0], state['cell_table.weight'].shape[0])
    out = Writer(state)
    walk(out, rows, 1 + max(int(k.split('.')[1]) for k in state if k.startswith('layers.')))
    body = b''.join(out.parts)
    tail = struct.pack('<IIII', *rows, HEADER + len(body), 0) + body
    return struct.pack('<4sIQ', b'VTNR', 2, checksum(tail)) + tail


def state_of(path):
    """The weights of a checkpoint or of an image."""
    if not path.endswith('.net'):
        return torch.load(path, map_location='cpu')['model']
    data = open(path, 'rb').read()
    magic, version, _, words, cells, size, _ = struct.unpack_from('<4sIQIIII', data)
    if magic != b'VTNR' or version != 2 or size != len(data):
        raise SystemExit(f'{path}: not an image of version 2')
    body = data[HEADER:]
    for layers in (4, 3, 2):
        reader = Reader(body)
        try:
            walk(reader, (words, cells), layers)
        except ValueError:  # too short for so many layers
            continue
        if reader.at == len(body):
            return reader.state
    raise SystemExit(f'{path}: not the size of a network that is known here')


def mean(paths):
    """The mean of the weights of states that went on from each other (as in "model soups", arXiv 2203.05482)."""
    states = [state_of(p) for p in paths]
    return {k: sum(s[k] for s in states) / len(states) for k in states[0]}


def main():
    *checkpoints, target = sys.argv[1:]
    data = image_of(mean(checkpoints))
    with open(target, 'wb') as f:
        f.write(data)
    print(f'{target}: {len(data)} bytes')


if __name__ == '__main__':
    main()
