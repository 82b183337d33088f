/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Members of a ZIP container that lies in memory, within limits: number of members, unpacked bytes
 * of each and of all together, and the ratio of unpacked to packed bytes.
 */
#ifndef VT_EXTRACT_ZIP_H
#define VT_EXTRACT_ZIP_H

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"

typedef struct vt_zip vt_zip;

/** Opens; it closes with the arena. VT_E_FORMAT: damaged. VT_E_LIMIT: too many members. */
VT_MUST_USE vt_status vt_zip_open(vt_arena *arena, vt_str bytes, vt_zip **ret, vt_error *err);

/** The member of that name (case does not matter, a slash at its start is dropped) or false. */
bool vt_zip_has(const vt_zip *zip, vt_str name);

size_t vt_zip_count(const vt_zip *zip);
/** The name of a member, in the arena; the null string for an index without one. */
vt_str vt_zip_name(const vt_zip *zip, size_t index);

/**
 * Unpacks a member into the arena. VT_E_NOT_FOUND: no such member. VT_E_ENCRYPTED, VT_E_LIMIT,
 * VT_E_FORMAT: damaged.
 */
VT_MUST_USE vt_status vt_zip_read(vt_zip *zip, vt_str name, vt_str *ret, vt_error *err);
/** The same by index, below vt_zip_count(); names of members need not differ. */
VT_MUST_USE vt_status vt_zip_read_at(vt_zip *zip, size_t index, vt_str *ret, vt_error *err);

#endif
