/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All texts of the resume go to one matcher, each with a note of where it comes from. From the
 * mentions: the id of each listed item, the skills of prose, the jobs that show each skill; from
 * these years, score, and what is implied.
 */
#include "skills/skills.h"

#include "base/map.h"
#include "skills/fold.h"
#include "skills/level.h"
#include "skills/match.h"
#include "skills/stated.h"
#include "text/utf8.h"

enum { NO_JOB = -1, SYNONYMS_MAX = 8, WRITTEN_MAX = 16, IMPLIED_MAX = 24 };
static const float IMPLIED_CONFIDENCE = 0.6f;
/* what is less certain implies nothing; a listed skill, one of prose */
static const float CERTAIN_LISTED = 0.85f, CERTAIN_NAMED = 0.9f;

/** Where a passage comes from. */
struct origin {
    const vt_value *value;
    int job;     /* or NO_JOB */
    size_t item; /* of resume->skills, for a listed item */
    bool listed, headline, evidence_only;
};

/** How a job shows a skill. */
struct use {
    int job;
    size_t mentions;
    bool headline;
};

/** A skill that was found: which item shows it, and where. */
struct known {
    uint32_t skill;
    size_t item; /* of resume->skills */
    bool headline;
    vt_stated stated; /* in a sentence */
    VT_VEC(struct use) uses;
};

struct source {
    size_t known;
    float confidence;
    bool certain; /* else it implies what it names only */
};

struct fill {
    const vt_taxonomy *tax;
    vt_arena *arena;
    vt_resume *resume;
    vt_day today;
    vt_str language; /* asked for, or null */
    vt_matcher *matcher;
    VT_VEC(struct origin) origins;
    VT_VEC(struct known) known;
    size_t listed;     /* items that the parser gave */
    vt_stated *stated; /* [listed], behind each item */
    double career;     /* years of all work */
};

/* ---- texts ---- */

static void add_text(struct fill *f, const vt_value *value, vt_passage_kind kind,
                     struct origin origin)
{
    if (!vt_value_known(value) || value->text.len == 0)
        return;
    origin.value = value;
    vt_matcher_add(f->matcher, value->text, kind);
    vt_vec_push(f->arena, &f->origins, origin);
}

static void exclude(struct fill *f, const vt_value *value)
{
    if (vt_value_known(value))
        vt_matcher_exclude(f->matcher, value->text);
}

/** Each word of a person's name alone, too. */
static void exclude_words(struct fill *f, const vt_value *value)
{
    vt_str rest = value->text, word;
    while (vt_str_split(&rest, ' ', &word))
        if (word.len > 1)
            vt_matcher_exclude(f->matcher, word);
}

static void exclude_place(struct fill *f, const vt_location *place)
{
    exclude(f, &place->city);
    exclude(f, &place->region);
    exclude(f, &place->country);
}

static void exclude_names(struct fill *f)
{
    const vt_resume *r = f->resume;
    exclude(f, &r->name);
    exclude_words(f, &r->name);
    exclude_place(f, &r->location);
    for (size_t i = 0; i < r->jobs.n; i++) {
        exclude(f, &r->jobs.at[i].company);
        exclude_place(f, &r->jobs.at[i].location);
    }
    for (size_t i = 0; i < r->studies.n; i++) {
        exclude(f, &r->studies.at[i].institution);
        exclude_place(f, &r->studies.at[i].location);
    }
    for (size_t i = 0; i < r->references.n; i++)
        exclude(f, &r->references.at[i].name);
}

static void add_extras(struct fill *f)
{
    const vt_resume *r = f->resume;
    for (size_t i = 0; i < r->projects.n; i++) {
        add_text(f, &r->projects.at[i].name, VT_PASSAGE_TITLE, (struct origin){.job = NO_JOB});
        add_text(f, &r->projects.at[i].text, VT_PASSAGE_PROSE, (struct origin){.job = NO_JOB});
    }
    for (size_t i = 0; i < r->studies.n; i++)
        add_text(f, &r->studies.at[i].field, VT_PASSAGE_TITLE,
                 (struct origin){.job = NO_JOB, .evidence_only = true});
    for (size_t i = 0; i < r->certifications.n; i++)
        add_text(f, &r->certifications.at[i].name, VT_PASSAGE_TITLE,
                 (struct origin){.job = NO_JOB, .evidence_only = true});
}

static void add_texts(struct fill *f)
{
    const vt_resume *r = f->resume;
    for (size_t i = 0; i < f->listed; i++)
        add_text(f, &r->skills.at[i].name, VT_PASSAGE_LIST,
                 (struct origin){.job = NO_JOB, .item = i, .listed = true});
    add_text(f, &r->label, VT_PASSAGE_TITLE, (struct origin){.job = NO_JOB, .headline = true});
    add_text(f, &r->summary, VT_PASSAGE_PROSE, (struct origin){.job = NO_JOB});
    for (size_t i = 0; i < r->jobs.n; i++) {
        const vt_job *job = &r->jobs.at[i];
        struct origin here = {.job = (int)i};
        add_text(f, &job->title, VT_PASSAGE_TITLE,
                 (struct origin){.job = (int)i, .headline = true});
        add_text(f, &job->description, VT_PASSAGE_PROSE, here);
        for (size_t k = 0; k < job->highlights.n; k++)
            add_text(f, &job->highlights.at[k], VT_PASSAGE_PROSE, here);
    }
    add_extras(f);
}

