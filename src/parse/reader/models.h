/* SPDX-License-Identifier: Apache-2.0 */
/** The trained models built into the binary: data/models. */
#ifndef VT_PARSE_MODELS_H
#define VT_PARSE_MODELS_H

#include "base/error.h"

typedef struct vt_models vt_models;

/** Opens and checks them. VT_E_EMPTY: the program has no reader. */
VT_MUST_USE vt_status vt_models_open(vt_models **ret, vt_error *err);
void vt_models_drop(vt_models *models);
VT_DEFINE_AUTO(vt_models, vt_models_drop)

struct vt_confidence_model;
/** Probabilities of values (confidence.h), or NULL. */
const struct vt_confidence_model *vt_models_confidence(const vt_models *models);

struct vt_net;
/** The reader's network (ml/net.h). */
const struct vt_net *vt_models_reader(const vt_models *models);

#endif
