/* SPDX-License-Identifier: Apache-2.0 */
/*
 * skills_accuracy [--dump] [--min-precision P] [--min-recall R] [--max-error E] FILE...
 *
 * Each file is one labelled document (or {"documents": [several]}): {"exclude": [name ...],
 * "passages": [{"kind": "list", "prose" or "title", "text": ..., "skills": [name or id ...]}]};
 * `skills` are all that a careful reader sees in that passage. Prints precision and recall over all
 * mentions, of lists and of prose, and how often mentions of each confidence are right; ends with 1
 * when a minimum is not reached or the mean difference (--max-error) is larger. --dump prints every
 * passage with what was found, for labelling.
 */
#include "base/io.h"
#include "base/json.h"
#include "base/vec.h"
#include "skills/match.h"

#include <stdio.h>

struct tally {
    size_t right, wrong, missed;
};

static struct tally tallies[3]; /* by vt_passage_kind */
static bool dump, quiet;
/* by confidence: below 0.8, 0.85, 0.9, 0.95, and the rest */
static struct {
    size_t n, right;
    double sum;
} bins[5];

static vt_passage_kind kind_of(const vt_json *passage)
{
    vt_str kind = vt_json_str(vt_json_get(passage, "kind"));
    return vt_str_eq(kind, VT_STR("list"))    ? VT_PASSAGE_LIST
           : vt_str_eq(kind, VT_STR("title")) ? VT_PASSAGE_TITLE
                                              : VT_PASSAGE_PROSE;
}

/* By its name or id. */
static bool is_called(const vt_taxonomy *tax, uint32_t skill, vt_str want)
{
    char buf[VT_ALIAS_MAX];
    return vt_str_eq(want, vt_taxonomy_name(tax, skill, buf)) ||
           vt_str_eq(want, vt_taxonomy_id(tax, skill, buf));
}

static bool wanted(const vt_taxonomy *tax, const vt_json *skills, uint32_t skill)
{
    for (size_t i = 0; skills && i < skills->n; i++)
        if (is_called(tax, skill, vt_json_str(skills->u.items[i])))
            return true;
    return false;
}

static bool found(const vt_taxonomy *tax, vt_mentions mentions, uint32_t passage, vt_str want)
{
    for (size_t i = 0; i < mentions.n; i++)
        if (mentions.at[i].passage == passage && is_called(tax, mentions.at[i].skill, want))
            return true;
    return false;
}

static void count_confidence(double confidence, bool right)
{
    size_t bin = 0;
    while (bin + 1 < VT_COUNT(bins) && confidence >= 0.8 + 0.05 * (double)bin)
        bin++;
    bins[bin].n++;
    bins[bin].right += right;
    bins[bin].sum += confidence;
}

static void score_passage(const vt_taxonomy *tax, const char *file, uint32_t number,
                          const vt_json *passage, vt_mentions mentions)
{
    struct tally *tally = &tallies[kind_of(passage)];
    const vt_json *skills = vt_json_get(passage, "skills");
    vt_str text = vt_json_str(vt_json_get(passage, "text"));
    for (size_t i = 0; i < mentions.n; i++) {
        const vt_mention *m = &mentions.at[i];
        if (m->passage != number)
            continue;
        bool right = wanted(tax, skills, m->skill);
        *(right ? &tally->right : &tally->wrong) += 1;
        count_confidence((double)m->confidence, right);
        if (!right && !quiet)
            printf("wrong   %s:%u  " VT_STR_FMT "  [" VT_STR_FMT "]  " VT_STR_FMT "\n", file,
                   number, VT_STR_ARG(vt_taxonomy_name(tax, m->skill, (char[VT_ALIAS_MAX]){0})),
                   (int)(m->end - m->start), text.ptr + m->start, VT_STR_ARG(text));
    }
    for (size_t i = 0; skills && i < skills->n; i++) {
        vt_str want = vt_json_str(skills->u.items[i]);
        if (found(tax, mentions, number, want))
            continue;
        tally->missed++;
        if (!quiet)
            printf("missed  %s:%u  " VT_STR_FMT "  " VT_STR_FMT "\n", file, number,
                   VT_STR_ARG(want), VT_STR_ARG(text));
    }
}

