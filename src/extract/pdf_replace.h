/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How functions of our own take the place of MuPDF's, also where MuPDF calls them itself. Before it
 * is included, VT_REPLACES(F) names them; then REPLACED(name) is ours and REAL(name) MuPDF's.
 * MuPDF's calls within one of its source files are not replaced.
 *
 * A static MuPDF (Debian 12) is bound to them by -Wl,--wrap (meson.build). A shared one (Debian 13)
 * finds them first in the program, which exports them for it, and they find its own behind them.
 * The shared libvitae exports nothing of this, so that there MuPDF's own are used.
 */
#ifndef VT_EXTRACT_PDF_REPLACE_H
#define VT_EXTRACT_PDF_REPLACE_H

#ifdef VT_MUPDF_SHARED
#pragma GCC visibility push(default)
#endif
#include <mupdf/fitz.h>
#include <mupdf/pdf.h>
#ifdef VT_MUPDF_SHARED
#pragma GCC visibility pop
#endif

#ifdef VT_REPLACES
#ifdef VT_MUPDF_SHARED
#include <dlfcn.h>
#define REPLACED(name) name
#define REAL(name)     real_##name
#define DECLARE(name)  static __typeof__(name) *real_##name;
VT_REPLACES(DECLARE)
#undef DECLARE

__attribute__((constructor)) static void find_real(void)
{
#define FIND(name) *(void **)&real_##name = dlsym(RTLD_NEXT, #name);
    VT_REPLACES(FIND)
#undef FIND
}
#else
#define REPLACED(name) __wrap_##name
#define REAL(name)     __real_##name
#define DECLARE(name)  __typeof__(name) __wrap_##name, __real_##name;
VT_REPLACES(DECLARE)
#undef DECLARE
#endif
#endif

#endif
