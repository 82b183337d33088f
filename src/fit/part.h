/* SPDX-License-Identifier: Apache-2.0 */
/** What the words of a job description's sentence are: marks, from which its parts get their kind.
 */
#ifndef VT_FIT_PART_H
#define VT_FIT_PART_H

#include "fit/sentences.h"
#include "text/tongue.h"

enum {
    VT_MARK_SKILL = 1 << 0,
    VT_MARK_SOFT = 1 << 1,
    VT_MARK_CREDENTIAL = 1 << 2, /* a certificate, licence, registration */
    VT_MARK_DEGREE = 1 << 3,
    VT_MARK_LANGUAGE = 1 << 4,
    VT_MARK_YEARS = 1 << 5,
    VT_MARK_RELATED = 1 << 6, /* "or a related field", "or equivalent" */
    VT_MARK_OR = 1 << 7,
    VT_MARK_AND = 1 << 8,
    VT_MARK_LEVEL = 1 << 9, /* fluent, B2, written */
};

/** The skill is a certificate, licence or the like, by its category. */
bool vt_skill_is_credential(const vt_taxonomy *tax, uint32_t skill);

/** Marks of every word of a sentence, in the arena. `mentions` are those of the sentence. */
uint16_t *vt_part_marks(vt_arena *arena, const vt_taxonomy *tax, const vt_lexicon *lex,
                        vt_tongue tongue, const vt_sentence *s, const vt_mention *mentions,
                        size_t n);

/** The language that a word names ("Deutschkenntnisse", "anglais"), in English; or null. */
vt_str vt_part_language(vt_arena *arena, const vt_lexicon *lex, const vt_word *word);

/** A degree stands at these words of a sentence: *ret_level is its level. */
bool vt_part_degree(const vt_lexicon *lex, vt_arena *arena, const vt_words *words, size_t first,
                    size_t end, vt_degree_level *ret_level);

/** The words of a lexicon hit are no degree here: "maîtrise de Java", "Scrum Master", "alto grado".
 */
bool vt_part_no_degree(const vt_words *words, const vt_lex_hit *hit);

/** A folded word about experience, in any of the languages ("Berufserfahrung"). */
bool vt_part_is_experience(vt_str folded);

/** A folded unit of years or months, or a word of "at least". */
bool vt_part_is_years(vt_str folded);

/** A folded word that joins a choice: "or", "oder", in Spanish "o". */
bool vt_part_is_or(vt_str word, vt_tongue tongue);

/** A number in digits or as a word ("two", "drei", "dos"); false for another word. */
bool vt_part_number(const vt_word *word, double *ret);

#endif
