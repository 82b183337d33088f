# SPDX-License-Identifier: Apache-2.0
"""The audit trail: who saw, exported and changed what."""
import contextlib
import csv
import io
import sqlite3
import time
import unittest

from harness import Conversation, Server, wait_until


class Audit(Conversation):
    def entries(self, client=None, **query):
        words = "&".join(f"{name}={value}" for name, value in query.items())
        reply = (client or self.client).get("/v1/audit" + ("?" + words if words else ""))
        self.assertEqual(reply.status, 200, reply.raw)
        return reply.json["entries"]

    def test_what_a_key_does_with_a_request_is_told(self):
        created = self.client.text()
        id = created.json["request_id"]
        self.client.end(created)
        self.client.get(f"/v1/parse/{id}?format=csv")
        self.client.call("DELETE", f"/v1/parse/{id}")
        self.client.get(f"/v1/parse/{id}")  # 404: nobody saw anything
        wait_until(lambda: len(self.entries(subject=id)) >= 4)
        found = {e["action"]: e for e in self.entries(subject=id)}
        self.assertEqual(set(found), {"request.create", "result.read", "result.export", "request.delete"})
        own = self.client.get("/v1/keys").json["keys"]
        for action, entry in found.items():
            self.assertEqual(entry["actor"], "api")
            self.assertEqual(entry["address"], "127.0.0.1")
            self.assertIn(entry["key_id"], [key["id"] for key in own])
            self.assertEqual(entry["kind"], "change" if action == "request.delete" else "read")

    def test_the_same_again_counts_up_and_polls_are_no_reads(self):
        created = self.client.text()
        id = created.json["request_id"]
        self.client.end(created)
        begun = time.monotonic()
        for _ in range(20):
            self.client.get(f"/v1/parse/{id}")
        seconds = time.monotonic() - begun
        reads = lambda: sum(e["times"] for e in self.entries(subject=id, action="result.read"))
        wait_until(lambda: reads() >= 21)
        self.assertEqual(reads(), 21)
        self.assertLessEqual(len(self.entries(subject=id, action="result.read")), seconds + 3)
        tag = self.client.get(f"/v1/parse/{id}").headers["ETag"]
        self.client.get(f"/v1/parse/{id}", If_None_Match=tag)  # 304
        wait_until(lambda: reads() >= 22)
        self.assertEqual(reads(), 22)

    def test_a_format_that_is_none(self):
        cookie = self.client.call("POST", "/dashboard/api/session", {"key": self.server.key}).headers["Set-Cookie"].split(";")[0]
        for path, headers in (("/v1/audit", {}), ("/dashboard/api/audit", {"Cookie": cookie}), ("/dashboard/api/transactions", {"Cookie": cookie})):
            for word in ("xml", "", "CSV", "jsonresume"):
                reply = self.client.call("GET", f"{path}?format={word}", headers=headers, check=False)
                self.assertEqual((reply.status, reply.json["errors"][0]["pointer"]), (400, "/format"), path)
                self.assertIn("json, csv", reply.json["errors"][0]["detail"])
            for word, kind in (("json", "application/json"), ("csv", "text/csv")):
                reply = self.client.call("GET", f"{path}?format={word}", headers=headers, check=False)
                self.assertEqual((reply.status, reply.headers["Content-Type"].split(";")[0]), (200, kind), path)
        done = self.client.end(self.client.text())["request_id"]
        reply = self.client.call("GET", f"/v1/parse/{done}?format=xml", check=False)
        self.assertIn("json, jsonresume, markdown, csv", reply.json["errors"][0]["detail"])

    def test_changes_are_there_at_once(self):
        made = self.client.call("POST", "/v1/keys", {"name": "=cmd,\"x\"", "scopes": "read"}).json
        entry = self.entries(action="key.create")[0]
        self.assertEqual((entry["subject"], entry["kind"]), (made["id"], "change"))
        self.client.call("DELETE", "/v1/keys/" + made["id"])
        self.assertEqual(self.entries(action="key.revoke")[0]["subject"], made["id"])
        self.client.call("POST", "/v1/match", {"jobs": [], "candidates": []})  # 400: no entry
        self.assertEqual(self.entries(action="POST%20/v1/match"), [])

    def test_pages_and_the_table_hold_the_same(self):
        for i in range(5):
            self.client.call("POST", "/v1/phrases", {"phrase": f"page {i}"})
        whole = self.entries(action="phrase.add", limit=200)
        seen, cursor = [], ""
        while cursor is not None:
            page = self.client.get(f"/v1/audit?action=phrase.add&limit=2&cursor={cursor}").json
            self.assertLessEqual(len(page["entries"]), 2)
            seen += page["entries"]
            cursor = page["next_cursor"]
        self.assertEqual(seen, whole)
        table = self.client.get("/v1/audit?action=phrase.add&format=csv")
        self.assertIn("text/csv", table.headers["Content-Type"])
        rows = list(csv.DictReader(io.StringIO(table.raw.decode())))
        self.assertEqual([row["time"] for row in rows], [e["at"] for e in whole])
        for query, pointer in (("limit=0", "/limit"), ("cursor=x", "/cursor"), ("since=yesterday", "/since"), ("until=1", "/until")):
            reply = self.client.get("/v1/audit?" + query)
            self.assertEqual((reply.status, reply.json["errors"][0]["pointer"]), (400, pointer))
        self.assertEqual(self.entries(since="2999-01-01"), [])
        self.assertEqual(self.entries(until="2000-01-01"), [])

    def test_accounts_see_their_own_and_the_operator_all(self):
        other = self.server.account("audited", "--allowance", "100")
        created = other.text()
        other.end(created)
        wait_until(lambda: self.entries(other, action="result.read"))
        self.assertEqual(self.entries(subject=created.json["request_id"]), [])
        named = self.entries(account="audited", subject=created.json["request_id"])
        self.assertIn("result.read", [e["action"] for e in named])
        self.assertTrue(self.entries(account="*", subject=created.json["request_id"]))
        self.assertEqual(other.get("/v1/audit?account=default").status, 403)
        self.assertEqual(self.client.get("/v1/audit?account=nobody").status, 400)
        limited = self.client.with_key(self.client.call("POST", "/v1/keys", {"name": "reader", "scopes": "read"}).json["secret"])
        self.assertEqual(limited.get("/v1/audit").status, 403)


