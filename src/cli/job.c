/* SPDX-License-Identifier: Apache-2.0 */
/* vitae job: job descriptions as JSON. */
#include "cli/cli.h"

#include "base/io.h"
#include "base/limits.h"
#include "cli/files.h"
#include "engine/job_desk.h"

#include <stdio.h>
#include <string.h>

enum { MEMORY_SHIFT = 27, MAX_BYTES = 4 * VT_MAX_JOB_DESCRIPTION };

static void usage(FILE *to)
{
    fputs("usage: vitae job FILE...\n\n"
          "Reads job descriptions (plain text; - is standard input) and writes what each asks\n"
          "for as JSON, one object a line: title, requirements with kind and criticality, years,\n"
          "degree, languages, place, salary (docs/matching.md).\n",
          to);
}

static vt_status read_job(const vt_job_desk *desk, const vt_file *file, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << MEMORY_SHIFT);
    VT_AUTO(vt_buf) vt_buf bytes = {.max = MAX_BYTES};
    VT_AUTO(vt_buf) vt_buf out = {0};
    VT_TRY(vt_io_read_file(file->path ? file->path : "/dev/stdin", &bytes, err));
    vt_job_desk_read(desk, arena, vt_buf_str(&bytes), &out);
    vt_buf_addc(&out, '\n');
    fwrite(out.ptr, 1, out.len, stdout);
    return VT_OK;
}

int vt_cli_job(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        usage(argc < 2 ? stderr : stdout);
        return argc < 2 ? VT_EXIT_USAGE : VT_EXIT_OK;
    }
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 24);
    VT_AUTO(vt_job_desk) vt_job_desk *desk = NULL;
    vt_file_list files = {0};
    vt_error err = {0};
    if (vt_files_collect(arena, argv + 1, (size_t)(argc - 1), NULL, "json", &files, &err) !=
            VT_OK ||
        vt_job_desk_open(NULL, &desk, &err) != VT_OK) {
        fprintf(stderr, "vitae job: %s\n", err.message);
        return VT_EXIT_FAILED;
    }
    int code = VT_EXIT_OK;
    for (size_t i = 0; i < files.n; i++)
        if (read_job(desk, &files.at[i], &err) != VT_OK) {
            fprintf(stderr, "vitae job: %s\n", err.message);
            code = VT_EXIT_FAILED;
        }
    return code;
}
