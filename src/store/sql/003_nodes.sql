-- SPDX-License-Identifier: Apache-2.0
-- Several programs on one store.

-- Programs that take jobs. One that was not seen for a while is dead, and its jobs are free.
CREATE TABLE node (
    id         TEXT PRIMARY KEY,
    started_ms BIGINT NOT NULL,
    seen_ms    BIGINT NOT NULL
);

-- A row of each commit whose outcome might have to be asked for after its connection was lost.
CREATE TABLE write_mark (
    id    TEXT PRIMARY KEY,
    at_ms BIGINT NOT NULL
);
CREATE INDEX write_mark_age ON write_mark (at_ms);

-- Token buckets of API keys; tokens in thousandths.
CREATE {unlogged} TABLE rate_bucket (
    name   TEXT PRIMARY KEY,
    tokens BIGINT NOT NULL,
    at_ms  BIGINT NOT NULL
);

-- Leases by their holder, for the jobs of the dead.
CREATE INDEX request_node ON request (node) WHERE node IS NOT NULL;
{queue_options}
