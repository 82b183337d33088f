/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values: where one side has none, the other's is taken; where both have the same, it is surer than
 * either; where they differ, the likelier one stays.
 *
 * Items (jobs, studies ...) belong together when their head values stand at the same places of the
 * document. What only the model has is added at its place; what only the local engine has stays
 * unless it was in doubt anyway, for a model often leaves out, and its silence is weak evidence.
 *
 * How far the model is believed is told by control questions: the values that the local engine is
 * sure of. Who gets these wrong in a document is not believed with the others there.
 */
#include "llm/merge.h"

#include "parse/resume/resume.h"
#include "text/letters.h"

/* Local items less likely than this go when the model read the list and does not have them. */
#define IN_DOUBT 0.5f

/* Local values at least so likely are control questions; the configured trust weighs as much as so
 * many of them; who gets more than one in so many wrong adds nothing. */
#define SURE     0.9f
#define PRIOR    4.0f
#define WRONG_IN 4

enum { PAIR_LIMIT = 300, LIST_READ = 3 };

/* Where the local engine is sure of a value, and of what kind it is. */
enum kind { PERSON, TITLE, COMPANY, SCHOOL, DEGREE, FIELD, SKILL, LANGUAGE, CERTIFICATE, NONE };
struct known {
    uint32_t start, end;
    enum kind kind;
};

/* Which items belong together. */
struct pairs {
    int32_t *theirs; /* [mine] index of their item, or -1 */
    bool *taken;     /* [theirs] */
};

struct merge {
    vt_arena *arena;
    vt_resume *mine;
    const vt_resume *theirs;
    float trust;
    uint32_t sure, right; /* control questions, and those that the model got right */
    bool may_add;         /* what the local engine does not have */
    VT_VEC(struct known) known;
    struct pairs jobs, studies;
    vt_llm_merged count;
};

/* ---- values ---- */

static bool overlap(uint32_t a_start, uint32_t a_end, uint32_t b_start, uint32_t b_end)
{
    return a_start < b_end && b_start < a_end;
}

static bool share_place(const vt_value *a, const vt_value *b)
{
    return vt_value_known(a) && vt_value_known(b) && overlap(a->start, a->end, b->start, b->end);
}

static bool same_text(vt_str a, vt_str b)
{
    return vt_str_eq(a, b) || vt_letters_eq(a, b);
}

/* Two witnesses that do not know of each other. */
static float agree(float mine, float trust)
{
    return 1.0f - (1.0f - mine) * (1.0f - trust);
}

static bool may_replace(struct merge *m, float mine)
{
    bool replace = mine < m->trust;
    m->count.replaced += replace;
    m->count.stayed += !replace;
    return replace;
}

/* True when *mine is now the model's. */
static bool merge_value(struct merge *m, vt_value *mine, const vt_value *theirs)
{
    if (!vt_value_known(theirs))
        return false;
    if (!vt_value_known(mine)) {
        if (!m->may_add)
            return false;
        m->count.filled++;
    } else if (same_text(mine->text, theirs->text)) {
        mine->confidence = agree(mine->confidence, m->trust);
        m->count.agreed++;
        return false;
    } else if (!may_replace(m, mine->confidence)) {
        return false;
    }
    *mine = *theirs;
    mine->confidence = m->trust;
    return true;
}

static void merge_date(struct merge *m, vt_date *mine, const vt_date *theirs)
{
    if (theirs->year <= 0)
        return;
    if (mine->year <= 0) {
        if (!m->may_add)
            return;
        m->count.filled++;
    } else if (mine->year == theirs->year && mine->month == theirs->month) {
        mine->confidence = agree(mine->confidence, m->trust);
        m->count.agreed++;
        return;
    } else if (!may_replace(m, mine->confidence)) {
        return;
    }
    *mine = *theirs;
    mine->confidence = m->trust;
}

