/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema.org writes one thing in several forms: a string, an object with a name, a list of either,
 * or a Role that holds dates and, under the key it stands at, the thing itself.
 */
#include "extract/webdata.h"

#include <string.h>

#include "base/limits.h"

static bool has_type(const vt_json *item, const char *type)
{
    const vt_json *t = vt_json_get(item, "@type");
    if (vt_json_is(t, VT_JSON_ARRAY)) {
        for (size_t i = 0; i < t->n; i++)
            if (vt_str_eq(vt_json_str(t->u.items[i]), vt_str_z(type)))
                return true;
        return false;
    }
    return vt_str_eq(vt_json_str(t), vt_str_z(type));
}

static const vt_json *find_below(const vt_json *node, int depth)
{
    static const char *const keys[] = {"@graph", "mainEntity", "about", "item"};
    const vt_json *found = NULL;
    if (!node || depth > 4)
        return NULL;
    if (vt_json_is(node, VT_JSON_ARRAY)) {
        for (size_t i = 0; i < node->n && !found; i++)
            found = find_below(node->u.items[i], depth + 1);
        return found;
    }
    if (has_type(node, "Person"))
        return node;
    for (size_t i = 0; i < VT_COUNT(keys) && !found; i++)
        found = find_below(vt_json_get(node, keys[i]), depth + 1);
    return found;
}

const vt_json *vt_webdata_find(const vt_json *root)
{
    return find_below(root, 0);
}

/* ---- items of microdata and microformats, made the same ---- */

vt_json *vt_webdata_item(vt_arena *arena)
{
    vt_json *item = VT_NEW(arena, vt_json);
    item->type = VT_JSON_OBJECT;
    return item;
}

/* The list `had` (NULL: none yet) with one value more. */
static const vt_json *longer(vt_arena *arena, const vt_json *had, const vt_json *value)
{
    vt_json *list = VT_NEW(arena, vt_json);
    size_t n = had ? had->n : 0;
    const vt_json **items = VT_NEW_ARRAY(arena, const vt_json *, n + 1);
    for (size_t i = 0; i < n; i++)
        items[i] = had->u.items[i];
    items[n] = value;
    *list = (vt_json){.type = VT_JSON_ARRAY, .n = n + 1, .u.items = items};
    return list;
}

void vt_webdata_add(vt_arena *arena, vt_json *item, vt_str key, const vt_json *value)
{
    size_t at = 0;
    while (at < item->n && !vt_str_eq(item->u.members[at].key, key))
        at++;
    const vt_json *had = at < item->n ? item->u.members[at].value : NULL;
    size_t n = VT_MAX(item->n, at + 1);
    vt_json_member *members = VT_NEW_ARRAY(arena, vt_json_member, n);
    for (size_t i = 0; i < item->n; i++)
        members[i] = item->u.members[i];
    members[at] = (vt_json_member){.key = key, .value = longer(arena, had, value)};
    item->n = n;
    item->u.members = members;
}

void vt_webdata_add_text(vt_arena *arena, vt_json *item, vt_str key, vt_str text)
{
    if (text.len == 0)
        return;
    vt_json *value = VT_NEW(arena, vt_json);
    *value = (vt_json){.type = VT_JSON_STRING, .u.string = text};
    vt_webdata_add(arena, item, key, value);
}

vt_str vt_webdata_key(vt_str class_name)
{
    static const char *const keys[][2] = {
        {"p-name", "name"},
        {"p-job-title", "jobTitle"},
        {"u-email", "email"},
        {"p-tel", "telephone"},
        {"u-tel", "telephone"},
        {"u-url", "url"},
        {"p-adr", "address"},
        {"p-locality", "addressLocality"},
        {"p-region", "addressRegion"},
        {"p-country-name", "addressCountry"},
        {"p-summary", "description"},
        {"p-note", "description"},
        {"p-experience", "worksFor"},
        {"p-education", "alumniOf"},
        {"p-org", "worksFor"},
        {"p-skill", "knowsAbout"},
        {"dt-start", "startDate"},
        {"dt-end", "endDate"},
    };
    for (size_t i = 0; i < VT_COUNT(keys); i++)
        if (vt_str_eq(class_name, vt_str_z(keys[i][0])))
            return vt_str_z(keys[i][1]);
    return VT_STR_NULL;
}

