/* SPDX-License-Identifier: Apache-2.0 */
#include "api/batch_body.h"

#include "base/hash.h"
#include "base/limits.h"
#include "http/multipart.h"

enum {
    MORE_PARTS = 8,
    MAX_CONFIG_BYTES = 64 * 1024, /* as JSON; it is read anew for each document */
};

bool vt_batch_takes(vt_str type)
{
    return vt_str_eq_nocase(type, VT_STR("application/zip")) ||
           vt_str_eq_nocase(type, VT_STR("application/x-zip-compressed"));
}

static const char *too_many(vt_arena *arena, size_t n)
{
    return vt_str_format(arena, "A batch can have up to %u documents; this one has %zu.",
                         VT_MAX_BATCH_DOCUMENTS, n)
        .ptr;
}

static bool refuse(vt_http_request *request, const char *pointer, const char *code,
                   const char *detail)
{
    vt_faults faults = {0};
    vt_vec_push(request->arena, &faults, ((vt_fault){vt_str_z(pointer), code, vt_str_z(detail)}));
    vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
    return false;
}

/* ---- what all documents have in common ---- */

/* JSON of a part or an argument. False when it is none: the reply is filled. */
static bool parse_option(vt_http_request *request, vt_str text, const char *name,
                         const vt_json **ret)
{
    vt_error err = {0};
    *ret = NULL;
    if (!text.ptr)
        return true;
    if (vt_json_parse_bounded(request->arena, text, ret, &err) == VT_OK) {
        if (vt_json_is(*ret, VT_JSON_NULL))
            *ret = NULL;
        return true;
    }
    vt_reply_problem(request, VT_PROBLEM_MALFORMED_JSON,
                     vt_str_format(request->arena, "`%s`: %s", name, err.message).ptr, NULL);
    return false;
}

static bool is_short(const vt_json *config)
{
    VT_AUTO(vt_buf) vt_buf text = {.max = MAX_CONFIG_BYTES};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    vt_json_put_tree(&w, config);
    return !text.overflow;
}

static bool check_common(vt_http_request *request, vt_batch_body *b, vt_str reference)
{
    vt_create check;
    if (!is_short(b->common.config))
        return refuse(request, "/config", "length", "must have at most 65536 bytes as JSON");
    vt_create_read_common(request->arena, &b->common, &check);
    if (reference.ptr)
        vt_create_check_reference(request->arena, reference, &check);
    if (check.problem != VT_PROBLEM_COUNT) {
        vt_reply_problem(request, check.problem, check.detail, &check.faults);
        return false;
    }
    b->reference = reference;
    b->metadata = check.metadata;
    return true;
}

/* ---- multipart ---- */

struct form {
    vt_str config, job_description, reference, metadata, archive;
    size_t archives;
};

static void hash_part(vt_buf *all, const vt_part *part)
{
    char hex[VT_SHA256_HEX];
    vt_sha256_hex(part->body, hex);
    vt_buf_add(all, part->name);
    vt_buf_addc(all, '\n');
    vt_buf_add(all, part->filename);
    vt_buf_addf(all, "\n%s\n", hex);
}

static bool is_unpackable(const vt_part *part)
{
    return !part->transfer_encoding.ptr ||
           vt_str_eq_nocase(part->transfer_encoding, VT_STR("binary")) ||
           vt_str_eq_nocase(part->transfer_encoding, VT_STR("8bit")) ||
           vt_str_eq_nocase(part->transfer_encoding, VT_STR("7bit"));
}

/* False for a part that a batch does not have. */
static bool sort_part(vt_http_request *request, vt_batch_body *b, const vt_part *part,
                      struct form *form)
{
    struct {
        const char *name;
        vt_str *value;
    } texts[] = {{"config", &form->config},
                 {"job_description", &form->job_description},
                 {"reference", &form->reference},
                 {"metadata", &form->metadata},
                 {"archive", &form->archive}};
    if (vt_str_eq(part->name, VT_STR("file"))) {
        vt_batch_document document = {.name = part->filename, .bytes = part->body};
        vt_vec_push(request->arena, &b->documents, document);
        return true;
    }
    for (size_t i = 0; i < VT_COUNT(texts); i++)
        if (vt_str_eq(part->name, vt_str_z(texts[i].name))) {
            if (texts[i].value->ptr)
                return refuse(request, vt_str_format(request->arena, "/%s", texts[i].name).ptr,
                              "conflict", "there is more than one part of this name");
            *texts[i].value = part->body;
            return true;
        }
    return refuse(request, "", "unknown",
                  "has a part that a batch does not have; the parts are file, archive, config, "
                  "job_description, reference and metadata");
}

