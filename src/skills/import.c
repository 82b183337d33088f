/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ESCO (RFC 4180 CSV, header row): skills_en.csv has conceptUri, skillType (skill/competence or
 *   knowledge), preferredLabel, altLabels and hiddenLabels (one a line); skillSkillRelations_*.csv
 *   has originalSkillUri, relationType, relatedSkillUri; skills_de.csv and the like
 *   have the labels of other languages; broaderRelationsSkillPillar_*.csv has
 *   conceptUri, broaderUri, and skillGroups_*.csv the labels of the groups, which become
 * categories. O*NET (tab-separated, header row): "Technology Skills.txt" has Example (the skill)
 * and Commodity Title (its category); the others (Skills, Knowledge, Abilities, Work Styles, Tools
 * Used) have Element ID and Element Name, or Example. Rows repeat for each occupation: the first
 * counts. Lightcast-like JSON: an array, or "data" with one, of objects with id, name, and
 * optionally type, category, subcategory (strings or {"name"}), isSoftware, and tags or aliases. A
 * file is told by its header row. Ids that the source does not have are made from the name.
 */
#include "skills/import.h"

#include "base/io.h"
#include "base/json.h"
#include "base/map.h"

enum { IMPORT_FILE_MAX = 512 * 1024 * 1024, COLUMNS_MAX = 64 };

bool vt_import_format_find(vt_str name, vt_import_format *ret)
{
    static const char *const names[] = {"tsv", "esco", "onet", "lightcast"};
    for (size_t i = 0; i < VT_COUNT(names); i++)
        if (vt_str_eq(name, vt_str_z(names[i]))) {
            *ret = (vt_import_format)i;
            return true;
        }
    return false;
}

/* ---- tables ---- */

/** A table with a header row; a cell is a view, or a copy when it had quotes inside. */
struct table {
    vt_arena *arena;
    const char *path;
    vt_str rest;
    char separator;
    vt_str header[COLUMNS_MAX], row[COLUMNS_MAX];
    size_t n_header, n_row;
};

/** One cell of a CSV row; false at the end of the row or of the file. */
static bool next_cell(struct table *t, bool *last, vt_str *ret)
{
    if (*last || t->rest.len == 0)
        return false;
    if (t->separator == ',' && t->rest.ptr[0] == '"') {
        size_t end = 1, n = 0;
        while (end < t->rest.len &&
               (t->rest.ptr[end] != '"' || (end + 1 < t->rest.len && t->rest.ptr[end + 1] == '"')))
            end += t->rest.ptr[end] == '"' ? 2 : 1;
        end = VT_MIN(end, t->rest.len);
        char *out = vt_arena_alloc(t->arena, end);
        for (size_t i = 1; i < end; i++) {
            out[n++] = t->rest.ptr[i];
            i += t->rest.ptr[i] == '"'; /* "" is one quote */
        }
        *ret = vt_str_n(out, n);
        t->rest = vt_str_sub(t->rest, end + 1, t->rest.len);
    } else {
        size_t i = 0;
        while (i < t->rest.len && t->rest.ptr[i] != t->separator && t->rest.ptr[i] != '\n')
            i++;
        *ret = vt_str_trim(vt_str_sub(t->rest, 0, i));
        t->rest = vt_str_sub(t->rest, i, t->rest.len);
    }
    if (t->rest.len && t->rest.ptr[0] == '\r')
        t->rest = vt_str_sub(t->rest, 1, t->rest.len);
    *last = t->rest.len == 0 || t->rest.ptr[0] == '\n';
    t->rest = vt_str_sub(t->rest, 1, t->rest.len);
    return true;
}

static size_t next_row(struct table *t, vt_str cells[COLUMNS_MAX])
{
    size_t n = 0;
    bool last = false;
    vt_str cell;
    while (next_cell(t, &last, &cell))
        if (n < COLUMNS_MAX)
            cells[n++] = cell;
    return n;
}

static vt_status open_table(struct table *t, vt_arena *arena, const char *path, char separator,
                            vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = IMPORT_FILE_MAX};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    *t = (struct table){.arena = arena, .path = path, .separator = separator};
    t->rest = vt_str_dup(arena, vt_buf_str(&bytes));
    if (vt_str_starts(t->rest, VT_STR("\xEF\xBB\xBF")))
        t->rest = vt_str_sub(t->rest, 3, t->rest.len);
    t->n_header = next_row(t, t->header);
    if (t->n_header == 0)
        return vt_fail(err, VT_E_FORMAT, "'%s' is empty", path);
    return VT_OK;
}

