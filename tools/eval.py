#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures accuracy and writes docs/accuracy.md.

    tools/eval.py --vitae PATH [--corpus DIR] [--shared DIR] [--bench PATH] [--beside NAME=VITAE]
                  [--out docs/accuracy.md]

Sets: the test split of the corpus (tools/corpus/make.py; persons and layouts never seen in
training), documents of others with labels (DIR/dev/docs, DIR/dev/labels), and the committed ones
of tests/accuracy. A set that is not there is left out and named. Scores come from `vitae eval`;
when DIR has a score.py of its own, both must agree. What is invented is counted here, from
raw_text alone. What stands below the line KEPT of the old page stays."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = "<!-- below: by hand -->"
DATE = "2026-11-22"
PARSE = {"evidence": True, "extras": True}

HEAD = """# Accuracy

Made by `make eval`. Every figure is F1 by the rules of [labelling.md](labelling.md) (records are paired
by the Hungarian method, as in arXiv 2510.09722) unless it says otherwise; "micro" is over all values,
"macro" the mean of the fields. *Third-party* are 49 documents of eight repositories: nothing was ever
trained on them, but their errors were read, so they are a development set, not a blind one. *Test
split* are documents of our own generator ([corpus.md](corpus.md)) with persons and layouts that no
training saw; it shares its makers with the training split. *Committed* are 52 of them, in 13
languages, which `make check` scores against `tests/accuracy/baseline.json`.
"""


# ---- running ----

def parse(vitae, docs, out, tier):
    config = json.dumps({"parse": dict(PARSE, model_tier=tier), "extract": {"type": "auto"}})
    subprocess.run([vitae, "parse", "-q", "-o", out, "--config", config, "--reference-date", DATE,
                    *map(str, docs)], check=False, stderr=subprocess.DEVNULL)


