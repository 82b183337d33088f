# SPDX-License-Identifier: Apache-2.0
"""Folding of skill surfaces: how text becomes the tokens that the taxonomy's trie is made of.

src/skills/fold.c does the same to the text of a resume; the character table that both use is made
here (mkskillfold.py), and tools/check_skillfold.py compares both over every surface of the sheets.

1. A character becomes text (lower case, without accents), nothing, or a separator: char_table().
2. A token is a run of text. '+' and '#' belong to the token before them when they end it or come as
   "++" (C++, C#, A+). A full stop before text starts a token and belongs to it (.NET, Node.js is
   [node][.js]); between two digits it stays inside (3.11). '&' is the token "and".
3. A Han, Hiragana or Hangul character is a token of its own; a run of Katakana is one.
4. A token remembers whether a break (comma, bracket, bullet, end of sentence, spaced dash) stands
   before it: a phrase does not reach over a break unless its surface has one too. The full stop of
   a single letter (U.S. GAAP) is none.
"""
import re
import unicodedata

TABLE_SIZE = 0x2200
SEPARATOR, DELETE = 0, 0xFFFFFFFF
_SPECIAL = {'ø': 'o', 'đ': 'd', 'ł': 'l', 'æ': 'ae', 'œ': 'oe', 'þ': 'th', 'ð': 'd', 'ı': 'i',
            'ħ': 'h', 'ŋ': 'n', 'ĸ': 'k', 'ŧ': 't', 'ƒ': 'f'}
_JOINERS = {0x27, 0xAD, 0x2019, 0x2018, 0x200B, 0x200C, 0x200D, 0x2060, 0xB4, 0x60}
_NO_TEXT = {0x2122, 0x2120, 0xAE, 0xA9, 0x2116, 0xB7}
_SOFT = set(map(ord, ' \n\r-/_\\~^=<>$%@*')) | {0xA0, 0x2010, 0x2011, 0x2009, 0x202F, 0x200A,
                                             0x2122, 0xAE, 0x2044, 0x30FB} | set(range(0x2000, 0x200B))
DASHES = {0x2D, 0x2013, 0x2014, 0x2012}


def _fold_char(cp):
    if cp in _JOINERS:
        return DELETE
    if cp in _NO_TEXT or 0xD800 <= cp < 0xE000:
        return SEPARATOR
    char = chr(cp)
    if unicodedata.category(char) == 'Mn':
        return DELETE
    text = ''.join(c for c in unicodedata.normalize('NFKD', char) if not unicodedata.combining(c))
    text = ''.join(c for c in unicodedata.normalize('NFKD', text.casefold())
                   if not unicodedata.combining(c))
    text = ''.join(_SPECIAL.get(c, c) for c in text)
    if not text or not all(c.isalnum() or unicodedata.category(c) == 'Mc' for c in text):
        return SEPARATOR
    data = text.encode()
    return int.from_bytes(data, 'little') if len(data) <= 4 and data[-1] != 0xFF else SEPARATOR


_TABLE = [_fold_char(cp) for cp in range(TABLE_SIZE)]


def char_table():
    """For each code point below TABLE_SIZE: its UTF-8 text as a little-endian number, or 0, or ~0."""
    return _TABLE


def _class(cp):
    """What a code point becomes: a string, None for a separator, '' for nothing."""
    if cp < TABLE_SIZE:
        value = _TABLE[cp]
        if value == SEPARATOR:
            return None
        if value == DELETE:
            return ''
        return value.to_bytes(4, 'little').rstrip(b'\0').decode()
    if (cp < 0x2C00 or 0x2E00 <= cp < 0x3040 or cp == 0x30FB or 0xE000 <= cp < 0xF900 or 0xFE00 <= cp < 0xFE70
            or 0xFF00 <= cp < 0xFF10 or 0xFF1A <= cp < 0xFF21 or 0xFFE0 <= cp < 0x10000
            or 0x1F000 <= cp < 0x20000 or cp >= 0xE0000):
        return None
    return chr(cp)


def _script(cp):
    """'' for words, 'sign' for characters that are tokens of their own, 'katakana'."""
    if 0x30A0 <= cp <= 0x30FF or 0x31F0 <= cp <= 0x31FF:
        return 'katakana'
    sign = (0x3041 <= cp <= 0x309F or 0x3400 <= cp <= 0x4DBF or 0x4E00 <= cp <= 0x9FFF
            or 0xAC00 <= cp <= 0xD7A3 or 0xF900 <= cp <= 0xFAFF or 0x20000 <= cp <= 0x3FFFF)
    return 'sign' if sign else ''


def _digit(char):
    return '0' <= char <= '9'


def fold(text):
    """The tokens of a text: a list of (token, break_before)."""
    tokens, token, pending, script = [], '', False, ''
    code = [ord(c) for c in text]

    def is_text(i):
        return 0 <= i < len(code) and bool(_class(code[i]))

    def end():
        nonlocal token, pending
        if token:
            tokens.append((token, pending))
            token, pending = '', False

    i = 0
    while i < len(code):
        cp = code[i]
        if cp in (0x2B, 0x23):
            run = i
            while run < len(code) and code[run] in (0x2B, 0x23):
                run += 1
            if token and (run - i > 1 or cp == 0x23 or not is_text(run)):
                token += text[i:run]
            end()
            i = run
            continue
        if cp == 0x2E:
            if is_text(i + 1) and _digit(token[-1:]) and _digit(chr(code[i + 1])):
                token += '.'
            elif is_text(i + 1):
                end()
                if not _digit(chr(code[i + 1])):
                    token = '.'
            else:
                initial = len(token.lstrip('.')) == 1  # U.S. GAAP: no end of a sentence
                end()
                pending = not initial
        elif cp == 0x26:
            end()
            tokens.append(('and', pending))
            pending = False
        else:
            what = _class(cp)
            if what is None:
                end()
                spaced = cp in DASHES and i and code[i - 1] in (0x20, 0xA0) \
                    and i + 1 < len(code) and code[i + 1] in (0x20, 0xA0)
                if cp not in _SOFT or spaced:
                    pending = True
            else:
                if token and (script != _script(cp) or script == 'sign'):
                    end()
                token += what
                script = _script(cp)
                if script:
                    following = _script(code[i + 1]) if i + 1 < len(code) else ''
                    if script == 'sign' or following != 'katakana' or not is_text(i + 1):
                        end()
                        script = ''
        i += 1
    end()
    return tokens


def is_soft(cp):
    """Whether a separator below TABLE_SIZE joins words rather than breaking a phrase."""
    return cp in _SOFT


def key(text):
    """The folded form of a surface as one string; equal keys are the same surface."""
    return ' '.join(t for t, _ in fold(text))


_QUALIFIER = re.compile(r'^(.*\S)\s+\(([^()]*)\)$')


def split_name(name):
    """A name without its parenthesised qualifier, and the qualifier or ''. 'IR(ME)R' has none."""
    match = _QUALIFIER.match(name)
    return (match.group(1), match.group(2)) if match else (name, '')
