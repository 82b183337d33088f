/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON Resume 1.0.0. Its schema knows no null: what is unknown is left out, and so is a value that
 * the schema's formats (e-mail, URI, date) would refuse.
 */
#include "export/fields.h"

static const char SCHEMA[] =
    "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";

/* ---- values ---- */

static void put(vt_json_writer *w, const char *key, vt_str value)
{
    if (value.len)
        vt_json_kv_str(w, key, value);
}

static void put_field(vt_json_writer *w, const char *key, const vt_json *from, const char *name)
{
    put(w, key, vt_field(from, name));
}

static void put_date(vt_json_writer *w, const char *key, const vt_json *from, const char *name)
{
    put(w, key, vt_field_date(from, name));
}

static bool is_email(vt_str s)
{
    size_t at = vt_str_find_char(s, '@', 0);
    if (at == VT_NPOS || at == 0 || at + 1 >= s.len)
        return false;
    bool after_dot = true; /* of the domain: a label must begin */
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        bool word = vt_is_alnum(c) || c == '-';
        if (i < at && !word && (c == 0 || !strchr("!#$%&'*+/=?^_`{|}~.", c)))
            return false;
        if (i > at) {
            if (!word && (c != '.' || after_dot))
                return false;
            after_dot = c == '.';
        }
    }
    return !after_dot && s.ptr[0] != '.' && s.ptr[at - 1] != '.' &&
           vt_str_find(vt_str_sub(s, 0, at), VT_STR(".."), 0) == VT_NPOS;
}

