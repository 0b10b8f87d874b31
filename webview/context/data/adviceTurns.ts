/*
 * Advice that is told from the last turns.
 */
import * as l10n from '@vscode/l10n';
import type { LimitsRow } from '../../../src/ports/transcriptRows.ts';
import type { Advice, AdviceInput } from './advice.ts';
import type { MissCause } from './cacheRibbon.ts';
import type { TurnFigure } from './turnFigures.ts';
import { counted, numberText, percentText, turnText } from './numberText.ts';

/** Turns that a trend is told from, at most and at least. */
const mostTrend = 11;
const leastTrend = 5;
/** Share of the former size from which a smaller one is no growth any more. */
const fall = 0.9;
/** Turns ahead that are worth a word. */
const soon = 15;

/** Where the window will be full, and who then acts. */
interface Ceiling {
  readonly tokens: number;
  readonly what: string;
}

function ceilingOf(limits: LimitsRow | undefined): Ceiling | undefined {
  if (limits === undefined) {
    return undefined;
  }
  const { window, output = 0, buffer = 0, trigger, critical, known } = limits;
  const how = known === 'usual' ? l10n.t(', which is usual for such models') : '';
  if (trigger !== undefined) {
    return {
      tokens: trigger,
      what: l10n.t`the agent compacts at ${numberText(trigger)} tokens${how}`,
    };
  }
  if (critical !== undefined) {
    return {
      tokens: critical,
      what: l10n.t`the safety net acts at ${numberText(critical)} tokens`,
    };
  }
  return window === undefined
    ? undefined
    : {
        tokens: window - output - buffer,
        what: l10n.t`the window has room for ${numberText(window - output - buffer)} tokens${how}`,
      };
}

/** The last figures of the conversation that only grew, oldest first. */
function trendOf({ figures, lists }: AdviceInput): readonly TurnFigure[] {
  const trend: TurnFigure[] = [];
  const last = lists.calls.at(-1);
  for (let at = figures.length - 1; at >= 0 && trend.length < mostTrend; at--) {
    const [figure, call] = [figures[at], lists.calls[at]];
    if (figure === undefined || call === undefined || call.purpose !== undefined) {
      continue;
    }
    const [later] = trend;
    const isBreak = later !== undefined && later.total < figure.total * fall;
    if (isBreak || call.branch !== last?.branch) {
      break;
    }
    trend.unshift(figure);
  }
  return trend;
}

/** A compaction that will come within a few turns if the window grows on as it did. */
export function compactionAdvice(input: AdviceInput): readonly Advice[] {
  const ceiling = ceilingOf(input.limits);
  const trend = trendOf(input);
  const [first, last] = [trend[0], trend.at(-1)];
  if (ceiling === undefined || first === undefined || last === undefined) {
    return [];
  }
  const steps = trend.length - 1;
  const growth = (last.total - first.total) / Math.max(1, steps);
  const ahead = Math.max(0, Math.ceil((ceiling.tokens - last.total) / growth));
  if (trend.length < leastTrend || growth < 1 || ahead > soon) {
    return [];
  }
  const exact = trend.every((figure) => figure.exact);
  const onward = input.live
    ? l10n.t('If it grows on like this')
    : l10n.t('If the session goes on like this');
  const outlook =
    ahead === 0
      ? l10n.t`${onward}, that is now.`
      : l10n.t`${onward}, that is before ${turnText(last.index + ahead)}.`;
  const title =
    ahead === 0
      ? l10n.t('The window is full: it will be compacted at any turn.')
      : l10n.t`The window will be full in about ${counted(ahead, 'turn')}.`;
  return [
    {
      ...{ rule: 'compaction', key: 'compaction', title, tokens: last.total },
      by: exact ? 'provider' : 'estimate',
      why: l10n.t`It has ${numberText(last.total)} tokens and grew by ${numberText(Math.round(growth))} a turn over the last ${counted(steps, 'turn')}; ${ceiling.what}. ${outlook} Take out what is not needed, or compact with instructions of your own, while you can choose.`,
      known: exact
        ? l10n.t('The trend is ours; sizes are the provider’s counts.')
        : l10n.t('The trend is ours; sizes are estimated, at least in part.'),
      ways: [
        { to: 'turn', turn: last.index },
        { to: 'act', act: 'compact', blocks: spokenBlocks(input) },
      ],
    },
  ];
}

