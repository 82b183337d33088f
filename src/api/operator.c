/* SPDX-License-Identifier: Apache-2.0 */
/* The dashboard's routes for who runs the service: its state, accounts, credits. */
#include "api/fields.h"
#include "api/keys.h"
#include "api/web.h"
#include "ledger/ledger.h"
#include "store/requests.h"

#include <stdio.h>

enum { MAX_CREDITS = 1000000000, MAX_DAYS = 36500 };

static vt_status count_queue(vt_tx *tx, void *context, vt_error *err)
{
    return vt_queue_depth(tx, "parse", VT_STR(""), context, err);
}

static void put_pool(vt_json_writer *w, const vt_pool_state *s)
{
    vt_json_key(w, "workers");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "total", s->workers);
    vt_json_kv_int(w, "busy", s->busy);
    vt_json_kv_int(w, "jobs", (int64_t)s->jobs);
    vt_json_kv_int(w, "crashes", (int64_t)s->crashes);
    vt_json_kv_int(w, "timeouts", (int64_t)s->timeouts);
    vt_json_kv_int(w, "limits", (int64_t)s->limits);
    vt_json_kv_int(w, "spawned", (int64_t)s->spawned);
    vt_json_kv_int(w, "sandbox", s->sandbox);
    vt_json_end_object(w);
}

bool vt_web_operator(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)call;
    int64_t depth = 0;
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, count_queue, &depth, &err);
    if (status != VT_OK)
        return vt_web_done(request, status, &err);
    vt_jobs_state jobs = vt_jobs_get_state(service->config.jobs);
    vt_pool_state pool = vt_pool_get_state(service->config.pool);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "version", VT_STR(VT_PARSER_VERSION));
    vt_json_kv_int(&w, "queue", depth);
    vt_json_kv_int(&w, "completed", (int64_t)jobs.completed);
    vt_json_kv_int(&w, "failed", (int64_t)jobs.failed);
    vt_json_kv_int(&w, "timeouts", (int64_t)jobs.timeouts);
    vt_json_kv_int(&w, "mean_ms", jobs.mean_ms);
    put_pool(&w, &pool);
    vt_json_end_object(&w);
    return true;
}

/* ---- accounts ---- */

struct change {
    vt_arena *arena;
    const vt_http_request *request;
    vt_call *call;
    int64_t now_ms;
    vt_accounts accounts;
    vt_account account;
    const vt_json *body;
    char secret[VT_SECRET_TEXT];
    vt_credit_kind kind;
    int64_t credits, expires_ms, balance;
    const char *note;
};

static struct change *change_new(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = VT_NEW(request->arena, struct change);
    c->arena = request->arena;
    c->request = request;
    c->call = call;
    c->now_ms = vt_store_now_ms(service->config.store);
    return c;
}

static vt_status audit(vt_tx *tx, const struct change *c, const char *action, vt_error *err)
{
    vt_audit_entry entry = vt_audit_of(c->request, c->call, c->now_ms, action, VT_STR_NULL);
    snprintf(entry.account_id, sizeof entry.account_id, "%s", c->account.id);
    return vt_audit_write(tx, &entry, err);
}

static vt_status list_accounts(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    c->accounts = (vt_accounts){0};
    return vt_account_list(tx, c->arena, &c->accounts, err);
}

bool vt_web_accounts(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, list_accounts, c, &err);
    if (status != VT_OK)
        return vt_web_done(request, status, &err);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "accounts");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < c->accounts.n; i++) {
        const vt_account *a = &c->accounts.at[i];
        vt_json_begin_object(&w);
        vt_json_kv_str(&w, "id", vt_str_z(a->id));
        vt_json_kv_str(&w, "name", vt_str_z(a->name));
        vt_json_kv_str(&w, "plan", vt_str_z(vt_plan_word(a->plan)));
        vt_json_kv_str(&w, "billing", vt_str_z(vt_billing_word(a->billing)));
        vt_json_kv_bool(&w, "active", a->active);
        vt_json_kv_int(&w, "balance", a->balance);
        vt_json_kv_int(&w, "allowance", a->allowance);
        vt_web_put_time(&w, "created_at", a->created_ms);
        vt_json_end_object(&w);
    }
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return true;
}

/* Takes what the body says of an account. The words are checked here, so that the command line and
 * the dashboard accept the same. */
static vt_status read_account(const vt_json *body, vt_account *a, vt_error *err)
{
    vt_str plan = vt_json_str(vt_json_get(body, "plan"));
    vt_str billing = vt_json_str(vt_json_get(body, "billing"));
    if (plan.ptr && !vt_plan_parse(plan, &a->plan))
        return vt_fail(err, VT_E_INVALID, "plan must be beginner or professional");
    if (billing.ptr && !vt_billing_parse(billing, &a->billing))
        return vt_fail(err, VT_E_INVALID, "billing must be plan or packs");
    a->active = vt_json_bool(vt_json_get(body, "active"), a->active);
    (void)vt_json_whole(vt_json_get(body, "allowance"), &a->allowance);
    if (a->allowance < 0 || a->allowance > MAX_CREDITS)
        return vt_fail(err, VT_E_INVALID, "allowance must be from 0 to %d", (int)MAX_CREDITS);
    return VT_OK;
}

