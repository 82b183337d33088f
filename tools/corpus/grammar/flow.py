# SPDX-License-Identifier: Apache-2.0
"""Sets paragraphs, rows of cells and headings into frames of pages, and notes where each word came to stand.

A run is (text, field, format, label): format None takes the paragraph's, label None likewise. A label is
(role, section, item, heading). Words are noted as rows of a .words file."""
from collections import namedtuple

from pdf import number, text_width, wide

Fmt = namedtuple('Fmt', 'bold italic color scale')
PLAIN = Fmt(False, False, None, 1)
BOLD = Fmt(True, False, None, 1)
ITALIC = Fmt(False, True, None, 1)
NONE = ('other', 'none', -1, -1)


class Para:
    """Lines of text; `right`: runs set at the right edge of the first line."""
    __slots__ = ('runs', 'right', 'label', 'size', 'fmt', 'align', 'indent', 'hang', 'before', 'after', 'lead', 'keep', 'box', 'rules', 'bullet', 'family', 'space')

    def __init__(self, runs, label=NONE, size=10, fmt=PLAIN, align='left', indent=0, hang=0, before=0, after=0, lead=1.2, keep=0, right=None, box=None, rules=(), bullet=None,
                 family=None, space=0):
        self.runs, self.label, self.size, self.fmt, self.align, self.indent, self.hang = runs, label, size, fmt, align, indent, hang
        self.before, self.after, self.lead, self.keep, self.right, self.box, self.rules, self.bullet = before, after, lead, keep, right, box, rules, bullet
        self.family, self.space = family, space


class Row:
    """Cells side by side: [(share of the width, flowables)]; `marks`: how a timeline is drawn."""

    def __init__(self, cells, gap=10, before=0, after=0, grid=None, mark=None, keep=20):
        self.cells, self.gap, self.before, self.after, self.grid, self.mark, self.keep = cells, gap, before, after, grid, mark, keep


class Meter:
    """A rating drawn as a bar or as dots at the right end of the frame, on the line before."""

    def __init__(self, kind, value, color, width=60, up=9, left=None):
        self.kind, self.value, self.color, self.width, self.up, self.left = kind, value, color, width, up, left


class Frames:
    """A column through the pages: `at(i)` is (page, x, width, top, bottom)."""

    def __init__(self, at):
        self.at = at


class Cursor:
    __slots__ = ('frame', 'y')

    def __init__(self, frame, y):
        self.frame, self.y = frame, y


