/* SPDX-License-Identifier: Apache-2.0 */
#include "store/pq.h"

vt_pq_functions vt_pq;

VT_LIBRARY_NOTE(note, VT_SONAME_PQ, "postgresql");

vt_status vt_pq_open(vt_error *err)
{
    static const char *const names[] = {VT_PQ_FUNCTIONS(VT_LIBRARY_NAME)};
    return vt_library_open(VT_SONAME_PQ, names, VT_COUNT(names), &vt_pq, err);
}
