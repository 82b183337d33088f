/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/time.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/random.h>

static vt_log_level least = VT_LOG_INFO; /* the log sink: set once before threads start */
static bool as_json;
static char quote_mark[12] =
    "\xfe\xff-quote-"; /* stands for a quote of a format while values come in */

static const char *const level_names[] = {"debug", "info", "warn", "error"};

void vt_log_init(vt_log_level level, bool json)
{
    least = level;
    as_json = json;
    /* so that no value can hold it; without NUL and percent */
    if (getrandom(quote_mark, sizeof quote_mark - 1, GRND_NONBLOCK) > 0)
        for (size_t i = 0; i + 1 < sizeof quote_mark; i++)
            quote_mark[i] = (char)(quote_mark[i] | 0x80);
}

vt_log_level vt_log_least(void)
{
    return least;
}

bool vt_log_is_json(void)
{
    return as_json;
}

const char *vt_log_level_word(vt_log_level level)
{
    return level_names[level];
}

bool vt_log_level_parse(const char *word, vt_log_level *ret)
{
    for (size_t i = 0; i < VT_COUNT(level_names); i++)
        if (strcmp(word, level_names[i]) == 0) {
            *ret = (vt_log_level)i;
            return true;
        }
    return false;
}

/* One control character could forge a line: they become spaces. */
static void flatten(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = ' ';
}

/* Quotes of the format become marks, those of values then escapes: a value cannot end the quotes
 * around it and go on as another key. */
static void mark_quotes(const char *format, vt_buf *out)
{
    for (; *format; format++)
        if (*format == '"')
            vt_buf_addz(out, quote_mark);
        else
            vt_buf_addc(out, *format);
}

static void write_detail(const char *text, vt_buf *out)
{
    vt_str rest = vt_str_z(text), mark = vt_str_z(quote_mark);
    bool quoted = false;
    while (rest.len) {
        bool here = vt_str_starts(rest, mark);
        if (here)
            vt_buf_addc(out, '"');
        else if (quoted && (rest.ptr[0] == '"' || rest.ptr[0] == '\\'))
            vt_buf_addf(out, "\\%c", rest.ptr[0]);
        else
            vt_buf_addc(out, rest.ptr[0]);
        quoted = quoted != here;
        rest = vt_str_sub(rest, here ? mark.len : 1, rest.len);
    }
    if (quoted) /* it was cut */
        vt_buf_addc(out, '"');
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* the caller's format, with its marks */
static void format_values(char *out, size_t size, const char *format, va_list args)
{
    vsnprintf(out, size, format, args);
}
#pragma GCC diagnostic pop

/* ---- JSON ---- */

static bool is_key_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* The length of "key=" at the start of the text; 0: there is none. */
static size_t key_length(vt_str text)
{
    size_t n = 0;
    while (n < text.len && is_key_char(text.ptr[n]))
        n++;
    return n > 0 && n < text.len && text.ptr[n] == '=' ? n + 1 : 0;
}

/* A value without quotes goes on to the next key, since it should have no space. */
static size_t plain_end(vt_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == ' ' && key_length(vt_str_sub(text, i + 1, text.len)))
            return i;
    return text.len;
}

static void put_plain(vt_json_writer *w, const char *key, vt_str value)
{
    int64_t number;
    if (vt_str_to_i64(value, INT64_MIN, INT64_MAX, &number))
        vt_json_kv_int(w, key, number);
    else
        vt_json_kv_str(w, key, value);
}

/* The pairs of a line, one member each. Text that is no pair is left out: there is none. */
static void put_pairs(vt_json_writer *w, vt_str rest)
{
    vt_str mark = vt_str_z(quote_mark);
    char key[64];
    while (rest.len) {
        size_t n = key_length(rest);
        if (n == 0 || n > sizeof key) {
            rest = vt_str_sub(rest, 1, rest.len);
            continue;
        }
        memcpy(key, rest.ptr, n - 1);
        key[n - 1] = 0;
        rest = vt_str_sub(rest, n, rest.len);
        if (vt_str_starts(rest, mark)) {
            size_t end = vt_str_find(rest, mark, mark.len);
            end = end == VT_NPOS ? rest.len : end; /* it was cut */
            vt_json_kv_str(w, key, vt_str_sub(rest, mark.len, end));
            rest = vt_str_sub(rest, end + mark.len, rest.len);
        } else {
            size_t end = plain_end(rest);
            put_plain(w, key, vt_str_sub(rest, 0, end));
            rest = vt_str_sub(rest, end, rest.len);
        }
        while (rest.len && rest.ptr[0] == ' ')
            rest = vt_str_sub(rest, 1, rest.len);
    }
}

void vt_log(vt_log_level level, const char *event, const char *format, ...)
{
    if (level < least)
        return;
    char values[1024];
    VT_AUTO(vt_buf) vt_buf marked = {0}, detail = {0};
    vt_buf_addc(&marked, ' '); /* so that none is empty */
    mark_quotes(format, &marked);
    va_list args;
    va_start(args, format);
    format_values(values, sizeof values, marked.ptr + 1, args);
    va_end(args);
    flatten(values);
    char now[VT_TIME_TEXT];
    vt_time_format(vt_time_now_ms(), now);
    VT_AUTO(vt_buf) vt_buf line = {0};
    if (as_json) {
        vt_json_writer w = vt_json_writer_init(&line, 0);
        vt_json_begin_object(&w);
        vt_json_kv_str(&w, "time", vt_str_z(now));
        vt_json_kv_str(&w, "level", vt_str_z(level_names[level]));
        vt_json_kv_str(&w, "event", vt_str_z(event));
        put_pairs(&w, vt_str_z(values));
        vt_json_end_object(&w);
        vt_buf_addc(&line, '\n');
    } else {
        vt_buf_addc(&detail, ' ');
        write_detail(values, &detail);
        vt_buf_addf(&line, "%s %s %s%s\n", now, level_names[level], event, detail.ptr);
    }
    fwrite(line.ptr, 1, line.len, stderr); /* one call: lines of threads do not mix */
}
