/* SPDX-License-Identifier: Apache-2.0 */
/* MuPDF's exceptions are longjmps: between fz_try and fz_catch nothing is declared that must be
 * left in order. */
#include "extract/render.h"

#include <mupdf/fitz.h>
#include <mupdf/pdf.h>

#include "base/limits.h"
#include "extract/readers.h"

enum { STORE_BYTES = 16 << 20, PIXELS_MAX = 24000000 };

struct vt_render {
    fz_context *ctx;
    fz_document *doc;
    fz_pixmap *pixmap;
    fz_buffer *png;
    int pages;
};

static void ignore(void *user, const char *message)
{
    (void)user, (void)message;
}

void vt_render_drop(vt_render *r)
{
    if (!r)
        return;
    if (r->ctx) {
        fz_drop_buffer(r->ctx, r->png);
        fz_drop_pixmap(r->ctx, r->pixmap);
        fz_drop_document(r->ctx, r->doc);
        fz_drop_context(r->ctx);
    }
    free(r);
}

static bool open_stream(vt_render *r, vt_str bytes)
{
    fz_stream *stream = NULL;
    fz_var(stream);
    fz_try(r->ctx)
    {
        stream = fz_open_memory(r->ctx, (const unsigned char *)bytes.ptr, bytes.len);
        r->doc = &pdf_open_document_with_stream(r->ctx, stream)->super;
        if (!fz_needs_password(r->ctx, r->doc))
            r->pages = fz_count_pages(r->ctx, r->doc);
    }
    fz_always(r->ctx) fz_drop_stream(r->ctx, stream);
    fz_catch(r->ctx) return false;
    return true;
}

vt_status vt_render_open(vt_str bytes, vt_render **ret, vt_error *err)
{
    VT_AUTO(vt_render) vt_render *r = vt_xcalloc(1, sizeof *r);
    r->ctx = fz_new_context(NULL, NULL, STORE_BYTES);
    if (!r->ctx)
        return vt_fail(err, VT_E_INTERNAL, "the PDF library does not start");
    fz_set_error_callback(r->ctx, ignore, NULL);
    fz_set_warning_callback(r->ctx, ignore, NULL);
    fz_disable_icc(r->ctx);
    if (!open_stream(r, bytes))
        return vt_fail(err, VT_E_FORMAT, "the PDF file cannot be opened");
    if (fz_needs_password(r->ctx, r->doc) && !fz_authenticate_password(r->ctx, r->doc, ""))
        return vt_fail(err, VT_E_ENCRYPTED, "the PDF file needs a password");
    *ret = VT_TAKE(r);
    return VT_OK;
}

/* ---- what drawing a page may cost ---- */

/* While a page is drawn: the draw device's own functions, and what is left. A page that passes it
 * stays as it was drawn until then. */
typedef struct drawing {
    vt_pdf_budget decoding; /* first: the context's */
    fz_device drawn;        /* the functions that were there */
    fz_cookie cookie;
    float scale, pixels_left;
    uint32_t clips_left;
} drawing;

/* Each drawing of a picture costs the pixels that it has, and those that it covers. */
static bool may_draw(fz_context *ctx, fz_device *device, const fz_image *image, fz_matrix ctm)
{
    drawing *d = fz_user_context(ctx);
    fz_rect box = fz_transform_rect(fz_unit_rect, ctm);
    box = fz_intersect_rect(box, fz_device_current_scissor(ctx, device));
    float covered = fz_is_empty_rect(box) ? 0 : (box.x1 - box.x0) * (box.y1 - box.y0);
    d->pixels_left -= covered * d->scale * d->scale + (float)image->w * (float)image->h;
    if (d->pixels_left < 0)
        d->cookie.abort = 1;
    return d->pixels_left >= 0;
}

static void fill_image(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm,
                       float alpha, fz_color_params params)
{
    const drawing *d = fz_user_context(ctx);
    if (may_draw(ctx, device, image, ctm))
        d->drawn.fill_image(ctx, device, image, ctm, alpha, params);
}

static void fill_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm,
                            fz_colorspace *cs, const float *color, float alpha,
                            fz_color_params params)
{
    const drawing *d = fz_user_context(ctx);
    if (may_draw(ctx, device, image, ctm))
        d->drawn.fill_image_mask(ctx, device, image, ctm, cs, color, alpha, params);
}

/* Each drawing of a form is a clip. It is done in any case: its end will be. */
static void clip_path(fz_context *ctx, fz_device *device, const fz_path *path, int even_odd,
                      fz_matrix ctm, fz_rect scissor)
{
    drawing *d = fz_user_context(ctx);
    if (d->clips_left == 0)
        d->cookie.abort = 1;
    else
        d->clips_left--;
    d->drawn.clip_path(ctx, device, path, even_odd, ctm, scissor);
}

