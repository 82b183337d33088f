/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whose document is looked at next, for looks that are not paid for. Accounts are found by a short
 * walk: a lane has only those at work, waiting, or in debt.
 */
#include "api/internal.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum {
    FULL_US = 20 * 1000 * 1000, /* of a worker's time that an account may use at once, */
    REFILL_PERMILLE = 100,      /* and how much comes back: a tenth of a core */
};

struct account {
    struct account *next;
    char id[VT_ID_TEXT];
    size_t running, waiting;
    int64_t spent_us, at_us; /* monotonic */
};

struct waiting {
    struct waiting *next;
    struct account *account;
    vt_http_request *request;
};

struct vt_lane {
    pthread_mutex_t lock;
    size_t most, most_each, running;
    struct account *accounts;
    struct waiting *first, **end;
};

vt_lane *vt_lane_new(size_t most, size_t most_each)
{
    vt_lane *lane = vt_xcalloc(1, sizeof *lane);
    pthread_mutex_init(&lane->lock, NULL);
    lane->most = most;
    lane->most_each = most_each;
    lane->end = &lane->first;
    return lane;
}

void vt_lane_drop(vt_lane *lane)
{
    if (!lane)
        return;
    while (lane->accounts) {
        struct account *next = lane->accounts->next;
        free(lane->accounts);
        lane->accounts = next;
    }
    pthread_mutex_destroy(&lane->lock);
    free(lane);
}

/* ---- accounts; under the lock ---- */

static void refill(struct account *account, int64_t now_us)
{
    account->spent_us -= (now_us - account->at_us) * REFILL_PERMILLE / 1000;
    account->spent_us = VT_MAX(account->spent_us, 0);
    account->at_us = now_us;
}

/* The account; those that owe nothing and do nothing are left out of the list on the way. */
static struct account *get(vt_lane *lane, const char *id)
{
    int64_t now_us = vt_time_monotonic_us();
    struct account *found = NULL;
    for (struct account **at = &lane->accounts; *at;) {
        struct account *account = *at;
        refill(account, now_us);
        if (strcmp(account->id, id) == 0)
            found = account;
        if (account != found && !account->running && !account->waiting && !account->spent_us) {
            *at = account->next;
            free(account);
        } else {
            at = &account->next;
        }
    }
    if (found)
        return found;
    found = vt_xcalloc(1, sizeof *found);
    snprintf(found->id, sizeof found->id, "%s", id);
    found->at_us = now_us;
    found->next = lane->accounts;
    lane->accounts = found;
    return found;
}

static bool has_room(const vt_lane *lane, const struct account *account)
{
    return lane->running < lane->most && account->running < lane->most_each;
}

static void begin(vt_lane *lane, struct account *account)
{
    lane->running++;
    account->running++;
}

/* Takes the next that may run out of the queue: of the account with the fewest running. */
static vt_http_request *take_next(vt_lane *lane)
{
    struct waiting **best = NULL;
    for (struct waiting **at = &lane->first; *at; at = &(*at)->next)
        if (has_room(lane, (*at)->account) &&
            (!best || (*at)->account->running < (*best)->account->running))
            best = at;
    if (!best)
        return NULL;
    struct waiting *taken = *best;
    *best = taken->next;
    if (!taken->next)
        lane->end = best;
    vt_http_request *request = taken->request;
    taken->account->waiting--;
    begin(lane, taken->account);
    free(taken);
    return request;
}

/* ---- the interface ---- */

static void wait_in(vt_lane *lane, struct account *account, vt_http_request *request)
{
    struct waiting *waiting = vt_xcalloc(1, sizeof *waiting);
    vt_http_hold(request);
    *waiting = (struct waiting){.account = account, .request = request};
    *lane->end = waiting;
    lane->end = &waiting->next;
    account->waiting++;
}

vt_lane_answer vt_lane_enter(vt_lane *lane, const char *account_id, vt_http_request *request)
{
    pthread_mutex_lock(&lane->lock);
    struct account *account = get(lane, account_id);
    vt_lane_answer answer = VT_LANE_WAIT;
    if (account->spent_us >= FULL_US)
        answer = VT_LANE_SPENT;
    else if (has_room(lane, account))
        answer = VT_LANE_GO;
    if (answer == VT_LANE_GO)
        begin(lane, account);
    else if (answer == VT_LANE_WAIT)
        wait_in(lane, account, request);
    pthread_mutex_unlock(&lane->lock);
    return answer;
}

bool vt_lane_pass(vt_lane *lane, vt_http_request *request, vt_call *call, bool *ret_parked)
{
    *ret_parked = false;
    if (call->in_lane)
        return true;
    call->in_lane = true;
    vt_lane_answer answer = vt_lane_enter(lane, call->account.id, request);
    *ret_parked = answer == VT_LANE_WAIT; /* it may be run again by now */
    if (answer != VT_LANE_SPENT)
        return answer == VT_LANE_GO;
    vt_reply_problem(request, VT_PROBLEM_RATE_LIMITED,
                     "This account's documents took too much time before they were accepted.",
                     NULL);
    vt_http_add(request, "Retry-After", VT_STR("10"));
    return false;
}

void vt_lane_leave(vt_lane *lane, const char *account_id, int64_t used_us)
{
    assert(lane->running > 0);
    pthread_mutex_lock(&lane->lock);
    struct account *account = get(lane, account_id);
    lane->running--;
    account->running--;
    account->spent_us += used_us;
    vt_http_request *next = take_next(lane);
    pthread_mutex_unlock(&lane->lock);
    if (next)
        vt_http_rerun(next);
}
