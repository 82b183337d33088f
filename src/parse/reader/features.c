/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two tables are cut into blocks, one a question ("which lexicon knows this word?"); an answer
 * is a row of its block. Block sizes are in the lists below; hashed blocks share rows.
 */
#include "parse/reader/features.h"

#include "text/utf8.h"

/* clang-format off */
/* Blocks of the table of words. */
#define WORD_BLOCKS(X)                                                                             \
    X(WORD, 16384)                                                                                 \
    X(PREFIX, 4096)                                                                                \
    X(SUFFIX, 4096)                                                                                \
    X(SHAPE, 64)                                                                                   \
    X(BEFORE, 16)                                                                                  \
    X(AFTER, 16) X(LEX, 128) X(DOUBT, 32) X(SECTION, 32) X(DEGREE, 16) X(TITLE_PART, 8)            \
        X(TITLE_LEVEL, 16) X(ORG_PART, 8) X(DATE_WORD, 32) X(SPEECH, 16) X(LABEL, 64) X(ENTRY, 16) \
            X(CERT, 16) X(DATE, 16) X(PLACE, 16) X(MARK, 8) X(LOOK, 64) X(CHANGE, 8) X(INDEX, 16)  \
                X(FROM_END, 16) X(SCRIPT, 32)
/* Blocks of the table of cells. */
#define CELL_BLOCKS(X)                                                                             \
    X(SIZE, 12)                                                                                    \
    X(BOLD, 5)                                                                                     \
    X(FLAG, 64)                                                                                    \
    X(LIST, 8)                                                                                     \
    X(LEVEL, 8)                                                                                    \
    X(GAP, 8) X(GAP_NEXT, 8) X(WORDS, 12) X(X0, 32) X(X1, 32) X(Y, 16) X(PAGE, 4) X(PAGE_LEFT, 4)  \
        X(PAGES, 4) X(LOWER, 6) X(DIGITS, 6) X(DATES, 6) X(PLACES, 6) X(TITLE, 6) X(ORG, 6)        \
            X(SCHOOL, 6) X(DEGREE, 6) X(PERSON, 6) X(STUDY, 6) X(HEADING, 32) X(HEADING_PREV, 32)  \
                X(HEADING_ABOVE, 32) X(STYLE_SHARE, 8) X(STYLE_PREV, 4) X(STYLE_NEXT, 4)           \
                    X(EDGE_SHARE, 8) X(FORMAT, 16) X(NUMBER, 16) X(NUMBER_LEFT, 16) X(INDENT, 8)   \
                        X(BESIDE, 8) X(COLUMN, 8) X(STYLE_DATES, 6)

/* clang-format on */
#define WORD_SIZE(name, size) W_##name##_ROWS = size,
#define CELL_SIZE(name, size) C_##name##_ROWS = size,
enum { WORD_BLOCKS(WORD_SIZE) CELL_BLOCKS(CELL_SIZE) };
#define WORD_BASE(name, size) W_##name, W_##name##_LAST = W_##name + size - 1,
#define CELL_BASE(name, size) C_##name, C_##name##_LAST = C_##name + size - 1,
enum { WORD_BLOCKS(WORD_BASE) WORD_ROWS };
enum { CELL_BLOCKS(CELL_BASE) CELL_ROWS };

const uint32_t vt_word_rows = WORD_ROWS, vt_cell_rows = CELL_ROWS;

typedef VT_VEC(uint32_t) ids;

struct maker {
    const vt_facts *f;
    vt_arena *arena;
    ids cell_ids, word_ids;
    uint32_t *styles, style_count; /* [f->n] the number of each cell's look */
};

