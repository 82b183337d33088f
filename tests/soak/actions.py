# SPDX-License-Identifier: Apache-2.0
"""What clients do to a service, one row each: a name, a weight, and a conversation that raises
AssertionError when an answer is not the right one. Every choice comes from the generator that an
action is given, so that a seed decides a run."""
import http.client
import json
import pathlib
import re
import socket
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("tests/api", "tests/hostile"):
    sys.path.insert(0, str(ROOT / folder))
import kinds  # noqa: E402
from harness import JOB, SCAN, Client, docx, form, pdf  # noqa: E402
from test_events import Web, answer, cut_short, silent, slow  # noqa: E402

ACTIONS = []
TYPES = {"md": "text/markdown", "html": "text/html", "pdf": "application/pdf", "txt": "text/plain",
         "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document"}
SHORT = {"retention_seconds": 20}
# bad files that take a worker seconds belong to `make hostile`; so do those of many megabytes
HEAVY = 1 << 20


def action(weight):
    def add(function):
        ACTIONS.append((function.__name__, weight, function))
        return function
    return add


def expect(reply, *statuses):
    assert reply.status in statuses, (statuses, reply)
    return reply


# ---- documents ----

def lines_of(persona):
    """A plain resume of a persona."""
    basics = persona["basics"]
    yield from (basics.get("name"), basics.get("label"), basics.get("email"), basics.get("phone"))
    if basics.get("summary"):
        yield from ("", "Summary", basics["summary"])
    yield from ("", "Experience")
    for job in persona.get("work", []):
        yield f"{job.get('position')}, {job.get('name')}"
        yield f"{job.get('startDate', '')} - {job.get('endDate', 'Present')}"
        yield from ("- " + text for text in job.get("highlights", []))
    yield from ("", "Education")
    for school in persona.get("education", []):
        yield f"{school.get('studyType', '')} {school.get('area', '')}, {school.get('institution')}, {school.get('endDate', '')}"
    yield from ("", "Skills", ", ".join(s.get("name") or "" for s in persona.get("skills", [])))


class Documents:
    """Documents to send: personas in forms that need no tools, the samples, those of the tests."""

    def __init__(self):
        self.personas = [json.loads(p.read_text(encoding="utf-8")) for p in sorted((ROOT / "data/personas").glob("*.json"))[::7]]
        folders = [ROOT / "samples", ROOT / "tests/accuracy/documents"]
        self.files = [p for folder in folders for p in sorted(folder.iterdir()) if p.suffix[1:] in TYPES]
        self.bad = [k for k in kinds.KINDS if k.file == "resume" and not k.config and not k.json_body and not k.headers]
        self.next_bad = 0

    def text(self, rng):
        return "\n".join(line or "" for line in lines_of(rng.choice(self.personas)))

    def persona(self, rng):
        """(file name, bytes) of a made document."""
        text, form_of = self.text(rng), rng.choice(["txt", "md", "html", "docx"])
        if form_of == "docx":
            return "made.docx", docx(text.split("\n"))
        if form_of == "html":
            return "made.html", ("<!doctype html><html><body>" + "".join(f"<p>{line}</p>" for line in text.split("\n")) +
                                 "</body></html>").encode()
        return f"made.{form_of}", ("# " * (form_of == "md") + text).encode()

    def file(self, rng):
        path = rng.choice(self.files)
        return path.name, path.read_bytes()

    def any(self, rng):
        return self.persona(rng) if rng.random() < 0.5 else self.file(rng)


class World:
    """What the actions share: the service, an account of its own, documents, a web server."""

    def __init__(self, server):
        self.server, self.docs, self.finished = server, Documents(), []
        self.web = Web({"/hook": answer(), "/hook-refuses": answer(500), "/missing": answer(404), "/silent": silent,
                        "/slow": slow, "/cut-short": cut_short, "/loop": answer(302, Location="/loop"),
                        "/resume.pdf": answer(body=(ROOT / "samples/resume.pdf").read_bytes()),
                        "/resume.html": answer(body=(ROOT / "samples/resume.html").read_bytes(), kind="text/html"),
                        "/empty": answer(), "/nine.pdf": answer(body=pdf(9))})
        self.account = server.account("soak", "--plan", "professional", "--allowance", "10000000")
        for hook, events in (("/hook", "parse.completed,parse.failed"), ("/hook-refuses", "parse.failed")):
            server.command("webhook", "add", self.url(hook), "--account", "soak", "--events", events)
        self.test_key = server.command("key", "create", "--account", "soak", "--test")

    def client(self):
        """A client of the account with connections of its own."""
        return Client(self.server.address, self.account.key)

    def url(self, path):
        return self.web.url(path, "localhost")

    def ended(self, request_id):
        self.finished.append(request_id)
        del self.finished[:-200]

    def close(self):
        self.web.close()


def send(c, name, data, config=None, job=None, check=False, **headers):
    parts = [("file", name, data)]
    parts += [("config", None, json.dumps(config))] if config else []
    parts += [("job_description", None, job)] if job else []
    content_type, body = form(parts)
    headers = {k.replace("_", "-"): v for k, v in headers.items()}
    return c.call("POST", "/v1/parse", body, dict(headers, **{"Content-Type": content_type}), check=check)


