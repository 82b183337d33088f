/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the drafts of place_draft.c to places: of the drafts that start at a word the best is taken;
 * the street and postcode before it and a word such as "Remote" beside it are joined to it.
 */
#include "text/place.h"

#include "base/vec.h"
#include "text/place_draft.h"

static void set_part(const vt_place_words *f, size_t first, size_t n, vt_str *text, vt_span *span)
{
    *text = VT_STR_NULL;
    *span = (vt_span){0, 0};
    if (n == 0)
        return;
    *span = (vt_span){place_word(f, first)->start, place_word(f, first + n - 1)->end};
    if (span->end < f->words->text.len && f->words->text.ptr[span->end] == '.' && n > 0 &&
        (place_word(f, first + n - 1)->flags & VT_WORD_DOTTED))
        span->end++; /* "D.C." */
    *text = vt_str_sub(f->words->text, span->start, span->end);
}

static bool is_street_word(const vt_place_words *f, size_t i)
{
    static const char *const ENDINGS[] = {"strasse", "str",   "gasse", "weg",   "platz", "allee",
                                          "straat",  "laan",  "plein", "gatan", "vagen", "gade",
                                          "vej",     "veien", "gata",  "katu",  "utca"};
    vt_str folded = place_word(f, i)->folded;
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
static size_t address_start(const vt_place_words *f, size_t first)
{
    size_t start = first;
    for (size_t parts = 0; parts < 3 && start > 0; parts++) {
        size_t i = start;
        bool street = false, digits = false;
        while (i > 0 && start - i < 7) {
            if (i < start && (place_word(f, i)->flags & VT_WORD_BREAK))
                break;
            if (vt_place_separator(place_gap_before(f, i)) == VT_SEP_NO)
                break;
            i--;
            street |= is_street_word(f, i);
            digits |= (place_word(f, i)->flags & VT_WORD_DIGIT) != 0;
        }
        if (i == start || !digits)
            break;
        if (!street && parts > 0)
            break;
        start = i;
    }
    return start;
}

static vt_work_mode work_mode(const vt_place_words *f, const vt_lex_entry *entry)
{
    vt_str word_of = vt_lex_str(f->lex, entry->a);
    return vt_str_eq(word_of, VT_STR("remote"))   ? VT_WORK_REMOTE
           : vt_str_eq(word_of, VT_STR("hybrid")) ? VT_WORK_HYBRID
                                                  : VT_WORK_ONSITE;
}

static bool is_listed_in(const vt_place_words *f, const vt_place_draft *d, vt_str country)
{
    const vt_place_spot *spot = &f->at[d->city];
    for (size_t i = 0; i < spot->n_cities; i++)
        if (vt_str_eq(vt_lex_str(f->lex, spot->cities[i].entry->b), country))
            return true;
    return false;
}

/* A postcode of one country's form says the country, unless the city is of others only. */
static void judge_by_postcode(const vt_place_words *f, const vt_place_draft *d, vt_place *p)
{
    vt_str country = vt_postcode_country(p->postcode);
    if (!country.len || p->country_code.len || !p->city.len ||
        (d->listed && !is_listed_in(f, d, country)))
        return;
    p->country_code = p->likely_country = country;
}

/* The words from `start` to the postcode or the city, when they name a street. */
static vt_str street_of(const vt_place_words *f, size_t start, size_t end)
{
    bool named = false, number = false;
    for (size_t i = start; i < end; i++) {
        named |= (place_word(f, i)->flags & VT_WORD_ALPHA) != 0;
        number |= (place_word(f, i)->flags & VT_WORD_DIGIT) != 0 || is_street_word(f, i);
    }
    return named && number ? vt_words_text(f->words, start, end - start) : VT_STR_NULL;
}

static vt_place finish(const vt_place_words *f, vt_place_draft *d)
{
    vt_place_judge_country(f, d);
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
    p.address =
        (vt_span){place_word(f, start)->start, VT_MAX(whole.end, place_word(f, d->next - 1)->end)};
    size_t street_end = d->first;
    if (d->code_n) {
        p.postcode = vt_words_text(f->words, d->code, d->code_n);
    } else {
        for (size_t i = start; i < d->first; i++)
            if (vt_place_postcode_words(f, i) == d->first - i) {
                p.postcode = vt_words_text(f->words, i, d->first - i);
                street_end = i;
                break;
            }
    }
    p.street = street_of(f, start, street_end);
    judge_by_postcode(f, d, &p);
    p.score = d->score * vt_place_standing(f, d);
    return p;
}

/* "Remote" behind or before the place. */
static size_t join_mode(const vt_place_words *f, vt_place *p, size_t next)
{
    if (next < f->words->n && f->at[next].mode &&
        vt_place_separator(place_gap_before(f, next)) != VT_SEP_NO) {
        p->work = work_mode(f, f->at[next].mode);
        return next + f->at[next].remote;
    }
    return next;
}

static bool draft_mode(const vt_place_words *f, size_t i, vt_place *p)
{
    const vt_place_spot *spot = &f->at[i];
    if (!spot->mode || !vt_place_is_named(f, i))
        return false;
    size_t next = i + spot->remote;
    bool left = i == 0 || (place_word(f, i)->flags & VT_WORD_BREAK) ||
                vt_str_find_char(place_gap_before(f, i), '(', 0) != VT_NPOS;
    vt_str behind = next < f->words->n ? place_gap_before(f, next) : VT_STR_NULL;
    bool right = next == f->words->n || (place_word(f, next)->flags & VT_WORD_BREAK) ||
                 vt_str_find_char(behind, ')', 0) != VT_NPOS ||
                 vt_str_find_char(behind, '(', 0) != VT_NPOS ||
                 vt_str_find_char(behind, '/', 0) != VT_NPOS;
    *p = (vt_place){.first = (uint32_t)i, .count = spot->remote, .work = work_mode(f, spot->mode)};
    p->span = (vt_span){place_word(f, i)->start, place_word(f, next - 1)->end};
    p->address = p->span;
    p->score = left && right ? 0.85f : left || right ? 0.4f : 0.15f;
    return true;
}

static bool read_place(const vt_place_words *f, size_t i, vt_place *p, size_t *ret_next)
{
    vt_place_draft d;
    if (draft_mode(f, i, p)) {
        size_t next = i + p->count;
        vt_work_mode mode = p->work;
        vt_place inner;
        size_t after;
        /* "Remote (Berlin, Germany)", "Remote - Austin, TX" */
        if (next < f->words->n && vt_place_separator(place_gap_before(f, next)) == VT_SEP_STRONG &&
            !f->at[next].mode && read_place(f, next, &inner, &after) && inner.score > 0.4f) {
            inner.work = mode;
            *p = inner;
            next = after;
        }
        *ret_next = next;
        return true;
    }
    bool found = vt_place_draft_city(f, i, &d);
    if (found && !d.region_n && !d.country_n) {
        vt_place_draft other; /* "New York" the city, or an unlisted name that starts like one */
        if (vt_place_draft_unlisted(f, i, &other) && other.score > d.score &&
            other.city_n > d.city_n)
            d = other;
        else if (vt_place_draft_region(f, i, &other) && other.score > d.score)
            d = other;
    }
    if (!found) {
        vt_place_draft region;
        bool is_region = vt_place_draft_region(f, i, &region);
        found = vt_place_draft_unlisted(f, i, &d);
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
    vt_place_words f = vt_place_words_read(lex, arena, words);
    VT_VEC(vt_place) places = {0};
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

static bool parse_by_position(const vt_place_words *f, vt_place *ret)
{
    size_t starts[4], ends[4], n = 0;
    for (size_t i = 0; i < f->words->n; i = part_end(f->words, i)) {
        bool digits = false;
        size_t end = part_end(f->words, i), first = i;
        size_t code = vt_place_postcode_words(f, i);
        if (code && i + code < end)
            first = i + code;
        for (size_t w = first; w < end; w++)
            digits |= (place_word(f, w)->flags & VT_WORD_DIGIT) != 0;
        if (digits)
            continue; /* a street or a postcode */
        if (n == 4 || end - first > 5)
            return false;
        starts[n] = first;
        ends[n++] = end;
    }
    if (n == 0 || n > 3 || !vt_place_is_named(f, starts[0]))
        return false;
    vt_place_draft d = {.first = starts[0],
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
    if (words->n == 0 || words->n > 24)
        return false;
    vt_places found = vt_place_find(lex, arena, words);
    const vt_place *best = NULL;
    for (size_t i = 0; i < found.n; i++)
        if (!best || found.at[i].score > best->score)
            best = &found.at[i];
    vt_place_words f = vt_place_words_read(lex, arena, words);
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
