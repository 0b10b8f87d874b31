import type {
  CompositionRow,
  LimitsRow,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
  SessionOverview,
} from '../../../ports/transcriptRows.ts';
import { indicesOf, type Runs } from '../../../ports/runs.ts';

/** The rows of a session, and the texts of its blocks by index, as far as they are wanted. */
export interface SessionRows {
  readonly overview: SessionOverview;
  readonly limits: LimitsRow;
  readonly calls: readonly RecordedCallRow[];
  /** One per call. */
  readonly compositions: readonly CompositionRow[];
  readonly patches: readonly RecordedPatchRow[];
  readonly blocks: readonly RecordedBlockRow[];
  readonly texts: ReadonlyMap<number, string>;
}

/** A block as it is exported. */
export type ExportBlock = Pick<
  RecordedBlockRow,
  'id' | 'native' | 'kind' | 'tokens' | 'length' | 'description' | 'fidelity' | 'tool' | 'path'
> & {
  /** Number of the turn in which it came, from 1. */
  readonly turn: number;
  /** Where its text is to be read again. */
  readonly where: string;
  readonly text?: string;
};

/** A patch as it is exported: its loss record. */
export type ExportPatch = Omit<
  RecordedPatchRow,
  'at' | 'call' | 'left' | 'back' | 'created' | 'origin'
> & {
  /** ISO 8601. */
  readonly at?: string;
  /** Number of the first turn after it, from 1. */
  readonly turn: number;
  readonly gone: readonly ExportBlock[];
  /** Estimated tokens of what is gone. */
  readonly goneTokens: number;
  readonly back: readonly ExportBlock[];
  readonly created: readonly ExportBlock[];
};

/** A call as it is exported. Tokens. */
export interface ExportTurn extends Omit<CompositionRow, 'measured'> {
  /** From 1. */
  readonly turn: number;
  readonly model: string;
  readonly at?: string;
  readonly question: number;
  readonly outcome: RecordedCallRow['outcome'];
  readonly purpose?: RecordedCallRow['purpose'];
  /** Who counted `total`. */
  readonly countedBy: 'provider' | 'tokenizer' | 'estimate';
  readonly usage?: RecordedCallRow['usage'];
  readonly blocks: number;
}

/** What is written down of a session, or of one patch of it. Plain data. */
export interface ExportDocument {
  readonly session: Pick<
    SessionOverview,
    'id' | 'agent' | 'title' | 'folder' | 'models' | 'versions' | 'questions' | 'complete'
  > & { readonly started?: string; readonly updated?: string };
  readonly limits: LimitsRow;
  /** Absent where one patch is exported. */
  readonly turns?: readonly ExportTurn[];
  readonly patches: readonly ExportPatch[];
  /** Absent where one patch is exported. */
  readonly blocks?: readonly ExportBlock[];
}

/** What is written down of a session. With `patch`, of that patch alone; undefined if there is none of this id. */
export function exportDocument(rows: SessionRows, patch?: string): ExportDocument | undefined {
  const { overview, limits, calls, compositions } = rows;
  const { started, updated } = overview;
  const patches = rows.patches.filter(({ id }) => patch === undefined || id === patch);
  if (patch !== undefined && patches.length === 0) {
    return undefined;
  }
  const { id, agent, title, folder, models, versions, questions, complete } = overview;
  return {
    session: {
      ...{ id, agent, title, folder, models, versions, questions, complete },
      ...(started !== undefined && { started: timeOf(started) }),
      ...(updated !== undefined && { updated: timeOf(updated) }),
    },
    limits,
    ...(patch === undefined && { turns: calls.flatMap((call) => turnOf(call, compositions)) }),
    patches: patches.map((one) => patchOf(one, rows)),
    ...(patch === undefined && { blocks: rows.blocks.map((_, index) => blockOf(index, rows)) }),
  };
}

/** Indices of the blocks that an export names: of one patch, or of all. */
export function exportedBlocks(rows: Omit<SessionRows, 'texts'>, patch?: string): number[] {
  const found = rows.patches.find(({ id }) => id === patch);
  return patch === undefined
    ? [...rows.blocks.keys()]
    : [found?.left, found?.back, found?.created].flatMap((runs) => [...indicesOf(runs ?? [])]);
}

function turnOf(call: RecordedCallRow, compositions: readonly CompositionRow[]): ExportTurn[] {
  const composition = compositions[call.index];
  if (composition === undefined) {
    return [];
  }
  const { measured, ...sums } = composition;
  const { index, model, at, question, outcome, purpose, usage, windowBlocks, inputBy } = call;
  return [
    {
      turn: index + 1,
      ...{ model, question, outcome, blocks: windowBlocks, ...sums },
      countedBy: measured ? 'provider' : (inputBy ?? 'estimate'),
      ...(at !== undefined && { at: timeOf(at) }),
      ...(purpose !== undefined && { purpose }),
      ...(usage !== undefined && { usage }),
    },
  ];
}

function patchOf(patch: RecordedPatchRow, rows: SessionRows): ExportPatch {
  const { at, call, left, back, created, id, kind, actor, trigger, reason } = patch;
  const { provenance, because, before, after, recovery } = patch;
  const blocks = (runs: Runs): ExportBlock[] =>
    [...indicesOf(runs)].map((index) => blockOf(index, rows));
  const gone = blocks(left);
  return {
    ...{ id, kind, actor, turn: call + 1, trigger, reason, provenance, because, recovery },
    ...(at !== undefined && { at: timeOf(at) }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    gone,
    goneTokens: gone.reduce((sum, { tokens }) => sum + tokens, 0),
    back: blocks(back),
    created: blocks(created),
  };
}

function blockOf(index: number, { blocks, overview, texts }: SessionRows): ExportBlock {
  const block = blocks[index];
  if (block === undefined) {
    throw new Error(`There is no block ${index}.`);
  }
  const { id, native, kind, tokens, length, description, fidelity, tool, path, turn } = block;
  const text = texts.get(index);
  return {
    ...{ id, native, kind, turn: turn + 1, tokens, length, description, fidelity },
    where: placeOf(block, overview),
    ...(tool !== undefined && { tool }),
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
  };
}

function placeOf({ origin, native }: RecordedBlockRow, { files }: SessionOverview): string {
  const file = files[origin.file];
  return file === undefined
    ? `artifact ${native}, event ${origin.offset} of Chipboard's journal`
    : `${file}, ${origin.bytes} bytes from byte ${origin.offset} on`;
}

function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
