#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh FOLDER: installs the themes of themes.txt by npm into FOLDER/NAME. One that cannot be had is left out.
set -eu

[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
list=$(dirname "$0")/themes.txt
grep -v '^#' "$list" | while read -r name version; do
    home=$1/$name
    [ -d "$home/node_modules/jsonresume-theme-$name" ] && continue
    mkdir -p "$home"
    echo '{"private": true}' >"$home/package.json"
    (cd "$home" && timeout 300 npm install --ignore-scripts --no-audit --no-fund --legacy-peer-deps --omit=dev \
        --loglevel=error "jsonresume-theme-$name@$version" </dev/null >npm.log 2>&1) ||
        echo "install.sh: no theme $name" >&2
done
