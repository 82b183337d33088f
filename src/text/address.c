/* SPDX-License-Identifier: Apache-2.0 */
/*
 * E-mail addresses and URLs.
 *
 *     email  = local at domain            at: "@", " @ ", "(at)", "[at]", " at " with a spelt dot
 *     domain = label {dot label} tld      dot: ".", " . " not, "(dot)", "[dot]", " dot "
 *     url    = [scheme "://"] ["www."] host [":" port] [path]
 *
 * A host without scheme, www and path must end in a usual top-level domain, and well-known product
 * names (ASP.NET, socket.io) are none.
 */
#include "text/token.h"

#include "text/utf8.h"

enum { MAX_LOCAL = 64, MAX_DOMAIN = 253 };

/* ---- e-mail ---- */

static bool is_local(uint32_t cp)
{
    if (cp < 0x80)
        return vt_is_alnum((int)cp) || (cp && strchr("._%+-'~", (int)cp));
    return vt_cp_is(cp, VT_CP_LETTER | VT_CP_DIGIT | VT_CP_MARK);
}

static bool is_label(uint32_t cp)
{
    return cp < 0x80 ? vt_is_alnum((int)cp) || cp == '-'
                     : vt_cp_is(cp, VT_CP_LETTER | VT_CP_DIGIT | VT_CP_MARK);
}

/* Start of the local part that ends at `end`; `end` when there is none. */
static size_t local_start(vt_str text, size_t end)
{
    size_t at = end;
    while (at > 0 && end - at < MAX_LOCAL) {
        size_t before = at;
        if (!is_local(vt_utf8_prev(text, &before)))
            break;
        at = before;
    }
    while (at < end && strchr(".-'~%+", text.ptr[at]))
        at++;
    return at;
}

