/* SPDX-License-Identifier: Apache-2.0 */
#include "eval/compare.h"

#include "base/buf.h"
#include "text/utf8.h"

#include <math.h>
#include <string.h>

/* ---- folding ---- */

static bool is_word_char(uint32_t cp)
{
    return cp == '_' || cp == '+' || cp == '#' || vt_cp_is(cp, VT_CP_LETTER | VT_CP_DIGIT);
}

vt_str vt_eval_fold(vt_arena *arena, vt_str s)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    bool gap = false;
    for (size_t at = 0; at < s.len;) {
        uint32_t cp = vt_utf8_next(s, &at);
        char folded[VT_FOLD_MAX];
        size_t n = vt_cp_fold(cp, folded);
        vt_str text = cp == '&' ? VT_STR(" and ") : vt_str_n(folded, n);
        for (size_t k = 0; k < text.len;) {
            size_t from = k;
            if (!is_word_char(vt_utf8_next(text, &k))) {
                gap = true;
                continue;
            }
            if (gap && out.len)
                vt_buf_addc(&out, ' ');
            gap = false;
            vt_buf_add(&out, vt_str_n(text.ptr + from, k - from));
        }
    }
    return vt_str_dup(arena, vt_buf_str(&out));
}

/* The words that stand for a degree, each with its canonical form. */
static const struct {
    const char *const *forms;
    const char *canonical;
} degrees[] = {
#define FORMS(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
    {FORMS("bachelor of science", "b sc", "bsc", "b s", "bs"), "bachelor science"},
    {FORMS("master of science", "m sc", "msc", "m s", "ms"), "master science"},
    {FORMS("bachelor of arts", "b a", "ba"), "bachelor arts"},
    {FORMS("master of arts", "m a", "ma"), "master arts"},
    {FORMS("bachelor of engineering", "b eng", "beng"), "bachelor engineering"},
    {FORMS("master of engineering", "m eng", "meng"), "master engineering"},
    {FORMS("bachelor of technology", "b tech", "btech"), "bachelor technology"},
    {FORMS("master of technology", "m tech", "mtech"), "master technology"},
    {FORMS("doctor of philosophy", "doctorate", "ph d", "phd"), "doctor philosophy"},
    {FORMS("master of business administration", "m b a", "mba"), "master business administration"},
    {FORMS("bachelor of commerce", "b com", "bcom"), "bachelor commerce"},
    {FORMS("bachelor of business administration", "bba"), "bachelor business administration"},
    {FORMS("juris doctor", "j d", "jd"), "juris doctor"},
    {FORMS("doctor of medicine", "m d", "md"), "doctor medicine"},
    {FORMS("bachelor of education", "b ed", "bed"), "bachelor education"},
#undef FORMS
};

static bool ends_word(vt_str s, size_t at)
{
    return at >= s.len || s.ptr[at] == ' ' || s.ptr[at] == '+' || s.ptr[at] == '#';
}

static vt_str expand_degree(vt_arena *arena, vt_str s)
{
    for (size_t i = 0; i < VT_COUNT(degrees); i++)
        for (const char *const *form = degrees[i].forms; *form; form++) {
            vt_str f = vt_str_z(*form);
            if (!vt_str_starts(s, f) || !ends_word(s, f.len))
                continue;
            s = vt_str_format(arena, "%s" VT_STR_FMT, degrees[i].canonical,
                              VT_STR_ARG(vt_str_sub(s, f.len, s.len)));
            break;
        }
    return s;
}

static bool is_rank(vt_str word)
{
    return vt_str_eq(word, VT_STR("bachelor")) || vt_str_eq(word, VT_STR("master")) ||
           vt_str_eq(word, VT_STR("associate"));
}

/* "bachelors", "bachelor s" -> "bachelor" */
static vt_str singular_ranks(vt_arena *arena, vt_str s)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    bool after_rank = false;
    for (vt_str word; vt_str_split(&s, ' ', &word);) {
        if (after_rank && vt_str_eq(word, VT_STR("s"))) {
            after_rank = false;
            continue;
        }
        bool plural = vt_str_ends(word, VT_STR("s")) && is_rank(vt_str_sub(word, 0, word.len - 1));
        after_rank = is_rank(word);
        word.len -= plural;
        if (out.len)
            vt_buf_addc(&out, ' ');
        vt_buf_add(&out, word);
    }
    return vt_str_dup(arena, vt_buf_str(&out));
}

/* Without the words "of" and "in" between others. */
static vt_str without_particles(vt_arena *arena, vt_str s)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    bool first = true;
    for (vt_str word; vt_str_split(&s, ' ', &word); first = false) {
        bool particle = vt_str_eq(word, VT_STR("of")) || vt_str_eq(word, VT_STR("in"));
        if (particle && !first && s.len)
            continue;
        if (out.len)
            vt_buf_addc(&out, ' ');
        vt_buf_add(&out, word);
    }
    return vt_str_dup(arena, vt_buf_str(&out));
}

