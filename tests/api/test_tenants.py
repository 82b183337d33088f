# SPDX-License-Identifier: Apache-2.0
"""What one account does to another: what workers remember, and what they hold of the service."""
import contextlib
import json
import os
import pathlib
import select
import socket
import sqlite3
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import harness
from harness import JOB, RESUME, ROOT, SCAN, Server, wait_until
from test_events import Web, answer

sys.path[:0] = [str(ROOT / "tests/soak"), str(ROOT / "bench")]
import watch  # noqa: E402
from tenants import Flood, nested_forms, picture_many_times  # noqa: E402


def written(pid):
    """The memory that a process has written, as bytes."""
    parts = []
    with contextlib.suppress(OSError), open(f"/proc/{pid}/maps", encoding="utf-8") as maps, \
            open(f"/proc/{pid}/mem", "rb") as memory:
        for line in maps:
            words = line.split()
            if "rw" in words[1] and words[-1] not in ("[vvar]", "[vsyscall]"):
                start, end = (int(x, 16) for x in words[0].split("-"))
                with contextlib.suppress(OSError):
                    memory.seek(start)
                    parts.append(memory.read(end - start))
    return b"".join(parts)


def may_look():
    """Whether this user may look into processes that are not dumpable."""
    return os.geteuid() == 0


@unittest.skipUnless(may_look(), "this user may not look into workers")
class Remembered(unittest.TestCase):
    """The text of a document is in no worker that reads another account's."""

    def setUp(self):
        with unittest.mock.patch.dict(os.environ, MALLOC_PERTURB_="0"):  # what is freed stays to be found
            self.server = Server("--workers", "1")
        self.addCleanup(self.server.close)
        self.own = self.server.client
        self.other = self.server.account("other", "--allowance", "1000")

    def workers(self):
        nursery, workers = watch.family(self.server.process.pid)
        return workers

    def knowing(self, word):
        """The workers that have the word in their memory."""
        return [pid for pid in self.workers() if word.encode() in written(pid)]

    def test_of_another_account(self):
        marked = "Zqxjvkname"
        text = RESUME.replace("Maria", marked)
        self.assertEqual(self.own.end(self.own.text(text))["status"], "completed")
        self.assertEqual(self.own.end(self.own.upload([("file", "a.txt", text)]))["status"], "completed")
        self.assertTrue(self.knowing(marked), "this test looks at the wrong place")
        strange = "Qwvztother"
        text = RESUME.replace("Maria", strange)
        ever = set()
        for _ in range(3):
            self.assertEqual(self.other.end(self.other.upload([("file", "b.txt", text)]))["status"], "completed")
            self.assertEqual(self.other.end(self.other.text(text))["status"], "completed")
            seen = set(self.knowing(strange))
            ever |= seen
            self.assertFalse(seen & set(self.knowing(marked)))
            self.assertEqual(self.own.end(self.own.text(RESUME.replace("Maria", marked)))["status"], "completed")
        self.assertTrue(ever, "this test looks at the wrong place")

    def test_one_account_keeps_its_workers(self):
        for _ in range(3):
            self.assertEqual(self.own.end(self.own.text())["status"], "completed")
        before = set(self.knowing("Example GmbH"))
        for _ in range(5):
            self.assertEqual(self.own.end(self.own.text())["status"], "completed")
        self.assertTrue(before & set(self.knowing("Example GmbH")))


