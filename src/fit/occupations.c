/* SPDX-License-Identifier: Apache-2.0 */
#include "fit/occupations.h"

static vt_job_occupation occupation_of(const vt_occupations *model, vt_arena *arena,
                                       const vt_value *title)
{
    if (!vt_value_known(title))
        return (vt_job_occupation){0};
    vt_occupation is = vt_occupation_of(model, arena, title->text);
    return (vt_job_occupation){.title = is.title,
                               .seniority = vt_str_z(vt_seniority_word(is.seniority)),
                               .isco = is.isco,
                               .isco_name = is.isco_name,
                               .confidence = is.confidence};
}

void vt_occupations_fill(const vt_occupations *model, vt_resume *resume)
{
    resume->occupation = occupation_of(model, resume->arena, &resume->label);
    for (size_t i = 0; i < resume->jobs.n; i++) {
        vt_job *job = &resume->jobs.at[i];
        job->occupation = occupation_of(model, resume->arena, &job->title);
    }
}
