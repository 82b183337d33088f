# SPDX-License-Identifier: Apache-2.0
"""What an operator sees of a running service: lines of the log, metrics."""
import json
import pathlib
import re
import shutil
import socket
import subprocess
import time
import unittest

from harness import Server, wait_until


def samples(text):
    """The metrics of an exposition as {name: {labels: value}}."""
    found = {}
    for line in text.splitlines():
        row = re.fullmatch(r'([a-z_]+)(?:\{((?:[a-z_]+="[^"]*",?)*)\})? (\S+)', line)
        if row and not line.startswith("#"):
            found.setdefault(row[1], {})[row[2] or ""] = float(row[3])
    return found


class Observed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--log-json", "--queue-max", "77")
        cls.client = cls.server.client

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def lines(self):
        text = pathlib.Path(self.server.data, "log").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def line_of(self, request_id):
        return wait_until(lambda: [l for l in self.lines() if l.get("request_id") == request_id and l["event"] == "http"])[0]

    def metrics(self):
        return samples(self.client.get("/metrics").raw.decode())

    def test_the_callers_id_goes_through(self):
        reply = self.client.call("GET", "/v1/parse/prs_nothing", headers={"X-Request-Id": "order-17.a:b_C"})
        self.assertEqual(reply.headers["X-Request-Id"], "order-17.a:b_C")
        self.assertEqual(reply.json["request_id"], "order-17.a:b_C")
        for bad in ("", "a b", "x" * 65, "a\"b", "ä", "a/b", "a,b"):
            reply = self.client.call("GET", "/v1/parse/prs_nothing", headers={"X-Request-Id": bad.encode("utf-8")})
            self.assertRegex(reply.headers["X-Request-Id"], r"^req_[0-9a-z]{26}$", bad)
        whole = self.client.call("GET", "/healthz", headers={"X-Request-Id": "x" * 64})
        self.assertEqual(whole.headers["X-Request-Id"], "x" * 64)

    def test_each_refusal_is_one_line_with_its_fields(self):
        rows = (("GET", "/v1/parse/prs_no?name=secret", {}, 404, "not_found", "/v1/parse/*"),
                ("GET", "/v1/parse", {"Authorization": "Bearer vt_live_wrong"}, 401, "invalid_api_key", "/v1/parse"),
                ("PUT", "/v1/parse", {}, 405, "method_not_allowed", "-"),
                ("POST", "/v1/parse", {"Content-Type": "application/json"}, 400, None, "/v1/parse"))
        for i, (method, path, headers, status, code, route) in enumerate(rows):
            with self.subTest(path):
                id = f"line-{i}"
                body = b"{" if method == "POST" else None
                self.assertEqual(self.client.call(method, path, body, headers | {"X-Request-Id": id}, check=False).status, status)
                line = self.line_of(id)
                self.assertEqual((line["level"], line["method"], line["http"], line["route"], line["address"]),
                                 ("info", method, status, route, "127.0.0.1"))
                self.assertIsInstance(line["us"], int)
                if code:
                    self.assertEqual(line["code"], code)
                self.assertNotIn("detail", line)
        self.assertTrue(self.line_of("line-0")["key"].startswith("key_"))
        self.assertEqual(self.line_of("line-1")["key"], "-")
        self.assertNotIn("secret", json.dumps(self.line_of("line-0")))

    def test_good_replies_are_no_lines_and_a_create_names_its_request(self):
        created = self.client.call("POST", "/v1/parse", {"input": {"type": "text", "raw_text": "x " * 200}},
                                   {"X-Request-Id": "create-1"})
        self.client.end(created)
        ours = [l for l in self.lines() if l.get("request_id") == "create-1"]
        self.assertEqual([l["event"] for l in ours], ["request.created"])
        self.assertEqual(ours[0]["id"], created.json["request_id"])
        self.assertIsInstance(ours[0]["bytes"], int)

    def test_a_broken_head_is_a_line_and_a_count(self):
        host, port = self.server.address.rsplit(":", 1)
        before = self.metrics().get("vitae_http_requests_total", {}).get('method="-",route="-",status="400"', 0)
        with socket.create_connection((host, int(port)), timeout=5) as s:
            s.sendall(b"BREW / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
            while s.recv(4096):
                pass
        wait_until(lambda: self.metrics().get("vitae_http_requests_total", {}).get('method="-",route="-",status="400"', 0) == before + 1)
        line = [l for l in self.lines() if l["event"] == "http" and l["http"] == 400 and l["route"] == "-"][-1]
        self.assertEqual(line["method"], "-")

    def test_metrics_tell_what_happened(self):
        before = self.metrics()
        self.client.get("/v1/parse/prs_none")
        self.client.end(self.client.text())
        self.client.end(self.client.create({"input": {"type": "url", "data": "http://127.0.0.1/x"}}))
        after = wait_until(lambda: (m := self.metrics()) and sum(m["vitae_requests_failed_total"].values()) and m)
        row = 'method="GET",route="/v1/parse/*"'
        grown = lambda name, labels: after[name].get(labels, 0) - before.get(name, {}).get(labels, 0)
        self.assertEqual(grown("vitae_http_requests_total", row + ',status="404"'), 1)
        self.assertEqual(grown("vitae_http_problems_total", 'error_code="not_found"'), 1)
        self.assertGreaterEqual(grown("vitae_http_requests_total", 'method="POST",route="/v1/parse",status="202"'), 2)
        self.assertEqual(after["vitae_requests_failed_total"]['error_code="EXTRACTION_FAILED",error_detail="download_blocked"'], 1)
        buckets = [v for k, v in after["vitae_http_request_seconds_bucket"].items() if k.startswith(row)]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual(buckets[-1], after["vitae_http_request_seconds_count"][row])
        self.assertEqual(after["vitae_queue_limit"][""], 77)
        self.assertGreater(after["vitae_store_bytes"][""], 4096)
        self.assertGreater(after["process_resident_memory_bytes"][""], 1e6)
        self.assertGreater(after["process_open_fds"][""], 5)
        self.assertGreater(after["vitae_start_time_seconds"][""], time.time() - 3600)
        self.assertIn('version="', next(iter(after["vitae_build_info"])))
        self.assertGreaterEqual(after["vitae_http_connections"][""], 1)
        self.assertEqual(after["vitae_audit_lost_total"][""], 0)
        self.assertIn('outcome="delivered"', after["vitae_webhook_tries_total"])

    def test_the_exposition_is_well_formed(self):
        self.client.end(self.client.text())
        text = self.client.get("/metrics").raw.decode()
        names = re.findall(r"^# TYPE (\S+)", text, re.M)
        self.assertEqual(len(names), len(set(names)))
        if shutil.which("promtool"):
            result = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))


