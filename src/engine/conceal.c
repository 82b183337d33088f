/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Texts are compared by the folded words of text/token.h, so that case, accents, hyphens and line
 * breaks do not matter. A secret is a sequence of words (secrets_kept.h):
 *
 *     whole       the words of the value, wherever they stand in this order
 *     part        a word of a name; alone it must have a capital when it is also a common word
 *     short       up to three letters: as the value has it, or in capitals ("OR" is not "or")
 *     address     a word of an e-mail address or URL that holds a part of the name, or a word that
 *                 holds two of them (janedoe85)
 *     phone       digits with the same last seven, whatever stands between them
 *
 * Some groups cover kinds of text beside known secrets: addresses and phone numbers of anybody,
 * dates, values behind labels ("Nationality:").
 */
#include "engine/conceal.h"

#include "base/buf.h"
#include "engine/engine.h"
#include "engine/secrets_kept.h"
#include "text/date.h"
#include "text/place.h"

enum {
    PHONE_MAX = 17, /* digits that are covered up to the end of a phone number */
    PHONE_GAP = 3,  /* from one digit of a number to the next, at most */
    NEXT_LINE = 60, /* bytes of a line that holds the value of the label above it */
};

/* ---- a text that is covered ---- */

struct cover {
    const vt_secrets *s;
    vt_arena *arena; /* scratch */
    vt_str text;
    vt_words words;
    bool *marks; /* [text.len]: bytes to be covered */
    bool any;
};

static void mark(struct cover *c, size_t start, size_t end)
{
    end = VT_MIN(end, c->text.len);
    if (start >= end)
        return;
    memset(c->marks + start, true, end - start);
    c->any = true;
}

static bool has_apostrophe(vt_str s)
{
    return vt_str_find_char(s, '\'', 0) != VT_NPOS ||
           vt_str_find(s, VT_STR("\xE2\x80\x99"), 0) != VT_NPOS;
}

static bool is_upper(vt_str s)
{
    for (size_t at = 0; at < s.len;)
        if (vt_cp_is(vt_utf8_next(s, &at), VT_CP_LOWER))
            return false;
    return true;
}

static bool fits(const struct cover *c, const vt_secret *secret, size_t at)
{
    if (at + secret->n > c->words.n)
        return false;
    for (size_t i = 0; i < secret->n; i++)
        if (!vt_str_eq(c->words.at[at + i].folded, secret->words[i].folded))
            return false;
    vt_str written = vt_words_text(&c->words, at, secret->n);
    if (secret->exact.ptr)
        return vt_str_eq(written, secret->exact) || is_upper(written);
    return !secret->capital || !vt_cp_is(vt_utf8_first(written), VT_CP_LOWER);
}

static void mark_words(struct cover *c, size_t first, size_t n)
{
    mark(c, c->words.at[first].start, c->words.at[first + n - 1].end);
}

/* The word without the s of its genitive: Jane's, Müllers. */
static vt_str without_genitive(const struct cover *c, const vt_word *word)
{
    vt_str folded = word->folded;
    if (folded.len < 3 || folded.ptr[folded.len - 1] != 's')
        return VT_STR_NULL;
    vt_str stem = vt_str_sub(folded, 0, folded.len - 1);
    bool genitive = has_apostrophe(vt_str_sub(c->text, word->start, word->end)) ||
                    ((word->flags & VT_WORD_CAPITAL) && stem.len > VT_SECRET_SHORT);
    return genitive ? stem : VT_STR_NULL;
}

static void mark_secrets(struct cover *c)
{
    for (size_t i = 0; i < c->words.n; i++) {
        const vt_word *word = &c->words.at[i];
        const vt_secret *list = vt_map_find(c->s->by_word, word->folded);
        for (const vt_secret *secret = list; secret; secret = secret->next)
            if (fits(c, secret, i))
                mark_words(c, i, secret->n);
        vt_str stem = without_genitive(c, word);
        list = stem.ptr ? vt_map_find(c->s->by_word, stem) : NULL;
        for (; list; list = list->next)
            if (list->n == 1 && (word->flags & VT_WORD_CAPITAL))
                mark_words(c, i, 1);
    }
}

