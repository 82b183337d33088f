/* SPDX-License-Identifier: Apache-2.0 */
#include "store_fixture.h"

#include "base/hash.h"
#include "store/accounts.h"
#include "store/audit.h"
#include "store/nodes.h"
#include "store/requests.h"
#include "store/reviews.h"

#include <pthread.h>

static vt_account some_account(const char *name)
{
    vt_account a = {.plan = VT_PLAN_BEGINNER, .billing = VT_BILLING_PACKS, .active = true};
    snprintf(a.name, sizeof a.name, "%s", name);
    snprintf(a.id, sizeof a.id, "acc_%s", name);
    return a;
}

static vt_status insert_account(vt_tx *tx, void *context, vt_error *err)
{
    return vt_account_insert(tx, context, err);
}

static vt_status insert_then_fail(vt_tx *tx, void *context, vt_error *err)
{
    VT_TRY(vt_account_insert(tx, context, err));
    return vt_fail(err, VT_E_LIMIT, "on purpose");
}

static vt_status count_accounts(vt_tx *tx, void *context, vt_error *err)
{
    return vt_sql_int(tx, "SELECT COUNT(*) FROM account", VT_NO_ARGS, -1, context, err);
}

static void test_write__is_undone_when_its_function_fails(void **state)
{
    fixture *f = *state;
    vt_account a = some_account("a"), b = some_account("b");
    FIXTURE_WRITE(f, insert_then_fail, &a, VT_E_LIMIT);
    FIXTURE_WRITE(f, insert_account, &b, VT_OK);
    int64_t n;
    assert_int_equal(vt_store_read(f->store, count_accounts, &n, NULL), VT_OK);
    assert_int_equal(n, 1);
    FIXTURE_WRITE(f, insert_account, &b, VT_E_CONFLICT);
}

/* ---- many threads, one writer ---- */

enum { THREADS = 16, EACH = 40 };

struct thread_job {
    fixture *f;
    int number;
};

static vt_status bump(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    return vt_sql_run(tx, "UPDATE account SET allowance = allowance + 1 WHERE id = 'acc_a'",
                      VT_NO_ARGS, NULL, err);
}

static vt_status bump_and_fail(vt_tx *tx, void *context, vt_error *err)
{
    VT_TRY(bump(tx, context, err));
    return vt_fail(err, VT_E_CONFLICT, "on purpose");
}

static void *bump_main(void *context)
{
    struct thread_job *job = context;
    for (int i = 0; i < EACH; i++) {
        bool fails = (i + job->number) % 4 == 0;
        vt_status want = fails ? VT_E_CONFLICT : VT_OK;
        if (vt_store_write(job->f->store, fails ? bump_and_fail : bump, NULL, NULL) != want)
            return job;
    }
    return NULL;
}

static vt_status find_account(vt_tx *tx, void *context, vt_error *err)
{
    return vt_account_find(tx, VT_STR("a"), context, err);
}

