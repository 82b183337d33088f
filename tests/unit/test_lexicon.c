/* SPDX-License-Identifier: Apache-2.0 */
#include "text/lexicon.c"

#include "unit.h"

static vt_lexicon *lex;

static int open_lexicon(void **state)
{
    (void)state;
    return vt_lexicon_open(&lex, NULL) == VT_OK ? 0 : -1;
}

static int drop_lexicon(void **state)
{
    (void)state;
    vt_lexicon_drop(lex);
    return 0;
}

static void test_find__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *phrase;
        vt_lex_kind kind;
        unsigned code;
        const char *name, *a, *b; /* NULL: not compared */
    } rows[] = {
        {"Austin", VT_LEX_CITY, 0, "Austin", "Texas", "US"},
        {"münchen", VT_LEX_CITY, 1, "Munich", NULL, "DE"},
        {"Washington, D.C.", VT_LEX_CITY, 1, NULL, NULL, "US"},
        {"Washington DC", VT_LEX_CITY, 1, NULL, NULL, "US"},
        {"CA", VT_LEX_REGION, 0, "California", "US", "CA"},
        {"Deutschland", VT_LEX_COUNTRY, 0, "Germany", "DE", "+49"},
        {"1", VT_LEX_CALLING_CODE, 0, "1", "US", NULL},
        {"44", VT_LEX_CALLING_CODE, 0, "44", "GB", NULL},
        {"Work Experience", VT_LEX_HEADING, VT_SECTION_EXPERIENCE, NULL, NULL, NULL},
        {"BERUFSERFAHRUNG", VT_LEX_HEADING, VT_SECTION_EXPERIENCE, NULL, NULL, NULL},
        {"WORKEXPERIENCE", VT_LEX_HEADING, VT_SECTION_EXPERIENCE, NULL, NULL, NULL},
        {"Education & Training", VT_LEX_HEADING, VT_SECTION_EDUCATION, NULL, NULL, NULL},
        {"职业经历", VT_LEX_HEADING, VT_SECTION_EXPERIENCE, NULL, NULL, NULL},
        {"B.Sc.", VT_LEX_DEGREE, VT_DEGREE_LEVEL_BACHELOR, "Bachelor of Science", NULL, NULL},
        {"Ph.D.", VT_LEX_DEGREE, VT_DEGREE_LEVEL_DOCTORATE, NULL, NULL, NULL},
        {"Sept.", VT_LEX_DATE_WORD, VT_DATE_WORD_SEPTEMBER, NULL, NULL, NULL},
        {"heute", VT_LEX_DATE_WORD, VT_DATE_WORD_PRESENT, NULL, NULL, NULL},
        {"seit", VT_LEX_DATE_WORD, VT_DATE_WORD_SINCE, NULL, NULL, NULL},
        {"Werkstudent", VT_LEX_EMPLOYMENT, VT_EMPLOYMENT_PART_TIME, NULL, NULL, NULL},
        {"français", VT_LEX_LANGUAGE, 0, "French", "fr", NULL},
        {"GmbH", VT_LEX_ORG_WORD, VT_ORG_PART_SUFFIX, NULL, NULL, NULL},
        {"engineer", VT_LEX_TITLE_WORD, VT_TITLE_PART_HEAD, NULL, NULL, NULL},
        {"Registered Nurse", VT_LEX_TITLE, 0, NULL, NULL, NULL},
        {"Computer Science", VT_LEX_STUDY, 0, "Computer Science", NULL, NULL},
        {"MIT", VT_LEX_INSTITUTION, 0, "Massachusetts Institute of Technology", "Cambridge", "US"},
        {"Jr.", VT_LEX_NAME_PART, 0, NULL, "suffix", NULL},
        {"Remote", VT_LEX_REMOTE, 0, NULL, "remote", NULL},
        {"Tel.", VT_LEX_CONTACT_LABEL, 0, NULL, "phone", NULL},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].phrase);
        const vt_lex_entry *e =
            vt_lexicon_find_text_kind(lex, arena, vt_str_z(rows[i].phrase), rows[i].kind);
        if (!e) {
            fail();
            return;
        }
        assert_int_equal(e->code, rows[i].code);
        if (rows[i].name)
            assert_str_eq(vt_lex_str(lex, e->name), rows[i].name);
        if (rows[i].a)
            assert_str_eq(vt_lex_str(lex, e->a), rows[i].a);
        if (rows[i].b)
            assert_str_eq(vt_lex_str(lex, e->b), rows[i].b);
    }
    assert_null(vt_lexicon_find_text(lex, arena, VT_STR("qwertzuiop")).at);
    assert_null(vt_lexicon_find_text(lex, arena, VT_STR("")).at);
}

