/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `vitae parse`: the engine over files, in the same sandboxed workers as the service. Threads take
 * the next document from a list; each writes its own answer, one lock orders messages.
 */
#include "cli/cli.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/time.h"
#include "cli/answer.h"
#include "cli/files.h"
#include "cli/llm.h"
#include "jobs/client.h"
#include "worker/pool.h"

#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

enum {
    MAX_JOBS = 256,
    DEFAULT_TIMEOUT_MS = 60000,
    COMMAND_MEMORY = 256 * 1024 * 1024,
    MAX_TOLD = 20
};

static const char help[] =
    "usage: vitae parse [options] FILE...\n"
    "\n"
    "Reads resumes (PDF, DOCX, ODT, RTF, HTML, Markdown, text, images) and prints what they say "
    "as\n"
    "JSON. FILE may be a folder; - is standard input.\n"
    "\n"
    "What to read:\n"
    "\n"
    "      --ocr              use OCR where a page has no usable text; same as --extract auto\n"
    "      --extract MODE     file (default): the document's own text; ocr: every page by OCR;\n"
    "                         auto: OCR where it is needed\n"
    "      --tier TIER        basic (default), standard or premium\n"
    "      --job FILE         match against this job description (100 to 30,000 characters)\n"
    "      --redact GROUPS    leave out name, contact, personal, location, employer, school or\n"
    "                         dates (separated by commas)\n"
    "      --reference-date DATE  the day that \"present\" means, YYYY-MM-DD (default: today)\n"
    "      --config JSON      all options of a request, as JSON or @FILE\n"
    "      --taxonomy FILE    use another skills taxonomy (see `vitae taxonomy import`)\n"
    "\n"
    "What to print:\n"
    "\n"
    "  -o, --output DIR       write the answer for NAME.EXT to DIR/NAME.json (.md, .csv)\n"
    "      --format FORMAT    json (default), jsonresume, markdown or csv\n"
    "      --text             print a summary for people\n"
    "      --raw              print the extracted text only\n"
    "      --dump doc         print the document model: pages, columns, lines, words\n"
    "  -q, --quiet            print no progress and no summary line\n"
    "\n"
    "How to run:\n"
    "\n"
    "  -j, --jobs N           documents at the same time (default: one per core)\n"
    "      --timeout SECONDS  time limit per document (default: 60)\n"
    "      --require-sandbox  stop unless every layer of the sandbox works\n"
    "  -h, --help             print this help\n"
    "\n"
    "Exit codes: 0 if every document was read, 1 if some failed (messages say which), 2 if the\n"
    "command line is wrong.\n";

enum form { FORM_JSON, FORM_EXPORT, FORM_TEXT, FORM_RAW, FORM_DUMP };

struct command {
    enum form form;
    vt_export_format format; /* of FORM_EXPORT */
    const char *output;
    unsigned jobs;
    const char *config, *job_file, *taxonomy, *tier, *extract;
    int64_t timeout_ms;
    bool quiet, require_sandbox;
    vt_options options;
};

struct batch {
    const struct command *command;
    vt_pool *pool;
    vt_model *model; /* of the premium tier, or NULL */
    const vt_file_list *files;
    pthread_mutex_t lock; /* guards what follows, and standard output and error */
    size_t next, done, failed;
    bool bar, csv_begun;
};

static int usage_error(const char *what, const char *value)
{
    fprintf(stderr, "vitae parse: %s%s%s%s\nRun `vitae parse --help` for the options.\n", what,
            value ? " '" : "", value ? value : "", value ? "'" : "");
    return VT_EXIT_USAGE;
}

/* ---- the command line ---- */

enum {
    OPT_CONFIG = 256,
    OPT_JOB,
    OPT_TIER,
    OPT_OCR,
    OPT_EXTRACT,
    OPT_DATE,
    OPT_FORMAT,
    OPT_REDACT,
    OPT_TEXT,
    OPT_RAW,
    OPT_DUMP,
    OPT_TAXONOMY,
    OPT_TIMEOUT,
    OPT_SANDBOX,
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"jobs", required_argument, NULL, 'j'},
    {"config", required_argument, NULL, OPT_CONFIG},
    {"job", required_argument, NULL, OPT_JOB},
    {"ocr", no_argument, NULL, OPT_OCR},
    {"extract", required_argument, NULL, OPT_EXTRACT},
    {"tier", required_argument, NULL, OPT_TIER},
    {"reference-date", required_argument, NULL, OPT_DATE},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"redact", required_argument, NULL, OPT_REDACT},
    {"text", no_argument, NULL, OPT_TEXT},
    {"raw", no_argument, NULL, OPT_RAW},
    {"dump", required_argument, NULL, OPT_DUMP},
    {"taxonomy", required_argument, NULL, OPT_TAXONOMY},
    {"timeout", required_argument, NULL, OPT_TIMEOUT},
    {"require-sandbox", no_argument, NULL, OPT_SANDBOX},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* "name,contact": groups of config.redact. */
