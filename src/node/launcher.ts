/*
 * The program that agents are told to start: at a path that stays when the extension or the editor is updated. It finds
 * the installed extension, and knows the storage folder.
 */
import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { StdioCommand } from '../ports/outsideAgents.ts';
import { writePrivate } from './privateFile.ts';

/** What a launcher is made for. */
export interface LauncherPlace {
  /** The extension's global storage. */
  readonly storageFolder: string;
  /** Where the extension is installed now. */
  readonly extensionFolder: string;
  /** The editor's own program, which can be Node. */
  readonly execPath: string;
  readonly platform: string;
}

/** A file of the launcher. */
export interface LauncherFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

const name = 'chipboard-mcp';

/** The command for agents' configurations. */
function launcherCommand({ storageFolder, platform }: LauncherPlace): StdioCommand {
  const file = join(storageFolder, 'bin', name);
  // Batch files can be started by the command interpreter only.
  return platform === 'win32'
    ? { command: 'cmd', args: ['/c', `${file}.cmd`] }
    : { command: file, args: [] };
}

/** The files, as they are to be. */
export function launcherFiles(place: LauncherPlace): readonly LauncherFile[] {
  const script = join(place.storageFolder, 'bin', `${name}.mjs`);
  const start: LauncherFile =
    place.platform === 'win32'
      ? {
          path: join(place.storageFolder, 'bin', `${name}.cmd`),
          text: batchText(place.execPath, script),
          mode: 0o700,
        }
      : {
          path: join(place.storageFolder, 'bin', name),
          text: shellText(place.execPath, script),
          mode: 0o755,
        };
  return [{ path: script, text: scriptText(place), mode: 0o644 }, start];
}

/** Writes the files that differ from what is there. */
export async function installLauncher(place: LauncherPlace): Promise<StdioCommand> {
  await fs.mkdir(join(place.storageFolder, 'bin'), { recursive: true });
  for (const { path, text, mode } of launcherFiles(place)) {
    const present = await fs.readFile(path, 'utf8').catch(() => undefined);
    if (present !== text) {
      await writePrivate(path, text);
    }
    await fs.chmod(path, mode);
  }
  return launcherCommand(place);
}

// The editor's program is gone after some updates, until the extension has run once again; then any Node will do.
function shellText(execPath: string, script: string): string {
  return `#!/bin/sh
# Starts Chipboard's MCP server; written by the extension.
node=${quoted(execPath)}
[ -x "$node" ] || node=node
ELECTRON_RUN_AS_NODE=1 exec "$node" ${quoted(script)} "$@"
`;
}

function batchText(execPath: string, script: string): string {
  const escaped = (path: string): string => path.replaceAll('%', '%%');
  return [
    '@echo off',
    "rem Starts Chipboard's MCP server; written by the extension.",
    'setlocal',
    'set ELECTRON_RUN_AS_NODE=1',
    `set "NODE_PROGRAM=${escaped(execPath)}"`,
    'if not exist "%NODE_PROGRAM%" set "NODE_PROGRAM=node"',
    `"%NODE_PROGRAM%" "${escaped(script)}" %*`,
    '',
  ].join('\r\n');
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

/** `publisher.name-1.2.3` → `publisher.name-`; a folder of another form has no sisters. */
function familyOf(extensionFolder: string): string {
  return /^(.+?-)\d+\.\d+\.\d+/.exec(basename(extensionFolder))?.[1] ?? '';
}

function scriptText({ extensionFolder, storageFolder }: LauncherPlace): string {
  return `// Finds the installed Chipboard and runs its MCP server; written by the extension.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const installed = ${JSON.stringify(extensionFolder)};
const extensions = ${JSON.stringify(dirname(extensionFolder))};
const family = ${JSON.stringify(familyOf(extensionFolder))};
const storage = ${JSON.stringify(storageFolder)};

delete process.env.ELECTRON_RUN_AS_NODE;
const program = (folder) => join(folder, 'dist', 'headless.js');
const newest = () =>
  readdirSync(extensions)
    .filter((name) => family !== '' && name.startsWith(family) && /^\\d/.test(name.slice(family.length)))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(extensions, name))
    .find((folder) => existsSync(program(folder)));
const folder = existsSync(program(installed)) ? installed : newest();
if (folder === undefined) {
  process.stderr.write('Chipboard is not installed any more; take its entry out of the configuration.\\n');
  process.exitCode = 2;
} else {
  process.argv.splice(2, 0, '--storage', storage);
  await import(pathToFileURL(program(folder)).href);
}
`;
}
