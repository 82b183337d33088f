/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae backup`, `vitae restore`: copies of the SQLite store; `vitae migrate`: its way into
 * PostgreSQL. Each checks what it made as `vitae doctor` does. */
#include "cli/admin.h"
#include "ledger/doctor.h"
#include "store/copy.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char backup_help[] =
    "usage: vitae backup FILE [--data DIR]\n"
    "\n"
    "Copies the SQLite store into FILE, which must not exist, while a server runs or not. The "
    "copy\n"
    "is one state of the store; it is checked whole before it gets its name. (A PostgreSQL store\n"
    "is copied with its own tools: pg_dump, pg_basebackup.)\n";
static const char restore_help[] = "usage: vitae restore FILE [--data DIR]\n"
                                   "\n"
                                   "Makes the store of a data folder out of FILE that `vitae "
                                   "backup` wrote. A store that is there\n"
                                   "is never overwritten: move it away first.\n";
static const char migrate_help[] =
    "usage: vitae migrate sqlite-to-postgresql --store postgresql://... [--data DIR]\n"
    "\n"
    "Copies everything from the SQLite store of a data folder into an empty PostgreSQL database,\n"
    "in one transaction. No server may run on either. The data folder is left as it was.\n";

struct command {
    const char *name, *help;
    int words;
    vt_status (*run)(vt_arena *arena, const vt_config *config, char **words, vt_error *err);
};

static void print_broken(void *context, const char *invariant, int64_t broken)
{
    (void)context;
    if (broken)
        fprintf(stderr, "BROKEN  %s: %jd\n", invariant, (intmax_t)broken);
}

static vt_status examine(vt_store *store, vt_error *err)
{
    int64_t broken;
    VT_TRY(vt_doctor_run(store, print_broken, NULL, &broken, err));
    return broken ? vt_fail(err, VT_E_FORMAT, "the copy breaks %jd invariants", (intmax_t)broken)
                  : VT_OK;
}

static const char *database_of(vt_arena *arena, const vt_config *config)
{
    return vt_str_format(arena, "%s/vitae.db", config->data).ptr;
}

static vt_status copy_and_examine(const char *from, const char *to, vt_error *err)
{
    VT_TRY(vt_sqlite_copy(from, to, err));
    vt_store *store = NULL;
    vt_status status = vt_store_open(to, &store, err);
    if (status == VT_OK)
        status = examine(store, err);
    vt_store_drop(store);
    if (status == VT_OK)
        printf("%s: checked\n", to);
    else
        unlink(to);
    return status;
}

static vt_status backup(vt_arena *arena, const vt_config *config, char **words, vt_error *err)
{
    if (config->store[0])
        return vt_fail(err, VT_E_INVALID, "a PostgreSQL store is copied with pg_dump");
    return copy_and_examine(database_of(arena, config), words[0], err);
}

static vt_status restore(vt_arena *arena, const vt_config *config, char **words, vt_error *err)
{
    int lock = -1;
    if (mkdir(config->data, 0700) != 0 && errno != EEXIST)
        return vt_fail_errno(err, VT_E_IO, "cannot make the data folder '%s'", config->data);
    VT_TRY(vt_admin_lock(arena, config, &lock, err));
    vt_status status = copy_and_examine(words[0], database_of(arena, config), err);
    close(lock);
    return status;
}

static void print_table(void *context, const char *table, int64_t rows)
{
    (void)context;
    printf("%-18s %jd\n", table, (intmax_t)rows);
}

static vt_status copy_stores(vt_arena *arena, const vt_config *config, vt_error *err)
{
    vt_config source = *config;
    source.store = "";
    VT_AUTO(vt_store) vt_store *from = NULL;
    VT_AUTO(vt_store) vt_store *to = NULL;
    VT_TRY(vt_admin_open(arena, &source, false, &from, err));
    VT_TRY(vt_store_open(config->store, &to, err));
    VT_TRY(vt_store_copy(from, to, print_table, NULL, err));
    VT_TRY(examine(to, err));
    puts("checked");
    return VT_OK;
}

static vt_status migrate(vt_arena *arena, const vt_config *config, char **words, vt_error *err)
{
    if (strcmp(words[0], "sqlite-to-postgresql") != 0 || !config->store[0])
        return vt_fail(err, VT_E_INVALID,
                       "say: vitae migrate sqlite-to-postgresql --store "
                       "postgresql://...");
    int lock = -1;
    VT_TRY(vt_admin_lock(arena, config, &lock, err));
    vt_status status = copy_stores(arena, config, err);
    close(lock);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    if (vt_admin_help(argc, argv, command->help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    const vt_flag flags[] = {{NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words = 0;
    umask(077);
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    if (status == VT_OK && words != command->words)
        status = vt_fail(&err, VT_E_INVALID, "wrong number of arguments; see --help");
    if (status == VT_OK)
        status = command->run(arena, &config, argv + 1, &err);
    return status == VT_OK ? VT_EXIT_OK : vt_admin_fail(command->name, status, &err);
}

int vt_cli_backup(int argc, char **argv)
{
    return run(&(struct command){"backup", backup_help, 1, backup}, argc, argv);
}

int vt_cli_restore(int argc, char **argv)
{
    return run(&(struct command){"restore", restore_help, 1, restore}, argc, argv);
}

int vt_cli_migrate(int argc, char **argv)
{
    return run(&(struct command){"migrate", migrate_help, 1, migrate}, argc, argv);
}
