/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What goes into the audit trail (store/audit.h) beside the changes, which write their entries
 * themselves: reads. They wait in memory for at most a second and are written together, by a thread
 * of its own that also deletes what is too old or too much. A store that does not answer makes them
 * wait; past a limit they are lost, counted, and the log tells.
 */
#ifndef VT_API_AUDIT_H
#define VT_API_AUDIT_H

#include "store/audit.h"

typedef struct vt_audit vt_audit;

/** `days`, `rows`: how long and how many of each kind are kept; 0: no limit. */
vt_audit *vt_audit_new(vt_store *store, int64_t days, int64_t rows);
/** Writes what waits. NULL is allowed. */
void vt_audit_drop(vt_audit *audit);

/** Any thread; never waits for the store. The same again counts up. */
void vt_audit_note(vt_audit *audit, const vt_audit_entry *entry);

/** Entries that were lost so far. */
uint64_t vt_audit_lost(vt_audit *audit);

#endif
