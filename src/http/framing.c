/* SPDX-License-Identifier: Apache-2.0 */
#include "http/framing.h"

#include "base/str.h"

/* tchar of RFC 9110, 5.6.2. */
static bool is_token(vt_str s)
{
    static const char more[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < s.len; i++)
        if (!vt_is_alnum(s.ptr[i]) && !(s.ptr[i] && strchr(more, s.ptr[i])))
            return false;
    return s.len > 0;
}

static bool has_control(vt_str s)
{
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.ptr[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return true;
    }
    return false;
}

/* A name or address with a port: nothing that could be taken for a path or for two hosts. */
static bool is_host(vt_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!vt_is_alnum(s.ptr[i]) && !(s.ptr[i] && strchr("-._~:[]%!$&'()*+;=", s.ptr[i])))
            return false;
    return true;
}

/* One reader takes the first of two, another the last: of a key, of the kind of a body. */
static const char *const single[] = {"Authorization", "Content-Type", "Idempotency-Key"};

struct counts {
    size_t host, length, coding, single[VT_COUNT(single)];
    bool expects; /* to be told to go on with the body */
    vt_str length_value, coding_value;
};

static const char *count_fields(const vt_http_fields *headers, struct counts *c)
{
    for (size_t i = 0; i < headers->n; i++) {
        const vt_http_field *f = &headers->at[i];
        if (!is_token(f->name))
            return "The name of a header has characters that no name may have.";
        if (has_control(f->value))
            return "A header has control characters.";
        if (vt_str_eq_nocase(f->name, VT_STR("Host"))) {
            c->host++;
            if (!is_host(f->value))
                return "The header Host names no host.";
        } else if (vt_str_eq_nocase(f->name, VT_STR("Content-Length"))) {
            c->length++;
            c->length_value = f->value;
        } else if (vt_str_eq_nocase(f->name, VT_STR("Expect"))) {
            c->expects = true;
        } else if (vt_str_eq_nocase(f->name, VT_STR("Transfer-Encoding"))) {
            c->coding++;
            c->coding_value = f->value;
        }
        for (size_t n = 0; n < VT_COUNT(single); n++)
            if (vt_str_eq_nocase(f->name, vt_str_z(single[n])) && ++c->single[n] > 1)
                return "A header that may stand only once stands twice.";
    }
    return NULL;
}

/* No length counts as 0, as RFC 9112, 6.3 says. */
static bool is_zero(vt_str digits)
{
    for (size_t i = 0; i < digits.len; i++)
        if (digits.ptr[i] != '0')
            return false;
    return true;
}

const char *vt_framing_fault(vt_str version, const vt_http_fields *headers)
{
    struct counts c = {0};
    bool current = vt_str_eq(version, VT_STR("HTTP/1.1"));
    const char *fault = count_fields(headers, &c);
    if (fault)
        return fault;
    if (c.host > 1 || (current && c.host == 0))
        return "The request needs one header Host.";
    if (c.coding && c.length)
        return "The request has both Content-Length and Transfer-Encoding.";
    if (c.length > 1)
        return "The request has more than one Content-Length.";
    if (c.length && (!c.length_value.len || c.length_value.len > 18))
        return "The Content-Length is no number.";
    for (size_t i = 0; i < c.length_value.len; i++)
        if (!vt_is_digit(c.length_value.ptr[i]))
            return "The Content-Length is no number.";
    if (c.coding && (!current || c.coding > 1 ||
                     !vt_str_eq_nocase(vt_str_trim(c.coding_value), VT_STR("chunked"))))
        return "Transfer-Encoding may only be \"chunked\", once, in HTTP/1.1.";
    if (current && c.expects && !c.coding && is_zero(c.length_value))
        return "The request has the header Expect and no body that it could be for.";
    return NULL;
}

/* The length of "http://" or "https://" at the start; 0: neither. */
static size_t scheme_of(vt_str target)
{
    if (vt_str_starts_nocase(target, VT_STR("http://")))
        return 7;
    return vt_str_starts_nocase(target, VT_STR("https://")) ? 8 : 0;
}

const char *vt_framing_target_fault(vt_str target)
{
    for (size_t i = 0; i < target.len; i++) {
        unsigned char c = (unsigned char)target.ptr[i];
        if (c <= 0x20 || c == 0x7f)
            return "The target of the request has characters that none may have.";
    }
    if (vt_str_find(target, VT_STR("%00"), 0) != VT_NPOS)
        return "The target of the request has a NUL.";
    vt_str host;
    vt_str path = vt_framing_path(target, &host);
    if (host.ptr && (!host.len || !is_host(host)))
        return "The target of the request names no host.";
    if (!vt_str_starts(path, VT_STR("/")) && !vt_str_eq(path, VT_STR("*")))
        return "The target of the request is no path.";
    return NULL;
}

vt_str vt_framing_path(vt_str target, vt_str *ret_host)
{
    size_t scheme = scheme_of(target), end = scheme;
    *ret_host = VT_STR_NULL;
    if (!scheme)
        return target;
    while (end < target.len && !strchr("/?#", target.ptr[end]))
        end++;
    *ret_host = vt_str_sub(target, scheme, end);
    bool has_path = end < target.len && target.ptr[end] == '/';
    return has_path ? vt_str_sub(target, end, target.len) : VT_STR("/");
}
