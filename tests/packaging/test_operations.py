# SPDX-License-Identifier: Apache-2.0
"""What packaging/ has for people who run the service: rules, dashboard, manifests, proxies. Metrics that
they name are those of a running service. Environment: VITAE"""
import base64
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
sys.path.insert(0, str(ROOT / "tests/api"))
from harness import RESUME, Client, Server, free_port, wait_until  # noqa: E402

NAME = re.compile(r"\b(?:vitae|process)_[a-z_]+\b")
NO_MODEL = {"vitae_model_questions_total", "vitae_model_resting"}  # where one is configured
NO_TLS = {"vitae_certificate_expiry_seconds"}
PROMTOOL = shutil.which("promtool")


class Monitoring(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--metrics-listen", "127.0.0.1:0")
        cls.metrics = next(l for l in cls.server.lines if l.startswith("Metrics: ")).split("://")[1].split("/")[0]
        cls.server.client.end(cls.server.client.text())
        cls.text = cls.server.client.get("/metrics").raw.decode()
        cls.names = set(re.findall(r"^([a-z_]+)[{ ]", cls.text, re.M))

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def known(self, expressions):
        named = {name for text in expressions for name in NAME.findall(text)}
        self.assertGreater(len(named), 5)
        self.assertEqual(named - self.names - NO_MODEL - NO_TLS, set())

    def test_rules_name_what_there_is(self):
        rules = yaml.safe_load((PACKAGING / "monitoring/alerts.yml").read_text())["groups"][0]["rules"]
        self.known([rule["expr"] for rule in rules])
        for rule in rules:
            self.assertEqual(set(rule["annotations"]), {"summary", "action"}, rule["alert"])
            self.assertIn(rule["labels"]["severity"], ("page", "warn"))

    @unittest.skipUnless(PROMTOOL, "needs promtool")
    def test_rules_hold_their_tests(self):
        for words in (("check", "rules", "alerts.yml"), ("test", "rules", "alerts_test.yml"), ("check", "config", "prometheus.yml")):
            result = subprocess.run([PROMTOOL, *words], cwd=PACKAGING / "monitoring", capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_the_dashboard_names_what_there_is(self):
        board = json.loads((PACKAGING / "monitoring/dashboard.json").read_text())
        panels = [p for p in board["panels"] if p["type"] != "row"]
        self.known([t["expr"] for p in panels for t in p["targets"]])
        self.assertEqual(len({p["id"] for p in board["panels"]}), len(board["panels"]))
        taken = set()
        for p in board["panels"]:
            g = p["gridPos"]
            cells = {(x, y) for x in range(g["x"], g["x"] + g["w"]) for y in range(g["y"], g["y"] + g["h"])}
            self.assertFalse(taken & cells, p["title"])
            self.assertLessEqual(g["x"] + g["w"], 24)
            taken |= cells

    @unittest.skipUnless(shutil.which("prometheus"), "needs prometheus")
    def test_prometheus_scrapes_it_and_every_query_runs(self):
        board = json.loads((PACKAGING / "monitoring/dashboard.json").read_text())
        queries = [t["expr"] for p in board["panels"] for t in p.get("targets", [])]
        with tempfile.TemporaryDirectory() as folder:
            config = yaml.safe_load((PACKAGING / "monitoring/prometheus.yml").read_text())
            config["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
            config["rule_files"] = [str(PACKAGING / "monitoring/alerts.yml")]
            config["scrape_configs"][0]["static_configs"][0]["targets"] = [self.metrics]
            path = pathlib.Path(folder, "prometheus.yml")
            path.write_text(yaml.safe_dump(config))
            log = open(folder + "/log", "w+")
            process = subprocess.Popen(["prometheus", f"--config.file={path}", f"--storage.tsdb.path={folder}/data",
                                        "--web.listen-address=127.0.0.1:19391", "--log.level=warn"], stderr=log)
            try:
                ask = lambda path: self.ask("http://127.0.0.1:19391" + path)
                target = wait_until(lambda: (t := ask("/api/v1/targets")) and t["data"]["activeTargets"] and
                                    t["data"]["activeTargets"][0]["health"] == "up" and t, 60)
                self.assertEqual(target["data"]["activeTargets"][0]["labels"]["job"], "vitae")
                import urllib.parse
                for query in queries:
                    answer = ask("/api/v1/query?query=" + urllib.parse.quote(query))
                    self.assertEqual(answer["status"], "success", query)
                found = wait_until(lambda: (a := ask("/api/v1/query?query=vitae_build_info")) and a["data"]["result"] and a)
                self.assertIn("version", found["data"]["result"][0]["metric"])
                groups = ask("/api/v1/rules")["data"]["groups"][0]["rules"]
                self.assertEqual({rule["health"] for rule in groups} - {"unknown"} or {"ok"}, {"ok"})
            finally:
                process.terminate()
                process.wait(20)
                log.close()

    @staticmethod
    def ask(url):
        import urllib.request
        try:
            return json.loads(urllib.request.urlopen(url, timeout=5).read())
        except OSError:
            return None


class Files(unittest.TestCase):
    def test_settings_of_the_manifests_are_settings(self):
        text = (PACKAGING / "kubernetes/vitae.yaml").read_text()
        documents = list(yaml.safe_load_all(text))
        self.assertEqual([d["kind"] for d in documents],
                         ["ConfigMap", "Deployment", "Service", "PodDisruptionBudget", "Ingress"])
        compose = yaml.safe_load((PACKAGING / "compose/compose.yaml").read_text())
        variables = {k: v for k, v in compose["services"]["vitae"]["environment"].items() if k.startswith("VITAE_")}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "vitae.conf")
            clean = {k: v for k, v in os.environ.items() if not k.startswith("VITAE_")}
            for config, extra in ((documents[0]["data"]["vitae.conf"], {}), ("", variables)):
                path.write_text(config)
                result = subprocess.run([os.environ["VITAE"], "config", "check", "--config", str(path)], env=clean | extra,
                                        capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stdout), (0, "the configuration is right\n"))

    def test_what_the_manifests_name_is_there(self):
        deployment = yaml.safe_load_all((PACKAGING / "kubernetes/vitae.yaml").read_text())
        spec = list(deployment)[1]["spec"]["template"]["spec"]
        volumes = {v["name"] for v in spec["volumes"]}
        self.assertEqual({m["name"] for m in spec["containers"][0]["volumeMounts"]}, volumes)
        compose = yaml.safe_load((PACKAGING / "compose/compose.yaml").read_text())
        for service in compose["services"].values():
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                found = (PACKAGING / "compose" / source).is_file() if source.startswith(".") else source in compose["volumes"]
                self.assertTrue(found, volume)

    @unittest.skipUnless(shutil.which("nginx"), "needs nginx")
    def test_nginx_takes_its_page(self):
        text = (PACKAGING / "proxy/nginx.conf").read_text()
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                            folder + "/privkey.pem", "-out", folder + "/fullchain.pem", "-days", "2", "-subj", "/CN=x"],
                           check=True, capture_output=True)
            text = text.replace("/etc/letsencrypt/live/vitae.example.com", folder).replace("/var/lib/nginx/body", folder)
            pathlib.Path(folder, "site").write_text(text)
            pathlib.Path(folder, "conf").write_text(f"pid {folder}/pid; error_log stderr;\nevents {{}}\nhttp {{ include {folder}/site; }}\n")
            result = subprocess.run(["nginx", "-t", "-c", folder + "/conf"], capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stderr)

    @unittest.skipUnless(shutil.which("caddy"), "needs caddy")
    def test_caddy_takes_its_page(self):
        page = PACKAGING / "proxy/Caddyfile"
        for words in (("validate", "--config", str(page), "--adapter", "caddyfile"), ("fmt", str(page))):
            with tempfile.TemporaryDirectory() as home:
                result = subprocess.run(["caddy", *words], capture_output=True, text=True, env=os.environ | {"HOME": home})
            self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, page.read_text())


