/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A style sheet becomes a list of (selector, declarations); for an element the rules that match are
 * applied in the order of their specificity, which the list is sorted by. A child combinator counts
 * as a descendant, a sibling combinator leaves the rule out.
 *
 * Rules are found by what their last part must have: its id, else its first class, else its tag.
 * What matching costs is counted (STEPS_MAX); when that is used up, the sheet states nothing more.
 */
#include "extract/css.h"

#include "base/map.h"
#include "base/vec.h"

enum { RULES_MAX = 6000, PARTS_MAX = 8, NEST_MAX = 8 };
enum { STEPS_MAX = 100000000, STEP_BYTES = 8 }; /* a step is some ten nanoseconds */

/* One compound selector: tag.class#id */
struct part {
    vt_str tag, id, classes; /* classes: "a.b" */
};

struct rule {
    struct part parts[PARTS_MAX]; /* the last is the element's own */
    size_t n;
    uint32_t weight; /* specificity, then order */
    vt_str declarations;
    const struct rule *next; /* of its bucket */
};

/* The rules that one id, class or tag leads to, as they are sorted. */
struct bucket {
    const struct rule *first, **end;
    uint64_t seen; /* the element for which it was looked at last */
};

/* What matching needs. Made anew when rules were added since. */
struct index {
    bool stale;
    vt_map *ids, *classes, *tags; /* tags in small letters */
    struct bucket any;
    const struct rule **found; /* for one element */
    uint64_t elements;         /* looked at so far */
    int64_t steps;             /* left */
};

struct vt_css {
    vt_arena *arena;
    VT_VEC(struct rule) rules;
    struct index *index;
};

vt_css *vt_css_new(vt_arena *arena)
{
    vt_css *css = VT_NEW(arena, vt_css);
    css->arena = arena;
    css->index = VT_NEW(arena, struct index);
    css->index->steps = STEPS_MAX;
    return css;
}

/* ---- reading ---- */

static bool is_name_char(char c)
{
    return vt_is_alnum((unsigned char)c) || c == '-' || c == '_' || (unsigned char)c >= 0x80 ||
           c == '\\';
}

static vt_str take_name(vt_str s, size_t *at)
{
    size_t from = *at;
    while (*at < s.len && is_name_char(s.ptr[*at]))
        (*at)++;
    return vt_str_sub(s, from, *at);
}

/* "tag.class#id"; false for what is not understood. */
static bool read_part(vt_str s, struct part *part, uint32_t *weight)
{
    size_t at = 0;
    if (at < s.len && s.ptr[at] == '*')
        at++;
    part->tag = take_name(s, &at);
    *weight += part->tag.len > 0;
    while (at < s.len) {
        char kind = s.ptr[at++];
        vt_str name = take_name(s, &at);
        if (name.len == 0 || (kind != '.' && kind != '#'))
            return false;
        if (kind == '#') {
            part->id = name;
            *weight += 10000;
        } else {
            /* neighbours in the sheet: "a.b" is one view */
            part->classes =
                part->classes.len && !part->id.len
                    ? vt_str_n(part->classes.ptr, (size_t)(name.ptr + name.len - part->classes.ptr))
                    : name;
            *weight += 100;
        }
    }
    return true;
}

static void add_selector(vt_css *css, vt_str selector, vt_str declarations)
{
    struct rule rule = {.declarations = declarations};
    vt_str rest = vt_str_trim(selector);
    while (rest.len) {
        size_t n = 0;
        while (n < rest.len && !vt_is_space((unsigned char)rest.ptr[n]) && rest.ptr[n] != '>')
            n++;
        vt_str part = vt_str_sub(rest, 0, n);
        while (n < rest.len && (vt_is_space((unsigned char)rest.ptr[n]) || rest.ptr[n] == '>'))
            n++;
        rest = vt_str_sub(rest, n, rest.len);
        if (part.len == 0)
            continue;
        if (rule.n == PARTS_MAX || !read_part(part, &rule.parts[rule.n], &rule.weight))
            return;
        rule.n++;
    }
    if (rule.n == 0 || css->rules.n >= RULES_MAX)
        return;
    vt_vec_push(css->arena, &css->rules, rule);
    css->index->stale = true;
}

