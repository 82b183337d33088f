/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/time.h"

#include <stdarg.h>
#include <stdio.h>

static vt_log_level least = VT_LOG_INFO; /* the log sink: set once before threads start */
static bool as_json;

static const char *const level_names[] = {"debug", "info", "warn", "error"};

void vt_log_init(vt_log_level level, bool json)
{
    least = level;
    as_json = json;
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
        if ((unsigned char)*text < 0x20)
            *text = ' ';
}

void vt_log(vt_log_level level, const char *event, const char *format, ...)
{
    if (level < least)
        return;
    char detail[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    flatten(detail);

    char now[VT_TIME_TEXT];
    vt_time_format(vt_time_now_ms(), now);
    VT_AUTO(vt_buf) vt_buf line = {0};
    if (as_json) {
        vt_json_writer w = vt_json_writer_init(&line, 0);
        vt_json_begin_object(&w);
        vt_json_kv_str(&w, "time", vt_str_z(now));
        vt_json_kv_str(&w, "level", vt_str_z(level_names[level]));
        vt_json_kv_str(&w, "event", vt_str_z(event));
        vt_json_kv_str(&w, "detail", vt_str_z(detail));
        vt_json_end_object(&w);
        vt_buf_addc(&line, '\n');
    } else {
        vt_buf_addf(&line, "%s %s %s %s\n", now, level_names[level], event, detail);
    }
    fwrite(line.ptr, 1, line.len, stderr); /* one call: lines of threads do not mix */
}
