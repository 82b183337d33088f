/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/confidence/review.h"

#include <stdio.h>

enum { MAX_REVIEW = 50 };
#define DOUBTFUL 0.6f /* a value with a lower probability is looked at */

static void add(const vt_facts *f, vt_resume *r, vt_review row)
{
    if (r->review.n < MAX_REVIEW)
        vt_vec_push(f->arena, &r->review, row);
}

/** Values that are more likely wrong than most. */
static void add_doubtful(const vt_facts *f, const vt_confidence_items *values, vt_resume *r)
{
    for (size_t i = 0; i < values->n; i++) {
        const vt_confidence_item *v = &values->at[i], *last = i ? v - 1 : NULL;
        bool again = last && last->kind == v->kind && last->index == v->index;
        if (v->kind == VT_CONFIDENCE_OTHER || v->kind == VT_CONFIDENCE_SKILL || again ||
            *v->confidence >= DOUBTFUL)
            continue;
        char pointer[128];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        int n = snprintf(pointer, sizeof pointer, vt_confidence_pointer(v->kind), (size_t)v->index);
#pragma GCC diagnostic pop
        add(f, r,
            (vt_review){.pointer = vt_str_dup(f->arena, vt_str_n(pointer, (size_t)n)),
                        .reason = "doubtful"});
    }
}

/** Roles whose lines are of no item and of no list. */
static bool is_loose(uint8_t role)
{
    return role == VT_ROLE_OTHER || role == VT_ROLE_SUMMARY || role == VT_ROLE_CONTACT ||
           role == VT_ROLE_HEADING || role == VT_ROLE_LABEL;
}

static bool holds_email(const vt_resume *r, vt_str email)
{
    for (size_t i = 0; i < r->emails.n; i++)
        if (vt_str_eq_nocase(r->emails.at[i].text, email))
            return true;
    return vt_str_eq_nocase(r->email.text, email);
}

/** Lines that look like the head of a job or of a study, and addresses, that no value holds. */
static void add_omitted(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        uint8_t role = roles->at[i].role;
        vt_review row = {.start = info->line->start, .end = info->line->end};
        vt_email email;
        if (is_loose(role) && info->range)
            row.reason = "dates_in_no_item";
        else if (is_loose(role) && info->degree >= 0.8f && info->title < 0.5f &&
                 info->words.n <= 12 && role != VT_ROLE_SUMMARY && role != VT_ROLE_HEADING)
            row.reason = "degree_in_no_study";
        else if (info->email && role != VT_ROLE_REFERENCE &&
                 vt_email_find(f->arena, info->text, 0, &email) &&
                 !vt_email_is_masked(email.text) && !holds_email(r, email.text))
            row.reason = "email_in_no_value";
        if (row.reason)
            add(f, r, row);
    }
}

/** Headings of sections that gave nothing. */
static void add_empty_sections(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    for (size_t i = 0; i < f->n; i++) {
        uint8_t section = roles->at[i].section;
        bool empty = (section == VT_SECTION_EXPERIENCE && !r->jobs.n) ||
                     (section == VT_SECTION_EDUCATION && !r->studies.n) ||
                     (section == VT_SECTION_SKILLS && !r->skills.n) ||
                     (section == VT_SECTION_LANGUAGES && !r->languages.n) ||
                     (section == VT_SECTION_CERTIFICATIONS && !r->certifications.n);
        if (empty && roles->at[i].role == VT_ROLE_HEADING)
            add(f, r,
                (vt_review){.start = f->at[i].line->start,
                            .end = f->at[i].line->end,
                            .reason = "section_without_items"});
    }
}

void vt_review_find(const vt_facts *f, const vt_roles *roles, const vt_confidence_items *values,
                    vt_resume *r)
{
    add_doubtful(f, values, r);
    add_omitted(f, roles, r);
    add_empty_sections(f, roles, r);
}
