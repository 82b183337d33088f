/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The family name is the last word with the particles before it ("Ludwig van Beethoven"), two words
 * where the lexicon knows both as Spanish or Portuguese family names, the part before a comma, and
 * the first characters of a name in Chinese characters or Hangul.
 */
#include "parse/assemble/names.h"

#include "text/utf8.h"

/** The first code points of a name without spaces that are the family name: two where the lexicon
 * knows such a one. */
static size_t eastern_family(const vt_facts *f, vt_str name)
{
    size_t one = vt_utf8_offset(name, 1), two = vt_utf8_offset(name, 2);
    bool known = vt_lexicon_find_text_kind(f->ctx->lexicon, f->arena, vt_str_sub(name, 0, two),
                                           VT_LEX_FAMILY_NAME) != NULL;
    uint32_t points = 0;
    for (size_t at = 0; at < name.len; points++)
        (void)vt_utf8_next(name, &at);
    return points >= 4 || (known && points == 3 &&
                           !vt_lexicon_find_text_kind(f->ctx->lexicon, f->arena,
                                                      vt_str_sub(name, 0, one), VT_LEX_FAMILY_NAME))
               ? two
               : one;
}

static bool is_eastern(vt_str name)
{
    vt_script script = vt_cp_script(vt_utf8_first(name));
    return script == VT_SCRIPT_HAN || script == VT_SCRIPT_HANGUL || script == VT_SCRIPT_KANA;
}

/** What the lexicon says of a word: a particle, an honorific before or behind names. */
static vt_str part_of(const vt_facts *f, const vt_word *word)
{
    return vt_lexicon_name_part(f->ctx->lexicon, word);
}

static bool is_iberian_family(const vt_facts *f, const vt_word *word)
{
    const vt_lex_entry *e = vt_lexicon_find_kind(f->ctx->lexicon, word, 1, VT_LEX_FAMILY_NAME);
    vt_str origins = e ? vt_lex_str(f->ctx->lexicon, e->b) : VT_STR_NULL;
    return vt_str_find(origins, VT_STR("es"), 0) != VT_NPOS ||
           vt_str_find(origins, VT_STR("pt"), 0) != VT_NPOS;
}

/** A part of the name as a value, with its own span where the name stands so in raw_text. */
static vt_value part(const vt_facts *f, const vt_value *name, size_t from, size_t to)
{
    vt_value v = *name;
    v.text = vt_str_trim(vt_str_sub(name->text, from, to));
    if (!v.text.len)
        return (vt_value){0};
    size_t start = (size_t)(v.text.ptr - name->text.ptr);
    vt_str raw = f->doc->raw_text;
    bool own = name->text.ptr >= raw.ptr && name->text.ptr + name->text.len <= raw.ptr + raw.len;
    if (own) {
        size_t byte = vt_facts_byte(f, name->text.ptr) + start;
        v.start = vt_facts_chars(f, byte);
        v.end = vt_facts_chars(f, byte + v.text.len);
    }
    return v;
}

/** Words [*first, *last) without honorifics and letters at the ends. */
static void cut_honorifics(const vt_facts *f, const vt_words *words, size_t *first, size_t *last)
{
    while (*first < *last && vt_str_eq(part_of(f, &words->at[*first]), VT_STR("prefix")))
        ++*first;
    while (*last > *first && vt_str_eq(part_of(f, &words->at[*last - 1]), VT_STR("suffix")))
        --*last;
}

/** The first word of the family name among [first, last). */
static size_t family_from(const vt_facts *f, const vt_words *words, size_t first, size_t last)
{
    size_t at = last - 1;
    if (at >= first + 2 && is_iberian_family(f, &words->at[at]) &&
        is_iberian_family(f, &words->at[at - 1]))
        at--;
    while (at > first + 1 && vt_str_eq(part_of(f, &words->at[at - 1]), VT_STR("particle")))
        at--;
    while (at > first + 1 && (words->at[at].flags & VT_WORD_GLUED)) /* "Smith-Jones", "O'Neil" */
        at--;
    return at;
}

void vt_names_part(const vt_facts *f, const vt_value *name, vt_value *given, vt_value *family)
{
    vt_words words = vt_words_split(f->arena, name->text);
    size_t first = 0, last = words.n, comma = vt_str_find_char(name->text, ',', 0);
    if (is_eastern(name->text) && vt_str_find_char(name->text, ' ', 0) == VT_NPOS) {
        size_t cut = eastern_family(f, name->text);
        *family = part(f, name, 0, cut);
        *given = part(f, name, cut, name->text.len);
        return;
    }
    cut_honorifics(f, &words, &first, &last);
    if (last < first + 2)
        return;
    size_t from = words.at[first].start, to = words.at[last - 1].end;
    if (is_eastern(name->text)) {
        size_t cut = vt_str_find_char(name->text, ' ', 0);
        *family = part(f, name, 0, cut);
        *given = part(f, name, cut, name->text.len);
    } else if (comma != VT_NPOS && comma > from && comma < to) {
        *family = part(f, name, from, comma);
        *given = part(f, name, comma + 1, to);
    } else {
        size_t cut = words.at[family_from(f, &words, first, last)].start;
        *given = part(f, name, from, cut);
        *family = part(f, name, cut, to);
    }
}
