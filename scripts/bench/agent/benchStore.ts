import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalStore } from '../../../src/core/context/journalWriter.ts';
import { StoreEngine } from '../../../src/node/store/storeEngine.ts';

/** A store over SQLite in a folder of its own. */
export interface BenchStore {
  readonly store: JournalStore;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** Makes a store in the folder for temporary files. It works in this thread: no worker has to be built. */
export async function benchStore(): Promise<BenchStore> {
  const folder = await mkdtemp(join(tmpdir(), 'chipboard-arms-'));
  const engine = new StoreEngine({ file: join(folder, 'store.db'), lockWait: 1000 });
  const soon = <T>(work: () => T): Promise<T> => Promise.resolve().then(work);
  return {
    store: {
      write: (writes) => soon(() => engine.write(writes)),
      sessions: (query) => soon(() => engine.sessions(query)),
      session: (id) => soon(() => engine.session(id)),
      sessionEvents: (id, after, limit) => soon(() => engine.sessionEvents(id, after, limit)),
      artifacts: (id, names) => soon(() => engine.artifacts(id, names)),
    },
    remove: async () => {
      engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
