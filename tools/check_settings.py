#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that docs/configuration.md holds the table that `vitae serve --print-settings` prints.
Usage: check_settings.py VITAE docs/configuration.md [--update]. Exit 1 when it does not."""
import pathlib
import subprocess
import sys

HEAD = """# Configuration

Settings are read from these places; a later one wins: the default, the configuration file (`--config FILE`,
otherwise /etc/vitae/vitae.conf; plain INI: `listen = 127.0.0.1:8080`), the environment (`VITAE_LISTEN`), the
command line (`--listen`).

`vitae config check` prints every error with its file and line. `vitae config show` prints the effective values
and where each comes from; passwords are hidden. For a value that was refused it prints the value that holds
instead, and whose value was refused: `queue_max = 10000 ; default; the value of vitae.conf:6 was refused`. The service does not start if there is an error: unknown settings
and variables (`VITAE_...`), settings that occur twice in the file, values out of range, files that
cannot be read. In the file, `#` and `;` begin a comment at the start of a line or after a space.

`vitae serve --print-settings` prints this table.

"""


def main():
    vitae, page = sys.argv[1], pathlib.Path(sys.argv[2])
    table = subprocess.run([vitae, "serve", "--print-settings"], check=True, capture_output=True,
                           text=True).stdout
    if "--update" in sys.argv:
        page.write_text(HEAD + table, encoding="utf-8")
    if page.read_text(encoding="utf-8") != HEAD + table:
        print(f"{page} is not what `vitae serve --print-settings` prints: run "
              "tools/check_settings.py VITAE docs/configuration.md --update")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
