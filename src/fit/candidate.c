/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a resume: its skill items by id (or by name, when a given result has none); where each is
 * shown is looked up in the jobs. From text alone: the matcher over its lines, where those of a
 * skills section are cut at commas; the years are the union of the date ranges before the education
 * section and after it. Lines of personal data are left out before anything is read, and so are
 * the first line and every given name of the first lines: a person called Ruby does not know Ruby.
 */
#include "fit/candidate.h"

#include "fit/job.h"
#include "parse/summary/aggregate.h"
#include "skills/level.h"
#include "skills/match.h"
#include "text/date.h"
#include "text/utf8.h"

enum { HEAD_LINES = 6 };

const vt_held_skill *vt_candidate_skill(const vt_candidate *candidate, uint32_t skill)
{
    for (size_t i = 0; i < candidate->skills.n; i++)
        if (candidate->skills.at[i].skill == skill)
            return &candidate->skills.at[i];
    return NULL;
}

static void add_language(const vt_lexicon *lex, vt_arena *arena, vt_str text, vt_candidate *ret)
{
    vt_words words = vt_words_split(arena, text);
    vt_lex_hits hits = vt_lexicon_scan(lex, arena, &words, VT_LEX_MASK(VT_LEX_LANGUAGE));
    for (size_t i = 0; i < hits.n; i++)
        if (words.at[hits.at[i].first].end - words.at[hits.at[i].first].start > 2)
            vt_vec_push(arena, &ret->languages, vt_lex_str(lex, hits.at[i].entry->name));
}

static void add_line(vt_arena *arena, vt_candidate *c, vt_str text, vt_str where, bool credential)
{
    if (!text.len)
        return;
    if (!c->words)
        c->words = vt_word_index_new(arena);
    vt_words words = vt_words_split(arena, text);
    vt_word_index_add(c->words, &words, (uint32_t)c->lines.n);
    vt_vec_push(arena, &c->lines, ((vt_held_line){text, where, credential}));
}

static void close_lines(vt_arena *arena, vt_candidate *c)
{
    if (!c->words)
        c->words = vt_word_index_new(arena);
    vt_word_index_close(c->words);
}

static bool is_personal(vt_str line);

/** The sentences of a text, each a line; what is personal is left out. */
static void add_lines(vt_arena *arena, vt_candidate *c, vt_str text, vt_str where)
{
    vt_ad_sentences s = vt_sentences_cut(arena, text);
    for (size_t i = 0; i < s.n; i++)
        if (!is_personal(s.at[i].text))
            add_line(arena, c, s.at[i].text, where, false);
}

/* ---- from a resume ---- */

static bool names_skill(vt_str text, vt_str name)
{
    for (size_t i = 0; i + name.len <= text.len; i++) {
        bool start = i == 0 || !vt_is_alnum(text.ptr[i - 1]);
        bool end = i + name.len == text.len || !vt_is_alnum(text.ptr[i + name.len]);
        if (start && end && vt_str_starts_nocase(vt_str_sub(text, i, text.len), name))
            return true;
    }
    return false;
}

/** "Developer at Acme". */
static vt_str where_of(vt_arena *arena, const vt_job *job)
{
    vt_str title = job->title.text, company = job->company.text;
    return title.ptr && company.ptr ? vt_str_format(arena, VT_STR_FMT " at " VT_STR_FMT,
                                                    VT_STR_ARG(title), VT_STR_ARG(company))
           : title.ptr              ? title
                                    : company;
}

static void add_resume_lines(vt_arena *arena, const vt_resume *r, vt_candidate *c)
{
    add_line(arena, c, r->label.text, VT_STR_NULL, false);
    add_lines(arena, c, r->summary.text, VT_STR_NULL);
    for (size_t i = 0; i < r->jobs.n; i++) {
        const vt_job *job = &r->jobs.at[i];
        vt_str where = where_of(arena, job);
        add_line(arena, c, job->title.text, where, false);
        add_lines(arena, c, job->description.text, where);
        for (size_t k = 0; k < job->highlights.n; k++)
            add_lines(arena, c, job->highlights.at[k].text, where);
    }
    for (size_t i = 0; i < r->skills.n; i++)
        if (r->skills.at[i].method != VT_MATCH_IMPLIED)
            add_line(arena, c, r->skills.at[i].name.text, VT_STR_NULL, false);
    for (size_t i = 0; i < r->certifications.n; i++)
        add_line(arena, c, r->certifications.at[i].name.text, VT_STR_NULL, true);
    for (size_t i = 0; i < r->studies.n; i++) {
        const vt_study *study = &r->studies.at[i];
        add_line(arena, c,
                 vt_str_format(arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(study->degree.text),
                               VT_STR_ARG(study->field.text)),
                 VT_STR_NULL, false);
    }
    for (size_t i = 0; i < r->projects.n; i++) {
        add_line(arena, c, r->projects.at[i].name.text, VT_STR_NULL, false);
        add_lines(arena, c, r->projects.at[i].text.text, VT_STR_NULL);
    }
}

