/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Failures. A function that can fail returns a vt_status and takes a `vt_error *err` last, which
 * may be NULL. The error is filled once, where the reason is known, with the thing's name and the
 * numbers: it is for the log and the person at the terminal.
 */
#ifndef VT_BASE_ERROR_H
#define VT_BASE_ERROR_H

#include "base/auto.h"

typedef enum vt_status {
    VT_OK = 0,
    VT_E_INVALID,     /* the caller's input is wrong */
    VT_E_FORMAT,      /* damaged or malformed data */
    VT_E_UNSUPPORTED, /* a format or feature that is not handled */
    VT_E_ENCRYPTED,   /* needs a password */
    VT_E_EMPTY,       /* nothing there to read */
    VT_E_LIMIT,       /* a maximum of limits.h or of the configuration was passed */
    VT_E_NOT_FOUND,
    VT_E_CONFLICT,
    VT_E_DENIED, /* not allowed */
    VT_E_TIMEOUT,
    VT_E_BUSY, /* try again later */
    VT_E_IO,
    VT_E_STORE, /* the database */
    VT_E_MEMORY,
    VT_E_INTERNAL,
} vt_status;

typedef struct vt_error {
    vt_status status;
    char message[256]; /* NUL-terminated, one line, UTF-8 */
} vt_error;

/** The word for a status, as in logs: "invalid", "limit" ... */
const char *vt_status_name(vt_status status);

/** Fills *err (when not NULL) and returns `status`. A message that is too long is cut. */
vt_status vt_fail(vt_error *err, vt_status status, const char *format, ...) VT_PRINTF(3, 4);

/** As vt_fail, with ": " and the text of errno at the end. */
vt_status vt_fail_errno(vt_error *err, vt_status status, const char *format, ...) VT_PRINTF(3, 4);

/** Passes a failure on to the caller. */
#define VT_TRY(call)                                                                               \
    do {                                                                                           \
        vt_status vt_try_status_ = (call);                                                         \
        if (vt_try_status_ != VT_OK)                                                               \
            return vt_try_status_;                                                                 \
    } while (0)

#endif
