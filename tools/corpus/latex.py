# SPDX-License-Identifier: Apache-2.0
"""LaTeX layouts: our own preambles in the manner of well-known resume classes, and the classes moderncv
and europasscv of TeX Live. pdfLaTeX where the text allows it, else XeLaTeX or LuaLaTeX."""
import functools
import os
import re
import shutil
import subprocess
import tempfile

import chromium
import compose as co
import lexicon as lx
from compose import R

SPECIAL = {'&': r'\&', '%': r'\%', '$': r'\$', '#': r'\#', '_': r'\_', '{': r'\{', '}': r'\}', '~': r'\textasciitilde{}', '^': r'\textasciicircum{}', '\\': r'\textbackslash{}', '\u2003': r'\quad{}', '\u00a0': '~',
           '<': r'\textless{}', '>': r'\textgreater{}', '"': r'\textquotedbl{}', '|': r'\textbar{}'}
PDFTEX_EXTRA = {'→': r'$\rightarrow$', '≥': r'$\geq$', '≤': r'$\leq$', '●': r'$\bullet$', '∙': r'$\cdot$', '◆': r'$\diamond$', '‣': r'$\triangleright$', '×': r'$\times$', '±': r'$\pm$', '²': r'\textsuperscript{2}', '\u2011': '-', '\u202f': '~', '\u2009': r'\,', '′': "'", '½': r'\textonehalf{}'}
UNSAFE = re.compile('[^\x00-\x7f\u00a0-\u017f–—‘’“”„…•€™\u2003' + ''.join(PDFTEX_EXTRA) + 'șțȘȚ]')
PDF_FONTS = ['lmodern', 'lmodern', 'lmodern', 'charter', 'mathptmx', 'helvet', 'tgpagella', 'tgheros', 'sourcesanspro', 'roboto', 'lato', 'cmbright', 'libertine', 'ebgaramond', 'raleway', 'cm', 'cm', 'carlito', 'FiraSans']
SANS_BY = {'helvet', 'tgheros', 'sourcesanspro', 'roboto', 'lato', 'raleway', 'FiraSans', 'carlito'}
OTF = ['Noto Serif', 'Noto Sans', 'DejaVu Sans', 'DejaVu Serif', 'Open Sans', 'Roboto', 'Lato', 'Liberation Serif', 'Liberation Sans', 'Carlito', 'Caladea', 'Source Sans Pro']