#define WORD_ID(m, block, answer)                                                                  \
    vt_vec_push((m)->arena, &(m)->word_ids,                                                        \
                W_##block + (uint32_t)VT_MIN((uint32_t)(answer), (uint32_t)W_##block##_ROWS - 1))
#define CELL_ID(m, block, answer)                                                                  \
    vt_vec_push((m)->arena, &(m)->cell_ids,                                                        \
                C_##block + (uint32_t)VT_MIN((uint32_t)(answer), (uint32_t)C_##block##_ROWS - 1))

static uint32_t step(float value, const float *bounds, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && value >= bounds[i])
        i++;
    return i;
}

static uint32_t share_step(float share)
{
    static const float bounds[] = {0.01f, 0.3f, 0.5f, 0.7f, 0.9f};
    return step(share, bounds, VT_COUNT(bounds));
}

static uint32_t count_step(size_t n)
{
    static const uint8_t bounds[] = {0, 1, 2, 3, 5, 8, 12, 20, 32};
    uint32_t i = 0;
    while (i < VT_COUNT(bounds) && n > bounds[i])
        i++;
    return i;
}

/* ---- words ---- */

static uint32_t hash(vt_str s, uint32_t seed)
{
    uint32_t h = 2166136261u ^ seed;
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)(vt_is_digit(s.ptr[i]) ? '0' : s.ptr[i])) * 16777619u;
    h ^= h >> 15;
    h *= 2246822519u;
    return h ^ h >> 13;
}

static uint32_t code_points(vt_str s)
{
    uint32_t n = 0;
    for (size_t i = 0; i < s.len; i++)
        n += ((unsigned char)s.ptr[i] & 0xC0) != 0x80;
    return n;
}

static void add_spelling(struct maker *m, const vt_word *w)
{
    uint32_t n = code_points(w->folded);
    WORD_ID(m, WORD, hash(w->folded, 1) % W_WORD_ROWS);
    vt_str head = vt_str_sub(w->folded, 0, vt_utf8_offset(w->folded, VT_MIN(n, 4)));
    vt_str tail =
        vt_str_sub(w->folded, vt_utf8_offset(w->folded, n > 3 ? n - 3 : 0), w->folded.len);
    WORD_ID(m, PREFIX, hash(head, 2) % W_PREFIX_ROWS);
    WORD_ID(m, SUFFIX, hash(tail, 3) % W_SUFFIX_ROWS);
    uint32_t shape = w->flags & (VT_WORD_ALPHA | VT_WORD_DIGIT | VT_WORD_CAPITAL | VT_WORD_UPPER);
    uint32_t length = n <= 1 ? 0 : n <= 3 ? 1 : n <= 5 ? 2 : 3;
    WORD_ID(m, SHAPE, shape * 4 + length);
    WORD_ID(m, SCRIPT, vt_cp_script(vt_utf8_first(w->folded)));
}

/** What stands between two words: the strongest sign of it. */
static uint32_t separator(vt_str gap)
{
    uint32_t best = gap.len ? 1 : 0;
    for (size_t i = 0; i < gap.len;) {
        uint32_t cp = vt_utf8_next(gap, &i), s = 0;
        switch (cp) {
        case ',':
        case 0x3001:
        case 0xFF0C:
            s = 2;
            break;
        case '.':
        case '\'':
        case 0x2019:
        case '_':
            s = 3;
            break;
        case '/':
        case '\\':
        case '+':
            s = 4;
            break;
        case '(':
        case '[':
        case 0xFF08:
        case 0x3010:
        case 0x300C:
            s = 5;
            break;
        case ')':
        case ']':
        case 0xFF09:
        case 0x3011:
        case 0x300D:
            s = 6;
            break;
        case '-':
        case 0x2010:
        case 0x2011:
            s = i == gap.len && gap.len == 1 ? 7 : 8;
            break;
        case 0x2013:
        case 0x2014:
        case 0x2015:
        case 0x2212:
        case '~':
        case 0xFF5E:
        case 0x301C:
            s = 9;
            break;
        case ':':
        case 0xFF1A:
            s = 10;
            break;
        case ';':
        case 0xFF1B:
            s = 11;
            break;
        case '|':
        case 0xFF5C:
        case 0x2502:
        case 0xA6:
            s = 12;
            break;
        case '@':
            s = 13;
            break;
        case '\t':
        case '\n':
            s = 14;
            break;
        case ' ':
        case 0xA0:
        case 0x3000:
            break;
        default:
            s = vt_cp_is(cp, VT_CP_SPACE) ? 0 : 15;
            break;
        }
        best = VT_MAX(best, s);
    }
    return best;
}

