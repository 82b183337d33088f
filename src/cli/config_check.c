/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/config_check.h"

#include "http/forwarded.h"
#include "http/listen.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

struct checking {
    vt_arena *arena;
    const vt_config *config;
};

static VT_PRINTF(3, 4) void fault(const struct checking *c, const char *name, const char *format,
                                  ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    vt_config_add_fault(c->arena, c->config, name, text);
}

static void check_listen(const struct checking *c, const char *name, const char *value)
{
    vt_error err = {0};
    if (value[0] && vt_listen_check(value, &err) != VT_OK)
        fault(c, name, "%s: %s", name, err.message);
}

static void check_file(const struct checking *c, const char *name, const char *path)
{
    if (path[0] && access(path, R_OK) != 0)
        fault(c, name, "%s: cannot read '%s': %s", name, path, strerror(errno));
}

static void check_files(const struct checking *c)
{
    const vt_config *v = c->config;
    check_file(c, "tls_certificate", v->tls_certificate);
    check_file(c, "tls_key", v->tls_key);
    check_file(c, "llm_key_file", v->llm_key_file);
    check_file(c, "llm_ca_file", v->llm_ca_file);
    check_file(c, "taxonomy", v->taxonomy);
}

static void check_ports(const struct checking *c)
{
    vt_str rest = vt_str_z(c->config->fetch_ports), one;
    int64_t port;
    while (vt_str_split(&rest, ' ', &one))
        if (one.len && !vt_str_to_i64(one, 1, 65535, &port))
            fault(c, "fetch_ports",
                  "fetch_ports must be numbers from 1 to 65535 with spaces between them, not "
                  "'" VT_STR_FMT "'",
                  VT_STR_ARG(one));
}

static bool is_origin(vt_str text)
{
    size_t scheme = vt_str_starts(text, VT_STR("https://"))  ? 8
                    : vt_str_starts(text, VT_STR("http://")) ? 7
                                                             : 0;
    vt_str host = vt_str_sub(text, scheme, text.len);
    return scheme && host.len && vt_str_find_char(host, '/', 0) == VT_NPOS &&
           vt_str_find_char(host, ',', 0) == VT_NPOS;
}

static void check_origins(const struct checking *c)
{
    vt_str rest = vt_str_z(c->config->cors_origins), one;
    while (vt_str_split(&rest, ' ', &one))
        if (one.len && !vt_str_eq(one, VT_STR("*")) && !is_origin(one))
            fault(c, "cors_origins",
                  "cors_origins must be * or origins like https://app.example with spaces between "
                  "them, not '" VT_STR_FMT "'",
                  VT_STR_ARG(one));
}

/* Segments of letters, digits and -._~ only: the path stands in links, in a cookie and in Location.
 */
static bool is_base_path(vt_str path)
{
    for (size_t i = 0; i < path.len; i++) {
        char c = path.ptr[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    (c && strchr("-._~", c));
        bool slash = c == '/' && i + 1 < path.len && path.ptr[i + 1] != '/';
        if ((i == 0 && c != '/') || (!word && !slash))
            return false;
    }
    return vt_str_find(path, VT_STR("/."), 0) == VT_NPOS;
}

static void check_base_path(const struct checking *c)
{
    if (!is_base_path(vt_str_z(c->config->base_path)) || strlen(c->config->base_path) > 100)
        fault(
            c, "base_path",
            "base_path must be a path like /vitae, with a slash before it and none after it, of at "
            "most 100 characters, not '%s'",
            c->config->base_path);
}

static void check_hosts(const struct checking *c)
{
    if (strchr(c->config->fetch_allow, ',') || strstr(c->config->fetch_allow, "://"))
        fault(c, "fetch_allow", "fetch_allow must be host names with spaces between them, not '%s'",
              c->config->fetch_allow);
    vt_error err = {0};
    VT_AUTO(vt_proxies) vt_proxies *proxies = NULL;
    if (vt_proxies_new(vt_str_z(c->config->trusted_proxies), &proxies, &err) != VT_OK)
        fault(c, "trusted_proxies", "trusted_proxies: %s", err.message);
}

static void check_pairs(const struct checking *c)
{
    const vt_config *v = c->config;
    if (!v->tls_certificate[0] != !v->tls_key[0])
        fault(c, v->tls_key[0] ? "tls_key" : "tls_certificate",
              "tls_certificate and tls_key belong together: set both or none");
    if (v->store[0] && !vt_str_starts(vt_str_z(v->store), VT_STR("postgresql://")))
        fault(c, "store", "store must be postgresql://USER@HOST/DATABASE%s",
              vt_str_starts(vt_str_z(v->store), VT_STR("postgres://"))
                  ? " (postgresql, not postgres)"
                  : "; for SQLite leave it empty and set data");
    if (v->no_workers && !v->store[0])
        fault(c, "no_workers",
              "no_workers needs a store that `vitae work` reaches: set store to postgresql://...");
    if (v->llm_url[0] && !v->llm_model[0])
        fault(c, "llm_url", "llm_url needs llm_model, the name of a model");
}

void vt_config_check(vt_arena *arena, const vt_config *config)
{
    const struct checking c = {arena, config};
    check_listen(&c, "listen", config->listen);
    check_listen(&c, "metrics_listen", config->metrics_listen);
    check_files(&c);
    check_ports(&c);
    check_origins(&c);
    check_base_path(&c);
    check_hosts(&c);
    check_pairs(&c);
}

vt_status vt_config_accept(vt_arena *arena, const char *command, const vt_config *config,
                           vt_status status, vt_error *err)
{
    const char *const *faults;
    if (status != VT_OK && !vt_config_faults(config, &faults))
        return status;
    vt_config_check(arena, config);
    size_t n = vt_config_faults(config, &faults);
    for (size_t i = 0; i < n; i++)
        fprintf(stderr, "vitae %s: %s\n", command, faults[i]);
    return n ? vt_fail(err, VT_E_INVALID, "%zu fault%s in the configuration", n, n == 1 ? "" : "s")
             : VT_OK;
}
