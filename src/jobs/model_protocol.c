/* SPDX-License-Identifier: Apache-2.0 */
#include "jobs/model_protocol.h"

#include "base/limits.h"

#define MOST_TOKENS INT64_C(1000000000) /* that one reply can have taken */

/* ---- requests ---- */

struct body {
    const vt_model_config *config;
    const vt_json *extra, *request;
    vt_json_writer w;
};

/* Unless the operator's own members have it. */
static bool begin_member(struct body *b, const char *key)
{
    if (vt_json_get(b->extra, key))
        return false;
    vt_json_key(&b->w, key);
    return true;
}

static void put_message(vt_json_writer *w, const char *role, vt_str text)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "role", vt_str_z(role));
    vt_json_kv_str(w, "content", text);
    vt_json_end_object(w);
}

/* An endpoint that does not enforce the schema is told it in words. */
static void put_messages(struct body *b)
{
    VT_AUTO(vt_buf) vt_buf system = {0};
    vt_buf_add(&system, vt_json_str(vt_json_get(b->request, "system")));
    if (strcmp(b->config->format, "json_schema") != 0) {
        vt_buf_addz(&system, "The JSON schema of the answer:\n");
        vt_json_writer schema = vt_json_writer_init(&system, 0);
        vt_json_put_tree(&schema, vt_json_get(b->request, "schema"));
    }
    vt_json_begin_array(&b->w);
    put_message(&b->w, "system", vt_buf_str(&system));
    put_message(&b->w, "user", vt_json_str(vt_json_get(b->request, "user")));
    vt_json_end_array(&b->w);
}

static void put_format(struct body *b)
{
    bool schema = strcmp(b->config->format, "json_schema") == 0;
    if ((!schema && strcmp(b->config->format, "json_object") != 0) ||
        !begin_member(b, "response_format"))
        return;
    vt_json_begin_object(&b->w);
    vt_json_kv_str(&b->w, "type", vt_str_z(b->config->format));
    if (schema) {
        vt_json_key(&b->w, "json_schema");
        vt_json_begin_object(&b->w);
        vt_json_kv_str(&b->w, "name", VT_STR("resume"));
        vt_json_kv_bool(&b->w, "strict", true);
        vt_json_key(&b->w, "schema");
        vt_json_put_tree(&b->w, vt_json_get(b->request, "schema"));
        vt_json_end_object(&b->w);
    }
    vt_json_end_object(&b->w);
}

static void put_stream(struct body *b)
{
    if (!b->config->stream)
        return;
    if (begin_member(b, "stream"))
        vt_json_put_bool(&b->w, true);
    if (begin_member(b, "stream_options")) {
        vt_json_begin_object(&b->w);
        vt_json_kv_bool(&b->w, "include_usage", true);
        vt_json_end_object(&b->w);
    }
}

void vt_model_body_write(const vt_model_config *config, const vt_json *extra,
                         const vt_json *request, vt_buf *out)
{
    struct body b = {config, extra, request, vt_json_writer_init(out, 0)};
    vt_json_begin_object(&b.w);
    if (begin_member(&b, "model"))
        vt_json_put_str(&b.w, vt_str_z(config->name));
    vt_json_key(&b.w, "messages");
    put_messages(&b);
    put_format(&b);
    bool other_limit = vt_json_get(extra, "max_completion_tokens") != NULL;
    if (config->output_tokens && !other_limit && begin_member(&b, "max_tokens"))
        vt_json_put_int(&b.w, config->output_tokens);
    put_stream(&b);
    for (size_t i = 0; extra && i < extra->n; i++) {
        if (vt_str_eq(extra->u.members[i].key, VT_STR("messages")))
            continue;
        vt_json_key_str(&b.w, extra->u.members[i].key);
        vt_json_put_tree(&b.w, extra->u.members[i].value);
    }
    vt_json_end_object(&b.w);
}

/* ---- replies ---- */

/* A text, or a list of parts of which some are text. */
static void add_content(vt_model_message *m, const vt_json *content)
{
    vt_buf_add(&m->text, vt_json_str(content));
    for (size_t i = 0; vt_json_is(content, VT_JSON_ARRAY) && i < content->n; i++)
        vt_buf_add(&m->text, vt_json_str(vt_json_get(content->u.items[i], "text")));
}

/* The larger of what was counted so far and what the endpoint says now, within reason. */
static int64_t count_of(const vt_json *usage, const char *key, int64_t before)
{
    int64_t now = vt_json_int(vt_json_get(usage, key), 0);
    return VT_MAX(before, VT_MIN(now, MOST_TOKENS));
}

/* `key`: "message" of a whole reply, "delta" of a piece. False: no reply of this protocol. */
static bool add_choice(vt_model_message *m, const vt_json *json, const char *key)
{
    const vt_json *choices = vt_json_get(json, "choices"), *usage = vt_json_get(json, "usage");
    if (!vt_json_is(choices, VT_JSON_ARRAY))
        return false;
    m->tokens_in = count_of(usage, "prompt_tokens", m->tokens_in);
    m->tokens_out = count_of(usage, "completion_tokens", m->tokens_out);
    if (choices->n == 0)
        return true; /* the piece with the usage */
    const vt_json *choice = choices->u.items[0], *message = vt_json_get(choice, key);
    vt_str finish = vt_json_str(vt_json_get(choice, "finish_reason"));
    if (finish.ptr)
        m->finish = finish;
    m->refused |= vt_json_str(vt_json_get(message, "refusal")).len > 0;
    add_content(m, vt_json_get(message, "content"));
    return true;
}

static vt_status read_event(vt_arena *arena, vt_str data, vt_model_message *m, vt_error *err)
{
    const vt_json *json = NULL;
    if (vt_str_eq(data, VT_STR("[DONE]"))) {
        m->ended = true;
        return VT_OK;
    }
    VT_TRY(vt_json_parse_bounded(arena, data, &json, err));
    if (!add_choice(m, json, "delta"))
        return vt_fail(err, VT_E_FORMAT, "an event is no piece of a chat completion");
    return VT_OK;
}

/* Lines "data: ..."; other fields and comments say nothing here. An event of this protocol has one
 * line. */
static vt_status read_events(vt_arena *arena, vt_str body, vt_model_message *m, vt_error *err)
{
    vt_str line, field = VT_STR("data:");
    while (!m->ended && vt_str_split(&body, '\n', &line))
        if (vt_str_starts(line, field))
            VT_TRY(read_event(arena, vt_str_trim(vt_str_sub(line, field.len, line.len)), m, err));
    m->ended |= m->finish.ptr != NULL;
    return VT_OK;
}

vt_status vt_model_message_read(vt_arena *arena, const char *content_type, vt_str body,
                                vt_model_message *ret, vt_error *err)
{
    ret->text.max = VT_MAX_MODEL_ANSWER;
    if (vt_str_starts_nocase(vt_str_z(content_type), VT_STR("text/event-stream")))
        return read_events(arena, body, ret, err);
    const vt_json *json = NULL;
    VT_TRY(vt_json_parse_bounded(arena, body, &json, err));
    if (!add_choice(ret, json, "message"))
        return vt_fail(err, VT_E_FORMAT, "the reply is no chat completion");
    ret->ended = true;
    return VT_OK;
}
