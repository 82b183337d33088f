/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

#include "base/auto.h"
#include "worker/child.h"

#include <stdio.h>
#include <string.h>

struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"parse", "read documents and write their answers", vt_cli_parse},
    {"job", "read job descriptions and write what they ask for", vt_cli_job},
    {"serve", "run the service", vt_cli_serve},
    {"work", "run requests of a shared store without serving", vt_cli_work},
    {"mcp", "serve the parser to language models as tools", vt_cli_mcp},
    {"key", "make, list and revoke API keys", vt_cli_key},
    {"account", "make and change accounts", vt_cli_account},
    {"credits", "add credits, list transactions", vt_cli_credits},
    {"webhook", "where events are sent", vt_cli_webhook},
    {"doctor", "check the invariants of the store", vt_cli_doctor},
    {"backup", "copy the SQLite store", vt_cli_backup},
    {"restore", "make the SQLite store out of a copy", vt_cli_restore},
    {"migrate", "copy an SQLite store into PostgreSQL", vt_cli_migrate},
    {"taxonomy", "check, search or import skills taxonomies", vt_cli_taxonomy},
    {"train", "train a model from labelled sequences", vt_cli_train},
    {"eval", "score the engine on labelled documents", vt_cli_eval},
    {"version", "print the version, also of libraries", vt_cli_version},
};

static void usage(FILE *to)
{
    fputs("usage: vitae COMMAND [options]\n\nResumes in, structured JSON out.\n\ncommands:\n", to);
    for (size_t i = 0; i < VT_COUNT(commands); i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`vitae help COMMAND` tells the options of a command.\n", to);
}

/* The subcommand argv[0]. */
static int run(int argc, char **argv)
{
    for (size_t i = 0; i < VT_COUNT(commands); i++)
        if (strcmp(argv[0], commands[i].name) == 0)
            return commands[i].run(argc, argv);
    fprintf(stderr, "vitae: no command '%s'; `vitae --help` lists them\n", argv[0]);
    return VT_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return VT_EXIT_USAGE;
    }
    if (strcmp(argv[1], VT_NURSERY_COMMAND) == 0)
        return vt_nursery_command(argc - 1, argv + 1);
    bool help = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (help && argc == 2)) {
        usage(stdout);
        return VT_EXIT_OK;
    }
    if (help) /* "help parse" is "parse --help" */
        return run(2, (char *[]){argv[2], (char[]){"--help"}, NULL});
    if (strcmp(argv[1], "--version") == 0)
        return run(1, (char *[]){(char[]){"version"}, NULL});
    return run(argc - 1, argv + 1);
}
