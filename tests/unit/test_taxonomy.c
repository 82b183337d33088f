/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "skills/build.h"
#include "skills/fold.h"
#include "skills/image.h"
#include "skills/match.h"
#include "skills/taxonomy.h"
#include "skills/variants.h"

static vt_taxonomy *embedded;

static int open_embedded(void **state)
{
    (void)state;
    return vt_taxonomy_open_embedded(&embedded, NULL) == VT_OK ? 0 : -1;
}

static int drop_embedded(void **state)
{
    (void)state;
    vt_taxonomy_drop(embedded);
    return 0;
}

static void test_embedded__is_whole_and_large(void **state)
{
    (void)state;
    vt_error err = {0};
    assert_int_equal(vt_taxonomy_verify(embedded, &err), VT_OK);
    assert_true(vt_taxonomy_count(embedded) > 32000);
    assert_in_range(vt_taxonomy_count_all(embedded).image_bytes, 1,
                    12000000); /* what a host maps */
}

static void test_find__symbols_abbreviations_and_spellings(void **state)
{
    (void)state;
    static const struct {
        const char *surface, *name;
    } rows[] = {
        {"C++", "C++"},
        {"c#", "C#"},
        {"F#", "F#"},
        {"node.js", "Node.js"},
        {"NodeJS", "Node.js"},
        {"Node js", "Node.js"},
        {"CI/CD", "CI/CD"},
        {"A/B testing", "A/B Testing"},
        {"python", "Python"},
        {"Front-end development", "Front-End Development"},
        {"frontend development", "Front-End Development"},
        {"PL/SQL", "PL/SQL"},
        {"plsql", "PL/SQL"},
        {"relational database", "Relational Databases"},
        {"Powerbi", "Microsoft Power BI"},
        {"Microsoft Excel", "Microsoft Excel"},
        {"Behavior Modelling", NULL},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].surface);
        vt_skill skill;
        bool found = vt_taxonomy_find(embedded, vt_str_z(rows[i].surface), &skill);
        assert_int_equal(found, rows[i].name != NULL);
        if (rows[i].name)
            assert_str_eq(vt_taxonomy_name(embedded, skill.index, (char[VT_ALIAS_MAX]){0}),
                          rows[i].name);
    }
}

/* A query need not be UTF-8: an overlong '+' is a byte that separates, not a sign without an end.
 */
static void test_find__malformed_bytes_end(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "\xC0\xAB",         "C\xC0\xAB",   "\xE0\x80\xAENet", "\xC0\xA6", "R\xF8\x88\x80\x80\xA6",
        "\xC0\xAE\xC0\xAE", "\xED\xA0\x80"};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i]);
        vt_skill_found *found;
        (void)vt_taxonomy_search(embedded, arena, vt_str_z(rows[i]), 10, VT_STR_NULL, &found);
        vt_skill_fold fold = {.text = vt_str_z(rows[i])};
        vt_skill_token token;
        size_t tokens = 0, at = 0;
        for (; vt_skill_fold_next(&fold, &token); tokens++) {
            assert_true(fold.at > at && token.len > 0);
            at = fold.at;
        }
        assert_true(tokens <= fold.text.len);
    }
}

static void test_by_id__finds_every_skill(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < vt_taxonomy_count(embedded); i += 97) {
        vt_skill again;
        char buf[VT_ALIAS_MAX];
        assert_true(vt_taxonomy_by_id(embedded, vt_taxonomy_id(embedded, i, buf), &again));
        assert_int_equal(again.index, i);
    }
    vt_skill none;
    assert_false(vt_taxonomy_by_id(embedded, VT_STR("VSK999999"), &none));
    assert_false(vt_taxonomy_by_id(embedded, VT_STR(""), &none));
}

static void test_by_id__a_retired_id_leads_to_its_heir(void **state)
{
    (void)state;
    vt_skill skill;
    assert_true(vt_taxonomy_by_id(embedded, VT_STR("VSK011677"), &skill)); /* Mill (Build Tool) */
    assert_str_eq(vt_taxonomy_name(embedded, skill.index, (char[VT_ALIAS_MAX]){0}), "Mill");
    assert_str_eq(vt_taxonomy_id(embedded, skill.index, (char[VT_ALIAS_MAX]){0}), "VSK000906");
}

