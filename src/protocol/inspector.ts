/*
 * What the page and its host say to each other. The host answers the requests; it pushes the whole state whenever
 * something changed, and the page asks for rows and payloads when it needs them.
 */
import type { AskBefore } from '../ports/patchConsent.ts';
import type { CallChanges, CallDetail, RunningCall } from './calls.ts';
import type { ChangesAsked, ChipAction, ChipChanges, ChipDetail, ReplayForm } from './chips.ts';
import type { DiffRow, Preview } from './diff.ts';
import type { SessionEvents, SessionRequests } from './sessions.ts';

/** No parameters. */
export type Nothing = Readonly<Record<string, never>>;

/** Pages of the app. */
export type PageName = 'context' | 'chips' | 'activity';

/** Everything the page shows that is no row and no payload. */
export interface PageState {
  /** Grows with every push; an older one that comes late is left alone. */
  readonly revision: number;
  /** Number of the newest change of the chips, and how many there are. */
  readonly chips: { readonly head: number; readonly total: number; readonly bytes: number };
  readonly calls: { readonly head: number; readonly total: number; readonly recorded: boolean };
  readonly running: readonly RunningCall[];
  /** Folders of the window. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  readonly trusted: boolean;
  /** Which changes of its own context by a model the person is asked about first. */
  readonly askBefore: AskBefore;
  /** What the person set as prices of models, as it was set: nothing of it was checked. */
  readonly prices?: unknown;
  /** Why nothing can be kept or read now. */
  readonly problem?: string;
}

/** What the page may ask. */
export type InspectorRequests = SessionRequests & {
  /** The page is there; from now on it is told of changes. */
  readonly 'page/ready': { readonly params: Nothing; readonly result: PageState };
  readonly 'chips/changes': { readonly params: ChangesAsked; readonly result: ChipChanges };
  /** Ids of the chips whose text has all the words, case ignored. */
  readonly 'chips/search': {
    readonly params: { readonly words: string };
    readonly result: { readonly ids: readonly string[] };
  };
  /** Deleting asks the person first; `done` is how many chips it was done to. */
  readonly 'chips/act': {
    readonly params: { readonly action: ChipAction; readonly ids: readonly string[] };
    readonly result: { readonly done: number };
  };
  /** Deletes every unpinned chip whose time is over. */
  readonly 'chips/expire': {
    readonly params: Nothing;
    readonly result: { readonly done: number };
  };
  /** Writes chips into a file the person chooses, all of them without `ids`; 0 if they gave up. */
  readonly 'chips/export': {
    readonly params: { readonly ids?: readonly string[]; readonly encrypt: boolean };
    readonly result: { readonly done: number };
  };
  readonly 'chips/import': {
    readonly params: Nothing;
    readonly result: { readonly done: number; readonly known: number };
  };
  readonly 'chip/read': { readonly params: { readonly id: string }; readonly result: ChipDetail };
  /** Opens the chip as a document of the editor, which highlights it. */
  readonly 'chip/open': { readonly params: { readonly id: string }; readonly result: null };
  readonly 'chip/copy': {
    readonly params: { readonly id: string; readonly what: 'text' | 'arguments' | 'id' };
    readonly result: { readonly characters: number };
  };
  readonly 'chip/save': {
    readonly params: { readonly id: string };
    readonly result: { readonly saved: boolean };
  };
  /** Files of the workspace whose path has the words; the chip's own file first. */
  readonly 'replay/files': {
    readonly params: { readonly words: string; readonly chip?: string };
    readonly result: {
      readonly files: readonly { readonly file: string; readonly shown: string }[];
    };
  };
  /** Lines of a file around one, for choosing the place; `total` is 0 for a file that is not there. */
  readonly 'replay/lines': {
    readonly params: { readonly file: string; readonly line: number };
    readonly result: {
      readonly total: number;
      readonly first: number;
      readonly lines: readonly string[];
    };
  };
  readonly 'replay/preview': {
    readonly params: {
      readonly id: string;
      readonly as: ReplayForm;
      readonly file?: string;
      /** The text goes after this line; 0 = top. */
      readonly line?: number;
      /** With `call`: fields to change in the arguments. */
      readonly with?: Readonly<Record<string, unknown>>;
    };
    readonly result: Preview;
  };
  /** Takes an edit back, or makes it again. */
  readonly 'event/preview': {
    readonly params: { readonly event: string; readonly action: 'rollback' | 'redo' };
    readonly result: Preview;
  };
  /** The rows that stand folded in a preview. */
  readonly 'preview/unfold': {
    readonly params: {
      readonly preview: string;
      readonly file: string;
      readonly before: number;
      readonly count: number;
    };
    readonly result: { readonly rows: readonly DiffRow[] };
  };
  /** Opens the editor's own diff of a file of a preview. */
  readonly 'preview/diff': {
    readonly params: { readonly preview: string; readonly file: string };
    readonly result: null;
  };
  /** Makes the edit; refused if a file is not as the preview saw it. */
  readonly 'preview/apply': {
    readonly params: { readonly preview: string };
    readonly result: { readonly event?: string; readonly warnings: readonly string[] };
  };
  readonly 'calls/changes': { readonly params: ChangesAsked; readonly result: CallChanges };
  readonly 'call/read': {
    readonly params: { readonly id: string; readonly redact: boolean };
    readonly result: CallDetail;
  };
  /** Copies what a bug report needs of a call, secrets and texts left out. */
  readonly 'call/report': {
    readonly params: { readonly id: string };
    readonly result: { readonly characters: number };
  };
  readonly 'file/open': {
    readonly params: { readonly file: string; readonly line?: number };
    readonly result: null;
  };
  /** Opens the settings of the extension. */
  readonly 'settings/open': { readonly params: Nothing; readonly result: null };
  /** Sets which changes of its own context by a model the person is asked about first; the next state has it. */
  readonly 'settings/askBefore': {
    readonly params: { readonly askBefore: AskBefore };
    readonly result: null;
  };
  /** Deletes everything that is kept, after asking; false if the person gave up. */
  readonly 'data/erase': {
    readonly params: Nothing;
    readonly result: { readonly erased: boolean };
  };
};

/** What the page is told. */
export type InspectorEvents = SessionEvents & {
  readonly 'state/changed': PageState;
  /** Go to a page, and to a session, to a chip with the replay open, or to a call. */
  readonly 'page/show': {
    readonly page: PageName;
    /** Key of a session. */
    readonly session?: string;
    readonly chip?: string;
    readonly replay?: boolean;
    readonly call?: string;
  };
};

/** The host's end. */
export interface HostContract {
  readonly requests: { readonly [Name in keyof InspectorRequests]: InspectorRequests[Name] };
  readonly events: Nothing;
}

/** The page's end. */
export interface PageContract {
  readonly requests: Nothing;
  readonly events: { readonly [Name in keyof InspectorEvents]: InspectorEvents[Name] };
}