static bool is_hex(char c)
{
    return vt_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* "example.com/x": a name with a dot before any slash, and no other scheme. */
static bool is_bare_address(vt_str s)
{
    size_t slash = vt_str_find_char(s, '/', 0);
    vt_str host = vt_str_sub(s, 0, slash == VT_NPOS ? s.len : slash);
    for (size_t i = 0; i < host.len; i++)
        if (!vt_is_alnum(host.ptr[i]) && host.ptr[i] != '.' && host.ptr[i] != '-')
            return false;
    size_t dot = vt_str_find_char(host, '.', 0);
    return dot != VT_NPOS && dot > 0 && dot + 1 < host.len;
}

/* A URI of http or https, other characters as %XX; nothing when it is none. */
static void put_url(vt_json_writer *w, const char *key, vt_str url)
{
    VT_AUTO(vt_buf) vt_buf uri = {0};
    bool whole = vt_str_starts_nocase(url, VT_STR("http://")) ||
                 vt_str_starts_nocase(url, VT_STR("https://"));
    if (!whole && !is_bare_address(url))
        return;
    vt_str rest = url;
    if (!whole)
        vt_buf_addz(&uri, "https://");
    else
        rest = vt_str_sub(url, vt_str_find(url, VT_STR("//"), 0) + 2, url.len);
    if (!rest.len || !vt_is_alnum(rest.ptr[0]))
        return;
    if (whole)
        vt_buf_add(&uri, vt_str_sub(url, 0, url.len - rest.len));
    for (size_t i = 0; i < rest.len; i++) {
        char c = rest.ptr[i];
        bool escape =
            c == '%' && i + 2 < rest.len && is_hex(rest.ptr[i + 1]) && is_hex(rest.ptr[i + 2]);
        if (escape || vt_is_alnum(c) || (c && strchr("-._~:/?#@!$&'()*+,;=", c)))
            vt_buf_addc(&uri, c);
        else
            vt_buf_addf(&uri, "%%%02X", (unsigned)(unsigned char)c);
    }
    vt_json_kv_str(w, key, vt_buf_str(&uri));
}

static void put_strings(vt_json_writer *w, const char *key, const vt_json *from, const char *name)
{
    size_t n = vt_field_count(from, name);
    if (n == 0)
        return;
    vt_json_key(w, key);
    vt_json_begin_array(w);
    for (size_t i = 0; i < n; i++) {
        vt_str text = vt_str_trim(vt_json_str(vt_field_at(from, name, i)));
        if (text.len)
            vt_json_put_str(w, text);
    }
    vt_json_end_array(w);
}

/* ---- basics ---- */

static const struct {
    const char *kind, *network;
} networks[] = {
    {"linkedin", "LinkedIn"},   {"github", "GitHub"},
    {"gitlab", "GitLab"},       {"stackoverflow", "Stack Overflow"},
    {"twitter", "Twitter"},     {"facebook", "Facebook"},
    {"instagram", "Instagram"}, {"xing", "XING"},
    {"behance", "Behance"},     {"dribbble", "Dribbble"},
    {"medium", "Medium"},       {"youtube", "YouTube"},
    {"orcid", "ORCID"},         {"scholar", "Google Scholar"},
    {"kaggle", "Kaggle"},       {"researchgate", "ResearchGate"},
    {"skype", "Skype"},         {"telegram", "Telegram"},
};

static bool is_website(const vt_json *link)
{
    return vt_str_eq(vt_field(link, "kind"), VT_STR("website"));
}

/* The last part of the path: how profiles are addressed. */
static vt_str user_of(vt_str url)
{
    size_t scheme = vt_str_find(url, VT_STR("//"), 0);
    vt_str rest = scheme == VT_NPOS ? url : vt_str_sub(url, scheme + 2, url.len);
    size_t end = 0;
    while (end < rest.len && rest.ptr[end] != '?' && rest.ptr[end] != '#')
        end++;
    rest = vt_str_sub(rest, 0, end);
    vt_str part, last = VT_STR_NULL;
    bool host = true;
    while (vt_str_split(&rest, '/', &part)) {
        if (!host && part.len)
            last = part;
        host = false;
    }
    return last;
}

static void put_profile(vt_json_writer *w, const vt_json *link)
{
    vt_str kind = vt_field(link, "kind"), url = vt_field(link, "url");
    vt_str network = kind, user = VT_STR_NULL;
    for (size_t i = 0; i < VT_COUNT(networks); i++)
        if (vt_str_eq(kind, vt_str_z(networks[i].kind))) {
            network = vt_str_z(networks[i].network);
            user = user_of(url);
        }
    vt_json_begin_object(w);
    put(w, "network", network);
    put(w, "username", user);
    put_url(w, "url", url);
    vt_json_end_object(w);
}

static void put_links(vt_json_writer *w, const vt_json *result)
{
    size_t n = vt_field_count(result, "links"), site = n;
    for (size_t i = n; i-- > 0;)
        if (is_website(vt_field_at(result, "links", i)))
            site = i;
    if (site < n)
        put_url(w, "url", vt_field(vt_field_at(result, "links", site), "url"));
    if (n - (site < n) == 0)
        return;
    vt_json_key(w, "profiles");
    vt_json_begin_array(w);
    for (size_t i = 0; i < n; i++)
        if (i != site)
            put_profile(w, vt_field_at(result, "links", i));
    vt_json_end_array(w);
}

static void put_place(vt_json_writer *w, const vt_json *place)
{
    static const struct {
        const char *key, *name;
    } rows[] = {{"city", "city"}, {"region", "region"}, {"countryCode", "country_code"}};
    bool any = false;
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        any = any || vt_field(place, rows[i].name).ptr;
    if (!any)
        return;
    vt_json_key(w, "location");
    vt_json_begin_object(w);
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        put_field(w, rows[i].key, place, rows[i].name);
    vt_json_end_object(w);
}

static void put_basics(vt_json_writer *w, const vt_json *result)
{
    const vt_json *personal = vt_json_get(result, "personal_info");
    vt_str email = vt_field(personal, "email");
    vt_json_key(w, "basics");
    vt_json_begin_object(w);
    put_field(w, "name", personal, "name");
    put_field(w, "label", personal, "label");
    put(w, "email", is_email(email) ? email : VT_STR_NULL);
    put(w, "phone", vt_field_phone(personal));
    put_field(w, "summary", result, "summary");
    put_place(w, vt_json_get(personal, "location"));
    put_links(w, result);
    vt_json_end_object(w);
}

/* ---- sections ---- */

static bool is_volunteer(const vt_json *job)
{
    return vt_str_eq(vt_field(job, "type"), VT_STR("volunteer"));
}
static bool is_work(const vt_json *job)
{
    return !is_volunteer(job);
}
static bool is_stated(const vt_json *skill)
{
    return !vt_skill_is_implied(skill);
}

static void put_job(vt_json_writer *w, const vt_json *job)
{
    put_field(w, is_volunteer(job) ? "organization" : "name", job, "company");
    put_field(w, "position", job, "title");
    if (is_work(job))
        put_field(w, "location", job, "location");
    put_date(w, "startDate", job, "start_date");
    put_date(w, "endDate", job, "end_date");
    put_field(w, "summary", job, "description");
    put_strings(w, "highlights", job, "highlights");
}

static void put_study(vt_json_writer *w, const vt_json *study)
{
    put_field(w, "institution", study, "institution");
    put_field(w, "area", study, "field_of_study");
    put_field(w, "studyType", study, "degree");
    put_date(w, "startDate", study, "start_date");
    put_date(w, "endDate", study, "graduation_date");
    put_field(w, "score", study, "grade");
}

static void put_skill(vt_json_writer *w, const vt_json *skill)
{
    put_field(w, "name", skill, "skill");
    put_field(w, "level", skill, "proficiency");
}

static void put_certificate(vt_json_writer *w, const vt_json *certificate)
{
    put_field(w, "name", certificate, "name");
    put_date(w, "date", certificate, "date");
    put_url(w, "url", vt_field(certificate, "url"));
    put_field(w, "issuer", certificate, "issuer");
}

static void put_language(vt_json_writer *w, const vt_json *language)
{
    vt_str fluency = vt_field(language, "proficiency");
    put_field(w, "language", language, "language");
    put(w, "fluency", fluency.ptr ? fluency : vt_field(language, "cefr"));
}

static void put_project(vt_json_writer *w, const vt_json *project)
{
    put_field(w, "name", project, "name");
    put_field(w, "description", project, "description");
    put_date(w, "startDate", project, "start_date");
    put_date(w, "endDate", project, "end_date");
    put_url(w, "url", vt_field(project, "url"));
    put_field(w, "entity", project, "by");
}

/* The one date of an item that has a range in the result. */
static void put_one_date(vt_json_writer *w, const char *key, const vt_json *item)
{
    vt_str end = vt_field_date(item, "end_date");
    put(w, key, end.ptr ? end : vt_field_date(item, "start_date"));
}

static void put_publication(vt_json_writer *w, const vt_json *publication)
{
    put_field(w, "name", publication, "name");
    put_field(w, "publisher", publication, "by");
    put_one_date(w, "releaseDate", publication);
    put_url(w, "url", vt_field(publication, "url"));
    put_field(w, "summary", publication, "description");
}

static void put_award(vt_json_writer *w, const vt_json *award)
{
    put_field(w, "title", award, "name");
    put_one_date(w, "date", award);
    put_field(w, "awarder", award, "by");
    put_field(w, "summary", award, "description");
}

static void put_reference(vt_json_writer *w, const vt_json *reference)
{
    put_field(w, "name", reference, "name");
    put_field(w, "reference", reference, "description");
}

static void put_interest(vt_json_writer *w, const vt_json *interest)
{
    put(w, "name", vt_str_trim(vt_json_str(interest)));
}

static const struct section {
    const char *key, *list;
    bool (*belongs)(const vt_json *item); /* NULL: all do */
    void (*put)(vt_json_writer *w, const vt_json *item);
} sections[] = {
    {"work", "experience", is_work, put_job},
    {"volunteer", "experience", is_volunteer, put_job},
    {"education", "education", NULL, put_study},
    {"awards", "awards", NULL, put_award},
    {"certificates", "certifications", NULL, put_certificate},
    {"publications", "publications", NULL, put_publication},
    {"skills", "skills", is_stated, put_skill},
    {"languages", "languages", NULL, put_language},
    {"interests", "interests", NULL, put_interest},
    {"references", "references", NULL, put_reference},
    {"projects", "projects", NULL, put_project},
};

static void put_section(vt_json_writer *w, const vt_json *result, const struct section *section)
{
    bool any = false;
    for (size_t i = 0; i < vt_field_count(result, section->list); i++) {
        const vt_json *item = vt_field_at(result, section->list, i);
        if (section->belongs && !section->belongs(item))
            continue;
        if (!any) {
            vt_json_key(w, section->key);
            vt_json_begin_array(w);
        }
        any = true;
        vt_json_begin_object(w);
        section->put(w, item);
        vt_json_end_object(w);
    }
    if (any)
        vt_json_end_array(w);
}

void vt_export_jsonresume(const vt_json *answer, vt_buf *out)
{
    const vt_json *result = vt_json_get(answer, "result");
    vt_json_writer w = vt_json_writer_init(out, 2);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "$schema", vt_str_z(SCHEMA));
    put_basics(&w, result);
    for (size_t i = 0; i < VT_COUNT(sections); i++)
        put_section(&w, result, &sections[i]);
    vt_json_key(&w, "meta");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "version", VT_STR("v1.0.0"));
    put_field(&w, "lastModified", answer, "completed_at");
    put_field(&w, "reference", answer, "reference");
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_buf_addc(out, '\n');
}
