# SPDX-License-Identifier: Apache-2.0
"""One row of labels for each word of a document, the form that the reader is trained from (docs/formats.md):

    page x0 y0 x1 y1 role section item heading field text"""
import json
import os
import re
import shutil

from check import fold

ROLE = {'job_begin': 'job_head', 'edu_begin': 'edu_head'}
SECTION = {'contact': 'contact', 'summary': 'summary', 'job_head': 'experience', 'job_text': 'experience', 'edu_head': 'education', 'edu_text': 'education', 'skill': 'skills', 'language': 'languages',
           'cert': 'certifications', 'project': 'projects', 'publication': 'publications', 'award': 'awards', 'reference': 'references', 'interest': 'interests', 'member': 'memberships'}
KEPT = {'work': 'experience', 'volunteer': 'volunteer'}


class Label:
    def __init__(self, role, section='none', item=-1, heading=-1, field='none'):
        self.role, self.section, self.item, self.heading, self.field = role, section, item, heading, field

    def row(self):
        return [self.role, self.section, str(self.item), str(self.heading), self.field]


def section_of(entry, role):
    """The section that a block truly belongs to."""
    own = entry.get('section')
    if role in ('job_head', 'job_text', 'other'):
        return own if own in ('volunteer', 'experience', 'military', 'declaration', 'strengths', 'summary', 'personal', 'courses', 'additional', 'objective') else SECTION.get(role, 'none')
    if role == 'contact':
        return 'personal' if own == 'personal' else 'contact'
    return own if own in ('patents', 'courses') else SECTION.get(role, 'none')


PERSON = {'name', 'label', 'contact'}


def under(blocks):
    """The number of the heading that each block stands under, -1 for none. A name ends a list of contact data, unless
    it opens it."""
    out, number, part, before = [], -1, None, None
    part_of = lambda e: e.get('part', 'person' if e['role'] in PERSON else e['role'])
    for i, e in enumerate(blocks):
        if e['role'] == 'heading':
            number += 1
            part = part_of(next((x for x in blocks[i + 1:] if x['role'] != 'heading'), {'role': None}))
            out.append(number)
        else:
            same = part is not None and part == part_of(e) and (before == 'heading' or e['role'] not in ('name', 'label') or e.get('part') is not None)
            out.append(number if same else -1)
            part = part if same else None
        before = e['role']
    return out


def block_labels(blocks):
    """[Label] of the blocks; a heading has the section of what stands below it."""
    out = []
    for e, h in zip(blocks, under(blocks)):
        role = ROLE.get(e['role'], e['role'])
        out.append(Label(role, section_of(e, role), e.get('group', -1), h))
    for i, l in enumerate(out):
        if l.role == 'heading':
            below = {k.section for k in out if k.heading == l.heading and k is not l} - {'none'}
            l.section = below.pop() if len(below) == 1 else 'additional' if below else blocks[i].get('section', 'none')
    return out


def of_span(label, span):
    """The label of the words of a span: its own values win over those of its block."""
    more = span.more if span else {}
    return Label(more.get('role', label.role), more.get('section', label.section), more.get('group', label.item), more.get('heading', label.heading), span.field or 'none' if span else 'none')


def rows(doc, T, blocks):
    """[[page, x0, y0, x1, y1, role, section, item, heading, field, text]]; words that nothing is known of are left out."""
    labels = block_labels(blocks)
    owners = [[None] * len(l['tokens']) for l in doc['lines']]
    lettered = [[False] * len(l['tokens']) for l in doc['lines']]
    votes = {}
    for c, o in enumerate(T.owner):
        lettered[T.where[c][0]][T.where[c][1]] = True
        if o is not None:
            at = votes.setdefault(T.where[c], {})
            at[o] = at.get(o, 0) + 1
    for (i, j), v in votes.items():
        owners[i][j] = max(v, key=v.get)
    heads = [fold(e['text']) for e in blocks if e['role'] in ('name', 'label', 'contact')]
    out, last = [], None
    for i, l in enumerate(doc['lines']):
        for j, t in enumerate(l['tokens']):
            o = owners[i][j]
            if o is None and not lettered[i][j]:
                label = between(labels, owners, lettered, i, j, last, t['text'])
            elif o is None:
                label = repeated(l, owners[i], heads)
            else:
                last = o
                label = Label('furniture') if o[0] == 'furniture' else of_span(labels[o[0]], o[1])
            if label:
                out.append([str(t['page'])] + ['%.1f' % v for v in t['box']] + label.row() + [re.sub(r'\s+', ' ', t['text'])])
    return out


def between(labels, owners, lettered, i, j, last, text):
    """The label of a sign: a bullet goes with what follows, the rest with what stands before; inside a span it is of its field."""
    row = owners[i]
    left = next((row[k] for k in range(j - 1, -1, -1) if row[k]), None)
    right = next((row[k] for k in range(j + 1, len(row)) if row[k]), None)
    if not left and not right:
        if any(lettered[i]):
            return None
        after = next((o for line in owners[i + 1:i + 2] for o in line if o), None)
        left, right = (None, after) if after and len(text) == 1 else (last, None)
    if left and right and left == right and left[1]:
        return of_span(labels[left[0]], left[1]) if left[0] != 'furniture' else Label('furniture')
    o = right if right and (not left or j == 0) else left
    if not o:
        return None
    if o[0] == 'furniture':
        return Label('furniture')
    out = of_span(labels[o[0]], o[1])
    out.field = 'none'
    return out


def repeated(line, owners, heads):
    """A line without any label: a page number, or the head of the document said again on a later page."""
    if any(owners):
        return None
    t = fold(line['text'])
    if line['page'] and t and any(t in h for h in heads) or re.fullmatch(r'\W*\d{1,2}(\W+(of |von |de |/)?\d{1,2})?\W*', line['text']):
        return Label('furniture')
    return None


def write(folder, ident, rows, path, record):
    """FOLDER/ID.words, ID.json and a copy of the document."""
    target = os.path.join(folder, ident + os.path.splitext(path)[1])
    if os.path.abspath(target) != os.path.abspath(path):
        shutil.copyfile(path, target)
    with open(os.path.join(folder, ident + '.json'), 'w', encoding='utf-8') as f:
        json.dump(record, f, ensure_ascii=False, separators=(',', ':'))
    with open(os.path.join(folder, ident + '.words'), 'w', encoding='utf-8') as f:
        f.writelines('\t'.join(r) + '\n' for r in rows)
