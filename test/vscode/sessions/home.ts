import { mkdir, mkdtemp, readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import * as vscode from 'vscode';
import { projectSlug } from '../../../src/core/sources/workspaceMarks.ts';
import { workspacePath } from '../workspaceFiles.ts';

/** A home folder with samples of sessions in it. The extension host's own home is it until it is left. */
export interface SessionHome {
  readonly path: string;
  /** Of the workspace: Claude Code, a compaction by hand. */
  readonly claude: string;
  /** Of the workspace: Codex. */
  readonly codex: string;
  /** Of another folder. */
  readonly elsewhere: string;
  /** Writes a file that was never read; answers its path. */
  put(name: string, text: string): Promise<string>;
  /** Moves to a home without anything while something is done. */
  whileEmpty(work: () => Promise<void>): Promise<void>;
  leave(): Promise<void>;
}

/** Long before anything here was written. */
const longAgo = new Date('2001-01-01');

/** Variables that would lead elsewhere. */
const others = [
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
];

/** Text of a sample below `test/fixtures/transcripts`. */
export function sample(name: string): Promise<string> {
  const extension = vscode.extensions.getExtension('chipboard.chipboard');
  const root = extension?.extensionPath ?? '';
  return readFile(join(root, 'test', 'fixtures', 'transcripts', name), 'utf8');
}

/** Makes a home and moves there. */
export async function enterHome(): Promise<SessionHome> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-home-')));
  const former = { ...env };
  const workspace = dirname(workspacePath('x'));
  const put = async (name: string, text: string): Promise<string> => {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await utimes(file, longAgo, new Date());
    return file;
  };
  const working = (text: string): string =>
    text.replace(/"cwd":"[^"]*"/g, () => `"cwd":${JSON.stringify(workspace)}`);
  const projects = join('.claude', 'projects');
  const home = {
    path,
    put,
    claude: await put(
      join(projects, projectSlug(workspace), '98b76fb9-f5d3-40c5-ab82-b970c20e3764.jsonl'),
      working(await sample('claude-code/manual-compact.jsonl')),
    ),
    codex: await put(
      join('.codex', 'sessions', '2026', '02', '18', 'rollout-plain.jsonl'),
      working(await sample('codex/plain.jsonl')),
    ),
    elsewhere: await put(
      join(projects, '-path-to-Rile', 'elsewhere.jsonl'),
      await sample('claude-code/zero-usage.jsonl'),
    ),
    async whileEmpty(work: () => Promise<void>) {
      env['HOME'] = join(path, 'empty');
      await work();
      env['HOME'] = path;
    },
    async leave() {
      Object.assign(env, former);
      await rm(path, { recursive: true, force: true });
    },
  };
  env['HOME'] = path;
  for (const name of others) {
    // The variables of this process.
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    delete env[name];
  }
  if (homedir() !== path) {
    throw new Error('The home folder is another one.');
  }
  return home;
}

/** Whether a file of the home was read since it was made. */
export async function wasRead(file: string): Promise<boolean> {
  return (await stat(file)).atimeMs > longAgo.getTime();
}
