/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A rail is known by at least two different section names that stand at the start of a line, with
 * a wide gap behind them, and the same left edge of what follows. Then every line is cut at that
 * edge: names of sections, other labels, and dates alike.
 */
#include "parse/rails.h"

#include "text/date.h"
#include "text/lexicon.h"
#include "text/utf8.h"

#include <math.h>

enum { MAX_MARKS = 64 };
#define EDGE_PT     7.0f
#define SHARP_PT    1.5f  /* the edge behind dates set right-aligned, close to the content */
#define NARROW_GAP  0.6f  /* of the size: white behind such a date */
#define STACK_GAP   1.15f /* the distance of the next row, of that between end and start */
#define NARROW_RAIL 3     /* such dates that make a rail */

struct mark {
    float edge;
    vt_section section;
};

/** The token behind the first wide gap of the line (0: none), among its first six words. */
static uint32_t first_gap(const vt_doc *doc, const vt_line *line)
{
    const vt_token *tokens = vt_line_tokens(doc, line);
    for (uint32_t i = 1; i < line->count && i <= 6; i++)
        if ((tokens[i].flags & VT_TOKEN_WIDE_GAP) && tokens[i].start > line->start)
            return i;
    return 0;
}

/** Is the white before token i more than a space, if no wide gap? */
static bool is_narrow_gap(const vt_token *tokens, uint32_t i)
{
    return tokens[i].box.x0 - tokens[i - 1].box.x1 > NARROW_GAP * tokens[i].size &&
           tokens[i].start > tokens[i - 1].end;
}

/** Bytes of the line's text before a token. */
static size_t bytes_before(const vt_line *line, const vt_token *token)
{
    return vt_utf8_offset(line->text, token->start - line->start);
}

static vt_section label_section(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                                const vt_line *line, uint32_t gap)
{
    size_t bytes = bytes_before(line, &vt_line_tokens(doc, line)[gap]);
    vt_words words = vt_words_split(arena, vt_str_trim(vt_str_sub(line->text, 0, bytes)));
    return vt_lexicon_heading(ctx->lexicon, &words);
}

static bool is_candidate(const vt_line *line)
{
    return line->kind == VT_LINE_TEXT && !(line->flags & (VT_LINE_HIDDEN | VT_LINE_BULLET)) &&
           line->text.len;
}

/** Text of a date column: digits or a month, and nothing else of weight. */
static bool looks_dated(vt_str label)
{
    size_t digits = 0, letters = 0;
    for (size_t i = 0; i < label.len; i++) {
        digits += vt_is_digit(label.ptr[i]);
        letters += vt_is_alpha(label.ptr[i]);
    }
    return digits >= 4 && letters <= 14 && label.len <= 30;
}

static vt_str label_text(const vt_doc *doc, const vt_line *line, uint32_t gap)
{
    return vt_str_trim(
        vt_str_sub(line->text, 0, bytes_before(line, &vt_line_tokens(doc, line)[gap])));
}

/** The edge of what follows a date with little white behind it: dates that are set right-aligned
 * stand close to their content. */
static bool mark_of_date(const vt_doc *doc, const vt_line *line, struct mark *ret)
{
    const vt_token *tokens = vt_line_tokens(doc, line);
    uint32_t i = 1;
    while (i < line->count && i <= 6 && !is_narrow_gap(tokens, i))
        i++;
    if (i >= line->count || i > 6 || !looks_dated(label_text(doc, line, i)))
        return false;
    *ret = (struct mark){tokens[i].box.x0, VT_SECTION_NONE};
    return true;
}

/** The edge of what follows a section name that layout set apart: its content begins beyond it. */
static bool mark_of_name(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc, size_t i,
                         struct mark *ret)
{
    const vt_line *line = &doc->lines.at[i], *next = line + 1;
    if (i + 1 >= doc->lines.n || next->page != line->page || next->box.x0 <= line->box.x1)
        return false;
    vt_words words = vt_words_split(arena, line->text);
    *ret = (struct mark){next->box.x0, vt_lexicon_heading(ctx->lexicon, &words)};
    return ret->section != VT_SECTION_NONE;
}

