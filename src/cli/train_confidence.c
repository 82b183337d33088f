/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each labelled document is parsed; the parser tells of every value what speaks for it
 * (parse/confidence/confidence.h), the scorer (eval/score.h) whether it is right. First all kinds
 * of values are fitted together, then each kind with the common weights as its prior, so that a
 * kind with few values does not stray; last, each kind gets a calibration table.
 */
#include "cli/train_confidence.h"

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "cli/files.h"
#include "eval/score.h"
#include "extract/extract.h"
#include "layout/layout.h"
#include "ml/logistic.h"
#include "parse/confidence/confidence.h"
#include "parse/reader/models.h"
#include "parse/resume/resume_json.h"
#include "skills/skills.h"
#include "text/lexicon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRAIN_MEMORY ((size_t)1 << 32)
#define COMMON_PRIOR 1.0 /* strength of the prior 0 */
#define KIND_PRIOR   6.0 /* and of the common weights */

enum { LEAST_FOR_TABLE = 120 }; /* a kind with fewer values has no table */

/* "Today" of the corpus. */
static const vt_day corpus_day = {2026, 1, 1};

struct example {
    vt_confidence_kind kind;
    bool right;
    float x[VT_CONFIDENCE_FEATURES];
};

struct examples {
    vt_arena *arena;
    VT_VEC(struct example) list;
    size_t documents;
};

struct reader {
    const vt_lexicon *lexicon;
    const vt_models *models;
    const vt_taxonomy *taxonomy;
};

/* ---- examples ---- */

/* What the parser told of one document. */
struct told {
    vt_arena *arena;
    VT_VEC(vt_confidence_item) items;
};

static void on_values(void *context, const vt_confidence_items *values)
{
    struct told *told = context;
    for (size_t i = 0; i < values->n; i++)
        vt_vec_push(told->arena, &told->items, values->at[i]);
}

/* Is the mark that of the item's value? Texts are judged by their job. */
static bool is_of(const vt_mark *mark, const vt_confidence_item *item)
{
    if (!mark->pointer.ptr || item->kind == VT_CONFIDENCE_OTHER)
        return false;
    char pointer[128];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int n =
        snprintf(pointer, sizeof pointer, vt_confidence_pointer(item->kind), (size_t)item->index);
#pragma GCC diagnostic pop
    vt_str want = vt_str_n(pointer, (size_t)n);
    if (item->kind == VT_CONFIDENCE_JOB_TEXT)
        return mark->field == VT_EVAL_JOB_TEXT && vt_str_starts(mark->pointer, want) &&
               mark->pointer.ptr[n] == '/';
    return vt_str_eq(mark->pointer, want);
}

static const vt_mark *mark_of(const vt_marks *marks, const vt_confidence_item *item)
{
    for (size_t i = 0; i < marks->n; i++)
        if (is_of(&marks->at[i], item))
            return &marks->at[i];
    return NULL;
}

/* A skill that the label does not list has no mark: it is wrong. The second value of a kind under
 * one pointer (a country beside its code, further texts of a job) is no example of its own. */
static void add_examples(struct examples *all, const struct told *told, const vt_marks *marks)
{
    for (size_t i = 0; i < told->items.n; i++) {
        const vt_confidence_item *item = &told->items.at[i], *last = i ? item - 1 : NULL;
        const vt_mark *mark = mark_of(marks, item);
        bool again = last && last->kind == item->kind && last->index == item->index;
        if (again || (!mark && item->kind != VT_CONFIDENCE_SKILL))
            continue;
        struct example *e = vt_vec_add(all->arena, &all->list);
        e->kind = item->kind;
        e->right = mark && mark->right;
        memcpy(e->x, item->x, sizeof e->x);
    }
}

static vt_status parse(const struct reader *reader, vt_arena *arena, const char *path,
                       const char *name, struct told *told, const vt_json **ret, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = VT_MAX_DOCUMENT_BYTES};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    vt_extract_options options = {0};
    vt_doc *doc = NULL;
    VT_TRY(vt_extract(arena, vt_str_dup(arena, vt_buf_str(&bytes)), vt_str_z(name), VT_STR_NULL,
                      &options, &doc, err));
    VT_TRY(vt_layout(doc, reader->lexicon, err));
    const vt_parse_context context = {.lexicon = reader->lexicon,
                                      .models = reader->models,
                                      .reference_date = corpus_day,
                                      .on_values = on_values,
                                      .on_values_context = told};
    vt_resume *resume = vt_parse(&context, arena, doc, NULL);
    vt_skills_fill(reader->taxonomy, resume, corpus_day);
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    const vt_resume_json_options form = {0};
    vt_resume_write(&w, resume, &form);
    return vt_json_parse(arena, vt_str_dup(arena, vt_buf_str(&text)), ret, err);
}

static vt_status add_document(const struct reader *reader, const char *folder, const vt_file *file,
                              struct examples *all, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    vt_str name = vt_str_z(file->name);
    size_t dot = name.len;
    while (dot > 0 && name.ptr[dot - 1] != '.')
        dot--;
    vt_str path =
        vt_str_format(arena, "%s/" VT_STR_FMT "json", folder, VT_STR_ARG(vt_str_sub(name, 0, dot)));
    VT_AUTO(vt_buf) vt_buf text = {.max = VT_MAX_RESULT_BYTES};
    VT_TRY(vt_io_read_file(path.ptr, &text, err));
    const vt_json *label = NULL, *result = NULL;
    VT_TRY(vt_json_parse(arena, vt_buf_str(&text), &label, err));
    struct told told = {.arena = arena};
    VT_TRY(parse(reader, arena, file->path, file->name, &told, &result, err));
    vt_marks marks = {0};
    const vt_json *gold = vt_json_get(label, "result");
    vt_eval_score(arena, gold ? gold : label, result, &marks);
    add_examples(all, &told, &marks);
    all->documents++;
    return VT_OK;
}

