#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that docs/contract.md numbers its statements without a gap and names tests that exist.
Usage: check_contract.py SOURCE_ROOT. Exit 1 with messages."""
import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    faults, number = [], 0
    sources = {p.stem: p.read_text(encoding="utf-8") for p in (root / "tests/api").glob("test_*.py")}
    for line in (root / "docs/contract.md").read_text(encoding="utf-8").splitlines():
        row = re.match(r"\| (\d+) \|", line)
        if row:
            number += 1
            if int(row[1]) != number:
                faults.append(f"statement {row[1]} should have the number {number}")
            if not re.search(r"test_\w+\.test_\w+", line):
                faults.append(f"statement {number} names no test")
        for module, name in re.findall(r"(test_\w+)\.(test_\w+)", line):
            if not re.search(rf"def {name}\(", sources.get(module, "")):
                faults.append(f"there is no test {module}.{name}")
    for fault in faults:
        print(fault)
    print(f"{number} statements")
    return 1 if faults or not number else 0


if __name__ == "__main__":
    sys.exit(main())
