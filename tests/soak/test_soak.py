# SPDX-License-Identifier: Apache-2.0
"""A short soak: every action a few times leaves no descriptor, thread, document or queued request
behind; and the judge of the long one tells a leak from noise."""
import os
import random
import unittest

import actions
import soak
import watch
from harness import Server, wait_until

ROUNDS = 3


def held(server):
    """(descriptors but those of the database, threads) of the service, descriptors of the nursery."""
    pid, (nursery, _) = server.process.pid, watch.family(server.process.pid)
    return watch.descriptors(pid, but="vitae.db"), watch.threads(pid), watch.descriptors(nursery)


class Soak(unittest.TestCase):
    def setUp(self):
        self.server = Server(*soak.FLAGS)
        self.world = actions.World(self.server)

    def tearDown(self):
        self.world.close()
        self.server.close()

    def all_actions(self, rounds, seed):
        tally, rng, client = soak.Tally(), random.Random(seed), self.world.client()
        for _ in range(rounds):
            for row in actions.ACTIONS:
                soak.do(self.world, client, rng, tally, row)
        client.close()
        self.assertEqual(tally.faults, [])

    def test_actions_leave_nothing_behind(self):
        before = held(self.server)
        self.all_actions(ROUNDS, seed=int(os.environ.get("VITAE_TEST_SOAK_SEED", "1")))
        wait_until(lambda: soak.drained(self.server), 120)
        wait_until(lambda: all(now <= then for now, then in zip(held(self.server), before)), 60)
        self.server.doctor()


def samples(leaking=None, by=0.0):
    """An hour of a service that takes and gives back, with a column that grows by `by` an hour."""
    rng, rows = random.Random(7), []
    for i in range(360):
        row = {"seconds": 10.0 * i, "requests": 100 * i, "database_bytes": 5_000_000 + 250_000 * i}
        for column, limit, per in watch.LIMITS:
            if per == watch.HOUR:
                row[column] = 100 * limit + rng.choice([0, 0, 0, 1, 2]) * limit / 4
        if leaking:
            row[leaking] += by * i / 360
        rows.append(row)
    return rows


class Judge(unittest.TestCase):
    def grown(self, rows):
        return [column for column, *_, held in watch.judge(rows) if not held]

    def test_noise_is_no_growth(self):
        self.assertEqual(self.grown(samples()), [])

    def test_each_leak_is_seen(self):
        for column, limit, per in watch.LIMITS:
            with self.subTest(column):
                by = 2 * limit * (1 if per == watch.HOUR else 36000)
                self.assertEqual(self.grown(samples(column, by)), [column])


if __name__ == "__main__":
    unittest.main()
