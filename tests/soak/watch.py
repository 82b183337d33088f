# SPDX-License-Identifier: Apache-2.0
"""What a running service holds, read from /proc and its database, and whether it grows."""
import contextlib
import os
import pathlib
import re
import sqlite3
import statistics

TICKS = os.sysconf("SC_CLK_TCK")


def read(path):
    try:
        return pathlib.Path(path).read_text()
    except OSError:  # the process is gone
        return ""


def children(pid):
    return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children") for child in read(task).split()]


def family(pid):
    """(nursery, workers) of a service; the nursery is None while it is being replaced."""
    for child in children(pid):
        if "nursery" in read(f"/proc/{child}/comm"):
            return child, [c for c in children(child) if "init" not in read(f"/proc/{c}/comm")]
    return None, []


def memory(pid):
    """Kilobytes: resident; the process's share of what it shares with others (PSS); and what it alone
    has written, which is neither program nor mapped file."""
    found = dict(re.findall(r"^(\w+): +(\d+) kB", read(f"/proc/{pid}/smaps_rollup"), re.M))
    return tuple(int(found.get(name, 0)) for name in ("Rss", "Pss", "Private_Dirty"))


def descriptors(pid, but=None):
    """Open ones; `but` leaves out those of files with that in their names."""
    count = 0
    with contextlib.suppress(OSError):
        for fd in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):  # closed meanwhile
                count += not (but and but in os.readlink(f"/proc/{pid}/fd/{fd}"))
    return count


def threads(pid):
    found = re.search(r"^Threads:\s+(\d+)", read(f"/proc/{pid}/status"), re.M)
    return int(found.group(1)) if found else 0


class Cpu:
    """Seconds that processes computed, those that have ended with what they were last seen to have."""

    def __init__(self):
        self.seen = {}

    def look(self, pids):
        for pid in pids:
            fields = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
            if fields:
                self.seen[pid] = (int(fields[11]) + int(fields[12])) / TICKS
        return round(sum(self.seen.values()), 2)


def database(folder):
    """Bytes in use, bytes of the files, rows of requests, answers kept, documents kept."""
    path = pathlib.Path(folder, "vitae.db")
    files = sum(p.stat().st_size for p in path.parent.glob("vitae.db*") if p.exists())
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)) as db:
        def one(text):
            return db.execute(text).fetchone()[0]
        used = (one("PRAGMA page_count") - one("PRAGMA freelist_count")) * one("PRAGMA page_size")
        return (used, files, one("SELECT COUNT(*) FROM request"), one("SELECT COUNT(*) FROM answer"),
                one("SELECT COUNT(*) FROM document"))


def slope(xs, ys):
    """The median of the slopes between all pairs of points (Theil and Sen): a few high samples, an
    upload that is just held, do not move it."""
    found = [(ys[j] - ys[i]) / (xs[j] - xs[i]) for i in range(len(xs)) for j in range(i + 1, len(xs)) if xs[j] > xs[i]]
    return statistics.median(found) if found else 0.0


# column, unit, what one may grow by, in what. A request that leaked a hundred bytes of the service, or
# one in ten thousand a descriptor, passes these in an hour of the usual rate.
HOUR, REQUEST = "hour", "request"
LIMITS = [("service_private_kb", 4096, HOUR), ("nursery_private_kb", 512, HOUR),
          ("workers_private_kb", 32768, HOUR), ("service_fds", 3, HOUR), ("nursery_fds", 1, HOUR), ("workers_fds", 2, HOUR),
          ("service_threads", 1, HOUR), ("queue", 5, HOUR), ("answers", 2000, HOUR), ("documents", 5, HOUR),
          ("database_bytes", 4096, REQUEST)]


def judge(rows):
    """For each limit over the second half of the samples: (column, median, growth, limit, unit, held)."""
    late = rows[len(rows) // 2:]
    verdicts = []
    for column, limit, per in LIMITS:
        xs = [row["seconds"] / 3600 if per == HOUR else row["requests"] for row in late]
        ys = [row[column] for row in late]
        growth = slope(xs, ys)
        verdicts.append((column, statistics.median(ys), growth, limit, per, growth <= limit))
    return verdicts
