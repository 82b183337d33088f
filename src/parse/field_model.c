/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words of a piece share most of what is known about them: what separates the piece from its
 * neighbours, its look, its evidence alone and beside that of the item's other pieces, and which
 * field the rules gave to the pieces that stand in the same slot of the document's other items
 * (people are consistent within one resume). These features are made once a piece. Every feature
 * is of jobs or of studies; the two have no weight in common.
 *
 * Decoding runs twice: the second time, what the model itself believes of the same slots speaks,
 * too.
 */
#include "parse/field_model.h"

#include <math.h>

enum { VT_CUT_ITEM = VT_CUT_NONE + 1, BUCKETS = 6 };

/* What the rules' word weighs beyond what training found, as in line_model.c. */
#define RULES_BONUS 2.5f
/* What the document's other items weigh in the second decoding. */
#define SLOT_BONUS 0.5f
/* What an item that lacks a title or an employer loses. */
#define LACK_PRICE 2.0f

/* Templates: append only, the numbers are part of the models. */
enum template {
    P_BEFORE = 1,
    P_AFTER,
    P_BEFORE_AFTER,
    P_TITLE,
    P_ORG,
    P_SCHOOL,
    P_DEGREE,
    P_STUDY,
    P_PERSON,
    P_PLACE,
    P_TITLE_ORG,
    P_DEGREE_STUDY,
    P_SCHOOL_ORG,
    P_BEST,
    P_BEST_BEFORE,
    P_BEST_AFTER,
    P_LOOK,
    P_LOOK_RANK,
    P_RANK,
    P_INDEX,
    P_COUNT,
    P_WORDS,
    P_X,
    P_LINE,
    P_LINE_WORDS,
    P_LINE_ONLY,
    P_SECTION,
    P_RULE_BEFORE,
    P_RULE_AFTER,
    P_SLOT,
    P_LOOK_SLOT,
    P_SLOT_RULE,
    P_DATE_BESIDE,
    U_BIAS,
    U_DATE,
    U_WORD,
    U_WORD_PREV,
    U_WORD_NEXT,
    U_ENDING,
    U_SHAPE,
    U_SHAPE_NEIGHBOURS,
    U_POSITION,
    U_HIT,
    U_HIT_WHOLE,
    U_KINDS_PREV,
    U_KINDS_NEXT,
    U_KINDS,
    U_RULE,
    U_RULE_NEIGHBOURS,
    U_RULE_BEST,
    U_RULE_CUT,
    U_BRACKET,
    E_CUT,
    E_RULE,
    E_LOOK,
    E_HIT,
};

enum { MAX_PIECE_FEATURES = 64, LEX_RELEVANT = 24 };

/* What the rules (or the model) gave to the pieces of one slot. */
struct slot {
    uint32_t key; /* 0: free */
    float sum, fields[VT_FIELD_LABELS];
};

struct slots {
    struct slot *at;
    uint32_t mask;
};

struct builder {
    const vt_facts *f;
    const vt_heads *heads;
    const vt_units *units;
    struct slots slots, looks;
    vt_sequence_builder out;
    uint32_t piece_features[MAX_PIECE_FEATURES];
    size_t piece_count;
    bool study; /* of the unit at hand */
};

/* ---- units ---- */

bool vt_field_is_of(uint8_t field, bool study)
{
    const uint32_t jobs = 1u << VT_FIELD_TITLE | 1u << VT_FIELD_COMPANY | 1u << VT_FIELD_TYPE;
    const uint32_t studies = 1u << VT_FIELD_INSTITUTION | 1u << VT_FIELD_DEGREE |
                             1u << VT_FIELD_STUDY | 1u << VT_FIELD_GRADE;
    return field < VT_FIELD_LABELS && !((study ? jobs : studies) >> field & 1);
}

static bool covers(const vt_range *r, const vt_unit *u)
{
    return u->from < r->to && u->to > r->from;
}

