/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_engine PASSES FILE...: for every PDF, bare text extraction by MuPDF
 * (bare.h; linked with what vitae replaces in it) and the whole engine, in turn, PASSES times.
 * Prints the medians over the documents and the ratio of the sums of each document's best.
 *
 * bench_engine bare|basic|standard FILE...: that once for every file, for callgrind
 * (--toggle-collect=bare or whole): what it counts does not vary with load.
 */
#include "bare.h"

#include "base/io.h"
#include "engine/engine.h"

#include <stdio.h>

enum { MAX_FILES = 4096 };

struct timing {
    double bare_us, engine_us; /* the best pass */
};

__attribute__((noinline)) static double whole(const vt_engine *engine, vt_str bytes, vt_tier tier)
{
    vt_options options = vt_options_default();
    options.reference_date = (vt_day){2026, 1, 1};
    options.tier = tier;
    double from = cpu_us();
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)512 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_outcome outcome;
    vt_error err;
    if (vt_engine_run(engine, arena, bytes, &options, NULL, NULL, &out, &outcome, &err) != VT_OK)
        fprintf(stderr, "engine: %s\n", err.message);
    return cpu_us() - from;
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
           "\"ratio_median\": %.3f, \"documents_per_second\": %.0f, "
           "\"bare_ms_sum\": %.2f, \"engine_ms_sum\": %.2f}\n",
           tier, n, quantile(a, n, 0.5) / 1000, quantile(b, n, 0.5) / 1000,
           quantile(b, n, 0.95) / 1000, quantile(b, n, 0.99) / 1000, engine_sum / bare_sum,
           quantile(r, n, 0.5), (double)n / engine_sum * 1e6, bare_sum / 1000, engine_sum / 1000);
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

/* Once each. False: `what` is none of the words. */
static bool once(const vt_engine *engine, const vt_buf *files, size_t n, const char *what)
{
    bool is_bare = strcmp(what, "bare") == 0;
    vt_tier tier = strcmp(what, "standard") == 0 ? VT_TIER_STANDARD : VT_TIER_BASIC;
    if (!is_bare && strcmp(what, vt_tier_word(tier)) != 0)
        return false;
    for (size_t i = 0; i < n; i++)
        is_bare ? bare(vt_buf_str(&files[i])) : whole(engine, vt_buf_str(&files[i]), tier);
    return true;
}

int main(int argc, char **argv)
{
    int64_t passes = 0;
    bool counts = argc >= 3 && !vt_str_to_i64(vt_str_z(argv[1]), 1, 1000, &passes);
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
    if (counts ? !once(engine, files, n, argv[1]) : passes == 0) {
        fprintf(stderr, "usage: bench_engine PASSES|bare|basic|standard FILE.pdf...\n");
        return 2;
    }
    if (!counts) {
        measure(engine, files, n, (int)passes, VT_TIER_BASIC);
        measure(engine, files, n, (int)passes, VT_TIER_STANDARD);
    }
    vt_engine_drop(engine);
    for (size_t i = 0; i < n; i++)
        vt_buf_release(&files[i]);
    return 0;
}
