/* SPDX-License-Identifier: Apache-2.0 */
/** A request of which the targets for bodies are given the first line, its content type, and the
 * rest, its body. */
#ifndef VT_FUZZ_REQUEST_H
#define VT_FUZZ_REQUEST_H

#include "fuzz.h"

#include "http/server.h"

/** False for an input without a first line. */
static inline bool fuzz_request(vt_arena *arena, vt_str input, vt_http_request *ret)
{
    vt_str type, rest = input;
    if (!vt_str_split(&rest, '\n', &type))
        return false;
    *ret = (vt_http_request){.arena = arena, .content_length = -1, .body = rest};
    vt_http_field field = {VT_STR("Content-Type"), type};
    vt_vec_push(arena, &ret->headers, field);
    return true;
}

#endif
