/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One pass over the lines: text is split into words once, the lexicon is scanned once, dates and
 * places are found once. What follows are cheap summaries of those hits and of the geometry.
 */
#include "parse/facts/line_features.h"

#include "text/utf8.h"

#include <math.h>

/* ---- the line's own look ---- */

static void read_typography(vt_facts *f, vt_info *info)
{
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    size_t bold = 0, italic = 0, all = 0, accent = 0;
    bool first = true;
    for (uint32_t i = 0; i < info->line->count; i++) {
        const vt_token *t = &tokens[i];
        if (t->flags & (VT_TOKEN_ICON | VT_TOKEN_BULLET | VT_TOKEN_HIDDEN))
            continue;
        all += t->text.len;
        bold += t->flags & VT_TOKEN_BOLD ? t->text.len : 0;
        italic += t->flags & VT_TOKEN_ITALIC ? t->text.len : 0;
        accent += t->color != f->body_color ? t->text.len : 0;
        if (first)
            info->lead_bold = t->flags & VT_TOKEN_BOLD;
        first = false;
    }
    info->bold_share = all ? (float)bold / (float)all : 0;
    info->bold = all && bold * 10 >= all * 9;
    info->italic = all && italic * 10 >= all * 9;
    info->accent = all && accent * 2 > all;
    info->lead_bold = info->lead_bold && !info->bold;
    info->caps = (info->line->flags & VT_LINE_CAPS) != 0;
}

uint32_t vt_info_length(const vt_info *info, uint32_t first, uint32_t count)
{
    uint32_t unspaced = 0;
    for (uint32_t i = first; i < first + count; i++)
        unspaced += vt_word_is_unspaced(&info->words.at[i]);
    return count - unspaced / 2;
}

static void count_words(vt_info *info)
{
    for (size_t i = 0; i < info->words.n; i++) {
        const vt_word *w = &info->words.at[i];
        if (!(w->flags & VT_WORD_ALPHA))
            continue;
        if (w->flags & VT_WORD_CAPITAL)
            info->capital_words++;
        else if (!vt_word_is_unspaced(w))
            info->lower_words++;
    }
    for (size_t i = 0; i < info->text.len; i++) {
        char c = info->text.ptr[i];
        if (vt_is_digit(c))
            info->digits++;
        else if (vt_is_alpha(c) || (unsigned char)c >= 0xC3)
            info->letters++;
    }
    info->begins_lower = info->words.n && (info->words.at[0].flags & VT_WORD_ALPHA) &&
                         !(info->words.at[0].flags & VT_WORD_CAPITAL) && info->text.ptr[0] >= 'a' &&
                         info->text.ptr[0] <= 'z';
    char last = info->text.len ? info->text.ptr[info->text.len - 1] : 0;
    info->stop = last == '.' || last == '!' || last == '?' || vt_str_ends(info->text, VT_STR("。"));
    info->colon = last == ':' || vt_str_ends(info->text, VT_STR("："));
}

static void read_contact_marks(vt_facts *f, vt_info *info)
{
    vt_str text = info->text;
    vt_email email;
    vt_url url;
    info->email =
        vt_str_find_char(text, '@', 0) != VT_NPOS && vt_email_find(f->arena, text, 0, &email);
    info->url = (vt_str_find_char(text, '.', 0) != VT_NPOS) && vt_url_find(text, 0, &url) &&
                (url.scheme || url.kind != VT_URL_WEBSITE || url.span.end - url.span.start > 5);
    vt_phone phone;
    if (info->digits >= 7 && vt_phone_find(f->arena, f->ctx->lexicon, text, 0, VT_STR_NULL, &phone))
        info->phone = phone.score >= 0.5f;
    uint32_t label = 0, title = 0; /* words: "Office" of "Office Manager" is no label */
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first == 0; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CONTACT_LABEL)
            label = VT_MAX(label, h->count);
        else if (h->entry->kind == VT_LEX_TITLE)
            title = VT_MAX(title, h->count);
        info->verb |= h->entry->kind == VT_LEX_VERB;
    }
    info->contact_label = label > 0 && title <= label;
}

