/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/io.h"
#include "skills/import.h"
#include "skills/taxonomy.h"

#include <unistd.h>

static char folder[] = "/tmp/vitae-import-XXXXXX";

static const char *write_file(vt_arena *arena, const char *name, const char *text)
{
    const char *path = vt_str_format(arena, "%s/%s", folder, name).ptr;
    assert_int_equal(vt_io_write_file(path, vt_str_z(text), 0600, NULL), VT_OK);
    return path;
}

static vt_taxonomy *import(vt_arena *arena, vt_import_format format, const char *const *paths,
                           size_t n, vt_buf *image)
{
    vt_skill_sources sources = {0};
    vt_taxonomy *tax = NULL;
    vt_error err = {0};
    assert_int_equal(vt_skills_import(arena, format, paths, n, &sources, &err), VT_OK);
    assert_int_equal(vt_taxonomy_build(arena, &sources, image, &err), VT_OK);
    assert_int_equal(vt_taxonomy_open_bytes(vt_buf_str(image), &tax, &err), VT_OK);
    return tax;
}

static void test_import__esco(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    const char *paths[] = {
        write_file(
            arena, "skills_en.csv",
            "conceptType,conceptUri,skillType,reuseLevel,preferredLabel,altLabels,hiddenLabels\r\n"
            "K,http://esco/skill/aa,knowledge,sector-specific,\"say \"\"SQL\"\", "
            "well\",\"one\ntwo\",\r\n"
            "K,http://esco/skill/bb,skill/competence,transversal,work in teams,,\r\n"),
        write_file(arena, "rel.csv",
                   "originalSkillUri,relationType,relatedSkillUri\n"
                   "http://esco/skill/bb,essential,http://esco/skill/aa\n"
                   "http://esco/skill/aa,optional,http://esco/skill/bb\n"),
        write_file(arena, "groups.csv",
                   "conceptUri,preferredLabel\nhttp://esco/group/g,databases\n"),
        write_file(arena, "broader.csv",
                   "conceptUri,broaderUri\nhttp://esco/skill/aa,http://esco/group/g\n"),
    };
    VT_AUTO(vt_buf) vt_buf image = {0};
    VT_AUTO(vt_taxonomy)
    vt_taxonomy *tax = import(arena, VT_IMPORT_ESCO, paths, VT_COUNT(paths), &image);
    assert_int_equal(vt_taxonomy_count(tax), 2);
    vt_skill skill;
    assert_true(vt_taxonomy_find(tax, VT_STR("two"), &skill));
    assert_str_eq(vt_taxonomy_name(tax, skill.index, (char[VT_ALIAS_MAX]){0}), "say \"SQL\", well");
    assert_str_eq(skill.category, "databases");
    assert_str_eq(vt_taxonomy_id(tax, skill.index, (char[VT_ALIAS_MAX]){0}), "aa");
    assert_false(skill.soft);
    assert_int_equal(vt_taxonomy_implied(tax, skill.index).n, 0);
    assert_true(vt_taxonomy_find(tax, VT_STR("Work in Teams"), &skill));
    assert_true(skill.soft);
    assert_int_equal(vt_taxonomy_implied(tax, skill.index).n, 1);
}

static void test_import__esco_in_other_languages(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    const char *paths[] = {
        write_file(arena, "skills_de.csv",
                   "conceptUri,skillType,preferredLabel,altLabels\n"
                   "http://esco/skill/aa,knowledge,Verkauf,\"Vertrieb\nAbsatz\"\n"),
        write_file(arena, "skills_en.csv",
                   "conceptUri,skillType,preferredLabel,altLabels\n"
                   "http://esco/skill/aa,knowledge,sell goods,\n"),
    };
    VT_AUTO(vt_buf) vt_buf image = {0};
    VT_AUTO(vt_taxonomy)
    vt_taxonomy *tax = import(arena, VT_IMPORT_ESCO, paths, VT_COUNT(paths), &image);
    assert_int_equal(vt_taxonomy_count(tax), 1);
    assert_str_eq(vt_taxonomy_name(tax, 0, (char[VT_ALIAS_MAX]){0}), "sell goods");
    char buf[VT_LABELS_MAX];
    vt_str labels = vt_taxonomy_labels(tax, 0, VT_STR("de-AT"), buf);
    assert_true(vt_str_ends(labels, VT_STR("|Absatz")));
    assert_null(vt_taxonomy_labels(tax, 0, VT_STR("fr"), buf).ptr);
}

