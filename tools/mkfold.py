#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the folding and class tables of src/text/utf8.c. Usage: mkfold.py OUT.bin OUT.S
Layout: docs/formats.md, "Fold image"."""
import hashlib
import pathlib
import struct
import sys

import textfold as tf

BLOCK = 128


def main():
    out_bin, out_asm = map(pathlib.Path, sys.argv[1:3])
    pool, pool_at = bytearray(), {}
    records, record_at = [], {}
    stage1, blocks, block_at = [], [], {}
    for base in range(0, 0x110000, BLOCK):
        block = []
        for cp in range(base, base + BLOCK):
            if 0xD800 <= cp < 0xE000:
                key = (tf.CONTROL, 0, 255, b"\xef\xbf\xbd")
            else:
                c = chr(cp)
                folded = tf.fold_char(c)
                digit = int(folded) if tf.classes(c) & tf.DIGIT else 255
                # the common case "folds to itself" shares one record a class
                text = None if folded == c else folded.encode()
                key = (tf.classes(c), tf.SCRIPTS.index(tf.script(c)), digit, text)
            if key not in record_at:
                record_at[key] = len(records)
                classes, script, digit, text = key
                same = text is None
                text = text or b""
                if text not in pool_at:
                    pool_at[text] = len(pool)
                    pool.extend(text)
                records.append(struct.pack("<HBBBBH", classes, script, digit, len(text),
                                           1 if same else 0, pool_at[text]))
            block.append(record_at[key])
        block = tuple(block)
        if block not in block_at:
            block_at[block] = len(blocks)
            blocks.append(block)
        stage1.append(block_at[block])
    assert len(records) < 65536 and len(pool) < 65536 and len(blocks) < 65536
    body = struct.pack(f"<{len(stage1)}H", *stage1)
    for block in blocks:
        body += struct.pack(f"<{BLOCK}H", *block)
    body += b"".join(records) + bytes(pool)
    head = struct.pack("<4sIIII", b"VTF1", len(stage1), len(blocks), len(records), len(pool))
    out_bin.write_bytes(head + body)
    write_asm(out_asm, out_bin, "vt_fold_image")


def write_asm(out_asm, out_bin, symbol):
    """The assembler file that embeds a binary; the hash makes a changed binary a changed file."""
    digest = hashlib.sha256(out_bin.read_bytes()).hexdigest()
    out_asm.write_text(f"""/* {digest} */
    .section .rodata
    .global {symbol}
    .hidden {symbol}
    .balign 16
{symbol}:
    .incbin "{out_bin.resolve()}"
    .global {symbol}_end
    .hidden {symbol}_end
{symbol}_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
""")


if __name__ == "__main__":
    main()