static void test_search__prefix_then_mended(void **state)
{
    (void)state;
    static const struct {
        const char *query, *first;
    } rows[] = {{"python", "Python"},
                {"kuber", "Kubernetes"},
                {"kubernets", "Kubernetes"},
                {"postgress", "PostgreSQL"},
                {"project manag", "Project Management"}};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].query);
        vt_skill_found *found;
        size_t n =
            vt_taxonomy_search(embedded, arena, vt_str_z(rows[i].query), 10, VT_STR_NULL, &found);
        assert_true(n >= 1 && n <= 10);
        assert_str_eq(found[0].name, rows[i].first);
    }
    vt_skill_found *found;
    assert_int_equal(
        vt_taxonomy_search(embedded, arena, VT_STR("qqzzxxyy"), 10, VT_STR_NULL, &found), 0);
    assert_int_equal(vt_taxonomy_search(embedded, arena, VT_STR(" ., "), 10, VT_STR_NULL, &found),
                     0);
}

static void test_search__names_of_other_languages(void **state)
{
    (void)state;
    static const struct {
        const char *query, *want;
    } rows[] = {
        {"Schweißen", "Welding"},
        {"gestión de los proyectos", "Project Management"},
        {"データ分析", "Data Analysis"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        vt_skill_found *found;
        UNIT_ROW(i, rows[i].query);
        assert_true(vt_taxonomy_search(embedded, arena, vt_str_z(rows[i].query), 5, VT_STR_NULL,
                                       &found) > 0);
        assert_str_eq(found[0].name, rows[i].want);
    }
}

static void test_nearness__falls_with_distance(void **state)
{
    (void)state;
    vt_skill django, python, flask, carpentry;
    assert_true(vt_taxonomy_find(embedded, VT_STR("Django"), &django));
    assert_true(vt_taxonomy_find(embedded, VT_STR("Python"), &python));
    assert_true(vt_taxonomy_find(embedded, VT_STR("Flask"), &flask));
    assert_true(vt_taxonomy_find(embedded, VT_STR("Carpentry"), &carpentry));
    double parent = vt_taxonomy_nearness(embedded, django.index, python.index);
    double sibling = vt_taxonomy_nearness(embedded, django.index, flask.index);
    assert_true(parent > sibling && sibling > 0.3);
    assert_true(vt_taxonomy_nearness(embedded, django.index, carpentry.index) == 0);
    assert_true(vt_taxonomy_nearness(embedded, python.index, python.index) == 1);
}

static vt_str small_image(vt_arena *arena, vt_buf *out)
{
    static const struct {
        const char *id, *name, *category, *alias, *implied, *ambiguous;
    } rows[] = {
        {"b", "Finch (Elixir)", "Libraries", "", "a", "Finch"},
        {"a", "Elixir", "Programming Languages", "Elixir Lang", "", ""},
        {"c", "Organisation", "Office", "", "", ""},
        {"d", "Go", "Programming Languages", "Golang", "nothing", "Go"},
    };
    vt_skill_sources sources = {0};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_skill_source *s = vt_vec_add(arena, &sources);
        *s = (vt_skill_source){.id = vt_str_z(rows[i].id),
                               .name = vt_str_z(rows[i].name),
                               .category = vt_str_z(rows[i].category)};
        if (*rows[i].alias)
            vt_vec_push(arena, &s->aliases, vt_str_z(rows[i].alias));
        if (*rows[i].implied)
            vt_vec_push(arena, &s->implied, vt_str_z(rows[i].implied));
        if (*rows[i].ambiguous)
            vt_vec_push(arena, &s->ambiguous, vt_str_z(rows[i].ambiguous));
    }
    assert_int_equal(vt_taxonomy_build(arena, &sources, out, NULL), VT_OK);
    return vt_buf_str(out);
}

static bool is_related(const char *skill, vt_relation relation, const char *to)
{
    vt_skill from, other;
    uint32_t at[20];
    assert_true(vt_taxonomy_find(embedded, vt_str_z(skill), &from));
    assert_true(vt_taxonomy_find(embedded, vt_str_z(to), &other));
    size_t n = vt_taxonomy_related(embedded, from.index, relation, at, VT_COUNT(at));
    for (size_t i = 0; i < n; i++)
        if (at[i] == other.index)
            return true;
    return false;
}

/** Django is made with Python, no kind of it; regression testing is a kind of testing. */
static void test_related__kinds_and_what_goes_with_them(void **state)
{
    (void)state;
    assert_true(is_related("Django", VT_RELATION_RELATED, "Python"));
    assert_false(is_related("Django", VT_RELATION_BROADER, "Python"));
    assert_true(is_related("Regression Testing", VT_RELATION_BROADER, "Software Testing"));
    assert_true(is_related("Flask", VT_RELATION_RELATED, "Django"));
}