static void test_write__keeps_each_of_many_and_no_failed_one(void **state)
{
    fixture *f = *state;
    vt_account a = some_account("a"), got;
    FIXTURE_WRITE(f, insert_account, &a, VT_OK);
    pthread_t threads[THREADS];
    struct thread_job jobs[THREADS];
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (struct thread_job){f, i};
        assert_int_equal(pthread_create(&threads[i], NULL, bump_main, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *bad = NULL;
        pthread_join(threads[i], &bad);
        assert_null(bad);
    }
    assert_int_equal(vt_store_read(f->store, find_account, &got, NULL), VT_OK);
    assert_int_equal(got.allowance, THREADS * EACH * 3 / 4);
}

static vt_status find_name(vt_tx *tx, void *context, vt_error *err)
{
    vt_account got;
    return vt_account_find(tx, vt_str_z(context), &got, err);
}

/* What the database refuses of what one function only sent is that function's failure, and nobody
 * else's of the same batch. */
struct told {
    pthread_mutex_t lock;
    pthread_cond_t all;
    int left;
};

struct sent {
    vt_writing writing; /* first */
    vt_account account;
    struct told *told;
};

static void note_sent(vt_writing *writing)
{
    struct told *told = ((struct sent *)writing)->told;
    pthread_mutex_lock(&told->lock);
    if (--told->left == 0)
        pthread_cond_signal(&told->all);
    pthread_mutex_unlock(&told->lock);
}

static void test_write__tells_who_of_a_batch_was_refused_later(void **state)
{
    enum { MANY = 40 };
    fixture *f = *state;
    struct told told = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, MANY};
    vt_account taken = some_account("taken");
    FIXTURE_WRITE(f, insert_account, &taken, VT_OK);
    struct sent sent[MANY];
    for (int i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "one%d", i);
        sent[i] =
            (struct sent){.account = some_account(i % 5 == 3 ? "taken" : name), .told = &told};
        sent[i].writing = (vt_writing){.how = {.group = VT_STR("group")},
                                       .fn = insert_account,
                                       .context = &sent[i].account,
                                       .done = note_sent};
        vt_store_write_later(f->store, &sent[i].writing);
    }
    pthread_mutex_lock(&told.lock);
    while (told.left)
        pthread_cond_wait(&told.all, &told.lock);
    pthread_mutex_unlock(&told.lock);
    for (int i = 0; i < MANY; i++) {
        UNIT_ROW(i, "function");
        assert_int_equal(sent[i].writing.status, i % 5 == 3 ? VT_E_CONFLICT : VT_OK);
    }
    for (int i = 0; i < MANY; i++)
        if (i % 5 != 3)
            assert_int_equal(vt_store_read(f->store, find_name, sent[i].account.name, NULL), VT_OK);
    assert_int_equal(vt_store_read(f->store, find_name, taken.name, NULL), VT_OK);
}

/* ---- the queue ---- */

struct claimed {
    vt_arena *arena;
    const char *node;
    int64_t now_ms, limit, alive_ms, recovered, most_each;
    vt_request request;
    size_t count;
    bool found;
};

static vt_status insert_requests(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    vt_account a = some_account("q");
    VT_TRY(vt_account_insert(tx, &a, err));
    for (int i = 0; i < 3; i++) {
        vt_request r = {.config = VT_STR("{}"), .queue = "parse", .stage = "queued"};
        snprintf(r.id, sizeof r.id, "prs_%d", i);
        snprintf(r.account_id, sizeof r.account_id, "%s", a.id);
        snprintf(r.input, sizeof r.input, "text");
        VT_TRY(vt_request_insert(tx, &r, err));
        vt_document d = {.body = VT_STR("bytes\0with a NUL")};
        VT_TRY(vt_document_insert(tx, vt_str_z(r.id), &d, err));
    }
    return VT_OK;
}

static vt_status claim(vt_tx *tx, void *context, vt_error *err)
{
    struct claimed *c = context;
    vt_requests got = {0};
    const vt_claim_order order = {.queue = "parse",
                                  .node = vt_str_z(c->node),
                                  .limit = VT_MAX(c->limit, 1),
                                  .most_each = c->most_each ? c->most_each : 1000,
                                  .now_ms = c->now_ms,
                                  .lease_ms = c->now_ms + 1000};
    VT_TRY(vt_request_claim(tx, c->arena, &order, &got, err));
    c->count = got.n;
    c->found = got.n > 0;
    if (got.n)
        c->request = got.at[0];
    return VT_OK;
}

static vt_status recover(vt_tx *tx, void *context, vt_error *err)
{
    struct claimed *c = context;
    return vt_request_recover(tx, c->now_ms, c->alive_ms, &c->recovered, err);
}

