/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The summary has up to five sentences, each left out when its facts are missing:
 *   who      "Senior Nurse with 12 years of experience, currently at Mercy Hospital."
 *   before   "Earlier roles include Staff Nurse at St. Jude and Care Assistant at Elm House."
 *   skills   "The strongest skills shown are triage, wound care and Epic."
 *   study    "Holds a BSc in Nursing from Leeds University (2011)."
 *   also     "Speaks English and Polish; certified in ACLS."
 * When fewer than two are possible, the resume's silence is stated.
 */
#include "parse/aggregate.h"

#include "skills/fold.h"
#include "skills/level.h"

enum { TOP_SKILLS = 5, EARLIER_JOBS = 2, KEY_MAX = 256, NAME_MAX = 120 };

/* ---- totals ---- */

static bool is_work(const vt_job *job)
{
    return job->type != VT_JOB_VOLUNTEER;
}

double vt_total_years(vt_arena *arena, const vt_resume *resume, vt_day today)
{
    vt_months *months = VT_NEW_ARRAY(arena, vt_months, resume->jobs.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < resume->jobs.n; i++)
        if (is_work(&resume->jobs.at[i]))
            months[n++] = vt_job_months(&resume->jobs.at[i], today);
    return (double)((vt_months_union(months, n) * 10 + 6) / 12) / 10;
}

static int job_end(const vt_job *job, vt_day today)
{
    vt_months m = vt_job_months(job, today);
    return job->current ? 12 * 10000 : m.to;
}

const vt_job *vt_current_job(const vt_resume *resume, vt_day today)
{
    const vt_job *best = NULL;
    for (size_t i = 0; i < resume->jobs.n; i++) {
        const vt_job *job = &resume->jobs.at[i];
        if (!is_work(job))
            continue;
        int end = job_end(job, today), best_end = best ? job_end(best, today) : -1;
        bool later =
            end > best_end || (end == best_end && best &&
                               vt_job_months(job, today).from > vt_job_months(best, today).from);
        if (later)
            best = job;
    }
    return best;
}

/** An employer's name without its legal form, folded. */
static size_t employer_key(vt_str name, char key[KEY_MAX])
{
    static const char *const forms[] = {"inc",  "llc",         "ltd", "limited", "gmbh", "ag",
                                        "corp", "corporation", "co",  "company", "plc",  "sa",
                                        "sarl", "bv",          "spa", "srl",     "pty",  "llp",
                                        "ab",   "oy",          "as",  "kg",      "se",   "group"};
    size_t n = vt_skill_key(name, key, KEY_MAX);
    for (bool cut = true; cut;) {
        cut = false;
        for (size_t i = 0; i < VT_COUNT(forms); i++) {
            size_t len = strlen(forms[i]);
            if (n > len + 1 && key[n - len - 1] == ' ' &&
                memcmp(key + n - len, forms[i], len) == 0) {
                n -= len + 1;
                cut = true;
            }
        }
    }
    return n;
}

static size_t count_companies(const vt_resume *resume)
{
    size_t n = 0;
    for (size_t i = 0; i < resume->jobs.n; i++) {
        const vt_job *job = &resume->jobs.at[i];
        if (!is_work(job) || !vt_value_known(&job->company))
            continue;
        char key[KEY_MAX], other[KEY_MAX];
        vt_str own = vt_str_n(key, employer_key(job->company.text, key));
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++) {
            const vt_job *before = &resume->jobs.at[k];
            if (is_work(before) && vt_value_known(&before->company))
                seen = vt_str_eq(own, vt_str_n(other, employer_key(before->company.text, other)));
        }
        n += !seen;
    }
    return n;
}

static void count_skills(const vt_resume *resume, vt_features *f)
{
    f->total_skills = resume->skills.n;
    for (size_t i = 0; i < resume->skills.n; i++) {
        const vt_skill_item *s = &resume->skills.at[i];
        double score = (double)s->score;
        if (score > 0)
            f->by_proficiency[vt_proficiency_band(score)]++;
        if (s->has_type)
            *(s->soft ? &f->soft : &f->hard) += 1;
    }
}

/* ---- words ---- */

/** A name as it can stand in a sentence: "SENIOR CLERK" becomes "Senior Clerk", the full stop at
 * its end goes. The null string when it is unknown or too long for one. */
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

/** "A", "A and B", "A, B and C". */
static void add_list(vt_buf *out, const vt_str *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            vt_buf_addz(out, i + 1 == n ? " and " : ", ");
        vt_buf_add(out, names[i]);
    }
}

static void add_years(vt_buf *out, double years)
{
    int whole = (int)(years + 0.5);
    if (years < 1)
        vt_buf_addz(out, "less than a year of experience");
    else
        vt_buf_addf(out, "%s%d year%s of experience",
                    years - (int)years < 0.05 || whole <= (int)years ? "" : "nearly ", whole,
                    whole == 1 ? "" : "s");
}