/** The sign at the edge of the line, before its first or behind its last word. */
static vt_str gap_before(const vt_info *info, size_t k)
{
    return vt_str_sub(info->text, k ? info->words.at[k - 1].end : 0, info->words.at[k].start);
}

static vt_str gap_after(const vt_info *info, size_t k)
{
    size_t to = k + 1 < info->words.n ? info->words.at[k + 1].start : info->text.len;
    return vt_str_sub(info->text, info->words.at[k].end, to);
}

vt_between vt_between_words(const vt_info *info, size_t k)
{
    return (vt_between)separator(gap_before(info, k));
}

static void add_hit(struct maker *m, const vt_lex_hit *h, size_t k)
{
    const vt_lex_entry *e = h->entry;
    const vt_lexicon *lex = m->f->ctx->lexicon;
    uint32_t place = h->count == 1 ? 0 : h->first == k ? 1 : h->first + h->count == k + 1 ? 2 : 3;
    WORD_ID(m, LEX, e->kind * 4u + place);
    if (e->flags & VT_LEX_AMBIGUOUS)
        WORD_ID(m, DOUBT, e->kind);
    switch (e->kind) {
    case VT_LEX_HEADING:
        WORD_ID(m, SECTION, e->code);
        break;
    case VT_LEX_DEGREE:
        WORD_ID(m, DEGREE, e->code);
        break;
    case VT_LEX_TITLE:
        WORD_ID(m, TITLE_LEVEL, e->code);
        break;
    case VT_LEX_TITLE_WORD:
        WORD_ID(m, TITLE_PART, e->code);
        break;
    case VT_LEX_ORG_WORD:
        WORD_ID(m, ORG_PART, e->code);
        break;
    case VT_LEX_DATE_WORD:
        WORD_ID(m, DATE_WORD, e->code);
        break;
    case VT_LEX_PROFICIENCY:
        WORD_ID(m, SPEECH, e->code2);
        break;
    case VT_LEX_CONTACT_LABEL:
        WORD_ID(m, LABEL, hash(vt_lex_str(lex, e->a), 4) % W_LABEL_ROWS);
        break;
    case VT_LEX_ENTRY_LABEL:
        WORD_ID(m, ENTRY, hash(vt_lex_str(lex, e->a), 5) % W_ENTRY_ROWS);
        break;
    case VT_LEX_CERTIFICATE:
        WORD_ID(m, CERT, hash(vt_lex_str(lex, e->a), 6) % W_CERT_ROWS);
        break;
    default:
        break;
    }
}

static void add_hits(struct maker *m, const vt_info *info, size_t k)
{
    uint64_t seen = 0; /* kinds: a phrase has an entry for each of its senses */
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first <= k; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        uint64_t bit = (uint64_t)1 << h->entry->kind;
        if (h->first + h->count <= k || (seen & bit))
            continue;
        seen |= bit;
        add_hit(m, h, k);
    }
}

static void add_values(struct maker *m, const vt_info *info, size_t k)
{
    for (size_t i = 0; i < info->dates.n; i++) {
        const vt_date_hit *d = &info->dates.at[i];
        if (k >= d->first && k < d->first + d->count)
            WORD_ID(m, DATE,
                    (k > d->first) * 8u + (d->range ? 4u : 0) + (d->current ? 2u : 0) +
                        (d->from.month || d->to.month));
    }
    uint32_t at = info->words.at[k].start;
    for (size_t i = 0; i < info->places.n; i++) {
        const vt_place *p = &info->places.at[i];
        if (k < p->first || k >= p->first + p->count)
            continue;
        uint32_t part = at >= p->city_span.start && at < p->city_span.end         ? 1
                        : at >= p->region_span.start && at < p->region_span.end   ? 2
                        : at >= p->country_span.start && at < p->country_span.end ? 3
                                                                                  : 0;
        WORD_ID(m, PLACE, (k > p->first) * 8u + (p->score >= 0.5f) * 4u + part);
    }
}

