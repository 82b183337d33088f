-- SPDX-License-Identifier: Apache-2.0
-- Instants are milliseconds since 1970 (UTC); 0 is "never" or "not yet". Keys begin with the
-- account wherever a table could be spread over machines by it.

CREATE TABLE account (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    plan          TEXT NOT NULL,              -- beginner, professional: the page limit
    billing       TEXT NOT NULL,              -- plan: monthly allowance; packs: bought credits
    active        BIGINT NOT NULL,            -- the subscription runs
    allowance     BIGINT NOT NULL,            -- credits a month
    cycle_day     BIGINT NOT NULL,            -- day of the month of the reset
    next_reset_ms BIGINT NOT NULL,
    balance       BIGINT NOT NULL CHECK (balance >= 0), -- sum of the ledger's rows
    low_credits   BIGINT NOT NULL,            -- the event credits.low is sent when passed
    created_ms    BIGINT NOT NULL
);

CREATE TABLE api_key (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL REFERENCES account (id),
    name         TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,        -- SHA-256 of the key
    hint         TEXT NOT NULL,               -- the first characters, to tell keys apart
    test         BIGINT NOT NULL,
    scopes       TEXT NOT NULL,               -- words with spaces between; '' is all
    created_ms   BIGINT NOT NULL,
    expires_ms   BIGINT NOT NULL,
    revoked_ms   BIGINT NOT NULL
);
CREATE INDEX api_key_account ON api_key (account_id);

CREATE TABLE request (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL REFERENCES account (id),
    key_id       TEXT,
    state        TEXT NOT NULL,               -- created, parsing, completed, failed
    shape        BIGINT NOT NULL,             -- 0 current, 1 earlier
    test         BIGINT NOT NULL,
    input        TEXT NOT NULL,               -- file, text, result, url
    config       TEXT NOT NULL,               -- JSON, every default filled in
    max_pages    BIGINT NOT NULL,
    file_bytes   BIGINT NOT NULL,
    created_ms   BIGINT NOT NULL,
    started_ms   BIGINT NOT NULL,
    ended_ms     BIGINT NOT NULL,
    queue        TEXT,                        -- parse, fetch, llm; NULL when there is nothing to do
    lease_ms     BIGINT NOT NULL,             -- 0 waiting; else until when somebody works on it
    node         TEXT,                        -- who holds the lease
    tries        BIGINT NOT NULL,
    stage        TEXT NOT NULL,
    percent      BIGINT NOT NULL,
    reserved     BIGINT NOT NULL,             -- credits; metadata.estimated_credits
    consumed     BIGINT NOT NULL,
    error_code   TEXT,
    answer       {blob},                      -- the bytes that GET sends once it ended
    retention_ms BIGINT NOT NULL,             -- how long the answer is kept
    erase_ms     BIGINT NOT NULL,             -- when the answer is due to go
    erased       BIGINT NOT NULL              -- 1: by age, 2: on demand
);
CREATE INDEX request_queue ON request (queue, lease_ms, id) WHERE queue IS NOT NULL;
CREATE INDEX request_account ON request (account_id, id);
CREATE INDEX request_erase ON request (erase_ms) WHERE erase_ms > 0;

-- What a request was given; deleted when processing ends.
CREATE TABLE document (
    request_id      TEXT PRIMARY KEY REFERENCES request (id),
    body            {blob} NOT NULL,          -- file bytes, text, result JSON, or URL
    filename        TEXT,
    content_type    TEXT,                     -- of a fetched document
    job_description TEXT
);

-- Credits by where they come from; packs are spent soonest-expiring first.
CREATE TABLE pack (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind       TEXT NOT NULL,                 -- allowance, welcome, regular, promo
    amount     BIGINT NOT NULL,
    remaining  BIGINT NOT NULL CHECK (remaining >= 0),
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX pack_account ON pack (account_id, expires_ms);
CREATE INDEX pack_expiry ON pack (expires_ms) WHERE remaining > 0 AND expires_ms > 0;

-- Append-only.
CREATE TABLE ledger (
    seq        {serial},
    account_id TEXT NOT NULL REFERENCES account (id),
    at_ms      BIGINT NOT NULL,
    kind       TEXT NOT NULL,                 -- reserve release consume grant purchase promo expire
    amount     BIGINT NOT NULL,               -- signed
    balance    BIGINT NOT NULL,               -- of the account after this row
    pack_id    TEXT NOT NULL REFERENCES pack (id),
    request_id TEXT,
    note       TEXT
);
CREATE INDEX ledger_account ON ledger (account_id, seq);
CREATE INDEX ledger_request ON ledger (request_id) WHERE request_id IS NOT NULL;

-- One row a day with requests; a request counts on the day of its creation.
CREATE TABLE usage_day (
    account_id       TEXT NOT NULL REFERENCES account (id),
    day              TEXT NOT NULL,
    parse_count      BIGINT NOT NULL,
    completed        BIGINT NOT NULL,
    failed           BIGINT NOT NULL,
    credits          BIGINT NOT NULL,
    tier_basic       BIGINT NOT NULL,
    tier_standard    BIGINT NOT NULL,
    tier_premium     BIGINT NOT NULL,
    ocr_standard     BIGINT NOT NULL,
    matching         BIGINT NOT NULL,
    PRIMARY KEY (account_id, day)
);

CREATE TABLE idempotency (
    key_id      TEXT NOT NULL,
    idem_key    TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    request_id  TEXT NOT NULL,
    status      BIGINT NOT NULL,
    body        TEXT NOT NULL,                -- 200: the request's answer instead
    created_ms  BIGINT NOT NULL,
    PRIMARY KEY (key_id, idem_key)
);
CREATE INDEX idempotency_age ON idempotency (created_ms);

CREATE TABLE prompt_phrase (
    account_id TEXT NOT NULL REFERENCES account (id),
    phrase     TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (account_id, phrase)
);

CREATE TABLE webhook_endpoint (
    id          TEXT PRIMARY KEY,
    account_id  TEXT NOT NULL REFERENCES account (id),
    url         TEXT NOT NULL,
    secret      TEXT NOT NULL,                -- whsec_...
    events      TEXT NOT NULL,                -- words with spaces between; '' is all
    created_ms  BIGINT NOT NULL,
    disabled_ms BIGINT NOT NULL
);
CREATE INDEX webhook_endpoint_account ON webhook_endpoint (account_id);

CREATE TABLE webhook_delivery (
    id           TEXT PRIMARY KEY,            -- webhook-id: the same for every try
    account_id   TEXT NOT NULL REFERENCES account (id),
    endpoint_id  TEXT NOT NULL REFERENCES webhook_endpoint (id),
    event        TEXT NOT NULL,
    payload      TEXT NOT NULL,
    created_ms   BIGINT NOT NULL,
    state        TEXT NOT NULL,               -- pending, delivered, failed
    tries        BIGINT NOT NULL,
    next_ms      BIGINT NOT NULL,             -- when it is due; while it runs, its lease
    last_status  BIGINT NOT NULL,
    last_error   TEXT,
    last_ms      BIGINT NOT NULL
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_ms) WHERE state = 'pending';
CREATE INDEX webhook_delivery_account ON webhook_delivery (account_id, id);

CREATE TABLE audit (
    seq        {serial},
    at_ms      BIGINT NOT NULL,
    account_id TEXT,
    actor      TEXT NOT NULL,
    action     TEXT NOT NULL,
    detail     TEXT
);
