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
#include "text/place.h"

#include "base/vec.h"
#include "text/utf8.h"

enum { MAX_CITY_WORDS = 4 };

/* The longest hit of each kind at a word. */
struct spot {
    uint16_t city, region, country, remote, street, org; /* words; 0: none */
    const vt_lex_hit *cities, *regions; /* the hits of one phrase stand side by side */
    uint16_t n_cities, n_regions;
    const vt_lex_entry *land, *mode;
};

struct finder {
    const vt_lexicon *lex;
    const vt_words *words;
    struct spot *at; /* [words->n] */
};

static void note_hit(struct spot *spot, const vt_lex_hit *hit)
{
    uint16_t count = (uint16_t)hit->count;
    switch (hit->entry->kind) {
    case VT_LEX_CITY:
        if (spot->city && spot->city != count)
            return;
        spot->city = count;
        spot->cities = spot->n_cities++ ? spot->cities : hit;
        break;
    case VT_LEX_REGION:
        if (spot->region && spot->region != count)
            return;
        spot->region = count;
        spot->regions = spot->n_regions++ ? spot->regions : hit;
        break;
    case VT_LEX_COUNTRY:
        if (!spot->land) {
            spot->country = count;
            spot->land = hit->entry;
        }
        break;
    case VT_LEX_REMOTE:
        if (!spot->mode) {
            spot->remote = count;
            spot->mode = hit->entry;
        }
        break;
    case VT_LEX_STREET:
        spot->street = count;
        break;
    default:
        spot->org = count;
        break;
    }
}

static void read_spots(struct finder *f, vt_arena *arena)
{
    uint32_t mask = VT_LEX_MASK(VT_LEX_CITY) | VT_LEX_MASK(VT_LEX_REGION) |
                    VT_LEX_MASK(VT_LEX_COUNTRY) | VT_LEX_MASK(VT_LEX_REMOTE) |
                    VT_LEX_MASK(VT_LEX_STREET) | VT_LEX_MASK(VT_LEX_ORG_WORD) |
                    VT_LEX_MASK(VT_LEX_TITLE_WORD) | VT_LEX_MASK(VT_LEX_EMPLOYER);
    f->at = VT_NEW_ARRAY(arena, struct spot, f->words->n + 1);
    vt_lex_hits hits = vt_lexicon_scan(f->lex, arena, f->words, mask);
    for (size_t i = 0; i < hits.n; i++)
        note_hit(&f->at[hits.at[i].first], &hits.at[i]);
}

/* ---- words ---- */

static const vt_word *word(const struct finder *f, size_t i)
{
    return &f->words->at[i];
}

static vt_str gap_before(const struct finder *f, size_t i)
{
    return vt_str_sub(f->words->text, i ? word(f, i - 1)->end : 0, word(f, i)->start);
}

/* A name as people write one: in capitals, or in a script without case. */
static bool is_named(const struct finder *f, size_t i)
{
    const vt_word *w = word(f, i);
    if (w->flags & VT_WORD_CAPITAL)
        return true;
    size_t at = w->start;
    uint32_t cp = vt_utf8_next(f->words->text, &at);
    return vt_cp_is(cp, VT_CP_LETTER) && !vt_cp_is(cp, VT_CP_LOWER | VT_CP_UPPER);
}

static bool all_digits(vt_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!vt_is_digit(s.ptr[i]))
            return false;
    return s.len > 0;
}

/* A word of a postcode such as SW1A, 1AA, M5V: letters and digits, short, in capitals. */
static bool is_mixed_code(const vt_word *w)
{
    return (w->flags & VT_WORD_DIGIT) && (w->flags & VT_WORD_UPPER) && w->end - w->start <= 4;
}

