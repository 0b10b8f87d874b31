import { countAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { RecordedUsage } from '../recordedSession.ts';

function countsIn(counts: Readonly<Record<string, number | undefined>>): RecordedUsage | undefined {
  const known = Object.entries(counts).filter(([, count]) => count !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Tokens of Anthropic's Messages: what was read from and written to the cache is not in `input_tokens`. */
export function messagesUsage(usage: JsonObject): RecordedUsage | undefined {
  const fresh = countAt(usage, 'input_tokens');
  const cacheRead = countAt(usage, 'cache_read_input_tokens');
  const cacheWritten = countAt(usage, 'cache_creation_input_tokens');
  return countsIn({
    input: fresh === undefined ? undefined : fresh + (cacheRead ?? 0) + (cacheWritten ?? 0),
    output: countAt(usage, 'output_tokens'),
    cacheRead,
    cacheWritten,
    cacheWrittenHour: countAt(objectAt(usage, 'cache_creation'), 'ephemeral_1h_input_tokens'),
  });
}

/** Tokens of OpenAI's Chat Completions: cached and reasoning tokens are parts of the others. */
export function chatUsage(usage: JsonObject): RecordedUsage | undefined {
  return countsIn({
    input: countAt(usage, 'prompt_tokens'),
    output: countAt(usage, 'completion_tokens'),
    cacheRead: countAt(objectAt(usage, 'prompt_tokens_details'), 'cached_tokens'),
    reasoning: countAt(objectAt(usage, 'completion_tokens_details'), 'reasoning_tokens'),
  });
}

/** Tokens of OpenAI's Responses. */
export function responsesUsage(usage: JsonObject): RecordedUsage | undefined {
  return countsIn({
    input: countAt(usage, 'input_tokens'),
    output: countAt(usage, 'output_tokens'),
    cacheRead: countAt(objectAt(usage, 'input_tokens_details'), 'cached_tokens'),
    reasoning: countAt(objectAt(usage, 'output_tokens_details'), 'reasoning_tokens'),
  });
}

/** Tokens of Gemini: thoughts are beside the candidates, cached ones are in the prompt. */
export function geminiUsage(usage: JsonObject): RecordedUsage | undefined {
  const [prompt, tools] = [
    countAt(usage, 'promptTokenCount'),
    countAt(usage, 'toolUsePromptTokenCount') ?? 0,
  ];
  const [answer, thoughts] = [
    countAt(usage, 'candidatesTokenCount'),
    countAt(usage, 'thoughtsTokenCount'),
  ];
  const spoken = answer !== undefined || thoughts !== undefined;
  return countsIn({
    input: prompt === undefined ? undefined : prompt + tools,
    output: spoken ? (answer ?? 0) + (thoughts ?? 0) : undefined,
    cacheRead: countAt(usage, 'cachedContentTokenCount'),
    reasoning: thoughts,
  });
}

/**
 * Tokens by context-lens' own count, for records without bodies. Its `input_tokens` is without cached tokens for
 * Anthropic; other APIs count them in, unless there are more of them.
 */
export function countedUsage(record: JsonObject): RecordedUsage | undefined {
  const [ai, more] = [objectAt(record, 'gen_ai'), objectAt(record, 'usage_ext')];
  const usage = objectAt(ai, 'usage');
  const input = countAt(usage, 'input_tokens');
  const cacheRead = countAt(more, 'cache_read_tokens');
  const cacheWritten = countAt(more, 'cache_write_tokens');
  const cached = (cacheRead ?? 0) + (cacheWritten ?? 0);
  const apart = textAt(ai, 'system') === 'anthropic' || cached > (input ?? 0);
  return countsIn({
    input: input === undefined ? undefined : input + (apart ? cached : 0),
    output: countAt(usage, 'output_tokens'),
    cacheRead,
    cacheWritten,
  });
}
