/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/doctor_checks.h"

#include "base/io.h"
#include "base/time.h"
#include "cli/config_check.h"
#include "http/certificate.h"
#include "jobs/client.h"
#include "store/hooks.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <sys/timex.h>

enum {
    MAX_PEM_BYTES = 1024 * 1024,
    SOON_DAYS = 14,
    MAX_HOSTS = 200,       /* endpoints whose hosts are looked up */
    LOOK_UP_MS = 30000,    /* and for how long at most */
    CLOCK_SLACK_MS = 2000, /* between this machine and the database */
};
#define DAY_MS     INT64_C(86400000)
#define LITTLE     (INT64_C(1) << 30)
#define NEXT_TO_NO (INT64_C(16) << 20)

void vt_doctor_passed(vt_doctor_report *r, const char *area, const char *what)
{
    r->good++;
    if (r->verbose)
        printf("ok      %s%s%s\n", area, *area ? ": " : "", what);
}

void vt_doctor_broken(vt_doctor_report *r, const char *area, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("BROKEN  %s: ", area);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    r->bad++;
}

void vt_doctor_warn(const char *area, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("warning %s: ", area);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

/* ---- what needs no store ---- */

static void check_configuration(vt_doctor_report *r, vt_arena *arena, const vt_config *config)
{
    const char *const *faults;
    vt_config_check(arena, config);
    size_t n = vt_config_faults(config, &faults);
    for (size_t i = 0; i < n; i++)
        vt_doctor_broken(r, "configuration", "%s", faults[i]);
    if (!n)
        vt_doctor_passed(r, "configuration", "every setting is right");
}

static vt_status read_certificate(const vt_config *config, vt_certificate *ret, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf pem = {.max = MAX_PEM_BYTES}, key = {.max = MAX_PEM_BYTES};
    VT_TRY(vt_io_read_file(config->tls_certificate, &pem, err));
    VT_TRY(vt_io_read_file(config->tls_key, &key, err));
    vt_buf_addc(&pem, '\0');
    vt_buf_addc(&key, '\0');
    vt_status status = vt_certificate_read(pem.ptr, key.ptr, ret, err);
    explicit_bzero(key.ptr, key.len);
    return status;
}

static void check_certificate(vt_doctor_report *r, const vt_config *config)
{
    vt_certificate c;
    vt_error err = {0};
    if (!config->tls_certificate[0] || !config->tls_key[0]) {
        vt_doctor_passed(r, "certificate", "none is configured");
        return;
    }
    if (read_certificate(config, &c, &err) != VT_OK) {
        vt_doctor_broken(r, "certificate", "%s", err.message);
        return;
    }
    int64_t now_ms = vt_time_now_ms();
    char until[VT_TIME_TEXT], from[VT_TIME_TEXT], text[128];
    vt_time_format(c.until_ms, until);
    vt_time_format(c.from_ms, from);
    if (now_ms >= c.until_ms)
        vt_doctor_broken(r, "certificate", "it expired at %s", until);
    else if (now_ms < c.from_ms)
        vt_doctor_broken(r, "certificate", "it is valid from %s on only: is the clock right?",
                         from);
    else if (c.until_ms - now_ms < SOON_DAYS * DAY_MS)
        vt_doctor_warn("certificate", "it expires at %s", until);
    else {
        snprintf(text, sizeof text, "it is valid until %s", until);
        vt_doctor_passed(r, "certificate", text);
    }
}

/* Of the folder of SQLite; PostgreSQL's disk is not seen from here. */
static void check_disk(vt_doctor_report *r, const vt_config *config)
{
    struct statvfs fs;
    if (config->store[0] || statvfs(config->data, &fs) != 0)
        return;
    int64_t left = (int64_t)((uint64_t)fs.f_bavail * fs.f_frsize);
    char text[64];
    snprintf(text, sizeof text, "%.1f GB are free", (double)left / 1e9);
    if (left < NEXT_TO_NO)
        vt_doctor_broken(r, "disk", "%s in '%s'", text, config->data);
    else if (left < LITTLE)
        vt_doctor_warn("disk", "only %s in '%s'", text, config->data);
    else
        vt_doctor_passed(r, "disk", text);
}

void vt_doctor_check_place(vt_doctor_report *r, vt_arena *arena, const vt_config *config)
{
    check_configuration(r, arena, config);
    check_certificate(r, config);
    check_disk(r, config);
    fflush(stdout);
}

/* ---- what needs the store ---- */

struct look {
    vt_arena *arena;
    int64_t newest_ms;
    vt_hooks hooks;
};

static vt_status look(vt_tx *tx, void *context, vt_error *err)
{
    struct look *l = context;
    vt_accounts accounts = {0};
    l->hooks = (vt_hooks){0};
    VT_TRY(
        vt_sql_int(tx, "SELECT MAX(created_ms) FROM request", VT_NO_ARGS, 0, &l->newest_ms, err));
    VT_TRY(vt_account_list(tx, l->arena, &accounts, err));
    for (size_t i = 0; i < accounts.n; i++) {
        vt_hooks some = {0};
        VT_TRY(vt_hook_list(tx, l->arena, vt_str_z(accounts.at[i].id), &some, err));
        for (size_t k = 0; k < some.n; k++)
            if (!some.at[k].disabled_ms)
                vt_vec_push(l->arena, &l->hooks, some.at[k]);
    }
    return VT_OK;
}

static void check_clock(vt_doctor_report *r, vt_store *store, int64_t newest_ms)
{
    int64_t now_ms = vt_time_now_ms(), off_ms = vt_store_now_ms(store) - now_ms;
    struct timex state = {0};
    bool kept = adjtimex(&state) >= 0 && !(state.status & STA_UNSYNC);
    if (off_ms > CLOCK_SLACK_MS || off_ms < -CLOCK_SLACK_MS)
        vt_doctor_warn("clock", "it is %.1f s off the clock of the database",
                       (double)-off_ms / 1000.0);
    else if (newest_ms > vt_store_now_ms(store) + CLOCK_SLACK_MS)
        vt_doctor_broken(r, "clock", "it is behind the newest request: was it set back?");
    else
        vt_doctor_passed(r, "clock",
                         kept ? "it is right, and kept so (NTP)"
                              : "it agrees with the store; the kernel does not know of NTP here");
}

/* "example.com" of "https://user@example.com:8443/path"; the brackets of IPv6 are left out. */
static vt_str host_of(vt_str url)
{
    size_t at = vt_str_find(url, VT_STR("://"), 0);
    if (at == VT_NPOS)
        return VT_STR_NULL;
    vt_str rest = vt_str_sub(url, at + 3, url.len);
    size_t end = 0;
    while (end < rest.len && !strchr("/?#", rest.ptr[end]))
        end++;
    rest = vt_str_sub(rest, 0, end);
    at = vt_str_find_char(rest, '@', 0);
    if (at != VT_NPOS)
        rest = vt_str_sub(rest, at + 1, rest.len);
    if (vt_str_starts(rest, VT_STR("["))) {
        end = vt_str_find_char(rest, ']', 0);
        return vt_str_sub(rest, 1, end == VT_NPOS ? rest.len : end);
    }
    end = vt_str_find_char(rest, ':', 0);
    return vt_str_sub(rest, 0, end == VT_NPOS ? rest.len : end);
}

static bool is_allowed(const vt_config *config, vt_str host)
{
    vt_str rest = vt_str_z(config->fetch_allow), one;
    while (vt_str_split(&rest, ' ', &one))
        if (one.len && vt_str_eq_nocase(one, host))
            return true;
    return false;
}

/* Whether one of the addresses is one of the internet. */
static bool any_public(const struct addrinfo *a)
{
    for (; a; a = a->ai_next) {
        const void *in4 = &((const struct sockaddr_in *)(const void *)a->ai_addr)->sin_addr;
        const void *in6 = &((const struct sockaddr_in6 *)(const void *)a->ai_addr)->sin6_addr;
        if (a->ai_family == AF_INET ? vt_address_is_public(in4, 4)
                                    : a->ai_family == AF_INET6 && vt_address_is_public(in6, 16))
            return true;
    }
    return false;
}

static bool check_hook(vt_arena *arena, const vt_config *config, const vt_hook *hook)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    const char *host = vt_str_cstr(arena, host_of(hook->url));
    int code = getaddrinfo(host, NULL, &hints, &found);
    bool good = code == 0 && (any_public(found) || is_allowed(config, vt_str_z(host)));
    if (code != 0)
        vt_doctor_warn("webhooks", "%s: '%s' cannot be found: %s", hook->id, host,
                       gai_strerror(code));
    else if (!good)
        vt_doctor_warn("webhooks",
                       "%s: '%s' has a private or local address, which is never called: allow the "
                       "host with fetch_allow",
                       hook->id, host);
    if (found)
        freeaddrinfo(found);
    return good;
}

static void check_hooks(vt_doctor_report *r, vt_arena *arena, const vt_config *config,
                        const vt_hooks *hooks)
{
    int64_t until_ms = vt_time_monotonic_ms() + LOOK_UP_MS;
    size_t i = 0, good = 0, most = VT_MIN(hooks->n, (size_t)MAX_HOSTS);
    for (; i < most && vt_time_monotonic_ms() < until_ms; i++)
        good += check_hook(arena, config, &hooks->at[i]);
    char text[96];
    snprintf(text, sizeof text, "%zu of %zu endpoints have an address that may be called", good, i);
    if (good == i)
        vt_doctor_passed(r, "webhooks", text);
    if (i < hooks->n)
        vt_doctor_warn("webhooks", "%zu endpoints were not looked at", hooks->n - i);
}

vt_status vt_doctor_check_store(vt_doctor_report *r, vt_arena *arena, const vt_config *config,
                                vt_store *store, vt_error *err)
{
    struct look l = {.arena = arena};
    VT_TRY(vt_store_read(store, look, &l, err));
    check_clock(r, store, l.newest_ms);
    check_hooks(r, arena, config, &l.hooks);
    fflush(stdout);
    return VT_OK;
}
