/* SPDX-License-Identifier: Apache-2.0 */
#include "store/migrate.h"

#include "base/embed.h"
#include "base/time.h"
#include "store/driver.h"

extern const vt_embed vt_embed_sql[];

static vt_status applied_version(vt_tx *tx, int64_t *ret, vt_error *err)
{
    VT_TRY(tx->driver->script(tx,
                              "CREATE TABLE IF NOT EXISTS schema_version ("
                              "version BIGINT PRIMARY KEY, name TEXT NOT NULL, "
                              "applied_ms BIGINT NOT NULL)",
                              err));
    return vt_sql_int(tx, "SELECT MAX(version) FROM schema_version", VT_NO_ARGS, 0, ret, err);
}

static int64_t version_of(const vt_embed *file)
{
    int64_t version = 0;
    for (const char *p = file->name; vt_is_digit(*p); p++)
        version = version * 10 + (*p - '0');
    return version;
}

static vt_status apply(vt_tx *tx, const vt_embed *file, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf sql = {0};
    vt_sql_expand(tx->driver, file->data, &sql);
    VT_TRY(tx->driver->script(tx, sql.ptr, err));
    return vt_sql_run(
        tx, "INSERT INTO schema_version (version, name, applied_ms) VALUES ($1, $2, $3)",
        VT_ARGS(vt_arg_int(version_of(file)), vt_arg_z(file->name), vt_arg_int(vt_time_now_ms())),
        NULL, err);
}

static vt_status migrate(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    int64_t have, known = 0;
    if (tx->driver->schema_lock)
        VT_TRY(vt_sql_run(tx, tx->driver->schema_lock, VT_NO_ARGS, NULL, err));
    VT_TRY(applied_version(tx, &have, err));
    for (const vt_embed *file = vt_embed_sql; file->name; file++) {
        known = version_of(file);
        if (known > have)
            VT_TRY(apply(tx, file, err));
    }
    if (have <= known)
        return VT_OK;
    int64_t breaking;
    VT_TRY(vt_sql_int(
        tx, "SELECT COUNT(*) FROM schema_version WHERE version > $1 AND name LIKE '%break%'",
        VT_ARGS(vt_arg_int(known)), 0, &breaking, err));
    if (breaking)
        return vt_fail(err, VT_E_CONFLICT, "the store has schema %jd, this program knows up to %jd",
                       (intmax_t)have, (intmax_t)known);
    return VT_OK;
}

vt_status vt_store_migrate(vt_store *store, vt_error *err)
{
    return vt_store_write_as(store, &(vt_write){.repeatable = true}, migrate, NULL, err);
}
