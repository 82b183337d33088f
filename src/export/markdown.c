/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CommonMark for people. Every value stands on one line and is escaped, so that none becomes
 * markup, HTML, a link or an image, in CommonMark or with GitHub's extensions: a backslash stands
 * before each character that means something inside a line, before those that mean something at
 * its beginning, and before what would make a bare address a link.
 */
#include "export/fields.h"

static bool always_escaped(char c)
{
    return c && strchr("\\`*_[]<>&|~#$^{}", c);
}

/* List markers, underlines of headings, rules, definitions. */
static bool begins_block(char first)
{
    return first && strchr("-+=:", first);
}

/* The digits of "1." and "1)" at the beginning of a line; 0 for anything else. */
static size_t list_number(vt_str line)
{
    size_t n = 0;
    while (n < line.len && vt_is_digit(line.ptr[n]))
        n++;
    return n && n < line.len && (line.ptr[n] == '.' || line.ptr[n] == ')') ? n : 0;
}

/* The dot of "www." or the colon of a scheme: GitHub makes links of bare addresses. */
static bool makes_link(vt_str line, size_t at)
{
    if (line.ptr[at] == '.')
        return at >= 3 && vt_str_eq_nocase(vt_str_sub(line, at - 3, at), VT_STR("www"));
    return line.ptr[at] == ':' && at > 0 && vt_is_alnum(line.ptr[at - 1]) && at + 1 < line.len &&
           line.ptr[at + 1] != ' ' && !vt_is_digit(line.ptr[at + 1]);
}

static void put_text(vt_buf *out, vt_str text)
{
    VT_AUTO(vt_buf) vt_buf flat = {0};
    vt_put_line(&flat, text);
    vt_str line = vt_buf_str(&flat);
    size_t number = list_number(line);
    for (size_t i = 0; i < line.len; i++) {
        bool escape = always_escaped(line.ptr[i]) || makes_link(line, i) ||
                      (i == 0 && begins_block(line.ptr[0])) || (number && i == number);
        if (escape)
            vt_buf_addc(out, '\\');
        vt_buf_addc(out, line.ptr[i]);
    }
}

/* The values that are known, with `between`; false when there is none. */
static bool put_joined(vt_buf *out, const vt_json *object, const char *const *keys, size_t n,
                       const char *between)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        vt_str value = vt_field(object, keys[i]);
        if (!value.ptr)
            continue;
        vt_buf_addz(out, any ? between : "");
        put_text(out, value);
        any = true;
    }
    return any;
}

/* "2019-03 – present": dates are digits and hyphens. */
static bool put_dates(vt_buf *out, const vt_json *item, const char *from, const char *to)
{
    vt_str start = vt_field_date(item, from), end = vt_field_date(item, to);
    bool current = vt_json_bool(vt_json_get(item, "current"), false) && !end.ptr;
    vt_buf_add(out, start);
    if (start.ptr && (end.ptr || current))
        vt_buf_addz(out, " – ");
    if (current)
        vt_buf_addz(out, "present");
    vt_buf_add(out, end);
    return start.ptr || end.ptr || current;
}

static void put_heading(vt_buf *out, const char *title)
{
    vt_buf_addf(out, "\n## %s\n", title);
}

static void put_paragraph(vt_buf *out, vt_str text)
{
    if (!text.ptr)
        return;
    vt_buf_addc(out, '\n');
    put_text(out, text);
    vt_buf_addc(out, '\n');
}

/* ---- the head ---- */

static void put_contact(vt_buf *out, const vt_json *personal)
{
    static const char *const place_keys[] = {"city", "region", "country"};
    const vt_str own[] = {vt_field(personal, "email"), vt_field_phone(personal)};
    VT_AUTO(vt_buf) vt_buf line = {0};
    VT_AUTO(vt_buf) vt_buf place = {0};
    for (size_t i = 0; i < VT_COUNT(own); i++)
        if (own[i].ptr) {
            vt_buf_addz(&line, line.len ? " · " : "");
            put_text(&line, own[i]);
        }
    if (put_joined(&place, vt_json_get(personal, "location"), place_keys, VT_COUNT(place_keys),
                   ", ")) {
        vt_buf_addz(&line, line.len ? " · " : "");
        vt_buf_add(&line, vt_buf_str(&place));
    }
    if (line.len) {
        vt_buf_addc(out, '\n');
        vt_buf_add(out, vt_buf_str(&line));
        vt_buf_addc(out, '\n');
    }
}

static void put_person(vt_buf *out, const vt_json *result)
{
    const vt_json *personal = vt_json_get(result, "personal_info");
    vt_str name = vt_field(personal, "name"), label = vt_field(personal, "label");
    vt_buf_addz(out, "# ");
    put_text(out, name.ptr ? name : VT_STR("Resume"));
    vt_buf_addc(out, '\n');
    put_paragraph(out, label);
    put_contact(out, personal);
    if (vt_field_count(result, "links"))
        vt_buf_addc(out, '\n');
    for (size_t i = 0; i < vt_field_count(result, "links"); i++) {
        vt_buf_addz(out, "- ");
        put_text(out, vt_field(vt_field_at(result, "links", i), "url"));
        vt_buf_addc(out, '\n');
    }
    vt_str summary = vt_field(result, "summary");
    if (summary.ptr)
        put_heading(out, "Summary");
    put_paragraph(out, summary);
}

/* ---- sections ---- */

static void put_bullets(vt_buf *out, const vt_json *item, const char *key)
{
    size_t n = vt_field_count(item, key);
    if (n)
        vt_buf_addc(out, '\n');
    for (size_t i = 0; i < n; i++) {
        vt_str text = vt_str_trim(vt_json_str(vt_field_at(item, key, i)));
        if (!text.len)
            continue;
        vt_buf_addz(out, "- ");
        put_text(out, text);
        vt_buf_addc(out, '\n');
    }
}

