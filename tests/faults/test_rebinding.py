# SPDX-License-Identifier: Apache-2.0
"""Names whose addresses change: what is checked is what is connected to."""
import unittest

from faults import FaultyServer
from harness import RESUME, Client, wait_until
from test_events import Web, answer

PUBLIC = "192.0.9.9"  # an ordinary address; nothing in a test reaches it


class Rebinding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.web = Web({"/resume.txt": answer(body=RESUME.encode()), "/hook": answer(),
                       "/to": lambda h: answer(302, Location=cls.web.url("/resume.txt", "evil.test"))(h)})
        cls.server = FaultyServer("--fetch-ports", f"80 443 {cls.web.port}", "--fetch-allow", "friend.test",
                                  "--fetch-seconds", "2")
        cls.client = Client(cls.server.address, cls.server.key)

    @classmethod
    def tearDownClass(cls):
        try:
            cls.server.doctor()
        finally:
            cls.client.close()
            cls.server.close()
            cls.web.close()

    def resolve(self, **names):
        """`name`.test resolves to the words of its value, one a lookup."""
        self.server.control.lookups = 0
        self.server.control.hosts = "".join(f"{n}.test {w};" for n, w in names.items()).encode()
        self.web.seen.clear()

    def fetch(self, path, host):
        body = {"input": {"type": "url", "data": self.web.url(path, host)}}
        return self.client.end(self.client.create(body))

    def test_the_seam_works(self):
        self.resolve(friend="127.0.0.1")
        self.assertEqual(self.fetch("/resume.txt", "friend.test")["status"], "completed")
        self.assertEqual((len(self.web.seen), self.server.control.lookups), (1, 1))

    def test_a_name_of_a_private_address(self):
        for address in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "::127.0.0.1", "fe80::1",
                        "fd12::1", "64:ff9b::7f00:1", "2002:7f00:1::", "0.0.0.0", "::"):
            with self.subTest(address):
                self.resolve(evil=address)
                self.assertEqual(self.fetch("/resume.txt", "evil.test")["error_detail"], "download_blocked")
                self.assertEqual(self.web.seen, [])

    def test_an_answer_that_changes_after_the_check(self):
        self.resolve(evil=f"{PUBLIC} 127.0.0.1")
        self.assertEqual(self.fetch("/resume.txt", "evil.test")["error_detail"], "download_failed")
        self.assertEqual(self.server.control.lookups, 1)  # the connection went to what was checked
        self.assertEqual(self.fetch("/resume.txt", "evil.test")["error_detail"], "download_blocked")
        self.assertEqual(self.web.seen, [])

    def test_one_answer_with_both(self):
        for both in (f"{PUBLIC},127.0.0.1", f"127.0.0.1,{PUBLIC}"):
            self.resolve(evil=both)
            self.assertIn(self.fetch("/resume.txt", "evil.test")["error_detail"],
                          ("download_blocked", "download_failed"))
            self.assertEqual(self.web.seen, [])

    def test_a_redirect_to_such_a_name(self):
        self.resolve(friend="127.0.0.1", evil="127.0.0.1")
        self.assertEqual(self.fetch("/to", "friend.test")["error_detail"], "download_blocked")
        self.assertEqual([s[0] for s in self.web.seen], ["/to"])

    def test_webhooks_obey_the_same_rules(self):
        self.resolve(evil="127.0.0.1")
        hooked = self.server.account("hooked", "--allowance", "10")
        self.server.command("webhook", "add", self.web.url("/hook", "evil.test"), "--account", "hooked")
        hooked.end(hooked.text())
        wait_until(lambda: "not allowed" in self.server.command("webhook", "log", "--account", "hooked"))
        self.assertEqual(self.web.seen, [])
        hooked.close()


if __name__ == "__main__":
    unittest.main()
