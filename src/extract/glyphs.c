/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Glyphs to words.
 *
 * A run ends where the look changes (size, weight, slant, colour, visibility; not the font alone,
 * since one word may borrow an accent from another font), where the pen leaves the baseline, or
 * jumps. Inside a run a word ends
 *
 *   at a space glyph that really takes room, and
 *   at a gap wider than  T = 0.16 em           in normally set text; less where it is set tight
 *                        T = 1.5 m + 0.12 em   in letter-spaced text, m being the median gap; at
 *                                              most m + 0.18 em, for a space adds more to it
 *
 * A word at the start of a run whose gap to the word before is no word gap is GLUED to it.
 */
#include "extract/glyphs.h"

#include <math.h>

#include "base/limits.h"
#include "extract/icons.h"
#include "extract/arabic.h"
#include "extract/radicals.h"
#include "text/mojibake.h"
#include "text/utf8.h"

#define WORD_GAP   0.16f /* em */
#define TIGHT_GAP  0.1f  /* em: the same where text is set as tight as it goes */
#define SPACED_GAP 0.06f /* em: a median gap from which on text is letter-spaced */
#define RUN_GAP    2.5f  /* em: a wider jump ends the run */
#define RUN_BACK   0.6f  /* em: as a jump backwards */
#define ASCENT     0.78f /* em: the box of a word */
#define DESCENT    0.22f
#define MORE_WIDTH 0.12f /* by which a second printing may be wider or narrower */
#define DUPLICATES 96    /* so many words back a word drawn twice is looked for */

typedef struct rec {
    vt_glyph glyph;
    float end; /* pen position behind it, along the run */
    float at;  /* its own position along the run */
    bool space;
    bool wide; /* filled by split_run: a word gap before it */
} rec;

struct vt_glyphs {
    vt_doc *doc;
    uint32_t page;
    vt_glyph_style style;
    VT_VEC(rec) run;
    VT_VEC(float) gaps;
    float pen_x, pen_y;   /* behind the last glyph of the run */
    float last_x, last_y; /* pen behind the last word, for GLUED */
    float last_size;
    size_t over;    /* index of the word that the last word of the run stood on, or VT_NONE */
    bool have_last; /* a word of this page ended without white space behind it */
};

vt_glyphs *vt_glyphs_new(vt_doc *doc)
{
    vt_glyphs *g = VT_NEW(doc->arena, vt_glyphs);
    g->doc = doc;
    return g;
}

void vt_glyphs_begin_page(vt_glyphs *g, uint32_t page)
{
    g->page = page;
    g->run.n = 0;
    g->have_last = false;
}

/* ---- characters ---- */

