# SPDX-License-Identifier: Apache-2.0
"""The service below a path of another site, behind a proxy that leaves the path and one that takes it away."""
import json
import re
import unittest

from harness import Client, Conversation, form, wait_until
from test_events import Web, answer

BASE = "/tools/vitae"


class BasePath(Conversation):
    flags = ("--base-path", BASE, "--fetch-allow", "localhost")

    def test_both_kinds_of_proxies_reach_every_route(self):
        for prefix in ("", BASE):
            for path in ("/healthz", "/readyz", "/metrics", "/docs", "/openapi.json", "/llms.txt", "/v1/usage", "/"):
                self.assertEqual(self.client.call("GET", prefix + path, check=False).status, 200, prefix + path)
        for path in (BASE + "x/healthz", BASE + BASE + "/healthz", "/tools/healthz"):
            self.assertEqual(self.client.call("GET", path, check=False).status, 404, path)

    def test_the_path_alone_leads_to_the_page(self):
        reply = self.client.call("GET", BASE, check=False)
        self.assertEqual((reply.status, reply.headers["Location"]), (308, BASE + "/"))

    def test_answers_name_addresses_as_callers_see_them(self):
        text = {"input": {"type": "text", "raw_text": "Jane Doe\njane@example.com\nSoftware engineer at Example, 2019 - 2024\n" * 3}}
        for prefix in ("", BASE):
            made = self.client.call("POST", prefix + "/v1/parse", text, check=False)
            self.assertEqual(made.headers["Location"], f"{BASE}/v1/parse/{made.json['request_id']}")
            self.assertEqual(self.client.call("GET", made.headers["Location"], check=False).status, 200)
            problem = self.client.call("GET", prefix + "/v1/parse/none", check=False).json
            self.assertEqual((problem["type"], problem["instance"]), (BASE + "/docs/errors/not_found", BASE + "/v1/parse/none"))
            self.assertEqual(self.client.call("GET", problem["type"], check=False).status, 200)
            self.assertEqual(self.client.call("GET", prefix + "/openapi.json", check=False).json["servers"], [{"url": BASE}])

    def test_webhooks_name_addresses_as_callers_see_them(self):
        web = Web({"/told": answer()})
        self.addCleanup(web.close)
        told = lambda kind: [e for e in (json.loads(body) for _, _, body in web.seen) if e["type"] == kind]
        client = self.server.account("told", "--allowance", "100")
        self.server.command("webhook", "add", web.url("/told", "localhost"), "--account", "told")
        id = client.end(client.text())["request_id"]
        wait_until(lambda: told("parse.completed"))
        link = told("parse.completed")[0]["data"]["links"]["self"]
        self.assertEqual(link, f"{BASE}/v1/parse/{id}")
        result = client.get(link).json["result"]
        client.call("PUT", f"/v1/parse/{id}/review", {"result": result})
        kind, body = form([("file", "a.txt", client.get(link).json["raw_text"].encode())])
        batch = client.call("POST", "/v1/batches", body, {"Content-Type": kind}, check=False).json
        wait_until(lambda: told("parse.reviewed") and told("batch.completed"))
        self.assertEqual(told("parse.reviewed")[0]["data"]["links"]["self"], link + "?version=reviewed")
        self.assertEqual(told("batch.completed")[0]["data"]["links"]["self"], f"{BASE}/v1/batches/{batch['batch_id']}")

    def test_the_page_for_unknown_addresses_finds_its_way(self):
        page = Client(self.server.address).call("GET", BASE + "/docs/a/b/c", headers={"Accept": "text/html"}, check=False)
        links = re.findall(r' (?:href|src)="(/[^"]*)', page.body.decode())
        self.assertEqual((page.status, len(links) > 20), (404, True))
        self.assertEqual([link for link in links if not link.startswith(BASE + "/")], [])
        for link in links[:3]:
            self.assertEqual(self.client.call("GET", link, check=False).status, 200, link)

    def test_the_cookie_is_bound_to_the_path(self):
        for headers, name in (({}, "vitae_session"), ({"X-Forwarded-Proto": "https"}, "__Secure-vitae_session")):
            reply = Client(self.server.address).call("POST", BASE + "/dashboard/api/session", {"key": self.server.key},
                                                     headers=headers, check=False)
            cookie = reply.headers["Set-Cookie"]
            self.assertTrue(cookie.startswith(name + "=") and f"; Path={BASE}/dashboard;" in cookie, cookie)
            self.assertEqual("; Secure" in cookie, bool(headers))
            again = Client(self.server.address).call("GET", BASE + "/dashboard/api/session",
                                                     headers={**headers, "Cookie": cookie.split(";")[0]}, check=False)
            self.assertEqual(again.status, 200)


if __name__ == "__main__":
    unittest.main()
