# SPDX-License-Identifier: Apache-2.0
"""How long an account waits for its parses while another attacks, on loopback.

    python3 bench/tenants.py [--seconds 15] [--only NAME ...] [--vitae BINARY]

For each row a service is started anew with two workers and without limits of rates. One account sends an
ordinary text every 150 ms and waits for its end; another attacks with eight threads for that time, with at
most 4,000 requests, or with what the service itself computes on 48 connections and without end. Prints p50
and p99 of the first account's parses, of its creates that come with a file, and how many were not answered
within 30 s. Nothing leaves this machine. On a busy one, TMPDIR=/dev/shm leaves its disk out, and, as root,
`echo -15 > /proc/self/autogroup` lets the session go before others."""
import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import pathlib
import re
import selectors
import socket
import sys
import threading
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
THREADS, MOST_REQUESTS, PAUSE_S, PATIENCE_S, ENDPOINTS = 8, 4000, 0.15, 30, 50
CONNECTIONS = 48  # for what the service itself computes: more at a time than it has threads for


def nested_forms(levels, calls, leaf=""):
    """A PDF of 3 kB whose page draws a form that draws a form `calls` times, and so on: calls ** levels of them."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
               "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"]
    bodies = [o.encode() for o in objects] + [packed("", b"/X Do")]
    for level in range(levels):
        inner = "/X Do " * calls if level + 1 < levels else leaf
        bodies.append(packed(f"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {6 + level} 0 R >> >>",
                             inner.encode()))
    return assembled(bodies)


def picture_many_times(times, side):
    """A PDF of some kB whose page draws one grey picture, `side` pixels wide and high, so many times."""
    return assembled([
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
        packed("", b"q 400 0 0 600 50 50 cm /X Do Q " * times),
        packed(f"/Type /XObject /Subtype /Image /Width {side} /Height {side} /BitsPerComponent 8 /ColorSpace /DeviceGray",
               b"\x55" * side * side)])


def packed(head, body):
    body = zlib.compress(body)
    return f"<< {head} /Filter /FlateDecode /Length {len(body)} >>\nstream\n".encode() + body + b"\nendstream"


def assembled(bodies):
    """A PDF of these objects."""
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    return out + f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()


class Silent:
    """Takes connections and never answers."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port, self.kept = self.socket.getsockname()[1], []
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                self.kept.append(self.socket.accept()[0])

    def url(self, i):
        return f"http://localhost:{self.port}/{i}"

    def close(self):
        self.socket.close()
        for connection in self.kept:
            connection.close()


class Flood:
    """One request as bytes, sent again and again by another process on so many connections; each waits for its
    answer. The answers are thrown away unread, so that the attacker itself costs the machine next to nothing."""

    def __init__(self, address, request):
        self.over, self.sent = multiprocessing.Event(), multiprocessing.Value("i", 0)
        self.address, self.request = address, request
        self.process = multiprocessing.Process(target=self.run, daemon=True)
        self.process.start()

    def run(self):
        selector, room = selectors.DefaultSelector(), bytearray(1 << 20)
        for _ in range(CONNECTIONS):
            self.connect(selector)
        while not self.over.is_set():
            for key, _ in selector.select(0.1):
                if not self.go_on(key.fileobj, key.data, room):
                    selector.unregister(key.fileobj)
                    key.fileobj.close()
                    self.connect(selector)
        os._exit(0)

    def connect(self, selector):
        host, port = self.address.rsplit(":", 1)
        connection = socket.create_connection((host, int(port)))
        selector.register(connection, selectors.EVENT_READ, {"left": 0})
        connection.sendall(self.request)

    def go_on(self, connection, state, room):
        """Takes what has come; sends the next request behind the end of an answer. False when that is over."""
        try:
            if state["left"]:
                got = connection.recv_into(room, min(state["left"], len(room)), socket.MSG_TRUNC)
                state["left"] -= got
            else:
                head, _, body = connection.recv(8192).partition(b"\r\n\r\n")
                got, length = len(head), re.search(rb"(?i)content-length: *(\d+)", head)
                state["left"] = int(length[1]) - len(body) if length else 0
            if got and not state["left"]:
                self.sent.value += 1
                connection.sendall(self.request)
            return got > 0
        except OSError:
            return False

    def stop(self):
        self.over.set()
        self.process.join()
        return self.sent.value


class Attack:
    """Threads of another process that call `send` until the time or the requests are used up."""

    def __init__(self, send):
        self.over, self.sent = multiprocessing.Event(), multiprocessing.Value("i", 0)
        self.process = multiprocessing.Process(target=self.run, args=(send,), daemon=True)
        self.process.start()

    def run(self, send):
        started = [threading.Thread(target=self.call, args=(send,), daemon=True) for _ in range(THREADS)]
        for thread in started:
            thread.start()
        self.over.wait()
        os._exit(0)

    def call(self, send):
        while not self.over.is_set():
            with self.sent.get_lock():
                if self.sent.value == MOST_REQUESTS:
                    return
                self.sent.value += 1
            try:
                if send().status in (429, 503):
                    time.sleep(0.05)
            except (OSError, http.client.HTTPException, AssertionError):
                time.sleep(0.05)

    def stop(self):
        self.over.set()
        self.process.join()
        return self.sent.value