@unittest.skipUnless(may_look(), "this user may not look into workers")
class Secrets(unittest.TestCase):
    """Neither the nursery nor a worker holds what the service was told."""
    said = {"argv": "zq-argv-secret", "environment": "zq-pgpassword", "file": "zq-file-secret"}

    def setUp(self):
        self.config = tempfile.NamedTemporaryFile("w", prefix="vitae-", suffix=".conf")
        self.config.write(f"llm_model = {self.said['file']}\n")
        self.config.flush()
        environment = dict(os.environ, PGPASSWORD=self.said["environment"], AWS_SECRET_ACCESS_KEY=self.said["environment"])
        self.server = Server("--workers", "1", "--config", self.config.name, "--cors-origins",
                             "https://" + self.said["argv"], environment=environment)
        self.addCleanup(self.config.close)
        self.addCleanup(self.server.close)

    def test_secrets(self):
        client = self.server.client
        self.assertEqual(client.end(client.text())["status"], "completed")
        nursery, workers = watch.family(self.server.process.pid)
        self.assertTrue(workers)
        for pid in (nursery, *workers):
            memory = written(pid)
            self.assertTrue(memory)
            for place, secret in {**self.said, "key": self.server.key}.items():
                self.assertFalse(secret.encode() in memory, f"{place} is in {watch.read(f'/proc/{pid}/comm')}")

    def test_nothing_dumps_core(self):
        nursery, workers = watch.family(self.server.process.pid)
        for pid in (self.server.process.pid, nursery, *workers):
            self.assertRegex(watch.read(f"/proc/{pid}/limits"), r"Max core file size +0 +0 ")

    def test_workers_have_no_capability(self):
        _, workers = watch.family(self.server.process.pid)
        for pid in workers:
            status = watch.read(f"/proc/{pid}/status")
            for line in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
                self.assertIn(line + ":\t0000000000000000\n", status)


class Arguments(unittest.TestCase):
    """Every user of a machine reads the arguments of every process: no password stays there."""

    def test_passwords_of_urls(self):
        rows = [["--llm-model", "http://me:zq-secret@localhost:9/v1?password=zq-secret&a=b"],
                ["--llm-model=http://me:zq-se@cret@localhost:9/v1"]]
        if harness.POSTGRES:
            rows.append(["--store", harness.POSTGRES.database().replace("@", ":zq-secret@", 1)])
        for words in rows:
            with self.subTest(words):
                server = Server("--workers", "1", *words)
                self.addCleanup(server.close)
                said = pathlib.Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
                for part in (b"zq-", b"cret"):
                    self.assertNotIn(part, said)
                self.assertIn(b"me:@localhost:9/v1" if "llm" in words[0] else b":@", said)
                server.close()


class Silent:
    """A server that takes connections and never says a word."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.socket.getsockname()[1]
        self.kept = []
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                self.kept.append(self.socket.accept()[0])

    def url(self, path):
        return f"http://localhost:{self.port}{path}"

    def close(self):
        self.socket.close()
        for connection in self.kept:
            connection.close()


class Queues(unittest.TestCase):
    """One account's documents, servers and endpoints keep no other account waiting."""
    PATIENCE = 12  # seconds; the other account alone would take minutes

    def setUp(self):
        self.web = Web({"/resume.txt": answer(body=RESUME.encode()), "/hook": answer()})
        self.silent = Silent()
        self.addCleanup(self.web.close)
        self.addCleanup(self.silent.close)
        self.server = Server("--workers", "1", "--fetch-allow", "localhost", "--fetch-seconds", "30", "--fetchers", "1",
                             "--webhook-senders", "1", "--stop-seconds", "1")
        self.addCleanup(self.server.close)
        self.many = self.server.account("many", "--allowance", "100000")
        self.one = self.server.account("one", "--allowance", "100000")

    def assert_quick(self, create):
        begun = time.monotonic()
        ended = self.one.end(create(), seconds=60)
        self.assertEqual(ended["status"], "completed")
        self.assertLess(time.monotonic() - begun, self.PATIENCE)

    def waiting(self):
        return int(self.server.sql("SELECT COUNT(*) FROM request WHERE state IN ('created', 'parsing')")[0][0])

    def test_parse(self):
        scan = [("file", "a.png", SCAN), ("config", None, '{"extract": {"type": "ocr"}}')]
        for _ in range(30):
            self.assertEqual(self.many.upload(scan).status, 202)
        self.assert_quick(self.one.text)
        self.assertGreater(self.waiting(), 5, "this test floods nothing")

    def test_fetch(self):
        for i in range(12):
            self.many.create({"input": {"type": "url", "data": self.silent.url(f"/{i}")}})
        self.assert_quick(lambda: self.one.create({"input": {"type": "url", "data": self.web.url("/resume.txt", "localhost")}}))
        self.assertGreater(self.waiting(), 5)

    def test_webhooks(self):
        for i in range(20):
            self.server.command("webhook", "add", self.silent.url(f"/{i}"), "--account", "many")
        self.server.command("webhook", "add", self.web.url("/hook", "localhost"), "--account", "one")
        self.many.end(self.many.text())
        wait_until(lambda: self.silent.kept)
        begun = time.monotonic()
        self.one.end(self.one.text())
        wait_until(lambda: [s for s in self.web.seen if s[0] == "/hook"], self.PATIENCE)
        self.assertLess(time.monotonic() - begun, self.PATIENCE)

    def test_an_endpoint_that_is_silent_gets_one_delivery_at_a_time(self):
        self.server.command("webhook", "add", self.silent.url("/hook"), "--account", "many")
        for _ in range(6):
            self.many.end(self.many.text())
        wait_until(lambda: self.silent.kept)
        time.sleep(3)
        self.assertEqual(len(self.silent.kept), 1)


