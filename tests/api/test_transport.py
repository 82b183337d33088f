# SPDX-License-Identifier: Apache-2.0
"""Keys, scopes, transport errors, rate limits, idempotency, gzip, CORS, slow clients."""
import concurrent.futures
import json
import socket
import time
import unittest

from harness import RESUME, Client, Conversation, Server, form, pdf


class Transport(Conversation):
    flags = ("--header-seconds", "2", "--body-seconds", "2", "--idle-seconds", "2",
             "--cors-origins", "https://app.example.com", "--connections-per-address", "100")

    def test_every_route_wants_a_key(self):
        nobody = Client(self.server.address)
        for method, path in (("POST", "/v1/parse"), ("GET", "/v1/parse"), ("GET", "/v1/parse/x"),
                             ("DELETE", "/v1/parse/x"), ("GET", "/v1/usage"), ("GET", "/v1/usage/history")):
            with self.subTest(method + path):
                reply = nobody.call(method, path)
                self.problem(reply, 401, "missing_api_key")
                self.assertTrue(reply.headers["WWW-Authenticate"].startswith("Bearer"))
                for value in ("Bearer vt_live_wrong", "Bearer", "Basic abc", self.server.key):
                    reply = nobody.call(method, path, headers={"Authorization": value})
                    self.problem(reply, 401, "invalid_api_key")

    def test_revoked_and_expired_keys(self):
        key = self.server.command("key", "create", "--name", "short")
        client = self.client.with_key(key)
        self.assertEqual(client.get("/v1/usage").status, 200)
        listed = [line for line in self.server.command("key", "list").splitlines() if line.endswith("short")]
        self.server.command("key", "revoke", listed[0].split()[0])
        time.sleep(1.2)
        self.problem(client.get("/v1/usage"), 401, "invalid_api_key")
        self.assertNotIn(key, self.server.command("key", "list"))

    def test_scopes(self):
        reader = self.client.with_key(self.server.command("key", "create", "--scopes", "read usage"))
        self.assertEqual(reader.get("/v1/parse").status, 200)
        self.problem(reader.text(), 403, "insufficient_scope")
        parser = self.client.with_key(self.server.command("key", "create", "--scopes", "parse"))
        self.problem(parser.get("/v1/usage"), 403, "insufficient_scope")
        self.assertEqual(self.server.command("key", "create", "--scopes", "all", check=False).returncode, 2)

    def test_unknown_routes_and_methods(self):
        for path in ("/v1", "/v1/", "/v2/parse", "/v1/parse/a/b", "/nothing"):
            with self.subTest(path):
                self.problem(self.client.get(path), 404, "not_found")
        for method, path, allow in (("PUT", "/v1/parse", {"POST", "GET", "HEAD"}),
                                    ("POST", "/v1/usage", {"GET", "HEAD"}),
                                    ("PATCH", "/v1/parse/x", {"GET", "HEAD", "DELETE"})):
            reply = self.client.call(method, path, check=False)
            self.problem(reply, 405, "method_not_allowed")
            self.assertEqual(set(reply.headers["Allow"].replace(",", " ").split()), allow)

    def test_content_types(self):
        for kind in ("video/mp4", "application/xml", "multipart/mixed; boundary=x", ""):
            with self.subTest(kind):
                reply = self.client.call("POST", "/v1/parse", b"{}", {"Content-Type": kind})
                self.problem(reply, 415, "unsupported_media_type")
        for path in ("/v1/keys", "/v1/jobs", "/v1/match", "/dashboard/api/session"):  # a form of another site may send it
            reply = self.client.call("POST", path, json.dumps({"key": self.client.key}).encode(),
                                     {"Content-Type": "multipart/form-data; boundary=x"})
            self.problem(reply, 415, "unsupported_media_type")
        reply = self.client.call("POST", "/v1/parse", b"{}", {"Content-Type": "application/json",
                                                               "Content-Encoding": "br"})
        self.problem(reply, 415, "unsupported_media_type")
        body = {"input": {"type": "text", "raw_text": RESUME}}
        reply = self.client.call("POST", "/v1/parse", body, {"Content-Type": "application/json; charset=utf-8"})
        self.assertEqual(reply.status, 202)

    def test_announced_size(self):
        reply = self.client.call("POST", "/v1/parse", b"x" * (17 * 1024 * 1024), {"Content-Type": "application/json"})
        self.problem(reply, 413, "payload_too_large")

    def test_head(self):
        reply = self.client.call("HEAD", "/v1/usage")
        self.assertEqual((reply.status, reply.raw), (200, b""))

    def test_chunked_upload(self):
        content_type, body = form([("file", "r.txt", RESUME)])
        pieces = (body[i:i + 100] for i in range(0, len(body), 100))
        reply = self.client.call("POST", "/v1/parse", pieces, {"Content-Type": content_type})
        self.assertEqual(reply.status, 202)

    def test_gzip(self):
        reply = self.client.text(Prefer="wait=20")
        path = reply.headers["Location"]
        packed = self.client.get(path, Accept_Encoding="br, gzip;q=0.8")
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertLess(len(packed.raw), len(packed.body))
        self.assertEqual(packed.json, self.client.get(path).json)
        self.assertNotIn("Content-Encoding", self.client.get(path, Accept_Encoding="gzip;q=0").headers)

    def test_request_ids(self):
        ids = {self.client.get("/v1/usage").headers["X-Request-Id"] for _ in range(3)}
        self.assertEqual(len(ids), 3)
        reply = self.client.get("/v1/parse/x")
        self.assertEqual(reply.json["request_id"], reply.headers["X-Request-Id"])

    def test_cors(self):
        origin = {"Origin": "https://app.example.com"}
        reply = self.client.call("OPTIONS", "/v1/parse", headers=dict(origin, **{
            "Access-Control-Request-Method": "POST"}), check=False)
        self.assertEqual(reply.status, 204)
        self.assertEqual(reply.headers["Access-Control-Allow-Origin"], "https://app.example.com")
        self.assertIn("POST", reply.headers["Access-Control-Allow-Methods"])
        self.assertEqual(self.client.call("GET", "/v1/usage", headers=origin).headers["Access-Control-Allow-Origin"],
                         "https://app.example.com")
        other = self.client.call("GET", "/v1/usage", headers={"Origin": "https://evil.example.com"})
        self.assertNotIn("Access-Control-Allow-Origin", other.headers)

    def test_health(self):
        nobody = Client(self.server.address)
        self.assertEqual(nobody.get("/healthz").json, {"status": "ok"})
        self.assertEqual(nobody.get("/readyz").json, {"status": "ready", "store": "ok"})

    def socket(self):
        host, port = self.server.address.rsplit(":", 1)
        return socket.create_connection((host, int(port)), timeout=20)

    def closed_within(self, s, seconds, drip=None):
        until = time.monotonic() + seconds
        s.settimeout(0.2)
        while time.monotonic() < until:
            try:
                if drip:
                    s.sendall(drip)
                if s.recv(4096) == b"":
                    return True
            except socket.timeout:
                continue
            except OSError:
                return True
        return False

    def test_slow_headers_are_cut(self):
        with self.socket() as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            self.assertTrue(self.closed_within(s, 6, b"a"))

    def test_slow_body_is_cut(self):
        with self.socket() as s:
            s.sendall(b"POST /v1/parse HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n"
                      b"Authorization: Bearer " + self.server.key.encode() + b"\r\n\r\n")
            self.assertTrue(self.closed_within(s, 6, b" "))

    def test_silent_connection_is_closed(self):
        with self.socket() as s:
            self.assertTrue(self.closed_within(s, 7))

    def test_slow_clients_do_not_stop_others(self):
        slow = [self.socket() for _ in range(60)]
        try:
            for s in slow:
                s.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            start = time.monotonic()
            fresh = self.client.with_key(self.server.key)
            self.assertEqual(fresh.text(Prefer="wait=20").status, 200)
            self.assertLess(time.monotonic() - start, 3)
        finally:
            for s in slow:
                s.close()

    def test_huge_headers(self):
        reply = self.client.call("GET", "/healthz", headers={"X-Big": "x" * 100000}, check=False)
        self.assertEqual(reply.status, 431)

    def test_cut_upload_leaves_nothing(self):
        before = self.client.get("/v1/usage").json["current_month"]["api_calls"]
        with self.socket() as s:
            s.sendall(b"POST /v1/parse HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n"
                      b"Authorization: Bearer " + self.server.key.encode() + b"\r\n\r\n{\"input\"")
        time.sleep(0.3)
        self.assertEqual(self.client.get("/v1/usage").json["current_month"]["api_calls"], before)