/* A place is one statement: its parts are never mixed. */
static void merge_location(struct merge *m, vt_location *mine, const vt_location *theirs)
{
    if (!vt_value_known(&theirs->text))
        return;
    const vt_value *city = vt_value_known(&mine->city) ? &mine->city : &mine->text;
    if (!vt_value_known(city)) {
        if (!m->may_add)
            return;
        m->count.filled++;
    } else if (same_text(mine->text.text, theirs->text.text) ||
               (vt_value_known(&mine->city) && same_text(mine->city.text, theirs->city.text))) {
        mine->city.confidence = agree(mine->city.confidence, m->trust);
        m->count.agreed++;
        return;
    } else if (!may_replace(m, city->confidence)) {
        return;
    }
    *mine = *theirs;
}

static void merge_person(struct merge *m, vt_resume *mine, const vt_resume *theirs)
{
    merge_value(m, &mine->name, &theirs->name);
    merge_value(m, &mine->label, &theirs->label);
    merge_value(m, &mine->email, &theirs->email);
    merge_location(m, &mine->location, &theirs->location);
    if (merge_value(m, &mine->phone, &theirs->phone))
        mine->phone_raw = theirs->phone_raw;
    merge_value(m, &mine->summary, &theirs->summary);
}

/* ---- what is known to be something else ---- */

static void know(struct merge *m, const vt_value *value, enum kind kind)
{
    if (vt_value_known(value) && value->confidence >= SURE)
        vt_vec_push(m->arena, &m->known,
                    ((struct known){.start = value->start, .end = value->end, .kind = kind}));
}

static void know_all(struct merge *m, const vt_resume *r)
{
    const vt_value *const own[] = {&r->name, &r->label, &r->email, &r->phone, &r->location.text};
    for (size_t i = 0; i < VT_COUNT(own); i++)
        know(m, own[i], PERSON);
    for (size_t i = 0; i < r->jobs.n; i++) {
        know(m, &r->jobs.at[i].title, TITLE);
        know(m, &r->jobs.at[i].company, COMPANY);
    }
    for (size_t i = 0; i < r->studies.n; i++) {
        know(m, &r->studies.at[i].institution, SCHOOL);
        know(m, &r->studies.at[i].degree, DEGREE);
        know(m, &r->studies.at[i].field, FIELD);
    }
    for (size_t i = 0; i < r->skills.n; i++)
        know(m, &r->skills.at[i].name, SKILL);
    for (size_t i = 0; i < r->languages.n; i++)
        know(m, &r->languages.at[i].language, LANGUAGE);
    for (size_t i = 0; i < r->certifications.n; i++)
        know(m, &r->certifications.at[i].name, CERTIFICATE);
}

/* Is the value, which is to be of `kind`, said to be something else by the local engine? */
static bool is_other(const struct merge *m, const vt_value *value, enum kind kind)
{
    for (size_t i = 0; vt_value_known(value) && i < m->known.n; i++)
        if (m->known.at[i].kind != kind &&
            overlap(m->known.at[i].start, m->known.at[i].end, value->start, value->end))
            return true;
    return false;
}

/* ---- which items belong together ---- */

/* The best pairs first. `score` is 0 for items that do not belong together. */
static struct pairs pair(struct merge *m, size_t mine, size_t theirs,
                         int (*score)(const void *context, size_t mine, size_t theirs),
                         const void *context)
{
    struct pairs p = {.theirs = VT_NEW_ARRAY(m->arena, int32_t, mine + 1),
                      .taken = VT_NEW_ARRAY(m->arena, bool, theirs + 1)};
    mine = VT_MIN(mine, (size_t)PAIR_LIMIT);
    theirs = VT_MIN(theirs, (size_t)PAIR_LIMIT);
    uint8_t *scores = VT_NEW_ARRAY(m->arena, uint8_t, mine * theirs + 1);
    int best = 0;
    for (size_t i = 0; i < mine; i++) {
        p.theirs[i] = -1;
        for (size_t k = 0; k < theirs; k++) {
            scores[i * theirs + k] = (uint8_t)score(context, i, k);
            best = VT_MAX(best, (int)scores[i * theirs + k]);
        }
    }
    for (; best > 0; best--)
        for (size_t i = 0; i < mine; i++)
            for (size_t k = 0; k < theirs && p.theirs[i] < 0; k++)
                if (scores[i * theirs + k] == best && !p.taken[k]) {
                    p.theirs[i] = (int32_t)k;
                    p.taken[k] = true;
                }
    return p;
}