static fz_device *new_device(fz_context *ctx, fz_matrix ctm, fz_pixmap *pixmap, drawing *d)
{
    fz_device *device = fz_new_draw_device(ctx, ctm, pixmap);
    d->drawn = *device;
    d->scale = fz_matrix_expansion(ctm);
    device->fill_image = fill_image;
    device->fill_image_mask = fill_image_mask;
    device->clip_path = clip_path;
    return device;
}

static drawing new_drawing(void)
{
    return (drawing){.decoding.pixels = VT_MAX_DECODED_PIXELS,
                     .pixels_left = VT_MAX_DRAWN_PIXELS,
                     .clips_left = VT_MAX_PDF_CLIPS};
}

/* Until the user context is NULL again. */
static void begin_drawing(vt_render *r, drawing *d)
{
    d->decoding.abort = &d->cookie.abort;
    fz_set_user_context(r->ctx, d);
}

static bool draw(vt_render *r, uint32_t number, vt_box area, float scale)
{
    fz_page *page = NULL;
    fz_device *device = NULL;
    drawing d = new_drawing();
    begin_drawing(r, &d);
    fz_var(page);
    fz_var(device);
    bool good = true;
    fz_try(r->ctx)
    {
        page = fz_load_page(r->ctx, r->doc, (int)number);
        fz_rect bounds = fz_bound_page(r->ctx, page);
        fz_matrix ctm = fz_concat(fz_translate(-bounds.x0 - area.x0, -bounds.y0 - area.y0),
                                  fz_scale(scale, scale));
        fz_irect box = {0, 0, (int)((area.x1 - area.x0) * scale),
                        (int)((area.y1 - area.y0) * scale)};
        fz_drop_pixmap(r->ctx, r->pixmap);
        r->pixmap = NULL;
        r->pixmap = fz_new_pixmap_with_bbox(r->ctx, fz_device_gray(r->ctx), box, NULL, 0);
        fz_clear_pixmap_with_value(r->ctx, r->pixmap, 255);
        device = new_device(r->ctx, ctm, r->pixmap, &d);
        fz_run_page(r->ctx, page, device, fz_identity, &d.cookie);
        fz_close_device(r->ctx, device);
    }
    fz_always(r->ctx)
    {
        fz_drop_device(r->ctx, device);
        fz_drop_page(r->ctx, page);
        fz_set_user_context(r->ctx, NULL);
    }
    fz_catch(r->ctx) good = r->pixmap != NULL; /* what was drawn so far may do */
    return good;
}

vt_status vt_render_area(vt_render *r, uint32_t page, vt_box area, float dpi, vt_gray *ret,
                         vt_error *err)
{
    float w = area.x1 - area.x0, h = area.y1 - area.y0;
    if (!(w >= 8 && h >= 8 && w < 20000 && h < 20000))
        return vt_fail(err, VT_E_LIMIT, "page %u has no area to draw", page + 1);
    while (dpi > 40 && w * h * (dpi / 72) * (dpi / 72) > (float)PIXELS_MAX)
        dpi *= 0.8f;
    if (!draw(r, page, area, dpi / 72))
        return vt_fail(err, VT_E_FORMAT, "page %u cannot be drawn", page + 1);
    *ret = (vt_gray){.pixels = fz_pixmap_samples(r->ctx, r->pixmap),
                     .width = (uint32_t)fz_pixmap_width(r->ctx, r->pixmap),
                     .height = (uint32_t)fz_pixmap_height(r->ctx, r->pixmap),
                     .dpi = dpi};
    if ((uint32_t)fz_pixmap_stride(r->ctx, r->pixmap) != ret->width)
        return vt_fail(err, VT_E_INTERNAL, "the renderer pads its lines");
    return VT_OK;
}

/* ---- for people ---- */

uint32_t vt_render_pages(const vt_render *r)
{
    return (uint32_t)VT_MAX(r->pages, 0);
}

/* A page whose pixels have no colour is stored grey, in a third of the bytes. */
static bool is_gray(const unsigned char *p, size_t pixels)
{
    for (size_t i = 0; i < pixels; i++, p += 3)
        if (p[0] != p[1] || p[1] != p[2])
            return false;
    return true;
}

static void to_gray(vt_render *r)
{
    fz_pixmap *gray = fz_convert_pixmap(r->ctx, r->pixmap, fz_device_gray(r->ctx), NULL, NULL,
                                        fz_default_color_params, 0);
    fz_drop_pixmap(r->ctx, r->pixmap);
    r->pixmap = gray;
}

