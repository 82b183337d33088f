# SPDX-License-Identifier: Apache-2.0
"""docs/benchmarks.md out of bench/results/*.json."""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench/results"

# what, path into bench.json, budget, form, where it is measured
BUDGETS = [
    ("engine / text extraction by MuPDF alone, basic", "engine.basic.ratio", "<=", 3.5, "{:.2f}", "engine"),
    ("resumes a second and core, PDF of 1 to 2 pages", "engine.basic.per_second", ">=", 100, "{:.0f}", "engine"),
    ("engine, median, ms", "engine.basic.engine_ms_median", "<=", 10, "{:.1f}", "engine"),
    ("engine, 99th percentile, ms", "engine.basic.engine_ms_p99", "<=", 80, "{:.1f}", "engine"),
    ("`vitae parse` of one page, process start to end, ms", "start.ms_best", "<=", 30, "{:.0f}", "start"),
    ("skills: surface lookup in 5 kB, µs", "skills.lookup.median_us", "<=", 80, "{:.0f}", "skills"),
    ("skills: with disambiguation, µs", "skills.match.median_us", "<=", 150, "{:.0f}", "skills"),
    ("sandbox, for each document, µs", "sandbox.kept_us", "<=", 200, "{:.0f}", "sandbox"),
    ("GET of a result / nginx serving the same bytes", "http.read.ratio", ">=", 0.7, "{:.2f}", "http"),
    ("durable creates / one SQLite commit for each", "http.create.ratio", ">=", 4, "{:.1f}", "http"),
    ("memory of a worker, private, MB", "memory.private_mb", "<=", 64, "{:.1f}", "memory"),
    ("the whole service on two cores, resident, MB", "memory.all_mb", "<=", 150, "{:.0f}", "memory"),
]


def look(results, path):
    value = results
    for word in path.split("."):
        value = value.get(word, {}) if isinstance(value, dict) else {}
    return value if isinstance(value, (int, float)) else None


def with_megabytes(results):
    memory = results.get("memory", {})
    return dict(results, memory=dict(memory, **{k[:-3] + "_mb": v / 1024 for k, v in memory.items() if k.endswith("_kb")}))


def budgets(results):
    """(rows of the table, what is missed)"""
    rows, missed = ["| What | Budget | Measured | |", "|---|---|---|---|"], []
    for what, path, sign, budget, form, part in BUDGETS:
        value = look(results, path)
        if value is None:
            rows.append(f"| {what} | {'≤' if sign == '<=' else '≥'} {budget} | not measured | |")
            continue
        holds = value <= budget if sign == "<=" else value >= budget
        if not holds:
            missed.append(f"{what}: {value:.3f}")
        rows.append(f"| {what} | {'≤' if sign == '<=' else '≥'} {budget} | {form.format(value)} | {'holds' if holds else '**missed**'} |")
    return rows, missed


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def engine(r):
    e = r["engine"]
    rows = [[tier, f"{e[tier]['ratio']:.2f}", f"{e[tier]['ratio_linked']:.2f}", f"{e[tier]['engine_ms_median']:.1f}",
             f"{e[tier]['engine_ms_p95']:.1f}", f"{e[tier]['engine_ms_p99']:.1f}", f"{e[tier]['per_second']:.0f}"] for tier in ("basic", "standard")]
    return [f"{e['documents']} PDFs of 1 to 2 pages (`tests/accuracy/documents`, `samples`), best of the passes for each, processor time of one "
            f"thread. MuPDF alone ({e['bare_ms']:.1f} ms a document) is `bench/bench_bare`: its text device, as `mutool draw -F text` "
            "has it. The third column compares with MuPDF as vitae links it (`extract/pdf_fonts.c`).", "",
            *table(["tier", "/ MuPDF", "/ MuPDF as linked", "median ms", "p95", "p99", "documents a second and core"], rows)]


def start(r):
    s = r["start"]
    return [f"`vitae parse samples/resume.pdf`, 100 times: best {s['ms_best']:.0f} ms, median {s['ms_median']:.0f} ms. `vitae version`, "
            f"which is the loader with its {s['libraries']} shared libraries and nothing else: best {s['version_ms']:.1f} ms."]


def small(r):
    s, b, m, q = r["skills"], r["sandbox"], r["memory"], r["queue"]
    rows = [["skills, 5 kB: lookup / with disambiguation", f"{s['lookup']['median_us']:.0f} / {s['match']['median_us']:.0f} µs", "`bench_skills`"],
            ["sandbox, kept worker / new worker for each document", f"{b['kept_us']:+d} / {b['fresh_us']:+d} µs of {b['document_us']}", "`bench_sandbox`"],
            ["a worker: private / its share of what is shared / resident",
             f"{m['private_kb'] / 1024:.1f} / {m['pss_kb'] / 1024:.1f} / {m['rss_kb'] / 1024:.1f} MB", "smaps, after 205 documents"],
            ["a worker that reads scans: private", f"{m['private_ocr_kb'] / 1024:.1f} MB", "smaps, after a scan"],
            [f"service, nursery and {m['workers']} workers together", f"{m['all_kb'] / 1024:.0f} MB", "sum of PSS"],
            ["queue: ends a second, engine of 20 ms, 32 dispatchers", f"{q['ends_per_second']:.0f}", "`bench_queue`, SQLite"],
            ["queue: from create to claim, p50 / p99", f"{q['wake_p50_ms']} / {q['wake_p99_ms']} ms", "`bench_queue`, SQLite"]]
    return table(["what", "measured", "how"], rows)


