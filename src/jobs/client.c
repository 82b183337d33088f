/* SPDX-License-Identifier: Apache-2.0 */
#include "jobs/client.h"

#include "base/arena.h"
#include "base/library.h"
#include "base/time.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

/* libcurl, opened by vt_client_init(). */
#define CURL_FUNCTIONS(F)                                                                          \
    F(curl_, easy_cleanup)                                                                         \
    F(curl_, easy_getinfo)                                                                         \
    F(curl_, easy_init)                                                                            \
    F(curl_, easy_perform)                                                                         \
    F(curl_, easy_reset)                                                                           \
    F(curl_, easy_setopt)                                                                          \
    F(curl_, easy_strerror)                                                                        \
    F(curl_, free)                                                                                 \
    F(curl_, global_init)                                                                          \
    F(curl_, slist_append)                                                                         \
    F(curl_, slist_free_all)                                                                       \
    F(curl_, url)                                                                                  \
    F(curl_, url_cleanup)                                                                          \
    F(curl_, url_get)                                                                              \
    F(curl_, url_set)

static struct {
    CURL_FUNCTIONS(VT_LIBRARY_POINTER)
} curl;

VT_LIBRARY_NOTE(note, VT_SONAME_CURL, "client");

enum { MAX_REDIRECTS = 5, CONNECT_MS = 10000, MAX_ERROR_BODY = 64 * 1024 };

struct transfer {
    const vt_address_rules *rules; /* NULL: any address */
    bool any_address;              /* the host is on the allow-list */
    bool blocked, starved;         /* starved: the machine had no socket */
    vt_client_reply *reply;
};

vt_status vt_client_init(vt_error *err)
{
    static const char *const names[] = {CURL_FUNCTIONS(VT_LIBRARY_NAME)};
    VT_TRY(vt_library_open(VT_SONAME_CURL, names, VT_COUNT(names), &curl, err));
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return vt_fail(err, VT_E_INTERNAL, "libcurl does not start");
    return VT_OK;
}

void vt_client_reply_release(vt_client_reply *reply)
{
    vt_buf_release(&reply->body);
    vt_buf_release(&reply->location);
}

static bool has_word(vt_str words, vt_str word)
{
    vt_str one;
    while (vt_str_split(&words, ' ', &one))
        if (one.len && vt_str_eq_nocase(one, word))
            return true;
    return false;
}

/* ---- callbacks ---- */

static bool may_connect(const struct transfer *t, const struct curl_sockaddr *to)
{
    if (t->any_address)
        return true;
    if (to->family == AF_INET)
        return vt_address_is_public(
            (const unsigned char *)&((const struct sockaddr_in *)(const void *)&to->addr)->sin_addr,
            4);
    if (to->family == AF_INET6)
        return vt_address_is_public(
            (const unsigned char *)&((const struct sockaddr_in6 *)(const void *)&to->addr)
                ->sin6_addr,
            16);
    return false;
}

static curl_socket_t on_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
    struct transfer *t = context;
    if (purpose != CURLSOCKTYPE_IPCXN || !may_connect(t, to)) {
        t->blocked = true;
        return CURL_SOCKET_BAD;
    }
    int fd = socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
    t->starved =
        fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM);
    return fd;
}

static size_t on_body(char *data, size_t size, size_t n, void *context)
{
    struct transfer *t = context;
    vt_buf_add(&t->reply->body, vt_str_n(data, size * n));
    return t->reply->body.overflow ? 0 : size * n;
}

/* ---- one request ---- */

/* Host and port of a URL; false when it is no http or https URL. */
static bool check_url(struct transfer *t, const char *text)
{
    CURLU *url = curl.url();
    char *scheme = NULL, *host = NULL, *port = NULL;
    bool good = url && curl.url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
                curl.url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                curl.url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
                curl.url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK &&
                (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0);
    if (good) {
        t->any_address = has_word(t->rules->allow_hosts, vt_str_z(host));
        good = t->any_address || has_word(t->rules->ports, vt_str_z(port));
    }
    curl.free(scheme);
    curl.free(host);
    curl.free(port);
    curl.url_cleanup(url);
    return good;
}

