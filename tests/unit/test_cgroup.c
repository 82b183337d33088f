/* SPDX-License-Identifier: Apache-2.0 */
/* The files that dividing a cgroup reads and writes, in a folder that looks like one. */
#include "unit.h"

#include "base/io.h"
#include "worker/cgroup.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

struct group {
    char folder[64], leaf[128], worker[128];
};

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(vt_io_write_file(path, vt_str_z(text), 0600, NULL), VT_OK);
}

static void assert_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    VT_AUTO(vt_buf) vt_buf found = {.max = 4096};
    assert_int_equal(vt_io_read_file(path, &found, NULL), VT_OK);
    assert_str_eq(vt_buf_str(&found), text);
}

/* A cgroup with those controllers in which this process is, alone or not. */
static struct group make_group(const char *controllers, const char *others)
{
    struct group g = {.folder = "/tmp/vitae-cgroup-XXXXXX"};
    assert_non_null(mkdtemp(g.folder));
    snprintf(g.leaf, sizeof g.leaf, "%s/vitae-service", g.folder);
    snprintf(g.worker, sizeof g.worker, "%s/vitae-worker-%d", g.folder, (int)getpid());
    char pids[64];
    snprintf(pids, sizeof pids, "%d\n%s", (int)getpid(), others);
    write_file(g.folder, "cgroup.controllers", controllers);
    write_file(g.folder, "cgroup.procs", pids);
    write_file(g.folder, "cgroup.subtree_control", "");
    assert_int_equal(mkdir(g.leaf, 0700), 0);
    write_file(g.leaf, "cgroup.procs", "");
    return g;
}

static void remove_group(const struct group *g)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", g->folder);
    assert_int_equal(system(command), 0);
}

static void test_divide__moves_the_service_into_a_leaf(void **state)
{
    (void)state;
    char parent[VT_CGROUP_PATH];
    struct group g = make_group("cpu memory pids\n", "");
    assert_false(vt_cgroup_parent(g.leaf, parent)); /* not yet */
    assert_true(vt_cgroup_divide(g.folder));
    assert_file(g.leaf, "cgroup.procs", "0");
    assert_file(g.folder, "cgroup.subtree_control", "+memory");
    write_file(g.folder, "cgroup.subtree_control", "memory\n"); /* as the kernel shows it */
    assert_true(vt_cgroup_parent(g.leaf, parent));
    assert_string_equal(parent, g.folder);
    assert_false(vt_cgroup_parent(g.folder, parent));
    remove_group(&g);
}

static void test_divide__leaves_alone_what_is_not_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *controllers, *others;
    } rows[] = {{"cpu pids", ""}, {"", ""}, {"cpu memory", "1\n"}, {"memoryless", ""}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].controllers);
        struct group g = make_group(rows[i].controllers, rows[i].others);
        assert_false(vt_cgroup_divide(g.folder));
        assert_file(g.leaf, "cgroup.procs", "");
        assert_file(g.folder, "cgroup.subtree_control", "");
        remove_group(&g);
    }
    assert_false(vt_cgroup_divide("/nowhere"));
}

static void test_divide__goes_back_when_the_controller_is_refused(void **state)
{
    (void)state;
    struct group g = make_group("memory\n", "");
    char control[128];
    snprintf(control, sizeof control, "%s/cgroup.subtree_control", g.folder);
    assert_int_equal(unlink(control), 0);
    assert_false(vt_cgroup_divide(g.folder));
    write_file(g.folder, "cgroup.subtree_control", "");
    char procs[128];
    snprintf(procs, sizeof procs, "%s/cgroup.procs", g.folder);
    VT_AUTO(vt_buf) vt_buf text = {.max = 4096};
    assert_int_equal(vt_io_read_file(procs, &text, NULL), VT_OK);
    assert_true(text.len > 0 &&
                text.ptr[0] == '0'); /* written over its number, which has no 0 there */
    remove_group(&g);
}

static void test_join__limits_and_moves_the_worker(void **state)
{
    (void)state;
    struct group g = make_group("memory\n", "");
    assert_false(vt_cgroup_join(g.folder, 1000)); /* a group without a limit is none */
    write_file(g.worker, "memory.max", "");
    write_file(g.worker, "memory.swap.max", "");
    write_file(g.worker, "cgroup.procs", "");
    assert_true(vt_cgroup_join(g.folder, 1000));
    assert_file(g.worker, "memory.max", "1000");
    assert_file(g.worker, "memory.swap.max", "0");
    assert_file(g.worker, "cgroup.procs", "0");
    remove_group(&g);
}

static void test_sweep__removes_groups_that_are_empty(void **state)
{
    (void)state;
    struct group g = make_group("memory\n", "");
    char gone[128];
    snprintf(gone, sizeof gone, "%s/vitae-worker-7", g.folder);
    assert_int_equal(mkdir(gone, 0700), 0);
    assert_int_equal(mkdir(g.worker, 0700), 0);
    write_file(g.worker, "cgroup.procs", "7\n"); /* it does not go: somebody is in it */
    vt_cgroup_sweep(g.folder);
    assert_int_equal(access(gone, F_OK), -1);
    assert_int_equal(access(g.worker, F_OK), 0);
    assert_int_equal(access(g.leaf, F_OK), 0);
    remove_group(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_divide__moves_the_service_into_a_leaf),
        cmocka_unit_test(test_divide__leaves_alone_what_is_not_its_own),
        cmocka_unit_test(test_divide__goes_back_when_the_controller_is_refused),
        cmocka_unit_test(test_join__limits_and_moves_the_worker),
        cmocka_unit_test(test_sweep__removes_groups_that_are_empty),
    };
    return UNIT_MAIN(tests);
}