static bool share_date(const vt_date *a, const vt_date *b)
{
    return a->year > 0 && b->year > 0 && overlap(a->start, a->end, b->start, b->end);
}

/* Titles and dates are a job's own; several jobs may share the words of one employer. */
static int score_jobs(const void *context, size_t i, size_t k)
{
    const vt_resume *const *both = context;
    const vt_job *a = &both[0]->jobs.at[i], *b = &both[1]->jobs.at[k];
    int score = 4 * share_place(&a->title, &b->title) + 2 * share_date(&a->start, &b->start) +
                2 * share_date(&a->end, &b->end) + share_place(&a->company, &b->company);
    bool titles_differ = vt_value_known(&a->title) && vt_value_known(&b->title) &&
                         !share_place(&a->title, &b->title);
    return titles_differ && score < 2 ? 0 : score;
}

static int score_studies(const void *context, size_t i, size_t k)
{
    const vt_resume *const *both = context;
    const vt_study *a = &both[0]->studies.at[i], *b = &both[1]->studies.at[k];
    int score =
        3 * share_place(&a->degree, &b->degree) + 2 * share_date(&a->graduation, &b->graduation) +
        2 * share_place(&a->field, &b->field) + 2 * share_place(&a->institution, &b->institution);
    bool degrees_differ = vt_value_known(&a->degree) && vt_value_known(&b->degree) &&
                          !share_place(&a->degree, &b->degree);
    return degrees_differ && score < 3 ? 0 : score;
}

/* ---- jobs ---- */

static uint32_t job_start(const vt_job *job)
{
    return vt_value_known(&job->title) ? job->title.start : job->company.start;
}

static float text_confidence(const vt_job *job)
{
    if (vt_value_known(&job->description))
        return job->description.confidence;
    return job->highlights.n ? job->highlights.at[0].confidence : 0;
}

static bool has_text(const vt_job *job)
{
    return vt_value_known(&job->description) || job->highlights.n > 0;
}

static void merge_text(struct merge *m, vt_job *mine, const vt_job *theirs)
{
    if (!has_text(theirs))
        return;
    if (!has_text(mine) && !m->may_add)
        return;
    if (!has_text(mine))
        m->count.filled++;
    else if (!may_replace(m, text_confidence(mine)))
        return;
    mine->description = theirs->description;
    mine->highlights.at = theirs->highlights.at;
    mine->highlights.n = mine->highlights.cap = theirs->highlights.n;
}

static void merge_job(struct merge *m, vt_job *mine, const vt_job *theirs)
{
    merge_value(m, &mine->title, &theirs->title);
    merge_value(m, &mine->company, &theirs->company);
    merge_location(m, &mine->location, &theirs->location);
    bool undated = !mine->start.year && !mine->end.year;
    merge_date(m, &mine->start, &theirs->start);
    merge_date(m, &mine->end, &theirs->end);
    if (undated)
        mine->current = theirs->current;
    if (mine->current)
        mine->end = (vt_date){0};
    merge_text(m, mine, theirs);
}

static uint32_t job_end(const vt_job *job)
{
    uint32_t end = VT_MAX(job->title.end, job->company.end);
    end = VT_MAX(end, VT_MAX(job->start.end, job->end.end));
    end = VT_MAX(end, job->description.end);
    return job->highlights.n ? VT_MAX(end, job->highlights.at[job->highlights.n - 1].end) : end;
}

