/* SPDX-License-Identifier: Apache-2.0 */
/* The head of a request: the first line is its target, each other one a header. */
#include "fuzz.h"

#include "http/forwarded.h"
#include "http/framing.h"
#include "http/multipart.h"

static void read_fields(vt_arena *arena, vt_str rest, vt_http_fields *ret)
{
    vt_str line;
    while (vt_str_split(&rest, '\n', &line)) {
        size_t colon = vt_str_find_char(line, ':', 0);
        if (colon == VT_NPOS)
            continue;
        vt_http_field field = {vt_str_sub(line, 0, colon),
                               vt_str_trim(vt_str_sub(line, colon + 1, line.len))};
        vt_vec_push(arena, ret, field);
    }
}

static void body(vt_arena *arena, vt_str input)
{
    vt_str target, rest = input, host;
    if (!vt_str_split(&rest, '\n', &target))
        return;
    vt_http_request request = {.arena = arena};
    read_fields(arena, rest, &request.headers);
    (void)vt_framing_fault(VT_STR("HTTP/1.1"), &request.headers);
    const char *fault = vt_framing_target_fault(target);
    vt_str path = vt_framing_path(target, &host);
    if (!fault && path.ptr[0] != '/' && path.ptr[0] != '*')
        abort();
    VT_AUTO(vt_proxies) vt_proxies *proxies = NULL;
    (void)!vt_proxies_new(target, &proxies, NULL);
    for (int standard = 0; standard < 2; standard++) {
        vt_forwarded f = vt_forwarded_read(proxies, &request, standard);
        if (f.address.len > 45)
            abort();
    }
    for (size_t i = 0; i < request.headers.n; i++)
        (void)vt_header_parameter(arena, request.headers.at[i].value, "boundary");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 8192, 64, body);
    return 0;
}
