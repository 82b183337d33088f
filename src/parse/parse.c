/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

#include "parse/assemble/assemble.h"
#include "parse/confidence/confidence.h"
#include "parse/reader/models.h"
#include "parse/reader/reading.h"
#include "parse/confidence/review.h"

/* From how sure the reader was to how likely each value is right. */
static void calibrate(const vt_facts *facts, const vt_roles *roles, vt_resume *r)
{
    const vt_parse_context *ctx = facts->ctx;
    const vt_confidence_model *model = vt_models_confidence(ctx->models);
    if (!model && !ctx->on_values)
        return;
    vt_confidence_items items = vt_confidence_collect(facts, roles, r);
    if (ctx->on_values)
        ctx->on_values(ctx->on_values_context, &items);
    if (model)
        vt_confidence_apply(model, &items);
    vt_review_find(facts, roles, &items, r);
    r->confidence = vt_resume_confidence(r);
}

vt_resume *vt_parse(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                    double *ret_score)
{
    vt_reading *reading = vt_reading_of(ctx, vt_models_reader(ctx->models), arena, doc);
    vt_facts *facts = vt_facts_regroup(reading->cells, reading->lines, reading->line_count);
    vt_roles *roles = vt_reading_roles(reading, facts);
    vt_heads heads = vt_reading_heads(reading, facts, roles);
    vt_certificates certificates = vt_reading_certificates(reading, facts);
    vt_resume *r = VT_NEW(arena, vt_resume);
    r->arena = arena;
    r->raw_text = doc->raw_text;
    vt_assemble_contact(facts, roles, r);
    vt_assemble_experience(facts, &heads, r);
    vt_assemble_education(facts, &heads, r);
    vt_assemble_skills(facts, roles, r);
    vt_assemble_extras(facts, roles, r);
    vt_assemble_certificates(facts, &certificates, r);
    vt_drop_repeats(r);
    r->confidence = vt_resume_confidence(r);
    calibrate(facts, roles, r);
    if (ret_score)
        *ret_score = roles->score;
    return r;
}
