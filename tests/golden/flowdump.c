/* SPDX-License-Identifier: Apache-2.0 */
/* Prints what a reader made of documents of flowing formats, before layout: see doc_text.h. */
#include <stdio.h>

#include "base/io.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "unit/doc_text.h"

static vt_status show(const char *path, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf in = {.max = VT_MAX_DOCUMENT_BYTES};
    VT_TRY(vt_io_read_file(path, &in, err));
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    vt_doc *doc = NULL;
    VT_TRY(vt_extract(arena, vt_buf_str(&in), vt_str_z(path), VT_STR_NULL, NULL, &doc, err));
    if (doc->paras.n == 0 && doc->words.n)
        return vt_fail(err, VT_E_UNSUPPORTED, "no flowing format");
    printf("(%s, %u pages)\n" VT_STR_FMT "\n", vt_format_word(doc->format), doc->page_count,
           VT_STR_ARG(doc_text(arena, doc)));
    return VT_OK;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        vt_error err = {0};
        if (show(argv[i], &err) != VT_OK) {
            fprintf(stderr, "%s: %s: %s\n", argv[i], vt_status_name(err.status), err.message);
            failed = 1;
        }
    }
    return failed;
}
