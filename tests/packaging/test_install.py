# SPDX-License-Identifier: Apache-2.0
"""What an installation has, in a staging folder: libvitae with its examples through pkg-config,
manual pages and completion against --help, the unit, the bill of materials.
Environment: VITAE_TEST_BUILD, the build folder; CC."""
import ctypes
import glob
import hashlib
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["VITAE_TEST_BUILD"])
CC = os.environ.get("CC", "cc").split()


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def good(*command, **more):
    done = run(*command, **more)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Staged(unittest.TestCase):
    """One staged installation for all tests."""

    stage = None

    @classmethod
    def setUpClass(cls):
        if not Staged.stage:
            Staged.stage = pathlib.Path(tempfile.mkdtemp(prefix="vitae-stage-"))
            good("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet",
                 env=os.environ | {"DESTDIR": str(cls.stage)})
        pages = glob.glob(str(cls.stage / "**/vitae.1"), recursive=True)
        cls.prefix = pathlib.Path(pages[0]).parents[3]
        cls.vitae = cls.prefix / "bin/vitae"
        cls.libdir = next(cls.prefix.glob("lib*/**/libvitae.so.1")).parent

    def help_options(self, command):
        """The options that a command's help shows: those that begin a row, or stand in its usage."""
        text = good(self.vitae, command, "--help")
        usage, _, rest = text.partition("\n\n")
        rows = [line for line in rest.splitlines() if re.match(r" {2,6}(-\w, )?--\w", line)]
        heads = [re.split(r"  +", row.strip())[0] for row in rows]
        return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", "\n".join([usage] + heads)))

    def commands(self):
        return re.findall(r"^  ([a-z]+) ", good(self.vitae, "--help"), re.M)


def tearDownModule():
    if Staged.stage:
        shutil.rmtree(Staged.stage)


class Installed(Staged):
    def test_everything_is_there(self):
        for path in ("bin/vitae", "include/vitae.h", "share/man/man1/vitae.1",
                     "share/man/man5/vitae.conf.5", "share/bash-completion/completions/vitae.bash",
                     "share/zsh/site-functions/_vitae", "share/fish/vendor_completions.d/vitae.fish",
                     "share/doc/vitae/README.md", "share/doc/vitae/NOTICE",
                     "share/doc/vitae/docs/packaging.md", "share/doc/vitae/examples/vitae.conf",
                     "share/doc/vitae/examples/parse.c"):
            self.assertTrue((self.prefix / path).is_file(), path)
        self.assertEqual(len(list(self.libdir.glob("libvitae.a"))), 1)

    def test_program_reads_a_document(self):
        answer = json.loads(good(self.vitae, "parse", ROOT / "samples/resume.pdf"))
        self.assertEqual(answer["status"], "completed")

    def test_example_configuration_is_read(self):
        text = (self.prefix / "share/doc/vitae/examples/vitae.conf").read_text()
        active = self.stage / "all.conf"
        active.write_text(re.sub(r"^#(\w+ = )", r"\1", text, flags=re.M))
        with_file = good(self.vitae, "serve", "--config", active, "--print-settings")
        self.assertEqual(with_file, good(self.vitae, "serve", "--print-settings"))
        self.assertEqual(len(re.findall(r"^#\w+ =", text, re.M)), with_file.count("\n") - 2)

    def test_packaged_configuration_is_read(self):
        good(self.vitae, "serve", "--config", ROOT / "packaging/vitae.conf", "--print-settings")

    def test_unit_names_the_installed_program(self):
        units = list(self.prefix.glob("lib/systemd/system/vitae.service"))
        if not units:
            self.skipTest("built without the systemd unit")
        start = re.search(r"^ExecStart=(\S+) serve", units[0].read_text(), re.M).group(1)
        self.assertTrue((self.stage / start.lstrip("/")).is_file(), start)


