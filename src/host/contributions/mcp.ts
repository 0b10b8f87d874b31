import * as vscode from 'vscode';
import { DisposableStore, Emitter } from '../../core/lifecycle.ts';
import { mcpProvider } from '../../manifest/views.ts';
import type { Contribution, HostServices } from '../contribution.ts';

/** Offers the MCP server to the editor's own agents, and starts it early where an outside agent uses it. */
export const mcpContribution: Contribution = {
  name: 'MCP server',
  register(services) {
    const store = new DisposableStore();
    const { context, endpoint, log } = services;
    const version = packageVersion(context);
    const changed = store.add(new Emitter<void>());
    store.add(endpoint.onDidChangeState((state) => state === 'stopped' && changed.fire()));
    store.add(
      vscode.lm.registerMcpServerDefinitionProvider(mcpProvider.id, {
        onDidChangeMcpServerDefinitions: (listener) => {
          const subscription = changed.event(listener);
          return new vscode.Disposable(() => subscription.dispose());
        },
        // The address is not known before the server runs; `resolve` puts it in.
        provideMcpServerDefinitions: () => [
          new vscode.McpHttpServerDefinition(
            mcpProvider.label,
            vscode.Uri.parse('http://127.0.0.1/mcp'),
            {},
            version,
          ),
        ],
        async resolveMcpServerDefinition() {
          const { url, token } = await endpoint.connect();
          const headers = { Authorization: `Bearer ${token}` };
          const uri = vscode.Uri.parse(url);
          return new vscode.McpHttpServerDefinition(mcpProvider.label, uri, headers, version);
        },
      }),
    );
    store.add(renames(services));
    if (endpoint.outsideAgent) {
      endpoint.connect().catch((cause: unknown) => {
        log.error('The MCP server could not start.', cause);
      });
    }
    return store;
  },
};

/** Chips and events follow files that are renamed in the editor. */
function renames({ running, log }: HostServices): vscode.Disposable {
  return vscode.workspace.onDidRenameFiles(({ files }) => {
    for (const { oldUri, newUri } of files) {
      running
        .get()
        .runtime.renamed(oldUri.fsPath, newUri.fsPath)
        .catch((cause: unknown) => log.error('A rename could not be followed.', cause));
    }
  });
}

/** The extension's own version. */
export function packageVersion(context: vscode.ExtensionContext): string {
  const { version } = context.extension.packageJSON as { readonly version: string };
  return version;
}
