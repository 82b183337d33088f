/* SPDX-License-Identifier: Apache-2.0 */
/** Checks of `vitae doctor` on what surrounds the service: configuration, certificate, disk, clock,
 * endpoints of webhooks. */
#ifndef VT_CLI_DOCTOR_CHECKS_H
#define VT_CLI_DOCTOR_CHECKS_H

#include "cli/config.h"
#include "store/store.h"

/** How much it prints, and what it has found. */
typedef struct vt_doctor_report {
    bool verbose;
    size_t good, bad;
} vt_doctor_report;

/** A line with -v. */
void vt_doctor_passed(vt_doctor_report *r, const char *area, const char *what);
/** A line that begins with BROKEN, and the exit code 1. */
void vt_doctor_broken(vt_doctor_report *r, const char *area, const char *format, ...)
    VT_PRINTF(3, 4);
/** A line that begins with `warning`. */
void vt_doctor_warn(const char *area, const char *format, ...) VT_PRINTF(2, 3);

/** What needs no store. */
void vt_doctor_check_place(vt_doctor_report *r, vt_arena *arena, const vt_config *config);

/** What needs one. Looks up the hosts of webhooks; connects to none of them. */
VT_MUST_USE vt_status vt_doctor_check_store(vt_doctor_report *r, vt_arena *arena,
                                            const vt_config *config, vt_store *store,
                                            vt_error *err);

#endif
