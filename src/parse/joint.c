/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/joint.h"

#include "text/lexicon.h"

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static bool is_item(uint8_t role)
{
    return vt_role_is_head(role) || role == VT_ROLE_JOB_TEXT || role == VT_ROLE_EDU_TEXT;
}

/* ---- lines ---- */

static double empty_headings(const vt_facts *f, const vt_roles *roles)
{
    size_t headings = 0, empty = 0;
    for (size_t i = 0; i < f->n; i++) {
        if (roles->at[i].role != VT_ROLE_HEADING)
            continue;
        headings++;
        empty += i + 1 == f->n || roles->at[i + 1].role == VT_ROLE_HEADING;
    }
    return share((double)empty, (double)headings);
}

static double filled_sections(const vt_facts *f, const vt_roles *roles)
{
    bool jobs = false, studies = false, skills = false;
    for (size_t i = 0; i < f->n; i++) {
        jobs |= roles->at[i].role == VT_ROLE_JOB_BEGIN;
        studies |= roles->at[i].role == VT_ROLE_EDU_BEGIN;
        skills |= roles->at[i].role == VT_ROLE_SKILL;
    }
    return (jobs + studies + skills) / 3.0;
}

static double orphans(const vt_facts *f, const vt_roles *roles)
{
    size_t n = 0;
    for (size_t i = 1; i < f->n; i++) {
        const vt_info *info = &f->at[i], *before = info - 1;
        if (info->begins_lower && !info->bullet && !info->email && !info->url)
            n += before->stop || roles->at[i - 1].role == VT_ROLE_HEADING ||
                 before->line->column != info->line->column;
    }
    return share((double)n, (double)f->n);
}

static double lost_ranges(const vt_facts *f, const vt_roles *roles)
{
    size_t ranges = 0, lost = 0;
    for (size_t i = 0; i < f->n; i++) {
        ranges += f->at[i].range;
        lost += f->at[i].range && !is_item(roles->at[i].role);
    }
    return share((double)lost, (double)ranges);
}

static double without_role(const vt_facts *f, const vt_roles *roles)
{
    size_t n = 0;
    for (size_t i = 0; i < f->n; i++)
        n += roles->at[i].role == VT_ROLE_OTHER;
    return share((double)n, (double)f->n);
}

/* ---- items ---- */

static int months(const vt_date *date)
{
    return date->year * 12 + date->month;
}

static void judge_jobs(const vt_resume *r, double ret[VT_JOINT_COUNT])
{
    enum { MANY = 6 };
    double known = 0, whole = 0, text = 0, in_order = 0;
    for (size_t i = 0; i < r->jobs.n; i++) {
        const vt_job *job = &r->jobs.at[i];
        int has = vt_value_known(&job->title) + vt_value_known(&job->company) +
                  (job->start.year != 0 || job->end.year != 0);
        known += has;
        whole += has == 3;
        text += job->highlights.n || vt_value_known(&job->description);
        in_order += i > 0 && months(&job->start) <= months(&job[-1].start);
    }
    double n = (double)r->jobs.n;
    ret[VT_JOINT_JOBS] = VT_MIN(whole, MANY) / MANY;
    ret[VT_JOINT_JOBS_WHOLE] = share(known, 3 * n);
    ret[VT_JOINT_JOBS_TEXT] = share(text, n);
    ret[VT_JOINT_ORDER] = n > 1 ? in_order / (n - 1) : 0.5;
}

static void judge_studies(const vt_resume *r, double ret[VT_JOINT_COUNT])
{
    enum { MANY = 3 };
    double known = 0, whole = 0;
    for (size_t i = 0; i < r->studies.n; i++) {
        const vt_study *s = &r->studies.at[i];
        int has = vt_value_known(&s->institution) + vt_value_known(&s->degree) +
                  (s->graduation.year != 0 || s->start.year != 0);
        known += has;
        whole += has == 3;
    }
    ret[VT_JOINT_STUDIES] = VT_MIN(whole, MANY) / MANY;
    ret[VT_JOINT_STUDIES_WHOLE] = share(known, 3 * (double)r->studies.n);
}

void vt_joint_parts(const vt_facts *f, const vt_roles *roles, const vt_resume *r,
                    double ret[VT_JOINT_COUNT])
{
    ret[VT_JOINT_LIKELIHOOD] = roles->score;
    ret[VT_JOINT_CONFIDENCE] = r->confidence;
    ret[VT_JOINT_CONTACT] =
        (vt_value_known(&r->name) + vt_value_known(&r->email) + vt_value_known(&r->phone)) / 3.0;
    ret[VT_JOINT_EMPTY] = empty_headings(f, roles);
    ret[VT_JOINT_SECTIONS] = filled_sections(f, roles);
    judge_jobs(r, ret);
    judge_studies(r, ret);
    ret[VT_JOINT_ORPHANS] = orphans(f, roles);
    ret[VT_JOINT_LOST] = lost_ranges(f, roles);
    ret[VT_JOINT_OTHER] = without_role(f, roles);
}

double vt_joint_score(const vt_facts *f, const vt_roles *roles, const vt_resume *r)
{
    /* set by hand, and checked against a logistic regression over the readings of 1,053 documents
     * of the corpus (docs/layout.md) */
    static const double weights[VT_JOINT_COUNT] = {
        [VT_JOINT_LIKELIHOOD] = 4,    [VT_JOINT_CONFIDENCE] = 4, [VT_JOINT_CONTACT] = 3,
        [VT_JOINT_EMPTY] = -2,        [VT_JOINT_SECTIONS] = 2,   [VT_JOINT_JOBS] = 3,
        [VT_JOINT_JOBS_WHOLE] = 2,    [VT_JOINT_JOBS_TEXT] = 1,  [VT_JOINT_STUDIES] = 1.5,
        [VT_JOINT_STUDIES_WHOLE] = 1, [VT_JOINT_ORDER] = 0.5,    [VT_JOINT_ORPHANS] = -4,
        [VT_JOINT_LOST] = -2,         [VT_JOINT_OTHER] = -2,
    };
    double parts[VT_JOINT_COUNT] = {0}, score = 0;
    vt_joint_parts(f, roles, r, parts);
    for (size_t i = 0; i < VT_JOINT_COUNT; i++)
        score += weights[i] * parts[i];
    return score;
}
