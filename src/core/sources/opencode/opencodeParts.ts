import { seedOf, type BlockSeed } from '../blockSeed.ts';
import { countAt, isObject, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import { pictureTokens } from '../picture.ts';
import type { RecordedKind } from '../recordedBlock.ts';
import type { RecordedUsage } from '../recordedSession.ts';
import { originOf } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { PartSeed } from './opencodeSeeds.ts';

/** Types of parts that are known and no part of a window. */
export const partsBeside: ReadonlySet<string> = new Set([
  'snapshot',
  'patch',
  'agent',
  'retry',
  'subtask',
]);

/** Types of parts that are taken. */
export const partsTaken: ReadonlySet<string> = new Set([
  'text',
  'reasoning',
  'file',
  'tool',
  'step-start',
  'step-finish',
  'compaction',
]);

/**
 * Tokens of one step. opencode keeps what was read from and written to the cache out of `input` (see getUsage in its
 * session folder); whether `output` has the reasoning in it changed, and the total tells. Undefined if all are 0.
 */
export function opencodeUsage(tokens: JsonObject): RecordedUsage | undefined {
  const cache = objectAt(tokens, 'cache');
  const [fresh, answer] = [countAt(tokens, 'input') ?? 0, countAt(tokens, 'output') ?? 0];
  const [cacheRead, cacheWritten] = [countAt(cache, 'read') ?? 0, countAt(cache, 'write') ?? 0];
  const reasoning = countAt(tokens, 'reasoning') ?? 0;
  const input = fresh + cacheRead + cacheWritten;
  if (input + answer + reasoning === 0) {
    return undefined;
  }
  const apart = reasoning > answer || countAt(tokens, 'total') === input + answer + reasoning;
  return { input, output: apart ? answer + reasoning : answer, cacheRead, cacheWritten, reasoning };
}

function textBlocks(part: JsonObject, place: Place, kind: RecordedKind): BlockSeed[] {
  const text = textAt(part, 'text');
  return text === ''
    ? []
    : [seedOf({ kind, native: textAt(part, 'id'), origin: originOf(place, ['text']) }, text)];
}

/** A file that the user attached. Texts and folders come as texts of their own. */
function fileBlocks(part: JsonObject, place: Place): BlockSeed[] {
  const type = textAt(part, 'mime');
  const step = textAt(part, 'filename') === '' ? 'mime' : 'filename';
  const name = textAt(part, step);
  if (name === '' || type === 'text/plain' || type === 'application/x-directory') {
    return [];
  }
  const link = textAt(part, 'url');
  const data = link.slice(link.indexOf(',') + 1);
  const tokens = pictureTokens({ type: 'image', source: { data } });
  const origin = originOf(place, [step]);
  return [seedOf({ kind: 'user_message', native: textAt(part, 'id'), tokens, origin }, name)];
}

function toolSeeds(part: JsonObject, place: Place): Pick<PartSeed, 'blocks' | 'results'> {
  const state = objectAt(part, 'state');
  const input = objectAt(state, 'input');
  const path = textAt(input, 'filePath') || textAt(input, 'path');
  const common = {
    native: textAt(part, 'id'),
    tool: textAt(part, 'tool'),
    call: textAt(part, 'callID'),
    ...(path !== '' && { path }),
  };
  const origin = isObject(state['input'])
    ? originOf(place, ['state', 'input'])
    : originOf(place, ['tool']);
  const call = seedOf(
    { ...common, kind: 'tool_call', origin },
    isObject(state['input']) ? input : textAt(part, 'tool'),
  );
  const key = textAt(state, 'status') === 'error' ? 'error' : 'output';
  if (typeof state[key] !== 'string') {
    return { blocks: [call], results: [] };
  }
  const result = seedOf(
    {
      ...common,
      kind: 'tool_result',
      failed: key === 'error',
      origin: originOf(place, ['state', key]),
    },
    state[key],
  );
  return { blocks: [call], results: [result] };
}

function partBlocks(part: JsonObject, place: Place): Pick<PartSeed, 'blocks' | 'results'> {
  switch (textAt(part, 'type')) {
    case 'text': {
      const kind = part['synthetic'] === true ? 'injected' : 'user_message';
      return { blocks: textBlocks(part, place, kind), results: [] };
    }
    case 'reasoning':
      return { blocks: textBlocks(part, place, 'reasoning_trace'), results: [] };
    case 'file':
      return { blocks: fileBlocks(part, place), results: [] };
    case 'tool':
      return toolSeeds(part, place);
    default:
      return { blocks: [], results: [] };
  }
}

function triggerOf(part: JsonObject): string {
  if (part['overflow'] === true) {
    return 'overflow';
  }
  return part['auto'] === true ? 'auto' : 'manual';
}

/** What is kept of a part; its type must be one of `partsTaken`. */
export function partSeed(part: JsonObject, place: Place): PartSeed {
  const type = textAt(part, 'type');
  const state = objectAt(part, 'state');
  const metadata = objectAt(state, 'metadata');
  const compacted = timeAt(objectAt(state, 'time'), 'compacted');
  const usage = type === 'step-finish' ? opencodeUsage(objectAt(part, 'tokens')) : undefined;
  return {
    id: textAt(part, 'id'),
    session: textAt(part, 'sessionID'),
    message: textAt(part, 'messageID'),
    type,
    place,
    ...partBlocks(part, place),
    asked: type === 'text' && part['synthetic'] !== true,
    ...(type === 'tool' && compacted !== undefined && { compacted }),
    ...(usage !== undefined && { usage }),
    trigger: type === 'compaction' ? triggerOf(part) : '',
    tail: textAt(part, 'tail_start_id'),
    child: textAt(metadata, 'sessionId') || textAt(metadata, 'sessionID'),
  };
}
