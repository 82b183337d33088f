/* SPDX-License-Identifier: Apache-2.0 */
/**
 * JSON. Reading gives a tree in an arena, strict: UTF-8 only, no duplicate keys, no trailing text,
 * no U+0000, depth at most VT_MAX_JSON_DEPTH. Writing is a stream
 * into a buffer with its own commas and escapes; numbers are written shortest.
 */
#ifndef VT_BASE_JSON_H
#define VT_BASE_JSON_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

typedef enum vt_json_type {
    VT_JSON_NULL,
    VT_JSON_BOOL,
    VT_JSON_INT,
    VT_JSON_REAL,
    VT_JSON_STRING,
    VT_JSON_ARRAY,
    VT_JSON_OBJECT,
} vt_json_type;

enum { VT_JSON_PER_BYTE = 32 };

typedef struct vt_json vt_json;
typedef struct vt_json_member {
    vt_str key;
    const vt_json *value;
} vt_json_member;

struct vt_json {
    vt_json_type type;
    size_t n; /* elements of an array, members of an object */
    union {
        bool boolean;
        int64_t integer;
        double real;
        vt_str string;
        const vt_json *const *items;   /* [n] */
        const vt_json_member *members; /* [n], in the order of the text */
    } u;
};

/** Parses the whole text. VT_E_FORMAT says line, column and what is wrong. */
VT_MUST_USE vt_status vt_json_parse(vt_arena *arena, vt_str text, const vt_json **ret,
                                    vt_error *err);

/** The same for a text of a stranger: VT_E_LIMIT over VT_MAX_JSON_VALUES. Either takes at most
 * VT_JSON_PER_BYTE bytes of the arena for one of the text. */
VT_MUST_USE vt_status vt_json_parse_bounded(vt_arena *arena, vt_str text, const vt_json **ret,
                                            vt_error *err);

/* Every accessor takes NULL for a missing value. */
const vt_json *vt_json_get(const vt_json *object, const char *key); /* NULL: absent or no object */
bool vt_json_is(const vt_json *value, vt_json_type type);
vt_str vt_json_str(const vt_json *value);               /* the null string unless a string */
bool vt_json_bool(const vt_json *value, bool fallback); /* unless a boolean */
double vt_json_num(const vt_json *value, double fallback);
int64_t vt_json_int(const vt_json *value, int64_t fallback);
/** A whole number, which may be written 3.0; false for anything else. */
bool vt_json_whole(const vt_json *value, int64_t *ret);
/** The word for the value's type, as in messages: "string", "object" ... */
const char *vt_json_type_name(const vt_json *value);

/* ---- writing ---- */

enum { VT_JSON_WRITER_DEPTH = 64 };

typedef struct vt_json_writer {
    vt_buf *out;
    int indent; /* spaces a level; 0: compact */
    int depth;
    bool filled[VT_JSON_WRITER_DEPTH]; /* the level has an element already */
    bool after_key;
} vt_json_writer;

/** Writes to the end of `out`. */
static inline vt_json_writer vt_json_writer_init(vt_buf *out, int indent)
{
    return (vt_json_writer){.out = out, .indent = indent};
}

/** Elements and members are parted by themselves; a key stands before each value of an object. Our
 * own mistakes (a value without a key, levels left open) end in an assert. */
void vt_json_begin_object(vt_json_writer *w);
void vt_json_end_object(vt_json_writer *w);
void vt_json_begin_array(vt_json_writer *w);
void vt_json_end_array(vt_json_writer *w);
void vt_json_key(vt_json_writer *w, const char *key);
void vt_json_key_str(vt_json_writer *w, vt_str key);
void vt_json_put_null(vt_json_writer *w);
void vt_json_put_bool(vt_json_writer *w, bool value);
void vt_json_put_int(vt_json_writer *w, int64_t value);
/** Rounded to `digits` decimals, without trailing zeros; NaN and infinities become null. */
void vt_json_put_num(vt_json_writer *w, double value, int digits);
/** The null string becomes null. Bytes that are no UTF-8 become U+FFFD. */
void vt_json_put_str(vt_json_writer *w, vt_str value);
/** JSON text of our own as it is; the null string becomes null. */
void vt_json_put_raw(vt_json_writer *w, vt_str json);
/** A whole tree, its numbers as exact as they were read. */
void vt_json_put_tree(vt_json_writer *w, const vt_json *value);

/* key and value in one call */
void vt_json_kv_str(vt_json_writer *w, const char *key, vt_str value);
void vt_json_kv_int(vt_json_writer *w, const char *key, int64_t value);
void vt_json_kv_num(vt_json_writer *w, const char *key, double value, int digits);
void vt_json_kv_bool(vt_json_writer *w, const char *key, bool value);
void vt_json_kv_null(vt_json_writer *w, const char *key);

#endif
