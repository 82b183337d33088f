#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that tools/skillfold.py and src/skills/fold.c fold alike: check_skillfold.py MKSKILLS SHEETS

Compared over every surface of the sheets and over lines that are made to be difficult."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import skillfold  # noqa: E402
from check_taxonomy import read_sheets  # noqa: E402

DIFFICULT = ['C++, C# and F#; .NET, ASP.NET Core', 'node.js/Node.JS', 'R & D (U.S. GAAP). Next', 'v3.11.2 .5 a.5',
             'C++11 A+ Security+ 5+ years #1', 'Crème brûlée — ÆØÅ ß İı', 'end - to - end', 'e-mail: a@b.co',
             '“quoted” ‘it’s’', 'a\u00a0–\u00a0b', '• bullet·dot', 'ﬁne ﬂow ½ ² ™ ®', '日本語 العربية עברית हिन्दी',
             '', '...', '+++', 'a.', '.', 'Q#Q', 'C ++', '\u200bzero\u00adwidth', '☎ 📱 \ue000', 'Ａ full', 'É.T.',
             '精通Excel和Python', 'プロジェクト管理・マーケティング、Java', '영업관리 3년, SQL을', 'C言語+表#ア+ .表 .ア']


def main(mkskills, folder):
    surfaces = [x for s in read_sheets(folder, []) for x in s.surfaces() + [s.name]] + DIFFICULT
    out = subprocess.run([mkskills, '--fold'], input='\n'.join(surfaces) + '\n', capture_output=True,
                         encoding='utf-8', check=True).stdout.split('\n')
    faults = 0
    for surface, line in zip(surfaces, out):
        own = ' '.join(('|' if b else '') + t[:60] for t, b in skillfold.fold(surface))
        if own != line:
            faults += 1
            print(f'{surface!r}: skillfold.py {own!r}, fold.c {line!r}')
    print(f'{len(surfaces)} surfaces, {faults} folded differently')
    return 1 if faults or len(out) != len(surfaces) + 1 else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
