/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/models.h"

#include "base/embed.h"
#include "ml/crf.h"
#include "parse/lines.h"

extern const vt_embed vt_embed_models[]; /* data/models, made at build time */

struct vt_models {
    vt_crf *lines; /* NULL: not trained */
};

void vt_models_drop(vt_models *models)
{
    if (!models)
        return;
    vt_crf_drop(models->lines);
    free(models);
}

/* A model decides in numbers: its labels must be the program's, in the program's order. */
static vt_status check_labels(const vt_crf *crf, vt_error *err)
{
    if (vt_crf_labels(crf) != VT_ROLE_COUNT)
        return vt_fail(err, VT_E_FORMAT, "the model of lines has %zu labels, not %d",
                       vt_crf_labels(crf), VT_ROLE_COUNT);
    for (size_t i = 0; i < VT_ROLE_COUNT; i++)
        if (!vt_str_eq(vt_crf_label(crf, i), vt_str_z(vt_role_word((vt_role)i))))
            return vt_fail(err, VT_E_FORMAT, "label %zu of the model of lines is not '%s'", i,
                           vt_role_word((vt_role)i));
    return VT_OK;
}

vt_status vt_models_open(vt_models **ret, vt_error *err)
{
    VT_AUTO(vt_models) vt_models *models = vt_xcalloc(1, sizeof *models);
    const vt_embed *lines = vt_embed_find(vt_embed_models, VT_STR("lines.crf"));
    if (lines) {
        VT_TRY(vt_crf_open(lines->data, lines->size, &models->lines, err));
        VT_TRY(check_labels(models->lines, err));
    }
    *ret = VT_TAKE(models);
    return VT_OK;
}

const vt_crf *vt_models_lines(const vt_models *models)
{
    return models->lines;
}
