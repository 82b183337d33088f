/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pool with an engine that does what the input says: a crash, a hang, too much memory. What
 * each must become is one failed outcome, and a pool that goes on.
 */
#include "unit.h"

#include "base/limits.h"
#include "engine/engine.h"
#include "worker/child.h"
#include "worker/pool.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>

struct vt_engine {
    int unused;
};

vt_status vt_engine_open_ocr(vt_engine *engine, const char *languages, vt_error *err)
{
    (void)engine, (void)languages;
    return vt_fail(err, VT_E_UNSUPPORTED, "no OCR in this engine");
}

vt_status vt_engine_open(const char *taxonomy_path, vt_engine **ret, vt_error *err)
{
    (void)taxonomy_path;
    (void)err;
    *ret = vt_xcalloc(1, sizeof **ret);
    return VT_OK;
}

void vt_engine_drop(vt_engine *engine)
{
    free(engine);
}

static vt_stage_fn told;
static void *told_to;

static void compute(int seconds)
{
    for (clock_t end = clock() + seconds * CLOCKS_PER_SEC; clock() < end;)
        *(volatile int *)&(int){0} = 1;
}

/* Recognises letters for so many seconds of the processor. */
static void recognise(int seconds)
{
    told(told_to, VT_STAGE_EXTRACT, VT_OCR_BEGINS, VT_STR_NULL);
    compute(seconds);
    told(told_to, VT_STAGE_EXTRACT, VT_OCR_ENDS, VT_STR_NULL);
}

static void misbehave(vt_arena *arena, vt_str what)
{
    if (vt_str_eq(what, VT_STR("crash")))
        __builtin_trap();
    if (vt_str_eq(what, VT_STR("exit")))
        _exit(3);
    if (vt_str_eq(what, VT_STR("letters")))
        recognise(3);
    for (int s = 60; vt_str_eq(what, VT_STR("count")); s++) {
        told(told_to, VT_STAGE_PARSE, s, VT_STR_NULL);
        compute(1);
    }
    if (vt_str_eq(what, VT_STR("complain")))
        fputs("a library read: Jane Doe\n", stderr);
    if (vt_str_eq(what, VT_STR("file")))
        close(open("/etc/passwd", O_RDONLY) >= 0 ? -1 : 0);
    if (vt_str_eq(what, VT_STR("socket")))
        close(socket(AF_INET, SOCK_STREAM, 0));
    while (vt_str_eq(what, VT_STR("hang")))
        *(volatile int *)&(int){0} = 1;
    while (vt_str_eq(what, VT_STR("memory")))
        vt_arena_alloc(arena, 1 << 20);
}

#define HEAD                                                                                       \
    "{\"metadata\":{\"parser_version\":\"1\",\"file_size_bytes\":5,\"extract\":{},\"validate\":{}" \
    ","                                                                                            \
    "\"parse\":{},\"matching\":{}},\"checks\":null,\"ai_features\":null,\"matching\":null,"

/* What a worker might say that is no longer ours. */
static bool lie(vt_str what, vt_outcome *ret, vt_buf *out)
{
    static const char rest[] = "\"raw_text\":\"t\",\"result\":null}";
    if (vt_str_eq(what, VT_STR("nonsense")))
        vt_buf_addz(out, "nonsense");
    else if (vt_str_eq(what, VT_STR("missing")))
        vt_buf_addz(out, "{\"metadata\":{}}");
    else if (vt_str_eq(what, VT_STR("type")))
        vt_buf_addz(out, HEAD "\"raw_text\":7,\"result\":null}");
    else if (vt_str_eq(what, VT_STR("twice")))
        vt_buf_addf(out, HEAD "\"raw_text\":\"t\",%s", rest);
    else if (vt_str_eq(what, VT_STR("key")))
        vt_buf_addf(out, HEAD "\"status\":[{\"a\":\"failed\"}],%s", rest);
    else if (vt_str_eq(what, VT_STR("billed"))) {
        ret->ocr_pages = 3;
        vt_buf_addf(out, HEAD "%s", rest);
    } else if (vt_str_eq(what, VT_STR("large")))
        while (!out->overflow)
            vt_buf_addz(out,
                        "{\"metadata\":\"no answer is as large as this one\",\"more\":[0,0,0]}");
    else
        return false;
    return true;
}

