/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records (jobs, studies, languages, certifications) are first paired one to one by their total
 * likeness, as in the evaluation of SmartResume (arXiv 2510.09722); then each slot is compared.
 */
#include "eval/score.h"

#include "base/buf.h"
#include "eval/compare.h"

#include <string.h>

#define MOST 0.8F /* of a text's words */

static const char *const names[] = {
#define VT_EVAL(symbol, name) name,
#include "eval/eval_fields.def"
#undef VT_EVAL
};

const char *vt_eval_field_name(vt_eval_field field)
{
    return names[field];
}

bool vt_eval_field_find(vt_str name, vt_eval_field *ret)
{
    for (size_t i = 0; i < VT_COUNT(names); i++)
        if (vt_str_eq(name, vt_str_z(names[i]))) {
            *ret = (vt_eval_field)i;
            return true;
        }
    return false;
}

/* ---- slots ---- */

struct scorer {
    vt_arena *arena;
    vt_marks *marks;
};

typedef bool (*same_fn)(vt_arena *arena, vt_str gold, vt_str got);

static bool same_name(vt_arena *arena, vt_str a, vt_str b)
{
    return vt_eval_same_text(arena, a, b, 0.85);
}

static bool same_label(vt_arena *arena, vt_str a, vt_str b)
{
    return vt_eval_same_text(arena, a, b, 0.8);
}

static bool same_email(vt_arena *arena, vt_str a, vt_str b)
{
    (void)arena;
    return vt_str_eq_nocase(a, b);
}

static bool same_date(vt_arena *arena, vt_str a, vt_str b)
{
    (void)arena;
    return vt_eval_same_date(a, b);
}

static vt_str known(vt_str s)
{
    return s.len ? s : VT_STR_NULL;
}

static void put_slot(struct scorer *s, vt_eval_field field, vt_str gold, vt_str got, same_fn same,
                     vt_str pointer)
{
    gold = known(gold);
    got = known(got);
    if (!gold.ptr && !got.ptr)
        return;
    bool right = gold.ptr && got.ptr && same(s->arena, gold, got);
    vt_mark mark = {field, .gold = gold, .got = got};
    mark.right = right;
    mark.tp = right;
    mark.fp = got.ptr && !right;
    mark.fn = gold.ptr && !right;
    mark.pointer = got.ptr ? pointer : VT_STR_NULL;
    mark.slot = pointer;
    vt_vec_push(s->arena, s->marks, mark);
}

static void put_text(struct scorer *s, vt_eval_field field, vt_str gold, vt_str got, vt_str pointer)
{
    if (gold.len == 0 && got.len == 0)
        return;
    float likeness = (float)vt_eval_word_f1(s->arena, gold, got);
    vt_mark mark = {field, .gold = known(gold), .got = known(got)};
    mark.right = likeness >= MOST;
    mark.tp = likeness;
    mark.fp = got.len ? 1 - likeness : 0;
    mark.fn = gold.len ? 1 - likeness : 0;
    mark.pointer = got.len ? pointer : VT_STR_NULL;
    mark.slot = pointer;
    vt_vec_push(s->arena, s->marks, mark);
}

/* ---- records ---- */

struct record_key {
    vt_eval_field field;
    const char *key;
    same_fn same;
};

struct record_kind {
    const char *list; /* key in `result` */
    int items;        /* the field that counts the records, or -1 */
    int text;         /* the field of their text, or -1 */
    double (*likeness)(vt_arena *arena, const vt_json *gold, const vt_json *got);
    struct record_key keys[6];
    size_t key_count;
};

static vt_str str_of(const vt_json *record, const char *key)
{
    return vt_json_str(vt_json_get(record, key));
}

static double like(vt_arena *arena, const vt_json *a, const vt_json *b, const char *key)
{
    return vt_eval_ratio(arena, vt_eval_fold(arena, str_of(a, key)),
                         vt_eval_fold(arena, str_of(b, key)));
}

static bool date_like(const vt_json *gold, const vt_json *got, const char *key)
{
    vt_str a = str_of(gold, key), b = str_of(got, key);
    return a.len && b.len && vt_eval_same_date(a, b);
}

static double job_likeness(vt_arena *arena, const vt_json *a, const vt_json *b)
{
    return 0.4 * like(arena, a, b, "company") + 0.4 * like(arena, a, b, "title") +
           0.2 * date_like(a, b, "start_date");
}

static double study_likeness(vt_arena *arena, const vt_json *a, const vt_json *b)
{
    double degree = vt_eval_ratio(arena, vt_eval_fold_degree(arena, str_of(a, "degree")),
                                  vt_eval_fold_degree(arena, str_of(b, "degree")));
    return 0.5 * like(arena, a, b, "institution") + 0.3 * degree +
           0.1 * like(arena, a, b, "field_of_study") + 0.1 * date_like(a, b, "graduation_date");
}

