/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vitae features: what the reader's network sees of labelled documents, for training
 * (tools/train/reader.py). A folder holds ID.EXT and ID.words (docs/corpus.md): a row a printed
 * word with its box and labels. A word of the engine takes the labels of the row whose box holds
 * its centre; an empty ID.words is a document without labels, from which the training learns what
 * the network is sure of. The file's records are described in docs/formats.md.
 */
#include "cli/cli.h"

#include "base/io.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "layout/layout.h"
#include "parse/facts/cells.h"
#include "parse/reader/features.h"
#include "parse/reader/models.h"
#include "parse/reader/reading.h"
#include "text/lexicon.h"
#include "text/utf8.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_LABELS_FILE ((size_t)16 << 20)
#define NEAR_PT         3.0f /* a box may be wrong by this much */

enum { UNKNOWN = 255, NO_ITEM = -1 };

/* "Today" for the dates of the corpus: fixed, so that training gives the same bytes on any day. */
static const vt_day corpus_day = {2026, 1, 1};

static const char *const roles[] = {
#define VT_CELL(symbol, word) word,
#include "parse/reader/reading.def"
};
static const char *const fields[] = {
#define VT_WORD_IS(symbol, word) word,
#include "parse/reader/reading.def"
};
static const char *const sections[] = {
#define VT_SECTION(symbol, word) word,
#include "text/lex_kinds.def"
};

/* A row of ID.words. */
struct row {
    uint32_t page;
    vt_box box;
    uint8_t role, section, field;
    int32_t item;
};

struct rows {
    struct row *at;
    size_t n;
};

static uint8_t find(const char *const *words, size_t n, vt_str word)
{
    for (size_t i = 0; i < n; i++)
        if (vt_str_eq(word, vt_str_z(words[i])))
            return (uint8_t)i;
    return UNKNOWN;
}

static double number(vt_arena *arena, vt_str text)
{
    return strtod(vt_str_cstr(arena, text), NULL);
}

/* The next column of a row. */
static vt_str column(vt_str *rest)
{
    size_t tab = vt_str_find_char(*rest, '\t', 0);
    vt_str cell = vt_str_sub(*rest, 0, tab == VT_NPOS ? rest->len : tab);
    *rest = vt_str_sub(*rest, tab == VT_NPOS ? rest->len : tab + 1, rest->len);
    return cell;
}

static struct row read_row(vt_arena *arena, vt_str line)
{
    struct row r = {.page = (uint32_t)number(arena, column(&line))};
    r.box.x0 = (float)number(arena, column(&line));
    r.box.y0 = (float)number(arena, column(&line));
    r.box.x1 = (float)number(arena, column(&line));
    r.box.y1 = (float)number(arena, column(&line));
    r.role = find(roles, VT_COUNT(roles), column(&line));
    vt_str section = column(&line);
    r.section =
        vt_str_eq(section, VT_STR("none")) ? 0 : find(sections, VT_COUNT(sections), section);
    r.item = (int32_t)number(arena, column(&line));
    column(&line); /* heading */
    r.field = find(fields, VT_COUNT(fields), column(&line));
    return r;
}

static struct rows read_rows(vt_arena *arena, vt_str text)
{
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++)
        lines += text.ptr[i] == '\n';
    struct rows rows = {.at = VT_NEW_ARRAY(arena, struct row, lines)};
    for (size_t from = 0; from < text.len;) {
        size_t end = vt_str_find_char(text, '\n', from);
        end = end == VT_NPOS ? text.len : end;
        vt_str line = vt_str_sub(text, from, end);
        if (line.len && vt_is_digit(line.ptr[0]))
            rows.at[rows.n++] = read_row(arena, line);
        from = end + 1;
    }
    return rows;
}

/* The row whose box holds the point, or is nearest to it. */
static const struct row *row_at(const struct rows *rows, uint32_t page, float x, float y)
{
    const struct row *best = NULL;
    float least = NEAR_PT;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *r = &rows->at[i];
        if (r->page != page)
            continue;
        float dx = VT_MAX(VT_MAX(r->box.x0 - x, x - r->box.x1), 0.0f);
        float dy = VT_MAX(VT_MAX(r->box.y0 - y, y - r->box.y1), 0.0f);
        if (dx + dy < least) {
            least = dx + dy;
            best = r;
        }
        if (best == r && least <= 0)
            return r;
    }
    return best;
}