/* ---- sentences ---- */

struct summary {
    vt_arena *arena;
    const vt_resume *r;
    const vt_features *f;
    vt_day today;
    vt_buf *out;
    size_t sentences, max;
};

/** Ends a sentence; a name that ends in a full stop brings its own. */
static void end_sentence(struct summary *s)
{
    if (s->out->len && s->out->ptr[s->out->len - 1] != '.')
        vt_buf_addc(s->out, '.');
    s->sentences++;
}

static bool begin_sentence(struct summary *s)
{
    if (s->sentences >= s->max)
        return false;
    if (s->sentences > 0)
        vt_buf_addc(s->out, ' ');
    return true;
}

static void say_who(struct summary *s, const vt_job *now)
{
    vt_str title = now ? in_sentence(s->arena, &now->title) : VT_STR_NULL;
    if (!title.ptr)
        title = in_sentence(s->arena, &s->r->label);
    vt_str company = now ? in_sentence(s->arena, &now->company) : VT_STR_NULL;
    if ((!title.ptr && s->f->total_years <= 0) || !begin_sentence(s))
        return;
    vt_buf_add(s->out, title.ptr ? title : VT_STR("Candidate"));
    if (s->f->total_years > 0) {
        vt_buf_addz(s->out, " with ");
        add_years(s->out, s->f->total_years);
    }
    if (company.ptr) {
        vt_buf_addz(s->out, now->current ? ", currently at " : ", most recently at ");
        vt_buf_add(s->out, company);
    }
    end_sentence(s);
}

static void say_earlier(struct summary *s, const vt_job *now)
{
    vt_str roles[EARLIER_JOBS];
    size_t n = 0;
    for (size_t i = 0; i < s->r->jobs.n && n < EARLIER_JOBS; i++) {
        const vt_job *job = &s->r->jobs.at[i];
        vt_str title = in_sentence(s->arena, &job->title),
               company = in_sentence(s->arena, &job->company);
        if (job == now || !is_work(job) || job->current || !title.ptr)
            continue;
        bool at = company.ptr && !(now && vt_str_eq(company, now->company.text));
        roles[n++] = company.ptr
                         ? vt_str_format(s->arena, VT_STR_FMT " at " VT_STR_FMT, VT_STR_ARG(title),
                                         VT_STR_ARG(at ? company : VT_STR("the same employer")))
                         : title;
    }
    if (n == 0 || !begin_sentence(s))
        return;
    vt_buf_addz(s->out, n == 1 ? "An earlier role was " : "Earlier roles include ");
    add_list(s->out, roles, n);
    end_sentence(s);
}

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

static void say_skills(struct summary *s)
{
    struct rated *rated = VT_NEW_ARRAY(s->arena, struct rated, s->r->skills.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s->r->skills.n; i++) {
        const vt_skill_item *item = &s->r->skills.at[i];
        vt_str name = in_sentence(s->arena, &item->name);
        if (item->method == VT_MATCH_IMPLIED || !name.ptr || name.len > 40 ||
            (item->has_type && item->soft))
            continue;
        rated[n++] = (struct rated){name, (double)item->score + (item->listed ? 0.15 : 0), i};
    }
    if (n == 0 || !begin_sentence(s))
        return;
    qsort(rated, n, sizeof *rated, compare_rated);
    vt_str names[TOP_SKILLS];
    n = VT_MIN(n, (size_t)TOP_SKILLS);
    for (size_t i = 0; i < n; i++)
        names[i] = rated[i].name;
    vt_buf_addz(s->out, n == 1 ? "The main skill shown is " : "The main skills shown are ");
    add_list(s->out, names, n);
    end_sentence(s);
}

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

static void say_study(struct summary *s)
{
    const vt_study *study = latest_study(s->r);
    if (!study)
        return;
    vt_str degree = in_sentence(s->arena, &study->degree),
           field = in_sentence(s->arena, &study->field),
           school = in_sentence(s->arena, &study->institution);
    if ((!degree.ptr && !field.ptr) || !begin_sentence(s))
        return;
    int year = study->graduation.year;
    bool coming =
        year > s->today.year || (year == s->today.year && study->graduation.month > s->today.month);
    if (degree.ptr && year && !coming)
        vt_buf_addf(s->out, "Holds %s ", article(degree));
    else if (degree.ptr)
        vt_buf_addf(s->out, coming ? "Is working towards %s " : "Education includes %s ",
                    article(degree));
    else
        vt_buf_addz(s->out, coming ? "Is studying " : "Studied ");
    if (degree.ptr)
        vt_buf_add(s->out, degree);
    if (field.ptr) {
        vt_buf_addz(s->out, degree.ptr ? " in " : "");
        vt_buf_add(s->out, field);
    }
    if (school.ptr) {
        vt_buf_addz(s->out, degree.ptr && !coming ? " from " : " at ");
        vt_buf_add(s->out, school);
    }
    if (year)
        vt_buf_addf(s->out, coming ? " (expected %d)" : " (%d)", year);
    end_sentence(s);
}

