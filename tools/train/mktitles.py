#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The list of titles by their plain form, sorted: data/occupations/titles.tsv.

Usage: mktitles.py MODEL.titles OUT. The first is written by `vitae train --kind occupations`: plain
form (src/titles/occupation.c), language, code and title, a line each. A form is shown as the title that is
written like it, where there is one ("Software Engineer", not "SDE"). Where titles of one plain form
have several codes, the commonest wins, then the English one; a form with as many codes as titles is
left to the model.
"""
import collections
import pathlib
import sys
import unicodedata


def fold(title):
    return "".join(c for c in unicodedata.normalize("NFKD", title.lower()) if not unicodedata.combining(c))


def main():
    forms = collections.defaultdict(list)
    for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        key, language, code, title = line.split("\t")
        if key:
            forms[key].append((code, language, title))
    out = []
    for key, found in forms.items():
        counts = collections.Counter(code for code, _, _ in found)
        best, most = max(counts.items(), key=lambda item: (
            item[1], any(c == item[0] and lang == "en" for c, lang, _ in found), item[0]))
        if len(counts) > 1 and len(counts) == len(found) and len(found) > 2:
            continue
        names = sorted((t for c, _, t in found if c == best), key=lambda t: (fold(t) != key, len(t), t))
        out.append((key.encode(), best, names[0]))
    pathlib.Path(sys.argv[2]).write_text(
        "".join(f"{key.decode()}\t{code}\t{title}\n" for key, code, title in sorted(out)),
        encoding="utf-8")
    print(len(out), "titles")


if __name__ == "__main__":
    main()