vt_status vt_engine_run(const vt_engine *engine, vt_arena *arena, vt_str input,
                        const vt_options *options, vt_stage_fn on_stage, void *context, vt_buf *out,
                        vt_outcome *ret, vt_error *err)
{
    (void)engine;
    on_stage(context, VT_STAGE_EXTRACT, 5, VT_STR_NULL);
    on_stage(context, VT_STAGE_PARSE, 50, VT_STR("the text"));
    told = on_stage;
    told_to = context;
    misbehave(arena, input);
    *ret = (vt_outcome){.parsed = true, .page_count = 3, .format = VT_FORMAT_PDF};
    if (vt_str_eq(input, VT_STR("error")))
        return vt_fail(err, VT_E_INTERNAL, "our own fault");
    if (lie(input, ret, out))
        return VT_OK;
    vt_buf_addf(out,
                HEAD "\"raw_text\":\"" VT_STR_FMT "\",\"result\":null,\"warnings\":[\"" VT_STR_FMT
                     "\"]}",
                VT_STR_ARG(input), VT_STR_ARG(options->job_description));
    return VT_OK;
}

vt_status vt_engine_probe(const vt_engine *engine, vt_arena *arena, vt_str input, vt_str filename,
                          vt_outcome *ret, vt_error *err)
{
    (void)engine;
    (void)arena;
    (void)filename;
    (void)err;
    *ret = (vt_outcome){.format = VT_FORMAT_PDF, .page_count = (uint32_t)input.len};
    return VT_OK;
}

vt_status vt_engine_dump(const vt_engine *engine, vt_arena *arena, vt_str input,
                         const vt_options *options, vt_buf *out, vt_error *err)
{
    (void)engine;
    (void)arena;
    (void)options;
    (void)err;
    vt_buf_add(out, input);
    return VT_OK;
}

static vt_pool *open_pool(unsigned workers, unsigned jobs_per_worker)
{
    vt_pool_config config = {.workers = workers, .jobs_per_worker = jobs_per_worker};
    vt_pool *pool = NULL;
    vt_error err = {0};
    assert_int_equal(vt_pool_open(&config, &pool, &err), VT_OK);
    return pool;
}

static vt_outcome run_one(vt_pool *pool, const char *input, int64_t timeout_ms, vt_buf *out)
{
    vt_options options = vt_options_default();
    options.job_description = VT_STR("wanted");
    vt_work work = {
        .input_fd = -1, .input = vt_str_z(input), .options = &options, .timeout_ms = timeout_ms};
    vt_outcome outcome = {0};
    vt_error err = {0};
    assert_int_equal(vt_pool_run(pool, &work, out, &outcome, &err), VT_OK);
    return outcome;
}

static void test_pool_run__gives_what_the_engine_gave(void **state)
{
    (void)state;
    VT_AUTO(vt_pool) vt_pool *pool = open_pool(1, 0);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_outcome outcome = run_one(pool, "hello", 0, &out);
    assert_false(outcome.failed);
    assert_int_equal(outcome.page_count, 3);
    assert_str_eq(vt_buf_str(&out),
                  HEAD "\"raw_text\":\"hello\",\"result\":null,\"warnings\":[\"wanted\"]}");
}

static void test_pool_run__refuses_what_no_engine_says(void **state)
{
    (void)state;
    static const struct {
        const char *input, *detail;
    } rows[] = {{"nonsense", "worker_died"}, {"missing", "worker_died"}, {"type", "worker_died"},
                {"twice", "worker_died"},    {"billed", "worker_died"},  {"large", "limit"}};
    VT_AUTO(vt_pool) vt_pool *pool = open_pool(1, 0);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].input);
        VT_AUTO(vt_buf) vt_buf out = {0}, after = {0};
        vt_outcome outcome = run_one(pool, rows[i].input, 0, &out);
        assert_true(outcome.failed);
        assert_string_equal(outcome.error_detail, rows[i].detail);
        assert_int_equal(outcome.ocr_pages, 0);
        assert_true(vt_str_find(vt_buf_str(&out), VT_STR("\"raw_text\":\"the text\""), 0) !=
                    VT_NPOS); /* what it had told before */
        assert_true(out.len < 1000);
        assert_false(run_one(pool, "hello", 0, &after).failed);
    }
    VT_AUTO(vt_buf) vt_buf out = {0};
    assert_false(run_one(pool, "key", 0, &out).failed); /* what nobody knows is left out */
    assert_str_eq(vt_buf_str(&out), HEAD "\"raw_text\":\"t\",\"result\":null}");
}

