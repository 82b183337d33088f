# SPDX-License-Identifier: Apache-2.0
"""HTTP measured with wrk against a started service: reading a result beside nginx with the same
bytes, durable creates beside one commit for each, times under load, and slow clients."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests/api"), str(ROOT / "tests/soak")]
import watch  # noqa: E402
from harness import RESUME, Server, free_port, wait_until  # noqa: E402

SECONDS, ROUNDS, CONNECTIONS, CREATES, SLOW = 3, 5, 16, 128, 1000
FLAGS = ("--connections-per-address", "2000", "--parallel-per-key", "0", "--queue-max", "0", "--header-seconds", "60")
UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3}


def wrk(url, headers=(), body=None, connections=CONNECTIONS, seconds=SECONDS):
    """Requests a second, p50 and p99 in milliseconds, answers that were no success."""
    words = ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency", url]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write('wrk.method = "%s"\n' % ("POST" if body else "GET"))
        script.write("".join(f"wrk.headers[{json.dumps(k)}] = {json.dumps(v)}\n" for k, v in headers))
        script.write(f"wrk.body = {json.dumps(body)}\n" if body else "")
        script.flush()
        text = subprocess.run([*words, "-s", script.name], capture_output=True, text=True, check=True).stdout
    times = {p: float(n) * UNITS[unit] for p, n, unit in re.findall(r"^\s+(50|99)%\s+([\d.]+)(us|ms|s)", text, re.M)}
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return {"rate": float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)), "p50_ms": times["50"], "p99_ms": times["99"],
            "bad": int(bad.group(1)) if bad else 0}


@contextlib.contextmanager
def nginx(body):
    """nginx with a worker for each core and that body as a file."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vitae-nginx-"))
    folder.chmod(0o755)
    (folder / "result.json").write_bytes(body)
    port = free_port()
    (folder / "nginx.conf").write_text(f"""
daemon off; worker_processes auto; pid {folder}/pid; error_log {folder}/log;
events {{ worker_connections 1024; }}
http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; default_type application/json;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {folder}; }} }}
""")
    process = subprocess.Popen(["/usr/sbin/nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}/result.json"
        wait_until(lambda: subprocess.run(["curl", "-fs", "-o", "/dev/null", url], check=False).returncode == 0)
        yield url
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def middle(rows):
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]}


def read_result():
    """GET of a result with its key, and nginx with the same bytes, in turn."""
    server = Server(*FLAGS)
    try:
        created = server.client.text(RESUME)
        server.client.end(created)
        path, key = "/v1/parse/" + created.json["request_id"], [("Authorization", "Bearer " + server.key)]
        ours, theirs = [], []
        with nginx(server.client.get(path).raw) as url:
            for _ in range(ROUNDS):
                ours.append(wrk(f"http://{server.address}{path}", key))
                theirs.append(wrk(url))
        return {"bytes": len(server.client.get(path).raw), "vitae": middle(ours), "nginx": middle(theirs),
                "ratio": statistics.median(a["rate"] / b["rate"] for a, b in zip(ours, theirs))}
    finally:
        server.close()


def create(program):
    """Accepted requests a second, each durable before its answer, beside a commit for each. The
    workers are stopped meanwhile, so that the two measure the same."""
    body = json.dumps({"input": {"type": "text", "raw_text": RESUME}})
    server = Server(*FLAGS, "--timeout-seconds", "3600", "--stop-seconds", "1")
    head = [("Authorization", "Bearer " + server.key), ("Content-Type", "application/json")]
    nursery, workers = watch.family(server.process.pid)
    try:
        ours, theirs = [], []
        for pid in [nursery, *workers]:
            os.kill(pid, signal.SIGSTOP)
        for i in range(ROUNDS):
            ours.append(wrk(f"http://{server.address}/v1/parse", head, body, CREATES))
            file = f"{server.data}/commit{i}.db"  # on the same disk
            told = subprocess.run([program, file, str(SECONDS)], capture_output=True, text=True, check=True)
            theirs.append(json.loads(told.stdout)["commits_per_second"])
        return {"vitae": middle(ours), "commits": statistics.median(theirs),
                "ratio": statistics.median(a["rate"] / b for a, b in zip(ours, theirs))}
    finally:
        for pid in [*workers, nursery]:
            os.kill(pid, signal.SIGCONT)
        server.close()


def parse(connections=8):
    """Whole parses, waited for: create, queue, worker, result."""
    body = json.dumps({"input": {"type": "text", "raw_text": RESUME}})
    server = Server(*FLAGS)
    head = [("Authorization", "Bearer " + server.key), ("Content-Type", "application/json"), ("Prefer", "wait=30")]
    try:
        one = middle([wrk(f"http://{server.address}/v1/parse", head, body, 1) for _ in range(3)])
        many = middle([wrk(f"http://{server.address}/v1/parse", head, body, connections) for _ in range(3)])
        return {"alone": one, "load": many, "connections": connections}
    finally:
        server.close()


class Slow(threading.Thread):
    """Connections that send a byte of their headers now and then."""

    def __init__(self, address, number):
        super().__init__(daemon=True)
        host, port = address.rsplit(":", 1)
        self.over, self.sockets = threading.Event(), []
        for _ in range(number):
            s = socket.create_connection((host, int(port)), timeout=10)
            s.sendall(b"GET / HTTP/1.1\r\nX: ")
            self.sockets.append(s)
        self.start()

    def run(self):
        while not self.over.wait(1):
            for s in self.sockets:
                with contextlib.suppress(OSError):
                    s.send(b"x")

    def held(self):
        """How many the service has not closed."""
        alive = 0
        for s in self.sockets:
            s.setblocking(False)
            try:
                alive += s.recv(1) != b""
            except BlockingIOError:
                alive += 1
            except OSError:
                pass
        return alive

    def stop(self):
        self.over.set()
        self.join()
        for s in self.sockets:
            s.close()


def slow_clients():
    """Good clients' reads without and with many connections that never finish their headers."""
    server = Server(*FLAGS)
    try:
        created = server.client.text(RESUME)
        server.client.end(created)
        url, key = f"http://{server.address}/v1/parse/{created.json['request_id']}", [("Authorization", "Bearer " + server.key)]
        before, during = [], []
        for _ in range(3):
            before.append(wrk(url, key))
        slow = Slow(server.address, SLOW)
        try:
            for _ in range(3):
                during.append(wrk(url, key))
            held = slow.held()
        finally:
            slow.stop()
        return {"without": middle(before), "with": middle(during), "slow": SLOW, "held": held}
    finally:
        server.close()
