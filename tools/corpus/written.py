#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the written documents of data/documents with a label for each word, each in several variants.

    python3 tools/corpus/written.py --out DIR [--variants 6] [--jobs 2] [--seed 1] [--vitae ...]
    python3 tools/corpus/written.py --check FILE...

data/documents/README.md says what the marks mean. A variant has other names, employers, schools, titles and years, and
other looks; most are PDFs of Chromium, some web pages, Word files of LibreOffice, plain text. Every eighth document is
held out, by its name. DIR gets ID.EXT, ID.words and ID.json."""
import argparse
import glob
import hashlib
import html
import multiprocessing
import os
import random
import re
import shutil
import sys
from html.parser import HTMLParser
from queue import Empty

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, 'grammar')]
import chromium  # noqa: E402
import label  # noqa: E402
import office  # noqa: E402
import words  # noqa: E402

DOCUMENTS = os.path.join(HERE, '../../data/documents')
# mark of a block -> (role, section)
BLOCKS = {'nm': ('name', 'none'), 'lb': ('label', 'none'), 'con': ('contact', 'contact'), 'per': ('contact', 'personal'), 'hd': ('heading', None), 'sum': ('summary', 'summary'),
          'job': ('job_head', 'experience'), 'vol': ('job_head', 'volunteer'), 'mil': ('job_head', 'military'), 'edu': ('edu_head', 'education'), 'x': (None, None),
          'skl': ('skill', 'skills'), 'lng': ('language', 'languages'), 'crt': ('cert', 'certifications'), 'prj': ('project', 'projects'), 'pub': ('publication', 'publications'),
          'pat': ('publication', 'patents'), 'awd': ('award', 'awards'), 'mem': ('member', 'memberships'), 'ref': ('reference', 'references'), 'crs': ('other', 'courses'),
          'int': ('interest', 'interests'), 'oth': ('other', 'none'), 'fur': ('furniture', 'none')}
FIELDS = {'t': 'title', 'c': 'company', 'dep': 'department', 'l': 'location', 'd': 'date', 'ty': 'type', 'sch': 'institution', 'deg': 'degree', 'fos': 'field', 'gr': 'grade', 'mail': 'email', 'tel': 'phone', 'url': 'url',
          'str': 'street', 'zip': 'postcode', 'city': 'city', 'reg': 'region', 'cty': 'country', 'sk': 'skill', 'grp': 'group', 'lev': 'level', 'lang': 'language', 'cert': 'cert', 'iss': 'issuer'}
ITEMS = {'job', 'vol', 'mil', 'edu', 'skl', 'lng', 'crt', 'prj', 'pub', 'pat', 'awd', 'mem', 'ref', 'crs'}
TEXT_ROLE = {'job_head': 'job_text', 'edu_head': 'edu_text'}
SECTIONS = set('contact summary objective experience volunteer military education courses skills strengths languages certifications projects publications patents awards memberships interests references personal additional declaration'.split())
VOID = {'br', 'hr', 'meta', 'img', 'link', 'col', 'input', 'wbr'}
PARTING = {'div', 'p', 'li', 'tr', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'section', 'header', 'main', 'aside', 'footer', 'article', 'dl', 'dt', 'dd', 'br', 'hr', 'body', 'pre', 'blockquote'} | set(BLOCKS)
KNOWN = set('en de fr es it pt nl pl sv da no cs tr ro ru zh ja ko'.split())  # languages that the grammar's world can draw values of
BASE_STYLE = 'nm,lb,con,per,hd,sum,job,vol,mil,edu,x,skl,lng,crt,prj,pub,pat,awd,mem,ref,crs,int,oth,fur{display:block}'


class Node:
    """An element, or a text (tag is None)."""

    def __init__(self, tag, attrs=(), text=''):
        self.tag, self.attrs, self.text, self.parts = tag, dict(attrs), text, []

    def mark(self):
        """The marks of this element: its own name, or those of its attribute k."""
        return self.attrs['k'].split() if self.attrs.get('k') else [self.tag] if self.tag in BLOCKS or self.tag in FIELDS else []


class Reader(HTMLParser):
    """A document as a tree; `faults` says what is wrong with it."""

    def __init__(self, source, is_html):
        super().__init__(convert_charrefs=True)
        self.is_html, self.root, self.faults = is_html, Node('root'), []
        self.open = [self.root]
        self.feed(source)
        self.close()
        for n in self.open[1:]:
            if n.mark():
                self.faults.append('<%s> is not closed' % n.tag)

    def handle_starttag(self, tag, attrs):
        node = Node(tag, attrs)
        if not self.is_html and not node.mark():
            return self.handle_data(self.get_starttag_text())
        for m in node.mark():
            if m not in BLOCKS and m not in FIELDS:
                self.faults.append('line %d: no mark "%s"' % (self.getpos()[0], m))
        self.open[-1].parts.append(node)
        if tag not in VOID and not self.get_starttag_text().endswith('/>'):
            self.open.append(node)

    def handle_endtag(self, tag):
        if not self.is_html and tag not in BLOCKS and tag not in FIELDS:
            return self.handle_data('</%s>' % tag)
        for k in range(len(self.open) - 1, 0, -1):
            if self.open[k].tag == tag:
                for n in self.open[k + 1:]:
                    if n.mark() or tag in BLOCKS or tag in FIELDS:
                        self.faults.append('line %d: <%s> ends before <%s>' % (self.getpos()[0], tag, n.tag))
                del self.open[k:]
                return
        if tag in BLOCKS or tag in FIELDS:
            self.faults.append('line %d: </%s> ends nothing' % (self.getpos()[0], tag))

    def handle_data(self, data):
        self.open[-1].parts.append(Node(None, text=data))

    def handle_decl(self, decl):
        pass


class Piece:
    """A text with its labels; `block`: pieces of one number stand in one block."""

    def __init__(self, node, block, role, section, item, field):
        self.node, self.block, self.role, self.section, self.item, self.field = node, block, role, section, item, field


def pieces_of(root, is_html):
    """[Piece] in the order of the document, and what is wrong with its marks."""
    out, faults, items = [], [], {}
    state = {'block': 0}

    def item_of(node, mark):
        key = (mark, node.attrs['n']) if node.attrs.get('n') else id(node)
        return items.setdefault(key, len(items))

    def walk(node, role, section, item, field, hidden):
        if node.tag is None:
            if hidden or not node.text.strip():
                if '\n' in node.text and not is_html:
                    state['block'] += 1
                return
            if role is None and re.search(r'\w', node.text):
                faults.append('no mark: "%s"' % ' '.join(node.text.split())[:50])
            parts = [node.text] if is_html else re.split(r'(?<=\n)', node.text)
            for part in parts:
                if part.strip():
                    out.append(Piece((node, part), state['block'], role, section, item, field))
                if not is_html and part.endswith('\n'):
                    state['block'] += 1
            return
        if node.tag in PARTING:
            state['block'] += 1
        for mark in node.mark():
            if mark in FIELDS:
                field = FIELDS[mark]
            elif mark == 'x':
                if role not in ('job_head', 'edu_head', 'project', 'publication', 'award', 'member', 'reference', 'other', 'cert', 'job_text', 'edu_text'):
                    faults.append('<x> outside of an item')
                role, field = TEXT_ROLE.get(role, role), None
            elif mark in BLOCKS:
                role, section = BLOCKS[mark][0], BLOCKS[mark][1] or section
                field = role if role in ('name', 'label') else None
                item = item_of(node, mark) if mark in ITEMS else -1
                if mark == 'hd':
                    section = node.attrs.get('s') or 'additional'
                    if section not in SECTIONS:
                        faults.append('no section "%s"' % section)
        for child in node.parts:
            walk(child, role, section, item, field, hidden or node.tag in ('style', 'head', 'title', 'script'))
        if node.tag in PARTING:
            state['block'] += 1
    walk(root, None, 'none', -1, None, False)
    return out, faults


def blocks_of(pieces):
    """The blocks that label.align takes."""
    out, groups = [], {}
    for p in pieces:
        groups.setdefault(p.block, []).append(p)
    for _, group in sorted(groups.items()):
        spans = [dict(text=p.node[1], field=p.field, role=p.role or 'other', section=p.section or 'none', group=p.item) for p in group]
        weight = {}
        for s in spans:
            weight[s['role']] = weight.get(s['role'], 0) + len(s['text'])
        role = max(weight, key=weight.get)
        block = dict(text=' '.join(s['text'] for s in spans), role=role, section=spans[0]['section'], spans=spans)
        out.append(block)
    return out


# --- variants ------------------------------------------------------------------------------------

def leaves(root):
    """[(mark, text node)] of fields that hold one text only; titles and employers are those of jobs."""
    out = []

    def walk(node, item):
        marks = [m for m in node.mark() if m in FIELDS or m == 'nm'] if node.tag else []
        item = next((m for m in node.mark() if m in ITEMS), item) if node.tag else item
        texts = [c for c in node.parts if c.tag is None and c.text.strip()] if node.tag else []
        if marks and len(texts) == 1 and not any(c.tag for c in node.parts) and (marks[-1] not in ('t', 'c') or item in ('job', 'vol', 'mil')):
            out.append((marks[-1], texts[0]))
        for c in node.parts:
            walk(c, item)
    walk(root, None)
    return out


def recase(old, new):
    letters = [c for c in old if c.isalpha()]
    if len(letters) > 3 and all(c.isupper() for c in letters):
        return new.upper()
    return new.lower() if letters and all(c.islower() for c in letters) else new


def exchange(root, world, pool, rng):
    """Other persons, employers, schools, titles, fields, skills and years; the same text becomes the same again."""
    draw = {} if world is None else {'nm': lambda: world.person(rng)[0], 'c': lambda: world.employer(rng), 'sch': lambda: world.school(rng), 't': lambda: world.title(rng), 'fos': lambda: world.field(rng), 'city': lambda: world.city(rng)[0], 'l': lambda: world.place(rng)}
    share = {'nm': 0.9, 'c': 0.75, 'sch': 0.6, 't': 0.45, 'fos': 0.5, 'city': 0.6, 'l': 0.4, 'sk': 0.4, 'cert': 0.3, 'deg': 0.15}
    chosen = {m: rng.random() < 0.8 for m in share}
    new, shift = {}, rng.choice([0, 0, -1, -2, -3, -5, 1])
    for mark, node in leaves(root):
        text = node.text.strip()
        key = (mark, text)
        if mark == 'd' and shift and re.search(r'\b(19|20)\d\d\b', text):
            value = re.sub(r'\b(?:19|20)\d\d\b', lambda m: str(min(2026, int(m.group()) + shift)), text)
        elif mark in share and chosen[mark]:
            if key not in new:
                value = text
                if rng.random() < share[mark]:
                    own = pool.get(mark)
                    value = rng.choice(own) if own and (mark not in draw or rng.random() < 0.4) else draw[mark]() if mark in draw else text
                    value = recase(text, value)
                new[key] = value
            value = new[key]
        else:
            continue
        node.text = node.text.replace(text, value)


# What templates write in place of values: by language, for a mark several forms, of which a document has one.
TEMPLATE = {
    'en': {'t': ['Job Title', 'Position', 'Title', 'Your Role', 'Job Position'], 'c': ['Company', 'Company Name', 'Employer', 'Organization', 'Your Company', 'Business Name'],
           'sch': ['University', 'School Name', 'Your University', 'College Name', 'Institution', 'Name of University'], 'deg': ['Degree', 'Your Degree', 'Degree Name', 'Diploma'],
           'fos': ['Field of Study', 'Subject', 'Major', 'Your Major', 'Course of study'], 'nm': ['Your Name', 'First Last', 'Name Surname', 'FIRSTNAME LASTNAME', 'John Doe'], 'lb': ['Your Profession', 'Job Title', 'Profession'],
           'l': ['City, State', 'Location', 'City, Country', 'Town'], 'city': ['City', 'Your City'], 'd': ['Start Date - End Date', 'MM/YYYY - MM/YYYY', '20XX - 20XX', 'Month Year - Present', 'from - to', 'Year - Year'],
           'sk': ['Skill', 'Your skill', 'Software', 'Tool'], 'lang': ['Language', 'Your language'], 'cert': ['Certificate', 'Certification Name', 'Name of Certificate', 'License'], 'iss': ['Issuer', 'Issuing Organization'], 'dep': ['Department', 'Team']},
    'de': {'t': ['Position', 'Berufsbezeichnung', 'Ihre Position', 'Stelle'], 'c': ['Unternehmen', 'Firma', 'Musterfirma GmbH', 'Arbeitgeber'], 'sch': ['Universität', 'Hochschule', 'Name der Schule', 'Bildungseinrichtung'],
           'deg': ['Abschluss', 'Ihr Abschluss'], 'fos': ['Studiengang', 'Fachrichtung', 'Schwerpunkt'], 'nm': ['Vorname Nachname', 'Max Mustermann', 'Erika Mustermann'], 'lb': ['Berufsbezeichnung', 'Ihr Beruf'], 'l': ['Ort', 'Musterstadt', 'Stadt'], 'city': ['Musterstadt', 'Ort'],
           'd': ['MM/JJJJ - MM/JJJJ', '20XX - 20XX', 'von - bis', 'Monat Jahr - heute'], 'sk': ['Kenntnis', 'Fähigkeit', 'Software'], 'lang': ['Sprache'], 'cert': ['Zertifikat', 'Name der Weiterbildung'], 'iss': ['Aussteller', 'Anbieter'], 'dep': ['Abteilung']},
    'fr': {'t': ['Intitulé du poste', 'Poste', 'Titre du poste'], 'c': ['Entreprise', "Nom de l'entreprise", 'Société'], 'sch': ['Université', "Nom de l'école", 'Établissement'], 'deg': ['Diplôme', 'Intitulé du diplôme'], 'fos': ['Spécialité', 'Filière'],
           'nm': ['Prénom Nom', 'Prénom NOM'], 'lb': ['Votre métier'], 'l': ['Ville', 'Ville, Pays'], 'city': ['Ville'], 'd': ['MM/AAAA - MM/AAAA', '20XX - 20XX', 'Date de début - Date de fin'], 'sk': ['Compétence', 'Logiciel'], 'lang': ['Langue'], 'cert': ['Certification'], 'iss': ['Organisme'], 'dep': ['Service']},
    'es': {'t': ['Puesto', 'Cargo', 'Nombre del puesto'], 'c': ['Empresa', 'Nombre de la empresa'], 'sch': ['Universidad', 'Nombre de la institución', 'Centro de estudios'], 'deg': ['Título', 'Grado'], 'fos': ['Especialidad', 'Carrera'], 'nm': ['Nombre Apellido', 'Nombre y Apellidos'], 'lb': ['Tu profesión'],
           'l': ['Ciudad', 'Ciudad, País'], 'city': ['Ciudad'], 'd': ['MM/AAAA - MM/AAAA', '20XX - 20XX', 'Fecha de inicio - Fecha de fin'], 'sk': ['Habilidad', 'Programa'], 'lang': ['Idioma'], 'cert': ['Certificado', 'Nombre del curso'], 'iss': ['Entidad'], 'dep': ['Departamento']},
    'nl': {'t': ['Functie', 'Functietitel'], 'c': ['Bedrijf', 'Bedrijfsnaam', 'Werkgever', 'Opdrachtgever'], 'sch': ['Opleidingsinstituut', 'Naam school', 'Onderwijsinstelling'], 'deg': ['Diploma', 'Opleiding'], 'fos': ['Richting', 'Studierichting'], 'nm': ['Voornaam Achternaam'], 'lb': ['Functie'],
           'l': ['Plaats', 'Stad'], 'city': ['Plaats'], 'd': ['MM/JJJJ - MM/JJJJ', '20XX - 20XX', 'begin - eind'], 'sk': ['Vaardigheid'], 'lang': ['Taal'], 'cert': ['Certificaat', 'Cursus'], 'iss': ['Instituut'], 'dep': ['Afdeling']},
    'it': {'t': ['Ruolo', 'Posizione'], 'c': ['Azienda', "Nome dell'azienda"], 'sch': ['Università', 'Nome istituto'], 'deg': ['Titolo di studio', 'Diploma'], 'fos': ['Indirizzo', 'Corso di laurea'], 'nm': ['Nome Cognome'], 'lb': ['Professione'], 'l': ['Città'], 'city': ['Città'],
           'd': ['MM/AAAA - MM/AAAA', '20XX - 20XX'], 'sk': ['Competenza'], 'lang': ['Lingua'], 'cert': ['Certificazione'], 'iss': ['Ente'], 'dep': ['Reparto']},
    'zh': {'t': ['职位', 'XX岗位', '职位名称'], 'c': ['XX公司', 'XXX有限公司', '公司名称', '某某公司'], 'sch': ['XX大学', 'XXX大学', '学校名称'], 'deg': ['学历', '本科'], 'fos': ['XX专业', '专业名称'], 'nm': ['姓名', '某某', '张三'], 'lb': ['求职意向'], 'l': ['城市'], 'city': ['城市'],
           'd': ['20XX.XX - 20XX.XX', '20XX年X月-20XX年X月'], 'sk': ['技能', 'XX技能'], 'lang': ['语言'], 'cert': ['XX证书', '证书名称'], 'iss': ['颁发机构'], 'dep': ['XX部门', '部门']},
}
LOREM = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum vestibulum ante primis faucibus orci luctus ultrices posuere cubilia curae'.split()


def lorem(text, rng):
    """As many words that say nothing, in sentences like those of the text."""
    words = [rng.choice(LOREM) for _ in text.split()]
    if words and text.strip()[:1].isupper():
        words[0] = words[0].capitalize()
    return ' '.join(words) + ('.' if text.strip().endswith('.') else '')


def nonsense(rng):
    """A name that no list has."""
    syllables = [rng.choice('b c d f g h k l m n p r s t v w z br cl dr gl kr pl sn st tr wh'.split()) + rng.choice('a e i o u oo ee ai'.split()) + rng.choice(['', '', 'n', 'r', 's', 't', 'x', 'mp', 'ck']) for _ in range(rng.choice([2, 2, 3]))]
    return ''.join(syllables).capitalize()


def texts_of(root, marks):
    """The text nodes directly in elements with one of the marks."""
    out = []

    def walk(node):
        if node.tag and set(node.mark()) & marks:
            out.extend(c for c in node.parts if c.tag is None and c.text.strip())
        for c in node.parts:
            walk(c)
    walk(root)
    return out


def as_template(root, language, rng):
    """The document as a template that nobody has filled in, or filled in with made-up words: where a value stands must
    tell what it is, not its words. The same text becomes the same again."""
    forms = {m: rng.choice(f) for m, f in TEMPLATE[language].items()}
    number, wrap = rng.choice(['', '', ' %d', '%d']), rng.choice(['%s'] * 6 + ['[%s]', '<%s>'])
    made_up = language != 'zh' and rng.random() < 0.4
    real = {m for m in forms if rng.random() < (0.5 if m in ('d', 'deg', 'lang', 'sk', 'l', 'city') else 0.2)}
    new, count = {}, {}
    for mark, node in leaves(root):
        text = node.text.strip()
        if mark not in forms or mark in real:
            continue
        if (mark, text) not in new:
            count[mark] = count.get(mark, 0) + 1
            if made_up and mark in ('c', 'sch', 't', 'fos', 'nm', 'city'):
                value = ' '.join(nonsense(rng) for _ in range(rng.choice([1, 1, 2]) + (mark == 'nm')))
                value += rng.choice(['', ' ' + forms[mark].split()[-1]]) if mark in ('c', 'sch') else ''
            else:
                value = wrap % (forms[mark] + (number % count[mark] if number and mark not in ('nm', 'd', 'l', 'city') else ''))
            new[mark, text] = recase(text, value) if made_up else value
        node.text = node.text.replace(text, new[mark, text])
    if language != 'zh' and rng.random() < 0.6:
        for node in texts_of(root, {'x', 'sum'}):
            if not re.search(r'\d{4}', node.text):
                lead = node.text[:len(node.text) - len(node.text.lstrip())]
                tail = node.text[len(node.text.rstrip()):]
                node.text = lead + '\n'.join(re.match(r'\s*[-*•]?\s*', line).group() + lorem(re.sub(r'^\s*[-*•]?\s*', '', line), rng) for line in node.text.strip('\n').split('\n')).lstrip() + tail


FONTS = ['Liberation Serif', 'Liberation Sans', 'Roboto', 'Lato', 'Open Sans', 'DejaVu Sans', 'DejaVu Serif', 'Carlito', 'Caladea', 'EB Garamond', 'Quicksand', 'Cantarell', 'Inter', 'Liberation Mono', 'TeX Gyre Pagella', 'TeX Gyre Heros']


def restyle(rng, east):
    """More style: what differs between two people who use the same template."""
    out, chance = [], lambda x: rng.random() < x
    if chance(0.6) and not east:
        out.append("body,body *{font-family:'%s',sans-serif!important}" % rng.choice(FONTS))
    if chance(0.4):
        out.append('body{font-size:%.1fpt}' % rng.uniform(8.5, 12.5))
    for mark, share in (('t', 0.35), ('c', 0.35), ('sch', 0.3), ('deg', 0.3), ('d', 0.2), ('sk', 0.08), ('grp', 0.3)):
        if chance(share):
            out.append('%s,[k~=%s]{font-weight:%s;font-style:%s}' % (mark, mark, rng.choice(['normal', 'bold', 'bold']), rng.choice(['normal', 'normal', 'italic'])))
    if chance(0.35):
        out.append('hd,[k~=hd]{font-weight:%s;text-transform:%s}' % (rng.choice(['normal', 'bold']), rng.choice(['none', 'uppercase', 'uppercase', 'capitalize'])))
    if chance(0.15):
        out.append('hd,[k~=hd]{font-size:1em}')
    if chance(0.04):
        out.append('hd,[k~=hd]{display:none!important}')
    if chance(0.2):
        out.append('body{line-height:%.2f}' % rng.uniform(1.0, 1.7))
    if chance(0.15):
        out.append('body{text-align:justify}')
    return '<style>%s</style>' % ''.join(out)


def hides_headings(style):
    return 'display:none' in style


def source_of(node, is_html, strip=False):
    """The document again; `strip`: with plain elements in place of the marks."""
    if node.tag is None:
        return html.escape(node.text, quote=False) if is_html else node.text
    inner = ''.join(c.text for c in node.parts) if node.tag in ('style', 'script') else ''
    for c, behind in zip(node.parts, node.parts[1:] + [None]) if not inner else ():
        inner += source_of(c, is_html, strip)
        if strip and c.tag in FIELDS and behind and behind.tag:   # without the style nothing else parts them
            inner += ' '
    if node.tag == 'root' or not is_html:
        return inner
    if strip and node.tag in ('style', 'script'):
        return ''
    tag, attrs = node.tag, dict(node.attrs)
    if strip:
        attrs = {k: v for k, v in attrs.items() if k in ('colspan', 'rowspan', 'href', 'lang', 'charset')}
        tag = {'nm': 'h1', 'hd': 'h2'}.get(tag, 'div' if tag in BLOCKS else 'span' if tag in FIELDS else tag)
    text = ''.join(' %s="%s"' % (k, html.escape(v or '')) for k, v in attrs.items())
    return '<%s%s>' % (tag, text) + ('' if tag in VOID else inner + '</%s>' % tag)


def write_variant(path, k, args, tools, rng):
    """Writes one variant of a document to the work folder: (path, blocks)"""
    is_html = path.endswith('.html')
    root = Reader(open(path, encoding='utf-8').read(), is_html).root
    if k:
        exchange(root, tools['world'](language_of(path)), tools['pool'].get(language_of(path), {}), rng)
        if language_of(path) in TEMPLATE and rng.random() < args.templates:
            as_template(root, language_of(path), rng)
    pieces, _ = pieces_of(root, is_html)
    target = os.path.join(args.work, ident_of(path, k))
    east = language_of(path) in ('zh', 'ja', 'ko')
    if not is_html:
        text = source_of(root, False)
        if k % 3 == 2:
            size = rng.uniform(8, 11)
            page = '<meta charset=utf-8><style>pre{font:%.1fpt/%.2f %s;white-space:pre-wrap}</style><pre>%s</pre>' % (size, rng.uniform(1.1, 1.5), rng.choice(['monospace', 'sans-serif', 'serif']), html.escape(text))
            return print_page(target, page, tools, rng), pieces
        with open(target + os.path.splitext(path)[1], 'w', encoding='utf-8') as f:
            f.write(text)
        return target + os.path.splitext(path)[1], pieces
    form = 'pdf' if k == 0 else rng.choices(['pdf', 'html', 'docx', 'odt'], [82, 8, 8, 2])[0]
    if form != 'pdf':
        with open(target + '.html', 'w', encoding='utf-8') as f:
            f.write('<!DOCTYPE html><meta charset="utf-8">' + source_of(root, True, strip=True))
        if form != 'html':
            office.convert([target + '.html'], form, tools['profile'], args.work, more=['--infilter=HTML (StarWriter)'])
        return target + '.' + form, pieces
    style = restyle(rng, east) if k else ''
    if hides_headings(style):
        pieces = [p for p in pieces if p.role != 'heading']
    page = '<style>%s</style>' % BASE_STYLE + source_of(root, True) + style
    return print_page(target, '<!DOCTYPE html>' + page, tools, rng if k else None), pieces


def print_page(target, page, tools, rng):
    c = tools['chromium']
    c.call('Page.setDocumentContent', frameId=c.frame, html=page)
    opt = {}
    if rng:
        opt = dict(scale=rng.choice([1, 1, 1, 0.9, 0.8, 0.7, 1.1]))
        if rng.random() < 0.5:
            opt.update(paperWidth=8.27, paperHeight=11.69)
    with open(target + '.pdf', 'wb') as f:
        f.write(c.print(**opt))
    return target + '.pdf'


# --- the whole -----------------------------------------------------------------------------------

def language_of(path):
    return os.path.basename(os.path.dirname(os.path.abspath(path)))


def name_of(path):
    return language_of(path) + '-' + os.path.splitext(os.path.basename(path))[0]


def ident_of(path, k):
    return 'written_%s_%d' % (name_of(path), k)


def split_of(path):
    return 'held' if hashlib.sha256(('written ' + name_of(path)).encode()).digest()[0] < 32 else 'train'


def pools(paths):
    """{language: {mark: texts}} of the documents that are for training."""
    out = {}
    for path in paths:
        mine = out.setdefault(language_of(path), {})
        if split_of(path) == 'train':
            for mark, node in leaves(Reader(open(path, encoding='utf-8').read(), path.endswith('.html')).root):
                mine.setdefault(mark, []).append(' '.join(node.text.split()))
    return out


def one(path, k, args, tools):
    """Writes one variant with its labels; the share of its letters that was found."""
    rng = random.Random('%s %s %d' % (args.seed, name_of(path), k))
    made, pieces = write_variant(path, k, args, tools, rng)
    dump = label.dump(args.vitae, made)
    if not dump or len(dump.get('lines') or []) < 4:
        return 0.0
    T, blocks, share, _ = label.align(dump, blocks_of(pieces))
    rows = words.rows(dump, T, blocks)
    known = len(rows) / max(1, sum(len(l['tokens']) for l in dump['lines']))
    if min(share, known) >= args.least:
        words.write(args.out, ident_of(path, k), rows, made, {'maker': 'written/' + name_of(path), 'split': split_of(path), 'language': language_of(path), 'result': None})
    return min(share, known)


def work(number, paths, pool, args, queue):
    os.nice(10)
    from world import world
    args.work = '%s.work%d' % (args.out, number)
    os.makedirs(args.work, exist_ok=True)
    tools = {'chromium': chromium.Chromium(more=chromium.OFFLINE), 'profile': os.path.join(os.path.abspath(args.work), 'office'), 'world': lambda lang: world(lang) if lang in KNOWN else None, 'pool': pool}
    for path in paths:
        shares = []
        for k in range(args.variants):
            try:
                shares.append(one(path, k, args, tools))
            except Exception as e:                         # a page that cannot be shown
                print('%s %d: %s: %s' % (name_of(path), k, type(e).__name__, e), flush=True)
        queue.put((name_of(path), shares))
    tools['chromium'].close()
    shutil.rmtree(args.work, ignore_errors=True)
    queue.put(None)


def check(paths):
    """Prints what is wrong with the marks; the number of faults."""
    count = 0
    for path in paths:
        reader = Reader(open(path, encoding='utf-8').read(), path.endswith('.html'))
        pieces, faults = pieces_of(reader.root, path.endswith('.html'))
        for fault in (reader.faults + faults)[:12]:
            print('%s: %s' % (path, fault))
        count += len(reader.faults + faults)
    print('%d documents, %d faults' % (len(paths), count))
    return count


def main():
    ap = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    ap.add_argument('--templates', type=float, default=0.15, help='share of the variants that are templates which nobody has filled in')
    ap.add_argument('--check', nargs='+', metavar='FILE')
    ap.add_argument('--out')
    ap.add_argument('--variants', type=int, default=6)
    ap.add_argument('--jobs', type=int, default=2)
    ap.add_argument('--seed', default='1')
    ap.add_argument('--least', type=float, default=0.85)
    ap.add_argument('--only', help='a beginning of names')
    ap.add_argument('--documents', default=DOCUMENTS)
    ap.add_argument('--vitae')
    args = ap.parse_args()
    if args.check:
        sys.exit(1 if check(args.check) else 0)
    args.vitae = args.vitae or label.find_vitae(os.path.join(HERE, '../..'))
    os.makedirs(args.out, exist_ok=True)
    paths = sorted(p for form in ('html', 'md', 'txt') for p in glob.glob(os.path.join(args.documents, '*', '*.' + form)))
    pool = pools(paths)
    paths = [p for p in paths if not args.only or name_of(p).startswith(args.only)]
    queue, poor, done = multiprocessing.Queue(), [], 0
    procs = [multiprocessing.Process(target=work, args=(j, paths[j::args.jobs], pool, args, queue)) for j in range(args.jobs)]
    for p in procs:
        p.start()
    while done < len(procs):
        try:
            row = queue.get(timeout=5)
        except Empty:
            if not any(p.is_alive() for p in procs):
                raise SystemExit('written.py: a process ended before its documents were done')
            continue
        if row is None:
            done += 1
        elif not row[1] or min(row[1]) < args.least:
            poor.append(row)
    for p in procs:
        p.join()
    for name, shares in sorted(poor):
        print('%-30s %s' % (name, ' '.join('%.2f' % s for s in shares)))
    print('%d documents of %d written ones' % (len(glob.glob(os.path.join(args.out, '*.words'))), len(paths)))


if __name__ == '__main__':
    main()
