#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# train.sh CORPUS VITAE MODEL [MINUTES [FOLDER]]: trains the reader on a corpus of tools/corpus/all.sh and writes its
# image. FOLDER has documents without labels (PDF): after two thirds of the time the reader learns from them, too, what
# it is sure of by then.
set -eu

[ $# -ge 3 ] || { echo "usage: train.sh CORPUS VITAE MODEL [MINUTES [FOLDER]]" >&2; exit 2; }
corpus=$1 vitae=$2 model=$3 minutes=${4:-60} folder=${5:-}
here=$(dirname "$0")
python3 "$here/held_names.py" "$corpus" >"$corpus/held.txt"
files=
for part in own themes:2 tex:2 office text:1.5 grammar; do # :N weighs as much
    weight=${part#"${part%%:*}"} part=${part%%:*}
    [ -d "$corpus/$part" ] || continue
    [ -e "$corpus/$part.features" ] || "$vitae" features "$corpus/$part.features" "$corpus/$part"
    files="$files $corpus/$part.features$weight"
done
train() {
    # shellcheck disable=SC2086 # a list of files
    python3 "$here/reader.py" $files --held-names "$corpus/held.txt" "$@"
}
if [ -z "$folder" ]; then
    train --out "$corpus/reader" --minutes "$minutes"
else
    if [ ! -e "$corpus/unlabelled.features" ]; then
        mkdir -p "$corpus/unlabelled"
        for document in "$folder"/*.pdf; do
            name=$(basename "$document" .pdf)
            cp "$document" "$corpus/unlabelled/"
            : >"$corpus/unlabelled/$name.words" # no labels
        done
        "$vitae" features "$corpus/unlabelled.features" "$corpus/unlabelled"
    fi
    train --out "$corpus/first" --minutes "$((minutes * 2 / 3))"
    train --out "$corpus/reader" --minutes "$((minutes / 3))" --start "$corpus/first.pt" --rate 1.5e-3 \
        --unlabelled "$corpus/unlabelled.features:1.5"
fi
python3 "$here/export.py" "$corpus/reader.pt" "$model"