class Handlers(unittest.TestCase):
    """Requests that compute, of which one account sends many at once, keep no other account waiting."""

    def setUp(self):
        self.server = Server("--workers", "1", "--handlers", "4", "--stop-seconds", "1")
        self.addCleanup(self.server.close)
        self.many = self.server.account("many", "--allowance", "100000")
        self.one = self.server.account("one", "--allowance", "100000")
        self.assertEqual(self.one.get("/v1/usage").status, 200)

    def large(self):
        """A request whose answer has 1.6 MB, and its result."""
        result = self.many.end(self.many.text())["result"]
        result["experience"] = [dict(result["experience"][0], title=f"Engineer {i}", company=f"Company {i}",
                                     highlights=["Did *this* and [that]. " * 8] * 6) for i in range(1000)]
        done = self.many.end(self.many.create({"input": {"type": "result", "data": result}}))
        return done["request_id"], result

    def answered_before(self, method, path, body=None, n=60, other=("GET", "/v1/usage"), whose=None, **headers):
        """One account sends n of these, then another one sends one request: the share that is answered before that."""
        host, port = self.server.address.rsplit(":", 1)
        data = json.dumps(body).encode() if body else b""
        head = {"Host": "x", "Authorization": "Bearer " + self.many.key, "Content-Type": "application/json",
                "Content-Length": len(data), **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in head.items()), "", ""]
        request = "\r\n".join(lines).encode() + data
        with contextlib.ExitStack() as stack:
            flood = [stack.enter_context(socket.create_connection((host, int(port)), timeout=60)) for _ in range(n)]
            for s in flood:
                s.sendall(request)
            select.select(flood, [], [], 60)  # by then all of them have been read
            reply = (whose or self.one).call(*other)
            self.assertEqual(reply.status, 200)
            answered = [s for s in flood if select.select([s], [], [], 0)[0]]
            self.assertEqual(flood[0].recv(12), b"HTTP/1.1 200")
            return len(answered) / n

    def assert_waits_for_few(self, *request, **how):
        self.assertLess(self.answered_before(*request, **how), 0.75)

    def test_exports_and_reviews(self):
        done, result = self.large()
        self.assert_waits_for_few("GET", f"/v1/parse/{done}?format=markdown")
        self.assert_waits_for_few("PUT", f"/v1/parse/{done}/review", {"result": result})

    def test_what_takes_more_than_a_moment_is_left_to_handlers(self):
        done, _ = self.large()
        small = self.many.end(self.many.text())["request_id"]
        export = ("GET", f"/v1/parse/{done}?format=markdown")
        before = {path: self.answered_before(*export, whose=self.many, other=("GET", path))
                  for path in (f"/v1/parse/{done}", "/v1/skills?limit=100&q=a", f"/v1/parse/{small}")}
        self.assertGreater(before[f"/v1/parse/{done}"], 0.75, before)  # behind what its account has asked before
        self.assertGreater(before["/v1/skills?limit=100&q=a"], 0.75, before)
        self.assertLess(before[f"/v1/parse/{small}"], 0.75, before)

    def test_searches(self):
        self.assert_waits_for_few("GET", "/v1/skills?limit=100&language=de&q=a", n=120)

    def test_half_of_the_cores_are_left_to_company(self):
        done, _ = self.large()
        request = (f"GET /v1/parse/{done}?format=markdown HTTP/1.1\r\nHost: x\r\n"
                   f"Authorization: Bearer {self.many.key}\r\nAccept-Encoding: gzip\r\n\r\n").encode()
        flood = Flood(self.server.address, request)
        self.addCleanup(flood.stop)
        used, begun, answered = self.server.cpu_seconds(), time.monotonic(), 0
        while time.monotonic() < begun + 3:
            self.assertEqual(self.one.get("/v1/usage").status, 200)
            answered += 1
            time.sleep(0.05)
        cores = (self.server.cpu_seconds() - used) / (time.monotonic() - begun)
        self.assertGreater(answered, 10)
        self.assertLess(cores, max(1, os.cpu_count() // 2) * 1.25)  # some of it writes the answers

    def test_job_descriptions(self):
        slow = {"job_description": ("5+ years of Python or Go, AWS, GCP or " * 800)[:29900]}
        self.assert_waits_for_few("POST", "/v1/jobs", slow, other=("POST", "/v1/jobs", {"job_description": JOB}))


class Costly(unittest.TestCase):
    """Small files that cost much end after the time that files of their size get, whatever the limit is."""

    def setUp(self):
        self.server = Server("--workers", "1", "--timeout-seconds", "600", "--stop-seconds", "1")
        self.addCleanup(self.server.close)
        self.client = self.server.client

    def test_one_picture_drawn_20000_times(self):
        for side in (1, 500, 7000):
            with self.subTest(side):
                begun = self.computed()
                ended = self.ends("a.pdf", picture_many_times(20000, side), "ocr")
                self.assertEqual((ended["status"], ended.get("error_detail")), ("failed", "ocr_failed"))
                self.assertLess(self.computed() - begun, 20, "seconds of the processor")

    def computed(self):
        """Seconds of the processor that the nursery's workers took, also those that ended."""
        stat = pathlib.Path(f"/proc/{watch.family(self.server.process.pid)[0]}/stat").read_text().rsplit(")", 1)[1].split()
        alive = [pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                 for pid in watch.family(self.server.process.pid)[1]]
        return (sum(int(x) for x in stat[11:15]) + sum(int(x) for a in alive for x in a[11:13])) / os.sysconf("SC_CLK_TCK")

    def ends(self, name, data, extract="file"):
        created = self.client.upload([("file", name, data), ("config", None, '{"extract": {"type": "%s"}}' % extract)])
        for _ in range(4):  # seconds of the processor, which a busy machine gives slowly
            reply = self.client.get("/v1/parse/" + created.json["request_id"], Prefer="wait=60")
            if reply.json["status"] in ("completed", "failed"):
                return reply.json
        raise AssertionError("it did not end")

    def test_forms_that_draw_forms(self):
        for leaf in ("", "0 0 m 9 9 l S"):
            for extract in ("file", "ocr"):
                with self.subTest(leaf=leaf, extract=extract):
                    ended = self.ends("a.pdf", nested_forms(12, 10, leaf), extract)
                    self.assertEqual((ended["status"], ended.get("error_detail")), ("failed", "limit"))
        self.assertEqual(self.client.end(self.client.text())["status"], "completed")

    def test_rules_times_elements(self):
        rules = "".join(f"div .a .b{i} .a, .a .a b .a {{ color: #{i:06x} }}" for i in range(3000))
        page = "<style>" + rules + "</style><h1>Maria Sample</h1>" + "<div class=a>" * 100 + "<i class=a>x</i>" * 20000
        self.assertEqual(self.ends("a.html", page + RESUME)["status"], "completed")


class Caps(unittest.TestCase):
    """What an account can make is counted."""

    def test_caps(self):
        server = Server("--keys-per-account", "2", "--parallel-per-key", "2")
        self.addCleanup(server.close)
        server.account("full", "--allowance", "10")
        account = server.sql("SELECT id FROM account WHERE name = 'full'")[0][0]
        rows = {"key": (199, "api_key (id, account_id, name, hash, hint, test, scopes, created_ms, expires_ms, revoked_ms)",
                        "'key_{0}', '{1}', '', 'h{0}', '', 0, '', 1, 0, 0", ["key", "create", "--account", "full"], "200 keys"),
                "webhook": (50, "webhook_endpoint (id, account_id, url, secret, events, created_ms, disabled_ms)",
                            "'whk_{0}', '{1}', 'http://localhost/', 'whsec_', '', 1, 0",
                            ["webhook", "add", "https://192.0.2.1/", "--fetch-allow", "192.0.2.1", "--account", "full"],
                            "50 webhook endpoints")}
        for name, (count, table, values, words, said) in rows.items():
            with self.subTest(name), contextlib.closing(sqlite3.connect(server.data + "/vitae.db", timeout=20)) as db:
                for i in range(count):
                    db.execute(f"INSERT INTO {table} VALUES ({values.format(i, account)})")
                db.commit()
                result = server.command(*words, check=False)
                self.assertNotEqual(result.returncode, 0)
                self.assertIn("at most " + said, result.stderr)

    def test_an_account_has_the_limits_of_some_keys(self):
        server = Server("--keys-per-account", "2", "--create-per-minute", "3", "--create-burst", "3")
        self.addCleanup(server.close)
        server.command("account", "create", "keys", "--allowance", "100")
        clients = [server.client.with_key(server.command("key", "create", "--account", "keys")) for _ in range(4)]
        statuses = [client.text().status for client in clients for _ in range(3)]
        self.assertEqual(statuses[:6], [202] * 6)
        self.assertLessEqual(statuses.count(202), 7)  # one may have come back meanwhile
        self.assertEqual(server.client.text().status, 202)


class Namespaces(unittest.TestCase):
    """Where the machine lets the nursery make them, workers have no file and no process but their own."""

    def test_doctor_tells(self):
        server = Server()
        self.addCleanup(server.close)
        told = server.command("doctor", "-v")
        self.assertIn("sandbox: workers have no capability", told)
        for layer in ("workers see no other process", "workers see an empty root", "workers have an empty network"):
            self.assertRegex(told, f"(ok     |not here) sandbox: {layer}")
        _, workers = watch.family(server.process.pid)
        for kind, layer in (("pid", "workers see no other process"), ("mnt", "workers see an empty root"),
                            ("net", "workers have an empty network")):
            if f"ok      sandbox: {layer}" not in told or not may_look():
                continue
            own = os.readlink(f"/proc/self/ns/{kind}")
            self.assertTrue(workers)
            for pid in workers:
                self.assertNotEqual(os.readlink(f"/proc/{pid}/ns/{kind}"), own)
                if kind == "mnt":
                    self.assertLessEqual(set(os.listdir(f"/proc/{pid}/root")), {"cgroup"})
                    self.assertEqual(len(pathlib.Path(f"/proc/{pid}/mountinfo").read_text().splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
