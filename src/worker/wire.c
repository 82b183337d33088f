/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/wire.h"

#include "base/time.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { MAX_FDS = 2, MAGIC = 0x76746631 };

struct header {
    uint32_t magic, type;
    uint64_t length;
};

void vt_frame_release(vt_frame *frame)
{
    for (size_t i = 0; i < MAX_FDS; i++)
        if (frame->fds[i] >= 0)
            close(frame->fds[i]);
    frame->fds[0] = frame->fds[1] = -1;
    vt_buf_release(&frame->body);
}

/* Room for the control message of MAX_FDS descriptors, aligned as sendmsg wants it. */
union control {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int) * MAX_FDS)];
};

/* A socket whose other end closed tells so when it writes, and when it reads if something that it
 * had written was still there unread. */
static vt_status fail_gone(vt_error *err, const char *message)
{
    bool unread = errno == EPIPE || errno == ECONNRESET;
    return vt_fail_errno(err, unread ? VT_E_BUSY : VT_E_IO, "%s", message);
}

static vt_status send_rest(int socket, vt_str rest, vt_error *err)
{
    while (rest.len) {
        ssize_t n = send(socket, rest.ptr, rest.len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_gone(err, "cannot send to the other process");
        rest = vt_str_sub(rest, (size_t)n, rest.len);
    }
    return VT_OK;
}

vt_status vt_wire_send(int socket, vt_frame_type type, vt_str body, const int *fds, size_t fd_count,
                       vt_error *err)
{
    struct header header = {.magic = MAGIC, .type = type, .length = body.len};
    struct iovec parts[2] = {
        {.iov_base = &header, .iov_len = sizeof header},
        {.iov_base = (void *)(uintptr_t)body.ptr, .iov_len = body.len},
    };
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = body.len ? 2 : 1};
    union control control = {0};
    if (fd_count) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * fd_count);
        struct cmsghdr *c = &control.align;
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(sizeof(int) * fd_count);
        memcpy(CMSG_DATA(c), fds, sizeof(int) * fd_count);
    }
    ssize_t n;
    do
        n = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    if (n < (ssize_t)sizeof header)
        return fail_gone(err, "cannot send to the other process");
    return send_rest(socket, vt_str_sub(body, (size_t)n - sizeof header, body.len), err);
}

static vt_status wait_readable(int socket, int64_t deadline_ms, vt_error *err)
{
    for (;;) {
        int64_t left = deadline_ms ? deadline_ms - vt_time_monotonic_ms() : -1;
        if (deadline_ms && left <= 0)
            return vt_fail(err, VT_E_TIMEOUT, "no answer in time");
        struct pollfd p = {.fd = socket, .events = POLLIN};
        int n = poll(&p, 1, deadline_ms ? (int)VT_MIN(left, 3600000) : -1);
        if (n > 0)
            return VT_OK;
        if (n < 0 && errno != EINTR)
            return vt_fail_errno(err, VT_E_IO, "cannot wait for the other process");
    }
}

static void take_fds(struct msghdr *message, vt_frame *frame)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < n; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof fd);
            if (i < MAX_FDS && frame->fds[i] < 0)
                frame->fds[i] = fd;
            else
                close(fd);
        }
    }
}

/* Exactly `n` bytes into `to`; descriptors that come along go to the frame. */
static vt_status receive_exactly(int socket, void *to, size_t n, int64_t deadline_ms,
                                 vt_frame *frame, vt_error *err)
{
    char *at = to;
    while (n) {
        VT_TRY(wait_readable(socket, deadline_ms, err));
        union control control;
        struct iovec part = {.iov_base = at, .iov_len = n};
        struct msghdr message = {.msg_iov = &part,
                                 .msg_iovlen = 1,
                                 .msg_control = control.bytes,
                                 .msg_controllen = sizeof control.bytes};
        ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_gone(err, "cannot receive from the other process");
        take_fds(&message, frame);
        if (got == 0)
            return vt_fail(err, VT_E_IO, "the other process is gone");
        at += got;
        n -= (size_t)got;
    }
    return VT_OK;
}

vt_status vt_wire_receive(int socket, size_t max_body, int64_t deadline_ms, vt_frame *ret,
                          vt_error *err)
{
    VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
    struct header header;
    VT_TRY(receive_exactly(socket, &header, sizeof header, deadline_ms, &frame, err));
    if (header.magic != MAGIC || header.length > max_body)
        return vt_fail(err, VT_E_FORMAT, "a frame of type %u with %ju bytes is not expected",
                       header.type, (uintmax_t)header.length);
    frame.type = header.type;
    if (!vt_buf_reserve(&frame.body, header.length))
        return vt_fail(err, VT_E_LIMIT, "a frame of %ju bytes", (uintmax_t)header.length);
    VT_TRY(receive_exactly(socket, frame.body.ptr, header.length, deadline_ms, &frame, err));
    frame.body.len = header.length;
    *ret = frame;
    frame = (vt_frame){.fds = {-1, -1}};
    return VT_OK;
}

