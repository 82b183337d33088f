# SPDX-License-Identifier: Apache-2.0
"""What integrators send without thinking, and what they find again in every answer."""
import base64
import datetime
import gzip
import json
import time
import unittest
import urllib.parse
import uuid

from harness import JOB, RESUME, SCAN, Conversation, form, pdf

TYPO = {"extract": {"typ": "ocr"}}
TYPO_WARNING = "unknown field /config/extract/typ is ignored; did you mean type?"
ENOUGH = {"personal_info": {"name": "Maria Sample"}}


def text_body(**more):
    return {"input": {"type": "text", "raw_text": RESUME}, **more}


class Warnings(Conversation):
    def test_they_are_on_every_answer_of_the_request(self):
        created = self.client.create(text_body(config=TYPO))
        self.assertEqual(created.json["warnings"], [TYPO_WARNING])
        self.assertEqual(self.client.end(created)["warnings"], [TYPO_WARNING])
        path = "/v1/parse/" + created.json["request_id"]
        self.assertEqual(self.client.get(path).json["warnings"], [TYPO_WARNING])
        waited = self.client.create(text_body(config=TYPO), Prefer="wait=30")
        self.assertEqual((waited.status, waited.json["warnings"]), (200, [TYPO_WARNING]))

    def test_a_given_result_with_warnings_of_its_own_is_left_alone(self):
        given = {**ENOUGH, "skills": [], "extra": {"a": 1, "warnings": ["mine"]}}
        done = end_given(self.client, self.client.create({"input": {"type": "result", "data": given}, "config": TYPO}))
        self.assertEqual(done["warnings"], [TYPO_WARNING])
        self.assertEqual(done["result"], given)

    def test_open_and_failed_answers_have_them(self):
        test = self.client.with_key(self.server.command("key", "create", "--account", "default", "--test"))
        created = test.text("vitae:sample/parsing", config=TYPO)
        self.assertEqual(test.get("/v1/parse/" + created.json["request_id"]).json["warnings"], [TYPO_WARNING])
        created = test.text("vitae:sample/failed/TIMEOUT", config=TYPO)
        self.assertEqual(test.end(created)["warnings"], [TYPO_WARNING])

    def test_without_any_there_is_no_member(self):
        self.assertNotIn("warnings", self.client.end(self.client.create(text_body(config={}))))

    def test_the_earlier_shape_has_them_too(self):
        body = {"input": {"type": "text", "data": RESUME}, "model": "basic", "modle": 1}
        done = self.client.end(self.client.create(body))
        self.assertEqual(done["warnings"], ["unknown field /modle is ignored; did you mean model?"])

    def test_fields_that_mean_nothing_for_the_type_are_told(self):
        body = {"input": {"type": "text", "raw_text": RESUME, "data": "x", "filename": "r.pdf"}}
        self.assertEqual(self.client.create(body).json["warnings"], [
            "field /input/data is ignored: it is not for this input.type",
            "field /input/filename is ignored: it is not for this input.type"])


def end_given(client, created):
    """A given result is echoed as it is, also where it lacks what a result of the service has."""
    path = "/v1/parse/" + created.json["request_id"]
    return client.call("GET", path, headers={"Prefer": "wait=60"}, check=False).json