static vt_str without_comments(vt_arena *arena, vt_str sheet)
{
    if (vt_str_find(sheet, VT_STR("/*"), 0) == VT_NPOS)
        return sheet;
    char *out = vt_arena_alloc(arena, sheet.len + 1);
    size_t n = 0;
    for (size_t at = 0; at < sheet.len;) {
        if (vt_str_starts(vt_str_sub(sheet, at, at + 2), VT_STR("/*"))) {
            size_t end = vt_str_find(sheet, VT_STR("*/"), at + 2);
            at = end == VT_NPOS ? sheet.len : end + 2;
            continue;
        }
        out[n++] = sheet.ptr[at++];
    }
    return vt_str_n(out, n);
}

/* The offset of the brace that closes the one before `at`, or the end. */
static size_t closing(vt_str s, size_t at)
{
    for (int depth = 1; at < s.len; at++) {
        depth += s.ptr[at] == '{' ? 1 : s.ptr[at] == '}' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return s.len;
}

static void add_rules(vt_css *css, vt_str sheet, int nest)
{
    for (size_t at = 0; at < sheet.len && nest < NEST_MAX;) {
        size_t open = vt_str_find_char(sheet, '{', at);
        if (open == VT_NPOS)
            return;
        size_t close = closing(sheet, open + 1);
        vt_str head = vt_str_sub(sheet, at, open), body = vt_str_sub(sheet, open + 1, close);
        at = close + 1;
        /* statements without a block, such as @import, end with a semicolon */
        for (size_t semi; (semi = vt_str_find_char(head, ';', 0)) != VT_NPOS;)
            head = vt_str_sub(head, semi + 1, head.len);
        head = vt_str_trim(head);
        if (vt_str_starts(head, VT_STR("@"))) {
            bool screen = vt_str_starts_nocase(head, VT_STR("@media")) &&
                          vt_str_find_char(head, '(', 0) == VT_NPOS &&
                          vt_str_find(head, VT_STR("print"), 0) == VT_NPOS;
            if (screen || vt_str_starts_nocase(head, VT_STR("@supports")))
                add_rules(css, body, nest + 1);
            continue;
        }
        vt_str selector;
        while (vt_str_split(&head, ',', &selector))
            add_selector(css, selector, body);
    }
}

void vt_css_add(vt_css *css, vt_str sheet)
{
    add_rules(css, without_comments(css->arena, sheet), 0);
}

/* ---- finding ---- */

/* Sorts by weight; equal ones stay in their order. */
static void sort_rules(vt_css *css)
{
    size_t n = css->rules.n;
    struct rule *from = css->rules.at, *to = VT_NEW_ARRAY(css->arena, struct rule, n);
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = VT_MIN(low + width, n), high = VT_MIN(low + 2 * width, n);
            size_t a = low, b = middle;
            for (size_t i = low; i < high; i++)
                to[i] = a < middle && (b >= high || from[a].weight <= from[b].weight) ? from[a++]
                                                                                      : from[b++];
        }
        struct rule *swap = from;
        from = to;
        to = swap;
    }
    if (from != css->rules.at)
        memcpy(css->rules.at, from, n * sizeof *from);
}

static vt_str in_small_letters(vt_arena *arena, vt_str s)
{
    char *out = vt_arena_alloc(arena, s.len + 1);
    for (size_t i = 0; i < s.len; i++)
        out[i] = vt_lower(s.ptr[i]);
    return vt_str_n(out, s.len);
}

static struct bucket *bucket_of(vt_css *css, const struct part *part)
{
    struct index *index = css->index;
    vt_str rest = part->classes, name = part->id;
    vt_map *map = index->ids;
    if (!name.len && rest.len && vt_str_split(&rest, '.', &name))
        map = index->classes;
    if (!name.len && part->tag.len) {
        name = in_small_letters(css->arena, part->tag);
        map = index->tags;
    }
    if (!name.len)
        return &index->any;
    struct bucket *bucket = vt_map_find(map, name);
    if (!bucket) {
        bucket = VT_NEW(css->arena, struct bucket);
        bucket->end = &bucket->first;
        vt_map_set(map, name, bucket);
    }
    return bucket;
}

