/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Schema versions: sql/NNN_name.sql, run in order, in one transaction. A version only adds (tables,
 * columns with a default, indexes), so that programs of this and of the next release can work on
 * one store while they are replaced; one that does more has `break` in its name and shuts programs
 * out that do not know it.
 */
#ifndef VT_STORE_MIGRATE_H
#define VT_STORE_MIGRATE_H

#include "store/store.h"

/**
 * Brings the schema up to date, and sees that it has every table and index that the files make.
 * VT_E_CONFLICT: a newer program has changed it for itself. VT_E_FORMAT: one is missing; the error
 * names it.
 */
VT_MUST_USE vt_status vt_store_migrate(vt_store *store, vt_error *err);

#endif
