/* SPDX-License-Identifier: Apache-2.0 */
/* The creates with an Idempotency-Key that run in this process: a short list under a lock. */
#include "api/internal.h"

#include <pthread.h>

struct entry {
    struct entry *next;
    size_t len;
    char text[]; /* key id and idempotency key */
};

struct vt_in_flight {
    pthread_mutex_t lock;
    struct entry *first;
};

vt_in_flight *vt_in_flight_new(void)
{
    vt_in_flight *set = vt_xcalloc(1, sizeof *set);
    pthread_mutex_init(&set->lock, NULL);
    return set;
}

void vt_in_flight_drop(vt_in_flight *set)
{
    if (!set)
        return;
    while (set->first) {
        struct entry *next = set->first->next;
        free(set->first);
        set->first = next;
    }
    pthread_mutex_destroy(&set->lock);
    free(set);
}

static bool is(const struct entry *e, const char *key_id, vt_str idem_key)
{
    size_t n = strlen(key_id);
    return e->len == n + idem_key.len && memcmp(e->text, key_id, n) == 0 &&
           memcmp(e->text + n, idem_key.ptr, idem_key.len) == 0;
}

static struct entry **find(vt_in_flight *set, const char *key_id, vt_str idem_key)
{
    struct entry **at = &set->first;
    while (*at && !is(*at, key_id, idem_key))
        at = &(*at)->next;
    return at;
}

bool vt_in_flight_add(vt_in_flight *set, const char *key_id, vt_str idem_key)
{
    size_t n = strlen(key_id);
    pthread_mutex_lock(&set->lock);
    bool fresh = !*find(set, key_id, idem_key);
    if (fresh) {
        struct entry *e = vt_xcalloc(1, sizeof *e + n + idem_key.len);
        e->len = n + idem_key.len;
        memcpy(e->text, key_id, n);
        memcpy(e->text + n, idem_key.ptr, idem_key.len);
        e->next = set->first;
        set->first = e;
    }
    pthread_mutex_unlock(&set->lock);
    return fresh;
}

void vt_in_flight_remove(vt_in_flight *set, const char *key_id, vt_str idem_key)
{
    pthread_mutex_lock(&set->lock);
    struct entry **at = find(set, key_id, idem_key);
    struct entry *gone = *at;
    if (gone)
        *at = gone->next;
    pthread_mutex_unlock(&set->lock);
    free(gone);
}
