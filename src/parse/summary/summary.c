/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Up to six sentences, of which the most telling `max` are written in this order; each is left out
 * when its facts are missing:
 *   who       the current or latest title, employer, years of work, and how many in this field
 *   earlier   two jobs before
 *   result    one line of the resume that has a number, as it stands there
 *   skills    those that are listed or that recent work shows, best first
 *   study     the latest degree
 *   also      languages, certificates
 * When fewer than two are possible, the resume's silence is stated. The wording is one of three, by
 * what the resume says, so that the same resume always reads the same.
 */
#include "parse/summary/summary.h"

#include "base/map.h"
#include "parse/summary/aggregate.h"
#include "parse/summary/summary_words.h"
#include "skills/level.h"
#include "text/utf8.h"

enum {
    TOP_SKILLS = 5,
    EARLIER_JOBS = 2,
    NAME_MAX = 120,
    QUOTE_MIN = 25,
    QUOTE_MAX = 170,
    RECENT_YEARS = 5,
    LEAST_VOTES = 4,
};

/* ---- language ---- */

static void vote(vt_arena *arena, vt_tongue_votes *votes, vt_str text)
{
    if (!text.len)
        return;
    vt_words words = vt_words_split(arena, text);
    vt_tongue_vote(votes, &words);
}

vt_tongue vt_resume_tongue(vt_arena *arena, const vt_resume *r)
{
    vt_tongue_votes votes = {0};
    if (r->raw_text.len)
        vote(arena, &votes, r->raw_text);
    vote(arena, &votes, r->summary.text);
    for (size_t i = 0; i < r->jobs.n; i++) {
        vote(arena, &votes, r->jobs.at[i].title.text);
        vote(arena, &votes, r->jobs.at[i].description.text);
        for (size_t k = 0; k < r->jobs.at[i].highlights.n; k++)
            vote(arena, &votes, r->jobs.at[i].highlights.at[k].text);
    }
    return vt_tongue_of(&votes, LEAST_VOTES);
}

/* ---- names ---- */

/** A name as it can stand in a sentence: "SENIOR CLERK" becomes "Senior Clerk", a comma at its end
 * goes. The null string when it is unknown or too long for one. */
static vt_str in_sentence(vt_arena *arena, const vt_value *value)
{
    vt_str s = vt_str_trim(value->text);
    while (s.len && (s.ptr[s.len - 1] == ',' || s.ptr[s.len - 1] == ';'))
        s.len--;
    if (!vt_value_known(value) || s.len == 0 || s.len > NAME_MAX ||
        vt_str_find_char(s, '\n', 0) != VT_NPOS)
        return VT_STR_NULL;
    size_t letters = 0, capitals = 0;
    for (size_t i = 0; i < s.len; i++) {
        letters += vt_is_alpha(s.ptr[i]) || (unsigned char)s.ptr[i] >= 0x80;
        capitals += vt_is_upper(s.ptr[i]);
    }
    if (capitals < letters || letters < 6)
        return s;
    vt_str copy = vt_str_dup(arena, s);
    char *out = vt_str_cstr(arena, copy);
    for (size_t i = 1; i < s.len; i++)
        if (vt_is_alpha(out[i - 1]) || out[i - 1] == '\'')
            out[i] = vt_lower(out[i]);
    return vt_str_n(out, s.len);
}

/** "a" or "an" before a word, read aloud: an MSc, a BSc, an honours degree. */
static const char *article(vt_str word)
{
    if (word.len == 0)
        return "a";
    bool letters_read_out =
        word.len > 1 && vt_is_upper(word.ptr[0]) &&
        (vt_is_upper(word.ptr[1]) || word.ptr[1] == '.' || vt_str_starts(word, VT_STR("MSc")));
    if (letters_read_out)
        return strchr("AEFHILMNORSX", word.ptr[0]) ? "an" : "a";
    return strchr("AEIOaeio", word.ptr[0]) ? "an" : "a";
}

/* ---- sentences ---- */

struct summary {
    vt_arena *arena;
    const vt_resume *r;
    double years;
    vt_day today;
    const vt_summary_words *w;
    bool own; /* in the resume's own language: it may be quoted */
    size_t wording;
    const vt_job *now;
};

