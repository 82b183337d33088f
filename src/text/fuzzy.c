/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Edit distance with swaps (optimal string alignment) by three rolling rows, cut off when a whole
 * row is over the maximum; Jaro-Winkler as in Winkler 1990 with prefix 4 and scale 0.1.
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

double vt_similarity(vt_str a, vt_str b)
{
    struct points x, y;
    read_points(a, &x);
    read_points(b, &y);
    size_t longer = VT_MAX(x.n, y.n);
    if (longer == 0)
        return 1;
    return 1 - (double)vt_edit_distance(a, b, longer) / (double)longer;
}

/* Matching characters within the window, and half the transpositions among them. */
static size_t jaro_matches(const struct points *x, const struct points *y, size_t *ret_swaps)
{
    bool used_x[VT_FUZZY_MAX] = {0}, used_y[VT_FUZZY_MAX] = {0};
    size_t longer = VT_MAX(x->n, y->n), window = longer > 3 ? longer / 2 - 1 : 0, matches = 0;
    for (size_t i = 0; i < x->n; i++) {
        size_t from = i > window ? i - window : 0, to = VT_MIN(i + window + 1, y->n);
        for (size_t j = from; j < to; j++)
            if (!used_y[j] && x->at[i] == y->at[j]) {
                used_x[i] = used_y[j] = true;
                matches++;
                break;
            }
    }
    size_t swaps = 0, j = 0;
    for (size_t i = 0; i < x->n; i++) {
        if (!used_x[i])
            continue;
        while (!used_y[j])
            j++;
        swaps += x->at[i] != y->at[j++];
    }
    *ret_swaps = swaps / 2;
    return matches;
}

double vt_jaro_winkler(vt_str a, vt_str b)
{
    struct points x, y;
    read_points(a, &x);
    read_points(b, &y);
    if (x.n == 0 && y.n == 0)
        return 1;
    size_t swaps, n = jaro_matches(&x, &y, &swaps);
    if (n == 0)
        return 0;
    double m = (double)n;
    double jaro = (m / (double)x.n + m / (double)y.n + (m - (double)swaps) / m) / 3;
    size_t prefix = 0;
    while (prefix < 4 && prefix < x.n && prefix < y.n && x.at[prefix] == y.at[prefix])
        prefix++;
    return jaro + (double)prefix * 0.1 * (1 - jaro);
}
