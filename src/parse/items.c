/* SPDX-License-Identifier: Apache-2.0 */
/*
 * States: {begin, head, text} x which of three kinds of evidence the item has so far. Kinds are
 * date, title, employer for jobs and date, degree, school for education. The bits of the next
 * state follow from the line, so that each state has three successors.
 *
 *   score(path) = sum of line scores (how much the line looks like a head line)
 *               + transitions (a head follows text seldom ...)
 *               - repeated kinds within an item (a second date range begins another item)
 *               - kinds that an item ends without, where the section has them.
 */
#include "parse/items.h"

#include <math.h>

enum { BEGIN, HEAD, TEXT, PARTS = 3, BITS = 3, MASKS = 1 << BITS, STATES = PARTS * MASKS };
enum { HAS_DATE = 1, HAS_FIRST = 2, HAS_SECOND = 4 }; /* title or degree; employer or school */

/** What a line gains that looks like the section's first, when dates part them all. */
static const float ANCHOR_HEAD = 2.0f, ANCHOR_BEGIN = 2.0f, ANCHOR_OTHERS = 1.0f;

struct cell {
    float head, begin; /* evidence for a head line; more of it for a begin */
    uint8_t kinds;     /* what the line brings when it is a head line */
    bool aside;        /* nothing but a date, place or duration: may follow text */
    bool continues;    /* wrapped: part of what the line above is */
    bool row;          /* beside the line before: a date and what it dates */
};

struct trellis {
    const vt_facts *f;
    const uint32_t *run;
    size_t n;
    bool jobs;
    bool dated; /* the section has dates at all */
    struct cell *cells;
    float (*score)[STATES];  /* [n] */
    uint8_t (*from)[STATES]; /* [n] */
    uint8_t *part;           /* [n] the decision */
};

/* ---- evidence of one line ---- */

/** A date that heads an item: a range, or a date at an edge of the line. */
static bool heads_with_date(const vt_info *info)
{
    if (info->range)
        return true;
    for (size_t i = 0; i < info->dates.n; i++) {
        const vt_date_hit *d = &info->dates.at[i];
        bool edge = d->first == 0 || d->first + d->count >= info->words.n;
        if (d->score >= 0.5f && (edge || info->date_share > 0.3f) && info->words.n <= 14)
            return true;
    }
    return false;
}

static bool is_org_end(const vt_info *info)
{
    return info->org >= 0.85f && info->words.n <= 8;
}

static float look_evidence(const vt_info *info)
{
    float s = 0;
    s += info->bold ? 1.5f : info->lead_bold ? 0.9f : 0;
    s += info->italic ? 0.4f : 0;
    s += info->accent ? 0.5f : 0;
    s += info->caps ? 0.5f : 0;
    s += info->size > 1.05f ? 0.9f : info->size < 0.92f ? -0.2f : 0;
    s += info->line->heading_level ? 2.5f : 0;
    return s;
}

static float shape_evidence(const vt_info *info)
{
    float s = 0;
    uint32_t words = vt_info_length(info, 0, (uint32_t)info->words.n);
    s -= info->bullet ? 3.5f : 0;
    s -= words > 16 ? 2.5f : words > (info->school >= 0.8f ? 14 : 10) ? 1.0f : 0;
    bool study = info->words.n <= 14 && VT_MAX(info->school, info->degree) >= 0.8f;
    s -= info->stop && !is_org_end(info) ? (study ? 0.5f : 1.8f) : 0;
    s -= info->begins_lower ? 2.5f : 0;
    s -= info->colon ? 1.2f : 0;
    s -= info->verb ? (info->title >= 0.7f ? 0.4f : 1.5f) : 0;
    s -= info->lower_words > info->capital_words + 2 ? 1.5f : 0;
    s += info->capital_words >= info->lower_words && words <= 8 ? 0.5f : 0;
    return s;
}

static void weigh_line(struct trellis *t, size_t i)
{
    const vt_info *info = &t->f->at[t->run[i]];
    struct cell *c = &t->cells[i];
    bool date = heads_with_date(info) && !info->second;
    float s = look_evidence(info) + shape_evidence(info) - 0.8f;
    s += date ? (info->range ? 2.5f : 1.6f) : 0;
    s += info->places.n && info->place_share > 0.2f ? 0.8f : 0;
    s += vt_line_has_wide_gap(t->f->doc, info->line) ? 0.7f : 0;
    if (t->jobs) {
        s += 1.6f * info->title + 1.2f * VT_MAX(info->org, 0.8f * info->school);
        c->kinds = (uint8_t)((date ? HAS_DATE : 0) | (info->title >= 0.6f ? HAS_FIRST : 0) |
                             (VT_MAX(info->org, info->school) >= 0.55f ? HAS_SECOND : 0));
    } else {
        s += 2.0f * info->degree + 2.0f * info->school;
        s += info->bullet && info->degree >= 0.8f ? 2.5f : 0;
        c->kinds = (uint8_t)((date ? HAS_DATE : 0) | (info->degree >= 0.6f ? HAS_FIRST : 0) |
                             (info->school >= 0.55f ? HAS_SECOND : 0));
    }
    float rest = 1.0f - info->date_share - info->place_share;
    c->aside = !info->bullet && (rest < 0.35f || info->words.n <= 2) && (date || info->places.n);
    c->continues = info->continues || info->second;
    c->row = info->row && !info->bullet;
    c->head = s;
    c->begin = 0.8f * VT_MIN(info->gap, 1.5f) - 0.4f;
    t->dated |= info->range;
}

