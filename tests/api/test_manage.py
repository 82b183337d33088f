# SPDX-License-Identifier: Apache-2.0
"""Keys, prompt phrases and webhook endpoints at /v1, with the scope admin."""
import base64
import hashlib
import hmac
import http.server
import threading
import unittest

from harness import Conversation, wait_until


class Receiver(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        self.seen = []
        super().__init__(("127.0.0.1", 0), Take)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/hook"


class Take(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((dict(self.headers), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def signed_by(secret, headers, body):
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = base64.b64encode(hmac.new(base64.b64decode(secret[6:]), text, hashlib.sha256).digest()).decode()
    return "v1," + mac in headers["webhook-signature"].split()


class Manage(Conversation):
    flags = ("--fetch-allow", "127.0.0.1")

    def test_an_address_that_is_never_called_is_refused_by_the_command_too(self):
        for url, says in (("http://127.0.0.1:9/x", "the URL must be an http or https address with a port that fetch_ports names"),
                          ("http://127.0.0.1/x", "the URL is a private or local address"),
                          ("https://[::1]/x", "the operator allows the host with fetch_allow"),
                          ("ftp://example.com/x", "the URL must be an http or https address"),
                          ("https://example.com/" + "x" * 2000, "at most 2,000 bytes")):
            done = self.server.command("webhook", "add", url, "--fetch-allow", "other.example", check=False)
            self.assertNotEqual(done.returncode, 0, url)
            self.assertIn(says, done.stderr)
        done = self.server.command("webhook", "add", "https://example.com/x", "--events", "parse.complete", check=False)
        self.assertIn("--events may have parse.completed", done.stderr)
        allowed = self.server.command("webhook", "add", "http://127.0.0.1:9/x", "--fetch-allow", "127.0.0.1")
        self.assertRegex(allowed, r"^whk_\w+\nwhsec_")
        self.server.command("webhook", "remove", allowed.split()[0])

    def test_keys(self):
        made = self.client.call("POST", "/v1/keys", {"name": "ci", "scopes": "read usage", "days": 90})
        self.assertEqual(made.status, 201)
        limited = self.client.with_key(made.json["secret"])
        self.assertEqual(limited.get("/v1/usage").status, 200)
        self.problem(limited.text(), 403, "insufficient_scope")
        self.problem(limited.get("/v1/keys"), 403, "insufficient_scope")
        row = [k for k in self.client.get("/v1/keys").json["keys"] if k["id"] == made.json["id"]][0]
        self.assertEqual((row["name"], row["scopes"], row["test"], row["revoked_at"]), ("ci", "read usage", False, None))
        self.assertEqual(self.client.call("DELETE", "/v1/keys/" + made.json["id"]).status, 204)
        self.problem(limited.get("/v1/usage"), 401, "invalid_api_key")
        self.problem(self.client.call("DELETE", "/v1/keys/key_none"), 404, "not_found")
        for body, place in (({}, "/name"), ({"name": "x", "scopes": "all"}, "/scopes"), ({"name": "x", "days": -1}, "/days")):
            reply = self.client.call("POST", "/v1/keys", body)
            self.problem(reply, 400, "invalid_request")
            self.assertEqual(self.pointers(reply), [place])

    def test_the_scope_admin_is_needed_and_enough(self):
        admin = self.client.with_key(self.client.call("POST", "/v1/keys", {"name": "a", "scopes": "admin"}).json["secret"])
        self.assertEqual(admin.get("/v1/webhooks").status, 200)
        self.problem(admin.get("/v1/usage"), 403, "insufficient_scope")
        parse = self.client.with_key(self.client.call("POST", "/v1/keys", {"name": "p", "scopes": "parse read"}).json["secret"])
        for method, path in (("GET", "/v1/keys"), ("POST", "/v1/keys"), ("GET", "/v1/phrases"), ("DELETE", "/v1/phrases?phrase=x"),
                             ("GET", "/v1/webhooks"), ("POST", "/v1/webhooks/whk_1/rotate"), ("DELETE", "/v1/webhooks/whk_1")):
            self.problem(parse.call(method, path, {} if method == "POST" else None), 403, "insufficient_scope")

    def test_a_value_of_another_type_is_never_taken_for_a_missing_one(self):
        """A key whose scopes came as a list would have none, which is: may do everything."""
        before = len(self.client.get("/v1/keys").json["keys"])
        for path, body, place in (
                ("/v1/keys", {"name": "x", "scopes": ["read"]}, "/scopes"), ("/v1/keys", {"name": 7}, "/name"),
                ("/v1/keys", {"name": "x", "days": "90"}, "/days"), ("/v1/keys", {"name": "x", "test": "true"}, "/test"),
                ("/v1/keys", {"name": "two\nlines"}, "/name"), ("/v1/phrases", {"phrase": ["x"]}, "/phrase"),
                ("/v1/phrases", {"phrase": "x", "with_defaults": 1}, "/with_defaults"),
                ("/v1/webhooks", {"url": "https://example.com/", "events": ["parse.failed"]}, "/events")):
            with self.subTest(path=path, body=body):
                reply = self.client.call("POST", path, body)
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), [place])
        self.assertEqual(len(self.client.get("/v1/keys").json["keys"]), before)
        self.assertEqual(self.client.call("POST", "/v1/keys", {"name": "x", "days": 90.0, "scopes": None}).status, 201)

    def test_a_key_makes_none_that_may_do_more(self):
        make = lambda client, **order: client.call("POST", "/v1/keys", {"name": "x", **order})
        admin = self.client.with_key(make(self.client, scopes="admin").json["secret"])
        tests = self.client.with_key(make(self.client, test=True).json["secret"])
        self.problem(make(admin), 403, "insufficient_scope")
        self.problem(make(admin, scopes=" "), 403, "insufficient_scope")
        self.problem(make(tests, test=False), 403, "insufficient_scope")
        self.assertEqual(make(admin, scopes="read usage").status, 201)
        made = make(tests).json
        rows = {k["id"]: k for k in self.client.get("/v1/keys").json["keys"]}
        self.assertTrue(rows[made["id"]]["test"])
        live = next(k["id"] for k in rows.values() if not k["test"] and not k["revoked_at"])
        self.problem(tests.call("DELETE", "/v1/keys/" + live), 404, "not_found")
        self.assertEqual(tests.call("DELETE", "/v1/keys/" + made["id"]).status, 204)
        self.problem(tests.get("/v1/audit?account=*"), 403, "insufficient_scope")  # no operator, either

    def test_another_account_sees_nothing(self):
        other = self.server.account("elsewhere")
        made = self.client.call("POST", "/v1/webhooks", {"url": "https://example.com/x"}).json["id"]
        key = self.client.get("/v1/keys").json["keys"][0]["id"]
        self.assertNotIn(made, [h["id"] for h in other.get("/v1/webhooks").json["webhooks"]])
        for method, path in (("DELETE", f"/v1/webhooks/{made}"), ("POST", f"/v1/webhooks/{made}/test"),
                             ("POST", f"/v1/webhooks/{made}/rotate"), ("DELETE", f"/v1/keys/{key}"),
                             ("GET", f"/v1/webhooks/{made}/deliveries")):
            self.problem(other.call(method, path), 404, "not_found")
        self.problem(self.client.get("/v1/webhooks/whk_nothing/deliveries"), 404, "not_found")

    def test_phrases(self):
        self.assertEqual(self.client.call("POST", "/v1/phrases", {"phrase": "blue moon"}).status, 204)
        self.assertIn("blue moon", self.client.get("/v1/phrases").json["phrases"])
        config = {"validate": {"prompt": {"skip": False}}}
        done = self.client.end(self.client.text("Maria Sample, once in a Blue  Moon. " * 10, config=config))
        self.assertFalse(done["checks"]["prompt"]["passed"])
        self.assertEqual(self.client.call("DELETE", "/v1/phrases?phrase=blue%20moon").status, 204)
        self.assertNotIn("blue moon", self.client.get("/v1/phrases").json["phrases"])
        self.problem(self.client.call("DELETE", "/v1/phrases"), 400, "invalid_request")
        self.problem(self.client.call("POST", "/v1/phrases", {"phrase": " "}), 400, "invalid_request")

    def test_a_test_event_and_two_secrets_after_a_rotation(self):
        receiver = Receiver()
        self.addCleanup(receiver.server_close)
        made = self.client.call("POST", "/v1/webhooks", {"url": receiver.url, "events": "credits.low"}).json
        path = "/v1/webhooks/" + made["id"]
        self.assertEqual(self.client.call("POST", path + "/test").status, 204)
        wait_until(lambda: receiver.seen)
        headers, body = receiver.seen[0]
        self.assertIn(b'"type":"webhook.test"', body)
        self.assertTrue(signed_by(made["secret"], headers, body))
        turned = self.client.call("POST", path + "/rotate").json
        self.assertEqual(self.client.call("POST", path + "/test").status, 204)
        wait_until(lambda: len(receiver.seen) > 1)
        headers, body = receiver.seen[1]
        self.assertTrue(signed_by(made["secret"], headers, body) and signed_by(turned["secret"], headers, body))
        third = self.client.call("POST", path + "/rotate").json
        self.client.call("POST", path + "/test")
        wait_until(lambda: len(receiver.seen) > 2)
        headers, body = receiver.seen[2]
        self.assertEqual([signed_by(s["secret"], headers, body) for s in (made, turned, third)], [False, True, True])
        wait_until(lambda: [d["state"] for d in self.client.get(path + "/deliveries").json["deliveries"]] == ["delivered"] * 3)
        self.assertEqual(self.client.call("POST", path + "/disable").status, 204)
        self.problem(self.client.call("POST", path + "/test"), 400, "invalid_request")
        self.assertEqual(self.client.call("POST", path + "/enable").status, 204)
        self.assertEqual(self.client.call("DELETE", path).status, 204)
        self.problem(self.client.call("POST", path + "/test"), 404, "not_found")


if __name__ == "__main__":
    unittest.main()
