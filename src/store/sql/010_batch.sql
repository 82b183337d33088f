-- SPDX-License-Identifier: Apache-2.0
-- Requests that were created together, and documents that are the same.

CREATE TABLE batch (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL REFERENCES account (id),
    reference    TEXT,                        -- the caller's own word for it
    metadata     TEXT,                        -- JSON object of the caller
    total        BIGINT NOT NULL,             -- documents that were sent
    remaining    BIGINT NOT NULL,             -- of its requests, that have not ended
    rejected     TEXT,                        -- JSON array of documents that became no request
    created_ms   BIGINT NOT NULL,
    ended_ms     BIGINT NOT NULL,
    retention_ms BIGINT NOT NULL,             -- the longest of its requests
    erase_ms     BIGINT NOT NULL,             -- when the texts above are due to go
    erased       BIGINT NOT NULL              -- 1: by age, 2: on demand
);
CREATE INDEX batch_erase ON batch (erase_ms) WHERE erase_ms > 0;

ALTER TABLE request ADD COLUMN batch_id TEXT;
ALTER TABLE request ADD COLUMN batch_index BIGINT; -- the place of its document in the batch
ALTER TABLE request ADD COLUMN content_hash TEXT;  -- of account and document; gone with the answer
ALTER TABLE request ADD COLUMN same_as TEXT;       -- an earlier request with this document; '': none
CREATE INDEX request_batch ON request (batch_id, batch_index) WHERE batch_id IS NOT NULL;
CREATE INDEX request_content ON request (account_id, content_hash, id) WHERE content_hash IS NOT NULL;
