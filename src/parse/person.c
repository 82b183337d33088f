/* SPDX-License-Identifier: Apache-2.0 */
/* The lines around the name: the professional title, contact data, a summary without a heading. */
#include "parse/person.h"

#include "parse/name_parts.h"

static bool is_contact_line(const vt_info *info)
{
    return info->email || info->phone || info->url || info->contact_label ||
           (info->place_share > 0.4f && info->title < 0.6f);
}

/** Short, and neither contact data nor a heading nor a sentence. */
static bool may_stand_alone(const vt_info *info)
{
    return !is_contact_line(info) && info->words.n > 0 && info->words.n <= 14 && !info->range &&
           !info->bullet && info->text.len <= 110 && !info->stop && !info->begins_lower &&
           info->heading == VT_SECTION_NONE;
}

static bool may_be_label(const vt_info *info)
{
    return may_stand_alone(info) && !info->dates.n && info->lower_words <= info->capital_words + 2;
}

/** Takes the line (and one that continues it in the same look) as the professional title. */
static void take_label(const vt_facts *f, vt_roles *roles, size_t i)
{
    const vt_info *info = &f->at[i];
    roles->label_from = info->base;
    roles->label_to = info->base + info->text.len;
    roles->at[i].role = VT_ROLE_LABEL;
    if (i + 1 >= f->n || roles->at[i + 1].role != VT_ROLE_CONTACT || i + 1 == roles->name_line)
        return;
    const vt_info *next = &f->at[i + 1];
    bool same = next->style == info->style && next->line->column == info->line->column &&
                next->line->box.y0 - info->line->box.y1 < info->line->size;
    if (same && vt_info_follows(info, next) && may_be_label(next) && next->words.n <= 4 &&
        next->size > 1.0f && next->title >= 0.3f) {
        roles->label_to = next->base + next->text.len;
        roles->at[i + 1].role = VT_ROLE_LABEL;
    }
}

/** A title on the name's own line: "Ann Lee, Registered Nurse". */
static void find_label_beside_name(const vt_facts *f, vt_roles *roles)
{
    const vt_info *info = &f->at[roles->name_line];
    vt_name_part parts[VT_NAME_PARTS];
    size_t n = vt_name_split(f, info, parts);
    for (size_t k = 0; k < n; k++) {
        if (info->base + parts[k].from < roles->name_to)
            continue;
        uint32_t first = vt_info_word_at(info, info->base + parts[k].from), count = 0;
        while (first + count < info->words.n && info->words.at[first + count].start < parts[k].to)
            count++;
        if (count && count <= 8 && vt_evidence_of(info, first, count).title >= 0.6f) {
            roles->label_from = info->base + parts[k].from;
            roles->label_to = info->base + parts[k].to;
            return;
        }
    }
}

/** A line between the name and the contact data that is nothing else. */
static bool stands_as_label(const vt_facts *f, const vt_roles *roles, size_t i)
{
    const vt_info *info = &f->at[i];
    bool spaced = vt_str_find_char(info->text, ' ', 0) != VT_NPOS;
    if (i + 1 >= f->n || info->digits > 6 || vt_is_digit(info->text.ptr[0]) ||
        info->place_share > 0.2f || info->person > 0.4f || (spaced && info->words.n > 12) ||
        info->org > 0.6f || info->school > 0.4f)
        return false;
    const vt_info *next = &f->at[i + 1];
    return is_contact_line(next) || roles->at[i + 1].role == VT_ROLE_HEADING;
}

/** Does a place, a number or an address fill the part? */
static bool is_contact_part(const vt_info *info, const vt_name_part *part)
{
    vt_str text = vt_str_sub(info->text, part->from, part->to);
    size_t digits = 0, places = 0;
    for (size_t i = 0; i < text.len; i++)
        digits += vt_is_digit((unsigned char)text.ptr[i]);
    for (size_t i = 0; i < info->places.n; i++) {
        vt_span place = info->places.at[i].span;
        if (place.start < part->to && place.end > part->from)
            places += VT_MIN(place.end, part->to) - VT_MAX(place.start, part->from);
    }
    vt_url url;
    return digits >= 6 || vt_str_find_char(text, '@', 0) != VT_NPOS ||
           places * 10 >= vt_str_trim(text).len * 7 ||
           (vt_str_find_char(text, '.', 0) != VT_NPOS && vt_url_find(text, 0, &url));
}

