/*
 * Everything that is heavy, in a bundle of its own: loaded when an agent or a person first needs it, never at start.
 */
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import * as path from 'node:path';
import { compose } from './compose.ts';
import type { Runtime } from './compose.ts';
import { ObservedStore } from './core/chips/observedStore.ts';
import { ModalConsent } from './host/modalConsent.ts';
import { editorCodec } from './host/editorCodec.ts';
import { WorkspaceEditHost } from './host/workspaceEditHost.ts';
import { McpHttpServer } from './mcp/httpServer.ts';
import { newToken } from './mcp/token.ts';
import { agreedPrivate, writePrivate } from './node/privateFile.ts';
import { FileEditHost } from './node/fileEditHost.ts';
import { defaultStorage } from './node/headless/storage.ts';
import { outsideAgents } from './node/outsideAgents.ts';
import { listStorage } from './node/storageList.ts';
import { SqliteStore } from './node/store/sqliteStore.ts';
import { builtGrammars } from './node/structure/grammarPaths.ts';
import { WorkerParser } from './node/structure/workerParser.ts';
import type { RunningParts, StartOptions } from './host/running.ts';

/** Builds the parts that run in a window. The database is opened by the first call that needs it. */
export function startRuntime(options: StartOptions): RunningParts {
  const { log, settings, workspace } = options;
  const random = {
    hex: (length: number) =>
      randomBytes(Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length),
  };
  const database = new SqliteStore({
    workerPath: path.join(options.distFolder, 'storeWorker.js'),
    file: path.join(options.storageFolder, 'chipboard.db'),
    log,
  });
  const store = new ObservedStore(database);
  const host = new WorkspaceEditHost({
    bytes: new FileEditHost(editorCodec),
    editorFileBytes: () => settings.current.editorFileBytes,
    saveRule: () => settings.current.save,
  });
  const parser = new WorkerParser({
    workerPath: path.join(options.distFolder, 'structureWorker.js'),
    paths: builtGrammars(path.join(options.distFolder, 'grammars')),
    log,
  });
  const runtime: Runtime = compose({
    host,
    consent: new ModalConsent(),
    store,
    parser,
    workspace,
    settings,
    paths: path,
    clock: { now: () => Date.now() },
    ...{ random, log },
  });
  void runtime.recover();
  writeDownStorage(options);
  const outside = outsideAgents(options);
  return {
    ...{ runtime, outside },
    onDidChangeChips: store.onDidChangeChips,
    newToken: () => newToken(random),
    server: (token, port) =>
      new McpHttpServer({
        service: runtime.tools,
        token,
        port,
        version: options.version,
        log,
        random,
      }),
    writePrivate,
    agreedPrivate: (name, text) => agreedPrivate(path.join(options.storageFolder, name), text),
    async close() {
      await outside.withdraw();
      runtime.dispose();
      await Promise.all([store.close(), parser.close()]);
    },
  };
}

/** Lets the uninstall hook find the storage folder. */
function writeDownStorage({ distFolder, storageFolder, log }: StartOptions): void {
  const { env, platform } = process;
  const data = defaultStorage({ platform, home: homedir(), env });
  listStorage(data, storageFolder, path.dirname(distFolder)).catch((cause: unknown) =>
    log.error('Uninstalling will not find what is kept.', cause),
  );
}
