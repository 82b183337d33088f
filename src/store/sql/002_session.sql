-- SPDX-License-Identifier: Apache-2.0
-- Sign-ins to the dashboard. A session stands for the API key that opened it and ends with it.
CREATE TABLE session (
    hash       TEXT PRIMARY KEY,              -- SHA-256 of the cookie
    key_id     TEXT NOT NULL REFERENCES api_key (id),
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX session_expiry ON session (expires_ms);
