# SPDX-License-Identifier: Apache-2.0
"""Clients that are too many, too slow or too large; descriptors that run out; TLS."""
import concurrent.futures
import http.client
import os
import pathlib
import resource
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

from harness import RESUME, Client, Conversation, Server, form, pdf, wait_until

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def status_of(pid, name):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1])
    raise KeyError(name)


class Limited(Conversation):
    def socket(self, **options):
        host, port = self.server.address.rsplit(":", 1)
        s = socket.socket()
        self.addCleanup(s.close)
        for option, value in options.items():
            s.setsockopt(socket.SOL_SOCKET, getattr(socket, option), value)
        s.settimeout(20)
        s.connect((host, int(port)))
        return s

    def answer(self, s, seconds=20):
        """The status of the reply that comes; 0 when the connection is closed instead."""
        s.settimeout(seconds)
        try:
            line = s.recv(4096)
        except ConnectionError:
            return 0
        return int(line.split()[1]) if line else 0

    def begin_upload(self, megabytes):
        """A connection that has sent the most of an upload and then sends no more."""
        content_type, body = form([("file", "r.txt", b"x" * (megabytes * 1024 * 1024))])
        s = self.socket()
        s.sendall((f"POST /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.server.key}\r\n"
                   f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n").encode())
        s.sendall(body[:-100])
        return s, body[-100:]


class Connections(Limited):
    flags = ("--connections", "24", "--connections-per-address", "1000", "--header-seconds", "3",
             "--idle-seconds", "3")

    def test_all_connections_taken_by_silence_are_free_again(self):
        for _ in range(40):
            self.socket()
        begun = time.monotonic()
        s = self.socket()
        s.sendall(REQUEST)
        self.assertEqual(self.answer(s), 200)
        self.assertLess(time.monotonic() - begun, 12)


class Addresses(Limited):
    flags = ("--connections-per-address", "8")

    def test_one_address_has_only_its_share(self):
        self.client.close()
        time.sleep(0.2)
        held = [self.socket() for _ in range(8)]
        for s in held:
            s.sendall(REQUEST)
            self.assertEqual(self.answer(s), 200)
        more = self.socket()
        try:
            more.sendall(REQUEST)
        except ConnectionError:
            pass
        self.assertEqual(self.answer(more), 0)
        for s in held:
            s.close()
        wait_until(self.is_served)

    def is_served(self):
        """Whether a connection is taken again: the service may not have seen yet that the others ended."""
        try:
            return self.client.get("/healthz").status == 200
        except ConnectionError:
            return False


class Headers(Limited):
    def test_too_many_and_too_long(self):
        rows = [({f"X-{i}": "v" * 40 for i in range(1500)}, "/healthz", (431,)),
                ({"X-Long": "v" * 40000}, "/healthz", (431,)),
                ({}, "/v1/parse/" + "a" * 60000, (414, 431))]
        for headers, path, wanted in rows:
            with self.subTest(path[:20] + str(len(headers))):
                self.assertIn(self.client.call("GET", path, headers=headers, check=False).status, wanted)
                self.client.close()

    def test_malformed_requests_end_their_connection_only(self):
        for text in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"POST /v1/parse HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b"\0" * 5000, b"GET / HTTP/1.1\r\nHost\r\n\r\n",
                     b"POST /v1/parse HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nxxxxx"):
            with self.subTest(text[:20]):
                s = self.socket()
                s.sendall(text)
                s.shutdown(socket.SHUT_WR)
                self.assertNotIn(self.answer(s), (200, 202))
        self.assertEqual(self.client.get("/healthz").status, 200)


class Uploads(Limited):
    flags = ("--upload-megabytes", "24", "--body-seconds", "60")

    def test_uploads_are_not_held_in_the_heap_and_have_a_limit_together(self):
        self.client.text(Prefer="wait=20")
        before = status_of(self.server.process.pid, "RssAnon")
        held = [self.begin_upload(9), self.begin_upload(9)]
        time.sleep(0.5)
        self.assertLess(status_of(self.server.process.pid, "RssAnon") - before, 4096)  # of 18 MB
        reply = self.client.upload([("file", "r.txt", b"x" * (9 * 1024 * 1024))])
        self.problem(reply, 503, "unavailable")
        self.assertEqual(reply.headers["Retry-After"], "1")
        self.assertEqual(self.client.text().status, 202)
        for s, rest in held:
            s.sendall(rest)
            self.assertEqual(self.answer(s), 202)
            s.close()
        self.assertEqual(self.client.upload([("file", "r.txt", b"x" * (9 * 1024 * 1024))]).status, 202)


class CutUploads(Limited):
    flags = ("--upload-megabytes", "24", "--body-seconds", "60")

    def test_cut_uploads_give_their_room_back(self):
        for _ in range(4):
            s, _ = self.begin_upload(9)
            time.sleep(0.3)
            s.close()
        time.sleep(0.3)
        self.assertEqual(self.client.upload([("file", "r.txt", b"x" * (9 * 1024 * 1024))]).status, 202)

    def test_routes_without_documents_take_small_bodies_only(self):
        reply = self.client.call("POST", "/dashboard/api/session", b'{"key": "' + b"x" * 300000 + b'"}',
                                 {"Content-Type": "application/json"})
        self.problem(reply, 413, "payload_too_large")


class SlowReader(Limited):
    flags = ("--reply-seconds", "2")

    def test_a_reply_that_nobody_reads_is_given_up(self):
        created = self.client.text("\n".join([RESUME] * 1000), config={"parse": {"skip": True}})
        done = self.client.end(created)
        self.assertGreater(len(done["raw_text"]), 500000)
        s = self.socket(SO_RCVBUF=4096)
        one = (f"GET /v1/parse/{done['request_id']} HTTP/1.1\r\nHost: x\r\n"
               f"Authorization: Bearer {self.server.key}\r\n\r\n").encode()
        s.sendall(one * 20)
        time.sleep(4)
        got = 0
        try:
            while chunk := s.recv(1 << 20):
                got += len(chunk)
        except ConnectionError:
            pass
        self.assertLess(got, 20 * 500000)
        self.assertEqual(self.client.get("/healthz").status, 200)


class Parallel(Limited):
    flags = ("--parallel-per-key", "3")

    def test_a_key_has_so_many_requests_at_one_time(self):
        test = self.client.with_key(self.server.command("key", "create", "--test"))
        waiting = test.text("vitae:sample/created").json["request_id"]

        def wait(_):
            client = Client(test.address, test.key)
            try:
                return client.get("/v1/parse/" + waiting, Prefer="wait=3").status
            finally:
                client.close()
        with concurrent.futures.ThreadPoolExecutor(3) as threads:
            running = [threads.submit(wait, i) for i in range(3)]
            time.sleep(1)
            reply = test.text("vitae:sample/created")
            self.problem(reply, 429, "too_many_parallel")
            self.assertEqual(reply.headers["Retry-After"], "1")
            self.assertEqual(self.client.text().status, 202)  # of another key
            self.assertEqual([r.result() for r in running], [200] * 3)
        self.assertEqual(test.text("vitae:sample/created").status, 202)


class SignIns(Limited):
    flags = ("--read-per-minute", "90")

    def test_sign_ins_count_as_reads_of_their_key(self):
        """A right key opened sessions without end, each a row of the store."""
        other = self.server.account("other", "--allowance", "1")
        replies = [other.call("POST", "/dashboard/api/session", {"key": other.key}, check=False) for _ in range(100)]
        self.assertEqual({r.status for r in replies}, {200, 429})
        self.problem(replies[-1], 429, "rate_limited")
        self.assertEqual(self.server.sql("SELECT COUNT(*) FROM session"), [("50",)])
        self.assertEqual(self.client.call("POST", "/dashboard/api/session", {"key": self.client.key}, check=False).status, 200)


class Overload(Limited):
    flags = ("--queue-max", "2", "--workers", "1", "--handlers", "4")

    def test_a_full_queue_refuses_and_stays_responsive(self):
        client = self.server.account("busy", "--allowance", "100000")
        slowest, over, statuses = [0.0], threading.Event(), []

        def look():
            own = Client(client.address)
            while not over.is_set():
                begun = time.monotonic()
                assert own.get("/healthz").status == 200
                slowest[0] = max(slowest[0], time.monotonic() - begun)
                time.sleep(0.02)
            own.close()

        def spend(_):
            own, replies = Client(client.address, client.key), []
            for _ in range(25):
                replies.append(own.text("\n".join([RESUME] * 40)))
            own.close()
            return replies
        looker = threading.Thread(target=look)
        looker.start()
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            for replies in threads.map(spend, range(8)):
                statuses += [r.status for r in replies]
                for reply in replies:
                    if reply.status == 503:
                        self.problem(reply, 503, "queue_full")
                        self.assertGreaterEqual(int(reply.headers["Retry-After"]), 1)
        over.set()
        looker.join()
        self.assertEqual(set(statuses), {202, 503})
        self.assertLess(slowest[0], 3)
        self.assertEqual(client.get("/v1/usage").json["current_month"]["api_calls"], statuses.count(202))
        usage = wait_until(lambda: (u := client.get("/v1/usage").json) and
                           u["current_month"]["credits_consumed"] == statuses.count(202) and u, 60)
        self.assertEqual(usage["credit_balance"]["remaining"], 100000 - statuses.count(202))


class Descriptors(Limited):
    flags = ("--connections-per-address", "1000", "--header-seconds", "5")

    def test_running_out_of_descriptors(self):
        pid = self.server.process.pid
        self.assertEqual(self.client.text(Prefer="wait=20").status, 200)
        used = len(os.listdir(f"/proc/{pid}/fd"))
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + 12, limits[1]))
        accepted, statuses = [], set()
        held = [self.socket() for _ in range(60)]
        time.sleep(0.5)
        for _ in range(10):  # over the connection that is open
            reply = self.client.text()
            statuses.add(reply.status)
            if reply.status == 202:
                accepted.append(reply)
        self.assertLessEqual(statuses, {202, 500, 503})
        for s in held:
            s.close()
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
        fresh = Client(self.client.address, self.client.key)
        wait_until(lambda: fresh.text(Prefer="wait=20").status == 200)
        for reply in accepted:
            self.assertEqual(fresh.end(reply)["status"], "completed")
        fresh.close()
        self.assertIsNone(self.server.process.poll())


