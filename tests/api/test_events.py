# SPDX-License-Identifier: Apache-2.0
"""Documents from URLs and webhooks, against small servers of this test."""
import base64
import contextlib
import hashlib
import hmac
import http.server
import json
import sqlite3
import subprocess
import threading
import time
import unittest

from harness import RESUME, ROOT, Conversation, pdf, wait_until

WEB = ROOT / "tests/web"


class Web:
    """A server whose paths are functions of the handler."""

    def __init__(self, routes):
        web = self
        self.seen, self.routes = [], routes

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                web.seen.append((self.path, dict(self.headers), body))
                routes[self.path.split("?")[0]](self)

            do_POST = do_GET

            def log_message(self, *args):
                pass

        self.httpd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.httpd.server_port
        threading.Thread(target=self.httpd.serve_forever, daemon=True).start()

    def url(self, path, host="127.0.0.1"):
        return f"http://{host}:{self.port}{path}"

    def close(self):
        self.httpd.shutdown()
        self.httpd.server_close()


def answer(status=200, body=b"", kind="text/plain", **headers):
    def run(handler):
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)
    return run


def slow(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    try:
        for _ in range(100):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.1)
    except OSError:
        pass


def cut_short(handler):
    """Promises more than it sends."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    handler.wfile.write(RESUME.encode())
    handler.close_connection = True


def endless(handler):
    """More than 10 MB without saying so."""
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(12):
            handler.wfile.write(b"x" * 1024 * 1024)
    except OSError:
        pass
    handler.close_connection = True


def silent(_handler):
    time.sleep(4)


def hops(n):
    """/hop1 ... /hopN, the last of which leads to the document."""
    return {f"/hop{i}": answer(302, Location=f"/hop{i + 1}" if i < n else "/resume.txt") for i in range(1, n + 1)}


PAGE = """<!doctype html><html><head><title>Mine</title></head><body>
<nav><a href="/">Home</a> <a href="/blog">Blog about gardening</a></nav>
<main><pre>%s</pre></main><footer>&#169; 2026 Powered by a site generator</footer></body></html>"""


