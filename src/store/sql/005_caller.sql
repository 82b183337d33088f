-- SPDX-License-Identifier: Apache-2.0
-- What the caller gave with a request, echoed with it, and what the service told of its body.

ALTER TABLE request ADD COLUMN reference TEXT; -- the caller's own word for it
ALTER TABLE request ADD COLUMN metadata TEXT;  -- JSON object of strings
ALTER TABLE request ADD COLUMN warnings TEXT;  -- JSON array of the create's warnings
CREATE INDEX request_reference ON request (account_id, reference, id) WHERE reference IS NOT NULL;
