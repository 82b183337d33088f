/* SPDX-License-Identifier: Apache-2.0 */
/* Sections that a document prints twice: a job, study or certificate that is there is not another.
 */
#include "parse/assemble/assemble.h"
#include "text/letters.h"

/** What two values say together. */
enum match { OPEN, SAME, DIFFERENT };

static enum match compare_values(const vt_value *a, const vt_value *b)
{
    if (!vt_value_known(a) || !vt_value_known(b))
        return OPEN;
    return vt_letters_eq(a->text, b->text) ? SAME : DIFFERENT;
}

static enum match compare_dates(const vt_date *a, const vt_date *b)
{
    if (!a->year || !b->year)
        return OPEN;
    return a->year == b->year && (a->month == b->month || !a->month || !b->month) ? SAME
                                                                                  : DIFFERENT;
}

static bool is_undated(const vt_job *job)
{
    return !job->start.year && !job->end.year && !job->current;
}

/** The same time, and the same title or employer, and nothing against it; where one has no time (a
 * copy for machines, an overview), the same title and employer. */
static bool is_same_job(const vt_job *a, const vt_job *b)
{
    enum match title = compare_values(&a->title, &b->title);
    enum match company = compare_values(&a->company, &b->company);
    if (is_undated(a) != is_undated(b))
        return company == SAME && title == SAME;
    return compare_dates(&a->start, &b->start) == SAME && a->current == b->current &&
           compare_dates(&a->end, &b->end) == (a->current ? OPEN : SAME) && title != DIFFERENT &&
           company != DIFFERENT && (title == SAME || company == SAME);
}

/** The same school, and a second item that adds nothing that speaks against it. */
static bool is_same_study(const vt_study *a, const vt_study *b)
{
    return compare_values(&a->institution, &b->institution) == SAME &&
           compare_values(&a->degree, &b->degree) != DIFFERENT &&
           compare_values(&a->field, &b->field) != DIFFERENT &&
           compare_dates(&a->graduation, &b->graduation) != DIFFERENT &&
           (vt_value_known(&a->degree) || !vt_value_known(&b->degree)) &&
           (vt_value_known(&a->field) || !vt_value_known(&b->field));
}

/** The same name, and nothing against it (a certificate that was renewed has another date). */
static bool is_same_certificate(const vt_certification *a, const vt_certification *b)
{
    return compare_values(&a->name, &b->name) == SAME &&
           compare_values(&a->issuer, &b->issuer) != DIFFERENT &&
           compare_values(&a->credential_id, &b->credential_id) != DIFFERENT &&
           compare_dates(&a->date, &b->date) != DIFFERENT;
}

static void fill_value(vt_value *a, const vt_value *b)
{
    if (!vt_value_known(a))
        *a = *b;
}

static void fill_job(vt_job *a, const vt_job *b)
{
    fill_value(&a->title, &b->title);
    fill_value(&a->company, &b->company);
    fill_value(&a->description, &b->description);
    if (!vt_value_known(&a->location.text))
        a->location = b->location;
    if (is_undated(a)) {
        a->start = b->start;
        a->end = b->end;
        a->current = b->current;
    }
    if (a->highlights.n == 0)
        a->highlights = b->highlights;
}

static void fill_study(vt_study *a, const vt_study *b)
{
    fill_value(&a->grade, &b->grade);
    fill_value(&a->description, &b->description);
    if (!a->graduation.year)
        a->graduation = b->graduation;
}

static void fill_certificate(vt_certification *a, const vt_certification *b)
{
    fill_value(&a->issuer, &b->issuer);
    fill_value(&a->credential_id, &b->credential_id);
    fill_value(&a->url, &b->url);
    if (!a->date.year)
        a->date = b->date;
    if (!a->expires.year)
        a->expires = b->expires;
}

/** Takes the items out of a list that repeat one before; that one gets what it lacks. */
#define DROP_REPEATS(list, is_same, fill)                                                          \
    static void drop_##list(vt_resume *r)                                                          \
    {                                                                                              \
        size_t kept = 0;                                                                           \
        for (size_t i = 0; i < r->list.n; i++) {                                                   \
            size_t k = 0;                                                                          \
            while (k < kept && !is_same(&r->list.at[k], &r->list.at[i]))                           \
                k++;                                                                               \
            if (k < kept)                                                                          \
                fill(&r->list.at[k], &r->list.at[i]);                                              \
            else                                                                                   \
                r->list.at[kept++] = r->list.at[i];                                                \
        }                                                                                          \
        r->list.n = kept;                                                                          \
    }
DROP_REPEATS(jobs, is_same_job, fill_job)
DROP_REPEATS(studies, is_same_study, fill_study)
DROP_REPEATS(certifications, is_same_certificate, fill_certificate)

void vt_drop_repeats(vt_resume *resume)
{
    drop_jobs(resume);
    drop_studies(resume);
    drop_certifications(resume);
}
