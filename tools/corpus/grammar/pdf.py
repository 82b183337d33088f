# SPDX-License-Identifier: Apache-2.0
"""Writes PDF files of placed text, boxes, lines, circles and links.

Fonts are simple ones that are not embedded: a family with widths like a real one's, a subset of Windows Latin
for most text, and further subsets of 200 characters each, with a ToUnicode map, for all other characters."""
import functools
import unicodedata
import zlib

HELVETICA = [278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278] + [556] * 10 + [
    278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667,
    944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584]
HELVETICA_BOLD = [278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278] + [556] * 10 + [
    333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667,
    944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584]
TIMES = [250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278] + [500] * 10 + [
    278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722,
    944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
    278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541]
TIMES_BOLD = [250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278] + [500] * 10 + [
    333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778, 611, 778, 722, 556, 667, 722, 722,
    1000, 722, 722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389,
    333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520]
CALIBRI = [226, 326, 401, 498, 507, 715, 682, 221, 303, 303, 498, 498, 250, 306, 252, 386] + [507] * 10 + [
    268, 268, 498, 498, 498, 463, 894, 579, 544, 533, 615, 488, 459, 631, 623, 252, 319, 520, 420, 855, 646, 662, 517, 673, 543, 459, 487, 642, 567,
    890, 519, 487, 468, 307, 386, 307, 498, 498, 291, 479, 525, 423, 525, 498, 305, 471, 525, 229, 239, 455, 229, 799, 525, 527, 525, 525, 349, 391,
    335, 525, 452, 715, 433, 453, 395, 314, 460, 314, 498]
MONO = [600] * 95

# name -> (widths, bold widths, factor, serif, suffixes of plain, bold, italic, bold italic)
PS = ('', '-Bold', '-Italic', '-BoldItalic')
OBLIQUE = ('', '-Bold', '-Oblique', '-BoldOblique')
REGULAR = ('-Regular', '-Bold', '-Italic', '-BoldItalic')
COMMA = ('', ',Bold', ',Italic', ',BoldItalic')
MT = ('MT', '-BoldMT', '-ItalicMT', '-BoldItalicMT')
FAMILIES = {
    'Helvetica': (HELVETICA, HELVETICA_BOLD, 1, False, OBLIQUE), 'Arial': (HELVETICA, HELVETICA_BOLD, 1, False, MT),
    'Calibri': (CALIBRI, CALIBRI, 1, False, PS), 'Carlito': (CALIBRI, CALIBRI, 1, False, PS), 'TimesNewRoman': (TIMES, TIMES_BOLD, 1, True, COMMA),
    'TimesNewRomanPS': (TIMES, TIMES_BOLD, 1, True, MT), 'Times': (TIMES, TIMES_BOLD, 1, True, ('-Roman', '-Bold', '-Italic', '-BoldItalic')),
    'LMRoman10': (TIMES, TIMES_BOLD, 1.06, True, REGULAR), 'Garamond': (TIMES, TIMES_BOLD, 0.93, True, PS), 'Georgia': (TIMES, TIMES_BOLD, 1.12, True, PS),
    'Cambria': (TIMES, TIMES_BOLD, 1.07, True, PS), 'Roboto': (HELVETICA, HELVETICA_BOLD, 0.985, False, REGULAR), 'Lato': (HELVETICA, HELVETICA_BOLD, 0.97, False, REGULAR),
    'OpenSans': (HELVETICA, HELVETICA_BOLD, 1.05, False, REGULAR), 'SourceSansPro': (CALIBRI, HELVETICA_BOLD, 0.97, False, REGULAR),
    'Montserrat': (HELVETICA, HELVETICA_BOLD, 1.14, False, ('-Regular', '-SemiBold', '-Italic', '-SemiBoldItalic')), 'Poppins': (HELVETICA, HELVETICA_BOLD, 1.12, False, ('-Regular', '-Bold', '-Italic', '-BoldItalic')),
    'Verdana': (HELVETICA, HELVETICA_BOLD, 1.15, False, PS), 'ArialNarrow': (HELVETICA, HELVETICA_BOLD, 0.82, False, PS),
    'RobotoCondensed': (HELVETICA, HELVETICA_BOLD, 0.86, False, REGULAR), 'CourierNew': (MONO, MONO, 1, False, PS), 'Inter': (HELVETICA, HELVETICA_BOLD, 1.04, False, REGULAR),
    'NotoSans': (HELVETICA, HELVETICA_BOLD, 1.05, False, REGULAR), 'DejaVuSans': (HELVETICA, HELVETICA_BOLD, 1.14, False, PS), 'EBGaramond': (TIMES, TIMES_BOLD, 0.95, True, REGULAR)}
