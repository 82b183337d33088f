# SPDX-License-Identifier: Apache-2.0
"""Results as JSON Resume, Markdown and CSV: over HTTP and on the command line."""
import csv
import io
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import jsonschema

from harness import BINARY, CONTRACT, JOB, RESUME, ROOT, Conversation

SAMPLE = ROOT / "samples/resume.pdf"
EXTRAS = {"parse": {"extras": True}}

# The formats that the published schema names; jsonschema itself checks next to nothing of them.
FORMATS = jsonschema.FormatChecker(())
FORMATS.checks("email")(lambda s: re.fullmatch(r"[\w!#$%&'*+/=?^`{|}~.-]+@([\w-]+\.)*[\w-]+", s, re.A) is not None)
FORMATS.checks("uri")(lambda s: re.fullmatch(
    r"[A-Za-z][A-Za-z0-9+.-]*:([\w.~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+", s, re.A) is not None)
JSON_RESUME = jsonschema.Draft202012Validator(
    {"$ref": "#/components/schemas/JsonResume", "components": CONTRACT.document["components"]},
    format_checker=FORMATS)


def faults(document):
    return [f"{list(e.absolute_path)}: {e.message}" for e in JSON_RESUME.iter_errors(document)]


def parse(*words):
    return subprocess.run([BINARY, "parse", *map(str, words)], capture_output=True, text=True, timeout=120)


