# SPDX-License-Identifier: Apache-2.0
"""HTML layouts, printed to PDF by Chromium. A layout is a function (H, p, secs) -> (body, css) that
prints its parts in the order in which a person reads them; where a part stands on the page is CSS."""
import html as htmllib
import re
from types import SimpleNamespace as NS

import compose as co
from compose import R

SANS = ['Roboto', 'Open Sans', 'Lato', 'Source Sans Pro', 'Montserrat', 'Raleway', 'Carlito', 'Liberation Sans', 'Inter', 'Nunito', 'IBM Plex Sans', 'Cantarell', 'Noto Sans', 'DejaVu Sans',
        'Roboto Condensed', 'Liberation Sans Narrow', 'Open Sans Condensed', 'Quicksand', 'Libre Franklin', 'Asap', 'Overlock', 'Quattrocento Sans', 'Merriweather Sans', 'Droid Sans', 'Liberation Sans', 'Carlito', 'Roboto', 'Open Sans', 'Lato']
SERIF = ['Liberation Serif', 'Caladea', 'EB Garamond', 'Merriweather', 'Source Serif Pro', 'Playfair Display', 'Linux Libertine O', 'Libre Baskerville', 'IBM Plex Serif', 'Noto Serif', 'DejaVu Serif', 'Alegreya',
         'Droid Serif', 'Roboto Serif', 'Bitstream Charter', 'Utopia', 'Liberation Serif', 'Cochineal']
MONO = ['Roboto Mono', 'IBM Plex Mono', 'Liberation Mono', 'Source Code Pro']
DARK = ['#1f3a5f', '#2c3e50', '#22313f', '#0b5345', '#4a235a', '#1b2631', '#7b241c', '#145a32', '#154360', '#283747', '#3b3b3b', '#5d4037', '#006064', '#37474f', '#880e4f']
VIVID = ['#2980b9', '#c0392b', '#16a085', '#8e44ad', '#d35400', '#27ae60', '#0077b5', '#e91e63', '#00897b', '#3f51b5', '#f4511e', '#ad1457', '#1a73e8', '#607d8b', '#444', '#000', '#000']
PALE = ['#f2f4f7', '#eef3f8', '#f7f3ee', '#eaf4f1', '#f4eff7', '#f0f0f0', '#fdf6e3', '#e8eef4', '#fbeeee']
MARKS = {'•': 'disc', '◦': 'circle', '■': 'square', '-': '"- "', '–': '"– "', '▪': '"▪ "', '*': '"* "', '►': '"► "', '➢': '"➢ "', '✓': '"✓ "', '‣': '"‣ "', '→': '"→ "', '·': '"· "', 'none': 'none'}


def esc(t):
    return htmllib.escape(t, quote=False)


class Html:
    """Prints nodes as HTML and records what it prints."""

    def __init__(self, doc, S):
        self.doc, self.S = doc, S

    def runs(self, runs):
        out = []
        for r in runs:
            t = esc(r.text).replace('\u2003', '&emsp;').replace('  ', '&nbsp; ')
            if getattr(r, 'icon', None):
                out.append('<span class="%s">%s</span>' % ('fa' if r.icon == 'fa' else 'ic', t.strip()) + ' ')
            elif getattr(r, 'b', False):
                out.append('<b>%s</b>' % t)
            elif r.field:
                t = '<span class="f-%s">%s</span>' % (r.field, t)
                if r.field in ('url', 'email') and self.S.links:
                    t = '<a href="%s">%s</a>' % (('mailto:' if r.field == 'email' else '' if r.text.startswith('http') else 'https://') + esc(r.text.strip()), t)
                out.append(t)
            else:
                out.append(t)
        return ''.join(out)

    @staticmethod
    def plain(runs):
        return [r for r in runs if not getattr(r, 'icon', None)]

    def line(self, n):
        self.doc.record(n.role, self.plain(n.left), self.plain(n.right), n.item)
        if n.right:
            return '<div class="ln %s"><span class="l">%s</span><span class="r">%s</span></div>' % (n.cls, self.runs(n.left), self.runs(n.right))
        return '<div class="ln %s">%s</div>' % (n.cls, self.runs(n.left))

    def para(self, n):
        self.doc.record(n.role, n.runs, (), n.item)
        return '<p class="%s">%s</p>' % (n.cls, self.runs(n.runs))

    def bullets(self, n):
        out = []
        for e in n.entries:
            self.doc.record(n.role, e, (), n.item)
            out.append('<li>%s</li>' % self.runs(e))
        return '<ul>%s</ul>' % ''.join(out)

    def chips(self, n):
        for c in n.cells:
            self.doc.record(n.role, c, (), None)
        return '<div class="chips">%s</div>' % ' '.join('<span class="chip">%s</span>' % self.runs(c) for c in n.cells)

    def grid(self, n):
        for c in n.cells:
            self.doc.record(n.role, c, (), None)
        return '<div class="grid" style="grid-template-columns:repeat(%d,1fr)">%s</div>' % (n.cols, ''.join('<div>%s</div>' % self.runs(c) for c in n.cells))

    def meter(self, level):
        shape = self.S.meter
        if shape == 'dots':
            return '<span class="dots">%s</span>' % ''.join('<i class="%s"></i>' % ('on' if i < level else '') for i in range(5))
        if shape == 'stars':
            return '<span class="stars">%s</span>' % ('★' * level + '☆' * (5 - level))
        if shape == 'circles':
            return '<span class="stars">%s</span>' % ('●' * level + '○' * (5 - level))
        if shape == 'percent':
            return '<span class="pc">%d%%</span>' % (level * 20 - 5)
        return '<div class="bar"><div style="width:%d%%"></div></div>' % (level * 20 - 4)

    def meters(self, n):
        out = []
        for runs, level in n.cells:
            self.doc.record(n.role, runs, (), None)
            out.append('<div class="meter m-%s"><span>%s</span>%s</div>' % (self.S.meter, self.runs(runs), self.meter(level)))
        return '<div class="meters">%s</div>' % ''.join(out)

    def kv(self, n):
        self.doc.record(n.role, n.label, n.value, n.item)
        return '<div class="kv"><div class="k">%s</div><div class="v">%s</div></div>' % (self.runs(n.label), self.runs(n.value))

    def item(self, n):
        side = ''.join(self.line(l) for l in n.side) if n.side and self.S.side_first else ''
        main = ''.join(self.line(l) for l in n.head)
        if n.side and not self.S.side_first:
            side = ''.join(self.line(l) for l in n.side)
        main += self.nodes(n.body)
        if n.side or self.S.side_fields and n.what in ('job', 'role', 'edu', 'employer'):
            return '<div class="it it-%s sided"><div class="sd">%s</div><div class="mn">%s</div></div>' % (n.what, side, main)
        return '<div class="it it-%s">%s</div>' % (n.what, main)

    def nodes(self, nodes):
        return ''.join(getattr(self, n.t)(n) for n in nodes)

    def heading(self, text, cls=''):
        S = self.S
        shown = text.upper() if S.upper_headings == 'text' else text
        shown += ':' if S.colon_headings else ''
        self.doc.record('heading', [R(shown)])
        icon = '<span class="hic"></span>' if S.heading_icon else ''
        return '<h2 class="%s">%s<span>%s</span></h2>' % (cls, icon, esc(shown))

    def section(self, sec):
        h = self.heading(sec.heading) if sec.heading else ''
        return '<section class="sec sec-%s">%s<div class="bd">%s</div></section>' % (sec.kind, h, self.nodes(sec.nodes))

    def sections(self, secs, kinds=None):
        return ''.join(self.section(secs.pop(k)) for k in list(kinds if kinds is not None else secs) if k in secs)

    def name(self, p, tag='h1'):
        S, name = self.S, p['basics']['name']
        self.doc.record('name', [R(name, 'name', [(('name',), name)])])
        m = re.match(r'(\S+) (\S.*)$', name)
        inner = esc(name)
        if S.split_name and m:
            inner = '<span class="n1">%s</span>%s<span class="n2">%s</span>' % (esc(m.group(1)), '<br>' if S.split_name == 'br' else ' ', esc(m.group(2)))
        return '<%s class="name">%s</%s>' % (tag, inner, tag)

    def label(self, p):
        t = p['basics'].get('label')
        if not t or not self.S.show_label:
            return ''
        self.doc.record('label', [R(t, 'label', [(('label',), t)])])
        return '<div class="label">%s</div>' % esc(t)

    def contact(self, p, form=None):
        return '<div class="contact c-%s">%s</div>' % (form or self.S.contact_form, self.nodes(co.contact_lines(self.S, p, form)))

    def photo(self):
        return '<div class="photo"></div>' if self.S.photo else ''

    def title(self):
        if not self.S.cv_title:
            return ''
        self.doc.record('other', [R(self.S.cv_title)])
        return '<div class="cvtitle">%s</div>' % esc(self.S.cv_title)