/* ---- values ---- */

/* Element i of a list; a single value is a list of one. */
static const vt_json *element(const vt_json *value, size_t i)
{
    if (vt_json_is(value, VT_JSON_ARRAY))
        return i < value->n ? value->u.items[i] : NULL;
    return i == 0 ? value : NULL;
}

/* The text of a value: a string, or the name of an object. */
static vt_str text_of(const vt_json *value)
{
    vt_str s = vt_str_trim(vt_json_str(element(value, 0)));
    const vt_json *name = vt_json_get(element(value, 0), "name");
    return s.len ? s : vt_str_trim(vt_json_str(element(name, 0)));
}

static vt_str first_text(const vt_json *item, const char *const *keys)
{
    for (size_t i = 0; keys[i]; i++) {
        vt_str s = text_of(vt_json_get(item, keys[i]));
        if (s.len)
            return s;
    }
    return VT_STR_NULL;
}

/* Whether the text has the value, whatever the case of its letters. */
static bool is_shown(vt_str shown, vt_str value)
{
    for (size_t at = 0; value.len && at + value.len <= shown.len; at++)
        if (vt_str_eq_nocase(vt_str_sub(shown, at, at + value.len), value))
            return true;
    return false;
}

/* ---- lines ---- */

static const vt_flow_style bold = {.bold = true};

static void put_line(vt_flow *flow, const vt_flow_style *style, vt_str text)
{
    vt_flow_begin_para(flow, NULL);
    vt_flow_text(flow, style, text);
    vt_flow_end_para(flow);
}

static void put_heading(vt_flow *flow, bool *done, const char *text)
{
    if (*done)
        return;
    *done = true;
    vt_flow_begin_para(flow, &(vt_flow_para){.heading_level = 2, .space_before = 8});
    vt_flow_text(flow, &(vt_flow_style){.size = 14, .bold = true}, vt_str_z(text));
    vt_flow_end_para(flow);
}

void vt_webdata_head(vt_flow *flow, const vt_json *person, vt_str shown)
{
    vt_str name = text_of(vt_json_get(person, "name"));
    vt_str title = text_of(vt_json_get(person, "jobTitle"));
    if (name.len == 0 || is_shown(shown, name))
        return;
    vt_flow_begin_para(flow, &(vt_flow_para){.heading_level = 1});
    vt_flow_text(flow, &(vt_flow_style){.size = 20, .bold = true}, name);
    vt_flow_end_para(flow);
    if (title.len && !is_shown(shown, title))
        put_line(flow, NULL, title);
}

static void put_contact(vt_flow *flow, const vt_json *person, vt_str shown)
{
    static const char *const keys[] = {"email", "telephone", "url", "sameAs"};
    static const char *const parts[] = {"addressLocality", "addressRegion", "addressCountry"};
    bool headed = false, any = false;
    for (size_t i = 0; i < VT_COUNT(keys); i++) {
        const vt_json *values = vt_json_get(person, keys[i]);
        for (size_t k = 0; element(values, k) && k < VT_MAX_PERSON_ITEMS; k++) {
            vt_str value = text_of(element(values, k));
            if (vt_str_starts_nocase(value, VT_STR("mailto:")))
                value = vt_str_sub(value, 7, value.len);
            else if (vt_str_starts_nocase(value, VT_STR("tel:")))
                value = vt_str_sub(value, 4, value.len);
            if (value.len == 0 || is_shown(shown, value))
                continue;
            put_heading(flow, &headed, "Contact");
            put_line(flow, NULL, value);
        }
    }
    const vt_json *address = element(vt_json_get(person, "address"), 0);
    if (!address)
        address = person; /* the parts of a card may stand in it */
    vt_str place = vt_json_str(address), city = text_of(vt_json_get(address, parts[0]));
    if ((place.len == 0 && city.len == 0) || is_shown(shown, place.len ? place : city))
        return;
    put_heading(flow, &headed, "Contact");
    vt_flow_begin_para(flow, NULL);
    vt_flow_text(flow, NULL, place);
    for (size_t i = 0; i < VT_COUNT(parts); i++) {
        vt_str part = text_of(vt_json_get(address, parts[i]));
        if (part.len == 0)
            continue;
        vt_flow_text(flow, NULL, any ? VT_STR(", ") : VT_STR(""));
        vt_flow_text(flow, NULL, part);
        any = true;
    }
    vt_flow_end_para(flow);
}

