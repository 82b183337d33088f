/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vitae eval: labelled documents through the engine (or answers that are there already), scored by
 * eval/score.h. Documents are parsed by threads in the sandboxed workers, then scored in order.
 */
#include "cli/cli.h"

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/time.h"
#include "cli/eval_report.h"
#include "cli/files.h"
#include "worker/pool.h"

#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MAX_THREADS = 64, EVAL_MEMORY = 1 << 30 };

static const char help[] =
    "usage: vitae eval --labels DIR (--docs DIR | --answers DIR) [options]\n"
    "\n"
    "Parses labelled documents and scores what comes out (docs/labelling.md). The label of\n"
    "NAME.EXT is NAME.json; labels and documents may share a folder.\n"
    "\n"
    "      --labels DIR       what a perfect parser gives as `result`, one file a document\n"
    "      --docs DIR         the documents\n"
    "      --answers DIR      instead: answers of `vitae parse -o DIR`, or of another parser\n"
    "      --config JSON      the `config` object of a request\n"
    "      --reference-date D what \"present\" means, YYYY-MM-DD (default: today)\n"
    "  -j, --jobs N           documents at the same time (default: one per core)\n"
    "      --errors FIELD     the wrong and missing values of a field instead of the table\n"
    "      --per-document     the score of each document, worst first, before the table\n"
    "      --json             all figures as JSON\n"
    "      --baseline FILE    fails when a figure falls below FILE's (an earlier --json) by more\n"
    "                         than --tolerance\n"
    "      --tolerance X      of a field's F1 (default 0.02), and one value more; a quarter of it\n"
    "                         for the micro F1\n"
    "  -h, --help             this text\n"
    "\n"
    "Exit codes: 0 done; 1 a file cannot be read, or a figure fell; 2 the command line is wrong.\n";

struct arguments {
    const char *labels, *docs, *answers, *config;
    unsigned jobs;
    vt_options options;
    vt_eval_wish wish;
};

struct document {
    vt_str id;
    const char *label, *path; /* path: of the document or answer, or NULL */
    vt_buf answer;
};

struct batch {
    struct document *at;
    size_t n;
    const struct arguments *arguments;
    vt_pool *pool;
    pthread_mutex_t lock; /* guards `next` */
    size_t next;
};

/* ---- which documents ---- */

static vt_str stem_of(vt_str name)
{
    size_t dot = name.len;
    while (dot > 0 && name.ptr[dot - 1] != '.')
        dot--;
    return dot > 1 ? vt_str_sub(name, 0, dot - 1) : name;
}

static bool is_label(vt_str name)
{
    return vt_str_ends(name, VT_STR(".json")) && !vt_str_ends(name, VT_STR(".labels.json"));
}

static vt_status files_of(vt_arena *arena, const char *folder, vt_file_list *ret, vt_error *err)
{
    char *names[] = {vt_str_cstr(arena, vt_str_z(folder))};
    return vt_files_collect(arena, names, 1, ".", "json", ret, err);
}

static const char *find_stem(const vt_file_list *files, vt_str id, bool json)
{
    for (size_t i = 0; i < files->n; i++) {
        vt_str name = vt_str_z(files->at[i].name);
        if (vt_str_eq(stem_of(name), id) && vt_str_ends(name, VT_STR(".json")) == json)
            return files->at[i].path;
    }
    return NULL;
}

static vt_status collect(vt_arena *arena, const struct arguments *a, struct batch *b, vt_error *err)
{
    vt_file_list labels = {0}, files = {0};
    VT_TRY(files_of(arena, a->labels, &labels, err));
    VT_TRY(files_of(arena, a->answers ? a->answers : a->docs, &files, err));
    b->at = VT_NEW_ARRAY(arena, struct document, labels.n + 1);
    for (size_t i = 0; i < labels.n; i++) {
        vt_str name = vt_str_z(labels.at[i].name);
        if (!is_label(name))
            continue;
        struct document *d = &b->at[b->n++];
        d->id = stem_of(name);
        d->label = labels.at[i].path;
        d->path = find_stem(&files, d->id, a->answers != NULL);
    }
    if (b->n == 0)
        return vt_fail(err, VT_E_EMPTY, "no labels in '%s'", a->labels);
    return VT_OK;
}

