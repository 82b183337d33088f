/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A style sheet becomes a list of (selector, declarations); for an element the rules that match are
 * applied in the order of their specificity, which the list is sorted by. A child combinator counts
 * as a descendant, a sibling combinator leaves the rule out.
 */
#include "extract/css.h"

#include "base/vec.h"

enum { RULES_MAX = 6000, PARTS_MAX = 8, NEST_MAX = 8 };

/* One compound selector: tag.class#id */
struct part {
    vt_str tag, id, classes; /* classes: "a.b" */
};

struct rule {
    struct part parts[PARTS_MAX]; /* the last is the element's own */
    size_t n;
    uint32_t weight; /* specificity, then order */
    vt_str declarations;
};

struct vt_css {
    vt_arena *arena;
    VT_VEC(struct rule) rules;
};

vt_css *vt_css_new(vt_arena *arena)
{
    vt_css *css = VT_NEW(arena, vt_css);
    css->arena = arena;
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
    /* insertion keeps the order of equal weights */
    for (size_t i = css->rules.n - 1; i > 0 && css->rules.at[i - 1].weight > rule.weight; i--) {
        css->rules.at[i] = css->rules.at[i - 1];
        css->rules.at[i - 1] = rule;
    }
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

static bool part_matches(const struct part *part, const vt_css_element *e)
{
    if (part->tag.len && !vt_str_eq_nocase(part->tag, e->tag))
        return false;
    if (part->id.len && !vt_str_eq(part->id, e->id))
        return false;
    vt_str rest = part->classes, one;
    while (vt_str_split(&rest, '.', &one))
        if (!has_class(e->classes, one))
            return false;
    return true;
}

static bool rule_matches(const struct rule *rule, const vt_css_element *e)
{
    if (!part_matches(&rule->parts[rule->n - 1], e))
        return false;
    size_t left = rule->n - 1;
    for (e = e->parent; left && e; e = e->parent)
        left -= part_matches(&rule->parts[left - 1], e);
    return left == 0;
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

void vt_css_style_of(const vt_css *css, const vt_css_element *element, vt_str own,
                     vt_css_style *ret)
{
    *ret = (vt_css_style){0};
    for (size_t i = 0; i < css->rules.n; i++)
        if (rule_matches(&css->rules.at[i], element))
            apply(ret, css->rules.at[i].declarations);
    apply(ret, own);
}