/** "Welder | Leeds", "Welder    07700 900400": a title before contact data on their line. */
static bool take_label_before_contact(const vt_facts *f, vt_roles *roles, size_t i)
{
    const vt_info *info = &f->at[i];
    vt_name_part parts[VT_NAME_PARTS];
    size_t n = vt_name_split(f, info, parts), k = 0;
    while (k < n && !is_contact_part(info, &parts[k]))
        k++;
    if (k == 0 || k == n)
        return false;
    uint32_t count = 0;
    while (count < info->words.n && info->words.at[count].start < parts[k - 1].to)
        count++;
    if (count == 0 || count > 8 || vt_evidence_of(info, 0, count).title < 0.6f)
        return false;
    roles->label_from = info->base + parts[0].from;
    roles->label_to = info->base + parts[k - 1].to;
    return true;
}

static void find_label(const vt_facts *f, vt_roles *roles)
{
    size_t name = roles->name_line;
    size_t after = name + 1;
    while (after < f->n && f->at[after].base < roles->name_to)
        roles->at[after++].role = VT_ROLE_NAME;
    for (size_t i = after; i < f->n && i < after + 3; i++) {
        if (roles->at[i].role != VT_ROLE_CONTACT || roles->at[i].heading != VT_NONE)
            break;
        const vt_info *info = &f->at[i];
        bool close = i == after && info->line->column == f->at[name].line->column;
        bool titled = info->title >= 0.6f || (close && info->title >= 0.4f) ||
                      (close && info->size > 1.1f && info->words.n >= 2 && info->digits <= 4 &&
                       info->place_share < 0.3f && info->person < 0.5f);
        if (info->line->column == f->at[name].line->column && !info->bullet &&
            take_label_before_contact(f, roles, i))
            return;
        if ((titled && may_be_label(info)) ||
            (close && may_stand_alone(info) && stands_as_label(f, roles, i))) {
            take_label(f, roles, i);
            return;
        }
    }
    find_label_beside_name(f, roles);
    if (roles->label_from < roles->label_to || name == 0)
        return;
    const vt_info *above = &f->at[name - 1];
    if (roles->at[name - 1].role == VT_ROLE_CONTACT && may_be_label(above) &&
        above->title >= 0.7f && above->line->column == f->at[name].line->column) {
        roles->label_from = above->base;
        roles->label_to = above->base + above->text.len;
        roles->at[name - 1].role = VT_ROLE_LABEL;
    }
}

/** "Job applied for: Nurse" of a form: a section of one line that names a position; "Occupation"
 * names one, too, where the section of the jobs follows it. */
static void find_label_in_form(const vt_facts *f, vt_roles *roles)
{
    for (size_t i = 0; i + 2 < f->n; i++) {
        const vt_labelled *heading = &roles->at[i];
        if (heading->role != VT_ROLE_HEADING || roles->at[i + 1].role == VT_ROLE_HEADING ||
            roles->at[i + 2].role != VT_ROLE_HEADING)
            continue;
        bool named = heading->section == VT_SECTION_OBJECTIVE ||
                     (heading->section == VT_SECTION_EXPERIENCE &&
                      roles->at[i + 2].section == VT_SECTION_EXPERIENCE);
        if (!named || f->at[i + 1].title < 0.6f || !may_be_label(&f->at[i + 1]))
            continue;
        roles->label_from = f->at[i + 1].base;
        roles->label_to = f->at[i + 1].base + f->at[i + 1].text.len;
        roles->at[i + 1].role = VT_ROLE_LABEL;
        roles->at[i].section = roles->at[i + 1].section = VT_SECTION_PERSONAL;
        return;
    }
}

/** Prose before the first heading, or among contact data, is a summary. */
static void find_loose_summary(const vt_facts *f, vt_roles *roles)
{
    bool before = false;
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        if (roles->at[i].role != VT_ROLE_CONTACT) {
            before = false;
            continue;
        }
        bool prose = !info->email && !info->phone && !info->contact_label && !info->bullet &&
                     (!info->url || info->words.n > 14) && info->lower_words >= 5 &&
                     info->lower_words > info->capital_words;
        bool goes_on = before && !info->email && !info->phone && !info->url && info->words.n &&
                       (info->continues || info->begins_lower || !f->at[i - 1].stop ||
                        info->lower_words > info->capital_words) &&
                       info->style == f->at[i - 1].style;
        before = prose || goes_on;
        if (before)
            roles->at[i].role = VT_ROLE_SUMMARY;
    }
}

void vt_person_roles(const vt_facts *f, vt_roles *roles)
{
    if (roles->name_line != VT_NONE) {
        roles->at[roles->name_line].role = VT_ROLE_NAME;
        find_label(f, roles);
        if (roles->label_from == roles->label_to)
            find_label_in_form(f, roles);
    }
    find_loose_summary(f, roles);
}
