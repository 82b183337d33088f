/* SPDX-License-Identifier: Apache-2.0 */
#include "layout/layout.h"

vt_status vt_layout(vt_doc *doc, vt_error *err)
{
    return vt_layout_as(doc, VT_READING_BEST, err);
}

vt_status vt_layout_as(vt_doc *doc, vt_reading reading, vt_error *err)
{
    (void)doc, (void)reading, (void)err;
    return VT_OK;
}