# --- theme ---------------------------------------------------------------------------------------------

CJK = {'zh': 'Noto Sans CJK SC', 'ja': 'Noto Sans CJK JP', 'ko': 'Noto Sans CJK KR', 'ar': 'Noto Naskh Arabic', 'hi': 'Noto Sans Devanagari'}


def theme(S):
    """The typographic choices of one document, as CSS."""
    rng, pick = S.rng, S.rng.choice
    serif = rng.random() < (0.28 if S.serif is None else S.serif)
    body = pick(SERIF) if serif else pick(SANS)
    if S.mono and rng.random() < S.mono:
        body = pick(MONO)
    head = body if rng.random() < 0.6 else pick(SERIF + SANS)
    alt = CJK.get(S.lang, 'Noto Sans')
    size = S.size or pick([8.5, 9, 9, 9.5, 9.5, 10, 10, 10.5, 11, 11.5])
    accent = S.accent or pick(VIVID)
    gap = pick([6, 8, 10, 12, 14])
    css = [f':root{{--a:{accent};--d:{S.dark};--p:{S.pale}}}',
           f'*{{box-sizing:border-box}} body{{margin:0;font:{size}pt/{pick([1.2, 1.25, 1.3, 1.35, 1.4, 1.5])} "{body}","{alt}","Noto Sans",sans-serif;color:{pick(["#000", "#111", "#222", "#333", "#444"])}}}',
           f'h1,h2,.cvtitle{{font-family:"{head}","{alt}","Noto Sans",sans-serif;margin:0}} h2{{font-size:{pick([1.1, 1.2, 1.25, 1.3, 1.4, 1.6])}em;margin:{gap}pt 0 {pick([2, 3, 4, 6])}pt;break-after:avoid;font-weight:{pick([400, 600, 700, 700, 700])};color:var(--h,var(--a))}}',
           f'h1{{font-size:{pick([1.8, 2, 2.2, 2.4, 2.8, 3.2])}em;line-height:1.15;font-weight:{pick([300, 400, 700, 700, 900])}}} .label{{font-size:{pick([1, 1.1, 1.2, 1.4])}em}} .cvtitle{{font-size:1.3em}}',
           f'p{{margin:{pick([0, 1, 2, 3])}pt 0}} ul{{margin:{pick([1, 2, 3])}pt 0;padding-left:{pick([10, 12, 14, 16, 20])}pt;list-style-type:{MARKS[S.bullet]}}} li{{margin:{pick([0, 0, 1, 2])}pt 0}}',
           f'.it{{margin-bottom:{pick([3, 5, 7, 9, 12])}pt}} .ln{{break-after:auto}} .ln .r{{white-space:nowrap;padding-left:8pt}} .ln:has(.r){{display:flex;justify-content:space-between}} .it .head0,.it .side{{break-after:avoid}}',
           'a{color:inherit;text-decoration:%s} .fa{font-family:FontAwesome;color:var(--ic,var(--a));display:inline-block;width:1.3em} .ic{display:inline-block;min-width:1.3em}' % pick(['none', 'none', 'underline']),
           '.kv{display:flex} .kv .k{width:%s;flex:none;%s}' % (pick(['28%', '22%', '35%']), pick(['font-weight:700', 'font-weight:700', 'color:#666', ''])),
           '.chips{display:flex;flex-wrap:wrap;gap:3pt} .chip{padding:1pt 5pt;border-radius:%spt;%s}' % (pick([0, 3, 8]), pick(['background:var(--a);color:#fff', 'border:0.6pt solid #999', 'background:#e6e6e6;color:#222'])),
           f'.grid{{display:grid;gap:1pt 10pt}} .meter{{display:flex;justify-content:space-between;align-items:center;margin:2pt 0;gap:6pt}} .m-bars{{{pick(["display:block", "", ""])}}} .bar{{height:{pick([3, 4, 6])}pt;background:#ccc;flex:0 0 40%;border-radius:{pick([0, 3])}pt}} .bar div{{height:100%;background:var(--a);border-radius:inherit}}',
           '.dots i{display:inline-block;width:6pt;height:6pt;border-radius:50%;background:#ccc;margin-left:2pt} .dots i.on{background:var(--a)} .stars{color:var(--a);letter-spacing:1pt;white-space:nowrap}',
           '.photo{width:%s;height:%s;background:#b8b8b8;border-radius:%s;flex:none}' % (pick([('72pt', '72pt', '50%'), ('70pt', '90pt', '0'), ('80pt', '80pt', '6pt')])),
           '.sub{font-weight:700;margin-top:2pt} .small{font-size:.78em;color:#666;margin-top:10pt} .hic{display:inline-block;width:.9em;height:.9em;border-radius:50%;background:var(--a);margin-right:5pt}',
           'body{overflow-wrap:anywhere} .r{overflow-wrap:normal}']
    hs = S.heading_style or pick(['under', 'under', 'plain', 'plain', 'over', 'band', 'caps', 'spaced', 'side', 'center-lines', 'small'])
    css.append({'under': 'h2{border-bottom:%spt solid var(--h,var(--a));padding-bottom:1pt}' % pick([0.5, 0.8, 1, 1.5, 2]), 'over': 'h2{border-top:1pt solid var(--h,var(--a));padding-top:3pt}', 'plain': '',
                'band': 'h2{background:%s;padding:2pt 5pt}' % pick(['#e9e9e9', 'var(--p)', '#dde6ee']), 'caps': 'h2{text-transform:uppercase}', 'spaced': 'h2{text-transform:uppercase;letter-spacing:%sem;font-size:1.05em}' % pick([0.1, 0.15, 0.2, 0.3]),
                'side': 'h2{border-left:4pt solid var(--a);padding-left:6pt}', 'center-lines': 'h2{text-align:center;border-top:.6pt solid #888;border-bottom:.6pt solid #888;padding:1pt}', 'small': 'h2{font-variant:small-caps}'}[hs])
    if S.upper_headings is True:
        css.append('h2{text-transform:uppercase}')
    if S.upper_name:
        css.append('.name{text-transform:uppercase;%s}' % pick(['', 'letter-spacing:.08em', 'letter-spacing:.18em']))
    if S.split_name:
        css.append(pick(['.n1{font-weight:300}.n2{font-weight:800}', '.n1{font-weight:700}.n2{font-weight:300}', '.n2{color:var(--a)}']))
    look = {'b': 'font-weight:700', 'i': 'font-style:italic', 'c': 'color:var(--a)', 'g': 'color:#777', 'u': 'text-transform:uppercase;font-size:.92em', 'n': '', 'bc': 'font-weight:700;color:var(--a)', 's': 'font-size:.88em;color:#666'}
    t, c, d, l = pick([('b', 'n', 'n', 'n'), ('b', 'i', 'n', 'i'), ('n', 'b', 'n', 'i'), ('i', 'b', 'b', 'n'), ('b', 'c', 'g', 'g'), ('b', 'b', 'n', 'n'), ('bc', 'n', 's', 's'), ('b', 'i', 'i', 'i'), ('i', 'u', 'n', 'n'),
                       ('n', 'n', 'n', 'n'), ('b', 'b', 'b', 'b'), ('u', 'b', 's', 's'), ('n', 'b', 'i', 'n'), ('b', 'n', 'c', 'g')])
    css.append('.f-title,.f-degree{%s} .f-company,.f-institution{%s} .it .f-date{%s} .it .f-location{%s}' % (look[t], look[c], look[d], look[l]))
    if rng.random() < 0.12:
        css.append('p,li{text-align:justify;hyphens:auto}')
    if rng.random() < 0.25:
        css.append('.it .head0,.it-cert .head0{font-size:1.08em}')
    return ''.join(css)


