# SPDX-License-Identifier: Apache-2.0
"""Character classes, folding and word splitting, the same as src/text/utf8.c and token.c do it:
mkfold.py writes the tables from here, and mklexicon.py folds its phrases with these functions."""
import functools
import unicodedata

LETTER, UPPER, LOWER, DIGIT, MARK, SPACE, PUNCT, SYMBOL, CONTROL, UNSPACED, DASH = (
    1 << i for i in range(11))
SCRIPTS = ["NONE", "LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW", "DEVANAGARI", "THAI", "HAN",
           "KANA", "HANGUL", "OTHER"]
FOLD_MAX = 36  # bytes; VT_FOLD_MAX

_NAMES = [("LATIN", "LATIN"), ("GREEK", "GREEK"), ("CYRILLIC", "CYRILLIC"), ("ARABIC", "ARABIC"),
          ("HEBREW", "HEBREW"), ("DEVANAGARI", "DEVANAGARI"), ("THAI", "THAI"), ("CJK", "HAN"),
          ("HIRAGANA", "KANA"), ("KATAKANA", "KANA"), ("HALFWIDTH KATAKANA", "KANA"),
          ("HANGUL", "HANGUL"), ("FULLWIDTH LATIN", "LATIN"), ("MODIFIER LETTER", "LATIN")]
_UNSPACED = {"THAI", "HAN", "KANA", "HANGUL"}
_MORE_UNSPACED = ("LAO ", "KHMER ", "MYANMAR ")
# what compatibility decomposition does not give
_SPECIAL = {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i",
            "ħ": "h", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ə": "e", "ƒ": "f", "ɓ": "b", "ɗ": "d",
            "ƙ": "k", "ى": "ي", "ة": "ه", "ک": "ك", "ی": "ي", "ـ": "", "ς": "σ", "ё": "е"}
_QUOTES = {"'": "‘’‚‛ʼʹ`´′＇", '"': "“”„‟«»″＂"}
_QUOTE_OF = {c: q for q, cs in _QUOTES.items() for c in cs}
_STRIPPED = [(0x300, 0x36f), (0x483, 0x489), (0x591, 0x5c7), (0x610, 0x61a), (0x64b, 0x65f),
             (0x670, 0x670), (0x6d6, 0x6ed), (0x1ab0, 0x1aff), (0x1dc0, 0x1dff),
             (0x20d0, 0x20ff), (0xfe20, 0xfe2f)]


@functools.lru_cache(maxsize=None)
def script(c):
    if not unicodedata.category(c).startswith(("L", "M", "Nl")):
        return "NONE"
    name = unicodedata.name(c, "")
    for start, result in _NAMES:
        if name.startswith(start):
            return result
    return "OTHER" if name else "NONE"


@functools.lru_cache(maxsize=None)
def classes(c):
    cat = unicodedata.category(c)
    flags = 0
    if cat[0] == "L" or cat == "Nl":
        flags |= LETTER
        if cat in ("Lu", "Lt") or (cat == "Nl" and c != c.lower()):
            flags |= UPPER
        if cat == "Ll":
            flags |= LOWER
        if script(c) in _UNSPACED or unicodedata.name(c, "").startswith(_MORE_UNSPACED):
            flags |= UNSPACED
    elif cat == "Nd":
        flags |= DIGIT
    elif cat[0] == "M":
        flags |= MARK
    elif cat[0] == "Z" or c in "\t\n\v\f\r\x85":
        flags |= SPACE
    elif cat[0] == "P":
        flags |= PUNCT
    elif cat[0] == "S" or cat == "No":
        flags |= SYMBOL
    else:
        flags |= CONTROL
    if cat == "Pd" or c == "\u2212":
        flags |= DASH
    return flags


def _stripped(c):
    return any(a <= ord(c) <= b for a, b in _STRIPPED)


@functools.lru_cache(maxsize=None)
def fold_char(c):
    if c in _QUOTE_OF:
        return _QUOTE_OF[c]
    flags = classes(c)
    if flags & DIGIT:
        return str(unicodedata.decimal(c))
    if flags & DASH:
        return "-"
    if flags & SPACE:
        return "\n" if c in "\n\v\f\r\x85\u2028\u2029" else " "
    if unicodedata.category(c) == "Cf":
        return ""
    out = ""
    for d in unicodedata.normalize("NFKC", c):
        if script(d) in ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW"):
            for e in unicodedata.normalize("NFKD", _SPECIAL.get(d.casefold(), d.casefold())):
                if not _stripped(e):
                    out += _SPECIAL.get(e, e)
        elif not _stripped(d):
            out += _SPECIAL.get(d, d.casefold())
    if len(out.encode()) > FOLD_MAX:
        return c
    return out


def fold(text):
    return "".join(map(fold_char, text))


ELISIONS = {"l", "d", "j", "m", "n", "s", "t", "c", "qu", "dell", "nell", "all", "sull", "dall",
            "un", "gl"}


def _run(text, i):
    """Number of spaced letters and marks from i, and whether a digit follows them."""
    n = 0
    while i + n < len(text) and (classes(text[i + n]) & (LETTER | MARK)) and \
            not classes(text[i + n]) & UNSPACED:
        n += 1
    digit = i + n < len(text) and bool(classes(text[i + n]) & DIGIT)
    return n, digit


def _is_hard(gap):
    """A gap that no phrase reaches across, unless the phrase has a comma there."""
    spaced = dash = False
    for c in gap:
        f = classes(c)
        if c == "\n" or c == "\t" or c in ",;:|":
            return True
        if f & SPACE:
            spaced = True
        elif f & DASH:
            dash = True
        elif f & SYMBOL and not f & DASH or c in "•·*@!?":
            return True
    return spaced and dash


def words(text):
    """Folded words; "," stands for a hard break between two of them."""
    out, i, n, gap_start = [], 0, len(text), 0
    while i < n:
        f = classes(text[i])
        if text[i] != "&" and not f & (LETTER | DIGIT):
            i += 1
            continue
        start = i
        if text[i] == "&":
            word, i = "&", i + 1
        elif f & UNSPACED:
            i += 1
            while i < n and classes(text[i]) & MARK:
                i += 1
            word = fold(text[start:i])
        else:
            word, i = _spaced_word(text, i)
        if not word:
            continue
        if out and _is_hard(text[gap_start:start]):
            out.append(",")
        out.append(word)
        gap_start = i
    return out


def _spaced_word(text, i):
    n, start, word, segment = len(text), i, "", i
    while i < n:
        f = classes(text[i])
        if f & (LETTER | DIGIT | MARK) and not f & UNSPACED:
            word += fold_char(text[i])
            i += 1
        elif text[i] == "." and 1 <= i - segment <= 2 and _run(text, segment)[0] == i - segment:
            follow, digit = _run(text, i + 1)
            if not 1 <= follow <= 2 or digit:
                break
            i += 1
            segment = i
        elif fold_char(text[i]) == "'" and i + 1 < n and _run(text, i + 1)[0] > 0:
            if word in ELISIONS:
                i += 1
                break
            i += 1
            segment = start - 8  # no dot after it
        elif text[i] in "+#" and i > start and classes(text[i - 1]) & LETTER:
            end = i + 1
            if text[i] == "+" and end < n and text[end] == "+":
                end += 1
            if end < n and classes(text[end]) & (LETTER | DIGIT):
                break
            word += text[i:end]
            i = end
            break
        else:
            break
    return word, i
