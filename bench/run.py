#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All benchmarks: runs them, keeps the figures in bench/results/bench.json, writes docs/benchmarks.md.

run.py [--build build] [PART...]     parts: engine start skills sandbox memory http queue counts
run.py --base COMMIT                 instruction counts of that commit beside this tree's

Parts that are left out keep the figures of their last run. Exit code 1 when a budget is missed, or an
instruction count is above that of the base by more than COUNT_TOLERANCE."""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import page

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests/soak"), str(ROOT / "tests/api")]
DOCUMENTS = sorted(map(str, (ROOT / "tests/accuracy/documents").glob("*.pdf"))) + [str(ROOT / "samples/resume.pdf")]
TEXTS = [str(ROOT / "samples" / name) for name in ("resume.txt", "resume.md", "job-description.txt", "resume.html")]
RESULTS = ROOT / "bench/results"
COUNT_TOLERANCE = 0.02
COUNTED = {"MuPDF alone": ("bench_bare", 1, "bare"), "engine, basic": ("bench_engine", "basic", "whole"),
           "engine, standard": ("bench_engine", "standard", "whole")}


def told(*words):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True).stdout


def cpu_of(*words):
    """Seconds that a command and the processes it waits for computed."""
    def used():
        r = resource.getrusage(resource.RUSAGE_CHILDREN)
        return r.ru_utime + r.ru_stime
    before = used()
    told(*words)
    return used() - before


class Bench:
    def __init__(self, build):
        self.build, self.vitae = pathlib.Path(build).resolve(), str(pathlib.Path(build).resolve() / "src/cli/vitae")
        os.environ["VITAE"] = self.vitae

    def program(self, name):
        return str(self.build / "bench" / name)

    def engine(self):
        """Document by document in turn with the library alone, three rounds, the best of each."""
        bare, best = {}, {"basic": {}, "standard": {}}
        for _ in range(3):
            for path in DOCUMENTS:
                took = json.loads(told(self.program("bench_bare"), 5, path))["bare_ms_sum"]
                bare[path] = min(took, bare.get(path, took))
                for line in told(self.program("bench_engine"), 5, path).splitlines():
                    run = json.loads(line)
                    kept = best[run["tier"]].setdefault(path, run)
                    for key in ("engine_ms_sum", "bare_ms_sum"):
                        kept[key] = min(kept[key], run[key])
        result, alone = {"documents": len(DOCUMENTS), "bare_ms": sum(bare.values()) / len(DOCUMENTS)}, sum(bare.values())
        for tier, runs in best.items():
            times = sorted(run["engine_ms_sum"] for run in runs.values())
            linked = sum(run["bare_ms_sum"] for run in runs.values())
            result[tier] = {"ratio": sum(times) / alone, "ratio_linked": sum(times) / linked, "per_second": len(times) / sum(times) * 1000,
                            **{f"engine_ms_{name}": times[min(int(len(times) * part), len(times) - 1)]
                               for name, part in (("median", 0.5), ("p95", 0.95), ("p99", 0.99))}}
        return result

    def start(self):
        """`vitae parse` of one page, from exec to exit; and a folder with one worker, processor time of
        all its processes."""
        times, bare = [], []
        for _ in range(100):
            for words, into in ((("parse", "-q", ROOT / "samples/resume.pdf"), times), (("version",), bare)):
                begun = time.monotonic()
                told(self.vitae, *words)
                into.append((time.monotonic() - begun) * 1000)
        with tempfile.TemporaryDirectory() as out:
            seconds = min(cpu_of(self.vitae, "parse", "-q", "-j", 1, "-o", out, *DOCUMENTS) for _ in range(5))
        return {"ms_best": min(times), "ms_median": statistics.median(times), "version_ms": min(bare),
                "libraries": told("ldd", self.vitae).count("=> /"),
                "per_second_and_core": len(DOCUMENTS) / seconds}

    def skills(self):
        text = told(self.program("bench_skills"), *TEXTS)
        found = {name: (float(best), float(middle)) for name, best, middle in
                 re.findall(r"^(lookup|match) .*fastest ([\d.]+) us, median ([\d.]+) us", text, re.M)}
        return {name: {"fastest_us": best, "median_us": middle} for name, (best, middle) in found.items()}

    def sandbox(self):
        text = told(self.program("bench_sandbox"), 25, *DOCUMENTS)
        kept, fresh = re.findall(r"sandbox ([+-]\d+) us", text)
        whole = re.search(r"worker with sandbox +(\d+) us", text)
        return {"kept_us": int(kept), "fresh_us": int(fresh), "document_us": int(whole.group(1))}

    def memory(self):
        """After documents of all kinds went through two workers."""
        import watch
        from harness import SCAN, Server
        server = Server("--workers", "2")
        try:
            begun = {"service": watch.memory(server.process.pid)}
            for _ in range(5):
                for path in DOCUMENTS + TEXTS:
                    name, data = pathlib.Path(path).name, pathlib.Path(path).read_bytes()
                    server.client.end(server.client.upload([("file", name, data)]))
            nursery, workers = watch.family(server.process.pid)
            held = [watch.memory(w) for w in workers]
            result = {"workers": len(held), "private_kb": max(m[2] for m in held), "pss_kb": max(m[1] for m in held),
                      "rss_kb": max(m[0] for m in held), "nursery_kb": watch.memory(nursery)[1],
                      "service_kb": watch.memory(server.process.pid)[1], "service_begun_kb": begun["service"][1]}
            result["all_kb"] = sum(m[1] for m in held) + result["nursery_kb"] + result["service_kb"]
            scan = server.client.upload([("file", "scan.png", SCAN), ("config", None, '{"extract": {"type": "ocr"}}')])
            server.client.end(scan)
            result["private_ocr_kb"] = max(watch.memory(w)[2] for w in watch.family(server.process.pid)[1])
            return result
        finally:
            server.close()

    def http(self):
        import http_load
        return {"read": http_load.read_result(), "create": http_load.create(self.program("bench_commit")),
                "parse": http_load.parse(), "slow": http_load.slow_clients()}

    def queue(self):
        with tempfile.TemporaryDirectory() as folder:
            text = told(self.program("bench_queue"), folder + "/queue.db", 1, 1500, 20, 32)
        return {"ends_per_second": float(re.search(r"([\d.]+) ends/s", text).group(1)),
                "wake_p50_ms": int(re.search(r"p50 (\d+) ms", text).group(1)), "wake_p99_ms": int(re.search(r"p99 (\d+) ms", text).group(1))}

    def counts(self):
        """Instructions of one run of the committed documents, in millions: they do not vary with load."""
        return {name: count(self.program(program), *how) for name, (program, *how) in COUNTED.items()}


def count(program, what, function):
    with tempfile.NamedTemporaryFile() as out:
        words = ["valgrind", "--tool=callgrind", f"--toggle-collect={function}", "--callgrind-out-file=" + out.name]
        text = subprocess.run([*words, program, str(what), *DOCUMENTS], capture_output=True, text=True, check=True).stderr
    return round(int(re.search(r"Collected : (\d+)", text).group(1)) / 1e6, 1)


def compare(build, commit):
    """Counts of another commit, built beside this tree; 0 when none of this tree's is higher."""
    now = Bench(build).counts()
    with tempfile.TemporaryDirectory() as folder:
        tree = folder + "/base"
        told("git", "-C", ROOT, "worktree", "add", "--detach", tree, commit)
        try:
            told("meson", "setup", "--optimization=2", tree + "/build", tree)
            told("ninja", "-C", tree + "/build", "bench/bench_engine", "bench/bench_bare")
            base = Bench(tree + "/build").counts()
        finally:
            told("git", "-C", ROOT, "worktree", "remove", "--force", tree)
    for name, value in now.items():
        print(f"{name:20} {base[name]:10.1f} -> {value:10.1f} million instructions ({(value / base[name] - 1) * 100:+.2f} %)")
    return 1 if any(now[name] > base[name] * (1 + COUNT_TOLERANCE) for name in now) else 0


