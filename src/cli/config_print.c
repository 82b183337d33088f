/* SPDX-License-Identifier: Apache-2.0 */
/* What people read of the settings: those in effect, the help, the page of the documentation. */
#include "cli/config_settings.h"

#include <stdio.h>

/* ---- what is in effect ---- */

/* "postgresql://u:...@host" as "postgresql://u:***@host"; the value of password=, too. */
static vt_str hide_secrets(vt_arena *arena, vt_str url)
{
    size_t scheme = vt_str_find(url, VT_STR("://"), 0), at = scheme == VT_NPOS ? 0 : scheme + 3;
    size_t end = at;
    while (end < url.len && !strchr("/?#", url.ptr[end]))
        end++;
    size_t host = end;
    while (host > at && url.ptr[host - 1] != '@')
        host--;
    size_t colon = vt_str_find_char(vt_str_sub(url, at, host), ':', 0);
    if (scheme != VT_NPOS && host > at && colon != VT_NPOS)
        url = vt_str_format(arena, VT_STR_FMT ":***@" VT_STR_FMT,
                            VT_STR_ARG(vt_str_sub(url, 0, at + colon)),
                            VT_STR_ARG(vt_str_sub(url, host, url.len)));
    size_t word = vt_str_find(url, VT_STR("password="), 0);
    if (word == VT_NPOS)
        return url;
    for (end = word + 9; end < url.len && !strchr("& ", url.ptr[end]);)
        end++;
    return vt_str_format(arena, VT_STR_FMT "***" VT_STR_FMT,
                         VT_STR_ARG(vt_str_sub(url, 0, word + 9)),
                         VT_STR_ARG(vt_str_sub(url, end, url.len)));
}

static vt_str value_text(vt_arena *arena, const vt_config *config, const vt_setting *s)
{
    const void *member = (const char *)config + s->offset;
    int64_t number;
    const char *text;
    switch (s->kind) {
    case VT_SETTING_INT:
        memcpy(&number, member, sizeof number);
        return vt_str_format(arena, "%jd", (intmax_t)number);
    case VT_SETTING_BOOL:
        return vt_str_z(*(const bool *)member ? "true" : "false");
    case VT_SETTING_STR:
        break;
    }
    memcpy(&text, member, sizeof text);
    return hide_secrets(arena, vt_str_z(text));
}

/* "--workers", or "default; the value of VITAE_WORKERS was refused". */
static vt_str source_text(vt_arena *arena, const vt_config_notes *notes, const vt_setting *s)
{
    vt_str place = vt_setting_place(arena, notes, s, notes->origins[s - vt_settings]);
    vt_origin refused = notes->refused[s - vt_settings];
    if (refused.kind == VT_FROM_DEFAULT)
        return place;
    vt_str where = vt_setting_place(arena, notes, s, refused);
    return vt_str_format(arena, VT_STR_FMT "; the value of " VT_STR_FMT " was refused",
                         VT_STR_ARG(place), VT_STR_ARG(where));
}

void vt_config_show(vt_arena *arena, const vt_config *config, bool changed)
{
    for (size_t i = 0; i < (size_t)VT_SETTINGS; i++) {
        const vt_setting *s = &vt_settings[i];
        if (changed && config->notes->origins[i].kind == VT_FROM_DEFAULT &&
            config->notes->refused[i].kind == VT_FROM_DEFAULT)
            continue;
        vt_str value = value_text(arena, config, s);
        vt_str pair = vt_str_format(arena, "%s = " VT_STR_FMT, s->name, VT_STR_ARG(value));
        vt_str source = source_text(arena, config->notes, s);
        printf("%-44s ; " VT_STR_FMT "\n", pair.ptr, VT_STR_ARG(source));
    }
}

/* ---- help ---- */

static void flag_name(const vt_setting *s, char *ret, size_t size)
{
    snprintf(ret, size, "--%s", s->name);
    for (char *c = ret; *c; c++)
        if (*c == '_')
            *c = '-';
}

/* What stands for the value: "N", "FILE" ...; nothing for a switch. */
static const char *value_name(const vt_setting *s)
{
    static const struct {
        const char *name, *value;
    } rows[] = {
        {"listen", "ADDRESS:PORT"},
        {"metrics_listen", "ADDRESS:PORT"},
        {"data", "DIR"},
        {"store", "URL"},
        {"llm_url", "URL"},
        {"tls_certificate", "FILE"},
        {"tls_key", "FILE"},
        {"llm_key_file", "FILE"},
        {"llm_ca_file", "FILE"},
        {"taxonomy", "FILE"},
        {"log_level", "LEVEL"},
        {"ocr_languages", "LANGUAGES"},
        {"operator_account", "NAME"},
        {"llm_model", "NAME"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (strcmp(rows[i].name, s->name) == 0)
            return rows[i].value;
    return s->kind == VT_SETTING_INT ? "N" : s->kind == VT_SETTING_STR ? "TEXT" : "";
}

/* The title of the group that begins with this setting, or NULL. */
static const char *group_of(const vt_setting *s)
{
    static const struct {
        const char *title;
        int line;
    } groups[] = {
#define VT_CONFIG_GROUP(title) {title, __LINE__},
#define VT_CONFIG_STR(name, fallback, help)
#define VT_CONFIG_INT(name, fallback, min, max, help)
#define VT_CONFIG_BOOL(name, fallback, help)
#include "cli/config.def"
    };
    static const int lines[] = {
#define VT_CONFIG_STR(name, fallback, help)           __LINE__,
#define VT_CONFIG_INT(name, fallback, min, max, help) __LINE__,
#define VT_CONFIG_BOOL(name, fallback, help)          __LINE__,
#include "cli/config.def"
    };
    size_t at = (size_t)(s - vt_settings);
    int before = at ? lines[at - 1] : 0;
    for (size_t i = 0; i < VT_COUNT(groups); i++)
        if (groups[i].line > before && groups[i].line < lines[at])
            return groups[i].title;
    return NULL;
}

void vt_config_help(void)
{
    printf("  %-32s %s\n", "--config FILE",
           "read settings from this file (default: " VT_CONFIG_FILE ", if it exists)");
    for (size_t i = 0; i < (size_t)VT_SETTINGS; i++) {
        const vt_setting *s = &vt_settings[i];
        char flag[64], with_value[96];
        flag_name(s, flag, sizeof flag);
        if (group_of(s))
            printf("\n%s:\n\n", group_of(s));
        snprintf(with_value, sizeof with_value, "%s%s%s", flag, value_name(s)[0] ? " " : "",
                 value_name(s));
        bool told = s->fallback[0] && s->kind != VT_SETTING_BOOL;
        printf("  %-32s %s%s%s%s\n", with_value, s->help, told ? " (default: " : "",
               told ? s->fallback : "", told ? ")" : "");
    }
}

void vt_config_markdown(void)
{
    static const char *const kinds[] = {"text", "number", "true or false"};
    puts("| Setting | Kind | Default | Meaning |\n|---|---|---|---|");
    for (size_t i = 0; i < (size_t)VT_SETTINGS; i++) {
        const vt_setting *s = &vt_settings[i];
        char range[64] = "";
        if (s->kind == VT_SETTING_INT)
            snprintf(range, sizeof range, ", %jd to %jd", (intmax_t)s->min, (intmax_t)s->max);
        printf("| `%s` | %s%s | %s | %s |\n", s->name, kinds[s->kind], range,
               s->fallback[0] ? s->fallback : "–", s->help);
    }
}
