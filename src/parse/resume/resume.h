/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The result as structs, all in the arena of the job. Every value that was read from the document
 * is a vt_value: its text as emitted, the code-point span in raw_text where it stands, and the
 * calibrated probability that it is right. A value with a null string is unknown (JSON null).
 */
#ifndef VT_PARSE_RESUME_H
#define VT_PARSE_RESUME_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct vt_value {
    vt_str text;         /* null string: unknown */
    uint32_t start, end; /* span in raw_text; start == end: none (a derived value) */
    float confidence;    /* 0..1 */
} vt_value;

/** A date as stated: year alone keeps month 0; year 0 is unknown. */
typedef struct vt_date {
    int year, month;
    uint32_t start, end; /* span in raw_text */
    float confidence;
} vt_date;

typedef struct vt_location {
    vt_value text; /* as written, whole */
    vt_value city, region, country, country_code;
} vt_location;

typedef enum vt_job_type {
#define VT_JOB_TYPE(symbol, word) VT_JOB_##symbol,
#include "parse/resume/job_types.def"
#undef VT_JOB_TYPE
    VT_JOB_TYPE_COUNT
} vt_job_type;

/** What the title of a job says, filled after parsing (fit/occupations.h). All null: no title. */
typedef struct vt_job_occupation {
    vt_str title;     /* its plain form, without seniority */
    vt_str seniority; /* intern, junior, mid, senior, lead, head, executive; null: not stated */
    vt_str isco, isco_name; /* ISCO-08 unit group and its English name; null: not likely enough */
    float confidence;       /* of the group */
} vt_job_occupation;

typedef struct vt_job {
    vt_job_type type;
    vt_value company, title;
    vt_location location;
    vt_date start, end;
    bool current;
    vt_value description;        /* the prose */
    VT_VEC(vt_value) highlights; /* the bullets */
    float confidence;
    vt_job_occupation occupation;
} vt_job;

typedef struct vt_study {
    vt_value institution, degree, field;
    vt_date start, graduation;
    vt_value grade;
    vt_location location;
    vt_value description;
    float confidence;
} vt_study;

typedef enum vt_match_method {
    VT_MATCH_NONE, /* a listed skill that is not in the taxonomy */
    VT_MATCH_EXACT,
    VT_MATCH_ALIAS,
    VT_MATCH_FUZZY,
    VT_MATCH_IMPLIED,
} vt_match_method;

/** What a proficiency rests on. */
typedef enum vt_level_basis {
    VT_LEVEL_ASSUMED, /* it is named, no more is known */
    VT_LEVEL_DERIVED, /* from the years and jobs that show it */
    VT_LEVEL_STATED,  /* the document says so */
} vt_level_basis;

typedef struct vt_skill_item {
    vt_value name;       /* as named in the document */
    vt_value group;      /* heading of its list ("Languages"), or unknown */
    vt_value level_text; /* a stated level in words, or unknown */
    float level;         /* a stated level 0..1 from words, dots or bars; negative: none */
    bool listed;         /* stands in a skills section (else: found in prose or implied) */
    bool ends_list;      /* the last of three or more: "and" may part two skills in it */
    vt_str written;      /* the whole item, where `name` is a part of it; or null */
    /* from here on: skills/ */
    vt_str skill_id; /* null: not in the taxonomy */
    vt_str canonical, category;
    VT_VEC(vt_str) synonyms;
    bool soft;
    bool has_type; /* category and skill_type are known */
    float score;   /* proficiency 0..1 */
    double years;  /* negative: unknown */
    vt_match_method method;
    vt_str implied_by; /* name of the source skill, or null */
    float confidence;
    vt_level_basis basis; /* of the score */
} vt_skill_item;

typedef struct vt_language_item {
    vt_value language;
    vt_value level_text; /* as written */
    vt_str proficiency;  /* native, full-professional, professional-working, limited-working,
                            elementary; null */
    vt_str cefr;         /* A1..C2 when stated, or null */
    vt_str code;         /* ISO 639, or null */
} vt_language_item;

typedef struct vt_certification {
    vt_value name, issuer, credential_id, url;
    vt_date date, expires;
} vt_certification;

/** An item of an extra section: project, publication, award, reference. */
typedef struct vt_extra {
    vt_value name, by, url, text;
    vt_date start, end;
} vt_extra;

/** Something that a person should look at: a value, or a place of the text. */
typedef struct vt_review {
    vt_str pointer;      /* of the value within `result`; null: a place */
    uint32_t start, end; /* of the place in raw_text */
    const char *reason;  /* a word: docs/api/review.md has them all */
} vt_review;

typedef struct vt_profile_link {
    vt_value url;
    vt_str kind; /* linkedin, github, website ... */
} vt_profile_link;

typedef struct vt_resume {
    vt_arena *arena;
    vt_str raw_text; /* what spans count in; null for a resume that was read from JSON */
    vt_value name, label, email, phone, phone_raw;
    vt_value given_name, family_name, street, postcode;
    VT_VEC(vt_value) emails, phones; /* all of the person's, the chosen one first */
    vt_location location;
    vt_value summary;
    vt_job_occupation occupation; /* of the label */
    VT_VEC(vt_job) jobs;
    VT_VEC(vt_study) studies;
    VT_VEC(vt_skill_item) skills;
    VT_VEC(vt_certification) certifications;
    VT_VEC(vt_language_item) languages;
    /* opt-in extras */
    VT_VEC(vt_profile_link) links;
    VT_VEC(vt_extra) projects, publications, awards, references;
    VT_VEC(vt_value) interests;
    VT_VEC(vt_review) review;
    double confidence; /* the averaged probability, metadata.parse.confidence_score */
    VT_VEC(vt_str) warnings;
} vt_resume;

static inline bool vt_value_known(const vt_value *value)
{
    return value->text.ptr != NULL;
}

/** The word of job_types.def: "full-time" ... */
const char *vt_job_type_word(vt_job_type type);
/** The job type of such a word; false for an unknown one. */
bool vt_job_type_find(vt_str word, vt_job_type *ret);

/** "exact", "alias" ...; NULL for none. */
const char *vt_match_word(vt_match_method method);
/** VT_MATCH_NONE for an unknown word. */
vt_match_method vt_match_find(vt_str word);

/** The label of a proficiency score: expert from 0.85, advanced 0.65, intermediate 0.4, basic. */
const char *vt_proficiency_word(double score);
/** The same as a number: 3 expert ... 0 basic. A score counts as it is written out, with two
 * decimals. */
int vt_proficiency_band(double score);

/** "stated", "derived", "assumed". */
const char *vt_level_basis_word(vt_level_basis basis);

/** "YYYY-MM", "YYYY", or the null string when unknown; a view of `buf`: 24 bytes hold any. */
vt_str vt_date_format(const vt_date *date, char *buf, size_t size);
/** Reads what vt_date_format writes (a longer ISO date, too); false and unknown otherwise. */
bool vt_date_read(vt_str text, vt_date *ret);

/** The mean confidence of the values given: what metadata.parse.confidence_score reports; 0 when
 * there are none. */
double vt_resume_confidence(const vt_resume *resume);

#endif
