/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The presentation forms of Unicode stand letter by letter: alone, at the end, at the start and in
 * the middle of a word; a letter that never joins to the left has the first two only.
 */
#include "extract/arabic.h"

#include "base/str.h"

#define FIRST_FORM 0xfe80u
#define LAST_FORM  0xfef4u

static const struct forms {
    uint16_t first, letter;
    uint8_t count;
} additions[] = {
    /* Persian, Urdu, Pashto and others */
    {0xfb50, 0x671, 2}, {0xfb56, 0x67e, 4}, {0xfb66, 0x679, 4}, {0xfb7a, 0x686, 4},
    {0xfb88, 0x688, 2}, {0xfb8a, 0x698, 2}, {0xfb8c, 0x691, 2}, {0xfb8e, 0x6a9, 4},
    {0xfb92, 0x6af, 4}, {0xfb9e, 0x6ba, 2}, {0xfba6, 0x6c1, 4}, {0xfbaa, 0x6be, 4},
    {0xfbae, 0x6d2, 2}, {0xfbfc, 0x6cc, 4},
};

/* How many forms the letter has. */
static uint32_t forms_of(uint32_t letter)
{
    switch (letter) {
    case 0x621: /* hamza */
        return 1;
    case 0x622: /* alef and its like */
    case 0x623:
    case 0x624:
    case 0x625:
    case 0x627:
    case 0x629: /* teh marbuta */
    case 0x62f: /* dal, thal */
    case 0x630:
    case 0x631: /* reh, zain */
    case 0x632:
    case 0x648: /* waw */
    case 0x649: /* alef maksura */
        return 2;
    default:
        return 4;
    }
}

uint32_t vt_arabic_letter_of(uint32_t c)
{
    if (c < additions[0].first)
        return c;
    for (size_t i = 0; i < VT_COUNT(additions); i++)
        if (c >= additions[i].first && c < (uint32_t)additions[i].first + additions[i].count)
            return additions[i].letter;
    if (c < FIRST_FORM || c > LAST_FORM)
        return c;
    uint32_t form = FIRST_FORM, letter = 0x621;
    while (c >= form + forms_of(letter)) {
        form += forms_of(letter);
        letter = letter == 0x63a ? 0x641 : letter + 1; /* no letters between ghain and feh */
    }
    return letter;
}
