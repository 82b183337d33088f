#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The documents of held-out makers, one a line: held_names.py CORPUS"""
import glob
import json
import os
import sys


def main():
    for path in sorted(glob.glob(os.path.join(sys.argv[1], '*', '*.json'))):
        try:
            with open(path, encoding='utf-8') as f:
                held = json.load(f).get('split') == 'held'
        except (ValueError, AttributeError):
            continue
        if held:
            print(os.path.basename(path)[:-len('.json')])


if __name__ == '__main__':
    main()
