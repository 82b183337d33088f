/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Libraries of the system that are opened when they are needed. A program that is linked with
 * Tesseract, libpq and libcurl brings some forty more with it, and the loader takes two thirds of
 * the time of a short command to bind them (docs/benchmarks.md). A room that uses one of them lists
 * its functions once; types come from the library's own header:
 *
 *     #define PQ_FUNCTIONS(F) F(PQ, clear) F(PQ, exec)
 *     static struct { PQ_FUNCTIONS(VT_LIBRARY_POINTER) } pq;
 *     static const char *const pq_names[] = {PQ_FUNCTIONS(VT_LIBRARY_NAME)};
 *
 *     VT_LIBRARY_NOTE(pq_note, VT_SONAME_PQ, "postgresql");
 *
 *     VT_TRY(vt_library_open(VT_SONAME_PQ, pq_names, VT_COUNT(pq_names), &pq, err));
 *     pq.clear(pq.exec(connection, "SELECT 1"));
 */
#ifndef VT_BASE_LIBRARY_H
#define VT_BASE_LIBRARY_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

#define VT_LIBRARY_POINTER(prefix, name) __typeof__(prefix##name) *name;
#define VT_LIBRARY_NAME(prefix, name)    #prefix #name,

/**
 * Tells packaging tools what is opened, as an ELF note in the form of the "ELF dlopen metadata"
 * specification of the UAPI group (tools/opened.py reads it). At file scope.
 */
#define VT_LIBRARY_NOTE(symbol, soname, feature)                                                   \
    static const struct {                                                                          \
        uint32_t name_size, size, type;                                                            \
        char name[4];                                                                              \
        _Alignas(4) char json[sizeof VT_LIBRARY_NOTE_(soname, feature)];                           \
    } symbol __attribute__((used, section(".note.dlopen"), aligned(4))) = {                        \
        4, sizeof VT_LIBRARY_NOTE_(soname, feature), 0x407c0c0a, "FDO",                            \
        VT_LIBRARY_NOTE_(soname, feature)}
#define VT_LIBRARY_NOTE_(soname, feature)                                                          \
    "[{\"soname\":[\"" soname "\"],\"feature\":\"" feature "\",\"priority\":\"required\"}]"

/**
 * Fills `functions`, an array or struct of `n` function pointers, in the order of `names`, from the
 * library with this name (`libpq.so.5`, found as the loader finds it). It stays open until the
 * program ends; again is cheap and changes nothing. From any thread. VT_E_UNSUPPORTED: it is not
 * installed, or lacks a function; `functions` is as it was.
 */
VT_MUST_USE vt_status vt_library_open(const char *soname, const char *const *names, size_t n,
                                      void *functions, vt_error *err);

#endif
