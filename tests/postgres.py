#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL of our own in a temporary folder, on a socket in it.

postgres.py COMMAND...: runs the command with VITAE_TEST_STORE naming a fresh database of it, and
gives its exit code; 77 (a skipped test) when PostgreSQL is not installed. With --each before the
command, VITAE_TEST_STORE is `postgresql`: harness.py starts one. As a module: Postgres.
PostgreSQL refuses to run as root, so root runs it as `nobody`."""
import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def programs():
    """The folder with initdb and postgres, or None."""
    for folder in sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return pathlib.Path(found).parent if found else None


class Postgres:
    """listen: addresses for TCP ('' is none). settings: of postgresql.conf."""

    def __init__(self, durable=False, listen="", port=5432, hba=(), base=None, **settings):
        self.bin = programs()
        if not self.bin:
            raise FileNotFoundError("PostgreSQL is not installed")
        self.dir = tempfile.mkdtemp(prefix="vitae-pg-")
        self.port, self.count, self.process = port, 0, None
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            account = pwd.getpwnam(self.user)
            os.chown(self.dir, account.pw_uid, account.pw_gid)
        os.chmod(self.dir, 0o755)
        if base:
            self.run("pg_basebackup", "-D", self.dir + "/data", "-R", "-X", "stream", "-d", base)
        else:
            self.run("initdb", "-D", self.dir + "/data", "-U", "vitae", "--auth=trust", "--locale=C",
                     "-E", "UTF8", "--no-sync", "--no-instructions")
            with open(self.dir + "/data/pg_hba.conf", "a", encoding="utf-8") as conf:
                conf.writelines(line + "\n" for line in hba)
        self.settings = dict({"listen_addresses": listen, "port": port, "unix_socket_directories": self.dir,
                              "fsync": "on" if durable else "off", "max_connections": 200,
                              "shared_buffers": "64MB", "timezone": "UTC"}, **settings)
        self.start()

    def run(self, program, *words):
        result = subprocess.run([self.bin / program, *words], user=self.user, cwd="/", capture_output=True,
                                text=True, stdin=subprocess.DEVNULL)
        if result.returncode:
            raise RuntimeError(f"{program}: {result.stdout[-500:]}{result.stderr[-1500:]}")
        return result.stdout

    def start(self):
        words = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        log = open(self.dir + "/log", "ab")
        self.process = subprocess.Popen([self.bin / "postgres", "-D", self.dir + "/data", *words], user=self.user,
                                        cwd="/", stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        log.close()
        until = time.monotonic() + 60
        while subprocess.run([self.bin / "pg_isready", "-q", "-h", self.dir, "-p", str(self.port)],
                             check=False).returncode:
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError("PostgreSQL did not start: " + pathlib.Path(self.dir, "log").read_text()[-2000:])
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast; SIGQUIT: as after a crash."""
        self.process.send_signal(how)
        self.process.wait(60)

    @contextlib.contextmanager
    def stalled(self):
        """Every process of it stands still meanwhile: no answer, and no connection is lost."""
        pids = [self.process.pid] + [int(pid) for pid in pathlib.Path(
            f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def sql(self, text, database="postgres"):
        return self.run("psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.dir, "-p",
                        str(self.port), "-U", "vitae", "-d", database, "-c", text).strip()

    def database(self):
        """The URL of a new, empty database."""
        self.count += 1
        name = f"test{os.getpid()}_{self.count}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, name):
        return f"postgresql://vitae@/{name}?host={self.dir}&port={self.port}"

    def close(self):
        if self.process and self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.dir, ignore_errors=True)


def main():
    if not programs():
        print("PostgreSQL is not installed: scripts/install-packages check")
        return 77
    if sys.argv[1] == "--each":
        return subprocess.run(sys.argv[2:], env=dict(os.environ, VITAE_TEST_STORE="postgresql"), check=False).returncode
    server = Postgres()
    try:
        environment = dict(os.environ, VITAE_TEST_STORE=server.database())
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
