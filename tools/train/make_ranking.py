#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Jobs with graded candidates, made of the fictional resumes: related ones differ in one thing each.

Usage: make_ranking.py PERSONAS PHRASES OUT [--seed N] [--jobs N]. For a person of each language a job
description is written that asks for six of the person's skills and the title, among sentences about
other things. Candidates: the person (3), the person without one or two of the six (2), without four
or five (1), and others (0). fit_accuracy reads the files: nDCG@10 and pairs beside BM25.
"""
import argparse
import copy
import json
import pathlib
import random
import re

LANGUAGES = ["en", "de", "es", "fr"]


def skills_of(resume):
    names = []
    for group in resume.get("skills", []):
        names += group.get("keywords") or [group.get("name", "")]
    return [n for n in dict.fromkeys(names) if n and 2 < len(n) < 40]


def without(resume, lost):
    """The resume without some skills, in its lists and in the lines that name them."""
    out = copy.deepcopy(resume)
    pattern = re.compile("|".join(re.escape(name) for name in lost), re.IGNORECASE)
    for group in out.get("skills", []):
        group["keywords"] = [k for k in group.get("keywords", []) if k not in lost]
        if group.get("name") in lost:
            group["name"] = ""
    for work in out.get("work", []):
        work["highlights"] = [h for h in work.get("highlights", []) if not pattern.search(h)]
        if pattern.search(work.get("summary") or ""):
            work["summary"] = pattern.sub("", work["summary"])
    if out.get("basics", {}).get("summary"):
        out["basics"]["summary"] = pattern.sub("", out["basics"]["summary"])
    return out


def fill(rng, phrase, skills, bank):
    def value(match):
        slot = match.group(1)
        if slot == "skill":
            return skills.pop() if skills else rng.choice(bank["slot:skill"])
        if slot in ("n", "money", "domain"):
            return {"n": "2", "money": "40,000", "domain": "firm.example"}[slot]
        return rng.choice(bank["slot:" + slot])
    return re.sub(r"\{(\w+)\}", value, phrase)


def job_text(rng, title, wanted, others, bank):
    lines = [title, ""]
    lines += [fill(rng, p, list(others), bank) for p in rng.sample(bank["company"], 2)]
    lines += ["", rng.choice(bank["heading:requirement"])]
    patterns = [p for p in bank["requirement"] if "{skill}" in p and "{cert}" not in p]
    left = list(wanted)
    while left:
        lines.append("- " + fill(rng, rng.choice(patterns), left, bank))
    lines += ["", rng.choice(bank["heading:benefit"])]
    lines += ["- " + fill(rng, p, list(others), bank) for p in rng.sample(bank["benefit"], 3)]
    return "\n".join(lines) + "\n"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("personas")
    arguments.add_argument("phrases")
    arguments.add_argument("out")
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--jobs", type=int, default=12)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    people = {}
    for path in sorted(pathlib.Path(options.personas).glob("*.json")):
        resume = json.loads(path.read_text(encoding="utf-8"))
        people.setdefault(resume.get("x-style", {}).get("language", "en"), []).append(resume)
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        bank = {}
        for line in (pathlib.Path(options.phrases) / f"{language}.tsv").read_text("utf-8").splitlines():
            kind, text = line.split("\t")
            bank.setdefault(kind, []).append(text)
        rich = [p for p in people[language] if len(skills_of(p)) >= 7 and p.get("work")]
        for number, person in enumerate(rng.sample(rich, min(options.jobs, len(rich)))):
            wanted = rng.sample(skills_of(person), 6)
            strangers = rng.sample([p for p in people[language] if p is not person], 9)
            candidates = [{"grade": 3, "resume": person}]
            candidates += [{"grade": 2, "resume": without(person, wanted[:n])} for n in (1, 2)]
            candidates += [{"grade": 1, "resume": without(person, wanted[:n])} for n in (4, 5)]
            candidates += [{"grade": 0, "resume": p} for p in strangers]
            title = person["work"][0].get("position") or person["basics"].get("label", "")
            others = rng.sample(skills_of(rng.choice(strangers)) + bank["slot:skill"], 5)
            (out / f"{language}-{number:02}.json").write_text(json.dumps(
                {"language": language, "job": job_text(rng, title, wanted, others, bank),
                 "candidates": candidates}, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
