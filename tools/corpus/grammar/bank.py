# SPDX-License-Identifier: Apache-2.0
"""Real wording cut out of a folder of resumes without labels: titles, duties, summaries, degree lines, skills.

The folder (../shared/field) need not be there; what is cut out of it is kept in a cache outside the source tree."""
import glob
import json
import os
import re
import subprocess

HEADS = {'summary': 'summary', 'professional summary': 'summary', 'executive profile': 'summary', 'profile': 'summary', 'executive summary': 'summary', 'career overview': 'summary',
         'career focus': 'summary', 'objective': 'summary', 'professional profile': 'summary', 'highlights': 'skills', 'skills': 'skills', 'core qualifications': 'skills',
         'skill highlights': 'skills', 'areas of expertise': 'skills', 'experience': 'work', 'work history': 'work', 'professional experience': 'work', 'work experience': 'work',
         'education': 'education', 'education and training': 'education', 'accomplishments': 'awards', 'certifications': 'certs', 'licenses': 'certs', 'interests': 'interests',
         'additional information': 'additional', 'languages': 'languages', 'affiliations': 'members', 'professional affiliations': 'members', 'publications': 'publications'}
DATES = r'(?:\w+ )?(?:\d\d/)?\d{4} to (?:Current|(?:\w+ )?(?:\d\d/)?\d{4})'


def cache_path():
    return os.environ.get('VITAE_GRAMMAR_BANK') or os.path.join(os.environ.get('TMPDIR', '/tmp'), 'vitae-grammar-bank.json')


def load(folder, vitae):
    """The bank: {kind: [texts]}; empty lists where there is neither a cache nor a folder."""
    path = cache_path()
    if os.path.exists(path):
        with open(path, encoding='utf-8') as f:
            return json.load(f)
    files = sorted(glob.glob(os.path.join(folder, '*.pdf'))) if os.path.isdir(folder) else []
    bank = {k: [] for k in ('titles', 'duties', 'summary', 'skills', 'certs', 'awards', 'additional', 'members', 'degrees', 'fields')}
    for n in range(0, len(files), 1):
        try:
            done = subprocess.run([vitae, 'parse', '--dump', 'doc', files[n]], capture_output=True, timeout=20)
            cut(json.loads(done.stdout), bank)
        except (ValueError, OSError, subprocess.SubprocessError):
            continue
    bank = {k: sorted(set(v)) for k, v in bank.items()}
    if files:
        with open(path + '.new', 'w', encoding='utf-8') as f:
            json.dump(bank, f, ensure_ascii=False)
        os.replace(path + '.new', path)
    return bank


def mend(text):
    try:
        text = text.encode('cp1252').decode('utf-8')
    except (UnicodeEncodeError, UnicodeDecodeError):
        pass
    return re.sub(r'\s+', ' ', text).strip()


def clean(text):
    return bool(text) and not re.search(r'[\[\]{}<>ÃÂâ�ï]|Company Name|City ?, ?State|https?:|@|\.\.\.', text) and text.isprintable()


def cut(doc, bank):
    lines = [mend(line['text']) for line in doc['lines']]
    if lines and 1 < len(lines[0]) < 50 and clean(lines[0]):
        bank['titles'].append(lines[0].title() if lines[0].isupper() else lines[0])
    sections, now = {}, None
    for line in lines[1:]:
        head = HEADS.get(line.casefold().strip(' :'))
        if head:
            now = head
        elif now:
            sections.setdefault(now, []).append(line)
    for line in sections.get('work', []):
        m = re.match(DATES + r'\s+(.{3,60}?)\s+Company Name', line) or re.match(r'Company Name\W+City ?, ?State\W+(.{3,60}?)\s+' + DATES, line) or re.match(r'(.{3,60}?)\s+' + DATES + r'\s+Company Name', line) \
            or re.match(r'(.{3,50}?) Company Name', line)
        if m and clean(m.group(1)) and not re.search(r'\d{4}', m.group(1)):
            bank['titles'].append(m.group(1).strip(' -–|,'))
    bank['duties'] += sentences(' '.join(line for line in sections.get('work', []) if 'Company Name' not in line and not re.search(DATES, line)), 24, 320)
    bank['summary'] += sentences(' '.join(sections.get('summary', [])), 30, 400)
    bank['awards'] += sentences(' '.join(sections.get('awards', [])), 20, 220)
    bank['additional'] += sentences(' '.join(sections.get('additional', [])), 20, 200)
    for kind, limit in (('certs', 70), ('members', 70)):
        bank[kind] += [x for line in sections.get(kind, []) for x in [line.strip(' •-.')] if clean(x) and 6 < len(x) < limit and x[0].isupper()]
    for x in re.split(r'[,;•]|\.\s', ' '.join(sections.get('skills', []))):
        x = x.strip(' .:-')
        if clean(x) and 1 < len(x) < 34 and len(x.split()) <= 4:
            bank['skills'].append(x)
    for line in sections.get('education', []):
        m = re.match(r'([A-Z][\w .\'’&/()-]{1,60}?) ?: ?([A-Z][\w &/()-]{2,50}?)(?:,| \d{4}| \w+ \d{4}|$)', line)
        if m and clean(line):
            bank['degrees'].append(m.group(1).strip())
            bank['fields'].append(re.split(r' (?:University|College|School|Institute|January|February|March|April|May|June|July|August|September|October|November|December)\b', m.group(2))[0].strip())


def sentences(text, least, most):
    return [s for s in (x.strip(' •·') for x in re.split(r'(?<=[a-z)][.])\s+(?=[A-Z])|[•·●]', text)) if least <= len(s) <= most and clean(s) and s[0].isupper()]
