#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mixed load on a started service for a long time, and whether anything grows.

soak.py [--seconds 3600] [--rate 12] [--clients 6] [--seed 1] [--out bench/out] [--keep]

A few clients do what tests/soak/actions.py lists, at a steady rate. Every ten seconds the memory,
descriptors (but those of the database, whose readers are as many as ever read at one time) and
threads of the service, its nursery and its workers, the database and the queue are written to
OUT/soak.csv. At the end nothing may be left in the queue, `vitae doctor` must agree, and no trend
over the second half of the run may pass its limit in tests/soak/watch.py. Writes OUT/soak.json and
OUT/soak.svg, with --keep also into bench/results and docs; exit code 1 when something is wrong.
Results are kept a minute (retention), so that their deletion is part of it."""
import argparse
import bisect
import collections
import csv
import json
import pathlib
import random
import shutil
import subprocess
import sys
import threading
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import actions  # noqa: E402
import curves  # noqa: E402
import watch  # noqa: E402
from harness import BINARY, Server, wait_until  # noqa: E402

FLAGS = ("--retention-seconds", "60", "--fetch-allow", "localhost", "--fetch-seconds", "3")
SAMPLE_S = 10
TRENDS_FROM_S = 1800  # shorter runs show curves; their slopes say nothing of an hour


class Tally:
    """Times and faults of what the clients did."""

    def __init__(self):
        self.lock, self.faults = threading.Lock(), []
        self.count, self.times, self.recent = collections.Counter(), collections.defaultdict(list), []

    def add(self, name, seconds, fault=None):
        with self.lock:
            self.count[name] += 1
            bisect.insort(self.times[name], seconds)
            self.recent.append(seconds)
            if fault:
                self.faults.append((name, fault))

    def take_recent(self):
        with self.lock:
            recent, self.recent = sorted(self.recent), []
        return recent


def at(ordered, part):
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0.0


def do(world, client, rng, tally, row):
    name, _, function = row
    begun, fault = time.monotonic(), None
    try:
        function(world, client, rng)
    except Exception:  # whatever it is, it is a fault of the run, told at its end
        fault = traceback.format_exc(limit=3)[-1500:]
        client.close()
    tally.add(name, time.monotonic() - begun, fault)


class Clients:
    """Threads that act at `rate` a second together."""

    def __init__(self, world, tally, number, rate, seed):
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(world, tally, rate / number, random.Random(seed * 1000 + i)))
                        for i in range(number)]
        for thread in self.threads:
            thread.start()

    def run(self, world, tally, rate, rng):
        weights = [weight for _, weight, _ in actions.ACTIONS]
        client = world.client()
        while not self.over.wait(rng.expovariate(rate)):
            do(world, client, rng, tally, rng.choices(actions.ACTIONS, weights)[0])
            if rng.random() < 0.05:
                client.close()
        client.close()

    def stop(self):
        self.over.set()
        for thread in self.threads:
            thread.join()


def sample(server, begun, tally, cpu):
    pid = server.process.pid
    nursery, workers = watch.family(pid)
    own, nurse, held = watch.memory(pid), watch.memory(nursery), [watch.memory(w) for w in workers]
    used, files, requests, answers, documents = watch.database(server.data)
    recent = tally.take_recent()
    return {"seconds": round(time.monotonic() - begun, 1), "requests": requests, "service_rss_kb": own[0], "service_pss_kb": own[1],
            "service_private_kb": own[2], "nursery_rss_kb": nurse[0], "nursery_pss_kb": nurse[1], "nursery_private_kb": nurse[2],
            "workers": len(workers), "workers_rss_kb": max((m[0] for m in held), default=0),
            "workers_pss_kb": sum(m[1] for m in held), "workers_private_kb": sum(m[2] for m in held),
            "service_fds": watch.descriptors(pid, but="vitae.db"), "nursery_fds": watch.descriptors(nursery),
            "workers_fds": sum(watch.descriptors(w) for w in workers), "service_threads": watch.threads(pid),
            "database_bytes": used, "database_files": files, "answers": answers, "documents": documents,
            "queue": int(server.sql("SELECT COUNT(*) FROM request WHERE queue IS NOT NULL")[0][0]),
            "cpu_seconds": cpu.look([pid, nursery, *workers]),
            "p50_ms": round(at(recent, 0.5) * 1000, 1), "p99_ms": round(at(recent, 0.99) * 1000, 1)}


def drained(server):
    return server.sql("SELECT (SELECT COUNT(*) FROM request WHERE queue IS NOT NULL) + (SELECT COUNT(*) FROM document)") == [("0",)]


def summary(server, rows, tally, args):
    seconds = rows[-1]["seconds"] - rows[0]["seconds"]
    judged = watch.judge(rows) if rows[-1]["seconds"] >= TRENDS_FROM_S else []
    return {"seconds": round(rows[-1]["seconds"]), "actions": sum(tally.count.values()), "requests": rows[-1]["requests"],
            "rate": args.rate, "cores": round((rows[-1]["cpu_seconds"] - rows[0]["cpu_seconds"]) / seconds, 3) if seconds else 0,
            "by_action": {name: {"count": n, "p50_ms": round(at(tally.times[name], 0.5) * 1000, 1),
                                 "p99_ms": round(at(tally.times[name], 0.99) * 1000, 1)} for name, n in sorted(tally.count.items())},
            "faults": len(tally.faults),
            "trends": [dict(zip(("what", "median", "growth", "limit", "per", "held"), v)) for v in judged]}


def run(args):
    out = pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    server, tally, cpu, rows = Server(*FLAGS), Tally(), watch.Cpu(), []
    world, clients = actions.World(server), None
    try:
        begun = time.monotonic()
        clients = Clients(world, tally, args.clients, args.rate, args.seed)
        with open(out / "soak.csv", "w", newline="", encoding="utf-8") as file:
            writer = None
            while time.monotonic() - begun < args.seconds:
                time.sleep(min(SAMPLE_S, args.seconds))
                rows.append(sample(server, begun, tally, cpu))
                writer = writer or csv.DictWriter(file, rows[0])
                if len(rows) == 1:
                    writer.writeheader()
                writer.writerow(rows[-1])
                file.flush()
        clients.stop()
        wait_until(lambda: drained(server), 120)
        server.doctor()
    finally:
        if clients:
            clients.stop()
        world.close()
        server.close()
    result = summary(server, rows, tally, args)
    (out / "soak.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (out / "soak.svg").write_text(curves.draw(rows), encoding="utf-8")
    return result, tally


def keep(out):
    """Into the tree, and the page of benchmarks anew."""
    shutil.copy(pathlib.Path(out, "soak.json"), actions.ROOT / "bench/results/soak.json")
    shutil.copy(pathlib.Path(out, "soak.svg"), actions.ROOT / "docs/soak.svg")
    subprocess.run([sys.executable, actions.ROOT / "bench/page.py"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--rate", type=float, default=12)
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=str(actions.ROOT / "bench/out"))
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    print(f"{BINARY}: {args.seconds:.0f} s at {args.rate:g} actions a second", flush=True)
    result, tally = run(args)
    for name, fault in tally.faults[:20]:
        print(f"{name}: {fault}")
    print(f"{result['actions']} actions, {result['requests']} requests, {result['cores']:.2f} cores, {result['faults']} faults")
    for t in result["trends"]:
        print(f"{t['what']:20} {t['median']:12.0f}  {t['growth']:+10.1f} a {t['per']}, at most {t['limit']}"
              f"{'' if t['held'] else '   GROWS'}")
    if args.keep:
        keep(args.out)
    return 1 if result["faults"] or not all(t["held"] for t in result["trends"]) else 0


if __name__ == "__main__":
    sys.exit(main())