CJK_FAMILIES = {'zh': ['MicrosoftYaHei', 'SimSun', 'NotoSansSC', 'SourceHanSansCN', 'FangSong'], 'ja': ['MS-Mincho', 'MS-Gothic', 'NotoSansJP', 'Meiryo', 'IPAMincho'],
                'ko': ['MalgunGothic', 'NanumGothic', 'Batang', 'NotoSansKR']}
WIN = {}
for _code in list(range(32, 127)) + list(range(128, 256)):
    try:
        WIN.setdefault(bytes([_code]).decode('cp1252'), _code)
    except UnicodeDecodeError:
        pass
WIN.pop('\xa0', None)
WIN.pop('\xad', None)
LATIN = {'–': 0.5, '—': 1.0, '…': 1.0, '•': 0.35, '‘': 0.25, '’': 0.25, '“': 0.4, '”': 0.4, '·': 0.28, '€': 0.55, '№': 1.0, '●': 0.6, '■': 0.6, '▪': 0.35, '►': 0.75, '★': 0.83, '☆': 0.83}


def wide(c):
    """True for a character of East Asian script."""
    return c >= '\u2e80' and (c < '\ua4d0' or '\uac00' <= c < '\ud7b0' or '\uf900' <= c < '\ufb00' or '\uff00' <= c < '\uff61' or c >= '\U0001f000')


@functools.lru_cache(None)
def char_width(family, bold, c):
    """Width of a character in thousandths of the size."""
    plain, heavy, factor, _, _ = FAMILIES.get(family) or FAMILIES['Arial']
    code = ord(c)
    if 32 <= code < 127:
        return (heavy if bold else plain)[code - 32] * factor
    if wide(c):
        return 1000 if '\uac00' > c or c >= '\ud7b0' else 920
    if plain is MONO:
        return 600
    if c in LATIN:
        return LATIN[c] * 1000
    base = unicodedata.normalize('NFKD', c)[:1]
    if base and base != c and 32 <= ord(base) < 127:
        return char_width(family, bold, base)
    if '\u0370' <= c < '\u0530':
        return (690 if c.isupper() else 570 if not c in 'жшщмюыф' else 760) * factor * (0.9 if plain is TIMES else 1)
    return 560 * factor


WIDTHS = {}


def text_width(family, bold, text):
    """Width of a text in thousandths of the size."""
    key = (family, bold, text)
    w = WIDTHS.get(key)
    if w is None:
        if len(WIDTHS) > 300000:
            WIDTHS.clear()
        w = WIDTHS[key] = sum([char_width(family, bold, c) for c in text])
    return w


def number(x):
    return f'{x:.2f}'.rstrip('0').rstrip('.') if x else '0'


