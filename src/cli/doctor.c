/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae doctor`: tries the sandbox of the workers and checks the invariants of the store, while a
 * server runs or not. */
#include "cli/admin.h"
#include "cli/doctor_llm.h"
#include "extract/ocr.h"
#include "extract/photo.h"
#include "ledger/doctor.h"
#include "worker/pool.h"

#include <stdio.h>

static const char help[] = "usage: vitae doctor [--data DIR] [--llm] [--quiet]\n"
                           "\n"
                           "Checks that the ledger balances, that every ended request was settled\n"
                           "exactly once, and that nothing is negative or left over. Exit code 1\n"
                           "when anything is wrong. Also tries every layer of the workers'\n"
                           "sandbox, and OCR; what is missing there is a warning.\n"
                           "\n"
                           "--llm asks the language model of the premium tier about a resume of\n"
                           "nobody instead, and checks its answer. Exit code 1 when anything is\n"
                           "not as it must be, 2 when no model is configured.\n";

/* Starts a nursery, which tries what each layer must prevent. Memory cgroups are not among them:
 * they are the service's, whose log has its own (serve.start, sandbox). */
static vt_status report_sandbox(bool quiet, vt_error *err)
{
    const vt_pool_config config = {.workers = 1, .verify_sandbox = true};
    VT_AUTO(vt_pool) vt_pool *pool = NULL;
    VT_TRY(vt_pool_open(&config, &pool, err));
    uint32_t held = vt_pool_get_state(pool).sandbox;
    for (size_t i = 0; i < VT_COUNT(vt_sandbox_layers); i++) {
        const vt_sandbox_layer *layer = &vt_sandbox_layers[i];
        if (!(held & layer->bit) && (layer->bit & VT_SANDBOX_ALL))
            printf("missing sandbox: %s\n", layer->promise);
        else if (!quiet && (held & layer->bit))
            printf("ok      sandbox: %s\n", layer->promise);
        else if (!quiet && layer->bit != VT_SANDBOX_CGROUP)
            printf("not here sandbox: %s\n", layer->promise);
    }
    fflush(stdout);
    return VT_OK;
}

/* Without Tesseract or the data of its languages the service starts, and pictures are not read. */
static void report_ocr(const char *languages, bool quiet)
{
    VT_AUTO(vt_ocr) vt_ocr *ocr = NULL;
    vt_error err = {0};
    vt_status status = languages[0] ? vt_photo_init(&err) : VT_OK;
    if (languages[0] && status == VT_OK)
        status = vt_ocr_open(languages, &ocr, &err);
    if (status != VT_OK)
        printf("missing OCR: %s\n", err.message);
    else if (!quiet)
        printf("ok      OCR: %s\n", languages[0] ? languages : "none is configured");
    fflush(stdout);
}

static void print_invariant(void *context, const char *invariant, int64_t broken)
{
    const bool *quiet = context;
    if (broken)
        printf("BROKEN  %s: %jd\n", invariant, (intmax_t)broken);
    else if (!*quiet)
        printf("ok      %s\n", invariant);
}

int vt_cli_doctor(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    bool quiet = false, llm = false;
    const vt_flag flags[] = {{"quiet", NULL, &quiet}, {"llm", NULL, &llm}, {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words;
    int64_t broken = 0;
    VT_AUTO(vt_store) vt_store *store = NULL;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    if (status == VT_OK && llm)
        return vt_doctor_llm(arena, &config, quiet, &err);
    if (status == VT_OK) /* before the store has threads: the nursery is forked */
        status = report_sandbox(quiet, &err);
    if (status == VT_OK)
        report_ocr(config.ocr_languages, quiet);
    if (status == VT_OK && !quiet)
        vt_doctor_llm_say(&config);
    if (status == VT_OK)
        status = vt_admin_open(arena, &config, false, &store, &err);
    if (status == VT_OK)
        status = vt_doctor_run(store, print_invariant, &quiet, &broken, &err);
    if (status != VT_OK)
        return vt_admin_fail("doctor", status, &err);
    return broken ? VT_EXIT_FAILED : VT_EXIT_OK;
}
