import { countAt, isObject, listAt, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { MessageRange, ModelUse, TaskFile, UiCut, UiRequest } from './taskSeeds.ts';

/** A range of messages that is not sent; undefined if there is none. */
export function rangeAt(of: JsonObject): MessageRange | undefined {
  const list = listAt(of, 'conversationHistoryDeletedRange');
  const [start, end] = [countAt({ at: list[0] }, 'at'), countAt({ at: list[1] }, 'at')];
  return start === undefined || end === undefined || end < start ? undefined : [start, end];
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function outcomeOf(reason: string): UiRequest['outcome'] {
  if (reason === 'user_cancelled') {
    return 'cancelled';
  }
  return reason === '' ? 'unknown' : 'failed';
}

type Counts = Pick<UiRequest, 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites'>;

function countsOf(info: JsonObject): Counts {
  const names = ['tokensIn', 'tokensOut', 'cacheReads', 'cacheWrites'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const count = countAt(info, name);
      return count === undefined ? [] : [[name, count]];
    }),
  );
}

function requestOf(message: JsonObject, at: number): UiRequest {
  const info = parsed(textAt(message, 'text'));
  const index = message['conversationHistoryIndex'];
  // -1 before the first question.
  const before = index === -1 ? -1 : countAt(message, 'conversationHistoryIndex');
  return {
    at,
    ...(before !== undefined && { before }),
    ...countsOf(info),
    protocol: textAt(info, 'apiProtocol'),
    outcome: outcomeOf(textAt(info, 'cancelReason')),
    model: textAt(objectAt(message, 'modelInfo'), 'modelId'),
  };
}

function cutOf(message: JsonObject, at: number): UiCut | undefined {
  const condensed = message['say'] === 'condense_context';
  const cut = objectAt(message, condensed ? 'contextCondense' : 'contextTruncation');
  const id = textAt(cut, condensed ? 'condenseId' : 'truncationId');
  const [before, after] = [countAt(cut, 'prevContextTokens'), countAt(cut, 'newContextTokens')];
  return id === ''
    ? undefined
    : { id, at, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** Whether a list is a `ui_messages.json`. */
export function isUi(list: readonly unknown[]): boolean {
  const [first] = list;
  return (
    isObject(first) &&
    typeof first['ts'] === 'number' &&
    (first['type'] === 'say' || first['type'] === 'ask')
  );
}

/** A `ui_messages.json`. */
export function uiFile(list: readonly unknown[]): TaskFile {
  const requests: UiRequest[] = [];
  const cuts: UiCut[] = [];
  let deleted: MessageRange | undefined;
  let [started, updated] = [Number.POSITIVE_INFINITY, 0];
  for (const value of list) {
    const message = isObject(value) ? value : {};
    const at = timeAt(message, 'ts');
    if (at === undefined) {
      continue;
    }
    started = Math.min(started, at);
    updated = Math.max(updated, at);
    if (message['say'] === 'api_req_started') {
      requests.push({ ...requestOf(message, at), ...(deleted !== undefined && { deleted }) });
      continue;
    }
    // Cline shortens the history when the request is already shown: what comes behind it has the range.
    deleted = rangeAt(message) ?? deleted;
    const last = requests.at(-1);
    if (last !== undefined && deleted !== undefined && last.deleted !== deleted) {
      requests[requests.length - 1] = { ...last, deleted };
    }
    const cut = cutOf(message, at);
    if (cut !== undefined) {
      cuts.push(cut);
    }
  }
  return { kind: 'ui', requests, cuts, ...(updated > 0 && { started, updated }) };
}

/** A `task_metadata.json`. */
export function metadataFile(value: JsonObject): TaskFile {
  const models: ModelUse[] = listAt(value, 'model_usage').flatMap((use) => {
    const at = isObject(use) ? timeAt(use, 'ts') : undefined;
    return isObject(use) && at !== undefined ? [{ at, model: textAt(use, 'model_id') }] : [];
  });
  return { kind: 'metadata', models: models.toSorted((a, b) => a.at - b.at) };
}

/** The task's entry in the list of tasks, which Roo Code also keeps in its folder. */
export function itemFile(value: JsonObject): TaskFile {
  const deleted = rangeAt(value);
  return {
    kind: 'item',
    title: textAt(value, 'task'),
    folder: textAt(value, 'workspace') || textAt(value, 'cwdOnTaskInitialization'),
    ...(deleted !== undefined && { deleted }),
  };
}
