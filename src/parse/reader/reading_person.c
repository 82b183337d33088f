/* SPDX-License-Identifier: Apache-2.0 */
/* Who the person is: the runs of name, professional title and address that the roles point at. */
#include "parse/reader/reading.h"
#include "text/utf8.h"

/* How sure the name behind the label of a form is; the first run so sure is taken; each must be. */
#define LABELLED       0.8f
#define NEARLY_CERTAIN 0.85f
#define LEAST_SURE     0.4f

static bool is_name(const vt_cell_reading *c)
{
    return c->role == VT_CELL_NAME || c->role == VT_CELL_LABEL || c->role == VT_CELL_CONTACT;
}

/** Is a text no name, though it stands where names stand: what a document calls itself, a name
 * that is kept back, nothing but a title ("Prof. Dr.")? */
static bool is_no_name(const vt_reading *r, vt_str text)
{
    static const char *const words[] = {"resume",
                                        "résumé",
                                        "cv",
                                        "curriculum vitae",
                                        "lebenslauf",
                                        "bewerbung",
                                        "bewerbungsunterlagen",
                                        "currículum",
                                        "curriculo",
                                        "currículo",
                                        "özgeçmiş",
                                        "个人简历",
                                        "简历",
                                        "履歴書",
                                        "職務経歴書",
                                        "이력서",
                                        "anonymous",
                                        "anonym",
                                        "confidential",
                                        "name withheld",
                                        "非公開",
                                        "匿名",
                                        "保密"};
    if (VT_STR_AMONG_NOCASE(text, words))
        return true;
    vt_words all = vt_words_split(r->cells->arena, text);
    size_t titles = 0;
    for (size_t i = 0; i < all.n; i++)
        titles +=
            vt_str_eq(vt_lexicon_name_part(r->cells->ctx->lexicon, &all.at[i]), VT_STR("prefix"));
    return titles == all.n;
}

/** The likeliest run of a field: many words, surely read. NULL: none. */
static const vt_run *best_run(const vt_reading *r, const vt_runs *runs, uint8_t field)
{
    const vt_run *best = NULL;
    vt_str raw = r->cells->doc->raw_text;
    for (size_t i = 0; i < runs->n; i++) {
        const vt_run *run = &runs->at[i];
        if (run->field == field && (!best || run->sum > best->sum + 0.01f) &&
            !(field == VT_WORD_IS_NAME && is_no_name(r, vt_str_sub(raw, run->from, run->to))))
            best = run;
    }
    return best;
}

/** The bytes of the first run of a field that is nearly certain (of two addresses the first
 * counts), else of the best one. */
static struct vt_bytes bytes_of(const vt_reading *r, const vt_runs *runs, uint8_t field)
{
    const vt_run *run = NULL;
    for (size_t i = 0; !run && i < runs->n; i++)
        if (runs->at[i].field == field && vt_run_sureness(&runs->at[i]) > NEARLY_CERTAIN)
            run = &runs->at[i];
    if (!run)
        run = best_run(r, runs, field);
    if (!run || vt_run_sureness(run) < LEAST_SURE)
        return (struct vt_bytes){0};
    return (struct vt_bytes){run->from, run->to};
}

static void find_address(const vt_reading *r, const vt_runs *runs, vt_roles *roles)
{
    roles->street = bytes_of(r, runs, VT_WORD_IS_STREET);
    roles->postcode = bytes_of(r, runs, VT_WORD_IS_POSTCODE);
    roles->city = bytes_of(r, runs, VT_WORD_IS_CITY);
    roles->region = bytes_of(r, runs, VT_WORD_IS_REGION);
    roles->country = bytes_of(r, runs, VT_WORD_IS_COUNTRY);
}

/** The end of a name before what it runs into: a bar, a trade ("Ann Lee, seamstress") or a remark
 * in small letters ("Ann Lee (she/her)"). */
