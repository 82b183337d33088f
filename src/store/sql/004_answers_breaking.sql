-- SPDX-License-Identifier: Apache-2.0
-- Answers in a table of their own: a row of `request` stays small, and the pages of an answer that
-- is erased are free for others. Programs that do not know it must not write any more.

CREATE TABLE answer (
    request_id TEXT PRIMARY KEY REFERENCES request (id),
    body       {blob} NOT NULL -- the bytes that GET sends; gone when it is erased
);
INSERT INTO answer (request_id, body) SELECT id, answer FROM request WHERE answer IS NOT NULL;
ALTER TABLE request DROP COLUMN answer;
