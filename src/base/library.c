/* SPDX-License-Identifier: Apache-2.0 */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

enum { MAX_FUNCTIONS = 128 };

vt_status vt_library_open(const char *soname, const char *const *names, size_t n, void *functions,
                          vt_error *err)
{
    void *found[MAX_FUNCTIONS];
    if (n > MAX_FUNCTIONS)
        return vt_fail(err, VT_E_INTERNAL, "%s: %zu functions are too many", soname, n);
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        return vt_fail(err, VT_E_UNSUPPORTED, "%s", dlerror());
    for (size_t i = 0; i < n; i++)
        if (!(found[i] = dlsym(library, names[i]))) {
            vt_fail(err, VT_E_UNSUPPORTED, "%s", dlerror());
            dlclose(library);
            return VT_E_UNSUPPORTED;
        }
    memcpy(functions, found, n * sizeof *found);
    dlclose(library); /* RTLD_NODELETE: it stays */
    return VT_OK;
}
