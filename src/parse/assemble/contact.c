/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who and where: e-mail, phone, place and links are looked for near the name first, then in
 * sections of contact, then anywhere but in sections about other people.
 */
#include "parse/assemble/assemble.h"
#include "text/utf8.h"
#include "parse/assemble/names.h"

/** How good a line is as a source of contact data; negative: never. */
static float source(const vt_facts *f, const vt_roles *roles, size_t i)
{
    const vt_labelled *l = &roles->at[i];
    float s = 0;
    switch ((int)l->section) {
    case VT_SECTION_CONTACT:
        s = 1.0f;
        break;
    case VT_SECTION_PERSONAL:
        s = 0.9f;
        break;
    case VT_SECTION_SUMMARY:
    case VT_SECTION_UNKNOWN:
    case VT_SECTION_ADDITIONAL:
        s = 0.4f;
        break;
    case VT_SECTION_REFERENCES:
        return -1;
    default:
        s = 0.1f;
    }
    (void)f;
    return s - 0.0002f * (float)i;
}

/** The address that fills the rest of its column, or is none so far, and goes on in the line below.
 */
static bool find_broken_email(const vt_facts *f, size_t i, vt_email *ret)
{
    if (i + 1 >= f->n)
        return false;
    const vt_info *info = &f->at[i], *next = info + 1;
    if (!vt_info_follows(info, next) || next->line->column != info->line->column ||
        info->line->column >= f->doc->columns.n || next->gap > 0.8f)
        return false;
    float edge = f->doc->columns.at[info->line->column].box.x1;
    return (info->line->box.x1 > edge - 1.2f * info->line->size || vt_email_is_cut(info->text)) &&
           vt_email_goes_on(f->arena, info->text, next->text, ret);
}

static void find_email(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    float best = -1;
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        float s = source(f, roles, i);
        vt_email email;
        if (s <= best)
            continue;
        bool broken = find_broken_email(f, i, &email);
        if (!broken && (!info->email || !vt_email_find(f->arena, info->text, 0, &email)))
            continue;
        if (vt_email_is_masked(email.text))
            continue;
        best = s;
        size_t end = broken ? info[1].base + info[1].text.len : info->base + email.span.end;
        r->email = vt_facts_value(f, info->base + email.span.start, end,
                                  broken        ? 0.9f
                                  : email.clean ? 0.99f
                                                : 0.85f);
        r->email.text = email.text;
    }
}

/** An address behind a word such as "E-mail me" that only the link holds. */
static void find_linked_email(const vt_facts *f, vt_resume *r)
{
    for (size_t i = 0; i < f->doc->tokens.n && !vt_value_known(&r->email); i++) {
        const vt_token *t = &f->doc->tokens.at[i];
        if (t->link >= f->doc->links.n || t->end <= t->start)
            continue;
        vt_str url = f->doc->links.at[t->link].url;
        vt_email email;
        if (vt_str_starts_nocase(url, VT_STR("mailto:")) && vt_email_find(f->arena, url, 7, &email))
            r->email = (vt_value){email.text, t->start, t->end, 0.9f};
    }
}

/* ---- place ---- */

static bool about_birth(const vt_facts *f, const vt_info *info)
{
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind != VT_LEX_CONTACT_LABEL)
            continue;
        vt_str a = vt_lex_str(f->ctx->lexicon, h->entry->a);
        if (vt_str_eq(a, VT_STR("birth")) || vt_str_eq(a, VT_STR("nationality")))
            return true;
    }
    return false;
}

static void find_location(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    float best = 0.25f;
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        uint8_t role = roles->at[i].role;
        if (role != VT_ROLE_CONTACT && role != VT_ROLE_NAME && role != VT_ROLE_LABEL)
            continue;
        for (size_t k = 0; k < info->places.n; k++) {
            const vt_place *p = &info->places.at[k];
            size_t from = info->base + p->span.start;
            bool in_name = from < roles->name_to && from >= roles->name_from;
            if (in_name || p->score < 0.3f || about_birth(f, info) ||
                (role == VT_ROLE_LABEL && info->place_share < 0.3f))
                continue;
            float s = p->score * source(f, roles, i) + (p->city.len ? 0.3f : 0) +
                      (p->region.len || p->country.len ? 0.2f : 0) + (p->postcode.len ? 0.3f : 0) +
                      (info->contact_label ? 0.1f : 0);
            if (s <= best)
                continue;
            best = s;
            r->location = vt_location_of(f, p, info->base);
        }
    }
}

/** A part of the address that the reader saw, unless the lexicon found it already. */
static void take_part(const vt_facts *f, struct vt_bytes bytes, vt_value *ret)
{
    if (bytes.from < bytes.to && !vt_value_known(ret))
        *ret = vt_facts_clean_value(f, bytes.from, bytes.to, 0.8f);
}

/** Is the place that the lexicon found another one than the reader's? */
static bool is_elsewhere(const vt_facts *f, const vt_roles *roles, const vt_value *city)
{
    if (roles->city.from >= roles->city.to || !vt_value_known(city))
        return false;
    uint32_t from = vt_facts_chars(f, roles->city.from), to = vt_facts_chars(f, roles->city.to);
    return city->end <= from || city->start >= to;
}