/* The row of a word: its centre lies in its token's box as its letters do in the token's text. */
static const struct row *row_of(const vt_facts *f, const struct rows *rows, const vt_info *info,
                                const vt_word *w)
{
    uint32_t from = vt_facts_chars(f, info->base + w->start);
    uint32_t to = vt_facts_chars(f, info->base + w->end), i = info->line->first;
    while (i + 1 < info->line->first + info->line->count && f->doc->tokens.at[i].end <= from)
        i++;
    const vt_token *t = &f->doc->tokens.at[i];
    float all = (float)VT_MAX(t->end - t->start, 1);
    float share =
        ((float)(from - VT_MIN(from, t->start)) + (float)(to - VT_MIN(to, t->start))) / 2 / all;
    float x = t->box.x0 + VT_MIN(share, 1.0f) * (t->box.x1 - t->box.x0);
    return row_at(rows, t->page, x, (t->box.y0 + t->box.y1) / 2);
}

struct labels {
    uint8_t *role, *section, *field;
    int32_t *item, *anchor;
};

/* What most words of a cell say. */
static const struct row *majority(const struct row *const *of, size_t n)
{
    size_t best = 0, most = 0, known = 0;
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        known += of[i] != NULL;
        for (size_t k = 0; of[i] && k < n; k++)
            same += of[k] && of[k]->role == of[i]->role && of[k]->item == of[i]->item;
        if (same > most) {
            most = same;
            best = i;
        }
    }
    return known * 2 >= n && most * 2 > known ? of[best] : NULL;
}

static bool is_head(uint8_t role)
{
    return strcmp(roles[role], "job_head") == 0 || strcmp(roles[role], "edu_head") == 0;
}

static bool is_item_text(uint8_t role)
{
    return strcmp(roles[role], "job_text") == 0 || strcmp(roles[role], "edu_text") == 0;
}

/* The first head of each item, else its first cell, is the anchor of its cells. */
static void find_anchors(const vt_features *f, const struct labels *l)
{
    for (size_t i = 0; i < f->in.cells; i++) {
        l->anchor[i] = NO_ITEM;
        if (l->role[i] == UNKNOWN || l->item[i] < 0)
            continue;
        int32_t first = NO_ITEM, head = NO_ITEM;
        for (size_t k = 0; k < f->in.cells; k++) {
            if (l->role[k] == UNKNOWN || l->item[k] != l->item[i])
                continue;
            first = first < 0 ? (int32_t)k : first;
            head = head < 0 && is_head(l->role[k]) ? (int32_t)k : head;
        }
        l->anchor[i] =
            head >= 0 && (is_head(l->role[i]) || is_item_text(l->role[i])) ? head : first;
    }
}

static struct labels label_cells(vt_arena *arena, const vt_features *f, const struct rows *rows,
                                 size_t *ret_known)
{
    struct labels l = {.role = VT_NEW_ARRAY(arena, uint8_t, f->in.cells + 4),
                       .section = VT_NEW_ARRAY(arena, uint8_t, f->in.cells + 4),
                       .field = VT_NEW_ARRAY(arena, uint8_t, f->in.words + 4),
                       .item = VT_NEW_ARRAY(arena, int32_t, f->in.cells + 1),
                       .anchor = VT_NEW_ARRAY(arena, int32_t, f->in.cells + 1)};
    for (size_t i = 0; i < f->in.cells; i++) {
        const struct row *of[VT_NET_CELL_WORDS + 1] = {0};
        size_t n = f->in.first_word[i + 1] - f->in.first_word[i];
        for (size_t k = 0; k < n; k++) {
            of[k] = row_of(f->facts, rows, &f->facts->at[i], &f->facts->at[i].words.at[k]);
            l.field[f->in.first_word[i] + k] = of[k] ? of[k]->field : UNKNOWN;
        }
        const struct row *row = majority(of, n);
        l.role[i] = row ? row->role : UNKNOWN;
        l.section[i] = row ? row->section : UNKNOWN;
        l.item[i] = row ? row->item : NO_ITEM;
        *ret_known += row != NULL;
    }
    find_anchors(f, &l);
    return l;
}

/* ---- the file ---- */

static void put(FILE *out, const void *bytes, size_t size, size_t n)
{
    static const char zeros[4] = {0};
    fwrite(bytes, size, n, out);
    fwrite(zeros, 1, (4 - size * n % 4) % 4, out);
}

