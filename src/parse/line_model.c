/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Features of a line: its own facts, the rules' word on it and on its neighbours, the look it
 * shares with lines that the rules took for beginnings of items (people are consistent within one
 * resume), and conjunctions with the section. Numbers are cut into a few buckets. Edge features,
 * which cost labels squared each, say only how the line is set off from the one above.
 */
#include "parse/line_model.h"

#include "text/utf8.h"

/* Templates: append only, the numbers are part of the models. */
enum template {
    T_BIAS = 1,
    T_RULE,
    T_RULE_PREV,
    T_RULE_NEXT,
    T_RULE_NEXT2,
    T_SECTION,
    T_HEADING_HIT,
    T_FLAG,
    T_FLAG_PREV,
    T_FLAG_NEXT,
    T_SECTION_FLAG,
    T_RULE_FLAG,
    T_SIZE,
    T_GAP,
    T_GAP_NEXT,
    T_WORDS,
    T_WORDS_NEXT,
    T_DATES,
    T_DATES_PREV,
    T_DATES_NEXT,
    T_PLACES,
    T_TITLE,
    T_TITLE_PREV,
    T_TITLE_NEXT,
    T_ORG,
    T_ORG_PREV,
    T_ORG_NEXT,
    T_SCHOOL,
    T_SCHOOL_PREV,
    T_SCHOOL_NEXT,
    T_DEGREE,
    T_DEGREE_NEXT,
    T_PERSON,
    T_POSITION,
    T_INDEX,
    T_STYLE_SHARE,
    T_STYLE_BEGINS,
    T_STYLE_HEADS,
    T_STYLE_TEXTS,
    T_SECTION_TITLE,
    T_SECTION_ORG,
    T_SECTION_DATES,
    T_SECTION_WORDS,
    T_RULE_DATES,
    T_RULE_GAP,
    T_RULE_BEGINS,
    T_FIRST_WORD,
    T_LAST_WORD,
    T_WHOLE,
    T_SINCE_HEADING,
    T_CAPITALS,
    T_SAME_STYLE_PREV,
    T_SAME_STYLE_NEXT,
    T_INDENT,
    E_BIAS,
    E_SET_OFF,
    E_STYLE,
    E_RULE,
};

enum { MAX_WHOLE_WORDS = 4, BUCKETS = 5 };

/* What the rules' word weighs beyond what training found: the world has more kinds of documents
 * than the corpus, and rules fail less on those that neither has seen. */
#define RULES_BONUS 2.5f

/* The roles that the rules gave to the lines of one look, as counts. */
struct look {
    uint32_t style, lines, begins, heads, texts;
};

struct builder {
    const vt_facts *f;
    const vt_roles *rules;
    struct look *looks; /* [look_mask + 1], by the hash that a style is; lines 0: free */
    uint32_t look_mask;
    vt_sequence_builder out;
};

static uint32_t bucket(float share)
{
    float b = share * BUCKETS;
    return b <= 0 ? 0 : b >= BUCKETS ? BUCKETS : (uint32_t)b + 1;
}

static uint32_t count_bucket(size_t n)
{
    static const uint8_t bounds[] = {1, 2, 3, 5, 8, 13, 20};
    return vt_feature_step(n, bounds, VT_COUNT(bounds));
}

static uint32_t gap_bucket(const vt_info *info)
{
    if (info->top)
        return 9;
    return info->gap < 0.2f   ? 0
           : info->gap < 0.5f ? 1
           : info->gap < 0.9f ? 2
           : info->gap < 1.6f ? 3
                              : 4;
}

static uint32_t size_bucket(float size)
{
    return size < 0.9f ? 0 : size < 1.06f ? 1 : size < 1.25f ? 2 : size < 1.6f ? 3 : 4;
}

/* Yes-or-no facts as bits: each is a feature, alone and with the section. */
static uint32_t flags_of(const vt_info *i)
{
    const bool bits[] = {i->bullet,        i->bold,      i->italic,  i->caps,  i->lead_bold,
                         i->accent,        i->stop,      i->colon,   i->email, i->begins_lower,
                         i->phone,         i->url,       i->range,   i->verb,  i->ruled,
                         i->contact_label, i->continues, i->sidebar, i->dark};
    uint32_t mask = 0;
    for (size_t k = 0; k < VT_COUNT(bits); k++)
        mask |= (uint32_t)bits[k] << k;
    return mask;
}

static void add(struct builder *b, enum template t, int64_t value)
{
    vt_sequence_add(&b->out, vt_feature_int(t, value));
}

