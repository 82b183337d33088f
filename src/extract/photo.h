/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Pictures that people send, made ready for OCR: decoded, turned as the camera says, cut out of the
 * table they lay on, brought to the wanted dots per inch, evenly lit and straight. Only photo.c
 * knows Leptonica.
 */
#ifndef VT_EXTRACT_PHOTO_H
#define VT_EXTRACT_PHOTO_H

#include "base/error.h"
#include "base/str.h"
#include "extract/gray.h"

typedef struct vt_photo vt_photo;

/** Opens Leptonica; before, the functions below answer VT_E_UNSUPPORTED, as when it is missing. */
VT_MUST_USE vt_status vt_photo_init(vt_error *err);

/** Pictures in a file, from its headers: 1, or the pages of a TIFF. VT_E_FORMAT, VT_E_LIMIT. */
VT_MUST_USE vt_status vt_photo_count(vt_str bytes, uint32_t *ret, vt_error *err);

/**
 * Decodes picture `index` of a JPEG, PNG, WebP or TIFF. VT_E_FORMAT: damaged. VT_E_LIMIT: too many
 * pixels.
 */
VT_MUST_USE vt_status vt_photo_open(vt_str bytes, uint32_t index, vt_photo **ret, vt_error *err);

/** The same of pixels that are there already: a scan inside a PDF. Copies them. */
VT_MUST_USE vt_status vt_photo_of_gray(const vt_gray *gray, vt_photo **ret, vt_error *err);

void vt_photo_drop(vt_photo *photo);
VT_DEFINE_AUTO(vt_photo, vt_photo_drop)

/**
 * The picture at about `dpi` (never enlarged beyond what helps), turned by `turns` quarters to the
 * right, evenly lit and straight. The pixels are lent until the next call.
 */
VT_MUST_USE vt_status vt_photo_ready(vt_photo *photo, float dpi, int turns, vt_gray *ret,
                                     vt_error *err);

#endif
