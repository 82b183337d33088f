/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A place starts with a city, a region or a country of the lexicon, or with an unlisted name in
 * capitals whose right neighbour is a region or country, and takes up what follows:
 *
 *     place   = [postcode] city {sep (region | postcode | country)}
 *             | region sep country | region | country
 *     sep     = comma, space, slash, dash, bracket
 *
 * "CA" is California or Canada by the countries that the lexicon has for the city. What stands
 * before (street, postcode) belongs to the address, not to the place.
 */
#include "text/place_draft.h"

enum { MAX_CITY_WORDS = 4 };

static bool is_flagged(const vt_lex_entry *entry, unsigned flag)
{
    return (entry->flags & flag) != 0;
}

static bool city_has_country(const vt_place_words *f, const vt_place_spot *city, vt_str country)
{
    for (size_t i = 0; city && i < city->n_cities; i++)
        if (vt_str_eq(vt_lex_str(f->lex, city->cities[i].entry->b), country))
            return true;
    return false;
}

/* The region entry that fits the city best; NULL when none is acceptable. */
static const vt_lex_entry *fitting_region(const vt_place_words *f, const vt_place_spot *city,
                                          const vt_place_spot *region, bool strong,
                                          const vt_lex_entry **ret_city)
{
    const vt_lex_entry *by_country = NULL;
    for (size_t r = 0; r < region->n_regions; r++) {
        const vt_lex_entry *entry = region->regions[r].entry;
        vt_str name = vt_lex_str(f->lex, entry->name), land = vt_lex_str(f->lex, entry->a);
        for (size_t c = 0; city && c < city->n_cities; c++) {
            if (!vt_str_eq(vt_lex_str(f->lex, city->cities[c].entry->b), land))
                continue;
            if (vt_str_eq(vt_lex_str(f->lex, city->cities[c].entry->a), name)) {
                *ret_city = city->cities[c].entry;
                return entry;
            }
            if (!by_country) {
                by_country = entry;
                *ret_city = city->cities[c].entry;
            }
        }
    }
    if (by_country)
        return by_country;
    return strong ? region->regions[0].entry : NULL;
}

static bool is_us_or_neighbour(vt_str country)
{
    return vt_str_eq(country, VT_STR("US")) || vt_str_eq(country, VT_STR("CA")) ||
           vt_str_eq(country, VT_STR("AU"));
}

static bool take_region(const vt_place_words *f, vt_place_draft *d, vt_place_sep sep)
{
    size_t i = d->next;
    const vt_place_spot *spot = &f->at[i], *city = d->listed ? &f->at[d->city] : NULL;
    const vt_lex_entry *of_city = d->city_entry;
    if (d->region_n || !spot->region || !vt_place_is_named(f, i))
        return false;
    const vt_lex_entry *entry = fitting_region(f, city, spot, sep == VT_SEP_STRONG, &of_city);
    if (!entry)
        return false;
    /* a country's name that is a region, too, where the city is not of that region's country */
    vt_str land = vt_lex_str(f->lex, entry->a);
    bool agrees = city && city_has_country(f, city, land);
    if (spot->country && !agrees)
        return false;
    /* "Toronto, CA": the country's code, not California */
    if (is_flagged(entry, VT_LEX_ABBREVIATION) && !agrees && city &&
        city_has_country(f, city, vt_words_text(f->words, i, 1)))
        return false;
    d->region = i;
    d->region_n = spot->region;
    d->region_entry = entry;
    d->city_entry = of_city;
    d->next = i + spot->region;
    d->score = agrees ? 0.97f : is_us_or_neighbour(land) ? 0.9f : 0.8f;
    return true;
}

static bool take_country(const vt_place_words *f, vt_place_draft *d)
{
    size_t i = d->next;
    const vt_place_spot *spot = &f->at[i];
    if (d->country_n)
        return false;
    if (spot->land && vt_place_is_named(f, i)) {
        d->country = i;
        d->country_n = spot->country;
        d->country_code = vt_lex_str(f->lex, spot->land->a);
        d->next = i + spot->country;
        d->score = VT_MAX(d->score, d->listed || d->region_n ? 0.95f : 0.75f);
        return true;
    }
    vt_str text = vt_words_text(f->words, i, 1);
    if (text.len == 2 && (place_word(f, i)->flags & VT_WORD_UPPER) && d->listed &&
        city_has_country(f, &f->at[d->city], text)) {
        d->country = i;
        d->country_n = 1;
        for (size_t c = 0; c < f->at[d->city].n_cities; c++)
            if (vt_str_eq(vt_lex_str(f->lex, f->at[d->city].cities[c].entry->b), text))
                d->country_code = vt_lex_str(f->lex, f->at[d->city].cities[c].entry->b);
        d->next = i + 1;
        d->score = 0.9f;
        return true;
    }
    return false;
}