def page(S, body, css, margin):
    paper = 'letter' if S.letter else 'A4'
    return ('<!DOCTYPE html><html lang="%s"%s><head><meta charset="utf-8"><title>%s</title><style>@page{size:%s;margin:%s}%s%s</style></head><body>%s</body></html>'
            % (S.lang, ' dir="rtl"' if S.lang == 'ar' else '', 'cv', paper, margin, theme(S), css, body))


def html_style(S):
    rng = S.rng
    draw = dict(links=rng.random() < 0.5, heading_icon=False, split_name=None if rng.random() < 0.8 else rng.choice([True, 'br']), photo=rng.random() < 0.15, serif=None, mono=0.02, size=None, accent=None,
                dark=rng.choice(DARK), pale=rng.choice(PALE), heading_style=None, letter=rng.random() < 0.4, margin=None)
    for k, v in draw.items():
        if not hasattr(S, k):
            setattr(S, k, v)
    S.icons = S.icons if S.icons != 'fa' or rng.random() < 0.75 else rng.choice(['sym', 'emoji'])
    return S


def margins(S, top=(8, 22), side=(10, 25)):
    return '%dmm %dmm' % (S.rng.randint(*top), S.rng.randint(*side))


# --- layouts -------------------------------------------------------------------------------------------

SIDE_KINDS = ['skills', 'languages', 'interests', 'certificates', 'awards', 'references', 'personal', 'education', 'publications', 'volunteer']


