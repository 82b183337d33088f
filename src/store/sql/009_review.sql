-- SPDX-License-Identifier: Apache-2.0
-- What people made of results, beside the machine's own; goes when the request is erased.

CREATE TABLE review (
    request_id  TEXT PRIMARY KEY REFERENCES request (id),
    version     BIGINT NOT NULL,              -- 1, 2 ...: one more with every change
    reviewed_ms BIGINT NOT NULL,
    key_id      TEXT,                         -- who made this version
    body        {blob} NOT NULL               -- JSON: result, confirmed, places
);

-- What a list of requests shows of an answer: JSON with file name, candidate, score, checks.
ALTER TABLE answer ADD COLUMN headline TEXT;

-- 1: the operator keeps documents, and this one stays until its request is erased.
ALTER TABLE document ADD COLUMN kept BIGINT NOT NULL DEFAULT 0;
