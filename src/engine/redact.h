/* SPDX-License-Identifier: Apache-2.0 */
/** config.redact: takes values out of what a run found, and covers them in every text. */
#ifndef VT_ENGINE_REDACT_H
#define VT_ENGINE_REDACT_H

#include "engine/parts.h"

/**
 * Writes the answer's parts (parts.h) without what options->redact names. Values of the groups are
 * unknown in them, and texts that are kept have them covered. Without a resume, of which values
 * would be known, all text is covered. The run is over afterwards.
 */
VT_MUST_USE vt_status vt_redact_write(struct vt_run *run, vt_buf *out, vt_error *err);

/** A text that leaves the run before its values are known: covered whole when any are asked for. */
vt_str vt_redact_untold(const struct vt_run *run, vt_str text);

#endif
