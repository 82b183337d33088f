/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Our own sheets: one skill a line, seven tab-separated columns: id, name, hard or soft, category,
 * aliases, implied skills, ambiguous surfaces; the last three separated by '|'. The number that a
 * sheet's name begins with is the domain of its categories; "human-languages" in it means what it
 * says. Beside them labels/LANG.tsv: id, English name, labels, separated by '|'; one that ends in
 * '?' counts in lists only. fields.tsv: sheet, field of work. listed.txt: aliases that count in
 * lists only. common.txt: names of skills that
 * people of every profession write. cues/LANG.tsv: what people of an occupation write. retired.tsv:
 * id, name, id of the heir.
 */
#include "skills/build.h"

#include "base/io.h"
#include "base/map.h"
#include "skills/image.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COLUMNS = 7, SHEET_MAX = 256 * 1024 * 1024 };

static void split_list(vt_arena *arena, vt_str column, vt_str_vec *ret)
{
    vt_str piece;
    while (vt_str_split(&column, '|', &piece)) {
        piece = vt_str_trim(piece);
        if (piece.len)
            vt_vec_push(arena, ret, piece);
    }
}

static vt_status read_line(vt_arena *arena, vt_str line, vt_skill_source *ret, vt_error *err)
{
    vt_str columns[COLUMNS] = {{0}}, rest = line;
    size_t n = 0;
    while (n < COLUMNS && vt_str_split(&rest, '\t', &columns[n]))
        n++;
    if (n < 4)
        return vt_fail(err, VT_E_FORMAT, "a line with %zu columns, not 7: " VT_STR_FMT, n,
                       VT_STR_ARG(line));
    ret->id = vt_str_trim(columns[0]);
    ret->name = vt_str_trim(columns[1]);
    ret->soft = vt_str_eq(vt_str_trim(columns[2]), VT_STR("soft"));
    ret->category = vt_str_trim(columns[3]);
    split_list(arena, columns[4], &ret->aliases);
    split_list(arena, columns[5], &ret->implied);
    split_list(arena, columns[6], &ret->ambiguous);
    return VT_OK;
}

static vt_status read_sheet(vt_arena *arena, const char *path, vt_skill_sources *ret, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = SHEET_MAX};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    uint16_t domain = 0;
    for (const char *p = name; vt_is_digit(*p) && domain < 1000; p++)
        domain = (uint16_t)(domain * 10 + (*p - '0'));
    bool spoken_sheet = strstr(name, "human-languages") != NULL;

    vt_str rest = vt_str_dup(arena, vt_buf_str(&bytes)), line;
    while (vt_str_split(&rest, '\n', &line)) {
        if (line.len == 0 || line.ptr[0] == '#')
            continue;
        vt_skill_source *s = vt_vec_add(arena, ret);
        VT_TRY(read_line(arena, line, s, err));
        s->domain = domain;
        s->spoken = spoken_sheet && !s->soft;
    }
    return VT_OK;
}

static int is_sheet(const struct dirent *entry)
{
    size_t len = strlen(entry->d_name);
    return vt_is_digit(entry->d_name[0]) && len > 4 && strcmp(entry->d_name + len - 4, ".tsv") == 0;
}

/* ---- labels ---- */

static int is_language_sheet(const struct dirent *entry)
{
    size_t len = strlen(entry->d_name);
    return len == 6 && strcmp(entry->d_name + 2, ".tsv") == 0;
}

static void add_label(vt_arena *arena, vt_skill_source *skill, const char *language, vt_str text)
{
    vt_skill_label label = {.text = vt_str_trim(text)};
    memcpy(label.language, language, 2);
    if (vt_str_ends(label.text, VT_STR("?"))) {
        label.listed = true;
        label.text.len--;
    }
    if (label.text.len)
        vt_vec_push(arena, &skill->labels, label);
}

