#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the bill of materials of a built vitae as SPDX 2.3 JSON: the program, every shared library
that it loads (by Debian package, down to the last dependency), what is linked into it, and the data
that is compiled in.
Usage: sbom.py SOURCE_ROOT PROGRAM OUT.json. SOURCE_DATE_EPOCH sets the date; else it is the commit's."""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import opened

# archives that the linker copies from: package -> what of it, its licence
LINKED_IN = {"libmupdf-dev": ("MuPDF", "AGPL-3.0-or-later")}
# folder of the source -> name, licence
DATA = {"data/taxonomy": ("skills taxonomy", "Apache-2.0"), "data/models": ("trained models", "Apache-2.0"),
        "data/lexicon": ("lexicons", "Apache-2.0 AND Unicode-DFS-2016")}
# short names of Debian's copyright files -> SPDX identifiers; other words stay unasserted
LICENCES = {"Expat": "MIT", "MIT": "MIT", "Zlib": "Zlib", "zlib": "Zlib", "ISC": "ISC", "Apache-2.0": "Apache-2.0",
            "LGPL-2.1+": "LGPL-2.1-or-later", "LGPL-2+": "LGPL-2.0-or-later", "GPL-2+": "GPL-2.0-or-later",
            "LGPL-3+": "LGPL-3.0-or-later", "GPL-3+": "GPL-3.0-or-later", "BSD-3-clause": "BSD-3-Clause",
            "BSD-3-Clause": "BSD-3-Clause", "BSD-2-clause": "BSD-2-Clause", "BSD-2-Clause": "BSD-2-Clause",
            "LGPLv2.1+": "LGPL-2.1-or-later", "AGPL-3+": "AGPL-3.0-or-later", "PostgreSQL": "PostgreSQL",
            "curl": "curl", "LGPL-2.1": "LGPL-2.1-only"}
NONE = "NOASSERTION"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def loaded_libraries(program):
    """Soname -> file, of all that the loader maps."""
    rows = re.findall(r"^\s*(\S+) => (/\S+)|^\s*(/\S+) \(0x", output("ldd", str(program)), re.M)
    loaded = {soname or pathlib.Path(alone).name: path or alone for soname, path, alone in rows}
    for soname in opened.opened_names(program): # when it needs them, with what they need
        path = opened.file_of(soname)
        loaded |= {soname: path, **loaded_libraries(path)}
    return loaded


def names_of(path):
    """The names that dpkg may know a file by: /lib is /usr/lib by now."""
    names = {path, os.path.realpath(path)}
    return names | {"/usr" + n for n in names} | {n.removeprefix("/usr") for n in names}


def owners(paths):
    """Path -> the Debian package that it belongs to."""
    asked = {name: path for path in paths for name in names_of(path)}
    found = subprocess.run(["dpkg-query", "-S", *sorted(asked)], capture_output=True, text=True)
    rows = [line.split(": ", 1) for line in found.stdout.splitlines()]
    known = {asked[name]: package.split(",")[0] for package, name in rows if name in asked}
    missing = set(paths) - set(known)
    if missing:
        sys.exit(f"sbom.py: no Debian package has {', '.join(sorted(missing))}")
    return known


def licence_of(package):
    """What the package's copyright file says of all files (`Files: *`), when it is in the form that
    programs can read."""
    path = pathlib.Path("/usr/share/doc") / package.split(":")[0] / "copyright"
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    main = re.search(r"^Files: \*\s*\n(?:.+\n)*?License: *(.+)$", text, re.M)
    return LICENCES.get(main.group(1).strip(), NONE) if main else NONE


def spdx_id(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package_row(package, licence=None):
    name, version, arch, source, home = output(
        "dpkg-query", "-W", "-f",
        "${Package}\t${Version}\t${Architecture}\t${source:Package}\t${Homepage}", package).split("\t")
    licence = licence or licence_of(package)
    return {"SPDXID": spdx_id("deb", name), "name": name, "versionInfo": version,
            "supplier": "Organization: Debian", "downloadLocation": NONE, "homepage": home or NONE,
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": NONE, "sourceInfo": f"built from the Debian source package {source}",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": f"pkg:deb/debian/{name}@{version}?arch={arch}"}]}


def data_row(root, folder):
    name, licence = DATA[folder]
    files = sorted(p for p in (root / folder).rglob("*") if p.is_file())
    whole = hashlib.sha256("".join(f"{sha256(p)}  {p.relative_to(root)}\n" for p in files).encode())
    return {"SPDXID": spdx_id("data", folder), "name": f"vitae {name}", "downloadLocation": NONE,
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "Copyright 2026 The vitae authors",
            "sourceInfo": f"{folder}, {len(files)} files; the checksum is that of their sha256sum lines",
            "checksums": [{"algorithm": "SHA256", "checksumValue": whole.hexdigest()}]}


def program_row(program, version):
    return {"SPDXID": "SPDXRef-vitae", "name": "vitae", "versionInfo": version, "downloadLocation": NONE,
            "filesAnalyzed": False, "licenseConcluded": "AGPL-3.0-or-later", "licenseDeclared": "Apache-2.0",
            "copyrightText": "Copyright 2026 The vitae authors", "packageFileName": program.name,
            "licenseComments": "The source is under the Apache-2.0; the program contains MuPDF.",
            "checksums": [{"algorithm": "SHA256", "checksumValue": sha256(program)}]}


def date(root):
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", str(root), "log", "-1", "--format=%ct")
    return datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def relation(kind, to):
    return {"spdxElementId": "SPDXRef-vitae", "relationshipType": kind, "relatedSpdxElement": to}


def document(root, program):
    version = output(str(program), "version").split()[1]
    main, relations = program_row(program, version), []
    rows = [main]
    packages = {}
    libraries = loaded_libraries(program)
    owner = owners(libraries.values())
    for soname, path in sorted(libraries.items()):
        packages.setdefault(owner[path], []).append(soname)
    for package, sonames in sorted(packages.items()):
        row = package_row(package)
        row["comment"] = "loads " + ", ".join(sonames)
        rows.append(row)
        relations.append(relation("DYNAMIC_LINK", row["SPDXID"]))
    for package, (name, licence) in LINKED_IN.items():
        row = package_row(package, licence)
        row["comment"] = f"{name}, linked into the program"
        rows.append(row)
        relations.append(relation("STATIC_LINK", row["SPDXID"]))
    for folder in DATA:
        rows.append(data_row(root, folder))
        relations.append(relation("CONTAINS", rows[-1]["SPDXID"]))
    digest = main["checksums"][0]["checksumValue"]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"vitae-{version}", "documentNamespace": f"https://vitae.example/spdx/{version}/{digest[:32]}",
            "creationInfo": {"created": date(root), "creators": ["Tool: vitae-sbom.py"]},
            "documentDescribes": ["SPDXRef-vitae"], "packages": rows,
            "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                               "relatedSpdxElement": "SPDXRef-vitae"}] + relations}


def main():
    root, program, out = (pathlib.Path(word) for word in sys.argv[1:4])
    out.write_text(json.dumps(document(root, program), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
