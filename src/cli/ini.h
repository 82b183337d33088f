/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The form of the configuration file. A line is empty, a comment (# or ; first), a [section], or
 * KEY = VALUE; blanks around both are dropped, and a comment may stand behind a blank. Each value
 * ends with its line. Sections are for the reader only.
 */
#ifndef VT_CLI_INI_H
#define VT_CLI_INI_H

#include "base/str.h"

typedef struct vt_ini_line {
    unsigned number; /* from 1 */
    vt_str key, value;
    const char *fault; /* why it is none of these, or NULL */
} vt_ini_line;

/** Takes lines off *rest, counting in *number, up to one with a key or a fault. False at the end.
 */
bool vt_ini_next(vt_str *rest, unsigned *number, vt_ini_line *ret);

#endif
