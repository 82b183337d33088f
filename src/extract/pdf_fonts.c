/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What vitae links in place of MuPDF's own objects where MuPDF is a static library:
 *
 *  - The font lookups. MuPDF carries 39 MB of fonts for drawing; reading text needs the metrics of
 *    the base 14 only. The linker takes these definitions and leaves the tables in the archive.
 *  - The JavaScript engine of PDF forms: none. No script of a document is ever run: nothing here
 *    calls pdf_enable_js(), which a shared MuPDF waits for.
 */
#include <mupdf/fitz.h>
#include <mupdf/pdf.h>

#include <string.h>

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
