/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

#include "base/auto.h"
#include "base/buf.h"
#include "engine/engine.h"
#include "worker/child.h"

#include <stdio.h>
#include <string.h>

struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"parse", "read resumes and print their data", vt_cli_parse},
    {"job", "read job descriptions and print what they ask for", vt_cli_job},
    {"mcp", "serve the parser to language models as tools", vt_cli_mcp},
    {"serve", "run the service", vt_cli_serve},
    {"work", "process requests of a shared store", vt_cli_work},
    {"key", "create, list and revoke API keys", vt_cli_key},
    {"account", "create and change accounts", vt_cli_account},
    {"credits", "add credits, list transactions", vt_cli_credits},
    {"webhook", "manage webhook endpoints", vt_cli_webhook},
    {"config", "check and show the configuration", vt_cli_config},
    {"doctor", "check the service and its environment", vt_cli_doctor},
    {"backup", "copy the SQLite store", vt_cli_backup},
    {"restore", "restore the SQLite store from a copy", vt_cli_restore},
    {"migrate", "copy a SQLite store into PostgreSQL", vt_cli_migrate},
    {"taxonomy", "check, search or import skills taxonomies", vt_cli_taxonomy},
    {"train", "train a model from labelled data", vt_cli_train},
    {"features", "write the features of labelled documents", vt_cli_features},
    {"eval", "measure accuracy on labelled documents", vt_cli_eval},
    {"labels", "write reviewed results as labels", vt_cli_labels},
    {"version", "print the version, also of libraries", vt_cli_version},
};

static const struct {
    const char *title, *first; /* of the commands from `first` on */
} groups[] = {{"Read documents", "parse"},
              {"Run the service", "serve"},
              {"Keep it healthy", "config"},
              {"Build and measure", "taxonomy"}};

static void usage(FILE *to)
{
    fputs("usage: vitae COMMAND [options]\n\nResumes in, structured JSON out.\n", to);
    for (size_t i = 0; i < VT_COUNT(commands); i++) {
        for (size_t g = 0; g < VT_COUNT(groups); g++)
            if (strcmp(commands[i].name, groups[g].first) == 0)
                fprintf(to, "\n%s:\n", groups[g].title);
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("\nRun `vitae help COMMAND` for the options of a command.\n", to);
}

/* The subcommand argv[0]. */
static int run(int argc, char **argv)
{
    for (size_t i = 0; i < VT_COUNT(commands); i++)
        if (strcmp(argv[0], commands[i].name) == 0)
            return commands[i].run(argc, argv);
    VT_AUTO(vt_buf) vt_buf known = {0};
    bool option = argv[0][0] == '-';
    if (option)
        vt_buf_addz(&known, "--help --version");
    for (size_t i = 0; !option && i < VT_COUNT(commands); i++)
        vt_buf_addf(&known, "%s ", commands[i].name);
    vt_str near = vt_nearest_word(vt_str_z(argv[0]), vt_buf_str(&known));
    fprintf(stderr, "vitae: there is no %s '%s'.", option ? "option" : "command", argv[0]);
    if (near.ptr)
        fprintf(stderr, " Did you mean " VT_STR_FMT "?", VT_STR_ARG(near));
    fputs("\nRun `vitae --help` for a list.\n", stderr);
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
