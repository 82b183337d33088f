# SPDX-License-Identifier: Apache-2.0
"""Credits under load and kill -9: never overdrawn, never one lost, every accepted request ends.

VITAE_TEST_STORM_ROUNDS sets how often the balance is spent (20 in the full run; 3 by default),
VITAE_TEST_STORM_REQUESTS how many creates see kills of the service, the nursery and the workers."""
import collections
import concurrent.futures
import contextlib
import http.client
import os
import pathlib
import random
import signal
import threading
import time
import unittest

from harness import RESUME, Client, Server

ROUNDS = int(os.environ.get("VITAE_TEST_STORM_ROUNDS", "3"))
REQUESTS = int(os.environ.get("VITAE_TEST_STORM_REQUESTS", "2000"))
SERVICE_KILLS = 4
LOST = (OSError, http.client.HTTPException)


def family(pid):
    """(process, name) of all that descend from a process."""
    found = []
    for children in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in children.read_text().split():
                found.append((int(child), pathlib.Path(f"/proc/{child}/comm").read_text().strip()))
                found += family(child)
    return found


def spend(client, accepted, lock, stop):
    """Creates until the credits are used up."""
    while not stop.is_set():
        try:
            reply = client.text()
        except LOST:
            client.close()
            time.sleep(0.05)
            continue
        if reply.status == 202:
            with lock:
                accepted.append(reply.json["request_id"])
        elif reply.status == 402:
            client.close()
            return
        else:
            raise AssertionError(reply)


def settle(client, ids):
    """Waits for all of them; the sum of what they consumed."""
    def one(rid):
        reply = client.get("/v1/parse/" + rid, Prefer="wait=60")
        assert reply.status == 200 and reply.json["status"] == "completed", reply
        return reply.json["credits_consumed"]
    with concurrent.futures.ThreadPoolExecutor(16) as threads:
        return sum(threads.map(one, ids))


class Storm(unittest.TestCase):
    def round(self, server, name, kills):
        client = server.account(name, "--billing", "packs", "--welcome", "300")
        server.command("credits", "promo", name, "150", "--expires", "2099-01-01")
        server.command("credits", "purchase", name, "50")
        accepted, lock, stop = [], threading.Lock(), threading.Event()
        clients = [Client(client.address, client.key) for _ in range(64)]
        with concurrent.futures.ThreadPoolExecutor(64) as threads:
            running = [threads.submit(spend, c, accepted, lock, stop) for c in clients]
            for _ in range(kills):
                time.sleep(random.uniform(0.05, 0.4))
                server.restart(signal.SIGKILL)
                for c in clients:
                    c.address = server.address
            for future in running:
                future.result(120)
        client = Client(server.address, client.key)
        consumed = settle(client, accepted)
        self.assertEqual(consumed, len(accepted))
        usage = client.get("/v1/usage").json
        # a create that was committed while its answer was lost counts too, and is paid once
        self.assertGreaterEqual(usage["current_month"]["api_calls"], len(accepted))
        if not kills:
            self.assertEqual(len(accepted), 500)
        listed = [r for r in self.all_requests(client)]
        self.assertEqual(len(listed), 500)
        self.assertEqual({r["status"] for r in listed}, {"completed"})
        self.assertLessEqual(set(accepted), {r["request_id"] for r in listed})
        self.assertEqual(client.get("/v1/usage").json["credit_balance"]["total"], 0)
        server.doctor()

    def all_requests(self, client):
        cursor = ""
        while cursor is not None:
            page = client.get("/v1/parse?limit=100" + ("&cursor=" + cursor if cursor else "")).json
            for item in page["requests"]:
                if item["status"] not in ("completed", "failed"):
                    item = client.get("/v1/parse/" + item["request_id"], Prefer="wait=60").json
                yield item
            cursor = page["next_cursor"]

    def test_64_clients_spend_500_credits(self):
        server = Server("--queue-max", "0")
        try:
            for i in range(ROUNDS):
                self.round(server, f"calm{i}", 0)
        finally:
            server.close()

    def test_64_clients_spend_500_credits_while_the_server_is_killed(self):
        server = Server("--queue-max", "0")
        try:
            for i in range(ROUNDS):
                self.round(server, f"killed{i}", 2)
        finally:
            server.close()

    def test_creates_while_the_service_and_its_workers_are_killed(self):
        server = Server("--queue-max", "0", "--connections-per-address", "1000")
        key, accepted, lock = server.key, [], threading.Lock()
        left, over, kills = list(range(REQUESTS)), threading.Event(), collections.Counter()
        calm = threading.Lock()  # held while the service starts

        def work():
            client = Client(server.address, key)
            while True:
                with lock:
                    if not left:
                        return client.close()
                    left.pop()
                while not over.is_set():
                    client.address = server.address
                    try:
                        reply = client.text()
                    except LOST:
                        reply = None
                        client.close()
                    if reply is not None and reply.status == 202:
                        break
                    assert reply is None or reply.status in (500, 503), reply
                    time.sleep(0.05)
                with lock:
                    accepted.append(reply.json["request_id"])

        def kill_workers():
            dice = random.Random(7)
            while not over.wait(dice.uniform(0.01, 0.1)):
                name = "vitae-nursery" if dice.random() < 0.05 else "vitae-worker"
                with calm, contextlib.suppress(OSError):
                    some = [pid for pid, comm in family(server.process.pid) if comm == name]
                    if some:
                        os.kill(dice.choice(some), signal.SIGKILL)
                        kills[name] += 1
        killer = threading.Thread(target=kill_workers)
        killer.start()
        try:
            with concurrent.futures.ThreadPoolExecutor(8) as threads:
                running = [threads.submit(work) for _ in range(8)]
                for part in range(1, SERVICE_KILLS + 1):
                    while len(accepted) < REQUESTS * part // (SERVICE_KILLS + 1) and any(not f.done() for f in running):
                        time.sleep(random.uniform(0.001, 0.02))
                    with calm:
                        server.restart(signal.SIGKILL)
                for future in running:
                    future.result(300)
            over.set()
            killer.join()
            self.assertGreater(kills["vitae-worker"], 10)
            self.assertEqual(len(set(accepted)), REQUESTS)
            client = Client(server.address, key)
            states = collections.Counter()
            for rid in accepted:
                ended = client.get("/v1/parse/" + rid, Prefer="wait=60").json
                states[ended["status"]] += 1
                self.assertEqual(ended["credits_consumed"], int(ended["status"] == "completed"))
            # a request whose worker was killed twice, or that three services began, is given up
            self.assertEqual(states["completed"] + states["failed"], REQUESTS)
            self.assertLess(states["failed"], REQUESTS // 20)
            server.doctor()
        finally:
            over.set()
            killer.join()
            server.close()


if __name__ == "__main__":
    unittest.main()
