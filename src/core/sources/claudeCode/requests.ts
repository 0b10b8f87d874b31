import { describe } from '../../context/block.ts';
import { contentKey } from '../contentKey.ts';
import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import { runsOf, type Runs } from '../../../ports/runs.ts';
import { joined, leaving } from '../windowCuts.ts';
import { originOf, SessionDraft, type NewBlock } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { ReaderState } from './state.ts';
import type { ThreadState } from './threadState.ts';

/*
 * From about 2.1.300 on Claude Code writes down what else a request carries: its shape (system prompt and tools) once,
 * and with each request the shape that it has; answers name their request. Seen in files of 2.1.332; undocumented.
 */

/** The block of a content in a thread, the same one for the same content. */
function blockOf(thread: ThreadState, block: NewBlock, content: unknown): number {
  const key = `${block.kind} ${contentKey(content)}`;
  const known = thread.shapeBlocks.get(key);
  if (known !== undefined) {
    return known;
  }
  const index = new SessionDraft(thread.draft).add(block, content);
  thread.shapeBlocks.set(key, index);
  return index;
}

function shapeRuns(thread: ThreadState, blocks: readonly [NewBlock, unknown][]): Runs {
  return runsOf(new Set(blocks.map(([block, content]) => blockOf(thread, block, content))));
}

function toolBlock(tool: unknown, place: Place, path: readonly PathStep[]): [NewBlock, unknown] {
  const [name, says] = isObject(tool)
    ? [textAt(tool, 'name'), textAt(tool, 'description')]
    : ['', ''];
  const described = {
    ...(name !== '' && { tool: name }),
    ...(says !== '' && { description: describe('', says) }),
  };
  return [{ kind: 'tool_schemas', origin: originOf(place, path), ...described }, tool];
}

/** Takes the shape of requests: blocks of system prompt and tools, which stand before the conversation. */
export function takeShape(
  state: ReaderState,
  thread: ThreadState,
  value: JsonObject,
  place: Place,
): void {
  const shape = objectAt(value, 'shape');
  const system = listAt(shape, 'system').map((part, at): [NewBlock, unknown] => {
    const isText = isObject(part) && typeof part['text'] === 'string';
    const path = ['shape', 'system', at, ...(isText ? ['text'] : [])];
    return [
      { kind: 'system_prompt', origin: originOf(place, path) },
      isText ? textAt(part, 'text') : part,
    ];
  });
  const tools = listAt(shape, 'tools').map((tool, at) =>
    toolBlock(tool, place, ['shape', 'tools', at]),
  );
  const runs = shapeRuns(thread, [...system, ...tools]);
  state.shapes.set(textAt(value, 'shapeHash'), runs);
}

/** Takes a request that is about to be answered. */
export function takeRequest(state: ReaderState, value: JsonObject): void {
  state.requests.set(textAt(value, 'id'), textAt(value, 'shapeHash'));
}

/** What stands before the conversation in the request that an answer names. */
export function shapeOf(state: ReaderState, thread: ThreadState, answer: JsonObject): Runs {
  const hash = state.requests.get(textAt(answer, 'requestRef'));
  return (hash === undefined ? undefined : state.shapes.get(hash)) ?? thread.shape;
}

/** What the next request would carry: the shape of the last one, and the conversation. */
export function wholeWindow({ shape, draft }: ThreadState): Runs {
  return joined(shape, draft.window);
}

/** Notes that requests from now on have another system prompt or other tools than those before. */
export function changeShape(thread: ThreadState, shape: Runs, at: number | undefined): void {
  const former = thread.shape;
  thread.shape = shape;
  const [left, created] = [leaving(former, shape), leaving(shape, former)];
  if (former.length === 0 || (left.length === 0 && created.length === 0)) {
    return;
  }
  new SessionDraft(thread.draft).patch({
    kind: 'replace',
    actor: 'client',
    trigger: '',
    reason: 'System prompt or tools of the requests changed.',
    because: 'The request names another shape than the one before it.',
    left,
    created,
    recovery: 'transcript',
    ...(at !== undefined && { at }),
  });
}
