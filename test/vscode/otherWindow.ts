import { driveUi } from '../../scripts/editor/uiClient.ts';
import type { CopiedConnection, McpSession } from './mcpSession.ts';
import { openSession } from './mcpSession.ts';
import { until } from './workspaceFiles.ts';

/** Opens the palette, types a title and takes its row. */
async function chosen(window: string, title: string): Promise<void> {
  const row = `.quick-input-list .monaco-list-row[aria-label*="${title}"]`;
  const input = '.quick-input-widget input';
  await driveUi({ action: 'press', key: 'Escape', window });
  await driveUi({ action: 'press', key: 'F1', window });
  await driveUi({ action: 'fill', selector: input, text: `>${title}`, window, timeout: 3000 });
  await driveUi({ action: 'click', selector: row, window, timeout: 2000 });
}

/**
 * Runs a command in a window by its title, through the command palette, as a person does. A window that has just been
 * opened may not know the command yet, so the palette is opened until it is there.
 */
export async function runInPalette(window: string, title: string): Promise<void> {
  await until(
    `"${title}" is in the palette`,
    // A window that was just loaded may close the palette again: the next try opens it anew.
    () =>
      chosen(window, title).then(
        () => true,
        () => false,
      ),
    40_000,
  );
}

/** The connection of another window, by its palette and the clipboard. */
export async function copiedConnection(
  window: string,
): Promise<CopiedConnection['mcpServers']['chipboard']> {
  await driveUi({
    action: 'eval',
    code: "navigator.clipboard.writeText('')",
    window,
  });
  await runInPalette(window, 'Chipboard: Copy MCP Connection');
  let text = '';
  await until(
    'the connection is on the clipboard',
    async () => {
      text = String(
        await driveUi({ action: 'eval', code: 'navigator.clipboard.readText()', window }),
      );
      return text !== '';
    },
    20_000,
  );
  return (JSON.parse(text) as CopiedConnection).mcpServers.chipboard;
}

/** A client of the server of another window. */
export async function connectTo(window: string): Promise<McpSession> {
  return openSession(await copiedConnection(window), 'other-window-client');
}