/* ---- what the section's own items look like ---- */

/** Style and indent together. */
static uint32_t look_key(const vt_info *info)
{
    uint32_t indent = (uint32_t)(VT_MAX(info->line->indent, 0.0f) / 6.0f + 0.5f);
    uint32_t rest =
        VT_MIN(indent, 255u) | (uint32_t)info->bullet << 9 | (uint32_t)info->lead_bold << 8;
    return info->style ^ rest * 2246822519u;
}

/** How often lines of one look were begin, head and text. */
struct look_count {
    uint32_t key;
    float parts[PARTS];
};

static struct look_count *count_of(struct look_count *counts, size_t *n, size_t max, uint32_t key)
{
    for (size_t i = 0; i < *n; i++)
        if (counts[i].key == key)
            return &counts[i];
    if (*n == max)
        return NULL;
    counts[*n] = (struct look_count){key, {0.5f, 0.5f, 0.5f}};
    return &counts[(*n)++];
}

/** Second pass: lines that look like the begins of the first pass gain, others lose. */
static void learn_begins(struct trellis *t)
{
    struct look_count counts[32];
    size_t n = 0, begins = 0;
    for (size_t i = 0; i < t->n; i++) {
        begins += t->part[i] == BEGIN;
        struct look_count *c =
            count_of(counts, &n, VT_COUNT(counts), look_key(&t->f->at[t->run[i]]));
        if (c)
            c->parts[t->part[i]]++;
    }
    if (begins < 2)
        return;
    for (size_t i = 0; i < t->n; i++) {
        const struct look_count *c =
            count_of(counts, &n, VT_COUNT(counts), look_key(&t->f->at[t->run[i]]));
        if (!c)
            continue;
        float begin = logf(c->parts[BEGIN] / c->parts[HEAD]);
        float head = logf((c->parts[BEGIN] + c->parts[HEAD]) / c->parts[TEXT]);
        t->cells[i].begin += 0.5f * VT_MAX(-2.0f, VT_MIN(2.0f, begin));
        t->cells[i].head += 0.6f * VT_MAX(-2.5f, VT_MIN(2.5f, head));
    }
}

/** Items begin with the same kind of thing as the section's first line: all with the employer, or
 * all with the title. */
static void prefer_first_kind(struct trellis *t)
{
    uint8_t first = t->cells[0].kinds & (HAS_FIRST | HAS_SECOND);
    if (first != HAS_FIRST && first != HAS_SECOND)
        return;
    for (size_t i = 1; i < t->n; i++) {
        uint8_t kinds = t->cells[i].kinds & (HAS_FIRST | HAS_SECOND);
        if (kinds == first)
            t->cells[i].begin += 0.9f;
        else if (kinds && !(kinds & first))
            t->cells[i].begin -= 0.4f;
    }
}

/** Lines that look like the section's first line, with a date range from each to the next: they
 * begin the items, whatever else speaks for a line with the date or the title. */
static void anchor_on_first_look(struct trellis *t)
{
    uint32_t key = look_key(&t->f->at[t->run[0]]);
    size_t anchors = 0, ranges = 0, most = 0;
    for (size_t i = 0; i <= t->n; i++) {
        const vt_info *info = i < t->n ? &t->f->at[t->run[i]] : NULL;
        if (!info || look_key(info) == key) {
            if (i > 0 && ranges == 0)
                return; /* an anchor without a date: text looks like it, too */
            most = VT_MAX(most, ranges);
            anchors += info != NULL;
            ranges = 0;
        }
        ranges += info && info->range;
    }
    if (anchors < 2)
        return;
    for (size_t i = 0; i < t->n; i++) {
        bool anchor = look_key(&t->f->at[t->run[i]]) == key;
        t->cells[i].head += anchor ? ANCHOR_HEAD : 0;
        t->cells[i].begin += anchor ? ANCHOR_BEGIN : most == 1 ? -ANCHOR_OTHERS : 0;
    }
}

/* ---- decoding ---- */

static float count_bits(const struct trellis *t, uint8_t kinds, float date, float first,
                        float second)
{
    (void)t;
    return (kinds & HAS_DATE ? date : 0) + (kinds & HAS_FIRST ? first : 0) +
           (kinds & HAS_SECOND ? second : 0);
}

/** What an item loses that ends without some kinds. */
static float missing(const struct trellis *t, uint8_t kinds)
{
    uint8_t lacks = (uint8_t)~kinds & (MASKS - 1);
    if (t->jobs)
        return count_bits(t, lacks, t->dated ? 1.8f : 0.3f, 0.8f, 0.3f);
    return count_bits(t, lacks, t->dated ? 0.7f : 0.2f, 0.8f, 1.2f);
}

