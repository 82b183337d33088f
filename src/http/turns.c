/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parties stand in buckets by their name, and those that wait in a list besides, which is short. A
 * party is forgotten when it is not here and its requests were cheap lately; each new request looks
 * through one bucket more for such.
 *
 * Whether another party is here or was lately: the number of those that are, and of those that left
 * the last one and the last before it that is another, each with its time.
 */
#include "http/turns.h"

#include "base/map.h"
#include "base/str.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    BUCKETS = 64,
    SECOND_US = 1000 * 1000,
    FIRST_COST_US = 5 * 1000, /* of a request of a party that is not known */
    CORE_US = 10 * 1000,      /* of each core, for what a party has running at one time */
    SHARED_US = 1000,         /* of each core of its half, while others are here */
    LATELY_US = 2 * SECOND_US,
};

struct vt_party {
    struct vt_party *next;            /* of its bucket */
    struct vt_party *before, *behind; /* of those that wait */
    vt_turn *first, **end;            /* its requests, oldest first */
    size_t here, running;
    bool known;      /* one of its requests has run */
    int64_t cost_us; /* of its dearest request; halved each second */
    int64_t at_us;   /* until when that was done */
    uint64_t name;   /* hash of the owner */
    char owner[VT_TURNS_OWNER];
};

struct vt_turns {
    unsigned cores;
    size_t most_each, waiting, parties, parties_here;
    struct {
        uint64_t name; /* its hash; 0: none */
        int64_t at_us;
    } left[2]; /* who left last, and the last before it that is another */
    uint64_t numbers;
    size_t swept; /* the bucket that is looked through next */
    vt_party *buckets[BUCKETS];
    vt_party *waiters;
};

vt_turns *vt_turns_new(unsigned threads, unsigned cores)
{
    assert(threads > 0);
    vt_turns *turns = vt_xcalloc(1, sizeof *turns);
    turns->cores = VT_MAX(cores, 1u);
    turns->most_each = threads > 1 ? threads - VT_MAX(threads / 4, 1u) : 1;
    return turns;
}

void vt_turns_drop(vt_turns *turns)
{
    if (!turns)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        while (turns->buckets[i]) {
            vt_party *party = turns->buckets[i];
            turns->buckets[i] = party->next;
            free(party);
        }
    free(turns);
}

/* ---- parties ---- */

static void decay(vt_party *party, int64_t now_us)
{
    int64_t seconds = VT_MAX(now_us - party->at_us, 0) / SECOND_US;
    party->cost_us = seconds < 32 ? party->cost_us >> seconds : 0;
    party->at_us += seconds * SECOND_US;
}

static bool is_gone(vt_party *party, int64_t now_us)
{
    decay(party, now_us);
    return !party->here && !party->running && party->cost_us <= FIRST_COST_US;
}

static void sweep(vt_turns *turns, size_t bucket, int64_t now_us)
{
    for (vt_party **at = &turns->buckets[bucket]; *at;) {
        vt_party *party = *at;
        if (is_gone(party, now_us)) {
            *at = party->next;
            free(party);
            turns->parties--;
        } else {
            at = &party->next;
        }
    }
}

static vt_party *party_of(vt_turns *turns, const char *owner, int64_t now_us)
{
    vt_str name = vt_str_z(owner);
    name.len = VT_MIN(name.len, (size_t)VT_TURNS_OWNER - 1);
    uint64_t hash = vt_hash_bytes(name, 0);
    size_t bucket = hash % BUCKETS;
    sweep(turns, bucket, now_us);
    sweep(turns, turns->swept++ % BUCKETS, now_us);
    for (vt_party *party = turns->buckets[bucket]; party; party = party->next)
        if (vt_str_eq(vt_str_z(party->owner), name))
            return party;
    vt_party *party = vt_xcalloc(1, sizeof *party);
    snprintf(party->owner, sizeof party->owner, VT_STR_FMT, VT_STR_ARG(name));
    party->name = hash;
    party->end = &party->first;
    party->at_us = now_us;
    party->cost_us = FIRST_COST_US;
    party->next = turns->buckets[bucket];
    turns->buckets[bucket] = party;
    turns->parties++;
    return party;
}

