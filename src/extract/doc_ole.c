/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Word 97 to 2003 (.doc): the text only. An OLE container ([MS-CFB]) is a small file system of
 * sectors; the stream WordDocument begins with the FIB, which says where the piece table lies in
 * 0Table or 1Table ([MS-DOC] 2.4.1); each piece is a run of UTF-16 or of Windows-1252.
 *
 * Paragraphs, cells, tabs, breaks and fields are signs in the text. Fonts and styles are not read.
 * The text goes on behind the main part with footnotes, page headers and footers (PlcfHdd says
 * where each begins), notes and text boxes; of these the headers, the footers and the boxes are
 * read, since names and addresses stand there.
 */
#include "extract/readers.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/vec.h"
#include "doc/flow.h"
#include "extract/encoding.h"

#define END_OF_CHAIN 0xFFFFFFFAu /* and all above it: no sector */
enum { ENTRY = 128, MINI_LIMIT = 4096 };

struct ole {
    vt_arena *arena;
    vt_str bytes;
    size_t sector; /* bytes */
    uint32_t *fat; /* [fat_n] */
    size_t fat_n;
    uint32_t *mini_fat;
    size_t mini_fat_n;
    vt_str directory, mini; /* whole streams */
};

static uint32_t u16(vt_str s, size_t at)
{
    const unsigned char *p = (const unsigned char *)s.ptr + at;
    return at + 2 <= s.len ? (uint32_t)(p[0] | p[1] << 8) : 0;
}

static uint32_t u32(vt_str s, size_t at)
{
    return at + 4 <= s.len ? u16(s, at) | u16(s, at + 2) << 16 : 0;
}

/* ---- the container ---- */

static vt_str sector_at(const struct ole *o, uint32_t n)
{
    size_t from = ((size_t)n + 1) * o->sector;
    return vt_str_sub(o->bytes, from, from + o->sector);
}

/* A chain of sectors as one view. A loop ends it: no chain is longer than the table. */
static vt_str read_chain(const struct ole *o, uint32_t n, size_t max)
{
    char *out = NULL;
    size_t len = 0, cap = 0;
    for (size_t steps = 0; n < o->fat_n && steps < o->fat_n && len < max; steps++) {
        vt_str s = sector_at(o, n);
        if (len + o->sector > cap) {
            size_t bigger = VT_MAX(cap * 2, o->sector * 16);
            out = vt_arena_grow(o->arena, out, cap, bigger, 1);
            cap = bigger;
        }
        if (s.len)
            memcpy(out + len, s.ptr, s.len);
        len += s.len;
        n = o->fat[n];
    }
    return vt_str_n(out, VT_MIN(len, max));
}

static vt_str read_mini_chain(const struct ole *o, uint32_t n, size_t size)
{
    char *out = vt_arena_alloc(o->arena, size + 64);
    size_t len = 0;
    for (size_t steps = 0; n < o->mini_fat_n && steps < o->mini_fat_n && len < size; steps++) {
        vt_str s = vt_str_sub(o->mini, (size_t)n * 64, (size_t)n * 64 + 64);
        if (s.len)
            memcpy(out + len, s.ptr, s.len);
        len += s.len;
        n = o->mini_fat[n];
    }
    return vt_str_n(out, VT_MIN(len, size));
}

static void append_fat(struct ole *o, uint32_t sector, size_t max)
{
    vt_str s = sector_at(o, sector);
    for (size_t i = 0; i + 4 <= s.len && o->fat_n < max; i += 4)
        o->fat[o->fat_n++] = u32(s, i);
}