static void test_claim__gives_the_oldest_once_and_again_after_its_lease(void **state)
{
    fixture *f = *state;
    FIXTURE_WRITE(f, insert_requests, NULL, VT_OK);
    struct claimed c = {.arena = f->arena, .node = "n1", .now_ms = 5000};
    for (int i = 0; i < 3; i++) {
        char want[8];
        snprintf(want, sizeof want, "prs_%d", i);
        FIXTURE_WRITE(f, claim, &c, VT_OK);
        assert_true(c.found);
        assert_string_equal(c.request.id, want);
        assert_int_equal(c.request.state, VT_STATE_PARSING);
        assert_int_equal(c.request.tries, 1);
        c.now_ms += 10;
    }
    FIXTURE_WRITE(f, claim, &c, VT_OK);
    assert_false(c.found);
    c.now_ms = 6005; /* the first lease is over */
    c.node = "n2";
    FIXTURE_WRITE(f, recover, &c, VT_OK);
    FIXTURE_WRITE(f, claim, &c, VT_OK);
    assert_true(c.found);
    assert_string_equal(c.request.id, "prs_0");
    assert_int_equal(c.request.tries, 2);
}

/* ---- turns ---- */

enum { FLOOD = 2000 };

static vt_status insert_waiting(vt_tx *tx, const char *account, const char *id, vt_error *err)
{
    vt_request r = {.config = VT_STR("{}"), .queue = "parse", .stage = "queued"};
    snprintf(r.id, sizeof r.id, "%s", id);
    snprintf(r.account_id, sizeof r.account_id, "%s", account);
    snprintf(r.input, sizeof r.input, "text");
    return vt_request_insert(tx, &r, err);
}

/* One account sent FLOOD requests, two others one each afterwards. */
static vt_status insert_flood(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    static const char *const names[] = {"flood", "second", "third"};
    vt_account accounts[VT_COUNT(names)];
    for (size_t i = 0; i < VT_COUNT(names); i++) {
        accounts[i] = some_account(names[i]);
        VT_TRY(vt_account_insert(tx, &accounts[i], err));
    }
    char id[VT_ID_TEXT];
    for (int i = 0; i < FLOOD; i++) {
        snprintf(id, sizeof id, "prs_1%05d", i);
        VT_TRY(insert_waiting(tx, accounts[0].id, id, err));
    }
    VT_TRY(insert_waiting(tx, accounts[1].id, "prs_2", err));
    return insert_waiting(tx, accounts[2].id, "prs_3", err);
}

static void test_claim__takes_turns_between_accounts(void **state)
{
    fixture *f = *state;
    FIXTURE_WRITE(f, insert_flood, NULL, VT_OK);
    struct claimed c = {.arena = f->arena, .node = "n1", .now_ms = 5000};
    static const char *const want[] = {"prs_100000", "prs_2", "prs_3", "prs_100001"};
    for (size_t i = 0; i < VT_COUNT(want); i++) {
        FIXTURE_WRITE(f, claim, &c, VT_OK);
        assert_true(c.found);
        assert_string_equal(c.request.id, want[i]);
    }
}

static void test_claim__takes_no_more_of_an_account_than_it_may_have(void **state)
{
    fixture *f = *state;
    FIXTURE_WRITE(f, insert_flood, NULL, VT_OK);
    struct claimed c = {
        .arena = f->arena, .node = "n1", .now_ms = 5000, .limit = 8, .most_each = 3};
    FIXTURE_WRITE(f, claim, &c, VT_OK);
    assert_int_equal(c.count, 5); /* three of the flood, one of each other */
    FIXTURE_WRITE(f, claim, &c, VT_OK);
    assert_int_equal(c.count, 0);
    c.node = "n2"; /* another node has room of its own */
    FIXTURE_WRITE(f, claim, &c, VT_OK);
    assert_int_equal(c.count, 3);
}

/* Rows of the requests that this transaction has read so far, as PostgreSQL counts them. */
static vt_status count_reads(vt_tx *tx, int64_t *ret, vt_error *err)
{
    return vt_sql_int(tx,
                      "SELECT CAST(seq_tup_read + idx_tup_fetch AS BIGINT) "
                      "FROM pg_stat_xact_user_tables WHERE relname = 'request'",
                      VT_NO_ARGS, -1, ret, err);
}

