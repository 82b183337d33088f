/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PDF reader: the only file, with pdf_*.c and render.c, that knows MuPDF.
 *
 * Every page is run once into a device of our own that sees glyphs, paths, images and clips in
 * paint order. Glyphs go to glyphs.c, which makes words; paths become shapes. Two things need the
 * paint order and are settled here: text whose colour is that of the ground under it, and text
 * that is clipped away or drawn with an invisible mode.
 *
 * MuPDF's exceptions are longjmps. They stay between fz_try and fz_catch in this file; what may
 * throw owns nothing but arena memory, and a MuPDF object is dropped in fz_always.
 */
#include <mupdf/fitz.h>
#include <mupdf/pdf.h>

#include <math.h>

#include "base/limits.h"
#include "extract/glyphs.h"
#include "extract/icons.h"
#include "extract/readers.h"
#include "text/utf8.h"

#define STORE_BYTES      (24u * 1024 * 1024) /* MuPDF's cache of fonts and images */
#define TINY_PT          1.8f                /* smaller text is not meant to be read */
#define SAME_COLOR       14                  /* a difference of each channel that nobody sees */
#define GROUND_MIN_PT    4.0f                /* shapes smaller than this are no ground of text */
#define GROUNDS_SEARCHED 600                 /* the last so many grounds are looked at */
#define UNKNOWN_COLOR    UINT32_MAX          /* a ground of many colours */
#define MODE_INVISIBLE   (1u << 31)          /* on words, while a page runs: drawn in no way */
#define RECOVER_CODES    0x2fff              /* glyphs of fonts without map: look for up to here */

/* What is known of one fz_font. */
typedef struct font_info {
    const fz_font *key;
    uint32_t index; /* in doc->fonts */
    uint32_t flags; /* VT_TOKEN_BOLD ... */
    bool icon, dingbat;
    uint16_t *code_of_gid; /* made when the font turns out to have no map; else NULL */
    uint32_t gid_count;
} font_info;

/* Paint without any transparency, and the words of the document that were drawn before it. */
typedef struct cover {
    vt_box box;
    size_t words;
} cover;

typedef struct ground {
    vt_box box;
    uint32_t color;
} ground;

/* Before each piece of memory that MuPDF holds. */
typedef struct piece {
    struct piece *next, **back; /* back: what points at this piece */
    size_t size;
    _Alignas(16) unsigned char bytes[];
} piece;

typedef struct reader {
    fz_context *ctx;
    bool unwinds;  /* a job over its budget leaves by scope exits: */
    piece *pieces; /* then all that MuPDF holds */
    size_t held;   /* bytes of them */
    int exact;     /* pdf_replaced.c: the boxes of glyphs are needed as they are */
    vt_arena *arena;
    vt_doc *doc;
    vt_glyphs *glyphs;
    fz_cookie cookie;
    vt_pdf_budget budget;
    uint32_t page;
    vt_box page_box;
    uint32_t page_glyphs, page_shapes, page_pictures;
    uint32_t clips;         /* of the document: each drawing of a form is one, too */
    const char *over_limit; /* a maximum was passed, this one; the rest is left out */
    VT_VEC(font_info *) fonts;
    VT_VEC(ground) grounds;
    VT_VEC(cover) covers;
    bool veiled;      /* the page mixes colours: what is painted last may be seen through */
    vt_status status; /* of the failure caught, with its message */
    char message[160];
} reader;

typedef struct page_device {
    fz_device super;
    reader *r;
} page_device;

static reader *reader_of(fz_device *dev)
{
    return ((page_device *)dev)->r;
}

/* ---- memory ---- */

static piece *piece_of(void *p)
{
    return (piece *)(void *)((unsigned char *)p - offsetof(piece, bytes));
}

static void unlink_piece(reader *r, piece *at)
{
    r->held -= at->size;
    if (!r->unwinds)
        return;
    *at->back = at->next;
    if (at->next)
        at->next->back = at->back;
}

static void link_piece(reader *r, piece *at)
{
    r->held += at->size;
    if (!r->unwinds)
        return;
    at->next = r->pieces;
    at->back = &r->pieces;
    if (at->next)
        at->next->back = &at->next;
    r->pieces = at;
}

static void *counted_realloc(void *user, void *old, size_t size)
{
    reader *r = user;
    piece *before = old ? piece_of(old) : NULL;
    if (size > VT_MAX_PDF_MEMORY ||
        r->held - (before ? before->size : 0) + size > VT_MAX_PDF_MEMORY)
        return NULL;
    if (before)
        unlink_piece(r, before);
    piece *p = realloc(before, offsetof(piece, bytes) + size);
    if (!p) {
        if (before)
            link_piece(r, before);
        return NULL;
    }
    p->size = size;
    link_piece(r, p);
    return p->bytes;
}

static void *counted_malloc(void *user, size_t size)
{
    return counted_realloc(user, NULL, size);
}

static void counted_free(void *user, void *p)
{
    if (!p)
        return;
    unlink_piece(user, piece_of(p));
    free(piece_of(p));
}

int *vt_pdf_exact_boxes(const void *ctx)
{
    const fz_alloc_context *alloc = &((const fz_context *)ctx)->alloc;
    return alloc->malloc == counted_malloc ? &((reader *)alloc->user)->exact : NULL;
}

