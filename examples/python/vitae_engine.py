#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""libvitae from Python, through ctypes; no other package is needed.

    engine = Engine()
    answer = engine.parse(open("resume.pdf", "rb").read(), filename="resume.pdf")
    print(answer["result"]["personal_info"]["name"])

As a program: vitae_engine.py FILE prints the answer. VITAE_LIBRARY names another library file."""
import ctypes
import json
import os
import sys

OK, FAILED = 0, 1


class Fault(Exception):
    """Arguments or options are wrong, or the engine cannot be opened."""


def load(path):
    library = ctypes.CDLL(path)
    library.vitae_version.restype = ctypes.c_char_p
    library.vitae_error.restype = ctypes.c_char_p
    library.vitae_open.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]
    library.vitae_close.argtypes = [ctypes.c_void_p]
    library.vitae_parse.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t,
                                    ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]
    library.vitae_free.argtypes = [ctypes.c_void_p]
    return library


def text(value):
    return None if value is None else value.encode()


class Engine:
    """An engine; any number of threads may call parse(), which does not hold Python's lock."""

    def __init__(self, taxonomy=None, ocr=None):
        self.library = load(os.environ.get("VITAE_LIBRARY", "libvitae.so.1"))
        self.engine = ctypes.c_void_p()
        if self.library.vitae_open(text(taxonomy), text(ocr), ctypes.byref(self.engine)) != OK:
            raise Fault(self.library.vitae_error().decode())

    def version(self):
        return self.library.vitae_version().decode()

    def parse(self, document, **options):
        """The answer, completed or failed, as a dict. Options: those of vitae_parse() in vitae.h."""
        out = ctypes.c_void_p()
        status = self.library.vitae_parse(self.engine, document, len(document),
                                          json.dumps(options).encode(), ctypes.byref(out))
        if status not in (OK, FAILED):
            raise Fault(self.library.vitae_error().decode())
        try:
            return json.loads(ctypes.string_at(out))
        finally:
            self.library.vitae_free(out)

    def close(self):
        self.library.vitae_close(self.engine)
        self.engine = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def main():
    with open(sys.argv[1], "rb") as file, Engine() as engine:
        answer = engine.parse(file.read(), filename=os.path.basename(sys.argv[1]))
    json.dump(answer, sys.stdout, ensure_ascii=False, indent=2)
    print()
    return 0 if answer["status"] == "completed" else 1


if __name__ == "__main__":
    sys.exit(main())
