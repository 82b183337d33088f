# SPDX-License-Identifier: Apache-2.0
"""A started server and a client whose every reply is checked against api/openapi.yaml.

Environment: VITAE names the binary (default build/src/cli/vitae); VITAE_TEST_STORE=postgresql gives
each server a database of a PostgreSQL started for this run; VITAE_TEST_LOAD=N keeps each server busy
with N creates a second of an account of its own while the tests run. Standard library,
and Debian's python3-jsonschema and python3-yaml."""
import atexit
import base64
import contextlib
import gzip
import html
import http.client
import io
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse
import uuid
import zipfile

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("VITAE", str(ROOT / "build/src/cli/vitae"))

sys.path.insert(0, str(ROOT / "tests"))
from postgres import Postgres  # noqa: E402

POSTGRES = None
if os.environ.get("VITAE_TEST_STORE") == "postgresql":
    POSTGRES = Postgres()
    atexit.register(POSTGRES.close)

RESUME = """Maria Sample
Software Engineer
maria@example.com | +49 30 901820
Berlin, Germany

Summary
Engineer with ten years of experience in web services and databases.

Experience
Senior Software Engineer, Example GmbH, Berlin
March 2019 - Present
- Runs a payment service in Python and PostgreSQL on Kubernetes
- Leads a team of four engineers

Software Developer, Sample AG, Hamburg
June 2014 - February 2019
- Built reporting tools in Java and SQL

Education
MSc Computer Science, Technical University of Berlin, 2014

Skills
Python, PostgreSQL, Kubernetes, Docker, Git, Java

Languages
German (native), English (fluent)
"""
JOB = ("We look for a senior software engineer with at least five years of experience in Python and "
       "PostgreSQL. Kubernetes is required, Rust is a plus. A degree in computer science is welcome.")


def pdf(pages, text="Maria Sample, Software Engineer, maria@example.com"):
    """A small PDF with a line of text on each page."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>",
               "<< /Type /Pages /Kids [%s] /Count %d >>" % (
                   " ".join(f"{4 + 2 * i} 0 R" for i in range(pages)), pages),
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    for i in range(pages):
        stream = "BT /F1 12 Tf 72 720 Td (%s, page %d) Tj ET" % (text, i + 1)
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * i} 0 R "
                       "/Resources << /Font << /F1 3 0 R >> >> >>")
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{o:010d} 00000 n \n".encode() for o in offsets)
    out += (f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").encode()
    return out


def docx(lines, pages=1):
    """A small Word document: a paragraph for each line, on pages told by breaks."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    body = "".join(f"<w:p><w:r><w:t>{html.escape(line)}</w:t></w:r></w:p>" for line in lines)
    body += '<w:p><w:r><w:br w:type="page"/><w:t>More</w:t></w:r></w:p>' * (pages - 1)
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r1" Type="{office}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{word}"><w:body>{body}</w:body></w:document>'}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


SCAN = (ROOT / "tests/api/data/resume.png").read_bytes()  # samples/resume.pdf, rendered
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")


def form(parts, boundary=None):
    """(content type, body) of multipart/form-data; a part is (name, file name or None, bytes)."""
    boundary = boundary or uuid.uuid4().hex
    out = b""
    for name, filename, data in parts:
        data = data.encode() if isinstance(data, str) else data
        head = f'Content-Disposition: form-data; name="{name}"'
        if filename:
            head += f'; filename="{filename}"'
        out += f"--{boundary}\r\n{head}\r\n\r\n".encode() + data + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", out + f"--{boundary}--\r\n".encode()


class Contract:
    """api/openapi.yaml as a judge of replies."""

    def __init__(self):
        self.document = yaml.safe_load((ROOT / "api/openapi.yaml").read_text(encoding="utf-8"))
        self.paths = []
        for path, item in self.document["paths"].items():
            pattern = re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$")
            self.paths.append((pattern, item))
        self.validators = {}

    def resolve(self, node):
        while "$ref" in node:
            target = self.document
            for part in node["$ref"][2:].split("/"):
                target = target[part]
            node = target
        return node

    def operation(self, method, path):
        for pattern, item in self.paths:
            if pattern.match(path):
                return item.get("get" if method == "HEAD" else method.lower())
        return None

    def check(self, method, path, status, content_type, body):
        operation = self.operation(method, path)
        media = content_type.split(";")[0]
        if operation is None:
            if media == "application/problem+json":
                self.validate({"$ref": "#/components/schemas/Problem"}, json.loads(body))
            return
        response = operation["responses"].get(str(status))
        assert response is not None, f"{method} {path} has no status {status} in openapi.yaml: {body[:300]}"
        content = self.resolve(response).get("content")
        if not content:
            assert not body, f"{method} {path} {status} should have no body"
            return
        if method == "HEAD":
            return
        assert media in content, f"{method} {path} {status} gave {media}"
        if media.endswith("json"):
            self.validate(content[media]["schema"], json.loads(body))

    def validate(self, schema, value):
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            whole = dict(schema, components=self.document["components"])
            self.validators[key] = jsonschema.Draft202012Validator(whole)
        errors = list(self.validators[key].iter_errors(value))
        if errors:
            best = jsonschema.exceptions.best_match(errors)
            raise AssertionError(f"not as openapi.yaml says: {best.message} at {list(best.absolute_path)}\n"
                                 f"{json.dumps(value)[:1500]}")


