# SPDX-License-Identifier: Apache-2.0
"""Reviews: corrected results beside the machine's."""
import copy
import json
import pathlib
import subprocess
import tempfile
import time
import unittest

import harness
from harness import BINARY, RESUME, ROOT, Conversation, wait_until
from test_manage import Receiver

SAMPLE = ROOT / "samples/resume.pdf"
EVIDENCE = {"parse": {"evidence": True, "extras": True}}


def paths(value, path=()):
    """Of every value below `value`."""
    for key, child in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield path + (key,)
        yield from paths(child, path + (key,))


class Review(Conversation):
    flags = ("--fetch-allow", "127.0.0.1")

    def setUp(self):
        created = self.client.create({"input": {"type": "text", "raw_text": RESUME}, "config": EVIDENCE,
                                      "reference": "cand-1"})
        self.answer = self.client.end(created)
        self.path = "/v1/parse/" + created.json["request_id"]
        self.result = copy.deepcopy(self.answer["result"])

    def put(self, result=None, path=None, headers=None, **members):
        return self.client.call("PUT", (path or self.path) + "/review", {"result": result or self.result, **members}, headers)

    def test_a_corrected_result_stands_beside_the_machines(self):
        self.problem(self.client.get(self.path + "/review"), 404, "not_reviewed")
        self.problem(self.client.get(self.path + "?version=reviewed"), 404, "not_reviewed")
        self.problem(self.client.get(self.path + "?version=mine"), 400, "invalid_request")
        self.result["personal_info"]["label"] = "Principal Engineer"
        self.result["education"] = []
        reply = self.put(confirmed=["/personal_info/name", "/experience/0/end_date"],
                         places={"/personal_info/label": {"page": None, "box": None, "start": 3, "end": 9}})
        self.assertEqual(reply.status, 200, reply)
        self.assertEqual((reply.json["version"], reply.json["complete"]), (1, True))
        self.assertEqual(reply.json["changed"], ["/personal_info/label", "/education"])
        seen = self.client.get(self.path + "?version=reviewed").json
        self.assertEqual(seen["result"], self.result)
        self.assertEqual(seen["review"]["confirmed"], ["/personal_info/name", "/experience/0/end_date"])
        self.assertEqual(seen["evidence"]["/personal_info/label"]["start"], 3)
        self.assertEqual(seen["evidence"]["/personal_info/name"], self.answer["evidence"]["/personal_info/name"])
        self.assertFalse([p for p in seen["evidence"] if p.startswith("/education")])
        self.assertEqual(self.client.get(self.path).json["result"], self.answer["result"])
        self.assertEqual(self.client.get(self.path + "?version=machine").json, self.client.get(self.path).json)
        markdown = self.client.get(self.path + "?version=reviewed&format=markdown").body.decode()
        self.assertIn("Principal Engineer", markdown)
        row = self.client.get("/v1/parse?reference=cand-1").json["requests"][0]
        self.assertEqual((row["review_version"], row["headline"]["name"]), (1, "Maria Sample"))

    def test_entries_keep_their_places_when_one_before_them_goes(self):
        kept = self.answer["evidence"]["/experience/1/company"]
        del self.result["experience"][0]
        self.assertEqual(self.put().json["changed"], ["/experience"])
        evidence = self.client.get(self.path + "?version=reviewed").json["evidence"]
        self.assertEqual(evidence["/experience/0/company"], kept)

    def test_two_people_cannot_overwrite_each_other(self):
        first = self.put()
        self.result["summary"] = "Anna's"
        self.problem(self.put(), 412, "review_changed")
        anna = self.put(headers={"If-Match": first.headers["ETag"]})
        self.assertEqual(anna.json["version"], 2)
        self.result["summary"] = "Ben's"
        self.problem(self.put(headers={"If-Match": first.headers["ETag"]}), 412, "review_changed")
        self.assertEqual(self.client.get(self.path + "/review").json["result"]["summary"], "Anna's")
        self.assertEqual(self.put(headers={"If-Match": "*"}).json["version"], 3)
        again = self.put(headers={"If-Match": first.headers["ETag"]})  # the same content: nothing to lose
        self.assertEqual((again.status, again.json["version"]), (200, 3))
        old = self.client.get(self.path + "?version=reviewed")
        self.assertEqual(self.client.get(self.path + "?version=reviewed", If_None_Match=old.headers["ETag"]).status, 304)
        self.problem(self.client.call("DELETE", self.path + "/review", headers={"If-Match": first.headers["ETag"]}), 412,
                     "review_changed")
        self.assertEqual(self.client.call("DELETE", self.path + "/review").status, 204)
        self.problem(self.client.get(self.path + "/review"), 404, "not_reviewed")

    def test_long_lists_are_compared_in_a_moment(self):
        """Every item anew, against a list of another length: no item is compared with each of the other list."""
        self.result["experience"][0]["highlights"] = [f"a{i}" for i in range(60000)]
        created = self.client.create({"input": {"type": "result", "data": self.result}})
        self.client.end(created)
        self.result["experience"][0]["highlights"] = [f"b{i}" for i in range(59000)] + ["a59999"]
        begun = self.server.cpu_seconds()
        reply = self.put(path="/v1/parse/" + created.json["request_id"])
        self.assertEqual((reply.status, len(reply.json["changed"])), (200, 59001))
        self.assertLess(self.server.cpu_seconds() - begun, 5)  # 0.2 s; it took 22

    def test_what_is_stored_is_a_result(self):
        """Each value of a result is left out, or another: that is a fault, or the schema allows it (the client checks)."""
        self.result["certifications"] = [{"name": "A", "issuer": None, "date": "2020", "expires": None, "credential_id": None, "url": None}]
        self.result["projects"] = [{"name": "A", "by": None, "url": None, "start_date": None, "end_date": "2020", "description": None}]
        self.result["links"] = [{"url": "https://example.com", "kind": "web"}]
        self.result["interests"] = ["chess"]
        for items in self.result.values():
            if isinstance(items, list):
                del items[1:]
        self.assertEqual(self.put(headers={"If-Match": "*"}).status, 200)
        missing, refused = object(), 0
        for path in list(paths(self.result)):
            for value in (missing, None, "x", "", 7, -1, 0.5, True, [], {}, ["x"], [7]):
                result = copy.deepcopy(self.result)
                owner = result
                for key in path[:-1]:
                    owner = owner[key]
                if value is not missing:
                    owner[path[-1]] = value
                elif isinstance(owner, dict):
                    del owner[path[-1]]
                with self.subTest(path=path, value=value):
                    reply = self.put(result, headers={"If-Match": "*"})
                    self.assertIn(reply.status, (200, 400), reply)
                    refused += reply.status == 400
        self.assertGreater(refused, 400)

    def test_a_place_has_one_pointer(self):
        for pointer in ("/skills/00", "/skills/-", "/skills/+0", "skills/0", "/skills/0/", "", "/", "/skills/18446744073709551616"):
            with self.subTest(pointer):
                self.assertEqual(self.pointers(self.put(confirmed=[pointer])), ["/confirmed/0"])

    def test_every_fault_of_a_result_is_named(self):
        r = self.result
        r["personal_info"]["nick"] = "x"
        r["experience"][0]["type"] = "gig"
        r["experience"][0]["start_date"] = "March 2019"
        r["experience"][1]["current"] = "no"
        del r["education"][0]["degree"]
        r["skills"][0]["confidence"] = 2
        reply = self.put(confirmed=["/personal_info/shoe"], dismissed=[-1], places={"/summary": {"page": 1}}, done=True)
        self.problem(reply, 400, "invalid_request")
        self.assertEqual(sorted(self.pointers(reply)), sorted([
            "/done", "/result/personal_info/nick", "/result/experience/0/type", "/result/experience/0/start_date",
            "/result/experience/1/current", "/result/education/0/degree", "/result/skills/0/confidence",
            "/confirmed/0", "/dismissed/0", "/places/0"]))
        for body, pointer in (({}, "/result"), ({"result": []}, "/result")):
            reply = self.client.call("PUT", self.path + "/review", body)
            self.problem(reply, 400, "invalid_request")
            self.assertEqual(self.pointers(reply), [pointer])
        big = json.dumps({"result": {**self.answer["result"], "summary": "x" * (2 * 1024 * 1024)}})
        self.problem(self.client.call("PUT", self.path + "/review", big.encode(), {"Content-Type": "application/json"}),
                     413, "payload_too_large")

    def test_only_results_of_the_own_account(self):
        short = self.client.end(self.client.text("Too short"))
        self.problem(self.put(path="/v1/parse/" + short["request_id"]), 409, "not_reviewable")
        self.problem(self.put(path="/v1/parse/prs_none"), 404, "not_found")
        other = self.server.account("review-other")
        for method in ("GET", "PUT", "DELETE"):
            body = {"result": self.result} if method == "PUT" else None
            self.problem(other.call(method, self.path + "/review", body), 404, "not_found")
        reader = self.client.with_key(self.client.call("POST", "/v1/keys", {"name": "reader", "scopes": "read"}).json["secret"])
        self.problem(reader.call("PUT", self.path + "/review", {"result": self.result}), 403,
                     "insufficient_scope")
        self.put()
        self.assertEqual(reader.get(self.path + "?version=reviewed").status, 200)

    def test_an_event_tells_of_a_complete_review(self):
        receiver = Receiver()
        self.client.call("POST", "/v1/webhooks", {"url": receiver.url, "events": "parse.reviewed"})
        draft = self.put(complete=False)
        self.result["summary"] = "Done"
        self.put(headers={"If-Match": draft.headers["ETag"]})
        self.put(headers={"If-Match": "*"})
        wait_until(lambda: receiver.seen, 10)
        time.sleep(0.3)
        self.assertEqual(len(receiver.seen), 1)
        event = json.loads(receiver.seen[0][1])
        harness.CONTRACT.validate({"$ref": "#/components/schemas/ParseEvent"}, event)
        self.assertEqual((event["type"], event["data"]["review_version"], event["data"]["reference"]),
                         ("parse.reviewed", 2, "cand-1"))
        self.assertEqual(self.client.get(event["data"]["links"]["self"]).json["result"]["summary"], "Done")

    @unittest.skipIf(harness.POSTGRES, "the files are PostgreSQL's")
    def test_erased_with_its_request(self):
        word = "Ytterbiumquitte"
        self.result["summary"] = word
        self.put()
        self.assertEqual(self.client.call("DELETE", self.path).status, 204)
        self.problem(self.client.get(self.path + "/review"), 404, "not_found")
        self.problem(self.put(), 404, "not_found")
        wait_until(lambda: not any(word.encode() in p.read_bytes() for p in pathlib.Path(self.server.data).iterdir()
                                   if p.is_file()), 60)

    def test_erased_with_retention(self):
        created = self.client.text(config={"retention_seconds": 3})
        answer = self.client.end(created)
        path = "/v1/parse/" + created.json["request_id"]
        self.assertEqual(self.put(answer["result"], path).status, 200)
        count = f"SELECT COUNT(*) FROM review WHERE request_id = '{created.json['request_id']}'"
        self.assertEqual(self.server.sql(count)[0][0], "1")
        wait_until(lambda: self.server.sql(count)[0][0] == "0", 60)
        self.problem(self.put(answer["result"], path), 410, "result_expired")


