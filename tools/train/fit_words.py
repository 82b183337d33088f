#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much a word tells, for comparing phrases: data/models/words.tsv.

Usage: fit_words.py JOBS PHRASES PERSONAS OUT. A word's weight is log(N / documents with it) / log N,
over job descriptions, the phrases that stand for more of them, and resumes of one language, the
least of all languages: "experience" tells little, "tachograph" much. Words of fewer than three
documents are left out: their weight is 1.
"""
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import textfold  # noqa: E402


def texts_of(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts_of(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not key.startswith("x-") and key not in ("class", "kind"):
                yield from texts_of(item)


def main():
    jobs, phrases, personas, out = map(pathlib.Path, sys.argv[1:5])
    documents = []
    for path in sorted(jobs.glob("*.json")):
        ad = json.loads(path.read_text(encoding="utf-8"))
        documents.append((ad["language"], ad["text"]))
    for path in sorted(phrases.glob("*.tsv")):
        kinds = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            kind, text = line.split("\t")
            if kind.startswith(("requirement", "nice", "slot:soft", "duty", "benefit", "company")):
                kinds.setdefault(kind, []).append(text)
        for rows in kinds.values():  # a few rows are about what one description has of a kind
            documents += [(path.stem, " ".join(rows[i:i + 4])) for i in range(0, len(rows), 4)]
    for path in sorted(personas.glob("*.json")):
        resume = json.loads(path.read_text(encoding="utf-8"))
        language = resume.get("x-style", {}).get("language", "en")
        documents.append((language, " ".join(t for t in texts_of(resume) if "://" not in t)))
    counts, totals = {}, {}
    for language, text in documents:
        totals[language] = totals.get(language, 0) + 1
        for word in set(textfold.words(text)):
            if word != "," and not word[0].isdigit():
                counts[word, language] = counts.get((word, language), 0) + 1
    weights = {}
    for (word, language), n in counts.items():
        total = totals[language]
        if n >= 3 and total >= 20:
            weight = math.log(total / n) / math.log(total)
            weights[word] = min(weight, weights.get(word, 1))
    rows = sorted((word.encode(), weight) for word, weight in weights.items())
    out.write_text("".join(f"{word.decode()}\t{weight:.2f}\n" for word, weight in rows),
                   encoding="utf-8")
    print(f"{len(documents)} documents, {len(rows)} words")


if __name__ == "__main__":
    main()
