/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The document model: pages > blocks > lines > tokens, and the raw text that they spell.
 *
 * Two stages fill it. A reader (extract/) adds pages, words in content order with boxes and fonts,
 * shapes and pictures. Layout (layout/) then decides lines, blocks, columns and the reading order,
 * and writes `tokens`, `lines`, `blocks` and `raw_text`. Readers of flowing formats (DOCX, HTML,
 * Markdown, text) know the structure: they give every word a paragraph (doc/flow.h) with synthetic
 * geometry, and layout keeps what they know.
 *
 * Everything lives in the arena of the job. Geometry is in points, origin at the top left of the
 * page. Indices are positions in the arrays of vt_doc; VT_NONE is "none".
 */
#ifndef VT_DOC_DOC_H
#define VT_DOC_DOC_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

#define VT_NONE UINT32_MAX

typedef struct vt_box {
    float x0, y0, x1, y1;
} vt_box;

enum { /* vt_token.flags */
       VT_TOKEN_BOLD = 1 << 0,
       VT_TOKEN_ITALIC = 1 << 1,
       VT_TOKEN_MONO = 1 << 2,
       VT_TOKEN_ICON = 1 << 3,    /* a glyph of an icon font; text is its meaning in words or "" */
       VT_TOKEN_HIDDEN = 1 << 4,  /* invisible: white on white, tiny, off the page, render mode 3 */
       VT_TOKEN_GARBLED = 1 << 5, /* the font has no Unicode map: text is not to be trusted */
       VT_TOKEN_GLUED = 1 << 6,   /* no white space between this token and the one before it */
       VT_TOKEN_UNDERLINE = 1 << 7,
       VT_TOKEN_STRIKE = 1 << 8,
       VT_TOKEN_BULLET = 1 << 9,    /* a list sign, not text */
       VT_TOKEN_WIDE_GAP = 1 << 10, /* a gap far wider than a space, or a tab, before it */
       VT_TOKEN_OCR = 1 << 11,
       VT_TOKEN_ROTATED = 1 << 12, /* not written from left to right */
       VT_TOKEN_SPACED = 1 << 13,  /* its letters stood apart */
};

/** A word: no white space inside, valid UTF-8, ligatures and soft hyphens resolved. */
typedef struct vt_token {
    vt_str text;
    vt_box box;
    float size;          /* font size, points */
    float baseline;      /* y of the baseline */
    uint32_t color;      /* 0xRRGGBB */
    uint32_t flags;      /* VT_TOKEN_... */
    uint32_t font;       /* index in doc->fonts, or VT_NONE */
    uint32_t link;       /* index in doc->links, or VT_NONE */
    uint32_t para;       /* flowing formats: index in doc->paras; else VT_NONE */
    uint32_t page;       /* 0-based */
    uint32_t line;       /* index in doc->lines, set by layout */
    uint32_t start, end; /* code-point offsets in raw_text, set by layout */
    float confidence;    /* 1, or what OCR said */
} vt_token;

typedef enum vt_line_kind {
    VT_LINE_TEXT,
    VT_LINE_FURNITURE, /* repeated header or footer, page number: not spelled in raw_text */
} vt_line_kind;

enum {                          /* vt_line.flags */
       VT_LINE_BULLET = 1 << 0, /* starts a list item; `bullet` is the sign */
       VT_LINE_CONT = 1 << 1,   /* goes on with the paragraph of the line before */
       VT_LINE_BOLD = 1 << 2,   /* all tokens bold */
       VT_LINE_ITALIC = 1 << 3,
       VT_LINE_CAPS = 1 << 4,    /* all letters capital */
       VT_LINE_HEADING = 1 << 5, /* the source says so (style, tag) or it clearly looks like one */
       VT_LINE_HIDDEN = 1 << 6,
       VT_LINE_TABLE = 1 << 7,  /* a row of a table */
       VT_LINE_HYPHEN = 1 << 8, /* its last word goes on in the next line (joined in raw_text) */
       VT_LINE_SPACED = 1 << 9, /* was letter-spaced */
};

/** One visual line within one column. */
typedef struct vt_line {
    uint32_t first, count; /* tokens */
    vt_box box;
    float size; /* size of most of its characters */
    float baseline;
    float gap_above; /* white space to the line above in the same column; large at a column's top */
    float indent;    /* x0 minus the left edge of its column */
    uint32_t flags;  /* VT_LINE_... */
    uint32_t kind;   /* vt_line_kind */
    uint32_t page, block, column; /* column: index in doc->columns */
    uint32_t heading_level;       /* 1..6 when the source states it, else 0 */
    uint32_t list_level;          /* 1.. for list items, else 0 */
    float level;                  /* 0..1 of rating dots, bars or stars beside it; negative: none */
    uint32_t start, end;          /* code-point offsets in raw_text, without the line break */
    size_t byte_start, byte_end;
    vt_str text; /* view of raw_text */
} vt_line;

/** Lines that belong together: a paragraph, list item or table row run. */
typedef struct vt_block {
    uint32_t first, count; /* lines */
    vt_box box;
    uint32_t page, column;
} vt_block;

/** A text column of a page: header bands and full-width regions are columns, too. */
typedef struct vt_column {
    vt_box box;
    uint32_t page;
    bool sidebar; /* a narrow column beside a wider one */
    bool dark;    /* light text on a dark ground */
} vt_column;

