# SPDX-License-Identifier: Apache-2.0
"""The bad files, one row each: name, the answer that it must get, how it is made. An answer is
"completed", "completed insufficient_text" (the text check said so), "CODE detail" of a failed request,
or "STATUS error_code" of a refused one. Options: the file's name, config of the request, `body` for
JSON instead of an upload."""
import gzip
import hashlib
import json
import random
import struct
import zlib

import builders as b

KINDS = []
MB = 1 << 20
OCR = {"extract": {"type": "ocr"}}
AUTO = {"extract": {"type": "auto"}}


class Kind:
    def __init__(self, group, name, answer, make, file="resume", config=None, json_body=False, headers=None):
        self.group, self.name, self.answer, self.make = group, name, answer, make
        self.file, self.config, self.json_body, self.headers = file, config, json_body, headers


def group(title):
    def add(name, answer, make, **options):
        KINDS.append(Kind(title, name, answer, make, **options))
    return add


def flip(data, seed, bits=40, start=0):
    """`bits` bits changed at places that the seed gives."""
    rng, out = random.Random(seed), bytearray(data)
    for _ in range(bits):
        out[rng.randrange(start, len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


def half(data):
    return data[:len(data) // 2]


def one_page(content, **more):
    doc = b.Pdf()
    doc.page(content, **more)
    return doc


def pdf_of(content, **more):
    return one_page(content, **more).build()


def with_text(content):
    return b.text_content(b.LINES) + "\n" + content


def raw_text(text):
    return json.dumps({"input": {"type": "text", "raw_text": text}}).encode()


# ---- cut and damaged ----
K = group("cut")
K("pdf-half", "EXTRACTION_FAILED corrupt", lambda: half(b.pdf(pages=2)))
K("pdf-without-end", "EXTRACTION_FAILED corrupt", lambda: b.pdf()[:-300])
K("pdf-head-only", "EXTRACTION_FAILED corrupt", lambda: b.pdf()[:20])
K("pdf-flate-cut", "completed", lambda: pdf_stream_cut())
K("pdf-nothing-on-the-page", "completed insufficient_text", lambda: pdf_of(""))
K("docx-half", "EXTRACTION_FAILED corrupt", lambda: half(b.docx()))
K("docx-without-directory", "EXTRACTION_FAILED corrupt", lambda: b.docx()[:-200])
K("odt-half", "EXTRACTION_FAILED corrupt", lambda: half(b.odt()))
K("doc-half", "EXTRACTION_FAILED corrupt", lambda: half(b.word97()))
K("doc-header-only", "400 unsupported_file_type", lambda: b.word97()[:512])
K("rtf-half", "completed", lambda: half(b.rtf()))
K("html-half", "completed", lambda: half(("<html><body><p>" + "<p>".join(b.LINES) + "</body></html>").encode()))
K("mail-half-attachment", "EXTRACTION_FAILED empty", lambda: b.mail(b.multipart([b.attachment(b.pdf())]), "multipart/mixed; boundary=frontier")[:1500])
K("png-half", "EXTRACTION_FAILED corrupt", lambda: half(b.png(800, 800, b"".join(b"\0" + bytes((x * y) & 255 for x in range(100)) for y in range(800)))), config=OCR)
K("tiff-half", "EXTRACTION_FAILED corrupt", lambda: half(b.tiff(400, 400)), config=OCR)
K("jpeg-head-only", "EXTRACTION_FAILED corrupt", lambda: b.jpeg_head(100, 100), config=OCR)
K("webp-head-only", "EXTRACTION_FAILED corrupt", lambda: b.webp_head(100, 100), config=OCR)


def pdf_stream_cut():
    doc = b.Pdf()
    packed = zlib.compress(b.text_content(b.LINES).encode())
    cut = packed[:len(packed) * 2 // 3]
    number = doc.add(f"<< /Length {len(cut)} /Filter /FlateDecode >>\nstream\n".encode() + cut + b"\nendstream")
    doc.page(number)
    return doc.build()


K = group("flipped bits")
for n, answer in enumerate(["EXTRACTION_FAILED corrupt", "completed", "completed insufficient_text", "completed"]):
    K(f"pdf-flipped-{n}", answer, lambda n=n: flip(b.pdf(), n, 3, start=20))
for n, answer in enumerate(["EXTRACTION_FAILED corrupt", "EXTRACTION_FAILED corrupt", "completed", "EXTRACTION_FAILED corrupt"]):
    K(f"docx-flipped-{n}", answer, lambda n=n: flip(b.docx(), n, 1, start=60))
for n, answer in enumerate(["completed insufficient_text", "completed", "completed"]):
    K(f"doc-flipped-{n}", answer, lambda n=n: flip(b.word97(), n, 20, start=1536))
for n, answer in enumerate(["completed", "EXTRACTION_FAILED corrupt"]):
    K(f"odt-flipped-{n}", answer, lambda n=n: flip(b.odt(), n, 1, start=100))
K("rtf-flipped", "completed", lambda: flip(b.rtf(), 1, 40, start=8))
K("mail-flipped", "completed", lambda: flip(b.mail(), 1, 40, start=120))
K("png-flipped", "EXTRACTION_FAILED corrupt", lambda: flip(b.png(300, 300), 1, 10, start=40), config=OCR)

# ---- no document ----
K = group("no document")
K("empty", "400 invalid_request", lambda: b"")
K("one-byte", "completed insufficient_text", lambda: b"x")
K("only-a-bom", "completed insufficient_text", lambda: b"\xef\xbb\xbf")
K("only-spaces", "completed insufficient_text", lambda: b" \n\t" * 10000)
K("zeros", "400 unsupported_file_type", lambda: b"\0" * MB)
K("ones", "completed", lambda: b"\xff" * MB)
K("noise", "400 unsupported_file_type", lambda: random.Random(5).randbytes(MB))
K("elf", "400 unsupported_file_type", lambda: b"\x7fELF\2\1\1" + b"\0" * 5000)
K("exe", "400 unsupported_file_type", lambda: b"MZ\x90\0\3" + b"\0" * 5000)
K("gzip", "400 unsupported_file_type", lambda: gzip.compress(b.TEXT.encode()))
K("seven-zip", "400 unsupported_file_type", lambda: b"7z\xbc\xaf\x27\x1c\0\4" + b"\x11" * 500)
K("rar", "400 unsupported_file_type", lambda: b"Rar!\x1a\7\1\0" + b"\x11" * 500)
K("mp3", "400 unsupported_file_type", lambda: b"ID3\3\0\0\0\0\0\x21" + b"\x11" * 500)
K("mp4", "400 unsupported_file_type", lambda: b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + b"\x11" * 500)
K("sqlite", "completed insufficient_text", lambda: b"SQLite format 3\0" + b"\0\x10" * 500)
K("java-class", "400 unsupported_file_type", lambda: b"\xca\xfe\xba\xbe\0\0\0\x34" + b"\x11" * 500)
K("gif", "400 unsupported_file_type", lambda: b.gif())
K("bmp", "400 unsupported_file_type", lambda: b"BM" + struct.pack("<IHHIIiiHHIIiiII", 200, 0, 0, 54, 40, 8, 8, 1, 24, 0, 0, 0, 0, 0, 0) + b"\xff" * 192)
K("postscript", "completed", lambda: b"%!PS-Adobe-3.0\n/Helvetica findfont 12 scalefont setfont (x) show\nshowpage\n")
K("xlsx", "400 unsupported_file_type", lambda: b.zip_of([b.Member("[Content_Types].xml", "<Types/>"), b.Member("xl/workbook.xml", "<workbook/>")]))
K("pptx", "400 unsupported_file_type", lambda: b.zip_of([b.Member("[Content_Types].xml", "<Types/>"), b.Member("ppt/presentation.xml", "<p/>")]))
K("jar", "400 unsupported_file_type", lambda: b.zip_of([b.Member("META-INF/MANIFEST.MF", "Main-Class: X\n"), b.Member("X.class", b"\xca\xfe\xba\xbe")]))
K("xls", "400 unsupported_file_type", lambda: b.ole({"Workbook": b"\x09\x08" * 100}))
K("svg", "completed insufficient_text", lambda: b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><text>Maria</text></svg>')
K("docx-no-words", "completed insufficient_text", lambda: b.docx(b.document_xml("")))
K("odt-no-words", "completed insufficient_text", lambda: b.odt(""))
K("odt-content-empty", "EXTRACTION_FAILED corrupt", lambda: b.zip_of([b.Member("mimetype", b.ODT_TYPE, 0), b.Member("content.xml", "")]))
K("doc-no-words", "completed insufficient_text", lambda: b.word97([""]))
K("rtf-no-words", "completed insufficient_text", lambda: b.rtf(""))
K("html-no-words", "completed insufficient_text", lambda: b"<!doctype html><html><head><title>CV</title></head><body></body></html>", file="resume.html")
K("markdown-no-words", "completed insufficient_text", lambda: b"<!-- nothing -->\n\n---\n", file="resume.md")
K("mail-no-words", "EXTRACTION_FAILED empty", lambda: b.mail(""))
K("json-no-words", "completed insufficient_text", lambda: b'{"basics":{},"work":[]}', file="resume.json")
K("json-half", "EXTRACTION_FAILED corrupt", lambda: b'{"basics":{"name":"Maria Sample","label":"Welder"},"work":[{"name":"Exa', file="resume.json")
K("tiff-head-only", "EXTRACTION_FAILED corrupt", lambda: b.tiff()[:8], config=OCR)
for name, white in [("png", b.png), ("tiff", b.tiff)]:
    K(f"{name}-no-words", "OCR_FAILED ocr_failed", lambda white=white: white(400, 400), config=AUTO)

K = group("mislabelled")
for name, data in [("png", b.png()), ("tiff", b.tiff()), ("jpeg", b.jpeg_head(100, 100)), ("webp", b.webp_head(100, 100))]:
    answer = "EXTRACTION_FAILED " + ("corrupt" if name == "jpeg" else "scan_needs_ocr")
    K(f"{name}-as-docx", answer, lambda data=data: data, file="resume.docx")
for name, data in [("pdf", b.pdf()), ("docx", b.docx()), ("odt", b.odt()), ("rtf", b.rtf()), ("doc", b.word97()), ("mail", b.mail())]:
    K(f"{name}-as-png", "completed", lambda data=data: data, file="resume.png", config=AUTO)
for kind in ("docx", "odt", "rtf", "doc", "html", "md", "txt", "eml", "json", "png", "jpg", "tiff", "webp"):
    K(f"gif-as-{kind}", "400 unsupported_file_type", lambda: b.gif(), file=f"resume.{kind}")
K("pdf-as-docx", "completed", lambda: b.pdf(), file="resume.docx")
K("docx-as-pdf", "completed", lambda: b.docx(), file="resume.pdf")
K("html-as-txt", "completed", lambda: ("<html><body><p>" + "<p>".join(b.LINES)).encode(), file="resume.txt")
K("text-as-pdf", "completed", lambda: b.TEXT.encode(), file="resume.pdf")
K("rtf-as-doc", "completed", lambda: b.rtf(), file="resume.doc")
K("png-as-pdf", "EXTRACTION_FAILED scan_needs_ocr", lambda: b.png(), file="resume.pdf")
K("exe-as-pdf", "400 unsupported_file_type", lambda: b"MZ\x90\0\3" + b"\0" * 5000, file="resume.pdf")
K("odt-as-docx", "completed", lambda: b.odt(), file="resume.docx")


# ---- encrypted ----
def rc4(key, data):
    s, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) & 255
        s[i], s[j] = s[j], s[i]
    i = j = 0
    for byte in data:
        i = (i + 1) & 255
        j = (j + s[i]) & 255
        s[i], s[j] = s[j], s[i]
        out.append(byte ^ s[(s[i] + s[j]) & 255])
    return bytes(out)


PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def locked_pdf(password):
    """RC4 with 40 bits, revision 2 (ISO 32000-1, 7.6.3)."""
    padded, ident = (password.encode() + PAD)[:32], b"0123456789abcdef"
    owner = rc4(hashlib.md5(padded).digest()[:5], padded)
    key = hashlib.md5(padded + owner + struct.pack("<i", -4) + ident).digest()[:5]
    user = rc4(key, PAD)
    doc = b.Pdf()
    content = b.text_content(b.LINES).encode()
    number = doc.add("")
    packed = rc4(hashlib.md5(key + struct.pack("<I", number)[:3] + b"\0\0").digest()[:10], content)
    doc.add(b.stream(packed), number)
    doc.page(number)
    lock = doc.add(f"<< /Filter /Standard /V 1 /R 2 /O <{owner.hex()}> /U <{user.hex()}> /P -4 >>")
    return doc.build(f"/Encrypt {lock} 0 R /ID [<{ident.hex()}> <{ident.hex()}>]")


K = group("encrypted")
K("pdf-password", "EXTRACTION_FAILED encrypted", lambda: locked_pdf("secret"))
K("pdf-empty-password", "completed", lambda: locked_pdf(""))
K("pdf-unknown-handler", "EXTRACTION_FAILED corrupt", lambda: b.pdf(trailer="/Encrypt << /Filter /Acme /V 9 /R 9 >> /ID [<00> <00>]"))
K("pdf-encrypt-garbage", "EXTRACTION_FAILED corrupt", lambda: b.pdf(trailer="/Encrypt << /Filter /Standard /V 5 /R 6 /O (x) /U (y) /P 0 >>"))
K("docx-ole-encrypted", "EXTRACTION_FAILED encrypted", lambda: b.ole({"EncryptionInfo": struct.pack("<HH", 4, 4) + b"<encryption/>", "EncryptedPackage": b"\x55" * 6000}))
K("docx-member-encrypted", "EXTRACTION_FAILED encrypted", lambda: b.zip_of([b.Member(n, t, flags=1) for n, t in b.docx_parts().items()]))
K("doc-password", "EXTRACTION_FAILED encrypted", lambda: b.word97(encrypted=True))
K("odt-encrypted", "EXTRACTION_FAILED encrypted", lambda: locked_odt())


def locked_odt():
    parts = b.odt_parts()
    parts["content.xml"] = random.Random(1).randbytes(3000)
    parts["META-INF/manifest.xml"] = (
        f'<manifest:manifest xmlns:manifest="{b.ODF}manifest:1.0"><manifest:file-entry manifest:full-path="content.xml">'
        '<manifest:encryption-data/></manifest:file-entry></manifest:manifest>')
    return b.zip_of([b.Member(n, t, 0) for n, t in parts.items()])


# ---- bombs ----
def entity_bomb(levels=9, fan=10):
    rows = "".join(f'<!ENTITY l{i} "{("&l%d;" % (i - 1)) * fan}">' for i in range(1, levels))
    return b.document_xml("<w:p><w:r><w:t>&l%d;</w:t></w:r></w:p>" % (levels - 1),
                          f'<!DOCTYPE x [<!ENTITY l0 "lol">{rows}]>')


def flate_bomb(size, layers=1):
    data = b"(a) Tj " * (size // 7)
    for _ in range(layers):
        data = zlib.compress(data, 9)
    filters = " ".join(["/FlateDecode"] * layers)
    doc = b.Pdf()
    doc.page(doc.add(f"<< /Length {len(data)} /Filter [{filters}] >>\nstream\n".encode() + data + b"\nendstream"))
    return doc.build()


def image_pdf(width, height, data=b"\0" * 1000, extra=""):
    doc = b.Pdf()
    picture = doc.add(b.stream(data, f" /Type /XObject /Subtype /Image /Width {width} /Height {height} "
                                     f"/ColorSpace /DeviceRGB /BitsPerComponent 8 {extra}", flate=True))
    doc.page("q 600 0 0 700 0 0 cm /I1 Do Q", f"/XObject << /I1 {picture} 0 R >>")
    return doc.build()


K = group("bombs")
K("docx-ratio", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml("<w:p/>" + " " * (30 * MB))))
K("docx-member-too-large", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml(" " * (40 * MB))))
K("docx-directory-says-small", "EXTRACTION_FAILED limit", lambda: b.zip_of([b.Member(n, t, size=10) for n, t in b.docx_parts(b.document_xml(" " * (40 * MB))).items()]))
K("docx-many-members", "EXTRACTION_FAILED limit", lambda: b.docx(members=[b.Member(f"word/media/{i}", b"", 0) for i in range(10000)]))
K("docx-all-parts-large", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml(), word__styles_DOT_xml="<a>" + " " * (31 * MB) + "</a>", word__numbering_DOT_xml="<a>" + " " * (31 * MB) + "</a>", word___rels__document_DOT_xml_DOT_rels="<a>" + " " * (31 * MB) + "</a>"))
K("zip-in-zip", "400 unsupported_file_type", lambda: nested_zip(30))
K("docx-billion-laughs", "EXTRACTION_FAILED corrupt", lambda: b.docx(entity_bomb()))
K("docx-quadratic-entity", "EXTRACTION_FAILED corrupt", lambda: b.docx(b.document_xml("<w:p><w:r><w:t>" + "&a;" * 20000 + "</w:t></w:r></w:p>", '<!DOCTYPE x [<!ENTITY a "%s">]>' % ("x" * 20000))))
K("docx-external-entity", "EXTRACTION_FAILED corrupt", lambda: b.docx(b.document_xml("<w:p><w:r><w:t>&x;</w:t></w:r></w:p>", '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>')))
K("docx-parameter-entity", "EXTRACTION_FAILED corrupt", lambda: b.docx(b.document_xml("<w:p/>", '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]>')))
K("odt-billion-laughs", "EXTRACTION_FAILED corrupt", lambda: b.zip_of([b.Member("mimetype", b.ODT_TYPE, 0), b.Member("content.xml", entity_bomb())]))
K("pdf-flate-bomb", "EXTRACTION_FAILED limit", lambda: flate_bomb(200 * MB))
K("pdf-flate-bomb-twice", "EXTRACTION_FAILED limit", lambda: flate_bomb(300 * MB, 2))
K("pdf-predictor-bomb", "completed", lambda: pdf_of(b.text_content(b.LINES)).replace(b">>\nstream", b"/DecodeParms << /Predictor 15 /Columns 2000000000 >> >>\nstream"))
K("pdf-object-stream-bomb", "completed", lambda: object_stream(zlib.compress(b" " * (200 * MB), 9)))
K("pdf-run-length-bomb", "EXTRACTION_FAILED limit", lambda: run_length_bomb())
K("png-dimension-bomb", "EXTRACTION_FAILED limit", lambda: b.png(8, 8, claim=(65000, 65000)), config=OCR)
K("png-pixel-bomb", "EXTRACTION_FAILED limit", lambda: b.png(60000, 20000, b"\0" * (7501 * 20000)), config=OCR)
K("png-under-the-limit", "OCR_FAILED ocr_failed", lambda: b.png(7000, 8000, b"\0" * (876 * 8000)), config=OCR)
K("png-text-chunk-bomb", "OCR_FAILED ocr_failed", lambda: b.png(8, 8, extra=b.png_chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * (100 * MB), 9))), config=OCR)
K("jpeg-dimension-bomb", "EXTRACTION_FAILED corrupt", lambda: b.jpeg_head(65500, 65500) + b"\xff\xd9", config=OCR)
K("webp-dimension-bomb", "EXTRACTION_FAILED limit", lambda: b.webp_head(16383, 16383), config=OCR)
K("tiff-dimension-bomb", "EXTRACTION_FAILED limit", lambda: b.tiff(4000000, 4000000), config=OCR)
K("tiff-many-pages", "422 page_limit_exceeded", lambda: b.tiff(8, 8, 20000), config=OCR)
K("tiff-eight-pages", "OCR_FAILED ocr_failed", lambda: b.tiff(80, 80, 8), config=OCR)
K("tiff-nine-pages", "422 page_limit_exceeded", lambda: b.tiff(80, 80, 9), config=OCR)
K("tiff-loop", "422 page_limit_exceeded", lambda: b.tiff(8, 8, 2, loop=True), config=OCR)
K("pdf-image-dimension-bomb", "OCR_FAILED ocr_failed", lambda: image_pdf(2000000000, 2000000000), config=OCR)
K("pdf-image-pixel-bomb", "OCR_FAILED ocr_failed", lambda: image_pdf(20000, 20000, b"\0" * (60 * MB)), config=OCR)
K("pdf-inline-image-bomb", "completed", lambda: pdf_of(with_text("q 500 0 0 500 0 0 cm BI /W 100000 /H 100000 /BPC 8 /CS /RGB ID x EI Q")), config=AUTO)
K("request-gzip-bomb", "413 payload_too_large", lambda: gzip.compress(b" " * (100 * MB)), json_body=True, headers={"Content-Encoding": "gzip"})


