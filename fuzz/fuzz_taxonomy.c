/* SPDX-License-Identifier: Apache-2.0 */
/* A taxonomy image whose checksum is right whatever else it says: what opens whole must answer
 * every question without leaving its bytes. */
#include "fuzz.h"

#include "skills/match.h"
#include "skills/image.h"
#include "skills/taxonomy.h"

static void ask(vt_arena *arena, const vt_taxonomy *tax)
{
    (void)vt_taxonomy_count_all(tax);
    size_t n = VT_MIN(vt_taxonomy_count(tax), (size_t)10);
    for (uint32_t i = 0; i < n; i++) {
        vt_skill found;
        char buf[VT_ALIAS_MAX];
        vt_str alias;
        (void)vt_taxonomy_by_id(tax, vt_taxonomy_id(tax, i, buf), &found);
        (void)vt_taxonomy_find(tax, vt_taxonomy_name(tax, i, buf), &found);
        for (size_t k = 0; k < 8 && vt_taxonomy_alias(tax, i, k, buf, &alias); k++)
            (void)vt_taxonomy_find(tax, alias, &found);
        vt_skill_list implied = vt_taxonomy_implied(tax, i);
        for (uint32_t k = 0; k < implied.n; k++)
            (void)vt_taxonomy_nearness(tax, i, vt_skill_list_at(implied, k));
        (void)vt_taxonomy_children(tax, i);
    }
    vt_skill_found *found;
    (void)vt_taxonomy_search(tax, arena, VT_STR("pyton"), 5, VT_STR_NULL, &found);
    vt_matcher *matcher = vt_matcher_new(arena, tax);
    vt_matcher_occupation(matcher, VT_STR("2221"), true);
    vt_matcher_add(matcher, VT_STR("Python, C++ and Go; React (Native), SQL"), VT_PASSAGE_LIST);
    vt_matcher_add(matcher, VT_STR("Led a team with pythn and Spring Boot."), VT_PASSAGE_PROSE);
    (void)vt_matcher_run(matcher);
}

static void body(vt_arena *arena, vt_str input)
{
    if (input.len < sizeof(vt_image_header))
        return;
    char *image = vt_arena_alloc(arena, input.len); /* aligned */
    memcpy(image, input.ptr, input.len);
    vt_image_header *h = (vt_image_header *)(void *)image;
    memcpy(h->magic, VT_IMAGE_MAGIC, sizeof h->magic);
    h->version = VT_IMAGE_VERSION;
    h->endian = VT_IMAGE_ENDIAN;
    h->size = input.len;
    h->checksum = vt_image_checksum(image, input.len);
    vt_taxonomy *tax = NULL;
    if (vt_taxonomy_open_bytes(vt_str_n(image, input.len), &tax, NULL) != VT_OK)
        return;
    vt_arena_tie(arena, (void (*)(void *))vt_taxonomy_drop, tax);
    ask(arena, tax);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 128 << 20, body);
    return 0;
}