/* When a job over its budget leaves in the middle, MuPDF's context is left as it is, and its memory
 * goes here; at the usual end nothing is left. */
static void release_reader(reader *r)
{
    while (r->pieces)
        counted_free(r, r->pieces->bytes);
}
VT_DEFINE_AUTO_VALUE(reader, release_reader)

static void ignore_message(void *user, const char *message)
{
    (void)user, (void)message;
}

/* ---- colours and grounds ---- */

static uint32_t channel(float v)
{
    return (uint32_t)(VT_MIN(VT_MAX(v, 0.0f), 1.0f) * 255.0f + 0.5f);
}

static uint32_t rgb(float r, float g, float b)
{
    return channel(r) << 16 | channel(g) << 8 | channel(b);
}

/* Colour management is not for reading: device formulas do for all common spaces. */
static uint32_t color_of(fz_context *ctx, fz_colorspace *cs, const float *color)
{
    if (!cs || !color)
        return 0;
    if (fz_colorspace_is_gray(ctx, cs))
        return rgb(color[0], color[0], color[0]);
    if (fz_colorspace_is_rgb(ctx, cs))
        return rgb(color[0], color[1], color[2]);
    if (fz_colorspace_is_cmyk(ctx, cs)) {
        float k = 1.0f - color[3];
        return rgb((1.0f - color[0]) * k, (1.0f - color[1]) * k, (1.0f - color[2]) * k);
    }
    float out[FZ_MAX_COLORS] = {0};
    fz_convert_color(ctx, cs, color, fz_device_rgb(ctx), out, NULL, fz_default_color_params);
    return rgb(out[0], out[1], out[2]);
}

static bool same_color(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > SAME_COLOR)
            return false;
    return true;
}

/* Ends the page, and the document with it. */
static void pass_limit(reader *r, const char *what)
{
    r->over_limit = what;
    r->cookie.abort = 1;
}

static vt_box box_of(fz_rect r)
{
    return (vt_box){r.x0, r.y0, r.x1, r.y1};
}

static vt_box intersect(vt_box a, vt_box b)
{
    return (vt_box){VT_MAX(a.x0, b.x0), VT_MAX(a.y0, b.y0), VT_MIN(a.x1, b.x1), VT_MIN(a.y1, b.y1)};
}