static void make_index(vt_css *css)
{
    struct index *index = css->index;
    sort_rules(css);
    index->stale = false;
    index->ids = vt_map_new(css->arena);
    index->classes = vt_map_new(css->arena);
    index->tags = vt_map_new(css->arena);
    index->any = (struct bucket){.end = &index->any.first};
    index->found = VT_NEW_ARRAY(css->arena, const struct rule *, css->rules.n);
    for (size_t i = 0; i < css->rules.n; i++) {
        struct rule *rule = &css->rules.at[i];
        struct bucket *bucket = bucket_of(css, &rule->parts[rule->n - 1]);
        rule->next = NULL;
        *bucket->end = rule;
        bucket->end = &rule->next;
    }
}

/* ---- matching ---- */

static bool has_class(vt_str classes, vt_str wanted)
{
    for (size_t at = 0; at < classes.len;) {
        while (at < classes.len && vt_is_space((unsigned char)classes.ptr[at]))
            at++;
        size_t from = at;
        while (at < classes.len && !vt_is_space((unsigned char)classes.ptr[at]))
            at++;
        if (at > from && vt_str_eq(vt_str_sub(classes, from, at), wanted))
            return true;
    }
    return false;
}

static bool part_matches(struct index *index, const struct part *part, const vt_css_element *e)
{
    index->steps--;
    if (part->tag.len && !vt_str_eq_nocase(part->tag, e->tag))
        return false;
    if (part->id.len && !vt_str_eq(part->id, e->id))
        return false;
    vt_str rest = part->classes, one;
    while (vt_str_split(&rest, '.', &one)) {
        index->steps -= 1 + (int64_t)(e->classes.len / STEP_BYTES);
        if (!has_class(e->classes, one))
            return false;
    }
    return true;
}

static bool rule_matches(struct index *index, const struct rule *rule, const vt_css_element *e)
{
    if (!part_matches(index, &rule->parts[rule->n - 1], e))
        return false;
    size_t left = rule->n - 1;
    for (e = e->parent; left && e; e = e->parent)
        left -= part_matches(index, &rule->parts[left - 1], e);
    return left == 0;
}

/* Adds what matches of a bucket; each bucket once for an element. */
static size_t find_in(struct index *index, struct bucket *bucket, const vt_css_element *e, size_t n)
{
    if (!bucket || bucket->seen == index->elements)
        return n;
    bucket->seen = index->elements;
    for (const struct rule *rule = bucket->first; rule && index->steps > 0; rule = rule->next)
        if (rule_matches(index, rule, e))
            index->found[n++] = rule;
    return n;
}

static int by_place(const void *a, const void *b)
{
    const struct rule *x = *(const struct rule *const *)a, *y = *(const struct rule *const *)b;
    return (x > y) - (x < y);
}

/* The rules that match, as they are sorted, in index->found. */
static size_t find_rules(vt_css *css, const vt_css_element *e)
{
    struct index *index = css->index;
    index->elements++;
    size_t n = find_in(index, &index->any, e, 0);
    if (e->id.len)
        n = find_in(index, vt_map_find(index->ids, e->id), e, n);
    char tag[32];
    for (size_t i = 0; i < e->tag.len && i < sizeof tag; i++)
        tag[i] = vt_lower(e->tag.ptr[i]);
    if (e->tag.len <= sizeof tag)
        n = find_in(index, vt_map_find(index->tags, vt_str_n(tag, e->tag.len)), e, n);
    index->steps -= (int64_t)(e->classes.len / STEP_BYTES);
    for (size_t at = 0, from = 0; at <= e->classes.len; at++)
        if (at == e->classes.len || vt_is_space((unsigned char)e->classes.ptr[at])) {
            vt_str word = vt_str_sub(e->classes, from, at);
            n = find_in(index, word.len ? vt_map_find(index->classes, word) : NULL, e, n);
            from = at + 1;
        }
    qsort(index->found, n, sizeof *index->found, by_place);
    return n;
}