class ManualPages(Staged):
    def test_every_option_of_help_is_in_the_page(self):
        page = (self.prefix / "share/man/man1/vitae.1").read_text().replace("\\-", "-")
        sections = dict(re.findall(r"^\.SS (\w+)\n(.*?)(?=^\.S[SH] )", page, re.M | re.S))
        self.assertEqual(list(sections), self.commands())
        for command in self.commands():
            where = sections[command] + (sections["serve"] if command == "work" else "")
            for option in self.help_options(command):
                self.assertRegex(where, re.escape(option) + r"\b", f"{command} {option}")

    def test_every_setting_is_in_the_page(self):
        page = (self.prefix / "share/man/man5/vitae.conf.5").read_text()
        settings = re.findall(r"^\| `(\w+)`", good(self.vitae, "serve", "--print-settings"), re.M)
        self.assertGreater(len(settings), 30)
        self.assertEqual(re.findall(r"^\.TP\n\.B (\w+)", page, re.M), settings)

    def test_pages_format_without_complaint(self):
        for page in ("man1/vitae.1", "man5/vitae.conf.5"):
            done = run("groff", "-man", "-ww", "-z", "-Tutf8", self.prefix / "share/man" / page)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


class Completion(Staged):
    def offered(self, *words, cwd=None):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _vitae; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        return good("bash", "-c", script, "bash",
                    self.prefix / "share/bash-completion/completions/vitae.bash", *words,
                    cwd=cwd or ROOT).split()

    def test_commands(self):
        self.assertEqual(self.offered("vitae", ""), self.commands())
        self.assertEqual(self.offered("vitae", "do"), ["doctor"])

    def test_every_option_of_help_is_offered(self):
        for command in self.commands():
            if command == "version":
                continue
            offered = set(self.offered("vitae", command, "--"))
            self.assertLessEqual(self.help_options(command), offered, command)

    def test_verbs_values_and_files(self):
        self.assertEqual(self.offered("vitae", "key", ""), ["create", "list", "revoke"])
        self.assertEqual(self.offered("vitae", "account", "set", "x", "--plan", ""),
                         ["beginner", "professional"])
        self.assertEqual(self.offered("vitae", "parse", "samples/resume.p"), ["samples/resume.pdf"])
        self.assertEqual(self.offered("vitae", "parse", "-o", "sample"), ["samples"])

    def test_other_shells_take_theirs(self):
        for shell, path in (("zsh", "zsh/site-functions/_vitae"),
                            ("fish", "fish/vendor_completions.d/vitae.fish")):
            if shutil.which(shell):
                good(shell, "-n", self.prefix / "share" / path)


class Library(Staged):
    def pkg_config(self, *words):
        env = os.environ | {"PKG_CONFIG_PATH": str(self.libdir / "pkgconfig")}
        return good("pkg-config", f"--define-variable=prefix={self.prefix}", *words, "vitae",
                    env=env).split()

    def build_example(self, *link):
        program = self.stage / "example"
        good(*CC, "-Wall", "-Wextra", "-Werror", "-std=c99", ROOT / "examples/c/parse.c",
             *self.pkg_config("--cflags"), "-o", program, *link)
        return program

    def name_of(self, answer):
        return answer["result"]["personal_info"]["name"]

    def expected(self, document):
        answer = json.loads(good(self.vitae, "parse", document))
        for key in ("request_id", "created_at", "completed_at", "duration_ms", "credits_consumed",
                    "remaining_balance"):
            del answer[key]
        return answer

    def test_only_the_interface_is_exported(self):
        names = {line.split()[-1].split("@")[0] for line in
                 good("nm", "-D", "--defined-only", self.libdir / "libvitae.so.1").splitlines()}
        declared = set(re.findall(r"VITAE_API [^;]*?\b(vitae_\w+)\(",
                                  (self.prefix / "include/vitae.h").read_text()))
        self.assertEqual(names - {"VITAE_1"}, declared)
        self.assertIn("(SONAME)             Library soname: [libvitae.so.1]".replace(" ", ""),
                      good("readelf", "-d", self.libdir / "libvitae.so.1").replace(" ", ""))

    def test_the_archive_keeps_to_our_names(self):
        names = {line.split()[-1] for line in
                 good("nm", "-g", "--defined-only", self.libdir / "libvitae.a").splitlines()
                 if re.match(r"[0-9a-f]{16} [A-Z] ", line)}
        strange = {n for n in names if not re.match(r"vt_|lay_|vitae_|(__wrap_)?(fz|pdf)_|DW\.ref\.", n)}
        self.assertEqual(strange, set())

    def test_c_example_on_the_shared_library(self):
        program = self.build_example(*self.pkg_config("--libs"))
        env = os.environ | {"LD_LIBRARY_PATH": str(self.libdir)}
        for name in ("resume.pdf", "resume.md"):
            answer = json.loads(good(program, ROOT / "samples" / name, env=env))
            self.assertEqual(answer, self.expected(ROOT / "samples" / name))
        bad = run(program, "/dev/null", env=env)
        self.assertEqual(bad.returncode, 1)
        self.assertEqual(json.loads(bad.stdout)["error_detail"], "empty")

    def test_c_example_on_the_archive(self):
        libs = [word if word != "-lvitae" else "-l:libvitae.a"
                for word in self.pkg_config("--static", "--libs")]
        program = self.build_example(*libs)
        self.assertNotIn("libvitae", good("ldd", program))
        answer = json.loads(good(program, ROOT / "samples/resume.pdf"))
        self.assertEqual(answer["status"], "completed")

    def test_python_example(self):
        env = os.environ | {"VITAE_LIBRARY": str(self.libdir / "libvitae.so.1")}
        out = good(sys.executable, ROOT / "examples/python/vitae_engine.py",
                   ROOT / "samples/resume.txt", env=env)
        self.assertEqual(json.loads(out), self.expected(ROOT / "samples/resume.txt"))


