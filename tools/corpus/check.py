# SPDX-License-Identifier: Apache-2.0
"""Is every gold value visible in the file? Text is taken by tools that have no part in making it."""
import html
import re
import subprocess
import unicodedata
import zipfile


def fold(text):
    """Letters and digits only, without accents and case: what survives hyphens, ligatures, letter-spacing."""
    t = unicodedata.normalize('NFKD', text.replace('\u0130', 'I').replace('ı', 'i'))
    return ''.join(c for c in t.casefold() if c.isalnum() or c in '+#')


def file_text(path):
    if path.endswith('.pdf'):
        return [subprocess.run(['pdftotext', *mode, '-enc', 'UTF-8', path, '-'], capture_output=True).stdout.decode('utf-8', 'replace') for mode in (['-raw'], [])]
    if path.endswith('.docx'):
        with zipfile.ZipFile(path) as z:
            parts = [z.read(n).decode() for n in z.namelist() if re.match(r'word/(document|header\d*|footer\d*)\.xml$', n)]
        return [html.unescape(re.sub(r'<[^>]+>', '', ' '.join(parts)))]
    with open(path, encoding='utf-8') as f:
        t = f.read()
    if path.endswith('.html'):
        t = html.unescape(re.sub(r'<[^>]+>', '', re.sub(r'(?s)<style.*?</style>', '', t)))
    if path.endswith('.md'):
        t = re.sub(r'\\(.)', r'\1', t)
    return [t]


def visible(value, texts):
    v = fold(value)
    if not v:
        return True
    for t in texts:
        if v in t:
            return True
    if len(v) > 24:                      # broken by a column or a page: two or three pieces will do
        for t in texts:
            rest, pieces = v, 0
            while rest and pieces < 4:
                lo, hi = 0, len(rest)
                while lo < hi:           # longest prefix that stands in the text
                    mid = (lo + hi + 1) // 2
                    if rest[:mid] in t:
                        lo = mid
                    else:
                        hi = mid - 1
                if lo < 8 and lo < len(rest):
                    break
                rest, pieces = rest[lo:], pieces + 1
            if not rest:
                return True
    return False


def missing(order, path):
    """The printed pieces that the file does not show: fields and block texts."""
    texts = [fold(t) for t in file_text(path)]
    out = []
    for e in order:
        for f in e.get('fields') or []:
            if not visible(f['text'], texts):
                out.append(f['field'] + ': ' + f['text'])
        if not e.get('fields') and e['role'] != 'furniture' and not visible(e['text'], texts):
            out.append(e['role'] + ': ' + e['text'])
    return out
