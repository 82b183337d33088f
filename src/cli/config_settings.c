/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/config_settings.h"

#include <stdio.h>

const vt_setting vt_settings[VT_SETTINGS] = {
#define VT_CONFIG_STR(name, fallback, help)                                                        \
    {VT_SETTING_STR, #name, fallback, help, 0, 0, offsetof(vt_config, name)},
#define VT_CONFIG_INT(name, fallback, min, max, help)                                              \
    {VT_SETTING_INT, #name, #fallback, help, min, max, offsetof(vt_config, name)},
#define VT_CONFIG_BOOL(name, fallback, help)                                                       \
    {VT_SETTING_BOOL, #name, #fallback, help, 0, 0, offsetof(vt_config, name)},
#include "cli/config.def"
};

const vt_setting *vt_setting_find(const char *name)
{
    for (size_t i = 0; i < (size_t)VT_SETTINGS; i++) {
        const char *a = vt_settings[i].name, *b = name;
        while (*a && (*a == *b || (*a == '_' && *b == '-'))) {
            a++;
            b++;
        }
        if (!*a && !*b)
            return &vt_settings[i];
    }
    return NULL;
}

void vt_setting_names(vt_buf *out)
{
    for (size_t i = 0; i < (size_t)VT_SETTINGS; i++)
        vt_buf_addf(out, "%s%s", i ? " " : "", vt_settings[i].name);
}

void vt_setting_variable(const char *name, char *ret, size_t size)
{
    int n = snprintf(ret, size, "VITAE_%s", name);
    for (int c = 0; c < n && c < (int)size; c++)
        if (ret[c] >= 'a' && ret[c] <= 'z')
            ret[c] = (char)(ret[c] - 32);
}

vt_str vt_setting_place(vt_arena *arena, const vt_config_notes *notes, const vt_setting *s,
                        vt_origin from)
{
    char name[64];
    switch (from.kind) {
    case VT_FROM_FILE:
        return vt_str_format(arena, "%s:%u", notes->file, from.line);
    case VT_FROM_ENVIRONMENT:
        vt_setting_variable(s->name, name, sizeof name);
        return vt_str_format(arena, "%s", name);
    case VT_FROM_FLAG: {
        char *flag = vt_str_cstr(arena, vt_str_format(arena, "--%s", s->name));
        for (char *c = flag; *c; c++)
            *c = *c == '_' ? '-' : *c;
        return vt_str_z(flag);
    }
    case VT_FROM_DEFAULT:
        break;
    }
    return VT_STR("default");
}
