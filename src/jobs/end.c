/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a request, in one transaction. */
#include "jobs/jobs.h"

#include "base/json.h"
#include "base/time.h"
#include "jobs/answer.h"
#include "ledger/ledger.h"
#include "store/batches.h"
#include "store/hooks.h"
#include "store/usage.h"

#include <stdio.h>

static vt_status count_usage(vt_tx *tx, const vt_request *r, const vt_end *end, vt_error *err)
{
    vt_usage usage = {.completed = !end->outcome.failed,
                      .failed = end->outcome.failed,
                      .credits = r->consumed,
                      .ocr_standard = end->outcome.ocr_pages > 0,
                      .matching = end->outcome.matched};
    if (end->outcome.parsed)
        usage.tier[end->bill.tier] = 1;
    char day[VT_TIME_TEXT];
    vt_day_format(vt_day_of(r->created_ms), day);
    snprintf(usage.day, sizeof usage.day, "%.10s", day);
    return vt_usage_add(tx, vt_str_z(r->account_id), &usage, err);
}

/* The caller's own words are added when it is sent (webhook.c): erasing finds them in the request.
 */
static vt_status queue_event(vt_tx *tx, vt_arena *arena, const vt_request *r, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf payload = {0};
    vt_json_writer w = vt_json_writer_init(&payload, 0);
    char now[VT_TIME_TEXT];
    vt_time_format(r->ended_ms, now);
    const char *event = r->state == VT_STATE_FAILED ? "parse.failed" : "parse.completed";
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type", vt_str_z(event));
    vt_json_kv_str(&w, "timestamp", vt_str_z(now));
    vt_json_key(&w, "data");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "request_id", vt_str_z(r->id));
    vt_json_kv_str(&w, "status", vt_str_z(vt_state_word(r->state)));
    vt_json_key(&w, "links");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "self", vt_str_format(arena, "/v1/parse/%s", r->id));
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    int64_t count;
    return vt_delivery_queue(tx, arena, vt_str_z(r->account_id), event, vt_buf_str(&payload),
                             r->ended_ms, &count, err);
}

/* The event of a batch: how many ended in which way, and where to look. */
static vt_status queue_batch_event(vt_tx *tx, vt_arena *arena, const vt_batch *b, vt_error *err)
{
    vt_batch_counts counts;
    VT_TRY(vt_batch_count(tx, vt_str_z(b->id), &counts, err));
    VT_AUTO(vt_buf) vt_buf payload = {0};
    vt_json_writer w = vt_json_writer_init(&payload, 0);
    char now[VT_TIME_TEXT];
    vt_time_format(b->ended_ms, now);
    int64_t completed = counts.by_state[VT_STATE_COMPLETED];
    int64_t failed = counts.by_state[VT_STATE_FAILED];
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type", VT_STR("batch.completed"));
    vt_json_kv_str(&w, "timestamp", vt_str_z(now));
    vt_json_key(&w, "data");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "batch_id", vt_str_z(b->id));
    vt_json_kv_str(&w, "status", VT_STR("completed"));
    vt_json_kv_int(&w, "total", b->total);
    vt_json_kv_int(&w, "completed", completed);
    vt_json_kv_int(&w, "failed", failed);
    vt_json_kv_int(&w, "rejected", VT_MAX(b->total - completed - failed, 0));
    vt_json_key(&w, "links");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "self", vt_str_format(arena, "/v1/batches/%s", b->id));
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    int64_t count;
    return vt_delivery_queue(tx, arena, vt_str_z(b->account_id), "batch.completed",
                             vt_buf_str(&payload), b->ended_ms, &count, err);
}

vt_status vt_jobs_end_of_batch(vt_tx *tx, vt_arena *arena, vt_str batch_id, int64_t now_ms,
                               vt_error *err)
{
    bool last, found;
    vt_batch batch;
    VT_TRY(vt_batch_count_end(tx, batch_id, now_ms, &last, err));
    if (!last)
        return VT_OK;
    VT_TRY(vt_batch_find(tx, arena, batch_id, &batch, &found, err));
    return found ? queue_batch_event(tx, arena, &batch, err) : VT_OK;
}

/* What is charged: nothing for a failure or a test key, and never more than was reserved. */
static int64_t charge(const vt_prices *prices, const vt_request *r, const vt_end *end)
{
    if (end->outcome.failed || r->test)
        return 0;
    return VT_MIN(vt_price(prices, &end->bill), r->reserved);
}

vt_status vt_jobs_end(vt_tx *tx, vt_arena *arena, const vt_prices *prices,
                      const vt_request *request, const vt_end *end, vt_error *err)
{
    vt_request r = *request;
    vt_str account_id = vt_str_z(r.account_id);
    r.state = end->outcome.failed ? VT_STATE_FAILED : VT_STATE_COMPLETED;
    r.ended_ms = end->ended_ms;
    r.consumed = charge(prices, request, end);
    r.erase_ms = end->ended_ms + r.retention_ms;
    snprintf(r.stage, sizeof r.stage, "%s", vt_stage_word(end->outcome.stage));
    snprintf(r.error_code, sizeof r.error_code, "%s",
             end->outcome.failed ? end->outcome.error_code : "");

    /* the one thing to wait for: what follows only writes, and is sent at once */
    vt_settlement opened;
    VT_TRY(vt_settlement_open(tx, arena, account_id, vt_str_z(r.id), &opened, err));
    if (!opened.open)
        return vt_fail(err, VT_E_CONFLICT, "request %s had ended before", r.id);
    int64_t balance = opened.balance;
    if (!r.test) {
        VT_TRY(vt_ledger_settle(tx, account_id, vt_str_z(r.id), &opened, r.consumed, r.ended_ms,
                                &balance, err));
        VT_TRY(count_usage(tx, &r, end, err));
    }
    VT_AUTO(vt_buf) vt_buf answer = {0};
    VT_TRY(vt_answer_write(arena, &r, end, balance, &answer, err));
    r.answer = vt_buf_str(&answer);
    r.headline = end->headline;
    VT_TRY(vt_request_end(tx, &r, NULL, err));
    if (end->keep_document && r.erased == VT_ERASED_NOT)
        VT_TRY(vt_document_keep(tx, vt_str_z(r.id), err));
    else
        VT_TRY(vt_document_delete(tx, vt_str_z(r.id), err));
    if (r.batch_id[0])
        return vt_jobs_end_of_batch(tx, arena, vt_str_z(r.batch_id), r.ended_ms, err);
    return opened.endpoints ? queue_event(tx, arena, &r, err) : VT_OK;
}
