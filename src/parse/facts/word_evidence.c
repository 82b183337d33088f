/* SPDX-License-Identifier: Apache-2.0 */
/* What words say of a part of a line: each hit of the lexicon raises the evidence for its kind. */
#include "parse/facts/line_features.h"

static float coverage(const vt_lex_hit *h, uint32_t first, uint32_t count)
{
    uint32_t from = VT_MAX(h->first, first), to = VT_MIN(h->first + h->count, first + count);
    return to > from ? (float)(to - from) / (float)count : 0.0f;
}

static void raise(float *value, float to)
{
    *value = VT_MAX(*value, to);
}

/** The word stands at the end of the part, or before "of", "de", a comma: the head of a title. */
static bool is_head_position(const vt_info *info, uint32_t word, uint32_t end)
{
    return word + 1 >= end || (info->words.at[word].flags & VT_WORD_COMMA) ||
           !(info->words.at[word + 1].flags & VT_WORD_CAPITAL) ||
           (info->words.at[word + 1].flags & (VT_WORD_BREAK | VT_WORD_DIGIT));
}

static void weigh_title_word(const vt_info *info, const vt_lex_hit *h, uint32_t end, float *title)
{
    if (h->entry->code == VT_TITLE_PART_HEAD)
        raise(title, is_head_position(info, h->first + h->count - 1, end) ? 0.7f : 0.45f);
    else if (h->entry->code == VT_TITLE_PART_LEVEL)
        raise(title, 0.35f);
    else
        raise(title, 0.15f);
}

static void weigh_hit(const vt_info *info, const vt_lex_hit *h, uint32_t first, uint32_t count,
                      vt_evidence *e)
{
    float cover = coverage(h, first, count);
    float weak = (h->entry->flags & VT_LEX_AMBIGUOUS) ? 0.6f : 1.0f;
    bool capital = (info->words.at[h->first].flags & VT_WORD_CAPITAL) != 0;
    switch (h->entry->kind) {
    case VT_LEX_TITLE:
        raise(&e->title, weak * (0.5f + 0.5f * cover));
        break;
    case VT_LEX_TITLE_WORD:
        weigh_title_word(info, h, first + count, &e->title);
        break;
    case VT_LEX_EMPLOYER:
        if (capital)
            raise(&e->org, weak * (0.3f + 0.6f * cover));
        break;
    case VT_LEX_ORG_WORD:
        if (h->entry->code == VT_ORG_PART_SUFFIX)
            raise(&e->org, h->first > first && capital ? 0.9f : 0.2f);
        else
            raise(&e->org, capital ? 0.6f : 0.3f);
        break;
    case VT_LEX_INSTITUTION:
        if (capital)
            raise(&e->school, weak * (0.55f + 0.45f * cover));
        break;
    case VT_LEX_DEGREE:
        raise(&e->degree, weak * (h->count > 1 || capital ? 0.6f + 0.4f * cover : 0.35f));
        break;
    case VT_LEX_STUDY:
        raise(&e->study, weak * (0.3f + 0.7f * cover));
        break;
    case VT_LEX_EMPLOYMENT:
        if (cover > 0.99f) {
            e->employment = true;
            e->employment_type = h->entry->code;
        }
        break;
    case VT_LEX_CITY:
    case VT_LEX_REGION:
    case VT_LEX_COUNTRY:
        e->place += cover * weak;
        break;
    default:
        break;
    }
}

bool vt_is_school_word(vt_str folded)
{
    if (folded.len < 3)
        return false;
    static const char *const words[] = {
        "university",   "college",      "school",        "institute",     "academy",
        "universitat",  "universite",   "universidad",   "universidade",  "universita",
        "universiteit", "uniwersytet",  "universitet",   "hochschule",    "fachhochschule",
        "gymnasium",    "lycee",        "ecole",         "escuela",       "instituto",
        "istituto",     "institut",     "politecnico",   "polytechnic",   "polytechnique",
        "politechnika", "faculdade",    "facultad",      "faculty",       "liceo",
        "colegio",      "hogeschool",   "szkola",        "universitesi",  "lisesi",
        "akademie",     "universitaet", "universiteti",  "yliopisto",     "egyetem",
        "univerzita",   "univerzitet",  "universitatea", "universitetet", "hogskole",
        "hogskolan",    "seminary",     "iit",           "berufsschule",  "realschule",
        "conservatory", "tech",         "univ",          "technikum",     "oberschule",
        "gesamtschule", "университет",  "институт",      "академия",      "школа",
        "університет",  "πανεπιστημιο", "大学",          "学院"};
    return VT_STR_AMONG(folded, words);
}

/** Is the hit inside a place ("CA" is no chartered accountant there)? */
static bool inside_place(const vt_info *info, const vt_lex_hit *h)
{
    for (size_t i = 0; i < info->places.n; i++) {
        const vt_place *p = &info->places.at[i];
        if (p->score >= 0.5f && h->first >= p->first &&
            h->first + h->count <= p->first + p->count && p->count > 1)
            return true;
    }
    return false;
}

/** Counts names of persons: given or family names with capitals, particles between them. */
static float person_score(const vt_info *info, uint32_t first, uint32_t count)
{
    if (count == 0 || count > 6)
        return 0;
    uint32_t named = 0, capital = 0, given = 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->first < first || h->first + h->count > first + count)
            continue;
        uint64_t bits = ((1ull << h->count) - 1) << (h->first - first);
        if (h->entry->kind == VT_LEX_GIVEN_NAME && !(seen & bits))
            given += h->count;
        if (h->entry->kind == VT_LEX_GIVEN_NAME || h->entry->kind == VT_LEX_FAMILY_NAME ||
            h->entry->kind == VT_LEX_NAME_PART)
            seen |= bits;
    }
    for (uint32_t i = 0; i < count; i++) {
        named += (uint32_t)((seen >> i) & 1);
        capital += (info->words.at[first + i].flags & VT_WORD_CAPITAL) != 0;
        if (info->words.at[first + i].flags & VT_WORD_DIGIT)
            return 0;
    }
    float share = (float)named / (float)count;
    float upper = (float)capital / (float)count;
    return share * (given ? 1.0f : 0.6f) * (upper > 0.6f ? 1.0f : 0.4f);
}

vt_evidence vt_evidence_of(const vt_info *info, uint32_t first, uint32_t count)
{
    vt_evidence e = {0};
    count = VT_MIN(count, (uint32_t)info->words.n - first);
    if (!count)
        return e;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->first >= first + count)
            break;
        bool is_place = h->entry->kind == VT_LEX_CITY || h->entry->kind == VT_LEX_REGION ||
                        h->entry->kind == VT_LEX_COUNTRY;
        if (h->first >= first && h->first + h->count <= first + count &&
            (is_place || !inside_place(info, h)))
            weigh_hit(info, h, first, count, &e);
    }
    uint64_t mask = count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
    if (first < 64 && (info->school_words >> first & mask))
        raise(&e.school, 0.85f);
    e.place = VT_MIN(e.place, 1.0f);
    e.person = person_score(info, first, count);
    return e;
}