static void read_dates_and_places(vt_facts *f, vt_info *info)
{
    size_t bytes = 0, places = 0;
    info->dates = vt_date_find(f->ctx->lexicon, f->arena, &info->words, &f->dates);
    for (size_t i = 0; i < info->dates.n; i++) {
        bytes += info->dates.at[i].end - info->dates.at[i].start;
        info->range |= info->dates.at[i].range || info->dates.at[i].current;
    }
    info->places = vt_place_find(f->ctx->lexicon, f->arena, &info->words);
    for (size_t i = 0; i < info->places.n; i++)
        places += info->places.at[i].span.end - info->places.at[i].span.start;
    if (info->text.len) {
        info->date_share = (float)bytes / (float)info->text.len;
        info->place_share = (float)places / (float)info->text.len;
    }
}

/** "...uptime    June 2023 - present": text, a wide gap, and nothing but a date or a length. */
static uint32_t find_tail(const vt_facts *f, const vt_info *info)
{
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    uint32_t gap = VT_NONE, chars = vt_facts_chars(f, info->base);
    for (uint32_t i = 1; i < info->line->count; i++)
        if ((tokens[i].flags & VT_TOKEN_WIDE_GAP) && tokens[i].start > chars)
            gap = tokens[i].start - chars;
    if (gap == VT_NONE)
        return (uint32_t)info->text.len;
    uint32_t at = (uint32_t)vt_utf8_offset(info->text, gap);
    size_t dated = 0, words = 0;
    for (size_t i = 0; i < info->dates.n; i++)
        if (info->dates.at[i].start + 2 >= at)
            dated += info->dates.at[i].end - info->dates.at[i].start;
    bool length = true;
    for (size_t i = 0; i < info->words.n; i++) {
        if (info->words.at[i].start < at)
            continue;
        words++;
        bool unit = (info->words.at[i].flags & VT_WORD_DIGIT) != 0;
        for (size_t h = 0; h < info->hits.n && !unit; h++)
            unit = info->hits.at[h].first == i && info->hits.at[h].entry->kind == VT_LEX_DATE_WORD;
        length &= unit;
    }
    bool date = dated * 10 >= (info->text.len - at) * 7;
    return date || (length && words >= 2) ? at : (uint32_t)info->text.len;
}

static size_t signs_at_end(vt_str text, vt_str sign)
{
    size_t n = 0;
    for (; text.len && vt_str_ends(text, sign); n++)
        text.len -= sign.len;
    return n;
}

static size_t signs_at_start(vt_str text, vt_str sign)
{
    size_t n = 0;
    while (vt_str_starts(vt_str_sub(text, n * sign.len, text.len), sign))
        n++;
    return n;
}

/** Cuts what is drawn with signs: a row of at least three equal ones off the end, "SKILLS -------",
 * those on both sides, "* SKILLS *", and a line of nothing else. */
static vt_str cut_rule(vt_str text, bool *ruled)
{
    static const char *const signs[] = {"-", "=", "_", "*", "~",  "#", "─",
                                        "━", "═", "—", "–", "ㅡ", "."};
    for (size_t i = 0; i < VT_COUNT(signs); i++) {
        vt_str sign = vt_str_z(signs[i]);
        size_t end = signs_at_end(text, sign), start = signs_at_start(text, sign);
        bool dot = vt_str_eq(sign, VT_STR("."));
        if (!end || (dot && end <= 3))
            continue;
        bool all = end * sign.len == text.len && !dot;
        bool both = start && start + 1 >= end && end + 1 >= start && text.len <= 60;
        if (all || both || end >= 3) {
            *ruled = true;
            size_t from = all || !both ? 0 : start * sign.len;
            return vt_str_trim(vt_str_sub(text, from, text.len - end * sign.len));
        }
    }
    return text;
}

