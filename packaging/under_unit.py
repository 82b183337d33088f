#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what a systemd unit starts under the unit's restrictions, where systemd itself does not run
(a chroot, a test machine): its user, mounts, capabilities, limits and system call filters.
Usage (root): under_unit.py [--root DIR] UNIT [--show] [COMMAND...]; without COMMAND it is ExecStart.
--show tells which lines of the unit are put into force and which are not.

It is a check of the unit, no replacement of systemd: credentials, cgroups (MemoryMax, TasksMax) and
the lines that --show calls "not here" have no counterpart."""
import ctypes
import errno
import os
import pwd
import resource
import subprocess
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
ALLOW, TRAP_ERRNO = 0x7FFF0000, 0x00050000
EQ, MASKED_EQ = 4, 7  # comparisons of libseccomp
LAST_FAMILY = 45
NS_FLAGS = {"cgroup": 0x02000000, "uts": 0x04000000, "ipc": 0x08000000, "user": 0x10000000,
            "pid": 0x20000000, "net": 0x40000000, "mnt": 0x00020000}
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16}
RDONLY, RECURSIVE, BIND, PRIVATE, REC = 1, 0x8000, 4096, 1 << 18, 16384
SHOWN = {"User", "Group", "StateDirectory", "StateDirectoryMode", "UMask", "LimitNOFILE", "LimitCORE",
         "NoNewPrivileges", "CapabilityBoundingSet", "AmbientCapabilities", "ProtectSystem",
         "ProtectHome", "PrivateTmp", "PrivateDevices", "ProtectProc", "ProcSubset",
         "MemoryDenyWriteExecute", "RestrictAddressFamilies", "RestrictNamespaces",
         "SystemCallFilter", "SystemCallErrorNumber", "ExecStart", "ProtectKernelTunables",
         "ProtectControlGroups"}


def read_service(path):
    """The lines of [Service] as (key, value), in their order."""
    section, rows = "", []
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        if line.startswith("["):
            section = line
        elif section == "[Service]" and "=" in line and line[0] not in "#;":
            rows.append(tuple(line.split("=", 1)))
    return rows


def check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        sys.exit(f"under_unit.py: {what}: {os.strerror(number)}")


def mount(source, target, kind=None, flags=0, data=None):
    encoded = [None if word is None else word.encode() for word in (source, target, kind, data)]
    check(LIBC.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]),
          f"mount {target}")


def set_read_only(path, on, recursive):
    attributes = (ctypes.c_uint64 * 4)(RDONLY if on else 0, 0 if on else RDONLY, 0, 0)
    check(LIBC.syscall(442, -100, path.encode(), RECURSIVE if recursive else 0, attributes, 32),
          f"mount_setattr {path}")


# ---- files ----


def enter_root(root):
    check(LIBC.unshare(NS_FLAGS["mnt"]), "unshare")
    mount(None, "/", None, REC | PRIVATE)
    mount(root, root, None, BIND | REC)
    for name in ("proc", "sys"):
        mount("/" + name, f"{root}/{name}", None, BIND | REC)
    os.chroot(root)
    os.chdir("/")


def make_devices():
    names = ("null", "zero", "full", "random", "urandom")
    os.makedirs("/run/under-unit", exist_ok=True)
    for name in names:
        mode, node = 0o20666, os.makedev(1, {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}[name])
        if not os.path.exists(f"/run/under-unit/{name}"):
            os.mknod(f"/run/under-unit/{name}", mode, node)
            os.chmod(f"/run/under-unit/{name}", 0o666)
    mount("/run/under-unit", "/dev", None, BIND)


def close_files(one, state, user):
    os.makedirs(state, exist_ok=True)
    os.chown(state, user.pw_uid, user.pw_gid)
    os.chmod(state, int(one.get("StateDirectoryMode", "755"), 8))
    mount(state, state, None, BIND)
    if one.get("PrivateDevices") == "yes":
        make_devices()
    if one.get("ProcSubset") == "pid":
        mount("proc", "/proc", "proc", 0, "hidepid=invisible,subset=pid")
    for path in ("/home", "/root") if one.get("ProtectHome") == "yes" else ():
        mount("tmpfs", path, "tmpfs", 0, "mode=0")
    if one.get("ProtectSystem") == "strict":
        set_read_only("/", True, True)
        set_read_only(state, False, False)
    for path in ("/tmp", "/var/tmp") if one.get("PrivateTmp") == "yes" else ():
        mount("tmpfs", path, "tmpfs", 0, "mode=1777")


# ---- system calls ----


def calls_of(word):
    """The names behind a word of SystemCallFilter: a call, or a group of them."""
    if not word.startswith("@"):
        return {word}
    names = set()
    for line in subprocess.run(["systemd-analyze", "syscall-filter", word], check=True,
                               capture_output=True, text=True).stdout.splitlines():
        name = line.split("#")[0].strip()
        if line.startswith(" ") and name:
            names |= calls_of(name)
    return names


def allowed_calls(rows):
    allowed = calls_of("@default")
    for value in (value for key, value in rows if key == "SystemCallFilter"):
        names = set().union(*(calls_of(word) for word in value.lstrip("~").split()))
        allowed = allowed - names if value.startswith("~") else allowed | names
    return allowed


class Compare(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


class Filter:
    """A filter of libseccomp."""

    def __init__(self, default):
        self.lib = ctypes.CDLL("libseccomp.so.2")
        self.lib.seccomp_init.restype = ctypes.c_void_p
        self.context = ctypes.c_void_p(self.lib.seccomp_init(ctypes.c_uint32(default)))

    def add(self, action, name, *comparisons):
        number = self.lib.seccomp_syscall_resolve_name(name.encode())
        if number < 0:  # a call of other machines
            return
        array = (Compare * max(len(comparisons), 1))(*comparisons)
        done = self.lib.seccomp_rule_add_array(self.context, ctypes.c_uint32(action), number,
                                               len(comparisons), array)
        if done != 0:
            sys.exit(f"under_unit.py: no filter for {name}: {os.strerror(-done)}")

    def load(self):
        done = self.lib.seccomp_load(self.context)
        if done != 0:
            sys.exit(f"under_unit.py: the filter does not load: {os.strerror(-done)}")


def call_filter(rows):
    """Only the calls of SystemCallFilter."""
    made = Filter(TRAP_ERRNO | errno.EPERM)
    for name in sorted(allowed_calls(rows)):
        made.add(ALLOW, name)
    made.add(ALLOW, "execve")
    return made


def argument_filter(one):
    """What the arguments of calls may not be."""
    made = Filter(ALLOW)
    deny = TRAP_ERRNO | errno.EPERM
    if "RestrictNamespaces" in one:
        made.add(TRAP_ERRNO | errno.ENOSYS, "clone3")
        for name, flag in NS_FLAGS.items():
            if name not in one["RestrictNamespaces"].split():
                for call in ("clone", "unshare"):
                    made.add(deny, call, Compare(0, MASKED_EQ, flag, flag))
    if one.get("MemoryDenyWriteExecute") == "yes":
        made.add(deny, "mmap", Compare(2, MASKED_EQ, 6, 6))
        for call in ("mprotect", "pkey_mprotect"):
            made.add(deny, call, Compare(2, MASKED_EQ, 4, 4))
    if "RestrictAddressFamilies" in one:
        families = [FAMILIES[word] for word in one["RestrictAddressFamilies"].split()]
        for family in set(range(LAST_FAMILY + 1)) - set(families):
            made.add(TRAP_ERRNO | errno.EAFNOSUPPORT, "socket", Compare(0, EQ, family, 0))
    return made


# ---- the process ----


def drop_rights(one, user):
    limits = {"LimitNOFILE": resource.RLIMIT_NOFILE, "LimitCORE": resource.RLIMIT_CORE}
    for key, what in limits.items():
        if key in one:
            resource.setrlimit(what, (int(one[key]), int(one[key])))
    os.umask(int(one.get("UMask", "022"), 8))
    if one.get("CapabilityBoundingSet") == "":
        for capability in range(64):
            LIBC.prctl(24, capability, 0, 0, 0)
    os.setgroups([])
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    if one.get("NoNewPrivileges") == "yes":
        check(LIBC.prctl(38, 1, 0, 0, 0), "no_new_privs")


def show(rows):
    for key, value in rows:
        print(f"{'in force' if key in SHOWN else 'not here'}  {key}={value}", flush=True)


def main():
    words = sys.argv[1:]
    root = "/"
    if words[0] == "--root":
        root, words = words[1], words[2:]
    rows = read_service(words[0])
    one = dict(rows)
    command = words[1:]
    if command[:1] == ["--show"]:
        show(rows)
        command = command[1:]
    command = command or one["ExecStart"].split()
    filters = [call_filter(rows), argument_filter(one)]  # before the libraries are out of reach
    enter_root(root)
    user = pwd.getpwnam(one["User"])
    close_files(one, "/var/lib/" + one["StateDirectory"], user)
    drop_rights(one, user)
    os.environ.clear()
    os.environ["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    filters[1].load()
    filters[0].load()
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
