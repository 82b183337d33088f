/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Two readings of one document become one: that of the local engine, whose values have calibrated
 * probabilities, and that of a language model, whose values stand in the document and are believed
 * with the probability `trust`, or less in a document where it gets wrong what the local engine is
 * sure of (docs/premium.md has the rules).
 */
#ifndef VT_LLM_MERGE_H
#define VT_LLM_MERGE_H

#include "llm/answer.h"

typedef struct vt_llm_merged {
    uint32_t agreed;   /* values that both have */
    uint32_t filled;   /* that only the model has, and items of its own */
    uint32_t replaced; /* where they differ and the model was likelier right */
    uint32_t stayed;   /* where they differ and the local value was */
    uint32_t dropped;  /* local items in doubt that the model does not have */
    float trust;       /* that it earned in this document */
} vt_llm_merged;

/** Changes `mine`, the local resume, before skills are looked up. */
vt_llm_merged vt_llm_merge(vt_resume *mine, const vt_llm_answer *theirs, float trust);

#endif
