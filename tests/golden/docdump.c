/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads documents and prints what layout made of them:
 *
 *     docdump [-t | -l | -a] [-r FORK] [-m MODE] FILE    text, lines (default), or all as JSON;
 *                                                           with the other way taken at fork
 *                                                           1, 2 ...; MODE: file, ocr, auto
 *     docdump -b N FILE...                        milliseconds of reading and of layout, N times
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/io.h"
#include "base/limits.h"
#include "doc/dump.h"
#include "extract/extract.h"
#include "extract/ocr.h"
#include "layout/layout.h"

static vt_extract_options options; /* of this program: set from its arguments */
static vt_lexicon *lexicon;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static vt_status read_and_lay_out(vt_arena *arena, vt_str bytes, const char *path, size_t fork,
                                  vt_doc **ret, double *read_ms, double *layout_ms, vt_error *err)
{
    double start = now_ms();
    VT_TRY(vt_extract(arena, bytes, vt_str_z(path), VT_STR_NULL, &options, ret, err));
    double middle = now_ms();
    vt_fork forks[VT_MAX_FORKS];
    size_t n = fork ? vt_layout_forks(*ret, lexicon, forks) : 0;
    if (fork > n && fork)
        return vt_fail(err, VT_E_INVALID, "it has %zu forks", n);
    VT_TRY(vt_layout_taking(*ret, lexicon, forks + (fork ? fork - 1 : 0), fork != 0, err));
    *read_ms += middle - start;
    *layout_ms += now_ms() - middle;
    return VT_OK;
}

static vt_status show(const char *path, char mode, size_t fork, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf in = {.max = VT_MAX_DOCUMENT_BYTES};
    VT_TRY(vt_io_read_file(path, &in, err));
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    vt_doc *doc = NULL;
    double read_ms = 0, layout_ms = 0;
    VT_TRY(read_and_lay_out(arena, vt_buf_str(&in), path, fork, &doc, &read_ms, &layout_ms, err));
    if (mode == 't') {
        printf(VT_STR_FMT, VT_STR_ARG(doc->raw_text));
        return VT_OK;
    }
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 1);
    vt_doc_dump(doc, mode == 'a' ? VT_DUMP_ALL : VT_DUMP_LINES, &w);
    printf("%s\n", out.ptr);
    return VT_OK;
}

static vt_status bench(const char *path, int times, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf in = {.max = VT_MAX_DOCUMENT_BYTES};
    VT_TRY(vt_io_read_file(path, &in, err));
    double read_ms = 0, layout_ms = 0;
    for (int i = 0; i < times; i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
        vt_doc *doc = NULL;
        VT_TRY(read_and_lay_out(arena, vt_buf_str(&in), path, 0, &doc, &read_ms, &layout_ms, err));
    }
    printf("%8.3f %8.3f %s\n", read_ms / times, layout_ms / times, path);
    return VT_OK;
}

int main(int argc, char **argv)
{
    char mode = 'l';
    int times = 0, status = 0, option;
    size_t fork = 0;
    while ((option = getopt(argc, argv, "tlab:r:m:")) != -1) {
        if (option == 'b')
            times = (int)strtol(optarg, NULL, 10);
        else if (option == 'r')
            fork = strtoul(optarg, NULL, 10);
        else if (option == 'm')
            options.mode = optarg[0] == 'o'   ? VT_EXTRACT_OCR
                           : optarg[0] == 'a' ? VT_EXTRACT_AUTO
                                              : VT_EXTRACT_FILE;
        else
            mode = (char)option;
    }
    VT_AUTO(vt_ocr) vt_ocr *ocr = NULL;
    vt_error lexicon_error = {0};
    if (vt_lexicon_open(&lexicon, &lexicon_error) != VT_OK) {
        fprintf(stderr, "%s\n", lexicon_error.message);
        return 1;
    }
    if (options.mode != VT_EXTRACT_FILE && vt_ocr_open("eng", &ocr, NULL) != VT_OK)
        fprintf(stderr, "OCR is not available\n");
    options.ocr = ocr;
    options.effort = VT_OCR_STANDARD;
    for (int i = optind; i < argc; i++) {
        vt_error err = {0};
        if ((times ? bench(argv[i], times, &err) : show(argv[i], mode, fork, &err)) != VT_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], err.message);
            status = 1;
        }
    }
    vt_lexicon_drop(lexicon);
    return status;
}
