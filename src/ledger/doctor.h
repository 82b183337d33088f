/* SPDX-License-Identifier: Apache-2.0 */
/** The invariants of the store, as `vitae doctor` and the tests check them. */
#ifndef VT_LEDGER_DOCTOR_H
#define VT_LEDGER_DOCTOR_H

#include "store/store.h"

/** Told of every invariant: its sentence, and how many rows break it. */
typedef void (*vt_doctor_fn)(void *context, const char *invariant, int64_t broken);

/** Checks all in one snapshot; *ret_broken is the count of rows that break any. */
VT_MUST_USE vt_status vt_doctor_run(vt_store *store, vt_doctor_fn fn, void *context,
                                    int64_t *ret_broken, vt_error *err);

#endif