class Tex:
    """Prints nodes as LaTeX and records what it prints."""

    def __init__(self, doc, S):
        self.doc, self.S = doc, S
        pick = S.rng.choice
        t, c, d, l = pick([('b', '', '', ''), ('b', 'i', '', 'i'), ('b', 'i', 'i', 'i'), ('i', 'b', '', ''), ('b', 's', '', 'i'), ('', 'b', '', ''), ('s', '', '', ''), ('b', '', 'i', ''), ('', '', '', '')])
        self.look = {'title': t, 'degree': t, 'company': c, 'institution': c, 'date': d, 'location': l, 'group': 'b'}

    @staticmethod
    def esc(text):
        out = ''.join(SPECIAL.get(c, c) for c in text)
        return re.sub(r'(^|[^-])--', r'\1-{}-', out)

    def run(self, r, flags=None):
        t = self.esc(r.text)
        if not t.strip():
            return t if len(t) < 2 else r'\quad '
        lead, tail = t[:len(t) - len(t.lstrip())], t[len(t.rstrip()):]
        core = t.strip()
        f = (self.look.get(r.field or '', '') if flags is None else flags) + ('b' if getattr(r, 'b', False) else '')
        if 'b' in f:
            core = r'\textbf{%s}' % core
        if 'i' in f:
            core = r'\textit{%s}' % core
        if 's' in f:
            core = r'\textsc{%s}' % core
        if r.field == 'email' and self.S.links:
            core = r'\href{mailto:%s}{%s}' % (r.text.strip(), core)
        elif r.field == 'url' and self.S.links:
            u = r.text.strip()
            core = r'\href{%s}{%s}' % ((u if u.startswith('http') else 'https://' + u).replace('%', r'\%').replace('#', r'\#'), core)
        return lead + core + tail

    ICON = {'\uf0e0': r'\faEnvelope', '\uf095': r'\faPhone', '\uf041': r'\faMapMarker', '\uf0ac': r'\faGlobe'}

    def runs(self, runs, flags=None):
        out = ''
        for r in runs:
            if getattr(r, 'icon', None):
                out += self.ICON.get(r.text.strip(), '') + r'\ ' if self.S.icons == 'fa' else ''
            else:
                out += self.run(r, flags)
        return out

    @staticmethod
    def plain(runs):
        return [r for r in runs if not getattr(r, 'icon', None)]

    def rec(self, n):
        self.doc.record(n.role, self.plain(n.left), self.plain(n.right), n.item)

    def runs_rec(self, n):
        self.rec(n)
        return self.runs(n.left) + (r'\hfill ' + self.runs(n.right) if n.right else '') + r'\par '

    def line(self, n):
        self.rec(n)
        flags = 'b' if 'sub' in n.cls.split() else None
        left = self.runs(n.left, flags)
        if n.right:
            return r'\noindent %s\hspace*{\fill}\mbox{}\allowbreak\hspace*{\fill}\mbox{%s}\par' % (left, self.runs(n.right)) + '\n' if len(co.text_of(n.left)) > 70 else r'\noindent %s\hfill %s\par' % (left, self.runs(n.right)) + '\n'
        return r'\noindent %s\par' % left + '\n'

    def para(self, n):
        self.doc.record(n.role, n.runs, (), n.item)
        return r'\noindent %s\par' % self.runs(n.runs) + '\n'

    def bullets(self, n):
        out = ''
        for e in n.entries:
            self.doc.record(n.role, e, (), n.item)
            out += r'\item{} %s' % self.runs(e) + '\n'
        return '\\begin{itemize}\n%s\\end{itemize}\n' % out

    def chips(self, n):
        for c in n.cells:
            self.doc.record(n.role, c)
        return r'\noindent ' + ' '.join(r'\fbox{\small\strut %s}' % self.runs(c) for c in n.cells) + '\\par\n'

    def grid(self, n):
        w = '%.3f' % (0.96 / n.cols)
        out = ''
        for i in range(0, len(n.cells), n.cols):
            row = n.cells[i:i + n.cols]
            for c in row:
                self.doc.record(n.role, c)
            out += r'\noindent ' + ''.join(r'\parbox[t]{%s\linewidth}{\raggedright %s}' % (w, self.runs(c)) for c in row) + '\\par\n'
        return out

    def meters(self, n):
        out = ''
        for c, level in n.cells:
            self.doc.record(n.role, c)
            dots = r'{\color{accent}%s}{\color{black!20}%s}' % (r'$\bullet$' * level, r'$\bullet$' * (5 - level))
            out += r'\noindent %s\hfill %s\par' % (self.runs(c), dots) + '\n'
        return out

    def kv(self, n):
        self.doc.record(n.role, n.label, n.value, n.item)
        return r'\noindent\parbox[t]{0.26\linewidth}{\raggedright\textbf{%s}}\parbox[t]{0.72\linewidth}{\raggedright %s}\par' % (self.runs(n.label, ''), self.runs(n.value)) + '\n'

    def item(self, n):
        if n.side:
            side = ' '.join(self.line(l).replace(r'\noindent ', '') for l in n.side)
            main = ''.join(self.line(l) for l in n.head)
            first = r'\noindent\parbox[t]{0.2\linewidth}{\raggedright %s}\hfill\parbox[t]{0.78\linewidth}{%s}\par' % (side, main)
            body = self.nodes(n.body)
            return first + '\n' + (r'\begin{adjusted}%s\end{adjusted}' % body if body else '') + '\\itemgap\n'
        return r'\needspace{3\baselineskip}' + ''.join(self.line(l) for l in n.head) + self.nodes(n.body) + '\\itemgap\n'

    def nodes(self, nodes):
        return ''.join(getattr(self, n.t)(n) for n in nodes)

    def heading(self, text):
        shown = (text.upper() if self.S.upper_headings else text) + (':' if self.S.colon_headings else '')
        self.doc.record('heading', [R(shown)])
        return r'\section*{%s}' % self.esc(shown) + '\n'

    def section(self, sec):
        return (self.heading(sec.heading) if sec.heading else '\\medskip\n') + self.nodes(sec.nodes)

    def sections(self, secs, kinds=None):
        return ''.join(self.section(secs.pop(k)) for k in list(kinds if kinds is not None else secs) if k in secs)

    def name(self, p):
        name = p['basics']['name']
        shown = name.upper() if self.S.upper_name else name
        self.doc.record('name', [R(shown, 'name', [(('name',), name)])])
        return r'{%s %s\par}' % (self.S.name_font, self.esc(shown)) + '\n'

    def label(self, p):
        t = p['basics'].get('label')
        if not t or not self.S.show_label:
            return ''
        self.doc.record('label', [R(t, 'label', [(('label',), t)])])
        return r'{%s %s\par}' % (self.S.label_font, self.esc(t)) + '\n'

    def contact(self, p, form=None):
        return self.nodes(co.contact_lines(self.S, p, form))


