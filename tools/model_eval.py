#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the premium tier's merge makes of a language model that reads well, badly or not at all.

    tools/model_eval.py --vitae PATH [--docs DIR] [--sample N] [--trust PERCENT] [--check]

There is no model here: a server that speaks its protocol answers from the labels of the documents
(DIR/NAME.EXT beside DIR/NAME.json; default tests/accuracy/documents), spoilt by so much noise.
Prints a row for each kind of noise: the micro F1 of the tiers standard and premium, and how many
values stand nowhere in the document. --check exits 1 when a model that reads well makes anything
worse, one that reads badly makes it much worse, or anything at all was invented."""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests/api"), str(ROOT / "tools")]
from eval import invented, labelled_folder, letters, score  # noqa: E402
from model_server import ModelServer, read_lines, say  # noqa: E402

# shares of: values left out, invented, on a wrong line, cut or grown by a word; items left out, and
# with title and employer (degree and school) exchanged; `any`: some other words of the document
NOISE = {
    "right": {},
    "good": {"drop": .05, "invent": .03, "line": .05, "cut": .03, "grow": .02, "item": .02, "swap": .02},
    "poor": {"drop": .2, "invent": .1, "line": .15, "cut": .1, "grow": .1, "item": .1, "swap": .1},
    "wild": {"any": .6, "drop": .2, "item": .2, "swap": .3},
    "silent": {"item": 1, "drop": 1},
}
# F1 that premium may lose against standard
MAY_LOSE = {"right": 0, "good": 0, "poor": 0, "wild": .04, "silent": 0}


# ---- what a perfect model would say ----

class Reading:
    """Finds the labelled values on the lines that are shown."""

    def __init__(self, gold, lines):
        self.result, self.lines, self.numbers = gold["result"], lines, sorted(lines)
        self.letters = {n: letters(lines[n]) for n in self.numbers}

    def places(self, text):
        want = letters(text or "")
        return [n for n in self.numbers if want and want in self.letters[n]]

    def first(self, text):
        places = self.places(text)
        return {"line": places[0], "text": text} if places else None

    def near(self, text, line, reach=4):
        places = [n for n in self.places(text) if abs(n - line) <= reach]
        return {"line": min(places, key=lambda n: abs(n - line)), "text": text} if places else None

    def heads(self, items, one, other):
        """A line for each item: where its two names stand closest, in the order of the document."""
        at, heads = 0, []
        for item in items:
            ones, others = self.places(item.get(one)), self.places(item.get(other))
            pairs = [(abs(a - b), a < at, a) for a in ones or others for b in others or ones]
            at = min(pairs)[2] if pairs else None
            heads.append(at)
            at = at or 0
        return heads

    def dates(self, item, line):
        for key in ("start_date", "end_date", "graduation_date"):
            year = (item.get(key) or "")[:4]
            for n in sorted(self.numbers, key=lambda n: abs(n - line)):
                if year and abs(n - line) <= 4 and (year in self.lines[n] or re.search(rf"[./' ]{year[2:]}\b", self.lines[n])):
                    return {"line": n, "text": self.lines[n]}
        return None

    def body(self, item, line, end):
        texts = list(item.get("highlights") or []) + [item.get("description") or ""]
        marks = [m for t in texts for m in (letters(t)[:25], letters(t)[-12:]) if len(m) > 8]
        found = [n for n in self.numbers for m in marks if line <= n < end and m in self.letters[n]]
        return {"first": min(found), "last": max(found)} if found else None

    def listed(self, values):
        """On the lines that have most of the list."""
        places = {v: self.places(v) for v in values if v}
        count = collections.Counter(n for found in places.values() for n in set(found))
        return [{"line": max(found, key=lambda n: count[n]), "text": v} for v, found in places.items() if found]

    def names(self, key, inner):
        return [v.get(inner) if isinstance(v, dict) else v for v in self.result.get(key) or []]

    def jobs(self):
        items = self.result["experience"]
        heads = self.heads(items, "title", "company")
        for item, line in zip(items, heads):
            if line is None:
                continue
            end = min([h for h in heads if h and h > line], default=10**6)
            yield {"title": self.near(item["title"], line), "company": self.near(item["company"], line),
                   "location": None, "dates": self.dates(item, line), "body": self.body(item, line, end)}

    def studies(self):
        items = self.result["education"]
        for item, line in zip(items, self.heads(items, "degree", "institution")):
            if line is not None:
                yield {"institution": self.near(item["institution"], line), "degree": self.near(item["degree"], line),
                       "field": self.near(item["field_of_study"], line), "dates": self.dates(item, line), "grade": None}

    def summary(self):
        text = letters(self.result.get("summary") or "")
        found = [n for n in self.numbers for m in (text[:25], text[-12:]) if len(m) > 8 and m in self.letters[n]]
        return {"first": min(found), "last": max(found)} if found and max(found) - min(found) < 15 else None

    def answer(self):
        info = self.result["personal_info"]
        return {**{key: self.first(info.get(key)) for key in ("name", "label", "email", "phone")},
                "location": self.first((info.get("location") or {}).get("city")), "summary": self.summary(),
                "experience": list(self.jobs()), "education": list(self.studies()),
                "skills": self.listed(self.names("skills", "skill")),
                "languages": [{"language": r, "level": None} for r in self.listed(self.names("languages", "language"))],
                "certifications": [{"name": r, "issuer": None, "date": None}
                                   for r in self.listed(self.names("certifications", "name"))]}


# ---- noise ----

class Spoiler:
    def __init__(self, noise, lines, rng):
        self.noise, self.lines, self.rng = noise, lines, rng

    def happens(self, what):
        return self.rng.random() < self.noise.get(what, 0)

    def ref(self, ref):
        if ref is None or self.happens("drop"):
            return None
        line, text = ref["line"], ref["text"]
        words = text.split()
        if self.happens("any"):
            line = self.rng.choice(sorted(self.lines))
            words = self.lines[line].split()
            at = self.rng.randrange(len(words))
            return {"line": line, "text": " ".join(words[at:at + self.rng.randint(1, 4)])}
        if self.happens("invent"):
            text = self.rng.choice(["Example Works", "Senior Manager", "Harvard University", "2001 - 2003", "Kubernetes"])
        elif self.happens("cut") and len(words) > 1:
            text = " ".join(words[:-1])
        elif self.happens("grow"):
            text = self.lines[line]
        if self.happens("line"):
            line = max(1, line + self.rng.choice([-3, -1, 1, 2, 40]))
        return {"line": line, "text": text}

    def value(self, value):
        if isinstance(value, list):
            return [self.item(item) for item in value if not self.happens("item")]
        if isinstance(value, dict) and "text" in value:
            return self.ref(value)
        return None if self.happens("drop") else value

    def item(self, item):
        if "text" in item:
            return self.ref(item) or item
        for a, b in (("title", "company"), ("degree", "institution")):
            if a in item and self.happens("swap"):
                item = {**item, a: item[b], b: item[a]}
        required = {"language", "name"}
        return {k: (self.ref(v) or v if k in required else self.value(v)) for k, v in item.items()}

    def answer(self, answer):
        return {key: self.value(value) for key, value in answer.items()}


def texts_of(value):
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from texts_of(item)


class Simulation:
    """Answers for whatever document is shown."""

    def __init__(self, labels, noise, seed):
        self.noise, self.seed, self.gold = noise, seed, []
        for path in sorted(pathlib.Path(labels).glob("*.json")):
            gold = json.loads(path.read_text(encoding="utf-8"))
            gold = gold if "result" in gold else {"result": gold}
            marks = {letters(t) for t in texts_of(gold["result"]) if len(letters(t)) > 3}
            self.gold.append((path.stem, gold, marks))

    def __call__(self, lines):
        shown = letters(" ".join(lines.values()))
        name, gold, _ = max(self.gold, key=lambda g: (sum(m in shown for m in g[2]) / max(len(g[2]), 1), g[0]))
        rng = random.Random(f"{self.seed}/{name}")
        return Spoiler(self.noise, lines, rng).answer(Reading(gold, lines).answer())


# ---- measuring ----

def parse(vitae, docs, out, tier, environment):
    subprocess.run([vitae, "parse", "-q", "-j", "2", "-o", out, "--config",
                    json.dumps({"parse": {"evidence": True}, "extract": {"type": "auto"}}), "--tier", tier,
                    "--reference-date", "2026-11-22", *map(str, docs)], check=False, env=environment)


def answers_of(folder):
    return [json.loads(p.read_text(encoding="utf-8")) for p in sorted(pathlib.Path(folder).glob("*.json"))]


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--vitae", required=True)
    args.add_argument("--docs", default=str(ROOT / "tests/accuracy/documents"))
    args.add_argument("--sample", type=int, default=1, help="every Nth document")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--trust", type=int, default=80)
    args.add_argument("--check", action="store_true")
    args = args.parse_args()
    bad = []
    with tempfile.TemporaryDirectory() as tmp, ModelServer() as model:
        every = labelled_folder("docs", pathlib.Path(args.docs), tmp)
        docs = sorted(every.docs)[::args.sample]
        labels = pathlib.Path(every.labels)
        for gold in list(labels.glob("*.json")):
            if gold.stem not in {d.stem for d in docs}:
                gold.unlink()
        environment = dict(os.environ, VITAE_LLM_URL=model.url, VITAE_LLM_MODEL="simulated",
                           VITAE_LLM_TRUST_PERCENT=str(args.trust), VITAE_LLM_KEY="")
        parse(args.vitae, docs, tmp + "/standard", "standard", environment)
        standard = score(args.vitae, str(labels), tmp + "/standard")["micro_f1"]
        print(f"{len(docs)} documents, standard tier: F1 {standard:.4f}\n")
        print("| noise | F1 premium | change | values said | found | refused | values that stand nowhere |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for name, noise in NOISE.items():
            model.always = say(Simulation(labels, noise, args.seed))
            out = f"{tmp}/{name}"
            parse(args.vitae, docs, out, "premium", environment)
            answers = answers_of(out)
            told = [a["metadata"]["parse"]["model"] for a in answers if "model" in a.get("metadata", {}).get("parse", {})]
            f1 = score(args.vitae, str(labels), out)["micro_f1"]
            made_up = sum(len(invented(a)[1]) for a in answers if a.get("result"))
            said, kept = (sum(t[k] for t in told) for k in ("values", "kept"))
            print(f"| {name} | {f1:.4f} | {f1 - standard:+.4f} | {said} | {kept} | {said - kept} | {made_up} |", flush=True)
            if len(told) != len(docs):
                bad.append(f"{name}: {len(docs) - len(told)} documents were not read with the model")
            if f1 < standard - MAY_LOSE[name] - 1e-9:
                bad.append(f"{name}: premium lost {standard - f1:.4f}")
            if made_up:
                bad.append(f"{name}: {made_up} values stand nowhere in their documents")
    for line in bad:
        print(line, file=sys.stderr)
    return 1 if args.check and bad else 0


if __name__ == "__main__":
    sys.exit(main())
