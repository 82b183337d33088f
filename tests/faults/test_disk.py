# SPDX-License-Identifier: Apache-2.0
"""A full disk: a small tmpfs as the data folder. Needs the right to mount."""
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
import unittest

from faults import FaultyServer
from harness import RESUME, Client, wait_until

BIG = "\n".join([RESUME] * 200)


class FullDisk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="vitae-disk-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "none", self.folder], capture_output=True)
        if mounted.returncode:
            self.skipTest("no right to mount a tmpfs here")
        self.addCleanup(subprocess.run, ["umount", self.folder])

    def fill(self):
        with open(self.folder + "/filler", "wb", buffering=0) as filler, contextlib.suppress(OSError):
            while True:
                filler.write(b"\0" * 65536)

    def test_accepting_stops_and_nothing_accepted_is_lost(self):
        server = FaultyServer(data=self.folder)
        client = Client(server.address, server.key)
        try:
            done = client.text(Prefer="wait=20").json
            accepted = [client.text(config={"parse": {"skip": True}}) for _ in range(10)]
            self.fill()
            statuses = []
            while 503 not in statuses[-3:] or len(statuses) < 10:  # what SQLite has reserved is used up first
                reply = client.text(BIG, config={"parse": {"skip": True}})
                statuses.append(reply.status)
                if reply.status == 202:
                    accepted.append(reply)
                else:
                    self.assertEqual((reply.status, reply.json["error_code"], reply.headers["Retry-After"]),
                                     (503, "unavailable", "1"))
                self.assertLess(len(statuses), 2000)
                self.fill()
            self.assertEqual(client.get("/v1/parse/" + done["request_id"]).json, done)
            self.assertEqual(client.get("/healthz").status, 200)
            ready = client.get("/readyz")
            self.assertEqual((ready.status, ready.json), (503, {"status": "unavailable", "store": "full"}))
            self.assertIsNone(server.process.poll())
            os.remove(self.folder + "/filler")
            wait_until(lambda: client.text().status == 202)
            self.assertEqual(client.get("/readyz").status, 200)
            for created in accepted:
                self.assertEqual(client.end(created)["status"], "completed")
            server.doctor()
            month = client.get("/v1/usage").json["current_month"]
            self.assertEqual(month["api_calls"], 1 + len(accepted) + 1)
        finally:
            client.close()
            server.close()

    def test_answers_that_find_no_room_are_paid_when_they_are_written_and_once(self):
        """The store cannot grow in the middle of requests: they wait, and cost nothing until they are done."""
        server = FaultyServer(data=self.folder)
        client = server.account("paying", "--allowance", "100000")
        used = lambda: client.get("/v1/usage").json["current_month"]["credits_consumed"]
        left = lambda: client.get("/v1/usage").json["credit_balance"]["remaining"]
        rows = lambda: client.get("/v1/parse?limit=100").json["requests"]
        done = lambda: [row for row in rows() if row["status"] == "completed"]
        try:
            before = left()
            created = [client.text(BIG) for _ in range(30)]
            self.fill()
            until = time.monotonic() + 20
            while time.monotonic() < until and (now := len(done())) < len(created):
                self.fill()
                time.sleep(1)
                if len(done()) == now:  # what SQLite has reserved is used up
                    break
            self.assertLess(len(done()), len(created))
            self.assertNotIn("failed", [row["status"] for row in rows()])
            self.assertEqual(client.get("/readyz").json, {"status": "unavailable", "store": "full"})
            self.assertEqual(used(), sum(row["credits_consumed"] for row in done()))
            os.remove(self.folder + "/filler")
            ended = [client.end(reply) for reply in created]
            self.assertEqual({one["status"] for one in ended}, {"completed"})
            paid = sum(one["credits_consumed"] for one in ended)
            self.assertGreater(paid, 0)
            self.assertEqual((used(), before - left()), (paid, paid))
            server.doctor(but="disk")  # little of it is left
        finally:
            client.close()
            server.close()

    def test_a_service_killed_on_a_full_disk_starts_when_there_is_room(self):
        server = FaultyServer(data=self.folder)
        client = Client(server.address, server.key)
        try:
            accepted = [client.text(BIG, config={"parse": {"skip": True}}) for _ in range(10)]
            self.fill()
            server.process.kill()
            server.process.wait()
            os.remove(self.folder + "/filler")
            server.process.stdout.close()
            server.log.close()
            server.start()
            client.close()
            client.address = server.address
            for created in accepted:
                self.assertEqual(client.end(created)["status"], "completed")
            server.doctor()
        finally:
            client.close()
            server.close()


if __name__ == "__main__":
    unittest.main()
