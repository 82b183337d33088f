#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# all.sh OUT VITAE [JOBS]: the whole training corpus from its seeds (docs/corpus.md). Each part that is complete has
# OUT/PART.done and is not made again.
set -eu

[ $# -ge 2 ] || { echo "usage: all.sh OUT VITAE [JOBS]" >&2; exit 2; }
out=$1 vitae=$2 jobs=${3:-2}
here=$(dirname "$0")
mkdir -p "$out"

# part NAME COMMAND...: runs a command once
part() {
    name=$1
    shift
    [ -e "$out/$name.done" ] && return
    echo "== $name"
    "$@" && date >"$out/$name.done"
}

own() {
    python3 "$here/make.py" --out "$out" --docs 2600 --jobs "$jobs" --seed 1 &&
        python3 "$here/label.py" --corpus "$out" --vitae "$vitae" --jobs "$jobs" --words "$out/own"
}

themes() {
    "$here/themes/install.sh" "$out/packages" &&
        python3 "$here/themes/make.py" --packages "$out/packages" --out "$out/themes" --jobs "$jobs" --vitae "$vitae"
}

part own own
part themes themes
part office python3 "$here/office.py" --corpus "$out" --out "$out/office" --vitae "$vitae"
part written python3 "$here/written.py" --out "$out/written" --variants 8 --jobs "$jobs" --vitae "$vitae"
part text python3 "$here/text_forms.py" --from "$out/own,$out/themes,$out/office,$out/written" --out "$out/text" --jobs "$jobs" --vitae "$vitae"
[ ! -e "$here/grammar/make.py" ] || part grammar python3 "$here/grammar/make.py" --out "$out/grammar" --docs 100000 --seed 1 --jobs "$jobs" --vitae "$vitae"