static void find_evidence(vt_arena *arena, const vt_resume *r, vt_held_skill *held)
{
    for (size_t i = 0; i < r->jobs.n && !held->evidence.ptr; i++) {
        const vt_job *job = &r->jobs.at[i];
        vt_str line = VT_STR_NULL;
        if (names_skill(job->title.text, held->name))
            line = job->title.text;
        else if (names_skill(job->description.text, held->name))
            line = job->description.text;
        for (size_t k = 0; k < job->highlights.n && !line.ptr; k++)
            if (names_skill(job->highlights.at[k].text, held->name))
                line = job->highlights.at[k].text;
        if (!line.ptr)
            continue;
        held->evidence = line;
        held->where = where_of(arena, job);
    }
}

static bool skill_of_item(const vt_taxonomy *tax, const vt_skill_item *item, uint32_t *ret)
{
    vt_skill skill;
    bool found = item->skill_id.ptr ? vt_taxonomy_by_id(tax, item->skill_id, &skill)
                                    : vt_taxonomy_find(tax, item->name.text, &skill);
    if (found)
        *ret = skill.index;
    return found;
}

static void add_titles(vt_arena *arena, const vt_resume *r, vt_day today, vt_candidate *ret)
{
    const vt_job *now = vt_current_job(r, today);
    if (now && now->title.text.ptr)
        vt_vec_push(arena, &ret->titles, now->title.text);
    if (r->label.text.ptr)
        vt_vec_push(arena, &ret->titles, r->label.text);
    for (size_t i = 0; i < r->jobs.n; i++)
        if (&r->jobs.at[i] != now && r->jobs.at[i].title.text.ptr)
            vt_vec_push(arena, &ret->titles, r->jobs.at[i].title.text);
}

/** Certificates that the taxonomy knows are held like skills. */
static void hold_credentials(const vt_taxonomy *tax, vt_arena *arena, const vt_resume *r,
                             vt_candidate *c)
{
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    for (size_t i = 0; i < r->certifications.n; i++)
        vt_matcher_add(matcher, r->certifications.at[i].name.text, VT_PASSAGE_LIST);
    vt_mentions found = vt_matcher_run(matcher);
    for (size_t i = 0; i < found.n; i++) {
        vt_str name = r->certifications.at[found.at[i].passage].name.text;
        if (!vt_candidate_skill(c, found.at[i].skill))
            vt_vec_push(arena, &c->skills,
                        ((vt_held_skill){.skill = found.at[i].skill,
                                         .name = name,
                                         .score = 0.7,
                                         .years = -1,
                                         .evidence = name}));
    }
}

vt_candidate vt_candidate_of_resume(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                                    const vt_resume *r, vt_day today)
{
    vt_candidate c = {.years = r->jobs.n ? vt_total_years(arena, r, today) : -1};
    for (size_t i = 0; i < r->skills.n; i++) {
        const vt_skill_item *item = &r->skills.at[i];
        uint32_t skill;
        if (!skill_of_item(tax, item, &skill) || vt_candidate_skill(&c, skill))
            continue;
        vt_held_skill held = {.skill = skill,
                              .name = item->name.text,
                              .score = item->score > 0 ? (double)item->score : 0.5,
                              .years = item->years,
                              .listed = item->listed || item->method != VT_MATCH_IMPLIED,
                              .implied = item->method == VT_MATCH_IMPLIED,
                              .implied_by = item->implied_by};
        find_evidence(arena, r, &held);
        vt_vec_push(arena, &c.skills, held);
    }
    add_titles(arena, r, today, &c);
    for (size_t i = 0; i < r->studies.n; i++) {
        vt_degree_level level = vt_degree_in(lex, arena, r->studies.at[i].degree.text, true);
        if (level > c.degree) {
            c.degree = level;
            c.degree_words = r->studies.at[i].degree.text;
        }
    }
    for (size_t i = 0; i < r->languages.n; i++)
        add_language(lex, arena, r->languages.at[i].language.text, &c);
    hold_credentials(tax, arena, r, &c);
    add_resume_lines(arena, r, &c);
    close_lines(arena, &c);
    return c;
}