def state(c, request_id, **headers):
    return expect(c.call("GET", "/v1/parse/" + request_id, headers=headers, check=False), 200).json


def finish(world, c, created, want=("completed",)):
    """Long polls to the end."""
    expect(created, 202)
    request_id = created.json["request_id"]
    end = state(c, request_id, Prefer="wait=60")
    while end["status"] not in ("completed", "failed"):
        end = state(c, request_id, Prefer="wait=60")
    assert end["status"] in want, (want, end)
    world.ended(request_id)
    return end


# ---- good requests ----

@action(30)
def upload(world, c, rng):
    name, data = world.docs.any(rng)
    finish(world, c, send(c, name, data))


@action(12)
def upload_and_poll(world, c, rng):
    name, data = world.docs.any(rng)
    request_id = expect(send(c, name, data, SHORT), 202).json["request_id"]
    until = time.monotonic() + 60
    while state(c, request_id)["status"] not in ("completed", "failed"):
        assert time.monotonic() < until, request_id
        time.sleep(0.05)


@action(10)
def wait_on_create(world, c, rng):
    name, data = world.docs.any(rng)
    assert expect(send(c, name, data, Prefer="wait=60"), 200, 202).json["request_id"]


@action(8)
def match(world, c, rng):
    name, data = world.docs.any(rng)
    config = {"parse": {"evidence": True, "extras": True}, "matching": {"skip": False, "top_skills": rng.randint(1, 10)}}
    assert finish(world, c, send(c, name, data, config, JOB))["matching"]


@action(5)
def standard_tier(world, c, rng):
    name, data = world.docs.any(rng)
    finish(world, c, send(c, name, data, {"parse": {"model_tier": "standard"}}))


@action(5)
def text_again(world, c, rng):
    """The text of a result, and the result itself, as inputs."""
    first = finish(world, c, c.text(world.docs.text(rng)))
    finish(world, c, c.text(first["raw_text"], config=SHORT))
    finish(world, c, c.create({"input": {"type": "result", "data": first}, "config": SHORT}))


@action(2)
def earlier_shape(world, c, rng):
    body = {"input": {"type": "text", "data": world.docs.text(rng)}, "model": "basic"}
    request_id = expect(c.create(body), 201).json["request_id"]
    state(c, request_id, Prefer="wait=60")


