/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *vt_status_name(vt_status status)
{
    static const char *const names[] = {
        [VT_OK] = "ok",
        [VT_E_INVALID] = "invalid",
        [VT_E_FORMAT] = "format",
        [VT_E_UNSUPPORTED] = "unsupported",
        [VT_E_ENCRYPTED] = "encrypted",
        [VT_E_EMPTY] = "empty",
        [VT_E_LIMIT] = "limit",
        [VT_E_NOT_FOUND] = "not_found",
        [VT_E_CONFLICT] = "conflict",
        [VT_E_DENIED] = "denied",
        [VT_E_TIMEOUT] = "timeout",
        [VT_E_BUSY] = "busy",
        [VT_E_IO] = "io",
        [VT_E_STORE] = "store",
        [VT_E_MEMORY] = "memory",
        [VT_E_INTERNAL] = "internal",
    };
    return (size_t)status < VT_COUNT(names) ? names[status] : "unknown";
}

static VT_PRINTF(3, 0) void fill(vt_error *err, vt_status status, const char *format, va_list args)
{
    err->status = status;
    vsnprintf(err->message, sizeof err->message, format, args);
}

vt_status vt_fail(vt_error *err, vt_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        fill(err, status, format, args);
        va_end(args);
    }
    return status;
}

vt_status vt_fail_errno(vt_error *err, vt_status status, const char *format, ...)
{
    int saved = errno;
    if (err) {
        va_list args;
        va_start(args, format);
        fill(err, status, format, args);
        va_end(args);
        size_t len = strlen(err->message);
        char text[96];
        snprintf(err->message + len, sizeof err->message - len, ": %s",
                 strerror_r(saved, text, sizeof text));
    }
    return status;
}
