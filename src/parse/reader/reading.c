/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding: every cell of an item points to the cell that begins it; cells that point to the same
 * one vote on what kind of item it is, and take the likeliest role of that kind. The fields of a
 * cell's words are chosen together.
 */
#include "parse/reader/reading.h"

#include "parse/facts/cells.h"
#include "parse/reader/missing_fields.h"
#include "parse/reader/siblings.h"

#include "text/utf8.h"

enum {
    MAX_STEPS = 8,  /* from a cell to the root of its item */
    CANDIDATES = 8, /* anchors of a cell that are tried */
};
#define TEAR_PRICE 2.5f /* logarithm of a probability */

/** Kinds of items; roles of no item are FREE. */
enum kind { FREE, JOB, STUDY, OTHER_ITEM };

static enum kind kind_of(uint8_t role)
{
    switch ((vt_cell_role)role) {
    case VT_CELL_JOB_HEAD:
    case VT_CELL_JOB_TEXT:
        return JOB;
    case VT_CELL_EDU_HEAD:
    case VT_CELL_EDU_TEXT:
        return STUDY;
    case VT_CELL_CERT:
    case VT_CELL_PROJECT:
    case VT_CELL_PUBLICATION:
    case VT_CELL_AWARD:
    case VT_CELL_REFERENCE:
    case VT_CELL_MEMBER:
        return OTHER_ITEM;
    default:
        return FREE;
    }
}

static uint8_t best_of(const float *scores, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (scores[i] > scores[best])
            best = i;
    return (uint8_t)best;
}

/* ---- items ---- */

/** Cells that a cell may well point to, with the logarithm of how likely each is; and in decoding
 * the best way there: its value, and the candidate of the cell before. */
struct candidates {
    uint32_t at[CANDIDATES];
    float score[CANDIDATES], value[CANDIDATES];
    uint8_t from[CANDIDATES];
    uint32_t n;
};

static struct candidates candidates_of(const vt_net_output *out, size_t i)
{
    struct candidates c = {0};
    float *scores = out->anchor[i];
    vt_net_softmax(scores, VT_NET_REACH);
    for (c.n = 0; c.n < CANDIDATES; c.n++) {
        size_t best = 0;
        for (size_t k = 1; k < VT_NET_REACH; k++)
            if (scores[k] > scores[best])
                best = k;
        if (scores[best] < 1e-4f)
            break;
        c.at[c.n] = (uint32_t)(i + best - VT_NET_WINDOW);
        c.score[c.n] = vt_net_log(scores[best]);
        scores[best] = 0;
    }
    return c;
}

/** What it costs to go from one item to another that does not begin here: items are seldom torn. */
static float step_price(uint32_t before, uint32_t at, size_t i)
{
    return before == at || at == i ? 0 : TEAR_PRICE;
}

static void extend(const struct candidates *before, struct candidates *c, size_t i)
{
    for (uint32_t k = 0; k < c->n; k++) {
        float best = 0;
        for (uint32_t b = 0; before && b < before->n; b++) {
            float value = before->value[b] - step_price(before->at[b], c->at[k], i);
            if (b == 0 || value > best) {
                best = value;
                c->from[k] = (uint8_t)b;
            }
        }
        c->value[k] = best + c->score[k];
    }
}

/** The likeliest anchors of all cells of items together (Viterbi). */
static void find_anchors(const vt_reading *r, const vt_net_output *out, uint32_t *anchor)
{
    size_t n = r->features.in.cells, last = VT_NONE;
    struct candidates *all = VT_NEW_ARRAY(r->cells->arena, struct candidates, n + 1);
    size_t *before = VT_NEW_ARRAY(r->cells->arena, size_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        anchor[i] = (uint32_t)i;
        if (kind_of(r->cell[i].role) == FREE)
            continue;
        all[i] = candidates_of(out, i);
        before[i] = last;
        extend(last == VT_NONE ? NULL : &all[last], &all[i], i);
        last = i;
    }
    uint32_t k = 0;
    for (uint32_t j = 1; last != VT_NONE && j < all[last].n; j++)
        k = all[last].value[j] > all[last].value[k] ? j : k;
    for (; last != VT_NONE; last = before[last]) {
        anchor[last] = VT_MIN(all[last].at[k], (uint32_t)n - 1);
        k = all[last].from[k];
    }
}

