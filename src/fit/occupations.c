/* SPDX-License-Identifier: Apache-2.0 */
#include "fit/occupations.h"

void vt_occupations_fill(const vt_occupations *model, vt_resume *resume)
{
    for (size_t i = 0; i < resume->jobs.n; i++) {
        vt_job *job = &resume->jobs.at[i];
        if (!vt_value_known(&job->title))
            continue;
        vt_occupation is = vt_occupation_of(model, resume->arena, job->title.text);
        job->occupation =
            (vt_job_occupation){.title = is.title,
                                .seniority = vt_str_z(vt_seniority_word(is.seniority)),
                                .isco = is.isco,
                                .isco_name = is.isco_name,
                                .confidence = is.confidence};
    }
}