# --- layouts: (T, p, secs) -> (class line, preamble, body) ---------------------------------------------

BASE = r'''\usepackage{iftex,xcolor,enumitem,needspace,amssymb,textcomp}
\usepackage[%(paper)s,margin=%(margin)s]{geometry}
\definecolor{accent}{HTML}{%(accent)s}
\setlength{\parindent}{0pt}\setlength{\parskip}{%(parskip)s}
\setlist[itemize]{leftmargin=%(indent)s,itemsep=%(itemsep)s,topsep=1pt,parsep=0pt,label=%(label)s}
\newcommand{\itemgap}{\vspace{%(gap)s}}
\newenvironment{adjusted}{\begin{list}{}{\leftmargin=0.22\linewidth\rightmargin=0pt\topsep=0pt\parsep=0pt\partopsep=0pt}\item[]\setlength{\parskip}{1pt}}{\end{list}}
'''
ACCENTS = ['000000', '000000', '1F3A5F', '2E74B5', '8B0000', '00695C', '4A235A', '444444', 'D35400', '0395DE']


def base(T, margin=None):
    pick = T.S.rng.choice
    marks = {'•': r'\textbullet', '-': '--', '–': '--', '▪': r'{\tiny$\blacksquare$}', '◦': r'$\circ$', '*': r'$\ast$', '►': r'$\blacktriangleright$', 'none': '{}', '■': r'{\tiny$\blacksquare$}', '·': r'$\cdot$', '→': r'$\rightarrow$', '‣': r'$\triangleright$'}
    T.accent = pick(ACCENTS)
    return BASE % dict(paper=pick(['a4paper', 'letterpaper']), margin=margin or pick(['0.5in', '0.75in', '1in', '2cm', '1.5cm']), accent=T.accent, parskip=pick(['0pt', '1pt', '2pt', '3pt']), indent=pick(['1em', '1.5em', '2em', '15pt']),
                       itemsep=pick(['0pt', '-1pt', '1pt', '2pt']), label=marks.get(T.S.bullet, r'\textbullet'), gap=pick(['1pt', '3pt', '5pt', '8pt']))


def headings(T, kinds=None):
    kind = T.S.rng.choice(kinds or ['rule', 'rule', 'plain', 'sc', 'bf', 'colored'])
    fmt = {'rule': r'{\large\bfseries}{}{0em}{}[\titlerule]', 'plain': r'{\large}{}{0em}{}', 'sc': r'{\scshape\large\raggedright}{}{0em}{}[\titlerule]', 'bf': r'{\Large\bfseries}{}{0em}{}', 'colored': r'{\color{accent}\large\bfseries}{}{0em}{}[{\color{accent}\titlerule}]',
           'center': r'{\centering\large\scshape}{}{0em}{}'}[kind]
    return r'\usepackage{titlesec}\titleformat{\section}' + fmt + r'\titlespacing*{\section}{0pt}{%s}{%s}' % (T.S.rng.choice(['6pt', '8pt', '12pt']), T.S.rng.choice(['2pt', '4pt', '6pt'])) + '\n'


def head(T, p):
    env = T.S.rng.choice(['center', 'center', 'flushleft'])
    return r'\begin{%s}' % env + '\n' + T.name(p) + T.label(p) + T.contact(p) + r'\end{%s}' % env + '\n'


def l_article(T, p, secs):
    return r'\documentclass[%s]{article}' % T.S.rng.choice(['10pt', '11pt', '12pt']), base(T) + headings(T), head(T, p) + T.sections(secs)