def pick_side(S, secs):
    """Which sections go to the sidebar."""
    chance = {'skills': .9, 'languages': .9, 'interests': .85, 'certificates': .55, 'awards': .45, 'references': .45, 'personal': .8, 'education': .3, 'volunteer': .1, 'publications': .08, 'strengths': .6}
    side = [k for k in secs if k in chance and S.rng.random() < chance[k]]
    if S.rng.random() < .2 and 'summary' in secs:
        side.insert(0, 'summary')
    return side


def head_block(H, p, inner=True):
    return '<header>%s%s%s%s</header>' % (H.photo(), H.title(), '<div class="id">' + H.name(p) + H.label(p) + '</div>', H.contact(p))


def l_classic(H, p, secs):
    css = 'header{text-align:%s;margin-bottom:8pt}.photo{float:right}' % H.S.rng.choice(['center', 'center', 'left', 'right'])
    return H.S.rng.choice(['<main>%s</main>', '%s']) % (head_block(H, p) + H.sections(secs)), css


def l_modern(H, p, secs):
    S = H.S
    css = 'header{display:flex;justify-content:space-between;align-items:flex-end;border-bottom:%s;padding-bottom:6pt;margin-bottom:8pt}.contact{text-align:right;max-width:55%%}.name{color:var(--a)}' % S.rng.choice(['2pt solid var(--a)', '0', '.6pt solid #999'])
    head = '<header><div class="id">%s%s</div>%s</header>' % (H.name(p), H.label(p), H.contact(p, S.rng.choice(['lines', 'icons', 'labelled'])))
    return head + H.sections(secs), css


def l_centred(H, p, secs):
    return head_block(H, p) + H.sections(secs), 'header,h2{text-align:center}header{margin-bottom:6pt}.photo{margin:auto}.it .head0:not(:has(.r)),.it .head1:not(:has(.r)){text-align:center}'


def two_columns(H, p, secs, head):
    """The sections on two columns, left one first; returns the two halves."""
    S = H.S
    kinds = list(secs)
    heavy = {'work': 5, 'education': 2, 'volunteer': 2, 'projects': 2, 'publications': 2, 'summary': 1}
    left = [k for k in kinds if S.rng.random() < (0.75 if k in ('work', 'summary', 'projects') else 0.35)]
    if 'work' in kinds and not left:
        left = ['work']
    if len(left) == len(kinds):
        left = kinds[:-1] or kinds
    if S.rng.random() < 0.25:
        left = [k for k in kinds if k not in left] or left
    a = H.sections(secs, left)
    b = H.sections(secs)
    return a, b


def l_two(H, p, secs):
    head = head_block(H, p)
    a, b = two_columns(H, p, secs, head)
    w = H.S.rng.choice(['1fr 1fr', '1.2fr 1fr', '1fr 1.15fr', '1.5fr 1fr'])
    return head + '<div class="cols"><div>%s</div><div>%s</div></div>' % (a, b), '.cols{display:grid;grid-template-columns:%s;gap:%dpt}.cols>div{min-width:0}header{margin-bottom:6pt}h2:first-child{margin-top:4pt}.photo{float:right}' % (w, H.S.rng.choice([14, 18, 24, 30]))


def sidebar(H, p, secs, where, name_in, dark, extra=''):
    """A sidebar and a main column; `where` left or right; `name_in` side, main or top."""
    S = H.S
    width = S.rng.choice([26, 28, 30, 32, 34, 36])
    kinds = pick_side(S, secs)
    top = ''
    idn = lambda: '<div class="id">%s%s</div>' % (H.name(p), H.label(p))
    if name_in == 'top':
        top = '<header>%s</header>' % idn()

    def side():
        forms = S.contact_form if S.contact_form in ('lines', 'labelled', 'icons') else S.rng.choice(['lines', 'icons', 'labelled'])
        out = H.photo() + (idn() if name_in == 'side' else '')
        if S.rng.random() < 0.7:
            out += '<section class="sec">' + H.heading(S.contact_heading) + H.contact(p, forms) + '</section>'
        else:
            out += H.contact(p, forms)
        keep, S.heading_icon = S.heading_icon, False
        out += H.sections(secs, kinds)
        S.heading_icon = keep
        return out

    def main():
        out = '<header>%s</header>' % idn() if name_in == 'main' else ''
        return out + H.sections(secs, [k for k in list(secs) if k not in kinds])

    if where == 'left':
        a = side()
        b = main()
    else:
        b = main()
        a = side()
    cols = [('side', a), ('main', b)]
    if S.rng.random() < 0.5:
        cols.reverse()
    col = {'side': 1, 'main': 2} if where == 'left' else {'side': 2, 'main': 1}
    body = top + '<div class="cols">%s</div>' % ''.join('<div class="%s" style="grid-column:%d;grid-row:1">%s</div>' % (k, col[k], v) for k, v in cols)
    tracks = f'{width}% 1fr' if where == 'left' else f'1fr {width}%'
    css = f'.cols{{display:grid;grid-template-columns:{tracks}}} .cols>div{{min-width:0;padding:{S.rng.choice([14, 18, 22, 26])}pt;-webkit-box-decoration-break:clone;box-decoration-break:clone}} .side .photo{{margin:0 auto 8pt}} .side .ln:has(.r){{display:block}} .side .ln .r{{padding:0;display:block}} .side .kv{{display:block}} .side .kv .k{{width:auto}} .side .grid{{grid-template-columns:1fr{" 1fr" if S.rng.random() < 0.3 else ""}!important}}'
    if dark is not None:
        pos = f'{where}:0;width:{width}%'
        css += f'body::before{{content:"";position:fixed;top:0;bottom:0;{pos};background:{dark};z-index:-1}}'
    return body, css + extra


def l_side_left(H, p, secs):
    return sidebar(H, p, secs, 'left', H.S.rng.choice(['main', 'main', 'side']), H.S.pale)


def l_side_right(H, p, secs):
    return sidebar(H, p, secs, 'right', H.S.rng.choice(['main', 'main', 'top']), H.S.rng.choice([None, H.S.pale]), 'header{padding:14pt 22pt 0}.main header{padding:0}')