static bool read_row(struct table *t)
{
    while (t->rest.len) {
        t->n_row = next_row(t, t->row);
        if (t->n_row > 1 || (t->n_row == 1 && t->row[0].len))
            return true;
    }
    return false;
}

static bool has_column(const struct table *t, const char *name)
{
    for (size_t i = 0; i < t->n_header; i++)
        if (vt_str_eq_nocase(t->header[i], vt_str_z(name)))
            return true;
    return false;
}

static vt_str cell(const struct table *t, const char *name)
{
    for (size_t i = 0; i < t->n_header && i < t->n_row; i++)
        if (vt_str_eq_nocase(t->header[i], vt_str_z(name)))
            return t->row[i];
    return VT_STR_NULL;
}

static vt_status no_such_table(const struct table *t, const char *wanted, vt_error *err)
{
    return vt_fail(err, VT_E_FORMAT, "'%s' has no column %s; its first is '" VT_STR_FMT "'",
                   t->path, wanted, VT_STR_ARG(t->header[0]));
}

static void add_lines(vt_arena *arena, vt_str lines, vt_str_vec *ret)
{
    vt_str line;
    while (vt_str_split(&lines, '\n', &line)) {
        line = vt_str_trim(line);
        if (line.len)
            vt_vec_push(arena, ret, line);
    }
}

/* ---- ESCO ---- */

struct esco {
    vt_map *skills;           /* uri -> number + 1 in the sources */
    vt_map *groups;           /* uri -> label, as a vt_str * */
    VT_VEC(vt_str) relations; /* from, to, from, to ... */
    VT_VEC(vt_str) broader;   /* concept, group ... */
};

/** The part of a URI behind its last slash. */
static vt_str uri_id(vt_str uri)
{
    size_t at = uri.len;
    while (at > 0 && uri.ptr[at - 1] != '/')
        at--;
    return vt_str_sub(uri, at, uri.len);
}

static void read_esco_skills(vt_arena *arena, struct table *t, struct esco *esco,
                             vt_skill_sources *ret)
{
    while (read_row(t)) {
        vt_str uri = cell(t, "conceptUri"), label = cell(t, "preferredLabel");
        if (!uri.len || !label.len || vt_map_find(esco->skills, uri))
            continue;
        vt_skill_source *s = vt_vec_add(arena, ret);
        s->id = uri_id(uri);
        s->name = label;
        s->category = vt_str_eq(cell(t, "skillType"), VT_STR("knowledge")) ? VT_STR("Knowledge")
                                                                           : VT_STR("Skills");
        s->soft = vt_str_eq(cell(t, "reuseLevel"), VT_STR("transversal"));
        add_lines(arena, cell(t, "altLabels"), &s->aliases);
        add_lines(arena, cell(t, "hiddenLabels"), &s->aliases);
        vt_map_set(esco->skills, uri, (void *)(uintptr_t)ret->n);
    }
}

/** The language of a file of skills that is not English, by its name (skills_de.csv); null: none.
 */
static vt_str esco_language(const char *path)
{
    const char *slash = strrchr(path, '/');
    vt_str name = vt_str_z(slash ? slash + 1 : path), prefix = VT_STR("skills_");
    if (!vt_str_starts(name, prefix) || name.len < prefix.len + 3)
        return VT_STR_NULL;
    vt_str code = vt_str_sub(name, prefix.len, prefix.len + 2);
    bool whole = !vt_is_alnum(name.ptr[prefix.len + 2]);
    return !whole || vt_str_eq(code, VT_STR("en")) ? VT_STR_NULL : code;
}

static void add_esco_label(vt_arena *arena, vt_skill_source *skill, vt_str language, vt_str text)
{
    vt_skill_label label = {.text = text};
    memcpy(label.language, language.ptr, 2);
    if (text.len)
        vt_vec_push(arena, &skill->labels, label);
}

