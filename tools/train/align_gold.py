#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Word labels for documents whose gold is a result only: finds its values in the text.

    python3 tools/train/align_gold.py --vitae build/src/cli/vitae DOCS LABELS OUT

Writes OUT/ID.words (docs/corpus.md) with a row for each word that a value of the gold explains, and links the
document beside it; words that nothing explains have no row. Of several places of a value the one nearest to the
other values of its item counts."""
import argparse
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../corpus'))
from check import fold  # noqa: E402

FAR = 4000  # letters between two values of one item


class Text:
    """The letters of a document in reading order; each belongs to a token."""

    def __init__(self, dump):
        self.tokens, parts, self.owner_of = [], [], []
        for i, line in enumerate(dump['lines']):
            for t in line['tokens']:
                letters = fold(t['text'])
                parts.append(letters)
                self.owner_of += [len(self.tokens)] * len(letters)
                self.tokens.append({'line': i, 'page': t['page'], 'box': t['box'], 'text': t['text'], 'label': None})
        self.letters = ''.join(parts)

    def places(self, value, most=12):
        """Starts of a value that begin and end with a token, or nearly."""
        v, out, at = fold(value), [], -1
        if not v:
            return []
        while len(out) < most:
            at = self.letters.find(v, at + 1)
            if at < 0:
                break
            starts = at == 0 or self.owner_of[at - 1] != self.owner_of[at]
            end = at + len(v)
            ends = end == len(self.letters) or self.owner_of[end - 1] != self.owner_of[end]
            if (starts and ends) or len(v) >= 12:
                out.append(at)
        return out

    def free(self, at, length):
        return all(self.tokens[k]['label'] is None for k in self.tokens_of(at, length))

    def tokens_of(self, at, length):
        return sorted(set(self.owner_of[at:at + length]))

    def take(self, at, value, label):
        first, last = self.owner_of[at], self.owner_of[at + len(fold(value)) - 1]  # with signs such as "&" between
        for k in range(first, last + 1):
            if self.tokens[k]['label'] is None:
                self.tokens[k]['label'] = label


def nearest(text, value, centre):
    places = [p for p in text.places(value) if text.free(p, len(fold(value)))]
    return min(places, key=lambda p: abs(p - centre), default=None)


def anchor_places(text, values, start):
    """One place a value, so that they stand close together, not far before `start`."""
    options = [(f, v, [p for p in text.places(v) if text.free(p, len(fold(v)))]) for f, v in values]
    options = [o for o in options if o[2]]
    if not options:
        return []
    best = None
    for centre in options[0][2]:
        chosen = [(options[0][0], options[0][1], centre)]
        cost = 0.05 * abs(centre - start) if centre >= start else 400 + 0.3 * (start - centre)
        for f, v, places in options[1:]:
            p = min(places, key=lambda q: abs(q - centre))
            cost += min(abs(p - centre), FAR)
            if abs(p - centre) < FAR:
                chosen.append((f, v, p))
        if best is None or cost < best[0]:
            best = (cost, chosen)
    return best[1]


def texts_of(job):
    out = list(job.get('highlights') or [])
    for d in (job.get('description') or '').split('\n'):
        out.append(d)
    return [t for t in out if len(fold(t)) >= 12]


def find_text(text, value, near):
    """Long texts lose a word now and then: in pieces of a sentence or of a few words."""
    place = nearest(text, value, near)
    if place is not None:
        return [(place, value)]
    words, out = value.split(), []
    for k in range(0, len(words), 6):
        piece = ' '.join(words[k:k + 6])
        if len(fold(piece)) >= 14:
            p = nearest(text, piece, out[-1][0] if out else near)
            if p is not None:
                out.append((p, piece))
    return out


def label(text, gold):
    number = 0
    end = 0
    for job in gold.get('experience') or []:
        texts = texts_of(job)
        first = nearest(text, texts[0], end) if texts else None
        values = [(f, job.get(k)) for f, k in (('title', 'title'), ('company', 'company'), ('location', 'location')) if isinstance(job.get(k), str)]
        loc = job.get('location')
        if isinstance(loc, dict) and loc.get('city'):
            values.append(('location', loc['city']))
        chosen = anchor_places(text, values, end if first is None else max(0, first - 400))
        for f, v, p in chosen:
            text.take(p, v, ('job_head', 'experience', number, f))
            end = max(end, p)
        near = max((p for _, _, p in chosen), default=end)
        for t in texts:
            for p, piece in find_text(text, t, near):
                text.take(p, piece, ('job_text', 'experience', number, 'none'))
                near = p
        number += 1
    end = 0
    for s in gold.get('education') or []:
        values = [(f, s.get(k)) for f, k in (('institution', 'institution'), ('degree', 'degree'), ('field', 'field_of_study')) if s.get(k)]
        for f, v, p in anchor_places(text, values, end):
            text.take(p, v, ('edu_head', 'education', number, f))
            end = max(end, p)
        number += 1
    person = gold.get('personal_info') or {}
    for key, role in (('name', 'name'), ('label', 'label'), ('email', 'contact'), ('phone', 'contact')):
        if person.get(key):
            p = nearest(text, person[key], 0)
            if p is not None:
                text.take(p, person[key], (role, 'contact', -1, key))
    if gold.get('summary'):
        for p, piece in find_text(text, gold['summary'], 0):
            text.take(p, piece, ('summary', 'summary', -1, 'none'))
    end = 0
    for c in gold.get('certifications') or []:
        values = [(f, c.get(k)) for f, k in (('cert', 'name'), ('issuer', 'issuer')) if isinstance(c, dict) and c.get(k)] if isinstance(c, dict) else [('cert', c)]
        for f, v, p in anchor_places(text, values, end):
            text.take(p, v, ('cert', 'certifications', number, f))
            end = max(end, p)
        number += 1
    for l in gold.get('languages') or []:
        name = l.get('language') if isinstance(l, dict) else l
        p = nearest(text, name or '', len(text.letters))
        if p is not None:
            text.take(p, name, ('language', 'languages', number, 'language'))
        number += 1
    near = None
    for s in gold.get('skills') or []:
        name = s.get('name') if isinstance(s, dict) else s
        places = [p for p in text.places(name or '', 40) if text.free(p, len(fold(name)))]
        if places:
            p = min(places, key=lambda q: abs(q - near)) if near is not None else places[0]
            text.take(p, name, ('skill', 'skills', -1, 'skill'))
            near = p


def rows(text):
    out = []
    for t in text.tokens:
        if t['label']:
            role, section, item, field = t['label']
            out.append('\t'.join(map(str, [t['page'], *t['box'], role, section, item, -1, field, t['text']])))
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--vitae', required=True)
    ap.add_argument('docs')
    ap.add_argument('labels')
    ap.add_argument('out')
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    for name in sorted(os.listdir(a.docs)):
        ident, ext = os.path.splitext(name)
        path = os.path.join(a.labels, ident + '.json')
        if not os.path.exists(path):
            continue
        r = subprocess.run([a.vitae, 'parse', '--dump', 'doc', os.path.join(a.docs, name)], capture_output=True)
        try:
            dump = json.loads(r.stdout)
        except ValueError:
            print(name, r.stderr.decode()[:100])
            continue
        text = Text(dump)
        label(text, json.load(open(path, encoding='utf-8')))
        with open(os.path.join(a.out, ident + '.words'), 'w', encoding='utf-8') as f:
            f.write('\n'.join(rows(text)) + '\n')
        link = os.path.join(a.out, name)
        if not os.path.lexists(link):
            os.symlink(os.path.abspath(os.path.join(a.docs, name)), link)


if __name__ == '__main__':
    main()
