import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { commands } from '../../manifest/commands.ts';
import type { Contribution, HostServices } from '../contribution.ts';
import type { ServerState } from '../mcpEndpoint.ts';

const countKey = 'chipboard.chipCount';

const stateTexts: Record<ServerState, string> = {
  stopped: 'MCP server: starts when an agent needs it',
  starting: 'MCP server: starting…',
  running: 'MCP server: running',
  failed: 'MCP server: could not start; see the log',
};

/** Server state and number of chips in the status bar. The number is the last known one until the store is used. */
export const statusBarContribution: Contribution = {
  name: 'Status bar',
  register(services) {
    const store = new DisposableStore();
    const { context, endpoint, running } = services;
    const item = store.add(
      vscode.window.createStatusBarItem('chipboard.status', vscode.StatusBarAlignment.Right, 90),
    );
    item.name = 'Chipboard';
    item.command = commands.showChips.id;
    let count = context.globalState.get(countKey, 0);
    const show = (): void => {
      const icon = endpoint.state === 'failed' ? '$(warning)' : '$(layers)';
      item.text = `${icon} ${count}`;
      const chips = count === 1 ? '1 chip' : `${count} chips`;
      item.tooltip = `Chipboard: ${chips} kept\n${stateTexts[endpoint.state]}`;
      item.accessibilityInformation = {
        label: `Chipboard: ${chips} kept. ${stateTexts[endpoint.state]}`,
        role: 'button',
      };
    };
    store.add(endpoint.onDidChangeState(show));
    running.whenStarted((parts) => {
      const update = (): void => {
        void countChips(services).then((chips) => {
          if (chips !== undefined && chips !== count) {
            count = chips;
            void context.globalState.update(countKey, count);
            show();
          }
        });
      };
      store.add(parts.onDidChangeChips(update));
      update();
    });
    show();
    item.show();
    return store;
  },
};

async function countChips({ log, running }: HostServices): Promise<number | undefined> {
  try {
    return (await running.get().runtime.store.counts()).chips;
  } catch (cause) {
    log.error('The chips could not be counted.', cause);
    return undefined;
  }
}