static vt_status count_claims(vt_tx *tx, void *context, vt_error *err)
{
    int64_t *most = context;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    struct claimed c = {.arena = arena, .node = "n1", .now_ms = 5000, .limit = 8};
    for (int i = 0; i < 12; i++) { /* PostgreSQL plans the first five anew */
        int64_t before, after;
        VT_TRY(count_reads(tx, &before, err));
        VT_TRY(claim(tx, &c, err));
        VT_TRY(count_reads(tx, &after, err));
        if (!c.found)
            return vt_fail(err, VT_E_INTERNAL, "claim %d found none", i);
        *most = VT_MAX(*most, after - before);
    }
    return VT_OK;
}

static void test_claim__reads_no_more_when_more_wait(void **state)
{
    fixture *f = *state;
    if (!vt_store_shared(f->store))
        return; /* SQLite counts no reads */
    FIXTURE_WRITE(f, insert_flood, NULL, VT_OK);
    int64_t most = 0;
    FIXTURE_WRITE(f, count_claims, &most, VT_OK);
    assert_in_range(most, 5, 300); /* of FLOOD that wait */
}

static vt_status see_node(vt_tx *tx, void *context, vt_error *err)
{
    struct claimed *c = context;
    return vt_node_seen(tx, vt_str_z(c->node), c->now_ms, c->now_ms, err);
}

static void test_recover__frees_what_a_dead_node_holds(void **state)
{
    fixture *f = *state;
    FIXTURE_WRITE(f, insert_requests, NULL, VT_OK);
    struct claimed alive = {.arena = f->arena, .node = "alive", .now_ms = 5000, .limit = 1};
    struct claimed dead = {.arena = f->arena, .node = "dead", .now_ms = 4000, .limit = 5};
    FIXTURE_WRITE(f, see_node, &alive, VT_OK);
    FIXTURE_WRITE(f, see_node, &dead, VT_OK);
    FIXTURE_WRITE(f, claim, &alive, VT_OK);
    dead.now_ms = 5000;
    FIXTURE_WRITE(f, claim, &dead, VT_OK);
    assert_int_equal(dead.count, 2);
    FIXTURE_WRITE(f, recover, &alive, VT_OK); /* no lease has run out, and nobody asks who lives */
    assert_int_equal(alive.recovered, 0);
    alive.alive_ms = 4500;
    FIXTURE_WRITE(f, recover, &alive, VT_OK);
    assert_int_equal(alive.recovered, 2);
    alive.limit = 5;
    FIXTURE_WRITE(f, claim, &alive, VT_OK);
    assert_int_equal(alive.count, 2);
    assert_int_equal(alive.request.tries, 2);
}

/* ---- rates ---- */

struct bucket {
    int64_t want, now_ms, taken, left;
};

static vt_status take(vt_tx *tx, void *context, vt_error *err)
{
    struct bucket *b = context;
    return vt_bucket_take(tx, VT_STR("create key"), 10, 60, b->want, b->now_ms, &b->taken, &b->left,
                          err);
}

static void test_bucket__is_one_for_all_and_fills_with_time(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *name;
        int64_t want, now_ms, taken, left;
    } rows[] = {
        {"a full one", 4, 1000, 4000, 6000},
        {"what is there", 9, 1000, 6000, 0},
        {"nothing", 1, 1500, 0, 500},
        {"a token a second", 1, 2000, 1000, 0},
        {"never more than full", 1, 9000000, 1000, 9000},
        {"a clock that falls", 1, 8000000, 1000, 8000},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        struct bucket b = {.want = rows[i].want, .now_ms = rows[i].now_ms};
        UNIT_ROW(i, rows[i].name);
        FIXTURE_WRITE(f, take, &b, VT_OK);
        assert_int_equal(b.taken, rows[i].taken);
        assert_int_equal(b.left, rows[i].left);
    }
}

/* ---- ends ---- */

struct ended {
    vt_request request;
    bool first, second;
};