/** The edge that dates with little white behind them share sharply; negative: there is none. */
static float find_narrow_edge(const vt_doc *doc)
{
    struct mark marks[MAX_MARKS];
    size_t n = 0;
    for (size_t i = 0; i < doc->lines.n && n < MAX_MARKS; i++)
        n += is_candidate(&doc->lines.at[i]) && mark_of_date(doc, &doc->lines.at[i], &marks[n]);
    for (size_t i = 0; i < n; i++) {
        size_t dates = 0;
        for (size_t k = i; k < n; k++)
            dates += fabsf(marks[k].edge - marks[i].edge) < SHARP_PT;
        if (dates >= NARROW_RAIL)
            return marks[i].edge;
    }
    return -1;
}

/** The edge that most section names share, or three dates; negative: there is no rail. */
static float find_edge(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc)
{
    struct mark marks[MAX_MARKS];
    size_t n = 0;
    for (size_t i = 0; i < doc->lines.n && n < MAX_MARKS; i++) {
        const vt_line *line = &doc->lines.at[i];
        uint32_t gap = is_candidate(line) ? first_gap(doc, line) : 0;
        if (!gap) {
            n += is_candidate(line) && mark_of_name(ctx, arena, doc, i, &marks[n]);
            continue;
        }
        vt_section section = label_section(ctx, arena, doc, line, gap);
        if (section != VT_SECTION_NONE || looks_dated(label_text(doc, line, gap)))
            marks[n++] = (struct mark){vt_line_tokens(doc, line)[gap].box.x0, section};
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t sections = 0;
        size_t dates = 0;
        for (size_t k = i; k < n; k++) {
            if (fabsf(marks[k].edge - marks[i].edge) >= EDGE_PT)
                continue;
            if (marks[k].section == VT_SECTION_NONE)
                dates++;
            else
                sections |= 1u << marks[k].section;
        }
        if ((sections & (sections - 1)) != 0 || dates >= 3 || (sections && dates))
            return marks[i].edge;
    }
    return doc->paras.n ? -1 : find_narrow_edge(doc); /* places in flowing text are made up */
}

static bool all_caps(vt_str s)
{
    vt_char_stats stats = vt_utf8_stats(s);
    return stats.upper >= 2 && stats.lower == 0;
}

/** The line from its token `from` up to `to`. */
static vt_line part_of(const vt_doc *doc, const vt_line *line, uint32_t from, uint32_t to)
{
    const vt_token *tokens = vt_line_tokens(doc, line);
    vt_line part = *line;
    size_t start = from ? bytes_before(line, &tokens[from]) : 0;
    size_t end = to < line->count ? bytes_before(line, &tokens[to]) : line->text.len;
    part.first = line->first + from;
    part.count = to - from;
    part.text = vt_str_trim(vt_str_sub(line->text, start, end));
    part.byte_start = line->byte_start + (size_t)(part.text.ptr - line->text.ptr);
    part.byte_end = part.byte_start + part.text.len;
    part.start = tokens[from].start;
    part.end = tokens[to - 1].end;
    part.box = tokens[from].box;
    for (uint32_t i = from + 1; i < to; i++)
        part.box = vt_box_union(part.box, tokens[i].box);
    part.indent = line->indent + part.box.x0 - line->box.x0;
    part.size = tokens[from].size;
    part.flags &= ~(uint32_t)(VT_LINE_CAPS | VT_LINE_BOLD | VT_LINE_CONT);
    part.flags |= all_caps(part.text) ? VT_LINE_CAPS : 0;
    return part;
}

/** A date that goes on in the next line of its column: "Jul 2016 -". */
static bool is_open(vt_str label)
{
    static const char *const ends[] = {"ㅡ", "-", "–", "—", ",", "to", "bis", "until", "au"};
    for (size_t i = 0; i < VT_COUNT(ends); i++)
        if (vt_str_ends(label, vt_str_z(ends[i])))
            return true;
    return false;
}

