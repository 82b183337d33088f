/* SPDX-License-Identifier: Apache-2.0 */
/* Summary, and the opt-in lists. */
#include "parse/assemble/assemble.h"
#include "parse/assemble/entries.h"

/* ---- summary ---- */

/** "Made with ...", "Last updated in March": what a maker of resumes adds. */
static bool is_notice(const vt_info *info)
{
    static const char *const makers[] = {"made",  "created",   "generated", "powered",
                                         "built", "designed",  "erstellt",  "genere",
                                         "cree",  "generated", "fait",      "hecho"};
    static const char *const links[] = {"with", "by", "using", "in", "mit", "von", "avec", "con"};
    static const char *const updates[] = {"updated", "modified", "revised", "aktualisiert"};
    const vt_word *w = info->words.at;
    size_t n = info->words.n;
    if (n < 2 || n > 12)
        return false;
    bool last = vt_str_eq(w[0].folded, VT_STR("last"));
    for (size_t k = 0; last && k < VT_COUNT(updates); k++)
        if (vt_str_eq(w[1].folded, vt_str_z(updates[k])))
            return true;
    for (size_t i = 0; i + 1 < n && i < 3; i++)
        for (size_t k = 0; k < VT_COUNT(makers); k++)
            for (size_t l = 0; l < VT_COUNT(links); l++)
                if (vt_str_eq(w[i].folded, vt_str_z(makers[k])) &&
                    vt_str_eq(w[i + 1].folded, vt_str_z(links[l])) && (i == 0 || info->words.n < 9))
                    return info->url || n <= 7 || info->capital_words * 2 >= n;
    return false;
}

static bool is_summary(const vt_facts *f, const vt_roles *roles, size_t i, uint32_t heading)
{
    return roles->at[i].role == VT_ROLE_SUMMARY && roles->at[i].heading == heading &&
           !is_notice(&f->at[i]);
}

/** Joins all summary lines under one heading (VT_NONE: the prose before the first heading). */
static vt_value summary_under(const vt_facts *f, const vt_roles *roles, uint32_t heading,
                              float confidence)
{
    vt_value all = {0};
    for (size_t i = 0; i < f->n;) {
        if (!is_summary(f, roles, i, heading)) {
            i++;
            continue;
        }
        size_t from = vt_entry_line_from(f, roles, (uint32_t)i), to = vt_info_end(&f->at[i]);
        for (i++; i < f->n && is_summary(f, roles, i, heading) && f->at[i].base >= to; i++)
            to = vt_info_end(&f->at[i]);
        vt_value v = vt_facts_value(f, from, to, confidence);
        if (!vt_value_known(&all)) {
            all = v;
        } else if (vt_value_known(&v)) {
            all.text = vt_str_format(f->arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(all.text),
                                     VT_STR_ARG(v.text));
            all.end = VT_MAX(all.end, v.end);
            all.start = VT_MIN(all.start, v.start);
        }
    }
    return all;
}

/** The section named summary; else prose under the name; else the objective. */
static void find_summary(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    static const vt_section order[] = {VT_SECTION_SUMMARY, VT_SECTION_CONTACT, VT_SECTION_PERSONAL,
                                       VT_SECTION_OBJECTIVE};
    for (size_t o = 0; o < VT_COUNT(order) && !vt_value_known(&r->summary); o++)
        for (size_t i = 0; i < f->n; i++)
            if (roles->at[i].section == order[o] && is_summary(f, roles, i, roles->at[i].heading)) {
                r->summary = summary_under(f, roles, roles->at[i].heading,
                                           order[o] == VT_SECTION_SUMMARY ? 0.93f : 0.8f);
                break;
            }
}

/* ---- entries: projects and the like ---- */

struct entry_parts {
    vt_value name, by, url, text;
    vt_date start, end;
};

/** The pieces of an entry's lines, through the cutter of head lines. */
static vt_pieces cut_entry(const vt_facts *f, const vt_entries *e, const vt_entry *entry,
                           vt_item *item)
{
    *item = (vt_item){.heads = e->lines + entry->first, .head_count = entry->count};
    return vt_pieces_cut(f, item);
}

static bool names_issuer(const vt_piece *p)
{
    return p->e.org >= 0.55f || p->e.school >= 0.55f;
}