static uint8_t rule_of(const vt_heads *heads, const vt_unit *u, const vt_piece *p)
{
    if (u->piece == VT_NONE)
        return VT_FIELD_DATE;
    if (u->study) {
        const vt_study_fields *s = &heads->study[u->item];
        return covers(&s->school, u)   ? VT_FIELD_INSTITUTION
               : covers(&s->degree, u) ? VT_FIELD_DEGREE
               : covers(&s->field, u)  ? VT_FIELD_STUDY
               : covers(&s->grade, u)  ? VT_FIELD_GRADE
               : p->place              ? VT_FIELD_LOCATION
                                       : VT_FIELD_NONE;
    }
    const vt_job_fields *j = &heads->job[u->item];
    return covers(&j->title, u)               ? VT_FIELD_TITLE
           : covers(&j->company, u)           ? VT_FIELD_COMPANY
           : covers(&j->place, u) || p->place ? VT_FIELD_LOCATION
           : p->e.employment                  ? VT_FIELD_TYPE
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

static const vt_item *item_of(const vt_heads *heads, const vt_unit *u)
{
    return u->study ? &heads->studies.at[u->item] : &heads->jobs.at[u->item];
}

static const vt_piece *piece_of(const vt_heads *heads, const vt_unit *u)
{
    return u->piece == VT_NONE ? NULL : &item_of(heads, u)->pieces.at[u->piece];
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

static bool begins_item(const vt_units *units, size_t i)
{
    return i == 0 || units->at[i].item != units->at[i - 1].item ||
           units->at[i].study != units->at[i - 1].study;
}

/* ---- slots ---- */

static void slots_init(struct slots *s, vt_arena *arena, size_t n)
{
    uint32_t size = 16;
    while (size < 2 * n)
        size *= 2;
    s->at = VT_NEW_ARRAY(arena, struct slot, size);
    s->mask = size - 1;
}

static struct slot *slot_of(const struct slots *s, uint32_t key)
{
    uint32_t i = key & s->mask;
    while (s->at[i].key && s->at[i].key != key)
        i = (i + 1) & s->mask;
    return &s->at[i];
}

/* The number of the piece among those of its line. */
static uint32_t index_in_line(const vt_pieces *pieces, size_t i)
{
    uint32_t n = 0;
    while (i > n && pieces->at[i - n - 1].line == pieces->at[i].line)
        n++;
    return n;
}

static uint32_t look_bits(const vt_piece *p)
{
    return (uint32_t)p->bold | (uint32_t)p->italic << 1 | (uint32_t)p->bracket << 2;
}

/* Where in the form of an item it stands: line, place in the line, what is before it, look. */
static uint32_t slot_key(const vt_pieces *pieces, size_t i, bool study)
{
    const vt_piece *p = &pieces->at[i];
    return vt_feature_int(study, (int64_t)VT_MIN(p->rank, 3u) |
                                     (int64_t)VT_MIN(index_in_line(pieces, i), 3u) << 2 |
                                     (int64_t)p->before << 4 | (int64_t)look_bits(p) << 8);
}

static uint32_t look_key(const vt_piece *p, bool study)
{
    return vt_feature_int(2 + study, (int64_t)look_bits(p) | (int64_t)VT_MIN(p->rank, 2u) << 3);
}

static void slot_add(const struct slots *s, uint32_t key, uint8_t field, float weight)
{
    struct slot *slot = slot_of(s, key);
    slot->key = key;
    slot->sum += weight;
    slot->fields[field] += weight;
}

/* Is it the first unit of a piece? */
static bool begins_piece(const vt_units *units, size_t i)
{
    return units->at[i].piece != VT_NONE &&
           (begins_item(units, i) || units->at[i].piece != units->at[i - 1].piece);
}

static void learn_slots(struct builder *b)
{
    slots_init(&b->slots, b->f->arena, b->units->n);
    slots_init(&b->looks, b->f->arena, b->units->n);
    for (size_t i = 0; i < b->units->n; i++) {
        const vt_unit *u = &b->units->at[i];
        if (!begins_piece(b->units, i))
            continue;
        const vt_pieces *pieces = &item_of(b->heads, u)->pieces;
        slot_add(&b->slots, slot_key(pieces, u->piece, u->study), u->rule, 1);
        slot_add(&b->looks, look_key(&pieces->at[u->piece], u->study), u->rule, 1);
    }
}

/* ---- features ---- */

static uint32_t bucket(float share)
{
    float b = share * (BUCKETS - 1);
    return b <= 0 ? 0 : b >= BUCKETS - 1 ? BUCKETS : (uint32_t)b + 1;
}

static uint32_t count_bucket(size_t n)
{
    static const size_t bounds[] = {1, 2, 3, 4, 6, 9, 14};
    uint32_t b = 0;
    while (b < VT_COUNT(bounds) && n > bounds[b])
        b++;
    return b;
}

static uint32_t feature(const struct builder *b, enum template t, int64_t value)
{
    return vt_feature_int((uint32_t)t * 2 + b->study, value);
}

static void add(struct builder *b, enum template t, int64_t value)
{
    vt_sequence_add(&b->out, feature(b, t, value));
}

static void add_piece(struct builder *b, enum template t, int64_t value)
{
    if (b->piece_count < MAX_PIECE_FEATURES)
        b->piece_features[b->piece_count++] = feature(b, t, value);
}

/* What the evidence says a piece most likely is: kind and how sure, in one number. */
static uint32_t best_kind(const vt_piece *p, bool study)
{
    if (p->noise)
        return 1;
    const float job[] = {p->e.title, VT_MAX(p->e.org, 0.9f * p->e.school)};
    const float edu[] = {p->e.degree, p->e.school, p->e.study};
    const float *values = study ? edu : job;
    uint32_t n = study ? 3 : 2, best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (values[i] > values[best])
            best = i;
    if (p->place && p->place_strength >= values[best])
        return 2 + (p->place_strength >= 1);
    if (p->e.employment)
        return 4;
    uint32_t sure = values[best] >= 0.85f ? 3 : values[best] >= 0.6f ? 2 : values[best] >= 0.3f;
    return 8 + best * 4 + sure;
}

enum { EVIDENCE_KINDS = 5 };

static void evidence_row(const vt_piece *p, float ret[EVIDENCE_KINDS])
{
    const float row[EVIDENCE_KINDS] = {p->e.title, p->e.org, p->e.school, p->e.degree, p->e.study};
    memcpy(ret, row, sizeof row);
}

static uint32_t lead_bucket(float lead)
{
    return lead > 0.3f ? 4 : lead > 0.05f ? 3 : lead > -0.05f ? 2 : lead > -0.3f ? 1 : 0;
}

/* For each kind of evidence: is the piece the item's best one, and by how much? */
static void add_ranks(struct builder *b, const vt_pieces *pieces, size_t i)
{
    float own[EVIDENCE_KINDS], best[EVIDENCE_KINDS] = {0}, other[EVIDENCE_KINDS];
    evidence_row(&pieces->at[i], own);
    for (size_t o = 0; o < pieces->n; o++) {
        evidence_row(&pieces->at[o], other);
        for (size_t k = 0; k < EVIDENCE_KINDS && o != i && !pieces->at[o].noise; k++)
            best[k] = VT_MAX(best[k], other[k]);
    }
    for (size_t k = 0; k < EVIDENCE_KINDS; k++)
        add_piece(b, P_BEST,
                  (int64_t)(k << 8 | lead_bucket(own[k] - best[k]) << 4 | (own[k] > 0.3f)));
}

static void add_slot(struct builder *b, enum template t, const struct slot *slot, uint8_t own)
{
    float n = slot->sum - 1;
    if (n < 0.5f) {
        add_piece(b, t, -1);
        return;
    }
    for (uint8_t y = 0; y < VT_FIELD_LABELS; y++) {
        float votes = slot->fields[y] - (y == own);
        if (votes > 0.5f)
            add_piece(b, t, (int64_t)y << 8 | (int64_t)bucket(votes / n) << 4 | (n > 1.5f));
    }
}

static uint32_t line_bits(const vt_info *info)
{
    return (uint32_t)info->stop | (uint32_t)info->bullet << 1 | (uint32_t)info->begins_lower << 2 |
           (uint32_t)info->colon << 3 | (uint32_t)(info->dates.n > 0) << 4 |
           (uint32_t)info->caps << 5;
}

static void add_evidence(struct builder *b, const vt_piece *p)
{
    const vt_evidence *e = &p->e;
    add_piece(b, P_TITLE, bucket(e->title));
    add_piece(b, P_ORG, bucket(e->org));
    add_piece(b, P_SCHOOL, bucket(e->school));
    add_piece(b, P_DEGREE, bucket(e->degree));
    add_piece(b, P_STUDY, bucket(e->study));
    add_piece(b, P_PERSON, bucket(e->person));
    add_piece(b, P_PLACE,
              (int64_t)bucket(e->place) << 4 | (p->place ? 1 + (p->place_strength >= 1) : 0) |
                  (int64_t)e->employment << 2 | (int64_t)p->noise << 3);
    add_piece(b, P_TITLE_ORG, (int64_t)bucket(e->title) << 4 | bucket(e->org));
    add_piece(b, P_DEGREE_STUDY, (int64_t)bucket(e->degree) << 4 | bucket(e->study));
    add_piece(b, P_SCHOOL_ORG, (int64_t)bucket(e->school) << 4 | bucket(e->org));
}

/* What the words of a piece have in common. */
static void make_piece_features(struct builder *b, const vt_unit *u)
{
    const vt_item *item = item_of(b->heads, u);
    const vt_pieces *pieces = &item->pieces;
    const vt_piece *p = &pieces->at[u->piece];
    const vt_piece *prev = u->piece ? p - 1 : NULL;
    const vt_piece *next = u->piece + 1 < pieces->n ? p + 1 : NULL;
    const vt_info *info = &b->f->at[p->line];
    uint32_t after = next ? (uint32_t)next->before : VT_CUT_NONE, rank = VT_MIN(p->rank, 3u);
    uint32_t index = VT_MIN(index_in_line(pieces, u->piece), 4u);
    b->piece_count = 0;
    add_piece(b, P_BEFORE, (int64_t)p->before);
    add_piece(b, P_AFTER, after);
    add_piece(b, P_BEFORE_AFTER, (int64_t)p->before << 4 | after);
    add_evidence(b, p);
    add_ranks(b, pieces, u->piece);
    uint32_t best = best_kind(p, u->study);
    add_piece(b, P_BEST_BEFORE, (int64_t)(prev ? best_kind(prev, u->study) + 1 : 0) << 8 | best);
    add_piece(b, P_BEST_AFTER, (int64_t)(next ? best_kind(next, u->study) + 1 : 0) << 8 | best);
    bool bold_item = false;
    for (size_t i = 0; i < pieces->n; i++)
        bold_item |= pieces->at[i].bold != p->bold;
    add_piece(b, P_LOOK, look_bits(p) | (uint32_t)bold_item << 3 | (uint32_t)info->caps << 4);
    add_piece(b, P_LOOK_RANK, look_bits(p) << 4 | rank);
    add_piece(b, P_RANK, rank << 8 | index);
    add_piece(b, P_INDEX, VT_MIN(u->piece, 7u));
    add_piece(b, P_COUNT, (int64_t)VT_MIN(pieces->n, (size_t)8));
    add_piece(b, P_WORDS, count_bucket(p->count));
    add_piece(b, P_X, (int64_t)(p->x * 8) << 4 | (int64_t)p->before);
    add_piece(b, P_LINE, line_bits(info));
    add_piece(b, P_LINE_WORDS, count_bucket(info->words.n));
    bool only = (!prev || prev->line != p->line) && (!next || next->line != p->line);
    add_piece(b, P_LINE_ONLY, (int64_t)only << 8 | (int64_t)rank << 4 | (info->dates.n > 0));
    add_piece(b, P_SECTION, item->section);
    add_slot(b, P_SLOT, slot_of(&b->slots, slot_key(pieces, u->piece, u->study)), u->rule);
    add_slot(b, P_LOOK_SLOT, slot_of(&b->looks, look_key(p, u->study)), u->rule);
}

static uint32_t kind_bit(uint32_t kind)
{
    return kind < LEX_RELEVANT && kind != VT_LEX_HEADING && kind != VT_LEX_VERB &&
                   kind != VT_LEX_CALLING_CODE && kind != VT_LEX_PROFICIENCY
               ? 1u << kind
               : 0;
}

/* The kinds of the lexicon that a word is part of. */
static uint32_t kinds_at(const vt_info *info, uint32_t word)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first <= word; i++)
        if (info->hits.at[i].first + info->hits.at[i].count > word)
            mask |= kind_bit(info->hits.at[i].entry->kind);
    return mask;
}

