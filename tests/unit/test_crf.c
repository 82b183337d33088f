/* SPDX-License-Identifier: Apache-2.0 */
#include "ml/crf.h"
#include "ml/train.c"

#include "unit.h"

enum { L = 4, N = 6 };

static uint32_t seed = 12345;

static uint32_t next_random(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
}

/* Sequences whose labels follow from features with noise, and edge features that force a step. */
static vt_dataset *make_data(size_t sequences)
{
    static const char *const LABELS[L] = {"a", "b", "c", "d"};
    vt_dataset *set = vt_dataset_new(LABELS, L);
    for (size_t k = 0; k < sequences; k++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        vt_sequence_builder b = {.arena = arena};
        uint8_t last = 0;
        size_t n = 1 + next_random() % N;
        for (size_t t = 0; t < n; t++) {
            bool stay = t > 0 && next_random() % 3 == 0;
            uint8_t label = stay ? last : (uint8_t)(next_random() % L);
            vt_sequence_add(&b, vt_feature_int(1, label));
            vt_sequence_add(&b, vt_feature_int(2, next_random() % 5));
            if (next_random() % 4 == 0)
                vt_sequence_add(&b, vt_feature_int(1, next_random() % L));
            if (stay)
                vt_sequence_add_edge(&b, vt_feature(3, VT_STR("stay")));
            if (next_random() % 2)
                vt_sequence_add_edge(&b, vt_feature(3, VT_STR("noise")));
            vt_sequence_next(&b, label);
            last = label;
        }
        vt_sequence s = vt_sequence_done(&b);
        vt_dataset_add(set, &s);
    }
    return set;
}

static void train_on(const vt_dataset *set, unsigned threads, vt_buf *out)
{
    vt_train_options options = vt_train_defaults();
    vt_train_report report;
    vt_error err;
    options.threads = threads;
    options.l1 = 0.05;
    options.iterations = 60;
    assert_int_equal(vt_train_crf(set, &options, out, &report, &err), VT_OK);
    assert_true(report.weights > 0 && report.features > 0);
}

static vt_crf *open_model(const vt_buf *image)
{
    vt_crf *crf = NULL;
    vt_error err = {0};
    if (vt_crf_open(image->ptr, image->len, &crf, &err) != VT_OK)
        print_error("# %s\n", err.message);
    return crf;
}

/* Calls fn for every labelling of n items. */
static bool next_labelling(uint8_t *labels, size_t n)
{
    for (size_t t = 0; t < n; t++) {
        if (++labels[t] < L)
            return true;
        labels[t] = 0;
    }
    return false;
}

static bool allowed(const vt_crf_rules *rules, const uint8_t *labels, size_t n)
{
    for (size_t t = 0; rules && t < n; t++)
        if ((rules->items && rules->items[t] && !(rules->items[t] >> labels[t] & 1)) ||
            (t > 0 && rules->transitions && !rules->transitions[labels[t - 1] * L + labels[t]]))
            return false;
    return !rules || !rules->start || (rules->start >> labels[0] & 1);
}

/* Viterbi, n-best, log Z and marginals against the sum over all labellings. */
static void compare_with_all(const vt_lattice *l, vt_arena *arena, const vt_crf_rules *rules)
{
    const size_t n = l->n;
    uint8_t labels[N] = {0}, best[N], nbest[5 * N];
    double top[5] = {-1e30, -1e30, -1e30, -1e30, -1e30}, z = 0, sums[N][L] = {{0}};
    do {
        if (!allowed(rules, labels, n))
            continue;
        double score = vt_crf_path_score(l, labels);
        z += exp(score);
        for (size_t t = 0; t < n; t++)
            sums[t][labels[t]] += exp(score);
        for (size_t i = 0; i < 5; i++)
            if (score > top[i]) {
                memmove(top + i + 1, top + i, (4 - i) * sizeof *top);
                top[i] = score;
                break;
            }
    } while (next_labelling(labels, n));
    double score = vt_crf_viterbi(l, arena, rules, best), scores[5];
    assert_true(fabs(score - top[0]) < 1e-3);
    assert_true(fabs(vt_crf_path_score(l, best) - top[0]) < 1e-3);
    size_t found = vt_crf_nbest(l, arena, rules, 5, nbest, scores);
    for (size_t i = 0; i < found; i++) {
        assert_true(fabs(scores[i] - top[i]) < 1e-3);
        assert_true(fabs(vt_crf_path_score(l, nbest + i * n) - top[i]) < 1e-3);
    }
    assert_true(found == 5 || top[found] < -1e29);
    float marginals[N * L];
    double log_z = vt_crf_marginals(l, arena, rules, marginals);
    assert_true(fabs(log_z - log(z)) < 1e-4);
    for (size_t t = 0; t < n; t++) {
        double sum = 0;
        for (size_t y = 0; y < L; y++) {
            sum += (double)marginals[t * L + y];
            assert_true(fabs((double)marginals[t * L + y] - sums[t][y] / z) < 1e-4);
        }
        assert_true(fabs(sum - 1) < 1e-5);
    }
}