/* ---- names within addresses ---- */

static size_t parts_within(const struct cover *c, vt_str folded)
{
    size_t n = 0;
    for (size_t i = 0; i < c->s->parts.n; i++)
        n += vt_str_find(folded, c->s->parts.at[i], 0) != VT_NPOS;
    return n;
}

static bool ends_address(char c)
{
    return vt_is_space(c) || strchr("<>()[]{}\"|,;", c);
}

static bool is_address(vt_str s)
{
    size_t at = vt_str_find_char(s, '@', 0), slash = vt_str_find_char(s, '/', 0);
    return at != VT_NPOS || vt_str_starts_nocase(s, VT_STR("www.")) ||
           (slash != VT_NPOS && vt_str_find_char(vt_str_sub(s, 0, slash), '.', 0) != VT_NPOS) ||
           vt_str_find(s, VT_STR("://"), 0) != VT_NPOS;
}

/* Addresses stand between white space; words of both are in the order of the text. */
static void mark_names_in_addresses(struct cover *c)
{
    if (c->s->parts.n == 0)
        return;
    size_t start = 0, end = 0;
    bool address = false;
    for (size_t i = 0; i < c->words.n; i++) {
        const vt_word *word = &c->words.at[i];
        if (word->start >= end) {
            for (start = word->start; start > 0 && !ends_address(c->text.ptr[start - 1]);)
                start--;
            for (end = word->end; end < c->text.len && !ends_address(c->text.ptr[end]);)
                end++;
            address = is_address(vt_str_sub(c->text, start, end));
        }
        size_t n = parts_within(c, word->folded);
        if (n >= 2 || (n == 1 && address))
            mark_words(c, i, 1);
    }
}

/* ---- what the groups cover without knowing it ---- */

static void mark_addresses(struct cover *c)
{
    vt_email email;
    vt_url url;
    vt_phone phone;
    for (size_t at = 0; vt_email_find(c->arena, c->text, at, &email); at = email.span.end)
        mark(c, email.span.start, email.span.end);
    for (size_t at = 0; vt_url_find(c->text, at, &url); at = url.span.end)
        mark(c, url.span.start, url.span.end);
    for (size_t at = 0; vt_phone_find(c->arena, c->s->lexicon, c->text, at, VT_STR_NULL, &phone);
         at = phone.span.end)
        mark(c, phone.span.start, phone.span.end);
    vt_str small = vt_str_lower_ascii(c->arena, c->text);
    for (size_t i = 0; i < c->s->addresses.n; i++) {
        vt_str address = c->s->addresses.at[i];
        for (size_t at = 0; (at = vt_str_find(small, address, at)) != VT_NPOS; at += address.len)
            mark(c, at, at + address.len);
    }
}

/* The digits read last, with their places. */
struct digits {
    char at[PHONE_MAX];
    size_t places[PHONE_MAX];
    size_t n; /* of the run: the digit k stands at k % PHONE_MAX */
};

static bool ends_with_phone(const struct digits *d, vt_str tail)
{
    if (d->n < tail.len)
        return false;
    for (size_t i = 0; i < tail.len; i++)
        if (d->at[(d->n - tail.len + i) % PHONE_MAX] != tail.ptr[i])
            return false;
    return true;
}

static void mark_phone(struct cover *c, const struct digits *d)
{
    size_t first = d->n > PHONE_MAX ? d->n - PHONE_MAX : 0;
    size_t start = d->places[first % PHONE_MAX], end = d->places[(d->n - 1) % PHONE_MAX] + 1;
    mark(c, start > 0 && c->text.ptr[start - 1] == '+' ? start - 1 : start, end);
}

/* Runs of digits with at most two other characters of a number between them. Each digit is looked
 * at once, and a number that ends there covers no more than the digits kept. */