static vt_status read_labels(vt_arena *arena, const char *path, const char *language,
                             const vt_map *by_id, vt_skill_sources *skills, vt_error *err)
{
    (void)skills;
    VT_AUTO(vt_buf) vt_buf bytes = {.max = SHEET_MAX};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    vt_str rest = vt_str_dup(arena, vt_buf_str(&bytes)), line;
    for (size_t number = 1; vt_str_split(&rest, '\n', &line); number++) {
        if (line.len == 0 || line.ptr[0] == '#')
            continue;
        vt_str id, name, label;
        vt_skill_source *skill = NULL;
        if (vt_str_split(&line, '\t', &id) && vt_str_split(&line, '\t', &name))
            skill = vt_map_find(by_id, vt_str_trim(id));
        if (!skill)
            return vt_fail(err, VT_E_FORMAT, "%s:%zu: no skill has this id, or columns are missing",
                           path, number);
        while (vt_str_split(&line, '|', &label))
            add_label(arena, skill, language, label);
    }
    return VT_OK;
}

/* ---- fields, common skills, retired ids ---- */

/** Rows of a file beside the sheets, or nothing where it is missing. */
static vt_status read_beside(vt_arena *arena, const char *folder, const char *name, vt_str *ret,
                             vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = SHEET_MAX};
    vt_str path = vt_str_format(arena, "%s/%s", folder, name);
    *ret = VT_STR_NULL;
    if (access(path.ptr, F_OK) != 0)
        return VT_OK;
    VT_TRY(vt_io_read_file(path.ptr, &bytes, err));
    *ret = vt_str_dup(arena, vt_buf_str(&bytes));
    return VT_OK;
}

/** The next row that is no comment. */
static bool next_row(vt_str *rest, vt_str *row)
{
    while (vt_str_split(rest, '\n', row))
        if (row->len && row->ptr[0] != '#')
            return true;
    return false;
}

static vt_status read_fields(vt_arena *arena, const char *folder, vt_skill_sources *skills,
                             vt_error *err)
{
    static const char *const words[] = {
#define FIELD(name, word) word,
#include "skills/fields.def"
#undef FIELD
    };
    uint16_t of_domain[1000] = {0};
    vt_str rest, row;
    VT_TRY(read_beside(arena, folder, "fields.tsv", &rest, err));
    while (next_row(&rest, &row)) {
        vt_str sheet = VT_STR_NULL, word = VT_STR_NULL;
        size_t domain = 0, field = 0;
        if (vt_str_split(&row, '\t', &sheet) && vt_str_split(&row, '\t', &word))
            for (size_t i = 0; i < sheet.len && vt_is_digit(sheet.ptr[i]) && domain < 1000; i++)
                domain = domain * 10 + (size_t)(sheet.ptr[i] - '0');
        while (field < VT_COUNT(words) && !vt_str_eq(word, vt_str_z(words[field])))
            field++;
        if (field == VT_COUNT(words) || domain >= VT_COUNT(of_domain))
            return vt_fail(err, VT_E_FORMAT, "%s/fields.tsv: '" VT_STR_FMT "': no such field",
                           folder, VT_STR_ARG(word));
        of_domain[domain] = (uint16_t)field;
    }
    for (size_t i = 0; i < skills->n; i++)
        skills->at[i].field = skills->at[i].domain < VT_COUNT(of_domain)
                                  ? of_domain[skills->at[i].domain]
                                  : (uint16_t)0;
    return VT_OK;
}

static vt_status read_common(vt_arena *arena, const char *folder, const vt_map *by_name,
                             vt_error *err)
{
    vt_str rest, row;
    VT_TRY(read_beside(arena, folder, "common.txt", &rest, err));
    while (next_row(&rest, &row)) {
        vt_skill_source *skill = vt_map_find(by_name, vt_str_trim(row));
        if (!skill)
            return vt_fail(err, VT_E_FORMAT, "%s/common.txt: '" VT_STR_FMT "' is no skill", folder,
                           VT_STR_ARG(row));
        skill->common = true;
    }
    return VT_OK;
}

