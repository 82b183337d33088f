/* SPDX-License-Identifier: Apache-2.0 */
#include "text/date.h"

#include "unit.h"

#include "base/buf.h"

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

/* "2019-04" or "2019"; nothing where no year is stated. */
static void add_when(vt_buf *out, vt_when when)
{
    if (when.year <= 0)
        return;
    vt_buf_addf(out, "%04d", when.year);
    if (when.month > 0)
        vt_buf_addf(out, "-%02d", when.month);
}

/* "2019-01..2020 e" for each hit: from, to ("now" when current), e: expected */
static void describe(const vt_date_hits *hits, vt_buf *out)
{
    for (size_t i = 0; i < hits->n; i++) {
        const vt_date_hit *h = &hits->at[i];
        vt_buf_addz(out, i ? " + " : "");
        add_when(out, h->from);
        if (h->range || h->to.year)
            vt_buf_addz(out, h->current ? "..now" : "..");
        if (!h->current)
            add_when(out, h->to);
        if (h->expected)
            vt_buf_addz(out, " e");
    }
}

struct row {
    const char *text, *want;
};

static void check(const struct row *rows, size_t n, vt_date_mode mode)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8 << 20);
    vt_date_options options = {.mode = mode, .today = {2024, 6, 15}};
    size_t faults = 0;
    for (size_t i = 0; i < n; i++) {
        vt_words words = vt_words_split(arena, vt_str_z(rows[i].text));
        vt_date_hits hits = vt_date_find(lex, arena, &words, &options);
        VT_AUTO(vt_buf) vt_buf out = {0};
        describe(&hits, &out);
        if (!vt_str_eq(vt_buf_str(&out), vt_str_z(rows[i].want))) {
            print_message("# %s: got \"" VT_STR_FMT "\", want \"%s\"\n", rows[i].text,
                          VT_STR_ARG(vt_buf_str(&out)), rows[i].want);
            faults++;
        }
        for (size_t h = 0; h < hits.n; h++) {
            assert_true(hits.at[h].start < hits.at[h].end);
            assert_true(hits.at[h].end <= words.text.len);
            assert_true(hits.at[h].first + hits.at[h].count <= words.n);
        }
    }
    assert_int_equal(faults, 0);
}

