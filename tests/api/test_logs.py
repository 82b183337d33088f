# SPDX-License-Identifier: Apache-2.0
"""Nothing of a person in the log, at any level, whatever is sent and whatever goes wrong."""
import json
import pathlib
import re
import socket
import unittest

from harness import JOB, ROOT, SCAN, Server, docx, pdf, wait_until
from test_events import Web, answer

PERSONAS = 8
MARK = "zqxjkv"  # in everything that a client chooses beside the documents


def words(value):
    """All texts of a persona."""
    if isinstance(value, dict):
        for item in value.values():
            yield from words(item)
    elif isinstance(value, list):
        for item in value:
            yield from words(item)
    elif isinstance(value, str):
        yield value


def lines_of(persona):
    return [line for text in words(persona) for line in text.splitlines() if line.strip()]


def secrets_of(persona):
    """What must not be found: the names in full and in parts, addresses, numbers, employers."""
    basics = persona["basics"]
    found = {basics.get("name"), basics.get("email"), basics.get("phone"), basics.get("url")}
    found |= {part for part in (basics.get("name") or "").split() if len(part) > 4}
    found |= {item.get("name") for item in persona.get("work", [])}
    found |= {p.get("url") for p in basics.get("profiles", [])}
    return {s for s in found if s and len(s) > 4}


class Logs(unittest.TestCase):
    def conversation(self, server, web, personas):
        client = server.client
        server.command("webhook", "add", web.url(f"/hook/{MARK}?token={MARK}", "localhost"))
        server.command("webhook", "add", f"http://{MARK}.invalid/{MARK}")
        session = client.call("POST", "/dashboard/api/session", {"key": server.key})
        cookie = session.headers["Set-Cookie"].split(";")[0]
        csrf = {"Cookie": cookie, "X-CSRF-Token": session.json["csrf"] if "csrf" in session.json else ""}
        for i, persona in enumerate(personas):
            lines, name = lines_of(persona), persona["basics"]["name"]
            text = "\n".join(lines)
            web.routes[f"/{MARK}/{i}"] = answer(body=text.encode())
            uploads = [("txt", text), ("md", "# " + text), ("docx", docx(lines[:60])), ("html", f"<p>{text}</p>"),
                       ("pdf", pdf(2, re.sub(r"[^\w@.+ -]", " ", " ".join(lines[:6])))), ("pdf", b"%PDF-1.4 " + text.encode()),
                       ("docx", docx(lines)[:-80]), ("bin", b"\0\1" + text.encode())]
            kind, data = uploads[i % len(uploads)]
            ends = [client.upload([("file", f"{name}.{kind}", data), ("job_description", None, JOB + name)],
                                  Idempotency_Key=f"{MARK}{i}"),
                    client.text(text, config={"validate": {"prompt": {"skip": False}}}),
                    client.create({"input": {"type": "url", "data": web.url(f"/{MARK}/{i}?token={MARK}", "localhost")}}),
                    client.create({"input": {"type": "url", "data": f"http://user:{MARK}@{MARK}.invalid/{MARK}"}}),
                    client.create({"input": {"type": "url", "data": f"http://127.0.0.1/{MARK}"}})]
            for created in ends:
                if created.status == 202:
                    client.end(created)
            self.mistakes(server, client, text, name)
            client.call("POST", "/dashboard/api/phrases", {"phrase": name}, csrf, check=False)
            client.call("POST", "/dashboard/api/keys", {"name": name}, csrf, check=False)
        client.end(client.upload([("file", "scan.png", SCAN), ("config", None, '{"extract": {"type": "ocr"}}')]))
        wait_until(lambda: any(path.startswith("/hook") for path, _, _ in web.seen))

    def mistakes(self, server, client, text, name):
        quoted = json.dumps(text)
        client.call("POST", "/v1/parse", quoted[:-1].encode(), {"Content-Type": "application/json"})
        client.create({"input": {"type": MARK, "data": text}, MARK: name})
        client.create({"input": {"type": "text", "raw_text": text}, "config": {"parse": {"model_tier": MARK}}})
        client.upload([("file", name, text), ("file", name, text)])
        client.upload([("config", None, quoted)])
        client.call("GET", f"/v1/parse/{MARK}?q={MARK}", headers={"X-Name": MARK, "Cookie": "vitae_session=" + MARK})
        client.call("GET", f"/{MARK}", check=False)
        client.get(f"/v1/parse?cursor={MARK}&status={MARK}")
        client.with_key("vt_live_" + MARK).text(text)
        host, port = server.address.rsplit(":", 1)
        for raw in (f"GET /{MARK}\r\n\r\n", f"{MARK}\r\n\r\n", f"GET / HTTP/1.1\r\nHost: x\r\n{MARK}\r\n\r\n",
                    f"POST /v1/parse HTTP/1.1\r\nHost: x\r\nContent-Length: {MARK}\r\n\r\n{MARK}",
                    f"POST /v1/parse HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{MARK}\r\n",
                    f"GET /?{MARK} HTTP/1.1\r\nHost: x\r\nX-Long: {MARK * 8000}\r\n\r\n"):
            with socket.create_connection((host, int(port)), timeout=5) as s:
                try:
                    s.sendall(raw.encode())
                    s.shutdown(socket.SHUT_WR)
                    s.recv(4096)
                except OSError:
                    pass

    def look(self, *flags):
        paths = sorted((ROOT / "data/personas").glob("*.json"))
        personas = [json.loads(p.read_text(encoding="utf-8")) for p in paths[::max(1, len(paths) // PERSONAS)]]
        personas = personas[:PERSONAS]
        web = Web({f"/hook/{MARK}": answer()})
        server = Server("--log-level", "debug", "--fetch-allow", "localhost", "--fetch-seconds", "5", *flags)
        try:
            self.conversation(server, web, personas)
            key = server.key
            server.stop()
            log = pathlib.Path(server.data, "log").read_text(encoding="utf-8", errors="replace")
            said = log + "\n".join(line for line in server.lines if not line.startswith("API key"))
            self.assertIn("request.end", log)
            self.assertIn("debug", log)
            forbidden = {MARK, key, key[8:], "Maria", "maria@example.com", "901820"}
            for persona in personas:
                forbidden |= secrets_of(persona)
            lower = said.lower()
            found = sorted(s for s in forbidden if re.search(r"(?<!\w)" + re.escape(s.lower()) + r"(?!\w)", lower)
                           or (s in (MARK, key) and s.lower() in lower))
            shown = [line for line in said.splitlines() if any(s.lower() in line.lower() for s in found)]
            self.assertEqual(found, [], "\n".join(shown[:10]))
        finally:
            server.close()
            web.close()

    def test_lines(self):
        self.look()

    def test_json(self):
        self.look("--log-json")


if __name__ == "__main__":
    unittest.main()
