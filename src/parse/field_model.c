/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding runs twice: the second time, what the model itself believes of the same slots of the
 * document's other items speaks, too. An item without a title or an employer is looked at again.
 */
#include "parse/field_model.h"

#include <math.h>

/* What the rules' word weighs beyond what training found, as in line_model.c. */
#define RULES_BONUS 2.5f
/* What the document's other items weigh in the second decoding. */
#define SLOT_BONUS 0.5f
/* What an item that lacks a title or an employer loses. */
#define LACK_PRICE 2.0f

/* A run of units that is one value. */
struct value {
    size_t first, last; /* units */
    float probability;
};

/* Is unit i + 1 the next words of the same text? Head lines that wrap follow each other; an
 * employer stands in one line. */
static bool goes_on(const vt_facts *f, const vt_units *units, const uint8_t *labels, size_t i)
{
    const vt_unit *u = &units->at[i];
    if (u[1].line == u->line)
        return true;
    const vt_info *next = &f->at[u[1].line];
    bool wraps = labels[i] != VT_FIELD_COMPANY || (next->line->flags & VT_LINE_CONT);
    return wraps && vt_info_follows(&f->at[u->line], next);
}

static vt_range range_of(const vt_crf *crf, const vt_units *units, const struct value *v)
{
    return (vt_range){units->at[v->first].from, units->at[v->last].to, units->at[v->first].line,
                      vt_crf_calibrate(crf, v->probability)};
}

/* Takes the surest run of each field from units [from, to), one item's. */
static void find_values(const vt_facts *f, const vt_units *units, const uint8_t *labels,
                        const vt_crf_beliefs *beliefs, size_t from, size_t to, struct value *values)
{
    for (size_t i = from; i < to;) {
        size_t last = i;
        while (last + 1 < to && labels[last + 1] == labels[i] && goes_on(f, units, labels, last))
            last++;
        struct value *v = &values[labels[i]];
        unsigned alone = (i > from ? 1u : 0) | (last + 1 < to ? 2u : 0);
        float p = vt_crf_belief_run(beliefs, i, last, labels[i], alone);
        if (labels[i] != VT_FIELD_NONE && p > v->probability)
            *v = (struct value){i, last, p};
        i = last + 1;
    }
}

/* "Sergeant, Crimes Unit" over the employer's line: what the title's line says of an employer, too,
 * is the title's. The item's units end at `to`. */
static void extend_title(const vt_units *units, const uint8_t *labels, size_t to,
                         struct value *values)
{
    struct value *title = &values[VT_FIELD_TITLE];
    const struct value *company = &values[VT_FIELD_COMPANY];
    uint32_t line = units->at[title->last].line;
    size_t last = title->last;
    if (title->probability <= 0 || company->probability <= 0 || title->last >= company->first ||
        units->at[company->first].line == line)
        return;
    while (last + 1 < to && units->at[last + 1].line == line &&
           labels[last + 1] == VT_FIELD_COMPANY)
        last++;
    if (last + 1 == to || units->at[last + 1].line != line)
        title->last = last;
}

static void set_job(const vt_crf *crf, const vt_facts *f, const vt_units *units,
                    const struct value *values, const vt_item *item, vt_job_fields *job)
{
    job->title = job->company = (vt_range){0};
    if (values[VT_FIELD_TITLE].probability > 0)
        job->title = range_of(crf, units, &values[VT_FIELD_TITLE]);
    if (values[VT_FIELD_COMPANY].probability > 0)
        job->company = range_of(crf, units, &values[VT_FIELD_COMPANY]);
    vt_job_fields_rest(f, item, job);
}

static void set_study(const vt_crf *crf, const vt_units *units, const struct value *values,
                      vt_study_fields *study)
{
    const struct {
        vt_range *range;
        vt_field field;
    } rows[] = {{&study->school, VT_FIELD_INSTITUTION},
                {&study->degree, VT_FIELD_DEGREE},
                {&study->field, VT_FIELD_STUDY},
                {&study->place, VT_FIELD_LOCATION},
                {&study->grade, VT_FIELD_GRADE}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        const struct value *v = &values[rows[i].field];
        *rows[i].range = v->probability > 0 ? range_of(crf, units, v) : (vt_range){0};
    }
}

