/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The configuration: built-in defaults, then the file, then the environment, then flags. Rows:
 * config.def. The file is an INI file (--config FILE, or VITAE_CONFIG, or VT_CONFIG_FILE when it
 * exists); its sections are for the reader only.
 */
#ifndef VT_CLI_CONFIG_H
#define VT_CLI_CONFIG_H

#include "base/arena.h"
#include "base/error.h"

#define VT_CONFIG_FILE "/etc/vitae/vitae.conf"

typedef struct vt_config {
#define VT_CONFIG_STR(name, fallback, help)           const char *name;
#define VT_CONFIG_INT(name, fallback, min, max, help) int64_t name;
#define VT_CONFIG_BOOL(name, fallback, help)          bool name;
#include "cli/config.def"
} vt_config;

/** A flag of one command, beside those of the configuration. */
typedef struct vt_flag {
    const char *name;   /* without dashes */
    const char **value; /* where its value goes, or NULL: a flag without one */
    bool *set;          /* or NULL */
} vt_flag;

/**
 * Reads the configuration and the command line. `flags` ends with a NULL name. What is no flag is
 * left in argv[1..*ret_count]. VT_E_INVALID says what is wrong, for the person at the terminal.
 */
VT_MUST_USE vt_status vt_config_load(vt_arena *arena, int argc, char **argv, const vt_flag *flags,
                                     vt_config *ret, int *ret_count, vt_error *err);

/** A line for each setting. */
void vt_config_help(void);

/** The settings as a Markdown table: docs/configuration.md. */
void vt_config_markdown(void);

#endif