class Setter:
    """Sets flowables into frames of one document."""

    def __init__(self, writer, family, color, spacing='spaces', rng=None):
        self.w, self.family, self.color, self.spacing, self.rng = writer, family, color, spacing, rng
        self.words, self.justify, self.last_page = [], False, 0
        self.noise, self.plain, self.links, self.flat = None, None, False, False

    # --- flow ---------------------------------------------------------------------------------

    def start(self, frames):
        return Cursor(0, frames.at(0)[3])

    def flow(self, items, frames, cur):
        for it in items:
            if isinstance(it, Para):
                self.para(it, frames, cur)
            elif isinstance(it, Row):
                self.row(it, frames, cur)
            elif isinstance(it, Meter):
                self.meter(it, frames, cur)
            else:
                cur.y += it
        return cur

    def room(self, frames, cur, need):
        page, x, w, top, bottom = frames.at(cur.frame)
        if cur.y + need > bottom and cur.y > top + 1:
            cur.frame += 1
            page, x, w, top, bottom = frames.at(cur.frame)
            cur.y = top
        self.last_page = max(self.last_page, page)
        return page, x, w

    def row(self, row, frames, cur):
        cur.y += row.before
        if self.flat:
            for _, items in row.cells:
                self.flow(items, frames, cur)
            return
        self.room(frames, cur, row.keep)
        total = sum(share for share, _ in row.cells)
        begin, ends, left = Cursor(cur.frame, cur.y), [], 0
        for share, items in row.cells:
            a, b = left / total, (left + share) / total
            left += share
            last = left >= total - 1e-6

            def at(i, a=a, b=b, last=last):
                page, x, w, top, bottom = frames.at(i)
                return page, x + a * w, (b - a) * w - (0 if last else row.gap), top, bottom
            ends.append(self.flow(items, Frames(at), Cursor(begin.frame, begin.y)))
        far = max(ends, key=lambda c: (c.frame, c.y))
        if far.frame == begin.frame:
            self.decorate(row, frames, begin, far, total)
        cur.frame, cur.y = far.frame, far.y + row.after

    def decorate(self, row, frames, begin, far, total):
        page, x, w, _, _ = frames.at(begin.frame)
        p = self.w.page(page)
        if row.grid:
            left = 0
            p.line(x - 3, begin.y - 1, x + w, begin.y - 1, row.grid, 0.5)
            p.line(x - 3, far.y + 1, x + w, far.y + 1, row.grid, 0.5)
            for share, _ in row.cells + [(0, None)]:
                p.line(x + w * left / total - 3, begin.y - 1, x + w * left / total - 3, far.y + 1, row.grid, 0.5)
                left += share
        if row.mark:
            at = x + w * row.cells[0][0] / total - row.gap / 2
            p.line(at, begin.y, at, far.y + row.after, row.mark, 0.8)
            p.circle(at, begin.y + 6, 2.4, row.mark)

    def meter(self, m, frames, cur):
        page, x, w, _, _ = frames.at(cur.frame)
        p = self.w.page(page)
        y = cur.y - m.up
        right = x + w if m.left is None else x + m.left + m.width
        pale = (0.85, 0.85, 0.85)
        if m.kind == 'bar':
            p.rect(right - m.width, y, m.width, 4, pale)
            p.rect(right - m.width, y, m.width * m.value, 4, m.color)
        elif m.kind == 'under':
            p.rect(x, cur.y + 1, w * 0.9, 3, pale)
            p.rect(x, cur.y + 1, w * 0.9 * m.value, 3, m.color)
            cur.y += 7
        else:
            n = round(m.value * 5)
            for k in range(5):
                p.circle(right - m.width + k * m.width / 5 + 3, y + 3, 2.6, m.color if k < n else pale)

    # --- paragraphs ---------------------------------------------------------------------------

    def units(self, para, runs):
        """Unbreakable units: [(space before, [(text, fmt, field, label, width)], width)]; a gap is None."""
        out, space, glued = [], 0, False
        size = para.size
        for text, field, fmt, label in runs:
            fmt, label = fmt or para.fmt, label or para.label
            if self.plain:
                fmt = Fmt(False, False, fmt.color, 1)
            if self.noise:
                text = self.noise(text, self.rng)
            family = para.family or self.family
            scale = size * fmt.scale / 1000
            for k, part in enumerate(text.split('\t')):
                if k:
                    out.append(None)
                    space, glued = 0, False
                words = part.split(' ')
                for n, word in enumerate(words):
                    if n:
                        space, glued = text_width(family, fmt.bold, ' ') * scale, False
                    if not word:
                        continue
                    for piece in cut_wide(word):
                        piece_w = text_width(family, fmt.bold, piece) * scale + para.space * len(piece)
                        entry = (piece, fmt, field, label, piece_w)
                        if glued and not (wide(piece[0]) and not piece[0] in '，。、）」；：' or wide(out[-1][1][-1][0][-1])):
                            s, pieces, w = out[-1]
                            pieces.append(entry)
                            out[-1] = (s, pieces, w + piece_w)
                        else:
                            out.append((0 if glued else space if out and out[-1] is not None else 0, [entry], piece_w))
                        glued = True
                        space = 0
        return out

    def break_lines(self, units, first, width, gap):
        """Lists of units with their offsets: [[(x, unit)]], gaps kept."""
        lines, line, x, room = [], [], 0, first
        for u in units:
            if u is None:
                x += gap
                continue
            space, pieces, w = u
            if line and x + space + w > room:
                lines.append(line)
                line, x, room = [], 0, width
            if line:
                x += space
            line.append((x, u))
            x += w
        if line:
            lines.append(line)
        return lines

    def para(self, para, frames, cur):
        cur.y += para.before
        if self.flat:
            para.align, para.indent = 'left', 0
            if para.right:
                runs, para.right = para.right, None
                self.para(para, frames, cur)
                para = Para(runs, para.label, para.size, lead=para.lead)
        if self.plain:
            para.size = self.plain
        units = self.units(para, para.runs)
        height = para.size * para.lead
        if para.box:
            cur.y += para.box[1]
        page, x, w = self.room(frames, cur, height + para.keep)
        right = self.units(para, para.right) if para.right else []
        right_w = sum(u[0] + u[2] if u else 14 for u in right)
        start = para.indent + (para.hang if para.bullet else 0)
        room = max(w - start - (right_w + 12 if right else 0), 30)
        rest = max(w - start - (0 if para.bullet else para.hang), 30)
        if right and units and room < 0.3 * w:
            room = rest
        lines = self.break_lines(units, room, rest, para.size * 2.2) or [[]]
        top = cur.y
        for n, line in enumerate(lines):
            page, x, w = self.room(frames, cur, height)
            base = cur.y + (height - para.size) / 2 + para.size * 0.8
            left = x + start + (para.hang if n and not para.bullet else 0)
            end = line[-1][0] + line[-1][1][2] if line else 0
            if para.align == 'center':
                left = x + max(0, (w - end) / 2)
            elif para.align == 'right':
                left = x + max(0, w - end)
            if n == 0 and para.bullet:
                self.bullet(para, page, x + para.indent, base)
            if para.box and line:
                self.box(para, page, x, w, cur.y, height, left, end)
            stretch = 0
            if self.justify and para.align == 'left' and n < len(lines) - 1 and len(line) > 4 and not para.right:
                stretch = (max(w - (left - x) - end, 0)) / (len(line) - 1)
                stretch = stretch if stretch < para.size * 0.5 else 0
            self.line(para, page, left, base, line, stretch)
            if n == 0 and right:
                self.right(para, page, x + w - right_w, base, right, height, end + left > x + w - right_w - 4, cur)
            cur.y += height
        for rule in para.rules:
            self.rule(rule, para, page, x, w, top, cur, end + left if lines and lines[-1] else x)
        if para.box:
            cur.y += para.box[1]
        cur.y += para.after

    def bullet(self, para, page, x, base):
        text, mode, color = para.bullet
        if mode == 'drawn':
            self.w.page(page).circle(x + 2, base - para.size * 0.28, para.size * 0.15, color or self.color)
        elif mode == 'square':
            self.w.page(page).rect(x + 1, base - para.size * 0.42, para.size * 0.28, para.size * 0.28, color or self.color)
        else:
            scale = {'big': 1.35, 'small': 0.7}.get(mode, 1)
            fmt = Fmt(False, False, color, scale)
            w = text_width(self.family, False, text) * para.size * scale / 1000
            self.line(para, page, x, base, [(0, (0, [(text, fmt, 'none', para.label, w)], w))], 0)

    def right(self, para, page, x, base, units, height, collides, cur):
        if collides:
            base += height
            cur.y += height
        line, at = [], 0
        for u in units:
            if u is None:
                at += 14
                continue
            at += u[0] if line else 0
            line.append((at, u))
            at += u[2]
        self.line(para, page, x, base, line, 0)

    def box(self, para, page, x, w, y, height, left, end):
        color, pad, kind = para.box
        p = self.w.page(page)
        if kind == 'tight':
            p.rect(left - 4, y - pad * 0.6, end + 8, height + pad * 1.2, color)
        elif kind == 'frame':
            p.rect(x, y - pad, w, height + 2 * pad, color, True)
        else:
            p.rect(x - 3, y - pad, w + 6, height + 2 * pad, color)

    def rule(self, rule, para, page, x, w, top, cur, end):
        kind, color, width = rule
        p = self.w.page(page)
        if kind == 'below':
            p.line(x, cur.y + 1, x + w, cur.y + 1, color, width)
            cur.y += 2
        elif kind == 'above':
            p.line(x, top - 2, x + w, top - 2, color, width)
        elif kind == 'short':
            p.line(x, cur.y + 1, x + min(w, 30), cur.y + 1, color, width * 2)
            cur.y += 3
        elif kind == 'side':
            p.line(end + 6, cur.y - para.size * 0.55, x + w, cur.y - para.size * 0.55, color, width)
        elif kind == 'left':
            p.rect(x - 7, top + 1, 3, cur.y - top - 2, color)

    # --- words --------------------------------------------------------------------------------

    def line(self, para, page, x, base, line, stretch):
        """Draws a line's units and notes its words."""
        size, family = para.size, para.family or self.family
        segs, words, word = [], self.words, None
        for k, (dx, (space, pieces, width)) in enumerate(line):
            dx += stretch * k
            at = x + dx
            fresh = k == 0 or space > 0 or dx > line_end + 0.01
            for piece, fmt, field, label, w in pieces:
                far = segs and segs[-1]
                tail = word[0][-1] if word else None
                if not fresh and word and not ((wide(piece[0]) or wide(tail[0][-1])) and (field != tail[1] or label != tail[2])):
                    word[0].append((piece, field, label))
                    word[4] = at + w
                else:
                    word = [[(piece, field, label)], at, field, label, at + w, fmt.scale]
                    words.append((page, base, size, word))
                    if self.links and field in ('url', 'email') and piece.isascii():
                        url = ('mailto:' if '@' in piece else '' if '://' in piece else 'https://') + piece
                        self.w.page(page).links.append((at, base - size, at + w, base + 2, url.replace('(', '').replace(')', '').replace('\\', '')))
                joined = far and far[1] == fmt and abs(far[3] + (space if fresh else 0) - at) < 0.02 and not para.space and self.spacing != 'words'
                if joined:
                    far[2] += (' ' if fresh and space else '') + piece
                    far[3] = at + w
                else:
                    segs.append([at, fmt, piece, at + w])
                fresh, space = False, 0
                at += w
            line_end = dx + width
        self.draw(page, base, size, family, segs, para.space)

    def draw(self, page, base, size, family, segs, spread):
        texts = []
        height = self.w.height
        for at, fmt, text, _ in segs:
            face = self.w.face(family, fmt.bold, fmt.italic)
            color = fmt.color or self.color
            head = f'{color[0]:.2f} {color[1]:.2f} {color[2]:.2f} rg'
            if spread:
                head += f' {spread:.2f} Tc'
            if self.spacing == 'char':
                for c in text:
                    if c != ' ':
                        name, code = face.encode(c)[0]
                        texts.append(f'{head} /{name} {size * fmt.scale:.2f} Tf 1 0 0 1 {at:.2f} {height - base:.2f} Tm ({code}) Tj')
                    at += text_width(family, fmt.bold, c) * size * fmt.scale / 1000 + spread
            else:
                parts = face.encode(text)
                name, code = parts[0]
                s = f'{head} /{name} {size * fmt.scale:.2f} Tf 1 0 0 1 {at:.2f} {height - base:.2f} Tm ({code}) Tj'
                for name, code in parts[1:]:
                    s += f' /{name} {size * fmt.scale:.2f} Tf ({code}) Tj'
                texts.append(s)
            if spread:
                texts.append('0 Tc')
        self.w.page(page).texts.append('\n'.join(texts))

    def rows(self):
        """The rows of the .words file, as tuples (page, x0, y0, x1, y1, role, section, item, heading, field, text)."""
        out = []
        for page, base, size, (pieces, x0, _, _, x1, scale) in self.words:
            s = size * scale
            best = max(pieces, key=lambda p: (sum(c.isalnum() for c in p[0]), len(p[0])))
            role, section, item, heading = best[2]
            out.append((page, x0, base - 0.76 * s, x1, base + 0.2 * s, role, section, item, heading, best[1] or 'none', ''.join(p[0] for p in pieces)))
        return out


def cut_wide(word):
    """East Asian characters one by one, other runs whole."""
    if not any(c >= '\u2e80' for c in word):
        return (word,)
    out, run = [], ''
    for c in word:
        if wide(c):
            if run:
                out.append(run)
                run = ''
            out.append(c)
        else:
            run += c
    if run:
        out.append(run)
    return out


def save_words(path, rows):
    with open(path, 'w', encoding='utf-8') as f:
        for page, x0, y0, x1, y1, role, section, item, heading, field, word in rows:
            f.write(f'{page}\t{x0:.1f}\t{y0:.1f}\t{x1:.1f}\t{y1:.1f}\t{role}\t{section}\t{item}\t{heading}\t{field}\t{word}\n')
