/* SPDX-License-Identifier: Apache-2.0 */
/** Parts and relationships of an Office Open XML package. */
#ifndef VT_EXTRACT_OPC_H
#define VT_EXTRACT_OPC_H

#include "base/map.h"
#include "extract/xml.h"
#include "extract/zip.h"

typedef struct vt_opc_rel {
    vt_str id, type, target; /* an external target is as written, others are part names */
    bool external;
} vt_opc_rel;

/** The relationships of a part (null: of the package), by id; empty when there are none. */
VT_MUST_USE vt_status vt_opc_rels(vt_arena *arena, vt_zip *zip, vt_str part, vt_map **ret,
                                  vt_error *err);

/** The name of the part that the package (or `part`) relates to by a type that ends in `suffix`, or
 * null. */
VT_MUST_USE vt_status vt_opc_related(vt_arena *arena, vt_zip *zip, vt_str part, const char *suffix,
                                     vt_str *ret, vt_error *err);

/** Parses a part. *ret is NULL when the package has none of that name. */
VT_MUST_USE vt_status vt_opc_xml(vt_arena *arena, vt_zip *zip, vt_str part, const vt_xml **ret,
                                 vt_error *err);

#endif