static bool draw_png(vt_render *r, uint32_t number, uint32_t width, vt_page_picture *ret)
{
    fz_page *page = NULL;
    fz_device *device = NULL;
    drawing d = new_drawing();
    begin_drawing(r, &d);
    fz_var(page);
    fz_var(device);
    fz_try(r->ctx)
    {
        page = fz_load_page(r->ctx, r->doc, (int)number);
        fz_rect b = fz_bound_page(r->ctx, page);
        ret->width_pt = VT_MAX(b.x1 - b.x0, 1.0f);
        ret->height_pt = VT_MAX(b.y1 - b.y0, 1.0f);
        float scale = (float)width / ret->width_pt;
        while (scale * ret->width_pt * scale * ret->height_pt > (float)PIXELS_MAX / 4)
            scale *= 0.8f;
        fz_irect box = {0, 0, VT_MAX((int)(ret->width_pt * scale), 1),
                        VT_MAX((int)(ret->height_pt * scale), 1)};
        fz_drop_pixmap(r->ctx, r->pixmap);
        r->pixmap = NULL;
        r->pixmap = fz_new_pixmap_with_bbox(r->ctx, fz_device_rgb(r->ctx), box, NULL, 0);
        fz_clear_pixmap_with_value(r->ctx, r->pixmap, 255);
        fz_matrix ctm = fz_concat(fz_translate(-b.x0, -b.y0), fz_scale(scale, scale));
        device = new_device(r->ctx, ctm, r->pixmap, &d);
        fz_run_page(r->ctx, page, device, fz_identity, &d.cookie);
        fz_close_device(r->ctx, device);
        ret->width = (uint32_t)box.x1;
        ret->height = (uint32_t)box.y1;
        if (is_gray(fz_pixmap_samples(r->ctx, r->pixmap), (size_t)box.x1 * (size_t)box.y1))
            to_gray(r);
        fz_drop_buffer(r->ctx, r->png);
        r->png = NULL;
        r->png = fz_new_buffer_from_pixmap_as_png(r->ctx, r->pixmap, fz_default_color_params);
    }
    fz_always(r->ctx)
    {
        fz_drop_device(r->ctx, device);
        fz_drop_page(r->ctx, page);
        fz_set_user_context(r->ctx, NULL);
    }
    fz_catch(r->ctx) return false;
    return true;
}

vt_status vt_render_png(vt_render *r, uint32_t page, uint32_t width, vt_page_picture *ret,
                        vt_buf *out, vt_error *err)
{
    *ret = (vt_page_picture){0};
    if (!draw_png(r, page, width, ret))
        return vt_fail(err, VT_E_FORMAT, "page %u cannot be drawn", page + 1);
    unsigned char *data;
    size_t size = fz_buffer_storage(r->ctx, r->png, &data);
    vt_buf_add(out, vt_str_n((const char *)data, size));
    return VT_OK;
}

static bool gray_png(vt_render *r, const vt_gray *gray)
{
    fz_try(r->ctx)
    {
        const fz_irect box = {0, 0, (int)gray->width, (int)gray->height};
        r->pixmap = fz_new_pixmap_with_bbox(r->ctx, fz_device_gray(r->ctx), box, NULL, 0);
        unsigned char *samples = fz_pixmap_samples(r->ctx, r->pixmap);
        size_t stride = (size_t)fz_pixmap_stride(r->ctx, r->pixmap);
        for (uint32_t y = 0; y < gray->height; y++)
            memcpy(samples + y * stride, gray->pixels + (size_t)y * gray->width, gray->width);
        r->png = fz_new_buffer_from_pixmap_as_png(r->ctx, r->pixmap, fz_default_color_params);
    }
    fz_catch(r->ctx) return false;
    return true;
}

vt_status vt_render_gray(const vt_gray *gray, vt_page_picture *ret, vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_render) vt_render *r = vt_xcalloc(1, sizeof *r);
    r->ctx = fz_new_context(NULL, NULL, STORE_BYTES);
    if (!r->ctx || (size_t)gray->width * gray->height > PIXELS_MAX || !gray_png(r, gray))
        return vt_fail(err, VT_E_FORMAT, "the picture cannot be drawn");
    *ret = (vt_page_picture){.width_pt = (float)gray->width * 72 / gray->dpi,
                             .height_pt = (float)gray->height * 72 / gray->dpi,
                             .width = gray->width,
                             .height = gray->height};
    unsigned char *data;
    size_t size = fz_buffer_storage(r->ctx, r->png, &data);
    vt_buf_add(out, vt_str_n((const char *)data, size));
    return VT_OK;
}
