#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a table of files for base/embed.h. Usage: embed.py SYMBOL OUT.S BASE FILE...
The names in the table are the paths of the files below BASE (or their last part)."""
import hashlib
import pathlib
import sys


def name_of(path, base):
    try:
        return path.resolve().relative_to(base.resolve()).as_posix()
    except ValueError:
        return path.name


def main():
    symbol, out, base = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    files = sorted((name_of(pathlib.Path(f), base), pathlib.Path(f)) for f in sys.argv[4:])
    text = ["/* made by tools/embed.py */", ".section .rodata"]
    for i, (name, path) in enumerate(files):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()  # a changed file rebuilds the table
        text += [f"/* {digest} */", f".Lname{i}: .asciz \"{name}\"", ".balign 16",
                 f".Ldata{i}: .incbin \"{path.resolve()}\"", f".set .Lsize{i}, . - .Ldata{i}",
                 ".byte 0"]
    text += [".section .data.rel.ro,\"aw\"", ".balign 8", f".globl {symbol}",
             f".hidden {symbol}", f".type {symbol}, @object", f"{symbol}:"]
    for i in range(len(files)):
        text.append(f".quad .Lname{i}, .Ldata{i}, .Lsize{i}")
    text += [".quad 0, 0, 0", f".size {symbol}, . - {symbol}",
             ".section .note.GNU-stack,\"\",%progbits"]
    out.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