static void put_short(FILE *out, const uint32_t *ids, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t id = (uint16_t)ids[i];
        fwrite(&id, sizeof id, 1, out);
    }
    if (n % 2)
        fwrite("\0", 1, 2, out);
}

static void write_record(FILE *out, vt_str name, const vt_features *f, const struct labels *l)
{
    const uint32_t head[] = {0x31465456, /* VTF1 */
                             (uint32_t)f->in.cells,
                             (uint32_t)f->in.words,
                             f->in.cell_offset[f->in.cells],
                             f->in.word_offset[f->in.words],
                             (uint32_t)name.len};
    put(out, head, sizeof head, 1);
    put(out, name.ptr, 1, name.len);
    put(out, f->in.cell_offset, 4, f->in.cells + 1);
    put(out, f->in.first_word, 4, f->in.cells + 1);
    put(out, f->in.word_offset, 4, f->in.words + 1);
    put_short(out, f->in.cell_ids, f->in.cell_offset[f->in.cells]);
    put_short(out, f->in.word_ids, f->in.word_offset[f->in.words]);
    put(out, f->in.place, sizeof *f->in.place, f->in.cells);
    put(out, l->role, 1, f->in.cells);
    put(out, l->section, 1, f->in.cells);
    put(out, l->anchor, 4, f->in.cells);
    put(out, l->field, 1, f->in.words);
}

/* For reading by people: each cell with its labels, or what the network says of it. */
static void show_cell(const vt_features *f, size_t i, uint8_t role, uint8_t section, int64_t anchor)
{
    const vt_info *info = &f->facts->at[i];
    printf("%4zu %4lld  %-11s %-14s p%u x%-3d%s%s ", i, (long long)anchor,
           role == UNKNOWN ? "?" : roles[role], section == UNKNOWN ? "?" : sections[section],
           info->line->page + 1, f->in.place[i].x, info->bullet ? "*" : " ", info->row ? "<" : " ");
}

static void show_word(const vt_info *info, uint32_t k, uint8_t field)
{
    const vt_word *w = &info->words.at[k];
    printf(" %.*s", (int)(w->end - w->start), info->text.ptr + w->start);
    if (field == UNKNOWN || field)
        printf("/%s", field == UNKNOWN ? "?" : fields[field]);
}

static void show_labels(const vt_features *f, const struct labels *l)
{
    for (size_t i = 0; i < f->in.cells; i++) {
        show_cell(f, i, l->role[i], l->section[i], l->anchor[i]);
        for (uint32_t k = f->in.first_word[i]; k < f->in.first_word[i + 1]; k++)
            show_word(&f->facts->at[i], k - f->in.first_word[i], l->field[k]);
        putchar('\n');
    }
}

static void show_reading(const vt_reading *r)
{
    const vt_features *f = &r->features;
    for (size_t i = 0; i < f->in.cells; i++) {
        const vt_cell_reading *c = &r->cell[i];
        show_cell(f, i, c->role, c->section, c->root == VT_NONE ? -1 : (int64_t)c->root);
        printf("%.2f", (double)c->sure);
        for (uint32_t k = f->in.first_word[i]; k < f->in.first_word[i + 1]; k++)
            show_word(&f->facts->at[i], k - f->in.first_word[i], r->word[k].field);
        putchar('\n');
    }
}

struct run {
    vt_parse_context context;
    FILE *out;
    size_t documents, poor;
};

/* The document of ID.words: the file ID.EXT of another ending. */
static const char *find_document(vt_arena *arena, const char *folder, vt_str id)
{
    static const char *const endings[] = {"pdf", "docx", "txt", "md",  "html",
                                          "odt", "rtf",  "doc", "png", "jpg"};
    for (size_t i = 0; i < VT_COUNT(endings); i++) {
        const char *path =
            vt_str_format(arena, "%s/" VT_STR_FMT ".%s", folder, VT_STR_ARG(id), endings[i]).ptr;
        FILE *file = fopen(path, "rb");
        if (file) {
            fclose(file);
            return path;
        }
    }
    return NULL;
}

static vt_status read_document(struct run *run, vt_arena *arena, const char *path, vt_buf *bytes,
                               vt_doc **ret, vt_error *err)
{
    vt_extract_options options = {.mode = run->out ? VT_EXTRACT_FILE : VT_EXTRACT_AUTO};
    VT_TRY(vt_io_read_file(path, bytes, err));
    VT_TRY(vt_extract(arena, vt_buf_str(bytes), vt_str_z(path), VT_STR_NULL, &options, ret, err));
    return vt_layout(*ret, run->context.lexicon, err);
}