/* A label may give a language, skill or certificate as a string. */
static vt_str name_of(const vt_json *item, const char *key)
{
    if (vt_json_is(item, VT_JSON_STRING))
        return vt_json_str(item);
    vt_str name = str_of(item, key);
    return name.len ? name : str_of(item, "name");
}

static double language_likeness(vt_arena *arena, const vt_json *a, const vt_json *b)
{
    return vt_eval_ratio(arena, vt_eval_fold(arena, name_of(a, "language")),
                         vt_eval_fold(arena, name_of(b, "language")));
}

static double certificate_likeness(vt_arena *arena, const vt_json *a, const vt_json *b)
{
    return vt_eval_ratio(arena, vt_eval_fold(arena, name_of(a, "name")),
                         vt_eval_fold(arena, name_of(b, "name")));
}

static const struct record_kind kinds[] = {
    {"experience",
     VT_EVAL_JOBS,
     VT_EVAL_JOB_TEXT,
     job_likeness,
     {{VT_EVAL_TITLE, "title", same_name},
      {VT_EVAL_COMPANY, "company", vt_eval_same_company},
      {VT_EVAL_START_DATE, "start_date", same_date},
      {VT_EVAL_END_DATE, "end_date", same_date},
      {VT_EVAL_CURRENT, "current", same_email}},
     5},
    {"education",
     VT_EVAL_STUDIES,
     -1,
     study_likeness,
     {{VT_EVAL_INSTITUTION, "institution", same_name},
      {VT_EVAL_DEGREE, "degree", vt_eval_same_degree},
      {VT_EVAL_FIELD_OF_STUDY, "field_of_study", same_name},
      {VT_EVAL_GRADUATION, "graduation_date", same_date}},
     4},
    {"languages", -1, -1, language_likeness, {{VT_EVAL_LANGUAGES, "language", same_label}}, 1},
    {"certifications",
     -1,
     -1,
     certificate_likeness,
     {{VT_EVAL_CERTIFICATIONS, "name", same_label}},
     1},
};

static const vt_json *item_at(const vt_json *list, size_t i)
{
    return vt_json_is(list, VT_JSON_ARRAY) && i < list->n ? list->u.items[i] : NULL;
}

static size_t items_in(const vt_json *list)
{
    return vt_json_is(list, VT_JSON_ARRAY) ? list->n : 0;
}

/* A boolean counts where it is true. */
static vt_str slot_of(const vt_json *record, const char *key)
{
    if (vt_json_is(record, VT_JSON_STRING))
        return vt_json_str(record);
    const vt_json *value = vt_json_get(record, key);
    if (vt_json_is(value, VT_JSON_BOOL))
        return vt_json_bool(value, false) ? VT_STR("true") : VT_STR_NULL;
    return vt_json_str(value);
}

/* The prose and the list items of a job; an item that the prose repeats counts once. */
static vt_str job_text(vt_arena *arena, const vt_json *job)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_str prose = str_of(job, "description");
    vt_str folded = vt_eval_fold(arena, prose);
    vt_buf_add(&out, prose);
    const vt_json *items = vt_json_get(job, "highlights");
    for (size_t i = 0; i < items_in(items); i++) {
        vt_str item = vt_json_str(item_at(items, i));
        if (vt_str_find(folded, vt_eval_fold(arena, item), 0) != VT_NPOS)
            continue;
        vt_buf_addc(&out, ' ');
        vt_buf_add(&out, item);
    }
    return vt_str_trim(vt_str_dup(arena, vt_buf_str(&out)));
}

static void compare_records(struct scorer *s, const struct record_kind *kind, const vt_json *gold,
                            const vt_json *got, size_t index)
{
    for (size_t k = 0; k < kind->key_count; k++) {
        const struct record_key *key = &kind->keys[k];
        vt_str pointer =
            got ? vt_str_format(s->arena, "/%s/%zu/%s", kind->list, index, key->key) : VT_STR_NULL;
        put_slot(s, key->field, slot_of(gold, key->key), slot_of(got, key->key), key->same,
                 pointer);
    }
    if (kind->text >= 0) {
        const char *first =
            items_in(vt_json_get(got, "highlights")) ? "highlights/0" : "description";
        put_text(s, (vt_eval_field)kind->text, job_text(s->arena, gold), job_text(s->arena, got),
                 got ? vt_str_format(s->arena, "/%s/%zu/%s", kind->list, index, first)
                     : VT_STR_NULL);
    }
}

