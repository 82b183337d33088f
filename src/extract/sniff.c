/* SPDX-License-Identifier: Apache-2.0 */
/* What a document is, by its content. */
#include "extract/extract.h"

/* A PDF header may stand behind up to 1,024 bytes of something else. */
static bool is_pdf(vt_str bytes)
{
    return vt_str_find(vt_str_sub(bytes, 0, 1024), VT_STR("%PDF-"), 0) != VT_NPOS;
}

vt_format vt_sniff(vt_str bytes, vt_str filename, vt_str content_type)
{
    (void)filename;
    (void)content_type;
    return is_pdf(bytes) ? VT_FORMAT_PDF : VT_FORMAT_UNKNOWN;
}
