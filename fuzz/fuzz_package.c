/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reader of documents that are packed XML (FUZZ_FORMAT: DOCX or ODT), behind the ZIP: a byte of a
 * mutation would only break a checksum there. The input is the parts, each after a line
 *
 *     ##word/document.xml
 *
 * and the container is made of them here.
 */
#include "fuzz.h"
#include "read.h"
#include "zip_make.h"

enum { PARTS_MAX = 24 };

/* The next part; false after the last. What stands before the first line of a name is thrown away.
 */
static bool next_part(vt_arena *arena, vt_str *rest, zip_member *ret)
{
    vt_str line;
    while (!vt_str_starts(*rest, VT_STR("##")))
        if (!vt_str_split(rest, '\n', &line))
            return false;
    (void)vt_str_split(rest, '\n', &line);
    size_t end = vt_str_starts(*rest, VT_STR("##")) ? 0 : vt_str_find(*rest, VT_STR("\n##"), 0);
    *ret = (zip_member){.name = vt_str_cstr(arena, vt_str_trim(vt_str_sub(line, 2, line.len))),
                        .content = vt_str_sub(*rest, 0, end == VT_NPOS ? rest->len : end),
                        .stored = true};
    *rest = vt_str_sub(*rest, end == VT_NPOS ? rest->len : end, rest->len);
    if (rest->len && rest->ptr[0] == '\n')
        *rest = vt_str_sub(*rest, 1, rest->len);
    return true;
}

static void body(vt_arena *arena, vt_str input)
{
    zip_member members[PARTS_MAX];
    size_t n = 0;
    while (n < PARTS_MAX && next_part(arena, &input, &members[n]))
        n++;
    vt_str package = zip_make(arena, members, n);
    fuzz_read(arena, package, FUZZ_FORMAT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 256 << 20, body);
    return 0;
}
