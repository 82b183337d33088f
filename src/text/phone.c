/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Phone numbers: groups of digits with the usual separators, told from dates, prices, postcodes
 * and identifiers by their shape and by the label before them.
 *
 *     phone = ["("] ["+" | "00"] group {sep group} [extension]
 *     sep   = up to three of space . - / ( ) and dashes
 *
 * A number of which signs stand for some digits is none: a shorter one would be false.
 *
 * E.164 needs a country: from the calling code, or given by the caller for national forms, whose
 * trunk prefix is then taken off (0; 8 in Russia and its neighbours; 06 in Hungary; 1 in North
 * America; none where the leading 0 belongs to the number, as in Italy).
 */
#include "text/lexicon.h"
#include "text/utf8.h"

enum { MAX_GROUPS = 10, MAX_DIGITS = 17, MIN_DIGITS = 7 };

struct shape {
    size_t start, end;           /* bytes, the extension not included */
    char digits[MAX_DIGITS + 1]; /* all, without "+" and "(0)" */
    size_t n;
    unsigned group[MAX_GROUPS]; /* digits of each */
    uint32_t value[MAX_GROUPS];
    char sep[MAX_GROUPS]; /* main separator before the group: ' ', '.', '-', '/' or 0 */
    size_t groups;
    bool plus, area; /* area: first group in brackets */
    bool trunk0;     /* "(0)" was left out */
};

static size_t separator(vt_str text, size_t at, char *ret, bool *ret_close)
{
    size_t start = at;
    *ret = 0;
    while (at < text.len && at - start < 7) {
        size_t next = at;
        uint32_t cp = vt_utf8_next(text, &next);
        if (cp == '.' || cp == '-' || cp == '/')
            *ret = (char)cp;
        else if (vt_cp_is(cp, VT_CP_DASH))
            *ret = '-';
        else if (cp == ')')
            *ret_close = true;
        else if (cp == ' ' || cp == 0xA0 || cp == 0x202F || cp == 0x2009)
            *ret = *ret ? *ret : ' ';
        else if (cp != '(')
            break;
        at = next;
    }
    return at;
}

/* The digit of any script at `at`, and behind it *ret_next; -1 when there is none. */
static int digit_at(vt_str text, size_t at, size_t *ret_next)
{
    if (at >= text.len)
        return -1;
    *ret_next = at;
    return vt_cp_digit(vt_utf8_next(text, ret_next));
}

static bool digit_starts(vt_str text, size_t at)
{
    size_t next;
    return digit_at(text, at, &next) >= 0;
}

static bool add_digit(struct shape *s, char c)
{
    if (s->n == MAX_DIGITS)
        return false;
    s->digits[s->n++] = c;
    return true;
}

/* A bracket that opens behind a postcode or house number begins another number: "94588 (555) ...";
 * behind a trunk prefix, calling code or area it goes on: "0 (212) ...", "1 (555) ...". */
static bool begins_another(vt_str text, size_t from, size_t to, const struct shape *s)
{
    return !s->plus && s->n >= 4 && s->digits[0] != '0' &&
           vt_str_find_char(vt_str_sub(text, from, to), '(', 0) != VT_NPOS;
}

/* Digits in a row; false when they are too many. */
static bool read_group(vt_str text, size_t at, struct shape *s, uint32_t *ret_value,
                       size_t *ret_end)
{
    size_t next;
    for (int digit; (digit = digit_at(text, at, &next)) >= 0; at = next) {
        *ret_value = *ret_value * 10 + (uint32_t)digit;
        if (!add_digit(s, (char)('0' + digit)))
            return false;
    }
    *ret_end = at;
    return true;
}

