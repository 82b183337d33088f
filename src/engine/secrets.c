/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A value becomes sequences of folded words: the whole, and what else people write for it (a first
 * name, a firm without its legal form, "Mueller" for "Müller"). conceal.c compares.
 */
#include "engine/secrets_kept.h"

#include "base/buf.h"

enum {
    MIN_PART = 3, /* letters of a part of a name that is looked for within addresses */
    MIN_USER = 4, /* letters of the last part of an address */
    LEGAL_WORDS = 4,
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
    if (chars < 2 && !(n == 1 && vt_word_is_unspaced(word)))
        return;
    vt_str name = vt_str_dup(s->arena, vt_buf_str(&key));
    if (vt_map_find(s->known, name))
        return;
    vt_secret *secret = VT_NEW(s->arena, vt_secret);
    secret->words = word;
    secret->n = n;
    if (n == 1 && chars <= VT_SECRET_SHORT && !vt_word_is_unspaced(word))
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
    vt_str part = vt_lexicon_name_part(s->lexicon, &words->at[i]);
    bool at_end = i == 0 || i + 1 == words->n;
    return part.ptr && !(at_end && vt_str_eq(part, VT_STR("particle")));
}

void vt_secret_name(vt_secrets *s, vt_str name)
{
    vt_words words = words_of(s, name);
    add_words(s, &words, 0, words.n);
    for (size_t i = 0; i < words.n; i++) {
        vt_word *word = &words.at[i];
        if (vt_word_is_unspaced(word) || vt_utf8_count(word->folded) < 2 ||
            is_name_part(s, &words, i))
            continue;
        add_words(s, &words, i, 1);
        add_part(s, word->folded);
        vt_str spelt = transcribed(s, vt_words_text(&words, i, 1));
        if (!spelt.ptr)
            continue;
        add_phrase(s, spelt);
        add_part(s, spelt);
    }
    if (words.n < 2 || vt_word_is_unspaced(&words.at[0]))
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

void vt_secret_address(vt_secrets *s, vt_str address)
{
    vt_str bare = vt_str_lower_ascii(s->arena, address);
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

void vt_secret_phone(vt_secrets *s, vt_str phone)
{
    vt_str digits = vt_digits_of(s->arena, phone);
    if (digits.len >= VT_SECRET_PHONE_DIGITS)
        vt_vec_push(s->arena, &s->phone_tails,
                    vt_str_sub(digits, digits.len - VT_SECRET_PHONE_DIGITS, digits.len));
}