static vt_status open_ole(struct ole *o, vt_error *err)
{
    uint32_t shift = u16(o->bytes, 30);
    if (o->bytes.len < 1536 || (shift != 9 && shift != 12))
        return vt_fail(err, VT_E_FORMAT, "the OLE container is damaged");
    o->sector = (size_t)1 << shift;
    size_t max = o->bytes.len / o->sector + 1; /* sectors there can be */
    o->fat = VT_NEW_ARRAY(o->arena, uint32_t, max);
    for (size_t i = 0; i < 109 && u32(o->bytes, 76 + i * 4) < max; i++)
        append_fat(o, u32(o->bytes, 76 + i * 4), max);
    uint32_t more = u32(o->bytes, 68); /* sectors that list further sectors of the table */
    for (size_t steps = 0; more < max && steps < max; steps++) {
        vt_str s = sector_at(o, more);
        for (size_t i = 0; i + 8 <= s.len; i += 4)
            if (u32(s, i) < max)
                append_fat(o, u32(s, i), max);
        more = s.len >= 4 ? u32(s, s.len - 4) : END_OF_CHAIN;
    }
    o->directory = read_chain(o, u32(o->bytes, 48), o->bytes.len);
    if (o->directory.len < ENTRY)
        return vt_fail(err, VT_E_FORMAT, "the OLE container has no directory");
    vt_str mini_fat = read_chain(o, u32(o->bytes, 60), o->bytes.len);
    o->mini_fat_n = mini_fat.len / 4;
    o->mini_fat = VT_NEW_ARRAY(o->arena, uint32_t, o->mini_fat_n + 1);
    for (size_t i = 0; i < o->mini_fat_n; i++)
        o->mini_fat[i] = u32(mini_fat, i * 4);
    o->mini = read_chain(o, u32(o->directory, 116), o->bytes.len);
    return VT_OK;
}

static vt_str stream_of(const struct ole *o, const char *name)
{
    size_t n = strlen(name);
    for (size_t at = 0; at + ENTRY <= o->directory.len; at += ENTRY) {
        bool same = u16(o->directory, at + 64) == (n + 1) * 2;
        for (size_t i = 0; i < n && same; i++)
            same = u16(o->directory, at + i * 2) == (uint32_t)(unsigned char)name[i];
        if (!same)
            continue;
        uint32_t start = u32(o->directory, at + 116);
        size_t size = VT_MIN((size_t)u32(o->directory, at + 120), o->bytes.len);
        return size < MINI_LIMIT ? read_mini_chain(o, start, size) : read_chain(o, start, size);
    }
    return VT_STR_NULL;
}

/* ---- the text ---- */

struct reader {
    vt_arena *arena;
    vt_flow *flow;
    uint32_t field; /* depth of fields */
    bool instruction[16];
    bool row_open;
    uint32_t breaks;
};

/* `chars` characters of a piece behind the first `skip`. */
static vt_str piece_text(vt_arena *arena, vt_str word, uint32_t fc, uint32_t skip, uint32_t chars)
{
    bool narrow = (fc & 0x40000000u) != 0;
    size_t from = narrow ? (fc & 0x3FFFFFFFu) / 2 + skip : (fc & 0x3FFFFFFFu) + (size_t)skip * 2;
    vt_str raw = vt_str_sub(word, from, from + (narrow ? (size_t)chars : (size_t)chars * 2));
    return vt_encoding_convert(arena, raw, narrow ? "windows-1252" : "UTF-16LE");
}

/* Cells end with U+0007, and so does the row: an empty cell after others is its end. */
static void end_cell(struct reader *r, bool empty)
{
    if (!r->row_open) {
        if (empty)
            return;
        vt_flow_begin_table(r->flow, NULL, 0);
        vt_flow_begin_row(r->flow);
        r->row_open = true;
    }
    if (empty) {
        vt_flow_end_row(r->flow);
        vt_flow_end_table(r->flow);
        r->row_open = false;
    }
}

static bool in_instruction(const struct reader *r)
{
    for (uint32_t i = 0; i < VT_MIN(r->field, 16u); i++)
        if (r->instruction[i])
            return true;
    return false;
}

static void field_sign(struct reader *r, char c)
{
    if (c == 0x13) {
        if (r->field < 16)
            r->instruction[r->field] = true;
        r->field++;
    } else if (c == 0x14 && r->field && r->field <= 16) {
        r->instruction[r->field - 1] = false;
    } else if (c == 0x15 && r->field) {
        r->field--;
    }
}

