/* SPDX-License-Identifier: Apache-2.0 */
/** The documents that a command line names: files, folders (all files in them), `-`. */
#ifndef VT_CLI_FILES_H
#define VT_CLI_FILES_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"

typedef struct vt_file {
    const char *path;   /* NULL: standard input */
    const char *name;   /* last part of the path: a hint for the reader */
    const char *output; /* DIR/NAME.ENDING, or NULL: standard output */
} vt_file;

typedef VT_VEC(vt_file) vt_file_list;

/**
 * Collects, in the order of the names, folders sorted and read to any depth without hidden files.
 * Two files that would share an output keep their own ending, too (NAME.EXT.ENDING). A name that
 * does not exist is not an error here: reading it is. VT_E_INVALID: a folder without `output`.
 */
VT_MUST_USE vt_status vt_files_collect(vt_arena *arena, char **names, size_t count,
                                       const char *output, const char *ending, vt_file_list *ret,
                                       vt_error *err);

#endif