vt_str vt_eval_fold_degree(vt_arena *arena, vt_str s)
{
    vt_str f = singular_ranks(arena, vt_eval_fold(arena, s));
    return without_particles(arena, expand_degree(arena, f));
}

/* ---- likeness ---- */

struct letters {
    uint32_t *at;
    size_t n;
};

static struct letters letters_of(vt_arena *arena, vt_str s)
{
    struct letters l = {VT_NEW_ARRAY(arena, uint32_t, s.len + 1), 0};
    for (size_t at = 0; at < s.len;)
        l.at[l.n++] = vt_utf8_next(s, &at);
    return l;
}

struct block {
    size_t a, b, n;
};

/* The longest common block, the first of equals; `row` has room for b.n + 1. */
static struct block longest(struct letters a, struct letters b, size_t *row)
{
    struct block best = {0, 0, 0};
    memset(row, 0, (b.n + 1) * sizeof *row);
    for (size_t i = 0; i < a.n; i++)
        for (size_t j = b.n; j-- > 0;) {
            size_t n = a.at[i] == b.at[j] ? row[j] + 1 : 0;
            row[j + 1] = n;
            if (n > best.n || (n == best.n && n && best.a == i + 1 - n && j + 1 - n < best.b))
                best = (struct block){i + 1 - n, j + 1 - n, n};
        }
    return best;
}

static size_t common(struct letters a, struct letters b, size_t *row)
{
    if (a.n == 0 || b.n == 0)
        return 0;
    struct block k = longest(a, b, row);
    if (k.n == 0)
        return 0;
    struct letters a_left = {a.at, k.a}, a_right = {a.at + k.a + k.n, a.n - k.a - k.n};
    struct letters b_left = {b.at, k.b}, b_right = {b.at + k.b + k.n, b.n - k.b - k.n};
    return k.n + common(a_left, b_left, row) + common(a_right, b_right, row);
}

double vt_eval_ratio(vt_arena *arena, vt_str a, vt_str b)
{
    if (a.len == 0 || b.len == 0)
        return 0;
    if (vt_str_eq(a, b))
        return 1;
    struct letters x = letters_of(arena, a), y = letters_of(arena, b);
    size_t *row = VT_NEW_ARRAY(arena, size_t, y.n + 1);
    return 2.0 * (double)common(x, y, row) / (double)(x.n + y.n);
}

static bool same_folded(vt_arena *arena, vt_str a, vt_str b, double at_least)
{
    if (a.len == 0 || b.len == 0)
        return false;
    if (vt_eval_ratio(arena, a, b) >= at_least)
        return true;
    /* "Acme" for "Acme Berlin" */
    size_t na = vt_utf8_count(a), nb = vt_utf8_count(b);
    vt_str shorter = na <= nb ? a : b, longer = na <= nb ? b : a;
    size_t few = VT_MIN(na, nb), many = VT_MAX(na, nb);
    return few >= 4 && vt_str_starts(longer, shorter) && longer.len > shorter.len &&
           longer.ptr[shorter.len] == ' ' && (double)few >= 0.6 * (double)many;
}

bool vt_eval_same_text(vt_arena *arena, vt_str a, vt_str b, double at_least)
{
    return same_folded(arena, vt_eval_fold(arena, a), vt_eval_fold(arena, b), at_least);
}

static bool is_legal_form(vt_str word)
{
    static const char *const forms[] = {
        "inc",  "llc", "ltd", "limited", "corp", "corporation", "co",  "company",
        "gmbh", "ag",  "plc", "pvt",     "sa",   "sarl",        "bv",  "oy",
        "ab",   "as",  "spa", "srl",     "pty",  "llp",         "the",
    };
    return VT_STR_AMONG(word, forms);
}

static vt_str without_legal_forms(vt_arena *arena, vt_str folded)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    for (vt_str word; vt_str_split(&folded, ' ', &word);) {
        bool two = (vt_str_eq(word, VT_STR("s")) && vt_str_starts(folded, VT_STR("a")) &&
                    ends_word(folded, 1)) ||
                   (vt_str_eq(word, VT_STR("b")) && vt_str_starts(folded, VT_STR("v")) &&
                    ends_word(folded, 1));
        if (two)
            vt_str_split(&folded, ' ', &word);
        if (two || is_legal_form(word))
            continue;
        if (out.len)
            vt_buf_addc(&out, ' ');
        vt_buf_add(&out, word);
    }
    return vt_str_dup(arena, vt_buf_str(&out));
}

bool vt_eval_same_company(vt_arena *arena, vt_str a, vt_str b)
{
    vt_str x = vt_eval_fold(arena, a), y = vt_eval_fold(arena, b);
    return same_folded(arena, x, y, 0.85) ||
           same_folded(arena, without_legal_forms(arena, x), without_legal_forms(arena, y), 0.85);
}

bool vt_eval_same_degree(vt_arena *arena, vt_str a, vt_str b)
{
    if (vt_eval_same_text(arena, a, b, 0.85))
        return true;
    vt_str x = vt_eval_fold_degree(arena, a), y = vt_eval_fold_degree(arena, b);
    return vt_str_starts(x, y) || vt_str_starts(y, x);
}

