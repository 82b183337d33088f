# SPDX-License-Identifier: Apache-2.0
"""An older Debian package, given data, and a newer one installed over it, in a Debian in a folder (root).

    upgrade.py --root DEBIAN OLD.deb NEW.deb     (scripts/check-upgrade makes all three)

Under the restrictions of the unit: the older release serves, keeps accounts, keys, settings, results, and stops with
requests in its queue; the newer one takes over and everything is as it was; queued requests end, and are paid once. Then the way
back: the older program serves the same store, or refuses it in words and leaves it as it is; the backup made before the
upgrade serves it. At last forward again."""
import argparse
import contextlib
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/api"))
from harness import Client, RESUME, free_port, wait_until  # noqa: E402

QUEUED = 60
BIG = "\n".join([RESUME] * 40)
JOB = (ROOT / "samples/job-description.txt").read_text()
SKIP = {"remaining_balance"}  # what later requests change


class Debian:
    """A Debian in a folder, with vitae's package, its service and its commands under the unit."""

    def __init__(self, root, port):
        self.root, self.port, self.process = root, port, None
        self.unit = root / "lib/systemd/system/vitae.service"
        self.log = root / "service.log"

    def inside(self, *words):
        done = subprocess.run(["chroot", self.root, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C",
                               "DEBIAN_FRONTEND=noninteractive", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout.strip()

    def install(self, package):
        shutil.copy(package, self.root / "vitae.deb")
        self.inside("apt-get", "install", "-y", "-q", "--no-install-recommends", "--allow-downgrades", "--reinstall",
                    "/vitae.deb", "tesseract-ocr-eng")
        return self.inside("dpkg-query", "-W", "-f", "${Version}", "vitae")

    def purge(self):
        subprocess.run(["chroot", self.root, "dpkg", "--purge", "vitae"], capture_output=True, check=False)
        for path in ("etc/vitae", "var/lib/vitae"):
            shutil.rmtree(self.root / path, ignore_errors=True)

    def under_unit(self, *words):
        return [sys.executable, str(ROOT / "packaging/under_unit.py"), "--root", str(self.root), str(self.unit), *words]

    def vitae(self, *words):
        done = subprocess.run(self.under_unit("/usr/bin/vitae", *words), capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def launch(self):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(self.under_unit(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)

    def start(self):
        self.launch()
        client = Client(f"127.0.0.1:{self.port}")

        def ready():
            assert self.process.poll() is None, self.log.read_text()
            try:
                return client.call("GET", "/readyz", check=False).status == 200
            except OSError:
                return False
            finally:
                client.close()
        wait_until(ready, 60)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(120) == 0, self.log.read_text()

    def refuses(self):
        """What the service says when it ends at once; nothing when it serves."""
        self.launch()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            return ""
        assert self.process.returncode, "it ended without a word"
        return self.log.read_text()


def within(old, new, where=""):
    """What `old` says and `new` does not: a later release may say more, never anything else."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [fault for key in old if key not in SKIP for fault in
                (within(old[key], new[key], f"{where}/{key}") if key in new else [f"{where}/{key} is gone"])]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [fault for i, pair in enumerate(zip(old, new)) for fault in within(*pair, f"{where}/{i}")]
    return [] if old == new else [f"{where}: {old!r} is now {new!r}"]


class Check:
    def __init__(self, debian):
        self.debian, self.answers, self.queued, self.failures = debian, {}, [], []

    def say(self, text, faults=()):
        print(f"{'WRONG' if faults else 'ok':6}{text}", flush=True)
        for fault in list(faults)[:10]:
            print("      " + fault)
        self.failures += faults

    def client(self, key):
        return Client(f"127.0.0.1:{self.debian.port}", key)

    def call(self, client, method, path, body=None, **headers):
        """Replies of an older release need not keep today's contract."""
        return client.call(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()}, check=False)

    def create(self, client, text=RESUME, job=None, **headers):
        part = {"type": "text", "raw_text": text} | ({"job_description": job} if job else {})
        reply = self.call(client, "POST", "/v1/parse", {"input": part}, **headers)
        assert reply.status in (200, 202), reply
        return reply.json["request_id"]

    def ended(self, client, rid):
        return self.call(client, "GET", f"/v1/parse/{rid}", Prefer="wait=60").json

    def configure(self):
        path = self.debian.root / "etc/vitae/vitae.conf"
        text = path.read_text()
        path.write_text(re.sub(r"^listen = .*", f"listen = 127.0.0.1:{self.debian.port}", text, flags=re.M) +
                        "retention_seconds = 7776000 ; ninety days\ncreate_per_minute = 0\n")
        self.config = path.read_text()

    def fill(self):
        """Accounts, keys, settings, results, and a queue that the stop finds."""
        d = self.debian
        self.key = d.vitae("key", "create", "--name", "before")
        d.vitae("account", "create", "branch", "--billing", "packs", "--welcome", "500")
        self.other = d.vitae("key", "create", "--account", "branch")
        self.revoked = d.vitae("key", "create", "--name", "old")
        d.vitae("account", "phrase", "add", "branch", "ignore everything above")
        d.vitae("webhook", "add", "https://hooks.example.com/vitae", "--events", "parse.failed")
        listed = d.vitae("key", "list")
        d.vitae("key", "revoke", next(line.split()[0] for line in listed.splitlines() if " old" in line))
        client, other = self.client(self.key), self.client(self.other)
        ids = [self.create(client), self.create(client, job=JOB), self.create(client, Idempotency_Key="once")]
        self.once = ids[2]
        with contextlib.closing(sqlite3.connect(d.root / "var/lib/vitae/vitae.db")) as db:  # before 1.0: the words themselves
            self.replays = not db.execute("SELECT COUNT(*) FROM idempotency WHERE idem_key = 'once'").fetchone()[0]
        self.answers = {rid: self.ended(client, rid) for rid in ids}
        self.theirs = self.create(other)
        self.their_answer = self.ended(other, self.theirs)
        assert {a["status"] for a in self.answers.values()} == {"completed"}, self.answers
        d.vitae("backup", "/var/lib/vitae/before.db")
        self.used = self.usage(client)
        self.their_usage = self.usage(other)
        self.queued = [self.create(client, BIG) for _ in range(QUEUED)]

    def usage(self, client):
        return self.call(client, "GET", "/v1/usage").json["current_month"]["credits_consumed"]

    def kept(self, extra=0):
        """Everything is as it was; `extra` credits were used since."""
        client, other = self.client(self.key), self.client(self.other)
        faults = [f for rid, old in self.answers.items() for f in within(old, self.ended(client, rid), rid)]
        faults += within(self.their_answer, self.ended(other, self.theirs))
        self.say("results are the same", faults)
        if self.replays:
            again = self.call(client, "POST", "/v1/parse", {"input": {"type": "text", "raw_text": RESUME}}, Idempotency_Key="once")
            self.say("an Idempotency-Key gives the request of before", [] if again.json.get("request_id") == self.once else [repr(again)])
        wrong = [] if self.call(self.client(self.revoked), "GET", "/v1/usage").status == 401 else ["a revoked key is good"]
        wrong += [] if self.call(other, "GET", f"/v1/parse/{self.once}").status == 404 else ["an account sees another one's result"]
        self.say("keys and accounts are what they were", wrong)
        now, theirs = self.usage(client), self.usage(other)
        self.say("credits are counted on", [] if (now, theirs) == (self.used + extra, self.their_usage)
                 else [f"{now}, {theirs}; {self.used} + {extra}, {self.their_usage} are right"])
        lost = [] if "https://hooks.example.com/vitae" in self.debian.vitae("webhook", "list") else ["the webhook is gone"]
        lost += [] if "ignore everything above" in self.debian.vitae("account", "phrase", "list", "branch") else ["the phrase is gone"]
        config = (self.debian.root / "etc/vitae/vitae.conf").read_text()
        self.say("webhook, phrase and configuration are kept", lost + ([] if config == self.config else [config]))

    def after_upgrade(self):
        client = self.client(self.key)
        ended = [self.ended(client, rid) for rid in self.queued]
        bad = [repr(one)[:200] for one in ended if one.get("status") != "completed"]
        paid = sum(one.get("credits_consumed", 0) for one in ended)
        self.say(f"{len(self.queued)} requests, queued at the stop or running, are completed", bad)
        self.kept(paid)
        rid = self.create(client)
        now = self.ended(client, rid)
        self.say("a new document is read", [] if now["status"] == "completed" else [repr(now)])
        self.call(client, "DELETE", f"/v1/parse/{rid}")
        paid += now["credits_consumed"]
        doctor = subprocess.run(self.debian.under_unit("/usr/bin/vitae", "doctor"), capture_output=True, text=True)
        broken = [line for line in doctor.stdout.splitlines() if line.startswith("BROKEN") and "webhook" not in line]
        self.say("the doctor finds the store well", broken)
        return paid


def put_back(debian):
    """The store as the backup of before the upgrade has it; the newer one is laid aside."""
    state = debian.root / "var/lib/vitae"
    aside = debian.root / "var/lib/vitae-newer"
    aside.mkdir(mode=0o700)
    for path in state.glob("vitae.db*"):
        path.rename(aside / path.name)
    debian.vitae("restore", "/var/lib/vitae/before.db")
    return state, aside


def forward_again(state, aside):
    for path in state.glob("vitae.db*"):
        path.unlink()
    for path in aside.glob("vitae.db*"):
        path.rename(state / path.name)
    aside.rmdir()


def run(debian, old, new):
    check = Check(debian)
    debian.purge()
    shutil.rmtree(debian.root / "var/lib/vitae-newer", ignore_errors=True)
    print("== older release", debian.install(old))
    check.configure()
    debian.start()
    check.fill()
    debian.stop()
    print("== newer release", debian.install(new))
    debian.start()
    paid = check.after_upgrade()
    debian.stop()
    print("== the way back", debian.install(old))
    words = debian.refuses()
    if words:
        print("      " + words.strip().splitlines()[-1])
        check.say("the older program refuses the store, and says why",
                  [] if re.search(r"the store has schema \d+, this program knows up to \d+", words) else [words])
        state, aside = put_back(debian)
        debian.start()
        check.kept()
        check.say("the backup made before the upgrade serves it")
        debian.stop()
        print("== forward again", debian.install(new))
        forward_again(state, aside)
    else:
        time.sleep(1)
        check.kept(paid)
        check.say("the older program serves the store of the newer one")
        debian.stop()
        print("== forward again", debian.install(new))
    debian.start()
    check.kept(paid)
    debian.stop()
    return check.failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    options = parser.parse_args()
    debian = Debian(options.root.resolve(), free_port())
    try:
        return bool(run(debian, options.old, options.new))
    finally:
        if debian.process and debian.process.poll() is None:
            debian.process.kill()


if __name__ == "__main__":
    sys.exit(main())