static bool read_form(vt_http_request *request, vt_batch_body *b)
{
    vt_error err = {0};
    vt_parts parts = {0};
    struct form form = {0};
    VT_AUTO(vt_buf) vt_buf all = {0};
    vt_str type = vt_http_header(request, "Content-Type");
    vt_status status = vt_multipart_parse_most(request->arena, type, request->body,
                                               VT_MAX_BATCH_DOCUMENTS + MORE_PARTS, &parts, &err);
    if (status != VT_OK) {
        vt_reply_problem(request, VT_PROBLEM_MALFORMED_MULTIPART, err.message, NULL);
        return false;
    }
    for (size_t i = 0; i < parts.n; i++) {
        if (!is_unpackable(&parts.at[i]))
            return refuse(request, "", "format",
                          "has a part with a Content-Transfer-Encoding; send parts as they are");
        if (!sort_part(request, b, &parts.at[i], &form))
            return false;
        hash_part(&all, &parts.at[i]);
    }
    char hex[VT_SHA256_HEX];
    vt_sha256_hex(vt_buf_str(&all), hex);
    b->fingerprint = vt_str_dup(request->arena, vt_str_z(hex));
    b->archive = form.archive;
    b->common.job_description = form.job_description;
    if (b->archive.ptr && b->documents.n)
        return refuse(request, "/archive", "conflict", "send either `file` parts or an `archive`");
    return parse_option(request, form.config, "config", &b->common.config) &&
           parse_option(request, form.metadata, "metadata", &b->common.metadata) &&
           check_common(request, b, form.reference);
}

/* ---- an archive as the body, options in the query ---- */

static bool read_archive(vt_http_request *request, vt_batch_body *b)
{
    b->archive = request->body;
    b->common.job_description = vt_http_query(request, "job_description");
    return parse_option(request, vt_http_query(request, "config"), "config", &b->common.config) &&
           parse_option(request, vt_http_query(request, "metadata"), "metadata",
                        &b->common.metadata) &&
           check_common(request, b, vt_http_query(request, "reference"));
}

/* ---- JSON ---- */

static const vt_json *member(const vt_json *object, const char *key)
{
    const vt_json *value = vt_json_get(object, key);
    return vt_json_is(value, VT_JSON_NULL) ? NULL : value;
}

/* A string, or the null string. False when it is something else. */
static bool read_text(vt_http_request *request, const vt_json *body, const char *key, vt_str *ret)
{
    const vt_json *value = member(body, key);
    *ret = vt_json_str(value);
    return !value || ret->ptr ||
           refuse(request, vt_str_format(request->arena, "/%s", key).ptr, "type",
                  "must be a string");
}

static bool read_items(vt_http_request *request, vt_batch_body *b)
{
    vt_error err = {0};
    const vt_json *body = NULL;
    vt_str reference;
    if (vt_json_parse_bounded(request->arena, request->body, &body, &err) != VT_OK) {
        vt_reply_problem(request, VT_PROBLEM_MALFORMED_JSON, err.message, NULL);
        return false;
    }
    const vt_json *items = member(body, "items");
    if (!vt_json_is(items, VT_JSON_ARRAY))
        return refuse(request, "/items", "required",
                      "is required: a list of objects with `input`, as for a parse request");
    b->common.config = member(body, "config");
    b->common.metadata = member(body, "metadata");
    for (size_t i = 0; i < items->n && i <= VT_MAX_BATCH_DOCUMENTS; i++) {
        vt_batch_document document = {.item = items->u.items[i]};
        vt_vec_push(request->arena, &b->documents, document);
    }
    return read_text(request, body, "job_description", &b->common.job_description) &&
           read_text(request, body, "reference", &reference) && check_common(request, b, reference);
}

/* ---- the whole ---- */

static void hash_request(vt_http_request *request, vt_batch_body *b)
{
    VT_AUTO(vt_buf) vt_buf all = {0};
    char hex[VT_SHA256_HEX];
    vt_sha256_hex(request->body, hex);
    vt_buf_addz(&all, hex);
    for (size_t i = 0; i < request->query.n; i++) {
        vt_buf_add(&all, request->query.at[i].name);
        vt_buf_addc(&all, '\n');
        vt_buf_add(&all, request->query.at[i].value);
        vt_buf_addc(&all, '\n');
    }
    vt_sha256_hex(vt_buf_str(&all), hex);
    b->fingerprint = vt_str_dup(request->arena, vt_str_z(hex));
}

