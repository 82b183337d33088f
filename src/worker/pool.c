/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parent's side. `lock` guards the workers' table and the counters; `nursery_lock` the
 * nursery's socket; they are never held together with a job running, and `lock` is never taken
 * under `nursery_lock`.
 */
#include "worker/pool.h"

#include "base/json.h"
#include "base/limits.h"
#include "base/io.h"
#include "base/log.h"
#include "worker/answer.h"
#include "worker/cgroup.h"
#include "worker/child.h"
#include "worker/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum {
    SPAWN_TIMEOUT_MS = 15000,
    START_TIMEOUT_MS = 60000, /* the first answer comes when the engine is open */
    DEFAULT_TIMEOUT_MS = 60000,
    DEFAULT_JOBS = 500,
    ACCOUNT_TEXT = 64,
    SLOW_US = 250000,
    SLOW_NICE = 10,
    TRIES = 2, /* a document that kills workers is tried at most so often */
    /* workers that end before they have read it are no tries: the pool's own and the nursery's
     * spares may end together; where more do, none can work here */
    MAX_UNREAD = 8,
    MAX_FRAME = VT_MAX_RESULT_BYTES + 65536,
    MAX_TOLD = 1000,      /* frames of progress of one job, of both tries */
    MAX_OCR_TOLD = 20000, /* and about its pictures */
};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { VT_SANITIZED = 1 };
#else
enum { VT_SANITIZED = 0 };
#endif
static const size_t default_memory = (size_t)1 << 30;

struct worker {
    int socket, pidfd; /* -1: no process */
    pid_t pid;
    bool slow; /* it has less of the processor than others */
    unsigned jobs;
    bool busy;
    char account[ACCOUNT_TEXT]; /* whose documents it has read, once jobs > 0 */
};

struct vt_pool {
    vt_pool_config config;
    pthread_mutex_t lock;
    pthread_cond_t freed;
    struct worker *workers;
    bool closing;
    vt_pool_state state;
    pthread_mutex_t nursery_lock;
    int nursery;   /* -1: gone */
    bool answered; /* it has answered once */
    pid_t nursery_pid;
};

/* ---- processes ---- */

/* What the nursery gets of the environment: what the loader, the C library, sanitizers and OCR ask
 * for. Passwords and keys stand elsewhere, and what a process never had cannot be read out of it.
 */