static bool take_groups(vt_str list, uint32_t *groups)
{
    vt_str word;
    while (vt_str_split(&list, ',', &word)) {
        uint32_t bit = vt_redact_find(vt_str_trim(word));
        if (!bit)
            return false;
        *groups |= bit;
    }
    return true;
}

/* One option; VT_EXIT_OK to go on. */
static int take_option(struct command *c, int option, const char *value)
{
    int64_t n;
    switch (option) {
    case 'o':
        c->output = value;
        return VT_EXIT_OK;
    case 'j':
        if (!vt_str_to_i64(vt_str_z(value), 1, MAX_JOBS, &n))
            return usage_error("--jobs must be a number from 1 to 256, not", value);
        c->jobs = (unsigned)n;
        return VT_EXIT_OK;
    case OPT_CONFIG:
        c->config = value;
        return VT_EXIT_OK;
    case OPT_JOB:
        c->job_file = value;
        return VT_EXIT_OK;
    case OPT_TIER:
        c->tier = value;
        return VT_EXIT_OK;
    case OPT_OCR:
        c->extract = "auto";
        return VT_EXIT_OK;
    case OPT_EXTRACT:
        c->extract = value;
        return VT_EXIT_OK;
    case OPT_DATE:
        if (!vt_day_parse(vt_str_z(value), &c->options.reference_date))
            return usage_error("--reference-date must be a day, YYYY-MM-DD, not", value);
        return VT_EXIT_OK;
    case OPT_FORMAT:
        if (!vt_export_find(vt_str_z(value), &c->format))
            return usage_error("--format must be json, jsonresume, markdown or csv, not", value);
        c->form = c->format == VT_EXPORT_NONE ? FORM_JSON : FORM_EXPORT;
        return VT_EXIT_OK;
    case OPT_REDACT:
        if (!take_groups(vt_str_z(value), &c->options.redact))
            return usage_error("--redact must name groups of name, contact, personal, location, "
                               "employer, school, dates, not",
                               value);
        return VT_EXIT_OK;
    case OPT_TEXT:
        c->form = FORM_TEXT;
        return VT_EXIT_OK;
    case OPT_RAW:
        c->form = FORM_RAW;
        return VT_EXIT_OK;
    case OPT_DUMP:
        if (strcmp(value, "doc") != 0)
            return usage_error("--dump must be doc, not", value);
        c->form = FORM_DUMP;
        return VT_EXIT_OK;
    case OPT_TAXONOMY:
        c->taxonomy = value;
        return VT_EXIT_OK;
    case OPT_TIMEOUT:
        if (!vt_str_to_i64(vt_str_z(value), 1, 86400, &n))
            return usage_error("--timeout must be from 1 to 86400 seconds, not", value);
        c->timeout_ms = n * 1000;
        return VT_EXIT_OK;
    case OPT_SANDBOX:
        c->require_sandbox = true;
        return VT_EXIT_OK;
    case 'q':
        c->quiet = true;
        return VT_EXIT_OK;
    case '?':
        return VT_EXIT_USAGE; /* getopt has said what is wrong */
    default:
        return VT_EXIT_USAGE;
    }
}

static vt_status read_extract(struct command *c, vt_error *err)
{
    static const char *const modes[] = {"file", "ocr", "auto"};
    for (size_t i = 0; c->extract && i < VT_COUNT(modes); i++)
        if (strcmp(c->extract, modes[i]) == 0) {
            c->options.extract = (vt_extract_mode)i;
            return VT_OK;
        }
    return c->extract ? vt_fail(err, VT_E_INVALID, "--extract must be file, ocr or auto, not '%s'",
                                c->extract)
                      : VT_OK;
}