static vt_str last_nine(vt_str s)
{
    return vt_str_sub(s, s.len > 9 ? s.len - 9 : 0, s.len);
}

bool vt_eval_same_phone(vt_arena *arena, vt_str a, vt_str b)
{
    vt_str x = vt_digits_of(arena, a), y = vt_digits_of(arena, b);
    if (x.len == 0 || y.len == 0)
        return false;
    return vt_str_eq(x, y) || (VT_MIN(x.len, y.len) >= 7 &&
                               (vt_str_ends(x, last_nine(y)) || vt_str_ends(y, last_nine(x))));
}

bool vt_eval_same_date(vt_str gold, vt_str got)
{
    return (gold.len == 4 && vt_str_starts(got, gold)) ||
           vt_str_eq(vt_str_sub(gold, 0, 7), vt_str_sub(got, 0, 7));
}

/* ---- words ---- */

static int by_text(const void *a, const void *b)
{
    return vt_str_cmp(*(const vt_str *)a, *(const vt_str *)b);
}

static size_t sorted_words(vt_arena *arena, vt_str text, vt_str **ret)
{
    vt_str folded = vt_eval_fold(arena, text);
    vt_str *words = VT_NEW_ARRAY(arena, vt_str, folded.len / 2 + 1);
    size_t n = 0;
    while (vt_str_split(&folded, ' ', &words[n]))
        n++;
    qsort(words, n, sizeof *words, by_text);
    *ret = words;
    return n;
}

double vt_eval_word_f1(vt_arena *arena, vt_str a, vt_str b)
{
    vt_str *x, *y;
    size_t n = sorted_words(arena, a, &x), m = sorted_words(arena, b, &y), same = 0;
    for (size_t i = 0, j = 0; i < n && j < m;) {
        int order = vt_str_cmp(x[i], y[j]);
        same += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return same ? 2.0 * (double)same / (double)(n + m) : 0;
}

/* ---- pairing ---- */

/* Shortest augmenting paths with potentials: Kuhn-Munkres in O(n^3); rows and columns from 1. */
struct matching {
    const double *likeness;
    size_t rows, columns, size; /* size: of the padded square */
    double *row_potential, *potential, *slack;
    size_t *partner, *way; /* of a column: its row, the column before it on the path */
    bool *used;
};

static double cost(const struct matching *m, size_t row, size_t column)
{
    bool real = row <= m->rows && column <= m->columns;
    return real ? -m->likeness[(row - 1) * m->columns + column - 1] : 0;
}

/* Goes from column `at` to the next one on the shortest path. */
static size_t next_column(struct matching *m, size_t at)
{
    size_t row = m->partner[at], next = 0;
    double delta = HUGE_VAL;
    m->used[at] = true;
    for (size_t j = 1; j <= m->size; j++) {
        if (m->used[j])
            continue;
        double reduced = cost(m, row, j) - m->row_potential[row] - m->potential[j];
        if (reduced < m->slack[j]) {
            m->slack[j] = reduced;
            m->way[j] = at;
        }
        if (m->slack[j] < delta) {
            delta = m->slack[j];
            next = j;
        }
    }
    for (size_t j = 0; j <= m->size; j++) {
        if (m->used[j]) {
            m->row_potential[m->partner[j]] += delta;
            m->potential[j] -= delta;
        } else {
            m->slack[j] -= delta;
        }
    }
    return next;
}

static void add_row(struct matching *m, size_t row)
{
    for (size_t j = 0; j <= m->size; j++) {
        m->slack[j] = HUGE_VAL;
        m->used[j] = false;
    }
    m->partner[0] = row;
    size_t at = 0;
    do
        at = next_column(m, at);
    while (m->partner[at] != 0);
    for (; at; at = m->way[at])
        m->partner[at] = m->partner[m->way[at]];
}

void vt_eval_align(vt_arena *arena, const double *likeness, size_t n, size_t m, size_t *ret)
{
    size_t size = VT_MAX(n, m);
    struct matching match = {.likeness = likeness, .rows = n, .columns = m, .size = size};
    match.row_potential = VT_NEW_ARRAY(arena, double, size + 1);
    match.potential = VT_NEW_ARRAY(arena, double, size + 1);
    match.slack = VT_NEW_ARRAY(arena, double, size + 1);
    match.partner = VT_NEW_ARRAY(arena, size_t, size + 1);
    match.way = VT_NEW_ARRAY(arena, size_t, size + 1);
    match.used = VT_NEW_ARRAY(arena, bool, size + 1);
    for (size_t row = 1; row <= size; row++)
        add_row(&match, row);
    for (size_t i = 0; i < n; i++)
        ret[i] = SIZE_MAX;
    for (size_t j = 1; j <= m; j++) {
        size_t row = match.partner[j];
        if (row >= 1 && row <= n && likeness[(row - 1) * m + j - 1] >= 0.2)
            ret[row - 1] = j - 1;
    }
}