vt_party *vt_turns_enter(vt_turns *turns, const char *owner, int64_t now_us)
{
    vt_party *party = party_of(turns, owner, now_us);
    turns->parties_here += party->here++ == 0;
    return party;
}

void vt_turns_exit(vt_turns *turns, vt_party *party, int64_t now_us)
{
    assert(party->here > 0);
    turns->parties_here -= --party->here == 0;
    if (turns->left[0].name != party->name)
        turns->left[1] = turns->left[0];
    turns->left[0].name = party->name;
    turns->left[0].at_us = now_us;
}

/* Whether there is another party here, or was lately. */
static bool has_company(const vt_turns *turns, const vt_party *party, int64_t now_us)
{
    if (turns->parties_here > (party->here > 0))
        return true;
    size_t other = turns->left[0].name == party->name;
    return turns->left[other].name && now_us - turns->left[other].at_us < LATELY_US;
}

static void begin_waiting(vt_turns *turns, vt_party *party)
{
    party->before = NULL;
    party->behind = turns->waiters;
    if (party->behind)
        party->behind->before = party;
    turns->waiters = party;
}

static void end_waiting(vt_turns *turns, vt_party *party)
{
    if (party->before)
        party->before->behind = party->behind;
    else
        turns->waiters = party->behind;
    if (party->behind)
        party->behind->before = party->before;
}

/* ---- turns ---- */

void vt_turns_put(vt_turns *turns, vt_party *party, vt_turn *turn)
{
    *turn = (vt_turn){.what = turn->what, .party = party, .number = turns->numbers++};
    if (!party->first)
        begin_waiting(turns, party);
    *party->end = turn;
    party->end = &turn->next;
    turns->waiting++;
}

static size_t most_of(const vt_turns *turns, const vt_party *party, int64_t now_us)
{
    int64_t cost_us = VT_MAX(party->cost_us, 1);
    unsigned cores = turns->cores;
    int64_t most = cores * (int64_t)CORE_US / cost_us;
    if (has_company(turns, party, now_us)) {
        cores = VT_MAX(cores / 2, 1u);
        most = cores * (int64_t)SHARED_US / cost_us;
    }
    return VT_MIN(turns->most_each, VT_MAX((size_t)most, cores));
}

static vt_party *next_party(const vt_turns *turns, int64_t now_us)
{
    vt_party *best = NULL;
    for (vt_party *party = turns->waiters; party; party = party->behind) {
        decay(party, now_us);
        if (party->running >= most_of(turns, party, now_us))
            continue;
        if (!best || party->running < best->running ||
            (party->running == best->running && party->first->number < best->first->number))
            best = party;
    }
    return best;
}

bool vt_turns_may_take(vt_turns *turns, int64_t now_us)
{
    return next_party(turns, now_us) != NULL;
}

vt_turn *vt_turns_take(vt_turns *turns, int64_t now_us)
{
    vt_party *party = next_party(turns, now_us);
    if (!party)
        return NULL;
    vt_turn *turn = party->first;
    party->first = turn->next;
    if (!party->first) {
        party->end = &party->first;
        end_waiting(turns, party);
    }
    party->running++;
    turns->waiting--;
    return turn;
}

void vt_turns_leave(vt_party *party, int64_t used_us, int64_t now_us)
{
    assert(party->running > 0);
    decay(party, now_us);
    party->running--;
    party->cost_us = party->known ? VT_MAX(party->cost_us, used_us) : used_us;
    party->known = true;
}

size_t vt_turns_waiting(const vt_turns *turns)
{
    return turns->waiting;
}

size_t vt_turns_parties(const vt_turns *turns)
{
    return turns->parties;
}