static void test_pool_run__turns_every_death_into_one_failed_outcome(void **state)
{
    (void)state;
    static const struct {
        const char *input, *code, *detail;
        bool keeps_text;
    } rows[] = {
        {"crash", "PARSE_FAILED", "worker_died", true},
        {"exit", "PARSE_FAILED", "worker_died", true},
        {"hang", "TIMEOUT", "deadline", true},
        {"memory", "EXTRACTION_FAILED", "limit", true},
        {"error", "PARSE_FAILED", "internal", true},
    };
    VT_AUTO(vt_pool) vt_pool *pool = open_pool(1, 0);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].input);
        VT_AUTO(vt_buf) vt_buf out = {0}, after = {0};
        vt_outcome outcome =
            run_one(pool, rows[i].input, strcmp(rows[i].input, "hang") ? 0 : 500, &out);
        assert_true(outcome.failed);
        assert_string_equal(outcome.error_code, rows[i].code);
        assert_string_equal(outcome.error_detail, rows[i].detail);
        assert_true(vt_str_find(vt_buf_str(&out), VT_STR("\"raw_text\":\"the text\""), 0) !=
                    VT_NPOS);
        outcome = run_one(pool, "next", 0, &after); /* the pool goes on */
        assert_false(outcome.failed);
    }
    vt_pool_state seen = vt_pool_get_state(pool);
    assert_int_equal(seen.crashes, 4); /* two documents, each tried twice */
    assert_int_equal(seen.timeouts, 1);
    assert_int_equal(seen.limits, 1);
    assert_int_equal(seen.busy, 0);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static void note_percent(void *context, vt_stage stage, int percent)
{
    (void)stage;
    *(int *)context = percent;
}

/* A few bytes are worth some seconds, whatever the time limit is, with OCR or without; only the
 * recognition of letters is counted apart, and only where it was asked for. */
static void test_pool_run__ends_who_computes_too_long_for_its_size(void **state)
{
    (void)state;
    const vt_pool_config config = {.workers = 1, .cpu_ms = 2000};
    VT_AUTO(vt_pool) vt_pool *pool = NULL;
    assert_int_equal(vt_pool_open(&config, &pool, NULL), VT_OK);
    VT_AUTO(vt_buf) vt_buf out = {0}, after = {0};
    vt_options options = vt_options_default();
    options.extract = VT_EXTRACT_AUTO;
    int percent = 0;
    vt_work work = {.input_fd = -1,
                    .input = VT_STR("count"),
                    .options = &options,
                    .on_progress = note_percent,
                    .context = &percent,
                    .timeout_ms = 600000};
    vt_outcome outcome = {0};
    assert_int_equal(vt_pool_run(pool, &work, &out, &outcome, NULL), VT_OK);
    assert_string_equal(outcome.error_detail, "deadline");
    assert_in_range(percent, 60, 60 + 3); /* seconds */
    assert_false(run_one(pool, "next", 0, &after).failed);

    work.input = VT_STR("letters");
    assert_int_equal(vt_pool_run(pool, &work, &out, &outcome, NULL), VT_OK);
    assert_false(outcome.failed);
    options.extract = VT_EXTRACT_FILE;
    assert_int_equal(vt_pool_run(pool, &work, &out, &outcome, NULL), VT_OK);
    assert_string_equal(outcome.error_detail, "worker_died"); /* it was not asked to */
}
#endif

static void test_pool_run__replaces_a_worker_after_its_jobs(void **state)
{
    (void)state;
    VT_AUTO(vt_pool) vt_pool *pool = open_pool(1, 2);
    for (int i = 0; i < 6; i++) {
        VT_AUTO(vt_buf) vt_buf out = {0};
        assert_false(run_one(pool, "x", 0, &out).failed);
    }
    assert_int_equal(vt_pool_get_state(pool).spawned, 4);
}

static void test_pool_probe__counts_pages_and_dump_gives_the_model(void **state)
{
    (void)state;
    VT_AUTO(vt_pool) vt_pool *pool = open_pool(1, 0);
    vt_outcome outcome = {0};
    int64_t used_us = -1;
    const vt_work probe = {.input_fd = -1, .input = VT_STR("12345"), .ret_used_us = &used_us};
    assert_int_equal(vt_pool_probe(pool, &probe, VT_STR("a.pdf"), &outcome, NULL), VT_OK);
    assert_int_equal(outcome.page_count, 5);
    assert_in_range(used_us, 0, 10000000);
    vt_options options = vt_options_default();
    vt_work work = {
        .input_fd = -1, .input = VT_STR("\"model\""), .options = &options, .dump = true};
    VT_AUTO(vt_buf) vt_buf out = {0};
    assert_int_equal(vt_pool_run(pool, &work, &out, &outcome, NULL), VT_OK);
    assert_str_eq(vt_buf_str(&out), "\"model\"");
}

enum { THREADS = 8, JOBS = 25 };

