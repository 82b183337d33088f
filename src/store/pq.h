/* SPDX-License-Identifier: Apache-2.0 */
/** libpq, opened when a store in PostgreSQL is: `vt_pq.exec` is its PQexec. */
#ifndef VT_STORE_PQ_H
#define VT_STORE_PQ_H

#include "base/library.h"

#include <libpq-fe.h>

#define VT_PQ_FUNCTIONS(F)                                                                         \
    F(PQ, backendPID)                                                                              \
    F(PQ, clear)                                                                                   \
    F(PQ, cmdStatus)                                                                               \
    F(PQ, cmdTuples)                                                                               \
    F(PQ, connectdbParams)                                                                         \
    F(PQ, consumeInput)                                                                            \
    F(PQ, enterPipelineMode)                                                                       \
    F(PQ, errorMessage)                                                                            \
    F(PQ, exec)                                                                                    \
    F(PQ, execParams)                                                                              \
    F(PQ, exitPipelineMode)                                                                        \
    F(PQ, finish)                                                                                  \
    F(PQ, flush)                                                                                   \
    F(PQ, freemem)                                                                                 \
    F(PQ, ftype)                                                                                   \
    F(PQ, getResult)                                                                               \
    F(PQ, getisnull)                                                                               \
    F(PQ, getlength)                                                                               \
    F(PQ, getvalue)                                                                                \
    F(PQ, notifies)                                                                                \
    F(PQ, ntuples)                                                                                 \
    F(PQ, pipelineSync)                                                                            \
    F(PQ, resultErrorField)                                                                        \
    F(PQ, resultStatus)                                                                            \
    F(PQ, sendPrepare)                                                                             \
    F(PQ, sendQueryParams)                                                                         \
    F(PQ, sendQueryPrepared)                                                                       \
    F(PQ, setNoticeReceiver)                                                                       \
    F(PQ, socket)                                                                                  \
    F(PQ, status)

typedef struct vt_pq_functions {
    VT_PQ_FUNCTIONS(VT_LIBRARY_POINTER)
} vt_pq_functions;

extern vt_pq_functions vt_pq; /* filled by vt_pq_open() */

VT_MUST_USE vt_status vt_pq_open(vt_error *err);

#endif