/** A city of several countries is the caller's own one, where the document does not say. */
static void settle_country(const vt_facts *f, vt_location *l)
{
    if (!vt_value_known(&l->city) || vt_value_known(&l->country_code) || !f->ctx->country.len)
        return;
    vt_lex_entries e = vt_lexicon_find_text(f->ctx->lexicon, f->arena, l->city.text);
    for (size_t i = 0; i < e.n; i++)
        if (e.at[i].kind == VT_LEX_CITY &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, e.at[i].b), f->ctx->country)) {
            l->country_code = l->city;
            l->country_code.text = f->ctx->country;
            return;
        }
}

/** The byte behind the first of `ends` among the next characters of an East Asian text, not before
 * character `least`; 0: none of them. */
static size_t behind_one(vt_str text, size_t at, int least, int most, const char *ends)
{
    for (int n = 1; n <= most && at < text.len; n++) {
        uint32_t cp = vt_utf8_next(text, &at);
        if (cp < 0x3041)
            return 0;
        size_t k = 0;
        vt_str signs = vt_str_z(ends);
        while (n >= least && k < signs.len)
            if (vt_utf8_next(signs, &k) == cp)
                return at;
    }
    return 0;
}

/** East Asian addresses are one text, the largest part first: "東京都千代田区…", "广东省深圳市…".
 * Takes its parts from where the reader saw the city, or the street with all before it; gives the
 * street that is left. */
static struct vt_bytes split_address(const vt_facts *f, const vt_roles *roles, vt_location *l)
{
    vt_str raw = f->doc->raw_text;
    struct vt_bytes street = roles->street;
    bool city_read = roles->city.from < roles->city.to;
    size_t from = city_read ? roles->city.from : street.from;
    if ((!city_read && street.from >= street.to) || roles->region.from < roles->region.to)
        return street;
    size_t region = behind_one(raw, from, 3, 4, "都道府県省");
    size_t city = region ? behind_one(raw, region, 2, 8, "市区町村县") : 0;
    if (!city)
        return street;
    *l = (vt_location){.region = vt_facts_clean_value(f, from, region, 0.85f),
                       .city = vt_facts_clean_value(f, region, city, 0.85f)};
    if (street.from < city)
        street.from = VT_MIN(city, street.to);
    return street;
}

/** The parts that the reader saw fill what the lexicon does not know: "Fake Town". */
static void complete_location(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    vt_location *l = &r->location;
    if (is_elsewhere(f, roles, &l->city))
        *l = (vt_location){0};
    struct vt_bytes street = split_address(f, roles, l);
    take_part(f, roles->city, &l->city);
    take_part(f, roles->region, &l->region);
    take_part(f, roles->country, &l->country);
    take_part(f, street, &r->street);
    take_part(f, roles->postcode, &r->postcode);
    if (!vt_value_known(&l->country) || vt_value_known(&l->country_code))
        return;
    const vt_lex_entry *e =
        vt_lexicon_find_text_kind(f->ctx->lexicon, f->arena, l->country.text, VT_LEX_COUNTRY);
    if (e) {
        l->country_code = l->country;
        l->country_code.text = vt_lex_str(f->ctx->lexicon, e->a);
    }
}

/* ---- phone ---- */

/** The country whose numbers need no calling code. */
static vt_str phone_country(const vt_facts *f, const vt_resume *r)
{
    vt_str own = r->location.country_code.text;
    return own.len ? own : f->ctx->country;
}

/** The contact label that stands before the number on its line, or the null string. */
static vt_str label_before(const vt_facts *f, const vt_info *info, uint32_t byte)
{
    vt_str label = VT_STR_NULL;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CONTACT_LABEL && info->words.at[h->first].start < byte)
            label = vt_lex_str(f->ctx->lexicon, h->entry->a);
    }
    return label;
}

static float label_score(vt_str label)
{
    return vt_str_eq(label, VT_STR("fax"))                                           ? -2.0f
           : vt_str_eq(label, VT_STR("phone")) || vt_str_eq(label, VT_STR("mobile")) ? 0.5f
                                                                                     : 0;
}

static void find_phone(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    float best = 0.4f;
    vt_str country = phone_country(f, r);
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        float s = source(f, roles, i);
        if (info->digits < 6 || s < 0)
            continue;
        vt_phone phone;
        for (size_t at = 0;
             vt_phone_find(f->arena, f->ctx->lexicon, info->text, at, country, &phone);
             at = phone.span.end) {
            float score = s * 0.6f + phone.score +
                          label_score(label_before(f, info, phone.span.start)) -
                          (s < 0.3f ? 0.6f : 0);
            if (score <= best)
                continue;
            best = score;
            r->phone_raw = vt_facts_value(f, info->base + phone.span.start,
                                          info->base + phone.span.end, phone.score);
            r->phone = r->phone_raw;
            if (phone.e164.len)
                r->phone.text = phone.e164;
            else
                r->phone.text = phone.text;
        }
    }
}

