/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/catalogue.h"

#include "base/json.h"
#include "skills/taxonomy.h"

enum { RELATED_MAX = 50, RELATIONS_MAX = 20 };

struct vt_catalogue {
    vt_taxonomy *taxonomy;
};

vt_status vt_catalogue_open(const char *path, vt_catalogue **ret, vt_error *err)
{
    VT_AUTO(vt_catalogue) vt_catalogue *catalogue = vt_xcalloc(1, sizeof *catalogue);
    if (path)
        VT_TRY(vt_taxonomy_open(path, &catalogue->taxonomy, err));
    else
        VT_TRY(vt_taxonomy_open_embedded(&catalogue->taxonomy, err));
    *ret = VT_TAKE(catalogue);
    return VT_OK;
}

void vt_catalogue_drop(vt_catalogue *catalogue)
{
    if (!catalogue)
        return;
    vt_taxonomy_drop(catalogue->taxonomy);
    free(catalogue);
}

static void put_skill(vt_json_writer *w, const vt_taxonomy *taxonomy, const vt_skill *skill,
                      vt_str name)
{
    char buf[VT_ALIAS_MAX];
    vt_json_kv_str(w, "skill_id", vt_taxonomy_id(taxonomy, skill->index, buf));
    vt_json_kv_str(w, "skill", name);
    vt_json_kv_str(w, "category", skill->category);
    vt_json_kv_str(w, "skill_type", skill->soft ? VT_STR("soft") : VT_STR("hard"));
}

/** What the skill is called in a language, or its name. */
static void put_label(vt_json_writer *w, const vt_taxonomy *taxonomy, const vt_skill *skill,
                      vt_str name, vt_str language)
{
    char buf[VT_LABELS_MAX];
    vt_str labels = vt_taxonomy_labels(taxonomy, skill->index, language, buf), label = name;
    if (!language.ptr)
        return;
    vt_str_split(&labels, '|', &label);
    vt_json_kv_str(w, "label", label);
}

void vt_catalogue_search(const vt_catalogue *catalogue, vt_arena *arena, vt_str query, size_t limit,
                         vt_str language, vt_buf *out)
{
    vt_skill_found *found;
    size_t n = vt_taxonomy_search(catalogue->taxonomy, arena, query, limit, language, &found);
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "skills");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < n; i++) {
        vt_json_begin_object(&w);
        put_skill(&w, catalogue->taxonomy, &found[i].skill, found[i].name);
        put_label(&w, catalogue->taxonomy, &found[i].skill, found[i].name, language);
        vt_json_kv_str(&w, "matched", found[i].surface);
        vt_json_kv_num(&w, "score", found[i].score, 3);
        vt_json_end_object(&w);
    }
    vt_json_end_array(&w);
    vt_json_end_object(&w);
}

static void put_related(vt_json_writer *w, const vt_taxonomy *taxonomy, const char *key,
                        const uint32_t *skills, size_t n)
{
    vt_json_key(w, key);
    vt_json_begin_array(w);
    for (size_t i = 0; i < n && i < RELATED_MAX; i++) {
        char buf[VT_ALIAS_MAX];
        vt_json_begin_object(w);
        vt_json_kv_str(w, "skill_id", vt_taxonomy_id(taxonomy, skills[i], buf));
        vt_json_kv_str(w, "skill", vt_taxonomy_name(taxonomy, skills[i], buf));
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
}

static void put_list(vt_json_writer *w, const char *key, vt_skill_list list)
{
    uint32_t skills[RELATED_MAX];
    size_t n = VT_MIN((size_t)list.n, VT_COUNT(skills));
    for (uint32_t i = 0; i < n; i++)
        skills[i] = vt_skill_list_at(list, i);
    put_related(w, list.tax, key, skills, n);
}

/** Broader, narrower, related. */
static void put_relations(vt_json_writer *w, const vt_taxonomy *taxonomy, uint32_t skill)
{
    static const char *const keys[] = {[VT_RELATION_BROADER] = "broader",
                                       [VT_RELATION_NARROWER] = "narrower",
                                       [VT_RELATION_RELATED] = "related"};
    for (vt_relation relation = VT_RELATION_BROADER; relation <= VT_RELATION_RELATED; relation++) {
        uint32_t at[RELATIONS_MAX];
        size_t n = vt_taxonomy_related(taxonomy, skill, relation, at, VT_COUNT(at));
        put_related(w, taxonomy, keys[relation], at, n);
    }
}

/** The code in ESCO, where the taxonomy was imported from it. */
static void put_codes(vt_json_writer *w, vt_str id)
{
    vt_json_key(w, "codes");
    vt_json_begin_array(w);
    if (vt_str_starts(id, VT_STR("http://data.europa.eu/esco/"))) {
        vt_json_begin_object(w);
        vt_json_kv_str(w, "scheme", VT_STR("esco"));
        vt_json_kv_str(w, "code", id);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
}

bool vt_catalogue_skill(const vt_catalogue *catalogue, vt_str id, vt_str language, vt_buf *out)
{
    const vt_taxonomy *taxonomy = catalogue->taxonomy;
    vt_skill skill;
    if (!vt_taxonomy_by_id(taxonomy, id, &skill))
        return false;
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    char name_buf[VT_ALIAS_MAX];
    vt_str name = vt_taxonomy_name(taxonomy, skill.index, name_buf);
    put_skill(&w, taxonomy, &skill, name);
    put_label(&w, taxonomy, &skill, name, language);
    vt_json_key(&w, "synonyms");
    vt_json_begin_array(&w);
    char buf[VT_LABELS_MAX], alias_buf[VT_ALIAS_MAX];
    vt_str alias, labels = vt_taxonomy_labels(taxonomy, skill.index, language, buf);
    while (vt_str_split(&labels, '|', &alias))
        vt_json_put_str(&w, alias);
    for (size_t i = 0; vt_taxonomy_alias(taxonomy, skill.index, i, alias_buf, &alias); i++)
        vt_json_put_str(&w, alias);
    vt_json_end_array(&w);
    put_list(&w, "implies", vt_taxonomy_implied(taxonomy, skill.index));
    put_list(&w, "implied_by", vt_taxonomy_children(taxonomy, skill.index));
    put_relations(&w, taxonomy, skill.index);
    put_codes(&w, vt_taxonomy_id(taxonomy, skill.index, name_buf));
    vt_json_end_object(&w);
    return true;
}