/** The labels of skills that are there already, in another language. */
static vt_status read_esco_labels(vt_arena *arena, const char *path, vt_str language,
                                  const struct esco *esco, vt_skill_sources *skills, vt_error *err)
{
    struct table t;
    VT_TRY(open_table(&t, arena, path, ',', err));
    if (!has_column(&t, "conceptUri") || !has_column(&t, "preferredLabel"))
        return no_such_table(&t, "conceptUri", err);
    while (read_row(&t)) {
        uintptr_t there = (uintptr_t)vt_map_find(esco->skills, cell(&t, "conceptUri"));
        vt_str_vec others = {0};
        if (!there)
            continue;
        add_esco_label(arena, &skills->at[there - 1], language, cell(&t, "preferredLabel"));
        add_lines(arena, cell(&t, "altLabels"), &others);
        for (size_t i = 0; i < others.n; i++)
            add_esco_label(arena, &skills->at[there - 1], language, others.at[i]);
    }
    return VT_OK;
}

static vt_status read_esco(vt_arena *arena, const char *path, struct esco *esco,
                           vt_skill_sources *ret, vt_error *err)
{
    struct table t;
    VT_TRY(open_table(&t, arena, path, ',', err));
    if (has_column(&t, "originalSkillUri")) {
        while (read_row(&t))
            if (vt_str_eq(cell(&t, "relationType"), VT_STR("essential"))) {
                vt_vec_push(arena, &esco->relations, cell(&t, "originalSkillUri"));
                vt_vec_push(arena, &esco->relations, cell(&t, "relatedSkillUri"));
            }
    } else if (has_column(&t, "broaderUri")) {
        while (read_row(&t)) {
            vt_vec_push(arena, &esco->broader, cell(&t, "conceptUri"));
            vt_vec_push(arena, &esco->broader, cell(&t, "broaderUri"));
        }
    } else if (has_column(&t, "skillType")) {
        read_esco_skills(arena, &t, esco, ret);
    } else if (has_column(&t, "conceptUri") && has_column(&t, "preferredLabel")) {
        while (read_row(&t)) {
            vt_str *label = VT_NEW(arena, vt_str);
            *label = cell(&t, "preferredLabel");
            vt_map_set(esco->groups, cell(&t, "conceptUri"), label);
        }
    } else {
        return no_such_table(&t, "conceptUri", err);
    }
    return VT_OK;
}

static vt_status import_esco(vt_arena *arena, const char *const *paths, size_t n,
                             vt_skill_sources *ret, vt_error *err)
{
    struct esco esco = {.skills = vt_map_new(arena), .groups = vt_map_new(arena)};
    bool english = false;
    for (size_t i = 0; i < n; i++)
        english = english || vt_str_find(vt_str_z(paths[i]), VT_STR("skills_en"), 0) != VT_NPOS;
    for (size_t i = 0; i < n; i++)
        if (!english || !esco_language(paths[i]).ptr)
            VT_TRY(read_esco(arena, paths[i], &esco, ret, err));
    for (size_t i = 0; english && i < n; i++)
        if (esco_language(paths[i]).ptr)
            VT_TRY(read_esco_labels(arena, paths[i], esco_language(paths[i]), &esco, ret, err));
    for (size_t i = 0; i + 1 < esco.relations.n; i += 2) {
        uintptr_t from = (uintptr_t)vt_map_find(esco.skills, esco.relations.at[i]);
        uintptr_t to = (uintptr_t)vt_map_find(esco.skills, esco.relations.at[i + 1]);
        if (from && to)
            vt_vec_push(arena, &ret->at[from - 1].implied, ret->at[to - 1].id);
    }
    for (size_t i = 0; i + 1 < esco.broader.n; i += 2) {
        uintptr_t skill = (uintptr_t)vt_map_find(esco.skills, esco.broader.at[i]);
        const vt_str *label = vt_map_find(esco.groups, esco.broader.at[i + 1]);
        uintptr_t parent = (uintptr_t)vt_map_find(esco.skills, esco.broader.at[i + 1]);
        if (skill && label && label->len)
            ret->at[skill - 1].category = *label;
        else if (skill && parent)
            vt_vec_push(arena, &ret->at[skill - 1].implied, ret->at[parent - 1].id);
    }
    return VT_OK;
}

/* ---- O*NET ---- */

static vt_str id_of_name(vt_arena *arena, vt_str name)
{
    return vt_str_format(arena, "X%016llx", (unsigned long long)vt_hash_bytes(name, 1));
}

