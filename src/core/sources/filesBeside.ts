import { isObject, textAt } from './json.ts';
import type { TranscriptFormat, TranscriptSample } from './transcriptFormat.ts';

/** Which files belong to a transcript besides the one it is opened by. */
export interface FilePattern {
  /** Names from the base folder on, matched by `matchesName`. */
  readonly parts: readonly string[];
  /** Its records are told to the reader, or it only has texts that blocks name (`overflow`). */
  readonly use: 'records' | 'texts';
  /** Only those whose first records name the same session as the first of the main file. */
  readonly sameSession?: true;
}

/** How the files of a session lie. Paths have `/` between their parts. */
export interface FileLayout {
  /** The folder that patterns begin in. */
  base(main: string): string;
  /**
   * What to look for, given what was found so far (paths from the base on); asked again while more is found. Files are
   * read in the order of the patterns, and of one in the order of their names.
   */
  patterns(main: string, found: readonly string[]): readonly FilePattern[];
}

function folderOf(path: string, levels = 1): string {
  return path.split('/').slice(0, -levels).join('/') || '/';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `<id>.jsonl`, with `<id>/subagents`, `<id>/tool-results` and, from older versions, `agent-*.jsonl` beside it. */
const claudeCode: FileLayout = {
  base: (main) => folderOf(main),
  patterns: (main) => {
    const name = nameOf(main);
    if (!name.endsWith('.jsonl') || name.startsWith('agent-')) {
      return [];
    }
    const id = name.slice(0, -'.jsonl'.length);
    return [
      { parts: [id, 'subagents', '*.jsonl'], use: 'records' },
      { parts: ['agent-*.jsonl'], use: 'records', sameSession: true },
      { parts: [id, 'tool-results', '*'], use: 'texts' },
    ];
  },
};

/** Files of a task's folder, those with the messages first. */
const taskFiles = [
  'api_conversation_history.json',
  'ui_messages.json',
  'context_history.json',
  'task_metadata.json',
  'history_item.json',
];

const taskFolder: FileLayout = {
  base: (main) => folderOf(main),
  patterns: (main) =>
    taskFiles.includes(nameOf(main))
      ? taskFiles
          .filter((name) => name !== nameOf(main))
          .map((name) => ({ parts: [name], use: 'records' }))
      : [],
};

const opencodeSession = /\/session\/[^/]+\/([^/]+)\.json$/;
const opencodeMessage = /^message\/[^/]+\/([^/]+)\.json$/;

/** `session/<project>/<session>.json`, `message/<session>/<message>.json`, `part/<message>/<part>.json`. */
const opencode: FileLayout = {
  base: (main) => folderOf(main, opencodeSession.test(main) ? 3 : 1),
  patterns: (main, found) => {
    const session = opencodeSession.exec(main)?.[1];
    return session === undefined
      ? []
      : [
          { parts: ['message', session, '*.json'], use: 'records' },
          ...found.flatMap((path): FilePattern[] => {
            const message = opencodeMessage.exec(path)?.[1];
            return message === undefined
              ? []
              : [{ parts: ['part', message, '*.json'], use: 'records' }];
          }),
        ];
  },
};

/** `debug-logs/<session>/main.jsonl` with its children's logs. */
const debugLogs: FileLayout = {
  base: (main) => folderOf(main),
  patterns: (main) =>
    nameOf(main) === 'main.jsonl' ? [{ parts: ['*.jsonl'], use: 'records' }] : [],
};

/** By how the ids of formats begin. */
const layouts: readonly (readonly [string, FileLayout])[] = [
  ['claude', claudeCode],
  ['opencode', opencode],
  ['cline', taskFolder],
  ['roo', taskFolder],
  ['copilot', debugLogs],
];

/** How the files of a format's sessions lie; undefined if each is one file. */
export function layoutOf({ id }: Pick<TranscriptFormat, 'id'>): FileLayout | undefined {
  return layouts.find(([begin]) => id.startsWith(begin))?.[1];
}

/** The session that the first record with an id names; empty if none does. */
export function sessionNamed({ records }: Pick<TranscriptSample, 'records'>): string {
  for (const record of records) {
    const id = isObject(record) ? textAt(record, 'sessionId') : '';
    if (id !== '') {
      return id;
    }
  }
  return '';
}

/** Files by which the session of a folder is opened. */
const mainFiles = [
  'api_conversation_history.json',
  'events.jsonl',
  'main.jsonl',
  'ui_messages.json',
];

/** Name of the file by which the session of a folder is opened; undefined if the folder is no session. */
export function mainFileIn(names: readonly string[]): string | undefined {
  const known = mainFiles.find((name) => names.includes(name));
  const lines = names.filter((name) => name.endsWith('.jsonl'));
  return known ?? (lines.length === 1 ? lines[0] : undefined);
}

function matchesOne(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) {
    return pattern === name;
  }
  if (!name.startsWith(first)) {
    return false;
  }
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) {
      return false;
    }
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Whether a name is of a pattern: `*` stands for any characters, `|` divides patterns. */
export function matchesName(pattern: string, name: string): boolean {
  return pattern.split('|').some((one) => matchesOne(one, name));
}

/** Whether a pattern stands for one name only. */
export function isName(pattern: string): boolean {
  return !/[*|]/.test(pattern);
}
