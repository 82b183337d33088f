/* SPDX-License-Identifier: Apache-2.0 */
/* GET /v1/usage in the shape of the account (decisions.md 69), and GET /v1/usage/history. */
#include "api/internal.h"

#include "ledger/ledger.h"
#include "store/usage.h"

#include <stdio.h>

enum { PAGE_DEFAULT = 20, PAGE_MAX = 100 };

/* ---- the balance and the month ---- */

struct overview {
    vt_arena *arena;
    vt_str account_id;
    int64_t now_ms;
    vt_account account;
    vt_usage month;
    vt_packs packs;
};

static vt_status read_overview(vt_tx *tx, void *context, vt_error *err)
{
    struct overview *o = context;
    vt_day first = vt_day_of(o->now_ms), last;
    first.day = 1;
    last = (vt_day){first.year, first.month, vt_days_in_month(first.year, first.month)};
    char from[VT_TIME_TEXT], to[VT_TIME_TEXT];
    vt_day_format(first, from);
    vt_day_format(last, to);
    o->packs = (vt_packs){0};
    VT_TRY(vt_account_find(tx, o->account_id, &o->account, err));
    VT_TRY(vt_usage_sum(tx, o->account_id, from, to, &o->month, err));
    return vt_pack_list(tx, o->arena, o->account_id, &o->packs, err);
}

static vt_status refresh(vt_tx *tx, void *context, vt_error *err)
{
    struct overview *o = context;
    return vt_ledger_refresh(tx, o->arena, o->account_id, o->now_ms, err);
}

/* A reset or an expiry is due that housekeeping has not come to yet. */
static bool is_stale(const struct overview *o)
{
    const vt_account *a = &o->account;
    bool due = a->billing == VT_BILLING_PLAN && a->active && a->allowance > 0 &&
               a->next_reset_ms <= o->now_ms;
    for (size_t i = 0; i < o->packs.n; i++)
        due = due || (o->packs.at[i].expires_ms && o->packs.at[i].expires_ms <= o->now_ms);
    return due;
}

static vt_status load(vt_service *service, struct overview *o, vt_error *err)
{
    VT_TRY(vt_store_read(service->config.store, read_overview, o, err));
    if (!is_stale(o))
        return VT_OK;
    VT_TRY(vt_store_write(service->config.store, refresh, o, err));
    return vt_store_read(service->config.store, read_overview, o, err);
}

static void put_day(vt_json_writer *w, const char *key, int64_t ms)
{
    char day[VT_TIME_TEXT];
    vt_day_format(vt_day_of(ms), day);
    vt_json_kv_str(w, key, vt_str_z(day));
}

static void put_month(vt_json_writer *w, const vt_usage *m)
{
    int64_t ended = m->completed + m->failed;
    vt_json_key(w, "current_month");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "api_calls", m->parse_count);
    vt_json_kv_int(w, "credits_consumed", m->credits);
    vt_json_kv_num(w, "average_per_parse",
                   m->parse_count ? (double)m->credits / (double)m->parse_count : 0.0, 1);
    vt_json_kv_num(w, "success_rate", ended ? 100.0 * (double)m->completed / (double)ended : 0.0,
                   1);
    vt_json_end_object(w);
}

static void put_plan_shape(vt_json_writer *w, const struct overview *o)
{
    vt_json_key(w, "credit_balance");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "total", o->account.balance);
    vt_json_kv_int(w, "remaining", o->account.balance);
    vt_json_end_object(w);
    put_month(w, &o->month);
    vt_json_key(w, "billing_cycle");
    vt_json_begin_object(w);
    put_day(w, "reset_date",
            o->account.next_reset_ms ? o->account.next_reset_ms
                                     : vt_ledger_next_reset(o->now_ms, o->account.cycle_day));
    vt_json_kv_str(w, "plan", vt_str_z(vt_plan_word(o->account.plan)));
    vt_json_kv_int(w, "monthly_allowance", o->account.allowance);
    vt_json_end_object(w);
}

static int64_t sum_of(const vt_packs *packs, const char *kind)
{
    int64_t sum = 0;
    for (size_t i = 0; i < packs->n; i++)
        if (strcmp(packs->at[i].kind, kind) == 0)
            sum += packs->at[i].remaining;
    return sum;
}

/* The packs are sorted: the soonest that expires comes first. Those of the same day and kind
 * expire together. */
static void put_next_expiration(vt_json_writer *w, const vt_packs *packs)
{
    vt_json_key(w, "next_expiration");
    if (packs->n == 0 || packs->at[0].expires_ms == 0) {
        vt_json_put_null(w);
        return;
    }
    const vt_pack *first = &packs->at[0];
    int64_t amount = 0;
    for (size_t i = 0; i < packs->n; i++)
        if (packs->at[i].expires_ms == first->expires_ms &&
            strcmp(packs->at[i].kind, first->kind) == 0)
            amount += packs->at[i].remaining;
    vt_json_begin_object(w);
    put_day(w, "date", first->expires_ms);
    vt_json_kv_int(w, "amount", amount);
    vt_json_kv_str(w, "type", vt_str_z(first->kind));
    vt_json_end_object(w);
}

