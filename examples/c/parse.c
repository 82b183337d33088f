/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a resume with libvitae and prints its answer.
 * cc parse.c $(pkg-config --cflags --libs vitae) -o parse; ./parse resume.pdf */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vitae.h>

#define MAX_BYTES ((size_t)10 * 1024 * 1024)

/* The options that name the file; its type is known by content, its name helps with Markdown. */
static const char *options_for(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".md") == 0 ? "{\"filename\": \"resume.md\"}" : NULL;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: parse FILE\n");
        return 2;
    }
    FILE *file = fopen(argv[1], "rb");
    char *bytes = malloc(MAX_BYTES);
    if (!file || !bytes) {
        perror(argv[1]);
        return 1;
    }
    size_t size = fread(bytes, 1, MAX_BYTES, file);
    fclose(file);

    vitae_engine *engine;
    if (vitae_open(NULL, NULL, &engine) != VITAE_OK) {
        fprintf(stderr, "%s\n", vitae_error());
        return 1;
    }
    char *json;
    vitae_status status = vitae_parse(engine, bytes, size, options_for(argv[1]), &json);
    if (json)
        puts(json);
    if (status != VITAE_OK)
        fprintf(stderr, "%s: %s\n", argv[1], vitae_error());
    vitae_free(json);
    vitae_close(engine);
    free(bytes);
    return status == VITAE_OK ? 0 : 1;
}