static vt_status end_twice(vt_tx *tx, void *context, vt_error *err)
{
    struct ended *e = context;
    snprintf(e->request.id, sizeof e->request.id, "prs_1");
    e->request.state = VT_STATE_COMPLETED;
    e->request.answer = VT_STR("{}");
    VT_TRY(vt_request_end(tx, &e->request, &e->first, err));
    return vt_request_end(tx, &e->request, &e->second, err);
}

static vt_status find_document(vt_tx *tx, void *context, vt_error *err)
{
    struct claimed *c = context;
    vt_document d = {0};
    VT_TRY(vt_document_find(tx, c->arena, VT_STR("prs_2"), &d, &c->found, err));
    c->request.answer = d.body;
    return VT_OK;
}

static void test_end__happens_once(void **state)
{
    fixture *f = *state;
    struct ended e = {0};
    FIXTURE_WRITE(f, insert_requests, NULL, VT_OK);
    FIXTURE_WRITE(f, end_twice, &e, VT_OK);
    assert_true(e.first);
    assert_false(e.second);
    struct claimed c = {.arena = f->arena};
    assert_int_equal(vt_store_read(f->store, find_document, &c, NULL), VT_OK);
    assert_true(c.found);
    assert_int_equal(c.request.answer.len, 16);
}

/* ---- reviews ---- */

struct reviewed {
    vt_arena *arena;
    int64_t over; /* the version that it is written over */
    const char *body;
    vt_reviewed found;
};

static vt_status put_review(vt_tx *tx, void *context, vt_error *err)
{
    struct reviewed *r = context;
    vt_reviewed review = {.version = r->over, .reviewed_ms = 5, .body = vt_str_z(r->body)};
    return vt_reviewed_put(tx, VT_STR("prs_1"), &review, err);
}

static vt_status find_review(vt_tx *tx, void *context, vt_error *err)
{
    struct reviewed *r = context;
    return vt_reviewed_find(tx, r->arena, VT_STR("prs_1"), &r->found, err);
}

static void test_review__is_written_over_the_version_that_was_read(void **state)
{
    fixture *f = *state;
    struct reviewed r = {.arena = f->arena, .body = "first"};
    FIXTURE_WRITE(f, insert_requests, NULL, VT_OK);
    FIXTURE_WRITE(f, put_review, &r, VT_OK);
    FIXTURE_WRITE(f, put_review, &r, VT_E_CONFLICT); /* another first one */
    r.over = 1;
    r.body = "second";
    FIXTURE_WRITE(f, put_review, &r, VT_OK);
    FIXTURE_WRITE(f, put_review, &r, VT_E_CONFLICT); /* over an old one */
    assert_int_equal(vt_store_read(f->store, find_review, &r, NULL), VT_OK);
    assert_int_equal(r.found.version, 2);
    assert_true(vt_str_eq(r.found.body, VT_STR("second")));
}

static vt_status erase_one(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    return vt_request_erase(tx, VT_STR("prs_1"), err);
}

static void test_review__goes_with_its_request(void **state)
{
    fixture *f = *state;
    struct reviewed r = {.arena = f->arena, .body = "{}"};
    FIXTURE_WRITE(f, insert_requests, NULL, VT_OK);
    FIXTURE_WRITE(f, put_review, &r, VT_OK);
    FIXTURE_WRITE(f, erase_one, NULL, VT_OK);
    assert_int_equal(vt_store_read(f->store, find_review, &r, NULL), VT_OK);
    assert_int_equal(r.found.version, 0);
}

/* The schema as it was before reviews, with what stood in it. */
static vt_status to_schema_8(vt_tx *tx, void *context, vt_error *err)
{
    static const char *const sql[] = {"DROP INDEX webhook_delivery_endpoint",
                                      "DROP TABLE review",
                                      "ALTER TABLE answer DROP COLUMN headline",
                                      "ALTER TABLE document DROP COLUMN kept",
                                      "DROP TABLE batch",
                                      "DROP INDEX request_batch",
                                      "DROP INDEX request_content",
                                      "ALTER TABLE request DROP COLUMN batch_id",
                                      "ALTER TABLE request DROP COLUMN batch_index",
                                      "ALTER TABLE request DROP COLUMN content_hash",
                                      "ALTER TABLE request DROP COLUMN same_as",
                                      "DELETE FROM schema_version WHERE version >= 9"};
    (void)context;
    for (size_t i = 0; i < VT_COUNT(sql); i++)
        VT_TRY(vt_sql_run(tx, sql[i], VT_NO_ARGS, NULL, err));
    return VT_OK;
}