def l_side_dark(H, p, secs):
    H.S.meter_light = True
    return sidebar(H, p, secs, 'left', H.S.rng.choice(['side', 'side', 'main']), H.S.dark, '.side{color:#fff;--h:#fff;--a:#fff;--ic:#fff}.side .chip{color:#222;background:#ddd}.side .bar{background:rgba(255,255,255,.3)}.side .dots i{background:rgba(255,255,255,.3)}.side .kv .k,.side .f-date,.side .f-location{color:#ddd}')


def l_side_rtl(H, p, secs):
    return sidebar(H, p, secs, 'right', 'side', H.S.rng.choice([H.S.dark, None]), '.side{text-align:right;%s}.side ul{list-style:none;padding:0}' % H.S.rng.choice(['', '']) + '.main{text-align:%s}' % H.S.rng.choice(['right', 'left', 'left']) +
                   ('.side{color:#fff;--h:#fff;--a:#fff;--ic:#fff}.side .f-date,.side .f-location,.side .kv .k{color:#ddd}.side .chip{color:#222;background:#ddd}' if True else ''))


def l_band(H, p, secs):
    S = H.S
    css = 'header{background:var(--d);color:#fff;--ic:#fff;padding:%dpt 30pt;display:flex;gap:16pt;align-items:center;justify-content:%s;text-align:%s;flex-wrap:wrap}.contact{width:100%%}.bodyy{padding:8pt 30pt;-webkit-box-decoration-break:clone;box-decoration-break:clone}' % (S.rng.choice([16, 22, 30]), S.rng.choice(['flex-start', 'center']), S.rng.choice(['left', 'center']))
    head = head_block(H, p)
    if S.rng.random() < 0.4:
        a, b = two_columns(H, p, secs, head)
        return head + '<div class="bodyy cols"><div>%s</div><div>%s</div></div>' % (a, b), css + '.cols{display:grid;grid-template-columns:1.6fr 1fr;gap:22pt}.cols>div{min-width:0}'
    return head + '<div class="bodyy">%s</div>' % H.sections(secs), css


def l_band_side(H, p, secs):
    S = H.S
    head = '<header>%s%s</header>' % (H.name(p), H.label(p))
    body, css = sidebar(H, p, secs, S.rng.choice(['left', 'right']), 'none', S.rng.choice([S.pale, None]))
    return head + body, css + 'header{background:var(--hd);color:#fff;text-align:center;padding:20pt;position:relative}:root{--hd:%s}' % S.rng.choice(VIVID[:14] + DARK)


def l_timeline(H, p, secs):
    css = '.sec-work .it,.sec-education .it,.sec-volunteer .it{border-left:1.5pt solid var(--a);padding-left:12pt;margin:0;padding-bottom:8pt;position:relative}.sec-work .it::before,.sec-education .it::before,.sec-volunteer .it::before{content:"";position:absolute;left:-5pt;top:3pt;width:8pt;height:8pt;border-radius:50%;background:var(--a)}header{margin-bottom:8pt}.photo{float:right}'
    if H.S.side_fields:
        css += '.it.sided{margin-left:90pt}.sided .sd{position:absolute;left:-92pt;width:80pt;text-align:%s}' % H.S.rng.choice(['right', 'left'])
    return head_block(H, p) + H.sections(secs), css


def l_dates_left(H, p, secs):
    w = H.S.rng.choice([72, 84, 96, 110, 120])
    css = '.sided{display:grid;grid-template-columns:%dpt 1fr;gap:%dpt}.sided .sd{%s}header{margin-bottom:8pt;text-align:%s}.photo{float:right}' % (w, H.S.rng.choice([8, 12, 16]), H.S.rng.choice(['', 'color:#666', 'font-style:italic', 'font-weight:700', 'text-align:right']), H.S.rng.choice(['left', 'center']))
    return head_block(H, p) + H.sections(secs), css


def l_dates_right(H, p, secs):
    w = H.S.rng.choice([80, 95, 110])
    css = '.sided{display:grid;grid-template-columns:1fr %dpt;gap:14pt}.sided .sd{grid-column:2;grid-row:1;text-align:%s;color:#666}.sided .mn{grid-column:1;grid-row:1}header{margin-bottom:8pt}.photo{float:right}' % (w, H.S.rng.choice(['right', 'left']))
    return head_block(H, p) + H.sections(secs), css


def l_rail(H, p, secs):
    """Section names in a rail on the left."""
    css = '.sec{display:grid;grid-template-columns:%dpt 1fr;gap:14pt;%s;padding:6pt 0}.sec h2{margin:0;grid-column:1;%s}.sec .bd{grid-column:2}header{margin-bottom:8pt}.photo{float:right}' % (
        H.S.rng.choice([90, 105, 120, 135]), H.S.rng.choice(['border-top:.6pt solid #aaa', '', 'border-top:1pt solid var(--a)']), H.S.rng.choice(['', 'text-align:right', 'font-size:1em']))
    return head_block(H, p) + H.sections(secs), css


def l_tabular(H, p, secs):
    """Lebenslauf: title, personal data, dates on the left."""
    S = H.S
    out = (H.title() or '') + (H.photo() if S.photo else '')
    if not S.personal_name:
        out += H.name(p) + H.label(p)
    nodes = co.personal_section(S, p)
    if S.heading.get('personal') and S.rng.random() < 0.85:
        out += H.heading(S.heading['personal'])
    out += '<div class="bd">' + H.nodes(nodes) + '</div>'
    secs.pop('personal', None)
    w = S.rng.choice([95, 110, 125, 140])
    return out + H.sections(secs), '.sided,.kv{display:grid!important;grid-template-columns:%dpt 1fr;gap:10pt}.kv .k{width:auto!important}.photo{float:right}.cvtitle{font-size:1.8em;margin-bottom:8pt}' % w


