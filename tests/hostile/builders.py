# SPDX-License-Identifier: Apache-2.0
"""Documents built from their parts: PDF, ZIP, DOCX, ODT, OLE, RTF, mail, pictures. Everything can be
stated wrong, so that the bad files (kinds.py), the mutations (mutate.py) and the seeds of the fuzzers
(fuzz/seeds.py) are made of the same few functions. Standard library only."""
import base64
import binascii
import struct
import zlib

NAME = "Maria Sample"
LINES = ["Maria Sample", "Software Engineer", "maria@example.com | +49 30 901820", "Berlin, Germany", "",
         "Experience", "Senior Software Engineer, Example GmbH, Berlin", "March 2019 - Present",
         "- Runs a payment service in Python and PostgreSQL on Kubernetes", "- Leads a team of four engineers", "",
         "Software Developer, Sample AG, Hamburg", "June 2014 - February 2019",
         "- Built reporting tools in Java and SQL", "", "Education",
         "MSc Computer Science, Technical University of Berlin, 2014", "", "Skills",
         "Python, PostgreSQL, Kubernetes, Docker, Git, Java", "", "Languages", "German (native), English (fluent)"]
TEXT = "\n".join(LINES) + "\n"


# ---- PDF ----

def stream(data, extra="", flate=False):
    data = data.encode("latin-1") if isinstance(data, str) else data
    if flate:
        data, extra = zlib.compress(data, 9), extra + " /Filter /FlateDecode"
    return f"<< /Length {len(data)}{extra} >>\nstream\n".encode() + data + b"\nendstream"


def text_content(lines, size=10, x=60, y=760, leading=14):
    body = [f"BT /F1 {size} Tf {leading} TL {x} {y} Td"]
    for line in lines:
        body.append("(%s) Tj T*" % line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)"))
    return "\n".join(body + ["ET"])


class Pdf:
    """Objects by number; a body may be str or bytes. Number 1 is the catalogue, 2 the page tree,
    3 the font."""

    def __init__(self):
        self.objects = {1: "<< /Type /Catalog /Pages 2 0 R >>",
                        3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
        self.kids, self.last = [], 3

    def add(self, body, number=None):
        number = number or self.last + 1
        self.last = max(self.last, number)
        self.objects[number] = body
        return number

    def page(self, content, resources="/Font << /F1 3 0 R >>", extra="", box="0 0 612 792"):
        contents = content if isinstance(content, int) else self.add(stream(content))
        number = self.add(f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {contents} 0 R "
                          f"/Resources << {resources} >> {extra} >>")
        self.kids.append(number)
        return number

    def build(self, trailer="", version="1.7", broken_xref=False, tree=None):
        if 2 not in self.objects:
            kids = " ".join(f"{k} 0 R" for k in self.kids)
            self.objects[2] = tree or f"<< /Type /Pages /Kids [{kids}] /Count {len(self.kids)} >>"
        out, offsets = bytearray(b"%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n" % version.encode()), {}
        for number in sorted(self.objects):
            body = self.objects[number]
            offsets[number] = len(out)
            out += b"%d 0 obj\n" % number + (body if isinstance(body, bytes) else body.encode("latin-1")) + b"\nendobj\n"
        size, start = max(self.objects) + 1, len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % size
        for number in range(1, size):
            at = offsets.get(number)
            out += b"0000000000 00000 f \n" if at is None else b"%010d 00000 n \n" % (at + (7 if broken_xref else 0))
        return bytes(out) + (f"trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n").encode("latin-1")


def pdf(lines=LINES, pages=1, **more):
    doc = Pdf()
    for _ in range(pages):
        doc.page(text_content(lines))
    return doc.build(**more)


# ---- ZIP ----

class Member:
    """A member of a ZIP and what its headers say of it."""

    def __init__(self, name, data, method=8, flags=0, size=None, packed_size=None, crc=None, external=0,
                 local_name=None, packed=None, extra=b"", local_offset=None):
        self.name = name if isinstance(name, bytes) else name.encode()
        self.local_name = local_name if local_name is not None else self.name
        data = data.encode() if isinstance(data, str) else data
        if packed is None:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = packer.compress(data) + packer.flush() if method == 8 else data
        self.packed, self.method, self.flags, self.external, self.extra = packed, method, flags, external, extra
        self.size = len(data) if size is None else size
        self.packed_size = len(packed) if packed_size is None else packed_size
        self.crc = binascii.crc32(data) if crc is None else crc
        self.local_offset = local_offset

    def fields(self):
        return struct.pack("<HHHHHIII", 20, self.flags, self.method, 0, 33, self.crc & 0xFFFFFFFF,
                           self.packed_size & 0xFFFFFFFF, self.size & 0xFFFFFFFF)


def zip_of(members, count=None, comment=b"", prefix=b"", directory_offset=None, directory_size=None):
    out, directory = bytearray(prefix), bytearray()
    for m in members:
        offset = len(out) if m.local_offset is None else m.local_offset
        out += b"PK\3\4" + m.fields() + struct.pack("<HH", len(m.local_name), len(m.extra)) + m.local_name + m.extra + m.packed
        directory += (b"PK\1\2" + struct.pack("<H", 20) + m.fields() +
                      struct.pack("<HHHHHII", len(m.name), len(m.extra), 0, 0, 0, m.external, offset) + m.name + m.extra)
    start = len(out) if directory_offset is None else directory_offset
    n = len(members) if count is None else count
    size = len(directory) if directory_size is None else directory_size
    return bytes(out + directory) + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, n & 0xFFFF, n & 0xFFFF, size & 0xFFFFFFFF,
                                                     start & 0xFFFFFFFF, len(comment)) + comment


