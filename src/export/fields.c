/* SPDX-License-Identifier: Apache-2.0 */
#include "export/fields.h"

vt_str vt_field(const vt_json *object, const char *key)
{
    vt_str text = vt_str_trim(vt_json_str(vt_json_get(object, key)));
    return text.len ? text : VT_STR_NULL;
}

size_t vt_field_count(const vt_json *object, const char *key)
{
    const vt_json *list = vt_json_get(object, key);
    return vt_json_is(list, VT_JSON_ARRAY) ? list->n : 0;
}

const vt_json *vt_field_at(const vt_json *object, const char *key, size_t i)
{
    return vt_json_get(object, key)->u.items[i];
}

/* '#' is any digit. */
static bool has_shape(vt_str text, const char *shape)
{
    if (text.len != strlen(shape))
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (shape[i] == '#' ? !vt_is_digit(text.ptr[i]) : text.ptr[i] != shape[i])
            return false;
    return true;
}

vt_str vt_field_date(const vt_json *object, const char *key)
{
    vt_str date = vt_field(object, key);
    bool known =
        has_shape(date, "####") || has_shape(date, "####-##") || has_shape(date, "####-##-##");
    if (!known || (date.ptr[0] != '1' && date.ptr[0] != '2'))
        return VT_STR_NULL;
    if (date.len > 5 && date.ptr[5] > '1')
        return VT_STR_NULL;
    return date.len > 8 && date.ptr[8] > '3' ? VT_STR_NULL : date;
}

vt_str vt_field_phone(const vt_json *personal)
{
    vt_str phone = vt_field(personal, "phone");
    return phone.ptr ? phone : vt_field(personal, "phone_raw");
}

bool vt_skill_is_implied(const vt_json *skill)
{
    return vt_field(skill, "implied_by").ptr != NULL ||
           vt_str_eq(vt_field(skill, "match_method"), VT_STR("implied"));
}

/* Is `a` the later job to speak of? */
static bool is_later(const vt_json *a, const vt_json *b)
{
    bool a_now = vt_json_bool(vt_json_get(a, "current"), false);
    bool b_now = vt_json_bool(vt_json_get(b, "current"), false);
    if (a_now != b_now)
        return a_now;
    const char *key = a_now ? "start_date" : "end_date";
    return vt_str_cmp(vt_field_date(a, key), vt_field_date(b, key)) > 0;
}

const vt_json *vt_last_job(const vt_json *result)
{
    const vt_json *best = NULL;
    for (size_t i = 0; i < vt_field_count(result, "experience"); i++) {
        const vt_json *job = vt_field_at(result, "experience", i);
        if (vt_str_eq(vt_field(job, "type"), VT_STR("volunteer")))
            continue;
        if (!best || is_later(job, best))
            best = job;
    }
    return best;
}

/* Bytes of the white space or control character at the head of `s`, 0 for another character:
 * ASCII, C1, and the line and paragraph separators. */
static size_t blank_at(vt_str s)
{
    unsigned char c = (unsigned char)s.ptr[0];
    if (c <= ' ' || c == 0x7f)
        return 1;
    unsigned char second = s.len > 1 ? (unsigned char)s.ptr[1] : 0;
    if (c == 0xc2 && second >= 0x80 && second <= 0xa0)
        return 2;
    if (c == 0xe2 && second == 0x80 && s.len > 2 && ((unsigned char)s.ptr[2] & 0xfe) == 0xa8)
        return 3;
    return 0;
}

void vt_put_line(vt_buf *out, vt_str text)
{
    bool space = false, any = false;
    while (text.len) {
        size_t n = blank_at(text);
        if (n) {
            space = true;
        } else {
            if (space && any)
                vt_buf_addc(out, ' ');
            vt_buf_addc(out, text.ptr[0]);
            space = false;
            any = true;
            n = 1;
        }
        text = vt_str_sub(text, n, text.len);
    }
}
