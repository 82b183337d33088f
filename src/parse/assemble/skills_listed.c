/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The items of skills sections as written. Lines are joined where a list wraps; then
 *
 *   entry  = [group ":"] piece { separator piece }
 *   piece  = name [ "(" note ")" ] [ level ]
 *
 * with commas, semicolons, bars, bullets and wide gaps as separators. A note with commas is a list
 * of its own; a level in words, stars or dots goes to the skill; names of groups are kept as the
 * group of their skills.
 */
#include "parse/assemble/assemble.h"
#include "parse/assemble/entries.h"

#include "text/utf8.h"

struct list {
    const vt_facts *f;
    vt_resume *r;
    vt_value group;
    size_t first; /* skills of the list being read */
};

/* ---- levels ---- */

static float level_number(vt_skill_level level)
{
    static const float share[] = {-1, 0.3f, 0.55f, 0.75f, 0.95f};
    return level < VT_COUNT(share) ? share[level] : -1;
}

/** A whole text that is a level: "Advanced", "4/5", "●●●○○", "90%". */
static bool read_level(const vt_facts *f, vt_str text, float *ret)
{
    double rating;
    text = vt_str_trim(text);
    if (!text.len)
        return false;
    if (vt_rating_parse(text, &rating)) {
        *ret = (float)rating;
        return true;
    }
    const vt_lex_entry *e =
        vt_lexicon_find_text_kind(f->ctx->lexicon, f->arena, text, VT_LEX_PROFICIENCY);
    if (e && (e->code != VT_SKILL_LEVEL_NONE)) {
        *ret = level_number(e->code);
        return true;
    }
    return false;
}

static bool is_years(const vt_facts *f, vt_str text)
{
    vt_words words = vt_words_split(f->arena, text);
    if (words.n < 1 || words.n > 4 || !(words.at[0].flags & VT_WORD_DIGIT))
        return false;
    vt_str last = words.at[words.n - 1].folded;
    static const char *const units[] = {"years", "year", "yrs",        "yr",     "jahre",  "ans",
                                        "anos",  "anni", "experience", "months", "monate", "y"};
    return VT_STR_AMONG(last, units);
}

/* ---- one piece ---- */

static bool is_joining_word(vt_str s, size_t *len)
{
    static const char *const words[] = {"and ", "& ",   "und ",       "et ",     "y ",
                                        "e ",   "och ", "og ",        "en ",     "i ",
                                        "a ",   "ve ",  "including ", "such as "};
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_starts_nocase(s, vt_str_z(words[i]))) {
            *len = strlen(words[i]);
            return true;
        }
    return false;
}

/** "Advanced in SQL", "Proficient with Excel": the bytes that the level and its link take. */
static size_t leading_level(const struct list *l, size_t from, size_t to, float *level)
{
    vt_str text = vt_str_sub(l->f->doc->raw_text, from, to);
    vt_words words = vt_words_split(l->f->arena, text);
    static const char *const links[] = {"in", "with", "at", "of", "mit", "en", "em", "con", "avec"};
    for (size_t n = 1; n <= 3 && n + 1 < words.n; n++) {
        const vt_lex_entry *e =
            vt_lexicon_find_kind(l->f->ctx->lexicon, words.at, n, VT_LEX_PROFICIENCY);
        for (size_t i = 0; e && i < VT_COUNT(links); i++)
            if (vt_str_eq(words.at[n].folded, vt_str_z(links[i]))) {
                *level = level_number(e->code);
                return words.at[n + 1].start;
            }
    }
    return 0;
}

/** "熟悉Docker", "了解 Linux": a level that runs into the name. */
static size_t level_before_name(const struct list *l, size_t from, size_t to, float *level)
{
    vt_str text = vt_str_sub(l->f->doc->raw_text, from, to);
    size_t ends[4], n = 0, first = 0;
    while (first < text.len && vt_is_space(text.ptr[first]))
        first++;
    for (size_t at = first; n < VT_COUNT(ends) && at < text.len;) {
        if (!vt_cp_is(vt_utf8_next(text, &at), VT_CP_UNSPACED))
            break;
        ends[n++] = at;
    }
    while (n-- > 1) {
        const vt_lex_entry *e = vt_lexicon_find_text_kind(
            l->f->ctx->lexicon, l->f->arena, vt_str_sub(text, first, ends[n]), VT_LEX_PROFICIENCY);
        if (!e || e->code == VT_SKILL_LEVEL_NONE || ends[n] == text.len)
            continue;
        *level = level_number(e->code);
        return ends[n];
    }
    return 0;
}