/** The beginning of a name in the language asked for. */
static void test_search__in_a_language(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)4 << 20);
    vt_skill_found *found;
    size_t n = vt_taxonomy_search(embedded, arena, VT_STR("Kundens"), 5, VT_STR("de"), &found);
    assert_true(n > 0);
    assert_str_eq(found[0].name, "Customer Service");
    assert_str_eq(found[0].surface, "Kundenservice");
    assert_int_equal(vt_taxonomy_search(embedded, arena, VT_STR("Kundens"), 5, VT_STR_NULL, &found),
                     0);
}

static void test_build__small_image_answers(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_str image = small_image(arena, &out);
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    vt_error err = {0};
    assert_int_equal(vt_taxonomy_open_bytes(image, &tax, &err), VT_OK);
    vt_skill skill;
    assert_true(vt_taxonomy_find(tax, VT_STR("finch"), &skill)); /* the qualifier is no surface */
    assert_str_eq(vt_taxonomy_name(tax, skill.index, (char[VT_ALIAS_MAX]){0}), "Finch (Elixir)");
    assert_true(vt_taxonomy_find(tax, VT_STR("ORGANIZATION"), &skill));
    assert_str_eq(vt_taxonomy_id(tax, skill.index, (char[VT_ALIAS_MAX]){0}), "c");
    assert_true(vt_taxonomy_by_id(tax, VT_STR("b"), &skill));
    assert_int_equal(vt_taxonomy_implied(tax, skill.index).n, 1);
    assert_int_equal(
        vt_taxonomy_children(tax, vt_skill_list_at(vt_taxonomy_implied(tax, skill.index), 0)).n, 1);
    assert_true(vt_taxonomy_by_id(tax, VT_STR("d"), &skill));
    assert_int_equal(vt_taxonomy_implied(tax, skill.index).n, 0); /* unknown: left out */
    vt_str alias;
    char buf[VT_ALIAS_MAX];
    assert_true(vt_taxonomy_alias(tax, skill.index, 0, buf, &alias));
    assert_str_eq(alias, "Golang");
    assert_false(vt_taxonomy_alias(tax, skill.index, 1, buf, &alias));
}

/** An imported taxonomy has no cues. */
static void test_build__occupations_without_cues_change_nothing(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
    assert_int_equal(vt_taxonomy_open_bytes(small_image(arena, &out), &tax, NULL), VT_OK);
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    vt_matcher_occupation(matcher, VT_STR("2512"), true);
    vt_matcher_add(matcher, VT_STR("Wrote Elixir every day"), VT_PASSAGE_PROSE);
    vt_mentions found = vt_matcher_run(matcher);
    assert_int_equal(found.n, 1);
    assert_str_eq(vt_taxonomy_name(tax, found.at[0].skill, (char[VT_ALIAS_MAX]){0}), "Elixir");
}

static void test_build__refuses_what_is_no_skill(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_skill_sources none = {0}, twice = {0}, nameless = {0};
    assert_int_equal(vt_taxonomy_build(arena, &none, &out, NULL), VT_E_EMPTY);
    for (int i = 0; i < 2; i++)
        vt_vec_push(
            arena, &twice,
            ((vt_skill_source){.id = VT_STR("x"), .name = VT_STR("X"), .category = VT_STR("C")}));
    assert_int_equal(vt_taxonomy_build(arena, &twice, &out, NULL), VT_E_INVALID);
    vt_vec_push(arena, &nameless, ((vt_skill_source){.id = VT_STR("x"), .category = VT_STR("C")}));
    assert_int_equal(vt_taxonomy_build(arena, &nameless, &out, NULL), VT_E_INVALID);
}

static void test_open_bytes__damage_is_found(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_str image = small_image(arena, &out);
    char *bytes = vt_arena_alloc(arena, image.len);
    for (size_t i = 0; i < image.len; i += 3) {
        memcpy(bytes, image.ptr, image.len);
        bytes[i] = (char)(bytes[i] ^ 0x55);
        VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
        assert_int_equal(vt_taxonomy_open_bytes(vt_str_n(bytes, image.len), &tax, NULL),
                         VT_E_FORMAT);
    }
    for (size_t n = 0; n < image.len; n += 8) {
        VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
        assert_int_equal(vt_taxonomy_open_bytes(vt_str_sub(image, 0, n), &tax, NULL), VT_E_FORMAT);
    }
}