static size_t before_sign(vt_str raw, size_t from, size_t to)
{
    for (size_t at = from + 1; at + 2 < to; at++) {
        vt_str rest = vt_str_sub(raw, at, to);
        bool small = raw.ptr[at + 2] >= 'a' && raw.ptr[at + 2] <= 'z';
        if (vt_str_starts(rest, VT_STR("|")) || vt_str_starts(rest, VT_STR("｜")) ||
            vt_str_starts(rest, VT_STR("（")) ||
            (small && (vt_str_starts(rest, VT_STR(", ")) || vt_str_starts(rest, VT_STR(" (")))))
            return at;
    }
    return to;
}

/** The end of a name without what the document calls itself ("ANN LEE RESUME"), and without what
 * Japanese forms set behind one: a seal, an address. */
static size_t name_end(vt_str raw, const vt_run *name)
{
    static const char *const tails[] = {" resume",     " résumé", " cv", " curriculum vitae",
                                        " lebenslauf", "印",      "㊞",  " 様",
                                        "　様",        "　殿"};
    size_t to = before_sign(raw, name->from, name->to);
    while (to > name->from && vt_is_space(raw.ptr[to - 1]))
        to--;
    for (size_t i = 0; i < VT_COUNT(tails); i++) {
        vt_str tail = vt_str_z(tails[i]);
        if (to - name->from > tail.len &&
            vt_str_starts_nocase(vt_str_sub(raw, to - tail.len, to), tail))
            return to - tail.len;
    }
    return to;
}

/** The start of a title without what stands up to its label: "Milan | Role: Chemist", "职位：经理".
 */
static size_t title_start(const vt_reading *r, const vt_run *title)
{
    const vt_info *info = &r->cells->at[title->cell];
    size_t from = title->from;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        uint32_t next = h->first + h->count;
        if (h->entry->kind == VT_LEX_ENTRY_LABEL && next < info->words.n &&
            vt_str_eq(vt_lex_str(r->cells->ctx->lexicon, h->entry->a), VT_STR("title")) &&
            vt_between_words(info, next) == VT_BETWEEN_COLON &&
            vt_info_word_start(info, h->first) >= title->from &&
            vt_info_word_start(info, next) < title->to)
            from = VT_MAX(from, vt_info_word_start(info, next));
    }
    return from;
}

/* ---- names of forms ---- */

/** Words of the cell that are a label for a name ("Full name", "氏名"), from its first; 0: none. */
static uint32_t name_label(const vt_facts *f, const vt_info *info)
{
    uint32_t words = 0;
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first == 0; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CONTACT_LABEL &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("name")))
            words = VT_MAX(words, h->count);
    }
    return words;
}

/** Do the words from k on look like a name: a few, of letters, no label? Not what tells how a
 * Japanese name is read. */
static bool may_be_name(const vt_info *info, size_t k)
{
    enum { MOST_WORDS = 7 };
    bool kana = true;
    if (k >= info->words.n || info->words.n - k > MOST_WORDS || (k == 0 && info->contact_label))
        return false;
    for (size_t i = 0; i < info->hits.n; i++)
        if (info->hits.at[i].entry->kind == VT_LEX_CONTACT_LABEL && info->hits.at[i].first >= k)
            return false;
    for (size_t at = info->words.at[k].start; at < info->text.len;) {
        uint32_t cp = vt_utf8_next(info->text, &at);
        if (vt_cp_is(cp, VT_CP_DIGIT))
            return false;
        kana &= !vt_cp_is(cp, VT_CP_LETTER) || (cp >= 0x3041 && cp <= 0x30FF) ||
                (cp >= 0xFF66 && cp <= 0xFF9F);
    }
    return !kana;
}

/** A colon of any width stands behind word k, or white space behind an East Asian label. */
static bool ends_label(const vt_info *info, size_t k)
{
    vt_str gap = vt_str_sub(info->text, info->words.at[k].end, info->text.len);
    vt_str rest = vt_str_trim(gap);
    return vt_str_starts(rest, VT_STR(":")) || vt_str_starts(rest, VT_STR("：")) ||
           vt_str_starts(rest, VT_STR("】")) ||
           (rest.len < gap.len && vt_word_is_unspaced(&info->words.at[k]));
}

