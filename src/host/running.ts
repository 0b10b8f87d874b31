import type { Runtime } from '../compose.ts';
import type { PanelHost } from '../panel/panelHost.ts';
import type { AgentSettings } from '../ports/agentSettings.ts';
import type { EditorActions } from '../ports/editorActions.ts';
import type { Log } from '../ports/log.ts';
import type { SettingsSource } from '../ports/settings.ts';
import type { Event } from '../ports/system.ts';
import type { TranscriptQuery, TranscriptSource } from '../ports/transcripts.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { OutsideAgents } from '../ports/outsideAgents.ts';
import type { ChatAgent } from './agent/chatAgent.ts';

/** What the runtime bundle is started with. */
export interface StartOptions {
  /** Folder of the bundles. */
  readonly distFolder: string;
  /** The extension's global storage. */
  readonly storageFolder: string;
  readonly version: string;
  /** The editor's name and version. */
  readonly editor: string;
  readonly workspace: Workspace;
  readonly settings: SettingsSource;
  /** What is set for our own agent now. */
  readonly agentSettings: () => AgentSettings;
  /** Prices of models as the person set them. */
  readonly prices: () => unknown;
  /** Which transcripts are looked for, without a limit: of all folders or of the window's. */
  readonly transcriptQuery: (everywhere: boolean) => Omit<TranscriptQuery, 'limit'>;
  readonly log: Log;
}

/** A server that can be started and stopped, again and again. */
export interface StartableServer {
  start(): Promise<{ readonly port: number; readonly url: string }>;
  stop(): Promise<void>;
}

/** The parts that run in a window once they are needed. */
export interface RunningParts {
  readonly runtime: Runtime;
  readonly onDidChangeChips: Event<void>;
  /** What answers the pages of this window, made when it is first asked for. */
  panel(actions: EditorActions): PanelHost;
  /** Reads sessions of other agents; its thread starts with the first call. */
  readonly transcripts: TranscriptSource;
  /** Answers the chat. */
  readonly chat: Pick<ChatAgent, 'answer'>;
  /** A new access token. */
  newToken(): string;
  /** A server for agents that hold the token; tries the port first. */
  server(token: string, port: number): StartableServer;
  /** Writes a file that only this user can read, in one step. */
  writePrivate(file: string, text: string): Promise<void>;
  /** The text of a private file in the storage folder; `text` if it is not there, which is then written. */
  agreedPrivate(name: string, text: string): Promise<string>;
  /** What leads agents outside the editor to this window. */
  readonly outside: OutsideAgents;
  /** Ends what runs and closes the database. */
  close(): Promise<void>;
}

/** Loads and starts the parts on the first call, and gives the same ones ever after. */
export class LazyRunning {
  private readonly start: () => RunningParts;
  private parts: RunningParts | undefined;
  private readonly waiting: ((parts: RunningParts) => void)[] = [];

  constructor(start: () => RunningParts) {
    this.start = start;
  }

  /** The parts; started now if they are not yet. */
  get(): RunningParts {
    if (this.parts === undefined) {
      this.parts = this.start();
      for (const listener of this.waiting.splice(0)) {
        listener(this.parts);
      }
    }
    return this.parts;
  }

  /** The parts if they have been started. */
  get started(): RunningParts | undefined {
    return this.parts;
  }

  /** Calls back when the parts are there: at once, or when somebody else needs them. */
  whenStarted(listener: (parts: RunningParts) => void): void {
    if (this.parts === undefined) {
      this.waiting.push(listener);
    } else {
      listener(this.parts);
    }
  }
}
