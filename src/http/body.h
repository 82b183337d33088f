/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The body of a request while it comes in. Up to VT_BODY_SMALL bytes are gathered in memory, more
 * in a memfd that is mapped at the end, so that an upload costs pages of the kernel only while it
 * is there. All memfds together have a limit; a body behind it is read and thrown away. Private to
 * server.c.
 */
#ifndef VT_HTTP_BODY_H
#define VT_HTTP_BODY_H

#include <stdatomic.h>

#include "base/buf.h"

enum { VT_BODY_SMALL = 64 * 1024 };

/** What all memfds may hold. */
typedef struct vt_body_room {
    _Atomic int64_t used; /* bytes */
    int64_t limit;
} vt_body_room;

typedef struct vt_body {
    vt_body_room *room;
    size_t max;      /* bytes that are wanted */
    size_t received; /* bytes */
    bool too_large;  /* more than `max` came */
    bool lost;       /* there was no room for it */
    bool unwanted;   /* nothing of it is kept: it is too large, lost, or nobody asked for it */
    vt_buf small;
    int fd;       /* of a large body, or -1 */
    size_t in_fd; /* bytes */
    char *map;
} vt_body;

/** Empty, nothing wanted yet. */
void vt_body_init(vt_body *body, vt_body_room *room);
void vt_body_release(vt_body *body);

/** Adds what came. */
void vt_body_add(vt_body *body, vt_str data);
/** All has come: gives it, a view until the release; null when it was not kept. */
vt_str vt_body_finish(vt_body *body);

#endif
