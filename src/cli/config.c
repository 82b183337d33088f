/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/config.h"

#include "base/io.h"
#include "cli/config_settings.h"
#include "cli/ini.h"
#include "engine/engine.h"

#include <stdio.h>
#include <unistd.h>

enum { MAX_FAULTS = 50, MAX_FILE_BYTES = 1024 * 1024, SHOWN_VALUE = 80 };

struct loading {
    vt_arena *arena;
    vt_config *config;
    vt_config_notes *notes;
};

/* ---- faults ---- */

static void add_fault(vt_arena *arena, vt_config_notes *notes, vt_str text)
{
    if (notes->faults.n < MAX_FAULTS)
        vt_vec_push(arena, &notes->faults, text.ptr);
    else
        notes->left_out++;
}

size_t vt_config_faults(const vt_config *config, const char *const **ret)
{
    *ret = config->notes ? config->notes->faults.at : NULL;
    return config->notes ? config->notes->faults.n : 0;
}

void vt_config_add_fault(vt_arena *arena, const vt_config *config, const char *name,
                         const char *text)
{
    vt_str place = vt_config_place(arena, config, name);
    add_fault(arena, config->notes,
              vt_str_format(arena, VT_STR_FMT ": %s", VT_STR_ARG(place), text));
}

/* The first fault, and how many follow. */
static vt_status first_fault(const vt_config_notes *notes, vt_error *err)
{
    size_t more = notes->faults.n - 1 + notes->left_out;
    if (more == 0)
        return vt_fail(err, VT_E_INVALID, "%s", notes->faults.at[0]);
    return vt_fail(err, VT_E_INVALID, "%.180s (and %zu more: see `vitae config check`)",
                   notes->faults.at[0], more);
}

/* ---- values ---- */

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