static vt_status read_tier(struct command *c, vt_error *err)
{
    for (vt_tier tier = VT_TIER_BASIC; c->tier && tier <= VT_TIER_PREMIUM; tier++)
        if (strcmp(c->tier, vt_tier_word(tier)) == 0) {
            c->options.tier = tier;
            return VT_OK;
        }
    return c->tier ? vt_fail(err, VT_E_INVALID, "--tier wants basic, standard or premium, not '%s'",
                             c->tier)
                   : VT_OK;
}

/* Slips in --config, which would otherwise change nothing and say nothing. */
static void tell_unknown(vt_arena *arena, const vt_json *config)
{
    vt_sentences unknown = {0};
    size_t more = vt_options_unknown(arena, config, MAX_TOLD, &unknown);
    for (size_t i = 0; i < unknown.n; i++)
        fprintf(stderr, "vitae parse: warning: " VT_STR_FMT "\n", VT_STR_ARG(unknown.at[i]));
    if (more)
        fprintf(stderr, "vitae parse: warning: and %zu more\n", more);
}

/* `--job`, `--config`: texts that live in the arena of the command. */
static vt_status read_texts(vt_arena *arena, struct command *c, vt_error *err)
{
    if (c->job_file) {
        VT_AUTO(vt_buf) vt_buf text = {.max = VT_MAX_JOB_DESCRIPTION * 4u};
        VT_TRY(vt_io_read_file(c->job_file, &text, err));
        c->options.job_description = vt_str_dup(arena, vt_buf_str(&text));
        VT_TRY(vt_check_job_description(c->options.job_description, err));
    }
    const vt_json *config = NULL;
    if (c->config) {
        VT_AUTO(vt_buf) vt_buf text = {.max = 1 << 20};
        if (c->config[0] == '@')
            VT_TRY(vt_io_read_file(c->config + 1, &text, err));
        else
            vt_buf_addz(&text, c->config);
        vt_error why = {0};
        if (vt_json_parse(arena, vt_buf_str(&text), &config, &why) != VT_OK)
            return vt_fail(err, VT_E_INVALID, "--config is not JSON: %s", why.message);
    }
    vt_day date = c->options.reference_date;
    VT_TRY(vt_options_read(config, &c->options, err));
    tell_unknown(arena, config);
    VT_TRY(read_tier(c, err));
    VT_TRY(read_extract(c, err));
    if (date.year && !vt_json_get(config, "reference_date"))
        c->options.reference_date = date;
    return VT_OK;
}

/* ---- one document ---- */

static void message(struct batch *b, const char *name, const char *text)
{
    pthread_mutex_lock(&b->lock);
    if (b->bar)
        fputs("\r\033[K", stderr);
    fprintf(stderr, "vitae parse: %s: %s\n", name, text);
    pthread_mutex_unlock(&b->lock);
}

static vt_status write_answer(struct batch *b, const vt_file *file, vt_str answer, vt_error *err)
{
    if (file->output)
        return vt_io_write_file(file->output, answer, 0644, err);
    pthread_mutex_lock(&b->lock);
    fflush(stdout);
    if (b->csv_begun) /* one table: the names of its columns stand there */
        answer = vt_str_sub(answer, vt_str_find_char(answer, '\n', 0) + 1, answer.len);
    b->csv_begun = b->command->format == VT_EXPORT_CSV && b->command->form == FORM_EXPORT;
    vt_status status = vt_io_write_all(STDOUT_FILENO, answer, err);
    pthread_mutex_unlock(&b->lock);
    return status;
}

static vt_status form_answer(struct batch *b, const vt_file *file, vt_str json,
                             const vt_outcome *outcome, int64_t started_ms, vt_buf *out,
                             vt_error *err)
{
    const struct command *c = b->command;
    int indent = file->output || isatty(STDOUT_FILENO) ? 2 : 0;
    switch (c->form) {
    case FORM_EXPORT:
        return vt_answer_export(json, c->format, file->name, out, err);
    case FORM_TEXT:
        return vt_answer_summary(json, outcome, file->name, out, err);
    case FORM_RAW:
        return vt_answer_raw_text(json, out, err);
    case FORM_DUMP:
        vt_buf_add(out, json);
        vt_buf_addc(out, '\n');
        return VT_OK;
    case FORM_JSON:
        break;
    }
    return vt_answer_json(json, outcome, started_ms, vt_time_now_ms(), indent, out, err);
}

