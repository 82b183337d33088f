# SPDX-License-Identifier: Apache-2.0
"""A wall clock that jumps by hours while requests run."""
import contextlib
import sqlite3
import threading
import time
import unittest

from faults import FaultyServer
from harness import RESUME, Client, wait_until
from test_events import Web, answer

HOUR = 3600 * 1000


class Clock(unittest.TestCase):
    flags = ("--fetch-allow", "localhost", "--fetch-seconds", "60", "--timeout-seconds", "60",
             "--create-per-minute", "600", "--create-burst", "600")

    def setUp(self):
        self.release = threading.Event()
        self.web = Web({"/held": self.held, "/hook": answer()})
        self.server = FaultyServer(*self.flags)
        self.client = Client(self.server.address, self.server.key)

    def tearDown(self):
        self.release.set()
        try:
            self.server.doctor(but="clock")  # which was set back
        finally:
            self.client.close()
            self.server.close()
            self.web.close()

    def held(self, handler):
        self.release.wait(40)
        answer(body=RESUME.encode())(handler)

    def jump(self, hours):
        self.server.control.wall_ms = int(hours * HOUR)

    def query(self, sql, *values):
        with contextlib.closing(sqlite3.connect(self.server.data + "/vitae.db")) as db:
            return db.execute(sql, values).fetchall()

    def test_a_running_request_keeps_its_lease(self):
        """Housekeeping looks for the leases of the dead every 15 s."""
        body = {"input": {"type": "url", "data": self.web.url("/held", "localhost")},
                "config": {"retention_seconds": 60}}
        old = self.client.end(self.client.text(config={"retention_seconds": 7 * 3600}))
        key, kept = "held", self.client.end(self.client.text())
        created = self.client.create(body, Idempotency_Key=key)
        wait_until(lambda: self.web.seen)
        self.jump(5)
        wait_until(lambda: self.query("SELECT 1 FROM idempotency"))
        again = self.client.create(body, Idempotency_Key=key)
        self.assertEqual(again.json["request_id"], created.json["request_id"])
        time.sleep(17)
        self.jump(-5)
        time.sleep(1)
        self.release.set()
        done = self.client.end(created)
        self.assertEqual(done["status"], "completed")
        self.assertEqual(len(self.web.seen), 1)  # nobody took it for dead and fetched again
        self.assertGreaterEqual(done["duration_ms"], 0)
        self.assertGreaterEqual(done["completed_at"], done["created_at"])
        for rid in (old["request_id"], kept["request_id"]):
            self.assertEqual(self.client.get("/v1/parse/" + rid).status, 200)

    def test_requests_of_every_hour_end(self):
        ids = []
        for hours in (0, 3, -3, 6, -6, 0):
            self.jump(hours)
            for _ in range(3):
                created = self.client.text()
                ids.append(created.json["request_id"])
                self.assertEqual(self.client.end(created)["status"], "completed")
        self.assertEqual(len(set(ids)), len(ids))
        self.assertEqual(self.query("SELECT MAX(tries) FROM request"), [(1,)])

    def test_a_clock_set_back_keeps_no_revoked_key(self):
        key = self.server.command("key", "create", "--name", "short")
        client = self.client.with_key(key)
        self.assertEqual(client.get("/v1/usage").status, 200)
        self.jump(-4)
        line = [x for x in self.server.command("key", "list").splitlines() if x.endswith("short")][0]
        self.server.command("key", "revoke", line.split()[0])
        wait_until(lambda: client.get("/v1/usage").status == 401, 5)
        client.close()

    def test_waits_take_their_time(self):
        test = self.client.with_key(self.server.command("key", "create", "--test"))
        path = "/v1/parse/" + test.text("vitae:sample/created").json["request_id"]
        for hours in (2, -2):
            begun = time.monotonic()
            timer = threading.Timer(0.5, self.jump, (hours,))
            timer.start()
            self.assertEqual(test.get(path, Prefer="wait=2").json["status"], "created")
            self.assertTrue(1.5 < time.monotonic() - begun < 10)
            timer.join()
        test.close()

    def test_results_expire_by_the_wall_clock(self):
        done = self.client.end(self.client.text(config={"retention_seconds": 3600}))
        self.jump(2)
        wait_until(lambda: self.client.get("/v1/parse/" + done["request_id"]).status == 410, 30)

    def test_webhooks_are_sent_whatever_the_hour(self):
        hooked = self.server.account("hooked", "--allowance", "100")
        self.server.command("webhook", "add", self.web.url("/hook", "localhost"), "--account", "hooked")
        for n, hours in enumerate((0, 4, -4), 1):
            self.jump(hours)
            hooked.end(hooked.text())
            wait_until(lambda n=n: len(self.web.seen) >= n)
        hooked.close()


class Rates(unittest.TestCase):
    def test_rate_limits_do_not_follow_the_wall_clock(self):
        server = FaultyServer("--limit-operator", "--create-per-minute", "2", "--create-burst", "2")
        try:
            client = Client(server.address, server.key)
            self.assertEqual([client.text().status for _ in range(3)], [202, 202, 429])
            for hours in (3, -3):
                server.control.wall_ms = hours * HOUR
                reply = client.text()
                self.assertEqual(reply.status, 429)
                self.assertLessEqual(int(reply.headers["Retry-After"]), 31)
            client.close()
        finally:
            server.close()


if __name__ == "__main__":
    unittest.main()
