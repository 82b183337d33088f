/* SPDX-License-Identifier: Apache-2.0 */
/* Pages as pictures, for the dashboard. PDF pages are drawn; other formats have none. */
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "extract/extract.h"
#include "extract/render.h"

enum { WIDTH_PX = 1100 };

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

vt_status vt_engine_render(const vt_engine *engine, vt_arena *arena, vt_str input,
                           const vt_options *options, vt_buf *out, vt_error *err)
{
    (void)engine;
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "pages");
    vt_json_begin_array(&w);
    if (vt_sniff(input, options->filename, options->content_type) == VT_FORMAT_PDF)
        VT_TRY(put_pages(arena, input, options->max_pages, &w, err));
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return VT_OK;
}