static bool is_minor(const vt_info *info, const vt_piece *p)
{
    static const char *const words[] = {"minor",     "minors",       "minoring",
                                        "nebenfach", "nebenstudium", "mineure"};
    return VT_STR_AMONG(info->words.at[p->first].folded, words);
}

/* "Minor in Rhetoric", "Minor: Rhetoric" are of no field. */
static bool is_of_minor(const vt_facts *f, const vt_item *item, const vt_unit *u)
{
    const vt_piece *p = &item->pieces.at[u->piece];
    const vt_info *info = &f->at[p->line];
    return is_minor(info, p) || (u->piece && p->before == VT_CUT_DASH && p[-1].line == p->line &&
                                 p[-1].count == 1 && is_minor(info, p - 1));
}

/* The fields that a unit may have: those of its kind of item, and what a word before it says. */
static uint32_t fields_allowed(const vt_facts *f, const vt_heads *heads, const vt_unit *u)
{
    uint32_t all = 0;
    for (uint8_t y = 0; y < VT_FIELD_LABELS; y++)
        all |= vt_field_is_of(y, u->study) ? 1u << y : 0;
    if (!u->study || u->piece == VT_NONE)
        return all;
    const vt_item *item = vt_unit_item(heads, u);
    const vt_study_fields *s = &heads->study[u->item];
    const vt_piece *p = &item->pieces.at[u->piece];
    if (s->labelled && vt_range_covers(&s->field, u))
        return 1u << VT_FIELD_STUDY;
    bool label = s->labelled && s->field.from >= p->from && s->field.to <= p->to;
    return label || is_of_minor(f, item, u) ? 1u << VT_FIELD_NONE : all;
}

/* Scores: the model's, the rules' bonus, and nothing that cannot be. */
static void weigh(const vt_facts *f, const vt_heads *heads, const vt_units *units,
                  vt_lattice *lattice)
{
    for (size_t i = 0; i < units->n; i++) {
        float *row = lattice->items + i * VT_FIELD_LABELS;
        uint32_t allowed = fields_allowed(f, heads, &units->at[i]);
        row[units->at[i].rule] += RULES_BONUS;
        for (uint8_t y = 0; y < VT_FIELD_LABELS; y++)
            if (!(allowed >> y & 1))
                row[y] = -1e4f;
    }
}

/* What the model believes of the slots of a document's items. */
struct beliefs {
    vt_slots slots;
    float (*units)[VT_FIELD_LABELS]; /* [units] marginals */
};

static size_t piece_end(const vt_units *units, size_t i)
{
    size_t end = i + 1;
    while (end < units->n && units->at[end].piece == units->at[i].piece &&
           !vt_unit_begins_item(units, end))
        end++;
    return end;
}

static uint32_t slot_of_unit(const vt_heads *heads, const vt_unit *u)
{
    return vt_slot_key(&vt_unit_item(heads, u)->pieces, u->piece, u->study);
}

static void sum_beliefs(const vt_facts *f, const vt_heads *heads, const vt_units *units,
                        const vt_lattice *lattice, struct beliefs *b)
{
    const vt_crf_beliefs *beliefs = vt_crf_believe(lattice, f->arena, NULL);
    vt_slots_init(&b->slots, f->arena, units->n);
    b->units = vt_arena_array(f->arena, units->n, sizeof *b->units);
    for (size_t i = 0; i < units->n; i++) {
        const vt_unit *u = &units->at[i];
        vt_crf_belief_at(beliefs, i, b->units[i]);
        if (u->piece == VT_NONE)
            continue;
        float weight = 1.0f / (float)vt_unit_item(heads, u)->pieces.at[u->piece].count;
        for (uint8_t y = 0; y < VT_FIELD_LABELS; y++)
            vt_slot_add(&b->slots, slot_of_unit(heads, u), y, b->units[i][y] * weight);
    }
}

