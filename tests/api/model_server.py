# SPDX-License-Identifier: Apache-2.0
"""A language model's endpoint that speaks the protocol of chat completions and does what a test
tells it: right answers, whole or as a stream, and every kind of wrong one.

    with ModelServer() as model:
        model.script = [status(429, {"Retry-After": "1"}), answer({...})]

Each request takes the next step of `script`; behind its end `model.always` (an answer that is right
for harness.RESUME). `model.requests` holds what came."""
import http.server
import json
import re
import threading
import time


def read_lines(body):
    """{number: text} of the numbered lines that the request shows."""
    user = body["messages"][1]["content"]
    return {int(m[1]): m[2] for m in re.finditer(r"^(\d+)\| (.*)$", user, re.M)}


def ref(lines, text, nth=0):
    """Where `text` stands."""
    numbers = [number for number, line in sorted(lines.items()) if text in line]
    return {"line": numbers[nth], "text": text}


def reading(lines):
    """A right answer for harness.RESUME."""
    first = ref(lines, "Runs a payment")["line"]
    job = {"title": ref(lines, "Senior Software Engineer"), "company": ref(lines, "Example GmbH"),
           "location": ref(lines, "Berlin", 1), "dates": ref(lines, "March 2019 - Present"),
           "body": {"first": first, "last": first + 1}}
    built = ref(lines, "Built reporting")["line"]
    older = {"title": ref(lines, "Software Developer"), "company": ref(lines, "Sample AG"),
             "location": ref(lines, "Hamburg"), "dates": ref(lines, "June 2014 - February 2019"),
             "body": {"first": built, "last": built}}
    summary = ref(lines, "Engineer with ten")["line"]
    return {"name": ref(lines, "Maria Sample"), "label": ref(lines, "Software Engineer"),
            "email": ref(lines, "maria@example.com"), "phone": ref(lines, "+49 30 901820"),
            "location": ref(lines, "Berlin, Germany"), "summary": {"first": summary, "last": summary},
            "experience": [job, older],
            "education": [{"institution": ref(lines, "Technical University of Berlin"),
                           "degree": ref(lines, "MSc"), "field": ref(lines, "Computer Science"),
                           "dates": ref(lines, "2014", 1), "grade": None}],
            "skills": [ref(lines, name) for name in ("Kubernetes", "Docker", "Git")],
            "languages": [{"language": ref(lines, "German (")
                           | {"text": "German"}, "level": ref(lines, "native")}],
            "certifications": []}


# ---- steps of a script: what is done with one request (a handler and its body) ----

def completion(content, finish="stop", **message):
    return {"id": "c1", "object": "chat.completion", "created": 1, "model": "sample",
            "choices": [{"index": 0, "finish_reason": finish,
                         "message": {"role": "assistant", "content": content, **message}}],
            "usage": {"prompt_tokens": 700, "completion_tokens": 300, "total_tokens": 1000}}


def say(content, finish="stop", **message):
    """This text as the answer, whole or as a stream, as the request wants it."""
    def step(handler, body):
        text = content(read_lines(body)) if callable(content) else content
        text = text if isinstance(text, (str, type(None))) else json.dumps(text)
        if body.get("stream"):
            handler.stream(text, finish)
        else:
            handler.reply(200, completion(text, finish, **message))
    return step


def status(code, headers=None, body=None):
    return lambda handler, _: handler.reply(code, body or {"error": {"message": "no", "type": "x"}}, headers)


def raw(data, content_type="application/json"):
    return lambda handler, _: handler.reply(200, data, {"Content-Type": content_type})


def broken_stream(handler, body):
    handler.stream(json.dumps(reading(read_lines(body))), None, upto=0.5)


def cut_off(handler, body):
    """Fewer bytes than announced."""
    data = json.dumps(completion("{}")).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data) + 100))
    handler.end_headers()
    handler.wfile.write(data)
    handler.close_connection = True


def silent(handler, body):
    """No answer until the server ends."""
    handler.server.owner.over.wait(60)
    handler.close_connection = True


def held(handler, body):
    """The right answer once `owner.gate` is open."""
    handler.server.owner.gate.wait(60)
    say(reading)(handler, body)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        with self.server.owner.lock:
            self.server.owner.connections += 1

    def do_POST(self):
        owner = self.server.owner
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(data)
        with owner.lock:
            owner.requests.append({"path": self.path, "headers": dict(self.headers), "body": body,
                                   "bytes": data, "time": time.monotonic()})
            step = owner.script.pop(0) if owner.script else owner.always
            owner.running += 1
            owner.most = max(owner.most, owner.running)
        try:
            step(self, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with owner.lock:
                owner.running -= 1

    def reply(self, code, body, headers=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(code)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, text, finish, upto=1.0):
        """Server-sent events in pieces that end anywhere."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        events = [{"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}]
        pieces = [text[i:i + 17] for i in range(0, len(text or ""), 17)]
        for piece in pieces[:int(len(pieces) * upto)]:
            events.append({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
        if finish:
            events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
            events.append({"choices": [], "usage": {"prompt_tokens": 700, "completion_tokens": 300}})
        data = b": comment\r\n\r\n" + b"".join(b"data: " + json.dumps(e).encode() + b"\r\n\r\n" for e in events)
        data += b"data: [DONE]\n\n" if finish else b""
        for i in range(0, len(data), 1000):
            self.wfile.write(data[i:i + 1000])
            self.wfile.flush()
        self.close_connection = True


class ModelServer:
    def __init__(self):
        self.lock, self.over, self.gate = threading.Lock(), threading.Event(), threading.Event()
        self.script, self.always, self.requests = [], say(reading), []
        self.running = self.most = self.connections = 0
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.owner = self
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.over.set()
        self.gate.set()
        self.server.shutdown()
        self.server.server_close()
