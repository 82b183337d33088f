#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""raw_text sent again as text gives the same result (decision 59 of the interface): who, which jobs
and which studies, for all of our own documents. Dates and levels that only their place on the page
ties to an item are left out, as the decision has it. The reader also looks at places and sizes, which
text has not: at most ALLOWED of the facts may differ.

    round_trip.py --vitae PATH"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ALLOWED = 0.06  # of the facts
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def parse(vitae, path):
    done = subprocess.run([vitae, "parse", "--reference-date", "2026-11-22", str(path)],
                          capture_output=True, check=True)
    return json.loads(done.stdout)


def kept(result):
    person = result["personal_info"]
    return {"name": person["name"], "email": person["email"], "phone": person["phone"],
            "city": person["location"]["city"],
            "jobs": [(j["title"], j["company"]) for j in result["experience"]],
            "studies": [(s["institution"], s["degree"]) for s in result["education"]]}


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--vitae", required=True)
    vitae = ap.parse_args().vitae
    documents = sorted((ROOT / "samples").glob("resume.*"))
    documents += sorted((ROOT / "tests/golden/documents").glob("*.*"))
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        again = pathlib.Path(folder) / "again.txt"
        for path in documents:
            first = parse(vitae, path)
            again.write_text(first["raw_text"], encoding="utf-8")
            a, b = kept(first["result"]), kept(parse(vitae, again)["result"])
            for key in a:
                if a[key] != b[key]:
                    differences += 1
                    print(f"{path.name}: {key}\n  document {a[key]}\n  raw_text {b[key]}")
    facts = 6 * len(documents)
    print(f"{len(documents)} documents, {differences} of {facts} facts differ")
    return 1 if differences > ALLOWED * facts else 0


sys.exit(main())