static bool take_postcode(const vt_place_words *f, vt_place_draft *d)
{
    size_t n = vt_place_postcode_words(f, d->next);
    if (!n || d->code_n)
        return false;
    /* a year behind a city is no postcode */
    if (n == 1 && place_word(f, d->next)->folded.len == 4 && d->next + 1 >= f->words->n)
        return false;
    d->code = d->next;
    d->code_n = n;
    d->next += n;
    return true;
}

static void take_rest(const vt_place_words *f, vt_place_draft *d)
{
    size_t good = d->next;
    while (d->next < f->words->n) {
        vt_place_sep sep = vt_place_separator(place_gap_before(f, d->next));
        if (sep == VT_SEP_NO)
            break;
        if (take_region(f, d, sep) || take_country(f, d)) {
            good = d->next;
            continue;
        }
        if (!take_postcode(f, d))
            break;
        /* a postcode at the end counts when it stands behind a region or has letters */
        if (d->region_n && d->next == d->code + d->code_n)
            good = d->next;
        else if (place_word(f, d->code)->flags & VT_WORD_ALPHA)
            good = d->next;
    }
    if (d->code_n && d->code >= good)
        d->code_n = 0;
    d->next = good;
}

float vt_place_standing(const vt_place_words *f, const vt_place_draft *d)
{
    float factor = 1;
    if (d->next < f->words->n && !(place_word(f, d->next)->flags & VT_WORD_BREAK) &&
        (place_word(f, d->next)->flags & VT_WORD_CAPITAL) &&
        vt_place_separator(place_gap_before(f, d->next)) == VT_SEP_SPACE &&
        !f->at[d->next].remote && d->country_n == 0)
        factor *= d->region_n ? 0.9f : 0.45f;
    if (d->first > 0 && !(place_word(f, d->first)->flags & VT_WORD_BREAK) &&
        vt_place_separator(place_gap_before(f, d->first)) == VT_SEP_SPACE) {
        static const char *const OF[] = {"of", "de",  "von", "der", "du", "di",  "da", "do",  "del",
                                         "at", "for", "für", "the", "&",  "and", "w",  "van", "af"};
        if (VT_STR_AMONG(place_word(f, d->first - 1)->folded, OF))
            return factor * 0.5f;
        bool code = (place_word(f, d->first - 1)->flags & VT_WORD_DIGIT) != 0 ||
                    (d->first > 1 && vt_place_postcode_words(f, d->first - 2) == 2);
        if ((place_word(f, d->first - 1)->flags & VT_WORD_CAPITAL) && !code)
            factor *= d->region_n || d->country_n ? 0.85f : 0.6f;
    }
    return factor;
}

static bool is_person_name(const vt_place_words *f, size_t i, size_t n)
{
    return vt_lexicon_find_kind(f->lex, &f->words->at[i], n, VT_LEX_GIVEN_NAME) != NULL;
}

static void score_alone(const vt_place_words *f, vt_place_draft *d)
{
    const vt_lex_entry *entry = d->city_entry;
    bool left = d->first == 0 || (place_word(f, d->first)->flags & VT_WORD_BREAK);
    bool right = d->next == f->words->n || (place_word(f, d->next)->flags & VT_WORD_BREAK);
    d->score = entry->code ? 0.75f : is_flagged(entry, VT_LEX_AMBIGUOUS) ? 0.2f : 0.5f;
    if (left && right)
        d->score += 0.15f;
    if (!entry->code && is_person_name(f, d->city, d->city_n))
        d->score -= 0.2f;
}

void vt_place_judge_country(const vt_place_words *f, vt_place_draft *d)
{
    if (d->city_entry)
        d->likely = vt_lex_str(f->lex, d->city_entry->b);
    if (d->country_code.len)
        return;
    if (d->region_entry) {
        vt_str land = vt_lex_str(f->lex, d->region_entry->a);
        d->likely = land;
        bool sure = vt_str_eq(land, VT_STR("US")) ||
                    (d->city_entry && vt_str_eq(vt_lex_str(f->lex, d->city_entry->b), land)) ||
                    !is_flagged(d->region_entry, VT_LEX_ABBREVIATION);
        if (sure)
            d->country_code = land;
    } else if (d->city_entry && d->city_entry->code == 1) {
        d->country_code = d->likely;
    }
}

