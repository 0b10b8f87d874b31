import * as l10n from '@vscode/l10n';
import type { CompositionRow, LimitsRow } from '../../../src/ports/transcriptRows.ts';
import type { TurnSource } from './sessionTurns.ts';
import { turnsOf } from './sessionTurns.ts';
import { numberText } from './numberText.ts';

/** A sum of tokens; `estimated` is the part of it that no provider counted. */
export interface TokenSum {
  readonly tokens: number;
  readonly estimated: number;
}

/** What a session used in total, and what it has now. */
export interface SessionSums {
  /** Names of the models, in the order of their first calls. */
  readonly models: readonly string[];
  readonly calls: number;
  readonly input: TokenSum;
  /** By the provider's count; undefined if it counted none. Likewise what the cache gave and took. */
  readonly output: number | undefined;
  readonly cacheRead: number | undefined;
  readonly cacheWritten: number | undefined;
  /** What the newest call carried; undefined without a call. */
  readonly window: { readonly tokens: number; readonly exact: boolean } | undefined;
  /** The model's whole window; `isUsual` if it is what is usual for such models. Undefined if it is not known. */
  readonly limit: { readonly tokens: number; readonly isUsual: boolean } | undefined;
  /** Patches that were done, by how they are known; those that were refused are apart. */
  readonly patches: {
    readonly recorded: number;
    readonly inferred: number;
    readonly refused: number;
  };
}

/** Sum of the inputs of calls: the same as `TurnFigure.sum` of the last. */
export function sumInputs(compositions: readonly CompositionRow[]): TokenSum {
  let tokens = 0;
  let estimated = 0;
  for (const { total, measured } of compositions) {
    tokens += total;
    estimated += measured ? 0 : total;
  }
  return { tokens, estimated };
}

/** The sums of a session as far as it was read. */
export function sessionSums(
  session: TurnSource & { readonly limits?: LimitsRow | undefined },
): SessionSums {
  const { calls, patches } = session.lists;
  const last = turnsOf(session).figures.at(-1);
  const sumOf = (field: 'output' | 'cacheRead' | 'cacheWritten'): number | undefined => {
    const counted = calls.flatMap(({ usage }) => usage?.[field] ?? []);
    return counted.length === 0 ? undefined : counted.reduce((sum, one) => sum + one, 0);
  };
  const done = patches.filter(({ kind }) => kind !== 'refused');
  const recorded = done.filter(({ provenance }) => provenance === 'recorded').length;
  return {
    models: [...new Set(calls.map(({ model }) => model))].filter((model) => model !== ''),
    calls: calls.length,
    input: { tokens: last?.sum ?? 0, estimated: last?.sumEstimated ?? 0 },
    output: sumOf('output'),
    cacheRead: sumOf('cacheRead'),
    cacheWritten: sumOf('cacheWritten'),
    window: last && { tokens: last.total, exact: last.exact },
    limit: limitOf(session.limits),
    patches: {
      recorded,
      inferred: done.length - recorded,
      refused: patches.length - done.length,
    },
  };
}

function limitOf(limits: LimitsRow | undefined): SessionSums['limit'] {
  return limits?.window === undefined
    ? undefined
    : { tokens: limits.window, isUsual: limits.known === 'usual' };
}

/** One figure of two sessions, in words. */
export interface SumRow {
  readonly name: string;
  /** What the figure means. */
  readonly hint: string;
  readonly left: string;
  readonly right: string;
  /** Empty if they are equal. */
  readonly difference: string;
}

/** What two sessions used, side by side. An estimate, or a sum with one in it, begins with `~`. */
export function sumRows(left: SessionSums, right: SessionSums): readonly SumRow[] {
  const tokens = (
    name: string,
    hint: string,
    figure: (sums: SessionSums) => Figure | undefined,
  ): SumRow => {
    const [a, b] = [figure(left), figure(right)];
    return { name, hint, left: figureText(a), right: figureText(b), difference: gap(a, b) };
  };
  const words = (name: string, hint: string, text: (sums: SessionSums) => string): SumRow => {
    const [a, b] = [text(left), text(right)];
    return { name, hint, left: a, right: b, difference: a === b ? '' : l10n.t('differs') };
  };
  const provider = l10n.t('Tokens, as the provider counted them');
  return [
    words(
      l10n.t('Model'),
      l10n.t('Models of its calls'),
      ({ models }) => models.join(', ') || l10n.t('unknown'),
    ),
    tokens(l10n.t('Calls'), l10n.t('Requests to the model'), ({ calls }) => ({
      value: calls,
      exact: true,
    })),
    tokens(l10n.t('Input'), l10n.t('Inputs of all calls added up'), ({ input }) => ({
      ...{ value: input.tokens, exact: input.estimated === 0 },
    })),
    tokens(l10n.t('Output'), provider, ({ output }) => counted(output)),
    tokens(l10n.t('Cache read'), provider, ({ cacheRead }) => counted(cacheRead)),
    tokens(l10n.t('Cache written'), provider, ({ cacheWritten }) => counted(cacheWritten)),
    tokens(
      l10n.t('Window now'),
      l10n.t('What the newest call carried'),
      ({ window }) => window && { value: window.tokens, exact: window.exact },
    ),
    tokens(
      l10n.t('Limit'),
      l10n.t('The model’s whole window'),
      ({ limit }) =>
        limit && {
          value: limit.tokens,
          exact: true,
          ...(limit.isUsual && { note: l10n.t('usual') }),
        },
    ),
    tokens(l10n.t('Patches'), l10n.t('Changes to the window'), ({ patches }) => ({
      ...{ value: patches.recorded + patches.inferred, exact: true },
      note: patchesText(patches),
    })),
  ];
}

interface Figure {
  readonly value: number;
  readonly exact: boolean;
  readonly note?: string;
}

function counted(value: number | undefined): Figure | undefined {
  return value === undefined ? undefined : { value, exact: true };
}

function figureText(figure: Figure | undefined): string {
  if (figure === undefined) {
    return l10n.t('not told');
  }
  const { value, exact, note = '' } = figure;
  return `${exact ? '' : '~'}${numberText(value)}${note === '' ? '' : ` (${note})`}`;
}

function patchesText({ recorded, inferred, refused }: SessionSums['patches']): string {
  return [
    recorded === 0 ? '' : l10n.t`${recorded} recorded`,
    inferred === 0 ? '' : l10n.t`${inferred} inferred`,
    refused === 0 ? '' : l10n.t`${refused} more refused`,
  ]
    .filter(Boolean)
    .join(l10n.t(', '));
}

/** How much the right one has more than the left one. */
function gap(left: Figure | undefined, right: Figure | undefined): string {
  if (left === undefined || right === undefined) {
    return left === right ? '' : l10n.t('told of one only');
  }
  const more = right.value - left.value;
  if (more === 0) {
    return left.note === right.note ? '' : l10n.t('differs');
  }
  const about = left.exact && right.exact ? '' : '~';
  return `${about}${more > 0 ? '+' : '−'}${numberText(Math.abs(more))}`;
}
