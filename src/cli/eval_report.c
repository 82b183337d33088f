/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/eval_report.h"

#include "base/io.h"
#include "cli/cli.h"
#include "eval/review.h"
#include "ml/score.h"

#include <stdio.h>

enum { BINS = 10 };

struct row {
    vt_str id;
    vt_eval_sums sums;
};

/* How sure the engine was of the values of a field, and whether they were right. */
struct trust {
    VT_VEC(float) sure;
    VT_VEC(bool) right;
};

struct vt_eval_report {
    vt_arena *arena;
    const vt_eval_wish *wish;
    vt_eval_sums sums;
    VT_VEC(struct row) rows;
    size_t missing;
    struct trust trust[VT_EVAL_FIELD_COUNT], all;
    vt_eval_review review;
};

vt_eval_report *vt_eval_report_new(vt_arena *arena, const vt_eval_wish *wish)
{
    vt_eval_report *r = VT_NEW(arena, vt_eval_report);
    r->arena = arena;
    r->wish = wish;
    return r;
}

static const vt_json *result_of(const vt_json *value)
{
    const vt_json *inner = vt_json_get(value, "result");
    return inner ? inner : value;
}

static void trust_add(vt_arena *arena, struct trust *t, float sure, bool right)
{
    vt_vec_push(arena, &t->sure, sure);
    vt_vec_push(arena, &t->right, right);
}

static void add_trust(vt_eval_report *r, const vt_marks *marks, const vt_json *evidence)
{
    for (size_t i = 0; i < marks->n; i++) {
        const vt_mark *m = &marks->at[i];
        if (!m->pointer.ptr)
            continue;
        char pointer[160];
        snprintf(pointer, sizeof pointer, VT_STR_FMT, VT_STR_ARG(m->pointer));
        double sure = vt_json_num(vt_json_get(vt_json_get(evidence, pointer), "confidence"), -1);
        if (sure < 0)
            continue;
        trust_add(r->arena, &r->trust[m->field], (float)sure, m->right);
        trust_add(r->arena, &r->all, (float)sure, m->right);
    }
}

static void print_errors(vt_str id, const vt_marks *marks, vt_eval_field field)
{
    for (size_t i = 0; i < marks->n; i++) {
        const vt_mark *m = &marks->at[i];
        if (m->field != field || VT_MAX(m->fp, m->fn) <= 0.2F)
            continue;
        printf(VT_STR_FMT "\n   gold %s" VT_STR_FMT "\n   got  %s" VT_STR_FMT "\n", VT_STR_ARG(id),
               m->gold.ptr ? "= " : "-", VT_STR_ARG(m->gold), m->got.ptr ? "= " : "-",
               VT_STR_ARG(m->got));
    }
}

void vt_eval_report_add(vt_eval_report *r, vt_arena *arena, vt_str id, const vt_json *label,
                        const vt_json *answer)
{
    vt_marks marks = {0};
    r->missing += answer == NULL;
    vt_eval_score(arena, result_of(label), result_of(answer), &marks);
    struct row row = {.id = vt_str_dup(r->arena, id)};
    vt_eval_add(&row.sums, &marks);
    vt_eval_add(&r->sums, &marks);
    vt_vec_push(r->arena, &r->rows, row);
    add_trust(r, &marks, vt_json_get(answer, "evidence"));
    vt_eval_review_add(&r->review, arena, &marks, answer);
    if (r->wish->errors)
        print_errors(id, &marks, r->wish->errors_of);
}

/* ---- JSON ---- */

static void put_trust(vt_json_writer *w, const struct trust *t)
{
    vt_json_begin_object(w);
    vt_json_kv_int(w, "values", (int64_t)t->sure.n);
    vt_json_kv_num(w, "error", vt_calibration_error(t->sure.at, t->right.at, t->sure.n, BINS), 4);
    vt_json_key(w, "bins");
    vt_json_begin_array(w);
    for (size_t b = 0; b < BINS; b++) {
        double sure = 0, right = 0;
        size_t n = 0;
        for (size_t i = 0; i < t->sure.n; i++) {
            if (VT_MIN((size_t)((double)t->sure.at[i] * BINS), (size_t)BINS - 1) != b)
                continue;
            sure += (double)t->sure.at[i];
            right += t->right.at[i];
            n++;
        }
        vt_json_begin_array(w);
        vt_json_put_int(w, (int64_t)n);
        vt_json_put_num(w, n ? sure / (double)n : 0, 4);
        vt_json_put_num(w, n ? right / (double)n : 0, 4);
        vt_json_end_array(w);
    }
    vt_json_end_array(w);
    vt_json_end_object(w);
}

