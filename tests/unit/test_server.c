/* SPDX-License-Identifier: Apache-2.0 */
/* The HTTP server with an application that needs more memory than it may have. */
#include "unit.h"

#include "http/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

static void take_all(vt_http_request *request)
{
    for (;;)
        memset(vt_arena_alloc(request->arena, 1 << 20), 0, 16);
}

static bool fill(vt_http_request *request, int status)
{
    request->reply.status = status;
    request->reply.content_type = "text/plain";
    vt_buf_addz(&request->reply.body, "fine");
    return true;
}

static vt_http_next begin(void *context, vt_http_request *request)
{
    (void)context;
    if (vt_str_eq(request->path, VT_STR("/head")))
        take_all(request);
    request->max_body = 1000;
    return vt_str_eq(request->path, VT_STR("/thread")) ? VT_HTTP_THREAD : VT_HTTP_INLINE;
}

static bool run(void *context, vt_http_request *request)
{
    (void)context;
    if (!vt_str_eq(request->path, VT_STR("/fine"))) {
        vt_http_add(request, "X-Half", VT_STR("done"));
        vt_buf_addz(&request->reply.body, "half a reply");
        take_all(request);
    }
    return fill(request, 200);
}

static void end(void *context, vt_http_request *request)
{
    (void)context, (void)request;
}

static void spent(void *context, vt_http_request *request, bool out)
{
    (void)context;
    fill(request, out ? 503 : 413);
}

static vt_http *start(int64_t memory_bytes)
{
    const vt_http_config config = {.listen = "127.0.0.1:0",
                                   .handlers = 1,
                                   .connections = 10,
                                   .connections_per_address = 10,
                                   .header_bytes = 32 * 1024,
                                   .body_bytes = 1 << 20,
                                   .memory_bytes = memory_bytes,
                                   .header_ms = 20000,
                                   .body_ms = 20000,
                                   .reply_ms = 20000,
                                   .idle_ms = 20000};
    const vt_http_app app = {.begin = begin, .run = run, .end = end, .spent = spent};
    vt_http *http = NULL;
    assert_int_equal(vt_http_start(&config, &app, &http, NULL), VT_OK);
    return http;
}

static int connect_to(const vt_http *http)
{
    int port = 0;
    const char *at = strchr(vt_http_address(http), ':') + 1;
    for (; *at; at++)
        port = port * 10 + *at - '0';
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* Sends and reads until the connection is closed, or the reply is whole. */
static void exchange(const vt_http *http, const char *text, vt_buf *reply)
{
    int fd = connect_to(http);
    assert_int_equal(send(fd, text, strlen(text), 0), strlen(text));
    char bytes[4096];
    for (ssize_t n; (n = recv(fd, bytes, sizeof bytes, 0)) > 0;) {
        vt_buf_add(reply, vt_str_n(bytes, (size_t)n));
        if (vt_str_ends(vt_buf_str(reply), VT_STR("\r\n\r\nfine")))
            break;
    }
    close(fd);
}

static void expect(const vt_http *http, const char *path, const char *status, bool closes)
{
    VT_AUTO(vt_buf) vt_buf reply = {0};
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_buf_addf(&text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
    exchange(http, text.ptr, &reply);
    vt_str got = vt_buf_str(&reply);
    UNIT_ROW(0, path);
    assert_true(vt_str_starts(vt_str_sub(got, strlen("HTTP/1.1 "), got.len), vt_str_z(status)));
    assert_true(vt_str_ends(got, VT_STR("\r\n\r\nfine")));
    assert_true((vt_str_find(got, VT_STR("Connection: close"), 0) != VT_NPOS) == closes);
    assert_true(vt_str_find(got, VT_STR("X-Half"), 0) == VT_NPOS); /* of the reply before */
}

static void test_http__a_request_over_its_memory_is_refused_alone(void **state)
{
    (void)state;
    vt_http *http = start(0);
    static const char *const paths[] = {"/head", "/inline", "/thread"};
    for (size_t i = 0; i < VT_COUNT(paths); i++) {
        expect(http, paths[i], "413", true);
        expect(http, "/fine", "200", false);
    }
    vt_http_stop(http, 1000);
}

static void test_http__all_requests_have_a_limit_together(void **state)
{
    (void)state;
    vt_http *http = start(8 << 20);
    expect(http, "/inline", "503", true);
    expect(http, "/fine", "200", false);
    vt_http_stop(http, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http__a_request_over_its_memory_is_refused_alone),
        cmocka_unit_test(test_http__all_requests_have_a_limit_together),
    };
    return UNIT_MAIN(tests);
}