/* What a local job had as its text is now a job of its own. */
static void give_up_text(vt_resume *r, const vt_job *added)
{
    uint32_t from = job_start(added), to = job_end(added);
    for (size_t i = 0; i < r->jobs.n; i++) {
        vt_job *job = &r->jobs.at[i];
        size_t kept = 0;
        for (size_t k = 0; k < job->highlights.n; k++) {
            const vt_value *v = &job->highlights.at[k];
            if (!overlap(v->start, v->end, from, to))
                job->highlights.at[kept++] = *v;
        }
        job->highlights.n = kept;
        if (job->description.start >= from && job->description.start < to)
            job->description = (vt_value){0};
    }
}

static bool is_whole(const vt_job *job)
{
    return (vt_value_known(&job->title) && vt_value_known(&job->company)) || job->start.year ||
           job->current;
}

static void add_job(struct merge *m, vt_resume *mine, const vt_job *theirs)
{
    if (!is_whole(theirs) || is_other(m, &theirs->title, NONE) ||
        is_other(m, &theirs->company, COMPANY))
        return;
    vt_job own = *theirs, *job = &own;
    job->title.confidence = job->company.confidence = m->trust;
    job->start.confidence = job->end.confidence = m->trust;
    give_up_text(mine, job);
    vt_vec_push(m->arena, &mine->jobs, *job);
    size_t at = mine->jobs.n - 1;
    while (at > 0 && job_start(&mine->jobs.at[at - 1]) > job_start(job)) {
        mine->jobs.at[at] = mine->jobs.at[at - 1];
        at--;
    }
    mine->jobs.at[at] = *job;
    m->count.filled++;
}

static bool doubtful(const vt_value *a, const vt_value *b)
{
    float known =
        VT_MAX(vt_value_known(a) ? a->confidence : 0, vt_value_known(b) ? b->confidence : 0);
    return known < IN_DOUBT;
}

static void merge_jobs(struct merge *m, vt_resume *mine, const vt_resume *theirs)
{
    struct pairs p = m->jobs;
    size_t kept = 0;
    for (size_t i = 0; i < mine->jobs.n; i++) {
        vt_job *job = &mine->jobs.at[i];
        if (i < PAIR_LIMIT && p.theirs[i] >= 0) {
            merge_job(m, job, &theirs->jobs.at[p.theirs[i]]);
        } else if (theirs->jobs.n && doubtful(&job->title, &job->company)) {
            m->count.dropped++;
            continue;
        }
        mine->jobs.at[kept++] = *job;
    }
    mine->jobs.n = kept;
    for (size_t k = 0; k < theirs->jobs.n && m->may_add; k++)
        if (!p.taken[k])
            add_job(m, mine, &theirs->jobs.at[k]);
}

/* ---- studies ---- */

static uint32_t study_start(const vt_study *s)
{
    return vt_value_known(&s->degree)        ? s->degree.start
           : vt_value_known(&s->institution) ? s->institution.start
                                             : s->field.start;
}

static void merge_study(struct merge *m, vt_study *mine, const vt_study *theirs)
{
    merge_value(m, &mine->institution, &theirs->institution);
    merge_value(m, &mine->degree, &theirs->degree);
    merge_value(m, &mine->field, &theirs->field);
    merge_value(m, &mine->grade, &theirs->grade);
    merge_date(m, &mine->start, &theirs->start);
    merge_date(m, &mine->graduation, &theirs->graduation);
}

static void add_study(struct merge *m, vt_resume *mine, const vt_study *theirs)
{
    if (is_other(m, &theirs->degree, NONE) || is_other(m, &theirs->field, NONE) ||
        is_other(m, &theirs->institution, SCHOOL))
        return;
    vt_study own = *theirs, *study = &own;
    study->institution.confidence = study->degree.confidence = study->field.confidence = m->trust;
    study->graduation.confidence = m->trust;
    vt_vec_push(m->arena, &mine->studies, *study);
    size_t at = mine->studies.n - 1;
    while (at > 0 && study_start(&mine->studies.at[at - 1]) > study_start(study)) {
        mine->studies.at[at] = mine->studies.at[at - 1];
        at--;
    }
    mine->studies.at[at] = *study;
    m->count.filled++;
}

