# SPDX-License-Identifier: Apache-2.0
"""Requests that are made to do harm: what one caller sends costs that caller one refused request."""
import contextlib
import gzip
import json
import pathlib
import socket
import sqlite3
import unittest

from harness import JOB, RESUME, Conversation

MEGABYTE = 1024 * 1024


class Attack(Conversation):
    """The service is watched: it may not end, and its memory has a bound by what was sent."""
    # of the service's memory for a byte that was sent; most is taken by JSON of small values
    PER_BYTE, AT_ALL = 36, 6 * MEGABYTE

    def memory(self, name):
        for line in pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
        raise KeyError(name)

    def attack(self, body, headers, check=True, path="/v1/parse"):
        """Posts it and gives its reply, after a look at the peak of memory."""
        pathlib.Path(f"/proc/{self.server.process.pid}/clear_refs").write_text("5")  # the peak starts anew
        before = self.memory("VmHWM")
        reply = self.client.call("POST", path, body, headers, check=check)
        self.assertIsNone(self.server.process.poll(), "the service has ended")
        taken = self.memory("VmHWM") - before
        self.assertLess(taken, self.AT_ALL + self.PER_BYTE * len(body), f"{taken} bytes for {len(body)}")
        return reply

    def json(self, text):
        return self.attack(text.encode(), {"Content-Type": "application/json"})


