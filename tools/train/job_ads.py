#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Job descriptions to learn from, put together from the phrases of data/labels/jobs/phrases.

Usage: job_ads.py PHRASES OUT [--count N] [--seed N] [--also FOLDER]. Writes OUT/*.json in the form of
data/labels/jobs: text, and its sentences with their class. The same seed gives the same files. FOLDER
has descriptions in the form of data/labels/outside; they are written, too.
"""
import argparse
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import eval_outside  # noqa: E402

SHARE = {"en": 0.34, "de": 0.14, "fr": 0.12, "es": 0.12, "it": 0.08, "nl": 0.08, "pl": 0.05,
         "pt": 0.07}
# the order in which the parts of a description may come, and how many sentences each has
ORDERS = [
    ["fact", "company", "duty", "requirement", "nice", "benefit", "application", "legal"],
    ["company", "duty", "requirement", "nice", "fact", "benefit", "legal", "application"],
    ["fact", "duty", "requirement", "benefit", "company", "application", "legal"],
    ["duty", "requirement", "nice", "benefit", "application"],
    ["company", "requirement", "duty", "benefit", "fact", "application", "legal"],
    ["fact", "benefit", "duty", "requirement", "nice", "application"],
    ["fact", "requirement", "application"],
    ["company", "duty", "benefit", "requirement", "nice", "legal"],
    ["requirement", "duty", "nice", "company", "benefit", "legal", "application"],
    ["duty", "nice", "requirement", "fact", "application", "legal"],
]
LENGTH = {"fact": (1, 4), "company": (1, 4), "duty": (2, 7), "requirement": (2, 8), "nice": (1, 4),
          "benefit": (2, 6), "application": (1, 3), "legal": (1, 3)}
BULLETS = ["- ", "• ", "* ", "– ", "", "· ", "➤ ", "-", "✔ "]


def read_phrases(folder):
    bank = {}
    for path in sorted(pathlib.Path(folder).glob("*.tsv")):
        own = bank.setdefault(path.stem.split("-")[0], {})
        for line in path.read_text(encoding="utf-8").splitlines():
            kind, text = line.split("\t")
            own.setdefault(kind, []).append(text)
    return bank


class Ad:
    def __init__(self, rng, phrases):
        self.rng, self.phrases = rng, phrases
        self.text, self.sentences = "", []
        self.company = rng.choice(phrases["slot:company"])
        self.title = rng.choice(phrases["slot:title"])
        self.city = rng.choice(phrases["slot:city"])
        self.used = set()

    def fill(self, text):
        while "{" in text:
            start = text.index("{")
            end = text.index("}", start)
            text = text[:start] + self.value(text[start + 1:end]) + text[end + 1:]
        return text[:1].upper() + text[1:]

    def value(self, slot):
        if slot == "n":
            return str(self.rng.choice([1, 2, 2, 3, 3, 4, 5, 5, 7, 8, 10, 25]))
        if slot == "money":
            return self.rng.choice(["28,000", "42.000", "55 000", "3.150", "120,000", "2 400"])
        if slot == "domain":
            return self.company.split()[-1].lower().replace(".", "") + ".example"
        own = {"company": self.company, "title": self.title, "city": self.city}
        return own.get(slot) or self.rng.choice(self.phrases["slot:" + slot])

    def put(self, text, label, before="", after="\n"):
        self.text += before + text + after
        self.sentences.append({"text": text, "class": label})

    def part(self, kind, headings, bullet):
        rng = self.rng
        low, high = LENGTH[kind]
        pool = [p for p in self.phrases[kind] if p not in self.used] or self.phrases[kind]
        chosen = rng.sample(pool, min(len(pool), rng.randint(low, high)))
        self.used.update(chosen)
        with_heading = headings and rng.random() < 0.85 and "heading:" + kind in self.phrases
        if with_heading:
            heading = self.fill(rng.choice(self.phrases["heading:" + kind]))
            heading = heading.upper() if headings == "upper" else heading
            mark = {"colon": ":", "hash": "", "bold": "**"}.get(headings, "")
            before = {"hash": "## ", "bold": "**"}.get(headings, "")
            self.put(heading + (":" if mark == ":" else ""), "heading", "\n" + before,
                     "**\n" if mark == "**" else "\n")
        else:
            self.text += "\n"
        pairs = [(kind, phrase) for phrase in chosen]
        if kind == "requirement" and rng.random() < 0.35:  # what is welcome stands among it
            for _ in range(rng.randint(1, 2)):
                pairs.insert(rng.randrange(len(pairs) + 1),
                             ("nice", rng.choice([p for p in self.phrases["nice"]
                                                  if len(p) > 12])))
        if kind == "duty" and rng.random() < 0.1:
            pairs.append(("requirement", rng.choice(self.phrases["requirement"])))
        prose = rng.random() < (0.8 if kind in ("company", "legal", "application") else 0.25)
        for i, (label, phrase) in enumerate(pairs):
            text = self.fill(phrase)
            if prose:
                text += "" if text[-1] in ".!?" else "."
                self.put(text, label, after=" " if i + 1 < len(pairs) else "\n")
            else:
                text = text.rstrip(".") if rng.random() < 0.5 else text
                self.put(text, label, before=bullet)

    def mixed(self):
        """A description in prose: parts without headings, their sentences in one another's way."""
        rng = self.rng
        pool = []
        for kind in rng.choice(ORDERS):
            low, high = LENGTH[kind]
            n = rng.randint(max(1, low - 1), max(1, high - 1))
            pool += [(kind, p) for p in rng.sample(self.phrases[kind],
                                                   min(n, len(self.phrases[kind])))]
        for _ in range(len(pool) // 3):  # neighbours change places
            at = rng.randrange(len(pool) - 1)
            pool[at], pool[at + 1] = pool[at + 1], pool[at]
        self.text += "\n"
        for kind, phrase in pool:
            text = self.fill(phrase).rstrip(".;")
            end = rng.random()
            mark = ";" if end < 0.12 else "." if text[-1] not in ".!?" else ""
            self.put(text + mark, kind, after="\n\n" if end > 0.85 else "\n" if end > 0.8 else " ")

    def write(self):
        rng = self.rng
        if rng.random() < 0.28:
            if rng.random() < 0.8:
                self.put(self.title, "heading")
            self.mixed()
            return {"text": self.text, "sentences": self.sentences}
        self.put(self.title if rng.random() < 0.7 else f"{self.title} – {self.city}", "heading")
        headings = rng.choice(["plain", "plain", "colon", "upper", "hash", "bold", None])
        bullet = rng.choice(BULLETS)
        order = list(rng.choice(ORDERS))
        if rng.random() < 0.2:
            first, second = rng.sample(range(len(order)), 2)
            order[first], order[second] = order[second], order[first]
        for kind in order:
            if rng.random() < 0.9:
                self.part(kind, headings, bullet)
        return {"text": self.text, "sentences": self.sentences}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("phrases")
    arguments.add_argument("out")
    arguments.add_argument("--count", type=int, default=900)
    arguments.add_argument("--seed", type=int, default=5)
    arguments.add_argument("--also", type=pathlib.Path)
    options = arguments.parse_args()
    bank = read_phrases(options.phrases)
    rng = random.Random(options.seed)
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    languages = sorted(SHARE)
    for number in range(options.count):
        language = rng.choices(languages, [SHARE[name] for name in languages])[0]
        ad = Ad(rng, bank[language]).write()
        ad.update(id=f"made-{number:04}", language=language)
        (out / f"{number:04}-{language}.json").write_text(
            json.dumps(ad, ensure_ascii=False, indent=1), encoding="utf-8")
    for path in sorted(options.also.glob("*.txt")) if options.also else []:
        job = eval_outside.Job(path)
        ad = {"id": job.name, "language": job.language, "text": job.text, "sentences": job.sentences}
        (out / f"{path.stem}.json").write_text(json.dumps(ad, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
