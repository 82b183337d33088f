/* SPDX-License-Identifier: Apache-2.0 */
#include "bare.h"

#include <mupdf/fitz.h>
#include <stdlib.h>
#include <time.h>

extern fz_document_handler pdf_document_handler; /* in the library, not in its headers */

double cpu_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

double bare(vt_str pdf)
{
    double from = cpu_us();
    fz_context *ctx = fz_new_context(NULL, NULL, FZ_STORE_DEFAULT);
    fz_register_document_handler(ctx, &pdf_document_handler);
    fz_try(ctx)
    {
        fz_stream *stream = fz_open_memory(ctx, (const unsigned char *)pdf.ptr, pdf.len);
        fz_document *doc = fz_open_document_with_stream(ctx, "application/pdf", stream);
        fz_buffer *text = fz_new_buffer(ctx, 65536);
        fz_stext_options options = {0};
        int n = fz_count_pages(ctx, doc);
        for (int i = 0; i < n; i++) {
            fz_stext_page *page = fz_new_stext_page_from_page_number(ctx, doc, i, &options);
            fz_output *out = fz_new_output_with_buffer(ctx, text);
            fz_print_stext_page_as_text(ctx, out, page);
            fz_close_output(ctx, out);
            fz_drop_output(ctx, out);
            fz_drop_stext_page(ctx, page);
        }
        fz_drop_buffer(ctx, text);
        fz_drop_document(ctx, doc);
        fz_drop_stream(ctx, stream);
    }
    fz_catch(ctx)
    {
    }
    fz_drop_context(ctx);
    return cpu_us() - from;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double quantile(double *values, size_t n, double q)
{
    qsort(values, n, sizeof *values, by_value);
    size_t i = (size_t)((double)n * q);
    return values[VT_MIN(i, n - 1)];
}
