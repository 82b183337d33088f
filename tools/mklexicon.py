#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles data/lexicon/*.tsv to the image that src/text/lexicon.c reads.
Usage: mklexicon.py LEX_KINDS.def DATA_DIR OUT.bin OUT.S
The layout stands in docs/formats.md ("Lexicon image"), what an entry of each kind holds in
src/text/lexicon.h. --check prints what the lists hold twice or not well."""
import collections
import pathlib
import re
import struct
import sys

import textfold as tf
from mkfold import write_asm

VERSION = 2
AMBIGUOUS, ABBREVIATION, ALIAS, PRIMARY = 1, 2, 4, 8
NO_NODE = 0xFFFFFFFF
MAX_WORDS = 16  # of a phrase; VT_LEX_MAX_WORDS
# who stands first among the countries that share a calling code
MAIN_OF_CODE = {"1": "US", "7": "RU", "44": "GB", "47": "NO", "39": "IT", "61": "AU", "64": "NZ",
                "212": "MA", "262": "RE", "358": "FI", "590": "GP", "599": "CW"}
ANDS = {"and", "und", "et", "y", "e", "ed", "og", "och", "en", "i", "ja", "ve", "és", "si", "a",
        "и", "та", "και", "dan", "và"}


def fnv(data):
    """vt_hash_bytes() of base/map.c with seed 0, its lower 32 bits."""
    h = 0xCBF29CE484222325
    for b in data:
        h = (h ^ b) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    h ^= h >> 32
    h = h * 0xD6E8FEB86659FD93 & 0xFFFFFFFFFFFFFFFF
    h ^= h >> 32
    return h & 0xFFFFFFFF


class Codes:
    """The rows of lex_kinds.def: symbol and word lists by macro."""

    def __init__(self, path):
        self.rows = collections.defaultdict(list)
        for macro, word in re.findall(r'^(?:.*?\s)??VT_(\w+)\(\w+, "([^"]*)"\)',
                                      re.sub(r"\)\s+VT_", ")\nVT_", path.read_text()), re.M):
            self.rows[macro].append(word)

    def of(self, macro, word):
        return self.rows[macro].index(word)


class Builder:
    def __init__(self, codes, common):
        self.codes, self.common = codes, common
        self.phrases = {}  # tuple of words -> {(kind, code, code2, name, a, b, c): flags}

    def add(self, kind, phrase, code=0, code2=0, name="", a="", b="", c="", flags=0):
        words = tuple(tf.words(phrase))
        if not words or len(words) > MAX_WORDS:
            return
        key = (self.codes.of("LEX_KIND", kind), code, code2, name, a, b, c)
        self._put(words, key, flags)
        if "," in words:  # "Washington D.C." as well
            self._put(tuple(w for w in words if w != ","), key, flags | ALIAS)

    def _put(self, words, key, flags):
        entries = self.phrases.setdefault(words, {})
        entries[key] = entries.setdefault(key, flags) & (flags | ~ALIAS)

    def is_common(self, phrase):
        words = tf.words(phrase)
        return bool(words) and all(w in self.common for w in words)


def is_abbreviation(phrase):
    letters = [c for c in phrase if c.isalpha()]
    return 1 <= len(letters) <= 5 and all(c.isupper() for c in letters) and " " not in phrase \
        and all(ord(c) < 0x250 for c in letters)


def rows(data, name, columns):
    seen = set()
    for line in (data / f"{name}.tsv").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        row = [p.strip() for p in line.split("\t")]
        row += [""] * (columns - len(row))
        if tuple(row) not in seen:
            seen.add(tuple(row))
            yield row[:columns]


def split(text):
    return [p.strip() for p in text.split("|") if p.strip()]


def add_named(builder, kind, name, aliases, **entry):
    """A proper name and its aliases, with the flags that their form asks for."""
    for i, form in enumerate([name] + aliases):
        flags = ALIAS if i else 0
        words = tf.words(form)
        if len(words) == 1 and len(words[0]) == 1 and words[0].isascii():
            continue
        if is_abbreviation(form):
            flags |= ABBREVIATION
        elif len(words) <= 3 and builder.is_common(form):
            flags |= AMBIGUOUS
        builder.add(kind, form, name=name, flags=flags, **entry)


def add_places(b, data):
    major = {(tf.fold(name), country) for name, country in rows(data, "major_cities", 2)}
    seen = set()
    for name, aliases, region, country in rows(data, "cities", 4):
        # the first city of a name that a country has is the one that is meant without a region
        known = {(tf.fold(n), country) for n in [name] + split(aliases)}
        is_major = bool(known & major) and not known & seen
        seen |= known & major
        add_named(b, "city", name, split(aliases), a=region, b=country, code=int(is_major))
    for name, abbreviations, country, aliases in rows(data, "regions", 4):
        short = split(abbreviations)
        first = short[0] if short else ""
        add_named(b, "region", name, split(aliases), a=country, b=first)
        for form in short:
            if len(form) > 1:
                b.add("region", form, name=name, a=country, b=first,
                      flags=ALIAS | (ABBREVIATION if is_abbreviation(form) else
                                     AMBIGUOUS if b.is_common(form) else 0))
    for name, alpha2, aliases, calling in rows(data, "countries", 4):
        add_named(b, "country", name, split(aliases), a=alpha2, b=calling)
        digits = calling.replace("+", "")
        if digits:
            main = MAIN_OF_CODE.get(digits, alpha2) == alpha2
            b.add("calling-code", digits, name=digits, a=alpha2, flags=PRIMARY if main else 0)
            b.add("calling-code", f"iso {alpha2}", name=digits, a=alpha2)


def add_work(b, data):
    of = b.codes.of
    for title, level, field in rows(data, "job_titles", 3):
        b.add("title", title, name=title, a=field, code=of("TITLE_LEVEL", level),
              flags=ABBREVIATION if is_abbreviation(title) else 0)
    for title, lang in rows(data, "job_titles_intl", 2):
        title = re.sub(r"\s*\([mwfdxhMWFDXH/|]+\)\s*$", "", title)
        b.add("title", title, name=title)
    for word, part in rows(data, "title_words", 2):
        b.add("title-word", word, name=word, code=of("TITLE_PART", part))
    for name, aliases, country, industry in rows(data, "employers", 4):
        add_named(b, "employer", name, split(aliases), a=country, b=industry)
    for word, part in rows(data, "org_words", 2):
        b.add("org-word", word, name=word, code=of("ORG_PART", part))
    for form, kind in rows(data, "employment_words", 2):
        b.add("employment", form, name=form, code=of("EMPLOYMENT", kind))
    for form, kind in rows(data, "remote_words", 2):
        b.add("remote", form, name=form, a=kind)
    for form, lang in rows(data, "verbs", 2):
        b.add("verb", form, name=form)
    for form, part, lang in rows(data, "certificates", 3):
        b.add("certificate", form, a=part,
              flags=ABBREVIATION if is_abbreviation(form) else 0)


def add_studies(b, data):
    for name, aliases, city, country, kind in rows(data, "institutions", 5):
        add_named(b, "institution", name, split(aliases), a=city, b=country, c=kind)
    for form, name, level in rows(data, "degrees", 3):
        if form.isdigit():
            continue
        flags = 0 if form == name else ALIAS
        if is_abbreviation(form) and len(tf.words(form)[0]) <= 3:
            flags |= ABBREVIATION
        elif b.is_common(form) and len(tf.words(form)) == 1:
            flags |= AMBIGUOUS
        b.add("degree", form, name=name, code=b.codes.of("DEGREE_LEVEL", level),
              flags=flags)
    for name, aliases in rows(data, "fields_of_study", 2):
        for i, form in enumerate([name] + split(aliases)):
            if is_abbreviation(form) and len(form) < 2:
                continue
            b.add("study", form, name=name, flags=(ALIAS if i else 0) |
                  (ABBREVIATION if is_abbreviation(form) else 0))


def add_headings(b, data):
    for heading, section in rows(data, "section_headings", 2):
        entry = {"code": b.codes.of("SECTION", section), "name": heading}
        b.add("heading", heading, **entry)
        words = tf.words(heading)
        plain = [w for w in words if w != ","]
        for i, word in enumerate(plain):
            if 0 < i < len(plain) - 1 and word in ANDS:
                b.add("heading", " ".join(plain[:i] + ["&"] + plain[i + 1:]), flags=ALIAS, **entry)
        if len(plain) > 1 and all(w.isascii() for w in plain):
            # spaced-out headings lose their spaces: WORKEXPERIENCE
            joined = "".join(plain)
            if len(joined) >= 8:
                b.add("heading", joined, flags=ALIAS, **entry)


def add_words(b, data):
    of = b.codes.of
    for form, meaning in rows(data, "date_words", 2):
        b.add("date-word", form, name=form, code=of("DATE_WORD", meaning))
    for form, _, levels in rows(data, "proficiency_words", 3):
        code = code2 = 0
        for level in split(levels):
            if level in b.codes.rows["SKILL_LEVEL"]:
                code = of("SKILL_LEVEL", level)
            else:
                code2 = of("SPEECH_LEVEL", level)
        b.add("proficiency", form, name=form, code=code, code2=code2)
    english = {}
    for form, iso, langs in rows(data, "language_names", 3):
        if "en" in langs.split("|"):
            english.setdefault(iso, form)
    for form, iso in rows(data, "language_names", 2):
        b.add("language", form, name=english.get(iso, form), a=iso,
              flags=AMBIGUOUS if b.is_common(form) else 0)
    for (word,) in rows(data, "stop_words", 1):
        b.add("stop-word", word)
    for form, part in rows(data, "street_words", 2):
        b.add("street", form, name=form, a=part)
    for form, label in rows(data, "contact_labels", 2):
        b.add("contact-label", form, name=form, a=label)
    for form, what in rows(data, "entry_labels", 2):
        b.add("entry-label", form, name=form, a=what)


def is_letter(name):
    return len(name) == 1 and name.isascii()


def add_names(b, data):
    for name, sex, origins in rows(data, "given_names", 3):
        if is_letter(name):
            continue
        b.add("given-name", name, name=name, a=sex, b=origins,
              flags=AMBIGUOUS if b.is_common(name) else 0)
    for name, origins, common in rows(data, "family_names", 3):
        if is_letter(name):
            continue
        b.add("family-name", name, name=name, b=origins,
              flags=AMBIGUOUS if common == "yes" or b.is_common(name) else 0)
    for form, part in rows(data, "name_parts", 2):
        b.add("name-part", form, name=form, a=part,
              flags=ABBREVIATION if part == "suffix" and is_abbreviation(form) else 0)


class Node:
    __slots__ = ("children", "entries", "index", "word")

    def __init__(self, word):
        self.word, self.children, self.entries, self.index = word, {}, [], 0


class Image:
    """Writes slots (vocabulary and root), nodes, entries and strings."""

    def __init__(self, phrases):
        self.strings, self.string_at = bytearray(b"\0\0"), {"": 0}
        self.vocabulary = {",": 0}
        for words in phrases:
            for word in words:
                self.vocabulary.setdefault(word, 0)
        self.vocabulary.setdefault(",", 0)
        self.place_words()
        self.roots = {}
        for words, entries in phrases.items():
            node = None
            children = self.roots
            for word in words:
                node = children.get(word)
                if node is None:
                    node = children[word] = Node(self.vocabulary[word])
                children = node.children
            node.entries = self.sorted_entries(entries)

    def string(self, text):
        """Offset of a string: its length as two bytes, its bytes, a NUL."""
        if text not in self.string_at:
            raw = text.encode()
            self.string_at[text] = len(self.strings)
            self.strings += struct.pack("<H", len(raw)) + raw + b"\0"
        return self.string_at[text]

    def place_words(self):
        self.n_slots = 1
        while self.n_slots < len(self.vocabulary) * 3 // 2:
            self.n_slots *= 2
        self.slots = [None] * self.n_slots
        for word in sorted(self.vocabulary):
            h = fnv(word.encode())
            i = h & (self.n_slots - 1)
            while self.slots[i] is not None:
                i = (i + 1) & (self.n_slots - 1)
            self.slots[i] = (h, word)
            self.vocabulary[word] = i

    @staticmethod
    def sorted_entries(entries):
        """By kind; within a kind names before aliases, as the lists have them; the first of each
        kind is the primary one."""
        order = sorted(enumerate(entries.items()),
                       key=lambda e: (e[1][0][0], not e[1][1] & PRIMARY,
                                      -e[1][0][1] if e[1][0][0] == 0 else 0,
                                      e[1][1] & ALIAS, e[0]))
        result, last = [], None
        for _, (key, flags) in order:
            flags = flags | PRIMARY if key[0] != last else flags & ~PRIMARY
            last = key[0]
            result.append((key, flags))
        return result

    def nodes(self):
        """Breadth first, the children of a node side by side and sorted by word."""
        flat = []
        for word in sorted(self.roots, key=lambda w: self.vocabulary[w]):
            flat.append(self.roots[word])
        i = 0
        first_child = []
        while i < len(flat):
            first_child.append(len(flat))
            flat.extend(sorted(flat[i].children.values(), key=lambda n: n.word))
            i += 1
        for i, node in enumerate(flat):
            node.index = i
        return flat, first_child

    def bytes(self):
        flat, first_child = self.nodes()
        node_bytes, entry_bytes, n_entries = bytearray(), bytearray(), 0
        for node, child in zip(flat, first_child):
            node_bytes += struct.pack("<IIIHH", node.word, child, n_entries, len(node.children),
                                      len(node.entries))
            for (kind, code, code2, name, a, b, c), flags in node.entries:
                entry_bytes += struct.pack("<BBBBIIII", kind, flags, code, code2,
                                           *(self.string(s) for s in (name, a, b, c)))
                n_entries += 1
        slot_bytes = bytearray()
        for slot in self.slots:
            if slot is None:
                slot_bytes += struct.pack("<IIII", 0, 0, NO_NODE, 0)
            else:
                h, word = slot
                root = self.roots[word].index if word in self.roots else NO_NODE
                slot_bytes += struct.pack("<IIII", h, self.string(word), root, 1)
        self.strings += b"\0" * (-len(self.strings) % 8)
        sections = [bytes(entry_bytes), bytes(slot_bytes), bytes(node_bytes), bytes(self.strings)]
        body = b"".join(sections)
        body += b"\0" * (-len(body) % 8)
        return struct.pack("<4sIIIIIII", b"VTLX", VERSION, len(body),
                           n_entries, self.n_slots, len(flat), len(self.strings),
                           self.vocabulary[","]) + bytes(32) + body


def build(def_path, data):
    codes = Codes(def_path)
    common = {tf.fold(w) for w, _ in rows(data, "common_words", 2)}
    b = Builder(codes, common)
    for add in (add_places, add_work, add_studies, add_headings, add_words, add_names):
        add(b, data)
    return b


def main():
    def_path, data, out_bin, out_asm = map(pathlib.Path, sys.argv[1:5])
    image = Image(build(def_path, data).phrases)
    out_bin.write_bytes(image.bytes())
    write_asm(out_asm, out_bin, "vt_lexicon_image")


if __name__ == "__main__":
    main()