/** A fact: the letter that names it in the patterns, and its text (null: not known). */
struct fact {
    char name;
    vt_str text;
};

static const struct fact *find_fact(const struct fact *facts, size_t n, char name)
{
    for (size_t i = 0; i < n; i++)
        if (facts[i].name == name)
            return &facts[i];
    return NULL;
}

/** Puts the facts into a pattern; what stands in square brackets needs its fact. */
static vt_str put_facts(vt_arena *arena, const char *pattern, const struct fact *facts, size_t n)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    for (const char *p = pattern; *p; p++) {
        if (*p == '[') {
            const char *slot = strchr(p, '{'), *end = strchr(p, ']');
            const struct fact *fact = slot ? find_fact(facts, n, slot[1]) : NULL;
            if (!fact || !fact->text.ptr)
                p = end;
        } else if (*p == '{') {
            const struct fact *fact = find_fact(facts, n, p[1]);
            vt_buf_add(&out, fact ? fact->text : VT_STR_NULL);
            p += 2;
        } else if (*p != ']') {
            vt_buf_addc(&out, *p);
        }
    }
    return vt_str_dup(arena, vt_buf_str(&out));
}
#define PUT(s, pattern, facts) put_facts((s)->arena, (pattern), (facts), VT_COUNT(facts))

/** "A", "A and B", "A, B and C". */
static vt_str list_of(const struct summary *s, const vt_str *names, size_t n)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && i + 1 == n)
            vt_buf_addf(&out, " %s ", s->w->and);
        else if (i > 0)
            vt_buf_addz(&out, ", ");
        vt_buf_add(&out, names[i]);
    }
    return vt_str_dup(s->arena, vt_buf_str(&out));
}

/** The form of "years" for a number: 1, 2 to 4, more (22 years as 2 in Polish and Russian). */
static size_t plural_of(int n)
{
    int last = n % 10, teen = n % 100;
    if (n == 1)
        return 0;
    return last >= 2 && last <= 4 && (teen < 12 || teen > 14) ? 1 : 2;
}

static bool is_work(const vt_job *job)
{
    return job->type != VT_JOB_VOLUNTEER;
}

/** Years of the jobs in the unit group, or the minor group, of the current one; negative: not
 * known of some job. */
static double years_in_field(const struct summary *s)
{
    const vt_str field = s->now->occupation.isco;
    vt_months *months = VT_NEW_ARRAY(s->arena, vt_months, s->r->jobs.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s->r->jobs.n && field.len == 4; i++) {
        const vt_job *job = &s->r->jobs.at[i];
        if (!is_work(job))
            continue;
        if (job->occupation.isco.len != 4)
            return -1;
        if (memcmp(job->occupation.isco.ptr, field.ptr, 2) == 0)
            months[n++] = vt_job_months(job, s->today);
    }
    return field.len == 4 ? (double)vt_months_union(months, n) / 12 : -1;
}

static vt_str number_text(vt_arena *arena, int n)
{
    return vt_str_format(arena, "%d", n);
}

static vt_str years_text(const struct summary *s)
{
    if (s->years <= 0)
        return VT_STR_NULL;
    int whole = (int)(s->years + 0.25);
    if (whole < 1)
        return vt_str_z(s->w->less);
    const struct fact n[] = {{'n', number_text(s->arena, whole)}};
    vt_str text = PUT(s, s->w->years[plural_of(whole)], n);
    double field = s->now ? years_in_field(s) : -1;
    int in_field = (int)(field + 0.5);
    if (field < 0.5 || in_field + 1 >= whole)
        return text;
    const struct fact f[] = {{'n', number_text(s->arena, in_field)}};
    vt_str more = PUT(s, s->w->of_these, f);
    return vt_str_format(s->arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(text), VT_STR_ARG(more));
}

