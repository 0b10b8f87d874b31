import * as l10n from '@vscode/l10n';
import type { RecordedBlockKind } from '../../src/ports/transcriptRows.ts';

/** How a kind of block is shown: its name for people, and the class of its colour and pattern. */
export interface KindLook {
  readonly kind: RecordedBlockKind;
  readonly name: string;
}

/** All kinds, in the order in which they are stacked and listed: what stands first in a request comes first. */
export const kindLooks: readonly KindLook[] = [
  { kind: 'system_prompt', name: l10n.t('System prompt') },
  { kind: 'tool_schemas', name: l10n.t('Tools') },
  { kind: 'injected', name: l10n.t('Injected') },
  { kind: 'summary', name: l10n.t('Summaries') },
  { kind: 'user_message', name: l10n.t('User') },
  { kind: 'assistant_message', name: l10n.t('Assistant') },
  { kind: 'reasoning_trace', name: l10n.t('Reasoning') },
  { kind: 'tool_call', name: l10n.t('Tool calls') },
  { kind: 'tool_result', name: l10n.t('Tool results') },
  { kind: 'task_state', name: l10n.t('Task state') },
  { kind: 'budget_report', name: l10n.t('Budget reports') },
  { kind: 'other', name: l10n.t('Other') },
];

const names = new Map(kindLooks.map(({ kind, name }) => [kind, name]));

/** The name of a kind for people. */
export function kindName(kind: RecordedBlockKind): string {
  return names.get(kind) ?? kind;
}
