# SPDX-License-Identifier: Apache-2.0
"""The clients of clients/ against the real service, and against one that fails as it is told."""
import asyncio
import base64
import contextlib
import hashlib
import hmac
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zipfile

from harness import JOB, RESUME, ROOT, Conversation, Server

sys.path.insert(0, str(ROOT / "clients/python"))
import vitae_client as vc  # noqa: E402

SAMPLE = ROOT / "samples/resume.pdf"
SECRET = "whsec_" + base64.b64encode(b"a secret of the tests").decode()


def signed(body, stamp, identity="msg_1", secret=SECRET):
    key = base64.b64decode(secret[6:])
    mac = hmac.new(key, f"{identity}.{stamp}.".encode() + body, hashlib.sha256).digest()
    return {"Webhook-Id": identity, "webhook-timestamp": str(stamp),
            "webhook-signature": "v1,AAAA v2,x v1," + base64.b64encode(mac).decode()}


class Told(http.server.ThreadingHTTPServer):
    """Answers each request with the next of `script`: (status, headers, body), or None: it hangs up."""
    daemon_threads = True

    def __init__(self, *script):
        self.script, self.seen, self.lock = list(script), [], threading.Lock()
        super().__init__(("127.0.0.1", 0), Teller)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Teller(http.server.BaseHTTPRequestHandler):
    def do(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.server.lock:
            self.server.seen.append((self.command, self.path, dict(self.headers), body))
            step = self.server.script.pop(0)
        if step is None:
            self.close_connection = True
            return
        status, headers, reply = step
        text = json.dumps(reply).encode() if reply is not None else b""
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_DELETE = do

    def log_message(self, *_):
        pass


def problem(status, code, retryable=False, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, headers, {"error_code": code, "retryable": retryable, "request_id": "req_7", "detail": "because",
                             "errors": [{"pointer": "/x", "code": "type", "detail": "wrong"}]}


CREATED = (202, {}, {"request_id": "prs_1", "status": "created"})
DONE = (200, {}, {"request_id": "prs_1", "status": "completed", "result": None})


class Python(Conversation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.vitae = vc.Vitae("http://" + cls.server.address, cls.server.key)

    def test_files_in_every_form(self):
        with open(SAMPLE, "rb") as file:
            for document in (SAMPLE, str(SAMPLE), SAMPLE.read_bytes(), file):
                answer = self.vitae.parse_file(document, config={"parse": {"extras": True}})
                self.assertEqual(answer["result"]["personal_info"]["name"], "Mara Lindqvist-Okafor")
        answer = self.vitae.parse_file(b"# " + RESUME.encode(), filename='a "b"\r\nX: y.md', job_description=JOB,
                                       config={"matching": {"skip": False}})
        self.assertIn("score", answer["matching"])

    def test_text_url_and_result(self):
        answer = self.vitae.parse_text(RESUME, job_description=JOB)
        self.assertEqual(answer["raw_text"], RESUME)
        again = self.vitae.wait(self.vitae.create_result(answer)["request_id"])
        self.assertEqual(again["result"], answer["result"])
        with self.assertRaises(vc.ParseFailed) as caught:
            self.vitae.parse_url("http://127.0.0.1:1/resume.pdf")
        self.assertEqual((caught.exception.code, caught.exception.detail), ("EXTRACTION_FAILED", "download_blocked"))

    def test_a_create_is_repeated_by_its_key(self):
        one = self.vitae.create_text(RESUME, idempotency_key="order-1")
        self.assertEqual(self.vitae.create_text(RESUME, idempotency_key="order-1")["request_id"], one["request_id"])
        self.assertNotEqual(self.vitae.create_text(RESUME)["request_id"], one["request_id"])

    def test_export_list_delete(self):
        ids = {self.vitae.parse_text(RESUME)["request_id"] for _ in range(3)}
        listed = [r["request_id"] for r in self.vitae.list_requests(status="completed", page_size=2)]
        self.assertLessEqual(ids, set(listed))
        self.assertEqual(len(listed), len(set(listed)))
        one = ids.pop()
        self.assertIn(b"# Maria Sample", self.vitae.export(one, "markdown"))
        self.vitae.delete(one)
        with self.assertRaises(vc.NotFoundError):
            self.vitae.get(one)
        short = self.vitae.parse_text("too short")
        with self.assertRaises(vc.NoResult):
            self.vitae.export(short["request_id"], "csv")

    def test_usage_and_skills(self):
        self.vitae.parse_text(RESUME)
        self.assertGreater(self.vitae.usage()["current_month"]["api_calls"], 0)
        self.assertEqual(len(self.vitae.usage_history(limit=1)["history"]), 1)
        found = self.vitae.skills("kubernet", limit=3)
        self.assertEqual(found[0]["skill"], "Kubernetes")
        self.assertEqual(self.vitae.skill(found[0]["skill_id"])["skill"], "Kubernetes")

    def test_errors_have_their_types(self):
        with self.assertRaises(vc.InvalidRequestError) as caught:
            self.vitae.create_text(RESUME, config={"parse": {"skip": "no"}})
        error = caught.exception
        self.assertEqual((error.status, error.code, error.retryable), (400, "invalid_request", False))
        self.assertEqual(error.faults[0]["pointer"], "/config/parse/skip")
        self.assertTrue(error.request_id.startswith("req_"))
        self.assertIn("/config/parse/skip", str(error))
        with self.assertRaises(vc.AuthenticationError):
            vc.Vitae("http://" + self.server.address, "vt_live_no").usage()
        with self.assertRaises(vc.NotFoundError):
            self.vitae.get("../usage")
        test = vc.Vitae("http://" + self.server.address, self.server.command("key", "create", "--test"), retries=0)
        for sample, kind in (("error/insufficient_credits", vc.InsufficientCreditsError),
                             ("error/rate_limited", vc.RateLimitedError), ("error/queue_full", vc.UnavailableError)):
            with self.assertRaises(kind):
                test.create_text("vitae:sample/" + sample)
        with self.assertRaises(vc.WaitTimeout):
            test.wait(test.create_text("vitae:sample/parsing")["request_id"], 0.3)

    def told(self, *script, **options):
        server = Told(*script)
        self.addCleanup(server.__exit__)
        pauses = []
        return server, vc.Vitae(server.url, "key", sleep=pauses.append, **options), pauses

    def test_it_tries_again_as_it_is_told(self):
        server, vitae, pauses = self.told(problem(429, "rate_limited", True, Retry_After="7"), None,
                                          problem(503, "queue_full", True, Retry_After="5"), CREATED)
        self.assertEqual(vitae.create_text("x")["request_id"], "prs_1")
        self.assertTrue(7 <= pauses[0] <= 7 * 1.25 and 5 <= pauses[2] <= 5 * 1.25, pauses)
        self.assertTrue(0 < pauses[1] <= 1)
        keys = {headers["Idempotency-Key"] for _, _, headers, _ in server.seen}
        self.assertEqual((len(server.seen), len(keys)), (4, 1))
        self.assertEqual(len({body for _, _, _, body in server.seen}), 1)

    def test_it_gives_up(self):
        server, vitae, pauses = self.told(*[problem(503, "unavailable", True)] * 3, retries=2)
        with self.assertRaises(vc.UnavailableError):
            vitae.usage()
        self.assertEqual((len(server.seen), len(pauses)), (3, 2))
        server, vitae, pauses = self.told(problem(400, "invalid_request"), problem(500, "x"), retries=2)
        for kind in (vc.InvalidRequestError, vc.ApiError):
            with self.assertRaises(kind):
                vitae.usage()
        self.assertEqual((len(server.seen), pauses), (2, []))
        server, vitae, _ = self.told(None, retries=0)
        with self.assertRaises(vc.ConnectionFailed):
            vitae.usage()

    def test_it_waits_for_as_long_as_its_budget(self):
        refused = problem(429, "rate_limited", True, Retry_After="10")
        server, vitae, pauses = self.told(*[refused] * 20, CREATED, retry_seconds=250)
        self.assertEqual(vitae.create_text("x")["request_id"], "prs_1")
        self.assertEqual(len(pauses), 20)
        self.assertGreater(len(set(pauses)), 10)  # clients do not come back all at once
        server, vitae, pauses = self.told(*[refused] * 20, retry_seconds=60)
        with self.assertRaises(vc.RateLimitedError):
            vitae.usage()
        self.assertLessEqual(sum(pauses), 60)
        self.assertGreaterEqual(len(pauses), 4)

    def test_many_in_order_with_progress(self):
        texts = [f"{RESUME}\nReference {i}".encode() for i in range(20)]
        texts[7] = b"\x00\x01\x02 no document"
        seen = []
        outcomes = list(self.vitae.parse_many(texts, parallel=4, on_progress=lambda *counts: seen.append(counts)))
        self.assertEqual([o.index for o in outcomes], list(range(20)))
        self.assertEqual([o.index for o in outcomes if not o], [7])
        self.assertIsInstance(outcomes[7].error, vc.InvalidRequestError)
        self.assertIn("Reference 12", outcomes[12].answer["raw_text"])
        self.assertEqual(seen[-1], (20, 1))
        missing = list(self.vitae.parse_many(["/nowhere/a.pdf"]))
        self.assertIsInstance(missing[0].error, FileNotFoundError)

    def test_many_go_on_where_they_stopped(self):
        texts = [f"{RESUME}\nState {i}".encode() for i in range(6)]
        with tempfile.TemporaryDirectory() as folder:
            state = folder + "/state.jsonl"
            first = self.vitae.parse_many(texts, parallel=1, state=state)
            done = [next(first).answer["request_id"] for _ in range(2)]
            first.close()
            with open(state, "a") as file:
                file.write('{"key": "cut')
            before = self.vitae.usage()["current_month"]["api_calls"]
            again = list(self.vitae.parse_many(texts, state=state))
            self.assertTrue(all(again))
            self.assertEqual([o.answer["request_id"] for o in again[:2]], done)
            self.assertLessEqual(self.vitae.usage()["current_month"]["api_calls"] - before, 4)

    def test_more_files_than_the_limits_allow_at_once(self):
        flags = ("--limit-operator", "--create-per-minute", "600", "--create-burst", "5", "--read-per-minute", "0",
                 "--parallel-per-key", "3")
        server = Server(*flags)
        vitae = vc.Vitae("http://" + server.address, server.key)
        outcomes = list(vitae.parse_many([f"{RESUME}\n{i}".encode() for i in range(40)], parallel=12))
        server.close()
        self.assertEqual([o.error for o in outcomes if not o], [])

    def test_warnings_and_the_callers_own(self):
        answer = self.vitae.parse_file(RESUME.encode(), config={"parse": {"exras": True}}, reference="c-1",
                                       metadata={"job": 7})
        self.assertEqual(answer["warnings"], ["unknown field /config/parse/exras is ignored; did you mean extras?"])
        self.assertEqual((answer["reference"], answer["client_metadata"]), ("c-1", {"job": 7}))
        self.assertEqual([r["request_id"] for r in self.vitae.list_requests(reference="c-1")], [answer["request_id"]])

    def test_match(self):
        answer = self.vitae.parse_text(RESUME)
        pairs = self.vitae.match([{"request_id": answer["request_id"], "reference": "a"}], [{"job_description": JOB}])
        self.assertEqual([(p["candidate"], p["job"], p["candidate_reference"]) for p in pairs], [(0, 0, "a")])
        self.assertGreater(pairs[0]["matching"]["score"], 0)

    def test_review(self):
        answer = self.vitae.parse_text(RESUME)
        number, result = answer["request_id"], dict(answer["result"], summary="Corrected")
        with self.assertRaises(vc.NotFoundError):
            self.vitae.get(number, reviewed=True)
        self.assertEqual(self.vitae.put_review(number, result, confirmed=["/personal_info/name"])["changed"], ["/summary"])
        self.assertEqual(self.vitae.get(number, reviewed=True)["result"]["summary"], "Corrected")
        with self.assertRaises(vc.ReviewChangedError) as raised:
            self.vitae.put_review(number, answer["result"])
        self.assertEqual(raised.exception.code, "review_changed")
        self.assertEqual(self.vitae.put_review(number, answer["result"], version=1, complete=False)["version"], 2)
        self.assertFalse(self.vitae.review(number)["complete"])
        self.vitae.delete_review(number)
        with self.assertRaises(vc.NotFoundError):
            self.vitae.review(number)

    def test_batches(self):
        created = self.vitae.create_batch([SAMPLE, b"\x00\x01"], reference="c-batch", config={"find_duplicate": True})
        self.assertEqual([r["error_code"] for r in created["rejected"]], ["unsupported_file_type"])
        batch = self.vitae.wait_batch(created["batch_id"])
        self.assertEqual((batch["reference"], batch["counts"]["completed"], batch["requests"][0]["reference"]),
                         ("c-batch", 1, "resume.pdf"))
        self.assertEqual(self.vitae.get(batch["requests"][0]["request_id"])["batch_id"], batch["batch_id"])
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.write(SAMPLE, "in/resume.pdf")
        zipped = self.vitae.wait_batch(self.vitae.create_batch(archive=packed.getvalue())["batch_id"])
        self.assertEqual(zipped["requests"][0]["reference"], "in/resume.pdf")
        items = self.vitae.create_batch(items=[{"input": {"type": "text", "raw_text": RESUME}, "reference": "i"}])
        self.vitae.wait_batch(items["batch_id"])
        self.vitae.delete_batch(items["batch_id"])
        with self.assertRaises(vc.NotFoundError):
            self.vitae.get_batch(items["batch_id"])

    def test_a_pinned_version(self):
        address = "http://" + self.server.address
        self.assertIn("credit_balance", vc.Vitae(address, self.server.key, version="2026-11-01").usage())
        with self.assertRaises(vc.InvalidRequestError) as told:
            vc.Vitae(address, self.server.key, version="1999-01-01").usage()
        self.assertEqual(told.exception.code, "unknown_version")

    def test_async(self):
        async def conversation():
            async with vc.AsyncVitae("http://" + self.server.address, self.server.key) as vitae:
                answers = await asyncio.gather(*[vitae.parse_text(f"{RESUME}\n{i}") for i in range(5)])
                many = [o async for o in vitae.parse_many([str(SAMPLE), b"\x00\x01\x02"], parallel=2)]
                listed = [r["request_id"] async for r in vitae.list_requests(page_size=3)]
                with self.assertRaises(vc.NotFoundError):
                    await vitae.get("prs_" + "0" * 26)
                return answers, many, listed
        answers, many, listed = asyncio.run(conversation())
        self.assertLessEqual({a["request_id"] for a in answers}, set(listed))
        self.assertEqual(many[0].answer["result"]["personal_info"]["name"], "Mara Lindqvist-Okafor")
        self.assertIsInstance(many[1].error, vc.InvalidRequestError)

    def test_the_key_follows_no_redirect(self):
        server, vitae, _ = self.told((302, {"Location": "/elsewhere"}, None), retries=0)
        with self.assertRaises(vc.ApiError) as caught:
            vitae.usage()
        self.assertEqual((caught.exception.status, len(server.seen)), (302, 1))

    def test_waiting_polls_with_pauses_when_the_service_does_not_wait(self):
        opened = (200, {}, {"request_id": "prs_1", "status": "parsing"})
        server, vitae, pauses = self.told(opened, opened, opened, DONE)
        self.assertEqual(vitae.wait("prs_1")["status"], "completed")
        self.assertEqual(server.seen[0][2]["Prefer"], "wait=30")
        self.assertLessEqual(pauses, sorted(pauses))

    def test_webhooks(self):
        body, now = '{"type": "parse.completed", "data": {"name": "é"}}'.encode(), 1700000000
        self.assertEqual(vc.verify_webhook(SECRET, signed(body, now), body, now=now + 299)["type"], "parse.completed")
        self.assertEqual(vc.verify_webhook(SECRET, signed(body, now), body.decode(), now=now)["data"]["name"], "é")
        other = "whsec_" + base64.b64encode(b"another").decode()
        headers = signed(body, now)
        for secret, given, text, at in ((other, headers, body, now), (SECRET, headers, body + b" ", now),
                                        (SECRET, headers, body, now + 301), (SECRET, headers, body, now - 301),
                                        (SECRET, {}, body, now), (SECRET, dict(headers, **{"Webhook-Id": "2"}), body, now),
                                        (SECRET, signed(body, "soon"), body, now), ("whsec_%", headers, body, now),
                                        (SECRET, dict(headers, **{"webhook-signature": "v1,%% v2,AAAA"}), body, now)):
            with self.assertRaises(vc.WebhookError):
                vc.verify_webhook(secret, given, text, now=at)

    def test_the_readme_runs(self):
        code = re.findall(r"```python\n(.*?)```", (ROOT / "clients/python/README.md").read_text(), re.S)
        self.assertEqual(len(code), 2)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(SAMPLE, folder)
            first = code[0].replace("http://127.0.0.1:8080", "http://" + self.server.address)
            first = first.replace("vt_live_...", self.server.key)
            run = subprocess.run([sys.executable, "-c", first], cwd=folder, capture_output=True, text=True, timeout=120,
                                 env=dict(os.environ, PYTHONPATH=str(ROOT / "clients/python")))
            self.assertEqual((run.returncode, run.stdout.strip()), (0, "Mara Lindqvist-Okafor"), run.stderr)
        names = {}
        exec(code[1].replace("whsec_...", SECRET), names)
        body = b'{"type": "parse.failed", "data": {"request_id": "prs_1"}}'
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertEqual(names["receive"](signed(body, int(time.time())), body), 204)
        self.assertEqual(printed.getvalue(), "parse.failed prs_1\n")
        self.assertEqual(names["receive"](signed(body, 1), body), 400)


@unittest.skipUnless(shutil.which("node"), "no node: scripts/install-packages check")
class TypeScript(Conversation):
    def run_script(self, part, *words):
        run = subprocess.run(["node", str(ROOT / "tests/api/clients.mjs"), part, *words], capture_output=True,
                             text=True, timeout=240)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_the_service(self):
        test_key = self.server.command("key", "create", "--test")
        self.assertIn("done", self.run_script("service", "http://" + self.server.address, self.server.key, test_key))

    def test_it_tries_again_as_it_is_told(self):
        with Told(problem(429, "rate_limited", True, Retry_After="7"), None,
                  problem(503, "queue_full", True, Retry_After="5"), CREATED,
                  *[problem(503, "unavailable", True)] * 5, problem(400, "invalid_request"),
                  (302, {"Location": "/elsewhere"}, None)) as server:
            self.assertIn("done", self.run_script("told", server.url))
            creates = [headers["Idempotency-Key"] for method, _, headers, _ in server.seen if method == "POST"]
            self.assertEqual((len(creates), len(set(creates)), len(server.seen)), (4, 1, 11))

    def test_webhooks(self):
        body = '{"type": "parse.completed", "data": {"name": "é"}}'
        self.assertIn("done", self.run_script("webhooks", SECRET, body, json.dumps(signed(body.encode(), 1700000000))))

    def test_types_name_what_there_is(self):
        """Every name that index.js exports is declared in index.d.ts, and every method, and none more."""
        code = (ROOT / "clients/typescript/index.js").read_text(encoding="utf-8")
        types = (ROOT / "clients/typescript/index.d.ts").read_text(encoding="utf-8")
        self.assertEqual(set(re.findall(r"^export (?:async )?(?:class|function) (\w+)", code, re.M)),
                         set(re.findall(r"^export declare (?:class|function) (\w+)", types, re.M)))
        methods = set(re.findall(r"^  (?:async )?\*?(\w+)\(.*\) \{$", code.split("export class Vitae {")[1].split("\n}\n")[0], re.M))
        declared = set(re.findall(r"^  (\w+)\(", types.split("export declare class Vitae {")[1].split("\n}\n")[0], re.M))
        self.assertEqual(methods, declared)


if __name__ == "__main__":
    unittest.main()
