/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Levels and years that the document states about a skill: behind a listed item ("Java (12 years)",
 * "SQL - 8/10", "Excel: ●●●●○"), as the heading of its list ("Expert"), or around a mention in a
 * sentence ("expert in Python", "10+ years of project management").
 */
#ifndef VT_SKILLS_STATED_H
#define VT_SKILLS_STATED_H

#include "base/str.h"

/** What is stated; negative: nothing. */
typedef struct vt_stated {
    double level; /* 0..1 */
    double years; /* from VT_STATED_SINCE on: the year since when */
} vt_stated;

enum { VT_STATED_SINCE = 1950 };

/** A whole text that states a level or years: "Advanced", "4/5", "5+ yrs", "seit 3 Jahren". */
vt_stated vt_stated_read(vt_str text);

/** A text of nothing but a level or years ("Grundkenntnisse", "nivel medio", "seit 8 Jahren");
 * false when other words stand in it. */
bool vt_stated_whole(vt_str text, vt_stated *ret);

/** The bytes of an item before the statement that ends it in brackets, behind a dash or a colon
 * ("Java (12 years)", "SQL - avanzado"); all of them when there is none. */
size_t vt_stated_cut(vt_str item, vt_stated *ret);

/** What stands right behind an item of a list, up to the next separator or line. */
vt_stated vt_stated_behind(vt_str rest);

/** What a sentence says of the mention at bytes [start, end). */
vt_stated vt_stated_around(vt_str text, size_t start, size_t end);

#endif
