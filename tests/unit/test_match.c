/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/buf.h"
#include "skills/match.h"

static vt_taxonomy *tax;

static int open_taxonomy(void **state)
{
    (void)state;
    return vt_taxonomy_open_embedded(&tax, NULL) == VT_OK ? 0 : -1;
}

static int drop_taxonomy(void **state)
{
    (void)state;
    vt_taxonomy_drop(tax);
    return 0;
}

/** The names of what was found from a passage on, joined by ", ". */
static vt_str joined(vt_arena *arena, vt_mentions found, uint32_t passage)
{
    vt_str names = VT_STR("");
    for (size_t i = 0; i < found.n; i++)
        if (found.at[i].passage >= passage)
            names = vt_str_format(
                arena, VT_STR_FMT "%s" VT_STR_FMT, VT_STR_ARG(names), names.len ? ", " : "",
                VT_STR_ARG(vt_taxonomy_name(tax, found.at[i].skill, (char[VT_ALIAS_MAX]){0})));
    return names;
}

/** The names found in a text, joined by ", ". */
static vt_str names_in(vt_arena *arena, const char *text, vt_passage_kind kind, const char *context,
                       const char *excluded)
{
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    if (excluded)
        vt_matcher_exclude(matcher, vt_str_z(excluded));
    vt_str rest = vt_str_z(context), item;
    uint32_t passage = 0;
    while (vt_str_split(&rest, ',', &item))
        passage = vt_matcher_add(matcher, item, VT_PASSAGE_LIST) + 1;
    vt_matcher_add(matcher, vt_str_z(text), kind);
    vt_mentions found = vt_matcher_run(matcher);
    return joined(arena, found, passage);
}

struct row {
    const char *text, *context, *want;
};

static void check_rows(const struct row *rows, size_t n, vt_passage_kind kind)
{
    for (size_t i = 0; i < n; i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(names_in(arena, rows[i].text, kind, rows[i].context, NULL), rows[i].want);
    }
}

static void test_list__every_way_to_write_it(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"C++", "", "C++"},
        {"C#", "", "C#"},
        {".NET", "", ".NET"},
        {"Node.JS", "", "Node.js"},
        {"CI/CD", "", "CI/CD"},
        {"A/B tests", "", "A/B Testing"},
        {"R", "", "R"},
        {"Go", "", "Go"},
        {"GOLANG", "", "Go"},
        {"Excel (advanced)", "", "Microsoft Excel"},
        {"High level of accuracy", "", "Accuracy"}, /* no HighLevel */
        {"Word and Power point", "", "Microsoft Word, Microsoft PowerPoint"},
        {"AWS (Lambda, SQS)", "", "Amazon Web Services, AWS Lambda, Amazon SQS"},
        {"front end development", "", "Front-End Development"},
        {"Kuberntes", "", "Kubernetes"},
        {"Postgre SQL", "", "PostgreSQL"},
        {"Zorblax 9000", "", ""},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_LIST);
}

/** The names found in a text of a language, joined by ", ". */
static vt_str names_spoken(vt_arena *arena, const char *language, const char *text,
                           vt_passage_kind kind)
{
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    if (language)
        vt_matcher_language(matcher, vt_str_z(language));
    vt_matcher_add(matcher, vt_str_z(text), kind);
    vt_mentions found = vt_matcher_run(matcher);
    return joined(arena, found, 0);
}