static void test_scan__longest_of_a_kind_kinds_overlap(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_words words =
        vt_words_split(arena, VT_STR("Senior Software Engineer in New York, NY in the us"));
    vt_lex_hits hits = vt_lexicon_scan(lex, arena, &words,
                                       VT_LEX_MASK(VT_LEX_TITLE) | VT_LEX_MASK(VT_LEX_CITY) |
                                           VT_LEX_MASK(VT_LEX_REGION));
    size_t titles = 0, cities = 0, regions = 0;
    for (size_t i = 0; i < hits.n; i++) {
        const vt_lex_hit *hit = &hits.at[i];
        if (hit->entry->kind == VT_LEX_TITLE) {
            assert_int_equal(hit->first, 0);
            assert_int_equal(hit->count, 3);
            titles++;
        } else if (hit->entry->kind == VT_LEX_CITY) {
            assert_int_equal(hit->first, 4);
            assert_int_equal(hit->count, 2);
            cities++;
        } else {
            assert_true(hit->first == 4 || hit->first == 6); /* "in" is not Indiana */
            regions++;
        }
    }
    assert_int_equal(titles, 1);
    assert_true(cities >= 1 && regions >= 2);
}

static void test_find__knows_titles_and_degrees_of_many_languages(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *text;
        vt_lex_kind kind;
    } rows[] = {
        {"Инженер-геодезист", VT_LEX_TITLE},   {"Лікарка-педіатриня", VT_LEX_TITLE},
        {"品質保証エンジニア", VT_LEX_TITLE},  {"新媒体运营经理", VT_LEX_TITLE},
        {"Tömörítő", VT_LEX_KIND_COUNT},       {"Tømrersvend", VT_LEX_TITLE},
        {"Lähihoitaja", VT_LEX_TITLE},         {"Τεχνικός ασφαλείας", VT_LEX_TITLE},
        {"Бакалавър", VT_LEX_DEGREE},          {"EFZ", VT_LEX_DEGREE},
        {"Yüksek lisans", VT_LEX_DEGREE},      {"Fagbrev", VT_LEX_DEGREE},
        {"Svendebrev", VT_LEX_DEGREE},         {"Szakmunkás-bizonyítvány", VT_LEX_DEGREE},
        {"Výučný list", VT_LEX_DEGREE},        {"Journeyman Certificate", VT_LEX_DEGREE},
        {"Прикладная геодезия", VT_LEX_STUDY}, {"信息管理与信息系统", VT_LEX_STUDY},
        {"siječnja", VT_LEX_DATE_WORD},        {"до момента", VT_LEX_DATE_WORD},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        if (rows[i].kind == VT_LEX_KIND_COUNT)
            assert_int_equal(vt_lexicon_find_text(lex, arena, vt_str_z(rows[i].text)).n, 0);
        else
            assert_non_null(
                vt_lexicon_find_text_kind(lex, arena, vt_str_z(rows[i].text), rows[i].kind));
    }
}