static vt_str say_who(const struct summary *s)
{
    vt_str title = s->now ? in_sentence(s->arena, &s->now->title) : VT_STR_NULL;
    if (!title.ptr)
        title = in_sentence(s->arena, &s->r->label);
    vt_str company = s->now ? in_sentence(s->arena, &s->now->company) : VT_STR_NULL;
    vt_str years = years_text(s);
    if (!title.ptr && !years.ptr)
        return VT_STR_NULL;
    bool known = title.ptr != NULL;
    const struct fact facts[] = {
        {'t', known ? title : vt_str_z(s->w->candidate)}, {'c', company}, {'y', years}};
    bool current = s->now && s->now->current;
    size_t wording = known ? s->wording : 0;
    return PUT(s, current ? s->w->now[wording] : s->w->past[wording], facts);
}

static vt_str role_text(const struct summary *s, const vt_job *job)
{
    vt_str title = in_sentence(s->arena, &job->title),
           company = in_sentence(s->arena, &job->company);
    if (!title.ptr || !company.ptr || (s->now && vt_str_eq(company, s->now->company.text)))
        return title;
    return vt_str_format(s->arena, VT_STR_FMT "%s" VT_STR_FMT "%s", VT_STR_ARG(title),
                         s->w->at ? s->w->at : " (", VT_STR_ARG(company), s->w->at ? "" : ")");
}

static vt_str say_earlier(const struct summary *s)
{
    vt_str roles[EARLIER_JOBS] = {VT_STR_NULL};
    size_t n = 0;
    for (size_t i = 0; i < s->r->jobs.n && n < EARLIER_JOBS; i++) {
        const vt_job *job = &s->r->jobs.at[i];
        vt_str role =
            job != s->now && is_work(job) && !job->current ? role_text(s, job) : VT_STR_NULL;
        if (role.ptr)
            roles[n++] = role;
    }
    const struct fact facts[] = {{'l', list_of(s, roles, n)}};
    return n ? PUT(s, s->w->earlier[s->wording], facts) : VT_STR_NULL;
}

/* ---- a result ---- */

/** How much a line tells as a result: a share or money more than a bare number; 0: none, or a line
 * that cannot be quoted alone. */
static int tells_result(vt_str line)
{
    line = vt_str_trim(line);
    if (line.len < QUOTE_MIN || line.len > QUOTE_MAX ||
        vt_str_find_char(line, '\n', 0) != VT_NPOS || vt_str_find_char(line, '"', 0) != VT_NPOS ||
        vt_str_find_char(line, '@', 0) != VT_NPOS)
        return 0;
    static const char *const strong[] = {"%",   "\xE2\x82\xAC", "$",   "\xC2\xA3",
                                         "EUR", "Mio",          "mln", "million"};
    int best = 0;
    for (size_t i = 0; i < line.len; i++) {
        size_t digits = i;
        while (digits < line.len && vt_is_digit(line.ptr[digits]))
            digits++;
        bool year = digits - i == 4 && (line.ptr[i] == '1' || line.ptr[i] == '2');
        if (digits > i && !year && (i == 0 || !vt_is_alpha(line.ptr[i - 1])))
            best = 1;
        i = digits > i ? digits - 1 : i;
    }
    for (size_t i = 0; i < VT_COUNT(strong) && best; i++)
        if (vt_str_find(line, vt_str_z(strong[i]), 0) != VT_NPOS)
            best = 2;
    return best;
}

static vt_str say_result(const struct summary *s)
{
    vt_str best = VT_STR_NULL;
    int most = 0;
    for (size_t i = 0; i < s->r->jobs.n && s->own; i++) {
        const vt_job *job = &s->r->jobs.at[i];
        for (size_t k = 0; k < job->highlights.n; k++) {
            int tells = tells_result(job->highlights.at[k].text) * 2;
            tells += tells && job == s->now;
            if (tells > most) {
                most = tells;
                best = vt_str_trim(job->highlights.at[k].text);
            }
        }
    }
    while (best.len && strchr(".;,", best.ptr[best.len - 1]))
        best.len--;
    const struct fact facts[] = {{'q', best}};
    return best.len ? PUT(s, s->w->result[s->wording], facts) : VT_STR_NULL;
}

/* ---- skills ---- */

struct rated {
    vt_str name;
    double score;
    size_t place;
};

