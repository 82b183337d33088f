#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the dashboard's files into a table for base/embed.h. Usage: mkweb.py OUT.S OUT_DIR FILE...
Every file but index.html gets the hash of the whole set into its name (app.js becomes
app.0123456789.js), and the names in HTML, CSS and imports follow, so that browsers may keep them
for ever. A set larger than its budget is a fault."""
import hashlib
import pathlib
import re
import subprocess
import sys

BUDGET = 220_000  # bytes of our own pages, scripts and styles


def main():
    out, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    files = {pathlib.Path(f).name: pathlib.Path(f).read_bytes() for f in sys.argv[3:]}
    own = sum(len(data) for name, data in files.items() if name not in ("resume.pdf", "job-description.txt"))
    if own > BUDGET:
        sys.exit(f"mkweb: {own} bytes of assets, the budget is {BUDGET}")
    digest = hashlib.sha256(b"".join(n.encode() + b"\0" + d for n, d in sorted(files.items())))
    tag = digest.hexdigest()[:10]
    hashed = {n: n if n == "index.html" else n.replace(".", f".{tag}.", 1) for n in files}
    names = re.compile(r"(?<=[\"'/])(" + "|".join(map(re.escape, files)) + r")(?=[\"')])")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, data in files.items():
        if name.endswith((".html", ".js", ".css")):
            text = data.decode("utf-8")
            data = names.sub(lambda m: hashed[m.group(1)], text).encode("utf-8")
        (folder / hashed[name]).write_bytes(data)
    embed = pathlib.Path(__file__).with_name("embed.py")
    made = [str(folder / n) for n in sorted(hashed.values())]
    subprocess.run([sys.executable, str(embed), "vt_embed_web", str(out), str(folder), *made],
                   check=True)


if __name__ == "__main__":
    main()