static void test_heading__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *line;
        vt_section section;
    } rows[] = {
        {"Experience", VT_SECTION_EXPERIENCE},
        {"WORK EXPERIENCE:", VT_SECTION_EXPERIENCE},
        {"1. Work History", VT_SECTION_EXPERIENCE},
        {"III. Education", VT_SECTION_EDUCATION},
        {"— Skills —", VT_SECTION_SKILLS},
        {"E D U C A T I O N", VT_SECTION_EDUCATION},
        {"Where I've worked", VT_SECTION_EXPERIENCE},
        {"Where I’ve Worked", VT_SECTION_EXPERIENCE},
        {"What I bring", VT_SECTION_STRENGTHS},
        {"Berufspraxis", VT_SECTION_EXPERIENCE},
        {"Formation", VT_SECTION_EDUCATION},
        {"Skills / Languages", VT_SECTION_SKILLS},
        {"Projects & Publications & Patents", VT_SECTION_PROJECTS},
        {"Education, Awards", VT_SECTION_EDUCATION},
        {"Compétences", VT_SECTION_SKILLS},
        {"Опыт работы", VT_SECTION_EXPERIENCE},
        {"学歴", VT_SECTION_EDUCATION},
        {"경력사항", VT_SECTION_EXPERIENCE},
        {"Професионален опит", VT_SECTION_EXPERIENCE},
        {"Radno iskustvo", VT_SECTION_EXPERIENCE},
        {"PRIEBEH ZAMESTNANÍ", VT_SECTION_EXPERIENCE},
        {"Delovne izkušnje", VT_SECTION_EXPERIENCE},
        {"Darbo patirtis", VT_SECTION_EXPERIENCE},
        {"Strani jezici", VT_SECTION_LANGUAGES},
        {"Idiomes", VT_SECTION_LANGUAGES},
        {"Kursy i uprawnienia", VT_SECTION_CERTIFICATIONS},
        {"Schule / Lehre", VT_SECTION_EDUCATION},
        {"Appointments, Present and Past", VT_SECTION_EXPERIENCE},
        {"Software Engineer", VT_SECTION_NONE},
        {"Education and gold mining", VT_SECTION_NONE},
        {"2019 - 2020", VT_SECTION_NONE},
        {"", VT_SECTION_NONE},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].line);
        vt_words words = vt_words_split(arena, vt_str_z(rows[i].line));
        assert_int_equal(vt_lexicon_heading(lex, &words), rows[i].section);
    }
}

static void test_open__refuses_a_damaged_header(void **state)
{
    (void)state;
    size_t size = (size_t)(vt_lexicon_image_end - vt_lexicon_image);
    unsigned char *copy = malloc(size);
    if (!copy)
        return;
    static const size_t spots[] = {0, 4, 9, 12, 16, 20, 24, 31};
    for (size_t i = 0; i < VT_COUNT(spots); i++) {
        memcpy(copy, vt_lexicon_image, size);
        copy[spots[i]] ^= 0x10;
        vt_lexicon *damaged = NULL;
        vt_error err;
        assert_int_equal(open_image(copy, size, &damaged, &err), VT_E_FORMAT);
        assert_null(damaged);
    }
    vt_lexicon *whole = NULL;
    assert_int_equal(open_image(vt_lexicon_image, 40, &whole, NULL), VT_E_FORMAT);
    free(copy);
}

static void test_nodes__children_are_sorted_and_in_bounds(void **state)
{
    (void)state;
    const struct lex_header *h = lex->header;
    for (uint32_t i = 0; i < h->nodes; i++) {
        const struct node *n = &lex->nodes[i];
        assert_true((uint64_t)n->first_child + n->children <= h->nodes);
        assert_true((uint64_t)n->first_entry + n->entries <= h->entries);
        for (uint32_t c = 1; c < n->children; c++)
            assert_true(lex->nodes[n->first_child + c - 1].word <
                        lex->nodes[n->first_child + c].word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find__rows),
        cmocka_unit_test(test_scan__longest_of_a_kind_kinds_overlap),
        cmocka_unit_test(test_find__knows_titles_and_degrees_of_many_languages),
        cmocka_unit_test(test_heading__rows),
        cmocka_unit_test(test_open__refuses_a_damaged_header),
        cmocka_unit_test(test_nodes__children_are_sorted_and_in_bounds),
    };
    return cmocka_run_group_tests(tests, open_lexicon, drop_lexicon);
}