def score(vitae, labels, answers):
    done = subprocess.run([vitae, "eval", "--labels", labels, "--answers", answers, "--json",
                           "--per-document"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


class Set:
    """Documents with labels, and what came of them."""

    def __init__(self, name, labels, docs, about):
        self.name, self.labels, self.docs, self.about = name, str(labels), docs, about
        self.scores, self.answers = {}, {}

    def run(self, vitae, tmp, tier, reader=None):
        out = f"{tmp}/{re.sub(r'[^a-z]', '', self.name)}-{tier}{'-old' if reader else ''}"
        parse(reader or vitae, self.docs, out, tier)
        figures = score(vitae, self.labels, out)
        if not reader:
            self.scores[tier], self.answers[tier] = figures, out
        return figures


def third_party(shared):
    dev = pathlib.Path(shared) / "dev"
    if not (dev / "docs").is_dir():
        return None
    about = {}
    for row in (dev / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [c.strip() for c in row.split("|")[1:-1]]
        if len(cells) >= 5 and (dev / "labels" / f"{cells[0]}.json").exists():
            about[cells[0]] = {"format": re.split(r"[ ,]", cells[1])[0].lower(),
                               "columns": cells[2], "language": cells[3]}
    return Set("third-party", dev / "labels", [dev / "docs"], about)


def labelled_folder(name, folder, tmp):
    """Labels and documents side by side."""
    if not folder.is_dir():
        return None
    labels, docs, about = pathlib.Path(tmp) / f"labels-{name}", [], {}
    labels.mkdir()
    for gold in sorted(folder.glob("*.json")):
        if gold.name.endswith(".labels.json"):
            continue
        data = json.loads(gold.read_text(encoding="utf-8"))
        about[gold.stem] = {k: data.get(f"_{k}") for k in ("layout", "format", "columns", "language")}
        os.symlink(gold.resolve(), labels / gold.name)
        docs += [d for d in folder.glob(gold.stem + ".*") if d.suffix != ".json"]
    return Set(name, labels, docs, about)


# ---- inventions ----

def letters(text):
    text = unicodedata.normalize("NFKD", str(text)).casefold()
    return "".join(c for c in text if c.isalnum())


def words(text):
    return [w for w in map(letters, str(text).split()) if w]


def date_stands(value, raw):
    """Some line has the year (or its last two digits) and, when a month is given, a word or number
    for one beside it."""
    year, _, month = value.partition("-")
    near = re.compile(rf"{year}|(?<!\d){year[2:]}(?!\d)")
    for line in unicodedata.normalize("NFKC", raw).splitlines():
        for found in near.finditer(line):
            rest = line[:found.start()] + " " + line[found.end():]
            if not month or re.search(rf"(?<!\d)0?{int(month)}(?!\d)", rest) or \
                    re.search(r"[^\W\d_]{3}|月", rest):
                return True
    return False


def values(result):
    """(kind, value) of everything that claims to stand in the document."""
    info = result["personal_info"]
    for key in ("name", "label", "phone_raw"):
        yield "plain", info.get(key)
    yield "address", info["email"]
    for key in ("city", "region", "country"):
        yield "plain", info["location"][key]
    yield "words", result["summary"]
    for job in result["experience"]:
        for key in ("company", "title", "location"):
            yield "plain", job.get(key)
        for key in ("start_date", "end_date"):
            yield "date", job[key]
        yield "words", job["description"]
        for item in job["highlights"]:
            yield "words", item
    for study in result["education"]:
        for key in ("institution", "degree", "field_of_study", "grade", "location"):
            yield "plain", study.get(key)
        for key in ("start_date", "graduation_date"):
            yield "date", study.get(key)
    for skill in result["skills"]:
        if not skill["implied_by"]:
            yield "plain", skill["skill"]
    for cert in result["certifications"]:
        for key in ("name", "issuer", "credential_id"):
            yield "plain", cert[key]
        for key in ("date", "expires"):
            yield "date", cert[key]
    for language in result["languages"]:
        yield "plain", language["language"]
    for key in ("projects", "publications", "awards", "references"):
        for item in result.get(key) or []:
            yield "plain", item["name"]
            yield "plain", item["by"]
            yield "words", item["description"]
            yield "date", item["start_date"]
            yield "date", item["end_date"]


def stands(kind, value, raw, flat):
    if kind == "date":
        return date_stands(value, raw)
    if kind == "words":
        return all(w in flat for w in words(value))
    if kind == "address":  # behind a link at times: its place is checked by the engine
        return True
    return letters(value) in flat


def invented(answer):
    """Values checked in an answer, and those that stand nowhere in its text."""
    checked, bad = 0, []
    raw = answer["raw_text"]
    flat = letters(raw)
    for kind, value in values(answer["result"]):
        if value:
            checked += 1
            if not stands(kind, value, raw, flat):
                bad.append((kind, value))
    return checked, bad


def inventions(folder):
    """The same for all answers of a folder."""
    checked, bad = 0, []
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        answer = json.loads(path.read_text(encoding="utf-8"))
        if answer.get("result"):
            n, found = invented(answer)
            checked += n
            bad += [(path.stem, kind, value) for kind, value in found]
    return checked, bad


# ---- tables ----

def micro(counts):
    tp = sum(c[0] for c in counts)
    wrong = sum(c[1] + c[2] for c in counts)
    return 2 * tp / (2 * tp + wrong) if tp + wrong else 1.0


def fields_table(columns):
    lines = ["| Field | " + " | ".join(n for n, _ in columns) + " |", "|---|" + "---|" * len(columns)]
    for f in columns[0][1]["fields"]:
        lines.append(f"| {f} | " + " | ".join(f"{c['fields'][f]['f1']:.3f}" for _, c in columns) + " |")
    lines.append("| **micro** | " + " | ".join(f"**{c['micro_f1']:.4f}**" for _, c in columns) + " |")
    lines.append("| macro | " + " | ".join(f"{c['macro_f1']:.4f}" for _, c in columns) + " |")
    lines.append("| documents | " + " | ".join(str(c["documents"]) for _, c in columns) + " |")
    return "\n".join(lines)


def groups(a_set, key):
    tiers = list(a_set.scores)
    rows = []
    for value in {str(a.get(key)) for a in a_set.about.values()}:
        ids = [i for i, a in a_set.about.items() if str(a.get(key)) == value]
        row = [micro([c for i in ids for c in a_set.scores[t]["per_document"].get(i, {}).values()])
               for t in tiers]
        rows.append((row[0], value, row, len(ids)))
    lines = [f"| {key.capitalize()} | " + " | ".join(tiers) + " | documents |",
             "|---|" + "---|" * (len(tiers) + 1)]
    for _, value, row, n in sorted(rows):
        lines.append(f"| {value} | " + " | ".join(f"{x:.3f}" for x in row) + f" | {n} |")
    return "\n".join(lines)


def reliability(sets):
    lines = ["| Given probability | " + " | ".join(f"{s.name}: right (values)" for s in sets) + " |",
             "|---|" + "---|" * len(sets)]
    for b in range(10):
        cells = []
        for s in sets:
            n, _, right = s.scores["basic"]["calibration"]["all"]["bins"][b]
            cells.append(f"{right:.2f} ({n})" if n else "")
        lines.append(f"| {b / 10:.1f} to {(b + 1) / 10:.1f} | " + " | ".join(cells) + " |")
    lines += ["", "| Field | " + " | ".join(f"{s.name}: given, right, error (values)" for s in sets) + " |",
              "|---|" + "---|" * len(sets)]
    for field in ["all", *sets[0].scores["basic"]["fields"]]:
        cells = []
        for s in sets:
            c = s.scores["basic"]["calibration"].get(field)
            if not c:
                cells.append("")
                continue
            n = c["values"]
            given = sum(k * sure for k, sure, _ in c["bins"]) / n
            right = sum(k * r for k, _, r in c["bins"]) / n
            cells.append(f"{given:.3f}, {right:.3f}, {c['error']:.3f} ({n})")
        if any(cells):
            lines.append(f"| {field} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def reading_order(vitae, corpus):
    done = subprocess.run([sys.executable, str(ROOT / "tools/corpus/order_score.py"), "--corpus",
                           str(corpus), "--vitae", vitae, "--split", "test"], capture_output=True,
                          text=True, check=False)
    rows = [line.split() for line in done.stdout.splitlines()]
    rows = [r for r in rows if len(r) == 7 and r[1].isdigit()]
    lines = ["| Layout | pairs of blocks in order | blocks followed by their successor | documents |",
             "|---|---|---|---|"]
    lines += [f"| {r[0]} | {r[4]} | {r[5]} | {r[1]} |" for r in sorted(rows, key=lambda r: r[4])]
    return "\n".join(lines)


def timing(bench, docs):
    pdfs = [str(p) for d in docs for p in (sorted(d.glob("*.pdf")) if d.is_dir() else [d])
            if str(p).endswith(".pdf")]
    done = subprocess.run([bench, "5", *pdfs], capture_output=True, text=True, check=False)
    lines = ["| Tier | median | 95th | 99th percentile | bare extraction, median | ratio of the sums | PDFs |",
             "|---|---|---|---|---|---|---|"]
    for row in map(json.loads, done.stdout.splitlines()):
        lines.append("| {tier} | {engine_ms_median} ms | {engine_ms_p95} ms | {engine_ms_p99} ms | "
                     "{bare_ms_median} ms | {ratio_of_sums} | {documents} |".format(**row))
    return "\n".join(lines)


def agree(shared, a_set):
    """The yardstick beside the third-party set must give the same figures."""
    script = pathlib.Path(shared) / "score.py"
    if not script.exists():
        return
    for tier, answers in a_set.answers.items():
        done = subprocess.run([sys.executable, script, a_set.labels, answers, "--json"], check=True,
                              capture_output=True, text=True)
        theirs, ours = json.loads(done.stdout), a_set.scores[tier]
        for name in ("micro_f1", "macro_f1"):
            if abs(theirs[name] - ours[name]) > 1e-4:
                sys.exit(f"eval: score.py and vitae eval disagree on {name}: {theirs[name]}, {ours[name]}")


# ---- the page ----

def page(a, sets, absent, columns, tmp):
    parts = [HEAD]
    if absent:
        parts.append("Not measured this time, as they were not there: " + "; ".join(absent) + ".\n")
    parts.append(fields_table(columns))
    parts.append("\n## Inventions\n\nValues whose letters stand nowhere in `raw_text` (a date: whose year and month stand "
                 "on no line), counted\nwithout the engine; it must be 0.\n")
    rows = ["| Set | values | invented |", "|---|---|---|"]
    invented = 0
    for s in sets:
        for tier, answers in s.answers.items():
            checked, bad = inventions(answers)
            invented += len(bad)
            rows.append(f"| {s.name}, {tier} | {checked} | {len(bad)} |")
            for row in bad[:20]:
                print("invented:", *row, file=sys.stderr)
    parts.append("\n".join(rows))
    parts.append("\n## Are the probabilities right?\n\nEach value has a probability (`confidence` in [evidence.md](evidence.md)); "
                 "`metadata.parse.confidence_score` is\ntheir mean. Of the values given a probability, this share was right; "
                 "*error* is the mean distance of\nboth over ten bins.\n\n" + reliability(sets))
    for s in sets:
        for key in ("format", "columns", "layout", "language"):
            if any(x.get(key) for x in s.about.values()) and s.name != "committed":
                title = {"columns": "kind of page"}.get(key, key)
                parts.append(f"\n## {s.name.capitalize()} by {title}\n\n{groups(s, key)}")
    corpus = pathlib.Path(a.corpus)
    if (corpus / "test").is_dir():
        parts.append("\n## Reading order\n\nOn the test split, by `tools/corpus/order_score.py`.\n\n" +
                     reading_order(a.vitae, corpus))
    if a.bench and os.access(a.bench, os.X_OK):
        parts.append("\n## Time\n\nThe best of five passes over each PDF, in one process and one run with bare text "
                     "extraction by the same\nlibrary; of the " + sets[0].name + " documents. Other work loads the "
                     "machine, so read the ratio first.\n\n" +
                     timing(a.bench, sets[0].docs))
    return "\n".join(parts) + "\n", invented


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--vitae", required=True)
    ap.add_argument("--corpus", default="corpus")
    ap.add_argument("--shared", default="../shared/eval")
    ap.add_argument("--bench")
    ap.add_argument("--beside", help="NAME=VITAE: a column of another version's figures")
    ap.add_argument("--out", default="docs/accuracy.md")
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as tmp:
        wanted = [("the third-party documents", third_party(a.shared)),
                  ("the corpus's test split", labelled_folder("test split", pathlib.Path(a.corpus) / "test", tmp)),
                  ("the committed documents", labelled_folder("committed", ROOT / "tests/accuracy/documents", tmp))]
        sets, absent = [s for _, s in wanted if s], [n for n, s in wanted if not s]
        columns = []
        for s in sets:
            for tier in ("basic", "standard"):
                columns.append((f"{s.name}, {tier}", s.run(a.vitae, tmp, tier)))
            if a.beside and s.name != "committed":
                name, _, reader = a.beside.partition("=")
                columns.append((f"{s.name}, {name}", s.run(a.vitae, tmp, "basic", reader)))
            if s.name == "third-party":
                agree(a.shared, s)
        text, invented = page(a, sets, absent, columns, tmp)
    out = pathlib.Path(a.out)
    old = out.read_text(encoding="utf-8") if out.exists() else ""
    out.write_text(text + "\n" + KEPT + (old.partition(KEPT)[2] or "\n"), encoding="utf-8")
    for name in absent:
        print(f"eval: left out, not there: {name}", file=sys.stderr)
    print(fields_table(columns))
    return 1 if invented else 0


if __name__ == "__main__":
    sys.exit(main())