/* ---- items ---- */

static struct known *known_of(struct fill *f, uint32_t skill)
{
    for (size_t i = 0; i < f->known.n; i++)
        if (f->known.at[i].skill == skill)
            return &f->known.at[i];
    return NULL;
}

static bool same_words(vt_str a, vt_str b)
{
    char x[256], y[256];
    size_t n = vt_skill_key(a, x, sizeof x);
    return n == vt_skill_key(b, y, sizeof y) && memcmp(x, y, n) == 0;
}

/** Adds a name to an item's synonyms, unless it is null or shown already. */
static void add_synonym(vt_arena *arena, vt_skill_item *item, vt_str name)
{
    vt_str shown = vt_value_known(&item->name) ? item->name.text : item->canonical;
    if (!name.ptr || same_words(name, shown))
        return;
    for (size_t i = 0; i < item->synonyms.n; i++)
        if (same_words(name, item->synonyms.at[i]))
            return;
    vt_vec_push(arena, &item->synonyms, name);
}

/** Other names of an item: those in the language, the whole item as the document writes it, the
 * taxonomy's name, its other names. */
static void add_synonyms(struct fill *f, vt_skill_item *item, uint32_t skill)
{
    char buf[VT_LABELS_MAX], alias_buf[VT_ALIAS_MAX];
    vt_str alias, language = f->language.ptr ? f->language : vt_matcher_spoken(f->matcher);
    vt_str labels = vt_str_dup(f->arena, vt_taxonomy_labels(f->tax, skill, language, buf));
    item->synonyms.n = 0;
    while (vt_str_split(&labels, '|', &alias))
        add_synonym(f->arena, item, alias);
    add_synonym(f->arena, item, item->written);
    add_synonym(f->arena, item, item->canonical);
    for (size_t i = 0;
         item->synonyms.n < SYNONYMS_MAX && vt_taxonomy_alias(f->tax, skill, i, alias_buf, &alias);
         i++)
        add_synonym(f->arena, item, vt_str_dup(f->arena, alias));
}

static void identify(struct fill *f, vt_skill_item *item, uint32_t skill, vt_match_method method,
                     float confidence)
{
    vt_skill s = vt_taxonomy_get(f->tax, skill);
    char buf[VT_ALIAS_MAX];
    item->skill_id = vt_str_dup(f->arena, vt_taxonomy_id(f->tax, skill, buf));
    item->canonical = vt_str_dup(f->arena, vt_taxonomy_name(f->tax, skill, buf));
    item->category = s.category;
    item->soft = s.soft;
    item->has_type = true;
    item->method = method;
    item->confidence = confidence;
    add_synonyms(f, item, skill);
}

/** Moves *at behind the next place of `word` in `raw`, if there is one; gives its start. */
static size_t pass_word(vt_str raw, vt_str word, size_t *at)
{
    size_t found = vt_str_find(raw, word, *at);
    if (found == VT_NPOS)
        return *at;
    *at = found + word.len;
    return found;
}

/** Where bytes [start, end) of a value stand in the raw text. A value that was joined from lines
 * has lost list signs and line breaks: its words are followed one by one. */
static void locate(const struct fill *f, const vt_value *value, size_t start, size_t end,
                   vt_value *ret)
{
    vt_str raw = f->resume->raw_text, text = value->text;
    uint32_t before = (uint32_t)vt_utf8_count(vt_str_sub(text, 0, start));
    uint32_t chars = (uint32_t)vt_utf8_count(vt_str_sub(text, start, end));
    ret->start = value->start + before;
    ret->end = ret->start + chars;
    if (!raw.ptr || before + chars + vt_utf8_count(vt_str_sub(text, end, text.len)) ==
                        value->end - value->start)
        return;
    size_t base = vt_utf8_offset(raw, value->start), at = base, first = base, last = base;
    for (size_t i = 0; i < end;) {
        size_t to = i;
        bool space = vt_is_space(text.ptr[i]);
        while (to < end && vt_is_space(text.ptr[to]) == space && (i >= start || to < start))
            to++;
        if (!space) {
            size_t found = pass_word(raw, vt_str_sub(text, i, to), &at);
            first = i <= start ? found : first;
            last = at;
        }
        i = to;
    }
    ret->start = value->start + (uint32_t)vt_utf8_count(vt_str_sub(raw, base, first));
    ret->end = value->start + (uint32_t)vt_utf8_count(vt_str_sub(raw, base, last));
}