/* ---- from text ---- */

/** A line that tells about the person and not about the work. */
static bool is_personal(vt_str line)
{
    static const char *const labels[] = {"name",
                                         "full name",
                                         "date of birth",
                                         "dob",
                                         "birth",
                                         "born",
                                         "age",
                                         "gender",
                                         "sex",
                                         "nationality",
                                         "citizenship",
                                         "marital",
                                         "civil status",
                                         "religion",
                                         "race",
                                         "ethnicity",
                                         "pronouns",
                                         "children",
                                         "photo",
                                         "address",
                                         "phone",
                                         "email",
                                         "e-mail",
                                         "geburtsdatum",
                                         "geboren",
                                         "nationalit",
                                         "staatsangeh",
                                         "familienstand",
                                         "geschlecht",
                                         "date de naissance",
                                         "n\xC3\xA9",
                                         "sexe",
                                         "fecha de nacimiento",
                                         "nacionalidad",
                                         "estado civil",
                                         "sexo",
                                         "data di nascita",
                                         "nazionalit",
                                         "disability",
                                         "pregnan",
                                         "caste",
                                         "mother",
                                         "father",
                                         "place of birth"};
    for (size_t i = 0; i < VT_COUNT(labels); i++) {
        vt_str label = vt_str_z(labels[i]);
        if (vt_str_starts_nocase(line, label) &&
            (line.len == label.len || !vt_is_alpha(line.ptr[label.len]) || label.len > 6))
            return true;
    }
    return false;
}

struct text_reader {
    const vt_taxonomy *tax;
    const vt_lexicon *lex;
    vt_arena *arena;
    vt_day today;
    vt_matcher *matcher;
    VT_VEC(vt_str) lines; /* by passage */
    VT_VEC(bool) listed;
    VT_VEC(vt_months) worked;
    vt_section section;
    bool in_head; /* the line may be a name: no phrase is looked for in it */
    vt_candidate c;
};

/** True when the line has a name of a person. */
static bool exclude_given_names(struct text_reader *r, const vt_words *words)
{
    vt_lex_hits hits = vt_lexicon_scan(
        r->lex, r->arena, words, VT_LEX_MASK(VT_LEX_GIVEN_NAME) | VT_LEX_MASK(VT_LEX_FAMILY_NAME));
    for (size_t i = 0; i < hits.n; i++)
        vt_matcher_exclude(r->matcher, vt_words_text(words, hits.at[i].first, hits.at[i].count));
    return hits.n > 0;
}

static void add_passage(struct text_reader *r, vt_str text, vt_passage_kind kind)
{
    vt_matcher_add(r->matcher, text, kind);
    if (!r->in_head)
        add_line(r->arena, &r->c, text, VT_STR_NULL, false);
    vt_vec_push(r->arena, &r->lines, text);
    vt_vec_push(r->arena, &r->listed, kind == VT_PASSAGE_LIST);
}

/** Items of a line of a skills section; a label before a colon is none. */
static void add_items(struct text_reader *r, vt_str line)
{
    size_t colon = vt_str_find(line, VT_STR(": "), 0);
    if (colon != VT_NPOS && colon < 40)
        line = vt_str_sub(line, colon + 1, line.len);
    size_t from = 0, depth = 0;
    for (size_t i = 0; i <= line.len; i++) {
        char ch = i < line.len ? line.ptr[i] : ',';
        depth += ch == '(';
        depth -= ch == ')' && depth > 0;
        if ((ch != ',' && ch != ';' && ch != '|') || (depth > 0 && i < line.len))
            continue;
        vt_str item = vt_str_trim(vt_str_sub(line, from, i));
        if (item.len)
            add_passage(r, item, VT_PASSAGE_LIST);
        from = i + 1;
    }
}

static int months_of_when(vt_when when)
{
    return when.year * 12 + (when.month ? when.month : 7) - 1;
}

static void add_dates(struct text_reader *r, const vt_words *words)
{
    vt_date_options options = {.mode = VT_DATE_HEADER, .today = r->today};
    vt_date_hits dates = vt_date_find(r->lex, r->arena, words, &options);
    int now = r->today.year * 12 + r->today.month;
    for (size_t i = 0; i < dates.n; i++) {
        const vt_date_hit *d = &dates.at[i];
        if (!d->from.year || (!d->range && !d->current) || (!d->to.year && !d->current))
            continue;
        int to = d->current ? now : months_of_when(d->to) + (d->from.month && d->to.month);
        vt_vec_push(r->arena, &r->worked, ((vt_months){months_of_when(d->from), VT_MIN(to, now)}));
    }
}