class LibraryCalls(Staged):
    """libvitae's contract, through the Python example's bindings."""

    def setUp(self):
        sys.path.insert(0, str(ROOT / "examples/python"))
        os.environ["VITAE_LIBRARY"] = str(self.libdir / "libvitae.so.1")
        import vitae_engine
        self.bindings = vitae_engine
        self.engine = vitae_engine.Engine()

    def tearDown(self):
        self.engine.close()

    def sample(self, name):
        return (ROOT / "samples" / name).read_bytes()

    def test_version_is_the_programs(self):
        self.assertEqual(good(self.vitae, "version"), f"vitae {self.engine.version()}\n")

    def test_over_its_memory_a_document_fails_and_the_process_goes_on(self):
        for name in ("resume.pdf", "resume.md", "resume.txt", "resume.html"):
            document, failed = self.sample(name), 0
            for kilobytes in range(64, 1 << 14, 97):
                answer = self.engine.parse(document, filename=name, memory_kilobytes=kilobytes)
                if answer["status"] == "completed":
                    break
                self.assertEqual((answer["error_code"], answer["error_detail"]),
                                 ("EXTRACTION_FAILED" if answer["error_stage"] == "extract"
                                  else answer["error_code"], "limit"))
                failed += 1
            self.assertGreater(failed, 2, name)
            self.assertEqual(answer["status"], "completed")
            self.assertEqual(answer, self.engine.parse(document, filename=name))

    def test_wrong_options_are_named(self):
        for options, fault in (({"colour": "red"}, "/colour"), ({"filename": 7}, "/filename"),
                               ({"input": "url"}, "/input"), ({"memory_kilobytes": 1}, "from 64"),
                               ({"job_description": "short"}, "characters"),
                               ({"config": {"parse": {"model_tier": "best"}}}, "model_tier")):
            with self.assertRaisesRegex(self.bindings.Fault, fault):
                self.engine.parse(b"x", **options)

    def test_text_matching_and_results_as_input(self):
        job = self.sample("job-description.txt").decode()
        answer = self.engine.parse(self.sample("resume.txt"), input="text", job_description=job)
        self.assertGreater(answer["matching"]["score"], 0)
        again = self.engine.parse(json.dumps(answer).encode(), input="result")
        self.assertEqual(again["result"], answer["result"])

    def test_an_engine_that_cannot_be_opened_says_why(self):
        with self.assertRaisesRegex(self.bindings.Fault, "no-such-taxonomy"):
            self.bindings.Engine(taxonomy="/no-such-taxonomy")
        out = ctypes.c_void_p()
        self.assertEqual(self.engine.library.vitae_parse(None, b"", 0, None, ctypes.byref(out)), 2)
        self.assertIn("NULL", self.engine.library.vitae_error().decode())