static void test_labels__count_in_their_language_however_inflected(void **state)
{
    (void)state;
    static const struct {
        const char *language, *text, *want;
    } rows[] = {
        {"de", "Lagerverwaltung", "Inventory Management"},
        {"de", "Buchhaltungskenntnisse", "Accounting"},
        {"en", "Lagerverwaltung", ""},
        {"es", "Gestión de los proyectos", "Project Management"},
        {"fr", "l'analyse des données", "Data Analysis"},
        {"pl", "zarządzania projektami", "Project Management"},
        {"ru", "управлением проектами", "Project Management"},
        {"ja", "プロジェクト・管理", "Project Management"},
        {"ko", "프로젝트관리", "Project Management"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(names_spoken(arena, rows[i].language, rows[i].text, VT_PASSAGE_LIST),
                      rows[i].want);
    }
}

static void test_labels__the_words_of_a_text_tell_its_language(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"Verantwortlich für die Buchhaltung und den Einkauf der Abteilung mit SAP",
         "Accounting, Purchasing, SAP"},
        {"Responsable de la comptabilité et des achats pour les clients avec Python",
         "Accounting, Purchasing, Python"},
        {"负责数据分析,精通Excel和Python", "Data Analysis, Microsoft Excel, Python"},
        {"データ分析とJavaを担当しました", "Data Analysis, Java"},
        {"데이터 분석을 담당하고 SQL을 사용했습니다", "Data Analysis, SQL"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(names_spoken(arena, NULL, rows[i].text, VT_PASSAGE_PROSE), rows[i].want);
    }
}

/* A resume in keywords has no function words: its headings and months tell. */
static void test_labels__headings_and_months_tell_the_language(void **state)
{
    (void)state;
    static const struct {
        const char *raw, *item, *want;
    } rows[] = {
        {"Berufserfahrung\nPolsterer, 2017 - heute\nKenntnisse", "Nähen", "Sewing"},
        {"Werkervaring\nBadmeester, 2017 - heden\nVaardigheden", "Eerste hulp", "First Aid"},
        {"İş Deneyimi\nCankurtaran, Ocak 2017 - halen\nYetenekler", "İlk yardım", "First Aid"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].item);
        vt_matcher *matcher = vt_matcher_new(arena, tax);
        vt_matcher_add(matcher, vt_str_z(rows[i].item), VT_PASSAGE_LIST);
        vt_matcher_hint(matcher, vt_str_z(rows[i].raw));
        vt_mentions found = vt_matcher_run(matcher);
        assert_int_equal(found.n, 1);
        assert_str_eq(vt_taxonomy_name(tax, found.at[0].skill, (char[VT_ALIAS_MAX]){0}),
                      rows[i].want);
    }
}

/** The names in the items of a list, ';' between them, whose document has no other words. */
static void test_labels__items_tell_the_language_of_keywords(void **state)
{
    (void)state;
    static const struct {
        const char *items, *want;
    } rows[] = {
        {"VMware;netwerkbeheer;klantgerichtheid", "VMware, Network Administration, Customer Focus"},
        {"VMware;netwerkbeheer", "VMware"}, /* one label tells nothing */
        {"VMware;Kubernetes", "VMware, Kubernetes"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].items);
        vt_matcher *matcher = vt_matcher_new(arena, tax);
        vt_str rest = vt_str_z(rows[i].items), item;
        while (vt_str_split(&rest, ';', &item))
            vt_matcher_add(matcher, item, VT_PASSAGE_LIST);
        vt_mentions found = vt_matcher_run(matcher);
        assert_str_eq(joined(arena, found, 0), rows[i].want);
    }
}

