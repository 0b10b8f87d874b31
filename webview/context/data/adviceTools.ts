import * as l10n from '@vscode/l10n';
import type { Advice, AdviceInput } from './advice.ts';
import type { ToolUse } from './toolUse.ts';
import { serverUses, toolUses } from './toolUse.ts';
import { counted, numberText } from './numberText.ts';

/** Turns after which a tool that was not called may be called unused. */
const leastTurns = 10;
/** Tokens of schemas that are worth a word. */
const leastSchemas = 500;
/** Names that a sentence has. */
const mostNames = 4;

/**
 * Schemas of tools that were never called: one piece of advice for each server of which no tool was, and one for the
 * other tools together.
 */
export function idleToolsAdvice({ lists, offered }: AdviceInput): readonly Advice[] {
  const turns = lists.calls.length;
  if (offered === undefined || turns < leastTurns) {
    return [];
  }
  const uses = toolUses(lists.blocks, offered).filter(({ schema }) => schema !== undefined);
  const idle = uses.filter(({ calls }) => calls === 0);
  const servers = serverUses(uses).filter(
    ({ server, tools, idle: unused }) => server !== '' && tools === unused,
  );
  const idleServers = new Set(servers.map(({ server }) => server));
  const others = idle.filter(({ server }) => server === undefined || !idleServers.has(server));
  const groups: readonly (readonly [name: string, tools: readonly ToolUse[]])[] = [
    ...[...idleServers].map(
      (name) => [name, idle.filter(({ server }) => server === name)] as const,
    ),
    ['', others],
  ];
  return groups.flatMap(([server, tools]) => adviceOf(server, tools, turns) ?? []);
}

function adviceOf(server: string, tools: readonly ToolUse[], turns: number): Advice | undefined {
  const tokens = tools.reduce((sum, { schema = 0 }) => sum + schema, 0);
  if (tokens < leastSchemas) {
    return undefined;
  }
  const [largest] = tools.toSorted((a, b) => (b.schema ?? 0) - (a.schema ?? 0));
  const names = tools.slice(0, mostNames).map(({ tool }) => tool);
  const more = tools.length - names.length;
  const which =
    more > 0 ? l10n.t`${names.join(', ')} and ${numberText(more)} more` : names.join(', ');
  const sizes = [numberText(tokens), counted(turns, 'turn'), which, largest?.tool ?? ''] as const;
  return {
    ...{ rule: 'tools', key: `tools ${server}`, tokens, by: 'estimate' },
    title: titleOf(server, tools.length),
    why:
      tools.length === 1
        ? l10n.t(
            'Its schema goes along with every request, {0} tokens each time, and no call came in {1}: {2}. The largest is {3}. Switch off what this work does not need; between sessions, since it changes the beginning of every request.',
            ...sizes,
          )
        : l10n.t(
            'Their schemas go along with every request, {0} tokens each time, and no call came in {1}: {2}. The largest is {3}. Switch off what this work does not need; between sessions, since it changes the beginning of every request.',
            ...sizes,
          ),
    known: l10n.t('Schemas and calls are recorded; tokens are estimated by length.'),
    ways: [{ to: 'tools' }],
  };
}

function titleOf(server: string, count: number): string {
  if (server !== '') {
    return l10n.t`No tool of the server ${server} was called.`;
  }
  const tools = counted(count, 'tool');
  return count === 1 ? l10n.t`${tools} was never called.` : l10n.t`${tools} were never called.`;
}
