/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rich Text Format: a stream of groups, control words and text. Destinations that are no text of
 * the document (fonts, colours, pictures, and all that is marked as optional) are skipped.
 */
#include "extract/readers.h"

#include "base/buf.h"
#include "base/limits.h"
#include "doc/flow.h"
#include "extract/encoding.h"
#include "text/utf8.h"

enum { DEPTH_MAX = 200, WORD_MAX = 32, LINK_MAX = 1000 };

/* What a group inherits and gives back at its end. */
struct state {
    vt_flow_style style;
    bool skip, marker, instruction;
    uint32_t fallback; /* characters after \u that stand for it */
};

struct reader {
    vt_arena *arena;
    vt_flow *flow;
    vt_str in;
    size_t at;
    struct state stack[DEPTH_MAX];
    size_t depth;
    const char *charset;
    vt_flow_para para;
    bool in_table, row_open, cell_open;
    uint32_t to_skip; /* of a fallback */
    uint32_t high;    /* first half of a surrogate pair */
    vt_buf bytes;     /* of the code page, not yet converted */
    char marker[16];
    size_t marker_len;
    char link[LINK_MAX];
    size_t link_len;
};

static struct state *top(struct reader *r)
{
    return &r->stack[r->depth];
}

/* ---- text ---- */

static void open_cell(struct reader *r)
{
    if (!r->in_table || r->cell_open)
        return;
    if (!r->row_open) {
        vt_flow_begin_table(r->flow, NULL, 0);
        vt_flow_begin_row(r->flow);
    }
    vt_flow_begin_cell(r->flow, 1);
    r->row_open = r->cell_open = true;
}

/* Appends the whole characters that fit. */
static void append(char *to, size_t *len, size_t room, vt_str text)
{
    size_t n = VT_MIN(text.len, room - *len);
    while (n && n < text.len && ((unsigned char)text.ptr[n] & 0xC0) == 0x80)
        n--;
    if (n)
        memcpy(to + *len, text.ptr, n);
    *len += n;
}

static void put(struct reader *r, vt_str text)
{
    struct state *s = top(r);
    if (s->instruction) {
        append(r->link, &r->link_len, sizeof r->link, text);
        return;
    }
    if (s->skip)
        return;
    if (s->marker) {
        append(r->marker, &r->marker_len, sizeof r->marker, text);
        return;
    }
    if (!vt_flow_in_para(r->flow)) {
        vt_str marker = vt_str_trim(vt_str_n(r->marker, r->marker_len));
        vt_flow_para para = r->para;
        open_cell(r);
        if (marker.len) {
            bool number = vt_is_alnum((unsigned char)marker.ptr[0]) && marker.len > 1;
            para.marker = number ? vt_str_dup(r->arena, marker) : VT_STR("•");
            para.list_level = VT_MAX(para.list_level, 1u);
        }
        r->marker_len = 0;
        vt_flow_begin_para(r->flow, &para);
    }
    vt_flow_text(r->flow, &s->style, text);
}

static void flush(struct reader *r)
{
    if (r->bytes.len == 0)
        return;
    vt_str text =
        vt_encoding_convert(r->arena, vt_str_dup(r->arena, vt_buf_str(&r->bytes)), r->charset);
    vt_buf_clear(&r->bytes);
    put(r, vt_encoding_compose(r->arena, text));
}

static void put_byte(struct reader *r, char c)
{
    if (r->to_skip)
        r->to_skip--;
    else
        vt_buf_addc(&r->bytes, c);
}

static void put_unicode(struct reader *r, int64_t code)
{
    flush(r);
    uint32_t c = (uint32_t)(code < 0 ? code + 65536 : code) & 0x1FFFFF;
    r->to_skip = top(r)->fallback;
    if (c >= 0xD800 && c < 0xDC00) {
        r->high = c;
        return;
    }
    if (c >= 0xDC00 && c < 0xE000 && r->high)
        c = 0x10000 + ((r->high - 0xD800) << 10) + (c - 0xDC00);
    r->high = 0;
    char utf8[4];
    put(r, vt_str_n(utf8, vt_utf8_encode(c, utf8)));
}

/* ---- control words ---- */

static void end_para(struct reader *r)
{
    if (!vt_flow_in_para(r->flow)) {
        open_cell(r);
        vt_flow_begin_para(r->flow, &r->para);
    }
    vt_flow_end_para(r->flow);
}

static void end_cell(struct reader *r)
{
    r->in_table = true;
    open_cell(r);
    vt_flow_end_cell(r->flow);
    r->cell_open = false;
}

static void end_row(struct reader *r)
{
    if (r->cell_open)
        end_cell(r);
    if (r->row_open) {
        vt_flow_end_row(r->flow);
        vt_flow_end_table(r->flow);
    }
    r->row_open = false;
}

/* Text outside of a table ends the row that stands open. */
static void leave_table(struct reader *r)
{
    end_row(r);
    r->in_table = false;
}

