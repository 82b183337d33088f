/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A title is cut before what is no title (a dash, a bracket, "at"), freed of words of seniority, of
 * gender forms and of numbers of grades, and its short forms are spelled out. What is left is
 * looked up in the list; else its features, which are words, pairs of words, beginnings and parts
 * of words, are buckets of a small table: their mean vector goes through one linear layer and a
 * softmax over the unit groups (a fastText classifier, A. Joulin et al. 2016).
 */
#include "titles/occupation.h"

#include "base/buf.h"
#include "base/embed.h"
#include "base/map.h"
#include "titles/image.h"
#include "titles/seniority.h"

#include <math.h>

extern const vt_embed vt_embed_titles[]; /* made at build time */

enum { MAX_TITLE_WORDS = 12, PART_MIN = 3, PART_MAX = 5, MAX_TITLE_BYTES = 200 };
static const float LISTED = 0.95f, LIKELY = 0.30f;

/* ---- plain titles ---- */

/** Where the title ends: at a dash, bar, bracket, comma or "at". */
static vt_str bare(vt_str title)
{
    static const char *const ends[] = {
        " - ",   " \xE2\x80\x93 ", " \xE2\x80\x94 ", " | ", " (", " @ ", " at ",
        " bei ", " chez ",         " \xC2\xB7 ",     "; ",  ", ", " [",  " presso "};
    title = vt_str_trim(vt_str_sub(title, 0, MAX_TITLE_BYTES));
    for (size_t i = 0; i < VT_COUNT(ends); i++) {
        size_t at = vt_str_find(title, vt_str_z(ends[i]), 0);
        if (at != VT_NPOS && at > 2)
            title = vt_str_sub(title, 0, at);
    }
    return vt_str_trim(title);
}

/** A word that changes nothing of what is done: seniority, gender, grade, kind of employment. */
static bool is_idle(const vt_word *word)
{
    static const char *const idle[] = {
        "m",          "f",         "w",        "d",     "x",      "h",      "k",       "mwd",
        "mfd",        "i",         "ii",       "iii",   "iv",     "v",      "gn",      "in",
        "innen",      "freelance", "full",     "time",  "part",   "remote", "hybrid",  "contract",
        "contractor", "temporary", "level",    "temp",  "wanted", "needed", "gesucht", "gezocht",
        "permanent",  "vollzeit",  "teilzeit", "grade", "e",      "the",    "a"};
    vt_str w = word->folded;
    if (!(word->flags & VT_WORD_ALPHA))
        return true;
    vt_seniority level = vt_seniority_of_word(w);
    bool grade = level >= VT_SENIORITY_INTERN && level <= VT_SENIORITY_SENIOR;
    static const char *const lead[] = {"lead", "principal", "staff"};
    return grade || VT_STR_AMONG(w, idle) || VT_STR_AMONG(w, lead);
}

/** A short form spelled out, or the word. */
static vt_str spelled_out(vt_str word)
{
    static const char *const rows[][2] = {{"mgr", "manager"},
                                          {"eng", "engineer"},
                                          {"engr", "engineer"},
                                          {"asst", "assistant"},
                                          {"assoc", "associate"},
                                          {"dir", "director"},
                                          {"dev", "developer"},
                                          {"exec", "executive"},
                                          {"rep", "representative"},
                                          {"tech", "technician"},
                                          {"acct", "account"},
                                          {"admin", "administrator"},
                                          {"coord", "coordinator"},
                                          {"supv", "supervisor"},
                                          {"prof", "professor"},
                                          {"svcs", "services"},
                                          {"mktg", "marketing"},
                                          {"ops", "operations"},
                                          {"spec", "specialist"},
                                          {"mech", "mechanical"},
                                          {"elec", "electrical"},
                                          {"cust", "customer"},
                                          {"mfg", "manufacturing"},
                                          {"sw", "software"},
                                          {"hr", "human resources"},
                                          {"rn", "registered nurse"},
                                          {"lpn", "licensed practical nurse"},
                                          {"cna", "certified nursing assistant"},
                                          {"pm", "project manager"},
                                          {"swe", "software engineer"},
                                          {"sde", "software engineer"},
                                          {"hgv", "heavy goods vehicle"},
                                          {"lkw", "lastkraftwagen"}};
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (vt_str_eq(word, vt_str_z(rows[i][0])))
            return vt_str_z(rows[i][1]);
    return word;
}

/** The words of a title that stay: folded into `key`, as written into `shown`. */
static void put_plain(vt_arena *arena, vt_str title, vt_buf *key, vt_buf *shown)
{
    vt_words words = vt_words_split(arena, bare(title));
    size_t kept = 0;
    for (size_t i = 0; i < words.n && kept < MAX_TITLE_WORDS; i++) {
        const vt_word *word = &words.at[i];
        bool head = vt_seniority_of_word(word->folded) != VT_SENIORITY_UNKNOWN;
        if (is_idle(word) && !(head && words.n == 1))
            continue;
        vt_buf_addz(key, kept ? " " : "");
        vt_buf_add(key, spelled_out(word->folded));
        vt_str own = vt_str_sub(words.text, word->start, word->end);
        bool glued = kept && (word->flags & VT_WORD_GLUED) && word->start > 0;
        vt_str gap = glued ? vt_str_sub(words.text, words.at[i - 1].end, word->start) : VT_STR(" ");
        if (kept)
            vt_buf_add(shown, gap);
        vt_buf_add(shown, own);
        kept++;
    }
}

