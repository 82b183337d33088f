/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers that a PDF only states, and for which MuPDF computes without any byte of the file behind
 * them: a kilobyte would keep a worker for as long as it may run. These functions stand before
 * MuPDF's own (pdf_replace.h) and refuse what no file needs, or count it against the budget of what
 * is read or drawn (vt_pdf_budget); beyond it they throw.
 *
 *  - the widths of the fields of a cross-reference stream (MuPDF then looks for the objects itself)
 *  - pictures: columns of CCITT, segments of JBIG2 (T.88, 7.2), the size of JPEG 2000 (T.800,
 * A.5.1); what CCITT and JPEG make is counted as it comes
 *  - ranges of codes in the widths and character maps of fonts
 *  - what the contents of pages and forms unpack to
 */
#define VT_REPLACES(F)                                                                             \
    F(pdf_open_stream_with_offset)                                                                 \
    F(pdf_open_contents_stream)                                                                    \
    F(fz_open_image_decomp_stream)                                                                 \
    F(fz_open_faxd)                                                                                \
    F(fz_open_jbig2d)                                                                              \
    F(fz_load_jpx)                                                                                 \
    F(pdf_add_hmtx)                                                                                \
    F(pdf_map_one_to_many)
#include "extract/pdf_replace.h"

#include <stdint.h>

#include "base/auto.h"
#include "extract/readers.h"

enum {
    FIELD_BYTES = 8,       /* of a field of a cross-reference stream */
    FAX_COLUMNS = 1 << 18, /* of a picture; a sheet of a metre at 1,200 dpi has 47,000 */
    /* what else costs, in pixels: */
    HMTX_PIXELS = 2,    /* the width of a code, */
    MAP_PIXELS = 64,    /* its entry in a map; */
    CONTENT_PIXELS = 8, /* a byte of the contents of a page or form; */
    JPX_PIXELS = 4,     /* a sample of JPEG 2000 */
};

/* ---- the budget ---- */

static void take(fz_context *ctx, double pixels, const char *what)
{
    vt_pdf_budget *budget = fz_user_context(ctx);
    if (!budget)
        return;
    budget->pixels -= pixels;
    if (budget->pixels >= 0)
        return;
    if (!budget->over)
        budget->over = what;
    *budget->abort = 1;
    fz_throw(ctx, FZ_ERROR_GENERIC, "%s", what);
}

static const char too_many_pixels[] = "its pictures have too many pixels";

static void take_pixels(fz_context *ctx, double pixels)
{
    take(ctx, pixels, too_many_pixels);
}

/* ---- what is made as it comes ---- */

/* A stream whose bytes are counted as they are read. */
typedef struct counted {
    fz_stream *chain;
    double pixels; /* of a byte */
    const char *what;
} counted;

static int next_counted(fz_context *ctx, fz_stream *stream, size_t max)
{
    counted *c = stream->state;
    size_t n = VT_MIN(fz_available(ctx, c->chain, max), max);
    if (n == 0)
        return EOF;
    take(ctx, (double)n * c->pixels, c->what);
    stream->rp = c->chain->rp;
    stream->wp = stream->rp + n;
    c->chain->rp += n;
    stream->pos += (int64_t)n;
    return *stream->rp++;
}

static void drop_counted(fz_context *ctx, void *state)
{
    counted *c = state;
    fz_drop_stream(ctx, c->chain);
    fz_free(ctx, c);
}

/* Takes `chain`. */
static fz_stream *count(fz_context *ctx, fz_stream *chain, double pixels, const char *what)
{
    counted *c = NULL;
    fz_var(c);
    fz_try(ctx)
    {
        c = fz_malloc(ctx, sizeof *c);
        *c = (counted){chain, pixels, what};
    }
    fz_catch(ctx)
    {
        fz_drop_stream(ctx, chain);
        fz_rethrow(ctx);
    }
    return fz_new_stream(ctx, c, next_counted, drop_counted); /* drops the state when it throws */
}

fz_stream *REPLACED(pdf_open_contents_stream)(fz_context *ctx, pdf_document *doc, pdf_obj *obj)
{
    return count(ctx, REAL(pdf_open_contents_stream)(ctx, doc, obj), CONTENT_PIXELS,
                 "its pages and forms have too long contents");
}

fz_stream *REPLACED(fz_open_image_decomp_stream)(fz_context *ctx, fz_stream *chain,
                                                 fz_compression_params *params, int *l2factor)
{
    fz_stream *stream = REAL(fz_open_image_decomp_stream)(ctx, chain, params, l2factor);
    if (params->type != FZ_IMAGE_FAX && params->type != FZ_IMAGE_JPEG)
        return stream;
    return count(ctx, stream, params->type == FZ_IMAGE_FAX ? 8 : 1, too_many_pixels);
}

/* ---- cross-reference streams ---- */

static void check_fields(fz_context *ctx, pdf_obj *dict)
{
    pdf_obj *widths = pdf_dict_get(ctx, dict, PDF_NAME(W));
    int64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        int width = pdf_array_get_int(ctx, widths, i);
        if (width > FIELD_BYTES)
            fz_throw(ctx, FZ_ERROR_GENERIC, "a field of the xref stream is too wide");
        sum += width;
    }
    if (sum <= 0)
        fz_throw(ctx, FZ_ERROR_GENERIC, "the fields of the xref stream have no width");
}

/* MuPDF opens nothing else but cross-reference streams with it. */
fz_stream *REPLACED(pdf_open_stream_with_offset)(fz_context *ctx, pdf_document *doc, int num,
                                                 pdf_obj *dict, int64_t offset)
{
    if (pdf_dict_get(ctx, dict, PDF_NAME(W)))
        check_fields(ctx, dict);
    return REAL(pdf_open_stream_with_offset)(ctx, doc, num, dict, offset);
}