def l_jake(T, p, secs):
    """Centred small-caps name, ruled small-caps headings, two-line entries in tabular*."""
    def line(n):
        if n.right:
            T.rec(n)
            return r'\noindent\begin{tabular*}{\linewidth}[t]{@{}p{0.7\linewidth}@{\extracolsep{\fill}}r@{}}\raggedright %s & %s\end{tabular*}\par' % (T.runs(n.left), T.runs(n.right)) + '\n'
        return Tex.line(T, n)
    T.line = line
    T.S.name_font = r'\Huge\scshape'
    body = r'\begin{center}' + T.name(p) + T.label(p) + r'{\small ' + T.contact(p, 'line') + r'}\end{center}' + '\n' + T.sections(secs)
    return r'\documentclass[letterpaper,11pt]{article}', base(T, '0.6in') + headings(T, ['sc']), body


def l_res(T, p, secs):
    """Section names hang in the left margin."""
    pre = base(T, '1in') + r'\usepackage{titlesec}\titleformat{\section}[leftmargin]{\sffamily\bfseries\filleft}{}{0em}{}\titlespacing*{\section}{%s}{8pt}{%s}' % (T.S.rng.choice(['6.5pc', '8pc']), '1pc') + '\n' + r'\addtolength{\oddsidemargin}{1.1in}\addtolength{\textwidth}{-1.1in}' + '\n'
    return r'\documentclass[10pt]{article}', pre, r'\hspace*{-1.1in}\begin{minipage}{\dimexpr\textwidth+1.1in}' + head(T, p) + r'\end{minipage}' + '\n\\par\n' + T.sections(secs)


def l_awesome(T, p, secs):
    """Coloured beginnings of headings, first name thin, small grey italics."""
    S = T.S

    def heading(text):
        T.doc.record('heading', [R(text)])
        n = 3 if len(text) > 3 and text[:3].isalpha() else 1
        return r'\section*{{\color{accent}%s}%s}' % (T.esc(text[:n]), T.esc(text[n:])) + '\n'
    T.heading = heading
    T.look = {'title': 'b' if S.rng.random() < .5 else 's', 'company': 'b', 'institution': 'b', 'degree': 's', 'date': 'i', 'location': 'i', 'group': 'b'}
    T.engine = S.rng.choice(['xelatex', 'xelatex', 'pdflatex', 'lualatex'])
    T.otf = S.rng.choice(['Roboto', 'Source Sans Pro', 'Lato', 'Open Sans'])
    name = p['basics']['name']
    T.doc.record('name', [R(name, 'name', [(('name',), name)])])
    first, _, last = name.partition(' ')
    shown = r'{\fontsize{28}{32}\selectfont\color{black!60}%s {\bfseries\color{black}%s}\par}' % (T.esc(first), T.esc(last))
    body = r'\begin{center}' + shown + '\n' + T.label(p) + r'{\small ' + T.contact(p, S.rng.choice(['icons-line', 'line', 'two'])) + r'}\end{center}' + '\n' + T.sections(secs)
    return r'\documentclass[11pt]{article}', base(T, '1.5cm') + r'\usepackage{titlesec}\titleformat{\section}{\Large\bfseries}{}{0em}{}[{\color{black!40}\titlerule}]\titlespacing*{\section}{0pt}{8pt}{4pt}' + '\n', body


def l_alta(T, p, secs):
    """Two columns by paracol, tags in boxes, dots for levels."""
    S = T.S
    heavy = ('work', 'summary', 'projects', 'volunteer', 'publications', 'functional')
    left = [k for k in secs if k in heavy or S.rng.random() < .15]
    top = T.name(p) + T.label(p) + T.contact(p, S.rng.choice(['icons-line', 'line', 'two']))
    ratio = S.rng.choice(['0.6', '0.62', '0.66'])
    a = T.sections(secs, left)
    b = T.sections(secs)
    return r'\documentclass[10pt]{article}', base(T, '1.2cm') + headings(T, ['colored', 'colored', 'rule']) + r'\usepackage{paracol}' + '\n', top + r'\columnratio{%s}\setlength{\columnsep}{1.6em}\begin{paracol}{2}' % ratio + '\n\\raggedright ' + a + r'\switchcolumn' + '\n\\raggedright ' + b + r'\end{paracol}' + '\n'