static void count_records(struct scorer *s, const struct record_kind *kind, size_t pairs,
                          size_t gold, size_t got)
{
    if (kind->items < 0 || gold + got == 0)
        return;
    vt_mark mark = {.field = (vt_eval_field)kind->items};
    mark.tp = (float)pairs;
    mark.fp = (float)(got - pairs);
    mark.fn = (float)(gold - pairs);
    mark.gold = vt_str_format(s->arena, "%zu", gold);
    mark.got = vt_str_format(s->arena, "%zu", got);
    vt_vec_push(s->arena, s->marks, mark);
}

static void score_records(struct scorer *s, const struct record_kind *kind, const vt_json *gold,
                          const vt_json *got)
{
    const vt_json *a = vt_json_get(gold, kind->list), *b = vt_json_get(got, kind->list);
    size_t n = items_in(a), m = items_in(b), pairs = 0;
    double *likeness = VT_NEW_ARRAY(s->arena, double, n *m + 1);
    size_t *partner = VT_NEW_ARRAY(s->arena, size_t, n + 1);
    bool *taken = VT_NEW_ARRAY(s->arena, bool, m + 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            likeness[i * m + j] = kind->likeness(s->arena, item_at(a, i), item_at(b, j));
    vt_eval_align(s->arena, likeness, n, m, partner);
    for (size_t i = 0; i < n; i++) {
        bool paired = partner[i] != SIZE_MAX;
        pairs += paired;
        if (paired)
            taken[partner[i]] = true;
        compare_records(s, kind, item_at(a, i), paired ? item_at(b, partner[i]) : NULL,
                        paired ? partner[i] : 0);
    }
    for (size_t j = 0; j < m; j++)
        if (!taken[j])
            compare_records(s, kind, NULL, item_at(b, j), j);
    count_records(s, kind, pairs, n, m);
}

/* ---- skills ---- */

struct skill_names {
    vt_str *at; /* folded: the name, then synonyms */
    size_t n;
};

static struct skill_names names_of_skill(vt_arena *arena, const vt_json *skill)
{
    const vt_json *synonyms = vt_json_get(skill, "synonyms");
    size_t n = items_in(synonyms);
    struct skill_names names_of = {VT_NEW_ARRAY(arena, vt_str, n + 1), n + 1};
    names_of.at[0] = vt_eval_fold(arena, name_of(skill, "skill"));
    for (size_t i = 0; i < n; i++)
        names_of.at[i + 1] = vt_eval_fold(arena, vt_json_str(item_at(synonyms, i)));
    return names_of;
}

static bool skill_is(vt_arena *arena, const struct skill_names *names_of, vt_str folded,
                     double at_least)
{
    for (size_t i = 0; i < names_of->n; i++)
        if (at_least >= 1 ? vt_str_eq(names_of->at[i], folded)
                          : vt_eval_ratio(arena, folded, names_of->at[i]) >= at_least)
            return true;
    return false;
}

/* The skill given for a gold one, or SIZE_MAX: by its very name or a synonym, else one alike. */
static size_t find_skill(vt_arena *arena, const struct skill_names *given, size_t m,
                         const bool *used, vt_str folded)
{
    for (size_t j = 0; j < m; j++)
        if (skill_is(arena, &given[j], folded, 1))
            return j;
    for (size_t j = 0; j < m; j++)
        if (!used[j] && skill_is(arena, &given[j], folded, 0.9))
            return j;
    return SIZE_MAX;
}

/* "MIG" of the listed "Welding (MIG, stick)"; both folded. */
static bool is_part(vt_str part, vt_str whole)
{
    for (size_t at = 0; part.len && (at = vt_str_find(whole, part, at)) != VT_NPOS; at++) {
        size_t end = at + part.len;
        if ((at == 0 || whole.ptr[at - 1] == ' ') && (end == whole.len || whole.ptr[end] == ' '))
            return true;
    }
    return false;
}

static void judge_extra_skill(struct scorer *s, const vt_json *gold, const vt_json *skill,
                              vt_str folded, size_t index)
{
    vt_mark mark = {VT_EVAL_SKILLS, .got = name_of(skill, "skill")};
    for (size_t i = 0; i < items_in(gold); i++)
        mark.right |= is_part(folded, vt_eval_fold(s->arena, name_of(item_at(gold, i), "skill")));
    if (!mark.right && str_of(skill, "skill_id").len)
        return;
    mark.pointer = vt_str_format(s->arena, "/skills/%zu/skill", index);
    vt_vec_push(s->arena, s->marks, mark);
}

static void score_skills(struct scorer *s, const vt_json *gold, const vt_json *got)
{
    const vt_json *a = vt_json_get(gold, "skills"), *b = vt_json_get(got, "skills");
    size_t m = items_in(b);
    struct skill_names *given = VT_NEW_ARRAY(s->arena, struct skill_names, m + 1);
    bool *used = VT_NEW_ARRAY(s->arena, bool, m + 1);
    for (size_t j = 0; j < m; j++)
        given[j] = names_of_skill(s->arena, item_at(b, j));
    for (size_t i = 0; i < items_in(a); i++) {
        vt_str name = name_of(item_at(a, i), "skill");
        size_t j = find_skill(s->arena, given, m, used, vt_eval_fold(s->arena, name));
        vt_mark mark = {VT_EVAL_SKILLS, .gold = name};
        mark.tp = j != SIZE_MAX;
        mark.fn = j == SIZE_MAX;
        if (j != SIZE_MAX) {
            used[j] = mark.right = true;
            mark.got = name_of(item_at(b, j), "skill");
            mark.pointer = vt_str_format(s->arena, "/skills/%zu/skill", j);
        }
        vt_vec_push(s->arena, s->marks, mark);
    }
    for (size_t j = 0; j < m; j++)
        if (!used[j])
            judge_extra_skill(s, a, item_at(b, j), given[j].at[0], j);
}

/* ---- a document ---- */

void vt_eval_score(vt_arena *arena, const vt_json *gold, const vt_json *got, vt_marks *marks)
{
    static const struct record_key own[] = {
        {VT_EVAL_NAME, "name", same_name},
        {VT_EVAL_LABEL, "label", same_label},
        {VT_EVAL_EMAIL, "email", same_email},
        {VT_EVAL_PHONE, "phone", vt_eval_same_phone},
    };
    static const struct record_key place[] = {
        {VT_EVAL_CITY, "city", same_name},
        {VT_EVAL_REGION, "region", same_name},
        {VT_EVAL_COUNTRY_CODE, "country_code", same_name},
    };
    struct scorer s = {arena, marks};
    const vt_json *a = vt_json_get(gold, "personal_info"), *b = vt_json_get(got, "personal_info");
    for (size_t i = 0; i < VT_COUNT(own); i++)
        put_slot(&s, own[i].field, str_of(a, own[i].key), str_of(b, own[i].key), own[i].same,
                 vt_str_format(arena, "/personal_info/%s", own[i].key));
    a = vt_json_get(a, "location");
    b = vt_json_get(b, "location");
    for (size_t i = 0; i < VT_COUNT(place); i++)
        put_slot(&s, place[i].field, str_of(a, place[i].key), str_of(b, place[i].key),
                 place[i].same, vt_str_format(arena, "/personal_info/location/%s", place[i].key));
    put_text(&s, VT_EVAL_SUMMARY, str_of(gold, "summary"), str_of(got, "summary"),
             VT_STR("/summary"));
    for (size_t k = 0; k < VT_COUNT(kinds); k++)
        score_records(&s, &kinds[k], gold, got);
    score_skills(&s, gold, got);
}

/* ---- sums ---- */

void vt_eval_add(vt_eval_sums *sums, const vt_marks *marks)
{
    for (size_t i = 0; i < marks->n; i++) {
        const vt_mark *m = &marks->at[i];
        sums->tp[m->field] += (double)m->tp;
        sums->fp[m->field] += (double)m->fp;
        sums->fn[m->field] += (double)m->fn;
    }
}

vt_eval_figures vt_eval_of(const vt_eval_sums *sums, vt_eval_field field)
{
    double tp = sums->tp[field], fp = sums->fp[field], fn = sums->fn[field];
    vt_eval_figures r = {.gold = tp + fn};
    r.precision = tp + fp > 0 ? tp / (tp + fp) : 1;
    r.recall = tp + fn > 0 ? tp / (tp + fn) : 1;
    double both = r.precision + r.recall;
    r.f1 = both > 0 ? 2 * r.precision * r.recall / both : 0;
    return r;
}

double vt_eval_micro(const vt_eval_sums *sums)
{
    double tp = 0, wrong = 0;
    for (size_t i = 0; i < VT_EVAL_FIELD_COUNT; i++) {
        tp += sums->tp[i];
        wrong += sums->fp[i] + sums->fn[i];
    }
    return tp + wrong > 0 ? 2 * tp / (2 * tp + wrong) : 1;
}

double vt_eval_macro(const vt_eval_sums *sums)
{
    double f1 = 0;
    for (size_t i = 0; i < VT_EVAL_FIELD_COUNT; i++)
        f1 += vt_eval_of(sums, (vt_eval_field)i).f1;
    return f1 / VT_EVAL_FIELD_COUNT;
}
