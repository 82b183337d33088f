/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a fuzz target over files and folders, without libFuzzer: the corpora as tests. */
#include "fuzz.h"

#include "base/io.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

static size_t replayed;

static void replay_file(const char *path)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = 64 << 20};
    vt_error err = {0};
    if (vt_io_read_file(path, &bytes, &err) != VT_OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    fprintf(stderr, "%s (%zu bytes)\n", path, bytes.len);
    LLVMFuzzerTestOneInput((const uint8_t *)vt_buf_str(&bytes).ptr, bytes.len);
    replayed++;
}

static void replay(const char *path)
{
    struct stat st;
    if (stat(path, &st) < 0 || !S_ISDIR(st.st_mode)) {
        replay_file(path);
        return;
    }
    struct dirent **entries = NULL;
    int n = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        if (entries[i]->d_name[0] != '.') {
            VT_AUTO(vt_buf) vt_buf inside = {0};
            vt_buf_addf(&inside, "%s/%s", path, entries[i]->d_name);
            replay(inside.ptr);
        }
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    printf("%zu inputs replayed\n", replayed);
    return replayed ? 0 : 1; /* an empty corpus tests nothing */
}
