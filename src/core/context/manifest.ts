import type { Block } from './block.ts';
import { tokensOf, uriOf } from './block.ts';
import type { ContextState } from './contextState.ts';
import { estimateTokens } from './estimateTokens.ts';
import type { Message } from './message.ts';
import { noteTokens } from './messageTokens.ts';
import { visibleBlocks } from './outline.ts';
import { readStub } from './stubText.ts';
import type { TextReader } from './texts.ts';

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

/** A line and its estimated tokens. */
interface Line {
  readonly text: string;
  readonly tokens: number;
}

const known = new WeakMap<Block, Line>();

/** Most lines are the same in the next manifest. */
function lineOf(block: Block, texts: TextReader): Line {
  let line = known.get(block);
  if (line === undefined) {
    const { content } = block;
    const stub = content.form === 'offloaded' ? readStub(content, texts) : undefined;
    const about = stub?.description ?? block.description;
    line = plainLine(
      `- ${block.id} ${block.kind} ${tokensOf(block)} tokens${traits(block)}: ${about}`,
    );
    // A stub that is not at hand now may be later.
    if (content.form === 'inline' || stub !== undefined) {
      known.set(block, line);
    }
  }
  return line;
}

function plainLine(text: string): Line {
  return { text, tokens: estimateTokens(`${text}\n`) };
}

/**
 * The list of blocks that the model sees beside them: those in its view, and those that were archived and can be taken
 * back. Hidden blocks are not named. Made anew for each request, as its last message, so that nothing before it changes.
 */
export function renderManifest(state: ContextState, texts: TextReader, session: string): Message {
  const archived: Line[] = [];
  for (const { block } of state.entries) {
    if (
      block.visibility === 'archived' &&
      block.kind !== 'budget_report' &&
      block.kind !== 'reasoning_trace'
    ) {
      archived.push(lineOf(block, texts));
    }
  }
  const lines = [
    ...['<context_manifest>', `session: ${session}`, 'in view:'].map(plainLine),
    ...visibleBlocks(state).map((block) => lineOf(block, texts)),
    ...(archived.length === 0
      ? []
      : [
          plainLine('archived (set_visibility with visibility "model" takes them back):'),
          ...archived,
        ]),
    plainLine('</context_manifest>'),
  ];
  const text = lines.map((line) => line.text).join('\n');
  const tokens = lines.reduce((sum, line) => sum + line.tokens, 0);
  return noteTokens({ role: 'user', text }, tokens);
}
