# SPDX-License-Identifier: Apache-2.0
"""POST /v1/batches: many documents in one call. Every one is a request with a charge of its own."""
import base64
import http.server
import io
import json
import threading
import unittest
import zipfile

from harness import JOB, RESUME, Conversation, form, pdf, wait_until


def archive(members, **more):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **more) as z:
        for name, data in members:
            z.writestr(name, data)
    return out.getvalue()


class Batches(Conversation):
    def send(self, parts, client=None, **headers):
        content_type, body = form(parts)
        headers = {k.replace("_", "-"): v for k, v in headers.items()}
        return (client or self.client).call("POST", "/v1/batches", body, {**headers, "Content-Type": content_type})

    def files(self, *texts, **more):
        parts = [("file", f"{i}.txt", text) for i, text in enumerate(texts)]
        return self.send(parts + [(name, None, value) for name, value in more.items()])

    def ended(self, created, client=None):
        self.assertEqual(created.status, 202, created)
        client, path = client or self.client, created.headers["Location"]
        wait_until(lambda: client.get(path).json["status"] == "completed", 60)
        return client.get(path).json

    def balance(self, client=None):
        return (client or self.client).get("/v1/usage").json["credit_balance"]["total"]

    def test_every_document_is_a_request_of_its_own(self):
        before = self.balance()
        created = self.files(RESUME, RESUME + "\nOne", RESUME + "\nTwo", reference="march", metadata='{"job": "b-17"}',
                             config='{"parse": {"model_tier": "standard"}}')
        self.assertEqual(created.headers["Location"], "/v1/batches/" + created.json["batch_id"])
        self.assertEqual((created.json["total"], created.json["accepted"], created.json["rejected"]), (3, 3, []))
        self.assertEqual(created.json["estimated_credits"], 9)
        self.assertEqual(created.json["remaining_balance"], before - 9)
        done = self.ended(created)
        self.assertEqual(done["counts"], {"created": 0, "parsing": 0, "completed": 3, "failed": 0, "rejected": 0})
        self.assertEqual((done["progress_percentage"], done["credits_consumed"]), (100, 9))
        self.assertEqual((done["reference"], done["client_metadata"]), ("march", {"job": "b-17"}))
        self.assertEqual([(r["index"], r["reference"], r["status"]) for r in done["requests"]],
                         [(i, f"{i}.txt", "completed") for i in range(3)])
        self.assertEqual([r["request_id"] for r in done["requests"]], [r["request_id"] for r in created.json["requests"]])
        for row in done["requests"]:
            answer = self.client.get("/v1/parse/" + row["request_id"]).json
            self.assertEqual((answer["batch_id"], answer["reference"], answer["client_metadata"], answer["credits_consumed"]),
                             (done["batch_id"], row["reference"], {"job": "b-17"}, 3))
            self.assertEqual(answer["result"]["personal_info"]["name"], "Maria Sample")
        self.assertEqual(self.balance(), before - 9)

    def test_a_wrong_document_keeps_no_other_out(self):
        before = self.balance()
        created = self.send([("file", "a.txt", RESUME), ("file", "b.bin", b"\x00\x01\x02 nothing \xff\xfe\x00"), ("file", "empty.txt", b""),
                             ("file", "long.pdf", pdf(9)), ("file", "c.txt", RESUME)])
        rejected = created.json["rejected"]
        self.assertEqual([(r["index"], r["reference"], r["error_code"]) for r in rejected],
                         [(1, "b.bin", "unsupported_file_type"), (2, "empty.txt", "invalid_request"),
                          (3, "long.pdf", "page_limit_exceeded")])
        self.assertEqual(rejected[1]["errors"][0]["code"], "empty")
        self.assertTrue(all(r["error"] and r["retryable"] is False for r in rejected))
        done = self.ended(created)
        self.assertEqual([r["index"] for r in done["requests"]], [0, 4])
        self.assertEqual((done["counts"]["completed"], done["counts"]["rejected"], done["rejected"]), (2, 3, rejected))
        self.assertEqual(self.balance(), before - 2)

    def test_none_accepted_is_no_batch(self):
        before = self.balance()
        reply = self.send([("file", "b.bin", b"\x00\x01\x02"), ("file", "empty.txt", b"")])
        self.problem(reply, 400, "unsupported_file_type")
        self.assertEqual(self.pointers(reply), ["/items/0", "/items/1"])
        self.assertEqual(self.balance(), before)

    def test_a_zip(self):
        members = [("cvs/maria.txt", RESUME), ("cvs/", b""), ("__MACOSX/cvs/._maria.txt", b"x"), ("cvs/.DS_Store", b"x"),
                   ("cvs/jörg.pdf", pdf(1)), ("cvs/maria.txt", RESUME + "\nAgain")]
        with self.assertWarns(UserWarning):  # of a name that comes twice
            packed = archive(members)
        for reply in (self.send([("archive", "cvs.zip", packed)]),
                      self.client.call("POST", "/v1/batches?reference=zip", packed, {"Content-Type": "application/zip"})):
            done = self.ended(reply)
            self.assertEqual([(r["index"], r["reference"]) for r in done["requests"]],
                             [(0, "cvs/maria.txt"), (1, "cvs/jörg.pdf"), (2, "cvs/maria.txt")])
            self.assertEqual(done["rejected"], [])
        self.assertEqual(done["reference"], "zip")

    def test_a_large_zip_comes_in_several_parts(self):
        filler = base64.b85encode(bytes(range(256)) * 20000).decode()
        packed = archive([(f"{i}.txt", RESUME + f"\n{i}\n" + filler[:6000000]) for i in range(7)])
        self.assertLess(len(packed), 4000000)
        created = self.client.call("POST", "/v1/batches", packed, {"Content-Type": "application/zip"})
        self.assertEqual((created.status, created.json["accepted"]), (202, 7), created)
        self.assertEqual([r["reference"] for r in created.json["requests"]], [f"{i}.txt" for i in range(7)])
        self.ended(created)  # what is deleted while it runs gives its credits back later, in another test
        self.client.call("DELETE", created.headers["Location"])

    def test_archives_that_are_none_or_too_much(self):
        for name, packed, status, code in (
                ("no archive", b"PK\x03\x04 and nothing", 400, "invalid_request"), ("empty", archive([]), 400, "invalid_request"),
                ("too many", archive([(f"{i}.txt", "x") for i in range(201)]), 413, "payload_too_large"),
                ("expands", archive([(f"{i}.txt", b"a b " * 2600000) for i in range(8)]), 413, "payload_too_large")):
            with self.subTest(name):
                reply = self.client.call("POST", "/v1/batches", packed, {"Content-Type": "application/zip"})
                self.problem(reply, status, code)

    def test_a_member_that_is_a_bomb_is_rejected_alone(self):
        packed = archive([("bomb.txt", b"\0" * 30000000), ("a.txt", RESUME)])
        done = self.ended(self.client.call("POST", "/v1/batches", packed, {"Content-Type": "application/zip"}))
        self.assertEqual([(r["reference"], r["error_code"]) for r in done["rejected"]], [("bomb.txt", "payload_too_large")])
        self.assertEqual([r["reference"] for r in done["requests"]], ["a.txt"])

    def test_items_of_json(self):
        parsed = self.client.end(self.client.text(RESUME))
        items = [{"input": {"type": "text", "raw_text": RESUME}, "reference": "one", "metadata": {"n": 1}},
                 {"input": {"type": "file", "data": base64.b64encode(RESUME.encode()).decode(), "filename": "r.txt"}},
                 {"input": {"type": "result", "data": parsed}}, {"input": {"type": "text"}}, "x",
                 {"input": {"type": "text", "data": RESUME}},
                 {"input": {"type": "text", "raw_text": RESUME}, "config": {"matching": {"skip": True}}}]
        created = self.client.call("POST", "/v1/batches", {"items": items, "job_description": JOB, "metadata": {"all": True}})
        self.assertEqual([r["index"] for r in created.json["rejected"]], [3, 4, 5])
        self.assertEqual([e["pointer"] for e in created.json["rejected"][0]["errors"]], ["/input/raw_text"])
        done = self.ended(created)
        answers = [self.client.get("/v1/parse/" + r["request_id"]).json for r in done["requests"]]
        self.assertEqual([a["matching"] is not None for a in answers], [True, True, True, False])
        self.assertEqual([a["client_metadata"] for a in answers], [{"n": 1}] + [{"all": True}] * 3)

    def test_options_of_all_documents_are_short(self):
        """They are read for each document: much of nothing in them took seconds."""
        config = {f"k{i}": 0 for i in range(100000)}
        before = self.server.cpu_seconds()
        for reply in (self.send([("file", f"{i}.txt", RESUME) for i in range(200)] + [("config", None, json.dumps(config))]),
                      self.client.call("POST", "/v1/batches", {"items": [{"input": {"type": "text", "raw_text": RESUME}}] * 200,
                                                               "config": config})):
            self.problem(reply, 400, "invalid_request")
            self.assertEqual(self.pointers(reply), ["/config"])
        self.assertLess(self.server.cpu_seconds() - before, 2)

    def test_faults_of_the_whole(self):
        text = {"input": {"type": "text", "raw_text": RESUME}}
        for body, places in (({}, ["/items"]), ({"items": []}, ["/items"]), ({"items": [text], "config": 7}, ["/config"]),
                             ({"items": [text], "config": {"extract": {"type": "x"}}}, ["/config/extract/type"]),
                             ({"items": [text], "job_description": "short"}, ["/job_description"]),
                             ({"items": [text], "reference": ""}, ["/reference"]), ({"items": [text], "metadata": []}, ["/metadata"])):
            with self.subTest(places):
                reply = self.client.call("POST", "/v1/batches", body)
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), places)
        self.problem(self.client.call("POST", "/v1/batches", {"items": [text] * 201}), 413, "payload_too_large")
        self.problem(self.send([("file", "a.txt", RESUME), ("archive", "a.zip", archive([("a.txt", RESUME)]))]), 400, "invalid_request")
        self.problem(self.send([("files", "a.txt", RESUME)]), 400, "invalid_request")
        self.problem(self.client.call("POST", "/v1/batches", pdf(1), {"Content-Type": "application/pdf"}), 415, "unsupported_media_type")

    def test_credits_go_to_the_first_documents(self):
        poor = self.server.account("poor", "--allowance", "2")
        created = self.send([("file", f"{i}.txt", RESUME) for i in range(3)], poor)
        self.assertEqual(([r["index"] for r in created.json["requests"]], created.json["remaining_balance"]), ([0, 1], 0))
        self.assertEqual([(r["index"], r["error_code"]) for r in created.json["rejected"]], [(2, "insufficient_credits")])
        self.ended(created, poor)
        self.problem(self.send([("file", "a.txt", RESUME)], poor), 402, "insufficient_credits")

    def test_the_same_key_gives_the_same_batch(self):
        before = self.balance()
        parts = [("file", "a.txt", RESUME), ("file", "b.txt", RESUME)]
        first = self.send(parts, Idempotency_Key="batch-1")
        again = self.send(parts, Idempotency_Key="batch-1")
        self.assertEqual((again.json, again.headers["Location"]), (first.json, first.headers["Location"]))
        self.assertEqual(again.headers["Idempotent-Replayed"], "true")
        self.problem(self.send(parts[:1], Idempotency_Key="batch-1"), 422, "idempotency_mismatch")
        self.assertEqual(self.balance(), before - 2)
        self.client.call("DELETE", first.headers["Location"])
        self.problem(self.send(parts, Idempotency_Key="batch-1"), 410, "result_expired")

    def test_others_see_nothing_and_deleted_is_deleted(self):
        created = self.files(RESUME, RESUME)
        done = self.ended(created)
        path = created.headers["Location"]
        other = self.server.account("strangers", "--allowance", "5")
        for call in (lambda: other.get(path), lambda: other.call("DELETE", path), lambda: other.get("/v1/batches/bat_x")):
            self.problem(call(), 404, "not_found")
        self.assertEqual(self.client.call("DELETE", "/v1/parse/" + done["requests"][0]["request_id"]).status, 204)
        left = self.client.get(path).json
        self.assertEqual(([r["index"] for r in left["requests"]], left["counts"]["completed"]), ([1], 2))
        self.assertEqual(self.client.call("DELETE", path).status, 204)
        self.problem(self.client.get(path), 404, "not_found")
        for row in done["requests"]:
            self.problem(self.client.get("/v1/parse/" + row["request_id"]), 404, "not_found")

    def test_test_keys(self):
        test = self.client.with_key(self.server.command("key", "create", "--account", "default", "--test"))
        before = self.balance()
        created = self.send([("file", "a.txt", b"vitae:sample/failed/TIMEOUT"), ("file", "b.txt", RESUME),
                             ("file", "c.txt", b"vitae:sample/error/rate_limited")], test)
        done = self.ended(created, test)
        self.assertEqual((done["counts"]["completed"], done["counts"]["failed"], done["counts"]["rejected"]), (1, 1, 1))
        self.assertEqual(self.balance(), before)