bool vt_place_draft_city(const vt_place_words *f, size_t i, vt_place_draft *d)
{
    const vt_place_spot *spot = &f->at[i];
    if (!spot->city || !vt_place_is_named(f, i))
        return false;
    *d = (vt_place_draft){.first = i,
                          .next = i + spot->city,
                          .city = i,
                          .city_n = spot->city,
                          .city_entry = spot->cities[0].entry,
                          .listed = true};
    take_rest(f, d);
    if (!d->region_n && !d->country_n)
        score_alone(f, d);
    return true;
}

/* Words of a label such as "Address" or "Lives in" at i that is no part of the place. */
static size_t label_words(const vt_place_words *f, size_t i)
{
    size_t found = 0;
    for (size_t n = 1; n <= 3 && i + n < f->words->n; n++) {
        const vt_lex_entry *entry =
            vt_lexicon_find_kind(f->lex, place_word(f, i), n, VT_LEX_CONTACT_LABEL);
        if (entry && vt_str_eq(vt_lex_str(f->lex, entry->a), VT_STR("address")))
            found = n;
    }
    return found;
}

bool vt_place_draft_unlisted(const vt_place_words *f, size_t i, vt_place_draft *d)
{
    size_t n = 0;
    if (i == 0 && label_words(f, i))
        return false;
    bool starts = i == 0 || (place_word(f, i)->flags & VT_WORD_BREAK) || label_words(f, 0) == i ||
                  (place_word(f, i - 1)->flags & VT_WORD_DIGIT) ||
                  vt_str_find_char(place_gap_before(f, i), '(', 0) != VT_NPOS;
    if (!starts)
        return false;
    while (i + n < f->words->n && n <= MAX_CITY_WORDS) {
        const vt_word *w = place_word(f, i + n);
        if (n > 0 && (w->flags & VT_WORD_BREAK))
            break;
        if (!(w->flags & VT_WORD_ALPHA) || (w->flags & VT_WORD_DIGIT) || f->at[i + n].org ||
            f->at[i + n].remote || (!vt_place_is_named(f, i + n) && w->folded.len > 3))
            return false;
        n++;
    }
    if (n == 0 || n > MAX_CITY_WORDS || i + n >= f->words->n || !vt_place_is_named(f, i) ||
        vt_place_separator(place_gap_before(f, i + n)) != VT_SEP_STRONG || f->at[i + n].city)
        return false; /* "Google, London, UK" */
    *d = (vt_place_draft){.first = i, .next = i + n, .city = i, .city_n = n};
    take_rest(f, d);
    if (d->region_n == 0 && d->country_n == 0)
        return false;
    if (d->region_n && !d->country_n) {
        bool abbreviation = is_flagged(d->region_entry, VT_LEX_ABBREVIATION);
        d->score = abbreviation                                    ? 0.88f
                   : is_flagged(d->region_entry, VT_LEX_AMBIGUOUS) ? 0.4f
                                                                   : 0.7f;
    }
    return true;
}

bool vt_place_draft_region(const vt_place_words *f, size_t i, vt_place_draft *d)
{
    const vt_place_spot *spot = &f->at[i];
    if (spot->region && vt_place_is_named(f, i) &&
        !is_flagged(spot->regions[0].entry, VT_LEX_ABBREVIATION)) {
        *d = (vt_place_draft){.first = i,
                              .next = i + spot->region,
                              .region = i,
                              .region_n = spot->region,
                              .region_entry = spot->regions[0].entry};
        d->score = is_flagged(spot->regions[0].entry, VT_LEX_AMBIGUOUS) ? 0.25f : 0.45f;
        if (d->next < f->words->n &&
            vt_place_separator(place_gap_before(f, d->next)) == VT_SEP_STRONG && take_country(f, d))
            d->score = 0.85f;
        return true;
    }
    if (spot->land && vt_place_is_named(f, i)) {
        *d = (vt_place_draft){.first = i, .next = i};
        take_country(f, d);
        d->score = is_flagged(spot->land, VT_LEX_AMBIGUOUS) ? 0.3f : 0.5f;
        return true;
    }
    return false;
}
