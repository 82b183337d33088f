#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The documentation that the service serves itself: docs/api/*.md, the reference out of
api/openapi.yaml, a page for each row of api/errors.def, /openapi.json and the result's JSON Schema.
Usage: mkdocs.py OUT.S OUT_DIR openapi.yaml errors.def PAGE.md..."""
import html
import json
import pathlib
import re
import subprocess
import sys

import yaml2json

STYLE = """body{font:16px/1.55 system-ui,sans-serif;margin:0;color:#1c2430;background:#fff}
main,header{max-width:52rem;margin:auto;padding:0 1.25rem}header{padding-top:1rem;font-size:.9rem}
header a{margin-right:.9rem;white-space:nowrap}a{color:#0b57a4}h1{font-size:1.8rem}h2{margin-top:2rem}
pre{background:#f4f6f8;padding:.8rem;overflow:auto;border-radius:6px}code{font:.9em ui-monospace,monospace}
table{border-collapse:collapse;width:100%;font-size:.93rem}td,th{border:1px solid #d5dbe2;padding:.35rem .6rem;
text-align:left;vertical-align:top}@media(prefers-color-scheme:dark){body{background:#12161c;color:#dce3ea}
pre{background:#1b222b}a{color:#7db8f0}td,th{border-color:#36414d}}"""


def inline(text):
    parts = re.split(r"(`[^`]+`)", text)
    for i, part in enumerate(parts):
        if part.startswith("`") and part.endswith("`") and len(part) > 1:
            parts[i] = f"<code>{html.escape(part[1:-1])}</code>"
        else:
            part = html.escape(part, quote=False)
            part = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", part)
            parts[i] = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", link, part)
    return "".join(parts)


def link(match):
    target = re.sub(r"^([a-z-]+)\.md", r"/docs/\1", match.group(2))
    return f'<a href="{html.escape(target)}">{match.group(1)}</a>'


def table(rows):
    cells = [[inline(c.strip().replace("\\|", "|")) for c in re.split(r"(?<!\\)\|", r.strip().strip("|"))]
             for r in rows]
    out = ["<table><tr>" + "".join(f"<th>{c}</th>" for c in cells[0]) + "</tr>"]
    out += ["<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in cells[2:]]
    return "\n".join(out) + "</table>"


def render(markdown):
    lines, out = markdown.splitlines(), []
    while lines:
        line = lines.pop(0)
        if line.startswith("```"):
            code = []
            while not lines[0].startswith("```"):
                code.append(lines.pop(0))
            lines.pop(0)
            out.append(f"<pre><code>{html.escape(chr(10).join(code))}</code></pre>")
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            out.append(f"<h{level}>{inline(line.strip('# '))}</h{level}>")
        elif line.startswith("|"):
            rows = [line]
            while lines and lines[0].startswith("|"):
                rows.append(lines.pop(0))
            out.append(table(rows))
        elif re.match(r"(- |\d+\. )", line):
            tag = "ul" if line.startswith("- ") else "ol"
            items = [line]
            while lines and (re.match(r"(- |\d+\. )", lines[0]) or lines[0].startswith("  ")):
                follow = lines.pop(0)
                if follow.startswith("  "):
                    items[-1] += " " + follow.strip()
                else:
                    items.append(follow)
            texts = [re.sub(r"^(- |\d+\. )", "", i) for i in items]
            out.append(f"<{tag}>" + "".join(f"<li>{inline(t)}</li>" for t in texts) + f"</{tag}>")
        elif line.strip() and not line.startswith("<!--"):
            while lines and lines[0].strip() and not re.match(r"(#|\||```|- |\d+\. )", lines[0]):
                line += " " + lines.pop(0)
            out.append(f"<p>{inline(line)}</p>")
    return "\n".join(out)


def page(title, body, nav):
    return (f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">"
            f"<title>{html.escape(title)} – vitae</title><style>{STYLE}</style><header><nav>{nav}</nav></header>"
            f"<main>{body}</main></html>\n")


def read_errors(path):
    text = re.sub(r'"\s*\n\s*"', "", pathlib.Path(path).read_text(encoding="utf-8"))
    row = re.compile(r'VT_ERROR\((\w+), (\d+), "(\w+)", (true|false),\s*"([^"]*)",\s*"([^"]*)"\)')
    return [(int(m[2]), m[3], m[4] == "true", m[5], m[6]) for m in row.finditer(text)]


def schema_word(schema):
    if not isinstance(schema, dict):
        return ""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    if "oneOf" in schema:
        return " or ".join(schema_word(s) for s in schema["oneOf"])
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(v).strip(chr(34))}`" for v in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const']).strip(chr(34))}`"
    kind = schema.get("type", "any")
    kind = " or ".join(kind) if isinstance(kind, list) else kind
    return f"{kind} of {schema_word(schema['items'])}" if "items" in schema else kind


def limits(schema):
    names = {"minimum": "from", "maximum": "to", "minLength": "at least", "maxLength": "at most",
             "default": "default"}
    return ", ".join(f"{word} {json.dumps(schema[key])}" for key, word in names.items()
                     if isinstance(schema, dict) and key in schema)


def fields(name, schema, rows):
    for key, value in schema.get("properties", {}).items():
        if value is False:
            continue
        need = "yes" if key in schema.get("required", []) else ""
        note = ", ".join(x for x in (limits(value), value.get("description", "")) if x)
        rows.append(f"| `{name}{key}` | {schema_word(value)} | {need} | {note} |".replace("||", "| |"))
        if isinstance(value, dict):
            fields(f"{name}{key}.", value, rows)
            fields(f"{name}{key}[].", value.get("items", {}) if isinstance(value.get("items"), dict) else {}, rows)


def reference(api):
    out = ["# Reference", "Made from [/openapi.json](/openapi.json). The result alone is described by "
           "[/schemas/result.json](/schemas/result.json)."]
    for path, item in api["paths"].items():
        for method in ("get", "post", "delete"):
            if method not in item:
                continue
            op = item[method]
            out += [f"## {method.upper()} {path}", op["summary"] + ".", "", "| Status | Meaning |", "|---|---|"]
            for status, reply in op["responses"].items():
                out.append(f"| {status} | {reply.get('description', '[Problem](#problem)')} |")
            out.append("")
            rows = [f"| `{p['name']}` | {p['in']} | {p.get('description', '')} |"
                    for p in op.get("parameters", []) if "name" in p]
            if rows:
                out += ["| Parameter | In | Meaning |", "|---|---|---|", *rows, ""]
    out.append("## Schemas")
    body = render("\n".join(out))
    for name, schema in api["components"]["schemas"].items():
        rows = []
        fields("", schema, rows)
        text = f"<h3 id={name.lower()}>{name}</h3>"
        if rows:
            text += render("\n".join(["| Field | Type | Always | Notes |", "|---|---|---|---|", *rows]))
        else:
            text += render(schema_word(schema))
        body += text
    return body


def main():
    out, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    api = yaml2json.load(pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))
    errors = read_errors(sys.argv[4])
    if len(errors) != pathlib.Path(sys.argv[4]).read_text(encoding="utf-8").count("\nVT_ERROR("):
        sys.exit("mkdocs: a row of errors.def was not understood")
    pages = {pathlib.Path(p).stem: pathlib.Path(p).read_text(encoding="utf-8") for p in sys.argv[5:]}
    order = [n for n in ("quick-start", "authentication", "parse-requests", "results", "exports", "redaction", "usage", "credits", "errors",
                         "webhooks", "test-keys", "migration") if n in pages]
    nav = "".join(f'<a href="/docs/{n}">{n.replace("-", " ").capitalize()}</a>' for n in order)
    nav = '<a href="/docs">vitae</a>' + nav + '<a href="/docs/reference">Reference</a>'

    files = {"docs/index": page("Documentation", render(pages[order[0]]), nav),
             "docs/reference": page("Reference", reference(api), nav)}
    listing = "\n".join(["", "| Status | error_code | Retry | Meaning |", "|---|---|---|---|"] + [
        f"| {status} | [{code}](/docs/errors/{code}) | {'yes' if retry else 'no'} | {title} |"
        for status, code, retry, title, _ in errors])
    for name in order:
        text = pages[name] + (listing if name == "errors" else "")
        files["docs/" + name] = page(name.replace("-", " ").capitalize(), render(text), nav)
    for status, code, retry, title, text in errors:
        body = render(f"# {title}\n\nStatus **{status}**, error_code `{code}`. "
                      f"{'Trying again later can help.' if retry else 'The same request will fail again.'}\n\n{text}")
        files["docs/errors/" + code] = page(title, body, nav)
    files["openapi.json"] = json.dumps(api, ensure_ascii=False, separators=(",", ":"))
    schemas = json.loads(json.dumps(api["components"]["schemas"]).replace("#/components/schemas/", "#/$defs/"))
    files["schemas/result.json"] = json.dumps(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Resume",
         "$ref": "#/$defs/Result", "$defs": {n: s for n, s in schemas.items() if n in (
             "Result", "Text", "YearMonth", "PersonalInfo", "Experience", "Education", "Skill", "Certification",
             "Language")}}, indent=1)
    made = []
    for name, text in files.items():
        path = folder / (name if name.endswith(".json") else name + ".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        made.append(str(path))
    embed = pathlib.Path(__file__).with_name("embed.py")
    subprocess.run([sys.executable, str(embed), "vt_embed_docs", str(out), str(folder), *made], check=True)


if __name__ == "__main__":
    main()
