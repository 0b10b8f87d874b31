import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fifthVersion } from './fifthVersion.ts';
import { fourthVersion } from './fourthVersion.ts';
import { secondVersion } from './secondVersion.ts';
import { storeError } from './storeErrors.ts';
import { thirdVersion } from './thirdVersion.ts';

/**
 * Version 1.
 * Triggers keep `payloads.refs` and `counts`, so that no statement can forget either. The content lies apart from its
 * reference count: changing a count must not rewrite a megabyte. `first` marks one row per event and workspace.
 */
const firstVersion = `
CREATE TABLE payloads (
  key TEXT PRIMARY KEY,
  refs INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE contents (
  key TEXT PRIMARY KEY REFERENCES payloads (key) ON DELETE CASCADE,
  sealed BLOB NOT NULL
) STRICT;
CREATE TRIGGER payloads_unused AFTER UPDATE OF refs ON payloads WHEN NEW.refs = 0 BEGIN
  DELETE FROM payloads WHERE key = NEW.key;
END;

CREATE TABLE counts (
  name TEXT NOT NULL,
  workspace TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (name, workspace)
) STRICT, WITHOUT ROWID;

CREATE TABLE chips (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  tool TEXT NOT NULL,
  payload TEXT NOT NULL REFERENCES payloads (key),
  bytes INTEGER NOT NULL,
  words BLOB NOT NULL,
  workspace TEXT NOT NULL,
  file TEXT,
  errorCode TEXT,
  session TEXT,
  event TEXT,
  created REAL NOT NULL,
  expires REAL,
  pinned INTEGER NOT NULL DEFAULT 0,
  replayed REAL
) STRICT;
CREATE INDEX chips_payload ON chips (payload, workspace, kind, tool);
CREATE INDEX chips_age ON chips (workspace, kind, pinned, created);
CREATE INDEX chips_file ON chips (file);
CREATE INDEX chips_tool ON chips (tool, workspace);
CREATE INDEX chips_expires ON chips (expires) WHERE pinned = 0 AND expires IS NOT NULL;
CREATE TRIGGER chips_kept AFTER INSERT ON chips BEGIN
  UPDATE payloads SET refs = refs + 1 WHERE key = NEW.payload;
  INSERT INTO counts VALUES ('chips.' || NEW.kind, NEW.workspace, 1 - NEW.pinned)
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER chips_pinned AFTER UPDATE OF pinned ON chips WHEN OLD.pinned <> NEW.pinned BEGIN
  UPDATE counts SET n = n + OLD.pinned - NEW.pinned
    WHERE name = 'chips.' || NEW.kind AND workspace = NEW.workspace;
END;
CREATE TRIGGER chips_dropped AFTER DELETE ON chips BEGIN
  UPDATE payloads SET refs = refs - 1 WHERE key = OLD.payload;
  UPDATE counts SET n = n - 1 + OLD.pinned
    WHERE name = 'chips.' || OLD.kind AND workspace = OLD.workspace;
END;

CREATE TABLE snapshots (
  seq INTEGER PRIMARY KEY,
  event TEXT NOT NULL,
  first INTEGER NOT NULL,
  file TEXT NOT NULL,
  tool TEXT NOT NULL,
  workspace TEXT NOT NULL,
  session TEXT,
  state TEXT NOT NULL,
  change TEXT NOT NULL REFERENCES payloads (key),
  encoding TEXT NOT NULL,
  mode INTEGER,
  created REAL NOT NULL,
  "of" TEXT
) STRICT;
CREATE INDEX snapshots_event ON snapshots (event, workspace);
CREATE INDEX snapshots_file ON snapshots (file);
CREATE INDEX snapshots_state ON snapshots (state, workspace);
CREATE INDEX snapshots_workspace ON snapshots (workspace, created);
CREATE INDEX snapshots_age ON snapshots (workspace, created) WHERE first = 1;
CREATE INDEX snapshots_change ON snapshots (change);
CREATE TRIGGER snapshots_kept AFTER INSERT ON snapshots BEGIN
  UPDATE payloads SET refs = refs + 1 WHERE key = NEW.change;
  INSERT INTO counts VALUES ('events', NEW.workspace, NEW.first)
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER snapshots_dropped AFTER DELETE ON snapshots BEGIN
  UPDATE payloads SET refs = refs - 1 WHERE key = OLD.change;
  UPDATE counts SET n = n - OLD.first WHERE name = 'events' AND workspace = OLD.workspace;
END;

CREATE TABLE calls (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  tool TEXT NOT NULL,
  client TEXT NOT NULL,
  session TEXT,
  workspace TEXT NOT NULL,
  file TEXT,
  started REAL NOT NULL,
  duration REAL NOT NULL,
  outcome TEXT NOT NULL,
  arguments TEXT REFERENCES payloads (key),
  result TEXT REFERENCES payloads (key),
  chip TEXT,
  event TEXT
) STRICT;
CREATE INDEX calls_age ON calls (started);
CREATE INDEX calls_arguments ON calls (arguments);
CREATE INDEX calls_result ON calls (result);
CREATE TRIGGER calls_kept AFTER INSERT ON calls BEGIN
  UPDATE payloads SET refs = refs + 1 WHERE key = NEW.arguments;
  UPDATE payloads SET refs = refs + 1 WHERE key = NEW.result;
  INSERT INTO counts VALUES ('calls', '', 1) ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER calls_dropped AFTER DELETE ON calls BEGIN
  UPDATE payloads SET refs = refs - 1 WHERE key = OLD.arguments;
  UPDATE payloads SET refs = refs - 1 WHERE key = OLD.result;
  UPDATE counts SET n = n - 1 WHERE name = 'calls' AND workspace = '';
END;
`;

/** SQL that leads from each schema version to the next; the first entry makes version 1 from an empty file. */
export const migrations: readonly string[] = [
  firstVersion,
  secondVersion,
  thirdVersion,
  fourthVersion,
  fifthVersion,
];

/** The schema version of a database; 0 for an empty one. */
export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}

/** Throws `newer` if the database has a schema this program does not know. Changes nothing. */
export function refuseNewer(db: DatabaseSync, known: number = migrations.length): void {
  refuseAbove(schemaVersion(db), known);
}

function refuseAbove(version: number, known: number): void {
  if (version > known) {
    throw storeError('newer');
  }
}

/** Looks at the schema version with every transaction, by a statement that is made once: making it costs the most. */
export class SchemaMark {
  private readonly select: StatementSync;

  constructor(db: DatabaseSync) {
    this.select = db.prepare('PRAGMA user_version');
  }

  /** Throws `newer` like the function of that name. */
  refuseNewer(): void {
    refuseAbove(Number(this.select.get()?.user_version), migrations.length);
  }
}

/**
 * Brings a database to the newest schema, one transaction per step. Safe when several processes do it at once: each
 * step looks again at the version under the write lock. A failing step leaves the version before it.
 */
export function migrate(db: DatabaseSync, steps: readonly string[] = migrations): void {
  while (schemaVersion(db) < steps.length) {
    db.exec('BEGIN IMMEDIATE');
    try {
      const version = schemaVersion(db);
      const step = steps[version];
      if (step !== undefined) {
        db.exec(step);
        db.exec(`PRAGMA user_version = ${version + 1}`);
      }
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) {
        db.exec('ROLLBACK');
      }
      throw error;
    }
  }
  refuseNewer(db, steps.length);
}