/** What stands behind the label for a name in a form, where there is one such label: in its cell,
 * or in the next one. */
static bool find_labelled(const vt_reading *r, vt_run *ret)
{
    enum { CELLS = 40 }; /* forms ask for the name early */
    const vt_facts *f = r->cells;
    size_t n = VT_MIN((size_t)CELLS, r->features.in.cells), found = 0;
    for (uint32_t c = 0; c < n; c++) {
        uint32_t k = name_label(f, &f->at[c]), cell = c;
        if (!k || r->cell[c].root != VT_NONE)
            continue;
        if (k == f->at[c].words.n) {
            k = 0;
            cell++;
        }
        if (cell >= r->features.in.cells || !may_be_name(&f->at[cell], k) ||
            (k && !ends_label(&f->at[cell], k - 1)))
            continue;
        const vt_info *info = &f->at[cell];
        *ret = (vt_run){.field = VT_WORD_IS_NAME,
                        .cell = cell,
                        .words = (uint32_t)(info->words.n - k),
                        .from = vt_info_word_start(info, k),
                        .to = vt_info_word_end(info, (uint32_t)info->words.n - 1)};
        ret->sum = LABELLED * (float)ret->words;
        found++;
    }
    return found == 1;
}

/** Only letters that tell how a Japanese name is read? */
static bool is_reading(vt_str text)
{
    bool kana = false;
    for (size_t at = 0; at < text.len;) {
        uint32_t cp = vt_utf8_next(text, &at);
        if (vt_cp_is(cp, VT_CP_LETTER) && vt_cp_script(cp) != VT_SCRIPT_KANA)
            return false;
        kana |= vt_cp_is(cp, VT_CP_LETTER);
    }
    return kana;
}

/** The likeliest name; not how it is read where it stands in Chinese characters, too. */
static const vt_run *best_name(const vt_reading *r, const vt_runs *runs)
{
    const vt_run *best = best_run(r, runs, VT_WORD_IS_NAME), *written = NULL;
    vt_str raw = r->cells->doc->raw_text;
    if (!best || !is_reading(vt_str_sub(raw, best->from, best->to)))
        return best;
    for (size_t i = 0; i < runs->n; i++) {
        const vt_run *run = &runs->at[i];
        if (run->field == VT_WORD_IS_NAME && vt_run_sureness(run) > LEAST_SURE &&
            vt_cp_script(vt_utf8_first(vt_str_sub(raw, run->from, run->to))) == VT_SCRIPT_HAN &&
            (!written || run->sum > written->sum))
            written = run;
    }
    return written ? written : best;
}

/** The name that the network saw, unless it is in doubt and a form has one: where there is a name,
 * an East Asian form, whose labels are never names themselves. */
static const vt_run *name_of(const vt_reading *r, const vt_runs *runs, vt_run *labelled)
{
    const vt_run *name = best_name(r, runs);
    float sure = name ? vt_run_sureness(name) : 0;
    if (sure > LABELLED || !find_labelled(r, labelled))
        return name;
    const vt_word *first = &r->cells->at[labelled->cell].words.at[0];
    bool east = vt_word_is_unspaced(first);
    return sure > LEAST_SURE && !east ? name : labelled;
}

void vt_reading_find_person(const vt_reading *r, vt_roles *roles)
{
    vt_run labelled;
    vt_runs runs = vt_reading_runs(r, is_name);
    find_address(r, &runs, roles);
    const vt_run *name = name_of(r, &runs, &labelled);
    const vt_run *label = best_run(r, &runs, VT_WORD_IS_LABEL);
    roles->name_line = VT_NONE;
    if (name && vt_run_sureness(name) > LEAST_SURE) {
        roles->name_line = r->line_of_cell[name->cell];
        roles->name_from = name->from;
        roles->name_to = name_end(r->cells->doc->raw_text, name);
        roles->name_confidence = vt_run_sureness(name);
    }
    if (label && vt_run_sureness(label) > LEAST_SURE) {
        roles->label_from = title_start(r, label);
        roles->label_to = label->to;
    }
}
