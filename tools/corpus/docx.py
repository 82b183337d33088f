# SPDX-License-Identifier: Apache-2.0
"""Word documents by a small writer of our own (WordprocessingML in a zip), and the same printed to PDF
by LibreOffice. Layouts: styles and tab stops, layout tables, date rows, text boxes, lists, headers."""
import collections
import html
import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile

import check
import compose as co
import lexicon as lx
from compose import R

NSDECL = ('xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
          'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
          'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"')
FONTS = ['Calibri', 'Calibri', 'Cambria', 'Times New Roman', 'Arial', 'Arial', 'Georgia', 'Garamond', 'Verdana', 'Tahoma', 'Carlito', 'Liberation Sans', 'Lato', 'Open Sans']
COLORS = ['000000', '000000', '1F3864', '2E74B5', '2F5496', '404040', '7F7F7F', 'C00000', '385623', '833C0B', '44546A']


def esc(t):
    return html.escape(t, quote=False)


class Docx:
    """Prints nodes as WordprocessingML and records what it prints."""

    def __init__(self, doc, S):
        self.doc, self.S, rng = doc, S, S.rng
        pick = rng.choice
        self.font, self.size = pick(FONTS), pick([18, 19, 20, 20, 21, 22, 22, 24])
        self.color, self.hcolor = '000000', pick(COLORS)
        look = [('b', '', '', ''), ('b', 'i', '', 'i'), ('', 'b', '', ''), ('i', 'b', 'b', ''), ('b', 'b', '', ''), ('b', '', 'i', 'i'), ('', '', '', ''), ('bu', 'b', '', ''), ('b', 'b', 'b', 'b'), ('i', 'bu', '', '')]
        t, c, d, l = pick(look)
        self.look = {'title': t, 'degree': t, 'company': c, 'institution': c, 'date': d, 'location': l, 'group': 'b', 'cert': pick(['', '', 'b'])}
        self.width = 9600                                   # text width in twentieths of a point
        self.styles, self.typed_bullets, self.right = True, False, pick(['tab', 'tab', 'tab', 'sep', 'newline'])
        self.heading_form = pick(['under', 'plain', 'plain', 'caps', 'shade', 'caps-under'])
        self.numbered = False
        self.table_dates = False
        self.spacing = pick([0, 20, 40, 60, 80])
        self.justify = rng.random() < 0.12
        self.head_jc = pick(['center', 'center', 'left', 'left', 'right'])

    # -- runs and paragraphs --
    def rpr(self, flags='', size=None, color=None, font=None):
        out = ''
        if font or not self.styles:
            f = font or self.font
            out += f'<w:rFonts w:ascii="{f}" w:hAnsi="{f}" w:cs="{f}"/>'
        out += '<w:b/>' if 'b' in flags else ''
        out += '<w:i/>' if 'i' in flags else ''
        out += '<w:caps/>' if 'C' in flags else ''
        if color:
            out += f'<w:color w:val="{color}"/>'
        if 's' in flags:
            out += '<w:spacing w:val="40"/>'
        if size or not self.styles:
            out += f'<w:sz w:val="{size or self.size}"/>'
        out += '<w:u w:val="single"/>' if 'u' in flags else ''
        return '<w:rPr>%s</w:rPr>' % out if out else ''

    def run(self, text, flags='', size=None, color=None):
        parts = re.split(r'(\t|\n)', text)
        body = ''.join('<w:tab/>' if x == '\t' else '<w:br/>' if x == '\n' else '<w:t xml:space="preserve">%s</w:t>' % esc(x) for x in parts if x)
        return '<w:r>%s%s</w:r>' % (self.rpr(flags, size, color), body)

    def runs(self, runs, flags='', **kw):
        out = ''
        for r in runs:
            if getattr(r, 'icon', None):
                continue
            f = flags + self.look.get(r.field or '', '') + ('b' if getattr(r, 'b', False) else '')
            text = r.text
            if len(text) > 24 and self.S.rng.random() < 0.15 and ' ' in text:   # Word splits runs where the editor stopped
                cut = text.index(' ', len(text) // 2) if ' ' in text[len(text) // 2:] else len(text)
                out += self.run(text[:cut], f, **kw)
                text = text[cut:]
            out += self.run(text, f, **kw) if text else ''
        return out

    def p(self, inner, style=None, jc=None, tabs=None, num=None, ind=None, after=None, before=None, border=False, shade=None, keep=False):
        ppr = f'<w:pStyle w:val="{style}"/>' if style and self.styles else ''
        ppr += '<w:keepNext/>' if keep and self.keep else ''
        if num:
            ppr += f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{num}"/></w:numPr>'
        if border:
            ppr += f'<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="{self.hcolor}"/></w:pBdr>'
        if shade:
            ppr += f'<w:shd w:val="clear" w:color="auto" w:fill="{shade}"/>'
        if tabs:
            ppr += '<w:tabs>%s</w:tabs>' % ''.join(f'<w:tab w:val="{k}" w:pos="{pos}"/>' for k, pos in tabs)
        if after is not None or before is not None:
            ppr += '<w:spacing%s%s/>' % (f' w:before="{before}"' if before is not None else '', f' w:after="{after}"' if after is not None else '')
        if ind:
            ppr += f'<w:ind w:left="{ind}"%s/>' % (f' w:hanging="{min(ind, 360)}"' if num else '')
        if jc:
            ppr += f'<w:jc w:val="{jc}"/>'
        return '<w:p>%s%s</w:p>' % ('<w:pPr>%s</w:pPr>' % ppr if ppr else '', inner)

    def tab_pos(self):
        return [('right', self.width)]

    # -- nodes --
    def line(self, n, jc=None):
        self.doc.record(n.role, [r for r in n.left if not getattr(r, 'icon', None)], [r for r in n.right if not getattr(r, 'icon', None)], n.item)
        flags = 'b' if 'sub' in n.cls.split() else ''
        inner = self.runs(n.left, flags)
        kw = dict(jc=jc, keep=n.cls.startswith('head'))
        if n.right:
            if self.right == 'tab':
                return self.p(inner + '<w:r><w:tab/></w:r>' + self.runs(n.right, flags), tabs=self.tab_pos(), after=0, **kw)
            if self.right == 'sep':
                return self.p(inner + self.run('    ' if self.S.rng.random() < .3 else ' | ') + self.runs(n.right, flags), after=0, **kw)
            return self.p(inner, after=0, **kw) + self.p(self.runs(n.right, flags), after=0, **kw)
        return self.p(inner, after=0 if n.cls != 'contact' else None, **kw)

    def para(self, n):
        self.doc.record(n.role, n.runs, (), n.item)
        return self.p(self.runs(n.runs), jc='both' if self.justify else None, after=self.spacing)

    def bullets(self, n):
        out = ''
        for e in n.entries:
            self.doc.record(n.role, e, (), n.item)
            if self.typed_bullets:
                g = '' if self.S.bullet == 'none' else self.S.bullet + ' '
                out += self.p(self.run(g) + self.runs(e) if g else self.runs(e), after=0, ind=360)
            else:
                out += self.p(self.runs(e), style='ListParagraph', num=2 if self.numbered and n.role == 'job_text' else 1, ind=self.S.bullet_indent, after=0)
        return out

    def chips(self, n):
        for c in n.cells:
            self.doc.record(n.role, c)
        inner = ''
        for i, c in enumerate(n.cells):
            inner += (self.run(self.S.chip_sep) if i else '') + self.runs(c)
        return self.p(inner, after=self.spacing)

    def grid(self, n):
        rows = [n.cells[i:i + n.cols] for i in range(0, len(n.cells), n.cols)]
        if self.S.grid_tabs:
            out, step = '', self.width // n.cols
            for row in rows:
                for c in row:
                    self.doc.record(n.role, c)
                out += self.p('<w:r><w:tab/></w:r>'.join(self.runs(c) for c in row), tabs=[('left', step * (i + 1)) for i in range(n.cols - 1)], after=0)
            return out
        trs = []
        for row in rows:
            cells = []
            for c in row + [[]] * (n.cols - len(row)):
                self.doc.record(n.role, c) if c else None
                cells.append(self.p(self.runs(c), after=0))
            trs.append(cells)
        return self.table(trs, [self.width // n.cols] * n.cols)

    def meters(self, n):
        out = ''
        for runs, level in n.cells:
            self.doc.record(n.role, runs)
            out += self.p(self.runs(runs) + '<w:r><w:tab/></w:r>' + self.run('●' * level + '○' * (5 - level), color=self.hcolor), tabs=[('left', min(2600, self.width * 6 // 10))], after=0)
        return out

    def kv(self, n):
        self.doc.record(n.role, n.label, n.value, n.item)
        if self.table_dates:
            return ('row', self.p(self.runs(n.label, self.S.kv_bold), after=0), self.p(self.runs(n.value), after=0))
        return self.p(self.runs(n.label, self.S.kv_bold) + '<w:r><w:tab/></w:r>' + self.runs(n.value), tabs=[('left', 2400)], after=0)

    def item(self, n):
        if n.side or self.table_dates and n.what in ('job', 'role', 'edu', 'employer'):
            side = ''.join(self.line(l) for l in n.side)
            keep, self.width = self.width, self.width - 2400
            main = ''.join(self.line(l) for l in n.head) + self.nodes(n.body)
            self.width = keep
            return ('row', side or self.p(''), main or self.p(''))
        return ''.join(self.line(l) for l in n.head) + self.nodes(n.body) + (self.p('', after=0) if self.S.blank_lines else '')

    def nodes(self, nodes):
        out, rows = '', []
        for n in nodes:
            x = getattr(self, n.t)(n)
            if isinstance(x, tuple):
                rows.append([x[1], x[2]])
                continue
            if rows:
                out += self.table(rows, [2300, self.width - 2300])
                rows = []
            out += x
        return out + (self.table(rows, [2300, self.width - 2300]) if rows else '')

    def table(self, rows, widths, borders=False, fills=None):
        b = ''.join(f'<w:{k} w:val="single" w:sz="4" w:space="0" w:color="999999"/>' for k in ('top', 'left', 'bottom', 'right', 'insideH', 'insideV')) if borders else ''
        out = '<w:tbl><w:tblPr><w:tblW w:w="%d" w:type="dxa"/>%s<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>%s</w:tblGrid>' % (sum(widths), '<w:tblBorders>%s</w:tblBorders>' % b if b else '', ''.join(f'<w:gridCol w:w="{w}"/>' for w in widths))
        for row in rows:
            out += '<w:tr>'
            for i, (c, w) in enumerate(zip(row, widths)):
                fill = '<w:shd w:val="clear" w:color="auto" w:fill="%s"/>' % fills[i] if fills and fills[i] else ''
                c = c if c.endswith('</w:p>') else c + '<w:p/>'
                out += f'<w:tc><w:tcPr><w:tcW w:w="{w}" w:type="dxa"/>{fill}</w:tcPr>{c}</w:tc>'
            out += '</w:tr>'
        return out + '</w:tbl>' + self.p('', after=0)

    def heading(self, text):
        S = self.S
        shown = (text.upper() if S.upper_headings else text) + (':' if S.colon_headings else '')
        self.doc.record('heading', [R(shown)])
        f = self.heading_form
        if not self.styles:
            return self.p(self.run(shown, 'b' + ('u' if f == 'under' else '')), before=160, after=40, keep=True)
        return self.p(self.run(shown), style='Heading1', border='under' in f, shade={'shade': 'E7E6E6'}.get(f), keep=True)

    def section(self, sec):
        return (self.heading(sec.heading) if sec.heading else '') + self.nodes(sec.nodes)

    def sections(self, secs, kinds=None):
        return ''.join(self.section(secs.pop(k)) for k in list(kinds if kinds is not None else secs) if k in secs)

    def name(self, p, jc=None):
        name = p['basics']['name']
        shown = name.upper() if self.S.upper_name else name
        self.doc.record('name', [R(shown, 'name', [(('name',), name)])])
        if self.styles and self.S.title_style:
            return self.p(self.run(shown), style='Title', jc=jc)
        return self.p(self.run(shown, 'b', size=self.S.rng.choice([26, 28, 32, 36, 40, 48])), jc=jc, after=0)

    def label(self, p, jc=None):
        t = p['basics'].get('label')
        if not t or not self.S.show_label:
            return ''
        self.doc.record('label', [R(t, 'label', [(('label',), t)])])
        return self.p(self.run(t, self.S.label_flags), jc=jc, after=40)

    def contact(self, p, jc=None, form=None):
        self.S.icons = None
        return ''.join(self.line(n, jc) for n in co.contact_lines(self.S, p, form))

    def title(self):
        if not self.S.cv_title:
            return ''
        self.doc.record('other', [R(self.S.cv_title)])
        return self.p(self.run(self.S.cv_title, 'b', size=32), jc='center')


# --- layouts: (D, p, secs) -> body; header and footer parts in D.header, D.footer ------------------------

def head(D, p):
    jc = D.head_jc
    return D.title() + D.name(p, jc) + D.label(p, jc) + D.contact(p, jc)


def l_styles(D, p, secs):
    return head(D, p) + D.sections(secs)


def l_tabs(D, p, secs):
    D.right = 'tab'
    return head(D, p) + D.sections(secs)


def l_plain(D, p, secs):
    D.styles, D.typed_bullets = False, D.S.rng.random() < 0.7
    return head(D, p) + D.sections(secs)


def split_sections(D, secs):
    chance = {'skills': .9, 'languages': .9, 'interests': .85, 'certificates': .6, 'awards': .4, 'references': .4, 'education': .4}
    return [k for k in secs if D.S.rng.random() < chance.get(k, 0)]


def l_table_two(D, p, secs):
    """A layout table: sidebar and main column."""
    S, full = D.S, D.width
    side_w = S.rng.choice([2900, 3200, 3500])
    kinds, left = split_sections(D, secs), S.rng.random() < 0.65
    top = D.name(p, D.head_jc) + D.label(p, D.head_jc) if S.rng.random() < 0.6 else ''

    def side():
        D.width, keep = side_w - 300, D.right
        D.right = 'newline'
        out = (D.heading(S.contact_heading) if S.rng.random() < .7 else '') + D.contact(p, form='lines' if S.rng.random() < .6 else 'labelled') + D.sections(secs, kinds)
        D.width, D.right = full, keep
        return out

    def main():
        D.width = full - side_w - 300
        out = ('' if top else D.name(p) + D.label(p)) + D.sections(secs)
        D.width = full
        return out
    fill = S.rng.choice([None, 'F2F2F2', 'DEEAF6', 'E2EFD9'])
    if left:
        kinds_main = [k for k in secs if k not in kinds]
        a = side()
        b = main()
        return top + D.table([[a, b]], [side_w, full - side_w], fills=[fill, None])
    keep = {k: secs.pop(k) for k in kinds}
    b = main()
    secs.update(keep)
    a = side()
    return top + D.table([[b, a]], [full - side_w, side_w], fills=[None, fill])


def l_date_rows(D, p, secs):
    D.table_dates = True
    return head(D, p) + D.sections(secs)


def l_lebenslauf(D, p, secs):
    D.table_dates = True
    S = D.S
    out = D.title()
    if not S.personal_name:
        out += D.name(p, D.head_jc) + D.label(p, D.head_jc)
    out += D.heading(S.heading['personal']) + D.nodes(co.personal_section(S, p))
    secs.pop('personal', None)
    return out + D.sections(secs)


def l_rows(D, p, secs):
    """Section names in the first column of a (bordered) table."""
    D.keep = False                                          # or Word keeps all rows on one page
    out = head(D, p)
    rows = []
    for k in list(secs):
        sec = secs.pop(k)
        full, D.width = D.width, D.width - 2300
        h = D.heading(sec.heading) if sec.heading else D.p('')
        rows.append([h, D.nodes(sec.nodes)])
        D.width = full
    return out + D.table(rows, [2300, D.width - 2300], borders=D.S.rng.random() < .5)


def l_header(D, p, secs):
    """Name and contact in the page header, page number in the footer."""
    S = D.S
    D.header = D.name(p, D.head_jc) + D.contact(p, D.head_jc)
    out = D.label(p, D.head_jc)
    out += D.sections(secs)
    w = lx.word(S.lang, 'page').split('{0}')
    shown = w[0] + '1'
    D.doc.record('furniture', [R(shown)], repeat=True)
    D.footer = D.p(D.run(w[0]) + '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>', jc='center')
    return out


def l_textbox(D, p, secs):
    """The sidebar in a text box, as templates of Word do it."""
    S, kinds, full = D.S, split_sections(D, secs), D.width
    D.width, keep = 2800, D.right
    D.right = 'newline'
    S.grid_tabs = True
    box = D.heading(S.contact_heading) + D.contact(p, form='lines') + D.sections(secs, kinds)
    D.right = keep
    anchor = textbox(box)
    D.width = full - 3300
    body = D.name(p) + D.label(p) + D.sections(secs)
    return anchor + body


def textbox(inner):
    content = '<w:txbxContent>%s</w:txbxContent>' % inner
    return ('<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="251659264" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1">'
            '<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="page"><wp:posOffset>360000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>720000</wp:posOffset></wp:positionV><wp:extent cx="1900000" cy="8900000"/>'
            '<wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="1" name="Text Box 1"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
            '<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1900000" cy="8900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="F2F2F2"/></a:solidFill></wps:spPr>'
            '<wps:txbx>%s</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape style="position:absolute;width:150pt;height:700pt"><v:textbox>%s</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>' % (content, content))


def l_columns(D, p, secs):
    """Two newspaper columns by a section break."""
    out = head(D, p)
    out += '<w:p><w:pPr><w:sectPr><w:type w:val="continuous"/>%s</w:sectPr></w:pPr></w:p>' % D.page()
    D.width = D.width // 2 - 300
    D.right = 'newline'
    D.S.grid_tabs = True
    D.cols = '<w:cols w:num="2" w:space="500"/>'
    return out + D.sections(secs)


STYLES = '''<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles %s><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="{f}" w:hAnsi="{f}" w:cs="{f}" w:eastAsia="Noto Sans CJK SC"/><w:sz w:val="{s}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="{a}" w:line="{l}" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="40"/></w:pPr><w:rPr><w:b/><w:color w:val="{c}"/><w:sz w:val="{ts}"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="{hb}" w:after="60"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr>{hr}<w:color w:val="{c}"/><w:sz w:val="{hs}"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="Normal"/><w:pPr><w:ind w:left="720"/><w:contextualSpacing/></w:pPr></w:style>
<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>''' % NSDECL


def write(path, D, body):
    S = D.S
    rng = S.rng
    glyph, gfont = ('\uf0b7', 'Symbol') if S.bullet in ('•', 'none') else (S.bullet, D.font)
    if S.bullet == '▪':
        glyph, gfont = '\uf0a7', 'Wingdings'
    numbering = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:numbering %s><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="%s"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr><w:rPr><w:rFonts w:ascii="%s" w:hAnsi="%s" w:hint="default"/></w:rPr></w:lvl></w:abstractNum>'
                 '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%%1."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>' % (NSDECL, glyph, gfont, gfont))
    styles = STYLES.format(f=D.font, s=D.size, a=D.spacing, l=rng.choice([240, 252, 259, 276]), c=D.hcolor, ts=rng.choice([32, 36, 40, 48, 56]), hb=rng.choice([120, 200, 240, 320]), hs=rng.choice([24, 26, 28, 32, D.size]),
                           hr=('<w:b/>' if rng.random() < .8 else '') + ('<w:caps/>' if 'caps' in D.heading_form else '') + ('<w:spacing w:val="60"/>' if rng.random() < .12 else ''))
    rels, types, refs = '', '', ''
    files = {}
    for i, part in enumerate(('header', 'footer')):
        inner = getattr(D, part, None)
        if inner:
            files[f'word/{part}1.xml'] = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:{"hdr" if part == "header" else "ftr"} {NSDECL}>{inner}</w:{"hdr" if part == "header" else "ftr"}>'
            rels += f'<Relationship Id="rId{10 + i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{part}" Target="{part}1.xml"/>'
            types += f'<Override PartName="/word/{part}1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.{part}+xml"/>'
            refs += f'<w:{part}Reference w:type="default" r:id="rId{10 + i}"/>'
    document = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document {NSDECL} mc:Ignorable=""><w:body>{body}<w:sectPr>{refs}{"<w:type w:val=%scontinuous%s/>" % (chr(34), chr(34)) if D.cols else ""}{D.page()}{D.cols}</w:sectPr></w:body></w:document>'
    files.update({
        '[Content_Types].xml': '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/>' + types + '</Types>',
        '_rels/.rels': '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        'word/_rels/document.xml.rels': '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/>' + rels + '</Relationships>',
        'word/document.xml': document, 'word/styles.xml': styles, 'word/numbering.xml': numbering})
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, (2025, 11, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(info, files[name])


def page_xml(self):
    m = self.margin
    w, h = (12240, 15840) if self.S.letter_paper else (11906, 16838)
    return f'<w:pgSz w:w="{w}" w:h="{h}"/><w:pgMar w:top="{m}" w:right="{m}" w:bottom="{m}" w:left="{self.left or m}" w:header="500" w:footer="500" w:gutter="0"/>'


Docx.page, Docx.cols, Docx.left, Docx.keep = page_xml, '', None, True


def maker(fn):
    def make(doc, S, p, path, _worker):
        rng = S.rng
        draw = dict(bullet_indent=rng.choice([360, 360, 540, 720]), chip_sep=rng.choice([' | ', ' • ', ', ', '   ']), grid_tabs=rng.random() < .5, kv_bold=rng.choice(['b', '', 'b']), blank_lines=rng.random() < .4,
                    title_style=rng.random() < .6, label_flags=rng.choice(['', 'i', 'b']), letter_paper=rng.random() < .5)
        for k, v in draw.items():
            if not hasattr(S, k):
                setattr(S, k, v)
        D = Docx(doc, S)
        D.margin = rng.choice([720, 1000, 1134, 1440])
        D.width = (12240 if S.letter_paper else 11906) - 2 * D.margin
        D.numbered = bool(getattr(S, 'numbered', False))
        if getattr(S, 'right_form', None):
            D.right = S.right_form
        if fn is l_textbox:
            D.left = 4000
        write(path, D, fn(D, p, co.build_sections(S, p)))
    return make


def convert_late(args, rows, table):
    """Prints the Word documents that are to be PDF by LibreOffice, in batches; returns {layout: dropped}."""
    dropped = collections.Counter()
    rows = [r for r in rows if os.path.exists(os.path.join(args.out, r[1], r[0] + '.docx'))]
    profile = tempfile.mkdtemp(prefix='corpus-office-')
    for i in range(0, len(rows), 40):
        work = tempfile.mkdtemp(prefix='corpus-pdf-')
        part = rows[i:i + 40]
        subprocess.run(['soffice', '-env:UserInstallation=file://' + profile, '--headless', '--convert-to', 'pdf', '--outdir', work] + [os.path.join(args.out, r[1], r[0] + '.docx') for r in part], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for r in part:
            base = os.path.join(args.out, r[1], r[0])
            pdf = os.path.join(work, r[0] + '.pdf')
            with open(base + '.json', encoding='utf-8') as f:
                gold = json.load(f)
            os.unlink(base + '.docx')
            if os.path.exists(pdf):
                shutil.move(pdf, base + '.pdf')
            if not os.path.exists(base + '.pdf') or check.missing(gold['_order'], base + '.pdf'):
                for ext in ('.pdf', '.json'):
                    if os.path.exists(base + ext):
                        os.unlink(base + ext)
                dropped[r[2]] += 1
                continue
            gold['_file'] = r[0] + '.pdf'
            with open(base + '.json', 'w', encoding='utf-8') as f:
                json.dump(gold, f, ensure_ascii=False, indent=1)
        shutil.rmtree(work)
    shutil.rmtree(profile, ignore_errors=True)
    return dropped


def row(fn, split, columns, hints=None, weight=1.0, late=False):
    h = dict(meter='circles', icons=None)
    h.update(hints or {})
    return dict(maker='docx', make=maker(fn), ext='docx', hints=h, split=split, columns=columns, format='pdf-word' if late else 'docx', weight=weight, late=late)


DATES = dict(side_fields=('date',), date_paren=False)
LEBEN = dict(DATES, personal_name=lambda r: r.random() < .6, personal_in='section')
SIDE = dict(lang_layout=lambda r: r.choice(['lines', 'lines', 'bullets', 'meters', 'plain']), skills_form=lambda r: r.choice(['bullets', 'lines', 'comma', 'meters', 'levels']), cert_form=lambda r: r.choice(['{n}/{i}/{d}', '{n} ({d})', '{n}/{d}', '{n}']), combine=False)
LAYOUTS = {
    'd-styles': row(l_styles, 'train', 'one', weight=1.3),
    'd-tabs': row(l_tabs, 'train', 'one'),
    'd-plain': row(l_plain, 'train', 'one', weight=1.2),
    'd-table-two': row(l_table_two, 'train', 'sidebar', SIDE),
    'd-date-rows': row(l_date_rows, 'test', 'dates-left', DATES),
    'd-lebenslauf': row(l_lebenslauf, 'train', 'table', LEBEN, .8),
    'd-rows': row(l_rows, 'train', 'rail'),
    'd-numbered': row(l_styles, 'tune', 'one', dict(numbered=True)),
    'd-header': row(l_header, 'train', 'one'),
    'd-textbox': row(l_textbox, 'train', 'sidebar', SIDE, .8),
    'd-columns': row(l_columns, 'test', 'two', SIDE),
    'w-styles': row(l_styles, 'train', 'one', weight=1.5, late=True),
    'w-plain': row(l_plain, 'train', 'one', weight=1.2, late=True),
    'w-table-two': row(l_table_two, 'train', 'sidebar', SIDE, late=True),
    'w-lebenslauf': row(l_lebenslauf, 'train', 'table', LEBEN, .8, late=True),
    'w-header': row(l_header, 'test', 'one', late=True),
    'w-rows': row(l_rows, 'train', 'rail', weight=.8, late=True),
    'w-textbox': row(l_textbox, 'train', 'sidebar', SIDE, .6, late=True),
}
