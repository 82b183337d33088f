/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `vitae mcp`: the parser as tools of the Model Context Protocol, over standard input and output.
 * Messages are JSON-RPC 2.0, one a line. A fault of a message is answered and the next one read; a
 * tool that fails answers with isError, as the protocol asks, so that a model can read why.
 */
#include "cli/cli.h"

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/time.h"
#include "cli/answer.h"
#include "engine/catalogue.h"
#include "worker/pool.h"

#include <stdio.h>

enum {
    LINE_BYTES = 4 * 1024 * 1024,
    MESSAGE_MEMORY = 256 * 1024 * 1024,
    TIMEOUT_MS = 60000,
    SKILLS_DEFAULT = 10,
    SKILLS_MAX = 100,
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    NO_METHOD = -32601,
    INVALID_PARAMS = -32602,
};

static const char help[] =
    "usage: vitae mcp\n"
    "\n"
    "Serves the parser to language models as tools of the Model Context Protocol, over standard\n"
    "input and output. Your client starts it: give it the command `vitae mcp`.\n"
    "\n"
    "Tools: parse_resume reads a file into structured data, match_resume scores it against a job\n"
    "description, search_skills looks up the skills taxonomy. It reads the files that your client\n"
    "names, with your rights; documents are parsed in the sandbox.\n";

/* Name, description and JSON Schema of the arguments of each tool. */
static const struct tool {
    const char *name, *description, *schema;
} tools[] = {
    {"parse_resume",
     "Reads a resume (PDF, DOCX, ODT, RTF, HTML, Markdown, text or image) and returns its "
     "structured data: person, experience, education, skills, languages, certificates.",
     "{\"type\":\"object\",\"required\":[\"path\"],\"properties\":{\"path\":{\"type\":\"string\","
     "\"description\":\"Path of the file\"},\"config\":{\"type\":\"object\",\"description\":"
     "\"Options, as config of a parse request: {\\\"extract\\\": {\\\"type\\\": \\\"auto\\\"}} "
     "reads "
     "scans by OCR\"}}}"},
    {"match_resume",
     "Scores a resume against a job description: a score from 0 to 100, matched skills with their "
     "reasons, and missing skills.",
     "{\"type\":\"object\",\"required\":[\"path\",\"job_description\"],\"properties\":{\"path\":{"
     "\"type\":\"string\",\"description\":\"Path of the resume\"},\"job_description\":{\"type\":"
     "\"string\",\"minLength\":100,\"maxLength\":30000},\"config\":{\"type\":\"object\"}}}"},
    {"search_skills",
     "Looks up skills of the taxonomy by the beginning of a name; typing errors are corrected.",
     "{\"type\":\"object\",\"required\":[\"query\"],\"properties\":{\"query\":{\"type\":\"string\"}"
     ",\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100,\"default\":10},\"language\":{"
     "\"type\":\"string\",\"description\":\"Code of the language of the names, such as de\"}}}"},
};

struct server {
    vt_pool *pool;
    vt_catalogue *catalogue;
};

/* One message and its answer. */
struct message {
    struct server *server;
    vt_arena *arena;
    const vt_json *id; /* NULL: a notification, which gets no answer */
    vt_buf out;
};

/* ---- answers ---- */

static vt_json_writer begin_answer(struct message *m)
{
    vt_buf_clear(&m->out);
    vt_json_writer w = vt_json_writer_init(&m->out, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "jsonrpc", VT_STR("2.0"));
    vt_json_key(&w, "id");
    vt_json_put_tree(&w, m->id);
    return w;
}

static void answer_error(struct message *m, int code, const char *text)
{
    vt_json_writer w = begin_answer(m);
    vt_json_key(&w, "error");
    vt_json_begin_object(&w);
    vt_json_kv_int(&w, "code", code);
    vt_json_kv_str(&w, "message", vt_str_z(text));
    vt_json_end_object(&w);
    vt_json_end_object(&w);
}

/* The result of a tool: text, and the same as an object when it is JSON. */
static void answer_tool(struct message *m, vt_str text, bool is_json, bool is_error)
{
    vt_json_writer w = begin_answer(m);
    vt_json_key(&w, "result");
    vt_json_begin_object(&w);
    vt_json_key(&w, "content");
    vt_json_begin_array(&w);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type", VT_STR("text"));
    vt_json_kv_str(&w, "text", text);
    vt_json_end_object(&w);
    vt_json_end_array(&w);
    if (is_json) {
        vt_json_key(&w, "structuredContent");
        vt_json_put_raw(&w, text);
    }
    vt_json_kv_bool(&w, "isError", is_error);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
}

/* ---- tools ---- */