/* Reads the digits and separators from `at`; false when too long. */
static bool read_shape(vt_str text, size_t at, struct shape *s)
{
    *s = (struct shape){.start = at};
    bool open = false, close = false;
    while (at < text.len && (text.ptr[at] == '(' || text.ptr[at] == '+' || text.ptr[at] == ' ')) {
        s->plus |= text.ptr[at] == '+';
        open |= text.ptr[at] == '(';
        at++;
    }
    s->area = open && !s->plus;
    char sep = 0;
    while (digit_starts(text, at)) {
        size_t digits = s->n, end;
        uint32_t value = 0;
        if (s->groups == MAX_GROUPS || !read_group(text, at, s, &value, &end))
            return false;
        bool bracket0 = s->n - digits == 1 && value == 0 && text.ptr[at - (at > 0)] == '(' &&
                        end < text.len && text.ptr[end] == ')';
        if (bracket0 && s->groups > 0) {
            s->trunk0 = true;
            s->n = digits;
        } else {
            s->sep[s->groups] = sep;
            s->value[s->groups] = value;
            s->group[s->groups++] = (unsigned)(s->n - digits);
        }
        s->end = end;
        bool closing = false;
        size_t next = separator(text, end, &sep, &closing);
        close |= closing;
        if (next == end || next == text.len || begins_another(text, end, next, s))
            break;
        at = next;
    }
    if (open && !close) { /* the bracket is not the number's */
        while (s->start < s->end && text.ptr[s->start] != '+' && !digit_starts(text, s->start))
            s->start++;
        s->area = false;
    }
    return true;
}

static bool is_year(const struct shape *s, size_t g)
{
    return s->group[g] == 4 && s->value[g] >= 1930 && s->value[g] <= 2045;
}

/* Dates and ranges of years. */
static bool looks_like_date(const struct shape *s)
{
    size_t years = 0, small = 0, iso = 0;
    for (size_t g = 0; g < s->groups; g++) {
        years += is_year(s, g);
        small += s->group[g] <= 2 && s->value[g] <= 31;
        iso += s->group[g] == 8;
    }
    if (s->plus || s->area)
        return false;
    if (years > 0 && years + small == s->groups)
        return true;
    return s->groups == 1 && iso == 1 && s->value[0] / 10000 >= 1930 &&
           s->value[0] / 10000 <= 2045 && s->value[0] / 100 % 100 <= 12;
}

/* 1.000.000, 192.168.0.1, 12345-6789. */
static bool looks_like_other_number(const struct shape *s)
{
    bool threes = s->groups > 1, dots = s->groups > 1, bytes = s->groups == 4, pairs = true;
    for (size_t g = 0; g < s->groups; g++) {
        if (g > 0) {
            threes &= s->group[g] == 3;
            dots &= s->sep[g] == '.';
        }
        bytes &= s->group[g] <= 3 && s->value[g] <= 255;
        pairs &= s->group[g] == 2;
    }
    if (s->plus || s->area || s->digits[0] == '0')
        return false;
    if (threes && dots && s->group[0] <= 3 && s->n != 9)
        return true;
    if (bytes && dots && !pairs)
        return true;
    return s->groups == 2 && s->group[0] == 5 && s->group[1] == 4 && s->sep[1] == '-';
}

/* The word that ends before the number says what it is. */
static float label_before(vt_arena *arena, const vt_lexicon *lex, vt_str text, size_t at)
{
    size_t end = at;
    while (end > 0 && strchr(" :.()-+#\t|", text.ptr[end - 1]))
        end--;
    size_t start = end;
    while (start > 0 && end - start < 24) {
        size_t before = start;
        if (!vt_cp_is(vt_utf8_prev(text, &before), VT_CP_LETTER | VT_CP_MARK))
            break;
        start = before;
    }
    if (start == end || at - end > 6)
        return 0;
    vt_lex_entries found = vt_lexicon_find_text(lex, arena, vt_str_sub(text, start, end));
    for (size_t i = 0; i < found.n; i++) {
        if (found.at[i].kind != VT_LEX_CONTACT_LABEL)
            continue;
        vt_str label = vt_lex_str(lex, found.at[i].a);
        if (vt_str_eq(label, VT_STR("phone")) || vt_str_eq(label, VT_STR("mobile")))
            return 0.35f;
        if (vt_str_eq(label, VT_STR("fax")))
            return -0.7f;
    }
    return 0;
}

