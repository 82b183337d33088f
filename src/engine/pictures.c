/* SPDX-License-Identifier: Apache-2.0 */
/* Pages as pictures, for the dashboard. PDF pages are drawn; a picture is made ready as for OCR, so
 * that the places of its words are those of the answer. Other formats have none. */
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "extract/extract.h"
#include "extract/photo.h"
#include "extract/render.h"

enum { WIDTH_PX = 1100, PICTURE_DPI = 200 };

static void put_picture(vt_arena *arena, const vt_page_picture *p, vt_str png, vt_json_writer *w)
{
    char *text = vt_arena_alloc(arena, (png.len + 2) / 3 * 4 + 1);
    vt_base64_encode(png, text);
    vt_json_begin_object(w);
    vt_json_kv_num(w, "width_pt", (double)p->width_pt, 2);
    vt_json_kv_num(w, "height_pt", (double)p->height_pt, 2);
    vt_json_kv_int(w, "width_px", p->width);
    vt_json_kv_int(w, "height_px", p->height);
    vt_json_kv_str(w, "type", VT_STR("image/png"));
    vt_json_kv_str(w, "picture", vt_str_z(text));
    vt_json_end_object(w);
}

static vt_status put_pages(vt_arena *arena, vt_str input, uint32_t max_pages, vt_json_writer *w,
                           vt_error *err)
{
    VT_AUTO(vt_render) vt_render *render = NULL;
    VT_TRY(vt_render_open(input, &render, err));
    uint32_t pages = VT_MIN(vt_render_pages(render), max_pages ? max_pages : VT_MAX_PAGES);
    for (uint32_t i = 0; i < pages; i++) {
        VT_AUTO(vt_buf) vt_buf png = {.max = VT_MAX_RESULT_BYTES};
        vt_page_picture picture;
        VT_TRY(vt_render_png(render, i, WIDTH_PX, &picture, &png, err));
        put_picture(arena, &picture, vt_buf_str(&png), w);
    }
    return VT_OK;
}

static vt_status put_pictures(vt_arena *arena, vt_str input, uint32_t max_pages, vt_json_writer *w,
                              vt_error *err)
{
    uint32_t count;
    VT_TRY(vt_photo_count(input, &count, err));
    count = VT_MIN(count, max_pages ? max_pages : VT_MAX_PAGES);
    for (uint32_t i = 0; i < count; i++) {
        VT_AUTO(vt_photo) vt_photo *photo = NULL;
        VT_AUTO(vt_buf) vt_buf png = {.max = VT_MAX_RESULT_BYTES};
        vt_page_picture picture;
        vt_gray gray;
        VT_TRY(vt_photo_open(input, i, &photo, err));
        VT_TRY(vt_photo_ready(photo, PICTURE_DPI, 0, &gray, err));
        VT_TRY(vt_render_gray(&gray, &picture, &png, err));
        put_picture(arena, &picture, vt_buf_str(&png), w);
    }
    return VT_OK;
}

vt_status vt_engine_render(const vt_engine *engine, vt_arena *arena, vt_str input,
                           const vt_options *options, vt_buf *out, vt_error *err)
{
    (void)engine;
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "pages");
    vt_json_begin_array(&w);
    vt_format format = vt_sniff(input, options->filename, options->content_type);
    if (format == VT_FORMAT_PDF)
        VT_TRY(put_pages(arena, input, options->max_pages, &w, err));
    else if (format == VT_FORMAT_JPEG || format == VT_FORMAT_PNG || format == VT_FORMAT_TIFF ||
             format == VT_FORMAT_WEBP)
        VT_TRY(put_pictures(arena, input, options->max_pages, &w, err));
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return VT_OK;
}
