/* SPDX-License-Identifier: Apache-2.0 */
#include "store/copy.h"

enum { MAX_COLUMNS = 40, FLUSH_ROWS = 500 };

/* What a store holds, each table behind those that it refers to. Types: i integer, t text,
 * b bytes. Who is alive, rate buckets and marks of writes are not worth keeping. */
#define TABLE(name, types, columns, parameters)                                                    \
    {                                                                                              \
        name, types, "SELECT " columns " FROM " name,                                              \
            "INSERT INTO " name " (" columns ") VALUES (" parameters ")",                          \
            "SELECT COUNT(*) FROM " name                                                           \
    }
static const struct table {
    const char *name, *types, *select, *insert, *count;
} tables[] = {
    TABLE("account", "ttttiiiiiii",
          "id, name, plan, billing, active, allowance, cycle_day, next_reset_ms, balance, "
          "low_credits, created_ms",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11"),
    TABLE("api_key", "tttttitiii",
          "id, account_id, name, hash, hint, test, scopes, created_ms, expires_ms, revoked_ms",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10"),
    TABLE("batch", "ttttiitiiiii",
          "id, account_id, reference, metadata, total, remaining, rejected, created_ms, ended_ms, "
          "retention_ms, erase_ms, erased",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12"),
    TABLE("request", "ttttiittiiiiititiitiiitiitttittt",
          "id, account_id, key_id, state, shape, test, input, config, max_pages, file_bytes, "
          "created_ms, started_ms, ended_ms, queue, lease_ms, node, tries, percent, stage, "
          "reserved, consumed, retention_ms, error_code, erase_ms, erased, reference, metadata, "
          "warnings, batch_index, batch_id, content_hash, same_as",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, "
          "$20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32"),
    TABLE("answer", "tbt", "request_id, body, headline", "$1, $2, $3"),
    TABLE("review", "tiitb", "request_id, version, reviewed_ms, key_id, body",
          "$1, $2, $3, $4, $5"),
    TABLE("document", "tbttti", "request_id, body, filename, content_type, job_description, kept",
          "$1, $2, $3, $4, $5, $6"),
    TABLE("pack", "tttiiii", "id, account_id, kind, amount, remaining, created_ms, expires_ms",
          "$1, $2, $3, $4, $5, $6, $7"),
    TABLE("ledger", "ititiittt",
          "seq, account_id, at_ms, kind, amount, balance, pack_id, request_id, note",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9"),
    TABLE("usage_day", "ttiiiiiiiii",
          "account_id, day, parse_count, completed, failed, credits, tier_basic, tier_standard, "
          "tier_premium, ocr_standard, matching",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11"),
    TABLE("idempotency", "ttttiti",
          "key_id, idem_key, fingerprint, request_id, status, body, created_ms",
          "$1, $2, $3, $4, $5, $6, $7"),
    TABLE("prompt_phrase", "tti", "account_id, phrase, created_ms", "$1, $2, $3"),
    TABLE("webhook_endpoint", "tttttii",
          "id, account_id, url, secret, events, created_ms, disabled_ms",
          "$1, $2, $3, $4, $5, $6, $7"),
    TABLE("webhook_delivery", "tttttitiiiti",
          "id, account_id, endpoint_id, event, payload, created_ms, state, tries, next_ms, "
          "last_status, last_error, last_ms",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12"),
    TABLE("audit", "iittttttit",
          "seq, at_ms, account_id, actor, action, detail, key_id, address, times, kind",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10"),
    TABLE("session", "ttii", "hash, key_id, created_ms, expires_ms", "$1, $2, $3, $4"),
};

struct copy {
    vt_store *from;
    vt_tx *target; /* while its transaction runs */
    vt_copy_fn fn;
    void *context;
    int64_t rows[VT_COUNT(tables)];
};

static vt_status copy_row(vt_tx *to, const struct table *t, vt_cursor *c, int64_t *ret_flushed,
                          vt_error *err)
{
    vt_arg args[MAX_COLUMNS];
    size_t n = strlen(t->types);
    for (size_t i = 0; i < n; i++) {
        vt_str text = vt_cursor_text(c, (int)i);
        args[i] = t->types[i] == 'i'   ? vt_arg_int(vt_cursor_int(c, (int)i))
                  : t->types[i] == 't' ? vt_arg_text(text)
                                       : vt_arg_blob(text);
    }
    return vt_sql_run(to, t->insert, args, n, ret_flushed, err);
}

static vt_status copy_table(vt_tx *from, vt_tx *to, const struct table *t, int64_t *ret_rows,
                            vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(from, t->select, VT_NO_ARGS, &c, err));
    for (*ret_rows = 0;; ++*ret_rows) {
        bool row;
        int64_t flushed;
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        bool flush = *ret_rows % FLUSH_ROWS == 0; /* or the results of inserts pile up */
        VT_TRY(copy_row(to, t, c, flush ? &flushed : NULL, err));
    }
}

static vt_status copy_all(vt_tx *from, void *context, vt_error *err)
{
    struct copy *copy = context;
    for (size_t i = 0; i < VT_COUNT(tables); i++) {
        int64_t there;
        VT_TRY(copy_table(from, copy->target, &tables[i], &copy->rows[i], err));
        VT_TRY(vt_sql_int(copy->target, tables[i].count, VT_NO_ARGS, -1, &there, err));
        if (there != copy->rows[i])
            return vt_fail(err, VT_E_INTERNAL, "%jd of %jd rows of %s arrived", (intmax_t)there,
                           (intmax_t)copy->rows[i], tables[i].name);
    }
    return VT_OK;
}

static vt_status fill(vt_tx *to, void *context, vt_error *err)
{
    struct copy *copy = context;
    int64_t accounts;
    VT_TRY(vt_sql_int(to, "SELECT COUNT(*) FROM account", VT_NO_ARGS, 0, &accounts, err));
    if (accounts)
        return vt_fail(err, VT_E_CONFLICT, "the target has accounts; it must be empty");
    copy->target = to;
    VT_TRY(vt_store_read(copy->from, copy_all, copy, err));
    /* nobody works any more on what the old service had begun; numbers go on behind the old ones */
    VT_TRY(vt_sql_run(to, "UPDATE request SET lease_ms = 0, node = NULL WHERE queue IS NOT NULL",
                      VT_NO_ARGS, NULL, err));
    VT_TRY(vt_sql_run(to,
                      "SELECT setval(pg_get_serial_sequence('ledger', 'seq'), "
                      "COALESCE(MAX(seq), 1)) FROM ledger",
                      VT_NO_ARGS, NULL, err));
    return vt_sql_run(to,
                      "SELECT setval(pg_get_serial_sequence('audit', 'seq'), "
                      "COALESCE(MAX(seq), 1)) FROM audit",
                      VT_NO_ARGS, NULL, err);
}

vt_status vt_store_copy(vt_store *from, vt_store *to, vt_copy_fn fn, void *context, vt_error *err)
{
    struct copy copy = {.from = from, .fn = fn, .context = context};
    VT_TRY(vt_store_write(to, fill, &copy, err));
    for (size_t i = 0; i < VT_COUNT(tables); i++)
        fn(context, tables[i].name, copy.rows[i]);
    return VT_OK;
}