/* The name of a section that wraps is a phrase. */
static void reach_over_line_breaks(vt_words *words, vt_str text)
{
    for (size_t i = 1; i < words->n; i++) {
        vt_str gap = vt_str_sub(text, words->at[i - 1].end, words->at[i].start);
        if (vt_str_eq(gap, VT_STR("\n")))
            words->at[i].flags &= ~(uint32_t)VT_WORD_BREAK;
    }
}

static void read_words(vt_facts *f, vt_info *info, vt_str text)
{
    info->text = text;
    info->base = vt_facts_byte(f, text.ptr);
    info->words = vt_words_split(f->arena, text);
    if (info->line->flags & VT_LINE_HEADING)
        reach_over_line_breaks(&info->words, text);
    info->hits = vt_lexicon_scan(f->ctx->lexicon, f->arena, &info->words, VT_LEX_ALL);
}

/** Bytes of "II. ", "3) " or "B. " at the start; 0: none. */
static size_t numbering(vt_str text)
{
    size_t digits = 0, letters = 0, at = 0;
    while (at < text.len && at < 5 && text.ptr[at] != '.' && text.ptr[at] != ')') {
        digits += vt_is_digit(text.ptr[at]);
        letters += memchr("IVX", text.ptr[at], 3) != NULL || (at == 0 && vt_is_upper(text.ptr[at]));
        at++;
    }
    bool sign = at > 0 && at + 1 < text.len && text.ptr[at + 1] == ' ' && digits <= 2;
    return sign && (digits == at || letters == at) ? at + 2 : 0;
}

/** Bytes of the number before the name of a section, "II. Education"; that of a list's item stays.
 */
static size_t section_number(const vt_facts *f, const vt_info *info, vt_str text)
{
    size_t n = numbering(text);
    bool looks = info->line->flags & (VT_LINE_BOLD | VT_LINE_CAPS | VT_LINE_HEADING);
    if (!n || (vt_is_digit((unsigned char)text.ptr[0]) && !looks))
        return 0;
    vt_words words = vt_words_split(f->arena, vt_str_sub(text, n, text.len));
    return vt_lexicon_heading(f->ctx->lexicon, &words) != VT_SECTION_NONE ? n : 0;
}

/** Bytes of a number that stands as a list's sign: "3. ". */
static size_t list_number(const vt_facts *f, const vt_info *info, vt_str text)
{
    const vt_token *token = vt_line_tokens(f->doc, info->line);
    bool sign = info->line->count > 1 && (token->flags & VT_TOKEN_BULLET) && token->text.len > 1;
    return sign && vt_str_starts(text, token->text) ? token->text.len : 0;
}

static vt_str cut_list_sign(vt_info *info, vt_str text)
{
    size_t sign = vt_bullet_sign(text);
    info->bullet |= sign > 0;
    return sign ? vt_str_trim(vt_str_sub(text, sign, text.len)) : text;
}

static void read_line(vt_facts *f, vt_info *info)
{
    vt_str text = cut_rule(vt_str_trim(info->line->text), &info->ruled);
    size_t number = section_number(f, info, text);
    info->bullet = !number && (info->line->flags & VT_LINE_BULLET);
    number = number ? number : list_number(f, info, text);
    text = cut_list_sign(info, vt_str_trim(vt_str_sub(text, number, text.len)));
    read_words(f, info, text);
    info->heading = vt_lexicon_heading(f->ctx->lexicon, &info->words);
    for (size_t i = 0; i < info->words.n && i < 64; i++)
        if ((info->words.at[i].flags & VT_WORD_CAPITAL) &&
            vt_is_school_word(info->words.at[i].folded))
            info->school_words |= (uint64_t)1 << i;
    count_words(info);
    read_typography(f, info);
    read_dates_and_places(f, info);
    read_contact_marks(f, info);
    info->tail = find_tail(f, info);
    vt_evidence e = vt_evidence_of(info, 0, (uint32_t)info->words.n);
    info->title = e.title;
    info->org = e.org;
    info->school = e.school;
    info->degree = e.degree;
    info->person = e.person;
}