static void add_flags(struct builder *b, enum template t, uint32_t mask)
{
    for (uint32_t k = 0; mask; k++, mask >>= 1)
        if (mask & 1)
            add(b, t, k);
}

/* Conjunctions of one value with every flag. */
static void add_flags_with(struct builder *b, enum template t, uint32_t value, uint32_t mask)
{
    for (uint32_t k = 0; mask; k++, mask >>= 1)
        if (mask & 1)
            add(b, t, (int64_t)value << 8 | k);
}

static struct look *look_of(const struct builder *b, uint32_t style)
{
    uint32_t at = style & b->look_mask;
    while (b->looks[at].lines && b->looks[at].style != style)
        at = (at + 1) & b->look_mask;
    return &b->looks[at];
}

static void learn_looks(struct builder *b)
{
    uint32_t size = 16;
    while (size < 2 * b->f->n)
        size *= 2;
    b->looks = VT_NEW_ARRAY(b->f->arena, struct look, size);
    b->look_mask = size - 1;
    for (size_t i = 0; i < b->f->n; i++) {
        struct look *look = look_of(b, b->f->at[i].style);
        look->style = b->f->at[i].style;
        uint8_t role = b->rules->at[i].role;
        look->lines++;
        look->begins += role == VT_ROLE_JOB_BEGIN || role == VT_ROLE_EDU_BEGIN;
        look->heads += role == VT_ROLE_JOB_HEAD || role == VT_ROLE_EDU_HEAD;
        look->texts += role == VT_ROLE_JOB_TEXT || role == VT_ROLE_EDU_TEXT;
    }
}

static float share(uint32_t part, uint32_t whole)
{
    return whole ? (float)part / (float)whole : 0;
}

static void add_look(struct builder *b, size_t i)
{
    const struct look *look = look_of(b, b->f->at[i].style);
    add(b, T_STYLE_SHARE, bucket(share(look->lines, (uint32_t)b->f->n)));
    add(b, T_STYLE_BEGINS, bucket(share(look->begins, look->lines)));
    add(b, T_STYLE_HEADS, bucket(share(look->heads, look->lines)));
    add(b, T_STYLE_TEXTS, bucket(share(look->texts, look->lines)));
    add(b, T_RULE_BEGINS,
        (int64_t)b->rules->at[i].role << 8 | bucket(share(look->begins, look->lines)));
}

static vt_str word(const vt_info *info, size_t at)
{
    return vt_str_sub(info->text, info->words.at[at].start, info->words.at[at].end);
}

static void add_words(struct builder *b, const vt_info *info)
{
    if (!info->words.n)
        return;
    vt_arena *arena = b->f->arena;
    vt_sequence_add(&b->out, vt_feature(T_FIRST_WORD, vt_fold(arena, word(info, 0))));
    vt_sequence_add(&b->out,
                    vt_feature(T_LAST_WORD, vt_fold(arena, word(info, info->words.n - 1))));
    if (info->words.n <= MAX_WHOLE_WORDS)
        vt_sequence_add(&b->out, vt_feature(T_WHOLE, vt_fold(arena, info->text)));
}

static void add_evidence(struct builder *b, const vt_info *info, uint32_t section, uint32_t rule)
{
    add(b, T_DATES, bucket(info->date_share));
    add(b, T_PLACES, bucket(info->place_share));
    add(b, T_TITLE, bucket(info->title));
    add(b, T_ORG, bucket(info->org));
    add(b, T_SCHOOL, bucket(info->school));
    add(b, T_DEGREE, bucket(info->degree));
    add(b, T_PERSON, bucket(info->person));
    add(b, T_SECTION_TITLE, (int64_t)section << 8 | bucket(info->title));
    add(b, T_SECTION_ORG, (int64_t)section << 8 | bucket(info->org));
    add(b, T_SECTION_DATES, (int64_t)section << 8 | bucket(info->date_share));
    add(b, T_SECTION_WORDS, (int64_t)section << 8 | count_bucket(info->words.n));
    add(b, T_RULE_DATES, (int64_t)rule << 8 | bucket(info->date_share));
    add(b, T_RULE_GAP, (int64_t)rule << 8 | gap_bucket(info));
}

