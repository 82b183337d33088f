/* SPDX-License-Identifier: Apache-2.0 */
#include "store/migrate.h"

#include <assert.h>

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

/* ---- what should be there ---- */

enum { MAX_OBJECTS = 128 };

struct objects { /* tables and indexes that the files make and do not drop again */
    struct object {
        bool index;
        vt_str name; /* in the embedded files */
    } at[MAX_OBJECTS];
    size_t n;
};

static vt_str next_word(vt_str *rest)
{
    static const char ends[] = " \t(;";
    size_t from = 0, to;
    while (from < rest->len && strchr(ends, rest->ptr[from]))
        from++;
    for (to = from; to < rest->len && !strchr(ends, rest->ptr[to]);)
        to++;
    vt_str word = vt_str_sub(*rest, from, to);
    *rest = vt_str_sub(*rest, to, rest->len);
    return word;
}

static void forget_object(struct objects *o, vt_str name)
{
    for (size_t i = o->n; i > 0; i--)
        if (vt_str_eq(o->at[i - 1].name, name))
            o->at[i - 1] = o->at[--o->n];
}

/* A line that begins with CREATE TABLE, CREATE {word} TABLE, CREATE INDEX, DROP TABLE or DROP INDEX
 * and a name; others say nothing here. */
static void read_line(struct objects *o, vt_str line)
{
    vt_str verb = next_word(&line), type = next_word(&line);
    if (vt_str_starts(type, VT_STR("{")))
        type = next_word(&line);
    bool index = vt_str_eq(type, VT_STR("INDEX"));
    vt_str name = next_word(&line);
    if (!index && !vt_str_eq(type, VT_STR("TABLE")))
        return;
    if (vt_str_eq(verb, VT_STR("DROP")))
        forget_object(o, name);
    else if (vt_str_eq(verb, VT_STR("CREATE")) && o->n < MAX_OBJECTS)
        o->at[o->n++] = (struct object){index, name};
}

static void list_objects(struct objects *ret)
{
    for (const vt_embed *file = vt_embed_sql; file->name; file++) {
        vt_str rest = vt_str_z(file->data), line;
        while (vt_str_split(&rest, '\n', &line))
            read_line(ret, line);
    }
    assert(ret->n > 0 && ret->n < MAX_OBJECTS);
}

/* A newer schema may have dropped an index that this program knows, but no table. */
static vt_status check_objects(vt_tx *tx, bool newer, vt_error *err)
{
    struct objects all = {0};
    list_objects(&all);
    for (size_t i = 0; i < all.n; i++) {
        const char *type = all.at[i].index ? "index" : "table";
        int64_t there;
        if (newer && all.at[i].index)
            continue;
        VT_TRY(vt_sql_int(tx, tx->driver->object,
                          VT_ARGS(vt_arg_z(type), vt_arg_text(all.at[i].name)), 0, &there, err));
        if (!there)
            return vt_fail(err, VT_E_FORMAT,
                           "the store lacks the %s '" VT_STR_FMT "': restore a backup", type,
                           VT_STR_ARG(all.at[i].name));
    }
    return VT_OK;
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
        return check_objects(tx, false, err);
    int64_t breaking;
    VT_TRY(vt_sql_int(
        tx, "SELECT COUNT(*) FROM schema_version WHERE version > $1 AND name LIKE '%break%'",
        VT_ARGS(vt_arg_int(known)), 0, &breaking, err));
    if (breaking)
        return vt_fail(err, VT_E_CONFLICT,
                       "the store has schema %jd, this program knows up to %jd: install the newer "
                       "vitae again, or restore a backup made before the upgrade",
                       (intmax_t)have, (intmax_t)known);
    return check_objects(tx, true, err);
}

vt_status vt_store_migrate(vt_store *store, vt_error *err)
{
    return vt_store_write_as(store, &(vt_write){.repeatable = true}, migrate, NULL, err);
}