static const vt_token *token_of(const vt_facts *f, const vt_info *info, size_t byte)
{
    uint32_t at = vt_facts_chars(f, info->base + byte), i = info->line->first;
    uint32_t last = info->line->first + info->line->count - 1;
    while (i < last && f->doc->tokens.at[i].end <= at)
        i++;
    return &f->doc->tokens.at[i];
}

static uint32_t look_of(const vt_facts *f, const vt_token *t)
{
    return (t->flags & VT_TOKEN_BOLD ? 1u : 0) | (t->flags & VT_TOKEN_ITALIC ? 2u : 0) |
           (t->color != f->body_color ? 4u : 0) | (t->link != VT_NONE ? 8u : 0) |
           (t->flags & VT_TOKEN_UNDERLINE ? 16u : 0) | (t->size > f->body_size * 1.1f ? 32u : 0);
}

bool vt_look_changes(const vt_facts *f, const vt_info *info, size_t k)
{
    uint32_t flags = token_of(f, info, info->words.at[k].start)->flags ^
                     token_of(f, info, info->words.at[k - 1].start)->flags;
    return (flags & (VT_TOKEN_BOLD | VT_TOKEN_ITALIC)) != 0;
}

static void add_look(struct maker *m, const vt_token *t, const vt_token *before)
{
    uint32_t look = look_of(m->f, t);
    WORD_ID(m, LOOK, look);
    if (!before)
        return;
    uint32_t old = look_of(m->f, before);
    bool size = t->size > before->size + 0.6f || t->size + 0.6f < before->size;
    WORD_ID(m, CHANGE, ((look ^ old) & 3 ? 1u : 0) | ((look ^ old) & 4 ? 2u : 0) | (size ? 4u : 0));
}

/** Bytes of addresses: 1 e-mail, 2 URL, 3 phone. */
struct marks {
    vt_span at[12];
    uint8_t kind[12];
    size_t n;
};

static void mark(struct marks *marks, vt_span span, uint8_t kind)
{
    if (marks->n < VT_COUNT(marks->at)) {
        marks->at[marks->n] = span;
        marks->kind[marks->n++] = kind;
    }
}

static struct marks find_marks(struct maker *m, const vt_info *info)
{
    struct marks marks = {0};
    vt_email email;
    for (size_t at = 0; info->email && vt_email_find(m->arena, info->text, at, &email);
         at = email.span.end)
        mark(&marks, email.span, 1);
    vt_url url;
    for (size_t at = 0; info->url && marks.n < 8 && vt_url_find(info->text, at, &url);
         at = url.span.end)
        mark(&marks, url.span, 2);
    vt_phone phone;
    for (size_t at = 0;
         info->phone && marks.n < 11 &&
         vt_phone_find(m->arena, m->f->ctx->lexicon, info->text, at, VT_STR_NULL, &phone);
         at = phone.span.end)
        if (phone.score >= 0.5f)
            mark(&marks, phone.span, 3);
    return marks;
}

static void add_marks(struct maker *m, const struct marks *marks, uint32_t at)
{
    for (size_t i = 0; i < marks->n; i++)
        if (at >= marks->at[i].start && at < marks->at[i].end)
            WORD_ID(m, MARK, marks->kind[i]);
}

