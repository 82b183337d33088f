/* SPDX-License-Identifier: Apache-2.0 */
#include "extract/icons.h"

typedef struct code_row {
    uint32_t code;
    const char *word;
} code_row;

/* Font Awesome 4 to 6 and Material Icons, by private-use code; sorted. */
static const code_row private_use[] = {
    {0xe02f, "book"},
    {0xe0b0, "phone"},
    {0xe0b7, "chat"},
    {0xe0be, "mail"},
    {0xe0c8, "place"},
    {0xe0c9, "place"},
    {0xe0cd, "phone"},
    {0xe0cf, "phone"},
    {0xe0e1, "mail"},
    {0xe157, "link"},
    {0xe158, "mail"},
    {0xe226, "file"},
    {0xe324, "mobile"},
    {0xe325, "mobile"},
    {0xe55b, "map"},
    {0xe55f, "place"},
    {0xe7e9, "birthday"},
    {0xe7ef, "people"},
    {0xe7fd, "person"},
    {0xe7fe, "person"},
    {0xe80b, "web"},
    {0xe80c, "education"},
    {0xe838, "star"},
    {0xe83a, "star-empty"},
    {0xe839, "star-half"},
    {0xe84e, "person"},
    {0xe851, "person"},
    {0xe853, "person"},
    {0xe86f, "code"},
    {0xe878, "calendar"},
    {0xe88a, "home"},
    {0xe894, "web"},
    {0xe8b4, "place"},
    {0xe8e2, "language"},
    {0xe8f9, "work"},
    {0xe916, "calendar"},
    {0xe935, "calendar"},
    {0xea77, "education"},
    {0xf001, "music"},
    {0xf003, "mail"},
    {0xf005, "star"},
    {0xf006, "star-empty"},
    {0xf007, "person"},
    {0xf008, "film"},
    {0xf00c, "check"},
    {0xf013, "gear"},
    {0xf015, "home"},
    {0xf017, "clock"},
    {0xf019, "download"},
    {0xf02d, "book"},
    {0xf030, "camera"},
    {0xf041, "place"},
    {0xf072, "travel"},
    {0xf073, "calendar"},
    {0xf075, "chat"},
    {0xf080, "chart"},
    {0xf081, "twitter"},
    {0xf082, "facebook"},
    {0xf084, "key"},
    {0xf089, "star-half"},
    {0xf08c, "linkedin"},
    {0xf091, "award"},
    {0xf092, "github"},
    {0xf095, "phone"},
    {0xf098, "phone"},
    {0xf099, "twitter"},
    {0xf09a, "facebook"},
    {0xf09b, "github"},
    {0xf0a3, "certificate"},
    {0xf0ac, "web"},
    {0xf0ad, "tools"},
    {0xf0b1, "work"},
    {0xf0c0, "people"},
    {0xf0c1, "link"},
    {0xf0e0, "mail"},
    {0xf0e1, "linkedin"},
    {0xf0eb, "idea"},
    {0xf0f7, "building"},
    {0xf108, "computer"},
    {0xf109, "computer"},
    {0xf10b, "mobile"},
    {0xf10c, "circle-empty"},
    {0xf111, "circle"},
    {0xf113, "github"},
    {0xf11b, "game"},
    {0xf120, "code"},
    {0xf121, "code"},
    {0xf123, "star-half"},
    {0xf124, "place"},
    {0xf129, "info"},
    {0xf133, "calendar"},
    {0xf13b, "web"},
    {0xf13c, "web"},
    {0xf14c, "link"},
    {0xf15b, "file"},
    {0xf15c, "file"},
    {0xf16c, "stackoverflow"},
    {0xf16d, "instagram"},
    {0xf171, "bitbucket"},
    {0xf174, "tumblr"},
    {0xf17b, "android"},
    {0xf17d, "dribbble"},
    {0xf17e, "skype"},
    {0xf18c, "pagelines"},
    {0xf18d, "stackexchange"},
    {0xf192, "circle"},
    {0xf199, "mail"},
    {0xf19c, "building"},
    {0xf19d, "education"},
    {0xf1ab, "language"},
    {0xf1ad, "building"},
    {0xf1ae, "person"},
    {0xf1b4, "behance"},
    {0xf1d3, "git"},
    {0xf1da, "clock"},
    {0xf1e3, "sport"},
    {0xf1ea, "news"},
    {0xf1fd, "birthday"},
    {0xf20e, "web"},
    {0xf21b, "person"},
    {0xf230, "facebook"},
    {0xf232, "whatsapp"},
    {0xf245, "web"},
    {0xf276, "place"},
    {0xf279, "map"},
    {0xf296, "gitlab"},
    {0xf2b6, "mail"},
    {0xf2b9, "contact"},
    {0xf2ba, "contact"},
    {0xf2bb, "contact"},
    {0xf2bc, "contact"},
    {0xf2bd, "person"},
    {0xf2be, "person"},
    {0xf2c0, "person"},
    {0xf2c1, "id"},
    {0xf2c2, "id"},
    {0xf2c6, "telegram"},
    {0xf39e, "facebook"},
    {0xf3c5, "place"},
    {0xf3cd, "mobile"},
    {0xf3ce, "mobile"},
    {0xf3fa, "mobile"},
    {0xf406, "person"},
    {0xf4fc, "person"},
    {0xf500, "people"},
    {0xf501, "education"},
    {0xf508, "person"},
    {0xf549, "education"},
    {0xf559, "award"},
    {0xf5a0, "place"},
    {0xf5ab, "web"},
    {0xf5c0, "star-half"},
    {0xf5da, "book"},
    {0xf5fc, "computer"},
    {0xf658, "mail"},
    {0xf791, "place"},
    {0xf7a2, "web"},
    {0xf879, "phone"},
    {0xf87b, "photo"},
};

