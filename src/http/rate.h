/* SPDX-License-Identifier: Apache-2.0 */
/** Token buckets, one for each name (a key and a class of requests). In memory of this process. */
#ifndef VT_HTTP_RATE_H
#define VT_HTTP_RATE_H

#include "base/str.h"

typedef struct vt_rate vt_rate;

typedef struct vt_rate_limit {
    int64_t per_minute; /* 0: no limit */
    int64_t burst;      /* tokens of a full bucket; 0: as per_minute */
} vt_rate_limit;

typedef struct vt_rate_answer {
    bool allowed;
    int64_t remaining, reset_s; /* whole tokens left; seconds until one more, or until full */
} vt_rate_answer;

vt_rate *vt_rate_new(void);
void vt_rate_drop(vt_rate *rate);

/** Takes a token out of the bucket `name`. Any thread. */
vt_rate_answer vt_rate_take(vt_rate *rate, vt_str name, vt_rate_limit limit, int64_t now_ms);

#endif
