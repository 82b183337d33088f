/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each requirement has a weight (its criticality, less for soft skills) and a strength, how well it
 * is met, 0..1:
 *
 *   a skill that is held      0.75 + 0.25 min(1, proficiency / 0.7); implied by another 0.85 of it,
 *                             narrower than the one asked for 0.95; with years asked for,
 *                             (0.5 + 0.5 min(1, years / asked)) of it, unknown years 0.8
 *   words found in a line     0.9 at most, by the share of their weight (weights.h); 0.8 of the
 *                             share of the names in them that any line has
 *   near                      0.35 of the nearness of the nearest held skill, from 0.5 on
 *   the same work             0.25 to 0.75 of what is not shown, by told_by_work()
 *
 * What no resume proves (a soft skill, a readiness to travel) counts only where it is shown. The
 * strengths make the parts; score = curve(100 sum(weight value) / sum(weight)) over the parts that
 * the job description names:
 *
 *   skills, credentials  0.58  together, each by the weight of its requirements
 *   duties               0.12  share of what is done that the candidate's lines tell, too
 *   title                0.16  words of the job's title in one of the candidate's, and its level
 *   years                0.07  min(1, years / years asked for)
 *   education            0.05  1 when the level is reached, 0.6 one below, else 0.2
 *   languages            0.02 to 0.06
 *
 * The last three are multiplied by min(1, fit of the others / 0.5): years of other work, a degree
 * in another field and English make nobody fit. The curve puts an ideal candidate above 90 and an
 * unrelated one below 15, whatever the job.
 */
#include "fit/fit.h"

#include "fit/candidate.h"
#include "fit/job.h"
#include "fit/part.h"

static const double part_weights[VT_FIT_PARTS] = {
    [VT_FIT_SKILLS] = 0.58, [VT_FIT_DUTIES] = 0.12,    [VT_FIT_TITLE] = 0.16,
    [VT_FIT_YEARS] = 0.07,  [VT_FIT_EDUCATION] = 0.05, [VT_FIT_LANGUAGES] = 0.06};
static const char *const part_names[VT_FIT_PARTS] = {"skills", "credentials", "duties",   "title",
                                                     "years",  "education",   "languages"};
static const double NEAR_ENOUGH = 0.4, SAME_CATEGORY = 0.5;
static const double SOFT_WEIGHT = 0.3, NAMELESS_WEIGHT = 0.6;
static const double UNKNOWN_TITLE = 0.4; /* of the weight of a title that nothing knows */
static const double SAME_WORK = 0.7; /* nearness of titles from which a title speaks for the work */
enum { EVIDENCE_BYTES = 110, COMPARABLE_FROM = 2 };

/** A requirement as it was weighed. */
struct weighed {
    double strength;
    const vt_held_skill *held; /* or NULL */
    const vt_held_line *line;  /* that shows its words, or NULL */
};

struct fitting {
    vt_arena *arena;
    const vt_taxonomy *tax;
    const vt_fit_input *input;
    vt_job_ad ad;
    vt_candidate c;
    size_t required, covered; /* requirements of criticality >= 0.5 */
    double same_work;         /* how near a title of the candidate's is to the job's, 0..1 */
    vt_fit fit;
};

/* ---- requirements ---- */

static double held_strength(const vt_held_skill *held, double years_wanted)
{
    double strength = 0.75 + 0.25 * VT_MIN(1, held->score / 0.7);
    if (held->implied)
        strength *= 0.85;
    if (years_wanted > 0)
        strength *= held->years < 0 ? 0.8 : 0.5 + 0.5 * VT_MIN(1, held->years / years_wanted);
    return strength;
}

/** How a held skill is a wanted one: 1 the same, 0.95 narrower (React for JavaScript), 0 not. */
static double narrower(const struct fitting *f, uint32_t held, uint32_t wanted)
{
    if (held == wanted)
        return 1;
    vt_skill_list wider = vt_taxonomy_implied(f->tax, held);
    for (uint32_t i = 0; i < wider.n; i++)
        if (vt_skill_list_at(wider, i) == wanted)
            return 0.95;
    return 0;
}

