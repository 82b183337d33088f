/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fit_accuracy PERSONAS [--min SHARE] [--min-related SHARE] [--min-ideal SHARE] [--min-unrelated
 * SHARE] [--list] FILE...
 *
 * Each file is one labelled job: {"job": text, "good": persona, "partial": persona, "poor":
 * persona}; the personas are files of the folder PERSONAS (JSON Resume). Each gives three graded
 * pairs of resume and job and three pairs of grades to be ordered: good over partial, partial over
 * poor, good over poor. Scored twice, from the resume and from its text alone; ends with 1 when the
 * share of the resume's is below the minimum.
 *
 * A file of another form has {"language", "job", "candidates": [{"grade": 0..3, "resume":
 * persona}]} (tools/train/make_ranking.py): nDCG@10 over all its candidates, and pairs of different
 * grades among the related ones (grade above 0), both beside BM25 over the same texts.
 */
#include "base/io.h"
#include "base/json.h"
#include "fit/fit.h"
#include "parse/resume/resume_json.h"
#include "skills/skills.h"

#include <math.h>
#include <stdio.h>

static const vt_day TODAY = {2026, 1, 15};
enum { GRADES = 3 };
static const char *const grades[GRADES] = {"good", "partial", "poor"};

static vt_value value_of(const vt_json *object, const char *key)
{
    return (vt_value){.text = vt_json_str(vt_json_get(object, key)), .confidence = 1};
}

static vt_date date_of(const vt_json *object, const char *key)
{
    vt_date date = {0};
    vt_date_read(vt_json_str(vt_json_get(object, key)), &date);
    return date;
}

/** An empty array when there is none. */
static const vt_json *member_array(const vt_json *object, const char *key)
{
    static const vt_json none = {.type = VT_JSON_ARRAY};
    const vt_json *array = vt_json_get(object, key);
    return vt_json_is(array, VT_JSON_ARRAY) ? array : &none;
}

static void add_jobs(vt_resume *r, const vt_json *work)
{
    for (size_t i = 0; i < work->n; i++) {
        const vt_json *w = work->u.items[i];
        vt_job *job = vt_vec_add(r->arena, &r->jobs);
        job->company = value_of(w, "name");
        job->title = value_of(w, "position");
        job->start = date_of(w, "startDate");
        job->end = date_of(w, "endDate");
        job->current = job->end.year == 0;
        job->description = value_of(w, "summary");
        const vt_json *lines = member_array(w, "highlights");
        for (size_t k = 0; k < lines->n; k++)
            vt_vec_push(r->arena, &job->highlights,
                        ((vt_value){.text = vt_json_str(lines->u.items[k]), .confidence = 1}));
    }
}

static void add_skill(vt_resume *r, vt_str name)
{
    if (name.len)
        vt_vec_push(r->arena, &r->skills,
                    ((vt_skill_item){
                        .name = {.text = name, .confidence = 1}, .level = -1, .listed = true}));
}

static void add_lists(vt_resume *r, const vt_json *root)
{
    const vt_json *skills = member_array(root, "skills"),
                  *studies = member_array(root, "education"),
                  *languages = member_array(root, "languages"),
                  *certificates = member_array(root, "certificates");
    for (size_t i = 0; i < skills->n; i++) {
        const vt_json *keywords = member_array(skills->u.items[i], "keywords");
        for (size_t k = 0; k < keywords->n; k++)
            add_skill(r, vt_json_str(keywords->u.items[k]));
        if (keywords->n == 0)
            add_skill(r, vt_json_str(vt_json_get(skills->u.items[i], "name")));
    }
    for (size_t i = 0; i < studies->n; i++) {
        vt_study *study = vt_vec_add(r->arena, &r->studies);
        study->institution = value_of(studies->u.items[i], "institution");
        study->degree = value_of(studies->u.items[i], "studyType");
        study->field = value_of(studies->u.items[i], "area");
        study->graduation = date_of(studies->u.items[i], "endDate");
    }
    for (size_t i = 0; i < languages->n; i++)
        vt_vec_add(r->arena, &r->languages)->language = value_of(languages->u.items[i], "language");
    for (size_t i = 0; i < certificates->n; i++)
        vt_vec_add(r->arena, &r->certifications)->name = value_of(certificates->u.items[i], "name");
}

static vt_resume *read_persona(vt_arena *arena, const vt_json *root)
{
    vt_resume *r = VT_NEW(arena, vt_resume);
    r->arena = arena;
    const vt_json *basics = vt_json_get(root, "basics");
    r->name = value_of(basics, "name");
    r->label = value_of(basics, "label");
    r->summary = value_of(basics, "summary");
    add_jobs(r, member_array(root, "work"));
    add_lists(r, root);
    return r;
}

