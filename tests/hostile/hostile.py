#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends bad files through a started service and watches it: the answer of each, the time that its
worker computed, the most memory that it held, and how many workers it ended.

    hostile.py [NAME...]      all kinds, or those whose names hold a word; prints a table
    hostile.py --groups       one row for each group of kinds, as docs/security.md has it
"""
import argparse
import collections
import json
import os
import pathlib
import re
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "api"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import kinds  # noqa: E402
from harness import Server, form  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
Seen = collections.namedtuple("Seen", "kind answer seconds cpu memory deaths")


def read(path):
    try:
        return pathlib.Path(path).read_text()
    except OSError:
        return ""


def memory_of(pid, what):
    found = re.search(what + r":\s+(\d+) kB", read(f"/proc/{pid}/status"))
    return int(found.group(1)) * 1024 if found else 0


def cpu_of(pid):
    fields = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0


class Watch(threading.Thread):
    """Looks at the workers of a service every few milliseconds."""

    def __init__(self, service_pid):
        super().__init__(daemon=True)
        self.service, self.over = service_pid, threading.Event()
        self.lock = threading.Lock()
        self.begin()
        self.start()

    def workers(self):
        for nursery in read(f"/proc/{self.service}/task/{self.service}/children").split():
            if "nursery" in read(f"/proc/{nursery}/comm"):
                return read(f"/proc/{nursery}/task/{nursery}/children").split()
        return []

    def begin(self):
        with self.lock:
            self.cpu_before = {pid: cpu_of(pid) for pid in self.workers()}
            self.high_before = {pid: memory_of(pid, "VmHWM") for pid in self.cpu_before}
            self.cpu, self.memory = {}, 0

    def look(self):
        for pid in self.workers():
            high = memory_of(pid, "VmHWM")
            rose = high > self.high_before.get(pid, 0)
            self.memory = max(self.memory, high if rose else memory_of(pid, "VmRSS"))
            self.cpu[pid] = max(self.cpu.get(pid, 0), cpu_of(pid) - self.cpu_before.get(pid, 0))

    def run(self):
        while not self.over.wait(0.005):
            with self.lock:
                self.look()

    def end(self):
        with self.lock:
            self.look()
            gone = set(self.cpu_before) | set(self.cpu) - set(self.workers())
            return sum(self.cpu.values()), self.memory, len(gone - set(self.workers()))


class Service:
    """A server with one worker, and what happened to its workers."""

    def __init__(self, *flags, workers=1):
        # what a document costs is told by the CPU's time, on busy machines too
        self.server = Server("--workers", str(workers), "--timeout-seconds", "600", *flags)
        self.client = self.server.client
        self.watch = Watch(self.server.process.pid)

    def memory(self):
        """Resident bytes of the service itself."""
        return memory_of(self.server.process.pid, "VmRSS")

    def alive(self):
        return self.server.process.poll() is None and self.client.get("/healthz").status == 200

    def send(self, data, filename, config=None, json_body=False, headers=None):
        if json_body:
            return self.client.call("POST", "/v1/parse", data, {"Content-Type": "application/json", **(headers or {})})
        parts = [("file", filename, data)]
        if config:
            parts.append(("config", None, json.dumps(config)))
        content_type, body = form(parts)
        return self.client.call("POST", "/v1/parse", body, {"Content-Type": content_type, **(headers or {})})

    def state(self, reply):
        path = "/v1/parse/" + reply.json["request_id"]
        return self.client.call("GET", path, headers={"Prefer": "wait=60"}, check=False).json

    def answer(self, reply):
        """The word for an answer, as kinds.py states it."""
        if reply.status not in (201, 202):
            return f"{reply.status} {reply.json['error_code']}"
        end = self.state(reply)
        while end["status"] not in ("completed", "failed"):
            end = self.state(reply)
        if end["status"] == "failed":
            return f"{end['error_code']} {end.get('error_detail')}"
        reasons = (end.get("checks") or {}).get("text_validation", {}).get("reasons", [])
        return " ".join(["completed", *reasons])

    def try_kind(self, kind):
        data = kind.make()
        self.watch.begin()
        started = time.monotonic()
        answer = self.answer(self.send(data, kind.file, kind.config, kind.json_body, kind.headers))
        seconds = time.monotonic() - started
        return Seen(kind, answer, seconds, *self.watch.end())

    def close(self):
        self.watch.over.set()
        self.server.close()


def print_row(s):
    wrong = "" if s.answer == s.kind.answer else f" **expected {s.kind.answer}**"
    print(f"| {s.kind.name} | {s.answer}{wrong} | {s.cpu * 1000:.0f} | {s.memory >> 20} | {s.deaths} |", flush=True)


def print_groups(seen):
    print("| group | files | completed | failed | refused | longest, worker CPU ms | peak MB | workers ended |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for title in dict.fromkeys(s.kind.group for s in seen):
        rows = [s for s in seen if s.kind.group == title]
        done = sum(s.answer.startswith("completed") for s in rows)
        refused = sum(s.answer[0].isdigit() for s in rows)
        print(f"| {title} | {len(rows)} | {done} | {len(rows) - done - refused} | {refused} | "
              f"{max(s.cpu for s in rows) * 1000:.0f} | {max(s.memory for s in rows) >> 20} | {sum(s.deaths for s in rows)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--groups", action="store_true")
    args = parser.parse_args()
    chosen = [k for k in kinds.KINDS if not args.names or any(n in k.name for n in args.names)]
    service = Service()
    try:
        seen = []
        if not args.groups:
            print("| file | answer | worker CPU ms | peak MB | workers ended |\n|---|---|---:|---:|---:|")
        for kind in chosen:
            seen.append(service.try_kind(kind))
            if not args.groups:
                print_row(seen[-1])
        if args.groups:
            print_groups(seen)
        wrong = [s for s in seen if s.answer != s.kind.answer]
        print(f"\n{len(seen)} files, {len(wrong)} with another answer than expected, service {'alive' if service.alive() else 'DEAD'}, "
              f"{service.memory() >> 20} MB resident at the end")
        return 1 if wrong or not service.alive() else 0
    finally:
        service.close()


if __name__ == "__main__":
    sys.exit(main())
