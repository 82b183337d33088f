/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/child.h"

#include "base/limits.h"
#include "base/log.h"
#include "worker/namespaces.h"
#include "worker/sandbox.h"
#include "worker/wire.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { MAX_JOB_FRAME = 16 * 1024 * 1024, SPARES = 2 };

/* ---- the worker ---- */

struct job {
    int socket;
    vt_stage stage;
    bool text_sent;
};

/* Out of budget: this job has failed, and the process ends with what it said. */
static void on_limit(void *context, size_t wanted)
{
    (void)wanted;
    const struct job *job = context;
    vt_outcome outcome = {0};
    vt_outcome_fail(&outcome, job->stage, "limit",
                    "The document needs more memory than one request may use.");
    VT_AUTO(vt_buf) vt_buf body = {0};
    vt_wire_pack_result(&body, VT_OK, &outcome, VT_STR_NULL);
    if (vt_wire_send(job->socket, VT_FRAME_RESULT, vt_buf_str(&body), NULL, 0, NULL) != VT_OK)
        _exit(1);
    _exit(0);
}

static void tell_ocr(const struct job *job, bool begins)
{
    vt_str word = begins ? VT_STR("1") : VT_STR("0");
    if (vt_wire_send(job->socket, VT_FRAME_OCR, word, NULL, 0, NULL) != VT_OK)
        _exit(1); /* nobody listens */
}

static void on_stage(void *context, vt_stage stage, int percent, vt_str raw_text)
{
    struct job *job = context;
    job->stage = stage;
    if (percent < 0) {
        tell_ocr(job, percent == VT_OCR_BEGINS);
        return;
    }
    VT_AUTO(vt_buf) vt_buf body = {0};
    bool fresh = raw_text.ptr && !job->text_sent;
    vt_wire_pack_progress(&body, stage, percent, fresh ? raw_text : VT_STR_NULL);
    job->text_sent = job->text_sent || fresh;
    if (vt_wire_send(job->socket, VT_FRAME_PROGRESS, vt_buf_str(&body), NULL, 0, NULL) != VT_OK)
        _exit(1); /* nobody listens */
}

typedef struct input {
    vt_str bytes;
    void *map;
} input;

static void release_input(input *in)
{
    if (in->map)
        munmap(in->map, in->bytes.len);
}
VT_DEFINE_AUTO_VALUE(input, release_input)

static bool map_input(int fd, input *ret)
{
    off_t size = lseek(fd, 0, SEEK_END);
    if (size < 0)
        return false;
    ret->bytes = vt_str_n("", 0);
    if (size == 0)
        return true;
    void *map = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED)
        return false;
    ret->map = map;
    ret->bytes = vt_str_n(map, (size_t)size);
    return true;
}

static vt_status run_frame(const vt_engine *engine, vt_arena *arena, const vt_frame *frame,
                           vt_str bytes, struct job *job, vt_buf *json, vt_outcome *outcome,
                           vt_error *err)
{
    vt_str body = vt_buf_str(&frame->body);
    if (frame->type == VT_FRAME_PROBE)
        return vt_engine_probe(engine, arena, bytes, body, outcome, err);
    vt_options options;
    if (!vt_wire_unpack_options(arena, body, &options))
        return vt_fail(err, VT_E_INTERNAL, "malformed options");
    if (frame->type == VT_FRAME_DUMP)
        return vt_engine_dump(engine, arena, bytes, &options, json, err);
    if (frame->type == VT_FRAME_RENDER)
        return vt_engine_render(engine, arena, bytes, &options, json, err);
    if (frame->type == VT_FRAME_UNPACK)
        return vt_engine_unpack(arena, bytes, options.unpack_from, json, err);
    return vt_engine_run(engine, arena, bytes, &options, on_stage, job, json, outcome, err);
}

