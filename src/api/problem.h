/* SPDX-License-Identifier: Apache-2.0 */
/** Error replies: RFC 9457 bodies out of the rows of api/errors.def. */
#ifndef VT_API_PROBLEM_H
#define VT_API_PROBLEM_H

#include "http/server.h"

typedef enum vt_problem {
#define VT_ERROR(symbol, status, code, retryable, title, text) VT_PROBLEM_##symbol,
#include "errors.def"
#undef VT_ERROR
    VT_PROBLEM_COUNT
} vt_problem;

typedef struct vt_problem_row {
    int status;
    const char *code;
    bool retryable;
    const char *title, *text;
} vt_problem_row;

const vt_problem_row *vt_problem_get(vt_problem problem);

/** One fault of a body. */
typedef struct vt_fault {
    vt_str pointer;   /* JSON pointer */
    const char *code; /* required, type, enum, range, length, format, conflict ... */
    vt_str detail;
} vt_fault;
typedef VT_VEC(vt_fault) vt_faults;

/** Fills the reply. `detail` NULL takes the title; `faults` may be NULL. */
void vt_reply_problem(vt_http_request *request, vt_problem problem, const char *detail,
                      const vt_faults *faults);

/** Starts a JSON reply: the caller writes reply.body. */
void vt_reply_json(vt_http_request *request, int status);

#endif