class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="vitae-tls-")
        cls.pem, cls.key = cls.folder + "/cert.pem", cls.folder + "/key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-keyout", cls.key, "-out", cls.pem], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def connect(self, server, **versions):
        context = ssl.create_default_context(cafile=self.pem)
        for name, version in versions.items():
            setattr(context, name, version)
        host, port = server.address.rsplit(":", 1)
        return http.client.HTTPSConnection(host, int(port), timeout=20, context=context)

    def test_conversation_over_tls(self):
        server = Server("--tls-certificate", self.pem, "--tls-key", self.key, "--header-seconds", "2")
        try:
            self.assertTrue(any(line.startswith("Address: https://") for line in server.lines))
            for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
                with self.subTest(version):
                    c = self.connect(server, minimum_version=version, maximum_version=version)
                    content_type, body = form([("file", "r.pdf", pdf(2)), ("config", None, "{}"),
                                               ("job_description", None, "x" * 200000)])
                    c.request("POST", "/v1/parse", body, {"Content-Type": content_type})
                    self.assertEqual(c.getresponse().status, 401)
                    c = self.connect(server, minimum_version=version, maximum_version=version)
                    content_type, body = form([("file", "r.pdf", pdf(2))])
                    c.request("POST", "/v1/parse", body, {"Content-Type": content_type, "Prefer": "wait=20",
                                                          "Authorization": "Bearer " + server.key})
                    reply = c.getresponse()
                    self.assertEqual((reply.status, b'"completed"' in reply.read()), (200, True))
                    c.request("POST", "/dashboard/api/session", '{"key": "%s"}' % server.key,
                              {"Content-Type": "application/json"})
                    reply = c.getresponse()
                    self.assertIn("Secure", reply.headers["Set-Cookie"])
                    reply.read()
                    c.close()
            with self.assertRaises(ssl.SSLError):
                self.connect(server, minimum_version=ssl.TLSVersion.TLSv1,
                             maximum_version=ssl.TLSVersion.TLSv1_1).request("GET", "/healthz")
            host, port = server.address.rsplit(":", 1)
            with socket.create_connection((host, int(port)), timeout=20) as plain:
                plain.sendall(REQUEST)
                try:
                    self.assertFalse(plain.recv(4096).startswith(b"HTTP/"))
                except ConnectionError:
                    pass
            with socket.create_connection((host, int(port)), timeout=20) as silent:
                begun = time.monotonic()  # a handshake that never comes is cut like slow headers
                self.assertEqual(silent.recv(1), b"")
                self.assertLess(time.monotonic() - begun, 8)
            server.doctor()
        finally:
            server.close()

    def test_certificates_that_cannot_be_used(self):
        broken = self.folder + "/broken.pem"
        pathlib.Path(broken).write_text("no certificate")
        for flags, said in ((("--tls-certificate", self.pem), "belong together"),
                            (("--tls-certificate", self.pem, "--tls-key", self.folder + "/none"), "none"),
                            (("--tls-certificate", broken, "--tls-key", self.key), "TLS")):
            with self.subTest(said):
                with self.assertRaisesRegex(RuntimeError, said):
                    Server(*flags)


if __name__ == "__main__":
    unittest.main()
