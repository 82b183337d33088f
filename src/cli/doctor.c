/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae doctor`: tries the sandbox of the workers and checks the invariants of the store, while a
 * server runs or not. */
#include "base/buf.h"
#include "cli/admin.h"
#include "cli/doctor_checks.h"
#include "cli/doctor_llm.h"
#include "extract/ocr.h"
#include "extract/photo.h"
#include "ledger/doctor.h"
#include "worker/pool.h"

#include <stdio.h>

static const char help[] =
    "usage: vitae doctor [-v] [--data DIR] [--llm] [--quiet]\n"
    "\n"
    "Checks the store (credits add up, every finished request was settled once), every layer of\n"
    "the sandbox, OCR and its languages, the configuration, the certificate, the disk, the clock,\n"
    "and the addresses of webhooks. Prints what is wrong or missing, and a summary. Exit code 1 "
    "if\n"
    "anything is wrong.\n"
    "\n"
    "  -v, --verbose   print every check\n"
    "      --quiet     print problems only\n"
    "      --llm       test the language model of the premium tier instead, with a made-up "
    "resume.\n"
    "                  Exit code 1 if an answer is wrong, 2 if no model is configured\n";

/* Starts a nursery, which tries what each layer must prevent. Memory cgroups are not among them:
 * they are the service's, whose log has its own (serve.start, sandbox). */
static vt_status report_sandbox(vt_doctor_report *r, vt_error *err)
{
    const vt_pool_config config = {.workers = 1, .verify_sandbox = true};
    VT_AUTO(vt_pool) vt_pool *pool = NULL;
    VT_TRY(vt_pool_open(&config, &pool, err));
    uint32_t held = vt_pool_get_state(pool).sandbox;
    for (size_t i = 0; i < VT_COUNT(vt_sandbox_layers); i++) {
        const vt_sandbox_layer *layer = &vt_sandbox_layers[i];
        if (!(held & layer->bit) && (layer->bit & VT_SANDBOX_ALL))
            printf("missing sandbox: %s\n", layer->promise);
        else if (held & layer->bit)
            vt_doctor_passed(r, "sandbox", layer->promise);
        else if (r->verbose && layer->bit != VT_SANDBOX_CGROUP)
            printf("not here sandbox: %s\n", layer->promise);
    }
    fflush(stdout);
    return VT_OK;
}

/* Whether the data of a language, such as "eng", were found. */
static bool is_open(const vt_ocr *ocr, vt_str language)
{
    for (size_t i = 0; vt_ocr_language(ocr, i); i++)
        if (vt_str_eq(vt_str_z(vt_ocr_language(ocr, i)), language))
            return true;
    return false;
}

/* The languages whose data were found, and of those that are configured the others. */
static void report_languages(vt_doctor_report *r, const vt_ocr *ocr, const char *wanted)
{
    VT_AUTO(vt_buf) vt_buf names = {0};
    for (size_t i = 0; vt_ocr_language(ocr, i); i++)
        vt_buf_addf(&names, "%s%s", i ? "+" : "", vt_ocr_language(ocr, i));
    vt_buf_addc(&names, '\0');
    vt_doctor_passed(r, "OCR", vt_buf_str(&names).ptr);
    vt_str rest = vt_str_z(strcmp(wanted, "auto") == 0 ? "" : wanted), one;
    while (vt_str_split(&rest, '+', &one))
        if (one.len && !is_open(ocr, one))
            vt_doctor_broken(r, "OCR",
                             "the data of '" VT_STR_FMT "' (ocr_languages) are not installed: "
                             "`vitae config show` prints where it is set",
                             VT_STR_ARG(one));
}

/* Without Tesseract or the data of its languages the service starts, and pictures are not read. */
static void report_ocr(vt_doctor_report *r, const char *languages)
{
    VT_AUTO(vt_ocr) vt_ocr *ocr = NULL;
    vt_error err = {0};
    vt_status status = languages[0] ? vt_photo_init(&err) : VT_OK;
    if (languages[0] && status == VT_OK)
        status = vt_ocr_open(languages, &ocr, &err);
    if (status != VT_OK)
        printf("missing OCR: %s\n", err.message);
    else if (!languages[0])
        vt_doctor_passed(r, "OCR", "none is configured");
    else
        report_languages(r, ocr, languages);
    fflush(stdout);
}

static void print_invariant(void *context, const char *invariant, int64_t broken)
{
    if (broken)
        printf("BROKEN  %s: %jd\n", invariant, (intmax_t)broken);
    else
        vt_doctor_passed(context, "", invariant);
}

int vt_cli_doctor(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    bool quiet = false, llm = false;
    static char verbose[] = "--verbose";
    vt_doctor_report report = {0};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0)
            argv[i] = verbose;
    const vt_flag flags[] = {{"quiet", NULL, &quiet},
                             {"verbose", NULL, &report.verbose},
                             {"llm", NULL, &llm},
                             {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words;
    int64_t broken = 0;
    VT_AUTO(vt_store) vt_store *store = NULL;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    if (status == VT_OK && llm)
        return vt_doctor_llm(arena, &config, quiet, &err);
    if (status == VT_OK) /* before the store has threads: the nursery is forked */
        status = report_sandbox(&report, &err);
    if (status == VT_OK)
        report_ocr(&report, config.ocr_languages);
    if (status == VT_OK)
        vt_doctor_check_place(&report, arena, &config);
    if (status == VT_OK && report.verbose)
        vt_doctor_llm_say(&config);
    if (status == VT_OK)
        status = vt_admin_open(arena, &config, false, &store, &err);
    if (status == VT_OK)
        status = vt_doctor_check_store(&report, arena, &config, store, &err);
    if (status == VT_OK)
        status = vt_doctor_run(store, print_invariant, &report, &broken, &err);
    if (status != VT_OK)
        return vt_admin_fail("doctor", status, &err);
    if (!quiet)
        printf("%zu checks passed%s\n", report.good,
               report.verbose ? "" : "; `vitae doctor -v` lists them");
    return broken || report.bad ? VT_EXIT_FAILED : VT_EXIT_OK;
}
