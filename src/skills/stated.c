/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words are folded as skills are (fold.h). Levels: a table of words, the longest that a text holds
 * counts. Years: a number with a unit of years or months near it.
 */
#include "skills/stated.h"

#include "skills/fold.h"
#include "text/token.h"

enum { TAIL_MAX = 48, WORDS_MAX = 12, BEFORE_MAX = 96 };

static const vt_stated nothing = {-1, -1};

static const struct {
    const char *word;
    double level;
} levels[] = {
    {"expert", 0.95},
    {"experte", 0.95},
    {"experto", 0.95},
    {"experta", 0.95},
    {"esperto", 0.95},
    {"especialista", 0.95},
    {"ekspert", 0.95},
    {"expertise", 0.95},
    {"mastery", 0.95},
    {"master", 0.95},
    {"expertenkenntnisse", 0.95},
    {"expertkennis", 0.95},
    {"advanced", 0.75},
    {"fortgeschritten", 0.75},
    {"fortgeschrittene", 0.75},
    {"avance", 0.75},
    {"avancee", 0.75},
    {"avanzado", 0.75},
    {"avanzato", 0.75},
    {"avanzata", 0.75},
    {"avancado", 0.75},
    {"gevorderd", 0.75},
    {"zaawansowany", 0.75},
    {"zaawansowana", 0.75},
    {"proficient", 0.75},
    {"proficiency", 0.75},
    {"experienced", 0.75},
    {"very good", 0.75},
    {"sehr gut", 0.75},
    {"sehr gute", 0.75},
    {"tres bon", 0.75},
    {"excellent", 0.85},
    {"ausgezeichnet", 0.85},
    {"highly skilled", 0.85},
    {"fluent", 0.75},
    {"confident", 0.75},
    {"zeer goed", 0.75},
    {"bardzo dobry", 0.75},
    {"bardzo dobra", 0.75},
    {"ottimo", 0.85},
    {"ottima", 0.85},
    {"intermediate", 0.55},
    {"good", 0.55},
    {"gut", 0.55},
    {"gute", 0.55},
    {"bon", 0.55},
    {"bonne", 0.55},
    {"bueno", 0.55},
    {"buono", 0.55},
    {"bom", 0.55},
    {"goed", 0.55},
    {"dobry", 0.55},
    {"dobra", 0.55},
    {"intermedio", 0.55},
    {"intermediario", 0.55},
    {"intermediaire", 0.55},
    {"gemiddeld", 0.55},
    {"sredni", 0.55},
    {"medio", 0.55},
    {"working knowledge", 0.55},
    {"competent", 0.55},
    {"comfortable", 0.55},
    {"average", 0.5},
    {"basic", 0.3},
    {"basics", 0.3},
    {"beginner", 0.25},
    {"novice", 0.25},
    {"elementary", 0.3},
    {"familiar", 0.35},
    {"familiarity", 0.35},
    {"exposure", 0.3},
    {"learning", 0.25},
    {"grundkenntnisse", 0.3},
    {"anfanger", 0.25},
    {"notions", 0.3},
    {"debutant", 0.25},
    {"basico", 0.3},
    {"basica", 0.3},
    {"principiante", 0.25},
    {"base", 0.3},
    {"basis", 0.3},
    {"basiskennis", 0.3},
    {"podstawowy", 0.3},
    {"podstawowa", 0.3},
    {"podstawy", 0.3},
    {"iniciante", 0.25},
    {"fliessend", 0.75},
    {"courant", 0.75},
    {"couramment", 0.75},
    {"fluido", 0.75},
    {"fluente", 0.75},
    {"vloeiend", 0.75},
    {"biegle", 0.75},
    {"verhandlungssicher", 0.85},
    {"muttersprache", 0.95},
    {"bilingue", 0.95},
    {"professionnel", 0.75},
    {"profi", 0.95},
    {"maitrise", 0.75},
    {"dominio", 0.75},
    {"nocoes", 0.3},
    {"nociones", 0.3},
    {"sicher", 0.75},
    {"sichere", 0.75},
    {"solide", 0.75},
    {"dobre", 0.55},
    {"dobrze", 0.55},
    {"temel", 0.3},
    {"orta", 0.55},
    {"ileri", 0.75},
    {"iyi", 0.55},
    {"cok iyi", 0.75},
    {"confirme", 0.75},
    {"conocimientos basicos", 0.3},
    {"conocimientos avanzados", 0.75},
    {"conhecimentos basicos", 0.3},
    {"gute kenntnisse", 0.55},
    {"nozioni", 0.3},
    {"discreto", 0.5},
    {"discreta", 0.5},
    {"buona", 0.55},
    {"boa", 0.55},
    {"buena", 0.55},
    {"intermedia", 0.55},
    {"intermediaria", 0.55},
    {"avanzada", 0.75},
    {"avancada", 0.75},
    {"podstawowe", 0.3},
    {"srednio zaawansowany", 0.55},
    {"sredniozaawansowany", 0.55},
    {"komunikatywny", 0.55},
    {"zaawansowane", 0.75},
    {"ervaren", 0.75},
    {"beginnend", 0.25},
    {"redelijk", 0.5},
    {"grundlagen", 0.3},
    {"basiskenntnisse", 0.3},
    {"fundierte kenntnisse", 0.75},
    {"vertiefte kenntnisse", 0.75},
};