# ---- DOCX, ODT ----

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def paragraphs(lines=LINES):
    return "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in lines)


def document_xml(body=None, prolog="", attributes=""):
    body = paragraphs() if body is None else body
    return f'{prolog}<w:document xmlns:w="{W}" xmlns:r="{OFFICE}"{attributes}><w:body>{body}</w:body></w:document>'


def docx_parts(document=None, **parts):
    """Parts by name, those that every DOCX needs and `parts`, whose names have __ for / and _DOT_ for a dot."""
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    whole = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": document if document is not None else document_xml()}
    whole.update({name.replace("__", "/").replace("_DOT_", "."): text for name, text in parts.items()})
    return whole


def docx(document=None, members=(), method=8, **parts):
    return zip_of([Member(n, t, method) for n, t in docx_parts(document, **parts).items()] + list(members))


ODF = "urn:oasis:names:tc:opendocument:xmlns:"
ODT_TYPE = "application/vnd.oasis.opendocument.text"


def odt_parts(body=None):
    body = body if body is not None else "".join(f"<text:p>{escape(line)}</text:p>" for line in LINES)
    content = (f'<office:document-content xmlns:office="{ODF}office:1.0" xmlns:text="{ODF}text:1.0" '
               f'xmlns:table="{ODF}table:1.0" xmlns:style="{ODF}style:1.0" xmlns:draw="{ODF}drawing:1.0">'
               f"<office:body><office:text>{body}</office:text></office:body></office:document-content>")
    return {"mimetype": ODT_TYPE, "content.xml": content,
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{ODF}manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODT_TYPE}"/></manifest:manifest>'}


def odt(body=None):
    return zip_of([Member(n, t, 0 if n == "mimetype" else 8) for n, t in odt_parts(body).items()])


# ---- OLE and Word 97 ----

FREE, END, FAT_SECTOR = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def ole(streams, fat_patch=None, root_child=1):
    """Streams by name, each padded to whole sectors and over the mini limit. `fat_patch` changes the
    table, a list of successors, before it is written."""
    names = list(streams)
    entries = 1 + len(names)
    directory_sectors = (entries + 3) // 4
    chains, fat, body = {}, [FAT_SECTOR], b""
    chains["/"] = 1
    fat += [len(fat) + i + 1 for i in range(directory_sectors)]
    fat[-1] = END
    for name in names:
        data = streams[name].ljust(4096, b"\0")
        data += b"\0" * (-len(data) % 512)
        chains[name] = len(fat)
        n = len(data) // 512
        fat += [len(fat) + i + 1 for i in range(n)]
        fat[-1] = END
        body += data
    if fat_patch:
        fat_patch(fat, chains)
    fat_bytes = struct.pack("<128I", *(fat + [FREE] * (128 - len(fat)))) if len(fat) <= 128 else None
    assert fat_bytes, "too large for one sector of the table"

    def entry(name, kind, start, size, child=FREE):
        text = name.encode("utf-16-le") + b"\0\0"
        return (text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text), kind, 1, FREE, FREE, child) + b"\0" * 36 +
                struct.pack("<IQ", start, size))
    directory = entry("Root Entry", 5, END, 0, root_child)
    for name in names:
        directory += entry(name, 2, chains[name], max(len(streams[name]), 4096))
    directory = directory.ljust(directory_sectors * 512, b"\0")
    header = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 62, 3, 0xFFFE, 9, 6) + b"\0" * 6 +
              struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, END, 0, END, 0) + struct.pack("<109I", 0, *[FREE] * 108))
    return header + fat_bytes + directory + body


