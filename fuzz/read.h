/* SPDX-License-Identifier: Apache-2.0 */
/** What the targets of readers share: a document is read, and what came out is checked against
 * what doc/doc.h promises to layout and parser. */
#ifndef VT_FUZZ_READ_H
#define VT_FUZZ_READ_H

#include "extract/extract.h"
#include "text/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define fuzz_demand(holds)                                                                         \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #holds);              \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline bool fuzz_box_is_sane(vt_box b)
{
    const float most = 1e7f; /* layout may count in points */
    return fabsf(b.x0) < most && fabsf(b.y0) < most && fabsf(b.x1) < most && fabsf(b.y1) < most;
}

static inline void fuzz_check_words(const vt_doc *doc)
{
    for (size_t i = 0; i < doc->words.n; i++) {
        const vt_token *w = &doc->words.at[i];
        fuzz_demand(vt_utf8_valid(w->text));
        fuzz_demand(w->page < doc->pages.n);
        fuzz_demand(w->font == VT_NONE || w->font < doc->fonts.n);
        fuzz_demand(w->link == VT_NONE || w->link < doc->links.n);
        fuzz_demand(w->para == VT_NONE || w->para < doc->paras.n);
        fuzz_demand(fuzz_box_is_sane(w->box) && w->size >= 0 && w->size < 1e5f);
    }
}

static inline void fuzz_check_doc(const vt_doc *doc)
{
    fuzz_check_words(doc);
    for (size_t i = 0; i < doc->pages.n; i++)
        fuzz_demand(doc->pages.at[i].width < 1e7f && doc->pages.at[i].height < 1e7f);
    for (size_t i = 0; i < doc->links.n; i++)
        fuzz_demand(vt_utf8_valid(doc->links.at[i].url));
    for (size_t i = 0; i < doc->fonts.n; i++)
        fuzz_demand(vt_utf8_valid(doc->fonts.at[i].name));
    for (size_t i = 0; i < doc->shapes.n; i++)
        fuzz_demand(doc->shapes.at[i].page < doc->pages.n);
    for (size_t i = 0; i < doc->pictures.n; i++)
        fuzz_demand(doc->pictures.at[i].page < doc->pages.n);
    for (size_t i = 0; i < doc->warnings.n; i++)
        fuzz_demand(vt_utf8_valid(doc->warnings.at[i]));
}

/** Reads `bytes` as the format, whatever they are, and counts their pages by content. */
static inline void fuzz_read(vt_arena *arena, vt_str bytes, vt_format format)
{
    const vt_extract_options options = {.max_pages = 8, .format = format};
    vt_doc *doc = NULL;
    if (vt_extract(arena, bytes, VT_STR_NULL, VT_STR_NULL, &options, &doc, NULL) == VT_OK)
        fuzz_check_doc(doc);
    vt_format found;
    vt_pages pages;
    (void)!vt_extract_probe(arena, bytes, VT_STR_NULL, VT_STR_NULL, &found, &pages, NULL);
}

#endif
