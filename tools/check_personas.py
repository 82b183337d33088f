#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check data/personas: shape, dates, names, reserved addresses and counts (docs/personas.md)."""

import argparse
import json
import pathlib
import re
import sys

LEAST, LEAST_FOREIGN = 404, 70  # personas in all; not in English

SECTIONS = {
    # section: (required keys, optional keys)
    "work": ({"name", "position", "startDate"},
             {"endDate", "location", "summary", "highlights", "x-type", "url"}),
    "education": ({"institution"},
                  {"studyType", "area", "location", "startDate", "endDate", "score", "courses"}),
    "volunteer": ({"organization", "position"},
                  {"startDate", "endDate", "location", "summary", "highlights"}),
    "certificates": ({"name"}, {"issuer", "date", "url", "x-id", "x-expires"}),
    "skills": ({"name", "keywords"}, {"level"}),
    "languages": ({"language"}, {"fluency"}),
    "awards": ({"title"}, {"awarder", "date", "summary"}),
    "projects": ({"name"}, {"description", "startDate", "endDate", "highlights", "url",
                            "keywords", "roles"}),
    "publications": ({"name"}, {"publisher", "releaseDate", "summary"}),
    "interests": ({"name"}, {"keywords"}),
    "references": ({"reference"}, {"name"}),
}
BASICS = {"name", "label", "email", "phone", "summary", "location", "profiles", "url"}
LOCATION = {"address", "city", "postalCode", "region", "countryCode"}
STYLE_REQUIRED = {"date_format", "headings", "order", "header_order", "language", "bullets",
                  "pages"}
STYLE = STYLE_REQUIRED | {"template", "open"}
JOB_TYPES = {"full-time", "part-time", "contract", "freelance", "internship", "temporary",
             "apprenticeship"}
DATE = re.compile(r"(19[3-9]\d|20[0-4]\d)(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?\Z")
MAIL = re.compile(r"[^@\s]+@(example\.(com|org|net)|[\w.-]+\.example)\Z")
DATE_FORMAT = re.compile(r"[^0-9]*(2019|19|Mar|03|3)")
HEADER_TOKEN = re.compile(r"(title|company|location|dates)\Z")
HEADER_SPLIT = re.compile(r" at |[,;|]")


def check_date(value, where, report):
    """One date of the forms YYYY, YYYY-MM, YYYY-MM-DD."""
    if not isinstance(value, str) or not DATE.match(value):
        report(f"{where}: no date: {value!r}")
        return None
    return value


def check_span(item, where, report):
    """The dates of one item, and that it ends no earlier than it starts."""
    for key in ("date", "releaseDate", "x-expires"):
        if key in item:
            check_date(item[key], f"{where}.{key}", report)
    ends = [check_date(item[k], f"{where}.{k}", report)
            for k in ("startDate", "endDate") if k in item]
    if len(ends) == 2 and all(ends):
        n = min(map(len, ends))
        if ends[1][:n] < ends[0][:n]:
            report(f"{where}: ends {ends[1]} before it starts {ends[0]}")


def check_strings(value, where, report):
    """Strings are trimmed, on one line, without doubled spaces or control characters."""
    if isinstance(value, dict):
        for key, inner in value.items():
            check_strings(inner, f"{where}.{key}", report)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            check_strings(inner, f"{where}[{i}]", report)
    elif isinstance(value, str):
        if value != value.strip() or re.search(r"[\x00-\x1f]|  ", value):
            report(f"{where}: untidy text {value[:40]!r}")
    elif value is None:
        report(f"{where}: null")


def check_sections(doc, report):
    for section, (required, optional) in SECTIONS.items():
        for i, item in enumerate(doc.get(section, [])):
            where = f"{section}[{i}]"
            for key in required - item.keys():
                report(f"{where}: lacks {key}")
            for key in item.keys() - required - optional:
                report(f"{where}: unknown key {key}")
            for key in required - {"name", "keywords"}:
                if item.get(key) == "":
                    report(f"{where}.{key}: empty")
            # A break between jobs has no employer, a plain list of skills no name.
            if section not in ("skills", "work") and item.get("name") == "":
                report(f"{where}.name: empty")
            check_span(item, where, report)
            if "x-type" in item and item["x-type"] not in JOB_TYPES:
                report(f"{where}: unknown type {item['x-type']!r}")