static void find_roots(vt_reading *r, const vt_net_output *out)
{
    size_t n = r->features.in.cells;
    uint32_t *anchor = VT_NEW_ARRAY(r->cells->arena, uint32_t, n + 1);
    find_anchors(r, out, anchor);
    for (size_t i = 0; i < n; i++) {
        r->cell[i].root = VT_NONE;
        if (kind_of(r->cell[i].role) == FREE)
            continue;
        uint32_t at = anchor[i];
        for (int k = 0; k < MAX_STEPS && anchor[at] != at; k++)
            at = anchor[at];
        r->cell[i].root = kind_of(r->cell[at].role) == FREE ? (uint32_t)i : at;
    }
}

/** What the cells of a root say together of each kind: the sum of the logarithms. */
struct votes {
    float kind[OTHER_ITEM + 1];
};

static float kind_share(const float *role, enum kind kind)
{
    float sum = 0;
    for (uint8_t k = 0; k < VT_CELL_COUNT; k++)
        sum += kind_of(k) == kind ? role[k] : 0;
    return sum;
}

/** The likeliest role of a kind. */
static uint8_t best_of_kind(const float *role, enum kind kind)
{
    uint8_t best = 0;
    float most = -1;
    for (uint8_t k = 0; k < VT_CELL_COUNT; k++)
        if (kind_of(k) == kind && role[k] > most) {
            most = role[k];
            best = k;
        }
    return best;
}

static void agree(vt_reading *r, const vt_net_output *out)
{
    size_t n = r->features.in.cells;
    struct votes *votes = VT_NEW_ARRAY(r->cells->arena, struct votes, n + 1);
    for (size_t i = 0; i < n; i++)
        if (r->cell[i].root != VT_NONE)
            for (enum kind k = JOB; k <= OTHER_ITEM; k++)
                votes[r->cell[i].root].kind[k] += vt_net_log(kind_share(out->role[i], k) + 1e-3f);
    for (size_t i = 0; i < n; i++) {
        vt_cell_reading *c = &r->cell[i];
        if (c->root == VT_NONE)
            continue;
        const float *kind = votes[c->root].kind;
        enum kind best = kind[JOB] >= kind[STUDY] && kind[JOB] >= kind[OTHER_ITEM] ? JOB
                         : kind[STUDY] >= kind[OTHER_ITEM]                         ? STUDY
                                                                                   : OTHER_ITEM;
        if (kind_of(c->role) != best && kind_share(out->role[i], best) > 0.01f) {
            c->role = best_of_kind(out->role[i], best);
            c->sure = out->role[i][c->role];
        }
    }
}

static void read_cells(vt_reading *r, const vt_net_output *out)
{
    for (size_t i = 0; i < r->features.in.cells; i++) {
        vt_net_softmax(out->role[i], VT_NET_ROLES);
        uint8_t role = best_of(out->role[i], VT_NET_ROLES);
        r->cell[i].role = role;
        r->cell[i].sure = out->role[i][role];
        r->cell[i].section = best_of(out->section[i], VT_NET_SECTIONS);
    }
    find_roots(r, out);
    agree(r, out);
}

/* ---- fields ---- */

/** Does an entry of the lexicon, of more than one word, begin or end before word k? */
static bool is_edge_of_hit(const vt_info *info, size_t k)
{
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->count > 1 && (h->first == k || h->first + h->count == k))
            return true;
    }
    return false;
}

/** What it costs, as a logarithm, that the field changes between a word and the one before it: a
 * value seldom ends where no sign parts the words, and hardly ever inside an East Asian word. */
