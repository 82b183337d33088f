# SPDX-License-Identifier: Apache-2.0
"""Other people's LaTeX: the resume classes of TeX Live that latex.py does not cover. What a person fills in is ours,
how it is printed is theirs."""
import re

import compose as co
import latex
from compose import R
from latex import Tex


def recorded(T, lines, sep=', '):
    """[LaTeX] of lines, left and right side joined."""
    out = []
    for l in lines:
        T.rec(l)
        out.append(T.runs(l.left + ([R(sep)] + l.right if l.right else []), ''))
    return out


def entries(T, entry, flat=True):
    """Prints all nodes by `entry(left, [lines], body)`: dates or a label on the left, the rest beside them."""
    def item(n):
        side = recorded(T, n.side, ' ')
        heads = recorded(T, n.head)
        return entry(' '.join(side), heads, T.body(n.body))

    def body(nodes):
        T.inside = True
        out = T.nodes(nodes)
        T.inside = False
        return out

    def line(n):
        if T.inside:
            return Tex.line(T, n)
        T.rec(n)
        return entry(T.runs(n.right, ''), [T.runs(n.left)], '') if n.right else entry('', [T.runs(n.left)], '')

    def para(n):
        if T.inside:
            return Tex.para(T, n)
        T.doc.record(n.role, n.runs, (), n.item)
        return entry('', [T.runs(n.runs)], '')

    def kv(n):
        T.doc.record(n.role, n.label, n.value, n.item)
        return entry(T.runs(n.label, ''), [T.runs(n.value)], '')

    def bullets(n):
        if not T.inside and flat:
            out = ''
            for e in n.entries:
                T.doc.record(n.role, e, (), n.item)
                out += entry('', [T.runs(e)], '')
            return out
        return Tex.bullets(T, n) if T.inside else entry('', [], Tex.bullets(T, n))

    T.inside, T.item, T.body, T.line, T.para, T.kv, T.bullets = False, item, body, line, para, kv, bullets
    T.chips = T.grid = T.meters = lambda n: bullets(co.bullets(n.role, [c[0] if n.t == 'meters' else c for c in n.cells]))


def headed(T, form):
    def heading(text):
        shown = text.upper() if T.S.upper_headings else text
        T.doc.record('heading', [R(shown)])
        return form % T.esc(shown) + '\n'
    T.heading = heading


def person(T, p, name='%s', label='%s', before=''):
    """(name, label or '', [(kind, text)]) as LaTeX, recorded; `before` stands before the name."""
    S, b = T.S, p['basics']
    T.doc.record('name', ([R(before + ' ')] if before else []) + [R(b['name'], 'name', [(('name',), b['name'])])])
    title = ''
    if b.get('label') and S.show_label and label:
        T.doc.record('label', [R(b['label'], 'label', [(('label',), b['label'])])])
        title = label % T.esc(b['label'])
    return name % T.esc(b['name']), title


def contact(T, p, forms, labels=None, order=('location', 'phone', 'email', 'url')):
    """The contact data by {kind: command}; a kind is printed once."""
    out, seen = '', set()
    for kind, runs in sorted(co.contacts(T.S, p), key=lambda c: order.index(c[0])):
        if kind in seen or kind not in forms:
            continue
        seen.add(kind)
        T.doc.record('contact', ([R(labels[kind] + ' ')] if labels and labels.get(kind) else []) + list(runs))
        out += forms[kind] % T.esc(co.text_of(runs)) + '\n'
    return out


ITEMS = r'\renewenvironment{itemize}{\begin{list}{\textbullet}{\leftmargin=1.2em\itemsep=0pt\topsep=1pt\parsep=0pt}}{\end{list}}' + '\n'
SMALL = r'\usepackage{xcolor,enumitem,needspace,amssymb,textcomp}\setlist[itemize]{leftmargin=%s,itemsep=0pt,topsep=1pt,parsep=0pt}\newcommand{\itemgap}{}\definecolor{accent}{HTML}{333333}\newenvironment{adjusted}{}{}' + '\n'


def small(T):
    return SMALL % T.S.rng.choice(['1em', '1.5em', '2em'])


def lines_of(heads, body, sep=r'\newline '):
    return sep.join(h for h in heads if h) + ((r'\par ' if heads else '') + body if body else '')


