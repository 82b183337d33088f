# SPDX-License-Identifier: Apache-2.0
"""What the commands say to the person at the terminal."""
import json
import subprocess
import tempfile
import unittest

from harness import BINARY, JOB, RESUME, SCAN, Server


def run(*words, given=None):
    return subprocess.run([BINARY, *words], input=given, capture_output=True, timeout=120)


class Commands(unittest.TestCase):
    def said(self, *words, given=None):
        result = run(*words, given=given)
        return result.returncode, result.stderr.decode()

    def test_slips_are_understood(self):
        for words, says in ((["prase"], "there is no command 'prase'. Did you mean parse?"),
                            (["--hepl"], "there is no option '--hepl'. Did you mean --help?"),
                            (["account", "create"], "expected create NAME"),
                            (["parse", "--refrence-date", "x"], "Did you mean --reference-date?"),
                            (["serve", "--lisen", "x"], "there is no option '--lisen'; did you mean --listen?"),
                            (["key", "list", "--acount", "x"], "did you mean --account?")):
            with self.subTest(words):
                code, text = self.said(*words)
                self.assertEqual(code, 2)
                self.assertIn(says, text)
        self.assertNotIn("mean", self.said("xyzzy")[1])

    def test_slips_in_config_are_told(self):
        result = run("parse", "--config", '{"extract": {"typ": "ocr"}}', "-", given=RESUME.encode())
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.decode(), "vitae parse: warning: unknown field /config/extract/typ is ignored; "
                         "did you mean type?\n")
        self.assertEqual(run("parse", "--config", '{"extract": null, "matching": null}', "-", given=RESUME.encode()).stderr, b"")

    def test_ocr(self):
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(SCAN)
            file.flush()
            self.assertEqual(run("parse", file.name).returncode, 1)
            for words in (["--ocr"], ["--extract", "ocr"], ["--extract=auto"]):
                result = run("parse", *words, file.name)
                self.assertEqual((result.returncode, json.loads(result.stdout)["status"]), (0, "completed"), words)
            self.assertEqual(run("parse", "--config", '{"extract": {"type": "file"}}', "--ocr", file.name).returncode, 0)
        self.assertIn("--extract must be file, ocr or auto, not 'scan'", self.said("parse", "--extract", "scan", "-")[1])

    def test_a_summary_says_why_nothing_was_read(self):
        result = run("parse", "--text", "-", given=b"hello world")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"There is too little text", result.stdout)

    def test_help_is_grouped_and_names_values(self):
        text = run("serve", "--help").stdout.decode()
        self.assertIn("\nTime limits:\n", text)
        self.assertRegex(text, r"\n  --listen ADDRESS:PORT +ADDRESS:PORT to listen on \(default: 127.0.0.1:8080\)\n")
        self.assertRegex(text, r"\n  --workers N +worker processes")
        text = run("--help").stdout.decode()
        self.assertIn("\nRun the service:\n  serve ", text)
        for command in ("parse", "serve", "work", "key", "account", "credits", "webhook", "doctor", "mcp"):
            self.assertRegex(text, rf"\n  {command} ")
            self.assertTrue(run("help", command).stdout.startswith(f"usage: vitae {command}".encode()))

    def test_the_doctor_sums_up(self):
        server = Server()
        try:
            short = server.command("doctor")
            self.assertRegex(short.splitlines()[-1], r"^\d+ checks passed; `vitae doctor -v` lists them$")
            self.assertNotIn("ok  ", short)
            self.assertGreater(server.command("doctor", "-v").count("\nok  "), 10)
            self.assertNotIn("checks passed", server.command("doctor", "--quiet"))
        finally:
            server.close()


if __name__ == "__main__":
    unittest.main()