static void test_list__the_field_decides_what_a_short_item_means(void **state)
{
    (void)state;
    static const struct {
        const char *title, *text, *want;
    } rows[] = {
        {"Registered Nurse", "Triage", "Medical Triage"},
        {"Cybersecurity Analyst", "Triage", "Incident Triage"},
        {"CNC Machinist", "Mill", "Milling"},
        {"Social Worker", "DBT", "Dialectical Behavior Therapy"},
        {"Data Engineer", "dbt", "dbt"},
        {"Pipe Welder", "6G", ""}, /* a position of welding, no mobile network */
        {"Laboratory Technician", "PAGE", "Polyacrylamide Gel Electrophoresis"},
        {"Graphic Designer", "Page", ""},
        {"Embedded Software Engineer", "Ada", "Ada"},
        {"Sales Associate", "supervisor", ""}, /* no program that runs others */
        {"Financial Analyst", "Cash", ""},
        {"Web Developer", "Instructor", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        vt_matcher *matcher = vt_matcher_new(arena, tax);
        vt_matcher_add(matcher, vt_str_z(rows[i].title), VT_PASSAGE_TITLE);
        uint32_t item = vt_matcher_add(matcher, vt_str_z(rows[i].text), VT_PASSAGE_LIST);
        vt_mentions found = vt_matcher_run(matcher);
        char buf[VT_ALIAS_MAX];
        vt_str name = VT_STR("");
        for (size_t k = 0; k < found.n; k++)
            if (found.at[k].passage == item)
                name = vt_taxonomy_name(tax, found.at[k].skill, buf);
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(name, rows[i].want);
    }
}

static void test_prose__verbs_with_their_objects(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Reconciled all bank accounts every month", "", "Bank Reconciliation"},
        {"Ran payroll for 40 employees", "", "Payroll Processing"},
        {"Negotiated with suppliers", "", "Vendor Negotiation"},
        {"Naliczałam wynagrodzenia i uzgadniałem salda", "",
         "Payroll Processing, Account Reconciliation"},
        {"Spawałem na budowie, pakowanie zamówień i odbieranie telefonów", "",
         "Welding, Packing, Answering Phones"},
        {"Ran to the office because payroll was late", "", "Payroll"},
        {"Managed three teams behind account recovery", "", "Team Management"},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_PROSE);
}

static void test_prose__verbs_and_the_nouns_of_skills(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"I inspect roofs and repair boilers", "Plumbing", "Roof Inspection, Boiler Repair"},
        {"Supported Windows 10, installed printers", "Help Desk Support", "Windows 10"},
        {"The repair took two boilers", "Plumbing", ""},
        {"Managed 31 state and federal awards", "Front-End Development", ""},
        {"Inspected roof gardens with guests", "Plumbing", ""},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_PROSE);
}

/** The names found in a sentence of a document of an occupation. */
static vt_str names_of_work(vt_arena *arena, const char *isco, const char *text)
{
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    vt_matcher_occupation(matcher, vt_str_z(isco), true);
    vt_matcher_add(matcher, vt_str_z(text), VT_PASSAGE_PROSE);
    vt_mentions found = vt_matcher_run(matcher);
    return joined(arena, found, 0);
}

static void test_prose__cues_count_for_their_occupation(void **state)
{
    (void)state;
    static const struct {
        const char *isco, *text, *want;
    } rows[] = {
        {"7231", "Balanced the rear wheels.", "Tire Service"},
        {"7231", "Wheels are balanced.", "Tire Service"},
        {"7230", "Balanced wheels.", "Tire Service"},              /* its minor group */
        {"2221", "Balanced wheels.", ""},                          /* a nurse's */
        {"7231", "Balanced the stock. Kept wheels in order.", ""}, /* not in one sentence */
        {"7231", "Balanced whatever came in, and then many old wheels.", ""}, /* too far apart */
        {"", "Balanced wheels.", ""},
        {"72", "Balanced wheels.", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(names_of_work(arena, rows[i].isco, rows[i].text), rows[i].want);
    }
}

static void test_prose__the_occupation_by_its_words(void **state)
{
    (void)state;
    static const char garage[] = "Replaced clutches and timing belts. Bled the brakes and changed "
                                 "brake pads. Did oil changes and read fault codes.";
    static const struct {
        const char *isco, *other;
        bool sure, found;
    } rows[] = {
        {"0000", garage, true, true},              /* no title: the words tell */
        {"0000", "Came on Mondays.", true, false}, /* they say too little */
        {"7231", "Came on Mondays.", false, true}, /* a doubtful title */
        {"2221", garage, true, false},             /* a sure title of others */
        {"2221", garage, false, true},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].isco);
        vt_matcher *matcher = vt_matcher_new(arena, tax);
        vt_matcher_occupation(matcher, vt_str_z(rows[i].isco), rows[i].sure);
        vt_matcher_add(matcher, VT_STR("Balanced wheels."), VT_PASSAGE_PROSE);
        vt_matcher_add(matcher, vt_str_z(rows[i].other), VT_PASSAGE_PROSE);
        vt_str names = joined(arena, vt_matcher_run(matcher), 0);
        assert_int_equal(vt_str_find(names, VT_STR("Tire Service"), 0) != VT_NPOS, rows[i].found);
    }
}

