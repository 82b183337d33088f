/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Log lines: `time level event key=value ...` on standard error (or JSON, one object a line, with a
 * member for each key; numbers are numbers). Ids, sizes, codes, durations and the addresses of
 * clients only; document text, names, addresses of people and keys never.
 *
 *     vt_log(VT_LOG_INFO, "request.done", "id=%s ms=%jd", id, (intmax_t)ms);
 */
#ifndef VT_BASE_LOG_H
#define VT_BASE_LOG_H

#include "base/auto.h"

typedef enum vt_log_level { VT_LOG_DEBUG, VT_LOG_INFO, VT_LOG_WARN, VT_LOG_ERROR } vt_log_level;

/** Lines below `level` are not written. `json` chooses the form. Call before threads start. */
void vt_log_init(vt_log_level level, bool json);

/** What vt_log_init() set. */
vt_log_level vt_log_least(void);
bool vt_log_is_json(void);

/** Any thread. `format` gives the key=value pairs; values with spaces are to be in "quotes".
 * A key is never time, level or event, and has the same type everywhere. */
void vt_log(vt_log_level level, const char *event, const char *format, ...) VT_PRINTF(3, 4);

const char *vt_log_level_word(vt_log_level level);
/** "debug", "info", "warn", "error"; false when it is none of them. */
bool vt_log_level_parse(const char *word, vt_log_level *ret);

#endif
