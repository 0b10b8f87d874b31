/*
 * Advice about blocks that stand in the window now.
 */
import * as l10n from '@vscode/l10n';
import type { Advice, AdviceInput } from './advice.ts';
import { countedBy, tokensOf } from './advice.ts';
import type { BlockItem } from './blockItems.ts';
import { lastUse, useTraces } from './laterUse.ts';
import { counted, numberText, turnText } from './numberText.ts';

/** Tokens of a large result; or this share of the window, but never fewer than `leastLarge`. */
const large = 8000;
const largeShare = 0.05;
const leastLarge = 1000;
/** Turns without a sign of use; more where only words can tell. */
const quietTurns = 10;
const quietTurnsByWords = 20;
/** Tokens that are worth a word. */
const leastWaste = 1000;
/** Readings of one file. */
const leastReadings = 3;
/** Injected texts after the first turn. */
const leastInjected = 2000;
const leastInjections = 3;

/** Number of the turn that is next: of calls that are there. */
function now({ lists }: AdviceInput): number {
  return lists.calls.length - 1;
}

function inWindow({ items, window }: AdviceInput): readonly BlockItem[] {
  return items.filter(({ index }) => window.has(index));
}

/** Large results that show no sign of use for many turns. */
export function unusedAdvice(input: AdviceInput): readonly Advice[] {
  const share = (input.limits?.window ?? Infinity) * largeShare;
  const least = Math.max(leastLarge, Math.min(large, share));
  const found = inWindow(input).filter(
    ({ row, count, own }) =>
      row.kind === 'tool_result' && count.tokens >= least && own?.pinned !== true,
  );
  return found.flatMap((item) => unusedResult(item, input) ?? []);
}

function unusedResult(item: BlockItem, input: AdviceInput): Advice | undefined {
  const traces = useTraces(item);
  if (traces === undefined) {
    return undefined;
  }
  const use = lastUse(item, traces, input.items);
  const since = Math.max(item.row.turn, use?.turn ?? 0);
  const quiet = now(input) - since;
  const byFile = traces.path !== undefined;
  if (quiet < (byFile ? quietTurns : quietTurnsByWords)) {
    return undefined;
  }
  const { id, index, row, count } = item;
  const last =
    use === undefined
      ? l10n.t`It came before ${turnText(row.turn)}.`
      : l10n.t`Last sign of use: ${input.items[use.block]?.id ?? l10n.t('a block')}, before ${turnText(use.turn)}.`;
  const tool = row.tool ?? l10n.t('a tool');
  const source = byFile ? `${tool}, ${row.path ?? ''}` : tool;
  return {
    ...{ rule: 'unused', key: `unused ${id}`, tokens: count.tokens, by: countedBy([item]) },
    title: l10n.t`${id} is large and shows no use for ${counted(quiet, 'turn')}.`,
    why: l10n.t`${numberText(count.tokens)} tokens of ${source} go along with every request. ${last}`,
    known: byFile
      ? l10n.t(
          'Use is inferred: no call, result or answer since then names its file. Only first words were looked at.',
        )
      : l10n.t(
          'Use is inferred: no call, result or answer since then has one of the long words it begins with. Only first words were looked at.',
        ),
    ways: [
      { to: 'block', block: index },
      { to: 'act', act: 'offload', blocks: [index] },
    ],
  };
}

/** Files that were read again and again, without an edit in between that is known. */
export function rereadAdvice(input: AdviceInput): readonly Advice[] {
  const readings = Map.groupBy(input.items.filter(isRepeatedReading), ({ row }) => row.path ?? '');
  return [...readings].flatMap(([path, repeats]) => {
    const first = repeats[0]?.twin?.of;
    const all = first === undefined ? repeats : [input.items[first], ...repeats];
    const there = all.filter((item) => item !== undefined && input.window.has(item.index));
    const older = there.slice(0, -1).filter((item) => item !== undefined);
    const tokens = tokensOf(older);
    if (repeats.length + 1 < leastReadings || tokens < leastWaste) {
      return [];
    }
    return {
      ...({ rule: 'reread', key: `reread ${path}`, tokens, by: countedBy(older) } as const),
      title: l10n.t`${nameOf(path)} was read ${numberText(repeats.length + 1)} times.`,
      why: readingsWords(older.length, path, numberText(tokens)),
      known: l10n.t(
        'Inferred: the same tool read the same file, and no edit is known in between. The parts that were read may differ.',
      ),
      ways: [
        { to: 'list', search: `file:${nameOf(path)}`, scope: 'window' },
        { to: 'act', act: 'offload', blocks: older.map(({ index }) => index) },
      ],
    };
  });
}

