# SPDX-License-Identifier: Apache-2.0
"""What the program says about its configuration."""
import os
import pathlib
import subprocess
import tempfile
import unittest

from harness import BINARY


class Configuration(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name, "vitae.conf")

    def run_vitae(self, *words, text="", **variables):
        self.file.write_text(text)
        clean = {name: value for name, value in os.environ.items() if not name.startswith("VITAE_")}
        return subprocess.run([BINARY, *words, "--config", str(self.file)], env=clean | variables,
                              capture_output=True, text=True, timeout=60)

    def faults(self, text, *words, **variables):
        result = self.run_vitae("config", "check", *words, text=text, **variables)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        return result.stdout.replace(self.folder.name + "/", "").splitlines()

    def test_every_fault_is_told_with_its_line(self):
        self.assertEqual(
            self.faults("# ours\n[service]\nlisten = 127.0.0.1:8080\n\nworkres = 3\nqueue_max = many\n"
                        "log_json = maybe\nlog_level = wran\nlisten = :80\njust words\n[open\n"),
            ["vitae.conf:5: there is no setting 'workres'; did you mean 'workers'?",
             "vitae.conf:6: queue_max must be a whole number from 0 to 100000000, not 'many'",
             "vitae.conf:7: log_json must be true or false, not 'maybe'",
             "vitae.conf:8: log_level must be one of debug info warn error (did you mean warn?), not 'wran'",
             "vitae.conf:9: listen is set twice: in line 3, too",
             "vitae.conf:10: the line is not KEY = VALUE",
             "vitae.conf:11: the [section] has no end"])

    def test_variables_and_options_are_looked_at(self):
        self.assertEqual(self.faults("", "--workers", "x", "--lisen=y", VITAE_LISTN=":80", VITAE_QUEUE_MAX="-1"),
                         ["VITAE_LISTN: there is no setting 'listn'; did you mean 'listen'?",
                          "VITAE_QUEUE_MAX: queue_max must be a whole number from 0 to 100000000, not '-1'",
                          "--workers: workers must be a whole number from 0 to 1024, not 'x'",
                          "there is no option '--lisen'; did you mean --listen?"])

    def test_variables_of_clients_and_of_kubernetes_are_none_of_ours(self):
        good = self.run_vitae("config", "check", VITAE_URL="http://x", VITAE_KEY="k", VITAE_SERVICE_HOST="10.0.0.1",
                              VITAE_PORT="tcp://10.0.0.1:80", VITAE_PORT_80_TCP_ADDR="10.0.0.1")
        self.assertEqual((good.returncode, good.stdout), (0, "the configuration is right\n"))

    def test_values_that_cannot_work_are_found_before_the_start(self):
        rows = (("listen = localhost\n", "vitae.conf:1: listen: 'localhost' is not ADDRESS:PORT"),
                ("tls_key = /dev/null\n",
                 "vitae.conf:1: tls_certificate and tls_key belong together: set both or none"),
                ("taxonomy = /nowhere/t.img\n",
                 "vitae.conf:1: taxonomy: cannot read '/nowhere/t.img': No such file or directory"),
                ("fetch_ports = 80, 443\n", "vitae.conf:1: fetch_ports must be numbers from 1 to 65535 with spaces "
                                            "between them, not '80,'"),
                ("fetch_allow = a.example, b.example\n", "vitae.conf:1: fetch_allow must be host names with spaces "
                                                         "between them, not 'a.example, b.example'"),
                ("cors_origins = app.example\n", "vitae.conf:1: cors_origins must be * or origins like "
                 "https://app.example with spaces between them, not 'app.example'"),
                ("store = postgres://u@h/d\n", "vitae.conf:1: store must be postgresql://USER@HOST/DATABASE "
                                               "(postgresql, not postgres)"),
                ("no_workers = yes\n", "vitae.conf:1: no_workers needs a store that `vitae work` reaches: "
                                        "set store to postgresql://..."),
                *((f"base_path = {path}\n", "vitae.conf:1: base_path must be a path like /vitae, with a slash before it and "
                   f"none after it, of at most 100 characters, not '{path}'")
                  for path in ("vitae", "/", "/vitae/", "/a//b", "/a b", "/a/../b", "/" + "a" * 100)),
                ("llm_url = https://m.example/v1\n", "vitae.conf:1: llm_url needs llm_model, the name of a model"))
        for text, says in rows:
            with self.subTest(text):
                self.assertEqual(self.faults(text), [says])

    def test_the_service_does_not_start_and_tells_all(self):
        result = self.run_vitae("serve", "--data", self.folder.name, text="workers = x\nlistenn = y\ntls_key = /dev/null\n")
        lines = result.stderr.replace(self.folder.name + "/", "").splitlines()
        self.assertEqual(result.returncode, 2)
        self.assertEqual([line.split(": ")[1] for line in lines[:3]], ["vitae.conf:1", "vitae.conf:2", "vitae.conf:3"])
        self.assertEqual(lines[3], "vitae serve: 3 faults in the configuration")
        other = self.run_vitae("key", "list", text="workers = x\nlistenn = y\n")
        self.assertEqual(other.returncode, 2)
        self.assertIn("vitae.conf:1: workers must be a whole number from 0 to 1024, not 'x' (and 1 more: see "
                      "`vitae config check`)", other.stderr)

    def test_show_tells_values_and_sources_and_hides_secrets(self):
        text = ("\ufefflisten = 127.0.0.1:9000 ; behind nginx\r\n"
                "store = postgresql://vitae:se/cret@db.example/vitae?sslmode=require # the main one\n")
        result = self.run_vitae("config", "show", "--changed", "--workers", "3", text=text.replace("se/cret", "secret"),
                                VITAE_LOG_JSON="true", VITAE_LLM_KEY="sk-hidden")
        rows = dict(line.replace(self.folder.name + "/", "").split(" ; ") for line in result.stdout.splitlines()[:-1])
        self.assertEqual({key.strip(): value for key, value in rows.items()},
                         {"listen = 127.0.0.1:9000": "vitae.conf:1",
                          "store = postgresql://vitae:***@db.example/vitae?sslmode=require": "vitae.conf:2",
                          "workers = 3": "--workers", "log_json = true": "VITAE_LOG_JSON"})
        self.assertNotIn("hidden\"", result.stdout.replace("(hidden)", ""))
        self.assertNotIn("sk-", result.stdout)
        self.assertEqual(result.returncode, 0)
        word = self.run_vitae("config", "show", text="store = postgresql://db/vitae?user=v&password=secret&x=y\n")
        self.assertIn("?user=v&password=***&x=y", word.stdout)

    def test_show_tells_which_value_holds_when_one_was_refused(self):
        text = "queue_max = many\nlog_level = wran\nworkers = 2\nfetch_seconds = 30\nfetch_seconds = never\n"
        result = self.run_vitae("config", "show", "--changed", "--log-json=maybe", text=text, VITAE_WORKERS="x",
                                VITAE_QUEUE_MAX="-1", VITAE_LOG_LEVEL="debug")
        rows = dict(line.replace(self.folder.name + "/", "").split(" ; ") for line in result.stdout.splitlines())
        self.assertEqual({key.strip(): value for key, value in rows.items()},
                         {"queue_max = 10000": "default; the value of VITAE_QUEUE_MAX was refused",
                          "workers = 2": "vitae.conf:3; the value of VITAE_WORKERS was refused",
                          "fetch_seconds = 30": "vitae.conf:4; the value of vitae.conf:5 was refused",
                          "log_json = false": "default; the value of --log-json was refused",
                          "log_level = debug": "VITAE_LOG_LEVEL"})
        self.assertEqual(result.returncode, 2)
        told = result.stderr.replace(self.folder.name + "/", "")
        self.assertIn("vitae config: vitae.conf:1: queue_max must be a whole number", told)
        self.assertIn("vitae.conf:5: fetch_seconds is set twice: in line 4, too", told)
        twice = self.run_vitae("config", "show", "--changed", "--workers=x", "--workers=3")
        self.assertIn(" ; --workers\n", twice.stdout)

    def test_show_tells_of_a_value_that_cannot_work(self):
        result = self.run_vitae("config", "show", "--changed", text="listen = localhost\n")
        self.assertIn("listen = localhost", result.stdout)
        self.assertEqual(result.returncode, 2)
        self.assertIn("vitae.conf:1: listen: 'localhost' is not ADDRESS:PORT", result.stderr)

    def test_what_show_prints_is_a_configuration(self):
        shown = self.run_vitae("config", "show", text="listen = :9000\n").stdout
        self.assertIn("workers = 0", shown)
        again = self.run_vitae("config", "show", "--changed", text=shown)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("listen = :9000", again.stdout)


if __name__ == "__main__":
    unittest.main()