class Duplicates(Conversation):
    ASK = {"find_duplicate": True}

    def test_the_same_document_is_told_on_request(self):
        first = self.client.end(self.client.text(RESUME, config=self.ASK))
        self.assertIsNone(first["duplicate_of"])
        self.assertNotIn("duplicate_of", self.client.end(self.client.text(RESUME)))
        created = self.client.text(RESUME, config={**self.ASK, "parse": {"model_tier": "standard"}})
        newest = self.client.get("/v1/parse?limit=2").json["requests"][1]["request_id"]
        self.assertEqual(created.json["duplicate_of"], newest)
        self.assertEqual(self.client.end(created)["duplicate_of"], newest)
        upload = self.client.upload([("file", "other-name.txt", RESUME), ("config", None, json.dumps(self.ASK))])
        self.assertEqual(upload.json["duplicate_of"], created.json["request_id"])
        self.assertIsNone(self.client.text(RESUME + " ", config=self.ASK).json["duplicate_of"])

    def test_not_of_others_nor_of_deleted_ones(self):
        text = RESUME + "\nOnly here"
        stranger = self.server.account("stranger", "--allowance", "5")
        stranger.text(text)
        mine = self.client.text(text, config=self.ASK)
        self.assertIsNone(mine.json["duplicate_of"])
        self.client.end(mine)
        self.client.call("DELETE", mine.headers["Location"])
        self.assertIsNone(self.client.text(text, config=self.ASK).json["duplicate_of"])


