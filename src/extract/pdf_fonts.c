/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What vitae links in place of MuPDF's own objects:
 *
 *  - The font lookups. MuPDF carries 39 MB of fonts for drawing; reading text needs the metrics of
 *    the base 14 only. The linker takes these definitions and leaves the tables in the archive.
 *  - The JavaScript engine of PDF forms: none. No script of a document is ever run.
 *  - pdf_load_to_unicode (through -Wl,--wrap): MuPDF remaps all 65,536 codes of a font whose
 *    encoding is the identity, which is half of its time on usual resumes. For those the embedded
 *    map is loaded as it stands.
 *    Glyphs of simple fonts that are named by their parts (f_i, f_f_l, T_h) get them all: MuPDF
 *    takes the first.
 *  - fz_bound_glyph: MuPDF loads the outline of every glyph to know the box of a text object, which
 *    only says where a group or a pattern lies. The reader of PDF gets a box of about an em; while
 *    fz_bound_text runs, which clips, the exact one. Other contexts of the program get exact ones.
 *  - fz_atof: most of a page's content is short decimals, for which MuPDF's own is slow.
 */
#include <mupdf/fitz.h>
#include <mupdf/pdf.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "extract/readers.h"

#define FONT_DATA(name)                                                                            \
    extern const unsigned char _binary_resources_fonts_urw_##name##_start[];                       \
    extern const unsigned char _binary_resources_fonts_urw_##name##_end[];
#define FONTS(X)                                                                                   \
    X("Courier", 0, 0, NimbusMonoPS_Regular_cff)                                                   \
    X("Courier-Bold", 1, 0, NimbusMonoPS_Bold_cff)                                                 \
    X("Courier-Oblique", 0, 1, NimbusMonoPS_Italic_cff)                                            \
    X("Courier-BoldOblique", 1, 1, NimbusMonoPS_BoldItalic_cff)                                    \
    X("Helvetica", 0, 0, NimbusSans_Regular_cff)                                                   \
    X("Helvetica-Bold", 1, 0, NimbusSans_Bold_cff)                                                 \
    X("Helvetica-Oblique", 0, 1, NimbusSans_Italic_cff)                                            \
    X("Helvetica-BoldOblique", 1, 1, NimbusSans_BoldItalic_cff)                                    \
    X("Times-Roman", 0, 0, NimbusRoman_Regular_cff)                                                \
    X("Times-Bold", 1, 0, NimbusRoman_Bold_cff)                                                    \
    X("Times-Italic", 0, 1, NimbusRoman_Italic_cff)                                                \
    X("Times-BoldItalic", 1, 1, NimbusRoman_BoldItalic_cff)                                        \
    X("Symbol", 0, 0, StandardSymbolsPS_cff)                                                       \
    X("ZapfDingbats", 0, 0, Dingbats_cff)
#define DECLARE(name, bold, italic, data) FONT_DATA(data)
FONTS(DECLARE)

struct base_font {
    const char *name;
    int bold, italic;
    const unsigned char *start, *end;
};

