/* SPDX-License-Identifier: Apache-2.0 */
/*
 * skill_sheet [--verbose] [--min-recall R] [--min-precision P] FILE.tsv...
 *
 * Rows of labelled texts: document, language (or empty: its words tell), kind (list, prose, title),
 * text, skills. Rows of one document stand together and are matched together. Skills are separated
 * by ';', names that are as good by '|'; behind '~' stand those that may be found, too ('*': any).
 * '-': nothing is to be found. Prints right, wrong and missed of each file, by kind; ends with 1
 * when a minimum is not reached.
 */
#include "base/io.h"
#include "base/vec.h"
#include "skills/match.h"

#include <stdio.h>

struct tally {
    size_t right, wrong, missed;
};

struct row {
    vt_str document, language, text, want;
    vt_passage_kind kind;
};

static bool verbose;
static struct tally all;

/** Whether a name of the set, separated by '|' and ';', is that of the skill. */
static bool among(const vt_taxonomy *tax, vt_str set, uint32_t skill)
{
    vt_str group, name;
    if (vt_str_eq(set, VT_STR("*")))
        return true;
    while (vt_str_split(&set, ';', &group))
        while (vt_str_split(&group, '|', &name)) {
            vt_skill other;
            char buf[VT_ALIAS_MAX];
            name = vt_str_trim(name);
            if (vt_str_eq(name, vt_taxonomy_name(tax, skill, buf)) ||
                vt_str_eq(name, vt_taxonomy_id(tax, skill, buf)) ||
                (vt_taxonomy_find(tax, name, &other) && other.index == skill))
                return true;
        }
    return false;
}

static void tell(const char *what, const struct row *row, vt_str name)
{
    if (verbose)
        printf("%-6s " VT_STR_FMT "\t" VT_STR_FMT "\t" VT_STR_FMT "\n", what,
               VT_STR_ARG(row->document), VT_STR_ARG(name), VT_STR_ARG(row->text));
}

static void score_row(const vt_taxonomy *tax, const struct row *row, vt_mentions found,
                      uint32_t passage, struct tally *tally)
{
    vt_str may = row->want, want = VT_STR_NULL, group;
    size_t tilde = vt_str_find_char(may, '~', 0);
    want = vt_str_sub(may, 0, tilde == VT_NPOS ? may.len : tilde);
    may = tilde == VT_NPOS ? VT_STR_NULL : vt_str_sub(may, tilde + 1, may.len);
    for (size_t i = 0; i < found.n; i++) {
        uint32_t skill = found.at[i].skill;
        if (found.at[i].passage != passage)
            continue;
        if (among(tax, want, skill)) {
            tally->right++;
        } else if (!among(tax, may, skill)) {
            tally->wrong++;
            tell("wrong", row, vt_taxonomy_name(tax, skill, (char[VT_ALIAS_MAX]){0}));
        }
    }
    while (vt_str_split(&want, ';', &group)) {
        bool there = vt_str_trim(group).len == 0 || vt_str_eq(vt_str_trim(group), VT_STR("-"));
        for (size_t i = 0; i < found.n; i++)
            there =
                there || (found.at[i].passage == passage && among(tax, group, found.at[i].skill));
        tally->missed += !there;
        if (!there)
            tell("missed", row, group);
    }
}

static void run_document(const vt_taxonomy *tax, const struct row *rows, size_t n,
                         struct tally tallies[3])
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    if (rows->language.len)
        vt_matcher_language(matcher, rows->language);
    for (size_t i = 0; i < n; i++)
        vt_matcher_add(matcher, rows[i].text, rows[i].kind);
    vt_mentions found = vt_matcher_run(matcher);
    for (size_t i = 0; i < n; i++)
        score_row(tax, &rows[i], found, (uint32_t)i, &tallies[rows[i].kind]);
}

static double share(size_t part, size_t rest)
{
    return part + rest ? (double)part / (double)(part + rest) : 1;
}

static void report(const char *file, const char *kind, struct tally t)
{
    if (t.right + t.wrong + t.missed)
        printf("%-24s %-5s right %4zu  wrong %3zu  missed %3zu  precision %.3f  recall %.3f\n",
               file, kind, t.right, t.wrong, t.missed, share(t.right, t.wrong),
               share(t.right, t.missed));
}

static vt_status run_file(const vt_taxonomy *tax, const char *path, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    VT_AUTO(vt_buf) vt_buf bytes = {0};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    VT_VEC(struct row) rows = {0};
    vt_str rest = vt_buf_str(&bytes), line, kind;
    while (vt_str_split(&rest, '\n', &line)) {
        struct row row;
        if (line.len == 0 || line.ptr[0] == '#')
            continue;
        if (!vt_str_split(&line, '\t', &row.document) ||
            !vt_str_split(&line, '\t', &row.language) || !vt_str_split(&line, '\t', &kind) ||
            !vt_str_split(&line, '\t', &row.text))
            return vt_fail(err, VT_E_FORMAT, "%s: a row without five columns", path);
        row.want = line;
        row.kind = vt_str_eq(kind, VT_STR("list"))    ? VT_PASSAGE_LIST
                   : vt_str_eq(kind, VT_STR("title")) ? VT_PASSAGE_TITLE
                                                      : VT_PASSAGE_PROSE;
        vt_vec_push(arena, &rows, row);
    }
    struct tally tallies[3] = {{0}};
    for (size_t i = 0; i < rows.n;) {
        size_t end = i + 1;
        while (end < rows.n && vt_str_eq(rows.at[end].document, rows.at[i].document))
            end++;
        run_document(tax, &rows.at[i], end - i, tallies);
        i = end;
    }
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    static const char *const kinds[] = {"list", "prose", "title"};
    for (size_t i = 0; i < VT_COUNT(tallies); i++) {
        report(name, kinds[i], tallies[i]);
        all.right += tallies[i].right;
        all.wrong += tallies[i].wrong;
        all.missed += tallies[i].missed;
    }
    return VT_OK;
}

int main(int argc, char **argv)
{
    double need_precision = 0, need_recall = 0;
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    vt_error err = {0};
    if (vt_taxonomy_open_embedded(&tax, &err) != VT_OK)
        return 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--verbose") == 0) {
            verbose = true;
        } else if (strcmp(argv[i], "--min-precision") == 0 && i + 1 < argc) {
            need_precision = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--min-recall") == 0 && i + 1 < argc) {
            need_recall = strtod(argv[++i], NULL);
        } else if (run_file(tax, argv[i], &err) != VT_OK) {
            fprintf(stderr, "skill_sheet: %s\n", err.message);
            return 2;
        }
    }
    report("all", "", all);
    bool good = share(all.right, all.wrong) >= need_precision &&
                share(all.right, all.missed) >= need_recall;
    return good ? 0 : 1;
}