/* ---- the document's body ---- */

struct tally {
    uint32_t key;
    size_t weight;
};

/** The key with the most weight among those added by add_tally. */
static void add_tally(struct tally *rows, size_t *n, size_t max, uint32_t key, size_t weight)
{
    for (size_t i = 0; i < *n; i++)
        if (rows[i].key == key) {
            rows[i].weight += weight;
            return;
        }
    if (*n < max)
        rows[(*n)++] = (struct tally){key, weight};
}

static uint32_t heaviest(const struct tally *rows, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (rows[i].weight > rows[best].weight)
            best = i;
    return n ? rows[best].key : 0;
}

static void find_body(vt_facts *f)
{
    struct tally sizes[32], colors[32];
    size_t size_count = 0, color_count = 0;
    for (size_t i = 0; i < f->doc->lines.n; i++) {
        const vt_line *line = &f->doc->lines.at[i];
        add_tally(sizes, &size_count, VT_COUNT(sizes), (uint32_t)(line->size * 4 + 0.5f),
                  line->text.len);
        for (uint32_t t = 0; t < line->count; t++) {
            const vt_token *token = &f->doc->tokens.at[line->first + t];
            add_tally(colors, &color_count, VT_COUNT(colors), token->color, token->text.len);
        }
    }
    f->body_size = (float)heaviest(sizes, size_count) / 4.0f;
    if (f->body_size <= 0)
        f->body_size = 10;
    f->body_color = heaviest(colors, color_count);
}

/** One number for the look: size in half points, weight, slant, case, colour, stated level. */
static uint32_t style_of(const vt_facts *f, const vt_info *info)
{
    uint32_t color = f->body_color;
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    for (uint32_t i = 0; i < info->line->count; i++)
        if (!(tokens[i].flags & (VT_TOKEN_BULLET | VT_TOKEN_ICON))) {
            color = tokens[i].color;
            break;
        }
    uint32_t style = (uint32_t)(info->line->size * 2 + 0.5f);
    style = style * 31 + (uint32_t)(info->bold | info->italic << 1 | info->caps << 2);
    style = style * 31 + (info->line->heading_level & 7);
    return (style * 31 + (color & 0xC0C0C0)) * 2654435761u >> 1; /* shades of scans are one */
}

/** How much of its column the line reaches over: its text may go on in the next. */
static float column_share(const vt_facts *f, const vt_info *info)
{
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    for (uint32_t i = 1; i < info->line->count; i++)
        if (tokens[i].flags & VT_TOKEN_WIDE_GAP)
            return 0;
    if (info->line->column >= f->doc->columns.n)
        return info->words.n >= 8;
    vt_box column = f->doc->columns.at[info->line->column].box;
    float left = info->row ? info->line->box.x0 : column.x0; /* behind the date in a rail */
    float width = column.x1 - left;
    return width <= 0 ? 1 : (info->line->box.x1 - info->line->box.x0) / width;
}

/** Next below, in a column cut differently: the gap between them counts. */
static bool stands_below(const vt_line *line, const vt_line *above)
{
    return line->box.y0 > above->box.y0 && line->box.x0 < above->box.x1 &&
           above->box.x0 < line->box.x1;
}