static void add_hits(struct builder *b, const vt_info *info, const vt_piece *p, uint32_t word)
{
    uint32_t seen[16], n = 0;
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first <= word; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        uint32_t last = h->first + h->count - 1;
        if (last < word || !kind_bit(h->entry->kind))
            continue;
        uint32_t place = h->count == 1 ? 0 : word == h->first ? 1 : word == last ? 3 : 2;
        bool coded = h->entry->kind == VT_LEX_TITLE_WORD || h->entry->kind == VT_LEX_ORG_WORD;
        uint32_t weak = (h->entry->flags & VT_LEX_AMBIGUOUS) != 0;
        uint32_t value =
            h->entry->kind | place << 8 | weak << 10 | (coded ? (uint32_t)h->entry->code << 12 : 0);
        bool known = false;
        for (uint32_t k = 0; k < n; k++)
            known |= seen[k] == value;
        if (known || n == VT_COUNT(seen))
            continue;
        seen[n++] = value;
        add(b, U_HIT, value);
        bool whole = h->first == p->first && h->count == p->count;
        add(b, U_HIT_WHOLE,
            h->entry->kind | VT_MIN(h->count, 4u) << 8 | (uint32_t)whole << 12 |
                (uint32_t)(h->first == p->first) << 13 |
                (uint32_t)(last + 1 == p->first + p->count) << 14);
    }
}

