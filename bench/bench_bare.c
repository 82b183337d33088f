/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_bare PASSES FILE.pdf...: bare text extraction by MuPDF as Debian ships it, without the
 * parts that vitae replaces (extract/pdf_fonts.c); the sum of each document's best, in
 * milliseconds.
 */
#include "bare.h"

#include "base/io.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    int64_t passes = 0;
    if (argc < 3 || !vt_str_to_i64(vt_str_z(argv[1]), 1, 1000, &passes)) {
        fputs("usage: bench_bare PASSES FILE.pdf...\n", stderr);
        return 2;
    }
    double sum = 0;
    for (int i = 2; i < argc; i++) {
        VT_AUTO(vt_buf) vt_buf file = {0};
        if (vt_io_read_file(argv[i], &file, NULL) != VT_OK)
            return 1;
        double best = bare(vt_buf_str(&file));
        for (int64_t pass = 1; pass < passes; pass++) {
            double took = bare(vt_buf_str(&file));
            best = VT_MIN(best, took);
        }
        sum += best;
    }
    printf("{\"documents\": %d, \"bare_ms_sum\": %.2f}\n", argc - 2, sum / 1000);
    return 0;
}
