/* SPDX-License-Identifier: Apache-2.0 */
/** Counts a day and account (UTC). */
#ifndef VT_STORE_USAGE_H
#define VT_STORE_USAGE_H

#include "store/accounts.h"

typedef struct vt_usage {
    char day[16]; /* YYYY-MM-DD */
    int64_t parse_count, completed, failed, credits;
    int64_t tier[3], ocr_standard, matching; /* the breakdown */
} vt_usage;
typedef VT_VEC(vt_usage) vt_usages;

/** Adds the counts to those of usage->day. */
VT_MUST_USE vt_status vt_usage_add(vt_tx *tx, vt_str account_id, const vt_usage *usage,
                                   vt_error *err);
/** The sum over the days from `first` to `last`, both included. */
VT_MUST_USE vt_status vt_usage_sum(vt_tx *tx, vt_str account_id, const char *first,
                                   const char *last, vt_usage *ret, vt_error *err);
/** A page of days, newest first; *ret_total is the count of days in the range. */
VT_MUST_USE vt_status vt_usage_page(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                    const char *first, const char *last, int64_t limit,
                                    int64_t offset, vt_usages *ret, int64_t *ret_total,
                                    vt_error *err);

#endif