def nested_zip(levels):
    data = b.docx()
    for _ in range(levels):
        data = b.zip_of([b.Member("inner.zip", data)])
    return data


def object_stream(packed):
    doc = b.Pdf()
    doc.page(b.text_content(b.LINES))
    number = doc.add(f"<< /Type /ObjStm /N 1 /First 5 /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream")
    return doc.build(f"/Info {number} 0 R").replace(b"/Root 1 0 R", b"/Root 1 0 R ")


def run_length_bomb():
    data = b"\x81 " * (4 * MB)
    doc = b.Pdf()
    doc.page(doc.add(f"<< /Length {len(data)} /Filter [/RunLengthDecode] >>\nstream\n".encode() + data + b"\nendstream"))
    return doc.build()


# ---- numbers that a PDF only states ----
MOST = 2147483647


def xref_stream(widths, extra="", size=60):
    """Its entries do not count: the file is read by looking for its objects."""
    doc = one_page(b.text_content(b.LINES))
    doc.add(b.stream(b"\0" * 200, f" /Type /XRef /W [{widths}] /Size {size} /Root 1 0 R {extra}"), 59)
    data = doc.build()
    return data[:data.rindex(b"startxref")] + b"startxref\n%d\n%%%%EOF\n" % data.index(b"59 0 obj")


