import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CallRow, NewCall } from '../../ports/store.ts';
import type { Payloads } from './payloads.ts';
import { Counts, recordOf } from './sqlRows.ts';

/** The table of calls. Its methods that write expect to be inside a transaction. */
export class Calls {
  private readonly payloads: Payloads;
  private readonly counts: Counts;
  private readonly insert: StatementSync;
  private readonly removeOldest: StatementSync;
  private readonly newest: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads) {
    this.payloads = payloads;
    this.counts = new Counts(db);
    this.insert = db.prepare(
      `INSERT INTO calls (id, tool, client, session, workspace, file, started, duration, outcome, arguments, result,
         chip, event)
       VALUES (:id, :tool, :client, :session, :workspace, :file, :started, :duration, :outcome, :arguments, :result,
         :chip, :event)`,
    );
    this.removeOldest = db.prepare(
      'DELETE FROM calls WHERE seq IN (SELECT seq FROM calls ORDER BY started, seq LIMIT ?)',
    );
    this.newest = db.prepare(
      `SELECT id, tool, client, session, workspace, file, started, duration, outcome, arguments, result, chip, event
       FROM calls ORDER BY started DESC, seq DESC LIMIT ?`,
    );
  }

  /** Stores a call and keeps the newest `limit` of all; with a limit of 0 nothing is stored and nothing is left. */
  put(call: NewCall): void {
    if (call.limit > 0) {
      this.insert.run({
        id: call.id,
        tool: call.tool,
        client: call.client,
        session: call.session ?? null,
        workspace: call.workspace,
        file: call.file ?? null,
        started: call.started,
        duration: call.duration,
        outcome: call.outcome,
        arguments: this.putContent(call.argumentsContent),
        result: this.putContent(call.resultContent),
        chip: call.chip ?? null,
        event: call.event ?? null,
      });
    }
    const excess = this.counts.of('calls', '') - call.limit;
    if (excess > 0) {
      this.removeOldest.run(excess);
    }
  }

  /** The newest calls, newest first. */
  list(limit: number): readonly CallRow[] {
    const most = Math.max(0, Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER));
    return this.newest.all(most).map((row) => recordOf(row) as CallRow);
  }

  private putContent(content: Uint8Array | undefined): string | null {
    return content === undefined ? null : this.payloads.put(content);
  }
}
