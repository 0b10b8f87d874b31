import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import type { Contribution, HostServices } from '../contribution.ts';

/** The launcher lies on the machine of the extension host, this memory with the editor: there is one for each. */
const launcherKey = 'chipboard.launcher';

/** Leads agents outside the editor to this window: while its server runs it is announced in the storage folder. */
export const discoveryContribution: Contribution = {
  name: 'Discovery',
  register(services) {
    const store = new DisposableStore();
    const { context, endpoint, log, running, settings, workspace } = services;
    const update = (): void => {
      announce(services).catch((cause: unknown) => {
        log.error('This window could not be announced to agents outside the editor.', cause);
      });
    };
    store.add(endpoint.onDidChangeState(update));
    store.add(workspace.onDidChange(update));
    const share = (): void => {
      running.started?.outside.shareSettings(settings.current).catch((cause: unknown) => {
        log.error('The settings could not be shared with agents outside the editor.', cause);
      });
    };
    store.add(settings.onDidChange(share));
    const key = `${launcherKey}.${vscode.env.remoteName ?? ''}`;
    const place = `${context.extensionPath} ${process.execPath}`;
    running.whenStarted(({ outside }) => {
      share();
      outside
        .installLauncher()
        .then(() => context.globalState.update(key, place))
        .catch((cause: unknown) => {
          log.error('The launcher for agents outside the editor could not be written.', cause);
        });
    });
    // After an update, agents would be led to a folder that is gone.
    if (context.globalState.get(key, place) !== place) {
      setImmediate(() => running.get());
    }
    return store;
  },
};

async function announce({ endpoint, running, workspace }: HostServices): Promise<void> {
  if (endpoint.state === 'running') {
    const { url, token } = await endpoint.connect();
    const folders = workspace.folders.map(({ path }) => path);
    await running.get().outside.announce({ url, token, folders });
  } else if (endpoint.state !== 'starting') {
    await running.started?.outside.withdraw();
  }
}
