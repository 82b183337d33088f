/* SPDX-License-Identifier: Apache-2.0 */
/* Everything that looks for something in a text: dates, places, phones, addresses, links, numbers,
 * language. What is found stands in the text, and each search goes on behind what it found. */
#include "fuzz.h"

#include "text/date.h"
#include "text/fuzzy.h"
#include "text/place.h"
#include "text/utf8.h"

static vt_lexicon *lexicon;

static void demand(bool holds)
{
    if (!holds)
        abort();
}

static void check_span(vt_span span, vt_str text, size_t from)
{
    demand(span.start >= from && span.end >= span.start && span.end <= text.len);
}

static void check_part(vt_span span, vt_str text)
{
    check_span(span, text, 0);
}

static void find_dates(vt_arena *arena, const vt_words *words, vt_date_mode mode)
{
    const vt_date_options options = {mode, vt_date_guess_order(words), {2026, 1, 1}};
    vt_date_hits hits = vt_date_find(lexicon, arena, words, &options);
    size_t from = 0;
    for (size_t i = 0; i < hits.n; i++) {
        const vt_date_hit *h = &hits.at[i];
        check_span((vt_span){h->start, h->end}, words->text, from);
        check_part(h->from_span, words->text);
        check_part(h->to_span, words->text);
        demand(h->first + h->count <= words->n && h->from.month <= 12 && h->to.month <= 12);
        from = h->end;
    }
}

static void check_place(const vt_place *p, const vt_words *words)
{
    check_part(p->span, words->text);
    check_part(p->city_span, words->text);
    check_part(p->region_span, words->text);
    check_part(p->country_span, words->text);
    check_part(p->address, words->text);
    demand(p->first + p->count <= words->n);
}

static void find_places(vt_arena *arena, const vt_words *words)
{
    vt_places places = vt_place_find(lexicon, arena, words);
    size_t from = 0;
    for (size_t i = 0; i < places.n; i++) {
        check_place(&places.at[i], words);
        check_span(places.at[i].span, words->text, from);
        from = places.at[i].span.end;
    }
    vt_place whole;
    if (vt_place_parse(lexicon, arena, words, &whole))
        check_place(&whole, words);
}

static void find_contacts(vt_arena *arena, vt_str text)
{
    vt_email email;
    for (size_t from = 0; vt_email_find(arena, text, from, &email); from = email.span.end) {
        check_span(email.span, text, from);
        demand(email.span.end > from && vt_utf8_valid(email.text));
    }
    vt_url url;
    for (size_t from = 0; vt_url_find(text, from, &url); from = url.span.end) {
        check_span(url.span, text, from);
        demand(url.span.end > from);
    }
    vt_phone phone;
    for (size_t from = 0; vt_phone_find(arena, lexicon, text, from, VT_STR("DE"), &phone);
         from = phone.span.end) {
        check_span(phone.span, text, from);
        demand(phone.span.end > from && phone.e164.len <= 20);
    }
}

static void body(vt_arena *arena, vt_str input)
{
    vt_str text = vt_utf8_repair(arena, input);
    vt_words words = vt_words_split(arena, text);
    for (size_t i = 0; i < words.n; i++)
        check_span((vt_span){words.at[i].start, words.at[i].end}, text,
                   i ? words.at[i - 1].start : 0);
    find_dates(arena, &words, VT_DATE_HEADER);
    find_dates(arena, &words, VT_DATE_PROSE);
    find_places(arena, &words);
    find_contacts(arena, text);
    double number;
    if (vt_number_parse(text, &number) || vt_rating_parse(text, &number))
        demand(number == number);
    (void)vt_lexicon_heading(lexicon, &words);
    vt_lex_hits hits = vt_lexicon_scan(lexicon, arena, &words, VT_LEX_ALL);
    for (size_t i = 0; i < hits.n; i++)
        demand(hits.at[i].first + hits.at[i].count <= words.n);
    size_t half = vt_utf8_offset(text, vt_utf8_count(text) / 2);
    vt_str a = vt_str_sub(text, 0, half), b = vt_str_sub(text, half, text.len);
    demand(vt_edit_distance(a, b, 8) <= 9);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!lexicon && vt_lexicon_open(&lexicon, NULL) != VT_OK)
        abort();
    fuzz_in_arena(data, size, 128 << 20, body);
    return 0;
}
