/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/resume/resume.h"

#include <stdio.h>

/* ---- words ---- */

static const char *const job_type_words[] = {
#define VT_JOB_TYPE(symbol, word) [VT_JOB_##symbol] = word,
#include "parse/resume/job_types.def"
#undef VT_JOB_TYPE
};

const char *vt_job_type_word(vt_job_type type)
{
    return type < VT_JOB_TYPE_COUNT ? job_type_words[type] : "full-time";
}

bool vt_job_type_find(vt_str word, vt_job_type *ret)
{
    for (size_t i = 0; i < VT_COUNT(job_type_words); i++)
        if (vt_str_eq(word, vt_str_z(job_type_words[i]))) {
            *ret = (vt_job_type)i;
            return true;
        }
    return false;
}

const char *vt_match_word(vt_match_method method)
{
    static const char *const words[] = {
        [VT_MATCH_NONE] = NULL,     [VT_MATCH_EXACT] = "exact",     [VT_MATCH_ALIAS] = "alias",
        [VT_MATCH_FUZZY] = "fuzzy", [VT_MATCH_IMPLIED] = "implied",
    };
    return words[method];
}

vt_match_method vt_match_find(vt_str word)
{
    for (int m = VT_MATCH_EXACT; m <= VT_MATCH_IMPLIED; m++)
        if (vt_str_eq(word, vt_str_z(vt_match_word((vt_match_method)m))))
            return (vt_match_method)m;
    return VT_MATCH_NONE;
}

const char *vt_proficiency_word(double score)
{
    static const char *const words[] = {"basic", "intermediate", "advanced", "expert"};
    return words[vt_proficiency_band(score)];
}

int vt_proficiency_band(double score)
{
    int hundredths = (int)(score * 100 + 0.5); /* 0.65 as a float is a little less */
    return hundredths >= 85 ? 3 : hundredths >= 65 ? 2 : hundredths >= 40 ? 1 : 0;
}

const char *vt_level_basis_word(vt_level_basis basis)
{
    static const char *const words[] = {
        [VT_LEVEL_ASSUMED] = "assumed",
        [VT_LEVEL_DERIVED] = "derived",
        [VT_LEVEL_STATED] = "stated",
    };
    return words[basis];
}

/* ---- dates ---- */

vt_str vt_date_format(const vt_date *date, char *buf, size_t size)
{
    if (date->year <= 0)
        return VT_STR_NULL;
    int n = date->month > 0 ? snprintf(buf, size, "%04d-%02d", date->year, date->month)
                            : snprintf(buf, size, "%04d", date->year);
    return vt_str_n(buf, (size_t)n);
}

bool vt_date_read(vt_str text, vt_date *ret)
{
    int64_t year = 0, month = 0;
    *ret = (vt_date){.confidence = 1.0f};
    if (text.len < 4 || text.len == 5 || text.len == 6 ||
        !vt_str_to_i64(vt_str_sub(text, 0, 4), 1, 9999, &year))
        return false;
    if (text.len > 4 &&
        (text.ptr[4] != '-' || !vt_str_to_i64(vt_str_sub(text, 5, 7), 1, 12, &month)))
        return false;
    ret->year = (int)year;
    ret->month = (int)month;
    return true;
}

/* ---- confidence ---- */

struct mean {
    double sum;
    size_t n;
};

static void count(struct mean *m, const vt_value *value)
{
    if (vt_value_known(value)) {
        m->sum += (double)value->confidence;
        m->n++;
    }
}

static void count_date(struct mean *m, const vt_date *date)
{
    if (date->year > 0) {
        m->sum += (double)date->confidence;
        m->n++;
    }
}

double vt_resume_confidence(const vt_resume *r)
{
    struct mean m = {0};
    const vt_value *const own[] = {&r->name,  &r->label,         &r->email,
                                   &r->phone, &r->location.city, &r->summary};
    for (size_t i = 0; i < VT_COUNT(own); i++)
        count(&m, own[i]);
    for (size_t i = 0; i < r->jobs.n; i++) {
        count(&m, &r->jobs.at[i].company);
        count(&m, &r->jobs.at[i].title);
        count_date(&m, &r->jobs.at[i].start);
        count_date(&m, &r->jobs.at[i].end);
    }
    for (size_t i = 0; i < r->studies.n; i++) {
        count(&m, &r->studies.at[i].institution);
        count(&m, &r->studies.at[i].degree);
        count(&m, &r->studies.at[i].field);
        count_date(&m, &r->studies.at[i].graduation);
    }
    for (size_t i = 0; i < r->skills.n; i++)
        if (r->skills.at[i].listed)
            count(&m, &r->skills.at[i].name);
    for (size_t i = 0; i < r->certifications.n; i++)
        count(&m, &r->certifications.at[i].name);
    for (size_t i = 0; i < r->languages.n; i++)
        count(&m, &r->languages.at[i].language);
    return m.n ? m.sum / (double)m.n : 0.0;
}