def machine():
    model = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    version = re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text()).group(1)
    return {"cpu": model, "cores": os.cpu_count(), "kernel": platform.release(), "vitae": version,
            "compiler": told("gcc", "--version").splitlines()[0], "load": os.getloadavg()[0],
            "mupdf": package("libmupdf-dev"), "nginx": package("nginx-light"), "sqlite": package("libsqlite3-dev"),
            "date": datetime.date.today().isoformat()}


def package(name):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True, check=False)
    return done.stdout or "not installed"


def main():
    parts = ["engine", "start", "skills", "sandbox", "memory", "http", "queue", "counts"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--base")
    parser.add_argument("parts", nargs="*", default=parts)
    args = parser.parse_args()
    if args.base:
        return compare(args.build, args.base)
    bench, file = Bench(args.build), RESULTS / "bench.json"
    results = json.loads(file.read_text()) if file.exists() else {}
    if set(args.parts) - set(parts):
        parser.error("no part " + " ".join(set(args.parts) - set(parts)))
    for part in args.parts:
        print(f"{part} ...", flush=True)
        results[part] = getattr(bench, part)()
        results.setdefault("machine", {})[part] = machine()
        file.write_text(json.dumps(results, indent=1) + "\n")
    missed = page.write(results)
    for row in missed:
        print("missed:", row)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
