import type { Runtime } from '../compose.ts';
import type { LadderRatios } from '../core/context/budget/ladder.ts';
import type { EditHost } from '../ports/editHost.ts';
import type { EditorActions } from '../ports/editorActions.ts';
import type { Log } from '../ports/log.ts';
import type { AskBefore } from '../ports/patchConsent.ts';
import type { Paths } from '../ports/paths.ts';
import type { SettingsSource } from '../ports/settings.ts';
import type { Store } from '../ports/store.ts';
import type { TextRules } from '../ports/textRules.ts';
import type { Clock, Event, Random, Timer } from '../ports/system.ts';
import type { TranscriptQuery, TranscriptSource } from '../ports/transcripts.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ChipFileSeal } from '../ports/chipFileSeal.ts';
import type { HostContract } from '../protocol/inspector.ts';
import type { RpcHandlers } from '../protocol/rpc.ts';
import type { Caller } from '../tools/toolService.ts';

/** What the pages of a window work with. */
export interface PanelParts {
  readonly runtime: Runtime;
  readonly store: Store;
  /** Something was written to the store by this window. */
  readonly onDidWrite: Event<void>;
  readonly host: EditHost;
  readonly actions: EditorActions;
  /** Encrypts files of chips. */
  readonly seal: ChipFileSeal;
  readonly workspace: Workspace;
  /** Sessions of other agents; nothing is read before it is asked for. */
  readonly transcripts: TranscriptSource;
  /** Which of them to look for, without a limit; asked at each search. */
  readonly transcriptQuery: (everywhere: boolean) => Omit<TranscriptQuery, 'limit'>;
  /** Carries out a person's rules of what exports leave out. */
  readonly textRules: TextRules;
  readonly settings: SettingsSource;
  /** Shares of the room at which our own runtime tells and acts. */
  readonly ratios: () => LadderRatios;
  /** Which changes of its own context by a model the person is asked about first, as it is set now. */
  readonly askBefore: () => AskBefore;
  /** What the person set as prices of models, unchecked. */
  readonly prices: () => unknown;
  readonly paths: Paths;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly log: Log;
  /** What a bug report says of the program. */
  readonly about: {
    /** Of the extension. */
    readonly version: string;
    /** The editor's name and version, and the platform. */
    readonly editor: string;
    /** The user's home folder. */
    readonly home: string;
  };
}

/** Handlers of some of the requests. */
export type HandlersOf<Name extends keyof HostContract['requests']> = Pick<
  RpcHandlers<HostContract>,
  Name
>;

/** The caller of what a person does in a page. */
export const person: Caller = { client: 'person', session: 'person', person: true };
