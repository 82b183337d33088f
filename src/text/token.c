/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words, numbers and ratings. tools/textfold.py splits the phrases of the lexicon with the same
 * rules: a change here is a change there (tests/unit/test_token.c compares both on one table).
 */
#include "text/token.h"

#include "base/vec.h"
#include "base/map.h"
#include "text/utf8.h"

/* French, Italian and Catalan articles and prepositions before an apostrophe */
static const char *const ELISIONS[] = {"l",  "d",   "j",    "m",    "n",    "s",  "t",  "c",
                                       "qu", "all", "dell", "nell", "sull", "un", "gl", "dall"};

struct splitter {
    vt_arena *arena;
    vt_str text;
    char *out; /* folded bytes of all words */
    size_t out_n, out_cap;
    VT_VEC(vt_word) words;
};

static uint32_t peek(vt_str text, size_t at)
{
    return at < text.len ? vt_utf8_next(text, &at) : 0;
}

static bool is_plain(unsigned classes)
{
    return (classes & (VT_CP_LETTER | VT_CP_DIGIT | VT_CP_MARK)) && !(classes & VT_CP_UNSPACED);
}

/* Letters and marks of spaced scripts from `at`, counted up to 8; then a digit? */
static size_t run_letters(vt_str text, size_t at, bool *ret_digit)
{
    size_t n = 0;
    *ret_digit = false;
    while (at < text.len && n < 8) {
        unsigned classes = vt_cp_class(vt_utf8_next(text, &at));
        if (!(classes & (VT_CP_LETTER | VT_CP_MARK)) || (classes & VT_CP_UNSPACED)) {
            *ret_digit = (classes & VT_CP_DIGIT) != 0;
            break;
        }
        n++;
    }
    return n;
}

static void put(struct splitter *s, uint32_t cp)
{
    if (s->out_cap - s->out_n < VT_FOLD_MAX) {
        /* views of earlier words stay valid: the old memory is kept by the arena */
        size_t word_bytes = s->out_n;
        s->out = vt_arena_grow(s->arena, s->out, word_bytes, s->out_cap * 2 + VT_FOLD_MAX, 1);
        s->out_cap = s->out_cap * 2 + VT_FOLD_MAX;
    }
    s->out_n += vt_cp_fold(cp, s->out + s->out_n);
}

static bool is_elision(vt_str word)
{
    return VT_STR_AMONG(word, ELISIONS);
}

/* A dot inside an abbreviation: both neighbours are one or two letters. */
static bool joins_dot(size_t segment_chars, bool segment_letters, vt_str text, size_t after)
{
    bool digit;
    if (segment_chars < 1 || segment_chars > 2 || !segment_letters)
        return false;
    size_t n = run_letters(text, after, &digit);
    return n >= 1 && n <= 2 && !digit;
}

static bool is_apostrophe(uint32_t cp)
{
    if (cp < 0x80)
        return cp == '\'' || cp == '`';
    char folded[VT_FOLD_MAX];
    return vt_cp_is(cp, VT_CP_PUNCT | VT_CP_SYMBOL | VT_CP_LETTER) && vt_cp_fold(cp, folded) == 1 &&
           folded[0] == '\'';
}

/* "+", "++" or "#" behind a letter, not followed by a letter or digit: their bytes, else 0. */
static size_t sign_bytes(vt_str text, size_t at)
{
    size_t n = text.ptr[at] == '+' && at + 1 < text.len && text.ptr[at + 1] == '+' ? 2 : 1;
    if (at + n < text.len && vt_cp_is(peek(text, at + n), VT_CP_LETTER | VT_CP_DIGIT))
        return 0;
    return n;
}

/* Reads a word of a spaced script that starts at `at`; gives its end. */
static size_t read_spaced(struct splitter *s, size_t at, size_t folded_start, uint32_t *flags)
{
    vt_str text = s->text;
    size_t segment = 0; /* characters since the last dot */
    bool letters = true, dots = true, last_letter = false;
    while (at < text.len) {
        size_t next = at;
        uint32_t cp = vt_utf8_next(text, &next);
        unsigned classes = vt_cp_class(cp);
        if (is_plain(classes) && !is_apostrophe(cp)) {
            put(s, cp);
            segment++;
            letters &= !(classes & VT_CP_DIGIT);
            last_letter = (classes & VT_CP_LETTER) != 0;
        } else if (cp == '.' && dots && joins_dot(segment, letters, text, next)) {
            *flags |= VT_WORD_DOTTED;
            segment = 0;
        } else if (is_apostrophe(cp)) {
            bool digit;
            if (run_letters(text, next, &digit) == 0)
                return at;
            if (is_elision(vt_str_n(s->out + folded_start, s->out_n - folded_start)))
                return next;
            dots = false;
        } else if ((cp == '+' || cp == '#') && last_letter) {
            size_t n = sign_bytes(text, at);
            for (size_t i = 0; i < n; i++)
                put(s, (unsigned char)text.ptr[at + i]);
            return at + n;
        } else {
            return at;
        }
        at = next;
    }
    return at;
}