/** The token just at the edge that is set smaller or larger than a section's name, which comes
 * close to it. */
static uint32_t change_at_edge(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                               const vt_line *line, float edge)
{
    const vt_token *tokens = vt_line_tokens(doc, line);
    for (uint32_t i = 1; i < line->count && i <= 6; i++)
        if (fabsf(tokens[i].box.x0 - edge) < 1.5f &&
            fabsf(tokens[i].size - tokens[i - 1].size) > 0.3f && tokens[i].start > line->start)
            return label_section(ctx, arena, doc, line, i) != VT_SECTION_NONE ? i : 0;
    return 0;
}

/** The token at the rail's edge, or 0 when the line does not reach over it. */
static uint32_t gap_at_edge(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                            const vt_line *line, float edge)
{
    if (edge < 0 || !is_candidate(line))
        return 0;
    const vt_token *tokens = vt_line_tokens(doc, line);
    for (uint32_t i = 1; i < line->count && i <= 6; i++) {
        bool wide = (tokens[i].flags & VT_TOKEN_WIDE_GAP) && tokens[i].start > line->start;
        float off = fabsf(tokens[i].box.x0 - edge);
        if (off < (wide ? EDGE_PT : SHARP_PT) && (wide || is_narrow_gap(tokens, i)))
            return i;
    }
    return change_at_edge(ctx, arena, doc, line, edge);
}

/** A section name left of the edge, its content beside or below it and beyond the edge. */
static bool stands_in_rail(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                           size_t i, float edge)
{
    struct mark mark;
    return edge >= 0 && is_candidate(&doc->lines.at[i]) &&
           mark_of_name(ctx, arena, doc, i, &mark) && fabsf(mark.edge - edge) < EDGE_PT;
}

/* ---- a rail that layout took for a column of its own ---- */

/** What stands in a column. */
struct column_sum {
    uint32_t headings, dates, others, lines;
    uint32_t beside; /* dates with a line of another column to their right */
    float x0, x1;
};

static bool is_date_line(const vt_parse_context *ctx, vt_arena *arena, const vt_words *words)
{
    vt_date_options options = {.mode = VT_DATE_HEADER, .today = ctx->reference_date};
    vt_date_hits hits = vt_date_find(ctx->lexicon, arena, words, &options);
    size_t bytes = 0;
    for (size_t i = 0; i < hits.n; i++)
        bytes += hits.at[i].end - hits.at[i].start;
    return bytes * 2 >= words->text.len && bytes > 0;
}

/** Does a line of another column stand to the right of line i, at its height? */
static bool has_neighbour(const vt_doc *doc, size_t i)
{
    const vt_line *line = &doc->lines.at[i];
    float middle = (line->box.y0 + line->box.y1) / 2;
    const vt_page *page = &doc->pages.at[line->page];
    for (size_t k = page->first_line; k < doc->lines.n && k < page->first_line + page->line_count;
         k++) {
        const vt_line *other = &doc->lines.at[k];
        if (other->column != line->column && other->box.x0 >= line->box.x1 - 2 &&
            other->box.y0 < middle && other->box.y1 > middle)
            return true;
    }
    return false;
}

/** Columns that hold nothing but names of sections, dates and a few labels. */
static struct column_sum *sum_columns(const vt_parse_context *ctx, vt_arena *arena,
                                      const vt_doc *doc)
{
    struct column_sum *sums = VT_NEW_ARRAY(arena, struct column_sum, doc->columns.n + 1);
    for (size_t i = 0; i < doc->lines.n; i++) {
        const vt_line *line = &doc->lines.at[i];
        if (line->column >= doc->columns.n || line->kind != VT_LINE_TEXT || !line->text.len)
            continue;
        struct column_sum *s = &sums[line->column];
        s->x0 = s->lines ? VT_MIN(s->x0, line->box.x0) : line->box.x0;
        s->x1 = s->lines ? VT_MAX(s->x1, line->box.x1) : line->box.x1;
        s->lines++;
        if (line->text.len > 48 || (line->flags & VT_LINE_BULLET)) {
            s->others += 10;
            continue;
        }
        vt_words words = vt_words_split(arena, line->text);
        if (vt_lexicon_heading(ctx->lexicon, &words) != VT_SECTION_NONE)
            s->headings++;
        else if (is_date_line(ctx, arena, &words)) {
            s->dates++;
            s->beside += has_neighbour(doc, i);
        } else
            s->others++;
    }
    return sums;
}

