import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import { runsOf, type Runs } from '../../../ports/runs.ts';
import { originOf, type BlockInWork } from '../sessionDraft.ts';
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

/** What a part is: its block, as far as the part says, its content, and the content's way into the part. */
interface PartBlock {
  readonly block: BlockInWork;
  readonly content: unknown;
  readonly path: readonly PathStep[];
}

function callBlock(part: JsonObject, block: BlockInWork): PartBlock {
  const named = 'input' in part;
  const path = pathArgument(part['input']);
  block.kind = 'tool_call';
  block.tool = textAt(part, 'name');
  block.call = textAt(part, 'id');
  if (path !== '') {
    block.path = path;
  }
  return { block, content: named ? part['input'] : part, path: named ? ['input'] : [] };
}

function reasoningBlock(part: JsonObject, block: BlockInWork): PartBlock {
  block.kind = 'reasoning_trace';
  const text = textAt(part, 'thinking');
  if (text !== '') {
    return { block, content: text, path: ['thinking'] };
  }
  // What was thought is in the seal alone: its size is known and nothing else.
  const key = textAt(part, 'data') === '' ? 'signature' : 'data';
  const seal = textAt(part, key);
  if (seal === '') {
    block.fidelity = 'lost';
    return { block, content: part, path: [] };
  }
  block.fidelity = 'sealed';
  block.length = seal.length;
  block.tokens = Math.round(seal.length / sealedPerToken);
  block.description = '[sealed reasoning]';
  return { block, content: seal, path: [key] };
}

/** Completes a block with what the part says. */
function partBlock(part: unknown, block: BlockInWork): PartBlock {
  if (!isObject(part)) {
    return { block, content: part, path: [] };
  }
  const type = textAt(part, 'type');
  if (type === 'text' && typeof part['text'] === 'string') {
    return { block, content: part['text'], path: ['text'] };
  }
  if (type === 'thinking' || type === 'redacted_thinking') {
    return reasoningBlock(part, block);
  }
  if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
    return callBlock(part, block);
  }
  if (type.endsWith('_tool_result')) {
    // Results of tools that ran at the provider stand in the answer itself.
    const named = part['content'] !== undefined;
    block.kind = 'tool_result';
    block.call = textAt(part, 'tool_use_id');
    return { block, content: named ? part['content'] : part, path: named ? ['content'] : [] };
  }
  block.kind = 'other';
  return { block, content: part, path: [] };
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
    const base = whole ? ['message', 'content'] : ['message', 'content', at];
    const started: BlockInWork = {
      kind: 'assistant_message',
      native: record.native,
      origin: originOf(record.place, base),
    };
    if (record.at !== undefined) {
      started.at = record.at;
    }
    const { block, content, path } = partBlock(part, started);
    if (path.length > 0) {
      block.origin = originOf(record.place, [...base, ...path]);
    }
    const index = addBlock(thread, block, content);
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
