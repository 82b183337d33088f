/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The audit trail: who did what, and when. Ids and numbers only, nothing of a person in a document.
 * What changes something is written in the transaction that changes it; what only reads, soon
 * after.
 */
#ifndef VT_STORE_AUDIT_H
#define VT_STORE_AUDIT_H

#include "store/accounts.h"

enum { VT_ACTOR_TEXT = 16, VT_ACTION_TEXT = 64, VT_SUBJECT_TEXT = 80, VT_ADDRESS_TEXT = 64 };

typedef struct vt_audit_entry {
    int64_t seq, at_ms;
    char account_id[VT_ID_TEXT]; /* whose data it is; "": of no one account */
    char key_id[VT_ID_TEXT];     /* "": no key, a command of the operator */
    char key_name[VT_NAME_TEXT]; /* read only */
    char address[VT_ADDRESS_TEXT];
    char actor[VT_ACTOR_TEXT];   /* api, dashboard, operator, command */
    char action[VT_ACTION_TEXT]; /* result.read, key.create ... */
    char subject[VT_SUBJECT_TEXT];
    int64_t times; /* within a second or so */
    bool reads;    /* it changes nothing */
} vt_audit_entry;
typedef VT_VEC(vt_audit_entry) vt_audit_entries;

/** Adds an entry; its seq and key_name are not looked at. */
VT_MUST_USE vt_status vt_audit_write(vt_tx *tx, const vt_audit_entry *entry, vt_error *err);

typedef struct vt_audit_filter {
    vt_str account_id;              /* the null string: all */
    vt_str action, key_id, subject; /* "" or the null string: any */
    int64_t since_ms, until_ms;     /* 0: no limit; until is not included */
    int64_t before;                 /* a seq: older entries only; 0: from the newest on */
} vt_audit_filter;

/** Entries, newest first. */
VT_MUST_USE vt_status vt_audit_list(vt_tx *tx, vt_arena *arena, const vt_audit_filter *filter,
                                    int64_t limit, vt_audit_entries *ret, vt_error *err);

enum { VT_AUDIT_KINDS = 2, VT_AUDIT_SWEEP = 1000 };

/** Whose entries go when there are more than `keep`: by kind the account with the most of them, so
 * that nobody pushes out what is told of others. */
typedef struct vt_audit_most {
    bool past[VT_AUDIT_KINDS];                   /* there are too many */
    char account_id[VT_AUDIT_KINDS][VT_ID_TEXT]; /* "": those of no one account */
} vt_audit_most;
/** Looks through all entries when there are too many: not for a write. */
VT_MUST_USE vt_status vt_audit_find_most(vt_tx *tx, int64_t keep, vt_audit_most *ret,
                                         vt_error *err);

/** Deletes at most VT_AUDIT_SWEEP entries that are older than `before_ms` (0: none), and of each
 * kind with more than `keep` as many of the account in `most`, its oldest first. *ret_deleted is 0
 * when none is left to delete. */
VT_MUST_USE vt_status vt_audit_sweep(vt_tx *tx, int64_t before_ms, int64_t keep,
                                     const vt_audit_most *most, int64_t *ret_deleted,
                                     vt_error *err);

#endif