/* The probability of a run against the sum over all labellings that have it. */
static void compare_run(const vt_lattice *l, vt_arena *arena, size_t first, size_t last,
                        uint8_t label, unsigned alone)
{
    uint8_t labels[N] = {0};
    double with = 0, all = 0;
    do {
        double p = exp(vt_crf_path_score(l, labels));
        bool is = true;
        for (size_t t = first; t <= last; t++)
            is &= labels[t] == label;
        if ((alone & 1) && first > 0)
            is &= labels[first - 1] != label;
        if ((alone & 2) && last + 1 < l->n)
            is &= labels[last + 1] != label;
        with += is ? p : 0;
        all += p;
    } while (next_labelling(labels, l->n));
    const vt_crf_beliefs *beliefs = vt_crf_believe(l, arena, NULL);
    double got = (double)vt_crf_belief_run(beliefs, first, last, label, alone);
    assert_true(fabs(got - with / all) < 1e-4);
}

static void test_belief_run__is_the_share_of_the_labellings_with_it(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(80);
    VT_AUTO(vt_buf) vt_buf image = {0};
    train_on(set, 1, &image);
    VT_AUTO(vt_crf) vt_crf *crf = open_model(&image);
    assert_non_null(crf);
    for (size_t k = 0; k < 20; k++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
        vt_lattice *l = vt_crf_score(crf, arena, vt_dataset_get(set, k));
        for (size_t first = 0; first < l->n; first++)
            for (size_t last = first; last < l->n; last++)
                compare_run(l, arena, first, last, (uint8_t)(k % L), (unsigned)(first + last) % 4);
    }
}

static void test_decoding__agrees_with_all_labellings(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(80);
    VT_AUTO(vt_buf) vt_buf image = {0};
    train_on(set, 1, &image);
    VT_AUTO(vt_crf) vt_crf *crf = open_model(&image);
    assert_non_null(crf);
    uint8_t steps[L * L];
    uint32_t items[N] = {0, 0x6, 0, 0xE, 0, 1};
    for (size_t i = 0; i < L * L; i++)
        steps[i] = i % 5 != 1;
    vt_crf_rules rules = {.transitions = steps, .start = 0xB, .items = items};
    for (size_t k = 0; k < 40; k++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
        vt_lattice *l = vt_crf_score(crf, arena, vt_dataset_get(set, k));
        compare_with_all(l, arena, NULL);
        compare_with_all(l, arena, &rules);
    }
}

static void test_rules__that_leave_no_path_are_ignored(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(40);
    VT_AUTO(vt_buf) vt_buf image = {0};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
    train_on(set, 1, &image);
    VT_AUTO(vt_crf) vt_crf *crf = open_model(&image);
    assert_non_null(crf);
    uint8_t none[L * L] = {0}, free_labels[N], ruled[N];
    vt_crf_rules rules = {.transitions = none};
    for (size_t k = 0; k < 10; k++) {
        vt_lattice *l = vt_crf_score(crf, arena, vt_dataset_get(set, k));
        double a = vt_crf_viterbi(l, arena, NULL, free_labels);
        double b = vt_crf_viterbi(l, arena, l->n > 1 ? &rules : NULL, ruled);
        assert_true(fabs(a - b) < 1e-9);
        assert_memory_equal(free_labels, ruled, l->n);
    }
}

static void test_evaluate__gradient_agrees_with_differences(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(12);
    vt_train_options options = vt_train_defaults();
    options.min_count = 1;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64 << 20);
    struct trainer tr = {
        .arena = arena, .set = set, .options = &options, .L = L, .cells = L * L, .padded = L};
    number_features(&tr);
    keep_frequent(&tr);
    compile(&tr);
    make_pairs(&tr);
    lay_out(&tr);
    double *x = VT_NEW_ARRAY(arena, double, tr.n_params);
    double *g = VT_NEW_ARRAY(arena, double, tr.n_params);
    double *unused = VT_NEW_ARRAY(arena, double, tr.n_params);
    for (size_t i = 0; i < tr.n_params; i++)
        x[i] = (double)(next_random() % 2000) / 1000 - 1;
    evaluate(&tr, x, g);
    for (size_t i = 0; i < tr.n_params; i++) {
        const double h = 1e-5, was = x[i];
        x[i] = was + h;
        double up = evaluate(&tr, x, unused);
        x[i] = was - h;
        double down = evaluate(&tr, x, unused);
        x[i] = was;
        assert_true(fabs((up - down) / (2 * h) - g[i]) < 1e-4 * VT_MAX(1.0, fabs(g[i])));
    }
}

