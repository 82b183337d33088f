/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parser's time grows with the square of the elements that are open at once and of the
 * attributes of one element: both are counted by a scan of the tags, in linear time.
 */
#include "extract/html_markup.h"

#include "base/limits.h"

#define WHITE " \t\n\f\r"

/* Elements without content, and those that the next of their kind ends: they do not pile up. */
static bool piles_up(vt_str tag)
{
    static const char *const names[] = {
        "area", "base",  "br",    "col",   "embed", "hr",     "img",    "input", "link",
        "meta", "param", "wbr",   "p",     "li",    "option", "source", "td",    "th",
        "tr",   "tbody", "thead", "tfoot", "dd",    "dt",     "rp",     "rt"};
    return !VT_STR_AMONG_NOCASE(tag, names);
}

/* Behind a comment, and behind the content of a script or style, which has no tags. */
static size_t skip_raw(vt_str text, size_t at, vt_str tag)
{
    if (vt_str_starts(vt_str_sub(text, at, at + 4), VT_STR("<!--"))) {
        size_t end = vt_str_find(text, VT_STR("-->"), at + 4);
        return end == VT_NPOS ? text.len : end;
    }
    if (!vt_str_eq_nocase(tag, VT_STR("script")) && !vt_str_eq_nocase(tag, VT_STR("style")))
        return at + 1;
    for (at = vt_str_find(text, VT_STR("</"), at); at != VT_NPOS;
         at = vt_str_find(text, VT_STR("</"), at + 2))
        if (vt_str_starts_nocase(vt_str_sub(text, at + 2, text.len), tag))
            return at;
    return text.len;
}

static size_t skip_while(vt_str text, size_t at, const char *chars, bool among)
{
    while (at < text.len && (text.ptr[at] && strchr(chars, text.ptr[at])) == among)
        at++;
    return at;
}

/* Behind the value that an attribute has, if it has one (HTML, 13.2.5.33 to 13.2.5.39). */
static size_t skip_value(vt_str text, size_t at)
{
    size_t sign = skip_while(text, at, WHITE, true);
    if (sign >= text.len || text.ptr[sign] != '=')
        return at;
    at = skip_while(text, sign + 1, WHITE, true);
    if (at >= text.len || (text.ptr[at] != '"' && text.ptr[at] != '\''))
        return skip_while(text, at, WHITE ">", false);
    size_t end = vt_str_find_char(text, text.ptr[at], at + 1);
    return end == VT_NPOS ? text.len : end + 1;
}

/* Of the tag whose name ends at `at`. */
static bool too_many_attributes(vt_str text, size_t at)
{
    for (unsigned n = 0; n <= VT_MAX_TAG_ATTRIBUTES; n++) {
        at = skip_while(text, at, WHITE "/", true);
        if (at >= text.len || text.ptr[at] == '>')
            return false;
        at = skip_value(text, skip_while(text, at + 1, WHITE "/>=", false));
    }
    return true;
}

bool vt_html_has_too_much_markup(vt_str text)
{
    size_t open = 0;
    for (size_t at = vt_str_find_char(text, '<', 0); at != VT_NPOS;) {
        bool closes = at + 1 < text.len && text.ptr[at + 1] == '/';
        size_t from = at + 1 + closes, end = from;
        while (end < text.len && vt_is_alnum((unsigned char)text.ptr[end]))
            end++;
        vt_str tag = vt_str_sub(text, from, end);
        if (tag.len && piles_up(tag))
            open = closes ? open - (open > 0) : open + 1;
        if (open > VT_MAX_OPEN_TAGS || (tag.len && too_many_attributes(text, end)))
            return true;
        at = vt_str_find_char(text, '<', skip_raw(text, at, closes ? VT_STR_NULL : tag));
    }
    return false;
}

vt_str vt_html_charset(vt_str bytes)
{
    vt_str head = vt_str_sub(bytes, 0, 4096);
    for (size_t at = 0; (at = vt_str_find(head, VT_STR("charset="), at)) != VT_NPOS;) {
        at += 8;
        while (at < head.len && (head.ptr[at] == '"' || head.ptr[at] == '\''))
            at++;
        size_t end = at;
        while (end < head.len && (vt_is_alnum((unsigned char)head.ptr[end]) ||
                                  head.ptr[end] == '-' || head.ptr[end] == '_'))
            end++;
        if (end > at)
            return vt_str_sub(head, at, end);
    }
    return VT_STR_NULL;
}