static void test_open__brings_a_store_without_reviews_up_to_date(void **state)
{
    fixture *f = *state;
    struct ended e = {0};
    const char *where = getenv("VITAE_TEST_STORE");
    if (where) /* its prepared statements would hold the columns */
        skip();
    FIXTURE_WRITE(f, insert_requests, NULL, VT_OK);
    FIXTURE_WRITE(f, end_twice, &e, VT_OK);
    FIXTURE_WRITE(f, to_schema_8, NULL, VT_OK);
    vt_store *again = NULL;
    vt_error err = {0};
    if (vt_store_open(f->path, &again, &err) != VT_OK)
        fail_msg("%s", err.message);
    struct claimed c = {.arena = f->arena};
    assert_int_equal(vt_store_read(again, find_document, &c, NULL), VT_OK);
    assert_int_equal(c.request.answer.len, 16);
    struct reviewed r = {.arena = f->arena, .body = "{}"};
    assert_int_equal(vt_store_write(again, put_review, &r, &err), VT_OK);
    assert_int_equal(vt_store_read(again, find_review, &r, NULL), VT_OK);
    assert_int_equal(r.found.version, 1);
    vt_store_drop(again);
}

/* ---- the audit trail of an older store ---- */

static vt_status to_schema_7(vt_tx *tx, void *context, vt_error *err)
{
    static const char *const sql[] = {
        ("INSERT INTO audit (at_ms, account_id, actor, action, detail) "
         "VALUES (5, 'acc_1', 'command', 'key.create', 'key_1')"),
        "DROP INDEX audit_account",
        "DROP INDEX audit_kind",
        "ALTER TABLE audit DROP COLUMN key_id",
        "ALTER TABLE audit DROP COLUMN address",
        "ALTER TABLE audit DROP COLUMN times",
        "ALTER TABLE audit DROP COLUMN kind",
        "DELETE FROM schema_version WHERE version >= 8"};
    VT_TRY(to_schema_8(tx, context, err));
    for (size_t i = 0; i < VT_COUNT(sql); i++)
        VT_TRY(vt_sql_run(tx, sql[i], VT_NO_ARGS, NULL, err));
    return VT_OK;
}

struct trail {
    vt_arena *arena;
    vt_audit_entries entries;
};

static vt_status read_trail(vt_tx *tx, void *context, vt_error *err)
{
    struct trail *t = context;
    vt_audit_filter of_account = {.account_id = VT_STR("acc_1")};
    t->entries = (vt_audit_entries){0};
    return vt_audit_list(tx, t->arena, &of_account, 10, &t->entries, err);
}

static vt_status add_entry(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    return vt_audit_add(tx, 6, VT_STR("acc_1"), "command", "key.revoke", VT_STR("key_1"), err);
}

static void test_open__keeps_the_audit_trail_of_an_older_store(void **state)
{
    fixture *f = *state;
    if (getenv("VITAE_TEST_STORE")) /* its prepared statements would hold the columns */
        skip();
    FIXTURE_WRITE(f, to_schema_7, NULL, VT_OK);
    vt_store *again = NULL;
    vt_error err = {0};
    if (vt_store_open(f->path, &again, &err) != VT_OK)
        fail_msg("%s", err.message);
    assert_int_equal(vt_store_write(again, add_entry, NULL, &err), VT_OK);
    struct trail t = {.arena = f->arena};
    assert_int_equal(vt_store_read(again, read_trail, &t, &err), VT_OK);
    assert_int_equal(t.entries.n, 2);
    assert_string_equal(t.entries.at[0].action, "key.revoke");
    assert_string_equal(t.entries.at[1].action, "key.create");
    assert_int_equal(t.entries.at[1].times, 1);
    assert_false(t.entries.at[1].reads);
    assert_string_equal(t.entries.at[1].key_id, "");
    vt_store_drop(again);
}

