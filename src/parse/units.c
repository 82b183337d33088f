/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/units.h"

#include "ml/feature.h"

/* ---- units ---- */

bool vt_field_is_of(uint8_t field, bool study)
{
    const uint32_t jobs = 1u << VT_FIELD_TITLE | 1u << VT_FIELD_COMPANY | 1u << VT_FIELD_TYPE;
    const uint32_t studies = 1u << VT_FIELD_INSTITUTION | 1u << VT_FIELD_DEGREE |
                             1u << VT_FIELD_STUDY | 1u << VT_FIELD_GRADE;
    return field < VT_FIELD_LABELS && !((study ? jobs : studies) >> field & 1);
}

static uint8_t rule_of(const vt_heads *heads, const vt_unit *u, const vt_piece *p)
{
    if (u->piece == VT_NONE)
        return VT_FIELD_DATE;
    if (u->study) {
        const vt_study_fields *s = &heads->study[u->item];
        return vt_range_covers(&s->school, u)   ? VT_FIELD_INSTITUTION
               : vt_range_covers(&s->degree, u) ? VT_FIELD_DEGREE
               : vt_range_covers(&s->field, u)  ? VT_FIELD_STUDY
               : vt_range_covers(&s->grade, u)  ? VT_FIELD_GRADE
               : p->place                       ? VT_FIELD_LOCATION
                                                : VT_FIELD_NONE;
    }
    const vt_job_fields *j = &heads->job[u->item];
    return vt_range_covers(&j->title, u)               ? VT_FIELD_TITLE
           : vt_range_covers(&j->company, u)           ? VT_FIELD_COMPANY
           : vt_range_covers(&j->place, u) || p->place ? VT_FIELD_LOCATION
           : p->e.employment                           ? VT_FIELD_TYPE
                                                       : VT_FIELD_NONE;
}

typedef VT_VEC(vt_unit) unit_vec;

/* The words of a piece; each takes the signs that touch it. */
static void add_words(const vt_facts *f, unit_vec *out, vt_unit u, const vt_piece *p)
{
    const vt_info *info = &f->at[p->line];
    const char *raw = f->doc->raw_text.ptr;
    size_t at = p->from;
    for (uint32_t w = 0; w < p->count; w++) {
        u.first = p->first + w;
        u.count = 1;
        u.cut = w ? VT_CUT_NONE : (uint8_t)p->before;
        u.from = at;
        size_t stop = w + 1 < p->count ? vt_info_word_start(info, u.first + 1) : p->to;
        u.to = VT_MIN(VT_MAX(vt_info_word_end(info, u.first), at), p->to);
        while (u.to < stop && !vt_is_space(raw[u.to]) && raw[u.to] != '(')
            u.to++;
        if (w + 1 == p->count)
            u.to = p->to;
        for (at = u.to; at < stop && vt_is_space(raw[at]);)
            at++;
        vt_vec_push(f->arena, out, u);
    }
}

static void add_date(const vt_facts *f, unit_vec *out, vt_unit u, const vt_date_hit *d)
{
    const vt_info *info = &f->at[u.line];
    u.piece = VT_NONE;
    u.cut = VT_CUT_DATE;
    u.first = d->first;
    u.count = d->count;
    u.from = info->base + d->start;
    u.to = info->base + d->end;
    vt_vec_push(f->arena, out, u);
}

static void add_item(const vt_facts *f, unit_vec *out, const vt_item *item, uint32_t number,
                     bool study)
{
    vt_unit u = {.item = number, .study = study};
    size_t piece = 0;
    for (size_t i = 0; i < item->head_count; i++) {
        const vt_info *info = &f->at[item->heads[i]];
        size_t date = 0, first = out->n;
        u.line = item->heads[i];
        for (;;) {
            bool has_piece = piece < item->pieces.n && item->pieces.at[piece].line == u.line;
            bool has_date = date < info->dates.n;
            if (!has_piece && !has_date)
                break;
            if (has_date && (!has_piece || info->base + info->dates.at[date].start <
                                               item->pieces.at[piece].from)) {
                add_date(f, out, u, &info->dates.at[date++]);
                continue;
            }
            u.piece = (uint32_t)piece;
            add_words(f, out, u, &item->pieces.at[piece++]);
        }
        if (out->n > first)
            out->at[first].cut = VT_CUT_LINE;
    }
}

static const vt_piece *piece_of(const vt_heads *heads, const vt_unit *u)
{
    return u->piece == VT_NONE ? NULL : &vt_unit_item(heads, u)->pieces.at[u->piece];
}

vt_units vt_units_read(const vt_facts *f, const vt_heads *heads)
{
    unit_vec out = {0};
    for (size_t i = 0; i < heads->jobs.n; i++)
        add_item(f, &out, &heads->jobs.at[i], (uint32_t)i, false);
    for (size_t i = 0; i < heads->studies.n; i++)
        add_item(f, &out, &heads->studies.at[i], (uint32_t)i, true);
    for (size_t i = 0; i < out.n; i++)
        out.at[i].rule = rule_of(heads, &out.at[i], piece_of(heads, &out.at[i]));
    return (vt_units){out.at, out.n};
}

const vt_item *vt_unit_item(const vt_heads *heads, const vt_unit *u)
{
    return u->study ? &heads->studies.at[u->item] : &heads->jobs.at[u->item];
}

bool vt_unit_begins_item(const vt_units *units, size_t i)
{
    return i == 0 || units->at[i].item != units->at[i - 1].item ||
           units->at[i].study != units->at[i - 1].study;
}

/* ---- slots ---- */

void vt_slots_init(vt_slots *s, vt_arena *arena, size_t n)
{
    uint32_t size = 16;
    while (size < 2 * n)
        size *= 2;
    s->at = VT_NEW_ARRAY(arena, vt_slot, size);
    s->mask = size - 1;
}

vt_slot *vt_slot_of(const vt_slots *s, uint32_t key)
{
    uint32_t i = key & s->mask;
    while (s->at[i].key && s->at[i].key != key)
        i = (i + 1) & s->mask;
    return &s->at[i];
}

uint32_t vt_piece_index(const vt_pieces *pieces, size_t i)
{
    uint32_t n = 0;
    while (i > n && pieces->at[i - n - 1].line == pieces->at[i].line)
        n++;
    return n;
}

uint32_t vt_piece_look(const vt_piece *p)
{
    return (uint32_t)p->bold | (uint32_t)p->italic << 1 | (uint32_t)p->bracket << 2;
}

uint32_t vt_slot_key(const vt_pieces *pieces, size_t i, bool study)
{
    const vt_piece *p = &pieces->at[i];
    return vt_feature_int(study, (int64_t)VT_MIN(p->rank, 3u) |
                                     (int64_t)VT_MIN(vt_piece_index(pieces, i), 3u) << 2 |
                                     (int64_t)p->before << 4 | (int64_t)vt_piece_look(p) << 8);
}

void vt_slot_add(const vt_slots *s, uint32_t key, uint8_t field, float weight)
{
    vt_slot *slot = vt_slot_of(s, key);
    slot->key = key;
    slot->sum += weight;
    slot->fields[field] += weight;
}
