/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/name_parts.h"

#include <math.h>

size_t vt_name_separator(vt_str s, size_t at)
{
    static const char *const marks[] = {"|",   "•", "·", ",", "(",  ")", ":", ";", " - ", " – ",
                                        " — ", "–", "—", "/", "\t", "♦", "◆", "»", "~"};
    unsigned char c = (unsigned char)s.ptr[at];
    if (vt_is_alnum(c) || (c >= 0x80 && c != 0xC2 && c != 0xE2) || c == '.' || c == '@')
        return 0; /* no mark begins so */
    if (c == ' ' && at + 1 < s.len && s.ptr[at + 1] != '-' && (unsigned char)s.ptr[at + 1] != 0xE2)
        return 0;
    vt_str rest = vt_str_sub(s, at, s.len);
    for (size_t i = 0; i < VT_COUNT(marks); i++)
        if (vt_str_starts(rest, vt_str_z(marks[i])))
            return strlen(marks[i]);
    return 0;
}

size_t vt_name_split(const vt_facts *f, const vt_info *info, vt_name_part *parts)
{
    size_t n = 0, from = 0;
    vt_str s = info->text;
    bool gaps = false;
    for (uint32_t i = 1; i < info->line->count && !gaps; i++)
        gaps = (vt_line_tokens(f->doc, info->line)[i].flags & VT_TOKEN_WIDE_GAP) != 0;
    for (size_t i = 0; i <= s.len && n < VT_NAME_PARTS;) {
        size_t cut = i < s.len ? vt_name_separator(s, i) : 1;
        if (!cut && gaps && s.ptr[i] == ' ' && vt_info_wide_gap(f, info, i + 1))
            cut = 1;
        if (!cut) {
            i++;
            continue;
        }
        if (i > from && vt_str_trim(vt_str_sub(s, from, i)).len > 0)
            parts[n++] = (vt_name_part){from, i};
        i += cut;
        from = i;
    }
    return n;
}

bool vt_name_abbreviated(const vt_info *info, const vt_word *w)
{
    return w->end < info->text.len && info->text.ptr[w->end] == '.';
}

bool vt_name_honorifics(const vt_facts *f, const vt_info *info, uint32_t first, uint32_t count)
{
    bool known = false;
    for (uint32_t next = first, taken; next < first + count; next += taken) {
        const vt_word *w = &info->words.at[next];
        bool bracketed = w->start > 0 && info->text.ptr[w->start - 1] == '(';
        taken = vt_name_abbreviated(info, w) || (bracketed && w->end - w->start <= 4);
        for (size_t i = 0; i < info->hits.n; i++) {
            const vt_lex_hit *h = &info->hits.at[i];
            if (h->entry->kind == VT_LEX_NAME_PART && h->first == next &&
                h->first + h->count <= first + count && h->count >= taken &&
                vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("prefix"))) {
                taken = h->count;
                known = true;
            }
        }
        if (!taken)
            return false;
    }
    return known;
}

uint32_t vt_name_words(const vt_info *info, uint32_t first, size_t to)
{
    uint32_t n = 0;
    while (first + n < info->words.n && info->words.at[first + n].start < to)
        n++;
    return n;
}

bool vt_name_bracketed(const vt_info *info, const vt_name_part *parts, size_t n)
{
    vt_str s = info->text;
    if (n < 2 || n > 3 || info->words.n > 6 || info->digits || s.ptr[0] == '(')
        return false;
    for (uint32_t i = 0; n == 2 && i < info->words.n; i++)
        if (!(info->words.at[i].flags & VT_WORD_CAPITAL) && info->words.at[i].folded.len > 3)
            return false;
    uint32_t first = vt_info_word_at(info, info->base + parts[1].from);
    vt_evidence inner = vt_evidence_of(info, first, vt_name_words(info, first, parts[1].to));
    if (n == 2 && (inner.person <= 0 || !vt_str_ends(s, VT_STR(")"))))
        return false;
    for (size_t i = 0; i + 1 < n; i++) {
        vt_str gap = vt_str_trim(vt_str_sub(s, parts[i].to, parts[i + 1].from));
        if (!vt_str_eq(gap, VT_STR("(")) && !vt_str_eq(gap, VT_STR(")")))
            return false;
    }
    return n == 2 || parts[n - 1].to == s.len;
}

/** Is the part nothing but letters behind a name: "PMP", "M.Ed."? */
static bool is_suffix(const vt_facts *f, const vt_info *info, const vt_name_part *part)
{
    uint32_t first = vt_info_word_at(info, info->base + part->from), next = first;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_NAME_PART && h->first == next &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("suffix")))
            next = h->first + h->count;
    }
    return next > first && (next == info->words.n || info->words.at[next].start >= part->to) &&
           next - first <= 3;
}

