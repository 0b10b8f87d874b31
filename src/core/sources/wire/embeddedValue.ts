import { isObject, type JsonObject } from '../json.ts';
import { assembledChat, assembledGemini } from './assembleChunks.ts';
import { assembledMessage, assembledResponse } from './assembleEvents.ts';

/** The JSON objects in a stream of server-sent events, in order; what is none is passed over. */
export function eventsOf(text: string): JsonObject[] {
  const events: JsonObject[] = [];
  let data: string[] = [];
  const end = (): void => {
    if (data.length > 0) {
      const value = parsed(data.join('\n'));
      if (isObject(value)) {
        events.push(value);
      }
      data = [];
    }
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') {
      end();
    } else if (line.startsWith('data:')) {
      data.push(line.slice(5).trimStart());
    }
  }
  end();
  return events;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The answer that events of a stream make together, in the shape that the same API answers with when it does not stream;
 * undefined if they are none of a known API.
 */
export function assembledAnswer(events: readonly JsonObject[]): JsonObject | undefined {
  const types = events.slice(0, 20).map(({ type }) => (typeof type === 'string' ? type : ''));
  if (types.includes('message_start') || types.includes('content_block_start')) {
    return assembledMessage(events);
  }
  if (types.some((type) => type.startsWith('response.'))) {
    return assembledResponse(events);
  }
  if (events.some((event) => Array.isArray(event['choices']))) {
    return assembledChat(events);
  }
  return events.some((event) => Array.isArray(event['candidates']))
    ? assembledGemini(events)
    : undefined;
}

/** What a text within a record is: the JSON value it holds, or the answer of a stream of events; else undefined. */
export function embeddedValue(text: string): unknown {
  const value = parsed(text);
  if (value !== undefined) {
    return value;
  }
  return /^(?:event|data|id|retry|):/m.test(text.slice(0, 2000))
    ? assembledAnswer(eventsOf(text))
    : undefined;
}
