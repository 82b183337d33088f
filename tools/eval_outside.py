#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Job descriptions, candidates and short resumes of data/labels/outside, read as a customer would: resumes as plain text
through the whole parser.

    tools/eval_outside.py BUILD HALF [--list] [NAME...]

HALF is seen or held; with NAMEs only the files whose name begins so. --list shows what was missed, what was wrong and
every score. data/labels/outside/README.md has the form of the files."""
import collections
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LABELS = ROOT / "data/labels/outside"
CLASSES = {"h": "heading", "f": "fact", "c": "company", "d": "duty", "q": "requirement", "n": "nice", "b": "benefit",
           "l": "legal", "a": "application"}
SPOKEN = {"de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "nl": "Dutch", "pl": "Polish",
          "pt": "Portuguese", "ru": "Russian", "tr": "Turkish"}
BANDS = {"basic": (0, 0.4), "intermediate": (0.4, 0.65), "advanced": (0.65, 0.85), "expert": (0.85, 1.01)}


def read_blocks(path):
    """[(key, value, body)] of the lines that begin with @."""
    blocks = []
    for line in path.read_text().split("\n"):
        if line.startswith("@"):
            key, _, value = line[1:].partition(" ")
            blocks.append((key, value.strip(), []))
        else:
            blocks[-1][2].append(line)
    return [(key, value, "\n".join(body).strip("\n") + "\n") for key, value, body in blocks]


class Job:
    def __init__(self, path):
        self.name, self.candidates, text = path.stem, [], []
        self.sentences, self.requirements = [], []
        for key, value, body in read_blocks(path):
            if key == "candidate":
                self.candidates.append((int(value), body))
            elif key == "job":
                for line in body.rstrip("\n").split("\n"):
                    self.add_line(line, text)
            else:
                setattr(self, key, value)
        self.text = "".join(text) + "\n"

    def add_line(self, line, text):
        joined, letter, words = re.fullmatch(r"(\+?)([a-z])\|(.*)", line).groups()
        if text:
            text.append(" " if joined else "\n")
        plain = words.replace("[", "").replace("]", "")
        text.append(plain)
        self.sentences.append({"text": plain, "class": CLASSES[letter]})
        for label in re.findall(r"\[([^\]]*)\]", words):
            self.requirements.append({"text": label, "kind": "other", "must": letter == "q"})


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1) or not done.stdout and "-o" not in command:
        sys.exit(f"{command[0]}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def parse(build, texts, folder, *options):
    """The answers for the texts, in their order."""
    for i, text in enumerate(texts):
        (folder / f"{i:03}.txt").write_text(text)
    out = folder / "out"
    run(build / "src/cli/vitae", "parse", "-q", "--reference-date", "2026-01-15", *options, "-o", out,
        *(folder / f"{i:03}.txt" for i in range(len(texts))))
    return [json.loads((out / f"{i:03}.json").read_text()) for i in range(len(texts))]


def words(text):
    return re.findall(r"\w+", text.lower())


def bm25(job, texts):
    counts = [collections.Counter(words(t)) for t in texts]
    mean, total = sum(sum(c.values()) for c in counts) / len(counts), [0.0] * len(counts)
    for word in words(job):
        n = sum(1 for c in counts if c[word])
        idf = math.log(1 + (len(counts) - n + 0.5) / (n + 0.5))
        for i, c in enumerate(counts):
            total[i] += idf * c[word] * 2.2 / (c[word] + 1.2 * (0.25 + 0.75 * sum(c.values()) / mean))
    return total


def ndcg(scores, grades):
    def gain(order):
        return sum((2 ** grades[i] - 1) / math.log2(rank + 2) for rank, i in enumerate(order[:10]))
    best = gain(sorted(range(len(grades)), key=lambda i: -grades[i]))
    return gain(sorted(range(len(grades)), key=lambda i: (-scores[i], grades[i]))) / best if best else 1


class Totals:
    def __init__(self):
        self.n = collections.Counter()
        self.ndcg = [0.0, 0.0]

    def share(self, part, of):
        return f"{self.n[part]} of {self.n[of]} ({self.n[part] / max(1, self.n[of]):.3f})"


def rank(build, job, strangers, totals, listed):
    people = job.candidates + [(0, text) for text in strangers]
    grades = [grade for grade, _ in people]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "job.md").write_text(job.text)
        answers = parse(build, [text for _, text in people], folder, "--job", folder / "job.md")
    scores = [answer["matching"]["score"] for answer in answers]
    other = bm25(job.text, [text for _, text in people])
    totals.n["jobs"] += 1
    for k, ranked in enumerate((scores, other)):
        totals.ndcg[k] += ndcg(ranked, grades)
    for i, a in enumerate(grades):
        totals.n["ideal"] += a == 3
        totals.n["ideal high"] += a == 3 and scores[i] >= 90
        totals.n["unrelated"] += a == 0
        totals.n["unrelated low"] += a == 0 and scores[i] <= 15
        for k, b in enumerate(grades):
            if a > b > 0:
                totals.n["pairs"] += 1
                totals.n["pairs right"] += scores[i] > scores[k]
                totals.n["pairs BM25"] += other[i] > other[k]
    if listed:
        print(f"  {job.name:22} " + " ".join(f"{g}:{s}" for g, s in zip(grades, scores)))
        if scores[0] < 90 or scores[0] <= max(scores[1:]):
            found = answers[0]["matching"]
            for m in found["missing_skills"]:
                print("      missing:", m["requirement"] if isinstance(m, dict) else m)
            print("      ", {k: round(v["value"], 2) for k, v in found.get("parts", {}).items() if v})


def jobs(build, half, prefixes, listed):
    everyone = [Job(path) for path in sorted(LABELS.glob("jobs/*/*.txt"))]
    chosen = [Job(path) for path in sorted(LABELS.glob(f"jobs/{half}/*.txt")) if path.stem.startswith(prefixes)]
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for job in chosen:
            paths.append(pathlib.Path(folder) / (job.name + ".json"))
            paths[-1].write_text(json.dumps({"text": job.text, "sentences": job.sentences,
                                             "requirements": job.requirements}))
        print(run(build / "tests/accuracy/job_accuracy", *(["--list"] if listed else []), *paths).rstrip()
              if listed else run(build / "tests/accuracy/job_accuracy", *paths).strip().split("\n")[-1])
    every = Totals()
    languages = collections.defaultdict(Totals)
    for job in chosen:
        strangers = [other.candidates[0][1] for other in everyone
                     if other.language == job.language and other.field != job.field]
        for totals in (every, languages[job.language]):
            rank(build, job, strangers, totals, listed and totals is every)
    for name, t in [*sorted(languages.items()), ("all", every)]:
        print(f"{name:4} jobs {t.n['jobs']:2}  nDCG@10 {t.ndcg[0] / t.n['jobs']:.3f} (BM25 {t.ndcg[1] / t.n['jobs']:.3f})"
              f"  related pairs {t.share('pairs right', 'pairs')}, BM25 {t.n['pairs BM25']}"
              f"  ideal of 90 or more {t.share('ideal high', 'ideal')}"
              f"  unrelated of 15 or less {t.share('unrelated low', 'unrelated')}")


def read_resume(path):
    blocks = {key: (value, body) for key, value, body in read_blocks(path)}
    wanted, allowed = [], set()
    for line in blocks["skills"][1].strip().split("\n"):
        names, *facts = [part.strip() for part in line.split(";")]
        if names.startswith("~"):
            allowed |= {name.strip().lower() for name in names[1:].split("|")}
        else:
            wanted.append(([n.strip().lower() for n in names.split("|")], dict(f.split(" ", 1) for f in facts)))
    return blocks["language"][0], blocks["text"][1], wanted, allowed


def names_of_skills():
    """{id: (name, all its names)} of the sheets, in lower case."""
    rows = (line.split("\t") for path in (ROOT / "data/taxonomy").glob("[0-9]*.tsv")
            for line in path.read_text().split("\n") if line and line[0] != "#")
    return {row[0]: (row[1].lower(), {row[1].lower(), *row[4].lower().split("|")}) for row in rows}


def told_elsewhere(result):
    """Licences and languages, which have places of their own in the answer, in lower case."""
    spoken = {item["language"] or "" for item in result["languages"]}
    coded = {SPOKEN.get(item["code"], "") for item in result["languages"]}
    return {name.lower() for name in spoken | coded | {c["name"] or "" for c in result["certifications"]}}


def score_resume(taxonomy, name, answer, wanted, allowed, kind, totals, listed):
    skills, names_by_skill, elsewhere = {}, {}, told_elsewhere(answer["result"])
    for s in answer["result"]["skills"]:
        if not s["implied_by"]:
            key, every = taxonomy.get(s["skill_id"], (s["skill"].lower(), {s["skill"].lower()}))
            skills[key], names_by_skill[key] = s, every
    used = set()
    for names, facts in wanted:
        totals.n[kind + " wanted"] += 1
        hits = [n for n in names if n in skills] or [n for n in skills if names_by_skill[n] & set(names)]
        hit = hits[0] if hits else None
        used |= set(hits)
        if hit is None and any(n == e or f" {n} " in f" {e} " for n in names for e in elsewhere):
            totals.n[kind + " found"] += 1
            continue  # its level stands there, too
        if hit is None:
            if listed:
                print(f"  {name}: missed {names[0]}")
        else:
            totals.n[kind + " found"] += 1
            totals.n[kind + " with id"] += skills[hit]["skill_id"] is not None
        for key, value in facts.items():
            totals.n["stated"] += 1
            got = skills[hit] if hit else {}
            if key == "years":
                good = got.get("years_experience") is not None and abs(got["years_experience"] - float(value)) < 0.5
            else:
                low, high = BANDS[value]
                good = got.get("proficiency_score") is not None and low <= got["proficiency_score"] < high
            totals.n["stated right"] += good
            if listed and not good:
                print(f"  {name}: {names[0]} {key} {value}, read {got.get('years_experience')} "
                      f"{got.get('proficiency_score')}")
    for skill, s in skills.items():
        if s["skill_id"] is None:  # a listed item that stays as written: missed, but not wrong
            continue
        totals.n["given"] += 1
        if skill not in used and not names_by_skill[skill] & allowed:
            totals.n["wrong"] += 1
            if listed:
                print(f"  {name}: extra {s['skill']} = {skill} ({s.get('match_method')})")


def resumes(build, half, prefixes, listed):
    totals, taxonomy = Totals(), names_of_skills()
    paths = [p for p in sorted(LABELS.glob(f"resumes/{half}/*.txt")) if p.stem.startswith(prefixes)]
    read = [read_resume(path) for path in paths]
    with tempfile.TemporaryDirectory() as folder:
        answers = parse(build, [text for _, text, _, _ in read], pathlib.Path(folder))
    kinds = []
    for path, (language, _, wanted, allowed), answer in zip(paths, read, answers):
        list_kind = "list" if re.search(r"-(liste?|lista|lijst)$", path.stem) else "prose"
        kind = ("English " if language == "en" else "other ") + list_kind
        kinds.append(kind)
        score_resume(taxonomy, path.stem, answer, wanted, allowed, kind, totals, listed)
    for kind in sorted(set(kinds)):
        print(f"{kind:14} found {totals.share(kind + ' found', kind + ' wanted')}, with id {totals.n[kind + ' with id']}")
    print(f"wrong of all given {totals.share('wrong', 'given')}; levels and years {totals.share('stated right', 'stated')}")


def main(arguments):
    listed = "--list" in arguments
    rest = [a for a in arguments if a != "--list"]
    if len(rest) < 2 or rest[1] not in ("seen", "held"):
        sys.exit(__doc__)
    build, half, prefixes = pathlib.Path(rest[0]).resolve(), rest[1], tuple(rest[2:]) or ("",)
    jobs(build, half, prefixes, listed)
    resumes(build, half, prefixes, listed)


if __name__ == "__main__":
    main(sys.argv[1:])
