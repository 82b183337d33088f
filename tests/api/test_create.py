# SPDX-License-Identifier: Apache-2.0
"""POST /v1/parse: both content forms, every field, default, range and status code."""
import base64
import json
import unittest

from harness import JOB, PNG, RESUME, SCAN, Conversation, docx, form, pdf


class Create(Conversation):
    def test_reply_of_a_create(self):
        reply = self.client.text()
        self.assertEqual(reply.status, 202)
        body = reply.json
        self.assertEqual(set(body), {"request_id", "status", "estimated_credits", "remaining_balance", "created_at"})
        self.assertEqual(body["status"], "created")
        self.assertEqual(body["estimated_credits"], 1)
        self.assertEqual(reply.headers["Location"], "/v1/parse/" + body["request_id"])
        self.assertEqual(reply.headers["Retry-After"], "1")
        self.client.end(reply)

    def test_ids_are_unique(self):
        ids = {self.client.text().json["request_id"] for _ in range(20)}
        self.assertEqual(len(ids), 20)

    def test_estimates_by_tier_and_pages(self):
        for config, credits in (({}, 1), ({"parse": {"model_tier": "basic"}}, 1),
                                ({"parse": {"model_tier": "standard"}}, 3),
                                ({"parse": {"model_tier": "premium"}}, 4),
                                ({"parse": {"model_tier": "premium", "skip": True}}, 1)):
            with self.subTest(config):
                self.assertEqual(self.client.text(config=config).json["estimated_credits"], credits)
        ocr = json.dumps({"extract": {"type": "ocr"}})
        reply = self.client.upload([("file", "r.pdf", pdf(3)), ("config", None, ocr)])
        self.assertEqual(reply.json["estimated_credits"], 1 + 2 * 3)
        reply = self.client.upload([("file", "r.pdf", pdf(3))])
        self.assertEqual(reply.json["estimated_credits"], 1)

    def test_input_types(self):
        done = self.client.end(self.client.text())
        self.assertEqual(done["status"], "completed")
        for data in (done, done["result"]):
            reply = self.client.create({"input": {"type": "result", "data": data}})
            self.assertEqual(reply.status, 202)
            self.assertEqual(self.client.end(reply)["status"], "completed")
        encoded = base64.b64encode(pdf(1)).decode()
        reply = self.client.create({"input": {"type": "file", "data": encoded, "filename": "r.pdf"}})
        self.assertEqual(self.client.end(reply)["metadata"]["extract"], {"source_format": "pdf", "page_count": 1})
        reply = self.client.upload([("file", "r.pdf", pdf(2))])
        done = self.client.end(reply)
        self.assertEqual(done["metadata"]["extract"]["page_count"], 2)
        self.assertEqual(done["metadata"]["file_size_bytes"], len(pdf(2)))

    def test_upload_of_each_format(self):
        html = f"<html><body><h1>Maria Sample</h1><pre>{RESUME}</pre></body></html>"
        for name, data, word in (("r.pdf", pdf(1), "pdf"), ("r.md", "# Maria Sample\n\n" + RESUME, "md"),
                                 ("r.txt", RESUME, "txt"), ("r.html", html, "html"),
                                 ("r.docx", docx(RESUME.splitlines()), "docx")):
            with self.subTest(name):
                done = self.client.end(self.client.upload([("file", name, data)]))
                self.assertEqual(done["status"], "completed")
                self.assertEqual(done["metadata"]["extract"]["source_format"], word)

    def test_minimal_upload_has_the_defaults(self):
        done = self.client.end(self.client.upload([("file", "r.txt", RESUME)]))
        self.assertEqual(done["metadata"]["parse"]["model_tier"], "basic")
        self.assertNotIn("ocr_pages", done["metadata"]["extract"])
        self.assertEqual(done["metadata"]["validate"], {"skipped": True})
        self.assertEqual(done["metadata"]["matching"], {"skipped": True})
        self.assertNotIn("prompt", done["checks"])

    def test_config_part_is_the_config_of_json(self):
        config = json.dumps({"parse": {"skip": True}})
        done = self.client.end(self.client.upload([("file", "r.txt", RESUME), ("config", None, config)]))
        self.assertEqual(done["metadata"]["parse"], {"skipped": True})

    def test_every_fault_is_reported_at_once(self):
        reply = self.client.create({
            "input": {"type": "text", "raw_text": 7, "job_description": "short"},
            "config": {"extract": {"type": "scan"}, "validate": {"prompt": {"skip": "no", "level": "high"}},
                       "parse": {"skip": 1, "model_tier": "best", "skills": {"skip": "x"}},
                       "matching": {"skip": 0, "model_tier": 3, "top_skills": 11},
                       "reference_date": "2026-02-30", "retention_seconds": -1}})
        problem = self.problem(reply, 400, "invalid_request")
        self.assertEqual(self.pointers(reply), [
            "/config/extract/type", "/config/matching/model_tier", "/config/matching/skip",
            "/config/matching/top_skills", "/config/parse/model_tier", "/config/parse/skills/skip",
            "/config/parse/skip", "/config/reference_date", "/config/retention_seconds",
            "/config/validate/prompt/level", "/config/validate/prompt/skip", "/input/job_description",
            "/input/raw_text"])
        self.assertEqual(problem["type"], "/docs/errors/invalid_request")
        self.assertFalse(problem["retryable"])

    def test_faults_of_input(self):
        rows = [({}, ["/input"]), ({"input": 3}, ["/input"]), ([], [""]), ({"input": {}}, ["/input/type"]),
                ({"input": {"type": "fax"}}, ["/input/type"]), ({"input": {"type": "text"}}, ["/input/raw_text"]),
                ({"input": {"type": "url"}}, ["/input/data"]),
                ({"input": {"type": "url", "data": "ftp://example.com/a"}}, ["/input/data"]),
                ({"input": {"type": "url", "data": "http://a b/"}}, ["/input/data"]),
                ({"input": {"type": "result"}}, ["/input/data"]),
                ({"input": {"type": "result", "data": "x"}}, ["/input/data"]),
                ({"input": {"type": "file"}}, ["/input/data"]),
                ({"input": {"type": "file", "data": "%%%"}}, ["/input/data"]),
                ({"input": {"type": "file", "data": ""}}, ["/input/data"]),
                ({"input": {"type": "text", "raw_text": "x"}, "config": []}, ["/config"])]
        for body, want in rows:
            with self.subTest(body):
                reply = self.client.create(body)
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), want)
        detail = self.client.create({"input": {"type": "file"}}).json["errors"][0]["detail"]
        self.assertIn("multipart", detail)

    def test_top_skills_range(self):
        for n, status in ((0, 400), (1, 202), (10, 202), (11, 400), (1.5, 400), ("3", 400)):
            with self.subTest(n):
                config = {"matching": {"skip": False, "top_skills": n}}
                self.assertEqual(self.client.text(config=config, job=JOB).status, status)

    def test_job_description_length_counts_code_points(self):
        for text, status in (("x" * 99, 400), ("x" * 100, 202), ("ä" * 100, 202), ("😀" * 99, 400),
                             (" " * 100, 202), ("x" * 30000, 202), ("ä" * 30000, 202), ("x" * 30001, 400)):
            with self.subTest(n=len(text), first=text[0]):
                self.assertEqual(self.client.text(job=text).status, status)

    def test_file_name_of_any_bytes(self):
        content_type, body = form([("file", "NAME", RESUME)])
        for name in (b"\xff\xfe.txt", b"a\0b.txt"):
            reply = self.client.call("POST", "/v1/parse", body.replace(b"NAME", name), {"Content-Type": content_type})
            self.assertEqual(self.client.end(reply)["status"], "completed")

    def test_job_description_part(self):
        done = self.client.end(self.client.upload([("file", "r.txt", RESUME), ("job_description", None, JOB)]))
        self.assertEqual(done["metadata"]["matching"].get("model_tier"), "basic")
        reply = self.client.upload([("file", "r.txt", RESUME), ("job_description", None, b"An engineer.\0" * 20)])
        self.problem(reply, 400, "invalid_request")
        reply = self.client.upload([("file", "r.txt", RESUME), ("job_description", None, b"\xff" * 200)])
        self.problem(reply, 400, "invalid_request")

    def test_matching_defaults(self):
        rows = [(None, JOB, True), ({}, JOB, True), ({"matching": {}}, JOB, False),
                ({"matching": {"skip": True}}, JOB, False), ({"matching": {"skip": False}}, JOB, True),
                (None, None, False)]
        for config, job, runs in rows:
            with self.subTest(config=config, job=bool(job)):
                reply = self.client.text(config=config, job=job)
                self.assertEqual("warnings" in reply.json, config == {"matching": {}})
                done = self.client.end(reply)
                self.assertEqual(done["metadata"]["matching"] != {"skipped": True}, runs)
                self.assertEqual(done["matching"] is not None, runs)
        reply = self.client.text(config={"matching": {"skip": False}})
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(self.pointers(reply), ["/input/job_description"])

    def test_matching_tier_follows_the_parse_tier(self):
        rows = [({"parse": {"model_tier": "standard"}}, "standard"), ({"parse": {"skip": True}}, "basic"),
                ({"parse": {"skip": True, "model_tier": "standard"}}, "basic"),
                ({"matching": {"skip": False, "model_tier": "premium"}}, "premium")]
        for config, tier in rows:
            with self.subTest(config):
                done = self.client.end(self.client.text(config=config, job=JOB))
                self.assertEqual(done["metadata"]["matching"]["model_tier"], tier)

    def test_unknown_fields_are_warnings(self):
        reply = self.client.create({"input": {"type": "text", "raw_text": RESUME, "colour": 1}, "extra": 2,
                                    "config": {"parse": {"fast": True}}})
        self.assertEqual(reply.status, 202)
        self.assertEqual(len(reply.json["warnings"]), 3)
        self.assertIn("/config/parse/fast", " ".join(reply.json["warnings"]))

    def test_prompt_level_not_implemented(self):
        for level in ("advanced", "professional"):
            for skip in (True, False):
                reply = self.client.text(config={"validate": {"prompt": {"level": level, "skip": skip}}})
                self.problem(reply, 501, "prompt_level_not_implemented")
        self.assertEqual(self.client.text(config={"validate": {"prompt": {"level": "basic"}}}).status, 202)

    def test_malformed_bodies(self):
        json_type = {"Content-Type": "application/json"}
        for body in (b"", b"{", b"{} x", b'{"a":1,"a":2}', b'{"a":"\xff"}', b"[1,]", b"NaN"):
            with self.subTest(body):
                self.problem(self.client.call("POST", "/v1/parse", body, json_type), 400, "malformed_json")
        content_type, body = form([("file", "r.txt", RESUME)], "b")
        headers = {"Content-Type": content_type}
        self.problem(self.client.call("POST", "/v1/parse", body[:-8], headers), 400, "malformed_multipart")
        self.problem(self.client.call("POST", "/v1/parse", body, {"Content-Type": "multipart/form-data"}), 400,
                     "malformed_multipart")

    def test_faults_of_multipart(self):
        self.problem(self.client.upload([("config", None, "{}")]), 400, "invalid_request")
        self.problem(self.client.upload([("file", "a", ""), ]), 400, "invalid_request")
        two = [("file", "a", RESUME), ("file", "b", RESUME)]
        self.problem(self.client.upload(two), 400, "invalid_request")
        self.problem(self.client.upload([("file", "a", RESUME), ("config", None, "{")]), 400, "malformed_json")
        self.problem(self.client.upload([("file", "a", RESUME), ("config", None, "[]")]), 400, "invalid_request")

    def test_file_type_is_told_by_content(self):
        self.problem(self.client.upload([("file", "r.pdf", b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 40)]), 400,
                     "unsupported_file_type")
        self.problem(self.client.upload([("file", "r.pdf", b"PK\x03\x04" + bytes(200))]), 400,
                     "unsupported_file_type")
        done = self.client.end(self.client.upload([("file", "r.docx", pdf(1))]))
        self.assertEqual(done["metadata"]["extract"]["source_format"], "pdf")

    def test_size_limit_is_exact(self):
        limit = 10 * 1024 * 1024
        filler = RESUME.encode() + b" " * (limit - len(RESUME.encode()))
        self.assertEqual(self.client.upload([("file", "r.txt", filler)]).status, 202)
        self.problem(self.client.upload([("file", "r.txt", filler + b" ")]), 413, "payload_too_large")
        encoded = base64.b64encode(filler + b" ").decode()
        self.problem(self.client.create({"input": {"type": "file", "data": encoded}}), 413, "payload_too_large")
        self.problem(self.client.upload([("file", "r.txt", filler * 2)]), 413, "payload_too_large")

    def test_raw_text_limit_is_exact(self):
        self.assertEqual(self.client.text("ä" * 1000000).status, 202)
        self.problem(self.client.text("ä" * 1000001), 413, "payload_too_large")

    def test_page_limits(self):
        self.assertEqual(self.client.upload([("file", "r.pdf", pdf(8))]).status, 202)
        self.problem(self.client.upload([("file", "r.pdf", pdf(9))]), 422, "page_limit_exceeded")
        self.assertEqual(self.client.upload([("file", "r.docx", docx(["Maria"], 8))]).status, 202)
        self.problem(self.client.upload([("file", "r.docx", docx(["Maria"], 9))]), 422, "page_limit_exceeded")
        beginner = self.server.account("pages", "--plan", "beginner", "--allowance", "100")
        self.assertEqual(beginner.upload([("file", "r.pdf", pdf(4))]).status, 202)
        self.problem(beginner.upload([("file", "r.pdf", pdf(5))]), 422, "page_limit_exceeded")

    def test_text_and_web_pages_have_no_page_limit(self):
        long = "\n".join([RESUME] * 60)
        for reply in (self.client.text(long), self.client.upload([("file", "r.txt", long)]),
                      self.client.upload([("file", "r.md", "# Maria Sample\n" + long)])):
            self.assertEqual(reply.status, 202)
            self.assertEqual(self.client.end(reply)["status"], "completed")

    def test_order_of_checks(self):
        poor = self.server.account("poor", "--billing", "packs")
        long = pdf(9)
        level = json.dumps({"validate": {"prompt": {"level": "advanced"}}})
        bad = json.dumps({"parse": {"skip": 1}, "validate": {"prompt": {"level": "advanced"}}})
        self.problem(poor.upload([("file", "r.pdf", long), ("config", None, bad)]), 400, "invalid_request")
        self.problem(poor.upload([("file", "r.pdf", long), ("config", None, level)]), 501,
                     "prompt_level_not_implemented")
        self.problem(poor.upload([("file", "r.pdf", long)]), 402, "insufficient_credits")
        anybody = self.client.with_key("vt_live_wrong")
        self.problem(anybody.call("POST", "/v1/parse", b"x", {"Content-Type": "text/plain"}), 401, "invalid_api_key")

    def test_docx(self):
        c = self.server.account("word", "--allowance", "50")
        reply = c.upload([("file", "maria.docx", docx(RESUME.splitlines()))])
        self.assertEqual(reply.json["estimated_credits"], 1)
        done = c.end(reply)
        self.assertEqual(done["metadata"]["extract"], {"source_format": "docx", "page_count": 1})
        self.assertEqual(done["result"]["personal_info"]["email"], "maria@example.com")
        self.assertEqual([j["company"] for j in done["result"]["experience"]], ["Example GmbH", "Sample AG"])
        self.assertIn("Runs a payment service in Python and PostgreSQL on Kubernetes", done["raw_text"])
        self.assertEqual((done["credits_consumed"], done["remaining_balance"]), (1, 49))

    def test_image_with_ocr(self):
        c = self.server.account("scan", "--allowance", "50")
        ocr = json.dumps({"extract": {"type": "ocr"}})
        reply = c.upload([("file", "scan.png", SCAN), ("config", None, ocr)])
        self.assertEqual((reply.json["estimated_credits"], reply.json["remaining_balance"]), (3, 47))
        done = c.end(reply)
        self.assertEqual(done["status"], "completed", done)
        self.assertEqual(done["metadata"]["extract"], {"source_format": "png", "page_count": 1, "ocr_pages": 1})
        self.assertIn("@", done["result"]["personal_info"]["email"])
        self.assertTrue(done["result"]["experience"])
        self.assertEqual((done["credits_consumed"], done["remaining_balance"]), (3, 47))
        [day] = c.get("/v1/usage/history").json["history"]
        self.assertEqual(day["breakdown"], {"basic": 1, "ocr_standard": 1})
        self.assertEqual(day["credits_consumed"], 3)

    def test_pages_of_ocr_are_paid_each(self):
        c = self.server.account("pages of ocr", "--allowance", "50")
        ocr = json.dumps({"extract": {"type": "ocr"}})
        done = c.end(c.upload([("file", "r.pdf", pdf(2)), ("config", None, ocr)]))
        self.assertEqual(done["metadata"]["extract"], {"source_format": "pdf", "page_count": 2, "ocr_pages": 2})
        self.assertEqual((done["credits_consumed"], done["remaining_balance"]), (5, 45))

    def test_image_needs_ocr(self):
        done = self.client.end(self.client.upload([("file", "r.png", PNG)]))
        self.assertEqual(done["status"], "failed")
        self.assertEqual((done["error_code"], done["error_detail"]), ("EXTRACTION_FAILED", "scan_needs_ocr"))
        self.assertEqual(done["credits_consumed"], 0)
        self.assertIsNone(done["raw_text"])


if __name__ == "__main__":
    unittest.main()