static void add_neighbours(struct builder *b, size_t i)
{
    const vt_facts *f = b->f;
    if (i > 0) {
        const vt_info *prev = &f->at[i - 1];
        add(b, T_RULE_PREV, b->rules->at[i - 1].role);
        add_flags(b, T_FLAG_PREV, flags_of(prev));
        add(b, T_DATES_PREV, bucket(prev->date_share));
        add(b, T_TITLE_PREV, bucket(prev->title));
        add(b, T_ORG_PREV, bucket(prev->org));
        add(b, T_SCHOOL_PREV, bucket(prev->school));
        add(b, T_SAME_STYLE_PREV, prev->style == f->at[i].style);
    }
    if (i + 1 < f->n) {
        const vt_info *next = &f->at[i + 1];
        add(b, T_RULE_NEXT, b->rules->at[i + 1].role);
        add_flags(b, T_FLAG_NEXT, flags_of(next));
        add(b, T_DATES_NEXT, bucket(next->date_share));
        add(b, T_TITLE_NEXT, bucket(next->title));
        add(b, T_ORG_NEXT, bucket(next->org));
        add(b, T_SCHOOL_NEXT, bucket(next->school));
        add(b, T_DEGREE_NEXT, bucket(next->degree));
        add(b, T_GAP_NEXT, gap_bucket(next));
        add(b, T_WORDS_NEXT, count_bucket(next->words.n));
        add(b, T_SAME_STYLE_NEXT, next->style == f->at[i].style);
    }
    if (i + 2 < f->n)
        add(b, T_RULE_NEXT2, b->rules->at[i + 2].role);
}

static size_t lines_since_heading(const vt_roles *rules, size_t i)
{
    size_t n = 0;
    while (n < 4 && i > n && rules->at[i - n].role != VT_ROLE_HEADING)
        n++;
    return n;
}

static void add_place_on_page(struct builder *b, size_t i)
{
    const vt_info *info = &b->f->at[i];
    const vt_page *page = &b->f->doc->pages.at[info->line->page];
    float y = page->height > 0 ? info->line->box.y0 / page->height : 0;
    add(b, T_POSITION, (int64_t)VT_MIN(info->line->page, 2u) << 8 | bucket(y));
    add(b, T_INDEX, (int64_t)VT_MIN(i, (size_t)6));
    add(b, T_INDENT, info->line->indent > 3 * info->line->size ? 2 : info->line->indent > 2);
    add(b, T_SINCE_HEADING, (int64_t)lines_since_heading(b->rules, i));
}

static void add_edges(struct builder *b, size_t i)
{
    const vt_info *info = &b->f->at[i];
    vt_sequence_add_edge(&b->out, vt_feature_int(E_BIAS, 0));
    vt_sequence_add_edge(&b->out, vt_feature_int(E_SET_OFF, gap_bucket(info)));
    bool same = i > 0 && b->f->at[i - 1].style == info->style;
    vt_sequence_add_edge(&b->out, vt_feature_int(E_STYLE, (same ? 1 : 0) | (info->bullet ? 2 : 0) |
                                                              (info->continues ? 4 : 0)));
}

static void add_line(struct builder *b, size_t i)
{
    const vt_info *info = &b->f->at[i];
    const vt_labelled *rule = &b->rules->at[i];
    uint32_t flags = flags_of(info);
    add(b, T_BIAS, 0);
    add(b, T_RULE, rule->role);
    add(b, T_SECTION, rule->section);
    add(b, T_HEADING_HIT, info->heading);
    add_flags(b, T_FLAG, flags);
    add_flags_with(b, T_SECTION_FLAG, rule->section, flags);
    add_flags_with(b, T_RULE_FLAG, rule->role, flags);
    add(b, T_SIZE, size_bucket(info->size));
    add(b, T_GAP, gap_bucket(info));
    add(b, T_WORDS, count_bucket(info->words.n));
    add(b, T_CAPITALS, bucket(share(info->capital_words, (uint32_t)info->words.n)));
    add_evidence(b, info, rule->section, rule->role);
    add_look(b, i);
    add_words(b, info);
    add_neighbours(b, i);
    add_place_on_page(b, i);
    add_edges(b, i);
}

vt_sequence vt_line_sequence(const vt_facts *facts, const vt_roles *rules, const uint8_t *labels)
{
    struct builder b = {.f = facts, .rules = rules, .out = {.arena = facts->arena}};
    learn_looks(&b);
    for (size_t i = 0; i < facts->n; i++) {
        add_line(&b, i);
        vt_sequence_next(&b.out, labels ? labels[i] : 0);
    }
    return vt_sequence_done(&b.out);
}

/* ---- deciding ---- */

static bool is_job(uint8_t role)
{
    return role == VT_ROLE_JOB_BEGIN || role == VT_ROLE_JOB_HEAD || role == VT_ROLE_JOB_TEXT;
}

static bool is_study(uint8_t role)
{
    return role == VT_ROLE_EDU_BEGIN || role == VT_ROLE_EDU_HEAD || role == VT_ROLE_EDU_TEXT;
}