static vt_status read_folder(const struct reader *reader, const char *folder, struct examples *all,
                             vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 28);
    char *names[] = {vt_str_cstr(arena, vt_str_z(folder))};
    vt_file_list files = {0};
    VT_TRY(vt_files_collect(arena, names, 1, ".", "json", &files, err));
    for (size_t i = 0; i < files.n; i++)
        if (!vt_str_ends(vt_str_z(files.at[i].name), VT_STR(".json")))
            VT_TRY(add_document(reader, folder, &files.at[i], all, err));
    if (all->list.n == 0)
        return vt_fail(err, VT_E_EMPTY, "no labelled documents in '%s'", folder);
    return VT_OK;
}

/* ---- fitting ---- */

struct rows {
    float *x;
    bool *right;
    float *p;
    size_t n;
};

/* The examples of one kind; VT_CONFIDENCE_OTHER: all. */
static struct rows rows_of(const struct examples *all, vt_confidence_kind kind)
{
    struct rows r = {VT_NEW_ARRAY(all->arena, float, all->list.n *VT_CONFIDENCE_FEATURES),
                     VT_NEW_ARRAY(all->arena, bool, all->list.n),
                     VT_NEW_ARRAY(all->arena, float, all->list.n), 0};
    for (size_t i = 0; i < all->list.n; i++) {
        const struct example *e = &all->list.at[i];
        if (kind != VT_CONFIDENCE_OTHER && e->kind != kind)
            continue;
        memcpy(r.x + r.n * VT_CONFIDENCE_FEATURES, e->x, sizeof e->x);
        r.right[r.n++] = e->right;
    }
    return r;
}

static void fit(const struct examples *all, vt_confidence_model *m)
{
    const double *common = m->weights[VT_CONFIDENCE_OTHER];
    for (int k = VT_CONFIDENCE_COUNT; k-- > 0;) { /* the common weights come first */
        struct rows r = rows_of(all, (vt_confidence_kind)k);
        bool other = k == VT_CONFIDENCE_OTHER;
        vt_logistic_fit(all->arena, r.x, r.right, r.n, VT_CONFIDENCE_FEATURES,
                        other ? NULL : common, other ? COMMON_PRIOR : KIND_PRIOR, m->weights[k]);
        if (r.n < LEAST_FOR_TABLE)
            continue;
        for (size_t i = 0; i < r.n; i++)
            r.p[i] = (float)vt_logistic_apply(m->weights[k], r.x + i * VT_CONFIDENCE_FEATURES,
                                              VT_CONFIDENCE_FEATURES);
        vt_calibration_fit(all->arena, r.p, r.right, r.n, &m->table[k]);
    }
}

static void print_test(const vt_confidence_model *m, const struct examples *all)
{
    printf("%-26s %6s %7s %7s %7s\n", "kind", "values", "right", "before", "after");
    for (int k = 0; k < VT_CONFIDENCE_COUNT; k++) {
        struct rows r = rows_of(all, (vt_confidence_kind)k);
        float *before = VT_NEW_ARRAY(all->arena, float, r.n + 1);
        double right = 0;
        for (size_t i = 0; i < r.n; i++) {
            vt_confidence_item item = {.kind = (vt_confidence_kind)k};
            memcpy(item.x, r.x + i * VT_CONFIDENCE_FEATURES, sizeof item.x);
            r.p[i] = vt_confidence_of(m, &item);
            before[i] = 1 / (1 + expf(-item.x[VT_CONFIDENCE_X_SURE]));
            right += r.right[i];
        }
        if (r.n)
            printf("%-26s %6zu %7.3f %7.4f %7.4f\n", vt_confidence_name((vt_confidence_kind)k), r.n,
                   right / (double)r.n, vt_calibration_error(before, r.right, r.n, 10),
                   vt_calibration_error(r.p, r.right, r.n, 10));
    }
}

vt_status vt_train_confidence(const char *in, const char *test, const char *out, vt_error *err)
{
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    VT_AUTO(vt_models) vt_models *models = NULL;
    VT_AUTO(vt_taxonomy) vt_taxonomy *taxonomy = NULL;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(TRAIN_MEMORY);
    VT_TRY(vt_lexicon_open(&lexicon, err));
    VT_TRY(vt_models_open(&models, err));
    VT_TRY(vt_taxonomy_open_embedded(&taxonomy, err));
    const struct reader reader = {lexicon, models, taxonomy};
    struct examples train = {.arena = arena}, held = {.arena = arena};
    VT_TRY(read_folder(&reader, in, &train, err));
    vt_confidence_model *model = VT_NEW(arena, vt_confidence_model);
    fit(&train, model);
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_confidence_write(model, &text);
    VT_TRY(vt_io_write_file(out, vt_buf_str(&text), 0644, err));
    printf("confidence: %zu documents, %zu values, %zu bytes\n", train.documents, train.list.n,
           text.len);
    if (test) {
        VT_TRY(read_folder(&reader, test, &held, err));
        print_test(model, &held);
    }
    return VT_OK;
}
