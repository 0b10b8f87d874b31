import type { Block } from '../context/block.ts';
import { attachmentCall, isExactIn, tokensOf } from '../context/block.ts';
import type { Budget } from '../context/budget/ladder.ts';
import type { ContextState } from '../context/contextState.ts';
import type { PatchRecord } from '../context/journalEvent.ts';
import { visibleBlocks } from '../context/outline.ts';
import type { PatchActor } from '../context/operations.ts';
import type { TokenFamily } from '../../ports/tokens.ts';

/** Most blocks and patches that a report names. */
const largestShown = 5;
const patchesShown = 5;

/** Blocks with a smaller share of the view than this are not worth naming. */
const smallestShare = 0.03;

/** Longest text in a cell, in characters. */
const cellLength = 60;

/** What a report is about. */
export interface ReportedContext {
  readonly session: string;
  readonly state: ContextState;
  readonly budget: Budget;
  /** Name of the model, for people. */
  readonly model: string;
  /** The model's own vocabulary; absent where it is not at hand. Counts in any other are estimates. */
  readonly vocabulary?: TokenFamily;
  /** Events of the journal that could not be stored yet. */
  readonly waiting: number;
}

const actors: Readonly<Record<PatchActor, string>> = {
  agent: 'model',
  runtime: 'Chipboard',
  user: 'you',
  client: 'editor',
  provider: 'provider',
};

const kindNames: Readonly<Record<Block['kind'], string>> = {
  system_prompt: 'instructions',
  user_message: 'your messages',
  assistant_message: 'answers',
  reasoning_trace: 'reasoning',
  tool_result: 'tool results',
  summary: 'summaries',
  task_state: 'task states',
  budget_report: 'budget reports',
};

function kindName({ kind, result }: Block): string {
  return result?.call === attachmentCall ? 'attachments' : kindNames[kind];
}

/** Digits in groups of three, as in 12,345. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A text that a model or tool wrote, for one line or cell of Markdown: short, and nothing in it is Markdown. */
export function cell(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = [...line].length > cellLength ? `${[...line].slice(0, cellLength).join('')}…` : line;
  return cut.replace(/[\\`*_{}[\]<>()#+!|~&$]/g, String.raw`\$&`);
}

/** Patches that a person may want to take back, newest first: not those that only tidy up, and not those taken back. */
export function undoablePatches(state: ContextState): readonly PatchRecord[] {
  return [...state.patches]
    .reverse()
    .filter(
      ({ id, kind, actor }) =>
        state.undoer(id) === undefined &&
        kind !== 'undo' &&
        !(actor === 'runtime' && kind === 'hide'),
    );
}

/** Where a session stands, as Markdown for a person. O(blocks). */
export function contextReport(context: ReportedContext): string {
  const { state, waiting } = context;
  const all = state.order.flatMap((id) => state.get(id) ?? []);
  const seen = visibleBlocks(state);
  return [
    fullness(context),
    kindTable(seen),
    outOfView(all),
    largest(seen),
    pins(all),
    patchList(state),
    unknown(context, seen),
    waiting > 0
      ? `The journal can not be written now; ${waiting} events wait and are lost if the editor ends.`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function fullness({ budget, model }: ReportedContext): string {
  const { used, room, pressure, level, why } = budget;
  const name = cell(model);
  if (used === undefined) {
    return `**Nothing is known about the next request.** ${why ?? ''}`;
  }
  if (room === undefined || pressure === undefined) {
    return `**${grouped(used)} tokens** in the next request to ${name}. ${why ?? ''}`;
  }
  const levels = {
    unknown: '',
    ok: 'there is room',
    soft: 'getting full: the model is told',
    must_act: 'nearly full: the model is asked to make room',
    critical: 'full: Chipboard puts large results aside before the next request',
  };
  const percent = Math.round(pressure * 100);
  return `**${percent} % full**: ${grouped(used)} of ${grouped(room)} tokens of ${name}; ${levels[level]}.`;
}

function kindTable(seen: readonly Block[]): string {
  const sums = new Map<string, { count: number; tokens: number }>();
  for (const block of seen) {
    const name = kindName(block);
    const sum = sums.get(name) ?? { count: 0, tokens: 0 };
    sum.count += 1;
    sum.tokens += tokensOf(block);
    sums.set(name, sum);
  }
  const rows = [...sums].map(
    ([name, { count, tokens }]) => `| ${name} | ${count} | ${grouped(tokens)} |`,
  );
  return ['| In view | Blocks | Tokens |', '|:--|--:|--:|', ...rows].join('\n');
}

function outOfView(all: readonly Block[]): string {
  const archived = all.filter(({ visibility }) => visibility === 'archived');
  const offloaded = all.filter(
    ({ visibility, content }) => visibility === 'model' && content.form === 'offloaded',
  );
  if (archived.length === 0 && offloaded.length === 0) {
    return '';
  }
  const tokens = archived.reduce((sum, block) => sum + tokensOf(block), 0);
  const parts = [
    offloaded.length === 0 ? '' : `${offloaded.length} offloaded (a stub stands for the text)`,
    archived.length === 0 ? '' : `${archived.length} archived (${grouped(tokens)} tokens)`,
  ].filter((part) => part !== '');
  return `Out of view, kept in full: ${parts.join(', ')}.`;
}

function largest(seen: readonly Block[]): string {
  const total = seen.reduce((sum, block) => sum + tokensOf(block), 0);
  const shown = [...seen]
    .sort((one, other) => tokensOf(other) - tokensOf(one))
    .slice(0, largestShown)
    .filter((block, index) => index === 0 || tokensOf(block) >= smallestShare * total);
  const rows = shown.map((block) => {
    const about = block.description === '' ? kindName(block) : block.description;
    return `- \`${block.id}\` ${grouped(tokensOf(block))}: ${cell(about)}`;
  });
  return rows.length === 0 ? '' : ['Largest, in tokens:', ...rows].join('\n');
}