static void add_line(vt_buf *out, const vt_value *value)
{
    if (value->text.len)
        vt_buf_addf(out, VT_STR_FMT "\n", VT_STR_ARG(value->text));
}

static void add_date(vt_buf *out, const vt_date *date)
{
    vt_buf_addf(out, date->month ? "%02d/%d" : "%.0d%d", date->month, date->year);
}

/** The resume as plain text, for the mode without a parser. */
static vt_str text_of(vt_arena *arena, const vt_resume *r)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    add_line(&out, &r->name);
    add_line(&out, &r->label);
    add_line(&out, &r->summary);
    vt_buf_addz(&out, "\nExperience\n");
    for (size_t i = 0; i < r->jobs.n; i++) {
        const vt_job *job = &r->jobs.at[i];
        add_line(&out, &job->title);
        add_line(&out, &job->company);
        add_date(&out, &job->start);
        vt_buf_addz(&out, " - ");
        if (job->current)
            vt_buf_addz(&out, "Present");
        else
            add_date(&out, &job->end);
        vt_buf_addc(&out, '\n');
        add_line(&out, &job->description);
        for (size_t k = 0; k < job->highlights.n; k++)
            add_line(&out, &job->highlights.at[k]);
    }
    vt_buf_addz(&out, "\nEducation\n");
    for (size_t i = 0; i < r->studies.n; i++) {
        add_line(&out, &r->studies.at[i].degree);
        add_line(&out, &r->studies.at[i].field);
    }
    vt_buf_addz(&out, "\nCertifications\n");
    for (size_t i = 0; i < r->certifications.n; i++)
        add_line(&out, &r->certifications.at[i].name);
    vt_buf_addz(&out, "\nSkills\n");
    for (size_t i = 0; i < r->skills.n; i++)
        if (r->skills.at[i].listed)
            vt_buf_addf(&out, VT_STR_FMT ", ", VT_STR_ARG(r->skills.at[i].name.text));
    vt_buf_addz(&out, "\n\nLanguages\n");
    for (size_t i = 0; i < r->languages.n; i++)
        add_line(&out, &r->languages.at[i].language);
    return vt_str_dup(arena, vt_buf_str(&out));
}

struct totals {
    size_t pairs, right;
};

static void run_ranking(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                        const vt_json *label, const vt_json *candidates, bool list);

static void count_order(struct totals *t, const int scores[GRADES])
{
    for (size_t i = 0; i < GRADES; i++)
        for (size_t k = i + 1; k < GRADES; k++) {
            t->pairs++;
            t->right += scores[i] > scores[k];
        }
}

static vt_sentence_model *model;
static vt_occupations *occupations;

static vt_status run_file(const vt_taxonomy *tax, const vt_lexicon *lex, const char *folder,
                          const char *path, bool list, struct totals totals[2], vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)128 << 20);
    VT_AUTO(vt_buf) vt_buf bytes = {0};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    const vt_json *label;
    VT_TRY(vt_json_parse(arena, vt_buf_str(&bytes), &label, err));
    const vt_json *candidates = vt_json_get(label, "candidates");
    if (vt_json_is(candidates, VT_JSON_ARRAY)) {
        run_ranking(tax, lex, arena, label, candidates, list);
        return VT_OK;
    }
    int scores[2][GRADES];
    for (size_t g = 0; g < GRADES; g++) {
        VT_AUTO(vt_buf) vt_buf persona = {0};
        vt_str file = vt_str_format(arena, "%s/" VT_STR_FMT ".json", folder,
                                    VT_STR_ARG(vt_json_str(vt_json_get(label, grades[g]))));
        VT_TRY(vt_io_read_file(file.ptr, &persona, err));
        const vt_json *root;
        VT_TRY(vt_json_parse(arena, vt_str_dup(arena, vt_buf_str(&persona)), &root, err));
        vt_resume *r = read_persona(arena, root);
        vt_str text = text_of(arena, r);
        vt_skills_fill(tax, r, TODAY);
        for (size_t mode = 0; mode < 2; mode++) {
            vt_fit_input in = {.taxonomy = tax,
                               .lexicon = lex,
                               .sentences = model,
                               .occupations = occupations,
                               .resume = mode == 0 ? r : NULL,
                               .raw_text = text,
                               .job = vt_json_str(vt_json_get(label, "job")),
                               .today = TODAY,
                               .top = 5};
            vt_fit fit = vt_fit_of(arena, &in);
            scores[mode][g] = fit.score;
            if (list && mode == 0)
                printf("    %-8s %3d  " VT_STR_FMT "\n", grades[g], fit.score,
                       VT_STR_ARG(fit.summary));
        }
    }
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    printf("%-24s resume %3d %3d %3d   text %3d %3d %3d\n", name, scores[0][0], scores[0][1],
           scores[0][2], scores[1][0], scores[1][1], scores[1][2]);
    for (size_t mode = 0; mode < 2; mode++)
        count_order(&totals[mode], scores[mode]);
    return VT_OK;
}