static vt_status parse_bytes(struct batch *b, const vt_file *file, vt_str bytes, vt_error *err)
{
    const struct command *c = b->command;
    vt_options options = c->options;
    options.filename = vt_str_z(file->name);
    vt_work work = {.input_fd = -1,
                    .input = bytes,
                    .options = &options,
                    .timeout_ms = c->timeout_ms,
                    .dump = c->form == FORM_DUMP};
    int64_t started_ms = vt_time_now_ms();
    VT_AUTO(vt_buf) vt_buf json = {0};
    VT_AUTO(vt_buf) vt_buf answer = {0};
    vt_outcome outcome = {0};
    VT_TRY(vt_premium_run(b->model, b->pool, "-", &work, &json, &outcome, err));
    vt_status status = VT_OK;
    if (!outcome.failed || c->form == FORM_JSON) {
        VT_TRY(form_answer(b, file, vt_buf_str(&json), &outcome, started_ms, &answer, err));
        status = write_answer(b, file, vt_buf_str(&answer), err);
    }
    if (status == VT_OK && outcome.failed)
        status = vt_fail(err, VT_E_INVALID, "%s", outcome.message);
    return status;
}

static vt_status parse_file(struct batch *b, const vt_file *file, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = VT_MAX_DOCUMENT_BYTES};
    vt_error why = {0};
    vt_status status = file->path ? vt_io_read_file(file->path, &bytes, &why)
                                  : vt_io_read_fd(STDIN_FILENO, &bytes, &why);
    if (status == VT_E_LIMIT)
        return vt_fail(err, status, "larger than 10 MB (%u bytes)", VT_MAX_DOCUMENT_BYTES);
    if (status != VT_OK)
        return vt_fail(err, status, "%s", why.message);
    return parse_bytes(b, file, vt_buf_str(&bytes), err);
}

/* ---- the batch ---- */

/* Called with the lock held. */
static void draw_bar(const struct batch *b)
{
    enum { WIDTH = 32 };
    size_t n = b->files->n;
    int filled = (int)(b->done * WIDTH / VT_MAX(n, (size_t)1));
    fprintf(stderr, "\r[%.*s%.*s] %zu/%zu", filled, "################################",
            WIDTH - filled, "................................", b->done, n);
    if (b->failed)
        fprintf(stderr, ", %zu failed", b->failed);
    fflush(stderr);
}

static const vt_file *next_file(struct batch *b)
{
    pthread_mutex_lock(&b->lock);
    const vt_file *file = b->next < b->files->n ? &b->files->at[b->next++] : NULL;
    pthread_mutex_unlock(&b->lock);
    return file;
}

static void *work_through(void *context)
{
    struct batch *b = context;
    const vt_file *file;
    while ((file = next_file(b))) {
        vt_error err = {0};
        vt_status status = parse_file(b, file, &err);
        if (status != VT_OK)
            message(b, file->path ? file->path : "standard input", err.message);
        pthread_mutex_lock(&b->lock);
        b->done++;
        b->failed += status != VT_OK;
        if (b->bar)
            draw_bar(b);
        pthread_mutex_unlock(&b->lock);
    }
    return NULL;
}

static int run_batch(struct batch *b)
{
    pthread_t threads[MAX_JOBS];
    unsigned n = (unsigned)VT_MIN((size_t)b->command->jobs, b->files->n), started = 0;
    for (; started < n; started++)
        if (pthread_create(&threads[started], NULL, work_through, b) != 0)
            break;
    if (started == 0)
        work_through(b);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (b->bar)
        fputc('\n', stderr);
    if (b->command->output && !b->command->quiet)
        fprintf(stderr, "vitae parse: %zu of %zu documents read, %zu failed\n", b->done - b->failed,
                b->done, b->failed);
    return b->failed ? VT_EXIT_FAILED : VT_EXIT_OK;
}

/* OCR takes a while to open: only when it may be needed. */
static const char *ocr_languages(vt_arena *arena, const struct command *c)
{
    if (c->options.extract == VT_EXTRACT_FILE)
        return NULL;
    return c->options.ocr_languages.len ? vt_str_cstr(arena, c->options.ocr_languages) : "auto";
}

static const char *ending(const struct command *c)
{
    return vt_export_ending(c->form == FORM_EXPORT ? c->format : VT_EXPORT_NONE);
}

/* The model of the service's configuration (VITAE_CONFIG, /etc/vitae/vitae.ini, VITAE_LLM_...),
 * when the premium tier is asked for. */