static bool is_space(uint32_t c)
{
    return c == ' ' || (c >= 9 && c <= 13) || c == 0xa0 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

/* Characters without width or meaning in a resume: joiners, marks of direction, variations. */
static bool is_ignorable(uint32_t c)
{
    return (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x2064) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff ||
           (c >= 0xfe00 && c <= 0xfe0f);
}

static const char *ligature(uint32_t c)
{
    static const char *const forms[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
    static const char *const lam_alef[] = {"لآ", "لأ", "لإ", "لا"};
    if (c >= 0xfef5 && c <= 0xfefc)
        return lam_alef[(c - 0xfef5) / 2];
    return c >= 0xfb00 && c <= 0xfb06 ? forms[c - 0xfb00] : NULL;
}

/* Signs that old encodings and symbol fonts put in the private use area. */
static uint32_t normal_form(uint32_t c)
{
    switch (c) {
    case 0x2010: /* hyphen */
    case 0x2011: /* non-breaking hyphen */
        return '-';
    case 0x2012: /* figure dash, which fonts of Chinese and Japanese share with the en dash */
        return 0x2013;
    case 0x2015: /* horizontal bar, likewise the em dash */
        return 0x2014;
    case 0xf0b7: /* Symbol: bullet */
    case 0xf0a7: /* Wingdings: square */
    case 0xf06c:
    case 0xf06e:
    case 0xf0d8:
    case 0xf0fc:
    case 0xf076:
    case 0x95: /* bullet of Windows-1252 taken for Latin-1 */
        return 0x2022;
    case 0x91:
    case 0x92:
        return 0x2019;
    case 0x93:
        return 0x201c;
    case 0x94:
        return 0x201d;
    case 0x96:
        return 0x2013;
    case 0x97:
        return 0x2014;
    default:
        return vt_arabic_letter_of(vt_ideograph_of(c));
    }
}

static bool is_unknown(uint32_t c)
{
    return c == VT_REPLACEMENT || c < 0x20 || (c >= 0x7f && c < 0xa0) ||
           (c >= 0xe000 && c <= 0xf8ff) || c >= 0xf0000;
}

static bool is_rtl(uint32_t c)
{
    return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) ||
           (c >= 0xfe70 && c <= 0xfefc);
}

/* Accents as fonts draw them beside or over a letter: the spacing form or the combining mark. */
static int accent_class(uint32_t c)
{
    static const uint32_t forms[][4] = {
        {0x60, 0x300, 0x2cb, 0}, {0xb4, 0x301, 0x2ca, 0}, {0x2c6, 0x302, 0, 0},
        {0x2dc, 0x303, 0, 0},    {0xa8, 0x308, 0, 0},     {0x2da, 0x30a, 0, 0},
        {0xb8, 0x327, 0, 0},     {0x2c7, 0x30c, 0, 0},    {0x2d8, 0x306, 0, 0},
        {0x2d9, 0x307, 0, 0},    {0x2dd, 0x30b, 0, 0},    {0x2db, 0x328, 0, 0},
        {0xaf, 0x304, 0x2c9, 0},
    };
    for (int i = 0; i < (int)VT_COUNT(forms); i++)
        for (int k = 0; k < 3 && forms[i][k]; k++)
            if (forms[i][k] == c)
                return i;
    return -1;
}

uint32_t vt_glyphs_compose(uint32_t letter, uint32_t accent)
{
    static const struct {
        const char *letters;
        uint16_t composed[14];
    } rows[] = {
        {"AEIOUaeiou", {0xc0, 0xc8, 0xcc, 0xd2, 0xd9, 0xe0, 0xe8, 0xec, 0xf2, 0xf9}},
        {"AEIOUYaeiouyCc",
         {0xc1, 0xc9, 0xcd, 0xd3, 0xda, 0xdd, 0xe1, 0xe9, 0xed, 0xf3, 0xfa, 0xfd, 0x106, 0x107}},
        {"AEIOUaeiou", {0xc2, 0xca, 0xce, 0xd4, 0xdb, 0xe2, 0xea, 0xee, 0xf4, 0xfb}},
        {"ANOano", {0xc3, 0xd1, 0xd5, 0xe3, 0xf1, 0xf5}},
        {"AEIOUaeiouy", {0xc4, 0xcb, 0xcf, 0xd6, 0xdc, 0xe4, 0xeb, 0xef, 0xf6, 0xfc, 0xff}},
        {"AaUu", {0xc5, 0xe5, 0x16e, 0x16f}},
        {"CcSsTt", {0xc7, 0xe7, 0x15e, 0x15f, 0x162, 0x163}},
        {"CcDEeNnRrSsTZz",
         {0x10c, 0x10d, 0x10e, 0x11a, 0x11b, 0x147, 0x148, 0x158, 0x159, 0x160, 0x161, 0x164, 0x17d,
          0x17e}},
        {"AaGg", {0x102, 0x103, 0x11e, 0x11f}},
        {"IZz", {0x130, 0x17b, 0x17c}},
        {"OoUu", {0x150, 0x151, 0x170, 0x171}},
        {"AaEe", {0x104, 0x105, 0x118, 0x119}},
        {"AaEeIiOoUu", {0x100, 0x101, 0x112, 0x113, 0x12a, 0x12b, 0x14c, 0x14d, 0x16a, 0x16b}},
    };
    static const struct {
        char letter;
        uint16_t composed;
    } acute[] = {{'N', 0x143}, {'n', 0x144}, {'S', 0x15a}, {'s', 0x15b},
                 {'Z', 0x179}, {'z', 0x17a}, {'R', 0x154}, {'r', 0x155}};
    int class = accent_class(accent);
    if (class < 0)
        return 0;
    if (letter == 0x131) /* the dotless i under an accent */
        letter = 'i';
    if (letter == 0 || letter > 127)
        return 0;
    const char *hit = strchr(rows[class].letters, (int)letter);
    if (hit)
        return rows[class].composed[hit - rows[class].letters];
    for (size_t i = 0; class == 1 && i < VT_COUNT(acute); i++)
        if ((uint32_t)acute[i].letter == letter)
            return acute[i].composed;
    return 0;
}

/* ---- words ---- */

static float along(const vt_glyph_style *style, float x, float y)
{
    return x * style->dir_x + y * style->dir_y;
}

static float across(const vt_glyph_style *style, float x, float y)
{
    return -x * style->dir_y + y * style->dir_x;
}

static vt_box word_box(const vt_glyph_style *s, float x0, float y0, float x1, float y1)
{
    /* "up" is the direction turned left: (dir_y, -dir_x) with y down */
    float up_x = s->dir_y * s->size * ASCENT, up_y = -s->dir_x * s->size * ASCENT;
    float low_x = -s->dir_y * s->size * DESCENT, low_y = s->dir_x * s->size * DESCENT;
    return (vt_box){VT_MIN(x0, x1) + VT_MIN(up_x, low_x), VT_MIN(y0, y1) + VT_MIN(up_y, low_y),
                    VT_MAX(x0, x1) + VT_MAX(up_x, low_x), VT_MAX(y0, y1) + VT_MAX(up_y, low_y)};
}

/* One word over another: nearly one place and, since the second may be a little wider, most of it
 * the same ground. */
static bool stands_on(const vt_token *old, const vt_token *word)
{
    float near = word->size * 0.2f, dx = fabsf(old->box.x0 - word->box.x0);
    float w0 = old->box.x1 - old->box.x0, w1 = word->box.x1 - word->box.x0;
    if (fabsf(old->baseline - word->baseline) > near || !vt_str_eq(old->text, word->text))
        return false;
    return (dx < near && fabsf(old->box.x1 - word->box.x1) < near) ||
           (dx < 2 * near && dx < 0.5f * w0 && fabsf(w0 - w1) < MORE_WIDTH * VT_MIN(w0, w1));
}

/* The word behind the one that the last word of the run stood on: a wider second printing drifts
 * away from the first along the line. */
static bool goes_on_over(const vt_glyphs *g, const vt_token *old, const vt_token *word)
{
    float far = fabsf(word->box.x0 - g->run.at[0].glyph.x) + fabsf(word->box.x1 - word->box.x0);
    return fabsf(old->baseline - word->baseline) < 0.2f * word->size &&
           fabsf(old->box.x0 - word->box.x0) < MORE_WIDTH * far + 0.2f * word->size &&
           vt_str_eq(old->text, word->text);
}

/* A word drawn twice at nearly one place, as shadows and poor man's bold are. */
static bool is_duplicate(vt_glyphs *g, const vt_token *word)
{
    vt_doc *doc = g->doc;
    size_t stop = doc->words.n > DUPLICATES ? doc->words.n - DUPLICATES : 0, found = VT_NONE;
    if (g->over != VT_NONE && g->over + 1 < doc->words.n &&
        doc->words.at[g->over + 1].page == word->page &&
        goes_on_over(g, &doc->words.at[g->over + 1], word))
        found = g->over + 1;
    for (size_t i = doc->words.n; i > stop && found == VT_NONE; i--) {
        if (doc->words.at[i - 1].page != word->page)
            break;
        if (stands_on(&doc->words.at[i - 1], word))
            found = i - 1;
    }
    g->over = found;
    if (found == VT_NONE)
        return false;
    vt_token *old = &doc->words.at[found];
    old->flags &= word->flags | ~(uint32_t)VT_TOKEN_HIDDEN;
    return true;
}

static uint32_t code_at(const rec *recs, size_t from, size_t to, size_t i)
{
    return i >= from && i < to ? recs[i].glyph.code : 0;
}

static bool is_ascii_letter(uint32_t c)
{
    return c < 128 && vt_is_alpha((int)c);
}

/* A glyph without a character between letters is nearly always a ligature that the file's map
 * left out. Which one follows from its width and from what English, German and French put behind
 * "fi", "fl" and "ff". */
static const char *guess_ligature(const rec *recs, size_t from, size_t to, size_t i, float size)
{
    uint32_t before = code_at(recs, from, to, i - 1), next = code_at(recs, from, to, i + 1);
    uint32_t after = code_at(recs, from, to, i + 2);
    float width = recs[i].glyph.advance / size;
    if (recs[i].glyph.code != VT_REPLACEMENT || width < 0.4f || width > 1.1f ||
        (!is_ascii_letter(before) && !is_ascii_letter(next)) ||
        (before && !is_ascii_letter(before)))
        return NULL;
    bool vowel_before = before && strchr("aeiouAEIOU", (int)before);
    if (width > 0.78f)
        return next && strchr("aouy", (int)next) ? "ffl" : "ffi";
    if (!is_ascii_letter(next))
        return "ff";
    if (strchr("aouiy", (int)next))
        return vowel_before && (next == 'o' || next == 'a') && after == 'r' ? "ff" : "fl";
    if (next != 'e')
        return "fi";
    if (after && strchr("xect", (int)after))
        return vowel_before && after == 'c' && strchr("eE", (int)before) ? "ff" : "fl";
    return after == 'r' && vowel_before ? "ff" : "fi";
}

static size_t put_code(char *out, uint32_t c, const char *guess)
{
    const char *parts = guess ? guess : ligature(c);
    if (!parts)
        return vt_utf8_encode(c, out);
    size_t n = strlen(parts);
    memcpy(out, parts, n);
    return n;
}

/* In which order the characters of recs [from, to) are read: RTL words are drawn from the left. */
static bool reversed(const rec *recs, size_t from, size_t to)
{
    size_t rtl = 0, ltr = 0;
    for (size_t i = from; i < to; i++) {
        uint32_t c = recs[i].glyph.code;
        rtl += is_rtl(c);
        ltr += !is_rtl(c) && (vt_is_alnum((int)c) || c >= 0xc0);
    }
    return rtl > ltr;
}

/* The bracket that is meant where a word is drawn from the right. */
static uint32_t mirrored(uint32_t c)
{
    static const char pairs[] = "()[]{}<>";
    const char *hit = c && c < 0x80 ? strchr(pairs, (int)c) : NULL;
    if (hit)
        return (uint32_t)pairs[(hit - pairs) ^ 1];
    return c == 0xab ? 0xbb : c == 0xbb ? 0xab : c;
}

static void add_word(vt_glyphs *g, size_t from, size_t to, bool glued, bool spaced)
{
    if (g->doc->words.n >= VT_MAX_TOKENS)
        return;
    const rec *recs = g->run.at;
    const rec *last = &recs[to - 1];
    char *text = vt_arena_array(g->doc->arena, to - from, 4);
    size_t len = 0, unknown = 0;
    bool backwards = reversed(recs, from, to);
    for (size_t i = from; i < to; i++) {
        size_t k = backwards ? to - 1 - (i - from) : i;
        uint32_t c = backwards ? mirrored(recs[k].glyph.code) : recs[k].glyph.code;
        const char *guess = guess_ligature(recs, from, to, k, g->style.size);
        unknown += is_unknown(c) && !guess;
        if (c == 0xad) { /* a soft hyphen shows at the end only */
            if (i + 1 == to)
                text[len++] = '-';
            continue;
        }
        len += put_code(text + len, c < 0x20 ? VT_REPLACEMENT : c, guess);
    }
    if (len == 0)
        return;
    vt_token word = vt_token_init(vt_str_n(text, len), g->page);
    const vt_glyph *first = &recs[from].glyph;
    float length = last->end - recs[from].at;
    float x1 = first->x + length * g->style.dir_x, y1 = first->y + length * g->style.dir_y;
    word.box = word_box(&g->style, first->x, first->y, x1, y1);
    word.size = g->style.size;
    word.baseline = first->y;
    word.color = g->style.color;
    word.font = g->style.font;
    word.flags = g->style.flags | (glued ? VT_TOKEN_GLUED : 0);
    if (spaced && to - from > 1)
        word.flags |= VT_TOKEN_SPACED;
    if (fabsf(g->style.dir_x) < 0.9f || g->style.dir_x < 0)
        word.flags |= VT_TOKEN_ROTATED;
    if (first->icon.ptr) {
        word.text = vt_str_dup(g->doc->arena, first->icon);
        word.flags |= VT_TOKEN_ICON;
    } else if (unknown && to - from == 1) { /* a sign of no known meaning, not a word */
        word.text = VT_STR("");
        word.flags |= VT_TOKEN_ICON;
    } else if (unknown * 2 > to - from) {
        word.flags |= VT_TOKEN_GARBLED;
    }
    if (!is_duplicate(g, &word))
        vt_vec_push(g->doc->arena, &g->doc->words, word);
    g->have_last = true;
    g->last_x = x1;
    g->last_y = y1;
    g->last_size = g->style.size;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Text set as tight as it goes has spaces under the usual gap: they show where all other gaps are
 * next to nothing. */
static float tight_gap(const vt_glyphs *g, float normal)
{
    size_t tight = 0, words = 0;
    for (size_t i = 0; i < g->gaps.n; i++) {
        float gap = g->gaps.at[i] / g->style.size;
        if (gap > SPACED_GAP && gap < TIGHT_GAP)
            return normal;
        tight += gap >= TIGHT_GAP && gap < WORD_GAP;
        words += gap >= WORD_GAP;
    }
    return tight >= 2 && tight > words ? TIGHT_GAP * g->style.size : normal;
}

/* The gap from which on two glyphs of the run belong to different words, points. */
static float word_gap(vt_glyphs *g)
{
    g->gaps.n = 0;
    for (size_t i = 1; i < g->run.n; i++) {
        const rec *a = &g->run.at[i - 1], *b = &g->run.at[i];
        if (!a->space && !b->space && b->glyph.advance > 0)
            vt_vec_push(g->doc->arena, &g->gaps, b->at - a->end);
    }
    float normal = WORD_GAP * g->style.size, spaced = SPACED_GAP * g->style.size;
    size_t narrow = 0;
    for (size_t i = 0; i < g->gaps.n; i++)
        narrow += g->gaps.at[i] < spaced;
    if (g->gaps.n < 3 || narrow > g->gaps.n / 2) /* so the median is */
        return tight_gap(g, normal);
    qsort(g->gaps.at, g->gaps.n, sizeof *g->gaps.at, compare_floats);
    float median = g->gaps.at[g->gaps.n / 2], low = g->gaps.at[g->gaps.n / 5];
    if (median < spaced || low < median * 0.5f)
        return normal;
    float wide = VT_MIN(1.5f * median + 0.12f * g->style.size, median + 0.18f * g->style.size);
    return VT_MAX(normal, wide);
}

/* An accent drawn over a letter becomes one character with it. */
static void compose_accents(vt_glyphs *g)
{
    rec *recs = g->run.at;
    size_t n = 0;
    for (size_t i = 0; i < g->run.n; i++) {
        rec next = recs[i];
        if (n && !next.space && !recs[n - 1].space) {
            rec *last = &recs[n - 1];
            float overlap = VT_MIN(last->end, next.end) - VT_MAX(last->at, next.at);
            bool combining = next.glyph.code >= 0x300 && next.glyph.code < 0x370;
            bool over = overlap > 0.4f * VT_MIN(last->end - last->at, next.end - next.at);
            uint32_t c = 0;
            if (combining || over)
                c = vt_glyphs_compose(last->glyph.code, next.glyph.code);
            if (!c && over)
                c = vt_glyphs_compose(next.glyph.code, last->glyph.code);
            if (c) {
                last->glyph.code = c;
                last->at = VT_MIN(last->at, next.at);
                last->end = VT_MAX(last->end, next.end);
                continue;
            }
        }
        recs[n++] = next;
    }
    g->run.n = n;
}

/* True when the run goes on where the last word ended, without white between. */
static bool continues_last(const vt_glyphs *g, const rec *first)
{
    if (!g->have_last || first->space)
        return false;
    const vt_glyph_style *s = &g->style;
    float size = VT_MAX(s->size, g->last_size);
    float gap = first->at - along(s, g->last_x, g->last_y);
    float shift = across(s, first->glyph.x, first->glyph.y) - across(s, g->last_x, g->last_y);
    return fabsf(shift) < 0.5f * size && gap > -0.3f * size && gap < 0.6f * WORD_GAP * size;
}

static bool may_be_misread(const vt_glyphs *g)
{
    for (size_t i = 0; i < g->run.n; i++) {
        uint32_t c = g->run.at[i].glyph.code;
        if (c >= 0xc2 && c <= 0xf4 &&
            (i + 1 == g->run.n || g->run.at[i + 1].glyph.code > 0x7f || g->run.at[i + 1].space))
            return true;
    }
    return false;
}

/* UTF-8 that the writer of the file took for Latin-1: the signs of one character become it. */
static bool repair_misread(vt_glyphs *g)
{
    rec *recs = g->run.at;
    size_t n = 0;
    bool found = false;
    uint32_t *codes = VT_NEW_ARRAY(g->doc->arena, uint32_t, g->run.n);
    for (size_t i = 0; i < g->run.n; i++)
        codes[i] = recs[i].space && recs[i].glyph.code != 0xa0 ? ' ' : recs[i].glyph.code;
    for (size_t i = 0; i < g->run.n;) {
        uint32_t code;
        size_t used = vt_mojibake_at(codes, g->run.n, i, &code);
        if (used == 0) {
            recs[n++] = recs[i++];
            continue;
        }
        rec whole = recs[i];
        whole.end = VT_MAX(whole.end, recs[i + used - 1].end);
        whole.glyph.code = normal_form(code);
        whole.space = is_space(code);
        found = true;
        i += used;
        if (code)
            recs[n++] = whole;
    }
    g->run.n = n;
    return found;
}

void vt_glyphs_flush(vt_glyphs *g)
{
    if (!g->run.n)
        return;
    if (may_be_misread(g) && repair_misread(g))
        (void)repair_misread(g); /* misread twice */
    if (!g->run.n)
        return;
    compose_accents(g);
    float wide = word_gap(g);
    float normal = WORD_GAP * g->style.size;
    bool glued = continues_last(g, &g->run.at[0]);
    size_t from = 0;
    const rec *recs = g->run.at;
    g->over = VT_NONE;
    for (size_t i = 0; i <= g->run.n; i++) {
        bool end = i == g->run.n || recs[i].space;
        bool icon =
            i < g->run.n && i > from && (recs[i].glyph.icon.ptr || recs[i - 1].glyph.icon.ptr);
        bool gap = i < g->run.n && i > from && recs[i].at - recs[i - 1].end > wide;
        if (!end && !icon && !gap)
            continue;
        if (i > from) {
            add_word(g, from, i, glued, wide > normal);
            glued = false;
        }
        from = i;
        if (!end || i == g->run.n)
            continue;
        /* a space that the next glyph steps back over is no space */
        bool real = i + 1 >= g->run.n || i == 0 || recs[i - 1].space ||
                    recs[i + 1].at - recs[i - 1].end > 0.4f * normal;
        glued = i > 0 && !recs[i - 1].space && !real;
        from = i + 1;
        if (i + 1 == g->run.n)
            g->have_last = false;
    }
    g->run.n = 0;
}

static bool same_look(const vt_glyph_style *a, const vt_glyph_style *b)
{
    return fabsf(a->size - b->size) < 0.06f * a->size && a->color == b->color &&
           a->flags == b->flags && fabsf(a->dir_x - b->dir_x) < 0.01f &&
           fabsf(a->dir_y - b->dir_y) < 0.01f;
}

static bool goes_on(const vt_glyphs *g, const vt_glyph_style *style, const vt_glyph *glyph)
{
    if (!same_look(&g->style, style))
        return false;
    float gap = along(style, glyph->x, glyph->y) - along(style, g->pen_x, g->pen_y);
    float shift = across(style, glyph->x, glyph->y) - across(style, g->pen_x, g->pen_y);
    return fabsf(shift) < 0.12f * style->size && gap > -RUN_BACK * style->size &&
           gap < RUN_GAP * style->size;
}

void vt_glyphs_add(vt_glyphs *g, const vt_glyph_style *style, vt_glyph glyph)
{
    if (is_ignorable(glyph.code))
        return;
    if (g->run.n && !goes_on(g, style, &glyph))
        vt_glyphs_flush(g);
    if (!g->run.n)
        g->style = *style;
    glyph.code = glyph.icon.ptr ? glyph.code : normal_form(glyph.code);
    if (!glyph.icon.ptr)
        glyph.icon = vt_icons_pictograph(glyph.code);
    rec next = {.glyph = glyph, .space = !glyph.icon.ptr && is_space(glyph.code)};
    next.at = along(style, glyph.x, glyph.y);
    next.end = next.at + glyph.advance;
    vt_vec_push(g->doc->arena, &g->run, next);
    g->pen_x = glyph.x + glyph.advance * style->dir_x;
    g->pen_y = glyph.y + glyph.advance * style->dir_y;
}
