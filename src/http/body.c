/* SPDX-License-Identifier: Apache-2.0 */
#include "http/body.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/io.h"

void vt_body_init(vt_body *b, vt_body_room *room)
{
    *b = (vt_body){.room = room, .fd = -1};
}

static bool write_large(vt_body *b, vt_str data)
{
    int64_t n = (int64_t)data.len;
    bool room = atomic_fetch_add(&b->room->used, n) + n <= b->room->limit;
    if (!room || vt_io_write_all(b->fd, data, NULL) != VT_OK) {
        atomic_fetch_sub(&b->room->used, n);
        return false;
    }
    b->in_fd += data.len;
    return true;
}

static bool keep_large(vt_body *b, vt_str data)
{
    if (b->fd < 0) {
        b->fd = memfd_create("vitae-body", MFD_CLOEXEC);
        if (b->fd < 0 || !write_large(b, vt_buf_str(&b->small)))
            return false;
        vt_buf_release(&b->small);
        b->small = (vt_buf){0};
    }
    return write_large(b, data);
}

void vt_body_release(vt_body *b)
{
    if (b->map)
        munmap(b->map, b->received);
    if (b->fd >= 0)
        close(b->fd);
    atomic_fetch_sub(&b->room->used, (int64_t)b->in_fd);
    vt_buf_release(&b->small);
    b->small = (vt_buf){0};
    b->map = NULL;
    b->fd = -1;
    b->in_fd = 0;
}

/* From here on it is read and thrown away. */
static void give_up(vt_body *b, bool *why)
{
    *why = true;
    b->unwanted = true;
    vt_body_release(b);
}

void vt_body_add(vt_body *b, vt_str data)
{
    b->received += data.len;
    if (b->unwanted)
        return;
    if (b->received > b->max)
        give_up(b, &b->too_large);
    else if (b->fd < 0 && b->received <= VT_BODY_SMALL)
        vt_buf_add(&b->small, data);
    else if (!keep_large(b, data))
        give_up(b, &b->lost);
}

vt_str vt_body_finish(vt_body *b)
{
    if (b->unwanted)
        return VT_STR_NULL;
    if (b->fd < 0)
        return vt_buf_str(&b->small);
    void *map = mmap(NULL, b->received, PROT_READ, MAP_SHARED, b->fd, 0);
    if (map == MAP_FAILED) {
        give_up(b, &b->lost);
        return VT_STR_NULL;
    }
    b->map = map;
    return vt_str_n(b->map, b->received);
}
