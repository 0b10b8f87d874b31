import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import { runsOf, type Runs } from '../runs.ts';
import { originOf, type NewBlock } from '../sessionDraft.ts';
import { addBlock } from './addBlock.ts';
import type { ThreadState } from './threadState.ts';
import type { UserRecord } from './userBlocks.ts';

/** Characters of sealed reasoning per token: base64 of encrypted bytes, four of which come to a token. */
const sealedPerToken = 16 / 3;

/** Arguments in which tools name a file. */
const pathArguments = ['file_path', 'notebook_path', 'path', 'file'];

function pathArgument(input: unknown): string {
  const found = isObject(input)
    ? pathArguments.find((name) => textAt(input, name) !== '')
    : undefined;
  return found === undefined ? '' : textAt(input as JsonObject, found);
}

type PartBlock = readonly [
  block: Omit<NewBlock, 'origin'>,
  content: unknown,
  path: readonly PathStep[],
];

function callBlock(part: JsonObject): PartBlock {
  const named = 'input' in part;
  const path = pathArgument(part['input']);
  return [
    {
      kind: 'tool_call',
      tool: textAt(part, 'name'),
      call: textAt(part, 'id'),
      ...(path !== '' && { path }),
    },
    named ? part['input'] : part,
    named ? ['input'] : [],
  ];
}

function reasoningBlock(part: JsonObject): PartBlock {
  const text = textAt(part, 'thinking');
  if (text !== '') {
    return [{ kind: 'reasoning_trace' }, text, ['thinking']];
  }
  // What was thought is in the seal alone: its size is known and nothing else.
  const key = textAt(part, 'data') === '' ? 'signature' : 'data';
  const seal = textAt(part, key);
  return [
    {
      kind: 'reasoning_trace',
      fidelity: 'sealed',
      length: seal.length,
      tokens: Math.round(seal.length / sealedPerToken),
      description: '[sealed reasoning]',
    },
    seal,
    key in part ? [key] : [],
  ];
}

function partBlock(part: unknown): PartBlock {
  if (!isObject(part)) {
    return [{ kind: 'assistant_message' }, part, []];
  }
  const type = textAt(part, 'type');
  if (type === 'text' && typeof part['text'] === 'string') {
    return [{ kind: 'assistant_message' }, part['text'], ['text']];
  }
  if (type === 'thinking' || type === 'redacted_thinking') {
    return reasoningBlock(part);
  }
  if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
    return callBlock(part);
  }
  if (type.endsWith('_tool_result')) {
    // Results of tools that ran at the provider stand in the answer itself.
    const named = part['content'] !== undefined;
    const call = textAt(part, 'tool_use_id');
    return [
      { kind: 'tool_result', call },
      named ? part['content'] : part,
      named ? ['content'] : [],
    ];
  }
  return [{ kind: 'other' }, part, []];
}

/** What the blocks of an assistant's record are. */
export interface AssistantBlocks {
  readonly blocks: Runs;
  /** Calls that give a subagent its task. */
  readonly tasks: readonly { readonly call: string; readonly task: string }[];
}

/** Adds the blocks of a record of type `assistant`: texts, reasoning, calls. */
export function addAssistantBlocks(thread: ThreadState, record: UserRecord): AssistantBlocks {
  const blocks: number[] = [];
  const message = objectAt(record.value, 'message');
  const whole = typeof message['content'] === 'string';
  const tasks: { call: string; task: string }[] = [];
  const parts = whole ? [message['content']] : listAt(message, 'content');
  for (const [at, part] of parts.entries()) {
    const [block, content, path] = partBlock(part);
    const base = whole ? ['message', 'content'] : ['message', 'content', at];
    const index = addBlock(
      thread,
      {
        native: record.native,
        ...(record.at !== undefined && { at: record.at }),
        ...block,
        origin: originOf(record.place, [...base, ...path]),
      },
      content,
    );
    blocks.push(index);
    if (block.kind === 'tool_call' && block.call !== undefined) {
      thread.calls.set(block.call, index);
      const prompt = isObject(content) ? textAt(content, 'prompt') : '';
      if (prompt !== '') {
        tasks.push({ call: block.call, task: prompt });
      }
    } else if (block.kind === 'tool_result' && block.call !== undefined) {
      thread.results.set(block.call, index);
    }
  }
  return { blocks: runsOf(blocks), tasks };
}
