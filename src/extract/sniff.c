/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a document is, by its content. Signatures first, then the shapes of text formats; names and
 * media types only decide between formats that any text could be.
 */
#include "extract/readers.h"

#include "extract/encoding.h"

enum { HEAD = 4096 };

/* A PDF header may stand behind up to 1,024 bytes of something else. */
static bool is_pdf(vt_str bytes)
{
    return vt_str_find(vt_str_sub(bytes, 0, 1024 + 5), VT_STR("%PDF-"), 0) != VT_NPOS;
}

static bool has(vt_str bytes, vt_str needle)
{
    return vt_str_find(bytes, needle, 0) != VT_NPOS;
}

/* ---- containers ---- */

/* Member names stand uncompressed in the directory at the end of a container. */
static bool zip_names(vt_str bytes, vt_str name)
{
    size_t from = bytes.len > (1u << 20) ? bytes.len - (1u << 20) : 0;
    return has(vt_str_sub(bytes, from, bytes.len), name);
}

static bool is_zip(vt_str bytes)
{
    return vt_str_starts(bytes, VT_STR("PK\3\4")) || vt_str_starts(bytes, VT_STR("PK\5\6"));
}

static bool is_ole(vt_str bytes)
{
    return vt_str_starts(bytes, VT_STR("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"));
}

/* A stream or storage of an OLE container, by its name in UTF-16. */
static bool ole_has(vt_str bytes, const char *name)
{
    char wide[64];
    size_t n = 0;
    for (; name[n] && n < sizeof wide / 2; n++) {
        wide[n * 2] = name[n];
        wide[n * 2 + 1] = 0;
    }
    return has(bytes, vt_str_n(wide, n * 2));
}

static vt_format zip_format(vt_str bytes)
{
    if (has(vt_str_sub(bytes, 0, 256), VT_STR("application/vnd.oasis.opendocument.text")))
        return VT_FORMAT_ODT;
    if (zip_names(bytes, VT_STR("word/")))
        return VT_FORMAT_DOCX;
    if (zip_names(bytes, VT_STR("content.xml")) &&
        zip_names(bytes, VT_STR("META-INF/manifest.xml")) &&
        has(vt_str_sub(bytes, 0, 256), VT_STR("opendocument.text")))
        return VT_FORMAT_ODT;
    return VT_FORMAT_UNKNOWN;
}

/* ---- pictures ---- */

static vt_format picture_format(vt_str b)
{
    if (vt_str_starts(b, VT_STR("\xFF\xD8\xFF")))
        return VT_FORMAT_JPEG;
    if (vt_str_starts(b, VT_STR("\x89PNG\r\n\x1A\n")))
        return VT_FORMAT_PNG;
    if (vt_str_starts(b, VT_STR("II*\0")) || vt_str_starts(b, VT_STR("MM\0*")))
        return VT_FORMAT_TIFF;
    if (vt_str_starts(b, VT_STR("RIFF")) && vt_str_eq(vt_str_sub(b, 8, 12), VT_STR("WEBP")))
        return VT_FORMAT_WEBP;
    return VT_FORMAT_UNKNOWN;
}

/* ---- text formats ---- */

/* The start of a text in ASCII: white space and byte order marks gone, UTF-16 thinned out. */
static vt_str text_head(vt_str bytes, char *room, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes.len && n < size; i++) {
        unsigned char c = (unsigned char)bytes.ptr[i];
        if (c == 0 || (i < 4 && (c == 0xFE || c == 0xFF || c == 0xEF || c == 0xBB || c == 0xBF)))
            continue;
        if (n == 0 && vt_is_space(c))
            continue;
        room[n++] = (char)c;
    }
    return vt_str_n(room, n);
}

/* Comments and an XML declaration may stand before the first element. */
static vt_str skip_markup(vt_str s)
{
    for (;;) {
        vt_str end = vt_str_starts(s, VT_STR("<!--")) ? VT_STR("-->")
                     : vt_str_starts(s, VT_STR("<?")) ? VT_STR("?>")
                                                      : VT_STR_NULL;
        size_t at = end.len ? vt_str_find(s, end, 0) : VT_NPOS;
        if (at == VT_NPOS)
            return s;
        s = vt_str_trim(vt_str_sub(s, at + end.len, s.len));
    }
}

