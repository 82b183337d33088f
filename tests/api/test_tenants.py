# SPDX-License-Identifier: Apache-2.0
"""What one account does to another: what workers remember, and what they hold of the service."""
import contextlib
import os
import pathlib
import sys
import tempfile
import unittest

from harness import RESUME, ROOT, Server

sys.path.insert(0, str(ROOT / "tests/soak"))
import watch  # noqa: E402


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
        for _ in range(3):
            self.assertEqual(self.other.end(self.other.upload([("file", "b.txt", text)]))["status"], "completed")
            self.assertEqual(self.other.end(self.other.text(text))["status"], "completed")
            seen = set(self.knowing(strange))
            self.assertTrue(seen)
            self.assertFalse(seen & set(self.knowing(marked)))
            self.assertEqual(self.own.end(self.own.text(RESUME.replace("Maria", marked)))["status"], "completed")

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


class Namespaces(unittest.TestCase):
    """Where the machine lets the nursery make them, workers have no file and no process but their own."""

    def test_doctor_tells(self):
        server = Server()
        self.addCleanup(server.close)
        told = server.command("doctor")
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
