-- SPDX-License-Identifier: Apache-2.0
-- What a create was answered goes with its request: found by the request.

CREATE INDEX idempotency_request ON idempotency (request_id);
