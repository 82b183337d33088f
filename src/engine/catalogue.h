/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The skills taxonomy for the service, which knows of the engine only: answers of GET /v1/skills
 * and /v1/skills/{id} as JSON. Constant after it was opened; any thread may ask.
 */
#ifndef VT_ENGINE_CATALOGUE_H
#define VT_ENGINE_CATALOGUE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

typedef struct vt_catalogue vt_catalogue;

/** The image at `path`, or the embedded one for NULL. */
VT_MUST_USE vt_status vt_catalogue_open(const char *path, vt_catalogue **ret, vt_error *err);
void vt_catalogue_drop(vt_catalogue *catalogue);
VT_DEFINE_AUTO(vt_catalogue, vt_catalogue_drop)

/** {"skills": [...]}: at most `limit`, best first, each with the name that matched and a score;
 * with a `language` ("de"; null: none is asked for) also what each is called in it. */
void vt_catalogue_search(const vt_catalogue *catalogue, vt_arena *arena, vt_str query, size_t limit,
                         vt_str language, vt_buf *out);

/** One skill with its synonyms (those of the language first), its relations and what it implies and
 * is implied by; false: there is none. */
bool vt_catalogue_skill(const vt_catalogue *catalogue, vt_str id, vt_str language, vt_buf *out);

#endif