/** Structure that a flowing format states. */
typedef struct vt_para {
    uint32_t heading_level; /* 0: no heading */
    uint32_t list_level;    /* 0: no list item */
    bool has_marker;        /* a list item with a visible sign or number */
    uint32_t table;         /* 1-based number of the table it stands in; 0: none */
    uint32_t row, col;      /* of the cell */
    uint32_t region;        /* 0: the body; else the column it stands in by itself (doc/flow.h) */
    bool header, footer;    /* of the page */
} vt_para;

typedef struct vt_font {
    vt_str name;
    bool bold, italic, mono, serif, symbol;
} vt_font;

typedef struct vt_link {
    vt_str url;
    vt_box box;
    uint32_t page;
} vt_link;

typedef enum vt_shape_kind {
    VT_SHAPE_RECT,
    VT_SHAPE_LINE,
    VT_SHAPE_CIRCLE,
    VT_SHAPE_OTHER
} vt_shape_kind;

/** A drawn shape: rating bars and dots, rules, column grounds. */
typedef struct vt_shape {
    vt_box box;
    uint32_t color;
    uint32_t kind; /* vt_shape_kind */
    bool filled;
    uint32_t page;
} vt_shape;

typedef struct vt_picture {
    vt_box box;
    uint32_t page;
} vt_picture;

typedef struct vt_page {
    float width, height;
    uint32_t first_line, line_count; /* set by layout */
    bool usable_text;                /* some, and mostly not garbled */
    bool ocr;                        /* its words come from OCR */
} vt_page;

typedef enum vt_format {
#define VT_FORMAT(symbol, word, mime, text) VT_FORMAT_##symbol,
#include "doc/formats.def"
#undef VT_FORMAT
    VT_FORMAT_COUNT
} vt_format;

typedef struct vt_doc {
    vt_arena *arena;
    vt_format format;
    uint32_t page_count; /* of the document, also those not read */
    VT_VEC(vt_page) pages;
    VT_VEC(vt_font) fonts;
    VT_VEC(vt_link) links;
    VT_VEC(vt_shape) shapes;
    VT_VEC(vt_picture) pictures;
    VT_VEC(vt_para) paras;

    VT_VEC(vt_token) words; /* from the reader, in content order */

    VT_VEC(vt_token) tokens; /* from layout, in reading order */
    VT_VEC(vt_line) lines;
    VT_VEC(vt_block) blocks;
    VT_VEC(vt_column) columns;
    vt_str source;   /* a file of plain text as it is, in UTF-8; else null */
    vt_str raw_text; /* UTF-8, lines end with \n */
    uint32_t raw_text_chars;
    const uint32_t *places; /* [raw_text_chars] in the text that the caller sent; NULL: the same */

    vt_str title, author;                 /* file metadata, or the null string */
    uint32_t hidden_words, garbled_words; /* kept out of fields and reported */
    uint32_t ocr_pages;                   /* pages that OCR looked at */
    bool ocr_failed;                      /* it was asked for, and read nothing */
    VT_VEC(vt_str) warnings;              /* for the caller, without document text */
} vt_doc;

/** Where the text is to come from, and how much time OCR may take for it. */
typedef enum vt_extract_mode { VT_EXTRACT_FILE, VT_EXTRACT_OCR, VT_EXTRACT_AUTO } vt_extract_mode;
typedef enum vt_ocr_effort { VT_OCR_BASIC, VT_OCR_STANDARD, VT_OCR_PREMIUM } vt_ocr_effort;

/** An empty document in the arena. */
vt_doc *vt_doc_new(vt_arena *arena, vt_format format);

/** Appends; the returned index is the position in the array. Limits of limits.h are checked. */
uint32_t vt_doc_add_page(vt_doc *doc, float width, float height);
uint32_t vt_doc_add_font(vt_doc *doc, vt_font font); /* equal fonts share an index */
uint32_t vt_doc_add_link(vt_doc *doc, vt_str url, vt_box box, uint32_t page);

/** A token with no font, link, paragraph or line, confidence 1, on the page. */
vt_token vt_token_init(vt_str text, uint32_t page);

/** The span [*start, *end) of raw_text as it is told: in the caller's own text, where there is one.
 */
void vt_doc_tell(const vt_doc *doc, uint32_t *start, uint32_t *end);

/** "pdf", "docx" ...: `metadata.extract.source_format`. */
const char *vt_format_word(vt_format format);

/** The line's tokens. */
static inline const vt_token *vt_line_tokens(const vt_doc *doc, const vt_line *line)
{
    return doc->tokens.at + line->first;
}

/** Are parts of the line far from each other? */
static inline bool vt_line_has_wide_gap(const vt_doc *doc, const vt_line *line)
{
    for (uint32_t i = 1; i < line->count; i++)
        if (vt_line_tokens(doc, line)[i].flags & VT_TOKEN_WIDE_GAP)
            return true;
    return false;
}

static inline vt_box vt_box_union(vt_box a, vt_box b)
{
    return (vt_box){VT_MIN(a.x0, b.x0), VT_MIN(a.y0, b.y0), VT_MAX(a.x1, b.x1), VT_MAX(a.y1, b.y1)};
}

/** The width that two boxes have in common over that of the narrower one, or over 0.6 times that of
 * the wider one where that is more: 0..1. */
static inline float vt_box_x_share(vt_box a, vt_box b)
{
    float common = VT_MIN(a.x1, b.x1) - VT_MAX(a.x0, b.x0);
    float narrow = VT_MIN(a.x1 - a.x0, b.x1 - b.x0), wide = VT_MAX(a.x1 - a.x0, b.x1 - b.x0);
    return common > 0 && narrow > 0 ? common / VT_MAX(narrow, 0.6f * wide) : 0;
}

#endif
