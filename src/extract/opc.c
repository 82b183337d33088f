/* SPDX-License-Identifier: Apache-2.0 */
#include "extract/opc.h"

#include "base/vec.h"

/* The folder of a part with its slash: "word/" of "word/document.xml". */
static vt_str folder_of(vt_str part)
{
    size_t n = part.len;
    while (n && part.ptr[n - 1] != '/')
        n--;
    return vt_str_sub(part, 0, n);
}

/* A target as a part name: "/x" is absolute, others start at the folder; "." and ".." resolved. */
static vt_str resolve(vt_arena *arena, vt_str folder, vt_str target)
{
    if (vt_str_starts(target, VT_STR("/")))
        folder = VT_STR("");
    vt_str rest =
        vt_str_format(arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(folder), VT_STR_ARG(target));
    VT_VEC(vt_str) steps = {0};
    vt_str step, path = VT_STR("");
    while (vt_str_split(&rest, '/', &step)) {
        if (step.len == 0 || vt_str_eq(step, VT_STR(".")))
            continue;
        if (vt_str_eq(step, VT_STR("..")))
            steps.n -= steps.n > 0;
        else
            vt_vec_push(arena, &steps, step);
    }
    for (size_t i = 0; i < steps.n; i++)
        path = vt_str_format(arena, VT_STR_FMT "%s" VT_STR_FMT, VT_STR_ARG(path), i ? "/" : "",
                             VT_STR_ARG(steps.at[i]));
    return path;
}

vt_status vt_opc_xml(vt_arena *arena, vt_zip *zip, vt_str part, const vt_xml **ret, vt_error *err)
{
    *ret = NULL;
    if (part.len == 0 || !vt_zip_has(zip, part))
        return VT_OK;
    vt_str bytes = VT_STR_NULL;
    VT_TRY(vt_zip_read(zip, part, &bytes, err));
    return vt_xml_parse(arena, bytes, vt_str_cstr(arena, part), ret, err);
}

vt_status vt_opc_rels(vt_arena *arena, vt_zip *zip, vt_str part, vt_map **ret, vt_error *err)
{
    vt_str folder = folder_of(part);
    vt_str name = vt_str_sub(part, folder.len, part.len);
    vt_str path = vt_str_format(arena, VT_STR_FMT "_rels/" VT_STR_FMT ".rels", VT_STR_ARG(folder),
                                VT_STR_ARG(name));
    const vt_xml *root = NULL;
    VT_TRY(vt_opc_xml(arena, zip, path, &root, err));
    vt_map *rels = vt_map_new(arena);
    VT_XML_EACH(node, root)
    {
        if (!vt_xml_is(node, "pr:Relationship"))
            continue;
        vt_opc_rel *rel = VT_NEW(arena, vt_opc_rel);
        rel->id = vt_xml_get(node, "Id");
        rel->type = vt_xml_get(node, "Type");
        rel->external = vt_str_eq_nocase(vt_xml_get(node, "TargetMode"), VT_STR("External"));
        rel->target = vt_xml_get(node, "Target");
        if (!rel->external)
            rel->target = resolve(arena, folder, rel->target);
        vt_map_set(rels, rel->id, rel);
    }
    *ret = rels;
    return VT_OK;
}

vt_status vt_opc_related(vt_arena *arena, vt_zip *zip, vt_str part, const char *suffix, vt_str *ret,
                         vt_error *err)
{
    vt_str folder = folder_of(part);
    vt_str path = vt_str_format(arena, VT_STR_FMT "_rels/" VT_STR_FMT ".rels", VT_STR_ARG(folder),
                                VT_STR_ARG(vt_str_sub(part, folder.len, part.len)));
    const vt_xml *root = NULL;
    VT_TRY(vt_opc_xml(arena, zip, path, &root, err));
    *ret = VT_STR_NULL;
    VT_XML_EACH(node, root)
    {
        if (ret->len == 0 && vt_xml_is(node, "pr:Relationship") &&
            vt_str_ends(vt_xml_get(node, "Type"), vt_str_z(suffix)))
            *ret = resolve(arena, folder, vt_xml_get(node, "Target"));
    }
    return VT_OK;
}
