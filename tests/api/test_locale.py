# SPDX-License-Identifier: Apache-2.0
"""config.locale, config.language, config.parse.confidence, Vitae-Version, byte order marks."""
import csv
import io
import unittest

from harness import RESUME, Conversation

AMBIGUOUS = """Maria Sample
Software Engineer
maria.sample@example.com | (030) 1234567 | Birmingham

EXPERIENCE
Software Engineer, Example Works, 03/04/2019 - 05/06/2021
- Built services in Python and Go
Developer, Other Works, 02-01-2016 - 03-02-2019
- Built web shops in PHP and MySQL

EDUCATION
B.Sc. Computer Science, Technical University, 2015

SKILLS
Python, Go, PostgreSQL, Docker
"""
SURE = AMBIGUOUS.replace("05/06/2021", "05/26/2021")


class Locale(Conversation):
    def parsed(self, text, **config):
        return self.client.end(self.client.text(text, config=config))

    def dates(self, text, **locale):
        jobs = self.parsed(text, locale=locale)["result"]["experience"]
        return [(job["start_date"], job["end_date"]) for job in jobs]

    def test_the_order_of_day_and_month(self):
        day_first = [("2019-04", "2021-06"), ("2016-01", "2019-02")]
        month_first = [("2019-03", "2021-05"), ("2016-02", "2019-03")]
        for locale, expected in (({}, day_first), ({"country": "US"}, month_first), ({"country": "GB"}, day_first),
                                 ({"date_order": "month_first"}, month_first),
                                 ({"country": "US", "date_order": "day_first"}, day_first)):
            with self.subTest(locale):
                self.assertEqual(self.dates(AMBIGUOUS, **locale), expected)

    def test_what_the_document_shows_comes_first(self):
        self.assertEqual(self.dates(SURE, country="GB")[0], ("2019-03", "2021-05"))

    def test_the_country_of_phones_and_cities(self):
        for locale, phone, code in (({}, "(030) 1234567", None), ({"country": "GB"}, "+44301234567", "GB"),
                                    ({"country": "DE"}, "+49301234567", None)):
            with self.subTest(locale):
                person = self.parsed(AMBIGUOUS, locale=locale)["result"]["personal_info"]
                self.assertEqual((person["phone"], person["location"]["country_code"]), (phone, code))
        berlin = self.parsed(RESUME, locale={"country": "FR"})["result"]["personal_info"]
        self.assertEqual(berlin["location"]["country_code"], "DE")

    def test_the_language_of_the_summary(self):
        self.assertIn("Berufserfahrung", self.parsed(RESUME, language="de")["ai_features"]["summary"])
        self.assertNotIn("Berufserfahrung", self.parsed(RESUME, locale={"language": "de"})["ai_features"]["summary"])
        short = "Maria Sample\nmaria@example.com\n\nPython, PostgreSQL, Docker, Kubernetes, Linux, Redis, Kafka, Terraform\n"
        self.assertNotEqual(self.parsed(short, locale={"language": "de"})["ai_features"]["summary"],
                            self.parsed(short)["ai_features"]["summary"])

    def test_faults(self):
        for locale, place in (({"country": "UK"}, "/country"), ({"country": "us"}, "/country"), ({"country": 1}, "/country"),
                              ({"date_order": "dmy"}, "/date_order"), ({"language": "German"}, "/language"), ("en-US", "")):
            with self.subTest(locale):
                reply = self.client.text(AMBIGUOUS, config={"locale": locale})
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply)[:1], ["/config/locale" + place])
        typo = self.client.text(AMBIGUOUS, config={"locale": {"contry": "US"}})
        self.assertEqual(typo.json["warnings"], ["unknown field /config/locale/contry is ignored; did you mean country?"])