def packed_contents(filters, parms, data, times=1):
    """The page's contents are a stream of that filter, so many times."""
    doc = b.Pdf()
    number = doc.add(f"<< /Length {len(data)} /Filter {filters} /DecodeParms {parms} >>\nstream\n".encode() + data + b"\nendstream")
    doc.page(b.text_content(b.LINES))
    return doc.build().replace(b"/Contents", b"/Contents [" + b"%d 0 R " % number * times + b"] /Text")


def jbig2(width, height, regions=1):
    def segment(number, kind, data):
        return struct.pack(">IBBBI", number, kind, 0, 1, len(data)) + data
    region = struct.pack(">IIIIB", width, height, 0, 0, 0) + b"\x08\3\xff\xfd\xff\2\xfe\xfe\xfe" + b"\0" * 20
    return segment(0, 48, struct.pack(">IIIIBH", width, height, 0, 0, 0, 0)) + \
        b"".join(segment(1 + i, 38, region) for i in range(regions))


def jpeg_without_data(width, height):
    table = b"\0\x14" + b"KIND" + bytes([1] + [0] * 15) + b"\0"
    return (b.jpeg_head(width, height) + b"\xff\xc4" + table.replace(b"KIND", b"\0") + b"\xff\xc4" + table.replace(b"KIND", b"\x10") +
            b"\xff\xda\0\x08\1\1\0\0\x3f\0" + b"\0" * 100 + b"\xff\xd9")


def jpeg2000_without_data(width, height, components=1):
    size = struct.pack(">HHIIIIIIIIH", 38 + 3 * components, 0, width, height, 0, 0, width, height, 0, 0, components)
    return (b"\xff\x4f\xff\x51" + size + b"\7\1\1" * components + b"\xff\x52" + struct.pack(">HBBHBBBBBB", 12, 0, 0, 1, 0, 0, 4, 4, 0, 1) +
            b"\xff\x5c\0\4\x40\x40" + b"\xff\x90" + struct.pack(">HHIBB", 10, 0, 64, 0, 1) + b"\xff\x93" + b"\0" * 50 + b"\xff\xd9")


def pictures(data, filters, side, times, text=""):
    """A page that draws so many pictures of the same data, each its own object."""
    doc = b.Pdf()
    numbers = [doc.add(b.stream(data, f" /Type /XObject /Subtype /Image /Width {side} /Height {side} /ColorSpace /DeviceGray "
                                      f"/BitsPerComponent 8 /Filter {filters}")) for _ in range(times)]
    doc.page(text + "\n" + " ".join(f"q 400 0 0 600 50 50 cm /I{n} Do Q" for n in numbers),
             f"{FONT} /XObject << {' '.join(f'/I{n} {n} 0 R' for n in numbers)} >>")
    return doc.build()


def wide_font(widths):
    doc = one_page(b.text_content(b.LINES))
    doc.objects[3] = ("<< /Type /Font /Subtype /Type0 /BaseFont /Foo /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 "
                      f"/BaseFont /Foo /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [{widths}] "
                      "/FontDescriptor << /Type /FontDescriptor /FontName /Foo /Flags 4 >> >>] >>")
    return doc.build()


def mapped_font(ranges):
    return with_object(b.stream(f"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 100 beginbfrange {ranges} endbfrange endcmap", " /Type /CMap"),
                       {"resources": "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 50 0 R >> >>"})


