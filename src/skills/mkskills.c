/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Build-time program: mkskills SHEETS IMAGE ASSEMBLY
 * writes the taxonomy image and an assembler file that embeds it. The image's checksum stands in
 * the assembler file, so that a changed sheet assembles it anew.
 *
 * mkskills --fold folds each line of its standard input, for tools/check_skillfold.py.
 */
#include "base/io.h"
#include "skills/build.h"
#include "skills/fold.h"
#include "skills/image.h"

#include <stdio.h>

static int fold_lines(void)
{
    VT_AUTO(vt_buf) vt_buf in = {0};
    vt_error err;
    if (vt_io_read_fd(STDIN_FILENO, &in, &err) != VT_OK)
        return 1;
    vt_str rest = vt_buf_str(&in), line;
    while (vt_str_split(&rest, '\n', &line)) {
        vt_skill_fold fold = {.text = line};
        vt_skill_token token;
        for (bool first = true; vt_skill_fold_next(&fold, &token); first = false)
            printf("%s%s" VT_STR_FMT, first ? "" : " ", token.break_before ? "|" : "",
                   (int)token.len, token.text);
        putchar('\n');
    }
    return 0;
}

static vt_status make(const char *sheets, const char *image, const char *assembly, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)4 << 30);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_skill_sources sources = {0};
    VT_TRY(vt_skill_sheets_read(arena, sheets, &sources, err));
    VT_TRY(vt_taxonomy_build(arena, &sources, &out, err));
    VT_TRY(vt_io_write_file(image, vt_buf_str(&out), 0644, err));

    vt_image_header header;
    memcpy(&header, out.ptr, sizeof header);
    vt_str text =
        vt_str_format(arena,
                      "/* made by mkskills; image checksum %016llx */\n"
                      "    .section .rodata.vt_taxonomy,\"a\",@progbits\n"
                      "    .balign 4096\n"
                      "    .globl vt_taxonomy_image\n    .hidden vt_taxonomy_image\n"
                      "    .type vt_taxonomy_image, @object\n"
                      "vt_taxonomy_image:\n    .incbin \"%s\"\n"
                      "    .size vt_taxonomy_image, . - vt_taxonomy_image\n"
                      "    .balign 8\n"
                      "    .globl vt_taxonomy_image_size\n    .hidden vt_taxonomy_image_size\n"
                      "vt_taxonomy_image_size:\n    .quad %zu\n"
                      "    .section .note.GNU-stack,\"\",@progbits\n",
                      (unsigned long long)header.checksum, image, out.len);
    return vt_io_write_file(assembly, text, 0644, err);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--fold") == 0)
        return fold_lines();
    if (argc != 4) {
        fputs("usage: mkskills SHEETS IMAGE ASSEMBLY | mkskills --fold\n", stderr);
        return 2;
    }
    vt_error err = {0};
    if (make(argv[1], argv[2], argv[3], &err) != VT_OK) {
        fprintf(stderr, "mkskills: %s\n", err.message);
        return 1;
    }
    return 0;
}
