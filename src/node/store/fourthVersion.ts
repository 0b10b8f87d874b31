/**
 * Version 4.
 * An event's session and number make up its row's number, session before number: one tree holds a journal in order,
 * whose pages take data that a tree without row numbers would put into a page of their own at each append. Existing
 * events are copied once. `session` and `seq` are read from the row's number; conditions have to be on `n`, which the
 * rows are found by. That the events go with their session is up to a trigger: a declared reference would look through
 * all events.
 */
export const fourthVersion = `
DROP TRIGGER events_kept;
DROP TRIGGER events_erased;
DROP TRIGGER events_dropped;
DROP INDEX events_artifact;
ALTER TABLE events RENAME TO formerEvents;
CREATE TABLE events (
  n INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  type TEXT NOT NULL,
  data BLOB,
  artifact TEXT,
  payload TEXT,
  session INTEGER NOT NULL AS (n >> 32),
  seq INTEGER NOT NULL AS (n & 4294967295)
) STRICT;
INSERT INTO events
  SELECT session << 32 | seq, at, type, data, artifact, payload FROM formerEvents ORDER BY session, seq;
DROP TABLE formerEvents;
CREATE UNIQUE INDEX events_artifact ON events (session, artifact) WHERE artifact IS NOT NULL;
CREATE TRIGGER events_kept AFTER INSERT ON events WHEN NEW.payload IS NOT NULL BEGIN
  UPDATE payloads SET refs = refs + 1 WHERE key = NEW.payload;
END;
CREATE TRIGGER events_erased AFTER UPDATE OF payload ON events WHEN OLD.payload IS NOT NULL BEGIN
  UPDATE payloads SET refs = refs - 1 WHERE key = OLD.payload;
END;
CREATE TRIGGER events_dropped AFTER DELETE ON events WHEN OLD.payload IS NOT NULL BEGIN
  UPDATE payloads SET refs = refs - 1 WHERE key = OLD.payload;
END;
CREATE TRIGGER sessions_dropped AFTER DELETE ON sessions BEGIN
  DELETE FROM events WHERE n > OLD.n << 32 AND n < (OLD.n + 1) << 32;
END;
`;
