#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures accuracy and writes docs/accuracy.md.

    tools/eval.py --vitae PATH [--corpus DIR] [--shared DIR] [--out docs/accuracy.md]

Sets: the corpus's test split (tools/corpus/make.py; persons and layouts never seen in training) and
the third-party documents beside the project, each when present. The yardstick is score.py of the
latter; without it nothing can be measured and the exit code is 1."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = """# Accuracy

Made by `make eval`; every figure is F1 by the rules of `score.py` (Hungarian alignment of records, as
in arXiv 2510.09722) unless it says otherwise. The third-party documents were never trained on; while
the rules were written their errors were read, so they are a development set, not a blind one. The
test split of our own corpus has persons and layouts that training never saw, but shares its makers
with the training split.
"""

NOTES = """
## Models

`data/models/lines.crf` labels lines (21 roles). It was trained on 1,040 generated documents
(46,690 lines) in one minute on two cores with

    python3 tools/corpus/make.py --out corpus --docs 1300 --seed 11
    python3 tools/corpus/label.py --corpus corpus --vitae build/src/cli/vitae
    build/src/cli/vitae train --kind lines --in corpus/train --tune corpus/tune \\
        --test corpus/test --out data/models/lines.crf --iterations 80 --min-count 3 --l1 0.3 --l2 0.3

On lines of the test split: accuracy 0.945, calibration error 0.023, 0.013 after the table stored
with the model, 163 us a document. `data/models/lines.json` is its record.

`data/models/fields.crf` labels the words of job and education headers (10 fields). It was trained
on 2,383 documents (`--docs 2600`; 117,564 words) in 70 s with

    build/src/cli/vitae train --kind fields --in corpus/train --tune corpus/tune \\
        --test corpus/test --out data/models/fields.crf --iterations 60 --min-count 20 --l1 2.5 --l2 1

It reads the headers that the model of lines finds, so it is trained after that. On words of the
test split: accuracy 0.953, calibration error 0.005; 75 kB. F1 on the test split, by rules and with
it: title 0.886, 0.915; company 0.868, 0.896; institution 0.870, 0.901; degree 0.850, 0.916; field
of study 0.685, 0.841. `data/models/fields.json` is its record. The probability of a whole value
under it is what the calibration of confidences starts from.
"""


def run(vitae, docs, out, tier):
    config = json.dumps({"parse": {"model_tier": tier}, "extract": {"type": "auto"}})
    subprocess.run([vitae, "parse", "-q", "-o", out, "--config", config, "--reference-date",
                    "2026-11-22", *docs], check=False, stderr=subprocess.DEVNULL)


def score(score_py, labels, out):
    text = subprocess.run([sys.executable, score_py, labels, out, "--json"], check=True,
                          capture_output=True, text=True).stdout
    return json.loads(text)


def per_document(score_py, labels, out):
    text = subprocess.run([sys.executable, score_py, labels, out, "--per-document"], check=True,
                          capture_output=True, text=True).stdout
    return {m.group(2): float(m.group(1)) for m in re.finditer(r"^ +([01]\.\d+)  (\S+)$", text, re.M)}


def table(columns):
    names = [n for n, _ in columns]
    lines = ["| Field | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    fields = list(columns[0][1]["fields"])
    for f in fields:
        lines.append(f"| {f} | " + " | ".join(f"{c['fields'][f]['f1']:.3f}" for _, c in columns) + " |")
    lines.append("| **micro** | " + " | ".join(f"**{c['micro_f1']:.4f}**" for _, c in columns) + " |")
    lines.append("| macro | " + " | ".join(f"{c['macro_f1']:.4f}" for _, c in columns) + " |")
    lines.append("| documents | " + " | ".join(str(c["documents"]) for _, c in columns) + " |")
    return "\n".join(lines)


def groups(scores, key):
    sums = {}
    for doc, value in scores.items():
        sums.setdefault(key(doc), []).append(value)
    rows = sorted((sum(v) / len(v), len(v), k) for k, v in sums.items())
    return "\n".join(["| Kind | mean F1 | documents |", "|---|---|---|"] +
                     [f"| {k} | {m:.3f} | {n} |" for m, n, k in rows])


def corpus_set(folder, where):
    labels, docs = pathlib.Path(where) / "labels", []
    labels.mkdir()
    about = {}
    for gold in sorted(folder.glob("*.json")):
        if gold.name.endswith(".labels.json"):
            continue
        data = json.loads(gold.read_text(encoding="utf-8"))
        about[gold.stem] = data
        os.symlink(gold.resolve(), labels / gold.name)
        docs += [str(d) for d in folder.glob(gold.stem + ".*") if d.suffix != ".json"]
    return str(labels), docs, about


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--vitae", required=True)
    ap.add_argument("--corpus", default="corpus")
    ap.add_argument("--shared", default="../shared/eval")
    ap.add_argument("--out", default="docs/accuracy.md")
    a = ap.parse_args()
    score_py = pathlib.Path(a.shared) / "score.py"
    if not score_py.exists():
        print(f"eval: no yardstick at {score_py}", file=sys.stderr)
        return 1
    columns, parts = [], []
    with tempfile.TemporaryDirectory() as tmp:
        dev = pathlib.Path(a.shared) / "dev"
        for tier in ("basic", "standard"):
            out = f"{tmp}/dev-{tier}"
            run(a.vitae, [str(dev / "docs")], out, tier)
            columns.append((f"third-party, {tier}", score(score_py, dev / "labels", out)))
        kinds = {d.stem: d.suffix[1:] for d in (dev / "docs").iterdir()}
        parts.append("\n## Third-party documents by format\n\n" +
                     groups(per_document(score_py, dev / "labels", f"{tmp}/dev-basic"), kinds.get))
        test = pathlib.Path(a.corpus) / "test"
        if test.is_dir():
            labels, docs, about = corpus_set(test, tmp)
            run(a.vitae, docs, f"{tmp}/corpus", "basic")
            columns.append(("our test split, basic", score(score_py, labels, f"{tmp}/corpus")))
            each = per_document(score_py, labels, f"{tmp}/corpus")
            parts.append("\n## Our test split by layout\n\n" +
                         groups(each, lambda d: about[d].get("_layout")))
            parts.append("\n## Our test split by language\n\n" +
                         groups(each, lambda d: about[d].get("_language")))
        pathlib.Path(a.out).write_text(HEAD + "\n" + table(columns) + "\n" + "\n".join(parts) +
                                       "\n" + NOTES, encoding="utf-8")
    print(table(columns))
    return 0


if __name__ == "__main__":
    sys.exit(main())
