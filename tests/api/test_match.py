# SPDX-License-Identifier: Apache-2.0
"""POST /v1/match: candidates against jobs."""
import json
import unittest

from harness import JOB, RESUME, Conversation, wait_until

OTHER = ("We look for a pastry chef with long experience in chocolate, bread and desserts for our hotel kitchen in "
         "the mountains. Hygiene certificates are required.")


class Match(Conversation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.parsed = cls.client.end(cls.client.text(RESUME))

    def match(self, candidates, jobs, **more):
        return self.client.call("POST", "/v1/match", {"candidates": candidates, "jobs": jobs, **more})

    def test_every_candidate_with_every_job(self):
        candidates = [{"request_id": self.parsed["request_id"], "reference": "a"}, {"result": self.parsed["result"]},
                      {"result": self.parsed}]
        before = self.client.get("/v1/usage").json["credit_balance"]
        reply = self.match(candidates, [{"job_description": JOB, "reference": "dev"}, {"job_description": OTHER}])
        self.assertEqual(reply.status, 200, reply)
        matches = reply.json["matches"]
        self.assertEqual([(m["candidate"], m["job"]) for m in matches], [(i, k) for i in range(3) for k in range(2)])
        self.assertEqual((matches[0]["candidate_reference"], matches[0]["job_reference"]), ("a", "dev"))
        self.assertEqual(matches[0]["matching"], matches[2]["matching"])
        self.assertEqual(matches[0]["matching"], matches[4]["matching"])
        self.assertGreater(matches[0]["matching"]["score"], matches[1]["matching"]["score"])
        self.assertEqual(self.client.get("/v1/usage").json["credit_balance"], before)

    def test_it_is_the_matching_of_a_parse_request(self):
        body = {"input": {"type": "result", "data": self.parsed, "job_description": JOB}}
        asked = self.client.end(self.client.create(body))["matching"]
        self.assertEqual(self.match([{"result": self.parsed}], [{"job_description": JOB}]).json["matches"][0]["matching"], asked)
        one = self.match([{"result": self.parsed}], [{"job_description": JOB}], top_skills=1).json["matches"][0]["matching"]
        self.assertLessEqual(len(one["matched_skills"]), 1)

    def test_faults(self):
        short = self.client.end(self.client.text("too short"))["request_id"]
        other = self.server.account("elsewhere", "--allowance", "100")
        foreign = other.end(other.text(RESUME))["request_id"]
        job = [{"job_description": JOB}]
        good = {"result": self.parsed}
        for candidates, jobs, more, places in (
                ([], job, {}, ["/candidates"]), ([good], [], {}, ["/jobs"]), ("x", "y", {}, ["/candidates", "/jobs"]),
                ([{}], job, {}, ["/candidates/0"]), ([good, {"request_id": "prs_x"}], job, {}, ["/candidates/1/request_id"]),
                ([{"request_id": short}], job, {}, ["/candidates/0/request_id"]),
                ([{"request_id": foreign}], job, {}, ["/candidates/0/request_id"]),
                ([{"result": {"skills": 1}}], job, {}, ["/candidates/0/result/skills"]),
                ([good], [{"job_description": "short"}, {}], {}, ["/jobs/0/job_description", "/jobs/1/job_description"]),
                ([dict(good, reference="x" * 256)], [dict(job[0], reference=7)], {}, ["/candidates/0/reference", "/jobs/0/reference"]),
                ([good], job, {"top_skills": "3"}, ["/top_skills"]), ([good] * 11, job * 10, {}, ["/candidates"]), ([good], job, {"top_skills": 0}, ["/top_skills"])):
            with self.subTest(places):
                reply = self.match(candidates, jobs, **more)
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), places)

    def test_what_takes_long_uses_the_accounts_budget_up(self):
        """Pairs that a worker cannot match in its time are null, and soon there are no more of them."""
        other = self.server.account("slow", "--allowance", "10")
        result = json.loads(json.dumps(self.parsed["result"]))
        skill, item = result["skills"][0], result["experience"][0]
        result["skills"] = [dict(skill, skill=f"Python {i}") for i in range(3000)]
        lines = [f"Runs Python and Java services {i}" for i in range(40)]
        result["experience"] = [dict(item, highlights=lines) for _ in range(400)]
        job = {"job_description": "\n".join(f"- must have Python {i} and Java" for i in range(900))[:30000]}
        body, replies = {"candidates": [{"result": result}], "jobs": [job] * 20}, []
        wait_until(lambda: replies.append(other.call("POST", "/v1/match", body)) or replies[-1].status != 200, 120)
        self.problem(replies[-1], 429, "rate_limited")
        self.assertIn("Retry-After", replies[-1].headers)
        self.assertEqual(self.match([{"result": self.parsed}], [{"job_description": JOB}]).status, 200)


if __name__ == "__main__":
    unittest.main()
