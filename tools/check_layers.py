#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every folder of src/ includes only what stands below it, and that a library from
outside is included by one file only. Usage: check_layers.py SOURCE_ROOT. Exit 1 with messages."""
import pathlib
import re
import sys

# folder: the folders it may include besides itself (docs/ARCHITECTURE.md tells why)
ENGINE = ["base", "text", "doc", "ml", "titles", "skills", "extract", "layout", "parse", "fit", "llm"]
ALLOWED = {
    "base": [],
    "export": ["base"],
    "text": ["base"],
    "doc": ["base", "text"],
    "ml": ["base", "text"],
    "titles": ["base", "text", "ml"],
    "skills": ["base", "text"],
    "extract": ["base", "text", "doc"],
    "layout": ["base", "text", "doc"],
    "parse": ["base", "text", "doc", "ml", "skills"],
    "fit": ["base", "text", "ml", "titles", "skills", "parse"],
    "llm": ["base", "text", "doc", "parse"],
    "engine": ENGINE,
    "lib": ["base", "engine"],
    "store": ["base"],
    "http": ["base"],
    "ledger": ["base", "store"],
    "eval": ["base", "text"],
    "worker": ["base", "engine", "doc"],
    "jobs": ["base", "store", "ledger", "worker", "engine", "doc"],
    "api": ["base", "export", "store", "http", "ledger", "worker", "jobs", "engine", "doc"],
    "cli": ENGINE + ["engine", "export", "store", "http", "ledger", "worker", "jobs", "api", "eval"],
}
# a line that crosses on purpose: (including folder, header) and why
EXCEPTIONS = {
    ("skills", "parse/resume/resume.h"): "the result structs that skills/ fills",
}
# external header -> the one file stem (or list of stems) that may include it
OUTSIDE = {
    "sodium.h": ["base/hash"],
    "mupdf/": ["extract/pdf", "extract/render", "extract/pdf_fonts", "extract/pdf_replaced",
               "extract/pdf_declared", "extract/pdf_replace"],
    "tesseract/": ["extract/ocr"],
    "leptonica/": ["extract/photo"],
    "zip.h": ["extract/zip"],
    "expat.h": ["extract/xml"],
    "gumbo.h": ["extract/html_nodes"],
    "md4c.h": ["extract/markdown"],
    "unicode/": ["text/utf8", "extract/encoding"],
    "sqlite3.h": ["store/sqlite"],
    "libpq-fe.h": ["store/pq"],
    "microhttpd.h": ["http/server"],
    "gnutls/": ["http/certificate"],
    "zlib.h": ["http/gzip"],
    "curl/": ["jobs/fetch", "jobs/client"],
    "seccomp.h": ["worker/sandbox"],
}


def main():
    root = pathlib.Path(sys.argv[1])
    faults = []
    for path in sorted((root / "src").rglob("*.[ch]")):
        folder = path.parent.relative_to(root / "src").parts[0]
        stem = str(path.relative_to(root / "src"))[:-2]
        if folder not in ALLOWED:
            faults.append(f"{path}: folder '{folder}' has no row in tools/check_layers.py")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            ours = re.match(r'\s*#include "(([a-z]+)/[^"]+)"', line)
            if ours and ours.group(2) in ALLOWED and ours.group(2) != folder:
                if ours.group(2) not in ALLOWED[folder] and \
                        (folder, ours.group(1)) not in EXCEPTIONS:
                    faults.append(f"{path}:{number}: {folder} may not include {ours.group(1)}")
            theirs = re.match(r"\s*#include <([^>]+)>", line)
            if theirs:
                for header, stems in OUTSIDE.items():
                    if theirs.group(1).startswith(header) and stem not in stems:
                        faults.append(f"{path}:{number}: <{theirs.group(1)}> belongs to "
                                      f"{', '.join(stems)} alone")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