/** "Lee, Ann": two parts of a line that together are one name. */
static bool is_inverted(const vt_info *info, vt_name_part a, vt_name_part b)
{
    uint32_t first = vt_info_word_at(info, info->base + a.from);
    uint32_t middle = vt_info_word_at(info, info->base + b.from);
    uint32_t end = middle + vt_name_words(info, middle, b.to);
    if (middle == first || middle - first > 3 || end == middle || end - middle > 3 ||
        !vt_str_eq(vt_str_trim(vt_str_sub(info->text, a.to, b.from)), VT_STR(",")))
        return false;
    for (uint32_t i = first; i < end; i++)
        if (!(info->words.at[i].flags & VT_WORD_CAPITAL))
            return false;
    vt_evidence x = vt_evidence_of(info, first, middle - first);
    vt_evidence y = vt_evidence_of(info, middle, end - middle);
    return x.person > 0 && y.person > 0 && x.place < 0.9f && y.place < 0.9f && x.title < 0.5f &&
           y.title < 0.5f;
}

/** Is nothing, or a wide gap, between two bytes of the line? */
static bool stands_apart(const vt_facts *f, const vt_info *info, size_t from, size_t to)
{
    return vt_str_trim(vt_str_sub(info->text, from, to)).len == 0 &&
           (to >= info->text.len || from == 0 || vt_info_wide_gap(f, info, to));
}

vt_name_part vt_name_whole(const vt_facts *f, const vt_info *info, vt_name_part name)
{
    vt_name_part parts[VT_NAME_PARTS];
    size_t n = vt_name_split(f, info, parts);
    for (size_t i = 0; i + 1 < n; i++) {
        size_t end = i + 2 < n ? parts[i + 2].from : info->text.len;
        if (parts[i].from <= name.from && name.to <= parts[i + 1].to &&
            stands_apart(f, info, parts[i + 1].to, end) &&
            is_inverted(info, parts[i], parts[i + 1]) && !is_suffix(f, info, &parts[i + 1]))
            return (vt_name_part){parts[i].from, parts[i + 1].to};
    }
    for (size_t i = 0; i < n; i++) {
        vt_str gap = vt_str_trim(vt_str_sub(info->text, name.to, parts[i].from));
        if (parts[i].from >= name.to && vt_str_eq(gap, VT_STR(",")) &&
            is_suffix(f, info, &parts[i]))
            name.to = parts[i].to;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t first = vt_info_word_at(info, info->base + parts[i].from);
        vt_str gap = vt_str_trim(vt_str_sub(info->text, name.to, parts[i].from));
        if (parts[i].from > name.to && vt_str_eq(gap, VT_STR("(")) &&
            parts[i].to < info->text.len && info->text.ptr[parts[i].to] == ')' &&
            first < info->words.n && (info->words.at[first].flags & VT_WORD_CAPITAL) &&
            vt_evidence_of(info, first, vt_name_words(info, first, parts[i].to)).person > 0)
            name.to = parts[i].to + 1;
    }
    uint32_t before = vt_info_word_at(info, info->base + name.from);
    if (before > 0 && vt_name_honorifics(f, info, 0, before))
        name.from = info->words.at[0].start;
    return name;
}

bool vt_name_below_honorifics(const vt_facts *f, size_t line, size_t from)
{
    const vt_info *info = &f->at[line];
    if (line == 0 || from > info->base + 1)
        return false;
    const vt_info *above = info - 1;
    return vt_info_follows(above, info) &&
           fabsf(above->line->size - info->line->size) < 0.05f * info->line->size &&
           above->words.n > 0 && above->words.n <= 6 &&
           vt_name_honorifics(f, above, 0, (uint32_t)above->words.n);
}

/** Words that a line begins with and that say "name"; 0: none. */
static uint32_t name_label(const vt_facts *f, const vt_info *info)
{
    uint32_t count = 0;
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first == 0; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CONTACT_LABEL &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("name")))
            count = VT_MAX(count, h->count);
    }
    return count;
}

/** Do two to eight words without digits stand from word `first` on? */
static bool may_be_whole_name(const vt_info *info, size_t first)
{
    return info->words.n >= first + 2 && info->words.n <= first + 8 && !info->digits;
}

bool vt_name_after_label(const vt_facts *f, size_t i, size_t *ret_line, vt_name_part *ret)
{
    const vt_info *info = &f->at[i];
    uint32_t count = name_label(f, info);
    if (!count)
        return false;
    if (count < info->words.n) {
        size_t from = info->words.at[count].start, end = info->words.at[count - 1].end;
        *ret_line = i;
        *ret = (vt_name_part){from, info->text.len};
        return vt_str_eq(vt_str_trim(vt_str_sub(info->text, end, from)), VT_STR(":")) ||
               (vt_info_wide_gap(f, info, from) && may_be_whole_name(info, count));
    }
    if (i + 1 >= f->n)
        return false;
    const vt_info *beside = info + 1;
    *ret_line = i + 1;
    *ret = (vt_name_part){0, beside->text.len};
    return beside->line->page == info->line->page && may_be_whole_name(beside, 0) &&
           beside->line->box.x0 > info->line->box.x1 &&
           fabsf(beside->line->box.y0 - info->line->box.y0) < 0.5f * info->line->size;
}