static size_t skip_spaces(vt_str text, size_t at, size_t most)
{
    while (at < text.len && most-- > 0 && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

/* Length of one of the spellings at `at`, or 0. */
static size_t spelling(vt_str text, size_t at, const char *const *forms, size_t n)
{
    vt_str rest = vt_str_sub(text, at, text.len);
    for (size_t i = 0; i < n; i++)
        if (vt_str_starts_nocase(rest, vt_str_z(forms[i])))
            return strlen(forms[i]);
    return 0;
}

static const char *const DOTS[] = {" (dot) ", "(dot)",     " [dot] ", "[dot]",   " {dot} ", "{dot}",
                                   " dot ",   " (punkt) ", "(punkt)", "[punkt]", "(point)"};
static const char *const ATS[] = {" (at) ", "(at)",     " [at] ",  "[at]",   " {at} ",
                                  "{at}",   " at ",     "<at>",    " <at> ", "(a)",
                                  "[a]",    "(arroba)", " arroba "};

struct domain {
    char text[MAX_DOMAIN + 1];
    size_t len, end; /* end: behind it in the text */
    size_t dots;
    bool spelt; /* a dot was written as a word */
};

static bool read_domain(vt_str text, size_t at, struct domain *d)
{
    *d = (struct domain){0};
    size_t last_label = 0, good_end = 0, good_len = 0;
    while (at < text.len) {
        size_t start = at;
        while (at < text.len) {
            size_t next = at;
            if (!is_label(vt_utf8_next(text, &next)))
                break;
            at = next;
        }
        if (at == start || d->len + (at - start) + 1 > MAX_DOMAIN)
            break;
        memcpy(d->text + d->len, text.ptr + start, at - start);
        d->len += at - start;
        last_label = at - start;
        if (d->dots > 0 && last_label >= 2) {
            good_end = at;
            good_len = d->len;
        }
        size_t dot = at < text.len && text.ptr[at] == '.' ? 1 : 0;
        if (!dot && (dot = spelling(text, at, DOTS, VT_COUNT(DOTS))) > 0)
            d->spelt = true;
        if (!dot)
            break;
        d->text[d->len++] = '.';
        d->dots++;
        at += dot;
    }
    d->len = good_len;
    d->end = good_end;
    while (d->len > 0 && d->text[d->len - 1] == '-') {
        d->len--;
        d->end--;
    }
    /* the last label has letters only */
    size_t tld = d->len;
    while (tld > 0 && d->text[tld - 1] != '.')
        if (vt_is_digit(d->text[--tld]))
            return false;
    return d->len > 3 && tld > 1;
}

static bool make_email(vt_arena *arena, vt_str text, size_t start, size_t end,
                       const struct domain *d, vt_email *ret)
{
    vt_str written = vt_str_sub(text, start, d->end);
    vt_str local = vt_str_sub(text, start, end);
    vt_str domain = vt_str_n(d->text, d->len);
    ret->span = (vt_span){(uint32_t)start, (uint32_t)d->end};
    ret->clean = local.len + 1 + domain.len == written.len && written.ptr[local.len] == '@';
    ret->text = ret->clean ? written
                           : vt_str_format(arena, VT_STR_FMT "@" VT_STR_FMT, VT_STR_ARG(local),
                                           VT_STR_ARG(domain));
    return true;
}

/* An address around the sign at `at`, of `sign` bytes. */
static bool email_around(vt_arena *arena, vt_str text, size_t from, size_t at, size_t sign,
                         bool spelt, vt_email *ret)
{
    struct domain d;
    size_t end = at;
    if (!spelt)
        while (end > from && at - end < 2 && text.ptr[end - 1] == ' ')
            end--;
    size_t start = local_start(text, end);
    if (start < from || start == end)
        return false;
    size_t domain = spelt ? at + sign : skip_spaces(text, at + sign, 2);
    if (!read_domain(text, domain, &d))
        return false;
    /* "I work at example.com" is no address, "me at example dot com" is */
    if (spelt && text.ptr[at] == ' ' && vt_is_alpha(text.ptr[at + 1]) && !d.spelt)
        return false;
    return make_email(arena, text, start, end, &d, ret);
}

bool vt_email_find(vt_arena *arena, vt_str text, size_t from, vt_email *ret)
{
    for (size_t i = from; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '@') {
            if (email_around(arena, text, from, i, 1, false, ret))
                return true;
        } else if ((unsigned char)c == 0xEF &&
                   vt_str_starts(vt_str_sub(text, i, text.len), VT_STR("\xEF\xBC\xA0"))) {
            if (email_around(arena, text, from, i, 3, false, ret))
                return true;
        } else if (c == ' ' || c == '(' || c == '[' || c == '{' || c == '<') {
            size_t n = spelling(text, i, ATS, VT_COUNT(ATS));
            if (n && email_around(arena, text, from, i, n, true, ret))
                return true;
        }
    }
    return false;
}

bool vt_email_is_masked(vt_str address)
{
    size_t n = 0, stars = 0;
    while (n < address.len && (vt_lower(address.ptr[n]) == 'x' || address.ptr[n] == '*'))
        stars += address.ptr[n++] == '*';
    return (n >= 4 || stars >= 2) && n < address.len && address.ptr[n] == '@';
}

/* ---- URL ---- */

static const struct {
    vt_url_kind kind;
    const char *word, *host; /* host or its ending */
} KINDS[] = {
    {VT_URL_LINKEDIN, "linkedin", "linkedin.com"},
    {VT_URL_LINKEDIN, "linkedin", "lnkd.in"},
    {VT_URL_GITHUB, "github", "github.com"},
    {VT_URL_GITHUB, "github", "github.io"},
    {VT_URL_GITLAB, "gitlab", "gitlab.com"},
    {VT_URL_STACKOVERFLOW, "stackoverflow", "stackoverflow.com"},
    {VT_URL_TWITTER, "twitter", "twitter.com"},
    {VT_URL_TWITTER, "twitter", "x.com"},
    {VT_URL_FACEBOOK, "facebook", "facebook.com"},
    {VT_URL_INSTAGRAM, "instagram", "instagram.com"},
    {VT_URL_XING, "xing", "xing.com"},
    {VT_URL_BEHANCE, "behance", "behance.net"},
    {VT_URL_DRIBBBLE, "dribbble", "dribbble.com"},
    {VT_URL_MEDIUM, "medium", "medium.com"},
    {VT_URL_YOUTUBE, "youtube", "youtube.com"},
    {VT_URL_YOUTUBE, "youtube", "youtu.be"},
    {VT_URL_ORCID, "orcid", "orcid.org"},
    {VT_URL_SCHOLAR, "scholar", "scholar.google.com"},
    {VT_URL_RESEARCHGATE, "researchgate", "researchgate.net"},
    {VT_URL_KAGGLE, "kaggle", "kaggle.com"},
    {VT_URL_SKYPE, "skype", "skype.com"},
    {VT_URL_TELEGRAM, "telegram", "t.me"},
    {VT_URL_DOI, "doi", "doi.org"},
};

/* Endings that make a bare host believable. */
static bool is_usual_tld(vt_str tld)
{
    static const char TLDS[] =
        " com org net edu gov mil int info biz io dev me co ai app tech design blog xyz online site"
        " page pro name work works studio agency digital cloud media space website store world zone"
        " email live life one us uk ca au nz ie de at ch fr be nl lu es pt it pl cz sk hu ro bg gr"
        " se no dk fi is ee lv lt ru ua by tr il ae sa eg ma za ng ke gh in pk bd lk id my sg th vn"
        " ph cn tw hk jp kr br ar cl mx pe ve uy eu asia cat tv cc la link bio art photo "
        "photography"
        " academy engineer engineering software systems solutions consulting ";
    char word[20];
    if (tld.len < 2 || tld.len + 3 > sizeof word)
        return false;
    word[0] = ' ';
    for (size_t i = 0; i < tld.len; i++)
        word[i + 1] = vt_lower(tld.ptr[i]);
    word[tld.len + 1] = ' ';
    word[tld.len + 2] = '\0';
    return strstr(TLDS, word) != NULL;
}

static vt_str tld_of(vt_str host)
{
    size_t from = host.len;
    while (from > 0 && host.ptr[from - 1] != '.')
        from--;
    return vt_str_sub(host, from, host.len);
}

bool vt_email_is_cut(vt_str line)
{
    size_t at = line.len;
    while (at > 0 && line.ptr[at - 1] != '@' && !vt_is_space(line.ptr[at - 1]))
        at--;
    if (at < 2 || line.ptr[at - 1] != '@')
        return false;
    vt_str host = vt_str_sub(line, at, line.len), tld = tld_of(host);
    return tld.len == host.len || tld.len < 2;
}

bool vt_email_goes_on(vt_arena *arena, vt_str line, vt_str next, vt_email *ret)
{
    size_t from = line.len;
    while (from > 0 && !vt_is_space(line.ptr[from - 1]))
        from--;
    vt_str last = vt_str_sub(line, from, line.len);
    bool sign = vt_str_find_char(last, '@', 0) != VT_NPOS;
    if (!last.len || !next.len || sign == (vt_str_find_char(next, '@', 0) != VT_NPOS) ||
        (!sign && next.ptr[0] != '@') || vt_str_find_char(next, ' ', 0) != VT_NPOS)
        return false;
    for (size_t i = 0; i < next.len; i++)
        if (vt_is_upper(next.ptr[i]))
            return false; /* a word of its own */
    bool whole = sign && vt_email_find(arena, last, 0, ret) && is_usual_tld(tld_of(ret->text));
    if (whole && vt_str_find_char(next, '.', 0) != VT_NPOS)
        return false; /* a host of its own */
    vt_str joined = vt_str_format(arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(last), VT_STR_ARG(next));
    if (!vt_email_find(arena, joined, 0, ret) || ret->span.end != joined.len || !ret->clean ||
        !is_usual_tld(tld_of(ret->text)))
        return false;
    ret->span.start += (uint32_t)from;
    ret->span.end += (uint32_t)from;
    return true;
}

static bool is_product_name(vt_str host)
{
    static const char *const NAMES[] = {"asp.net",   "vb.net",    "ado.net", "ml.net",  "socket.io",
                                        "c.net",     "paper.io",  ".net",    "draw.io", "ph.d",
                                        "b.com",     "m.com",     "b.ed",    "e.g",     "i.e",
                                        "paint.net", "engine.io", "d.com"};
    return VT_STR_AMONG_NOCASE(host, NAMES);
}

static size_t scheme_length(vt_str rest)
{
    static const char *const SCHEMES[] = {"https://", "http://", "ftp://", "https:/ /"};
    for (size_t i = 0; i < VT_COUNT(SCHEMES); i++)
        if (vt_str_starts_nocase(rest, vt_str_z(SCHEMES[i])))
            return strlen(SCHEMES[i]);
    return 0;
}

static vt_str host_at(vt_str text, size_t at)
{
    size_t end = at;
    while (end < text.len) {
        size_t next = end;
        uint32_t cp = vt_utf8_next(text, &next);
        if (!is_label(cp) && cp != '.' && cp != '_')
            break;
        end = next;
    }
    while (end > at && (text.ptr[end - 1] == '.' || text.ptr[end - 1] == '-'))
        end--;
    return vt_str_sub(text, at, end);
}

static size_t path_end(vt_str text, size_t at)
{
    size_t end = at;
    int open = 0;
    while (end < text.len) {
        size_t next = end;
        uint32_t cp = vt_utf8_next(text, &next);
        if (vt_cp_is(cp, VT_CP_SPACE | VT_CP_CONTROL) || cp == '<' || cp == '>' || cp == '"' ||
            cp == '|' || cp == 0x2022)
            break;
        open += cp == '(' ? 1 : cp == ')' ? -1 : 0;
        if (open < 0)
            break;
        end = next;
    }
    while (end > at && strchr(".,;:!?'*", text.ptr[end - 1]))
        end--;
    return end;
}

static vt_url_kind kind_of_host(vt_str host)
{
    for (size_t i = 0; i < VT_COUNT(KINDS); i++) {
        vt_str want = vt_str_z(KINDS[i].host);
        if (host.len < want.len)
            continue;
        vt_str end = vt_str_sub(host, host.len - want.len, host.len);
        if (vt_str_eq_nocase(end, want) &&
            (host.len == want.len || host.ptr[host.len - want.len - 1] == '.'))
            return KINDS[i].kind;
    }
    return VT_URL_WEBSITE;
}

/* The URL that starts exactly at `at`. */
static bool url_at(vt_str text, size_t at, vt_url *ret)
{
    size_t scheme = scheme_length(vt_str_sub(text, at, text.len));
    vt_str host = host_at(text, at + scheme);
    bool www = vt_str_starts_nocase(host, VT_STR("www."));
    vt_str name = www ? vt_str_sub(host, 4, host.len) : host;
    size_t dot = name.len;
    while (dot > 0 && name.ptr[dot - 1] != '.')
        dot--;
    vt_str tld = vt_str_sub(name, dot, name.len);
    if (dot < 2 || tld.len < 2 || vt_is_digit(tld.ptr[0]) ||
        vt_str_find(name, VT_STR(".."), 0) != VT_NPOS || name.ptr[0] == '.')
        return false;
    size_t end = at + scheme + host.len;
    if (end < text.len && text.ptr[end] == '@')
        return false;
    if (end < text.len && text.ptr[end] == ':' && end + 1 < text.len &&
        vt_is_digit(text.ptr[end + 1])) {
        size_t port = end + 1;
        while (port < text.len && vt_is_digit(text.ptr[port]))
            port++;
        end = port;
    }
    bool path = end < text.len && (text.ptr[end] == '/' || text.ptr[end] == '?');
    if (!scheme && !www && (!is_usual_tld(tld) || (!path && is_product_name(name))))
        return false;
    if (path)
        end = path_end(text, end);
    *ret = (vt_url){.span = {(uint32_t)at, (uint32_t)end},
                    .text = vt_str_sub(text, at, end),
                    .host = name,
                    .kind = kind_of_host(name),
                    .scheme = scheme > 0};
    return true;
}

bool vt_url_find(vt_str text, size_t from, vt_url *ret)
{
    uint32_t before = ' ';
    if (from > 0 && from <= text.len) {
        size_t at = from;
        before = vt_utf8_prev(text, &at);
    }
    for (size_t i = from; i < text.len;) {
        size_t next = i;
        uint32_t cp = vt_utf8_next(text, &next);
        bool starts = is_label(cp) && cp != '-' && !is_label(before) && before != '@' &&
                      before != '.' && before != '_' && before != '/';
        if (starts && url_at(text, i, ret)) {
            return true;
        }
        if (starts) { /* behind the word, or behind an e-mail address */
            while (next < text.len) {
                size_t after = next;
                cp = vt_utf8_next(text, &after);
                if (!is_local(cp) && cp != '@')
                    break;
                next = after;
            }
            size_t last = next;
            cp = vt_utf8_prev(text, &last);
        }
        before = cp;
        i = next;
    }
    return false;
}

vt_url_kind vt_url_classify(vt_str url)
{
    vt_url found;
    url = vt_str_trim(url);
    if (url.len == 0 || !url_at(url, 0, &found))
        return VT_URL_OTHER;
    return found.kind;
}

const char *vt_url_kind_word(vt_url_kind kind)
{
    for (size_t i = 0; i < VT_COUNT(KINDS); i++)
        if (KINDS[i].kind == kind)
            return KINDS[i].word;
    return kind == VT_URL_WEBSITE ? "website" : "other";
}
