/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSV as RFC 4180 has it: a line a resume, CRLF, every cell in quotation marks, UTF-8 without a
 * byte order mark. Several values of one cell have " | " between them.
 *
 * A spreadsheet runs a cell that begins with = + - @ as a formula, and one that takes `;` for the
 * separator sees cells inside ours: an apostrophe stands before such a character at the beginning
 * of a cell or behind a `;`, full-width forms included. No cell has a line break or a tab.
 */
#include "export/export.h"

#include "export/fields.h"

static bool is_trigger(vt_str s)
{
    static const char *const wide[] = {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D",
                                       "\xEF\xBC\xA0"}; /* ＝ ＋ － ＠ */
    if (s.ptr[0] && strchr("=+-@", s.ptr[0]))
        return true;
    for (size_t i = 0; i < VT_COUNT(wide); i++)
        if (vt_str_starts(s, vt_str_z(wide[i])))
            return true;
    return false;
}

void vt_csv_put_cell(vt_buf *out, vt_str text)
{
    VT_AUTO(vt_buf) vt_buf flat = {0};
    vt_put_line(&flat, text);
    vt_str rest = vt_buf_str(&flat);
    bool begins = true; /* only spaces and quotes since the beginning of a cell */
    vt_buf_addc(out, '"');
    for (; rest.len; rest = vt_str_sub(rest, 1, rest.len)) {
        char c = rest.ptr[0];
        if (begins && is_trigger(rest))
            vt_buf_addc(out, '\'');
        begins = c == ';' || (begins && (c == ' ' || c == '"'));
        if (c == '"')
            vt_buf_addc(out, '"');
        vt_buf_addc(out, c);
    }
    vt_buf_addc(out, '"');
}

/* One cell, with the comma before it. */
static void put_cell(vt_buf *out, vt_str text)
{
    if (out->len && out->ptr[out->len - 1] != '\n')
        vt_buf_addc(out, ',');
    vt_csv_put_cell(out, text);
}

/* ---- values of many parts ---- */

static void part(vt_buf *cell, vt_str text, const char *before)
{
    if (!text.ptr)
        return;
    vt_buf_addz(cell, cell->len ? before : "");
    vt_buf_add(cell, text);
}

static void parts(vt_buf *cell, const vt_json *item, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n && keys[i]; i++)
        part(cell, vt_field(item, keys[i]), ", ");
}

static void job_text(vt_buf *cell, const vt_json *job)
{
    static const char *const keys[] = {"title", "company"};
    vt_str start = vt_field_date(job, "start_date"), end = vt_field_date(job, "end_date");
    bool current = vt_json_bool(vt_json_get(job, "current"), false) && !end.ptr;
    VT_AUTO(vt_buf) vt_buf dates = {0}, what = {0};
    part(&dates, start, "");
    part(&dates, current ? VT_STR("present") : end, " to ");
    parts(&what, job, keys, VT_COUNT(keys));
    part(cell, dates.len ? vt_buf_str(&dates) : VT_STR_NULL, "");
    part(cell, what.len ? vt_buf_str(&what) : VT_STR_NULL, ": ");
}

static void study_text(vt_buf *cell, const vt_json *study)
{
    static const char *const keys[] = {"degree", "field_of_study", "institution"};
    vt_str date = vt_field_date(study, "graduation_date");
    VT_AUTO(vt_buf) vt_buf what = {0};
    parts(&what, study, keys, VT_COUNT(keys));
    part(cell, date, "");
    part(cell, what.len ? vt_buf_str(&what) : VT_STR_NULL, ": ");
}

static void skill_text(vt_buf *cell, const vt_json *skill)
{
    if (!vt_skill_is_implied(skill))
        part(cell, vt_field(skill, "skill"), "");
}

static void language_text(vt_buf *cell, const vt_json *language)
{
    vt_str level = vt_field(language, "proficiency");
    part(cell, vt_field(language, "language"), "");
    part(cell, level.ptr ? level : vt_field(language, "cefr"), ": ");
}

static void certification_text(vt_buf *cell, const vt_json *certification)
{
    static const char *const keys[] = {"name", "issuer", "date"};
    parts(cell, certification, keys, VT_COUNT(keys));
}

static void link_text(vt_buf *cell, const vt_json *link)
{
    part(cell, vt_field(link, "url"), "");
}

static void put_list(vt_buf *out, const vt_json *result, const char *key,
                     void (*text)(vt_buf *cell, const vt_json *item))
{
    VT_AUTO(vt_buf) vt_buf all = {0}, one = {0};
    for (size_t i = 0; i < vt_field_count(result, key); i++) {
        vt_buf_clear(&one);
        text(&one, vt_field_at(result, key, i));
        part(&all, one.len ? vt_buf_str(&one) : VT_STR_NULL, " | ");
    }
    put_cell(out, vt_buf_str(&all));
}

/* ---- the row ---- */

static const char *const columns[] = {
    "source",     "name",           "label",      "email",       "phone",
    "city",       "region",         "country",    "summary",     "total_years",
    "last_title", "last_company",   "experience", "education",   "skills",
    "languages",  "certifications", "links",      "match_score", "reference",
};

void vt_export_csv_header(vt_buf *out)
{
    for (size_t i = 0; i < VT_COUNT(columns); i++)
        put_cell(out, vt_str_z(columns[i]));
    vt_buf_addz(out, "\r\n");
}

static void put_number(vt_buf *out, const vt_json *value, int digits)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    if (vt_json_is(value, VT_JSON_INT) || vt_json_is(value, VT_JSON_REAL)) {
        vt_json_writer w = vt_json_writer_init(&text, 0);
        vt_json_put_num(&w, vt_json_num(value, 0), digits);
    }
    put_cell(out, vt_buf_str(&text));
}

static void put_person(vt_buf *out, const vt_json *result)
{
    const vt_json *personal = vt_json_get(result, "personal_info");
    const vt_json *place = vt_json_get(personal, "location");
    vt_str country = vt_field(place, "country");
    put_cell(out, vt_field(personal, "name"));
    put_cell(out, vt_field(personal, "label"));
    put_cell(out, vt_field(personal, "email"));
    put_cell(out, vt_field_phone(personal));
    put_cell(out, vt_field(place, "city"));
    put_cell(out, vt_field(place, "region"));
    put_cell(out, country.ptr ? country : vt_field(place, "country_code"));
    put_cell(out, vt_field(result, "summary"));
}

void vt_export_csv_row(const vt_json *answer, vt_str source, vt_buf *out)
{
    const vt_json *result = vt_json_get(answer, "result");
    const vt_json *totals = vt_json_get(vt_json_get(answer, "ai_features"), "experience_summary");
    const vt_json *last = vt_last_job(result);
    put_cell(out, source);
    put_person(out, result);
    put_number(out, vt_json_get(totals, "total_years"), 1);
    put_cell(out, vt_field(last, "title"));
    put_cell(out, vt_field(last, "company"));
    put_list(out, result, "experience", job_text);
    put_list(out, result, "education", study_text);
    put_list(out, result, "skills", skill_text);
    put_list(out, result, "languages", language_text);
    put_list(out, result, "certifications", certification_text);
    put_list(out, result, "links", link_text);
    put_number(out, vt_json_get(vt_json_get(answer, "matching"), "score"), 0);
    put_cell(out, vt_field(answer, "reference"));
    vt_buf_addz(out, "\r\n");
}