class Export(Conversation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        created = cls.client.text(config=EXTRAS, job=JOB)
        cls.answer = cls.client.end(created)
        cls.path = "/v1/parse/" + created.json["request_id"]

    def export(self, form, path=None, **headers):
        reply = self.client.get(f"{path or self.path}?format={form}", **headers)
        self.assertEqual(reply.status, 200, reply)
        return reply

    def file_name(self, reply):
        self.assertEqual(reply.headers["X-Content-Type-Options"], "nosniff")
        return re.fullmatch(r'attachment; filename="(prs_[0-9a-z]{26})\.(\w+)"',
                            reply.headers["Content-Disposition"]).groups()

    def test_json_is_the_answer(self):
        plain, asked = self.client.get(self.path), self.export("json")
        self.assertEqual(plain.body, asked.body)
        self.assertNotIn("Content-Disposition", asked.headers)

    def test_json_resume(self):
        reply = self.export("jsonresume")
        self.assertEqual(reply.headers["Content-Type"], "application/json")
        self.assertEqual(self.file_name(reply), (self.answer["request_id"], "json"))
        document = reply.json
        self.assertEqual(faults(document), [])
        self.assertEqual(document["basics"]["name"], "Maria Sample")
        self.assertEqual(document["basics"]["location"]["countryCode"], "DE")
        self.assertEqual([w["name"] for w in document["work"]], ["Example GmbH", "Sample AG"])
        self.assertNotIn("endDate", document["work"][0])
        self.assertEqual(document["work"][1]["endDate"], "2019-02")
        self.assertEqual(document["meta"]["lastModified"], self.answer["completed_at"])

    def test_the_judge_of_json_resume_judges(self):
        document = self.export("jsonresume").json
        for change in ({"hobbies": []}, {"work": {}}, {"basics": {"email": "none"}}, {"basics": {"name": None}},
                       {"basics": {"url": "example.com/a b"}}, {"education": [{"endDate": "June 2014"}]}):
            with self.subTest(change):
                self.assertTrue(faults({**document, **change}))

    def test_markdown(self):
        reply = self.export("markdown")
        self.assertEqual(reply.headers["Content-Type"], "text/markdown; charset=utf-8")
        self.assertEqual(self.file_name(reply), (self.answer["request_id"], "md"))
        lines = reply.body.decode().splitlines()
        self.assertEqual(lines[0], "# Maria Sample")
        for line in ("## Experience", "### Senior Software Engineer, Example GmbH", "2019-03 – present · Berlin",
                     "- Leads a team of four engineers", "- German (native)"):
            self.assertIn(line, lines)

    def test_csv(self):
        reply = self.export("csv")
        self.assertEqual(reply.headers["Content-Type"], "text/csv; charset=utf-8; header=present")
        self.assertEqual(self.file_name(reply), (self.answer["request_id"], "csv"))
        rows = list(csv.DictReader(io.StringIO(reply.body.decode(), newline="")))
        self.assertEqual(len(rows), 1)
        row = rows[0]
        self.assertEqual((row["source"], row["name"], row["phone"]),
                         (self.answer["request_id"], "Maria Sample", "'+4930901820"))
        self.assertEqual((row["last_title"], row["last_company"]), ("Senior Software Engineer", "Example GmbH"))
        self.assertEqual(int(row["match_score"]), self.answer["matching"]["score"])
        self.assertEqual(float(row["total_years"]),
                         self.answer["ai_features"]["experience_summary"]["total_years"])
        self.assertIn("Python", row["skills"].split(" | "))

    def test_another_word_is_refused(self):
        for word in ("xml", "CSV", "", "markdown%0d%0aX:%201"):
            with self.subTest(word):
                reply = self.client.get(f"{self.path}?format={word}")
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), ["/format"])

    def test_who_may_not_read_may_not_export(self):
        other = self.server.account("exports of others")
        self.problem(other.get(self.path + "?format=csv"), 404, "not_found")
        self.problem(self.client.with_key("vt_live_none").get(self.path + "?format=csv"), 401, "invalid_api_key")
        gone = self.client.text()
        self.client.end(gone)
        path = "/v1/parse/" + gone.json["request_id"]
        self.assertEqual(self.client.call("DELETE", path).status, 204)
        self.problem(self.client.get(path + "?format=markdown"), 404, "not_found")

    def test_without_a_result_it_is_the_answer(self):
        test = self.client.with_key(self.server.command("key", "create", "--test"))
        cases = {"created": test.text("vitae:sample/created"), "parsing": test.text("vitae:sample/parsing"),
                 "failed": test.text("vitae:sample/failed/TIMEOUT"),
                 "completed": self.client.text("too short"),
                 "skipped": self.client.text(config={"parse": {"skip": True}})}
        for name, created in cases.items():
            client = self.client if name in ("completed", "skipped") else test
            path = "/v1/parse/" + created.json["request_id"]
            if name not in ("created", "parsing"):
                client.end(created)
            for form in ("jsonresume", "markdown", "csv"):
                with self.subTest(name, form=form):
                    reply = client.get(f"{path}?format={form}")
                    self.assertEqual(reply.status, 200)
                    self.assertEqual(reply.headers["Content-Type"], "application/json")
                    self.assertEqual(reply.json["request_id"], created.json["request_id"])
                    self.assertNotIn("Content-Disposition", reply.headers)
                    self.assertIsNone(reply.json.get("result"))

    def test_a_wait_ends_in_the_form_that_was_asked_for(self):
        created = self.client.text()
        reply = self.export("csv", "/v1/parse/" + created.json["request_id"], Prefer="wait=30")
        self.assertEqual(reply.headers["Preference-Applied"], "wait=30")
        self.assertTrue(reply.headers["Content-Type"].startswith("text/csv"), reply)

    def test_head_and_gzip(self):
        whole = self.export("markdown")
        head = self.client.call("HEAD", self.path + "?format=markdown")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(head.headers["Content-Type"], whole.headers["Content-Type"])
        packed = self.export("jsonresume", Accept_Encoding="gzip")
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(packed.body, self.export("jsonresume").body)

    def test_the_earlier_shape(self):
        created = self.client.create({"input": {"type": "text", "data": RESUME}, "model": "basic"})
        self.client.end(created)
        reply = self.export("jsonresume", "/v1/parse/" + created.json["request_id"])
        self.assertEqual(faults(reply.json), [])
        self.assertIn("Python", [s["name"] for s in reply.json["skills"]])
        self.assertIn("Deprecation", reply.headers)

    def test_a_given_result_of_odd_types(self):
        odd = {"personal_info": {"name": "=HYPERLINK(\"https://evil.example\")", "email": "a b", "location": None},
               "experience": [{"type": "full-time", "company": "<img src=x onerror=alert(1)>", "title": "a;=1+1",
                               "start_date": "2019", "highlights": ["[x](https://evil.example)"]}],
               "skills": [{"skill": "x", "proficiency": "odd"}], "links": [{"url": "javascript:alert(1)"}],
               "interests": ["x", 5], "unknown": {"deep": [[[[1]]]]}}
        created = self.client.create({"input": {"type": "result", "data": odd}})
        path = "/v1/parse/" + created.json["request_id"]
        done = self.client.call("GET", path, headers={"Prefer": "wait=30"}, check=False).json
        self.assertEqual((done["status"], done["result"]), ("completed", odd))
        self.assertEqual(faults(self.export("jsonresume", path).json), [])
        text = self.export("markdown", path).body.decode()
        self.assertIn(r"\<img src=x onerror=alert(1)\>", text)
        self.assertIn(r"\[x\](https\://evil.example)", text)
        row = list(csv.reader(io.StringIO(self.export("csv", path).body.decode(), newline="")))[1]
        self.assertEqual(row[1], "'=HYPERLINK(\"https://evil.example\")")
        self.assertEqual(row[10], "a;'=1+1")


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_the_forms_are_those_of_the_service(self):
        result = parse("--format", "jsonresume", SAMPLE)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(faults(json.loads(result.stdout)), [])
        self.assertTrue(parse("--format", "markdown", SAMPLE).stdout.startswith("# "))
        self.assertEqual(json.loads(parse("--format", "json", SAMPLE).stdout)["status"], "completed")

    def test_csv_of_many_documents_is_one_table(self):
        names = [f"{name}.txt" for name in ("one", "two", "three")]
        for name in names:
            (self.folder / name).write_text(RESUME.replace("Maria", name))
        result = parse("--format", "csv", *(self.folder / name for name in names))
        rows = list(csv.DictReader(io.StringIO(result.stdout, newline="")))
        self.assertEqual(sorted(row["source"] for row in rows), sorted(names))
        self.assertEqual(result.stdout.count("source"), 1)

    def test_files_have_the_ending_of_their_form(self):
        for form, ending in (("jsonresume", "json"), ("markdown", "md"), ("csv", "csv")):
            self.assertEqual(parse("-q", "--format", form, "-o", self.folder, SAMPLE).returncode, 0)
            self.assertTrue((self.folder / f"resume.{ending}").stat().st_size > 500)

    def test_faults(self):
        self.assertEqual(parse("--format", "xml", SAMPLE).returncode, 2)
        self.assertEqual(parse("--format", "jsonresume", SAMPLE, SAMPLE).returncode, 2)
        short = self.folder / "short.txt"
        short.write_text("too short")
        result = parse("--format", "csv", short)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("no result", result.stderr)

    def test_json_resume_reads_back_to_the_same_values(self):
        """Exported and read again by the reader of JSON Resume; where the form has room for it."""
        def values(result):
            return {
                "person": [result["personal_info"][k] for k in ("name", "label", "email", "phone")],
                "place": [result["personal_info"]["location"][k] for k in ("city", "region", "country_code")],
                "summary": result["summary"],
                "experience": [[j[k] for k in ("company", "title", "start_date", "end_date", "current", "description",
                                               "highlights")] for j in result["experience"]],
                "volunteer": [j["company"] for j in result["experience"] if j["type"] == "volunteer"],
                "education": [[e[k] for k in ("institution", "degree", "field_of_study", "graduation_date")]
                              for e in result["education"]],
                "certifications": [[", ".join(filter(None, (c["name"], c["issuer"]))), c["date"]] for c in result["certifications"]],
                "languages": sorted(item["language"] for item in result["languages"]),
                "links": sorted(link["url"].split("//")[-1] for link in result["links"]),
            }
        config = json.dumps(EXTRAS)
        for source in ("resume.pdf", "resume.md", "resume.html", "resume.txt"):
            with self.subTest(source):
                first = json.loads(parse("--config", config, ROOT / "samples" / source).stdout)["result"]
                again = self.folder / (source + ".json")
                again.write_text(parse("--config", config, "--format", "jsonresume", ROOT / "samples" / source).stdout)
                second = json.loads(parse("--config", config, again).stdout)["result"]
                one, two = values(first), values(second)
                if source == "resume.txt":  # a line about an evening class is read as a course once, and once not
                    del one["certifications"]
                for key in one:
                    self.assertEqual(one[key], two[key], key)
                prose = json.dumps([first["experience"], first["summary"]])
                stated = {s["skill"] for s in first["skills"] if not s["implied_by"] and s["skill"] not in prose}
                self.assertGreater(len(stated), 3)
                read = {s["skill"] for s in second["skills"]}
                self.assertEqual(stated - read, set())


if __name__ == "__main__":
    unittest.main()
