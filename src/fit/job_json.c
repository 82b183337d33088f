/* SPDX-License-Identifier: Apache-2.0 */
#include "fit/job_json.h"

#include "text/lexicon.h"

static const char *const degree_words[] = {
#define VT_DEGREE_LEVEL(symbol, word) word,
#include "text/lex_kinds.def"
#undef VT_DEGREE_LEVEL
};

static void put_word(vt_json_writer *w, const char *key, const char *word)
{
    if (word && *word)
        vt_json_kv_str(w, key, vt_str_z(word));
    else
        vt_json_kv_null(w, key);
}

static void put_text(vt_json_writer *w, const char *key, vt_str text)
{
    if (text.ptr)
        vt_json_kv_str(w, key, text);
    else
        vt_json_kv_null(w, key);
}

static void put_requirement(vt_json_writer *w, const vt_taxonomy *tax, const vt_requirement *req)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "text", req->words);
    put_word(w, "kind", vt_requirement_kind_word(req->kind));
    vt_json_kv_bool(w, "required", req->must);
    vt_json_kv_num(w, "criticality", req->criticality, 2);
    if (req->years > 0)
        vt_json_kv_num(w, "years", req->years, 1);
    else
        vt_json_kv_null(w, "years");
    if (req->kind == VT_REQUIREMENT_DEGREE)
        put_word(w, "level", degree_words[req->degree]);
    if (req->kind == VT_REQUIREMENT_LANGUAGE) {
        vt_json_kv_str(w, "language", req->language);
        put_text(w, "level", req->level);
    }
    vt_json_key(w, "any_of");
    vt_json_begin_array(w);
    for (size_t i = 0; i < req->any.n; i++) {
        uint32_t skill = req->any.at[i];
        char buf[VT_ALIAS_MAX];
        vt_json_begin_object(w);
        vt_json_kv_str(w, "skill", vt_taxonomy_name(tax, skill, buf));
        vt_json_kv_str(w, "skill_id", vt_taxonomy_id(tax, skill, buf));
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
    vt_json_end_object(w);
}

/** The first city that a fact names, as written. */
static vt_str place_of(const vt_job_ad *ad, const vt_lexicon *lex, vt_arena *arena)
{
    for (size_t i = 0; i < ad->sentences.n; i++) {
        const vt_sentence *s = &ad->sentences.at[i];
        if (s->is != VT_SENTENCE_FACT && s->is != VT_SENTENCE_HEADING)
            continue;
        vt_lex_hits hits = vt_lexicon_scan(lex, arena, &s->words, VT_LEX_MASK(VT_LEX_CITY));
        for (size_t k = 0; k < hits.n; k++) {
            const vt_word *word = &s->words.at[hits.at[k].first];
            if ((word->flags & VT_WORD_CAPITAL) && word->folded.len > 3 &&
                !(hits.at[k].entry->flags & VT_LEX_AMBIGUOUS))
                return vt_words_text(&s->words, hits.at[k].first, hits.at[k].count);
        }
    }
    return VT_STR_NULL;
}

static bool names_money(vt_str text)
{
    static const char *const marks[] = {"\xE2\x82\xAC", "$",    "\xC2\xA3", "\xE2\x82\xB9",
                                        "z\xC5\x82",    "R$",   "CHF",      "EUR",
                                        "Euro",         "euro", "GBP",      "USD"};
    bool digit = false, mark = false;
    for (size_t i = 0; i < text.len && !digit; i++)
        digit = vt_is_digit(text.ptr[i]);
    for (size_t i = 0; i < VT_COUNT(marks) && !mark; i++)
        mark = vt_str_find(text, vt_str_z(marks[i]), 0) != VT_NPOS;
    return digit && mark;
}

/** The first fact that names money, as written. */
static vt_str salary_of(const vt_job_ad *ad)
{
    for (size_t i = 0; i < ad->sentences.n; i++)
        if (ad->sentences.at[i].is == VT_SENTENCE_FACT && names_money(ad->sentences.at[i].text))
            return ad->sentences.at[i].text;
    return VT_STR_NULL;
}

void vt_job_ad_write(vt_json_writer *w, const vt_taxonomy *tax, const vt_lexicon *lex,
                     vt_arena *arena, const vt_job_ad *ad)
{
    vt_json_begin_object(w);
    put_text(w, "title", ad->title);
    put_word(w, "seniority", vt_seniority_word(ad->seniority));
    put_text(w, "occupation", ad->occupation.title);
    put_text(w, "isco", ad->occupation.isco);
    put_text(w, "isco_name", ad->occupation.isco_name);
    put_word(w, "language", vt_tongue_code(ad->tongue));
    put_text(w, "location", place_of(ad, lex, arena));
    put_text(w, "salary", salary_of(ad));
    if (ad->years > 0)
        vt_json_kv_num(w, "years", ad->years, 1);
    else
        vt_json_kv_null(w, "years");
    put_word(w, "degree", degree_words[ad->degree]);
    vt_json_key(w, "requirements");
    vt_json_begin_array(w);
    for (size_t i = 0; i < ad->requirements.n; i++)
        put_requirement(w, tax, &ad->requirements.at[i]);
    vt_json_end_array(w);
    vt_json_key(w, "sentences");
    vt_json_begin_array(w);
    for (size_t i = 0; i < ad->sentences.n; i++) {
        vt_json_begin_object(w);
        vt_json_kv_str(w, "text", ad->sentences.at[i].text);
        put_word(w, "class", vt_sentence_class_word(ad->sentences.at[i].is));
        vt_json_kv_num(w, "confidence", (double)ad->sentences.at[i].sure, 2);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
    vt_json_end_object(w);
}
