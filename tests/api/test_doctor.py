# SPDX-License-Identifier: Apache-2.0
"""What `vitae doctor` finds around the service."""
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import BINARY, Server


class Doctor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--fetch-allow", "localhost")
        cls.server.command("webhook", "add", "http://localhost:9/hook?token=secret")
        cls.server.command("webhook", "add", "https://user@no-such-host.invalid:443/hook")

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def said(self, *flags, **variables):
        words = [BINARY, "doctor", "-v", "--data", self.server.data, *self.server.store, *flags]
        result = subprocess.run(words, env=os.environ | variables, capture_output=True, text=True, timeout=120)
        return result.returncode, result.stdout

    def test_what_is_right_is_told(self):
        code, text = self.said("--fetch-allow", "localhost")
        self.assertEqual(code, 0, text)
        for line in ("ok      configuration: every setting is right", "ok      certificate: none is configured",
                     "warning webhooks: whk_"):
            self.assertIn(line, text)
        self.assertRegex(text, r"ok      clock: it (is right|agrees)")
        self.assertRegex(text, r"'no-such-host\.invalid' cannot be found")
        self.assertNotIn("secret", text)
        self.assertNotIn("localhost", text)
        if not self.server.store:
            self.assertRegex(text, r"(ok      disk: [0-9.]+ GB are free|warning disk: only)")

    def test_what_is_wrong_is_told(self):
        code, text = self.said("--ocr-languages", "eng+zzz", "--cors-origins", "app.example", "--fetch-allow", "other")
        self.assertEqual(code, 1)
        for line in ("BROKEN  configuration: --cors-origins: cors_origins must be *",
                     "BROKEN  OCR: the data of 'zzz' (ocr_languages) are not installed"):
            self.assertIn(line, text)
        self.assertRegex(text, r"warning webhooks: \w+: 'localhost' has a private or local address")

    @unittest.skipUnless(shutil.which("openssl"), "needs openssl")
    def test_certificates_are_read(self):
        for days, says in ((40, "ok      certificate: it is valid until 2"), (3, "warning certificate: it expires at 2")):
            for name in ("a", "b"):
                subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                                "-keyout", f"{self.server.data}/{name}.key", "-out", f"{self.server.data}/{name}.pem", "-days",
                                str(days), "-subj", "/CN=x"], check=True, capture_output=True)
            files = ("--tls-certificate", self.server.data + "/a.pem", "--tls-key")
            self.assertIn(says, self.said(*files, self.server.data + "/a.key")[1])
        code, text = self.said(*files, self.server.data + "/b.key")
        self.assertIn("BROKEN  certificate: tls_key is not the key of tls_certificate", text)
        self.assertEqual(code, 1)
        pathlib.Path(self.server.data, "b.pem").write_text("nothing")
        self.assertIn("BROKEN  certificate: ", self.said("--tls-certificate", self.server.data + "/b.pem", *files[2:],
                                                           self.server.data + "/b.key")[1])


if __name__ == "__main__":
    unittest.main()