/** A new item for what stands at bytes [start, end) of a value. */
static size_t add_item(struct fill *f, const vt_value *value, const vt_mention *m, bool listed)
{
    vt_str text = vt_str_sub(value->text, m->start, m->end);
    vt_skill_item item = {.name = {.text = text, .confidence = m->confidence},
                          .level = -1,
                          .years = -1,
                          .listed = listed};
    if (value->end > value->start)
        locate(f, value, m->start, m->end, &item.name);
    identify(f, &item, m->skill, m->method, m->confidence);
    vt_vec_push(f->arena, &f->resume->skills, item);
    return f->resume->skills.n - 1;
}

static struct known *note(struct fill *f, uint32_t skill, size_t item)
{
    struct known *k = vt_vec_add(f->arena, &f->known);
    k->skill = skill;
    k->item = item;
    k->stated = (vt_stated){-1, -1};
    return k;
}

/** Bytes of a text outside of a mention, without the words that tell nothing more:
 * "HACCP-Kenntnisse", "Manejo de PDA". */
static size_t rest_len(vt_str text, const vt_mention *m)
{
    static const char *const words[] = {"kenntnisse",   "grundkenntnisse",
                                        "erfahrung",    "erfahrungen",
                                        "bedienen",     "bedienung",
                                        "erstellen",    "erstellung",
                                        "herstellen",   "verlegen",
                                        "durchführen",  "anwenden",
                                        "umgang",       "mit",
                                        "von",          "der",
                                        "des",          "utilisation",
                                        "maîtrise",     "connaissance",
                                        "notions",      "réalisation",
                                        "de",           "d",
                                        "du",           "la",
                                        "le",           "les",
                                        "manejo",       "uso",
                                        "dominio",      "conocimientos",
                                        "del",          "el",
                                        "conhecimento", "domínio",
                                        "do",           "da",
                                        "manuseio",     "realización",
                                        "realização",   "utilizzo",
                                        "conoscenza",   "realizzazione",
                                        "di",           "della",
                                        "kennis",       "ervaring",
                                        "gebruik",      "werken",
                                        "met",          "van",
                                        "obsługa",      "znajomość",
                                        "kullanımı",    "bilgisi",
                                        "kullanma",     "uygulamaları",
                                        "사용",         "활용"};
    size_t rest = 0;
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    while (vt_skill_fold_next(&fold, &token)) {
        bool within = token.start >= m->start && token.end <= m->end;
        vt_str word = vt_str_sub(text, token.start, token.end);
        rest += within || VT_STR_AMONG_NOCASE(word, words) ? 0 : word.len + 1;
    }
    return rest;
}

/** The mention that an item of several is mainly about: the whole, else the longest, which must be
 * half of what the item tells. */
static const vt_mention *main_mention(const vt_mention *at, size_t n, vt_str item)
{
    const vt_mention *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (!best || at[i].end - at[i].start > best->end - best->start)
            best = &at[i];
    if (!best || best->whole)
        return best;
    size_t len = best->end - best->start;
    return len * 2 + 1 >= item.len || (n == 1 && len + 1 >= rest_len(item, best)) ? best : NULL;
}

/** Leaves bytes [start, end) of an item's name. */
static void cut_name(vt_value *name, size_t start, size_t end)
{
    vt_str all = name->text;
    bool placed = name->end - name->start == vt_utf8_count(all);
    name->text = vt_str_sub(all, start, end);
    if (placed) {
        name->start += (uint32_t)vt_utf8_count(vt_str_sub(all, 0, start));
        name->end = name->start + (uint32_t)vt_utf8_count(name->text);
    }
}

/** A mention in an item becomes its name. */
static void name_by(vt_skill_item *item, const vt_mention *m)
{
    if (!item->written.ptr)
        item->written = item->name.text;
    cut_name(&item->name, m->start, m->end);
}

/** "Since 2019" as years. */
static vt_stated in_years(const struct fill *f, vt_stated stated)
{
    if (stated.years >= VT_STATED_SINCE)
        stated.years = VT_MAX(f->today.year - stated.years, 0.5);
    return stated;
}

/** An item of a mention and a level in words ("MS Office Grundkenntnisse", "zaawansowany Excel"):
 * the mention is all of its name. */
static const vt_mention *stated_mention(struct fill *f, size_t number, const vt_mention *at,
                                        size_t n)
{
    vt_skill_item *item = &f->resume->skills.at[number];
    const vt_value *name = &item->name;
    for (size_t i = 0; i < n; i++) {
        vt_str before = vt_str_trim(vt_str_sub(name->text, 0, at[i].start)),
               behind = vt_str_trim(vt_str_sub(name->text, at[i].end, name->text.len));
        vt_stated stated;
        if (before.len && behind.len)
            continue;
        if (!vt_stated_whole(before.len ? before : behind, &stated))
            continue;
        if (f->stated[number].level < 0 && f->stated[number].years < 0)
            f->stated[number] = in_years(f, stated);
        name_by(item, &at[i]);
        return &at[i];
    }
    return NULL;
}

static const char *const join_words[] = {"and", "und", "et", "y",  "e",  "en",
                                         "i",   "och", "og", "or", "ou", "oder"};

