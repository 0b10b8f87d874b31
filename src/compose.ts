/*
 * The whole object graph in one place: give it the adapters, get the running parts. Knows nothing of VS Code, so the
 * editor, the headless server and the tests are made of the same.
 */
import type { Consent } from './ports/consent.ts';
import type { EditHost } from './ports/editHost.ts';
import type { Log } from './ports/log.ts';
import type { PatchConsent } from './ports/patchConsent.ts';
import type { Paths } from './ports/paths.ts';
import type { Result } from './ports/result.ts';
import type { SettingsSource } from './ports/settings.ts';
import type { Store, StoreWrite } from './ports/store.ts';
import type { StructureParser } from './ports/structure.ts';
import type { Clock, Disposable, Event, Random } from './ports/system.ts';
import type { Workspace } from './ports/workspace.ts';
import { dayMs } from './core/days.ts';
import { askNobody } from './core/edit/askInTime.ts';
import { LiveSessions } from './core/context/liveSessions.ts';
import { FileQueue } from './core/edit/fileQueue.ts';
import { recoverPending } from './core/edit/recover.ts';
import { ViewedCode } from './core/edit/viewedCode.ts';
import { WholeTexts } from './core/edit/wholeTexts.ts';
import { Structure } from './core/structure/structure.ts';
import { keep } from './tools/keeping.ts';
import { askNobodyAboutPatches } from './tools/askAboutPatch.ts';
import type { CallPreview } from './tools/previewCall.ts';
import { previewCall } from './tools/previewCall.ts';
import type { ToolParts } from './tools/runTool.ts';
import { Tools } from './tools/tools.ts';
import type { Caller, KeptChip, RunningCall, ToolService } from './tools/toolService.ts';
import type { ToolName } from './tools/toolNames.ts';

/** The adapters. */
export interface ComposeParts {
  readonly host: EditHost;
  /** Asks the user before guarded files are changed; without it they are left alone. */
  readonly consent?: Consent;
  /** Asks the user before an agent's change of a context; without it nobody is asked. */
  readonly patchConsent?: PatchConsent;
  readonly store: Store;
  /** Parses sources; without it structure is read from braces, indentation and tags. */
  readonly parser?: StructureParser;
  readonly workspace: Workspace;
  readonly settings: SettingsSource;
  readonly paths: Paths;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** The running parts. */
export interface Runtime extends Disposable {
  readonly tools: ToolService;
  readonly store: Store;
  /** The conversations that tools can change and read: whoever holds one adds it. */
  readonly live: LiveSessions;
  /** What a call would do, as whole texts; changes nothing. */
  preview(name: ToolName, args: unknown, caller: Caller): Promise<Result<CallPreview>>;
  /** The calls that are being carried out, the oldest first. */
  readonly running: readonly RunningCall[];
  readonly onDidChangeRunning: Event<void>;
  /** An agent's call failed, and its arguments were kept. */
  readonly onDidKeepChip: Event<KeptChip>;
  /** A file or folder has a new name: chips, events and viewed lines follow. */
  renamed(from: string, to: string): Promise<void>;
  /** Settles what a crash cut off, and sweeps. To be called once, when the store is first used. */
  recover(): Promise<void>;
  /** Drops the chips and calls whose time is over. To be called now and then. */
  sweep(): Promise<void>;
}

/** Puts the parts together. The caller keeps the adapters and closes them itself. */
export function compose(adapters: ComposeParts): Runtime {
  const { settings, store, host, clock, log } = adapters;
  const viewed = new ViewedCode(adapters.random);
  const live = new LiveSessions();
  const parts: ToolParts = {
    ...adapters,
    consent: adapters.consent ?? askNobody,
    patchConsent: adapters.patchConsent ?? askNobodyAboutPatches,
    settings: () => settings.current,
    viewed,
    structure: new Structure(adapters.parser),
    live,
    queue: new FileQueue(),
    whole: new WholeTexts(),
  };
  const tools = new Tools(parts, settings);
  const sweep = async (): Promise<void> => {
    const now = clock.now();
    const { callDays } = settings.current;
    const writes: StoreWrite[] = [{ op: 'expireChips', now }];
    if (callDays > 0) {
      writes.push({ op: 'dropCalls', before: now - callDays * dayMs });
    }
    await keep(store, writes, log);
  };
  return {
    tools,
    store,
    live,
    preview: (name, args, caller) => previewCall(name, args, caller, parts),
    get running() {
      return tools.running;
    },
    onDidChangeRunning: tools.onDidChangeRunning,
    onDidKeepChip: tools.onDidKeepChip,
    async renamed(from, to) {
      viewed.renamed(from, to);
      await keep(store, [{ op: 'renameFile', from, to }], log);
    },
    async recover() {
      await sweep();
      try {
        const settled = await recoverPending(store, host, clock.now());
        if (settled > 0) {
          log.info(`Settled ${settled} edits that had been cut off.`);
        }
      } catch (cause) {
        log.error('Edits that had been cut off could not be settled.', cause);
      }
    },
    sweep,
    dispose() {
      tools.dispose();
      live.dispose();
    },
  };
}
