import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { NewSnapshot, SnapshotQuery, SnapshotRow, SnapshotState } from '../../ports/store.ts';
import type { Payloads } from './payloads.ts';
import { Counts, FileColumn, recordOf, Where } from './sqlRows.ts';

const select = `SELECT event, file, tool, workspace, session, state, change, encoding, mode, created, "of"
  FROM snapshots`;

/** The table of snapshots. Its methods that write expect to be inside a transaction. */
export class Snapshots {
  private readonly db: DatabaseSync;
  private readonly payloads: Payloads;
  private readonly counts: Counts;
  private readonly files: FileColumn;
  private readonly insert: StatementSync;
  private readonly findOldest: StatementSync;
  private readonly removeEvent: StatementSync;
  private readonly setEventState: StatementSync;
  private readonly commitApplied: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads) {
    this.db = db;
    this.payloads = payloads;
    this.counts = new Counts(db);
    this.files = new FileColumn(db, 'snapshots');
    this.insert = db.prepare(
      `INSERT INTO snapshots (event, first, file, tool, workspace, session, state, change, encoding, mode, created,
         "of")
       VALUES (:event,
         NOT EXISTS (SELECT 1 FROM snapshots WHERE event = :event AND workspace = :workspace),
         :file, :tool, :workspace, :session, :state, :change, :encoding, :mode, :created, :of)`,
    );
    // The plus keeps SQLite from the index of states: an event has few rows, while many may be pending.
    this.findOldest = db.prepare(
      `SELECT event FROM snapshots AS s WHERE workspace = ? AND first = 1 AND event <> ?
         AND NOT EXISTS (SELECT 1 FROM snapshots AS p WHERE p.event = s.event AND +p.state = 'pending')
       ORDER BY created, seq LIMIT ?`,
    );
    this.removeEvent = db.prepare('DELETE FROM snapshots WHERE event = ?');
    this.setEventState = db.prepare('UPDATE snapshots SET state = ? WHERE event = ?');
    this.commitApplied = db.prepare(
      `UPDATE snapshots SET state = 'committed' WHERE workspace = ? AND state = 'applied'`,
    );
  }

  /**
   * Stores one file's part in an event and evicts the oldest other events of the workspace above the limit, each with
   * all its rows. An event is as old as its first row. Pending events count but are never evicted.
   */
  put(snapshot: NewSnapshot, limit: number): void {
    const { content, session, mode, of, ...required } = snapshot;
    this.insert.run({
      ...required,
      change: this.payloads.put(content),
      session: session ?? null,
      mode: mode ?? null,
      of: of ?? null,
    });
    const excess = this.counts.of('events', snapshot.workspace) - limit;
    if (excess > 0) {
      for (const row of this.findOldest.all(snapshot.workspace, snapshot.event, excess)) {
        this.removeEvent.run(String(row.event));
      }
    }
  }

  /** Sets the state of all rows of an event; an unknown event changes nothing. */
  setState(event: string, state: SnapshotState): void {
    this.setEventState.run(state, event);
  }

  /** Sets every applied row of a workspace to committed. */
  commit(workspace: string): void {
    this.commitApplied.run(workspace);
  }

  /** Snapshots of a file, or of files below a folder, follow its rename. */
  rename(from: string, to: string): void {
    this.files.rename(from, to);
  }

  /** The rows that meet the query, oldest first, those of one event as they were put. */
  list(query: SnapshotQuery): readonly SnapshotRow[] {
    return new Where()
      .isOneOf('workspace', query.workspaces)
      .is('event', query.event)
      .is('file', query.file)
      .isOneOf('state', query.states)
      .oldestFirst(this.db, select)
      .map((row) => recordOf(row) as SnapshotRow);
  }
}
