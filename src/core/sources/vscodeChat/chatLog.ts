import { countBad, countBeside, countUnknown } from '../coverage.ts';
import { isObject, type JsonObject } from '../json.ts';
import { isTooDeep } from '../nesting.ts';
import type {
  Place,
  TranscriptFormat,
  TranscriptReader,
  TranscriptSample,
} from '../transcriptFormat.ts';
import { ChatSession, requestPath } from './chatSession.ts';
import { startChat, type ChatState } from './chatState.ts';
import { applyLine, originAt, startTree, type LogTree } from './logTree.ts';

interface Saved {
  readonly chat: ChatState;
  readonly tree: LogTree;
}

/** Fields of a session that tell of it. */
const sessionFacts = new Set(['sessionId', 'customTitle', 'creationDate', 'lastMessageDate']);

/** Fields of a session that are no part of a context: what stands in the input box, who is who. */
const sessionBeside = new Set([
  'version',
  'initialLocation',
  'inputState',
  'responderUsername',
  'responderAvatarIconUri',
  'requesterUsername',
  'requesterAvatarIconUri',
  'hasPendingEdits',
  'isImported',
  'repoData',
  'pendingRequests',
]);

/** Fields of a request that are read. */
const requestFacts = new Set([
  'requestId',
  'message',
  'variableData',
  'response',
  'result',
  'agent',
  'modelId',
  'modelState',
  'timestamp',
  'isCanceled',
  'promptTokens',
  'completionTokens',
  'usage',
  'elapsedMs',
]);

/** Fields of a request that are no part of a context. */
const requestBeside = new Set([
  'responseId',
  'confirmation',
  'shouldBeRemovedOnSend',
  'modeInfo',
  'editedFileEvents',
  'isHidden',
  'responseMarkdownInfo',
  'followups',
  'vote',
  'voteDownReason',
  'slashCommand',
  'usedContext',
  'contentReferences',
  'codeCitations',
  'timeSpentWaiting',
]);

class ChatLogReader implements TranscriptReader {
  readonly #saved: Saved;
  readonly #chat: ChatSession;

  constructor(saved: Saved) {
    const { tree } = saved;
    this.#saved = saved;
    this.#chat = new ChatSession(saved.chat, {
      get root() {
        return tree.root;
      },
      originAt: (path) => originAt(tree, path),
    });
  }

  record(value: unknown, place: Place): void {
    if (!isObject(value) || isTooDeep(value)) {
      this.bad(place, isObject(value) ? 'nested too deep' : 'no object');
      return;
    }
    const { kind } = value;
    if (kind !== 0 && kind !== 1 && kind !== 2 && kind !== 3) {
      countUnknown(this.#saved.chat.draft.coverage, `kind ${String(kind).slice(0, 20)}`);
      return;
    }
    const cuts = this.#cutBy(value);
    if (cuts !== undefined) {
      this.#chat.beforeCut();
    }
    const problem = applyLine(this.#saved.tree, value, place);
    if (problem !== undefined) {
      this.bad(place, problem);
      return;
    }
    if (cuts !== undefined) {
      this.#chat.afterCut(cuts.from, cuts.to, place);
    }
    this.#count(value);
  }

  bad(place: Place, problem: string): void {
    countBad(this.#saved.chat.draft.coverage, { origin: place, problem });
  }

  session(files: readonly string[]): ReturnType<TranscriptReader['session']> {
    return this.#chat.session(vscodeChatLog, files);
  }

  save(): unknown {
    return this.#saved;
  }

  /** The positions of requests that a line takes away or puts others in the place of; undefined if it does not. */
  #cutBy(line: JsonObject): { readonly from: number; readonly to: number } | undefined {
    if (line['kind'] === 0) {
      return { from: 0, to: Infinity };
    }
    const path = requestPath(line['k']);
    if (path === undefined) {
      return undefined;
    }
    if (path.position === undefined) {
      const keep = line['i'];
      const from = line['kind'] !== 2 ? 0 : typeof keep === 'number' ? Math.max(0, keep) : Infinity;
      return from < this.#requestCount() ? { from, to: Infinity } : undefined;
    }
    const whole = path.below.length === 0 || path.below[0] === 'requestId';
    return whole ? { from: path.position, to: path.position + 1 } : undefined;
  }

  #requestCount(): number {
    const { root } = this.#saved.tree;
    const requests = isObject(root) ? root['requests'] : undefined;
    return Array.isArray(requests) ? requests.length : 0;
  }

  /** Counts a line that was done, and notes the request that it changed. */
  #count(line: JsonObject): void {
    const { coverage } = this.#saved.chat.draft;
    const path = Array.isArray(line['k']) ? (line['k'] as unknown[]) : [];
    const [first] = path;
    const request = requestPath(path);
    if (line['kind'] === 0 || (request !== undefined && request.below.length === 0)) {
      coverage.taken += 1;
      return;
    }
    if (request?.position !== undefined) {
      const field = String(request.below[0]);
      if (requestFacts.has(field)) {
        this.#chat.change(request.position);
        coverage.taken += 1;
      } else if (requestBeside.has(field)) {
        countBeside(coverage, `requests.${field}`);
      } else {
        countUnknown(coverage, `requests.${field}`);
      }
      return;
    }
    const field = String(first);
    if (sessionFacts.has(field)) {
      coverage.taken += 1;
    } else if (sessionBeside.has(field)) {
      countBeside(coverage, field);
    } else {
      countUnknown(coverage, field);
    }
  }
}

const beginning = /^\uFEFF?\s*\{\s*"kind"\s*:\s*0\s*,\s*"v"\s*:\s*\{/;

/** Chat sessions of VS Code as an append log (`chatSessions/<id>.jsonl`): Copilot and other participants. */
export const vscodeChatLog: TranscriptFormat = {
  id: 'vscode-chat-log',
  agent: 'Copilot',
  unit: 'line',
  version: 1,
  fromBeginning: true,
  recognises: ({ records, text }: TranscriptSample) => {
    const first = records.find(isObject);
    return first === undefined
      ? beginning.test(text)
      : first['kind'] === 0 &&
          isObject(first['v']) &&
          ('requests' in first['v'] || 'version' in first['v']);
  },
  reader: (saved) =>
    new ChatLogReader((saved as Saved | undefined) ?? { chat: startChat(), tree: startTree() }),
};
