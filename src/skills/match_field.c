/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The field of work of a document: its titles, and the skills that need no context. A field counts
 * for its neighbours, too: a welder's list has room for machining, less for nursing, none for
 * Scala.
 */
#include "skills/matcher.h"

enum { WORD_MAX = 24, TITLE_WEIGHT = 3 };

static const struct {
    char word[WORD_MAX];
    vt_field field;
} title_words[] = {
#define TITLE(word, field) {word, VT_FIELD_##field},
#include "skills/title_words.def"
#undef TITLE
};

/** How near two different fields are, where they are at all. */
static const struct {
    vt_field a, b;
    double near;
} neighbours[] = {
    {VT_FIELD_COMPUTING, VT_FIELD_ENGINEERING, 0.5},
    {VT_FIELD_COMPUTING, VT_FIELD_SCIENCE, 0.4},
    {VT_FIELD_COMPUTING, VT_FIELD_CREATIVE, 0.4},
    {VT_FIELD_COMPUTING, VT_FIELD_COMMERCE, 0.3},
    {VT_FIELD_COMPUTING, VT_FIELD_FINANCE, 0.3},
    {VT_FIELD_COMPUTING, VT_FIELD_PEOPLE, 0.3},
    {VT_FIELD_ENGINEERING, VT_FIELD_MANUFACTURING, 0.7},
    {VT_FIELD_ENGINEERING, VT_FIELD_CONSTRUCTION, 0.6},
    {VT_FIELD_ENGINEERING, VT_FIELD_SCIENCE, 0.4},
    {VT_FIELD_ENGINEERING, VT_FIELD_TRADES, 0.5},
    {VT_FIELD_MANUFACTURING, VT_FIELD_TRADES, 0.7},
    {VT_FIELD_MANUFACTURING, VT_FIELD_LOGISTICS, 0.5},
    {VT_FIELD_MANUFACTURING, VT_FIELD_SCIENCE, 0.3},
    {VT_FIELD_TRADES, VT_FIELD_CONSTRUCTION, 0.8},
    {VT_FIELD_HEALTH, VT_FIELD_CARE, 0.7},
    {VT_FIELD_HEALTH, VT_FIELD_SCIENCE, 0.6},
    {VT_FIELD_CARE, VT_FIELD_EDUCATION, 0.6},
    {VT_FIELD_FINANCE, VT_FIELD_COMMERCE, 0.4},
    {VT_FIELD_FINANCE, VT_FIELD_PEOPLE, 0.5},
    {VT_FIELD_FINANCE, VT_FIELD_LAW, 0.4},
    {VT_FIELD_COMMERCE, VT_FIELD_CREATIVE, 0.6},
    {VT_FIELD_COMMERCE, VT_FIELD_PEOPLE, 0.5},
    {VT_FIELD_COMMERCE, VT_FIELD_HOSPITALITY, 0.5},
    {VT_FIELD_COMMERCE, VT_FIELD_LOGISTICS, 0.5},
    {VT_FIELD_PEOPLE, VT_FIELD_EDUCATION, 0.4},
    {VT_FIELD_PEOPLE, VT_FIELD_LAW, 0.4},
    {VT_FIELD_PUBLIC, VT_FIELD_LAW, 0.5},
    {VT_FIELD_PUBLIC, VT_FIELD_CARE, 0.3},
    {VT_FIELD_CREATIVE, VT_FIELD_EDUCATION, 0.3},
};

void vt_match_title_word(vt_matcher *matcher, const vt_skill_token *token)
{
    vt_str text = vt_str_n(token->text, token->len);
    size_t low = 0, high = VT_COUNT(title_words);
    while (low < high) { /* the last word that is not behind the token */
        size_t mid = low + (high - low) / 2;
        if (vt_str_cmp(vt_str_z(title_words[mid].word), text) <= 0)
            low = mid + 1;
        else
            high = mid;
    }
    for (size_t i = low; i > 0 && i + 3 > low; i--) {
        vt_str word = vt_str_z(title_words[i - 1].word);
        if (vt_str_eq(word, text) || (word.len > 3 && vt_str_starts(text, word))) {
            matcher->fields[title_words[i - 1].field] += TITLE_WEIGHT;
            return;
        }
    }
}

static vt_field field_of(const vt_matcher *matcher, uint32_t skill)
{
    return (vt_field)match_category(matcher, skill)->field;
}

void vt_match_field_add(vt_matcher *matcher, uint32_t skill)
{
    if (!(matcher->tax->skills[skill].flags & VT_SKILL_SOFT))
        matcher->fields[field_of(matcher, skill)] += 1;
}

void vt_match_fields_settle(vt_matcher *matcher)
{
    double total = 0;
    for (size_t i = VT_FIELD_GENERAL + 1; i < VT_FIELD_COUNT; i++)
        total += matcher->fields[i];
    matcher->fields_known = total >= 3;
    double *fit = matcher->fits;
    for (size_t i = 0; i < VT_FIELD_COUNT; i++)
        fit[i] = total > 0 ? matcher->fields[i] / total : 0;
    double shares[VT_FIELD_COUNT];
    memcpy(shares, fit, sizeof shares);
    for (size_t i = 0; i < VT_COUNT(neighbours); i++) {
        fit[neighbours[i].a] += neighbours[i].near * shares[neighbours[i].b];
        fit[neighbours[i].b] += neighbours[i].near * shares[neighbours[i].a];
    }
}

double vt_match_fit(const vt_matcher *matcher, uint32_t skill)
{
    enum { FULL_SHARE = 3 }; /* a third of the document is enough to belong to it */
    vt_field field = field_of(matcher, skill);
    if (!matcher->fields_known || field == VT_FIELD_GENERAL)
        return 0.5; /* nothing speaks against it */
    return VT_MIN(1, matcher->fits[field] * FULL_SHARE);
}