static bool do_job(const vt_engine *engine, int socket, const vt_frame *frame)
{
    struct job job = {.socket = socket};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    vt_arena_on_limit(arena, on_limit, &job);
    VT_AUTO(vt_buf) vt_buf json = {.max = VT_MAX_RESULT_BYTES};
    vt_outcome outcome = {0};
    vt_error err = {0};
    VT_AUTO(input) input in = {0};

    vt_status status = VT_E_IO;
    if (map_input(frame->fds[0], &in))
        status = run_frame(engine, arena, frame, in.bytes, &job, &json, &outcome, &err);
    if (status == VT_OK && json.overflow) {
        status =
            vt_fail(&err, VT_E_LIMIT, "the answer is larger than %u bytes", VT_MAX_RESULT_BYTES);
        vt_buf_clear(&json); /* what was written of it is no JSON */
    }
    if (status != VT_OK)
        snprintf(outcome.message, sizeof outcome.message, "%s", err.message);
    VT_AUTO(vt_buf) vt_buf body = {0};
    vt_wire_pack_result(&body, status, &outcome, vt_buf_str(&json));
    return vt_wire_send(socket, VT_FRAME_RESULT, vt_buf_str(&body), NULL, 0, NULL) == VT_OK;
}

/* What the nursery gives each worker. */
struct nursery {
    const vt_engine *engine;
    int socket;
    size_t memory_bytes;
    uint32_t layers; /* of the sandbox, that work here: a worker without one of them ends */
    struct spare {
        int socket, pidfd;
        pid_t pid;
    } spares[SPARES]; /* forked and not given yet: a change of accounts need not wait for a fork */
    size_t spare_count;
};

static VT_NORETURN void worker_main(const struct nursery *n, int socket)
{
    prctl(PR_SET_NAME, "vitae-worker", 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0,
          0); /* the sandbox sets it again: another user has none */
    signal(SIGCHLD, SIG_DFL);
    uint32_t layers = vt_sandbox_enter(socket, n->memory_bytes);
    if (n->layers & ~layers)
        _exit(1);
    for (;;) {
        VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
        if (vt_wire_receive(socket, MAX_JOB_FRAME, 0, &frame, NULL) != VT_OK || frame.fds[0] < 0)
            _exit(0);
        if (!do_job(n->engine, socket, &frame))
            _exit(1);
    }
}

/* ---- the nursery ---- */

