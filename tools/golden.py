#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the document model and the result of our own documents with what tests/golden holds.

    golden.py --vitae PATH [--update]

For every document of samples/ and tests/golden/documents: NAME.lines.json (pages, columns and
lines of `vitae parse --dump doc`) and NAME.result.json (result, evidence, ai_features, checks).
--update writes them; the difference is then read like code. Exit 1 with a diff."""
import argparse
import difflib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIG = '{"parse": {"evidence": true, "extras": true, "model_tier": "basic"}}'
COMMON = ["--reference-date", "2026-11-22"]


def documents():
    found = [p for p in sorted((ROOT / "samples").glob("resume.*"))]
    return found + sorted((ROOT / "tests/golden/documents").glob("*.*"))


def run(vitae, *arguments):
    done = subprocess.run([vitae, "parse", *COMMON, *arguments], capture_output=True, check=True)
    return json.loads(done.stdout)


def lines_of(vitae, path):
    dump = run(vitae, "--dump", "doc", str(path))
    for line in dump["lines"]:
        line.pop("tokens", None)  # their places follow from the lines'
    return {k: dump[k] for k in ("format", "page_count", "pages", "columns", "lines")}


def result_of(vitae, path):
    answer = run(vitae, "--config", CONFIG, str(path))
    for row in (answer.get("evidence") or {}).values():
        row.pop("confidence")  # every training moves them: docs/accuracy.md is their measure
    for skill in answer["result"]["skills"]:
        skill.pop("confidence")
    return {k: answer.get(k) for k in ("checks", "ai_features", "raw_text", "result", "evidence")}


def text_of(value):
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--vitae", required=True)
    ap.add_argument("--update", action="store_true")
    a = ap.parse_args()
    faults = 0
    for path in documents():
        for kind, make in (("lines", lines_of), ("result", result_of)):
            expected = ROOT / "tests/golden" / f"{path.name}.{kind}.json"
            got = text_of(make(a.vitae, path))
            if a.update:
                expected.write_text(got, encoding="utf-8")
                continue
            want = expected.read_text(encoding="utf-8") if expected.exists() else ""
            if got != want:
                faults += 1
                diff = difflib.unified_diff(want.splitlines(), got.splitlines(), str(expected),
                                            "now", lineterm="", n=2)
                print("\n".join(list(diff)[:60]))
    print(f"{len(documents())} documents, {faults} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
