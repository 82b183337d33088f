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
#include "base/str.h"

#define VT_CONFIG_FILE "/etc/vitae/vitae.conf"

/** Where each value comes from, and what is wrong; in the arena of vt_config_load(). */
typedef struct vt_config_notes vt_config_notes;

typedef struct vt_config {
#define VT_CONFIG_STR(name, fallback, help)           const char *name;
#define VT_CONFIG_INT(name, fallback, min, max, help) int64_t name;
#define VT_CONFIG_BOOL(name, fallback, help)          bool name;
#include "cli/config.def"
    vt_config_notes *notes;
} vt_config;

/** A flag of one command, beside those of the configuration. */
typedef struct vt_flag {
    const char *name;   /* without dashes */
    const char **value; /* where its value goes, or NULL: a flag without one */
    bool *set;          /* or NULL */
} vt_flag;

/**
 * Reads the configuration and the command line. `flags` ends with a NULL name. What is no flag is
 * left in argv[1..*ret_count]. VT_E_INVALID says what is wrong, for the person at the terminal: the
 * first fault, and how many there are; vt_config_faults() gives all of them then. What is set twice
 * in the file, and a variable VITAE_... that is no setting, are faults as well.
 */
VT_MUST_USE vt_status vt_config_load(vt_arena *arena, int argc, char **argv, const vt_flag *flags,
                                     vt_config *ret, int *ret_count, vt_error *err);

/** Every fault, each a line that begins with its place ("vitae.conf:12: ..."); gives how many. */
size_t vt_config_faults(const vt_config *config, const char *const **ret);
/** One more, at the place of the setting `name`. */
void vt_config_add_fault(vt_arena *arena, const vt_config *config, const char *name,
                         const char *text);
/** Where the value of a setting comes from: "vitae.conf:12", "VITAE_LISTEN", "--listen", "default".
 */
vt_str vt_config_place(vt_arena *arena, const vt_config *config, const char *name);

/** Prints every setting in effect (`changed`: those that are set) as a line of a configuration
 * file, its source in a comment, passwords hidden. When a value was refused, the comment says so
 * beside the source of the value that holds instead. */
void vt_config_show(vt_arena *arena, const vt_config *config, bool changed);

/** A line for each setting. */
void vt_config_help(void);

/** The settings as a Markdown table: docs/configuration.md. */
void vt_config_markdown(void);

#endif