class Bounds(unittest.TestCase):
    def test_reads_and_changes_have_a_limit_each_and_a_stop_loses_nothing(self):
        server = Server("--audit-rows", "30", "--audit-days", "10")
        try:
            if "postgresql" in " ".join(server.store):
                self.skipTest("looks into the SQLite file")
            server.client.get("/v1/parse")
            server.stop()
            path = server.data + "/vitae.db"
            with sqlite3.connect(path) as db:
                self.assertEqual(db.execute("SELECT COUNT(*) FROM audit WHERE action = 'request.list'").fetchone(), (1,))
                now = 1700000000000
                many = [(now, "api", "old", "read")] * 3000
                db.executemany("INSERT INTO audit (at_ms, actor, action, kind) VALUES (?, ?, ?, ?)", many)
                new = db.execute("SELECT MAX(at_ms) FROM audit WHERE action = 'request.list'").fetchone()[0]
                db.executemany("INSERT INTO audit (at_ms, actor, action, kind) VALUES (?, ?, ?, ?)",
                               [(new, "api", f"read {i}", "read") for i in range(2500)] +
                               [(new, "api", f"change {i}", "change") for i in range(40)])
            db.close()
            server.start()

            def left():
                with sqlite3.connect(path) as db:
                    return dict(db.execute("SELECT kind, COUNT(*) FROM audit GROUP BY kind"))
            wait_until(lambda: left() == {"read": 30, "change": 30}, 20)
            with sqlite3.connect(path) as db:
                self.assertEqual(db.execute("SELECT COUNT(*) FROM audit WHERE action = 'old'").fetchone(), (0,))
                self.assertEqual(db.execute("SELECT action FROM audit WHERE kind = 'change' ORDER BY seq DESC").fetchone(),
                                 ("change 39",))
        finally:
            server.close()

    def test_one_account_pushes_out_nothing_that_is_told_of_another(self):
        server = Server("--audit-rows", "30")
        try:
            if server.store:
                self.skipTest("looks into the SQLite file")
            server.stop()
            path = server.data + "/vitae.db"
            with contextlib.closing(sqlite3.connect(path)) as db, db:
                rows = [(1900000000000 + i, f"acc_{who}", "api", f"{kind} {i}", kind)
                        for who, n in (("quiet", 10), ("loud", 2500)) for i in range(n) for kind in ("read", "change")]
                db.executemany("INSERT INTO audit (at_ms, account_id, actor, action, kind) VALUES (?, ?, ?, ?, ?)", rows)
            server.start()

            def left():
                with contextlib.closing(sqlite3.connect(path)) as db:
                    return dict(((a, k), n) for a, k, n in db.execute(
                        "SELECT account_id, kind, COUNT(*) FROM audit WHERE account_id LIKE 'acc%' GROUP BY account_id, kind"))
            wait_until(lambda: left().get(("acc_loud", "read"), 99) <= 20 and left()["acc_loud", "change"] <= 20, 20)
            self.assertEqual([left()["acc_quiet", kind] for kind in ("read", "change")], [10, 10])
        finally:
            server.close()


if __name__ == "__main__":
    unittest.main()
