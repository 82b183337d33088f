/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON-LD (schema.org/Person) is preferred; microdata (HTML Living Standard, 5) and microformats2
 * (microformats.org/wiki/microformats2-parsing) become items of the same form.
 */
#include "extract/html_items.h"

#include "base/limits.h"
#include "extract/webdata.h"
#include "text/utf8.h"

enum { DATA_BLOCKS_MAX = 16, DATA_VALUES_MAX = 400, DATA_VALUE_BYTES = 4096 };

static vt_str text_child(const GumboElement *e)
{
    if (e->children.length == 0)
        return VT_STR_NULL;
    const GumboNode *child = e->children.data[0];
    return child->type == GUMBO_NODE_TEXT ? vt_str_z(child->v.text.text) : VT_STR_NULL;
}

/* The first person of the JSON-LD blocks, wherever they stand; `left` counts blocks down. */
static const vt_json *find_person(vt_arena *arena, const GumboNode *node, size_t depth, int *left)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return NULL;
    const GumboElement *e = &node->v.element;
    const vt_json *root = NULL, *found = NULL;
    if (e->tag == GUMBO_TAG_SCRIPT) {
        vt_str text = vt_str_trim(text_child(e));
        bool data = vt_str_eq_nocase(html_attribute(e, "type"), VT_STR("application/ld+json"));
        if (!data || (*left)-- <= 0 ||
            vt_json_parse(arena, vt_utf8_repair(arena, text), &root, NULL) != VT_OK)
            return NULL;
        return vt_webdata_find(root);
    }
    for (unsigned i = 0; i < e->children.length && !found; i++)
        found = find_person(arena, e->children.data[i], depth + 1, left);
    return found;
}

/* The words of a node of text, one space between them; false: it is no text. */
static bool add_words(const GumboNode *node, vt_buf *out, size_t max)
{
    if (node->type != GUMBO_NODE_TEXT && node->type != GUMBO_NODE_CDATA &&
        node->type != GUMBO_NODE_WHITESPACE)
        return false;
    vt_str text = vt_str_z(node->v.text.text);
    for (size_t i = 0; i < text.len && out->len < max; i++) {
        bool space = vt_is_space((unsigned char)text.ptr[i]);
        if (!space || (out->len && out->ptr[out->len - 1] != ' '))
            vt_buf_addc(out, space ? ' ' : text.ptr[i]);
    }
    return true;
}

static void collect(const GumboNode *node, size_t depth, vt_buf *out)
{
    if (add_words(node, out, VT_MAX_SHOWN_BYTES))
        return;
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING || vt_html_is_chrome(node))
        return;
    vt_str href = vt_str_trim(html_attribute(&node->v.element, "href"));
    if (!vt_str_starts_nocase(href, VT_STR("mailto:")) && out->len < VT_MAX_SHOWN_BYTES)
        vt_buf_add(out, href);
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        collect(node->v.element.children.data[i], depth + 1, out);
}

/* ---- microdata and microformats: elements have values for keys of the item they stand in ---- */

struct item_walk {
    vt_arena *arena;
    bool formats; /* of microformats: keys and items are told by classes */
    int left;     /* values that may be taken yet */
    int visits;   /* nodes that may be looked at for the text of values */
};

static void add_text_below(const GumboNode *node, size_t depth, vt_buf *out, int *visits)
{
    if ((*visits)-- <= 0 || out->len >= DATA_VALUE_BYTES || depth > VT_MAX_NESTING ||
        add_words(node, out, DATA_VALUE_BYTES) || node->type != GUMBO_NODE_ELEMENT ||
        vt_html_is_skipped_tag(node->v.element.tag))
        return;
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        add_text_below(node->v.element.children.data[i], depth + 1, out, visits);
}

/* What the element says for machines where its text does not: of an address, a time, a short form.
 */
static vt_str said_by(const GumboElement *e, vt_str key)
{
    bool address = vt_str_eq(key, VT_STR("url")) || vt_str_eq(key, VT_STR("sameAs")) ||
                   vt_str_eq(key, VT_STR("email"));
    vt_str value = address ? html_attribute(e, "href") : html_attribute(e, "datetime");
    if (value.len == 0 && e->tag == GUMBO_TAG_ABBR)
        value = html_attribute(e, "title");
    return value.len == 0 && e->tag == GUMBO_TAG_DATA ? html_attribute(e, "value") : value;
}