static void test_find__header_lines(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Jan 2019 – Present", "2019-01..now"},
        {"January 2019 - March 2020", "2019-01..2020-03"},
        {"03/2015 - 11/2018", "2015-03..2018-11"},
        {"03/2015-11/2018", "2015-03..2018-11"},
        {"2012–14", "2012..2014"},
        {"2012 – 2014", "2012..2014"},
        {"2012-2014", "2012..2014"},
        {"2012 to 2014", "2012..2014"},
        {"(2012-2014)", "2012..2014"},
        {"1998–02", "1998..2002"},
        {"seit 04.2020", "2020-04..now"},
        {"seit April 2020", "2020-04..now"},
        {"depuis mars 2019", "2019-03..now"},
        {"since 2019", "2019..now"},
        {"Since March 2019", "2019-03..now"},
        {"Sept. '19", "2019-09"},
        {"Sept. ’19 – Jan. ’21", "2019-09..2021-01"},
        {"2019-04 to 2020-01", "2019-04..2020-01"},
        {"2019-04 - 2020-01", "2019-04..2020-01"},
        {"2019-11 – 2020-12", "2019-11..2020-12"},
        {"04.2018–heute", "2018-04..now"},
        {"04/2018 – heute", "2018-04..now"},
        {"01.02.2019 - 31.03.2020", "2019-02..2020-03"},
        {"1.2.2019 – 31.3.2020", "2019-02..2020-03"},
        {"01/02/2019 - 03/31/2020", "2019-01..2020-03"},
        {"15/02/2019 - 01/03/2020", "2019-02..2020-03"},
        {"2019/04/01 - 2020/03/31", "2019-04..2020-03"},
        {"2019年4月", "2019-04"},
        {"2019年4月 - 2020年3月", "2019-04..2020-03"},
        {"2019年4月1日～2020年3月31日", "2019-04..2020-03"},
        {"2019年4月至今", "2019-04..now"},
        {"2019.04 - 2020.03", "2019-04..2020-03"},
        {"2019년 4월 ~ 2020년 3월", "2019-04..2020-03"},
        {"2019년 4월 ~ 현재", "2019-04..now"},
        {"Abril de 2019", "2019-04"},
        {"abril de 2019 a marzo de 2020", "2019-04..2020-03"},
        {"abr. 2019 – atual", "2019-04..now"},
        {"mar/2019 - dez/2020", "2019-03..2020-12"},
        {"5 de mayo de 2019", "2019-05"},
        {"desde enero de 2020", "2020-01..now"},
        {"May 2017 to date", "2017-05..now"},
        {"May 2017 till now", "2017-05..now"},
        {"Expected May 2025", "2025-05 e"},
        {"May 2025 (expected)", "2025-05 e"},
        {"Expected graduation: May 2025", "2025-05 e"},
        {"May 2026", "2026-05 e"},
        {"Sep 2022 – May 2026 (Expected)", "2022-09..2026-05 e"},
        {"Summer 2018", "2018"},
        {"Summer 2018 – Fall 2019", "2018..2019"},
        {"Fall/Winter 2019", "2019"},
        {"Q3 2019", "2019"},
        {"Q1 2019 - Q3 2020", "2019..2020"},
        {"2019 Q3", "2019"},
        {"Winter 2019/20", "2019..2020"},
        {"WS 2019/20", "2019..2020"},
        {"1st January 2020", "2020-01"},
        {"January 1st, 2020", "2020-01"},
        {"Jan 5, 2020 - Mar 6, 2021", "2020-01..2021-03"},
        {"12 March 2018 – 4 April 2019", "2018-03..2019-04"},
        {"Jan – Mar 2019", "2019-01..2019-03"},
        {"Jan-Mar 2019", "2019-01..2019-03"},
        {"June to August 2019", "2019-06..2019-08"},
        {"Nov – Feb 2020", "2019-11..2020-02"},
        {"05–07/2019", "2019-05..2019-07"},
        {"Jan 2019 - Mar 2020 (1 yr 3 mos)", "2019-01..2020-03"},
        {"Jan 2019 - Present (5 years 6 months)", "2019-01..now"},
        {"Jan2019 - Mar2020", "2019-01..2020-03"},
        {"Jan-19 - Mar-20", "2019-01..2020-03"},
        {"Jan 98 – Mar 02", "1998-01..2002-03"},
        {"03/15 - 11/18", "2015-03..2018-11"},
        {"07/21", "2021-07"},
        {"– 10/21", "2021-10"},
        {"chapter 07/21", ""},
        {"03/15 – Present", "2015-03..now"},
        {"2019 -", "2019..now"},
        {"2019 –", "2019..now"},
        {"bis 03/2019", "..2019-03"},
        {"until 2019", "..2019"},
        {"von 03/2015 bis 11/2018", "2015-03..2018-11"},
        {"du 1er mars 2015 au 30 juin 2018", "2015-03..2018-06"},
        {"de mars 2015 à juin 2018", "2015-03..2018-06"},
        {"septembre 2015 – aujourd'hui", "2015-09..now"},
        {"sept. 2015 - août 2018", "2015-09..2018-08"},
        {"Da marzo 2015 a giugno 2018", "2015-03..2018-06"},
        {"gennaio 2020 – in corso", "2020-01..now"},
        {"maart 2015 – heden", "2015-03..now"},
        {"mrt 2015 t/m jun 2018", "2015-03..2018-06"},
        {"styczeń 2015 – obecnie", "2015-01..now"},
        {"od 03.2015 do 06.2018", "2015-03..2018-06"},
        {"Ocak 2015 – Halen", "2015-01..now"},
        {"januari 2015 – nu", "2015-01..now"},
        {"январь 2015 – настоящее время", "2015-01..now"},
        {"Март 2015 — по настоящее время", "2015-03..now"},
        {"с марта 2015 по июнь 2018", "2015-03..2018-06"},
        {"березень 2015 – дотепер", "2015-03..now"},
        {"leden 2015 – současnost", "2015-01..now"},
        {"2015. március – 2018. június", "2015-03..2018-06"},
        {"martie 2015 – prezent", "2015-03..now"},
        {"tammikuu 2015 – nykyinen", "2015-01..now"},
        {"Μάρτιος 2015 – σήμερα", "2015-03..now"},
        {"يناير 2015 - حتى الآن", "2015-01..now"},
        {"מרץ 2015 – היום", "2015-03..now"},
        {"tháng 3 năm 2015 – hiện tại", "2015-03..now"},
        {"03/2015 - nay", "2015-03..now"},
        {"Maret 2015 – sekarang", "2015-03..now"},
        {"जनवरी 2015 – वर्तमान", "2015-01..now"},
        {"2011 – ongoing", "2011..now"},
        {"2011 - Current", "2011..now"},
        {"Google, Software Engineer, 2015 – 2018", "2015..2018"},
        {"Google | Jan 2015 – Feb 2018 | London", "2015-01..2018-02"},
        {"B.Sc. Computer Science, 2014", "2014"},
        {"2014 | MIT", "2014"},
        {"University of Oslo (2014)", "2014"},
        {"2011-12", "2011..2012"},
        {"2003-09 — 2005-06", "2003-09..2005-06"},
        {"2009-10 Scholarship", "2009..2010"},
        {"2009/10", "2009..2010"},
        {"2009/2010", "2009..2010"},
        {"Class of 2014", "2014"},
        {"Graduated 2014", "2014"},
        {"May 2014 Stanford", "2014-05"},
        {"2014", "2014"},
        {"2010 – 2012, 2014 – 2016", "2010..2012 + 2014..2016"},
        {"Jul 2019 — Aug 2020", "2019-07..2020-08"},
        {"Jul 2019 ‐ Aug 2020", "2019-07..2020-08"},
        {"07 / 2019 – 08 / 2020", "2019-07..2020-08"},
        {"JULY 2019 – PRESENT", "2019-07..now"},
        {"July, 2019 – Present", "2019-07..now"},
        {"2019 – 2018", "2018..2019"}, /* the later end first */
        {"12/2019 - 09/2016", "2016-09..2019-12"},
        {"2019 heute", "2019..now"},
        {"From 2015 to 2018", "2015..2018"},
        {"between 2015 and 2018", "2015..2018"},
        {"2015 bis 2018", "2015..2018"},
        {"2015 bis heute", "2015..now"},
        {"ab 2015", "2015..now"},
        {"Proyecto de 2019", "2019"},
        {"den 5. maj 2019", "2019-05"},
        {"desde 2019", "2019..now"},
        {"с 2019", "2019..now"},
        {"2015 / 07 - 2018 / 11", "2015-07..2018-11"},
        {"2015 / 07 / 01 - 2018 / 11 / 30", "2015-07..2018-11"},
        {"2015/07", "2015-07"},
        {"2009 / 10", "2009-10"}, /* with spaces no span of years */
        {"March 2014\nto\nNovember 2014", "2014-03..2014-11"},
        {"March 2014\n–\nNovember 2014", "2014-03..2014-11"},
        {"March 2014 to\nPresent", "2014-03..now"},
        {"March 2014\nto\nPresent", "2014-03..now"},
        /* no dates */
        {"2015. 12 people", "2015"},
        {"AWS S3/2", ""},
        {"R4.1 and H2.3", ""},
        {"ISO 9001:2015", ""},
        {"Windows Server 2012", ""},
        {"SQL Server 2016", ""},
        {"$2000 budget", ""},
        {"2,000 users", ""},
        {"+1 650 2012 123", ""},
        {"(212) 555-2012", ""},
        {"555-1990", ""},
        {"Python 3.8", ""},
        {"v2.10.2015", ""},
        {"192.168.10.12", ""},
        {"2000+ customers", ""},
        {"10/20 points", ""},
        {"март 2015 г. – июнь 2018 г.", "2015-03..2018-06"},
        {"marzec 2015 r. – czerwiec 2018 r.", "2015-03..2018-06"},
        {"May the force", ""},
        {"Present", ""},
        {"3 years", ""},
        {"24/7", ""},
        {"12345", ""},
        {"1850", ""},
        {"2099", ""},
        {"", ""},
    };
    check(rows, VT_COUNT(rows), VT_DATE_HEADER);
}

