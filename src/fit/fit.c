/* SPDX-License-Identifier: Apache-2.0 */
/*
 * score = 100 sum(weight * value) / sum(weight), over the parts that the job description names:
 *
 *   skills     0.60  sum(criticality * strength) / sum(criticality) over the skill requirements
 *   title      0.14  best share of the words of the job's title in one of the candidate's, 0.75 of
 *                    it, and 0.25 for a level that is not more than one below
 *   years      0.12  min(1, years / years asked for), times min(1, 0.3 + skills + title): years of
 *                    other work count little
 *   education  0.08  1 when the level is reached, 0.6 one below, else 0.2; a welcome degree counts
 *                    half
 *   languages  0.06  share of the languages that are asked for
 *
 * strength of a requirement = the best of its alternatives:
 *   held         0.75 + 0.25 min(1, proficiency / 0.7); implied ones 0.85 of it; with years asked
 *                for, (0.5 + 0.5 min(1, years / asked)) of it, unknown years 0.8
 *   near         0.45 nearness of the nearest held skill, from 0.2 on (taxonomy.h): it is listed as
 *                missing, with that skill as transferable from 0.4 on
 */
#include "fit/fit.h"

#include "fit/candidate.h"
#include "fit/job.h"

static const double part_weights[VT_FIT_PARTS] = {[VT_FIT_SKILLS] = 0.60,
                                                  [VT_FIT_TITLE] = 0.14,
                                                  [VT_FIT_YEARS] = 0.12,
                                                  [VT_FIT_EDUCATION] = 0.08,
                                                  [VT_FIT_LANGUAGES] = 0.06};
static const char *const part_names[VT_FIT_PARTS] = {"skills", "title", "years", "education",
                                                     "languages"};
static const double NEAR_ENOUGH = 0.4, SAME_FIELD = 0.2;
enum { EVIDENCE_BYTES = 110 };

struct fitting {
    vt_arena *arena;
    const vt_taxonomy *tax;
    const vt_fit_input *input;
    vt_job_ad ad;
    vt_candidate c;
    size_t required, covered; /* requirements of criticality >= 0.5 */
    vt_fit fit;
};

/* ---- skills ---- */

static double held_strength(const vt_held_skill *held, double years_wanted)
{
    double strength = 0.75 + 0.25 * VT_MIN(1, held->score / 0.7);
    if (held->implied)
        strength *= 0.85;
    if (years_wanted > 0)
        strength *= held->years < 0 ? 0.8 : 0.5 + 0.5 * VT_MIN(1, held->years / years_wanted);
    return strength;
}

/** The held skill that fulfils a requirement best, or NULL. */
static const vt_held_skill *best_held(const struct fitting *f, const vt_requirement *req,
                                      double *ret_strength)
{
    const vt_held_skill *best = NULL;
    *ret_strength = 0;
    for (size_t i = 0; i < req->any.n; i++) {
        const vt_held_skill *held = vt_candidate_skill(&f->c, req->any.at[i]);
        double strength = held ? held_strength(held, req->years) : 0;
        if (strength > *ret_strength) {
            *ret_strength = strength;
            best = held;
        }
    }
    return best;
}

struct near {
    const vt_held_skill *held;
    double nearness;
};

/** Held skills near one of the requirement's, nearest first. */
static size_t near_held(const struct fitting *f, const vt_requirement *req, struct near ret[3])
{
    size_t n = 0;
    for (size_t i = 0; i < f->c.skills.n; i++) {
        const vt_held_skill *held = &f->c.skills.at[i];
        double nearness = 0;
        for (size_t k = 0; k < req->any.n; k++)
            nearness = VT_MAX(nearness, vt_taxonomy_nearness(f->tax, req->any.at[k], held->skill));
        if (held->implied || nearness < SAME_FIELD)
            continue;
        nearness += 0.05 * held->score;
        size_t at = VT_MIN(n, (size_t)3);
        while (at > 0 && ret[at - 1].nearness < nearness)
            at--;
        if (at == 3)
            continue;
        n = VT_MIN(n + 1, (size_t)3);
        memmove(ret + at + 1, ret + at, (n - at - 1) * sizeof *ret);
        ret[at] = (struct near){held, nearness};
    }
    return n;
}

/** At most EVIDENCE_BYTES of a line, cut at a word. */
static vt_str shorten(vt_arena *arena, vt_str line)
{
    line = vt_str_trim(line);
    size_t end = vt_str_find_char(line, '\n', 0);
    line = vt_str_sub(line, 0, end == VT_NPOS ? line.len : end);
    if (line.len <= EVIDENCE_BYTES)
        return line;
    size_t cut = EVIDENCE_BYTES;
    while (cut > 0 && line.ptr[cut] != ' ')
        cut--;
    if (cut == 0)
        for (cut = EVIDENCE_BYTES; cut > 0 && ((unsigned char)line.ptr[cut] & 0xC0) == 0x80;)
            cut--;
    return vt_str_format(arena, VT_STR_FMT "\xE2\x80\xA6", (int)cut, line.ptr);
}