static void add_word(struct maker *m, const vt_info *info, const struct marks *marks, size_t k,
                     const vt_token **token)
{
    const vt_word *w = &info->words.at[k];
    const vt_token *before = k ? *token : NULL;
    *token = token_of(m->f, info, w->start);
    add_spelling(m, w);
    WORD_ID(m, BEFORE, k ? separator(gap_before(info, k)) : 14);
    WORD_ID(m, AFTER,
            k + 1 < info->words.n                 ? separator(gap_after(info, k))
            : separator(gap_after(info, k)) == 10 ? 10
                                                  : 14);
    add_hits(m, info, k);
    add_values(m, info, k);
    add_marks(m, marks, w->start);
    add_look(m, *token, before);
    WORD_ID(m, INDEX, k);
    WORD_ID(m, FROM_END, info->words.n - 1 - k);
}

/* ---- cells ---- */

static void number_styles(struct maker *m)
{
    const vt_facts *f = m->f;
    m->styles = VT_NEW_ARRAY(m->arena, uint32_t, f->n + 1);
    uint32_t *known = VT_NEW_ARRAY(m->arena, uint32_t, f->n + 1);
    for (size_t i = 0; i < f->n; i++) {
        uint32_t k = 0;
        while (k < m->style_count && known[k] != f->at[i].style)
            k++;
        if (k == m->style_count && m->style_count < 64)
            known[m->style_count++] = f->at[i].style;
        m->styles[i] = VT_MIN(k, 63);
    }
}

struct style_sum {
    size_t cells, dated;
};

static float page_width(const vt_facts *f, const vt_info *info)
{
    float w = info->line->page < f->doc->pages.n ? f->doc->pages.at[info->line->page].width : 0;
    return w > 1 ? w : 600;
}

static float page_height(const vt_facts *f, const vt_info *info)
{
    float h = info->line->page < f->doc->pages.n ? f->doc->pages.at[info->line->page].height : 0;
    return h > 1 ? h : 800;
}

static int32_t clamp(float value, int32_t from, int32_t to)
{
    return value <= (float)from ? from : value >= (float)to ? to : (int32_t)value;
}

static void add_flags(struct maker *m, const vt_info *info, const vt_info *next)
{
    const vt_line *l = info->line;
    const bool flags[] = {
        info->italic,
        info->caps,
        info->accent,
        info->bullet,
        info->stop,
        info->colon,
        info->begins_lower,
        info->range,
        info->email,
        info->phone,
        info->url,
        info->contact_label,
        info->verb,
        info->top,
        info->continues,
        info->row,
        next && next->row,
        info->ruled,
        info->sidebar,
        info->dark,
        info->lead_bold,
        l->level >= 0,
        l->flags & VT_LINE_HEADING,
        l->flags & VT_LINE_TABLE,
        l->flags & VT_LINE_SPACED,
        l->flags & VT_LINE_HYPHEN,
        info->bold,
        info->dates.n > 1,
        vt_line_tokens(m->f->doc, l)->flags & VT_TOKEN_ICON,
        vt_line_tokens(m->f->doc, l)->flags & VT_TOKEN_ROTATED,
        vt_line_tokens(m->f->doc, l)->flags & VT_TOKEN_OCR,
        next && next->range,
        next && next->bullet,
    };
    for (uint32_t k = 0; k < VT_COUNT(flags); k++)
        if (flags[k])
            CELL_ID(m, FLAG, k);
}

static uint32_t gap_step(const vt_info *info)
{
    static const float bounds[] = {0.15f, 0.35f, 0.6f, 0.95f, 1.5f, 2.6f};
    return info->top ? 7 : step(info->gap, bounds, VT_COUNT(bounds));
}

