# SPDX-License-Identifier: Apache-2.0
"""Markdown, plain text and HTML files: the same nodes, written as people type them."""
import textwrap
import unicodedata

import compose as co
import pages
from compose import R


def cells(text):
    return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 0 if unicodedata.combining(c) else 1 for c in text)


class Text:
    """Prints nodes as lines of text and records what it prints."""

    def __init__(self, doc, S):
        self.doc, self.S, rng = doc, S, S.rng
        pick = rng.choice
        self.width = pick([72, 76, 78, 80, 80, 90, 100, 1000])
        self.mark = pick(['- ', '- ', '* ', '• ', '+ ', 'o ', '– ', '> '])
        self.indent = ''
        self.rule = pick(['=', '-', '_', '*', '~', '#'])
        self.heading_form = pick(['under', 'under', 'caps', 'caps', 'boxed', 'colon', 'plain', 'hash'])
        self.body_indent = ''
        self.right_form = pick(['columns', 'columns', 'sep', 'newline', 'tab'])
        self.gap = rng.random() < .7

    def wrap(self, text, first='', rest=None):
        if self.width > 500:
            return [first + text]
        return textwrap.wrap(text, self.width, initial_indent=first, subsequent_indent=first if rest is None else rest, break_long_words=False, break_on_hyphens=False) or []

    def t(self, runs):
        return ''.join(r.text for r in runs if not getattr(r, 'icon', None)).replace('\u2003', '   ')

    def put(self, text, indent=None):
        return self.wrap(text, self.indent if indent is None else indent)

    def line(self, n):
        self.doc.record(n.role, n.left, n.right, n.item)
        left, right = self.t(n.left), self.t(n.right)
        if not right:
            return self.put(left)
        w = min(self.width, 90)
        room = w - len(self.indent) - cells(left) - cells(right)
        if self.right_form == 'columns' and room > 1:
            return [self.indent + left + ' ' * room + right]
        if self.right_form == 'tab':
            return [self.indent + left + '\t' + right]
        if self.right_form == 'newline':
            return self.put(left) + self.put(right)
        return self.put(left + self.S.text_sep + right)

    def para(self, n):
        self.doc.record(n.role, n.runs, (), n.item)
        return self.put(self.t(n.runs), self.indent + self.body_indent)

    def bullets(self, n):
        out = []
        for e in n.entries:
            self.doc.record(n.role, e, (), n.item)
            out += self.wrap(self.t(e), self.indent + self.body_indent + self.mark, self.indent + self.body_indent + ' ' * len(self.mark))
        return out

    def chips(self, n):
        for c in n.cells:
            self.doc.record(n.role, c)
        return self.put(self.S.chip_sep.join(self.t(c) for c in n.cells))

    def grid(self, n):
        out, w = [], max((cells(self.t(c)) for c in n.cells), default=0) + 3
        cols = max(1, min(n.cols, min(self.width, 90) // w))
        for i in range(0, len(n.cells), cols):
            row = n.cells[i:i + cols]
            for c in row:
                self.doc.record(n.role, c)
            out.append((self.indent + ''.join(self.t(c) + ' ' * (w - cells(self.t(c))) for c in row)).rstrip())
        return out

    def meters(self, n):
        out, w = [], max((cells(self.t(c)) for c, _ in n.cells), default=0) + 2
        for c, level in n.cells:
            self.doc.record(n.role, c)
            out.append(self.indent + self.t(c) + ' ' * (w - cells(self.t(c))) + ('*' * level if self.rule == '*' else '[' + '#' * level + '.' * (5 - level) + ']'))
        return out

    def kv(self, n):
        self.doc.record(n.role, n.label, n.value, n.item)
        k = self.t(n.label)
        return self.put(k + ' ' * max(1, self.S.kv_width - cells(k)) + self.t(n.value))

    def item(self, n):
        if n.side and self.S.columns_text:                 # dates in a column by spaces
            keep, pad = self.indent, 20
            side = [x.strip() for l in n.side for x in self.line(l)]
            pad = max(pad, max(cells(x) for x in side) + 2)
            self.indent = ''
            w, self.width = self.width, max(40, min(self.width, 100) - pad)
            main = [x for l in n.head for x in self.line(l)] + self.nodes(n.body)
            self.width, self.indent = w, keep
            out = []
            for i in range(max(len(side), len(main))):
                s = side[i] if i < len(side) else ''
                out.append((keep + s + ' ' * (pad - cells(s)) + (main[i] if i < len(main) else '')).rstrip())
            return out + ['']
        out = [x for l in n.side for x in self.line(l)] + [x for l in n.head for x in self.line(l)]
        out += self.nodes(n.body)
        return out + ([''] if self.gap else [])

    def nodes(self, nodes):
        return [x for n in nodes for x in getattr(self, n.t)(n)]

    def heading(self, text):
        f = self.heading_form
        shown = text.upper() if f in ('caps', 'boxed') or self.S.upper_headings else text
        self.doc.record('heading', [R(shown)])
        w = min(self.width, 80)
        return {'under': [shown, self.rule * (cells(shown) if self.S.short_rule else w)], 'caps': [shown], 'boxed': [self.rule * w, shown, self.rule * w], 'colon': [shown + ':'], 'plain': [shown],
                'hash': [self.rule * 3 + ' ' + shown + ' ' + self.rule * 3]}[f]

    def section(self, sec):
        out = ['']
        if sec.heading:
            out += self.heading(sec.heading) + ([''] if self.S.heading_gap else [])
        return out + self.nodes(sec.nodes)

    def sections(self, secs):
        return [x for k in list(secs) for x in self.section(secs[k])]

    def head(self, p):
        S = self.S
        S.icons = None
        name = p['basics']['name']
        shown = name.upper() if S.upper_name else name
        self.doc.record('name', [R(shown, 'name', [(('name',), name)])])
        out = [shown]
        label = p['basics'].get('label')
        if label and S.show_label:
            self.doc.record('label', [R(label, 'label', [(('label',), label)])])
            out.append(label)
        out += self.nodes(co.contact_lines(S, p))
        if S.centre and self.width < 500:
            out = [x.strip().center(min(self.width, 80)).rstrip() if cells(x) < 80 else x for x in out]
        return out


class Markdown(Text):
    """Marks on top of the text: headings, bold, lists, links, tables."""

    def __init__(self, doc, S):
        super().__init__(doc, S)
        self.width, self.mark = 10000, S.rng.choice(['- ', '- ', '* '])
        self.look = S.rng.choice([{'title': '**', 'degree': '**'}, {'company': '**', 'institution': '**', 'title': '*'}, {'title': '**', 'company': '*', 'date': '*', 'degree': '**'}, {}, {'title': '__', 'date': '_'}])

    def t(self, runs):
        out = ''
        for r in runs:
            if getattr(r, 'icon', None):
                continue
            m = self.look.get(r.field or '', '')
            t = r.text.replace('\u2003', ' ')
            t = ''.join('\\' + c if c in '*_`<>#' and self.S.escape else c for c in t)
            if r.field == 'email' and self.S.md_links:
                t = '[%s](mailto:%s)' % (t, r.text)
            elif r.field == 'url' and self.S.md_links:
                t = '<%s>' % r.text if r.text.startswith('http') else t
            elif getattr(r, 'b', False):
                t = '**%s**' % t.strip() + ' ' * t.endswith(' ')
            out += m + t + m if m and t.strip() == t else t
        return out

    def line(self, n):
        self.doc.record(n.role, n.left, n.right, n.item)
        text = self.t(n.left) + (self.S.text_sep + self.t(n.right) if n.right else '')
        if n.cls.startswith('head0') and self.S.item_headings and n.item:
            return ['### ' + text.replace('**', ''), '']
        if n.cls.split()[-1:] == ['sub']:
            return ['**%s**' % text.strip('*'), '']
        if n.role == 'contact' and self.S.contact_list:
            return ['- ' + text]
        return [text + '  ']

    def para(self, n):
        return super().para(n) + ['']

    def bullets(self, n):
        return ([''] if self.S.list_gap else []) + super().bullets(n) + ['']

    def grid(self, n):
        if not self.S.md_tables or any('|' in self.t(c) for c in n.cells):
            return self.bullets(co.bullets(n.role, n.cells))
        out = ['|' + ' |' * n.cols, '|' + '---|' * n.cols]
        for i in range(0, len(n.cells), n.cols):
            row = n.cells[i:i + n.cols]
            for c in row:
                self.doc.record(n.role, c)
            out.append('| ' + ' | '.join(self.t(c) for c in row) + ' |')
        return out + ['']

    def meters(self, n):
        return self.bullets(co.bullets(n.role, [c for c, _ in n.cells]))

    def kv(self, n):
        self.doc.record(n.role, n.label, n.value, n.item)
        return ['**%s** %s  ' % (self.t(n.label).strip('*'), self.t(n.value))]

    def item(self, n):
        out = [x for l in n.side + n.head for x in self.line(l)]
        body = self.nodes(n.body)
        return out + ([''] if body else []) + body + ['']

    def heading(self, text):
        shown = text.upper() if self.S.upper_headings else text
        self.doc.record('heading', [R(shown)])
        return [shown, '-' * cells(shown), ''] if self.S.setext else ['## ' + shown, '']

    def head(self, p):
        out = super().head(p)
        out[0] = out[0] + '\n' + '=' * cells(out[0]) + '\n' if self.S.setext else '# ' + out[0] + '\n'
        return out


def maker(kind):
    def make(doc, S, p, path, _worker):
        rng = S.rng
        draw = dict(text_sep=rng.choice([' | ', ' — ', ', ', ' - ', '  ', ' · ']), chip_sep=rng.choice([', ', ' | ', ' / ']), kv_width=rng.choice([14, 18, 22]), short_rule=rng.random() < .5, heading_gap=rng.random() < .4,
                    centre=rng.random() < .2, escape=rng.random() < .5, md_links=rng.random() < .6, md_tables=rng.random() < .7, item_headings=rng.random() < .55, setext=rng.random() < .25, list_gap=rng.random() < .5, columns_text=False,
                    contact_list=rng.random() < .3)
        for k, v in draw.items():
            if not hasattr(S, k):
                setattr(S, k, v)
        T = (Markdown if kind == 'md' else Text)(doc, S)
        for k, v in getattr(S, 'text', {}).items():
            setattr(T, k, v(rng) if callable(v) else v)
        if S.body_indent:
            T.body_indent = S.body_indent
        lines = T.head(p) + T.sections(co.build_sections(S, p))
        out, blank = [], False
        for x in lines:
            if x.strip() or not blank:
                out.append(x)
            blank = not x.strip()
        eol = '\r\n' if kind == 'txt' and rng.random() < .2 else '\n'
        with open(path, 'w', encoding='utf-8', newline='') as f:
            f.write(eol.join('\n'.join(out).split('\n')).strip() + eol)
    return make


def make_html(doc, S, p, path, _worker):
    """A web page: the print layouts without a page, or bare tags."""
    rng = S.rng
    pages.html_style(S)
    S.photo = False
    fn = {'side': pages.l_side_left, 'plain': pages.l_classic, 'rail': pages.l_rail}[S.web]
    H = pages.Html(doc, S)
    body, css = fn(H, p, co.build_sections(S, p))
    style = '' if S.bare else '<style>%s%s body{max-width:800px;margin:auto}</style>' % (pages.theme(S), css)
    with open(path, 'w', encoding='utf-8') as f:
        f.write('<!DOCTYPE html>\n<html lang="%s"><head><meta charset="utf-8"><title>CV</title>%s</head>\n<body>%s</body></html>\n' % (S.lang, style, body.replace('<div', '\n<div').replace('<section', '\n<section')))


def row(make, ext, split, hints=None, weight=.7, columns='one'):
    h = dict(icons=None, meter='circles', grid_cols=3, body_indent='')
    h.update(hints or {})
    return dict(maker=ext, make=make, ext=ext, hints=h, split=split, columns=columns, format=ext, weight=weight)


LAYOUTS = {
    'm-plain': row(maker('md'), 'md', 'train', weight=.8),
    'm-headings': row(maker('md'), 'md', 'train', dict(item_headings=True)),
    'm-dates-first': row(maker('md'), 'md', 'test', dict(side_fields=('date',), item_headings=False)),
    'm-compact': row(maker('md'), 'md', 'train', dict(item_headings=False, list_gap=False, plan=lambda r: co.parse_plan(r.choice(['title,company,date', 'company,title>date', 'date,title,company,location'])))),
    't-indented': row(maker('txt'), 'txt', 'train', dict(body_indent=lambda r: r.choice(['  ', '    ', '\t']))),
    't-ruled': row(maker('txt'), 'txt', 'train', dict(text=dict(heading_form=lambda r: r.choice(['under', 'boxed', 'hash'])))),
    't-bullets': row(maker('txt'), 'txt', 'train', dict(body='bullets', text=dict(right_form=lambda r: r.choice(['sep', 'newline'])))),
    't-columns': row(maker('txt'), 'txt', 'test', dict(side_fields=('date',), columns_text=True, date_paren=False)),
    't-unwrapped': row(maker('txt'), 'txt', 'train', dict(text=dict(width=1000, heading_form=lambda r: r.choice(['caps', 'plain', 'colon'])))),
    'x-web': row(make_html, 'html', 'train', dict(web='plain', bare=False, icons='fa')),
    'x-bare': row(make_html, 'html', 'train', dict(web='plain', bare=True)),
    'x-rail': row(make_html, 'html', 'tune', dict(web='rail', bare=False, icons='fa'), weight=.5),
}