static void put_packs_shape(vt_json_writer *w, const struct overview *o)
{
    vt_json_key(w, "credit_balance");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "total", o->account.balance);
    vt_json_kv_int(w, "welcome", sum_of(&o->packs, "welcome"));
    vt_json_kv_int(w, "regular", sum_of(&o->packs, "regular") + sum_of(&o->packs, "allowance"));
    vt_json_kv_int(w, "promo", sum_of(&o->packs, "promo"));
    vt_json_end_object(w);
    put_month(w, &o->month);
    put_next_expiration(w, &o->packs);
}

bool vt_api_usage(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct overview o = {.arena = request->arena,
                         .account_id = vt_str_z(call->account.id),
                         .now_ms = vt_store_now_ms(service->config.store)};
    vt_error err = {0};
    vt_status status = load(service, &o, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return true;
    }
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    if (o.account.billing == VT_BILLING_PLAN)
        put_plan_shape(&w, &o);
    else
        put_packs_shape(&w, &o);
    vt_json_end_object(&w);
    return true;
}

/* ---- history ---- */

struct history {
    vt_arena *arena;
    vt_str account_id;
    char first[16], last[16];
    int64_t limit, offset, total;
    vt_usages days;
};

static vt_status read_history(vt_tx *tx, void *context, vt_error *err)
{
    struct history *h = context;
    h->days = (vt_usages){0};
    return vt_usage_page(tx, h->arena, h->account_id, h->first, h->last, h->limit, h->offset,
                         &h->days, &h->total, err);
}

static void add_fault(vt_http_request *request, vt_faults *faults, const char *pointer,
                      const char *code, const char *detail)
{
    vt_fault f = {vt_str_z(pointer), code, vt_str_z(detail)};
    vt_vec_push(request->arena, faults, f);
}

static void read_day(vt_http_request *request, vt_faults *faults, const char *name,
                     const char *pointer, char ret[16])
{
    vt_str text = vt_http_query(request, name);
    vt_day day;
    if (!text.ptr)
        return;
    if (vt_day_parse(text, &day))
        snprintf(ret, 16, VT_STR_FMT, VT_STR_ARG(text));
    else
        add_fault(request, faults, pointer, "format", "must be a day, YYYY-MM-DD");
}

static void read_history_query(vt_http_request *request, struct history *h, vt_faults *faults)
{
    vt_str limit = vt_http_query(request, "limit"), offset = vt_http_query(request, "offset");
    read_day(request, faults, "start_date", "/start_date", h->first);
    read_day(request, faults, "end_date", "/end_date", h->last);
    if (limit.ptr && !vt_str_to_i64(limit, 1, PAGE_MAX, &h->limit))
        add_fault(request, faults, "/limit", "range", "must be from 1 to 100");
    if (offset.ptr && !vt_str_to_i64(offset, 0, INT64_MAX, &h->offset))
        add_fault(request, faults, "/offset", "range", "must be 0 or more");
    if (strcmp(h->first, h->last) > 0)
        add_fault(request, faults, "/start_date", "range", "must not be after end_date");
}

static void put_breakdown(vt_json_writer *w, const vt_usage *u)
{
    const struct {
        const char *label;
        int64_t count;
    } rows[] = {{"basic", u->tier[0]},
                {"standard", u->tier[1]},
                {"premium", u->tier[2]},
                {"ocr_standard", u->ocr_standard},
                {"matching", u->matching}};
    int64_t all = 0;
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        all += rows[i].count;
    if (!all)
        return;
    vt_json_key(w, "breakdown");
    vt_json_begin_object(w);
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (rows[i].count)
            vt_json_kv_int(w, rows[i].label, rows[i].count);
    vt_json_end_object(w);
}

static void write_history(vt_http_request *request, const struct history *h)
{
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "history");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < h->days.n; i++) {
        const vt_usage *u = &h->days.at[i];
        vt_json_begin_object(&w);
        vt_json_kv_str(&w, "date", vt_str_z(u->day));
        vt_json_kv_int(&w, "parse_count", u->parse_count);
        vt_json_kv_int(&w, "credits_consumed", u->credits);
        put_breakdown(&w, u);
        vt_json_end_object(&w);
    }
    vt_json_end_array(&w);
    vt_json_key(&w, "pagination");
    vt_json_begin_object(&w);
    vt_json_kv_int(&w, "total", h->total);
    vt_json_kv_int(&w, "limit", h->limit);
    vt_json_kv_int(&w, "offset", h->offset);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
}

bool vt_api_history(vt_service *service, vt_http_request *request, vt_call *call)
{
    vt_faults faults = {0};
    struct history h = {.arena = request->arena,
                        .account_id = vt_str_z(call->account.id),
                        .first = "0000-00-00",
                        .last = "9999-99-99",
                        .limit = PAGE_DEFAULT};
    read_history_query(request, &h, &faults);
    if (faults.n) {
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
        return true;
    }
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, read_history, &h, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else
        write_history(request, &h);
    return true;
}
