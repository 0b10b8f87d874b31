import type { Block } from './block.ts';
import type { Entry } from './blockList.ts';
import type { ContextState } from './contextState.ts';
import type { Message, MessageReasoning } from './message.ts';
import { visibleEntries } from './outline.ts';
import { contentText, renderCalls, renderText } from './renderBlock.ts';
import { textsOf, type TextReader } from './texts.ts';

/** How to render a view. */
export interface ViewOptions {
  /** Puts the visible blocks, given in plain order, into the order of another layout. Chains stay together. */
  readonly layout?: (blocks: readonly Block[]) => readonly Block[];
  /** Messages for this request only. They follow the blocks. */
  readonly once?: readonly Message[];
}

function reasoningOf({ trace }: Entry, texts: TextReader): MessageReasoning | undefined {
  if (trace?.block.visibility !== 'api_required') {
    return undefined;
  }
  const signature = trace.block.reasoning?.signature;
  return { text: contentText(trace.block, texts), ...(signature !== undefined && { signature }) };
}

function assistantMessage(entry: Entry, texts: TextReader): Message {
  const { block } = entry;
  const calls = renderCalls(block, texts);
  const reasoning = reasoningOf(entry, texts);
  return {
    role: 'assistant',
    text: renderText(block, texts),
    block: block.id,
    ...(calls.length > 0 && { calls }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

function renderEntry(entry: Entry, texts: TextReader): Message {
  const { block, head } = entry;
  switch (block.kind) {
    case 'system_prompt':
      return { role: 'system', text: renderText(block, texts), block: block.id };
    case 'assistant_message':
    case 'summary':
    case 'task_state':
    case 'reasoning_trace':
      return assistantMessage(entry, texts);
    case 'tool_result': {
      const { result } = block;
      const text = renderText(block, texts);
      return result === undefined || head?.block.visibility !== 'model'
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
      return { role: 'user', text: renderText(block, texts), block: block.id };
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
function messageOf(entry: Entry, texts: TextReader, rendered: WeakMap<Block, Rendered>): Message {
  const { block } = entry;
  const head = entry.head?.block;
  const trace = entry.trace?.block;
  const former = rendered.get(block);
  if (former !== undefined && former.head === head && former.trace === trace) {
    return former.message;
  }
  const message = renderEntry(entry, texts);
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
  const entries = visibleEntries(state);
  const ordered = layout === undefined ? entries : inLayout(entries, layout);
  let rendered = known.get(texts);
  if (rendered === undefined) {
    rendered = new WeakMap();
    known.set(texts, rendered);
  }
  const own = rendered;
  const messages = ordered.map((entry) => messageOf(entry, texts, own));
  return once.length === 0 ? messages : [...messages, ...once];
}

function inLayout(
  entries: readonly Entry[],
  layout: NonNullable<ViewOptions['layout']>,
): readonly Entry[] {
  const byBlock = new Map(entries.map((entry) => [entry.block, entry]));
  return layout([...byBlock.keys()]).flatMap((block) => byBlock.get(block) ?? []);
}