static void read_surroundings(vt_facts *f, vt_info *info, const vt_info *before)
{
    const vt_line *line = info->line;
    info->size = line->size > 0 ? line->size / f->body_size : 1.0f;
    float height = line->size > 0 ? line->size : f->body_size;
    info->gap = VT_MIN(line->gap_above / height, 10.0f);
    info->top = !before || before->line->column != line->column || before->line->page != line->page;
    if (info->top && before && before->line->page == line->page && stands_below(line, before->line))
        info->gap = VT_MIN(info->gap, VT_MAX(0.0f, line->box.y0 - before->line->box.y1) / height);
    if (line->column < f->doc->columns.n) {
        info->sidebar = f->doc->columns.at[line->column].sidebar;
        info->dark = f->doc->columns.at[line->column].dark;
    }
    info->row = before && before->line->page == line->page &&
                line->box.x0 >= before->line->box.x1 - 2 &&
                line->box.y0 < before->line->box.y1 - 0.4f * height &&
                before->line->box.y0 < line->box.y1 - 0.4f * height;
    info->style = style_of(f, info);
    bool own = info->school >= 0.8f || info->title >= 0.7f || info->degree >= 0.7f || info->range;
    info->continues = (line->flags & VT_LINE_CONT) && before &&
                      (info->begins_lower || column_share(f, before) > (own ? 0.85f : 0.62f));
}

/** Day or month first in all-numeric dates: one sure line decides for the document. */
static vt_date_order guess_order(const vt_facts *f)
{
    for (size_t i = 0; i < f->n; i++) {
        vt_date_order order = vt_date_guess_order(&f->at[i].words);
        if (order != VT_DATE_ORDER_UNKNOWN)
            return order;
    }
    return VT_DATE_ORDER_UNKNOWN;
}

static vt_facts *new_facts(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc)
{
    vt_facts *f = VT_NEW(arena, vt_facts);
    f->ctx = ctx;
    f->arena = arena;
    f->doc = doc;
    f->dates = (vt_date_options){
        .mode = VT_DATE_HEADER, .order = ctx->date_order, .today = ctx->reference_date};
    vt_facts_count_chars(f);
    find_body(f);
    return f;
}

/** Reads the dates again, now that the order of day and month is known. */
static void settle_order(vt_facts *f)
{
    vt_date_order order = guess_order(f);
    if (order == VT_DATE_ORDER_UNKNOWN || order == f->dates.order)
        return;
    f->dates.order = order;
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].dates.n) {
            f->at[i].range = false;
            read_dates_and_places(f, &f->at[i]);
        }
}

/** Adds the line, its facts read anew or, where `known` has them, taken over. */
static void add_line(vt_facts *f, const vt_line *line, size_t i, const vt_info *known)
{
    vt_info *info = &f->at[f->n];
    if (known) {
        *info = *known;
        info->line = line;
        info->index = (uint32_t)i;
    } else {
        *info = (vt_info){.line = line, .index = (uint32_t)i};
        read_line(f, info);
    }
    if (!info->text.len) {
        if (info->ruled && f->n)
            f->at[f->n - 1].ruled = true;
        return;
    }
    read_surroundings(f, info, f->n ? &f->at[f->n - 1] : NULL);
    f->n++;
}

vt_facts *vt_facts_new(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                       const vt_line *lines, size_t n)
{
    vt_facts *f = new_facts(ctx, arena, doc);
    f->at = VT_NEW_ARRAY(arena, vt_info, n + 1);
    for (size_t i = 0; i < n; i++)
        add_line(f, &lines[i], i, NULL);
    settle_order(f);
    return f;
}

/** The fact of `old` about exactly this line, looked for from *at on. */
static const vt_info *known_line(const vt_facts *old, const vt_line *line, size_t *at)
{
    while (*at < old->n && old->at[*at].line->first < line->first)
        ++*at;
    if (*at == old->n || old->at[*at].line->first != line->first ||
        old->at[*at].line->count != line->count)
        return NULL;
    return &old->at[*at];
}

vt_facts *vt_facts_regroup(const vt_facts *old, const vt_line *lines, size_t n)
{
    vt_facts *f = VT_NEW(old->arena, vt_facts);
    *f = *old;
    f->n = 0;
    f->at = VT_NEW_ARRAY(old->arena, vt_info, n + 1);
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        add_line(f, &lines[i], i, known_line(old, &lines[i], &at));
    return f;
}