class Fetch(Conversation):
    flags = ("--fetch-allow", "localhost", "--fetch-seconds", "2", "--fetch-ports", "80 443")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.web = Web({
            "/resume.txt": answer(body=RESUME.encode()), "/page": answer(
                body=f"<html><body><pre>{RESUME}</pre></body></html>".encode(), kind="text/html; charset=utf-8"),
            "/r.pdf": answer(body=pdf(2), kind="application/pdf"), "/long.pdf": answer(body=pdf(9)),
            "/hop": answer(302, Location="/resume.txt"), "/loop": answer(302, Location="/loop"),
            "/inside": answer(302, Location="http://127.0.0.1:1/"), "/file": answer(302, Location="file:///etc/passwd"),
            "/missing": answer(404), "/empty": answer(), "/big": answer(body=b"x" * (10 * 1024 * 1024 + 1)),
            "/slow": slow, "/site": answer(body=(PAGE % RESUME).encode(), kind="text/html"),
            "/pdf-as-text": answer(body=pdf(2), kind="text/plain"),
            "/text-as-pdf": answer(body=RESUME.encode(), kind="application/pdf"),
            "/page-as-image": answer(body=(PAGE % RESUME).encode(), kind="image/png"),
            "/nothing-said": answer(body=RESUME.encode(), kind=""),
            "/image": answer(body=(ROOT / "tests/api/data/resume.png").read_bytes(), kind="application/pdf"),
            "/zip": answer(body=b"PK\x05\x06" + bytes(18), kind="application/pdf"),
            "/garbage": answer(body=bytes(range(256)) * 20, kind="application/pdf"),
            "/damaged.pdf": answer(body=b"%PDF-1.7\n" + b"no objects " * 30, kind="application/pdf"),
            "/cut-short": cut_short, "/endless": endless, "/silent": silent, "/forbidden": answer(403),
            "/broken": answer(500, body=RESUME.encode()), "/nowhere": answer(302), "/no-content": answer(204),
            "/ftp": answer(302, Location="ftp://localhost/cv.pdf"),
            "/port": answer(302, Location="http://example.com:22/"), **hops(6), "/held": cls.held})
        cls.asked, cls.release = threading.Event(), threading.Event()

    @classmethod
    def tearDownClass(cls):
        cls.web.close()
        super().tearDownClass()

    @classmethod
    def held(cls, handler):
        cls.asked.set()
        cls.release.wait(20)
        answer(body=RESUME.encode())(handler)

    def test_delete_while_the_document_is_fetched(self):
        created = self.client.create({"input": {"type": "url", "data": self.web.url("/held", "localhost")}})
        self.assertTrue(self.asked.wait(10))
        path = "/v1/parse/" + created.json["request_id"]
        self.assertEqual(self.client.call("DELETE", path).status, 204)
        self.release.set()
        self.problem(self.client.get(path), 404, "not_found")
        ended = wait_until(lambda: self.server.sql(
            "SELECT state, (SELECT COUNT(*) FROM answer WHERE request_id = id), consumed FROM request "
            f"WHERE id = '{created.json['request_id']}' AND state IN ('completed', 'failed')"))
        self.assertEqual(ended, [("failed", "0", "0")])
        self.assertEqual(self.server.sql("SELECT COUNT(*) FROM document"), [("0",)])

    def fetch(self, url):
        return self.client.end(self.client.create({"input": {"type": "url", "data": url}}))

    def test_documents(self):
        for path, word, size in (("/resume.txt", "txt", len(RESUME)), ("/r.pdf", "pdf", len(pdf(2))),
                                 ("/page", "html", None), ("/hop", "txt", len(RESUME))):
            with self.subTest(path):
                done = self.fetch(self.web.url(path, "localhost"))
                self.assertEqual(done["status"], "completed")
                self.assertEqual(done["metadata"]["extract"]["source_format"], word)
                if size:
                    self.assertEqual(done["metadata"]["file_size_bytes"], size)

    def test_failures(self):
        rows = [("/missing", "download_failed"), ("/loop", "download_failed"), ("/inside", "download_blocked"),
                ("/file", "download_blocked"), ("/empty", "empty"), ("/big", "limit"), ("/slow", "download_failed"),
                ("/long.pdf", "too_many_pages")]
        for path, detail in rows:
            with self.subTest(path):
                failed = self.fetch(self.web.url(path, "localhost"))
                self.assertEqual((failed["status"], failed["error_code"], failed["error_stage"]),
                                 ("failed", "EXTRACTION_FAILED", "extract"))
                self.assertEqual(failed["error_detail"], detail)
                self.assertEqual(failed["credits_consumed"], 0)

    def test_what_a_server_says_of_its_document_does_not_decide(self):
        """The content does: the type only tells apart kinds of text."""
        for path, word in (("/pdf-as-text", "pdf"), ("/text-as-pdf", "txt"), ("/page-as-image", "html"),
                           ("/nothing-said", "txt"), ("/hop2", "txt"), ("/site", "html")):
            with self.subTest(path):
                done = self.fetch(self.web.url(path, "localhost"))
                self.assertEqual((done["status"], done["metadata"]["extract"]["source_format"]), ("completed", word))

    def test_a_page_is_its_main_content(self):
        done = self.fetch(self.web.url("/site", "localhost"))
        self.assertNotIn("gardening", done["raw_text"])
        self.assertNotIn("Powered", done["raw_text"])
        self.assertIn(RESUME.split("\n")[0], done["raw_text"])

    def test_hostile_servers(self):
        rows = [("/cut-short", "download_failed"), ("/endless", "limit"), ("/silent", "download_failed"),
                ("/forbidden", "download_failed"), ("/broken", "download_failed"), ("/nowhere", "download_failed"),
                ("/no-content", "empty"), ("/hop1", "download_failed"), ("/ftp", "download_blocked"),
                ("/port", "download_blocked"), ("/image", "scan_needs_ocr"), ("/zip", "empty"),
                ("/garbage", "unsupported_type"), ("/damaged.pdf", "corrupt")]
        for path, detail in rows:
            with self.subTest(path):
                failed = self.fetch(self.web.url(path, "localhost"))
                self.assertEqual((failed["status"], failed["error_detail"]), ("failed", detail))
                self.assertEqual(failed["credits_consumed"], 0)

    def test_private_addresses_are_refused(self):
        for url in ("http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/",
                    "http://0x7f000001/", "http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://017700000001/",
                    "http://x@127.0.0.1/", "http://[64:ff9b::7f00:1]/", "http://[::127.0.0.1]/",
                    "http://[fe80::1]/", "http://[fd00::1]/", "http://[2002:7f00:1::]/", "http://8.8.8.8:22/",
                    "http://[::ffff:127.0.0.1]/", "http://0/", self.web.url("/resume.txt")):
            with self.subTest(url):
                self.assertEqual(self.fetch(url)["error_detail"], "download_blocked")
        self.assertFalse([s for s in self.web.seen if s[1].get("Host", "").startswith("127.")])