function readingsWords(count: number, path: string, tokens: string): string {
  const readings = counted(count, 'earlier reading');
  return count === 1
    ? l10n.t`${readings} of ${path} still stands in the window: ${tokens} tokens.`
    : l10n.t`${readings} of ${path} still stand in the window: ${tokens} tokens.`;
}

function isRepeatedReading({ row, twin }: BlockItem): boolean {
  const isRepeat = twin?.why === 'reread' || twin?.why === 'again';
  return isRepeat && row.kind === 'tool_result' && row.path !== undefined;
}

/** Texts that stand in the window more than once. */
export function duplicateAdvice(input: AdviceInput): readonly Advice[] {
  const groups = new Map<number, BlockItem[]>();
  const firsts = new Map<number, number>();
  for (const item of input.items) {
    const { twin, index } = item;
    if (twin?.why !== 'again' || isRepeatedReading(item)) {
      continue;
    }
    const first = firsts.get(twin.of) ?? twin.of;
    firsts.set(index, first);
    const group = groups.get(first) ?? [];
    group.push(item);
    groups.set(first, group);
  }
  return [...groups].flatMap(([first, copies]) => {
    const original = input.items[first];
    const there = [...(original === undefined ? [] : [original]), ...copies].filter(({ index }) =>
      input.window.has(index),
    );
    const extra = there.slice(1);
    const tokens = tokensOf(extra);
    if (original === undefined || tokens < leastWaste) {
      return [];
    }
    return {
      ...({ rule: 'duplicate', key: `duplicate ${original.id}`, tokens } as const),
      by: countedBy(extra),
      title: l10n.t`The text of ${original.id} stands in the window ${numberText(there.length)} times.`,
      why:
        extra.length === 1
          ? l10n.t`The copy has ${numberText(tokens)} tokens.`
          : l10n.t`The ${numberText(extra.length)} copies have ${numberText(tokens)} tokens.`,
      known: l10n.t(
        'Inferred: kind, tool, length and first words are the same; the texts were not compared.',
      ),
      ways: [
        { to: 'block', block: extra.at(-1)?.index ?? first },
        { to: 'list', search: '', scope: 'waste' },
        { to: 'act', act: 'archive', blocks: extra.map(({ index }) => index) },
      ],
    };
  });
}

/** Texts that the agent's program put in while the session went on. */
export function injectedAdvice(input: AdviceInput): readonly Advice[] {
  const later = inWindow(input).filter(({ row }) => row.kind === 'injected' && row.turn > 0);
  const tokens = tokensOf(later);
  if (later.length < leastInjections || tokens < leastInjected) {
    return [];
  }
  const [largest] = later.toSorted((a, b) => b.count.tokens - a.count.tokens);
  const turns = Math.max(1, now(input));
  return [
    {
      ...{ rule: 'injected', key: 'injected', tokens, by: countedBy(later) },
      title: l10n.t`Texts that nobody wrote have grown to ${numberText(tokens)} tokens.`,
      why: l10n.t`The agent’s program put ${counted(later.length, 'text')} in after the first turn, ${numberText(Math.round(tokens / turns))} tokens a turn. The largest is ${largest?.id ?? ''} with ${numberText(largest?.count.tokens ?? 0)}.`,
      known: l10n.t('Recorded: the transcript marks them as injected.'),
      ways: [
        { to: 'list', search: 'kind:injected', scope: 'window' },
        ...(largest === undefined ? [] : [{ to: 'block', block: largest.index } as const]),
        { to: 'act', act: 'archive', blocks: later.map(({ index }) => index) },
      ],
    },
  ];
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