static bool is_html(vt_str head)
{
    static const char *const starts[] = {"<!doctype html", "<html", "<head",  "<body",
                                         "<title",         "<div",  "<table", "<section",
                                         "<article",       "<meta"};
    vt_str s = skip_markup(head);
    for (size_t i = 0; i < VT_COUNT(starts); i++)
        if (vt_str_starts_nocase(s, vt_str_z(starts[i])))
            return true;
    /* a fragment: it begins with a block element, and closing tags follow */
    bool block = vt_str_starts_nocase(s, VT_STR("<p>")) || vt_str_starts_nocase(s, VT_STR("<p ")) ||
                 vt_str_starts_nocase(s, VT_STR("<h1")) || vt_str_starts_nocase(s, VT_STR("<h2")) ||
                 vt_str_starts_nocase(s, VT_STR("<ul")) || vt_str_starts_nocase(s, VT_STR("<span"));
    return block && has(s, VT_STR("</"));
}

/* Two well-known header fields of a message, one of them one that only messages have, before the
 * first empty line. */
static bool is_mail(vt_str head)
{
    static const struct {
        const char *name;
        bool only_mail;
    } fields[] = {{"From:", false},    {"To:", false},           {"Subject:", false},
                  {"Date:", false},    {"MIME-Version:", true},  {"Message-ID:", true},
                  {"Received:", true}, {"Return-Path:", true},   {"Delivered-To:", true},
                  {"X-", false},       {"Content-Type:", false}, {"DKIM-Signature:", true},
                  {"Reply-To:", false}};
    size_t known = 0, sure = 0, from_or_subject = 0;
    vt_str rest = head, line;
    for (size_t n = 0; n < 40 && vt_str_split(&rest, '\n', &line); n++) {
        if (vt_str_trim(line).len == 0)
            break;
        bool folded = line.ptr[0] == ' ' || line.ptr[0] == '\t';
        bool field = vt_str_find_char(vt_str_sub(line, 0, 78), ':', 0) != VT_NPOS;
        if (!folded && !field)
            return false;
        for (size_t i = 0; i < VT_COUNT(fields); i++) {
            if (!vt_str_starts_nocase(line, vt_str_z(fields[i].name)))
                continue;
            known++;
            sure += fields[i].only_mail;
            from_or_subject += i == 0 || i == 2;
        }
    }
    return known >= 3 && sure >= 1 && from_or_subject >= 1;
}

static bool is_json_resume(vt_str bytes, vt_str head)
{
    if (!vt_str_starts(head, VT_STR("{")))
        return false;
    static const char *const keys[] = {"\"basics\"", "\"work\"", "\"education\"", "\"skills\""};
    size_t n = 0;
    for (size_t i = 0; i < VT_COUNT(keys); i++)
        n += has(bytes, vt_str_z(keys[i]));
    return n >= 2 && has(bytes, VT_STR("\"basics\""));
}

static bool name_ends(vt_str filename, const char *const *ends, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        vt_str end = vt_str_z(ends[i]);
        if (filename.len > end.len &&
            vt_str_eq_nocase(vt_str_sub(filename, filename.len - end.len, filename.len), end))
            return true;
    }
    return false;
}

/* At least two ATX headings ("# Name", "## Work"), and no text that would not be Markdown. */
static bool looks_like_markdown(vt_str bytes)
{
    vt_str rest = vt_str_sub(bytes, 0, 64 * 1024), line;
    size_t headings = 0;
    while (vt_str_split(&rest, '\n', &line)) {
        size_t n = 0;
        while (n < line.len && line.ptr[n] == '#')
            n++;
        headings += n >= 1 && n <= 6 && n + 1 < line.len && line.ptr[n] == ' ' &&
                    line.ptr[n + 1] != ' ' && line.ptr[n + 1] != '#';
    }
    return headings >= 2;
}

static vt_format text_format(vt_str bytes, vt_str filename, vt_str content_type)
{
    static const char *const markdown[] = {".md", ".markdown", ".mkd", ".mdown"};
    static const char *const html[] = {".html", ".htm", ".xhtml"};
    char room[HEAD];
    vt_str head = text_head(bytes, room, sizeof room);
    if (is_html(head))
        return VT_FORMAT_HTML;
    if (is_mail(head))
        return VT_FORMAT_EML;
    if (is_json_resume(bytes, head))
        return VT_FORMAT_JSON_RESUME;
    if (vt_str_starts_nocase(content_type, VT_STR("text/html")) ||
        name_ends(filename, html, VT_COUNT(html)))
        return VT_FORMAT_HTML;
    if (vt_str_starts_nocase(content_type, VT_STR("text/markdown")) ||
        name_ends(filename, markdown, VT_COUNT(markdown)) || looks_like_markdown(bytes))
        return VT_FORMAT_MARKDOWN;
    return VT_FORMAT_TEXT;
}

