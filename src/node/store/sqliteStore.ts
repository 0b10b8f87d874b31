import { Worker } from 'node:worker_threads';
import type { Log } from '../../ports/log.ts';
import type { SessionEvent, SessionQuery, SessionRow } from '../../ports/sessions.ts';
import type {
  CallRow,
  CallsQuery,
  ChangedCalls,
  ChangedChips,
  ChangeQuery,
  ChipQuery,
  ChipRow,
  PayloadKey,
  SnapshotQuery,
  SnapshotRow,
  Store,
  StoreCounts,
  StoreOutcome,
  StoreWrite,
} from '../../ports/store.ts';
import { StoreError } from '../../ports/store.ts';
import type {
  IndexedTranscript,
  IndexQuery,
  KeptFile,
  KeptSession,
} from '../../ports/transcriptStore.ts';
import { buffersOf } from '../handOver.ts';
import { storeError, toStoreError } from './storeErrors.ts';
import type { StoreFileOptions, StoreReply, StoreRequest, WorkerStore } from './storeMessages.ts';

/** Where a store lies and how it works. */
export interface SqliteStoreOptions {
  /** The worker's program: an absolute path or a file URL. */
  readonly workerPath: string | URL;
  /** Absolute path of the database; made with its folder if it is not there. The key file lies beside it. */
  readonly file: string;
  readonly log: Log;
  /** Milliseconds to wait for another process before a call fails with `locked`; 3000 if absent. */
  readonly lockWait?: number;
  /** Most pages of 4 KiB the database may have; writes beyond fail with `full`. SQLite's own limit if absent. */
  readonly maxPages?: number;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
}

/** A worker and the calls it has not answered. */
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

const defaultLockWait = 3000;

/** The contents are copied one by one: a message would otherwise carry the whole buffer each one is a view of. */
function copyContents(write: StoreWrite, transfer: ArrayBuffer[]): StoreWrite {
  const copy = <T extends Uint8Array | string>(content: T): T | Uint8Array<ArrayBuffer> => {
    if (typeof content === 'string') {
      return content;
    }
    const bytes = new Uint8Array(content);
    transfer.push(bytes.buffer);
    return bytes;
  };
  if (write.op === 'putChip') {
    return { ...write, chip: { ...write.chip, content: copy(write.chip.content) } };
  }
  if (write.op === 'importChip') {
    return { ...write, chip: { ...write.chip, content: copy(write.chip.content) } };
  }
  if (write.op === 'putSnapshot') {
    return { ...write, snapshot: { ...write.snapshot, content: copy(write.snapshot.content) } };
  }
  if (write.op === 'putCall') {
    const { argumentsContent, resultContent, ...rest } = write.call;
    return {
      ...write,
      call: {
        ...rest,
        ...(argumentsContent && { argumentsContent: copy(argumentsContent) }),
        ...(resultContent && { resultContent: copy(resultContent) }),
      },
    };
  }
  if (write.op === 'appendEvents') {
    return {
      ...write,
      events: write.events.map(({ artifact, ...event }) => ({
        ...event,
        ...(artifact && { artifact: { ...artifact, content: copy(artifact.content) } }),
      })),
    };
  }
  if (write.op === 'putTranscript') {
    const { resume, ...transcript } = write.transcript;
    return { ...write, transcript: { ...transcript, ...(resume && { resume: copy(resume) }) } };
  }
  if (write.op === 'appendKeptPart') {
    const own = write.handedOver === true ? buffersOf(write.content) : [];
    transfer.push(...own);
    return own.length > 0 ? write : { ...write, content: copy(write.content) };
  }
  return write;
}

/**
 * The store in a SQLite file, which a worker thread owns. The worker starts with the first call, and again with the
 * next call after it died. Calls are carried out one after another, in order.
 */
export class SqliteStore implements Store {
  private readonly options: SqliteStoreOptions;
  private running: Running | undefined;
  private closing: Promise<void> | undefined;
  private lastId = 0;

  constructor(options: SqliteStoreOptions) {
    this.options = options;
  }

  write(writes: readonly StoreWrite[]): Promise<StoreOutcome> {
    const transfer: ArrayBuffer[] = [];
    const copies = writes.map((write) => copyContents(write, transfer));
    return this.ask('write', [copies], transfer);
  }

  chips(query: ChipQuery): Promise<readonly ChipRow[]> {
    return this.ask('chips', [query]);
  }

  chip(id: string): Promise<ChipRow | undefined> {
    return this.ask('chip', [id]);
  }

  chipChanges(query: ChangeQuery): Promise<ChangedChips> {
    return this.ask('chipChanges', [query]);
  }