static vt_status write_in_read(vt_tx *tx, void *context, vt_error *err)
{
    return insert_account(tx, context, err);
}

static void test_read__cannot_change_anything(void **state)
{
    fixture *f = *state;
    vt_account a = some_account("r");
    assert_int_not_equal(vt_store_read(f->store, write_in_read, &a, NULL), VT_OK);
    int64_t n;
    assert_int_equal(vt_store_read(f->store, count_accounts, &n, NULL), VT_OK);
    assert_int_equal(n, 0);
}

/* How SQLite finds the rows of a query; PostgreSQL has the same indexes. */
static vt_status explain_deliveries(vt_tx *tx, void *context, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    bool row;
    VT_TRY(vt_sql_open(tx,
                       "EXPLAIN QUERY PLAN SELECT id FROM webhook_delivery WHERE endpoint_id = $2 "
                       "AND account_id = $1 ORDER BY id DESC LIMIT 50",
                       VT_ARGS(vt_arg_z("a"), vt_arg_z("e")), &c, err));
    VT_TRY(vt_cursor_next(c, &row, err));
    vt_str plan = vt_cursor_text(c, 3);
    *(bool *)context = vt_str_find(plan, VT_STR("webhook_delivery_endpoint"), 0) != VT_NPOS;
    return VT_OK;
}

static void test_deliveries__of_an_endpoint_are_found_by_it(void **state)
{
    fixture *f = *state;
    bool by_endpoint = false;
    if (getenv("VITAE_TEST_STORE"))
        skip();
    assert_int_equal(vt_store_read(f->store, explain_deliveries, &by_endpoint, NULL), VT_OK);
    assert_true(by_endpoint);
}

static void test_open__finds_what_was_there(void **state)
{
    fixture *f = *state;
    vt_account a = some_account("kept");
    FIXTURE_WRITE(f, insert_account, &a, VT_OK);
    const char *where = getenv("VITAE_TEST_STORE");
    vt_store *again = NULL;
    assert_int_equal(vt_store_open(where ? where : f->path, &again, NULL), VT_OK);
    int64_t n;
    assert_int_equal(vt_store_read(again, count_accounts, &n, NULL), VT_OK);
    assert_int_equal(n, 1);
    vt_store_drop(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_write__is_undone_when_its_function_fails),
        FIXTURE_TEST(test_write__keeps_each_of_many_and_no_failed_one),
        FIXTURE_TEST(test_write__tells_who_of_a_batch_was_refused_later),
        FIXTURE_TEST(test_claim__gives_the_oldest_once_and_again_after_its_lease),
        FIXTURE_TEST(test_claim__takes_turns_between_accounts),
        FIXTURE_TEST(test_claim__takes_no_more_of_an_account_than_it_may_have),
        FIXTURE_TEST(test_claim__reads_no_more_when_more_wait),
        FIXTURE_TEST(test_recover__frees_what_a_dead_node_holds),
        FIXTURE_TEST(test_bucket__is_one_for_all_and_fills_with_time),
        FIXTURE_TEST(test_end__happens_once),
        FIXTURE_TEST(test_review__is_written_over_the_version_that_was_read),
        FIXTURE_TEST(test_review__goes_with_its_request),
        FIXTURE_TEST(test_open__brings_a_store_without_reviews_up_to_date),
        FIXTURE_TEST(test_open__keeps_the_audit_trail_of_an_older_store),
        FIXTURE_TEST(test_deliveries__of_an_endpoint_are_found_by_it),
        FIXTURE_TEST(test_read__cannot_change_anything),
        FIXTURE_TEST(test_open__finds_what_was_there),
    };
    return UNIT_MAIN(tests);
}
