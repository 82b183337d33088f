/* SPDX-License-Identifier: Apache-2.0 */
/** PDF pages as pictures: grey for OCR, in colour for people. */
#ifndef VT_EXTRACT_RENDER_H
#define VT_EXTRACT_RENDER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "doc/doc.h"
#include "extract/gray.h"

typedef struct vt_render vt_render;

/** Opens a document; `bytes` must outlive it. VT_E_FORMAT, VT_E_ENCRYPTED. */
VT_MUST_USE vt_status vt_render_open(vt_str bytes, vt_render **ret, vt_error *err);
void vt_render_drop(vt_render *render);
VT_DEFINE_AUTO(vt_render, vt_render_drop)

/**
 * Renders the area (points, top-left origin) of a page; a picture too large is made at fewer dots
 * per inch. The pixels are lent until the next call. VT_E_FORMAT: the page cannot be drawn.
 */
VT_MUST_USE vt_status vt_render_area(vt_render *render, uint32_t page, vt_box area, float dpi,
                                     vt_gray *ret, vt_error *err);

typedef struct vt_page_picture {
    float width_pt, height_pt; /* of the page */
    uint32_t width, height;    /* of the picture */
} vt_page_picture;

/** How many pages there are. */
uint32_t vt_render_pages(const vt_render *render);

/** Appends a page as a PNG of about `width` pixels to `out`. VT_E_FORMAT: it cannot be drawn. */
VT_MUST_USE vt_status vt_render_png(vt_render *render, uint32_t page, uint32_t width,
                                    vt_page_picture *ret, vt_buf *out, vt_error *err);

/** The same of a picture that is ready; its page is as large as its dots per inch say. */
VT_MUST_USE vt_status vt_render_gray(const vt_gray *gray, vt_page_picture *ret, vt_buf *out,
                                     vt_error *err);

#endif
