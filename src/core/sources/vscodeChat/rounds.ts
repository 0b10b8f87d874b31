import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { ChatItems, Stage } from './chatItems.ts';

/** The model calls of a question as Copilot notes them beside its answer; empty if it does not. */
export function roundsOf(request: JsonObject): readonly unknown[] {
  return listAt(objectAt(objectAt(request, 'result'), 'metadata'), 'toolCallRounds');
}

/** A summary that Copilot made of the conversation, and the id of the last round it covers. */
interface Summary {
  readonly round: string;
  readonly path: readonly PathStep[];
}

/** Summaries that are noted beside the answer: `summary`, later `summaries`. */
function summariesOf(metadata: JsonObject, path: readonly PathStep[]): Summary[] {
  const single = isObject(metadata['summary']) ? [[metadata['summary'], 'summary'] as const] : [];
  const all = listAt(metadata, 'summaries');
  const places: (readonly [unknown, ...PathStep[]])[] = [
    ...(all.length === 0 ? single : []),
    ...all.map((summary, index) => [summary, 'summaries', index] as const),
  ];
  return places.flatMap(([summary, ...steps]) =>
    isObject(summary) && textAt(summary, 'text') !== ''
      ? [{ round: textAt(summary, 'toolCallRoundId'), path: [...path, ...steps, 'text'] }]
      : [],
  );
}

/** A file that a call names; empty if its arguments are no JSON or name none. */
export function fileInArguments(text: string): string {
  // Longer arguments are texts to be written; their beginning names the file.
  const found = /"(?:filePath|path)"\s*:\s*"((?:[^"\\]|\\.){1,1000})"/.exec(text.slice(0, 4096));
  try {
    return found === null ? '' : String(JSON.parse(`"${found[1] ?? ''}"`));
  } catch {
    return '';
  }
}

/** Takes the tool calls of a round; their ids with their tools. */
function addCalls(
  items: ChatItems,
  round: JsonObject,
  path: readonly PathStep[],
  stage: Stage,
): Map<string, string> {
  const tools = new Map<string, string>();
  for (const [index, call] of listAt(round, 'toolCalls').entries()) {
    if (!isObject(call)) {
      continue;
    }
    const [id, tool] = [textAt(call, 'id'), textAt(call, 'name')];
    const file = fileInArguments(textAt(call, 'arguments'));
    const bare = call['arguments'] === undefined || call['arguments'] === '';
    items.add(
      'tool_call',
      [...path, 'toolCalls', index, ...(bare ? ['name'] : ['arguments'])],
      {
        native: id,
        call: id,
        tool,
        round: textAt(round, 'id'),
        ...(file !== '' && { path: file }),
      },
      stage,
    );
    tools.set(id, tool);
  }
  return tools;
}

/** Takes results of tool calls, each once. */
class Results {
  readonly #items: ChatItems;
  readonly #path: readonly PathStep[];
  readonly #open: Set<string>;

  constructor(items: ChatItems, metadata: JsonObject, path: readonly PathStep[]) {
    this.#items = items;
    this.#path = [...path, 'toolCallResults'];
    this.#open = new Set(Object.keys(objectAt(metadata, 'toolCallResults')));
  }

  add(id: string, tool: string, stage: Stage, round = ''): void {
    if (this.#open.delete(id)) {
      const result = [...this.#path, id];
      const parts = Array.isArray(this.#items.at([...result, 'content']));
      const facts = { native: id, call: id, round, ...(tool !== '' && { tool }) };
      this.#items.add('tool_result', parts ? [...result, 'content'] : result, facts, stage);
    }
  }

  /** Those whose calls are in no round. */
  addRest(): void {
    for (const id of this.#open) {
      this.add(id, '', 'after');
    }
  }
}

/**
 * Takes the answer by its rounds: reasoning, text and tool calls of each model call, and the results. They win over the
 * rendered parts of the answer, which repeat their texts without arguments and results. The last round is the output of
 * the call that is shown, what was before it is in its window.
 */
export function addRounds(items: ChatItems, request: JsonObject, path: readonly PathStep[]): void {
  const rounds = roundsOf(request);
  const metadata = objectAt(objectAt(request, 'result'), 'metadata');
  const at = [...path, 'result', 'metadata'];
  const results = new Results(items, metadata, at);
  const summaries = new Map(summariesOf(metadata, at).map(({ round, path: to }) => [round, to]));
  const own = new Set(rounds.map((round) => (isObject(round) ? textAt(round, 'id') : '')));
  for (const [round, summary] of summaries) {
    if (!own.has(round)) {
      items.add('summary', summary, { summarises: { upTo: round } });
    }
  }
  for (const [index, round] of rounds.entries()) {
    if (!isObject(round)) {
      continue;
    }
    const [last, from] = [index === rounds.length - 1, [...at, 'toolCallRounds', index]];
    const [stage, later]: Stage[] = last ? ['output', 'after'] : ['window', 'window'];
    const native = textAt(round, 'id');
    const facts = { native, round: native };
    items.add('reasoning_trace', [...from, 'thinking', 'text'], facts, stage);
    items.add('assistant_message', [...from, 'response'], facts, stage);
    for (const [id, tool] of addCalls(items, round, from, stage ?? 'window')) {
      results.add(id, tool, later ?? 'window', native);
    }
    items.add('injected', [...from, 'hookContext'], facts, later);
    const noted = native === '' ? undefined : summaries.get(native);
    const summary = textAt(round, 'summary') === '' ? noted : [...from, 'summary'];
    if (summary !== undefined) {
      items.add('summary', summary, { summarises: {} }, later);
    }
  }
  results.addRest();
}
