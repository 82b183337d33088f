/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/entry_labels.h"

#include "text/utf8.h"

/* A label of so many words needs no colon: "Occupation or position held  Nurse". */
enum { UNMARKED_WORDS = 4, DROPPED_WORDS = 6 };

/** Bytes of the line's text before each token that a wide gap stands before; at most `max`. */
static size_t find_gaps(const vt_facts *f, const vt_info *info, size_t *at, size_t max)
{
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    uint32_t chars = vt_facts_chars(f, info->base);
    size_t n = 0;
    for (uint32_t i = 1; i < info->line->count && n < max; i++)
        if ((tokens[i].flags & VT_TOKEN_WIDE_GAP) && tokens[i].start > chars)
            at[n++] = vt_utf8_offset(info->text, tokens[i].start - chars);
    return n;
}

static uint8_t what_of(const vt_facts *f, const vt_lex_entry *label)
{
    static const char *const words[] = {
        [VT_LABEL_TITLE] = "title",   [VT_LABEL_COMPANY] = "company", [VT_LABEL_DATES] = "dates",
        [VT_LABEL_DEGREE] = "degree", [VT_LABEL_STUDY] = "study",     [VT_LABEL_SCHOOL] = "school",
        [VT_LABEL_PLACE] = "place",   [VT_LABEL_TEXT] = "text",       [VT_LABEL_DROP] = "drop",
    };
    vt_str word = vt_lex_str(f->ctx->lexicon, label->a);
    for (uint8_t i = VT_LABEL_NONE + 1; i < VT_COUNT(words); i++)
        if (vt_str_eq(word, vt_str_z(words[i])))
            return i;
    return VT_LABEL_NONE;
}

/** Sections whose names are not also said before a value on the same line. */
static bool is_value_name(uint8_t section)
{
    return section == VT_SECTION_EXPERIENCE || section == VT_SECTION_OBJECTIVE ||
           section == VT_SECTION_MEMBERSHIPS || section == VT_SECTION_DECLARATION;
}

/** The longest label at the line's first word, unless the same words head a section. */
static const vt_lex_hit *first_label(const vt_facts *f, const vt_info *info)
{
    const vt_lex_hit *label = NULL;
    uint32_t heading = 0;
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first == 0; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_ENTRY_LABEL && (!label || h->count > label->count))
            label = h;
        if (h->entry->kind == VT_LEX_HEADING &&
            (h->count == info->words.n || !is_value_name(h->entry->code)))
            heading = VT_MAX(heading, h->count);
    }
    bool duties = label && label->count == heading && label->count > 1 &&
                  what_of(f, label->entry) == VT_LABEL_TEXT &&
                  vt_str_ends(info->text, VT_STR(":")); /* "Roles and responsibilities:" of a job */
    return label && (label->count > heading || duties) ? label : NULL;
}

/** Bytes of a colon or of a dash between spaces at the start of `rest`; 0: none. */
static size_t closing_sign(vt_str rest)
{
    static const char *const signs[] = {":", "：", " :", " – ", " - ", " — "};
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (vt_str_starts(rest, vt_str_z(signs[i])))
            return strlen(signs[i]);
    return 0;
}

/** "Since 2018": the word is part of the date. */
static bool is_date_word(const vt_info *info)
{
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first == 0; i++)
        if (info->hits.at[i].entry->kind == VT_LEX_DATE_WORD)
            return true;
    return false;
}

static vt_entry_label label_of_value(const vt_facts *f, const vt_info *info, bool form, bool beside)
{
    vt_entry_label ret = {0};
    const vt_lex_hit *label = first_label(f, info);
    uint8_t what = label ? what_of(f, label->entry) : VT_LABEL_NONE;
    if (what == VT_LABEL_NONE)
        return ret;
    size_t end = info->words.at[label->count - 1].end, gap = info->text.len;
    if (end < info->text.len && info->text.ptr[end] == ')')
        end++;
    vt_str rest = vt_str_sub(info->text, end, info->text.len);
    size_t sign = closing_sign(rest);
    bool wide = form && find_gaps(f, info, &gap, 1) &&
                vt_str_trim(vt_str_sub(info->text, end, gap)).len == 0;
    bool dated = what == VT_LABEL_DATES && rest.len > 1 && rest.ptr[0] == ' ' &&
                 vt_is_digit(rest.ptr[1]) && !is_date_word(info);
    bool alone = rest.len == 0 && form && beside;
    if (!sign && !wide && !dated && !alone && label->count < UNMARKED_WORDS)
        return ret;
    for (ret.cut = end + sign; ret.cut < info->text.len;)
        if (vt_is_space(info->text.ptr[ret.cut]) || (wide && info->text.ptr[ret.cut] == ':'))
            ret.cut++;
        else
            break;
    ret.drop =
        ret.cut == info->text.len || (what == VT_LABEL_DROP && (sign || wide) && !info->bullet &&
                                      info->words.n <= label->count + DROPPED_WORDS);
    ret.what = what;
    return ret;
}

/** Do labels cover the words that stand in bytes [from, to)? */
static bool is_labels(const vt_info *info, size_t from, size_t to)
{
    static const char *const links[] = {"and", "und", "et", "y", "e", "of", "or"};
    size_t words = 0;
    for (uint32_t i = 0; i < info->words.n; i++) {
        const vt_word *w = &info->words.at[i];
        if (w->start < from || w->start >= to)
            continue;
        bool covered = false;
        for (size_t k = 0; k < info->hits.n && !covered; k++) {
            const vt_lex_hit *h = &info->hits.at[k];
            covered =
                h->entry->kind == VT_LEX_ENTRY_LABEL && h->first <= i && i < h->first + h->count;
        }
        if (!covered && !(words && VT_STR_AMONG(w->folded, links)))
            return false;
        words++;
    }
    return words > 0;
}

