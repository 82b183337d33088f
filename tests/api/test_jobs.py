# SPDX-License-Identifier: Apache-2.0
"""POST /v1/jobs: what a job description asks for."""
import unittest

from harness import Conversation

TEXT = """Senior Data Engineer

About us
Harlow Foods is a family business that has served customers for over 25 years. We love Haskell.

Requirements
- 5+ years of experience in data engineering
- Apache Kafka, Kinesis or Pub/Sub
- Fluent English

Benefits
- Free fruit and courses in Terraform
"""


class Jobs(Conversation):
    def test_its_structure(self):
        reply = self.client.call("POST", "/v1/jobs", {"job_description": TEXT})
        self.assertEqual(reply.status, 200)
        job = reply.json
        self.assertEqual((job["title"], job["seniority"], job["years"]), ("Senior Data Engineer", "senior", 5))
        kinds = {r["kind"] for r in job["requirements"]}
        self.assertLessEqual({"skill", "language"}, kinds)
        words = " ".join(r["text"] for r in job["requirements"])
        self.assertIn("Kafka", words)
        for idle in ("Haskell", "Terraform", "25 years", "fruit"):
            self.assertNotIn(idle, words)
        choice = next(r for r in job["requirements"] if "Kafka" in r["text"])
        self.assertGreaterEqual(len(choice["any_of"]), 2)

    def test_bad_requests(self):
        for body, code in (({}, "required"), ({"job_description": 7}, "required"),
                           ({"job_description": "too short"}, "length"),
                           ({"job_description": "x" * 30001}, "length")):
            reply = self.client.call("POST", "/v1/jobs", body)
            self.problem(reply, 400, "invalid_request")
            self.assertEqual(self.pointers(reply), ["/job_description"])

    def test_needs_a_key(self):
        self.problem(self.client.with_key(None).call("POST", "/v1/jobs", {"job_description": TEXT}), 401, "missing_api_key")


if __name__ == "__main__":
    unittest.main()
