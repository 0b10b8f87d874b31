import { fail, ok } from '../../ports/result.ts';
import type { Clock, Random } from '../../ports/system.ts';
import type {
  TranscriptFailure,
  TranscriptFileList,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
} from '../../ports/transcripts.ts';
import { keptPartBytes, type KeptFile, type KeptSession } from '../../ports/transcriptStore.ts';
import { planKeeping, type FileToKeep, type KeepPlan } from './keepPlan.ts';
import { beingKept, isWhole, type KeptStore } from './keptStore.ts';
import { PartWriter } from './partWriter.ts';

/** Where keeping gets its things from. */
export interface KeepParts {
  readonly source: TranscriptSource;
  readonly store: KeptStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** How a session is kept. */
export interface KeepOptions {
  readonly signal?: AbortSignal;
  /** Told now and then: bytes that were read, of all that are. */
  readonly onProgress?: (done: number, total: number) => void;
  /** What is known of the session besides what its file tells in its first and last lines. */
  readonly known?: Partial<Pick<TranscriptRow, 'calls'>>;
}

/** What keeping came to. */
export interface KeepOutcome {
  readonly row: TranscriptRow;
  /** Bytes that were stored now; 0 if nothing was new. */
  readonly added: number;
}

/** How often keeping begins again because a file changed meanwhile. */
const attempts = 3;

const cancelled: TranscriptFailure = { code: 'cancelled', message: 'Given up.' };

const changes: TranscriptFailure = {
  code: 'changed',
  message: 'The session changes while it is kept. Keep it again when its agent rests.',
};

/**
 * Keeps the session that a path leads to: of one that is kept already what is new, or all of it again where a file is
 * another one now; what was kept then goes when the new is there. Given up, or failing, it leaves what was kept before.
 * May throw `StoreError`.
 */
export async function keepSession(
  parts: KeepParts,
  path: string,
  options: KeepOptions = {},
): Promise<TranscriptResult<KeepOutcome>> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const list = await parts.source.files(path);
    if (!list.ok) {
      return list;
    }
    const sessions = await parts.store.keptSessions();
    const former = sessions.find((one) => isWhole(one) && one.path === list.value.row.path);
    const plan = await planKeeping(parts, list.value, former);
    const done = plan.ok ? await carryOut(parts, list.value, plan.value, options) : plan;
    if (done.ok || done.failure.code !== 'changed') {
      return done;
    }
  }
  return fail(changes);
}

async function carryOut(
  parts: KeepParts,
  list: TranscriptFileList,
  plan: KeepPlan,
  { signal, onProgress, known }: KeepOptions,
): Promise<TranscriptResult<KeepOutcome>> {
  const { store, clock, random } = parts;
  const { goesOn, replaces } = plan;
  const id = goesOn?.id ?? random.hex(12);
  const row = { ...list.row, ...known };
  const total = plan.files.reduce((sum, { file, kept }) => sum + file.size - kept, 0);
  const session = { id, path: row.path, row, kept: (goesOn ?? replaces)?.kept ?? clock.now() };
  const updated = goesOn?.updated ?? beingKept(clock.now());
  await store.write([{ op: 'putKept', session: { ...session, updated }, files: newFiles(plan) }]);
  const give = async (failure: TranscriptFailure): Promise<TranscriptResult<KeepOutcome>> => {
    await drop(store, goesOn === undefined ? id : undefined);
    return fail(failure);
  };
  try {
    const work = {
      ...parts,
      id,
      total,
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    };
    const put = await putFiles(work, list, plan);
    if (put !== undefined) {
      return await give(put);
    }
    const files = plan.files.map(({ file, index }) => ({ ...file, index }));
    await store.write([
      { op: 'putKept', session: { ...session, updated: clock.now() }, files },
      ...(replaces ? [{ op: 'deleteKept', id: replaces.id } as const] : []),
    ]);
    return ok({ row, added: total });
  } catch (error) {
    await drop(store, goesOn === undefined ? id : undefined);
    throw error;
  }
}

/** Files that are to be there before their parts are; without a time, which says that they are not whole. */
function newFiles({ files, gone, goesOn }: KeepPlan): Omit<KeptFile, 'size'>[] {
  const copied = gone.map((file, at) => ({ ...file, index: files.length + at }));
  return [
    ...files
      .filter(({ kept }) => goesOn === undefined || kept === 0)
      .map(({ file, index }) => ({ ...file, index, modified: 0 })),
    ...copied,
  ];
}

interface Work extends KeepParts {
  readonly id: string;
  readonly total: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Stores the parts of all files. Answers what went wrong, if anything did. */
async function putFiles(
  work: Work,
  list: TranscriptFileList,
  { files, gone, replaces }: KeepPlan,
): Promise<TranscriptFailure | undefined> {
  const writer = new PartWriter(work.store, work.id);
  let done = 0;
  for (const one of files) {
    const failure = await putFile(work, writer, one, list.unit, (bytes) => {
      done += bytes;
      work.onProgress?.(done, work.total);
    });
    if (failure !== undefined) {
      return failure;
    }
  }
  for (const [at, file] of gone.entries()) {
    await copyFile(work, writer, replaces, file, files.length + at);
  }
  await writer.flush();
  return undefined;
}

async function putFile(
  { source, signal }: Work,
  writer: PartWriter,
  { file, index, kept }: FileToKeep,
  unit: TranscriptFileList['unit'],
  onBytes: (bytes: number) => void,
): Promise<TranscriptFailure | undefined> {
  // The last part that is kept is read again, with what follows.
  for (let part = Math.floor(kept / keptPartBytes); part * keptPartBytes < file.size; part += 1) {
    const offset = part * keptPartBytes;
    if (signal?.aborted === true) {
      return cancelled;
    }
    const read = await source.bytes(file, unit, offset, keptPartBytes);
    if (!read.ok) {
      return read.failure;
    }
    const { bytes } = read.value;
    const { length } = bytes;
    await writer.add(index, part, bytes);
    onBytes(length - Math.max(0, kept - offset));
  }
  return undefined;
}

/** Takes over a file that is on disk no more. */
async function copyFile(
  { store }: Work,
  writer: PartWriter,
  from: KeptSession | undefined,
  file: KeptFile,
  index: number,
): Promise<void> {
  for (let offset = 0; from !== undefined && offset < file.size; offset += keptPartBytes) {
    const bytes = await store.keptBytes(from.id, file.index, offset, keptPartBytes);
    if (bytes === undefined) {
      return;
    }
    await writer.add(index, offset / keptPartBytes, bytes);
  }
}

/** What there is of a session that is not whole goes; where that fails it is left for later. */
async function drop(store: KeptStore, id: string | undefined): Promise<void> {
  if (id !== undefined) {
    await store.write([{ op: 'deleteKept', id }]).catch(() => undefined);
  }
}
