/* SPDX-License-Identifier: Apache-2.0 */
#include "http/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>

#include "base/io.h"

static vt_status split_address(const char *listen, char *host, size_t host_size, char *port,
                               size_t port_size, vt_error *err)
{
    vt_str text = vt_str_z(listen);
    size_t colon = text.len;
    while (colon > 0 && text.ptr[colon - 1] != ':')
        colon--;
    vt_str name = vt_str_sub(text, 0, colon ? colon - 1 : 0);
    if (name.len > 1 && name.ptr[0] == '[' && name.ptr[name.len - 1] == ']')
        name = vt_str_sub(name, 1, name.len - 1);
    int64_t number;
    if (!colon || !vt_str_to_i64(vt_str_sub(text, colon, text.len), 0, 65535, &number))
        return vt_fail(err, VT_E_INVALID, "'%s' is not ADDRESS:PORT", listen);
    snprintf(host, host_size, VT_STR_FMT, VT_STR_ARG(name));
    snprintf(port, port_size, "%d", (int)number);
    return VT_OK;
}

vt_status vt_listen_check(const char *listen, vt_error *err)
{
    char host[256], port[8];
    return split_address(listen, host, sizeof host, port, sizeof port, err);
}

vt_status vt_listen_open(const char *listen_on, int *ret, vt_error *err)
{
    char host[256], port[8];
    VT_TRY(split_address(listen_on, host, sizeof host, port, sizeof port, err));
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
    int code = getaddrinfo(host[0] ? host : NULL, port, &hints, &found);
    if (code != 0)
        return vt_fail(err, VT_E_IO, "cannot resolve '%s': %s", listen_on, gai_strerror(code));
    VT_AUTO(vt_fd) int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    bool listening = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                     setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
                     bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, 1024) == 0;
    int saved = errno;
    freeaddrinfo(found);
    errno = saved;
    if (!listening)
        return vt_fail_errno(err, VT_E_IO, "cannot listen on %s", listen_on);
    *ret = VT_TAKE_FD(fd);
    return VT_OK;
}

void vt_listen_address(int socket, char *ret, size_t size)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char host[64] = "?", port[8] = "0";
    if (getsockname(socket, (struct sockaddr *)&address, &length) == 0)
        getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    if (strchr(host, ':'))
        snprintf(ret, size, "[%s]:%s", host, port);
    else
        snprintf(ret, size, "%s:%s", host, port);
}
