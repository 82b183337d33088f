/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words.tsv is used where it lies: its lines are sorted by bytes, so a word is found by halving.
 * The index is an array of words sorted by their first letters; same-stem words share them.
 */
#include "fit/weights.h"

#include "base/embed.h"
#include "base/vec.h"

#include <stdlib.h>

extern const vt_embed vt_embed_fit[]; /* words.tsv of data/models, made at build time */

enum { PREFIX = 4, MAX_PHRASE_WORDS = 48 };
static const double LIGHT = 0.15; /* a word of less weight is not looked for */
static const double NAME = 2.5;   /* times the weight of a word that is written like a name */

double vt_word_weight(vt_str folded)
{
    const vt_embed *file = vt_embed_find(vt_embed_fit, VT_STR("words.tsv"));
    size_t low = 0, high = file ? file->size : 0;
    while (low < high) {
        size_t start = low + (high - low) / 2;
        while (start > low && file->data[start - 1] != '\n')
            start--;
        size_t tab = start;
        while (tab < high && file->data[tab] != '\t')
            tab++;
        size_t end = tab;
        while (end < high && file->data[end] != '\n')
            end++;
        int order = vt_str_cmp(folded, vt_str_n(file->data + start, tab - start));
        if (order == 0)
            return tab + 4 < end + 1 && file->data[tab + 1] == '0'
                       ? (file->data[tab + 3] - '0') / 10.0 +
                             (tab + 4 < end ? (file->data[tab + 4] - '0') / 100.0 : 0)
                       : 1;
        if (order < 0)
            high = start;
        else
            low = end + 1;
    }
    return 1;
}

bool vt_word_same_stem(vt_str a, vt_str b)
{
    size_t n = VT_MIN(a.len, b.len), longer = VT_MAX(a.len, b.len);
    if (n < PREFIX)
        return vt_str_eq(a, b);
    size_t common = 0;
    while (common < n && a.ptr[common] == b.ptr[common])
        common++;
    return common >= PREFIX && common + 3 >= longer - (longer > 8 ? 2 : 0);
}

/* ---- index ---- */

struct entry {
    vt_str word;
    uint32_t line;
};

struct vt_word_index {
    vt_arena *arena;
    VT_VEC(struct entry) entries;
    uint32_t lines;
};

vt_word_index *vt_word_index_new(vt_arena *arena)
{
    vt_word_index *index = VT_NEW(arena, vt_word_index);
    index->arena = arena;
    return index;
}

void vt_word_index_add(vt_word_index *index, const vt_words *words, uint32_t line)
{
    for (size_t i = 0; i < words->n; i++)
        vt_vec_push(index->arena, &index->entries, ((struct entry){words->at[i].folded, line}));
    index->lines = VT_MAX(index->lines, line + 1);
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = vt_str_cmp(x->word, y->word);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

void vt_word_index_close(vt_word_index *index)
{
    if (index->entries.n)
        qsort(index->entries.at, index->entries.n, sizeof *index->entries.at, compare_entries);
}

/** The first entry that is not before `prefix`. */
static size_t first_entry(const vt_word_index *index, vt_str prefix)
{
    size_t low = 0, high = index->entries.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (vt_str_cmp(index->entries.at[middle].word, prefix) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/** Adds a word's weight to each line that has it; true when one has. */
static bool mark_lines(const vt_word_index *index, vt_str word, double weight, uint32_t number,
                       double *sums, uint32_t *seen)
{
    vt_str prefix = vt_str_sub(word, 0, word.len < PREFIX ? word.len : PREFIX);
    bool found = false;
    for (size_t i = first_entry(index, prefix); i < index->entries.n; i++) {
        const struct entry *entry = &index->entries.at[i];
        if (!vt_str_starts(entry->word, prefix))
            break;
        if (!vt_word_same_stem(word, entry->word))
            continue;
        found = true;
        if (seen[entry->line] != number) {
            seen[entry->line] = number;
            sums[entry->line] += weight;
        }
    }
    return found;
}

/** Written like a name: in capitals, with a digit, or with a capital inside the phrase. "Solid
 * knowledge of Revit" is about Revit. */
static bool is_name(const vt_word *word, size_t at, double weight)
{
    bool marked = (word->flags & (VT_WORD_UPPER | VT_WORD_DIGIT)) ||
                  ((word->flags & VT_WORD_CAPITAL) && at > 0);
    return marked && weight > 0.4 && word->folded.len > 1;
}

vt_phrase_found vt_word_index_find(const vt_word_index *index, vt_arena *arena,
                                   const vt_word *words, size_t n)
{
    vt_phrase_found ret = {0};
    if (!index->lines)
        return ret;
    double *sums = VT_NEW_ARRAY(arena, double, index->lines);
    uint32_t *seen = VT_NEW_ARRAY(arena, uint32_t, index->lines);
    double found = 0;
    for (size_t i = 0; i < n && ret.words < MAX_PHRASE_WORDS; i++) {
        double weight = vt_word_weight(words[i].folded);
        bool again = false;
        for (size_t k = 0; k < i && !again; k++)
            again = vt_str_eq(words[k].folded, words[i].folded);
        if (weight < LIGHT || again || words[i].folded.len < 2 || !(words[i].flags & VT_WORD_ALPHA))
            continue;
        weight *= is_name(&words[i], i, weight) ? NAME : 1;
        ret.words++;
        ret.weight += weight;
        if (mark_lines(index, words[i].folded, weight, (uint32_t)ret.words, sums, seen))
            found += weight;
    }
    for (uint32_t line = 0; line < index->lines && ret.weight > 0; line++)
        if (sums[line] / ret.weight > ret.together + 1e-9) {
            ret.together = sums[line] / ret.weight;
            ret.line = line;
        }
    ret.anywhere = ret.weight > 0 ? found / ret.weight : 0;
    return ret;
}

static bool has_word(const vt_word_index *index, vt_str word)
{
    vt_str prefix = vt_str_sub(word, 0, word.len < PREFIX ? word.len : PREFIX);
    for (size_t i = first_entry(index, prefix);
         i < index->entries.n && vt_str_starts(index->entries.at[i].word, prefix); i++)
        if (vt_word_same_stem(word, index->entries.at[i].word))
            return true;
    return false;
}

double vt_word_index_names(const vt_word_index *index, const vt_word *words, size_t n,
                           bool capitals)
{
    double all = 0, found = 0;
    for (size_t i = 0; i < n && i < MAX_PHRASE_WORDS; i++) {
        double weight = vt_word_weight(words[i].folded);
        bool plain = !(words[i].flags & (VT_WORD_UPPER | VT_WORD_DIGIT));
        if (!is_name(&words[i], i, weight) || (plain && !capitals) ||
            !(words[i].flags & VT_WORD_ALPHA))
            continue;
        all += weight;
        found += has_word(index, words[i].folded) ? weight : 0;
    }
    return all > 0 ? found / all : -1;
}
