/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vitae train: a CRF from labelled sequences, scored on held-out ones, calibrated on tuning ones.
 * The sequences are text (ml/train.h): an item a line, `label TAB feature feature ...`.
 */
#include "cli/cli.h"

#include "base/io.h"
#include "base/time.h"
#include "cli/train_confidence.h"
#include "cli/train_occupations.h"
#include "cli/train_sentences.h"
#include "ml/crf.h"
#include "ml/train.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_TRAIN_FILE ((size_t)4 << 30)

struct arguments {
    const char *kind, *in, *tune, *test, *out, *extra;
    size_t folds;
    bool quiet;
    vt_train_options train;
};

static void usage(void)
{
    fputs(
        "usage: vitae train --kind NAME --in FILE --out MODEL [options]\n\n"
        "  --kind NAME        confidence: the probability of values, from folders of labelled\n"
        "                     documents (docs/labelling.md), with --in, --test and --out;\n"
        "                     sentences: the classes of sentences in job descriptions, with\n"
        "                     --in, --extra, --folds and --out;\n"
        "                     occupations: the unit groups of job titles (title, language, code),\n"
        "                     with --in, --iterations and --out;\n"
        "                     any other name: a CRF from a file of sequences\n"
        "  --in PATH          training data: a folder, or a file of sequences: `label TAB feature\n"
        "                     feature ...` a line, an empty line between sequences, ^ before\n"
        "                     edge features\n"
        "  --tune PATH        sequences for the calibration table\n"
        "  --test PATH        sequences to score the model on\n"
        "  --out MODEL        the model image\n"
        "  --extra PATH       for sentences: more to learn from that is never held out\n"
        "  --folds N          for sentences: hold each of N parts out in turn and score it\n"
        "  --l1 X, --l2 X     regularisation\n"
        "  --min-count N      features seen less often are left out\n"
        "  --iterations N     at most\n"
        "  --threads N        1 or 2; the result is the same\n"
        "  --quiet            no line per iteration\n",
        stdout);
}

static bool read_number(const char *text, double *ret)
{
    char *end = NULL;
    *ret = strtod(text, &end);
    return end != text && *end == '\0' && *ret >= 0;
}

static bool set_option(struct arguments *a, int option, const char *value)
{
    double number = 0;
    if (strchr("12mntf", option) && !read_number(value, &number))
        return false;
    switch (option) {
    case 'k':
        a->kind = value;
        break;
    case 'i':
        a->in = value;
        break;
    case 'u':
        a->tune = value;
        break;
    case 'e':
        a->test = value;
        break;
    case 'o':
        a->out = value;
        break;
    case 'x':
        a->extra = value;
        break;
    case 'f':
        a->folds = (size_t)number;
        break;
    case '1':
        a->train.l1 = number;
        break;
    case '2':
        a->train.l2 = number;
        break;
    case 'm':
        a->train.min_count = (uint32_t)number;
        break;
    case 'n':
        a->train.iterations = (uint32_t)number;
        break;
    case 't':
        a->train.threads = (unsigned)number;
        break;
    case 'q':
        a->quiet = true;
        break;
    default:
        return false;
    }
    return true;
}

static void show_progress(void *context, const vt_train_progress *p)
{
    const int64_t *started = context;
    fprintf(stderr, "iteration %3zu  objective %.2f  gradient %.3f  weights %zu  %.1f s\n",
            p->iteration, p->objective, p->gradient_norm, p->active,
            (double)(vt_time_monotonic_ms() - *started) / 1000);
}

/* Reads a file of sequences with the labels of `like` (in training: those that come). */
static vt_status read_set(const char *path, const vt_dataset *like, vt_dataset **ret, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf text = {.max = MAX_TRAIN_FILE};
    VT_TRY(vt_io_read_file(path, &text, err));
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const char *labels[VT_CRF_MAX_LABELS];
    size_t n = like ? vt_dataset_labels(like) : 0;
    for (size_t i = 0; i < n; i++)
        labels[i] = vt_str_cstr(arena, vt_dataset_label(like, i));
    VT_AUTO(vt_dataset) vt_dataset *set = vt_dataset_new(like ? labels : NULL, n);
    VT_TRY(vt_dataset_read(set, vt_buf_str(&text), err));
    *ret = VT_TAKE(set);
    return VT_OK;
}