static bool is_year_unit(vt_str word)
{
    static const char *const units[] = {
        "years",  "year", "yrs",  "yr",   "jahre", "jahren", "jahr", "ans",  "annees", "an",
        "anos",   "ano",  "anni", "anno", "jaar",  "jaren",  "lat",  "lata", "rok",    "ar",
        "vuotta", "yil",  "y",    "年",   "년",    "лет",    "года", "let"};
    return VT_STR_AMONG(word, units);
}

static bool is_month_unit(vt_str word)
{
    static const char *const units[] = {"months", "month", "mos", "monate", "monaten",
                                        "mois",   "meses", "mes", "mesi",   "maanden"};
    return VT_STR_AMONG(word, units);
}

/** A small number: "12", "5+", "3.5", or with its unit joined: "10y", "5yrs". */
static bool read_number(vt_str word, double *ret, vt_str *ret_unit)
{
    size_t i = 0;
    double value = 0, scale = 0;
    for (; i < word.len && (vt_is_digit(word.ptr[i]) || (word.ptr[i] == '.' && scale == 0)); i++) {
        if (word.ptr[i] == '.') {
            scale = 1;
        } else {
            value = value * 10 + (word.ptr[i] - '0');
            scale *= 10;
        }
    }
    while (i < word.len && word.ptr[i] == '+')
        i++;
    *ret = scale > 1 ? value / scale : value;
    *ret_unit = vt_str_sub(word, i, word.len);
    return word.len > 0 && vt_is_digit(word.ptr[0]) && *ret <= 60;
}

static const char *const number_words[] = {"zero", "one",    "two",   "three", "four",
                                           "five", "six",    "seven", "eight", "nine",
                                           "ten",  "eleven", "twelve"};

struct words {
    vt_str at[WORDS_MAX];
    char text[WORDS_MAX][VT_SKILL_TOKEN_MAX];
    size_t n;
};

/** The last WORDS_MAX words of a text, or the first. */
static void split(vt_str text, bool last, struct words *ret)
{
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    size_t n = 0;
    while (vt_skill_fold_next(&fold, &token) && (last || n < WORDS_MAX)) {
        memcpy(ret->text[n % WORDS_MAX], token.text, token.len);
        ret->at[n % WORDS_MAX] = vt_str_n(ret->text[n % WORDS_MAX], token.len);
        n++;
    }
    ret->n = VT_MIN(n, (size_t)WORDS_MAX);
    if (n <= WORDS_MAX)
        return;
    struct words turned = *ret; /* the oldest first */
    for (size_t i = 0; i < WORDS_MAX; i++) {
        vt_str word = turned.at[(n + i) % WORDS_MAX];
        memcpy(ret->text[i], word.ptr, word.len);
        ret->at[i] = vt_str_n(ret->text[i], word.len);
    }
}

