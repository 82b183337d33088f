/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vitae version [--libraries]. MuPDF is linked statically: its fixes come with a new build only, so
 * the build's version is told. Everything else comes with the system: the files that the loader
 * maps, with those that are opened when they are needed.
 */
#include "cli/cli.h"

#include "base/auto.h"
#include "cli/admin.h"
#include "engine/engine.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: vitae version [--libraries]\n\nPrints the version.\n\n"
    "  --libraries  and what is linked into the program, and each library of the system that it\n"
    "               loads: its name and the file that is found now\n";

static int print_loaded(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    char path[PATH_MAX];
    if (!info->dlpi_name[0] || info->dlpi_name[0] != '/')
        return 0; /* the program itself, and the kernel's */
    printf("%s %s\n", strrchr(info->dlpi_name, '/') + 1,
           realpath(info->dlpi_name, path) ? path : info->dlpi_name);
    return 0;
}

static void print_libraries(void)
{
    static const char *const opened[] = {VT_SONAME_PQ, VT_SONAME_CURL, VT_SONAME_TESSERACT,
                                         VT_SONAME_LEPT, VT_SONAME_MICROHTTPD};
    puts("MuPDF " VT_MUPDF_VERSION " (linked into this program)");
    for (size_t i = 0; i < VT_COUNT(opened); i++)
        if (!dlopen(opened[i], RTLD_LAZY | RTLD_LOCAL))
            printf("%s is not installed\n", opened[i]);
    dl_iterate_phdr(print_loaded, NULL);
}

int vt_cli_version(int argc, char **argv)
{
    bool libraries = argc == 2 && strcmp(argv[1], "--libraries") == 0;
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    if (argc > 1 && !libraries) {
        fputs(help, stderr);
        return VT_EXIT_USAGE;
    }
    puts("vitae " VT_PARSER_VERSION);
    if (libraries)
        print_libraries();
    return VT_EXIT_OK;
}
