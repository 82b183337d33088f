#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What OCR costs: field F1 and words of pictures against the same documents' text layer.

    bench/ocr_eval.py --build build --corpus corpus/test --score SCORE_PY [--docs 25]
        [--kinds clean-200,phone-200] [--keep DIR] [--fields]

Takes English PDFs of a labelled corpus, the same number of each layout, makes them pictures in each
kind of bench/spoil, parses both and scores both against the gold (score.py). Words are compared with
those of the text layer's raw_text, as multisets without case and edge punctuation."""
import argparse
import collections
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time


def words(text):
    """The words of a text as they are compared."""
    out = (word.strip(".,;:|()[]•·-–—*'\"’“”").lower() for word in (text or "").split())
    return collections.Counter(word for word in out if any(c.isalnum() for c in word))


def choose(corpus, count):
    """English PDFs of the split, one layout after the other."""
    layouts = collections.defaultdict(list)
    for pdf in sorted(corpus.glob("*.pdf")):
        gold = json.loads(pdf.with_suffix(".json").read_text(encoding="utf-8"))
        if gold["_language"] == "en":
            layouts[gold["_layout"]].append(pdf)
    chosen = []
    for turn in range(max(map(len, layouts.values()))):
        chosen += [docs[turn] for _, docs in sorted(layouts.items()) if turn < len(docs)]
    return chosen[:count]


def parse(vitae, files, out, mode):
    """Results by document, and the seconds it took."""
    config = json.dumps({"extract": {"type": mode}})
    start = time.monotonic()
    subprocess.run([vitae, "parse", "-q", "-o", out, "--config", config, "--reference-date", "2026-11-22",
                    *map(str, files)], check=False, stderr=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    results = {}
    for file in files:
        path = pathlib.Path(out) / f"{file.stem}.json"
        results[file.stem] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return results, seconds


def score(script, labels, out):
    done = subprocess.run([sys.executable, script, labels, out, "--json"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def word_scores(wanted, found):
    """Precision, recall, F1 over all, F1 of the worst document."""
    rows = []
    for name, result in wanted.items():
        want, got = words(result.get("raw_text")), words(found[name].get("raw_text"))
        rows.append((sum((want & got).values()), sum(want.values()), sum(got.values())))
    common, want, got = (sum(row[i] for row in rows) for i in range(3))
    worst = min(2 * c / max(w + g, 1) for c, w, g in rows)
    return common / max(got, 1), common / max(want, 1), 2 * common / max(want + got, 1), worst


def pages_of(results):
    return sum(((r.get("metadata") or {}).get("extract") or {}).get("page_count", 1) for r in results.values())


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--build", default="build", type=pathlib.Path)
    ap.add_argument("--corpus", default="corpus/test", type=pathlib.Path)
    ap.add_argument("--score", default="../shared/eval/score.py")
    ap.add_argument("--docs", default=25, type=int)
    ap.add_argument("--kinds", default="")
    ap.add_argument("--keep", help="folder for pictures and results, made anew only where they are missing")
    ap.add_argument("--fields", action="store_true", help="F1 of each field, too")
    a = ap.parse_args()
    spoil, vitae = a.build / "bench/spoil", a.build / "src/cli/vitae"
    kinds = subprocess.run([spoil], capture_output=True, text=True, check=True).stdout.split()
    if a.kinds:
        kinds = a.kinds.split(",")
    docs = choose(a.corpus, a.docs)
    with tempfile.TemporaryDirectory() as scratch:
        base = pathlib.Path(a.keep or scratch)
        labels = base / "labels"
        labels.mkdir(parents=True, exist_ok=True)
        for pdf in docs:
            link = labels / f"{pdf.stem}.json"
            if not link.exists():
                os.symlink(pdf.with_suffix(".json").resolve(), link)
        text, _ = parse(vitae, docs, base / "text", "file")
        whole = score(a.score, labels, base / "text")
        pages = pages_of(text)
        print(f"{len(docs)} documents, {pages} pages; field F1 of the text layer {whole['micro_f1']:.4f}\n")
        print("| Pictures | words: precision | recall | F1 | worst | fields: F1 | share of the text layer's | s/page |")
        print("|---|---|---|---|---|---|---|---|")
        columns = []
        for kind in kinds:
            pictures = []
            (base / kind).mkdir(exist_ok=True)
            for pdf in docs:
                picture = base / kind / f"{pdf.stem}.tif"
                if not picture.exists():
                    subprocess.run([spoil, kind, pdf, picture], check=True)
                pictures.append(picture)
            results, seconds = parse(vitae, pictures, base / f"{kind}-out", "ocr")
            fields = score(a.score, labels, base / f"{kind}-out")
            columns.append((kind, fields))
            row = (*word_scores(text, results), fields["micro_f1"], fields["micro_f1"] / whole["micro_f1"], seconds / pages)
            print(f"| {kind} | " + " | ".join(f"{value:.3f}" for value in row) + " |", flush=True)
        if a.fields:
            print("\n| Field | text | " + " | ".join(k for k, _ in columns) + " |")
            for field, value in whole["fields"].items():
                print(f"| {field} | {value['f1']:.3f} | " +
                      " | ".join(f"{c['fields'][field]['f1']:.3f}" for _, c in columns) + " |")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nLargest process: {peak:.0f} MB.")


if __name__ == "__main__":
    main()
