import { contentText } from '../contentText.ts';
import { isObject, textAt, type JsonObject } from '../json.ts';
import type { PathStep, RecordedKind } from '../recordedBlock.ts';
import { runsOf, type Runs } from '../../../ports/runs.ts';
import { originOf, type BlockInWork } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';
import { addBlock } from './addBlock.ts';
import type { ThreadState } from './threadState.ts';
import { noteTyped } from './typedCommand.ts';

/** A record with its place. */
export interface UserRecord {
  readonly value: JsonObject;
  readonly place: Place;
  readonly native: string;
  readonly at: number | undefined;
}

/** Tags with which texts begin that Claude Code puts in by itself. */
const injectedTags =
  /^\s*<(?:system-reminder|command-(?:name|message|args)|local-command-\w+|task-notification|bash-(?:input|stdout|stderr)|user-prompt-submit-hook|ide_\w+)>/;

/** Texts that a Stop leaves behind. */
const interrupted = /^\[Request interrupted by user/;

/** What a text in a user record is. */
function kindOfText(record: JsonObject, text: string): RecordedKind {
  if (record['isCompactSummary'] === true) {
    return 'summary';
  }
  return record['isMeta'] === true || injectedTags.test(text.slice(0, 200))
    ? 'injected'
    : 'user_message';
}

/** Names of files in `tool-results` that stand in a result whose text was too long for the transcript. */
const overflowFile = /tool-results[/\\]([\w.-]{1,200})/;
const overflowTag = '<persisted-output>';

function overflowOf(text: string): string | undefined {
  return text.slice(0, 200).includes(overflowTag)
    ? overflowFile.exec(text.slice(0, 2000))?.[1]
    : undefined;
}

/** What the blocks of a user record mean for its thread. */
export interface UserBlocks {
  readonly blocks: Runs;
  /** The first text that the user said; undefined if there is none. */
  readonly question?: string;
  readonly results: boolean;
  readonly interrupted: boolean;
}

interface Part {
  readonly value: unknown;
  readonly path: readonly PathStep[];
}

function partsOf(content: unknown): Part[] {
  if (content === undefined) {
    return [];
  }
  return Array.isArray(content)
    ? (content as readonly unknown[]).map((value, index) => ({
        value,
        path: ['message', 'content', index],
      }))
    : [{ value: content, path: ['message', 'content'] }];
}

function addResult(
  thread: ThreadState,
  record: UserRecord,
  value: JsonObject,
  path: readonly PathStep[],
): number {
  const call = textAt(value, 'tool_use_id');
  const head = thread.draft.blocks[thread.calls.get(call) ?? -1];
  const whole = value['content'] !== undefined;
  const content = whole ? value['content'] : value;
  const text = contentText(content);
  const overflow = overflowOf(text);
  const block: BlockInWork = {
    kind: 'tool_result',
    native: record.native,
    call,
    origin: originOf(record.place, whole ? [...path, 'content'] : path),
  };
  if (head?.tool !== undefined) {
    block.tool = head.tool;
  }
  if (head?.path !== undefined) {
    block.path = head.path;
  }
  if (value['is_error'] === true) {
    block.failed = true;
  }
  if (overflow !== undefined) {
    block.overflow = overflow;
  }
  if (record.at !== undefined) {
    block.at = record.at;
  }
  const index = addBlock(thread, block, content, text);
  thread.results.set(call, index);
  return index;
}

/** Adds the blocks of a record of type `user`: texts, pictures, results. */
export function addUserBlocks(
  thread: ThreadState,
  record: UserRecord,
  content: unknown,
): UserBlocks {
  const blocks: number[] = [];
  let question: string | undefined;
  let results = false;
  let stopped = false;
  for (const { value, path } of partsOf(content)) {
    if (isObject(value) && textAt(value, 'type') === 'tool_result') {
      results = true;
      blocks.push(addResult(thread, record, value, path));
      continue;
    }
    const isText = isObject(value) && typeof value['text'] === 'string';
    const part = isText ? textAt(value, 'text') : value;
    const text = contentText(part);
    const kind = kindOfText(record.value, text);
    blocks.push(
      addBlock(
        thread,
        {
          kind,
          native: record.native,
          origin: originOf(record.place, isText ? [...path, 'text'] : path),
          ...(record.at !== undefined && { at: record.at }),
        },
        part,
        text,
      ),
    );
    if (interrupted.test(text)) {
      stopped = true;
    } else if (kind === 'user_message') {
      question ??= text;
    } else {
      noteTyped(thread, text);
    }
  }
  return {
    blocks: runsOf(blocks),
    ...(question !== undefined && { question }),
    results,
    interrupted: stopped,
  };
}
