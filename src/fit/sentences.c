/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines are joined where they were wrapped (a full line that ends without a stop, then a small
 * letter), freed of bullets, and cut behind . ! ? ; and at bars. A dot behind a number, a single
 * letter or a known short form ends nothing. A label before a colon ("Required: Java") is a
 * sentence of its own, since it says what the rest is.
 */
#include "fit/sentences.h"

#include "text/utf8.h"

enum {
    WRAPPED_FROM = 45, /* bytes of a line that may go on in the next */
    LABEL_BYTES = 40,
    HEADING_WORDS = 9,
    MAX_SENTENCES = 2000,
};

const char *vt_sentence_class_word(size_t sentence_class)
{
    static const char *const words[] = {
#define VT_SENTENCE_CLASS(symbol, word) word,
#include "fit/sentence_classes.def"
#undef VT_SENTENCE_CLASS
    };
    return sentence_class < VT_COUNT(words) ? words[sentence_class] : "";
}

struct cutter {
    vt_arena *arena;
    vt_str text;
    VT_VEC(vt_sentence) list;
    bool blank; /* an empty line was passed */
};

/** A line with those it was wrapped onto: bytes [start, end) of the text. */
struct line {
    size_t start, end;
};

static vt_str line_at(vt_str text, size_t from, size_t *next)
{
    size_t end = vt_str_find_char(text, '\n', from);
    *next = end == VT_NPOS ? text.len : end + 1;
    return vt_str_sub(text, from, end == VT_NPOS ? text.len : end);
}

/** Bytes of the bullet and the spaces at the start of a line; 0 when it has none. A bullet is any
 * sign there (a dash, a dot, an arrow, an emoji), or a number with a dot. */
static size_t bullet_length(vt_str line, bool *marks_item)
{
    static const char no_bullets[] = "(\"'&$@<[{";
    size_t at = 0, behind = 0;
    while (behind < line.len) {
        at = behind;
        uint32_t cp = vt_utf8_next(line, &behind);
        bool letter_o = cp == 'o' && behind < line.len && line.ptr[behind] == ' ';
        if (vt_cp_is(cp, VT_CP_SPACE) || cp == '#')
            continue;
        bool sign = vt_cp_is(cp, VT_CP_PUNCT | VT_CP_SYMBOL | VT_CP_CONTROL | VT_CP_MARK) &&
                    (cp >= 0x80 || !strchr(no_bullets, (int)cp)) && cp != 0xA1 && cp != 0xBF &&
                    cp != 0x20AC && cp != 0xA3;
        if (!sign && !letter_o)
            break;
        *marks_item = *marks_item || cp != '*' || behind >= line.len || line.ptr[behind] != '*';
        at = behind;
    }
    size_t digits = at;
    while (digits < line.len && vt_is_digit(line.ptr[digits]))
        digits++;
    if (digits > at && digits - at <= 2 && digits + 1 < line.len &&
        (line.ptr[digits] == '.' || line.ptr[digits] == ')') && line.ptr[digits + 1] == ' ') {
        *marks_item = true;
        at = digits + 2;
    }
    return at;
}

static bool starts_small(vt_str s)
{
    size_t at = 0;
    uint32_t cp = s.len ? vt_utf8_next(s, &at) : 0;
    return vt_cp_is(cp, VT_CP_LOWER);
}

static bool ends_in(vt_str s, const char *any)
{
    return s.len && strchr(any, s.ptr[s.len - 1]);
}

/** The next line with what it was wrapped onto; false at the end. */
static bool next_line(struct cutter *c, size_t *at, struct line *ret)
{
    if (*at >= c->text.len)
        return false;
    size_t next;
    vt_str last = line_at(c->text, *at, &next);
    *ret = (struct line){*at, *at + last.len};
    while (next < c->text.len) {
        vt_str whole = vt_str_trim(last);
        size_t behind;
        vt_str more = line_at(c->text, next, &behind);
        bool item = false;
        bool goes_on = whole.len >= WRAPPED_FROM && !ends_in(whole, ".:;!?") &&
                       bullet_length(more, &item) <= more.len && !item &&
                       starts_small(vt_str_trim(more));
        if (!goes_on)
            break;
        ret->end = next + more.len;
        last = more;
        next = behind;
    }
    *at = next;
    return true;
}

