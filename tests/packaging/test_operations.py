# SPDX-License-Identifier: Apache-2.0
"""What packaging/ has for people who run the service: rules, dashboard, manifests, proxies. Metrics that
they name are those of a running service. Environment: VITAE"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
sys.path.insert(0, str(ROOT / "tests/api"))
from harness import Server, wait_until  # noqa: E402

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


if __name__ == "__main__":
    unittest.main()
