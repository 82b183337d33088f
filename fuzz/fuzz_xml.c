/* SPDX-License-Identifier: Apache-2.0 */
/* An XML part as a tree: no deeper than allowed, all of it valid UTF-8. */
#include "fuzz.h"

#include "base/limits.h"
#include "extract/xml.h"
#include "text/utf8.h"

static void check(const vt_xml *node, int depth)
{
    if (depth > VT_MAX_XML_DEPTH || !vt_utf8_valid(node->name) || !vt_utf8_valid(node->text))
        abort();
    for (size_t i = 0; i < node->attrs; i++)
        if (!vt_utf8_valid(node->attr[i].name) || !vt_utf8_valid(node->attr[i].value))
            abort();
    VT_XML_EACH(child, node)
    check(child, depth + 1);
}

static void body(vt_arena *arena, vt_str input)
{
    const vt_xml *root = NULL;
    if (vt_xml_parse(arena, input, "a part", &root, NULL) != VT_OK)
        return;
    check(root, 0);
    (void)vt_xml_text(arena, root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 256 << 20, body);
    return 0;
}