size_t vt_cell_of(const vt_facts *f, const vt_info *info, size_t at, size_t *ret_n)
{
    size_t gaps[VT_TABLE_COLUMNS], n = find_gaps(f, info, gaps, VT_TABLE_COLUMNS), cell = 0;
    while (cell < n && gaps[cell] <= at)
        cell++;
    *ret_n = n + 1;
    return cell;
}

/** What the first label in bytes [from, to) says. */
static uint8_t what_in(const vt_facts *f, const vt_info *info, size_t from, size_t to)
{
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        size_t start = info->words.at[h->first].start;
        uint8_t what = h->entry->kind == VT_LEX_ENTRY_LABEL && start >= from && start < to
                           ? what_of(f, h->entry)
                           : VT_LABEL_NONE;
        if (what != VT_LABEL_NONE)
            return what;
    }
    return VT_LABEL_NONE;
}

static float x_of_byte(const vt_facts *f, const vt_info *info, size_t at)
{
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    uint32_t chars = vt_facts_chars(f, info->base + at);
    for (uint32_t i = 0; i < info->line->count; i++)
        if (tokens[i].start >= chars)
            return tokens[i].box.x0;
    return info->line->box.x0;
}

/** The head of a table's columns, when the line is one; else NULL. */
static const vt_table_head *column_head(const vt_facts *f, const vt_info *info)
{
    size_t gaps[VT_TABLE_COLUMNS], n = find_gaps(f, info, gaps, VT_TABLE_COLUMNS - 1), from = 0;
    if (!n || info->words.n > 16)
        return NULL;
    vt_table_head head = {.n = n + 1};
    for (size_t i = 0; i <= n; i++) {
        size_t to = i < n ? gaps[i] : info->text.len;
        if (!is_labels(info, from, to))
            return NULL;
        head.what[i] = what_in(f, info, from, to);
        head.x[i] = x_of_byte(f, info, from);
        from = to;
    }
    vt_table_head *ret = VT_NEW(f->arena, vt_table_head);
    *ret = head;
    return ret;
}

vt_entry_label vt_entry_label_of(const vt_facts *f, const vt_info *info, bool form, bool beside)
{
    const vt_table_head *head = column_head(f, info);
    if (head)
        return (vt_entry_label){.cut = info->text.len, .drop = true, .head = head};
    return label_of_value(f, info, form, beside);
}

uint8_t vt_label_wraps(const vt_facts *f, const vt_line *line, const vt_line *next)
{
    if (!(next->flags & VT_LINE_CONT) || next->page != line->page || next->column != line->column ||
        line->text.len + next->text.len > 80 || next->first != line->first + line->count)
        return VT_LABEL_NONE;
    vt_str both = vt_str_format(f->arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(line->text),
                                VT_STR_ARG(next->text));
    vt_words words = vt_words_split(f->arena, both);
    const vt_lex_entry *label =
        words.n < UNMARKED_WORDS
            ? NULL
            : vt_lexicon_find_kind(f->ctx->lexicon, words.at, words.n, VT_LEX_ENTRY_LABEL);
    return label ? what_of(f, label) : VT_LABEL_NONE;
}

/* ---- forms ---- */

bool vt_stands_beside(const vt_line *line, const vt_line *next)
{
    float common = VT_MIN(line->box.y1, next->box.y1) - VT_MAX(line->box.y0, next->box.y0);
    float height = VT_MIN(line->box.y1 - line->box.y0, next->box.y1 - next->box.y0);
    return next->page == line->page && next->box.x0 >= line->box.x1 && common > 0.5f * height;
}

/** The part of the line before its first wide gap, or all of it. */
static vt_str first_part(const vt_doc *doc, const vt_line *line, bool *ret_gap)
{
    const vt_token *tokens = vt_line_tokens(doc, line);
    *ret_gap = true;
    for (uint32_t i = 1; i < line->count; i++)
        if ((tokens[i].flags & VT_TOKEN_WIDE_GAP) && tokens[i].start > line->start)
            return vt_str_trim(vt_str_sub(
                line->text, 0, vt_utf8_offset(line->text, tokens[i].start - line->start)));
    *ret_gap = false;
    return vt_str_trim(line->text);
}

/** The label that stands apart from its value at the start of a line, or NULL. */
static const vt_lex_entry *label_apart(const vt_parse_context *ctx, vt_arena *arena,
                                       const vt_doc *doc, const vt_line *line, bool beside)
{
    bool gap;
    vt_str part = first_part(doc, line, &gap);
    if (part.len == 0 || part.len > 60 || !(gap || beside))
        return NULL;
    vt_words words = vt_words_split(arena, part);
    return words.n ? vt_lexicon_find_kind(ctx->lexicon, words.at, words.n, VT_LEX_ENTRY_LABEL)
                   : NULL;
}

bool vt_labels_make_form(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                         const vt_line *lines, size_t n)
{
    enum { LABELS = 16 };
    uint32_t seen[LABELS];
    size_t labels = 0;
    bool again = false, in_row = false; /* the line before: a label that stands beside this line */
    for (size_t i = 0; i < n; i++) {
        bool beside = i + 1 < n && vt_stands_beside(&lines[i], &lines[i + 1]);
        const vt_lex_entry *label = label_apart(ctx, arena, doc, &lines[i], beside);
        if (label && in_row)
            return true;
        in_row = label && beside;
        size_t k = 0;
        while (label && k < labels && seen[k] != label->name)
            k++;
        again |= label && k < labels;
        if (label && k == labels && labels < LABELS)
            seen[labels++] = label->name;
    }
    return again && labels > 1;
}