def http(r):
    h = r["http"]
    read, made, parse, slow = h["read"], h["create"], h["parse"], h["slow"]

    def row(what, m):
        return [what, f"{m['rate']:.0f}", f"{m['p50_ms']:.2f}", f"{m['p99_ms']:.1f}"]
    rows = [row(f"GET of a result of {read['bytes']} bytes, with its key", read["vitae"]), row("nginx, the same bytes as a file", read["nginx"]),
            row("create, 128 connections, durable before the answer", made["vitae"]),
            ["one SQLite commit for each request, `bench_commit`", f"{made['commits']:.0f}", "", ""],
            row("whole parse, waited for (`Prefer: wait`), one client", parse["alone"]),
            row(f"whole parse, {parse['connections']} clients", parse["load"]),
            row(f"GET while {slow['slow']} slow clients are held", slow["with"]), row("GET without them", slow["without"])]
    return ["wrk with one thread on the same two cores; 16 connections unless it says otherwise; medians of rounds in turn. "
            f"{slow['held']} of {slow['slow']} connections that never finish their headers were open at the end.", "",
            *table(["what", "a second", "p50 ms", "p99 ms"], rows)]


def counts(r):
    alone = r["counts"]["MuPDF alone"]
    rows = [[name, f"{value:.0f}", f"{value / alone:.2f}"] for name, value in r["counts"].items()]
    return ["Millions of instructions for the same PDFs once, by callgrind: they do not vary with what else the machine does. "
            "`make bench BASE=commit` builds a commit and compares.", "", *table(["what", "millions", "/ MuPDF alone"], rows)]


def soak(s):
    trends = [[t["what"], f"{t['median']:,.0f}", f"{t['growth']:+,.1f}", f"{t['limit']:,} a {t['per']}", "held" if t["held"] else "**grows**"]
              for t in s["trends"]]
    slowest = sorted(s["by_action"].items(), key=lambda item: -item[1]["count"])[:12]
    return [f"`make soak`: {s['seconds'] / 60:.0f} minutes, {s['actions']:,} actions ({s['rate']:g} a second asked for), {s['requests']:,} parse "
            f"requests, {s['cores']:.2f} cores used, {s['faults']} wrong answers. Uploads of all formats, long polls, matching, scans, URLs, "
            "repeats, deletes, dashboard, mistakes, bad files and clients that break off, in the proportions of `tests/soak/actions.py`; "
            "results are kept for a minute. Growth is the median slope (Theil and Sen) of the second half. " + s.get("note", ""), "",
            *table(["what", "median", "growth", "limit", ""], trends), "", "![curves](soak.svg)", "",
            *table(["action", "times", "p50 ms", "p99 ms"], [[n, a["count"], a["p50_ms"], a["p99_ms"]] for n, a in slowest])]


SECTIONS = [("Engine", engine, ("engine",)), ("Process start", start, ("start",)),
            ("Skills, sandbox, memory, queue", small, ("skills", "sandbox", "memory", "queue")), ("HTTP", http, ("http",)),
            ("Instruction counts", counts, ("counts",))]


def write(results):
    """The page; returns the budgets that are missed."""
    results = with_megabytes(results)
    rows, missed = budgets(results)
    machines = results.get("machine", {})
    m = next(iter(machines.values()), {})
    loads = [v["load"] for v in machines.values()]
    lines = ["# Benchmarks", "", "Made by `make bench` and `make soak` (`scripts/install-packages bench` brings nginx, wrk and valgrind). Ratios are of two "
             "measurements of the same run, so that they can be compared between machines; absolute figures are for the reader.", ""]
    if m:
        lines += [f"vitae {m['vitae']}, {m['compiler']}, MuPDF {m['mupdf']}, SQLite {m['sqlite']}, nginx {m['nginx']}; {m['cpu']}, {m['cores']} cores, "
                  f"Linux {m['kernel']}; load average of other programs {min(loads):.0f} to {max(loads):.0f}; {m['date']}.", ""]
    lines += ["## Budgets", "", *rows, ""]
    for title, section, needs in SECTIONS:
        if all(part in results for part in needs):
            lines += [f"## {title}", "", *section(results), ""]
    file = RESULTS / "soak.json"
    if file.exists():
        lines += ["## Soak", "", *soak(json.loads(file.read_text())), ""]
    (ROOT / "docs/benchmarks.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return missed


if __name__ == "__main__":
    file = RESULTS / "bench.json"
    write(json.loads(file.read_text()) if file.exists() else {})