function pins(all: readonly Block[]): string {
  const ids = all.filter(({ pinned }) => pinned).map(({ id }) => `\`${id}\``);
  return ids.length === 0
    ? 'Nothing is pinned. `/pin tool_004` keeps a block in view.'
    : `Pinned: ${ids.join(', ')}. \`/pin -tool_004\` lets one go.${pinsAside(all)}`;
}

/** Says which pinned blocks are out of view all the same: those that were pinned there; empty if none is. */
export function pinsAside(all: readonly Block[]): string {
  const aside = all
    .filter(({ pinned, visibility, content }) => {
      return pinned && (visibility !== 'model' || content.form === 'offloaded');
    })
    .map(({ id }) => `\`${id}\``);
  return aside.length === 0
    ? ''
    : ` Not in view now: ${aside.join(', ')}; \`/pin\` with the name brings one back.`;
}

function patchList(state: ContextState): string {
  const done = [...state.patches]
    .reverse()
    .filter(({ actor, kind }) => !(actor === 'runtime' && kind === 'hide'));
  if (done.length === 0) {
    return 'The context was not changed yet.';
  }
  const rows = done.slice(0, patchesShown).map((patch) => {
    const freed = patch.before.tokens - patch.after.tokens;
    const change = freed < 0 ? `${grouped(-freed)} more` : `${grouped(freed)} freed`;
    const ended = state.undoer(patch.id) === undefined ? '' : ', taken back';
    return `- \`${patch.id}\` ${actors[patch.actor]}, ${patch.kind}, ${change}${ended}: ${cell(patch.reason)}`;
  });
  const older = done.length - patchesShown;
  const more = older > 0 ? ` ${older} older ${older === 1 ? 'one is' : 'ones are'} not shown.` : '';
  const how = '`/undo` takes the last one back, `/undo patch_003` one by its name.';
  return `${['Last changes, in tokens:', ...rows].join('\n')}\n\n${how}${more}`;
}

function unknown({ state, vocabulary }: ReportedContext, seen: readonly Block[]): string {
  const { metrics } = state;
  const exact = seen.filter((block) => isExactIn(block, vocabulary)).length;
  const counts =
    seen.length > 0 && exact === seen.length
      ? 'The tokens of blocks are exact'
      : exact === 0
        ? 'The tokens of blocks are estimates'
        : `The tokens of ${exact} of ${seen.length} blocks are exact, the others estimates`;
  const total =
    metrics.measured > 0
      ? `the total is an estimate too, fitted to ${metrics.measured} earlier requests that the model’s tokenizer counted`
      : 'the total is an estimate too';
  return `${counts}; ${total}. Usage, cache and thinking: not reported by VS Code's stable API.`;
}
