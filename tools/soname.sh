#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# soname.sh LIBRARY CC...: the name by which the loader finds the library that CC would link with
# -lLIBRARY, as in `libpq.so.5`.
set -eu
library=$1
shift
file=$("$@" -print-file-name="lib$library.so")
[ -e "$file" ] || { echo "lib$library.so is not there: is its -dev package installed?" >&2; exit 1; }
LC_ALL=C readelf -d "$file" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' | grep .
