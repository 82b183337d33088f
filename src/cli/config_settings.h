/* SPDX-License-Identifier: Apache-2.0 */
/** The rows of config.def as a table, and where values come from: of config.c and config_print.c.
 */
#ifndef VT_CLI_CONFIG_SETTINGS_H
#define VT_CLI_CONFIG_SETTINGS_H

#include "base/buf.h"
#include "base/vec.h"
#include "cli/config.h"

enum {
    VT_SETTINGS = 0
#define VT_CONFIG_STR(name, fallback, help)           +1
#define VT_CONFIG_INT(name, fallback, min, max, help) +1
#define VT_CONFIG_BOOL(name, fallback, help)          +1
#include "cli/config.def"
};

typedef struct vt_setting {
    enum { VT_SETTING_STR, VT_SETTING_INT, VT_SETTING_BOOL } kind;
    const char *name, *fallback, *help;
    int64_t min, max;
    size_t offset; /* in vt_config */
} vt_setting;

extern const vt_setting vt_settings[VT_SETTINGS];

typedef struct vt_origin {
    enum { VT_FROM_DEFAULT, VT_FROM_FILE, VT_FROM_ENVIRONMENT, VT_FROM_FLAG } kind;
    unsigned line; /* of the file */
} vt_origin;

struct vt_config_notes {
    const char *file; /* or NULL: none was read */
    VT_VEC(const char *) faults;
    size_t left_out;                /* faults past the limit */
    vt_origin origins[VT_SETTINGS]; /* of the value in effect */
    vt_origin refused[VT_SETTINGS]; /* of a later value that was refused; VT_FROM_DEFAULT: none */
};

/** By its key in the file, or by its flag, where dashes stand for underscores; or NULL. */
const vt_setting *vt_setting_find(const char *name);

/** All names, separated by spaces. */
void vt_setting_names(vt_buf *out);

/** VITAE_NAME. */
void vt_setting_variable(const char *name, char *ret, size_t size);

/** "/etc/vitae/vitae.conf:12", "VITAE_WORKERS", "--workers", or "default". */
vt_str vt_setting_place(vt_arena *arena, const vt_config_notes *notes, const vt_setting *s,
                        vt_origin from);

#endif
