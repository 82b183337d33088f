# SPDX-License-Identifier: Apache-2.0
"""Several nodes on one PostgreSQL: they share work, waits, limits; whatever dies, each request ends
and is paid once. Skipped where PostgreSQL is not installed."""
import concurrent.futures
import datetime
import http.client
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import harness
from harness import BINARY, RESUME, Client, Server, wait_until
from postgres import Postgres, programs

LONG = "\n".join([RESUME] * 20)
LOST = (OSError, http.client.HTTPException)


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class Nodes(unittest.TestCase):
    """Each test has its own database of one PostgreSQL."""

    @classmethod
    def setUpClass(cls):
        cls.postgres = harness.POSTGRES or Postgres()

    @classmethod
    def tearDownClass(cls):
        if cls.postgres is not harness.POSTGRES:
            cls.postgres.close()

    def setUp(self):
        self.url, self.nodes, self.key = self.postgres.database(), [], None

    def tearDown(self):
        for node in self.nodes:
            node.close()

    def node(self, *flags, url=None, **options):
        """Another node; the first one makes the key that all use."""
        made = Server(*flags, store=url or self.url, key=self.key, **options)
        self.key = self.key or made.key
        self.nodes.append(made)
        return made

    def ended(self, client, ids):
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            replies = list(threads.map(lambda rid: client.get("/v1/parse/" + rid, Prefer="wait=60"), ids))
        for reply in replies:
            self.assertEqual((reply.status, reply.json["status"]), (200, "completed"), reply)
        return replies

    def test_accepting_and_parsing_apart(self):
        front = self.node("--no-workers")
        created = front.client.text()
        time.sleep(0.3)
        self.assertEqual(front.client.get(created.headers["Location"]).json["status"], "created")
        worker = self.node(role="work")
        self.ended(front.client, [created.json["request_id"]])
        begun = time.monotonic()  # a long poll is woken by the node that has the result
        reply = front.client.text(Prefer="wait=20")
        self.assertEqual(reply.status, 200)
        self.assertLess(time.monotonic() - begun, 1.5)
        self.assertEqual(worker.stop(), 0)
        front.doctor()

    def test_a_full_disk(self):
        """PostgreSQL says 53100 to what writes: here a trigger says it."""
        front = self.node()
        done = front.client.end(front.client.text())
        name = re.search(r"/(test\w+)\?", self.url)[1]
        self.postgres.sql("CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                          "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$; "
                          "CREATE TRIGGER no_room BEFORE INSERT ON request EXECUTE FUNCTION no_room()", name)
        refused = front.client.text()
        self.assertEqual((refused.status, refused.json["error_code"], refused.headers["Retry-After"]), (503, "unavailable", "1"))
        ready = front.client.get("/readyz")
        self.assertEqual((ready.status, ready.json), (503, {"status": "unavailable", "store": "full"}))
        self.assertEqual(front.client.get("/v1/parse/" + done["request_id"]).json, done)
        self.assertEqual(front.client.get("/healthz").status, 200)
        self.postgres.sql("DROP TRIGGER no_room ON request", name)
        self.ended(front.client, [front.client.text().json["request_id"]])
        self.assertEqual(front.client.get("/readyz").status, 200)
        front.doctor()

    def test_a_password_in_the_url_is_not_in_the_arguments(self):
        front = self.node(url=self.url.replace("vitae@", "vitae:zq-secret@", 1))
        said = pathlib.Path(f"/proc/{front.process.pid}/cmdline").read_bytes()
        self.assertNotIn(b"secret", said)
        self.assertIn(b"postgresql://vitae:@", said)
        self.ended(front.client, [front.client.text().json["request_id"]])

    def test_a_role_alone_takes_a_shared_store(self):
        for words in (["work"], ["serve", "--no-workers"]):
            with tempfile.TemporaryDirectory() as data:
                result = subprocess.run([BINARY, *words, "--data", data], capture_output=True, text=True, check=False)
                self.assertEqual(result.returncode, 2)
                self.assertIn("postgresql://", result.stderr)

    def test_worker_drains(self):
        front, worker = self.node("--no-workers"), self.node(role="work")
        ids = [front.client.text(LONG).json["request_id"] for _ in range(20)]
        self.assertEqual(worker.stop(), 0)
        held = self.postgres.sql("SELECT COUNT(*) FROM request WHERE node IS NOT NULL", self.url_name())
        self.assertEqual(held, "0")
        self.node(role="work")
        self.ended(front.client, ids)
        front.doctor()

    def url_name(self):
        return self.url.split("@/")[1].split("?")[0]

    def test_limits_and_repetitions_are_shared(self):
        flags = ("--limit-operator", "--create-per-minute", "6", "--create-burst", "4")
        one, two = self.node(*flags), self.node(*flags)
        statuses = [node.client.text().status for node in (one, two, one, two, one, two)]
        self.assertEqual(statuses, [202] * 4 + [429] * 2)
        other = one.client.with_key(one.command("key", "create"))
        first = other.text(Idempotency_Key="k")
        again = Client(two.address, other.key).text(Idempotency_Key="k")
        self.assertEqual(again.json, first.json)
        self.assertEqual(again.headers["Idempotent-Replayed"], "true")

    def test_jobs_of_a_killed_node_go_to_another(self):
        front = self.node("--no-workers")
        ids = [front.client.text(LONG).json["request_id"] for _ in range(300)]
        worker = self.node(role="work")
        wait_until(lambda: int(self.postgres.sql("SELECT COUNT(*) FROM request WHERE lease_ms > 0", self.url_name())))
        worker.stop(signal.SIGKILL)
        self.node(role="work")
        consumed = [reply.json["credits_consumed"] for reply in self.ended(front.client, ids)]
        self.assertEqual(consumed, [1] * 300)
        front.doctor()

    def test_restarts_of_the_database(self):
        nodes = [self.node(), self.node()]
        accepted, stop, lock = [], threading.Event(), threading.Lock()

        def create(node):
            client = Client(node.address, self.key)
            while not stop.is_set():
                reply = client.text()
                self.assertIn(reply.status, (202, 503), reply)
                if reply.status == 202:
                    with lock:
                        accepted.append(reply.json["request_id"])
            client.close()
        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            running = [threads.submit(create, node) for node in nodes * 2]
            for how in (signal.SIGINT, signal.SIGQUIT):  # in order, and as after a crash
                time.sleep(1)
                self.postgres.stop(how)
                time.sleep(0.3)
                self.postgres.start()
            time.sleep(1)
            stop.set()
            for future in running:
                future.result(60)
        self.assertGreater(len(accepted), 50)
        self.ended(nodes[0].client, accepted)
        # a create whose answer was a 503 may be there or not, but each that is there ends
        wait_until(lambda: self.postgres.sql("SELECT COUNT(*) FROM request WHERE queue IS NOT NULL",
                                             self.url_name()) == "0", 60)
        nodes[0].doctor()

    def test_readiness_tells_of_the_store(self):
        node = self.node()
        self.assertEqual(node.client.get("/readyz").status, 200)
        self.postgres.stop()
        reply = wait_until(lambda: (lambda r: r.status == 503 and r)(node.client.get("/readyz")))
        self.assertEqual(reply.json["store"], "failed")
        self.assertEqual(node.client.get("/healthz").status, 200)
        self.postgres.start()
        wait_until(lambda: node.client.get("/readyz").status == 200)

    def test_a_database_that_stalls_and_comes_back(self):
        node = self.node()
        created = self.ended(node.client, [node.client.text().json["request_id"]])[0].json["request_id"]
        path, slowest, stop = "/v1/parse/" + created, 0, threading.Event()

        def ask(body):  # callers that have no idea of it; their keys are looked up anew
            while not stop.is_set():
                try:
                    node.client.call("POST" if body else "GET", "/v1/parse" if body else path, body)
                except LOST:
                    node.client.close()

        with concurrent.futures.ThreadPoolExecutor(24) as threads:
            running = [threads.submit(ask, {"input": {"type": "text", "raw_text": RESUME}} if i % 4 == 0 else None)
                       for i in range(24)]
            time.sleep(1.5)
            with self.postgres.stalled():
                until = time.monotonic() + 6
                while time.monotonic() < until:
                    begun = time.monotonic()
                    with socket.create_connection(tuple(node.address.rsplit(":", 1)), timeout=30) as s:
                        s.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                        self.assertIn(b" 200 ", s.recv(4096))
                    slowest = max(slowest, time.monotonic() - begun)
            stop.set()
            for future in running:
                future.result(90)
        print(f"slowest /healthz while the database stalled: {slowest * 1000:.0f} ms")
        self.assertLess(slowest, 2)
        wait_until(lambda: node.client.get(path).status == 200)
        self.assertEqual([node.client.get(path).status for _ in range(40)], [200] * 40)
        self.assertEqual(node.client.get("/readyz").status, 200)
        self.assertIn("vitae_store_up 1", node.client.get("/metrics").body.decode())

    def test_a_schema_with_a_hole_is_refused(self):
        node = self.node()
        self.assertEqual(node.stop(), 0)
        for statement, name in (("DROP INDEX request_erase", "index 'request_erase'"),
                                ("DROP TABLE prompt_phrase", "table 'prompt_phrase'")):
            self.postgres.sql(statement, self.url_name())
            for words in (["doctor"], ["serve", "--listen", "127.0.0.1:0"]):
                result = node.command(*words, check=False)
                self.assertEqual(result.returncode, 1, result.stdout)
                self.assertIn(name, result.stderr)
            self.postgres.sql("CREATE INDEX IF NOT EXISTS request_erase ON request (erase_ms) WHERE erase_ms > 0",
                              self.url_name())

    def test_a_clock_that_is_off(self):
        with tempfile.TemporaryDirectory() as folder:
            library = folder + "/skew.so"
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, pathlib.Path(__file__).with_name("skew.c")],
                           check=True)
            right = self.node()
            wrong = self.node(environment=dict(os.environ, LD_PRELOAD=library, VITAE_TEST_SKEW="7200"))
            ids = [node.client.text(LONG).json["request_id"] for node in (right, wrong) * 15]
            for reply in self.ended(right.client, ids):
                created = datetime.datetime.fromisoformat(reply.json["created_at"].replace("Z", "+00:00"))
                age = datetime.datetime.now(datetime.timezone.utc) - created
                self.assertLess(abs(age.total_seconds()), 100)
                self.assertLess(reply.json["duration_ms"], 100000)
            tries = self.postgres.sql("SELECT MAX(tries) FROM request", self.url_name())
            self.assertEqual(tries, "1")
            right.doctor()

    def test_a_newer_schema(self):
        self.node().close()
        name = self.url_name()
        self.postgres.sql("ALTER TABLE request ADD COLUMN next_release TEXT NOT NULL DEFAULT ''; "
                          "CREATE TABLE of_the_next_release (id TEXT PRIMARY KEY); "
                          "INSERT INTO schema_version VALUES (900, '900_more.sql', 0)", name)
        node = self.node()
        reply = node.client.text(Prefer="wait=20")
        self.assertEqual(reply.status, 200)
        node.doctor()
        node.close()
        self.postgres.sql("INSERT INTO schema_version VALUES (901, '901_break_more.sql', 0)", name)
        with self.assertRaisesRegex(RuntimeError, "the store has schema 901"):
            self.node()

    def test_metrics(self):
        node = self.node("--metrics-listen", "127.0.0.1:0")
        node.client.text(Prefer="wait=20")
        address = next(line for line in node.lines if line.startswith("Metrics")).split("//")[1].split("/")[0]
        for client in (node.client, Client(address)):
            text = client.get("/metrics").body.decode()
            for line in text.splitlines():
                self.assertRegex(line, r'^(# (HELP|TYPE) (vitae|process)_\w+ .+|'
                             r'(vitae|process)_\w+(\{\w+="[^"]+"(,\w+="[^"]+")*\})? [-0-9.e+]+)$')
            values = dict(re.findall(r"^(vitae_\S+) (\S+)$", text, re.M))
            self.assertEqual(values['vitae_queue_waiting{queue="parse"}'], "0")
            self.assertEqual(values['vitae_requests_ended_total{status="completed"}'], "1")
            self.assertEqual(values["vitae_credits_consumed_total"], "1")
            self.assertEqual(values["vitae_credits_balance"], "999999")
            self.assertEqual(values["vitae_processing_seconds_count"], "1")
            self.assertEqual(values['vitae_stage_seconds_count{stage="parse"}'], "1")
            self.assertEqual(values["vitae_nodes"], "1")
        self.assertEqual(node.client.get("/metrics", X_Forwarded_For="192.0.2.1").status, 404)
        self.assertEqual(Client(address).call("GET", "/v1/parse", check=False).status, 404)


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class Failover(unittest.TestCase):
    def test_a_standby_is_promoted(self):
        first_port, second_port = harness.free_port(), harness.free_port()
        replication = {"wal_level": "replica", "max_wal_senders": 4, "hot_standby": "on"}
        first = Postgres(listen="127.0.0.1", port=first_port, hba=["host replication all 127.0.0.1/32 trust"],
                         **replication)
        second, node = None, None
        try:
            second = Postgres(listen="127.0.0.1", port=second_port, base=f"postgresql://vitae@127.0.0.1:{first_port}/"
                              "?application_name=standby", **replication)
            name = "failover"
            first.sql(f"CREATE DATABASE {name}")
            first.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            first.sql("SELECT pg_reload_conf()")
            url = f"postgresql://vitae@127.0.0.1:{first_port},127.0.0.1:{second_port}/{name}"
            node = Server(store=url)
            ids = [node.client.text(LONG).json["request_id"] for _ in range(30)]
            first.stop(signal.SIGQUIT)
            second.run("pg_ctl", "promote", "-D", second.dir + "/data")
            more = wait_until(lambda: (lambda r: r.status == 202 and r)(node.client.text()), 40)
            for rid in [*ids, more.json["request_id"]]:  # accepted means: on the standby, too
                reply = wait_until(lambda r=rid: (lambda a: a.status == 200 and a)(
                    node.client.get("/v1/parse/" + r, Prefer="wait=60")), 60)
                self.assertEqual(reply.json["status"], "completed", reply)
            node.doctor()
        finally:
            for part in (node, first, second):
                if part:
                    part.close()


if __name__ == "__main__":
    unittest.main()
