/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commas within titles: "CNC Programmer, Tool Room". What was read as the employer is part of the
 * title when it is set like the title and the employer is not, or when another line of the head
 * names one, in this and in the document's other jobs.
 */
#include "parse/fields.h"

/** Does the range hold the piece? */
static bool holds(const vt_range *r, const vt_piece *p)
{
    return p->from >= r->from && p->to <= r->to;
}

static bool is_comma(const vt_facts *f, size_t from, size_t to)
{
    vt_str s = vt_str_trim(vt_str_sub(f->doc->raw_text, from, VT_MAX(from, to)));
    return vt_str_eq(s, VT_STR(","));
}

static bool same_look(const vt_piece *a, const vt_piece *b)
{
    return a->bold == b->bold && a->italic == b->italic;
}

/** The pieces of a job's head that are its title's last and its employer's first, in one line and
 * with a comma between; false: there are none. */
static bool find_comma(const vt_facts *f, const vt_item *item, const vt_job_fields *job,
                       size_t *ret_title)
{
    const vt_pieces *p = &item->pieces;
    if (job->title.from >= job->title.to || job->company.from >= job->company.to ||
        !is_comma(f, job->title.to, job->company.from))
        return false;
    for (size_t i = 0; i + 1 < p->n; i++)
        if (holds(&job->title, &p->at[i]) && holds(&job->company, &p->at[i + 1]) &&
            p->at[i].line == p->at[i + 1].line) {
            *ret_title = i;
            return true;
        }
    return false;
}

/** "*Engineer, Tool Room*, Gear Works": the employer begins where the look changes. */
static bool split_at_look(const vt_facts *f, const vt_item *item, vt_job_fields *job, size_t title)
{
    const vt_piece *p = item->pieces.at;
    size_t i = title + 1;
    while (i < item->pieces.n && holds(&job->company, &p[i]) && same_look(&p[i], &p[title]))
        i++;
    if (i == title + 1 || i == item->pieces.n || p[i].line != p[title].line || p[i].place ||
        p[i].noise || p[i].bracket || p[i].e.employment || p[i].e.title >= 0.6f || p[i].bold ||
        !p[title].bold || !is_comma(f, p[i - 1].to, p[i].from))
        return false;
    job->title.to = p[i - 1].to;
    job->company.from = p[i].from;
    job->company.to = VT_MAX(job->company.to, p[i].to);
    return true;
}

/** The piece of another line, just above or below, that can well be the employer; or NULL. */
static const vt_piece *other_employer(const vt_facts *f, const vt_item *item,
                                      const vt_job_fields *job, size_t title)
{
    const vt_piece *p = item->pieces.at, *found = NULL;
    for (size_t i = 0; i < item->pieces.n && !found; i++) {
        bool near = p[i].rank + 1 == p[title].rank || p[i].rank == p[title].rank + 1;
        bool first = i == 0 || p[i - 1].line != p[i].line;
        if (near && first)
            found = &p[i];
    }
    if (!found || found->place || found->noise || found->bracket || found->e.employment ||
        found->count > 8 || found->e.title >= 0.6f || f->at[found->line].bullet ||
        f->at[found->line].begins_lower || f->at[found->line].stop || holds(&job->company, found))
        return NULL;
    return found;
}

static bool lacks_employer(const vt_job_fields *job)
{
    return job->title.from < job->title.to && job->company.from >= job->company.to;
}

/** Is job i one of several roles under an employer's line, as the roles about it are? */
static bool is_further_role(const vt_heads *heads, size_t i)
{
    const vt_item *items = heads->jobs.at;
    const vt_job_fields *jobs = heads->job;
    size_t first = i;
    while (first > 0 && items[first - 1].heading == items[i].heading &&
           lacks_employer(&jobs[first - 1]))
        first--;
    if (first == 0 || items[first - 1].heading != items[i].heading)
        return false;
    const vt_job_fields *top = &jobs[first - 1];
    bool between =
        first < i || (i + 1 < heads->jobs.n && items[i + 1].heading == items[i].heading &&
                      lacks_employer(&jobs[i + 1]));
    return between && top->company.from < top->company.to && top->company.line != top->title.line;
}

void vt_titles_whole(const vt_facts *f, vt_heads *heads)
{
    size_t n = heads->jobs.n, commas = 0, named = 0;
    size_t *title = VT_NEW_ARRAY(f->arena, size_t, n + 1);
    const vt_piece **employer = VT_NEW_ARRAY(f->arena, const vt_piece *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const vt_item *item = &heads->jobs.at[i];
        vt_job_fields *job = &heads->job[i];
        if (!find_comma(f, item, job, &title[i]))
            continue;
        if (split_at_look(f, item, job, title[i])) {
            vt_job_fields_rest(f, item, job);
            continue;
        }
        const vt_piece *p = item->pieces.at;
        if (is_further_role(heads, i) && p[title[i] + 1].e.org < 0.55f) {
            job->title.to = job->company.to;
            job->company = (vt_range){0};
            continue;
        }
        if (!same_look(&p[title[i]], &p[title[i] + 1]))
            continue;
        commas++;
        employer[i] = other_employer(f, item, job, title[i]);
        if (employer[i] && p[title[i] + 1].e.org >= 0.85f &&
            VT_MAX(employer[i]->e.org, employer[i]->e.school) < 0.55f)
            employer[i] = NULL;
        named += employer[i] != NULL;
    }
    for (size_t i = 0; i < n; i++) {
        if (!employer[i] || named * 3 < commas * 2 || (n > 1 && named < 2))
            continue;
        vt_job_fields *job = &heads->job[i];
        job->title.to = job->company.to;
        job->company = (vt_range){employer[i]->from, employer[i]->to, employer[i]->line,
                                  job->company.confidence};
        vt_job_fields_rest(f, &heads->jobs.at[i], job);
    }
}