static vt_status open_model(vt_arena *arena, const struct command *c, int key, vt_model **ret,
                            vt_error *err)
{
    char *argv[] = {(char *)(uintptr_t) "parse", NULL};
    vt_config config;
    int words;
    *ret = NULL;
    if (c->options.tier != VT_TIER_PREMIUM)
        return VT_OK;
    VT_TRY(vt_config_load(arena, 1, argv, NULL, &config, &words, err));
    VT_TRY(vt_client_init(err));
    return vt_llm_open(arena, &config, key, 0, ret, err);
}

static int run(struct command *c, char **names, size_t count)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(COMMAND_MEMORY);
    vt_error err = {0};
    vt_file_list files = {0};
    vt_status status = read_texts(arena, c, &err);
    if (status == VT_OK)
        status = vt_files_collect(arena, names, count, c->output, ending(c), &files, &err);
    if (status != VT_OK) {
        fprintf(stderr, "vitae parse: %s\n", err.message);
        return VT_EXIT_USAGE;
    }
    if (c->output && mkdir(c->output, 0755) < 0 && errno != EEXIST) {
        fprintf(stderr, "vitae parse: cannot make the folder '%s': %s\n", c->output,
                strerror(errno));
        return VT_EXIT_FAILED;
    }
    if (!c->jobs)
        c->jobs = (unsigned)VT_MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
    c->jobs = (unsigned)VT_MIN((size_t)c->jobs, VT_MAX(files.n, (size_t)1));
    vt_pool_config config = {.workers = c->jobs,
                             .taxonomy_path = c->taxonomy,
                             .ocr_languages = ocr_languages(arena, c),
                             .require_sandbox = c->require_sandbox};
    VT_AUTO(vt_fd) int key = vt_llm_key_hide();
    VT_AUTO(vt_pool) vt_pool *pool = NULL;
    VT_AUTO(vt_model) vt_model *model = NULL;
    status = vt_pool_open(&config, &pool, &err);
    if (status == VT_OK)
        status = open_model(arena, c, key, &model, &err);
    if (status != VT_OK) {
        fprintf(stderr, "vitae parse: %s\n", err.message);
        return status == VT_E_INVALID ? VT_EXIT_USAGE : VT_EXIT_FAILED;
    }
    struct batch batch = {.command = c,
                          .pool = pool,
                          .model = model,
                          .files = &files,
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .bar = c->output && !c->quiet && isatty(STDERR_FILENO)};
    return run_batch(&batch);
}

/* Behind what getopt has said of an option that it does not know. */
static void suggest_option(const char *given)
{
    VT_AUTO(vt_buf) vt_buf known = {0};
    for (const struct option *o = long_options; o->name; o++)
        vt_buf_addf(&known, "%s ", o->name);
    vt_str name = vt_str_z(given), near = VT_STR_NULL;
    size_t equals = vt_str_find_char(name, '=', 0);
    if (vt_str_starts(name, VT_STR("--")))
        near = vt_nearest_word(vt_str_sub(name, 2, equals == VT_NPOS ? name.len : equals),
                               vt_buf_str(&known));
    if (near.ptr)
        fprintf(stderr, "Did you mean --" VT_STR_FMT "?\n", VT_STR_ARG(near));
    fputs("Run `vitae parse --help` for the options.\n", stderr);
}

int vt_cli_parse(int argc, char **argv)
{
    vt_log_init(VT_LOG_WARN, false);
    struct command c = {.options = vt_options_default(), .timeout_ms = DEFAULT_TIMEOUT_MS};
    c.options.reference_date = vt_day_of(vt_time_now_ms());
    c.options.input = VT_INPUT_FILE;
    argv[0] = (char[]){"vitae parse"}; /* for the messages of getopt */
    int option;
    while ((option = getopt_long(argc, argv, "o:j:qh", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return VT_EXIT_OK;
        }
        int code = take_option(&c, option, optarg);
        if (option == '?')
            suggest_option(argv[optind - 1]);
        if (code != VT_EXIT_OK)
            return code;
    }
    if (optind == argc)
        return usage_error("no FILE was given", NULL);
    if (c.form == FORM_DUMP && c.options.redact)
        return usage_error("--dump shows the document as it is: not with --redact", NULL);
    bool one_value =
        c.form == FORM_JSON || (c.form == FORM_EXPORT && c.format == VT_EXPORT_JSON_RESUME);
    if (argc - optind > 1 && !c.output && one_value)
        return usage_error("several files need -o DIR", NULL);
    return run(&c, argv + optind, (size_t)(argc - optind));
}