/** A line that could be a title: short, before or in the experience. */
static bool is_title_line(struct text_reader *r, vt_str line, const vt_words *words)
{
    if (line.len > 80 || words->n == 0 || words->n > 12 || line.ptr[line.len - 1] == '.')
        return false;
    vt_lex_hits hits = vt_lexicon_scan(r->lex, r->arena, words, VT_LEX_MASK(VT_LEX_TITLE));
    return hits.n > 0;
}

static void read_line(struct text_reader *r, vt_str line, size_t number)
{
    vt_words words = vt_words_split(r->arena, line);
    vt_section section = vt_lexicon_heading(r->lex, &words);
    if (section != VT_SECTION_NONE && words.n <= 6) {
        r->section = section;
        return;
    }
    r->in_head = number < HEAD_LINES && exclude_given_names(r, &words);
    if (number == 0 || is_personal(line) || r->section == VT_SECTION_PERSONAL ||
        r->section == VT_SECTION_REFERENCES || r->section == VT_SECTION_CONTACT)
        return;
    bool education = r->section == VT_SECTION_EDUCATION;
    vt_degree_level degree = vt_degree_in(r->lex, r->arena, line, true);
    if (degree > r->c.degree && (education || words.n <= 16)) {
        r->c.degree = degree;
        r->c.degree_words = line;
    }
    if (r->section == VT_SECTION_LANGUAGES || vt_str_starts_nocase(line, VT_STR("languages")))
        add_language(r->lex, r->arena, line, &r->c);
    if (education)
        add_line(r->arena, &r->c, line, VT_STR_NULL, false);
    if (education || r->section == VT_SECTION_LANGUAGES)
        return;
    add_dates(r, &words);
    if (is_title_line(r, line, &words))
        vt_vec_push(r->arena, &r->c.titles, line);
    if (r->section == VT_SECTION_SKILLS)
        add_items(r, line);
    else
        add_passage(r, line, VT_PASSAGE_PROSE);
}

static void take_found(struct text_reader *r)
{
    vt_mentions found = vt_matcher_run(r->matcher);
    for (size_t i = 0; i < found.n; i++) {
        const vt_mention *m = &found.at[i];
        vt_held_skill *there = NULL;
        for (size_t k = 0; k < r->c.skills.n; k++)
            if (r->c.skills.at[k].skill == m->skill)
                there = &r->c.skills.at[k];
        vt_str line = r->lines.at[m->passage];
        bool listed = r->listed.at[m->passage];
        if (!there) {
            there = vt_vec_add(r->arena, &r->c.skills);
            *there = (vt_held_skill){.skill = m->skill,
                                     .name = vt_str_sub(line, m->start, m->end),
                                     .score = 0.55,
                                     .years = -1};
        } else {
            there->score = VT_MIN(0.8, there->score + 0.05); /* named again */
        }
        there->listed = there->listed || listed;
        if (!listed && !there->evidence.ptr)
            there->evidence = line;
    }
    size_t own = r->c.skills.n;
    for (size_t i = 0; i < own; i++) {
        vt_skill_list implied = vt_taxonomy_implied(r->tax, r->c.skills.at[i].skill);
        for (uint32_t k = 0; k < implied.n; k++) {
            uint32_t skill = vt_skill_list_at(implied, k);
            if (vt_candidate_skill(&r->c, skill))
                continue;
            vt_held_skill source = r->c.skills.at[i];
            char buf[VT_ALIAS_MAX];
            vt_str name = vt_taxonomy_name(r->tax, skill, buf);
            vt_vec_push(r->arena, &r->c.skills,
                        ((vt_held_skill){.skill = skill,
                                         .name = vt_str_dup(r->arena, name),
                                         .score = source.score * 0.9,
                                         .years = -1,
                                         .implied = true,
                                         .implied_by = source.name}));
        }
    }
}

vt_candidate vt_candidate_of_text(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                                  vt_str text, vt_day today)
{
    struct text_reader r = {.tax = tax,
                            .lex = lex,
                            .arena = arena,
                            .today = today,
                            .matcher = vt_matcher_new(arena, tax)};
    vt_str line;
    size_t number = 0;
    while (vt_str_split(&text, '\n', &line)) {
        line = vt_str_trim(line);
        if (line.len)
            read_line(&r, line, number++);
    }
    take_found(&r);
    close_lines(arena, &r.c);
    r.c.years = r.worked.n ? (double)vt_months_union(r.worked.at, r.worked.n) / 12 : -1;
    return r.c;
}
