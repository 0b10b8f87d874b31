import { appendFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { madeText, type MadeRecord } from '../../fakes/madeTranscripts.ts';
import type {
  SessionAt,
  TranscriptResult,
  TranscriptSource,
  TranscriptState,
} from '../../../src/ports/transcripts.ts';

/** A folder with files of transcripts. */
export interface TranscriptFolder {
  readonly path: string;
  /** Writes a file of lines, or a text as it is. Answers its path. */
  write(name: string, content: readonly MadeRecord[] | string): Promise<string>;
  append(name: string, content: readonly MadeRecord[] | string): Promise<void>;
  remove(): Promise<void>;
}

/** Makes an empty folder. */
export async function transcriptFolder(): Promise<TranscriptFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-transcripts-')));
  const text = (content: readonly MadeRecord[] | string): string =>
    typeof content === 'string' ? content : madeText(content);
  return {
    path,
    write: async (name, content) => {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text(content));
      return file;
    },
    append: (name, content) => appendFile(join(path, name), text(content)),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** The value of a result that must be one. */
export function valueOf<T>(result: TranscriptResult<T>): T {
  if (!result.ok) {
    throw new Error(`${result.failure.code}: ${result.failure.message}`);
  }
  return result.value;
}

/** The code of a result that must be a failure. */
export function codeOf(result: TranscriptResult<unknown>): string {
  return result.ok ? 'ok' : result.failure.code;
}

/** The main session in a state. */
export function mainOf({ transcript, generation }: TranscriptState): SessionAt {
  return { transcript, generation, session: [] };
}

/** Waits for a state that is as wanted; fails after two seconds. */
export function stateWhere(
  source: TranscriptSource,
  wanted: (state: TranscriptState) => boolean,
  milliseconds = 2000,
): Promise<TranscriptState> {
  return new Promise((resolve, reject) => {
    let last: TranscriptState | undefined;
    const timer = setTimeout(() => {
      subscription.dispose();
      reject(new Error(`No such state; the last was ${JSON.stringify(last)}`));
    }, milliseconds);
    const subscription = source.onDidChange((state) => {
      last = state;
      if (wanted(state)) {
        clearTimeout(timer);
        subscription.dispose();
        resolve(state);
      }
    });
  });
}

/** Descriptions of the blocks of the main session, as the source gives them. */
export async function wordsOf(source: TranscriptSource, state: TranscriptState): Promise<string[]> {
  const blocks = valueOf(await source.blocks(mainOf(state), { from: 0, limit: 500 }));
  return blocks.map(({ description }) => description);
}
