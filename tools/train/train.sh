#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# train.sh CORPUS VITAE MODEL [MINUTES [FOLDER]]: trains the reader on a corpus of tools/corpus/all.sh and writes its
# image. FOLDER has real resumes (PDF). Those that data/labels/reader has labels for are trained on from the beginning;
# of the others the reader learns, after two thirds of the time, what it is sure of by then.
set -eu

[ $# -ge 3 ] || { echo "usage: train.sh CORPUS VITAE MODEL [MINUTES [FOLDER]]" >&2; exit 2; }
corpus=$1 vitae=$2 model=$3 minutes=${4:-60} folder=${5:-}
here=$(dirname "$0")
python3 "$here/held_names.py" "$corpus" >"$corpus/held.txt"
files=
# :N weighs as much; what is named several times is seen as often in a pass over the documents
for part in own themes:1.5 themes:1.5 tex:2 office text:1.3 written:1.5 written:1.5 written:1.5 grammar; do
    weight=${part#"${part%%:*}"} part=${part%%:*}
    [ -d "$corpus/$part" ] || continue
    [ -e "$corpus/$part.features" ] || "$vitae" features "$corpus/$part.features" "$corpus/$part"
    files="$files $corpus/$part.features$weight"
done
# Large tensors come and go with every step: kept memory makes a step a fifth shorter.
train() {
    # shellcheck disable=SC2086 # a list of files
    MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=17179869184 \
        python3 "$here/reader.py" $files --held-names "$corpus/held.txt" "$@"
}
if [ -z "$folder" ]; then
    train --out "$corpus/reader" --minutes "$minutes"
    python3 "$here/export.py" "$corpus/reader.pt" "$model"
else
    if [ ! -e "$corpus/unlabelled.features" ]; then
        mkdir -p "$corpus/unlabelled"
        for document in "$folder"/*.pdf; do
            name=$(basename "$document" .pdf)
            cp "$document" "$corpus/unlabelled/"
            : >"$corpus/unlabelled/$name.words" # no labels
        done
        "$vitae" features "$corpus/all.features" "$corpus/unlabelled"
        python3 "$here/corrections.py" apply --labels "$here/../../data/labels/reader/field.tsv" \
            --features "$corpus/all.features" --out "$corpus/labelled.features" --rest "$corpus/unlabelled.features"
    fi
    for _ in 1 2 3; do files="$files $corpus/labelled.features:1.5"; done
    train --out "$corpus/first" --minutes "$((minutes * 2 / 3))"
    train --out "$corpus/reader" --minutes "$((minutes / 3))" --start "$corpus/first.pt" --rate 1.5e-3 \
        --unlabelled "$corpus/unlabelled.features:0.7"
    python3 "$here/export.py" "$corpus/first.pt" "$corpus/reader.pt" "$model"
fi