def attacks(h, server, many, silent):
    """Name, and what one of its requests is."""
    from test_events import answer  # noqa: F401  (the harness of the tests has to be on the path)
    slow, config = nested_forms(12, 10), json.dumps({"extract": {"type": "ocr"}})

    def pages():
        session = many.call("POST", "/dashboard/api/session", {"key": many.key}, check=False)
        cookie = session.headers["Set-Cookie"].split(";")[0]
        kind, body = h.form([("file", "a.pdf", slow)])
        headers = {"Cookie": cookie, "X-CSRF-Token": session.json["csrf"], "Content-Type": kind}
        return lambda: many.call("POST", "/dashboard/api/pages", body, headers, check=False)

    def endpoints():
        for i in range(ENDPOINTS):
            server.command("webhook", "add", silent.url(i), "--account", "many", check=False)
        return many.text

    def large():
        """A request whose answer has 1.6 MB, and that answer's result."""
        result = many.end(many.text())["result"]
        result["experience"] = [dict(result["experience"][0], title=f"Engineer {i}", company=f"Company {i}",
                                     highlights=["Did *this* and [that]. " * 8] * 6) for i in range(1000)]
        return many.end(many.create({"input": {"type": "result", "data": result}}))["request_id"], result

    def flood(method, path, head="", body=b""):
        return Flood(many.address, f"{method} {path} HTTP/1.1\r\nHost: {many.address}\r\nAuthorization: Bearer {many.key}\r\n"
                                   f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    def reviews():
        done, result = large()
        return flood("PUT", f"/v1/parse/{done}/review", "Content-Type: application/json\r\n", json.dumps({"result": result}).encode())

    return {
        "quiet": None,
        "texts": lambda: Attack(many.text),
        "PDFs of 3 kB with nested forms": lambda: Attack(lambda: many.upload([("file", "a.pdf", slow)])),
        "scans with OCR": lambda: Attack(lambda: many.upload([("file", "a.png", h.SCAN), ("config", None, config)])),
        "pages to draw": lambda: Attack(pages()),
        "URLs of a silent server": lambda: Attack(lambda: many.create({"input": {"type": "url", "data": silent.url("x")}})),
        "50 silent endpoints": lambda: Attack(endpoints()),
        "questions for the usage": lambda: flood("GET", "/v1/usage"),
        "answers of 1.6 MB, compressed": lambda: flood("GET", f"/v1/parse/{large()[0]}", "Accept-Encoding: gzip\r\n"),
        "exports of 1.6 MB": lambda: flood("GET", f"/v1/parse/{large()[0]}?format=markdown"),
        "reviews of 1.6 MB": reviews,
        "searches for skills": lambda: flood("GET", "/v1/skills?limit=100&q=a"),
    }


def percentile(values, p):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * p / 100))] if values else float("nan")


def parse_for(h, one, seconds):
    """Milliseconds of the parses, milliseconds of creates with a file, and how many failed."""
    parses, creates, lost = [], [], 0
    until = time.monotonic() + seconds
    one.connection().timeout = PATIENCE_S
    while time.monotonic() < until:
        try:
            begun = time.monotonic()
            if one.text(Prefer=f"wait={PATIENCE_S}").status == 200:
                parses.append((time.monotonic() - begun) * 1000)
            else:
                lost += 1
            begun = time.monotonic()
            if one.upload([("file", "a.txt", h.RESUME)]).status == 202:
                creates.append((time.monotonic() - begun) * 1000)
            else:
                lost += 1
        except (OSError, http.client.HTTPException):
            one.close()
            lost += 1
        time.sleep(PAUSE_S)
    return parses, creates, lost


def measure(h, name, seconds):
    silent = Silent()
    server = h.Server("--fetch-allow", "localhost", "--stop-seconds", "0", "--parallel-per-key", "0")
    try:
        many = server.account("many", "--allowance", "10000000")
        one = server.account("one", "--allowance", "10000000")
        parse_for(h, one, 1)
        make = attacks(h, server, many, silent)[name]
        attack = make() if make else None
        time.sleep(2 if attack else 0)
        parses, creates, lost = parse_for(h, one, seconds)
        sent = attack.stop() if attack else 0
        return {"attack": name, "sent": sent, "parses": len(parses), "lost": lost,
                "parse_p50_ms": percentile(parses, 50), "parse_p99_ms": percentile(parses, 99),
                "file_p50_ms": percentile(creates, 50), "file_p99_ms": percentile(creates, 99)}
    finally:
        silent.close()
        with contextlib.suppress(AssertionError):
            server.process.kill()
            server.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--vitae")
    options = parser.parse_args()
    if options.vitae:
        os.environ["VITAE"] = options.vitae
    sys.path.insert(0, str(ROOT / "tests/api"))
    import harness as h
    names = [n for n in attacks(h, None, None, None) if not options.only or n == "quiet" or n in options.only]
    print(f"| the other account sends (load {os.getloadavg()[0]:.0f}) | requests | parses | p50 ms | p99 ms | × quiet | with a file, p99 ms | unanswered |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    quiet = None
    for name in names:
        row = measure(h, name, min(options.seconds, 120))
        quiet = quiet or row["parse_p99_ms"]
        print(f"| {name} | {row['sent']} | {row['parses']} | {row['parse_p50_ms']:.0f} | {row['parse_p99_ms']:.0f} | "
              f"{row['parse_p99_ms'] / quiet:.1f} | {row['file_p99_ms']:.0f} | {row['lost']} |", flush=True)


if __name__ == "__main__":
    main()
