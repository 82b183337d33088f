/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/reader/models.h"

#include "base/embed.h"
#include "ml/net.h"
#include "parse/confidence/confidence.h"
#include "parse/reader/features.h"

extern const vt_embed vt_embed_models[]; /* data/models, made at build time */

enum { CONFIDENCE_MEMORY = 4 << 20 };

struct vt_models {
    vt_net *reader;
    bool has_confidence;
    vt_confidence_model confidence;
};

void vt_models_drop(vt_models *models)
{
    if (!models)
        return;
    vt_net_drop(models->reader);
    free(models);
}

vt_status vt_models_open(vt_models **ret, vt_error *err)
{
    VT_AUTO(vt_models) vt_models *models = vt_xcalloc(1, sizeof *models);
    const vt_embed *reader = vt_embed_find(vt_embed_models, VT_STR("reader.net"));
    if (!reader)
        return vt_fail(err, VT_E_EMPTY, "the program was built without data/models/reader.net");
    VT_TRY(
        vt_net_open(reader->data, reader->size, vt_word_rows, vt_cell_rows, &models->reader, err));
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

const vt_net *vt_models_reader(const vt_models *models)
{
    return models->reader;
}
