/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A postcode as a pattern: A for a letter, 9 for a digit, other signs as they are. Forms of one
 * country only are listed; five digits alone are those of thirty.
 */
#include "text/place.h"

#include "text/utf8.h"

enum { PATTERN_MAX = 12 };

static const struct {
    const char *form, *country;
} FORMS[] = {
    {"9999 AA", "NL"},  {"9999AA", "NL"},   {"A9 9AA", "GB"},     {"A99 9AA", "GB"},
    {"AA9 9AA", "GB"},  {"AA99 9AA", "GB"}, {"A9A 9AA", "GB"},    {"AA9A 9AA", "GB"},
    {"A9A 9A9", "CA"},  {"A9A9A9", "CA"},   {"999-9999", "JP"},   {"99999-999", "BR"},
    {"9999-999", "PT"}, {"99-999", "PL"},   {"99999-9999", "US"}, {"LV-9999", "LV"},
    {"LT-99999", "LT"}, {"AD999", "AD"},    {"999999-9", "IR"},
};

/* Signs of countries on mail before the digits: D-10115. */
static const struct {
    const char *sign, *country;
} SIGNS[] = {
    {"D", "DE"},  {"DE", "DE"},  {"A", "AT"},  {"AT", "AT"},  {"CH", "CH"}, {"F", "FR"},
    {"FR", "FR"}, {"I", "IT"},   {"IT", "IT"}, {"E", "ES"},   {"ES", "ES"}, {"B", "BE"},
    {"BE", "BE"}, {"L", "LU"},   {"LU", "LU"}, {"NL", "NL"},  {"DK", "DK"}, {"S", "SE"},
    {"SE", "SE"}, {"N", "NO"},   {"NO", "NO"}, {"FIN", "FI"}, {"FI", "FI"}, {"CZ", "CZ"},
    {"SK", "SK"}, {"H", "HU"},   {"HU", "HU"}, {"RO", "RO"},  {"BG", "BG"}, {"HR", "HR"},
    {"SI", "SI"}, {"SLO", "SI"}, {"PL", "PL"}, {"P", "PT"},   {"PT", "PT"}, {"GR", "GR"},
};

/* Letters before a dash and digits: their country. */
static vt_str country_of_sign(vt_str text)
{
    size_t dash = vt_str_find_char(text, '-', 0);
    if (dash == VT_NPOS || dash + 4 >= text.len || !vt_is_digit(text.ptr[dash + 1]))
        return VT_STR_NULL;
    for (size_t i = 0; i < VT_COUNT(SIGNS); i++)
        if (vt_str_eq(vt_str_sub(text, 0, dash), vt_str_z(SIGNS[i].sign)))
            return vt_str_z(SIGNS[i].country);
    return VT_STR_NULL;
}

/* The pattern of the text, or the empty string when it is too long for a postcode. */
static vt_str pattern_of(vt_str text, char ret[PATTERN_MAX])
{
    size_t n = 0;
    for (size_t i = 0; i < text.len;) {
        uint32_t cp = vt_utf8_next(text, &i);
        if (n == PATTERN_MAX)
            return VT_STR("");
        if (vt_cp_digit(cp) >= 0)
            ret[n++] = '9';
        else if (cp < 0x80 && vt_is_alpha((int)cp))
            ret[n++] = 'A';
        else
            ret[n++] = vt_cp_is(cp, VT_CP_DASH) ? '-' : cp < 0x80 ? (char)cp : '?';
    }
    return vt_str_n(ret, n);
}

vt_str vt_postcode_country(vt_str postcode)
{
    vt_str text = vt_str_trim(postcode), mark = VT_STR("〒");
    if (vt_str_starts(text, mark))
        return VT_STR("JP");
    vt_str country = country_of_sign(text);
    if (country.len)
        return country;
    char buffer[PATTERN_MAX];
    vt_str pattern = pattern_of(text, buffer);
    for (size_t i = 0; i < VT_COUNT(FORMS); i++)
        if (vt_str_eq(pattern, vt_str_z(FORMS[i].form)))
            return vt_str_z(FORMS[i].country);
    return VT_STR_NULL;
}