class Confidence(Conversation):
    def test_each_value_has_one_without_its_evidence(self):
        config = {"parse": {"confidence": True}}
        answer = self.client.end(self.client.text(RESUME, config=config))
        self.assertNotIn("evidence", answer)
        both = self.client.end(self.client.text(RESUME, config={"parse": {"confidence": True, "evidence": True}}))
        self.assertEqual(answer["confidence"], both["confidence"])
        self.assertEqual(answer["confidence"], {place: row["confidence"] for place, row in both["evidence"].items()})
        self.assertIn("/personal_info/name", answer["confidence"])

    def test_only_on_request(self):
        self.assertNotIn("confidence", self.client.end(self.client.text(RESUME)))


class Version(Conversation):
    def test_every_answer_says_its_version(self):
        for path in ("/v1/usage", "/v1/parse", "/v1/parse/prs_none"):
            with self.subTest(path):
                self.assertEqual(self.client.get(path).headers["Vitae-Version"], "2026-11-01")
        self.assertNotIn("Vitae-Version", self.client.get("/healthz").headers)

    def test_a_pinned_version(self):
        reply = self.client.text(RESUME, Vitae_Version="2026-11-01")
        self.assertEqual((reply.status, reply.headers["Vitae-Version"]), (202, "2026-11-01"))

    def test_an_unknown_one_is_refused_and_nothing_is_charged(self):
        before = self.client.get("/v1/usage").json["credit_balance"]["total"]
        for version in ("2020-01-01", "latest", ""):
            with self.subTest(version):
                body = {"input": {"type": "text", "raw_text": RESUME}}
                reply = self.client.call("POST", "/v1/parse", body, headers={"Vitae-Version": version})
                self.problem(reply, 400, "unknown_version")
                self.assertIn("2026-11-01", reply.json["detail"])
        self.assertEqual(self.client.get("/v1/usage").json["credit_balance"]["total"], before)

    def test_the_key_comes_first(self):
        reply = self.client.with_key("vt_live_none").call("GET", "/v1/parse", headers={"Vitae-Version": "x"})
        self.problem(reply, 401, "invalid_api_key")


class ByteOrderMarks(Conversation):
    """A document of text begins with one, or is UTF-16: the same result."""
    MARKDOWN = "# Maria Sample\nmaria@example.com\n\n## Experience\n**Engineer**, Example GmbH, 01/2019 - 03/2022\n- Built web services in Python\n\n## Skills\nPython, Docker\n"

    def test_files(self):
        for name, text in (("a.md", self.MARKDOWN), ("a.txt", RESUME)):
            plain = self.upload(name, text.encode())
            for form_of in (text.encode("utf-8-sig"), text.encode("utf-16"), b"\xfe\xff" + text.encode("utf-16-be"),
                            text.encode("utf-16-le"), text.encode("utf-16-be")):
                with self.subTest(name, start=form_of[:4]):
                    answer = self.upload(name, form_of)
                    self.assertEqual(answer["result"], plain["result"])
                    self.assertNotIn("\ufeff", answer["raw_text"])

    def upload(self, name, body):
        config = '{"reference_date": "2026-03-01"}'
        return self.client.end(self.client.upload([("file", name, body), ("config", None, config)]))

    def test_text_input(self):
        plain = self.client.end(self.client.text(RESUME))
        marked = self.client.end(self.client.text("\ufeff" + RESUME))
        self.assertEqual(marked["result"], plain["result"])
        self.assertEqual(marked["raw_text"], "\ufeff" + RESUME)


class CsvReference(Conversation):
    def test_the_reference_is_a_column(self):
        body = {"input": {"type": "text", "raw_text": RESUME}, "reference": "=candidate-17"}
        done = self.client.end(self.client.create(body))
        reply = self.client.get(f"/v1/parse/{done['request_id']}?format=csv")
        row = next(csv.DictReader(io.StringIO(reply.body.decode(), newline="")))
        self.assertEqual(row["reference"], "'=candidate-17")


if __name__ == "__main__":
    unittest.main()
