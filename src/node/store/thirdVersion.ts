/**
 * Version 3.
 * Contents have numbers, which stand beside the keys in `payloads`: the keys are random, so that each further index of
 * them costs a page to write per content. Existing contents are copied once.
 * `sessions` and `events`, their journal; titles and data are sealed. `events` know their session by a number, shorter
 * than its id, and lie by session and number, so that an append touches the last page only. `data` stands with the first
 * of the events that were appended and sealed together; NULL means: with the nearest before. An erased text leaves its
 * name. `events.payload` is no declared reference, which would need an index of random keys as well; triggers count it
 * like any other.
 */
export const thirdVersion = `
DROP TRIGGER payloads_unused;
ALTER TABLE contents RENAME TO formerContents;
CREATE TABLE contents (
  n INTEGER PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT;
INSERT INTO contents SELECT rowid, sealed FROM formerContents ORDER BY rowid;
ALTER TABLE payloads ADD COLUMN content INTEGER NOT NULL DEFAULT 0;
UPDATE payloads SET content = coalesce((SELECT rowid FROM formerContents AS c WHERE c.key = payloads.key), 0);
DROP TABLE formerContents;
CREATE TRIGGER payloads_unused AFTER UPDATE OF refs ON payloads WHEN NEW.refs = 0 BEGIN
  DELETE FROM contents WHERE n = OLD.content;
  DELETE FROM payloads WHERE key = OLD.key;
END;

CREATE TABLE sessions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  workspace TEXT NOT NULL,
  title BLOB NOT NULL,
  created REAL NOT NULL
) STRICT;

CREATE TABLE events (
  session INTEGER NOT NULL REFERENCES sessions (n),
  seq INTEGER NOT NULL,
  at REAL NOT NULL,
  type TEXT NOT NULL,
  data BLOB,
  artifact TEXT,
  payload TEXT,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
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
`;