class GivenResults(Conversation):
    def refused(self, data, pointer="/input/data"):
        before = self.client.get("/v1/usage").json["credit_balance"]["total"]
        reply = self.client.create({"input": {"type": "result", "data": data}})
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(self.pointers(reply), [pointer])
        self.assertEqual(self.client.get("/v1/usage").json["credit_balance"]["total"], before)

    def test_only_something_with_a_result_in_it(self):
        created = self.client.text("Too short.")
        blocked = self.client.end(created)
        self.assertIsNone(blocked["result"])
        failed = {"request_id": "prs_" + "0" * 26, "status": "failed", "error_code": "TIMEOUT", "raw_text": None}
        for data in ({}, [], "x", 1, {"a": 1}, created.json, blocked, failed, {"result": {}},
                     {"result": None, "metadata": {}}, {"personal_info": None}):
            with self.subTest(data):
                self.refused(data)

    def test_wrong_types_are_named(self):
        for data, place in (({"personal_info": "Maria"}, "/personal_info"),
                            ({**ENOUGH, "skills": {}}, "/skills"), ({**ENOUGH, "skills": ["C"]}, "/skills/0"),
                            ({**ENOUGH, "skills": [{"skill": 7}]}, "/skills/0/skill"),
                            ({"personal_info": {"name": 3}}, "/personal_info/name"),
                            ({"personal_info": {"location": "Berlin"}}, "/personal_info/location"),
                            ({"experience": [{"title": "a"}, {"current": "yes"}]}, "/experience/1/current"),
                            ({"experience": [{"highlights": "a"}]}, "/experience/0/highlights"),
                            ({"result": {**ENOUGH, "education": [{"degree": []}]}}, "/result/education/0/degree")):
            with self.subTest(data):
                self.refused(data, "/input/data" + place)

    def test_null_is_allowed_where_a_value_may_be_missing(self):
        data = {"personal_info": {"name": None, "location": None}, "skills": None, "experience": []}
        self.assertEqual(end_given(self.client, self.client.create({"input": {"type": "result", "data": data}}))["status"],
                         "completed")

    def test_numbers_come_back_as_they_were(self):
        data = {**ENOUGH, "skills": [{"skill": "C", "confidence": 0.123456789012345, "proficiency_score": 1.0,
                                      "years_experience": 3}], "mine": [1e-12, 1.5e300, 0.1, 9007199254740993, -0.0]}
        done = end_given(self.client, self.client.create({"input": {"type": "result", "data": data}}))
        self.assertEqual(json.dumps(done["result"]["mine"]), json.dumps(data["mine"]))
        self.assertEqual(json.dumps(done["result"]["skills"][0]), json.dumps(data["skills"][0]))