/** A cue is the surer the more else of the document goes with its skill; one that goes with
 * nothing, of an occupation that is only guessed, late in its sentence, is none. */
static void test_prose__cues_are_weighed(void **state)
{
    (void)state;
    static const char late[] =
        "When all of that was done and the others had left I balanced wheels.";
    static const struct {
        const char *list, *text;
        bool sure;
        float least, most; /* confidence; 0: it is not found */
    } rows[] = {
        {"", "Balanced wheels.", true, 0.7f, 0.8f},
        {"Brake Repair, Wheel Alignment, Tire Rotation", "Balanced wheels.", true, 0.9f, 1},
        {"Tire Service", "Balanced wheels.", true, 0.9f, 1},
        {"", late, true, 0.6f, 0.7f},
        {"", late, false, 0, 0},
        {"Brake Repair, Wheel Alignment, Tire Rotation", late, false, 0.8f, 0.95f},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].list);
        vt_matcher *matcher = vt_matcher_new(arena, tax);
        vt_matcher_occupation(matcher, VT_STR("7231"), rows[i].sure);
        vt_matcher_add(matcher, vt_str_z(rows[i].list), VT_PASSAGE_LIST);
        uint32_t passage = vt_matcher_add(matcher, vt_str_z(rows[i].text), VT_PASSAGE_PROSE);
        vt_mentions found = vt_matcher_run(matcher);
        float confidence = 0;
        for (size_t k = 0; k < found.n; k++)
            if (found.at[k].passage == passage)
                confidence = found.at[k].confidence;
        assert_true(confidence >= rows[i].least && confidence <= rows[i].most);
    }
}

/** A form of one word is no form of another. */
static void test_prose__forms_of_cues(void **state)
{
    (void)state;
    static const struct {
        const char *isco, *text, *want;
    } rows[] = {
        {"2642", "Writes news.", "News Writing"},
        {"2642", "Writes new ones.", ""},
        {"2141", "5S in all halls.", "5S Methodology"},
        {"2141", "5 in all halls.", ""},
        {"2511", "Moved them to S/4HANA.", "SAP S/4HANA"},
        {"2431", "CRO for two shops.", "Conversion Rate Optimization"},
        {"2431", "A cross for two shops.", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(names_of_work(arena, rows[i].isco, rows[i].text), rows[i].want);
    }
}

/** A technology's name, of which a cue says something wider, stays: it is written as a name. */
static void test_prose__names_beside_cues(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"Tecnologías: Terraform, Kafka", "Terraform, Apache Kafka"},
        {"Tecnologías: Datadog, Java, SQL y AWS", "Datadog, Java, SQL, Amazon Web Services"},
        {"Lo observo todo con Datadog.", "Datadog"},
        {"Migré el monolito PHP a Go.", "PHP, Go"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i][0]);
        vt_matcher *matcher = vt_matcher_new(arena, tax);
        vt_matcher_language(matcher, VT_STR("es"));
        vt_matcher_occupation(matcher, VT_STR("2512"), true);
        vt_matcher_add(matcher, VT_STR("Senior Backend Engineer"), VT_PASSAGE_TITLE);
        vt_matcher_add(matcher, VT_STR("Go, Kotlin, Kubernetes, PostgreSQL"), VT_PASSAGE_LIST);
        uint32_t passage = vt_matcher_add(matcher, vt_str_z(rows[i][0]), VT_PASSAGE_PROSE);
        assert_str_eq(joined(arena, vt_matcher_run(matcher), passage), rows[i][1]);
    }
}

