/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An entry begins at a line of the look that the section's first line has: its bullet, weight,
 * size and indent. Where all lines look alike, every line is an entry unless it goes on with the
 * one before (wrapped text) or only adds a date.
 */
#include "parse/assemble/entries.h"

struct look {
    bool bullet, bold, lead_bold;
    float size, indent;
};

static struct look look_of(const vt_info *info)
{
    return (struct look){info->bullet, info->bold, info->lead_bold, info->line->size,
                         info->line->indent};
}

static bool same_look(struct look a, struct look b)
{
    return a.bullet == b.bullet && (a.bold || a.lead_bold) == (b.bold || b.lead_bold) &&
           a.size > b.size - 0.6f && a.size < b.size + 0.6f && a.indent < b.indent + 4 &&
           a.indent > b.indent - 4;
}

static bool goes_on(const vt_info *before, const vt_info *info)
{
    if (info->bullet)
        return false;
    if (info->continues || info->begins_lower)
        return true;
    return info->date_share > 0.7f && before->dates.n == 0;
}

/** Do the lines of the run differ in look? Then the first line's look marks the entries. */
static bool has_detail_lines(const vt_facts *f, const uint32_t *lines, size_t from, size_t to)
{
    struct look first = look_of(&f->at[lines[from]]);
    bool other = false;
    size_t same = 0;
    for (size_t i = from; i < to; i++) {
        bool is = same_look(look_of(&f->at[lines[i]]), first);
        same += is;
        other |= !is;
    }
    return other && (same > 1 || first.bold || first.lead_bold || to - from <= 3);
}

static void group_run(const vt_facts *f, const uint32_t *lines, size_t from, size_t to,
                      vt_entries *out)
{
    struct look first = look_of(&f->at[lines[from]]);
    bool details = has_detail_lines(f, lines, from, to);
    for (size_t i = from; i < to; i++) {
        const vt_info *info = &f->at[lines[i]];
        bool begin = i == from;
        if (!begin && !goes_on(&f->at[lines[i - 1]], info))
            begin = details ? same_look(look_of(info), first) : true;
        if (begin)
            out->at[out->n++] = (vt_entry){(uint32_t)i, 0};
        out->at[out->n - 1].count++;
    }
}

vt_entries vt_entries_of(const vt_facts *f, const vt_roles *roles, vt_role role)
{
    vt_entries out = {0};
    out.lines = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(f->n, 1));
    for (size_t i = 0; i < f->n; i++)
        if (roles->at[i].role == role && f->at[i].text.len > roles->at[i].skip)
            out.lines[out.line_count++] = (uint32_t)i;
    out.at = VT_NEW_ARRAY(f->arena, vt_entry, VT_MAX(out.line_count, 1));
    for (size_t i = 0; i < out.line_count;) {
        size_t to = i + 1;
        while (to < out.line_count &&
               roles->at[out.lines[to]].heading == roles->at[out.lines[i]].heading)
            to++;
        group_run(f, out.lines, i, to, &out);
        i = to;
    }
    return out;
}
