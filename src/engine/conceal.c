/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Texts are compared by the folded words of text/token.h, so that case, accents, hyphens and line
 * breaks do not matter. A secret is a sequence of words:
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

#include "base/map.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "text/date.h"
#include "text/place.h"
#include "text/utf8.h"

enum {
    SHORT = 3,
    PHONE_TAIL = 7,
    PHONE_MAX = 17,
    MIN_PART = 3,
    MIN_USER = 4,
    NEXT_LINE = 60,
    LEGAL_WORDS = 4
};

struct secret {
    const vt_word *words; /* [n] */
    size_t n;
    vt_str exact; /* as written, when it is short; else null */
    bool capital; /* its first letter must be a capital */
    struct secret *next;
};

struct vt_secrets {
    vt_arena *arena;
    const vt_lexicon *lexicon;
    uint32_t groups;
    vt_day today;
    vt_map *by_word;            /* folded first word: list of struct secret */
    vt_map *known;              /* secrets that are there, by their words */
    VT_VEC(vt_str) parts;       /* of the name, folded */
    VT_VEC(vt_str) phone_tails; /* digits */
    VT_VEC(vt_str) addresses;   /* in lower case */
};

vt_secrets *vt_secrets_new(vt_arena *arena, const vt_lexicon *lexicon, uint32_t groups,
                           vt_day today)
{
    vt_secrets *s = VT_NEW(arena, vt_secrets);
    *s = (vt_secrets){.arena = arena,
                      .lexicon = lexicon,
                      .groups = groups,
                      .today = today,
                      .by_word = vt_map_new(arena),
                      .known = vt_map_new(arena)};
    return s;
}

/* ---- secrets ---- */

static uint32_t first_char(vt_str s)
{
    size_t at = 0;
    return s.len ? vt_utf8_next(s, &at) : 0;
}

/* One character of a script without spaces is a word and no secret of its own. */
static bool is_unspaced(const vt_word *word)
{
    return vt_cp_is(first_char(word->folded), VT_CP_UNSPACED);
}

static bool is_common_word(const vt_secrets *s, const vt_word *word)
{
    vt_lex_entries e = vt_lexicon_find(s->lexicon, word, 1);
    for (size_t i = 0; i < e.n; i++)
        if ((e.at[i].flags & VT_LEX_AMBIGUOUS) || e.at[i].kind == VT_LEX_STOP_WORD ||
            e.at[i].kind == VT_LEX_VERB)
            return true;
    return false;
}

static void add_words(vt_secrets *s, const vt_words *words, size_t first, size_t n)
{
    if (n == 0)
        return;
    VT_AUTO(vt_buf) vt_buf key = {0};
    for (size_t i = 0; i < n; i++) {
        vt_buf_add(&key, words->at[first + i].folded);
        vt_buf_addc(&key, ' ');
    }
    size_t chars = vt_utf8_count(vt_buf_str(&key)) - n;
    const vt_word *word = &words->at[first];
    if (chars < 2 && !(n == 1 && is_unspaced(word)))
        return;
    vt_str name = vt_str_dup(s->arena, vt_buf_str(&key));
    if (vt_map_find(s->known, name))
        return;
    struct secret *secret = VT_NEW(s->arena, struct secret);
    secret->words = word;
    secret->n = n;
    if (n == 1 && chars <= SHORT && !is_unspaced(word))
        secret->exact = vt_words_text(words, first, 1);
    secret->capital = n == 1 && !secret->exact.ptr && is_common_word(s, word);
    secret->next = vt_map_find(s->by_word, word->folded);
    vt_map_set(s->by_word, word->folded, secret);
    vt_map_set(s->known, name, secret);
}

static vt_words words_of(vt_secrets *s, vt_str text)
{
    return vt_words_split(s->arena, vt_str_dup(s->arena, text));
}

static void add_phrase(vt_secrets *s, vt_str phrase)
{
    vt_words words = words_of(s, phrase);
    add_words(s, &words, 0, words.n);
}

/* Only a legal form or a word such as "Bank". */
static bool is_org_word(const vt_secrets *s, const vt_words *words)
{
    return vt_lexicon_find_kind(s->lexicon, words->at, words->n, VT_LEX_ORG_WORD) != NULL;
}

/* The words, and those before a legal form at their end. */
static void add_piece(vt_secrets *s, const vt_words *words)
{
    size_t n = words->n;
    add_words(s, words, 0, n);
    for (size_t k = 1; k < n && k <= LEGAL_WORDS; k++) {
        const vt_lex_entry *e =
            vt_lexicon_find_kind(s->lexicon, &words->at[n - k], k, VT_LEX_ORG_WORD);
        if (e && e->code == VT_ORG_PART_SUFFIX)
            add_words(s, words, 0, n - k);
    }
}

void vt_secret_phrase(vt_secrets *s, vt_str phrase)
{
    vt_words all = words_of(s, phrase);
    add_piece(s, &all);
    size_t start = 0;
    for (size_t i = 0; i <= phrase.len; i++) {
        if (i < phrase.len && !strchr(",;()[]|/", phrase.ptr[i]))
            continue;
        vt_words words = words_of(s, vt_str_sub(phrase, start, i));
        if (words.n && !is_org_word(s, &words))
            add_piece(s, &words);
        start = i + 1;
    }
}

