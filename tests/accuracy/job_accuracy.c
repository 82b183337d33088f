/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job_accuracy [--model IMAGE] [--part K/N] [--list] [--min-read X] [--max-boilerplate X] FILE...
 *
 * Each file is a labelled job description: sentences with their class, requirements with their
 * text. A requirement is read when one of ours (or neighbours in one sentence, where it is a list)
 * has at least half of its words, by their weight; one
 * of ours is boilerplate when it stands in a sentence about the company, benefits, the law or the
 * application. --part takes every Nth file from the Kth on, which --model was trained without.
 */
#include "base/io.h"
#include "base/json.h"
#include "fit/job.h"
#include "fit/weights.h"

#include <stdio.h>
#include <stdlib.h>

struct totals {
    size_t gold, read, musts, musts_read, ours, boilerplate, facts;
    size_t by_kind[16], read_by_kind[16];
};

static const char *const kinds[] = {"skill", "soft",   "certificate", "licence",
                                    "years", "degree", "language",    "other"};

static double covered(vt_arena *arena, vt_str gold, vt_str ours)
{
    vt_words a = vt_words_split(arena, gold), b = vt_words_split(arena, ours);
    double all = 0, found = 0;
    for (size_t i = 0; i < a.n; i++) {
        double weight = 0.05 + vt_word_weight(a.at[i].folded);
        all += weight;
        for (size_t k = 0; k < b.n; k++)
            if (vt_str_eq(a.at[i].folded, b.at[k].folded)) {
                found += weight;
                break;
            }
    }
    return all > 0 ? found / all : 0;
}

static bool is_boilerplate(const vt_json *sentences, vt_str text, bool *fact)
{
    static const char *const classes[] = {"company", "benefit", "legal", "application"};
    for (size_t i = 0; i < sentences->n; i++) {
        const vt_json *s = sentences->u.items[i];
        if (vt_str_find(vt_json_str(vt_json_get(s, "text")), text, 0) == VT_NPOS)
            continue;
        vt_str word = vt_json_str(vt_json_get(s, "class"));
        *fact = vt_str_eq(word, VT_STR("fact")) || vt_str_eq(word, VT_STR("heading"));
        return VT_STR_AMONG(word, classes);
    }
    return false;
}

static void count_gold(vt_arena *arena, const vt_json *want, const vt_job_ad *ad, bool list,
                       struct totals *t)
{
    vt_str text = vt_json_str(vt_json_get(want, "text"));
    vt_str kind = vt_json_str(vt_json_get(want, "kind"));
    bool must = vt_json_bool(vt_json_get(want, "must"), false), read = false;
    for (size_t k = 0; k < ad->requirements.n && !read; k++) {
        vt_str ours = ad->requirements.at[k].words; /* with those next to it: "A, B, C" */
        for (size_t n = k; n < ad->requirements.n && n < k + 5 && !read; n++) {
            if (ad->requirements.at[n].sentence != ad->requirements.at[k].sentence)
                break;
            if (n > k)
                ours = vt_str_format(arena, VT_STR_FMT ", " VT_STR_FMT, VT_STR_ARG(ours),
                                     VT_STR_ARG(ad->requirements.at[n].words));
            read = covered(arena, text, ours) >= 0.5;
        }
    }
    t->gold++;
    t->read += read;
    t->musts += must;
    t->musts_read += must && read;
    for (size_t k = 0; k < VT_COUNT(kinds); k++)
        if (vt_str_eq(kind, vt_str_z(kinds[k]))) {
            t->by_kind[k]++;
            t->read_by_kind[k] += read;
        }
    if (list && !read)
        printf("    not read (" VT_STR_FMT "): " VT_STR_FMT "\n", VT_STR_ARG(kind),
               VT_STR_ARG(text));
}