static const struct base_font base_fonts[] = {
#define ROW(name, bold, italic, data)                                                              \
    {name, bold, italic, _binary_resources_fonts_urw_##data##_start,                               \
     _binary_resources_fonts_urw_##data##_end},
    FONTS(ROW)
#undef ROW
};
enum { FONT_COUNT = sizeof base_fonts / sizeof base_fonts[0] };

static const unsigned char *give(const struct base_font *font, int *len)
{
    *len = (int)(font->end - font->start);
    return font->start;
}

static const unsigned char *nothing(int *len)
{
    *len = 0;
    return NULL;
}

const unsigned char *fz_lookup_base14_font(fz_context *ctx, const char *name, int *len)
{
    (void)ctx;
    for (int i = 0; i < FONT_COUNT; i++)
        if (strcmp(base_fonts[i].name, name) == 0)
            return give(&base_fonts[i], len);
    return nothing(len);
}

/* "Times" and "Times-Roman" name the same family; the style is given apart. */
const unsigned char *fz_lookup_builtin_font(fz_context *ctx, const char *name, int bold, int italic,
                                            int *len)
{
    (void)ctx;
    size_t family = strcspn(name, "-");
    for (int i = 0; i < FONT_COUNT; i++) {
        const struct base_font *font = &base_fonts[i];
        if (strcspn(font->name, "-") == family && strncmp(font->name, name, family) == 0 &&
            font->bold == (bold != 0) && font->italic == (italic != 0))
            return give(font, len);
    }
    return nothing(len);
}

const unsigned char *fz_lookup_cjk_font(fz_context *ctx, int ordering, int *len, int *index)
{
    (void)ctx, (void)ordering;
    *index = 0;
    return nothing(len);
}

const unsigned char *fz_lookup_cjk_font_by_language(fz_context *ctx, const char *lang, int *len,
                                                    int *subfont)
{
    (void)ctx, (void)lang;
    *subfont = 0;
    return nothing(len);
}

int fz_lookup_cjk_ordering_by_language(const char *name)
{
    static const struct {
        const char *tag;
        int ordering;
    } rows[] = {{"zh-Hant", FZ_ADOBE_CNS}, {"zh-TW", FZ_ADOBE_CNS}, {"zh-HK", FZ_ADOBE_CNS},
                {"zh-Hans", FZ_ADOBE_GB},  {"zh-CN", FZ_ADOBE_GB},  {"ja", FZ_ADOBE_JAPAN},
                {"ko", FZ_ADOBE_KOREA},    {"kor", FZ_ADOBE_KOREA}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].tag, name) == 0)
            return rows[i].ordering;
    return -1;
}

const unsigned char *fz_lookup_noto_font(fz_context *ctx, int script, int lang, int *len,
                                         int *subfont)
{
    (void)ctx, (void)script, (void)lang;
    *subfont = 0;
    return nothing(len);
}

#define NO_FONT(function)                                                                          \
    const unsigned char *function(fz_context *ctx, int *len)                                       \
    {                                                                                              \
        (void)ctx;                                                                                 \
        return nothing(len);                                                                       \
    }
NO_FONT(fz_lookup_noto_math_font)
NO_FONT(fz_lookup_noto_music_font)
NO_FONT(fz_lookup_noto_symbol1_font)
NO_FONT(fz_lookup_noto_symbol2_font)
NO_FONT(fz_lookup_noto_emoji_font)

/* ---- no JavaScript ---- */

void pdf_enable_js(fz_context *ctx, pdf_document *doc)
{
    (void)ctx, (void)doc;
}
void pdf_disable_js(fz_context *ctx, pdf_document *doc)
{
    (void)ctx, (void)doc;
}
int pdf_js_supported(fz_context *ctx, pdf_document *doc)
{
    (void)ctx, (void)doc;
    return 0;
}
void pdf_drop_js(fz_context *ctx, pdf_js *js)
{
    (void)ctx, (void)js;
}
void pdf_js_event_init(pdf_js *js, pdf_obj *target, const char *value, int will_commit)
{
    (void)js, (void)target, (void)value, (void)will_commit;
}
int pdf_js_event_result(pdf_js *js)
{
    (void)js;
    return 1;
}
int pdf_js_event_result_validate(pdf_js *js, char **new_value)
{
    (void)js;
    *new_value = NULL;
    return 1;
}
char *pdf_js_event_value(pdf_js *js)
{
    (void)js;
    return NULL;
}
void pdf_js_event_init_keystroke(pdf_js *js, pdf_obj *target, pdf_keystroke_event *event)
{
    (void)js, (void)target, (void)event;
}
int pdf_js_event_result_keystroke(pdf_js *js, pdf_keystroke_event *event)
{
    (void)js, (void)event;
    return 1;
}
void pdf_js_execute(pdf_js *js, const char *name, const char *code, char **result)
{
    (void)js, (void)name, (void)code;
    if (result)
        *result = NULL;
}
pdf_js_console *pdf_js_get_console(fz_context *ctx, pdf_document *doc)
{
    (void)ctx, (void)doc;
    return NULL;
}
void pdf_js_set_console(fz_context *ctx, pdf_document *doc, pdf_js_console *console, void *user)
{
    (void)ctx, (void)doc, (void)console, (void)user;
}

