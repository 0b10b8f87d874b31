/*
 * The main job: builds the extension, opens the editor with it on a copy of the sample project, and lets a scripted
 * agent do one session. Stays until Ctrl-C.
 *
 * --once            ends after the session; the exit code tells whether it came out right
 * --workspace DIR   serves this folder instead, without a session, and prints one line of JSON with the connection
 * --port P          port of the MCP server (with --workspace)
 */
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './setup/command.mjs';
import { ROOT } from './setup/dependencies.mjs';
import { step } from './setup/progress.mjs';
import { awaitConnection, connectionHelp } from './start/connection.ts';
import { runDemoSession } from './start/demoSession.ts';
import { openEditor } from './start/editorWindow.ts';

const { values } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    workspace: { type: 'string' },
    port: { type: 'string', default: '0' },
  },
});

const stopped = new Promise<void>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => done());
  }
});

process.exitCode = await main();

async function main(): Promise<number> {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    process.stderr.write('--port takes a number from 0 to 65535.\n');
    return 2;
  }
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-start-')));
  try {
    return await serve(scratch, port);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function serve(scratch: string, port: number): Promise<number> {
  await step('building the extension', () =>
    run(process.execPath, [join(ROOT, 'scripts', 'build.ts')], { cwd: ROOT }),
  );
  const folder =
    values.workspace === undefined ? join(scratch, 'sample') : resolve(values.workspace);
  if (values.workspace === undefined) {
    await cp(join(ROOT, 'test', 'fixtures', 'workspaces', 'basic'), folder, { recursive: true });
  }
  const file = join(scratch, 'connection.json');
  const env = { CHIPBOARD_CONNECTION_FILE: file };
  const settings = { 'chipboard.mcp.port': port };
  const editor = await openEditor({ folder, scratch, settings, env });
  try {
    const connection = await awaitConnection(file);
    if (values.workspace !== undefined) {
      process.stdout.write(`${JSON.stringify({ ...connection, editor: editor.url ?? null })}\n`);
      await Promise.race([stopped, editor.ended]);
      return 0;
    }
    const at = editor.url === undefined ? '' : `\nOpen it in a browser: ${editor.url}`;
    process.stdout.write(`\nThe extension runs in ${editor.name}, on ${folder}.${at}\n`);
    process.stdout.write(`MCP server: ${connection.mcp}\n${connectionHelp(connection)}\n`);
    await runDemoSession(connection, folder);
    process.stdout.write('\nThe session came out right.\n');
    if (!values.once) {
      process.stdout.write('The editor stays open; press Ctrl-C to end.\n');
      await Promise.race([stopped, editor.ended]);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await editor.dispose();
  }
}
