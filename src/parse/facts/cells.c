/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/facts/cells.h"

#include "text/utf8.h"

vt_line vt_line_part(const vt_doc *doc, const vt_line *line, uint32_t first, uint32_t count)
{
    const vt_token *tokens = doc->tokens.at + first;
    vt_line part = *line;
    part.first = first;
    part.count = count;
    part.start = tokens[0].start;
    part.end = tokens[0].end;
    part.box = tokens[0].box;
    for (uint32_t i = 1; i < count; i++) {
        part.box = vt_box_union(part.box, tokens[i].box);
        part.end = VT_MAX(part.end, tokens[i].end);
    }
    part.start = VT_MAX(VT_MIN(part.start, line->end), line->start);
    part.end = VT_MAX(VT_MIN(part.end, line->end), part.start);
    size_t from = vt_utf8_offset(line->text, part.start - line->start);
    size_t to = vt_utf8_offset(line->text, part.end - line->start);
    part.text = vt_str_sub(line->text, from, to);
    part.byte_start = line->byte_start + from;
    part.byte_end = line->byte_start + to;
    return part;
}

/** Where the next cell begins behind token `from`, or the line's end. */
static uint32_t cell_end(const vt_doc *doc, const vt_line *line, uint32_t from)
{
    const vt_token *tokens = vt_line_tokens(doc, line);
    bool spelled = false;
    for (uint32_t i = from; i < line->count; i++) {
        bool text = tokens[i].end > tokens[i].start && !(tokens[i].flags & VT_TOKEN_BULLET);
        if (spelled && text && (tokens[i].flags & VT_TOKEN_WIDE_GAP))
            return i;
        spelled |= text;
    }
    return line->count;
}

static void split_line(vt_arena *arena, const vt_doc *doc, const vt_line *line, vt_cells *cells,
                       size_t *room)
{
    for (uint32_t from = 0; from < line->count;) {
        uint32_t to = cell_end(doc, line, from);
        vt_line cell = from == 0 && to == line->count
                           ? *line
                           : vt_line_part(doc, line, line->first + from, to - from);
        if (from)
            cell.flags &= ~(uint32_t)VT_LINE_BULLET;
        from = to;
        if (!vt_str_trim(cell.text).len)
            continue;
        if (cells->n == *room) {
            vt_line *more = VT_NEW_ARRAY(arena, vt_line, *room * 2);
            memcpy(more, cells->at, cells->n * sizeof *more);
            cells->at = more;
            *room *= 2;
        }
        cells->at[cells->n++] = cell;
    }
}

vt_cells vt_cells_split(vt_arena *arena, const vt_doc *doc)
{
    size_t room = VT_MAX(doc->lines.n, 1) * 2;
    vt_cells cells = {.at = VT_NEW_ARRAY(arena, vt_line, room)};
    for (size_t i = 0; i < doc->lines.n; i++) {
        const vt_line *line = &doc->lines.at[i];
        if (line->kind == VT_LINE_TEXT && !(line->flags & VT_LINE_HIDDEN) && line->text.len)
            split_line(arena, doc, line, &cells, &room);
    }
    return cells;
}
