import { StoreError, type PayloadKey } from '../../src/ports/store.ts';
import {
  keptPartBytes,
  mostIndexed,
  mostKeptBytes,
  mostResumeBytes,
  mostResumesBytes,
  type IndexedTranscript,
  type IndexQuery,
  type KeptFile,
  type KeptSession,
  type NewIndexedTranscript,
  type TranscriptWrite,
} from '../../src/ports/transcriptStore.ts';

/** An entry of the index in memory. */
export type MemoryTranscript = NewIndexedTranscript;

type File = Omit<KeptFile, 'size'>;

/** A session that is kept in memory; replaced, never changed. */
export interface MemoryKept {
  readonly session: Omit<KeptSession, 'bytes'>;
  readonly files: readonly File[];
  /** By index of the file. */
  readonly parts: ReadonlyMap<number, readonly PayloadKey[]>;
}

interface TranscriptTables {
  transcripts: readonly MemoryTranscript[];
  kept: readonly MemoryKept[];
  payloads: ReadonlyMap<PayloadKey, Uint8Array>;
}

type Put = (content: Uint8Array) => PayloadKey;

/** The contents that kept sessions refer to. */
export function keptPayloads({ kept }: TranscriptTables): readonly PayloadKey[] {
  return kept.flatMap(({ parts }) => [...parts.values()].flat());
}

const newestFirst = (transcripts: readonly MemoryTranscript[]): MemoryTranscript[] =>
  transcripts.toReversed().toSorted((a, b) => b.used - a.used);

/** The entries a query asks for. */
export function indexedOf(
  { transcripts }: TranscriptTables,
  { paths, limit = mostIndexed }: IndexQuery,
): readonly IndexedTranscript[] {
  return newestFirst(transcripts)
    .filter(({ path }) => paths?.includes(path) ?? true)
    .slice(0, Math.max(0, limit))
    .map(({ path, inode, size, modified, importer, hint, row }) => {
      return { path, inode, size, modified, importer, hint, row };
    });
}

function sizeOf({ payloads }: TranscriptTables, kept: MemoryKept, file: number): number {
  const parts = kept.parts.get(file) ?? [];
  return parts.reduce((sum, key) => sum + (payloads.get(key)?.length ?? 0), 0);
}

/** All sessions that are kept. */
export function keptSessionsOf(tables: TranscriptTables): readonly KeptSession[] {
  return tables.kept
    .toReversed()
    .toSorted((a, b) => b.session.updated - a.session.updated)
    .map((one) => ({ ...one.session, bytes: sumOf(tables, one) }));
}

function sumOf(tables: TranscriptTables, one: MemoryKept): number {
  return one.files.reduce((sum, { index }) => sum + sizeOf(tables, one, index), 0);
}

/** The files of a session that is kept. */
export function keptFilesOf(tables: TranscriptTables, id: string): readonly KeptFile[] {
  const kept = tables.kept.find(({ session }) => session.id === id);
  return (kept?.files ?? [])
    .toSorted((a, b) => a.index - b.index)
    .map((file) => ({ ...file, size: kept === undefined ? 0 : sizeOf(tables, kept, file.index) }));
}

/** Bytes of a kept file. */
export function keptBytesOf(
  { kept, payloads }: TranscriptTables,
  id: string,
  file: number,
  offset: number,
  length: number,
): Uint8Array | undefined {
  const found = kept.find(({ session }) => session.id === id);
  if (found?.files.some(({ index }) => index === file) !== true) {
    return undefined;
  }
  const parts = (found.parts.get(file) ?? []).map((key) => payloads.get(key) ?? new Uint8Array(0));
  const most = Math.max(0, Math.min(length, mostKeptBytes));
  return new Uint8Array(Buffer.concat(parts).subarray(offset, offset + most));
}

/** Applies a write to the index or to what is kept. */
export function applyToTranscripts(
  tables: TranscriptTables,
  write: TranscriptWrite,
  put: Put,
): void {
  switch (write.op) {
    case 'putTranscript':
      tables.transcripts = withTranscript(tables.transcripts, write.transcript);
      return;
    case 'forgetTranscripts':
      tables.transcripts = tables.transcripts.filter(({ path }) => !write.paths.includes(path));
      return;
    case 'putKept': {
      const { session, files } = write;
      const former = tables.kept.find((one) => one.session.id === session.id);
      const others = (former?.files ?? []).filter(
        ({ index }) => !files.some((file) => file.index === index),
      );
      const made: MemoryKept = {
        session: { ...session, kept: former?.session.kept ?? session.kept },
        files: [...others, ...files],
        parts: former?.parts ?? new Map(),
      };
      tables.kept =
        former === undefined
          ? [...tables.kept, made]
          : tables.kept.map((one) => (one === former ? made : one));
      return;
    }
    case 'appendKeptPart':
      tables.kept = withPart(tables, write, put);
      return;
    case 'deleteKept':
      tables.kept = tables.kept.filter(({ session }) => session.id !== write.id);
      return;
  }
}

function withTranscript(
  before: readonly MemoryTranscript[],
  { resume, ...entry }: NewIndexedTranscript,
): readonly MemoryTranscript[] {
  if (resume !== undefined && (resume.length === 0 || resume.length > mostResumeBytes)) {
    throw new StoreError('failed', 'What reading goes on from is empty or too long.');
  }
  const at = before.findIndex(({ path }) => path === entry.path);
  const content = resume === undefined ? before[at]?.resume : new Uint8Array(resume);
  const made = { ...entry, ...(content && { resume: content }) };
  const all = at === -1 ? [...before, made] : before.with(at, made);
  if (resume === undefined && all.length <= mostIndexed) {
    return all;
  }
  const rivals = newestFirst(all).filter((one) => one !== made);
  const kept = new Set([made, ...rivals.slice(0, mostIndexed - 1)]);
  let room = mostResumesBytes;
  const fits = new Set(
    [made, ...rivals].filter((one) => (room -= one.resume?.length ?? 0) >= 0 || one === made),
  );
  return all
    .filter((one) => kept.has(one))
    .map((one) => (fits.has(one) || resume === undefined ? one : withoutResume(one)));
}

function withoutResume({ resume, ...entry }: MemoryTranscript): MemoryTranscript {
  return resume === undefined ? entry : { ...entry };
}

function withPart(
  { kept, payloads }: TranscriptTables,
  { session, file, part, content }: Extract<TranscriptWrite, { op: 'appendKeptPart' }>,
  put: Put,
): readonly MemoryKept[] {
  const found = kept.find((one) => one.session.id === session);
  const parts = found?.parts.get(file) ?? [];
  const before = payloads.get(parts[part - 1] ?? '')?.length;
  if (
    found?.files.some(({ index }) => index === file) !== true ||
    (part > 0 && before !== keptPartBytes) ||
    content.length === 0 ||
    content.length > keptPartBytes
  ) {
    throw new StoreError('failed', 'The part does not fit.');
  }
  const made = [...parts.slice(0, part), put(content)];
  const changed = { ...found, parts: new Map(found.parts).set(file, made) };
  return kept.map((one) => (one === found ? changed : one));
}
