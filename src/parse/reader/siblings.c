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
    PLACES = 32,     /* that are told apart; cells of further ones have no siblings */
    LAST_NUMBER = 6, /* further cells of a head have one place */
};

struct place {
    uint32_t role, style, number; /* number: which cell of its item's head */
};

struct shares {
    float of[VT_NET_FIELDS];
};

struct usage {
    struct place place;
    uint32_t cells;
    struct shares sum; /* of the cells */
};

struct vt_siblings {
    struct usage at[PLACES];
    uint32_t n;
    uint8_t *of_cell;     /* number in `at`, or PLACES */
    struct shares *share; /* of each cell: the mean over its words */
};

static bool is_head(const vt_cell_reading *c)
{
    return c->root != VT_NONE &&
           (c->role == VT_CELL_JOB_HEAD || c->role == VT_CELL_EDU_HEAD || c->role == VT_CELL_CERT);
}

/** The number of a place; a new one where there is room. */
static uint8_t number_of(vt_siblings *s, struct place place)
{
    for (uint8_t i = 0; i < s->n; i++)
        if (s->at[i].place.role == place.role && s->at[i].place.style == place.style &&
            s->at[i].place.number == place.number)
            return i;
    if (s->n == PLACES)
        return PLACES;
    s->at[s->n].place = place;
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

const vt_siblings *vt_siblings_of(const vt_reading *r, const vt_net_output *out)
{
    vt_arena *arena = r->cells->arena;
    size_t n = r->features.in.cells;
    vt_siblings *s = VT_NEW(arena, vt_siblings);
    s->of_cell = VT_NEW_ARRAY(arena, uint8_t, n + 1);
    s->share = VT_NEW_ARRAY(arena, struct shares, n + 1);
    uint32_t *seen = VT_NEW_ARRAY(arena, uint32_t, n + 1); /* cells of each item's head so far */
    for (size_t i = 0; i < n; i++) {
        const vt_cell_reading *c = &r->cell[i];
        size_t first = r->features.in.first_word[i], end = r->features.in.first_word[i + 1];
        s->of_cell[i] = PLACES;
        if (!is_head(c) || first == end)
            continue;
        uint32_t number = VT_MIN(seen[c->root]++, (uint32_t)LAST_NUMBER);
        s->of_cell[i] = number_of(s, (struct place){c->role, r->cells->at[i].style, number});
        if (s->of_cell[i] == PLACES)
            continue;
        struct usage *usage = &s->at[s->of_cell[i]];
        s->share[i] = mean_of(out, first, end);
        usage->cells++;
        for (uint8_t f = 0; f < VT_NET_FIELDS; f++)
            usage->sum.of[f] += s->share[i].of[f];
    }
    return s;
}

void vt_siblings_say(const vt_siblings *s, size_t cell, float ret[VT_NET_FIELDS])
{
    memset(ret, 0, VT_NET_FIELDS * sizeof *ret);
    if (s->of_cell[cell] == PLACES)
        return;
    const struct usage *usage = &s->at[s->of_cell[cell]];
    uint32_t others = usage->cells - 1;
    float weight = others == 1 ? WEIGHT / 2 : WEIGHT; /* one may be an exception */
    for (uint8_t f = 0; others && f < VT_NET_FIELDS; f++) {
        float share = (usage->sum.of[f] - s->share[cell].of[f]) / (float)others;
        ret[f] = weight * vt_net_log(VT_MAX(share, 0.0f) + DOUBT);
    }
}
