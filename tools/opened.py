#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The libraries that a program opens itself when it needs them (src/base/library.h), by the ELF notes
that it carries (UAPI group's "ELF dlopen metadata"): their names, one a line, or with --packages the
Debian packages that have them, as a list of Depends. Usage: opened.py [--packages] PROGRAM"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

NOTE = 0x407C0C0A


def section(program, name):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "section"
        # objcopy writes the program again: to a place of its own
        subprocess.run(["objcopy", "--dump-section", f"{name}={out}", str(program), f"{folder}/copy"],
                       check=False, capture_output=True)
        return out.read_bytes() if out.exists() else b""


def opened_names(program):
    """Sonames, sorted."""
    names, rest = set(), section(program, ".note.dlopen")
    while len(rest) >= 12:
        name_size, size, kind = struct.unpack_from("=III", rest)
        at = 12 + (name_size + 3) // 4 * 4
        if kind == NOTE and rest[12:16] == b"FDO\0":
            for entry in json.loads(rest[at:at + size].rstrip(b"\0")):
                names.update(entry["soname"])
        rest = rest[at + (size + 3) // 4 * 4:]
    return sorted(names)


def file_of(soname):
    """Where the loader finds it."""
    cache = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    found = re.search(rf"^\s*{re.escape(soname)} \(.*\) => (\S+)$", cache, re.M)
    if not found:
        sys.exit(f"opened.py: the loader finds no {soname}")
    return found.group(1)


def package_of(path):
    for name in (path, path.removeprefix("/usr"), "/usr" + path):
        found = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"opened.py: no Debian package has {path}")


def main():
    packages = "--packages" in sys.argv
    names = opened_names(sys.argv[-1])
    if packages:
        print(", ".join(sorted({package_of(file_of(name)) for name in names})))
    else:
        print("\n".join(names))


if __name__ == "__main__":
    main()
