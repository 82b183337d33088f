# SPDX-License-Identifier: Apache-2.0
"""Workers that die by their document, and workers that cannot enter the sandbox."""
import contextlib
import os
import pathlib
import re
import signal
import unittest

from faults import FaultyServer
from harness import RESUME, Client, wait_until
from test_events import Web, answer
from test_storm import family

DEADLY = "Deadly Document\n" + RESUME


class Deadly(unittest.TestCase):
    """A document that kills its worker is tried twice, then it is one failed request that costs nothing."""

    @classmethod
    def setUpClass(cls):
        cls.web = Web({"/deadly.txt": answer(body=DEADLY.encode())})
        cls.server = FaultyServer("--workers", "1", "--fetch-allow", "localhost")
        cls.client = Client(cls.server.address, cls.server.key)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        try:
            cls.server.doctor()
        finally:
            cls.server.close()
            cls.web.close()

    def setUp(self):
        control = self.server.control
        control.deadly, control.spared, control.kills, control.deaths = b"Deadly Document", 0, 100, 0

    def dies(self, created):
        ended = self.client.end(created)
        self.assertEqual((ended["status"], ended["error_code"], ended["error_detail"]),
                         ("failed", "EXTRACTION_FAILED", "worker_died"))
        self.assertEqual(ended["credits_consumed"], 0)
        self.assertEqual(self.server.control.deaths, 2)
        self.assertEqual(self.client.end(self.client.text())["status"], "completed")
        return ended["request_id"]

    def test_text(self):
        self.dies(self.client.text(DEADLY))

    def test_a_file_that_kills_at_the_page_probe(self):
        self.dies(self.client.upload([("file", "a.txt", DEADLY)]))

    def test_a_file_that_kills_behind_the_page_probe(self):
        self.server.control.spared = 1
        self.dies(self.client.upload([("file", "a.txt", DEADLY)]))

    def test_a_file_behind_a_url(self):
        url = self.web.url("/deadly.txt", "localhost")
        self.dies(self.client.create({"input": {"type": "url", "data": url}}))

    def test_one_that_kills_once_is_read_the_second_time(self):
        self.server.control.kills = 1
        self.assertEqual(self.client.end(self.client.text(DEADLY))["status"], "completed")
        self.assertEqual(self.server.control.deaths, 1)

    def test_a_worker_that_ended_while_it_waited_is_no_try(self):
        self.client.end(self.client.text())
        self.server.control.kills = 1
        for pid, name in family(self.server.process.pid):
            if name == "vitae-worker":
                os.kill(pid, signal.SIGKILL)
        self.assertEqual(self.client.end(self.client.text(DEADLY))["status"], "completed")
        self.assertEqual(self.server.control.deaths, 1)

    def test_a_worker_that_ends_with_a_document_unread_is_no_try(self):
        """It is stopped, gets the document and is killed: it has read nothing of it."""
        self.client.end(self.client.text())
        self.server.control.kills = 1
        waiting = [pid for pid, name in family(self.server.process.pid) if name == "vitae-worker"]
        for pid in waiting:
            os.kill(pid, signal.SIGSTOP)
        created = self.client.text(DEADLY)
        wait_until(lambda: self.client.get("/v1/parse/" + created.json["request_id"]).json["status"] == "parsing")
        for pid in waiting:
            os.kill(pid, signal.SIGKILL)
        self.assertEqual(self.client.end(created)["status"], "completed")
        self.assertEqual(self.server.control.deaths, 1)

    def test_a_restart_does_not_try_it_again(self):
        rid = self.dies(self.client.text(DEADLY))
        self.client.close()
        self.server.restart()
        type(self).client = Client(self.server.address, self.server.key)
        self.assertEqual(self.client.get("/v1/parse/" + rid).json["error_detail"], "worker_died")
        self.assertEqual(self.client.end(self.client.text())["status"], "completed")
        self.assertEqual(self.server.control.deaths, 2)


class Unprotected(unittest.TestCase):
    """A worker reads nothing unless it has every layer that works on this machine."""

    def setUp(self):
        self.server = FaultyServer("--workers", "1")
        self.client = Client(self.server.address, self.server.key)

    def tearDown(self):
        self.client.close()
        self.server.close()

    def workers(self):
        return [pid for pid, name in family(self.server.process.pid) if name == "vitae-worker"]

    def layers(self):
        """The filters of the workers that wait for a document, as the kernel sees them."""
        found = []
        for pid in self.workers():
            with contextlib.suppress(OSError):
                found += re.findall(r"Seccomp:\t(\d)", pathlib.Path(f"/proc/{pid}/status").read_text())
        return found

    def test_a_worker_that_cannot_close_itself_in_ends(self):
        if "2" not in self.layers():
            self.skipTest("no filter of system calls in this build")
        ends = set()
        for call in range(1, 8):  # Landlock, its rules, the filter; then those of the next worker
            for pid in self.workers():
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            self.server.arm(["raw"], call, pid=-self.server.process.pid)
            ends.add(self.client.end(self.client.text())["status"])
            self.server.disarm()
            wait_until(lambda: set(self.layers()) == {"2"})
        self.assertIn("completed", ends)

    def test_a_nursery_that_cannot_fork_ends_no_worker(self):
        def nursery():
            return [pid for pid, name in family(self.server.process.pid) if name == "vitae-nursery"]

        before = nursery()
        others = [self.server.account(f"other{i}", "--allowance", "100") for i in range(6)]
        for spares in (True, False):  # what cannot be forked: a further spare, or the worker asked for
            for pid in self.workers() if not spares else []:
                os.kill(pid, signal.SIGKILL)
            self.server.arm(["fork"], 1, pid=-self.server.process.pid)
            while not self.server.control.fired:  # until all that were forked before are used
                other = others.pop()
                self.assertEqual(other.end(other.text())["status"], "completed")
                other.close()
                wait_until(lambda: set(self.layers()) == {"2"})
            self.assertEqual(self.server.disarm(), "fork")
            self.assertEqual(nursery(), before)


if __name__ == "__main__":
    unittest.main()