static void *many_jobs(void *context)
{
    vt_pool *pool = context;
    size_t good = 0;
    for (int i = 0; i < JOBS; i++) {
        VT_AUTO(vt_buf) vt_buf out = {0};
        good += !run_one(pool, i % 5 == 4 ? "exit" : "fine", 0, &out).failed;
    }
    return (void *)good;
}

static void test_pool_run__serves_many_threads_with_crashes_among_them(void **state)
{
    (void)state;
    VT_AUTO(vt_pool) vt_pool *pool = open_pool(3, 0);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, many_jobs, pool), 0);
    size_t good = 0;
    for (int i = 0; i < THREADS; i++) {
        void *one = NULL;
        pthread_join(threads[i], &one);
        good += (size_t)one;
    }
    assert_int_equal(good, THREADS * JOBS * 4 / 5);
}

static void test_pool_run__outlives_its_nursery(void **state)
{
    (void)state;
    VT_AUTO(vt_pool) vt_pool *pool = open_pool(2, 0);
    for (int i = 0; i < 2; i++) { /* the second time it is one that was restarted */
        int before = vt_pool_get_state(pool).nursery_pid;
        assert_int_equal(kill(before, SIGKILL), 0);
        /* its workers die with it, though not at once */
        for (int job = 0; job < 2000 && vt_pool_get_state(pool).nursery_pid == before; job++) {
            VT_AUTO(vt_buf) vt_buf out = {0};
            assert_false(run_one(pool, "fine", 0, &out).failed);
            usleep(1000);
        }
        assert_int_not_equal(vt_pool_get_state(pool).nursery_pid, before);
    }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static void test_sandbox__stops_files_and_sockets(void **state)
{
    (void)state;
    vt_pool_config config = {.workers = 1, .verify_sandbox = true};
    VT_AUTO(vt_pool) vt_pool *pool = NULL;
    assert_int_equal(vt_pool_open(&config, &pool, NULL), VT_OK);
    uint32_t layers = vt_pool_get_state(pool).sandbox;
    assert_true(layers & VT_SANDBOX_NO_NEW_PRIVS);
    assert_true(layers & VT_SANDBOX_SECCOMP);
    assert_true(layers & VT_SANDBOX_NO_FILES);
    assert_true(layers & VT_SANDBOX_NO_NETWORK);
    assert_true(layers & VT_SANDBOX_RLIMITS);
    VT_AUTO(vt_buf) vt_buf file = {0}, sock = {0};
    assert_false(run_one(pool, "file", 0, &file).failed); /* refused softly: the open failed */
    vt_outcome outcome = run_one(pool, "socket", 0, &sock);
    assert_string_equal(outcome.error_detail, "worker_died"); /* the filter killed */
}

/* Standard error may be a file: the limit of file growth must not kill, no word may get there. */
static void test_sandbox__a_worker_that_complains_lives_and_is_not_heard(void **state)
{
    (void)state;
    int shown = dup(STDERR_FILENO);
    int file = memfd_create("stderr", MFD_CLOEXEC);
    assert_true(shown >= 0 && file >= 0);
    dup2(file, STDERR_FILENO);
    vt_pool *pool = open_pool(1, 0);
    VT_AUTO(vt_buf) vt_buf answer = {0};
    vt_outcome outcome = run_one(pool, "complain", 0, &answer);
    vt_pool_drop(pool);
    dup2(shown, STDERR_FILENO);
    close(shown);
    assert_false(outcome.failed);
    assert_int_equal(lseek(file, 0, SEEK_END), 0);
    close(file);
}
#endif

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], VT_NURSERY_COMMAND) == 0)
        return vt_nursery_command(argc - 1, argv + 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pool_run__gives_what_the_engine_gave),
        cmocka_unit_test(test_pool_run__refuses_what_no_engine_says),
        cmocka_unit_test(test_pool_run__turns_every_death_into_one_failed_outcome),
        cmocka_unit_test(test_pool_run__replaces_a_worker_after_its_jobs),
        cmocka_unit_test(test_pool_probe__counts_pages_and_dump_gives_the_model),
        cmocka_unit_test(test_pool_run__serves_many_threads_with_crashes_among_them),
        cmocka_unit_test(test_pool_run__outlives_its_nursery),
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        cmocka_unit_test(test_pool_run__ends_who_computes_too_long_for_its_size),
        cmocka_unit_test(test_sandbox__stops_files_and_sockets),
        cmocka_unit_test(test_sandbox__a_worker_that_complains_lives_and_is_not_heard),
#endif
    };
    return UNIT_MAIN(tests);
}
