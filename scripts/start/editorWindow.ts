import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from '../setup/command.mjs';
import { ROOT } from '../setup/dependencies.mjs';
import { ensureEditor } from '../setup/editor.mjs';
import { ensureSystemPackages } from '../setup/system.mjs';
import { EditorBrowser } from '../editor/browser.ts';
import { startEditorServer } from '../editor/editorServer.ts';
import { windowUrl } from '../editor/windowUrl.ts';

/** An editor with the extension on a folder. */
export interface EditorWindow {
  /** What it is, for a person. */
  readonly name: string;
  /** The address to open it in a browser; undefined for desktop VS Code, which has its own window. */
  readonly url: string | undefined;
  /** Settles when the editor has ended by itself. */
  readonly ended: Promise<void>;
  dispose(): Promise<void>;
}

/** What to open. */
export interface WindowOptions {
  readonly folder: string;
  /** An empty folder for user data and extensions. */
  readonly scratch: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Opens desktop VS Code if `VSCODE_PATH` names it or `code` is on the PATH, else the npm build of VS Code, whose
 * window is held open by a headless browser.
 */
export async function openEditor(options: WindowOptions): Promise<EditorWindow> {
  const desktop = process.env['VSCODE_PATH'] ?? findOnPath('code');
  return desktop ? openDesktop(desktop, options) : openNpmBuild(options);
}

async function openDesktop(program: string, options: WindowOptions): Promise<EditorWindow> {
  const user = join(options.scratch, 'user', 'User');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'settings.json'), JSON.stringify(options.settings));
  const child = spawn(
    program,
    [
      `--extensionDevelopmentPath=${ROOT}`,
      `--user-data-dir=${join(options.scratch, 'user')}`,
      `--extensions-dir=${join(options.scratch, 'extensions')}`,
      '--disable-workspace-trust',
      '--skip-welcome',
      '--new-window',
      '--wait',
      options.folder,
    ],
    { env: { ...process.env, ...options.env }, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', reject);
  });
  return {
    name: `VS Code (${program})`,
    url: undefined,
    ended,
    async dispose() {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}

async function openNpmBuild(options: WindowOptions): Promise<EditorWindow> {
  const { chromium } = await ensureSystemPackages();
  const vscodeFolder = await ensureEditor();
  const extensionsDir = join(options.scratch, 'extensions');
  await mkdir(extensionsDir, { recursive: true });
  const server = await startEditorServer({
    vscodeFolder,
    userDataDir: join(options.scratch, 'user'),
    extensionsDir,
    settings: options.settings,
    env: options.env,
  });
  const browser = await EditorBrowser.launch({ chromium, serverUrl: server.url });
  const content = { folder: options.folder, extensionDevelopmentPath: ROOT };
  try {
    await browser.openWindow('main', content);
  } catch (error) {
    await server.dispose();
    throw error;
  }
  return {
    name: 'the npm build of VS Code',
    url: windowUrl(server.url, content),
    ended: server.ended,
    async dispose() {
      await browser.dispose();
      await server.dispose();
    },
  };
}
