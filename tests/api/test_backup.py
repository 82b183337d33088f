# SPDX-License-Identifier: Apache-2.0
"""Backup, restore, and the way from SQLite to PostgreSQL."""
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

import harness
from harness import Client, Server
from postgres import Postgres, programs


class Copies(unittest.TestCase):
    """The store of a server with ended and waiting requests, an account and webhooks."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.store, harness.POSTGRES = harness.POSTGRES, None  # these begin with SQLite
        self.server = Server()
        self.server.account("second", "--billing", "packs", "--welcome", "30")
        self.server.command("webhook", "add", "https://example.com/hook")
        self.done = self.server.client.text(Prefer="wait=20")
        self.path = self.done.headers["Location"]

    def tearDown(self):
        self.server.close()
        harness.POSTGRES = self.store
        self.folder.cleanup()

    def test_backup_of_a_running_server_and_restore(self):
        copy = self.folder.name + "/copy.db"
        ids = [self.server.client.text().json["request_id"] for _ in range(20)]
        self.server.command("backup", copy)
        later = self.server.client.text(Prefer="wait=20").headers["Location"]
        again = self.server.command("backup", copy, check=False)
        self.assertEqual((again.returncode, "exists" in again.stderr), (1, True))
        over = self.server.command("restore", copy, check=False)
        self.assertEqual(over.returncode, 1)  # a server runs there
        data = self.folder.name + "/data"
        self.assertEqual(self.restore(copy, data).returncode, 0)
        restored = Server(data=data)
        try:
            client = Client(restored.address, self.server.key)
            self.assertEqual(client.get(self.path).body, self.done.body)
            for rid in ids:  # what waited or ran then is run now
                self.assertEqual(client.get("/v1/parse/" + rid, Prefer="wait=20").json["status"], "completed")
            self.assertEqual(client.get(later).status, 404)
            restored.doctor()
            restored.stop()
            over = restored.command("restore", copy, check=False)
            self.assertEqual((over.returncode, "not overwritten" in over.stderr), (1, True))
        finally:
            restored.close()

    def restore(self, copy, data):
        return subprocess.run([harness.BINARY, "restore", copy, "--data", data], capture_output=True, text=True,
                              check=False)

    def test_what_is_no_backup_is_refused(self):
        good = self.folder.name + "/good.db"
        self.server.command("backup", good)
        self.assertEqual(os.stat(good).st_mode & 0o777, 0o600)
        damaged = bytearray(pathlib.Path(good).read_bytes())
        for at in range(8192, len(damaged), 4096):
            damaged[at:at + 64] = b"\xff" * 64
        for name, content in (("text", b"no database at all"), ("empty", b""), ("damaged", bytes(damaged))):
            with self.subTest(name):
                path = pathlib.Path(self.folder.name, name)
                path.write_bytes(content)
                data = self.folder.name + "/of-" + name
                self.assertEqual(self.restore(str(path), data).returncode, 1)
                self.assertFalse(os.path.exists(data + "/vitae.db"))
                self.assertFalse(os.path.exists(data + "/vitae.db.part"))

    @unittest.skipUnless(programs(), "PostgreSQL is not installed")
    def test_sqlite_to_postgresql(self):
        postgres = self.store or Postgres()
        try:
            url = postgres.database()
            words = ("migrate", "sqlite-to-postgresql", "--store", url)
            self.assertIn("another server", self.server.command(*words, check=False).stderr)
            waiting = [self.server.client.text("\n".join([harness.RESUME] * 20)).json["request_id"] for _ in range(10)]
            self.server.stop(signal.SIGKILL)
            self.server.command(*words)
            again = self.server.command(*words, check=False)
            self.assertEqual((again.returncode, "must be empty" in again.stderr), (1, True))
            moved = Server(store=url, key=self.server.key)
            try:
                self.assertEqual(moved.client.get(self.path).body, self.done.body)
                for rid in waiting:
                    reply = moved.client.get("/v1/parse/" + rid, Prefer="wait=60")
                    self.assertEqual(reply.json["status"], "completed")
                self.assertEqual(moved.client.text(Prefer="wait=20").status, 200)
                self.assertEqual(moved.client.get("/v1/usage").json["current_month"]["credits_consumed"], 12)
                self.assertIn("https://example.com/hook", moved.command("webhook", "list"))
                moved.doctor()
            finally:
                moved.close()
        finally:
            if postgres is not self.store:
                postgres.close()


if __name__ == "__main__":
    unittest.main()