static bool is_kept(const char *entry)
{
    static const char *const names[] = {
        "LD_",           "LANG=",           "LC_",           "TZ=",
        "MALLOC_",       "GLIBC_TUNABLES=", "OMP_",          "TESSDATA_PREFIX=",
        "ASAN_OPTIONS=", "UBSAN_OPTIONS=",  "TSAN_OPTIONS=", "LSAN_OPTIONS="};
    for (size_t i = 0; i < VT_COUNT(names); i++)
        if (strncmp(entry, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* The caller frees the list; the entries are those of `environ`. */
static char **kept_environment(void)
{
    size_t count = 0, n = 0;
    while (environ && environ[count])
        count++;
    char **list = vt_xcalloc(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        if (is_kept(environ[i]))
            list[n++] = environ[i];
    return list;
}

static int exec_nursery(vt_pool *pool, int socket)
{
    char memory[32];
    snprintf(memory, sizeof memory, "%zu", pool->config.memory_bytes);
    const vt_pool_config *c = &pool->config;
    const char *const args[] = {"vitae",
                                VT_NURSERY_COMMAND,
                                memory,
                                vt_log_level_word(vt_log_least()),
                                vt_log_is_json() ? "json" : "text",
                                c->taxonomy_path ? c->taxonomy_path : "",
                                c->ocr_languages ? c->ocr_languages : "",
                                NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, VT_NURSERY_FD);
    char **kept = kept_environment();
    int failed = posix_spawn(&pool->nursery_pid, "/proc/self/exe", &actions, NULL,
                             (char *const *)(uintptr_t)args, kept);
    posix_spawn_file_actions_destroy(&actions);
    free(kept);
    return failed;
}

/* A fresh process of this program, not a fork: it has nothing of what the service was told or read,
 * so neither have the workers. With nursery_lock held, but for the first. */
static vt_status start_nursery(vt_pool *pool, vt_error *err)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot make a socket pair");
    if (pool->nursery_pid > 0) { /* one that hangs is ended */
        kill(pool->nursery_pid, SIGKILL);
        waitpid(pool->nursery_pid, NULL, 0);
    }
    int failed = exec_nursery(pool, pair[1]);
    close(pair[1]);
    if (failed) {
        close(pair[0]);
        pool->nursery_pid = 0;
        errno = failed;
        return vt_fail_errno(err, VT_E_IO, "cannot start the worker nursery");
    }
    pool->nursery = pair[0];
    pool->answered = false;
    return VT_OK;
}

/* One question to the nursery. Called with nursery_lock held. */
static vt_status ask_nursery(vt_pool *pool, vt_frame_type question, vt_frame *ret, vt_error *err)
{
    if (pool->nursery < 0) {
        VT_TRY(start_nursery(pool, err));
        vt_log(VT_LOG_WARN, "nursery.restart", "pid=%d", (int)pool->nursery_pid);
    }
    vt_status status = vt_wire_send(pool->nursery, question, VT_STR_NULL, NULL, 0, err);
    if (status == VT_OK)
        status = vt_wire_receive(pool->nursery, 64,
                                 vt_time_monotonic_ms() +
                                     (pool->answered ? SPAWN_TIMEOUT_MS : START_TIMEOUT_MS),
                                 ret, err);
    pool->answered = pool->answered || status == VT_OK;
    if (status != VT_OK) {
        close(pool->nursery);
        pool->nursery = -1;
    }
    return status;
}

/* Asks once for a worker. Called with nursery_lock held. */
static vt_status ask_for_worker(vt_pool *pool, struct worker *ret, vt_error *err)
{
    VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
    VT_TRY(ask_nursery(pool, VT_FRAME_SPAWN, &frame, err));
    if (frame.type != VT_FRAME_SPAWNED || frame.fds[0] < 0 || frame.fds[1] < 0 ||
        frame.body.len != sizeof ret->pid)
        return vt_fail(err, VT_E_IO, "the worker nursery gave no worker");
    ret->socket = VT_TAKE_FD(frame.fds[0]);
    ret->pidfd = VT_TAKE_FD(frame.fds[1]);
    memcpy(&ret->pid, frame.body.ptr, sizeof ret->pid);
    ret->jobs = 0;
    ret->slow = false;
    ret->account[0] = '\0';
    return VT_OK;
}

static vt_status spawn_worker(vt_pool *pool, struct worker *worker, vt_error *err)
{
    pthread_mutex_lock(&pool->nursery_lock);
    vt_status status = ask_for_worker(pool, worker, err);
    if (status != VT_OK) /* it is started again if it was gone, and what was missing may be back */
        status = ask_for_worker(pool, worker, err);
    pthread_mutex_unlock(&pool->nursery_lock);
    VT_TRY(status);
    pthread_mutex_lock(&pool->lock);
    pool->state.spawned++;
    pthread_mutex_unlock(&pool->lock);
    return VT_OK;
}

static void end_worker(struct worker *worker)
{
    if (worker->pidfd >= 0) {
        syscall(SYS_pidfd_send_signal, worker->pidfd, SIGKILL, NULL, 0);
        close(worker->pidfd);
    }
    if (worker->socket >= 0)
        close(worker->socket);
    worker->socket = worker->pidfd = -1;
}

const vt_sandbox_layer vt_sandbox_layers[VT_SANDBOX_LAYERS] = {
    {VT_SANDBOX_NO_NEW_PRIVS, "workers gain no privileges"},
    {VT_SANDBOX_RLIMITS, "workers have limits of memory, files and processes"},
    {VT_SANDBOX_LANDLOCK, "Landlock closes every path"},
    {VT_SANDBOX_NO_FILES, "workers open no file"},
    {VT_SANDBOX_NO_NETWORK, "workers make no socket"},
    {VT_SANDBOX_SECCOMP, "workers map no executable memory"},
    {VT_SANDBOX_NO_CAPABILITIES, "workers have no capability"},
    {VT_SANDBOX_CGROUP, "each worker has a memory cgroup"},
    {VT_SANDBOX_NETWORK, "workers have an empty network"},
    {VT_SANDBOX_PROCESSES, "workers see no other process"},
    {VT_SANDBOX_MOUNTS, "workers see an empty root"},
};

static void warn_of_missing(uint32_t layers, vt_buf *names)
{
    for (size_t i = 0; i < VT_COUNT(vt_sandbox_layers); i++) {
        const vt_sandbox_layer *layer = &vt_sandbox_layers[i];
        if (layers & layer->bit || !(layer->bit & VT_SANDBOX_ALL))
            continue;
        vt_log(VT_LOG_WARN, "sandbox.missing", "layer=\"%s\"", layer->promise);
        vt_buf_addf(names, "%s%s", names->len ? ", " : "", layer->promise);
    }
}

static vt_status verify_sandbox(vt_pool *pool, vt_error *err)
{
    VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
    VT_TRY(ask_nursery(pool, VT_FRAME_VERIFY, &frame, err));
    uint32_t layers = 0;
    if (frame.type != VT_FRAME_VERIFIED || frame.body.len != sizeof layers)
        return vt_fail(err, VT_E_IO, "the worker nursery gave no answer about the sandbox");
    memcpy(&layers, frame.body.ptr, sizeof layers);
    pool->state.sandbox = layers;
    VT_AUTO(vt_buf) vt_buf names = {0};
    warn_of_missing(layers, &names);
    if (pool->config.require_sandbox && names.len)
        return vt_fail(err, VT_E_DENIED, "the sandbox is incomplete here; missing: " VT_STR_FMT,
                       VT_STR_ARG(vt_buf_str(&names)));
    return VT_OK;
}

vt_status vt_pool_open(const vt_pool_config *config, vt_pool **ret, vt_error *err)
{
    VT_AUTO(vt_pool) vt_pool *pool = vt_xcalloc(1, sizeof *pool);
    pool->config = *config;
    pool->nursery = -1;
    if (!pool->config.workers)
        pool->config.workers = (unsigned)VT_MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
    if (!pool->config.jobs_per_worker)
        pool->config.jobs_per_worker = DEFAULT_JOBS;
    if (!pool->config.memory_bytes)
        pool->config.memory_bytes = default_memory;
    pool->state.workers = pool->config.workers;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_mutex_init(&pool->nursery_lock, NULL);
    pthread_cond_init(&pool->freed, NULL);
    pool->workers = vt_xcalloc(pool->config.workers, sizeof *pool->workers);
    for (unsigned i = 0; i < pool->config.workers; i++)
        pool->workers[i] = (struct worker){.socket = -1, .pidfd = -1};

    char cgroup[VT_CGROUP_PATH];
    if (config->divide_cgroup && vt_cgroup_own(cgroup))
        vt_cgroup_divide(cgroup);
    VT_TRY(start_nursery(pool, err));
    if (pool->config.verify_sandbox || pool->config.require_sandbox)
        VT_TRY(verify_sandbox(pool, err));
    unsigned ready = config->ready ? config->ready : pool->config.workers;
    for (unsigned i = 0; i < VT_MIN(ready, pool->config.workers); i++)
        VT_TRY(spawn_worker(pool, &pool->workers[i], err));
    *ret = VT_TAKE(pool);
    return VT_OK;
}

void vt_pool_drop(vt_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->freed);
    while (pool->state.busy)
        pthread_cond_wait(&pool->freed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->config.workers; i++)
        end_worker(&pool->workers[i]);
    if (pool->nursery >= 0)
        close(pool->nursery);
    if (pool->nursery_pid > 0)
        while (waitpid(pool->nursery_pid, NULL, 0) < 0 && errno == EINTR)
            ;
    pthread_cond_destroy(&pool->freed);
    pthread_mutex_destroy(&pool->nursery_lock);
    pthread_mutex_destroy(&pool->lock);
    free(pool->workers);
    free(pool);
}

/* ---- choosing a worker ---- */

/* Whether it has read a document of somebody else: what is left of that in its memory must meet no
 * other. */
static bool is_strange(const struct worker *worker, vt_str account)
{
    return worker->socket >= 0 && worker->jobs > 0 &&
           !vt_str_eq(vt_str_z(worker->account), account);
}

/* A free worker: of the account itself, else one that has read nothing yet, else a place where none
 * is yet, else any. */
static struct worker *find_free(vt_pool *pool, vt_str account)
{
    struct worker *fresh = NULL, *strange = NULL, *empty = NULL;
    for (unsigned i = 0; i < pool->config.workers; i++) {
        struct worker *worker = &pool->workers[i];
        if (worker->busy)
            continue;
        if (worker->socket < 0)
            empty = worker;
        else if (is_strange(worker, account))
            strange = worker;
        else if (worker->jobs > 0)
            return worker;
        else
            fresh = worker;
    }
    return fresh ? fresh : empty ? empty : strange;
}

static vt_status acquire(vt_pool *pool, vt_str account, struct worker **ret, vt_error *err)
{
    pthread_mutex_lock(&pool->lock);
    struct worker *worker = NULL;
    while (!pool->closing && !(worker = find_free(pool, account)))
        pthread_cond_wait(&pool->freed, &pool->lock);
    if (worker && !pool->closing) {
        worker->busy = true;
        pool->state.busy++;
    }
    bool closing = pool->closing;
    pthread_mutex_unlock(&pool->lock);
    if (closing)
        return vt_fail(err, VT_E_BUSY, "the worker pool is closing");
    if (is_strange(worker, account))
        end_worker(worker); /* the job takes a new one */
    *ret = worker;
    return VT_OK;
}

static void give_back(vt_pool *pool, struct worker *worker)
{
    if (worker->socket >= 0 && (++worker->jobs >= pool->config.jobs_per_worker || worker->slow))
        end_worker(worker);
    if (worker->socket < 0 && !pool->closing) {
        vt_error err = {0}; /* the next job tries again */
        if (spawn_worker(pool, worker, &err) != VT_OK)
            vt_log(VT_LOG_ERROR, "worker.spawn", "error=\"%s\"", err.message);
    }
    pthread_mutex_lock(&pool->lock);
    worker->busy = false;
    pool->state.busy--;
    pthread_cond_broadcast(&pool->freed);
    pthread_mutex_unlock(&pool->lock);
}

/* ---- one job ---- */

/* What a worker has computed since it was forked; -1 when there is none. */
static int64_t computed_us(const struct worker *worker)
{
    clockid_t clock;
    struct timespec t;
    if (worker->socket < 0 || clock_getcpuclockid(worker->pid, &clock) != 0 ||
        clock_gettime(clock, &t) != 0)
        return -1;
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

struct run {
    const vt_work *work;
    int64_t budget_us; /* it may compute */
    int64_t begun_us;  /* what the worker had computed when it got the job; -1: unknown */
    int64_t deadline_ms, stage_deadline_ms;
    vt_stage stage;
    int percent;
    unsigned told, ocr_told; /* frames of progress */
    /* recognising letters is counted apart: what it took until now, and what the worker had
     * computed when it last began; -1: it does not recognise */
    int64_t ocr_us, ocr_begun_us;
    vt_buf raw_text;
    bool has_text;
};

enum { SLOWER = VT_SANITIZED ? 20 : 1 };

static int64_t size_of(const vt_work *work)
{
    struct stat st;
    if (work->input_fd < 0 || fstat(work->input_fd, &st) != 0)
        return (int64_t)work->input.len;
    return (int64_t)st.st_size;
}

/* A document of this size may be computed on for so long, without OCR. */
static int64_t cpu_budget_us(const vt_pool *pool, const vt_work *work)
{
    enum { MEGABYTE = 1024 * 1024 };
    int64_t base_ms = pool->config.cpu_ms ? pool->config.cpu_ms : VT_CPU_MS;
    int64_t ms = base_ms + size_of(work) * VT_CPU_MS_PER_MEGABYTE / MEGABYTE;
    return ms * 1000 * SLOWER;
}

/* Of what the worker has computed, what recognising letters took: pictures are paid for. No more
 * than one picture may take and all may, whatever the worker says about them. */
static int64_t ocr_us(const struct run *run, int64_t now_us)
{
    const int64_t page_us = VT_OCR_PAGE_MS * INT64_C(1000) * SLOWER;
    int64_t us = run->ocr_us;
    if (run->ocr_begun_us >= 0 && now_us > run->ocr_begun_us)
        us += VT_MIN(now_us - run->ocr_begun_us, page_us);
    return VT_MIN(us, VT_OCR_TOTAL_MS * INT64_C(1000) * SLOWER);
}

static int64_t next_deadline(const struct run *run)
{
    return run->stage_deadline_ms ? VT_MIN(run->deadline_ms, run->stage_deadline_ms)
                                  : run->deadline_ms;
}

static void enter_stage(struct run *run, vt_stage stage, int percent)
{
    int64_t budget = run->work->stage_ms[stage];
    if (stage != run->stage || !run->stage_deadline_ms)
        run->stage_deadline_ms = budget ? vt_time_monotonic_ms() + budget : 0;
    run->stage = stage;
    run->percent = VT_MAX(run->percent, percent); /* never falls, also on a second try */
    if (run->work->on_progress)
        run->work->on_progress(run->work->context, stage, run->percent);
}

static bool note_progress(struct run *run, const vt_frame *frame)
{
    vt_stage stage;
    int percent;
    vt_str text;
    if (!vt_wire_unpack_progress(vt_buf_str(&frame->body), &stage, &percent, &text) ||
        text.len > VT_MAX_TEXT_BYTES || ++run->told > MAX_TOLD)
        return false;
    if (text.ptr && !run->has_text) {
        vt_buf_add(&run->raw_text, text);
        run->has_text = true;
    }
    enter_stage(run, stage, percent);
    return true;
}

/* The worker begins to recognise letters, or ends it. False when it was not asked to. */
static bool note_ocr(struct run *run, int64_t now_us, vt_str body)
{
    bool begins = vt_str_eq(body, VT_STR("1"));
    const vt_options *options = run->work->options;
    if (!options || options->extract == VT_EXTRACT_FILE || ++run->ocr_told > MAX_OCR_TOLD ||
        (!begins && !vt_str_eq(body, VT_STR("0"))))
        return false;
    run->ocr_us = ocr_us(run, now_us);
    run->ocr_begun_us = begins ? now_us : -1;
    return true;
}

/* What the pool itself answers for a job that its worker did not end: the raw text, as far as it
 * was read. */
static void put_failed_json(const struct run *run, vt_buf *out)
{
    static const char *const keys[] = {"metadata", "checks", "ai_features", "matching"};
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    for (size_t i = 0; i < VT_COUNT(keys); i++)
        vt_json_kv_null(&w, keys[i]);
    vt_json_kv_str(&w, "raw_text", run->has_text ? vt_buf_str(&run->raw_text) : VT_STR_NULL);
    vt_json_kv_null(&w, "result");
    vt_json_end_object(&w);
}

/* A request's answer, not one of the other things that a worker makes of a document. */
static bool gives_answer(const vt_work *work)
{
    return work->options && !work->dump && !work->render && !work->unpack;
}

/* Takes over what the worker wrote, as far as it may say so (answer.h). */
static vt_status take_answer(const struct run *run, vt_str json, const vt_outcome *outcome,
                             vt_buf *out, vt_error *err)
{
    const vt_work *work = run->work;
    bool job = gives_answer(work);
    if (!work->options)
        return VT_OK; /* a probe gives numbers only */
    if (job && !vt_answer_fits(work->options, outcome))
        return vt_fail(err, VT_E_FORMAT, "a worker did what it was not asked for");
    size_t left_out = 0;
    vt_error note = {0};
    vt_answer_shape shape = work->dump     ? VT_ANSWER_ANY
                            : work->render ? VT_ANSWER_pages
                            : work->unpack ? VT_ANSWER_unpacked
                                           : vt_answer_shape_of(work->options, outcome);
    vt_status status = vt_answer_check(shape, json, out, &left_out, &note);
    if (status != VT_OK)
        return vt_fail(err, VT_E_FORMAT, "%s", note.message);
    if (left_out && shape != VT_ANSWER_failed)
        vt_log(VT_LOG_WARN, "worker.answer", "left_out=%zu first=\"%s\"", left_out, note.message);
    return VT_OK;
}

static vt_status take_result(const vt_frame *frame, const struct run *run, vt_buf *out,
                             vt_outcome *ret, vt_error *err)
{
    vt_status status;
    vt_str json;
    if (!vt_wire_unpack_result(vt_buf_str(&frame->body), &status, ret, &json))
        return vt_fail(err, VT_E_FORMAT, "a worker sent a malformed result");
    if (status != VT_OK) {
        char message[sizeof ret->message];
        memcpy(message, ret->message, sizeof message);
        if (run->work->options && !gives_answer(run->work))
            return vt_fail(err, VT_E_INVALID, "%s", message);
        *ret = (vt_outcome){0};
        vt_outcome_fail(ret, run->stage, status == VT_E_LIMIT ? "limit" : "internal", message);
        json = VT_STR_NULL; /* not whole */
    }
    if (ret->failed && json.len == 0) {
        put_failed_json(run, out);
        return VT_OK;
    }
    return take_answer(run, json, ret, out, err);
}

/* Who computes for long goes behind those who do not: short documents wait for no long one. */
static void make_slow(struct worker *worker)
{
    setpriority(PRIO_PROCESS, (id_t)worker->pid, SLOW_NICE); /* it ends with the job */
    worker->slow = true;
}

/* Until the worker says something. VT_E_TIMEOUT: its time is over, or what it may compute. It never
 * computes for longer than the time that passes, so that few looks are needed. */
static vt_status wait_for_word(struct worker *worker, const struct run *run, vt_error *err)
{
    const int64_t budget_us = run->budget_us;
    for (;;) {
        int64_t now_us = computed_us(worker), all_us = 0, used_us = 0;
        if (now_us >= 0 && run->begun_us >= 0) {
            all_us = now_us - run->begun_us;
            used_us = all_us - ocr_us(run, now_us);
        }
        if (used_us >= budget_us)
            return vt_fail(err, VT_E_TIMEOUT, "it computed for %jd ms", (intmax_t)used_us / 1000);
        if (all_us >= SLOW_US && !worker->slow)
            make_slow(worker);
        int64_t slice_us = worker->slow ? budget_us - used_us : SLOW_US - all_us;
        int64_t left_ms = next_deadline(run) - vt_time_monotonic_ms();
        if (left_ms <= 0)
            return vt_fail(err, VT_E_TIMEOUT, "no answer in time");
        struct pollfd word = {.fd = worker->socket, .events = POLLIN};
        int n = poll(&word, 1, (int)VT_MIN(left_ms, slice_us / 1000 + 5));
        if (n > 0)
            return VT_OK;
        if (n < 0 && errno != EINTR)
            return vt_fail_errno(err, VT_E_IO, "cannot wait for a worker");
    }
}

/* Sends the job and receives until its result. VT_E_IO, VT_E_FORMAT: the worker is of no more use;
 * VT_E_BUSY: it is gone, and had not read the job; VT_E_TIMEOUT: it must be ended. */
static vt_status converse(struct worker *worker, vt_frame_type type, vt_str body, int fd,
                          struct run *run, vt_buf *out, vt_outcome *ret, vt_error *err)
{
    VT_TRY(vt_wire_send(worker->socket, type, body, &fd, 1, err));
    for (;;) {
        VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
        VT_TRY(wait_for_word(worker, run, err));
        VT_TRY(vt_wire_receive(worker->socket, MAX_FRAME, next_deadline(run), &frame, err));
        if (frame.type == VT_FRAME_RESULT)
            return take_result(&frame, run, out, ret, err);
        if (frame.type == VT_FRAME_OCR &&
            note_ocr(run, computed_us(worker), vt_buf_str(&frame.body)))
            continue;
        if (frame.type != VT_FRAME_PROGRESS || !note_progress(run, &frame))
            return vt_fail(err, VT_E_FORMAT, "a worker sent an unexpected frame");
    }
}

static void count(vt_pool *pool, uint64_t *counter)
{
    pthread_mutex_lock(&pool->lock);
    ++*counter;
    pthread_mutex_unlock(&pool->lock);
}

/* Whether a worker has ended while it had nothing to do: no document is to blame for that. */
static bool has_ended(const struct worker *worker)
{
    struct pollfd end = {.fd = worker->pidfd, .events = POLLIN};
    return worker->socket >= 0 && poll(&end, 1, 0) > 0;
}

static vt_status try_job(vt_pool *pool, struct worker *worker, vt_frame_type type, vt_str body,
                         int fd, struct run *run, vt_buf *out, vt_outcome *ret, vt_error *err)
{
    if (has_ended(worker))
        end_worker(worker);
    for (int tries = 0, unread = 0;;) {
        if (worker->socket < 0)
            VT_TRY(spawn_worker(pool, worker, err));
        snprintf(worker->account, sizeof worker->account, VT_STR_FMT,
                 VT_STR_ARG(run->work->account));
        enter_stage(run, VT_STAGE_EXTRACT, 0);
        run->begun_us = computed_us(worker);
        run->ocr_us = 0;
        run->ocr_begun_us = -1;
        vt_error why = {0};
        vt_status status = converse(worker, type, body, fd, run, out, ret, &why);
        if (status == VT_OK)
            return VT_OK;
        if (status == VT_E_INVALID)
            return vt_fail(err, status, "%s", why.message);
        end_worker(worker);
        if (status == VT_E_BUSY && unread++ < MAX_UNREAD)
            continue;
        *ret = (vt_outcome){0}; /* nothing of what it said */
        if (status == VT_E_TIMEOUT) {
            count(pool, &pool->state.timeouts);
            vt_outcome_fail(ret, run->stage, "deadline", NULL);
            break;
        }
        if (status == VT_E_FORMAT)
            vt_log(VT_LOG_WARN, "worker.refused", "error=\"%s\"", why.message);
        count(pool, &pool->state.crashes);
        if (++tries == TRIES || vt_time_monotonic_ms() >= run->deadline_ms) {
            vt_outcome_fail(ret, run->stage, "worker_died", NULL);
            if (run->stage == VT_STAGE_EXTRACT)
                ret->error_code = "EXTRACTION_FAILED";
            break;
        }
    }
    if (type == VT_FRAME_JOB)
        put_failed_json(run, out);
    return VT_OK;
}

/* What it computed since `before`; when it ended meanwhile, all the time that has passed. */
static int64_t used_us(const struct worker *worker, pid_t pid, int64_t before_us, int64_t from_us)
{
    int64_t now_us = worker->pid == pid && before_us >= 0 ? computed_us(worker) : -1;
    return now_us >= 0 ? now_us - before_us : vt_time_monotonic_us() - from_us;
}

static vt_status run_on_worker(vt_pool *pool, vt_frame_type type, vt_str body, const vt_work *work,
                               vt_buf *out, vt_outcome *ret, vt_error *err)
{
    VT_AUTO(vt_fd) int own = -1;
    int fd = work->input_fd;
    if (fd < 0) {
        VT_TRY(vt_memfd_new(work->input, &own, err));
        fd = own;
    }
    struct worker *worker = NULL;
    if (work->account.len >= ACCOUNT_TEXT)
        return vt_fail(err, VT_E_INTERNAL, "an account of %zu characters", work->account.len);
    VT_TRY(acquire(pool, work->account, &worker, err));
    int64_t timeout = work->timeout_ms ? work->timeout_ms : DEFAULT_TIMEOUT_MS;
    struct run run = {.work = work,
                      .budget_us = cpu_budget_us(pool, work),
                      .deadline_ms = vt_time_monotonic_ms() + timeout};
    vt_outcome outcome = {0};
    pid_t pid = worker->pid;
    int64_t before_us = computed_us(worker), from_us = vt_time_monotonic_us();
    vt_status status = try_job(pool, worker, type, body, fd, &run, out, &outcome, err);
    if (work->ret_used_us)
        *work->ret_used_us = used_us(worker, pid, before_us, from_us);
    if (status == VT_OK)
        *ret = outcome;
    bool over_limit = outcome.error_detail && strcmp(outcome.error_detail, "limit") == 0;
    if (over_limit)
        end_worker(worker);
    give_back(pool, worker);
    count(pool, over_limit ? &pool->state.limits : &pool->state.jobs);
    vt_buf_release(&run.raw_text);
    return status;
}

vt_status vt_pool_run(vt_pool *pool, const vt_work *work, vt_buf *out, vt_outcome *ret_outcome,
                      vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf body = {0};
    vt_wire_pack_options(&body, work->options);
    vt_frame_type type = work->dump     ? VT_FRAME_DUMP
                         : work->render ? VT_FRAME_RENDER
                         : work->unpack ? VT_FRAME_UNPACK
                                        : VT_FRAME_JOB;
    return run_on_worker(pool, type, vt_buf_str(&body), work, out, ret_outcome, err);
}

vt_status vt_pool_probe(vt_pool *pool, const vt_work *work, vt_str filename,
                        vt_outcome *ret_outcome, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf unused = {0};
    return run_on_worker(pool, VT_FRAME_PROBE, filename, work, &unused, ret_outcome, err);
}

vt_pool_state vt_pool_get_state(vt_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    vt_pool_state state = pool->state;
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_lock(&pool->nursery_lock);
    state.nursery_pid = (int)pool->nursery_pid;
    pthread_mutex_unlock(&pool->nursery_lock);
    return state;
}

vt_status vt_memfd_new(vt_str bytes, int *ret_fd, vt_error *err)
{
    VT_AUTO(vt_fd) int fd = memfd_create("vitae-input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot make a memory file");
    VT_TRY(vt_io_write_all(fd, bytes, err));
    if (fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot seal a memory file");
    *ret_fd = VT_TAKE_FD(fd);
    return VT_OK;
}
