/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Whose request a handler thread takes next. A party is an account, or a client's address where no
 * account is known. The party with the fewest running is next, and of it the oldest request. One
 * party leaves a quarter of the threads to others. The more its requests compute, the fewer of them
 * run at one time: down to as many as there are cores; and to half of the cores while another party
 * is here or was lately, whatever waits for it (a worker, the store), so that the other finds a
 * free core at once. Under the lock of its user.
 */
#ifndef VT_HTTP_TURNS_H
#define VT_HTTP_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VT_TURNS_OWNER = 72 };

typedef struct vt_turns vt_turns;
typedef struct vt_party vt_party;

/** A place in the queue; a member of what waits, which owns it. */
typedef struct vt_turn {
    void *what; /* set by its owner */
    struct vt_turn *next;
    vt_party *party; /* while it waits and runs: of vt_turns_enter() */
    uint64_t number;
} vt_turn;

/** For so many threads on so many cores, each at least one. */
vt_turns *vt_turns_new(unsigned threads, unsigned cores);

/** NULL is allowed. Nothing waits any more. */
void vt_turns_drop(vt_turns *turns);

/** A request of this owner is here, until vt_turns_exit(). Longer names count as one by their first
 * 71 bytes. */
vt_party *vt_turns_enter(vt_turns *turns, const char *owner, int64_t now_us);
void vt_turns_exit(vt_turns *turns, vt_party *party, int64_t now_us);

/** A request of a party that is here waits for its turn. */
void vt_turns_put(vt_turns *turns, vt_party *party, vt_turn *turn);

/** The next, which runs from now on; NULL when none may. */
vt_turn *vt_turns_take(vt_turns *turns, int64_t now_us);

/** One of the party's has run, and has computed for so long. */
void vt_turns_leave(vt_party *party, int64_t used_us, int64_t now_us);

/** Whether vt_turns_take() would give one. */
bool vt_turns_may_take(vt_turns *turns, int64_t now_us);

/** How many wait. */
size_t vt_turns_waiting(const vt_turns *turns);

/** How many parties it knows. */
size_t vt_turns_parties(const vt_turns *turns);

#endif