static bool is_rail(const vt_doc *doc, const struct column_sum *s, uint32_t page)
{
    float width = page < doc->pages.n ? doc->pages.at[page].width : 600;
    if (s->x1 - s->x0 > 0.4f * width)
        return false;
    return (s->headings >= 1 && s->others <= s->headings / 2) ||
           (s->dates >= 2 && s->others == 0) ||
           (s->beside >= 3 && s->others <= s->dates + s->headings);
}

/** The line beside the rail's line, or the next below it: the first of the page that is not above.
 */
static size_t partner(const vt_line *lines, size_t n, const vt_line *rail, const bool *is_rail_line)
{
    float height = rail->box.y1 - rail->box.y0;
    for (size_t i = 0; i < n; i++) {
        const vt_line *line = &lines[i];
        if (is_rail_line[i] || line->page != rail->page || line->kind != VT_LINE_TEXT)
            continue;
        bool beside =
            line->box.x0 > rail->box.x1 - 6 && line->box.y1 > rail->box.y0 + 0.2f * height;
        if (beside || line->box.y0 > rail->box.y1 - 0.3f * height)
            return i;
    }
    return n;
}

/** Sets the lines of rails before the lines that they stand beside. */
static void interleave(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                       vt_rail_lines *out)
{
    struct column_sum *sums = sum_columns(ctx, arena, doc);
    size_t n = out->n, rails = 0;
    bool *rail = VT_NEW_ARRAY(arena, bool, n + 1);
    for (size_t i = 0; i < n; i++) {
        const vt_line *line = &out->at[i];
        rail[i] = line->column < doc->columns.n && line->kind == VT_LINE_TEXT &&
                  is_rail(doc, &sums[line->column], line->page);
        rails += rail[i];
    }
    if (rails < 2 || rails == n)
        return;
    uint32_t *next = VT_NEW_ARRAY(arena, uint32_t, n + 1); /* chains of rail lines, + 1 */
    uint32_t *head = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    uint32_t *tail = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    size_t last = n;
    for (size_t i = 0; i < n; i++) {
        if (!rail[i])
            continue;
        const vt_line *line = &out->at[i], *before = i ? line - 1 : NULL;
        bool wrapped = before && rail[i - 1] && before->column == line->column && last < n &&
                       line->box.y0 - before->box.y1 < 0.5f * line->size && is_open(before->text);
        size_t p = wrapped ? last : partner(out->at, n, line, rail);
        last = p;
        if (p == n) { /* nothing beside it or below: it stays where it is */
            rail[i] = false;
            continue;
        }
        if (tail[p])
            next[tail[p] - 1] = (uint32_t)i + 1;
        else
            head[p] = (uint32_t)i + 1;
        tail[p] = (uint32_t)i + 1;
    }
    vt_line *sorted = VT_NEW_ARRAY(arena, vt_line, n + 1);
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (rail[i])
            continue;
        for (uint32_t k = head[i]; k; k = next[k - 1]) {
            sorted[m] = out->at[k - 1];
            sorted[m].column = out->at[i].column; /* they are read as one column */
            m++;
        }
        sorted[m++] = out->at[i];
    }
    out->at = sorted;
    out->n = m;
}

/** The name of a section in two lines of one look, of which neither holds more: "ACADEMIC" over
 * "BACKGROUND" in a narrow column. */
