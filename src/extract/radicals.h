/* SPDX-License-Identifier: Apache-2.0 */
/** Radicals as characters of their own: printers to PDF write them in place of the ideographs. */
#ifndef VT_EXTRACT_RADICALS_H
#define VT_EXTRACT_RADICALS_H

#include <stdint.h>

/** The ideograph that looks like the radical `c` (U+2E80 .. U+2FD5); others stay as they are. */
uint32_t vt_ideograph_of(uint32_t c);

#endif
