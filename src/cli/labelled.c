/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/labelled.h"

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "layout/layout.h"
#include "parse/field_model.h"
#include "parse/line_model.h"
#include "parse/models.h"
#include "text/lexicon.h"

#include <dirent.h>

/* "Today" for the dates of the corpus: fixed, so that training gives the same bytes on any day. */
static const vt_day corpus_day = {2026, 1, 1};

static const char *const roles[] = {
#define VT_ROLE(symbol, word) word,
#include "parse/roles.def"
};

static const char *const fields[] = {
#define VT_FIELD(symbol, word) word,
#include "parse/roles.def"
};

/* What reading a folder needs throughout. */
struct reader {
    vt_parse_context context;
    vt_labelled_kind kind;
    vt_dataset *set;
    vt_labelled_report *report;
};

/* The labels of one document: of its lines, and of its tokens. */
struct gold {
    uint8_t *roles;  /* [doc->lines.n] */
    uint8_t *fields; /* [doc->tokens.n] */
};

bool vt_labelled_find_kind(const char *word, vt_labelled_kind *ret)
{
    if (strcmp(word, "lines") != 0 && strcmp(word, "fields") != 0)
        return false;
    *ret = word[0] == 'l' ? VT_LABELLED_LINES : VT_LABELLED_FIELDS;
    return true;
}

vt_dataset *vt_labelled_new_set(vt_labelled_kind kind)
{
    return kind == VT_LABELLED_LINES ? vt_dataset_new(roles, VT_COUNT(roles))
                                     : vt_dataset_new(fields, VT_FIELD_LABELS);
}

static bool find_word(const char *const *words, size_t n, vt_str word, uint8_t *ret)
{
    for (size_t i = 0; i < n; i++)
        if (vt_str_eq(word, vt_str_z(words[i]))) {
            *ret = (uint8_t)i;
            return true;
        }
    return false;
}

/* The labels of a document; false when they are of another layout. */
static bool read_gold(vt_arena *arena, const vt_doc *doc, const vt_json *lines, struct gold *ret)
{
    if (!vt_json_is(lines, VT_JSON_ARRAY) || lines->n != doc->lines.n)
        return false;
    ret->roles = VT_NEW_ARRAY(arena, uint8_t, doc->lines.n + 1);
    ret->fields = VT_NEW_ARRAY(arena, uint8_t, doc->tokens.n + 1);
    for (size_t i = 0; i < doc->lines.n; i++) {
        const vt_line *own = &doc->lines.at[i];
        const vt_json *line = lines->u.items[i], *tokens = vt_json_get(line, "tokens");
        if (!vt_str_eq(vt_json_str(vt_json_get(line, "text")), own->text) ||
            !find_word(roles, VT_COUNT(roles), vt_json_str(vt_json_get(line, "role")),
                       &ret->roles[i]) ||
            !vt_json_is(tokens, VT_JSON_ARRAY) || tokens->n != own->count)
            return false;
        for (uint32_t k = 0; k < own->count; k++)
            if (!find_word(fields, VT_COUNT(fields), vt_json_str(tokens->u.items[k]),
                           &ret->fields[own->first + k]))
                return false;
    }
    return true;
}

static const uint8_t *roles_of_facts(const vt_facts *facts, const struct gold *gold)
{
    uint8_t *labels = VT_NEW_ARRAY(facts->arena, uint8_t, facts->n + 1);
    for (size_t i = 0; i < facts->n; i++)
        labels[i] = gold->roles[facts->doc->tokens.at[facts->at[i].line->first].line];
    return labels;
}

static const uint8_t *fields_of_units(const vt_facts *facts, const vt_units *units,
                                      const struct gold *gold)
{
    uint8_t *labels = VT_NEW_ARRAY(facts->arena, uint8_t, units->n + 1);
    for (size_t i = 0; i < units->n; i++) {
        const vt_line *line = facts->at[units->at[i].line].line;
        uint32_t at = vt_facts_chars(facts, units->at[i].from), token = line->first;
        while (token + 1 < line->first + line->count && facts->doc->tokens.at[token].end <= at)
            token++;
        if (vt_field_is_of(gold->fields[token], units->at[i].study))
            labels[i] = gold->fields[token];
    }
    return labels;
}

static vt_sequence read_fields(const struct reader *r, vt_facts *facts, vt_roles *rules,
                               const struct gold *gold)
{
    const vt_crf *lines = vt_models_lines(r->context.models);
    vt_line_model_decide(vt_line_model_read(lines, facts, rules), VT_LABELS_BEST, rules);
    vt_heads heads = vt_heads_read(facts, rules);
    vt_units units = vt_units_read(facts, &heads);
    return vt_field_sequence(facts, &heads, &units, fields_of_units(facts, &units, gold));
}

static vt_status add_document(const struct reader *r, vt_arena *arena, vt_str document,
                              vt_str filename, const vt_json *lines, vt_error *err)
{
    vt_extract_options options = {0};
    vt_doc *doc = NULL;
    struct gold gold;
    VT_TRY(vt_extract(arena, document, filename, VT_STR_NULL, &options, &doc, err));
    VT_TRY(vt_layout(doc, r->context.lexicon, err));
    vt_facts *facts = vt_facts_new(&r->context, arena, doc);
    if (facts->n == 0 || !read_gold(arena, doc, lines, &gold)) {
        r->report->stale++;
        return VT_OK;
    }
    vt_roles *rules = vt_roles_decide(facts);
    vt_sequence sequence = r->kind == VT_LABELLED_LINES
                               ? vt_line_sequence(facts, rules, roles_of_facts(facts, &gold))
                               : read_fields(r, facts, rules, &gold);
    vt_dataset_add(r->set, &sequence);
    r->report->documents++;
    r->report->items += sequence.n;
    return VT_OK;
}

static vt_status add_labels_file(const struct reader *r, const char *folder, const char *name,
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
    return add_document(r, arena, vt_buf_str(&document), file, vt_json_get(labels, "lines"), err);
}

static int is_labels(const struct dirent *entry)
{
    return vt_str_ends(vt_str_z(entry->d_name), VT_STR(".labels.json"));
}

static vt_status read_folder(const struct reader *r, const char *folder, vt_error *err)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, is_labels, alphasort);
    if (n < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot read the folder '%s'", folder);
    vt_status status = VT_OK;
    for (int i = 0; i < n; i++) {
        if (status == VT_OK)
            status = add_labels_file(r, folder, entries[i]->d_name, err);
        free(entries[i]);
    }
    free(entries);
    return status;
}

vt_status vt_labelled_read(const char *folder, vt_labelled_kind kind, vt_dataset *set,
                           vt_labelled_report *ret, vt_error *err)
{
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    VT_AUTO(vt_models) vt_models *models = NULL;
    VT_TRY(vt_lexicon_open(&lexicon, err));
    VT_TRY(vt_models_open(&models, err));
    if (kind == VT_LABELLED_FIELDS && !vt_models_lines(models))
        return vt_fail(err, VT_E_EMPTY, "fields need the model of lines: train that, and build");
    *ret = (vt_labelled_report){0};
    const struct reader r = {
        .context = {.lexicon = lexicon, .models = models, .reference_date = corpus_day},
        .kind = kind,
        .set = set,
        .report = ret};
    VT_TRY(read_folder(&r, folder, err));
    if (ret->documents == 0)
        return vt_fail(err, VT_E_EMPTY, "no labelled document in '%s' (%zu of another layout)",
                       folder, ret->stale);
    return VT_OK;
}
