#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nodes in network namespaces on one PostgreSQL, while nodes are killed, links cut and the database
restarted: every request must end, be settled once, and `vitae doctor` find nothing.

run.py [--requests N] [--nodes N] [--kills N] [--cuts N] [--restarts N] [--clients N]
Needs root and `ip netns`; exit code 77 where that is not allowed or PostgreSQL is missing."""
import argparse
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from postgres import Postgres, programs  # noqa: E402

BINARY = os.environ.get("VITAE", str(ROOT / "build/src/cli/vitae"))
RESUME = (ROOT / "samples/resume.txt").read_text(encoding="utf-8")
LOST = (OSError, http.client.HTTPException)
NET, PORT, DATABASE_PORT, LEASE_S = "10.203.77", 8080, 5499, 5


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


class Network:
    """A bridge on this machine, and namespaces behind it. All names end with our process id."""

    def __init__(self):
        self.bridge, self.spaces = f"vtb{os.getpid()}", []
        ip("link", "add", self.bridge, "type", "bridge")
        ip("addr", "add", f"{NET}.1/24", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")

    def space(self, number):
        name, outer, inner = f"vt{number}n{os.getpid()}", f"vto{number}p{os.getpid()}", f"vti{number}p{os.getpid()}"
        ip("netns", "add", name)
        self.spaces.append(name)
        ip("link", "add", outer, "type", "veth", "peer", "name", inner)
        ip("link", "set", outer, "master", self.bridge, "up")
        ip("link", "set", inner, "netns", name)
        ip("-n", name, "addr", "add", f"{NET}.{10 + number}/24", "dev", inner)
        ip("-n", name, "link", "set", inner, "up")
        ip("-n", name, "link", "set", "lo", "up")
        return name, outer

    def close(self):
        for name in self.spaces:
            ip("netns", "del", name, check=False)
        ip("link", "del", self.bridge, check=False)


class Node:
    def __init__(self, network, number, store):
        self.space, self.link = network.space(number)
        self.address, self.store = f"{NET}.{10 + number}", store
        self.data = tempfile.mkdtemp(prefix="vitae-node-")
        self.key, self.lock, self.process = None, threading.Lock(), None
        self.start()

    def start(self):
        with open(self.data + "/log", "ab") as log:
            self.process = subprocess.Popen(
                ["ip", "netns", "exec", self.space, BINARY, "serve", "--listen", f"{self.address}:{PORT}",
                 "--data", self.data, "--store", self.store, "--create-per-minute", "0", "--read-per-minute", "0",
                 "--queue-max", "0", "--parallel-per-key", "0", "--lease-seconds", str(LEASE_S), "--workers", "2",
                 "--connections-per-address", "1000"], stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self.process.stdout:
            if line.startswith("API key: "):
                self.key = line.split()[-1]
            if line.startswith("Dashboard"):
                return
        raise RuntimeError(pathlib.Path(self.data, "log").read_text(encoding="utf-8")[-2000:])

    def id(self):
        return re.findall(r"node=(node_\w+)", pathlib.Path(self.data, "log").read_text(encoding="utf-8"))[-1]

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)
        shutil.rmtree(self.data, ignore_errors=True)


class Load:
    """Creates with an Idempotency-Key each, tried anywhere until one node has taken it."""

    def __init__(self, nodes, key, requests, clients):
        self.nodes, self.key, self.left = nodes, key, list(range(requests))
        self.lock, self.accepted, self.tries, self.faults = threading.Lock(), [], 0, []
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(clients)]
        for thread in self.threads:
            thread.start()

    def post(self, connection, number):
        body = json.dumps({"input": {"type": "text", "raw_text": RESUME}})
        connection.request("POST", "/v1/parse", body, {
            "Authorization": "Bearer " + self.key, "Content-Type": "application/json",
            "Idempotency-Key": f"r{number}"})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def work(self):
        connection = None
        while True:
            with self.lock:
                if not self.left:
                    return
                number = self.left.pop()
            while True:
                try:
                    connection = connection or http.client.HTTPConnection(random.choice(self.nodes).address, PORT,
                                                                          timeout=5)
                    self.tries += 1
                    status, body = self.post(connection, number)
                except LOST:
                    status = 0
                if status == 202:
                    break
                if status not in (0, 409, 503):
                    self.faults.append(f"{status} {body[:200]!r}")
                if connection:
                    connection.close()
                connection = None
                time.sleep(0.05)
            with self.lock:
                self.accepted.append(json.loads(body)["request_id"])


class Chaos(threading.Thread):
    """Kills, cuts and restarts, evenly over the creates."""

    def __init__(self, args, nodes, postgres, database, load):
        super().__init__(daemon=True)
        self.nodes, self.postgres, self.database, self.load = nodes, postgres, database, load
        what = ["kill"] * args.kills + ["cut"] * args.cuts
        random.shuffle(what)
        for i in range(args.restarts):
            what.insert((i + 1) * len(what) // (args.restarts + 1) + i, "restart")
        self.plan = [(args.requests * (i + 1) // (len(what) + 1), name) for i, name in enumerate(what)]
        self.recoveries, self.done, self.repairs = [], [], []
        self.start()

    def run(self):
        for at, what in self.plan:
            while len(self.load.accepted) < at and self.load.left:
                time.sleep(0.05)
            print(f"{len(self.load.accepted):6} accepted: {what}", flush=True)
            getattr(self, what)()
            self.done.append(what)
        for repair in self.repairs:
            repair.join()

    def later(self, seconds, what):
        def wait():
            time.sleep(seconds)
            what()
        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        self.repairs.append(thread)

    def held(self, node_id):
        return int(self.postgres.sql(f"SELECT COUNT(*) FROM request WHERE node = '{node_id}'", self.database))

    def kill(self):
        node = random.choice(self.nodes)
        with node.lock:
            dead = node.id()
            node.process.send_signal(signal.SIGKILL)  # `ip netns exec` has become the node
            node.process.wait()
            begun = time.monotonic()
            if self.held(dead):
                while self.held(dead):
                    time.sleep(0.05)
                self.recoveries.append(time.monotonic() - begun)
            node.start()

    def cut(self):
        node = random.choice(self.nodes)
        with node.lock:
            ip("link", "set", node.link, "down")
        self.later(random.uniform(2, 3 * LEASE_S), lambda: ip("link", "set", node.link, "up"))

    def restart(self):
        self.postgres.stop(random.choice([signal.SIGINT, signal.SIGQUIT]))
        time.sleep(random.uniform(0.2, 2))
        self.postgres.start()


def check(args, postgres, database, load, nodes):
    """The sentences that must hold, each with what was found."""
    left, since = -1, time.monotonic()
    while left and time.monotonic() - since < 120:  # as long as it goes on
        now = int(postgres.sql("SELECT COUNT(*) FROM request WHERE queue IS NOT NULL", database))
        if now != left:
            left, since = now, time.monotonic()
        time.sleep(0.5)

    def one(text):
        return postgres.sql(text, database)
    states = dict(line.split("|") for line in one("SELECT state, COUNT(*) FROM request GROUP BY state").splitlines())
    settled = one("SELECT COUNT(*) FROM (SELECT request_id FROM ledger WHERE kind = 'release' GROUP BY request_id "
                  "HAVING COUNT(*) = 1) AS once")
    doctor = subprocess.run([BINARY, "doctor", "--quiet", "--store", nodes[0].store, "--data", nodes[0].data],
                            capture_output=True, text=True, check=False)
    tries = one("SELECT string_agg(tries || ': ' || n, ', ') FROM (SELECT tries, COUNT(*) AS n FROM request "
                "GROUP BY tries ORDER BY tries) AS t")
    print(f"states {states}; tries {tries}; creates tried {load.tries}")
    return [
        (f"each create was accepted once: {len(set(load.accepted))}", len(set(load.accepted)) == args.requests),
        (f"all are there and have ended: {states}",
         sum(int(n) for state, n in states.items() if state in ("completed", "failed")) == args.requests
         == sum(map(int, states.values()))),
        (f"each was settled exactly once: {settled}", int(settled) == args.requests),
        (f"doctor finds nothing: {doctor.stdout}{doctor.stderr}",
         doctor.returncode == 0 and "BROKEN" not in doctor.stdout),
        (f"no unexpected answer: {load.faults[:3]}", not load.faults),
    ]


def run(args, network):
    postgres = Postgres(durable=True, listen=f"{NET}.1", port=DATABASE_PORT, hba=[f"host all all {NET}.0/24 trust"])
    nodes, good = [], False
    try:
        database = "cluster"
        postgres.sql(f"CREATE DATABASE {database}")
        store = f"postgresql://vitae@{NET}.1:{DATABASE_PORT}/{database}"
        for number in range(args.nodes):
            nodes.append(Node(network, number, store))
        begun = time.monotonic()
        load = Load(nodes, nodes[0].key, args.requests, args.clients)
        chaos = Chaos(args, nodes, postgres, database, load)
        for thread in load.threads:
            thread.join()
        accepted = time.monotonic() - begun
        chaos.join()
        results = check(args, postgres, database, load, nodes)
        ended = time.monotonic() - begun
        for sentence, holds in results:
            print("ok     " if holds else "BROKEN ", sentence.strip())
        good = all(holds for _, holds in results)
        print(f"{args.requests} requests, {args.nodes} nodes: {', '.join(chaos.done)}; accepted in {accepted:.0f} s, "
              f"ended in {ended:.0f} s")
        if chaos.recoveries:
            print(f"jobs of a killed node were taken back after {statistics.median(chaos.recoveries):.1f} s (median), "
                  f"{max(chaos.recoveries):.1f} s (most); --lease-seconds {LEASE_S}")
        return 0 if good else 1
    finally:
        if not good:
            for node in nodes:
                log = pathlib.Path(node.data, "log").read_text(encoding="utf-8").splitlines()
                print("\n".join([line for line in log if " error " in line][-5:]))
        for node in nodes:
            node.close()
        postgres.close()


def main():
    parser = argparse.ArgumentParser()
    for name, value in (("requests", 20000), ("nodes", 3), ("kills", 12), ("cuts", 6), ("restarts", 2), ("clients", 24)):
        parser.add_argument("--" + name, type=int, default=value)
    args = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("ip") or not programs():
        print("needs root, ip and PostgreSQL")
        return 77
    try:
        network = Network()
        network.space(99)
    except subprocess.CalledProcessError as problem:
        print("no network namespaces here:", problem.stderr)
        return 77
    try:
        return run(args, network)
    finally:
        network.close()


if __name__ == "__main__":
    sys.exit(main())
