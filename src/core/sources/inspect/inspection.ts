import type { RecordedBlock } from '../recordedBlock.ts';
import type { RecordedCall, RecordedPatch, RecordedSession } from '../recordedSession.ts';
import { countOf, indicesOf, type Runs } from '../../../ports/runs.ts';
import { SessionShares, type Composition } from '../shares.ts';

/** What is told of one call. Tokens. */
export interface CallReport extends Omit<RecordedCall, 'index' | 'window' | 'output' | 'native'> {
  /** From 1, in the order of the session. */
  readonly turn: number;
  readonly composition: Composition;
  /** Number of blocks in the window. */
  readonly blocks: number;
}

/** What is told of a block. */
export type BlockReport = Pick<
  RecordedBlock,
  'id' | 'kind' | 'tokens' | 'length' | 'description' | 'fidelity' | 'origin' | 'tool' | 'overflow'
>;

/** Blocks that a patch moved. */
export interface MovedBlocks {
  readonly blocks: number;
  /** Estimated tokens. */
  readonly tokens: number;
  /** One by one, where that was asked for. */
  readonly list?: readonly BlockReport[];
}

/** What is told of a patch. */
export type PatchReport = Omit<RecordedPatch, 'left' | 'back' | 'created' | 'call'> & {
  /** The first turn after it, from 1; absent if none came. */
  readonly turn?: number;
  readonly left: MovedBlocks;
  readonly back: MovedBlocks;
  readonly created: MovedBlocks;
};

/** Sums over the calls of one session, its subagents' not included. Only what providers counted. */
export interface UsageReport {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly reasoning: number;
  /** Calls with and without a count of the provider. */
  readonly counted: number;
  readonly uncounted: number;
}

/** All that is told of a session. The same numbers as in the inspector. */
export interface SessionReport extends Omit<
  RecordedSession,
  'window' | 'branch' | 'calls' | 'blocks' | 'branches' | 'patches' | 'children'
> {
  readonly blocks: number;
  readonly branches: number;
  readonly usage: UsageReport;
  /** The turn with the largest input that a provider counted. */
  readonly peak?: { readonly turn: number; readonly input: number };
  readonly turns: readonly CallReport[];
  readonly patches: readonly PatchReport[];
  readonly children: readonly (SessionReport & {
    readonly label: string;
    readonly startedBy?: string;
  })[];
}

/** The fields of a value but for some. */
function without<T extends object, K extends keyof T>(value: T, ...keys: readonly K[]): Omit<T, K> {
  const rest: Partial<T> = { ...value };
  for (const key of keys) {
    // A copy of its own, made above.
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    delete rest[key];
  }
  return rest as Omit<T, K>;
}

/** Tells one call of the session that the shares are of. */
export function callReport(call: RecordedCall, shares: SessionShares): CallReport {
  return {
    ...without(call, 'index', 'window', 'output', 'native'),
    turn: call.index + 1,
    composition: shares.composition(call),
    blocks: countOf(call.window),
  };
}

/** What is told of the blocks in a window, in its order. */
export function blockReports(session: RecordedSession, runs: Runs): BlockReport[] {
  return [...indicesOf(runs)].flatMap((index) => {
    const block = session.blocks[index];
    if (block === undefined) {
      return [];
    }
    const { id, kind, tokens, length, description, fidelity, origin, tool, overflow } = block;
    return {
      ...{ id, kind, tokens, length, description, fidelity, origin },
      ...(tool !== undefined && { tool }),
      ...(overflow !== undefined && { overflow }),
    };
  });
}

function patchReport(
  session: RecordedSession,
  patch: RecordedPatch,
  shares: SessionShares,
  withBlocks: boolean,
): PatchReport {
  const { call, left, back, created, ...rest } = patch;
  const moved = (runs: Runs): MovedBlocks => ({
    blocks: countOf(runs),
    tokens: shares.estimate(runs),
    ...(withBlocks && { list: blockReports(session, runs) }),
  });
  return {
    ...rest,
    ...(call < session.calls.length && { turn: call + 1 }),
    left: moved(left),
    back: moved(back),
    created: moved(created),
  };
}

/** Sums of what the providers counted for calls. */
export function usageReport(calls: readonly RecordedCall[]): UsageReport {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWritten: 0, reasoning: 0 };
  let counted = 0;
  for (const { usage } of calls) {
    if (usage !== undefined) {
      counted += 1;
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) {
        sum[key] += usage[key] ?? 0;
      }
    }
  }
  return { ...sum, counted, uncounted: calls.length - counted };
}

function peakOf(calls: readonly RecordedCall[]): SessionReport['peak'] {
  let peak: SessionReport['peak'];
  for (const { index, usage, counts } of calls) {
    const input = counts === 'call' ? (usage?.input ?? 0) : 0;
    if (input > (peak?.input ?? 0)) {
      peak = { turn: index + 1, input };
    }
  }
  return peak;
}

/** Deepest subagent of a subagent that is told of. */
const deepest = 8;

/** Tells a session: its calls, patches, sums, subagents. `losses` lists the blocks of each patch. */
export function inspectSession(
  session: RecordedSession,
  { losses }: { readonly losses: boolean },
  depth = 0,
): SessionReport {
  const { blocks, calls, patches, branches, children } = session;
  const shares = new SessionShares(session);
  const peak = peakOf(calls);
  return {
    ...without(session, 'window', 'branch', 'calls'),
    blocks: blocks.length,
    branches: branches.length,
    usage: usageReport(calls),
    ...(peak !== undefined && { peak }),
    turns: calls.map((call) => callReport(call, shares)),
    patches: patches.map((patch) => patchReport(session, patch, shares, losses)),
    children:
      depth >= deepest
        ? []
        : children.map((child) => ({
            ...inspectSession(child.session, { losses }, depth + 1),
            label: child.label,
            ...(child.startedBy !== undefined && { startedBy: blocks[child.startedBy]?.id ?? '' }),
          })),
  };
}
