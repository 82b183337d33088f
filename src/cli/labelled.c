/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/labelled.h"

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "layout/layout.h"
#include "parse/line_model.h"
#include "text/lexicon.h"

#include <dirent.h>

/* "Today" for the dates of the corpus: fixed, so that training gives the same bytes on any day. */
static const vt_day corpus_day = {2026, 1, 1};

static const char *const roles[] = {
#define VT_ROLE(symbol, word) word,
#include "parse/roles.def"
};

vt_dataset *vt_labelled_new_set(void)
{
    return vt_dataset_new(roles, VT_COUNT(roles));
}

static bool find_role(vt_str word, uint8_t *ret)
{
    for (size_t i = 0; i < VT_COUNT(roles); i++)
        if (vt_str_eq(word, vt_str_z(roles[i]))) {
            *ret = (uint8_t)i;
            return true;
        }
    return false;
}

/* The gold roles of the facts; false when the labels are of another layout. */
static bool gold_of(const vt_facts *facts, const vt_json *lines, uint8_t *labels)
{
    for (size_t i = 0; i < facts->n; i++) {
        uint32_t index = facts->at[i].index;
        if (!vt_json_is(lines, VT_JSON_ARRAY) || index >= lines->n)
            return false;
        const vt_json *line = lines->u.items[index];
        if (!vt_str_eq(vt_json_str(vt_json_get(line, "text")), facts->at[i].line->text) ||
            !find_role(vt_json_str(vt_json_get(line, "role")), &labels[i]))
            return false;
    }
    return true;
}

static vt_status add_document(const vt_parse_context *context, vt_arena *arena, vt_str document,
                              vt_str filename, const vt_json *lines, vt_dataset *set,
                              vt_labelled_report *report, vt_error *err)
{
    vt_extract_options options = {0};
    vt_doc *doc = NULL;
    VT_TRY(vt_extract(arena, document, filename, VT_STR_NULL, &options, &doc, err));
    VT_TRY(vt_layout(doc, err));
    const vt_facts *facts = vt_facts_new(context, arena, doc);
    uint8_t *labels = VT_NEW_ARRAY(arena, uint8_t, facts->n + 1);
    if (facts->n == 0 || !gold_of(facts, lines, labels)) {
        report->stale++;
        return VT_OK;
    }
    vt_sequence sequence = vt_line_sequence(facts, vt_roles_decide(facts), labels);
    vt_dataset_add(set, &sequence);
    report->documents++;
    report->lines += facts->n;
    return VT_OK;
}

static vt_status add_labels_file(const vt_parse_context *context, const char *folder,
                                 const char *name, vt_dataset *set, vt_labelled_report *report,
                                 vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    VT_AUTO(vt_buf) vt_buf text = {.max = VT_MAX_RESULT_BYTES};
    VT_AUTO(vt_buf) vt_buf document = {.max = VT_MAX_DOCUMENT_BYTES};
    VT_TRY(vt_io_read_file(vt_str_format(arena, "%s/%s", folder, name).ptr, &text, err));
    const vt_json *labels = NULL;
    VT_TRY(vt_json_parse(arena, vt_buf_str(&text), &labels, err));
    vt_str file = vt_json_str(vt_json_get(labels, "file"));
    vt_str path = vt_str_format(arena, "%s/" VT_STR_FMT, folder, VT_STR_ARG(file));
    VT_TRY(vt_io_read_file(path.ptr, &document, err));
    return add_document(context, arena, vt_buf_str(&document), file, vt_json_get(labels, "lines"),
                        set, report, err);
}

static int is_labels(const struct dirent *entry)
{
    return vt_str_ends(vt_str_z(entry->d_name), VT_STR(".labels.json"));
}

vt_status vt_labelled_lines(const char *folder, vt_dataset *set, vt_labelled_report *ret,
                            vt_error *err)
{
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    VT_TRY(vt_lexicon_open(&lexicon, err));
    const vt_parse_context context = {.lexicon = lexicon, .reference_date = corpus_day};
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, is_labels, alphasort);
    if (n < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot read the folder '%s'", folder);
    *ret = (vt_labelled_report){0};
    vt_status status = VT_OK;
    for (int i = 0; i < n; i++) {
        if (status == VT_OK)
            status = add_labels_file(&context, folder, entries[i]->d_name, set, ret, err);
        free(entries[i]);
    }
    free(entries);
    if (status == VT_OK && ret->documents == 0)
        return vt_fail(err, VT_E_EMPTY, "no labelled document in '%s' (%zu of another layout)",
                       folder, ret->stale);
    return status;
}