def contents_of(word, size):
    doc = b.Pdf()
    doc.page(doc.add(b.stream(word * (size // len(word)), flate=True)))
    return doc.build()


FONT = "/Font << /F1 3 0 R >>"
K = group("stated numbers")
for name, widths in [("first", f"{MOST} 1 1"), ("second", f"1 {MOST} 1"), ("third", f"1 1 {MOST}"), ("all", f"{MOST} {MOST} {MOST}"), ("some", "1 600000000 1")]:
    K(f"xref-width-{name}", "completed", lambda widths=widths: xref_stream(widths))
K("xref-width-none", "completed", lambda: xref_stream("0 0 0", "/Index [%s]" % ("0 2000000 " * 1000)))
K("xref-size", "completed", lambda: xref_stream("1 1 1", size=8388606))
K("fax-columns", "completed insufficient_text", lambda: packed_contents("/CCITTFaxDecode", f"<< /K -1 /Columns {MOST - 9} >>", b"\xff" * 1000))
K("fax-lines", "EXTRACTION_FAILED limit", lambda: packed_contents("/CCITTFaxDecode", "<< /K -1 /Columns 200000 >>", b"\xff" * 1000))
K("fax-many", "EXTRACTION_FAILED limit", lambda: packed_contents("/CCITTFaxDecode", "<< /K -1 /Columns 200000 >>", b"\xff" * 100, 1000))
K("jbig2-contents", "EXTRACTION_FAILED limit", lambda: packed_contents("/JBIG2Decode", "null", jbig2(30000, 30000)))
K("jbig2-regions", "EXTRACTION_FAILED limit", lambda: packed_contents("/JBIG2Decode", "null", jbig2(20000, 1000, 30)))
K("jpeg-contents", "EXTRACTION_FAILED limit", lambda: packed_contents("/DCTDecode", "null", jpeg_without_data(65500, 65500)))
K("jpeg-2000-pictures", "completed", lambda: pictures(jpeg2000_without_data(6000, 6000), "/JPXDecode", 6000, 100, b.text_content(b.LINES)))
K("jpeg-2000-samples", "completed", lambda: pictures(jpeg2000_without_data(4000, 4000, 4), "/JPXDecode", 4000, 100, b.text_content(b.LINES)))
K("jpeg-2000-drawn", "OCR_FAILED ocr_failed", lambda: pictures(jpeg2000_without_data(6000, 6000), "/JPXDecode", 6000, 100), config=OCR)
K("jbig2-drawn", "OCR_FAILED ocr_failed", lambda: pictures(jbig2(30000, 30000), "/JBIG2Decode", 600, 20), config=OCR)
K("widths-of-a-font", "EXTRACTION_FAILED limit", lambda: wide_font("0 65535 500 " * 10000))
K("map-of-a-font", "EXTRACTION_FAILED limit", lambda: mapped_font("<0000> <ffff> <D83DDE00> " * 500))
for word in (b"q Q ", b" ", b"0 0 m 1 1 l S "):
    K(f"contents-{word.strip().decode().split(' ')[-1] or 'spaces'}", "EXTRACTION_FAILED limit", lambda word=word: contents_of(word, 300 * MB))


def over_text(data, filters, before=False, mode=""):
    """A picture of the whole page that cannot be shown, over or under the page's text."""
    doc = b.Pdf()
    number = doc.add(b.stream(data, f" /Type /XObject /Subtype /Image /Width 3000 /Height 3000 /ColorSpace /DeviceGray "
                                    f"/BitsPerComponent 8 /Filter {filters}"))
    parts = [b.text_content(b.LINES).replace("BT", "BT " + mode), "q 612 0 0 792 0 0 cm /I Do Q"]
    doc.page("\n".join(parts[::-1] if before else parts), f"{FONT} /XObject << /I {number} 0 R >>")
    return doc.build()


K = group("broken pictures over text")
for name, data, filters in [("jpeg-2000", b"\xff\x4f\xff\x51junk", "/JPXDecode"), ("jpeg", b"\xff\xd8junk", "/DCTDecode"), ("flate", b"junk", "/FlateDecode"),
                            ("fax", b"junk", "/CCITTFaxDecode"), ("jbig2", b"junk" * 9, "/JBIG2Decode"), ("jbig2-huge", jbig2(30000, 30000), "/JBIG2Decode")]:
    K(f"{name}-over-text", "completed", lambda data=data, filters=filters: over_text(data, filters), config=AUTO)
    K(f"{name}-under-text", "completed", lambda data=data, filters=filters: over_text(data, filters, True), config=AUTO)
    K(f"{name}-under-unseen-text", "completed", lambda data=data, filters=filters: over_text(data, filters, True, "3 Tr"), config=AUTO)
K("jpeg-2000-many-and-text", "completed", lambda: pictures(jpeg2000_without_data(6000, 6000), "/JPXDecode", 6000, 100, b.text_content(b.LINES)), config=AUTO)


# ---- loops of a PDF ----
def tree(nodes, kids="2 0 R"):
    """A page tree of given nodes: number -> body."""
    doc = one_page(b.text_content(b.LINES))
    page = doc.kids[0]
    for number, body in nodes.items():
        doc.add(body.replace("PAGE", f"{page} 0 R"), number)
    return doc.build()


def with_object(body, use, number=50, **more):
    """A page whose resources or dictionary name object 50."""
    doc = b.Pdf()
    doc.add(body, number)
    doc.page(with_text(more.pop("content", "")), **use)
    return doc.build(**more)


def form(body, resources=""):
    return b.stream(body, f" /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << {resources} >>")


def xref_loop():
    data = b.pdf()
    start = data.rindex(b"startxref")
    at = int(data[start + 10:].split()[0])
    return data.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % at, 1)


def xref_chain(n):
    """Sections that each name the next one as the one before."""
    data = b.pdf()
    out = bytearray(data)
    first = int(data[data.rindex(b"startxref") + 10:].split()[0])
    at = first
    for _ in range(n):
        here = len(out)
        out += b"xref\n0 0\ntrailer\n<< /Size 6 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (at, here)
        at = here
    return bytes(out)


K = group("loops of a PDF")
K("page-tree-itself", "completed insufficient_text", lambda: tree({2: "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"}))
K("page-tree-two", "completed", lambda: tree({2: "<< /Type /Pages /Kids [40 0 R PAGE] /Count 2 >>", 40: "<< /Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 1 >>"}))
K("page-parent-loop", "completed insufficient_text", lambda: tree({2: "<< /Type /Pages /Kids [PAGE] /Count 1 /Parent 2 0 R >>"}))
K("page-tree-deep", "completed", lambda: tree({2: "<< /Type /Pages /Kids [100 0 R] /Count 1 >>", **{100 + i: f"<< /Type /Pages /Kids [{101 + i} 0 R] /Parent {99 + i} 0 R /Count 1 >>" for i in range(3000)}, 3100: "<< /Type /Pages /Kids [PAGE] /Count 1 >>"}))
K("page-tree-shared", "422 page_limit_exceeded", lambda: tree({2: "<< /Type /Pages /Kids [%s] /Count 1000 >>" % ("40 0 R " * 1000), 40: "<< /Type /Pages /Kids [%s] /Count 1000 >>" % ("PAGE " * 1000)}))
K("xref-loop", "completed", xref_loop)
K("xref-chain", "completed", lambda: xref_chain(5000))
K("object-stream-in-itself", "EXTRACTION_FAILED corrupt", lambda: self_stream())
K("length-is-itself", "completed insufficient_text", lambda: with_object("50 0 R", {}).replace(b"/Length ", b"/Length 50 0 R %", 1))
K("stream-length-loop", "completed", lambda: length_loop())
K("form-calls-itself", "completed", lambda: with_object(form("/X Do", "/XObject << /X 50 0 R >>"), {"resources": f"{FONT} /XObject << /X 50 0 R >>"}, content="/X Do"))
K("forms-call-each-other", "completed", lambda: two_forms())
K("forms-double", "EXTRACTION_FAILED limit", lambda: doubling_forms(30))
K("type3-font-in-itself", "completed", lambda: with_object(
    "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 51 0 R >> /Encoding << /Differences [97 /a] >> "
    "/FirstChar 97 /LastChar 97 /Widths [1] /Resources << /Font << /F9 50 0 R >> >> >>",
    {"resources": f"{FONT} /Font << /F1 3 0 R /F9 50 0 R >>"}, content="BT /F9 10 Tf (aaa) Tj ET"))
K("outline-loop", "completed", lambda: b.pdf().replace(b"/Type /Catalog", b"/Type /Catalog /Outlines << /First 1 0 R /Next 1 0 R /Last 1 0 R >>"))
K("annotation-loop", "completed", lambda: with_object(f"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Parent 50 0 R /AP << /N 50 0 R >> /A << /S /URI /URI (x) /Next 50 0 R >> >>", {"extra": "/Annots [50 0 R 50 0 R]"}))
K("annots-is-itself", "completed", lambda: with_object("[50 0 R 50 0 R]", {"extra": "/Annots 50 0 R"}))
K("contents-array-loop", "completed insufficient_text", lambda: with_object("[50 0 R 50 0 R]", {}).replace(b"/Contents", b"/Contents 50 0 R /C", 1))
K("resources-loop", "completed", lambda: with_object("<< /Font 50 0 R /F1 50 0 R /XObject 50 0 R /ColorSpace 50 0 R /Parent 50 0 R >>", {"extra": "/Resources 50 0 R"}))
K("cmap-uses-itself", "completed", lambda: with_object(b.stream("/X usecmap", " /UseCMap 50 0 R /Type /CMap"), {"resources": "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 50 0 R >> >>"}))
K("color-space-in-itself", "completed", lambda: with_object("[/Indexed 50 0 R 255 (x)]", {"resources": f"{FONT} /ColorSpace << /C 50 0 R >>"}, content="/C cs 1 sc 0 0 9 9 re f"))
K("function-in-itself", "completed", lambda: with_object("<< /FunctionType 3 /Domain [0 1] /Functions [50 0 R 50 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>", {"resources": f"{FONT} /Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function 50 0 R >> >>"}, content="/S sh"))
K("soft-mask-in-itself", "completed", lambda: with_object(b.stream(b"xxxx", " /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 50 0 R"), {"resources": f"{FONT} /XObject << /I 50 0 R >>"}, content="/I Do"))
K("pattern-in-itself", "completed", lambda: with_object(b.stream("/Pattern cs /P scn 0 0 9 9 re f", " /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 1 /YStep 1 /Resources << /Pattern << /P 50 0 R >> >>"), {"resources": f"{FONT} /Pattern << /P 50 0 R >>"}, content="/Pattern cs /P scn 0 0 600 800 re f"))
K("reference-loop", "completed insufficient_text", lambda: tree({60: "61 0 R", 61: "60 0 R", 2: "<< /Type /Pages /Kids 60 0 R /Count 1 >>"}))


def self_stream():
    doc = one_page(b.text_content(b.LINES))
    doc.add(b.stream("50 0 << /Type /ObjStm /Extends 50 0 R /N 1 /First 5 >>", " /Type /ObjStm /N 1 /First 5 /Extends 50 0 R"), 50)
    entries = b"".join(struct.pack(">BHB", 2 if n else 0, 50, 0) for n in range(60))
    number = doc.add(b.stream(entries, " /Type /XRef /W [1 2 1] /Size 60 /Root 1 0 R"), 59)
    data = doc.build()
    at = data.index(b"59 0 obj")
    return data[:data.rindex(b"startxref")] + b"startxref\n%d\n%%%%EOF\n" % at + (b"" if number else b"")


def length_loop():
    doc = b.Pdf()
    doc.add(b"<< /Length 50 0 R >>\nstream\n" + b.text_content(b.LINES).encode() + b"\nendstream", 50)
    doc.page(50)
    return doc.build()


def two_forms():
    doc = b.Pdf()
    doc.add(form("/Y Do /Y Do", "/XObject << /Y 51 0 R >>"), 50)
    doc.add(form("/X Do /X Do", "/XObject << /X 50 0 R >>"), 51)
    doc.page(with_text("/X Do"), f"{FONT} /XObject << /X 50 0 R >>")
    return doc.build()


def doubling_forms(levels):
    """No loop, but every form draws the next one twice: 2^levels pieces of text."""
    doc = b.Pdf()
    for i in range(levels):
        doc.add(form("/X Do /X Do", f"/XObject << /X {51 + i} 0 R >>"), 50 + i)
    doc.add(form("BT /F1 9 Tf 9 9 Td (boo) Tj ET", FONT), 50 + levels)
    doc.page(with_text("/X Do"), f"{FONT} /XObject << /X 50 0 R >>")
    return doc.build()


# ---- pages ----
K = group("pages")
K("pdf-10000-pages", "422 page_limit_exceeded", lambda: b.pdf(["x"], pages=10000))
K("pdf-count-lies-low", "completed", lambda: b.pdf(pages=30).replace(b"/Count 30", b"/Count 01"))
K("pdf-count-lies-high", "422 page_limit_exceeded", lambda: b.pdf().replace(b"/Count 1 ", b"/Count 2147483647 "))
K("pdf-count-negative", "EXTRACTION_FAILED corrupt", lambda: b.pdf().replace(b"/Count 1 ", b"/Count -7 "))
K("pdf-no-pages", "EXTRACTION_FAILED corrupt", lambda: b.pdf(pages=0))
K("docx-10000-breaks", "422 page_limit_exceeded", lambda: b.docx(b.document_xml('<w:p><w:r><w:t>x</w:t><w:br w:type="page"/></w:r></w:p>' * 10000)))
K("docx-pages-lie", "completed", lambda: b.docx(docProps__app_DOT_xml='<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>999999999999</Pages></Properties>'))
K("rtf-10000-breaks", "EXTRACTION_FAILED too_many_pages", lambda: b.rtf("x\\page\n" * 10000))

# ---- nesting ----
K = group("nesting")
K("pdf-arrays", "completed", lambda: b.pdf(trailer="/X " + "[" * 200000 + "]" * 200000))
K("pdf-arrays-open", "completed", lambda: b.pdf(trailer="/X " + "[" * 500000))
K("pdf-dictionaries", "completed", lambda: b.pdf(trailer="/X " + "<</A " * 100000 + "1" + ">>" * 100000))
K("pdf-string-parentheses", "EXTRACTION_FAILED limit", lambda: pdf_of("BT /F1 9 Tf (" + "(" * 500000 + ")" * 500000 + ") Tj ET " + b.text_content(b.LINES)))
K("pdf-saved-states", "completed insufficient_text", lambda: pdf_of("q " * 1000000 + b.text_content(b.LINES)))
K("pdf-marked-content", "completed", lambda: pdf_of("/P << /MCID 0 >> BDC " * 200000 + b.text_content(b.LINES)))
K("html-divs", "EXTRACTION_FAILED limit", lambda: (b"<html><body>" + b"<div>" * 100000 + b.TEXT.encode()))
K("html-tables", "EXTRACTION_FAILED limit", lambda: (b"<html><body>" + b"<table><tr><td>" * 5000 + b.TEXT.encode()))
K("html-inline", "EXTRACTION_FAILED limit", lambda: (b"<html><body>" + b"<b><i><a>" * 20000 + b.TEXT.encode()))
K("html-lists", "EXTRACTION_FAILED limit", lambda: (b"<html><body>" + b"<ul><li>" * 20000 + b.TEXT.encode()))
K("docx-elements", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml("<w:sdt><w:sdtContent>" * 50000)))
K("docx-elements-closed", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml("<w:sdtContent>" * 50000 + b.paragraphs() + "</w:sdtContent>" * 50000)))
K("docx-tables", "completed", lambda: b.docx(b.document_xml("<w:tbl><w:tr><w:tc>" * 60 + b.paragraphs() + "</w:tc></w:tr></w:tbl>" * 60)))
K("docx-text-boxes", "completed insufficient_text", lambda: b.docx(b.document_xml("<w:p><w:r><w:txbxContent>" * 80 + b.paragraphs() + "</w:txbxContent></w:r></w:p>" * 80)))
K("odt-lists", "completed", lambda: b.odt("<text:list><text:list-item>" * 100 + "".join(f"<text:p>{b.escape(line)}</text:p>" for line in b.LINES) + "</text:list-item></text:list>" * 100))
K("markdown-quotes", "completed", lambda: (">" * 20000 + " x\n\n# Maria\n" + b.TEXT).encode(), file="resume.md")
K("markdown-lists", "completed", lambda: ("".join(" " * i * 2 + "- x\n" for i in range(1500)) + b.TEXT).encode(), file="resume.md")
K("markdown-brackets", "completed", lambda: ("[" * 200000 + b.TEXT).encode(), file="resume.md")
K("markdown-emphasis", "completed", lambda: ("*a _b " * 100000 + b.TEXT).encode(), file="resume.md")
K("markdown-links", "completed", lambda: ("[a](" * 50000 + b.TEXT).encode(), file="resume.md")
K("markdown-backticks", "completed", lambda: ("".join("`" * (i % 300 + 1) + " " for i in range(20000)) + b.TEXT).encode(), file="resume.md")
K("markdown-reference-bomb", "EXTRACTION_FAILED limit", lambda: ("[a]: http://x/" + "y" * 50000 + "\n\n" + "[a] " * 20000 + b.TEXT).encode(), file="resume.md")
K("rtf-groups", "EXTRACTION_FAILED limit", lambda: b.rtf("{" * 300000 + "x" + "}" * 300000 + "\\par".join(b.LINES)))
K("rtf-groups-closed-too-often", "completed", lambda: b.rtf("}" * 100000 + "\\par".join(b.LINES)))
K("mail-multipart-recursion", "EXTRACTION_FAILED empty", lambda: deep_mail(300))
K("mail-same-boundary", "EXTRACTION_FAILED empty", lambda: b.mail("--x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" * 20000, "multipart/mixed; boundary=x"))
K("json-resume-nested", "EXTRACTION_FAILED limit", lambda: b'{"basics":{"name":"Maria Sample","label":"x"},"work":' + b"[" * 100000 + b"]" * 100000 + b"}", file="resume.json")
K("css-selectors", "EXTRACTION_FAILED limit", lambda: ("<html><head><style>" + "".join(f".a{i} div p span b{{color:red}}" for i in range(3000)) + "</style><body>" + "<div class=a1><p><span>" * 300 + "x" * 100 + b.TEXT).encode())


def deep_mail(levels):
    body = b"Content-Type: text/plain\r\n\r\n" + b.TEXT.encode()
    for i in range(levels):
        body = f"Content-Type: multipart/mixed; boundary=b{i}\r\n\r\n".encode() + b.multipart([body], f"b{i}")
    return b.mail(b.multipart([body], "frontier"), "multipart/mixed; boundary=frontier")


# ---- absurd measures ----
K = group("absurd measures")
K("pdf-giant-font", "completed insufficient_text", lambda: pdf_of(b.text_content(b.LINES, size=10**9)))
K("pdf-tiny-font", "completed insufficient_text", lambda: pdf_of(b.text_content(b.LINES, size="0.0000001")))
K("pdf-negative-font", "completed", lambda: pdf_of(b.text_content(b.LINES, size=-10)))
K("pdf-number-overflow", "completed insufficient_text", lambda: pdf_of(b.text_content(b.LINES, size="9" * 400)))
K("pdf-text-far-away", "completed insufficient_text", lambda: pdf_of(b.text_content(b.LINES, x=10**20, y=-10**20)))
K("pdf-matrix-giant", "completed insufficient_text", lambda: pdf_of("1e30 0 0 1e30 0 0 cm " + b.text_content(b.LINES)))
K("pdf-matrix-singular", "completed insufficient_text", lambda: pdf_of("0 0 0 0 0 0 cm " + b.text_content(b.LINES)))
K("pdf-page-giant", "completed insufficient_text", lambda: pdf_of(b.text_content(b.LINES), box="0 0 1000000000 1000000000"))
K("pdf-page-empty", "completed", lambda: pdf_of(b.text_content(b.LINES), box="0 0 0 0"))
K("pdf-page-turned-round", "completed", lambda: pdf_of(b.text_content(b.LINES), box="612 792 0 0"))
K("pdf-page-not-numbers", "completed", lambda: pdf_of(b.text_content(b.LINES), box="/a (b) null [1]"))
K("pdf-user-unit", "completed insufficient_text", lambda: pdf_of(b.text_content(b.LINES), extra="/UserUnit 1000000000"))
K("pdf-rotate", "completed", lambda: pdf_of(b.text_content(b.LINES), extra="/Rotate 2147483647"))
K("pdf-widths", "completed insufficient_text", lambda: pdf_of(b.text_content(b.LINES), resources="/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /LastChar 255 /Widths [" + "999999999 " * 256 + "] >> >>"))
K("pdf-many-glyphs", "EXTRACTION_FAILED limit", lambda: pdf_of("BT /F1 1 Tf 60 700 Td " + "(" + "a b " * 200 + ") Tj " * 1 + ("(" + "ab " * 300 + ") Tj\n") * 4000 + "ET"))
K("pdf-many-words", "EXTRACTION_FAILED limit", lambda: b.pdf(["a b c d e f g h i j k l m n o p q r s t u v w x y z " * 30] * 110, pages=6))
K("pdf-many-shapes", "completed", lambda: pdf_of(with_text("10 10 5 5 re f\n" * 500000)))
K("pdf-many-grounds", "completed", lambda: pdf_of("".join(f"{i % 600} {i % 700} 50 50 re f\n" for i in range(20000)) + b.text_content(b.LINES * 20, size=2, leading=2)))
K("pdf-many-links", "completed", lambda: pdf_of(b.text_content(b.LINES), extra="/Annots [" + "<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /URI /URI (http://x) >> >> " * 30000 + "]"))
K("pdf-many-fonts", "completed", lambda: many_fonts(3000))
K("pdf-many-clips", "completed", lambda: pdf_of("0 0 600 800 re W n " * 200000 + b.text_content(b.LINES)))
K("pdf-text-upon-text", "completed insufficient_text", lambda: pdf_of("BT /F1 10 Tf 60 700 Td " + "(Maria Sample) Tj -0 0 Td 1 0 0 1 60 700 Tm\n" * 10000 + "ET"))
K("docx-giant-sizes", "completed", lambda: b.docx(b.document_xml('<w:p><w:pPr><w:ind w:left="999999999999"/><w:spacing w:before="99999999999" w:line="999999999"/></w:pPr><w:r><w:rPr><w:sz w:val="999999999"/></w:rPr><w:t>Maria</w:t></w:r></w:p>' + b.paragraphs())))
K("docx-wide-table", "completed", lambda: b.docx(b.document_xml("<w:tbl><w:tr>" + '<w:tc><w:tcPr><w:gridSpan w:val="99999999"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>' * 20000 + "</w:tr></w:tbl>" + b.paragraphs())))
K("docx-tall-table", "422 page_limit_exceeded", lambda: b.docx(b.document_xml("<w:tbl>" + "<w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>y</w:t></w:r></w:p></w:tc></w:tr>" * 20000 + "</w:tbl>" + b.paragraphs())))
K("html-giant-measures", "completed", lambda: ("<html><body style='font-size:1e30px;margin:9e99em;columns:99999999'><p style='font-size:999999999999px'>" + "<p>".join(b.LINES) + "<table><tr><td colspan=1000000000 rowspan=1000000000 width=1e99>x").encode())
K("html-grid-columns", "completed", lambda: ("<html><body><div style='display:grid;grid-template-columns:repeat(99999999,1fr)'>" + "<p>".join(b.LINES)).encode())
K("rtf-giant-numbers", "completed", lambda: b.rtf("\\fs99999999999\\li-99999999999\\cellx99999999999999999\\u99999999999?\\'zz" + "\\par ".join(b.LINES)))


def many_fonts(n):
    doc = b.Pdf()
    fonts = [doc.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /F{i} >>") for i in range(n)]
    names = " ".join(f"/G{i} {f} 0 R" for i, f in enumerate(fonts))
    doc.page("BT 60 760 Td " + " ".join(f"/G{i} 3 Tf (ab) Tj" for i in range(n)) + " ET " + b.text_content(b.LINES),
             f"/Font << /F1 3 0 R {names} >>")
    return doc.build()


# ---- broken ZIPs and packages ----
def members(**more):
    return [b.Member(n, t, **more) for n, t in b.docx_parts().items()]


K = group("broken packages")
K("zip-directory-offset", "EXTRACTION_FAILED corrupt", lambda: b.zip_of(members(), directory_offset=0xFFFFFFF0))
K("zip-directory-size", "EXTRACTION_FAILED corrupt", lambda: b.zip_of(members(), directory_size=0xFFFFFFF0))
K("zip-count-low", "EXTRACTION_FAILED corrupt", lambda: b.zip_of(members(), count=1))
K("zip-count-high", "EXTRACTION_FAILED corrupt", lambda: b.zip_of(members(), count=60000))
K("zip-size-lies", "EXTRACTION_FAILED limit", lambda: b.zip_of(members(size=0xFFFFFFF0)))
K("zip-packed-size-lies", "completed", lambda: b.zip_of(members(packed_size=0x7FFFFFFF)))
K("zip-crc-wrong", "EXTRACTION_FAILED corrupt", lambda: b.zip_of(members(crc=1)))
K("zip-member-twice", "completed", lambda: b.zip_of(members() + [b.Member("word/document.xml", b.document_xml(b.paragraphs(["Other Person"] * 30)))]))
K("zip-path-up", "completed", lambda: b.zip_of([b.Member("../../../../etc/cron.d/x", "x")] + members()))
K("zip-path-absolute", "completed", lambda: b.zip_of([b.Member("/etc/passwd", "x")] + members()))
K("zip-path-backslash", "400 unsupported_file_type", lambda: b.zip_of([b.Member(n.replace("/", "\\"), t) for n, t in b.docx_parts().items()]))
K("zip-path-nul", "completed", lambda: b.zip_of(members() + [b.Member(b"word/document.xml\0.txt", "x")]))
K("zip-path-empty", "completed", lambda: b.zip_of(members() + [b.Member("", "x")]))
K("zip-path-long", "completed", lambda: b.zip_of(members() + [b.Member("a/" * 30000, "x")]))
K("zip-symlink", "EXTRACTION_FAILED corrupt", lambda: b.zip_of([b.Member("word/document.xml", "/etc/passwd", 0, external=0xA1FF << 16)] + [m for m in members() if b"document" not in m.name]))
K("zip-names-differ", "completed", lambda: b.zip_of([b.Member(n, t, local_name=b"x" * len(n)) for n, t in b.docx_parts().items()]))
K("zip-members-overlap", "EXTRACTION_FAILED corrupt", lambda: b.zip_of([b.Member(n, t, local_offset=0) for n, t in b.docx_parts().items()]))
K("zip-unknown-method", "EXTRACTION_FAILED corrupt", lambda: b.zip_of([b.Member(n, t, method=99) for n, t in b.docx_parts().items()]))
K("zip-prefix", "400 unsupported_file_type", lambda: b.zip_of(members(), prefix=b"#!/bin/sh\n" + b"x" * 5000))
K("zip-comment-with-directory", "completed", lambda: b.zip_of(members(), comment=b"PK\5\6" + b"\0" * 18 + b"x" * 1000))
K("zip-64-lies", "EXTRACTION_FAILED limit", lambda: b.zip_of([b.Member(n, t, size=0xFFFFFFFF, extra=struct.pack("<HHQ", 1, 8, 1 << 62)) for n, t in b.docx_parts().items()]))
K("zip-only-a-directory-end", "EXTRACTION_FAILED empty", lambda: b"PK\5\6" + b"\0" * 18)
K("docx-without-document", "400 unsupported_file_type", lambda: b.zip_of([m for m in members() if b"document" not in m.name]))
K("docx-document-empty", "EXTRACTION_FAILED corrupt", lambda: b.docx(""))
K("docx-document-is-no-xml", "EXTRACTION_FAILED corrupt", lambda: b.docx("%PDF-1.7 hello"))
K("docx-xml-cut", "EXTRACTION_FAILED corrupt", lambda: b.docx(half(b.document_xml())))
K("docx-other-namespace", "400 unsupported_file_type", lambda: b.docx(b.document_xml().replace(b.W, "urn:nothing")))
K("docx-invalid-utf8", "EXTRACTION_FAILED corrupt", lambda: b.docx(b.document_xml().encode().replace(b"Maria", b"Mar\xff\xc0ia")))
K("docx-utf16", "completed", lambda: b.docx(('<?xml version="1.0" encoding="UTF-16"?>' + b.document_xml()).encode("utf-16")))
K("docx-unknown-encoding", "EXTRACTION_FAILED corrupt", lambda: b.docx('<?xml version="1.0" encoding="x-nothing"?>' + b.document_xml()))
K("docx-style-loop", "completed", lambda: b.docx(b.document_xml('<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>' + b.paragraphs()), word__styles_DOT_xml=f'<w:styles xmlns:w="{b.W}"><w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>', word___rels__document_DOT_xml_DOT_rels=f'<Relationships xmlns="{b.PACKAGE}/relationships"><Relationship Id="r2" Type="{b.OFFICE}/styles" Target="styles.xml"/></Relationships>'))
K("docx-relationship-outside", "EXTRACTION_FAILED corrupt", lambda: b.docx(_rels___DOT_rels=f'<Relationships xmlns="{b.PACKAGE}/relationships"><Relationship Id="r1" Type="{b.OFFICE}/officeDocument" Target="../../../../etc/passwd"/></Relationships>'))
K("docx-relationship-external", "EXTRACTION_FAILED corrupt", lambda: b.docx(_rels___DOT_rels=f'<Relationships xmlns="{b.PACKAGE}/relationships"><Relationship Id="r1" Type="{b.OFFICE}/officeDocument" Target="http://127.0.0.1/x" TargetMode="External"/></Relationships>'))
K("docx-many-attributes", "completed", lambda: b.docx(b.document_xml("<w:p " + " ".join(f'a{i}="x"' for i in range(100000)) + "/>" + b.paragraphs())))
K("docx-long-attribute", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml(f'<w:p x="{"y" * (9 * MB)}"/>' + b.paragraphs())))
K("docx-many-elements", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml("<w:p/>" * 3000000)))
K("docx-many-words", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml(b.paragraphs(["a b c d e f g h"] * 60000))))
K("docx-one-long-paragraph", "EXTRACTION_FAILED limit", lambda: b.docx(b.document_xml(b.paragraphs(["word " * 300000]))))