static void test_import__onet(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    const char *paths[] = {
        write_file(arena, "Technology Skills.txt",
                   "O*NET-SOC Code\tExample\tCommodity Code\tCommodity Title\tHot Technology\n"
                   "11-1\tAutodesk AutoCAD\t43\tComputer aided design CAD software\tY\n"
                   "11-2\tAutodesk AutoCAD\t43\tComputer aided design CAD software\tY\n"),
        write_file(arena, "Work Styles.txt",
                   "O*NET-SOC Code\tElement ID\tElement Name\n11-1\t1.C.1.a\tInitiative\n"),
    };
    VT_AUTO(vt_buf) vt_buf image = {0};
    VT_AUTO(vt_taxonomy)
    vt_taxonomy *tax = import(arena, VT_IMPORT_ONET, paths, VT_COUNT(paths), &image);
    assert_int_equal(vt_taxonomy_count(tax), 2);
    vt_skill skill;
    assert_true(vt_taxonomy_find(tax, VT_STR("autodesk autocad"), &skill));
    assert_str_eq(skill.category, "Computer aided design CAD software");
    assert_true(vt_taxonomy_by_id(tax, VT_STR("1.C.1.a"), &skill));
    assert_true(skill.soft);
}

static void test_import__lightcast(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    const char *path = write_file(
        arena, "skills.json",
        "{\"data\": [{\"id\": \"KS1\", \"name\": \"Python (Programming Language)\","
        " \"type\": {\"id\": \"ST1\", \"name\": \"Specialized Skill\"},"
        " \"category\": {\"name\": \"IT\"}, \"subcategory\": {\"name\": \"Scripting\"}},"
        " {\"id\": \"KS2\", \"name\": \"Patience\", \"type\": {\"name\": \"Common Skill\"}}]}");
    VT_AUTO(vt_buf) vt_buf image = {0};
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = import(arena, VT_IMPORT_LIGHTCAST, &path, 1, &image);
    vt_skill skill;
    assert_true(vt_taxonomy_find(tax, VT_STR("python"), &skill));
    assert_str_eq(vt_taxonomy_id(tax, skill.index, (char[VT_ALIAS_MAX]){0}), "KS1");
    assert_str_eq(skill.category, "Scripting");
    assert_true(vt_taxonomy_find(tax, VT_STR("patience"), &skill) && skill.soft);
}

static void test_import__refuses_another_file(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    static const char *const text = "fruit,colour\napple,red\n";
    static const vt_import_format formats[] = {VT_IMPORT_TSV, VT_IMPORT_ESCO, VT_IMPORT_ONET,
                                               VT_IMPORT_LIGHTCAST};
    const char *path = write_file(arena, "fruit.csv", text);
    for (size_t i = 0; i < VT_COUNT(formats); i++) {
        vt_skill_sources sources = {0};
        vt_error err = {0};
        assert_int_equal(vt_skills_import(arena, formats[i], &path, 1, &sources, &err),
                         VT_E_FORMAT);
        assert_true(err.message[0]);
    }
    const char *missing = "/nonexistent/skills.csv";
    vt_skill_sources sources = {0};
    assert_int_equal(vt_skills_import(arena, VT_IMPORT_ESCO, &missing, 1, &sources, NULL),
                     VT_E_NOT_FOUND);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_import__esco),
        cmocka_unit_test(test_import__esco_in_other_languages),
        cmocka_unit_test(test_import__onet),
        cmocka_unit_test(test_import__lightcast),
        cmocka_unit_test(test_import__refuses_another_file),
    };
    return cmocka_run_group_tests(tests, make_folder, NULL);
}