/** A dot at `at` that belongs to a number or a short form. */
static bool is_short_form(vt_str text, size_t at)
{
    static const char *const forms[] = {
        "mag",  "dr",   "mr",   "mrs",  "ms",    "prof", "nr",   "no",  "ref",  "bzw",  "ca",
        "max",  "tel",  "std",  "vol",  "str",   "ul",   "al",   "ing", "sra",  "sr",   "jr",
        "st",   "mme",  "ggf",  "evtl", "zzgl",  "vs",   "eg",   "e.g", "i.e",  "z.b",  "d.h",
        "u.a",  "p.ex", "ej",   "p",    "np",    "m.in", "dott", "dra", "inkl", "incl", "approx",
        "resp", "art",  "artt", "reg",  "lett",  "lit",  "ust",  "lgs", "min",  "dipl", "abs",
        "gem",  "tzn",  "tj",   "wew",  "d.o.o", "m.b"};
    size_t from = at;
    while (from > 0 && (vt_is_alpha(text.ptr[from - 1]) || text.ptr[from - 1] == '.' ||
                        (unsigned char)text.ptr[from - 1] >= 0x80))
        from--;
    vt_str word = vt_str_sub(text, from, at);
    if (word.len <= 1)
        return word.len == 1 || (at > 0 && vt_is_digit(text.ptr[at - 1]) && at < 3);
    return VT_STR_AMONG_NOCASE(word, forms);
}

/** Whether a sentence ends with the mark at `at`; *ret_length bytes of it part the sentences. */
static bool ends_sentence(vt_str text, size_t at, size_t *ret_length)
{
    static const char *const bars[] = {" | ", " \xC2\xB7 ", " \xE2\x80\xA2 ", " || "};
    static const char *const wide[] = {"\xE3\x80\x82", "\xEF\xBC\x9B", "\xEF\xBC\x81"};
    vt_str rest = vt_str_sub(text, at, text.len);
    for (size_t i = 0; i < VT_COUNT(bars); i++)
        if (vt_str_starts(rest, vt_str_z(bars[i]))) {
            *ret_length = strlen(bars[i]);
            return true;
        }
    for (size_t i = 0; i < VT_COUNT(wide); i++)
        if (vt_str_starts(rest, vt_str_z(wide[i]))) {
            *ret_length = 3;
            return true;
        }
    char ch = text.ptr[at];
    *ret_length = 1;
    if (ch == ';')
        return at + 1 == text.len || vt_is_space(text.ptr[at + 1]);
    if (ch != '.' && ch != '!' && ch != '?')
        return false;
    size_t next = at + 1;
    while (next < text.len && strchr("\"')", text.ptr[next]))
        next++;
    *ret_length = next - at;
    if (next == text.len)
        return true;
    if (!vt_is_space(text.ptr[next]))
        return false;
    while (next < text.len && vt_is_space(text.ptr[next]))
        next++;
    bool small = starts_small(vt_str_sub(text, next, text.len));
    return ch == '.' ? !small && !is_short_form(text, at) : !small;
}

/** White space as single spaces, in the arena where anything changes. */
static vt_str smooth(vt_arena *arena, vt_str text)
{
    bool smooth_already = true;
    for (size_t i = 0; i < text.len && smooth_already; i++)
        smooth_already =
            !vt_is_space(text.ptr[i]) || (text.ptr[i] == ' ' && (i == 0 || text.ptr[i - 1] != ' '));
    if (smooth_already)
        return text;
    char *copy = vt_arena_alloc(arena, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        char ch = vt_is_space(text.ptr[i]) ? ' ' : text.ptr[i];
        if (ch != ' ' || n == 0 || copy[n - 1] != ' ')
            copy[n++] = ch;
    }
    return vt_str_n(copy, n);
}