/** The year that words [from, n) name as a beginning: "since 2019", "seit 2018", or -1. */
static double since_at(const struct words *w, size_t from, size_t *ret_end)
{
    static const char *const words[] = {"since", "seit",  "depuis", "desde", "dal",
                                        "dals",  "sinds", "od",     "sedan", "siden"};
    int64_t year;
    if (from + 2 != w->n || w->at[from + 1].len != 4 || !VT_STR_AMONG(w->at[from], words) ||
        !vt_str_to_i64(w->at[from + 1], VT_STATED_SINCE, 2099, &year))
        return -1;
    *ret_end = w->n;
    return (double)year;
}

/** Years that words [from, n) begin with; *ret_end: the word behind them. */
static double years_at(const struct words *w, size_t from, size_t *ret_end)
{
    double value = 0;
    vt_str unit = VT_STR_NULL;
    double since = since_at(w, from, ret_end);
    if (since > 0)
        return since;
    bool number = read_number(w->at[from], &value, &unit);
    for (size_t i = 1; !number && i < VT_COUNT(number_words); i++)
        if (vt_str_eq(w->at[from], vt_str_z(number_words[i]))) {
            value = (double)i;
            unit = VT_STR_NULL;
            number = true;
        }
    if (!number)
        return -1;
    size_t next = from + 1;
    double high;
    vt_str high_unit;
    if (!unit.len && next < w->n && read_number(w->at[next], &high, &high_unit) && high > value &&
        high - value < 6) /* "3-5 years": the lower */
        next++;
    if (!unit.len && next < w->n)
        unit = w->at[next++];
    *ret_end = next;
    return is_year_unit(unit) ? value : is_month_unit(unit) ? value / 12 : -1;
}

/** The level that words [from, n) begin with; *ret_end: the word behind it. */
static double level_at(const struct words *w, size_t from, size_t *ret_end)
{
    for (size_t n = VT_MIN((size_t)2, w->n - from); n > 0; n--)
        for (size_t i = 0; i < VT_COUNT(levels); i++) {
            vt_str word = vt_str_z(levels[i].word), rest = word, part;
            size_t k = 0;
            bool same = true;
            while (vt_str_split(&rest, ' ', &part))
                same = same && k < n && vt_str_eq(part, w->at[from + k++]);
            if (same && k == n) {
                *ret_end = from + n;
                return levels[i].level;
            }
        }
    return -1;
}

/** A whole text that is a rating: "4/5", stars. Two of five are basic. */
static bool read_rating(vt_str text, vt_stated *ret)
{
    double rating;
    if (!vt_rating_parse(text, &rating))
        return false;
    *ret = (vt_stated){rating > 0.35 && rating <= 0.4 ? 0.38 : rating, -1};
    return true;
}

vt_stated vt_stated_read(vt_str text)
{
    vt_stated ret = nothing;
    struct words w;
    text = vt_str_trim(text);
    if (read_rating(text, &ret))
        return ret;
    split(text, false, &w);
    size_t end;
    if (w.n == 0 || w.n > 7)
        return ret;
    for (size_t i = 0; i < w.n && ret.years < 0; i++)
        ret.years = years_at(&w, i, &end);
    for (size_t i = 0; i < w.n && i < 3 && ret.level < 0; i++)
        ret.level = level_at(&w, i, &end);
    return ret;
}

/** A word that stands beside a level or years and says nothing more. */
static bool fills(vt_str word)
{
    static const char *const words[] = {"since",
                                        "seit",
                                        "depuis",
                                        "desde",
                                        "dal",
                                        "da",
                                        "sinds",
                                        "od",
                                        "level",
                                        "nivel",
                                        "niveau",
                                        "livello",
                                        "poziom",
                                        "stufe",
                                        "usuario",
                                        "utente",
                                        "user",
                                        "usuario",
                                        "kenntnisse",
                                        "kennis",
                                        "knowledge",
                                        "conoscenza",
                                        "conocimiento",
                                        "conocimientos",
                                        "connaissance",
                                        "connaissances",
                                        "conhecimento",
                                        "conhecimentos",
                                        "znajomosc",
                                        "seviye",
                                        "duzey",
                                        "skills",
                                        "over",
                                        "more",
                                        "than",
                                        "mehr",
                                        "als",
                                        "plus",
                                        "de",
                                        "d",
                                        "di",
                                        "of",
                                        "experience",
                                        "erfahrung",
                                        "experiencia",
                                        "esperienza",
                                        "ervaring",
                                        "doswiadczenia",
                                        "experiencia",
                                        "praxis",
                                        "pratique",
                                        "pratica",
                                        "practica",
                                        "ca",
                                        "approx",
                                        "etwa",
                                        "uber",
                                        "ponad",
                                        "circa",
                                        "about",
                                        "a",
                                        "mas",
                                        "mais",
                                        "piu",
                                        "plus",
                                        "meer",
                                        "dan",
                                        "professional",
                                        "use",
                                        "working",
                                        "berufserfahrung",
                                        "werkervaring"};
    return VT_STR_AMONG(word, words);
}

