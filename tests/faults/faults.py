# SPDX-License-Identifier: Apache-2.0
"""A service with inject.c preloaded, and whole requests to run against it while calls fail.

    python3 tests/faults/faults.py [--stride N] [--scenario NAME] [--sweep NAME]

runs the whole loop: each scenario again and again, failing the 1st, 2nd, 3rd ... call of a sweep
(every N-th with a stride). After each: the service lives or starts again, nothing that was accepted
is lost or ended twice, the ledger balances, descriptors do not leak. VITAE and VITAE_TEST_INJECT name the
binary and the preloaded library."""
import argparse
import collections
import ctypes
import http.client
import mmap
import os
import pathlib
import resource
import signal
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/api"))

from harness import RESUME, Client, Server, pdf  # noqa: E402
from test_events import Web, answer  # noqa: E402

INJECT = os.environ.get("VITAE_TEST_INJECT", str(ROOT / "build/tests/faults/libinject.so"))
KINDS = ("alloc", "read", "write", "sync", "size", "open", "map", "memfd", "socket", "send", "recv", "wait", "fork",
         "raw", "sql")
LOST = (OSError, http.client.HTTPException)


class Control(ctypes.Structure):
    """The page that inject.c maps."""
    _fields_ = [("kinds", ctypes.c_uint32), ("error", ctypes.c_int32), ("countdown", ctypes.c_int64),
                ("seen", ctypes.c_uint64), ("fired", ctypes.c_uint32), ("shortened", ctypes.c_uint32),
                ("pid", ctypes.c_int32), ("wall_ms", ctypes.c_int64), ("lookups", ctypes.c_uint32),
                ("hosts", ctypes.c_char * 1024), ("deadly", ctypes.c_char * 32), ("spared", ctypes.c_uint32),
                ("kills", ctypes.c_uint32), ("deaths", ctypes.c_uint32)]


class FaultyServer(Server):
    """A server whose calls fail on demand, whose wall clock can be set, whose names can lie."""

    def __init__(self, *flags, data=None):
        self.page = tempfile.NamedTemporaryFile(prefix="vitae-faults-")
        self.page.truncate(mmap.PAGESIZE)
        self.map = mmap.mmap(self.page.fileno(), mmap.PAGESIZE)
        self.control = Control.from_buffer(self.map)
        super().__init__("--queue-max", "0", *flags, data=data,
                         environment=dict(os.environ, LD_PRELOAD=INJECT, LD_VITAE_FAULTS=self.page.name))

    def arm(self, kinds, countdown, pid=0, error=0, shortened=False):
        c = self.control
        c.kinds = 0
        c.error, c.countdown, c.seen, c.fired, c.pid, c.shortened = error, countdown, 0, 0, pid, shortened
        c.kinds = sum(1 << KINDS.index(k) for k in kinds)

    def disarm(self):
        """The kind of the call that failed, or None."""
        self.control.kinds = 0
        return KINDS[self.control.fired - 1] if self.control.fired else None

    def close(self):
        super().close()
        del self.control
        self.page.close()

    def start(self):
        super().start()
        resource.prlimit(self.process.pid, resource.RLIMIT_CORE, (0, 0))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class World:
    """The server, a web server for documents and webhooks, and what was accepted so far."""

    def __init__(self):
        self.web = Web({"/resume.txt": answer(body=RESUME.encode()), "/hook": answer()})
        self.server = FaultyServer("--fetch-allow", "localhost", "--fetch-seconds", "5", "--idle-seconds", "5")
        self.hooked = self.server.account("hooked", "--allowance", "1000000")
        self.server.command("webhook", "add", self.web.url("/hook", "localhost"), "--account", "hooked")
        self.done = self.client().end(self.client().text())["request_id"]
        self.accepted, self.problems, self.failed = [], [], 0
        self.server.arm(CALLS, 1 << 62)
        self.client().get("/readyz")
        assert self.server.control.seen, f"{INJECT} is not preloaded"
        self.server.disarm()

    def client(self, key=None):
        client = Client(self.server.address, key or self.server.key)
        client.connection().timeout = 30
        return client

    def attempt(self, fn, allowed=(200, 202, 204, 500, 503)):
        """The reply, or None when the connection was lost; another status is a problem."""
        try:
            reply = fn()
        except TimeoutError:
            self.problems.append("no answer in 30 s")
            return None
        except AssertionError as e:  # not as the contract says
            self.problems.append(str(e))
            return None
        except LOST:
            return None
        if reply.status not in allowed:
            self.problems.append(f"answered {reply}")
        return reply

    def note(self, client, reply):
        if reply is not None and reply.status in (200, 202):
            self.accepted.append((client.key, reply.json["request_id"]))
            return reply.json["request_id"]
        return None

    def close(self):
        self.server.close()
        self.web.close()


