import * as path from 'node:path';
import * as vscode from 'vscode';
import { registerAll } from './host/contribution.ts';
import type { Contribution, HostServices } from './host/contribution.ts';
import { agentSessionsContribution } from './host/contributions/agentSessions.ts';
import { chipCommandsContribution } from './host/contributions/chipCommands.ts';
import { connectContribution } from './host/contributions/connect.ts';
import { connectionFileContribution } from './host/contributions/connectionFile.ts';
import { connectionContribution } from './host/contributions/connection.ts';
import { discoveryContribution } from './host/contributions/discovery.ts';
import { mcpContribution, packageVersion } from './host/contributions/mcp.ts';
import { panelContribution } from './host/contributions/panel.ts';
import { participantContribution } from './host/contributions/participant.ts';
import { sessionMetricsContribution } from './host/contributions/sessionMetrics.ts';
import { statusBarContribution } from './host/contributions/statusBar.ts';
import { McpEndpoint } from './host/mcpEndpoint.ts';
import { OutputLog } from './host/outputLog.ts';
import { VscodeActions } from './host/panel/vscodeActions.ts';
import { PreviewDocuments } from './host/previewDocuments.ts';
import { LazyRunning } from './host/running.ts';
import type { RunningParts, StartOptions } from './host/running.ts';
import { transcriptQuery } from './host/transcripts/transcriptQuery.ts';
import { VscodeSettings } from './host/vscodeSettings.ts';
import { VscodeWorkspace } from './host/vscodeWorkspace.ts';

const contributions: readonly Contribution[] = [
  mcpContribution,
  connectionContribution,
  panelContribution,
  chipCommandsContribution,
  statusBarContribution,
  connectionFileContribution,
  discoveryContribution,
  connectContribution,
  participantContribution,
  sessionMetricsContribution,
  agentSessionsContribution,
];

let running: LazyRunning | undefined;

/** Registers everything, and starts nothing that is not needed yet. */
export function activate(context: vscode.ExtensionContext): void {
  const started = performance.now();
  const log = new OutputLog();
  const settings = new VscodeSettings(log);
  const workspace = new VscodeWorkspace();
  const lazy = new LazyRunning(() =>
    loadRuntime({
      distFolder: path.join(context.extensionPath, 'dist'),
      storageFolder: context.globalStorageUri.fsPath,
      version: packageVersion(context),
      editor: `${vscode.env.appName} ${vscode.version}`,
      workspace,
      settings,
      agentSettings: () => settings.agent,
      prices: () => settings.prices,
      transcriptQuery: (everywhere) => transcriptQuery({ settings, workspace }, everywhere),
      log,
    }),
  );
  running = lazy;
  const endpoint = new McpEndpoint({ context, running: lazy, settings, log });
  const documents = new PreviewDocuments();
  context.subscriptions.push(log, settings, workspace, endpoint, documents);
  const actions = new VscodeActions(documents);
  const editor = { context, log, settings, workspace, documents, actions };
  const services: HostServices = { ...editor, running: lazy, endpoint };
  const failed = registerAll(contributions, services);
  if (failed.length > 0) {
    void vscode.window.showErrorMessage(`Chipboard could not start: ${failed.join(', ')}.`);
  }
  log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms.`);
}

/** Closes what was started; the editor waits for it. */
export async function deactivate(): Promise<void> {
  await running?.started?.close();
}

/** The heavy part is a bundle of its own, read from disk only now. */
function loadRuntime(options: StartOptions): RunningParts {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a bundle beside this one, not a module of it
  const bundle = require('./runtime.js') as { startRuntime(options: StartOptions): RunningParts };
  return bundle.startRuntime(options);
}
