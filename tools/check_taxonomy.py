#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the skill sheets in data/taxonomy.

    check_taxonomy.py [DIR]            every rule below; prints the faults, ends with 1 if there are any
    check_taxonomy.py --lock [DIR]     add new ids to ids.lock (never changes a line that is there)

A sheet has one skill a line, seven tab-separated columns: id, name, hard or soft, category, aliases,
implied skills, ambiguous surfaces; the last three are separated by '|'. Rules: columns and ids well
formed; ids and names unique; no alias twice; implied names exist, no circle; a marked surface is a
surface of the skill; a surface that two skills claim is marked in all but the one that it names; the
common words of ambiguous.txt are marked wherever they are a surface; an id keeps its name for ever
(ids.lock), and one that left a sheet stands in retired.tsv with its heir.

labels/LANG.tsv has what skills are called in a language: id, name as in the sheet, labels separated
by '|'; '?' behind one: it counts in lists only. Rules: the id exists and has this name; each id once;
no label twice in a language; none of five letters or more is the unmarked English name of another
skill, unless it has a '?'. actions.tsv has verbs and objects: skill (which exists), verbs, objects. crafts.tsv has verbs and
callings with the nouns of skills, and skills with what people are called. cues/LANG.tsv has what people of an occupation
write: a line "@2221,3221 Nurses" with unit groups of ISCO-08 (data/occupations), then skill (which exists, once a profile), cues
separated by '|', of one to six words; no cue twice in a row.
"""
import collections
import glob
import hashlib
import os
import re
import sys
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from skillfold import key, split_name  # noqa: E402

MINIMUM = 32000
LOCK_ROW = 16
CODES_MAX = 12  # of a profile of cues
WORDS_MAX = 6  # of a cue


class Skill:
    """One line of a sheet."""
    __slots__ = ('where', 'id', 'name', 'bare', 'qualifier', 'type', 'category', 'aliases', 'implied',
                 'ambiguous')

    def __init__(self, where, columns):
        self.where = where
        self.id, self.name, self.type, self.category = columns[:4]
        self.aliases, self.implied, self.ambiguous = ([x for x in c.split('|') if x] for c in columns[4:])
        self.bare, self.qualifier = split_name(self.name)

    def surfaces(self):
        return [self.bare] + self.aliases


def read_sheets(folder, faults):
    """All skills of a folder, in the order of their ids; faults gets what cannot be read."""
    skills = []
    for path in sorted(glob.glob(os.path.join(folder, '[0-9]*.tsv'))):
        with open(path, encoding='utf-8') as sheet:
            for number, line in enumerate(sheet, 1):
                where = f'{os.path.basename(path)}:{number}'
                columns = line.rstrip('\n').split('\t')
                if len(columns) != 7:
                    faults.append(f'{where}: {len(columns)} columns, not 7')
                else:
                    skills.append(Skill(where, columns))
    return sorted(skills, key=lambda s: s.id)


def read_rows(path):
    """Lines of a tab-separated file without its comments."""
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as rows:
        return [r.rstrip('\n').split('\t') for r in rows if r.strip() and not r.startswith('#')]


def check_lines(skills, faults):
    ids, names = {}, {}
    for s in skills:
        if not re.fullmatch(r'VSK\d{6}', s.id):
            faults.append(f'{s.where}: id {s.id!r} is not VSK and six digits')
        if s.type not in ('hard', 'soft'):
            faults.append(f'{s.where}: type {s.type!r}')
        if not key(s.bare) or not s.category or s.name != ' '.join(s.name.split()):
            faults.append(f'{s.where}: name {s.name!r} or category {s.category!r}')
        for kind, seen, value in (('id', ids, s.id), ('name', names, key(s.name))):
            if value in seen:
                faults.append(f'{s.where}: {kind} {value!r} is also in {seen[value]}')
            seen[value] = s.where
        keys = [key(x) for x in s.surfaces()]
        for surface, k in zip(s.surfaces(), keys):
            if not k or keys.count(k) > 1:
                faults.append(f'{s.where}: {surface!r} is empty or twice')
            if split_name(surface)[1]:
                faults.append(f'{s.where}: alias {surface!r} has a qualifier in brackets')
        for a in s.ambiguous:
            if key(a) not in keys:
                faults.append(f'{s.where}: {a!r} is marked ambiguous but is no surface')


def check_implied(skills, faults):
    by_name = {s.name: s for s in skills}
    state = {}

    def circle(skill, path):
        if state.get(skill.name) == 'done':
            return
        if skill.name in path:
            faults.append(f'{skill.where}: implied in a circle: {" > ".join(path + [skill.name])}')
            return
        for name in skill.implied:
            if name in by_name:
                circle(by_name[name], path + [skill.name])
        state[skill.name] = 'done'

    for s in skills:
        for name in s.implied:
            if name not in by_name:
                faults.append(f'{s.where}: implies {name!r}, which is no skill')
        circle(s, [])


def check_surfaces(skills, common, faults):
    owners = collections.defaultdict(list)
    for s in skills:
        for surface in s.surfaces():
            owners[key(surface)].append(s)
    for k, claims in owners.items():
        for s in claims:
            marked = k in {key(a) for a in s.ambiguous}
            if not marked and k in common:
                faults.append(f'{s.where}: {k!r} is in ambiguous.txt, but not marked')
            if not marked and len(claims) > 1 and (key(s.bare) != k or s.qualifier):
                faults.append(f'{s.where}: {k!r} is shared with {claims[0].name!r}, but not marked')


def english_names(skills):
    """Folded unmarked surface -> ids of the skills that have it."""
    owners = collections.defaultdict(set)
    for s in skills:
        marked = {key(a) for a in s.ambiguous}
        for surface in (s.aliases if s.qualifier else s.surfaces()):
            if key(surface) not in marked:
                owners[key(surface)].add(s.id)
    return owners


def check_label(label, skill, seen, english, where, faults):
    folded = key(label.rstrip('?'))
    if not folded or label != label.strip():
        faults.append(f'{where}: label {label!r}')
    if folded in seen:
        faults.append(f'{where}: {label!r} stands in {seen[folded]}, too')
    seen[folded] = where
    others = english.get(folded, set()) - {skill.id}
    if others and (english.get(folded, set()) == others) and len(folded) > 4 and not label.endswith('?'):
        faults.append(f'{where}: {label!r} is the English name of {sorted(others)[0]}')


def check_labels(folder, skills, faults):
    by_id, english = {s.id: s for s in skills}, english_names(skills)
    labels = 0
    for path in sorted(glob.glob(os.path.join(folder, 'labels', '*.tsv'))):
        ids, seen = set(), {}
        for number, row in enumerate(read_rows(path), 1):
            where = f'labels/{os.path.basename(path)}:{number}'
            skill = by_id.get(row[0])
            if len(row) != 3 or not skill or skill.name != row[1] or row[0] in ids:
                faults.append(f'{where}: {row[0]}: columns, id or name are wrong, or the id stands twice')
                continue
            ids.add(row[0])
            for label in row[2].split('|'):
                check_label(label, skill, seen, english, where, faults)
                labels += 1
    return labels


def check_titles(folder, skills, faults):
    """What somebody is called in a language is no label there: data/occupations has the titles."""
    titles = set()
    for path in glob.glob(os.path.join(folder, '..', 'occupations', '*.tsv')):
        for row in read_rows(path):
            if len(row) > 2 and re.fullmatch(r'[0-9]{4}', row[2]):
                titles.add((fold_title(row[0]), row[1]))
    for path in sorted(glob.glob(os.path.join(folder, 'labels', '*.tsv'))):
        language = os.path.basename(path)[:2]
        for number, row in enumerate(read_rows(path), 1):
            for place, label in enumerate(row[2].split('|') if len(row) > 2 else []):
                label = label.rstrip('?')
                short = label.isupper() and len(label) <= 4
                written = language in ('zh', 'ja', 'ko') and place == 0  # one word for work and worker
                if (fold_title(label), language) in titles and not short and not written:
                    faults.append(f'labels/{language}.tsv:{number}: {label} is a title, no skill')


def fold_title(text):
    text = unicodedata.normalize('NFKD', text.lower())
    return ''.join(c for c in text if not unicodedata.combining(c)).strip()


def check_actions(folder, skills, faults):
    names = {s.name for s in skills}
    for number, row in enumerate(read_rows(os.path.join(folder, 'actions.tsv')), 1):
        if len(row) != 3 or row[0] not in names or not all(row):
            faults.append(f'actions.tsv: row {number}: {row[0]!r} is no skill, or columns are missing')


def check_crafts(folder, skills, faults):
    names = {s.name for s in skills}
    for number, row in enumerate(read_rows(os.path.join(folder, 'crafts.tsv')), 1):
        good = len(row) == 3 and all(row) and (row[0] in ('verb', 'calling') or row[0] == 'skill' and row[1] in names)
        if not good:
            faults.append(f'crafts.tsv: row {number}: {row[:2]!r} is no skill, or columns are missing')


def check_profile(where, line, faults):
    codes, _, title = line[1:].partition(' ')
    codes = codes.split(',')
    if not title or len(codes) > CODES_MAX or not all(re.fullmatch(r'\d{4}', code) for code in codes):
        faults.append(f'{where}: {line!r} is no "@" with up to {CODES_MAX} unit groups of ISCO-08 and a title')


def check_cues(folder, skills, faults):
    names = {s.name for s in skills}
    for path in sorted(glob.glob(os.path.join(folder, 'cues/*.tsv'))):
        seen = None
        for number, row in enumerate(read_rows(path), 1):
            where = f'cues/{os.path.basename(path)}: row {number}'
            if row[0].startswith('@'):
                check_profile(where, row[0], faults)
                seen = set()
                continue
            cues = row[1].split('|') if len(row) == 2 else []
            if row[0] not in names or not cues or seen is None or row[0] in seen:
                faults.append(f'{where}: {row[0]!r} is no skill, stands twice in the profile, or columns are missing')
            elif len(set(cues)) < len(cues) or not all(1 <= len(cue.split()) <= WORDS_MAX for cue in cues):
                faults.append(f'{where}: {row[0]!r} has a cue twice, or one of no or more than {WORDS_MAX} words')
            (seen if seen is not None else set()).add(row[0])


def name_hash(name):
    return hashlib.sha256(key(name).encode()).hexdigest()[:6]


def read_lock(path):
    """ids.lock: 'first-number hash hash …', 16 a line, '-' for a number never given."""
    lock = {}
    for row in read_rows(path):
        first, *hashes = row[0].split()
        lock.update((int(first) + i, h) for i, h in enumerate(hashes) if h != '-')
    return lock


def check_lock(folder, skills, faults):
    lock = read_lock(os.path.join(folder, 'ids.lock'))
    retired = {r[0]: r for r in read_rows(os.path.join(folder, 'retired.tsv'))}
    live = {int(s.id[3:]): s for s in skills}
    for number, skill in live.items():
        if number not in lock:
            faults.append(f'{skill.where}: {skill.id} is new: run check_taxonomy.py --lock')
        elif lock[number] != name_hash(skill.name):
            faults.append(f'{skill.where}: {skill.id} had another name: an id never gets a new meaning')
        if skill.id in retired:
            faults.append(f'{skill.where}: {skill.id} is retired')
    for number in lock.keys() - live.keys():
        row = retired.get(f'VSK{number:06d}')
        if not row or name_hash(row[1]) != lock[number] or int(row[2][3:]) not in live:
            faults.append(f'ids.lock: VSK{number:06d} left the sheets without an heir in retired.tsv')


def write_lock(folder, skills):
    path = os.path.join(folder, 'ids.lock')
    lock = read_lock(path)
    for s in skills:
        lock.setdefault(int(s.id[3:]), name_hash(s.name))
    for row in read_rows(os.path.join(folder, 'retired.tsv')):
        lock.setdefault(int(row[0][3:]), name_hash(row[1]))
    with open(path, 'w', encoding='utf-8') as out:
        out.write('# Every id ever given, with a hash of its folded name; written by check_taxonomy.py --lock\n')
        for first in range(1, max(lock) + 1, LOCK_ROW):
            out.write(f'{first} ' + ' '.join(lock.get(n, '-') for n in range(first, first + LOCK_ROW)) + '\n')


def check(folder):
    """All faults of the sheets in a folder, as lines."""
    faults = []
    skills = read_sheets(folder, faults)
    common = {key(r[0]) for r in read_rows(os.path.join(folder, 'ambiguous.txt'))}
    check_lines(skills, faults)
    check_implied(skills, faults)
    check_surfaces(skills, common, faults)
    check_lock(folder, skills, faults)
    check_labels(folder, skills, faults)
    check_titles(folder, skills, faults)
    check_actions(folder, skills, faults)
    check_crafts(folder, skills, faults)
    check_cues(folder, skills, faults)
    if len(skills) <= MINIMUM:
        faults.append(f'{len(skills)} skills, at most {MINIMUM}')
    return faults, skills


def main(argv):
    lock = '--lock' in argv
    rest = [a for a in argv if a != '--lock']
    folder = rest[0] if rest else os.path.join(os.path.dirname(__file__), '..', 'data', 'taxonomy')
    if lock:
        write_lock(folder, read_sheets(folder, []))
    faults, skills = check(folder)
    for fault in faults[:200]:
        print(fault)
    surfaces = sum(len(s.surfaces()) for s in skills)
    print(f'{len(skills)} skills, {surfaces} surfaces, {len(faults)} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
