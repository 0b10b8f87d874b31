import type { Block } from './block.ts';
import type { ContextState } from './contextState.ts';
import type { Message, MessageReasoning } from './message.ts';
import { visibleBlocks } from './outline.ts';
import { contentText, renderCalls, renderText } from './renderBlock.ts';
import { textsOf, type TextReader } from './texts.ts';

/** How to render a view. */
export interface ViewOptions {
  /** Puts the visible blocks, given in plain order, into the order of another layout. Chains stay together. */
  readonly layout?: (blocks: readonly Block[]) => readonly Block[];
  /** Messages for this request only. They follow the blocks. */
  readonly once?: readonly Message[];
}

function traceOf(block: Block, state: ContextState): Block | undefined {
  const id = state.traceOf(block.id);
  return id === undefined ? undefined : state.get(id);
}

function headOf({ result }: Block, state: ContextState): Block | undefined {
  return result?.head === undefined ? undefined : state.get(result.head);
}

function reasoningOf(
  block: Block,
  state: ContextState,
  texts: TextReader,
): MessageReasoning | undefined {
  const trace = traceOf(block, state);
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
      return result === undefined || headOf(block, state)?.visibility !== 'model'
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

/** A message and what it was made from beside its own block. */
interface Rendered {
  readonly message: Message;
  readonly head: Block | undefined;
  readonly trace: Block | undefined;
}

const known = new WeakMap<TextReader, WeakMap<Block, Rendered>>();

/** The message of a block; the same object as long as nothing of it changes, so that requests are quick to compare. */
function messageOf(
  block: Block,
  state: ContextState,
  texts: TextReader,
  rendered: WeakMap<Block, Rendered>,
): Message {
  const head = headOf(block, state);
  const trace = traceOf(block, state);
  const former = rendered.get(block);
  if (former !== undefined && former.head === head && former.trace === trace) {
    return former.message;
  }
  const message = renderBlock(block, state, texts);
  const needed = [...textsOf(block), ...(trace === undefined ? [] : textsOf(trace))];
  // A text that is not at hand now may be later.
  if (needed.every((name) => texts.get(name) !== undefined)) {
    rendered.set(block, { message, head, trace });
  }
  return message;
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
  let rendered = known.get(texts);
  if (rendered === undefined) {
    rendered = new WeakMap();
    known.set(texts, rendered);
  }
  const own = rendered;
  return [...ordered.map((block) => messageOf(block, state, texts, own)), ...once];
}
