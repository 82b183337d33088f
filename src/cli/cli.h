/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The subcommands of `vitae`. Each is one file with a function of main's shape, whose argv[0] is
 * the subcommand's name; it returns the exit code.
 */
#ifndef VT_CLI_CLI_H
#define VT_CLI_CLI_H

/** Exit codes of every subcommand (docs/cli.md). */
enum {
    VT_EXIT_OK = 0,
    VT_EXIT_FAILED = 1, /* the work, or some of it, failed: a message says what */
    VT_EXIT_USAGE = 2,  /* the command line is wrong */
};

/* The subcommands. argv[0] is the name of the subcommand; each gives an exit code. */
int vt_cli_account(int argc, char **argv);
int vt_cli_backup(int argc, char **argv);
int vt_cli_config(int argc, char **argv);
int vt_cli_credits(int argc, char **argv);
int vt_cli_doctor(int argc, char **argv);
int vt_cli_eval(int argc, char **argv);
int vt_cli_features(int argc, char **argv);
int vt_cli_job(int argc, char **argv);
int vt_cli_labels(int argc, char **argv);
int vt_cli_key(int argc, char **argv);
int vt_cli_mcp(int argc, char **argv);
int vt_cli_migrate(int argc, char **argv);
int vt_cli_parse(int argc, char **argv);
int vt_cli_restore(int argc, char **argv);
int vt_cli_serve(int argc, char **argv);
int vt_cli_taxonomy(int argc, char **argv);
int vt_cli_train(int argc, char **argv);
int vt_cli_version(int argc, char **argv);
int vt_cli_webhook(int argc, char **argv);
int vt_cli_work(int argc, char **argv);

#endif
