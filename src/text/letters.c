/* SPDX-License-Identifier: Apache-2.0 */
#include "text/letters.h"

uint32_t vt_letters_next(vt_letters *s)
{
    for (;;) {
        while (s->at < s->n) {
            uint32_t cp = vt_utf8_next(vt_str_n(s->folded, s->n), &s->at);
            if (vt_cp_is(cp, VT_CP_LETTER | VT_CP_DIGIT)) {
                s->glued = true;
                return cp;
            }
            if ((cp == '+' || cp == '#') && s->glued)
                return cp;
            s->glued = false;
        }
        if (s->to >= s->text.len)
            return 0;
        s->from = s->to;
        s->n = vt_cp_fold(vt_utf8_next(s->text, &s->to), s->folded);
        s->at = 0;
    }
}

bool vt_letters_eq(vt_str a, vt_str b)
{
    vt_letters x = {.text = a}, y = {.text = b};
    for (;;) {
        uint32_t cp = vt_letters_next(&x);
        if (cp != vt_letters_next(&y))
            return false;
        if (!cp)
            return true;
    }
}

vt_str vt_letters_of(vt_arena *arena, vt_str text)
{
    vt_letters s = {.text = text};
    char *out = VT_NEW_ARRAY(arena, char, text.len * 3 + 8);
    size_t n = 0;
    for (uint32_t cp; (cp = vt_letters_next(&s)) && n + 4 < text.len * 3 + 8;)
        n += vt_utf8_encode(cp, out + n);
    return vt_str_n(out, n);
}
