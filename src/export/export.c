/* SPDX-License-Identifier: Apache-2.0 */
#include "export/export.h"

#include "export/fields.h"

static const struct {
    const char *word, *content_type, *ending;
} formats[] = {
    [VT_EXPORT_NONE] = {"json", "application/json", "json"},
    [VT_EXPORT_JSON_RESUME] = {"jsonresume", "application/json", "json"},
    [VT_EXPORT_MARKDOWN] = {"markdown", "text/markdown; charset=utf-8", "md"},
    [VT_EXPORT_CSV] = {"csv", "text/csv; charset=utf-8; header=present", "csv"},
};

bool vt_export_find(vt_str word, vt_export_format *ret)
{
    for (size_t i = 0; i < VT_COUNT(formats); i++)
        if (vt_str_eq(word, vt_str_z(formats[i].word))) {
            *ret = (vt_export_format)i;
            return true;
        }
    return false;
}

const char *vt_export_content_type(vt_export_format format)
{
    return formats[format].content_type;
}

const char *vt_export_ending(vt_export_format format)
{
    return formats[format].ending;
}

bool vt_export_write(vt_export_format format, const vt_json *answer, vt_str source, vt_buf *out)
{
    if (!vt_json_is(vt_json_get(answer, "result"), VT_JSON_OBJECT))
        return false;
    if (format == VT_EXPORT_JSON_RESUME) {
        vt_export_jsonresume(answer, out);
    } else if (format == VT_EXPORT_MARKDOWN) {
        vt_export_markdown(answer, out);
    } else {
        vt_export_csv_header(out);
        vt_export_csv_row(answer, source, out);
    }
    return true;
}