static void test_find__east_asia(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"令和5年4月1日", "2023-04"},
        {"令和元年5月", "2019-05"},
        {"平成28年4月 ～ 令和2年3月", "2016-04..2020-03"},
        {"昭和63年3月", "1988-03"},
        {"平成二十八年四月", "2016-04"},
        {"令和 5 年 4 月", "2023-04"},
        {"H28年4月", "2016-04"},
        {"R2.4 株式会社青空 入社", "2020-04"},
        {"S63/3 卒業", "1988-03"},
        {"平28.4 入学", "2016-04"},
        {"民國108年9月", "2019-09"},
        {"2019（令和元）年5月", "2019-05"},
        {"平成31年（2019年）4月", "2019-04"},
        {"平成30年4月～現在に至る", "2018-04..now"},
        {"平成30年4月 現在に至る", "2018-04..now"},
        {"2023年4月1日現在", "2023-04"}, /* as of that day */
        {"2020年4月～現在", "2020-04..now"},
        {"2019年4月～6月", "2019-04..2019-06"},
        {"2019年4月より", "2019-04..now"},
        {"２０１９年４月", "2019-04"},
        {"2015  4  青空高等学校 入学", "2015-04"},
        {"平成27\t4\t青空高等学校 入学", "2015-04"},
        {"二〇一九年九月至二〇二一年六月", "2019-09..2021-06"},
        {"二○一九年九月", "2019-09"},
        {"2019年9月至2021年6月", "2019-09..2021-06"},
        {"2019.09-至今", "2019-09..now"},
        {"2019.09 至 今", "2019-09..now"},
        {"2019/09 ~ 至现在", "2019-09..now"},
        {"从2019年9月到现在", "2019-09..now"},
        {"自2019年9月起", "2019-09..now"},
        {"19年9月-21年6月", "2019-09..2021-06"},
        {"2019年", "2019"},
        {"2019. 04 ~ 2021. 03", "2019-04..2021-03"},
        {"2019. 4. ~ 현재", "2019-04..now"},
        {"2019. 4. 1. ~ 2020. 3. 31.", "2019-04..2020-03"},
        {"2019년 4월부터", "2019-04..now"},
        {"2019년 4월 ~ 재직중", "2019-04..now"},
        {"2018.03 - 2022.02", "2018-03..2022-02"},
        {"2年6个月", ""},
        {"经验19年", ""},
        {"大3学生", ""},
        {"一月一次", ""},
    };
    check(rows, VT_COUNT(rows), VT_DATE_HEADER);
}