def l_deedy(T, p, secs):
    """A narrow first column of short sections, the jobs beside it, in minipages."""
    S = T.S
    short = [k for k in secs if k in ('education', 'skills', 'languages', 'interests', 'certificates', 'awards')]
    top = r'\begin{center}' + T.name(p) + T.label(p) + T.contact(p, 'line') + r'\end{center}' + '\n'
    a = T.sections(secs, short)
    b = T.sections(secs)
    T.engine = S.rng.choice(['xelatex', 'lualatex', 'pdflatex'])
    return r'\documentclass[10pt]{article}', base(T, '1.2cm') + headings(T, ['sc', 'plain', 'colored']) + r'\usepackage{paracol}' + '\n', top + r'\columnratio{0.33}\setlength{\columnsep}{1.5em}\begin{paracol}{2}\raggedright ' + '\n' + a + r'\switchcolumn\raggedright ' + '\n' + b + r'\end{paracol}' + '\n'


def l_dates(T, p, secs):
    """Dates in a column on the left, in the manner of curriculum classes."""
    return r'\documentclass[%s]{article}' % T.S.rng.choice(['10pt', '11pt']), base(T) + headings(T), head(T, p) + T.sections(secs)


def l_academic(T, p, secs):
    pre = base(T, '1in') + headings(T, ['bf', 'sc', 'center', 'plain'])
    name = T.esc(p['basics']['name'])
    T.doc.record('furniture', [R(p['basics']['name'])], repeat=True)
    pre += r'\usepackage{fancyhdr}\pagestyle{fancy}\fancyhf{}\renewcommand{\headrulewidth}{0pt}\rhead{\small %s}\cfoot{\thepage}' % name + '\n'
    return r'\documentclass[%s]{article}' % T.S.rng.choice(['11pt', '12pt']), pre, r'\thispagestyle{plain}' + head(T, p) + T.sections(secs)


def long_arg(text):
    """For an argument that must not hold the token \\par."""
    return re.sub(r'\\par\b', r'\\endgraf', text)


def moderncv(style):
    def layout(T, p, secs):
        S, b = T.S, p['basics']

        def item(n):
            if n.what not in ('job', 'role', 'edu', 'employer'):
                return ''.join(T.line(l) for l in n.head) + T.nodes(n.body)
            if style == 'banking':
                rows = []
                for l in n.head[:2]:
                    T.rec(l)
                    rows.append((T.runs(l.left, ''), T.runs(l.right, '')))
                rows += [('', '')] * (2 - len(rows))
                rest = ''.join(T.runs_rec(l) for l in n.head[2:])
                return r'\cventry{%s}{%s}{%s}{%s}{}{%s}' % (rows[1][1], rows[1][0], rows[0][0], rows[0][1], long_arg(rest + T.nodes(n.body))) + '\n'
            side = ''
            for l in n.side:
                T.rec(l)
                side += (r'\newline ' if side else '') + T.runs(l.left, '')
            parts = []
            for l in n.head[:2]:
                T.rec(l)
                parts.append(T.runs(l.left + ([R(', ')] + l.right if l.right else []), ''))
            parts += [''] * (2 - len(parts))
            rest = ''.join(T.runs_rec(l) for l in n.head[2:])
            return r'\cventry{%s}{%s}{%s}{}{}{%s}' % (side, parts[0], parts[1], long_arg(rest + T.nodes(n.body))) + '\n'

        def line(n):
            T.rec(n)
            return (r'\cvitem{%s}{%s}' % (T.runs(n.right), T.runs(n.left)) if n.right else r'\cvitem{}{%s}' % T.runs(n.left)) + '\n'

        def para(n):
            T.doc.record(n.role, n.runs, (), n.item)
            return T.runs(n.runs) + r'\par ' if n.item else r'\cvitem{}{%s}' % T.runs(n.runs) + '\n'

        def kv(n):
            T.doc.record(n.role, n.label, n.value, n.item)
            return r'\cvitem{%s}{%s}' % (T.runs(n.label, ''), T.runs(n.value)) + '\n'

        def bullets(n):
            if n.item:
                return Tex.bullets(T, n)
            out = ''
            for e in n.entries:
                T.doc.record(n.role, e, (), n.item)
                out += r'\cvlistitem{%s}' % T.runs(e) + '\n'
            return out

        def heading(text):
            T.doc.record('heading', [R(text)])
            return r'\section{%s}' % T.esc(text) + '\n'
        T.item, T.line, T.para, T.kv, T.bullets, T.heading = item, line, para, kv, bullets, heading
        first, _, last = b['name'].partition(' ')
        pre = r'\moderncvstyle{%s}\moderncvcolor{%s}' % (style, S.rng.choice(['blue', 'green', 'black', 'grey', 'red', 'burgundy', 'orange', 'purple'])) + '\n' + r'\usepackage[scale=%s]{geometry}\usepackage{needspace}\newcommand{\itemgap}{}\definecolor{accent}{HTML}{333333}' % S.rng.choice(['0.75', '0.8', '0.85']) + '\n'
        T.doc.record('name', [R(b['name'], 'name', [(('name',), b['name'])])])
        pre += r'\name{%s}{%s}' % (T.esc(first), T.esc(last)) + '\n'
        if b.get('label') and S.show_label:
            T.doc.record('label', [R(b['label'], 'label', [(('label',), b['label'])])])
            pre += r'\title{%s}' % T.esc(b['label']) + '\n'
        links = 0
        order = {'location': 0, 'phone': 1, 'email': 2, 'url': 3}
        for kind, runs in sorted(co.contacts(S, p), key=lambda c: order[c[0]]):
            if kind == 'url' and links:
                continue
            links += kind == 'url'
            T.doc.record('contact', runs)
            t = T.esc(co.text_of(runs))
            pre += {'email': r'\email{%s}', 'phone': r'\phone[mobile]{%s}', 'location': r'\address{%s}{}{}', 'url': r'\homepage{%s}'}[kind] % t + '\n'
        T.modern, T.engine = True, S.rng.choice(['pdflatex', 'pdflatex', 'xelatex'])
        return r'\documentclass[11pt,a4paper,sans]{moderncv}', pre, r'\makecvtitle' + '\n' + T.sections(secs)
    return layout