static bool contains(vt_box box, float x, float y)
{
    return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

/* The part of a box that clips and page leave visible. */
static vt_box visible_part(reader *r, fz_device *dev, vt_box box)
{
    box = intersect(box, r->page_box);
    if (dev->container_len)
        box = intersect(box, box_of(fz_device_current_scissor(r->ctx, dev)));
    return box;
}

static void add_ground(reader *r, vt_box box, uint32_t color)
{
    if (box.x1 - box.x0 < GROUND_MIN_PT || box.y1 - box.y0 < GROUND_MIN_PT)
        return;
    ground g = {box, color};
    vt_vec_push(r->arena, &r->grounds, g);
}

/* The colour under a point: of the last ground painted there, else the paper. */
static uint32_t ground_color(const reader *r, float x, float y)
{
    size_t stop = r->grounds.n > GROUNDS_SEARCHED ? r->grounds.n - GROUNDS_SEARCHED : 0;
    for (size_t i = r->grounds.n; i > stop; i--)
        if (contains(r->grounds.at[i - 1].box, x, y))
            return r->grounds.at[i - 1].color;
    return 0xffffff;
}

/* ---- fonts ---- */

static bool name_has(vt_str name, const char *const *parts)
{
    for (; *parts; parts++) {
        vt_str part = vt_str_z(*parts);
        for (size_t i = 0; i + part.len <= name.len; i++)
            if (vt_str_starts_nocase(vt_str_sub(name, i, name.len), part))
                return true;
    }
    return false;
}

static font_info *font_of(reader *r, fz_font *font)
{
    for (size_t i = r->fonts.n; i > 0; i--)
        if (r->fonts.at[i - 1]->key == font)
            return r->fonts.at[i - 1];
    static const char *const bold[] = {"bold", "black", "heavy", "-bd", "cmbx", "semibd", NULL};
    static const char *const italic[] = {"italic", "oblique", "-it", "slanted", "cmti", NULL};
    static const char *const mono[] = {"mono", "courier", "consol", "cmtt", "typewriter", NULL};
    vt_str name = vt_str_z(fz_font_name(r->ctx, font));
    if (name.len > 7 && name.ptr[6] == '+')
        name = vt_str_sub(name, 7, name.len);
    vt_font info = {
        .name = name,
        .bold = fz_font_is_bold(r->ctx, font) || name_has(name, bold),
        .italic = fz_font_is_italic(r->ctx, font) || name_has(name, italic),
        .mono = fz_font_is_monospaced(r->ctx, font) || name_has(name, mono),
        .serif = fz_font_is_serif(r->ctx, font),
    };
    font_info *f = VT_NEW(r->arena, font_info);
    /* kept until the document is closed, so that the address stays this font's */
    f->key = fz_keep_font(r->ctx, font);
    f->icon = vt_icons_is_icon_font(name);
    f->dingbat = vt_icons_is_dingbat_font(name);
    info.symbol = f->icon || f->dingbat;
    f->index = vt_doc_add_font(r->doc, info);
    f->flags = (info.bold ? VT_TOKEN_BOLD : 0) | (info.italic ? VT_TOKEN_ITALIC : 0) |
               (info.mono ? VT_TOKEN_MONO : 0);
    vt_vec_push(r->arena, &r->fonts, f);
    return f;
}

/* The font's own character map turned round, for files that leave out ToUnicode. */
static void turn_map(reader *r, font_info *f, fz_font *font)
{
    f->gid_count = 65536;
    f->code_of_gid = VT_NEW_ARRAY(r->arena, uint16_t, f->gid_count);
    for (uint32_t c = RECOVER_CODES; c >= 0x20; c--) {
        int gid = fz_encode_character(r->ctx, font, (int)c);
        if (gid > 0 && (uint32_t)gid < f->gid_count)
            f->code_of_gid[gid] = (uint16_t)c;
    }
}

/* The ligature of a glyph that is named by its letters. */
static uint32_t joined_letters(vt_str name)
{
    static const char *const names[] = {"f_f", "f_i", "f_l", "f_f_i", "f_f_l", "s_t"};
    static const uint32_t codes[] = {0xfb00, 0xfb01, 0xfb02, 0xfb03, 0xfb04, 0xfb06};
    size_t dot = vt_str_find_char(name, '.', 0);
    for (size_t i = 0; i < VT_COUNT(names); i++)
        if (vt_str_eq(vt_str_sub(name, 0, dot), vt_str_z(names[i])))
            return codes[i];
    return 0;
}

/* A character for a glyph that the file gives none for: by the glyph's name, else by the map of
 * the embedded font. Names that only number the glyphs (g23, cid45) say nothing. */
static uint32_t recover(reader *r, font_info *f, fz_font *font, int gid, vt_str name)
{
    uint32_t joined = joined_letters(name);
    if (joined)
        return joined;
    if (name.len > 1 || (name.len == 1 && vt_is_alpha(name.ptr[0]))) {
        int c = fz_unicode_from_glyph_name_strict(vt_str_cstr(r->arena, name));
        if (c > 0 && c != (int)VT_REPLACEMENT)
            return (uint32_t)c;
    }
    if (!f->code_of_gid)
        turn_map(r, f, font);
    return (uint32_t)gid < f->gid_count && f->code_of_gid[gid] ? f->code_of_gid[gid]
                                                               : VT_REPLACEMENT;
}

static bool is_private(uint32_t c)
{
    return (c >= 0xe000 && c <= 0xf8ff) || c >= 0xf0000;
}

/* Settles the character of a glyph, and its meaning when it is an icon. */
static void name_glyph(reader *r, font_info *f, fz_font *font, int gid, vt_glyph *glyph)
{
    bool unknown = glyph->code == VT_REPLACEMENT || glyph->code == 0 || is_private(glyph->code);
    if (f->dingbat && glyph->code != ' ') {
        glyph->icon = vt_icons_dingbat(glyph->code);
        glyph->code = 0x2022;
        return;
    }
    if (!unknown && !f->icon)
        return;
    char buf[64] = "";
    if (gid >= 0 && !fz_font_t3_procs(r->ctx, font))
        fz_get_glyph_name(r->ctx, font, gid, buf, sizeof buf);
    vt_str name = vt_str_z(buf);
    if (f->icon) {
        if (glyph->code == ' ')
            return;
        vt_str meaning = vt_icons_meaning(glyph->code, name);
        glyph->icon = meaning.len ? meaning : VT_STR("");
        return;
    }
    if (!is_private(glyph->code)) {
        if (gid >= 0 && !fz_font_t3_procs(r->ctx, font))
            glyph->code = recover(r, f, font, gid, name);
        return;
    }
    /* private use in a font of any name: an icon when the code or the name says so */
    vt_str meaning = vt_icons_meaning(glyph->code, name);
    if (meaning.len && glyph->code >= 0xf000 && !(glyph->code >= 0xf020 && glyph->code <= 0xf0ff))
        glyph->icon = meaning;
}

/* ---- text ---- */

/* True for text that would not be seen. */
static bool is_invisible(reader *r, fz_device *dev, const vt_glyph_style *style, float x, float y,
                         uint32_t color, float alpha)
{
    float middle = style->size * 0.3f;
    float at_x = x + style->dir_y * middle + style->dir_x * middle;
    float at_y = y - style->dir_x * middle + style->dir_y * middle;
    if (style->size < TINY_PT || alpha < 0.05f)
        return true;
    vt_box seen = visible_part(r, dev, r->page_box);
    if (at_x < seen.x0 - style->size || at_x > seen.x1 + style->size ||
        at_y < seen.y0 - style->size || at_y > seen.y1 + style->size)
        return true;
    uint32_t under = ground_color(r, at_x, at_y);
    return under != UNKNOWN_COLOR && color != UNKNOWN_COLOR && same_color(color, under);
}

/* The flags of text drawn with that ink at that place. */
static uint32_t hidden_flags(reader *r, fz_device *dev, const vt_glyph_style *style, float x,
                             float y, uint32_t color, float alpha)
{
    if (!is_invisible(r, dev, style, x, y, color, alpha))
        return 0;
    return VT_TOKEN_HIDDEN | (alpha < 0.05f ? MODE_INVISIBLE : 0);
}

/* A font may state any width. */
static float advance_of(reader *r, fz_font *font, int gid, float size)
{
    float advance = fz_advance_glyph(r->ctx, font, gid, 0) * size;
    return VT_MIN(VT_MAX(advance, -VT_MAX_TEXT_POINTS), VT_MAX_TEXT_POINTS);
}

static void add_span(reader *r, fz_device *dev, const fz_text_span *span, fz_matrix ctm,
                     uint32_t color, float alpha, uint32_t flags)
{
    fz_matrix trm = fz_concat(span->trm, ctm);
    float length = hypotf(trm.a, trm.b), height = hypotf(trm.c, trm.d);
    if (!(length > 0 && length < VT_MAX_TEXT_POINTS && height > 0 && height < VT_MAX_TEXT_POINTS))
        return;
    font_info *f = font_of(r, span->font);
    vt_glyph_style style = {.size = height,
                            .dir_x = trm.a / length,
                            .dir_y = trm.b / length,
                            .font = f->index,
                            .color = color == UNKNOWN_COLOR ? 0 : color,
                            .flags = f->flags | flags};
    bool tested = false;
    float pen_x = 0, pen_y = 0;
    for (int i = 0; i < span->len; i++) {
        const fz_text_item *item = &span->items[i];
        if (item->ucs < 0)
            continue;
        if (++r->page_glyphs > VT_MAX_PAGE_GLYPHS) {
            pass_limit(r, "a page has too many glyphs");
            return;
        }
        fz_point at = fz_transform_point_xy(item->x, item->y, ctm);
        if (!(fabsf(at.x) < 2 * VT_MAX_PAGE_POINTS && fabsf(at.y) < 2 * VT_MAX_PAGE_POINTS))
            continue;
        if (!tested && !(flags & VT_TOKEN_HIDDEN))
            style.flags |= hidden_flags(r, dev, &style, at.x, at.y, color, alpha);
        tested = true;
        vt_glyph glyph = {.x = at.x, .y = at.y, .code = (uint32_t)item->ucs};
        if (item->gid >= 0) {
            glyph.advance = advance_of(r, span->font, item->gid, length);
            name_glyph(r, f, span->font, item->gid, &glyph);
            pen_x = at.x + glyph.advance * style.dir_x;
            pen_y = at.y + glyph.advance * style.dir_y;
        } else if (i > 0) { /* a further character of the glyph before */
            glyph.x = pen_x;
            glyph.y = pen_y;
        }
        vt_glyphs_add(r->glyphs, &style, glyph);
    }
}

static void add_text(fz_device *dev, const fz_text *text, fz_matrix ctm, uint32_t color,
                     float alpha, uint32_t flags)
{
    reader *r = reader_of(dev);
    for (const fz_text_span *span = text->head; span && !r->over_limit; span = span->next)
        add_span(r, dev, span, ctm, color, alpha, flags);
}

static void on_fill_text(fz_context *ctx, fz_device *dev, const fz_text *text, fz_matrix ctm,
                         fz_colorspace *cs, const float *color, float alpha, fz_color_params params)
{
    (void)params;
    add_text(dev, text, ctm, color_of(ctx, cs, color), alpha, 0);
}

/* Fill and stroke is drawn as two calls; glyphs.c drops what stands on its own place. */
static void on_stroke_text(fz_context *ctx, fz_device *dev, const fz_text *text,
                           const fz_stroke_state *stroke, fz_matrix ctm, fz_colorspace *cs,
                           const float *color, float alpha, fz_color_params params)
{
    (void)params, (void)stroke;
    add_text(dev, text, ctm, color_of(ctx, cs, color), alpha, 0);
}

static void on_clip_text(fz_context *ctx, fz_device *dev, const fz_text *text, fz_matrix ctm,
                         fz_rect scissor)
{
    (void)ctx, (void)scissor;
    add_text(dev, text, ctm, UNKNOWN_COLOR, 1.0f, 0);
}

static void on_clip_stroke_text(fz_context *ctx, fz_device *dev, const fz_text *text,
                                const fz_stroke_state *stroke, fz_matrix ctm, fz_rect scissor)
{
    (void)stroke;
    on_clip_text(ctx, dev, text, ctm, scissor);
}

static void on_ignore_text(fz_context *ctx, fz_device *dev, const fz_text *text, fz_matrix ctm)
{
    (void)ctx;
    add_text(dev, text, ctm, UNKNOWN_COLOR, 1.0f, VT_TOKEN_HIDDEN | MODE_INVISIBLE);
}

/* ---- shapes ---- */

/* What a path is made of, counted while walking it. */
typedef struct path_form {
    int lines, curves, slanted;
    float x, y;
    fz_matrix ctm;
} path_form;

static void form_move(fz_context *ctx, void *arg, float x, float y)
{
    (void)ctx;
    path_form *form = arg;
    form->x = x;
    form->y = y;
}

static void form_line(fz_context *ctx, void *arg, float x, float y)
{
    path_form *form = arg;
    fz_point d = fz_transform_vector(fz_make_point(x - form->x, y - form->y), form->ctm);
    form->lines++;
    form->slanted += fabsf(d.x) > 0.5f && fabsf(d.y) > 0.5f;
    form_move(ctx, arg, x, y);
}

static void form_curve(fz_context *ctx, void *arg, float x1, float y1, float x2, float y2, float x3,
                       float y3)
{
    (void)x1, (void)y1, (void)x2, (void)y2;
    ((path_form *)arg)->curves++;
    form_move(ctx, arg, x3, y3);
}

static void form_close(fz_context *ctx, void *arg)
{
    (void)ctx, (void)arg;
}

static path_form form_of(fz_context *ctx, const fz_path *path, fz_matrix ctm)
{
    static const fz_path_walker walker = {form_move, form_line, form_curve, form_close,
                                          NULL,      NULL,      NULL,       NULL};
    path_form form = {.ctm = ctm};
    fz_walk_path(ctx, path, &walker, &form);
    return form;
}

static vt_shape_kind kind_of(path_form form, vt_box box)
{
    float w = box.x1 - box.x0, h = box.y1 - box.y0;
    if (form.curves == 0 && form.slanted == 0 && form.lines <= 6)
        return VT_MIN(w, h) < 2.5f ? VT_SHAPE_LINE : VT_SHAPE_RECT;
    if (form.curves >= 4 && form.curves <= 8 && form.lines <= 2 &&
        fabsf(w - h) < 0.12f * VT_MAX(w, h))
        return VT_SHAPE_CIRCLE;
    if (form.curves >= 2 && form.curves <= 8 && form.slanted == 0 && form.lines >= 2)
        return VT_SHAPE_RECT; /* rounded corners */
    return VT_SHAPE_OTHER;
}

/* What the ink of a path covers. The library's own bound of a stroke has room for the longest mitre
 * that could be: ten line widths, where a rule has none. */
static fz_rect ink_of_path(fz_context *ctx, const fz_path *path, const fz_stroke_state *stroke,
                           fz_matrix ctm)
{
    fz_rect box = fz_bound_path(ctx, path, NULL, ctm);
    if (!stroke)
        return box;
    return fz_expand_rect(box, VT_MAX(stroke->linewidth * fz_matrix_expansion(ctm), 0.5f) / 2);
}

/* Pages paint frames and rows of tables; a few boxes at most lie over text. */
enum { COVERS = 64 };
#define COVER_MIN_WIDTH  60.0f
#define COVER_MIN_HEIGHT 20.0f

/* A whole box of paint: what was drawn below it is not seen. Not in a tile or a mask. */
static void add_cover(reader *r, const fz_device *dev, path_form form, vt_box box)
{
    bool frame = form.lines > 4 || form.curves || form.slanted; /* two boxes may be one */
    if (frame || r->veiled || !r->page_glyphs || r->covers.n >= COVERS ||
        box.x1 - box.x0 < COVER_MIN_WIDTH || box.y1 - box.y0 < COVER_MIN_HEIGHT)
        return;
    for (int i = 0; i < dev->container_len; i++)
        if (dev->container[i].type == fz_device_container_stack_is_tile)
            return;
    vt_glyphs_flush(r->glyphs);
    cover c = {box, r->doc->words.n};
    vt_vec_push(r->arena, &r->covers, c);
}

static void add_path(fz_device *dev, const fz_path *path, const fz_stroke_state *stroke,
                     fz_matrix ctm, uint32_t color, float alpha)
{
    reader *r = reader_of(dev);
    if (++r->page_shapes > VT_MAX_PAGE_SHAPES || alpha < 0.02f)
        return;
    vt_box whole = box_of(ink_of_path(r->ctx, path, stroke, ctm));
    vt_box box = visible_part(r, dev, whole);
    if (!(box.x1 > box.x0 && box.y1 > box.y0))
        return;
    path_form form = form_of(r->ctx, path, ctm);
    vt_shape shape = {.box = box,
                      .color = color,
                      .kind = kind_of(form, box),
                      .filled = stroke == NULL,
                      .page = r->page};
    vt_vec_push(r->arena, &r->doc->shapes, shape);
    if (!stroke && alpha > 0.99f && shape.kind == VT_SHAPE_RECT)
        add_cover(r, dev, form, box);
    if (!stroke)
        add_ground(r, box, alpha > 0.6f && shape.kind == VT_SHAPE_RECT ? color : UNKNOWN_COLOR);
}

static void on_fill_path(fz_context *ctx, fz_device *dev, const fz_path *path, int even_odd,
                         fz_matrix ctm, fz_colorspace *cs, const float *color, float alpha,
                         fz_color_params params)
{
    (void)even_odd, (void)params;
    add_path(dev, path, NULL, ctm, color_of(ctx, cs, color), alpha);
}

static void on_stroke_path(fz_context *ctx, fz_device *dev, const fz_path *path,
                           const fz_stroke_state *stroke, fz_matrix ctm, fz_colorspace *cs,
                           const float *color, float alpha, fz_color_params params)
{
    (void)params;
    add_path(dev, path, stroke, ctm, color_of(ctx, cs, color), alpha);
}

static void on_fill_shade(fz_context *ctx, fz_device *dev, fz_shade *shade, fz_matrix ctm,
                          float alpha, fz_color_params params)
{
    (void)alpha, (void)params;
    reader *r = reader_of(dev);
    vt_box box = visible_part(r, dev, box_of(fz_bound_shade(ctx, shade, ctm)));
    add_ground(r, box, UNKNOWN_COLOR);
}

static void add_image(fz_device *dev, fz_matrix ctm)
{
    reader *r = reader_of(dev);
    vt_box box = visible_part(r, dev, box_of(fz_transform_rect(fz_unit_rect, ctm)));
    if (!(box.x1 > box.x0 && box.y1 > box.y0) || r->page_pictures++ >= VT_MAX_PAGE_PICTURES)
        return;
    vt_picture picture = {box, r->page};
    vt_vec_push(r->arena, &r->doc->pictures, picture);
    add_ground(r, box, UNKNOWN_COLOR);
}

static void on_fill_image(fz_context *ctx, fz_device *dev, fz_image *image, fz_matrix ctm,
                          float alpha, fz_color_params params)
{
    (void)ctx, (void)image, (void)alpha, (void)params;
    add_image(dev, ctm);
}

static void on_fill_image_mask(fz_context *ctx, fz_device *dev, fz_image *image, fz_matrix ctm,
                               fz_colorspace *cs, const float *color, float alpha,
                               fz_color_params params)
{
    (void)ctx, (void)image, (void)cs, (void)color, (void)alpha, (void)params;
    add_image(dev, ctm);
}

/* ---- clips and groups ---- */

/* A form is clipped to its box each time that it is drawn, so that forms which draw each other are
 * counted here, whatever their depth and fan-out; patterns and soft masks likewise. */
static void count_clip(fz_device *dev)
{
    reader *r = reader_of(dev);
    if (++r->clips > VT_MAX_PDF_CLIPS)
        pass_limit(r, "its forms, patterns and clips are drawn too often");
}

static void on_clip_path(fz_context *ctx, fz_device *dev, const fz_path *path, int even_odd,
                         fz_matrix ctm, fz_rect scissor)
{
    (void)ctx, (void)path, (void)even_odd, (void)ctm, (void)scissor;
    count_clip(dev);
}

static void on_begin_group(fz_context *ctx, fz_device *dev, fz_rect area, fz_colorspace *cs,
                           int isolated, int knockout, int blendmode, float alpha)
{
    (void)ctx, (void)area, (void)cs, (void)isolated, (void)knockout;
    reader_of(dev)->veiled |= blendmode != 0 || alpha < 0.99f;
    count_clip(dev);
}

static void on_begin_mask(fz_context *ctx, fz_device *dev, fz_rect area, int luminosity,
                          fz_colorspace *cs, const float *backdrop, fz_color_params params)
{
    (void)ctx, (void)area, (void)luminosity, (void)cs, (void)backdrop, (void)params;
    reader_of(dev)->veiled = true;
    count_clip(dev);
}

static fz_device *new_device(reader *r)
{
    fz_context *ctx = r->ctx;
    page_device *dev = fz_new_derived_device(ctx, page_device);
    dev->r = r;
    dev->super.fill_text = on_fill_text;
    dev->super.stroke_text = on_stroke_text;
    dev->super.clip_text = on_clip_text;
    dev->super.clip_stroke_text = on_clip_stroke_text;
    dev->super.ignore_text = on_ignore_text;
    dev->super.fill_path = on_fill_path;
    dev->super.stroke_path = on_stroke_path;
    dev->super.fill_shade = on_fill_shade;
    dev->super.fill_image = on_fill_image;
    dev->super.fill_image_mask = on_fill_image_mask;
    dev->super.clip_path = on_clip_path;
    dev->super.begin_group = on_begin_group;
    dev->super.begin_mask = on_begin_mask;
    return &dev->super;
}

/* ---- pages ---- */

__attribute__((noinline)) /* its variables do not live across a setjmp */
static void
add_link(reader *r, const fz_link *link, fz_matrix ctm, size_t first_word)
{
    vt_str url = vt_str_z(link->uri);
    if (!url.len || url.ptr[0] == '#')
        return;
    vt_box box = box_of(fz_transform_rect(link->rect, ctm));
    uint32_t index = VT_NONE;
    for (size_t i = first_word; i < r->doc->words.n; i++) {
        vt_token *w = &r->doc->words.at[i];
        if (!contains(box, (w->box.x0 + w->box.x1) / 2, (w->box.y0 + w->box.y1) / 2))
            continue;
        if (index == VT_NONE)
            index = vt_doc_add_link(r->doc, url, box, r->page);
        w->link = index;
    }
    if (index == VT_NONE)
        vt_doc_add_link(r->doc, url, box, r->page);
}

static void add_links(reader *r, pdf_page *page, fz_matrix ctm, size_t first_word)
{
    fz_context *ctx = r->ctx;
    fz_link *links = NULL;
    fz_var(links);
    fz_try(ctx)
    {
        links = pdf_load_links(ctx, page);
        for (fz_link *link = links; link; link = link->next)
            add_link(r, link, ctm, first_word);
    }
    fz_always(ctx) fz_drop_link(ctx, links);
    fz_catch(ctx) ignore_message(NULL, NULL); /* a page without its links is still a page */
}

/* A scan that somebody made searchable: invisible words over a picture of the page are its text. */
static void settle_ocr_layer(reader *r, size_t first_word, size_t first_picture)
{
    vt_doc *doc = r->doc;
    float page_area = r->page_box.x1 * r->page_box.y1, covered = 0;
    for (size_t i = first_picture; i < doc->pictures.n; i++) {
        vt_box b = doc->pictures.at[i].box;
        covered += (b.x1 - b.x0) * (b.y1 - b.y0);
    }
    size_t hidden = 0, count = doc->words.n - first_word;
    for (size_t i = first_word; i < doc->words.n; i++)
        hidden += (doc->words.at[i].flags & VT_TOKEN_HIDDEN) != 0;
    if (covered < 0.5f * page_area || hidden * 10 < count * 9)
        return;
    for (size_t i = first_word; i < doc->words.n; i++) {
        vt_token *w = &doc->words.at[i];
        if (w->flags & VT_TOKEN_HIDDEN)
            w->flags = (w->flags & ~(uint32_t)VT_TOKEN_HIDDEN) | VT_TOKEN_OCR;
    }
}

/* The drawing that a word without ink lies on: letters as outlines, of about its own height. */
static const vt_shape *outlines_of(const reader *r, const vt_token *w, size_t first_shape)
{
    float y = w->baseline - 0.3f * w->size;
    for (size_t i = first_shape; i < r->doc->shapes.n; i++) {
        const vt_shape *s = &r->doc->shapes.at[i];
        float slack = 0.25f * w->size;
        if (s->filled && s->kind == VT_SHAPE_OTHER && s->box.x0 < w->box.x0 + slack &&
            s->box.x1 > w->box.x1 - slack && s->box.y0 < y && s->box.y1 > y &&
            s->box.y1 - s->box.y0 < 1.7f * w->size)
            return s;
    }
    return NULL;
}

/* Browsers draw bold that the font lacks as outlines and lay the text over them without ink. */
static void settle_outlined_text(reader *r, size_t first_word, size_t first_shape)
{
    for (size_t i = first_word; i < r->doc->words.n; i++) {
        vt_token *w = &r->doc->words.at[i];
        if (!(w->flags & MODE_INVISIBLE))
            continue;
        w->flags &= ~MODE_INVISIBLE;
        const vt_shape *s = outlines_of(r, w, first_shape);
        if (!s)
            continue;
        w->flags = (w->flags & ~(uint32_t)VT_TOKEN_HIDDEN) | VT_TOKEN_BOLD;
        w->color = s->color;
    }
}

/* Words that a box was painted over are as hidden as those without ink. */
static void hide_covered(reader *r, size_t first_word)
{
    for (size_t i = first_word; i < r->doc->words.n; i++) {
        vt_token *w = &r->doc->words.at[i];
        for (size_t k = 0; k < r->covers.n; k++) {
            const cover *c = &r->covers.at[k];
            bool below = i < c->words && contains(c->box, w->box.x0, w->baseline) &&
                         contains(c->box, w->box.x1, w->baseline - 0.5f * w->size);
            w->flags |= below ? VT_TOKEN_HIDDEN : 0;
        }
    }
}

static void sum_up_page(reader *r, size_t first_word)
{
    vt_doc *doc = r->doc;
    size_t good = 0, garbled = 0;
    for (size_t i = first_word; i < doc->words.n; i++) {
        const vt_token *w = &doc->words.at[i];
        if (w->flags & VT_TOKEN_HIDDEN)
            doc->hidden_words++;
        else if (w->flags & VT_TOKEN_GARBLED)
            garbled++;
        else if (!(w->flags & VT_TOKEN_ICON))
            good++;
    }
    doc->garbled_words += (uint32_t)garbled;
    doc->pages.at[r->page].usable_text = good >= 3 && good > garbled;
}

static float page_length(float from, float to)
{
    return VT_MIN(VT_MAX(to - from, 1.0f), VT_MAX_PAGE_POINTS);
}

static void run_page(reader *r, pdf_document *pdf, int number)
{
    fz_context *ctx = r->ctx;
    fz_device *dev = NULL;
    pdf_page *page = NULL;
    fz_var(dev);
    fz_var(page);
    size_t first_word = r->doc->words.n, first_picture = r->doc->pictures.n;
    size_t first_shape = r->doc->shapes.n;
    fz_try(ctx)
    {
        page = pdf_load_page(ctx, pdf, number);
        fz_rect bounds = fz_bound_page(ctx, &page->super);
        fz_matrix ctm = fz_translate(-bounds.x0, -bounds.y0);
        r->page_box =
            (vt_box){0, 0, page_length(bounds.x0, bounds.x1), page_length(bounds.y0, bounds.y1)};
        r->page = vt_doc_add_page(r->doc, r->page_box.x1, r->page_box.y1);
        r->page_glyphs = r->page_shapes = r->page_pictures = 0;
        r->grounds.n = r->covers.n = 0;
        r->veiled = false;
        vt_glyphs_begin_page(r->glyphs, r->page);
        dev = new_device(r);
        pdf_run_page(ctx, page, dev, ctm, &r->cookie);
        fz_close_device(ctx, dev);
        vt_glyphs_flush(r->glyphs);
        hide_covered(r, first_word);
        settle_ocr_layer(r, first_word, first_picture);
        add_links(r, page, ctm, first_word);
    }
    fz_always(ctx)
    {
        fz_drop_device(ctx, dev);
        fz_drop_page(ctx, (fz_page *)page);
    }
    fz_catch(ctx)
    {
        vt_glyphs_flush(r->glyphs); /* what came before the fault is kept */
        if (r->doc->pages.n == (size_t)number)
            vt_doc_add_page(r->doc, 612, 792);
        r->page = (uint32_t)r->doc->pages.n - 1;
        vt_str warning =
            vt_str_format(r->arena, "page %d is damaged and was read in part", number + 1);
        vt_vec_push(r->arena, &r->doc->warnings, warning);
    }
    if (r->budget.over)
        r->over_limit = r->budget.over;
    settle_outlined_text(r, first_word, first_shape);
    sum_up_page(r, first_word);
}

static vt_str metadata(reader *r, pdf_document *pdf, const char *key)
{
    char buf[512] = "";
    if (pdf_lookup_metadata(r->ctx, pdf, key, buf, sizeof buf) <= 0)
        return VT_STR_NULL;
    vt_str value = vt_str_trim(vt_str_z(buf));
    return value.len ? vt_utf8_repair(r->arena, vt_str_dup(r->arena, value)) : VT_STR_NULL;
}

static void fail(reader *r, vt_status status, const char *message)
{
    r->status = status;
    snprintf(r->message, sizeof r->message, "%s", message);
}

/* Opens and checks; NULL with r->status set when the document cannot be read. Throws. */
static void open_document(reader *r, vt_str bytes, pdf_document **ret_pdf, int *ret_pages)
{
    fz_context *ctx = r->ctx;
    fz_stream *stream = NULL;
    fz_var(stream);
    fz_try(ctx)
    {
        stream = fz_open_memory(ctx, (const unsigned char *)bytes.ptr, bytes.len);
        *ret_pdf = pdf_open_document_with_stream(ctx, stream);
        if (pdf_needs_password(ctx, *ret_pdf))
            fail(r, VT_E_ENCRYPTED, "the PDF needs a password");
        else if ((*ret_pages = pdf_count_pages(ctx, *ret_pdf)) <= 0)
            fail(r, VT_E_FORMAT, "the PDF has no pages");
    }
    fz_always(ctx) fz_drop_stream(ctx, stream);
    fz_catch(ctx) fail(r, VT_E_FORMAT, fz_caught_message(ctx));
}

static void read_pages(reader *r, pdf_document *pdf, int pages, uint32_t max_pages)
{
    r->doc->page_count = (uint32_t)pages;
    r->doc->title = metadata(r, pdf, FZ_META_INFO_TITLE);
    r->doc->author = metadata(r, pdf, FZ_META_INFO_AUTHOR);
    int count = VT_MIN(pages, (int)max_pages);
    for (int i = 0; i < count && !r->over_limit && r->doc->words.n < VT_MAX_TOKENS; i++)
        run_page(r, pdf, i);
    if (r->over_limit)
        fail(r, VT_E_LIMIT, r->over_limit);
    else if (r->doc->words.n >= VT_MAX_TOKENS)
        fail(r, VT_E_LIMIT, "the document has too many words");
}

/* `max_pages` 0: count pages only. */
static vt_status run(vt_arena *arena, vt_str bytes, uint32_t max_pages, vt_doc **ret_doc,
                     uint32_t *ret_pages, vt_error *err)
{
    VT_AUTO(reader) reader r = {.arena = arena, .unwinds = vt_arena_unwinds(arena)};
    fz_alloc_context alloc = {&r, counted_malloc, counted_realloc, counted_free};
    fz_context *ctx = fz_new_context(&alloc, NULL, STORE_BYTES);
    if (!ctx)
        return vt_fail(err, VT_E_INTERNAL, "the PDF library does not start");
    fz_set_error_callback(ctx, ignore_message, NULL);
    fz_set_warning_callback(ctx, ignore_message, NULL);
    fz_disable_icc(ctx);
    r.budget = (vt_pdf_budget){.pixels = VT_MAX_DECODED_PIXELS, .abort = &r.cookie.abort};
    fz_set_user_context(ctx, &r.budget);
    r.ctx = ctx;
    r.doc = vt_doc_new(arena, VT_FORMAT_PDF);
    r.glyphs = vt_glyphs_new(r.doc);

    pdf_document *pdf = NULL;
    int pages = 0;
    fz_var(pdf);
    fz_var(pages);
    fz_try(ctx)
    {
        open_document(&r, bytes, &pdf, &pages);
        if (r.status == VT_OK && max_pages)
            read_pages(&r, pdf, pages, max_pages);
    }
    fz_always(ctx)
    {
        for (size_t i = 0; i < r.fonts.n; i++)
            fz_drop_font(ctx, (fz_font *)(uintptr_t)r.fonts.at[i]->key);
        pdf_drop_document(ctx, pdf);
    }
    fz_catch(ctx) fail(&r, VT_E_FORMAT, fz_caught_message(ctx));
    fz_drop_context(ctx);
    if (r.status != VT_OK)
        return vt_fail(err, r.status, "%s", r.message);
    if (ret_doc)
        *ret_doc = r.doc;
    *ret_pages = (uint32_t)pages;
    return VT_OK;
}

vt_status vt_read_pdf(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                      vt_doc **ret, vt_error *err)
{
    uint32_t pages = 0;
    return run(arena, bytes, options->max_pages, ret, &pages, err);
}

vt_status vt_probe_pdf(vt_arena *arena, vt_str bytes, vt_pages *ret, vt_error *err)
{
    return run(arena, bytes, 0, NULL, &ret->count, err);
}