static vt_status read_options(struct message *m, const vt_json *arguments, vt_options *ret,
                              vt_error *err)
{
    *ret = vt_options_default();
    ret->reference_date = vt_day_of(vt_time_now_ms());
    ret->job_description = vt_json_str(vt_json_get(arguments, "job_description"));
    if (ret->job_description.ptr)
        VT_TRY(vt_check_job_description(ret->job_description, err));
    VT_TRY(vt_options_read(vt_json_get(arguments, "config"), ret, err));
    vt_str path = vt_json_str(vt_json_get(arguments, "path"));
    size_t slash = VT_NPOS;
    for (size_t i = 0; i < path.len; i++)
        if (path.ptr[i] == '/')
            slash = i;
    ret->filename =
        vt_str_dup(m->arena, vt_str_sub(path, slash == VT_NPOS ? 0 : slash + 1, path.len));
    return VT_OK;
}

/* The answer of the service for the file, as JSON text in the arena. */
static vt_status parse_file(struct message *m, const vt_json *arguments, vt_str *ret,
                            bool *ret_failed, vt_error *err)
{
    vt_options options;
    VT_TRY(read_options(m, arguments, &options, err));
    VT_AUTO(vt_buf) vt_buf document = {.max = VT_MAX_DOCUMENT_BYTES};
    const char *path = vt_str_cstr(m->arena, vt_json_str(vt_json_get(arguments, "path")));
    VT_TRY(vt_io_read_file(path, &document, err));
    const vt_work work = {.input_fd = -1,
                          .input = vt_buf_str(&document),
                          .options = &options,
                          .timeout_ms = TIMEOUT_MS};
    int64_t started_ms = vt_time_now_ms();
    vt_outcome outcome = {0};
    VT_AUTO(vt_buf) vt_buf json = {0};
    VT_AUTO(vt_buf) vt_buf answer = {0};
    VT_TRY(vt_pool_run(m->server->pool, &work, &json, &outcome, err));
    if (outcome.failed)
        return vt_fail(err, VT_E_FORMAT, "%s: %s", path, outcome.message);
    VT_TRY(
        vt_answer_json(vt_buf_str(&json), &outcome, started_ms, vt_time_now_ms(), 0, &answer, err));
    *ret = vt_str_trim(vt_str_dup(m->arena, vt_buf_str(&answer)));
    *ret_failed = !outcome.checks_passed;
    return VT_OK;
}

static bool has_text(const vt_json *arguments, const char *name)
{
    return vt_json_str(vt_json_get(arguments, name)).len > 0;
}

/* Only what a match is about: the whole answer would fill a model's memory. */
static vt_status only_matching(struct message *m, vt_str *answer, vt_error *err)
{
    const vt_json *all;
    VT_TRY(vt_json_parse(m->arena, *answer, &all, err));
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "name");
    vt_json_put_tree(&w,
                     vt_json_get(vt_json_get(vt_json_get(all, "result"), "personal_info"), "name"));
    vt_json_key(&w, "matching");
    vt_json_put_tree(&w, vt_json_get(all, "matching"));
    vt_json_key(&w, "checks");
    vt_json_put_tree(&w, vt_json_get(all, "checks"));
    vt_json_end_object(&w);
    *answer = vt_str_dup(m->arena, vt_buf_str(&text));
    return VT_OK;
}

static void call_parser(struct message *m, const vt_json *arguments, bool match)
{
    vt_error err = {0};
    vt_str answer;
    bool stopped = false;
    vt_status status = parse_file(m, arguments, &answer, &stopped, &err);
    if (status == VT_OK && match)
        status = only_matching(m, &answer, &err);
    if (status == VT_OK)
        answer_tool(m, answer, true, false);
    else
        answer_tool(m, vt_str_z(err.message), false, true);
}

static void call_skills(struct message *m, const vt_json *arguments)
{
    VT_AUTO(vt_buf) vt_buf found = {0};
    int64_t limit = vt_json_int(vt_json_get(arguments, "limit"), SKILLS_DEFAULT);
    if (limit < 1 || limit > SKILLS_MAX) {
        answer_tool(m, VT_STR("limit must be from 1 to 100"), false, true);
        return;
    }
    vt_catalogue_search(m->server->catalogue, m->arena,
                        vt_json_str(vt_json_get(arguments, "query")), (size_t)limit,
                        vt_json_str(vt_json_get(arguments, "language")), &found);
    answer_tool(m, vt_buf_str(&found), true, false);
}

static void call_tool(struct message *m, const vt_json *params)
{
    vt_str name = vt_json_str(vt_json_get(params, "name"));
    const vt_json *arguments = vt_json_get(params, "arguments");
    bool parses = vt_str_eq(name, VT_STR("parse_resume"));
    bool matches = vt_str_eq(name, VT_STR("match_resume"));
    bool searches = vt_str_eq(name, VT_STR("search_skills"));
    if (!parses && !matches && !searches)
        answer_error(m, INVALID_PARAMS, "There is no tool of this name.");
    else if ((parses || matches) && !has_text(arguments, "path"))
        answer_tool(m, VT_STR("path is missing: the path of the resume"), false, true);
    else if (matches && !has_text(arguments, "job_description"))
        answer_tool(m, VT_STR("job_description is missing"), false, true);
    else if (searches && !has_text(arguments, "query"))
        answer_tool(m, VT_STR("query is missing: the beginning of a skill's name"), false, true);
    else if (searches)
        call_skills(m, arguments);
    else
        call_parser(m, arguments, matches);
}