static vt_status fork_worker(const struct nursery *n, struct spare *ret, vt_error *err)
{
    int pair[2];
    vt_sandbox_sweep();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot make a socket pair");
    VT_AUTO(vt_fd) int ours = pair[0];
    VT_AUTO(vt_fd) int theirs = pair[1];
    pid_t child = fork();
    if (child < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot fork");
    if (child == 0) {
        close(n->socket);
        worker_main(n, theirs);
    }
    VT_AUTO(vt_fd) int pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    if (pidfd < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot open the worker's pidfd");
    *ret = (struct spare){VT_TAKE_FD(ours), VT_TAKE_FD(pidfd), child};
    return VT_OK;
}

static void release_spare(struct spare *spare)
{
    close(spare->socket);
    close(spare->pidfd);
}

static bool is_alive(const struct spare *spare)
{
    struct pollfd end = {.fd = spare->pidfd, .events = POLLIN};
    return poll(&end, 1, 0) == 0;
}

/* A worker that waits already, else a new one. When none can be forked it says so and lives on: its
 * end would end the workers that read documents now. */
static vt_status give_worker(struct nursery *n, vt_error *err)
{
    struct spare worker = {-1, -1, 0};
    while (n->spare_count && worker.socket < 0) {
        worker = n->spares[--n->spare_count];
        if (!is_alive(&worker)) {
            release_spare(&worker);
            worker.socket = -1;
        }
    }
    if (worker.socket < 0 && fork_worker(n, &worker, err) != VT_OK) {
        vt_log(VT_LOG_ERROR, "worker.spawn", "error=\"%s\"", err->message);
        return vt_wire_send(n->socket, VT_FRAME_SPAWNED, VT_STR_NULL, NULL, 0, err);
    }
    const int fds[2] = {worker.socket, worker.pidfd};
    vt_status status =
        vt_wire_send(n->socket, VT_FRAME_SPAWNED,
                     vt_str_n((const char *)&worker.pid, sizeof worker.pid), fds, 2, err);
    release_spare(&worker);
    return status;
}

/* Forks spares while nobody asks. What fails is tried again when a worker is needed. */
static void fork_spares(struct nursery *n)
{
    struct pollfd asked = {.fd = n->socket, .events = POLLIN};
    vt_error err = {0};
    while (n->spare_count < SPARES && poll(&asked, 1, 0) == 0 &&
           fork_worker(n, &n->spares[n->spare_count], &err) == VT_OK)
        n->spare_count++;
}

static vt_status verify(const struct nursery *n, vt_error *err)
{
    signal(SIGCHLD, SIG_DFL); /* its children are waited for */
    uint32_t layers = vt_sandbox_verify(n->memory_bytes);
    signal(SIGCHLD, SIG_IGN);
    return vt_wire_send(n->socket, VT_FRAME_VERIFIED,
                        vt_str_n((const char *)&layers, sizeof layers), NULL, 0, err);
}

static void limit_core(void)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

static void prepare_nursery(int socket)
{
    prctl(PR_SET_NAME, "vitae-nursery", 0, 0, 0);
    signal(SIGCHLD, SIG_IGN); /* workers are reaped by the kernel */
    signal(SIGINT, SIG_IGN);  /* a terminal's ^C is the service's to handle */
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    setpgid(0, 0);
    limit_core();
    close_range((unsigned)socket + 1, ~0u, 0); /* log lines go to standard error */
    vt_namespaces_enter();
}

static vt_status open_nursery(struct nursery *n, const vt_pool_config *config, vt_engine **ret,
                              vt_error *err)
{
    VT_TRY(vt_engine_open(config->taxonomy_path, ret, err));
    if (config->ocr_languages && vt_engine_open_ocr(*ret, config->ocr_languages, err) != VT_OK)
        vt_log(VT_LOG_WARN, "ocr.open", "error=\"%s\"", err->message);
    n->engine = *ret;
    VT_TRY(vt_sandbox_prepare(err)); /* the last that opens files */
    signal(SIGCHLD, SIG_DFL);
    bool tried = vt_sandbox_try(n->memory_bytes, &n->layers);
    signal(SIGCHLD, SIG_IGN);
    return tried ? VT_OK : vt_fail(err, VT_E_IO, "no process could enter the sandbox");
}

void vt_nursery_main(int socket, const vt_pool_config *config)
{
    prepare_nursery(socket);
    struct nursery n = {.socket = socket, .memory_bytes = config->memory_bytes};
    vt_engine *engine = NULL;
    vt_error err = {0};
    if (open_nursery(&n, config, &engine, &err) != VT_OK) {
        vt_log(VT_LOG_ERROR, "nursery.open", "error=\"%s\"", err.message);
        _exit(1);
    }
    for (;;) {
        VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
        if (vt_wire_receive(socket, 64, 0, &frame, NULL) != VT_OK)
            _exit(0); /* the service is gone */
        vt_status status = frame.type == VT_FRAME_VERIFY ? verify(&n, &err) : give_worker(&n, &err);
        if (status != VT_OK) {
            vt_log(VT_LOG_ERROR, "nursery.answer", "error=\"%s\"", err.message);
            _exit(1);
        }
        if (frame.type == VT_FRAME_SPAWN)
            fork_spares(&n);
    }
}

int vt_nursery_command(int argc, char **argv)
{
    int64_t memory = 0;
    vt_log_level level;
    if (argc != 6 || !vt_str_to_i64(vt_str_z(argv[1]), 1 << 20, INT64_MAX, &memory) ||
        !vt_log_level_parse(argv[2], &level)) {
        fputs("vitae: 'nursery' is started by the service only\n", stderr);
        return 2;
    }
    const vt_pool_config config = {
        .memory_bytes = (size_t)memory,
        .taxonomy_path = argv[4][0] ? argv[4] : NULL,
        .ocr_languages = argv[5][0] ? argv[5] : NULL,
    };
    vt_log_init(level, strcmp(argv[3], "json") == 0);
    vt_nursery_main(VT_NURSERY_FD, &config);
}
