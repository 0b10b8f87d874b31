import type * as vscode from 'vscode';
import type { EditorActions } from '../ports/editorActions.ts';
import type { Disposable } from '../ports/system.ts';
import type { McpEndpoint } from './mcpEndpoint.ts';
import type { OutputLog } from './outputLog.ts';
import type { PreviewDocuments } from './previewDocuments.ts';
import type { LazyRunning } from './running.ts';
import type { VscodeSettings } from './vscodeSettings.ts';
import type { VscodeWorkspace } from './vscodeWorkspace.ts';

/** What every contribution may use. */
export interface HostServices {
  readonly context: vscode.ExtensionContext;
  readonly log: OutputLog;
  readonly settings: VscodeSettings;
  readonly workspace: VscodeWorkspace;
  /** Read-only documents with texts of ours. */
  readonly documents: PreviewDocuments;
  /** What the page and the commands ask of the editor. */
  readonly actions: EditorActions;
  readonly running: LazyRunning;
  readonly endpoint: McpEndpoint;
}

/** One feature's registrations with the editor. */
export interface Contribution {
  /** For the log. */
  readonly name: string;
  /** Registers; must return at once and start nothing heavy. */
  register(services: HostServices): Disposable;
}

/** Registers all contributions; one that fails is logged and does not keep the others away. */
export function registerAll(
  contributions: readonly Contribution[],
  services: HostServices,
): readonly string[] {
  const failed: string[] = [];
  for (const contribution of contributions) {
    const started = performance.now();
    try {
      services.context.subscriptions.push(contribution.register(services));
      const took = (performance.now() - started).toFixed(1);
      services.log.info(`${contribution.name} registered in ${took} ms.`);
    } catch (cause) {
      failed.push(contribution.name);
      services.log.error(`${contribution.name} could not be registered.`, cause);
    }
  }
  return failed;
}