  async searchChips(words: string): Promise<readonly string[]> {
    // In steps, between which other calls have their turn: to read thousands of texts takes seconds.
    while (!(await this.ask<boolean>('prepareSearch', []))) {
      // The next step.
    }
    return this.ask('searchChips', [words]);
  }

  snapshots(query: SnapshotQuery): Promise<readonly SnapshotRow[]> {
    return this.ask('snapshots', [query]);
  }

  calls(limit: number): Promise<readonly CallRow[]> {
    return this.ask('calls', [limit]);
  }

  call(id: string): Promise<CallRow | undefined> {
    return this.ask('call', [id]);
  }

  callsAbout(query: CallsQuery): Promise<readonly CallRow[]> {
    return this.ask('callsAbout', [query]);
  }

  callChanges(query: ChangeQuery): Promise<ChangedCalls> {
    return this.ask('callChanges', [query]);
  }

  sessions(query: SessionQuery): Promise<readonly SessionRow[]> {
    return this.ask('sessions', [query]);
  }

  session(id: string): Promise<SessionRow | undefined> {
    return this.ask('session', [id]);
  }

  sessionEvents(session: string, after: number, limit: number): Promise<readonly SessionEvent[]> {
    return this.ask('sessionEvents', [session, after, limit]);
  }

  artifacts(session: string, names: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.ask('artifacts', [session, names]);
  }

  transcripts(query: IndexQuery): Promise<readonly IndexedTranscript[]> {
    return this.ask('transcripts', [query]);
  }

  transcriptResume(path: string): Promise<Uint8Array | undefined> {
    return this.ask('transcriptResume', [path]);
  }

  keptSessions(): Promise<readonly KeptSession[]> {
    return this.ask('keptSessions', []);
  }

  keptFiles(id: string): Promise<readonly KeptFile[]> {
    return this.ask('keptFiles', [id]);
  }

  keptBytes(
    id: string,
    file: number,
    offset: number,
    length: number,
  ): Promise<Uint8Array | undefined> {
    return this.ask('keptBytes', [id, file, offset, length]);
  }

  counts(): Promise<StoreCounts> {
    return this.ask('counts', []);
  }

  version(): Promise<string> {
    return this.ask('version', []);
  }

  erase(): Promise<void> {
    return this.ask('erase', []);
  }

  payload(key: PayloadKey): Promise<Uint8Array | undefined> {
    return this.ask('payload', [key]);
  }

  close(): Promise<void> {
    this.closing ??= this.stop();
    return this.closing;
  }

  private async stop(): Promise<void> {
    const running = this.running;
    if (running === undefined) {
      return;
    }
    try {
      await this.send(running, 'close', []);
    } catch (error) {
      this.options.log.warn(`The store did not close cleanly: ${String(error)}`);
    }
    await running.worker.terminate();
  }

  private async ask<T>(
    method: keyof WorkerStore,
    args: readonly unknown[],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<T> {
    if (this.closing !== undefined) {
      throw storeError('closed');
    }
    try {
      this.running ??= this.start();
      return (await this.send(this.running, method, args, transfer)) as T;
    } catch (error) {
      throw toStoreError(error);
    }
  }

  private send(
    { worker, waiting }: Running,
    method: keyof WorkerStore,
    args: readonly unknown[],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    this.lastId += 1;
    const request: StoreRequest = { id: this.lastId, method, args };
    return new Promise((resolve, reject) => {
      worker.postMessage(request, transfer);
      waiting.set(request.id, { resolve, reject });
      worker.ref();
    });
  }

  private start(): Running {
    const { workerPath, file, lockWait = defaultLockWait, maxPages } = this.options;
    const workerData: StoreFileOptions = {
      file,
      lockWait,
      ...(maxPages !== undefined && { maxPages }),
    };
    const running: Running = { worker: new Worker(workerPath, { workerData }), waiting: new Map() };
    running.worker
      .on('message', (reply: StoreReply) => this.settle(running, reply))
      .on('error', (error) => this.options.log.error('The store worker failed.', error))
      .on('exit', () => this.abandon(running));
    return running;
  }

  private settle({ worker, waiting }: Running, reply: StoreReply): void {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) {
      // An idle store does not keep the process alive.
      worker.unref();
    }
    if (reply.ok) {
      call?.resolve(reply.value);
      return;
    }
    if (reply.code === 'corrupt') {
      this.options.log.warn(reply.message);
    }
    call?.reject(new StoreError(reply.code, reply.message));
  }

  private abandon(running: Running): void {
    if (this.running === running) {
      this.running = undefined;
    }
    for (const call of running.waiting.values()) {
      call.reject(new StoreError('failed', 'The store worker ended before it answered.'));
    }
    running.waiting.clear();
  }
}
