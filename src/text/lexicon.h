/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The lexicon: all phrase lists of data/lexicon/, compiled by tools/mklexicon.py into one read-only
 * image that is built into the binary. Layout: docs/formats.md. A phrase is a sequence of folded
 * words; one phrase may have several entries of several kinds ("Jordan": country, given name,
 * family name). Any thread may call any function here.
 *
 * What an entry holds by kind (strings are empty where unknown):
 *   CITY        name city, a region, b country alpha-2; code 1: known the world over under this
 * name list REGION      name region, a its country alpha-2, b abbreviation; ABBREVIATION when
 * matched so COUNTRY     name country in English, a alpha-2, b calling code ("+49") TITLE name
 * title, a field; code vt_title_level TITLE_WORD  code vt_title_part EMPLOYER    name, a country
 * alpha-2, b industry ORG_WORD    name as listed; code vt_org_part INSTITUTION name, a city, b
 * country alpha-2, c kind (university, school, ...) DEGREE      name canonical; code
 * vt_degree_level STUDY       name canonical HEADING     name as listed; code vt_section DATE_WORD
 * code vt_date_word PROFICIENCY name as listed; code vt_skill_level (0: not for skills), code2
 * vt_speech_level EMPLOYMENT  code vt_employment LANGUAGE    name in English, a ISO 639 code
 *   GIVEN_NAME  a sex (m, f, u), b origins ("en|de")
 *   FAMILY_NAME b origins
 *   NAME_PART   a "particle" (van, de), "prefix" (Dr., Herr), "suffix" (Jr., PhD)
 *   REMOTE      a "remote", "hybrid" or "onsite"
 *   CONTACT_LABEL a "phone", "mobile", "fax", "email", "address", "website", "name", "birth" ...
 *   STREET      a "prefix" (Rue, Via) or "suffix" (Street, straße)
 *   STOP_WORD   function words, for the language of a text and for prose
 *   CALLING_CODE name digits, a alpha-2 (one entry a country that shares the code)
 *   VERB        words that start an accomplishment ("Led", "Entwickelte")
 *   CERTIFICATE a "name" (PMP), "word" of names (Certified), "issuer", "body" (a word of
 *               issuers: Board), "by" (issued by), "id" (Credential ID), "note" (in progress),
 *               "expires" (valid until)
 *   ENTRY_LABEL a what stands behind it in a form or table of jobs or studies ("Job title:"):
 *               "title", "company", "dates", "degree", "study", "school", "place", "text" (duties),
 *               "drop" (nothing that a resume's fields hold: hours, salaries), "column" (of a table
 *               only: marks, numbers of rows)
 */
#ifndef VT_TEXT_LEXICON_H
#define VT_TEXT_LEXICON_H

#include "base/error.h"
#include "text/token.h"

typedef struct vt_lexicon vt_lexicon;

#define VT_LEX_KIND(symbol, word) VT_LEX_##symbol,
typedef enum vt_lex_kind {
#include "text/lex_kinds.def"
    VT_LEX_KIND_COUNT
} vt_lex_kind;
#undef VT_LEX_KIND
#define VT_LEX_MASK(kind) (1u << (kind))
#define VT_LEX_ALL        (~0u & ~VT_LEX_MASK(VT_LEX_CALLING_CODE))

#define VT_SECTION(symbol, word) VT_SECTION_##symbol,
typedef enum vt_section {
#include "text/lex_kinds.def"
    VT_SECTION_COUNT
} vt_section;
#define VT_DATE_WORD(symbol, word) VT_DATE_WORD_##symbol,
typedef enum vt_date_word {
#include "text/lex_kinds.def"
    VT_DATE_WORD_COUNT
} vt_date_word;
#define VT_DEGREE_LEVEL(symbol, word) VT_DEGREE_LEVEL_##symbol,
typedef enum vt_degree_level {
#include "text/lex_kinds.def"
    VT_DEGREE_LEVEL_COUNT
} vt_degree_level;
#define VT_TITLE_LEVEL(symbol, word) VT_TITLE_LEVEL_##symbol,
typedef enum vt_title_level {
#include "text/lex_kinds.def"
    VT_TITLE_LEVEL_COUNT
} vt_title_level;
#define VT_TITLE_PART(symbol, word) VT_TITLE_PART_##symbol,
typedef enum vt_title_part {
#include "text/lex_kinds.def"
    VT_TITLE_PART_COUNT
} vt_title_part;
#define VT_EMPLOYMENT(symbol, word) VT_EMPLOYMENT_##symbol,
typedef enum vt_employment {
#include "text/lex_kinds.def"
    VT_EMPLOYMENT_COUNT
} vt_employment;
#define VT_ORG_PART(symbol, word) VT_ORG_PART_##symbol,
typedef enum vt_org_part {
#include "text/lex_kinds.def"
    VT_ORG_PART_COUNT
} vt_org_part;
#define VT_SKILL_LEVEL(symbol, word) VT_SKILL_LEVEL_##symbol,
typedef enum vt_skill_level {
#include "text/lex_kinds.def"
    VT_SKILL_LEVEL_COUNT
} vt_skill_level;
#define VT_SPEECH_LEVEL(symbol, word) VT_SPEECH_LEVEL_##symbol,
typedef enum vt_speech_level {
#include "text/lex_kinds.def"
    VT_SPEECH_LEVEL_COUNT
} vt_speech_level;