static void mark_phones(struct cover *c)
{
    struct digits d = {.n = 0};
    for (size_t i = 0; c->s->phone_tails.n && i < c->text.len; i++) {
        char x = c->text.ptr[i];
        bool in_run = d.n && i - d.places[(d.n - 1) % PHONE_MAX] <= PHONE_GAP;
        if (!in_run || (!vt_is_digit(x) && (x == 0 || !strchr(" ()-./", x))))
            d.n = 0;
        if (!vt_is_digit(x))
            continue;
        d.at[d.n % PHONE_MAX] = x;
        d.places[d.n++ % PHONE_MAX] = i;
        for (size_t k = 0; k < c->s->phone_tails.n; k++)
            if (ends_with_phone(&d, c->s->phone_tails.at[k]))
                mark_phone(c, &d);
    }
}

static void mark_dates(struct cover *c)
{
    const vt_date_options options = {.mode = VT_DATE_HEADER, .today = c->s->today};
    vt_date_hits hits = vt_date_find(c->s->lexicon, c->arena, &c->words, &options);
    for (size_t i = 0; i < hits.n; i++)
        mark(c, hits.at[i].start, hits.at[i].end);
    for (size_t i = 0; i < c->words.n; i++) {
        const vt_word *word = &c->words.at[i];
        int64_t year;
        if (word->folded.len == 4 &&
            vt_str_to_i64(word->folded, 1930, c->s->today.year + 10, &year))
            mark_words(c, i, 1);
    }
}

/* ---- labelled values ---- */

