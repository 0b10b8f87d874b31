import * as path from 'node:path';
import type { EditHost } from '../../ports/editHost.ts';
import type { Log } from '../../ports/log.ts';
import type { Paths } from '../../ports/paths.ts';
import type { Store } from '../../ports/store.ts';
import type { StructureParser } from '../../ports/structure.ts';
import type { Clock, Random } from '../../ports/system.ts';
import { FileEditHost } from '../fileEditHost.ts';
import { iconvCodec } from '../iconvCodec.ts';
import { SqliteStore } from '../store/sqliteStore.ts';
import { builtGrammars, packagedGrammars } from '../structure/grammarPaths.ts';
import { systemRandom } from '../systemRandom.ts';
import { WorkerParser } from '../structure/workerParser.ts';

/** Where the server's program and its database are. */
export interface AdapterPlace {
  /** The program: `dist/headless.js`, or `src/headless.ts` where Node runs the sources. */
  readonly program: string;
  readonly database: string;
  /** Of files without a byte order mark, as VS Code spells it; UTF-8 if undefined. */
  readonly encoding?: string | undefined;
  readonly log: Log;
}

/** The adapters of a server without an editor. */
export interface HeadlessAdapters {
  readonly host: EditHost;
  readonly store: Store;
  readonly parser: StructureParser;
  readonly paths: Paths;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Ends the workers. */
  close(): Promise<void>;
}

/** Makes the adapters; workers start when they are needed. */
export function headlessAdapters({
  program,
  database,
  encoding,
  log,
}: AdapterPlace): HeadlessAdapters {
  const folder = path.dirname(program);
  const bundled = !program.endsWith('.ts');
  const worker = (source: string, bundle: string): string =>
    path.join(folder, bundled ? bundle : source);
  const store = new SqliteStore({
    workerPath: worker('node/store/storeWorker.ts', 'storeWorker.js'),
    file: database,
    log,
  });
  const parser = new WorkerParser({
    workerPath: worker('node/structure/structureWorker.ts', 'structureWorker.js'),
    paths: bundled
      ? builtGrammars(path.join(folder, 'grammars'))
      : packagedGrammars(path.join(folder, '..', 'node_modules')),
    log,
  });
  return {
    host: new FileEditHost(iconvCodec(() => encoding)),
    store,
    parser,
    paths: path,
    clock: { now: () => Date.now() },
    random: systemRandom,
    log,
    async close() {
      await Promise.all([store.close(), parser.close()]);
    },
  };
}
