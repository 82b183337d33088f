/* SPDX-License-Identifier: Apache-2.0 */
#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

enum { READ_STEP = 64 * 1024 };

vt_status vt_io_read_fd(int fd, vt_buf *out, vt_error *err)
{
    char step[READ_STEP];
    for (;;) {
        ssize_t n = read(fd, step, sizeof step);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return vt_fail_errno(err, VT_E_IO, "cannot read");
        if (n == 0)
            return VT_OK;
        vt_buf_add(out, vt_str_n(step, (size_t)n));
        if (out->overflow)
            return vt_fail(err, VT_E_LIMIT, "larger than %zu bytes", out->max);
    }
}

vt_status vt_io_read_file(const char *path, vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_fd) int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return vt_fail_errno(err, errno == ENOENT ? VT_E_NOT_FOUND : VT_E_IO, "cannot open '%s'",
                             path);
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
        return vt_fail(err, VT_E_INVALID, "'%s' is a directory", path);
    vt_error why = {0};
    vt_status status = vt_io_read_fd(fd, out, &why);
    return status == VT_OK ? VT_OK : vt_fail(err, status, "'%s': %s", path, why.message);
}

vt_status vt_io_write_all(int fd, vt_str bytes, vt_error *err)
{
    while (bytes.len) {
        ssize_t n = write(fd, bytes.ptr, bytes.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return vt_fail_errno(err, VT_E_IO, "cannot write");
        bytes = vt_str_sub(bytes, (size_t)n, bytes.len);
    }
    return VT_OK;
}

static vt_status write_and_sync(const char *path, vt_str bytes, int mode, vt_error *err)
{
    VT_AUTO(vt_fd) int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, (mode_t)mode);
    if (fd < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot create '%s'", path);
    VT_TRY(vt_io_write_all(fd, bytes, err));
    if (fsync(fd) < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot sync '%s'", path);
    return VT_OK;
}

vt_status vt_io_write_file(const char *path, vt_str bytes, int mode, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf temporary = {0};
    vt_buf_addf(&temporary, "%s.%jd.tmp", path, (intmax_t)getpid());
    vt_status status = write_and_sync(temporary.ptr, bytes, mode, err);
    if (status == VT_OK && rename(temporary.ptr, path) < 0)
        status = vt_fail_errno(err, VT_E_IO, "cannot rename to '%s'", path);
    if (status != VT_OK)
        unlink(temporary.ptr);
    return status;
}