class Multipart(Attack):
    def many(self, disposition, content_type):
        part = f"--b\r\nContent-Disposition: {disposition}\r\n\r\nx\r\n"
        return self.attack((part * 32 + "--b--\r\n").encode(), {"Content-Type": content_type})

    def test_parameters_without_names(self):
        long = 'form-data; ' + '="";' * 2000
        reply = self.many(long, "multipart/form-data" + ';=""' * 7000 + "; boundary=b")
        self.problem(reply, 400, "malformed_multipart")

    def test_quoted_values_and_escapes(self):
        for piece in ('a="b";', 'a="\\"";', '="\\\\";', '"";', ";", '=;', 'name="'):
            with self.subTest(piece):
                reply = self.many("form-data; " + piece * (7900 // len(piece)), "multipart/form-data; boundary=b")
                self.assertEqual(reply.status, 400)
        self.assertEqual(self.client.text().status, 202)

    def test_headers_again_and_again(self):
        line = 'Content-Disposition: form-data; filename="\\"a"\r\n'
        body = ("--b\r\n" + line * 160 + "\r\nx\r\n") * 32 + "--b--\r\n"
        reply = self.attack(body.encode(), {"Content-Type": "multipart/form-data; boundary=b"})
        self.problem(reply, 400, "malformed_multipart")


class Json(Attack):
    def create(self, config=None, more=""):
        text = json.dumps({"input": {"type": "text", "raw_text": RESUME}, "config": config or {}})
        return self.json(text[:-1] + more + "}")

    def test_wrong_words_without_end(self):
        reply = self.create({"redact": ["x"] * 499000})
        self.problem(reply, 400, "invalid_request")
        self.assertLess(len(reply.body), 16384)
        errors = reply.json["errors"]
        self.assertEqual([len(errors), errors[0]["pointer"]], [21, "/config/redact/0"])
        self.assertEqual([errors[-1]["code"], errors[-1]["detail"]], ["more", "and 498980 more"])

    def test_unknown_fields_without_end(self):
        more = "".join(f',"k{i}":0' for i in range(400000))
        text = json.dumps({"input": {"type": "text", "raw_text": RESUME}})[:-1] + more + "}"
        reply = self.attack(text.encode(), {"Content-Type": "application/json", "Idempotency-Key": "unknown"})
        self.assertEqual(reply.status, 202)
        warnings = reply.json["warnings"]
        self.assertEqual([len(warnings), warnings[-1]], [21, "and 399980 more"])
        stored = self.server.sql("SELECT max(length(body)) FROM idempotency")
        self.assertLess(int(stored[0][0]), 16384)

    def test_long_names_of_unknown_fields(self):
        reply = self.create(more="".join(f',"{str(i) * 60000}":0' for i in range(20)))
        self.assertEqual(reply.status, 202)
        self.assertLess(len(reply.body), 16384)

    def test_values_of_every_kind_in_great_numbers(self):
        rows = ["[]", "{}", "0", '""', "null", "[0]", '{"a":0}', "1.5", '"\\n"']
        for value in rows:
            with self.subTest(value):
                n = 240000
                reply = self.json('{"input":' + "[" + ",".join([value] * n) + "]}")
                self.problem(reply, 400, "invalid_request")

    def test_depth_and_number_beyond_the_limits(self):
        for text in ("[" * 1000000, '{"a":' * 300000, "[" * 50 + "]" * 50, "[" + "0," * 600000 + "0]"):
            with self.subTest(text[:20]):
                self.problem(self.json(text), 400, "malformed_json")


class Replies(Attack):
    """What a reply repeats is short, whatever was sent."""

    def test_a_match_repeats_no_long_reference(self):
        done = self.client.end(self.client.text())
        job = {"job_description": JOB}
        body = {"candidates": [{"request_id": done["request_id"], "reference": "r" * 5 * MEGABYTE}], "jobs": [job] * 100}
        reply = self.attack(json.dumps(body).encode(), {"Content-Type": "application/json"}, path="/v1/match")
        self.problem(reply, 400, "invalid_request")


class Compressed(Attack):
    PER_BYTE = 4 * 64  # it is unpacked beside its copy

    def test_bodies_that_unpack_to_more_than_documents_do(self):
        text = json.dumps({"input": {"type": "text", "raw_text": RESUME}})
        for body, content_type in ((text[:-1] + " " * 15000000 + "}", "application/json"), ("a" * 10000000, "text/plain"),
                                   ("\0" * 10000000, "application/pdf")):
            with self.subTest(content_type):
                reply = self.attack(gzip.compress(body.encode()), {"Content-Type": content_type, "Content-Encoding": "gzip"})
                self.problem(reply, 413, "payload_too_large")
        twice = gzip.compress(gzip.compress(b"a" * 10000000))
        reply = self.attack(twice, {"Content-Type": "application/json", "Content-Encoding": "gzip"})
        self.assertEqual(reply.status, 400)
        good = self.attack(gzip.compress(text.encode()), {"Content-Type": "application/json", "Content-Encoding": "gzip"})
        self.assertEqual(good.status, 202)


class AllTogether(Attack):
    flags = ("--request-megabytes", "16")

    def test_memory_of_all_requests_has_a_limit(self):
        text = '{"input":{"type":"result","data":{"a":[' + ",".join(['{"a":0}'] * 240000) + "]}}}"
        reply = self.json(text)
        self.problem(reply, 503, "unavailable")
        self.assertEqual(reply.headers["Retry-After"], "1")
        self.assertEqual(reply.headers["Connection"].lower(), "close")

    def test_large_requests_do_not_stop_small_ones(self):
        """Replies that nobody reads hold the memory of all; an ordinary request is still answered."""
        done = self.client.end(self.client.text(RESUME + "\x7f" * 990000, config={"parse": {"skip": True}}))  # 6 MB
        host, port = self.server.address.rsplit(":", 1)
        one = (f"GET /v1/parse/{done['request_id']} HTTP/1.1\r\nHost: x\r\n"
               f"Authorization: Bearer {self.server.key}\r\n\r\n").encode()
        statuses = set()
        for _ in range(24):
            s = socket.socket()
            self.addCleanup(s.close)
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.settimeout(20)
            s.connect((host, int(port)))
            s.sendall(one)
            statuses.add(s.recv(12))
        self.assertEqual(statuses, {b"HTTP/1.1 200", b"HTTP/1.1 503"})
        self.assertEqual(self.client.text().status, 202)
        self.assertEqual(self.client.text().status, 202)


class Stored(Attack):
    """What lies in the store may be damaged or of a worker of an earlier version."""

    def change(self, sql, *values):
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.server.data + "/vitae.db")) as db:
            db.execute(sql, values)
            db.commit()
        self.server.start()
        self.client = self.server.client

    def test_nothing_stored_ends_the_service(self):
        if self.server.store:
            self.skipTest("the file of SQLite is changed")
        done = self.client.end(self.client.text())["request_id"]
        test = self.client.with_key(self.server.command("key", "create", "--test"))
        waiting = test.text("vitae:sample/created").json["request_id"]
        large = '{"result":{"experience":[' + "0," * 12000000 + "0]}}"
        self.change("UPDATE answer SET body = ? WHERE request_id = ?", large.encode(), done)
        reply = self.client.call("GET", f"/v1/parse/{done}?format=markdown", check=False)
        self.problem(reply, 503, "unavailable")
        with contextlib.closing(sqlite3.connect(self.server.data + "/vitae.db", timeout=20)) as db:
            db.execute("INSERT OR REPLACE INTO document (request_id, body) VALUES (?, ?)", (waiting, b"x"))
            db.commit()
        for config in ("[" + "0," * 14000000 + "0]", '{"a":' * 100000, "\u00ff", "{}"):
            with self.subTest(config[:20]):
                self.change("UPDATE request SET state = 'created', queue = 'parse', tries = 0, lease_ms = 0, config = ? "
                            "WHERE id = ?", config, waiting)
                test = test.with_key(test.key)
                test.address = self.server.address
                self.assertEqual(self.client.text().status, 202)
                self.assertEqual(self.client.get("/readyz").status, 200)
        self.assertEqual(test.end(test.text())["status"], "completed")


if __name__ == "__main__":
    unittest.main()