/* The last bytes of a word: endings tell titles in many languages. */
static uint32_t ending(vt_str s)
{
    uint32_t h = 0;
    for (size_t i = s.len > 3 ? s.len - 3 : 0; i < s.len; i++)
        h = h << 8 | (unsigned char)s.ptr[i];
    return h;
}

static uint32_t shape(const vt_word *w)
{
    uint32_t size = w->folded.len <= 2 ? (uint32_t)w->folded.len : w->folded.len <= 4 ? 3 : 4;
    return (w->flags & (VT_WORD_ALPHA | VT_WORD_DIGIT | VT_WORD_CAPITAL | VT_WORD_UPPER |
                        VT_WORD_GLUED | VT_WORD_SYMBOL | VT_WORD_DOTTED | VT_WORD_DOT)) |
           size << 12;
}

static void add_words_around(struct builder *b, const vt_info *info, const vt_unit *u,
                             const vt_piece *p)
{
    const vt_word *w = &info->words.at[u->first];
    bool has_prev = u->first > p->first, has_next = u->first + 1 < p->first + p->count;
    add(b, U_WORD, w->hash);
    add(b, U_WORD_PREV, has_prev ? (int64_t)w[-1].hash : 0);
    add(b, U_WORD_NEXT, has_next ? (int64_t)w[1].hash : 0);
    add(b, U_ENDING, ending(w->folded));
    add(b, U_SHAPE, shape(w));
    add(b, U_KINDS, kinds_at(info, u->first));
    add(b, U_KINDS_PREV, has_prev ? (int64_t)kinds_at(info, u->first - 1) : -1);
    add(b, U_KINDS_NEXT, has_next ? (int64_t)kinds_at(info, u->first + 1) : -1);
    uint32_t at = u->first - p->first, left = p->count - 1 - at;
    add(b, U_POSITION, VT_MIN(at, 3u) << 4 | VT_MIN(left, 3u));
    char before = u->from > 0 ? b->f->doc->raw_text.ptr[u->from] : ' ';
    add(b, U_BRACKET, before == '(' ? 1 : before == '"' ? 2 : 0);
}