/** Blocks of the conversation that may go into a summary: all but the last two turns. */
function spokenBlocks({ items, window, lists }: AdviceInput): readonly number[] {
  const fixed: ReadonlySet<string> = new Set(['system_prompt', 'tool_schemas', 'budget_report']);
  const until = lists.calls.length - 2;
  return items
    .filter(
      ({ index, row, own }) =>
        window.has(index) &&
        !fixed.has(row.kind) &&
        row.turn < until &&
        own?.pinned !== true &&
        own?.protected !== true,
    )
    .map(({ index }) => index);
}

/** Turns that are looked at for misses. */
const missTurns = 100;
const leastMisses = 3;

const missAdvices: Readonly<Record<MissCause['kind'], string>> = {
  provider: l10n.t('Look at what the provider says.'),
  model: l10n.t('Each model has a cache of its own: change it rarely, or between tasks.'),
  branch: l10n.t('Going back gives up what was cached behind that point.'),
  patch: l10n.t('Every change near the beginning is paid anew: change much at once, and rarely.'),
  system: l10n.t('Keep the system prompt as it is while a session goes on.'),
  tools: l10n.t('Keep the same tools and servers switched on while a session goes on.'),
  pause: l10n.t('Go on before the cache ends, or begin anew with less in the window.'),
  unseen: l10n.t('Compare the turn with the one before to see where its beginning changed.'),
};

const missTitles: Readonly<Record<MissCause['kind'], string>> = {
  provider: l10n.t('for reasons that the provider gives'),
  model: l10n.t('because the model was another one'),
  branch: l10n.t('because the conversation went back'),
  patch: l10n.t('because the window was patched'),
  system: l10n.t('because the system prompt changed'),
  tools: l10n.t('because the tools changed'),
  pause: l10n.t('after a pause'),
  unseen: l10n.t('without a reason that can be seen'),
};

/** Misses of the cache that come again and again for the same reason. */
export function missAdvice({ figures, causes, lists }: AdviceInput): readonly Advice[] {
  const misses = figures.slice(-missTurns).filter(({ cache }) => cache?.isMiss === true);
  const groups = Map.groupBy(misses, ({ index }) => causes.of(index)[0]?.kind ?? 'unseen');
  const seen = Math.min(missTurns, figures.length);
  return [...groups].flatMap(([kind, turns]) => {
    const lost = (figure: TurnFigure): number => figure.cache?.lost ?? 0;
    const [worst] = turns.toSorted((a, b) => lost(b) - lost(a));
    const tokens = turns.reduce((sum, figure) => sum + lost(figure), 0);
    const cause = worst === undefined ? undefined : causes.of(worst.index)[0];
    if (turns.length < leastMisses || worst === undefined || cause === undefined) {
      return [];
    }
    const input = turns.reduce((sum, { cache }) => sum + (cache?.input ?? 0), 0);
    const patch = cause.patch;
    return {
      ...({ rule: 'misses', key: `misses ${kind}`, tokens, by: 'provider' } as const),
      title: l10n.t`The cache missed ${numberText(turns.length)} times ${missTitles[kind]}.`,
      why: l10n.t`In the last ${counted(seen, 'turn')}, ${numberText(tokens)} tokens were paid anew that the cache had, ${percentText(input === 0 ? 0 : tokens / input)} of the input of these turns. The worst is ${turnText(worst.index)}: ${cause.words}. ${missAdvices[kind]}`,
      known:
        cause.told === 'provider'
          ? l10n.t('Tokens are the provider’s. Why it missed: the provider says.')
          : l10n.t('Tokens are the provider’s. Why it missed: as we see it.'),
      ways: [
        { to: 'turn', turn: worst.index },
        ...(patch === undefined || lists.patches[patch] === undefined
          ? []
          : [{ to: 'patch', patch } as const]),
      ],
    };
  });
}