def l_europass(T, p, secs):
    """The class europasscv."""
    S, b = T.S, p['basics']

    def item(n):
        if n.what not in ('job', 'role', 'edu', 'employer'):
            return ''.join(T.line(l) for l in n.head) + T.nodes(n.body)
        side = []
        for l in n.side:
            T.rec(l)
            side.append(T.runs(l.left, ''))
        heads = []
        for l in n.head:
            T.rec(l)
            heads.append(T.runs(l.left + ([R(', ')] + l.right if l.right else []), ''))
        out = r'\ecvtitle{%s}{%s}' % (' '.join(side), heads[0] if heads else '') + '\n'
        out += ''.join(r'\ecvitem{}{%s}' % h + '\n' for h in heads[1:])
        body = T.nodes(n.body)
        return out + (r'\ecvitem{}{%s}' % body + '\n' if body else '')

    def line(n):
        T.rec(n)
        return r'\ecvitem{%s}{%s}' % (T.runs(n.right), T.runs(n.left)) + '\n'

    def para(n):
        T.doc.record(n.role, n.runs, (), n.item)
        return T.runs(n.runs) + r'\par ' if n.item else r'\ecvitem{}{%s}' % T.runs(n.runs) + '\n'

    def kv(n):
        T.doc.record(n.role, n.label, n.value, n.item)
        return r'\ecvitem{%s}{%s}' % (T.runs(n.label, ''), T.runs(n.value)) + '\n'

    def bullets(n):
        t = Tex.bullets(T, n)
        return t if n.item else r'\ecvitem{}{%s}' % t + '\n'

    def heading(text):
        T.doc.record('heading', [R(text)])
        return r'\ecvsection{%s}' % T.esc(text) + '\n'
    T.item, T.line, T.para, T.kv, T.bullets, T.heading = item, line, para, kv, bullets, heading
    T.doc.record('name', [R(b['name'], 'name', [(('name',), b['name'])])])
    pre = r'\ecvname{%s}' % T.esc(b['name']) + '\n'
    order = {'location': 0, 'phone': 1, 'email': 2, 'url': 3}
    links = 0
    for kind, runs in sorted(co.contacts(S, p), key=lambda c: order[c[0]]):
        if kind == 'url' and links:
            continue
        links += kind == 'url'
        T.doc.record('contact', runs)
        t = T.esc(co.text_of(runs))
        pre += {'email': r'\ecvemail{%s}', 'phone': r'\ecvmobile{%s}', 'location': r'\ecvaddress{%s}', 'url': r'\ecvhomepage{%s}'}[kind] % (co.text_of(runs) if kind in ('email', 'url') else t) + '\n'
    T.modern = True
    for text in ('Curriculum vitae', '© European Union, 2002 – 2025 | https://europass.cedefop.europa.eu'):
        T.doc.record('furniture', [R(text)], repeat=True)
    return r'\documentclass[english,a4paper]{europasscv}', pre + r'\usepackage{needspace}\newcommand{\itemgap}{}\definecolor{accent}{HTML}{333333}' + '\n', '\\begin{europasscv}\n\\ecvpersonalinfo\n' + T.sections(secs) + '\\end{europasscv}\n'


