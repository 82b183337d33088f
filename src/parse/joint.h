/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How much a whole reading of a document makes sense: what chooses between several readings of its
 * pages and several labellings of its lines.
 */
#ifndef VT_PARSE_JOINT_H
#define VT_PARSE_JOINT_H

#include "parse/lines.h"
#include "parse/resume.h"

/** The parts of the score: shares, so that long and short documents compare. */
typedef enum vt_joint_part {
    VT_JOINT_LIKELIHOOD,    /* of the labels under the line model, a line's mean logarithm */
    VT_JOINT_CONFIDENCE,    /* of the resume */
    VT_JOINT_CONTACT,       /* name, e-mail and phone found */
    VT_JOINT_EMPTY,         /* headings with nothing under them */
    VT_JOINT_SECTIONS,      /* of experience, education and skills, those with content */
    VT_JOINT_JOBS,          /* complete jobs, up to six */
    VT_JOINT_JOBS_WHOLE,    /* title, employer and date of the jobs there are */
    VT_JOINT_JOBS_TEXT,     /* jobs that say more than their head */
    VT_JOINT_STUDIES,       /* complete studies, up to three */
    VT_JOINT_STUDIES_WHOLE, /* institution, degree and date of the studies there are */
    VT_JOINT_ORDER,         /* neighbouring jobs in the order of their dates */
    VT_JOINT_ORPHANS, /* lines that begin in lower case after the end of a sentence or a heading */
    VT_JOINT_LOST,    /* date ranges that belong to no item */
    VT_JOINT_OTHER,   /* lines without a role */
    VT_JOINT_COUNT
} vt_joint_part;

/** Fills the parts. */
void vt_joint_parts(const vt_facts *facts, const vt_roles *roles, const vt_resume *resume,
                    double ret[VT_JOINT_COUNT]);

/** Their weighted sum; of two readings of one document the higher is more likely right. */
double vt_joint_score(const vt_facts *facts, const vt_roles *roles, const vt_resume *resume);

#endif