def l_europass(H, p, secs):
    S = H.S
    w = S.rng.choice([130, 145, 160])
    out = '<div class="top">%s</div>' % (H.title() or '')
    rows = co.personal_section(S, p) if S.personal_name else []
    if rows:
        out += '<section class="sec"><h2></h2>'.replace('<h2></h2>', H.heading(S.heading['personal'])) + '<div class="bd">' + H.nodes(rows) + '</div></section>'
    else:
        out += '<section class="sec">' + H.heading(S.heading['personal']) + '<div class="bd">' + H.name(p) + H.label(p) + H.contact(p, 'icons') + '</div></section>'
    secs.pop('personal', None)
    css = '.sec{display:grid;grid-template-columns:%dpt 1fr;gap:12pt}.sec h2{text-align:right;color:#0e4194;margin-top:8pt;font-size:1em;%s}.sec .bd{border-top:%s;padding-top:8pt;margin-top:4pt}.sided .sd{position:absolute;left:0;width:%dpt;text-align:right;color:#1593cb}.bd{position:relative}.sided .sd{left:-%dpt}.sided{position:relative}.sec:has(.sided){display:block}.sec:has(.sided) h2{width:%dpt}.sec:has(.sided) .bd{margin-left:%dpt}.top{color:#0e4194;text-align:%s}' % (
        w, S.rng.choice(['text-transform:uppercase', '']), S.rng.choice(['1pt solid #c6d9f1', '0']), w, w + 12, w, w + 12, S.rng.choice(['center', 'right', 'left']))
    return out + H.sections(secs), css


def l_infographic(H, p, secs):
    S = H.S
    where = S.rng.choice(['left', 'right'])
    body, css = sidebar(H, p, secs, where, 'top', S.pale)
    return body, css + 'header{background:%s;color:#fff;padding:22pt 26pt}h2{display:flex;align-items:center}.hic{width:16pt;height:16pt}.it{background:%s;padding:5pt;border-radius:4pt}.name{color:#fff}' % (S.rng.choice(DARK + VIVID[:8]), S.rng.choice(['transparent', '#fff', '#fafafa']))


def l_jobs_grid(H, p, secs):
    """Jobs side by side."""
    S = H.S
    more = S.rng.choice(['', ',.sec-certificates .bd'])
    css = '.sec-work .bd,.sec-education .bd,.sec-projects .bd%s{display:grid;grid-template-columns:repeat(%d,1fr);gap:8pt 18pt}.it{min-width:0}.photo{float:right}header{text-align:%s}' % (more, S.rng.choice([2, 2, 3]), S.rng.choice(['left', 'center']))
    return head_block(H, p) + H.sections(secs), css + ('.it .ln:has(.r){display:block}.it .ln .r{display:block;padding:0}' if S.rng.random() < .6 else '')


def l_cards(H, p, secs):
    head = head_block(H, p)
    return '<div class="wrap">' + head + H.sections(secs) + '</div>', 'body{background:%s}.wrap{padding:0}header,.sec{background:#fff;border:.5pt solid #ddd;border-radius:5pt;padding:8pt 12pt;margin-bottom:8pt;-webkit-box-decoration-break:clone}h2{margin-top:0}.photo{float:right}' % H.S.rng.choice(['#eef1f5', '#f5f5f5', '#fff', '#e7eef0'])


def l_spaced(H, p, secs):
    css = '.name{letter-spacing:%sem;text-transform:uppercase;font-weight:400}h2{letter-spacing:%sem;text-transform:uppercase;font-weight:%s}header{text-align:center;margin-bottom:10pt}.label{letter-spacing:.12em}.photo{display:none}' % (
        H.S.rng.choice([.25, .35, .5]), H.S.rng.choice([.2, .3, .4]), H.S.rng.choice([400, 700]))
    return head_block(H, p) + H.sections(secs), css


def l_academic(H, p, secs):
    return head_block(H, p) + H.sections(secs), 'header{text-align:center;margin-bottom:12pt}.it{margin-bottom:6pt}.photo{display:none}'


def l_linkedin(H, p, secs):
    """Like an export of a professional network's profile."""
    S = H.S
    kinds = [k for k in ('skills', 'languages', 'certificates', 'awards', 'publications') if k in secs]
    side = '<section class="sec">' + H.heading(S.contact_heading) + H.contact(p, 'lines') + '</section>' + H.sections(secs, kinds)
    main = '<header>' + H.name(p) + H.label(p)
    city = (p['basics'].get('location') or {}).get('city')
    main += '</header>' + H.sections(secs)
    css = '.cols{display:grid;grid-template-columns:31% 1fr}.cols>div{min-width:0;padding:20pt;-webkit-box-decoration-break:clone}.side{color:#fff;--h:#fff;font-size:.88em}body::before{content:"";position:fixed;top:0;bottom:0;left:0;width:31%;background:#293e49;z-index:-1}h2{font-weight:400;color:var(--h,#222)}.name{font-weight:700}.main h2{font-size:1.5em;border:0}.f-company{font-weight:400}.it-role{margin-left:0}.side .f-skill{color:#e1e1e1}.side p{margin:2pt 0}'
    return '<div class="cols"><div class="side">%s</div><div class="main">%s</div></div>' % (side, main), css


def l_creative(H, p, secs):
    S = H.S
    head = '<header>%s%s</header>' % (H.name(p), H.label(p))
    if 'summary' in secs:
        secs['summary'].heading = None
        head += '<div class="intro">' + H.sections(secs, ['summary']) + '</div>'
    rest = H.sections(secs)
    foot = '<section class="sec">' + H.heading(S.contact_heading) + H.contact(p) + '</section>'
    return head + '<div class="bodyy">' + rest + foot + '</div>', 'header{background:%s;clip-path:polygon(0 0,100%% 0,100%% %d%%,0 100%%);color:#fff;text-align:%s;padding:30pt 40pt 46pt}.intro{width:%d%%;padding:10pt 40pt 0;font-size:1.1em}.bodyy{padding:0 40pt}.name{color:#fff}' % (
        S.rng.choice(DARK + VIVID[:8]), S.rng.choice([60, 70, 80]), S.rng.choice(['right', 'left']), S.rng.choice([60, 75, 100]))


