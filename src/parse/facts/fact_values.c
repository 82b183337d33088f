/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values and their offsets: the parsers work in bytes, results count code points. The code points
 * before every 64th byte are kept, so that an offset costs at most 64 steps.
 */
#include "parse/facts/line_features.h"

#include "text/utf8.h"

enum { CHECKPOINT = 64 };

void vt_facts_count_chars(vt_facts *f)
{
    vt_str raw = f->doc->raw_text;
    f->checkpoints = VT_NEW_ARRAY(f->arena, uint32_t, raw.len / CHECKPOINT + 1);
    uint32_t chars = 0;
    for (size_t i = 0; i < raw.len; i++) {
        if (i % CHECKPOINT == 0)
            f->checkpoints[i / CHECKPOINT] = chars;
        chars += ((unsigned char)raw.ptr[i] & 0xC0) != 0x80;
    }
    if (raw.len % CHECKPOINT == 0)
        f->checkpoints[raw.len / CHECKPOINT] = chars;
}

uint32_t vt_facts_chars(const vt_facts *f, size_t byte)
{
    vt_str raw = f->doc->raw_text;
    byte = VT_MIN(byte, raw.len);
    uint32_t chars = f->checkpoints[byte / CHECKPOINT];
    for (size_t i = byte / CHECKPOINT * CHECKPOINT; i < byte; i++)
        chars += ((unsigned char)raw.ptr[i] & 0xC0) != 0x80;
    return chars;
}

size_t vt_bullet_sign(vt_str s)
{
    static const char *const signs[] = {
        "•",           "●", "▪", "◦", "‣", "–", "—", "-", "*", "·", "○", "■", "□", "➢",
        "✓",           "✔", "►", "▶", "»", "◆", "⁃", "∙", "➤", "✦", "❖", "▫", "o", "\xef\x82\xb7",
        "\xef\x82\xa7"};
    for (size_t i = 0; i < VT_COUNT(signs); i++) {
        vt_str sign = vt_str_z(signs[i]);
        if (sign.len && vt_str_starts(s, sign) && s.len > sign.len && vt_is_space(s.ptr[sign.len]))
            return sign.len;
    }
    return 0;
}

/** Copies [from, to) with white space collapsed and list signs at line starts left out. */
static vt_str collapse(vt_arena *arena, vt_str s)
{
    char *out = vt_arena_alloc(arena, s.len + 1);
    size_t n = 0;
    bool space = false, line_start = false;
    for (size_t i = 0; i < s.len;) {
        if (vt_is_space(s.ptr[i])) {
            line_start |= s.ptr[i] == '\n';
            space = true;
            i++;
            continue;
        }
        if (line_start) {
            line_start = false;
            size_t sign = vt_bullet_sign(vt_str_sub(s, i, s.len));
            if (sign > 1) { /* "-" at a line start may be a dash of the text */
                i += sign;
                continue;
            }
        }
        if (space && n)
            out[n++] = ' ';
        space = false;
        out[n++] = s.ptr[i++];
    }
    return vt_str_n(out, n);
}

static bool needs_collapse(vt_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (vt_is_space(s.ptr[i]) &&
            (s.ptr[i] != ' ' || (i + 1 < s.len && vt_is_space(s.ptr[i + 1]))))
            return true;
    return false;
}

/** Moves *at over spaces of any script at the front or the end of [from, to). */
static void trim_range(vt_str raw, size_t *from, size_t *to)
{
    while (*from < *to) {
        size_t next = *from;
        uint32_t cp = vt_utf8_next(raw, &next);
        if (!vt_cp_is(cp, VT_CP_SPACE | VT_CP_CONTROL))
            break;
        *from = next;
    }
    while (*to > *from) {
        size_t before = *to;
        uint32_t cp = vt_utf8_prev(raw, &before);
        if (!vt_cp_is(cp, VT_CP_SPACE | VT_CP_CONTROL))
            break;
        *to = before;
    }
}

vt_value vt_facts_value(const vt_facts *f, size_t from, size_t to, float confidence)
{
    vt_str raw = f->doc->raw_text;
    to = VT_MIN(to, raw.len);
    from = VT_MIN(from, to);
    trim_range(raw, &from, &to);
    if (from == to)
        return (vt_value){0};
    vt_str text = vt_str_sub(raw, from, to);
    if (needs_collapse(text))
        text = collapse(f->arena, text);
    return (vt_value){.text = text,
                      .start = vt_facts_chars(f, from),
                      .end = vt_facts_chars(f, to),
                      .confidence = confidence};
}