/* What the network says of a document. */
static vt_status show_document(struct run *run, const char *path, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    VT_AUTO(vt_buf) vt_buf bytes = {.max = VT_MAX_DOCUMENT_BYTES};
    vt_doc *doc = NULL;
    VT_TRY(read_document(run, arena, path, &bytes, &doc, err));
    show_reading(vt_reading_of(&run->context, vt_models_reader(run->context.models), arena, doc));
    return VT_OK;
}

static vt_status add_document(struct run *run, const char *folder, const char *name, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    VT_AUTO(vt_buf) vt_buf text = {.max = MAX_LABELS_FILE};
    VT_AUTO(vt_buf) vt_buf bytes = {.max = VT_MAX_DOCUMENT_BYTES};
    vt_str id = vt_str_n(name, strlen(name) - strlen(".words"));
    const char *path = find_document(arena, folder, id);
    if (!path)
        return VT_OK;
    VT_TRY(vt_io_read_file(vt_str_format(arena, "%s/%s", folder, name).ptr, &text, err));
    vt_doc *doc = NULL;
    VT_TRY(read_document(run, arena, path, &bytes, &doc, err));
    vt_cells cells = vt_cells_split(arena, doc);
    const vt_facts *facts = vt_facts_new(&run->context, arena, doc, cells.at, cells.n);
    vt_features features = vt_features_of(facts);
    struct rows rows = read_rows(arena, vt_buf_str(&text));
    size_t known = 0;
    struct labels labels = label_cells(arena, &features, &rows, &known);
    if (rows.n && known * 8 < features.in.cells) {
        run->poor++;
        return VT_OK;
    }
    run->documents++;
    if (run->out)
        write_record(run->out, id, &features, &labels);
    else
        show_labels(&features, &labels);
    return VT_OK;
}

static int is_words(const struct dirent *entry)
{
    return vt_str_ends(vt_str_z(entry->d_name), VT_STR(".words"));
}

static void add_folder(struct run *run, const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, is_words, alphasort);
    for (int i = 0; i < n; i++) {
        vt_error err = {0};
        if (add_document(run, folder, entries[i]->d_name, &err) != VT_OK)
            fprintf(stderr, "%s/%s: %s\n", folder, entries[i]->d_name, err.message);
        free(entries[i]);
    }
    free(entries);
}

int vt_cli_features(int argc, char **argv)
{
    bool help = argc > 1 && strcmp(argv[1], "--help") == 0;
    if (argc < 3 || help) {
        puts("usage: vitae features FILE FOLDER...\n\n"
             "Writes what the reader's network sees of the labelled documents of the folders\n"
             "(docs/corpus.md) to FILE, for tools/train/reader.py; FILE - shows it for reading,\n"
             "and a document in place of a folder shows what the network says of it.");
        return help ? VT_EXIT_OK : VT_EXIT_USAGE;
    }
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    VT_AUTO(vt_models) vt_models *models = NULL;
    vt_error err = {0};
    if (vt_lexicon_open(&lexicon, &err) != VT_OK || vt_models_open(&models, &err) != VT_OK) {
        fprintf(stderr, "vitae features: %s\n", err.message);
        return VT_EXIT_FAILED;
    }
    struct run run = {
        .context = {.lexicon = lexicon, .models = models, .reference_date = corpus_day}};
    if (strcmp(argv[1], "-") != 0 && !(run.out = fopen(argv[1], "wb"))) {
        fprintf(stderr, "vitae features: cannot write '%s'\n", argv[1]);
        return VT_EXIT_USAGE;
    }
    for (int i = 2; i < argc; i++) {
        struct stat st;
        bool file = stat(argv[i], &st) == 0 && S_ISREG(st.st_mode);
        if (!file)
            add_folder(&run, argv[i]);
        else if (show_document(&run, argv[i], &err) != VT_OK)
            fprintf(stderr, "%s: %s\n", argv[i], err.message);
    }
    if (run.out)
        fclose(run.out);
    fprintf(stderr, "%zu documents; %zu left out, next to nothing of which is labelled\n",
            run.documents, run.poor);
    fprintf(stderr, "rows: %u of words, %u of cells\n", vt_word_rows, vt_cell_rows);
    return VT_EXIT_OK;
}
