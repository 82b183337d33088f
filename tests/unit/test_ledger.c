/* SPDX-License-Identifier: Apache-2.0 */
#include "store_fixture.h"

#include "base/time.h"
#include "ledger/doctor.h"
#include "ledger/ledger.h"
#include "ledger/price.h"
#include "store/requests.h"

enum { HOUR = 3600000, DAY = 24 * HOUR };
static const int64_t NOW = 1772000000000; /* 2026-02-25 */

struct call {
    fixture *f;
    vt_account account;
    const char *request;
    int64_t credits, now_ms, expires_ms, balance;
    vt_credit_kind kind;
    vt_packs packs;
};

static vt_status make_account(vt_tx *tx, void *context, vt_error *err)
{
    struct call *c = context;
    snprintf(c->account.id, sizeof c->account.id, "acc_1");
    snprintf(c->account.name, sizeof c->account.name, "one");
    c->account.active = true;
    return vt_account_insert(tx, &c->account, err);
}
static vt_status add(vt_tx *tx, void *context, vt_error *err)
{
    struct call *c = context;
    return vt_ledger_add(tx, VT_STR("acc_1"), c->kind, c->credits, c->expires_ms, "test", c->now_ms,
                         &c->balance, err);
}
static vt_status reserve(vt_tx *tx, void *context, vt_error *err)
{
    struct call *c = context;
    return vt_ledger_reserve(tx, c->f->arena, VT_STR("acc_1"), vt_str_z(c->request), c->credits,
                             c->now_ms, &c->balance, err);
}
static vt_status settle(vt_tx *tx, void *context, vt_error *err)
{
    struct call *c = context;
    vt_request request = {.config = VT_STR("{}"), .input = "text", .stage = "queued"};
    bool found;
    VT_TRY(vt_request_find(tx, c->f->arena, vt_str_z(c->request), &request, &found, err));
    if (!found) {
        snprintf(request.id, sizeof request.id, "%s", c->request);
        snprintf(request.account_id, sizeof request.account_id, "acc_1");
        VT_TRY(vt_request_insert(tx, &request, err));
    }
    vt_settlement opened;
    VT_TRY(
        vt_settlement_open(tx, c->f->arena, VT_STR("acc_1"), vt_str_z(c->request), &opened, err));
    assert_true(opened.open);
    return vt_ledger_settle(tx, VT_STR("acc_1"), vt_str_z(c->request), &opened, c->credits,
                            c->now_ms, &c->balance, err);
}
static vt_status refresh(vt_tx *tx, void *context, vt_error *err)
{
    struct call *c = context;
    VT_TRY(vt_ledger_refresh(tx, c->f->arena, VT_STR("acc_1"), c->now_ms, err));
    VT_TRY(vt_account_find(tx, VT_STR("acc_1"), &c->account, err));
    c->balance = c->account.balance;
    c->packs = (vt_packs){0};
    return vt_pack_list(tx, c->f->arena, VT_STR("acc_1"), &c->packs, err);
}

static void ignore(void *context, const char *invariant, int64_t broken)
{
    (void)context;
    if (broken)
        print_error("# broken: %s\n", invariant);
}

static void assert_healthy(fixture *f)
{
    int64_t broken = -1;
    assert_int_equal(vt_doctor_run(f->store, ignore, NULL, &broken, NULL), VT_OK);
    assert_int_equal(broken, 0);
}

static void give(struct call *c, vt_credit_kind kind, int64_t credits, int64_t expires_ms)
{
    c->kind = kind;
    c->credits = credits;
    c->expires_ms = expires_ms;
    FIXTURE_WRITE(c->f, add, c, VT_OK);
}

static void test_reserve__spends_the_soonest_expiring_first_and_settle_gives_back(void **state)
{
    struct call c = {.f = *state, .now_ms = NOW, .account = {.billing = VT_BILLING_PACKS}};
    FIXTURE_WRITE(c.f, make_account, &c, VT_OK);
    give(&c, VT_CREDIT_REGULAR, 10, 0);
    give(&c, VT_CREDIT_PROMO, 3, NOW + 2 * DAY);
    give(&c, VT_CREDIT_WELCOME, 2, NOW + DAY);
    assert_int_equal(c.balance, 15);

    c.request = "prs_1";
    c.credits = 4;
    FIXTURE_WRITE(c.f, reserve, &c, VT_OK);
    assert_int_equal(c.balance, 11);
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    assert_int_equal(c.packs.n, 2); /* welcome is used up, promo has one left */
    assert_string_equal(c.packs.at[0].kind, "promo");
    assert_int_equal(c.packs.at[0].remaining, 1);

    c.credits = 3;
    FIXTURE_WRITE(c.f, settle, &c, VT_OK);
    assert_int_equal(c.balance, 12);
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    assert_int_equal(c.packs.at[0].remaining, 2);
    assert_int_equal(c.packs.at[1].remaining, 10);
}

