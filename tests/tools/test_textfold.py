#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/textfold.py splits and folds as src/text/token.c does: both are held against the table in
tests/unit/test_token.c. Usage: test_textfold.py SOURCE_ROOT"""
import ast
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "tools"))
import textfold  # noqa: E402

table = (root / "tests/unit/test_token.c").read_text(encoding="utf-8")
table = table.split("/* words: begin */")[1].split("/* words: end */")[0]
rows = re.findall(r'\{("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*")\}', table)
faults = 0
for text, want in ((ast.literal_eval(a), ast.literal_eval(b)) for a, b in rows):
    got = " ".join(textfold.words(text))
    if got != want:
        print(f"{text!r}: got {got!r}, want {want!r}")
        faults += 1
assert len(rows) >= 20, f"only {len(rows)} rows found"
sys.exit(1 if faults else 0)
