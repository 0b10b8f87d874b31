/*
 * Everything that is heavy, in a bundle of its own: loaded when an agent or a person first needs it, never at start.
 */
import { homedir } from 'node:os';
import * as path from 'node:path';
import { compose } from './compose.ts';
import { ObservedStore } from './core/chips/observedStore.ts';
import { ChatAgent } from './host/agent/chatAgent.ts';
import { askingUser } from './host/askingUser.ts';
import { editorCodec } from './host/editorCodec.ts';
import { WorkspaceEditHost } from './host/workspaceEditHost.ts';
import { McpHttpServer } from './mcp/httpServer.ts';
import { newToken } from './mcp/token.ts';
import { agreedPrivate, writePrivate } from './node/privateFile.ts';
import { FileEditHost } from './node/fileEditHost.ts';
import { hourly } from './node/hourly.ts';
import { outsideAgents } from './node/outsideAgents.ts';
import { writeDownStorage } from './node/writeDownStorage.ts';
import { SqliteStore } from './node/store/sqliteStore.ts';
import { chipFileSeal } from './node/chipFileSeal.ts';
import { systemRandom } from './node/systemRandom.ts';
import { timedLineFinder } from './node/timedLineFinder.ts';
import { systemTimer } from './node/systemTimer.ts';
import { StoredMemory } from './node/transcripts/storedMemory.ts';
import { builtWorkers } from './node/workers.ts';
import { PanelHost } from './panel/panelHost.ts';
import type { PanelParts } from './panel/panelParts.ts';
import type { RunningParts, StartOptions } from './host/running.ts';

/** Milliseconds; the extension host of a window that is loaded anew has ended well before. */
const portPatience = 5000;

/** Builds the parts that run in a window. The database is opened by the first call that needs it. */
export function startRuntime(options: StartOptions): RunningParts {
  const { log, settings, agentSettings, transcriptQuery, workspace } = options;
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
  const clock = { now: () => Date.now() };
  // Beside what is observed: no page shows the index.
  const index = new StoredMemory(database, clock);
  const workers = builtWorkers({
    ...{ distFolder: options.distFolder, log, index },
    kept: () => store,
  });
  const { parser, counter, transcripts, textRules } = workers;
  const adapters = { host, store, workspace, settings, clock, log, random: systemRandom };
  const runtime = compose({ ...adapters, paths: path, parser, ...askingUser(agentSettings) });
  void runtime.recover();
  const sweeping = hourly(() => runtime.sweep());
  void writeDownStorage(options);
  const chat = new ChatAgent({
    ...{ ...adapters, counter, paths: path, findLines: timedLineFinder },
    ...{ live: runtime.live, settings: agentSettings },
  });
  const outside = outsideAgents(options);
  let panel: PanelHost | undefined;
  return {
    ...{ runtime, outside, chat, transcripts },
    onDidChangeChips: store.onDidChangeChips,
    panel: (actions) =>
      (panel ??= new PanelHost({
        ...{ ...adapters, actions, runtime, paths: path, timer: systemTimer },
        ...{ transcripts, transcriptQuery, textRules, ratios: () => agentSettings().limits },
        ...{ prices: options.prices, askBefore: () => agentSettings().askBefore },
        ...{ seal: chipFileSeal, onDidWrite: store.onDidWrite, about: aboutHere(options) },
      })),
    newToken: () => newToken(systemRandom),
    server: (token, port) =>
      new McpHttpServer({
        ...{ token, port, portPatience, log, random: systemRandom },
        service: runtime.tools,
        version: options.version,
      }),
    writePrivate,
    agreedPrivate: (name, text) => agreedPrivate(path.join(options.storageFolder, name), text),
    async close() {
      await outside.withdraw();
      sweeping.dispose();
      panel?.dispose();
      chat.dispose();
      runtime.dispose();
      await Promise.all([store.close(), workers.close()]);
    },
  };
}

function aboutHere({ version, editor }: StartOptions): PanelParts['about'] {
  return { version, editor: `${editor}, ${process.platform} ${process.arch}`, home: homedir() };
}
