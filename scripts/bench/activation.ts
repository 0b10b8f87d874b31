/*
 * Measures the extension's activation in the real editor: what the extension host itself counts (loading the code and
 * the call of `activate`), as the "Running Extensions" editor shows it. Prints each run, the median and the bundle's
 * size; asserts nothing.
 *
 * --runs N   windows opened one after another; 7 if absent
 */
import { cp, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { EditorBrowser } from '../editor/browser.ts';
import { startEditorServer } from '../editor/editorServer.ts';
import { run } from '../setup/command.mjs';
import { ROOT } from '../setup/dependencies.mjs';
import { ensureEditor } from '../setup/editor.mjs';
import { ensureSystemPackages } from '../setup/system.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
const scratch = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-bench-')));
try {
  await run(process.execPath, [join(ROOT, 'scripts', 'build.ts'), '--minify'], { cwd: ROOT });
  const times = await measure(Number(values.runs));
  const sorted = times.toSorted((a, b) => a - b);
  const { size } = await stat(join(ROOT, 'dist', 'extension.js'));
  process.stdout.write(`activation, ms per window: ${times.join(', ')}\n`);
  process.stdout.write(
    `median ${sorted[Math.floor(sorted.length / 2)]} ms, first ${times[0]} ms; dist/extension.js ${(size / 1000).toFixed(1)} kB\n`,
  );
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function measure(runs: number): Promise<number[]> {
  const { chromium } = await ensureSystemPackages();
  const vscodeFolder = await ensureEditor();
  const folder = join(scratch, 'workspace');
  await cp(join(ROOT, 'test', 'fixtures', 'workspaces', 'basic'), folder, { recursive: true });
  const server = await startEditorServer({
    vscodeFolder,
    userDataDir: join(scratch, 'user'),
    extensionsDir: join(scratch, 'extensions'),
  });
  const browser = await EditorBrowser.launch({ chromium, serverUrl: server.url });
  try {
    const times: number[] = [];
    for (let index = 0; index < runs; index++) {
      const name = `run ${index}`;
      const page = await browser.openWindow(name, { folder, extensionDevelopmentPath: ROOT });
      times.push(await activationTime(page));
      await browser.closeWindow(name);
    }
    return times;
  } finally {
    await browser.dispose();
    await server.dispose();
  }
}

async function activationTime(page: Page): Promise<number> {
  await page.locator('[id="chipboard.chipboard.chipboard.status"]').waitFor({ timeout: 60_000 });
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill('>Developer: Show Running Extensions');
  await page.locator('.quick-input-list .monaco-list-row').first().click();
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Chipboard' });
  const time = row.locator('.activation-time');
  await time.filter({ hasText: /\d+ms/ }).waitFor({ timeout: 20_000 });
  return Number(/(\d+)ms/.exec(await time.innerText())?.[1]);
}