/* Things that have a name, perhaps a place where and a time when. */
struct kind {
    const char *key, *heading;
    const char *what[5], *where[5], *from[3], *to[3];
};

static const struct kind kinds[] = {
    {"worksFor",
     "Work Experience",
     {"roleName", "jobTitle"},
     {"worksFor", "name"},
     {"startDate"},
     {"endDate"}},
    {"hasOccupation",
     "Work Experience",
     {"roleName", "hasOccupation", "name"},
     {"worksFor", "memberOf"},
     {"startDate"},
     {"endDate"}},
    {"alumniOf",
     "Education",
     {"roleName", "name"},
     {"alumniOf", "worksFor", "name"},
     {"startDate"},
     {"endDate"}},
    {"hasCredential",
     "Certifications",
     {"name", "credentialCategory"},
     {"recognizedBy"},
     {"validFrom", "dateCreated"},
     {NULL}},
};

static void put_dates(vt_flow *flow, vt_str from, vt_str to, bool ongoing)
{
    if (from.len == 0 && to.len == 0)
        return;
    vt_flow_tab(flow);
    vt_flow_text(flow, NULL, from);
    if (!ongoing && to.len == 0)
        return;
    vt_flow_text(flow, NULL, VT_STR(" – "));
    vt_flow_text(flow, NULL, to.len ? to : VT_STR("Present"));
}

/* False when the page shows it, or it says nothing. */
static bool put_thing(vt_flow *flow, const struct kind *kind, const vt_json *item, bool *headed,
                      vt_str shown)
{
    vt_str what = first_text(item, kind->what), where = first_text(item, kind->where);
    if (what.len == 0 && where.len == 0)
        where = text_of(item);
    if (vt_str_eq(what, where))
        what = VT_STR_NULL;
    vt_str name = where.len ? where : what;
    if (name.len == 0 || is_shown(shown, name))
        return false;
    put_heading(flow, headed, kind->heading);
    vt_flow_begin_para(flow, &(vt_flow_para){.space_before = 4});
    vt_flow_text(flow, &bold, what);
    if (what.len && where.len)
        vt_flow_text(flow, &bold, VT_STR(", "));
    vt_flow_text(flow, &bold, where);
    put_dates(flow, first_text(item, kind->from), first_text(item, kind->to), kind->to[0] != NULL);
    vt_flow_end_para(flow);
    vt_str more = text_of(vt_json_get(item, "description"));
    if (more.len)
        put_line(flow, NULL, more);
    return true;
}

static void put_names(vt_flow *flow, const vt_json *person, const char *key, const char *heading,
                      vt_str shown)
{
    const vt_json *values = vt_json_get(person, key);
    bool headed = false;
    for (size_t i = 0; element(values, i) && i < VT_MAX_PERSON_ITEMS; i++) {
        vt_str name = text_of(element(values, i));
        if (name.len == 0 || is_shown(shown, name))
            continue;
        put_heading(flow, &headed, heading);
        vt_flow_begin_para(flow, &(vt_flow_para){.list_level = 1, .marker = VT_STR("•")});
        vt_flow_text(flow, NULL, name);
        vt_flow_end_para(flow);
    }
}

void vt_webdata_sections(vt_flow *flow, const vt_json *person, vt_str shown)
{
    put_contact(flow, person, shown);
    vt_str about = text_of(vt_json_get(person, "description"));
    bool headed = false;
    if (about.len && !is_shown(shown, about)) {
        put_heading(flow, &headed, "Summary");
        put_line(flow, NULL, about);
    }
    const char *last = "";
    for (size_t k = 0; k < VT_COUNT(kinds); k++) {
        const vt_json *values = vt_json_get(person, kinds[k].key);
        headed = headed && strcmp(last, kinds[k].heading) == 0;
        for (size_t i = 0; element(values, i) && i < VT_MAX_PERSON_ITEMS; i++)
            put_thing(flow, &kinds[k], element(values, i), &headed, shown);
        last = kinds[k].heading;
    }
    put_names(flow, person, "knowsAbout", "Skills", shown);
    put_names(flow, person, "skills", "Skills", shown);
    put_names(flow, person, "knowsLanguage", "Languages", shown);
}