static void test_reserve__refuses_and_changes_nothing_below_zero(void **state)
{
    struct call c = {.f = *state, .now_ms = NOW, .account = {.billing = VT_BILLING_PACKS}};
    FIXTURE_WRITE(c.f, make_account, &c, VT_OK);
    give(&c, VT_CREDIT_REGULAR, 2, 0);
    c.request = "prs_1";
    c.credits = 3;
    FIXTURE_WRITE(c.f, reserve, &c, VT_E_LIMIT);
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    assert_int_equal(c.balance, 2);
    assert_healthy(c.f);
}

static void test_refresh__expires_packs_but_not_what_is_reserved(void **state)
{
    struct call c = {.f = *state, .now_ms = NOW, .account = {.billing = VT_BILLING_PACKS}};
    FIXTURE_WRITE(c.f, make_account, &c, VT_OK);
    give(&c, VT_CREDIT_WELCOME, 5, NOW + DAY);
    c.request = "prs_1";
    c.credits = 2;
    FIXTURE_WRITE(c.f, reserve, &c, VT_OK);
    c.now_ms = NOW + DAY;
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    assert_int_equal(c.balance, 0);
    c.credits = 1; /* one of the two was used; the other comes back and is expired */
    FIXTURE_WRITE(c.f, settle, &c, VT_OK);
    assert_int_equal(c.balance, 1);
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    assert_int_equal(c.balance, 0);
}

static void test_refresh__grants_the_allowance_once_a_cycle(void **state)
{
    struct call c = {.f = *state,
                     .now_ms = NOW,
                     .account = {.billing = VT_BILLING_PLAN, .allowance = 100, .cycle_day = 31}};
    FIXTURE_WRITE(c.f, make_account, &c, VT_OK);
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    assert_int_equal(c.balance, 100);
    char day[VT_TIME_TEXT];
    vt_day_format(vt_day_of(c.account.next_reset_ms), day);
    assert_string_equal(day, "2026-02-28");
    c.request = "prs_1";
    c.credits = 30;
    FIXTURE_WRITE(c.f, reserve, &c, VT_OK);
    assert_int_equal(c.balance, 70);
    c.now_ms = c.account.next_reset_ms;
    FIXTURE_WRITE(c.f, refresh, &c, VT_OK);
    assert_int_equal(c.balance, 100); /* what was left is gone, the new month is whole */
    vt_day_format(vt_day_of(c.account.next_reset_ms), day);
    assert_string_equal(day, "2026-03-31");
}

static void test_price__follows_the_table_of_the_contract(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        vt_bill bill;
        int64_t want;
    } rows[] = {
        {"basic", {.parsed = true}, 1},
        {"standard", {.parsed = true, .tier = 1}, 3},
        {"premium", {.parsed = true, .tier = 2}, 4},
        {"a tier that did not run", {.tier = 2}, 1},
        {"two pages of OCR", {.parsed = true, .ocr_pages = 2}, 5},
        {"matching is free", {.parsed = true, .matched = true}, 1},
        {"earlier: basic OCR is included",
         {.parsed = true, .earlier_shape = true, .ocr_pages = 2},
         1},
        {"earlier: standard OCR", {true, false, 0, 2, true, 1}, 5},
        {"earlier: premium both", {true, false, 2, 2, true, 2}, 12},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        assert_int_equal(vt_price(&vt_prices_default, &rows[i].bill), rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_reserve__spends_the_soonest_expiring_first_and_settle_gives_back),
        FIXTURE_TEST(test_reserve__refuses_and_changes_nothing_below_zero),
        FIXTURE_TEST(test_refresh__expires_packs_but_not_what_is_reserved),
        FIXTURE_TEST(test_refresh__grants_the_allowance_once_a_cycle),
        cmocka_unit_test(test_price__follows_the_table_of_the_contract),
    };
    return UNIT_MAIN(tests);
}