class Lenient(Conversation):
    def test_null_for_an_optional_field_is_not_given(self):
        body = {"input": {"type": "text", "raw_text": RESUME, "job_description": None, "filename": None, "data": None},
                "config": {"extract": None, "validate": {"prompt": {"skip": None, "level": None}},
                           "parse": {"skip": None, "model_tier": None, "skills": None, "evidence": None},
                           "matching": None, "redact": None, "reference_date": None, "retention_seconds": None},
                "reference": None, "metadata": None}
        created = self.client.create(body)
        self.assertEqual(created.status, 202, created)
        self.assertNotIn("warnings", created.json)
        self.assertEqual(self.client.end(created)["status"], "completed")
        self.assertEqual(self.client.create(text_body(config=None)).status, 202)

    def test_null_for_a_required_field_is_missing(self):
        reply = self.client.create({"input": {"type": "text", "raw_text": None}})
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(reply.json["errors"][0], {"pointer": "/input/raw_text", "code": "required",
                                                   "detail": "is required for the type text"})

    def test_a_whole_number_with_a_point(self):
        for text, status in (("3.0", 202), ("3e0", 202), ("3.5", 400), ("11.0", 400), ("1e99", 400)):
            with self.subTest(text):
                body = json.dumps(text_body(config={"matching": {"skip": False, "top_skills": "N"}}))
                body = body.replace('"N"', text).replace('"raw_text"', '"job_description": %s, "raw_text"' % json.dumps(JOB))
                reply = self.client.call("POST", "/v1/parse", body.encode(), {"Content-Type": "application/json"})
                self.assertEqual(reply.status, status, reply)

    def test_a_byte_order_mark(self):
        body = b"\xef\xbb\xbf" + json.dumps(text_body()).encode()
        reply = self.client.call("POST", "/v1/parse", body, {"Content-Type": "application/json"})
        self.assertEqual(reply.status, 202, reply)
        reply = self.client.upload([("file", "r.txt", RESUME), ("config", None, b"\xef\xbb\xbf{}")])
        self.assertEqual(reply.status, 202, reply)

    def test_a_body_where_none_is_expected(self):
        created = self.client.text()
        path = "/v1/parse/" + created.json["request_id"]
        self.client.end(created)
        kind = {"Content-Type": "application/json"}
        self.assertEqual(self.client.call("GET", path, b"{}", kind).status, 200)
        self.assertEqual(self.client.call("GET", "/v1/usage", b"{}", kind).status, 200)
        self.assertEqual(self.client.call("DELETE", path, b"{}", kind).status, 204)

    def test_prefer_in_quotes_and_among_others(self):
        for value in ('wait="20"', "wait = 20", "respond-async, wait=20", "Wait=20; x=1"):
            with self.subTest(value):
                reply = self.client.text(Prefer=value)
                self.assertEqual((reply.status, reply.headers["Preference-Applied"]), (200, "wait=20"))

    def test_the_detail_names_the_first_fault(self):
        reply = self.client.create(text_body(config={"extract": {"type": "scan"}}))
        self.assertEqual(reply.json["detail"], "/config/extract/type: must be one of file, ocr, auto")
        reply = self.client.create({"input": {"type": "text", "raw_text": 7}, "config": {"extract": {"type": "scan"}}})
        self.assertEqual(reply.json["detail"], "/input/raw_text: must be a string (and 1 more fault)")
        self.assertEqual(reply.json["error"], reply.json["detail"])

    def test_parts_that_come_twice(self):
        reply = self.client.upload([("file", "r.txt", RESUME), ("config", None, "{}"), ("config", None, "{}")])
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(self.pointers(reply), ["/config"])

    def part(self, coding, data):
        boundary = uuid.uuid4().hex
        body = (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="r.pdf"\r\n'
                f"Content-Transfer-Encoding: {coding}\r\n\r\n").encode() + data + f"\r\n--{boundary}--\r\n".encode()
        return self.client.call("POST", "/v1/parse", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})

    def test_transfer_encoding_of_a_part(self):
        done = self.client.end(self.part("base64", base64.encodebytes(pdf(2))))
        self.assertEqual(done["metadata"]["file_size_bytes"], len(pdf(2)))
        for coding in ("binary", "8bit", "BINARY"):
            self.assertEqual(self.part(coding, pdf(1)).status, 202)
        for coding, data in (("base64", b"%%%"), ("quoted-printable", b"a=20b")):
            with self.subTest(coding):
                reply = self.part(coding, data)
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), ["/file"])

    def test_gzip_refused_in_every_spelling(self):
        for q in ("0", "0.0", "0.000"):
            self.assertNotIn("Content-Encoding", self.client.get("/openapi.json", Accept_Encoding="gzip;q=" + q).headers)
        for q in ("0.1", "1", "0.01"):
            self.assertEqual(self.client.get("/openapi.json", Accept_Encoding="gzip; q=" + q).headers["Content-Encoding"],
                             "gzip")


