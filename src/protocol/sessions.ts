/*
 * What the page and its host say to each other about sessions: of our own agent and of others, live and recorded. Rows
 * are those of `ports/transcriptRows.ts`; lists are asked for in parts of at most `mostEntries`.
 */
import type {
  CompositionRow,
  LimitsRow,
  OwnBlockRow,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
  SessionOverview,
} from '../ports/transcriptRows.ts';
import type {
  ListRange,
  SearchHits,
  SessionAt,
  SessionPath,
  TextPart,
  TextQuery,
  TranscriptState,
} from '../ports/transcripts.ts';

/** A session in the list. */
export interface SessionItem {
  /** Names it in `session/open`, also after a restart: `own:<id>` or `file:<path>`. */
  readonly key: string;
  /** Name of the agent for people. */
  readonly agent: string;
  /** Empty if it has none. */
  readonly title: string;
  /** Folder it worked in; empty if unknown. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly updated: number;
  /** Of its files; absent for our own. */
  readonly bytes?: number;
  readonly calls?: number;
  /** Somebody works in it now: ours is live, or its file was written within the last minute. */
  readonly live: boolean;
  /** All of it is kept in the database: ours always, others' where a person said so. */
  readonly kept: boolean;
  /** Its file is not there any more: it is read from what is kept, and does not grow. */
  readonly lost?: true;
}

/**
 * Blocks that leave the view, come back into it, are pinned, or lose fields. Ids here and in what comes of it are those
 * of the runtime (`OwnBlockRow.id`, `native` of rows).
 */
export interface BlocksAct {
  readonly act: 'archive' | 'hide' | 'show' | 'offload' | 'restore' | 'pin' | 'unpin' | 'redact';
  readonly ids: readonly string[];
  /** With `redact`: the top-level fields of a JSON result that are deleted. */
  readonly fields?: readonly string[];
}

/** One summary in the place of blocks: written by the person, or with `instructions` by the session's model. */
export interface SummaryAct {
  readonly act: 'merge' | 'fold' | 'compact';
  readonly ids: readonly string[];
  readonly summary?: string;
  readonly instructions?: string;
}

/** A patch that is taken back; or done again, after it was taken back. */
export interface PatchAct {
  readonly act: 'undo' | 'redo';
  readonly patch: string;
}

/** A change of an own session that a person asks for. */
export type SessionAct = BlocksAct | SummaryAct | PatchAct;

/** What an act comes to, or would come to. */
export type ActResult =
  | {
      readonly accepted: true;
      /** Tokens that leave the window; below 0 if it grows. */
      readonly freed: number;
      /** Tokens of the former view that the next request has to pay anew, because the prompt's beginning changes. */
      readonly invalidated: number;
      /** Requests after which what was freed outweighs that; absent if never, or if nothing is paid anew. */
      readonly breakEven?: number;
      /** Ids of the blocks that change, and of those that are made. */
      readonly targets: readonly string[];
      readonly created: readonly string[];
      /** The patch that was made; absent in a dry run. */
      readonly patch?: string;
    }
  | {
      readonly accepted: false;
      readonly refusals: readonly {
        /** The rule's name. */
        readonly rule: string;
        /** The rule's words, with what to do instead. */
        readonly words: string;
        readonly ids: readonly string[];
      }[];
    };

/** What is written of a session or a patch, and for whom. */
export interface SessionExport {
  readonly as: 'json' | 'html' | 'markdown';
  /** Of one patch: its loss record. Of the whole session if absent. */
  readonly patch?: string;
  /** Whether the blocks' texts are in it. */
  readonly texts: boolean;
  /** What is replaced by `[redacted]` in every text: regular expressions. The usual secrets always are. */
  readonly redact: readonly string[];
}

/** A session whose texts have the words that were searched for in all sessions. */
export interface FoundSession {
  readonly item: SessionItem;
  /** How many of its blocks have them, subagents included. */
  readonly blocks: number;
  /** The first of its sessions that has one: steps through subagents; empty for the main one. */
  readonly session: SessionPath;
  /** A line of the first such block, with the first of the words; may be empty. */
  readonly line: string;
  /** Whether texts were left out. */
  readonly partial: boolean;
}

/** What a search in all sessions came to. */
export interface SearchEnd {
  /** Sessions that were searched, of those that are listed. */
  readonly searched: number;
  readonly of: number;
  /** Of the searched ones those that could not be read, or not as a whole. */
  readonly unread: number;
  /** `enough`: as many were found as are told, and others were not searched. */
  readonly ended: 'all' | 'enough';
  /** Whether there are older ones that are not listed, and so were not searched. */
  readonly older: boolean;
}