class Proxies(unittest.TestCase):
    """Real proxies with the pages of packaging/proxy, on a host of their own and below a path (docs/operations.md)."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.port = free_port()

    def described(self, begin):
        """The block of docs/operations.md that begins so."""
        text = (ROOT / "docs/operations.md").read_text()
        return re.search(r"```\w*\n(" + re.escape(begin) + r".*?)```", text, re.S).group(1)

    def write(self, name, text):
        pathlib.Path(self.folder.name, name).write_text(text)
        return f"{self.folder.name}/{name}"

    def begin(self, *words):
        log = open(self.folder.name + "/log", "w+")
        self.addCleanup(log.close)
        process = subprocess.Popen(words, stdout=log, stderr=log, env=os.environ | {"HOME": self.folder.name})

        def end():
            process.terminate()
            process.wait(20)
        self.addCleanup(end)
        wait_until(lambda: self.listens() or process.poll() is not None, 30)
        self.assertIsNone(process.poll(), pathlib.Path(log.name).read_text())

    def listens(self):
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", self.port)) == 0

    def caddy(self, server, base):
        page = (PACKAGING / "proxy/Caddyfile").read_text()
        others = re.search(r"\t# 10 MB.*?\n}\n", page, re.S).group(0)[:-2].replace("127.0.0.1:8080", server.address)
        page = page.replace("vitae.example.com", f"http://127.0.0.1:{self.port}").replace("127.0.0.1:8080", server.address)
        if base:
            inside = re.sub(r"\treverse_proxy .*", lambda _: others, self.described("handle /vitae*"))
            page = f"http://127.0.0.1:{self.port} {{\n{inside}\n}}\n"
        self.begin("caddy", "run", "--adapter", "caddyfile", "--config",
                   self.write("Caddyfile", "{\n\tadmin off\n\tauto_https off\n}\n" + page))

    def nginx(self, server, base):
        page = (PACKAGING / "proxy/nginx.conf").read_text().replace("127.0.0.1:8080", server.address)
        page = re.sub(r"server {\n    listen 80;.*?\n}\n", "", page, flags=re.S)
        page = re.sub(r" *ssl_.*\n", "", page).replace("listen 443 ssl http2", f"listen 127.0.0.1:{self.port}")
        page = page.replace("/var/lib/nginx/body", self.folder.name)
        if base:
            lines = re.search(r"location / {\n(.*?)    }\n", page, re.S).group(1)
            inside = re.sub(r" *proxy_pass .*\n", lambda _: lines, self.described("location = /vitae {"))
            page = re.sub(r"    location / {.*", lambda _: inside + "}\n", page, flags=re.S)
        folders = "".join(f"{kind}_temp_path {self.folder.name}/{kind};\n" for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
        self.begin("nginx", "-c", self.write("conf", f"daemon off; user root; pid {self.folder.name}/pid; error_log stderr;\nevents {{}}\nhttp {{ access_log off; "
                                             f"{folders} include {self.write('site', page)}; }}\n"))

    def talk(self, server, base):
        client = Client(f"127.0.0.1:{self.port}", server.key)
        ask = lambda method, path, body=None, **headers: client.call(method, base + path, body, {k.replace("_", "-"): v for k, v in headers.items()}, check=False)
        text = {"input": {"type": "text", "raw_text": RESUME}}
        done = ask("POST", "/v1/parse", text, Prefer="wait=20", X_Forwarded_For="203.0.113.9")
        self.assertEqual((done.status, done.json["status"]), (200, "completed"))
        self.assertRegex(done.headers["X-Request-Id"], r"^[0-9a-f-]{32,36}$")
        self.assertEqual(ask("GET", "/metrics").status, 404)
        for path in ("/", "/docs", "/healthz"):
            self.assertEqual(ask("GET", path).status, 200, path)
        told = wait_until(lambda: ask("GET", "/v1/audit?action=request.create").json["entries"])
        self.assertEqual({entry["address"] for entry in told}, {"127.0.0.1"})  # never what a client says of itself
        document = lambda size: {"input": {"type": "file", "filename": "r.txt", "data": base64.b64encode(b"x" * size).decode()}}
        self.assertNotEqual(ask("POST", "/v1/parse", document(10 * 1000 * 1000)).status, 413)
        large = ask("POST", "/v1/parse", document(11 * 1024 * 1024))  # vitae itself says why
        self.assertEqual((large.status, large.json["error_code"]), (413, "payload_too_large"))
        with contextlib.suppress(ConnectionError):  # a proxy may close before it has read the body
            self.assertEqual(ask("POST", "/v1/parse", {"input": "x" * 18_000_000}).status, 413)
        client.close()

    def test_proxies(self):
        for base in ("", "/vitae"):
            for name in ("caddy", "nginx"):
                if not shutil.which(name):
                    continue
                with self.subTest(name + base):
                    self.port = free_port()
                    server = Server("--trusted-proxies", "127.0.0.1 ::1", "--base-path", base)
                    try:
                        getattr(self, name)(server, base)
                        self.talk(server, base)
                    finally:
                        server.close()


if __name__ == "__main__":
    unittest.main()