vt_format vt_sniff(vt_str bytes, vt_str filename, vt_str content_type)
{
    if (vt_str_starts(bytes, VT_STR("%PDF-")))
        return VT_FORMAT_PDF;
    if (is_zip(bytes))
        return zip_format(bytes);
    if (is_ole(bytes))
        return ole_has(bytes, "WordDocument") ? VT_FORMAT_DOC : VT_FORMAT_UNKNOWN;
    vt_format picture = picture_format(bytes);
    if (picture != VT_FORMAT_UNKNOWN)
        return picture;
    if (is_pdf(bytes))
        return VT_FORMAT_PDF;
    if (vt_str_starts(vt_str_trim(vt_str_sub(bytes, 0, 64)), VT_STR("{\\rtf")))
        return VT_FORMAT_RTF;
    if (bytes.len == 0 || !vt_encoding_is_text(bytes))
        return VT_FORMAT_UNKNOWN;
    return text_format(bytes, filename, content_type);
}

/* ---- what else it is, for the message ---- */

static const char *zip_kind(vt_str bytes)
{
    static const struct {
        const char *member, *what;
    } kinds[] = {
        {"xl/workbook", "an Excel workbook"},
        {"ppt/presentation", "a PowerPoint presentation"},
        {"Index/Document.iwa", "an Apple Pages document"},
        {"META-INF/container.xml", "an EPUB book"},
        {"META-INF/MANIFEST.MF", "a Java archive"},
        {"visio/", "a Visio drawing"},
    };
    for (size_t i = 0; i < VT_COUNT(kinds); i++)
        if (zip_names(bytes, vt_str_z(kinds[i].member)))
            return kinds[i].what;
    return has(vt_str_sub(bytes, 0, 256), VT_STR("opendocument"))
               ? "an OpenDocument file that is no text document"
               : "a ZIP archive without a document that can be read";
}

vt_status vt_sniff_refuse(vt_str bytes, vt_error *err)
{
    static const struct {
        const char *start;
        size_t n;
        const char *what;
    } signs[] = {
        {"GIF8", 4, "a GIF image"},
        {"BM", 2, "a BMP image"},
        {"7z\xBC\xAF", 4, "a 7-Zip archive"},
        {"Rar!", 4, "a RAR archive"},
        {"\x1F\x8B", 2, "a gzip archive"},
        {"\x7F"
         "ELF",
         4, "a program"},
        {"MZ", 2, "a program"},
        {"%!PS", 4, "a PostScript file"},
        {"{\\pwi", 5, "a Pocket Word document"},
        {"\xFFWPC", 4, "a WordPerfect document"},
        {"\0\0\1\0", 4, "an icon"},
        {"ID3", 3, "a sound"},
    };
    if (bytes.len == 0)
        return vt_fail(err, VT_E_EMPTY, "the document has no bytes");
    if (is_zip(bytes)) {
        if (vt_str_starts(bytes, VT_STR("PK\5\6")))
            return vt_fail(err, VT_E_EMPTY, "the ZIP container has no members");
        return vt_fail(err, VT_E_UNSUPPORTED, "it is %s", zip_kind(bytes));
    }
    if (is_ole(bytes) && ole_has(bytes, "EncryptedPackage"))
        return vt_fail(err, VT_E_ENCRYPTED, "the Office document is protected by a password");
    if (is_ole(bytes))
        return vt_fail(err, VT_E_UNSUPPORTED, "it is %s",
                       ole_has(bytes, "Workbook")     ? "an Excel 97 workbook"
                       : ole_has(bytes, "PowerPoint") ? "a PowerPoint 97 presentation"
                       : ole_has(bytes, "__substg1.0")
                           ? "an Outlook message"
                           : "an OLE container without a Word document");
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (vt_str_starts(bytes, vt_str_n(signs[i].start, signs[i].n)))
            return vt_fail(err, VT_E_UNSUPPORTED, "it is %s", signs[i].what);
    if (vt_str_eq(vt_str_sub(bytes, 4, 8), VT_STR("ftyp")))
        return vt_fail(err, VT_E_UNSUPPORTED, "it is a HEIC picture or a video");
    return vt_fail(err, VT_E_UNSUPPORTED, "it is a binary file of an unknown kind");
}
