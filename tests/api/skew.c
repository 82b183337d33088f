/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into a node: its wall clock is off by VITAE_TEST_SKEW seconds. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *ret)
{
    int result = (int)syscall(SYS_clock_gettime, clock, ret);
    const char *skew = getenv("VITAE_TEST_SKEW");
    if (clock == CLOCK_REALTIME && skew)
        ret->tv_sec += strtol(skew, NULL, 10);
    return result;
}