/** What the page may ask about sessions. Troubles are errors with a sentence for people. */
export type SessionRequests = {
  /** Newest first. Transcripts are looked for only when this is asked. */
  readonly 'sessions/list': {
    readonly params: { readonly everywhere: boolean; readonly limit: number };
    readonly result: { readonly rows: readonly SessionItem[]; readonly more: boolean };
  };
  /**
   * Searches the texts of all sessions for blocks with all the words, case ignored, the newest session first. What is
   * found is told by `sessions/found` with the number `search`, which is the page's own, until this is answered.
   */
  readonly 'sessions/search': {
    readonly params: {
      readonly search: number;
      readonly words: string;
      readonly everywhere: boolean;
    };
    readonly result: SearchEnd;
  };
  /** Opens a session and follows it until it is closed or the page is gone. */
  readonly 'session/open': {
    readonly params: { readonly key: string };
    readonly result: TranscriptState;
  };
  readonly 'session/close': {
    readonly params: { readonly transcript: string };
    readonly result: null;
  };
  readonly 'session/overview': { readonly params: SessionAt; readonly result: SessionOverview };
  readonly 'session/limits': { readonly params: SessionAt; readonly result: LimitsRow };
  readonly 'session/calls': {
    readonly params: { readonly at: SessionAt; readonly range: ListRange };
    readonly result: readonly RecordedCallRow[];
  };
  readonly 'session/compositions': {
    readonly params: { readonly at: SessionAt; readonly range: ListRange };
    readonly result: readonly CompositionRow[];
  };
  readonly 'session/patches': {
    readonly params: { readonly at: SessionAt; readonly range: ListRange };
    readonly result: readonly RecordedPatchRow[];
  };
  readonly 'session/blocks': {
    readonly params: { readonly at: SessionAt; readonly range: ListRange };
    readonly result: readonly RecordedBlockRow[];
  };
  /** Runs of what the request of a call carried; of what stands in the window now if `call` is the number of calls. */
  readonly 'session/window': {
    readonly params: { readonly at: SessionAt; readonly call: number };
    readonly result: readonly number[];
  };
  readonly 'session/text': {
    readonly params: { readonly at: SessionAt; readonly query: TextQuery };
    readonly result: TextPart;
  };
  /** Blocks whose text has all the words, case ignored. */
  readonly 'session/search': {
    readonly params: { readonly at: SessionAt; readonly words: string };
    readonly result: SearchHits;
  };
  /** What our own runtime knows of the blocks as they are now; empty for others' sessions. */
  readonly 'session/own': {
    readonly params: SessionAt;
    readonly result: readonly OwnBlockRow[];
  };
  /** Opens the place where a block's text stands: the file that it is about, the transcript, or its text as a document. */
  readonly 'session/place': {
    readonly params: {
      readonly at: SessionAt;
      readonly block: number;
      readonly what: 'file' | 'transcript' | 'text';
    };
    readonly result: null;
  };
  /** With `dry` nothing is done. */
  readonly 'session/act': {
    readonly params: { readonly at: SessionAt; readonly act: SessionAct; readonly dry: boolean };
    readonly result: ActResult;
  };
  /** What an export would be, cut to its first 64 Ki characters. */
  readonly 'session/exported': {
    readonly params: { readonly at: SessionAt; readonly export: SessionExport };
    readonly result: { readonly text: string; readonly characters: number };
  };
  /** Writes it into a file that the person chooses, or into the clipboard; false if they gave up. */
  readonly 'session/export': {
    readonly params: {
      readonly at: SessionAt;
      readonly export: SessionExport;
      readonly to: 'file' | 'clipboard';
    };
    readonly result: { readonly done: boolean };
  };
};

/** What the page is told about sessions. */
export type SessionEvents = {
  /** A session that the page has open was read on, patched, or failed. */
  readonly 'session/changed': TranscriptState;
  /** How far a search in all sessions is, and, where there is one, the session that was found. */
  readonly 'sessions/found': {
    readonly search: number;
    readonly searched: number;
    readonly of: number;
    readonly found?: FoundSession;
  };
  /** The list of sessions may be another one. */
  readonly 'sessions/changed': Readonly<Record<string, never>>;
};