/** Nothing but "and" and signs stands beside the mentions of an item ("tornio e fresa"). */
static bool only_joined(vt_str text, const vt_mention *at, size_t n)
{
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    while (vt_skill_fold_next(&fold, &token)) {
        bool within = VT_STR_AMONG(vt_str_n(token.text, token.len), join_words);
        for (size_t i = 0; i < n && !within; i++)
            within = token.start >= at[i].start && token.end <= at[i].end;
        if (!within)
            return false;
    }
    return true;
}

/** The mention that an item begins with, when only something else is joined to it: "CI/CD with
 * Bitrise", "Photovoltaik und Speicher". */
static const vt_mention *leading_mention(vt_str text, const vt_mention *at)
{
    static const char *const with[] = {"with", "mit", "avec", "con", "com", "met", "z", "med"};
    vt_skill_fold fold = {.text = text, .at = at->end};
    vt_skill_token token;
    if (at->start > 0 || !vt_skill_fold_next(&fold, &token) || token.start == at->end)
        return NULL;
    vt_str word = vt_str_n(token.text, token.len);
    return VT_STR_AMONG(word, join_words) || VT_STR_AMONG(word, with) ? at : NULL;
}

/** "B2" of "French (B2)". */
static bool is_language_level(vt_str text, const vt_mention *m)
{
    vt_str level = vt_str_sub(text, m->start, m->end);
    return !m->whole && level.len == 2 && strchr("ABC", level.ptr[0]) && strchr("12", level.ptr[1]);
}

/** Mentions [at, at + n) are those of one listed item. */
static void take_listed(struct fill *f, const struct origin *origin, const vt_mention *at, size_t n)
{
    vt_skill_item *item = &f->resume->skills.at[origin->item];
    vt_value whole = item->name;
    const vt_mention *main = stated_mention(f, origin->item, at, n);
    main = main ? main : main_mention(at, n, item->name.text);
    if (!main && n > 1 && only_joined(whole.text, at, n)) { /* the first is the item's own */
        main = &at[0];
        name_by(item, main);
    }
    main = main ? main : leading_mention(whole.text, &at[0]);
    if (main) {
        identify(f, item, main->skill, main->method,
                 main->confidence * VT_MAX(item->name.confidence, 0.5f));
        if (!known_of(f, main->skill))
            note(f, main->skill, origin->item);
    }
    float level = item->level;
    vt_value group = item->group;
    for (size_t i = 0; i < n; i++)
        if (&at[i] != main && !known_of(f, at[i].skill) && !is_language_level(whole.text, &at[i])) {
            size_t added = add_item(f, &whole, &at[i], true);
            f->resume->skills.at[added].level = level;
            f->resume->skills.at[added].group = group;
            note(f, at[i].skill, added);
        }
}

static void add_stated(struct known *k, vt_stated stated)
{
    k->stated.years = VT_MAX(k->stated.years, stated.years);
    k->stated.level = VT_MAX(k->stated.level, stated.level);
}

static void add_use(struct fill *f, struct known *k, const struct origin *origin)
{
    if (k->uses.n == 0 || k->uses.at[k->uses.n - 1].job != origin->job)
        vt_vec_push(f->arena, &k->uses, (struct use){.job = origin->job});
    struct use *use = &k->uses.at[k->uses.n - 1];
    use->mentions++;
    use->headline = use->headline || origin->headline;
}

static void take_prose(struct fill *f, const struct origin *origin, const vt_mention *m)
{
    if (origin->evidence_only)
        return;
    struct known *k = known_of(f, m->skill);
    if (!k)
        k = note(f, m->skill, add_item(f, origin->value, m, false));
    vt_skill_item *item = &f->resume->skills.at[k->item];
    item->confidence = VT_MAX(item->confidence, m->confidence); /* seen elsewhere, too */
    k->headline = k->headline || origin->headline;
    if (!origin->headline)
        add_stated(k, in_years(f, vt_stated_around(origin->value->text, m->start, m->end)));
    if (origin->job != NO_JOB)
        add_use(f, k, origin);
}

static void take_mentions(struct fill *f, vt_mentions found)
{
    for (size_t i = 0; i < found.n;) {
        const struct origin *origin = &f->origins.at[found.at[i].passage];
        size_t end = i + 1;
        while (end < found.n && found.at[end].passage == found.at[i].passage)
            end++;
        if (origin->listed)
            take_listed(f, origin, &found.at[i], end - i);
        else
            for (size_t k = i; k < end; k++)
                take_prose(f, origin, &found.at[k]);
        i = end;
    }
}

/* ---- levels ---- */

/** As it is written out, so that the score shown and its band agree. */
static float rounded(double score)
{
    return (float)((int)(score * 100 + 0.5)) / 100;
}

/** The years of work in all, without what is voluntary. */
static double career_of(struct fill *f)
{
    vt_resume *r = f->resume;
    vt_months *months = VT_NEW_ARRAY(f->arena, vt_months, r->jobs.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < r->jobs.n; i++) {
        vt_months m = vt_job_months(&r->jobs.at[i], f->today);
        if (m.to > m.from)
            months[n++] = m;
    }
    return (double)vt_months_union(months, n) / 12;
}

