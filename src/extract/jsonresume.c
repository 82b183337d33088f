/* SPDX-License-Identifier: Apache-2.0 */
/* JSON Resume (jsonresume.org, 1.0) as the document that its fields would print. */
#include "extract/readers.h"

#include "base/json.h"
#include "doc/flow.h"

enum { FIELDS_MAX = 4 };

/* How the entries of a section read: fields of the head line, of the line below, the dates. */
static const struct section {
    const char *key, *heading;
    const char *head[FIELDS_MAX], *below[FIELDS_MAX];
} sections[] = {
    {"work", "Work Experience", {"position", "name", "company"}, {"location", "url"}},
    {"volunteer", "Volunteer Experience", {"position", "organization"}, {"url"}},
    {"education", "Education", {"studyType", "area"}, {"institution", "score", "url"}},
    {"projects", "Projects", {"name", "entity"}, {"url"}},
    {"certificates", "Certifications", {"name", "issuer", "date"}, {"url"}},
    {"awards", "Awards", {"title", "awarder", "date"}, {NULL}},
    {"publications", "Publications", {"name", "publisher", "releaseDate"}, {"url"}},
    {"skills", "Skills", {"name", "level"}, {NULL}},
    {"languages", "Languages", {"language", "fluency"}, {NULL}},
    {"interests", "Interests", {"name"}, {NULL}},
    {"references", "References", {"name"}, {"reference"}},
};

static void put_line(vt_flow *flow, const vt_flow_para *para, const vt_flow_style *style,
                     vt_str text)
{
    if (vt_str_trim(text).len == 0)
        return;
    vt_flow_begin_para(flow, para);
    vt_flow_text(flow, style, text);
    vt_flow_end_para(flow);
}

static void put_heading(vt_flow *flow, uint32_t level, vt_str text)
{
    vt_flow_para para = {.heading_level = level, .space_before = 8};
    put_line(flow, &para, &(vt_flow_style){.size = level == 1 ? 20 : 14, .bold = true}, text);
}

/* The fields that are there, with `between` between them; true when there was any. */
static bool put_fields(vt_flow *flow, const vt_json *item, const char *const *fields, size_t n,
                       const vt_flow_style *style, const char *between)
{
    bool any = false;
    for (size_t i = 0; i < n && fields[i]; i++) {
        vt_str value = vt_str_trim(vt_json_str(vt_json_get(item, fields[i])));
        if (value.len == 0)
            continue;
        if (any)
            vt_flow_text(flow, style, vt_str_z(between));
        vt_flow_text(flow, style, value);
        any = true;
    }
    return any;
}

static void put_dates(vt_flow *flow, const vt_json *item)
{
    vt_str from = vt_json_str(vt_json_get(item, "startDate"));
    vt_str to = vt_json_str(vt_json_get(item, "endDate"));
    if (from.len == 0 && to.len == 0)
        return;
    vt_flow_tab(flow);
    vt_flow_text(flow, NULL, from);
    vt_flow_text(flow, NULL, VT_STR(" – "));
    vt_flow_text(flow, NULL, to.len ? to : VT_STR("Present"));
}

static void put_list(vt_flow *flow, const vt_json *list, bool inline_list)
{
    vt_flow_para item = {.list_level = 1, .marker = VT_STR("•")};
    if (!vt_json_is(list, VT_JSON_ARRAY))
        return;
    for (size_t i = 0; i < list->n; i++) {
        vt_str text = vt_json_str(list->u.items[i]);
        if (!inline_list) {
            put_line(flow, &item, NULL, text);
            continue;
        }
        vt_flow_text(flow, NULL, i ? VT_STR(", ") : VT_STR(""));
        vt_flow_text(flow, NULL, text);
    }
}

static void put_entry(vt_flow *flow, const struct section *section, const vt_json *item)
{
    const vt_flow_style bold = {.bold = true};
    const vt_json *keywords = vt_json_get(item, "keywords");
    vt_flow_begin_para(flow, &(vt_flow_para){.space_before = 4});
    bool any = put_fields(flow, item, section->head, FIELDS_MAX, &bold, ", ");
    if (any && vt_json_is(keywords, VT_JSON_ARRAY) && keywords->n)
        vt_flow_text(flow, &bold, VT_STR(": "));
    put_list(flow, keywords, true);
    put_dates(flow, item);
    vt_flow_begin_para(flow, NULL);
    put_fields(flow, item, section->below, FIELDS_MAX, NULL, ", ");
    vt_flow_end_para(flow);
    put_line(flow, NULL, NULL, vt_json_str(vt_json_get(item, "summary")));
    put_line(flow, NULL, NULL, vt_json_str(vt_json_get(item, "description")));
    put_list(flow, vt_json_get(item, "highlights"), false);
    put_list(flow, vt_json_get(item, "courses"), false);
}

static void put_basics(vt_flow *flow, const vt_json *basics)
{
    static const char *const contact[] = {"email", "phone", "url", "website"};
    static const char *const place[] = {"city", "region", "countryCode"};
    put_heading(flow, 1, vt_json_str(vt_json_get(basics, "name")));
    put_line(flow, NULL, NULL, vt_json_str(vt_json_get(basics, "label")));
    vt_flow_begin_para(flow, NULL);
    put_fields(flow, basics, contact, VT_COUNT(contact), NULL, " | ");
    vt_flow_begin_para(flow, NULL);
    put_fields(flow, vt_json_get(basics, "location"), place, VT_COUNT(place), NULL, ", ");
    vt_flow_end_para(flow);
    const vt_json *profiles = vt_json_get(basics, "profiles");
    for (size_t i = 0; vt_json_is(profiles, VT_JSON_ARRAY) && i < profiles->n; i++)
        put_line(flow, NULL, NULL, vt_json_str(vt_json_get(profiles->u.items[i], "url")));
    vt_str summary = vt_json_str(vt_json_get(basics, "summary"));
    if (vt_str_trim(summary).len) {
        put_heading(flow, 2, VT_STR("Summary"));
        put_line(flow, NULL, NULL, summary);
    }
}

vt_status vt_read_jsonresume(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                             vt_doc **ret, vt_error *err)
{
    (void)options;
    const vt_json *root = NULL;
    if (vt_str_starts(bytes, VT_STR("\xEF\xBB\xBF")))
        bytes = vt_str_sub(bytes, 3, bytes.len);
    VT_TRY(vt_json_parse(arena, bytes, &root, err));
    vt_flow *flow = vt_flow_new(arena, VT_FORMAT_JSON_RESUME);
    put_basics(flow, vt_json_get(root, "basics"));
    for (size_t s = 0; s < VT_COUNT(sections); s++) {
        const vt_json *list = vt_json_get(root, sections[s].key);
        if (!vt_json_is(list, VT_JSON_ARRAY) || list->n == 0)
            continue;
        put_heading(flow, 2, vt_str_z(sections[s].heading));
        for (size_t i = 0; i < list->n; i++)
            put_entry(flow, &sections[s], list->u.items[i]);
    }
    return vt_flow_finish(flow, ret, err);
}
