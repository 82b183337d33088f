/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Edit distance with swaps (optimal string alignment) by three rolling rows, cut off when a whole
 * row is over the maximum.
 */
#include "text/fuzzy.h"

#include "text/utf8.h"

struct points {
    uint32_t at[VT_FUZZY_MAX];
    size_t n;
};

static void read_points(vt_str s, struct points *ret)
{
    ret->n = 0;
    for (size_t i = 0; i < s.len && ret->n < VT_FUZZY_MAX;)
        ret->at[ret->n++] = vt_utf8_next(s, &i);
}

static size_t min3(size_t a, size_t b, size_t c)
{
    return VT_MIN(VT_MIN(a, b), c);
}

size_t vt_edit_distance(vt_str a, vt_str b, size_t max)
{
    struct points x, y;
    read_points(a, &x);
    read_points(b, &y);
    if ((x.n > y.n ? x.n - y.n : y.n - x.n) > max)
        return max + 1;
    size_t rows[3][VT_FUZZY_MAX + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= y.n; j++)
        last[j] = j;
    for (size_t i = 1; i <= x.n; i++) {
        size_t best = row[0] = i;
        for (size_t j = 1; j <= y.n; j++) {
            bool same = x.at[i - 1] == y.at[j - 1];
            row[j] = min3(last[j] + 1, row[j - 1] + 1, last[j - 1] + !same);
            if (i > 1 && j > 1 && x.at[i - 1] == y.at[j - 2] && x.at[i - 2] == y.at[j - 1])
                row[j] = VT_MIN(row[j], before[j - 2] + 1);
            best = VT_MIN(best, row[j]);
        }
        if (best > max)
            return max + 1;
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return VT_MIN(last[y.n], max + 1);
}
