#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The example answers of the documentation: one conversation with a started service, whose ids and times
are made the same each time. Usage: mkexamples.py VITAE [DIR], DIR is api/examples unless given."""
import json
import os
import pathlib
import re
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/api"))

TEXT = """Maria Sample
Software Engineer
maria@example.com | +49 30 901820
Berlin, Germany

Experience
Senior Software Engineer, Example GmbH, Berlin
March 2019 - Present
- Runs a payment service in Python and PostgreSQL

Education
MSc Computer Science, Technical University of Berlin, 2014

Skills
Python, PostgreSQL

Languages
German (native), English (fluent)
"""
JOB = ("We look for a senior software engineer with at least five years of experience in Python and "
       "PostgreSQL. Kubernetes is required. A degree in computer science is welcome.")
ID = "prs_01m80dwke9exm8qjmf88amwzsv"


def conversation(server):
    """(file name, body) of each example."""
    client = server.client
    test = client.with_key(server.command("key", "create", "--test"))
    config = {"matching": {"skip": False}, "reference_date": "2026-03-01"}
    own = {"reference": "candidate-17", "metadata": {"job": "backend-2026"}}
    body = {"input": {"type": "text", "raw_text": TEXT, "job_description": JOB}, "config": config, **own}
    done = client.create(body, Prefer="wait=30").json
    created = client.create(body)
    client.end(created)
    yield "createParseRequest.200", done
    yield "createParseRequest.202", created.json
    yield "getParseRequest.200.completed", done
    parsing = test.text("vitae:sample/parsing").json["request_id"]
    yield "getParseRequest.200.parsing", test.get("/v1/parse/" + parsing).json
    yield "getParseRequest.200.failed", client.end(client.upload([("file", "scan.png", server.scan)]))
    yield "getParseRequest.200.stopped-by-a-check", client.end(client.text("Too short."))
    yield "listParseRequests.200", client.get("/v1/parse?limit=2").json
    documents = [{"input": {"type": "text", "raw_text": TEXT}, "reference": "candidate-17"},
                 {"input": {"type": "text", "raw_text": TEXT}, "config": {"parse": {"model_tier": "best"}}, "reference": "candidate-18"}]
    batch = client.call("POST", "/v1/batches", {"items": documents}).json
    yield "createBatch.202", batch
    for _ in range(100):
        state = client.get("/v1/batches/" + batch["batch_id"]).json
        if state["status"] == "completed":
            break
        time.sleep(0.1)
    yield "getBatch.200", state
    yield "getUsage.200", client.get("/v1/usage").json
    yield "getUsageHistory.200", client.get("/v1/usage/history?limit=1").json
    yield "searchSkills.200", client.get("/v1/skills?q=kuber&limit=2").json
    yield "getSkill.200", client.get("/v1/skills/VSK000002").json
    yield "problem.400", client.text(config={"extract": {"type": "scan"}}).json


def settle(value, key=""):
    """The same for every run: ids, instants, days, durations."""
    if isinstance(value, dict):
        return {k: settle(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [settle(v, key) for v in value]
    if key.endswith("_ms"):
        return 12 if key == "duration_ms" else 9
    if not isinstance(value, str):
        return value
    value = re.sub(r"prs_[0-9a-z]{26}", ID, value)
    value = re.sub(r"(req|key|bat)_[0-9a-z]{26}", r"\1_01m80dwke9exm8qjmf88amwzsv", value)
    value = re.sub(r"^20\d\d-\d\d-\d\dT[\d:.]+Z$", "2026-03-01T12:00:00.012Z", value)
    return "2026-03-01" if key in ("date", "reference_date") else "2026-04-01" if key == "reset_date" else value


def main():
    os.environ["VITAE"] = str(pathlib.Path(sys.argv[1]).resolve())
    import harness
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "api/examples")
    folder.mkdir(parents=True, exist_ok=True)
    server = harness.Server()
    server.scan = harness.PNG
    try:
        for name, body in conversation(server):
            (folder / (name + ".json")).write_text(json.dumps(settle(body), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    finally:
        server.close()


if __name__ == "__main__":
    main()