/* "Müller" as addresses spell it. */
static vt_str transcribed(vt_secrets *s, vt_str part)
{
    static const struct {
        uint32_t letter;
        const char *text;
    } rows[] = {{0xe4, "ae"}, {0xf6, "oe"}, {0xfc, "ue"}, {0xe5, "aa"}, {0xf8, "oe"}, {0xe6, "ae"},
                {0xc4, "ae"}, {0xd6, "oe"}, {0xdc, "ue"}, {0xc5, "aa"}, {0xd8, "oe"}, {0xc6, "ae"}};
    VT_AUTO(vt_buf) vt_buf out = {0};
    bool changed = false;
    for (size_t at = 0; at < part.len;) {
        size_t from = at;
        uint32_t cp = vt_utf8_next(part, &at);
        const char *text = NULL;
        for (size_t i = 0; i < VT_COUNT(rows); i++)
            if (rows[i].letter == cp)
                text = rows[i].text;
        changed = changed || text;
        if (text)
            vt_buf_addz(&out, text);
        else
            vt_buf_add(&out, vt_str_sub(part, from, at));
    }
    return changed ? vt_fold(s->arena, vt_buf_str(&out)) : VT_STR_NULL;
}

static void add_part(vt_secrets *s, vt_str folded)
{
    for (size_t i = 0; i < s->parts.n; i++)
        if (vt_str_eq(s->parts.at[i], folded))
            return;
    if (vt_utf8_count(folded) >= MIN_PART)
        vt_vec_push(s->arena, &s->parts, folded);
}

/* "Dr.", "Jr.", and particles within a name; one at its end is a name ("Li"). */
static bool is_name_part(const vt_secrets *s, const vt_words *words, size_t i)
{
    const vt_lex_entry *e = vt_lexicon_find_kind(s->lexicon, &words->at[i], 1, VT_LEX_NAME_PART);
    bool at_end = i == 0 || i + 1 == words->n;
    return e && !(at_end && vt_str_eq(vt_lex_str(s->lexicon, e->a), VT_STR("particle")));
}

void vt_secret_name(vt_secrets *s, vt_str name)
{
    vt_words words = words_of(s, name);
    add_words(s, &words, 0, words.n);
    for (size_t i = 0; i < words.n; i++) {
        vt_word *word = &words.at[i];
        if (is_unspaced(word) || vt_utf8_count(word->folded) < 2 || is_name_part(s, &words, i))
            continue;
        add_words(s, &words, i, 1);
        add_part(s, word->folded);
        vt_str spelt = transcribed(s, vt_words_text(&words, i, 1));
        if (!spelt.ptr)
            continue;
        add_phrase(s, spelt);
        add_part(s, spelt);
    }
    if (words.n < 2 || is_unspaced(&words.at[0]))
        return;
    add_phrase(s, vt_str_format(s->arena, VT_STR_FMT " " VT_STR_FMT,
                                VT_STR_ARG(words.at[words.n - 1].folded),
                                VT_STR_ARG(words.at[0].folded)));
}

/* Does the lexicon know the word, and not as a name? */
static bool is_other_word(const vt_secrets *s, const vt_word *word)
{
    vt_lex_entries e = vt_lexicon_find(s->lexicon, word, 1);
    for (size_t i = 0; i < e.n; i++)
        if (e.at[i].kind == VT_LEX_GIVEN_NAME || e.at[i].kind == VT_LEX_FAMILY_NAME)
            return false;
    return e.n > 0;
}

void vt_secret_names_spelt(vt_secrets *s, vt_str email, vt_str text)
{
    size_t at = vt_str_find_char(email, '@', 0);
    vt_str local = vt_fold(s->arena, vt_str_sub(email, 0, at == VT_NPOS ? 0 : at));
    vt_words words = vt_words_split(s->arena, text);
    for (size_t i = 0; local.len && i < words.n; i++) {
        const vt_word *word = &words.at[i];
        if ((word->flags & VT_WORD_CAPITAL) && vt_utf8_count(word->folded) > MIN_PART &&
            vt_str_find(local, word->folded, 0) != VT_NPOS && !is_other_word(s, word))
            vt_secret_name(s, vt_words_text(&words, i, 1));
    }
}

static vt_str lower(vt_arena *arena, vt_str s)
{
    char *out = vt_str_cstr(arena, s);
    for (size_t i = 0; i < s.len; i++)
        out[i] = vt_lower(out[i]);
    return vt_str_n(out, s.len);
}

void vt_secret_address(vt_secrets *s, vt_str address)
{
    vt_str bare = lower(s->arena, address);
    size_t scheme = vt_str_find(bare, VT_STR("://"), 0);
    if (scheme != VT_NPOS)
        bare = vt_str_sub(bare, scheme + 3, bare.len);
    if (vt_str_starts(bare, VT_STR("mailto:")))
        bare = vt_str_sub(bare, 7, bare.len);
    if (vt_str_starts(bare, VT_STR("www.")))
        bare = vt_str_sub(bare, 4, bare.len);
    while (vt_str_ends(bare, VT_STR("/")))
        bare.len--;
    if (bare.len < MIN_USER)
        return;
    vt_vec_push(s->arena, &s->addresses, bare);
    vt_str part, last = VT_STR_NULL;
    bool host = true;
    for (vt_str rest = bare; vt_str_split(&rest, '/', &part); host = false)
        last = host ? VT_STR_NULL : part;
    if (last.len >= MIN_USER)
        add_phrase(s, last);
}

