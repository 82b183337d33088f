/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The country of an address that does not name it: its phone's calling code, the form of its
 * postcode, its region, its city and the language of the document each vote. One vote of a city, or
 * of the language, is not enough: towns share names, countries languages.
 */
#include "parse/assemble/assemble.h"

#include "text/tongue.h"
#include "text/utf8.h"

#define ENOUGH 0.8f
#define MARGIN 0.3f
enum { MAX_VOTES = 8, TONGUE_LEAST = 8 };

struct vote {
    vt_str country; /* alpha-2 */
    const vt_value *from;
    float weight;
};

struct votes {
    struct vote at[MAX_VOTES];
    size_t n;
};

static void add(struct votes *v, vt_str country, const vt_value *from, float weight)
{
    if (country.len && v->n < MAX_VOTES)
        v->at[v->n++] = (struct vote){country, from, weight};
}

static float sum_of(const struct votes *v, vt_str country)
{
    float sum = 0;
    for (size_t i = 0; i < v->n; i++)
        sum += vt_str_eq(v->at[i].country, country) ? v->at[i].weight : 0;
    return sum;
}

/** The country of a number that is written with its calling code. */
static vt_str country_of_phone(const vt_facts *f, const vt_resume *r)
{
    vt_phone phone;
    if (!vt_value_known(&r->phone_raw) ||
        !vt_phone_find(f->arena, f->ctx->lexicon, r->phone_raw.text, 0, VT_STR_NULL, &phone))
        return VT_STR_NULL;
    return phone.country;
}

/** Where the document's language is at home; languages of their own script by it. */
static vt_str home_of(const vt_facts *f)
{
    vt_tongue_votes votes = {0};
    size_t han = 0, kana = 0, hangul = 0;
    for (size_t i = 0; i < f->n; i++) {
        const vt_words *words = &f->at[i].words;
        vt_tongue_vote(&votes, words);
        for (size_t k = 0; k < words->n; k++) {
            uint32_t cp = vt_utf8_first(words->at[k].folded);
            kana += cp >= 0x3041 && cp <= 0x30FE;
            han += cp >= 0x4E00 && cp <= 0x9FFF;
            hangul += cp >= 0xAC00 && cp <= 0xD7A3;
        }
    }
    if (hangul * 4 > votes.words)
        return VT_STR("KR");
    if ((han + kana) * 4 > votes.words)
        return kana * 10 > han ? VT_STR("JP") : VT_STR("CN");
    return vt_tongue_home(&votes, TONGUE_LEAST);
}

static void vote_region(const vt_facts *f, const vt_value *region, struct votes *v)
{
    if (!vt_value_known(region))
        return;
    const vt_lex_entry *e =
        vt_lexicon_find_text_kind(f->ctx->lexicon, f->arena, region->text, VT_LEX_REGION);
    if (e)
        add(v, vt_lex_str(f->ctx->lexicon, e->a), region,
            e->flags & VT_LEX_ABBREVIATION ? 0.5f : 0.8f);
}

static void vote_city(const vt_facts *f, const vt_value *city, struct votes *v)
{
    if (!vt_value_known(city))
        return;
    const vt_lex_entry *e =
        vt_lexicon_find_text_kind(f->ctx->lexicon, f->arena, city->text, VT_LEX_CITY);
    if (!e)
        return;
    add(v, vt_lex_str(f->ctx->lexicon, e->b), city, 0.5f);
}

void vt_assemble_country(const vt_facts *f, vt_resume *r)
{
    vt_location *l = &r->location;
    if (vt_value_known(&l->country_code) || vt_value_known(&l->country))
        return;
    struct votes v = {0};
    vt_str called = country_of_phone(f, r);
    add(&v, called, &r->phone_raw, 0.65f);
    if (vt_value_known(&r->postcode)) {
        add(&v, vt_postcode_country(r->postcode.text), &r->postcode, 0.9f);
        add(&v, called, &r->phone_raw, 0.2f); /* a whole address goes with the number */
    }
    vote_region(f, &l->region, &v);
    vote_city(f, &l->city, &v);
    if (v.n)
        add(&v, home_of(f), v.at[0].from, 0.3f);
    const struct vote *best = NULL;
    float most = 0, next = 0;
    for (size_t i = 0; i < v.n; i++) {
        float sum = sum_of(&v, v.at[i].country);
        if (best && vt_str_eq(best->country, v.at[i].country))
            continue;
        if (sum > most) {
            next = most;
            most = sum;
            best = &v.at[i];
        } else {
            next = VT_MAX(next, sum);
        }
    }
    if (!best || most < ENOUGH || most - next < MARGIN)
        return;
    l->country_code = *best->from;
    l->country_code.text = best->country;
    l->country_code.confidence = VT_MIN(0.95f, 0.5f + 0.4f * most);
}
