/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/files.h"

#include "base/map.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 32 };

struct collector {
    vt_arena *arena;
    const char *output, *ending;
    vt_map *taken; /* outputs given away */
    vt_file_list *files;
};

static const char *output_for(struct collector *c, const char *name)
{
    if (!c->output)
        return NULL;
    vt_str stem = vt_str_z(name);
    const char *dot = strrchr(name, '.');
    if (dot && dot != name)
        stem.len = (size_t)(dot - name);
    vt_str path =
        vt_str_format(c->arena, "%s/" VT_STR_FMT ".%s", c->output, VT_STR_ARG(stem), c->ending);
    if (vt_map_find(c->taken, path))
        path = vt_str_format(c->arena, "%s/%s.%s", c->output, name, c->ending);
    for (int i = 2; vt_map_find(c->taken, path); i++)
        path = vt_str_format(c->arena, "%s/%s.%d.%s", c->output, name, i, c->ending);
    vt_map_set(c->taken, path, c);
    return path.ptr;
}

static void add_file(struct collector *c, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    vt_file file = {.path = path, .name = name, .output = output_for(c, name)};
    vt_vec_push(c->arena, c->files, file);
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void add_folder(struct collector *c, const char *path, int depth)
{
    struct dirent **entries = NULL;
    int n = depth < MAX_DEPTH ? scandir(path, &entries, visible, alphasort) : 0;
    for (int i = 0; i < n; i++) {
        const char *inside = vt_str_format(c->arena, "%s/%s", path, entries[i]->d_name).ptr;
        struct stat st;
        if (stat(inside, &st) == 0 && S_ISDIR(st.st_mode))
            add_folder(c, inside, depth + 1);
        else
            add_file(c, inside);
        free(entries[i]);
    }
    free(entries);
}

vt_status vt_files_collect(vt_arena *arena, char **names, size_t count, const char *output,
                           const char *ending, vt_file_list *ret, vt_error *err)
{
    struct collector c = {arena, output, ending, vt_map_new(arena), ret};
    for (size_t i = 0; i < count; i++) {
        struct stat st;
        if (strcmp(names[i], "-") == 0) {
            vt_file file = {.name = "", .output = output_for(&c, "stdin")};
            vt_vec_push(arena, ret, file);
        } else if (stat(names[i], &st) == 0 && S_ISDIR(st.st_mode)) {
            if (!output)
                return vt_fail(err, VT_E_INVALID, "'%s' is a folder: -o DIR says where to write",
                               names[i]);
            add_folder(&c, names[i], 0);
        } else {
            add_file(&c, names[i]);
        }
    }
    return VT_OK;
}