static int compare_rated(const void *a, const void *b)
{
    const struct rated *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static bool has_text(vt_str text, vt_str name)
{
    for (size_t i = 0; i + name.len <= text.len; i++)
        if (vt_str_starts_nocase(vt_str_sub(text, i, text.len), name))
            return true;
    return false;
}

static bool job_shows(const vt_job *job, vt_str name)
{
    if (has_text(job->title.text, name) || has_text(job->description.text, name))
        return true;
    for (size_t i = 0; i < job->highlights.n; i++)
        if (has_text(job->highlights.at[i].text, name))
            return true;
    return false;
}

/** Jobs show it, and all of them ended long ago. */
static bool is_old(const struct summary *s, vt_str name)
{
    bool old = false;
    for (size_t i = 0; i < s->r->jobs.n; i++) {
        const vt_job *job = &s->r->jobs.at[i];
        if (!job_shows(job, name))
            continue;
        if (job == s->now || job->current ||
            (job->end.year && job->end.year >= s->today.year - RECENT_YEARS))
            return false;
        old = true;
    }
    return old && !has_text(s->r->label.text, name) && !has_text(s->r->summary.text, name);
}

static vt_str say_skills(const struct summary *s)
{
    struct rated *rated = VT_NEW_ARRAY(s->arena, struct rated, s->r->skills.n + 1);
    size_t n = 0, total = s->r->skills.n;
    for (size_t i = 0; i < total; i++) {
        const vt_skill_item *item = &s->r->skills.at[i];
        vt_str name = in_sentence(s->arena, &item->name);
        if (item->method == VT_MATCH_IMPLIED || !name.ptr || name.len > 40 ||
            (item->has_type && item->soft))
            continue;
        double score = (double)item->score + (item->listed ? 0.15 : 0);
        if (is_old(s, name))
            score -= item->listed ? 0.1 : 1; /* only prose of an old job shows it: last */
        rated[n++] = (struct rated){name, score, i};
    }
    if (n == 0)
        return VT_STR_NULL;
    qsort(rated, n, sizeof *rated, compare_rated);
    vt_str names[TOP_SKILLS];
    n = VT_MIN(n, (size_t)TOP_SKILLS);
    while (n > 1 && rated[n - 1].score < 0)
        n--;
    for (size_t i = 0; i < n; i++)
        names[i] = rated[i].name;
    const struct fact facts[] = {{'l', list_of(s, names, n)}};
    return PUT(s, s->w->skills[s->wording], facts);
}

/* ---- study, languages, certificates ---- */

static const vt_study *latest_study(const vt_resume *r)
{
    const vt_study *best = NULL;
    for (size_t i = 0; i < r->studies.n; i++) {
        const vt_study *study = &r->studies.at[i];
        bool named = vt_value_known(&study->degree) || vt_value_known(&study->field);
        if (named && (!best || study->graduation.year > best->graduation.year))
            best = study;
    }
    return best;
}

static vt_str say_study(const struct summary *s)
{
    const vt_study *study = latest_study(s->r);
    if (!study)
        return VT_STR_NULL;
    vt_str degree = in_sentence(s->arena, &study->degree),
           field = in_sentence(s->arena, &study->field),
           school = in_sentence(s->arena, &study->institution);
    int year = study->graduation.year;
    bool coming =
        year > s->today.year || (year == s->today.year && study->graduation.month > s->today.month);
    const struct fact facts[] = {{'a', vt_str_z(article(degree))},
                                 {'d', degree},
                                 {'f', field},
                                 {'s', school},
                                 {'y', year ? number_text(s->arena, year) : VT_STR_NULL}};
    if (!degree.ptr)
        return field.ptr ? PUT(s, s->w->studied, facts) : VT_STR_NULL;
    return PUT(s, coming ? s->w->studying : s->w->degree[s->wording], facts);
}

static vt_str say_also(const struct summary *s)
{
    vt_str languages[4] = {VT_STR_NULL}, certificates[2] = {VT_STR_NULL};
    size_t n = 0, m = 0;
    for (size_t i = 0; i < s->r->languages.n && n < VT_COUNT(languages); i++) {
        vt_str name = in_sentence(s->arena, &s->r->languages.at[i].language);
        if (name.ptr)
            languages[n++] = name;
    }
    for (size_t i = 0; i < s->r->certifications.n && m < VT_COUNT(certificates); i++) {
        vt_str name = in_sentence(s->arena, &s->r->certifications.at[i].name);
        if (name.ptr)
            certificates[m++] = name;
    }
    const struct fact spoken[] = {{'l', list_of(s, languages, n)}},
                      held[] = {{'l', list_of(s, certificates, m)}};
    vt_str first = n >= 2 ? PUT(s, s->w->languages, spoken) : VT_STR_NULL,
           second = m ? PUT(s, s->w->certificates, held) : VT_STR_NULL;
    if (!first.ptr || !second.ptr)
        return first.ptr ? first : second;
    return vt_str_format(s->arena, VT_STR_FMT "; " VT_STR_FMT, VT_STR_ARG(first),
                         VT_STR_ARG(second));
}

/* ---- the whole ---- */

/** With its first letter as a capital. */
static void add_sentence(vt_buf *out, vt_str text)
{
    size_t at = 0;
    uint32_t cp = vt_utf8_next(text, &at);
    char capital[4];
    if (cp < 0x80) {
        capital[0] = (char)(cp >= 'a' && cp <= 'z' ? cp - 32 : cp);
        at = 1;
    }
    if (out->len)
        vt_buf_addc(out, ' ');
    vt_buf_add(out, cp < 0x80 ? vt_str_n(capital, 1) : vt_str_sub(text, 0, at));
    vt_buf_add(out, vt_str_sub(text, at, text.len));
    char last = text.ptr[text.len - 1];
    if (last != '.')
        vt_buf_addc(out, '.');
}

static size_t choose_wording(const vt_resume *r)
{
    uint64_t hash = 7;
    for (size_t i = 0; i < r->jobs.n; i++) {
        hash = hash * 31 + vt_hash_bytes(r->jobs.at[i].title.text, 1);
        hash = hash * 31 + vt_hash_bytes(r->jobs.at[i].company.text, 2);
    }
    hash = hash * 31 + r->skills.n;
    return (size_t)((hash >> 20) % VT_SUMMARY_WORDINGS);
}

vt_str vt_summarise(vt_arena *arena, const vt_resume *r, double years, vt_day today,
                    vt_tongue tongue, size_t max)
{
    enum { WHO, EARLIER, RESULT, SKILLS, STUDY, ALSO, SENTENCES };
    static const uint8_t by_worth[SENTENCES] = {WHO, SKILLS, STUDY, RESULT, EARLIER, ALSO};
    vt_tongue own = vt_resume_tongue(arena, r);
    if (tongue == VT_TONGUE_COUNT)
        tongue = own == VT_TONGUE_COUNT ? VT_TONGUE_EN : own;
    struct summary s = {.arena = arena,
                        .r = r,
                        .years = years,
                        .today = today,
                        .w = vt_summary_words_of(tongue),
                        .own = own == tongue,
                        .wording = choose_wording(r),
                        .now = vt_current_job(r, today)};
    vt_str said[SENTENCES] = {say_who(&s),    say_earlier(&s), say_result(&s),
                              say_skills(&s), say_study(&s),   say_also(&s)};
    bool chosen[SENTENCES] = {false};
    size_t n = 0;
    for (size_t i = 0; i < SENTENCES; i++)
        if (said[by_worth[i]].len && n < max) {
            chosen[by_worth[i]] = true;
            n++;
        }
    VT_AUTO(vt_buf) vt_buf out = {0};
    for (size_t i = 0; i < SENTENCES; i++)
        if (chosen[i])
            add_sentence(&out, said[i]);
    bool work = false;
    for (size_t i = 0; i < r->jobs.n; i++)
        work = work || is_work(&r->jobs.at[i]);
    if (n < 2 && !work) { /* what is not there is a fact, too */
        add_sentence(&out, vt_str_z(s.w->no_work));
        n++;
    }
    if (n < 2)
        add_sentence(&out, vt_str_z(r->studies.n || r->skills.n ? s.w->little : s.w->no_study));
    return vt_str_dup(arena, vt_buf_str(&out));
}