/** An item that only says how long or how well ("8 years" of "SQL (expert, 8 years)") is said of
 * the item before. */
static void drop_statements(vt_resume *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->skills.n; i++) {
        vt_str text = r->skills.at[i].name.text;
        while (text.len && strchr(")]", text.ptr[text.len - 1]))
            text.len--;
        vt_stated stated;
        if (n == 0 || !vt_stated_whole(text, &stated) || stated.years < 0)
            r->skills.at[n++] = r->skills.at[i];
    }
    r->skills.n = n;
}

/* ---- items that are two ---- */

static bool is_known(const struct fill *f, vt_str text)
{
    vt_skill skill;
    return vt_taxonomy_find(f->tax, vt_str_trim(text), &skill);
}

/** The bytes of an item's name before the words that stand on its second line, or 0. */
static size_t first_line(const struct fill *f, const vt_skill_item *item)
{
    vt_str raw = f->resume->raw_text, name = item->name.text;
    if (!raw.ptr || item->name.end <= item->name.start)
        return 0;
    size_t from = vt_utf8_offset(raw, item->name.start);
    size_t to = VT_MIN(raw.len, from + 2 * name.len);
    size_t end = vt_str_find_char(vt_str_sub(raw, 0, to), '\n', from);
    if (end == VT_NPOS || end >= vt_utf8_offset(raw, item->name.end))
        return 0;
    vt_str line = vt_str_trim(vt_str_sub(raw, from, end));
    return vt_str_starts(name, line) && line.len < name.len && name.ptr[line.len] == ' ' ? line.len
                                                                                         : 0;
}

/** The bytes of the last item of a list before its "and", or 0; *ret_len is those of "and". */
static size_t before_and(vt_str name, size_t *ret_len)
{
    static const char *const joins[] = {" and ", " und ", " et ", " y ",   " e ",
                                        " en ",  " og ",  " ve ", " och ", " i "};
    for (size_t i = 0; i < VT_COUNT(joins); i++) {
        size_t at = vt_str_find(name, vt_str_z(joins[i]), 0);
        *ret_len = strlen(joins[i]);
        if (at != VT_NPOS && vt_str_find(name, vt_str_z(joins[i]), at + 1) == VT_NPOS)
            return at;
    }
    return 0;
}

/** The bytes of the longest beginning of a text, of two words or more, that the taxonomy knows; 0:
 * there is none. Another item may begin behind it: with a capital, after nothing but a space. */
static size_t known_beginning(const struct fill *f, vt_str text)
{
    enum { MOST_WORDS = 5 };
    size_t best = 0, words = 0;
    for (size_t at = 0; at <= text.len && words < MOST_WORDS; at++) {
        if (at < text.len && text.ptr[at] != ' ')
            continue;
        bool ends = at == text.len || (at + 1 < text.len && vt_is_upper(text.ptr[at + 1]));
        bool sign = at > 0 && !vt_is_alnum((unsigned char)text.ptr[at - 1]);
        words++;
        if (sign)
            break;
        if (words >= 2 && ends && is_known(f, vt_str_sub(text, 0, at)))
            best = at;
    }
    return best;
}

/** Where an item ends that lost the sign behind it: "Client Relations Creative Problem Solving".
 * Both sides must be known names of several words. */
static size_t lost_sign(const struct fill *f, vt_str name)
{
    size_t at = known_beginning(f, name);
    return at && at < name.len && known_beginning(f, vt_str_sub(name, at + 1, name.len)) ? at : 0;
}

/** Where an item is two skills: at a line break between two that the taxonomy knows (rows of a
 * grid look like one wrapped list), at the "and" of the last in a list when it knows either,
 * and where two names of several words follow each other. */
static size_t parting(const struct fill *f, const vt_skill_item *item, size_t *ret_gap)
{
    vt_str name = item->name.text;
    if (!item->name.text.len || is_known(f, name))
        return 0;
    size_t at = first_line(f, item);
    *ret_gap = 1;
    if (at && is_known(f, vt_str_sub(name, 0, at)) &&
        is_known(f, vt_str_sub(name, at + 1, name.len)))
        return at;
    at = item->ends_list ? before_and(name, ret_gap) : 0;
    if (at && (is_known(f, vt_str_sub(name, 0, at)) ||
               is_known(f, vt_str_sub(name, at + *ret_gap, name.len))))
        return at;
    *ret_gap = 1;
    return lost_sign(f, name);
}

/** Bytes [start, end) of an item as an item of its own. */
static vt_skill_item part_of(const struct fill *f, const vt_skill_item *item, size_t start,
                             size_t end)
{
    vt_skill_item part = *item;
    locate(f, &item->name, start, end, &part.name);
    part.name.text = vt_str_sub(item->name.text, start, end);
    part.ends_list = item->ends_list && end == item->name.text.len;
    return part;
}

