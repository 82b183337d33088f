#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scores the reading order of the engine's layout on the corpus: `order`, the share of pairs of printed blocks in
the right order, and `follow`, the share of blocks whose successor comes next. Same options as label.py; writes nothing."""
import label

if __name__ == '__main__':
    label.main(score_only=True)