static vt_str reason_of(vt_arena *arena, const vt_held_skill *held)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    if (held->implied) {
        vt_buf_addf(&out, "Implied by " VT_STR_FMT, VT_STR_ARG(held->implied_by));
    } else if (held->evidence.ptr) {
        vt_buf_addz(&out,
                    held->listed && !held->where.ptr ? "Listed as a skill and shown" : "Shown");
        if (held->where.ptr)
            vt_buf_addf(&out, " as " VT_STR_FMT, VT_STR_ARG(held->where));
        vt_buf_addf(&out, ": \"" VT_STR_FMT "\"", VT_STR_ARG(shorten(arena, held->evidence)));
    } else {
        vt_buf_addf(&out, "Named in the resume as \"" VT_STR_FMT "\"", VT_STR_ARG(held->name));
    }
    if (held->years >= 0.1)
        vt_buf_addf(&out, " (%.1f years)", held->years);
    return vt_str_dup(arena, vt_buf_str(&out));
}

static void add_missing(struct fitting *f, const vt_requirement *req, const struct near *near,
                        size_t n)
{
    vt_fit_missing *missing = vt_vec_add(f->arena, &f->fit.missing);
    missing->requirement = req->words;
    missing->criticality = req->criticality;
    for (size_t i = 0; i < n; i++)
        if (near[i].nearness >= NEAR_ENOUGH)
            missing->transferable[missing->n_transferable++] = near[i].held->name;
}

static void weigh_skills(struct fitting *f)
{
    double sum = 0, all = 0;
    for (size_t i = 0; i < f->ad.skills.n; i++) {
        const vt_requirement *req = &f->ad.skills.at[i];
        double strength;
        const vt_held_skill *held = best_held(f, req, &strength);
        f->required += req->criticality >= 0.5;
        if (held) {
            f->covered += req->criticality >= 0.5;
            vt_fit_matched matched = {.skill = vt_taxonomy_get(f->tax, held->skill).name,
                                      .requirement = req->words,
                                      .reason = reason_of(f->arena, held),
                                      .weight = req->criticality * strength};
            vt_vec_push(f->arena, &f->fit.matched, matched);
        } else {
            struct near near[3];
            size_t n = near_held(f, req, near);
            strength = n ? 0.45 * VT_MIN(1, near[0].nearness) : 0;
            add_missing(f, req, near, n);
        }
        sum += req->criticality * strength;
        all += req->criticality;
    }
    f->fit.parts[VT_FIT_SKILLS] =
        (vt_fit_part){.counts = all > 0, .value = all > 0 ? sum / all : 0};
}

/* ---- the other parts ---- */

/** Words that say what is done, not at which level or for whom. */
static bool is_content_word(vt_str word)
{
    static const char *const others[] = {
        "senior", "junior", "lead", "principal", "staff", "head", "intern", "trainee", "of",
        "the",    "and",    "for",  "in",        "at",    "a",    "an",     "m",       "f",
        "w",      "d",      "x",    "sr",        "jr",    "full", "time",   "part",    "remote",
        "hybrid", "ii",     "iii",  "iv",        "i",     "mid",  "level"};
    return word.len > 1 && !VT_STR_AMONG(word, others);
}

/** Same word, or the same beginning: developer and development, nurse and nursing. */
static bool same_stem(vt_str a, vt_str b)
{
    size_t n = VT_MIN(a.len, b.len);
    if (n < 4)
        return vt_str_eq(a, b);
    size_t common = 0;
    while (common < n && a.ptr[common] == b.ptr[common])
        common++;
    return common >= 4 && common + 3 >= VT_MAX(a.len, b.len) - (VT_MAX(a.len, b.len) > 8 ? 2 : 0);
}

static double title_overlap(vt_arena *arena, vt_str wanted, vt_str title)
{
    vt_words a = vt_words_split(arena, wanted), b = vt_words_split(arena, title);
    size_t shared = 0, all = 0;
    for (size_t i = 0; i < a.n; i++) {
        if (!is_content_word(a.at[i].folded))
            continue;
        all++;
        for (size_t k = 0; k < b.n; k++)
            if (same_stem(a.at[i].folded, b.at[k].folded)) {
                shared++;
                break;
            }
    }
    return all ? (double)shared / (double)all : 0;
}

