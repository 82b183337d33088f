# SPDX-License-Identifier: Apache-2.0
"""A kernel that lacks a layer of the sandbox: the service says so, or refuses to start when told to."""
import ctypes
import os
import pathlib
import platform
import struct
import subprocess
import tempfile
import unittest

from harness import BINARY, ROOT, Server

LANDLOCK, SECCOMP = 444, 317  # numbers of the calls on x86-64
NO_NEW_PRIVS, SET_SECCOMP, FILTER = 38, 22, 2
LOAD, EQUAL, RETURN, ALLOW, ERRNO = 0x20, 0x15, 0x06, 0x7FFF0000, 0x00050000
ENOSYS = 38
LAYERS = {LANDLOCK: "Landlock closes every path", SECCOMP: "workers make no socket"}


def without(call):
    """For preexec_fn: from here on the kernel does not know that call."""
    rows = [(LOAD, 0, 0, 0), (EQUAL, 0, 1, call), (RETURN, 0, 0, ERRNO | ENOSYS), (RETURN, 0, 0, ALLOW)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *row) for row in rows))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(rows), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)

    def apply():
        if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SET_SECCOMP, FILTER, program, 0, 0):
            os._exit(99)
    apply.keeps = code
    return apply


@unittest.skipUnless(platform.machine() == "x86_64", "numbers of system calls")
class Sandbox(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as data:
            if "missing sandbox" in cls.run_in(data, "doctor", None).stdout:
                raise unittest.SkipTest("this machine or build lacks a layer itself")

    @staticmethod
    def run_in(data, command, call, *more):
        return subprocess.run([BINARY, command, *more, *(["--data", data] if command != "parse" else [])], text=True,
                              capture_output=True, timeout=60, preexec_fn=without(call) if call else None)

    def test_a_missing_layer_is_a_warning(self):
        for call, layer in LAYERS.items():
            with self.subTest(layer):
                server = Server(preexec=without(call))
                try:
                    self.assertEqual(server.client.end(server.client.text())["status"], "completed")
                    log = pathlib.Path(server.data, "log").read_text(encoding="utf-8")
                    self.assertIn(f'warn sandbox.missing layer="{layer}"', log)
                    doctor = self.run_in(server.data, "doctor", call)
                    self.assertIn("missing sandbox: " + layer, doctor.stdout)
                finally:
                    server.close()

    def test_the_doctor_tells_of_ocr(self):
        with tempfile.TemporaryDirectory() as data:
            for languages, line in (("eng", "ok      OCR: eng"), ("", "ok      OCR: none is configured"),
                                    ("xyz", "missing OCR: no trained data of Tesseract for 'xyz'")):
                with self.subTest(languages):
                    told = self.run_in(data, "doctor", None, "-v", "--ocr-languages", languages)
                    self.assertIn(line, told.stdout.splitlines())

    def test_or_a_refusal(self):
        for call, layer in LAYERS.items():
            with self.subTest(layer), tempfile.TemporaryDirectory() as data:
                serve = self.run_in(data, "serve", call, "--require-sandbox", "--listen", "127.0.0.1:0")
                self.assertNotEqual(serve.returncode, 0)
                self.assertIn(layer, serve.stderr)
                self.assertNotIn("Address", serve.stdout)
                parse = self.run_in(data, "parse", call, "--require-sandbox", str(ROOT / "samples/resume.txt"))
                self.assertNotEqual(parse.returncode, 0)
                self.assertIn(layer, parse.stderr)
                self.assertNotIn("Experience", parse.stdout)

    def test_a_whole_sandbox_is_not_refused(self):
        server = Server("--require-sandbox")
        try:
            self.assertEqual(server.client.end(server.client.text())["status"], "completed")
            self.assertNotIn("sandbox.missing", pathlib.Path(server.data, "log").read_text(encoding="utf-8"))
        finally:
            server.close()


if __name__ == "__main__":
    unittest.main()
