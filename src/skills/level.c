/* SPDX-License-Identifier: Apache-2.0 */
/*
 * score = base + 0.46 (1 - e^(-years / 5)) (0.6 + 0.4 recency)
 *       + 0.06 headline + 0.04 more than one job + 0.03 (1 - place in the list)
 *       + 0.015 for each of up to four further mentions
 * Without years: 0.16 (1 - e^(-career / 8)) in place of the second term.
 * base = 0.42 for a listed skill, 0.34 for one that only prose shows; recency = 0.5^(years since /
 * 4). So one year gives 0.50, two 0.57, five 0.71 (advanced from about 3 1/2 on), ten and current
 * 0.82 and with a title or several jobs over 0.85 (expert); what was left ten years ago counts
 * about two thirds. The score stays below a stated "expert".
 */
#include "skills/level.h"

#include <math.h>

enum { MID_YEAR = 7 };

/** Months since year 0 of a date; an unknown month is the middle of the year. */
static int months_of(const vt_date *date)
{
    return date->year * 12 + (date->month ? date->month : MID_YEAR) - 1;
}

vt_months vt_job_months(const vt_job *job, vt_day today)
{
    int now = today.year * 12 + today.month - 1;
    if (job->start.year == 0 || (job->end.year == 0 && !job->current))
        return (vt_months){0, 0};
    int from = months_of(&job->start);
    int to = job->current ? now + 1 : months_of(&job->end) + (job->end.month && job->start.month);
    return (vt_months){from, VT_MIN(to, now + 1)};
}

static int compare_months(const void *a, const void *b)
{
    return ((const vt_months *)a)->from - ((const vt_months *)b)->from;
}

vt_months vt_job_share(vt_months job, bool whole)
{
    enum { FULL_MONTHS = 24 };
    int months = job.to - job.from;
    if (!whole && months > FULL_MONTHS)
        job.from = job.to - (FULL_MONTHS + (months - FULL_MONTHS) / 4);
    return job;
}

static const struct {
    const char *name;
    int year;
} births[] = {
#define BIRTH(name, year) {name, year},
#include "skills/births.def"
#undef BIRTH
};

double vt_skill_age(vt_str name, vt_day today)
{
    size_t low = 0, high = VT_COUNT(births);
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = vt_str_cmp(vt_str_z(births[mid].name), name);
        if (order == 0)
            return VT_MAX(today.year - births[mid].year + (double)today.month / 12, 0.5);
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return 200;
}

int vt_months_union(vt_months *intervals, size_t n)
{
    if (n == 0)
        return 0;
    qsort(intervals, n, sizeof *intervals, compare_months);
    int total = 0, reached = 0;
    for (size_t i = 0; i < n; i++) {
        int from = VT_MAX(intervals[i].from, reached);
        if (intervals[i].to > from)
            total += intervals[i].to - from;
        reached = VT_MAX(reached, intervals[i].to);
    }
    return total;
}

double vt_level_score(const vt_level_facts *facts)
{
    double recency = pow(0.5, VT_MAX(facts->years_since, 0) / 4);
    double score = facts->listed ? 0.42 : 0.34;
    score += 0.46 * (1 - exp(-VT_MAX(facts->years, 0) / 5)) * (0.6 + 0.4 * recency);
    if (facts->years <= 0)
        score += 0.16 * (1 - exp(-VT_MAX(facts->career, 0) / 8));
    size_t further = facts->mentions > 1 ? VT_MIN(facts->mentions - 1, (size_t)4) : 0;
    score += 0.015 * (double)further;
    score += facts->headline ? 0.06 : 0;
    score += facts->jobs > 1 ? 0.04 : 0;
    score += facts->listed ? 0.03 * (1 - facts->list_place) : 0;
    return VT_MIN(score, 0.93);
}
