/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

#include "parse/assemble.h"
#include "parse/confidence.h"
#include "parse/field_model.h"
#include "parse/forms.h"
#include "parse/joint.h"
#include "parse/line_model.h"
#include "parse/models.h"

/* What another labelling than the likeliest must be better by. */
#define RELABELLED 0.3

/* The labellings of the lines that the standard tier tries. */
enum { LABELLINGS = VT_LABELS_NEXT + 2 };

static vt_line_lattice *read_lines(vt_facts *facts, const vt_roles *rules)
{
    const vt_models *models = facts->ctx->models;
    const vt_crf *crf = models ? vt_models_lines(models) : NULL;
    return crf ? vt_line_model_read(crf, facts, rules) : NULL;
}

static vt_resume *assemble(vt_facts *facts, const vt_roles *roles)
{
    vt_resume *r = VT_NEW(facts->arena, vt_resume);
    r->arena = facts->arena;
    r->raw_text = facts->doc->raw_text;
    const vt_models *models = facts->ctx->models;
    vt_heads heads = vt_heads_read(facts, roles);
    if (models && vt_models_fields(models))
        vt_field_model_decide(vt_models_fields(models), facts, &heads);
    vt_forms_fields(facts, &heads);
    vt_titles_whole(facts, &heads);
    vt_assemble_contact(facts, roles, r);
    vt_assemble_experience(facts, &heads, r);
    vt_assemble_education(facts, &heads, r);
    vt_assemble_skills(facts, roles, r);
    vt_assemble_extras(facts, roles, r);
    r->confidence = vt_resume_confidence(r);
    return r;
}

/* From how sure the rules and models were to how likely each value is right. */
static void calibrate(const vt_facts *facts, const vt_roles *roles, vt_resume *r)
{
    const vt_parse_context *ctx = facts->ctx;
    const vt_confidence_model *model = ctx->models ? vt_models_confidence(ctx->models) : NULL;
    if (!model && !ctx->on_values)
        return;
    vt_confidence_items items = vt_confidence_collect(facts, roles, r);
    if (ctx->on_values)
        ctx->on_values(ctx->on_values_context, &items);
    if (model)
        vt_confidence_apply(model, &items);
    r->confidence = vt_resume_confidence(r);
}

vt_resume *vt_parse(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc)
{
    vt_facts *facts = vt_facts_new(ctx, arena, doc);
    vt_roles *roles = vt_roles_decide(facts);
    const vt_line_lattice *lattice = read_lines(facts, roles);
    if (lattice)
        vt_line_model_decide(lattice, VT_LABELS_BEST, roles);
    vt_forms_decide(facts, roles);
    vt_resume *r = assemble(facts, roles);
    calibrate(facts, roles, r);
    return r;
}

static vt_roles *copy_roles(const vt_facts *facts, const vt_roles *roles)
{
    vt_roles *copy = VT_NEW(facts->arena, vt_roles);
    *copy = *roles;
    copy->at = VT_NEW_ARRAY(facts->arena, vt_labelled, VT_MAX(roles->n, 1));
    memcpy(copy->at, roles->at, roles->n * sizeof *roles->at);
    return copy;
}

/* Did an earlier labelling come to the same? */
static bool is_known(const vt_roles *const *tried, size_t n, const vt_roles *roles)
{
    for (size_t k = 0; k < n; k++) {
        size_t i = 0;
        while (i < roles->n && tried[k]->at[i].role == roles->at[i].role)
            i++;
        if (i == roles->n)
            return true;
    }
    return false;
}

vt_resume *vt_parse_best(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                         double *ret_score)
{
    vt_facts *facts = vt_facts_new(ctx, arena, doc);
    const vt_roles *rules = vt_roles_decide(facts), *tried[LABELLINGS];
    const vt_line_lattice *lattice = read_lines(facts, rules);
    vt_resume *best = NULL;
    const vt_roles *best_roles = NULL;
    size_t n = 0;
    for (int k = 0; k < (lattice ? LABELLINGS : 1); k++) {
        vt_roles *roles = copy_roles(facts, rules);
        if (lattice)
            vt_line_model_decide(lattice, (vt_labels)k, roles);
        vt_forms_decide(facts, roles);
        if (is_known(tried, n, roles))
            continue;
        tried[n++] = roles;
        facts->joined = 0;
        vt_resume *r = assemble(facts, roles);
        double score = vt_joint_score(facts, roles, r) - (k ? RELABELLED : 0);
        if (best && score <= *ret_score)
            continue;
        best = r;
        best_roles = roles;
        *ret_score = score;
    }
    calibrate(facts, best_roles, best);
    return best;
}
