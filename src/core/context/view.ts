import type { Block } from './block.ts';
import type { ContextState } from './contextState.ts';
import type { Message, MessageReasoning } from './message.ts';
import { visibleBlocks } from './outline.ts';
import { contentText, renderCalls, renderText } from './renderBlock.ts';
import type { TextReader } from './texts.ts';

/** How to render a view. */
export interface ViewOptions {
  /** Puts the visible blocks, given in plain order, into the order of another layout. Chains stay together. */
  readonly layout?: (blocks: readonly Block[]) => readonly Block[];
  /** Messages for this request only. They follow the blocks. */
  readonly once?: readonly Message[];
}

function reasoningOf(
  block: Block,
  state: ContextState,
  texts: TextReader,
): MessageReasoning | undefined {
  const id = state.traceOf(block.id);
  const trace = id === undefined ? undefined : state.get(id);
  if (trace?.visibility !== 'api_required') {
    return undefined;
  }
  const signature = trace.reasoning?.signature;
  return { text: contentText(trace, texts), ...(signature !== undefined && { signature }) };
}

function assistantMessage(block: Block, state: ContextState, texts: TextReader): Message {
  const calls = renderCalls(block, texts);
  const reasoning = reasoningOf(block, state, texts);
  return {
    role: 'assistant',
    text: renderText(block, texts),
    block: block.id,
    ...(calls.length > 0 && { calls }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

function renderBlock(block: Block, state: ContextState, texts: TextReader): Message {
  const text = renderText(block, texts);
  switch (block.kind) {
    case 'system_prompt':
      return { role: 'system', text, block: block.id };
    case 'assistant_message':
    case 'summary':
    case 'task_state':
    case 'reasoning_trace':
      return assistantMessage(block, state, texts);
    case 'tool_result': {
      const { result } = block;
      const head = result?.head === undefined ? undefined : state.get(result.head);
      return result === undefined || head?.visibility !== 'model'
        ? { role: 'user', text, block: block.id }
        : {
            role: 'tool',
            text,
            block: block.id,
            call: result.call,
            name: result.name,
            ...(result.failed === true && { failed: true }),
          };
    }
    case 'user_message':
    case 'budget_report':
      return { role: 'user', text, block: block.id };
  }
}

/**
 * What a request carries: a pure function of the state and its texts. In the plain layout it grows only at its end
 * between patches. O(n).
 */
export function renderView(
  state: ContextState,
  texts: TextReader,
  { layout, once = [] }: ViewOptions = {},
): readonly Message[] {
  const blocks = visibleBlocks(state);
  const ordered = layout === undefined ? blocks : layout(blocks);
  return [...ordered.map((block) => renderBlock(block, state, texts)), ...once];
}
