import { readFileSync } from 'node:fs';
import { feedRecords } from '../../../../src/core/sources/feedRecords.ts';
import { formatById } from '../../../../src/core/sources/formats.ts';
import type { RecordedSession } from '../../../../src/core/sources/recordedSession.ts';
import { blockRows, callRows, patchRows } from '../../../../src/core/sources/sessionRows.ts';
import { SessionShares } from '../../../../src/core/sources/shares.ts';
import { mostEntries } from '../../../../src/ports/transcripts.ts';
import type {
  CompositionRow,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../../../src/ports/transcriptRows.ts';

/** A sample below `test/fixtures/transcripts`, as its importer reads it. */
export function sampleSession(id: string, name: string): RecordedSession {
  const format = formatById(id);
  if (format === undefined) {
    throw new Error(`There is no format ${id}.`);
  }
  const reader = format.reader();
  reader.file?.(0, name);
  const feed = feedRecords(format, reader, 0);
  feed.push(readFileSync(new URL(`../../../fixtures/transcripts/${name}`, import.meta.url)));
  feed.pause(true);
  return reader.session([name]);
}

/** Rows of a session. */
export interface SampleLists {
  readonly calls: readonly RecordedCallRow[];
  readonly compositions: readonly CompositionRow[];
  readonly patches: readonly RecordedPatchRow[];
  readonly blocks: readonly RecordedBlockRow[];
}

/** The rows that a page has once it has read all of a session. */
export function listsOf(session: RecordedSession): SampleLists {
  const shares = new SessionShares(session);
  const all = <Row>(rows: (from: number) => readonly Row[]): Row[] => {
    const list: Row[] = [];
    for (let part = rows(0); part.length > 0; part = rows(list.length)) {
      list.push(...part);
    }
    return list;
  };
  const range = (from: number): { from: number; limit: number } => ({ from, limit: mostEntries });
  return {
    calls: all((from) => callRows(session, range(from), shares)),
    compositions: session.calls.map((call) => shares.composition(call)),
    patches: all((from) => patchRows(session, range(from))),
    blocks: all((from) => blockRows(session, range(from))),
  };
}

/** A block of which only what is given matters. */
export function block(index: number, fields: Partial<RecordedBlockRow> = {}): RecordedBlockRow {
  return {
    ...{ id: `block_${index + 1}`, kind: 'tool_result', native: '', turn: 0, length: 4 },
    ...{ tokens: index + 1, description: '', fidelity: 'whole' },
    origin: { file: 0, offset: index * 10, bytes: 10, path: [] },
    ...fields,
  };
}