# ---- scenarios: whole requests ----

serial = iter(range(1 << 62))


def scenario_text(w, c):
    key = f"text-{next(serial)}"
    first = w.attempt(lambda: c.text(Idempotency_Key=key, Prefer="wait=10"))
    first_id = w.note(c, first)
    again = w.attempt(lambda: c.text(Idempotency_Key=key), allowed=(200, 202, 409, 500, 503))
    again_id = w.note(c, again) if again is not None and again.status != 409 else None
    if first_id and again_id and first_id != again_id:
        w.problems.append("one Idempotency-Key made two requests")


def scenario_pdf(w, c):
    w.note(c, w.attempt(lambda: c.upload([("file", "r.pdf", pdf(2))], Prefer="wait=10")))


def scenario_large(w, c):
    text = "\n".join([RESUME] * 120)  # behind what is gathered in the heap
    parts = [("file", "r.txt", text), ("config", None, '{"parse": {"skip": true}}')]
    w.note(c, w.attempt(lambda: c.upload(parts, Prefer="wait=20")))


def scenario_url(w, c):
    body = {"input": {"type": "url", "data": w.web.url("/resume.txt", "localhost")}}
    w.note(c, w.attempt(lambda: c.create(body, Prefer="wait=10")))


def scenario_reads(w, c):
    for path in (f"/v1/parse/{w.done}", "/v1/parse?limit=5", "/v1/usage", "/v1/usage/history", "/readyz"):
        w.attempt(lambda path=path: c.get(path))


def scenario_poll(w, c):
    created = w.attempt(lambda: c.text())
    rid = w.note(c, created)
    if rid:
        w.attempt(lambda: c.get("/v1/parse/" + rid, Prefer="wait=10"))


def scenario_delete(w, c):
    created = w.attempt(lambda: c.text())
    if created is not None and created.status == 202:
        w.attempt(lambda: c.call("DELETE", "/v1/parse/" + created.json["request_id"]),
                  allowed=(204, 404, 500, 503))


def scenario_webhook(w, c):
    c.key = w.hooked.key
    before = len(w.web.seen)
    if w.note(c, w.attempt(lambda: c.text(Prefer="wait=10"))):
        until = time.monotonic() + 1.5
        while len(w.web.seen) == before and time.monotonic() < until:
            time.sleep(0.01)


SCENARIOS = {name.removeprefix("scenario_"): fn for name, fn in list(globals().items())
             if name.startswith("scenario_")}

# ---- sweeps: what fails ----

CALLS = [k for k in KINDS if k not in ("alloc", "sql")]
SWEEPS = {  # name: (kinds, +1 the service only, -1 the other processes only, errno, short writes)
    "calls": (CALLS, 1, 0, False),
    "writes-eio": (["write", "size"], 1, 5, False),
    "writes-short": (["write"], 1, 0, True),
    "sql": (["sql"], 1, 0, False),
    "workers": (CALLS, -1, 0, False),
    "workers-alloc": (["alloc"], -1, 0, False),
    "alloc": (["alloc"], 1, 0, False),
}


def arm(w, sweep, countdown):
    kinds, who, error, shortened = SWEEPS[sweep]
    w.server.arm(kinds, countdown, who * w.server.process.pid, error, shortened)


def run(w, scenario):
    client = w.client()
    try:
        SCENARIOS[scenario](w, client)
    finally:
        client.close()