static void say_also(struct summary *s)
{
    vt_str languages[4], certificates[2];
    size_t n_languages = 0, n_certificates = 0;
    for (size_t i = 0; i < s->r->languages.n && n_languages < VT_COUNT(languages); i++) {
        vt_str name = in_sentence(s->arena, &s->r->languages.at[i].language);
        if (name.ptr)
            languages[n_languages++] = name;
    }
    for (size_t i = 0; i < s->r->certifications.n && n_certificates < VT_COUNT(certificates); i++) {
        vt_str name = in_sentence(s->arena, &s->r->certifications.at[i].name);
        if (name.ptr)
            certificates[n_certificates++] = name;
    }
    if ((n_languages < 2 && n_certificates == 0) || !begin_sentence(s))
        return;
    if (n_languages >= 2) {
        vt_buf_addz(s->out, "Languages are ");
        add_list(s->out, languages, n_languages);
    }
    if (n_certificates) {
        vt_buf_addz(s->out,
                    n_languages >= 2 ? "; certifications include " : "Certifications include ");
        add_list(s->out, certificates, n_certificates);
    }
    end_sentence(s);
}

/** What is not there is a fact, too. */
static void say_missing(struct summary *s)
{
    static const char *const sentences[] = {"The resume states no work experience.",
                                            "It lists no education and few other details."};
    bool experience = s->f->positions > 0;
    if (s->sentences < 2 && !experience && begin_sentence(s)) {
        vt_buf_addz(s->out, sentences[0]);
        s->sentences++;
    }
    if (s->sentences < 2 && begin_sentence(s)) {
        vt_buf_addz(s->out, s->r->studies.n || s->r->skills.n ? "Few other details are given."
                                                              : sentences[1]);
        s->sentences++;
    }
}

static vt_str summarise(vt_arena *arena, const vt_resume *r, const vt_features *f, vt_day today,
                        size_t max)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    struct summary s = {.arena = arena, .r = r, .f = f, .today = today, .out = &out, .max = max};
    const vt_job *now = vt_current_job(r, today);
    say_who(&s, now);
    if (max > 3)
        say_earlier(&s, now);
    say_skills(&s);
    say_study(&s);
    say_also(&s);
    say_missing(&s);
    return vt_str_dup(arena, vt_buf_str(&out));
}

vt_features vt_aggregate(vt_arena *arena, const vt_resume *resume, vt_day today,
                         size_t max_sentences)
{
    vt_features f = {0};
    count_skills(resume, &f);
    f.total_years = vt_total_years(arena, resume, today);
    for (size_t i = 0; i < resume->jobs.n; i++)
        f.positions += is_work(&resume->jobs.at[i]);
    f.companies = count_companies(resume);
    const vt_job *now = vt_current_job(resume, today);
    f.current_title = now ? now->title.text : VT_STR_NULL;
    f.summary = summarise(arena, resume, &f, today, max_sentences);
    return f;
}

void vt_features_write(vt_json_writer *w, const vt_features *f)
{
    static const char *const bands[] = {"basic", "intermediate", "advanced", "expert"};
    vt_json_begin_object(w);
    vt_json_kv_str(w, "summary", f->summary);
    vt_json_key(w, "skills_aggregation");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "total_skills", (int64_t)f->total_skills);
    vt_json_key(w, "by_proficiency");
    vt_json_begin_object(w);
    for (size_t i = VT_COUNT(bands); i-- > 0;)
        vt_json_kv_int(w, bands[i], (int64_t)f->by_proficiency[i]);
    vt_json_end_object(w);
    vt_json_key(w, "by_type");
    vt_json_begin_object(w);
    vt_json_kv_int(w, "hard", (int64_t)f->hard);
    vt_json_kv_int(w, "soft", (int64_t)f->soft);
    vt_json_end_object(w);
    vt_json_end_object(w);
    vt_json_key(w, "experience_summary");
    vt_json_begin_object(w);
    vt_json_kv_num(w, "total_years", f->total_years, 1);
    vt_json_kv_int(w, "total_positions", (int64_t)f->positions);
    vt_json_kv_int(w, "companies", (int64_t)f->companies);
    vt_json_kv_str(w, "current_title", f->current_title);
    vt_json_end_object(w);
    vt_json_end_object(w);
}
