/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_commit FILE SECONDS: what durable creates are compared with: one SQLite transaction for
 * each request, one after the other, with the journal and the synchronisation of the service and
 * three rows of about the sizes that a create writes. Prints transactions a second.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void run(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK)
        return;
    fprintf(stderr, "bench_commit: %s\n", message);
    exit(1);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK)
        return statement;
    fprintf(stderr, "bench_commit: %s\n", sqlite3_errmsg(db));
    exit(1);
}

static void step(sqlite3_stmt *statement)
{
    if (sqlite3_step(statement) != SQLITE_DONE)
        exit(1);
    sqlite3_reset(statement);
}

int main(int argc, char **argv)
{
    sqlite3 *db = NULL;
    if (argc != 3 || sqlite3_open(argv[1], &db) != SQLITE_OK) {
        fputs("usage: bench_commit FILE SECONDS\n", stderr);
        return 2;
    }
    run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "CREATE TABLE request(id TEXT PRIMARY KEY, body BLOB) WITHOUT ROWID;"
            "CREATE TABLE ledger(id INTEGER PRIMARY KEY, body BLOB);"
            "CREATE TABLE document(id INTEGER PRIMARY KEY, body BLOB)");
    sqlite3_stmt *rows[] = {
        prepare(db, "INSERT INTO request VALUES(hex(randomblob(16)), zeroblob(300))"),
        prepare(db, "INSERT INTO ledger(body) VALUES(zeroblob(100))"),
        prepare(db, "INSERT INTO document(body) VALUES(zeroblob(1000))")};
    double begun = now_s(), seconds = atof(argv[2]);
    long count = 0;
    for (; now_s() - begun < seconds; count++) {
        run(db, "BEGIN IMMEDIATE");
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            step(rows[i]);
        run(db, "COMMIT");
    }
    printf("{\"commits_per_second\": %.1f}\n", (double)count / (now_s() - begun));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        sqlite3_finalize(rows[i]);
    sqlite3_close(db);
    return 0;
}