static void part_items(struct fill *f)
{
    vt_resume *r = f->resume, parted = {0};
    for (size_t i = 0; i < r->skills.n; i++) {
        vt_skill_item rest = r->skills.at[i];
        size_t gap, at;
        while ((at = parting(f, &rest, &gap))) {
            vt_vec_push(f->arena, &parted.skills, part_of(f, &rest, 0, at));
            rest = part_of(f, &rest, at + gap, rest.name.text.len);
        }
        vt_vec_push(f->arena, &parted.skills, rest);
    }
    r->skills.at = parted.skills.at;
    r->skills.n = parted.skills.n;
    r->skills.cap = parted.skills.cap;
}

/** What stands behind each listed item in the raw text, or as the heading of its list. */
static void read_stated(struct fill *f)
{
    const vt_resume *r = f->resume;
    size_t at = 0, chars = 0;
    f->stated = VT_NEW_ARRAY(f->arena, vt_stated, f->listed + 1);
    for (size_t i = 0; i < f->listed; i++) {
        const vt_skill_item *item = &r->skills.at[i];
        vt_stated *s = &f->stated[i];
        *s = (vt_stated){-1, -1};
        if (r->raw_text.ptr && item->name.end > item->name.start && item->name.end >= chars) {
            at += vt_utf8_offset(vt_str_sub(r->raw_text, at, r->raw_text.len),
                                 (uint32_t)(item->name.end - chars));
            chars = item->name.end;
            *s = vt_stated_behind(vt_str_sub(r->raw_text, at, r->raw_text.len));
        }
        vt_stated within;
        size_t cut = vt_stated_cut(item->name.text, &within);
        if (cut < item->name.text.len) {
            cut_name(&r->skills.at[i].name, 0, cut);
            *s = within;
        }
        *s = in_years(f, *s);
        if (s->level < 0 && s->years < 0 && vt_value_known(&item->group))
            s->level = vt_stated_read(item->group.text).level;
    }
}

/** Months in the jobs that show a skill; sets the end of the last of them. */
static int months_of_uses(struct fill *f, const struct known *k, bool listed, int *ret_last)
{
    vt_months *months = VT_NEW_ARRAY(f->arena, vt_months, k->uses.n + 1);
    size_t n = 0;
    *ret_last = 0;
    for (size_t i = 0; i < k->uses.n; i++) {
        const struct use *use = &k->uses.at[i];
        vt_months m = vt_job_months(&f->resume->jobs.at[use->job], f->today);
        if (m.to <= m.from)
            continue;
        months[n++] = vt_job_share(m, listed || use->headline || use->mentions > 1);
        *ret_last = VT_MAX(*ret_last, m.to);
    }
    return vt_months_union(months, n);
}

/** Stated level and years: those of the list first, else those of a sentence. */
static vt_stated stated_of(const struct fill *f, const struct known *k)
{
    const vt_skill_item *item = &f->resume->skills.at[k->item];
    vt_stated s = k->item < f->listed ? f->stated[k->item] : (vt_stated){-1, -1};
    if (item->level >= 0)
        s.level = (double)item->level;
    s.level = s.level >= 0 ? s.level : k->stated.level;
    s.years = s.years >= 0 ? s.years : k->stated.years;
    return s;
}

static void set_score(vt_skill_item *item, const vt_level_facts *facts, double stated)
{
    item->basis = stated >= 0        ? VT_LEVEL_STATED
                  : facts->years > 0 ? VT_LEVEL_DERIVED
                                     : VT_LEVEL_ASSUMED;
    item->score = rounded(stated >= 0 ? stated : vt_level_score(facts));
}

static void set_level(struct fill *f, const struct known *k)
{
    vt_skill_item *item = &f->resume->skills.at[k->item];
    vt_stated stated = stated_of(f, k);
    int last, now = f->today.year * 12 + f->today.month;
    int months = months_of_uses(f, k, item->listed, &last);
    double years = stated.years >= 0 ? stated.years : (double)months / 12;
    years = VT_MIN(years, vt_skill_age(item->canonical, f->today));
    if (years > 0)
        item->years = years;
    size_t mentions = 0;
    for (size_t i = 0; i < k->uses.n; i++)
        mentions += k->uses.at[i].mentions;
    vt_level_facts facts = {
        .years = years,
        .years_since = last ? (double)(now - last) / 12 : 0,
        .jobs = k->uses.n,
        .listed = item->listed,
        .headline = k->headline,
        .mentions = mentions,
        .career = f->career,
        .list_place = f->listed > 1 ? VT_MIN(1, (double)k->item / (double)(f->listed - 1)) : 0};
    set_score(item, &facts, stated.level);
}

/** A source of implied skills: a certain mention, the surest first. */
static int compare_sources(const void *a, const void *b)
{
    const struct source *x = a, *y = b;
    if (x->confidence != y->confidence)
        return x->confidence > y->confidence ? -1 : 1;
    return x->known < y->known ? -1 : 1;
}

/** Other skills of the document go with it, with one word two of them or more: servers beside
 * plates are no Server Administration. */
