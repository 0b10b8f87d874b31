import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { ensureSystemPackages } from '../../scripts/setup/system.mjs';
import type { PageServer } from './pageServer.ts';
import { startPageServer } from './pageServer.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const looks =
  process.env['CHIPBOARD_LOOKS'] === '1' ? join(here, 'looks') : join(here, '../../out/test/looks');

/** What the address of the page says; see `page/fakeHost.ts`. */
export type PageQuery = Readonly<Record<string, string | number>>;

/** Widths of the two places: a sidebar at its narrowest, and an editor panel. */
export const widths = { narrow: 250, wide: 1280 } as const;

/** The page in a real browser, without an editor. */
export class PageBench {
  readonly server: PageServer;
  readonly browser: Browser;
  private context: BrowserContext | undefined;
  private page: Page | undefined;
  private readonly faults: string[] = [];

  private constructor(server: PageServer, browser: Browser) {
    this.server = server;
    this.browser = browser;
  }

  /** Starts browser and server. */
  static async start(): Promise<PageBench> {
    const { chromium: executablePath } = await ensureSystemPackages();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    const [server, browser] = await Promise.all([
      startPageServer(0, true),
      chromium.launch({ executablePath, args }),
    ]);
    return new PageBench(server, browser);
  }

  /** Opens the page as new, with nothing kept from before: what it keeps is its tab's. */
  async open(query: PageQuery = {}, width: number = widths.wide): Promise<Page> {
    this.context ??= await this.browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    await this.page?.close();
    const page = (this.page = await this.context.newPage());
    await page.setViewportSize({ width, height: 720 });
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.faults.push(message.text());
      }
    });
    const words = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    await page.goto(`${this.server.url}?${words.toString()}`);
    await page.locator('.list-line, .lesson').first().waitFor();
    return page;
  }

  /** Nothing was thrown, and nothing was refused by the content policy, since the last time. */
  assertNoFaults(): void {
    assert.deepEqual(this.faults.splice(0), []);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** The lines of the list. */
export function lines(page: Page): Locator {
  return page.locator('.list-line');
}

/**
 * Keeps a picture, to be looked at: in `out/test/looks`, or with `CHIPBOARD_LOOKS=1` in `test/ui/looks`, where those of
 * the last change of the page's looks are kept.
 */
export async function keepLook(page: Page, name: string): Promise<void> {
  const path = join(looks, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
