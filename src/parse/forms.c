/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/forms.h"

#include "parse/entry_labels.h"

#define LABELLED 0.93f /* how sure a field is that its label names */

static bool is_field(uint8_t what)
{
    return what > VT_LABEL_NONE && what < VT_LABEL_TEXT;
}

static bool holds_items(uint8_t section)
{
    return section == VT_SECTION_EXPERIENCE || section == VT_SECTION_VOLUNTEER ||
           section == VT_SECTION_MILITARY || section == VT_SECTION_EDUCATION;
}

/** Do the lines from `first` on, up to the next heading, follow a form? Its label again and others
 * besides. */
static bool is_form(const vt_facts *f, const vt_roles *roles, size_t first, size_t end)
{
    uint8_t what = f->at[first].what;
    size_t same = 0, others = 0, prose = 0;
    if (!is_field(what) || what == VT_LABEL_PLACE)
        return false;
    for (size_t i = first; i < end; i++) {
        same += f->at[i].what == what;
        others += f->at[i].what != what && is_field(f->at[i].what);
        prose += roles->at[i].role == VT_ROLE_SUMMARY;
    }
    return others >= same && same > 0 && !prose;
}

static void number_form(const vt_facts *f, vt_roles *roles, size_t first, size_t end)
{
    bool study = roles->at[first].section == VT_SECTION_EDUCATION;
    uint8_t begin = study ? VT_ROLE_EDU_BEGIN : VT_ROLE_JOB_BEGIN;
    uint8_t head = study ? VT_ROLE_EDU_HEAD : VT_ROLE_JOB_HEAD;
    uint8_t text = study ? VT_ROLE_EDU_TEXT : VT_ROLE_JOB_TEXT;
    bool in_head = false;
    for (size_t i = first; i < end; i++) {
        const vt_info *info = &f->at[i];
        vt_labelled *l = &roles->at[i];
        bool field = is_field(info->what);
        in_head = field || (in_head && info->continues && info->what == VT_LABEL_NONE);
        if (info->what == f->at[first].what)
            roles->items++;
        l->item = roles->items;
        l->role = info->what == f->at[first].what ? begin : in_head ? head : text;
    }
}

/* ---- rows of tables with a head ---- */

static bool has_rows(const vt_facts *f, size_t first, size_t end)
{
    size_t rows = 0;
    for (size_t i = first; i < end; i++)
        rows += f->at[i].head != NULL;
    return rows > 0;
}

/** Each row is an item; a date that stands beside a row, before it, is its. */
static void number_rows(const vt_facts *f, vt_roles *roles, size_t first, size_t end)
{
    bool study = roles->at[first].section == VT_SECTION_EDUCATION, in_row = false;
    for (size_t i = first; i < end; i++) {
        const vt_info *info = &f->at[i];
        vt_labelled *l = &roles->at[i];
        bool dated = i + 1 < end && !info->head && info[1].head && info->date_share > 0.6f &&
                     vt_stands_beside(info->line, info[1].line);
        bool after = info->head && i > first && roles->at[i - 1].item == roles->items && in_row &&
                     !info[-1].head && info[-1].date_share > 0.6f &&
                     vt_stands_beside(info[-1].line, info->line);
        if (dated || (info->head && !after)) {
            roles->items++;
            in_row = true;
            l->role = study ? VT_ROLE_EDU_BEGIN : VT_ROLE_JOB_BEGIN;
        } else if (after) {
            l->role = study ? VT_ROLE_EDU_HEAD : VT_ROLE_JOB_HEAD;
        } else if (in_row) {
            l->role = study ? VT_ROLE_EDU_TEXT : VT_ROLE_JOB_TEXT;
        }
        if (in_row)
            l->item = roles->items;
    }
}

void vt_forms_decide(const vt_facts *f, vt_roles *roles)
{
    for (size_t i = 0; i < f->n;) {
        size_t end = i + 1;
        if (roles->at[i].role == VT_ROLE_HEADING) {
            i++;
            continue;
        }
        while (end < f->n && roles->at[end].heading == roles->at[i].heading &&
               roles->at[end].role != VT_ROLE_HEADING)
            end++;
        size_t first = i + (f->at[i].what == VT_LABEL_NONE && i + 1 < end); /* a wrapped heading */
        if (holds_items(roles->at[i].section) && has_rows(f, i, end))
            number_rows(f, roles, i, end);
        else if (holds_items(roles->at[i].section) && is_form(f, roles, first, end))
            number_form(f, roles, first, end);
        i = end;
    }
}