bool vt_batch_body_read(vt_http_request *request, vt_day today, vt_batch_body *ret)
{
    *ret = (vt_batch_body){.common.today = today};
    vt_str type = vt_http_header(request, "Content-Type");
    bool form = vt_str_starts_nocase(type, VT_STR("multipart/"));
    bool json = vt_str_starts_nocase(type, VT_STR("application/json"));
    bool good = form   ? read_form(request, ret)
                : json ? read_items(request, ret)
                       : read_archive(request, ret);
    if (!good)
        return false;
    if (!form)
        hash_request(request, ret);
    if (ret->documents.n > VT_MAX_BATCH_DOCUMENTS) {
        vt_reply_problem(request, VT_PROBLEM_PAYLOAD_TOO_LARGE,
                         too_many(request->arena, ret->documents.n), NULL);
        return false;
    }
    if (!ret->documents.n && !ret->archive.len)
        return refuse(request, json ? "/items" : "/file", "required",
                      "is required: a batch needs at least one document");
    return true;
}

/* ---- what a worker unpacked ---- */

static const char *fault_word(vt_str word)
{
    static const char *const words[] = {"encrypted", "too_large", "damaged"};
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_eq(word, vt_str_z(words[i])))
            return words[i];
    return NULL;
}

/* False when it is no base64: a worker's answer is not trusted. */
static bool add_document(vt_http_request *request, vt_batch_body *b, const vt_json *item)
{
    vt_str text = vt_json_str(vt_json_get(item, "data"));
    vt_batch_document d = {.name =
                               vt_str_dup(request->arena, vt_json_str(vt_json_get(item, "name"))),
                           .fault = fault_word(vt_json_str(vt_json_get(item, "fault")))};
    if (!text.ptr && !d.fault)
        return false;
    if (text.ptr) {
        char *bytes = vt_arena_alloc(request->arena, text.len / 4 * 3 + 4);
        size_t n = vt_base64_decode(text, bytes);
        if (n == VT_NPOS || n > VT_MAX_DOCUMENT_BYTES)
            return false;
        d.bytes = vt_str_n(bytes, n);
    }
    vt_vec_push(request->arena, &b->documents, d);
    return true;
}

static size_t bytes_of(const vt_batch_documents *documents)
{
    size_t all = 0;
    for (size_t i = 0; i < documents->n; i++)
        all += documents->at[i].bytes.len;
    return all;
}

bool vt_batch_body_add(vt_http_request *request, vt_batch_body *b, vt_str unpacked,
                       uint32_t *ret_next, bool *ret_done, vt_problem *ret_problem,
                       const char **ret_detail)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_scratch(request->arena);
    const vt_json *answer = NULL;
    vt_error err = {0};
    *ret_problem = VT_PROBLEM_INVALID_REQUEST;
    *ret_detail = "The archive cannot be unpacked.";
    size_t before = b->documents.n;
    if (vt_json_parse_bounded(arena, unpacked, &answer, &err) != VT_OK)
        return false;
    const vt_json *list = vt_json_get(answer, "documents");
    int64_t count = vt_json_int(vt_json_get(answer, "count"), 0);
    int64_t next = vt_json_int(vt_json_get(answer, "next"), 0);
    if (count > (int64_t)VT_MAX_BATCH_DOCUMENTS) {
        *ret_problem = VT_PROBLEM_PAYLOAD_TOO_LARGE;
        *ret_detail = too_many(request->arena, (size_t)count);
        return false;
    }
    for (size_t i = 0; vt_json_is(list, VT_JSON_ARRAY) && i < list->n; i++)
        if (b->documents.n >= VT_MAX_BATCH_DOCUMENTS || !add_document(request, b, list->u.items[i]))
            return false;
    if (bytes_of(&b->documents) > VT_MAX_BATCH_BYTES) {
        *ret_problem = VT_PROBLEM_PAYLOAD_TOO_LARGE;
        *ret_detail = "The archive unpacks to more than 64 MB.";
        return false;
    }
    *ret_next = (uint32_t)next;
    *ret_done = next >= count;
    if (!*ret_done && (next != (int64_t)b->documents.n || b->documents.n == before))
        return false; /* a worker that would be asked for ever */
    if (*ret_done && !b->documents.n) {
        *ret_detail = "The archive has no documents.";
        return false;
    }
    return true;
}
