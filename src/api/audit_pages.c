/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of the audit trail for what calls do, and GET /v1/audit. */
#include "api/internal.h"
#include "api/web.h"

#include <stdio.h>

enum { ROWS_DEFAULT = 50, ROWS_MAX = 200, CSV_ROWS = 100000 /* the newest so many */ };

/* ---- entries ---- */

vt_audit_entry vt_audit_of(const vt_http_request *request, vt_call *call, int64_t now_ms,
                           const char *action, vt_str subject)
{
    unsigned flags = call->route->flags;
    bool page = (flags & VT_ROUTE_SESSION) || !call->key.id[0] || (flags & VT_ROUTE_PUBLIC);
    vt_audit_entry e = {.at_ms = now_ms, .times = 1};
    snprintf(e.account_id, sizeof e.account_id, "%s", call->account.id);
    snprintf(e.key_id, sizeof e.key_id, "%s", call->key.id);
    snprintf(e.address, sizeof e.address, "%s", request->address);
    snprintf(e.actor, sizeof e.actor, "%s",
             flags & VT_ROUTE_OPERATOR ? "operator"
             : page                    ? "dashboard"
                                       : "api");
    snprintf(e.action, sizeof e.action, "%s", action);
    snprintf(e.subject, sizeof e.subject, VT_STR_FMT, VT_STR_ARG(subject));
    call->audited = true;
    return e;
}

void vt_audit_read(vt_service *service, const vt_http_request *request, vt_call *call,
                   const char *action, vt_str subject)
{
    int64_t now_ms = vt_store_now_ms(service->config.store);
    vt_audit_entry e = vt_audit_of(request, call, now_ms, action, subject);
    e.reads = true;
    vt_audit_note(service->audit, &e);
}

/* Calls that change nothing of the store and are told of all the same. */
static const struct told {
    const char *method, *path, *action;
} told[] = {
    {"POST", "/dashboard/api/pages", "document.draw"},
    {"POST", "/dashboard/api/match", "match.run"},
    {"POST", "/v1/match", "match.run"},
    {"POST", "/v1/jobs", "job.read"},
    {"DELETE", "/dashboard/api/session", "session.close"},
};

void vt_audit_end(vt_service *service, const vt_http_request *request, vt_call *call)
{
    const vt_route *route = call->route;
    bool good = request->reply.status >= 200 && request->reply.status < 300;
    if (!route || !good || call->audited || !call->key.id[0] || strcmp(route->method, "GET") == 0)
        return;
    char action[VT_ACTION_TEXT];
    snprintf(action, sizeof action, "%s %s", route->method, route->path);
    for (size_t i = 0; i < VT_COUNT(told); i++)
        if (strcmp(told[i].method, route->method) == 0 && strcmp(told[i].path, route->path) == 0)
            snprintf(action, sizeof action, "%s", told[i].action);
    vt_audit_read(service, request, call, action, call->param);
}

/* ---- the list ---- */

struct page {
    vt_arena *arena;
    vt_audit_filter filter;
    vt_str account; /* another account, by id or name: the operator's question */
    int64_t limit;
    vt_audit_entries entries;
    bool unknown;
};

static vt_status read_page(vt_tx *tx, void *context, vt_error *err)
{
    struct page *p = context;
    p->entries = (vt_audit_entries){0};
    if (p->account.len) {
        vt_account account;
        vt_status status = vt_account_find(tx, p->account, &account, err);
        p->unknown = status == VT_E_NOT_FOUND;
        if (status != VT_OK)
            return p->unknown ? VT_OK : status;
        p->filter.account_id = vt_str_dup(p->arena, vt_str_z(account.id));
    }
    return vt_audit_list(tx, p->arena, &p->filter, p->limit, &p->entries, err);
}

static void put_text(vt_json_writer *w, const char *key, const char *text)
{
    vt_json_kv_str(w, key, text[0] ? vt_str_z(text) : VT_STR_NULL);
}

static void put_entry(vt_json_writer *w, const vt_audit_entry *e)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "kind", vt_str_z(e->reads ? "read" : "change"));
    vt_json_kv_time(w, "at", e->at_ms);
    put_text(w, "account_id", e->account_id);
    put_text(w, "key_id", e->key_id);
    put_text(w, "key_name", e->key_name);
    put_text(w, "address", e->address);
    put_text(w, "actor", e->actor);
    put_text(w, "action", e->action);
    put_text(w, "subject", e->subject);
    vt_json_kv_int(w, "times", e->times);
    vt_json_end_object(w);
}

