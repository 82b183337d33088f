/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/config.h"

#include "base/buf.h"
#include "base/str.h"
#include "engine/engine.h"

#include <ini.h>
#include <stdio.h>
#include <unistd.h>

enum kind { KIND_STR, KIND_INT, KIND_BOOL };

struct setting {
    enum kind kind;
    const char *name, *fallback, *help;
    int64_t min, max;
    size_t offset;
};

static const struct setting settings[] = {
#define VT_CONFIG_STR(name, fallback, help)                                                        \
    {KIND_STR, #name, fallback, help, 0, 0, offsetof(vt_config, name)},
#define VT_CONFIG_INT(name, fallback, min, max, help)                                              \
    {KIND_INT, #name, #fallback, help, min, max, offsetof(vt_config, name)},
#define VT_CONFIG_BOOL(name, fallback, help)                                                       \
    {KIND_BOOL, #name, #fallback, help, 0, 0, offsetof(vt_config, name)},
#include "cli/config.def"
};

struct loading {
    vt_arena *arena;
    vt_config *config;
    const char *source; /* file being read, for messages */
    vt_status status;
    vt_error *err;
};

static bool parse_bool(const char *text, bool *ret)
{
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on", "0", "1"};
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (strcmp(text, words[i]) == 0) {
            *ret = i % 2 == 1;
            return true;
        }
    return false;
}

static vt_status set(struct loading *l, const struct setting *s, const char *from,
                     const char *value)
{
    void *member = (char *)l->config + s->offset;
    switch (s->kind) {
    case KIND_STR: {
        const char *copy = vt_str_cstr(l->arena, vt_str_z(value));
        memcpy(member, &copy, sizeof copy);
        return VT_OK;
    }
    case KIND_INT: {
        int64_t number;
        if (!vt_str_to_i64(vt_str_z(value), s->min, s->max, &number))
            return vt_fail(l->err, VT_E_INVALID, "%s: '%s' must be a whole number from %jd to %jd",
                           from, value, (intmax_t)s->min, (intmax_t)s->max);
        memcpy(member, &number, sizeof number);
        return VT_OK;
    }
    case KIND_BOOL: {
        bool on;
        if (!parse_bool(value, &on))
            return vt_fail(l->err, VT_E_INVALID, "%s: '%s' must be true or false", from, value);
        memcpy(member, &on, sizeof on);
        return VT_OK;
    }
    }
    return VT_OK;
}

/* By its key in the file, or by its flag, where dashes stand for underscores. */
static const struct setting *find_setting(const char *name)
{
    for (size_t i = 0; i < VT_COUNT(settings); i++) {
        const char *a = settings[i].name, *b = name;
        while (*a && (*a == *b || (*a == '_' && *b == '-'))) {
            a++;
            b++;
        }
        if (!*a && !*b)
            return &settings[i];
    }
    return NULL;
}

static int on_ini(void *context, const char *section, const char *name, const char *value)
{
    (void)section;
    struct loading *l = context;
    const struct setting *s = find_setting(name);
    if (l->status != VT_OK)
        return 0;
    l->status = s ? set(l, s, name, value)
                  : vt_fail(l->err, VT_E_INVALID, "%s: no setting '%s'", l->source, name);
    return l->status == VT_OK;
}

static vt_status read_file(struct loading *l, const char *path)
{
    l->source = path;
    int line = ini_parse(path, on_ini, l);
    if (l->status != VT_OK)
        return l->status;
    if (line < 0)
        return vt_fail(l->err, VT_E_IO, "cannot read the configuration '%s'", path);
    if (line > 0)
        return vt_fail(l->err, VT_E_INVALID, "%s: line %d is not KEY = VALUE", path, line);
    return VT_OK;
}

static vt_status read_environment(struct loading *l)
{
    for (size_t i = 0; i < VT_COUNT(settings); i++) {
        char name[64];
        int n = snprintf(name, sizeof name, "VITAE_%s", settings[i].name);
        for (int c = 0; c < n; c++)
            if (name[c] >= 'a' && name[c] <= 'z')
                name[c] = (char)(name[c] - 32);
        const char *value = getenv(name);
        if (value)
            VT_TRY(set(l, &settings[i], name, value));
    }
    return VT_OK;
}

/* ---- the command line ---- */

struct given {
    const char *name;
    const char *value; /* behind `=`, or NULL */
};

static struct given split_flag(vt_arena *arena, const char *arg)
{
    const char *equals = strchr(arg, '=');
    vt_str name = vt_str_n(arg + 2, equals ? (size_t)(equals - arg - 2) : strlen(arg + 2));
    return (struct given){vt_str_cstr(arena, name), equals ? equals + 1 : NULL};
}

/* "there is no option '--lisen'; did you mean --listen?" */
static vt_status unknown_option(struct loading *l, const char *name, const vt_flag *flags)
{
    VT_AUTO(vt_buf) vt_buf known = {0};
    vt_buf_addz(&known, "config help");
    for (size_t i = 0; i < VT_COUNT(settings); i++) {
        vt_buf_addc(&known, ' ');
        for (const char *c = settings[i].name; *c; c++)
            vt_buf_addc(&known, *c == '_' ? '-' : *c);
    }
    for (; flags && flags->name; flags++)
        vt_buf_addf(&known, " %s", flags->name);
    vt_str near = vt_nearest_word(vt_str_z(name), vt_buf_str(&known));
    if (near.ptr)
        return vt_fail(l->err, VT_E_INVALID,
                       "there is no option '--%s'; did you mean --" VT_STR_FMT "?", name,
                       VT_STR_ARG(near));
    return vt_fail(l->err, VT_E_INVALID, "there is no option '--%s'", name);
}

/* One flag at argv[*at]; moves *at to its last word. */
static vt_status read_flag(struct loading *l, int argc, char **argv, int *at, const vt_flag *flags)
{
    struct given g = split_flag(l->arena, argv[*at]);
    const vt_flag *own = flags;
    while (own && own->name && strcmp(own->name, g.name) != 0)
        own++;
    bool is_own = own && own->name;
    const struct setting *s = is_own ? NULL : find_setting(g.name);
    bool is_file = strcmp(g.name, "config") == 0 && !is_own;
    if (!is_own && !s && !is_file)
        return unknown_option(l, g.name, flags);
    bool is_switch = (is_own && !own->value) || (s && s->kind == KIND_BOOL);
    if (!is_switch && !g.value) {
        if (*at + 1 >= argc)
            return vt_fail(l->err, VT_E_INVALID, "the option '%s' needs a value", argv[*at]);
        g.value = argv[++*at];
    }
    if (is_own && own->set)
        *own->set = true;
    if (is_own && own->value)
        *own->value = g.value;
    return s ? set(l, s, g.name, g.value ? g.value : "true") : VT_OK;
}

static const char *file_of(vt_arena *arena, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--config") == 0 && i + 1 < argc)
            return argv[i + 1];
        if (strncmp(argv[i], "--config=", 9) == 0)
            return split_flag(arena, argv[i]).value;
    }
    const char *from_environment = getenv("VITAE_CONFIG");
    if (from_environment)
        return from_environment;
    return access(VT_CONFIG_FILE, R_OK) == 0 ? VT_CONFIG_FILE : NULL;
}

vt_status vt_config_load(vt_arena *arena, int argc, char **argv, const vt_flag *flags,
                         vt_config *ret, int *ret_count, vt_error *err)
{
    *ret = (vt_config){0};
    struct loading l = {.arena = arena, .config = ret, .err = err};
    for (size_t i = 0; i < VT_COUNT(settings); i++)
        VT_TRY(set(&l, &settings[i], settings[i].name, settings[i].fallback));
    const char *file = file_of(arena, argc, argv);
    if (file)
        VT_TRY(read_file(&l, file));
    VT_TRY(read_environment(&l));
    int count = 0;
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0)
            only_words = true;
        else if (!only_words && strncmp(argv[i], "--", 2) == 0)
            VT_TRY(read_flag(&l, argc, argv, &i, flags));
        else
            argv[++count] = argv[i];
    }
    *ret_count = count;
    return VT_OK;
}

