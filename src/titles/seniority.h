/* SPDX-License-Identifier: Apache-2.0 */
/** Words of seniority; the enum and vt_seniority_of() stand in occupation.h. */
#ifndef VT_TITLES_SENIORITY_H
#define VT_TITLES_SENIORITY_H

#include "titles/occupation.h"

/** Of one folded word; UNKNOWN for another one. */
vt_seniority vt_seniority_of_word(vt_str folded);

#endif