class Webhooks(Conversation):
    flags = ("--fetch-allow", "localhost")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.failures = 1
        cls.web = Web({"/good": answer(), "/gone": answer(410), "/moved": answer(302, Location="/good"),
                       "/flaky": cls.flaky, "/told": answer()})

    @classmethod
    def tearDownClass(cls):
        cls.web.close()
        super().tearDownClass()

    @classmethod
    def flaky(cls, handler):
        status, cls.failures = (500, cls.failures - 1) if cls.failures else (200, 0)
        answer(status)(handler)

    def hook(self, name, path, *flags):
        client = self.server.account(name, "--allowance", "100")
        added = self.server.command("webhook", "add", self.web.url(path, "localhost"), "--account", name, *flags)
        return client, *added.splitlines()

    def test_the_callers_words_are_sent_and_not_kept(self):
        client, *_ = self.hook("caller", "/told")
        mine = {"candidate": "Zq-candidate"}
        body = {"input": {"type": "text", "raw_text": RESUME}, "reference": "zq-reference", "metadata": mine}
        created = client.create(body)
        client.end(created)
        wait_until(lambda: self.posts("/told"))
        data = json.loads(self.posts("/told")[0][2])["data"]
        self.assertEqual(data, {"request_id": created.json["request_id"], "status": "completed", "reference": "zq-reference",
                                "client_metadata": mine, "links": {"self": "/v1/parse/" + created.json["request_id"]}})
        kept = self.server.sql("SELECT payload FROM webhook_delivery WHERE event = 'parse.completed'")
        self.assertNotIn("zq-", str(kept).lower())
        delivery = self.server.sql("SELECT d.id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id "
                                   "WHERE e.url LIKE '%/told'")[0][0]
        client.call("DELETE", "/v1/parse/" + created.json["request_id"])
        self.server.command("webhook", "resend", delivery, "--account", "caller")
        wait_until(lambda: len(self.posts("/told")) > 1)
        data = json.loads(self.posts("/told")[1][2])["data"]
        self.assertEqual(sorted(data), ["links", "request_id", "status"])

    def posts(self, path):
        return [s for s in self.web.seen if s[0] == path]

    def log(self, name):
        return self.server.command("webhook", "log", "--account", name)

    def test_delivery_and_signature(self):
        client, hook, secret = self.hook("good", "/good")
        done = client.end(client.text())
        path, headers, body = wait_until(lambda: [s for s in self.posts("/good") if done["request_id"].encode() in s[2]])[0]
        headers = {k.lower(): v for k, v in headers.items()}
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        want = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        self.assertEqual(headers["webhook-signature"], "v1," + want)
        self.assertLess(abs(time.time() - int(headers["webhook-timestamp"])), 60)
        self.published_library_agrees(secret, headers, body)
        event = json.loads(body)
        self.assertEqual(event["type"], "parse.completed")
        self.assertEqual(event["data"], {"request_id": done["request_id"], "status": "completed",
                                         "links": {"self": "/v1/parse/" + done["request_id"]}})
        self.assertNotIn(b"maria", body)
        wait_until(lambda: "delivered" in self.log("good"))
        delivery = self.log("good").split()[0]
        self.server.command("webhook", "resend", delivery, "--account", "good")
        again = wait_until(lambda: [s for s in self.posts("/good") if s[1].get("webhook-id") == delivery][1:])
        self.assertEqual(again[0][2], body)

    def published_library_agrees(self, secret, headers, body):
        """The npm package `standardwebhooks` accepts the delivery, and nothing that differs from it."""
        subprocess.run([WEB / "fetch"], check=True, timeout=120)
        signed = {k: v for k, v in headers.items() if k.startswith("webhook-")}
        other = "whsec_" + base64.b64encode(b"another secret of the same kind!").decode()
        late = dict(signed, **{"webhook-timestamp": str(int(signed["webhook-timestamp"]) + 1)})
        rows = [(secret, signed, body, True), (secret, signed, body + b" ", False), (other, signed, body, False),
                (secret, late, body, False), (secret, dict(signed, **{"webhook-id": "msg_x"}), body, False)]
        asked = json.dumps([{"secret": s, "headers": h, "body": b.decode()} for s, h, b, _ in rows])
        told = subprocess.run(["node", WEB / "webhooks.mjs"], input=asked, capture_output=True, text=True, timeout=60,
                              check=True)
        self.assertEqual(json.loads(told.stdout), [ok for *_, ok in rows])

    def test_failed_event_and_filter(self):
        client, hook, secret = self.hook("filter", "/good", "--events", "parse.failed")
        client.end(client.text())
        failed = client.end(client.upload([("file", "r.pdf", b"%PDF-1.4 broken")]))
        wait_until(lambda: [s for s in self.posts("/good") if failed["request_id"].encode() in s[2]])
        self.assertNotIn("parse.completed", self.log("filter"))

    def test_retry(self):
        client, hook, secret = self.hook("flaky", "/flaky")
        client.end(client.text())
        first, second = wait_until(lambda: len(self.posts("/flaky")) == 2 and self.posts("/flaky"), 20)
        self.assertEqual(first[1]["webhook-id"], second[1]["webhook-id"])
        self.assertEqual(first[2], second[2])
        wait_until(lambda: "tries 2" in self.log("flaky") and "delivered" in self.log("flaky"))

    def test_what_was_sent_long_ago_is_deleted(self):
        client, hook, secret = self.hook("long ago", "/good")
        account = self.server.sql(f"SELECT account_id FROM webhook_endpoint WHERE id = '{hook}'")[0][0]
        now = int(time.time() * 1000)
        for n, (state, age) in enumerate((("delivered", 31), ("failed", 40), ("delivered", 29))):
            row = (f"'msg_0{n}', '{account}', '{hook}', 'parse.completed', '{{}}', {now - age * 86400000}, '{state}', 1, 0, 200, "
                   "NULL, 0")
            insert = ("INSERT INTO webhook_delivery (id, account_id, endpoint_id, event, payload, created_ms, state, tries, next_ms, "
                      f"last_status, last_error, last_ms) VALUES ({row})")
            if self.server.store:
                self.server.sql(insert)
            else:
                with contextlib.closing(sqlite3.connect(self.server.data + "/vitae.db", timeout=20)) as db, db:
                    db.execute(insert)
        left = lambda: self.server.sql(f"SELECT id FROM webhook_delivery WHERE endpoint_id = '{hook}'")
        wait_until(lambda: left() == [("msg_02",)], 40)

    def test_gone_disables(self):
        client, hook, secret = self.hook("gone", "/gone")
        client.end(client.text())
        wait_until(lambda: "disabled" in self.server.command("webhook", "list", "--account", "gone"))
        client.end(client.text())
        time.sleep(1.5)
        self.assertEqual(len(self.posts("/gone")), 1)
        self.server.command("webhook", "enable", hook)
        client.end(client.text())
        wait_until(lambda: len(self.posts("/gone")) == 2)

    def test_redirects_are_not_followed(self):
        client, hook, secret = self.hook("moved", "/moved")
        done = client.end(client.text())
        wait_until(lambda: "HTTP 302" in self.log("moved"))
        self.assertFalse([s for s in self.posts("/good") if done["request_id"].encode() in s[2]])

    def test_private_addresses_are_refused(self):
        client = self.server.account("private", "--allowance", "100")
        self.server.command("webhook", "add", self.web.url("/good"), "--account", "private",
                            "--fetch-allow", "127.0.0.1")  # which the service does not know
        client.end(client.text())
        wait_until(lambda: "not allowed" in self.log("private"))

    def test_credits_low(self):
        client, hook, secret = self.hook("low", "/good", "--events", "credits.low")
        self.server.command("account", "set", "low", "--low", "99")
        time.sleep(1.2)
        for _ in range(4):
            client.end(client.text())
        wait_until(lambda: "delivered" in self.log("low"))
        self.assertEqual(self.log("low").count("credits.low"), 1)


if __name__ == "__main__":
    unittest.main()