class Flood(unittest.TestCase):
    def test_lines_have_a_limit(self):
        server = Server("--log-json")
        try:
            host, port = server.address.rsplit(":", 1)
            with socket.create_connection((host, int(port)), timeout=20) as s:
                one = b"GET /v1/none HTTP/1.1\r\nHost: x\r\n\r\n"
                for _ in range(20):
                    s.sendall(one * 100)
                    got = b""
                    while got.count(b"HTTP/1.1 404") < 100:
                        got += s.recv(65536)
            time.sleep(1.1)
            server.client.get("/v1/none")
            server.stop()
            lines = [json.loads(line) for line in pathlib.Path(server.data, "log").read_text().splitlines()]
            written = sum(line["event"] == "http" for line in lines)
            left_out = sum(line["lines"] for line in lines if line["event"] == "http.left_out")
            self.assertEqual(written + left_out, 2001)
            seconds = {}
            for line in lines:
                if line["event"] == "http":
                    seconds[line["time"][:19]] = seconds.get(line["time"][:19], 0) + 1
            self.assertLessEqual(max(seconds.values()), 401)  # a second of the log may have parts of two of the clock
        finally:
            server.close()


class Certificate(unittest.TestCase):
    @unittest.skipUnless(shutil.which("openssl"), "needs openssl")
    def test_its_end_is_a_metric_and_a_wrong_key_is_told(self):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            def make(name):
                subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                                "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.pem", "-days", "40", "-subj",
                                "/CN=localhost"], check=True, capture_output=True)
            make("a")
            make("b")
            server = Server("--tls-certificate", folder + "/a.pem", "--tls-key", folder + "/a.key", "--metrics-listen", "127.0.0.1:0")
            try:
                line = next(l for l in server.lines if l.startswith("Metrics: "))
                import urllib.request
                text = urllib.request.urlopen(line.split(": ", 1)[1], timeout=10).read().decode()
                ends = samples(text)["vitae_certificate_expiry_seconds"][""]
                self.assertAlmostEqual(ends, time.time() + 40 * 86400, delta=3600)
            finally:
                server.close()
            with self.assertRaisesRegex(RuntimeError, "tls_key is not the key of tls_certificate"):
                Server("--tls-certificate", folder + "/a.pem", "--tls-key", folder + "/b.key")


if __name__ == "__main__":
    unittest.main()