bool vt_stated_whole(vt_str text, vt_stated *ret)
{
    struct words w;
    vt_stated found = nothing;
    text = vt_str_trim(text);
    if (read_rating(text, ret))
        return true;
    split(text, false, &w);
    for (size_t i = 0, end = 0; i < w.n; i = end) {
        double years = years_at(&w, i, &end);
        double level = years < 0 ? level_at(&w, i, &end) : -1;
        if (years < 0 && level < 0 && !fills(w.at[i]))
            return false;
        if (years < 0 && level < 0)
            end = i + 1;
        found.years = VT_MAX(found.years, years);
        found.level = VT_MAX(found.level, level);
    }
    if (w.n > 6 || (found.years < 0 && found.level < 0))
        return false;
    *ret = found;
    return true;
}

size_t vt_stated_cut(vt_str item, vt_stated *ret)
{
    static const char *const marks[] = {" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", ": ", "= "};
    size_t open = item.len;
    if (item.len > 2 && item.ptr[item.len - 1] == ')')
        for (open = item.len - 1; open > 0 && item.ptr[open] != '(';)
            open--;
    if (open > 0 && open < item.len &&
        vt_stated_whole(vt_str_sub(item, open + 1, item.len - 1), ret))
        return vt_str_trim(vt_str_sub(item, 0, open)).len;
    for (size_t i = 0; i < VT_COUNT(marks); i++) {
        size_t at = vt_str_find(item, vt_str_z(marks[i]), 1);
        if (at != VT_NPOS &&
            vt_stated_whole(vt_str_sub(item, at + strlen(marks[i]), item.len), ret))
            return vt_str_trim(vt_str_sub(item, 0, at)).len;
    }
    size_t last = item.len; /* "Tableau *****" */
    while (last > 0 && item.ptr[last - 1] != ' ')
        last--;
    vt_str signs = vt_str_sub(item, last, item.len);
    if (last > 0 && signs.len && !vt_is_digit(signs.ptr[0]) && read_rating(signs, ret))
        return vt_str_trim(vt_str_sub(item, 0, last)).len;
    return item.len;
}

/** Bytes of the separator that ends an item at `at`, or 0. */
static bool ends_item(vt_str rest, size_t at)
{
    static const char *const marks[] = {",", ";", "|", "•", "·", "\n", "\t", "、", "；", "▪"};
    for (size_t i = 0; i < VT_COUNT(marks); i++)
        if (vt_str_starts(vt_str_sub(rest, at, rest.len), vt_str_z(marks[i])))
            return true;
    return false;
}

/** Statements with commas between them: "(8 years, expert)". */
static vt_stated read_bracket(vt_str inside)
{
    vt_stated ret = nothing;
    for (size_t from = 0; from < inside.len;) {
        size_t end = from;
        while (end < inside.len && !ends_item(inside, end))
            end++;
        vt_stated piece = vt_stated_read(vt_str_sub(inside, from, end));
        ret.level = VT_MAX(ret.level, piece.level);
        ret.years = VT_MAX(ret.years, piece.years);
        from = end + 1;
    }
    return ret;
}

