/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The HTTP interface of the service: routes, and what they share. The contract is
 * api/openapi.yaml; docs/contract.md tells which test shows which of its statements.
 */
#ifndef VT_API_SERVICE_H
#define VT_API_SERVICE_H

#include "engine/catalogue.h"
#include "engine/job_desk.h"
#include "http/rate.h"
#include "http/server.h"
#include "jobs/jobs.h"
#include "store/accounts.h"

typedef struct vt_service vt_service;

typedef struct vt_service_config {
    vt_store *store;
    vt_pool *pool;
    vt_jobs *jobs;
    struct vt_model *model;        /* the premium tier's, for metrics; NULL: none */
    const vt_catalogue *catalogue; /* the skills taxonomy */
    const vt_job_desk *job_desk;   /* what job descriptions are read with */
    vt_prices prices;
    int64_t parallel_per_key; /* requests at one time; 0: no limit */
    int64_t
        keys_per_account; /* an account has the limits of so many keys; 0: no limits of its own */
    size_t probes, drawings;              /* documents that are looked at, or drawn, at one time */
    vt_rate_limit create_rate, read_rate; /* per key */
    bool limit_operator;                  /* they hold for the operator's account, too */
    int64_t max_pages[2];                 /* by plan */
    const struct vt_address_rules *rules; /* where webhooks may point; borrowed. NULL: anywhere */
    int64_t retention_ms;
    bool keep_documents;     /* the dashboard may draw them again */
    int64_t queue_max;       /* waiting requests; 0: no limit */
    int64_t queue_each;      /* and of one account */
    vt_str operator_account; /* name of the account whose unlimited keys may see all others */
    int64_t session_ms;      /* a sign-in to the dashboard lasts */
    int64_t audit_days, audit_rows; /* how long, and how many; 0: no limit */
    vt_str cors_origins;            /* with spaces between; "*": all; empty: CORS is off */
    vt_str base_path;               /* before every path outside, as "/vitae"; empty: none */
} vt_service_config;

vt_service *vt_service_new(const vt_service_config *config);
void vt_service_drop(vt_service *service);

/** What vt_http_start() wants. */
vt_http_app vt_service_app(vt_service *service);

/** The same for a port of its own with /metrics, /healthz and /readyz alone. */
vt_http_app vt_metrics_app(vt_service *service);

/** The server that vt_service_app() was given to, for metrics: until the service is dropped, or
 * NULL is given. */
void vt_service_set_http(vt_service *service, const vt_http *http);

/** When the TLS certificate expires, for metrics. */
void vt_service_set_certificate(vt_service *service, int64_t expires_ms);

/** /readyz says no from now on. */
void vt_service_drain(vt_service *service);

#endif
