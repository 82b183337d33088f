#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the character table of skillfold.py as a C header: mkskillfold.py > fold_table.h"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import skillfold  # noqa: E402


def main():
    table = skillfold.char_table()
    print('/* made by tools/mkskillfold.py: UTF-8 of a code point as a little-endian number; 0 separates,\n'
          ' * ~0 is left out. The bits of soft_separator say which separators join words. */')
    print(f'enum {{ TABLE_SIZE = {len(table)} }};')
    print('static const uint32_t char_table[TABLE_SIZE] = {')
    for first in range(0, len(table), 8):
        print('    ' + ' '.join(f'{v:#x},' for v in table[first:first + 8]))
    print('};')
    words = [sum(1 << b for b in range(32) if skillfold.is_soft(w * 32 + b)) for w in range(len(table) // 32)]
    print('static const uint32_t soft_separator[TABLE_SIZE / 32] = {')
    for first in range(0, len(words), 8):
        print('    ' + ' '.join(f'{v:#x},' for v in words[first:first + 8]))
    print('};')


if __name__ == '__main__':
    main()