/* The body of an order about an account; false when the reply says what is wrong. */
static bool read_body(struct change *c, vt_http_request *request)
{
    static const char *const texts[] = {"id", "name", "plan", "billing"};
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return false;
    for (size_t i = 0; i < VT_COUNT(texts); i++)
        (void)vt_fields_text(&f, texts[i]);
    (void)vt_fields_bool(&f, "active", false);
    (void)vt_fields_whole(&f, "allowance", 0, MAX_CREDITS, 0);
    c->body = f.body;
    return vt_fields_good(&f);
}

static vt_status create_account(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    vt_key key;
    vt_str name = vt_str_trim(vt_json_str(vt_json_get(c->body, "name")));
    c->account = (vt_account){.active = true};
    if (name.len == 0 || name.len >= sizeof c->account.name)
        return vt_fail(err, VT_E_INVALID, "name must have 1 to %zu bytes",
                       sizeof c->account.name - 1);
    snprintf(c->account.name, sizeof c->account.name, VT_STR_FMT, VT_STR_ARG(name));
    VT_TRY(read_account(c->body, &c->account, err));
    vt_status status = vt_account_create(tx, &c->account, c->now_ms, err);
    if (status == VT_E_CONFLICT)
        return vt_fail(err, status, "there is an account of this name already");
    VT_TRY(status);
    const vt_key_order order = {.account_id = c->account.id, .name = "first key"};
    VT_TRY(vt_key_create(tx, &order, c->now_ms, &key, c->secret, err));
    return audit(tx, c, "account.create", err);
}

bool vt_web_account_create(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    if (!read_body(c, request))
        return true;
    vt_error err = {0};
    vt_status status = vt_store_write(service->config.store, create_account, c, &err);
    if (status != VT_OK)
        return vt_web_done(request, status, &err);
    vt_reply_json(request, 201);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "id", vt_str_z(c->account.id));
    vt_json_kv_str(&w, "secret", vt_str_z(c->secret));
    vt_json_end_object(&w);
    return true;
}

static vt_status update_account(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(vt_account_find(tx, vt_json_str(vt_json_get(c->body, "id")), &c->account, err));
    VT_TRY(read_account(c->body, &c->account, err));
    VT_TRY(vt_account_update(tx, &c->account, err));
    VT_TRY(vt_ledger_refresh(tx, c->arena, vt_str_z(c->account.id), c->now_ms, err));
    return audit(tx, c, "account.set", err);
}

bool vt_web_account_update(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    if (!read_body(c, request))
        return true;
    vt_error err = {0};
    vt_web_done(request, vt_store_write(service->config.store, update_account, c, &err), &err);
    vt_auth_forget(service->auth);
    return true;
}

/* ---- credits ---- */

static vt_status add_credits(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(vt_account_find(tx, vt_json_str(vt_json_get(c->body, "account")), &c->account, err));
    VT_TRY(vt_ledger_add(tx, vt_str_z(c->account.id), c->kind, c->credits, c->expires_ms, c->note,
                         c->now_ms, &c->balance, err));
    return audit(tx, c, "credits.add", err);
}

static bool kind_of(vt_str word, vt_credit_kind *ret)
{
    static const struct {
        const char *word;
        vt_credit_kind kind;
    } rows[] = {
        {"regular", VT_CREDIT_REGULAR}, {"promo", VT_CREDIT_PROMO}, {"welcome", VT_CREDIT_WELCOME}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        if (vt_str_eq(word, vt_str_z(rows[i].word))) {
            *ret = rows[i].kind;
            return true;
        }
    }
    return false;
}

bool vt_web_credits(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return true;
    c->body = f.body;
    vt_str note = vt_fields_text(&f, "note");
    int64_t days = vt_fields_whole(&f, "days", 0, MAX_DAYS, 0);
    c->credits = vt_fields_whole(&f, "credits", 1, MAX_CREDITS, 0);
    (void)vt_fields_text(&f, "account");
    if (!kind_of(vt_fields_text(&f, "kind"), &c->kind))
        vt_fields_fault(&f, "kind", "enum", "must be regular, promo or welcome");
    if (c->credits < 1 && !f.faults.n)
        vt_fields_fault(&f, "credits", "required", "is required");
    if (note.len >= VT_NAME_TEXT)
        vt_fields_fault(&f, "note", "length", "must have at most 79 bytes");
    if (!vt_fields_good(&f))
        return true;
    c->expires_ms = days ? c->now_ms + days * 86400000 : 0;
    c->note = note.ptr ? vt_str_cstr(request->arena, note) : "";
    vt_error err = {0};
    return vt_web_done(request, vt_store_write(service->config.store, add_credits, c, &err), &err);
}