/* A host that is this machine or an address that the internet has not, as it is written. */
static bool is_local(const char *host)
{
    unsigned char address[16];
    vt_str name = vt_str_z(host);
    if (name.len > 2 && name.ptr[0] == '[')
        name = vt_str_sub(name, 1, name.len - 1);
    char text[64];
    if (vt_str_eq_nocase(name, VT_STR("localhost")) || vt_str_ends(name, VT_STR(".localhost")))
        return true;
    if (name.len >= sizeof text)
        return false;
    snprintf(text, sizeof text, VT_STR_FMT, VT_STR_ARG(name));
    if (inet_pton(AF_INET, text, address) == 1)
        return !vt_address_is_public(address, 4);
    return inet_pton(AF_INET6, text, address) == 1 && !vt_address_is_public(address, 16);
}

const char *vt_client_refusal(const vt_address_rules *rules, const char *text)
{
    struct transfer t = {.rules = rules};
    if (!check_url(&t, text))
        return "must be an http or https address with a port that fetch_ports names; the operator "
               "can allow any port of a host with fetch_allow";
    CURLU *url = curl.url();
    char *host = NULL;
    bool local = url && curl.url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
                 curl.url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && is_local(host);
    curl.free(host);
    curl.url_cleanup(url);
    return local && !t.any_address
               ? "is a private or local address, which is only called when the operator allows "
                 "the host with fetch_allow"
               : NULL;
}

static void set_options(CURL *easy, struct transfer *t, const char *url, int64_t timeout_ms)
{
    curl.easy_setopt(easy, CURLOPT_URL, url);
    curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl.easy_setopt(easy, CURLOPT_PROXY, "");
    curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)timeout_ms);
    curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)VT_MIN(timeout_ms, CONNECT_MS));
    curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_socket);
    curl.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, t);
    curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl.easy_setopt(easy, CURLOPT_WRITEDATA, t);
    curl.easy_setopt(easy, CURLOPT_USERAGENT, "vitae/1");
}

static vt_status status_of(CURLcode code, const struct transfer *t, const char *detail,
                           vt_error *err)
{
    if (code == CURLE_OK)
        return VT_OK;
    if (t->reply->body.overflow)
        return vt_fail(err, VT_E_LIMIT, "what came is larger than %zu bytes", t->reply->body.max);
    if (t->blocked)
        return vt_fail(err, VT_E_DENIED, "the address is not allowed");
    if (t->starved || code == CURLE_OUT_OF_MEMORY)
        return vt_fail(err, VT_E_MEMORY, "no memory or socket for a transfer");
    if (code == CURLE_OPERATION_TIMEDOUT)
        return vt_fail(err, VT_E_TIMEOUT, "it took too long");
    return vt_fail(err, VT_E_IO, "%s", detail[0] ? detail : curl.easy_strerror(code));
}

static void note_reply(CURL *easy, vt_client_reply *reply)
{
    long status = 0;
    char *type = NULL, *location = NULL;
    curl_off_t retry_after = 0;
    curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl.easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
    curl.easy_getinfo(easy, CURLINFO_REDIRECT_URL, &location);
    curl.easy_getinfo(easy, CURLINFO_RETRY_AFTER, &retry_after);
    reply->status = status;
    reply->retry_after_ms = (int64_t)VT_MIN(retry_after, 86400) * 1000;
    snprintf(reply->content_type, sizeof reply->content_type, "%s", type ? type : "");
    vt_buf_clear(&reply->location);
    vt_buf_addz(&reply->location, location ? location : "");
}

struct post { /* NULL headers: a GET */
    const char *const *headers;
    vt_str body;
};

/* With options that were set on the handle for this transfer. */
static vt_status perform_on(CURL *easy, struct transfer *t, const char *url,
                            const struct post *post, int64_t timeout_ms, vt_error *err)
{
    char detail[CURL_ERROR_SIZE] = "";
    struct curl_slist *headers = NULL;
    set_options(easy, t, url, timeout_ms);
    curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, detail);
    if (post) {
        for (const char *const *h = post->headers; *h; h++)
            headers = curl.slist_append(headers, *h);
        headers = curl.slist_append(headers, "Content-Type: application/json");
        headers = curl.slist_append(headers, "Expect:");
        curl.easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
        curl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)post->body.len);
        curl.easy_setopt(easy, CURLOPT_POSTFIELDS, post->body.ptr);
    }
    CURLcode code = curl.easy_perform(easy);
    vt_status status = status_of(code, t, detail, err);
    if (status == VT_OK)
        note_reply(easy, t->reply);
    curl.slist_free_all(headers);
    curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, NULL);
    return status;
}