def l_compact_two(H, p, secs):
    head = head_block(H, p)
    S = H.S
    side = [k for k in secs if k not in ('work', 'summary', 'projects', 'volunteer')]
    top = H.sections(secs, ['summary']) if S.rng.random() < .6 else ''
    if S.rng.random() < 0.5:
        a = H.sections(secs, [k for k in list(secs) if k not in side])
        b = H.sections(secs)
        w = '1.9fr 1fr'
    else:
        a = H.sections(secs, side)
        b = H.sections(secs)
        w = '1fr 1.9fr'
    return head + top + '<div class="cols"><div>%s</div><div>%s</div></div>' % (a, b), '.cols{display:grid;grid-template-columns:%s;gap:16pt}.cols>div{min-width:0}.it{margin-bottom:4pt}.photo{float:right}' % w


def l_bordered(H, p, secs):
    """Sections as rows of a bordered table."""
    S = H.S
    css = '.sec{display:grid;grid-template-columns:%dpt 1fr;border:.8pt solid #555;border-top:0;-webkit-box-decoration-break:clone}.sec h2{margin:0;padding:5pt;background:%s;border:0;border-right:.8pt solid #555;font-size:1em}.sec .bd{padding:5pt 8pt}header{border:.8pt solid #555;padding:8pt;text-align:center}.photo{display:none}' % (S.rng.choice([95, 115, 130]), S.rng.choice(['#eee', '#fff', '#dce6f1']))
    for s in secs.values():
        s.heading = s.heading or S.heading.get(s.kind) or ('' if s.kind == 'consent' else None)
    consent = secs.pop('consent', None)
    out = head_block(H, p) + H.sections(secs)
    return out + (H.nodes(consent.nodes) if consent else ''), css


def l_three_foot(H, p, secs):
    """One column, then three short sections side by side."""
    foot = [k for k in secs if k in ('skills', 'languages', 'certificates', 'interests', 'awards', 'references')][:3]
    head = head_block(H, p)
    top = H.sections(secs, [k for k in list(secs) if k not in foot])
    return head + top + '<div class="foot">%s</div>' % ''.join('<div>%s</div>' % H.sections(secs, [k]) for k in foot), '.foot{display:grid;grid-template-columns:repeat(%d,1fr);gap:18pt}.foot>div{min-width:0}.foot .ln:has(.r){display:block}.foot .grid{grid-template-columns:1fr!important}header{margin-bottom:8pt}.photo{float:right}.kv{display:block!important}' % max(1, len(foot))


def l_gdocs(H, p, secs):
    """As word processors in the browser print them: name, plain lines, a line under headings."""
    return head_block(H, p) + H.sections(secs), 'header{text-align:%s}.photo{display:none}ul{padding-left:24pt}.it{margin-bottom:8pt}' % H.S.rng.choice(['left', 'center'])


def l_monogram(H, p, secs):
    S = H.S
    initials = ''.join(w[0] for w in p['basics']['name'].split()[:2] if w[:1].isalpha())
    H.doc.record('furniture', [R(initials)])
    head = '<header><div class="mono">%s</div><div class="id">%s%s</div>%s</header>' % (esc(initials), H.name(p), H.label(p), H.contact(p))
    return head + H.sections(secs), '.mono{width:44pt;height:44pt;border:1.5pt solid var(--a);text-align:center;line-height:42pt;font-size:16pt;color:var(--a);flex:none;letter-spacing:2pt}header{display:flex;gap:14pt;align-items:center;margin-bottom:10pt}.contact{margin-left:auto;text-align:right}.contact .ln{font-size:.9em}'


def l_split_lines(H, p, secs):
    """Hairline rules, wide margins, small grey labels above values; education before work in cards side by side."""
    a = head_block(H, p)
    pair = [k for k in ('education', 'certificates', 'volunteer', 'languages', 'skills') if k in secs][:2]
    first = H.sections(secs, [k for k in list(secs) if k not in pair])
    two = ''.join('<div>%s</div>' % H.sections(secs, [k]) for k in pair)
    return a + first + '<div class="pair">%s</div>' % two, '.pair{display:grid;grid-template-columns:1fr 1fr;gap:24pt}.pair>div{min-width:0}.pair .ln:has(.r){display:block}header{border-bottom:.4pt solid #bbb;padding-bottom:10pt;margin-bottom:6pt}.photo{float:right}'


def l_newspaper(H, p, secs):
    """Text that flows over two columns of equal width."""
    head = head_block(H, p)
    return head + '<div class="flow">%s</div>' % H.sections(secs), '.flow{column-count:2;column-gap:22pt;column-rule:%s}.it{break-inside:avoid}header{margin-bottom:8pt;text-align:center;border-bottom:1pt solid #000;padding-bottom:4pt}.photo{display:none}h2{column-span:none}' % H.S.rng.choice(['0', '.4pt solid #aaa'])


PAD = 'padded'
side_skills = lambda rng: rng.choice(['bullets', 'bullets', 'lines', 'comma', 'chips', 'meters', 'meters', 'grid', 'levels'])
short_lines = dict(lang_layout=lambda r: r.choice(['lines', 'lines', 'bullets', 'meters', 'meters', 'plain', 'table']), skills_form=side_skills, cert_form=lambda r: r.choice(['{n}/{i}/{d}', '{n}/{i}, {d}', '{n} ({d})', '{n}/{d}', '{n}']),
                   meter=lambda r: r.choice(['bars', 'bars', 'dots', 'stars', 'percent', 'circles']), grid_cols=1, combine=False, address=lambda r: r.choice(['city', 'city', 'full', 'none']))
dates_side = dict(side_fields=lambda r: r.choice([('date',), ('date',), ('date', 'location')]), date_paren=False)