static uint32_t shape_flags(vt_str text)
{
    uint32_t flags = 0;
    size_t upper = 0, letters = 0;
    for (size_t i = 0; i < text.len;) {
        unsigned c = vt_cp_class(vt_utf8_next(text, &i));
        if (c & VT_CP_LETTER) {
            if (letters == 0 && (c & VT_CP_UPPER))
                flags |= VT_WORD_CAPITAL;
            letters++;
            upper += (c & VT_CP_UPPER) != 0;
        }
        if (c & VT_CP_DIGIT)
            flags |= VT_WORD_DIGIT;
    }
    if (letters > 0)
        flags |= VT_WORD_ALPHA;
    if (letters > 0 && upper == letters)
        flags |= VT_WORD_UPPER;
    return flags;
}

/* A gap that no phrase reaches across (see VT_WORD_BREAK). */
static uint32_t gap_flags(vt_str gap)
{
    bool spaced = false, dash = false, hard = false;
    for (size_t i = 0; i < gap.len;) {
        uint32_t cp = vt_utf8_next(gap, &i);
        unsigned classes = vt_cp_class(cp);
        spaced |= (classes & VT_CP_SPACE) != 0;
        dash |= (classes & VT_CP_DASH) != 0;
        hard |= cp == '\n' || cp == '\t' || cp == ',' || cp == ';' || cp == ':' || cp == '|' ||
                cp == 0x2022 || cp == 0xB7 || cp == '*' || cp == '@' || cp == '!' || cp == '?' ||
                ((classes & VT_CP_SYMBOL) && !(classes & VT_CP_DASH));
    }
    return (hard || (spaced && dash) ? VT_WORD_BREAK : 0) | (spaced ? 0 : VT_WORD_GLUED);
}

static void add_word(struct splitter *s, size_t start, size_t end, size_t folded_start,
                     uint32_t flags)
{
    vt_str folded = vt_str_n(s->out + folded_start, s->out_n - folded_start);
    if (folded.len == 0)
        return;
    size_t gap_start = s->words.n > 0 ? s->words.at[s->words.n - 1].end : 0;
    vt_word *word = vt_vec_add(s->arena, &s->words);
    word->start = (uint32_t)start;
    word->end = (uint32_t)end;
    word->folded = folded;
    word->hash = (uint32_t)vt_hash_bytes(folded, 0);
    word->flags = flags | shape_flags(vt_str_sub(s->text, start, end)) |
                  (s->words.n > 1 ? gap_flags(vt_str_sub(s->text, gap_start, start)) : 0);
    char after = end < s->text.len ? s->text.ptr[end] : ' ';
    word->flags |= after == '.' ? VT_WORD_DOT : after == ',' ? VT_WORD_COMMA : 0;
}

vt_words vt_words_split(vt_arena *arena, vt_str text)
{
    if (text.len > UINT32_MAX - 8)
        text.len = UINT32_MAX - 8;
    struct splitter s = {.arena = arena, .text = text, .out_cap = text.len + VT_FOLD_MAX};
    s.out = vt_arena_alloc(arena, s.out_cap);
    vt_vec_reserve(arena, &s.words, text.len / 5 + 2);
    for (size_t i = 0; i < text.len;) {
        size_t start = i, folded_start = s.out_n;
        uint32_t cp = vt_utf8_next(text, &i), flags = 0;
        unsigned classes = vt_cp_class(cp);
        if (cp == '&') {
            put(&s, cp);
            flags = VT_WORD_SYMBOL;
        } else if (!(classes & (VT_CP_LETTER | VT_CP_DIGIT)) || is_apostrophe(cp)) {
            continue;
        } else if (classes & VT_CP_UNSPACED) {
            put(&s, cp);
            while (i < text.len && vt_cp_is(peek(text, i), VT_CP_MARK))
                put(&s, vt_utf8_next(text, &i));
        } else {
            i = read_spaced(&s, start, folded_start, &flags);
        }
        add_word(&s, start, i, folded_start, flags);
    }
    return (vt_words){.text = text, .at = s.words.at, .n = s.words.n};
}

bool vt_word_is_unspaced(const vt_word *word)
{
    return vt_cp_is(vt_utf8_first(word->folded), VT_CP_UNSPACED);
}