/* Decodes a set: the board, and with each item how sure the model was and whether it was right. */
struct decoded {
    vt_arena *arena;
    vt_scoreboard board;
    float *probability;
    bool *correct;
    size_t n;
    int64_t us;
};

static void decode(const vt_crf *crf, const vt_dataset *set, struct decoded *d)
{
    size_t items = vt_dataset_items(set), L = vt_crf_labels(crf);
    d->probability = VT_NEW_ARRAY(d->arena, float, items + 1);
    d->correct = VT_NEW_ARRAY(d->arena, bool, items + 1);
    for (size_t k = 0; k < vt_dataset_count(set); k++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 30);
        const vt_sequence *s = vt_dataset_get(set, k);
        uint8_t *labels = VT_NEW_ARRAY(arena, uint8_t, s->n);
        float *marginals = VT_NEW_ARRAY(arena, float, s->n *L);
        int64_t start = vt_time_monotonic_us();
        const vt_lattice *lattice = vt_crf_score(crf, arena, s);
        vt_crf_viterbi(lattice, arena, NULL, labels);
        d->us += vt_time_monotonic_us() - start;
        vt_crf_marginals(lattice, arena, NULL, marginals);
        vt_score_add(&d->board, s->labels, labels, s->n);
        for (size_t t = 0; t < s->n; t++) {
            d->probability[d->n] = marginals[t * L + labels[t]];
            d->correct[d->n++] = labels[t] == s->labels[t];
        }
    }
}

static void print_scores(const vt_crf *crf, const struct decoded *d)
{
    printf("%-16s %8s %8s %8s %8s %8s\n", "label", "P", "R", "F1", "spanF1", "items");
    for (size_t i = 0; i < vt_crf_labels(crf); i++) {
        vt_prf item = vt_score_label(&d->board, i), span = vt_score_spans(&d->board, i);
        vt_str name = vt_crf_label(crf, i);
        if (item.gold + item.predicted == 0)
            continue;
        printf("%-16.*s %8.4f %8.4f %8.4f %8.4f %8zu\n", VT_STR_ARG(name), item.precision,
               item.recall, item.f1, span.f1, item.gold);
    }
    float *sure = VT_NEW_ARRAY(d->arena, float, d->n + 1);
    for (size_t i = 0; i < d->n; i++)
        sure[i] = vt_crf_calibrate(crf, d->probability[i]);
    printf("accuracy %.4f  sequences right %zu of %zu\n", vt_score_accuracy(&d->board),
           d->board.exact, d->board.sequences);
    printf("calibration error %.4f, after the table %.4f\n",
           vt_calibration_error(d->probability, d->correct, d->n, 10),
           vt_calibration_error(sure, d->correct, d->n, 10));
    printf("decoding %.1f us a sequence\n",
           (double)d->us / (double)VT_MAX(d->board.sequences, (size_t)1));
}

static vt_status calibrate(const struct arguments *a, vt_buf *image, const vt_dataset *train,
                           vt_error *err)
{
    VT_AUTO(vt_dataset) vt_dataset *set = NULL;
    VT_AUTO(vt_crf) vt_crf *crf = NULL;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)4 << 30);
    struct decoded d = {.arena = arena};
    vt_calibration table;
    VT_TRY(read_set(a->tune, train, &set, err));
    VT_TRY(vt_crf_open(image->ptr, image->len, &crf, err));
    decode(crf, set, &d);
    vt_calibration_fit(arena, d.probability, d.correct, d.n, &table);
    return vt_train_set_calibration(image, &table, err);
}