/* The words that a setting may have, separated by spaces; NULL: any text. */
static const char *choices_of(const char *name)
{
    static const char *const rows[][2] = {
        {"log_level", "debug info warn error"},
        {"proxy_header", "x-forwarded-for forwarded"},
        {"llm_format", "json_schema json_object none"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (strcmp(rows[i][0], name) == 0)
            return rows[i][1];
    return NULL;
}

static bool is_choice(const char *choices, const char *value)
{
    vt_str rest = vt_str_z(choices), one;
    while (vt_str_split(&rest, ' ', &one))
        if (vt_str_eq(one, vt_str_z(value)))
            return true;
    return false;
}

/* "a whole number from 0 to 1024", or nothing when the value is one; it is set then. */
static vt_str set_value(struct loading *l, const vt_setting *s, const char *value)
{
    void *member = (char *)l->config + s->offset;
    switch (s->kind) {
    case VT_SETTING_STR: {
        const char *choices = choices_of(s->name);
        if (choices && !is_choice(choices, value)) {
            vt_str near = vt_nearest_word(vt_str_z(value), vt_str_z(choices));
            return near.ptr ? vt_str_format(l->arena, "one of %s (did you mean " VT_STR_FMT "?)",
                                            choices, VT_STR_ARG(near))
                            : vt_str_format(l->arena, "one of %s", choices);
        }
        const char *copy = vt_str_cstr(l->arena, vt_str_z(value));
        memcpy(member, &copy, sizeof copy);
        return VT_STR_NULL;
    }
    case VT_SETTING_INT: {
        int64_t number;
        if (!vt_str_to_i64(vt_str_z(value), s->min, s->max, &number))
            return vt_str_format(l->arena, "a whole number from %jd to %jd", (intmax_t)s->min,
                                 (intmax_t)s->max);
        memcpy(member, &number, sizeof number);
        return VT_STR_NULL;
    }
    case VT_SETTING_BOOL: {
        bool on;
        if (!parse_bool(value, &on))
            return VT_STR("true or false");
        memcpy(member, &on, sizeof on);
        return VT_STR_NULL;
    }
    }
    return VT_STR_NULL;
}

static void set(struct loading *l, const vt_setting *s, vt_origin from, const char *value)
{
    size_t at = (size_t)(s - vt_settings);
    vt_str wanted = set_value(l, s, value);
    l->notes->refused[at] = wanted.ptr ? from : (vt_origin){0};
    if (!wanted.ptr) {
        l->notes->origins[at] = from;
        return;
    }
    vt_str place = vt_setting_place(l->arena, l->notes, s, from);
    vt_str shown = vt_str_sub(vt_str_z(value), 0, SHOWN_VALUE);
    add_fault(l->arena, l->notes,
              vt_str_format(l->arena,
                            VT_STR_FMT ": %s must be " VT_STR_FMT ", not '" VT_STR_FMT "'",
                            VT_STR_ARG(place), s->name, VT_STR_ARG(wanted), VT_STR_ARG(shown)));
}

static void unknown_setting(struct loading *l, vt_str place, const char *name)
{
    VT_AUTO(vt_buf) vt_buf known = {0};
    vt_setting_names(&known);
    vt_str near = vt_nearest_word(vt_str_z(name), vt_buf_str(&known));
    vt_str hint =
        near.ptr ? vt_str_format(l->arena, "; did you mean '" VT_STR_FMT "'?", VT_STR_ARG(near))
                 : VT_STR("");
    add_fault(l->arena, l->notes,
              vt_str_format(l->arena, VT_STR_FMT ": there is no setting '%.80s'" VT_STR_FMT,
                            VT_STR_ARG(place), name, VT_STR_ARG(hint)));
}

/* ---- the file ---- */

/* The last line that gave the setting a value, good or not; 0: none yet. */
static unsigned line_before(const vt_config_notes *notes, const vt_setting *s)
{
    unsigned good = notes->origins[s - vt_settings].line;
    unsigned bad = notes->refused[s - vt_settings].line;
    return good > bad ? good : bad;
}

static void read_pair(struct loading *l, const vt_ini_line *line)
{
    const char *key = vt_str_cstr(l->arena, line->key);
    vt_str place = vt_str_format(l->arena, "%s:%u", l->notes->file, line->number);
    const vt_setting *s = line->fault ? NULL : vt_setting_find(key);
    if (line->fault) {
        add_fault(l->arena, l->notes,
                  vt_str_format(l->arena, VT_STR_FMT ": %s", VT_STR_ARG(place), line->fault));
        return;
    }
    if (!s) {
        unknown_setting(l, place, key);
        return;
    }
    unsigned before = line_before(l->notes, s);
    if (before)
        add_fault(l->arena, l->notes,
                  vt_str_format(l->arena, VT_STR_FMT ": %s is set twice: in line %u, too",
                                VT_STR_ARG(place), s->name, before));
    set(l, s, (vt_origin){VT_FROM_FILE, line->number}, vt_str_cstr(l->arena, line->value));
}

static vt_status read_file(struct loading *l, const char *path, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf text = {.max = MAX_FILE_BYTES};
    vt_error why = {0};
    vt_status status = vt_io_read_file(path, &text, &why);
    if (status != VT_OK)
        return vt_fail(err, status == VT_E_LIMIT ? VT_E_INVALID : status,
                       "cannot read the configuration: %s", why.message);
    l->notes->file = path;
    vt_str rest = vt_buf_str(&text);
    unsigned number = 0;
    vt_ini_line line;
    while (vt_ini_next(&rest, &number, &line))
        read_pair(l, &line);
    return VT_OK;
}

/* ---- the environment ---- */

extern char **environ;

/* Variables of ours that are no settings: of the clients and the tests, and what Kubernetes sets
 * for a service by the name of vitae. */
static bool is_no_setting(vt_str name)
{
    static const char *const whole[] = {"CONFIG", "LLM_KEY", "URL", "KEY", "LIBRARY", "PORT"};
    static const char *const heads[] = {"TEST_", "PORT_", "SERVICE_"};
    for (size_t i = 0; i < VT_COUNT(whole); i++)
        if (vt_str_eq(name, vt_str_z(whole[i])))
            return true;
    for (size_t i = 0; i < VT_COUNT(heads); i++)
        if (vt_str_starts(name, vt_str_z(heads[i])))
            return true;
    return false;
}

static void read_variable(struct loading *l, vt_str name, const char *value)
{
    char *key = vt_str_cstr(l->arena, name);
    bool upper = true;
    for (char *c = key; *c; c++) {
        upper = upper && !(*c >= 'a' && *c <= 'z');
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c + 32);
    }
    const vt_setting *s = upper ? vt_setting_find(key) : NULL;
    if (s)
        set(l, s, (vt_origin){.kind = VT_FROM_ENVIRONMENT}, value);
    else if (!is_no_setting(name))
        unknown_setting(l, vt_str_format(l->arena, "VITAE_%.80s", vt_str_cstr(l->arena, name)),
                        key);
}

static void read_environment(struct loading *l)
{
    for (char **one = environ; one && *one; one++) {
        vt_str pair = vt_str_z(*one);
        size_t equals = vt_str_find_char(pair, '=', 0);
        if (!vt_str_starts(pair, VT_STR("VITAE_")) || equals == VT_NPOS)
            continue;
        read_variable(l, vt_str_sub(pair, 6, equals), *one + equals + 1);
    }
}

/* ---- the command line ---- */

struct given {
    const char *name;
    char *value; /* behind `=`, or NULL */
};

static struct given split_flag(vt_arena *arena, char *arg)
{
    char *equals = strchr(arg, '=');
    vt_str name = vt_str_n(arg + 2, equals ? (size_t)(equals - arg - 2) : strlen(arg + 2));
    return (struct given){vt_str_cstr(arena, name), equals ? equals + 1 : NULL};
}

/* "there is no option '--lisen'; did you mean --listen?" */
static void unknown_option(struct loading *l, const char *name, const vt_flag *flags)
{
    VT_AUTO(vt_buf) vt_buf known = {0};
    vt_buf_addz(&known, "config help");
    for (size_t i = 0; i < (size_t)VT_SETTINGS; i++) {
        vt_buf_addc(&known, ' ');
        for (const char *c = vt_settings[i].name; *c; c++)
            vt_buf_addc(&known, *c == '_' ? '-' : *c);
    }
    for (; flags && flags->name; flags++)
        vt_buf_addf(&known, " %s", flags->name);
    vt_str near = vt_nearest_word(vt_str_z(name), vt_buf_str(&known));
    add_fault(l->arena, l->notes,
              near.ptr
                  ? vt_str_format(l->arena,
                                  "there is no option '--%.80s'; did you mean --" VT_STR_FMT "?",
                                  name, VT_STR_ARG(near))
                  : vt_str_format(l->arena, "there is no option '--%.80s'", name));
}

static void cut_out(char *from, char *to)
{
    size_t rest = strlen(to);
    memmove(from, to, rest);
    memset(from + rest, 0, (size_t)(to - from));
}

/* Takes passwords of URLs ("//user:password@", "password=...") out of an argument, where every user
 * of the machine could read them for as long as the program runs. */
static void hide_passwords(char *value)
{
    char *user = strstr(value, "://");
    user = user ? user + 3 : value;
    char *colon = strchr(user, ':'), *at = NULL;
    for (char *c = user; *c && *c != '/'; c++)
        if (*c == '@')
            at = c;
    if (user != value && colon && at && colon < at)
        cut_out(colon + 1, at);
    char *word = strstr(value, "password=");
    if (word)
        cut_out(word + 9, word + 9 + strcspn(word + 9, "& "));
}

/* One flag at argv[*at]; moves *at to its last word. */
static void read_flag(struct loading *l, int argc, char **argv, int *at, const vt_flag *flags)
{
    struct given g = split_flag(l->arena, argv[*at]);
    const vt_flag *own = flags;
    while (own && own->name && strcmp(own->name, g.name) != 0)
        own++;
    bool is_own = own && own->name;
    const vt_setting *s = is_own ? NULL : vt_setting_find(g.name);
    bool is_file = strcmp(g.name, "config") == 0 && !is_own;
    if (!is_own && !s && !is_file) {
        unknown_option(l, g.name, flags);
        return;
    }
    bool is_switch = (is_own && !own->value) || (s && s->kind == VT_SETTING_BOOL);
    if (!is_switch && !g.value) {
        if (*at + 1 >= argc) {
            add_fault(l->arena, l->notes,
                      vt_str_format(l->arena, "the option '%.80s' needs a value", argv[*at]));
            return;
        }
        g.value = argv[++*at];
    }
    if (is_own && own->set)
        *own->set = true;
    if (is_own && own->value)
        *own->value = g.value;
    if (s)
        set(l, s, (vt_origin){.kind = VT_FROM_FLAG}, g.value ? g.value : "true");
    if (s && g.value)
        hide_passwords(g.value); /* `set` has copied it */
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
    *ret = (vt_config){.notes = VT_NEW(arena, vt_config_notes)};
    struct loading l = {.arena = arena, .config = ret, .notes = ret->notes};
    for (size_t i = 0; i < (size_t)VT_SETTINGS; i++)
        set(&l, &vt_settings[i], (vt_origin){0}, vt_settings[i].fallback);
    const char *file = file_of(arena, argc, argv);
    if (file)
        VT_TRY(read_file(&l, file, err));
    read_environment(&l);
    int count = 0;
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0)
            only_words = true;
        else if (!only_words && strncmp(argv[i], "--", 2) == 0)
            read_flag(&l, argc, argv, &i, flags);
        else
            argv[++count] = argv[i];
    }
    *ret_count = count;
    return l.notes->faults.n ? first_fault(l.notes, err) : VT_OK;
}

vt_str vt_config_place(vt_arena *arena, const vt_config *config, const char *name)
{
    const vt_setting *s = vt_setting_find(name);
    return s ? vt_setting_place(arena, config->notes, s, config->notes->origins[s - vt_settings])
             : vt_str_z(name);
}
