#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The plain subset of YAML that api/openapi.yaml uses, as JSON: block mappings and sequences, flow
collections, quoted and plain scalars, folded text (>-). Usage: yaml2json.py IN OUT. The tests
compare it with a full YAML reader."""
import json
import re
import sys

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?$")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def scalar(text):
    text = text.strip()
    if text.startswith('"'):
        return json.loads(text)
    if text in WORDS:
        return WORDS[text]
    if NUMBER.match(text):
        return float(text) if "." in text else int(text)
    return text


class Flow:
    """One flow collection or scalar out of a line."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def space(self):
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def value(self, stops):
        self.space()
        char = self.text[self.at:self.at + 1]
        if char == "{":
            return self.mapping()
        if char == "[":
            return self.sequence()
        return scalar(self.word(stops))

    def word(self, stops):
        start = self.at
        if self.text[self.at:self.at + 1] == '"':
            end = re.compile(r'"(?:[^"\\]|\\.)*"').match(self.text, self.at).end()
            self.at = end
            self.space()
            return self.text[start:end]
        while self.at < len(self.text) and self.text[self.at] not in stops:
            self.at += 1
        return self.text[start:self.at]

    def mapping(self):
        result, self.at = {}, self.at + 1
        self.space()
        while self.text[self.at] != "}":
            key = scalar(self.word(":"))
            self.at += 1
            result[key] = self.value(",}")
            self.space()
            if self.text[self.at] == ",":
                self.at += 1
                self.space()
        self.at += 1
        return result

    def sequence(self):
        result, self.at = [], self.at + 1
        self.space()
        while self.text[self.at] != "]":
            result.append(self.value(",]"))
            self.space()
            if self.text[self.at] == ",":
                self.at += 1
                self.space()
        self.at += 1
        return result


def inline(text):
    return Flow(text).value("") if text[:1] in "{[" else scalar(text)


KEY = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s:][^:]*):(?: (.*)|$)')


def block(lines, indent):
    """The value that stands at the head of `lines`, which are (indent, text) pairs."""
    if lines[0][1].startswith("- "):
        result = []
        while lines and lines[0][0] == indent and lines[0][1].startswith("- "):
            text = lines[0][1][2:]
            if text[0] not in "{[" and KEY.match(text):
                lines[0] = (indent + 2, text)
                result.append(block(lines, indent + 2))
            else:
                result.append(inline(text))
                lines.pop(0)
        return result
    result = {}
    while lines and lines[0][0] == indent:
        key, rest = KEY.match(lines.pop(0)[1]).groups()
        key = scalar(key)
        if rest == ">-":
            parts = []
            while lines and lines[0][0] > indent:
                parts.append(lines.pop(0)[1])
            result[key] = " ".join(parts)
        elif rest:
            result[key] = inline(rest)
        elif lines and (lines[0][0] > indent or
                        (lines[0][0] == indent and lines[0][1].startswith("- "))):
            result[key] = block(lines, lines[0][0])
        else:
            result[key] = None
    return result


def load(text):
    lines = []
    for line in text.splitlines():
        stripped = line.lstrip(" ")
        if stripped and not stripped.startswith("#"):
            lines.append((len(line) - len(stripped), stripped.rstrip()))
    return block(lines, 0)


def main():
    with open(sys.argv[1], encoding="utf-8") as source:
        data = load(source.read())
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump(data, out, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
