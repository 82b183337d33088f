/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dates that take two lines beside what they date: a range that wraps in its narrow column, or the
 * end of one over its start, "Present" over "May 2019".
 */
#include "parse/line_features.h"

#include <math.h>

#define LEADING 1.6f /* of the size: between the two */

/** Nothing but one date, which is no range. */
static const vt_date_hit *lone_date(const vt_info *info)
{
    const vt_date_hit *hit = info->dates.n == 1 ? &info->dates.at[0] : NULL;
    return hit && !hit->range && !hit->current && info->date_share > 0.9f ? hit : NULL;
}

static bool stands_under(const vt_info *below, const vt_info *above)
{
    float step = below->line->baseline - above->line->baseline;
    vt_box a = above->line->box, b = below->line->box;
    return below->line->page == above->line->page && step > 0.5f * below->line->size &&
           step < LEADING * below->line->size && !above->bullet && !below->bullet &&
           (fabsf(a.x0 - b.x0) < 2 || fabsf(a.x1 - b.x1) < 2 ||
            fabsf(a.x0 + a.x1 - b.x0 - b.x1) < 4);
}

/** Are the two texts together one range, from their first to their last word? */
static bool make_range(const vt_facts *f, vt_str a, const char *between, vt_str b,
                       bool *ret_current)
{
    vt_str both =
        vt_str_format(f->arena, VT_STR_FMT "%s" VT_STR_FMT, VT_STR_ARG(a), between, VT_STR_ARG(b));
    vt_words words = vt_words_split(f->arena, both);
    vt_date_hits hits = vt_date_find(f->ctx->lexicon, f->arena, &words, &f->dates);
    *ret_current = hits.n == 1 && hits.at[0].current;
    return hits.n == 1 && hits.at[0].range && hits.at[0].end == both.len;
}

/** Is there a range that starts with the date of `below` and ends with that of `above`? */
static bool starts_below(const vt_facts *f, const vt_info *above, const vt_info *below)
{
    const vt_date_hit *end = lone_date(above), *start = lone_date(below);
    if (!start || !start->from.year || (!end && (above->dates.n || above->words.n > 3)))
        return false;
    if (end)
        return end->from.year && vt_when_months(start->from, 1) <
                                     vt_when_months(end->from, start->from.month ? 1 : 2);
    bool current;
    return make_range(f, below->text, " – ", above->text, &current) && current;
}

/** Nothing but a date or a word or two. */
static bool is_short(const vt_info *info)
{
    return lone_date(info) || (info->dates.n == 0 && info->words.n <= 2);
}

/** Does the date of `above` end in `below`? */
static bool wraps(const vt_facts *f, const vt_info *above, const vt_info *below)
{
    const vt_date_hit *first = above->dates.n == 1 ? &above->dates.at[0] : NULL;
    if (!first || first->start > 0 || !is_short(below) ||
        (first->range && !first->current && vt_is_digit(above->text.ptr[first->end - 1])))
        return false;
    bool current;
    return make_range(f, above->text, " ", below->text, &current);
}

/** What the dates belong to begins beside one of the two. */
static bool has_content(const vt_info *above, const vt_info *next)
{
    const vt_line *line = next->line, *end = above->line, *start = above[1].line;
    float off =
        VT_MIN(fabsf(line->baseline - end->baseline), fabsf(line->baseline - start->baseline));
    return line->page == end->page && off < 0.6f * end->size &&
           line->box.x0 >= VT_MAX(end->box.x1, start->box.x1) - 2;
}

/** "2015 - 2019  • Baker": the sign stands between a date and what it dates, and begins no list. */
static void drop_signs(vt_facts *f)
{
    for (size_t i = 1; i < f->n; i++) {
        const vt_info *date = &f->at[i - 1];
        vt_info *info = &f->at[i];
        if (info->bullet && info->row && !date->bullet && date->range && date->date_share > 0.9f)
            info->bullet = false;
    }
}

void vt_facts_find_stacks(vt_facts *f)
{
    drop_signs(f);
    for (size_t i = 0; i + 2 < f->n; i++) {
        vt_info *above = &f->at[i], *below = above + 1;
        if (!stands_under(below, above) || !has_content(above, below + 1))
            continue;
        below->second = wraps(f, above, below)          ? VT_SECOND_WRAPPED
                        : starts_below(f, above, below) ? VT_SECOND_START
                                                        : VT_SECOND_NONE;
        if (!below->second)
            continue;
        above->range = true;
        below[1].row = true; /* as what stands beside a date of one line */
        below[1].gap = 0;
    }
}