static void put_fields(vt_json_writer *w, const vt_eval_sums *sums)
{
    vt_json_begin_object(w);
    for (size_t i = 0; i < VT_EVAL_FIELD_COUNT; i++) {
        vt_eval_figures f = vt_eval_of(sums, (vt_eval_field)i);
        vt_json_key(w, vt_eval_field_name((vt_eval_field)i));
        vt_json_begin_object(w);
        vt_json_kv_num(w, "precision", f.precision, 4);
        vt_json_kv_num(w, "recall", f.recall, 4);
        vt_json_kv_num(w, "f1", f.f1, 4);
        vt_json_kv_int(w, "gold", (int64_t)(f.gold + 0.5));
        vt_json_end_object(w);
    }
    vt_json_end_object(w);
}

/* Of each document, [right, wrong, missing] of each field that has any. */
static void put_documents(vt_json_writer *w, const vt_eval_report *r)
{
    vt_json_begin_object(w);
    for (size_t i = 0; i < r->rows.n; i++) {
        const vt_eval_sums *s = &r->rows.at[i].sums;
        vt_json_key_str(w, r->rows.at[i].id);
        vt_json_begin_object(w);
        for (size_t k = 0; k < VT_EVAL_FIELD_COUNT; k++) {
            if (s->tp[k] + s->fp[k] + s->fn[k] <= 0)
                continue;
            vt_json_key(w, vt_eval_field_name((vt_eval_field)k));
            vt_json_begin_array(w);
            vt_json_put_num(w, s->tp[k], 4);
            vt_json_put_num(w, s->fp[k], 4);
            vt_json_put_num(w, s->fn[k], 4);
            vt_json_end_array(w);
        }
        vt_json_end_object(w);
    }
    vt_json_end_object(w);
}

static void put_calibration(vt_json_writer *w, const vt_eval_report *r)
{
    vt_json_begin_object(w);
    vt_json_key(w, "all");
    put_trust(w, &r->all);
    for (size_t i = 0; i < VT_EVAL_FIELD_COUNT; i++) {
        if (r->trust[i].sure.n == 0)
            continue;
        vt_json_key(w, vt_eval_field_name((vt_eval_field)i));
        put_trust(w, &r->trust[i]);
    }
    vt_json_end_object(w);
}

static void put_review(vt_json_writer *w, const vt_eval_review *v)
{
    vt_json_begin_object(w);
    vt_json_kv_int(w, "values", (int64_t)v->values);
    vt_json_kv_int(w, "values_right", (int64_t)v->values_right);
    vt_json_kv_int(w, "places", (int64_t)v->places);
    vt_json_kv_int(w, "places_right", (int64_t)v->places_right);
    vt_json_kv_int(w, "wrong", (int64_t)v->wrong);
    vt_json_kv_int(w, "wrong_listed", (int64_t)v->wrong_listed);
    vt_json_kv_int(w, "missing", (int64_t)v->missing);
    vt_json_kv_int(w, "missing_listed", (int64_t)v->missing_listed);
    vt_json_end_object(w);
}

static vt_status print_json(const vt_eval_report *r, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 1);
    vt_json_begin_object(&w);
    vt_json_kv_int(&w, "documents", (int64_t)r->rows.n);
    vt_json_kv_int(&w, "missing", (int64_t)r->missing);
    vt_json_kv_num(&w, "micro_f1", vt_eval_micro(&r->sums), 4);
    vt_json_kv_num(&w, "macro_f1", vt_eval_macro(&r->sums), 4);
    vt_json_key(&w, "fields");
    put_fields(&w, &r->sums);
    if (r->wish->per_document) {
        vt_json_key(&w, "per_document");
        put_documents(&w, r);
        vt_json_key(&w, "calibration");
        put_calibration(&w, r);
        vt_json_key(&w, "review");
        put_review(&w, &r->review);
    }
    vt_json_end_object(&w);
    vt_buf_addc(&out, '\n');
    return vt_io_write_all(STDOUT_FILENO, vt_buf_str(&out), err);
}

