# SPDX-License-Identifier: Apache-2.0
"""The documentation: served whole, without an outside host, and its examples run."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import zipfile

import jsonschema
import yaml

from harness import BINARY, CONTRACT, ROOT, Client, Conversation, Server


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.loads = [], []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("src", "href"):
                self.loads.append(value)


class Docs(Conversation):
    def test_openapi_is_the_yaml(self):
        served = Client(self.server.address).call("GET", "/openapi.json").json
        written = yaml.safe_load((ROOT / "api/openapi.yaml").read_text(encoding="utf-8"))
        examples = 0
        for path, item in served["paths"].items():  # example answers are put in when it is built
            for method, operation in item.items():
                for status, reply in (operation["responses"] if isinstance(operation, dict) else {}).items():
                    content = reply.get("content", {}).get("application/json", {})
                    examples += len(content.pop("examples", {}))
        del served["components"]["responses"]["Problem"]["content"]["application/problem+json"]["example"]
        self.assertEqual(served, written)
        self.assertGreater(examples, 10)
        self.assertEqual(served["openapi"], "3.1.0")

    def test_a_slash_behind_an_address_leads_to_the_page(self):
        for path in ("/docs/",):
            reply = Client(self.server.address).call("GET", path, check=False)
            self.assertEqual((reply.status, reply.headers["Location"]), (308, path[:-1]))
        self.assertEqual(Client(self.server.address).call("GET", "/docs", check=False).status, 200)

    def test_result_schema_judges_results(self):
        reply = Client(self.server.address).call("GET", "/schemas/result.json")
        self.assertEqual(reply.headers["Content-Type"], "application/schema+json")
        schema = json.loads(reply.body)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        result = self.client.end(self.client.text())["result"]
        self.assertEqual(list(validator.iter_errors(result)), [])
        result["experience"][0]["type"] = "fun"
        self.assertTrue(list(validator.iter_errors(result)))

    def test_every_page_is_there_and_loads_nothing(self):
        nobody, seen, todo = Client(self.server.address), set(), ["/docs"]
        while todo:
            path = todo.pop()
            if path in seen:
                continue
            seen.add(path)
            reply = nobody.call("GET", path, check=False)
            self.assertEqual(reply.status, 200, path)
            if not reply.headers["Content-Type"].startswith("text/html"):
                continue
            page = Links()
            page.feed(reply.body.decode())
            self.assertEqual([link for link in page.links + page.loads if link.startswith("/")], [], path)
            loads = [urllib.parse.urljoin(path, load) for load in page.loads]
            self.assertEqual([load for load in loads if not load.startswith("/docs/assets/")], [])
            todo += [urllib.parse.urljoin(path, link.split("#")[0]) for link in page.links if not link.startswith(("#", "http"))]
        self.assertGreater(len(seen), 60)

    def test_browsers_get_a_page_at_an_unknown_address(self):
        nobody = Client(self.server.address)
        for path in ("/nowhere", "/docs/nowhere", "/docs/errors/nowhere", "/docs/reference/nowhere"):
            page = nobody.call("GET", path, headers={"Accept": "text/html,*/*"}, check=False)
            self.assertEqual((page.status, page.headers["Content-Type"]), (404, "text/html; charset=utf-8"))
            self.problem(nobody.call("GET", path, check=False), 404, "not_found")
        self.problem(self.client.call("GET", "/v1/nowhere", headers={"Accept": "text/html"}, check=False), 404, "not_found")

    def test_every_operation_has_its_page_with_all_that_it_takes(self):
        nobody = Client(self.server.address)
        for path, item in CONTRACT.document["paths"].items():
            for method, operation in item.items():
                if method == "parameters":
                    continue
                page = nobody.call("GET", "/docs/reference/" + operation["operationId"], check=False).body.decode()
                for parameter in item.get("parameters", []) + operation.get("parameters", []):
                    self.assertIn(f"<code>{CONTRACT.resolve(parameter)['name']}</code>", page)
                for status in operation["responses"]:
                    self.assertIn(status, page)

    def test_search_and_llms_lead_to_pages(self):
        nobody = Client(self.server.address)
        index = nobody.call("GET", "/docs/assets/search.json", check=False).json
        self.assertGreater(len(index), 150)
        self.assertTrue(any(e["url"] == "/docs/parse-requests#retry-safely" and "Idempotency-Key" in e["text"] for e in index))
        text = nobody.call("GET", "/llms.txt", check=False).body.decode()
        for url in re.findall(r"\]\(([^)]+)\)", text) + sorted({e["url"].split("#")[0] for e in index}):
            self.assertEqual(nobody.call("GET", "/" + url.lstrip("/"), check=False).status, 200, url)

    def test_example_answers_are_those_of_the_service(self):
        """Every example holds to openapi.yaml, and a run of today gives the same members."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(ROOT / "tools/mkexamples.py"), BINARY, folder], check=True)
            for path in sorted((ROOT / "api/examples").glob("*.json")):
                with self.subTest(path.name):
                    kept, made = json.loads(path.read_text()), json.loads((pathlib.Path(folder) / path.name).read_text())
                    self.assertEqual(set(kept), set(made), "run tools/mkexamples.py")
                    operation, _, rest = path.stem.partition(".")
                    if operation == "problem":
                        CONTRACT.validate({"$ref": "#/components/schemas/Problem"}, kept)
                        continue
                    found = [op for item in CONTRACT.document["paths"].values() for op in item.values()
                             if isinstance(op, dict) and op.get("operationId") == operation]
                    response = found[0]["responses"][rest.split(".")[0]]
                    CONTRACT.validate(response["content"]["application/json"]["schema"], kept)

    def test_every_error_has_its_page(self):
        codes = re.findall(r'^VT_ERROR\(\w+, \d+, "(\w+)"', (ROOT / "api/errors.def").read_text(), re.M)
        self.assertGreater(len(codes), 20)
        for code in codes:
            self.assertEqual(self.client.call("GET", "/docs/errors/" + code, check=False).status, 200, code)
        self.problem(self.client.get("/docs/errors/none"), 404, "not_found")

    def test_the_examples_run(self):
        folder = tempfile.mkdtemp(prefix="vitae-docs-")
        for name in ("resume.pdf", "job-description.txt"):
            shutil.copy(ROOT / "samples" / name, folder)
        with zipfile.ZipFile(folder + "/resumes.zip", "w") as z:
            z.write(ROOT / "samples/resume.pdf", "resume.pdf")
        environment = dict(os.environ, VITAE_URL="http://" + self.server.address, VITAE_KEY=self.server.key,
                           VITAE_DATA=self.server.data, PATH=str(pathlib.Path(BINARY).resolve().parent) + ":" +
                           os.environ["PATH"])
        count = 0
        for page in sorted((ROOT / "docs/api").glob("*.md")):
            for code in re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
                with self.subTest(page.name, code=code):
                    run = subprocess.run(["bash", "-euc", code], cwd=folder, env=environment, capture_output=True,
                                         text=True, timeout=60)
                    self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                    count += 1
        shutil.rmtree(folder)
        self.assertGreater(count, 10)

    def test_the_webhook_check_of_the_docs_works(self):
        code = re.search(r"```python\n(.*?)```", (ROOT / "docs/api/webhooks.md").read_text(), re.S)[1]
        names = {}
        exec(code, names)
        headers = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
                   "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        self.assertTrue(names["is_authentic"](secret, headers, b'{"test": 2432232314}'))
        self.assertFalse(names["is_authentic"](secret, headers, b'{"test": 2432232315}'))


if __name__ == "__main__":
    unittest.main()