static float change_price(const vt_reading *r, const vt_info *info, size_t k)
{
    static const float prices[] = {
        [VT_BETWEEN_NOTHING] = 1.2f, [VT_BETWEEN_SPACE] = 1.8f, [VT_BETWEEN_COMMA] = 0.5f,
        [VT_BETWEEN_DOT] = 1.2f,     [VT_BETWEEN_SLASH] = 0.8f, [VT_BETWEEN_OPEN] = 0.3f,
        [VT_BETWEEN_CLOSE] = 0.3f,   [VT_BETWEEN_HYPHEN] = 2,   [VT_BETWEEN_SIGN] = 0,
    };
    vt_between between = vt_between_words(info, k);
    if (between == VT_BETWEEN_NOTHING && vt_word_is_unspaced(&info->words.at[k - 1]) &&
        vt_word_is_unspaced(&info->words.at[k]))
        return is_edge_of_hit(info, k) ? 2 : 6;
    float price = prices[between];
    return price > 0.2f && vt_look_changes(r->cells, info, k) ? 0.2f : price;
}

/** The best way to a field of a word: its value, and the field of the word before. */
struct way {
    float value[VT_NET_FIELDS];
    uint8_t from[VT_NET_FIELDS];
};

/** The likeliest fields of a cell's words together (Viterbi). */
static void read_fields_of(vt_reading *r, const vt_net_output *out, const vt_siblings *siblings,
                           size_t cell)
{
    const vt_info *info = &r->cells->at[cell];
    size_t first = r->features.in.first_word[cell];
    size_t n = r->features.in.first_word[cell + 1] - first;
    struct way ways[VT_NET_CELL_WORDS];
    float others[VT_NET_FIELDS]; /* what the other items say */
    for (size_t k = 0; k < n; k++) {
        const float *scores = out->field[first + k];
        vt_siblings_say(siblings, cell, k, others);
        uint8_t best = k ? best_of(ways[k - 1].value, VT_NET_FIELDS) : 0;
        float price = k ? change_price(r, info, k) : 0;
        for (uint8_t f = 0; f < VT_NET_FIELDS; f++) {
            float stay = k ? ways[k - 1].value[f] : 0;
            float change = k ? ways[k - 1].value[best] - price : 0;
            ways[k].from[f] = change > stay ? best : f;
            ways[k].value[f] = VT_MAX(stay, change) + vt_net_log(scores[f] + 1e-4f) + others[f];
        }
    }
    uint8_t field = n ? best_of(ways[n - 1].value, VT_NET_FIELDS) : 0;
    for (size_t k = n; k-- > 0; field = ways[k].from[field])
        r->word[first + k] = (vt_word_reading){field, out->field[first + k][field]};
}

static void read_fields(vt_reading *r, const vt_net_output *out)
{
    for (size_t w = 0; w < r->features.in.words; w++)
        vt_net_softmax(out->field[w], VT_NET_FIELDS);
    const vt_siblings *siblings = vt_siblings_of(r, out);
    for (size_t i = 0; i < r->features.in.cells; i++)
        read_fields_of(r, out, siblings, i);
}

/* ---- lines ---- */

/** Are two neighbouring cells of one line part of the same thing? */
static bool belong_together(const vt_cell_reading *a, const vt_cell_reading *b)
{
    return a->role == b->role && a->root == b->root;
}

static void join_cells(vt_reading *r, const vt_doc *doc, vt_arena *arena)
{
    size_t n = r->features.in.cells;
    r->lines = VT_NEW_ARRAY(arena, vt_line, n + 1);
    r->line_of_cell = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    r->first_of_line = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        const vt_line *cell = r->cells->at[i].line;
        vt_line *last = r->line_count ? &r->lines[r->line_count - 1] : NULL;
        uint32_t line = doc->tokens.at[cell->first].line;
        bool same = last && doc->tokens.at[last->first].line == line &&
                    last->first + last->count == cell->first &&
                    belong_together(&r->cell[i - 1], &r->cell[i]);
        if (same) {
            uint32_t flags = last->flags;
            *last = vt_line_part(doc, &doc->lines.at[line], last->first, last->count + cell->count);
            last->flags = flags;
        } else {
            r->first_of_line[r->line_count] = (uint32_t)i;
            r->lines[r->line_count++] = *cell;
        }
        r->line_of_cell[i] = (uint32_t)r->line_count - 1;
    }
}

