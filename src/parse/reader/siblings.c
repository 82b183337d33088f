/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One order of title, employer, place and date is the rule in a document. Cells with the same place
 * in the heads of their items and the same look mostly hold the same fields: the mean of what the
 * network says of the others is evidence for each (leave one out).
 */
#include "parse/reader/siblings.h"

#include <string.h>

/* How much the others count beside a word itself, and the share of a field that they never have.
 * On documents of other makers 0.5 to 1.4 gain alike. */
#define WEIGHT 0.7f
#define DOUBT  0.02f

enum {
    PLACES = 96,     /* that are told apart; what stands in further ones has no siblings */
    LAST_NUMBER = 6, /* further cells of a head have one place */
    PART_OTHERS = 2,
};

struct place {
    uint32_t role, style, number; /* number: which cell of its item's head */
    uint32_t parts, part;         /* which part of how many; 0 of 0: the whole cell */
};

struct shares {
    float of[VT_NET_FIELDS];
};

struct usage {
    struct place place;
    uint32_t units;
    struct shares sum; /* of the units */
};

/** A cell, or a part of one: signs part the words of a head, "Cook, Example Ltd". */
struct unit {
    uint32_t first, end; /* words of the cell */
    uint8_t usage;       /* number in `at`, or PLACES */
    struct shares share; /* the mean over its words */
};

struct vt_siblings {
    struct usage at[PLACES];
    uint32_t n;
    VT_VEC(struct unit) units;
    uint32_t *first_unit; /* of each cell: the whole, then its parts; [cells + 1] */
};

static bool is_head(const vt_cell_reading *c)
{
    return c->root != VT_NONE &&
           (c->role == VT_CELL_JOB_HEAD || c->role == VT_CELL_EDU_HEAD || c->role == VT_CELL_CERT);
}

/** Does a sign part word k from the word before it? */
static bool begins_part(const vt_info *info, size_t k)
{
    vt_between between = vt_between_words(info, k);
    return between == VT_BETWEEN_COMMA ||
           (between >= VT_BETWEEN_OPEN && between != VT_BETWEEN_HYPHEN);
}

/** The number of a place; a new one where there is room. */
static uint8_t number_of(vt_siblings *s, const struct place *place)
{
    for (uint8_t i = 0; i < s->n; i++)
        if (memcmp(&s->at[i].place, place, sizeof *place) == 0)
            return i;
    if (s->n == PLACES)
        return PLACES;
    s->at[s->n].place = *place;
    return (uint8_t)s->n++;
}

static struct shares mean_of(const vt_net_output *out, size_t first, size_t end)
{
    struct shares mean = {0};
    for (uint8_t f = 0; f < VT_NET_FIELDS; f++) {
        for (size_t w = first; w < end; w++)
            mean.of[f] += out->field[w][f];
        mean.of[f] /= (float)(end - first);
    }
    return mean;
}

static void add_unit(vt_siblings *s, vt_arena *arena, const vt_net_output *out,
                     const struct place *place, size_t word, uint32_t first, uint32_t end)
{
    struct unit unit = {.first = first,
                        .end = end,
                        .usage = number_of(s, place),
                        .share = mean_of(out, word + first, word + end)};
    vt_vec_push(arena, &s->units, unit);
    if (unit.usage == PLACES)
        return;
    struct usage *usage = &s->at[unit.usage];
    usage->units++;
    for (uint8_t f = 0; f < VT_NET_FIELDS; f++)
        usage->sum.of[f] += unit.share.of[f];
}

static void add_cell(vt_siblings *s, const vt_reading *r, const vt_net_output *out, size_t i,
                     uint32_t number)
{
    const vt_info *info = &r->cells->at[i];
    size_t word = r->features.in.first_word[i];
    uint32_t n = (uint32_t)(r->features.in.first_word[i + 1] - word), parts = 1;
    struct place place = {.role = r->cell[i].role, .style = info->style, .number = number};
    add_unit(s, r->cells->arena, out, &place, word, 0, n);
    for (uint32_t k = 1; k < n; k++)
        parts += begins_part(info, k);
    if (parts == 1)
        return;
    place.parts = parts;
    for (uint32_t first = 0, end; first < n; first = end, place.part++) {
        for (end = first + 1; end < n && !begins_part(info, end);)
            end++;
        add_unit(s, r->cells->arena, out, &place, word, first, end);
    }
}

const vt_siblings *vt_siblings_of(const vt_reading *r, const vt_net_output *out)
{
    vt_arena *arena = r->cells->arena;
    size_t n = r->features.in.cells;
    vt_siblings *s = VT_NEW(arena, vt_siblings);
    s->first_unit = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    uint32_t *seen = VT_NEW_ARRAY(arena, uint32_t, n + 1); /* cells of each item's head so far */
    for (size_t i = 0; i < n; i++) {
        const vt_cell_reading *c = &r->cell[i];
        if (is_head(c) && r->features.in.first_word[i] < r->features.in.first_word[i + 1])
            add_cell(s, r, out, i, VT_MIN(seen[c->root]++, (uint32_t)LAST_NUMBER));
        s->first_unit[i + 1] = (uint32_t)s->units.n;
    }
    return s;
}

/** How many others stand in the place of a unit. */
static uint32_t others_of(const vt_siblings *s, const struct unit *unit)
{
    return unit->usage == PLACES ? 0 : s->at[unit->usage].units - 1;
}

void vt_siblings_say(const vt_siblings *s, size_t cell, size_t word, float ret[VT_NET_FIELDS])
{
    memset(ret, 0, VT_NET_FIELDS * sizeof *ret);
    const struct unit *unit = NULL;
    for (uint32_t i = s->first_unit[cell]; i < s->first_unit[cell + 1]; i++) {
        const struct unit *u = &s->units.at[i];
        if (word >= u->first && word < u->end &&
            others_of(s, u) >= (unit ? (uint32_t)PART_OTHERS : 1))
            unit = u;
    }
    if (!unit)
        return;
    uint32_t others = others_of(s, unit);
    float weight = others == 1 ? WEIGHT / 2 : WEIGHT; /* one may be an exception */
    for (uint8_t f = 0; f < VT_NET_FIELDS; f++) {
        float share = (s->at[unit->usage].sum.of[f] - unit->share.of[f]) / (float)others;
        ret[f] = weight * vt_net_log(VT_MAX(share, 0.0f) + DOUBT);
    }
}