/* The groups that the value behind a label of this kind belongs to. */
static uint32_t groups_of_label(vt_str kind)
{
    static const struct {
        const char *kind;
        uint32_t groups;
    } rows[] = {
        {"name", VT_REDACT_NAME},       {"phone", VT_REDACT_CONTACT},
        {"mobile", VT_REDACT_CONTACT},  {"fax", VT_REDACT_CONTACT},
        {"email", VT_REDACT_CONTACT},   {"website", VT_REDACT_CONTACT},
        {"skype", VT_REDACT_CONTACT},   {"linkedin", VT_REDACT_CONTACT},
        {"github", VT_REDACT_CONTACT},  {"address", VT_REDACT_CONTACT | VT_REDACT_LOCATION},
        {"birth", VT_REDACT_PERSONAL},  {"nationality", VT_REDACT_PERSONAL},
        {"gender", VT_REDACT_PERSONAL}, {"marital", VT_REDACT_PERSONAL},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (vt_str_eq(kind, vt_str_z(rows[i].kind)))
            return rows[i].groups;
    return 0;
}

/* Does the label open a line or a part of one? */
static bool opens_part(vt_str text, size_t at)
{
    while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
        at--;
    if (at == 0 || strchr("\n|;,*-([/", text.ptr[at - 1]))
        return true;
    return (unsigned char)text.ptr[at - 1] >= 0x80; /* a bullet or an icon */
}

static size_t line_end(vt_str text, size_t at)
{
    size_t end = vt_str_find_char(text, '\n', at);
    return end == VT_NPOS ? text.len : end;
}

/* The end of the value at `at`: of the line, or of its part. */
static size_t value_end(vt_str text, size_t at)
{
    size_t end = line_end(text, at), bar = vt_str_find_char(vt_str_sub(text, 0, end), '|', at);
    size_t bullet = vt_str_find(vt_str_sub(text, 0, end), VT_STR("\xE2\x80\xA2"), at);
    return VT_MIN(end, VT_MIN(bar, bullet));
}

/* `value` is the last one that was marked: labels in a row within one end where it ends. */
static void mark_label(struct cover *c, const vt_lex_hit *hit, uint32_t groups, vt_span *value)
{
    size_t start = c->words.at[hit->first].start;
    size_t at = c->words.at[hit->first + hit->count - 1].end;
    while (at < c->text.len && strchr(" .\t()", c->text.ptr[at]))
        at++;
    bool colon = at < c->text.len && c->text.ptr[at] == ':';
    if (!opens_part(c->text, start) || (!colon && !(groups & VT_REDACT_PERSONAL)))
        return;
    at += colon;
    bool within = at >= value->start && at < value->end;
    size_t end = within ? value->end : value_end(c->text, at);
    if (!within)
        mark(c, at, end);
    *value = (vt_span){(uint32_t)at, (uint32_t)end};
    if (vt_str_trim(vt_str_sub(c->text, at, end)).len == 0 && end == line_end(c->text, at)) {
        size_t next = line_end(c->text, end + 1); /* a label on a line of its own */
        if (next - VT_MIN(end, next) <= NEXT_LINE)
            mark(c, end, next);
    }
}

static void mark_labelled(struct cover *c)
{
    vt_lex_hits hits =
        vt_lexicon_scan(c->s->lexicon, c->arena, &c->words, VT_LEX_MASK(VT_LEX_CONTACT_LABEL));
    vt_span value = {0, 0};
    for (size_t i = 0; i < hits.n; i++) {
        vt_str kind = vt_lex_str(c->s->lexicon, hits.at[i].entry->a);
        uint32_t groups = groups_of_label(kind);
        if (groups & c->s->groups)
            mark_label(c, &hits.at[i], groups, &value);
    }
}

/* Streets and postcodes, a line at a time. */
static void mark_streets(struct cover *c)
{
    for (size_t at = 0; at < c->text.len;) {
        size_t end = line_end(c->text, at);
        vt_words words = vt_words_split(c->arena, vt_str_sub(c->text, at, end));
        vt_places places = vt_place_find(c->s->lexicon, c->arena, &words);
        for (size_t i = 0; i < places.n; i++) {
            const vt_place *p = &places.at[i];
            bool whole =
                p->postcode.len || p->address.start < p->span.start || p->address.end > p->span.end;
            if (whole)
                mark(c, at + p->address.start, at + p->address.end);
        }
        at = end + 1;
    }
}

/* ---- writing ---- */

static void mark_spans(struct cover *c, const vt_stretch *spans, size_t n)
{
    if (n == 0)
        return;
    size_t chars = vt_utf8_count(c->text);
    uint32_t *bytes = VT_NEW_ARRAY(c->arena, uint32_t, chars + 1); /* where each begins */
    for (size_t i = 0, at = 0; i < chars; i++, bytes[i] = (uint32_t)at)
        vt_utf8_next(c->text, &at);
    for (size_t i = 0; i < n; i++)
        mark(c, bytes[VT_MIN(spans[i].start, chars)], bytes[VT_MIN(spans[i].end, chars)]);
}

static vt_str written(vt_arena *arena, vt_str text, const bool *marks)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t cp = vt_utf8_next(text, &at);
        bool covered = (!marks || marks[from]) && !vt_cp_is(cp, VT_CP_SPACE) && cp >= ' ';
        vt_buf_add(&out, covered ? VT_STR("\xE2\x96\x88") : vt_str_sub(text, from, at));
    }
    return vt_str_dup(arena, vt_buf_str(&out));
}

vt_str vt_secrets_cover(const vt_secrets *s, vt_arena *arena, vt_str text, const vt_stretch *spans,
                        size_t span_count)
{
    if (!text.len)
        return text;
    VT_AUTO(vt_arena) vt_arena *scratch = vt_arena_scratch(arena);
    struct cover c = {.s = s, .arena = scratch, .text = text};
    c.words = vt_words_split(scratch, text);
    c.marks = VT_NEW_ARRAY(scratch, bool, text.len);
    mark_spans(&c, spans, span_count);
    mark_secrets(&c);
    mark_names_in_addresses(&c);
    mark_phones(&c);
    mark_labelled(&c);
    if (s->groups & VT_REDACT_CONTACT)
        mark_addresses(&c);
    if (s->groups & (VT_REDACT_CONTACT | VT_REDACT_LOCATION))
        mark_streets(&c);
    if (s->groups & VT_REDACT_DATES)
        mark_dates(&c);
    return c.any ? written(arena, text, c.marks) : text;
}

vt_str vt_cover_all(vt_arena *arena, vt_str text)
{
    return text.ptr ? written(arena, text, NULL) : text;
}