static void reply_page(vt_http_request *request, const struct page *p)
{
    size_t n = VT_MIN(p->entries.n, (size_t)p->limit - 1);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "entries");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < n; i++)
        put_entry(&w, &p->entries.at[i]);
    vt_json_end_array(&w);
    vt_web_end_page_at(&w, p->entries.n > n, n ? p->entries.at[n - 1].seq : 0);
}

static void reply_csv(vt_http_request *request, const struct page *p)
{
    vt_buf *out = &request->reply.body;
    vt_reply_json(request, 200);
    request->reply.content_type = "text/csv; charset=utf-8";
    vt_http_add(request, "Content-Disposition", VT_STR("attachment; filename=audit.csv"));
    vt_http_add(request, "X-Content-Type-Options", VT_STR("nosniff"));
    vt_buf_addz(out, "time,kind,account_id,key_id,key_name,address,actor,action,subject,times\r\n");
    for (size_t i = 0; i < p->entries.n; i++) {
        const vt_audit_entry *e = &p->entries.at[i];
        char at[VT_TIME_TEXT];
        vt_time_format(e->at_ms, at);
        vt_buf_addf(out, "%s,%s,%s,%s,", at, e->reads ? "read" : "change", e->account_id,
                    e->key_id);
        vt_csv_put_cell(out, vt_str_z(e->key_name));
        vt_buf_addf(out, ",%s,%s,", e->address, e->actor);
        vt_csv_put_cell(out, vt_str_z(e->action));
        vt_buf_addc(out, ',');
        vt_csv_put_cell(out, vt_str_z(e->subject));
        vt_buf_addf(out, ",%jd\r\n", (intmax_t)e->times);
    }
}

/* An instant or a day; false when it is neither. Not given leaves 0. */
static bool read_instant(const vt_http_request *request, const char *name, int64_t *ret_ms)
{
    vt_str text = vt_http_query(request, name);
    vt_day day;
    if (!text.len || vt_time_parse(text, ret_ms))
        return true;
    if (!vt_day_parse(text, &day))
        return false;
    *ret_ms = vt_day_start_ms(day);
    return true;
}

bool vt_api_audit(vt_service *service, vt_http_request *request, vt_call *call)
{
    static const char instant[] = "must be an instant (2026-03-01T12:00:00Z) or a day (2026-03-01)";
    bool csv;
    if (!vt_web_format_query(request, &csv))
        return true;
    struct page p = {.arena = request->arena,
                     .filter = {.account_id = vt_str_z(call->account.id),
                                .action = vt_http_query(request, "action"),
                                .key_id = vt_http_query(request, "key_id"),
                                .subject = vt_http_query(request, "subject")},
                     .account = vt_http_query(request, "account"),
                     .limit = ROWS_DEFAULT};
    if (!vt_web_page_query(request, ROWS_MAX, &p.filter.before, &p.limit))
        return true;
    if (!read_instant(request, "since", &p.filter.since_ms))
        return vt_web_fault(request, "/since", "format", instant);
    if (!read_instant(request, "until", &p.filter.until_ms))
        return vt_web_fault(request, "/until", "format", instant);
    if (p.account.len && !vt_is_operator(service, call)) {
        vt_reply_problem(request, VT_PROBLEM_INSUFFICIENT_SCOPE, NULL, NULL);
        return true;
    }
    if (vt_str_eq(p.account, VT_STR("*"))) {
        p.account = VT_STR_NULL;
        p.filter.account_id = VT_STR_NULL;
    }
    p.limit = csv ? CSV_ROWS : p.limit + 1; /* one more tells whether there is more */
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, read_page, &p, &err);
    if (status != VT_OK)
        return vt_web_done(request, status, &err);
    if (p.unknown)
        return vt_web_fault(request, "/account", "unknown", "must be the id or name of an account");
    vt_audit_read(service, request, call, csv ? "audit.export" : "audit.read", VT_STR_NULL);
    if (csv)
        reply_csv(request, &p);
    else
        reply_page(request, &p);
    return true;
}
