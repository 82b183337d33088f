/* SPDX-License-Identifier: Apache-2.0 */
/** Arabic letters in the forms that they take inside words: printers to PDF write them in place of
 * the letters. */
#ifndef VT_EXTRACT_ARABIC_H
#define VT_EXTRACT_ARABIC_H

#include <stdint.h>

/** The letter whose form `c` is (of U+FB50 .. U+FEF4); others stay as they are. */
uint32_t vt_arabic_letter_of(uint32_t c);

#endif