/* ---- bodies: numbers of 32 bits in native order, strings with their length ---- */

static void put_u32(vt_buf *out, uint32_t value)
{
    vt_buf_add(out, vt_str_n((const char *)&value, sizeof value));
}

static void put_str(vt_buf *out, vt_str s)
{
    put_u32(out, s.ptr ? (uint32_t)s.len : UINT32_MAX);
    vt_buf_add(out, s);
}

struct cursor {
    vt_str rest;
    bool bad;
};

static uint32_t get_u32(struct cursor *c)
{
    uint32_t value = 0;
    if (c->rest.len < sizeof value) {
        c->bad = true;
        return 0;
    }
    memcpy(&value, c->rest.ptr, sizeof value);
    c->rest = vt_str_sub(c->rest, sizeof value, c->rest.len);
    return value;
}

/* A number below `limit`. */
static uint32_t get_below(struct cursor *c, uint32_t limit)
{
    uint32_t value = get_u32(c);
    if (value >= limit) {
        c->bad = true;
        return 0;
    }
    return value;
}

static bool get_bool(struct cursor *c)
{
    return get_below(c, 2) != 0;
}

static vt_str get_str(struct cursor *c)
{
    uint32_t len = get_u32(c);
    if (c->bad || len == UINT32_MAX)
        return VT_STR_NULL;
    if (len > c->rest.len) {
        c->bad = true;
        return VT_STR_NULL;
    }
    vt_str s = vt_str_n(c->rest.ptr ? c->rest.ptr : "", len);
    c->rest = vt_str_sub(c->rest, len, c->rest.len);
    return s;
}

void vt_wire_pack_options(vt_buf *out, const vt_options *o)
{
    const uint32_t numbers[] = {
        (uint32_t)o->input,
        (uint32_t)o->extract,
        (uint32_t)o->ocr_effort,
        o->max_pages,
        o->prompt_check,
        o->parse_skip,
        o->skills_skip,
        (uint32_t)o->tier,
        o->evidence,
        o->extras,
        o->matching,
        (uint32_t)o->matching_tier,
        o->top_skills,
        o->confidence,
        (uint32_t)o->locale.date_order,
        (uint32_t)o->reference_date.year,
        (uint32_t)o->reference_date.month,
        (uint32_t)o->reference_date.day,
        o->redact,
        o->legacy,
        o->model_ask,
        o->model_bytes,
        o->model_trust,
        o->unpack_from,
        o->phrases ? (uint32_t)o->phrase_count : UINT32_MAX,
    };
    for (size_t i = 0; i < VT_COUNT(numbers); i++)
        put_u32(out, numbers[i]);
    put_u32(out, (uint32_t)VT_MIN(o->estimated_credits, INT32_MAX));
    put_str(out, o->filename);
    put_str(out, o->content_type);
    put_str(out, o->ocr_languages);
    put_str(out, o->language);
    put_str(out, o->locale.country);
    put_str(out, o->locale.language);
    put_str(out, o->job_description);
    put_str(out, o->model_answer);
    put_str(out, o->model_name);
    for (size_t i = 0; o->phrases && i < o->phrase_count; i++)
        put_str(out, o->phrases[i]);
}

