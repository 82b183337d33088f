#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# train.sh CORPUS VITAE MODEL [MINUTES]: trains the reader on a corpus of tools/corpus/all.sh and writes its image.
set -eu

[ $# -ge 3 ] || { echo "usage: train.sh CORPUS VITAE MODEL [MINUTES]" >&2; exit 2; }
corpus=$1 vitae=$2 model=$3 minutes=${4:-60}
here=$(dirname "$0")
python3 "$here/held_names.py" "$corpus" >"$corpus/held.txt"
files=
for part in own themes:2 tex:2 office text:1.5 grammar; do # :N weighs as much
    weight=${part#"${part%%:*}"} part=${part%%:*}
    [ -d "$corpus/$part" ] || continue
    [ -e "$corpus/$part.features" ] || "$vitae" features "$corpus/$part.features" "$corpus/$part"
    files="$files $corpus/$part.features$weight"
done
# shellcheck disable=SC2086 # a list of files
python3 "$here/reader.py" $files --held-names "$corpus/held.txt" --out "$corpus/reader" --minutes "$minutes"
python3 "$here/export.py" "$corpus/reader.pt" "$model"