/** The name: the first piece and what a comma or bracket adds to it. */
static size_t name_end(const vt_pieces *pieces, size_t first)
{
    size_t last = first;
    while (last + 1 < pieces->n) {
        const vt_piece *next = &pieces->at[last + 1];
        if (next->line != pieces->at[first].line || next->noise || next->place)
            break;
        bool glue = next->before == VT_CUT_BRACKET || next->before == VT_CUT_STYLE ||
                    (next->before == VT_CUT_COMMA && !names_issuer(next));
        if (!glue || (next->before == VT_CUT_STYLE && next->bold != pieces->at[first].bold))
            break;
        last++;
    }
    return last;
}

static bool read_entry(const vt_facts *f, const vt_roles *roles, const vt_entries *e,
                       const vt_entry *entry, struct entry_parts *ret)
{
    vt_item item;
    vt_pieces pieces = cut_entry(f, e, entry, &item);
    *ret = (struct entry_parts){0};
    size_t first = 0;
    while (first < pieces.n &&
           (pieces.at[first].noise ||
            pieces.at[first].to <= vt_entry_line_from(f, roles, pieces.at[first].line)))
        first++;
    if (first == pieces.n)
        return false;
    size_t last = name_end(&pieces, first);
    ret->name = vt_facts_clean_value(f, pieces.at[first].from, pieces.at[last].to, 0.88f);
    for (size_t i = last + 1; i < pieces.n; i++)
        if (!pieces.at[i].noise && !pieces.at[i].place && pieces.at[i].count <= 8 &&
            (names_issuer(&pieces.at[i]) || i == last + 1)) {
            ret->by = vt_facts_clean_value(f, pieces.at[i].from, pieces.at[i].to, 0.75f);
            break;
        }
    vt_item_dates dates = vt_item_read_dates(f, &item);
    ret->start = dates.start;
    ret->end = dates.end;
    for (size_t i = 0; i < entry->count; i++) {
        const vt_info *info = &f->at[e->lines[entry->first + i]];
        vt_url url;
        if (info->url && !vt_value_known(&ret->url) && vt_url_find(info->text, 0, &url))
            ret->url =
                vt_facts_value(f, info->base + url.span.start, info->base + url.span.end, 0.95f);
    }
    if (entry->count > 1) {
        vt_text_parts parts = vt_text_join(f, e->lines + entry->first + 1, entry->count - 1);
        vt_value prose = vt_text_value(f, &parts, false, 0.85f);
        vt_value bullets = vt_text_value(f, &parts, true, 0.85f);
        ret->text = vt_value_known(&prose) ? prose : bullets;
    }
    return vt_value_known(&ret->name);
}

#define FIND_EXTRA(what, role)                                                                     \
    static void find_##what(const vt_facts *f, const vt_roles *roles, vt_resume *r)                \
    {                                                                                              \
        vt_entries e = vt_entries_of(f, roles, role);                                              \
        for (size_t i = 0; i < e.n; i++) {                                                         \
            struct entry_parts x;                                                                  \
            if (!read_entry(f, roles, &e, &e.at[i], &x))                                           \
                continue;                                                                          \
            vt_extra extra = {x.name, x.by, x.url, x.text, x.start, x.end};                        \
            vt_vec_push(f->arena, &r->what, extra);                                                \
        }                                                                                          \
    }
FIND_EXTRA(projects, VT_ROLE_PROJECT)
FIND_EXTRA(publications, VT_ROLE_PUBLICATION)
FIND_EXTRA(awards, VT_ROLE_AWARD)
FIND_EXTRA(references, VT_ROLE_REFERENCE)

/* ---- interests ---- */

static void find_interests(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (roles->at[i].role != VT_ROLE_INTEREST)
            continue;
        size_t from = vt_entry_line_from(f, roles, i), end = vt_info_end(&f->at[i]);
        vt_str raw = f->doc->raw_text;
        for (size_t at = from; at <= end; at++) {
            bool cut = at == end || raw.ptr[at] == ',' || raw.ptr[at] == ';' || raw.ptr[at] == '|';
            if (!cut)
                continue;
            vt_value v = vt_facts_clean_value(f, from, at, 0.85f);
            if (vt_value_known(&v) && v.text.len > 1)
                vt_vec_push(f->arena, &r->interests, v);
            from = at + 1;
        }
    }
}

void vt_assemble_extras(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    find_summary(f, roles, r);
    vt_assemble_languages(f, roles, r);
    find_projects(f, roles, r);
    find_publications(f, roles, r);
    find_awards(f, roles, r);
    find_references(f, roles, r);
    find_interests(f, roles, r);
}