static float repeated(const struct trellis *t, uint8_t twice)
{
    return t->jobs ? count_bits(t, twice, 3.0f, 1.2f, 0.8f)
                   : count_bits(t, twice, 2.5f, 1.8f, 2.2f);
}

static float transition(int from, int to, const struct cell *c, uint8_t kinds)
{
    static const float table[PARTS][PARTS] = {
        [BEGIN] = {[BEGIN] = -2.2f, [HEAD] = 0.4f, [TEXT] = -0.2f},
        [HEAD] = {[BEGIN] = -1.2f, [HEAD] = -0.3f, [TEXT] = 0},
        [TEXT] = {[BEGIN] = 0.2f, [HEAD] = -3.5f, [TEXT] = 0.2f},
    };
    if (c->continues) {
        static const float sticky[PARTS][PARTS] = {
            [BEGIN] = {[BEGIN] = -5, [HEAD] = 1.0f, [TEXT] = -0.8f},
            [HEAD] = {[BEGIN] = -4, [HEAD] = 1.0f, [TEXT] = -0.8f},
            [TEXT] = {[BEGIN] = -2.5f, [HEAD] = -4.5f, [TEXT] = 0.8f},
        };
        return sticky[from][to];
    }
    if (c->row && from != TEXT) {
        static const float beside[PARTS] = {[BEGIN] = -4, [HEAD] = 2.0f, [TEXT] = -2.0f};
        return beside[to];
    }
    if (from == TEXT && to == HEAD && c->aside && !(kinds & c->kinds & HAS_DATE))
        return -0.5f;
    return table[from][to];
}

static void step(struct trellis *t, size_t i, int state, float so_far)
{
    int part = state / MASKS;
    uint8_t kinds = (uint8_t)(state % MASKS);
    const struct cell *c = &t->cells[i];
    for (int to = 0; to < PARTS; to++) {
        float s = so_far + transition(part, to, c, kinds);
        uint8_t next = kinds;
        if (to == BEGIN) {
            s += c->head + c->begin - missing(t, kinds);
            next = c->kinds;
            if ((kinds & HAS_SECOND) && (next & (HAS_FIRST | HAS_SECOND)) == HAS_FIRST) {
                /* a further role or degree: employer, school and dates are shared */
                next |= t->jobs ? HAS_SECOND : kinds & (HAS_SECOND | HAS_DATE);
            }
        } else if (to == HEAD) {
            s += c->head - repeated(t, kinds & c->kinds);
            next |= c->kinds;
        }
        int target = to * MASKS + next;
        if (s > t->score[i][target]) {
            t->score[i][target] = s;
            t->from[i][target] = (uint8_t)state;
        }
    }
}

static void decode(struct trellis *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int s = 0; s < STATES; s++)
            t->score[i][s] = -INFINITY;
    t->score[0][BEGIN * MASKS + t->cells[0].kinds] = t->cells[0].head + 1.0f;
    t->score[0][TEXT * MASKS] = -2.0f;
    for (size_t i = 1; i < t->n; i++)
        for (int s = 0; s < STATES; s++)
            if (t->score[i - 1][s] > -INFINITY)
                step(t, i, s, t->score[i - 1][s]);
    int best = 0;
    float top = -INFINITY;
    for (int s = 0; s < STATES; s++) {
        float score = t->score[t->n - 1][s] - missing(t, (uint8_t)(s % MASKS));
        if (score > top) {
            top = score;
            best = s;
        }
    }
    for (size_t i = t->n; i-- > 0;) {
        t->part[i] = (uint8_t)(best / MASKS);
        if (i > 0)
            best = t->from[i][best];
    }
}

void vt_items_decide(const vt_facts *f, vt_roles *roles, const uint32_t *run, size_t n, bool jobs)
{
    if (n == 0)
        return;
    struct trellis t = {.f = f, .run = run, .n = n, .jobs = jobs};
    t.cells = VT_NEW_ARRAY(f->arena, struct cell, n);
    t.score = vt_arena_array(f->arena, n, sizeof *t.score);
    t.from = vt_arena_array(f->arena, n, sizeof *t.from);
    t.part = VT_NEW_ARRAY(f->arena, uint8_t, n);
    for (size_t i = 0; i < n; i++)
        weigh_line(&t, i);
    prefer_first_kind(&t);
    anchor_on_first_look(&t);
    decode(&t);
    learn_begins(&t);
    decode(&t);
    const uint8_t role_of[2][PARTS] = {
        {VT_ROLE_EDU_BEGIN, VT_ROLE_EDU_HEAD, VT_ROLE_EDU_TEXT},
        {VT_ROLE_JOB_BEGIN, VT_ROLE_JOB_HEAD, VT_ROLE_JOB_TEXT},
    };
    uint32_t item = 0;
    for (size_t i = 0; i < n; i++) {
        if (t.part[i] == BEGIN)
            item = ++roles->items;
        roles->at[run[i]].role = role_of[jobs][t.part[i]];
        roles->at[run[i]].item = item;
    }
}
