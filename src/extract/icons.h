/* SPDX-License-Identifier: Apache-2.0 */
/** Icon fonts and pictographs: what a glyph that is a picture stands for. */
#ifndef VT_EXTRACT_ICONS_H
#define VT_EXTRACT_ICONS_H

#include "base/str.h"

/** True when the font's name is that of an icon font (FontAwesome, Material Icons ...). */
bool vt_icons_is_icon_font(vt_str font_name);

/** True for Wingdings and its kin, whose letters are drawn signs. */
bool vt_icons_is_dingbat_font(vt_str font_name);

/**
 * What the icon means, as one word ("phone", "mail", "home", "web", "linkedin", "star" ...), or ""
 * when it is an icon of no known meaning. `glyph_name` may be null.
 */
vt_str vt_icons_meaning(uint32_t code, vt_str glyph_name);

/** The meaning of a pictograph of Unicode itself (U+1F4DE, U+2709 ...), or the null string. */
vt_str vt_icons_pictograph(uint32_t code);

/** What a glyph of a dingbat font stands for: a bullet, or a sign that has a meaning. */
vt_str vt_icons_dingbat(uint32_t code);

#endif