def source(T, cls, pre, body, engine):
    fonts = ''
    pick = T.S.rng.choice
    ascii_only = all(ord(c) < 128 for c in body + pre)
    font = ''
    if engine == 'pdflatex':
        font = pick(PDF_FONTS)
        if getattr(T, 'modern', False):
            font = 'lmodern'
        fonts = r'\usepackage[utf8]{inputenc}' + '\n'
        if font != 'cm' or not ascii_only:
            fonts += r'\usepackage[T1]{fontenc}' + '\n'
        if font not in ('cm',):
            fonts += r'\usepackage%s{%s}' % ('[sfdefault]' if font in ('roboto', 'FiraSans') else '[default]' if font in ('sourcesanspro', 'lato', 'raleway') else '', font) + '\n'
            if font in ('helvet', 'tgheros', 'carlito'):
                fonts += r'\renewcommand{\familydefault}{\sfdefault}' + '\n'
        for c, t in PDFTEX_EXTRA.items():
            body, pre = body.replace(c, t), pre.replace(c, t)
    else:
        otf = getattr(T, 'otf', None) or pick(OTF)
        if UNSAFE.search(body) and otf not in ('Noto Serif', 'Noto Sans', 'DejaVu Sans', 'DejaVu Serif', 'Open Sans'):
            otf = 'Noto Sans'
        fonts = r'\usepackage{fontspec}\setmainfont{%s}\setsansfont{%s}' % (otf, otf) + '\n'
        if getattr(T, 'modern', False):
            fonts = r'\usepackage{fontspec}' + '\n' + r'\AtBeginDocument{\setmainfont{%s}\setsansfont{%s}}' % (otf, otf) + '\n'
    if T.S.icons == 'fa' and not getattr(T, 'modern', False):
        fonts += pick([r'\usepackage{fontawesome5}\newcommand{\faMapMarkerX}{}', r'\usepackage{fontawesome}']) + '\n'
        if 'fontawesome5' in fonts:
            body = body.replace(r'\faMapMarker\ ', r'\faMapMarker*\ ').replace(r'\faPhone\ ', r'\faPhone*\ ')
    if getattr(T, 'own_fonts', False):
        fonts = ''
    hyper = '' if getattr(T, 'modern', False) else r'\usepackage[hidelinks]{hyperref}' + '\n'
    extra = pick(['', '', r'\usepackage{microtype}' + '\n']) if 'lmodern' in fonts or 'charter' in fonts or 'mathptmx' in fonts else ''
    rag = pick(['', r'\raggedright' + '\n', r'\pagestyle{empty}' + '\n'])
    return cls + '\n' + fonts + pre + hyper + extra + '\\begin{document}\n' + rag + body + '\\end{document}\n'


@functools.lru_cache(None)
def font_config():
    return chromium.fonts_conf(tempfile.mkdtemp(prefix='corpus-fonts-'))


def compile_tex(text, engine, path):
    work = tempfile.mkdtemp(prefix='corpus-tex-')
    try:
        with open(os.path.join(work, 'cv.tex'), 'w', encoding='utf-8') as f:
            f.write(text)
        env = dict(os.environ, FONTCONFIG_FILE=font_config(), SOURCE_DATE_EPOCH='1760000000', FORCE_SOURCE_DATE='1')
        r = subprocess.run([engine, '-interaction=nonstopmode', '-halt-on-error', 'cv.tex'], cwd=work, stdin=subprocess.DEVNULL, capture_output=True, timeout=90, env=env)
        pdf = os.path.join(work, 'cv.pdf')
        if r.returncode or not os.path.exists(pdf):
            log = r.stdout.decode('utf-8', 'replace')
            at = log.find('\n!')
            raise RuntimeError(engine + ': ' + log[at:at + 400])
        shutil.move(pdf, path)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def maker(fn):
    def make(doc, S, p, path, worker):
        rng = S.rng
        draw = dict(links=rng.random() < .6, name_font=rng.choice([r'\Huge\bfseries', r'\LARGE\bfseries', r'\Huge', r'\huge\scshape', r'\Large\bfseries']), label_font=rng.choice([r'\large', r'\itshape', r'\large\itshape', '']))
        for k, v in draw.items():
            if not hasattr(S, k):
                setattr(S, k, v)
        T = Tex(doc, S)
        cls, pre, body = fn(T, p, co.build_sections(S, p))
        engine = getattr(T, 'engine', None) or rng.choice(['pdflatex'] * 6 + ['xelatex', 'lualatex'])
        if engine == 'pdflatex' and UNSAFE.search(body + pre):
            engine = 'xelatex'
        text = source(T, cls, pre, body, engine)
        if worker.args.keep:
            with open(path + '.tex', 'w', encoding='utf-8') as f:
                f.write(text)
        compile_tex(text, engine, path)
    return make