class RawUploads(Conversation):
    def raw(self, data, kind, query="", **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.call("POST", "/v1/parse" + query, data, {"Content-Type": kind, **headers})

    def test_the_document_is_the_body(self):
        for data, kind, word in ((pdf(2), "application/pdf", "pdf"), (pdf(1), "application/octet-stream", "pdf"),
                                 (RESUME.encode(), "text/plain; charset=utf-8", "txt")):
            with self.subTest(kind):
                done = self.client.end(self.raw(data, kind))
                self.assertEqual(done["metadata"]["extract"]["source_format"], word)
                self.assertEqual(done["metadata"]["file_size_bytes"], len(data))

    def test_options_are_in_the_query(self):
        query = urllib.parse.urlencode({"config": json.dumps({"parse": {"skip": True}}), "reference": "c 1", "filename": "r.md",
                                        "metadata": '{"a": 1}', "job_description": JOB, "refrence": "x"})
        reply = self.raw(b"# Maria Sample\n\n" + RESUME.encode(), "application/octet-stream", "?" + query)
        self.assertEqual(reply.json["warnings"], ["unknown query parameter refrence is ignored"])
        done = self.client.end(reply)
        self.assertEqual((done["reference"], done["client_metadata"]), ("c 1", {"a": 1}))
        self.assertEqual((done["metadata"]["parse"], done["metadata"]["extract"]["source_format"]), ({"skipped": True}, "md"))

    def test_the_name_may_be_in_a_header(self):
        reply = self.raw(b"# Maria Sample\n\n" + RESUME.encode(), "application/octet-stream",
                         Content_Disposition='attachment; filename="r.md"')
        self.assertEqual(self.client.end(reply)["metadata"]["extract"]["source_format"], "md")

    def test_faults(self):
        self.problem(self.raw(b"", "application/pdf"), 400, "invalid_request")
        self.problem(self.raw(b"\x00\x01\x02", "application/pdf"), 400, "unsupported_file_type")
        self.problem(self.raw(pdf(1), "application/pdf", "?config=%7B"), 400, "malformed_json")
        reply = self.raw(pdf(1), "application/x-www-form-urlencoded")
        self.problem(reply, 415, "unsupported_media_type")
        self.assertIn("--data-binary", reply.json["detail"])

    def test_the_key_of_a_repetition_minds_the_options(self):
        key = str(uuid.uuid4())
        self.assertEqual(self.raw(pdf(1), "application/pdf", "?reference=a", Idempotency_Key=key).status, 202)
        self.assertEqual(self.raw(pdf(1), "application/pdf", "?reference=a", Idempotency_Key=key).headers["Idempotent-Replayed"],
                         "true")
        self.problem(self.raw(pdf(1), "application/pdf", "?reference=b", Idempotency_Key=key), 422, "idempotency_mismatch")

    def test_compressed_bodies(self):
        body = gzip.compress(json.dumps(text_body(reference="packed")).encode())
        done = self.client.end(self.raw(body, "application/json", Content_Encoding="gzip"))
        self.assertEqual((done["reference"], done["raw_text"]), ("packed", RESUME))
        done = self.client.end(self.raw(gzip.compress(pdf(2)), "application/pdf", Content_Encoding="gzip"))
        self.assertEqual(done["metadata"]["file_size_bytes"], len(pdf(2)))
        for bad in (b"no gzip", gzip.compress(pdf(1))[:-9], gzip.compress(pdf(1)) + b"x"):
            self.problem(self.raw(bad, "application/pdf", Content_Encoding="gzip"), 400, "invalid_request")
        bomb = gzip.compress(b"a" * (64 << 20))
        self.problem(self.raw(bomb, "application/pdf", Content_Encoding="gzip"), 413, "payload_too_large")


class Progress(Conversation):
    def test_it_goes_on_while_pictures_are_read(self):
        config = json.dumps({"extract": {"type": "ocr"}})
        path = self.client.upload([("file", "scan.png", SCAN), ("config", None, config)]).headers["Location"]
        seen, asked = [], []
        while not seen or seen[-1]["status"] in ("created", "parsing"):
            asked.append(time.time() * 1000)
            seen.append(self.client.get(path).json)
            time.sleep(0.03)
        open_ones = [(at, one) for at, one in zip(asked, seen) if one["status"] == "parsing"]
        percents = [one["progress_percentage"] for _, one in open_ones]
        self.assertEqual(percents, sorted(percents))
        self.assertGreaterEqual(len(set(percents)), 4, percents)
        for at, one in open_ones:  # never in the past, and no further away than others took, or half of what it took so far
            told = datetime.datetime.fromisoformat(one["estimated_completion"].replace("Z", "+00:00")).timestamp() * 1000
            self.assertGreater(told, at)
            self.assertLess(told - at, max(4000, (at - asked[0]) / 2) + 2000)


class Caches(Conversation):
    def test_no_cache_keeps_a_resume(self):
        created = self.client.text()
        self.client.end(created)
        for path in ("/v1/parse/" + created.json["request_id"], "/v1/parse", "/v1/usage"):
            self.assertEqual(self.client.get(path).headers["Cache-Control"], "no-store")
        self.assertEqual(created.headers["Cache-Control"], "no-store")

    def test_a_final_answer_has_a_tag(self):
        created = self.client.text()
        path = "/v1/parse/" + created.json["request_id"]
        self.client.end(created)
        tag = self.client.get(path).headers["ETag"]
        for header in (tag, '"x", ' + tag, tag.removeprefix("W/"), "*"):
            same = self.client.get(path, If_None_Match=header)
            self.assertEqual((same.status, same.raw, same.headers["ETag"]), (304, b"", tag))
        self.assertEqual(self.client.get(path, If_None_Match='"x"').status, 200)
        markdown = self.client.get(path + "?format=markdown", If_None_Match=tag)
        self.assertEqual(markdown.status, 200)
        self.assertNotEqual(markdown.headers["ETag"], tag)

    def test_an_open_answer_has_none(self):
        test = self.client.with_key(self.server.command("key", "create", "--account", "default", "--test"))
        path = "/v1/parse/" + test.text("vitae:sample/parsing").json["request_id"]
        reply = test.get(path, If_None_Match="*")
        self.assertEqual(reply.status, 200)
        self.assertNotIn("ETag", reply.headers)


class TestKeys(Conversation):
    def setUp(self):
        self.test = self.client.with_key(self.server.command("key", "create", "--account", "default", "--test"))

    def test_a_failed_sample_shows_the_text_that_came_as_text(self):
        for code in ("EXTRACTION_FAILED", "OCR_FAILED", "PARSE_FAILED", "LLM_ERROR", "TIMEOUT"):
            with self.subTest(code):
                text = "vitae:sample/failed/" + code
                self.assertEqual(self.test.end(self.test.text(text))["raw_text"], text)
                reply = self.test.upload([("file", "r.txt", text)])
                self.assertIsNone(self.test.end(reply)["raw_text"])

    def test_a_sample_of_400_has_faults(self):
        reply = self.test.text("vitae:sample/error/invalid_request")
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(self.pointers(reply), ["/config/extract/type", "/config/matching/top_skills"])
        self.assertIn("/config/extract/type", reply.json["detail"])


class CallersOwn(Conversation):
    MINE = {"candidate": "c-17", "stage": 2, "referred": True, "note": None}

    def test_it_comes_back_with_every_answer(self):
        created = self.client.create(text_body(reference="job 7/c-17", metadata=self.MINE))
        path = "/v1/parse/" + created.json["request_id"]
        listed = self.client.get("/v1/parse?limit=1").json["requests"][0]
        for answer in (created.json, self.client.end(created), self.client.get(path).json, listed):
            self.assertEqual((answer["reference"], answer["client_metadata"]), ("job 7/c-17", self.MINE))
        self.assertEqual(self.client.get(path + "?format=jsonresume").json["meta"]["reference"], "job 7/c-17")

    def test_in_a_form(self):
        reply = self.client.upload([("file", "r.txt", RESUME), ("reference", None, "c-18"),
                                    ("metadata", None, json.dumps(self.MINE))])
        self.assertEqual((reply.json["reference"], reply.json["client_metadata"]), ("c-18", self.MINE))

    def test_faults(self):
        many = {str(i): i for i in range(51)}
        for more, place in (({"reference": ""}, "/reference"), ({"reference": "x" * 256}, "/reference"),
                            ({"reference": "a\nb"}, "/reference"), ({"reference": 7}, "/reference"),
                            ({"metadata": []}, "/metadata"), ({"metadata": {"a": {}}}, "/metadata"),
                            ({"metadata": many}, "/metadata"), ({"metadata": {"a": "x" * 4096}}, "/metadata")):
            with self.subTest(more):
                reply = self.client.create(text_body(**more))
                self.problem(reply, 400, "invalid_request")
                self.assertEqual(self.pointers(reply), [place])
        self.assertEqual(self.client.create(text_body(reference="ü" * 255)).status, 202)

    def test_an_erased_request_keeps_nothing_of_it(self):
        created = self.client.create(text_body(reference="gone", metadata=self.MINE))
        self.client.end(created)
        self.client.call("DELETE", "/v1/parse/" + created.json["request_id"])
        rows = self.server.sql("SELECT COUNT(*) FROM request WHERE reference = 'gone' OR metadata LIKE '%c-17%' "
                               f"AND id = '{created.json['request_id']}'")
        self.assertEqual(int(rows[0][0]), 0)

    def test_another_reference_is_another_request(self):
        key = str(uuid.uuid4())
        parts = [("file", "r.txt", RESUME), ("reference", None, "one")]
        self.assertEqual(self.client.upload(parts, Idempotency_Key=key).status, 202)
        parts[1] = ("reference", None, "two")
        self.problem(self.client.upload(parts, Idempotency_Key=key), 422, "idempotency_mismatch")


class Filters(Conversation):
    def ids(self, query):
        return [r["request_id"] for r in self.client.get("/v1/parse?" + query).json["requests"]]

    def test_each_filter(self):
        first = self.client.create(text_body(reference="a b"))
        second = self.client.upload([("file", "r.pdf", pdf(1)), ("reference", None, "a b")])
        other = self.client.with_key(self.server.command("key", "create", "--account", "default")).text()
        for reply in (first, second, other):
            self.client.end(reply)
        one, two, three = (r.json["request_id"] for r in (first, second, other))
        self.assertEqual(self.ids("reference=a%20b"), [two, one])
        self.assertEqual(self.ids("reference=a%20b&input_type=text"), [one])
        self.assertEqual(self.ids("reference=none"), [])
        self.assertEqual(self.ids("input_type=file"), [two])
        key = self.client.get("/v1/parse?limit=1").json["requests"][0]["key_id"]
        self.assertEqual(self.ids("key_id=" + key), [three])
        middle = second.json["created_at"]
        self.assertEqual(self.ids("created_after=" + middle), [three, two])
        self.assertEqual(self.ids("created_before=" + middle), [one])
        self.assertEqual(self.ids("created_after=2000-01-01&limit=2"), [three, two])
        self.assertEqual(self.ids("created_before=2000-01-01"), [])
        page = self.client.get("/v1/parse?reference=a%20b&limit=1").json
        self.assertEqual(self.ids("reference=a%20b&limit=1&cursor=" + page["next_cursor"]), [one])

    def test_faults(self):
        reply = self.client.get("/v1/parse?created_after=yesterday&created_before=2026-02-30&input_type=fax&status=x&limit=0")
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(self.pointers(reply), ["/created_after", "/created_before", "/input_type", "/limit", "/status"])


class Cors(Conversation):
    flags = ("--cors-origins", "https://app.example.com")

    def test_headers_that_a_page_needs(self):
        reply = self.client.get("/v1/usage", Origin="https://app.example.com")
        exposed = reply.headers["Access-Control-Expose-Headers"]
        for name in ("Content-Disposition", "Deprecation", "Sunset", "ETag", "Retry-After"):
            self.assertIn(name, exposed)

    def test_answers_vary_by_origin_whoever_asks(self):
        for headers in ({}, {"Origin": "https://other.example.com"}, {"Origin": "https://app.example.com"}):
            reply = self.client.call("GET", "/v1/usage", headers=headers)
            self.assertIn("Origin", reply.headers["Vary"])


if __name__ == "__main__":
    unittest.main()
