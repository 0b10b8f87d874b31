import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the launcher was asked to do, from VS Code's own flags; all paths are absolute. */
export interface LauncherFlags {
  /** The extension under development; the last one given. */
  readonly extensionDevelopmentPath?: string;
  readonly extensionTestsPath?: string;
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** A folder or a `.code-workspace` file. */
  readonly folder?: string;
  readonly workspaceTrust: boolean;
  /** Temporary folder with those of the two data folders that were not named; to be removed at the end. */
  readonly scratch: string;
}

/** Flags whose value may also stand in the next word. */
const VALUED = [
  'extensionDevelopmentPath',
  'extensionTestsPath',
  'user-data-dir',
  'extensions-dir',
  'folder-uri',
  'file-uri',
];

/**
 * Reads VS Code's command line as far as the launcher can follow it; other flags are passed over, since test runners
 * send several that mean nothing to a browser.
 *
 * `--enable-workspace-trust` is the launcher's own: `@vscode/test-electron` always sends `--disable-workspace-trust`,
 * and a test of an untrusted folder must be able to take that back.
 */
export function parseFlags(words: readonly string[]): LauncherFlags {
  const values = new Map<string, string>();
  const switches = new Set<string>();
  const positional: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [, flag, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (flag === undefined) {
      positional.push(word);
    } else if (value !== undefined) {
      values.set(flag, value);
    } else if (VALUED.includes(flag)) {
      values.set(flag, words[++at] ?? '');
    } else {
      switches.add(flag);
    }
  }
  const folder =
    values.get('folder-uri') ??
    values.get('file-uri') ??
    positional.find((word) => !word.startsWith('-'));
  const scratch = join(tmpdir(), `chipboard-editor-${process.pid}`);
  return {
    ...optionalPath('extensionDevelopmentPath', values.get('extensionDevelopmentPath')),
    ...optionalPath('extensionTestsPath', values.get('extensionTestsPath')),
    ...optionalPath('folder', folder),
    userDataDir: toPath(values.get('user-data-dir') ?? join(scratch, 'user-data')),
    extensionsDir: toPath(values.get('extensions-dir') ?? join(scratch, 'extensions')),
    workspaceTrust: switches.has('enable-workspace-trust'),
    scratch,
  };
}

function optionalPath<K extends string>(
  key: K,
  value: string | undefined,
): { [key in K]?: string } {
  return value ? ({ [key]: toPath(value) } as { [key in K]?: string }) : {};
}

function toPath(value: string): string {
  return resolve(value.startsWith('file:') ? fileURLToPath(value) : value);
}