/* ---- identity ToUnicode ---- */

void __real_pdf_load_to_unicode(fz_context *ctx, pdf_document *doc, pdf_font_desc *font,
                                const char **strings, char *collection, pdf_obj *cmap);
void __wrap_pdf_load_to_unicode(fz_context *ctx, pdf_document *doc, pdf_font_desc *font,
                                const char **strings, char *collection, pdf_obj *cmap);

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

void __wrap_pdf_load_to_unicode(fz_context *ctx, pdf_document *doc, pdf_font_desc *font,
                                const char **strings, char *collection, pdf_obj *cmap)
{
    bool identity =
        !strings && font->encoding && strncmp(font->encoding->cmap_name, "Identity-", 9) == 0;
    if (!identity || !pdf_is_stream(ctx, cmap)) {
        __real_pdf_load_to_unicode(ctx, doc, font, strings, collection, cmap);
        if (strings)
            map_joined_names(ctx, font, strings);
        return;
    }
    font->to_unicode = pdf_load_embedded_cmap(ctx, doc, cmap);
    font->size += pdf_cmap_size(ctx, font->to_unicode);
}

/* ---- boxes of glyphs ---- */

fz_rect __real_fz_bound_glyph(fz_context *ctx, fz_font *font, int gid, fz_matrix trm);
fz_rect __wrap_fz_bound_glyph(fz_context *ctx, fz_font *font, int gid, fz_matrix trm);
fz_rect __real_fz_bound_text(fz_context *ctx, const fz_text *text, const fz_stroke_state *stroke,
                             fz_matrix ctm);
fz_rect __wrap_fz_bound_text(fz_context *ctx, const fz_text *text, const fz_stroke_state *stroke,
                             fz_matrix ctm);

fz_rect __wrap_fz_bound_glyph(fz_context *ctx, fz_font *font, int gid, fz_matrix trm)
{
    const int *exact = vt_pdf_exact_boxes(ctx);
    if (!exact || *exact || fz_font_t3_procs(ctx, font))
        return __real_fz_bound_glyph(ctx, font, gid, trm);
    return fz_transform_rect((fz_rect){-0.25f, -0.5f, 1.25f, 1.25f}, trm);
}

/* A fault in the library leaves `exact` up: the boxes that follow are exact, too, and that is all.
 */
fz_rect __wrap_fz_bound_text(fz_context *ctx, const fz_text *text, const fz_stroke_state *stroke,
                             fz_matrix ctm)
{
    int *exact = vt_pdf_exact_boxes(ctx);
    if (exact)
        ++*exact;
    fz_rect box = __real_fz_bound_text(ctx, text, stroke, ctm);
    if (exact)
        --*exact;
    return box;
}

/* ---- numbers ---- */

float __real_fz_atof(const char *s);
float __wrap_fz_atof(const char *s);

/*
 * Nine digits and their power of ten are exact as doubles, so that their quotient is the decimal
 * rounded once. Rounding it again to a float is right but for doubles that lie halfway between two
 * floats; those, longer numbers, and what is no plain decimal are left to the library, which is not
 * exact beyond nine digits: so nothing is read otherwise than by it.
 */
float __wrap_fz_atof(const char *s)
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
        return __real_fz_atof(s);
    double value = (double)digits / powers[fraction];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x1fffffff) == 0x10000000)
        return __real_fz_atof(s);
    return (float)(*s == '-' ? -value : value);
}