static vt_status read_listed(vt_arena *arena, const char *folder, vt_skill_sources *skills,
                             vt_error *err)
{
    vt_str rest, row;
    VT_TRY(read_beside(arena, folder, "listed.txt", &rest, err));
    while (next_row(&rest, &row))
        vt_vec_push(arena, &skills->listed, vt_str_trim(row));
    return VT_OK;
}

static vt_status read_actions(vt_arena *arena, const char *folder, const vt_map *by_name,
                              vt_error *err)
{
    vt_str rest, row;
    VT_TRY(read_beside(arena, folder, "actions.tsv", &rest, err));
    while (next_row(&rest, &row)) {
        vt_str name = VT_STR_NULL;
        vt_skill_action action;
        vt_skill_source *skill = NULL;
        if (vt_str_split(&row, '\t', &name) && vt_str_split(&row, '\t', &action.verbs) &&
            vt_str_split(&row, '\t', &action.objects))
            skill = vt_map_find(by_name, vt_str_trim(name));
        if (!skill)
            return vt_fail(err, VT_E_FORMAT,
                           "%s/actions.tsv: '" VT_STR_FMT "' is no skill, or columns are missing",
                           folder, VT_STR_ARG(name));
        vt_vec_push(arena, &skill->actions, action);
    }
    return VT_OK;
}

/** cues/LANG.tsv: "@2221,3221 Nurses" begins what people of these occupations write; skill, cues.
 */
static vt_status read_cues(vt_arena *arena, const char *path, const char *language,
                           const vt_map *by_name, vt_skill_sources *skills, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = SHEET_MAX};
    VT_TRY(vt_io_read_file(path, &bytes, err));
    vt_str rest = vt_str_dup(arena, vt_buf_str(&bytes)), row;
    vt_skill_profile *profile = NULL;
    while (next_row(&rest, &row)) {
        vt_str name = VT_STR_NULL, cues = VT_STR_NULL;
        if (row.ptr[0] == '@') {
            profile = vt_vec_add(arena, &skills->profiles);
            memcpy(profile->language, language, 2);
            row = vt_str_sub(row, 1, row.len);
            vt_str_split(&row, ' ', &profile->codes);
            continue;
        }
        vt_skill_source *skill = NULL;
        if (vt_str_split(&row, '\t', &name) && vt_str_split(&row, '\t', &cues))
            skill = vt_map_find(by_name, name);
        if (!skill || !profile)
            return vt_fail(err, VT_E_FORMAT,
                           "%s: '" VT_STR_FMT "' is no skill, or columns are missing", path,
                           VT_STR_ARG(name));
        vt_vec_push(arena, &profile->cues, ((vt_skill_cue){skill->id, cues}));
    }
    return VT_OK;
}

/** Verbs and callings with their nouns, and callings of skills. */
static vt_status read_crafts(vt_arena *arena, const char *folder, const vt_map *by_name,
                             vt_skill_sources *skills, vt_error *err)
{
    vt_str rest, row;
    VT_TRY(read_beside(arena, folder, "crafts.tsv", &rest, err));
    while (next_row(&rest, &row)) {
        vt_str kind = VT_STR_NULL, first = VT_STR_NULL, words = VT_STR_NULL, one;
        vt_str_split(&row, '\t', &kind);
        vt_str_split(&row, '\t', &first);
        vt_str_split(&row, '\t', &words);
        bool verb = vt_str_eq(kind, VT_STR("verb"));
        vt_skill_source *skill = vt_map_find(by_name, first);
        if (verb || vt_str_eq(kind, VT_STR("calling")))
            vt_vec_push(arena, &skills->nouns, ((vt_skill_nouns){first, words, verb}));
        else if (vt_str_eq(kind, VT_STR("skill")) && skill)
            while (vt_str_split(&words, '|', &one))
                vt_vec_push(arena, &skill->callings, one);
        else
            return vt_fail(err, VT_E_FORMAT,
                           "%s/crafts.tsv: '" VT_STR_FMT "' is no skill, or columns are missing",
                           folder, VT_STR_ARG(first));
    }
    return VT_OK;
}