static bool is_outer_punctuation(uint32_t cp, bool at_end)
{
    switch (cp) {
    case ',':
    case ';':
    case '|':
    case '/':
    case '\\':
    case '~':
    case '*':
    case '_':
    case 0xB7:
    case 0x2022:
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2212:
    case 0x25CF:
    case 0x2026:
    case 0x3001:
    case 0x2217:
    case 0x22C5:
    case '>':
    case '<':
    case '=':
        return true;
    case '-':
    case ':':
    case 0xFF1A:
    case '@':
        return true;
    case '.':
        return !at_end;
    default:
        return false;
    }
}

enum { LOOKS = 64 };

/** Does the bracket at the edge of s lack its partner? Each answer reads all of s; behind LOOKS of
 * them none has one: what begins with a thousand brackets is no value. */
static bool unpaired(vt_str s, char open, char close, bool at_end, int *looks)
{
    int depth = 0, lowest = 0;
    if (++*looks > LOOKS)
        return true;
    for (size_t i = 0; i < s.len; i++) {
        depth += s.ptr[i] == open;
        depth -= s.ptr[i] == close;
        lowest = VT_MIN(lowest, depth);
    }
    return at_end ? lowest < 0 || depth < 0 : depth > 0;
}

vt_value vt_facts_clean_value(const vt_facts *f, size_t from, size_t to, float confidence)
{
    vt_str raw = f->doc->raw_text;
    int looks = 0;
    to = VT_MIN(to, raw.len);
    from = VT_MIN(from, to);
    bool open = to < raw.len && raw.ptr[to] == ')' &&
                unpaired(vt_str_sub(raw, from, to), '(', ')', false, &looks);
    to += open; /* a piece in brackets ends before the closing one */
    for (bool moved = true; moved && from < to;) {
        moved = false;
        trim_range(raw, &from, &to);
        if (from == to)
            break;
        size_t next = from, before = to;
        uint32_t first = vt_utf8_next(raw, &next), last = vt_utf8_prev(raw, &before);
        vt_str s = vt_str_sub(raw, from, to);
        if (is_outer_punctuation(first, false) || first == ')' || first == ']' ||
            (first == '(' && unpaired(s, '(', ')', false, &looks)) ||
            (first == '[' && unpaired(s, '[', ']', false, &looks))) {
            from = next;
            moved = true;
        } else if (is_outer_punctuation(last, true) || last == '(' || last == '[' ||
                   (last == ')' && unpaired(s, '(', ')', true, &looks)) ||
                   (last == ']' && unpaired(s, '[', ']', true, &looks))) {
            to = before;
            moved = true;
        } else if (first == '(' && last == ')' && vt_str_find_char(s, ')', 0) == s.len - 1) {
            from = next;
            to = before;
            moved = true;
        }
    }
    return vt_facts_value(f, from, to, confidence);
}

uint32_t vt_info_word_at(const vt_info *info, size_t byte)
{
    uint32_t i = 0;
    while (i < info->words.n && info->base + info->words.at[i].end <= byte)
        i++;
    return i;
}

uint32_t vt_info_word_from(const vt_info *info, size_t byte)
{
    uint32_t i = 0;
    while (i < info->words.n && vt_info_word_start(info, i) < byte)
        i++;
    return i;
}

bool vt_info_is_cased(const vt_info *info, uint32_t word)
{
    size_t at = 0;
    return vt_cp_is(vt_utf8_next(info->words.at[word].folded, &at), VT_CP_LOWER);
}

bool vt_info_is_capital(const vt_info *info, uint32_t word)
{
    return (info->words.at[word].flags & VT_WORD_CAPITAL) || !vt_info_is_cased(info, word);
}

bool vt_info_wide_gap(const vt_facts *f, const vt_info *info, size_t at)
{
    uint32_t chars = vt_facts_chars(f, info->base + at);
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    for (uint32_t i = 1; i < info->line->count; i++)
        if (tokens[i].start == chars)
            return (tokens[i].flags & VT_TOKEN_WIDE_GAP) != 0;
    return false;
}

vt_date vt_facts_date(const vt_facts *f, const vt_info *info, const vt_date_hit *hit, bool second)
{
    vt_when when = second ? hit->to : hit->from;
    vt_span span = second ? hit->to_span : hit->from_span;
    if (span.start >= span.end)
        span = (vt_span){hit->start, hit->end};
    return (vt_date){.year = when.year,
                     .month = when.month,
                     .start = vt_facts_chars(f, info->base + span.start),
                     .end = vt_facts_chars(f, info->base + span.end),
                     .confidence = hit->score};
}
