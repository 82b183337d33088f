/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys are kept as SHA-256 of themselves: 256 random bits need no slow hash. A key that was seen
 * in the last FRESH_MS is answered from memory, so a revocation takes effect within that time.
 * Sessions of the dashboard are found the same way, by the SHA-256 of their cookie.
 */
#include "api/internal.h"

#include "base/hash.h"
#include "base/map.h"

#include <pthread.h>
#include <stdio.h>

enum { SLOTS = 1024, FRESH_MS = 1000 };

struct seen {
    char hash[VT_SHA256_HEX];
    int64_t until_ms; /* monotonic: a clock that is set back must not keep a revoked key */
    vt_key key;
    vt_account account;
};

struct vt_auth {
    vt_store *store;
    pthread_mutex_t lock;
    struct seen seen[SLOTS];
};

vt_auth *vt_auth_new(vt_store *store)
{
    vt_auth *auth = vt_xcalloc(1, sizeof *auth);
    auth->store = store;
    pthread_mutex_init(&auth->lock, NULL);
    return auth;
}

void vt_auth_drop(vt_auth *auth)
{
    if (!auth)
        return;
    pthread_mutex_destroy(&auth->lock);
    free(auth);
}

struct lookup {
    vt_str hash;
    bool session;
    int64_t now_ms;
    vt_key *key;
    vt_account *account;
    bool found;
};

static vt_status look_up(vt_tx *tx, void *context, vt_error *err)
{
    struct lookup *l = context;
    if (l->session)
        return vt_session_find(tx, l->hash, l->now_ms, l->key, l->account, &l->found, err);
    return vt_key_find(tx, l->hash, l->key, l->account, &l->found, err);
}

static bool take_seen(vt_auth *auth, const char *hash, vt_key *ret_key, vt_account *ret_account)
{
    struct seen *s = &auth->seen[vt_hash_bytes(vt_str_z(hash), 0) % SLOTS];
    pthread_mutex_lock(&auth->lock);
    bool fresh =
        s->until_ms > vt_time_monotonic_ms() &&
        vt_equal_const_time(vt_str_n(s->hash, VT_SHA256_HEX), vt_str_n(hash, VT_SHA256_HEX));
    if (fresh) {
        *ret_key = s->key;
        *ret_account = s->account;
    }
    pthread_mutex_unlock(&auth->lock);
    return fresh;
}

static void note_seen(vt_auth *auth, const char *hash, const vt_key *key, const vt_account *account)
{
    struct seen *s = &auth->seen[vt_hash_bytes(vt_str_z(hash), 0) % SLOTS];
    pthread_mutex_lock(&auth->lock);
    *s = (struct seen){
        .until_ms = vt_time_monotonic_ms() + FRESH_MS, .key = *key, .account = *account};
    memcpy(s->hash, hash, VT_SHA256_HEX);
    pthread_mutex_unlock(&auth->lock);
}

vt_str vt_auth_bearer(const vt_http_request *request)
{
    vt_str value = vt_str_trim(vt_http_header(request, "Authorization"));
    if (!vt_str_starts_nocase(value, VT_STR("Bearer ")))
        return VT_STR_NULL;
    return vt_str_trim(vt_str_sub(value, 7, value.len));
}

static vt_status check_secret(vt_auth *auth, vt_str secret, bool session, vt_key *ret_key,
                              vt_account *ret_account, bool *ret_good, vt_error *err)
{
    *ret_good = false;
    if (secret.len == 0 || secret.len > 200)
        return VT_OK;
    char hash[VT_SHA256_HEX];
    vt_sha256_hex(secret, hash);
    int64_t now_ms = vt_store_now_ms(auth->store);
    if (!take_seen(auth, hash, ret_key, ret_account)) {
        struct lookup l = {.hash = vt_str_z(hash),
                           .session = session,
                           .now_ms = now_ms,
                           .key = ret_key,
                           .account = ret_account};
        VT_TRY(vt_store_read(auth->store, look_up, &l, err));
        if (!l.found)
            return VT_OK;
        note_seen(auth, hash, ret_key, ret_account);
    }
    *ret_good = !ret_key->revoked_ms && (!ret_key->expires_ms || ret_key->expires_ms > now_ms);
    return VT_OK;
}

vt_status vt_auth_check(vt_auth *auth, const vt_http_request *request, vt_key *ret_key,
                        vt_account *ret_account, bool *ret_good, bool *ret_missing, vt_error *err)
{
    *ret_missing = vt_http_header(request, "Authorization").len == 0;
    return check_secret(auth, vt_auth_bearer(request), false, ret_key, ret_account, ret_good, err);
}

bool vt_auth_seen(vt_auth *auth, vt_str secret, char ret_account_id[VT_ID_TEXT])
{
    vt_key key;
    vt_account account;
    char hash[VT_SHA256_HEX];
    if (secret.len == 0 || secret.len > 200)
        return false;
    vt_sha256_hex(secret, hash);
    bool seen = take_seen(auth, hash, &key, &account);
    if (seen)
        snprintf(ret_account_id, VT_ID_TEXT, "%s", account.id);
    return seen;
}

vt_status vt_auth_key(vt_auth *auth, vt_str secret, vt_key *ret_key, vt_account *ret_account,
                      bool *ret_good, vt_error *err)
{
    return check_secret(auth, secret, false, ret_key, ret_account, ret_good, err);
}

vt_status vt_auth_session(vt_auth *auth, vt_str cookie, vt_key *ret_key, vt_account *ret_account,
                          bool *ret_good, vt_error *err)
{
    return check_secret(auth, cookie, true, ret_key, ret_account, ret_good, err);
}

void vt_auth_forget(vt_auth *auth)
{
    pthread_mutex_lock(&auth->lock);
    for (size_t i = 0; i < SLOTS; i++)
        auth->seen[i].until_ms = 0;
    pthread_mutex_unlock(&auth->lock);
}

bool vt_scope_allows(const vt_key *key, const char *scope)
{
    vt_str rest = vt_str_z(key->scopes), word;
    if (!scope || vt_str_trim(rest).len == 0)
        return true;
    while (vt_str_split(&rest, ' ', &word))
        if (vt_str_eq(word, vt_str_z(scope)))
            return true;
    return false;
}
