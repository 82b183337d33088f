# SPDX-License-Identifier: Apache-2.0
"""Credits under load and kill -9: never overdrawn, never one lost, every accepted request ends.

VITAE_STORM_ROUNDS sets how often the balance is spent (20 in the full run; 3 by default)."""
import concurrent.futures
import http.client
import os
import random
import signal
import threading
import time
import unittest

from harness import RESUME, Client, Server

ROUNDS = int(os.environ.get("VITAE_STORM_ROUNDS", "3"))
LOST = (OSError, http.client.HTTPException)


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

    def test_1000_creates_with_a_kill_in_the_middle(self):
        server = Server("--queue-max", "0")
        key, accepted, lock = server.key, [], threading.Lock()
        left = list(range(1000))

        def work():
            client = Client(server.address, key)
            while True:
                with lock:
                    if not left:
                        return client.close()
                    left.pop()
                    client.address = server.address
                while True:
                    try:
                        reply = client.text()
                        break
                    except LOST:
                        client.close()
                        time.sleep(0.05)
                        client.address = server.address
                with lock:
                    accepted.append(reply.json["request_id"])
        try:
            with concurrent.futures.ThreadPoolExecutor(8) as threads:
                running = [threads.submit(work) for _ in range(8)]
                while len(accepted) < 500:
                    time.sleep(0.01)
                server.restart(signal.SIGKILL)
                for future in running:
                    future.result(120)
            self.assertEqual(len(accepted), 1000)
            self.assertEqual(settle(Client(server.address, key), accepted), 1000)
            server.doctor()
        finally:
            server.close()


if __name__ == "__main__":
    unittest.main()