static bool is_skipped(vt_str word)
{
    static const char *const words[] = {
        "fonttbl",           "colortbl",   "stylesheet", "info",      "pict",         "object",
        "footnote",          "annotation", "xe",         "tc",        "revtbl",       "listtable",
        "listoverridetable", "generator",  "themedata",  "datastore", "latentstyles", "filetbl",
        "nonshppict",        "bkmkstart",  "bkmkend",    "pgdsctbl"};
    return VT_STR_AMONG(word, words);
}

static const char *sign_of(vt_str word)
{
    static const struct {
        const char *word, *text;
    } signs[] = {{"bullet", "•"},    {"endash", "–"},  {"emdash", "—"},
                 {"lquote", "‘"},    {"rquote", "’"},  {"ldblquote", "“"},
                 {"rdblquote", "”"}, {"emspace", " "}, {"enspace", " "}};
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (vt_str_eq(word, vt_str_z(signs[i].word)))
            return signs[i].text;
    return NULL;
}

static void end_instruction(struct reader *r, struct state *outer)
{
    vt_str s = vt_str_trim(vt_str_n(r->link, r->link_len));
    size_t open = vt_str_find_char(s, '"', 0);
    size_t close = open == VT_NPOS ? VT_NPOS : vt_str_find_char(s, '"', open + 1);
    if (vt_str_starts_nocase(s, VT_STR("HYPERLINK")) && close != VT_NPOS)
        outer->style.link = vt_str_dup(r->arena, vt_str_sub(s, open + 1, close));
    r->link_len = 0;
}

static bool style_word(struct reader *r, vt_str word, bool has, int64_t n)
{
    vt_flow_style *style = &top(r)->style;
    bool on = !has || n != 0;
    if (vt_str_eq(word, VT_STR("b")))
        style->bold = on;
    else if (vt_str_eq(word, VT_STR("i")))
        style->italic = on;
    else if (vt_str_eq(word, VT_STR("ul")))
        style->underline = on;
    else if (vt_str_eq(word, VT_STR("ulnone")))
        style->underline = false;
    else if (vt_str_eq(word, VT_STR("strike")))
        style->strike = on;
    else if (vt_str_eq(word, VT_STR("v")))
        style->hidden = on;
    else if (vt_str_eq(word, VT_STR("fs")))
        style->size = has && n > 0 && n < 800 ? (float)n / 2 : 12;
    else if (vt_str_eq(word, VT_STR("plain")))
        *style = (vt_flow_style){.size = 12, .link = style->link};
    else
        return false;
    return true;
}

static bool para_word(struct reader *r, vt_str word, bool has, int64_t n)
{
    if (vt_str_eq(word, VT_STR("pard"))) {
        if (r->in_table && !r->cell_open)
            leave_table(r); /* \intbl follows when the table goes on */
        r->para = (vt_flow_para){0};
    } else if (vt_str_eq(word, VT_STR("qc"))) {
        r->para.align = VT_ALIGN_CENTER;
    } else if (vt_str_eq(word, VT_STR("qr"))) {
        r->para.align = VT_ALIGN_RIGHT;
    } else if (vt_str_eq(word, VT_STR("li"))) {
        r->para.indent = has && n > 0 && n < 10000 ? (float)n / 20 : 0;
    } else if (vt_str_eq(word, VT_STR("sb"))) {
        r->para.space_before = has && n > 0 && n < 5000 ? (float)n / 20 : 0;
    } else if (vt_str_eq(word, VT_STR("sa"))) {
        r->para.space_after = has && n > 0 && n < 5000 ? (float)n / 20 : 0;
    } else if (vt_str_eq(word, VT_STR("outlinelevel"))) {
        r->para.heading_level = has && n >= 0 && n < 9 ? (uint32_t)VT_MIN(n + 1, 6) : 0;
    } else if (vt_str_eq(word, VT_STR("intbl"))) {
        r->in_table = true;
    } else {
        return false;
    }
    return true;
}

static void break_word(struct reader *r, vt_str word)
{
    if (vt_str_eq(word, VT_STR("par")) || vt_str_eq(word, VT_STR("sect")))
        end_para(r);
    else if (vt_str_eq(word, VT_STR("line")))
        vt_flow_break(r->flow);
    else if (vt_str_eq(word, VT_STR("tab")))
        vt_flow_tab(r->flow);
    else if (vt_str_eq(word, VT_STR("page")))
        vt_flow_page_break(r->flow);
    else if (vt_str_eq(word, VT_STR("cell")) || vt_str_eq(word, VT_STR("nestcell")))
        end_cell(r);
    else if (vt_str_eq(word, VT_STR("row")) || vt_str_eq(word, VT_STR("nestrow")))
        end_row(r);
}