static void merge_studies(struct merge *m, vt_resume *mine, const vt_resume *theirs)
{
    struct pairs p = m->studies;
    size_t kept = 0;
    for (size_t i = 0; i < mine->studies.n; i++) {
        vt_study *study = &mine->studies.at[i];
        if (i < PAIR_LIMIT && p.theirs[i] >= 0) {
            merge_study(m, study, &theirs->studies.at[p.theirs[i]]);
        } else if (theirs->studies.n && doubtful(&study->institution, &study->degree)) {
            m->count.dropped++;
            continue;
        }
        mine->studies.at[kept++] = *study;
    }
    mine->studies.n = kept;
    for (size_t k = 0; k < theirs->studies.n && m->may_add; k++)
        if (!p.taken[k])
            add_study(m, mine, &theirs->studies.at[k]);
}

/* ---- lists of names ---- */

static bool same_name(const vt_value *a, const vt_value *b)
{
    return share_place(a, b) || same_text(a->text, b->text);
}

static bool confirm(struct merge *m, vt_value *mine, const vt_value *theirs)
{
    if (!same_name(mine, theirs))
        return false;
    mine->confidence = agree(mine->confidence, m->trust);
    m->count.agreed++;
    return true;
}

/*
 * MERGE_NAMES(mine, theirs, name, own_kind, doubt, extra): lists whose items are told by one value.
 * Theirs confirms an item of mine, which `extra` may fill, or is added; mine that is in doubt and
 * not confirmed goes when `doubt`.
 */
#define MERGE_NAMES(mine, theirs, name, own_kind, doubt, extra)                                    \
    do {                                                                                           \
        size_t own_ = (mine)->n, kept_ = 0;                                                        \
        bool *confirmed_ = VT_NEW_ARRAY(m->arena, bool, own_ + 1);                                 \
        for (size_t k = 0; k < (theirs)->n; k++) {                                                 \
            size_t i = 0;                                                                          \
            while (i < (mine)->n && !confirm(m, &(mine)->at[i].name, &(theirs)->at[k].name))       \
                i++;                                                                               \
            if (i < own_)                                                                          \
                confirmed_[i] = true;                                                              \
            if (i < (mine)->n) {                                                                   \
                extra;                                                                             \
                continue;                                                                          \
            }                                                                                      \
            if (!m->may_add || is_other(m, &(theirs)->at[k].name, own_kind))                       \
                continue;                                                                          \
            vt_vec_push(m->arena, (mine), (theirs)->at[k]);                                        \
            (mine)->at[(mine)->n - 1].name.confidence = m->trust;                                  \
            m->count.filled++;                                                                     \
        }                                                                                          \
        for (size_t i = 0; i < (mine)->n; i++) {                                                   \
            bool goes_ =                                                                           \
                (doubt) && i < own_ && !confirmed_[i] && (mine)->at[i].name.confidence < IN_DOUBT; \
            m->count.dropped += goes_;                                                             \
            if (!goes_)                                                                            \
                (mine)->at[kept_++] = (mine)->at[i];                                               \
        }                                                                                          \
        (mine)->n = kept_;                                                                         \
    } while (0)

static void fill_language(vt_language_item *mine, const vt_language_item *theirs)
{
    if (vt_value_known(&mine->level_text) || !vt_value_known(&theirs->level_text))
        return;
    mine->level_text = theirs->level_text;
    mine->proficiency = theirs->proficiency;
    mine->cefr = theirs->cefr;
}

static void fill_certificate(struct merge *m, vt_certification *mine,
                             const vt_certification *theirs)
{
    merge_value(m, &mine->issuer, &theirs->issuer);
    merge_date(m, &mine->date, &theirs->date);
}

