/* SPDX-License-Identifier: Apache-2.0 */
/* What a person types into the search for skills, any bytes: its words lie in it one behind the
 * other, and the answer has no more than was asked for, best first. */
#include "fuzz.h"

#include "skills/fold.h"
#include "skills/taxonomy.h"

enum { LIMIT = 20, LONGEST = 400 }; /* as the service has it */

static vt_taxonomy *tax;

static void demand(bool what)
{
    if (!what)
        abort();
}

static void check_tokens(vt_str query)
{
    vt_skill_fold fold = {.text = query};
    vt_skill_token token;
    uint32_t behind = 0;
    while (vt_skill_fold_next(&fold, &token)) {
        demand(token.start >= behind && token.end > token.start && token.end <= query.len);
        demand(token.len > 0 && token.len <= VT_SKILL_TOKEN_MAX);
        behind = token.end;
    }
}

static void body(vt_arena *arena, vt_str query)
{
    vt_skill exact;
    vt_skill_found *found;
    check_tokens(query);
    size_t n = vt_taxonomy_search(tax, arena, query, LIMIT, VT_STR("de"), &found);
    demand(n <= LIMIT);
    for (size_t i = 0; i < n; i++)
        demand(found[i].skill.index < vt_taxonomy_count(tax) &&
               (i == 0 || found[i].score <= found[i - 1].score));
    if (vt_taxonomy_find(tax, query, &exact))
        demand(n > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!tax && vt_taxonomy_open_embedded(&tax, NULL) != VT_OK)
        abort();
    fuzz_in_arena(data, VT_MIN(size, (size_t)LONGEST), 64 << 20, body);
    return 0;
}