static bool has_company(const struct fill *f, const struct known *k)
{
    static const double NEAR = 0.4, ENOUGH = 0.8, ENOUGH_OF_WORD = 1.2; /* one; several together */
    vt_str text = f->resume->skills.at[k->item].name.text;
    bool word = vt_str_find(text, VT_STR(" "), 0) == VT_NPOS;
    unsigned wanted = word ? 2 : 1;
    double sum = 0;
    for (size_t i = 0; i < f->known.n && wanted > 0; i++) {
        if (f->known.at[i].skill == k->skill)
            continue;
        double near = vt_taxonomy_nearness(f->tax, f->known.at[i].skill, k->skill);
        sum += near;
        wanted = sum >= (word ? ENOUGH_OF_WORD : ENOUGH) ? 0 : wanted - (near >= NEAR);
    }
    return wanted == 0;
}

/** One word without capitals that is not the skill's own name: "closing", "grants". */
static bool is_ordinary_word(const vt_skill_item *item)
{
    if (item->method != VT_MATCH_ALIAS)
        return false;
    for (size_t i = 0; i < item->name.text.len; i++)
        if (item->name.text.ptr[i] == ' ' || vt_is_upper(item->name.text.ptr[i]))
            return false;
    return true;
}

/** Said so that it cannot well be something else: listed, or in the skill's own name, which is that
 * of a product or more than one word; and not alone of its kind. */
static bool is_certain(const struct fill *f, const struct known *k)
{
    const vt_skill_item *item = &f->resume->skills.at[k->item];
    bool listed = item->listed && item->confidence >= CERTAIN_LISTED && !is_ordinary_word(item);
    bool named = item->method == VT_MATCH_EXACT && item->confidence >= CERTAIN_NAMED &&
                 (vt_str_find(item->canonical, VT_STR(" "), 0) != VT_NPOS ||
                  vt_taxonomy_get(f->tax, k->skill).product);
    return (listed || named) && has_company(f, k);
}

/** The skills that may imply others, the surest first. */
static struct source *sources_of(struct fill *f, size_t *ret_n)
{
    struct source *sources = VT_NEW_ARRAY(f->arena, struct source, f->known.n + 1);
    *ret_n = 0;
    for (size_t i = 0; i < f->known.n; i++) {
        const struct known *k = &f->known.at[i];
        float confidence = f->resume->skills.at[k->item].confidence;
        if (confidence >= CERTAIN_LISTED)
            sources[(*ret_n)++] = (struct source){i, confidence, is_certain(f, k)};
    }
    if (*ret_n > 0)
        qsort(sources, *ret_n, sizeof *sources, compare_sources);
    return sources;
}

/** The words of the source name the skill, too: "Terraform modules". */
static bool is_named_in(const struct fill *f, const vt_skill_item *source, uint32_t skill)
{
    char buf[VT_ALIAS_MAX], words[2 * VT_ALIAS_MAX], name[VT_ALIAS_MAX];
    size_t n = vt_skill_key(source->name.text, words, sizeof words);
    size_t len = vt_skill_key(vt_taxonomy_name(f->tax, skill, buf), name, sizeof name);
    vt_str text = vt_str_n(words, n), needle = vt_str_n(name, len);
    size_t at = len ? vt_str_find(text, needle, 0) : VT_NPOS;
    return at != VT_NPOS && (at == 0 || text.ptr[at - 1] == ' ') &&
           (at + len == n || text.ptr[at + len] == ' ');
}

static void add_implied_by(struct fill *f, size_t from_item, uint32_t skill)
{
    vt_skill_item source = f->resume->skills.at[from_item];
    vt_skill_item item = {.level = -1,
                          .years = source.years,
                          .score = rounded((double)source.score * 0.9),
                          .basis = VT_LEVEL_DERIVED};
    identify(f, &item, skill, VT_MATCH_IMPLIED, source.confidence * IMPLIED_CONFIDENCE);
    item.name = (vt_value){.text = item.canonical, .confidence = item.confidence};
    item.implied_by = source.canonical;
    vt_vec_push(f->arena, &f->resume->skills, item);
    note(f, skill, f->resume->skills.n - 1);
}

/** What a skill implies is known a little less, for as long. */
static void add_implied(struct fill *f)
{
    size_t n, added = 0;
    const struct source *sources = sources_of(f, &n);
    for (size_t i = 0; i < n; i++) {
        const struct known *from = &f->known.at[sources[i].known];
        vt_skill_list implied = vt_taxonomy_implied(f->tax, from->skill);
        size_t item = from->item;
        for (uint32_t k = 0; k < implied.n && added < IMPLIED_MAX; k++) {
            uint32_t skill = vt_skill_list_at(implied, k);
            if (known_of(f, skill) ||
                (!sources[i].certain && !is_named_in(f, &f->resume->skills.at[item], skill)))
                continue;
            add_implied_by(f, item, skill);
            added++;
        }
    }
}

