/*
 * The tools without the editor: an MCP server on standard input and output. While a window of the editor has the same
 * folder open, calls go to that window. With the word `inspect`: a report on another agent's recorded session.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import { compose } from './compose.ts';
import { serveStdio } from './mcp/stdioServer.ts';
import { findWindows } from './node/discovery.ts';
import { headlessAdapters } from './node/headless/adapters.ts';
import { endInOrder, onEnd } from './node/headless/ending.ts';
import { parseFlags } from './node/headless/flags.ts';
import type { HeadlessFlags } from './node/headless/flags.ts';
import { fixedWorkspace, servedFolders } from './node/headless/folders.ts';
import { inspect } from './node/headless/inspect.ts';
import { nodeProblem } from './node/headless/nodeVersion.ts';
import { defaultSettings, headlessSettings } from './node/headless/settings.ts';
import { stderrLog } from './node/headless/stderrLog.ts';
import { defaultStorage } from './node/headless/storage.ts';
import { hourly } from './node/hourly.ts';

const { env, platform, stdin, stdout } = process;
/** Bundled, this is `dist/headless.js`; run as it is, `src/headless.ts`. */
const here = import.meta.filename;

/** Serves until the client leaves. Answers what is wrong when that is not possible. */
async function serve(flags: HeadlessFlags): Promise<string | undefined> {
  const served = await servedFolders(flags.roots, { cwd: process.cwd(), home: homedir() });
  if (!served.ok) {
    return served.text;
  }
  const { folders, warning } = served;
  const log = stderrLog((text) => process.stderr.write(text));
  if (warning !== undefined) {
    log.warn(warning);
  }
  const storage = path.resolve(flags.storage ?? defaultStorage({ platform, home: homedir(), env }));
  const database = path.resolve(flags.db ?? path.join(storage, 'chipboard.db'));
  const adapters = headlessAdapters({ program: here, database, log, encoding: flags.encoding });
  const runtime = compose({
    ...adapters,
    workspace: fixedWorkspace(folders),
    settings: await headlessSettings(defaultSettings(env['LANG'] ?? ''), storage, flags),
  });
  const connection = await serveStdio({
    ...adapters,
    ...{ input: stdin, output: stdout, service: runtime.tools, version: version() },
    findWindows: () => findWindows(storage, folders),
  });
  const recovered = runtime.recover();
  const sweeping = hourly(() => runtime.sweep());
  await onEnd(connection.ended, process);
  await endInOrder(connection, async () => {
    sweeping.dispose();
    await recovered;
    runtime.dispose();
    await adapters.close();
  });
  // What a call left behind, such as a connection to a window, does not keep the process.
  process.exit(0);
}

function version(): string {
  const text = readFileSync(path.join(path.dirname(here), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** What the command line asks for; answers what is wrong when that is not possible. */
async function obey(args: readonly string[]): Promise<string | undefined> {
  const parsed = parseFlags(args, env, path.delimiter);
  switch (parsed.kind) {
    case 'help':
      stdout.write(parsed.text);
      return undefined;
    case 'problem':
      return parsed.text;
    case 'serve':
      return nodeProblem(process.versions.node) ?? serve(parsed.flags);
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'inspect') {
  void inspect(rest, process.cwd()).then(({ out, problem, code }) => {
    stdout.write(out);
    process.stderr.write(problem);
    process.exitCode = code;
  });
} else {
  void obey(process.argv.slice(2)).then((problem) => {
    if (problem !== undefined) {
      process.stderr.write(problem);
      process.exitCode = 2;
    }
  });
}
