import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { windowUrl, type WindowContent } from './windowUrl.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const WORKBENCH_MS = 60_000;

/** How the browser that shows the editor is started, and who hears from it. */
export interface EditorBrowserOptions {
  /** Full path of a Chromium or Chrome. */
  readonly chromium: string;
  /** The editor's server, `http://127.0.0.1:<port>`. */
  readonly serverUrl: string;
  /** False shows a real window; needs a display. */
  readonly headless?: boolean;
  /** Size of each window in pixels; 1440 × 900 when absent. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Leaves the built-in Copilot Chat switched on; a fresh profile otherwise switches it off. */
  readonly copilot?: boolean;
  /** Called with each line that a window's workbench or extension host logs: a level and the arguments. */
  readonly onLog?: (window: string, level: string, args: unknown) => void;
  /** Called when the extension host of a window ended, after its tests or by a crash, with its exit code. */
  readonly onExit?: (window: string, code: number) => void;
  /** Called when a window's page crashed, for want of memory for example; it answers nothing any more. */
  readonly onCrash?: (window: string) => void;
  /** Called with each address outside this machine that a page asked for and did not get. */
  readonly onBlocked?: (url: string) => void;
}

/** One browser profile with named editor windows; the first is usually called `main`. */
export class EditorBrowser {
  private readonly pages = new Map<string, Page>();
  private readonly browser: Browser;
  private readonly context: BrowserContext;
  private readonly options: EditorBrowserOptions;

  private constructor(browser: Browser, context: BrowserContext, options: EditorBrowserOptions) {
    this.browser = browser;
    this.context = context;
    this.options = options;
  }

  /**
   * Starts Chromium with a profile that has seen nothing yet, no secrets either.
   * @throws {Error} When Chromium does not start.
   */
  static async launch(options: EditorBrowserOptions): Promise<EditorBrowser> {
    const browser = await chromium.launch({
      executablePath: options.chromium,
      headless: options.headless ?? true,
      args: FLAGS,
      // The owner decides what a signal means; Playwright would close the browser under a test that still reports.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const context = await browser.newContext({
      viewport: options.viewport ?? { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await context.route(isOutside, async (route) => {
      options.onBlocked?.(route.request().url());
      await route.abort();
    });
    if (options.copilot) {
      await keepCopilotOn(context, options.serverUrl);
    }
    const editor = new EditorBrowser(browser, context, options);
    // The workbench calls these two when its server was started with --enable-smoke-test-driver.
    await context.exposeBinding('codeAutomationLog', ({ page }, level: string, args: unknown) =>
      options.onLog?.(editor.nameOf(page), level, args),
    );
    await context.exposeBinding('codeAutomationExit', ({ page }, code: number) =>
      options.onExit?.(editor.nameOf(page), code),
    );
    return editor;
  }

  /**
   * Opens a window under a name and waits until its workbench is there.
   * @throws {Error} When the name is taken, or no workbench appears within 60 s.
   */
  async openWindow(name: string, content: WindowContent): Promise<Page> {
    if (this.pages.has(name)) {
      throw new Error(`A window "${name}" is open already.`);
    }
    const page = await this.context.newPage();
    this.pages.set(name, page);
    page.once('close', () => this.pages.delete(name));
    page.once('crash', () => this.options.onCrash?.(name));
    // Leaving a page with unsaved files asks the person; nobody is there to answer.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.goto(windowUrl(this.options.serverUrl, content));
    await waitForWorkbench(page);
    return page;
  }

  /** The names of the open windows, in the order they were opened. */
  get windowNames(): string[] {
    return [...this.pages.keys()];
  }

  /** @throws {Error} When no window has that name. */
  window(name: string): Page {
    const page = this.pages.get(name);
    if (!page) {
      throw new Error(`No window "${name}"; open: ${this.windowNames.join(', ') || 'none'}.`);
    }
    return page;
  }

  private nameOf(page: Page): string {
    return this.windowNames.find((name) => this.pages.get(name) === page) ?? '';
  }

  /** Loads a window anew, as F5 does; its extension host starts again, and with it a test run given to that window. */
  async reload(name: string): Promise<void> {
    const page = this.window(name);
    await page.reload();
    await waitForWorkbench(page);
  }

  /** Closes one window; its extension host ends. */
  async closeWindow(name: string): Promise<void> {
    await this.window(name).close();
  }

  /** Ends Chromium with all windows. Safe to call twice. */
  async dispose(): Promise<void> {
    await this.browser.close();
  }
}

async function waitForWorkbench(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').first().waitFor({ timeout: WORKBENCH_MS });
}

function isOutside(url: URL): boolean {
  return (
    /^(https?|wss?):$/.test(url.protocol) &&
    !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  );
}

/**
 * A profile without history switches Copilot Chat off once and remembers in the browser's database that it has done so.
 * Writing that mark before the first start leaves Copilot on.
 */
async function keepCopilotOn(context: BrowserContext, serverUrl: string): Promise<void> {
  const page = await context.newPage();
  const address = `${serverUrl}/profile-preparation`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto(address);
  await page.evaluate(MARK_COPILOT_AS_HANDLED);
  await page.close();
}

/** Text, not a function: it runs in the page, whose globals the types of a Node script do not know. */
const MARK_COPILOT_AS_HANDLED = `new Promise((done, fail) => {
  const request = indexedDB.open('vscode-web-state-db-global');
  request.onupgradeneeded = () => request.result.createObjectStore('ItemTable');
  request.onerror = () => fail(request.error);
  request.onsuccess = () => {
    const database = request.result;
    const transaction = database.transaction('ItemTable', 'readwrite');
    transaction.objectStore('ItemTable').put('true', 'builtinChatExtensionEnablementMigration');
    transaction.onerror = () => fail(transaction.error);
    transaction.oncomplete = () => {
      database.close();
      done();
    };
  };
})`;