static void count_ours(const vt_json *sentences, const vt_job_ad *ad, bool list, struct totals *t)
{
    for (size_t i = 0; i < ad->requirements.n; i++) {
        bool fact = false;
        bool idle = is_boilerplate(sentences, ad->requirements.at[i].words, &fact);
        t->ours++;
        t->boilerplate += idle;
        t->facts += fact;
        if (list && (idle || fact))
            printf("    %s: " VT_STR_FMT "\n", idle ? "boilerplate" : "fact",
                   VT_STR_ARG(ad->requirements.at[i].words));
    }
}

struct tools {
    vt_taxonomy *tax;
    vt_lexicon *lex;
    vt_sentence_model *model;
    vt_occupations *occupations;
    bool list;
};

static vt_status run_file(const struct tools *tools, const char *path, struct totals *t,
                          vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)128 << 20);
    VT_AUTO(vt_buf) vt_buf bytes = {0};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    const vt_json *root;
    VT_TRY(vt_json_parse(arena, vt_buf_str(&bytes), &root, err));
    const vt_job_reader with = {tools->model, tools->occupations, tools->tax, tools->lex};
    vt_job_ad ad = vt_job_ad_read(&with, arena, vt_json_str(vt_json_get(root, "text")));
    struct totals before = *t;
    const vt_json *wanted = vt_json_get(root, "requirements");
    for (size_t i = 0; i < wanted->n; i++)
        count_gold(arena, wanted->u.items[i], &ad, tools->list, t);
    count_ours(vt_json_get(root, "sentences"), &ad, tools->list, t);
    if (tools->list)
        printf("%s: %zu of %zu read\n", path, t->read - before.read, t->gold - before.gold);
    return VT_OK;
}

static double share(size_t part, size_t of)
{
    return of ? (double)part / (double)of : 0;
}

int main(int argc, char **argv)
{
    struct tools tools = {0};
    vt_error err = {0};
    VT_AUTO(vt_buf) vt_buf image = {0};
    struct totals t = {0};
    double min_read = 0, max_boilerplate = 1;
    size_t part = 0, parts = 1, number = 0;
    if (vt_taxonomy_open_embedded(&tools.tax, &err) != VT_OK ||
        vt_lexicon_open(&tools.lex, &err) != VT_OK ||
        vt_sentence_model_open(&tools.model, &err) != VT_OK ||
        vt_occupations_open(&tools.occupations, &err) != VT_OK)
        return 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--model") == 0 && i + 1 < argc) {
            vt_sentence_model_drop(tools.model);
            if (vt_io_read_file(argv[++i], &image, &err) != VT_OK ||
                vt_sentence_model_open_bytes(image.ptr, image.len, &tools.model, &err) != VT_OK)
                return 2;
        } else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc) {
            char *end = NULL;
            part = strtoul(argv[++i], &end, 10);
            parts = *end == '/' ? strtoul(end + 1, NULL, 10) : 1;
        } else if (strcmp(argv[i], "--min-read") == 0 && i + 1 < argc) {
            min_read = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--max-boilerplate") == 0 && i + 1 < argc) {
            max_boilerplate = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--list") == 0) {
            tools.list = true;
        } else if (number++ % VT_MAX(parts, (size_t)1) == part &&
                   run_file(&tools, argv[i], &t, &err) != VT_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], err.message);
            return 2;
        }
    }
    for (size_t k = 0; k < VT_COUNT(kinds); k++)
        printf("%-12s %zu of %zu\n", kinds[k], t.read_by_kind[k], t.by_kind[k]);
    printf(
        "read %zu of %zu (%.4f), of those asked for %.4f; of %zu of ours %zu boilerplate (%.4f), "
        "%zu facts\n",
        t.read, t.gold, share(t.read, t.gold), share(t.musts_read, t.musts), t.ours, t.boilerplate,
        share(t.boilerplate, t.ours), t.facts);
    vt_taxonomy_drop(tools.tax);
    vt_lexicon_drop(tools.lex);
    vt_sentence_model_drop(tools.model);
    vt_occupations_drop(tools.occupations);
    return share(t.read, t.gold) < min_read || share(t.boilerplate, t.ours) > max_boilerplate;
}