class Event(Conversation):
    """One event for a batch, when the last of its requests has ended."""
    @classmethod
    def setUpClass(cls):
        cls.seen = seen = []

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *words):
                pass

        cls.receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=cls.receiver.serve_forever, daemon=True).start()
        cls.flags = ("--fetch-allow", "localhost")
        super().setUpClass()
        cls.server.command("webhook", "add", f"http://localhost:{cls.receiver.server_port}/")

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.receiver.shutdown()
        cls.receiver.server_close()

    def test_one_event(self):
        content_type, body = form([("file", "a.txt", RESUME), ("file", "b.txt", RESUME), ("file", "empty", b""),
                                   ("reference", None, "tonight")])
        created = self.client.call("POST", "/v1/batches", body, {"Content-Type": content_type})
        wait_until(lambda: self.seen, 60)
        event = self.seen[0]
        self.assertEqual(event["type"], "batch.completed")
        self.assertEqual(event["data"], {
            "batch_id": created.json["batch_id"], "status": "completed", "total": 3, "completed": 2, "failed": 0, "rejected": 1,
            "links": {"self": created.headers["Location"]}})
        self.client.end(self.client.text(RESUME))
        wait_until(lambda: len(self.seen) >= 2, 60)
        self.assertEqual([one["type"] for one in self.seen], ["batch.completed", "parse.completed"])


    def test_the_list_has_the_requests_of_a_batch(self):
        ids = []
        for name in ("one", "two"):
            content_type, body = form([("file", name + ".txt", RESUME), ("file", name + "2.txt", RESUME), ("reference", None, name)])
            created = self.client.call("POST", "/v1/batches", body, {"Content-Type": content_type}).json
            ids.append((created["batch_id"], {r["request_id"] for r in created["requests"]}))
        for batch, requests in ids:
            rows = self.client.get(f"/v1/parse?batch_id={batch}&limit=100").json["requests"]
            self.assertEqual({r["request_id"] for r in rows}, requests)
            self.assertEqual({r["batch_id"] for r in rows}, {batch})
            first = self.client.get(f"/v1/parse?batch_id={batch}&limit=1").json
            second = self.client.get(f"/v1/parse?batch_id={batch}&cursor={first['next_cursor']}").json
            self.assertEqual({r["request_id"] for r in first["requests"] + second["requests"]}, requests)
        one = self.client.get(f"/v1/parse?batch_id={ids[0][0]}&reference=two.txt").json["requests"]
        self.assertEqual(one, [], "both filters hold")
        self.assertEqual(self.server.account("other", "--allowance", "9").get(f"/v1/parse?batch_id={ids[0][0]}").json["requests"], [])


if __name__ == "__main__":
    unittest.main()