/* ---- pictures ---- */

fz_stream *REPLACED(fz_open_faxd)(fz_context *ctx, fz_stream *chain, int k, int end_of_line,
                                  int encoded_byte_align, int columns, int rows, int end_of_block,
                                  int black_is_1)
{
    if (columns > FAX_COLUMNS)
        fz_throw(ctx, FZ_ERROR_GENERIC, "a picture has too many columns");
    return REAL(fz_open_faxd)(ctx, chain, k, end_of_line, encoded_byte_align, columns, rows,
                              end_of_block, black_is_1);
}

/* Bytes that are read in order; behind their end come zeros. */
typedef struct cursor {
    const unsigned char *at, *end;
} cursor;

static void skip(cursor *c, size_t n)
{
    c->at += VT_MIN(n, (size_t)(c->end - c->at));
}

static uint32_t get(cursor *c, int bytes)
{
    uint32_t value = 0;
    while (bytes-- > 0)
        value = value << 8 | (c->at < c->end ? *c->at++ : 0);
    return value;
}

static double get_area(cursor *c)
{
    double width = get(c, 4), height = get(c, 4);
    return height >= UINT32_MAX ? width : width * height; /* unknown: regions tell */
}

/* What the data of a segment of that type makes, in pixels. */
static double segment_pixels(int type, cursor data)
{
    switch (type) {
    case 48: /* page */
    case 4:
    case 6:
    case 7: /* text */
    case 36:
    case 38:
    case 39: /* generic */
    case 40:
    case 42:
    case 43: /* refinement */
        return get_area(&data);
    case 20:
    case 22:
    case 23: { /* halftone: a grid of grey values, too */
        double area = get_area(&data);
        skip(&data, 10);
        return area + 8 * get_area(&data);
    }
    case 16: { /* patterns */
        skip(&data, 1);
        double area = get(&data, 1);
        area *= get(&data, 1);
        return area * (get(&data, 4) + 1.0);
    }
    default:
        return 0;
    }
}

static double jbig2_pixels(cursor c)
{
    double sum = 0;
    while (c.at < c.end) {
        uint32_t number = get(&c, 4), flags = get(&c, 1), named = get(&c, 1) >> 5;
        if (named == 7) {
            c.at--;
            named = get(&c, 4) & 0x1fffffff;
            skip(&c, named / 8 + 1);
        }
        skip(&c, (size_t)named * (number <= 256 ? 1 : number <= 65536 ? 2 : 4));
        skip(&c, flags & 0x40 ? 4 : 1);
        size_t length = get(&c, 4);
        sum += segment_pixels((int)(flags & 63), c);
        skip(&c, length);
    }
    return sum;
}

fz_stream *REPLACED(fz_open_jbig2d)(fz_context *ctx, fz_stream *chain, fz_jbig2_globals *globals,
                                    int embedded)
{
    fz_buffer *data = NULL;
    fz_stream *copy = NULL, *made = NULL;
    fz_var(data);
    fz_var(copy);
    fz_var(made);
    fz_try(ctx)
    {
        unsigned char *bytes;
        data = fz_read_all(ctx, chain, 1024);
        size_t n = fz_buffer_storage(ctx, data, &bytes);
        take_pixels(ctx, jbig2_pixels((cursor){bytes, bytes + n}));
        copy = fz_open_buffer(ctx, data);
        made = REAL(fz_open_jbig2d)(ctx, copy, globals, embedded);
    }
    fz_always(ctx)
    {
        fz_drop_stream(ctx, copy);
        fz_drop_buffer(ctx, data);
    }
    fz_catch(ctx) fz_rethrow(ctx);
    return made;
}

/* Of a codestream, bare or in boxes: its first marker, with the size and the count of components.
 */
static double jpx_pixels(const unsigned char *data, size_t size)
{
    for (size_t i = 0; i + 42 < size; i++) {
        if (data[i] != 0xff || data[i + 1] != 0x4f || data[i + 2] != 0xff || data[i + 3] != 0x51)
            continue;
        cursor c = {data + i + 8, data + size};
        double right = get(&c, 4), bottom = get(&c, 4), left = get(&c, 4), top = get(&c, 4);
        skip(&c, 16);
        return (right - left) * (bottom - top) * get(&c, 2);
    }
    return 0;
}

/* The reader of PDF asks where a picture is, not what it shows; MuPDF would unpack it to say so. */
fz_pixmap *REPLACED(fz_load_jpx)(fz_context *ctx, const unsigned char *data, size_t size,
                                 fz_colorspace *cs)
{
    if (vt_pdf_exact_boxes(ctx))
        return fz_new_pixmap(ctx, cs ? cs : fz_device_gray(ctx), 1, 1, NULL, 0);
    take_pixels(ctx, JPX_PIXELS * jpx_pixels(data, size));
    return REAL(fz_load_jpx)(ctx, data, size, cs);
}

/* ---- fonts ---- */

void REPLACED(pdf_add_hmtx)(fz_context *ctx, pdf_font_desc *font, int lo, int hi, int w)
{
    if (hi > lo)
        take(ctx, HMTX_PIXELS * VT_MIN((double)hi - lo, 65536.0),
             "its fonts state too many widths");
    REAL(pdf_add_hmtx)(ctx, font, lo, hi, w);
}

void REPLACED(pdf_map_one_to_many)(fz_context *ctx, pdf_cmap *cmap, unsigned one, int *many,
                                   size_t n)
{
    take(ctx, MAP_PIXELS, "its fonts have too many characters");
    REAL(pdf_map_one_to_many)(ctx, cmap, one, many, n);
}