/** The title of the job without what follows a dash, bar or bracket ("… – Berlin (m/f/d)"). */
static vt_str bare_title(vt_str title)
{
    static const char *const ends[] = {" - ", " \xE2\x80\x93 ", " | ",
                                       " (",  " \xE2\x80\x94 ", ", "};
    for (size_t i = 0; i < VT_COUNT(ends); i++) {
        size_t at = vt_str_find(title, vt_str_z(ends[i]), 0);
        if (at != VT_NPOS && at > 3)
            title = vt_str_sub(title, 0, at);
    }
    return title;
}

static void weigh_title(struct fitting *f)
{
    vt_str wanted = bare_title(f->ad.title);
    double best = 0;
    vt_seniority level = VT_SENIORITY_UNKNOWN;
    for (size_t i = 0; i < f->c.titles.n; i++) {
        double overlap = title_overlap(f->arena, wanted, f->c.titles.at[i]);
        best = VT_MAX(best, i == 0 ? overlap : overlap * 0.85);
        level = VT_MAX(level, vt_seniority_of(f->arena, f->c.titles.at[i]));
    }
    vt_seniority need = f->ad.seniority;
    bool reached = need <= VT_SENIORITY_MID || level + 1 >= need ||
                   (level == VT_SENIORITY_UNKNOWN && f->c.years >= 6);
    double value = 0.75 * best + (best > 0 && reached ? 0.25 : 0);
    f->fit.parts[VT_FIT_TITLE] =
        (vt_fit_part){.counts = wanted.len > 0 && f->c.titles.n > 0, .value = value};
}

static void weigh_years(struct fitting *f)
{
    double asked = f->ad.years, have = VT_MAX(f->c.years, 0);
    double relevant =
        VT_MIN(1, 0.3 + f->fit.parts[VT_FIT_SKILLS].value + f->fit.parts[VT_FIT_TITLE].value);
    f->fit.parts[VT_FIT_YEARS] = (vt_fit_part){
        .counts = asked > 0, .value = asked > 0 ? relevant * VT_MIN(1, have / asked) : 0};
}

static void weigh_education(struct fitting *f)
{
    int need = (int)f->ad.degree, have = (int)f->c.degree;
    double value = have >= need ? 1 : have + 1 >= need && have > 0 ? 0.6 : 0.2;
    f->fit.parts[VT_FIT_EDUCATION] =
        (vt_fit_part){.counts = need > 0, .value = need > 0 ? value : 0};
}

static void weigh_languages(struct fitting *f)
{
    double sum = 0, all = 0;
    for (size_t i = 0; i < f->ad.languages.n; i++) {
        const vt_language_wanted *wanted = &f->ad.languages.at[i];
        bool spoken = false;
        for (size_t k = 0; k < f->c.languages.n && !spoken; k++)
            spoken = vt_str_eq(wanted->name, f->c.languages.at[k]);
        all += wanted->criticality;
        sum += spoken ? wanted->criticality : 0;
        if (!spoken && f->c.languages.n > 0) {
            vt_fit_missing *missing = vt_vec_add(f->arena, &f->fit.missing);
            missing->requirement = wanted->words;
            missing->criticality = wanted->criticality;
        }
    }
    /* a resume that names no language says nothing about them */
    bool counts = all > 0 && f->c.languages.n > 0;
    f->fit.parts[VT_FIT_LANGUAGES] =
        (vt_fit_part){.counts = counts, .value = counts ? sum / all : 0};
}

/* ---- the whole ---- */

static int compare_matched(const void *a, const void *b)
{
    const vt_fit_matched *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return vt_str_cmp(x->skill, y->skill);
}

static int compare_missing(const void *a, const void *b)
{
    const vt_fit_missing *x = a, *y = b;
    if (x->criticality != y->criticality)
        return x->criticality > y->criticality ? -1 : 1;
    return vt_str_cmp(x->requirement, y->requirement);
}

static void add_names(vt_buf *out, const vt_str *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        vt_buf_addz(out, i == 0 ? "" : i + 1 == n ? " and " : ", ");
        vt_buf_add(out, names[i]);
    }
}