/* ---- rankings ---- */

enum { MOST_CANDIDATES = 64, RANKERS = 2, DEPTH = 10, LISTED = 10, IDEAL = 90, UNRELATED = 15 };
static const char *const rankers[RANKERS] = {"vitae", "BM25"};

struct ranking {
    char language[3];
    size_t jobs, pairs, right[RANKERS];
    double ndcg[RANKERS];
    int best_least, other_most; /* scores of the ideal candidates, and of the others */
    size_t ideals, high;        /* ideal candidates, and those of at least IDEAL */
    size_t others, low;         /* unrelated ones, and those of at most UNRELATED */
};

/** Okapi BM25 of text `at` for the words of the job. */
static double bm25(vt_arena *arena, vt_str job, const vt_words *texts, size_t n, size_t at)
{
    static const double K = 1.2, B = 0.75;
    vt_words words = vt_words_split(arena, job);
    double mean = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        mean += (double)texts[i].n / (double)n;
    for (size_t w = 0; w < words.n; w++) {
        size_t in_texts = 0, here = 0;
        for (size_t i = 0; i < n; i++) {
            size_t found = 0;
            for (size_t k = 0; k < texts[i].n; k++)
                found += texts[i].at[k].hash == words.at[w].hash;
            in_texts += found > 0;
            here = i == at ? found : here;
        }
        double idf = log(1 + ((double)(n - in_texts) + 0.5) / ((double)in_texts + 0.5));
        double tf = (double)here;
        sum += idf * tf * (K + 1) / (tf + K * (1 - B + B * (double)texts[at].n / mean));
    }
    return sum;
}

static double gain(int grade, size_t rank)
{
    return (pow(2, grade) - 1) / log2((double)rank + 2);
}

/** nDCG@10 of an order by score; ties stand in the order of the file, worst levels first. */
static double ndcg(const double *scores, const int *levels, size_t n)
{
    double got = 0, ideal = 0;
    for (size_t i = 0; i < n; i++) {
        size_t rank = 0, best = 0;
        for (size_t k = 0; k < n; k++) {
            rank += scores[k] > scores[i] || (scores[k] == scores[i] && k > i);
            best += levels[k] > levels[i] || (levels[k] == levels[i] && k < i);
        }
        got += rank < DEPTH ? gain(levels[i], rank) : 0;
        ideal += best < DEPTH ? gain(levels[i], best) : 0;
    }
    return ideal > 0 ? got / ideal : 1;
}

static void count_related(struct ranking *r, double scores[RANKERS][MOST_CANDIDATES],
                          const int *levels, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            if (levels[i] <= levels[k] || levels[k] == 0)
                continue;
            r->pairs++;
            for (size_t ranker = 0; ranker < RANKERS; ranker++)
                r->right[ranker] += scores[ranker][i] > scores[ranker][k];
        }
}

static struct ranking rankings[8];

static struct ranking *ranking_of(vt_str language)
{
    size_t i = 0;
    while (i + 1 < VT_COUNT(rankings) && rankings[i].jobs &&
           !vt_str_eq(language, vt_str_z(rankings[i].language)))
        i++;
    if (!rankings[i].jobs)
        rankings[i].best_least = 100;
    for (size_t k = 0; k < 2 && k < language.len; k++)
        rankings[i].language[k] = language.ptr[k];
    return &rankings[i];
}

/** Grade, score, parts; what is matched and missing of an ideal candidate. */
static void list_fit(int grade, const vt_fit *fit)
{
    static const char *const names[VT_FIT_PARTS] = {"skills", "credentials", "duties",   "title",
                                                    "years",  "education",   "languages"};
    printf("    %d %3d ", grade, fit->score);
    for (size_t i = 0; i < VT_FIT_PARTS; i++)
        if (fit->parts[i].counts)
            printf(" %s %.2f (%.2f)", names[i], fit->parts[i].value, fit->parts[i].weight);
    printf("\n");
    for (size_t i = 0; grade == 3 && i < fit->matched.n; i++)
        printf("        + %.2f " VT_STR_FMT " <- " VT_STR_FMT "\n", fit->matched.at[i].weight,
               VT_STR_ARG(fit->matched.at[i].requirement), VT_STR_ARG(fit->matched.at[i].reason));
    for (size_t i = 0; grade == 3 && i < fit->missing.n; i++)
        printf("        - %.2f " VT_STR_FMT "\n", fit->missing.at[i].criticality,
               VT_STR_ARG(fit->missing.at[i].requirement));
}

