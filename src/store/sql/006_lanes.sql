-- SPDX-License-Identifier: Apache-2.0
-- Fairness between accounts: what waits is found by account, and webhooks by endpoint.

CREATE INDEX request_lane ON request (queue, lease_ms, account_id, id) WHERE queue IS NOT NULL;
DROP INDEX request_queue;

-- One delivery at a time for an endpoint, and a pause for all of them when it fails.
ALTER TABLE webhook_endpoint ADD COLUMN busy_ms BIGINT NOT NULL DEFAULT 0;  -- until then one is sent
ALTER TABLE webhook_endpoint ADD COLUMN pause_ms BIGINT NOT NULL DEFAULT 0; -- nothing before
ALTER TABLE webhook_endpoint ADD COLUMN failures BIGINT NOT NULL DEFAULT 0; -- in a row
CREATE INDEX webhook_delivery_lane ON webhook_delivery (endpoint_id, next_ms) WHERE state = 'pending';
CREATE INDEX webhook_endpoint_busy ON webhook_endpoint (busy_ms) WHERE busy_ms > 0;
DROP INDEX webhook_delivery_due;
