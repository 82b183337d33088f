/* SPDX-License-Identifier: Apache-2.0 */
#include "store/usage.h"

vt_status vt_usage_add(vt_tx *tx, vt_str account_id, const vt_usage *u, vt_error *err)
{
    return vt_sql_run(tx,
                      "INSERT INTO usage_day (account_id, day, parse_count, completed, failed, "
                      "credits, tier_basic, tier_standard, tier_premium, ocr_standard, matching) "
                      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
                      "ON CONFLICT (account_id, day) DO UPDATE SET "
                      "parse_count = usage_day.parse_count + excluded.parse_count, "
                      "completed = usage_day.completed + excluded.completed, "
                      "failed = usage_day.failed + excluded.failed, "
                      "credits = usage_day.credits + excluded.credits, "
                      "tier_basic = usage_day.tier_basic + excluded.tier_basic, "
                      "tier_standard = usage_day.tier_standard + excluded.tier_standard, "
                      "tier_premium = usage_day.tier_premium + excluded.tier_premium, "
                      "ocr_standard = usage_day.ocr_standard + excluded.ocr_standard, "
                      "matching = usage_day.matching + excluded.matching",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_z(u->day), vt_arg_int(u->parse_count),
                              vt_arg_int(u->completed), vt_arg_int(u->failed),
                              vt_arg_int(u->credits), vt_arg_int(u->tier[0]),
                              vt_arg_int(u->tier[1]), vt_arg_int(u->tier[2]),
                              vt_arg_int(u->ocr_standard), vt_arg_int(u->matching)),
                      NULL, err);
}

static void read_counts(vt_cursor *c, int at, vt_usage *ret)
{
    ret->parse_count = vt_cursor_int(c, at);
    ret->completed = vt_cursor_int(c, at + 1);
    ret->failed = vt_cursor_int(c, at + 2);
    ret->credits = vt_cursor_int(c, at + 3);
    for (int i = 0; i < 3; i++)
        ret->tier[i] = vt_cursor_int(c, at + 4 + i);
    ret->ocr_standard = vt_cursor_int(c, at + 7);
    ret->matching = vt_cursor_int(c, at + 8);
}

vt_status vt_usage_sum(vt_tx *tx, vt_str account_id, const char *first, const char *last,
                       vt_usage *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT CAST(COALESCE(SUM(parse_count), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(completed), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(failed), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(credits), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(tier_basic), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(tier_standard), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(tier_premium), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(ocr_standard), 0) AS BIGINT), "
                       "CAST(COALESCE(SUM(matching), 0) AS BIGINT) FROM usage_day "
                       "WHERE account_id = $1 AND day >= $2 AND day <= $3",
                       VT_ARGS(vt_arg_text(account_id), vt_arg_z(first), vt_arg_z(last)), &c, err));
    bool row;
    VT_TRY(vt_cursor_next(c, &row, err));
    *ret = (vt_usage){0};
    read_counts(c, 0, ret);
    return VT_OK;
}

vt_status vt_usage_page(vt_tx *tx, vt_arena *arena, vt_str account_id, const char *first,
                        const char *last, int64_t limit, int64_t offset, vt_usages *ret,
                        int64_t *ret_total, vt_error *err)
{
    VT_TRY(vt_sql_int(tx,
                      "SELECT COUNT(*) FROM usage_day WHERE account_id = $1 AND day >= $2 "
                      "AND day <= $3",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_z(first), vt_arg_z(last)), 0,
                      ret_total, err));
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT day, parse_count, completed, failed, credits, tier_basic, "
                       "tier_standard, tier_premium, ocr_standard, matching FROM usage_day "
                       "WHERE account_id = $1 AND day >= $2 AND day <= $3 "
                       "ORDER BY day DESC LIMIT $4 OFFSET $5",
                       VT_ARGS(vt_arg_text(account_id), vt_arg_z(first), vt_arg_z(last),
                               vt_arg_int(limit), vt_arg_int(offset)),
                       &c, err));
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        vt_usage *u = vt_vec_add(arena, ret);
        vt_cursor_copy(c, 0, u->day, sizeof u->day);
        read_counts(c, 1, u);
    }
}
