# SPDX-License-Identifier: Apache-2.0
"""Erased means erased: what was deleted is in no file of the store a minute later. SQLite; what
PostgreSQL's files keep is PostgreSQL's (docs/security.md)."""
import pathlib
import time
import unittest

import harness
from harness import JOB, RESUME, Conversation, docx, pdf, wait_until

MARK = "Zwentibold Quastenflosser"
WORDS = [MARK.split()[0], MARK.split()[1]]
TEXT = RESUME.replace("Maria Sample", MARK)


def creates(client, config):
    """Requests of every input whose every part holds the mark; the replies."""
    headers = [{"Idempotency_Key": f"{WORDS[0]} {i}"} for i in range(8)]
    caller = {"reference": WORDS[0], "metadata": {"name": MARK}}
    yield client.create({"input": {"type": "text", "raw_text": TEXT}, "config": config}, **headers[0])
    yield client.create({"input": {"type": "text", "raw_text": TEXT * 40, "job_description": JOB + MARK},
                         "config": config, **caller}, **headers[1])
    yield client.upload([("file", f"{WORDS[0]}.pdf", pdf(2, MARK)), ("reference", None, WORDS[1])], **headers[2])
    yield client.upload([("file", f"{WORDS[0]}.docx", docx(TEXT.splitlines()))], **headers[3])
    yield client.upload([("file", f"{WORDS[0]}.txt", TEXT.encode() * 9)], Prefer="wait=30", **headers[4])


@unittest.skipIf(harness.POSTGRES, "the files are PostgreSQL's")
class Erasure(Conversation):
    def found(self, words=WORDS):
        """Files of the store with one of the words."""
        words = [word.encode() for word in words]
        return [path.name for path in sorted(pathlib.Path(self.server.data).iterdir())
                if path.is_file() and any(word in path.read_bytes() for word in words)]

    def ended(self, replies):
        for reply in replies:
            self.assertIn(reply.status, (200, 202), reply)
            if reply.status == 202:
                self.client.end(reply)
        return [reply.json["request_id"] for reply in replies]

    def test_deleted(self):
        ids = self.ended(list(creates(self.client, None)))
        self.assertTrue(self.found())
        for i in ids:
            self.assertEqual(self.client.call("DELETE", "/v1/parse/" + i).status, 204)
        begun = time.monotonic()
        wait_until(lambda: not self.found(), 60)
        print(f"in no file {time.monotonic() - begun:.0f} s after DELETE")
        again = list(creates(self.client, None))[1]  # told again without what the caller had said
        self.assertEqual((again.status, again.headers["Idempotent-Replayed"], again.json["request_id"]),
                         (202, "true", ids[1]))
        self.assertFalse(self.found())
        self.assertEqual(self.client.get("/v1/parse/" + ids[1]).status, 404)

    def test_documents_are_gone_after_processing(self):
        secret = "Ytterbium Hasenpfeffer"  # stands in the file, not in what is read of it
        data = pdf(1) + b"\n% " + secret.encode() * 5000
        self.ended([self.client.upload([("file", "a.pdf", data)])])
        wait_until(lambda: not self.found([secret]), 60)

    def test_end_of_retention(self):
        word = "Quittenmus"
        body = {"input": {"type": "text", "raw_text": RESUME.replace("Maria", word)},
                "config": {"retention_seconds": 4}, "reference": word}
        created = self.client.create(body, Idempotency_Key="age")
        path = "/v1/parse/" + created.json["request_id"]
        self.client.end(created)
        ended_ms = int(self.server.sql(f"SELECT ended_ms FROM request WHERE id = '{created.json['request_id']}'")[0][0])
        due = ended_ms / 1000 + 4
        self.assertIn(created.json["request_id"], self.client.get("/v1/parse?reference=" + word).body.decode())
        while time.time() < due:
            time.sleep(0.05)
        self.problem(self.client.get(path), 410, "result_expired")  # from this second on
        self.assertEqual(self.client.get("/v1/parse?reference=" + word).json["requests"], [])
        match = self.client.call("POST", "/v1/match", {"candidates": [{"request_id": created.json["request_id"]}],
                                                       "jobs": [{"job_description": JOB}]})
        self.assertEqual((match.status, match.json["errors"][0]["code"]), (400, "not_found"))
        replay = self.client.create(body, Idempotency_Key="age")
        self.assertEqual((replay.headers["Idempotent-Replayed"], replay.json.get("reference")), ("true", None))
        wait_until(lambda: not self.found([word]), 60)


if __name__ == "__main__":
    unittest.main()