def l_europecv(T, p, secs):
    entries(T, lambda left, heads, body: r'\ecvitem{%s}{%s}' % (left, lines_of(heads, body)) + '\n')
    headed(T, r'\ecvsection{%s}')
    name, _ = person(T, p, r'\ecvname{%s}', '', 'Surname(s) / First name(s)')
    pre = small(T) + name + '\n' + contact(T, p, {'location': r'\ecvaddress{%s}', 'phone': r'\ecvtelephone{%s}', 'email': r'\ecvemail{%s}'}, {'location': 'Address(es)', 'phone': 'Telephone(s)', 'email': 'Email(s)'})
    T.modern, T.engine, pre = True, 'pdflatex', r'\usepackage{graphicx}\usepackage{hyperref}' + pre
    T.doc.record('furniture', [R('Page 1/2 - Curriculum vitæ of %s' % p['basics']['name'])], repeat=True)
    return r'\documentclass[english,a4paper%s]{europecv}' % T.S.rng.choice(['', ',narrow', ',helvetica']), pre, '\\begin{europecv}\n\\ecvpersonalinfo\n' + T.sections(secs) + '\\end{europecv}\n'


def l_simplecv(T, p, secs):
    entries(T, lambda left, heads, body: r'\begin{topic}\item[%s] %s\end{topic}' % (left, lines_of(heads, body)) + '\n')
    headed(T, r'\section{%s}')
    name, label = person(T, p, r'\title{%s}', r'\begin{center}%s\end{center}')
    lines = contact(T, p, {k: r'%s\\' for k in ('location', 'phone', 'email', 'url')}).strip().split('\n')
    half = (len(lines) + 1) // 2
    pre = small(T) + name + r'\leftheader{%s}\rightheader{%s}' % (''.join(lines[:half]), ''.join(lines[half:])) + '\n'
    T.modern = True
    return r'\documentclass[%s]{simplecv}' % T.S.rng.choice(['', 'sf', 'plain', 'titleabove', 'sf,titleabove', 'topictitle']), pre, r'\maketitle' + '\n' + label + T.sections(secs)


def l_currvita(T, p, secs):
    entries(T, lambda left, heads, body: r'\item[%s] %s' % (left, lines_of(heads, body)) + '\n')

    def section(sec):
        shown = sec.heading or ''
        if shown:
            T.doc.record('heading', [R(shown)])
        return r'\begin{cvlist}{%s}' % T.esc(shown) + '\n' + (T.nodes(sec.nodes) or r'\item[] ') + r'\end{cvlist}' + '\n'
    T.section = section
    title = T.S.cv_title or ''
    if title:
        T.doc.record('other', [R(title)])
    name, label = person(T, p, r'\begin{center}{\LARGE %s\par}', r'{\large %s\par}')
    top = name + label + contact(T, p, {k: r'%s\par' for k in ('location', 'phone', 'email', 'url')}) + r'\end{center}' + '\n'
    pre = small(T) + r'\usepackage[%s,NoDate]{currvita}\usepackage[margin=%s]{geometry}' % (T.S.rng.choice(['LabelsAligned', 'TextAligned']), T.S.rng.choice(['2cm', '1in', '3cm'])) + r'\setlength{\cvlabelwidth}{%s}' % T.S.rng.choice(['30mm', '38mm', '45mm']) + '\n'
    pre = pre.replace(r'\setlength{\cvlabelwidth}', r'\AtBeginDocument{\setlength{\cvlabelwidth}') [:-1] + '}\n'
    return r'\documentclass[%s]{article}' % T.S.rng.choice(['10pt', '11pt', '12pt']), pre, r'\begin{cv}{%s}' % T.esc(title) + '\n' + top + T.sections(secs) + r'\end{cv}' + '\n'


