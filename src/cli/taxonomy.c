/* SPDX-License-Identifier: Apache-2.0 */
/* vitae taxonomy check|stats|search|import: the skills taxonomy from the command line. */
#include "cli/cli.h"

#include "base/buf.h"
#include "base/io.h"
#include "skills/build.h"
#include "skills/import.h"
#include "skills/taxonomy.h"

#include <stdio.h>
#include <string.h>

enum { SEARCH_LIMIT = 20, IMPORT_MEMORY_SHIFT = 33 };

static void usage(FILE *to)
{
    fputs("usage: vitae taxonomy check [IMAGE]\n"
          "       vitae taxonomy stats [IMAGE]\n"
          "       vitae taxonomy search [--image IMAGE] [--language CODE] WORDS...\n"
          "       vitae taxonomy import --format tsv|esco|onet|lightcast -o IMAGE FILE...\n\n"
          "Without IMAGE, the built-in taxonomy is used. docs/skills.md explains what each\n"
          "format of import reads.\n",
          to);
}

static int fail(const vt_error *err)
{
    fprintf(stderr, "vitae taxonomy: %s\n", err->message);
    return VT_EXIT_FAILED;
}

static vt_status open_image(const char *path, vt_taxonomy **ret, vt_error *err)
{
    if (path)
        return vt_taxonomy_open(path, ret, err);
    VT_TRY(vt_taxonomy_open_embedded(ret, err));
    return vt_taxonomy_verify(*ret, err);
}

static int check(const char *path)
{
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    vt_error err = {0};
    if (open_image(path, &tax, &err) != VT_OK)
        return fail(&err);
    printf("ok: %zu skills\n", vt_taxonomy_count(tax));
    return VT_EXIT_OK;
}

static int stats(const char *path)
{
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    vt_error err = {0};
    if (open_image(path, &tax, &err) != VT_OK)
        return fail(&err);
    vt_taxonomy_stats s = vt_taxonomy_count_all(tax);
    printf(
        "skills      %zu (%zu hard, %zu soft)\ncategories  %zu\nsurfaces    %zu (%zu ambiguous)\n"
        "implied     %zu\ntokens      %zu\ntrie nodes  %zu\nmeanings    %zu\nimage bytes %zu\n",
        s.skills, s.skills - s.soft, s.soft, s.categories, s.surfaces, s.ambiguous, s.implied,
        s.tokens, s.nodes, s.hits, s.image_bytes);
    return VT_EXIT_OK;
}

static int search(int argc, char **argv)
{
    const char *path = NULL;
    vt_str language = VT_STR_NULL;
    for (; argc > 2 && argv[0][0] == '-'; argc -= 2, argv += 2) {
        if (strcmp(argv[0], "--image") == 0)
            path = argv[1];
        else if (strcmp(argv[0], "--language") == 0)
            language = vt_str_z(argv[1]);
        else
            break;
    }
    if (argc == 0) {
        usage(stderr);
        return VT_EXIT_USAGE;
    }
    VT_AUTO(vt_buf) vt_buf query = {0};
    for (int i = 0; i < argc; i++) {
        vt_buf_addz(&query, i ? " " : "");
        vt_buf_addz(&query, argv[i]);
    }
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    vt_error err = {0};
    if (open_image(path, &tax, &err) != VT_OK)
        return fail(&err);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    vt_skill_found *found;
    size_t n = vt_taxonomy_search(tax, arena, vt_buf_str(&query), SEARCH_LIMIT, language, &found);
    for (size_t i = 0; i < n; i++) {
        char buf[VT_ALIAS_MAX];
        printf("%.3f  " VT_STR_FMT "  " VT_STR_FMT "  (" VT_STR_FMT ")  " VT_STR_FMT "\n",
               found[i].score, VT_STR_ARG(vt_taxonomy_id(tax, found[i].skill.index, buf)),
               VT_STR_ARG(found[i].name), VT_STR_ARG(found[i].skill.category),
               VT_STR_ARG(found[i].surface));
    }
    return n ? VT_EXIT_OK : VT_EXIT_FAILED;
}

static int import(int argc, char **argv)
{
    const char *format = NULL, *output = NULL;
    int i = 0;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--format") == 0)
            format = argv[i + 1];
        else if (strcmp(argv[i], "-o") == 0)
            output = argv[i + 1];
        else
            break;
    }
    vt_import_format which;
    if (!format || !output || i >= argc || !vt_import_format_find(vt_str_z(format), &which)) {
        usage(stderr);
        return VT_EXIT_USAGE;
    }
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << IMPORT_MEMORY_SHIFT);
    VT_AUTO(vt_buf) vt_buf image = {0};
    vt_skill_sources sources = {0};
    vt_error err = {0};
    if (vt_skills_import(arena, which, (const char *const *)argv + i, (size_t)(argc - i), &sources,
                         &err) != VT_OK ||
        vt_taxonomy_build(arena, &sources, &image, &err) != VT_OK ||
        vt_io_write_file(output, vt_buf_str(&image), 0644, &err) != VT_OK)
        return fail(&err);
    printf("%zu skills, %zu bytes\n", sources.n, image.len);
    return VT_EXIT_OK;
}

int vt_cli_taxonomy(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    const char *path = argc > 2 ? argv[2] : NULL;
    if (strcmp(verb, "check") == 0)
        return check(path);
    if (strcmp(verb, "stats") == 0)
        return stats(path);
    if (strcmp(verb, "search") == 0)
        return search(argc - 2, argv + 2);
    if (strcmp(verb, "import") == 0)
        return import(argc - 2, argv + 2);
    bool help = strcmp(verb, "--help") == 0 || strcmp(verb, "-h") == 0;
    if (!help && *verb)
        fprintf(stderr, "vitae taxonomy: no command '%s'\n", verb);
    usage(help ? stdout : stderr);
    return help ? VT_EXIT_OK : VT_EXIT_USAGE;
}
