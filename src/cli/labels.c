/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae labels`: complete reviews as labels for `vitae eval`, with the machine's answers and the
 * documents that are kept. */
#include "base/io.h"
#include "base/json.h"
#include "cli/admin.h"
#include "store/accounts.h"
#include "store/reviews.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static const char help[] =
    "usage: vitae labels --out DIR [--account NAME] [--data DIR]\n"
    "\n"
    "Writes the result of every complete review as DIR/ID.json, the machine's answer as\n"
    "DIR/answers/ID.json, and the document, when it is kept, as DIR/documents/ID.EXT. Then\n"
    "\n"
    "    vitae eval --labels DIR --answers DIR/answers\n"
    "\n"
    "measures vitae on your own documents. It needs the setting review_labels: the files hold\n"
    "personal data, and nothing erases them but you.\n"
    "\n"
    "      --out DIR          a folder; it is made\n"
    "      --account NAME     reviews of one account (default: of all)\n";

enum { LABEL_ARENA = 256 * 1024 * 1024, MAX_ENDING = 5 };

struct labels {
    vt_arena *arena; /* of one label */
    vt_str account_id;
    const char *out;
    char after[VT_ID_TEXT];
    vt_label label;
    bool found;
    size_t labels, documents;
};

static vt_status make_folder(const char *path, vt_error *err)
{
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return vt_fail_errno(err, VT_E_IO, "cannot make the folder '%s'", path);
    return VT_OK;
}

static vt_status find_account(vt_tx *tx, void *context, vt_error *err)
{
    vt_account *account = context;
    return vt_account_find(tx, vt_str_z(account->name), account, err);
}

static vt_status next(vt_tx *tx, void *context, vt_error *err)
{
    struct labels *l = context;
    return vt_label_next(tx, l->arena, l->account_id, vt_str_z(l->after), &l->label, &l->found,
                         err);
}

static bool is_ending(vt_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!vt_is_digit(text.ptr[i]) && !(text.ptr[i] >= 'a' && text.ptr[i] <= 'z'))
            return false;
    return text.len > 0 && text.len <= MAX_ENDING;
}

/* What tells `vitae eval` the kind of a document: the ending of its name, or what it was read as.
 */
static vt_str ending_of(const vt_label *label, const vt_json *answer)
{
    size_t dot = label->filename.len;
    while (dot > 0 && label->filename.ptr[dot - 1] != '.')
        dot--;
    vt_str ending = vt_str_sub(label->filename, dot, label->filename.len);
    if (dot > 0 && is_ending(ending))
        return ending;
    ending = vt_json_str(
        vt_json_get(vt_json_get(vt_json_get(answer, "metadata"), "extract"), "source_format"));
    return is_ending(ending) ? ending : VT_STR("txt");
}

static vt_status write_file(struct labels *l, const char *folder, vt_str ending, vt_str bytes,
                            vt_error *err)
{
    vt_str path = vt_str_format(l->arena, "%s/%s%s." VT_STR_FMT, l->out, folder,
                                l->label.request_id, VT_STR_ARG(ending));
    return vt_io_write_file(path.ptr, bytes, 0600, err);
}

static vt_status write_label(struct labels *l, vt_error *err)
{
    const vt_json *review, *answer;
    VT_TRY(vt_json_parse(l->arena, l->label.review, &review, err));
    VT_TRY(vt_json_parse(l->arena, l->label.answer, &answer, err));
    if (!vt_json_bool(vt_json_get(review, "complete"), true))
        return VT_OK;
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 1);
    vt_json_put_tree(&w, vt_json_get(review, "result"));
    VT_TRY(write_file(l, "", VT_STR("json"), vt_buf_str(&out), err));
    VT_TRY(write_file(l, "answers/", VT_STR("json"), l->label.answer, err));
    l->labels++;
    if (!l->label.document.ptr || strcmp(l->label.input, "result") == 0)
        return VT_OK;
    l->documents++;
    return write_file(l, "documents/", ending_of(&l->label, answer), l->label.document, err);
}

static vt_status write_all(vt_store *store, struct labels *l, vt_error *err)
{
    for (;;) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(LABEL_ARENA);
        l->arena = arena;
        VT_TRY(vt_store_read(store, next, l, err));
        if (!l->found)
            return VT_OK;
        VT_TRY(write_label(l, err));
        snprintf(l->after, sizeof l->after, "%s", l->label.request_id);
    }
}

static vt_status run(vt_arena *arena, const vt_config *config, const char *out, const char *name,
                     vt_error *err)
{
    VT_AUTO(vt_store) vt_store *store = NULL;
    struct labels l = {.out = out, .account_id = VT_STR("")};
    vt_account account = {0};
    if (!config->review_labels)
        return vt_fail(err, VT_E_DENIED,
                       "labels hold personal data: allow them with review_labels = true");
    VT_TRY(vt_admin_open(arena, config, false, &store, err));
    if (name) {
        snprintf(account.name, sizeof account.name, "%s", name);
        VT_TRY(vt_store_read(store, find_account, &account, err));
        l.account_id = vt_str_z(account.id);
    }
    VT_TRY(make_folder(out, err));
    VT_TRY(make_folder(vt_str_format(arena, "%s/answers", out).ptr, err));
    VT_TRY(make_folder(vt_str_format(arena, "%s/documents", out).ptr, err));
    VT_TRY(write_all(store, &l, err));
    printf("%zu label%s, %zu document%s\n", l.labels, l.labels == 1 ? "" : "s", l.documents,
           l.documents == 1 ? "" : "s");
    return VT_OK;
}

int vt_cli_labels(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    const char *out = NULL, *account = NULL;
    const vt_flag flags[] = {{"out", &out, NULL}, {"account", &account, NULL}, {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int count;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &count, &err);
    if (status == VT_OK && (count > 0 || !out))
        status = vt_fail(&err, VT_E_INVALID, "say where the labels go: vitae labels --out DIR");
    if (status == VT_OK)
        status = run(arena, &config, out, account, &err);
    return status == VT_OK ? VT_EXIT_OK : vt_admin_fail("labels", status, &err);
}