CONTRACT = Contract()


class Reply:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        body = gzip.decompress(raw) if headers.get("Content-Encoding") == "gzip" else raw
        self.body = body
        self.json = json.loads(body) if body and "json" in headers.get("Content-Type", "") else None

    def __repr__(self):
        return f"<{self.status} {self.body[:400]!r}>"


class Client:
    def __init__(self, address, key=None):
        self.address, self.key = address, key
        self.local = threading.local()

    def with_key(self, key):
        return Client(self.address, key)

    def connection(self):
        if not getattr(self.local, "connection", None):
            host, port = self.address.rsplit(":", 1)
            self.local.connection = http.client.HTTPConnection(host, int(port), timeout=90)
        return self.local.connection

    def close(self):
        if getattr(self.local, "connection", None):
            self.local.connection.close()
            self.local.connection = None

    def call(self, method, path, body=None, headers=None, check=True):
        headers = dict(headers or {})
        if self.key and "Authorization" not in headers:
            headers["Authorization"] = "Bearer " + self.key
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        for attempt in (1, 2):
            connection = self.connection()
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                raw = answer.read()
                break
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.close()  # a kept connection may have been closed meanwhile
                if attempt == 2:
                    raise
        reply = Reply(answer.status, answer.headers, raw)
        if answer.will_close:
            self.close()
        if check:
            plain = urllib.parse.urlsplit(path).path
            CONTRACT.check(method, plain, reply.status, reply.headers.get("Content-Type", ""), reply.body)
        return reply

    def get(self, path, **headers):
        return self.call("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def create(self, body, **headers):
        return self.call("POST", "/v1/parse", body, {k.replace("_", "-"): v for k, v in headers.items()})

    def text(self, text=RESUME, config=None, job=None, **headers):
        body = {"input": {"type": "text", "raw_text": text}}
        if config is not None:
            body["config"] = config
        if job is not None:
            body["input"]["job_description"] = job
        return self.create(body, **headers)

    def upload(self, parts, **headers):
        content_type, body = form(parts)
        headers = {k.replace("_", "-"): v for k, v in headers.items()}
        return self.call("POST", "/v1/parse", body, dict(headers, **{"Content-Type": content_type}))

    def end(self, created, seconds=60):
        """The final answer of a create's reply."""
        assert created.status in (201, 202), created
        reply = self.get("/v1/parse/" + created.json["request_id"], Prefer=f"wait={seconds}")
        assert reply.json["status"] in ("completed", "failed"), reply
        return reply.json


class Load(threading.Thread):
    """Creates at a steady rate, some with matching; what a stopped server refuses is no concern."""

    def __init__(self, client, rate):
        super().__init__(daemon=True)
        self.client, self.rate, self.over, self.accepted = client, rate, threading.Event(), 0
        self.begun = time.monotonic()
        self.start()

    def run(self):
        due = time.monotonic()
        while not self.over.wait(max(0, due - time.monotonic())):
            due += 1 / self.rate
            try:
                reply = self.client.text(job=JOB if self.accepted % 4 == 0 else None)
                self.accepted += reply.status == 202
            except (OSError, http.client.HTTPException):
                self.client.close()
        self.client.close()

    def stop(self):
        self.over.set()
        self.join()


class Server:
    """A server with a data folder of its own. Extra arguments are flags of `vitae serve`."""

    def __init__(self, *flags, data=None, environment=None, store=None, role="serve", key=None, preexec=None):
        self.own_data = data is None
        self.data = data or tempfile.mkdtemp(prefix="vitae-api-")
        self.flags, self.environment, self.role, self.preexec = flags, environment, role, preexec
        self.reach = sum((pair for pair in zip(flags, flags[1:]) if pair[0].startswith("--fetch-")), ())
        self.store = ["--store", store or POSTGRES.database(), "--lease-seconds", "2"] if store or POSTGRES else []
        self.key, self.address = key, None
        self.load, self.load_key = None, None
        self.start()
        self.begin_load()

    def begin_load(self):
        rate = float(os.environ.get("VITAE_TEST_LOAD", 0))
        if not rate:
            return
        if not self.load_key:
            self.load_key = self.account("background load", "--allowance", "1000000").key
        self.load = Load(self.client.with_key(self.load_key), rate)

    def end_load(self):
        if self.load:
            self.load.stop()
            seconds = time.monotonic() - self.load.begun
            print(f"background load: {self.load.accepted} creates in {seconds:.1f} s", file=sys.stderr)
            self.load = None

    def start(self):
        self.log = open(self.data + "/log", "ab")
        self.process = subprocess.Popen(
            [BINARY, self.role, "--listen", "127.0.0.1:0", "--data", self.data, "--create-per-minute", "0",
             "--read-per-minute", "0", "--workers", "2", *self.store, *self.flags],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=self.environment, preexec_fn=self.preexec)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            name, _, value = self.lines[-1].partition(": ")
            if name == "API key":
                self.key = value
            elif name == "Address":
                self.address = value.partition("://")[2]
            elif name in ("Dashboard", "Working"):
                break
        else:
            raise RuntimeError("the server did not start: " + pathlib.Path(self.data, "log").read_text()[-2000:])
        self.client = Client(self.address, self.key) if self.address else None

    def stop(self, how=signal.SIGTERM):
        self.end_load()
        self.process.send_signal(how)
        code = self.process.wait(60)
        self.process.stdout.close()
        self.log.close()
        return code

    def restart(self, how=signal.SIGTERM):
        self.stop(how)
        self.start()
        self.begin_load()

    def command(self, *words, check=True):
        if words[:2] == ("webhook", "add") and "--fetch-allow" not in words:
            words += self.reach
        result = subprocess.run([BINARY, *words, "--data", self.data, *self.store], capture_output=True, text=True, timeout=60)
        if check and result.returncode:
            raise AssertionError(f"{words}: {result.stdout}{result.stderr}")
        return result.stdout.strip() if check else result

    def account(self, name, *flags):
        """A new account and a client with a key of it."""
        self.command("account", "create", name, *flags)
        return self.client.with_key(self.command("key", "create", "--account", name))

    def sql(self, text):
        """What a statement gives: a list of rows of texts."""
        if self.store:
            name = self.store[1].split("@/")[1].split("?")[0]
            return [tuple(line.split("|")) for line in POSTGRES.sql(text, name).splitlines()]
        with contextlib.closing(sqlite3.connect(self.data + "/vitae.db", timeout=20)) as db:
            return [tuple(str(value) for value in row) for row in db.execute(text).fetchall()]

    def cpu_seconds(self):
        """Of the service's own process, without its workers."""
        words = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def doctor(self, but=None):
        """Everything is well, `but` one check of this name."""
        result = self.command("doctor", check=False)
        broken = [line for line in result.stdout.splitlines() if line.startswith("BROKEN") and line.split()[1] != f"{but}:"]
        assert result.returncode == 0 or (but and not broken), result.stdout + result.stderr

    def close(self):
        code = self.stop() if self.process.poll() is None else 0
        log = pathlib.Path(self.data, "log").read_text(errors="replace")[-3000:] if code else ""
        if self.own_data:
            shutil.rmtree(self.data, ignore_errors=True)
        assert code == 0, f"the server ended with {code}: {log}"  # a sanitizer's word, too


class Conversation(unittest.TestCase):
    """Tests that share a server; its invariants are checked when they are over."""
    flags = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.flags)
        cls.client = cls.server.client

    @classmethod
    def tearDownClass(cls):
        try:
            cls.server.doctor()
        finally:
            cls.server.close()

    def problem(self, reply, status, code):
        self.assertEqual(reply.status, status, reply)
        self.assertEqual(reply.headers["Content-Type"], "application/problem+json")
        self.assertEqual((reply.json["status"], reply.json["error_code"]), (status, code))
        return reply.json

    def pointers(self, reply):
        return sorted(e["pointer"] for e in reply.json["errors"])


def wait_until(check, seconds=20):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        value = check()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]
