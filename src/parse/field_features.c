/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words of a piece share most of what is known about them: what separates the piece from its
 * neighbours, its look, its evidence alone and beside that of the item's other pieces, and which
 * field the rules gave to the pieces that stand in the same slot of the document's other items
 * (people are consistent within one resume). These features are made once a piece. Every feature
 * is of jobs or of studies; the two have no weight in common.
 */
#include "parse/field_model.h"

enum { VT_CUT_ITEM = VT_CUT_NONE + 1, BUCKETS = 6 };

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

struct builder {
    const vt_facts *f;
    const vt_heads *heads;
    const vt_units *units;
    vt_slots slots, looks;
    vt_sequence_builder out;
    uint32_t piece_features[MAX_PIECE_FEATURES];
    size_t piece_count;
    bool study; /* of the unit at hand */
};

static uint32_t look_key(const vt_piece *p, bool study)
{
    return vt_feature_int(2 + study, (int64_t)vt_piece_look(p) | (int64_t)VT_MIN(p->rank, 2u) << 3);
}

/* Is it the first unit of a piece? */
static bool begins_piece(const vt_units *units, size_t i)
{
    return units->at[i].piece != VT_NONE &&
           (vt_unit_begins_item(units, i) || units->at[i].piece != units->at[i - 1].piece);
}

static void learn_slots(struct builder *b)
{
    vt_slots_init(&b->slots, b->f->arena, b->units->n);
    vt_slots_init(&b->looks, b->f->arena, b->units->n);
    for (size_t i = 0; i < b->units->n; i++) {
        const vt_unit *u = &b->units->at[i];
        if (!begins_piece(b->units, i))
            continue;
        const vt_pieces *pieces = &vt_unit_item(b->heads, u)->pieces;
        vt_slot_add(&b->slots, vt_slot_key(pieces, u->piece, u->study), u->rule, 1);
        vt_slot_add(&b->looks, look_key(&pieces->at[u->piece], u->study), u->rule, 1);
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
    static const uint8_t bounds[] = {1, 2, 3, 4, 6, 9, 14};
    return vt_feature_step(n, bounds, VT_COUNT(bounds));
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

static void add_slot(struct builder *b, enum template t, const vt_slot *slot, uint8_t own)
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
    const vt_item *item = vt_unit_item(b->heads, u);
    const vt_pieces *pieces = &item->pieces;
    const vt_piece *p = &pieces->at[u->piece];
    const vt_piece *prev = u->piece ? p - 1 : NULL;
    const vt_piece *next = u->piece + 1 < pieces->n ? p + 1 : NULL;
    const vt_info *info = &b->f->at[p->line];
    uint32_t after = next ? (uint32_t)next->before : VT_CUT_NONE, rank = VT_MIN(p->rank, 3u);
    uint32_t index = VT_MIN(vt_piece_index(pieces, u->piece), 4u);
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
    add_piece(b, P_LOOK, vt_piece_look(p) | (uint32_t)bold_item << 3 | (uint32_t)info->caps << 4);
    add_piece(b, P_LOOK_RANK, vt_piece_look(p) << 4 | rank);
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
    add_slot(b, P_SLOT, vt_slot_of(&b->slots, vt_slot_key(pieces, u->piece, u->study)), u->rule);
    add_slot(b, P_LOOK_SLOT, vt_slot_of(&b->looks, look_key(p, u->study)), u->rule);
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
    bool first = vt_unit_begins_item(b->units, i),
         last = i + 1 == b->units->n || vt_unit_begins_item(b->units, i + 1);
    uint32_t prev = first ? VT_FIELD_LABELS : u[-1].rule, next = last ? VT_FIELD_LABELS : u[1].rule;
    add(b, U_RULE, u->rule);
    add(b, U_RULE_NEIGHBOURS, u->rule << 16 | prev << 8 | next);
    add(b, U_RULE_CUT, u->rule << 8 | u->cut);
    if (u->piece != VT_NONE)
        add(b, U_RULE_BEST,
            u->rule << 8 | best_kind(&vt_unit_item(b->heads, u)->pieces.at[u->piece], u->study));
}

static void add_edges(struct builder *b, size_t i)
{
    const vt_unit *u = &b->units->at[i];
    bool first = vt_unit_begins_item(b->units, i);
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
        const vt_piece *p = &vt_unit_item(b->heads, u)->pieces.at[u->piece];
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
