import { isObject, listAt, textAt } from '../json.ts';
import type { TranscriptFormat } from '../transcriptFormat.ts';
import { codexReader } from './codexReader.ts';
import { shapeOf } from './records.ts';

const envelopes: ReadonlySet<string> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
]);

/** Whether a record can only be one of a rollout. */
function isRollout(record: unknown): boolean {
  const shape = shapeOf(record);
  if (shape === undefined) {
    return false;
  }
  const { type, payload, base } = shape;
  if (base.length > 0) {
    return envelopes.has(type) && Object.hasOwn(shape.record, 'timestamp');
  }
  if (type === 'state') {
    return true;
  }
  // The parts of messages have names that only the Responses API has.
  return listAt(payload, 'content').some(
    (part) => isObject(part) && /^(?:input|output)_text$/.test(textAt(part, 'type')),
  );
}

/** Rollouts of OpenAI Codex: `$CODEX_HOME/sessions/…/rollout-*.jsonl`, with envelopes or, in the oldest, without. */
export const codexFormat: TranscriptFormat = {
  id: 'codex',
  agent: 'Codex',
  unit: 'line',
  version: 2,
  recognises: ({ records }) => records.some(isRollout),
  reader: codexReader,
};