static void say_summary(struct fitting *f)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_str names[3];
    if (f->ad.skills.n == 0) {
        vt_buf_addz(&out, "The job description names no skills that could be compared.");
    } else {
        vt_buf_addf(&out, "Covers %zu of %zu key skill requirements", f->covered, f->required);
        size_t n = VT_MIN(f->fit.matched.n, VT_COUNT(names));
        for (size_t i = 0; i < n; i++)
            names[i] = f->fit.matched.at[i].skill;
        vt_buf_addz(&out, n ? ", among them " : "");
        add_names(&out, names, n);
        n = VT_MIN(f->fit.missing.n, VT_COUNT(names) - 1);
        for (size_t i = 0; i < n; i++)
            names[i] = shorten(f->arena, f->fit.missing.at[i].requirement);
        vt_buf_addz(&out, n ? "; not shown: " : "");
        add_names(&out, names, n);
        vt_buf_addc(&out, '.');
    }
    if (f->ad.years > 0 && f->c.years >= 0)
        vt_buf_addf(&out, " %.1f years of experience against %.0f asked for.", f->c.years,
                    f->ad.years);
    const vt_fit_part *study = &f->fit.parts[VT_FIT_EDUCATION];
    if (study->counts)
        vt_buf_addz(&out, study->value >= 1 ? " The degree asked for is met."
                                            : " The degree asked for is not shown.");
    f->fit.summary = vt_str_dup(f->arena, vt_buf_str(&out));
}

vt_fit vt_fit_of(vt_arena *arena, const vt_fit_input *in)
{
    struct fitting f = {.arena = arena, .tax = in->taxonomy, .input = in};
    f.ad = vt_job_ad_read(in->taxonomy, in->lexicon, arena, in->job);
    f.c = in->resume
              ? vt_candidate_of_resume(in->taxonomy, in->lexicon, arena, in->resume, in->today)
              : vt_candidate_of_text(in->taxonomy, in->lexicon, arena, in->raw_text, in->today);
    weigh_skills(&f);
    weigh_title(&f);
    weigh_years(&f);
    weigh_education(&f);
    weigh_languages(&f);
    double sum = 0, all = 0;
    for (size_t i = 0; i < VT_FIT_PARTS; i++) {
        vt_fit_part *part = &f.fit.parts[i];
        part->weight = part->counts ? part_weights[i] : 0;
        if (i == VT_FIT_EDUCATION && f.ad.degree_is_nice)
            part->weight /= 2;
        sum += part->weight * part->value;
        all += part->weight;
    }
    for (size_t i = 0; i < VT_FIT_PARTS; i++)
        f.fit.parts[i].weight = all > 0 ? f.fit.parts[i].weight / all : 0;
    f.fit.score = all > 0 ? (int)(100 * sum / all + 0.5) : 0;
    if (f.fit.matched.n)
        qsort(f.fit.matched.at, f.fit.matched.n, sizeof *f.fit.matched.at, compare_matched);
    if (f.fit.missing.n)
        qsort(f.fit.missing.at, f.fit.missing.n, sizeof *f.fit.missing.at, compare_missing);
    say_summary(&f);
    f.fit.matched.n = VT_MIN(f.fit.matched.n, in->top);
    f.fit.missing.n = VT_MIN(f.fit.missing.n, in->top);
    return f.fit;
}

/* ---- JSON ---- */

static void write_parts(vt_json_writer *w, const vt_fit *fit)
{
    vt_json_key(w, "parts");
    vt_json_begin_object(w);
    for (size_t i = 0; i < VT_FIT_PARTS; i++) {
        const vt_fit_part *part = &fit->parts[i];
        if (!part->counts) {
            vt_json_kv_null(w, part_names[i]);
            continue;
        }
        vt_json_key(w, part_names[i]);
        vt_json_begin_object(w);
        vt_json_kv_num(w, "value", part->value, 3);
        vt_json_kv_num(w, "weight", part->weight, 3);
        vt_json_end_object(w);
    }
    vt_json_end_object(w);
}

void vt_fit_write(vt_json_writer *w, const vt_fit *fit)
{
    vt_json_begin_object(w);
    vt_json_kv_int(w, "score", fit->score);
    vt_json_kv_str(w, "summary", fit->summary);
    vt_json_key(w, "matched_skills");
    vt_json_begin_array(w);
    for (size_t i = 0; i < fit->matched.n; i++) {
        vt_json_begin_object(w);
        vt_json_kv_str(w, "skill", fit->matched.at[i].skill);
        vt_json_kv_str(w, "requirement", fit->matched.at[i].requirement);
        vt_json_kv_str(w, "reason", fit->matched.at[i].reason);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
    vt_json_key(w, "missing_skills");
    vt_json_begin_array(w);
    for (size_t i = 0; i < fit->missing.n; i++) {
        const vt_fit_missing *m = &fit->missing.at[i];
        vt_json_begin_object(w);
        vt_json_kv_str(w, "requirement", m->requirement);
        vt_json_kv_num(w, "criticality", m->criticality, 2);
        vt_json_key(w, "transferable_skills");
        vt_json_begin_array(w);
        for (size_t k = 0; k < m->n_transferable; k++)
            vt_json_put_str(w, m->transferable[k]);
        vt_json_end_array(w);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
    write_parts(w, fit);
    vt_json_end_object(w);
}