static void strip(vt_str text, size_t *start, size_t *end)
{
    while (*start < *end && (vt_is_space(text.ptr[*start]) || strchr("*_", text.ptr[*start])))
        (*start)++;
    while (*end > *start && (vt_is_space(text.ptr[*end - 1]) || strchr("*_", text.ptr[*end - 1])))
        (*end)--;
}

static void add(struct cutter *c, size_t start, size_t end, vt_sentence like)
{
    strip(c->text, &start, &end);
    if (start >= end || c->list.n >= MAX_SENTENCES)
        return;
    vt_words words = vt_words_split(c->arena, smooth(c->arena, vt_str_sub(c->text, start, end)));
    if (words.n == 0)
        return;
    like.text = words.text;
    like.words = words;
    like.start = (uint32_t)start;
    like.end = (uint32_t)end;
    like.heading = like.line_start && like.line_end && !like.bullet && words.n <= HEADING_WORDS &&
                   !ends_in(like.text, ".;,");
    like.heading = like.heading || (ends_in(like.text, ":") && words.n <= HEADING_WORDS);
    vt_vec_push(c->arena, &c->list, like);
}

/** Bytes of a label and its colon at the start of a line, or 0. */
static size_t label_length(vt_str line)
{
    size_t colon = vt_str_find(line, VT_STR(": "), 0);
    if (colon == VT_NPOS || colon > LABEL_BYTES || colon < 3)
        return 0;
    for (size_t i = 0; i < colon; i++)
        if (strchr(".,;!?(", line.ptr[i]) || vt_is_digit(line.ptr[i]))
            return 0;
    return colon + 1;
}

static void cut_line(struct cutter *c, struct line line)
{
    vt_str text = vt_str_sub(c->text, line.start, line.end);
    bool item = false;
    size_t from = line.start + bullet_length(text, &item);
    text = vt_str_trim(text);
    if (!text.len) {
        c->blank = true;
        return;
    }
    vt_sentence first = {.bullet = item, .line_start = true, .after_blank = c->blank};
    c->blank = false;
    size_t label = label_length(vt_str_sub(c->text, from, line.end));
    if (label) {
        add(c, from, from + label, first);
        from += label;
        first = (vt_sentence){0};
    }
    for (size_t i = from; i < line.end; i++) {
        size_t length = 0;
        if (i + 1 < line.end && !ends_sentence(vt_str_sub(c->text, 0, line.end), i, &length))
            continue;
        bool bar = length > 1 && c->text.ptr[i] == ' ';
        size_t end = i + 1 >= line.end ? line.end : bar ? i : i + length;
        first.line_end = end >= line.end;
        add(c, from, end, first);
        first = (vt_sentence){0};
        from = i + VT_MAX(length, (size_t)1);
        i = from - 1;
    }
}

vt_ad_sentences vt_sentences_cut(vt_arena *arena, vt_str text)
{
    struct cutter c = {.arena = arena, .text = text, .blank = true};
    size_t at = 0;
    struct line line;
    while (next_line(&c, &at, &line))
        cut_line(&c, line);
    return (vt_ad_sentences){c.list.at, c.list.n};
}

vt_mentions vt_sentences_skills(vt_arena *arena, const vt_taxonomy *tax, const vt_ad_sentences *s)
{
    enum { LISTED_WORDS = 3 };
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    for (size_t i = 0; i < s->n; i++) {
        const vt_sentence *sentence = &s->at[i];
        bool listed = sentence->bullet && sentence->words.n <= LISTED_WORDS;
        vt_matcher_add(matcher, sentence->text,
                       sentence->heading ? VT_PASSAGE_TITLE
                       : listed          ? VT_PASSAGE_LIST
                                         : VT_PASSAGE_PROSE);
    }
    return vt_matcher_run(matcher);
}
