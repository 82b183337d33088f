/* SPDX-License-Identifier: Apache-2.0 */
#include "api/review_diff.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/str.h"

/* ---- trees ---- */

static const vt_json *member(const vt_json *object, vt_str key)
{
    for (size_t i = 0; vt_json_is(object, VT_JSON_OBJECT) && i < object->n; i++)
        if (vt_str_eq(object->u.members[i].key, key))
            return object->u.members[i].value;
    return NULL;
}

static const vt_json *step(const vt_json *tree, vt_str part)
{
    int64_t index;
    if (!vt_json_is(tree, VT_JSON_ARRAY))
        return member(tree, part);
    bool plain = part.len && vt_is_digit(part.ptr[0]) && (part.len == 1 || part.ptr[0] != '0');
    if (!plain) /* RFC 6901: one pointer a place */
        return NULL;
    return vt_str_to_i64(part, 0, (int64_t)tree->n - 1, &index) ? tree->u.items[index] : NULL;
}

const vt_json *vt_json_at(const vt_json *tree, vt_str pointer)
{
    bool more = pointer.len > 0 && pointer.ptr[0] == '/';
    if (!more)
        return NULL;
    while (more && tree) {
        size_t slash = vt_str_find_char(pointer, '/', 1);
        more = slash != VT_NPOS;
        tree = step(tree, vt_str_sub(pointer, 1, more ? slash : pointer.len));
        pointer = vt_str_sub(pointer, more ? slash : pointer.len, pointer.len);
    }
    return tree;
}

static bool is_null(const vt_json *value)
{
    return !value || value->type == VT_JSON_NULL;
}

static bool is_number(const vt_json *value)
{
    return vt_json_is(value, VT_JSON_INT) || vt_json_is(value, VT_JSON_REAL);
}

static bool equal(const vt_json *a, const vt_json *b);

/* What one object lacks is null in the other. */
static bool equal_members(const vt_json *a, const vt_json *b)
{
    for (size_t i = 0; i < a->n; i++)
        if (!equal(a->u.members[i].value, member(b, a->u.members[i].key)))
            return false;
    for (size_t i = 0; i < b->n; i++)
        if (!member(a, b->u.members[i].key) && !is_null(b->u.members[i].value))
            return false;
    return true;
}

static bool equal_items(const vt_json *a, const vt_json *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = equal(a->u.items[i], b->u.items[i]);
    return same;
}

static bool equal(const vt_json *a, const vt_json *b)
{
    if (is_null(a) || is_null(b))
        return is_null(a) && is_null(b);
    if (is_number(a) && is_number(b)) /* read from the same digits */
        return vt_json_num(a, 0) == vt_json_num(b, 0);
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case VT_JSON_BOOL:
        return a->u.boolean == b->u.boolean;
    case VT_JSON_STRING:
        return vt_str_eq(a->u.string, b->u.string);
    case VT_JSON_ARRAY:
        return equal_items(a, b);
    default:
        return equal_members(a, b);
    }
}

/* ---- lists ---- */

/* Equal values have the same one, whatever the order of their members. */
static uint64_t hash_of(const vt_json *value)
{
    double number = vt_json_num(value, 0) + 0.0; /* no -0 */
    uint64_t hash = 0;
    if (is_null(value))
        return 1;
    if (is_number(value))
        return vt_hash_bytes(vt_str_n((const char *)&number, sizeof number), 2);
    switch (value->type) {
    case VT_JSON_BOOL:
        return value->u.boolean ? 3 : 4;
    case VT_JSON_STRING:
        return vt_hash_bytes(value->u.string, 5);
    case VT_JSON_ARRAY:
        for (size_t i = 0; i < value->n; i++)
            hash = (hash ^ hash_of(value->u.items[i])) * UINT64_C(0x9e3779b97f4a7c15) + 6;
        return hash;
    default:
        for (size_t i = 0; i < value->n; i++)
            if (!is_null(value->u.members[i].value))
                hash += vt_hash_bytes(value->u.members[i].key, hash_of(value->u.members[i].value));
        return hash;
    }
}

/* The items of a list by their hashes, so that an equal one is found without a look at them all. */
struct hashed {
    uint64_t hash;
    size_t at;
};

