/* SPDX-License-Identifier: Apache-2.0 */
/** Lists that are no jobs: lines grouped to entries (certificates, projects, awards ...). */
#ifndef VT_PARSE_ENTRIES_H
#define VT_PARSE_ENTRIES_H

#include "parse/reader/lines.h"

/** Lines [first, first + count) of `lines` are one entry. */
typedef struct vt_entry {
    uint32_t first, count;
} vt_entry;

typedef struct vt_entries {
    uint32_t *lines; /* fact indices */
    size_t line_count;
    vt_entry *at;
    size_t n;
} vt_entries;

/** All lines of a role (without headings), grouped to entries by their form. */
vt_entries vt_entries_of(const vt_facts *facts, const vt_roles *roles, vt_role role);

/** The text of a line without the inline heading that it may begin with, as bytes of raw_text. */
static inline size_t vt_entry_line_from(const vt_facts *facts, const vt_roles *roles, uint32_t i)
{
    return facts->at[i].base + roles->at[i].skip;
}

#endif
