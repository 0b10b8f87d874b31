import type { z } from 'zod';
import type { FileView, Plan } from '../ports/editHost.ts';
import type { PatchConsent } from '../ports/patchConsent.ts';
import type { Result } from '../ports/result.ts';
import type { Settings } from '../ports/settings.ts';
import type { Store, StoreWrite } from '../ports/store.ts';
import type { EditHost } from '../ports/editHost.ts';
import type { FileChange } from '../core/edit/change.ts';
import type { LiveSessions } from '../core/context/liveSessions.ts';
import type { GatedPath, PathGate } from '../core/edit/pathGate.ts';
import type { ViewedCode } from '../core/edit/viewedCode.ts';
import type { Structure } from '../core/structure/structure.ts';
import type { Caller } from './toolService.ts';
import type { ToolName } from './toolNames.ts';

/** Fields of an answer; they become `structuredContent` as they are, and the text. Names are snake_case. */
export type AnswerFields = Readonly<Record<string, unknown>>;

/** What a tool may use. It reads and proposes; only `runTool` keeps, applies and records. */
export interface ToolContext {
  readonly host: Pick<EditHost, 'read' | 'stat'>;
  readonly gate: PathGate;
  readonly viewed: ViewedCode;
  readonly structure: Structure;
  readonly store: Pick<Store, 'chips' | 'chip' | 'searchChips' | 'payload' | 'snapshots'>;
  /** Folders whose chips and events the caller may see; undefined for a person, who sees all. */
  readonly folders: readonly string[] | undefined;
  readonly settings: Settings;
  /** The conversations whose context can be changed and read. */
  readonly live: LiveSessions;
  /** Asks the user about agents' changes of a context. */
  readonly patchConsent: PatchConsent;
  readonly caller: Caller;
  /** The tool of that name. */
  findTool(name: string): AnyTool | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Characters of file text an answer may show, so that both its forms together stay within the client's limit. */
  readonly room: number;
}

/** One edit that be-trx lists and takes back by itself. */
export interface ProposedEvent {
  readonly changes: readonly FileChange[];
  /** The event that this one takes back or does again. */
  readonly of?: string;
}

/** Edits a tool wants made. */
export interface EditProposal {
  readonly kind: 'edit';
  readonly plan: Plan;
  /** The files before the edit, by path; none for a new file. */
  readonly views: ReadonlyMap<string, FileView>;
  /** How files are named in the answer, by path. */
  readonly shown: ReadonlyMap<string, string>;
  /** The events to record; by default one, with what the plan does. */
  readonly events?: readonly ProposedEvent[];
  /** The removed lines become a chip. */
  readonly keepRemoved?: boolean;
  /** The call's arguments become a chip, as what is written is not what was sent. */
  readonly keepArguments?: boolean;
  /** Further changes to the store once the edit is applied. */
  readonly settle?: (events: readonly string[]) => readonly StoreWrite[];
  /** Fields to add to the answer. */
  readonly fields?: AnswerFields;
  readonly warnings?: readonly string[];
}

/** What was done. */
export interface Done {
  readonly fields: AnswerFields;
  /** Name of what was done, within the proposal's scope, where it can be taken back. */
  readonly event?: string;
  /** Names of what was taken back with it. */
  readonly undone?: readonly string[];
}

/** Something wanted that changes no file and can not be shown beforehand. */
export interface ActProposal {
  readonly kind: 'act';
  /** What it would do, in one sentence, where it is only to be looked at. */
  readonly about: string;
  /** What it changes: acts on one thing are done one after the other, and equal calls for it are repeats. */
  readonly scope: string;
  /** How an agent takes back what was done. */
  readonly takeBack: (event: string) => string;
  /** Does it, or nothing of it. */
  act(signal: AbortSignal): Promise<Result<Done>>;
  /** Changes to the store once it is done. */
  readonly settle?: readonly StoreWrite[];
}

/** What a tool wants: to answer, to edit, or to do something else. */
export type Proposal =
  | {
      readonly kind: 'answer';
      readonly fields: AnswerFields;
      /** The answer as a text that clients are to show as it is; they get no other form of it then. */
      readonly plain?: string;
      /** Changes to the store; the answer is given only if they were made. */
      readonly writes?: readonly StoreWrite[];
    }
  | EditProposal
  | ActProposal;

/** A tool. `Arguments` are what its schema lets through. */
export interface Tool<Arguments = unknown> {
  readonly name: ToolName;
  readonly title: string;
  readonly description: { readonly en: string; readonly zh: string };
  readonly schema: z.ZodType<Arguments>;
  /** Names under which a field is also accepted, e.g. of earlier versions. */
  readonly aliases: Readonly<Record<string, string>>;
  /** One correct call, for error answers. */
  readonly example: AnswerFields;
  readonly annotations: {
    readonly readOnly: boolean;
    readonly destructive: boolean;
    readonly idempotent: boolean;
  };
  /** Changes no file, though it does not only read: a workspace that is not trusted is no reason to refuse it. */
  readonly sparesFiles?: true;
  /** The files the call works on; it has them to itself from here to the end. */
  files(args: Arguments, context: ToolContext): Promise<Result<readonly GatedPath[]>>;
  propose(
    args: Arguments,
    files: readonly GatedPath[],
    context: ToolContext,
  ): Promise<Result<Proposal>>;
}

/** A tool whose argument type has been forgotten; its schema guards it. */
export type AnyTool = Tool<never>;

/** Defines a tool; its argument type comes from the schema. */
export function defineTool<Arguments>(tool: Tool<Arguments>): AnyTool {
  return tool as AnyTool;
}