/** The held skill that fulfils a requirement best, or NULL. */
static const vt_held_skill *best_held(const struct fitting *f, const vt_requirement *req,
                                      double *ret_strength)
{
    const vt_held_skill *best = NULL;
    *ret_strength = 0;
    for (size_t i = 0; i < req->any.n; i++)
        for (size_t k = 0; k < f->c.skills.n; k++) {
            const vt_held_skill *held = &f->c.skills.at[k];
            double strength = narrower(f, held->skill, req->any.at[i]);
            if (strength > 0)
                strength *= held_strength(held, req->years);
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
        if (held->implied || nearness < SAME_CATEGORY)
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

static vt_str quote(vt_arena *arena, const char *before, vt_str where, vt_str line)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_buf_addz(&out, before);
    if (where.ptr)
        vt_buf_addf(&out, " as " VT_STR_FMT, VT_STR_ARG(where));
    vt_buf_addf(&out, ": \"" VT_STR_FMT "\"", VT_STR_ARG(shorten(arena, line)));
    return vt_str_dup(arena, vt_buf_str(&out));
}

static vt_str reason_of(vt_arena *arena, const struct weighed *w)
{
    const vt_held_skill *held = w->held;
    if (!held)
        return quote(arena, w->line->credential ? "Certified" : "Shown", w->line->where,
                     w->line->text);
    VT_AUTO(vt_buf) vt_buf out = {0};
    if (held->implied)
        vt_buf_addf(&out, "Implied by " VT_STR_FMT, VT_STR_ARG(held->implied_by));
    else if (held->evidence.ptr)
        vt_buf_add(&out,
                   quote(arena,
                         held->listed && !held->where.ptr ? "Listed as a skill and shown" : "Shown",
                         held->where, held->evidence));
    else
        vt_buf_addf(&out, "Named in the resume as \"" VT_STR_FMT "\"", VT_STR_ARG(held->name));
    if (held->years >= 0.1)
        vt_buf_addf(&out, " (%.1f years)", held->years);
    return vt_str_dup(arena, vt_buf_str(&out));
}

/** Words in the lines of the resume: how much of them stands in one, and in which. */
static double shown_words(const struct fitting *f, const vt_words *words, const vt_held_line **ret)
{
    vt_word *telling = VT_NEW_ARRAY(f->arena, vt_word, words->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < words->n; i++) /* "a year of experience in": said of anything */
        if (!vt_part_is_experience(words->at[i].folded) && !vt_part_is_years(words->at[i].folded))
            telling[n++] = words->at[i];
    vt_phrase_found found = vt_word_index_find(f->c.words, f->arena, telling, n);
    if (!found.words || found.together < 0.5)
        return 0;
    *ret = &f->c.lines.at[found.line];
    double share = found.words == 1 ? (found.together > 0.99 ? 0.8 : 0)
                                    : 0.75 * found.together + 0.25 * found.anywhere;
    return 0.9 * VT_MIN(1, VT_MAX(0, (share - 0.4) / 0.45));
}

/** A line that has one of the names of a phrase. */
static const vt_held_line *line_of_name(const struct fitting *f, const vt_words *words)
{
    for (size_t i = words->n; i-- > 0;) {
        if (!(words->at[i].flags & (VT_WORD_UPPER | VT_WORD_DIGIT | VT_WORD_CAPITAL)))
            continue;
        vt_phrase_found found = vt_word_index_find(f->c.words, f->arena, &words->at[i], 1);
        if (found.together > 0.99)
            return &f->c.lines.at[found.line];
    }
    return NULL;
}

/** A requirement without a name of the taxonomy, by its words: all of them, those of one of its
 * choices, or the names in it ("You know SAFI and work fast" is about SAFI). */
static double shown_in_words(const struct fitting *f, vt_str text, const vt_held_line **ret)
{
    enum { CHOICES_MAX = 8 };
    vt_words words = vt_words_split(f->arena, text);
    *ret = NULL;
    double best = shown_words(f, &words, ret);
    for (size_t i = 0, from = 0, n = 0; i <= words.n && n < CHOICES_MAX; i++) {
        bool choice = i < words.n && vt_part_is_or(words.at[i].folded, f->ad.tongue);
        if ((i < words.n && !choice) || (i == words.n && n == 0))
            continue;
        vt_words part = {.text = words.text, .at = words.at + from, .n = i - from};
        const vt_held_line *line = NULL;
        double value = part.n ? 0.95 * shown_words(f, &part, &line) : 0;
        if (value > best) {
            best = value;
            *ret = line;
        }
        from = i + 1;
        n++;
    }
    double names = vt_word_index_names(f->c.words, words.at, words.n, f->ad.tongue != VT_TONGUE_DE);
    const vt_held_line *line = names > 0 ? line_of_name(f, &words) : NULL;
    if (line && 0.8 * names > best) {
        best = 0.8 * names;
        *ret = line;
    }
    return best;
}

/* ---- what a title says ---- */

/** What one does, by the end of its name: "Menu Planning", "Stock Control"; Snowflake is none. */
static bool names_practice(vt_arena *arena, vt_str name)
{
    static const char *const ends[] = {
        "ing",     "tion",   "sion",    "ment",     "ance", "ence",   "ics",     "ship",
        "ity",     "sis",    "logy",    "ure",      "care", "work",   "control", "sales",
        "support", "safety", "service", "services", "law",  "design", "cuisine"};
    vt_words words = vt_words_split(arena, name);
    return words.n && VT_STR_ENDS_AMONG(words.at[words.n - 1].folded, ends);
}

static bool is_practice(const struct fitting *f, const vt_requirement *req)
{
    for (size_t i = 0; i < req->any.n; i++) {
        uint32_t skill = req->any.at[i];
        char buf[VT_ALIAS_MAX];
        if (vt_taxonomy_is_product(f->tax, skill) || vt_skill_is_credential(f->tax, skill) ||
            !names_practice(f->arena, vt_taxonomy_name(f->tax, skill, buf)))
            return false;
    }
    return req->any.n > 0;
}

static bool is_about_experience(const struct fitting *f, const vt_requirement *req)
{
    vt_words words = vt_words_split(f->arena, req->words);
    bool about = req->years > 0;
    for (size_t i = 0; i < words.n && !about; i++)
        about = vt_part_is_experience(words.at[i].folded);
    return about;
}

/** What the same work says of a requirement that no line shows: its years of it, or its practices.
 * A tool, a licence and what has a name of its own must be shown. */
static double told_by_work(const struct fitting *f, const vt_requirement *req)
{
    if (f->same_work < SAME_WORK ||
        (req->kind != VT_REQUIREMENT_SKILL && req->kind != VT_REQUIREMENT_OTHER))
        return 0;
    bool practice = is_practice(f, req);
    vt_words words = vt_words_split(f->arena, req->words);
    bool named =
        vt_word_index_names(f->c.words, words.at, words.n, f->ad.tongue != VT_TONGUE_DE) >= 0;
    if (!practice && (req->any.n > 0 || named))
        return 0;
    double asked = req->years > 0 ? req->years : 1, have = VT_MAX(f->c.years, 0);
    if (is_about_experience(f, req))
        return (practice ? 0.65 : 0.75) * f->same_work * VT_MIN(1, have / asked);
    return (practice ? 0.4 : 0.25) * f->same_work;
}

static struct weighed weigh(const struct fitting *f, const vt_requirement *req)
{
    struct weighed w = {0};
    w.held = best_held(f, req, &w.strength);
    const vt_held_line *line = NULL;
    double words = shown_in_words(f, req->words, &line);
    if (words > w.strength && (!w.held || words > w.strength + 0.2)) {
        w.strength = words;
        w.line = line;
        w.held = NULL;
    }
    return w;
}

static double weight_of(const vt_requirement *req, const struct weighed *w)
{
    switch (req->kind) {
    case VT_REQUIREMENT_SOFT:
        return w->strength > 0 ? SOFT_WEIGHT * req->criticality : 0;
    case VT_REQUIREMENT_OTHER:
        return w->strength > 0 ? NAMELESS_WEIGHT * req->criticality
                               : NAMELESS_WEIGHT / 3 * req->criticality;
    default:
        return req->any.n || req->kind == VT_REQUIREMENT_CERTIFICATE
                   ? req->criticality
                   : NAMELESS_WEIGHT * req->criticality;
    }
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

static void add_matched(struct fitting *f, const vt_requirement *req, const struct weighed *w)
{
    vt_fit_matched matched = {.requirement = req->words,
                              .reason = reason_of(f->arena, w),
                              .weight = req->criticality * w->strength};
    if (req->any.n) {
        char buf[VT_ALIAS_MAX];
        uint32_t skill = w->held ? w->held->skill : req->any.at[0];
        matched.skill = vt_str_dup(f->arena, vt_taxonomy_name(f->tax, skill, buf));
    } else {
        matched.skill = shorten(f->arena, w->line->text);
    }
    vt_vec_push(f->arena, &f->fit.matched, matched);
}

/** Skills and credentials, asked for or welcome. */
static void weigh_requirements(struct fitting *f)
{
    double sum[2] = {0}, all[2] = {0};
    for (size_t i = 0; i < f->ad.requirements.n; i++) {
        const vt_requirement *req = &f->ad.requirements.at[i];
        if (req->kind != VT_REQUIREMENT_SKILL && req->kind != VT_REQUIREMENT_SOFT &&
            req->kind != VT_REQUIREMENT_CERTIFICATE && req->kind != VT_REQUIREMENT_OTHER)
            continue;
        struct weighed w = weigh(f, req);
        double weight = weight_of(req, &w);
        bool key = req->criticality >= 0.5 && req->kind != VT_REQUIREMENT_OTHER;
        f->required += key;
        if (w.strength > 0.3) {
            f->covered += key;
            add_matched(f, req, &w);
        } else if (req->kind != VT_REQUIREMENT_OTHER) {
            struct near near[3];
            size_t n = near_held(f, req, near);
            w.strength = VT_MAX(w.strength, n ? 0.35 * VT_MIN(1, near[0].nearness) : 0);
            add_missing(f, req, near, n);
        }
        if (weight > 0)
            w.strength = VT_MAX(w.strength, told_by_work(f, req));
        size_t part = req->kind == VT_REQUIREMENT_CERTIFICATE;
        sum[part] += weight * w.strength;
        all[part] += weight;
    }
    for (size_t part = 0; part < 2; part++)
        f->fit.parts[part == 0 ? VT_FIT_SKILLS : VT_FIT_CREDENTIALS] =
            (vt_fit_part){.counts = all[part] > 0,
                          .value = all[part] > 0 ? sum[part] / all[part] : 0,
                          .weight = all[0] + all[1] > 0 ? part_weights[VT_FIT_SKILLS] * all[part] /
                                                              (all[0] + all[1])
                                                        : 0};
}

/** What is done in the job, in the words of the candidate's lines; the same work tells half of it.
 */
static void weigh_duties(struct fitting *f)
{
    double sum = 0, told = f->same_work < SAME_WORK ? 0 : 0.5 * f->same_work;
    size_t n = 0;
    for (size_t i = 0; i < f->ad.requirements.n; i++) {
        const vt_requirement *req = &f->ad.requirements.at[i];
        if (req->kind != VT_REQUIREMENT_DUTY)
            continue;
        vt_words words = vt_words_split(f->arena, req->words);
        vt_phrase_found found = vt_word_index_find(f->c.words, f->arena, words.at, words.n);
        double share = 0.5 * found.together + 0.5 * found.anywhere;
        sum += VT_MAX(VT_MIN(1, VT_MAX(0, (share - 0.2) / 0.35)), told);
        n++;
    }
    f->fit.parts[VT_FIT_DUTIES] = (vt_fit_part){
        .counts = n > 0, .value = n ? sum / (double)n : 0, .weight = part_weights[VT_FIT_DUTIES]};
}

/* ---- the other parts ---- */

/** Words that say what is done, not at which level or for whom. */
static bool is_content_word(vt_str word)
{
    static const char *const others[] = {
        "senior", "junior", "lead", "principal", "staff", "head", "intern", "trainee", "of",
        "the",    "and",    "for",  "in",        "at",    "a",    "an",     "m",       "f",
        "w",      "d",      "x",    "sr",        "jr",    "full", "time",   "part",    "remote",
        "hybrid", "ii",     "iii",  "iv",        "i",     "mid",  "level",  "h",       "e",
        "o",      "de",     "des",  "du",        "en",    "et",   "y",      "und",     "fur",
        "im",     "zur",    "zum",  "von",       "para",  "por",  "con",    "el",      "la",
        "le",     "les",    "los",  "las",       "pour",  "dans", "un",     "une",     "una",
        "di",     "da",     "do",   "per",       "van",   "voor", "z",      "mwd",     "oficial"};
    return word.len > 1 && !VT_STR_AMONG(word, others);
}

/** A word of a title, short forms in full: "tech" is a technician. */
static vt_str whole_word(vt_str folded)
{
    static const struct {
        const char *word, *whole;
    } forms[] = {{"tech", "technician"},    {"mgr", "manager"},     {"asst", "assistant"},
                 {"dev", "developer"},      {"eng", "engineer"},    {"admin", "administrator"},
                 {"rep", "representative"}, {"exec", "executive"},  {"ops", "operations"},
                 {"coord", "coordinator"},  {"acct", "accountant"}, {"supv", "supervisor"},
                 {"maint", "maintenance"},  {"mech", "mechanic"}};
    for (size_t i = 0; i < VT_COUNT(forms); i++)
        if (vt_str_eq(folded, vt_str_z(forms[i].word)))
            return vt_str_z(forms[i].whole);
    return folded;
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
            if (vt_word_same_stem(whole_word(a.at[i].folded), whole_word(b.at[k].folded))) {
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

/** By words, or by the unit group: a Lkw-Fahrer is a truck driver. */
static double title_nearness(const struct fitting *f, vt_str wanted, vt_str title)
{
    double words = title_overlap(f->arena, wanted, title);
    if (words >= 1 || !f->input->occupations || !f->ad.occupation.isco.ptr)
        return words;
    vt_occupation is = vt_occupation_of(f->input->occupations, f->arena, title);
    double near = vt_isco_nearness(is.isco, f->ad.occupation.isco);
    near -= near < 1 ? 0.2 : 0.1;
    double group = near * (double)(is.confidence * f->ad.occupation.confidence);
    return VT_MIN(1, VT_MAX(words, group) + 0.25 * VT_MIN(words, VT_MAX(group, 0)));
}

static void weigh_title(struct fitting *f)
{
    vt_str wanted = bare_title(f->ad.title);
    double best = 0;
    vt_seniority level = VT_SENIORITY_UNKNOWN;
    for (size_t i = 0; i < f->c.titles.n; i++) {
        double overlap = title_nearness(f, wanted, f->c.titles.at[i]);
        best = VT_MAX(best, i == 0 ? overlap : overlap * 0.85);
        level = VT_MAX(level, vt_seniority_of(f->arena, f->c.titles.at[i]));
    }
    vt_seniority need = f->ad.seniority;
    bool reached = need <= VT_SENIORITY_MID || level + 1 >= need ||
                   (level == VT_SENIORITY_UNKNOWN && f->c.years >= 6);
    double value = 0.75 * best + (best > 0 && reached ? 0.25 : 0);
    f->same_work = VT_MIN(1, best);
    bool known =
        best > 0 || f->ad.occupation.isco.ptr; /* else it says little that no title is like it */
    f->fit.parts[VT_FIT_TITLE] =
        (vt_fit_part){.counts = wanted.len > 0,
                      .value = value,
                      .weight = part_weights[VT_FIT_TITLE] * (known ? 1 : UNKNOWN_TITLE)};
}

/** Lists the most critical requirement of a kind as missing. */
static void miss(struct fitting *f, vt_requirement_kind kind)
{
    const vt_requirement *most = NULL;
    for (size_t i = 0; i < f->ad.requirements.n; i++) {
        const vt_requirement *req = &f->ad.requirements.at[i];
        if (req->kind == kind && (!most || req->criticality > most->criticality))
            most = req;
    }
    if (most)
        add_missing(f, most, NULL, 0);
}

static void weigh_years(struct fitting *f)
{
    double asked = f->ad.years, have = VT_MAX(f->c.years, 0);
    f->fit.parts[VT_FIT_YEARS] = (vt_fit_part){.counts = asked > 0,
                                               .value = asked > 0 ? VT_MIN(1, have / asked) : 0,
                                               .weight = part_weights[VT_FIT_YEARS]};
    if (asked > 0 && f->c.years >= 0 && have < asked)
        miss(f, VT_REQUIREMENT_YEARS);
}

/** A training is named by its occupation ("Ausbildung zur Elektronikerin"), and the candidate works
 * in it. */
static bool trained_for(const struct fitting *f, vt_str degree)
{
    enum { TITLE_WORDS = 4 };
    vt_words words = vt_words_split(f->arena, degree);
    for (size_t i = 0; f->input->occupations && i < words.n; i++)
        for (size_t n = VT_MIN((size_t)TITLE_WORDS, words.n - i); n > 0; n--) {
            vt_occupation asked =
                vt_occupation_of(f->input->occupations, f->arena, vt_words_text(&words, i, n));
            for (size_t k = 0; asked.listed && k < f->c.titles.n; k++) {
                vt_occupation is =
                    vt_occupation_of(f->input->occupations, f->arena, f->c.titles.at[k]);
                if (is.listed && vt_isco_nearness(asked.isco, is.isco) >= 1)
                    return true;
            }
        }
    return false;
}

/** A line of the resume has the words of a degree that is asked for ("Diploma di ragioneria"). */
static bool shows_degree(const struct fitting *f)
{
    static const double SHOWN = 0.6;
    for (size_t i = 0; i < f->ad.requirements.n; i++) {
        const vt_held_line *line;
        const vt_requirement *req = &f->ad.requirements.at[i];
        if (req->kind == VT_REQUIREMENT_DEGREE && req->must == !f->ad.degree_is_nice &&
            (shown_in_words(f, req->words, &line) >= SHOWN ||
             (f->ad.degree < VT_DEGREE_LEVEL_BACHELOR && trained_for(f, req->words))))
            return true;
    }
    return false;
}

static void weigh_education(struct fitting *f)
{
    int need = (int)f->ad.degree, have = (int)f->c.degree;
    double value = have >= need || (need > 0 && shows_degree(f)) ? 1
                   : have + 1 >= need && have > 0                ? 0.6
                                                                 : 0.2;
    f->fit.parts[VT_FIT_EDUCATION] =
        (vt_fit_part){.counts = need > 0,
                      .value = need > 0 ? value : 0,
                      .weight = part_weights[VT_FIT_EDUCATION] / (f->ad.degree_is_nice ? 2 : 1)};
    if (need > 0 && value < 1)
        miss(f, VT_REQUIREMENT_DEGREE);
}

/** The language of requirement `at`, or another one of the same choice. */
static bool speaks(const struct fitting *f, size_t at)
{
    const vt_requirement *first = &f->ad.requirements.at[at];
    for (size_t i = at; i < f->ad.requirements.n; i++) {
        const vt_requirement *req = &f->ad.requirements.at[i];
        if (i > at && (!first->alternatives || req->alternatives != first->alternatives))
            continue;
        for (size_t k = 0; k < f->c.languages.n; k++)
            if (vt_str_eq(req->language, f->c.languages.at[k]))
                return true;
    }
    return false;
}

static void weigh_languages(struct fitting *f)
{
    double sum = 0, all = 0;
    uint32_t choice = 0;
    for (size_t i = 0; i < f->ad.requirements.n; i++) {
        const vt_requirement *req = &f->ad.requirements.at[i];
        if (req->kind != VT_REQUIREMENT_LANGUAGE)
            continue;
        if (req->alternatives && req->alternatives == choice)
            continue; /* weighed with the first of the choice */
        choice = req->alternatives;
        bool spoken = speaks(f, i);
        all += req->criticality;
        sum += spoken ? req->criticality : 0;
        if (!spoken && f->c.languages.n > 0) {
            vt_fit_missing *missing = vt_vec_add(f->arena, &f->fit.missing);
            missing->requirement = req->words;
            missing->criticality = req->criticality;
        }
    }
    /* a resume that names no language says nothing about them */
    bool counts = all > 0 && f->c.languages.n > 0;
    f->fit.parts[VT_FIT_LANGUAGES] =
        (vt_fit_part){.counts = counts,
                      .value = counts ? sum / all : 0,
                      .weight = part_weights[VT_FIT_LANGUAGES] * (all < 0.6 ? 0.4 : 1)};
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
    if (!f->fit.comparable)
        vt_buf_addz(&out, "The job description names fewer than two requirements that could be "
                          "compared, so this score says little. ");
    if (f->required) {
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

/** From the weighted mean of the parts to the score: 0.12 and less is nothing in common that
 * tells, 0.60 and more an ideal candidate, since no resume says all that it could. */
static double curve(double mean)
{
    static const double from[] = {0, 0.12, 0.22, 0.45, 0.60, 0.72, 1},
                        to[] = {0, 6, 16, 60, 90, 91, 100};
    for (size_t i = 1; i < VT_COUNT(from); i++)
        if (mean <= from[i])
            return to[i - 1] + (to[i] - to[i - 1]) * (mean - from[i - 1]) / (from[i] - from[i - 1]);
    return 100;
}

static double mean_of(const vt_fit *fit, size_t from, size_t to)
{
    double sum = 0, all = 0;
    for (size_t i = from; i < to; i++) {
        sum += fit->parts[i].weight * fit->parts[i].value;
        all += fit->parts[i].weight;
    }
    return all > 0 ? sum / all : 0;
}

static void add_up(struct fitting *f)
{
    vt_fit *fit = &f->fit;
    double all = 0;
    for (size_t i = 0; i < VT_FIT_PARTS; i++)
        fit->parts[i].weight = fit->parts[i].counts ? fit->parts[i].weight : 0;
    double relevant = VT_MIN(1, mean_of(fit, 0, VT_FIT_YEARS) / 0.5);
    for (size_t i = VT_FIT_YEARS; i < VT_FIT_PARTS; i++)
        fit->parts[i].value *= relevant;
    for (size_t i = 0; i < VT_FIT_PARTS; i++)
        all += fit->parts[i].weight;
    fit->score = (int)(curve(mean_of(fit, 0, VT_FIT_PARTS)) + 0.5);
    for (size_t i = 0; i < VT_FIT_PARTS; i++)
        fit->parts[i].weight = all > 0 ? fit->parts[i].weight / all : 0;
}

/** Requirements that a resume can meet or not. */
static size_t count_comparable(const vt_job_ad *ad)
{
    size_t n = 0;
    for (size_t i = 0; i < ad->requirements.n; i++)
        n += ad->requirements.at[i].kind != VT_REQUIREMENT_DUTY &&
             ad->requirements.at[i].kind != VT_REQUIREMENT_OTHER;
    return n;
}

vt_fit vt_fit_of(vt_arena *arena, const vt_fit_input *in)
{
    struct fitting f = {.arena = arena, .tax = in->taxonomy, .input = in};
    const vt_job_reader with = {in->sentences, in->occupations, in->taxonomy, in->lexicon};
    f.ad = vt_job_ad_read(&with, arena, in->job);
    f.c = in->resume
              ? vt_candidate_of_resume(in->taxonomy, in->lexicon, arena, in->resume, in->today)
              : vt_candidate_of_text(in->taxonomy, in->lexicon, arena, in->raw_text, in->today);
    f.fit.comparable = count_comparable(&f.ad) >= COMPARABLE_FROM;
    weigh_title(&f);
    weigh_requirements(&f);
    weigh_duties(&f);
    weigh_years(&f);
    weigh_education(&f);
    weigh_languages(&f);
    add_up(&f);
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
    vt_json_kv_bool(w, "comparable", fit->comparable);
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