static void add_place(struct maker *m, const vt_info *info)
{
    const vt_facts *f = m->f;
    float w = page_width(f, info), h = page_height(f, info);
    uint32_t pages = (uint32_t)VT_MAX(f->doc->pages.n, 1);
    CELL_ID(m, X0, clamp(32 * info->line->box.x0 / w, 0, 31));
    CELL_ID(m, X1, clamp(32 * info->line->box.x1 / w, 0, 31));
    CELL_ID(m, Y, clamp(16 * info->line->box.y0 / h, 0, 15));
    CELL_ID(m, PAGE, info->line->page);
    CELL_ID(m, PAGE_LEFT, pages - 1 - VT_MIN(info->line->page, pages - 1));
    CELL_ID(m, PAGES, pages - 1);
    CELL_ID(m, INDENT, clamp(info->line->indent / (0.8f * f->body_size), 0, 7));
}

static void add_contents(struct maker *m, const vt_info *info)
{
    uint32_t words = (uint32_t)VT_MAX(info->words.n, 1);
    size_t chars = (size_t)info->letters + info->digits;
    CELL_ID(m, WORDS, count_step(info->words.n));
    CELL_ID(m, LOWER, share_step((float)info->lower_words / (float)words));
    CELL_ID(m, DIGITS, share_step(chars ? (float)info->digits / (float)chars : 0));
    CELL_ID(m, DATES, share_step(info->date_share));
    CELL_ID(m, PLACES, share_step(info->place_share));
    CELL_ID(m, TITLE, share_step(info->title));
    CELL_ID(m, ORG, share_step(info->org));
    CELL_ID(m, SCHOOL, share_step(info->school));
    CELL_ID(m, DEGREE, share_step(info->degree));
    CELL_ID(m, PERSON, share_step(info->person));
    CELL_ID(m, STUDY, share_step(vt_evidence_of(info, 0, (uint32_t)info->words.n).study));
}

static void add_look_of_cell(struct maker *m, const vt_info *info)
{
    static const float sizes[] = {0.75f, 0.88f, 0.96f, 1.04f, 1.12f, 1.25f, 1.45f, 1.8f, 2.4f};
    CELL_ID(m, SIZE, step(info->size, sizes, VT_COUNT(sizes)));
    CELL_ID(m, BOLD, share_step(info->bold_share));
    CELL_ID(m, LIST, info->line->list_level);
    CELL_ID(m, LEVEL, info->line->heading_level);
    CELL_ID(m, FORMAT, m->f->doc->format);
}

/** The cell before in the same column that the lexicon takes for a heading. */
static uint32_t heading_above(const vt_facts *f, size_t i)
{
    for (size_t k = i; k-- > 0 && i - k < 40;)
        if (f->at[k].heading != VT_SECTION_NONE)
            return f->at[k].heading;
    return 0;
}

static void add_surroundings(struct maker *m, size_t i, const struct style_sum *sums,
                             const uint32_t *edges)
{
    static const float shares[] = {0.02f, 0.05f, 0.1f, 0.2f, 0.4f, 0.7f};
    const vt_facts *f = m->f;
    const vt_info *info = &f->at[i], *next = i + 1 < f->n ? info + 1 : NULL;
    const struct style_sum *sum = &sums[m->styles[i]];
    float n = (float)f->n;
    add_flags(m, info, next);
    CELL_ID(m, GAP, gap_step(info));
    CELL_ID(m, GAP_NEXT, next ? gap_step(next) : 7);
    CELL_ID(m, HEADING, info->heading);
    CELL_ID(m, HEADING_PREV, i ? f->at[i - 1].heading : VT_SECTION_NONE);
    CELL_ID(m, HEADING_ABOVE, heading_above(f, i));
    CELL_ID(m, STYLE_SHARE,
            sum->cells == 1 ? 7 : step((float)sum->cells / n, shares, VT_COUNT(shares)));
    CELL_ID(m, STYLE_DATES, share_step((float)sum->dated / (float)sum->cells));
    CELL_ID(m, STYLE_PREV, i ? m->styles[i - 1] == m->styles[i] : 2);
    CELL_ID(m, STYLE_NEXT, next ? m->styles[i + 1] == m->styles[i] : 2);
    CELL_ID(m, EDGE_SHARE, step((float)edges[i] / n, shares, VT_COUNT(shares)));
    CELL_ID(m, NUMBER, i);
    CELL_ID(m, NUMBER_LEFT, f->n - 1 - i);
    bool left = i && info->row, right = next && next->row;
    CELL_ID(m, BESIDE, (left ? 1u : 0) + (right ? 2u : 0) + (left && f->at[i - 1].range ? 4u : 0));
}