static void run_ranking(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                        const vt_json *label, const vt_json *candidates, bool list)
{
    struct ranking *r = ranking_of(vt_json_str(vt_json_get(label, "language")));
    vt_str job = vt_json_str(vt_json_get(label, "job"));
    vt_words texts[MOST_CANDIDATES];
    double scores[RANKERS][MOST_CANDIDATES];
    int levels[MOST_CANDIDATES];
    size_t n = VT_MIN(candidates->n, (size_t)MOST_CANDIDATES);
    for (size_t i = 0; i < n; i++) {
        const vt_json *candidate = candidates->u.items[i];
        vt_resume *resume = read_persona(arena, vt_json_get(candidate, "resume"));
        texts[i] = vt_words_split(arena, text_of(arena, resume));
        vt_skills_fill(tax, resume, TODAY);
        levels[i] = (int)vt_json_int(vt_json_get(candidate, "grade"), 0);
        vt_fit_input in = {.taxonomy = tax,
                           .lexicon = lex,
                           .sentences = model,
                           .occupations = occupations,
                           .resume = resume,
                           .job = job,
                           .today = TODAY,
                           .top = LISTED};
        vt_fit fit = vt_fit_of(arena, &in);
        int score = fit.score;
        scores[0][i] = score;
        if (levels[i] == 3) {
            r->best_least = VT_MIN(r->best_least, score);
            r->ideals++;
            r->high += score >= IDEAL;
        }
        if (levels[i] == 0) {
            r->other_most = VT_MAX(r->other_most, score);
            r->others++;
            r->low += score <= UNRELATED;
        }
        if (list)
            list_fit(levels[i], &fit);
    }
    for (size_t i = 0; i < n; i++)
        scores[1][i] = bm25(arena, job, texts, n, i);
    for (size_t ranker = 0; ranker < RANKERS; ranker++)
        r->ndcg[ranker] += ndcg(scores[ranker], levels, n);
    count_related(r, scores, levels, n);
    r->jobs++;
}

/** Shares over all languages; all 1 without rankings. */
struct shares {
    double related, ideal, unrelated;
};

static struct shares print_rankings(void)
{
    size_t pairs = 0, right = 0, ideals = 0, high = 0, others = 0, low = 0;
    for (size_t i = 0; i < VT_COUNT(rankings) && rankings[i].jobs; i++) {
        const struct ranking *r = &rankings[i];
        for (size_t ranker = 0; ranker < RANKERS; ranker++)
            printf("%s %-5s  nDCG@10 %.4f  related pairs %zu of %zu (%.4f)\n", r->language,
                   rankers[ranker], r->ndcg[ranker] / (double)r->jobs, r->right[ranker], r->pairs,
                   (double)r->right[ranker] / (double)r->pairs);
        printf("%s %zu jobs: ideal candidates from %d, %zu of %zu at least %d; others up to %d, "
               "%zu of "
               "%zu at most %d\n",
               r->language, r->jobs, r->best_least, r->high, r->ideals, IDEAL, r->other_most,
               r->low, r->others, UNRELATED);
        pairs += r->pairs;
        right += r->right[0];
        ideals += r->ideals;
        high += r->high;
        others += r->others;
        low += r->low;
    }
    return (struct shares){pairs ? (double)right / (double)pairs : 1,
                           ideals ? (double)high / (double)ideals : 1,
                           others ? (double)low / (double)others : 1};
}

int main(int argc, char **argv)
{
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    VT_AUTO(vt_lexicon) vt_lexicon *lex = NULL;
    vt_error err = {0};
    if (argc < 3 || vt_taxonomy_open_embedded(&tax, &err) != VT_OK ||
        vt_lexicon_open(&lex, &err) != VT_OK || vt_sentence_model_open(&model, &err) != VT_OK ||
        vt_occupations_open(&occupations, &err) != VT_OK)
        return 2;
    struct totals totals[2] = {{0}};
    double need = 0, need_related = 0, need_ideal = 0, need_unrelated = 0;
    bool list = false;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--min") == 0 && i + 1 < argc) {
            need = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--min-related") == 0 && i + 1 < argc) {
            need_related = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--min-ideal") == 0 && i + 1 < argc) {
            need_ideal = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--min-unrelated") == 0 && i + 1 < argc) {
            need_unrelated = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--list") == 0) {
            list = true;
        } else if (run_file(tax, lex, argv[1], argv[i], list, totals, &err) != VT_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], err.message);
            return 2;
        }
    }
    struct shares shares = print_rankings();
    bool bad = shares.related < need_related || shares.ideal < need_ideal ||
               shares.unrelated < need_unrelated;
    if (!totals[0].pairs)
        return bad;
    double share = (double)totals[0].right / (double)totals[0].pairs;
    printf("pairs in order: resume %zu of %zu (%.4f), text %zu of %zu (%.4f)\n", totals[0].right,
           totals[0].pairs, share, totals[1].right, totals[1].pairs,
           (double)totals[1].right / (double)totals[1].pairs);
    return share < need || bad;
}