/* Words of a postcode at i, 0 for none. A lone "2019" is no postcode. */
static size_t postcode_words(const struct finder *f, size_t i)
{
    size_t n = f->words->n;
    if (i >= n)
        return 0;
    const vt_word *w = word(f, i);
    if (is_mixed_code(w) && i + 1 < n && is_mixed_code(word(f, i + 1)) &&
        !(word(f, i + 1)->flags & VT_WORD_BREAK))
        return 2;
    /* D-10115, F 75001 */
    size_t from = i;
    if ((w->flags & VT_WORD_UPPER) && w->end - w->start <= 3 && !(w->flags & VT_WORD_DIGIT) &&
        i + 1 < n && vt_str_eq(gap_before(f, i + 1), VT_STR("-")))
        from = i + 1;
    const vt_word *d = word(f, from);
    if (!all_digits(d->folded) || d->folded.len < 4 || d->folded.len > 6)
        return from == i && i + 1 < n && all_digits(d->folded) && d->folded.len == 3 &&
                       all_digits(word(f, i + 1)->folded) && word(f, i + 1)->folded.len == 2 &&
                       !(word(f, i + 1)->flags & VT_WORD_BREAK)
                   ? 2 /* 123 45 */
                   : 0;
    size_t count = from - i + 1;
    if (from + 1 < n && all_digits(word(f, from + 1)->folded) &&
        vt_str_eq(gap_before(f, from + 1), VT_STR("-")))
        return count + 1; /* 12345-6789, 01310-100 */
    if (d->folded.len == 4 && from + 1 < n && (word(f, from + 1)->flags & VT_WORD_UPPER) &&
        word(f, from + 1)->end - word(f, from + 1)->start == 2 &&
        !(word(f, from + 1)->flags & VT_WORD_BREAK) && from + 2 < n && is_named(f, from + 2) &&
        !(word(f, from + 2)->flags & VT_WORD_BREAK))
        return count + 1; /* 1012 AB Amsterdam */
    return count;
}

enum sep { SEP_NO, SEP_SPACE, SEP_STRONG };

/* May the next part of a place stand behind this gap? */
static enum sep separator(vt_str gap)
{
    enum sep sep = SEP_SPACE;
    size_t chars = 0;
    for (size_t i = 0; i < gap.len;) {
        uint32_t cp = vt_utf8_next(gap, &i);
        if (++chars > 6)
            return SEP_NO;
        if (vt_cp_is(cp, VT_CP_SPACE) && cp != '\n')
            continue;
        if (cp == ',' || cp == '(' || cp == '/' || cp == 0x3001 || cp == 0x60C || cp == ';' ||
            cp == 0xFF0C || vt_cp_is(cp, VT_CP_DASH))
            sep = SEP_STRONG;
        else if (cp != '.' && cp != ')')
            return SEP_NO;
    }
    return sep;
}

/* ---- parts ---- */

struct draft {
    size_t first, next;                                        /* words */
    size_t city, city_n, region, region_n, country, country_n; /* words, n 0: none */
    size_t code, code_n;                                       /* postcode */
    const vt_lex_entry *city_entry, *region_entry;
    vt_str country_code, likely;
    float score;
    bool listed;
};

static bool is_flagged(const vt_lex_entry *entry, unsigned flag)
{
    return (entry->flags & flag) != 0;
}

static bool city_has_country(const struct finder *f, const struct spot *city, vt_str country)
{
    for (size_t i = 0; city && i < city->n_cities; i++)
        if (vt_str_eq(vt_lex_str(f->lex, city->cities[i].entry->b), country))
            return true;
    return false;
}