/** Versions behind a name, "Access 97/2000", are no part of it. */
static void cut_versions(vt_value *name)
{
    vt_str s = name->text;
    size_t space = s.len;
    while (space > 0 && s.ptr[space - 1] != ' ')
        space--;
    vt_str last = vt_str_sub(s, space, s.len);
    if (space < 2 || vt_str_find_char(last, '/', 0) == VT_NPOS || !last.len ||
        !vt_is_digit(last.ptr[0]))
        return;
    name->end -= (uint32_t)(s.len - (space - 1)); /* ASCII */
    name->text.len = space - 1;
}

static void add_skill(struct list *l, size_t from, size_t to, float level)
{
    vt_str written = vt_facts_clean_value(l->f, from, to, 0.92f).text;
    from += leading_level(l, from, to, &level);
    from += level_before_name(l, from, to, &level);
    vt_value name = vt_facts_clean_value(l->f, from, to, 0.92f);
    if (!vt_value_known(&name))
        return;
    size_t cut = 0;
    if (l->r->skills.n > l->first && is_joining_word(name.text, &cut) && name.text.len > cut) {
        name.text = vt_str_sub(name.text, cut, name.text.len);
        name.start += (uint32_t)cut; /* ASCII */
    }
    while (name.text.len > 1 && name.text.ptr[name.text.len - 1] == '.' &&
           vt_str_find_char(name.text, '.', 0) == name.text.len - 1) {
        name.text.len--;
        name.end--;
    }
    cut_versions(&name);
    float alone;
    if (read_level(l->f, name.text, &alone)) {
        if (l->r->skills.n > l->first && l->r->skills.at[l->r->skills.n - 1].level < 0)
            l->r->skills.at[l->r->skills.n - 1].level = alone;
        return;
    }
    bool letter = false;
    for (size_t at = 0; at < name.text.len && !letter;)
        letter = vt_cp_is(vt_utf8_next(name.text, &at), VT_CP_LETTER);
    vt_words words = vt_words_split(l->f->arena, name.text);
    if (!letter || words.n > 12)
        return;
    vt_skill_item item = {
        .name = name, .group = l->group, .level = level, .listed = true, .years = -1};
    if (name.text.len < written.len)
        item.written = written;
    vt_vec_push(l->f->arena, &l->r->skills, item);
}

static size_t raw_find(const vt_facts *f, size_t from, size_t to, char c)
{
    for (size_t i = from; i < to; i++)
        if (f->doc->raw_text.ptr[i] == c)
            return i;
    return to;
}

static void add_list(struct list *l, size_t from, size_t to);

/** A piece between separators: name, note in brackets, level behind a dash or colon. */
static void add_piece(struct list *l, size_t from, size_t to)
{
    const vt_facts *f = l->f;
    vt_str raw = f->doc->raw_text;
    float level = -1;
    size_t open = raw_find(f, from, to, '('), close = raw_find(f, open, to, ')');
    if (open < to && open > from) {
        vt_str note = vt_str_sub(raw, open + 1, close);
        bool list =
            vt_str_find_char(note, ',', 0) != VT_NPOS || vt_str_find_char(note, ';', 0) != VT_NPOS;
        if (read_level(f, note, &level) || is_years(f, note)) {
            add_skill(l, from, open, level);
            return;
        }
        if (list) {
            size_t before = l->r->skills.n;
            add_skill(l, from, open, -1);
            if (l->r->skills.n > before)
                l->r->skills.at[before].written =
                    vt_facts_value(f, from, VT_MIN(close + 1, to), 0.92f).text;
            add_list(l, open + 1, close);
            return;
        }
    }
    static const char *const dashes[] = {" - ", " – ", " — ", ": "};
    vt_str text = vt_str_sub(raw, from, to);
    for (size_t i = 0; i < VT_COUNT(dashes); i++) {
        size_t at = vt_str_find(text, vt_str_z(dashes[i]), 0);
        if (at == VT_NPOS)
            continue;
        vt_str rest = vt_str_sub(text, at + strlen(dashes[i]), text.len);
        if (read_level(f, rest, &level) || is_years(f, rest)) {
            add_skill(l, from, from + at, level);
            return;
        }
    }
    add_skill(l, from, to, -1);
}

