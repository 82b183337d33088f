/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A finished answer in other forms: JSON Resume 1.0.0, Markdown for people, a row of CSV for
 * spreadsheets (docs/api/exports.md). What is read is the answer's JSON, whose strings a stranger
 * wrote: members of wrong types are left out, and no text can become markup, a link or a formula.
 */
#ifndef VT_EXPORT_EXPORT_H
#define VT_EXPORT_EXPORT_H

#include "base/json.h"

typedef enum vt_export_format {
    VT_EXPORT_NONE, /* the answer as it is */
    VT_EXPORT_JSON_RESUME,
    VT_EXPORT_MARKDOWN,
    VT_EXPORT_CSV,
} vt_export_format;

/** "json", "jsonresume", "markdown", "csv". False for another word. */
bool vt_export_find(vt_str word, vt_export_format *ret);

const char *vt_export_content_type(vt_export_format format);
/** Of a file's name: "json", "md", "csv". */
const char *vt_export_ending(vt_export_format format);

/**
 * Writes `answer` (of the service, or the parts of the engine) to `out`. False, and nothing is
 * written, when it has no result. `source` names the row of CSV: request id, or file name.
 * VT_EXPORT_NONE is not for here.
 */
bool vt_export_write(vt_export_format format, const vt_json *answer, vt_str source, vt_buf *out);

/** One cell of CSV in quotation marks, without the comma, that no spreadsheet takes for a formula.
 */
void vt_csv_put_cell(vt_buf *out, vt_str text);

/** The names of the columns: CSV's first line. */
void vt_export_csv_header(vt_buf *out);
/** One line for the answer. */
void vt_export_csv_row(const vt_json *answer, vt_str source, vt_buf *out);

#endif
