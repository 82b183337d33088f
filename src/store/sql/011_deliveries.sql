-- SPDX-License-Identifier: Apache-2.0
-- The deliveries of an endpoint, the newest first.

CREATE INDEX webhook_delivery_endpoint ON webhook_delivery (endpoint_id, id);