static float shape_score(const struct shape *s)
{
    if (s->n < MIN_DIGITS || s->n > 15 || looks_like_date(s) || looks_like_other_number(s))
        return 0;
    if (s->plus)
        return s->n >= 8 ? 0.95f : 0.6f;
    bool zero2 = s->digits[0] == '0' && s->digits[1] == '0';
    if (zero2 && s->n >= 10)
        return 0.85f;
    const unsigned *g = s->group;
    size_t last = s->groups - 1;
    bool us = (s->groups == 3 && g[0] == 3 && g[1] == 3 && g[2] == 4) ||
              (s->groups == 4 && g[0] == 1 && g[1] == 3 && g[2] == 3 && g[3] == 4);
    if (us)
        return s->area ? 0.97f : 0.92f;
    if (s->area)
        return s->n >= 8 ? 0.9f : 0.5f;
    if (s->digits[0] == '0')
        return s->groups > 1 && s->n >= 8 ? 0.85f : s->n >= 9 && s->n <= 12 ? 0.7f : 0.3f;
    if (s->groups == 1)
        return s->n == 10 || s->n == 9 || s->n == 11 ? 0.45f : 0.2f;
    if (s->n == 7)
        return s->groups == 2 && g[0] == 3 && s->sep[1] == '-' ? 0.5f : 0.25f;
    return s->n <= 12 && g[last] >= 2 ? 0.6f : 0.3f;
}

/* Letters, currencies and the like that touch it. */
static bool is_spoiled(vt_str text, const struct shape *s)
{
    size_t before = s->start, after = s->end;
    if (before > 0) {
        uint32_t cp = vt_utf8_prev(text, &before);
        if (vt_cp_is(cp, VT_CP_LETTER | VT_CP_DIGIT) && !vt_cp_is(cp, VT_CP_UNSPACED))
            return true;
        if (cp == '$' || cp == '#' || cp == 0x20AC || cp == 0xA3 || cp == '@' || cp == '_' ||
            cp == '=' || cp == '%')
            return true;
        if ((cp == '/' || cp == '-' || cp == '.' || cp == ',') && before > 0 && !s->plus &&
            !s->area && vt_is_alnum(text.ptr[before - 1]))
            return true;
    }
    if (after < text.len) {
        uint32_t cp = vt_utf8_next(text, &after);
        if ((vt_cp_is(cp, VT_CP_LETTER) && !vt_cp_is(cp, VT_CP_UNSPACED) && cp != 'x' &&
             cp != 'e') ||
            cp == '%' || cp == '@' || cp == '_')
            return true;
        if (cp == ',' && after < text.len && vt_is_digit(text.ptr[after]))
            return true;
    }
    return false;
}

static size_t read_extension(vt_str text, size_t at, vt_str *ret)
{
    static const char *const WORDS[] = {"extension", "ext.", "ext", "x.",   "x",       "poste",
                                        "durchwahl", "dw.",  "dw",  "int.", "interno", "wew."};
    size_t i = at;
    while (i < text.len && (text.ptr[i] == ' ' || text.ptr[i] == ',' || text.ptr[i] == ';'))
        i++;
    vt_str rest = vt_str_sub(text, i, text.len);
    for (size_t w = 0; w < VT_COUNT(WORDS); w++) {
        if (!vt_str_starts_nocase(rest, vt_str_z(WORDS[w])))
            continue;
        size_t digits = i + strlen(WORDS[w]);
        while (digits < text.len && (text.ptr[digits] == ' ' || text.ptr[digits] == ':'))
            digits++;
        size_t end = digits;
        while (end < text.len && vt_is_digit(text.ptr[end]))
            end++;
        if (end == digits || end - digits > 6)
            continue;
        *ret = vt_str_sub(text, digits, end);
        return end;
    }
    return at;
}

/* ---- E.164 ---- */

static bool among(vt_str country, const char *list)
{
    char key[4] = {' ', 0, 0, 0};
    if (country.len != 2)
        return false;
    memcpy(key + 1, country.ptr, 2);
    return strstr(list, key) != NULL;
}

/* The country of the calling code at the start; `wanted` wins among those that share it. */
static size_t calling_code(vt_arena *arena, const vt_lexicon *lex, vt_str digits, vt_str wanted,
                           vt_str *ret_country)
{
    for (size_t n = VT_MIN(digits.len, (size_t)4); n > 0; n--) {
        vt_lex_entries e = vt_lexicon_find_text(lex, arena, vt_str_sub(digits, 0, n));
        const vt_lex_entry *first = NULL;
        for (size_t i = 0; i < e.n; i++) {
            if (e.at[i].kind != VT_LEX_CALLING_CODE)
                continue;
            if (!first || vt_str_eq(vt_lex_str(lex, e.at[i].a), wanted))
                first = first && vt_str_eq(vt_lex_str(lex, first->a), wanted) ? first : &e.at[i];
        }
        if (first) {
            *ret_country = vt_lex_str(lex, first->a);
            return n;
        }
    }
    return 0;
}