/* ---- help ---- */

static void flag_name(const struct setting *s, char *ret, size_t size)
{
    snprintf(ret, size, "--%s", s->name);
    for (char *c = ret; *c; c++)
        if (*c == '_')
            *c = '-';
}

/* What stands for the value: "N", "FILE" ...; nothing for a switch. */
static const char *value_name(const struct setting *s)
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
    return s->kind == KIND_INT ? "N" : s->kind == KIND_STR ? "TEXT" : "";
}

/* The title of the group that begins with this setting, or NULL. */
static const char *group_of(const struct setting *s)
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
    size_t at = (size_t)(s - settings);
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
    for (size_t i = 0; i < VT_COUNT(settings); i++) {
        const struct setting *s = &settings[i];
        char flag[64], with_value[96];
        flag_name(s, flag, sizeof flag);
        if (group_of(s))
            printf("\n%s:\n\n", group_of(s));
        snprintf(with_value, sizeof with_value, "%s%s%s", flag, value_name(s)[0] ? " " : "",
                 value_name(s));
        bool told = s->fallback[0] && s->kind != KIND_BOOL;
        printf("  %-32s %s%s%s%s\n", with_value, s->help, told ? " (default: " : "",
               told ? s->fallback : "", told ? ")" : "");
    }
}

void vt_config_markdown(void)
{
    static const char *const kinds[] = {"text", "number", "true or false"};
    puts("| Setting | Kind | Default | Meaning |\n|---|---|---|---|");
    for (size_t i = 0; i < VT_COUNT(settings); i++) {
        const struct setting *s = &settings[i];
        char range[64] = "";
        if (s->kind == KIND_INT)
            snprintf(range, sizeof range, ", %jd to %jd", (intmax_t)s->min, (intmax_t)s->max);
        printf("| `%s` | %s%s | %s | %s |\n", s->name, kinds[s->kind], range,
               s->fallback[0] ? s->fallback : "–", s->help);
    }
}
