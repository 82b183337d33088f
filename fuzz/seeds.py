#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""seeds.py OUT MKSKILLS: writes the first inputs of every fuzz target into OUT/TARGET, all made here: small
documents with every structure that the reader of the format knows."""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/hostile"))
import builders as b  # noqa: E402
import kinds as k  # noqa: E402

STYLES = (f'<w:styles xmlns:w="{b.W}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault>'
          '</w:docDefaults><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="N"/>'
          '<w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:rPr><w:b/></w:rPr></w:style>'
          '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style></w:styles>')
NUMBERING = (f'<w:numbering xmlns:w="{b.W}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
             '<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/>'
             '<w:lvlText w:val="o"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>')
RELS = (f'<Relationships xmlns="{b.PACKAGE}/relationships"><Relationship Id="r9" Type="{b.OFFICE}/hyperlink" '
        f'Target="https://example.com/maria" TargetMode="External"/><Relationship Id="r2" Type="{b.OFFICE}/styles" '
        f'Target="styles.xml"/><Relationship Id="r3" Type="{b.OFFICE}/numbering" Target="numbering.xml"/>'
        f'<Relationship Id="r4" Type="{b.OFFICE}/header" Target="header1.xml"/></Relationships>')
RICH = ('<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>Experience</w:t></w:r></w:p>'
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:ind w:left="720"/><w:jc w:val="right"/>'
        '<w:tabs><w:tab w:val="right" w:pos="9000"/></w:tabs></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="28"/><w:color w:val="FF0000"/>'
        '<w:vanish/></w:rPr><w:t xml:space="preserve">Engineer </w:t><w:tab/><w:t>2019</w:t><w:br w:type="page"/></w:r>'
        '<w:hyperlink r:id="r9"><w:r><w:t>maria</w:t></w:r></w:hyperlink></w:p>'
        '<w:tbl><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="6000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/>'
        '<w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>2014</w:t></w:r></w:p></w:tc><w:tc><w:tbl><w:tr><w:tc><w:p/></w:tc>'
        '</w:tr></w:tbl></w:tc></w:tr></w:tbl><w:sdt><w:sdtContent><w:p><w:ins><w:r><w:t>in</w:t></w:r></w:ins><w:del><w:r>'
        '<w:delText>out</w:delText></w:r></w:del><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "x"</w:instrText>'
        '<w:fldChar w:fldCharType="separate"/><w:t>y</w:t><w:fldChar w:fldCharType="end"/><w:sym w:font="Wingdings" '
        'w:char="F0B7"/></w:r></w:p></w:sdtContent></w:sdt><w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml">'
        '<v:textbox><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>'
        '<w:sectPr><w:headerReference w:type="default" r:id="r4"/><w:cols w:num="2"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>')
HEADER = f'<w:hdr xmlns:w="{b.W}"><w:p><w:r><w:t>Maria Sample</w:t></w:r></w:p></w:hdr>'
APP = ('<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>2</Pages>'
       "</Properties>")
ODT_RICH = ('<text:h text:outline-level="1">Experience</text:h><text:p text:style-name="P1">Engineer<text:tab/>2019<text:s '
            'text:c="3"/><text:span text:style-name="T1">x</text:span><text:line-break/><text:a xmlns:xlink='
            '"http://www.w3.org/1999/xlink" xlink:href="https://example.com">y</text:a></text:p><text:list><text:list-item>'
            '<text:p>one</text:p><text:list><text:list-item><text:p>two</text:p></text:list-item></text:list></text:list-item>'
            '</text:list><table:table><table:table-column table:number-columns-repeated="2"/><table:table-row>'
            '<table:table-cell table:number-columns-spanned="2"><text:p>a</text:p></table:table-cell></table:table-row>'
            '</table:table><draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>')
HTML = """<!doctype html><html lang="en"><head><meta charset="utf-8"><style>.side{float:left;width:30%}
h2{display:flex;color:#123456;font:bold 12pt/1.2 serif}@media print{p{display:none}} ul li{list-style:none}
.g{display:grid;grid-template-columns:1fr 2fr}</style></head><body><h1>Maria Sample</h1><div class="g"><div class="side">
<ul><li>Python<li>SQL<ol><li>x</ol></ul></div><div><h2>Experience <span style="visibility:hidden">no</span></h2>
<table><tr><td colspan=2>2019<td rowspan=3>Engineer</table><pre>a   b\n\tc</pre><p>&eacute;&#x1F600;&nbsp;<br>x<a
 href="mailto:maria@example.com">mail</a><details><summary>s</summary>d</details><script>no()</script></div></div>"""
MICRODATA = """<div itemscope itemtype="https://schema.org/Person"><meta itemprop="name jobTitle" content="Maria Sample"><a
 itemprop="email" href="mailto:maria@example.com">x</a><div hidden itemprop="worksFor" itemscope><i itemprop="roleName">Cook</i>
<time itemprop="startDate" datetime="2019">y</time></div><p itemprop="knowsAbout">Python<b itemprop="knowsAbout">SQL"""
MICROFORMATS = """<div class="h-resume"><p class="p-contact h-card" hidden><i class="p-name">Maria Sample</i><a class="u-tel u-url"
 href="tel:+4930901820">x</a><i class="p-locality">Berlin</i></p><div class="p-experience h-event" hidden><i class="p-job-title">Cook</i>
<i class="p-org h-card">Example</i><time class="dt-start" datetime="2019"></time></div><i class="p-skill">Python"""
MARKDOWN = """# Maria Sample
maria@example.com | **bold** _it_ ~~no~~ `code`

Experience
==========
1. one
   - two
     > quote
* three

| a | b |
|---|:-:|
| [link](https://example.com "t") | ![i](x.png) |

<div>html</div>

    code block
```
fence
```
- [x] done
"""
RTF = (r"\pard\b Experience\b0\par\pard\li360 \bullet\tab Engineer \u8211? 2019\par{\*\generator x;}"
       r"{\field{\*\fldinst{HYPERLINK \"https://example.com\"}}{\fldrslt{link}}}\trowd\cellx3000\cellx6000\intbl a\cell b\cell\row"
       r"\pard{\pict\pngblip 89504e47}{\listtext 1.\tab}\'e9\u55357?\u56832?\uc0\u233 x\page{\stylesheet{\s1 h;}}\line\outlinelevel1\fs48 y")
FINDERS = ["March 2019 - Present", "03/2015 – 11/2018; 12.04.2014 to 2016", "seit 04.2020, bis heute, été 2018, Q3 2017",
           "Berlin, Germany | 10115 Berlin, Hauptstr. 5", "Springfield, IL 62701, USA (remote)", "+49 (30) 901820-12 ext. 5",
           "maria (at) example (dot) com, www.linkedin.com/in/maria", "8 out of 10 ●●●○○ 1.234,5", "2012-2014, '19 -- now",
           "Mär. 2019 bis Dez 20", "２０１９年３月 – 現在", "январь 2018 — настоящее время"]
JOB = """Senior Software Engineer (m/f/d)
We need 5+ years of experience in Python or Go, a master's degree in computer science and fluent German.
Must have: AWS, GCP or Azure; nice to have: Rust, Kubernetes.

Maria Sample. Ten years of Python and PostgreSQL, AWS. MSc Computer Science. German native."""
JSON_RESUME = """{"basics":{"name":"Maria Sample","email":"maria@example.com","location":{"city":"Berlin"},
"profiles":[{"network":"x","url":"https://example.com"}]},"work":[{"name":"Example","position":"Engineer",
"startDate":"2019-03","highlights":["a"],"summary":"s"}],"education":[{"institution":"TU","studyType":"MSc"}],
"skills":[{"name":"Python","level":"expert","keywords":["x"]}],"languages":[{"language":"German"}]}"""
WORKER_ANSWER = json.dumps({
    "metadata": {"parser_version": "1", "file_size_bytes": 5, "extract": {"source_format": "txt", "page_count": 1}, "validate": {"skipped": True},
                 "parse": {"model_tier": "basic", "confidence_score": 0.9, "engine": "local-basic"}, "matching": {"skipped": True}},
    "checks": {"text_validation": {"passed": True, "reasons": []}}, "ai_features": None, "matching": None, "raw_text": "Maria\u00e9",
    "result": {"personal_info": {"name": "Maria", "label": None, "email": None, "phone": None,
                                 "location": {"city": None, "region": None, "country": None, "country_code": None}},
               "summary": None, "experience": [], "education": [], "skills": [], "certifications": [],
               "languages": [{"language": "German", "proficiency": "native"}]},
    "evidence": {"/personal_info/name": {"page": 1, "box": [1, 2.5, 3, 4], "start": 0, "end": 5, "confidence": 0.5}},
    "warnings": ["a"], "unknown": [{"a": 1}]})
ANSWER = """{"result":{"personal_info":{"name":"Maria Sample","email":"maria@example.com","phone":"+4930901820",
"location":{"city":"Berlin","country_code":"DE"}},"summary":"s","experience":[{"type":"volunteer","company":"Example",
"title":"Engineer","start_date":"2019-03","current":true,"highlights":["a"],"location":"Oslo"}],"education":[{"degree":"MSc",
"institution":"TU","graduation_date":"2014"}],"skills":[{"skill":"Python","proficiency":"expert","implied_by":null}],
"languages":[{"language":"German","cefr":"C1"}],"certifications":[{"name":"C","url":"https://example.com/%zz"}],"links":[
{"url":"github.com/m","kind":"github"},{"url":"https://m.example","kind":"website"}],"projects":[{"name":"P"}],"interests":
["x"]},"ai_features":{"experience_summary":{"total_years":1.5}},"matching":{"score":3}}"""
CONFIG = ('{"extract":{"type":"auto"},"validate":{"prompt":{"skip":false,"level":"basic"}},"parse":{"skip":false,'
          '"model_tier":"standard","skills":{"skip":true},"evidence":true,"extras":true},"matching":{"skip":false,'
          '"top_skills":5},"reference_date":"2026-01-01","retention_seconds":3600}')
JSON_BODY = '{"input":{"type":"text","raw_text":"hello","job_description":"%s"},"config":%s}' % ("x" * 100, CONFIG)


def package(parts):
    return "\n".join(f"##{name}\n{text}" for name, text in parts.items())


def form(parts):
    body = "".join(f"--x\r\nContent-Disposition: form-data; {head}\r\n\r\n{text}\r\n" for head, text in parts)
    return f"multipart/form-data; boundary=x\n{body}--x--\r\n"


def rich_pdf():
    """Fonts, forms, links, an outline, object numbers out of order, a picture, text in every mode."""
    doc = b.Pdf()
    form_x = doc.add(b.stream("0.5 g 0 0 20 20 re f BT /F1 8 Tf 1 0 0 1 2 2 Tm (in a form) Tj ET",
                              " /Type /XObject /Subtype /Form /BBox [0 0 50 50] /Resources << /Font << /F1 3 0 R >> >>"))
    picture = doc.add(b.stream(b"\xff\0\xff\0", " /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray "
                                                "/BitsPerComponent 8"))
    cmap = doc.add(b.stream("/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
                            "1 beginbfrange <41> <5a> <0061> endbfrange 1 beginbfchar <20> <0020> endbfchar endcmap"))
    font = doc.add(f"<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Sans-Bold /FirstChar 32 /LastChar 34 /Widths [250 500 "
                   f"500] /ToUnicode {cmap} 0 R /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /a /b] >> >>")
    link = doc.add("<< /Type /Annot /Subtype /Link /Rect [60 700 200 720] /A << /S /URI /URI (https://example.com) >> >>")
    content = ("q 1 0 0 1 300 300 cm /X1 Do Q q 20 0 0 20 10 10 cm /I1 Do Q 1 0 0 RG 10 10 m 100 10 l S 0 0 5 5 re W n "
               "BT /F2 12 Tf 3 Tr (HID) Tj 0 Tr [(A) -250 (B)] TJ 0 1 -1 0 500 500 Tm (up) Tj 2 Ts 5 Tc 3 Tw 90 Tz (z) ' ET "
               + b.text_content(b.LINES))
    doc.page(content, f"/Font << /F1 3 0 R /F2 {font} 0 R >> /XObject << /X1 {form_x} 0 R /I1 {picture} 0 R >>",
             f"/Annots [{link} 0 R] /Rotate 90 /UserUnit 1")
    return doc.build("/Info << /Title (CV) /Author (Maria) >>")


def absurd_pdf(size, box="0 0 612 792"):
    doc = b.Pdf()
    doc.page(b.text_content(b.LINES[:9], size=size) + "\n1e8 0 0 1e8 0 0 cm " + b.text_content(b.LINES), box=box)
    return doc.build()


def crf(labels=2):
    """A model image (docs/formats.md) of two labels: header without checksum, tables of zeros and ones."""
    slots, edges, weights, rows = 8, 1, 3, 1
    words = b"a\0b\0"
    body = struct.pack(f"<{2 * labels + labels * labels}f", *[0.5] * (2 * labels + labels * labels))
    calibration = struct.pack("<I32f", 2, 0.1, 0.9, *[0] * 14, 0.2, 0.8, *[0] * 14)
    table = b"".join(struct.pack("<II", i if i < 4 else 0, (0 << 8 | 2) if i < 3 else 255) for i in range(slots))
    tail = struct.pack("<I", 9) + b"\0" * 4 * labels * labels + b"\1\0" * 8 * rows + b"\2\0" * weights + b"\0\1\0" + words
    header = b"VTCR" + struct.pack("<IQIIIIIIIfI", 1, 0, 0, labels, 4, slots, weights, edges, len(words), 0.01, rows)
    return [header.ljust(64, b"\0") + body + calibration + table + tail]


def taxonomy(mkskills):
    """An image of a few skills, made by the program that makes the one of the build."""
    sheet = ("S1\tProgramming\thard\tLanguages\tCoding\t\tCoding\nS2\tPython\thard\tLanguages\tPython 3|Py\tProgramming\tPy\n"
             "S3\tC++\thard\tLanguages\t\tProgramming\t\nS4\tSpring Boot\thard\tFrameworks\tSpring\t\tSpring\n"
             "S5\tReact Native (Mobile)\thard\tFrameworks\t\t\t\nS6\tTeamwork\tsoft\tSoft Skills\tTeam Player\t\t\n")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "01-x.tsv").write_text(sheet, encoding="utf-8")
        subprocess.run([mkskills, folder, folder + "/image", folder + "/image.S"], check=True)
        return pathlib.Path(folder, "image").read_bytes()


RESUME = ("Maria Sample\nWelder\nmaria@example.com\n\nExperience\nWelder, Example GmbH\n2019 - Present\n- Welds pipes\n"
          "Cook\nRed House\n05/2012 - 12/2018\n\nEducation\nBSc Physics, Oregon State University, 2011\n\nSkills\n"
          "Welding, C++, Zymurgy\n\nLanguages\nGerman (native)\n")


def model_answers():
    """Right, wrong in form, and wrong in what it says."""
    def ref(line, text):
        return {"line": line, "text": text}
    right = {"name": ref(1, "Maria Sample"), "label": ref(2, "Welder"), "email": ref(3, "maria@example.com"), "phone": None,
             "location": None, "summary": {"first": 2, "last": 3},
             "experience": [{"title": ref(6, "Welder"), "company": ref(6, "Example GmbH"), "location": None,
                             "dates": ref(7, "2019 - Present"), "body": {"first": 8, "last": 8}},
                            {"title": ref(10, "Red House"), "company": ref(9, "Cook"), "location": ref(10, "House"),
                             "dates": ref(11, "05/2012 - 12/2018"), "body": None}],
             "education": [{"institution": ref(13, "Oregon State University"), "degree": ref(13, "BSc"),
                            "field": ref(13, "Physics"), "dates": ref(13, "2011"), "grade": None}],
             "skills": [ref(15, s) for s in ("Welding", "C++", "zymurgy")],
             "languages": [{"language": ref(17, "German"), "level": ref(17, "native")}],
             "certifications": [{"name": ref(6, "Example GmbH"), "issuer": None, "date": ref(7, "2019")}]}
    wrong = {"name": ref(-1, "Nobody"), "label": 5, "experience": [{"title": ref(10 ** 15, "Welder"), "body": {"first": 9, "last": 2}}],
             "skills": [ref(1, ""), [], None, ref(2, "Welder" * 40)], "more": 1}
    return [json.dumps(right), "```json\n" + json.dumps(right) + "\n```", json.dumps(wrong), "{}", "no", "", '{"a":1,"a":2}']


def model_replies():
    whole = {"choices": [{"message": {"content": '{"name": null}', "refusal": None}, "finish_reason": "stop"}],
             "usage": {"prompt_tokens": 5, "completion_tokens": 7}}
    parts = {"choices": [{"message": {"content": [{"type": "text", "text": "{"}, {"type": "text", "text": "}"}]}}]}
    pieces = [{"choices": [{"delta": {"content": "{\u00e9"}}]}, {"choices": [{"delta": {}, "finish_reason": "length"}]},
              {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}}]
    stream = ": x\r\n\r\n" + "".join(f"data: {json.dumps(p)}\r\n\r\n" for p in pieces)
    return ["0" + json.dumps(whole), "0" + json.dumps(parts), "1" + stream + "data: [DONE]\n\n", "1" + stream, "0[]", "1data: {"]


def frame(kind, body):
    """A frame of a worker (src/worker/wire.c)."""
    return struct.pack("<IIQ", 0x76746631, kind, len(body)) + body


def seeds(mkskills):
    rich = b.docx_parts(b.document_xml(RICH), word__styles_DOT_xml=STYLES, word__numbering_DOT_xml=NUMBERING,
                        word___rels__document_DOT_xml_DOT_rels=RELS, word__header1_DOT_xml=HEADER, docProps__app_DOT_xml=APP)
    mail = b.multipart([b"Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
                        b"Maria =E9 =\r\nSample", b"Content-Type: text/html\r\n\r\n<p>Maria",
                        b.attachment(b.rtf(), "cv.rtf", "application/rtf")])
    nested = b.multipart([b"Content-Type: multipart/alternative; boundary=\"in\"\r\n\r\n" + b.multipart([b"\r\nx"], "in")])
    return {
        "answer": [bytes([0]) + WORKER_ANSWER.encode(), bytes([1]) + WORKER_ANSWER.encode(), bytes([3]) + WORKER_ANSWER.encode(),
                   bytes([4]) + b'{"raw_text":"a","model_request":{"system":"s","user":"u","schema":{"type":["a",null,1.5]}}}'],
        "batch": [form([('name="file"; filename="a.md"', "# Maria"), ('name="file"; filename="b.txt"', "Maria"), ('name="config"', CONFIG),
                        ('name="reference"', "march"), ('name="metadata"', '{"a":1}')]),
                  form([('name="archive"; filename="a.zip"', "PK")]), "application/zip\nPK",
                  'application/json\n{"items":[' + JSON_BODY + ',{"input":{"type":"text"}},7],"config":{"locale":{"country":"DE"}},'
                  '"metadata":{"a":"b"},"reference":"r","job_description":"' + "Python " * 20 + '"}'],
        "create": ["application/json\n" + JSON_BODY, form([('name="file"; filename="a.md"', "# Maria"), ('name="config"', CONFIG)]),
                   'application/json\n{"input":{"type":"url","data":"https://example.com/a.pdf"}}',
                   'application/json\n{"input":{"type":"file","data":"TWFyaWE=","filename":"a.txt"}}',
                   'application/json\n{"input":{"type":"text","raw_text":"a"},"config":{"language":"pt-BR","find_duplicate":true,"locale":'
                   '{"country":"US","language":"en","date_order":"month_first"}}}',
                   'application/json\n{"model":"standard","ocr":"basic","input":{"type":"upload","data":"x"}}'],
        "crf": crf(),
        "doc": [b.word97(), b.word97(["a\x07b\x07\x07", "\x13HYPERLINK x\x14y\x15", "z\x0c\x0b\x1e"])],
        "docx": [package(rich), package(b.docx_parts())],
        "eml": [b.mail(), b.mail(mail, "multipart/mixed; boundary=frontier"), b.mail(nested, "multipart/mixed; boundary=frontier")],
        "engine": [b.pdf(b.LINES[:12]), b.docx(), b.TEXT, b.rtf(), MARKDOWN, HTML, absurd_pdf(10**9), absurd_pdf(10, "0 0 1e9 1e9")],
        "export": [ANSWER, ANSWER.replace("Maria", "=1;+2 <b>[x](y) www.\\u2028"), '{"result":{"experience":[1,{}],"links":{}}}'],
        "finders": FINDERS,
        "frames": [frame(10, struct.pack("<II", 1, 50) + struct.pack("<I", 5) + b"Maria") + frame(11, b"\0" * 64), frame(11, b"") + b"\0" * 16,
                   frame(2, b"")[:12], frame(1, b"")[:8] + struct.pack("<Q", 1 << 40)],
        "head": ["/v1/parse?a=b\nHost: example.com\nContent-Length: 5\nX-Forwarded-For: 192.0.2.1, 10.0.0.1",
                 'http://x/a\nHost: x\nForwarded: for="[2001:db8::1]:80";proto=https, for=_a\nContent-Type: a; boundary="b\\"c"',
                 "10.0.0.0/8,::1\nTransfer-Encoding: chunked\nX-Forwarded-For: unknown, 10.1.1.1:80"],
        "html": [HTML, MICRODATA, MICROFORMATS],
        "image": [b.png(8, 8), b.tiff(8, 8, 2), b.jpeg_head(8, 8), b.webp_head(8, 8)],
        "job": [JOB],
        "job_desk": [JOB],
        "json": [CONFIG, '[1,-2.5e3,"\\u00e9\\ud83d\\ude00",null,true,{"a":[]}]'],
        "jsonresume": [JSON_RESUME],
        "llm_answer": [RESUME + "\0" + answer for answer in model_answers()],
        "markdown": [MARKDOWN, "# M\nmaria@ex\x01\0ample.visio/com | *\n| [linpth](tks://example"],
        "model_reply": model_replies(),
        "multipart": [form([('name="file"; filename="a \\"b.pdf"', "one"), ("name=config", "{}")])],
        "odt": [package(b.odt_parts()), package(b.odt_parts(ODT_RICH))],
        "options": [CONFIG],
        "pdf": [b.pdf(b.LINES[:4]), rich_pdf(), absurd_pdf(10**9), absurd_pdf(10, "0 0 1e9 1e9"),
                rich_pdf().replace(b"https://example.com", b"https://ex\xffmple.com"),
                k.xref_stream("1 2 1"), k.packed_contents("/JBIG2Decode", "null", k.jbig2(8, 8)),
                k.packed_contents("/CCITTFaxDecode", "<< /K -1 /Columns 64 >>", b"\xff" * 9),
                k.pictures(k.jpeg2000_without_data(8, 8), "/JPXDecode", 8, 2), k.mapped_font("<00> <ff> <D83DDE00>"),
                k.wide_font("0 90 500")],
        "plain": [b.TEXT, b.TEXT.encode("utf-16"), "a   b\tc\n" * 3],
        "review": [ANSWER.replace("\n", " ") + "\n" + json.dumps({"result": json.loads(ANSWER)["result"], "confirmed": [
            "/personal_info/name", "/skills/0", "/experience/0/highlights/1"]}),
                   '{"result":{"a":[1,2,{"b":null}]},"evidence":{"/a/2/b":1},"confidence":{"/a/1":0.5}}\n{"result":{"a":[2,{"b":null},3,{}]}}'],
        "rtf": [b.rtf(), b.rtf(RTF)],
        "search": ["python", "C++ and .NET & node.js", "kubernets", "k8s", "f\u00fchrung \u65e5\u672c\u8a9e", b"C\xc0\xab\xe0\x80\xae"],
        "taxonomy": [taxonomy(mkskills)],
        "text_input": [b.TEXT, "\n".join(b.LINES[5:9])],
        "unpack": [package({"a.txt": "Maria", "b/c.pdf": b.pdf(b.LINES[:2]), "__MACOSX/x": "", ".hidden": "", "d/": ""}), b.docx(method=0)],
        "wire": [struct.pack("<III", 1, 0, 0), b"\0" * 64, b"\xff" * 64],
        "xml": [rich["word/document.xml"], b.odt_parts(ODT_RICH)["content.xml"], "<?xml version='1.0'?><a b='&lt;'><![CDATA[x]]><!-- c --></a>"],
        "zip": [b.docx(method=0), b.docx(), b.odt()],
    }


def main():
    out = pathlib.Path(sys.argv[1])
    for target, inputs in seeds(sys.argv[2]).items():
        (out / target).mkdir(parents=True, exist_ok=True)
        for i, data in enumerate(inputs):
            data = data if isinstance(data, bytes) else data.encode()
            (out / target / f"seed-{i}").write_bytes(data)


if __name__ == "__main__":
    main()
