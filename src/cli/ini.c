/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/ini.h"

static bool is_comment(char c)
{
    return c == '#' || c == ';';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* What stands before a comment behind a blank. */
static vt_str without_comment(vt_str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (is_comment(value.ptr[i]) && (i == 0 || is_blank(value.ptr[i - 1])))
            return vt_str_sub(value, 0, i);
    return value;
}

static bool read_line(vt_str line, vt_ini_line *ret)
{
    line = vt_str_trim(line);
    if (!line.len || is_comment(line.ptr[0]))
        return false;
    if (vt_str_find_char(line, '\0', 0) != VT_NPOS) {
        ret->fault = "the line has a NUL byte";
        return true;
    }
    if (line.ptr[0] == '[') {
        vt_str head = vt_str_trim(without_comment(line));
        ret->fault = vt_str_ends(head, VT_STR("]")) ? NULL : "the [section] has no end";
        return ret->fault != NULL;
    }
    size_t at = 0;
    while (at < line.len && line.ptr[at] != '=' && line.ptr[at] != ':')
        at++;
    ret->key = vt_str_trim(vt_str_sub(line, 0, at));
    ret->value = vt_str_trim(without_comment(vt_str_sub(line, at + 1, line.len)));
    if (at == line.len || !ret->key.len)
        ret->fault = "the line is not KEY = VALUE";
    return true;
}

bool vt_ini_next(vt_str *rest, unsigned *number, vt_ini_line *ret)
{
    vt_str line;
    if (*number == 0 && vt_str_starts(*rest, VT_STR("\xEF\xBB\xBF")))
        *rest = vt_str_sub(*rest, 3, rest->len);
    while (vt_str_split(rest, '\n', &line)) {
        *ret = (vt_ini_line){.number = ++*number};
        if (read_line(line, ret))
            return true;
    }
    return false;
}