class Idempotency(Conversation):
    def test_replay(self):
        first = self.client.text(Idempotency_Key="k1")
        again = self.client.text(Idempotency_Key="k1")
        self.assertEqual((again.status, again.json), (202, first.json))
        self.assertEqual(again.headers["Idempotent-Replayed"], "true")
        self.assertEqual(again.headers["Location"], first.headers["Location"])
        self.assertNotIn("Idempotent-Replayed", first.headers)
        self.assertEqual(self.client.text().json["remaining_balance"], first.json["remaining_balance"] - 1)

    def test_another_body(self):
        self.client.text(Idempotency_Key="k2")
        self.problem(self.client.text(RESUME + "x", Idempotency_Key="k2"), 422, "idempotency_mismatch")

    def test_multipart_with_another_boundary_is_the_same(self):
        first = self.client.upload([("file", "r.pdf", pdf(1))], Idempotency_Key="k3")
        again = self.client.upload([("file", "r.pdf", pdf(1))], Idempotency_Key="k3")
        self.assertEqual(again.json, first.json)
        self.problem(self.client.upload([("file", "r.pdf", pdf(2))], Idempotency_Key="k3"), 422,
                     "idempotency_mismatch")

    def test_errors_are_not_kept(self):
        bad = {"input": {"type": "fax"}}
        self.assertEqual(self.client.create(bad, Idempotency_Key="k4").status, 400)
        self.assertEqual(self.client.text(Idempotency_Key="k4").status, 202)

    def test_replay_of_a_wait_is_the_final_body(self):
        first = self.client.text(Idempotency_Key="k5", Prefer="wait=20")
        again = self.client.text(Idempotency_Key="k5")
        self.assertEqual((first.status, again.status, again.json), (200, 200, first.json))

    def test_keys_are_apart_by_api_key(self):
        other = self.client.with_key(self.server.command("key", "create"))
        first, second = self.client.text(Idempotency_Key="k6"), other.text(Idempotency_Key="k6")
        self.assertNotEqual(first.json["request_id"], second.json["request_id"])

    def test_while_the_first_runs(self):
        test = self.client.with_key(self.server.command("key", "create", "--test"))
        with concurrent.futures.ThreadPoolExecutor(1) as threads:
            running = threads.submit(test.text, "vitae:sample/created", Idempotency_Key="k7", Prefer="wait=2")
            time.sleep(0.7)
            self.problem(test.text("vitae:sample/created", Idempotency_Key="k7"), 409, "idempotency_in_progress")
            first = running.result()
        again = test.text("vitae:sample/created", Idempotency_Key="k7")
        self.assertEqual((again.status, again.json), (202, first.json))

    def test_race_of_equal_creates_makes_one(self):
        def one(_):
            reply = self.client.text(Idempotency_Key="k8")
            self.client.close()
            return reply
        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            replies = list(threads.map(one, range(48)))
        made = {r.json["request_id"] for r in replies if r.status == 202}
        self.assertEqual(len(made), 1)
        self.assertLessEqual({r.status for r in replies}, {202, 409})

    def test_key_length(self):
        self.problem(self.client.text(Idempotency_Key="x" * 256), 400, "invalid_request")