static void put_job(vt_buf *out, const vt_json *job)
{
    static const char *const head[] = {"title", "company"};
    vt_buf_addz(out, "\n### ");
    if (!put_joined(out, job, head, VT_COUNT(head), ", "))
        vt_buf_addz(out, "Position");
    VT_AUTO(vt_buf) vt_buf line = {0};
    put_dates(&line, job, "start_date", "end_date");
    const vt_str more[] = {vt_field(job, "location"), vt_field(job, "type")};
    for (size_t i = 0; i < VT_COUNT(more); i++)
        if (more[i].ptr && !vt_str_eq(more[i], VT_STR("full-time"))) {
            vt_buf_addz(&line, line.len ? " · " : "");
            put_text(&line, more[i]);
        }
    vt_buf_addz(out, line.len ? "\n\n" : "");
    vt_buf_add(out, vt_buf_str(&line));
    vt_buf_addc(out, '\n');
    put_paragraph(out, vt_field(job, "description"));
    put_bullets(out, job, "highlights");
}

static void put_study(vt_buf *out, const vt_json *study)
{
    static const char *const head[] = {"degree", "field_of_study"};
    vt_buf_addz(out, "\n### ");
    if (!put_joined(out, study, head, VT_COUNT(head), ", "))
        vt_buf_addz(out, "Studies");
    VT_AUTO(vt_buf) vt_buf line = {0};
    static const char *const where[] = {"institution", "location"};
    put_joined(&line, study, where, VT_COUNT(where), ", ");
    VT_AUTO(vt_buf) vt_buf dates = {0};
    if (put_dates(&dates, study, "start_date", "graduation_date")) {
        vt_buf_addz(&line, line.len ? " · " : "");
        vt_buf_add(&line, vt_buf_str(&dates));
    }
    if (vt_field(study, "grade").ptr) {
        vt_buf_addz(&line, line.len ? " · " : "");
        put_text(&line, vt_field(study, "grade"));
    }
    vt_buf_addz(out, line.len ? "\n\n" : "");
    vt_buf_add(out, vt_buf_str(&line));
    vt_buf_addc(out, '\n');
    put_paragraph(out, vt_field(study, "description"));
}

/* An item on one line: its first value, then the others in brackets, dates, and its text. */
static void put_item(vt_buf *out, const vt_json *item, const char *name, const char *const *more,
                     size_t n)
{
    VT_AUTO(vt_buf) vt_buf rest = {0};
    vt_buf_addz(out, "- ");
    put_text(out, vt_field(item, name));
    put_joined(&rest, item, more, n, ", ");
    VT_AUTO(vt_buf) vt_buf dates = {0};
    if (put_dates(&dates, item, "start_date", "end_date")) {
        vt_buf_addz(&rest, rest.len ? ", " : "");
        vt_buf_add(&rest, vt_buf_str(&dates));
    }
    if (rest.len)
        vt_buf_addf(out, " (%s)", rest.ptr);
    vt_str text = vt_field(item, "description");
    vt_buf_addz(out, text.ptr ? ": " : "");
    put_text(out, text);
    vt_buf_addc(out, '\n');
}

static const struct section {
    const char *key, *title, *name;
    const char *more[3];
} items[] = {
    {"certifications", "Certifications", "name", {"issuer", "date", "credential_id"}},
    {"languages", "Languages", "language", {"proficiency", "cefr"}},
    {"projects", "Projects", "name", {"by", "url"}},
    {"publications", "Publications", "name", {"by", "url"}},
    {"awards", "Awards", "name", {"by"}},
    {"references", "References", "name", {"by"}},
};

static void put_items(vt_buf *out, const vt_json *result, const struct section *section)
{
    size_t n = vt_field_count(result, section->key), more = 0;
    while (more < VT_COUNT(section->more) && section->more[more])
        more++;
    if (n == 0)
        return;
    put_heading(out, section->title);
    vt_buf_addc(out, '\n');
    for (size_t i = 0; i < n; i++)
        put_item(out, vt_field_at(result, section->key, i), section->name, section->more, more);
}

/* Names on one line; the candidate's own words only. */
static void put_skills(vt_buf *out, const vt_json *result)
{
    VT_AUTO(vt_buf) vt_buf line = {0};
    for (size_t i = 0; i < vt_field_count(result, "skills"); i++) {
        const vt_json *skill = vt_field_at(result, "skills", i);
        vt_str name = vt_field(skill, "skill");
        if (!name.ptr || vt_skill_is_implied(skill))
            continue;
        vt_buf_addz(&line, line.len ? ", " : "");
        put_text(&line, name);
    }
    if (!line.len)
        return;
    put_heading(out, "Skills");
    vt_buf_addf(out, "\n%s\n", line.ptr);
}

void vt_export_markdown(const vt_json *answer, vt_buf *out)
{
    const vt_json *result = vt_json_get(answer, "result");
    put_person(out, result);
    for (size_t i = 0; i < vt_field_count(result, "experience"); i++) {
        if (i == 0)
            put_heading(out, "Experience");
        put_job(out, vt_field_at(result, "experience", i));
    }
    for (size_t i = 0; i < vt_field_count(result, "education"); i++) {
        if (i == 0)
            put_heading(out, "Education");
        put_study(out, vt_field_at(result, "education", i));
    }
    put_skills(out, result);
    for (size_t i = 0; i < VT_COUNT(items); i++)
        put_items(out, result, &items[i]);
    if (vt_field_count(result, "interests"))
        put_heading(out, "Interests");
    put_bullets(out, result, "interests");
}