/** The length of a list separator at a byte of raw_text, or 0. */
static size_t separator(vt_str raw, size_t at, size_t to)
{
    static const char *const marks[] = {",",  ";",  "|", "•", "·", "●", "▪", "■", "◦", "、", "，",
                                        "；", "\t", "➢", "✓", "○", "‧", "∙", "♦", "◆", "※",  "»"};
    vt_str rest = vt_str_sub(raw, at, to);
    for (size_t i = 0; i < VT_COUNT(marks); i++)
        if (vt_str_starts(rest, vt_str_z(marks[i])))
            return strlen(marks[i]);
    return 0;
}

/** Slashes part a piece where there are two of them ("Yaf/Yii/Slim"); one joins ("HTML/CSS"). */
static void add_slashed(struct list *l, size_t from, size_t to)
{
    vt_str raw = l->f->doc->raw_text;
    size_t slashes = 0;
    for (size_t i = from; i < to; i++) {
        bool within = raw.ptr[i] == '(' || raw.ptr[i] == ':' ||
                      (raw.ptr[i] == '/' && (i == from || vt_is_digit(raw.ptr[i - 1])));
        if (within) { /* a link, a note, a rating */
            add_piece(l, from, to);
            return;
        }
        slashes += raw.ptr[i] == '/';
    }
    size_t start = from;
    for (size_t i = from; i < to && slashes >= 2; i++)
        if (raw.ptr[i] == '/') {
            add_piece(l, start, i);
            start = i + 1;
        }
    add_piece(l, start, to);
}

static void add_list(struct list *l, size_t from, size_t to)
{
    vt_str raw = l->f->doc->raw_text;
    int depth = 0;
    size_t start = from, commas = 0;
    for (size_t i = from; i < to;) {
        depth += raw.ptr[i] == '(';
        depth -= raw.ptr[i] == ')' && depth > 0;
        size_t cut = depth == 0 ? separator(raw, i, to) : 0;
        bool number = cut == 1 && raw.ptr[i] == ',' && i > from && i + 1 < to &&
                      vt_is_digit(raw.ptr[i - 1]) && vt_is_digit(raw.ptr[i + 1]);
        if (!cut || number) {
            i++;
            continue;
        }
        commas += raw.ptr[i] == ',';
        add_slashed(l, start, i);
        i += cut;
        start = i;
    }
    size_t before = l->r->skills.n;
    add_slashed(l, start, to);
    if (commas >= 2 && l->r->skills.n == before + 1)
        l->r->skills.at[before].ends_list = true;
}

/* ---- groups ---- */

/** Bytes of raw_text at which a colon, or the end of bold words, ends the name of a group. */
static size_t group_end(const vt_facts *f, const vt_info *info, size_t from, size_t *ret_next)
{
    vt_str raw = f->doc->raw_text;
    size_t to = info->base + info->text.len;
    for (size_t i = from; i < to && i < from + 60; i++) {
        bool wide = vt_str_starts(vt_str_sub(raw, i, to), VT_STR("："));
        if (raw.ptr[i] == ',' || raw.ptr[i] == ';')
            break;
        if ((raw.ptr[i] == ':' && (i + 1 == to || raw.ptr[i + 1] == ' ' || i + 1 >= to)) || wide) {
            *ret_next = i + (wide ? 3 : 1);
            return i;
        }
    }
    if (!info->lead_bold)
        return from;
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    for (uint32_t i = 1; i < info->line->count; i++) {
        if (tokens[i].flags & (VT_TOKEN_BOLD | VT_TOKEN_BULLET))
            continue;
        size_t byte = from;
        uint32_t chars = vt_facts_chars(f, from);
        while (byte < to && chars < tokens[i].start) {
            vt_str rest = vt_str_sub(raw, byte, to);
            size_t step = 0;
            vt_utf8_next(rest, &step);
            byte += step;
            chars++;
        }
        bool list = vt_str_find_char(vt_str_sub(raw, byte, to), ',', 0) != VT_NPOS;
        if (byte > from && byte < to && list) {
            *ret_next = byte;
            return byte;
        }
        break;
    }
    return from;
}

/** "SQL: advanced" names no group. */
static bool only_level(const vt_facts *f, size_t from, size_t to)
{
    float level;
    vt_str rest = vt_str_sub(f->doc->raw_text, from, to);
    return read_level(f, rest, &level) || is_years(f, rest);
}

/** Text with several pieces: "C, Go", or a level. */
static bool is_listing(const vt_info *info)
{
    return vt_str_find_char(info->text, ',', 0) != VT_NPOS ||
           vt_str_find(info->text, VT_STR("•"), 0) != VT_NPOS ||
           vt_str_find(info->text, VT_STR("·"), 0) != VT_NPOS ||
           vt_str_find_char(info->text, '|', 0) != VT_NPOS;
}

