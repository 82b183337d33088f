/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/llm.h"

#include "base/io.h"

#include <string.h>
#include <sys/mman.h>

enum { MAX_KEY_FILE = 8192 };

int vt_llm_key_hide(void)
{
    char *key = getenv("VITAE_LLM_KEY");
    if (!key || !key[0])
        return -1;
    int fd = memfd_create("llm-key", MFD_CLOEXEC); /* the nursery closes what it inherits */
    if (fd >= 0 && vt_io_write_all(fd, vt_str_z(key), NULL) != VT_OK) {
        close(fd);
        fd = -1;
    }
    explicit_bzero(key, strlen(key));
    unsetenv("VITAE_LLM_KEY");
    return fd;
}

static vt_status read_key(vt_arena *arena, const vt_config *config, int fd, const char **ret,
                          vt_error *err)
{
    *ret = "";
    VT_AUTO(vt_buf) vt_buf text = {.max = MAX_KEY_FILE};
    if (fd >= 0 && lseek(fd, 0, SEEK_SET) == 0)
        VT_TRY(vt_io_read_fd(fd, &text, err));
    else if (config->llm_key_file[0])
        VT_TRY(vt_io_read_file(config->llm_key_file, &text, err));
    *ret = vt_str_cstr(arena, vt_str_trim(vt_buf_str(&text)));
    return VT_OK;
}

vt_status vt_llm_open(vt_arena *arena, const vt_config *c, int key_fd, unsigned lanes,
                      vt_model **ret, vt_error *err)
{
    *ret = NULL;
    if (!c->llm_url[0])
        return VT_OK;
    vt_model_config model = {
        .url = c->llm_url,
        .name = c->llm_model,
        .ca_file = c->llm_ca_file,
        .format = c->llm_format,
        .extra = c->llm_extra,
        .stream = c->llm_stream,
        .allow_http = c->llm_allow_http,
        .parallel = (unsigned)c->llm_parallel,
        .attempts = (unsigned)c->llm_attempts,
        .lanes = lanes,
        .timeout_ms = c->llm_timeout_seconds * 1000,
        .output_tokens = c->llm_output_tokens,
        .bytes = c->llm_input_kilobytes * 1024,
        .trust = c->llm_trust_percent,
        .requests_per_day = c->llm_requests_per_day,
        .tokens_per_day = c->llm_tokens_per_day,
    };
    VT_TRY(read_key(arena, c, key_fd, &model.key, err));
    return vt_model_open(&model, ret, err);
}
