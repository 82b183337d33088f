# SPDX-License-Identifier: Apache-2.0
"""What goes wrong between a maker's text and the extracted one: lost ligatures, mojibake, joined and split words, OCR."""
import re

LIGATURES = ['ffi', 'ffl', 'fi', 'fl', 'ff']
OCR = {'l': '1', 'I': 'l', 'O': '0', '0': 'O', 'e': 'c', 'm': 'rn', 'S': '5', 'B': '8', 'i': 'í', 'rn': 'm', 'h': 'b', ',': '.'}


def draw(rng, lang):
    """A function of a run's text, or None for most documents."""
    x = rng.random()
    seed = rng.random()
    if x > 0.1:
        return None
    if x < 0.02:
        gone = rng.choice(['', ' ', '\ufb01', None])

        def ligatures(text, rng):
            return re.sub('ffi|ffl|fi|fl|ff', lambda m: {'fi': '\ufb01', 'fl': '\ufb02', 'ff': '\ufb00', 'ffi': '\ufb03', 'ffl': '\ufb04'}[m.group()] if gone in (None, '\ufb01') else gone, text)
        return ligatures
    if x < 0.04 and lang not in ('zh', 'ja', 'ko', 'ru'):
        def mojibake(text, rng):
            try:
                return text if text.isascii() else text.encode('utf-8').decode('cp1252')
            except UnicodeDecodeError:
                return text
        return mojibake
    rate = rng.choice([0.004, 0.01, 0.02, 0.04])
    if x < 0.06:
        return lambda text, rng: re.sub(' ', lambda m: '' if rng.random() < rate * 2 else ' ', text)
    if x < 0.08:
        return lambda text, rng: re.sub(r'(?<=[a-z]{2})(?=[a-z]{2})', lambda m: ' ' if rng.random() < rate else '', text)
    return lambda text, rng: ''.join(OCR.get(c, c) if rng.random() < rate else c for c in text)
