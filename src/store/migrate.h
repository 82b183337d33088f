/* SPDX-License-Identifier: Apache-2.0 */
/** Schema versions: sql/NNN_name.sql, run in order, each in a transaction of its own. */
#ifndef VT_STORE_MIGRATE_H
#define VT_STORE_MIGRATE_H

#include "store/store.h"

/** Brings the schema up to date. VT_E_CONFLICT: it is newer than this program knows. */
VT_MUST_USE vt_status vt_store_migrate(vt_store *store, vt_error *err);

#endif