static vt_status import_onet(vt_arena *arena, const char *const *paths, size_t n,
                             vt_skill_sources *ret, vt_error *err)
{
    vt_map *seen = vt_map_new(arena);
    for (size_t i = 0; i < n; i++) {
        struct table t;
        VT_TRY(open_table(&t, arena, paths[i], '\t', err));
        bool example = has_column(&t, "Example");
        if (!example && !has_column(&t, "Element Name"))
            return no_such_table(&t, "Example or Element Name", err);
        const char *slash = strrchr(paths[i], '/');
        vt_str file = vt_str_z(slash ? slash + 1 : paths[i]);
        vt_str category = vt_str_sub(file, 0, vt_str_find_char(file, '.', 0));
        while (read_row(&t)) {
            vt_str name = cell(&t, example ? "Example" : "Element Name");
            if (!name.len || vt_map_find(seen, name))
                continue;
            vt_map_set(seen, name, seen);
            vt_skill_source *s = vt_vec_add(arena, ret);
            vt_str id = cell(&t, "Element ID"), commodity = cell(&t, "Commodity Title");
            *s = (vt_skill_source){.id = id.len ? id : id_of_name(arena, name),
                                   .name = name,
                                   .category =
                                       commodity.len ? commodity : vt_str_dup(arena, category)};
            s->soft = vt_str_starts(category, VT_STR("Work Styles"));
        }
    }
    return VT_OK;
}

/* ---- Lightcast ---- */

/** A string, or the "name" of an object. */
static vt_str name_in(const vt_json *value)
{
    return vt_json_is(value, VT_JSON_OBJECT) ? vt_json_str(vt_json_get(value, "name"))
                                             : vt_json_str(value);
}

static void add_lightcast(vt_arena *arena, const vt_json *item, vt_skill_sources *ret)
{
    vt_str name = vt_json_str(vt_json_get(item, "name")), id = vt_json_str(vt_json_get(item, "id"));
    if (!name.len)
        return;
    vt_str category = name_in(vt_json_get(item, "subcategory"));
    if (!category.len)
        category = name_in(vt_json_get(item, "category"));
    vt_skill_source *s = vt_vec_add(arena, ret);
    s->id = id.len ? id : id_of_name(arena, name);
    s->name = name;
    s->category = category.len ? category : VT_STR("Skills");
    vt_str type = name_in(vt_json_get(item, "type"));
    s->soft =
        vt_str_starts_nocase(type, VT_STR("soft")) || vt_str_starts_nocase(type, VT_STR("common"));
    static const char *const lists[] = {"aliases", "alternativeLabels", "synonyms"};
    for (size_t k = 0; k < VT_COUNT(lists); k++) {
        const vt_json *aliases = vt_json_get(item, lists[k]);
        for (size_t i = 0; vt_json_is(aliases, VT_JSON_ARRAY) && i < aliases->n; i++)
            if (name_in(aliases->u.items[i]).len)
                vt_vec_push(arena, &s->aliases, name_in(aliases->u.items[i]));
    }
}

static vt_status import_lightcast(vt_arena *arena, const char *const *paths, size_t n,
                                  vt_skill_sources *ret, vt_error *err)
{
    for (size_t i = 0; i < n; i++) {
        VT_AUTO(vt_buf) vt_buf bytes = {.max = IMPORT_FILE_MAX};
        VT_TRY(vt_io_read_file(paths[i], &bytes, err));
        const vt_json *root;
        VT_TRY(vt_json_parse(arena, vt_str_dup(arena, vt_buf_str(&bytes)), &root, err));
        const vt_json *items = vt_json_is(root, VT_JSON_ARRAY) ? root : vt_json_get(root, "data");
        if (!vt_json_is(items, VT_JSON_ARRAY))
            return vt_fail(err, VT_E_FORMAT, "'%s' is no array of skills and has no \"data\"",
                           paths[i]);
        for (size_t k = 0; k < items->n; k++)
            add_lightcast(arena, items->u.items[k], ret);
    }
    return VT_OK;
}

vt_status vt_skills_import(vt_arena *arena, vt_import_format format, const char *const *paths,
                           size_t n, vt_skill_sources *ret, vt_error *err)
{
    switch (format) {
    case VT_IMPORT_ESCO:
        return import_esco(arena, paths, n, ret, err);
    case VT_IMPORT_ONET:
        return import_onet(arena, paths, n, ret, err);
    case VT_IMPORT_LIGHTCAST:
        return import_lightcast(arena, paths, n, ret, err);
    case VT_IMPORT_TSV:
        break;
    }
    for (size_t i = 0; i < n; i++)
        VT_TRY(vt_skill_sheets_read(arena, paths[i], ret, err));
    return VT_OK;
}
