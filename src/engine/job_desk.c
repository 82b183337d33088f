/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/job_desk.h"

#include "fit/job_json.h"
#include "text/utf8.h"

struct vt_job_desk {
    vt_taxonomy *taxonomy;
    vt_lexicon *lexicon;
    vt_sentence_model *sentences;
    vt_occupations *occupations;
};

vt_status vt_job_desk_open(const char *path, vt_job_desk **ret, vt_error *err)
{
    VT_AUTO(vt_job_desk) vt_job_desk *desk = vt_xcalloc(1, sizeof *desk);
    if (path)
        VT_TRY(vt_taxonomy_open(path, &desk->taxonomy, err));
    else
        VT_TRY(vt_taxonomy_open_embedded(&desk->taxonomy, err));
    VT_TRY(vt_lexicon_open(&desk->lexicon, err));
    VT_TRY(vt_sentence_model_open(&desk->sentences, err));
    VT_TRY(vt_occupations_open(&desk->occupations, err));
    *ret = VT_TAKE(desk);
    return VT_OK;
}

void vt_job_desk_drop(vt_job_desk *desk)
{
    if (!desk)
        return;
    vt_taxonomy_drop(desk->taxonomy);
    vt_lexicon_drop(desk->lexicon);
    vt_sentence_model_drop(desk->sentences);
    vt_occupations_drop(desk->occupations);
    free(desk);
}

void vt_job_desk_read(const vt_job_desk *desk, vt_arena *arena, vt_str text, vt_buf *out)
{
    const vt_job_reader with = {desk->sentences, desk->occupations, desk->taxonomy, desk->lexicon};
    vt_job_ad ad = vt_job_ad_read(&with, arena, vt_utf8_repair(arena, text));
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_job_ad_write(&w, desk->taxonomy, desk->lexicon, arena, &ad);
}