static void test_prose__what_a_verb_does_not_name(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Worked with web design personnel", "Cooking,Food Safety,Menu Planning", ""},
        {"Worked with web design personnel", "HTML,Web Development", "Web Design"},
        {"A results oriented manager", "Cooking", "Results Orientation"},
        {"Managed a Unix server farm", "Linux,Bash,Python", "Unix"},
        {"managed all kitchen staff", "Cooking,Food Safety,Menu Planning", "People Management"},
        {"Translated business needs into slides", "Excel,Reporting,Sales", ""},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_PROSE);
}

static void test_prose__ordinary_words_count_in_lists_only(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"kept all active Job lists", "Recruitment,Excel", ""},
        {"a financial services firm with strict policies", "Accounting,Auditing,Excel", ""},
        {"reduced the number of team leaders", "Excel,Microsoft Teams", ""},
        {"observed patients", "Nursing Care,Wound Care", "Patient Observation"},
        {"site management of a laboratory", "Accounting,Payroll,Auditing", ""},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_PROSE);
    static const struct row list[] = {{"Strategy", "Management Consulting", "Strategic Planning"}};
    check_rows(list, VT_COUNT(list), VT_PASSAGE_LIST);
}

static void test_title__names_the_craft(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Deputy Hotel Manager", "", "Hotel Operations"},
        {"Plumber", "", "Plumbing"},
        {"Krankenschwester", "", "Nursing Care"},
        {"Product Manager, Payments", "", "Product Management"},
        {"Chief Executive Officer", "", ""},
        {"Hotel", "", ""},
        {"Chef", "", "Cooking"},
        {"Chef de rayon", "", ""},
        {"Chef d’agence", "", ""},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_TITLE);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    assert_str_eq(
        names_in(arena, "The plumber came with the hotel manager", VT_PASSAGE_PROSE, "", NULL), "");
}

static void test_prose__ambiguous_words_need_context(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Wrote services in Go and Rust, deployed with Docker", "Python", "Go, Rust, Docker"},
        {"Had to go to the office in spring and excel at nothing", "Python,Java", ""},
        {"Go home when the last guest has left", "Hospitality", ""},
        {"Spring Street clinic, access to the lean-to", "", ""},
        {"Migrated a monolith to Spring Boot and Kafka", "Java",
         "Monolith Decomposition, Spring Boot, Apache Kafka"},
        {"Can rest while others swift past", "Java,Kubernetes", ""},
        {"Maintained REST APIs in Java", "Java", "REST APIs, Java"},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_PROSE);
}

static void test_prose__longest_match_first_and_no_match_over_a_comma(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Tuned SQL Server Integration Services packages", "", "SQL Server Integration Services"},
        {"Works with the machine, learning from others", "", ""},
        {"Machine learning in production", "", "Machine Learning"},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_PROSE);
}

static void test_prose__nothing_from_names_and_addresses(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    assert_str_eq(names_in(arena, "Joined Salesforce as the third hire in Dublin", VT_PASSAGE_PROSE,
                           "", "Salesforce"),
                  "");
    assert_str_eq(names_in(arena, "Built Salesforce Flows for sales teams at Salesforce",
                           VT_PASSAGE_PROSE, "", "Salesforce"),
                  "Salesforce Flow");
    assert_str_eq(names_in(arena,
                           "see https://github.com/jane/python-docker or mail java@docker.com",
                           VT_PASSAGE_PROSE, "Python", NULL),
                  "");
    assert_str_eq(names_in(arena, "It went as I had hoped", VT_PASSAGE_PROSE, "", NULL), "");
}

static void test_prose__soft_skills_with_restraint(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Reported to senior leadership about communication costs", "", ""},
        {"Known for excellent communication and calm", "", "Communication"},
    };
    check_rows(rows, VT_COUNT(rows), VT_PASSAGE_PROSE);
}