class Face:
    """One family in one weight and slant: its subsets, which character has which code."""

    def __init__(self, index, family, bold, italic, prefix, weak):
        self.index, self.family, self.bold, self.italic, self.prefix, self.weak = index, family, bold, italic, prefix, weak
        self.codes, self.subsets, self.used = {}, [], False

    def encode(self, text):
        """[(resource name, escaped string)]"""
        if text.isascii():
            self.used = True
            return [(f'F{self.index}', text.replace('\\', '\\\\').replace('(', '\\(').replace(')', '\\)'))]
        out = []
        for c in text:
            code = WIN.get(c)
            if code is not None:
                name, self.used = f'F{self.index}', True
            else:
                if c not in self.codes:
                    if not self.subsets or len(self.subsets[-1]) >= 200:
                        self.subsets.append([])
                    self.codes[c] = (len(self.subsets), 33 + len(self.subsets[-1]))
                    self.subsets[-1].append(c)
                subset, code = self.codes[c]
                name = f'F{self.index}s{subset}'
            s = chr(code)
            if s in '\\()':
                s = '\\' + s
            elif s == '\r':
                s = '\\r'
            if out and out[-1][0] == name:
                out[-1][1].append(s)
            else:
                out.append((name, [s]))
        return [(n, ''.join(s)) for n, s in out]

    def name(self):
        known = FAMILIES.get(self.family)
        suffix = (known[4] if known else REGULAR)[(1 if self.bold and not self.weak else 0) + (2 if self.italic else 0)]
        return self.prefix + self.family + suffix


class Page:
    """Shapes and texts of a page; y counts from the top."""

    def __init__(self, width, height):
        self.width, self.height, self.shapes, self.texts, self.links = width, height, [], [], []

    def rect(self, x, y, w, h, color, stroke=False):
        r, g, b = color
        self.shapes.append(f'{number(r)} {number(g)} {number(b)} {"RG" if stroke else "rg"} {number(x)} {number(self.height - y - h)} {number(w)} {number(h)} re {"S" if stroke else "f"}')

    def line(self, x0, y0, x1, y1, color, width=0.6):
        r, g, b = color
        self.shapes.append(f'{number(r)} {number(g)} {number(b)} RG {number(width)} w {number(x0)} {number(self.height - y0)} m {number(x1)} {number(self.height - y1)} l S')

    def circle(self, x, y, radius, color, filled=True):
        r, g, b = color
        k, y = 0.5523 * radius, self.height - y
        n = number
        self.shapes.append(f'{n(r)} {n(g)} {n(b)} {"rg" if filled else "RG"} {n(x + radius)} {n(y)} m {n(x + radius)} {n(y + k)} {n(x + k)} {n(y + radius)} {n(x)} {n(y + radius)} c '
                           f'{n(x - k)} {n(y + radius)} {n(x - radius)} {n(y + k)} {n(x - radius)} {n(y)} c {n(x - radius)} {n(y - k)} {n(x - k)} {n(y - radius)} {n(x)} {n(y - radius)} c '
                           f'{n(x + k)} {n(y - radius)} {n(x + radius)} {n(y - k)} {n(x + radius)} {n(y)} c {"f" if filled else "S"}')