/* ---- declarations ---- */

static bool has_word(vt_str value, const char *word)
{
    return vt_str_find(value, vt_str_z(word), 0) != VT_NPOS;
}

static void set_display(vt_css_style *style, vt_str v)
{
    static const struct {
        const char *word;
        vt_css_display display;
    } words[] = {
        {"none", VT_CSS_NONE},           {"inline", VT_CSS_INLINE},
        {"inline-block", VT_CSS_INLINE}, {"contents", VT_CSS_INLINE},
        {"block", VT_CSS_BLOCK},         {"list-item", VT_CSS_BLOCK},
        {"flow-root", VT_CSS_BLOCK},     {"flex", VT_CSS_ROW},
        {"inline-flex", VT_CSS_ROW},     {"grid", VT_CSS_GRID},
        {"inline-grid", VT_CSS_GRID},    {"table", VT_CSS_TABLE},
        {"table-row", VT_CSS_TABLE_ROW}, {"table-cell", VT_CSS_TABLE_CELL},
    };
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_eq_nocase(v, vt_str_z(words[i].word)))
            style->display = words[i].display;
}

/* "12pt", "1.2em", "90%", "16px"; keywords and calculations are left out. */
static void set_size(vt_css_style *style, vt_str v)
{
    size_t at = 0;
    float value = 0, scale = 1;
    for (bool dot = false; at < v.len && (vt_is_digit(v.ptr[at]) || v.ptr[at] == '.'); at++) {
        if (v.ptr[at] == '.') {
            dot = true;
            continue;
        }
        scale *= dot ? 0.1f : 1;
        value =
            dot ? value + scale * (float)(v.ptr[at] - '0') : value * 10 + (float)(v.ptr[at] - '0');
    }
    vt_str unit = vt_str_sub(v, at, v.len);
    if (at == 0)
        return;
    style->relative = vt_str_eq_nocase(unit, VT_STR("em")) || vt_str_eq(unit, VT_STR("%"));
    if (vt_str_eq(unit, VT_STR("%")))
        value /= 100;
    else if (vt_str_eq_nocase(unit, VT_STR("px")))
        value *= 0.75f;
    else if (vt_str_eq_nocase(unit, VT_STR("rem")))
        value *= 12;
    else if (unit.len && !style->relative && !vt_str_eq_nocase(unit, VT_STR("pt")))
        return;
    style->size = value > 0 && value < 1000 ? value : style->size;
}

/* Columns of "1fr 2fr", "repeat(3, 1fr)". */
static uint32_t count_columns(vt_str v)
{
    int64_t n = 0;
    size_t repeat = vt_str_find(v, VT_STR("repeat("), 0);
    if (repeat != VT_NPOS) {
        size_t end = vt_str_find_char(v, ',', repeat);
        vt_str count = vt_str_trim(vt_str_sub(v, repeat + 7, end == VT_NPOS ? v.len : end));
        return vt_str_to_i64(count, 1, 24, &n) ? (uint32_t)n : 0;
    }
    int depth = 0;
    bool in_word = false;
    for (size_t i = 0; i < v.len; i++) {
        depth += v.ptr[i] == '(' || v.ptr[i] == '['   ? 1
                 : v.ptr[i] == ')' || v.ptr[i] == ']' ? -1
                                                      : 0;
        bool space = vt_is_space((unsigned char)v.ptr[i]) && depth == 0;
        n += !space && !in_word && v.ptr[i] != '[';
        in_word = !space;
    }
    return n > 0 && n <= 24 ? (uint32_t)n : 0;
}

static void set_weight(vt_css_style *style, vt_str v)
{
    int64_t n = 0;
    style->bold =
        vt_str_starts_nocase(v, VT_STR("bold")) || (vt_str_to_i64(v, 1, 1000, &n) && n >= 600);
    style->normal_weight = !style->bold;
}

