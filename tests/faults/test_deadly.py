# SPDX-License-Identifier: Apache-2.0
"""A document that kills its worker: tried twice, then it is one failed request that costs nothing."""
import unittest

from faults import FaultyServer
from harness import RESUME, Client
from test_events import Web, answer

DEADLY = "Deadly Document\n" + RESUME


class Deadly(unittest.TestCase):
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

    def test_a_restart_does_not_try_it_again(self):
        rid = self.dies(self.client.text(DEADLY))
        self.client.close()
        self.server.restart()
        type(self).client = Client(self.server.address, self.server.key)
        self.assertEqual(self.client.get("/v1/parse/" + rid).json["error_detail"], "worker_died")
        self.assertEqual(self.client.end(self.client.text())["status"], "completed")
        self.assertEqual(self.server.control.deaths, 2)


if __name__ == "__main__":
    unittest.main()
