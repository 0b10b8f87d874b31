import { isObject, textAt } from '../json.ts';
import type { TranscriptFormat } from '../transcriptFormat.ts';
import { GeminiReader } from './geminiReader.ts';
import type { GeminiState } from './geminiState.ts';

function hasHeader(record: unknown): boolean {
  return (
    isObject(record) && textAt(record, 'sessionId') !== '' && textAt(record, 'projectHash') !== ''
  );
}

function isDocument(record: unknown): boolean {
  return isObject(record) && hasHeader(record) && Array.isArray(record['messages']);
}

/** Whether a record is a message of the model; no other format has this type. */
function isAnswer(record: unknown): boolean {
  return isObject(record) && textAt(record, 'type') === 'gemini' && textAt(record, 'id') !== '';
}

function savedState(saved: unknown): GeminiState | undefined {
  return isObject(saved) ? (structuredClone(saved) as unknown as GeminiState) : undefined;
}

/** Sessions of Gemini CLI as lines: `~/.gemini/tmp/<project>/chats/session-*.jsonl`. */
export const geminiCliFormat: TranscriptFormat = {
  id: 'gemini-cli',
  agent: 'Gemini CLI',
  unit: 'line',
  version: 1,
  recognises: ({ records }) =>
    !records.some(isDocument) && records.some((record) => hasHeader(record) || isAnswer(record)),
  reader: (saved) => new GeminiReader(geminiCliFormat, savedState(saved)),
};

/** Sessions of Gemini CLI before its lines: one document, `session-*.json`, written anew with each message. */
export const geminiCliDocumentFormat: TranscriptFormat = {
  id: 'gemini-cli-document',
  agent: 'Gemini CLI',
  unit: 'document',
  version: 1,
  recognises: ({ records, text }) =>
    records.some(isDocument) ||
    (records.length === 0 &&
      /^\uFEFF?\s*\{\s*"sessionId"\s*:/.test(text) &&
      text.includes('"projectHash"') &&
      text.includes('"messages"')),
  reader: (saved) => new GeminiReader(geminiCliDocumentFormat, savedState(saved)),
};