static void merge_lists(struct merge *m, vt_resume *mine, const vt_resume *theirs)
{
    MERGE_NAMES(&mine->skills, &theirs->skills, name, SKILL, theirs->skills.n >= LIST_READ,
                (void)0);
    MERGE_NAMES(&mine->languages, &theirs->languages, language, LANGUAGE, theirs->languages.n > 0,
                fill_language(&mine->languages.at[i], &theirs->languages.at[k]));
    MERGE_NAMES(&mine->certifications, &theirs->certifications, name, CERTIFICATE,
                theirs->certifications.n > 0,
                fill_certificate(m, &mine->certifications.at[i], &theirs->certifications.at[k]));
}

/* ---- control questions ---- */

static void control(struct merge *m, const vt_value *mine, const vt_value *theirs)
{
    if (!vt_value_known(mine) || !vt_value_known(theirs) || mine->confidence < SURE)
        return;
    m->sure++;
    m->right += same_text(mine->text, theirs->text) || share_place(mine, theirs);
}

static void control_date(struct merge *m, const vt_date *mine, const vt_date *theirs)
{
    if (mine->year <= 0 || theirs->year <= 0 || mine->confidence < SURE)
        return;
    m->sure++;
    m->right += mine->year == theirs->year && mine->month == theirs->month;
}

static void control_jobs(struct merge *m)
{
    size_t missed = 0, other = 0;
    for (size_t i = 0; i < VT_MIN(m->mine->jobs.n, (size_t)PAIR_LIMIT); i++) {
        const vt_job *a = &m->mine->jobs.at[i];
        if (m->jobs.theirs[i] < 0) {
            missed += a->title.confidence >= SURE && vt_value_known(&a->title);
            continue;
        }
        const vt_job *b = &m->theirs->jobs.at[m->jobs.theirs[i]];
        control(m, &a->title, &b->title);
        control(m, &a->company, &b->company);
        control_date(m, &a->start, &b->start);
        control_date(m, &a->end, &b->end);
    }
    for (size_t k = 0; k < m->theirs->jobs.n; k++)
        other += !m->jobs.taken[k];
    m->sure += (uint32_t)VT_MIN(missed, other); /* it has other jobs where these are */
}

static void control_studies(struct merge *m)
{
    for (size_t i = 0; i < VT_MIN(m->mine->studies.n, (size_t)PAIR_LIMIT); i++) {
        if (m->studies.theirs[i] < 0)
            continue;
        const vt_study *a = &m->mine->studies.at[i];
        const vt_study *b = &m->theirs->studies.at[m->studies.theirs[i]];
        control(m, &a->institution, &b->institution);
        control(m, &a->degree, &b->degree);
        control(m, &a->field, &b->field);
        control_date(m, &a->graduation, &b->graduation);
    }
}

/* Never more than is configured. */
static void earn_trust(struct merge *m)
{
    control(m, &m->mine->name, &m->theirs->name);
    control(m, &m->mine->label, &m->theirs->label);
    control(m, &m->mine->email, &m->theirs->email);
    control(m, &m->mine->phone, &m->theirs->phone);
    control_jobs(m);
    control_studies(m);
    float earned = ((float)m->right + PRIOR * m->trust) / ((float)m->sure + PRIOR);
    m->trust = VT_MIN(m->trust, earned);
    m->may_add = (m->sure - m->right) * WRONG_IN <= m->sure;
}

vt_llm_merged vt_llm_merge(vt_resume *mine, const vt_llm_answer *theirs, float trust)
{
    struct merge m = {.arena = mine->arena, .mine = mine, .theirs = theirs->resume, .trust = trust};
    const vt_resume *both[] = {mine, theirs->resume};
    m.jobs = pair(&m, mine->jobs.n, theirs->resume->jobs.n, score_jobs, both);
    m.studies = pair(&m, mine->studies.n, theirs->resume->studies.n, score_studies, both);
    know_all(&m, mine);
    earn_trust(&m);
    merge_person(&m, mine, theirs->resume);
    merge_jobs(&m, mine, theirs->resume);
    merge_studies(&m, mine, theirs->resume);
    merge_lists(&m, mine, theirs->resume);
    mine->confidence = vt_resume_confidence(mine);
    m.count.trust = m.trust;
    return m.count;
}