# ---- OLE ----
K = group("broken OLE")
K("ole-fat-loop", "completed", lambda: b.word97(fat_patch=lambda fat, at: fat.__setitem__(at["WordDocument"] + 7, at["WordDocument"])))
K("ole-fat-to-nowhere", "completed insufficient_text", lambda: b.word97(fat_patch=lambda fat, at: fat.__setitem__(at["WordDocument"] + 1, 0x7FFFFFF0)))
K("ole-directory-loop", "completed", lambda: b.word97(fat_patch=lambda fat, at: fat.__setitem__(at["/"], at["/"])))
K("ole-directory-child-itself", "EXTRACTION_FAILED corrupt", lambda: b.ole({"WordDocument": b"\xec\xa5" + b"\0" * 5000}, root_child=0))
K("ole-sector-size", "EXTRACTION_FAILED corrupt", lambda: b.word97()[:30] + b"\x3f\0" + b.word97()[32:])
K("ole-difat-loop", "completed", lambda: b.word97()[:68] + struct.pack("<II", 2, 0x7FFFFFFF) + b.word97()[76:])
K("doc-size-lies", "completed", lambda: b.word97().replace(struct.pack("<IQ", 3, 4096), struct.pack("<IQ", 3, 0xFFFFFFFF)))
K("doc-piece-lies", "completed", lambda: b.word97(pieces=[(0, 0x7FFFFFFF, 0x40000000 | 4096)]))
K("doc-pieces-backwards", "completed insufficient_text", lambda: b.word97(pieces=[(500, 10, 4096), (10, 400, 4096)]))
K("doc-pieces-repeat", "completed", lambda: b.word97(b.LINES * 8, pieces=[(i * 400, i * 400 + 400, 0x40000000 | 4096) for i in range(300)]))

