/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

#include "parse/assemble.h"
#include "parse/line_model.h"
#include "parse/models.h"
#include "parse/resume_json.h"

vt_resume *vt_parse(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc)
{
    vt_resume *r = VT_NEW(arena, vt_resume);
    r->arena = arena;
    r->raw_text = doc->raw_text;
    vt_facts *facts = vt_facts_new(ctx, arena, doc);
    vt_roles *roles = vt_roles_decide(facts);
    if (ctx->models && vt_models_lines(ctx->models))
        vt_line_model_decide(vt_models_lines(ctx->models), facts, roles);
    vt_assemble_contact(facts, roles, r);
    vt_assemble_experience(facts, roles, r);
    vt_assemble_education(facts, roles, r);
    vt_assemble_skills(facts, roles, r);
    vt_assemble_extras(facts, roles, r);
    r->confidence = vt_resume_confidence(r);
    return r;
}

/** How complete and sure a reading is: for choosing between layouts of one document. */
static double reading_score(const vt_resume *r)
{
    double s = 10 * r->confidence;
    s += vt_value_known(&r->name) + vt_value_known(&r->email) + vt_value_known(&r->summary);
    for (size_t i = 0; i < r->jobs.n; i++) {
        const vt_job *j = &r->jobs.at[i];
        bool text = j->highlights.n || vt_value_known(&j->description);
        s += 0.3 * (vt_value_known(&j->title) + vt_value_known(&j->company) + (j->start.year != 0) +
                    text) -
             0.6;
    }
    for (size_t i = 0; i < r->studies.n; i++)
        s += 0.3 * (vt_value_known(&r->studies.at[i].institution) +
                    vt_value_known(&r->studies.at[i].degree)) -
             0.3;
    return s;
}

vt_resume *vt_parse_best(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *const *layouts,
                         size_t count, size_t *ret_chosen)
{
    vt_resume *best = NULL;
    double top = 0;
    for (size_t i = 0; i < count; i++) {
        vt_resume *r = vt_parse(ctx, arena, layouts[i]);
        double s = reading_score(r) - (i ? 0.3 : 0);
        if (best && s <= top)
            continue;
        best = r;
        top = s;
        if (ret_chosen)
            *ret_chosen = i;
    }
    return best;
}