vt_reading *vt_reading_of(const vt_parse_context *ctx, const vt_net *net, vt_arena *arena,
                          const vt_doc *doc)
{
    vt_reading *r = VT_NEW(arena, vt_reading);
    vt_cells cells = vt_cells_split(arena, doc);
    r->cells = vt_facts_new(ctx, arena, doc, cells.at, VT_MIN(cells.n, VT_NET_MAX_CELLS));
    r->features = vt_features_of(r->cells);
    r->cell = VT_NEW_ARRAY(arena, vt_cell_reading, r->features.in.cells + 1);
    r->word = VT_NEW_ARRAY(arena, vt_word_reading, r->features.in.words + 1);
    vt_net_output out = vt_net_run(net, arena, &r->features.in);
    read_cells(r, &out);
    read_fields(r, &out);
    vt_reading_find_missing(r, &out);
    join_cells(r, doc, arena);
    return r;
}

/* ---- runs of words ---- */

static bool is_open_end(const vt_reading *r, uint32_t cell, uint32_t word)
{
    return word + 1 == r->features.in.first_word[cell + 1];
}

/** Does the first word of a cell go on with a run that ends the cell before? */
static bool goes_on(const vt_reading *r, const vt_run *last, uint32_t cell, uint32_t last_word)
{
    const vt_info *a = &r->cells->at[last->cell], *b = &r->cells->at[cell];
    return last->cell + 1 == cell && is_open_end(r, last->cell, last_word) &&
           a->line->column == b->line->column && !b->row && !b->bullet && vt_info_follows(a, b) &&
           a->style == b->style && r->cell[last->cell].root == r->cell[cell].root;
}

/** May one word between two words of a field belong to it, too: "Head of Sales"? */
static bool is_bridge(const vt_info *info, size_t k)
{
    size_t gap = info->words.at[k].start - info->words.at[k - 1].end;
    size_t behind = info->words.at[k + 1].start - info->words.at[k].end;
    return gap <= 1 && behind <= 1;
}

/** The end of a word with the full stop of an abbreviation: "M.S.", "Inc.". */
static size_t word_end(const vt_info *info, size_t k)
{
    const vt_word *w = &info->words.at[k];
    bool abbreviation =
        (w->flags & VT_WORD_DOT) &&
        ((w->flags & VT_WORD_DOTTED) || (w->end - w->start <= 4 && (w->flags & VT_WORD_CAPITAL)));
    return vt_info_word_end(info, (uint32_t)k) + abbreviation;
}

float vt_run_sureness(const vt_run *run)
{
    return run->sum / (float)run->words;
}

vt_runs vt_reading_runs(const vt_reading *r, bool (*is)(const vt_cell_reading *cell))
{
    const vt_net_input *in = &r->features.in;
    vt_runs runs = {.at = VT_NEW_ARRAY(r->cells->arena, vt_run, in->words + 1)};
    uint32_t last_word = 0; /* of the last run, among all */
    for (uint32_t c = 0; c < in->cells; c++) {
        const vt_info *info = &r->cells->at[c];
        if (!is(&r->cell[c]))
            continue;
        for (uint32_t w = in->first_word[c]; w < in->first_word[c + 1]; w++) {
            const vt_word_reading *word = &r->word[w];
            if (word->field == VT_WORD_IS_NONE)
                continue;
            uint32_t k = w - in->first_word[c];
            vt_run *last = runs.n ? &runs.at[runs.n - 1] : NULL;
            bool same = last && last->field == word->field;
            bool next = same && last->cell == c &&
                        (last_word + 1 == w || (last_word + 2 == w && is_bridge(info, k - 1)));
            bool wraps = same && k == 0 && goes_on(r, last, c, last_word);
            if (next || wraps) {
                last->to = word_end(info, k);
                last->sum += word->sure;
                last->words++;
                last->cell = c;
            } else {
                runs.at[runs.n++] = (vt_run){.field = word->field,
                                             .cell = c,
                                             .words = 1,
                                             .from = vt_info_word_start(info, k),
                                             .to = word_end(info, k),
                                             .sum = word->sure};
            }
            last_word = w;
        }
    }
    return runs;
}

