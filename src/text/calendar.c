/* SPDX-License-Identifier: Apache-2.0 */
/*
 *     year   = era (number | 元) 年 | short-era number (年 | "." | "/")
 *     number = digits | Chinese digits in their places (二〇一九) | with ten (二十八)
 *
 * A short era is one sign or a Latin letter; the letter counts only in a text with Japanese in it,
 * since "S3" and "R4.1" have other meanings.
 *
 * The solar year begins on 20 or 21 March. Eight years of every 33 are leap years (the rule of the
 * years this century); 1 Farvardin 1400 was 21 March 2021.
 */
#include "text/calendar.h"

#include "text/utf8.h"

/* ---- eras and Chinese numbers ---- */

static const struct {
    const char *name, *sign, *letter;
    int before; /* the year before its first */
    int last;   /* the number of its last year */
} ERAS[] = {
    {"令和", "令", "r", 2018, 99}, {"平成", "平", "h", 1988, 31},   {"昭和", "昭", "s", 1925, 64},
    {"大正", "大", "t", 1911, 15}, {"民國", "民", NULL, 1911, 199}, {"民国", "民", NULL, 1911, 199},
};

static bool is_word(const vt_words *words, size_t i, const char *text)
{
    return i < words->n && vt_str_eq(words->at[i].folded, vt_str_z(text));
}

/* The number in ASCII digits that a folded word is whole; -1 when it is none. */
static int32_t whole_number(vt_str folded)
{
    int32_t value = 0;
    for (size_t i = 0; i < folded.len; i++) {
        if (!vt_is_digit(folded.ptr[i]) || i == 4)
            return -1;
        value = value * 10 + (folded.ptr[i] - '0');
    }
    return folded.len ? value : -1;
}

/* 0 to 10 of a Chinese numeral, else -1. */
static int han_digit(vt_str folded)
{
    static const char *const DIGITS[] = {"〇", "一", "二", "三", "四", "五",
                                         "六", "七", "八", "九", "十"};
    for (size_t i = 0; i < VT_COUNT(DIGITS); i++)
        if (vt_str_eq(folded, vt_str_z(DIGITS[i])))
            return (int)i;
    return vt_str_eq(folded, VT_STR("零")) ? 0 : -1;
}

/* A circle that stands for zero is no word: it is found between two of them. */
static bool circle_before(const vt_words *words, size_t i)
{
    vt_str gap = vt_str_sub(words->text, words->at[i - 1].end, words->at[i].start);
    return vt_str_eq(gap, VT_STR("○"));
}

static vt_east_number read_han(const vt_words *words, size_t i)
{
    vt_east_number n = {0};
    int32_t tens = 0, ones = 0;
    bool ten = false;
    for (size_t k = i; k < words->n && n.words < 4 && n.digits < 4; k++) {
        int digit = han_digit(words->at[k].folded);
        bool circle = k > i && circle_before(words, k);
        if (digit < 0 || (k > i && !circle && !(words->at[k].flags & VT_WORD_GLUED)))
            break;
        if (circle)
            n.digits++;
        ones = circle ? ones * 10 : ones;
        if (digit == 10) {
            tens = ten ? 0 : ones > 0 ? ones : 1;
            ones = 0;
            ten = true;
        } else {
            ones = ones * 10 + digit;
        }
        n.words++;
        n.digits++;
    }
    n.value = tens * 10 + ones;
    if (ten)
        n.digits = n.value > 9 ? 2 : 1;
    return n;
}

static vt_east_number read_number(const vt_words *words, size_t i)
{
    if (i >= words->n)
        return (vt_east_number){0};
    int32_t value = whole_number(words->at[i].folded);
    if (value >= 0)
        return (vt_east_number){
            .words = 1, .value = value, .digits = (uint16_t)words->at[i].folded.len};
    if (is_word(words, i, "元"))
        return (vt_east_number){.words = 1, .value = 1, .digits = 1};
    return read_han(words, i);
}

static vt_east_number year_of(size_t era, vt_east_number n, size_t words)
{
    if (n.words == 0 || n.digits > 3 || n.value < 1 || n.value > ERAS[era].last)
        return (vt_east_number){0};
    return (vt_east_number){
        .words = n.words + words, .value = ERAS[era].before + n.value, .digits = 4, .year = true};
}

static bool year_sign_at(const vt_words *words, size_t i)
{
    return is_word(words, i, "年") || is_word(words, i, "년");
}

/* What follows a short era's number shows that it is a year. */
static bool goes_on_as_date(const vt_words *words, size_t i)
{
    if (year_sign_at(words, i))
        return true;
    if (i == 0 || i >= words->n || whole_number(words->at[i].folded) < 1)
        return false;
    vt_str gap = vt_str_sub(words->text, words->at[i - 1].end, words->at[i].start);
    return vt_str_eq(gap, VT_STR(".")) || vt_str_eq(gap, VT_STR("/"));
}

