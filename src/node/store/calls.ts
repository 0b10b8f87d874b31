import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { NewCall } from '../../ports/store.ts';
import type { Payloads } from './payloads.ts';
import { Counts } from './sqlRows.ts';

/** Writes the table of calls. Its methods expect to be inside a transaction. */
export class Calls {
  private readonly payloads: Payloads;
  private readonly counts: Counts;
  private readonly insert: StatementSync;
  private readonly removeOldest: StatementSync;
  private readonly removeBefore: StatementSync;
  private readonly oldest: StatementSync;
  private readonly remove: StatementSync;

  constructor(db: DatabaseSync, payloads: Payloads) {
    this.payloads = payloads;
    this.counts = new Counts(db);
    // A number is never given twice, also when the newest call was dropped: readers go by it.
    this.insert = db.prepare(
      `INSERT INTO calls (seq, id, tool, client, session, workspace, file, lines, started, duration, outcome, arguments,
         result, chip, event, bytes)
       VALUES ((SELECT n + 1 FROM marks WHERE name = 'calls'), :id, :tool, :client, :session, :workspace, :file, :lines,
         :started, :duration, :outcome, :arguments, :result, :chip, :event, :bytes)`,
    );
    this.removeOldest = db.prepare(
      'DELETE FROM calls WHERE seq IN (SELECT seq FROM calls ORDER BY started, seq LIMIT ?)',
    );
    this.removeBefore = db.prepare('DELETE FROM calls WHERE started < ?');
    this.oldest = db.prepare('SELECT seq, bytes FROM calls WHERE seq <> ? ORDER BY started, seq');
    this.remove = db.prepare('DELETE FROM calls WHERE seq = ?');
  }

  /** Stores a call and drops those above its limits; with a limit of 0 nothing is stored and nothing is left. */
  put(call: NewCall): void {
    const seq = call.limit > 0 ? this.add(call) : 0;
    if (call.since !== undefined) {
      this.drop(call.since);
    }
    const excess = this.counts.of('calls', '') - call.limit;
    if (excess > 0) {
      this.removeOldest.run(excess);
    }
    if (call.limitBytes !== undefined) {
      this.shrink(call.limitBytes, seq);
    }
  }

  /** Drops the calls that started before a time. */
  drop(before: number): void {
    this.removeBefore.run(before);
  }

  private add(call: NewCall): number | bigint {
    const { argumentsContent, resultContent } = call;
    return this.insert.run({
      id: call.id,
      tool: call.tool,
      client: call.client,
      session: call.session ?? null,
      workspace: call.workspace,
      file: call.file ?? null,
      lines: call.lines ?? null,
      started: call.started,
      duration: call.duration,
      outcome: call.outcome,
      arguments: this.putContent(argumentsContent),
      result: this.putContent(resultContent),
      chip: call.chip ?? null,
      event: call.event ?? null,
      bytes: (argumentsContent?.length ?? 0) + (resultContent?.length ?? 0),
    }).lastInsertRowid;
  }

  private shrink(limitBytes: number, kept: number | bigint): void {
    let excess = this.counts.of('callBytes', '') - limitBytes;
    if (excess <= 0) {
      return;
    }
    const dropped: number[] = [];
    for (const row of this.oldest.iterate(kept)) {
      dropped.push(Number(row.seq));
      excess -= Number(row.bytes);
      if (excess <= 0) {
        break;
      }
    }
    for (const seq of dropped) {
      this.remove.run(seq);
    }
  }

  private putContent(content: Uint8Array | undefined): string | null {
    return content === undefined ? null : this.payloads.put(content);
  }
}