static vt_str code_of_country(const vt_lexicon *lex, vt_arena *arena, vt_str country)
{
    /* countries stand in the lexicon under their alpha-2 code, too (see mklexicon.py) */
    vt_lex_entries e = vt_lexicon_find_text(
        lex, arena, vt_str_format(arena, "iso " VT_STR_FMT, VT_STR_ARG(country)));
    for (size_t i = 0; i < e.n; i++)
        if (e.at[i].kind == VT_LEX_CALLING_CODE)
            return vt_lex_str(lex, e.at[i].name);
    return VT_STR_NULL;
}

static vt_str without_trunk(vt_str digits, vt_str country)
{
    const char *const NANP =
        " US CA PR DO JM TT BS BB AG AI BM DM GD GU KN KY LC MP MS SX TC VC VG VI";
    if (among(country, NANP))
        return digits.len == 11 && digits.ptr[0] == '1' ? vt_str_sub(digits, 1, 11) : digits;
    if (among(country, " IT SM VA"))
        return digits;
    if (among(country, " RU KZ BY TM UZ") && digits.len >= 10 && digits.ptr[0] == '8')
        return vt_str_sub(digits, 1, digits.len);
    if (among(country, " HU") && vt_str_starts(digits, VT_STR("06")))
        return vt_str_sub(digits, 2, digits.len);
    return digits.len > 1 && digits.ptr[0] == '0' ? vt_str_sub(digits, 1, digits.len) : digits;
}

static bool national_length_fits(vt_str country, size_t n)
{
    if (among(country, " US CA PR DO JM TT IN RU KZ TR MX"))
        return n == 10;
    if (among(country, " ES PT PL FR CZ SK UA AU ZA NL GR"))
        return n == 9 || (n == 10 && among(country, " GR NL AU"));
    if (among(country, " NO DK SG"))
        return n == 8;
    return n >= 6 && n <= 12;
}

static void set_e164(vt_arena *arena, const vt_lexicon *lex, const struct shape *s, vt_str country,
                     vt_phone *ret)
{
    vt_str digits = vt_str_n(s->digits, s->n);
    bool international = s->plus;
    if (!international && vt_str_starts(digits, VT_STR("00"))) {
        digits = vt_str_sub(digits, 2, digits.len);
        international = true;
    } else if (!international && vt_str_starts(digits, VT_STR("011")) && digits.len > 12) {
        digits = vt_str_sub(digits, 3, digits.len);
        international = true;
    }
    vt_str found = VT_STR_NULL;
    if (international) {
        size_t n = calling_code(arena, lex, digits, country, &found);
        if (n == 0)
            return;
        vt_str code = vt_str_sub(digits, 0, n), rest = vt_str_sub(digits, n, digits.len);
        /* "+44 020 ..." with the trunk prefix left in */
        if (rest.len > 9 && rest.ptr[0] == '0' && !among(found, " IT SM VA"))
            rest = vt_str_sub(rest, 1, rest.len);
        if (rest.len < 4 || code.len + rest.len > 15)
            return;
        ret->country = found;
        ret->e164 =
            vt_str_format(arena, "+" VT_STR_FMT VT_STR_FMT, VT_STR_ARG(code), VT_STR_ARG(rest));
        return;
    }
    if (country.len != 2)
        return;
    vt_str code = code_of_country(lex, arena, country), rest = without_trunk(digits, country);
    if (code.len == 0 || !national_length_fits(country, rest.len))
        return;
    if (code.len == 4) /* of the numbering plan of North America: the area is part of the number */
        code = VT_STR("1");
    ret->country = vt_str_dup(arena, country);
    ret->e164 = vt_str_format(arena, "+" VT_STR_FMT VT_STR_FMT, VT_STR_ARG(code), VT_STR_ARG(rest));
}

