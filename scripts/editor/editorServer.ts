import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { editorNode } from '../setup/editor.mjs';

const START_MS = 60_000;
const KILL_AFTER_MS = 3_000;

/** What a server of the npm build of VS Code is started with. */
export interface EditorServerOptions {
  /** The folder that holds `out/server-main.js`, as `ensureEditor` gives it. */
  readonly vscodeFolder: string;
  /** Laid out as desktop VS Code does: `User/settings.json`, `User/globalStorage`, … Created when missing. */
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** Loopback port; 0 or absent takes a free one. */
  readonly port?: number;
  /** Whether folders must be trusted first, as for a person. Off by default: every folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** Written to `User/settings.json` before the start, over what is there. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Written to `User/chatLanguageModels.json` before the start: the chat models a person added by hand. */
  readonly chatModels?: readonly unknown[];
  /** Added to the environment of the server, which the extension host inherits. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running server; several browser windows may use it, each with an extension host of its own. */
export interface EditorServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** `127.0.0.1:<port>`, the authority of `vscode-remote` addresses. */
  readonly authority: string;
  /** The folder under which the server and the extension hosts write their logs. */
  readonly logsFolder: string;
  /** What the server printed so far. */
  output(): string;
  /** Settles when the server process has ended, wanted or not. */
  readonly ended: Promise<void>;
  /** Ends the server with all its extension hosts. Safe to call twice. */
  dispose(): Promise<void>;
  /** The same at once, for a process that is about to exit. */
  kill(): void;
}

/**
 * Starts a server and waits until it answers.
 * @throws {Error} When it ends or stays silent for 60 s; the message carries what it printed.
 */
export async function startEditorServer(options: EditorServerOptions): Promise<EditorServer> {
  const serverData = await layOutData(options);
  // The editor's sockets would stay in the temporary folder when its processes are killed. Short, as socket paths must be.
  const sockets = await mkdtemp(join(tmpdir(), 'chipboard-run-'));
  // Its own process group, so that the extension hosts, watchers and terminals can be ended with it.
  const child = spawn(editorNode(options.vscodeFolder), serverArguments(options, serverData), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: serverEnvironment({ ...options.env, XDG_RUNTIME_DIR: sockets }),
  });
  let output = '';
  const collect = (data: Buffer): void => void (output += data.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const dispose = async (): Promise<void> => {
    await endGroup(child, ended);
    await rm(sockets, { recursive: true, force: true });
  };
  try {
    const port = await listeningPort(child, () => output);
    const authority = `127.0.0.1:${port}`;
    await untilAnswering(`http://${authority}/`);
    return {
      url: `http://${authority}`,
      authority,
      logsFolder: join(serverData, 'data', 'logs'),
      output: () => output,
      ended,
      dispose,
      kill: () => {
        signalGroup(child, 'SIGKILL');
        rmSync(sockets, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * The server keeps user data at `<server data>/data/User`. A link there gives the user data folder the layout of the
 * desktop, so tests find the same files in both.
 */
async function layOutData(options: EditorServerOptions): Promise<string> {
  const user = resolve(options.userDataDir, 'User');
  const serverData = resolve(options.userDataDir, 'server');
  await mkdir(user, { recursive: true });
  await mkdir(options.extensionsDir, { recursive: true });
  await mkdir(join(serverData, 'data'), { recursive: true });
  await symlink(user, join(serverData, 'data', 'User'), 'junction').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  });
  if (options.settings) {
    // Settings of scope `machine` are taken from the machine the extension host runs on.
    const machine = join(serverData, 'data', 'Machine');
    await mkdir(machine, { recursive: true });
    for (const folder of [user, machine]) {
      const text = JSON.stringify(options.settings, undefined, 2);
      await writeFile(join(folder, 'settings.json'), text);
    }
  }
  if (options.chatModels) {
    await writeFile(
      join(user, 'chatLanguageModels.json'),
      JSON.stringify(options.chatModels, undefined, 2),
    );
  }
  return serverData;
}

function serverArguments(options: EditorServerOptions, serverData: string): string[] {
  return [
    join(options.vscodeFolder, 'out', 'server-main.js'),
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
    ...[
      '--without-connection-token',
      '--accept-server-license-terms',
      '--enable-smoke-test-driver',
    ],
    ...['--telemetry-level', 'off'],
    ...['--server-data-dir', serverData, '--extensions-dir', resolve(options.extensionsDir)],
    ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
  ];
}

function serverEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  // A terminal inside VS Code sets variables that would make the server talk to that VS Code.
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(key),
  );
  // An empty gallery keeps the editor from looking for a marketplace.
  return { ...Object.fromEntries(own), ...extra, EXTENSIONS_GALLERY: '{}' };
}

async function listeningPort(child: ChildProcess, output: () => string): Promise<number> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const port = /Extension host agent listening on (\d+)/.exec(output())?.[1];
    if (port) {
      return Number(port);
    }
    await sleep(50);
  }
  throw new Error(`The editor's server did not start.\n${output()}`);
}

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    if (Date.now() > deadline) {
      throw new Error(`The editor's server does not answer at ${url}.`);
    }
    await sleep(100);
  }
}

async function endGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const inTime = await Promise.race([
    ended.then(() => true),
    sleep(KILL_AFTER_MS, false, { ref: false }),
  ]);
  // Also after a clean end: an extension host may outlive its server.
  signalGroup(child, 'SIGKILL');
  if (!inTime) {
    await ended;
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