/* The section that a role belongs to when the rules had it in another. */
static vt_section section_of(uint8_t role)
{
    switch ((vt_role)role) {
    case VT_ROLE_SUMMARY:
        return VT_SECTION_SUMMARY;
    case VT_ROLE_SKILL:
        return VT_SECTION_SKILLS;
    case VT_ROLE_LANGUAGE:
        return VT_SECTION_LANGUAGES;
    case VT_ROLE_CERT:
        return VT_SECTION_CERTIFICATIONS;
    case VT_ROLE_PROJECT:
        return VT_SECTION_PROJECTS;
    case VT_ROLE_PUBLICATION:
        return VT_SECTION_PUBLICATIONS;
    case VT_ROLE_AWARD:
        return VT_SECTION_AWARDS;
    case VT_ROLE_REFERENCE:
        return VT_SECTION_REFERENCES;
    case VT_ROLE_INTEREST:
        return VT_SECTION_INTERESTS;
    case VT_ROLE_CONTACT:
        return VT_SECTION_CONTACT;
    default:
        return is_job(role)     ? VT_SECTION_EXPERIENCE
               : is_study(role) ? VT_SECTION_EDUCATION
                                : VT_SECTION_UNKNOWN;
    }
}

/* Roles that the model may give to a line and take from it; names, labels and headings stay the
 * rules' business, which also know where in the line they stand. */
static bool is_open(uint8_t role)
{
    return role != VT_ROLE_NAME && role != VT_ROLE_LABEL && role != VT_ROLE_HEADING &&
           role != VT_ROLE_FURNITURE;
}

/* Items of jobs and studies, counted again: a beginning opens one, what follows under the same
 * heading goes on with it. Other items keep their grouping. */
static void number_items(const vt_facts *f, vt_roles *roles)
{
    uint32_t *open = VT_NEW_ARRAY(f->arena, uint32_t, 2 * (f->n + 1)); /* by heading and kind */
    uint32_t next = roles->items;
    for (size_t i = 0; i < f->n; i++) {
        vt_labelled *l = &roles->at[i];
        if (!is_job(l->role) && !is_study(l->role))
            continue;
        size_t heading = l->heading == VT_NONE ? f->n : l->heading;
        uint32_t *at = &open[2 * heading + is_study(l->role)];
        if (l->role == VT_ROLE_JOB_BEGIN || l->role == VT_ROLE_EDU_BEGIN || !*at)
            *at = ++next;
        l->item = *at;
    }
    roles->items = next;
}

#define BIT(role) (1u << VT_ROLE_##role)

/* The roles of a section that a heading names: what stands under "Projects" is no job, however
 * much it looks like one. 0: the section says nothing, any role is possible. */
static uint32_t roles_of_section(uint8_t section)
{
    switch (section) {
    case VT_SECTION_EXPERIENCE:
    case VT_SECTION_VOLUNTEER:
    case VT_SECTION_MILITARY:
        return BIT(JOB_BEGIN) | BIT(JOB_HEAD) | BIT(JOB_TEXT);
    case VT_SECTION_EDUCATION:
        return BIT(EDU_BEGIN) | BIT(EDU_HEAD) | BIT(EDU_TEXT);
    case VT_SECTION_SUMMARY:
    case VT_SECTION_OBJECTIVE:
        return BIT(SUMMARY);
    case VT_SECTION_SKILLS:
    case VT_SECTION_STRENGTHS:
        return BIT(SKILL) | BIT(LANGUAGE) | BIT(CERT);
    case VT_SECTION_LANGUAGES:
        return BIT(LANGUAGE);
    case VT_SECTION_CERTIFICATIONS:
        return BIT(CERT);
    case VT_SECTION_PROJECTS:
        return BIT(PROJECT);
    case VT_SECTION_PUBLICATIONS:
    case VT_SECTION_PATENTS:
        return BIT(PUBLICATION);
    case VT_SECTION_AWARDS:
        return BIT(AWARD);
    case VT_SECTION_REFERENCES:
        return BIT(REFERENCE);
    case VT_SECTION_INTERESTS:
        return BIT(INTEREST);
    case VT_SECTION_PERSONAL:
        return BIT(CONTACT) | BIT(OTHER) | BIT(SUMMARY) | BIT(SKILL) | BIT(CERT) | BIT(INTEREST) |
               BIT(REFERENCE);
    default:
        return 0;
    }
}

/* Did the rules find the section's name in the lexicon? */
static bool is_named(const vt_facts *f, const vt_labelled *l)
{
    return l->heading != VT_NONE && f->at[l->heading].heading == l->section;
}

