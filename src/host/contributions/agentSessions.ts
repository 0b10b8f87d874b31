import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { commands } from '../../manifest/commands.ts';
import { SessionsModel } from '../../panel/transcripts/sessionsModel.ts';
import type { TreeNode } from '../../panel/transcripts/sessionTree.ts';
import type { Disposable, Random } from '../../ports/system.ts';
import type { TranscriptQuery } from '../../ports/transcripts.ts';
import type { Contribution, HostServices } from '../contribution.ts';
import { DroppedFiles } from '../transcripts/droppedFiles.ts';
import { KeepCommands } from '../transcripts/keepCommands.ts';
import { ReportDocuments } from '../transcripts/reportDocuments.ts';
import { SessionCommands } from '../transcripts/sessionCommands.ts';
import { SessionsView } from '../transcripts/sessionsView.ts';
import { transcriptQuery } from '../transcripts/transcriptQuery.ts';
import { guarded } from './connection.ts';

/** At most twelve digits: those that follow in an id of the system are not all random. */
const random: Random = {
  hex: (length) => crypto.randomUUID().replaceAll('-', '').slice(0, length),
};

/** Whether sessions of all folders are listed in this workspace. */
const scopeKey = 'chipboard.sessions.all';

/** The tree of agents' sessions, the documents that tell of them, and the commands on both. */
export const agentSessionsContribution: Contribution = {
  name: 'Agent sessions',
  register(services) {
    const store = new DisposableStore();
    const { context, running, workspace } = services;
    const { workspaceState } = context;
    const listsAll = (): boolean => workspaceState.get(scopeKey, false);
    const source = (): ReturnType<typeof running.get>['transcripts'] => running.get().transcripts;
    const query = (): Omit<TranscriptQuery, 'limit'> => transcriptQuery(services, listsAll());
    const clock = { now: () => Date.now() };
    const model = store.add(
      new SessionsModel({ source, query, clock, random, store: () => running.get().runtime.store }),
    );
    const documents = store.add(new ReportDocuments({ model, source }));
    const acts = store.add(new SessionCommands({ model, documents }));
    const keeping = new KeepCommands({ model, actions: services.actions });
    const select = async (opened: readonly string[]): Promise<readonly string[]> => {
      await view.select(opened.at(-1) ?? '');
      return opened;
    };
    const drop = new DroppedFiles((files) =>
      guarded(services, async () => select(await acts.openFiles(files))),
    );
    const view = store.add(new SessionsView(model, drop));
    view.showScope(listsAll());
    store.add(workspace.onDidChange(() => view.stale()));
    store.add(onSearchSet(services, () => view.stale()));

    const add = (id: string, run: (...args: readonly unknown[]) => Promise<unknown>): void => {
      const command = (...args: unknown[]): Promise<unknown> =>
        guarded(services, () => run(...args));
      store.add(vscode.commands.registerCommand(id, command));
    };
    const list = async (all: boolean): Promise<void> => {
      await workspaceState.update(scopeKey, all);
      view.showScope(all);
      await view.run(() => model.search.restart());
    };
    add(commands.refreshSessions.id, () => view.run(() => model.search.refresh()));
    add(commands.moreSessions.id, () => view.run(() => model.search.showMore()));
    add(commands.stopSearch.id, () => Promise.resolve(model.search.cancel()));
    add(commands.allSessions.id, () => list(true));
    add(commands.workspaceSessions.id, () => list(false));
    add(commands.openTranscript.id, async (chosen) => select(await acts.open(chosen)));
    for (const [command, act] of [
      [commands.showSession, acts.show],
      [commands.followSession, acts.follow],
      [commands.unfollowSession, acts.unfollow],
      [commands.revealTranscript, acts.reveal],
      [commands.copyTranscriptPath, acts.copyPath],
      [commands.keepSession, keeping.keep],
      [commands.keepNew, keeping.keep],
      [commands.stopKeeping, keeping.stop],
    ] as const) {
      add(command.id, (target) => act(target as TreeNode | string | undefined));
    }
    return store;
  },
};

/** Calls back when other sessions are to be looked for; nothing else of the settings matters here. */
function onSearchSet({ settings }: HostServices, run: () => void): Disposable {
  const present = (): string =>
    JSON.stringify([settings.transcriptFolders, settings.transcriptAgents]);
  let known = present();
  return settings.onDidChange(() => {
    const former = known;
    known = present();
    if (known !== former) {
      run();
    }
  });
}