/* A paragraph or cell, whose end sign is cut off. */
static void put_para(struct reader *r, vt_str text)
{
    size_t from = 0;
    vt_flow_begin_para(r->flow, NULL);
    for (size_t i = 0; i <= text.len; i++) {
        char c = i < text.len ? text.ptr[i] : 0;
        bool sign = i == text.len || c == 0x0B || c == 0x0C || c == 0x13 || c == 0x14 ||
                    c == 0x15 || c == 0x1E || c == 0x1F;
        if (!sign)
            continue;
        if (!in_instruction(r))
            vt_flow_text(r->flow, NULL, vt_str_sub(text, from, i));
        from = i + 1;
        if (c == 0x0B)
            vt_flow_break(r->flow);
        else if (c == 0x0C)
            vt_flow_page_break(r->flow);
        else if (c == 0x1E)
            vt_flow_text(r->flow, NULL, VT_STR("-"));
        r->breaks += c == 0x0C;
        field_sign(r, c);
    }
    vt_flow_end_para(r->flow);
}

static void put_text(struct reader *r, vt_str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c != '\r' && c != 7 && c != 0x0E) /* a column's break ends a paragraph, too */
            continue;
        vt_str para = vt_str_sub(text, from, i);
        from = i + 1;
        if (c != 7) {
            put_para(r, para);
            continue;
        }
        end_cell(r, para.len == 0);
        if (!r->row_open)
            continue;
        vt_flow_begin_cell(r->flow, 1);
        put_para(r, para);
        vt_flow_end_cell(r->flow);
    }
    if (from < text.len)
        put_para(r, vt_str_sub(text, from, text.len));
}

struct pieces {
    vt_arena *arena;
    vt_str word, table, plc; /* plc: n + 1 first characters, n descriptions of 8 bytes */
    size_t n;
};

static vt_status find_pieces(struct pieces *p, vt_error *err)
{
    vt_str table = p->table;
    size_t at = u32(p->word, 0x1A2), end = at + u32(p->word, 0x1A6);
    while (at + 3 <= VT_MIN(end, table.len) && table.ptr[at] == 1) /* property runs come first */
        at += 3 + u16(table, at + 1);
    if (at + 5 > table.len || table.ptr[at] != 2)
        return vt_fail(err, VT_E_FORMAT, "the Word document has no piece table");
    size_t size = VT_MIN((size_t)u32(table, at + 1), table.len - at - 5);
    if (size < 16)
        return vt_fail(err, VT_E_FORMAT, "the Word document's piece table is damaged");
    p->plc = vt_str_sub(table, at + 5, at + 5 + size);
    p->n = (size - 4) / 12;
    return VT_OK;
}

/* The characters [from, to) of all parts, counted one after the other. */
static vt_status join_range(const struct pieces *p, uint64_t from, uint64_t to, vt_str *ret,
                            vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf out = {.max = VT_MAX_TEXT_BYTES};
    for (size_t i = 0; i < p->n; i++) {
        uint32_t first = u32(p->plc, i * 4);
        uint64_t low = VT_MAX((uint64_t)first, from);
        uint64_t high = VT_MIN((uint64_t)u32(p->plc, i * 4 + 4), to);
        uint32_t fc = u32(p->plc, (p->n + 1) * 4 + i * 8 + 2);
        if (low < high && high - low <= p->word.len)
            vt_buf_add(&out, piece_text(p->arena, p->word, fc, (uint32_t)(low - first),
                                        (uint32_t)(high - low)));
    }
    if (out.overflow)
        return vt_fail(err, VT_E_LIMIT, "the text has more than %u bytes", VT_MAX_TEXT_BYTES);
    *ret = vt_encoding_compose(p->arena, vt_str_dup(p->arena, vt_buf_str(&out)));
    return VT_OK;
}

/* Lengths of the parts, in their order, and where the FIB has them. */
enum { MAIN_PART, FOOTNOTES, HEADERS, COMMENTS, ENDNOTES, BOXES, HEADER_BOXES, PARTS };

static void find_parts(vt_str word, uint64_t ret[PARTS + 1])
{
    static const uint16_t lengths[PARTS] = {0x4C, 0x50, 0x54, 0x5C, 0x60, 0x64, 0x68};
    ret[0] = 0;
    for (size_t i = 0; i < PARTS; i++)
        ret[i + 1] = ret[i] + u32(word, lengths[i]);
}

/* Six stories for notes, then six a section: headers of even, odd pages, footers of both, header
 * and footer of the first page. Those of the first sections are read, each text once. */
