/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Facts about each line of a document: what the lexicon, the date grammar and the page say, looked
 * up once. Role and field decisions, rules and models alike, read only this.
 */
#ifndef VT_PARSE_LINE_FEATURES_H
#define VT_PARSE_LINE_FEATURES_H

#include "doc/doc.h"
#include "parse/parse.h"
#include "text/date.h"
#include "text/lexicon.h"
#include "text/place.h"
#include "text/token.h"

/** Facts about one line of the body (running headers, footers and hidden lines are left out). */
typedef struct vt_info {
    const vt_line *line;
    uint32_t index; /* of the line in doc->lines */
    vt_str text;    /* view of raw_text without the list sign and outer white space */
    size_t base;    /* byte offset of `text` in raw_text */
    vt_words words; /* of text */
    vt_lex_hits hits;
    vt_date_hits dates;
    vt_places places;
    vt_section heading;    /* the section it would open by the lexicon, or NONE */
    uint32_t style;        /* equal for lines of equal size, weight, slant, case and colour */
    float size;            /* over the size of the body text */
    float gap;             /* white space above, in line heights */
    float bold_share;      /* of its characters */
    float date_share;      /* of its bytes that are dates */
    float place_share;     /* likewise places */
    float title, org;      /* evidence 0..1 that it holds a job title, an employer */
    float school, degree;  /* an institution, a degree */
    float person;          /* 0..1: looks like a person's name by the lexicon */
    uint64_t school_words; /* bit i: word i says school in some language */
    uint16_t letters, lower_words, capital_words, digits;
    bool bullet, bold, italic, caps, lead_bold; /* lead_bold: begins bold, goes on otherwise */
    bool accent;                                /* a colour that body text does not have */
    bool stop;                                  /* ends like a sentence */
    bool colon;                                 /* ends with a colon */
    bool begins_lower;
    bool email, phone, url;
    bool range;         /* holds a date range, or a date "until now" */
    bool contact_label; /* "Tel:", "Address" */
    bool verb;          /* begins with a word that starts an accomplishment */
    bool top;           /* first line of its column */
    bool sidebar, dark;
    bool continues; /* goes on with the paragraph above */
    bool row;       /* stands beside the line before it, in one row */
    uint32_t tail;  /* bytes of text before a date far to the right, which is the item's and not
                       the text's; text.len when there is none */
    bool ruled;     /* a row of dashes or the like stands behind or under it */
} vt_info;

typedef struct vt_facts {
    const vt_parse_context *ctx;
    vt_arena *arena;
    const vt_doc *doc;
    vt_info *at; /* [n] in reading order */
    size_t n;
    float body_size;
    uint32_t body_color;
    vt_date_options dates; /* how dates of this document are read */
    uint32_t *checkpoints; /* code points before every 64th byte of raw_text */
} vt_facts;

/** Reads the facts of lines, or of parts of lines (cells.h). All in the arena. */
vt_facts *vt_facts_new(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                       const vt_line *lines, size_t n);

/** The facts of other lines of the same document: those that are unchanged are taken over. Lines
 * and facts are in the order of the document's tokens. */
vt_facts *vt_facts_regroup(const vt_facts *old, const vt_line *lines, size_t n);

/* ---- what words say: word_evidence.c ---- */

/** Evidence in a part of a line: words `first` up to `first + count`. */
typedef struct vt_evidence {
    float title, org, school, degree, study, person, place;
    bool employment; /* nothing but a kind of employment: "Full-time" */
    vt_employment employment_type;
} vt_evidence;
vt_evidence vt_evidence_of(const vt_info *info, uint32_t first, uint32_t count);

/** Does the folded word name a kind of school in some language: "university", "lycee"? */
bool vt_is_school_word(vt_str folded);

/* ---- values and offsets: fact_values.c ---- */

/** Prepares vt_facts_chars: fills facts->checkpoints. */
void vt_facts_count_chars(vt_facts *facts);

/** Bytes of the sign of a list item at the start of a text, 0 for none. */
size_t vt_bullet_sign(vt_str s);

/** How many words the `count` from `first` on are; of a script without spaces two make one. */
uint32_t vt_info_length(const vt_info *info, uint32_t first, uint32_t count);

/** The code-point offset in raw_text of a byte offset. */
uint32_t vt_facts_chars(const vt_facts *facts, size_t byte);

/**
 * The value that stands in bytes [from, to) of raw_text: trimmed, white space and line breaks
 * each one space, list signs at line starts left out. Unknown when nothing is left.
 */
vt_value vt_facts_value(const vt_facts *facts, size_t from, size_t to, float confidence);

/** As vt_facts_value, and outer punctuation (commas, dashes, bars, unpaired brackets) goes, too. */
vt_value vt_facts_clean_value(const vt_facts *facts, size_t from, size_t to, float confidence);

/** Byte offset in raw_text of a view of it. */
static inline size_t vt_facts_byte(const vt_facts *facts, const char *ptr)
{
    return (size_t)(ptr - facts->doc->raw_text.ptr);
}

/** Does line b follow line a in raw_text, so that both are one span? Lines of a rail may stand
 * elsewhere there than among the lines they are read with. */
static inline bool vt_info_follows(const vt_info *a, const vt_info *b)
{
    return b->base >= a->base + a->text.len && b->base - (a->base + a->text.len) < 64 &&
           b->line->first == a->line->first + a->line->count;
}

/** The bytes of a word of a line in raw_text. */
static inline size_t vt_info_word_start(const vt_info *info, uint32_t word)
{
    return info->base + info->words.at[word].start;
}
static inline size_t vt_info_word_end(const vt_info *info, uint32_t word)
{
    return info->base + info->words.at[word].end;
}
static inline size_t vt_info_end(const vt_info *info)
{
    return info->base + info->text.len;
}

/** Is a word of a script with small letters and capitals? Does it begin with a capital, if so? */
bool vt_info_is_cased(const vt_info *info, uint32_t word);
bool vt_info_is_capital(const vt_info *info, uint32_t word);

/** The word at or after a byte offset of raw_text (words.n when none). */
uint32_t vt_info_word_at(const vt_info *info, size_t byte);

/** The first word that begins at or after a byte offset of raw_text (words.n when none). */
uint32_t vt_info_word_from(const vt_info *info, size_t byte);

/** Is the token that begins at byte `at` of the line's text far from the one before it? */
bool vt_info_wide_gap(const vt_facts *facts, const vt_info *info, size_t at);

/** A date hit as a date of the result. */
vt_date vt_facts_date(const vt_facts *facts, const vt_info *info, const vt_date_hit *hit,
                      bool second);

#endif