static void test_train__is_the_same_with_one_and_two_threads(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(60);
    VT_AUTO(vt_buf) vt_buf one = {0};
    VT_AUTO(vt_buf) vt_buf two = {0};
    VT_AUTO(vt_buf) vt_buf again = {0};
    train_on(set, 1, &one);
    train_on(set, 2, &two);
    train_on(set, 2, &again);
    assert_int_equal(one.len, two.len);
    assert_memory_equal(one.ptr, two.ptr, one.len);
    assert_memory_equal(one.ptr, again.ptr, one.len);
}

static void test_train__learns_what_features_say(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(400);
    VT_AUTO(vt_buf) vt_buf image = {0};
    train_on(set, 2, &image);
    VT_AUTO(vt_crf) vt_crf *crf = open_model(&image);
    assert_non_null(crf);
    VT_AUTO(vt_dataset) vt_dataset *test = make_data(200);
    vt_scoreboard board = {0};
    for (size_t k = 0; k < vt_dataset_count(test); k++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
        const vt_sequence *s = vt_dataset_get(test, k);
        uint8_t labels[N];
        vt_crf_viterbi(vt_crf_score(crf, arena, s), arena, NULL, labels);
        vt_score_add(&board, s->labels, labels, s->n);
    }
    assert_true(vt_score_accuracy(&board) > 0.85); /* an item in eight has two labels' features */
}

static void test_open__refuses_a_damaged_image(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(30);
    VT_AUTO(vt_buf) vt_buf image = {0};
    train_on(set, 1, &image);
    for (size_t i = 0; i < image.len; i += i < 64 ? 1 : 37) {
        if ((i >= 44 && i < 48) || (i >= 52 && i < 64))
            continue; /* the scale, where every value is one, and what is reserved */
        vt_crf *crf = NULL;
        image.ptr[i] ^= 0x21;
        assert_int_equal(vt_crf_open(image.ptr, image.len, &crf, NULL), VT_E_FORMAT);
        image.ptr[i] ^= 0x21;
    }
    for (size_t n = 0; n < image.len; n += 41) {
        vt_crf *crf = NULL;
        assert_int_equal(vt_crf_open(image.ptr, n, &crf, NULL), VT_E_FORMAT);
    }
}

static void test_open__names_and_calibration(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = make_data(30);
    VT_AUTO(vt_buf) vt_buf image = {0};
    train_on(set, 1, &image);
    vt_calibration table = {.n = 2, .from = {0.5f, 1}, .to = {0.2f, 0.8f}};
    assert_int_equal(vt_train_set_calibration(&image, &table, NULL), VT_OK);
    VT_AUTO(vt_crf) vt_crf *crf = open_model(&image);
    assert_non_null(crf);
    assert_int_equal(vt_crf_labels(crf), L);
    assert_str_eq(vt_crf_label(crf, 2), "c");
    assert_true(fabsf(vt_crf_calibrate(crf, 0.75f) - 0.5f) < 1e-6f);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_sequence empty = {.offsets = (const uint32_t[]){0}};
    uint8_t labels[1];
    assert_true(vt_crf_viterbi(vt_crf_score(crf, arena, &empty), arena, NULL, labels) >= 0);
}

static void test_dataset_read__text(void **state)
{
    (void)state;
    VT_AUTO(vt_dataset) vt_dataset *set = vt_dataset_new(NULL, 0);
    vt_error err;
    assert_int_equal(vt_dataset_read(set, VT_STR("x\tw=a ^gap\ny\tw=b w=c\n\nx\tw=a\r\n"), &err),
                     VT_OK);
    assert_int_equal(vt_dataset_count(set), 2);
    assert_int_equal(vt_dataset_items(set), 3);
    assert_int_equal(vt_dataset_labels(set), 2);
    const vt_sequence *s = vt_dataset_get(set, 0);
    assert_int_equal(s->n, 2);
    assert_int_equal(s->offsets[2], 3);
    assert_int_equal(s->edge_offsets[1], 1);
    assert_int_equal(s->features[0], vt_feature_text(VT_STR("w=a")));
    static const char *const FIXED[] = {"x"};
    VT_AUTO(vt_dataset) vt_dataset *fixed = vt_dataset_new(FIXED, 1);
    assert_int_equal(vt_dataset_read(fixed, VT_STR("x\ta\nz\tb\n"), &err), VT_E_FORMAT);
    assert_non_null(strstr(err.message, "line 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decoding__agrees_with_all_labellings),
        cmocka_unit_test(test_belief_run__is_the_share_of_the_labellings_with_it),
        cmocka_unit_test(test_rules__that_leave_no_path_are_ignored),
        cmocka_unit_test(test_evaluate__gradient_agrees_with_differences),
        cmocka_unit_test(test_train__is_the_same_with_one_and_two_threads),
        cmocka_unit_test(test_train__learns_what_features_say),
        cmocka_unit_test(test_open__refuses_a_damaged_image),
        cmocka_unit_test(test_open__names_and_calibration),
        cmocka_unit_test(test_dataset_read__text),
    };
    return UNIT_MAIN(tests);
}
