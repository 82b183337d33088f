/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Time. Instants are milliseconds since 1970 in UTC (int64_t, `_ms`); days are YYYY-MM-DD in UTC.
 * The engine takes time as an argument; only the service and the command line ask the clock.
 */
#ifndef VT_BASE_TIME_H
#define VT_BASE_TIME_H

#include "base/str.h"

enum { VT_TIME_TEXT = 32 };

typedef struct vt_day {
    int year, month, day; /* month 1..12, day 1..31 */
} vt_day;

int64_t vt_time_now_ms(void);       /* wall clock; may jump */
int64_t vt_time_monotonic_ms(void); /* never falls; for durations and deadlines */
int64_t vt_time_monotonic_us(void);
int64_t vt_time_computed_ms(void); /* processor time of this thread: the same on a busy machine */
int64_t vt_time_computed_us(void);

/** RFC 3339 with milliseconds and Z into `ret[VT_TIME_TEXT]`. */
void vt_time_format(int64_t ms, char *ret);

/** The UTC day of an instant, and the instant at which a day starts. */
vt_day vt_day_of(int64_t ms);
int64_t vt_day_start_ms(vt_day day);

/** "YYYY-MM-DD", a day that exists; false otherwise. */
bool vt_day_parse(vt_str text, vt_day *ret);
/** RFC 3339: 2026-03-01T12:00:00.250Z, or an offset like +01:00 for the Z; *ret is written on
 * success only. */
bool vt_time_parse(vt_str text, int64_t *ret_ms);
void vt_day_format(vt_day day, char *ret); /* into ret[VT_TIME_TEXT] */
int vt_days_in_month(int year, int month);

#endif