static void test_find__solar_and_other_digits(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"۱۳۹۵ - ۱۳۹۸", "2016..2019"},
        {"مهر ۱۳۹۵ تا خرداد ۱۳۹۸", "2016-09..2019-05"},
        {"مهر ۱۳۹۵ - اکنون", "2016-09..now"},
        {"از ۱۳۹۹ تا کنون", "2020..now"},
        {"۱۳۹۹/۰۱/۰۱", "2020-03"},
        {"1399/11 تا کنون شرکت پارس", "2021-01..now"},
        {"۱۴۰۲/۰۴ – ۱۴۰۲/۰۸", "2023-06..2023-10"},
        {"دی ۱۳۹۸", "2019-12"},
        {"٢٠١٥ - ٢٠١٩", "2015..2019"},
        {"يناير ٢٠١٥ - حتى الآن", "2015-01..now"},
        {"٠٣/٢٠١٥ – ١١/٢٠١٨", "2015-03..2018-11"},
        {"مارس 2015 إلى يونيو 2018", "2015-03..2018-06"},
        {"03/2015 עד 06/2018", "2015-03..2018-06"},
        {"2015 - היום", "2015..now"},
        {"1399 servers", ""},
        {"Suite 1400", ""},
    };
    check(rows, VT_COUNT(rows), VT_DATE_HEADER);
}

