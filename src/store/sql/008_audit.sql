-- SPDX-License-Identifier: Apache-2.0
-- Who saw, exported and changed what: the key and the client's address beside it. Rows of the kind
-- 'read' are many and have a limit of their own, so that they push no change out.

ALTER TABLE audit ADD COLUMN key_id TEXT;
ALTER TABLE audit ADD COLUMN address TEXT;
ALTER TABLE audit ADD COLUMN times BIGINT NOT NULL DEFAULT 1;
ALTER TABLE audit ADD COLUMN kind TEXT NOT NULL DEFAULT 'change';
CREATE INDEX audit_account ON audit (account_id, seq);
CREATE INDEX audit_kind ON audit (kind, seq);
