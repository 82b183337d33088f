/* SPDX-License-Identifier: Apache-2.0 */
/* Days are counted as in Howard Hinnant's "chrono-compatible low-level date algorithms". */
#include "base/time.h"

#include <stdio.h>
#include <time.h>

enum { DAY_MS = 86400000 };

static int64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t vt_time_now_ms(void)
{
    return clock_ns(CLOCK_REALTIME) / 1000000;
}

int64_t vt_time_monotonic_ms(void)
{
    return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

int64_t vt_time_monotonic_us(void)
{
    return clock_ns(CLOCK_MONOTONIC) / 1000;
}

int64_t vt_time_computed_ms(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1000000;
}

int64_t vt_time_computed_us(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1000;
}

static int64_t days_from_civil(vt_day d)
{
    int64_t y = d.year - (d.month <= 2);
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400;
    int64_t doy = (153 * (d.month + (d.month > 2 ? -3 : 9)) + 2) / 5 + d.day - 1;
    int64_t doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + doe - 719468;
}

static vt_day civil_from_days(int64_t z)
{
    z += 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    int month = (int)(mp < 10 ? mp + 3 : mp - 9);
    return (vt_day){(int)(yoe + era * 400 + (month <= 2)), month,
                    (int)(doy - (153 * mp + 2) / 5 + 1)};
}

vt_day vt_day_of(int64_t ms)
{
    int64_t days = ms / DAY_MS - (ms % DAY_MS < 0);
    return civil_from_days(days);
}

int64_t vt_day_start_ms(vt_day day)
{
    return days_from_civil(day) * DAY_MS;
}

void vt_time_format(int64_t ms, char *ret)
{
    vt_day d = vt_day_of(ms);
    int64_t rest = ms - vt_day_start_ms(d);
    snprintf(ret, VT_TIME_TEXT, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", d.year, d.month, d.day,
             (int)(rest / 3600000), (int)(rest / 60000 % 60), (int)(rest / 1000 % 60),
             (int)(rest % 1000));
}

int vt_days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[month - 1];
}

bool vt_day_parse(vt_str text, vt_day *ret)
{
    int64_t year, month, day;
    if (text.len != 10 || text.ptr[4] != '-' || text.ptr[7] != '-' || !vt_is_digit(text.ptr[0]) ||
        !vt_is_digit(text.ptr[5]) || !vt_is_digit(text.ptr[8]))
        return false;
    if (!vt_str_to_i64(vt_str_sub(text, 0, 4), 1, 9999, &year) ||
        !vt_str_to_i64(vt_str_sub(text, 5, 7), 1, 12, &month) ||
        !vt_str_to_i64(vt_str_sub(text, 8, 10), 1, vt_days_in_month((int)year, (int)month), &day))
        return false;
    *ret = (vt_day){(int)year, (int)month, (int)day};
    return true;
}

/* Two digits of at most `max`, behind `before`; *text moves on. */
static bool take_two(vt_str *text, char before, int64_t max, int64_t *ret)
{
    if (text->len < 3 || text->ptr[0] != before || !vt_is_digit(text->ptr[1]) ||
        !vt_str_to_i64(vt_str_sub(*text, 1, 3), 0, max, ret))
        return false;
    *text = vt_str_sub(*text, 3, text->len);
    return true;
}

/* Milliseconds of ".250", which may be missing. */
static bool take_fraction(vt_str *text, int64_t *ret_ms)
{
    *ret_ms = 0;
    if (!text->len || text->ptr[0] != '.')
        return true;
    size_t n = 1;
    for (int64_t unit = 100; n < text->len && vt_is_digit(text->ptr[n]); n++, unit /= 10)
        *ret_ms += unit * (text->ptr[n] - '0');
    *text = vt_str_sub(*text, n, text->len);
    return n > 1;
}

bool vt_time_parse(vt_str text, int64_t *ret_ms)
{
    vt_day day;
    int64_t hour, minute, second, ms, east = 0, hours = 0, minutes = 0;
    if (!vt_day_parse(vt_str_sub(text, 0, 10), &day))
        return false;
    text = vt_str_sub(text, 10, text.len);
    if (!take_two(&text, 'T', 23, &hour) || !take_two(&text, ':', 59, &minute) ||
        !take_two(&text, ':', 60, &second) || !take_fraction(&text, &ms) || !text.len)
        return false;
    if (text.ptr[0] == '+' || text.ptr[0] == '-') {
        east = text.ptr[0] == '+' ? 1 : -1;
        if (!take_two(&text, text.ptr[0], 23, &hours) || !take_two(&text, ':', 59, &minutes))
            return false;
    } else if (text.ptr[0] == 'Z') {
        text = vt_str_sub(text, 1, text.len);
    }
    if (text.len)
        return false;
    *ret_ms = vt_day_start_ms(day) + ((hour * 60 + minute) * 60 + second) * 1000 + ms -
              east * (hours * 60 + minutes) * 60000;
    return true;
}

void vt_day_format(vt_day day, char *ret)
{
    snprintf(ret, VT_TIME_TEXT, "%04d-%02d-%02d", day.year, day.month, day.day);
}
