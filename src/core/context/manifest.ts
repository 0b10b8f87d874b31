import type { Block } from './block.ts';
import { tokensOf, uriOf } from './block.ts';
import type { ContextState } from './contextState.ts';
import type { Message } from './message.ts';
import { visibleBlocks } from './outline.ts';

function traits(block: Block): string {
  const { content } = block;
  const given = [
    block.protected ? 'protected' : '',
    block.pinned ? 'pinned' : '',
    block.kind === 'budget_report' ? 'runtime-owned' : '',
    content.form === 'offloaded' ? `offloaded ${uriOf(content.artifact)}` : '',
  ].filter((trait) => trait !== '');
  return given.length === 0 ? '' : ` [${given.join(', ')}]`;
}

function lineOf(block: Block): string {
  return `- ${block.id} ${block.kind} ${tokensOf(block)} tokens${traits(block)}: ${block.description}`;
}

/**
 * The list of blocks that the model sees beside them: those in its view, and those that were archived and can be taken
 * back. Hidden blocks are not named. Made anew for each request, as its last message, so that nothing before it changes.
 */
export function renderManifest(state: ContextState, session: string): Message {
  const archived: string[] = [];
  for (const id of state.order) {
    const block = state.get(id);
    if (
      block?.visibility === 'archived' &&
      block.kind !== 'budget_report' &&
      block.kind !== 'reasoning_trace'
    ) {
      archived.push(lineOf(block));
    }
  }
  const lines = [
    '<context_manifest>',
    `session: ${session}`,
    'in view:',
    ...visibleBlocks(state).map(lineOf),
    ...(archived.length === 0
      ? []
      : ['archived (set_visibility with visibility "model" takes them back):', ...archived]),
    '</context_manifest>',
  ];
  return { role: 'user', text: lines.join('\n') };
}
