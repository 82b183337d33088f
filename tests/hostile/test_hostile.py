# SPDX-License-Identifier: Apache-2.0
"""Every kind of bad file through one started service: the answer that it must get, within the memory
and the time of one request, and the service serves on."""
import unittest

import hostile
import kinds

MEMORY = 700 << 20  # a job's arena (384 MB), what the PDF library may hold (256 MB), and the program
CPU_SECONDS = 30    # half of what a request has; the longest takes a tenth of it on a machine of its own


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = hostile.Service()

    @classmethod
    def tearDownClass(cls):
        cls.service.close()

    def test_there_are_many_kinds(self):
        names = [kind.name for kind in kinds.KINDS]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreaterEqual(len(names), 120)

    def test_each_kind_gets_its_answer(self):
        for kind in kinds.KINDS:
            with self.subTest(kind.name):
                seen = self.service.try_kind(kind)
                self.assertEqual(seen.answer, kind.answer)
                self.assertLess(seen.memory, MEMORY)
                self.assertLess(seen.cpu, CPU_SECONDS)
        self.assertTrue(self.service.alive())
        self.assertLess(self.service.memory(), 300 << 20)
        good = self.service.answer(self.service.send(kinds.b.pdf(), "resume.pdf"))
        self.assertEqual(good, "completed")


if __name__ == "__main__":
    unittest.main()
