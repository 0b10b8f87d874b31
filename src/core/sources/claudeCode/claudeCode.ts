import { isObject, textAt } from '../json.ts';
import type { TranscriptFormat, TranscriptSample } from '../transcriptFormat.ts';
import { ClaudeCodeReader } from './claudeCodeReader.ts';
import type { ReaderState } from './state.ts';

const names = { id: 'claude-code', agent: 'Claude Code' };

const ownTypes = new Set(['file-history-snapshot', 'queue-operation', 'progress', 'summary']);

/** Whether a record looks like Claude Code's: a message in the tree, or one of the types that only it has. */
function isOwn(record: unknown): boolean {
  if (!isObject(record)) {
    return false;
  }
  const type = textAt(record, 'type');
  const inTree = 'parentUuid' in record && textAt(record, 'sessionId') !== '';
  return type === 'summary'
    ? textAt(record, 'leafUuid') !== ''
    : inTree || (ownTypes.has(type) && ('sessionId' in record || 'messageId' in record));
}

/**
 * Session files of Claude Code, 1.0 to 2.1: one JSON object per line, linked by `uuid` and `parentUuid`. Its subagents'
 * files are of the same shape; their paths follow the session's own.
 */
export const claudeCode: TranscriptFormat = {
  ...names,
  unit: 'line',
  version: 1,
  recognises: ({ records }: TranscriptSample) => records.some(isOwn),
  reader: (saved) => new ClaudeCodeReader(names, saved as ReaderState | undefined),
};