/* Names of glyphs in icon fonts, without suffixes; longest first where one begins another. */
static const struct {
    const char *part, *word;
} names[] = {
    {"envelope", "mail"},
    {"mail", "mail"},
    {"at-sign", "mail"},
    {"mobile", "mobile"},
    {"cellphone", "mobile"},
    {"smartphone", "mobile"},
    {"whatsapp", "whatsapp"},
    {"phone", "phone"},
    {"telephone", "phone"},
    {"home", "home"},
    {"house", "home"},
    {"map-marker", "place"},
    {"map_marker", "place"},
    {"mapmarker", "place"},
    {"map-pin", "place"},
    {"location", "place"},
    {"linkedin", "linkedin"},
    {"github", "github"},
    {"gitlab", "gitlab"},
    {"bitbucket", "bitbucket"},
    {"twitter", "twitter"},
    {"facebook", "facebook"},
    {"instagram", "instagram"},
    {"stack-overflow", "stackoverflow"},
    {"stackoverflow", "stackoverflow"},
    {"skype", "skype"},
    {"telegram", "telegram"},
    {"orcid", "orcid"},
    {"google-scholar", "scholar"},
    {"googlescholar", "scholar"},
    {"researchgate", "researchgate"},
    {"medium", "medium"},
    {"dribbble", "dribbble"},
    {"behance", "behance"},
    {"globe", "web"},
    {"earth", "web"},
    {"link", "link"},
    {"url", "link"},
    {"calendar", "calendar"},
    {"birthday", "birthday"},
    {"cake", "birthday"},
    {"graduation", "education"},
    {"university", "education"},
    {"briefcase", "work"},
    {"suitcase", "work"},
    {"star-half", "star-half"},
    {"star-empty", "star-empty"},
    {"star_empty", "star-empty"},
    {"star-o", "star-empty"},
    {"star", "star"},
    {"circle-empty", "circle-empty"},
    {"circle-o", "circle-empty"},
    {"circle", "circle"},
    {"trophy", "award"},
    {"award", "award"},
    {"medal", "award"},
    {"certificate", "certificate"},
    {"language", "language"},
    {"book", "book"},
    {"user", "person"},
    {"person", "person"},
    {"code", "code"},
    {"wrench", "tools"},
    {"tools", "tools"},
    {"cog", "gear"},
    {"gear", "gear"},
    {"building", "building"},
    {"file", "file"},
    {"check", "check"},
};

