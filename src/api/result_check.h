/* SPDX-License-Identifier: Apache-2.0 */
/** Whether a given object is a result that can be used again. */
#ifndef VT_API_RESULT_CHECK_H
#define VT_API_RESULT_CHECK_H

#include "base/json.h"

/**
 * What is wrong with `data`, whose place is `pointer`, or NULL. It must be a result, or an answer
 * with one in it: an object with at least one of personal_info, experience, education and skills,
 * whose known members have their types (null is allowed; unknown members are). *ret_pointer is the
 * place of the first fault.
 */
const char *vt_result_check(vt_arena *arena, const vt_json *data, const char *pointer,
                            const char **ret_pointer);

#endif