static void dump_passage(const vt_taxonomy *tax, uint32_t number, const vt_json *passage,
                         vt_mentions mentions)
{
    vt_str text = vt_json_str(vt_json_get(passage, "text"));
    printf("%u%c " VT_STR_FMT "\n", number, "LPT"[kind_of(passage)], VT_STR_ARG(text));
    for (size_t i = 0; i < mentions.n; i++) {
        const vt_mention *m = &mentions.at[i];
        char buf[VT_ALIAS_MAX];
        vt_str name = vt_taxonomy_name(tax, m->skill, buf);
        vt_str surface = vt_str_n(text.ptr + m->start, m->end - m->start);
        if (m->passage != number)
            continue;
        if (vt_str_eq_nocase(surface, name))
            printf(" + " VT_STR_FMT "\n", VT_STR_ARG(name));
        else
            printf(" + " VT_STR_FMT " = " VT_STR_FMT "\n", VT_STR_ARG(surface), VT_STR_ARG(name));
    }
}

static void run_document(const vt_taxonomy *tax, vt_arena *arena, const char *name,
                         const vt_json *document)
{
    const vt_json *passages = vt_json_get(document, "passages");
    const vt_json *exclude = vt_json_get(document, "exclude");
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    for (size_t i = 0; exclude && i < exclude->n; i++)
        vt_matcher_exclude(matcher, vt_json_str(exclude->u.items[i]));
    for (size_t i = 0; passages && i < passages->n; i++)
        vt_matcher_add(matcher, vt_json_str(vt_json_get(passages->u.items[i], "text")),
                       kind_of(passages->u.items[i]));
    vt_mentions mentions = vt_matcher_run(matcher);
    if (dump)
        printf("## %s\n", name);
    for (uint32_t i = 0; passages && i < passages->n; i++)
        if (dump)
            dump_passage(tax, i, passages->u.items[i], mentions);
        else
            score_passage(tax, name, i, passages->u.items[i], mentions);
}

static vt_status run_file(const vt_taxonomy *tax, const char *path, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    VT_AUTO(vt_buf) vt_buf bytes = {0};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    const vt_json *root;
    VT_TRY(vt_json_parse(arena, vt_buf_str(&bytes), &root, err));
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const vt_json *documents = vt_json_get(root, "documents");
    if (!documents)
        run_document(tax, arena, name, root);
    for (size_t i = 0; documents && i < documents->n; i++)
        run_document(tax, arena, name, documents->u.items[i]);
    return VT_OK;
}

static double share(size_t part, size_t rest)
{
    return part + rest ? (double)part / (double)(part + rest) : 1;
}

static void report(const char *name, struct tally t)
{
    printf("%-6s right %zu wrong %zu missed %zu precision %.4f recall %.4f\n", name, t.right,
           t.wrong, t.missed, share(t.right, t.wrong), share(t.right, t.missed));
}

/** Prints how often mentions of each confidence are right; gives the mean difference. */
static double report_confidence(void)
{
    double error = 0;
    size_t n = 0;
    for (size_t i = 0; i < VT_COUNT(bins); i++) {
        if (bins[i].n == 0)
            continue;
        double said = bins[i].sum / (double)bins[i].n;
        double was = (double)bins[i].right / (double)bins[i].n;
        printf("confidence %.3f right %.3f of %zu\n", said, was, bins[i].n);
        error += (said > was ? said - was : was - said) * (double)bins[i].n;
        n += bins[i].n;
    }
    error = n ? error / (double)n : 0;
    printf("confidence error %.4f\n", error);
    return error;
}

int main(int argc, char **argv)
{
    double need_precision = 0, need_recall = 0, most_error = 1;
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    vt_error err = {0};
    if (vt_taxonomy_open_embedded(&tax, &err) != VT_OK)
        return 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--dump") == 0) {
            dump = true;
        } else if (strcmp(argv[i], "--quiet") == 0) {
            quiet = true;
        } else if (strcmp(argv[i], "--min-precision") == 0 && i + 1 < argc) {
            need_precision = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--min-recall") == 0 && i + 1 < argc) {
            need_recall = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--max-error") == 0 && i + 1 < argc) {
            most_error = strtod(argv[++i], NULL);
        } else if (run_file(tax, argv[i], &err) != VT_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], err.message);
            return 2;
        }
    }
    if (dump)
        return 0;
    static const char *const names[] = {"list", "prose", "title"};
    struct tally all = {0};
    for (size_t k = 0; k < VT_COUNT(tallies); k++) {
        report(names[k], tallies[k]);
        all.right += tallies[k].right;
        all.wrong += tallies[k].wrong;
        all.missed += tallies[k].missed;
    }
    report("all", all);
    double error = report_confidence();
    return share(all.right, all.wrong) < need_precision ||
           share(all.right, all.missed) < need_recall || error > most_error;
}
