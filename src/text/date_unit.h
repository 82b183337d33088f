/* SPDX-License-Identifier: Apache-2.0 */
/** One date in any of its forms: a unit of the grammar in date.c. Private to date.c. */
#ifndef VT_TEXT_DATE_UNIT_H
#define VT_TEXT_DATE_UNIT_H

#include "text/date_atoms.h"

typedef struct vt_date_unit {
    size_t next; /* atom behind it */
    vt_when when;
    float score;     /* 0..1: how surely this is a date */
    bool year_only;  /* a bare four-digit year */
    bool partial;    /* no year of its own: the first half of a range */
    bool short_year; /* of two digits */
    bool season;     /* a season or quarter */
    vt_when to;      /* 2012/13: the other end; else year 0 */
} vt_date_unit;

/** Reads the unit that starts at atom i; false when none does, `ret` is then undefined. */
bool vt_date_unit_read(const vt_date_atoms *g, size_t i, vt_date_unit *ret);

static inline vt_when vt_when_ymd(int year, int month, int day)
{
    return (vt_when){(int16_t)year, (int8_t)month, (int8_t)day};
}

#endif
