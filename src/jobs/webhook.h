/* SPDX-License-Identifier: Apache-2.0 */
/** Webhooks after Standard Webhooks (standardwebhooks.com, specification 1.0). */
#ifndef VT_JOBS_WEBHOOK_H
#define VT_JOBS_WEBHOOK_H

#include "jobs/client.h"

enum { VT_WEBHOOK_SECRET = 64, VT_WEBHOOK_SIGNATURE = 64 };

/** A new secret, `whsec_...`, into ret[VT_WEBHOOK_SECRET]. */
void vt_webhook_secret_new(char *ret);

/** "v1,BASE64" of HMAC-SHA256 over "id.timestamp.payload" into ret[VT_WEBHOOK_SIGNATURE]; false
 * when the secret is none. */
bool vt_webhook_sign(vt_str secret, const char *id, int64_t timestamp_s, vt_str payload, char *ret);

/** What the events of an endpoint may be, for messages. */
#define VT_WEBHOOK_EVENTS                                                                          \
    "parse.completed, parse.failed, parse.reviewed, batch.completed and credits.low"

/** Why `url` cannot be the address of an endpoint, as the end of a sentence that begins with the
 * name of the field; NULL when it can. NULL for `rules`: wherever it leads. vt_client_init()
 * before. */
const char *vt_webhook_refusal(const vt_address_rules *rules, const char *url);

/** Whether `events` has only names of events, with spaces between. */
bool vt_webhook_events_valid(vt_str events);

/** How long to wait after try number `tries` (from 1) failed; -1: no more tries. `spread` 0..1
 * chooses within the jitter. */
int64_t vt_webhook_delay_ms(int64_t tries, double spread);

#endif
