/* SPDX-License-Identifier: Apache-2.0 */
/* A job description, and a candidate known by raw text alone: both are the input, parted by the
 * first empty line. */
#include "fuzz.h"

#include "fit/fit.h"
#include "fit/job.h"
#include "text/utf8.h"

static vt_lexicon *lexicon;
static vt_taxonomy *taxonomy;
static vt_sentence_model *model;
static vt_occupations *occupations;

static void body(vt_arena *arena, vt_str input)
{
    vt_str text = vt_utf8_repair(arena, input);
    if (vt_str_find_char(text, 0, 0) != VT_NPOS)
        return; /* the service refuses it */
    size_t middle = vt_str_find(text, VT_STR("\n\n"), 0);
    const vt_fit_input ask = {
        .taxonomy = taxonomy,
        .lexicon = lexicon,
        .sentences = model,
        .occupations = occupations,
        .job = vt_str_sub(text, 0, middle == VT_NPOS ? text.len : middle),
        .raw_text = vt_str_sub(text, middle == VT_NPOS ? 0 : middle, text.len),
        .today = {2026, 1, 1},
        .top = 10,
    };
    vt_fit fit = vt_fit_of(arena, &ask);
    if (fit.score < 0 || fit.score > 100 || fit.matched.n > 10 || fit.missing.n > 10)
        abort();
    for (size_t i = 0; i < fit.missing.n; i++)
        if (!(fit.missing.at[i].criticality >= 0 && fit.missing.at[i].criticality <= 1))
            abort();
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 0);
    vt_fit_write(&w, &fit);
    const vt_json *value = NULL;
    if (vt_json_parse(arena, vt_buf_str(&out), &value, NULL) != VT_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!lexicon && (vt_lexicon_open(&lexicon, NULL) != VT_OK ||
                     vt_taxonomy_open_embedded(&taxonomy, NULL) != VT_OK ||
                     vt_sentence_model_open(&model, NULL) != VT_OK ||
                     vt_occupations_open(&occupations, NULL) != VT_OK))
        abort();
    fuzz_in_arena(data, size, 128 << 20, body);
    return 0;
}