/* The region entry that fits the city best; NULL when none is acceptable. */
static const vt_lex_entry *fitting_region(const struct finder *f, const struct spot *city,
                                          const struct spot *region, bool strong,
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

static bool take_region(const struct finder *f, struct draft *d, enum sep sep)
{
    size_t i = d->next;
    const struct spot *spot = &f->at[i], *city = d->listed ? &f->at[d->city] : NULL;
    const vt_lex_entry *of_city = d->city_entry;
    if (d->region_n || !spot->region || !is_named(f, i))
        return false;
    const vt_lex_entry *entry = fitting_region(f, city, spot, sep == SEP_STRONG, &of_city);
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

static bool take_country(const struct finder *f, struct draft *d)
{
    size_t i = d->next;
    const struct spot *spot = &f->at[i];
    if (d->country_n)
        return false;
    if (spot->land && is_named(f, i)) {
        d->country = i;
        d->country_n = spot->country;
        d->country_code = vt_lex_str(f->lex, spot->land->a);
        d->next = i + spot->country;
        d->score = VT_MAX(d->score, d->listed || d->region_n ? 0.95f : 0.75f);
        return true;
    }
    vt_str text = vt_words_text(f->words, i, 1);
    if (text.len == 2 && (word(f, i)->flags & VT_WORD_UPPER) && d->listed &&
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

static bool take_postcode(const struct finder *f, struct draft *d)
{
    size_t n = postcode_words(f, d->next);
    if (!n || d->code_n)
        return false;
    /* a year behind a city is no postcode */
    if (n == 1 && word(f, d->next)->folded.len == 4 && d->next + 1 >= f->words->n)
        return false;
    d->code = d->next;
    d->code_n = n;
    d->next += n;
    return true;
}

static void take_rest(const struct finder *f, struct draft *d)
{
    size_t good = d->next;
    while (d->next < f->words->n) {
        enum sep sep = separator(gap_before(f, d->next));
        if (sep == SEP_NO)
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
        else if (word(f, d->code)->flags & VT_WORD_ALPHA)
            good = d->next;
    }
    if (d->code_n && d->code >= good)
        d->code_n = 0;
    d->next = good;
}

/* Capitals run on to the left or right: "Boston Consulting Group", "University of Oslo". */
static float embedded(const struct finder *f, const struct draft *d)
{
    float factor = 1;
    if (d->next < f->words->n && !(word(f, d->next)->flags & VT_WORD_BREAK) &&
        (word(f, d->next)->flags & VT_WORD_CAPITAL) &&
        separator(gap_before(f, d->next)) == SEP_SPACE && !f->at[d->next].remote &&
        d->country_n == 0)
        factor *= d->region_n ? 0.9f : 0.45f;
    if (d->first > 0 && !(word(f, d->first)->flags & VT_WORD_BREAK) &&
        separator(gap_before(f, d->first)) == SEP_SPACE) {
        static const char *const OF[] = {"of", "de",  "von", "der", "du", "di",  "da", "do",  "del",
                                         "at", "for", "für", "the", "&",  "and", "w",  "van", "af"};
        vt_str before = word(f, d->first - 1)->folded;
        for (size_t i = 0; i < VT_COUNT(OF); i++)
            if (vt_str_eq(before, vt_str_z(OF[i])))
                return factor * 0.5f;
        bool code = (word(f, d->first - 1)->flags & VT_WORD_DIGIT) != 0 ||
                    (d->first > 1 && postcode_words(f, d->first - 2) == 2);
        if ((word(f, d->first - 1)->flags & VT_WORD_CAPITAL) && !code)
            factor *= d->region_n || d->country_n ? 0.85f : 0.6f;
    }
    return factor;
}

static bool is_person_name(const struct finder *f, size_t i, size_t n)
{
    return vt_lexicon_find_kind(f->lex, &f->words->at[i], n, VT_LEX_GIVEN_NAME) != NULL;
}

static void score_alone(const struct finder *f, struct draft *d)
{
    const vt_lex_entry *entry = d->city_entry;
    bool left = d->first == 0 || (word(f, d->first)->flags & VT_WORD_BREAK);
    bool right = d->next == f->words->n || (word(f, d->next)->flags & VT_WORD_BREAK);
    d->score = entry->code ? 0.75f : is_flagged(entry, VT_LEX_AMBIGUOUS) ? 0.2f : 0.5f;
    if (left && right)
        d->score += 0.15f;
    if (!entry->code && is_person_name(f, d->city, d->city_n))
        d->score -= 0.2f;
}

static void judge_country(const struct finder *f, struct draft *d)
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

/* A listed city at i. */
static bool draft_city(const struct finder *f, size_t i, struct draft *d)
{
    const struct spot *spot = &f->at[i];
    if (!spot->city || !is_named(f, i))
        return false;
    *d = (struct draft){.first = i,
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
static size_t label_words(const struct finder *f, size_t i)
{
    size_t found = 0;
    for (size_t n = 1; n <= 3 && i + n < f->words->n; n++) {
        const vt_lex_entry *entry =
            vt_lexicon_find_kind(f->lex, word(f, i), n, VT_LEX_CONTACT_LABEL);
        if (entry && vt_str_eq(vt_lex_str(f->lex, entry->a), VT_STR("address")))
            found = n;
    }
    return found;
}

/* A name in capitals that the lexicon does not have, before ", TX" or ", Germany". */
static bool draft_unlisted(const struct finder *f, size_t i, struct draft *d)
{
    size_t n = 0;
    if (i == 0 && label_words(f, i))
        return false;
    bool starts = i == 0 || (word(f, i)->flags & VT_WORD_BREAK) || label_words(f, 0) == i ||
                  (word(f, i - 1)->flags & VT_WORD_DIGIT) ||
                  vt_str_find_char(gap_before(f, i), '(', 0) != VT_NPOS;
    if (!starts)
        return false;
    while (i + n < f->words->n && n <= MAX_CITY_WORDS) {
        const vt_word *w = word(f, i + n);
        if (n > 0 && (w->flags & VT_WORD_BREAK))
            break;
        if (!(w->flags & VT_WORD_ALPHA) || (w->flags & VT_WORD_DIGIT) || f->at[i + n].org ||
            f->at[i + n].remote || (!is_named(f, i + n) && w->folded.len > 3))
            return false;
        n++;
    }
    if (n == 0 || n > MAX_CITY_WORDS || i + n >= f->words->n || !is_named(f, i) ||
        separator(gap_before(f, i + n)) != SEP_STRONG || f->at[i + n].city)
        return false; /* "Google, London, UK" */
    *d = (struct draft){.first = i, .next = i + n, .city = i, .city_n = n};
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

static bool draft_region(const struct finder *f, size_t i, struct draft *d)
{
    const struct spot *spot = &f->at[i];
    if (spot->region && is_named(f, i) &&
        !is_flagged(spot->regions[0].entry, VT_LEX_ABBREVIATION)) {
        *d = (struct draft){.first = i,
                            .next = i + spot->region,
                            .region = i,
                            .region_n = spot->region,
                            .region_entry = spot->regions[0].entry};
        d->score = is_flagged(spot->regions[0].entry, VT_LEX_AMBIGUOUS) ? 0.25f : 0.45f;
        if (d->next < f->words->n && separator(gap_before(f, d->next)) == SEP_STRONG &&
            take_country(f, d))
            d->score = 0.85f;
        return true;
    }
    if (spot->land && is_named(f, i)) {
        *d = (struct draft){.first = i, .next = i};
        take_country(f, d);
        d->score = is_flagged(spot->land, VT_LEX_AMBIGUOUS) ? 0.3f : 0.5f;
        return true;
    }
    return false;
}

/* ---- results ---- */

static void set_part(const struct finder *f, size_t first, size_t n, vt_str *text, vt_span *span)
{
    *text = VT_STR_NULL;
    *span = (vt_span){0, 0};
    if (n == 0)
        return;
    *span = (vt_span){word(f, first)->start, word(f, first + n - 1)->end};
    if (span->end < f->words->text.len && f->words->text.ptr[span->end] == '.' && n > 0 &&
        (word(f, first + n - 1)->flags & VT_WORD_DOTTED))
        span->end++; /* "D.C." */
    *text = vt_str_sub(f->words->text, span->start, span->end);
}

static bool is_street_word(const struct finder *f, size_t i)
{
    static const char *const ENDINGS[] = {"strasse", "str",   "gasse", "weg",   "platz", "allee",
                                          "straat",  "laan",  "plein", "gatan", "vagen", "gade",
                                          "vej",     "veien", "gata",  "katu",  "utca"};
    vt_str folded = word(f, i)->folded;
    if (f->at[i].street)
        return true;
    for (size_t k = 0; k < VT_COUNT(ENDINGS); k++) {
        vt_str ending = vt_str_z(ENDINGS[k]);
        if (folded.len > ending.len + 2 && vt_str_ends(folded, ending))
            return true;
    }
    return false;
}

/* To the left: postcode, then parts with a number or a street word. */
static size_t address_start(const struct finder *f, size_t first)
{
    size_t start = first;
    for (size_t parts = 0; parts < 3 && start > 0; parts++) {
        size_t i = start;
        bool street = false, digits = false;
        while (i > 0 && start - i < 7) {
            if (i < start && (word(f, i)->flags & VT_WORD_BREAK))
                break;
            if (separator(gap_before(f, i)) == SEP_NO)
                break;
            i--;
            street |= is_street_word(f, i);
            digits |= (word(f, i)->flags & VT_WORD_DIGIT) != 0;
        }
        if (i == start || !digits)
            break;
        if (!street && parts > 0)
            break;
        start = i;
    }
    return start;
}

static vt_work_mode work_mode(const struct finder *f, const vt_lex_entry *entry)
{
    vt_str word_of = vt_lex_str(f->lex, entry->a);
    return vt_str_eq(word_of, VT_STR("remote"))   ? VT_WORK_REMOTE
           : vt_str_eq(word_of, VT_STR("hybrid")) ? VT_WORK_HYBRID
                                                  : VT_WORK_ONSITE;
}

static vt_place finish(const struct finder *f, struct draft *d)
{
    judge_country(f, d);
    vt_place p = {.country_code = d->country_code, .likely_country = d->likely};
    set_part(f, d->city, d->city_n, &p.city, &p.city_span);
    set_part(f, d->region, d->region_n, &p.region, &p.region_span);
    set_part(f, d->country, d->country_n, &p.country, &p.country_span);
    size_t last =
        VT_MAX(VT_MAX(d->city + d->city_n, d->region + d->region_n), d->country + d->country_n);
    vt_span whole;
    vt_str text;
    set_part(f, d->first, last - d->first, &text, &whole);
    p.span = whole;
    p.first = (uint32_t)d->first;
    p.count = (uint32_t)(last - d->first);
    size_t start = address_start(f, d->first);
    p.address = (vt_span){word(f, start)->start, VT_MAX(whole.end, word(f, d->next - 1)->end)};
    if (d->code_n) {
        p.postcode = vt_words_text(f->words, d->code, d->code_n);
    } else {
        for (size_t i = start; i < d->first; i++)
            if (postcode_words(f, i) == d->first - i)
                p.postcode = vt_words_text(f->words, i, d->first - i);
    }
    p.score = d->score * embedded(f, d);
    return p;
}

/* "Remote" behind or before the place. */
static size_t join_mode(const struct finder *f, vt_place *p, size_t next)
{
    if (next < f->words->n && f->at[next].mode && separator(gap_before(f, next)) != SEP_NO) {
        p->work = work_mode(f, f->at[next].mode);
        return next + f->at[next].remote;
    }
    return next;
}

static bool draft_mode(const struct finder *f, size_t i, vt_place *p)
{
    const struct spot *spot = &f->at[i];
    if (!spot->mode || !is_named(f, i))
        return false;
    size_t next = i + spot->remote;
    bool left = i == 0 || (word(f, i)->flags & VT_WORD_BREAK) ||
                vt_str_find_char(gap_before(f, i), '(', 0) != VT_NPOS;
    vt_str behind = next < f->words->n ? gap_before(f, next) : VT_STR_NULL;
    bool right = next == f->words->n || (word(f, next)->flags & VT_WORD_BREAK) ||
                 vt_str_find_char(behind, ')', 0) != VT_NPOS ||
                 vt_str_find_char(behind, '(', 0) != VT_NPOS ||
                 vt_str_find_char(behind, '/', 0) != VT_NPOS;
    *p = (vt_place){.first = (uint32_t)i, .count = spot->remote, .work = work_mode(f, spot->mode)};
    p->span = (vt_span){word(f, i)->start, word(f, next - 1)->end};
    p->address = p->span;
    p->score = left && right ? 0.85f : left || right ? 0.4f : 0.15f;
    return true;
}

static bool read_place(const struct finder *f, size_t i, vt_place *p, size_t *ret_next)
{
    struct draft d;
    if (draft_mode(f, i, p)) {
        size_t next = i + p->count;
        vt_work_mode mode = p->work;
        vt_place inner;
        size_t after;
        /* "Remote (Berlin, Germany)", "Remote - Austin, TX" */
        if (next < f->words->n && separator(gap_before(f, next)) == SEP_STRONG &&
            !f->at[next].mode && read_place(f, next, &inner, &after) && inner.score > 0.4f) {
            inner.work = mode;
            *p = inner;
            next = after;
        }
        *ret_next = next;
        return true;
    }
    bool found = draft_city(f, i, &d);
    if (found && !d.region_n && !d.country_n) {
        struct draft other; /* "New York" the city, or an unlisted name that starts like one */
        if (draft_unlisted(f, i, &other) && other.score > d.score && other.city_n > d.city_n)
            d = other;
        else if (draft_region(f, i, &other) && other.score > d.score)
            d = other;
    }
    if (!found) {
        struct draft region;
        bool is_region = draft_region(f, i, &region);
        found = draft_unlisted(f, i, &d);
        if (is_region && (!found || region.next >= d.next)) {
            d = region; /* "California, USA" */
            found = true;
        }
    }
    if (!found)
        return false;
    *p = finish(f, &d);
    *ret_next = join_mode(f, p, d.next);
    return true;
}

vt_places vt_place_find(const vt_lexicon *lex, vt_arena *arena, const vt_words *words)
{
    struct finder f = {.lex = lex, .words = words};
    VT_VEC(vt_place) places = {0};
    read_spots(&f, arena);
    for (size_t i = 0; i < words->n;) {
        vt_place p;
        size_t next = i + 1;
        if (read_place(&f, i, &p, &next) && p.score >= 0.2f)
            vt_vec_push(arena, &places, p);
        else
            next = i + 1;
        i = next;
    }
    return (vt_places){places.at, places.n};
}

/* ---- a text that is known to be a location ---- */

/* The part of the text from word `first` up to the next break. */
static size_t part_end(const vt_words *words, size_t first)
{
    size_t end = first + 1;
    while (end < words->n && !(words->at[end].flags & VT_WORD_BREAK))
        end++;
    return end;
}

static bool parse_by_position(const struct finder *f, vt_place *ret)
{
    size_t starts[4], ends[4], n = 0;
    for (size_t i = 0; i < f->words->n; i = part_end(f->words, i)) {
        bool digits = false;
        size_t end = part_end(f->words, i), first = i;
        size_t code = postcode_words(f, i);
        if (code && i + code < end)
            first = i + code;
        for (size_t w = first; w < end; w++)
            digits |= (word(f, w)->flags & VT_WORD_DIGIT) != 0;
        if (digits)
            continue; /* a street or a postcode */
        if (n == 4 || end - first > 5)
            return false;
        starts[n] = first;
        ends[n++] = end;
    }
    if (n == 0 || n > 3 || !is_named(f, starts[0]))
        return false;
    struct draft d = {.first = starts[0],
                      .city = starts[0],
                      .city_n = ends[0] - starts[0],
                      .next = ends[n - 1],
                      .score = n > 1 ? 0.5f : 0.35f};
    size_t land = n;
    for (size_t k = 1; k < n; k++)
        if (f->at[starts[k]].land && f->at[starts[k]].country == ends[k] - starts[k])
            land = k;
    if (land == n && n == 3)
        land = 2;
    if (land < n) {
        d.country = starts[land];
        d.country_n = ends[land] - starts[land];
        if (f->at[starts[land]].land)
            d.country_code = vt_lex_str(f->lex, f->at[starts[land]].land->a);
    }
    if (n > 1 && land != 1) {
        d.region = starts[1];
        d.region_n = ends[1] - starts[1];
        if (f->at[starts[1]].region == d.region_n && f->at[starts[1]].n_regions == 1)
            d.region_entry = f->at[starts[1]].regions[0].entry;
    }
    *ret = finish(f, &d);
    ret->score = d.score;
    return true;
}

bool vt_place_parse(const vt_lexicon *lex, vt_arena *arena, const vt_words *words, vt_place *ret)
{
    struct finder f = {.lex = lex, .words = words};
    if (words->n == 0 || words->n > 24)
        return false;
    vt_places found = vt_place_find(lex, arena, words);
    const vt_place *best = NULL;
    for (size_t i = 0; i < found.n; i++)
        if (!best || found.at[i].score > best->score)
            best = &found.at[i];
    read_spots(&f, arena);
    vt_place by_position;
    bool positional = parse_by_position(&f, &by_position);
    /* "Pleasantville, New York": a place that starts later is a part of it */
    bool whole = best && (!positional || best->first <= by_position.first);
    if (best && ((best->score >= 0.6f && whole) || !positional)) {
        *ret = *best;
        return true;
    }
    if (!positional)
        return false;
    *ret = by_position;
    return true;
}