static void add_rules(struct builder *b, size_t i)
{
    const vt_unit *u = &b->units->at[i];
    bool first = begins_item(b->units, i),
         last = i + 1 == b->units->n || begins_item(b->units, i + 1);
    uint32_t prev = first ? VT_FIELD_LABELS : u[-1].rule, next = last ? VT_FIELD_LABELS : u[1].rule;
    add(b, U_RULE, u->rule);
    add(b, U_RULE_NEIGHBOURS, u->rule << 16 | prev << 8 | next);
    add(b, U_RULE_CUT, u->rule << 8 | u->cut);
    if (u->piece != VT_NONE)
        add(b, U_RULE_BEST, u->rule << 8 | best_kind(&item_of(b->heads, u)->pieces.at[u->piece], u->study));
}

static void add_edges(struct builder *b, size_t i)
{
    const vt_unit *u = &b->units->at[i];
    bool first = begins_item(b->units, i);
    uint32_t cut = first ? VT_CUT_ITEM : u->cut;
    vt_sequence_add_edge(&b->out, feature(b, E_CUT, cut));
    if (!first)
        vt_sequence_add_edge(&b->out, feature(b, E_RULE, u->rule == u[-1].rule));
}

static void add_unit(struct builder *b, size_t i)
{
    const vt_unit *u = &b->units->at[i];
    const vt_info *info = &b->f->at[u->line];
    b->study = u->study;
    add(b, U_BIAS, 0);
    if (u->piece == VT_NONE) {
        bool alone = u->count >= info->words.n;
        add(b, U_DATE, (int64_t)alone << 4 | (u->first == 0));
        add(b, U_RULE, u->rule);
    } else {
        if (begins_piece(b->units, i))
            make_piece_features(b, u);
        for (size_t k = 0; k < b->piece_count; k++)
            vt_sequence_add(&b->out, b->piece_features[k]);
        const vt_piece *p = &item_of(b->heads, u)->pieces.at[u->piece];
        add_words_around(b, info, u, p);
        add_hits(b, info, p, u->first);
        add_rules(b, i);
    }
    add_edges(b, i);
}