def l_curve(T, p, secs):
    entries(T, lambda left, heads, body: (r'\entry*[%s] ' % left if left else r'\entry* ') + lines_of(heads, body, r'\par ') + '\n')
    name, label = person(T, p, r'\title{%s}', r'\subtitle{%s}')
    lines = contact(T, p, {k: r'%s\\' for k in ('location', 'phone', 'email', 'url')}).strip().split('\n')
    half = (len(lines) + 1) // 2
    files, calls = '', ''
    for k, sec in enumerate(secs.values()):
        if sec.heading:
            T.doc.record('heading', [R(sec.heading)])
        files += '\\begin{filecontents*}{rubric%d.tex}\n\\begin{rubric}{%s}\n%s\\end{rubric}\n\\end{filecontents*}\n' % (k, T.esc(sec.heading or ''), T.nodes(sec.nodes))
        calls += r'\makerubric{rubric%d}' % k + '\n'
    pre = small(T).replace('enumitem,', '').replace(r'\setlist', '%') + r'\usepackage[margin=2cm]{geometry}' + ITEMS + name + label + r'\leftheader{%s}\rightheader{%s}' % (''.join(lines[:half]), ''.join(lines[half:])) + '\n'
    T.modern, T.engine = True, 'pdflatex'
    return files + r'\documentclass[%s,skipsamekey]{curve}' % T.S.rng.choice(['a4paper', 'letterpaper']), pre, r'\makeheaders[c]' + '\n' + r'\maketitle' + '\n' + calls


def l_ecv(T, p, secs):
    entries(T, lambda left, heads, body: r'\ecvEPR{%s}{%s}' % (left, lines_of(heads, body)) + '\n')
    headed(T, r'\ecvSec{%s}')
    name, label = person(T, p, r'\ecvEPR{}{\Large %s}', r'\ecvEPR{}{%s}')
    top = contact(T, p, {k: r'\ecvEPR{}{%s}' for k in ('location', 'phone', 'email', 'url')})
    T.modern, T.own_fonts, T.engine = True, True, 'pdflatex'
    return r'\documentclass[english]{ecv}', r'\makeatletter\inputencoding{utf8}\makeatother' + small(T), r'\begin{ecv}' + '\n' + name + label + top + T.sections(secs) + r'\end{ecv}' + '\n'


def l_komacv(T, p, secs):
    S = T.S

    def entry(left, heads, body):
        heads = heads + [''] * (2 - len(heads))
        if body or len(heads) > 2:
            return r'\cventry{%s}{%s}{%s}{}{}{%s}' % (left, heads[0], heads[1], latex.long_arg(lines_of(heads[2:], body))) + '\n'
        return r'\cvitem{%s}{%s}' % (left, lines_of([h for h in heads if h], '')) + '\n'
    entries(T, entry)
    headed(T, r'\section{%s}')
    first, _, last = p['basics']['name'].partition(' ')
    T.doc.record('name', [R(p['basics']['name'], 'name', [(('name',), p['basics']['name'])])])
    pre = small(T) + r'\renewcommand*\firstname{%s}\renewcommand*\familyname{%s}' % (T.esc(first), T.esc(last)) + '\n'
    if p['basics'].get('label') and S.show_label:
        T.doc.record('label', [R(p['basics']['label'], 'label', [(('label',), p['basics']['label'])])])
        pre += r'\renewcommand*\acadtitle{%s}' % T.esc(p['basics']['label']) + '\n'
    pre += contact(T, p, {'location': r'\renewcommand*\addressstreet{%s}', 'phone': r'\renewcommand*\phonenr{%s}', 'email': r'\renewcommand*\email{%s}'})
    T.modern, T.own_fonts = True, True
    return r'\documentclass[%s,11pt,a4paper]{komacv}' % S.rng.choice(['style=casual', 'style=classic', 'style=oldstyle']), pre, r'\maketitle' + '\n' + T.sections(secs)


MODERN = latex.MODERN
RIGHT = dict(MODERN, side_fields=('date',))


def row(fn, hints=None, weight=.15, split='train'):
    return latex.row(fn, split, 'dates-left', hints or MODERN, weight)


LAYOUTS = {
    'c-moderncv-oldstyle': row(latex.moderncv('oldstyle')),
    'c-moderncv-fancy': row(latex.moderncv('fancy'), split='test'),
    'c-europecv': row(l_europecv),
    'c-simplecv': row(l_simplecv),
    'c-currvita': row(l_currvita, split='test'),
    'c-curve': row(l_curve),
    'c-ecv': row(l_ecv),
    'c-komacv': row(l_komacv),
}
