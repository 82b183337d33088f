/* SPDX-License-Identifier: Apache-2.0 */
/* The requests of each key that run or wait in this process: chains by hash, under a lock. A key
 * has an entry only while it has a request. */
#include "api/internal.h"

#include "base/map.h"

#include <pthread.h>
#include <stdio.h>

enum { CHAINS = 256 };

struct entry {
    struct entry *next;
    char key_id[VT_ID_TEXT];
    size_t count;
};

struct vt_parallel {
    pthread_mutex_t lock;
    struct entry *chains[CHAINS];
};

vt_parallel *vt_parallel_new(void)
{
    vt_parallel *table = vt_xcalloc(1, sizeof *table);
    pthread_mutex_init(&table->lock, NULL);
    return table;
}

void vt_parallel_drop(vt_parallel *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < CHAINS; i++)
        while (table->chains[i]) {
            struct entry *next = table->chains[i]->next;
            free(table->chains[i]);
            table->chains[i] = next;
        }
    pthread_mutex_destroy(&table->lock);
    free(table);
}

static struct entry **find(vt_parallel *table, const char *key_id)
{
    struct entry **at = &table->chains[vt_hash_bytes(vt_str_z(key_id), 0) % CHAINS];
    while (*at && strcmp((*at)->key_id, key_id) != 0)
        at = &(*at)->next;
    return at;
}

bool vt_parallel_enter(vt_parallel *table, const char *key_id, size_t most)
{
    pthread_mutex_lock(&table->lock);
    struct entry **at = find(table, key_id);
    bool room = !*at || (*at)->count < most;
    if (!*at) {
        *at = vt_xcalloc(1, sizeof **at);
        snprintf((*at)->key_id, sizeof(*at)->key_id, "%s", key_id);
    }
    if (room)
        (*at)->count++;
    pthread_mutex_unlock(&table->lock);
    return room;
}

void vt_parallel_leave(vt_parallel *table, const char *key_id)
{
    pthread_mutex_lock(&table->lock);
    struct entry **at = find(table, key_id), *gone = NULL;
    if (*at && --(*at)->count == 0) {
        gone = *at;
        *at = gone->next;
    }
    pthread_mutex_unlock(&table->lock);
    free(gone);
}
