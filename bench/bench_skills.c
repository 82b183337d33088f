/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_skills FILE...: the texts are joined and cut to pieces of 5 kB at a line's end; each piece
 * is matched against the whole embedded taxonomy, first as bare surface lookup (fold, tokens,
 * trie), then with everything the matcher does. Median and 99th percentile over 200 rounds, warm.
 * Also: the time to open the image, its size, and the private memory that it costs.
 */
#include "base/io.h"
#include "base/time.h"
#include "base/vec.h"
#include "skills/fold.h"
#include "skills/image.h"
#include "skills/match.h"

#include <stdio.h>
#include <time.h>

enum { PIECE = 5000, ROUNDS = 200 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
    return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}

/** Every phrase of the taxonomy that stands in the text. */
static size_t look_up(const vt_taxonomy *tax, vt_str text)
{
    static uint32_t ids[PIECE];
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    size_t n = 0, found = 0;
    while (n < PIECE && vt_skill_fold_next(&fold, &token))
        ids[n++] = vt_image_token_find(tax, vt_str_n(token.text, token.len));
    for (size_t i = 0; i < n; i++) {
        uint32_t node = 0;
        for (size_t k = i; k < n && ids[k] != UINT32_MAX; k++) {
            node = vt_image_step(tax, node, ids[k]);
            if (node == 0)
                break;
            found += vt_image_hits_of(tax, node).n > 0;
        }
    }
    return found;
}

static size_t match(const vt_taxonomy *tax, vt_str text)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    /* the samples are of software developers */
    vt_matcher_occupation(matcher, VT_STR("2512"), true);
    vt_matcher_occupation(matcher, VT_STR("3512"), true);
    vt_str line;
    while (vt_str_split(&text, '\n', &line))
        vt_matcher_add(matcher, line, VT_PASSAGE_PROSE);
    return vt_matcher_run(matcher).n;
}

static void measure(const char *name, size_t (*run)(const vt_taxonomy *, vt_str),
                    const vt_taxonomy *tax, const vt_str *pieces, size_t n)
{
    double *times = vt_xcalloc(n * ROUNDS, sizeof *times);
    size_t found = 0;
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < n; i++) {
            double from = now_us();
            found += run(tax, pieces[i]);
            times[round * n + i] = now_us() - from;
        }
    qsort(times, n * ROUNDS, sizeof *times, compare);
    printf(
        "%-8s %zu texts of 5 kB: fastest %.1f us, median %.1f us, p99 %.1f us, %.1f found a text\n",
        name, n, times[0], times[n * ROUNDS / 2], times[n * ROUNDS * 99 / 100],
        (double)found / (double)(n * ROUNDS));
    free(times);
}

static long private_kb(void)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    if (vt_io_read_file("/proc/self/smaps_rollup", &text, NULL) != VT_OK)
        return -1;
    size_t at = vt_str_find(vt_buf_str(&text), VT_STR("Private_Dirty:"), 0);
    return at == VT_NPOS ? -1 : strtol(text.ptr + at + 14, NULL, 10);
}

int main(int argc, char **argv)
{
    VT_AUTO(vt_buf) vt_buf all = {0};
    for (int i = 1; i < argc; i++)
        if (vt_io_read_file(argv[i], &all, NULL) != VT_OK)
            return 2;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    VT_VEC(vt_str) pieces = {0};
    for (size_t from = 0; from + PIECE <= all.len;) {
        size_t end = from + PIECE;
        while (end > from + 1 && all.ptr[end - 1] != '\n')
            end--;
        vt_vec_push(arena, &pieces, vt_str_n(all.ptr + from, end - from));
        from = end;
    }
    if (pieces.n == 0) {
        fputs("usage: bench_skills FILE... (5 kB of text at least)\n", stderr);
        return 2;
    }
    long before = private_kb();
    double from = now_us();
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    if (vt_taxonomy_open_embedded(&tax, NULL) != VT_OK)
        return 2;
    printf("open     %.1f us, image %zu bytes\n", now_us() - from,
           vt_taxonomy_count_all(tax).image_bytes);
    measure("lookup", look_up, tax, pieces.at, pieces.n);
    measure("match", match, tax, pieces.at, pieces.n);
    printf("private  %ld kB before, %ld kB after\n", before, private_kb());
    return 0;
}