/* ---- answers ---- */

static vt_status answer_of(struct batch *b, struct document *d, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = VT_MAX_DOCUMENT_BYTES};
    VT_TRY(vt_io_read_file(d->path, &bytes, err));
    vt_options options = b->arguments->options;
    const char *slash = strrchr(d->path, '/');
    options.filename = vt_str_z(slash ? slash + 1 : d->path);
    vt_work work = {
        .input_fd = -1, .input = vt_buf_str(&bytes), .options = &options, .timeout_ms = 60000};
    vt_outcome outcome;
    VT_TRY(vt_pool_run(b->pool, &work, &d->answer, &outcome, err));
    return outcome.failed ? vt_fail(err, VT_E_INVALID, "%s", outcome.message) : VT_OK;
}

static struct document *next_document(struct batch *b)
{
    pthread_mutex_lock(&b->lock);
    struct document *d = b->next < b->n ? &b->at[b->next++] : NULL;
    pthread_mutex_unlock(&b->lock);
    return d;
}

/* A document that cannot be read has no answer: all its values are missing. */
static void *parse_documents(void *context)
{
    struct batch *b = context;
    for (struct document *d; (d = next_document(b));) {
        vt_error err = {0};
        if (d->path && answer_of(b, d, &err) != VT_OK)
            fprintf(stderr, "vitae eval: %s: %s\n", d->path, err.message);
    }
    return NULL;
}

static vt_status parse_all(struct batch *b, vt_error *err)
{
    const struct arguments *a = b->arguments;
    VT_AUTO(vt_pool) vt_pool *pool = NULL;
    vt_pool_config config = {
        .workers = a->jobs,
        .ocr_languages = a->options.extract == VT_EXTRACT_FILE ? NULL : "auto",
    };
    VT_TRY(vt_pool_open(&config, &pool, err));
    b->pool = pool;
    pthread_t threads[MAX_THREADS];
    unsigned started = 0;
    while (started < a->jobs && pthread_create(&threads[started], NULL, parse_documents, b) == 0)
        started++;
    if (started == 0)
        parse_documents(b);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return VT_OK;
}

static vt_status read_answers(struct batch *b, vt_error *err)
{
    for (size_t i = 0; i < b->n; i++) {
        b->at[i].answer.max = VT_MAX_RESULT_BYTES;
        if (b->at[i].path)
            VT_TRY(vt_io_read_file(b->at[i].path, &b->at[i].answer, err));
    }
    return VT_OK;
}

/* ---- scoring ---- */

static vt_status score_document(struct document *d, vt_eval_report *report, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(EVAL_MEMORY);
    VT_AUTO(vt_buf) vt_buf text = {.max = VT_MAX_RESULT_BYTES};
    const vt_json *label = NULL, *answer = NULL;
    VT_TRY(vt_io_read_file(d->label, &text, err));
    if (vt_json_parse(arena, vt_buf_str(&text), &label, err) != VT_OK)
        return vt_fail(err, VT_E_FORMAT, "%s is not JSON", d->label);
    if (d->answer.len && vt_json_parse(arena, vt_buf_str(&d->answer), &answer, err) != VT_OK)
        return vt_fail(err, VT_E_FORMAT, "the answer for %s is not JSON", d->label);
    vt_eval_report_add(report, arena, d->id, label, answer);
    return VT_OK;
}

static vt_status run_eval(struct arguments *a, int *ret_exit, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(EVAL_MEMORY);
    struct batch b = {.arguments = a, .lock = PTHREAD_MUTEX_INITIALIZER};
    const vt_json *config = NULL;
    if (a->config)
        VT_TRY(vt_json_parse(arena, vt_str_z(a->config), &config, err));
    vt_day date = a->options.reference_date;
    VT_TRY(vt_options_read(config, &a->options, err));
    if (!vt_json_get(config, "reference_date"))
        a->options.reference_date = date;
    a->options.evidence = true; /* the confidences stand there */
    VT_TRY(collect(arena, a, &b, err));
    vt_eval_report *report = vt_eval_report_new(arena, &a->wish);
    vt_status status = a->answers ? read_answers(&b, err) : parse_all(&b, err);
    for (size_t i = 0; i < b.n; i++) {
        if (status == VT_OK)
            status = score_document(&b.at[i], report, err);
        vt_buf_release(&b.at[i].answer);
    }
    if (status != VT_OK)
        return status;
    VT_TRY(vt_eval_report_end(report, ret_exit, err));
    return VT_OK;
}

