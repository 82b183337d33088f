/* SPDX-License-Identifier: Apache-2.0 */
#include "extract/html_nodes.h"

#include "base/limits.h"

bool vt_html_is_one_of(GumboTag tag, const GumboTag *tags, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tags[i] == tag)
            return true;
    return false;
}

bool vt_html_is_block_tag(GumboTag tag)
{
    return HTML_IS_ONE_OF(tag, GUMBO_TAG_HTML, GUMBO_TAG_BODY, GUMBO_TAG_DIV, GUMBO_TAG_P,
                          GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5,
                          GUMBO_TAG_H6, GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_LI, GUMBO_TAG_DL,
                          GUMBO_TAG_DT, GUMBO_TAG_DD, GUMBO_TAG_SECTION, GUMBO_TAG_ARTICLE,
                          GUMBO_TAG_HEADER, GUMBO_TAG_FOOTER, GUMBO_TAG_MAIN, GUMBO_TAG_ASIDE,
                          GUMBO_TAG_ADDRESS, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_PRE, GUMBO_TAG_FIGURE,
                          GUMBO_TAG_FIGCAPTION, GUMBO_TAG_DETAILS, GUMBO_TAG_SUMMARY,
                          GUMBO_TAG_CENTER, GUMBO_TAG_HGROUP, GUMBO_TAG_FIELDSET, GUMBO_TAG_LEGEND,
                          GUMBO_TAG_CAPTION, GUMBO_TAG_HR, GUMBO_TAG_FORM, GUMBO_TAG_TABLE);
}

bool vt_html_is_skipped_tag(GumboTag tag)
{
    return HTML_IS_ONE_OF(tag, GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_NOSCRIPT,
                          GUMBO_TAG_TEMPLATE, GUMBO_TAG_HEAD, GUMBO_TAG_NAV, GUMBO_TAG_BUTTON,
                          GUMBO_TAG_SELECT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_IFRAME, GUMBO_TAG_OBJECT,
                          GUMBO_TAG_VIDEO, GUMBO_TAG_AUDIO, GUMBO_TAG_CANVAS, GUMBO_TAG_SVG,
                          GUMBO_TAG_MAP, GUMBO_TAG_MENU, GUMBO_TAG_DATALIST, GUMBO_TAG_INPUT);
}

size_t vt_html_text_length(const GumboNode *node, size_t max, size_t depth)
{
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA)
        return vt_str_trim(vt_str_z(node->v.text.text)).len;
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return 0;
    size_t n = 0;
    for (unsigned i = 0; i < node->v.element.children.length && n <= max; i++)
        n += vt_html_text_length(node->v.element.children.data[i], max, depth + 1);
    return n;
}

static bool text_has(const GumboNode *node, const char *needle, size_t depth)
{
    if (node->type == GUMBO_NODE_TEXT)
        return vt_str_find(vt_str_z(node->v.text.text), vt_str_z(needle), 0) != VT_NPOS;
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return false;
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        if (text_has(node->v.element.children.data[i], needle, depth + 1))
            return true;
    return false;
}

bool vt_html_is_chrome(const GumboNode *node)
{
    const GumboElement *e = &node->v.element;
    vt_str role = html_attribute(e, "role"), id = html_attribute(e, "id");
    if (vt_html_is_skipped_tag(e->tag) || gumbo_get_attribute(&e->attributes, "hidden") ||
        vt_str_eq_nocase(role, VT_STR("navigation")) || vt_str_eq_nocase(role, VT_STR("search")) ||
        vt_str_eq_nocase(role, VT_STR("dialog")))
        return true;
    if (vt_str_find(id, VT_STR("cookie"), 0) != VT_NPOS ||
        vt_str_find(id, VT_STR("consent"), 0) != VT_NPOS)
        return true;
    bool footer = e->tag == GUMBO_TAG_FOOTER || vt_str_eq_nocase(role, VT_STR("contentinfo"));
    return footer && vt_html_text_length(node, 600, 0) < 600 && !text_has(node, "@", 0) &&
           (text_has(node, "\xC2\xA9", 0) || text_has(node, "owered by", 0) ||
            text_has(node, "opyright", 0) || text_has(node, "rivacy", 0));
}
