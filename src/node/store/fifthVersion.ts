/**
 * Version 5.
 * `transcripts` is the index of other agents' transcripts; rows are sealed. `resumes` lie apart, so that a change of a
 * row does not rewrite megabytes. `keptSessions` with `keptFiles` and `keptParts`, whose bytes are payloads; they know
 * their session by a number, shorter than its id. That they go with it is up to triggers, like that of events; and like
 * theirs, `payload` is no declared reference, which would need an index of random keys. Inodes may be above what an
 * integer of the caller holds, and come as what the caller has.
 */
export const fifthVersion = `
CREATE TABLE transcripts (
  n INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  inode REAL NOT NULL,
  size REAL NOT NULL,
  modified REAL NOT NULL,
  importer TEXT NOT NULL,
  used REAL NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
CREATE INDEX transcripts_used ON transcripts (used);
CREATE TABLE resumes (
  transcript INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
CREATE TRIGGER transcripts_noted AFTER INSERT ON transcripts BEGIN
  INSERT INTO counts VALUES ('transcripts', '', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER transcripts_dropped AFTER DELETE ON transcripts BEGIN
  DELETE FROM resumes WHERE transcript = OLD.n;
  UPDATE counts SET n = n - 1 WHERE name = 'transcripts' AND workspace = '';
END;
CREATE TRIGGER resumes_noted AFTER INSERT ON resumes BEGIN
  INSERT INTO counts VALUES ('resumeBytes', '', NEW.bytes) ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER resumes_dropped AFTER DELETE ON resumes BEGIN
  UPDATE counts SET n = n - OLD.bytes WHERE name = 'resumeBytes' AND workspace = '';
END;

CREATE TABLE keptSessions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  path TEXT NOT NULL,
  kept REAL NOT NULL,
  updated REAL NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
CREATE TABLE keptFiles (
  session INTEGER NOT NULL,
  file INTEGER NOT NULL,
  path TEXT NOT NULL,
  use TEXT NOT NULL,
  inode REAL NOT NULL,
  modified REAL NOT NULL,
  PRIMARY KEY (session, file)
) STRICT, WITHOUT ROWID;
CREATE TABLE keptParts (
  session INTEGER NOT NULL,
  file INTEGER NOT NULL,
  part INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (session, file, part)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER keptParts_kept AFTER INSERT ON keptParts BEGIN
  UPDATE payloads SET refs = refs + 1 WHERE key = NEW.payload;
END;
CREATE TRIGGER keptParts_dropped AFTER DELETE ON keptParts BEGIN
  UPDATE payloads SET refs = refs - 1 WHERE key = OLD.payload;
END;
CREATE TRIGGER keptSessions_dropped AFTER DELETE ON keptSessions BEGIN
  DELETE FROM keptParts WHERE session = OLD.n;
  DELETE FROM keptFiles WHERE session = OLD.n;
END;
`;
