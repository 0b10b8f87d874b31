import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';

/** An answer of a tool, as a client receives it. */
export interface CaseAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** How the user answers when asked about a guarded file; `never`: the question stays open. */
export type UserAnswer = 'allow' | 'refuse' | 'never';

/** What a client is told of a tool. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A workspace with the files of the field cases laid out in it, and the tools on it: over the file adapter, or over the
 * real editor. Cases are written once and run on both; one that makes sense on one only says why.
 */
export abstract class CaseBench {
  /** Which host carries the edits out. */
  abstract readonly kind: 'files' | 'editor';
  /** The workspace folder, links resolved. */
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Makes a call over a connection of that name; each name is a client of its own. */
  abstract call(tool: string, args: unknown, session?: string): Promise<CaseAnswer>;

  /** Sets an editor setting (or the same setting of the headless server) until the bench is disposed. */
  abstract setting(key: string, value: unknown): Promise<void>;

  /** The workspace folder that the root is, or is in. */
  abstract readonly workspaceFolder: string;

  /** What the user was asked so far, one text for each question. */
  abstract readonly questions: readonly string[];

  /** How the user answers from now on; `asked` is called while the question is open. */
  abstract answerQuestions(answer: UserAnswer, asked?: () => void): void;

  /** The tools as a client lists them. */
  abstract tools(): Promise<readonly ListedTool[]>;

  /** Ends a client's connection; the next call under that name opens another. */
  abstract disconnect(session: string): Promise<void>;

  abstract dispose(): Promise<void>;

  path(name: string): string {
    return join(this.root, name);
  }

  /** Writes a file with the folders it needs, and gives its path. */
  put(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, content);
    return path;
  }

  bytes(name: string): Buffer {
    return fs.readFileSync(this.path(name));
  }

  text(name: string): string {
    return this.bytes(name).toString('utf8');
  }

  /** A call that must succeed. */
  async good(tool: string, args: unknown, session?: string): Promise<CaseAnswer> {
    const answer = await this.call(tool, args, session);
    assert.equal(answer.isError, false, answer.text);
    return answer;
  }

  /** A call that must fail, with one of the codes. */
  async bad(codes: string | readonly string[], tool: string, args: unknown): Promise<CaseAnswer> {
    const answer = await this.call(tool, args);
    assert.equal(answer.isError, true, answer.text);
    assert.ok([codes].flat().includes(String(answer.structured['code'])), answer.text);
    return answer;
  }
}

/** Makes a bench; `folder` names the part of the case files that is the workspace (`.` or `ws`). */
export type MakeCaseBench = (folder?: string) => Promise<CaseBench>;

/** Folder with the files of the field cases. */
export const caseFiles = 'test/fixtures/cases';

/**
 * Copies the case files to a folder and makes the links, hard links and modes that a checkout does not keep.
 *
 * @param from the folder `test/fixtures/cases`
 */
export function layOutCases(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true });
  const ws = join(to, 'ws');
  fs.symlinkSync('real/target.conf', join(ws, 'link.conf'));
  fs.symlinkSync('../outside/secret.txt', join(ws, 'leak.txt'));
  fs.rmSync(join(ws, 'hard-b.md'), { force: true });
  fs.linkSync(join(ws, 'hard-a.md'), join(ws, 'hard-b.md'));
  // The accent is a character of its own (NFD), as macOS writes names.
  fs.renameSync(join(ws, 'cafe.txt'), join(ws, 'cafe\u0301.txt'));
  fs.chmodSync(join(ws, 'sec01-run.sh'), 0o755);
  fs.chmodSync(join(ws, 'sec01-private.env'), 0o600);
}

/** The arguments in a file of `args/`, or the raw text of one that is damaged. */
export function caseArguments(bench: CaseBench, name: string): string {
  return bench.text(join('args', name));
}