/** How many cells share the left edge of each. */
static uint32_t *count_edges(struct maker *m, const vt_net_place *place)
{
    uint32_t by_x[65] = {0}, *edges = VT_NEW_ARRAY(m->arena, uint32_t, m->f->n + 1);
    for (size_t i = 0; i < m->f->n; i++)
        by_x[place[i].x]++;
    for (size_t i = 0; i < m->f->n; i++)
        edges[i] = by_x[place[i].x];
    return edges;
}

static vt_net_place *find_places(struct maker *m)
{
    const vt_facts *f = m->f;
    vt_net_place *place = VT_NEW_ARRAY(m->arena, vt_net_place, f->n + 1);
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        place[i] = (vt_net_place){
            .page = (int16_t)VT_MIN(info->line->page, 1000),
            .x = (int16_t)clamp(64 * info->line->box.x0 / page_width(f, info), 0, 64),
            .y = (int16_t)clamp(info->line->box.y0 / (0.6f * f->body_size), 0, 30000),
            .style = (int16_t)m->styles[i]};
    }
    return place;
}

/** Words of cell i that are looked at, when `seen` were before it. */
static size_t words_of(const vt_info *info, size_t seen)
{
    return VT_MIN(VT_MIN(info->words.n, VT_NET_CELL_WORDS), VT_NET_MAX_WORDS - seen);
}

static void add_words(struct maker *m, vt_net_input *in, const vt_info *info)
{
    struct marks marks = find_marks(m, info);
    const vt_token *token = NULL;
    size_t n = words_of(info, in->words);
    for (size_t k = 0; k < n; k++) {
        in->word_offset[in->words++] = (uint32_t)m->word_ids.n;
        add_word(m, info, &marks, k, &token);
    }
}

vt_features vt_features_of(const vt_facts *f)
{
    struct maker m = {.f = f, .arena = f->arena};
    vt_net_input in = {.cells = VT_MIN(f->n, VT_NET_MAX_CELLS)};
    number_styles(&m);
    in.place = find_places(&m);
    uint32_t *edges = count_edges(&m, in.place);
    struct style_sum sums[64] = {0};
    size_t words = 0;
    for (size_t i = 0; i < f->n; i++) {
        sums[m.styles[i]].cells++;
        sums[m.styles[i]].dated += f->at[i].range;
    }
    for (size_t i = 0; i < in.cells; i++)
        words += words_of(&f->at[i], words);
    in.cell_offset = VT_NEW_ARRAY(f->arena, uint32_t, in.cells + 1);
    in.first_word = VT_NEW_ARRAY(f->arena, uint32_t, in.cells + 1);
    in.word_offset = VT_NEW_ARRAY(f->arena, uint32_t, words + 1);
    for (size_t i = 0; i < in.cells; i++) {
        const vt_info *info = &f->at[i];
        in.first_word[i] = (uint32_t)in.words;
        add_words(&m, &in, info);
        in.cell_offset[i] = (uint32_t)m.cell_ids.n;
        add_look_of_cell(&m, info);
        add_contents(&m, info);
        add_place(&m, info);
        add_surroundings(&m, i, sums, edges);
    }
    in.first_word[in.cells] = (uint32_t)in.words;
    in.word_offset[in.words] = (uint32_t)m.word_ids.n;
    in.cell_offset[in.cells] = (uint32_t)m.cell_ids.n;
    in.cell_ids = m.cell_ids.at;
    in.word_ids = m.word_ids.at;
    return (vt_features){f, in};
}
