import { contentSeeds } from '../anthropicContent.ts';
import { seedOf } from '../blockSeed.ts';
import { countAt, isObject, listAt, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { RecordedKind } from '../recordedBlock.ts';
import { originOf } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import type { HistoryEdit, HistoryMessage, TaskFile } from './taskSeeds.ts';

/** How Cline begins the text that hands a condensed conversation on. */
const continued =
  /^\s*(\[[^\]\n]{1,80}\] Result:\s*)?This session is being continued from a previous/;

/** How a tool's result begins where tools are written as XML: `[read_file for 'a.ts'] Result:`. */
const xmlResult = /^\s*\[\w{1,40}( [^\n]{0,200})?\] Result:/;

const environment = /^\s*<environment_details>/;

/** Marks around what the user said. */
const said = /<(?:task|feedback|user_message|answer)>\s*([^]*)/;

/** Most characters in which those marks are looked for. */
const looked = 2000;

function kindOfUserText(text: string): RecordedKind {
  const start = text.slice(0, looked);
  if (continued.test(start)) {
    return 'summary';
  }
  if (environment.test(start) || start.startsWith('[TASK RESUMPTION]')) {
    return 'injected';
  }
  return xmlResult.test(start) ? 'tool_result' : 'user_message';
}

/** First words of the user's in a message; undefined if it has only results and the like. */
function questionOf(message: JsonObject, first: boolean): string | undefined {
  const { content } = message;
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  for (const part of parts) {
    const text = (
      typeof part === 'string' ? part : isObject(part) ? textAt(part, 'text') : ''
    ).slice(0, looked);
    const words = said.exec(text)?.[1];
    if (words !== undefined || (first && text !== '' && kindOfUserText(text) === 'user_message')) {
      return (words ?? text).replace(/<\/(?:task|feedback|user_message|answer)>[^]*/, '');
    }
  }
  return undefined;
}

function messageOf(value: JsonObject, index: number, place: Place): HistoryMessage {
  const role = value['role'] === 'assistant' ? 'assistant' : 'user';
  const at = timeAt(value, 'ts');
  const summary = value['isSummary'] === true;
  const truncation = value['isTruncationMarker'] === true;
  const question =
    role === 'user' && !summary && !truncation ? questionOf(value, index === 0) : undefined;
  // Where tools are written as XML, a result is a headline, and its text the next part.
  let headline = false;
  const kindOfText = (text: string): RecordedKind => {
    if (summary) {
      return 'summary';
    }
    if (truncation) {
      return 'injected';
    }
    if (role === 'assistant') {
      return 'assistant_message';
    }
    const kind = kindOfUserText(text);
    const result = headline && kind === 'user_message' && !said.test(text.slice(0, looked));
    headline = kind === 'tool_result' && text.length <= looked && /Result:\s*$/.test(text);
    return result ? 'tool_result' : kind;
  };
  return {
    role,
    ...(at !== undefined && { at }),
    model: textAt(objectAt(value, 'modelInfo'), 'modelId'),
    blocks: contentSeeds(value['content'], { place, path: [index, 'content'], kindOfText }),
    ...(question !== undefined && { question }),
    ...((summary || truncation) && { stands: summary ? 'summary' : 'truncation' }),
    id: summary ? textAt(value, 'condenseId') : textAt(value, 'truncationId'),
    condenseParent: textAt(value, 'condenseParent'),
    truncationParent: textAt(value, 'truncationParent'),
  };
}

/** The folder that Cline and Roo Code tell the model in the first message. */
function folderOf(list: readonly unknown[]): string {
  const [first] = list;
  const parts = isObject(first) ? listAt(first, 'content') : [];
  for (const part of parts) {
    const text = isObject(part) ? textAt(part, 'text').slice(0, 20_000) : '';
    const found = /Current (?:Working|Workspace) Directory \(([^)\n]{1,500})\)/.exec(text)?.[1];
    if (found !== undefined) {
      return found;
    }
  }
  return '';
}

/** Whether a list is an `api_conversation_history.json`. */
export function isHistory(list: readonly unknown[]): boolean {
  const [first] = list;
  return isObject(first) && (first['role'] === 'user' || first['role'] === 'assistant');
}

/** An `api_conversation_history.json`. What is no message in it is an empty one, so that indices stay. */
export function historyFile(list: readonly unknown[], place: Place): TaskFile {
  const messages = list.map((value, index) =>
    messageOf(isObject(value) ? value : {}, index, place),
  );
  return { kind: 'history', place, messages, folder: folderOf(list) };
}

function pair(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function indexOf(value: unknown): number | undefined {
  return countAt({ value }, 'value');
}

/** Whether a list is a `context_history.json`: `[[message, [type, [[part, [[time, 'text', [text], …]]]]]]]`. */
export function isEdits(list: readonly unknown[]): boolean {
  const [first] = list;
  const [message, inner] = pair(first);
  return typeof message === 'number' && typeof pair(inner)[0] === 'number';
}

/** A `context_history.json`. */
export function editsFile(list: readonly unknown[], place: Place): TaskFile {
  const edits: HistoryEdit[] = [];
  for (const [outer, entry] of list.entries()) {
    const [message, typed] = pair(entry);
    const [, parts] = pair(typed);
    for (const [inner, value] of pair(parts).entries()) {
      const [part, changes] = pair(value);
      for (const [at, change] of pair(changes).entries()) {
        const [time, type, texts] = pair(change);
        const [text] = pair(texts);
        const [index, piece, when] = [indexOf(message), indexOf(part), timeAt({ time }, 'time')];
        if (
          type === 'text' &&
          typeof text === 'string' &&
          index !== undefined &&
          piece !== undefined
        ) {
          const origin = originOf(place, [outer, 1, 1, inner, 1, at, 2, 0]);
          const seed = seedOf({ kind: 'tool_result', origin }, text);
          edits.push({ message: index, part: piece, at: when ?? 0, seed });
        }
      }
    }
  }
  return { kind: 'edits', edits: edits.toSorted((a, b) => a.at - b.at) };
}