def check_style(doc, report):
    style = doc["x-style"]
    for key in STYLE_REQUIRED - style.keys():
        report(f"x-style: lacks {key}")
    for key in style.keys() - STYLE:
        report(f"x-style: unknown key {key}")
    if STYLE_REQUIRED - style.keys():
        return
    have = {s for s in SECTIONS if doc.get(s)}
    if doc["basics"].get("summary"):
        have.add("summary")
    if doc.get("x-personal"):
        have.add("personal")
    if len(style["order"]) != len(set(style["order"])):
        report("x-style.order: a section twice")
    # Personal data without a place in the order stands with the contact data.
    for section in (have ^ set(style["order"])) - {"personal"}:
        report(f"x-style.order and the sections disagree on {section}")
    for section in style["headings"].keys() - have:
        report(f"x-style.headings: no section {section}")
    # A summary may stand without a heading.
    for section in set(style["order"]) - style["headings"].keys() - {"summary"}:
        report(f"x-style.headings: lacks {section}")
    tokens = HEADER_SPLIT.split(style["header_order"])
    if len(tokens) != len(set(tokens)) or not all(map(HEADER_TOKEN.match, tokens)):
        report(f"x-style.header_order: {style['header_order']!r}")
    elif not {"title", "company", "dates"} <= set(tokens):
        report("x-style.header_order: lacks title, company or dates")
    if not DATE_FORMAT.search(style["date_format"]) or "19" not in style["date_format"]:
        report(f"x-style.date_format: not March 2019: {style['date_format']!r}")
    if "open" in style and style["open"].count("{}") != 1:
        report(f"x-style.open: {style['open']!r}")
    if not re.match(r"[a-z]{2}\Z", style["language"]):
        report(f"x-style.language: {style['language']!r}")
    if not isinstance(style["bullets"], bool) or style["pages"] not in range(1, 13):
        report("x-style: bullets or pages")


def check_basics(basics, report):
    for key in basics.keys() - BASICS:
        report(f"basics: unknown key {key}")
    if not basics.get("name"):
        report("basics: lacks name")
    if not MAIL.match(basics.get("email", "")):
        report(f"basics.email: not of a reserved domain: {basics.get('email')!r}")
    for key in basics.get("location", {}).keys() - LOCATION:
        report(f"basics.location: unknown key {key}")
    if "url" in basics and not re.search(r"\bexample(\.(com|org|net))?(/|\Z)", basics["url"]):
        report(f"basics.url: not of a reserved domain: {basics['url']!r}")


def check_file(path, names, faults):
    """Check one file; returns its language, or None when it is no persona at all."""
    def report(message):
        faults.append(f"{path.name}: {message}")

    if not re.match(r"[a-z]+-\d\d+\.json\Z", path.name):
        report("the name is not <kind>-NN.json")
    try:
        doc = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        report(f"no JSON: {error}")
        return None
    missing = {"basics", "education", "x-style"} - doc.keys()
    if missing:
        report(f"lacks {sorted(missing)}")
        return None
    for key in doc.keys() - SECTIONS.keys() - {"basics", "x-style", "x-personal"}:
        report(f"unknown key {key}")
    check_basics(doc["basics"], report)
    check_sections(doc, report)
    check_style(doc, report)
    check_strings(doc, "", report)
    name = doc["basics"].get("name", "").casefold()
    if name in names:
        report(f"has the name of {names[name]}")
    names[name] = path.name
    return doc["x-style"].get("language")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=root / "data/personas")
    parser.add_argument("--least", type=int, default=LEAST, help="personas in all")
    parser.add_argument("--least-foreign", type=int, default=LEAST_FOREIGN,
                        help="personas not in English")
    args = parser.parse_args()
    faults, names = [], {}
    languages = [check_file(path, names, faults) for path in sorted(args.folder.glob("*.json"))]
    foreign = sum(1 for language in languages if language not in (None, "en"))
    if len(languages) < args.least:
        faults.append(f"{len(languages)} personas, {args.least} wanted")
    if foreign < args.least_foreign:
        faults.append(f"{foreign} personas not in English, {args.least_foreign} wanted")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(languages)} personas, {foreign} not in English, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
