import { countBad, countBeside, countUnknown } from '../coverage.ts';
import { isObject, listAt, type JsonObject } from '../json.ts';
import { isTooDeep } from '../nesting.ts';
import { originOf } from '../sessionDraft.ts';
import type {
  Place,
  TranscriptFormat,
  TranscriptReader,
  TranscriptSample,
} from '../transcriptFormat.ts';
import { ChatSession } from './chatSession.ts';
import { startChat, type ChatState } from './chatState.ts';

interface Saved {
  readonly chat: ChatState;
  /** The document that was read; none before. */
  document?: { readonly root: JsonObject; readonly place: Place };
}

function isSession(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    Array.isArray(value['requests']) &&
    ('version' in value || 'sessionId' in value || 'responderUsername' in value)
  );
}

const beginning = /^\uFEFF?\s*\{\s*"(?:version|requesterUsername|responderUsername|sessionId)"\s*:/;
const typical = /"(?:requesterUsername|responderUsername|initialLocation|requests)"\s*:/;

/** Reads one document: a second one beside it is not taken, since it cannot be the same session's. */
class ChatDocumentReader implements TranscriptReader {
  readonly #saved: Saved;

  constructor(saved: Saved) {
    this.#saved = saved;
  }

  record(value: unknown, place: Place): void {
    const { coverage } = this.#saved.chat.draft;
    if (isTooDeep(value)) {
      countBad(coverage, { origin: place, problem: 'nested too deep' });
    } else if (!isSession(value)) {
      countUnknown(coverage, 'no chat session');
    } else if (this.#saved.document !== undefined) {
      countBeside(coverage, 'another chat session');
    } else {
      this.#saved.document = { root: value, place };
      coverage.taken += 1;
    }
  }

  bad(place: Place, problem: string): void {
    countBad(this.#saved.chat.draft.coverage, { origin: place, problem });
  }

  session(files: readonly string[]): ReturnType<TranscriptReader['session']> {
    const { chat, document } = this.#saved;
    const source = {
      root: document?.root,
      originAt: (path: readonly (string | number)[]) =>
        document === undefined ? undefined : originOf(document.place, path),
    };
    return new ChatSession(chat, source).session(vscodeChat, files);
  }

  save(): unknown {
    return this.#saved;
  }
}

/** Chat sessions of VS Code as one document (`chatSessions/<id>.json`, version 3): Copilot and other participants. */
export const vscodeChat: TranscriptFormat = {
  id: 'vscode-chat',
  agent: 'Copilot',
  unit: 'document',
  version: 1,
  recognises: ({ records, text }: TranscriptSample) =>
    records.length > 0
      ? isSession(records[0]) && listAt(records[0], 'requests').every(isObject)
      : beginning.test(text) && typical.test(text),
  reader: (saved) => new ChatDocumentReader((saved as Saved | undefined) ?? { chat: startChat() }),
};
