/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/models.h"

#include "base/embed.h"
#include "ml/crf.h"
#include "parse/confidence.h"
#include "parse/field_model.h"

extern const vt_embed vt_embed_models[]; /* data/models, made at build time */

enum { CONFIDENCE_MEMORY = 4 << 20 };

struct vt_models {
    vt_crf *lines, *fields; /* NULL: not trained */
    bool has_confidence;
    vt_confidence_model confidence;
};

void vt_models_drop(vt_models *models)
{
    if (!models)
        return;
    vt_crf_drop(models->lines);
    vt_crf_drop(models->fields);
    free(models);
}

static const char *role_word(size_t label)
{
    return vt_role_word((vt_role)label);
}

static const char *field_word(size_t label)
{
    return vt_field_word((vt_field)label);
}

/* Opens a model, if it is there. It decides in numbers: its labels must be the program's, in the
 * program's order. */
static vt_status open_model(const char *name, size_t labels, const char *(*word)(size_t label),
                            vt_crf **ret, vt_error *err)
{
    const vt_embed *image = vt_embed_find(vt_embed_models, vt_str_z(name));
    if (!image)
        return VT_OK;
    VT_TRY(vt_crf_open(image->data, image->size, ret, err));
    if (vt_crf_labels(*ret) != labels)
        return vt_fail(err, VT_E_FORMAT, "%s has %zu labels, not %zu", name, vt_crf_labels(*ret),
                       labels);
    for (size_t i = 0; i < labels; i++)
        if (!vt_str_eq(vt_crf_label(*ret, i), vt_str_z(word(i))))
            return vt_fail(err, VT_E_FORMAT, "label %zu of %s is not '%s'", i, name, word(i));
    return VT_OK;
}

vt_status vt_models_open(vt_models **ret, vt_error *err)
{
    VT_AUTO(vt_models) vt_models *models = vt_xcalloc(1, sizeof *models);
    VT_TRY(open_model("lines.crf", VT_ROLE_COUNT, role_word, &models->lines, err));
    VT_TRY(open_model("fields.crf", VT_FIELD_LABELS, field_word, &models->fields, err));
    const vt_embed *confidence = vt_embed_find(vt_embed_models, VT_STR("confidence.lr"));
    if (confidence) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(CONFIDENCE_MEMORY);
        VT_TRY(vt_confidence_read(arena, vt_str_n(confidence->data, confidence->size),
                                  &models->confidence, err));
        models->has_confidence = true;
    }
    *ret = VT_TAKE(models);
    return VT_OK;
}

const vt_confidence_model *vt_models_confidence(const vt_models *models)
{
    return models->has_confidence ? &models->confidence : NULL;
}

const vt_crf *vt_models_lines(const vt_models *models)
{
    return models->lines;
}

const vt_crf *vt_models_fields(const vt_models *models)
{
    return models->fields;
}