vt_stated vt_stated_behind(vt_str rest)
{
    size_t at = 0;
    while (at < rest.len && strchr(" -:(=[\t", rest.ptr[at]))
        at++;
    if (vt_str_starts(vt_str_sub(rest, at, rest.len), VT_STR("–")) ||
        vt_str_starts(vt_str_sub(rest, at, rest.len), VT_STR("—")))
        at += 3;
    size_t end = at;
    while (end < rest.len && end < at + TAIL_MAX && !ends_item(rest, end) && rest.ptr[end] != ')' &&
           rest.ptr[end] != ']')
        end++;
    vt_stated ret = at == 0 ? nothing : vt_stated_read(vt_str_sub(rest, at, end));
    if (at > 0 && (rest.ptr[at - 1] == '(' || rest.ptr[at - 1] == '[')) {
        size_t close = end;
        while (close < rest.len && close < at + TAIL_MAX && !strchr(")]\n", rest.ptr[close]))
            close++;
        if (close < rest.len && strchr(")]", rest.ptr[close]))
            ret = read_bracket(vt_str_sub(rest, at, close));
    }
    if (ret.level >= 0 || ret.years >= 0 || end >= rest.len)
        return ret;
    /* "Excel, 8 years" is another form; only years stand so, a level may begin the next item */
    if (rest.ptr[end] != ',' && rest.ptr[end] != '\n')
        return nothing;
    size_t next = end + 1, stop = next;
    while (stop < rest.len && stop < next + TAIL_MAX && !ends_item(rest, stop))
        stop++;
    vt_str piece = vt_str_trim(vt_str_sub(rest, next, stop));
    if (end != at || !piece.len)
        return nothing;
    if (read_rating(piece, &ret))
        return ret;
    if (!vt_is_digit(piece.ptr[0]))
        return nothing;
    ret = vt_stated_read(piece);
    ret.level = -1;
    return ret;
}

/** Words between a level or a number of years and what it is said of. */
static bool links(vt_str word)
{
    static const char *const words[] = {"of",          "in",
                                        "with",        "experience",
                                        "working",     "using",
                                        "at",          "professional",
                                        "hands",       "on",
                                        "the",         "as",
                                        "and",         "or",
                                        "user",        "knowledge",
                                        "level",       "skills",
                                        "a",           "an",
                                        "mit",         "in",
                                        "bei",         "erfahrung",
                                        "kenntnisse",  "de",
                                        "en",          "d",
                                        "experiencia", "con",
                                        "du",          "com",
                                        "experience",  "di",
                                        "esperienza",  "nell",
                                        "w",           "doswiadczenia",
                                        "practical",   "strong",
                                        "solid",       "use",
                                        "to",          "command",
                                        "doing",       "years"};
    return VT_STR_AMONG(word, words);
}

vt_stated vt_stated_around(vt_str text, size_t start, size_t end)
{
    vt_stated ret = nothing;
    size_t from = start > BEFORE_MAX ? start - BEFORE_MAX : 0;
    for (size_t i = from; i < start; i++) /* within the sentence */
        if (strchr(".;!?\n", text.ptr[i]) && (i + 1 == start || text.ptr[i + 1] == ' '))
            from = i + 1;
    struct words w;
    split(vt_str_sub(text, from, start), true, &w);
    /* of the last statement before it, with only linking words or other items between */
    for (size_t i = w.n; i-- > 0;) {
        size_t stop = 0;
        double years = years_at(&w, i, &stop), level = level_at(&w, i, &stop);
        if (years >= VT_STATED_SINCE)
            break;
        if (years < 0 && level < 0)
            continue;
        bool linked = stop == w.n;
        for (size_t k = stop; k < w.n && k < stop + 3; k++)
            linked = linked || links(w.at[k]);
        if (linked && w.n - stop <= 6) {
            ret.years = years;
            ret.level = level;
        }
        break;
    }
    if (ret.years >= 0 || ret.level >= 0)
        return ret;
    vt_str behind = vt_str_sub(text, end, VT_MIN(text.len, end + TAIL_MAX));
    if (vt_str_starts(behind, VT_STR(" (")))
        return vt_stated_behind(behind);
    split(behind, false, &w);
    size_t stop;
    if (w.n > 2 && (vt_str_eq(w.at[0], VT_STR("for")) || vt_str_eq(w.at[0], VT_STR("since"))))
        ret.years = years_at(&w, 1, &stop);
    return ret;
}
