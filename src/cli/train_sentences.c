/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A labelled job description is a JSON file: text, and sentences with their text and class in the
 * order of the text (docs/labelling.md). Our own sentences take the class of the labelled one that
 * they share most bytes with.
 */
#include "cli/train_sentences.h"

#include "base/io.h"
#include "base/json.h"
#include "cli/files.h"
#include "fit/sentences.h"
#include "ml/crf.h"

#include <stdio.h>
#include <string.h>

enum { REAL_WEIGHT = 4 }; /* how often a description of `in` counts beside one of `extra` */

struct reader {
    vt_arena *arena;
    const vt_taxonomy *tax;
    const vt_lexicon *lex;
};

struct span {
    size_t start, end;
    vt_sentence_class is;
};

/** A description: its features with labels, and its sentences to name in messages. */
struct description {
    vt_sequence sequence;
    vt_ad_sentences sentences;
};
typedef VT_VEC(struct description) descriptions;

static bool find_class(vt_str word, vt_sentence_class *ret)
{
    for (size_t i = 0; i < VT_SENTENCE_CLASS_COUNT; i++)
        if (vt_str_eq(word, vt_str_z(vt_sentence_class_word(i)))) {
            *ret = (vt_sentence_class)i;
            return true;
        }
    return false;
}

static vt_status read_spans(struct reader *r, const vt_json *root, const char *path,
                            struct span **ret, size_t *ret_n, vt_error *err)
{
    vt_str text = vt_json_str(vt_json_get(root, "text"));
    const vt_json *list = vt_json_get(root, "sentences");
    if (!text.len || !vt_json_is(list, VT_JSON_ARRAY))
        return vt_fail(err, VT_E_FORMAT, "%s has no text or no sentences", path);
    *ret = VT_NEW_ARRAY(r->arena, struct span, list->n + 1);
    size_t at = 0, n = 0;
    for (size_t i = 0; i < list->n; i++) {
        vt_str own = vt_json_str(vt_json_get(list->u.items[i], "text"));
        vt_str word = vt_json_str(vt_json_get(list->u.items[i], "class"));
        size_t found = own.len ? vt_str_find(text, own, at) : VT_NPOS;
        struct span *span = &(*ret)[n];
        if (found == VT_NPOS || !find_class(word, &span->is))
            return vt_fail(err, VT_E_FORMAT,
                           "sentence %zu of %s is not in the text, or its class "
                           "'" VT_STR_FMT "' is unknown",
                           i + 1, path, VT_STR_ARG(word));
        span->start = found;
        span->end = at = found + own.len;
        n++;
    }
    *ret_n = n;
    return VT_OK;
}

static void take_classes(vt_ad_sentences *s, const struct span *spans, size_t n)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t best = 0;
        for (size_t k = 0; k < n; k++) {
            size_t from = VT_MAX((size_t)s->at[i].start, spans[k].start),
                   to = VT_MIN((size_t)s->at[i].end, spans[k].end);
            if (to > from && to - from > best) {
                best = to - from;
                s->at[i].is = spans[k].is;
            }
        }
    }
}

static vt_status read_file(struct reader *r, const char *path, descriptions *ret, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {0};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    const vt_json *root;
    VT_TRY(vt_json_parse(r->arena, vt_str_dup(r->arena, vt_buf_str(&bytes)), &root, err));
    struct span *spans = NULL;
    size_t n = 0;
    VT_TRY(read_spans(r, root, path, &spans, &n, err));
    vt_ad_sentences s = vt_sentences_cut(r->arena, vt_json_str(vt_json_get(root, "text")));
    take_classes(&s, spans, n);
    vt_mentions skills = vt_sentences_skills(r->arena, r->tax, &s);
    struct description read = {vt_sentences_features(r->arena, r->lex, &s, &skills), s};
    vt_vec_push(r->arena, ret, read);
    return VT_OK;
}

static vt_status read_folder(struct reader *r, const char *folder, descriptions *ret, vt_error *err)
{
    vt_file_list files = {0};
    char *names[] = {vt_str_cstr(r->arena, vt_str_z(folder))};
    VT_TRY(vt_files_collect(r->arena, names, 1, "-", "json", &files, err));
    for (size_t i = 0; i < files.n; i++)
        if (vt_str_ends(vt_str_z(files.at[i].path), VT_STR(".json")))
            VT_TRY(read_file(r, files.at[i].path, ret, err));
    return VT_OK;
}

static vt_dataset *new_set(void)
{
    const char *words[VT_SENTENCE_CLASS_COUNT];
    for (size_t i = 0; i < VT_SENTENCE_CLASS_COUNT; i++)
        words[i] = vt_sentence_class_word(i);
    return vt_dataset_new(words, VT_SENTENCE_CLASS_COUNT);
}

