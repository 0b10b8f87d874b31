import { cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { EditorBrowser } from './browser.ts';
import type { EditorServer } from './editorServer.ts';

const TAIL_LINES = 60;
const HOST_LOG = /^remoteexthost(\.\d+)?\.log$/;

/** A run that did not end well, still standing. */
export interface FailedRun {
  /** What went wrong, as a part of a sentence. */
  readonly reason: string;
  /** What the workbench logged last. Given when no test could say what is wrong: then the ends of all logs are printed. */
  readonly logs?: readonly string[] | undefined;
  readonly browser: EditorBrowser;
  readonly server: EditorServer;
}

/**
 * Saves a screenshot of each window and all logs of the editor in `CHIPBOARD_TEST_ARTIFACTS`, or in a new temporary
 * folder, and prints where they are. Never throws: it runs when something is broken already.
 */
export async function reportFailure(run: FailedRun): Promise<void> {
  console.error(`editor: ${run.reason}`);
  try {
    const folder =
      process.env.CHIPBOARD_TEST_ARTIFACTS ?? (await mkdtemp(join(tmpdir(), 'chipboard-failure-')));
    await mkdir(folder, { recursive: true });
    await saveScreenshots(run.browser, folder);
    const logs = join(folder, 'logs');
    await cp(run.server.logsFolder, logs, { recursive: true, force: true });
    if (run.logs) {
      printTail('server', run.server.output());
      printTail('workbench', run.logs.map((message) => message.split('\n', 1)[0]).join('\n'));
      for (const path of await hostLogs(logs)) {
        printTail(basename(path), await readFile(path, 'utf8'));
      }
    }
    console.error(`editor: logs in ${logs}`);
  } catch (error) {
    console.error('editor: the failure could not be recorded in full:', error);
  }
}

async function saveScreenshots(browser: EditorBrowser, folder: string): Promise<void> {
  for (const name of browser.windowNames) {
    const path = join(folder, `${name}.png`);
    await browser.window(name).screenshot({ path, timeout: 5_000 });
    console.error(`editor: screenshot ${path}`);
  }
}

async function hostLogs(logs: string): Promise<string[]> {
  const files = await readdir(logs, { recursive: true });
  return files
    .filter((file) => HOST_LOG.test(basename(file)))
    .sort()
    .map((file) => join(logs, file));
}

function printTail(title: string, text: string): void {
  // The workbench repeats some lines dozens of times; once is enough to read.
  const lines = [...new Set(text.split('\n'))].filter((line) => line.trim() !== '');
  console.error(`--- ${title}, last ${Math.min(TAIL_LINES, lines.length)} lines ---`);
  console.error(lines.slice(-TAIL_LINES).join('\n'));
}