@action(1)
def large(world, c, rng):
    size = rng.choice([200_000, 700_000, 3_000_000, 9_000_000])
    data = (world.docs.text(rng) + "\n").encode()
    data = (data * (size // len(data) + 1))[:size]
    finish(world, c, send(c, "large.txt", data.decode(errors="ignore").encode()), ("completed", "failed"))


@action(0.7)
def scan(world, c, rng):
    finish(world, c, send(c, "scan.png", SCAN, {"extract": {"type": "ocr"}}))


@action(5)
def address(world, c, rng):
    path, want = rng.choice([("/resume.pdf", "completed"), ("/resume.html", "completed"), ("/missing", "failed"),
                             ("/cut-short", "failed"), ("/loop", "failed"), ("/empty", "failed"), ("/nine.pdf", "failed"),
                             ("/silent", "failed"), ("/slow", "failed")])
    finish(world, c, c.create({"input": {"type": "url", "data": world.url(path)}, "config": SHORT}), (want,))


@action(3)
def repeat(world, c, rng):
    """The same key and body again is the same request; another body is refused."""
    text, key = world.docs.text(rng), "soak-%032x" % rng.getrandbits(128)
    first = expect(c.text(text, Idempotency_Key=key), 202)
    again = expect(c.text(text, Idempotency_Key=key), 202)
    assert again.json["request_id"] == first.json["request_id"] and again.headers["Idempotent-Replayed"] == "true"
    expect(c.text(text + "!", Idempotency_Key=key), 422)
    finish(world, c, first)


@action(4)
def delete(world, c, rng):
    """Before, while or after it runs."""
    name, data = world.docs.any(rng)
    created = expect(send(c, name, data), 202)
    if rng.random() < 0.5:
        finish(world, c, created)
    path = "/v1/parse/" + created.json["request_id"]
    expect(c.call("DELETE", path), 204)
    expect(c.get(path), 404)


@action(1)
def test_key(world, c, rng):
    t = c.with_key(world.test_key)
    finish(world, t, t.text(world.docs.text(rng)))
    t.close()


# ---- reading ----

@action(10)
def read(world, c, rng):
    if world.finished:
        expect(c.call("GET", "/v1/parse/" + rng.choice(world.finished), headers={"Accept-Encoding": "gzip"}, check=False),
               200, 404, 410)


@action(8)
def skills(world, c, rng):
    words = ["python", "project", "java", "excel", "nurs", "account", "weld", "c++", "", "zzzz"]
    found = expect(c.get("/v1/skills?q=" + rng.choice(words).replace("+", "%2B")), 200, 400)
    if found.status == 200 and found.json.get("skills"):
        expect(c.get("/v1/skills/" + rng.choice(found.json["skills"])["skill_id"]), 200)


@action(5)
def accounts(world, c, rng):
    path = rng.choice(["/v1/usage", "/v1/usage/history?limit=100", "/v1/parse", "/v1/parse?status=failed&limit=50"])
    expect(c.get(path), 200)


@action(3)
def pages(world, c, rng):
    path = rng.choice(["/", "/docs", "/docs/errors", "/openapi.json", "/schemas/result.json", "/healthz", "/readyz", "/metrics"])
    expect(c.call("GET", path, headers={"Accept-Encoding": "gzip"}, check=False), 200)


@action(1)
def dashboard(world, c, rng):
    """Signs in, looks around, draws a document, adds a phrase and a key and takes them back, leaves."""
    base = "/dashboard/api/"
    session = c.call("POST", base + "session", {"key": c.key})
    if session.status == 429:  # sign-ins of an address are limited
        return
    expect(session, 200)
    head = {"Cookie": session.headers["Set-Cookie"].split(";")[0], "X-CSRF-Token": session.json["csrf"], "Authorization": ""}
    for page in ("session", "parse", "usage", "usage/history", "keys", "phrases", "webhooks", "deliveries", "transactions"):
        expect(c.call("GET", base + page, headers=head, check=False), 200)
    content_type, body = form([("file", "resume.pdf", (ROOT / "samples/resume.pdf").read_bytes())])
    expect(c.call("POST", base + "pages", body, dict(head, **{"Content-Type": content_type}), check=False), 200)
    phrase = {"phrase": "ignore %x" % rng.getrandbits(64)}
    expect(c.call("POST", base + "phrases", phrase, head, check=False), 200, 201)
    expect(c.call("POST", base + "phrases/remove", phrase, head, check=False), 200, 204)
    expect(c.call("DELETE", base + "session", headers=head, check=False), 200, 204)
    expect(c.call("GET", base + "session", headers=head, check=False), 401)


# ---- mistakes ----

@action(8)
def mistake(world, c, rng):
    rows = [(lambda: c.call("POST", "/v1/parse", b"{", {"Content-Type": "application/json"}), 400),
            (lambda: c.create({"input": {"type": "nothing"}}), 400),
            (lambda: c.create({"input": {"type": "text", "raw_text": "x"}, "config": {"parse": {"model_tier": 1}}}), 400),
            (lambda: c.upload([("file", "a.bin", bytes(range(256)) * 8)]), 400),
            (lambda: c.upload([("file", "a.txt", "a"), ("file", "b.txt", "b")]), 400),
            (lambda: c.call("POST", "/v1/parse", b"x", {"Content-Type": "text/plain"}), 415),
            (lambda: c.upload([("file", "nine.pdf", pdf(9))]), 422),
            (lambda: c.create({"input": {"type": "text", "raw_text": "x"},
                               "config": {"validate": {"prompt": {"level": "advanced"}}}}), 501),
            (lambda: c.get("/v1/parse/prs_unknown"), 404), (lambda: c.call("PUT", "/v1/parse", b"", check=False), 405),
            (lambda: c.call("GET", "/nowhere", check=False), 404),
            (lambda: c.call("GET", "/v1/usage", headers={"Authorization": "Bearer vt_live_wrong"}), 401)]
    act, status = rng.choice(rows)
    expect(act(), status)


@action(2)
def too_large(world, c, rng):
    """The service may answer before it has read all, and then closes the connection."""
    try:
        expect(send(c, "large.txt", b"x" * (10 * 1024 * 1024 + 1)), 413)
    except (OSError, http.client.HTTPException):
        c.close()


@action(4)
def bad_file(world, c, rng):
    """The kinds of tests/hostile in turn, without those that take long."""
    while True:
        kind = world.docs.bad[world.docs.next_bad % len(world.docs.bad)]
        world.docs.next_bad += 1
        data = kind.make()
        if len(data) < HEAVY and "bomb" not in kind.group:
            break
    reply = send(c, kind.file, data, SHORT)
    if kind.answer[0].isdigit():
        expect(reply, int(kind.answer.split()[0]))
    else:
        finish(world, c, reply, (("completed" if kind.answer.startswith("completed") else "failed"),))


@action(4)
def broken_client(world, c, rng):
    """Goes away in the middle of a header, a body, a reply, or a wait; or speaks another language."""
    host, port = world.server.address.rsplit(":", 1)
    key, data = c.key, (ROOT / "samples/resume.pdf").read_bytes()
    head = f"POST /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/pdf\r\n"
    waits = f"Prefer: wait=60\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data
    sent = rng.choice([head.encode(), (head + "Content-Length: 100000\r\n\r\n").encode() + data[:3000], head.encode() + waits,
                       f"GET /v1/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n\r\n".encode() * 20,
                       b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 50])
    with socket.create_connection((host, int(port)), timeout=10) as s:
        s.sendall(sent)
        if rng.random() < 0.5:
            s.settimeout(0.2)
            try:
                s.recv(10)
            except OSError:
                pass