class Writer:
    """A PDF file under construction."""

    def __init__(self, width, height, prefix='', weak_bold=False):
        self.width, self.height, self.prefix, self.weak = width, height, prefix, weak_bold
        self.pages, self.faces = [], {}

    def page(self, index):
        while len(self.pages) <= index:
            self.pages.append(Page(self.width, self.height))
        return self.pages[index]

    def face(self, family, bold, italic):
        key = (family, bold, italic)
        if key not in self.faces:
            self.faces[key] = Face(len(self.faces), family, bold, italic, self.prefix, self.weak)
        return self.faces[key]

    def font_objects(self, add):
        """Adds the fonts, returns the resource dictionary's entries."""
        entries = []
        for face in self.faces.values():
            subsets = ([None] if face.used or not face.subsets else []) + face.subsets
            for n, chars in enumerate(subsets):
                n = n + (0 if subsets[0] is None else 1)
                entries.append(f'/F{face.index}{"s%d" % n if chars else ""} {add(self.font(face, chars, add))} 0 R')
        return ' '.join(entries)

    def font(self, face, chars, add):
        known = FAMILIES.get(face.family)
        flags = 32 | (2 if known and known[3] else 0) | (64 if face.italic else 0) | (1 << 18 if face.bold and not face.weak else 0)
        if chars:
            flags = flags & ~32 | 4
            widths = [char_width(face.family, face.bold, c) for c in chars]
            first, extra = 33, ''
            table = '\n'.join(f'<{33 + k:02X}> <{c.encode("utf-16-be").hex().upper()}>' for k, c in enumerate(chars))
            parts = '\n'.join(f'{min(100, len(chars) - k)} beginbfchar\n' + '\n'.join(table.split('\n')[k:k + 100]) + '\nendbfchar' for k in range(0, len(chars), 100))
            cmap = ('/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange\n'
                    + parts + '\nendcmap CMapName currentdict /CMap defineresource pop end end')
            names = ' '.join('/' + (f'uni{ord(c):04X}' if ord(c) < 0x10000 else f'u{ord(c):X}') for c in chars)
            extra = f'/Encoding << /Type /Encoding /Differences [33 {names}] >> /ToUnicode {add(cmap, True)} 0 R'
        else:
            first, extra = 32, '/Encoding /WinAnsiEncoding'
            by_code = {v: k for k, v in WIN.items()}
            widths = [char_width(face.family, face.bold, by_code.get(c, ' ')) for c in range(32, 256)]
        desc = add(f'<< /Type /FontDescriptor /FontName /{face.name()} /Flags {flags} /FontBBox [-100 -220 1000 900] /ItalicAngle {-12 if face.italic else 0} '
                   f'/Ascent 800 /Descent -200 /CapHeight 700 /StemV {150 if face.bold else 80} >>')
        return (f'<< /Type /Font /Subtype /TrueType /BaseFont /{face.name()} /FirstChar {first} /LastChar {first + len(widths) - 1} '
                f'/Widths [{" ".join(number(w) for w in widths)}] /FontDescriptor {desc} 0 R {extra} >>')

    def write(self, path):
        out, offsets = [b'%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'], []
        size = len(out[0])

        def add(body, stream=False):
            nonlocal size
            data = body if isinstance(body, bytes) else body.encode('latin-1')
            if stream:
                data = zlib.compress(data, 1)
                data = b'<< /Length %d /Filter /FlateDecode >>\nstream\n' % len(data) + data + b'\nendstream'
            offsets.append(size)
            data = b'%d 0 obj\n' % len(offsets) + data + b'\nendobj\n'
            out.append(data)
            size += len(data)
            return len(offsets)
        fonts = self.font_objects(add)
        pages_id = len(offsets) + 1 + sum(2 + len(p.links) for p in self.pages)
        kids = []
        for p in self.pages:
            content = add('\n'.join(p.shapes) + '\nBT\n' + '\n'.join(p.texts) + '\nET\n', True)
            links = [add(f'<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [{number(a)} {number(p.height - d)} {number(c)} {number(p.height - b)}] '
                         f'/A << /S /URI /URI ({url}) >> >>') for a, b, c, d, url in p.links]
            kids.append(add(f'<< /Type /Page /Parent {pages_id} 0 R /MediaBox [0 0 {number(p.width)} {number(p.height)}] /Contents {content} 0 R '
                            f'/Resources << /Font << {fonts} >> >>' + (f' /Annots [{" ".join(f"{i} 0 R" for i in links)}]' if links else '') + ' >>'))
        add(f'<< /Type /Pages /Count {len(kids)} /Kids [{" ".join(f"{k} 0 R" for k in kids)}] >>')
        root = add(f'<< /Type /Catalog /Pages {pages_id} 0 R >>')
        out.append(b'xref\n0 %d\n0000000000 65535 f \n' % (len(offsets) + 1) + b''.join(b'%010d 00000 n \n' % o for o in offsets)
                   + b'trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n' % (len(offsets) + 1, root, size))
        with open(path, 'wb') as f:
            f.write(b''.join(out))
