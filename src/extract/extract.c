/* SPDX-License-Identifier: Apache-2.0 */
#include "extract/extract.h"

#include "base/limits.h"
#include "extract/readers.h"
#include "extract/scan.h"

static const vt_reader readers[] = {
    {VT_FORMAT_PDF, vt_read_pdf, vt_probe_pdf},
    {VT_FORMAT_DOCX, vt_read_docx, vt_probe_docx},
    {VT_FORMAT_TEXT, vt_read_plain, NULL},
    {VT_FORMAT_HTML, vt_read_html, NULL},
    {VT_FORMAT_MARKDOWN, vt_read_markdown, NULL},
    {VT_FORMAT_ODT, vt_read_odt, vt_probe_odt},
    {VT_FORMAT_RTF, vt_read_rtf, NULL},
    {VT_FORMAT_DOC, vt_read_doc, vt_probe_doc},
    {VT_FORMAT_EML, vt_read_eml, NULL},
    {VT_FORMAT_JSON_RESUME, vt_read_jsonresume, NULL},
    {VT_FORMAT_JPEG, vt_read_image, vt_probe_image},
    {VT_FORMAT_PNG, vt_read_image, vt_probe_image},
    {VT_FORMAT_TIFF, vt_read_image, vt_probe_image},
    {VT_FORMAT_WEBP, vt_read_image, vt_probe_image},
};

static const vt_reader *reader_of(vt_format format)
{
    for (size_t i = 0; i < VT_COUNT(readers); i++)
        if (readers[i].format == format)
            return &readers[i];
    return NULL;
}

bool vt_extract_supports(vt_format format)
{
    return reader_of(format) != NULL;
}

static vt_status choose(vt_str bytes, vt_format format, const vt_reader **ret, vt_error *err)
{
    if (bytes.len == 0)
        return vt_fail(err, VT_E_EMPTY, "the document has no bytes");
    if (bytes.len > VT_MAX_DOCUMENT_BYTES)
        return vt_fail(err, VT_E_LIMIT, "the document has %zu bytes, more than %u", bytes.len,
                       VT_MAX_DOCUMENT_BYTES);
    if (format == VT_FORMAT_UNKNOWN)
        return vt_sniff_refuse(bytes, err);
    const vt_reader *reader = reader_of(format);
    if (!reader)
        return vt_fail(err, VT_E_UNSUPPORTED, "no reader for the format '%s'",
                       vt_format_word(format));
    *ret = reader;
    return VT_OK;
}

vt_status vt_extract(vt_arena *arena, vt_str bytes, vt_str filename, vt_str content_type,
                     const vt_extract_options *options, vt_doc **ret, vt_error *err)
{
    vt_extract_options used = options ? *options : (vt_extract_options){0};
    const vt_reader *reader = NULL;
    vt_format format = used.format ? used.format : vt_sniff(bytes, filename, content_type);
    VT_TRY(choose(bytes, format, &reader, err));
    if (used.max_pages == 0 || used.max_pages > VT_MAX_PAGES)
        used.max_pages = VT_MAX_PAGES;
    vt_doc *doc = NULL;
    VT_TRY(reader->read(arena, bytes, &used, &doc, err));
    doc->format = reader->format;
    if (reader->format == VT_FORMAT_PDF)
        VT_TRY(vt_scan_pdf(doc, bytes, &used, err));
    *ret = doc;
    return VT_OK;
}

vt_status vt_extract_probe(vt_arena *arena, vt_str bytes, vt_str filename, vt_str content_type,
                           vt_format *ret_format, vt_pages *ret, vt_error *err)
{
    *ret_format = vt_sniff(bytes, filename, content_type);
    *ret = (vt_pages){0};
    const vt_reader *reader = NULL;
    VT_TRY(choose(bytes, *ret_format, &reader, err));
    if (!reader->probe) {
        ret->count = 1;
        return VT_OK;
    }
    return reader->probe(arena, bytes, ret, err);
}