static vt_str value_of(struct item_walk *w, const GumboNode *node, vt_str key)
{
    const GumboElement *e = &node->v.element;
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_str value = said_by(e, key);
    if (value.len == 0) {
        for (unsigned i = 0; i < e->children.length; i++)
            add_text_below(e->children.data[i], 0, &text, &w->visits);
        value = vt_str_trim(vt_buf_str(&text));
    }
    if (value.len == 0)
        value = html_attribute(e, "content");
    if (value.len == 0)
        value = html_attribute(e, "href");
    value = vt_str_trim(vt_str_sub(value, 0, DATA_VALUE_BYTES));
    return vt_utf8_repair(w->arena, vt_str_dup(w->arena, value));
}

static bool opens_item(const struct item_walk *w, const GumboElement *e)
{
    vt_str names = html_attribute(e, "class"), name;
    if (!w->formats)
        return gumbo_get_attribute(&e->attributes, "itemscope") != NULL;
    while (vt_str_split(&names, ' ', &name))
        if (vt_str_starts(name, VT_STR("h-")))
            return true;
    return false;
}

static void read_item(struct item_walk *w, const GumboNode *node, vt_json *item, size_t depth);

static void read_property(struct item_walk *w, const GumboNode *node, vt_json *item, size_t depth)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING || w->left <= 0)
        return;
    const GumboElement *e = &node->v.element;
    vt_str names = html_attribute(e, w->formats ? "class" : "itemprop"), name;
    bool opens = opens_item(w, e);
    vt_json *inner = opens ? vt_webdata_item(w->arena) : item;
    while (vt_str_split(&names, ' ', &name)) {
        vt_str key = w->formats ? vt_webdata_key(name) : name;
        if (w->formats && vt_str_eq(name, VT_STR("p-contact")))
            inner = item; /* the card of an h-resume is the person's */
        if (key.len == 0 || w->left-- <= 0)
            continue;
        if (opens)
            vt_webdata_add(w->arena, item, key, inner);
        else
            vt_webdata_add_text(w->arena, item, key, value_of(w, node, key));
    }
    read_item(w, node, inner, depth);
    if (inner != item && w->formats && inner->n == 0) /* its text is its name */
        vt_webdata_add_text(w->arena, inner, VT_STR("name"), value_of(w, node, VT_STR("name")));
}

static void read_item(struct item_walk *w, const GumboNode *node, vt_json *item, size_t depth)
{
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        read_property(w, node->v.element.children.data[i], item, depth + 1);
}

/* The first element whose attribute has the word. */
static const GumboNode *find_marked(const GumboNode *node, const char *name, vt_str wanted,
                                    size_t depth)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return NULL;
    const GumboNode *found = NULL;
    vt_str words = html_attribute(&node->v.element, name), word;
    while (vt_str_split(&words, ' ', &word))
        if (vt_str_eq(word, wanted))
            return node;
    for (unsigned i = 0; i < node->v.element.children.length && !found; i++)
        found = find_marked(node->v.element.children.data[i], name, wanted, depth + 1);
    return found;
}

static const vt_json *find_marked_person(vt_arena *arena, const GumboNode *root)
{
    static const struct {
        const char *attribute, *word;
        bool formats;
    } marks[] = {
        {"itemtype", "https://schema.org/Person", false},
        {"itemtype", "http://schema.org/Person", false},
        {"class", "h-resume", true},
        {"class", "h-card", true},
    };
    for (size_t i = 0; i < VT_COUNT(marks); i++) {
        const GumboNode *node = find_marked(root, marks[i].attribute, vt_str_z(marks[i].word), 0);
        if (!node)
            continue;
        struct item_walk w = {.arena = arena,
                              .formats = marks[i].formats,
                              .left = DATA_VALUES_MAX,
                              .visits = DATA_VALUES_MAX * 100};
        vt_json *person = vt_webdata_item(arena);
        read_item(&w, node, person, 0);
        return person;
    }
    return NULL;
}

const vt_json *vt_html_person(vt_arena *arena, const GumboNode *root)
{
    int blocks = DATA_BLOCKS_MAX;
    const vt_json *person = find_person(arena, root, 0, &blocks);
    return person ? person : find_marked_person(arena, root);
}

void vt_html_shown(const GumboNode *root, vt_buf *out)
{
    collect(root, 0, out);
}