static vt_str digits_of(vt_arena *arena, vt_str text)
{
    char *out = vt_str_cstr(arena, text);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        if (vt_is_digit(text.ptr[i]))
            out[n++] = text.ptr[i];
    return vt_str_n(out, n);
}

void vt_secret_phone(vt_secrets *s, vt_str phone)
{
    vt_str digits = digits_of(s->arena, phone);
    if (digits.len >= PHONE_TAIL)
        vt_vec_push(s->arena, &s->phone_tails,
                    vt_str_sub(digits, digits.len - PHONE_TAIL, digits.len));
}

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

static bool fits(const struct cover *c, const struct secret *secret, size_t at)
{
    if (at + secret->n > c->words.n)
        return false;
    for (size_t i = 0; i < secret->n; i++)
        if (!vt_str_eq(c->words.at[at + i].folded, secret->words[i].folded))
            return false;
    vt_str written = vt_words_text(&c->words, at, secret->n);
    if (secret->exact.ptr)
        return vt_str_eq(written, secret->exact) || is_upper(written);
    return !secret->capital || !vt_cp_is(first_char(written), VT_CP_LOWER);
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
                    ((word->flags & VT_WORD_CAPITAL) && stem.len > SHORT);
    return genitive ? stem : VT_STR_NULL;
}

static void mark_secrets(struct cover *c)
{
    for (size_t i = 0; i < c->words.n; i++) {
        const vt_word *word = &c->words.at[i];
        const struct secret *list = vt_map_find(c->s->by_word, word->folded);
        for (const struct secret *secret = list; secret; secret = secret->next)
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
    vt_str small = lower(c->arena, c->text);
    for (size_t i = 0; i < c->s->addresses.n; i++) {
        vt_str address = c->s->addresses.at[i];
        for (size_t at = 0; (at = vt_str_find(small, address, at)) != VT_NPOS; at += address.len)
            mark(c, at, at + address.len);
    }
}

static bool is_phone_tail(const struct cover *c, vt_str digits)
{
    if (digits.len < PHONE_TAIL)
        return false;
    vt_str tail = vt_str_sub(digits, digits.len - PHONE_TAIL, digits.len);
    for (size_t i = 0; i < c->s->phone_tails.n; i++)
        if (vt_str_eq(tail, c->s->phone_tails.at[i]))
            return true;
    return false;
}

/* Runs of digits with at most three other characters of a number between them. */
static void mark_phones(struct cover *c)
{
    for (size_t i = 0; c->s->phone_tails.n && i < c->text.len; i++) {
        if (!vt_is_digit(c->text.ptr[i]))
            continue;
        char digits[PHONE_MAX];
        size_t n = 0, last = i, start = i;
        for (size_t k = i; k < c->text.len && k - last <= SHORT; k++) {
            char x = c->text.ptr[k];
            if (vt_is_digit(x)) {
                last = k;
                if (n < sizeof digits)
                    digits[n++] = x;
                if (is_phone_tail(c, vt_str_n(digits, n)))
                    mark(c, start > 0 && c->text.ptr[start - 1] == '+' ? start - 1 : start, k + 1);
            } else if (!strchr(" ()-./", x) || x == 0) {
                break;
            }
        }
        i = last;
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

static void mark_label(struct cover *c, const vt_lex_hit *hit, uint32_t groups)
{
    size_t start = c->words.at[hit->first].start;
    size_t at = c->words.at[hit->first + hit->count - 1].end;
    while (at < c->text.len && strchr(" .\t()", c->text.ptr[at]))
        at++;
    bool colon = at < c->text.len && c->text.ptr[at] == ':';
    if (!opens_part(c->text, start) || (!colon && !(groups & VT_REDACT_PERSONAL)))
        return;
    at += colon;
    size_t end = value_end(c->text, at);
    if (vt_str_trim(vt_str_sub(c->text, at, end)).len == 0 && end == line_end(c->text, at)) {
        size_t next = line_end(c->text, end + 1); /* a label on a line of its own */
        end = next - VT_MIN(end, next) <= NEXT_LINE ? next : end;
    }
    mark(c, at, end);
}

static void mark_labelled(struct cover *c)
{
    vt_lex_hits hits =
        vt_lexicon_scan(c->s->lexicon, c->arena, &c->words, VT_LEX_MASK(VT_LEX_CONTACT_LABEL));
    for (size_t i = 0; i < hits.n; i++) {
        vt_str kind = vt_lex_str(c->s->lexicon, hits.at[i].entry->a);
        uint32_t groups = groups_of_label(kind);
        if (groups & c->s->groups)
            mark_label(c, &hits.at[i], groups);
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