vt_sequence vt_field_sequence(const vt_facts *f, const vt_heads *heads, const vt_units *units,
                              const uint8_t *labels)
{
    struct builder b = {.f = f, .heads = heads, .units = units, .out = {.arena = f->arena}};
    learn_slots(&b);
    for (size_t i = 0; i < units->n; i++) {
        add_unit(&b, i);
        vt_sequence_next(&b.out, labels ? labels[i] : 0);
    }
    return vt_sequence_done(&b.out);
}

/* ---- deciding ---- */

/* A run of units that is one value. */
struct value {
    size_t first, last; /* units */
    float probability;
};

/* Is unit i + 1 the next words of the same text? Head lines that wrap follow each other. */
static bool goes_on(const vt_facts *f, const vt_units *units, size_t i)
{
    const vt_unit *u = &units->at[i];
    return u[1].line == u->line || vt_info_follows(&f->at[u->line], &f->at[u[1].line]);
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
        while (last + 1 < to && labels[last + 1] == labels[i] && goes_on(f, units, last))
            last++;
        struct value *v = &values[labels[i]];
        unsigned alone = (i > from ? 1u : 0) | (last + 1 < to ? 2u : 0);
        float p = vt_crf_belief_run(beliefs, i, last, labels[i], alone);
        if (labels[i] != VT_FIELD_NONE && p > v->probability)
            *v = (struct value){i, last, p};
        i = last + 1;
    }
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
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_eq(info->words.at[p->first].folded, vt_str_z(words[i])))
            return true;
    return false;
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
    const vt_item *item = item_of(heads, u);
    const vt_study_fields *s = &heads->study[u->item];
    const vt_piece *p = &item->pieces.at[u->piece];
    if (s->labelled && covers(&s->field, u))
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
    struct slots slots;
    float (*units)[VT_FIELD_LABELS]; /* [units] marginals */
};

static size_t piece_end(const vt_units *units, size_t i)
{
    size_t end = i + 1;
    while (end < units->n && units->at[end].piece == units->at[i].piece && !begins_item(units, end))
        end++;
    return end;
}

static uint32_t slot_of_unit(const vt_heads *heads, const vt_unit *u)
{
    return slot_key(&item_of(heads, u)->pieces, u->piece, u->study);
}

static void sum_beliefs(const vt_facts *f, const vt_heads *heads, const vt_units *units,
                        const vt_lattice *lattice, struct beliefs *b)
{
    const vt_crf_beliefs *beliefs = vt_crf_believe(lattice, f->arena, NULL);
    slots_init(&b->slots, f->arena, units->n);
    b->units = vt_arena_array(f->arena, units->n, sizeof *b->units);
    for (size_t i = 0; i < units->n; i++) {
        const vt_unit *u = &units->at[i];
        vt_crf_belief_at(beliefs, i, b->units[i]);
        if (u->piece == VT_NONE)
            continue;
        float weight = 1.0f / (float)item_of(heads, u)->pieces.at[u->piece].count;
        for (uint8_t y = 0; y < VT_FIELD_LABELS; y++)
            slot_add(&b->slots, slot_of_unit(heads, u), y, b->units[i][y] * weight);
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
        const struct slot *slot = slot_of(&b.slots, slot_of_unit(heads, &units->at[i]));
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
        while (to < units.n && !begins_item(&units, to))
            to++;
        if (!u->study) {
            require(f, lattice, beliefs, from, to, VT_FIELD_TITLE, labels);
            require(f, lattice, beliefs, from, to, VT_FIELD_COMPANY, labels);
        }
        struct value values[VT_FIELD_LABELS] = {0};
        find_values(f, &units, labels, beliefs, from, to, values);
        if (u->study)
            set_study(crf, &units, values, &heads->study[u->item]);
        else
            set_job(crf, f, &units, values, item_of(heads, u), &heads->job[u->item]);
        from = to;
    }
}