static vt_status read_retired(vt_arena *arena, const char *folder, const vt_map *by_id,
                              vt_error *err)
{
    vt_str rest, row;
    VT_TRY(read_beside(arena, folder, "retired.tsv", &rest, err));
    while (next_row(&rest, &row)) {
        vt_str id, name, heir;
        vt_skill_source *skill = NULL;
        if (vt_str_split(&row, '\t', &id) && vt_str_split(&row, '\t', &name) &&
            vt_str_split(&row, '\t', &heir))
            skill = vt_map_find(by_id, vt_str_trim(heir));
        if (!skill)
            return vt_fail(err, VT_E_FORMAT, "%s/retired.tsv: a row without columns or heir",
                           folder);
        vt_vec_push(arena, &skill->retired, id);
    }
    return VT_OK;
}

/** What one file of a folder that has one for each language says. */
typedef vt_status language_reader(vt_arena *arena, const char *path, const char *language,
                                  const vt_map *skills_by, vt_skill_sources *skills, vt_error *err);

/** The files FOLDER/BESIDE/LANG.tsv, where there are some. */
static vt_status read_languages(vt_arena *arena, const char *folder, const char *beside,
                                language_reader *read, const vt_map *by, vt_skill_sources *skills,
                                vt_error *err)
{
    struct dirent **names = NULL;
    vt_str path = vt_str_format(arena, "%s/%s", folder, beside);
    int n = scandir(path.ptr, &names, is_language_sheet, alphasort);
    vt_status status = VT_OK;
    for (int i = 0; i < n; i++) {
        vt_str file = vt_str_format(arena, "%s/%s", path.ptr, names[i]->d_name);
        if (status == VT_OK)
            status = read(arena, file.ptr, names[i]->d_name, by, skills, err);
        free(names[i]);
    }
    free(names);
    return status;
}

vt_status vt_skill_sheets_read(vt_arena *arena, const char *path, vt_skill_sources *ret,
                               vt_error *err)
{
    struct stat st;
    if (stat(path, &st) < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot read '%s'", path);
    if (!S_ISDIR(st.st_mode))
        return read_sheet(arena, path, ret, err);
    struct dirent **names = NULL;
    int n = scandir(path, &names, is_sheet, alphasort);
    vt_status status = n > 0 ? VT_OK : vt_fail(err, VT_E_EMPTY, "no sheets in '%s'", path);
    for (int i = 0; i < n; i++) {
        vt_str file = vt_str_format(arena, "%s/%s", path, names[i]->d_name);
        if (status == VT_OK)
            status = read_sheet(arena, file.ptr, ret, err);
        free(names[i]);
    }
    free(names);
    if (status != VT_OK)
        return status;
    VT_TRY(read_fields(arena, path, ret, err));
    vt_map *by_name = vt_map_new(arena);
    for (size_t i = 0; i < ret->n; i++)
        vt_map_set(by_name, ret->at[i].name, &ret->at[i]);
    VT_TRY(read_common(arena, path, by_name, err));
    VT_TRY(read_listed(arena, path, ret, err));
    VT_TRY(read_actions(arena, path, by_name, err));
    VT_TRY(read_crafts(arena, path, by_name, ret, err));
    VT_TRY(read_languages(arena, path, "cues", read_cues, by_name, ret, err));
    vt_map *by_id = vt_map_new(arena);
    for (size_t i = 0; i < ret->n; i++)
        vt_map_set(by_id, ret->at[i].id, &ret->at[i]);
    VT_TRY(read_retired(arena, path, by_id, err));
    return read_languages(arena, path, "labels", read_labels, by_id, ret, err);
}
