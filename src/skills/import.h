/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Foreign taxonomies in their published file forms, for `vitae taxonomy import`. docs/skills.md
 * tells which columns are read.
 */
#ifndef VT_SKILLS_IMPORT_H
#define VT_SKILLS_IMPORT_H

#include "skills/build.h"

typedef enum vt_import_format {
    VT_IMPORT_TSV,       /* our own sheets: files or a folder */
    VT_IMPORT_ESCO,      /* skills_en.csv, skillSkillRelations_en.csv, broaderRelations…csv */
    VT_IMPORT_ONET,      /* Technology Skills.txt, Skills.txt, Knowledge.txt … (tab-separated) */
    VT_IMPORT_LIGHTCAST, /* {"data": [{"id", "name", "type": {"name"}, "category": {"name"} …}]} */
} vt_import_format;

/** The format with this name ("tsv", "esco", "onet", "lightcast"). */
bool vt_import_format_find(vt_str name, vt_import_format *ret);

/** Appends the skills of the files. VT_E_FORMAT names the file and the column that is missing. */
VT_MUST_USE vt_status vt_skills_import(vt_arena *arena, vt_import_format format,
                                       const char *const *paths, size_t n, vt_skill_sources *ret,
                                       vt_error *err);

#endif