vt_str vt_words_text(const vt_words *words, size_t first, size_t count)
{
    if (count == 0 || first >= words->n)
        return VT_STR_NULL;
    size_t last = VT_MIN(first + count, words->n) - 1;
    return vt_str_sub(words->text, words->at[first].start, words->at[last].end);
}

/* ---- numbers ---- */

bool vt_number_parse(vt_str text, double *ret)
{
    text = vt_str_trim(text);
    char digits[40];
    size_t n = 0, i = 0, points = 0, commas = 0, last_point = 0, last_comma = 0;
    bool negative = text.len > 0 && text.ptr[0] == '-';
    if (negative)
        i++;
    size_t first = i;
    for (; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '.') {
            points++;
            last_point = i;
        } else if (c == ',') {
            commas++;
            last_comma = i;
        } else if (!vt_is_digit(c)) {
            return false;
        }
    }
    if (first == text.len || !vt_is_digit(text.ptr[first]) || !vt_is_digit(text.ptr[text.len - 1]))
        return false;
    /* the decimal sign is the last one when it stands once, and not before exactly three digits
     * as the only sign (1,234) unless the number starts with 0 */
    size_t decimal = VT_NPOS;
    if (points && commas) {
        decimal = VT_MAX(last_point, last_comma);
        if ((decimal == last_point ? points : commas) > 1)
            return false;
    } else if (points + commas == 1) {
        size_t sign = points ? last_point : last_comma;
        if (text.len - sign - 1 != 3 || text.ptr[first] == '0')
            decimal = sign;
    }
    for (i = first; i < text.len; i++) {
        if (n + 2 > sizeof digits)
            return false;
        if (i == decimal)
            digits[n++] = '.';
        else if (vt_is_digit(text.ptr[i]))
            digits[n++] = text.ptr[i];
    }
    double value = 0, scale = 0;
    for (i = 0; i < n; i++) {
        if (digits[i] == '.')
            scale = 1;
        else {
            value = value * 10 + (digits[i] - '0');
            scale *= 10;
        }
    }
    *ret = (negative ? -1 : 1) * (scale > 0 ? value / scale : value);
    return true;
}

/* Signs of a drawn rating: filled and empty. */
static int rating_sign(uint32_t cp)
{
    switch (cp) {
    case 0x2605: /* black star */
    case 0x2B50:
    case 0x25CF: /* black circle */
    case 0x2B24:
    case 0x25A0: /* black square */
    case 0x2588: /* full block */
    case 0x2B1B:
    case 0x25C9:
    case 0x2713: /* check mark */
    case '*':
        return 2;
    case 0x2BE8:
    case 0x00BD:
    case 0x25D0: /* half circle */
    case 0x25D7:
        return 1;
    case 0x2606: /* white star */
    case 0x25CB: /* white circle */
    case 0x25EF:
    case 0x25A1: /* white square */
    case 0x2591: /* light shade */
    case 0x2B1C:
    case 0x2B1E:
        return 0;
    default:
        return -1;
    }
}

static bool signs_parse(vt_str text, double *ret)
{
    size_t n = 0;
    int sum = 0;
    bool all_same_ascii = true;
    for (size_t i = 0; i < text.len;) {
        uint32_t cp = vt_utf8_next(text, &i);
        if (vt_cp_is(cp, VT_CP_SPACE))
            continue;
        int sign = rating_sign(cp);
        if (sign < 0)
            return false;
        all_same_ascii &= cp == '*';
        sum += sign;
        n++;
    }
    if (n < 3 || n > 10)
        return false;
    if (all_same_ascii) { /* the empty ones are not written: of five */
        if (n > 5)
            return false;
        n = 5;
    }
    *ret = sum / (2.0 * (double)n);
    return true;
}

bool vt_rating_parse(vt_str text, double *ret)
{
    text = vt_str_trim(text);
    double a, b;
    if (text.len == 0)
        return false;
    if (signs_parse(text, ret))
        return true;
    if (text.ptr[text.len - 1] == '%') {
        if (!vt_number_parse(vt_str_sub(text, 0, text.len - 1), &a) || a < 0 || a > 100)
            return false;
        *ret = a / 100;
        return true;
    }
    size_t cut = vt_str_find_char(text, '/', 0), skip = 1;
    if (cut == VT_NPOS) {
        cut = vt_str_find(text, VT_STR(" out of "), 0);
        skip = 8;
    }
    if (cut == VT_NPOS) {
        cut = vt_str_find(text, VT_STR(" of "), 0);
        skip = 4;
    }
    if (cut == VT_NPOS || !vt_number_parse(vt_str_sub(text, 0, cut), &a) ||
        !vt_number_parse(vt_str_sub(text, cut + skip, text.len), &b))
        return false;
    if (a < 0 || a > b || b < 3 || b > 100)
        return false;
    *ret = a / b;
    return true;
}