static int by_hash(const void *a, const void *b)
{
    const struct hashed *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static struct hashed *hash_items(vt_arena *arena, const vt_json *list)
{
    struct hashed *all = VT_NEW_ARRAY(arena, struct hashed, list->n + 1);
    for (size_t i = 0; i < list->n; i++)
        all[i] = (struct hashed){hash_of(list->u.items[i]), i};
    qsort(all, list->n, sizeof *all, by_hash);
    return all;
}

/* The first item from `next` on that equals `value`; VT_NPOS: none. Of items with one hash that are
 * not equal, which somebody must have made on purpose, few are looked at. */
static size_t find_item(const struct hashed *all, const vt_json *list, const vt_json *value,
                        size_t next)
{
    enum { MOST = 8 };
    const struct hashed wanted = {hash_of(value), next};
    size_t low = 0, high = list->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_hash(&all[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < list->n && i < low + MOST && all[i].hash == wanted.hash; i++)
        if (equal(value, list->u.items[all[i].at]))
            return all[i].at;
    return VT_NPOS;
}

/* Which item of the machine's list an item of the reviewed one was; VT_NPOS: none. [reviewed->n] */
static size_t *pair_items(vt_arena *arena, const vt_json *machine, const vt_json *reviewed)
{
    size_t *from = VT_NEW_ARRAY(arena, size_t, reviewed->n + 1), next = 0;
    bool same = machine->n == reviewed->n;
    const struct hashed *all = same ? NULL : hash_items(arena, machine);
    for (size_t i = 0; i < reviewed->n; i++) {
        from[i] = same ? i : find_item(all, machine, reviewed->u.items[i], next);
        if (from[i] != VT_NPOS)
            next = from[i] + 1;
    }
    return from;
}

/* ---- what was changed ---- */

struct diff {
    vt_arena *arena;
    vt_pointers *out;
};

static void add(struct diff *d, const char *pointer)
{
    vt_vec_push(d->arena, d->out, vt_str_z(pointer));
}

static void compare(struct diff *d, const vt_json *machine, const vt_json *reviewed,
                    const char *pointer);

static void compare_lists(struct diff *d, const vt_json *machine, const vt_json *reviewed,
                          const char *pointer)
{
    const size_t *from = pair_items(d->arena, machine, reviewed);
    if (machine->n != reviewed->n)
        add(d, pointer);
    for (size_t i = 0; i < reviewed->n; i++) {
        const char *place = vt_str_format(d->arena, "%s/%zu", pointer, i).ptr;
        if (from[i] == VT_NPOS)
            add(d, place);
        else
            compare(d, machine->u.items[from[i]], reviewed->u.items[i], place);
    }
}

static void compare(struct diff *d, const vt_json *machine, const vt_json *reviewed,
                    const char *pointer)
{
    if (equal(machine, reviewed))
        return;
    if (vt_json_is(machine, VT_JSON_ARRAY) && vt_json_is(reviewed, VT_JSON_ARRAY)) {
        compare_lists(d, machine, reviewed, pointer);
        return;
    }
    if (!vt_json_is(machine, VT_JSON_OBJECT) || !vt_json_is(reviewed, VT_JSON_OBJECT)) {
        add(d, pointer);
        return;
    }
    for (size_t i = 0; i < reviewed->n; i++) {
        const vt_json_member *m = &reviewed->u.members[i];
        compare(d, member(machine, m->key), m->value,
                vt_str_format(d->arena, "%s/" VT_STR_FMT, pointer, VT_STR_ARG(m->key)).ptr);
    }
    for (size_t i = 0; i < machine->n; i++)
        if (!member(reviewed, machine->u.members[i].key) && !is_null(machine->u.members[i].value))
            add(d, vt_str_format(d->arena, "%s/" VT_STR_FMT, pointer,
                                 VT_STR_ARG(machine->u.members[i].key))
                       .ptr);
}

void vt_review_changed(vt_arena *arena, const vt_json *machine, const vt_json *reviewed,
                       vt_pointers *ret)
{
    struct diff d = {arena, ret};
    compare(&d, machine, reviewed, "");
}

/* ---- places ---- */

struct pairs { /* of the list that was asked for last: pointers come list by list */
    vt_str list;
    const size_t *to; /* where an item of the machine's list stands now; VT_NPOS: nowhere */
};

static const size_t *pair_back(vt_arena *arena, const vt_json *machine, const vt_json *reviewed)
{
    const size_t *from = pair_items(arena, machine, reviewed);
    size_t *to = VT_NEW_ARRAY(arena, size_t, machine->n + 1);
    for (size_t i = 0; i < machine->n; i++)
        to[i] = VT_NPOS;
    for (size_t i = 0; i < reviewed->n; i++)
        if (from[i] != VT_NPOS)
            to[from[i]] = i;
    return to;
}

/* The pointer that a value of the machine's result has in the reviewed one, where an entry of a
 * list may stand elsewhere; the null string when the entry is gone. */
static vt_str moved(vt_arena *arena, const vt_json *machine, const vt_json *reviewed,
                    struct pairs *pairs, vt_str pointer)
{
    size_t slash = vt_str_find_char(pointer, '/', 1);
    vt_str list = vt_str_sub(pointer, 0, slash == VT_NPOS ? pointer.len : slash);
    const vt_json *was = vt_json_at(machine, list), *is = vt_json_at(reviewed, list);
    if (slash == VT_NPOS || !vt_json_is(was, VT_JSON_ARRAY) || !vt_json_is(is, VT_JSON_ARRAY) ||
        was->n == is->n)
        return pointer;
    size_t end = vt_str_find_char(pointer, '/', slash + 1);
    vt_str part = vt_str_sub(pointer, slash + 1, end == VT_NPOS ? pointer.len : end);
    vt_str rest = vt_str_sub(pointer, end == VT_NPOS ? pointer.len : end, pointer.len);
    if (!vt_str_eq(pairs->list, list))
        *pairs = (struct pairs){list, pair_back(arena, was, is)};
    int64_t index;
    if (!vt_str_to_i64(part, 0, (int64_t)was->n - 1, &index) || pairs->to[index] == VT_NPOS)
        return VT_STR_NULL;
    return vt_str_format(arena, VT_STR_FMT "/%zu" VT_STR_FMT, VT_STR_ARG(list), pairs->to[index],
                         VT_STR_ARG(rest));
}

void vt_review_put_evidence(vt_arena *arena, const vt_json *machine, const vt_json *reviewed,
                            const vt_json *evidence, const vt_json *places, vt_json_writer *w)
{
    struct pairs pairs = {0};
    for (size_t i = 0; vt_json_is(evidence, VT_JSON_OBJECT) && i < evidence->n; i++) {
        const vt_json_member *m = &evidence->u.members[i];
        vt_str now = moved(arena, machine, reviewed, &pairs, m->key);
        if (!now.ptr || member(places, now) ||
            !equal(vt_json_at(machine, m->key), vt_json_at(reviewed, now)))
            continue;
        vt_json_key_str(w, now);
        vt_json_put_tree(w, m->value);
    }
}