/* ---- methods ---- */

static void answer_initialize(struct message *m, const vt_json *params)
{
    static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"};
    vt_str asked = vt_json_str(vt_json_get(params, "protocolVersion"));
    const char *version = versions[0];
    for (size_t i = 0; i < VT_COUNT(versions); i++)
        if (vt_str_eq(asked, vt_str_z(versions[i])))
            version = versions[i];
    vt_json_writer w = begin_answer(m);
    vt_json_key(&w, "result");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "protocolVersion", vt_str_z(version));
    vt_json_key(&w, "capabilities");
    vt_json_begin_object(&w);
    vt_json_key(&w, "tools");
    vt_json_begin_object(&w);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_json_key(&w, "serverInfo");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "name", VT_STR("vitae"));
    vt_json_kv_str(&w, "version", VT_STR(VT_PARSER_VERSION));
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
}

static void answer_list(struct message *m)
{
    vt_json_writer w = begin_answer(m);
    vt_json_key(&w, "result");
    vt_json_begin_object(&w);
    vt_json_key(&w, "tools");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < VT_COUNT(tools); i++) {
        vt_json_begin_object(&w);
        vt_json_kv_str(&w, "name", vt_str_z(tools[i].name));
        vt_json_kv_str(&w, "description", vt_str_z(tools[i].description));
        vt_json_key(&w, "inputSchema");
        vt_json_put_raw(&w, vt_str_z(tools[i].schema));
        vt_json_end_object(&w);
    }
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
}

static void answer_ping(struct message *m)
{
    vt_json_writer w = begin_answer(m);
    vt_json_key(&w, "result");
    vt_json_begin_object(&w);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
}

static void handle(struct message *m, const vt_json *request)
{
    vt_str method = vt_json_str(vt_json_get(request, "method"));
    const vt_json *params = vt_json_get(request, "params");
    m->id = vt_json_get(request, "id");
    if (!method.ptr)
        answer_error(m, INVALID_REQUEST, "A message must be an object with a method.");
    else if (vt_str_eq(method, VT_STR("initialize")))
        answer_initialize(m, params);
    else if (vt_str_eq(method, VT_STR("ping")))
        answer_ping(m);
    else if (vt_str_eq(method, VT_STR("tools/list")))
        answer_list(m);
    else if (vt_str_eq(method, VT_STR("tools/call")))
        call_tool(m, params);
    else
        answer_error(m, NO_METHOD, "There is no such method.");
    bool notification = method.ptr && !m->id;
    if (notification)
        vt_buf_clear(&m->out);
}

static vt_status serve_line(struct server *server, vt_str line, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(MESSAGE_MEMORY);
    struct message m = {.server = server, .arena = arena};
    VT_AUTO(vt_buf) vt_buf release = {0};
    const vt_json *request;
    vt_error why = {0};
    if (vt_json_parse_bounded(arena, line, &request, &why) == VT_OK)
        handle(&m, request);
    else
        answer_error(&m, PARSE_ERROR, why.message);
    release = m.out;
    if (!release.len)
        return VT_OK;
    vt_buf_addc(&release, '\n');
    return vt_io_write_all(STDOUT_FILENO, vt_buf_str(&release), err);
}

/* Until the client closes its end. */
static vt_status serve(struct server *server, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf line = {.max = LINE_BYTES};
    for (int c; (c = getc(stdin)) != EOF;) {
        if (c != '\n') {
            vt_buf_addc(&line, (char)c);
            continue;
        }
        vt_str text = vt_str_trim(vt_buf_str(&line));
        if (line.overflow)
            text = VT_STR("too long"); /* no JSON: answered as such */
        if (text.len)
            VT_TRY(serve_line(server, text, err));
        vt_buf_clear(&line);
        line.overflow = false;
    }
    return VT_OK;
}

int vt_cli_mcp(int argc, char **argv)
{
    if (argc > 1) {
        bool asks = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
        fputs(help, asks ? stdout : stderr);
        return asks ? VT_EXIT_OK : VT_EXIT_USAGE;
    }
    vt_log_init(VT_LOG_WARN, false);
    const vt_pool_config config = {.workers = 1, .ocr_languages = "auto"};
    VT_AUTO(vt_pool) vt_pool *pool = NULL;
    VT_AUTO(vt_catalogue) vt_catalogue *catalogue = NULL;
    vt_error err = {0};
    vt_status status = vt_pool_open(&config, &pool, &err);
    if (status == VT_OK)
        status = vt_catalogue_open(NULL, &catalogue, &err);
    struct server server = {pool, catalogue};
    if (status == VT_OK)
        status = serve(&server, &err);
    if (status != VT_OK)
        fprintf(stderr, "vitae mcp: %s\n", err.message);
    return status == VT_OK ? VT_EXIT_OK : VT_EXIT_FAILED;
}
