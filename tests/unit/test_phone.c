/* SPDX-License-Identifier: Apache-2.0 */
#include "text/lexicon.h"

#include "unit.h"

static void test_phone_find__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
    VT_AUTO(vt_lexicon) vt_lexicon *lex = NULL;
    assert_int_equal(vt_lexicon_open(&lex, NULL), VT_OK);
    static const struct {
        const char *text, *country; /* given */
        const char *want, *e164, *found;
    } rows[] = {
        {"Phone: +49 151 23456789", "", "+49 151 23456789", "+4915123456789", "DE"},
        {"+49 (0) 151 2345678", "", "+49 (0) 151 2345678", "+491512345678", "DE"},
        {"(+44) 20 7946 0958", "", "(+44) 20 7946 0958", "+442079460958", "GB"},
        {"0044 20 7946 0958", "", "0044 20 7946 0958", "+442079460958", "GB"},
        {"+1 (555) 123-4567", "", "+1 (555) 123-4567", "+15551234567", "US"},
        {"+1 416 555 0199", "CA", "+1 416 555 0199", "+14165550199", "CA"},
        {"(555) 123-4567", "", "(555) 123-4567", NULL, NULL},
        {"Springfield, IL 62704 (555) 123-4567", "US", "(555) 123-4567", "+15551234567", "US"},
        {"0 (212) 555 01 01", "TR", "0 (212) 555 01 01", "+902125550101", "TR"},
        {"(555) 123-4567", "US", "(555) 123-4567", "+15551234567", "US"},
        {"555.123.4567", "US", "555.123.4567", "+15551234567", "US"},
        {"555-123-4567 | x@y.com", "US", "555-123-4567", "+15551234567", "US"},
        {"1-555-123-4567", "US", "1-555-123-4567", "+15551234567", "US"},
        {"555-123-4567 ext. 12", "US", "555-123-4567 ext. 12", "+15551234567", "US"},
        {"06 12 34 56 78", "FR", "06 12 34 56 78", "+33612345678", "FR"},
        {"06.12.34.56.78", "FR", "06.12.34.56.78", "+33612345678", "FR"},
        {"0412 345 678", "AU", "0412 345 678", "+61412345678", "AU"},
        {"030/1234567", "DE", "030/1234567", "+49301234567", "DE"},
        {"+39 06 1234 5678", "", "+39 06 1234 5678", "+390612345678", "IT"},
        {"8 (916) 123-45-67", "RU", "8 (916) 123-45-67", "+79161234567", "RU"},
        {"+7 916 123-45-67", "", "+7 916 123-45-67", "+79161234567", "RU"},
        {"+353 86 123 4567", "", "+353 86 123 4567", "+353861234567", "IE"},
        {"12 34 56 78", "DK", "12 34 56 78", "+4512345678", "DK"},
        {"612 345 678", "ES", "612 345 678", "+34612345678", "ES"},
        {"Tel: 6123456", "", "6123456", NULL, NULL},
        {"9876543210", "IN", "9876543210", "+919876543210", "IN"},
        {"+91-98765-43210", "", "+91-98765-43210", "+919876543210", "IN"},
        {"+86 138 0013 8000", "", "+86 138 0013 8000", "+8613800138000", "CN"},
        {"電話：090-1234-5678", "JP", "090-1234-5678", "+819012345678", "JP"},
        {"+971 50 123 4567", "", "+971 50 123 4567", "+971501234567", "AE"},
        {"06 30 123 4567", "HU", "06 30 123 4567", "+36301234567", "HU"},
        {"+1-876-555-0123", "", "+1-876-555-0123", "+18765550123", "JM"},
        /* none */
        {"2015 - 2018", "", NULL, NULL, NULL},
        {"03/2015 - 11/2018", "", NULL, NULL, NULL},
        {"01.02.2019 - 31.03.2020", "", NULL, NULL, NULL},
        {"12.03.1990", "", NULL, NULL, NULL},
        {"12345-6789", "", NULL, NULL, NULL},
        {"1.000.000 EUR", "", NULL, NULL, NULL},
        {"192.168.100.100", "", NULL, NULL, NULL},
        {"$1 500 000", "", NULL, NULL, NULL},
        {"AB-1234567890", "", NULL, NULL, NULL},
        {"4111 1111 1111 1111", "", NULL, NULL, NULL},
        {"Fax: 030 1234567", "", NULL, NULL, NULL},
        {"12 months", "", NULL, NULL, NULL},
        {"+98 ۹۱۲ ۳۴۵ ۶۷۸۹", "", "+98 ۹۱۲ ۳۴۵ ۶۷۸۹", "+989123456789", "IR"},
        {"٠٥٠ ١٢٣ ٤٥٦٧", "AE", "٠٥٠ ١٢٣ ٤٥٦٧", "+971501234567", "AE"},
        {"**+49 151 23456789**", "", "+49 151 23456789", "+4915123456789", "DE"},
        {"555-123-4567 x-ray", "US", "555-123-4567", "+15551234567", "US"},
        {"Maxx 555-123-4567", "US", "555-123-4567", "+15551234567", "US"},
        {"5 * 555-123-4567", "US", "555-123-4567", "+15551234567", "US"},
        /* masked: null, never a shorter number */
        {"+91 98765XXXXX", "", NULL, NULL, NULL},
        {"+91 98765 XXXXX", "", NULL, NULL, NULL},
        {"+91 XXXXX 43210", "", NULL, NULL, NULL},
        {"+91-98765-4x21x", "", NULL, NULL, NULL},
        {"(xxx) 555-123-4567", "", NULL, NULL, NULL},
        {"XXX-555-1234567", "", NULL, NULL, NULL},
        {"+49 170 1234****", "", NULL, NULL, NULL},
        {"+1 (555) 123-####", "", NULL, NULL, NULL},
        {"+44 20 7946 ••••", "", NULL, NULL, NULL},
        {"138****5678 1", "CN", NULL, NULL, NULL},
        {"+86 138****56781234", "", NULL, NULL, NULL},
        {"", "", NULL, NULL, NULL},
    };
    size_t faults = 0;
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_phone phone = {0};
        vt_str country = rows[i].country[0] ? vt_str_z(rows[i].country) : VT_STR_NULL;
        vt_phone_find(arena, lex, vt_str_z(rows[i].text), 0, country, &phone);
        if (!vt_str_eq(phone.text, vt_str_z(rows[i].want)) ||
            !vt_str_eq(phone.e164, vt_str_z(rows[i].e164)) ||
            !vt_str_eq(phone.country, vt_str_z(rows[i].found))) {
            print_message("# %s: got \"" VT_STR_FMT "\" " VT_STR_FMT " " VT_STR_FMT " %.2f\n",
                          rows[i].text, VT_STR_ARG(phone.text), VT_STR_ARG(phone.e164),
                          VT_STR_ARG(phone.country), (double)phone.score);
            faults++;
        }
    }
    assert_int_equal(faults, 0);
}

static void test_phone_find__extension_and_second_number(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    VT_AUTO(vt_lexicon) vt_lexicon *lex = NULL;
    assert_int_equal(vt_lexicon_open(&lex, NULL), VT_OK);
    vt_str text = VT_STR("T +49 30 123456 x77, M +49 171 1234567");
    vt_phone phone = {0};
    assert_true(vt_phone_find(arena, lex, text, 0, VT_STR_NULL, &phone));
    assert_str_eq(phone.extension, "77");
    assert_true(vt_phone_find(arena, lex, text, phone.span.end, VT_STR_NULL, &phone));
    assert_str_eq(phone.e164, "+491711234567");
    assert_false(vt_phone_find(arena, lex, text, phone.span.end, VT_STR_NULL, &phone));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_phone_find__rows),
        cmocka_unit_test(test_phone_find__extension_and_second_number),
    };
    return UNIT_MAIN(tests);
}
