/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A job whose title was found but no employer, while the title goes on behind a sign ("Intern,
 * Dunder Mifflin"), most likely has its employer there; so has a study its school. The part of such
 * a run that the network holds likeliest for the missing field becomes it. So with places.
 */
#include "parse/reader/missing_fields.h"

/* A word may be so much less likely of the missing field, as a logarithm. */
#define LIMIT 3.0f

struct part {
    size_t first, end; /* words */
    uint8_t field;     /* what it would be */
    float cost;        /* a word */
};

/** May a value end before word k of the cell: at a sign, a change of look, an "at"? */
static bool is_parted(const vt_facts *facts, const vt_info *info, size_t k)
{
    static const char *const places[] = {"at", "bei", "beim", "chez", "presso", "bij"};
    if (k + 1 < info->words.n && VT_STR_AMONG(info->words.at[k].folded, places))
        return true;
    vt_between between = vt_between_words(info, k);
    return between == VT_BETWEEN_COMMA || between == VT_BETWEEN_OPEN ||
           between >= VT_BETWEEN_MINUS || vt_look_changes(facts, info, k);
}

/** The cost of reading words [first, end) as `field`, a word. */
static float cost_of(const vt_net_output *out, const vt_reading *r, size_t first, size_t end,
                     uint8_t field)
{
    float sum = 0;
    for (size_t w = first; w < end; w++)
        sum += vt_net_log(out->field[w][r->word[w].field] + 1e-4f) -
               vt_net_log(out->field[w][field] + 1e-4f);
    return sum / (float)(end - first);
}

/** The cheapest part of the runs of a cell that leaves something of the run it is taken from. */
static void find_part(const vt_reading *r, const vt_net_output *out, size_t cell, uint8_t wanted,
                      const bool *from, struct part *best)
{
    const vt_info *info = &r->cells->at[cell];
    size_t first = r->features.in.first_word[cell], end = r->features.in.first_word[cell + 1];
    for (size_t a = first; a < end;) {
        uint8_t field = r->word[a].field;
        size_t b = a + 1, cut = 0;
        for (; b < end && r->word[b].field == field; b++)
            cut += is_parted(r->cells, info, b - first);
        for (size_t k = a; from[field] && cut && k < b;) {
            size_t to = k + 1;
            while (to < b && !is_parted(r->cells, info, to - first))
                to++;
            float cost = cost_of(out, r, k, to, wanted);
            if (cost < best->cost)
                *best = (struct part){k, to, wanted, cost};
            k = to;
        }
        a = b;
    }
}

/** Fields of one item: which it has, and the cheapest part for the one that is missing. */
struct item {
    bool has[VT_WORD_IS_COUNT];
    struct part part;
};

static uint8_t missing_name(const struct item *item, bool job, const bool **ret_from)
{
    static const bool titles[VT_WORD_IS_COUNT] = {[VT_WORD_IS_TITLE] = true};
    static const bool firms[VT_WORD_IS_COUNT] = {[VT_WORD_IS_COMPANY] = true};
    static const bool studies[VT_WORD_IS_COUNT] = {
        [VT_WORD_IS_DEGREE] = true, [VT_WORD_IS_STUDY] = true};
    bool title = item->has[VT_WORD_IS_TITLE];
    bool firm = item->has[VT_WORD_IS_COMPANY] || item->has[VT_WORD_IS_INSTITUTION];
    *ret_from = !job ? studies : title ? titles : firms;
    if (!job)
        return firm ? VT_WORD_IS_NONE : VT_WORD_IS_INSTITUTION;
    return title && firm ? VT_WORD_IS_NONE : title ? VT_WORD_IS_COMPANY : VT_WORD_IS_TITLE;
}

static uint8_t missing_place(const struct item *item, bool job, const bool **ret_from)
{
    static const bool firms[VT_WORD_IS_COUNT] = {
        [VT_WORD_IS_COMPANY] = true, [VT_WORD_IS_INSTITUTION] = true};
    (void)job;
    *ret_from = firms;
    return item->has[VT_WORD_IS_LOCATION] ? VT_WORD_IS_NONE : VT_WORD_IS_LOCATION;
}

static bool is_head(const vt_cell_reading *c, bool *ret_job)
{
    *ret_job = c->role == VT_CELL_JOB_HEAD;
    return c->root != VT_NONE && (*ret_job || c->role == VT_CELL_EDU_HEAD);
}

/** The missing field of an item, and the fields that may hide it; NONE when nothing is missing. */
typedef uint8_t (*missing)(const struct item *item, bool job, const bool **ret_from);

static void find(vt_reading *r, const vt_net_output *out, missing field_of)
{
    size_t n = r->features.in.cells;
    struct item *items = VT_NEW_ARRAY(r->cells->arena, struct item, n + 1);
    bool job;
    for (size_t i = 0; i < n; i++) {
        items[i].part.cost = LIMIT;
        for (size_t w = r->features.in.first_word[i];
             is_head(&r->cell[i], &job) && w < r->features.in.first_word[i + 1]; w++)
            items[r->cell[i].root].has[r->word[w].field] = true;
    }
    for (size_t i = 0; i < n; i++) {
        if (!is_head(&r->cell[i], &job))
            continue;
        struct item *item = &items[r->cell[i].root];
        const bool *from;
        uint8_t wanted = field_of(item, job, &from);
        if (wanted != VT_WORD_IS_NONE)
            find_part(r, out, i, wanted, from, &item->part);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t w = items[i].part.first; w < items[i].part.end; w++)
            r->word[w] = (vt_word_reading){items[i].part.field, out->field[w][items[i].part.field]};
}

void vt_reading_find_missing(vt_reading *r, const vt_net_output *out)
{
    find(r, out, missing_name);
    find(r, out, missing_place);
}
