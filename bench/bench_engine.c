/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_engine PASSES FILE...: for every PDF, bare text extraction by MuPDF (stext, as
 * `mutool draw -F text` does it) and the whole engine, in turn, PASSES times, in one process.
 * Prints the medians over the documents and the ratio of the sums of each document's best.
 */
#include "base/io.h"
#include "base/time.h"
#include "engine/engine.h"

#include <mupdf/fitz.h>
#include <mupdf/pdf.h>

#include <stdio.h>

enum { MAX_FILES = 4096 };

struct timing {
    double bare_us, engine_us; /* the best pass */
};

extern fz_document_handler pdf_document_handler; /* in the library, not in its headers */

static double bare(vt_str bytes)
{
    int64_t from = vt_time_monotonic_us();
    fz_context *ctx = fz_new_context(NULL, NULL, FZ_STORE_DEFAULT);
    fz_register_document_handler(ctx, &pdf_document_handler);
    fz_try(ctx)
    {
        fz_stream *stream = fz_open_memory(ctx, (const unsigned char *)bytes.ptr, bytes.len);
        fz_document *doc = fz_open_document_with_stream(ctx, "application/pdf", stream);
        fz_buffer *text = fz_new_buffer(ctx, 65536);
        fz_stext_options options = {0};
        int n = fz_count_pages(ctx, doc);
        for (int i = 0; i < n; i++) {
            fz_stext_page *page = fz_new_stext_page_from_page_number(ctx, doc, i, &options);
            fz_output *out = fz_new_output_with_buffer(ctx, text);
            fz_print_stext_page_as_text(ctx, out, page);
            fz_close_output(ctx, out);
            fz_drop_output(ctx, out);
            fz_drop_stext_page(ctx, page);
        }
        fz_drop_buffer(ctx, text);
        fz_drop_document(ctx, doc);
        fz_drop_stream(ctx, stream);
    }
    fz_catch(ctx)
    {
    }
    fz_drop_context(ctx);
    return (double)(vt_time_monotonic_us() - from);
}

static double whole(const vt_engine *engine, vt_str bytes, vt_tier tier)
{
    vt_options options = vt_options_default();
    options.reference_date = (vt_day){2026, 1, 1};
    options.tier = tier;
    int64_t from = vt_time_monotonic_us();
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)512 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_outcome outcome;
    vt_error err;
    if (vt_engine_run(engine, arena, bytes, &options, NULL, NULL, &out, &outcome, &err) != VT_OK)
        fprintf(stderr, "engine: %s\n", err.message);
    return (double)(vt_time_monotonic_us() - from);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *values, size_t n, double q)
{
    qsort(values, n, sizeof *values, by_value);
    size_t i = (size_t)((double)n * q);
    return values[VT_MIN(i, n - 1)];
}

static void report(const struct timing *t, size_t n, const char *tier)
{
    static double a[MAX_FILES], b[MAX_FILES], r[MAX_FILES];
    double bare_sum = 0, engine_sum = 0;
    for (size_t i = 0; i < n; i++) {
        a[i] = t[i].bare_us;
        b[i] = t[i].engine_us;
        r[i] = t[i].engine_us / t[i].bare_us;
        bare_sum += a[i];
        engine_sum += b[i];
    }
    printf("{\"tier\": \"%s\", \"documents\": %zu, \"bare_ms_median\": %.2f, "
           "\"engine_ms_median\": %.2f, \"engine_ms_p95\": %.2f, "
           "\"engine_ms_p99\": %.2f, \"ratio_of_sums\": %.3f, "
           "\"ratio_median\": %.3f, \"documents_per_second\": %.0f}\n",
           tier, n, quantile(a, n, 0.5) / 1000, quantile(b, n, 0.5) / 1000,
           quantile(b, n, 0.95) / 1000, quantile(b, n, 0.99) / 1000, engine_sum / bare_sum,
           quantile(r, n, 0.5), (double)n / engine_sum * 1e6);
}

static void measure(const vt_engine *engine, const vt_buf *files, size_t n, int passes,
                    vt_tier tier)
{
    static struct timing t[MAX_FILES];
    for (int pass = 0; pass < passes; pass++)
        for (size_t i = 0; i < n; i++) {
            double x = bare(vt_buf_str(&files[i])), y = whole(engine, vt_buf_str(&files[i]), tier);
            t[i].bare_us = pass ? VT_MIN(t[i].bare_us, x) : x;
            t[i].engine_us = pass ? VT_MIN(t[i].engine_us, y) : y;
        }
    report(t, n, vt_tier_word(tier));
}

int main(int argc, char **argv)
{
    int64_t passes = 0;
    if (argc < 3 || !vt_str_to_i64(vt_str_z(argv[1]), 1, 1000, &passes)) {
        fprintf(stderr, "usage: bench_engine PASSES FILE.pdf...\n");
        return 2;
    }
    static vt_buf files[MAX_FILES];
    size_t n = 0;
    vt_error err = {0};
    for (int i = 2; i < argc && n < MAX_FILES; i++)
        if (vt_io_read_file(argv[i], &files[n], &err) == VT_OK)
            n++;
        else
            fprintf(stderr, "%s\n", err.message);
    vt_engine *engine = NULL;
    if (n == 0 || vt_engine_open(NULL, &engine, &err) != VT_OK) {
        fprintf(stderr, "bench_engine: %s\n", n ? err.message : "no file could be read");
        return 1;
    }
    measure(engine, files, n, (int)passes, VT_TIER_BASIC);
    measure(engine, files, n, (int)passes, VT_TIER_STANDARD);
    vt_engine_drop(engine);
    for (size_t i = 0; i < n; i++)
        vt_buf_release(&files[i]);
    return 0;
}
