import assert from 'node:assert/strict';
import type { NewSession } from '../../src/ports/sessions.ts';
import {
  StoreError,
  type NewCall,
  type NewChip,
  type NewSnapshot,
  type Store,
  type StoredChip,
  type StoreErrorCode,
  type StoreWrite,
} from '../../src/ports/store.ts';
import type {
  KeptSession,
  NewIndexedTranscript,
  TranscriptWrite,
} from '../../src/ports/transcriptStore.ts';
import type { TranscriptRow } from '../../src/ports/transcripts.ts';

/** A store under test. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Closes the store and opens what it kept. */
  reopen(): Promise<Store>;
  /** Closes what is open and removes what was kept. */
  dispose(): Promise<void>;
}

/** UTF-8 bytes of a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A chip with the given id; `over` replaces properties, and a text its content. */
export function chipPut(
  id: string,
  over: Partial<NewChip> & { readonly text?: string } = {},
): StoreWrite {
  const { text = `content of ${id}`, ...rest } = over;
  const chip: NewChip = {
    ids: [id],
    kind: 'call',
    tool: 'replace',
    workspace: '/w',
    content: bytesOf(text),
    excerpt: text.slice(0, 20),
    created: 1,
    limit: 100,
    ...rest,
  };
  return { op: 'putChip', chip };
}

/** A row of the given event; `over` replaces properties, and a text its content. */
export function snapshotPut(
  event: string,
  over: Partial<NewSnapshot> & { readonly text?: string; readonly limit?: number } = {},
): StoreWrite {
  const { text = `change of ${event}`, limit = 100, ...rest } = over;
  const snapshot: NewSnapshot = {
    event,
    file: '/w/a.ts',
    tool: 'replace',
    workspace: '/w',
    state: 'applied',
    content: bytesOf(text),
    encoding: 'utf8',
    created: 1,
    ...rest,
  };
  return { op: 'putSnapshot', snapshot, limit };
}

/** A call with the given id; `over` replaces properties. */
export function callPut(id: string, over: Partial<NewCall> = {}): StoreWrite {
  const call: NewCall = {
    id,
    tool: 'replace',
    client: 'Client 1.0',
    workspace: '/w',
    started: 1,
    duration: 2.5,
    outcome: 'ok',
    limit: 100,
    ...over,
  };
  return { op: 'putCall', call };
}

/** Writes one chip and gives what the store made of it. */
export async function putOne(store: Store, write: StoreWrite): Promise<StoredChip> {
  const { chips } = await store.write([write]);
  const [chip, ...others] = chips;
  assert.ok(chip);
  assert.deepEqual(others, []);
  return chip;
}

/** The ids of all chips, oldest first. */
export async function chipIds(store: Store): Promise<readonly string[]> {
  return (await store.chips({})).map((chip) => chip.id);
}

/** The events of all snapshot rows, oldest first, one entry per row. */
export async function eventsOf(store: Store): Promise<readonly string[]> {
  return (await store.snapshots({})).map((row) => row.event);
}

/** The text a chip keeps. */
export async function textOf(store: Store, id: string): Promise<string | undefined> {
  const chip = await store.chip(id);
  const content = chip && (await store.payload(chip.payload));
  return content && new TextDecoder().decode(content);
}

/** For `assert.rejects`: a store error with this code. */
export function storeErrorOf(code: StoreErrorCode): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof StoreError, String(error));
    assert.equal(error.code, code, error.message);
    return true;
  };
}

/** A session with the given id; `over` replaces properties. */
export function sessionPut(id: string, over: Partial<NewSession> = {}): StoreWrite {
  const session: NewSession = {
    id,
    source: 'chipboard',
    workspace: '/w',
    title: `title of ${id}`,
    created: 1,
    ...over,
  };
  return { op: 'putSession', session };
}

/** Events for a session, one per text: each with the text as its data and, with a name, as its artifact. */
export function eventsPut(
  session: string,
  after: number,
  texts: readonly { readonly text: string; readonly name?: string; readonly at?: number }[],
): StoreWrite {
  const events = texts.map(({ text, name, at = 1 }) => ({
    at,
    type: 'ingest',
    data: JSON.stringify({ text }),
    ...(name !== undefined && { artifact: { name, content: bytesOf(text) } }),
  }));
  return { op: 'appendEvents', session, after, events };
}

type TranscriptWriteOf<Op extends TranscriptWrite['op']> = Extract<TranscriptWrite, { op: Op }>;

const rowAt = (path: string): TranscriptRow => ({
  path,
  format: 'claude-code',
  agent: 'Some agent',
  id: 'session',
  title: `title of ${path}`,
  folder: '/w',
  bytes: 10,
  modified: 1,
  model: '',
});

/** An entry of the index for a file; `over` replaces properties. */
export function transcriptPut(
  path: string,
  over: Partial<NewIndexedTranscript> = {},
): TranscriptWriteOf<'putTranscript'> {
  const entry = { inode: 3, size: 10, modified: 1, importer: 'claude-code/1', hint: '', used: 1 };
  return { op: 'putTranscript', transcript: { path, ...entry, row: rowAt(path), ...over } };
}

/** A kept session of two files with the given id; `over` replaces properties. */
export function keptPut(id: string, over: Partial<KeptSession> = {}): TranscriptWriteOf<'putKept'> {
  const path = `/t/${id}.jsonl`;
  return {
    op: 'putKept',
    session: { id, path, row: rowAt(path), kept: 2, updated: 3, ...over },
    files: [
      { index: 0, path, use: 'records', inode: 3, modified: 1.5 },
      { index: 1, path: `/t/${id}/texts`, use: 'texts', inode: 4, modified: 2.5 },
    ],
  };
}

/** A part of a kept file. */
export function partPut(
  session: string,
  file: number,
  part: number,
  content: Uint8Array | string,
): TranscriptWriteOf<'appendKeptPart'> {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return { op: 'appendKeptPart', session, file, part, content: bytes };
}