/** Damage with a right checksum: the offsets themselves must be caught or harmless. */
static void test_open_bytes__forged_offsets_never_reach_outside(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_str image = small_image(arena, &out);
    char *bytes = vt_arena_alloc(arena, image.len);
    size_t refused = 0;
    for (size_t i = sizeof(vt_image_header); i < 2 * image.len; i++) {
        memcpy(bytes, image.ptr, image.len);
        if (i < image.len)
            bytes[i] = (char)0xF3;
        else if (i % 4 || i - image.len < sizeof(vt_image_header))
            continue;
        else
            memset(bytes + (i - image.len), 0xFF, 4); /* the largest index */
        uint64_t sum = vt_image_checksum(bytes, image.len);
        memcpy(bytes + offsetof(vt_image_header, checksum), &sum, sizeof sum);
        VT_AUTO(vt_taxonomy) vt_taxonomy *tax = NULL;
        if (vt_taxonomy_open_bytes(vt_str_n(bytes, image.len), &tax, NULL) != VT_OK) {
            refused++;
            continue;
        }
        vt_skill skill;
        vt_skill_found *found;
        (void)vt_taxonomy_find(tax, VT_STR("elixir lang"), &skill);
        for (uint32_t k = 0; k < vt_taxonomy_count(tax); k++)
            (void)vt_taxonomy_find(tax, vt_taxonomy_name(tax, k, (char[VT_ALIAS_MAX]){0}), &skill);
        (void)vt_taxonomy_search(tax, arena, VT_STR("elixr"), 5, VT_STR_NULL, &found);
    }
    assert_true(refused > 100);
}

static void test_variants__joins_spellings_and_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *surface, *variant;
        bool product;
    } rows[] = {
        {"Front-End", "frontend", false},
        {"Data Modelling", "data modeling", false},
        {"Organisation", "organization", false},
        {"TCP/IP", "tcpip", false},
        {"Databases", "database", false},
        {"Power BI", "powerbi", true},
        {"GitHub", "git hub", true},
        {"Paediatric Nursing", "pediatric nursing", false},
        {"Case Study", "case studies", false},
    };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_phrase *variants = VT_NEW_ARRAY(arena, vt_phrase, VT_VARIANTS_MAX);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].surface);
        size_t n = vt_phrase_variants(arena, vt_str_z(rows[i].surface), rows[i].product, variants);
        bool found = false;
        for (size_t v = 0; v < n; v++) {
            vt_str text = VT_STR("");
            for (size_t t = 0; t < variants[v].n; t++)
                text = vt_str_format(arena, VT_STR_FMT "%s" VT_STR_FMT, VT_STR_ARG(text),
                                     t ? " " : "", VT_STR_ARG(variants[v].token[t]));
            found = found || vt_str_eq(text, vt_str_z(rows[i].variant));
        }
        assert_true(found);
    }
}

static void test_bare_name__cuts_the_qualifier(void **state)
{
    (void)state;
    static const struct {
        const char *name, *bare, *qualifier;
    } rows[] = {
        {"Finch (Elixir)", "Finch", "Elixir"}, {"IR(ME)R", "IR(ME)R", NULL}, {"Go", "Go", NULL}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_str qualifier;
        assert_str_eq(vt_skill_bare_name(vt_str_z(rows[i].name), &qualifier), rows[i].bare);
        assert_str_eq(qualifier, rows[i].qualifier);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_embedded__is_whole_and_large),
        cmocka_unit_test(test_find__symbols_abbreviations_and_spellings),
        cmocka_unit_test(test_find__malformed_bytes_end),
        cmocka_unit_test(test_by_id__finds_every_skill),
        cmocka_unit_test(test_by_id__a_retired_id_leads_to_its_heir),
        cmocka_unit_test(test_search__prefix_then_mended),
        cmocka_unit_test(test_search__names_of_other_languages),
        cmocka_unit_test(test_nearness__falls_with_distance),
        cmocka_unit_test(test_related__kinds_and_what_goes_with_them),
        cmocka_unit_test(test_search__in_a_language),
        cmocka_unit_test(test_build__small_image_answers),
        cmocka_unit_test(test_build__occupations_without_cues_change_nothing),
        cmocka_unit_test(test_build__refuses_what_is_no_skill),
        cmocka_unit_test(test_open_bytes__damage_is_found),
        cmocka_unit_test(test_open_bytes__forged_offsets_never_reach_outside),
        cmocka_unit_test(test_variants__joins_spellings_and_numbers),
        cmocka_unit_test(test_bare_name__cuts_the_qualifier),
    };
    return cmocka_run_group_tests(tests, open_embedded, drop_embedded);
}