vt_str vt_title_plain(vt_arena *arena, vt_str title)
{
    VT_AUTO(vt_buf) vt_buf key = {0};
    VT_AUTO(vt_buf) vt_buf shown = {0};
    put_plain(arena, title, &key, &shown);
    return vt_str_dup(arena, vt_buf_str(&key));
}

/* ---- features ---- */

struct features {
    uint32_t *at;
    size_t n;
};

static void tell(struct features *f, uint32_t kind, vt_str value)
{
    if (f->n < VT_OCCUPATION_FEATURES)
        f->at[f->n++] = (uint32_t)(vt_hash_bytes(value, kind) >> 17) % VT_OCCUPATION_BUCKETS;
}

/** Parts of a word of 3 to 5 bytes, with marks at its ends. */
static void tell_parts(struct features *f, vt_str word)
{
    char marked[68];
    if (word.len < 4 || word.len > sizeof marked - 2)
        return;
    marked[0] = '<';
    memcpy(marked + 1, word.ptr, word.len);
    marked[word.len + 1] = '>';
    vt_str whole = vt_str_n(marked, word.len + 2);
    for (size_t n = PART_MIN; n <= PART_MAX; n++)
        for (size_t i = 0; i + n <= whole.len; i++)
            tell(f, 2, vt_str_sub(whole, i, i + n));
}

size_t vt_occupation_features(vt_arena *arena, vt_str plain, uint32_t ret[VT_OCCUPATION_FEATURES])
{
    struct features f = {.at = ret};
    vt_str rest = plain, word, before = VT_STR("<");
    vt_str last = VT_STR_NULL;
    while (vt_str_split(&rest, ' ', &word)) {
        tell(&f, 0, word);
        tell(&f, 0, word); /* whole words count twice */
        tell(&f, 1,
             vt_str_format(arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(before), VT_STR_ARG(word)));
        last = before = word;
    }
    if (last.ptr)
        tell(&f, 3, last);
    rest = plain;
    while (vt_str_split(&rest, ' ', &word))
        tell_parts(&f, word);
    return f.n;
}

/* ---- lists ---- */

/** The line of a sorted table whose first column is `key`: its other columns, or null. */
static vt_str find_row(vt_str table, vt_str key)
{
    size_t low = 0, high = table.len;
    while (low < high) {
        size_t start = low + (high - low) / 2;
        while (start > low && table.ptr[start - 1] != '\n')
            start--;
        size_t end = vt_str_find_char(table, '\n', start);
        end = end == VT_NPOS || end > high ? high : end;
        vt_str row = vt_str_sub(table, start, end), own;
        vt_str_split(&row, '\t', &own);
        int order = vt_str_cmp(key, own);
        if (order == 0)
            return row;
        if (order < 0)
            high = start;
        else
            low = end + 1;
    }
    return VT_STR_NULL;
}

/** The row of a plain title, or of it in the singular ("electricians"). */
static vt_str find_title(vt_str titles, vt_str plain)
{
    vt_str row = find_row(titles, plain);
    if (!row.ptr && plain.len > 4 && vt_str_ends(plain, VT_STR("s")))
        row = find_row(titles, vt_str_sub(plain, 0, plain.len - 1));
    return row;
}

/* ---- the model ---- */

struct vt_occupations {
    const struct occupation_header *header;
    const float *out, *bias;
    const int8_t *in;
    vt_str titles, groups;
};

static vt_str file_of(const char *name)
{
    const vt_embed *file = vt_embed_find(vt_embed_titles, vt_str_z(name));
    return file ? vt_str_n(file->data, file->size) : VT_STR_NULL;
}

vt_status vt_occupations_open(vt_occupations **ret, vt_error *err)
{
    VT_AUTO(vt_occupations) vt_occupations *model = vt_xcalloc(1, sizeof *model);
    vt_str image = file_of("occupations.bin");
    model->titles = file_of("titles.tsv");
    model->groups = file_of("isco08.tsv");
    const struct occupation_header *h = (const void *)image.ptr;
    if (image.len < sizeof *h || memcmp(h->magic, "VTOC", 4) != 0 ||
        h->version != OCCUPATION_VERSION || h->buckets != VT_OCCUPATION_BUCKETS ||
        h->dims != VT_OCCUPATION_DIMS || h->classes > OCCUPATION_MAX_CLASSES ||
        image.len != sizeof *h + (size_t)h->classes * (h->dims + 1) * sizeof(float) +
                         (size_t)h->buckets * h->dims)
        return vt_fail(err, VT_E_FORMAT, "occupations.bin is no model of this version");
    model->header = h;
    model->out = (const float *)(const void *)(image.ptr + sizeof *h);
    model->bias = model->out + (size_t)h->classes * h->dims;
    model->in = (const int8_t *)(const void *)(model->bias + h->classes);
    *ret = VT_TAKE(model);
    return VT_OK;
}