LATIN = {'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'no', 'da', 'fi', 'cs', 'sk', 'hu', 'ro', 'tr', 'hr', 'ca', 'id', 'ru', 'uk', 'bg', 'el', 'vi'}
DATES = dict(side_fields=('date',), date_paren=False)


def row(fn, split, columns='one', hints=None, weight=.6):
    h = dict(meter='dots', grid_cols=3)
    h.update(hints or {})
    return dict(maker='latex', make=maker(fn), ext='pdf', hints=h, split=split, columns=columns, format='pdf-latex', weight=weight, scripts=LATIN)


MODERN = dict(DATES, plan=lambda r: co.parse_plan(r.choice(['date/title/company,location', 'date/company/title,location', 'date/title/company'])), edu_plan=lambda r: co.parse_plan(r.choice(['date/degree/school,location', 'date/school/degree'])), loc_sep=', ', sep=', ', grade_at='body', icons=None,
              skills_form=lambda r: r.choice(['comma', 'table', 'table', 'bullets']), lang_layout=lambda r: r.choice(['table', 'lines', 'comma']), cert_form=lambda r: r.choice(['{n}, {i}>{d}', '{n}>{d}', '{n}, {i} ({d})']), interests_form=lambda r: r.choice(['comma', 'bullets']), personal_in='section', group_roles=False)
BANK = dict(MODERN, side_fields=(), plan=co.parse_plan('company>location/title>date'), edu_plan=lambda r: co.parse_plan(r.choice(['school>location/degree>date', 'degree>date/school>location'])))
SIDE = dict(lang_layout=lambda r: r.choice(['lines', 'meters', 'plain', 'bullets']), skills_form=lambda r: r.choice(['chips', 'chips', 'comma', 'meters', 'lines', 'bullets']), combine=False, cert_form=lambda r: r.choice(['{n}/{i}, {d}', '{n} ({d})', '{n}/{d}']))
LAYOUTS = {
    'l-article': row(l_article, 'train', weight=1.2),
    'l-jake': row(l_jake, 'train', hints=dict(plan=lambda r: co.parse_plan(r.choice(['title>date/company>location', 'company>location/title>date', 'company>date/title>location'])), edu_plan=co.parse_plan('school>location/degree>date'), loc_paren=False)),
    'l-awesome': row(l_awesome, 'train', hints=dict(plan=lambda r: co.parse_plan(r.choice(['company>location/title>date', 'title>location/company>date'])), upper_headings=False, colon_headings=False)),
    'l-alta': row(l_alta, 'tune', 'two', SIDE),
    'l-deedy': row(l_deedy, 'train', 'two', dict(SIDE, skills_form=lambda r: r.choice(['comma', 'lines', 'pipes', 'bullets']))),
    'l-res': row(l_res, 'test', 'rail'),
    'l-dates': row(l_dates, 'train', 'dates-left', DATES),
    'l-academic': row(l_academic, 'train', hints=dict(max_jobs=20)),
    'l-moderncv-classic': row(moderncv('classic'), 'train', 'dates-left', MODERN),
    'l-moderncv-casual': row(moderncv('casual'), 'train', 'dates-left', MODERN, .5),
    'l-moderncv-banking': row(moderncv('banking'), 'test', 'one', BANK),
    'l-europass': row(l_europass, 'train', 'table', dict(MODERN, skills_form=lambda r: r.choice(['comma', 'table'])), .6),
}
