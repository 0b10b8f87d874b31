/**
 * Stands in for the desktop VS Code binary: takes its flags, runs the npm build of VS Code with headless Chromium until
 * the extension tests end, prints what they print, and ends with their exit code.
 *
 * Environment:
 * - `CHIPBOARD_TEST_TIMEOUT`: seconds until a run counts as hanging; 600 when absent.
 * - `CHIPBOARD_TEST_ARTIFACTS`: folder for the screenshot and logs of a run that failed; a temporary one when absent.
 * - `CHIPBOARD_COPILOT=1`: leaves the built-in Copilot Chat on.
 * - `CHIPBOARD_EDITOR_LOG=1`: prints the workbench's own log too, and the addresses it was refused.
 * - `CHROME_PATH`: the Chromium to use.
 */
import { rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureEditor } from '../setup/editor.mjs';
import { ensureSystemPackages } from '../setup/system.mjs';
import { EditorBrowser } from './browser.ts';
import { ConsolePrinter } from './consolePrinter.ts';
import { startEditorServer, type EditorServer } from './editorServer.ts';
import { reportFailure } from './failureReport.ts';
import { parseFlags, type LauncherFlags } from './launcherFlags.ts';
import { performUiAction } from './uiActions.ts';
import { startUiControl } from './uiControl.ts';
import { UI_CONTROL_VARIABLE } from './uiProtocol.ts';
import type { WindowContent } from './windowUrl.ts';

const TIMEOUT_SECONDS = Number(process.env.CHIPBOARD_TEST_TIMEOUT) || 600;
const TEST_ENTRY = fileURLToPath(new URL('testEntry.cjs', import.meta.url));
/** Tells `testEntry.cjs` which test module to run. */
const TEST_MODULE_VARIABLE = 'CHIPBOARD_TEST_MODULE';

/** How a run ended: with the tests' own code, by a signal to the launcher, or because something broke. */
type Ending = { readonly code: number; readonly stopped?: boolean } | { readonly broken: string };

process.exitCode = await runEditor(parseFlags(process.argv.slice(2)));

/** Runs the editor as asked. @returns The exit code for this process. */
async function runEditor(flags: LauncherFlags): Promise<number> {
  const { promise: ending, resolve: end } = Promise.withResolvers<Ending>();
  const printer = new ConsolePrinter(process.env.CHIPBOARD_EDITOR_LOG === '1');
  endOnSignals(end);
  const opened: { browser?: EditorBrowser; server?: EditorServer } = {};
  const control = await startUiControl(async (request) => {
    if (!opened.browser) {
      throw new Error('The browser is not open.');
    }
    return performUiAction(opened.browser, contentOf(flags), request);
  });
  try {
    const { chromium } = await ensureSystemPackages();
    const server = (opened.server = await startServer(flags, control.url));
    void server.ended.then(() => end({ broken: 'the server of the editor ended' }));
    const browser = (opened.browser = await launchBrowser(chromium, server.url, printer, end));
    const tests = flags.extensionTestsPath ? { extensionTestsPath: TEST_ENTRY } : {};
    browser
      .openWindow('main', { ...contentOf(flags), ...tests })
      .catch((error: unknown) => end({ broken: String(error) }));
    const limit = { broken: `no end after ${TIMEOUT_SECONDS} s` };
    const ended = await Promise.race([
      ending,
      sleep(TIMEOUT_SECONDS * 1000, limit, { ref: false }),
    ]);
    if ('broken' in ended) {
      await reportFailure({ reason: ended.broken, logs: printer.recent, browser, server });
      return 1;
    }
    if (ended.code !== 0 && !ended.stopped) {
      await reportFailure({ reason: `the tests ended with code ${ended.code}`, browser, server });
    }
    return ended.code;
  } finally {
    await opened.browser?.dispose();
    await opened.server?.dispose();
    await control.dispose();
    await rm(flags.scratch, { recursive: true, force: true });
  }
}

async function startServer(flags: LauncherFlags, controlUrl: string): Promise<EditorServer> {
  const { userDataDir, extensionsDir, workspaceTrust, extensionTestsPath } = flags;
  const server = await startEditorServer({
    vscodeFolder: await ensureEditor(),
    userDataDir,
    extensionsDir,
    workspaceTrust,
    env: {
      [UI_CONTROL_VARIABLE]: controlUrl,
      ...(extensionTestsPath ? { [TEST_MODULE_VARIABLE]: extensionTestsPath } : {}),
    },
  });
  // The last net: nothing of the editor may outlive this process.
  process.on('exit', () => server.kill());
  return server;
}

function launchBrowser(
  chromium: string,
  serverUrl: string,
  printer: ConsolePrinter,
  end: (ending: Ending) => void,
): Promise<EditorBrowser> {
  return EditorBrowser.launch({
    chromium,
    serverUrl,
    copilot: process.env.CHIPBOARD_COPILOT === '1',
    onLog: (window, level, args) => printer.print(window, level, args),
    onExit: (window, code) => {
      if (window === 'main') {
        // A host that crashes reports a code too, often 0.
        end(
          printer.testsEnded
            ? { code }
            : { broken: 'the extension host ended before the tests did' },
        );
      }
    },
    onCrash: (window) => end({ broken: `the page of window "${window}" crashed` }),
    onBlocked: (url) => printer.note(`refused ${url}`),
  });
}

function endOnSignals(end: (ending: Ending) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => end({ code: 128 + constants.signals[signal], stopped: true }));
  }
}

/** What every window shows: all but the tests, which run in the first only. */
function contentOf({ folder, extensionDevelopmentPath }: LauncherFlags): WindowContent {
  return {
    ...(folder ? { folder } : {}),
    ...(extensionDevelopmentPath ? { extensionDevelopmentPath } : {}),
  };
}