void vt_occupations_drop(vt_occupations *model)
{
    free(model);
}

/** The likeliest class and its probability. */
static size_t decide(const vt_occupations *m, const uint32_t *features, size_t n, float *ret)
{
    const struct occupation_header *h = m->header;
    float mean[VT_OCCUPATION_DIMS] = {0}, score[OCCUPATION_MAX_CLASSES], most = -1e30f;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < VT_OCCUPATION_DIMS; k++)
            mean[k] += (float)m->in[(size_t)features[i] * VT_OCCUPATION_DIMS + k];
    size_t best = 0;
    for (size_t c = 0; c < h->classes; c++) {
        score[c] = m->bias[c];
        for (size_t k = 0; k < VT_OCCUPATION_DIMS; k++)
            score[c] += m->out[c * VT_OCCUPATION_DIMS + k] * mean[k] * h->scale / (float)n;
        if (score[c] > most) {
            most = score[c];
            best = c;
        }
    }
    float sum = 0;
    for (size_t c = 0; c < h->classes; c++)
        sum += expf(score[c] - most);
    *ret = 1 / sum;
    return best;
}

static void name_group(const vt_occupations *m, vt_str code, vt_occupation *ret)
{
    ret->isco = code;
    ret->isco_name = find_row(m->groups, code);
}

static void guess(const vt_occupations *m, vt_arena *arena, vt_str key, vt_occupation *ret)
{
    uint32_t features[VT_OCCUPATION_FEATURES];
    size_t n = vt_occupation_features(arena, key, features);
    if (!n)
        return;
    float sure;
    size_t best = decide(m, features, n, &sure);
    sure = vt_calibration_apply(&m->header->calibration, sure);
    if (sure < LIKELY)
        return;
    name_group(m, vt_str_format(arena, "%04u", (unsigned)m->header->codes[best]), ret);
    ret->confidence = sure;
}

vt_occupation vt_occupation_of(const vt_occupations *model, vt_arena *arena, vt_str title)
{
    VT_AUTO(vt_buf) vt_buf key = {0};
    VT_AUTO(vt_buf) vt_buf shown = {0};
    vt_occupation ret = {.seniority = vt_seniority_of(arena, bare(title))};
    put_plain(arena, title, &key, &shown);
    if (!key.len)
        return ret;
    ret.title = vt_str_dup(arena, vt_buf_str(&shown));
    vt_str row = find_title(model->titles, vt_buf_str(&key)), code;
    if (row.ptr) {
        vt_str_split(&row, '\t', &code);
        ret.listed = true;
        ret.confidence = LISTED;
        ret.title = row;
        name_group(model, code, &ret);
    } else {
        guess(model, arena, vt_str_dup(arena, vt_buf_str(&key)), &ret);
    }
    static const char *const managers[] = {"manager", "managerin"};
    if (ret.seniority < VT_SENIORITY_LEAD && ret.isco.len && ret.isco.ptr[0] == '1') {
        vt_words words = vt_words_split(arena, vt_buf_str(&key));
        if (words.n && VT_STR_AMONG(words.at[words.n - 1].folded, managers))
            ret.seniority = VT_SENIORITY_HEAD;
    }
    return ret;
}

bool vt_occupation_is_listed(const vt_occupations *model, vt_arena *arena, vt_str title)
{
    vt_str plain = vt_title_plain(arena, title);
    return plain.len > 0 && find_title(model->titles, plain).ptr;
}

/** The field of work of a unit group (kindred.def), from 1 on; 0: it is of none. */
static size_t field_of(vt_str isco)
{
    static const char *const kindred[] = {
#define KINDRED(field, beginnings) beginnings,
#include "titles/kindred.def"
#undef KINDRED
    };
    size_t longest = 0, field = 0;
    for (size_t i = 0; i < VT_COUNT(kindred); i++) {
        vt_str beginnings = vt_str_z(kindred[i]), beginning;
        while (vt_str_split(&beginnings, ' ', &beginning))
            if (beginning.len > longest && vt_str_starts(isco, beginning)) {
                longest = beginning.len;
                field = i + 1;
            }
    }
    return field;
}

double vt_isco_nearness(vt_str a, vt_str b)
{
    static const double by_digits[] = {0, 0.2, 0.5, 0.8, 1}, KINDRED = 0.4;
    size_t same = 0;
    while (same < a.len && same < b.len && same < 4 && a.ptr[same] == b.ptr[same])
        same++;
    if (same < 3 && a.len && b.len && field_of(a) && field_of(a) == field_of(b))
        return VT_MAX(by_digits[same], KINDRED);
    return by_digits[same];
}
