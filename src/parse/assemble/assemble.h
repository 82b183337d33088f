/* SPDX-License-Identifier: Apache-2.0 */
/** The assemblers: from facts, roles and fields to the parts of the resume. */
#ifndef VT_PARSE_ASSEMBLE_H
#define VT_PARSE_ASSEMBLE_H

#include "parse/reader/fields.h"

/** contact.c: name, label, e-mail, phone, location, links. */
void vt_assemble_contact(const vt_facts *facts, const vt_roles *roles, vt_resume *resume);
/** country.c: the country code of an address that names no country. */
void vt_assemble_country(const vt_facts *facts, vt_resume *resume);
/** experience.c */
void vt_assemble_experience(const vt_facts *facts, const vt_heads *heads, vt_resume *resume);
/** education.c */
void vt_assemble_education(const vt_facts *facts, const vt_heads *heads, vt_resume *resume);
/** repeats.c: takes out what the document prints twice. */
void vt_drop_repeats(vt_resume *resume);
/** languages.c: languages and how well they are spoken. */
void vt_assemble_languages(const vt_facts *facts, const vt_roles *roles, vt_resume *resume);
/** certificates.c */
void vt_assemble_certificates(const vt_facts *facts, const vt_certificates *found,
                              vt_resume *resume);
/** extras.c: summary, interests, projects ... */
void vt_assemble_extras(const vt_facts *facts, const vt_roles *roles, vt_resume *resume);
/** skills_listed.c: the items of skills sections, as written. */
void vt_assemble_skills(const vt_facts *facts, const vt_roles *roles, vt_resume *resume);

/** Reads bytes [from, to) of raw_text as how well `item` is spoken; false when they do not say. */
bool vt_language_level(const vt_facts *facts, size_t from, size_t to, vt_language_item *item);

/** Prose and list items of some lines: list items are joined over their wrapped lines. */
typedef struct vt_text_part {
    size_t from, to; /* bytes of raw_text */
    bool bullet;
} vt_text_part;
typedef struct vt_text_parts {
    vt_text_part *at;
    size_t n;
} vt_text_parts;

/** Joins lines (fact indices) to paragraphs and list items. */
vt_text_parts vt_text_join(const vt_facts *facts, const uint32_t *lines, size_t n);

/** One value of the paragraphs that are (or are not) list items; unknown when there are none. */
vt_value vt_text_value(const vt_facts *facts, const vt_text_parts *parts, bool bullets,
                       float confidence);

/** A place as parts of the result; `base`: byte of raw_text where the place's text starts. */
vt_location vt_location_of(const vt_facts *facts, const vt_place *place, size_t base);

#endif