static void test_mentions__spans_do_not_overlap(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    static const char text[] =
        "Python, Django REST Framework, AWS Lambda & PostgreSQL; CI/CD (GitLab CI), C++/Rust";
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    vt_matcher_add(matcher, vt_str_z(text), VT_PASSAGE_PROSE);
    vt_mentions found = vt_matcher_run(matcher);
    assert_true(found.n >= 7);
    uint32_t last = 0;
    for (size_t i = 0; i < found.n; i++) {
        assert_true(found.at[i].start >= last && found.at[i].end > found.at[i].start);
        assert_true(found.at[i].end <= sizeof text - 1);
        assert_true(found.at[i].confidence > 0 && found.at[i].confidence <= 1);
        last = found.at[i].end;
    }
}

static void test_run__survives_hostile_text(void **state)
{
    (void)state;
    static const char *const rows[] = {"",
                                       "\xff\xfe",
                                       "\xF0\x9F",
                                       "++++####....",
                                       "a b c d e f g h i j k l m n o p q r s t",
                                       "\xE2\x82",
                                       "((((((((",
                                       "C C C C C C C C C C++ C++ C++"};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        vt_matcher *matcher = vt_matcher_new(arena, tax);
        for (int kind = VT_PASSAGE_LIST; kind <= VT_PASSAGE_TITLE; kind++)
            vt_matcher_add(matcher, vt_str_z(rows[i]), (vt_passage_kind)kind);
        vt_mentions found = vt_matcher_run(matcher);
        for (size_t k = 0; k < found.n; k++)
            assert_true(found.at[k].end <= strlen(rows[i]));
    }
}

/* It would take hours if every address looked at the whole passage. */
static void test_run__many_addresses_in_one_passage(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 30);
    VT_AUTO(vt_buf) vt_buf text = {0};
    for (int i = 0; i < 500000; i++)
        vt_buf_addz(&text, "python@example.com ");
    vt_buf_addz(&text, "and Kubernetes");
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    vt_matcher_add(matcher, vt_buf_str(&text), VT_PASSAGE_PROSE);
    vt_mentions found = vt_matcher_run(matcher);
    assert_int_equal(found.n, 1);
    assert_str_eq(vt_taxonomy_name(tax, found.at[0].skill, (char[VT_ALIAS_MAX]){0}), "Kubernetes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list__every_way_to_write_it),
        cmocka_unit_test(test_list__the_field_decides_what_a_short_item_means),
        cmocka_unit_test(test_prose__verbs_with_their_objects),
        cmocka_unit_test(test_prose__cues_count_for_their_occupation),
        cmocka_unit_test(test_prose__the_occupation_by_its_words),
        cmocka_unit_test(test_labels__count_in_their_language_however_inflected),
        cmocka_unit_test(test_labels__the_words_of_a_text_tell_its_language),
        cmocka_unit_test(test_labels__items_tell_the_language_of_keywords),
        cmocka_unit_test(test_labels__headings_and_months_tell_the_language),
        cmocka_unit_test(test_prose__verbs_and_the_nouns_of_skills),
        cmocka_unit_test(test_prose__cues_are_weighed),
        cmocka_unit_test(test_prose__forms_of_cues),
        cmocka_unit_test(test_prose__names_beside_cues),
        cmocka_unit_test(test_prose__what_a_verb_does_not_name),
        cmocka_unit_test(test_prose__ordinary_words_count_in_lists_only),
        cmocka_unit_test(test_title__names_the_craft),
        cmocka_unit_test(test_prose__ambiguous_words_need_context),
        cmocka_unit_test(test_prose__longest_match_first_and_no_match_over_a_comma),
        cmocka_unit_test(test_prose__nothing_from_names_and_addresses),
        cmocka_unit_test(test_prose__soft_skills_with_restraint),
        cmocka_unit_test(test_mentions__spans_do_not_overlap),
        cmocka_unit_test(test_run__survives_hostile_text),
        cmocka_unit_test(test_run__many_addresses_in_one_passage),
    };
    return cmocka_run_group_tests(tests, open_taxonomy, drop_taxonomy);
}