static void test_find__prose(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Joined in 2015 and led the team until May 2018.", "2015 + ..2018-05"},
        {"Grew revenue from 2000 units to 3500 units", ""},
        {"Migrated 2012 servers to Azure", ""},
        {"Won the prize (2016) twice", "2016"},
        {"From January 2015 to March 2016 I worked at sea", "2015-01..2016-03"},
        {"between 2015 and 2018", "2015..2018"},
        {"Rolled out Office 2019 and Windows 2016 to 2000 seats", ""},
        {"under the act of 1996", ""},
        {"achieved 12/15 targets", ""},
        {"May 2014: released version 2.0", "2014-05"},
    };
    check(rows, VT_COUNT(rows), VT_DATE_PROSE);
}

static void test_find__spans(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_date_options options = {.mode = VT_DATE_HEADER, .today = {2024, 6, 15}};
    vt_words words = vt_words_split(arena, VT_STR("Acme (Sept. 2019 – Present), Oslo"));
    vt_date_hits hits = vt_date_find(lex, arena, &words, &options);
    assert_int_equal(hits.n, 1);
    const vt_date_hit *h = &hits.at[0];
    assert_str_eq(vt_str_sub(words.text, h->start, h->end), "Sept. 2019 – Present");
    assert_str_eq(vt_str_sub(words.text, h->from_span.start, h->from_span.end), "Sept. 2019");
    assert_str_eq(vt_str_sub(words.text, h->to_span.start, h->to_span.end), "Present");
    assert_int_equal(h->first, 1);
    assert_int_equal(h->count, 3);
}

static void test_find__survives_any_bytes(void **state)
{
    (void)state;
    static const char PIECES[][12] = {"Jan", "2019", " - ", "/",   "3",  "'",       "19",
                                      "年",  "月",   ".",   "to",  " ",  "present", "(",
                                      ")",   "Q",    "of",  "1st", "12", "–"};
    vt_date_options options = {.mode = VT_DATE_HEADER, .today = {2024, 6, 15}};
    uint32_t seed = 7;
    for (size_t round = 0; round < 3000; round++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        VT_AUTO(vt_buf) vt_buf text = {0};
        vt_buf_addz(&text, "");
        for (size_t k = 0; k < 12; k++) {
            seed = seed * 1664525 + 1013904223;
            vt_buf_addz(&text, PIECES[(seed >> 16) % VT_COUNT(PIECES)]);
        }
        vt_words words = vt_words_split(arena, vt_buf_str(&text));
        vt_date_hits hits = vt_date_find(lex, arena, &words, &options);
        for (size_t h = 0; h < hits.n; h++) {
            assert_true(hits.at[h].end <= words.text.len);
            assert_true(hits.at[h].from.month <= 12 && hits.at[h].to.month <= 12);
        }
    }
}

static void test_guess_order__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_words a = vt_words_split(arena, VT_STR("01/02/2019 and 05/31/2020"));
    vt_words b = vt_words_split(arena, VT_STR("01/02/2019 and 31/05/2020"));
    vt_words c = vt_words_split(arena, VT_STR("01/02/2019"));
    assert_int_equal(vt_date_guess_order(&a), VT_DATE_ORDER_MONTH_FIRST);
    assert_int_equal(vt_date_guess_order(&b), VT_DATE_ORDER_DAY_FIRST);
    assert_int_equal(vt_date_guess_order(&c), VT_DATE_ORDER_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find__header_lines),
        cmocka_unit_test(test_find__prose),
        cmocka_unit_test(test_find__spans),
        cmocka_unit_test(test_find__survives_any_bytes),
        cmocka_unit_test(test_find__east_asia),
        cmocka_unit_test(test_find__solar_and_other_digits),
        cmocka_unit_test(test_guess_order__rows),
    };
    return cmocka_run_group_tests(tests, open_lexicon, drop_lexicon);
}
