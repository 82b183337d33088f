/* SPDX-License-Identifier: Apache-2.0 */
/* The documentation that tools/mkdocs.py puts into the binary. */
#include "api/internal.h"

#include "base/embed.h"

extern const vt_embed vt_embed_docs[];

static const char *type_of(vt_str name)
{
    static const struct {
        const char *end, *type;
    } rows[] = {{".html", "text/html; charset=utf-8"},
                {".css", "text/css; charset=utf-8"},
                {".js", "text/javascript; charset=utf-8"},
                {".md", "text/markdown; charset=utf-8"},
                {".txt", "text/plain; charset=utf-8"},
                {"schemas/result.json", "application/schema+json"},
                {".json", "application/json"}};
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (vt_str_ends(name, vt_str_z(rows[i].end)))
            return rows[i].type;
    return "application/octet-stream";
}

/* With the base path in the two files whose links cannot be relative: the page for unknown
 * addresses, at whatever depth they are, and the interface's list of servers. */
static void put_base(vt_http_request *request, vt_str name, vt_str file)
{
    bool page = vt_str_eq(name, VT_STR("docs/not-found.html"));
    vt_str was = page ? VT_STR("=\"/") : VT_STR("\"servers\":[{\"url\":\"/");
    if (!request->base.len || !(page || vt_str_eq(name, VT_STR("openapi.json"))))
        return;
    vt_buf *body = &request->reply.body;
    request->reply.fixed = VT_STR_NULL;
    size_t from = 0, at;
    while ((at = vt_str_find(file, was, from)) != VT_NPOS) {
        vt_buf_add(body, vt_str_sub(file, from, at + was.len - 1));
        vt_buf_add(body, request->base);
        from = at + was.len - (page ? 1 : 0);
    }
    vt_buf_add(body, vt_str_sub(file, from, file.len));
}

/* False when there is no such file. */
static bool reply_file(vt_http_request *request, vt_str name, int status)
{
    const vt_embed *file = vt_embed_find(vt_embed_docs, name);
    if (!file)
        return false;
    request->reply.status = status;
    request->reply.content_type = type_of(name);
    request->reply.fixed = vt_str_n(file->data, file->size);
    put_base(request, name, request->reply.fixed);
    vt_http_add(request, "Cache-Control", VT_STR("no-cache"));
    vt_http_add(request, "X-Content-Type-Options", VT_STR("nosniff"));
    vt_http_add(request, "Content-Security-Policy",
                VT_STR("default-src 'none'; style-src 'self'; script-src 'self'; "
                       "connect-src 'self'; base-uri 'none'; form-action 'none'; "
                       "frame-ancestors 'none'"));
    return true;
}

static bool wants_html(const vt_http_request *request)
{
    return vt_str_find(vt_http_header(request, "Accept"), VT_STR("text/html"), 0) != VT_NPOS;
}

bool vt_docs_not_found(vt_http_request *request)
{
    bool get =
        vt_str_eq(request->method, VT_STR("GET")) || vt_str_eq(request->method, VT_STR("HEAD"));
    return get && wants_html(request) && !vt_str_starts(request->path, VT_STR("/v1")) &&
           reply_file(request, VT_STR("docs/not-found.html"), 404);
}

static bool reply_or_not_found(vt_http_request *request, vt_str name)
{
    if (!reply_file(request, name, 200) && !vt_docs_not_found(request))
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
    return true;
}

bool vt_api_file(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service, (void)call;
    return reply_or_not_found(request, vt_str_sub(request->path, 1, request->path.len));
}

static bool reply_without_slash(vt_http_request *request, vt_str path)
{
    request->reply.status = 308;
    vt_http_addf(request, "Location", VT_STR_FMT "/" VT_STR_FMT, VT_STR_ARG(request->base),
                 VT_STR_ARG(path));
    return true;
}

bool vt_api_docs(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service, (void)call;
    vt_str path = vt_str_sub(request->path, 1, request->path.len);
    if (vt_str_ends(path, VT_STR("/"))) /* typed by people; the links of a page are relative */
        return reply_without_slash(request, vt_str_sub(path, 0, path.len - 1));
    if (vt_str_eq(path, VT_STR("docs")))
        return reply_or_not_found(request, VT_STR("docs/index.html"));
    if (vt_str_ends(path, VT_STR(".md")))
        return reply_or_not_found(request, path);
    return reply_or_not_found(request,
                              vt_str_format(request->arena, VT_STR_FMT ".html", VT_STR_ARG(path)));
}