class RateLimits(Conversation):
    flags = ("--limit-operator", "--create-per-minute", "6", "--create-burst", "3", "--read-per-minute", "60")

    def test_headers_and_429(self):
        for left in (2, 1, 0):
            reply = self.client.text()
            self.assertEqual(reply.headers["RateLimit-Policy"], '"create";q=6;w=60')
            self.assertTrue(reply.headers["RateLimit"].startswith(f'"create";r={left};t='))
        reply = self.client.text()
        problem = self.problem(reply, 429, "rate_limited")
        self.assertTrue(problem["retryable"])
        self.assertGreaterEqual(int(reply.headers["Retry-After"]), 1)
        self.assertLessEqual(int(reply.headers["Retry-After"]), 10)
        other = self.client.with_key(self.server.command("key", "create"))
        self.assertEqual(other.text().status, 202)
        self.assertEqual(self.client.get("/v1/usage").headers["RateLimit-Policy"], '"read";q=60;w=60')

    def test_the_first_key_has_no_limit_unless_it_is_told(self):
        server = Server("--create-per-minute", "2", "--create-burst", "1", "--read-per-minute", "1")
        other = server.account("tenant", "--allowance", "100")
        self.assertEqual({server.client.text().status for _ in range(8)}, {202})
        self.assertNotIn("RateLimit", server.client.get("/v1/usage").headers)
        self.assertEqual([other.text().status for _ in range(3)].count(429), 2)
        server.close()

    def test_401_comes_before_429_and_429_before_413(self):
        wrong = self.client.with_key("vt_live_wrong")
        for _ in range(10):
            self.assertEqual(wrong.text().status, 401)
        other = self.client.with_key(self.server.command("key", "create"))
        for _ in range(3):
            other.text()
        reply = other.call("POST", "/v1/parse", b"x" * (17 * 1024 * 1024), {"Content-Type": "text/plain"})
        self.problem(reply, 429, "rate_limited")


class Queue(Conversation):
    flags = ("--queue-max", "3")

    def test_full_queue(self):
        big = "\n".join([RESUME] * 300)
        statuses = []
        for _ in range(200):
            statuses.append(self.client.text(big).status)
            if 503 in statuses:
                break
        self.assertIn(503, statuses)


if __name__ == "__main__":
    unittest.main()