static bool starts_number(vt_str text, size_t i)
{
    char c = text.ptr[i];
    size_t before = i;
    if (c == '+' || c == '(')
        return c == '+' || i == 0 || !vt_is_digit(text.ptr[i - 1]);
    if (((unsigned char)c & 0xC0) == 0x80 || !digit_starts(text, i))
        return false;
    return i == 0 || vt_cp_digit(vt_utf8_prev(text, &before)) < 0;
}

/* ---- masked numbers ---- */

/* Signs that stand for digits which are not shown: 98765XXXXX, 0170 ****567. */
static bool is_mask(uint32_t cp)
{
    return cp == 'x' || cp == 'X' || cp == '*' || cp == '#' || cp == '?' || cp == 0xD7 ||
           cp == 0x2022 || cp == 0x25CF || cp == 0x2217 || cp == 0x2588 || cp == 0x25A0;
}

static bool is_between(uint32_t cp)
{
    return cp == ' ' || cp == '-' || cp == '.' || cp == '/' || cp == '(' || cp == ')' ||
           cp == 0xA0 || vt_cp_is(cp, VT_CP_DASH);
}

struct mask {
    size_t signs, end; /* how many in a row with digits and separators; behind the last */
    uint32_t last;
};

/* What is masked behind the number that ends at `at`. */
static struct mask mask_behind(vt_str text, size_t at)
{
    struct mask m = {.end = at};
    uint32_t cp = 0;
    for (size_t i = at, n = 0; i < text.len && n < 20; n++) {
        cp = vt_utf8_next(text, &i);
        if (is_mask(cp)) {
            m.signs++;
            m.end = i;
            m.last = cp;
        } else if (!is_between(cp) && !(m.signs && vt_cp_digit(cp) >= 0)) {
            break;
        }
    }
    if (m.end < text.len) { /* the last sign begins a word: "x-ray" */
        size_t i = m.end;
        cp = vt_utf8_next(text, &i);
        if (vt_cp_is(cp, VT_CP_LETTER) && m.signs)
            m.signs--;
    }
    return m;
}

static size_t masks_before(vt_str text, size_t at, uint32_t *ret_last)
{
    size_t signs = 0;
    for (size_t i = at, n = 0; i > 0 && n < 20; n++) {
        uint32_t cp = vt_utf8_prev(text, &i);
        if (is_mask(cp) && cp != '#') {
            signs++;
            *ret_last = cp;
        } else if (vt_cp_is(cp, VT_CP_LETTER)) {
            return 0; /* the end of a word */
        } else if (!is_between(cp)) {
            break;
        }
    }
    return signs;
}

/* Behind a number of which digits are masked, else 0. Two stars on both sides are bold type. */
static size_t masked_end(vt_str text, const struct shape *s)
{
    uint32_t first = 0;
    struct mask behind = mask_behind(text, s->end);
    size_t before = masks_before(text, s->start, &first);
    if (behind.signs == before && first == '*' && behind.last == '*')
        return 0;
    return behind.signs >= 2 || before >= 2 ? VT_MAX(behind.end, s->end) : 0;
}

bool vt_phone_find(vt_arena *arena, const struct vt_lexicon *lex, vt_str text, size_t from,
                   vt_str country, vt_phone *ret)
{
    for (size_t i = from; i < text.len; i++) {
        struct shape s;
        if (!starts_number(text, i))
            continue;
        bool whole = read_shape(text, i, &s);
        if (s.groups == 0)
            continue;
        size_t masked = s.n >= 2 ? masked_end(text, &s) : 0;
        if (masked) {
            i = masked - 1;
            continue;
        }
        float score = whole && !is_spoiled(text, &s) ? shape_score(&s) : 0;
        if (score > 0)
            score += label_before(arena, lex, text, s.start);
        if (score < 0.35f) {
            i = VT_MAX(s.end, i + 1) - 1;
            continue;
        }
        *ret = (vt_phone){.score = VT_MIN(score, 1.0f)};
        size_t end = read_extension(text, s.end, &ret->extension);
        ret->span = (vt_span){(uint32_t)s.start, (uint32_t)end};
        ret->text = vt_str_sub(text, s.start, end);
        set_e164(arena, lex, &s, country, ret);
        return true;
    }
    return false;
}