/* ---- all addresses and numbers ---- */

static bool has_value(const vt_value *at, size_t n, vt_str text)
{
    for (size_t i = 0; i < n; i++)
        if (vt_str_eq_nocase(at[i].text, text))
            return true;
    return false;
}

/** Those of the person's own lines, the chosen one first. */
static void find_others(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    if (vt_value_known(&r->email))
        vt_vec_push(f->arena, &r->emails, r->email);
    if (vt_value_known(&r->phone))
        vt_vec_push(f->arena, &r->phones, r->phone);
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        if (source(f, roles, i) < 0.7f)
            continue;
        vt_email email;
        for (size_t at = 0; info->email && vt_email_find(f->arena, info->text, at, &email);
             at = email.span.end) {
            vt_value v = vt_facts_value(f, info->base + email.span.start,
                                        info->base + email.span.end, 0.95f);
            v.text = email.text;
            if (!vt_email_is_masked(v.text) && !has_value(r->emails.at, r->emails.n, v.text))
                vt_vec_push(f->arena, &r->emails, v);
        }
        vt_phone phone;
        for (size_t at = 0; info->phone && vt_phone_find(f->arena, f->ctx->lexicon, info->text, at,
                                                         phone_country(f, r), &phone);
             at = phone.span.end) {
            bool fax = label_score(label_before(f, info, phone.span.start)) < 0;
            vt_value v = vt_facts_value(f, info->base + phone.span.start,
                                        info->base + phone.span.end, phone.score);
            v.text = phone.e164.len ? phone.e164 : phone.text;
            if (!fax && phone.score >= 0.5f && !has_value(r->phones.at, r->phones.n, v.text))
                vt_vec_push(f->arena, &r->phones, v);
        }
    }
}

/* ---- links ---- */

static bool has_link(const vt_resume *r, vt_str url)
{
    for (size_t i = 0; i < r->links.n; i++)
        if (vt_str_eq_nocase(r->links.at[i].url.text, url))
            return true;
    return false;
}

static void find_links(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        if (!info->url || source(f, roles, i) < 0.3f)
            continue;
        vt_url url;
        for (size_t at = 0; vt_url_find(info->text, at, &url); at = url.span.end) {
            if (has_link(r, url.text) || vt_str_find_char(url.text, '@', 0) != VT_NPOS)
                continue;
            vt_profile_link link = {.kind = vt_str_z(vt_url_kind_word(url.kind))};
            link.url =
                vt_facts_value(f, info->base + url.span.start, info->base + url.span.end, 0.95f);
            vt_vec_push(f->arena, &r->links, link);
        }
    }
    for (size_t i = 0; i < f->doc->tokens.n; i++) {
        const vt_token *t = &f->doc->tokens.at[i];
        if (t->link == VT_NONE || t->link >= f->doc->links.n)
            continue;
        vt_str url = f->doc->links.at[t->link].url;
        vt_url_kind kind = vt_url_classify(url);
        if (kind == VT_URL_WEBSITE || kind == VT_URL_OTHER || has_link(r, url) ||
            t->end <= t->start || !vt_str_starts_nocase(url, VT_STR("http")))
            continue;
        vt_profile_link link = {.kind = vt_str_z(vt_url_kind_word(kind))};
        link.url = (vt_value){url, t->start, t->end, 0.9f};
        vt_vec_push(f->arena, &r->links, link);
    }
}

/** The end of the title under the name, without the place behind a bar: "Baker | Leeds". */
static size_t label_end(const vt_facts *f, const vt_roles *roles)
{
    vt_str raw = f->doc->raw_text;
    size_t end = roles->label_to;
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        for (size_t k = 0; k < info->places.n; k++) {
            size_t from = info->base + info->places.at[k].span.start, sign = from;
            while (sign > roles->label_from && raw.ptr[sign - 1] == ' ')
                sign--;
            bool behind = from < end && sign > roles->label_from + 1 && raw.ptr[sign - 1] == '|';
            if (behind && info->base + info->places.at[k].span.end >= roles->label_to)
                end = sign - 1;
        }
    }
    return end;
}

void vt_assemble_contact(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    if (roles->name_line != VT_NONE)
        r->name = vt_facts_clean_value(f, roles->name_from, roles->name_to, roles->name_confidence);
    if (roles->label_from < roles->label_to)
        r->label = vt_facts_clean_value(f, roles->label_from, label_end(f, roles), 0.85f);
    find_email(f, roles, r);
    find_linked_email(f, r);
    find_location(f, roles, r);
    complete_location(f, roles, r);
    settle_country(f, &r->location);
    find_phone(f, roles, r);
    bool known = vt_value_known(&r->location.country_code);
    vt_assemble_country(f, r);
    if (!known && vt_value_known(&r->location.country_code))
        find_phone(f, roles, r); /* again, with its country */
    find_links(f, roles, r);
    find_others(f, roles, r);
    if (vt_value_known(&r->name))
        vt_names_part(f, &r->name, &r->given_name, &r->family_name);
}