class Kept(Conversation):
    flags = ("--keep-documents",)

    def labels(self, out):
        return self.server.command("labels", "--out", out, "--review-labels")

    def test_labels_measure_the_machine_on_own_documents(self):
        created = self.client.upload([("file", "mara.pdf", SAMPLE.read_bytes())])
        answer = self.client.end(created)
        result = copy.deepcopy(answer["result"])
        result["personal_info"]["name"] = "Somebody Else"
        path = "/v1/parse/" + created.json["request_id"]
        draft = self.client.call("PUT", path + "/review", {"result": result, "complete": False})
        with tempfile.TemporaryDirectory() as out:
            self.assertIn("0 labels", self.labels(out + "/a"))
            self.client.call("PUT", path + "/review", {"result": result}, {"If-Match": draft.headers["ETag"]})
            self.assertIn("1 label", self.labels(out + "/b"))
            files = sorted(str(p.relative_to(out + "/b")) for p in pathlib.Path(out + "/b").rglob("*.*"))
            name = created.json["request_id"]
            self.assertEqual(files, sorted([f"{name}.json", f"answers/{name}.json", f"documents/{name}.pdf"]))
            self.assertEqual((pathlib.Path(out) / "b/documents" / f"{name}.pdf").read_bytes(), SAMPLE.read_bytes())
            words = [BINARY, "eval", "--labels", out + "/b", "--answers", out + "/b/answers", "--errors", "name"]
            shown = subprocess.run(words, capture_output=True, text=True, timeout=60)
            self.assertIn("Somebody Else", shown.stdout + shown.stderr)
        self.assertEqual(self.client.call("DELETE", path).status, 204)
        self.assertEqual(self.server.sql("SELECT COUNT(*) FROM document")[0][0], "0")

    def test_labels_are_refused_unless_they_are_allowed(self):
        with tempfile.TemporaryDirectory() as out:
            done = self.server.command("labels", "--out", out, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("review_labels = true", done.stderr)


if __name__ == "__main__":
    unittest.main()
