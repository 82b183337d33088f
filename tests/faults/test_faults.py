# SPDX-License-Identifier: Apache-2.0
"""A sample of the loop of faults.py: every scenario and sweep, some of their points."""
import unittest

from faults import SCENARIOS, SWEEPS, World, loop

SAMPLES = 2  # points of each scenario and sweep


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = World()

    @classmethod
    def tearDownClass(cls):
        cls.world.close()

    def sweep(self, sweep):
        injected = 0
        for i, scenario in enumerate(SCENARIOS):
            with self.subTest(scenario):
                problems, counts = loop(self.world, scenario, sweep, first=2 + i, samples=SAMPLES)
                self.assertEqual(problems, [])
                injected += counts["injected"]
        self.assertGreater(injected, len(SCENARIOS))


def make(sweep):
    return lambda self: self.sweep(sweep)


for name in SWEEPS:
    setattr(Faults, "test_" + name.replace("-", "_"), make(name))

if __name__ == "__main__":
    unittest.main()
