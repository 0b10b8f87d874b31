/*
 * Measures the extension's activation in the real editor, in several windows. Printed are
 *
 * - what the extension host itself counts, as its "Running Extensions" editor shows it, for ours and for an extension
 *   that does nothing, side by side: most of that figure is the host's own work while many extensions start;
 * - what is ours alone: loading the code anew in a running host, and the time in `activate` by our log.
 *
 * Asserts nothing. --runs N: windows opened one after another; 7 if absent
 */
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { EditorBrowser } from '../editor/browser.ts';
import { startEditorServer } from '../editor/editorServer.ts';
import { run } from '../setup/command.mjs';
import { ROOT } from '../setup/dependencies.mjs';
import { ensureEditor } from '../setup/editor.mjs';
import { ensureSystemPackages } from '../setup/system.mjs';
import { median } from './median.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
const scratch = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-bench-')));
try {
  await run(process.execPath, [join(ROOT, 'scripts', 'build.ts'), '--minify'], { cwd: ROOT });
  const runs = await measure(Number(values.runs));
  const { size } = await stat(join(ROOT, 'dist', 'extension.js'));
  print(
    'the host counts for Chipboard',
    runs.map(({ ours }) => ours),
  );
  print(
    'the host counts for an empty extension',
    runs.map(({ empty }) => empty),
  );
  const [load, activate] = [await loadTimes(runs.length), await activateTimes()];
  print('loading our code', load);
  print('in activate()', activate);
  const alone = median(load) + median(activate);
  process.stdout.write(`ours alone: ${alone.toFixed(1)} ms, the sum of the last two medians\n`);
  process.stdout.write(`dist/extension.js ${(size / 1000).toFixed(1)} kB\n`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** Activation times of one window, in milliseconds. */
interface Run {
  readonly ours: number;
  readonly empty: number;
}

function print(name: string, times: readonly number[]): void {
  const all = times.map((time) => time.toFixed(1)).join(', ');
  process.stdout.write(`${name}: median ${median(times).toFixed(1)} ms (${all})\n`);
}

async function measure(runs: number): Promise<Run[]> {
  const { chromium } = await ensureSystemPackages();
  const vscodeFolder = await ensureEditor();
  const folder = join(scratch, 'workspace');
  await cp(join(ROOT, 'test', 'fixtures', 'workspaces', 'basic'), folder, { recursive: true });
  const extensionsDir = join(scratch, 'extensions');
  await writeEmptyExtension(join(extensionsDir, 'bench.empty-0.0.1'));
  const userDataDir = join(scratch, 'user');
  const server = await startEditorServer({ vscodeFolder, userDataDir, extensionsDir });
  const browser = await EditorBrowser.launch({ chromium, serverUrl: server.url });
  try {
    const times: Run[] = [];
    for (let index = 0; index < runs; index++) {
      const name = `run ${index}`;
      const page = await browser.openWindow(name, { folder, extensionDevelopmentPath: ROOT });
      times.push(await activationTimes(page));
      // The window stays until it has loaded our code once more.
      await loadTimes(index + 1);
      await browser.closeWindow(name);
    }
    return times;
  } finally {
    await browser.dispose();
    await server.dispose();
  }
}

/** Does nothing at its start; later it loads our code once more and writes down how long that took. */
function emptyExtension(): string {
  return `
require('vscode');
exports.activate = () => {
  setTimeout(() => {
    const ours = ${JSON.stringify(join(ROOT, 'dist', 'extension.js'))};
    delete require.cache[ours];
    const started = performance.now();
    require(ours);
    const took = performance.now() - started;
    require('node:fs').appendFileSync(${JSON.stringify(join(scratch, 'load.txt'))}, took + '\\n');
  }, 3000);
};
`;
}

/** Times of loading our code, one a window; waits until every window has written its own. */
async function loadTimes(runs: number): Promise<number[]> {
  for (;;) {
    const text = await readFile(join(scratch, 'load.txt'), 'utf8').catch(() => '');
    const times = text.split('\n').filter(Boolean).map(Number);
    if (times.length >= runs) {
      return times;
    }
    await sleep(200);
  }
}

/** Times in `activate`, by the logs of all windows. */
async function activateTimes(): Promise<number[]> {
  const files = await readdir(join(scratch, 'user'), { recursive: true });
  const times: number[] = [];
  for (const file of files.filter((name) => basename(name) === 'Chipboard.log')) {
    const text = await readFile(join(scratch, 'user', file), 'utf8');
    times.push(Number(/Activated in ([\d.]+) ms/.exec(text)?.[1]));
  }
  return times;
}

async function writeEmptyExtension(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = {
    name: 'empty',
    publisher: 'bench',
    version: '0.0.1',
    displayName: 'Empty Extension',
    engines: { vscode: '^1.100.0' },
    main: './empty.js',
    activationEvents: ['onStartupFinished'],
    extensionKind: ['workspace'],
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'empty.js'), emptyExtension());
}

async function activationTimes(page: Page): Promise<Run> {
  await page.locator('[id="chipboard.chipboard.chipboard.status"]').waitFor({ timeout: 60_000 });
  // The editor lists what has been activated when it is opened, so it is opened when both are.
  await sleep(3000);
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill('>Developer: Show Running Extensions');
  await page.locator('.quick-input-list .monaco-list-row').first().click();
  const timeOf = async (name: string): Promise<number> => {
    const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: name });
    const time = row.locator('.activation-time').filter({ hasText: /\d+ms/ });
    return Number(/(\d+)ms/.exec(await time.innerText({ timeout: 20_000 }))?.[1]);
  };
  return { ours: await timeOf('chipboard.chipboard'), empty: await timeOf('Empty Extension') };
}
