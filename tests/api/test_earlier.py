# SPDX-License-Identifier: Apache-2.0
"""The earlier request and response shape (interface.md, Versioning, 3)."""
import base64
import unittest

from harness import JOB, PNG, RESUME, Conversation, pdf

METADATA = {"parser_version", "model_used", "ocr_used", "source_format", "page_count", "file_size_bytes",
            "confidence_score"}


class Earlier(Conversation):
    def text(self, **fields):
        return self.client.create(dict({"input": {"type": "text", "data": RESUME}}, **fields))

    def test_create_is_201(self):
        reply = self.text(model="basic")
        self.assertEqual(reply.status, 201)
        self.assertIn("Deprecation", reply.headers)
        self.assertIn("Sunset", reply.headers)
        self.assertEqual(reply.headers["Location"], "/v1/parse/" + reply.json["request_id"])

    def test_each_sign_of_the_earlier_shape(self):
        encoded = base64.b64encode(pdf(1)).decode()
        for body in ({"input": {"type": "text", "data": RESUME}},
                     {"input": {"type": "upload", "data": encoded}},
                     {"input": {"type": "text", "data": RESUME}, "model": "basic"},
                     {"input": {"type": "text", "data": RESUME}, "ocr": "basic"},
                     {"input": {"type": "text", "data": RESUME}, "output_format": "json"}):
            with self.subTest(body["input"]["type"]):
                reply = self.client.create(body)
                self.assertEqual(reply.status, 201)
                self.assertEqual(self.client.end(reply)["status"], "completed")

    def test_completed_body(self):
        reply = self.text(model="standard")
        self.client.end(reply)
        got = self.client.get(reply.headers["Location"])
        self.assertIn("Deprecation", got.headers)
        done = got.json
        for key in ("checks", "matching", "raw_text"):
            self.assertNotIn(key, done)
        self.assertEqual(set(done["metadata"]) & METADATA, METADATA)
        for key in ("extract", "validate", "parse", "matching"):
            self.assertNotIn(key, done["metadata"])
        self.assertEqual((done["metadata"]["model_used"], done["metadata"]["ocr_used"]), ("standard", "basic"))
        self.assertIn(done["ai_features"]["summary"].count(". ") + 1, (2, 3))  # sentences
        self.assertTrue(done["result"]["skills"])
        for skill in done["result"]["skills"]:
            self.assertIn("normalized", skill)
            for key in ("skill_id", "synonyms", "implied_by"):
                self.assertNotIn(key, skill)

    def test_multipart(self):
        for part in (("model", None, "premium"), ("ocr", None, "standard"), ("output_format", None, "json")):
            with self.subTest(part[0]):
                reply = self.client.upload([("file", "r.pdf", pdf(2)), part])
                self.assertEqual(reply.status, 201)
                self.assertEqual(self.client.end(reply)["metadata"]["page_count"], 2)

    def test_credits(self):
        for fields, credits in (({}, 1), ({"model": "standard"}, 3), ({"model": "premium"}, 4)):
            self.assertEqual(self.text(**fields).json["estimated_credits"], credits)
        for ocr, credits in (("basic", 1), ("standard", 1 + 2 * 3), ("premium", 1 + 4 * 3)):
            reply = self.client.upload([("file", "r.pdf", pdf(3)), ("ocr", None, ocr)])
            self.assertEqual(reply.json["estimated_credits"], credits)
            self.client.end(reply)

    def test_failed_body(self):
        reply = self.client.create({"input": {"type": "upload", "data": base64.b64encode(b"%PDF-1.4 broken").decode()}})
        failed = self.client.end(reply)
        self.assertEqual(set(failed), {"request_id", "status", "error", "error_code", "failed_at"})
        self.assertEqual(failed["error_code"], "EXTRACTION_FAILED")

    def test_no_422_and_no_501(self):
        reply = self.client.upload([("file", "r.pdf", pdf(9)), ("model", None, "basic")])
        self.assertEqual(reply.status, 201)
        failed = self.client.end(reply)
        self.assertEqual((failed["status"], failed["error_code"]), ("failed", "EXTRACTION_FAILED"))
        beginner = self.server.account("old", "--plan", "beginner", "--allowance", "100")
        reply = beginner.upload([("file", "r.pdf", pdf(8)), ("model", None, "basic")])
        self.assertEqual(beginner.end(reply)["status"], "completed")

    def test_both_shapes_in_one_body(self):
        base = {"type": "text", "data": RESUME}
        for body, want in (({"input": base, "model": "basic", "config": {}}, ["/config"]),
                           ({"input": {"type": "text", "raw_text": RESUME}, "model": "basic"}, ["/input/raw_text"]),
                           ({"input": dict(base, job_description=JOB)}, ["/input/job_description"]),
                           ({"input": {"type": "file", "data": "eA=="}, "ocr": "basic"}, ["/input/type"])):
            with self.subTest(want):
                reply = self.client.create(body)
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), want)
        reply = self.client.upload([("file", "r.txt", RESUME), ("model", None, "basic"), ("config", None, "{}")])
        self.problem(reply, 400, "invalid_request")

    def test_faults(self):
        reply = self.text(model="best", ocr=1, output_format="xml")
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(self.pointers(reply), ["/model", "/ocr", "/output_format"])


if __name__ == "__main__":
    unittest.main()
