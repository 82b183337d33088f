/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A fresh store for a test: SQLite in a temporary file, or the database of VITAE_TEST_STORE
 * (postgresql://..., emptied first), so that the same tests run against both.
 */
#ifndef VT_TESTS_STORE_FIXTURE_H
#define VT_TESTS_STORE_FIXTURE_H

#include "unit.h"

#include "base/arena.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct fixture {
    vt_store *store;
    vt_arena *arena;
    char path[64];
} fixture;

static inline vt_status fixture_empty(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    return vt_sql_run(tx,
                      "TRUNCATE account, idempotency, audit, node, write_mark, rate_bucket CASCADE",
                      VT_NO_ARGS, NULL, err);
}

static inline int fixture_open(void **state)
{
    fixture *f = vt_xcalloc(1, sizeof *f);
    vt_error err = {0};
    f->arena = vt_arena_new(64 * 1024 * 1024);
    const char *where = getenv("VITAE_TEST_STORE");
    snprintf(f->path, sizeof f->path, "/tmp/vitae-test-XXXXXX");
    int fd = mkstemp(f->path);
    if (fd >= 0)
        close(fd);
    if (vt_store_open(where ? where : f->path, &f->store, &err) != VT_OK)
        fail_msg("%s", err.message);
    if (where && vt_store_write(f->store, fixture_empty, NULL, &err) != VT_OK)
        fail_msg("%s", err.message);
    *state = f;
    return 0;
}

static inline int fixture_close(void **state)
{
    fixture *f = *state;
    char side[80];
    vt_store_drop(f->store);
    unlink(f->path);
    snprintf(side, sizeof side, "%s-wal", f->path);
    unlink(side);
    snprintf(side, sizeof side, "%s-shm", f->path);
    unlink(side);
    vt_arena_drop(f->arena);
    free(f);
    return 0;
}

/** Runs `fn` in a transaction and fails the test unless it ends as `want`. */
#define FIXTURE_WRITE(f, fn, context, want)                                                        \
    do {                                                                                           \
        vt_error fixture_err_ = {0};                                                               \
        vt_status fixture_got_ = vt_store_write((f)->store, (fn), (context), &fixture_err_);       \
        if (fixture_got_ != (want))                                                                \
            fail_msg("%s", fixture_err_.message);                                                  \
    } while (0)

#define FIXTURE_TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_open, fixture_close)

#endif