class Sources(Staged):
    def test_one_version_everywhere(self):
        version = good(self.vitae, "version").split()[1]
        changelog = (ROOT / "debian/changelog").read_text()
        self.assertEqual(re.match(r"vitae \(([0-9.]+)[)-]", changelog).group(1), version)
        pc = next(self.libdir.glob("pkgconfig/vitae.pc")).read_text()
        self.assertIn(f"Version: {version}\n", pc)

    def test_debian_builds_with_what_the_script_installs(self):
        """debian/control and scripts/install-packages name the same development packages."""
        control = (ROOT / "debian/control").read_text().partition("\n\n")[0]
        wanted = set(re.findall(r"\blib[a-z0-9.+-]+-dev\b", control))
        script = (ROOT / "scripts/install-packages").read_text()
        group = re.search(r"^build='(.*?)'", script, re.M | re.S).group(1)
        self.assertEqual(wanted, {n for n in group.split() if re.fullmatch(r"lib.*-dev", n)} - {"libc6-dev"})

    def test_every_exported_symbol_is_in_the_symbols_file(self):
        listed = re.findall(r"^ (\w+)@", (ROOT / "debian/libvitae1.symbols").read_text(), re.M)
        exported = {line.split()[-1].split("@")[0] for line in
                    good("nm", "-D", "--defined-only", self.libdir / "libvitae.so.1").splitlines()}
        self.assertEqual(set(listed), exported)


class BillOfMaterials(Staged):
    def make(self):
        out = self.stage / "vitae.spdx.json"
        good(sys.executable, ROOT / "tools/sbom.py", ROOT, self.vitae, out,
             env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"})
        return out.read_text()

    def test_structure(self):
        text = self.make()
        bill = json.loads(text)
        self.assertEqual((bill["spdxVersion"], bill["dataLicense"], bill["SPDXID"]),
                         ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        self.assertEqual(bill["creationInfo"]["created"], "2023-11-14T22:13:20Z")
        ids = [package["SPDXID"] for package in bill["packages"]]
        self.assertEqual(len(ids), len(set(ids)))
        for package in bill["packages"]:
            self.assertRegex(package["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
            for key in ("name", "downloadLocation", "licenseConcluded", "copyrightText"):
                self.assertTrue(package[key], (package["name"], key))
        for row in bill["relationships"]:
            self.assertIn(row["relatedSpdxElement"], ids)
            self.assertIn(row["spdxElementId"], ids + ["SPDXRef-DOCUMENT"])
        related = {row["relatedSpdxElement"] for row in bill["relationships"]}
        self.assertEqual(related, set(ids))

    def test_everything_that_is_loaded_is_listed(self):
        bill = json.loads(self.make())
        loaded = set(re.findall(r"(\S+) => /", good("ldd", self.vitae)))
        self.assertGreater(len(loaded), 20)
        opened = good(sys.executable, ROOT / "tools/opened.py", self.vitae).split()
        self.assertEqual(len(opened), 6)
        loaded.update(opened)
        listed = ", ".join(package.get("comment", "") for package in bill["packages"])
        self.assertEqual({name for name in loaded if name not in listed}, set())
        by_name = {package["name"]: package for package in bill["packages"]}
        self.assertEqual(by_name["libmupdf-dev"]["licenseConcluded"], "AGPL-3.0-or-later")
        digest = hashlib.sha256(self.vitae.read_bytes()).hexdigest()
        self.assertEqual(by_name["vitae"]["checksums"][0]["checksumValue"], digest)

    def test_the_same_twice(self):
        self.assertEqual(self.make(), self.make())


class Notify(Staged):
    def test_the_service_manager_is_told(self):
        path = str(self.stage / "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(path)
            manager.settimeout(60)
            service = subprocess.Popen(
                [self.vitae, "serve", "--listen", "127.0.0.1:0", "--workers", "1", "--ocr-languages=",
                 "--data", self.stage / "data"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=os.environ | {"NOTIFY_SOCKET": path}, text=True)
            try:
                self.assertEqual(manager.recv(100), b"READY=1")
                said = [service.stdout.readline() for _ in range(3)]
                self.assertIn("API key: vt_live_", said[0])
                service.terminate()
                self.assertEqual(manager.recv(100), b"STOPPING=1")
                self.assertEqual(service.wait(60), 0)
            finally:
                service.kill()
                service.communicate()


if __name__ == "__main__":
    unittest.main()
