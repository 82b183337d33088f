/* SPDX-License-Identifier: Apache-2.0 */
/** Whole files. */
#ifndef VT_BASE_IO_H
#define VT_BASE_IO_H

#include "base/buf.h"
#include "base/error.h"

/** Reads all of a descriptor, or of the file at `path`, up to out->max bytes: VT_E_LIMIT past it.
 */
VT_MUST_USE vt_status vt_io_read_fd(int fd, vt_buf *out, vt_error *err);
VT_MUST_USE vt_status vt_io_read_file(const char *path, vt_buf *out, vt_error *err);

/** Writes all bytes, going on after interruptions and short writes. */
VT_MUST_USE vt_status vt_io_write_all(int fd, vt_str bytes, vt_error *err);

/** Writes a temporary file beside `path`, syncs it and renames it: whole, or not at all. */
VT_MUST_USE vt_status vt_io_write_file(const char *path, vt_str bytes, int mode, vt_error *err);

#endif