/** A line that only names the group of the lines below. */
static bool is_group_line(const vt_facts *f, const vt_roles *roles, uint32_t i)
{
    const vt_info *info = &f->at[i];
    if (is_listing(info) || info->bullet || info->words.n > 6)
        return false;
    if (info->colon)
        return true;
    if (i + 1 >= f->n || roles->at[i + 1].role != VT_ROLE_SKILL)
        return false;
    const vt_info *next = &f->at[i + 1];
    return info->bold && !next->bold && (is_listing(next) || next->bullet);
}

/** The name of the section once more, as a label beside its list. */
static bool is_section_name(const vt_facts *f, const vt_info *info)
{
    const vt_lex_entry *e =
        vt_lexicon_find_text_kind(f->ctx->lexicon, f->arena, info->text, VT_LEX_HEADING);
    return e && e->code == VT_SECTION_SKILLS;
}

/** Prose: left to the matching of skills in running text. */
static bool is_prose(const vt_info *info)
{
    return !is_listing(info) && info->words.n > 9 && info->lower_words > info->capital_words + 4;
}

/** Does line i go on with the list of the line before? */
static bool wraps(const vt_facts *f, uint32_t before, uint32_t i)
{
    const vt_info *a = &f->at[before], *b = &f->at[i];
    if (i != before + 1 || b->base < a->base || b->bullet || a->line->column != b->line->column ||
        b->lead_bold || (b->bold != a->bold))
        return false;
    char last = a->text.ptr[a->text.len - 1];
    if (last == ',' || last == '&' || last == '/' || last == '-')
        return true;
    if (!is_listing(a))
        return b->continues && !is_listing(b);
    size_t next;
    if (group_end(f, b, b->base, &next) != b->base)
        return false;
    int depth = 0;
    for (size_t k = 0; k < a->text.len; k++)
        depth += (a->text.ptr[k] == '(') - (a->text.ptr[k] == ')');
    if (depth > 0)
        return true;
    return b->begins_lower || b->text.ptr[0] == '(' || (b->continues && a->words.n >= 4);
}

/** Wide gaps are separators, too: each run of tokens without one is a list. */
static void add_cells(struct list *l, const vt_info *info, size_t from, size_t to)
{
    const vt_facts *f = l->f;
    vt_str raw = f->doc->raw_text;
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    size_t start = from, byte = from;
    uint32_t chars = vt_facts_chars(f, from);
    for (uint32_t i = 0; i < info->line->count; i++) {
        if (!(tokens[i].flags & VT_TOKEN_WIDE_GAP) || tokens[i].start <= chars)
            continue;
        while (byte < to && chars < tokens[i].start) {
            byte += 1;
            while (byte < to && ((unsigned char)raw.ptr[byte] & 0xC0) == 0x80)
                byte++;
            chars++;
        }
        if (byte >= to)
            break;
        add_list(l, start, byte);
        start = byte;
    }
    add_list(l, start, to);
}

void vt_assemble_skills(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    struct list l = {.f = f, .r = r};
    uint32_t heading = VT_NONE;
    for (uint32_t i = 0; i < f->n; i++) {
        if (roles->at[i].role != VT_ROLE_SKILL)
            continue;
        const vt_info *info = &f->at[i];
        if (roles->at[i].heading != heading)
            l.group = (vt_value){0};
        heading = roles->at[i].heading;
        size_t from = vt_entry_line_from(f, roles, i), next = from;
        if (is_group_line(f, roles, i)) {
            l.group = vt_facts_clean_value(f, from, vt_info_end(info), 0.8f);
            continue;
        }
        size_t end = group_end(f, info, from, &next);
        if (end > from && !only_level(f, next, vt_info_end(info))) {
            l.group = vt_facts_clean_value(f, from, end, 0.8f);
            from = next;
        }
        l.first = r->skills.n;
        if (is_prose(info) || is_section_name(f, info))
            continue;
        uint32_t last = i;
        while (last + 1 < f->n && roles->at[last + 1].role == VT_ROLE_SKILL &&
               roles->at[last + 1].heading == heading && wraps(f, last, last + 1))
            last++;
        if (last > i)
            add_list(&l, from, vt_info_end(&f->at[last]));
        else
            add_cells(&l, info, from, vt_info_end(info));
        i = last;
    }
}
