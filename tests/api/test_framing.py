# SPDX-License-Identifier: Apache-2.0
"""Heads that two readers could take for different requests (RFC 9112), and clients behind proxies."""
import json
import socket
import unittest

from harness import Conversation

NEXT = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
POST = (b"POST /dashboard/api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")


class Raw(Conversation):
    def exchange(self, text, seconds=5):
        """All that comes back until the connection is closed."""
        host, port = self.server.address.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=seconds) as s:
            s.sendall(text)
            out = b""
            try:
                while chunk := s.recv(65536):
                    out += chunk
            except ConnectionResetError:
                pass
            return out

    def get(self, *lines, target="/healthz"):
        return "\r\n".join([f"GET {target} HTTP/1.1", *lines, "", ""]).encode("latin-1")

    def sign_in(self, key, headers=None):
        return self.client.call("POST", "/dashboard/api/session", {"key": key}, headers, check=False)


class Framing(Raw):
    def refused(self, text):
        """One well-formed 400 and an end: nothing behind it is run as a request."""
        out = self.exchange(text + NEXT)
        head, _, body = out.partition(b"\r\n\r\n")
        self.assertTrue(head.startswith(b"HTTP/1.1 400 "), out)
        self.assertIn(b"connection: close", head.lower())
        self.assertEqual(out.count(b"HTTP/1.1 "), 1, out)
        length = [int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        self.assertEqual(length, [len(body)])
        return body

    def test_a_query_of_many_arguments(self):
        for query, status in (("a=1&" * 200, b"200"), ("&" * 5000, b"414"), ("a=1&" * 1000, b"414"), ("a&" * 3000, b"414")):
            with self.subTest(query[:4], n=len(query)):
                out = self.exchange(self.get("Host: x", "Connection: close", target="/healthz?" + query))
                self.assertTrue(out.startswith(b"HTTP/1.1 " + status), out[:100])
                self.assertEqual(out.count(b"HTTP/1.1 "), 1)

    def test_expect_without_a_body(self):
        for more in ([], ["Content-Length: 0"], ["Content-Length: 000"]):
            with self.subTest(more):
                self.assertIn(b"Expect", self.refused(self.get("Host: x", "Expect: 100-continue", *more)))
        out = self.exchange(b"GET /healthz HTTP/1.0\r\nExpect: 100-continue\r\n\r\n")  # 1.0 knows no such thing
        self.assertTrue(out.startswith(b"HTTP/1.1 200 "), out)

    def test_expect_with_a_body(self):
        host, port = self.server.address.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=5) as s:
            s.sendall(POST + b"Content-Length: 13\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
            self.assertEqual(s.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
            s.sendall(b'{"key":"x","y')
            out = s.recv(1000)
            self.assertTrue(out.startswith(b"HTTP/1.1 400 "), out)

    def test_bodies_that_end_in_two_places(self):
        rows = [b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
                b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
                b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}",
                b"Content-Length : 2\r\n\r\n{}", b"Content-Length: 2\r\n content-length: 40\r\n\r\n{}",
                b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                b"Transfer-Encoding: identity\r\n\r\n{}", b"Transfer-Encoding: xchunked\r\n\r\n{}",
                b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"]
        for row in rows:
            with self.subTest(row):
                problem = json.loads(self.refused(POST + row))
                self.assertEqual(problem["error_code"], "invalid_request")

    def test_lengths_that_are_no_numbers_close(self):
        for row in (b"-5", b"+2", b"2, 2", b"0x2", b"2 2", b"99999999999999999999999"):
            with self.subTest(row):
                out = self.exchange(POST + b"Content-Length: " + row + b"\r\n\r\n{}" + NEXT)
                self.assertRegex(out, b"^HTTP/1.1 4(00|13) ")
                self.assertNotIn(b"200 OK", out)

    def test_lines_that_are_none(self):
        rows = ["X-A: a\0b", "X-A: a\0\0b", "X-A: a\r\n b", "X-A: a\rX-B: b", "X-A: a\nX-B: b", "X-A: a\x01b",
                "X-A: a\x7f", "X A: b", "X-A : b", ": b", "X(A): b"]
        for row in rows:
            for lines in ([row, "Host: x"], ["Host: x", row]):
                with self.subTest(lines):
                    self.refused(self.get(*lines))
        self.refused(self.get("X-A: a\0", "Host: x"))
        self.refused(b"GET /healthz HTTP/1.1\r\n Host: x\r\nHost: x\r\n\r\n")
        self.refused(b"GET /healthz HTTP/1.1\nHost: x\n\n")

    def test_nothing_behind_a_chunked_body_is_run(self):
        """Readers differ on where it ends: at lone LFs and CRs, in extensions, in trailers (RFC 9112, 7.1)."""
        body = b'{"key":"a"}'
        rows = [b"b\r\n%s\r\n0\r\n\r\n", b"b\n%s\r\n0\r\n\r\n", b"b;\n%s\r\n0\r\n\r\n", b"b;a\rb\r\n%s\r\n0\r\n\r\n",
                b"b\r\n%s\n0\r\n\r\n", b"b\r\n%s\r\n0\n\n", b"b\r\n%s\r\n0\r\nX-A: b\nX-C: d\r\n\r\n",
                b"b\r\n%s\r\n0\r\nX-A: b\r\n c\r\n\r\n", b"b\r\n%s\r\n0\r\nContent-Length: 5\r\n\r\n",
                b"b;a=\"\r\nX\"\r\n%s\r\n0\r\n\r\n", b"1000000000000000b\r\n%s\r\n0\r\n\r\n", b"+b\r\n%s\r\n0\r\n\r\n", b"0xb\r\n%s\r\n0\r\n\r\n"]
        for row in rows:
            with self.subTest(row):
                out = self.exchange(POST + b"Transfer-Encoding: chunked\r\n\r\n" + row % body + NEXT)
                self.assertRegex(out, b"^HTTP/1.1 4(00|01|13|29) ")
                self.assertEqual(out.count(b"HTTP/1.1 "), 1, out)
                self.assertIn(b"connection: close", out.lower())

    def test_a_header_of_which_readers_take_another_one(self):
        for name, value in (("Authorization", "Bearer a"), ("Content-Type", "application/json"), ("Idempotency-Key", "a")):
            with self.subTest(name):
                self.refused(self.get("Host: x", f"{name}: {value}", f"{name.lower()}: b"))

    def test_hosts(self):
        for lines in ([], ["Host: a", "Host: b"], ["Host: a", "Host: a"], ["Host: a b"], ["Host: a/b"], ["Host: a,b"]):
            with self.subTest(lines):
                self.refused(self.get(*lines))

    def test_targets(self):
        for target in ("/healthz\0x", "/healthz%00x", "/heal thz", " /healthz", "healthz", "http:///healthz", "http://a b/"):
            with self.subTest(target):
                self.refused(self.get("Host: x", target=target))

    def test_what_is_right_is_served(self):
        end = "Connection: close"
        rows = [self.get("Host: x", end), self.get("Host: x", "X-A:a", "X-B:  b \t ", "X-C:", end), self.get("Host:", end),
                self.get("Host: [::1]:80", "x-a: \xfc", end), self.get("Host: x", end, target="http://x/healthz"),
                self.get("Host: y", end, target="HTTP://x:80/healthz?a=1"), self.get("Host: x", end, target="/healthz?a=%20b"),
                b"GET /healthz HTTP/1.0\r\n\r\n", b"\r\n" + self.get("Host: x", end)]
        for row in rows:
            with self.subTest(row):
                self.assertTrue(self.exchange(row).startswith(b"HTTP/1.1 200 "), row)
        chunked = POST + b"Transfer-Encoding: Chunked\r\nConnection: close\r\n\r\n5\r\n{\"key\r\n6\r\n\":\"a\"}\r\n0\r\n\r\n"
        self.assertTrue(self.exchange(chunked).startswith(b"HTTP/1.1 401 "))


class SignIn(Raw):
    def test_wrong_keys_lock_nobody_out(self):
        statuses = [self.sign_in("vt_live_wrong").status for _ in range(40)]
        self.assertEqual((statuses[0], statuses[-1]), (401, 429))
        self.assertEqual(self.sign_in(self.server.key).status, 200)

    def test_the_cookie_is_the_hosts_alone_behind_https(self):
        plain = self.sign_in(self.server.key).headers["Set-Cookie"]
        self.assertTrue(plain.startswith("vitae_session="))
        self.assertNotIn("Secure", plain)
        https = {"X-Forwarded-Proto": "https"}
        cookie = self.sign_in(self.server.key, https).headers["Set-Cookie"]
        self.assertTrue(cookie.startswith("__Host-vitae_session="))
        for attribute in ("; Path=/;", "; Secure", "; HttpOnly", "; SameSite=Strict"):
            self.assertIn(attribute, cookie)
        value = cookie.split(";")[0]

        def status(**headers):
            return self.client.call("GET", "/dashboard/api/session", headers=dict(headers, **{"X-Forwarded-Proto": "https"})).status
        self.assertEqual(status(Cookie=value), 200)
        self.assertEqual(status(Cookie=value.replace("__Host-", "")), 401)  # of a page without https


class Metrics(Raw):
    def test_only_for_this_machine_by_its_name(self):
        def status(**headers):
            return self.client.call("GET", "/metrics", headers=headers, check=False).status
        self.assertEqual(status(), 200)
        self.assertEqual(status(Host="localhost:8080"), 200)
        self.assertEqual(status(Host="[::1]:8080"), 200)
        for host in ("example.com", "127.0.0.1.example.com", "localhost.example.com", "127.evil", ""):
            self.assertEqual(status(Host=host), 404, host)


class Proxies(Raw):
    flags = ("--trusted-proxies", "127.0.0.0/8, 10.0.0.0/8", "--connections-per-address", "4")

    def wrong(self, *chain, **more):
        headers = {"X-Forwarded-For": ", ".join(chain)} if chain else {}
        return self.sign_in("vt_live_wrong", dict(headers, **more)).status

    def test_clients_are_told_apart(self):
        for _ in range(40):
            last = self.wrong("192.0.2.1")
        self.assertEqual(last, 429)
        self.assertEqual(self.wrong("192.0.2.2"), 401)
        self.assertEqual(self.wrong("192.0.2.1", "10.1.2.3"), 429)  # through a second proxy of ours
        self.assertEqual(self.wrong("192.0.2.2", "192.0.2.1"), 429)  # what a client says of itself counts nothing
        self.assertEqual(self.wrong("192.0.2.1:4711"), 429)
        self.assertEqual(self.wrong("192.0.2.9", Forwarded="for=192.0.2.1"), 401)  # our proxy does not write it
        self.assertEqual(self.wrong("unknown", "192.0.2.1"), 429)

    def test_a_proxy_may_have_many_connections(self):
        held = []
        host, port = self.server.address.rsplit(":", 1)
        for _ in range(12):
            s = socket.create_connection((host, int(port)), timeout=5)
            self.addCleanup(s.close)
            s.sendall(NEXT)
            held.append(s.recv(100)[:12])
        self.assertEqual(held, [b"HTTP/1.1 200"] * 12)


class Forwarded(Raw):
    flags = ("--trusted-proxies", "127.0.0.1", "--proxy-header", "forwarded")

    def wrong(self, value):
        return self.sign_in("vt_live_wrong", {"Forwarded": value}).status

    def test_the_standard_header(self):
        for _ in range(40):
            last = self.wrong('for="[2001:db8::1]:4711";proto=https')
        self.assertEqual(last, 429)
        self.assertEqual(self.wrong("for=192.0.2.60; by=1.2.3.4, For=\"[2001:db8::1]\""), 429)
        self.assertEqual(self.wrong("for=192.0.2.60"), 401)


class Untrusted(Raw):
    def test_nobody_is_believed_without_the_setting(self):
        statuses = [self.sign_in("vt_live_wrong", {"X-Forwarded-For": f"192.0.2.{i}"}).status for i in range(40)]
        self.assertEqual((statuses[0], statuses[-1]), (401, 429))


if __name__ == "__main__":
    unittest.main()
