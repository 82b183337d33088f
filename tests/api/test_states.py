# SPDX-License-Identifier: Apache-2.0
"""The states of a request, the answers of GET in each of them, checks, skipped stages, waits."""
import concurrent.futures
import contextlib
import os
import re
import sqlite3
import time
import unittest

from harness import JOB, PNG, RESUME, Conversation, Server, pdf, wait_until

COMPLETED = {"request_id", "status", "created_at", "completed_at", "duration_ms", "credits_consumed",
             "remaining_balance", "metadata", "checks", "ai_features", "matching", "raw_text", "result"}
FAILED = {"request_id", "status", "created_at", "duration_ms", "credits_consumed", "remaining_balance", "error",
          "error_code", "error_stage", "raw_text"}
PROCESSING = {"request_id", "status", "current_stage", "progress_percentage", "estimated_completion"}
SKIPPED = {"skipped": True}


class States(Conversation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.test = cls.client.with_key(cls.server.command("key", "create", "--test"))

    def sample(self, name):
        return self.test.text("vitae:sample/" + name)

    def test_created(self):
        reply = self.sample("created")
        body = self.test.get(reply.headers["Location"])
        self.assertEqual(set(body.json), PROCESSING)
        self.assertEqual((body.json["status"], body.json["current_stage"], body.json["progress_percentage"]),
                         ("created", "queued", 0))
        self.assertEqual(body.headers["Retry-After"], "1")

    def test_parsing(self):
        body = self.test.get(self.sample("parsing").headers["Location"]).json
        self.assertEqual(set(body), PROCESSING)
        self.assertEqual((body["status"], body["current_stage"]), ("parsing", "parse"))
        self.assertGreater(body["progress_percentage"], 0)

    def test_completed(self):
        done = self.client.end(self.client.text())
        self.assertEqual(set(done) - {"processing_ms", "warnings"}, COMPLETED)
        self.assertEqual(done["raw_text"], RESUME)
        self.assertEqual(done["result"]["personal_info"]["name"], "Maria Sample")
        self.assertEqual(done["ai_features"]["experience_summary"]["total_positions"], 2)
        self.assertIsNone(done["matching"])
        self.assertEqual(done["checks"], {"text_validation": {"passed": True, "reasons": []}})
        self.assertEqual(done["metadata"]["extract"], SKIPPED)
        self.assertEqual(done["metadata"]["validate"], SKIPPED)
        self.assertEqual(done["metadata"]["parse"]["model_tier"], "basic")
        self.assertEqual(done["metadata"]["file_size_bytes"], len(RESUME.encode()))
        self.assertEqual(done["metadata"]["estimated_credits"], 1)
        self.assertEqual(done["credits_consumed"], 1)
        self.assertIsInstance(done["metadata"]["parser_version"], str)
        self.assertGreaterEqual(done["completed_at"], done["created_at"])

    def test_failed_of_every_code(self):
        stages = {"EXTRACTION_FAILED": "extract", "OCR_FAILED": "extract", "PARSE_FAILED": "parse",
                  "LLM_ERROR": "parse", "TIMEOUT": "parse"}
        for code, stage in stages.items():
            with self.subTest(code):
                body = self.test.end(self.sample("failed/" + code))
                self.assertEqual(set(body) - {"processing_ms", "error_detail"}, FAILED)
                self.assertEqual((body["error_code"], body["error_stage"]), (code, stage))
                self.assertEqual(body["credits_consumed"], 0)
                self.assertEqual(body["raw_text"], "vitae:sample/failed/" + code)

    def test_sample_errors(self):
        for code, status in (("rate_limited", 429), ("insufficient_credits", 402), ("page_limit_exceeded", 422),
                             ("payload_too_large", 413), ("queue_full", 503), ("internal_error", 500)):
            with self.subTest(code):
                self.problem(self.sample("error/" + code), status, code)

    def test_sample_completed_is_parsed(self):
        done = self.test.end(self.sample("completed"))
        self.assertEqual(done["status"], "completed")
        self.assertEqual(done["credits_consumed"], 0)
        self.assertIsNotNone(done["result"])

    def test_samples_are_for_test_keys(self):
        done = self.client.end(self.client.text("vitae:sample/failed/TIMEOUT"))
        self.assertEqual(done["status"], "completed")

    def test_failed_check_is_completed_and_charged(self):
        before = self.client.get("/v1/usage").json["credit_balance"]["total"]
        for text in ("", "too short"):
            with self.subTest(text):
                done = self.client.end(self.client.text(text))
                self.assertEqual(done["status"], "completed")
                self.assertEqual(done["checks"]["text_validation"], {"passed": False, "reasons": ["insufficient_text"]})
                self.assertEqual((done["result"], done["ai_features"], done["matching"]), (None, None, None))
                self.assertEqual(done["raw_text"], text)
                self.assertEqual(done["metadata"]["parse"], SKIPPED)
                self.assertEqual(done["metadata"]["matching"], SKIPPED)
                self.assertEqual(done["credits_consumed"], 1)
        after = self.client.get("/v1/usage").json["credit_balance"]["total"]
        self.assertLessEqual(after, before - 2)

    def test_prompt_check(self):
        config = {"validate": {"prompt": {"skip": False}}}
        done = self.client.end(self.client.text(config=config))
        self.assertEqual(done["checks"]["prompt"], {"passed": True, "level": "basic", "detections": []})
        self.assertEqual(done["metadata"]["validate"], {"prompt": {"level": "basic"}})
        other = self.server.account("phrases", "--allowance", "100")
        self.server.command("account", "phrase", "add", "phrases", "payment service")
        self.assertEqual(self.server.command("account", "phrase", "list", "phrases"), "payment service")
        done = other.end(other.text(config=config, job=JOB))
        self.assertEqual(done["status"], "completed")
        self.assertEqual((done["result"], done["ai_features"], done["matching"]), (None, None, None))
        self.assertEqual(done["metadata"]["parse"], SKIPPED)
        self.assertEqual(done["credits_consumed"], 1)
        prompt = done["checks"]["prompt"]
        self.assertFalse(prompt["passed"])
        found = prompt["detections"][0]
        self.assertEqual(found["phrase"], "payment service")
        self.assertEqual(found["position"], RESUME.index("payment service"))
        self.assertEqual(found["line"], RESUME[:found["position"]].count("\n") + 1)
        self.assertIn("payment service", found["context"])
        self.server.command("account", "phrase", "remove", "phrases", "payment service")
        self.assertTrue(other.end(other.text(config=config))["checks"]["prompt"]["passed"])

    def test_ai_features_are_of_this_resume(self):
        done = self.client.end(self.client.text(config={"reference_date": "2026-06-30"}))
        features, result = done["ai_features"], done["result"]
        self.assertEqual(features["experience_summary"], {"total_years": 12.1, "total_positions": 2, "companies": 2,
                                                          "current_title": "Senior Software Engineer"})
        for word in ("Senior Software Engineer", "Example GmbH", "Python"):
            self.assertIn(word, features["summary"])
        skills = features["skills_aggregation"]
        self.assertGreaterEqual(skills["total_skills"], 6)
        self.assertEqual(skills["total_skills"], len(result["skills"]))
        for counts in (skills["by_proficiency"], skills["by_type"]):
            self.assertEqual(sum(counts.values()), skills["total_skills"])
        self.assertGreater(skills["by_type"]["hard"], 0)

    def test_matching_is_of_this_resume(self):
        job = JOB.replace("Rust is a plus", "Haskell is required")
        matching = self.client.end(self.client.text(job=job))["matching"]
        self.assertTrue(50 < matching["score"] < 100, matching)
        self.assertIn("Kubernetes", matching["summary"])
        self.assertEqual({m["skill"] for m in matching["matched_skills"]}, {"Python", "PostgreSQL", "Kubernetes"})
        self.assertTrue(any("Haskell" in m["requirement"] for m in matching["missing_skills"]), matching)
        for match in matching["matched_skills"]:
            self.assertIn("Example GmbH", match["reason"])
            self.assertIn(match["skill"], match["requirement"])
        capped = {"matching": {"skip": False, "top_skills": 1}}
        self.assertEqual(len(self.client.end(self.client.text(config=capped, job=job))["matching"]["matched_skills"]), 1)
        cook = ("We look for a pastry chef with experience in a hotel kitchen. Baking, decoration of cakes and "
                "knowledge of food hygiene are required; work starts at four in the morning.")
        self.assertLess(self.client.end(self.client.text(job=cook))["matching"]["score"], matching["score"] / 2)

    def test_result_input(self):
        first = self.client.end(self.client.text())
        again = self.client.end(self.client.create({"input": {"type": "result", "data": first}}))
        self.assertIsNone(again["raw_text"])
        self.assertIsNone(again["checks"])
        for stage in ("extract", "validate", "parse"):
            self.assertEqual(again["metadata"][stage], SKIPPED)
        self.assertIsNone(again["metadata"]["file_size_bytes"])
        self.assertEqual(again["result"], first["result"])

    def test_round_trip_of_raw_text(self):
        first = self.client.end(self.client.upload([("file", "r.txt", RESUME)]))
        again = self.client.end(self.client.text(first["raw_text"], config={"parse": {"model_tier": "standard"}}))
        self.assertEqual(again["raw_text"], first["raw_text"])
        self.assertEqual(again["result"]["personal_info"]["email"], first["result"]["personal_info"]["email"])
        self.assertEqual(again["credits_consumed"], 3)

    def test_places_of_values_are_those_of_the_text_that_was_sent(self):
        """Tabs, indents, drawn rules, Markdown, line ends, columns: the text is echoed, and evidence points into it."""
        lines = RESUME.splitlines()
        forms = {"wide": re.sub(r"(?<=[,|]) ", "   \t ", RESUME), "indented": "".join(f"      {line}\n" for line in lines),
                 "windows": RESUME.replace("\n", "\r\n"), "gaps": RESUME.replace("\n", "\n\n\n"),
                 "ruled": re.sub(r"(?m)^([A-Z ]{6,})$", r"-----------\n\1\n-----------", RESUME),
                 "markdown": re.sub(r"(?m)^([A-Z ]{6,})$", r"## **\1**", RESUME),
                 "umlauts": "\N{BULLET} \u00c4rger\u00a0\u00fcber  alles\n\n" + RESUME}
        squeeze = lambda text: re.sub(r"[\W_]+", "", text).lower()
        for name, text in forms.items():
            with self.subTest(name):
                done = self.client.end(self.client.text(text, config={"parse": {"evidence": True}}))
                self.assertEqual(done["raw_text"], text)
                places = done["evidence"]
                self.assertGreater(len(places), 10)
                for pointer in ("/personal_info/name", "/personal_info/email", "/experience/0/title", "/experience/0/company",
                                "/education/0/institution", "/skills/0/skill", "/experience/0/description"):
                    value = done
                    for step in ("/result" + pointer).split("/")[1:]:
                        value = value[int(step) if step.isdigit() else step]
                    if value is None:
                        continue
                    place = places[pointer]
                    span = text[place["start"]:place["end"]]
                    self.assertIn(squeeze(value), squeeze(span), (pointer, place))
                    self.assertLess(len(squeeze(span)), len(squeeze(value)) + 30, (pointer, span))

    def test_parse_skip(self):
        done = self.client.end(self.client.text(config={"parse": {"skip": True}}))
        self.assertEqual((done["result"], done["ai_features"], done["matching"]), (None, None, None))
        self.assertEqual(done["raw_text"], RESUME)
        self.assertEqual(done["metadata"]["parse"], SKIPPED)
        self.assertTrue(done["checks"]["text_validation"]["passed"])

    def test_skills_skip(self):
        done = self.client.end(self.client.text(config={"parse": {"skills": {"skip": True}}}))
        self.assertTrue(done["result"]["skills"])
        for skill in done["result"]["skills"]:
            self.assertEqual((skill["skill_id"], skill["category"], skill["skill_type"], skill["years_experience"],
                              skill["synonyms"]), (None, None, None, None, []))

    def test_result_follows_the_schema(self):
        result = self.client.end(self.client.text())["result"]
        self.assertEqual(result["personal_info"]["email"], "maria@example.com")
        self.assertEqual([j["type"] for j in result["experience"]], ["full-time"] * len(result["experience"]))
        self.assertIn("Python", [s["skill"] for s in result["skills"]])
        self.assertIsInstance(result["certifications"], list)

    def test_reference_date(self):
        done = self.client.end(self.client.text(config={"reference_date": "2020-06-30"}))
        self.assertEqual(done["metadata"]["reference_date"], "2020-06-30")
        done = self.client.end(self.client.text())
        self.assertEqual(done["metadata"]["reference_date"], done["created_at"][:10])

    def test_same_input_same_answer(self):
        def strip(d):
            return {k: v for k, v in d.items() if k in ("metadata", "checks", "ai_features", "raw_text", "result")}
        a, b = (self.client.end(self.client.upload([("file", "r.pdf", pdf(2))])) for _ in range(2))
        self.assertEqual(strip(a), strip(b))

    def test_damaged_document_fails_unpaid(self):
        whole = pdf(2)
        for data, detail in ((whole[:40] + b"\0" * 60, {"corrupt", "empty"}),):
            done = self.client.end(self.client.upload([("file", "r.pdf", data)]))
            self.assertEqual((done["status"], done["error_code"]), ("failed", "EXTRACTION_FAILED"))
            self.assertIn(done["error_detail"], detail)
            self.assertEqual(done["credits_consumed"], 0)

    def test_unknown_foreign_and_malformed_ids_are_alike(self):
        other = self.server.account("other", "--allowance", "100")
        reply = self.client.text()
        self.client.end(reply)
        bodies = []
        for client, rid in ((other, reply.json["request_id"]), (self.client, "prs_" + "0" * 26),
                            (self.client, "x"), (self.client, "..%2f"), (self.client, "a" * 3000)):
            body = self.problem(client.get("/v1/parse/" + rid), 404, "not_found")
            body.pop("request_id"), body.pop("instance")
            bodies.append(body)
        self.assertEqual(bodies, [bodies[0]] * len(bodies))

    def test_wait_on_create(self):
        reply = self.client.text(Prefer="wait=20")
        self.assertEqual(reply.status, 200)
        self.assertEqual(reply.json["status"], "completed")
        self.assertEqual(reply.headers["Preference-Applied"], "wait=20")
        self.assertEqual(self.client.get(reply.headers["Location"]).json, reply.json)

    def test_wait_in_vain(self):
        start = time.monotonic()
        reply = self.test.text("vitae:sample/created", Prefer="respond-async, wait=1")
        self.assertEqual(reply.status, 202)
        self.assertGreaterEqual(time.monotonic() - start, 0.95)
        start = time.monotonic()
        reply = self.test.get(reply.headers["Location"], Prefer="wait=1")
        self.assertEqual((reply.status, reply.json["status"]), (200, "created"))
        self.assertGreaterEqual(time.monotonic() - start, 0.95)

    def test_many_wait_at_once(self):
        def one(_):
            reply = self.client.text(Prefer="wait=60")
            self.client.close()
            return reply.status
        with concurrent.futures.ThreadPoolExecutor(64) as threads:
            self.assertEqual(set(threads.map(one, range(192))), {200})

    def test_progress_never_falls(self):
        seen = []
        created = self.client.text("\n".join([RESUME] * 60), config={"parse": {"model_tier": "standard"}})
        while True:
            body = self.client.get("/v1/parse/" + created.json["request_id"]).json
            if body["status"] == "completed":
                break
            seen.append(body["progress_percentage"])
        self.assertEqual(seen, sorted(seen))

    def test_list(self):
        mine = self.server.account("lister", "--allowance", "100")
        ids = [mine.text(Prefer="wait=20").json["request_id"] for _ in range(5)]
        page = mine.get("/v1/parse?limit=2").json
        self.assertEqual([r["request_id"] for r in page["requests"]], ids[:2:-1])
        rest = mine.get("/v1/parse?limit=100&status=completed&cursor=" + page["next_cursor"]).json
        self.assertEqual([r["request_id"] for r in rest["requests"]], ids[2::-1])
        self.assertIsNone(rest["next_cursor"])
        self.assertEqual(mine.get("/v1/parse?status=failed").json["requests"], [])
        bad = mine.get("/v1/parse?status=x&limit=0")
        self.problem(bad, 400, "invalid_request")
        self.assertEqual(self.pointers(bad), ["/limit", "/status"])

    def test_delete(self):
        reply = self.client.text(Prefer="wait=20")
        path = reply.headers["Location"]
        gone = self.client.call("DELETE", path)
        self.assertEqual((gone.status, gone.body), (204, b""))
        self.problem(self.client.get(path), 404, "not_found")
        self.problem(self.client.call("DELETE", path), 404, "not_found")
        listed = {r["request_id"] for r in self.client.get("/v1/parse?limit=100").json["requests"]}
        self.assertNotIn(reply.json["request_id"], listed)
        self.assertIn(reply.json["request_id"], self.server.command("credits", "list", "default", "--limit", "1000"))

    def test_delete_is_for_the_owner(self):
        other = self.server.account("thief", "--allowance", "100")
        reply = self.client.text(Prefer="wait=20")
        self.problem(other.call("DELETE", reply.headers["Location"]), 404, "not_found")
        self.assertEqual(self.client.get(reply.headers["Location"]).status, 200)

    def test_retention(self):
        reply = self.client.text(config={"retention_seconds": 1}, Prefer="wait=20")
        self.assertEqual(reply.status, 200)
        wait_until(lambda: self.client.get(reply.headers["Location"]).status == 410, 40)
        self.problem(self.client.get(reply.headers["Location"]), 410, "result_expired")

    def test_nothing_personal_is_logged_or_left(self):
        name = "Zwentibold Quastenflosser"
        self.client.end(self.client.upload([("file", "zwentibold.txt", RESUME.replace("Maria Sample", name))]))
        with open(self.server.data + "/log", "rb") as log:
            text = log.read()
        self.assertNotIn(b"Quastenflosser", text)
        self.assertNotIn(b"zwentibold", text)
        self.assertNotIn(self.server.key.encode(), text)


class Restart(unittest.TestCase):
    def test_queue_survives_a_stop_and_a_kill(self):
        import signal
        server = Server()
        try:
            for how in (signal.SIGTERM, signal.SIGKILL):
                ids = [server.client.text("\n".join([RESUME] * 20)).json["request_id"] for _ in range(40)]
                server.client.close()
                key = server.key
                server.restart(how)
                client = server.client.with_key(key)
                server.client, server.key = client, key
                for rid in ids:
                    self.assertEqual(client.get("/v1/parse/" + rid, Prefer="wait=60").json["status"], "completed")
            server.doctor()
        finally:
            server.close()

    def test_graceful_stop_answers_who_waits(self):
        server = Server()
        test = server.client.with_key(server.command("key", "create", "--test"))
        with concurrent.futures.ThreadPoolExecutor(1) as threads:
            waiting = threads.submit(test.text, "vitae:sample/created", Prefer="wait=60")
            time.sleep(0.5)
            start = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - start, 10)
            self.assertEqual(waiting.result().status, 202)
        server.close()

    @unittest.skipIf(os.environ.get("VITAE_TEST_STORE"), "makes the file of SQLite older")
    def test_answers_of_an_older_schema_are_kept(self):
        server = Server()
        key, created = server.key, [server.client.text() for _ in range(3)]
        before = [server.client.end(one)["result"] for one in created]
        server.client.call("DELETE", created[2].headers["Location"])
        server.stop()
        with contextlib.closing(sqlite3.connect(server.data + "/vitae.db")) as db:
            db.executescript("""
                ALTER TABLE request ADD COLUMN answer BLOB;
                UPDATE request SET answer = (SELECT body FROM answer WHERE request_id = id);
                DROP TABLE answer; DROP INDEX request_reference;
                ALTER TABLE request DROP COLUMN reference; ALTER TABLE request DROP COLUMN metadata;
                ALTER TABLE request DROP COLUMN warnings;
                DROP INDEX request_lane; DROP INDEX webhook_delivery_lane; DROP INDEX webhook_endpoint_busy;
                DROP INDEX idempotency_request; DROP INDEX webhook_delivery_endpoint;
                DROP INDEX audit_account; DROP INDEX audit_kind;
                ALTER TABLE audit DROP COLUMN key_id; ALTER TABLE audit DROP COLUMN address;
                ALTER TABLE audit DROP COLUMN times; ALTER TABLE audit DROP COLUMN kind;
                DROP TABLE review; ALTER TABLE document DROP COLUMN kept;
                DROP TABLE batch; DROP INDEX request_batch; DROP INDEX request_content;
                ALTER TABLE request DROP COLUMN batch_id; ALTER TABLE request DROP COLUMN batch_index;
                ALTER TABLE request DROP COLUMN content_hash; ALTER TABLE request DROP COLUMN same_as;
                CREATE INDEX request_queue ON request (queue, lease_ms, id) WHERE queue IS NOT NULL;
                CREATE INDEX webhook_delivery_due ON webhook_delivery (next_ms) WHERE state = 'pending';
                ALTER TABLE webhook_endpoint DROP COLUMN busy_ms;
                ALTER TABLE webhook_endpoint DROP COLUMN pause_ms;
                ALTER TABLE webhook_endpoint DROP COLUMN failures;
                DELETE FROM schema_version WHERE version >= 4""")
        server.start()
        client = server.client.with_key(key)
        self.assertEqual([client.get(one.headers["Location"]).json["result"] for one in created[:2]], before[:2])
        self.assertEqual(client.get(created[2].headers["Location"]).status, 404)
        server.doctor()
        server.close()

    @unittest.skipIf(os.environ.get("VITAE_TEST_STORE"), "changes the file of SQLite")
    def test_a_schema_with_a_hole_is_refused(self):
        server = Server()
        server.stop()
        for statement, word in (("DROP INDEX request_erase", "the index 'request_erase'"),
                                ("DROP TABLE answer", "the table 'answer'"),
                                ("INSERT INTO schema_version VALUES (999, '999_breaking.sql', 0)", "has schema 999")):
            with self.subTest(statement), contextlib.closing(sqlite3.connect(server.data + "/vitae.db")) as db:
                kept = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (statement.split()[2],)).fetchone()
                db.execute(statement)
                db.commit()
                for words in (["doctor"], ["serve", "--listen", "127.0.0.1:0"]):
                    result = server.command(*words, check=False)
                    self.assertEqual(result.returncode, 1, result.stdout)
                    self.assertIn(word, result.stderr)
                if statement.startswith("DROP"):
                    db.execute(kept[0])
                    db.commit()
        with contextlib.closing(sqlite3.connect(server.data + "/vitae.db")) as db:
            db.execute("DELETE FROM schema_version WHERE version = 999")
            db.commit()
        server.start()
        server.close()

    @unittest.skipIf(os.environ.get("VITAE_TEST_STORE"), "locks the file of SQLite")
    def test_a_stop_waits_for_a_create_that_is_being_written(self):
        server = Server("--stop-seconds", "0")
        other = server.client.with_key(server.key)
        with contextlib.closing(sqlite3.connect(server.data + "/vitae.db", isolation_level=None)) as lock, \
                concurrent.futures.ThreadPoolExecutor(2) as threads:
            lock.execute("BEGIN IMMEDIATE")
            create = threads.submit(server.client.text, RESUME, Idempotency_Key="once")
            time.sleep(1)  # it is the first with this key
            wait_until(lambda: other.create({}, Idempotency_Key="once").status == 409)
            stop = threads.submit(server.stop)
            time.sleep(0.3)
            self.assertFalse(stop.done())
            lock.execute("ROLLBACK")
            self.assertEqual(create.result().status, 202)
            self.assertEqual(stop.result(), 0)
        key = server.key
        server.start()
        created = server.client.with_key(key).get(create.result().headers["Location"], Prefer="wait=60")
        self.assertEqual(created.json["status"], "completed")
        server.close()


if __name__ == "__main__":
    unittest.main()