def word97(lines=LINES, encrypted=False, pieces=None, **more):
    text = "\r".join(lines).encode("cp1252") + b"\r"
    start = 2048
    word = bytearray(start) + text
    struct.pack_into("<H", word, 0, 0xA5EC)
    struct.pack_into("<H", word, 0x0A, 0x0200 | (0x0100 if encrypted else 0))
    struct.pack_into("<I", word, 0x4C, len(text))
    pieces = pieces if pieces is not None else [(0, len(text), 0x40000000 | start * 2)]
    bounds = [p[0] for p in pieces] + [pieces[-1][1]]
    plc = struct.pack(f"<{len(bounds)}I", *[b & 0xFFFFFFFF for b in bounds])
    plc += b"".join(struct.pack("<HIH", 0, p[2] & 0xFFFFFFFF, 0) for p in pieces)
    clx = b"\2" + struct.pack("<I", len(plc)) + plc
    struct.pack_into("<II", word, 0x1A2, 0, len(clx))
    return ole({"WordDocument": bytes(word), "1Table": clx}, **more)


# ---- RTF, mail ----

def rtf(body=None):
    body = body if body is not None else "\n".join(line + "\\par" for line in LINES)
    return ("{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Helvetica;}}\\f0\\fs20 " + body + "}").encode("latin-1", "replace")


def mail(body=TEXT, content_type="text/plain; charset=utf-8", extra=""):
    body = body if isinstance(body, bytes) else body.encode()
    head = ("From: Maria Sample <maria@example.com>\r\nTo: jobs@example.com\r\nSubject: Application\r\n"
            f"MIME-Version: 1.0\r\nMessage-ID: <1@example.com>\r\nContent-Type: {content_type}\r\n{extra}\r\n")
    return head.encode() + body


def attachment(data, name="resume.pdf", content_type="application/pdf"):
    return (f'Content-Type: {content_type}; name="{name}"\r\nContent-Transfer-Encoding: base64\r\n'
            f'Content-Disposition: attachment; filename="{name}"\r\n\r\n').encode() + base64.encodebytes(data)


def multipart(parts, boundary="frontier"):
    mark = f"--{boundary}\r\n".encode()
    return b"".join(mark + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()


# ---- pictures ----

def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", binascii.crc32(kind + data))


def png(width=64, height=64, rows=None, depth=1, color=0, extra=b"", claim=None):
    rows = rows if rows is not None else (b"\0" + b"\xff" * ((width * depth + 7) // 8)) * height
    w, h = claim or (width, height)
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, depth, color, 0, 0, 0)) + extra +
            png_chunk(b"IDAT", zlib.compress(rows, 9)) + png_chunk(b"IEND", b""))


def gif(width=1, height=1):
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff" + \
        b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\2\2D\1\0;"


def tiff(width=64, height=64, pages=1, loop=False, bits=1):
    """Uncompressed; every page has the same strip. With `loop` the last page is followed by the first."""
    strip = b"\xff" * min((width * bits + 7) // 8 * height, 1 << 20)
    out = bytearray(b"II*\0" + struct.pack("<I", 8 + len(strip)) + strip)
    first = len(out)
    for i in range(pages):
        tags = [(256, 4, width), (257, 4, height), (258, 3, bits), (259, 3, 1), (262, 3, 1), (273, 4, 8),
                (277, 3, 1), (278, 4, height), (279, 4, len(strip))]
        follows = len(out) + 2 + 12 * len(tags) + 4
        out += struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", t, k, 1, v) for t, k, v in tags)
        out += struct.pack("<I", follows if i + 1 < pages else first if loop else 0)
    return bytes(out)


def jpeg_head(width, height):
    """The start of a JPEG up to its frame header: what tells the size."""
    return (b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + b"\xff\xdb\0\x43\0" + bytes([1] * 64) +
            b"\xff\xc0\0\x0b\x08" + struct.pack(">HH", height, width) + b"\1\1\x11\0")


def webp_head(width, height):
    bits = (width - 1) | (height - 1) << 14
    body = b"\x2f" + struct.pack("<I", bits) + b"\0" * 8
    return b"RIFF" + struct.pack("<I", 4 + 8 + len(body)) + b"WEBPVP8L" + struct.pack("<I", len(body)) + body