# ---- texts ----
K = group("texts")
K("text-invalid-utf8", "completed", lambda: b.TEXT.encode().replace(b"Maria", b"Mar\xff\xfe\xc0\xafia"))
K("text-overlong-utf8", "completed", lambda: b.TEXT.encode() + b"\xe0\x80\xaf\xf0\x80\x80\xaf" * 1000)
K("text-utf16-lone-surrogates", "completed garbled_text", lambda: b"\xff\xfe" + b.TEXT.encode("utf-16-le") + b"\x00\xd8" * 500 + b"\x00\xdc" * 500)
K("text-utf16-odd", "completed", lambda: b.TEXT.encode("utf-16") + b"x")
K("text-utf32", "completed", lambda: b.TEXT.encode("utf-32"))
K("text-nul-bytes", "400 unsupported_file_type", lambda: b.TEXT.encode().replace(b" ", b"\0"))
K("text-controls", "400 unsupported_file_type", lambda: b.TEXT.encode() + bytes(range(1, 32)) * 1000)
K("text-bidi-controls", "completed", lambda: "".join("‮⁦" + c + "⁩‬" for c in b.TEXT).encode())
K("text-zero-width", "completed garbled_text", lambda: "​‍⁠﻿".join(b.TEXT).encode())
K("text-combining-flood", "completed", lambda: (b.TEXT + "a" + "́" * 300000).encode())
K("text-combining-everywhere", "completed", lambda: "".join(c + "́̂̃" * 20 for c in b.TEXT).encode())
K("text-private-use", "completed", lambda: (b.TEXT + "" * 300000).encode())
K("text-emoji", "completed", lambda: (b.TEXT + "👩‍💻🏽" * 100000).encode())
K("text-one-line-10-mb", "EXTRACTION_FAILED limit", lambda: (("lorem ipsum dolor 2019 sit amet, " * 400000)[:10 * MB]).encode())
K("text-one-word-10-mb", "EXTRACTION_FAILED limit", lambda: b"a" * (10 * MB))
K("text-million-lines", "EXTRACTION_FAILED limit", lambda: b"a\n" * 1000000)
K("text-empty-lines", "EXTRACTION_FAILED limit", lambda: b.TEXT.encode() + b"\n" * (9 * MB))
K("text-tabs", "completed", lambda: b.TEXT.encode() + b"\t" * (5 * MB))
K("text-form-feeds", "EXTRACTION_FAILED limit", lambda: b.TEXT.encode() + b"x\f" * 200000)
K("text-number-columns", "completed insufficient_text", lambda: "".join("  ".join(str((i * 7919 + k * 104729) % 99999) for k in range(12)) + "\n" for i in range(30000)).encode())
K("text-too-large", "413 payload_too_large", lambda: b"a " * (6 * MB))
for name, bait in {
        "dates": "01/02/03-04.05.06 - ", "year-ranges": "2019-2020-2021 - ", "months": "Jan Feb Mar 12 - ", "since": "since since 2019 - until ",
        "e-mails": "a.b-c_d@e.f-", "at-signs": "@", "e-mail-dots": "a.", "obfuscated": "a (at) b (dot) ", "phones": "+49 (0) 30-", "digits": "1234567890",
        "dashes": "- ", "links": "http://www.", "paths": "a/b/", "places": "Berlin, Paris, San ", "postcodes": "10115 ", "stars": "★☆●○", "brackets": "(",
        "commas": ",", "pipes": " | ", "bullets": "• ", "headings": "Experience\nEducation\nSkills\n", "titles": "Senior Software Engineer at ",
        "skills": "Python, Java, C++, ", "half-skills": "Pythom Jva Kubernets ", "names": "Dr. Maria von der ", "capitals": "A B C D ",
        "spaced-letters": "E X P E R I E N C E   ", "hyphens": "some-\nthing ", "degrees": "B.Sc. M.Sc. Ph.D. "}.items():
    size = MB // 5 if "\n" in bait or name in ("bullets", "capitals", "spaced-letters") else MB  # else a limit answers
    K(f"bait-{name}", "completed", lambda bait=bait, size=size: (b.TEXT + bait * (size // len(bait)) + "\n" + b.TEXT).encode())

# ---- web pages, RTF, mail ----
K = group("web pages, RTF, mail")
K("html-long-attribute", "completed", lambda: ("<html><body><p title='" + "x" * (5 * MB) + "'>" + "<p>".join(b.LINES)).encode())
K("html-many-attributes", "EXTRACTION_FAILED limit", lambda: ("<html><body><p " + " ".join(f"a{i}=1" for i in range(50000)) + ">" + "<p>".join(b.LINES)).encode())
K("html-unclosed-comment", "completed", lambda: ("<html><body><p>" + "<p>".join(b.LINES) + "<!--" + "x" * MB).encode())
K("html-entities", "completed", lambda: ("<html><body><p>" + "<p>".join(b.LINES) + "&#x10FFFF;&#99999999999;&notanentity;&amp" * 50000).encode())
K("html-misnested", "EXTRACTION_FAILED limit", lambda: ("<html><body><p>" + "<p>".join(b.LINES) + "<b><p><i></b><table></i><td><b>" * 3000).encode())
K("html-formatting-adoption", "EXTRACTION_FAILED limit", lambda: ("<html><body><p>" + "<p>".join(b.LINES) + "<a><b><i><u><s>" * 300 + "<p>" * 3000).encode())
K("html-script-style-svg", "completed insufficient_text", lambda: ("<html><body><script>" + "x" * MB + "</script><style>" + "{}" * 100000 + "</style><svg><math><title>" + "<p>".join(b.LINES)).encode())
K("html-meta-charset-wrong", "completed", lambda: b"<html><head><meta charset=utf-16><meta charset=x-nothing></head><body>" + b"<p>".join(x.encode() for x in b.LINES))
K("rtf-bin-lies", "completed insufficient_text", lambda: b.rtf("\\bin999999999 x" + "\\par ".join(b.LINES)))
K("rtf-controls", "completed", lambda: b.rtf("\\b\\i0" * 500000 + "\\par ".join(b.LINES)))
K("rtf-picture", "completed", lambda: b.rtf("{\\pict\\pngblip " + "89" * (4 * MB) + "}" + "\\par ".join(b.LINES)))
K("rtf-long-control-word", "completed", lambda: b.rtf("\\" + "a" * MB + " " + "\\par ".join(b.LINES)))
K("rtf-surrogates", "completed", lambda: b.rtf("\\u-10240?\\u-9216?\\u-10240?" * 10000 + "\\par ".join(b.LINES)))
K("rtf-tables-open", "EXTRACTION_FAILED too_many_pages", lambda: b.rtf("\\trowd\\intbl x\\cell " * 30000 + "\\par ".join(b.LINES)))
K("mail-many-parts", "completed insufficient_text", lambda: b.mail(b.multipart([b"Content-Type: text/plain\r\n\r\nx"] * 50000), "multipart/mixed; boundary=frontier"))
K("mail-empty-boundary", "EXTRACTION_FAILED empty", lambda: b.mail("--\r\n" * 100000 + b.TEXT, 'multipart/mixed; boundary=""'))
K("mail-boundary-everywhere", "EXTRACTION_FAILED empty", lambda: b.mail("-" * (2 * MB), "multipart/mixed; boundary=-"))
K("mail-long-header", "completed", lambda: b.mail(extra="X-Long: " + "y" * (5 * MB) + "\r\n"))
K("mail-many-headers", "completed", lambda: b.mail(extra="X-More: y\r\n" * 200000))
K("mail-folded-header", "completed", lambda: b.mail(content_type="text/plain;\r\n" + " x=y;\r\n" * 200000))
K("mail-base64-garbage", "EXTRACTION_FAILED empty", lambda: b.mail("%%%" * 100000, extra="Content-Transfer-Encoding: base64\r\n"))
K("mail-quoted-printable-bait", "completed insufficient_text", lambda: b.mail("=" * MB, extra="Content-Transfer-Encoding: quoted-printable\r\n"))
K("mail-attached-exe", "completed", lambda: b.mail(b.multipart([b"Content-Type: text/plain\r\n\r\n" + b.TEXT.encode(), b.attachment(b"MZ" + b"\0" * 999, "resume.pdf")]), "multipart/mixed; boundary=frontier"))
K("mail-attached-path", "completed", lambda: b.mail(b.multipart([b.attachment(b.pdf(), "../../../etc/passwd")]), "multipart/mixed; boundary=frontier"))
K("mail-attached-locked-pdf", "EXTRACTION_FAILED encrypted", lambda: b.mail(b.multipart([b.attachment(locked_pdf("secret"))]), "multipart/mixed; boundary=frontier"))
K("mail-in-mail", "EXTRACTION_FAILED empty", lambda: b.mail(b.multipart([b.attachment(b.mail(b.multipart([b.attachment(b.pdf())]), "multipart/mixed; boundary=frontier"), "cv.eml", "message/rfc822")]), "multipart/mixed; boundary=frontier"))
K("mail-charset-unknown", "completed", lambda: b.mail(content_type="text/plain; charset=x-nothing"))

# ---- two things at once ----
K = group("polyglots")
K("pdf-and-zip", "completed", lambda: b.pdf() + b.docx())
K("zip-behind-pdf-head", "EXTRACTION_FAILED corrupt", lambda: b.zip_of(members(), prefix=b"%PDF-1.7\n"))
K("pdf-behind-junk", "completed", lambda: b"junk " * 150 + b.pdf())
K("pdf-behind-much-junk", "completed", lambda: b"junk " * 5000 + b.pdf())
K("gif-and-html", "400 unsupported_file_type", lambda: b"GIF89a/*" + b"\0" * 20 + b"*/<html><body>" + b.TEXT.encode())
K("html-and-pdf", "completed", lambda: b"<html><body><!--" + b.pdf() + b"--><p>" + b.TEXT.encode())
K("png-and-zip", "EXTRACTION_FAILED scan_needs_ocr", lambda: b.png() + b.docx())
K("rtf-and-pdf", "completed", lambda: b"{\\rtf1 x}" + b.pdf())
K("docx-and-odt", "completed", lambda: b.zip_of([b.Member("mimetype", b.ODT_TYPE, 0), b.Member("content.xml", b.odt_parts()["content.xml"])] + members()))
K("pdf-javascript", "completed", lambda: b.pdf().replace(b"/Type /Catalog", b"/Type /Catalog /OpenAction << /S /JavaScript /JS (while(1){}) >> /Names << /JavaScript << /Names [(x) << /S /JavaScript /JS (while(1){}) >>] >> >>"))
K("pdf-launch-and-embed", "completed", lambda: b.pdf().replace(b"/Type /Catalog", b"/Type /Catalog /OpenAction << /S /Launch /F (/bin/sh) >> /AF [<< /Type /Filespec /F (../x) /EF << /F 5 0 R >> >>]"))
K("pdf-xfa", "completed", lambda: b.pdf().replace(b"/Type /Catalog", b"/Type /Catalog /AcroForm << /XFA (<xdp:xdp xmlns:xdp='x'><!DOCTYPE x [<!ENTITY a 'b'>]>) /Fields [1 0 R] /NeedAppearances true >>"))

# ---- requests ----
K = group("requests")
K("body-lone-surrogate", "400 malformed_json", lambda: b'{"input":{"type":"text","raw_text":"a \\ud800 b"}}', json_body=True)
K("body-nul", "400 malformed_json", lambda: raw_text(b.TEXT + "\0" * 1000), json_body=True)
K("body-deep", "400 malformed_json", lambda: b'{"input":' + b"[" * 500000 + b"]" * 500000 + b"}", json_body=True)
K("body-many-values", "400 malformed_json", lambda: b'{"input":{"type":"result","data":[' + b"{}," * 3000000 + b"{}]}}", json_body=True)
K("body-duplicate-keys", "400 malformed_json", lambda: b'{"input":{"type":"text","type":"url","raw_text":"x"}}', json_body=True)
K("body-invalid-utf8", "400 malformed_json", lambda: b'{"input":{"type":"text","raw_text":"\xff\xfe"}}', json_body=True)
K("body-giant-number", "400 malformed_json", lambda: b'{"input":{"type":"text","raw_text":"x"},"config":{"matching":{"top_skills":' + b"9" * 100000 + b"}}}", json_body=True)
K("body-many-unknown-fields", "completed", lambda: json.dumps({"input": {"type": "text", "raw_text": b.TEXT}, **{f"x{i}": i for i in range(20000)}}).encode(), json_body=True)
K("body-text-bidi", "completed garbled_text", lambda: raw_text("‮" + b.TEXT + "⁦" * 10000), json_body=True)
K("body-text-too-long", "413 payload_too_large", lambda: raw_text("a" * 1000001), json_body=True)
K("body-base64-garbage", "400 invalid_request", lambda: b'{"input":{"type":"file","data":"***not base64***"}}', json_body=True)
K("body-result-wrong-types", "400 invalid_request", lambda: json.dumps({"input": {"type": "result", "data": {"result": {"experience": "x", "skills": {"a": []}, "personal_info": [[]]}}}}).encode(), json_body=True)
K("body-result-many-skills", "completed", lambda: json.dumps({"input": {"type": "result", "data": {"skills": [{"skill": f"s{i}"} for i in range(50000)]}}}).encode(), json_body=True)
K("body-job-bait", "completed", lambda: json.dumps({"input": {"type": "text", "raw_text": b.TEXT, "job_description": ("5+ years of Python or Go, AWS, GCP or " * 800)[:29000]}}).encode(), json_body=True)
K("name-path-up", "completed", lambda: b.TEXT.encode(), file="../../../etc/passwd")
K("name-very-long", "completed", lambda: b.TEXT.encode(), file="a" * 5000 + ".md")
K("name-too-long-for-headers", "400 malformed_multipart", lambda: b.TEXT.encode(), file="a" * 100000 + ".md")
K("name-with-controls", "completed", lambda: b.TEXT.encode(), file="a\x01\x02‮fdp.md")