enum {                               /* vt_lex_entry.flags */
       VT_LEX_AMBIGUOUS = 1 << 0,    /* also a common word: needs capitals and context */
       VT_LEX_ABBREVIATION = 1 << 1, /* counts only when written in capitals ("CA", "IN", "MIT") */
       VT_LEX_ALIAS = 1 << 2,        /* the phrase is not the canonical name */
       VT_LEX_PRIMARY = 1 << 3,      /* the likeliest entry of its kind for this phrase */
};

/** One meaning of a phrase, read in place; part of the image's layout. */
typedef struct vt_lex_entry {
    uint8_t kind; /* vt_lex_kind */
    uint8_t flags;
    uint8_t code, code2;
    uint32_t name, a, b, c; /* strings: vt_lex_str() */
} vt_lex_entry;

/** The lexicon that is built in, its header checked. VT_E_FORMAT: damaged. */
VT_MUST_USE vt_status vt_lexicon_open(vt_lexicon **ret, vt_error *err);
void vt_lexicon_drop(vt_lexicon *lex);
VT_DEFINE_AUTO(vt_lexicon, vt_lexicon_drop)

/** A string of an entry: entry->name, ->a, ->b or ->c. */
vt_str vt_lex_str(const vt_lexicon *lex, uint32_t string);

/** Entries of one phrase: `n` may be 0. Borrowed from the image. */
typedef struct vt_lex_entries {
    const vt_lex_entry *at;
    size_t n;
} vt_lex_entries;

/** All entries of exactly these words, or of a text (which is split first). */
vt_lex_entries vt_lexicon_find(const vt_lexicon *lex, const vt_word *words, size_t n);
vt_lex_entries vt_lexicon_find_text(const vt_lexicon *lex, vt_arena *arena, vt_str text);
/** The first entry of the kind (the likeliest stands first), or NULL. */
const vt_lex_entry *vt_lexicon_find_kind(const vt_lexicon *lex, const vt_word *words, size_t n,
                                         vt_lex_kind kind);
const vt_lex_entry *vt_lexicon_find_text_kind(const vt_lexicon *lex, vt_arena *arena, vt_str text,
                                              vt_lex_kind kind);

/** What a word is in names: "particle", "prefix" or "suffix"; the null string: none of them. */
vt_str vt_lexicon_name_part(const vt_lexicon *lex, const vt_word *word);

/** A phrase found in a text. */
typedef struct vt_lex_hit {
    uint32_t first, count; /* words */
    const vt_lex_entry *entry;
} vt_lex_hit;
typedef struct vt_lex_hits {
    vt_lex_hit *at;
    size_t n;
} vt_lex_hits;

/**
 * Every hit of the kinds in `mask`, ordered by first word, longer before shorter. Of one kind, hits
 * inside a longer hit of the same kind are left out; kinds may overlap each other. Entries that are
 * ABBREVIATION need a word written in capitals. A hit has one entry: phrases with several entries
 * of a kind give several hits.
 */
vt_lex_hits vt_lexicon_scan(const vt_lexicon *lex, vt_arena *arena, const vt_words *words,
                            uint32_t mask);

/** The section a heading line opens: whole-line match after numbers, colons and decoration are
 * taken off, also of "A & B" and "A / B" (the first part wins). VT_SECTION_NONE: no heading. */
vt_section vt_lexicon_heading(const vt_lexicon *lex, const vt_words *words);

/** "A1" to "C2", "native" ...; "" for no level. */
const char *vt_speech_level_word(vt_speech_level level);

#endif