/* ---- for people ---- */

static int by_score(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    double p = vt_eval_micro(&x->sums), q = vt_eval_micro(&y->sums);
    return p < q ? -1 : p > q ? 1 : vt_str_cmp(x->id, y->id);
}

static void print_table(const vt_eval_report *r)
{
    if (r->wish->per_document) {
        qsort(r->rows.at, r->rows.n, sizeof *r->rows.at, by_score);
        for (size_t i = 0; i < r->rows.n; i++)
            printf("%7.3f  " VT_STR_FMT "\n", vt_eval_micro(&r->rows.at[i].sums),
                   VT_STR_ARG(r->rows.at[i].id));
    }
    printf("%-28s %6s %6s %6s %5s\n", "field", "prec", "recall", "F1", "gold");
    for (size_t i = 0; i < VT_EVAL_FIELD_COUNT; i++) {
        vt_eval_figures f = vt_eval_of(&r->sums, (vt_eval_field)i);
        printf("%-28s %6.3f %6.3f %6.3f %5.0f\n", vt_eval_field_name((vt_eval_field)i), f.precision,
               f.recall, f.f1, f.gold);
    }
    if (r->all.sure.n)
        printf("calibration error of %zu values: %.4f\n", r->all.sure.n,
               vt_calibration_error(r->all.sure.at, r->all.right.at, r->all.sure.n, BINS));
    if (r->review.values + r->review.places)
        printf("review list: %zu of %zu values right, %zu of %zu places; it has %zu of %zu wrong "
               "values, %zu of %zu missing ones\n",
               r->review.values_right, r->review.values, r->review.places_right, r->review.places,
               r->review.wrong_listed, r->review.wrong, r->review.missing_listed,
               r->review.missing);
    printf("%zu documents (%zu without answer): micro F1 %.4f, macro F1 %.4f\n", r->rows.n,
           r->missing, vt_eval_micro(&r->sums), vt_eval_macro(&r->sums));
}

/* ---- the baseline ---- */

static bool fell(const char *name, double now, double before, double tolerance)
{
    if (now >= before - tolerance)
        return false;
    fprintf(stderr, "vitae eval: %s fell from %.4f to %.4f, more than %.4f\n", name, before, now,
            tolerance);
    return true;
}

static vt_status compare(const vt_eval_report *r, int *ret_exit, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf text = {.max = 1 << 20};
    const vt_json *baseline = NULL;
    VT_TRY(vt_io_read_file(r->wish->baseline, &text, err));
    VT_TRY(vt_json_parse(r->arena, vt_buf_str(&text), &baseline, err));
    double before = vt_json_num(vt_json_get(baseline, "micro_f1"), -1);
    if (before < 0 || vt_json_int(vt_json_get(baseline, "documents"), 0) != (int64_t)r->rows.n)
        return vt_fail(err, VT_E_FORMAT, "'%s' is no baseline of these %zu documents",
                       r->wish->baseline, r->rows.n);
    bool bad = fell("micro F1", vt_eval_micro(&r->sums), before, r->wish->tolerance / 4);
    for (size_t i = 0; i < VT_EVAL_FIELD_COUNT; i++) {
        const char *name = vt_eval_field_name((vt_eval_field)i);
        const vt_json *field = vt_json_get(vt_json_get(baseline, "fields"), name);
        vt_eval_figures f = vt_eval_of(&r->sums, (vt_eval_field)i);
        double one_value = f.gold > 0 ? 1 / f.gold : 1;
        bad |= fell(name, f.f1, vt_json_num(vt_json_get(field, "f1"), 0),
                    r->wish->tolerance + one_value);
    }
    if (bad)
        *ret_exit = VT_EXIT_FAILED;
    return VT_OK;
}

vt_status vt_eval_report_end(vt_eval_report *r, int *ret_exit, vt_error *err)
{
    if (r->wish->json)
        VT_TRY(print_json(r, err));
    else if (!r->wish->errors)
        print_table(r);
    return r->wish->baseline ? compare(r, ret_exit, err) : VT_OK;
}