static void control(struct reader *r, vt_str word, bool has, int64_t n)
{
    struct state *s = top(r);
    const char *sign = sign_of(word);
    flush(r);
    if (vt_str_eq(word, VT_STR("u")) && has) {
        put_unicode(r, n);
        return;
    }
    r->to_skip = 0;
    if (is_skipped(word))
        s->skip = true;
    else if (vt_str_eq(word, VT_STR("uc")))
        s->fallback = has && n >= 0 && n < 16 ? (uint32_t)n : 1;
    else if (vt_str_eq(word, VT_STR("ansicpg")) && has && n > 0 && n < 100000)
        r->charset = n == 10000 ? "macintosh" : vt_str_format(r->arena, "cp%jd", (intmax_t)n).ptr;
    else if (vt_str_eq(word, VT_STR("mac")))
        r->charset = "macintosh";
    else if (vt_str_eq(word, VT_STR("fldinst")))
        s->instruction = true;
    else if (vt_str_eq(word, VT_STR("listtext")) || vt_str_eq(word, VT_STR("pntext")))
        s->marker = true;
    else if (sign)
        put(r, vt_str_z(sign));
    else if (!s->skip && !s->marker && !style_word(r, word, has, n) && !para_word(r, word, has, n))
        break_word(r, word);
}

/* ---- the stream ---- */

static void read_word(struct reader *r)
{
    size_t from = r->at;
    while (r->at < r->in.len && vt_is_alpha((unsigned char)r->in.ptr[r->at]) &&
           r->at - from < WORD_MAX)
        r->at++;
    vt_str word = vt_str_sub(r->in, from, r->at);
    size_t digits = r->at;
    if (r->at < r->in.len && r->in.ptr[r->at] == '-')
        r->at++;
    while (r->at < r->in.len && vt_is_digit((unsigned char)r->in.ptr[r->at]) && r->at - digits < 11)
        r->at++;
    int64_t n = 0;
    bool has = vt_str_to_i64(vt_str_sub(r->in, digits, r->at), INT32_MIN, INT32_MAX, &n);
    if (r->at < r->in.len && r->in.ptr[r->at] == ' ')
        r->at++;
    if (vt_str_eq(word, VT_STR("bin")) && has && n > 0)
        r->at += VT_MIN((size_t)n, r->in.len - r->at);
    else
        control(r, word, has, n);
}

static int hex(char c)
{
    c = vt_lower(c);
    return vt_is_digit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* \* marks a destination that who does not know it is to skip: the few that are known follow. */
static void optional_destination(struct reader *r)
{
    vt_str next = vt_str_sub(r->in, r->at, r->at + 12);
    if (!vt_str_starts(next, VT_STR("\\fldinst")) && !vt_str_starts(next, VT_STR("\\shppict")) &&
        !vt_str_starts(next, VT_STR("\\shptxt")) && !vt_str_starts(next, VT_STR("\\nesttable")))
        top(r)->skip = true;
}

static void read_escape(struct reader *r)
{
    if (r->at >= r->in.len)
        return;
    char c = r->in.ptr[r->at];
    if (vt_is_alpha((unsigned char)c)) {
        read_word(r);
        return;
    }
    r->at++;
    if (c == '\'' && r->at + 2 <= r->in.len) {
        int a = hex(r->in.ptr[r->at]), b = hex(r->in.ptr[r->at + 1]);
        r->at += 2;
        if (a >= 0 && b >= 0)
            put_byte(r, (char)(a * 16 + b));
    } else if (c == '*') {
        optional_destination(r);
    } else if (c == '~') {
        put_byte(r, ' ');
    } else if (c == '_') {
        put_byte(r, '-');
    } else if (c == '\n' || c == '\r') {
        control(r, VT_STR("par"), false, 0);
    } else if (c == '\\' || c == '{' || c == '}') {
        put_byte(r, c);
    }
}

static void close_group(struct reader *r)
{
    flush(r);
    bool instruction = top(r)->instruction;
    if (r->depth == 0)
        return;
    r->depth--;
    if (instruction && !top(r)->instruction)
        end_instruction(r, top(r));
}

static vt_status read_stream(struct reader *r, vt_error *err)
{
    while (r->at < r->in.len) {
        char c = r->in.ptr[r->at++];
        if (c == '{') {
            flush(r);
            if (r->depth + 1 == DEPTH_MAX)
                return vt_fail(err, VT_E_LIMIT, "groups are nested deeper than %d", DEPTH_MAX);
            r->stack[r->depth + 1] = *top(r);
            r->depth++;
        } else if (c == '}') {
            close_group(r);
        } else if (c == '\\') {
            read_escape(r);
        } else if (c != '\r' && c != '\n' && c != 0) {
            put_byte(r, c);
        }
    }
    flush(r);
    return VT_OK;
}

vt_status vt_read_rtf(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                      vt_doc **ret, vt_error *err)
{
    (void)options;
    struct reader *r = VT_NEW(arena, struct reader);
    r->arena = arena;
    r->in = bytes;
    r->charset = "windows-1252";
    r->stack[0] = (struct state){.style.size = 12, .fallback = 1};
    r->flow = vt_flow_new(arena, VT_FORMAT_RTF);
    vt_status status = read_stream(r, err);
    vt_buf_release(&r->bytes);
    VT_TRY(status);
    return vt_flow_finish(r->flow, ret, err);
}
