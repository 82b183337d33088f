/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Years that are not written as Gregorian numbers: Japanese eras (令和5年, 平28, H28), the years of
 * the Republic of China (民國108年), numbers in Chinese characters (二〇一九年) and the solar years
 * of Iran and Afghanistan (۱۳۹۹). Private to date_atoms.c and date.c.
 */
#ifndef VT_TEXT_CALENDAR_H
#define VT_TEXT_CALENDAR_H

#include "text/date.h"

/** The solar years that may be meant; 1340 begins in 1961. */
enum { VT_SOLAR_MIN_YEAR = 1310, VT_SOLAR_YEARS_BEHIND = 621 };

/** A number or year written in several words of a text. */
typedef struct vt_east_number {
    size_t words;    /* how many; 0: there is none */
    int32_t value;   /* a Gregorian year when `year` */
    uint16_t digits; /* 4 for a year, else of the value */
    bool year;
} vt_east_number;

/** The year of an era, or the number in Chinese characters before 年, 月 or 日, at word i. */
vt_east_number vt_east_number_read(const vt_words *words, size_t i);

/** True when a text that has a number such as 1399 counts in solar years: it has letters or
 * digits that Persian alone has. */
bool vt_solar_is_meant(vt_str text);

/** 1 to 12 for the folded name of a solar month, else 0. */
int vt_solar_month(vt_str folded);

/** A solar date as the Gregorian day, month or year in which it begins. */
vt_when vt_solar_to_gregorian(vt_when solar);

#endif
