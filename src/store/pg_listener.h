/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Notices between the programs of a store in PostgreSQL, and the look at the database's clock: one
 * thread with a connection of its own. Private to postgres.c.
 */
#ifndef VT_STORE_PG_LISTENER_H
#define VT_STORE_PG_LISTENER_H

#include <pthread.h>

#include "store/pg_connection.h"

typedef struct vt_pg_listener {
    vt_pg_server *server;
    vt_notice_fn on_notice;
    void *context;
    pthread_t thread;
    int bell; /* eventfd: notices to send, or the end */
    _Atomic bool ending;
    pthread_mutex_t lock; /* of what stands below */
    bool listening;
    vt_buf notices; /* to be sent, a line each */
} vt_pg_listener;

/** By value; nothing runs yet. Fails without a descriptor for the bell. */
VT_MUST_USE vt_status vt_pg_listener_init(vt_pg_listener *l, vt_pg_server *server, vt_error *err);
/** Stops it, and releases what init made. All zeros is allowed. */
void vt_pg_listener_release(vt_pg_listener *l);

/** `fn` gets what others said, in the listener's thread; NULL: something may have been missed. */
VT_MUST_USE vt_status vt_pg_listener_start(vt_pg_listener *l, vt_notice_fn fn, void *context,
                                           vt_error *err);
/** Ends the thread, if there is one. */
void vt_pg_listener_stop(vt_pg_listener *l);

/** Says a word to the others, soon. Dropped when it waits already, or when too many wait. */
void vt_pg_listener_notify(vt_pg_listener *l, const char *notice);

#endif