/* "Languages known: Hindi, English" among personal details, "Certifications: CPA, PMP"; not
 * "Driving licence: B". */
static bool names_list(const vt_facts *f, const vt_roles *roles, size_t i)
{
    const vt_labelled *l = &roles->at[i];
    return l->skip && l->heading == i &&
           ((l->section == VT_SECTION_CERTIFICATIONS && !f->at[i].contact_label) ||
            (l->section == VT_SECTION_LANGUAGES && i > 0 &&
             roles->at[i - 1].section == VT_SECTION_PERSONAL));
}

static uint32_t *allowed_roles(const vt_facts *f, const vt_roles *roles)
{
    uint32_t all_open = 0;
    for (uint8_t r = 0; r < VT_ROLE_COUNT; r++)
        all_open |= is_open(r) ? 1u << r : 0;
    uint32_t *allowed = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(f->n, (size_t)1));
    for (size_t i = 0; i < f->n; i++) {
        const vt_labelled *l = &roles->at[i];
        uint32_t own = is_named(f, l) || names_list(f, roles, i) ? roles_of_section(l->section) : 0;
        if (!is_open(l->role))
            allowed[i] = 1u << l->role;
        else
            allowed[i] = own ? own | 1u << l->role : all_open;
    }
    return allowed;
}

struct vt_line_lattice {
    const vt_crf *crf;
    const vt_facts *f;
    vt_lattice *scores;
    vt_crf_rules rules;
    float *marginals;  /* [n][roles] */
    double likelihood; /* of all labellings: log Z */
};

vt_line_lattice *vt_line_model_read(const vt_crf *crf, const vt_facts *f, const vt_roles *rules)
{
    vt_line_lattice *l = VT_NEW(f->arena, vt_line_lattice);
    *l = (vt_line_lattice){.crf = crf, .f = f};
    if (f->n == 0)
        return l;
    vt_sequence sequence = vt_line_sequence(f, rules, NULL);
    l->scores = vt_crf_score(crf, f->arena, &sequence);
    for (size_t i = 0; i < f->n; i++)
        l->scores->items[i * VT_ROLE_COUNT + rules->at[i].role] += RULES_BONUS;
    l->rules = (vt_crf_rules){.items = allowed_roles(f, rules)};
    l->marginals = VT_NEW_ARRAY(f->arena, float, f->n *VT_ROLE_COUNT);
    l->likelihood = vt_crf_marginals(l->scores, f->arena, &l->rules, l->marginals);
    return l;
}

/* Sets labels[n]; gives their score. */
static double choose_labels(const vt_line_lattice *l, vt_labels which, const vt_roles *roles,
                            uint8_t *labels)
{
    vt_arena *arena = l->f->arena;
    if (which == VT_LABELS_BEST)
        return vt_crf_viterbi(l->scores, arena, &l->rules, labels);
    if (which == VT_LABELS_RULES) {
        for (size_t i = 0; i < roles->n; i++)
            labels[i] = roles->at[i].role;
        return vt_crf_path_score(l->scores, labels);
    }
    size_t k = (size_t)(which - VT_LABELS_NEXT) + 2;
    uint8_t *all = VT_NEW_ARRAY(arena, uint8_t, k * roles->n);
    double scores[VT_CRF_MAX_BEST];
    size_t got = vt_crf_nbest(l->scores, arena, &l->rules, k, all, scores);
    memcpy(labels, all + (got - 1) * roles->n, roles->n);
    return scores[got - 1];
}

void vt_line_model_decide(const vt_line_lattice *lattice, vt_labels which, vt_roles *roles)
{
    if (roles->n == 0)
        return;
    uint8_t *labels = VT_NEW_ARRAY(lattice->f->arena, uint8_t, roles->n);
    double score = choose_labels(lattice, which, roles, labels);
    roles->score = (score - lattice->likelihood) / (double)roles->n;
    bool changed = false;
    for (size_t i = 0; i < roles->n; i++) {
        vt_labelled *l = &roles->at[i];
        l->confidence =
            vt_crf_calibrate(lattice->crf, lattice->marginals[i * VT_ROLE_COUNT + labels[i]]);
        bool item = is_job(labels[i]) || is_study(labels[i]);
        if (l->role == labels[i] || (item && l->role == VT_ROLE_LABEL))
            continue; /* the professional title of a form stands among its jobs */
        changed = true;
        bool same_kind =
            (is_job(l->role) && is_job(labels[i])) || (is_study(l->role) && is_study(labels[i]));
        l->role = labels[i];
        if (!same_kind)
            l->section = (uint8_t)section_of(l->role);
    }
    if (changed)
        number_items(lattice->f, roles);
}
