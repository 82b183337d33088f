/* SPDX-License-Identifier: Apache-2.0 */
/* Studies from items; several degrees of one institution share it. */
#include "parse/assemble/assemble.h"
#include "text/utf8.h"

/** The end of a range, or a single date, is the graduation; studies that go on have none. */
static void set_dates(vt_study *study, const vt_item_dates *d)
{
    if (d->single) {
        study->graduation = d->start.year ? d->start : d->end;
        return;
    }
    study->start = d->start;
    if (!d->current)
        study->graduation = d->end;
}

/** A school, or a degree or a field with anything besides: one value alone is seldom a study. */
static bool says_enough(const vt_study *s)
{
    bool dated = s->start.year || s->graduation.year;
    int known = vt_value_known(&s->degree) + vt_value_known(&s->field);
    return vt_value_known(&s->institution) || known == 2 || (known == 1 && dated);
}

/** "Finance Finance Dean's List": portals print the field, then a text that begins with it. */
static void cut_repetition(vt_value *field)
{
    enum { LEAST = 4 };
    vt_str s = field->text;
    for (size_t at = vt_str_find_char(s, ' ', 0); at != VT_NPOS && 2 * at < s.len;
         at = vt_str_find_char(s, ' ', at + 1)) {
        vt_str rest = vt_str_sub(s, at + 1, s.len);
        if (at < LEAST || !vt_str_starts_nocase(rest, vt_str_sub(s, 0, at)) ||
            (rest.len > at && rest.ptr[at] != ' '))
            continue;
        field->end = field->start + (uint32_t)vt_utf8_count(vt_str_sub(s, 0, at));
        field->text.len = at;
        return;
    }
}

static void share_schools(vt_resume *r, const uint32_t *sections)
{
    vt_study *s = r->studies.at;
    size_t kept = 0;
    for (size_t i = 0; i < r->studies.n; i++) {
        bool same_next = i + 1 < r->studies.n && sections[i] == sections[i + 1];
        bool bare = vt_value_known(&s[i].institution) && !vt_value_known(&s[i].degree) &&
                    !vt_value_known(&s[i].field);
        if (bare && same_next && !vt_value_known(&s[i + 1].institution) &&
            vt_value_known(&s[i + 1].degree)) {
            s[i + 1].institution = s[i].institution;
            if (!s[i + 1].graduation.year && !s[i + 1].start.year) {
                s[i + 1].graduation = s[i].graduation;
                s[i + 1].start = s[i].start;
            }
            continue;
        }
        if (!vt_value_known(&s[i].institution) && vt_value_known(&s[i].degree) && kept && i > 0 &&
            sections[i - 1] == sections[i]) {
            s[i].institution = s[kept - 1].institution;
            s[i].institution.confidence *= 0.85f;
            if (!s[i].graduation.year && !s[i].start.year) {
                s[i].graduation = s[kept - 1].graduation;
                s[i].start = s[kept - 1].start;
            }
        }
        s[kept++] = s[i];
    }
    r->studies.n = kept;
}

void vt_assemble_education(const vt_facts *f, const vt_heads *heads, vt_resume *r)
{
    vt_items items = heads->studies;
    const vt_study_fields *fields = heads->study;
    uint32_t *sections = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(items.n, 1));
    for (size_t i = 0; i < items.n; i++) {
        const vt_item *item = &items.at[i];
        vt_study study = {.institution = vt_range_value(f, fields[i].school),
                          .degree = vt_range_value(f, fields[i].degree),
                          .field = vt_range_value(f, fields[i].field),
                          .grade = vt_range_value(f, fields[i].grade),
                          .confidence = 0.9f};
        cut_repetition(&study.field);
        study.location.text = vt_range_value(f, fields[i].place);
        set_dates(&study, &fields[i].dates);
        vt_text_parts parts = vt_text_join(f, item->texts, item->text_count);
        study.description = vt_text_value(f, &parts, false, 0.85f);
        if (!says_enough(&study))
            continue;
        sections[r->studies.n] = item->heading;
        vt_vec_push(f->arena, &r->studies, study);
    }
    share_schools(r, sections);
}
