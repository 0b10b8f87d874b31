/** Numbers begin at the time of the migration: a reader that comes from another database is then never ahead of them. */
const now = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`;

/**
 * Version 2.
 * `chipChanges` has one entry per chip, which moves to the end when the chip changes and stays as a trace of a removed
 * one. `marks` are the last numbers given: of the changes of chips, of the newest removal that is forgotten, of calls.
 * `facts` has the id of the key that the texts are sealed with. Triggers keep the order of changes and further counts.
 */
export const secondVersion = `
CREATE TABLE marks (
  name TEXT PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO marks VALUES ('chips', ${now}), ('calls', ${now});
INSERT INTO marks SELECT 'forgotten', n FROM marks WHERE name = 'chips';
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE chipChanges (
  n INTEGER PRIMARY KEY,
  chip TEXT NOT NULL UNIQUE,
  gone INTEGER NOT NULL
) STRICT;
CREATE INDEX chipChanges_live ON chipChanges (n) WHERE gone = 0;
CREATE INDEX chipChanges_gone ON chipChanges (n) WHERE gone = 1;
INSERT INTO chipChanges
  SELECT (SELECT n FROM marks WHERE name = 'chips') + row_number() OVER (ORDER BY created, seq), id, 0 FROM chips;
UPDATE marks SET n = n + (SELECT count(*) FROM chips) WHERE name = 'chips';

INSERT INTO counts SELECT 'chips', workspace, count(*) FROM chips GROUP BY workspace;
INSERT INTO counts SELECT 'chipBytes', workspace, sum(bytes) FROM chips GROUP BY workspace;
INSERT INTO counts SELECT 'unpinnedBytes', workspace, sum(bytes * (1 - pinned)) FROM chips GROUP BY workspace;
CREATE INDEX chips_workspace ON chips (workspace, pinned, created);

CREATE TRIGGER chips_noted AFTER INSERT ON chips BEGIN
  INSERT INTO counts VALUES
    ('chips', NEW.workspace, 1),
    ('chipBytes', NEW.workspace, NEW.bytes),
    ('unpinnedBytes', NEW.workspace, NEW.bytes * (1 - NEW.pinned))
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
  UPDATE marks SET n = n + 1 WHERE name = 'chips';
  DELETE FROM chipChanges WHERE chip = NEW.id;
  INSERT INTO chipChanges SELECT n, NEW.id, 0 FROM marks WHERE name = 'chips';
END;
CREATE TRIGGER chips_moved AFTER UPDATE ON chips BEGIN
  UPDATE counts SET n = n + NEW.bytes * (OLD.pinned - NEW.pinned)
    WHERE name = 'unpinnedBytes' AND workspace = NEW.workspace AND OLD.pinned <> NEW.pinned;
  UPDATE marks SET n = n + 1 WHERE name = 'chips';
  DELETE FROM chipChanges WHERE chip = NEW.id;
  INSERT INTO chipChanges SELECT n, NEW.id, 0 FROM marks WHERE name = 'chips';
END;
CREATE TRIGGER chips_gone AFTER DELETE ON chips BEGIN
  UPDATE counts SET n = n - 1 WHERE name = 'chips' AND workspace = OLD.workspace;
  UPDATE counts SET n = n - OLD.bytes WHERE name = 'chipBytes' AND workspace = OLD.workspace;
  UPDATE counts SET n = n - OLD.bytes * (1 - OLD.pinned)
    WHERE name = 'unpinnedBytes' AND workspace = OLD.workspace;
  UPDATE marks SET n = n + 1 WHERE name = 'chips';
  DELETE FROM chipChanges WHERE chip = OLD.id;
  INSERT INTO chipChanges SELECT n, OLD.id, 1 FROM marks WHERE name = 'chips';
END;

ALTER TABLE calls ADD COLUMN lines TEXT;
-- Of older calls only the packed length is known without opening their texts.
ALTER TABLE calls ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE calls SET bytes =
  coalesce((SELECT length(sealed) FROM contents WHERE key = arguments), 0)
  + coalesce((SELECT length(sealed) FROM contents WHERE key = result), 0);
INSERT INTO counts SELECT 'callBytes', '', coalesce(sum(bytes), 0) FROM calls;
CREATE INDEX calls_id ON calls (id);
CREATE INDEX calls_chip ON calls (chip, started) WHERE chip IS NOT NULL;
CREATE INDEX calls_event ON calls (event, started) WHERE event IS NOT NULL;
CREATE TRIGGER calls_noted AFTER INSERT ON calls BEGIN
  INSERT INTO counts VALUES ('callBytes', '', NEW.bytes) ON CONFLICT DO UPDATE SET n = n + excluded.n;
  UPDATE marks SET n = max(n, NEW.seq) WHERE name = 'calls';
END;
CREATE TRIGGER calls_gone AFTER DELETE ON calls BEGIN
  UPDATE counts SET n = n - OLD.bytes WHERE name = 'callBytes' AND workspace = '';
END;
`;