bool vt_wire_unpack_options(vt_arena *arena, vt_str body, vt_options *ret)
{
    struct cursor c = {.rest = body};
    vt_options o = {0};
    o.input = (vt_input_kind)get_below(&c, VT_INPUT_RESULT + 1);
    o.extract = (vt_extract_mode)get_below(&c, VT_EXTRACT_AUTO + 1);
    o.ocr_effort = (vt_ocr_effort)get_below(&c, VT_OCR_PREMIUM + 1);
    o.max_pages = get_u32(&c);
    o.prompt_check = get_bool(&c);
    o.parse_skip = get_bool(&c);
    o.skills_skip = get_bool(&c);
    o.tier = (vt_tier)get_below(&c, VT_TIER_PREMIUM + 1);
    o.evidence = get_bool(&c);
    o.extras = get_bool(&c);
    o.matching = get_bool(&c);
    o.matching_tier = (vt_tier)get_below(&c, VT_TIER_PREMIUM + 1);
    o.top_skills = get_u32(&c);
    o.confidence = get_bool(&c);
    o.locale.date_order = (vt_date_order)get_below(&c, VT_DATE_ORDER_MONTH_FIRST + 1);
    o.reference_date.year = (int)get_below(&c, 10000);
    o.reference_date.month = (int)get_below(&c, 13);
    o.reference_date.day = (int)get_below(&c, 32);
    o.redact = get_below(&c, VT_REDACT_ALL + 1);
    o.legacy = get_bool(&c);
    o.model_ask = get_bool(&c);
    o.model_bytes = get_u32(&c);
    o.model_trust = get_below(&c, 101);
    o.unpack_from = get_u32(&c);
    uint32_t phrases = get_u32(&c);
    o.estimated_credits = (int32_t)get_u32(&c);
    o.filename = get_str(&c);
    o.content_type = get_str(&c);
    o.ocr_languages = get_str(&c);
    o.language = get_str(&c);
    o.locale.country = get_str(&c);
    o.locale.language = get_str(&c);
    o.job_description = get_str(&c);
    o.model_answer = get_str(&c);
    o.model_name = get_str(&c);
    if (!c.bad && phrases != UINT32_MAX) {
        if (phrases > c.rest.len / sizeof(uint32_t)) /* each has at least its length */
            return false;
        vt_str *list = VT_NEW_ARRAY(arena, vt_str, phrases);
        for (uint32_t i = 0; i < phrases; i++)
            list[i] = get_str(&c);
        o.phrases = list;
        o.phrase_count = phrases;
    }
    if (c.bad || c.rest.len)
        return false;
    *ret = o;
    return true;
}

void vt_wire_pack_progress(vt_buf *out, vt_stage stage, int percent, vt_str raw_text)
{
    put_u32(out, (uint32_t)stage);
    put_u32(out, (uint32_t)percent);
    put_str(out, raw_text);
}

bool vt_wire_unpack_progress(vt_str body, vt_stage *ret_stage, int *ret_percent,
                             vt_str *ret_raw_text)
{
    struct cursor c = {.rest = body};
    vt_stage stage = (vt_stage)get_below(&c, VT_STAGE_MATCHING + 1);
    int percent = (int)get_below(&c, 101);
    vt_str text = get_str(&c);
    if (c.bad || c.rest.len)
        return false;
    *ret_stage = stage;
    *ret_percent = percent;
    *ret_raw_text = text;
    return true;
}

void vt_wire_pack_result(vt_buf *out, vt_status status, const vt_outcome *o, vt_str json)
{
    const uint32_t numbers[] = {
        (uint32_t)status, o->failed,     (uint32_t)o->stage, (uint32_t)o->format, o->page_count,
        o->ocr_pages,     o->parsed,     o->matched,         o->checks_passed,    o->dropped_values,
        o->asks_model,    o->model_kept, o->model_refused,
    };
    for (size_t i = 0; i < VT_COUNT(numbers); i++)
        put_u32(out, numbers[i]);
    put_str(out, vt_str_z(o->error_code));
    put_str(out, vt_str_z(o->error_detail));
    put_str(out, vt_str_z(o->message));
    put_str(out, json);
}

bool vt_wire_unpack_result(vt_str body, vt_status *ret_status, vt_outcome *ret_outcome,
                           vt_str *ret_json)
{
    struct cursor c = {.rest = body};
    vt_outcome o = {0};
    vt_status status = (vt_status)get_below(&c, VT_E_INTERNAL + 1);
    o.failed = get_bool(&c);
    o.stage = (vt_stage)get_below(&c, VT_STAGE_MATCHING + 1);
    o.format = (vt_format)get_below(&c, VT_FORMAT_COUNT);
    o.page_count = get_u32(&c);
    o.ocr_pages = get_u32(&c);
    o.parsed = get_bool(&c);
    o.matched = get_bool(&c);
    o.checks_passed = get_bool(&c);
    o.dropped_values = get_u32(&c);
    o.asks_model = get_bool(&c);
    o.model_kept = get_u32(&c);
    o.model_refused = get_u32(&c);
    o.error_code = vt_failure_code(get_str(&c));
    o.error_detail = vt_failure_detail(get_str(&c));
    vt_str message = get_str(&c);
    vt_str json = get_str(&c);
    if (c.bad || c.rest.len || o.ocr_pages > o.page_count || (o.failed && !o.error_code) ||
        (o.failed && o.asks_model))
        return false;
    snprintf(o.message, sizeof o.message, VT_STR_FMT, VT_STR_ARG(message));
    *ret_status = status;
    *ret_outcome = o;
    *ret_json = json;
    return true;
}