/* ---- the command line ---- */

enum {
    OPT_LABELS = 256,
    OPT_DOCS,
    OPT_ANSWERS,
    OPT_CONFIG,
    OPT_DATE,
    OPT_ERRORS,
    OPT_PER_DOCUMENT,
    OPT_JSON,
    OPT_BASELINE,
    OPT_TOLERANCE,
};

static const struct option long_options[] = {
    {"labels", required_argument, NULL, OPT_LABELS},
    {"docs", required_argument, NULL, OPT_DOCS},
    {"answers", required_argument, NULL, OPT_ANSWERS},
    {"config", required_argument, NULL, OPT_CONFIG},
    {"reference-date", required_argument, NULL, OPT_DATE},
    {"jobs", required_argument, NULL, 'j'},
    {"errors", required_argument, NULL, OPT_ERRORS},
    {"per-document", no_argument, NULL, OPT_PER_DOCUMENT},
    {"json", no_argument, NULL, OPT_JSON},
    {"baseline", required_argument, NULL, OPT_BASELINE},
    {"tolerance", required_argument, NULL, OPT_TOLERANCE},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool take_option(struct arguments *a, int option, const char *value)
{
    int64_t n;
    char *end = NULL;
    switch (option) {
    case OPT_LABELS:
        a->labels = value;
        return true;
    case OPT_DOCS:
        a->docs = value;
        return true;
    case OPT_ANSWERS:
        a->answers = value;
        return true;
    case OPT_CONFIG:
        a->config = value;
        return true;
    case OPT_DATE:
        return vt_day_parse(vt_str_z(value), &a->options.reference_date);
    case 'j':
        if (!vt_str_to_i64(vt_str_z(value), 1, MAX_THREADS, &n))
            return false;
        a->jobs = (unsigned)n;
        return true;
    case OPT_ERRORS:
        a->wish.errors = true;
        return vt_eval_field_find(vt_str_z(value), &a->wish.errors_of);
    case OPT_PER_DOCUMENT:
        a->wish.per_document = true;
        return true;
    case OPT_JSON:
        a->wish.json = true;
        return true;
    case OPT_BASELINE:
        a->wish.baseline = value;
        return true;
    case OPT_TOLERANCE:
        a->wish.tolerance = strtod(value, &end);
        return end != value && *end == '\0' && a->wish.tolerance >= 0;
    default:
        return false;
    }
}

int vt_cli_eval(int argc, char **argv)
{
    struct arguments a = {.options = vt_options_default(), .wish = {.tolerance = 0.02}};
    a.options.reference_date = vt_day_of(vt_time_now_ms());
    a.options.input = VT_INPUT_FILE;
    a.jobs = (unsigned)VT_MIN(VT_MAX(sysconf(_SC_NPROCESSORS_ONLN), 1), MAX_THREADS);
    argv[0] = (char[]){"vitae eval"}; /* for the messages of getopt */
    for (int option; (option = getopt_long(argc, argv, "j:h", long_options, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return VT_EXIT_OK;
        }
        if (!take_option(&a, option, optarg)) {
            if (option != '?')
                fprintf(stderr, "vitae eval: '%s' is no value of its option\n", optarg);
            fputs("see `vitae eval --help` for the options\n", stderr);
            return VT_EXIT_USAGE;
        }
    }
    if (!a.labels || !a.docs == !a.answers || optind < argc) {
        fprintf(stderr, "vitae eval: --labels and one of --docs and --answers are needed\n");
        return VT_EXIT_USAGE;
    }
    vt_error err = {0};
    int code = VT_EXIT_OK;
    if (run_eval(&a, &code, &err) == VT_OK)
        return code;
    fprintf(stderr, "vitae eval: %s\n", err.message);
    return VT_EXIT_FAILED;
}
