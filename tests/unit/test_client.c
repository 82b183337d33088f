/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "jobs/client.h"
#include "jobs/webhook.h"

#include <arpa/inet.h>

static void test_address_is_public__refuses_special_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool want;
    } rows[] = {
        {"93.184.216.34", true},
        {"8.8.8.8", true},
        {"127.0.0.1", false},
        {"10.1.2.3", false},
        {"172.15.0.1", true},
        {"172.16.0.1", false},
        {"172.31.255.255", false},
        {"172.32.0.1", true},
        {"192.168.0.1", false},
        {"169.254.169.254", false},
        {"100.64.0.1", false},
        {"100.128.0.1", true},
        {"0.0.0.0", false},
        {"224.0.0.1", false},
        {"255.255.255.255", false},
        {"198.18.0.1", false},
        {"2606:4700::1", true},
        {"::1", false},
        {"::", false},
        {"fe80::1", false},
        {"fc00::1", false},
        {"ff02::1", false},
        {"2001:db8::1", false},
        {"2002:7f00:1::", false},
        {"::ffff:127.0.0.1", false},
        {"::ffff:8.8.8.8", true},
        {"64:ff9b::7f00:1", false},
        {"2001::1", false},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        unsigned char bytes[16];
        bool six = strchr(rows[i].text, ':') != NULL;
        UNIT_ROW(i, rows[i].text);
        assert_int_equal(inet_pton(six ? AF_INET6 : AF_INET, rows[i].text, bytes), 1);
        assert_int_equal(vt_address_is_public(bytes, six ? 16 : 4), rows[i].want);
    }
}

static void test_webhook_sign__gives_the_example_of_the_standard(void **state)
{
    (void)state;
    char got[VT_WEBHOOK_SIGNATURE];
    assert_true(vt_webhook_sign(VT_STR("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                                "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                                VT_STR("{\"test\": 2432232314}"), got));
    assert_string_equal(got, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    assert_false(vt_webhook_sign(VT_STR("secret"), "msg_1", 1, VT_STR(""), got));
}

static void test_webhook_delay__follows_the_schedule_and_ends(void **state)
{
    (void)state;
    assert_in_range(vt_webhook_delay_ms(1, 0.5), 4900, 5100);
    assert_in_range(vt_webhook_delay_ms(1, 0.0), 4499, 4501);
    assert_in_range(vt_webhook_delay_ms(9, 1.0), 95000000, 95050000);
    assert_int_equal(vt_webhook_delay_ms(10, 0.5), -1);
}

static void test_client_refusal__names_what_can_never_be_reached(void **state)
{
    static const struct {
        const char *url;
        const char *word; /* of the refusal; NULL: it may be reached */
    } rows[] = {
        {"https://example.com/hook", NULL},
        {"http://93.184.216.34/", NULL},
        {"http://hooks.internal:9/x", NULL}, /* fetch_allow names it */
        {"http://example.com:9/x", "fetch_ports"},
        {"http://127.0.0.1/", "fetch_allow"},
        {"http://10.1.2.3/", "fetch_allow"},
        {"http://[::1]/", "fetch_allow"},
        {"http://LocalHost/", "fetch_allow"},
        {"http://a.localhost/", "fetch_allow"},
        {"ftp://example.com/", "http"},
    };
    const vt_address_rules rules = {VT_STR("80 443"), VT_STR("hooks.internal")};
    (void)state;
    if (vt_client_init(NULL) != VT_OK) /* no libcurl here */
        skip();
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].url);
        const char *got = vt_client_refusal(&rules, rows[i].url);
        assert_int_equal(got == NULL, rows[i].word == NULL);
        assert_true(!got || strstr(got, rows[i].word));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_address_is_public__refuses_special_addresses),
        cmocka_unit_test(test_client_refusal__names_what_can_never_be_reached),
        cmocka_unit_test(test_webhook_sign__gives_the_example_of_the_standard),
        cmocka_unit_test(test_webhook_delay__follows_the_schedule_and_ends),
    };
    return UNIT_MAIN(tests);
}
