import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { commands } from '../../manifest/commands.ts';
import type { Contribution, HostServices } from '../contribution.ts';

/** The commands about the server and the log. */
export const connectionContribution: Contribution = {
  name: 'Connection commands',
  register(services) {
    const store = new DisposableStore();
    const add = (id: string, run: () => Promise<unknown>): void => {
      store.add(vscode.commands.registerCommand(id, () => guarded(services, run)));
    };
    add(commands.copyConnection.id, () => copyConnection(services));
    add(commands.restartServer.id, async () => {
      const { url } = await services.endpoint.restart();
      void vscode.window.showInformationMessage(`The MCP server runs again at ${url}.`);
    });
    add(commands.showLog.id, () => Promise.resolve(services.log.show()));
    return store;
  },
};

/** The connection as JSON, which most agents' configurations take as it is. Answers it, for scripts. */
async function copyConnection({ endpoint }: HostServices): Promise<unknown> {
  const { url, token } = await endpoint.connect();
  await endpoint.rememberOutsideAgent();
  const connection = {
    mcpServers: {
      chipboard: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } },
    },
  };
  await vscode.env.clipboard.writeText(JSON.stringify(connection, null, 2));
  void vscode.window.showInformationMessage(
    'The MCP connection is on the clipboard. It holds a secret: keep it out of files you share.',
  );
  return connection;
}

/** Runs a command; a failure is logged and shown as one sentence with a way to the log. */
export async function guarded<T>(
  { log }: Pick<HostServices, 'log'>,
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (cause) {
    log.error('A command failed.', cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    void vscode.window.showErrorMessage(`Chipboard: ${message}`, 'Show Log').then((choice) => {
      if (choice !== undefined) {
        log.show();
      }
    });
    return undefined;
  }
}
