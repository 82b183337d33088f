#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The documentation that the service serves itself: pages out of Markdown, a reference page for every
operation of api/openapi.yaml with its example answers, a page for each row of api/errors.def, the search
index, llms.txt, /openapi.json and the result's JSON Schema.
Usage: mkdocs.py OUT.S OUT_DIR openapi.yaml errors.def FILE... (pages .md, assets .css .js, examples .json)"""
import html
import json
import pathlib
import re
import subprocess
import sys

import docs_snippets
import yaml2json

GUIDES = [("Start", ["quick-start", "authentication", "errors", "test-keys"]),
          ("Parse", ["parse-requests", "batches", "results", "review", "exports", "redaction", "webhooks"]),
          ("Account", ["usage", "credits", "migration", "versions"]),
          ("Tools", ["clients", "languages", "mcp", "cli", "dashboard"]),
          ("Operate", ["packaging", "configuration", "operations", "scaling", "security", "ocr", "premium"])]
TITLES = {"cli": "Command line", "mcp": "Model Context Protocol", "ocr": "Scans and pictures", "packaging": "Install", "operations": "Run in production",
          "premium": "Premium tier", "scaling": "Scale", "test-keys": "Test keys", "dashboard": "Dashboard",
          "clients": "Client libraries", "languages": "Java, C#, Go and PHP"}
LANGUAGES = {"sh": "curl", "python": "Python", "py": "Python", "ts": "TypeScript", "js": "TypeScript", "java": "Java",
             "csharp": "C#", "go": "Go", "php": "PHP"}
STATUS = {"200": "OK", "201": "Created", "202": "Accepted", "204": "No content", "304": "Not modified"}
TAGS = {"parse": "Parse requests", "usage": "Usage", "skills": "Skills", "manage": "Keys, webhooks, phrases",
        "match": "Matching", "batch": "Batches", "service": "Service"}


ITEM = re.compile(r"[-*] |\d+\. ")


def title_of(name):
    return TITLES.get(name, name.replace("-", " ").capitalize())


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<[^>]+>|`", "", text).lower()).strip("-")


class Renderer:
    """Markdown of our own pages as HTML. `known` are the names of pages that links may lead to."""

    def __init__(self, known):
        self.known = known

    def inline(self, text):
        parts = re.split(r"(`[^`]+`)", text)
        for i, part in enumerate(parts):
            if part.startswith("`") and part.endswith("`") and len(part) > 1:
                parts[i] = f"<code>{html.escape(part[1:-1])}</code>"
            else:
                parts[i] = html.escape(part, quote=False)
        text = "".join(parts)
        text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"(?<![\w*])\*([^*<>]+)\*(?![\w*])", r"<em>\1</em>", text)
        return re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", self.link, text)

    def link(self, match):
        text, target = match[1], match[2]
        page = re.match(r"(?:\.\./)*(?:docs/)?(?:api/)?([a-z-]+)\.md(#.*)?$", target)
        if page and page[1] in self.known:
            target = f"/docs/{page[1]}{page[2] or ''}"
            if re.fullmatch(r"[a-z/-]+\.md", text):  # the name of a file, which the reader does not have
                text = html.escape(title_of(page[1]))
        if not re.match(r"(https?://|/|#|mailto:)", target):
            return text  # a file of the source tree, which the service does not serve
        return f'<a href="{html.escape(target)}">{text}</a>'

    def table(self, rows):
        cells = [[self.inline(c.strip().replace("\\|", "|")) for c in re.split(r"(?<!\\)\|", r.strip().strip("|"))]
                 for r in rows]
        names = [f' data-name="{html.escape(re.sub("<[^>]+>", "", c))}"' if c else "" for c in cells[0]]
        head = "".join(f"<th>{c}</th>" for c in cells[0]) if any(cells[0]) else ""
        many = len(cells[0]) > (3 if any(cells[0]) else 2)
        out = [f"<div class=wide><table{' class=many' if many else ''}>" + (f"<tr>{head}</tr>" if head else "")]
        out += ["<tr>" + "".join(f"<td{n if many else ''}>{c}</td>" for c, n in zip(row, names)) + "</tr>" for row in cells[2:]]
        return "\n".join(out) + "</table></div>"

    def heading(self, level, text):
        name = slug(text)
        if level == 1:
            return f"<h1>{self.inline(text)}</h1>"
        return f'<h{level} id="{name}">{self.inline(text)}<a class=self href="#{name}" aria-label="Link to this part">#</a></h{level}>'

    def items(self, lines):
        tag = "ul" if lines[0][0] in "-*" else "ol"
        items = []
        while lines and (ITEM.match(lines[0]) or lines[0].startswith("  ")):
            line = lines.pop(0)
            if line.startswith("  "):
                items[-1] += " " + line.strip()
            else:
                items.append(ITEM.sub("", line))
        return f"<{tag}>" + "".join(f"<li>{self.inline(i)}</li>" for i in items) + f"</{tag}>"

    def fence(self, lines):
        language, code = lines.pop(0)[3:].strip(), []
        while not lines[0].startswith("```"):
            code.append(lines.pop(0))
        lines.pop(0)
        return language, "\n".join(code)

    def fences(self, lines):
        """A block of code, or tabs of those that follow each other in different languages."""
        blocks = [self.fence(lines)]
        while True:
            rest = lines[1:] if lines and not lines[0].strip() else lines
            follows = rest and re.match(r"```\w", rest[0]) and LANGUAGES.get(rest[0][3:].strip())
            if not follows or follows in [LANGUAGES.get(b[0]) for b in blocks] or blocks[0][0] not in LANGUAGES:
                break
            del lines[:len(lines) - len(rest)]
            blocks.append(self.fence(lines))
        if len(blocks) == 1:
            return code_block(blocks[0][1])
        return tabs([(LANGUAGES[language], code) for language, code in blocks])

    def render(self, markdown):
        lines, out = markdown.splitlines(), []
        while lines:
            line = lines[0]
            if line.startswith("```"):
                out.append(self.fences(lines))
            elif line.startswith("#"):
                lines.pop(0)
                out.append(self.heading(len(line) - len(line.lstrip("#")), line.strip("# ")))
            elif line.startswith("|"):
                rows = []
                while lines and lines[0].startswith("|"):
                    rows.append(lines.pop(0))
                out.append(self.table(rows))
            elif ITEM.match(line):
                out.append(self.items(lines))
            elif line.startswith("    "):
                code = []
                while lines and (lines[0].startswith("    ") or not lines[0].strip() and lines[1:2] and lines[1].startswith("    ")):
                    code.append(lines.pop(0)[4:])
                out.append(code_block("\n".join(code)))
            elif line.strip() and not line.startswith("<!--") and not line.startswith("!["):
                text = lines.pop(0)
                while lines and lines[0].strip() and not re.match(r"(#|\||```|[-*] |\d+\. )", lines[0]):
                    text += " " + lines.pop(0)
                out.append(f"<p>{self.inline(text)}</p>")
            else:
                lines.pop(0)
        return "\n".join(out)


def code_block(code):
    return f"<div class=code><pre tabindex=0><code>{html.escape(code)}</code></pre></div>"


def tabs(blocks):
    panels = "".join(f'<div data-language="{html.escape(name)}"><p class=title>{html.escape(name)}</p>{code_block(code)}</div>'
                     for name, code in blocks)
    return f"<div class=tabs>{panels}</div>"


# ---- the frame of a page ----

class Site:
    def __init__(self, api, pages):
        self.api, self.pages, self.files, self.index = api, pages, {}, []
        self.renderer = Renderer(set(pages))
        self.groups = [(group, [n for n in names if n in pages]) for group, names in GUIDES]
        self.operations = [(op.get("tags", ["service"])[0], path, method, op)
                           for path, item in api["paths"].items() for method, op in item.items()
                           if method in ("get", "post", "put", "delete")]
        self.order = [f"/docs/{n}" for _, names in self.groups for n in names]

    def nav(self, current, parts):
        out = ['<nav class=side aria-label="Documentation">']

        def entry(url, text):
            here = ' aria-current="page"' if url == current else ""
            below = ""
            if url == current and parts:
                below = "<ul class=parts>" + "".join(f'<li><a href="#{slug(p)}">{html.escape(p)}</a></li>' for p in parts) + "</ul>"
            return f'<li><a href="{url}"{here}>{text}</a>{below}</li>'

        for group, names in self.groups:
            if names:
                out.append(f"<h2>{group}</h2><ul>" + "".join(entry(f"/docs/{n}", title_of(n)) for n in names) + "</ul>")
        out.append("<h2>Reference</h2><ul>" + entry("/docs/reference", "All operations") + "</ul>")
        for tag, title in TAGS.items():
            ops = [o for o in self.operations if o[0] == tag]
            if ops:
                out.append(f"<h2>{title}</h2><ul>" + "".join(
                    entry(f"/docs/reference/{op['operationId']}",
                          f"<span class='verb {method}'>{method.upper()}</span>{html.escape(op['summary'])}")
                    for _, _, method, op in ops) + "</ul>")
        out.append("<h2>Schemas</h2><ul>" + entry("/docs/reference/schemas", "All schemas") + "</ul></nav>")
        return "".join(out)

    def add(self, url, title, body, source=None):
        parts = [html.unescape(re.sub(r"<[^>]+>", "", p)).rstrip("#") for p in re.findall(r"<h2 id=[^>]*>(.*?)</h2>", body)]
        nav = self.nav(url, parts)
        following = ""
        if url in self.order and self.order.index(url) + 1 < len(self.order):
            follow = self.order[self.order.index(url) + 1]
            following = f'<div class=next><span></span><a href="{follow}">{title_of(follow.rsplit("/", 1)[-1])} →</a></div>'
        page = (
            '<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1">'
            f"<title>{html.escape(title)} – vitae</title><link rel=stylesheet href=\"/docs/assets/docs.css\">"
            "<script defer src=\"/docs/assets/docs.js\"></script></head><body><a class=skip href=#main>Skip to the text</a>"
            "<input type=checkbox id=menu aria-label='Show the menu'>"
            "<header class=top><label class=menu for=menu>Menu</label><a class=name href=\"/docs\">vitae docs</a>"
            "<div class=find hidden><input type=search placeholder='Search (press /)' aria-label='Search the documentation'></div>"
            f"</header><div class=page>{nav}<main id=main>{body}{following}</main></div></body></html>\n")
        # links are relative, so that the pages work below a path of another site; the page for unknown addresses stands
        # at any depth, and the service puts its base path into it (src/api/docs.c)
        root = "/" if url == "/docs/not-found" else "../" * (url.count("/") - 1)
        self.files[url.lstrip("/") + ".html"] = re.sub(r'( (?:href|src)=")/', rf"\g<1>{root}", page)
        self.add_to_index(url, title, body)
        if source is not None:
            self.files[url.lstrip("/") + ".md"] = source

    def add_to_index(self, url, title, body):
        pieces = re.split(r'<h[23] id="([^"]*)">(.*?)</h[23]>', body)
        texts = [(url, title, pieces[0])] + [(f"{url}#{pieces[i]}", pieces[i + 1], pieces[i + 2]) for i in range(1, len(pieces), 3)]
        for place, name, text in texts:
            name = html.unescape(re.sub(r"<a class=self.*?</a>|<[^>]+>", "", name))
            text = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))).strip()
            self.index.append({"url": place, "title": name, "page": title, "text": text[:600]})


# ---- the reference ----

def resolve(api, node):
    while isinstance(node, dict) and "$ref" in node:
        target = api
        for part in node["$ref"][2:].split("/"):
            target = target[part]
        node = target
    return node


def schema_word(schema):
    if not isinstance(schema, dict):
        return ""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](/docs/reference/schemas#{name.lower()})"
    if "oneOf" in schema or "anyOf" in schema:
        return " or ".join(schema_word(s) for s in schema.get("oneOf") or schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(v).strip(chr(34))}`" for v in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const']).strip(chr(34))}`"
    kind = schema.get("type", "any")
    kind = " or ".join(kind) if isinstance(kind, list) else kind
    return f"{kind} of {schema_word(schema['items'])}" if "items" in schema else kind


def span(low, high, unit=""):
    if low is not None and high is not None:
        return f"{low:,} to {high:,}{unit}"
    return f"at least {low:,}{unit}" if low is not None else f"at most {high:,}{unit}" if high is not None else ""


def limits(schema):
    if not isinstance(schema, dict):
        return ""
    found = [span(schema.get("minimum"), schema.get("maximum")),
             span(schema.get("minLength"), schema.get("maxLength"), " characters"),
             span(schema.get("minItems"), schema.get("maxItems"), " items"),
             f"default `{json.dumps(schema['default']).strip(chr(34))}`" if "default" in schema else ""]
    return ", ".join(f for f in found if f)


def notes(schema):
    if not isinstance(schema, dict):
        return ""
    told, bounds = schema.get("description", "").strip(), limits(schema)
    told = told if not told or told.endswith((".", "?")) else told + "."
    return f"{told} {bounds[:1].upper()}{bounds[1:]}.".strip() if bounds else told


def fields(name, schema, rows, head):
    for key, value in schema.get("properties", {}).items():
        if value is False:
            continue
        need = head.lower() if key in schema.get("required", []) else ""
        rows.append(f"| `{name}{key}` | {schema_word(value)} | {need} | {notes(value)} |")
        if isinstance(value, dict):
            fields(f"{name}{key}.", value, rows, head)
            fields(f"{name}{key}[].", value.get("items", {}) if isinstance(value.get("items"), dict) else {}, rows, head)


def field_table(schema, head):
    rows = []
    fields("", schema, rows, head)
    return "\n".join([f"| Field | Type | {head} | Notes |", "|---|---|---|---|", *rows, ""]) if rows else ""


def shown_schema(site, schema, head):
    """The fields of a schema; of alternatives, each under its name."""
    options = schema.get("oneOf") or schema.get("anyOf") or [schema]
    out = []
    for option in options:
        whole = resolve(site.api, option)
        if whole.get("oneOf"):
            out += shown_schema(site, whole, head)
            continue
        if "$ref" in option:
            out.append(f"{schema_word(option)}: {whole.get('description', 'an object')}" if whole.get("description") else schema_word(option))
        table = field_table(whole, head)
        out.append(table if table else (schema_word(option) if "$ref" not in option else schema_word(whole)))
    return out


def operation_page(site, path, method, op, item, examples):
    api, r = site.api, site.renderer
    body = [r.render(f"# {op['summary']}"),
            f"<p class=op><span class='verb {method}'>{method.upper()}</span><span>{html.escape(path)}</span></p>"]
    if op.get("description"):
        body.append(r.render(op["description"]))
    body.append(tabs(docs_snippets.snippets(op["operationId"], method, path)))
    parameters = [resolve(api, p) for p in item.get("parameters", []) + op.get("parameters", [])]
    if parameters:
        body.append(r.render("\n".join(["## Parameters", "| Name | In | Type | Required | Notes |", "|---|---|---|---|---|"] + [
            f"| `{p['name']}` | {p['in']} | {schema_word(p.get('schema', {}))} | {'required' if p.get('required') else ''} | "
            f"{notes(dict(p.get('schema', {}), description=p.get('description', '')))} |" for p in parameters])))
    request = op.get("requestBody")
    if request:
        body.append(r.heading(2, "Request body"))
        for media, content in request["content"].items():
            body.append(r.render("\n\n".join([f"### {media}"] + shown_schema(site, content["schema"], "Required"))))
            for example in (content.get("examples") or {}).values():
                body.append(f"<p>{html.escape(example.get('summary', 'Example'))}:</p>" + code_block(json.dumps(example["value"], indent=2, ensure_ascii=False)))
    body.append(r.heading(2, "Answers"))
    problems = []
    for status, reply in op["responses"].items():
        if reply.get("$ref", "").endswith("/Problem"):
            problems.append(status)
            continue
        reply = resolve(api, reply)
        body.append(r.heading(3, f"{status} {STATUS.get(status, '')}".strip()) + r.render(reply.get("description", "")))
        headers = reply.get("headers", {})
        if headers:
            body.append(r.render("\n".join(["| Header | Notes |", "|---|---|"] + [
                f"| `{name}` | {resolve(api, h).get('description', '')} |" for name, h in headers.items()])))
        for example in sorted(examples):
            name = example.rsplit(".", 1)[0]
            if name == f"{op['operationId']}.{status}" or name.startswith(f"{op['operationId']}.{status}."):
                label = name.split(".", 2)[2].replace("-", " ") if name.count(".") > 1 else "Example"
                body.append(f"<p>{html.escape(label.capitalize())}:</p>" + code_block(examples[example]))
        for media, content in reply.get("content", {}).items():
            shown = "\n\n".join(shown_schema(site, content["schema"], "Always"))
            body.append(f"<details><summary>Fields of <code>{html.escape(media)}</code></summary>{r.render(shown)}</details>")
    if problems:
        body.append(r.render(f"### Problems\n\n{', '.join(problems)}: an error as [Errors](/docs/errors) describes it, "
                             "[Problem](/docs/reference/schemas#problem)."))
        if "400" in problems and "problem.400.json" in examples:
            body.append(code_block(examples["problem.400.json"]))
    return "\n".join(body)


def add_reference(site, examples):
    r = site.renderer
    rows = [f"| **{method.upper()}** | [`{path}`](/docs/reference/{op['operationId']}) | {op['summary']} |"
            for _, path, method, op in site.operations]
    site.add("/docs/reference", "Reference", r.render("\n".join(
        ["# Reference", "", "Every operation of the service. The same as OpenAPI 3.1: [/openapi.json](/openapi.json). The result alone as JSON Schema: "
         "[/schemas/result.json](/schemas/result.json).", "", "| | | |", "|---|---|---|", *rows])))
    for _, path, method, op in site.operations:
        site.add(f"/docs/reference/{op['operationId']}", op["summary"],
                 operation_page(site, path, method, op, site.api["paths"][path], examples))
    body = [r.render("# Schemas")]
    for name, schema in site.api["components"]["schemas"].items():
        body.append(f"<h2 id={name.lower()}>{name}</h2>")
        body.append(r.render("\n\n".join([schema.get("description", "")] + shown_schema(site, {k: v for k, v in schema.items() if k != "description"}, "Always"))))
    site.add("/docs/reference/schemas", "Schemas", "\n".join(body))


# ---- the rest ----

def read_errors(path):
    text = re.sub(r'"\s*\n\s*"', "", pathlib.Path(path).read_text(encoding="utf-8"))
    row = re.compile(r'VT_ERROR\((\w+), (\d+), "(\w+)", (true|false),\s*"([^"]*)",\s*"([^"]*)"\)')
    return [(int(m[2]), m[3], m[4] == "true", m[5], m[6]) for m in row.finditer(text)]


def add_errors(site, errors):
    for status, code, retry, title, text in errors:
        retrying = "You can send the same request again later." if retry else "The same request will fail again."
        site.add("/docs/errors/" + code, title, site.renderer.render(
            f"# {title}\n\nStatus **{status}**, `error_code` `{code}`. {retrying}\n\n{text}\n\n[All errors](/docs/errors)"))


def add_pages(site, errors):
    listing = "\n".join(["", "## All errors", "", "| Status | error_code | Retry | Meaning |", "|---|---|---|---|"] + [
        f"| {status} | [{code}](/docs/errors/{code}) | {'yes' if retry else 'no'} | {title} |"
        for status, code, retry, title, _ in errors])
    for name, text in site.pages.items():
        text += listing if name == "errors" else ""
        site.add("/docs/" + name, title_of(name), site.renderer.render(text), text)
    site.files["docs/index.html"] = site.files["docs/quick-start.html"].replace('="../', '="./')  # a folder less deep
    site.add("/docs/not-found", "Page not found", site.renderer.render(
        "# There is no such page\n\nThe address is wrong, or the page has moved. Search above, or start at the "
        "[quick start](/docs/quick-start). Or open the [dashboard](/)."))
    site.index = [e for e in site.index if e["page"] != "Page not found"]


def with_examples(api, examples):
    """The interface with the example answers in it, for generators and viewers."""
    whole = json.loads(json.dumps(api))
    for name, text in sorted(examples.items()):
        operation, status, *label = name.removesuffix(".json").split(".")
        if operation == "problem":
            whole["components"]["responses"]["Problem"]["content"]["application/problem+json"]["example"] = json.loads(text)
        for item in whole["paths"].values():
            for op in item.values():
                if isinstance(op, dict) and op.get("operationId") == operation:
                    content = op["responses"][status]["content"]["application/json"]
                    content.setdefault("examples", {})[(label or ["example"])[0]] = {"value": json.loads(text)}
    return whole


def llms(site):
    out = ["# vitae", "", "> A resume-parsing service that you run yourself: resumes in, structured JSON out, over HTTP.", "",
           "Every page below is Markdown. The whole interface as OpenAPI 3.1: [openapi.json](openapi.json)."]
    for group, names in site.groups:
        out += ["", f"## {group}", ""] + [f"- [{title_of(n)}](docs/{n}.md)" for n in names]
    out += ["", "## Reference", ""] + [f"- [{method.upper()} {path}](docs/reference/{op['operationId']}): {op['summary']}"
                                      for _, path, method, op in site.operations]
    return "\n".join(out) + "\n"


def result_schema(api):
    schemas = json.loads(json.dumps(api["components"]["schemas"]).replace("#/components/schemas/", "#/$defs/"))
    needed, todo = set(), ["Result"]
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += re.findall(r'"#/\$defs/(\w+)"', json.dumps(schemas[name]))
    return json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Resume", "$ref": "#/$defs/Result",
                       "$defs": {n: s for n, s in schemas.items() if n in needed}}, indent=1)


def main():
    out, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    api = yaml2json.load(pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))
    errors = read_errors(sys.argv[4])
    if len(errors) != pathlib.Path(sys.argv[4]).read_text(encoding="utf-8").count("\nVT_ERROR("):
        sys.exit("mkdocs: a row of errors.def was not understood")
    given = {pathlib.Path(p).name: pathlib.Path(p).read_text(encoding="utf-8") for p in sys.argv[5:]}
    pages = {name[:-3]: text for name, text in given.items() if name.endswith(".md")}
    grouped = [n for _, names in GUIDES for n in names]
    unlisted = set(pages) - set(grouped)
    if unlisted:
        sys.exit(f"mkdocs: no place in the navigation for {', '.join(sorted(unlisted))}")
    site = Site(api, {n: pages[n] for n in grouped if n in pages})
    add_pages(site, errors)
    add_errors(site, errors)
    examples = {n: t.rstrip("\n") for n, t in given.items() if n.endswith(".json")}
    add_reference(site, examples)
    files = site.files
    files.update({"docs/assets/" + n: t for n, t in given.items() if n.endswith((".css", ".js"))})
    files["docs/assets/search.json"] = json.dumps(site.index, ensure_ascii=False, separators=(",", ":"))
    files["llms.txt"] = llms(site)
    files["openapi.json"] = json.dumps(with_examples(api, examples), ensure_ascii=False, separators=(",", ":"))
    files["schemas/result.json"] = result_schema(api)
    made = []
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        made.append(str(path))
    embed = pathlib.Path(__file__).with_name("embed.py")
    subprocess.run([sys.executable, str(embed), "vt_embed_docs", str(out), str(folder), *made], check=True)


if __name__ == "__main__":
    main()