/** Trains on all of `extra` and on those of `own` that are not in part `out_of` of `folds`. */
static vt_status train(const descriptions *own, const descriptions *extra, size_t out_of,
                       size_t folds, const vt_train_options *options, vt_buf *image, vt_error *err)
{
    VT_AUTO(vt_dataset) vt_dataset *set = new_set();
    for (size_t i = 0; i < extra->n; i++)
        vt_dataset_add(set, &extra->at[i].sequence);
    for (size_t i = 0; i < own->n; i++)
        for (size_t k = 0; k < REAL_WEIGHT && (!folds || i % folds != out_of); k++)
            vt_dataset_add(set, &own->at[i].sequence);
    vt_train_report report;
    VT_TRY(vt_train_crf(set, options, image, &report, err));
    printf("%zu descriptions, %zu sentences; %zu iterations, %zu weights, %zu bytes\n",
           vt_dataset_count(set), vt_dataset_items(set), report.iterations, report.weights,
           report.bytes);
    return VT_OK;
}

static vt_status score(vt_arena *arena, const vt_buf *image, const descriptions *own, size_t part,
                       size_t folds, bool list, vt_scoreboard *board, vt_error *err)
{
    VT_AUTO(vt_crf) vt_crf *crf = NULL;
    VT_TRY(vt_crf_open(image->ptr, image->len, &crf, err));
    for (size_t i = part; i < own->n; i += folds) {
        const vt_sequence *sequence = &own->at[i].sequence;
        uint8_t *labels = VT_NEW_ARRAY(arena, uint8_t, sequence->n + 1);
        const vt_lattice *lattice = vt_crf_score(crf, arena, sequence);
        vt_crf_viterbi(lattice, arena, NULL, labels);
        vt_score_add(board, sequence->labels, labels, sequence->n);
        for (size_t k = 0; list && k < sequence->n; k++)
            if (labels[k] != sequence->labels[k])
                printf("%-11s taken for %-11s  " VT_STR_FMT "\n",
                       vt_sentence_class_word(sequence->labels[k]),
                       vt_sentence_class_word(labels[k]),
                       VT_STR_ARG(own->at[i].sentences.at[k].text));
    }
    return VT_OK;
}

static void print_board(const vt_scoreboard *board)
{
    printf("%-12s %8s %8s %8s %8s\n", "class", "P", "R", "F1", "n");
    for (size_t i = 0; i < VT_SENTENCE_CLASS_COUNT; i++) {
        vt_prf prf = vt_score_label(board, i);
        printf("%-12s %8.4f %8.4f %8.4f %8zu  ", vt_sentence_class_word(i), prf.precision,
               prf.recall, prf.f1, prf.gold);
        for (size_t k = 0; k < VT_SENTENCE_CLASS_COUNT; k++)
            printf(" %4zu", board->confusion[i][k]);
        printf("\n");
    }
    printf("accuracy %.4f over %zu descriptions\n", vt_score_accuracy(board), board->sequences);
}

static vt_status hold_out(vt_arena *arena, const descriptions *own, const descriptions *extra,
                          const char *out, size_t folds, bool list, const vt_train_options *options,
                          vt_error *err)
{
    vt_scoreboard board = {.labels = VT_SENTENCE_CLASS_COUNT};
    for (size_t part = 0; part < folds; part++) {
        VT_AUTO(vt_buf) vt_buf image = {0};
        vt_str path = vt_str_format(arena, "%s.%zu", out, part);
        VT_TRY(train(own, extra, part, folds, options, &image, err));
        VT_TRY(vt_io_write_file(vt_str_cstr(arena, path), vt_buf_str(&image), 0644, err));
        VT_TRY(score(arena, &image, own, part, folds, list, &board, err));
    }
    print_board(&board);
    return VT_OK;
}

vt_status vt_train_sentences(const char *in, const char *extra, const char *out, size_t folds,
                             bool list, vt_train_options options, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)4 << 30);
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    VT_AUTO(vt_lexicon) vt_lexicon *lex = NULL;
    VT_TRY(vt_taxonomy_open_embedded(&tax, err));
    VT_TRY(vt_lexicon_open(&lex, err));
    struct reader r = {arena, tax, lex};
    descriptions own = {0}, more = {0};
    VT_TRY(read_folder(&r, in, &own, err));
    if (extra)
        VT_TRY(read_folder(&r, extra, &more, err));
    if (folds > 1)
        return hold_out(arena, &own, &more, out, folds, list, &options, err);
    VT_AUTO(vt_buf) vt_buf image = {0};
    VT_TRY(train(&own, &more, 0, 0, &options, &image, err));
    return vt_io_write_file(out, vt_buf_str(&image), 0644, err);
}