# name: (function, margin of the page, hints, split, columns)
LAYOUTS = {
    'h-classic': (l_classic, None, {}, 'train', 'one'),
    'h-modern': (l_modern, None, {}, 'train', 'one'),
    'h-centred': (l_centred, None, {}, 'train', 'one'),
    'h-two': (l_two, None, dict(skills_form=side_skills), 'train', 'two'),
    'h-side-left': (l_side_left, '0', short_lines, 'train', 'sidebar'),
    'h-side-right': (l_side_right, '0', short_lines, 'train', 'sidebar'),
    'h-side-dark': (l_side_dark, '0', dict(short_lines, photo=lambda r: r.random() < .5), 'train', 'sidebar'),
    'h-side-rtl': (l_side_rtl, '0', dict(short_lines, dark='#2c3e50', photo=True), 'test', 'sidebar'),
    'h-band': (l_band, '0 0 12mm 0', {}, 'train', 'one'),
    'h-band-side': (l_band_side, '0', short_lines, 'train', 'sidebar'),
    'h-timeline': (l_timeline, None, dict(side_fields=lambda r: r.choice([(), ('date',)])), 'train', 'timeline'),
    'h-dates-left': (l_dates_left, None, dates_side, 'train', 'dates-left'),
    'h-dates-right': (l_dates_right, None, dict(dates_side, side_first=False), 'test', 'dates-right'),
    'h-rail': (l_rail, None, {}, 'train', 'rail'),
    'h-rail-dates': (l_rail, None, dict(dates_side), 'tune', 'rail'),
    'h-tabular': (l_tabular, None, dict(dates_side, side_fields=('date',), personal_name=lambda r: r.random() < .6, personal_in='section', photo=lambda r: r.random() < .5), 'train', 'table'),
    'h-europass': (l_europass, None, dict(side_fields=('date',), personal_name=lambda r: r.random() < .4, personal_in='section', photo=False, date_paren=False, upper_headings=lambda r: r.random() < .5), 'train', 'table'),
    'h-infographic': (l_infographic, '0', dict(short_lines, heading_icon=True, skills_form=lambda r: r.choice(['meters', 'meters', 'chips']), lang_layout='meters'), 'train', 'sidebar'),
    'h-jobs-grid': (l_jobs_grid, None, {}, 'train', 'grid'),
    'h-skills-grid': (l_spaced, None, dict(skills_form='grid', grid_cols=lambda r: r.choice([2, 3, 4, 5]), skills_flat=True), 'train', 'one'),
    'h-cards': (l_cards, None, {}, 'test', 'one'),
    'h-spaced': (l_spaced, None, {}, 'train', 'one'),
    'h-caps': (l_classic, None, dict(upper_headings='text', heading_style='plain', size=lambda r: r.choice([8.5, 9, 9.5])), 'train', 'one'),
    'h-academic': (l_academic, None, dict(serif=.85, max_jobs=20, max_bullets=9, size=lambda r: r.choice([11, 11.5, 12]), footer=lambda r: r.choice(['page', 'name-page', 'of']), dates=1), 'train', 'one'),
    'h-linkedin': (l_linkedin, '0', dict(short_lines, plan=co.parse_plan('company/title/date/location'), edu_plan=co.parse_plan('school/degree,date'), edu_sep=' · ', date_sep=' · ', date_form='Month YYYY', edu_date_form='YYYY', durations=True, long_durations=True, range_sep=' - ',
                                         group_roles=True, group_total=True, skills_form=lambda r: r.choice(['lines', 'bullets']), skills_flat=True, footer='of', photo=False, lang_form=' ({})', lang_layout='lines', cert_form='{n}', max_jobs=20, upper_headings=False, heading_style='plain',
                                         show_label=True, cv_title=None, bullet=lambda r: r.choice(['none', '-', '•']), upper_name=False, serif=0), 'train', 'sidebar'),
    'h-functional': (l_classic, None, dict(functional=True), 'train', 'one'),
    'h-creative': (l_creative, '0 0 10mm 0', dict(split_name=lambda r: r.choice(['br', True])), 'test', 'one'),
    'h-compact-two': (l_compact_two, '9mm 11mm', dict(skills_form=side_skills, size=lambda r: r.choice([8, 8.5, 9])), 'train', 'two'),
    'h-bordered': (l_bordered, None, {}, 'test', 'table'),
    'h-three-foot': (l_three_foot, None, dict(skills_form=side_skills, grid_cols=1), 'test', 'one'),
    'h-gdocs': (l_gdocs, '20mm 22mm', dict(heading_style=lambda r: r.choice(['plain', 'under', 'caps']), photo=False, icons=None, contact_form=lambda r: r.choice(['line', 'two', 'lines'])), 'train', 'one'),
    'h-monogram': (l_monogram, None, {}, 'tune', 'one'),
    'h-pair': (l_split_lines, None, {}, 'train', 'grid'),
    'h-newspaper': (l_newspaper, None, dict(size=lambda r: r.choice([8.5, 9, 9.5])), 'train', 'two'),
}

FOOTERS = {'page': '<span class="pageNumber"></span>', 'of': None, 'name-page': None}


def footer_of(S, p):
    """(Chromium footer template or None, furniture text)"""
    import lexicon as lx
    if S.footer == 'none':
        return None, None
    if S.footer == 'page':
        t, shown = '<span class="pageNumber"></span>', '1'
    else:
        w = lx.word(S.lang, 'page')
        t = esc(w).replace('{0}', '<span class="pageNumber"></span>').replace('{1}', '<span class="totalPages"></span>')
        shown = w.replace('{0}', '1').replace('{1}', '1')
        if S.footer == 'name-page':
            sep = S.rng.choice([' – ', ' | ', ' · ', ', '])
            t, shown = esc(p['basics']['name']) + sep + t, p['basics']['name'] + sep + shown
    align = S.rng.choice(['center', 'right', 'left'])
    return '<div style="font:7pt sans-serif;color:#777;width:100%%;text-align:%s;padding:0 12mm">%s</div>' % (align, t), shown


def render(doc, S, p, fn, margin):
    """(html text, footer template) of one document."""
    html_style(S)
    H = Html(doc, S)
    secs = co.build_sections(S, p)
    consent = secs.pop('consent', None)
    if consent:
        secs['consent'] = consent
    body, css = fn(H, p, secs)
    tmpl, shown = footer_of(S, p)
    m = margin or margins(S)
    if tmpl and m.split()[-1 if len(m.split()) < 4 else 2] == '0':
        tmpl = None
    if tmpl and margin and margin.startswith('0'):
        m = '0 0 12mm 0'
    if tmpl:
        doc.record('furniture', [R(shown)], repeat=True)
        if m.split()[0] != '0' and int(re.match(r'\d+', m).group()) < 13:
            m = m.replace(m.split()[0], '13mm', 1)
    return page(S, body, css, m), tmpl
