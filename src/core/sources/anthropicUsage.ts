import { countAt, isObject, objectAt } from './json.ts';
import type { RecordedUsage } from './recordedSession.ts';

/**
 * What an Anthropic `usage` says; all of the input is what was read anew plus what came from and went to the cache.
 * Undefined where it says nothing: placeholders have zeros.
 */
export function anthropicUsage(value: unknown): RecordedUsage | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const fresh = countAt(value, 'input_tokens');
  const read = countAt(value, 'cache_read_input_tokens');
  const written = countAt(value, 'cache_creation_input_tokens');
  const hour = countAt(objectAt(value, 'cache_creation'), 'ephemeral_1h_input_tokens');
  const output = countAt(value, 'output_tokens');
  const input = (fresh ?? 0) + (read ?? 0) + (written ?? 0);
  if (input === 0 || !Number.isSafeInteger(input)) {
    return undefined;
  }
  return {
    input,
    ...(output !== undefined && { output }),
    ...(read !== undefined && { cacheRead: read }),
    ...(written !== undefined && { cacheWritten: written }),
    ...(hour !== undefined && hour > 0 && { cacheWrittenHour: hour }),
  };
}
