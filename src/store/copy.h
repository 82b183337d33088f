/* SPDX-License-Identifier: Apache-2.0 */
/** Whole stores: copies of an SQLite file, and its way into PostgreSQL. */
#ifndef VT_STORE_COPY_H
#define VT_STORE_COPY_H

#include "store/store.h"

/**
 * Copies the SQLite database `from` to the new file `to` while others may write to it: one state,
 * whole pages, flushed to disk under another name first. VT_E_CONFLICT: `to` exists. VT_E_FORMAT:
 * what came out is damaged, or no database of ours, and was removed.
 */
VT_MUST_USE vt_status vt_sqlite_copy(const char *from, const char *to, vt_error *err);

/** Told of each table when it is there. */
typedef void (*vt_copy_fn)(void *context, const char *table, int64_t rows);

/**
 * Copies everything from an SQLite store that nobody else uses into an empty PostgreSQL store, in
 * one transaction. VT_E_CONFLICT: the target has accounts.
 */
VT_MUST_USE vt_status vt_store_copy(vt_store *from, vt_store *to, vt_copy_fn fn, void *context,
                                    vt_error *err);

#endif