def revive(w):
    """After an end of the process: only an allocation may be one, and a restart finds everything."""
    while w.server.process.poll() is None:
        client = w.client()
        try:
            client.get("/healthz")
            return False
        except LOST:
            time.sleep(0.05)  # it is about to end
        finally:
            client.close()
    w.server.stop(signal.SIGKILL)
    w.server.start()
    return True


def verify(w, where, may_die):
    revived = revive(w)
    if revived and not may_die:
        w.problems.append("the service ended")
    client = w.client()
    for key, rid in w.accepted:
        client.key = key
        try:
            ended = client.get("/v1/parse/" + rid, Prefer="wait=60")
        except TimeoutError:
            w.problems.append(f"{rid} did not end in 30 s")
            client.close()
            continue
        if ended.status != 200 or ended.json["status"] not in ("completed", "failed"):
            w.problems.append(f"lost: {ended}")
        elif ended.json["status"] == "failed":
            w.failed += 1
            if ended.json["credits_consumed"]:
                w.problems.append(f"a failed request paid: {ended}")
    client.key = w.server.key
    if client.get("/readyz").status != 200:
        w.problems.append("not ready")
    client.close()
    try:
        w.server.doctor()
    except AssertionError as e:
        w.problems.append(str(e))
    w.accepted.clear()
    problems = [f"{where}: {p}" for p in w.problems]
    w.problems.clear()
    return problems, revived


def points(w, scenario, sweep):
    """How many calls of the sweep the scenario makes."""
    run(w, scenario)
    arm(w, sweep, 1 << 62)
    run(w, scenario)
    w.server.disarm()
    problems, _ = verify(w, f"{scenario}/{sweep} without a fault", False)
    assert not problems, problems
    return w.server.control.seen


def loop(w, scenario, sweep, stride=1, first=1, samples=0):
    """Fails every stride-th call, or as many as `samples` says. What was found wrong, and counts."""
    total = points(w, scenario, sweep)
    counts, problems = collections.Counter(calls=total), []
    begun = w.server.descriptors()
    if samples:
        stride = max(1, total // samples)
    for n in range(min(first, total), total + 1, stride):
        arm(w, sweep, n)
        run(w, scenario)
        kind = w.server.disarm()
        counts["injected"] += kind is not None
        found, revived = verify(w, f"{scenario}/{sweep} call {n} of {total} ({kind})", sweep == "alloc")
        counts["restarts"] += revived
        problems += found
    counts["failed"] += w.failed
    w.failed = 0
    if not counts["restarts"]:
        time.sleep(0.2)
        left = w.server.descriptors() - begun
        if left > 12:  # connections that are kept, readers of the store
            problems.append(f"{scenario}/{sweep}: {left} descriptors more than before")
    return problems, counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--alloc-stride", type=int, default=25, help="of the sweeps that fail allocations")
    parser.add_argument("--scenario", choices=SCENARIOS, action="append")
    parser.add_argument("--sweep", choices=SWEEPS, action="append")
    options = parser.parse_args()
    w, bad, sum_of = World(), 1, collections.Counter()
    try:
        bad = 0
        for sweep in options.sweep or SWEEPS:
            for scenario in options.scenario or SCENARIOS:
                begun = time.monotonic()
                stride = options.stride * (options.alloc_stride if "alloc" in sweep else 1)
                problems, counts = loop(w, scenario, sweep, stride)
                sum_of.update(counts)
                bad += len(problems)
                print(f"{sweep:14} {scenario:8} {counts['calls']:6} calls, {counts['injected']:5} injected, "
                      f"{counts['restarts']:4} restarts, {counts['failed']:4} failed requests, "
                      f"{len(problems)} problems, {time.monotonic() - begun:.0f} s", flush=True)
                for problem in problems:
                    print("  " + problem[:600], flush=True)
    finally:
        if not bad:
            w.close()
        else:
            print("log:", w.server.data + "/log")
            w.server.stop()
    print(f"{sum_of['injected']} points injected, {sum_of['restarts']} restarts, {bad} problems")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
