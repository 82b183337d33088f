/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Files inside the binary: tables that tools/embed.py makes at build time. A table ends with a row
 * whose name is NULL; a NUL stands behind the bytes of each file.
 */
#ifndef VT_BASE_EMBED_H
#define VT_BASE_EMBED_H

#include "base/str.h"

typedef struct vt_embed {
    const char *name; /* path below the folder given to embed.py */
    const char *data;
    size_t size;
} vt_embed;

/** The row called `name`, or NULL. */
static inline const vt_embed *vt_embed_find(const vt_embed *table, vt_str name)
{
    for (; table->name; table++)
        if (vt_str_eq(vt_str_z(table->name), name))
            return table;
    return NULL;
}

#endif
