# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/api/languages.md, run against the service where their language is installed."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import ROOT, Conversation

PAGE = (ROOT / "docs/api/languages.md").read_text(encoding="utf-8")
SAMPLE = str(ROOT / "samples/resume.pdf")


def program(language):
    return re.search(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)[1]


class Languages(Conversation):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vitae-language-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_program(self, *command, key=None):
        environment = dict(os.environ, VITAE_URL="http://" + self.server.address, VITAE_KEY=key or self.server.key,
                           HOME=str(self.folder), GOCACHE=str(self.folder / "cache"), GOFLAGS="-mod=mod")
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=280)

    def check(self, *command):
        """A resume is parsed; a document that is none, and a wrong key, end with a problem."""
        done = self.run_program(*command, SAMPLE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["status"], answer["result"]["personal_info"]["name"]), ("completed", "Mara Lindqvist-Okafor"))
        (self.folder / "none.pdf").write_bytes(b"\x00\x01\x02")
        wrong = self.run_program(*command, "none.pdf")
        self.assertEqual((wrong.returncode, json.loads(wrong.stdout)["error_code"]), (1, "unsupported_file_type"))
        stranger = self.run_program(*command, SAMPLE, key="vt_live_nobody")
        self.assertEqual((stranger.returncode, json.loads(stranger.stdout)["error_code"]), (1, "invalid_api_key"))

    @unittest.skipUnless(shutil.which("javac"), "no Java")
    def test_java(self):
        (self.folder / "Parse.java").write_text(program("java"), encoding="utf-8")
        self.check("java", "Parse.java")

    @unittest.skipUnless(shutil.which("mcs"), "no C#")
    def test_csharp(self):
        (self.folder / "Parse.cs").write_text(program("csharp"), encoding="utf-8")
        built = self.run_program("mcs", "-r:System.Net.Http.dll", "Parse.cs")
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        self.check("mono", "Parse.exe")

    @unittest.skipUnless(shutil.which("go"), "no Go")
    def test_go(self):
        (self.folder / "parse.go").write_text(program("go"), encoding="utf-8")
        built = self.run_program("go", "build", "-o", "parse", "parse.go")
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        self.check("./parse")

    @unittest.skipUnless(shutil.which("php"), "no PHP")
    def test_php(self):
        (self.folder / "parse.php").write_text(program("php"), encoding="utf-8")
        self.check("php", "parse.php")


if __name__ == "__main__":
    unittest.main()
