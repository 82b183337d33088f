/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_sandbox PASSES FILE...: what the isolation of documents costs. Every file goes PASSES
 * times, taking turns, through the engine in this process, through a worker without its sandbox,
 * and through a worker as the service has it; then through workers of one job each, so that every
 * document pays for a new one; and last through a worker as the service has it while the account
 * changes with every document. Prints the medians of each document's best, in microseconds.
 *
 * The program is linked with --wrap=vt_sandbox_enter: the nursery of a pool without sandbox is
 * told by the memory of its workers.
 */
#include "base/io.h"
#include "base/time.h"
#include "engine/engine.h"
#include "worker/child.h"
#include "worker/pool.h"
#include "worker/sandbox.h"

#include <stdio.h>

enum { MAX_FILES = 4096, WAYS = 6, CHANGES = 5 };

static const size_t bare_memory = ((size_t)1 << 30) + 4096;

uint32_t __real_vt_sandbox_enter(int keep, size_t memory_bytes);
uint32_t __wrap_vt_sandbox_enter(int keep, size_t memory_bytes);

/* Without: as if all layers were there, else the worker would end. */
uint32_t __wrap_vt_sandbox_enter(int keep, size_t memory_bytes)
{
    return memory_bytes == bare_memory ? UINT32_MAX : __real_vt_sandbox_enter(keep, memory_bytes);
}

static vt_options options_of(void)
{
    vt_options options = vt_options_default();
    options.reference_date = (vt_day){2026, 1, 1};
    return options;
}

static void check(vt_status status, const vt_error *err)
{
    if (status == VT_OK)
        return;
    fprintf(stderr, "bench_sandbox: %s\n", err->message);
    exit(1);
}

static double here(const vt_engine *engine, vt_str bytes)
{
    vt_options options = options_of();
    vt_error err = {0};
    vt_outcome outcome;
    int64_t from = vt_time_monotonic_us();
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)512 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    check(vt_engine_run(engine, arena, bytes, &options, NULL, NULL, &out, &outcome, &err), &err);
    return (double)(vt_time_monotonic_us() - from);
}

static double there(vt_pool *pool, vt_str account, vt_str bytes)
{
    vt_options options = options_of();
    const vt_work work = {.account = account, .input_fd = -1, .input = bytes, .options = &options};
    vt_error err = {0};
    vt_outcome outcome;
    VT_AUTO(vt_buf) vt_buf out = {0};
    int64_t from = vt_time_monotonic_us();
    check(vt_pool_run(pool, &work, &out, &outcome, &err), &err);
    return (double)(vt_time_monotonic_us() - from);
}

static vt_pool *open_pool(bool sandbox, unsigned jobs_per_worker)
{
    const vt_pool_config config = {.workers = 1,
                                   .jobs_per_worker = jobs_per_worker,
                                   .memory_bytes = sandbox ? 0 : bare_memory};
    vt_pool *pool = NULL;
    vt_error err = {0};
    check(vt_pool_open(&config, &pool, &err), &err);
    return pool;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, by_value);
    return values[n / 2];
}

static void print(const double m[WAYS], size_t n)
{
    printf("documents                      %8zu\n", n);
    printf("engine in the same process     %8.0f us\n", m[0]);
    printf("worker without sandbox         %8.0f us\n", m[1]);
    printf("worker with sandbox            %8.0f us, sandbox %+.0f us (budget 200)\n", m[2],
           m[2] - m[1]);
    printf("new worker each, no sandbox    %8.0f us\n", m[3]);
    printf("new worker each, with sandbox  %8.0f us, sandbox %+.0f us\n", m[4], m[4] - m[3]);
    printf("another account each           %8.0f us, a change of accounts %+.0f us\n", m[CHANGES],
           m[CHANGES] - m[2]);
}

int main(int argc, char **argv)
{
    int64_t passes = 0;
    if (argc > 1 && strcmp(argv[1], VT_NURSERY_COMMAND) == 0)
        return vt_nursery_command(argc - 1, argv + 1);
    if (argc < 3 || argc - 2 > MAX_FILES || !vt_str_to_i64(vt_str_z(argv[1]), 1, 10000, &passes)) {
        fputs("usage: bench_sandbox PASSES FILE...\n", stderr);
        return 2;
    }
    VT_AUTO(vt_pool) vt_pool *bare = open_pool(false, 1000000);
    VT_AUTO(vt_pool) vt_pool *kept = open_pool(true, 1000000);
    VT_AUTO(vt_pool) vt_pool *bare_fresh = open_pool(false, 1);
    VT_AUTO(vt_pool) vt_pool *fresh = open_pool(true, 1);
    VT_AUTO(vt_pool) vt_pool *changing = open_pool(true, 1000000);
    const vt_str accounts[] = {VT_STR("one"), VT_STR("another")};
    size_t turn = 0;
    VT_AUTO(vt_engine) vt_engine *engine = NULL;
    vt_error err = {0};
    check(vt_engine_open(NULL, &engine, &err), &err);

    vt_pool *const pools[WAYS] = {NULL, bare, kept, bare_fresh, fresh, changing};
    static double best[WAYS][MAX_FILES];
    size_t n = (size_t)argc - 2;
    for (size_t i = 0; i < n; i++) {
        VT_AUTO(vt_buf) vt_buf bytes = {0};
        check(vt_io_read_file(argv[i + 2], &bytes, &err), &err);
        for (int64_t pass = 0; pass < passes; pass++) {
            vt_str document = vt_buf_str(&bytes);
            for (int k = 0; k < WAYS; k++) { /* each is first as often */
                int way = (int)((pass + k) % WAYS);
                vt_str account = accounts[way == CHANGES ? turn++ % 2 : 0];
                double took = way ? there(pools[way], account, document) : here(engine, document);
                best[way][i] = pass ? VT_MIN(best[way][i], took) : took;
            }
        }
    }
    double m[WAYS];
    for (int way = 0; way < WAYS; way++)
        m[way] = median(best[way], n);
    print(m, n);
    return 0;
}