/* Adds to each piece what the model believes of the same slot in the document's other items. */
static void weigh_slots(const vt_facts *f, const vt_heads *heads, const vt_units *units,
                        vt_lattice *lattice)
{
    struct beliefs b;
    sum_beliefs(f, heads, units, lattice, &b);
    for (size_t i = 0, end; i < units->n; i = end) {
        end = piece_end(units, i);
        if (units->at[i].piece == VT_NONE)
            continue;
        const vt_slot *slot = vt_slot_of(&b.slots, slot_of_unit(heads, &units->at[i]));
        float others = slot->sum - 1, trust = SLOT_BONUS * VT_MIN(1.0f, others / 3);
        for (uint8_t y = 0; y < VT_FIELD_LABELS && others > 0.5f; y++) {
            float votes = slot->fields[y];
            for (size_t k = i; k < end; k++)
                votes -= b.units[k][y] / (float)(end - i);
            float bonus = trust * logf((VT_MAX(votes, 0.0f) + 0.1f) / (others + 1));
            for (size_t k = i; k < end; k++)
                lattice->items[k * VT_FIELD_LABELS + y] += bonus;
        }
    }
}

/* Reads the item of units [from, to) again with `field` where it is likeliest, if that costs less
 * than to lack it: words by themselves do not know that the head of a job names an employer. */
static void require(const vt_facts *f, const vt_lattice *lattice, const vt_crf_beliefs *beliefs,
                    size_t from, size_t to, uint8_t field, uint8_t *labels)
{
    size_t n = to - from, best = 0;
    float top = 0;
    for (size_t i = from; i < to; i++) {
        float p[VT_FIELD_LABELS];
        if (labels[i] == field)
            return;
        vt_crf_belief_at(beliefs, i, p);
        if (p[field] > top) {
            top = p[field];
            best = i - from;
        }
    }
    static const float none[VT_FIELD_LABELS];
    const vt_lattice item = {.n = n,
                             .labels = VT_FIELD_LABELS,
                             .items = lattice->items + from * VT_FIELD_LABELS,
                             .transitions = lattice->transitions,
                             .edge_class = lattice->edge_class + from,
                             .classes = lattice->classes,
                             .start = none,
                             .end = none};
    uint32_t *allowed = VT_NEW_ARRAY(f->arena, uint32_t, n);
    uint8_t *other = VT_NEW_ARRAY(f->arena, uint8_t, n);
    allowed[best] = 1u << field;
    const vt_crf_rules rules = {.items = allowed};
    double with = vt_crf_viterbi(&item, f->arena, &rules, other);
    if (with + (double)LACK_PRICE > vt_crf_path_score(&item, labels + from))
        memcpy(labels + from, other, n);
}

void vt_field_model_decide(const vt_crf *crf, const vt_facts *f, vt_heads *heads)
{
    vt_units units = vt_units_read(f, heads);
    if (units.n == 0)
        return;
    vt_sequence sequence = vt_field_sequence(f, heads, &units, NULL);
    vt_lattice *lattice = vt_crf_score(crf, f->arena, &sequence);
    weigh(f, heads, &units, lattice);
    weigh_slots(f, heads, &units, lattice);
    uint8_t *labels = VT_NEW_ARRAY(f->arena, uint8_t, units.n);
    vt_crf_viterbi(lattice, f->arena, NULL, labels);
    const vt_crf_beliefs *beliefs = vt_crf_believe(lattice, f->arena, NULL);
    for (size_t from = 0; from < units.n;) {
        const vt_unit *u = &units.at[from];
        size_t to = from + 1;
        while (to < units.n && !vt_unit_begins_item(&units, to))
            to++;
        if (!u->study) {
            require(f, lattice, beliefs, from, to, VT_FIELD_TITLE, labels);
            require(f, lattice, beliefs, from, to, VT_FIELD_COMPANY, labels);
        }
        struct value values[VT_FIELD_LABELS] = {0};
        find_values(f, &units, labels, beliefs, from, to, values);
        extend_title(&units, labels, to, values);
        if (u->study)
            set_study(crf, &units, values, &heads->study[u->item]);
        else
            set_job(crf, f, &units, values, vt_unit_item(heads, u), &heads->job[u->item]);
        from = to;
    }
}
