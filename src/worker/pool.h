/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The pool of worker processes that run the engine.
 *
 * One process, the nursery, opens the engine once and forks workers from it, so that a new worker
 * costs well under a millisecond and shares all data. The nursery is this program started anew,
 * with a few words as arguments and an environment without secrets: neither it nor a worker ever
 * had what the service knows. A worker sandboxes itself before it sees a document, does one job at
 * a time, and is replaced before it gets a document of another account, and after a crash, a limit,
 * a timeout or `jobs_per_worker` jobs. Whatever a document does ends one worker and becomes one
 * failed outcome.
 *
 * Calls block and may come from any number of threads; at most `workers` jobs run at once, further
 * calls wait for a free worker. A program with a pool hands the command VT_NURSERY_COMMAND to
 * vt_nursery_command() (child.h).
 */
#ifndef VT_WORKER_POOL_H
#define VT_WORKER_POOL_H

#include "base/buf.h"
#include "base/error.h"
#include "engine/engine.h"

typedef struct vt_pool vt_pool;

typedef struct vt_pool_config {
    unsigned workers;          /* processes at most; 0: one per core */
    unsigned ready;            /* of them are there at the start, the others once needed; 0: all */
    unsigned jobs_per_worker;  /* 0: 500 */
    size_t memory_bytes;       /* of one worker's address space beyond what it shares; 0: 1 GiB */
    unsigned cpu_ms;           /* computing for a document, beside its size and OCR; 0: VT_CPU_MS */
    const char *taxonomy_path; /* or NULL: the embedded one */
    const char *ocr_languages; /* "eng", "eng+deu", "auto"; NULL: no OCR */
    bool verify_sandbox;       /* try at start what must fail; state.sandbox tells */
    bool require_sandbox; /* verify, and VT_E_DENIED when a layer of the sandbox does not work */
    bool divide_cgroup;   /* this process may leave its cgroup for a leaf of it (cgroup.h) */
} vt_pool_config;

/** Layers of the sandbox, as bits: what works on this kernel and was seen to work. */
enum {
    VT_SANDBOX_NO_NEW_PRIVS = 1 << 0,
    VT_SANDBOX_SECCOMP = 1 << 1,
    VT_SANDBOX_LANDLOCK = 1 << 2,
    VT_SANDBOX_NO_NETWORK = 1 << 3,
    VT_SANDBOX_RLIMITS = 1 << 4,
    VT_SANDBOX_NO_FILES = 1 << 5, /* no file could be opened, by whatever layer */
    VT_SANDBOX_NO_CAPABILITIES = 1 << 6,
    VT_SANDBOX_ALL = (1 << 7) - 1, /* what require_sandbox asks for */
    /* beyond them, where the machine allows it */
    VT_SANDBOX_CGROUP = 1 << 7,
    VT_SANDBOX_NETWORK = 1 << 8,   /* namespaces of their own: of the network, */
    VT_SANDBOX_PROCESSES = 1 << 9, /* of processes, */
    VT_SANDBOX_MOUNTS = 1 << 10,   /* of mounts, with an empty root */
};

/** What each layer promises, for people. */
typedef struct vt_sandbox_layer {
    uint32_t bit;
    const char *promise;
} vt_sandbox_layer;
enum { VT_SANDBOX_LAYERS = 11 };
extern const vt_sandbox_layer vt_sandbox_layers[VT_SANDBOX_LAYERS];

typedef struct vt_pool_state {
    unsigned workers, busy;
    uint64_t jobs, crashes, timeouts, limits, spawned;
    uint32_t sandbox; /* VT_SANDBOX_... */
    int nursery_pid;
} vt_pool_state;

/** Starts the nursery and the workers. VT_E_DENIED: require_sandbox. */
VT_MUST_USE vt_status vt_pool_open(const vt_pool_config *config, vt_pool **ret, vt_error *err);

/** Waits for running jobs and ends all processes. NULL is allowed. */
void vt_pool_drop(vt_pool *pool);
VT_DEFINE_AUTO(vt_pool, vt_pool_drop)

/** Progress of a job; called on the thread of vt_pool_run. */
typedef void (*vt_progress_fn)(void *context, vt_stage stage, int percent);

typedef struct vt_work {
    vt_str account; /* whose document it is; the null string: nobody's in particular */
    int input_fd;   /* a file with the input (any seekable descriptor), or -1: take `input` */
    vt_str input;
    const vt_options *options;
    /* of the whole job; 0: 60,000. What a worker computes has a limit by the size of its document
     * besides (VT_CPU_MS) */
    int64_t timeout_ms;
    int64_t stage_ms[VT_STAGE_MATCHING + 1]; /* budget a stage; 0: only timeout_ms */
    vt_progress_fn on_progress;              /* or NULL */
    void *context;
    bool dump;            /* give the document model instead of an answer */
    int64_t *ret_used_us; /* or NULL: the time that the worker computed */
    bool render;          /* give the pages as pictures (vt_engine_render) instead of an answer */
    bool unpack;          /* give the documents of a ZIP archive (vt_engine_unpack) instead */
} vt_work;

/**
 * Runs one job and appends the engine's JSON (see vt_engine_run) to `out`. A crash (after a second
 * try), timeout or limit gives VT_OK with a failed outcome and JSON that holds the raw text as far
 * as it was read. An error is a machine that cannot start processes, or a closed pool.
 */
VT_MUST_USE vt_status vt_pool_run(vt_pool *pool, const vt_work *work, vt_buf *out,
                                  vt_outcome *ret_outcome, vt_error *err);

/** The page probe: format and pages, by content (about a millisecond). No options of `work`. */
VT_MUST_USE vt_status vt_pool_probe(vt_pool *pool, const vt_work *work, vt_str filename,
                                    vt_outcome *ret_outcome, vt_error *err);

/** Any thread. */
vt_pool_state vt_pool_get_state(vt_pool *pool);

/** A sealed memfd with the bytes, for inputs that go through several hands. */
VT_MUST_USE vt_status vt_memfd_new(vt_str bytes, int *ret_fd, vt_error *err);

#endif