/* Pictographs that people type before contact data; sorted. */
static const code_row pictographs[] = {
    {0x2302, "home"},    {0x260e, "phone"},     {0x260f, "phone"},      {0x2706, "phone"},
    {0x2709, "mail"},    {0x1f30d, "web"},      {0x1f30e, "web"},       {0x1f30f, "web"},
    {0x1f310, "web"},    {0x1f382, "birthday"}, {0x1f393, "education"}, {0x1f3e0, "home"},
    {0x1f3e1, "home"},   {0x1f3e2, "building"}, {0x1f464, "person"},    {0x1f4bb, "computer"},
    {0x1f4bc, "work"},   {0x1f4c5, "calendar"}, {0x1f4c6, "calendar"},  {0x1f4cd, "place"},
    {0x1f4de, "phone"},  {0x1f4e7, "mail"},     {0x1f4e8, "mail"},      {0x1f4e9, "mail"},
    {0x1f4f1, "mobile"}, {0x1f4f2, "mobile"},   {0x1f4ec, "mail"},      {0x1f517, "link"},
    {0x1f582, "mail"},   {0x1f5a5, "computer"}, {0x1f5fa, "map"},
};

static vt_str find_code(const code_row *rows, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].code == code)
            return vt_str_z(rows[i].word);
    return VT_STR_NULL;
}

static bool contains_nocase(vt_str s, vt_str part)
{
    for (size_t i = 0; i + part.len <= s.len; i++)
        if (vt_str_starts_nocase(vt_str_sub(s, i, s.len), part))
            return true;
    return false;
}

static bool contains_any(vt_str s, const char *const *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (contains_nocase(s, vt_str_z(parts[i])))
            return true;
    return false;
}

bool vt_icons_is_icon_font(vt_str font_name)
{
    static const char *const parts[] = {
        "FontAwesome",     "Font Awesome",   "Font-Awesome",  "fa-solid",      "fa-brands",
        "fa-regular",      "MaterialIcon",   "Material Icon", "Material-Icon", "MaterialSymbol",
        "material-design", "MaterialDesign", "academicons",   "ionicon",       "icomoon",
        "simpleicon",      "simple-icon",    "fontello",      "glyphicon",     "feather",
        "typicons",        "octicons",       "themify",       "linearicons",   "linea-",
        "bootstrap-icon",  "remixicon",      "phosphor",      "line-awesome",  "LineAwesome",
        "zocial",          "entypo",         "fontisto",      "boxicons",      "tabler-icon",
    };
    return contains_any(font_name, parts, VT_COUNT(parts));
}

bool vt_icons_is_dingbat_font(vt_str font_name)
{
    static const char *const parts[] = {"Wingdings", "Webdings", "Marlett"};
    return contains_any(font_name, parts, VT_COUNT(parts));
}

vt_str vt_icons_meaning(uint32_t code, vt_str glyph_name)
{
    for (size_t i = 0; glyph_name.len > 1 && i < VT_COUNT(names); i++)
        if (contains_nocase(glyph_name, vt_str_z(names[i].part)))
            return vt_str_z(names[i].word);
    vt_str word = find_code(private_use, VT_COUNT(private_use), code);
    if (!word.ptr)
        word = vt_icons_pictograph(code);
    return word.ptr ? word : VT_STR("");
}

vt_str vt_icons_pictograph(uint32_t code)
{
    return code < 0x2302 ? VT_STR_NULL : find_code(pictographs, VT_COUNT(pictographs), code);
}

/* Wingdings: most of what stands in a resume is a bullet; a few signs introduce contact data. */
vt_str vt_icons_dingbat(uint32_t code)
{
    static const code_row rows[] = {
        {0x28, "phone"}, {0x29, "phone"},    {0x2a, "mail"},   {0x2b, "mail"},
        {0x2c, "mail"},  {0x3a, "computer"}, {0x51, "travel"}, {0xab, "star"},
    };
    return find_code(rows, VT_COUNT(rows), code >= 0xf000 && code < 0xf100 ? code - 0xf000 : code);
}
