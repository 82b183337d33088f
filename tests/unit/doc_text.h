/* SPDX-License-Identifier: Apache-2.0 */
/** What a reader put into a vt_doc, as text that tests compare. */
#ifndef VT_TESTS_DOC_TEXT_H
#define VT_TESTS_DOC_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "doc/doc.h"

/**
 * One line of text for each visual line: "[N]" stands alone where region N begins, "# " (as many
 * as the level) before headings, " ~ " at wide gaps, "*word*" for bold, "{word}" for hidden words,
 * "+ " before a soft continuation.
 */
static inline vt_str doc_text(vt_arena *arena, const vt_doc *doc)
{
    vt_buf out = {0};
    uint32_t region = 0, last_para = VT_NONE;
    for (size_t i = 0; i < doc->words.n; i++) {
        const vt_token *w = &doc->words.at[i], *before = i ? w - 1 : NULL;
        const vt_para *para = &doc->paras.at[w->para];
        bool line = !before || before->page != w->page || before->baseline != w->baseline ||
                    doc->paras.at[before->para].region != para->region;
        if (line) {
            if (before)
                vt_buf_addc(&out, '\n');
            if (para->region != region)
                vt_buf_addf(&out, "[%u]\n", para->region);
            region = para->region;
            if (w->para == last_para)
                vt_buf_addz(&out, "+ ");
            for (uint32_t k = 0; k < para->heading_level; k++)
                vt_buf_addz(&out, k + 1 < para->heading_level ? "#" : "# ");
        } else if (w->flags & VT_TOKEN_WIDE_GAP) {
            vt_buf_addz(&out, " ~ ");
        } else if (!(w->flags & VT_TOKEN_GLUED)) {
            vt_buf_addc(&out, ' ');
        }
        const char *wrap[2] = {"", ""};
        if (w->flags & VT_TOKEN_BOLD)
            wrap[0] = wrap[1] = "*";
        if (w->flags & VT_TOKEN_HIDDEN)
            wrap[0] = "{", wrap[1] = "}";
        vt_buf_addz(&out, wrap[0]);
        vt_buf_add(&out, w->text);
        vt_buf_addz(&out, wrap[1]);
        last_para = w->para;
    }
    vt_str text = vt_str_dup(arena, vt_buf_str(&out));
    vt_buf_release(&out);
    return text;
}

#endif
