#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# soname.sh PACKAGE CC...: the name by which the loader finds the library that pkg-config's PACKAGE
# names first, as in `libpq.so.5`. What a library is called differs between releases of Debian.
set -eu
package=$1
shift
library=$(pkg-config --libs-only-l "$package" | sed -n 's/^ *-l\([^ ]*\).*/\1/p')
[ -n "$library" ] || { echo "pkg-config names no library for $package" >&2; exit 1; }
file=$("$@" -print-file-name="lib$library.so")
[ -e "$file" ] || { echo "lib$library.so is not there: is its -dev package installed?" >&2; exit 1; }
LC_ALL=C readelf -d "$file" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' | grep .
