/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What one does, as labels of languages end with whose verbs come last ("在庫管理", "stok takibi").
 * A sentence has words between the object and them ("在庫を毎日管理"), and a Chinese one has them
 * before the object ("管理公司的库存"), so such labels are read apart, too.
 */
#ifndef VT_SKILLS_DEEDS_H
#define VT_SKILLS_DEEDS_H

#include "base/str.h"

/** The deeds of a language (ISO 639-1), with spaces between them; empty where labels are read as
 * they stand. */
vt_str vt_deeds_of(vt_str language);

/** Whether its sentences may have them before the object. */
bool vt_deeds_lead(vt_str language);

#endif