static bool has_unspaced(const vt_words *words)
{
    for (size_t i = 0; i < words->n; i++)
        if (vt_word_is_unspaced(&words->at[i]))
            return true;
    return false;
}

/* "h28": letter and number in one word. */
static vt_east_number read_letter_era(const vt_words *words, size_t i, size_t era)
{
    vt_str folded = words->at[i].folded;
    if (!ERAS[era].letter || folded.len < 2 || folded.len > 3 ||
        folded.ptr[0] != ERAS[era].letter[0] || !goes_on_as_date(words, i + 1) ||
        !has_unspaced(words))
        return (vt_east_number){0};
    vt_east_number n = {.words = 1, .value = whole_number(vt_str_sub(folded, 1, folded.len))};
    return year_of(era, n, 0);
}

static vt_east_number read_era(const vt_words *words, size_t i)
{
    for (size_t era = 0; era < VT_COUNT(ERAS); era++) {
        vt_str name = vt_str_z(ERAS[era].name);
        vt_east_number year = read_letter_era(words, i, era);
        if (year.words)
            return year;
        if (!vt_str_starts(name, words->at[i].folded))
            continue;
        bool whole = i + 1 < words->n && (words->at[i + 1].flags & VT_WORD_GLUED) &&
                     vt_str_eq(vt_words_text(words, i, 2), name);
        year = year_of(era, read_number(words, i + (whole ? 2 : 1)), whole ? 2 : 1);
        if (year.words && (whole || goes_on_as_date(words, i + year.words)))
            return year;
    }
    return (vt_east_number){0};
}

static bool sign_follows(const vt_words *words, size_t i)
{
    static const char *const SIGNS[] = {"年", "月", "日"};
    return i < words->n && VT_STR_AMONG(words->at[i].folded, SIGNS);
}

vt_east_number vt_east_number_read(const vt_words *words, size_t i)
{
    vt_east_number n = {0};
    unsigned char first = (unsigned char)words->at[i].folded.ptr[0];
    if (first >= 0xE3 || (first >= 'h' && first <= 't' && (words->at[i].flags & VT_WORD_DIGIT)))
        n = read_era(words, i);
    if (n.words || first < 0xE3)
        return n;
    n = read_han(words, i);
    return n.words && sign_follows(words, i + n.words) ? n : (vt_east_number){0};
}

/* ---- solar years ---- */

bool vt_solar_is_meant(vt_str text)
{
    for (size_t i = 0; i < text.len;) {
        uint32_t cp = vt_utf8_next(text, &i);
        if (cp == 0x67E || cp == 0x686 || cp == 0x698 || cp == 0x6A9 || cp == 0x6AF ||
            cp == 0x6CC || (cp >= 0x6F0 && cp <= 0x6F9))
            return true;
    }
    return false;
}

int vt_solar_month(vt_str folded)
{
    static const char *const MONTHS[2][12] = {
        {"فروردين", "ارديبهشت", "خرداد", "تير", "مرداد", "شهريور", "مهر", "ابان", "اذر", "دي",
         "بهمن", "اسفند"},
        {"حمل", "ثور", "جوزا", "سرطان", "اسد", "سنبله", "ميزان", "عقرب", "قوس", "جدي", "دلو",
         "حوت"},
    };
    for (size_t row = 0; row < VT_COUNT(MONTHS); row++)
        for (size_t m = 0; m < VT_COUNT(MONTHS[row]); m++)
            if (vt_str_eq(folded, vt_str_z(MONTHS[row][m])))
                return (int)m + 1;
    return 0;
}

static bool is_solar_leap(int year)
{
    static const char LEAP[] = {1, 5, 9, 13, 17, 22, 26, 30};
    for (size_t i = 0; i < VT_COUNT(LEAP); i++)
        if (year % 33 == LEAP[i])
            return true;
    return false;
}

vt_when vt_solar_to_gregorian(vt_when solar)
{
    enum { ANCHOR = 1400, DAY_MS = 86400000 };
    int days = 0;
    for (int y = solar.year; y < ANCHOR; y++)
        days -= 365 + is_solar_leap(y);
    for (int y = ANCHOR; y < solar.year; y++)
        days += 365 + is_solar_leap(y);
    int month = solar.month ? solar.month - 1 : 0;
    days += month * 30 + VT_MIN(month, 6) + (solar.day ? solar.day - 1 : 0);
    vt_day first = {2021, 3, 21};
    vt_day day = vt_day_of(vt_day_start_ms(first) + (int64_t)days * DAY_MS);
    return (vt_when){(int16_t)day.year, (int8_t)(solar.month ? day.month : 0),
                     (int8_t)(solar.day ? day.day : 0)};
}