static vt_status test(const struct arguments *a, const vt_buf *image, const vt_dataset *train,
                      vt_error *err)
{
    VT_AUTO(vt_dataset) vt_dataset *set = NULL;
    VT_AUTO(vt_crf) vt_crf *crf = NULL;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)4 << 30);
    struct decoded d = {.arena = arena};
    VT_TRY(read_set(a->test, train, &set, err));
    VT_TRY(vt_crf_open(image->ptr, image->len, &crf, err));
    decode(crf, set, &d);
    print_scores(crf, &d);
    return VT_OK;
}

static vt_status run(struct arguments *a, vt_error *err)
{
    VT_AUTO(vt_dataset) vt_dataset *set = NULL;
    VT_AUTO(vt_buf) vt_buf image = {0};
    vt_train_report report;
    int64_t started = vt_time_monotonic_ms();
    VT_TRY(read_set(a->in, NULL, &set, err));
    a->train.on_progress = a->quiet ? NULL : show_progress;
    a->train.context = &started;
    VT_TRY(vt_train_crf(set, &a->train, &image, &report, err));
    if (a->tune)
        VT_TRY(calibrate(a, &image, set, err));
    VT_TRY(vt_io_write_file(a->out, vt_buf_str(&image), 0644, err));
    printf(
        "%s: %zu sequences, %zu items, %zu labels; %zu iterations, objective %.2f; %zu features, "
        "%zu weights, %zu bytes; %.1f s\n",
        a->kind, vt_dataset_count(set), vt_dataset_items(set), vt_dataset_labels(set),
        report.iterations, report.objective, report.features, report.weights, report.bytes,
        (double)(vt_time_monotonic_ms() - started) / 1000);
    return a->test ? test(a, &image, set, err) : VT_OK;
}

int vt_cli_train(int argc, char **argv)
{
    static const struct option OPTIONS[] = {
        {"kind", 1, NULL, 'k'},    {"in", 1, NULL, 'i'},        {"tune", 1, NULL, 'u'},
        {"test", 1, NULL, 'e'},    {"out", 1, NULL, 'o'},       {"l1", 1, NULL, '1'},
        {"l2", 1, NULL, '2'},      {"min-count", 1, NULL, 'm'}, {"iterations", 1, NULL, 'n'},
        {"threads", 1, NULL, 't'}, {"extra", 1, NULL, 'x'},     {"folds", 1, NULL, 'f'},
        {"quiet", 0, NULL, 'q'},   {"help", 0, NULL, 'h'},      {NULL, 0, NULL, 0},
    };
    struct arguments a = {.train = vt_train_defaults()};
    argv[0] = (char[]){"vitae train"}; /* for the messages of getopt */
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (option == 'h') {
            usage();
            return VT_EXIT_OK;
        }
        if (option == '?' || !set_option(&a, option, optarg)) {
            if (option != '?')
                fprintf(stderr, "vitae train: '%s' is no value of its option\n", optarg);
            fputs("`vitae train --help` lists the options\n", stderr);
            return VT_EXIT_USAGE;
        }
    }
    if (!a.kind || !a.in || !a.out || optind < argc) {
        fputs("vitae train: --kind, --in and --out are needed, and nothing else; `vitae train "
              "--help` "
              "lists the options\n",
              stderr);
        return VT_EXIT_USAGE;
    }
    vt_error err = {0};
    vt_status status =
        strcmp(a.kind, "confidence") == 0 ? vt_train_confidence(a.in, a.test, a.out, &err)
        : strcmp(a.kind, "occupations") == 0
            ? vt_train_occupations(a.in, a.out, a.train.iterations, &err)
        : strcmp(a.kind, "sentences") == 0
            ? vt_train_sentences(a.in, a.extra, a.out, a.folds, !a.quiet, a.train, &err)
            : run(&a, &err);
    if (status == VT_OK)
        return VT_EXIT_OK;
    fprintf(stderr, "vitae train: %s\n", err.message);
    return VT_EXIT_FAILED;
}