/* ---- roles ---- */

static uint8_t line_role(const vt_reading *r, uint32_t cell)
{
    static const uint8_t roles[VT_CELL_COUNT] = {
        [VT_CELL_OTHER] = VT_ROLE_OTHER,
        [VT_CELL_HEADING] = VT_ROLE_HEADING,
        [VT_CELL_NAME] = VT_ROLE_NAME,
        [VT_CELL_LABEL] = VT_ROLE_LABEL,
        [VT_CELL_CONTACT] = VT_ROLE_CONTACT,
        [VT_CELL_SUMMARY] = VT_ROLE_SUMMARY,
        [VT_CELL_JOB_HEAD] = VT_ROLE_JOB_HEAD,
        [VT_CELL_JOB_TEXT] = VT_ROLE_JOB_TEXT,
        [VT_CELL_EDU_HEAD] = VT_ROLE_EDU_HEAD,
        [VT_CELL_EDU_TEXT] = VT_ROLE_EDU_TEXT,
        [VT_CELL_SKILL] = VT_ROLE_SKILL,
        [VT_CELL_LANGUAGE] = VT_ROLE_LANGUAGE,
        [VT_CELL_CERT] = VT_ROLE_CERT,
        [VT_CELL_PROJECT] = VT_ROLE_PROJECT,
        [VT_CELL_PUBLICATION] = VT_ROLE_PUBLICATION,
        [VT_CELL_AWARD] = VT_ROLE_AWARD,
        [VT_CELL_REFERENCE] = VT_ROLE_REFERENCE,
        [VT_CELL_INTEREST] = VT_ROLE_INTEREST,
        [VT_CELL_MEMBER] = VT_ROLE_OTHER,
        [VT_CELL_FURNITURE] = VT_ROLE_FURNITURE,
    };
    uint8_t role = roles[r->cell[cell].role];
    bool root = r->cell[cell].root == cell;
    if (root && role == VT_ROLE_JOB_HEAD)
        return VT_ROLE_JOB_BEGIN;
    return root && role == VT_ROLE_EDU_HEAD ? VT_ROLE_EDU_BEGIN : role;
}

/** Sections whose lines are of the same kind. */
static uint8_t section_of(const vt_cell_reading *c)
{
    return c->role == VT_CELL_CONTACT || c->role == VT_CELL_NAME || c->role == VT_CELL_LABEL
               ? VT_SECTION_CONTACT
               : c->section;
}

/** The mean logarithm of how sure each cell's role is. */
static double sureness(const vt_reading *r)
{
    double sum = 0;
    size_t n = r->features.in.cells;
    for (size_t i = 0; i < n; i++)
        sum += (double)vt_net_log(r->cell[i].sure + 1e-3f);
    return n ? 5 * sum / (double)n : 0;
}

vt_roles *vt_reading_roles(const vt_reading *r, const vt_facts *f)
{
    vt_roles *roles = VT_NEW(f->arena, vt_roles);
    roles->at = VT_NEW_ARRAY(f->arena, vt_labelled, f->n + 1);
    roles->n = f->n;
    uint32_t *number = VT_NEW_ARRAY(f->arena, uint32_t, r->features.in.cells + 1);
    uint32_t heading[VT_SECTION_COUNT]; /* the last one of each section */
    for (size_t i = 0; i < VT_SECTION_COUNT; i++)
        heading[i] = VT_NONE;
    for (size_t i = 0; i < f->n; i++) {
        uint32_t cell = r->first_of_line[f->at[i].index];
        const vt_cell_reading *c = &r->cell[cell];
        vt_labelled *l = &roles->at[i];
        l->role = line_role(r, cell);
        l->section = section_of(c);
        if (l->role == VT_ROLE_HEADING)
            heading[l->section] = (uint32_t)i;
        l->heading = heading[l->section];
        l->confidence = c->sure;
        if (c->root == VT_NONE)
            continue;
        if (!number[c->root])
            number[c->root] = ++roles->items;
        l->item = number[c->root];
    }
    vt_reading_find_person(r, roles);
    roles->score = sureness(r);
    return roles;
}