static void set_color(vt_css_style *style, vt_str v)
{
    uint32_t value = 0;
    if (v.len < 4 || v.ptr[0] != '#' || (v.len != 4 && v.len != 7))
        return;
    for (size_t i = 1; i < v.len; i++) {
        char c = vt_lower(v.ptr[i]);
        if (!vt_is_digit(c) && (c < 'a' || c > 'f'))
            return;
        uint32_t digit = (uint32_t)(vt_is_digit(c) ? c - '0' : c - 'a' + 10);
        value = v.len == 4 ? value << 8 | digit * 17 : value << 4 | digit;
    }
    style->color = value;
    style->has_color = true;
}

static void set_one(vt_css_style *style, vt_str name, vt_str v)
{
    size_t important = vt_str_find_char(v, '!', 0);
    v = vt_str_trim(vt_str_sub(v, 0, important == VT_NPOS ? v.len : important));
    if (vt_str_eq_nocase(name, VT_STR("display"))) {
        set_display(style, v);
    } else if (vt_str_eq_nocase(name, VT_STR("visibility"))) {
        style->invisible = has_word(v, "hidden");
        style->visible = has_word(v, "visible");
    } else if (vt_str_eq_nocase(name, VT_STR("opacity"))) {
        style->invisible |= vt_str_eq(v, VT_STR("0")) || vt_str_eq(v, VT_STR("0.0"));
    } else if (vt_str_eq_nocase(name, VT_STR("flex-direction")) ||
               vt_str_eq_nocase(name, VT_STR("flex-flow"))) {
        style->column = has_word(v, "column");
    } else if (vt_str_eq_nocase(name, VT_STR("grid-template-columns"))) {
        style->columns = count_columns(v);
    } else if (vt_str_eq_nocase(name, VT_STR("float"))) {
        style->floating = !has_word(v, "none");
    } else if (vt_str_eq_nocase(name, VT_STR("font-weight"))) {
        set_weight(style, v);
    } else if (vt_str_eq_nocase(name, VT_STR("font-style"))) {
        style->italic = has_word(v, "italic") || has_word(v, "oblique");
        style->normal_slant = !style->italic;
    } else if (vt_str_eq_nocase(name, VT_STR("font-size"))) {
        set_size(style, v);
    } else if (vt_str_eq_nocase(name, VT_STR("color"))) {
        set_color(style, v);
    } else if (vt_str_eq_nocase(name, VT_STR("text-align"))) {
        style->align = has_word(v, "center")                        ? 2
                       : has_word(v, "right") || has_word(v, "end") ? 3
                                                                    : 1;
    } else if (vt_str_eq_nocase(name, VT_STR("list-style")) ||
               vt_str_eq_nocase(name, VT_STR("list-style-type"))) {
        style->no_marker = has_word(v, "none");
    } else if (vt_str_eq_nocase(name, VT_STR("white-space"))) {
        style->keep_space = vt_str_starts(v, VT_STR("pre"));
    }
}

static void apply(vt_css_style *style, vt_str declarations)
{
    vt_str one;
    while (vt_str_split(&declarations, ';', &one)) {
        size_t colon = vt_str_find_char(one, ':', 0);
        if (colon != VT_NPOS)
            set_one(style, vt_str_trim(vt_str_sub(one, 0, colon)),
                    vt_str_sub(one, colon + 1, one.len));
    }
}

void vt_css_style_of(vt_css *css, const vt_css_element *element, vt_str own, vt_css_style *ret)
{
    *ret = (vt_css_style){0};
    struct index *index = css->index;
    if (index->stale)
        make_index(css);
    size_t n = css->rules.n && index->steps > 0 ? find_rules(css, element) : 0;
    for (size_t i = 0; i < n && index->steps > 0; i++) {
        index->steps -= (int64_t)(index->found[i]->declarations.len / STEP_BYTES);
        apply(ret, index->found[i]->declarations);
    }
    apply(ret, own);
}