static vt_status perform(struct transfer *t, const char *url, const struct post *post,
                         int64_t timeout_ms, vt_error *err)
{
    if (!check_url(t, url))
        return vt_fail(err, VT_E_DENIED, "the URL's scheme or port is not allowed");
    CURL *easy = curl.easy_init();
    if (!easy)
        return vt_fail(err, VT_E_MEMORY, "no memory for a transfer");
    vt_status status = perform_on(easy, t, url, post, timeout_ms, err);
    curl.easy_cleanup(easy);
    return status;
}

vt_status vt_client_get(const vt_address_rules *rules, const char *url, size_t max_bytes,
                        int64_t timeout_ms, vt_client_reply *ret, vt_error *err)
{
    int64_t until_ms = vt_time_monotonic_ms() + timeout_ms;
    VT_AUTO(vt_buf) vt_buf next = {0};
    vt_buf_addz(&next, url);
    for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
        struct transfer t = {.rules = rules, .reply = ret};
        int64_t left_ms = until_ms - vt_time_monotonic_ms();
        if (left_ms <= 0)
            return vt_fail(err, VT_E_TIMEOUT, "it took too long");
        vt_buf_clear(&ret->body);
        ret->body.max = max_bytes;
        VT_TRY(perform(&t, next.ptr, NULL, left_ms, err));
        if (ret->status >= 200 && ret->status < 300)
            return VT_OK;
        if (ret->status < 300 || ret->status >= 400 || ret->location.len == 0)
            return vt_fail(err, VT_E_IO, "the server answered %d", (int)ret->status);
        vt_buf_clear(&next);
        vt_buf_add(&next, vt_buf_str(&ret->location));
    }
    return vt_fail(err, VT_E_IO, "more than %d redirects", (int)MAX_REDIRECTS);
}

vt_status vt_client_post(const vt_address_rules *rules, const char *url, const char *const *headers,
                         vt_str body, int64_t timeout_ms, vt_client_reply *ret, vt_error *err)
{
    struct transfer t = {.rules = rules, .reply = ret};
    const struct post post = {headers, body};
    ret->body.max = MAX_ERROR_BODY;
    return perform(&t, url, &post, timeout_ms, err);
}

/* ---- an endpoint of the operator ---- */

struct vt_client_session {
    CURL *easy;
};

vt_client_session *vt_client_session_new(void)
{
    CURL *easy = curl.easy_init();
    if (!easy)
        return NULL;
    vt_client_session *session = vt_xcalloc(1, sizeof *session);
    session->easy = easy;
    return session;
}

void vt_client_session_drop(vt_client_session *session)
{
    if (!session)
        return;
    curl.easy_cleanup(session->easy);
    free(session);
}

vt_status vt_client_session_post(vt_client_session *session, const vt_client_post_order *order,
                                 vt_client_reply *ret, vt_error *err)
{
    struct transfer t = {.any_address = true, .reply = ret};
    const struct post post = {order->headers, order->body};
    ret->body.max = order->max_bytes;
    curl.easy_reset(session->easy); /* the connection stays */
    if (order->ca_file)
        curl.easy_setopt(session->easy, CURLOPT_CAINFO, order->ca_file);
    return perform_on(session->easy, &t, order->url, &post, order->timeout_ms, err);
}

static bool is_this_machine(const char *host)
{
    struct in_addr address;
    return strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0 ||
           (inet_pton(AF_INET, host, &address) == 1 && ntohl(address.s_addr) >> 24 == 127);
}

bool vt_client_url_is_private(const char *text, bool any_host)
{
    CURLU *url = curl.url();
    char *scheme = NULL, *host = NULL, *user = NULL, *query = NULL;
    bool good = url && curl.url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
                curl.url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                curl.url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
                curl.url_get(url, CURLUPART_USER, &user, 0) == CURLUE_NO_USER &&
                curl.url_get(url, CURLUPART_QUERY, &query, 0) == CURLUE_NO_QUERY;
    if (good)
        good = strcmp(scheme, "https") == 0 ||
               (strcmp(scheme, "http") == 0 && (any_host || is_this_machine(host)));
    curl.free(scheme);
    curl.free(host);
    curl.free(user);
    curl.free(query);
    curl.url_cleanup(url);
    return good;
}