/** The pieces of the line up to a place behind its first: "Alder Bank, Leeds". */
static vt_range value_of_line(const vt_item *item, uint32_t line, bool whole)
{
    vt_range r = {.line = line, .confidence = LABELLED};
    for (size_t i = 0; i < item->pieces.n; i++) {
        const vt_piece *p = &item->pieces.at[i];
        if (p->line != line || p->noise)
            continue;
        if (r.to > r.from && p->place && !whole)
            break;
        r.from = r.to > r.from ? r.from : p->from;
        r.to = p->to;
    }
    return r;
}

static void take(vt_range *field, const vt_item *item, uint32_t line, bool whole)
{
    vt_range r = value_of_line(item, line, whole);
    if (r.to > r.from)
        *field = r;
}

/** The pieces in the cell of a row that the table's head says to hold `what`. */
static vt_range cell_of(const vt_facts *f, const vt_item *item, uint32_t line, uint8_t what)
{
    const vt_info *info = &f->at[line];
    const vt_table_head *head = info->head;
    vt_range r = {.line = line, .confidence = LABELLED};
    for (size_t i = 0; i < item->pieces.n; i++) {
        const vt_piece *p = &item->pieces.at[i];
        if (p->line != line || p->noise)
            continue;
        size_t cells, c = vt_cell_of(f, info, p->from - info->base, &cells);
        if (cells != head->n) { /* some are empty: where it stands tells */
            float x = p->x * f->doc->pages.at[info->line->page].width;
            for (c = head->n - 1; c > 0 && head->x[c] > x + 6; c--)
                ;
        }
        if (head->what[c] != what)
            continue;
        r.from = r.to > r.from ? r.from : p->from;
        r.to = p->to;
    }
    return r;
}

static bool within(const vt_range *inner, const vt_range *outer)
{
    return inner->from >= outer->from && inner->to <= outer->to;
}

static void take_job_row(const vt_facts *f, const vt_item *item, uint32_t line, vt_job_fields *job)
{
    vt_range title = cell_of(f, item, line, VT_LABEL_TITLE);
    vt_range company = cell_of(f, item, line, VT_LABEL_COMPANY);
    if (title.to > title.from)
        job->title = title;
    if (company.to > company.from)
        job->company = company;
}

static void take_study_row(const vt_facts *f, const vt_item *item, uint32_t line,
                           vt_study_fields *study)
{
    vt_range school = cell_of(f, item, line, VT_LABEL_SCHOOL);
    vt_range degree = cell_of(f, item, line, VT_LABEL_DEGREE);
    vt_range field = cell_of(f, item, line, VT_LABEL_STUDY);
    if (school.to > school.from)
        study->school = school;
    if (degree.to > degree.from && !within(&study->degree, &degree))
        study->degree = degree;
    if (field.to > field.from)
        study->field = field;
    else if (degree.to > degree.from && !within(&study->field, &degree))
        study->field = (vt_range){0};
}

void vt_forms_fields(const vt_facts *f, vt_heads *heads)
{
    for (size_t i = 0; i < heads->jobs.n; i++) {
        const vt_item *item = &heads->jobs.at[i];
        for (size_t k = 0; k < item->head_count; k++) {
            uint8_t what = f->at[item->heads[k]].what;
            if (f->at[item->heads[k]].head)
                take_job_row(f, item, item->heads[k], &heads->job[i]);
            else if (what == VT_LABEL_TITLE)
                take(&heads->job[i].title, item, item->heads[k], true);
            else if (what == VT_LABEL_COMPANY)
                take(&heads->job[i].company, item, item->heads[k], false);
        }
        vt_job_fields_rest(f, item, &heads->job[i]);
    }
    for (size_t i = 0; i < heads->studies.n; i++) {
        const vt_item *item = &heads->studies.at[i];
        for (size_t k = 0; k < item->head_count; k++)
            if (f->at[item->heads[k]].head)
                take_study_row(f, item, item->heads[k], &heads->study[i]);
            else if (f->at[item->heads[k]].what == VT_LABEL_SCHOOL)
                take(&heads->study[i].school, item, item->heads[k], false);
    }
}
