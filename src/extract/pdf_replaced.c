/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions that take the place of MuPDF's own, also where MuPDF calls them itself:
 *
 *  - pdf_load_to_unicode: MuPDF remaps all 65,536 codes of a font whose encoding is the identity,
 *    which is half of its time on usual resumes. For those the embedded map is loaded as it stands.
 *    Glyphs of simple fonts that are named by their parts (f_i, f_f_l, T_h) get them all: MuPDF
 *    takes the first.
 *  - fz_bound_glyph: MuPDF loads the outline of every glyph to know the box of a text object, which
 *    only says where a group or a pattern lies. The reader of PDF gets a box of about an em; while
 *    fz_bound_text runs, which clips, the exact one. Other contexts of the program get exact ones.
 *  - fz_atof: most of a page's content is short decimals, for which MuPDF's own is slow.
 */
#define VT_REPLACES(F)                                                                             \
    F(pdf_load_to_unicode)                                                                         \
    F(fz_bound_glyph)                                                                              \
    F(fz_bound_text)                                                                               \
    F(fz_atof)
#include "extract/pdf_replace.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "extract/readers.h"

/* ---- identity ToUnicode ---- */

/* Two or three letters that a name such as "f_i" or "f_f_i.alt" joins; else 0. */
static int parts_of_name(const char *name, int ret[3])
{
    size_t end = strcspn(name, ".");
    int n = 0;
    for (size_t at = 0; at < end; at += 2) {
        bool letter = (name[at] >= 'a' && name[at] <= 'z') || (name[at] >= 'A' && name[at] <= 'Z');
        if (n == 3 || !letter || (at + 1 < end && name[at + 1] != '_'))
            return 0;
        ret[n++] = name[at];
    }
    return n < 2 ? 0 : n;
}

/* A map of the names before the file's own, which stays where it says something. */
static void map_joined_names(fz_context *ctx, pdf_font_desc *font, const char **strings)
{
    pdf_cmap *names = NULL;
    int parts[3], said[PDF_MRANGE_CAP];
    for (int code = 0; code < 256; code++) {
        int n = strings[code] ? parts_of_name(strings[code], parts) : 0;
        if (n == 0 ||
            (font->to_unicode && pdf_lookup_cmap_full(font->to_unicode, (unsigned)code, said) > 0))
            continue;
        if (!names)
            names = pdf_new_cmap(ctx);
        pdf_map_one_to_many(ctx, names, (unsigned)code, parts, (size_t)n);
    }
    if (!names)
        return;
    pdf_sort_cmap(ctx, names);
    if (font->to_unicode) {
        pdf_set_usecmap(ctx, names, font->to_unicode);
        pdf_drop_cmap(ctx, font->to_unicode);
    }
    font->to_unicode = names;
    font->size += pdf_cmap_size(ctx, names);
}

void REPLACED(pdf_load_to_unicode)(fz_context *ctx, pdf_document *doc, pdf_font_desc *font,
                                   const char **strings, char *collection, pdf_obj *cmap)
{
    bool identity =
        !strings && font->encoding && strncmp(font->encoding->cmap_name, "Identity-", 9) == 0;
    if (!identity || !pdf_is_stream(ctx, cmap)) {
        REAL(pdf_load_to_unicode)(ctx, doc, font, strings, collection, cmap);
        if (strings)
            map_joined_names(ctx, font, strings);
        return;
    }
    font->to_unicode = pdf_load_embedded_cmap(ctx, doc, cmap);
    font->size += pdf_cmap_size(ctx, font->to_unicode);
}

/* ---- boxes of glyphs ---- */

fz_rect REPLACED(fz_bound_glyph)(fz_context *ctx, fz_font *font, int gid, fz_matrix trm)
{
    const int *exact = vt_pdf_exact_boxes(ctx);
    if (!exact || *exact || fz_font_t3_procs(ctx, font))
        return REAL(fz_bound_glyph)(ctx, font, gid, trm);
    return fz_transform_rect((fz_rect){-0.25f, -0.5f, 1.25f, 1.25f}, trm);
}

/* A fault in the library leaves `exact` up: the boxes that follow are exact, too, and that is all.
 */
fz_rect REPLACED(fz_bound_text)(fz_context *ctx, const fz_text *text, const fz_stroke_state *stroke,
                                fz_matrix ctm)
{
    int *exact = vt_pdf_exact_boxes(ctx);
    if (exact)
        ++*exact;
    fz_rect box = REAL(fz_bound_text)(ctx, text, stroke, ctm);
    if (exact)
        --*exact;
    return box;
}

/* ---- numbers ---- */

/*
 * Nine digits and their power of ten are exact as doubles, so that their quotient is the decimal
 * rounded once. Rounding it again to a float is right but for doubles that lie halfway between two
 * floats; those, longer numbers, and what is no plain decimal are left to the library, which is not
 * exact beyond nine digits: so nothing is read otherwise than by it.
 */
float REPLACED(fz_atof)(const char *s)
{
    enum { MAX_DIGITS = 9 };
    static const double powers[MAX_DIGITS + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    const char *first = s + (*s == '-'), *p = first;
    uint64_t digits = 0; /* of more than fit: wrapped, and not used */
    while ((unsigned)(*p - '0') < 10)
        digits = digits * 10 + (unsigned)(*p++ - '0');
    long count = p - first, fraction = 0;
    if (*p == '.') {
        const char *after = ++p;
        while ((unsigned)(*p - '0') < 10)
            digits = digits * 10 + (unsigned)(*p++ - '0');
        fraction = p - after;
    }
    count += fraction;
    if (*p || count == 0 || count > MAX_DIGITS)
        return REAL(fz_atof)(s);
    double value = (double)digits / powers[fraction];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x1fffffff) == 0x10000000)
        return REAL(fz_atof)(s);
    return (float)(*s == '-' ? -value : value);
}