/** Listed items that the taxonomy does not know have their stated level, or a listed skill's. */
static void set_unknown_levels(struct fill *f)
{
    for (size_t i = 0; i < f->listed; i++) {
        vt_skill_item *item = &f->resume->skills.at[i];
        if (item->score > 0)
            continue;
        vt_level_facts facts = {.listed = true,
                                .career = f->career,
                                .years = VT_MAX(f->stated[i].years, 0),
                                .list_place =
                                    f->listed > 1 ? (double)i / (double)(f->listed - 1) : 0};
        if (f->stated[i].years > 0)
            item->years = f->stated[i].years;
        set_score(item, &facts, item->level >= 0 ? (double)item->level : f->stated[i].level);
        if (!item->skill_id.ptr) {
            item->confidence = item->name.confidence;
            item->synonyms.n = 0;
            add_synonym(f->arena, item, item->written);
        }
    }
}

/* ---- one entry a skill ---- */

/** The folded words that an entry is shown with. */
static vt_str shown_key(vt_arena *arena, const vt_skill_item *item)
{
    char key[256];
    vt_str shown = vt_value_known(&item->name) ? item->name.text : item->canonical;
    size_t len = vt_skill_key(shown, key, sizeof key);
    return len ? vt_str_format(arena, "=%.*s", (int)len, key) : shown;
}

/** Of two entries shown alike: one of the taxonomy, then the surer one. */
static bool is_better(const vt_skill_item *a, const vt_skill_item *b)
{
    if (!a->skill_id.ptr != !b->skill_id.ptr)
        return a->skill_id.ptr;
    return a->confidence > b->confidence;
}

static void take_level(vt_skill_item *first, const vt_skill_item *item)
{
    if (first->level >= 0 || item->level < 0)
        return;
    first->level = item->level;
    first->score = item->score;
    first->basis = item->basis;
}

/** A listed item that is merged into another keeps its words among the other's synonyms. */
static void take_written(vt_arena *arena, vt_skill_item *first, const vt_skill_item *item)
{
    if (item->listed && first->synonyms.n < WRITTEN_MAX)
        add_synonym(arena, first, item->written.ptr ? item->written : item->name.text);
}

/** A skill that is there twice, by its id or by the words that are shown, stays where it stands
 * first, with the level that either states. */
static void drop_repeats(vt_resume *resume)
{
    vt_map *place = vt_map_new(resume->arena); /* index + 1 by id and by words */
    size_t n = 0;
    for (size_t i = 0; i < resume->skills.n; i++) {
        vt_skill_item *item = &resume->skills.at[i];
        vt_str id = item->skill_id, words = shown_key(resume->arena, item);
        const void *there = id.ptr ? vt_map_find(place, id) : NULL;
        bool same_id = there;
        there = there ? there : vt_map_find(place, words);
        if (!there) {
            resume->skills.at[n++] = *item;
        } else {
            vt_skill_item *first = &resume->skills.at[(uintptr_t)there - 1], dropped = *item;
            if (!same_id && is_better(item, first)) {
                dropped = *first;
                *first = *item;
            }
            take_level(first, &dropped);
            take_written(resume->arena, first, &dropped);
        }
        void *at = there ? (void *)(uintptr_t)there : (void *)(uintptr_t)n;
        vt_map_set(place, words, at);
        if (id.ptr)
            vt_map_set(place, id, at);
    }
    resume->skills.n = n;
}

static void add_occupation(struct fill *f, const vt_job_occupation *occupation)
{
    static const float LEAST = 0.4f, SURE = 0.85f;
    if (occupation->confidence >= LEAST)
        vt_matcher_occupation(f->matcher, occupation->isco, occupation->confidence >= SURE);
}

/** The occupations of the jobs and of the line below the name. */
static void add_occupations(struct fill *f)
{
    const vt_resume *r = f->resume;
    vt_matcher_occupation(f->matcher, VT_STR("0000"), true);
    add_occupation(f, &r->occupation);
    for (size_t i = 0; i < r->jobs.n; i++)
        add_occupation(f, &r->jobs.at[i].occupation);
}

void vt_skills_fill(const vt_taxonomy *tax, vt_resume *resume, vt_day today)
{
    vt_skills_fill_in(tax, resume, today, VT_STR_NULL);
}

void vt_skills_fill_in(const vt_taxonomy *tax, vt_resume *resume, vt_day today, vt_str language)
{
    drop_statements(resume);
    struct fill f = {.tax = tax,
                     .language = language,
                     .arena = resume->arena,
                     .resume = resume,
                     .today = today,
                     .matcher = vt_matcher_new(resume->arena, tax)};
    part_items(&f);
    f.listed = resume->skills.n;
    for (size_t i = 0; i < f.listed; i++)
        resume->skills.at[i].years = -1;
    f.career = career_of(&f);
    read_stated(&f);
    exclude_names(&f);
    add_texts(&f);
    add_occupations(&f);
    vt_matcher_hint(f.matcher, resume->raw_text);
    take_mentions(&f, vt_matcher_run(f.matcher));
    for (size_t i = 0; i < f.known.n; i++)
        set_level(&f, &f.known.at[i]);
    set_unknown_levels(&f);
    add_implied(&f);
    drop_repeats(resume);
}
