#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows the figures of docs/skills.md and docs/matching.md: skills, job descriptions, matching, rankings beside
BM25, the taxonomy image and its speed.

    tools/eval_skills.py BUILD

BUILD has tests/accuracy and bench/bench_skills. The classes of sentences and the unit groups of titles are
measured where they are trained (docs/matching.md)."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LABELS = ROOT / "data/labels"
TEXTS = [str(ROOT / "samples" / name) for name in ("resume.txt", "resume.md", "job-description.txt", "resume.html")]


def show(title, *command):
    print(f"\n== {title}", flush=True)
    done = subprocess.run(command, capture_output=True, text=True)
    print(done.stdout, end="")
    if done.returncode not in (0, 1):  # 1: a figure is below a minimum, and none is given here
        sys.exit(f"{command[0]}: {done.stderr.strip() or done.returncode}")


def files(folder):
    return sorted(map(str, folder.glob("*.json")))


def main(build):
    accuracy, personas = build / "tests/accuracy", ROOT / "data/personas"
    fit = [str(accuracy / "fit_accuracy"), str(personas)]
    show("skills of 62 resumes and 40 passages", accuracy / "skills_accuracy", "--quiet", *files(LABELS / "skills"))
    for sheet in sorted((LABELS / "skills/sheets").glob("*.tsv")):
        show(sheet.name, accuracy / "skill_sheet", sheet)
    show("requirements of 52 job descriptions (their sentences were learned from)",
         accuracy / "job_accuracy", *files(LABELS / "jobs"))
    show("20 jobs, good, partial and poor candidates", *fit, *files(LABELS / "fit"))
    for half in ("seen", "held"):
        show(f"20 professions, {half}", *fit, *files(LABELS / "fit/professions" / half))
    with tempfile.TemporaryDirectory() as rankings:
        subprocess.run([sys.executable, ROOT / "tools/train/make_ranking.py", personas, LABELS / "jobs/phrases",
                        rankings], check=True)
        show("related candidates beside BM25", *fit, *files(pathlib.Path(rankings)))
    for half in ("seen", "held"):
        show(f"55 job descriptions and 140 resumes from outside, {half}", sys.executable,
             ROOT / "tools/eval_outside.py", build, half)
    show("taxonomy", build / "src/cli/vitae", "taxonomy", "stats")
    show("speed", build / "bench/bench_skills", *TEXTS)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve())
