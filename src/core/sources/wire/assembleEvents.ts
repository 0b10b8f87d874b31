import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';

/** Most blocks or items of one answer. */
const piecesMost = 10_000;

function indexOf(event: JsonObject): number | undefined {
  const { index } = event;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < piecesMost
    ? index
    : undefined;
}

/** Texts that grow, by block and field; joined once at the end. */
class Growing {
  readonly #texts = new Map<number, Map<string, string[]>>();

  add(index: number, field: string, text: string): void {
    const fields = this.#texts.get(index) ?? new Map<string, string[]>();
    this.#texts.set(index, fields);
    const pieces = fields.get(field) ?? [];
    pieces.push(text);
    fields.set(field, pieces);
  }

  of(index: number): Record<string, string> {
    const fields = this.#texts.get(index) ?? new Map<string, string[]>();
    return Object.fromEntries([...fields].map(([field, pieces]) => [field, pieces.join('')]));
  }
}

/** Kind of delta in Anthropic's stream → the field it grows, and where its text is. */
const deltas: Readonly<Record<string, readonly [string, string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  input_json_delta: ['input', 'partial_json'],
};

function inputOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    // The stream broke off within the arguments.
    return { partial: text };
  }
}

/** The message of a stream of Anthropic's Messages. */
export function assembledMessage(events: readonly JsonObject[]): JsonObject {
  let message: JsonObject = {};
  let usage: JsonObject = {};
  const blocks = new Map<number, JsonObject>();
  const growing = new Growing();
  for (const event of events) {
    const index = indexOf(event);
    const delta = objectAt(event, 'delta');
    switch (event['type']) {
      case 'message_start':
        message = objectAt(event, 'message');
        usage = { ...usage, ...objectAt(message, 'usage') };
        break;
      case 'content_block_start':
        if (index !== undefined) {
          blocks.set(index, objectAt(event, 'content_block'));
        }
        break;
      case 'content_block_delta': {
        const [field, from] = deltas[textAt(delta, 'type')] ?? [];
        if (index !== undefined && field !== undefined && from !== undefined) {
          growing.add(index, field, textAt(delta, from));
        }
        break;
      }
      case 'message_delta':
        message = { ...message, ...delta };
        usage = { ...usage, ...objectAt(event, 'usage') };
        break;
      case 'error':
        message = { ...message, error: objectAt(event, 'error') };
        break;
    }
  }
  const content = [...blocks]
    .toSorted(([a], [b]) => a - b)
    .map(([index, block]) => {
      const { input, ...texts } = growing.of(index);
      return { ...block, ...texts, ...(input !== undefined && { input: inputOf(input) }) };
    });
  return { ...message, content, usage };
}

/** The response of a stream of OpenAI's Responses: the last event has it whole, unless the stream broke off. */
export function assembledResponse(events: readonly JsonObject[]): JsonObject {
  const items: JsonObject[] = [];
  let response: JsonObject = {};
  for (const event of events) {
    if (isObject(event['response'])) {
      response = event['response'];
    }
    if (event['type'] === 'response.output_item.done' && items.length < piecesMost) {
      items.push(objectAt(event, 'item'));
    }
  }
  return listAt(response, 'output').length > 0 ? response : { ...response, output: items };
}
