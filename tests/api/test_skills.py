# SPDX-License-Identifier: Apache-2.0
"""The taxonomy: search and one skill."""
import unittest

from harness import Conversation


class Skills(Conversation):
    def test_search_by_prefix(self):
        skills = self.client.get("/v1/skills?q=kuber&limit=5").json["skills"]
        self.assertEqual(len(skills), 5)
        self.assertEqual(skills[0]["skill"], "Kubernetes")
        scores = [s["score"] for s in skills]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_search_mends_typing_errors(self):
        self.assertEqual(self.client.get("/v1/skills?q=kubernets").json["skills"][0]["skill"], "Kubernetes")

    def test_search_by_alias_and_signs(self):
        self.assertEqual(self.client.get("/v1/skills?q=k8s").json["skills"][0]["skill"], "Kubernetes")
        self.assertEqual(self.client.get("/v1/skills?q=C%2B%2B").json["skills"][0]["skill"], "C++")

    def test_nothing_found(self):
        self.assertEqual(self.client.get("/v1/skills?q=qqzzxxyy").json, {"skills": []})

    def test_a_query_that_is_no_text_is_answered(self):
        for query in ("%C0%AB", "C%C0%AB", "%FF", "%E0%80%AENet", "%ED%A0%80", "C%2B%2B%C0"):
            self.assertEqual(self.client.get("/v1/skills?q=" + query).status, 200)

    def test_bad_queries(self):
        for query, pointer in (("", "/q"), ("?q=", "/q"), ("?q=" + "x" * 500, "/q"), ("?q=sql&limit=0", "/limit"),
                               ("?q=sql&limit=101", "/limit"), ("?q=sql&limit=x", "/limit")):
            reply = self.client.get("/v1/skills" + query)
            self.problem(reply, 400, "invalid_request")
            self.assertEqual(self.pointers(reply), [pointer])

    def test_one_skill(self):
        found = self.client.get("/v1/skills?q=django").json["skills"][0]
        skill = self.client.get("/v1/skills/" + found["skill_id"]).json
        self.assertEqual(skill["skill"], "Django")
        self.assertIn("Python", [s["skill"] for s in skill["implies"]])
        self.assertEqual(skill["skill_type"], "hard")

    def test_names_in_a_language(self):
        found = self.client.get("/v1/skills?q=kundens&language=de").json["skills"][0]
        self.assertEqual(found["skill"], "Customer Service")
        self.assertEqual(found["label"], "Kundenservice")
        skill = self.client.get("/v1/skills/" + found["skill_id"] + "?language=fr").json
        self.assertEqual(skill["label"], skill["synonyms"][0])
        self.assertNotEqual(skill["label"], "Customer Service")
        plain = self.client.get("/v1/skills/" + found["skill_id"]).json
        self.assertNotIn("label", plain)
        for path in ("/v1/skills?q=sql&language=German", "/v1/skills/VSK000002?language=1"):
            reply = self.client.get(path)
            self.problem(reply, 400, "invalid_request")
            self.assertEqual(self.pointers(reply), ["/language"])

    def test_relations(self):
        django = self.client.get("/v1/skills?q=django").json["skills"][0]
        skill = self.client.get("/v1/skills/" + django["skill_id"]).json
        self.assertIn("Python", [s["skill"] for s in skill["related"]])
        self.assertEqual(skill["codes"], [])
        self.assertTrue({"broader", "narrower"} <= set(skill))

    def test_unknown_skill(self):
        for skill_id in ("VSK999999", "x"):
            self.problem(self.client.get("/v1/skills/" + skill_id), 404, "not_found")
        self.problem(self.client.get("/v1/skills/%00"), 400, "invalid_request")

    def test_needs_a_key(self):
        self.problem(self.client.with_key(None).get("/v1/skills?q=sql"), 401, "missing_api_key")


if __name__ == "__main__":
    unittest.main()