static vt_status put_headers(struct reader *r, const struct pieces *p, uint64_t start,
                             vt_error *err)
{
    enum { NOTES = 6, SECTIONS = 3 };
    size_t at = u32(p->word, 0xF2), n = u32(p->word, 0xF6) / 4;
    vt_str seen[SECTIONS * 6] = {{0}};
    for (size_t i = NOTES; i + 2 < n && i < NOTES + SECTIONS * 6; i++) {
        bool footer = (i - NOTES) % 6 == 2 || (i - NOTES) % 6 == 3 || (i - NOTES) % 6 == 5;
        vt_str text, *known = &seen[i - NOTES];
        if (at + (i + 2) * 4 > p->table.len)
            break;
        VT_TRY(join_range(p, start + u32(p->table, at + i * 4),
                          start + u32(p->table, at + i * 4 + 4), &text, err));
        bool again = vt_str_trim(text).len == 0;
        for (size_t k = NOTES; k < i; k++)
            again |= vt_str_eq(seen[k - NOTES], text);
        *known = text;
        if (again)
            continue;
        vt_flow_part_of(r->flow, footer ? VT_FLOW_FOOTER : VT_FLOW_HEADER);
        put_text(r, text);
        vt_flow_part_of(r->flow, VT_FLOW_BODY);
    }
    return VT_OK;
}

/* Text boxes, in the order of the file; where they stand on the page is not read. */
static vt_status put_boxes(struct reader *r, const struct pieces *p, uint64_t from, uint64_t to,
                           vt_error *err)
{
    vt_str text;
    VT_TRY(join_range(p, from, to, &text, err));
    if (!vt_str_trim(text).len)
        return VT_OK;
    vt_flow_begin_box(r->flow);
    put_text(r, text);
    vt_flow_end_box(r->flow);
    return VT_OK;
}

static vt_status put_parts(struct reader *r, const struct pieces *p, size_t *ret_bytes,
                           vt_error *err)
{
    uint64_t parts[PARTS + 1];
    vt_str text;
    find_parts(p->word, parts);
    VT_TRY(join_range(p, 0, parts[1], &text, err));
    *ret_bytes = text.len;
    VT_TRY(put_headers(r, p, parts[HEADERS], err));
    VT_TRY(put_boxes(r, p, parts[HEADER_BOXES], parts[HEADER_BOXES + 1], err));
    put_text(r, text);
    return put_boxes(r, p, parts[BOXES], parts[BOXES + 1], err);
}

vt_status vt_read_doc(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                      vt_doc **ret, vt_error *err)
{
    (void)options;
    struct ole ole = {.arena = arena, .bytes = bytes};
    VT_TRY(open_ole(&ole, err));
    vt_str word = stream_of(&ole, "WordDocument");
    if (word.len < 0x1AA || u16(word, 0) != 0xA5EC)
        return vt_fail(err, VT_E_FORMAT, "the OLE container has no Word document of 1997 or later");
    uint32_t flags = u16(word, 0x0A);
    if (flags & 0x0100)
        return vt_fail(err, VT_E_ENCRYPTED, "the Word document is protected by a password");
    struct pieces pieces = {.arena = arena,
                            .word = word,
                            .table = stream_of(&ole, flags & 0x0200 ? "1Table" : "0Table")};
    VT_TRY(find_pieces(&pieces, err));
    struct reader *r = VT_NEW(arena, struct reader);
    r->arena = arena;
    r->flow = vt_flow_new(arena, VT_FORMAT_DOC);
    size_t bytes_read = 0;
    VT_TRY(put_parts(r, &pieces, &bytes_read, err));
    vt_flow_doc(r->flow)->page_count =
        (uint32_t)VT_MAX((size_t)r->breaks + 1, (bytes_read + 2999) / 3000);
    return vt_flow_finish(r->flow, ret, err);
}

vt_status vt_probe_doc(vt_arena *arena, vt_str bytes, vt_pages *ret, vt_error *err)
{
    vt_doc *doc = NULL;
    VT_TRY(vt_read_doc(arena, bytes, NULL, &doc, err));
    ret->count = doc->page_count;
    return VT_OK;
}