static bool is_wrapped_name(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                            const vt_line *a, const vt_line *b)
{
    enum { MOST_BYTES = 40 };
    const uint32_t look = VT_LINE_BOLD | VT_LINE_CAPS;
    if (!is_candidate(a) || !is_candidate(b) || a->page != b->page || a->column != b->column ||
        b->first != a->first + a->count || a->text.len + b->text.len > MOST_BYTES ||
        (a->flags & look) != (b->flags & look) || fabsf(a->size - b->size) > 0.3f ||
        b->box.y0 - a->box.y1 > 0.7f * a->size || b->box.y0 < a->box.y0 + 0.5f * a->size ||
        first_gap(doc, a) || first_gap(doc, b))
        return false;
    vt_words upper = vt_words_split(arena, a->text), lower = vt_words_split(arena, b->text);
    if (upper.n > 3 || lower.n > 2)
        return false;
    vt_str text = vt_str_sub(doc->raw_text, a->byte_start, b->byte_end);
    vt_words both = vt_words_split(arena, text);
    return vt_lexicon_heading(ctx->lexicon, &both) != VT_SECTION_NONE;
}

/** A name of a section that wraps is one line. */
static void join_headings(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                          vt_rail_lines *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < lines->n; i++) {
        const vt_line *line = &lines->at[i];
        vt_line *before = n ? &lines->at[n - 1] : NULL;
        bool goes_on = before && (before->flags & VT_LINE_HEADING) &&
                       (line->flags & VT_LINE_HEADING) && (line->flags & VT_LINE_CONT) &&
                       line->page == before->page && line->first == before->first + before->count;
        if (!goes_on && !(before && is_wrapped_name(ctx, arena, doc, before, line))) {
            lines->at[n++] = *line;
            continue;
        }
        before->count += line->count;
        before->box = vt_box_union(before->box, line->box);
        before->end = line->end;
        before->byte_end = line->byte_end;
        before->text.len = line->byte_end - before->byte_start;
    }
    lines->n = n;
}

/** A document with a rail: where its content begins, and whether ends of dates stand over their
 * starts in it. */
struct rail {
    const vt_parse_context *ctx;
    vt_arena *arena;
    const vt_doc *doc;
    float edge;
    bool stacks;
};

/** The label of a line that the rail ends: that of a row, or a line that stands in the rail alone;
 * 0 tokens: it has none. */
static uint32_t label_at(const struct rail *r, size_t i)
{
    if (i >= r->doc->lines.n)
        return 0;
    const vt_line *line = &r->doc->lines.at[i];
    uint32_t gap = gap_at_edge(r->ctx, r->arena, r->doc, line, r->edge);
    return gap || !is_candidate(line) || line->box.x1 >= r->edge ? gap : line->count;
}

/** One date range, that neither text is alone: the second goes on with the first, or names the
 * start under the end. */
static bool make_range(const vt_parse_context *ctx, vt_arena *arena, vt_str a, vt_str b,
                       const char *between)
{
    vt_str both =
        vt_str_format(arena, VT_STR_FMT "%s" VT_STR_FMT, VT_STR_ARG(a), between, VT_STR_ARG(b));
    vt_words words = vt_words_split(arena, both), first = vt_words_split(arena, a);
    vt_date_options options = {.mode = VT_DATE_HEADER, .today = ctx->reference_date};
    vt_date_hits hits = vt_date_find(ctx->lexicon, arena, &words, &options);
    vt_date_hits alone = vt_date_find(ctx->lexicon, arena, &first, &options);
    if (hits.n != 1 || !hits.at[0].range || hits.at[0].end < both.len || hits.at[0].start > 0 ||
        (alone.n && alone.at[0].range && vt_is_digit(a.ptr[a.len - 1])))
        return false;
    return hits.at[0].current ||
           vt_when_months(hits.at[0].from, 1) < vt_when_months(hits.at[0].to, 1);
}

/** The labels of row i, with its first `gap` tokens, and of the row below; false: there is none. */
static bool labels_below(const struct rail *r, size_t i, uint32_t gap, vt_str *ret,
                         vt_str *ret_below)
{
    const vt_line *line = &r->doc->lines.at[i], *next = line + 1;
    uint32_t below = label_at(r, i + 1);
    if (!gap || !below || next->page != line->page)
        return false;
    *ret = label_text(r->doc, line, gap);
    *ret_below = below < next->count ? label_text(r->doc, next, below) : vt_str_trim(next->text);
    return true;
}

