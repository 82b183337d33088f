/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/summary/aggregate.h"

#include "parse/summary/summary.h"
#include "skills/fold.h"
#include "skills/level.h"

enum { KEY_MAX = 256 };

/* ---- totals ---- */

static bool is_work(const vt_job *job)
{
    return job->type != VT_JOB_VOLUNTEER;
}

double vt_total_years(vt_arena *arena, const vt_resume *resume, vt_day today)
{
    vt_months *months = VT_NEW_ARRAY(arena, vt_months, resume->jobs.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < resume->jobs.n; i++)
        if (is_work(&resume->jobs.at[i]))
            months[n++] = vt_job_months(&resume->jobs.at[i], today);
    return (double)((vt_months_union(months, n) * 10 + 6) / 12) / 10;
}

static int job_end(const vt_job *job, vt_day today)
{
    vt_months m = vt_job_months(job, today);
    return job->current ? 12 * 10000 : m.to;
}

const vt_job *vt_current_job(const vt_resume *resume, vt_day today)
{
    const vt_job *best = NULL;
    for (size_t i = 0; i < resume->jobs.n; i++) {
        const vt_job *job = &resume->jobs.at[i];
        if (!is_work(job))
            continue;
        int end = job_end(job, today), best_end = best ? job_end(best, today) : -1;
        bool later =
            end > best_end || (end == best_end && best &&
                               vt_job_months(job, today).from > vt_job_months(best, today).from);
        if (later)
            best = job;
    }
    return best;
}

/** An employer's name without its legal form, folded. */
static size_t employer_key(vt_str name, char key[KEY_MAX])
{
    static const char *const forms[] = {"inc",  "llc",         "ltd", "limited", "gmbh", "ag",
                                        "corp", "corporation", "co",  "company", "plc",  "sa",
                                        "sarl", "bv",          "spa", "srl",     "pty",  "llp",
                                        "ab",   "oy",          "as",  "kg",      "se",   "group"};
    size_t n = vt_skill_key(name, key, KEY_MAX);
    for (bool cut = true; cut;) {
        cut = false;
        for (size_t i = 0; i < VT_COUNT(forms); i++) {
            size_t len = strlen(forms[i]);
            if (n > len + 1 && key[n - len - 1] == ' ' &&
                memcmp(key + n - len, forms[i], len) == 0) {
                n -= len + 1;
                cut = true;
            }
        }
    }
    return n;
}

static size_t count_companies(const vt_resume *resume)
{
    size_t n = 0;
    for (size_t i = 0; i < resume->jobs.n; i++) {
        const vt_job *job = &resume->jobs.at[i];
        if (!is_work(job) || !vt_value_known(&job->company))
            continue;
        char key[KEY_MAX], other[KEY_MAX];
        vt_str own = vt_str_n(key, employer_key(job->company.text, key));
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++) {
            const vt_job *before = &resume->jobs.at[k];
            if (is_work(before) && vt_value_known(&before->company))
                seen = vt_str_eq(own, vt_str_n(other, employer_key(before->company.text, other)));
        }
        n += !seen;
    }
    return n;
}

static void count_skills(const vt_resume *resume, vt_features *f)
{
    f->total_skills = resume->skills.n;
    for (size_t i = 0; i < resume->skills.n; i++) {
        const vt_skill_item *s = &resume->skills.at[i];
        double score = (double)s->score;
        if (score > 0)
            f->by_proficiency[vt_proficiency_band(score)]++;
        if (s->has_type)
            *(s->soft ? &f->soft : &f->hard) += 1;
    }
}

vt_features vt_aggregate(vt_arena *arena, const vt_resume *resume, vt_day today, vt_tongue tongue,
                         size_t max_sentences)
{
    vt_features f = {0};
    count_skills(resume, &f);
    f.total_years = vt_total_years(arena, resume, today);
    for (size_t i = 0; i < resume->jobs.n; i++)
        f.positions += is_work(&resume->jobs.at[i]);
    f.companies = count_companies(resume);
    const vt_job *now = vt_current_job(resume, today);
    f.current_title = now ? now->title.text : VT_STR_NULL;
    f.summary = vt_summarise(arena, resume, f.total_years, today, tongue, max_sentences);
    return f;
}

void vt_features_write(vt_json_writer *w, const vt_features *f)
{
    static const char *const bands[] = {"basic", "intermediate", "advanced", "expert"};
    vt_json_begin_object(w);
    vt_json_kv_str(w, "summary", f->summary);
    vt_json_key(w, "skills_aggregation");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "total_skills", (int64_t)f->total_skills);
    vt_json_key(w, "by_proficiency");
    vt_json_begin_object(w);
    for (size_t i = VT_COUNT(bands); i-- > 0;)
        vt_json_kv_int(w, bands[i], (int64_t)f->by_proficiency[i]);
    vt_json_end_object(w);
    vt_json_key(w, "by_type");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "hard", (int64_t)f->hard);
    vt_json_kv_int(w, "soft", (int64_t)f->soft);
    vt_json_end_object(w);
    vt_json_end_object(w);
    vt_json_key(w, "experience_summary");
    vt_json_begin_object(w);
    vt_json_kv_num(w, "total_years", f->total_years, 1);
    vt_json_kv_int(w, "total_positions", (int64_t)f->positions);
    vt_json_kv_int(w, "companies", (int64_t)f->companies);
    vt_json_kv_str(w, "current_title", f->current_title);
    vt_json_end_object(w);
    vt_json_end_object(w);
}