/** Does the date of row i wrap into the row below? */
static bool wraps_below(const struct rail *r, size_t i, uint32_t gap)
{
    vt_str a, b;
    return labels_below(r, i, gap, &a, &b) &&
           (is_open(a) || make_range(r->ctx, r->arena, a, b, " "));
}

/** Can the date of row i be the end of a range that starts with the date below? */
static bool may_stack(const struct rail *r, size_t i, uint32_t gap)
{
    const vt_line *line = &r->doc->lines.at[i];
    vt_str a, b;
    if (!labels_below(r, i, gap, &a, &b))
        return false;
    float step = line[1].baseline - line->baseline;
    return step > 0 && step < 1.5f * line->size && make_range(r->ctx, r->arena, b, a, " – ");
}

/** Does line i have a date in the rail? */
static bool is_dated(const struct rail *r, size_t i)
{
    const vt_line *line = &r->doc->lines.at[i];
    uint32_t gap = label_at(r, i);
    return gap && looks_dated(gap < line->count ? label_text(r->doc, line, gap) : line->text);
}

/** Ends stand over starts where the next pair follows at a distance; rows of equal distance are
 * items of their own. */
static bool has_stacks(const struct rail *r)
{
    size_t pairs = 0;
    for (size_t i = 0; i + 2 < r->doc->lines.n; i++) {
        const vt_line *line = &r->doc->lines.at[i];
        uint32_t gap = gap_at_edge(r->ctx, r->arena, r->doc, line, r->edge);
        if (!may_stack(r, i, gap) || line[2].page != line->page || !is_dated(r, i + 2))
            continue;
        float step = line[1].baseline - line->baseline;
        if (line[2].baseline - line[1].baseline < STACK_GAP * step)
            return false;
        pairs++;
    }
    return pairs > 0;
}

vt_rail_lines vt_rails_split(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc)
{
    vt_rail_lines out = {.at = VT_NEW_ARRAY(arena, vt_line, 2 * doc->lines.n + 1)};
    float edge = find_edge(ctx, arena, doc);
    struct rail rail = {ctx, arena, doc, edge, false};
    rail.stacks = edge >= 0 && has_stacks(&rail);
    for (size_t i = 0; i < doc->lines.n; i++) {
        const vt_line *line = &doc->lines.at[i];
        uint32_t gap = gap_at_edge(ctx, arena, doc, line, edge), below = 0;
        if (!gap) {
            out.at[out.n] = *line;
            if (stands_in_rail(ctx, arena, doc, i, edge))
                out.at[out.n].flags |= VT_LINE_HEADING;
            out.n++;
            continue;
        }
        if (wraps_below(&rail, i, gap) || (rail.stacks && may_stack(&rail, i, gap)))
            below = label_at(&rail, i + 1);
        out.at[out.n] = part_of(doc, line, 0, gap);
        if (label_section(ctx, arena, doc, line, gap) != VT_SECTION_NONE)
            out.at[out.n].flags |= VT_LINE_HEADING;
        out.n++;
        if (below) {
            out.at[out.n] = part_of(doc, line + 1, 0, below);
            if (below < line[1].count &&
                label_section(ctx, arena, doc, line + 1, below) != VT_SECTION_NONE)
                out.at[out.n].flags |= VT_LINE_HEADING;
            out.n++;
        }
        out.at[out.n] = part_of(doc, line, gap, line->count);
        if (below)
            out.at[out.n].gap_above = 0; /* it stands beside the first of the two labels */
        out.n++;
        if (below && below < line[1].count)
            out.at[out.n++] = part_of(doc, line + 1, below, line[1].count);
        i += below > 0;
    }
    interleave(ctx, arena, doc, &out);
    join_headings(ctx, arena, doc, &out);
    return out;
}
